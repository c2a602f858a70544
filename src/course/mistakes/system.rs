//! The assignments whose programs print their answers, and their words in texts of mistakes.

use reversi_io::names::names;

names! {
    /// An assignment whose programs print their answers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum System {
        Tiny => "tiny",
        Nxn => "nxn",
        Awari => "awari",
        Tree => "tree",
        /// Any other program: a list contains the arguments and the expected text.
        #[default]
        Text => "text",
    }
}

impl System {
    /// The text that replaces a name in braces; `None` if the name is unknown.
    pub(super) fn word(self, name: &str) -> Option<String> {
        let [black, white] = match self {
            Self::Tiny => ["player 1 (dark)", "player 2 (light)"],
            Self::Nxn => ["B (black)", "W (white)"],
            Self::Awari => ["player 1", "player 2"],
            Self::Tree | Self::Text => ["MAX", "MIN"],
        };
        let order = match self {
            Self::Awari => "from house 0 to house 5",
            Self::Tree | Self::Text => "from left to right",
            Self::Tiny | Self::Nxn => "row by row from the top, each row from the left",
        };
        let word = match name {
            "black" | "max" | "max_color" => black,
            "white" | "min_color" => white,
            "order" => order,
            "whole_order" => return Some(format!("{order}.")),
            "infinity" => "infinity",
            "no_move" => "a player without a legal move passes: the other player moves on the same board.",
            _ => return None,
        };
        Some(word.to_owned())
    }
}
