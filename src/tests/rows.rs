//! Compares rows that are written one by one with the writer of logs.

use std::convert::Infallible;

use proptest::prelude::*;
use reversi::{
    assignment::Assignment,
    files::LineEnding,
    game::Depth,
    games::reversi::{Move, MoveOrder, Pass, Pieces, Rules, Size, StaticEvaluation, Weights},
    log::{BoardSearch, CutWindow, EachRow, Event, Line, LogSize, LoggedSearch as _, Row, RowFormat},
    search::{AlphaBeta, NoWindow, Search, Window},
};

use crate::{assignment::columns, positions};

/// The log of a search, written row by row.
pub fn row_by_row<R: Rules, W: Window>(
    board: &BoardSearch<R, W, impl StaticEvaluation>,
    row_format: &RowFormat,
    line_ending: LineEnding,
) -> String {
    let mut lines = vec![row_format.column_names(W::PRUNES)];
    let Ok(_) = board.search.run(&mut EachRow::new(|row: &Row<R::Move>| {
        let name = row.path.last().map(|&image| board.original(image)).into();
        lines.push(row_format.write(&Line { name, ..row_format.line(row) }));
        Ok::<(), Infallible>(())
    }));
    let line_end = line_ending.text();
    lines.join(line_end) + if row_format.last_line_end { line_end } else { "" }
}

fn check<R: Rules>(
    search: Search<R, impl Window, impl StaticEvaluation>,
    order: MoveOrder,
    row_format: &RowFormat,
    line_ending: LineEnding,
) -> Result<(), TestCaseError> {
    let board = BoardSearch { order, ..search.into() };
    let mut log = Vec::new();
    let logged = board.write_log(row_format, line_ending, &mut log);
    let Ok(outcome) = board.search.run(&mut ());
    prop_assert_eq!(logged.expect("room in memory"), board.outcome(outcome));
    let expected = row_by_row(&board, row_format, line_ending);
    prop_assert!(log == expected.as_bytes(), "{:?} to depth {}", board.search.root.position(), board.search.depth);
    let size = LogSize { rows: expected.lines().count() as u64 - 1, bytes: expected.len() as u64 };
    prop_assert_eq!(board.log_size(row_format, line_ending, &mut |_| ()).expect("a thread"), size);
    Ok(())
}

/// Positions of small boards, so that a log is deep and has leaves at many depths.
fn small() -> impl Strategy<Value = reversi::games::reversi::Position> {
    (4_u8..=5).prop_flat_map(|rows| {
        let size = Size::new(rows).expect("4 or 5 rows");
        prop_oneof![positions::reachable(size), positions::arbitrary(size)]
    })
}

/// The format of a built-in assignment, or any other that an assignment may have, with short and long texts.
fn row_format() -> impl Strategy<Value = RowFormat> {
    let built_in = Assignment::built_in().map(|assignment| assignment.row_format.clone()).collect::<Vec<_>>();
    let texts = ("[A-Z][a-z]{0,12}", "[;|/ ,:]{1,4}|[;|/ ,:]{5,20}", "9999999999|∞|inf[a-z]{0,12}");
    let names =
        ("r[_ß]{1,3}|root|[_A-Z]{5,40}", "p[_ß]{1,3}|pass|[_a-z]{5,20}", "|[ !#<][A-Za-z -]{0,12}|[!][A-Z]{20,50}");
    let numbers = (0_usize..=6, 0_u32..=9);
    let choices = (prop::sample::select(&[CutWindow::Narrowed, CutWindow::AsSearched]), any::<bool>());
    let columns = (columns(), "[;|/ ,:]{1,4}");
    let own = (columns, texts, names, numbers, choices);
    let own = own.prop_map(|(columns, texts, names, (decimals, root_depth), choices)| RowFormat {
        columns: columns.0,
        header_separator: columns.1.into(),
        header: ["", "2", "3", "4", "5"].map(|end| texts.0.clone() + end).join(",").into(),
        separator: texts.1.into(),
        infinity: texts.2.into(),
        root: names.0.into(),
        pass: names.1.into(),
        cut_marker: names.2.into(),
        decimals,
        root_depth,
        cut_window: choices.0,
        last_line_end: choices.1,
        numbers: Vec::new(),
    });
    prop_oneof![prop::sample::select(built_in), own]
}

fn order() -> impl Strategy<Value = MoveOrder> {
    prop::sample::select(MoveOrder::all().collect::<Vec<_>>())
}

fn line_ending() -> impl Strategy<Value = LineEnding> {
    prop::sample::select(&LineEnding::ALL)
}

proptest! {
    #![proptest_config(crate::random(200))]

    #[test]
    fn a_log_in_parts_is_the_log_row_by_row(
        position in small(),
        depth in 1_u32..=8,
        row_format in row_format(),
        order in order(),
        table in any::<[[i16; 8]; 8]>(),
        line_ending in line_ending(),
        wipe_out_ends in any::<bool>(),
    ) {
        let (depth, window, weights, row_format) = (Depth::new(depth), AlphaBeta::FULL, Weights::new(&table), &row_format);
        let [leaves, ends, goes_on] = positions::nodes(position);
        let passes = if wipe_out_ends { ends } else { goes_on };
        check(Search { root: leaves, depth, window: NoWindow, evaluation: &Pieces }, order, row_format, line_ending)?;
        check(Search { root: leaves, depth, window, evaluation: &Pieces }, order, row_format, line_ending)?;
        check(Search { root: Pass(position), depth, window: NoWindow, evaluation: &weights }, order, row_format, line_ending)?;
        check(Search { root: Pass(position), depth, window, evaluation: &weights }, order, row_format, line_ending)?;
        check(Search { root: passes, depth, window: NoWindow, evaluation: &Pieces }, order, row_format, line_ending)?;
        check(Search { root: passes, depth, window, evaluation: &weights }, order, row_format, line_ending)?;
    }

    #[test]
    fn the_path_and_the_windows_of_rows_follow_from_the_rows_before(position in small(), depth in 0_u32..=5) {
        let search = Search { root: Pass(position), depth: Depth::new(depth), window: AlphaBeta::FULL, evaluation: &Pieces };
        let mut open: Vec<(Option<Move>, Option<AlphaBeta>)> = Vec::new();
        let mut expected = 1;
        let outcome = search.run(&mut EachRow::new(|row: &Row<Move>| {
            prop_assert_eq!(row.number, expected);
            expected += 1;
            match row.event {
                Event::Enter | Event::Leaf => {
                    open.truncate(row.ply());
                    prop_assert_eq!(open.len(), row.ply());
                    let window = open.last().map_or(Some(AlphaBeta::FULL), |(_, window)| *window);
                    prop_assert_eq!(row.window, window, "a node is entered with the window of its parent");
                    open.push((row.path.last().copied(), row.window));
                }
                Event::Update { child, before, .. } => {
                    prop_assert_eq!(open.get(row.ply() + 1).and_then(|(played, _)| *played), Some(child));
                    open.truncate(row.ply() + 1);
                    let node = open.last_mut().expect("the node has been entered");
                    prop_assert_eq!(before, node.1);
                    node.1 = row.window;
                }
            }
            let path: Vec<Move> = open.iter().filter_map(|(played, _)| *played).collect();
            prop_assert_eq!(&path, row.path);
            Ok(())
        }));
        outcome?;
    }
}

fn of_path(path: &str, job: &[&str]) -> String {
    let assert = crate::reversi().args(["rows", "--path", path]).args(job).assert().success().stderr("");
    crate::stdout(&assert)
}

#[test]
fn a_path_is_read_however_it_is_written() {
    let job = ["-t", "2", "-d", "3", "-i", "fixtures/opening.txt"];
    let rows = of_path("d3 c3", &job);
    assert_eq!(rows.lines().count(), 5);
    for path in ["d3c3", "d3,c3", "D3 C3", " d3  c3 "] {
        assert_eq!(of_path(path, &job), rows, "{path:?}");
    }
}

#[test]
fn an_input_may_be_a_position_itself() {
    let line = "---------------------------OX------XO--------------------------- X";
    let rows = |input: &str| of_path("d3", &["-t", "2", "-d", "2", &format!("--input={input}")]);
    assert!(rows(line).starts_with("d3 2 Infinity -Infinity Infinity\n"), "black is to move");
    assert!(rows("f5d6c3").starts_with("d3 2 -Infinity -Infinity Infinity\n"), "white is to move");
    let assert = crate::reversi()
        .args(["check", "-t", "2", "-d", "2", "-i", "f5d6", "-ol", "fixtures/check/wrong-log.txt"])
        .assert();
    assert.code(1);
}
