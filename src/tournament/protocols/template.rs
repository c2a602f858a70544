//! Texts with names in braces, which the referee replaces by values of the game.

use reversi_io::names::list;
use serde::Deserialize;

/// A text that may contain the names of [`NAMES`] in braces. `{{` and `}}` are braces.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Template(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Letter(char),
    Name(&'static str),
}

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

    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Name(known) if *known == name))
    }

    pub fn filled(&self, value: impl Fn(&str) -> String) -> String {
        let text = |part: &Part| match part {
            Part::Letter(letter) => letter.to_string(),
            Part::Name(name) => value(name),
        };
        self.0.iter().map(text).collect()
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (mut parts, mut rest) = (Vec::new(), text.as_str());
        while let Some(letter) = rest.chars().next() {
            let name = || {
                let inner = rest[1..].split_once('}')?.0;
                NAMES.into_iter().find(|name| *name == inner)
            };
            let (part, length) = if rest.starts_with("{{") || rest.starts_with("}}") {
                (Part::Letter(letter), 2)
            } else if letter != '{' {
                (Part::Letter(letter), letter.len_utf8())
            } else if let Some(name) = name() {
                (Part::Name(name), name.len() + 2)
            } else {
                let names = list(NAMES.map(|name| format!("{{{name}}}")), "or");
                let shown: String = rest.split_inclusive('}').next().unwrap_or_default().chars().take(40).collect();
                return Err(format!("{shown} is not a placeholder; expected {{{{ for a brace, or {names}"));
            };
            parts.push(part);
            rest = &rest[length..];
        }
        Ok(Self(parts))
    }
}
