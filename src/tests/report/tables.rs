//! Checks that every figure of the tables follows from the rows of the data files.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
};

use reversi::{
    games::reversi::Color,
    matches::statistics::{holm, permutation_test},
};

use super::{
    PRINTED, REPORT, Row,
    plain::{branching_factor, fixed, mean, mean_of_eleven},
    rows, text,
};

/// The cells of a table of the printed report, without its head.
fn table(caption: &str) -> Vec<Vec<String>> {
    let text = text(REPORT.path(), PRINTED);
    let lines = text.lines().skip_while(|line| !(line.starts_with("Table ") && line.contains(caption)));
    let rows = lines.skip(2).take_while(|line| !line.is_empty());
    let cells =
        |line: &str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect();
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "there is no table {caption:?}");
    rows
}

fn float(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("a small count"))
}

/// The searches of a kind, by depth and evaluation.
fn searches() -> HashMap<(String, String, String), Vec<Row>> {
    let mut searches: HashMap<_, Vec<Row>> = HashMap::new();
    for row in rows(REPORT.path(), "data.csv") {
        let key = ["depth", "evaluation", "search"].map(|column| row.text(column).to_owned());
        searches.entry(key.into()).or_default().push(row);
    }
    searches
}

fn sum(rows: &[Row], column: &str) -> u64 {
    rows.iter().map(|row| row.number(column)).sum()
}

#[test]
fn nodes_and_branching_factors_are_those_of_the_searches() {
    let searches = searches();
    let nodes = table("Nodes of the searches");
    let branching = table("Effective branching");
    assert_eq!([nodes.len(), branching.len()], [9; 2]);
    for (nodes, branching) in nodes.iter().zip(&branching) {
        let of = |search: &str| &searches[&(nodes[0].clone(), nodes[1].clone(), search.to_owned())];
        let [minimax, alpha_beta] = ["minimax", "alphabeta"].map(of);
        let [all, visited] = [minimax, alpha_beta].map(|rows| sum(rows, "nodes"));
        let seconds: Vec<f64> = alpha_beta.iter().map(|row| row.text("seconds").parse().expect("seconds")).collect();
        assert!(seconds.iter().all(|seconds| *seconds > 0.0));
        let positions = float(minimax.len() as u64);
        let percent = 100.0 * float(visited) / float(all);
        assert_eq!(
            nodes[2..],
            [
                minimax.len().to_string(),
                all.to_string(),
                visited.to_string(),
                fixed(percent, 1),
                sum(alpha_beta, "cut_offs").to_string(),
                fixed(seconds.iter().sum(), 3)
            ]
        );

        let depth: u32 = nodes[0].parse().expect("a depth");
        let b = |nodes: u64| branching_factor(float(nodes) / positions - 1.0, depth);
        let leaves = float(sum(alpha_beta, "leaves")) / positions;
        let width = (float(sum(minimax, "leaves")) / positions).powf(1.0 / f64::from(depth));
        let (more, less) = (depth.div_ceil(2).cast_signed(), (depth / 2).cast_signed());
        let fewest = width.powi(more) + width.powi(less) - 1.0;
        let expected =
            [fixed(b(all), 2), fixed(b(visited), 2), fixed(leaves, 1), fixed(fewest, 1), fixed(leaves / fewest, 2)];
        assert_eq!(branching[2..], expected);
    }
}

#[test]
fn the_sizes_of_logs_are_those_of_the_searches() {
    let searches = searches();
    let logs = table("bytes of a log");
    assert_eq!(logs.len(), 18);
    for row in logs {
        let found = &searches[&(row[0].clone(), row[1].clone(), row[2].clone())];
        let count = float(found.len() as u64);
        let [rows, bytes] = ["log_rows", "log_bytes"].map(|column| fixed(float(sum(found, column)) / count, 0));
        let largest = found.iter().map(|row| row.number("log_bytes")).max().expect("a search").to_string();
        assert_eq!(row[3..], [rows, bytes, largest]);
    }
}

#[test]
fn agreement_is_that_of_the_moves() {
    let searches = searches();
    let agreement = table("choose different moves");
    assert_eq!(agreement.len(), 9);
    for row in agreement {
        let of = |evaluation: &str| &searches[&(row[0].clone(), evaluation.to_owned(), "alphabeta".to_owned())];
        let is_among =
            |other: &Row, row: &Row| row.text("best_moves").split(' ').any(|square| square == other.text("move"));
        let pairs = of(&row[1]).iter().zip(of(&row[2]));
        let pairs: Vec<_> = pairs.filter(|(one, _)| one.number("legal_moves") > 0).collect();
        let apart: Vec<_> = pairs.iter().filter(|(one, other)| one.text("move") != other.text("move")).collect();
        let [first, second, one] = [
            apart.iter().filter(|(one, other)| is_among(other, one)).count(),
            apart.iter().filter(|(one, other)| is_among(one, other)).count(),
            apart.iter().filter(|(one, other)| is_among(other, one) || is_among(one, other)).count(),
        ];
        let percent = |part: usize, whole: usize| fixed(100.0 * float(part as u64) / float(whole as u64), 1);
        let expected = [
            pairs.len().to_string(),
            apart.len().to_string(),
            percent(apart.len(), pairs.len()),
            percent(first, apart.len()),
            percent(second, apart.len()),
            percent(one, apart.len()),
        ];
        assert_eq!(row[3..], expected);
    }
}

/// A pairing: the evaluation and the depth of each player.
type Players = [(String, String); 2];

/// The results of a pairing, for its first player.
#[derive(Default)]
struct Match {
    results: [u32; 3],
    points: Vec<f64>,
    /// The points above one half, in quarters of a point.
    quarters: Vec<i32>,
    discs: Vec<f64>,
}

fn matches() -> BTreeMap<Players, Match> {
    let mut matches: BTreeMap<Players, Match> = BTreeMap::new();
    let player = |row: &Row, side: &str| (row.text(side).to_owned(), row.text(&format!("{side}_depth")).to_owned());
    for pair in rows(REPORT.path(), "games.csv").chunks(2) {
        let players = ["black", "white"].map(|side| player(&pair[0], side));
        assert_eq!(players, ["white", "black"].map(|side| player(&pair[1], side)));
        assert_eq!(pair[0].text("position"), pair[1].text("position"));
        let contest = matches.entry(players).or_default();
        let (mut quarters, mut discs) = (-2, 0.0);
        for (row, sign) in pair.iter().zip([1.0, -1.0]) {
            let (_, end) = row.replay();
            let lead = sign * (f64::from(end.discs(Color::Black).len()) - f64::from(end.discs(Color::White).len()));
            let result = if lead > 0.0 {
                0
            } else if lead < 0.0 {
                2
            } else {
                1
            };
            contest.results[result] += 1;
            quarters += [2, 1, 0][result];
            discs += lead / 2.0;
        }
        contest.points.push(0.5 + f64::from(quarters) / 4.0);
        contest.quarters.push(quarters);
        contest.discs.push(discs);
    }
    matches
}

#[test]
fn points_and_chance_are_those_of_the_games() {
    let matches = matches();
    let probabilities: Vec<f64> = matches.values().map(|contest| permutation_test(&contest.quarters)).collect();
    let corrected: HashMap<&Players, f64> = matches.keys().zip(holm(&probabilities)).collect();
    let discs = table("Discs per game");
    let evaluations = table("evaluation against evaluation");
    let depths = table("next lower depth");
    assert_eq!([evaluations.len(), depths.len(), discs.len(), matches.len()], [9, 6, 9, 15]);
    let of_evaluations = evaluations.iter().map(|row| {
        let player = |column: usize| (row[column].clone(), row[0].clone());
        ([player(1), player(2)], row)
    });
    let of_depths = depths.iter().map(|row| {
        let player = |column: usize| (row[0].clone(), row[column].clone());
        ([player(1), player(2)], row)
    });
    for (players, row) in of_evaluations.chain(of_depths) {
        let contest = &matches[&players];
        let [won, drawn, lost] = contest.results;
        assert_eq!(row[3..5], [contest.points.len().to_string(), format!("{won}-{drawn}-{lost}")]);
        assert_eq!(row[5], mean_of_eleven(&contest.points, 2, [0.0, 1.0]));
        let p = corrected[&players];
        let shown = if p < 0.001 { "<0.001".to_owned() } else { fixed(p, 3) };
        assert_eq!(row[6], shown, "{players:?}");
    }
    for row in discs {
        let players = [(row[1].clone(), row[0].clone()), (row[2].clone(), row[0].clone())];
        let contest = &matches[&players];
        assert_eq!(row[3], mean_of_eleven(&contest.discs, 1, [-64.0, 64.0]));
        let verdict = match mean(&contest.points).total_cmp(&0.5) {
            Ordering::Equal => "same points",
            _ if corrected[&players] >= 0.05 => "could be chance",
            Ordering::Greater => &row[1],
            Ordering::Less => &row[2],
        };
        assert_eq!(row[4], verdict);
    }
}

/// Depths in a sentence: `depth 1`, `depths 1 and 3`, `depths 1 to 3`.
fn at(depths: &[&str]) -> String {
    match depths {
        [depth] => format!("depth {depth}"),
        [one, other] => format!("depths {one} and {other}"),
        _ => format!("depths {} to {}", depths[0], depths[depths.len() - 1]),
    }
}

#[test]
fn the_summary_says_what_the_tables_say() {
    let text = text(REPORT.path(), PRINTED).split_whitespace().collect::<Vec<_>>().join(" ");
    let discs = table("Discs per game");
    for [first, second] in [["weights", "pieces"], ["mine", "pieces"], ["mine", "weights"]] {
        let depths = |verdict: &[&str]| -> Vec<String> {
            let rows = discs.iter().filter(|row| [&row[1], &row[2]] == [first, second]);
            rows.filter(|row| verdict.contains(&row[4].as_str())).map(|row| row[0].clone()).collect()
        };
        let verdicts = [
            (format!("{first} plays better than {second}"), depths(&[first])),
            (format!("{first} plays worse than {second}"), depths(&[second])),
            (
                format!("No significant difference between {first} and {second}"),
                depths(&["could be chance", "same points"]),
            ),
        ];
        let said = verdicts.iter().filter(|(_, depths)| !depths.is_empty()).map(|(verdict, depths)| {
            format!("{verdict} at {}.", at(&depths.iter().map(String::as_str).collect::<Vec<_>>()))
        });
        let said = said.collect::<Vec<_>>().join(" ");
        assert!(text.contains(&said), "{said}");
    }
}
