//! Sentences: templates, filled with a node's numbers.

use std::fmt;

use super::Template;
use reversi_io::names;

/// A sentence: its templates and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The templates that together make the sentence.
    pub templates: Vec<Template>,
    /// The values, with their names in the template.
    pub values: Vec<(&'static str, String)>,
}

impl Sentence {
    /// A template without values.
    pub fn new(template: Template) -> Self {
        Self { templates: vec![template], values: Vec::new() }
    }

    /// Adds another template at the end of the sentence.
    pub fn then(mut self, template: Template) -> Self {
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
        // A part that begins with a comma goes on with the sentence before it.
        let texts: Vec<&str> = self.templates.iter().map(|template| template.text()).collect();
        texts.join(" ").replace(" ,", ",")
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
