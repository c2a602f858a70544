//! Open readings: questions that an assignment's text leaves open, and the key that decides each question.

use super::{Assignment, SearchRules};
use reversi_core::games::reversi::{Continuation, NoMove};
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

    /// The same rules, with the key's value of this reading.
    pub const fn applied_to(self, rules: SearchRules) -> SearchRules {
        match self {
            Self::FullBoardIsALeaf => SearchRules { full_board: Continuation::Ends, ..rules },
            Self::FullBoardGoesOn => SearchRules { full_board: Continuation::GoesOn, ..rules },
            Self::WipeOutEnds => SearchRules { wipe_out: Continuation::Ends, ..rules },
            Self::WipeOutGoesOn => SearchRules { wipe_out: Continuation::GoesOn, ..rules },
        }
    }

    /// True if the assignment follows the opposite reading, and the difference can change a result.
    pub(super) fn is_possible_in(self, assignment: &Assignment) -> bool {
        let rules = assignment.rules;
        self.applied_to(rules) != rules && rules.no_move == NoMove::Pass
    }

    /// Changes the assignment so that it follows this reading. The assignment's previous reading then becomes the open
    /// reading.
    pub(super) fn asked_for(self, assignment: &Assignment) -> Assignment {
        let mut other = Assignment { rules: self.applied_to(assignment.rules), ..assignment.clone() };
        let opposite = Self::ALL.into_iter().find(|reading| reading.key() == self.key() && *reading != self);
        for reading in other.open_readings.iter_mut().filter(|reading| **reading == self) {
            *reading = opposite.unwrap_or(self);
        }
        other
    }
}
