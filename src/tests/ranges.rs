//! Tests that selected rows equal the rows of the whole log.

use std::ops::ControlFlow;

use proptest::prelude::*;
use reversi::{
    assignment::{SearchRules, Task},
    game::Depth,
    games::reversi::{Continuation, Expression, Move, NoMove, Size},
    log::{Row, RowNumbers, RowRange},
    search::Algorithm,
};

use crate::positions;

const RULES: [SearchRules; 3] = [
    SearchRules::NO_PASS,
    SearchRules { no_move: NoMove::Pass, ..SearchRules::NO_PASS },
    SearchRules { no_move: NoMove::Pass, wipe_out: Continuation::Ends, ..SearchRules::NO_PASS },
];

/// A row with its own data.
type Owned = (String, Vec<Move>, u64);

fn owned(row: &Row<Move>) -> Owned {
    (format!("{:?} {} {:?}", row.event, row.value, row.window), row.path.to_vec(), row.number)
}

fn all(task: &Task) -> Vec<Owned> {
    let mut rows = Vec::new();
    task.search().each_row(&mut |row| {
        rows.push(owned(row));
        ControlFlow::Continue(())
    });
    rows
}

fn some(task: &Task, range: &RowRange) -> Vec<Owned> {
    let mut rows = Vec::new();
    task.search().each_row_of(range, &mut |row| {
        rows.push(owned(row));
        ControlFlow::Continue(())
    });
    rows
}

fn tasks(depths: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Task> {
    let start = prop_oneof![positions::reachable(Size::EIGHT), positions::arbitrary(Size::EIGHT)];
    let evaluation = prop_oneof![Just(Expression::pieces()), Just(Expression::weights())];
    let algorithm = prop::sample::select(&Algorithm::ALL);
    (start, prop::sample::select(&RULES), algorithm, evaluation, depths).prop_map(
        |(start, rules, algorithm, evaluation, depth)| {
            Task::new(start, rules, algorithm, evaluation, Depth::new(depth))
        },
    )
}

proptest! {
    #![proptest_config(crate::random(60))]

    #[test]
    fn every_row_of_a_small_search_is_found_by_its_number(task in tasks(1..=2)) {
        let rows = all(&task);
        prop_assert_eq!(task.count().1.rows(), rows.len() as u64);
        for (number, row) in (1..).zip(&rows) {
            let one = RowRange::Numbers(RowNumbers { first: number, last: Some(number) });
            prop_assert_eq!(&some(&task, &one), std::slice::from_ref(row));
        }
        let beyond = RowRange::Numbers(RowNumbers { first: rows.len() as u64 + 1, last: None });
        prop_assert_eq!(some(&task, &beyond), []);
    }

    #[test]
    fn any_range_of_a_deep_search_is_that_of_its_log(task in tasks(3..=4), first in 0.0..1.0_f64, length in 0_u64..300) {
        let rows = all(&task);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // any row
        let first = (first * rows.len() as f64) as usize;
        let numbers = RowNumbers { first: first as u64 + 1, last: Some(first as u64 + 1 + length) };
        let end = rows.len().min(first + 1 + usize::try_from(length).expect("a few"));
        prop_assert_eq!(some(&task, &RowRange::Numbers(numbers)), &rows[first..end]);
        prop_assert_eq!(task.count().1.rows(), rows.len() as u64);
        // The test also compares the rows of the first row's node.
        let path = &rows[first].1;
        let of_node = (1..).zip(rows.iter().filter(|row| row.1 == *path));
        let of_node: Vec<Owned> = of_node.map(|(number, row)| (row.0.clone(), path.clone(), number)).collect();
        prop_assert_eq!(some(&task, &RowRange::Path(path.clone())), of_node);
    }

    #[test]
    fn rows_are_named_as_they_are_read(first in 1_u64.., length in prop::option::of(0_u64..1000)) {
        let numbers = RowNumbers { first, last: length.map(|length| first.saturating_add(length)) };
        prop_assert_eq!(numbers.to_string().parse(), Ok(numbers));
    }
}

#[test]
fn printed_rows_are_lines_of_the_log_in_every_assignment() {
    for (assignment, input) in [
        ("usc2014", "fixtures/next/usc2014-alphabeta-midgame.txt"),
        ("usc2017a", "fixtures/next/usc2017-black-midgame.txt"),
        ("usc2017", "fixtures/next/usc2017-black-midgame.txt"),
    ] {
        let job = ["--assignment", assignment, "-i", input];
        let written = crate::stdout(&crate::reversi().arg("next").args(job).args(["-o", "-"]).assert().success());
        // The board has eight lines, and the column names have one.
        let rows: Vec<&str> = written.lines().skip(9).collect();
        let printed = crate::stdout(&crate::reversi().args(["rows", "1.."]).args(job).assert().success());
        assert_eq!(printed.lines().collect::<Vec<_>>(), rows);
        let last = crate::stdout(&crate::reversi().args(["rows", "--last"]).args(job).assert().success());
        assert_eq!(Some(&last.trim_end()), rows.last());
    }
}
