//! The value of a finished game.

use reversi_core::games::reversi::Board;
use reversi_io::names::names;

names! {
    /// The rule for counting the discs of a finished game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Score {
        /// The difference of discs, like in the assignment.
        Discs => "discs",
        /// The difference of discs; the winner also gets the empty squares, like in tournaments.
        #[default]
        WinnerTakesEmpties => "winner-takes-empties",
    }
}

impl Score {
    /// The value of a finished game on a board with `squares` squares: own discs minus the opponent's discs.
    #[inline]
    pub(super) fn of(self, board: Board, squares: i32) -> i32 {
        let (own, other) = (board.own.len() as i32, board.other.len() as i32);
        let difference = own - other;
        match self {
            Self::Discs => difference,
            Self::WinnerTakesEmpties => difference + difference.signum() * (squares - own - other),
        }
    }
}
