//! Tests `readme.txt`: the named command makes all tables and figures of the plain text.

use std::{
    collections::{HashMap, HashSet},
    fs,
    sync::LazyLock,
};

use reversi_testing::all_tests;
use tempfile::TempDir;

use crate::{examples::words, report::PRINTED};

fn readme() -> String {
    fs::read_to_string("readme.txt").expect("the file is there")
}

/// The report of the command in readme.txt.
static REPORT: LazyLock<TempDir> = LazyLock::new(|| report_with(&[]));

/// The report of the command in readme.txt with other values of some options.
fn report_with(others: &[(&str, &str)]) -> TempDir {
    let readme = readme().replace("\\\n", " ");
    let command = readme.lines().find_map(|line| line.trim().strip_prefix("target/release/reversi report "));
    let arguments = words(command.expect("readme.txt names the command"));
    let mut arguments = arguments.strip_suffix(&["--out", "report"].map(str::to_owned)).expect("this output").to_vec();
    for &(option, value) in others {
        let at = arguments.iter().position(|argument| argument == option).expect("the command has this option");
        value.clone_into(&mut arguments[at + 1]);
    }
    let folder = TempDir::new().expect("a temporary folder");
    let report = crate::reversi().arg("report").args(arguments).arg("--out").arg(folder.path()).assert().success();
    fs::write(folder.path().join(PRINTED), crate::stdout(&report)).expect("room");
    folder
}

fn report() -> String {
    fs::read_to_string(REPORT.path().join(PRINTED)).expect("a report")
}

#[test]
fn readme_has_the_counts_of_its_proof() {
    let readme = fs::read_to_string("README.md").expect("a text");
    let jobs = fs::read_to_string("fixtures/mistakes.csv").expect("a table").lines().count() - 1;
    for told in [
        format!("{},{:03} runs", jobs / 1000, jobs % 1000),
        #[cfg(target_os = "linux")]
        format!("{} properties", crate::fuzzed::laws::ALL.len()),
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        format!("at any point of {} runs", crate::faults::JOBS.len()),
    ] {
        assert!(readme.contains(&told), "README.md: expected {told:?}");
    }
}

#[test]
fn readme_is_short_and_its_pictures_are_small() {
    let readme = fs::read_to_string("README.md").expect("a text");
    assert!(readme.lines().count() <= 150);
    for picture in readme.split("](").skip(1).filter_map(|part| part.split_once(')')).map(|(path, _)| path) {
        if picture.starts_with("fixtures/") {
            assert!(fs::metadata(picture).expect(picture).len() <= 150_000, "{picture}");
        }
    }
}

/// The tables of a text, without their numbers.
fn tables(text: &str) -> Vec<&str> {
    let tables = text.split("\n\n").filter(|part| part.starts_with("Table "));
    tables.map(|table| table.split_once(". ").expect("a number").1.trim_end()).collect()
}

fn table(caption: &str) -> Vec<Vec<String>> {
    let report = report();
    let table = tables(&report).into_iter().find(|table| table.starts_with(caption)).expect("a table");
    let cells =
        |row: &str| row.split("  ").map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect();
    table.lines().skip(2).map(cells).collect()
}

/// A cell of the table's row that begins with the cells `row`.
fn cell(caption: &str, row: &[&str], column: usize) -> String {
    let rows = table(caption);
    let row = rows.iter().find(|cells| cells.iter().zip(row).all(|(cell, wanted)| cell == wanted)).expect("a row");
    row[column].clone()
}

fn number(cell: &str) -> f64 {
    cell.trim_start_matches('<').split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// The smallest and the largest number in a column of some rows of a table.
fn range(caption: &str, is_meant: impl Fn(&[String]) -> bool, column: usize) -> (f64, f64) {
    let rows = table(caption);
    let numbers: Vec<f64> = rows.iter().filter(|row| is_meant(row)).map(|row| number(&row[column])).collect();
    assert!(!numbers.is_empty());
    let fold = |of: fn(f64, f64) -> f64| numbers.iter().copied().reduce(of).expect("a number");
    (fold(f64::min), fold(f64::max))
}

const NODES: &str = "Nodes of the searches";
const BRANCHING: &str = "Effective branching";
const OTHER: &str = "Positions in which";
const POINTS: &str = "Points per game, evaluation";
const DEPTHS: &str = "Points per game, depth";

#[test]
fn readme_is_ascii_of_80_columns() {
    for (index, line) in readme().lines().enumerate() {
        let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        assert!(is_plain && line.len() <= 80, "line {}: {line:?}", index + 1);
    }
}

#[test]
#[ignore = "twenty seconds of searches"]
fn tables_are_those_of_the_report() {
    let (readme, words) = (readme(), |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let smaller = if all_tests() { None } else { Some(report_with(&[("--depths", "1-2"), ("--openings", "2")])) };
    let folder = smaller.as_ref().unwrap_or_else(|| &REPORT);
    let report = fs::read_to_string(folder.path().join(PRINTED)).expect("a report");
    assert_eq!(tables(&readme).len(), 2);
    for table in tables(&readme) {
        let caption = table.lines().next().expect("a caption");
        let of_report = tables(&report).into_iter().find(|table| table.starts_with(caption)).expect(caption);
        // In the smaller report, rows of games differ and depths are missing.
        let rows = match (&smaller, caption.starts_with("Nodes")) {
            (None, _) => usize::MAX,
            (Some(_), true) => of_report.lines().count(),
            (Some(_), false) => 2,
        };
        let first = |table: &str| table.lines().take(rows).map(words).collect::<Vec<_>>();
        assert_eq!(first(table), first(of_report));
    }
}

/// True if a row of a table compares the two given evaluations.
fn is_of(first: &'static str, second: &'static str) -> impl Fn(&[String]) -> bool {
    move |row| row[1..3] == [first, second]
}

/// The sentences that `readme.txt` must contain, with figures from the report.
fn statements() -> Vec<String> {
    let nodes = |depth, evaluation| number(&cell(NODES, &[depth, evaluation], 4));
    let more = |depth| nodes(depth, "weights") / nodes(depth, "pieces");
    let visited = |depth| cell(NODES, &[depth, "pieces"], 5);
    let positions: f64 = (1..=5).map(|depth: u32| number(&cell(NODES, &[&depth.to_string()], 2))).sum();
    let (fewest_points, most_points) = range(POINTS, is_of("weights", "pieces"), 5);
    let (fewest_against_2, most_against_2) = range(POINTS, is_of("mobile", "pieces"), 5);
    let is_deeper = |row: &[String]| is_of("mobile", "weights")(row) && row[0] != "1";
    let (fewest_against_3, most_against_3) = range(POINTS, is_deeper, 5);
    let (_, largest_p) = range(POINTS, is_deeper, 6);
    let fewer = |depth| nodes(depth, "mobile") / nodes(depth, "weights");
    let (fewest_deeper, most_deeper) = range(DEPTHS, |row| row[0] == "pieces", 5);
    let steps: Vec<Vec<String>> = table(DEPTHS).into_iter().filter(|row| row[0] == "pieces").collect();
    let uncertain: Vec<&Vec<String>> = steps.iter().filter(|row| number(&row[6]) >= 0.05).collect();
    assert_eq!((steps.len(), uncertain.len(), &*uncertain[0][1]), (4, 1, "3"));
    let not_significant = &uncertain[0][6];
    let lowest = table(POINTS)
        .iter()
        .filter(|row| is_of("weights", "pieces")(row))
        .map(|row| number(row[5].split(['[', ',']).nth(1).expect("an interval")))
        .fold(1.0, f64::min);
    let pairings = table(POINTS).len() + table(DEPTHS).len();
    let (_, ties) = range(OTHER, is_of("weights", "pieces"), 8);
    vec![
        format!("In none of the {positions} positions do the two tasks find another value or choose another move"),
        format!(
            "{} in 100 at depth 2, {} at depth 3, {} at depth 4 and {} at depth 5",
            visited("2"),
            visited("3"),
            visited("4"),
            visited("5")
        ),
        format!("{} times the leaves it would then", cell(BRANCHING, &["5", "pieces"], 6)),
        format!("{:.2} times as many at depth 2 and {:.2} times at depth 5", more("2"), more("5")),
        format!("{} % at depth 1 and {} % at depth 5", cell(OTHER, &["1"], 5), cell(OTHER, &["5"], 5)),
        format!("In at most {ties} % of these it was a tie"),
        format!("p is below 0.001 at each depth, corrected for all {pairings} pairings"),
        format!(
            "It makes {fewest_points:.2} to {most_points:.2} points per game, and no interval begins below {lowest:.2}"
        ),
        format!("to task 2 it brings {fewest_deeper:.2} to {most_deeper:.2} points per game against itself"),
        format!("only that from depth 2 to depth 3 is not significant, with p at {not_significant}"),
        "weights + 10 mobility".to_owned(),
        format!("than task 2 at every depth, with {fewest_against_2:.2} to {most_against_2:.2} points per game"),
        format!("at depth 1, where p is {}", cell(POINTS, &["1", "mobile", "weights"], 6)),
        format!(
            "At depths 2 to 5 mobile plays better, with {fewest_against_3:.2} to {most_against_3:.2} points per game and \
             p at most {largest_p:.3}"
        ),
        format!("{:.2} times as many at depth 2 and {:.2} times at depth 5", fewer("2"), fewer("5")),
    ]
}

#[test]
#[ignore = "twenty seconds of searches"]
fn figures_of_the_text_are_in_the_report() {
    let readme = readme();
    let (_, text) = readme.split_once("TASK 1 AGAINST TASK 2").expect("the analysis");
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for statement in statements() {
        assert!(text.contains(&statement), "readme.txt should say: {statement}");
        text = text.replace(&statement, "");
    }
    // The other numbers of the text belong to tasks, depths and tables.
    let words: Vec<&str> = text.split_whitespace().collect();
    for (number, word) in
        words.iter().enumerate().filter(|(_, word)| word.contains(|letter: char| letter.is_ascii_digit()))
    {
        let before = words[..number]
            .iter()
            .rev()
            .find(|word| !word.starts_with(|letter: char| letter.is_ascii_digit()) && **word != "to");
        let names = ["task", "TASK", "Task", "tasks", "depth", "depths", "from", "Table"];
        assert!(before.is_some_and(|before| names.contains(before)), "nobody has checked {word:?} in {text}");
    }
}

#[test]
#[ignore = "twenty seconds of searches"]
fn statements_of_the_text_are_true() {
    let depths = || (1..=5).map(|depth: u32| depth.to_string());
    for depth in depths().skip(1) {
        let of = |caption, evaluation, column| number(&cell(caption, &[&depth, evaluation], column));
        assert!(of(NODES, "weights", 4) > of(NODES, "pieces", 4));
        assert!(of(NODES, "mobile", 4) < of(NODES, "weights", 4));
    }
    for depth in depths() {
        assert!(number(&cell(OTHER, &[&depth], 5)) > 50.0);
        let [of_weights, of_pieces] = [6, 7].map(|column| number(&cell(OTHER, &[&depth], column)));
        assert!(of_pieces > of_weights);
        assert_eq!(cell(POINTS, &[&depth, "weights", "pieces"], 6), "<0.001");
        let better = |first, second| cell("Discs per game", &[&depth, first, second], 4);
        assert_eq!([better("weights", "pieces"), better("mobile", "pieces")], ["weights", "mobile"]);
        assert_eq!(better("mobile", "weights"), if depth == "1" { "could be chance" } else { "mobile" });
    }
    let (_, most) = range(DEPTHS, |row| row[0] == "pieces", 5);
    let (fewest, _) = range(POINTS, is_of("weights", "pieces"), 5);
    assert!(most < fewest);
}

#[test]
#[ignore = "twenty seconds of searches"]
fn numbers_of_boards_and_openings_are_true() {
    let count = |file: &str, column: &str| {
        let mut reader = csv::Reader::from_path(REPORT.path().join(file)).expect("a data file");
        let rows = reader.deserialize().map(|row| row.expect("a row"));
        rows.map(|mut row: HashMap<String, String>| row.remove(column)).collect::<HashSet<_>>().len()
    };
    let text = readme().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("The boards are those in fixtures/, {} (", count("data.csv", "board"))));
    assert!(text.contains(&format!("start from {} balanced openings", count("games.csv", "start"))));
}
