//! The rows of a minimax log, one by one, against the log that several threads write.

use std::fmt::Write as _;

use proptest::prelude::*;
use reversi::{
    assignment::Dialect,
    game::{Depth, Value},
    games::reversi::{CountedPass, DiscValues, NoPass, Pass, Pieces, Rules, Size, Weights},
    log::{LineEnding, LogFormat, Numbers, Spelling},
    search::{Node, Observer, Open, Update, search},
};

use crate::positions;

/// A log, row by row.
struct Rows {
    spelling: Spelling,
    line_end: &'static str,
    text: String,
}

impl Rows {
    fn row<M: std::fmt::Display>(&mut self, node: Node<M>, value: Value) {
        let Spelling { separator, numbers, root_depth, .. } = self.spelling;
        let name = node.reached_by.map_or("root".to_owned(), |played| played.to_string());
        let depth = node.ply.plies() + root_depth;
        let decimal = if numbers == Numbers::OneDecimal && value.finite().is_some() { ".0" } else { "" };
        let line_end = self.line_end;
        write!(self.text, "{name}{separator}{depth}{separator}{value}{decimal}{line_end}").expect("room in memory");
    }
}

impl<M: Copy + std::fmt::Display> Observer<M, Open> for Rows {
    type Error = std::convert::Infallible;

    fn leaf(&mut self, node: Node<M>, value: Value, _: Open) -> Result<(), Self::Error> {
        self.row(node, value);
        Ok(())
    }

    fn enter(&mut self, node: Node<M>, value: Value, _: Open) -> Result<(), Self::Error> {
        self.row(node, value);
        Ok(())
    }

    fn update(&mut self, node: Node<M>, update: Update<M, Open>) -> Result<(), Self::Error> {
        self.row(node, update.value);
        Ok(())
    }
}

/// The log of a minimax search, written row by row.
pub fn row_by_row<R: Rules<Move: std::fmt::Display>>(
    spelling: Spelling,
    game: &R,
    depth: Depth,
    evaluation: &impl DiscValues,
    line_ending: LineEnding,
) -> String {
    let line_end = line_ending.text();
    let mut rows = Rows { spelling, line_end, text: format!("Node,Depth,Value{line_end}") };
    let Ok(_) = search(game, depth, Open, evaluation, &mut rows);
    if !spelling.last_line_end {
        rows.text.truncate(rows.text.len() - line_end.len());
    }
    rows.text
}

fn check<R: Rules<Move: std::fmt::Display>>(
    spelling: Spelling,
    game: &R,
    depth: Depth,
    evaluation: &impl DiscValues,
    line_ending: LineEnding,
) -> Result<(), TestCaseError> {
    let mut log = Vec::new();
    let logged = LogFormat::Spelled(spelling).search(game, depth, Open, evaluation, line_ending, &mut log);
    let Ok(outcome) = search(game, depth, Open, evaluation, &mut ());
    prop_assert_eq!(logged.expect("room in memory"), outcome);
    let expected = row_by_row(spelling, game, depth, evaluation, line_ending);
    prop_assert!(log == expected.as_bytes(), "{:?} to depth {}", game.position(), depth);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Small boards, so that a log is deep enough for parts and has leaves above and below their roots.
    #[test]
    fn a_log_in_parts_is_the_log_row_by_row(
        position in (4_u8..=5).prop_flat_map(|rows| {
            let size = Size::new(rows).expect("4 or 5 rows");
            prop_oneof![positions::reachable(size), positions::arbitrary(size)]
        }),
        depth in 5_u32..=9,
        dialect in prop::sample::select(&Dialect::ALL),
        crlf in prop::bool::ANY,
    ) {
        let (spelling, depth) = (dialect.spelling, Depth::new(depth));
        let line_ending = if crlf { LineEnding::Crlf } else { LineEnding::Lf };
        check(spelling, &NoPass(position), depth, &Pieces, line_ending)?;
        check(spelling, &Pass(position), depth, &Weights::default(), line_ending)?;
        check(spelling, &CountedPass::<true>::new(position), depth, &Pieces, line_ending)?;
    }
}
