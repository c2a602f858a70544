//! Sentences: templates, stored as data, filled with a node's numbers.

use std::{collections::HashMap, fmt, sync::LazyLock};

use reversi_io::names;

/// All templates by name. Each name in braces is replaced by a value. If the name in braces begins with a capital
/// letter, the value also begins with a capital letter.
static TEMPLATES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| serde_json::from_str(SENTENCES).expect("a table of templates, as a test reads it"));

/// The templates as JSON: an object of texts.
pub const SENTENCES: &str = include_str!("sentences.json");

/// A sentence: the names of its templates and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The names of the templates that together make the sentence.
    pub templates: Vec<&'static str>,
    /// The values, with their names in the template.
    pub values: Vec<(&'static str, String)>,
}

impl Sentence {
    /// A template without values.
    pub fn new(template: &'static str) -> Self {
        Self { templates: vec![template], values: Vec::new() }
    }

    /// Adds another template at the end of the sentence. A text that is not the name of a template is used unchanged.
    pub fn then(mut self, template: &'static str) -> Self {
        self.templates.push(template);
        self
    }

    /// Adds another value.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    /// The sentence with `{}` in place of each value, and the list of values.
    pub fn frame(&self) -> (String, Vec<String>) {
        let template = self.template();
        let (pieces, rest) = names::pieces(&template, |name| self.value(name));
        let frame = pieces.iter().flat_map(|(before, _)| [before, "{}"]).chain([rest]).collect();
        (frame, pieces.into_iter().map(|(_, value)| value).collect())
    }

    /// The text of the sentence's templates, with the names of values in braces.
    fn template(&self) -> String {
        self.templates.iter().map(|template| TEMPLATES.get(template).copied().unwrap_or(template)).collect()
    }

    fn value(&self, name: &str) -> Option<String> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&names::fill(&self.template(), |name| self.value(name)))
    }
}

/// A list of names or squares for a sentence: `a1`, `a1 and b2`, `a1, b2 and c3`.
pub fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let list = names::list(items, "and");
    if list.is_empty() { "nothing".to_owned() } else { list }
}
