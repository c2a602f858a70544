//! Tests the files of a report: equal in each run, complete, and refused if they would be wrong.

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::{BOARDS, PRINTED, REPORT, report, rows, text};
use crate::{assert_same, files};

/// A small report that uses all parts of a report.
pub const SMALL: &str = "fixtures/midgame-late.txt fixtures/endgame-eight-empties.txt fixtures/pass-at-root.txt \
    --depths 1,3 --openings 4 --eval=pieces --eval 'mobile=weights + 10 mobility'";

#[test]
fn the_number_of_threads_changes_nothing() {
    let [one, five] = ["1", "5"].map(|threads| report(&format!("{SMALL} --no-times --threads {threads}")));
    assert_same(&files(one.path()), &files(five.path()), "threads");
}

#[test]
fn equal_boards_are_left_out_and_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments =
        ["report", "fixtures/endgame-eight-empties.txt", "fixtures/crlf-line-ends.txt", "--depths", "1", "--no-times"];
    let assert = crate::reversi().args(arguments).arg("--out").arg(folder.path()).assert().success();
    let said = crate::stderr(&assert);
    let left_out = "fixtures/crlf-line-ends.txt is the same board as fixtures/endgame-eight-empties.txt, and left out";
    assert!(said.contains(left_out), "{said}");
}

#[test]
fn only_times_differ_from_run_to_run() {
    let [one, other] = [(), ()].map(|()| report(SMALL));
    let without_times = |folder: &TempDir| {
        let mut files = files(folder.path());
        let with_times = ["data.csv", "report.md", PRINTED, "report.html"];
        files.retain(|path, _| !with_times.iter().any(|name| path.ends_with(name)));
        files
    };
    assert_same(&without_times(&one), &without_times(&other), "two runs");
}

/// A text with spaces instead of line endings.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn tables_have_short_names_of_evaluations() {
    let sum = "weights + 10 mobility - 2 frontier";
    let evaluations = format!("--eval pieces --eval '{sum}'");
    let folder = report(&format!("fixtures/midgame-late.txt --depths 1 --no-times {evaluations}"));
    for (name, columns) in [("data.csv", &["evaluation"][..]), ("games.csv", &["black", "white"])] {
        let rows = rows(folder.path(), name);
        let named: BTreeSet<&str> = rows.iter().flat_map(|row| columns.iter().map(|column| row.text(column))).collect();
        assert_eq!(named, BTreeSet::from(["pieces", sum]), "{name}");
    }
    let plain = one_line(&text(folder.path(), PRINTED));
    assert!(plain.contains(&format!("Evaluations: pieces and eval2 ({sum}),")), "{plain}");
    // The command line also contains the sum.
    assert_eq!(plain.matches(sum).count(), 2);
}

#[test]
fn every_column_is_explained() {
    let columns = text(REPORT.path(), "columns.md");
    for name in ["data.csv", "games.csv"] {
        let data = text(REPORT.path(), name);
        for column in data.lines().next().expect("a header").split(',') {
            let is_explained = columns.lines().any(|line| {
                let names = line.strip_prefix("| ").and_then(|line| line.split(" |").next()).unwrap_or_default();
                names.split(", ").any(|name| name == column)
            });
            assert!(is_explained, "{column} of {name}");
        }
    }
}

#[test]
fn the_text_has_80_columns_and_the_figures_of_all_forms() {
    let longest = "--eval pieces --eval longest-of=fixtures/weights/own.csv --depths 1,2 --openings 100";
    let folder = report(&format!("{BOARDS} {longest}"));
    for path in [folder.path(), REPORT.path()] {
        let plain = text(path, PRINTED);
        for line in plain.lines() {
            assert!(line.len() <= 80 && line.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{line:?}");
        }
        let markdown = text(path, "report.md");
        let page = text(path, "report.html");
        for table in plain.split("\n\n").filter(|part| part.starts_with("Table ")) {
            for row in table.lines().skip(2) {
                let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
                assert!(markdown.contains(&format!("| {} |", cells.join(" | "))), "{row}");
                for cell in cells {
                    assert!(page.contains(&format!(">{}</td>", cell.replace('<', "&lt;"))), "{cell}");
                }
            }
        }
    }
}

#[test]
fn the_page_is_one_file_and_its_plots_are_whole() {
    let page = text(REPORT.path(), "report.html");
    for outside in ["http", "src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let markdown = text(REPORT.path(), "report.md");
    let mut seen = 0;
    for (path, bytes) in files(REPORT.path()) {
        let name = path.to_string_lossy();
        if !name.ends_with(".svg") {
            continue;
        }
        let plot = String::from_utf8(bytes).expect("text");
        assert!(markdown.contains(&format!("]({name})")), "{name}");
        let title = plot.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).expect("a title");
        assert!(page.contains(&format!("<title>{title}</title>")), "{title}");
        for tag in ["svg", "text", "title", "style"] {
            let [opened, closed] = [format!("<{tag}"), format!("</{tag}>")].map(|tag| plot.matches(&tag).count());
            assert_eq!(opened, closed, "{name}: {tag}");
        }
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{name}");
        points_are_between_labels(&plot);
        seen += 1;
    }
    assert_eq!(seen, 6);
}

/// Checks a plot of lines: all points are between the labels of the vertical axis, and no mark touches a label.
fn points_are_between_labels(plot: &str) {
    const MARK: f64 = 5.0;
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let between = |text: &str, from: &str, to: &str| -> String {
        text.split(from).nth(1).and_then(|rest| rest.split(to).next()).expect("an attribute").to_owned()
    };
    let labels: Vec<(f64, f64)> = plot
        .lines()
        .filter(|line| line.contains("class=\"end faint\""))
        .map(|line| (number(&between(line, " x=\"", "\"")), number(&between(line, " y=\"", "\"")) - 4.0))
        .collect();
    let Some((right, lowest)) = labels.iter().copied().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))
    else {
        return;
    };
    let highest = labels.iter().map(|label| label.1).fold(f64::INFINITY, f64::min);
    let marks: Vec<(f64, f64)> = plot
        .lines()
        .filter(|line| line.contains("translate("))
        .map(|line| between(line, "translate(", ")"))
        .map(|place| place.split_once(' ').map(|(x, y)| (number(x), number(y))).expect("a place"))
        // The key is below the axes.
        .filter(|&(_, y)| y < lowest + 40.0)
        .collect();
    assert!(!marks.is_empty());
    for (x, y) in marks {
        assert!((highest - 0.1..=lowest + 0.1).contains(&y) && x - MARK > right, "({x}, {y}): {plot}");
    }
}

#[test]
fn few_games_are_too_few_to_tell() {
    let told = |openings| {
        let folder = report(&format!("fixtures/midgame-late.txt --depths 1-2 --no-times --openings {openings}"));
        one_line(&text(folder.path(), PRINTED))
    };
    let few = told(2);
    assert!(few.contains("2 pairs of games are too few to tell whether weights or pieces plays better at"), "{few}");
    assert!(!few.contains("No significant difference"), "{few}");
    assert!(!told(11).contains("too few"));
}

#[test]
fn plots_over_depths_need_two_depths() {
    let folder = report("fixtures/midgame-late.txt --depths 2 --no-times --openings 2");
    let plots: Vec<_> =
        files(folder.path()).into_keys().filter(|path| path.extension().is_some_and(|kind| kind == "svg")).collect();
    assert_eq!(plots, ["steps.svg", "strength.svg"].map(std::path::PathBuf::from));
}
