//! Compares the rows that a page shows with the log and the sentences of the program.

use std::{fs, path::Path};

use reversi::{
    assignment::{Asked, Assignment, Job, JobInput, TaskNumber},
    explain,
    files::input::Input,
    game::{Depth, Turn, Value},
    games::{
        reversi::{Color, Move, Position, Square},
        tree,
    },
    log::{EachRow, Event, Row, RowFormat},
    reasons::{self, History, RowContext, Sentence, Words, tree_format, tree_row_facts},
    search::{Algorithm, AlphaBeta, Search},
};
use reversi_testing::by_profile;
use tempfile::TempDir;

use crate::browser::Browser;

/// Moves the slider through all rows and reads each displayed row.
const READ_ALL: &str = r"(() => {
  const slider = document.getElementById('slider');
  const text = (id) => document.getElementById(id).textContent;
  const shown = [];
  for (let row = Number(slider.min); row <= Number(slider.max); row++) {
    slider.value = String(row);
    slider.dispatchEvent(new Event('input'));
    const cells = [...document.querySelectorAll('#board td[class]')].map((cell) => cell.className);
    const window = [...document.querySelectorAll('#window tbody tr')].map((line) => [...line.children].slice(1, 3).map((cell) => cell.textContent).join('|'));
    shown.push([text('row-text'), text('sentence'), cells.join(','), window.join(' ')].join('\n'));
  }
  return shown;
})()";

/// A row in the format of [`READ_ALL`].
fn shown(text: &str, sentences: &[Sentence], board: &str, numbers: &[[String; 2]]) -> String {
    let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
    let numbers: Vec<String> = numbers.iter().map(|[before, now]| format!("{before}|{now}")).collect();
    [text, &sentences.join(" "), board, &numbers.join(" ")].join("\n")
}

/// The value, alpha and beta, each before and after the row's update.
fn numbers<M>(
    event: &Event<M>,
    value_before: Value,
    value: Value,
    window: Option<AlphaBeta>,
    row_format: &RowFormat,
) -> Vec<[String; 2]> {
    let before = match event {
        Event::Update { before, .. } => Some((value_before, *before)),
        Event::Enter | Event::Leaf => None,
    };
    let values = |(value, window): (Value, Option<AlphaBeta>)| {
        let bounds = window.into_iter().flat_map(|window| [window.alpha, window.beta]);
        [value].into_iter().chain(bounds).map(|value| row_format.number(value)).collect::<Vec<_>>()
    };
    let now = values((value, window));
    let before = before.map_or(vec![String::new(); now.len()], values);
    before.into_iter().zip(now).map(|(before, now)| [before, now]).collect()
}

/// The squares of a context in the format of the page.
fn board(context: &RowContext, start: Position) -> String {
    let (newest, flipped) = match context.path.split_last() {
        Some((Move::Place(square), before)) => (Some(*square), reasons::position_after(start, before).flips(*square)),
        _ => Default::default(),
    };
    let skipped = match context.event {
        Event::Update { child, cut: true, .. } => {
            let searched = context.moves.iter().position(|&played| played == child).expect("a move") + 1;
            &context.moves[searched..]
        }
        _ => &[],
    };
    let square = |square: Square| {
        let played = Move::Place(square);
        let mut words = vec![match context.position.at(square) {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None if skipped.contains(&played) => "skipped",
            None if context.moves.contains(&played) => "legal",
            None => "empty",
        }];
        words.extend((newest == Some(square)).then_some("placed"));
        words.extend(flipped.contains(square).then_some("flipped"));
        words.join(" ")
    };
    context.position.playable().into_iter().map(square).collect::<Vec<_>>().join(",")
}

/// The rows that the page of a task must show.
fn expected(job: &Job) -> Vec<String> {
    let (task, row_format) = (&job.task, job.row_format());
    let mut lines = Vec::new();
    task.search().each_row(&mut |row| {
        lines.push(row_format.write(&row_format.line(row)));
        std::ops::ControlFlow::Continue(())
    });
    let all: Vec<u64> = (1..=lines.len() as u64).collect();
    let words = Words(job);
    let rows = reasons::row_contexts(task, &all).into_iter().zip(lines);
    rows.map(|(context, line)| {
        let numbers = numbers(&context.event, context.value_before, context.value, context.window, row_format);
        shown(&line, &words.row(&context), &board(&context, task.start), &numbers)
    })
    .collect()
}

fn read(page: &explain::Page) -> Option<Vec<String>> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("page.html");
    fs::write(&path, page.html()).expect("a file");
    let mut browser = Browser::open(&path, 1280, 900)?;
    let shown: Vec<String> = serde_json::from_value(browser.value(READ_ALL)).expect("texts");
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
    Some(shown)
}

fn assert_page_shows_the_rows(name: &str, job: &Job) {
    let page = explain::of_job(job, &[], explain::MOST_ROWS).expect("a page");
    let Some(shown) = read(&page) else { return };
    let expected = expected(job);
    assert_eq!(shown.len(), expected.len(), "{name}");
    assert_same(name, &shown, &expected);
}

fn assert_same(name: &str, shown: &[String], expected: &[String]) {
    for (number, (shown, expected)) in shown.iter().zip(expected).enumerate() {
        assert_eq!(shown, expected, "{name}, row {}", number + 1);
    }
}

fn batch_job(board: &str, number: u8, depth: u32) -> Job {
    let assignment = Assignment::usual();
    let input = JobInput::read(&assignment, format!("fixtures/{board}.txt").as_ref()).expect("a board");
    let number = TaskNumber::new(number).expect("a number");
    Job::numbered(&assignment, number, input.position, Depth::new(depth)).expect("a task")
}

fn batch(board: &str, number: u8, depth: u32) {
    let job = batch_job(board, number, depth);
    assert_page_shows_the_rows(board, &job);
}

fn later(assignment: &str, input: &str) {
    let path = Path::new("fixtures/next").join(input).with_extension("txt");
    let assignment = Assignment::named(assignment).expect("a year");
    let job = Job::read(&assignment, &path, Asked::default()).expect("an input");
    assert_page_shows_the_rows(input, &job);
}

#[test]
fn every_row_of_each_task_is_shown_as_it_is() {
    let small = [("wipe-out-white-gone", 1, 2), ("opening", 2, 3), ("midgame-late", 3, 2)];
    let large = [("opening", 1, 2), ("opening", 2, 4), ("midgame-quiet", 3, 3)];
    for (board, number, depth) in by_profile(small.to_vec(), [small, large].concat()) {
        batch(board, number, depth);
    }
}

#[test]
fn every_row_of_searches_with_passes_is_shown_as_it_is() {
    let jobs = [("pass-inside-search", 2, 3), ("pass-inside-search", 2, 4), ("wipe-out-white-gone", 2, 3)];
    let inputs = [
        "usc2014-minimax-lopsided",
        "usc2017-double-pass",
        "usc2014-minimax-pass-inside",
        "usc2014-alphabeta-wipe-out-inside",
        "usc2017-pass-inside",
        "usc2017-root-pass",
    ];
    for &(board, number, depth) in by_profile(&jobs[..1], &jobs) {
        batch(board, number, depth);
    }
    for input in by_profile(&inputs[..2], &inputs) {
        later(&input[..7], input);
    }
}

#[test]
fn every_row_is_shown_in_the_words_of_a_described_assignment() {
    let words = r#"
name = "described"
like = "usc2014"
[input]
squares = ".xo"
[search]
max = "white"
order = "columns"
[log]
decimals = 2
separator = "; "
root = "start"
pass = "skip"
infinity = "big"
cut_marker = " PRUNED"
cut_window = "narrowed"
[moves]
black = "Dark"
white = "Light"
"#;
    let assignment =
        Assignment::parse(&Input { name: String::new(), text: words.to_owned() }).expect("an assignment").into();
    let Job { task, .. } = batch_job("pass-inside-search", 2, 3);
    let number = TaskNumber::new(3).expect("a number");
    let job = Job::numbered(&assignment, number, task.start, Depth::new(3)).expect("a task");
    assert_page_shows_the_rows("a described job", &job);
}

/// A job of an assignment from a file.
fn described(assignment: &str, name: &str, number: u8, depth: u32) {
    let file = |name: &str| format!("fixtures/assignment/{name}");
    let assignment = Assignment::read(file(&format!("{assignment}.toml")).as_ref()).expect("an assignment");
    let input = JobInput::read(&assignment, file(&format!("{name}.txt")).as_ref()).expect("an input");
    let number = TaskNumber::new(number).expect("a number");
    let job = Job::numbered(&assignment, number, input.position, Depth::new(depth)).expect("a task");
    assert_page_shows_the_rows(name, &job);
}

#[test]
fn every_row_is_shown_in_the_columns_of_its_assignment() {
    described("herbst", "herbst", 9, 2);
    described("herbst", "herbst-minimax", 4, 1);
    described("printemps", "printemps", 2, by_profile(1, 2));
}

#[test]
fn every_row_of_a_subtree_is_shown_as_in_the_whole_search() {
    let job = batch_job("opening", 2, 5);
    let task = &job.task;
    let at = ["c4", "c3", "c2"].map(|square| Move::Place(square.parse().expect("a square")));
    let mut first = None;
    task.search().each_row(&mut |row| {
        first = row.path.starts_with(&at).then_some(row.number);
        if first.is_some() { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    let first = usize::try_from(first.expect("a row")).expect("few");
    let Some(shown) = read(&explain::of_job(&job, &at, 100).expect("a page")) else { return };
    assert!(shown.iter().any(|row| row.contains("CUT-OFF")));
    assert_same("a subtree", &shown, &expected(&job)[first - 1..]);
}

#[test]
fn every_row_of_an_explicit_tree_is_shown_as_it_is() {
    let text = fs::read_to_string("fixtures/tree/deep-cuts.txt").expect("a tree");
    let tree = tree::parse(&text, Depth::new(10)).expect("a tree");
    let page = explain::of_tree(&tree, Turn::Max, Algorithm::AlphaBeta, "deep-cuts.txt", &[], 1000).expect("a page");
    let Some(found) = read(&page) else { return };
    let mut expected = Vec::new();
    let (mut history, format) = (History::default(), tree_format(&tree));
    let root = tree::TreeGame::root(&tree, Turn::Max);
    let search = Search { root, depth: Depth::UNLIMITED, window: AlphaBeta::FULL, evaluation: &tree::LeafValues };
    let Ok(_) = search.run(&mut EachRow::new(|row: &Row<tree::NodeId>| {
        let before = history.take(row);
        let facts = tree_row_facts(&tree, Turn::Max, row, before);
        let numbers = numbers(&row.event, before.value, row.value, row.window, &format);
        let name = row.path.last().map_or("root".to_owned(), |&node| tree.name(node));
        let now: Vec<&str> = numbers.iter().map(|[_, now]| now.as_str()).collect();
        let cut = if row.event.is_cut_off() { " CUT-OFF" } else { "" };
        let line = format!("{name} {} {}{cut}", row.ply() + 1, now.join(" "));
        expected.push(shown(&line, &facts.sentences(&format), "", &numbers));
        Ok::<(), std::convert::Infallible>(())
    }));
    assert_eq!(found, expected);
}
