//! A board of a game in a student's file: what was to be played before it, and what was.

use super::{Difference, TextPrefix};
use crate::{
    assignment::{Action, Job, Step},
    files::diagnostic::Line,
    games::reversi::{Bitboard, Color, Move, Position, Size, Square},
};

/// A step of the game, or the next board of an output, and the move that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The step of the moves file; none for the next board of an output.
    pub step: Option<Step>,
    /// The board before the move, with the player who makes it, and the move; none where there is no move before it.
    pub before: Option<(Position, Option<Move>)>,
    /// The board that the file has in this place, if it is one.
    pub found: Option<Position>,
}

/// What the file has in place of the expected board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundMove {
    /// The board after another legal move.
    Legal(Square),
    /// A disc on a square where the player captures nothing.
    Illegal(Square),
    /// A disc on a square where the player captures something, and other discs turned than those.
    Turns(Square, Bitboard),
    /// The board as it was before.
    Nothing,
    /// A board that is not the result of one move, and the squares that are not as they should be.
    Unclear(Bitboard),
    /// No board.
    NoBoard,
}

impl Play {
    /// The board that a line of the moves file is part of; `rows` are those of the board there, where the file has been read
    /// through its spelling.
    pub(super) fn of_step(
        difference: &Difference,
        rows: &[String],
        job: &Job,
        steps: &[Step],
        kept: &TextPrefix,
    ) -> Option<Self> {
        let place = difference.expected_line - 1;
        let index = usize::try_from(place / Step::LINES).ok()?.min(steps.len().checked_sub(1)?);
        let step = steps[index];
        let side_to_move = step.position.side_to_move();
        let found = if rows.is_empty() {
            // Up to here, the lines are those of the truth.
            let first = (difference.line - 1).checked_sub(place % Step::LINES);
            first.and_then(|first| board(job, kept, usize::try_from(first + 2).ok()?, side_to_move))
        } else {
            parse_rows(job, rows, side_to_move)
        };
        let before = index.checked_sub(1).map(|before| {
            let Step { position, action, .. } = steps[before];
            let played = match action {
                Action::Place(square) => Some(Move::Place(square)),
                Action::Pass => Some(Move::Pass),
                Action::End => None,
            };
            (position, played)
        });
        Some(Self { step: Some(step), before, found })
    }

    /// The next board of an output.
    pub(super) fn of_next_board(job: &Job, kept: &TextPrefix) -> Self {
        let start = job.task.start;
        let found = board(job, kept, 0, start.side_to_move().opponent());
        Self { step: None, before: Some((start, job.task.search().solve().best)), found }
    }

    fn unclear(&self, found: &Position) -> FoundMove {
        let expected = match &self.before {
            Some((before, Some(Move::Place(square)))) => before.after(*square),
            Some((before, _)) => *before,
            None => *found,
        };
        let differs = |color| expected.discs(color) ^ found.discs(color);
        FoundMove::Unclear(differs(Color::Black) | differs(Color::White))
    }

    /// What the file has in place of the expected board.
    pub fn found_move(&self) -> FoundMove {
        let (Some(found), Some((before, _))) = (&self.found, &self.before) else { return FoundMove::NoBoard };
        let side_to_move = before.side_to_move();
        let mut laid = (before.empty() - found.empty()).into_iter();
        let (Some(square), None) = (laid.next(), laid.next()) else {
            let is_same = [Color::Black, Color::White].iter().all(|&color| before.discs(color) == found.discs(color));
            return if is_same { FoundMove::Nothing } else { self.unclear(found) };
        };
        let turned = before.discs(side_to_move.opponent()) & found.discs(side_to_move);
        let is_one_move = found.discs(side_to_move) == (before.discs(side_to_move) | turned | Bitboard::of(square));
        if !is_one_move || !(found.empty() - before.empty()).is_empty() {
            self.unclear(found)
        } else if before.flips(square).is_empty() {
            FoundMove::Illegal(square)
        } else if before.flips(square) == turned {
            FoundMove::Legal(square)
        } else {
            FoundMove::Turns(square, turned)
        }
    }
}

/// The board in eight lines of a file, from one of them on, counted from 0.
fn board(job: &Job, kept: &TextPrefix, first: usize, side_to_move: Color) -> Option<Position> {
    let rows: Vec<_> = kept.lines().skip(first).take(8).collect();
    parse_rows(job, &rows, side_to_move)
}

/// The board in eight rows.
pub(super) fn parse_rows(job: &Job, rows: &[impl AsRef<str>], side_to_move: Color) -> Option<Position> {
    let lines: Vec<Line> = (1..).zip(rows).map(|(number, text)| Line { number, text: text.as_ref() }).collect();
    job.assignment.squares.parse(&lines, Size::EIGHT, side_to_move).ok()
}
