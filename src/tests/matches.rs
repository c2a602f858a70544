//! Tests matches: tables agree with the games, and each pair counts once.

use std::collections::HashSet;

use reversi::{
    games::reversi::Color,
    matches::{
        schedule,
        statistics::{Interval, rounded},
    },
};

use crate::report::Row;

/// Runs a match without times. Returns standard output and standard error.
fn printed(arguments: &[&str]) -> [String; 2] {
    let mut command = crate::reversi();
    // Only random agents use a seed.
    let seed: &[&str] = if arguments.contains(&"random") { &["--seed", "1"] } else { &[] };
    command.args(["match", "--no-times"]).args(seed).args(arguments);
    let assert = command.assert().success();
    let output = assert.get_output();
    [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).expect("text"))
}

fn games_and_table(arguments: &[&str]) -> [String; 2] {
    printed(&[arguments, &["--csv", "-"]].concat())
}

/// The rows of the table, computed only from the games. A row has wins, draws, losses, points, points per game, discs
/// per game, and nodes per move.
fn table_of(games: &str) -> Vec<[String; 2]> {
    let rows = Row::all(csv::Reader::from_reader(games.as_bytes()));
    let mut known = HashSet::new();
    let (mut pairs, mut points, mut discs) = (0, 0.0, 0.0);
    let mut results = [0; 3]; // of the first agent: won, tied, lost
    let (mut nodes, mut laid) = ([0.0; 2], [0_u32; 2]);
    for pair in rows.chunks(2) {
        let [one, other] = pair else { panic!("a game without its pair") };
        assert_eq!((one.text("black"), one.text("white")), (other.text("white"), other.text("black")));
        assert_eq!(one.text("position"), other.text("position"));
        let is_new = known.insert((one.text("position"), one.text("moves"), other.text("moves")));
        assert_eq!(one.text("repeats").is_empty(), is_new);
        if !is_new {
            continue;
        }
        pairs += 1;
        for (row, first_is_black) in [(one, true), (other, false)] {
            let (plies, end) = row.replay();
            let lead = f64::from(end.lead(Color::Black));
            let difference = if first_is_black { lead } else { -lead };
            discs += difference;
            let result = if difference > 0.0 { 0 } else { 1 + usize::from(difference < 0.0) };
            results[result] += 1;
            points += [1.0, 0.5, 0.0][result];
            for (side, column) in Color::ALL.into_iter().zip(["black_nodes", "white_nodes"]) {
                let agent = usize::from((side == Color::Black) != first_is_black);
                nodes[agent] += row.text(column).parse::<f64>().expect("a number");
                laid[agent] += plies.iter().map(|(before, _)| u32::from(before.side_to_move() == side)).sum::<u32>();
            }
        }
    }
    let games = f64::from(2 * pairs);
    let per_move = |agent: usize| if laid[agent] == 0 { 0.0 } else { nodes[agent] / f64::from(laid[agent]) };
    vec![
        [pairs, pairs].map(|count| count.to_string()),
        [2 * pairs, 2 * pairs].map(|count| count.to_string()),
        [results[0], results[2]].map(|count: i32| count.to_string()),
        [results[1], results[1]].map(|count| count.to_string()),
        [results[2], results[0]].map(|count| count.to_string()),
        [points, games - points].map(|points| format!("{points:.1}")),
        [points / games, 1.0 - points / games].map(|points| format!("{:.3}", rounded(points, 3))),
        [discs / games, -discs / games].map(|discs| format!("{:+.2}", rounded(discs, 2))),
        [per_move(0), per_move(1)].map(|nodes| format!("{nodes:.1}")),
    ]
}

/// The rows of a printed table, without intervals.
fn numbers(table: &str) -> Vec<[String; 2]> {
    let number = |cell: &str| cell.split('[').next().unwrap_or_default().trim().to_owned();
    let rows = table.lines().skip(1).take(9);
    rows.map(|row| {
        let cells = row[15..].split("  ").filter(|cell| !cell.trim().is_empty());
        let cells: Vec<String> = cells.map(number).collect();
        cells.try_into().expect("two agents")
    })
    .collect()
}

#[test]
fn halves_are_rounded_away_from_zero() {
    let rounded = [0.615, 0.665, -0.125, 0.6149].map(|number| format!("{:.2}", rounded(number, 2)));
    assert_eq!(rounded, ["0.62", "0.67", "-0.13", "0.61"]);
}

#[test]
fn a_table_says_what_its_games_say() {
    for arguments in [
        &["random", "depth:1", "--games", "40"][..],
        &["random", "depth:2", "--boards", "fixtures/play/starts.txt", "--games", "10"],
        &["random", "random", "--boards", "fixtures/play/starts.txt", "--games", "80"],
        &["depth:2", "depth:1:pieces", "--games", "30"],
    ] {
        let [games, table] = games_and_table(arguments);
        assert_eq!(numbers(&table), table_of(&games), "{arguments:?}\n{table}\n{games}");
    }
}

#[test]
fn a_match_is_the_same_whatever_the_number_of_threads() {
    let _settings = crate::snapshots("matches");
    let run = |threads| {
        let agents = ["random", "depth:2", "--games", "6", "--boards", "fixtures/play/starts.txt"];
        let [games, table] = games_and_table(&[&agents[..], &["--threads", threads]].concat());
        games + &table
    };
    let alone = run("1");
    assert_eq!(run("4"), alone);
    insta::assert_binary_snapshot!("csv-and-table.txt", alone.into_bytes());
}

#[test]
fn tables_of_every_kind() {
    let _settings = crate::snapshots("matches");
    let cases: [&[&str]; 9] = [
        &["depth:1", "depth:1:pieces"],
        &["depth:1:mobile", "depth:1:10 corners", "--games", "40", "--eval", "mobile=weights + 10 mobility"],
        &["depth:1", "depth:1"],
        &["depth:1", "depth:2", "--size", "6"],
        &["depth:1", "depth:2", "--games", "8", "--endgame", "4"],
        &["depth:2", "random", "--games", "250"],
        &["depth:1:fixtures/play/corners-last.csv", "alphabeta", "--size", "4", "--games", "100"],
        &["random", "random", "--boards", "fixtures/play/starts.txt", "--games", "80"],
        &["depth:1", "random", "--size", "4", "--games", "4", "--json"],
    ];
    let mut tables = String::new();
    for arguments in cases {
        let [table, messages] = printed(arguments);
        assert_eq!(messages, "");
        tables += &["$ reversi match ", &arguments.join(" "), "\n", &table, "\n"].concat();
    }
    insta::assert_snapshot!("tables", tables);
}

#[test]
fn json_says_what_the_table_says() {
    let arguments = ["random", "depth:1", "--games", "40"];
    let [table, _] = printed(&arguments);
    let [json, _] = printed(&[&arguments[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let rows = numbers(&table);
    for agent in 0..2 {
        let score = &json["agents"][agent];
        let whole = [&json["pairs"], &json["games"], &score["wins"], &score["draws"], &score["losses"]];
        assert_eq!(
            whole.map(ToString::to_string).as_slice(),
            rows[..5].iter().map(|row| row[agent].clone()).collect::<Vec<_>>()
        );
        assert_eq!(score["points"].to_string(), rows[5][agent]);
        let mean = |name: &str| score[name]["mean"].as_f64().expect("a number");
        assert_eq!(format!("{:.3}", rounded(mean("points_per_game"), 3)), rows[6][agent]);
        assert_eq!(format!("{:+.2}", rounded(mean("discs_per_game"), 2)), rows[7][agent]);
        let interval = &score["points_per_game"]["interval"];
        let bound = |name: &str| interval[name].as_f64().expect("a number");
        let Interval { low, high } = Interval { low: bound("low"), high: bound("high") }.outwards(3);
        assert!(table.contains(&format!("[{low:.3}, {high:.3}]")), "{table}{interval}");
        let sentences = json["notes"].as_array().expect("a list");
        assert!(sentences.iter().all(|note| table.contains(note.as_str().expect("text"))));
    }
}

#[test]
fn equal_pairs_are_counted_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let boards = folder.path().join("boards.txt");
    std::fs::write(&boards, "f5d6c3d3\nd3c5f6f5\nf5d6c3d3\n").expect("a file");
    let [games, table] = games_and_table(&["depth:1", "depth:1", "--boards", boards.to_str().expect("a path")]);
    assert!(table.contains("Pairs with the same moves count once: 1 of 3 pairs repeat another pair."), "{table}");
    let moves: Vec<&str> = games.lines().skip(1).map(|row| row.split(',').nth(10).expect("moves")).collect();
    assert_eq!((moves[0], moves[4], moves[5]), (moves[1], moves[0], moves[1]));
    assert!(table.contains("\ngames              4            4\n"), "{table}");
}

#[test]
fn a_schedule_says_whatever_is_not_as_asked_for() {
    let pairs = |starts, games, is_random| {
        let (pairs, notes) = schedule(starts, games, is_random);
        (pairs, notes.len())
    };
    assert_eq!(pairs(100, None, false), (100, 0));
    assert_eq!(pairs(100, Some(200), false), (100, 0));
    assert_eq!(pairs(100, Some(10), false), (5, 0));
    assert_eq!(pairs(3, Some(100), false), (3, 1));
    assert_eq!(pairs(3, Some(60), true), (30, 0));
    assert_eq!(pairs(3, Some(62), true), (31, 1));
}

#[test]
fn a_proof_that_takes_long_is_told_before_the_games() {
    let said = crate::first_said(&["match", "depth:1", "depth:1:pieces", "--games", "2", "--endgame", "99"]);
    let started = "reversi: --endgame 99: ";
    assert!(said.starts_with(started) && said.contains(" empty squares: expect about "), "{said}");
    crate::reversi()
        .args(["match", "depth:1", "random", "--size", "4", "--endgame", "99"])
        .assert()
        .success()
        .stderr("");
}
