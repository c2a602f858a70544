//! The dialects: each year of the assignment as data. Adding one is adding a value here.

use std::fmt;

use crate::log::{CutWindow, Numbers, Spelling};

/// One year's form of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// The lines of its input.
    pub input: InputForm,
    /// The rules inside its search.
    pub rules: SearchRules,
    /// The spelling of its log.
    pub spelling: Spelling,
}

/// What stands in an input before the eight rows of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// Nothing: task and depth are arguments, and black is to move.
    Board,
    /// The player and the depth; the task is always alpha-beta.
    PlayerDepth,
    /// The task, the player and the depth.
    TaskPlayerDepth,
}

/// The rules inside a search, each a type of [`reversi`](crate::games::reversi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRules {
    /// [`NoPass`](crate::games::reversi::NoPass).
    NoPass,
    /// [`CountedPass`](crate::games::reversi::CountedPass) that goes on where a colour is wiped out.
    CountedPass,
    /// [`CountedPass`](crate::games::reversi::CountedPass) that ends there.
    CountedPassOrWipeOut,
}

/// The name.
impl fmt::Display for Dialect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name)
    }
}

impl Dialect {
    /// The batch job's (USC CSCI 561, autumn 2013).
    pub const USC2013: Self = Self {
        name: "usc2013",
        input: InputForm::Board,
        rules: SearchRules::NoPass,
        spelling: Spelling {
            separator: " ",
            numbers: Numbers::OneDecimal,
            root_depth: 1,
            cut_window: CutWindow::Narrowed,
            cut_marker: " CUT-OFF",
            last_line_end: true,
        },
    };

    /// USC CSCI 561, autumn 2014.
    pub const USC2014: Self = Self {
        name: "usc2014",
        input: InputForm::TaskPlayerDepth,
        rules: SearchRules::CountedPassOrWipeOut,
        spelling: Spelling {
            separator: ",",
            numbers: Numbers::Integer,
            root_depth: 0,
            cut_window: CutWindow::AsSearched,
            cut_marker: "",
            last_line_end: false,
        },
    };

    /// USC CSCI 561, spring 2017, as first released.
    pub const USC2017A: Self = Self { name: "usc2017a", input: InputForm::PlayerDepth, ..Self::USC2014 };

    /// USC CSCI 561, spring 2017, with the updated samples.
    pub const USC2017: Self = Self { name: "usc2017", rules: SearchRules::CountedPass, ..Self::USC2017A };

    /// All dialects, by year.
    pub const ALL: [Self; 4] = [Self::USC2013, Self::USC2014, Self::USC2017A, Self::USC2017];

    /// The dialect of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name == name)
    }
}
