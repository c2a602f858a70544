//! Texts with names in braces, which the referee replaces by values of the game.

use reversi_io::names::{fill, list};
use serde::Deserialize;

/// A text that may contain the names of [`NAMES`] in braces.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Template(String);

const NAMES: [&str; 14] = [
    "color",
    "other_color",
    "board",
    "black_discs",
    "white_discs",
    "legal_count",
    "legal_moves",
    "last_move",
    "move_number",
    "size",
    "seconds",
    "own_seconds",
    "other_seconds",
    "own_milliseconds",
];

impl Template {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if the text contains a name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&format!("{{{name}}}"))
    }

    pub fn filled(&self, value: impl Fn(&str) -> String) -> String {
        fill(&self.0, |name| Some(value(name)))
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        match names.find(|name| !NAMES.contains(name)) {
            None => Ok(Self(text)),
            Some(unknown) => {
                let expected = list(NAMES.map(|name| format!("{{{name}}}")), "or");
                Err(format!("{{{unknown}}} is not a placeholder; expected {expected}"))
            }
        }
    }
}
