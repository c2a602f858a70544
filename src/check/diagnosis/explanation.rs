//! What may explain a student's files: mistakes, or wrong weights.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    assignment::Job,
    mistakes::{Mistake, Mistakes, ParseMistakeError, WrongWeight},
};

/// What may explain a student's files: mistakes made together, or squares whose weights are wrong. It is stored as the
/// list of its [names](Self::names).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Explanation {
    /// The mistakes.
    pub mistakes: Mistakes,
    /// The wrong weights.
    pub weights: Vec<WrongWeight>,
}

impl Explanation {
    /// The names, as programs read them: those of the mistakes, and `wrong-weight:h4:-6`.
    pub fn names(&self) -> Vec<String> {
        let mistakes = self.mistakes.iter().map(|mistake| mistake.to_string());
        let weight = |weight: &WrongWeight| format!("wrong-weight:{}:{}", weight.square, weight.value);
        mistakes.chain(self.weights.iter().map(weight)).collect()
    }

    /// What of it can be made in a job: the mistakes that its year knows, and wrong weights where there are weights.
    pub fn possible_for(&self, job: &Job) -> Self {
        let is_known = |mistake: &Mistake| mistake.is_possible_in(&job.assignment);
        let has_weights = job.task.evaluation().weights_table().is_some();
        Self {
            mistakes: self.mistakes.iter().filter(is_known).collect(),
            weights: if has_weights { self.weights.clone() } else { Vec::new() },
        }
    }
}

impl From<Explanation> for Vec<String> {
    fn from(explanation: Explanation) -> Self {
        explanation.names()
    }
}

impl TryFrom<Vec<String>> for Explanation {
    type Error = ParseMistakeError;

    fn try_from(names: Vec<String>) -> Result<Self, ParseMistakeError> {
        let mut explanation = Self::default();
        for name in names {
            let weight = name.strip_prefix("wrong-weight:").and_then(|weight| {
                let (square, value) = weight.split_once(':')?;
                Some(WrongWeight { square: square.parse().ok()?, value: value.parse().ok()? })
            });
            match weight {
                Some(weight) => explanation.weights.push(weight),
                None => explanation.mistakes = explanation.mistakes.with(name.parse()?),
            }
        }
        Ok(explanation)
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
