//! A board of a game in a student's file: the expected move before it, and the student's move.

use crate::{Difference, TextPrefix, kind::squares_of};
use reversi_core::games::reversi::{Bitboard, Color, Move, Position, Square};
use reversi_course::assignment::{Action, Job, Step};
use reversi_io::files::diagnostic::Line;

/// A step of the game, or the next board of an output, and the move to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The step of the moves file; `None` for the next board of an output.
    pub step: Option<Step>,
    /// The board before the move with the player to move, and the expected move; `None` for the first board.
    pub before: Option<(Position, Option<Move>)>,
    /// The board in the student's file; `None` if the lines are not a board.
    pub found: Option<Position>,
    /// True if the opponent has just passed before the move.
    pub is_after_pass: bool,
}

/// The move that leads to the board in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundMove {
    /// Another legal move.
    Legal(Square),
    /// A disc on a square where the player captures nothing, and the discs that are flipped all the same.
    Illegal(Square, Bitboard),
    /// A legal move after which the wrong discs are flipped.
    WrongFlips(Square, Bitboard),
    /// A disc on a square with an opponent's disc; the flips would be right if the square were empty.
    Occupied(Square),
    OfOpponent(Square),
    /// The move has not changed the board.
    Nothing,
    /// The board is not the result of one move; these squares differ from the expected board.
    Unclear(Bitboard),
    NoBoard,
}

impl Play {
    /// Finds the board of the moves file that contains a line. `rows` has the board rows at this line, if the file was
    /// converted from another format.
    pub(crate) fn of_step(
        difference: &Difference,
        rows: &[String],
        job: &Job,
        steps: &[Step],
        kept: &TextPrefix,
    ) -> Option<Self> {
        let place = difference.expected_line - 1;
        let index = usize::try_from(place / Step::lines_on(job.assignment.size)).ok()?.min(steps.len().checked_sub(1)?);
        let step = steps[index];
        let side_to_move = step.position.side_to_move();
        let found = if rows.is_empty() {
            // Up to this line, the student's lines equal the expected lines.
            let first = (difference.line - 1).checked_sub(place % Step::lines_on(job.assignment.size));
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
        let is_after_pass = index.checked_sub(2).is_some_and(|at| steps[at].action == Action::Pass);
        Some(Self { step: Some(step), before, found, is_after_pass })
    }

    pub(crate) fn of_next_board(job: &Job, kept: &TextPrefix) -> Self {
        let start = job.task.start;
        let found = board(job, kept, 0, start.side_to_move().opponent());
        Self { step: None, before: Some((start, job.task.search().solve().best)), found, is_after_pass: false }
    }

    /// Explains a board that is not the result of one move. If the wrong squares are exactly the captures from a square
    /// with an opponent's disc, the result names this square. In any other case, the result has all wrong squares.
    fn unclear(&self, found: &Position) -> FoundMove {
        if let Some((before, _)) = &self.before
            && before.empty() == found.empty()
        {
            let turned = before.discs(before.side_to_move().opponent()) & found.discs(before.side_to_move());
            let is_laid = |square: &Square| {
                let [black, white] = Color::ALL.map(|color| before.discs(color) - Bitboard::of(*square));
                let emptied = Position::new(before.size(), before.side_to_move(), black, white);
                let flips = emptied.flips(*square);
                !flips.is_empty() && flips | Bitboard::of(*square) == turned
            };
            let are_kept = (before.discs(before.side_to_move()) - found.discs(before.side_to_move())).is_empty();
            if let Some(square) = turned.into_iter().find(is_laid).filter(|_| are_kept) {
                return FoundMove::Occupied(square);
            }
        }
        let expected = match &self.before {
            Some((before, Some(Move::Place(square)))) => before.after(*square),
            Some((before, _)) => *before,
            None => *found,
        };
        let differs = |color| expected.discs(color) ^ found.discs(color);
        FoundMove::Unclear(differs(Color::Black) | differs(Color::White))
    }

    /// The square of the move in the file, if it is the result of one move.
    pub fn found_square(&self) -> Option<Square> {
        match self.found_move() {
            FoundMove::Legal(square)
            | FoundMove::Illegal(square, _)
            | FoundMove::WrongFlips(square, _)
            | FoundMove::Occupied(square)
            | FoundMove::OfOpponent(square) => Some(square),
            FoundMove::Nothing | FoundMove::Unclear(_) | FoundMove::NoBoard => None,
        }
    }

    /// The move that leads to the board in the file.
    pub fn found_move(&self) -> FoundMove {
        let (Some(found), Some((before, _))) = (&self.found, &self.before) else { return FoundMove::NoBoard };
        let side_to_move = before.side_to_move();
        let mut laid = (before.empty() - found.empty()).into_iter();
        let (Some(square), None) = (laid.next(), laid.next()) else {
            return if has_discs_of(before, found) { FoundMove::Nothing } else { self.unclear(found) };
        };
        let passed = before.passed();
        if passed.legal_moves().contains(square) && has_discs_of(&passed.after(square), found) {
            let is_legal = before.legal_moves().contains(square) && has_discs_of(&before.after(square), found);
            return if is_legal { FoundMove::Legal(square) } else { FoundMove::OfOpponent(square) };
        }
        let turned = before.discs(side_to_move.opponent()) & found.discs(side_to_move);
        let is_one_move = found.discs(side_to_move) == (before.discs(side_to_move) | turned | Bitboard::of(square));
        if !is_one_move || !(found.empty() - before.empty()).is_empty() {
            self.unclear(found)
        } else if before.flips(square).is_empty() {
            FoundMove::Illegal(square, turned)
        } else if before.flips(square) == turned {
            FoundMove::Legal(square)
        } else {
            FoundMove::WrongFlips(square, turned)
        }
    }
}

/// True if two boards have the same discs; the player to move does not count.
fn has_discs_of(board: &Position, other: &Position) -> bool {
    Color::ALL.into_iter().all(|color| board.discs(color) == other.discs(color))
}

/// Reads the board from lines of a file, starting at an index.
fn board(job: &Job, kept: &TextPrefix, first: usize, side_to_move: Color) -> Option<Position> {
    let rows: Vec<_> = kept.lines().skip(first).take(job.assignment.size.rows().into()).collect();
    parse_rows(job, &rows, side_to_move)
}

/// Reads the board from its rows.
pub fn parse_rows(job: &Job, rows: &[impl AsRef<str>], side_to_move: Color) -> Option<Position> {
    let squares =
        |text: &str| String::from_utf8_lossy(&squares_of(text.as_bytes(), job.assignment.squares)).into_owned();
    let rows: Vec<String> = rows.iter().map(|text| squares(text.as_ref())).collect();
    let lines: Vec<Line> = (1..).zip(&rows).map(|(number, text)| Line { number, text }).collect();
    job.assignment.squares.parse(&lines, job.assignment.size, side_to_move).ok()
}
