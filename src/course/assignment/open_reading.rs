//! Open readings: points that an assignment's text leaves open, and that a key of the assignment's file decides.

use super::{Assignment, NoMove};
use reversi_core::games::reversi::{FullBoard, WipeOut};
use reversi_io::names::names;

names! {
    /// A way to read an assignment's text that is not the assignment's own. It has the name of the mistake of whoever reads it
    /// so.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OpenReading {
        FullBoardIsALeaf => "full-board-is-a-leaf",
        FullBoardGoesOn => "full-board-goes-on",
        WipeOutEnds => "wipe-out-ends",
        WipeOutGoesOn => "wipe-out-goes-on",
    }
}

impl OpenReading {
    /// The key of `[search]` that decides.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::FullBoardIsALeaf | Self::FullBoardGoesOn => "full_board",
            Self::WipeOutEnds | Self::WipeOutGoesOn => "wipe_out",
        }
    }

    const fn opposite(self) -> Self {
        match self {
            Self::FullBoardIsALeaf => Self::FullBoardGoesOn,
            Self::FullBoardGoesOn => Self::FullBoardIsALeaf,
            Self::WipeOutEnds => Self::WipeOutGoesOn,
            Self::WipeOutGoesOn => Self::WipeOutEnds,
        }
    }

    /// True if an assignment reads the point in the opposite way, and the point makes a difference there.
    pub(super) fn is_possible_in(self, assignment: &Assignment) -> bool {
        let rules = assignment.rules;
        let is_opposite = match self {
            Self::FullBoardIsALeaf => rules.full_board == FullBoard::GoesOn,
            Self::FullBoardGoesOn => rules.full_board == FullBoard::Ends,
            Self::WipeOutEnds => rules.wipe_out == WipeOut::GoesOn,
            Self::WipeOutGoesOn => rules.wipe_out == WipeOut::Ends,
        };
        is_opposite && rules.no_move == NoMove::Pass
    }

    /// The assignment that is read so. Its own way is as open there as this one was.
    pub(super) fn asked_for(self, assignment: &Assignment) -> Assignment {
        let mut other = assignment.clone();
        match self {
            Self::FullBoardIsALeaf => other.rules.full_board = FullBoard::Ends,
            Self::FullBoardGoesOn => other.rules.full_board = FullBoard::GoesOn,
            Self::WipeOutEnds => other.rules.wipe_out = WipeOut::Ends,
            Self::WipeOutGoesOn => other.rules.wipe_out = WipeOut::GoesOn,
        }
        for reading in other.open_readings.iter_mut().filter(|reading| **reading == self) {
            *reading = self.opposite();
        }
        other
    }
}
