//! A set that may explain a student's files: mistakes, wrong weights, or a wrong term of the evaluation.

use std::fmt;

use serde::{Deserialize, Serialize};

use reversi_course::{
    assignment::Job,
    mistakes::{Mistake, MistakenJob, Mistakes, WrongTerm, WrongWeight},
};
use reversi_io::names::ParseError;

/// A set that may explain a student's files: several mistakes, wrong weights of squares, or a wrong term of the
/// evaluation. Saved results contain the [names](Self::names) of the members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Explanation {
    pub mistakes: Mistakes,
    pub weights: Vec<WrongWeight>,
    pub term: Option<WrongTerm>,
}

impl Explanation {
    /// The names in JSON: mistakes, `wrong-weight:h4:-6`, `wrong-coefficient:mobility:9` and `missing-term:win`.
    pub fn names(&self) -> Vec<String> {
        let mistakes = self.mistakes.iter().map(|mistake| mistake.to_string());
        let weight = |weight: &WrongWeight| format!("wrong-weight:{}:{}", weight.square, weight.value);
        mistakes.chain(self.weights.iter().map(weight)).chain(self.term.iter().map(ToString::to_string)).collect()
    }

    /// True if the set was calculated from a leaf's value: wrong weights, or a wrong term of the evaluation.
    pub const fn is_calculated(&self) -> bool {
        !self.weights.is_empty() || self.term.is_some()
    }

    /// True if the set has wrong weights or a wrong term of the evaluation, and nothing else.
    pub(super) fn is_of_weights(&self) -> bool {
        self.is_calculated() && self.mistakes.is_empty()
    }

    /// The number of mistakes on one side only.
    pub(super) fn sided(&self) -> usize {
        self.mistakes.iter().filter(|mistake| mistake.side().is_some()).count()
    }

    /// True if the job's assignment leaves each of these mistakes open as a possible reading.
    pub fn is_open_in(&self, job: &Job) -> bool {
        !self.is_calculated() && self.mistakes.and(Mistake::open_in(&job.assignment)) == self.mistakes
    }

    /// The job of a program with these mistakes, weights and term.
    pub(super) fn in_job<'a>(&self, job: &'a Job) -> MistakenJob<'a> {
        MistakenJob::new(job, self.mistakes, &self.weights).with_term(self.term.as_ref())
    }

    /// The union of two sets as mistakes of one program; `None` if two members exclude each other or both sets were
    /// calculated.
    pub(super) fn with(&self, other: &Self) -> Option<Self> {
        let is_excluded = |one: Mistake| other.mistakes.iter().any(|other| one != other && one.excludes(other));
        if self.is_calculated() && other.is_calculated() || self.mistakes.iter().any(is_excluded) {
            return None;
        }
        let calculated = if self.is_calculated() { self } else { other };
        Some(Self { mistakes: self.mistakes.iter().chain(other.mistakes.iter()).collect(), ..calculated.clone() })
    }

    /// True if the other set has all members of this set.
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.mistakes.and(other.mistakes) == self.mistakes
            && self.weights.iter().all(|weight| other.weights.contains(weight))
            && (self.term.is_none() || self.term == other.term)
    }

    /// The members that are possible in a job: mistakes of its assignment, weights of its table, and a term of its
    /// evaluation.
    pub fn possible_for(&self, job: &Job) -> Self {
        let is_known = |mistake: &Mistake| mistake.is_possible_in(&job.assignment);
        let has_weights = job.task.evaluation().weights_term(job.assignment.size).is_some();
        Self {
            mistakes: self.mistakes.iter().filter(is_known).collect(),
            weights: if has_weights { self.weights.clone() } else { Vec::new() },
            term: self.term.clone().filter(|term| job.task.evaluation().coefficient(&term.feature).is_some()),
        }
    }
}

impl From<Explanation> for Vec<String> {
    fn from(explanation: Explanation) -> Self {
        explanation.names()
    }
}

impl TryFrom<Vec<String>> for Explanation {
    type Error = ParseError;

    fn try_from(names: Vec<String>) -> Result<Self, ParseError> {
        let mut explanation = Self::default();
        for name in names {
            let weight = name.strip_prefix("wrong-weight:").and_then(|weight| {
                let (square, value) = weight.split_once(':')?;
                Some(WrongWeight { square: square.parse().ok()?, value: value.parse().ok()? })
            });
            let term = name.strip_prefix("missing-term:").map(|feature| (feature, 0)).or_else(|| {
                let (feature, value) = name.strip_prefix("wrong-coefficient:")?.rsplit_once(':')?;
                Some((feature, value.parse().ok()?))
            });
            match (weight, term) {
                (Some(weight), _) => explanation.weights.push(weight),
                (None, Some((feature, coefficient))) => {
                    explanation.term = Some(WrongTerm { feature: feature.to_owned(), coefficient });
                }
                (None, None) => explanation.mistakes = explanation.mistakes.with(name.parse::<Mistake>()?),
            }
        }
        Ok(explanation)
    }
}

impl From<Mistakes> for Explanation {
    fn from(mistakes: Mistakes) -> Self {
        Self { mistakes, ..Self::default() }
    }
}

impl From<Mistake> for Explanation {
    fn from(mistake: Mistake) -> Self {
        Mistakes::from(mistake).into()
    }
}

/// Writes the names with ` + ` between them.
impl fmt::Display for Explanation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.names().join(" + "))
    }
}
