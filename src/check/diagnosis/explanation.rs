//! What may explain a student's files: mistakes, or wrong weights.

use std::fmt;

use crate::mistakes::{Mistake, Mistakes, WrongWeight};

/// What may explain a student's files: mistakes made together, or squares whose weights are wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The mistakes.
    pub mistakes: Mistakes,
    /// The wrong weights.
    pub weights: Vec<WrongWeight>,
}

impl Explanation {
    /// The names, as programs read them: those of the mistakes, and `wrong-weight:h4:-6`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mistakes = self.mistakes.iter().map(|mistake| mistake.to_string());
        let weight = |weight: &WrongWeight| format!("wrong-weight:{}:{}", weight.square, weight.value);
        mistakes.chain(self.weights.iter().map(weight)).collect()
    }
}

impl From<Mistakes> for Explanation {
    fn from(mistakes: Mistakes) -> Self {
        Self { mistakes, weights: Vec::new() }
    }
}

impl From<Mistake> for Explanation {
    fn from(mistake: Mistake) -> Self {
        Mistakes::from(mistake).into()
    }
}

/// The names with ` + ` between them.
impl fmt::Display for Explanation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.names().join(" + "))
    }
}
