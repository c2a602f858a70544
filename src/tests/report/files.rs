//! The files: the same however they were made, whole in themselves, and refused where they would not be right.

use std::{collections::BTreeMap, fs, path::Path};

use tempfile::TempDir;

use super::{ARGUMENTS, REPORT, report, rows, run, text};

/// A small report that covers everything.
const SMALL: [&str; 9] = [
    "fixtures/midgame-late.txt",
    "fixtures/endgame-eight-empties.txt",
    "fixtures/pass-at-root.txt",
    "--depths",
    "1,3",
    "--openings",
    "4",
    "--txt",
    "--eval=pieces",
];

/// The small report with a second evaluation.
pub fn small() -> Vec<&'static str> {
    [&SMALL[..], &["--eval", "mine=fixtures/weights/own.csv"]].concat()
}

/// All files of a folder by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file")))
        .collect()
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in one {
        assert!(bytes == other[&name], "{name} differs");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = report(&[&small()[..], &["--threads", "1"]].concat());
    let five = report(&[&small()[..], &["--threads", "5"]].concat());
    assert_same(one.path(), five.path());
}

#[test]
fn shards_put_together_are_the_whole() {
    let whole = report(&small());
    let (parts, merged) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let without_text: Vec<&str> = small().into_iter().filter(|&argument| argument != "--txt").collect();
    let mut merge = vec!["--merge".to_owned()];
    for number in 1..=3 {
        let part = parts.path().join(number.to_string());
        run(&part, &[&without_text[..], &["--shard", &format!("{number}/3")]].concat());
        merge.push(part.display().to_string());
    }
    let merge: Vec<&str> = merge.iter().map(String::as_str).chain(["--txt"]).collect();
    run(merged.path(), &merge);
    assert_same(whole.path(), merged.path());

    let missing = [&merge[..3], &["--out"]].concat();
    let message = crate::reversi().arg("report").args(missing).arg(merged.path()).assert().code(2);
    assert!(String::from_utf8_lossy(&message.get_output().stderr).contains("the parts are not the whole"));
}

/// Leaves the first part of the rows of a data file.
fn cut(file: &Path) {
    let text = fs::read_to_string(file).expect("a data file");
    let lines: Vec<&str> = text.lines().collect();
    fs::write(file, lines[..lines.len() / 2].join("\n") + "\n").expect("a data file");
}

#[test]
fn what_was_interrupted_goes_on_to_the_same_end() {
    let whole = report(&small());
    let interrupted = report(&small());
    for name in ["data.csv", "games.csv"] {
        cut(&interrupted.path().join(name));
    }
    for name in ["report.md", "report.html", "nodes.svg"] {
        fs::remove_file(interrupted.path().join(name)).expect("a file of a report");
    }
    run(interrupted.path(), &small());
    assert_same(whole.path(), interrupted.path());
}

#[test]
fn more_depths_boards_and_evaluations_go_on_from_fewer() {
    let whole = report(&small());
    let grown = report(&["fixtures/midgame-late.txt", "--eval", "pieces", "--depths", "3", "--openings", "2"]);
    run(grown.path(), &small());
    assert_same(whole.path(), grown.path());
}

#[test]
fn what_is_known_is_not_measured_again() {
    let folder = report(&small());
    let data = folder.path().join("data.csv");
    // The log of one search is said to be larger than it is: whoever measured it again would know better.
    let known = fs::read_to_string(&data).expect("a data file");
    let row = known.lines().nth(1).expect("a row").to_owned();
    let mut cells: Vec<&str> = row.split(',').collect();
    cells[14] = "123456789";
    let wrong = cells.join(",");
    fs::write(&data, known.replacen(&row, &wrong, 1)).expect("a data file");
    run(folder.path(), &small());
    assert!(text(folder.path(), "data.csv").contains(&wrong));
    assert!(text(folder.path(), "report.txt").contains("123456789"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::{
        process::{Command, Stdio},
        thread,
        time::Duration,
    };

    use rustix::process::{Pid, Signal, kill_process};

    let folder = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("reversi"));
    // Minutes of work.
    command.args(["report", "--depths", "6", "--out"]).arg(folder.path()).stderr(Stdio::piped());
    let started = command.spawn().expect("the program runs");
    thread::sleep(Duration::from_secs(3));
    kill_process(Pid::from_child(&started), Signal::INT).expect("it is running");
    let output = started.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the same command goes on from here"), "{said}");
    let files = files(folder.path());
    assert!(!files.contains_key("report.md"));
    assert_eq!(files.contains_key("plan.json"), files.contains_key("data.csv"));
}

#[test]
fn equal_boards_are_left_out_and_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments = ["report", "fixtures/endgame-eight-empties.txt", "fixtures/crlf-line-ends.txt", "--depths", "1"];
    let assert = crate::reversi().args(arguments).arg("--out").arg(folder.path()).assert().success();
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let left_out = "fixtures/crlf-line-ends.txt is the same board as fixtures/endgame-eight-empties.txt, and left out";
    assert!(said.contains(left_out), "{said}");
}

#[test]
fn times_stand_in_a_file_of_their_own() {
    let with_times = report(&[&small()[..], &["--times"]].concat());
    let times = rows(with_times.path(), "times.csv");
    let searches = rows(with_times.path(), "data.csv");
    assert_eq!(times.len(), searches.len());
    for (time, search) in times.iter().zip(&searches) {
        for column in ["board", "step", "search", "evaluation", "depth", "nodes"] {
            assert_eq!(time.text(column), search.text(column));
        }
        assert!(time.number("nanoseconds") > 0);
    }
    fs::remove_file(with_times.path().join("times.csv")).expect("the times");
    assert_same(with_times.path(), report(&small()).path());
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
fn the_text_is_plain_and_has_80_columns_and_the_figures_of_the_other_forms() {
    let longest =
        [&ARGUMENTS[..4], &["--eval", "pieces", "--eval", "longest-of=fixtures/weights/own.csv", "--depths", "1,2"]]
            .concat();
    let folder = report(&[&longest[..], &["--txt", "--openings", "100"]].concat());
    for path in [folder.path(), REPORT.path()] {
        let plain = text(path, "report.txt");
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
    for (name, bytes) in files(REPORT.path()) {
        if Path::new(&name).extension().is_none_or(|kind| kind != "svg") {
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
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[test]
fn what_takes_too_long_is_said_before_it_starts() {
    let folder = TempDir::new().expect("a temporary folder");
    let arguments = ["report", "--depths", "1-12", "--threads", "2", "--out"];
    let assert = crate::reversi().args(arguments).arg(folder.path()).assert().code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("most of it for minimax at depth 12") && said.contains("--force"), "{said}");
    assert!(files(folder.path()).is_empty());
}
