//! Tests the document of a page without a browser.

use std::{fs, ops::ControlFlow, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reversi::{
    assignment::{Asked, AskedTask, Assignment, Job, TaskNumber},
    game::Depth,
    games::reversi::Move,
    log::Event,
};
use reversi_testing::by_profile;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::page;
use crate::{examples::words, reversi};

/// The part of a document between two texts.
fn between<'a>(document: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = document.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0
}

fn document(line: &str) -> String {
    let folder = TempDir::new().expect("a folder");
    fs::read_to_string(page(folder.path(), line)).expect("a page")
}

fn opening() -> String {
    document("explain -t 2 -d 3 -i fixtures/opening.txt -o {page}")
}

/// Writes the correct log of alpha-beta from the opening into a folder. Returns the log's path and the command line of
/// a check.
fn right_log(folder: &TempDir) -> (PathBuf, String) {
    let log = folder.path().join("log.txt");
    let job = format!("-t 2 -d 3 -i fixtures/opening.txt -ol {:?}", log.to_string_lossy());
    reversi().args(words(&job)).args(["-op", "-"]).assert().success();
    (log, format!("check {job} --html {{page}}"))
}

#[test]
fn the_security_policy_has_the_hashes_of_style_and_script() {
    let page = opening();
    for (tag, policy) in [("style", "style-src 'sha256-"), ("script", "script-src 'sha256-")] {
        let part = between(&page, &format!("<{tag}>"), &format!("</{tag}>"));
        let hash = STANDARD.encode(Sha256::digest(part));
        assert_eq!(between(&page, policy, "'"), hash, "the hash of the {tag}");
    }
}

#[test]
fn a_page_asks_for_nothing_from_elsewhere() {
    let page = opening();
    assert!(page.contains("default-src 'none'"));
    let addresses = page.match_indices("http").map(|(place, _)| page[place..].chars().take(40).collect::<String>());
    // The names of SVG elements contain a text that looks like an address.
    let addresses: Vec<String> =
        addresses.filter(|address| !address.starts_with("http://www.w3.org/2000/svg")).collect();
    assert_eq!(addresses, ["http-equiv=\"Content-Security-Policy\" con"]);
    for loading in [" src=", "href=", "@import", "url("] {
        assert!(!page.contains(loading), "{loading}");
    }
}

#[test]
fn a_page_is_small_apart_from_its_data() {
    let page = opening();
    let data = between(&page, "<script type=\"application/json\" id=\"data\">", "</script>");
    assert!(page.len() - data.len() < 300_000, "{} bytes", page.len() - data.len());
}

#[test]
fn a_page_has_less_than_30_bytes_a_row() {
    let (depth, least_rows) = by_profile((8, 10_000), (10, 90_000));
    let job = format!("-t 2 -d {depth} -i fixtures/opening.txt --most-rows 300000");
    let page = document(&format!("explain {job} -o {{page}}"));
    let rows = between(&page, "\"rows\":\"", "\"").len();
    assert!(rows > least_rows, "only {rows} rows");
    assert!(page.len() < 30 * rows, "{} bytes for {rows} rows", page.len());
}

#[test]
fn the_first_row_is_seen_without_scripts() {
    let page = opening();
    let still = between(&page, "<div id=\"still\">", "</div>");
    for text in ["root 1 -Infinity -Infinity Infinity", "Black is MAX here", "***OX***", "save this file"] {
        assert!(still.contains(text), "{text}");
    }
}

#[test]
fn the_end_tag_of_a_script_is_text_in_a_log() {
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("log.txt");
    fs::write(&log, "Node,Depth,Value,Alpha,Beta\nroot 1 </script><script>alert(1)</script>\n").expect("a log");
    let page = document(&format!("check -t 2 -d 1 -i fixtures/opening.txt -ol {log:?} --html {{page}}"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
}

#[test]
fn a_long_right_log_is_shown_by_its_first_subtree() {
    let folder = TempDir::new().expect("a folder");
    let (_, check) = right_log(&folder);
    let page = document(&(check + " --most-rows 10"));
    assert!(page.contains("3 plies deep, from d3 c3</title>"));
    assert!(page.contains(": every row here is as expected."));
}

#[test]
fn missing_and_surplus_rows_stand_at_their_nodes() {
    let folder = TempDir::new().expect("a folder");
    let (path, check) = right_log(&folder);
    let text = fs::read_to_string(&path).expect("a log");
    let mut lines: Vec<&str> = text.lines().collect();
    // Row 10 is the last child of c3, and row 7 is c3 after its second child.
    lines.insert(11, "h8 4 9.0 3.0 Infinity");
    lines.remove(7);
    fs::write(&path, lines.join("\n") + "\n").expect("a log");
    let page = document(&check);
    let verdict = "Alpha-beta, evaluated by discs, 3 plies deep: 1 row missing, 1 extra row, after row 10: h8 4 9.0 3.0 Infinity.";
    assert_eq!(between(&page, "\"verdict\":\"", "\""), verdict);
    assert_eq!(
        between(&page, "\"surplus\":", "}"),
        "[[10,\"h8 4 9.0 3.0 Infinity\"]],\"verdict\":\"".to_owned() + verdict + "\""
    );
    assert!(page.contains("\"first\":7,") && page.contains("\"rows\":[[7,null]]"));
}

#[test]
fn a_wrong_moves_file_is_shown_by_the_search_of_its_wrong_step() {
    let folder = TempDir::new().expect("a folder");
    let [moves, board] = ["moves.txt", "board.txt"].map(|name| folder.path().join(name));
    let job = format!("-t 2 -d 2 -i fixtures/opening.txt -op {moves:?}");
    reversi().args(words(&job)).args(["-ol", "-"]).assert().success();
    let text = fs::read_to_string(&moves).expect("a moves file");
    let steps: Vec<Vec<&str>> = text.split("\n\n").map(|step| step.lines().collect()).collect();
    // Black's second move, in step 3, is replaced by the last legal move, which is wrong.
    fs::write(&board, steps[2][2..].join("\n")).expect("a board");
    let asked = Asked { task: TaskNumber::new(2).map(AskedTask::Number), depth: Some(Depth::new(2)), weights: None };
    let third = Job::read(&Assignment::usual(), &board, asked).expect("a job");
    let right = third.task.search().solve().best;
    let wrong = third.task.start.legal_moves().into_iter().filter(|square| right != Some(Move::Place(*square))).last();
    let after = third.task.start.after(wrong.expect("another move"));
    let after: Vec<String> = third.assignment.squares.rows(&after).collect();
    fs::write(&moves, text.replace(&steps[3][2..].join("\n"), &after.join("\n"))).expect("a moves file");
    let checked = document(&format!("check {job} --html {{page}}"));
    let explained = document(&format!("explain -t 2 -d 2 -i {board:?} -o {{page}}"));
    let rows = |page: &str| between(page, "\"rows\":\"", "\"").to_owned();
    assert_eq!(rows(&checked), rows(&explained));
    assert!(checked.contains(": the search of step 3, the last one before the first wrong line."), "{checked}");
    // The page begins with the row that decides the value of the right move.
    let mut decided = None;
    third.task.search().each_row(&mut |row| {
        if let (true, Event::Update { child, .. }) = (row.path.is_empty(), row.event)
            && right == Some(child)
        {
            decided = Some(row.number);
        }
        ControlFlow::Continue(())
    });
    assert!(checked.contains(&format!("\"first\":{},", decided.expect("a row of the root"))), "{checked}");
}

#[test]
fn right_moves_without_a_log_have_no_page() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let [moves, page] = ["moves.txt", "page.html"].map(|name| folder.path().join(name));
    let job = ["-t", "2", "-d", "1", "-i", "fixtures/opening.txt", "-op"];
    crate::reversi().args(job).arg(&moves).args(["-ol", crate::NULL_DEVICE]).assert().success();
    let assert = crate::reversi().arg("check").args(job).arg(&moves).arg("--html").arg(&page).assert().success();
    let message = crate::stderr(&assert);
    assert!(message.contains("is not written"), "{message}");
    assert!(!page.exists());
}

#[test]
fn a_case_named_index_is_refused_beside_pages() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let [list, pages] = ["cases.csv", "pages"].map(|name| folder.path().join(name));
    let board = std::fs::canonicalize("fixtures/opening.txt").expect("a board");
    let row = format!("Index,usc2013,1,1,{}\n", board.display());
    std::fs::write(&list, format!("name,assignment,task,depth,input\n{row}")).expect("a list");
    let mut check = crate::reversi();
    check.args(["check", "--cases"]).arg(&list).arg(folder.path()).arg("--html").arg(&pages);
    let assert = check.assert().code(2).stdout("");
    let message = crate::stderr(&assert);
    assert!(message.contains("a case is named index; expected another name"), "{message}");
    assert!(!pages.exists());
}
