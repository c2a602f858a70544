//! Open readings: questions that an assignment's text leaves open, and the key that decides each question.

use super::Assignment;
use reversi_core::games::reversi::{FullBoard, NoMove, WipeOut};
use reversi_io::names::names;

names! {
    /// Another possible reading of an assignment's text. The reading has the name of the mistake that a program makes
    /// if this reading is wrong.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OpenReading {
        FullBoardIsALeaf => "full-board-is-a-leaf",
        FullBoardGoesOn => "full-board-goes-on",
        WipeOutEnds => "wipe-out-ends",
        WipeOutGoesOn => "wipe-out-goes-on",
    }
}

impl OpenReading {
    /// The key in `[search]` that decides this question.
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

    /// True if the assignment follows the opposite reading, and the difference can change a result.
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

    /// Changes the assignment so that it follows this reading. The assignment's previous reading then becomes the open
    /// reading.
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
