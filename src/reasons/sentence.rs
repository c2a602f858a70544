//! Sentences: templates, which are data, filled with a node's own numbers.

use std::{collections::HashMap, fmt, sync::LazyLock};

use crate::names;

/// The templates by their names. What stands in braces is replaced by a value; where its name begins with a capital, so
/// does the value.
static TEMPLATES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| serde_json::from_str(SENTENCES).expect("a table of templates, as a test reads it"));

/// The templates as JSON: an object of texts. A page fills the same ones.
pub const SENTENCES: &str = include_str!("sentences.json");

/// A sentence: the name of a template and the values that fill it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The name of the template.
    pub template: &'static str,
    /// The values by the names that they have in the template.
    pub values: Vec<(&'static str, String)>,
}

impl Sentence {
    /// A template that is yet to be filled.
    #[must_use]
    pub const fn new(template: &'static str) -> Self {
        Self { template, values: Vec::new() }
    }

    /// The same with another value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}

/// The filled template.
impl fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = TEMPLATES.get(self.template).copied().unwrap_or(self.template);
        while let Some((before, name, after)) = next_name(rest) {
            let value = self.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let value = value.map_or(name, |(_, value)| value);
            formatter.write_str(before)?;
            if name.starts_with(char::is_uppercase) {
                let mut letters = value.chars();
                write!(
                    formatter,
                    "{}{}",
                    letters.next().map_or('?', |first| first.to_ascii_uppercase()),
                    letters.as_str()
                )?;
            } else {
                formatter.write_str(value)?;
            }
            rest = after;
        }
        formatter.write_str(rest)
    }
}

/// What stands before the first name in braces, the name, and what follows.
fn next_name(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Names or squares in a row: `a1`, `a1 and b2`, `a1, b2 and c3`.
#[must_use]
pub fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let list = names::list(items, "and");
    if list.is_empty() { "nothing".to_owned() } else { list }
}
