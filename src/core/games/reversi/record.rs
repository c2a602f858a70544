//! The record of a game: its positions, the moves between them, and the current legal moves.

use std::fmt;

use crate::{
    game::Game,
    games::reversi::{Color, Move, Pass, Position, Square, sides::SideMove},
};
use reversi_io::names::list;

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    played: Vec<(Position, Move)>,
    position: Position,
}

impl Record {
    /// A game that starts from a position.
    pub const fn new(start: Position) -> Self {
        Self { played: Vec::new(), position: start }
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        self.played.first().map_or(&self.position, |(start, _)| start)
    }

    /// The game up to the position with a number of discs, or the start for 0; `None` if the game has fewer discs.
    pub fn up_to(&self, discs: usize) -> Option<Self> {
        let mut record = Self::new(*self.start());
        let mut laid = 0;
        let mut moves = self.played.iter();
        while laid < discs {
            let &(_, played) = moves.next()?;
            laid += usize::from(played != Move::Pass);
            record.play(played);
        }
        Some(record)
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of the game so far, each with its side.
    pub fn moves(&self) -> impl Iterator<Item = SideMove> {
        self.played.iter().map(|&(before, played)| SideMove(before.side_to_move(), played))
    }

    /// The moves of the game so far, each with the position before the move.
    pub fn plies(&self) -> impl Iterator<Item = (Position, Move)> {
        self.played.iter().copied()
    }

    /// The squares on which discs were placed, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.played.iter().filter_map(|(_, played)| played.square())
    }

    /// The square of the last move; `None` if the last move was a pass.
    pub fn last_square(&self) -> Option<Square> {
        self.played.last()?.1.square()
    }

    /// The legal moves now: none at the end of the game, and only a pass if there is no other move.
    pub fn legal(&self) -> Vec<Move> {
        Pass(self.position).moves().collect()
    }

    /// Makes a legal move.
    pub fn play(&mut self, played: Move) {
        self.played.push((self.position, played));
        self.position = Pass(self.position).after(played).0;
    }

    /// Goes back to the latest earlier position in which `chooses` returns true for the player to move. Returns the
    /// undone moves; the list is empty if there is no such position.
    pub fn undo(&mut self, chooses: impl Fn(Color) -> bool) -> Vec<SideMove> {
        let Some(kept) = self.played.iter().rposition(|(before, _)| chooses(before.side_to_move())) else {
            return Vec::new();
        };
        let taken = self.moves().skip(kept).collect();
        self.position = self.played[kept].0;
        self.played.truncate(kept);
        taken
    }

    /// Makes a pass if the player to move has no legal move and the game is not over.
    pub fn pass_if_forced(&mut self) {
        if self.legal() == [Move::Pass] {
            self.play(Move::Pass);
        }
    }

    /// Makes a move that the user has entered. The user may leave out a forced pass before the move. If the move is not
    /// legal or the game is over, the error is a sentence.
    pub(super) fn play_given(&mut self, played: Move) -> Result<(), String> {
        if played != Move::Pass {
            self.pass_if_forced();
        }
        self.check(played)?;
        self.play(played);
        Ok(())
    }

    /// Returns an error if the move is not legal now or if the game is over. The error is a sentence for the user.
    pub(super) fn check(&self, played: Move) -> Result<(), String> {
        let legal = self.legal();
        if legal.is_empty() {
            Err(format!("{played} comes after the end of the game; expected no more moves"))
        } else if legal.contains(&played) {
            Ok(())
        } else {
            let (side, legal) = (self.position.side_to_move(), list(legal, "or"));
            Err(format!("{played} is not a legal move of {side}; expected {legal}"))
        }
    }
}

/// Writes the squares of the moves in order: `d3c5`. The side of the next move shows a pass, so only a pass at the end
/// is written: `--`.
impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares().try_for_each(|square| square.fmt(formatter))?;
        if self.played.last().is_some_and(|&(_, played)| played == Move::Pass) {
            formatter.write_str("--")?;
        }
        Ok(())
    }
}
