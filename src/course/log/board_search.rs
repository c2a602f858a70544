//! A search of a board or of its turned or mirrored image. The rows always have the moves of the board.

use std::io;

use super::{EachRow, Row};
use reversi_core::{
    game::{Depth, Evaluation},
    games::reversi::{Move, MoveOrder, Rules},
    search::{Outcome, Search, Window},
};

/// A search on a board, on its image in an order of moves, or on a board with swapped colors. The log always shows the
/// original board.
#[derive(Debug)]
pub struct BoardSearch<'a, R, W, E> {
    pub search: Search<'a, R, W, E>,
    /// The order of the moves on the board. The search runs on the image of the board in this order.
    pub order: MoveOrder,
}

/// Makes a search on the board itself, without an image.
impl<'a, R: Rules, W, E> From<Search<'a, R, W, E>> for BoardSearch<'a, R, W, E> {
    fn from(search: Search<'a, R, W, E>) -> Self {
        Self { search, order: MoveOrder::ROWS_FROM_A1 }
    }
}

impl<R: Rules, W: Window, E> BoardSearch<'_, R, W, E> {
    /// Converts a move of the search to a move on the original board.
    pub fn original(&self, image: impl Into<Move>) -> Move {
        match self.order {
            // This function runs for each move of each row's path, so the usual order must be fast.
            MoveOrder::ROWS_FROM_A1 => image.into(),
            order => order.original_move(self.search.root.position().size(), image.into()),
        }
    }

    /// The outcome of the search, with its move on the original board.
    pub fn outcome(&self, outcome: Outcome<R::Move>) -> Outcome<Move> {
        Outcome { value: outcome.value, best: outcome.best.map(|image| self.original(image)) }
    }

    /// Searches and shows every row; the moves in the rows are moves on the original board.
    pub(super) fn try_each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> io::Result<()>) -> io::Result<Outcome<Move>>
    where
        E: Evaluation<R>,
    {
        let mut path = Vec::new();
        let mut show = |row: &Row<R::Move>| {
            path.clear();
            path.extend(row.path.iter().map(|&image| self.original(image)));
            visit(&row.on_path(&path, |image| self.original(image)))
        };
        let outcome = self.search.run(&mut EachRow::new(&mut show as Visitor<R::Move>))?;
        Ok(self.outcome(outcome))
    }
}

/// A function that receives the rows of a search one by one. Calling a pointer takes little time compared with a row,
/// and avoids compiling the search for each such function.
type Visitor<'a, M> = &'a mut dyn FnMut(&Row<M>) -> io::Result<()>;

/// The depth that a search can reach, which is at most the length of the game.
pub(super) fn deepest<R: Rules, W, E>(search: &Search<R, W, E>) -> Depth {
    search.depth.min(Depth::new(search.root.plies_left()))
}
