//! The plan of a report: what is compared, and so every search and every game that it takes.

use std::{collections::HashSet, io};

use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::{Board, Depths, Entrant, Pairing, Query, Sample, SearchKind};
use crate::{game::Depth, games::reversi::Expression, shard::Shard};

/// What is compared with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The boards whose positions are searched.
    pub boards: Vec<Board>,
    /// The boards that games between players start from.
    pub starts: Vec<Board>,
    /// The evaluations. The first one's moves lead from position to position.
    #[serde(with = "evaluations")]
    pub evaluations: Vec<Expression>,
    /// The searches.
    #[serde(with = "searches")]
    pub searches: Vec<SearchKind>,
    /// The depths.
    #[serde(with = "text")]
    pub depths: Depths,
}

impl Plan {
    /// The longest name of an evaluation: with it, tables have 80 columns.
    pub const LONGEST_NAME: usize = 10;

    /// Whether the plan makes sense.
    ///
    /// # Errors
    /// Two evaluations of one name.
    pub fn check(&self) -> Result<()> {
        let (mut names, mut sums) = (HashSet::new(), HashSet::new());
        for evaluation in &self.evaluations {
            let name = evaluation.to_string();
            ensure!(names.insert(name), "--eval {evaluation}: there are two of this name; expected each name once");
            let sum = evaluation.in_full();
            ensure!(sums.insert(sum), "--eval {evaluation}: the same sum has another name; expected each sum once");
        }
        Ok(())
    }

    /// A part of it, with fewer boards and starts.
    pub fn part(&self, shard: Shard) -> Self {
        Self {
            boards: shard.of(&self.boards).cloned().collect(),
            starts: shard.of(&self.starts).cloned().collect(),
            ..self.clone()
        }
    }

    /// Whether all that this plan asks for is asked for by another, too.
    pub fn is_part_of(&self, other: &Self) -> bool {
        let all_depths = self.depths.list().iter().all(|depth| other.depths.list().contains(depth));
        self.evaluations.first() == other.evaluations.first()
            && self.evaluations.iter().all(|evaluation| other.evaluations.contains(evaluation))
            && self.boards.iter().all(|board| other.boards.contains(board))
            && self.starts.iter().all(|board| other.starts.contains(board))
            && self.searches.iter().all(|search| other.searches.contains(search))
            && all_depths
    }

    /// Whether a search is made.
    pub fn has(&self, search: SearchKind) -> bool {
        self.searches.contains(&search)
    }

    /// The number of the evaluation of a name.
    pub fn evaluation(&self, name: &str) -> Option<usize> {
        self.evaluations.iter().position(|evaluation| evaluation.in_full() == name)
    }

    /// All searches of a position: for each evaluation those of the plan.
    pub fn queries(&self, sample: &Sample) -> impl Iterator<Item = Query> {
        let sample = *sample;
        (0..self.evaluations.len())
            .flat_map(move |evaluation| self.searches.iter().map(move |&search| sample.query(search, evaluation)))
    }

    /// Each depth with each evaluation, by its number, depth by depth.
    pub fn depths_and_evaluations(&self) -> Vec<(Depth, usize)> {
        let depths = self.depths.list().iter();
        depths.flat_map(|&depth| (0..self.evaluations.len()).map(move |number| (depth, number))).collect()
    }

    /// All pairs of evaluations by their numbers, the later one first: what is new comes last, and is what a pair is
    /// about.
    pub fn evaluation_pairs(&self) -> Vec<(usize, usize)> {
        (1..self.evaluations.len()).flat_map(|later| (0..later).map(move |earlier| (later, earlier))).collect()
    }

    /// Who plays whom: at each depth evaluation against evaluation, and then for each evaluation depth against depth.
    pub fn pairings(&self) -> Vec<Pairing> {
        let evaluations = self.depths.list().iter().flat_map(|&depth| {
            let player = move |evaluation| Entrant { evaluation, depth };
            let pairs = self.evaluation_pairs().into_iter();
            pairs.map(move |(one, other)| Pairing { first: player(one), second: player(other) })
        });
        let depths = (0..self.evaluations.len()).flat_map(|evaluation| {
            let player = move |depth| Entrant { evaluation, depth };
            self.depths.neighbours().map(move |(less, more)| Pairing { first: player(more), second: player(less) })
        });
        if self.starts.is_empty() { Vec::new() } else { evaluations.chain(depths).collect() }
    }

    /// Writes the plan, as JSON.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&self, mut sink: impl io::Write) -> Result<()> {
        serde_json::to_writer(&mut sink, self)?;
        Ok(writeln!(sink)?)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// A text that is none.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        match serde_json::from_str(text) {
            Ok(plan) => Ok(plan),
            Err(error) => bail!("{name}: {error}; expected the plan of a report"),
        }
    }
}

/// Evaluations in JSON: a name, the whole sum, and the weights of each of its tables.
mod evaluations {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    use crate::games::reversi::{Expression, Feature, Term};

    #[derive(Serialize, Deserialize)]
    struct Form {
        name: String,
        expression: String,
        terms: Vec<TermForm>,
    }

    #[derive(Serialize, Deserialize)]
    struct TermForm {
        coefficient: i32,
        feature: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<[[i16; 8]; 8]>,
    }

    impl From<&Term> for TermForm {
        fn from(term: &Term) -> Self {
            let weights = match &term.feature {
                Feature::Table { weights, .. } => Some(**weights),
                Feature::Counted(_) => None,
            };
            Self { coefficient: term.coefficient, feature: term.feature.to_string(), weights }
        }
    }

    impl TermForm {
        fn term(self) -> Option<Term> {
            let feature = match self.weights {
                Some(weights) => Feature::Table { name: self.feature, weights: weights.into() },
                None => Feature::named(&self.feature)?,
            };
            Some(Term { coefficient: self.coefficient, feature })
        }
    }

    pub(super) fn serialize<S: Serializer>(evaluations: &[Expression], serializer: S) -> Result<S::Ok, S::Error> {
        let form = |evaluation: &Expression| Form {
            name: evaluation.to_string(),
            expression: evaluation.in_full(),
            terms: evaluation.terms().iter().map(TermForm::from).collect(),
        };
        serializer.collect_seq(evaluations.iter().map(form))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Expression>, D::Error> {
        let read = |Form { name, terms, .. }: Form| {
            let terms: Option<Vec<Term>> = terms.into_iter().map(TermForm::term).collect();
            let sum = terms.and_then(|terms| Expression::of_terms(terms).ok())?;
            Some(if sum.to_string() == name { sum } else { sum.with_name(name) })
        };
        let forms = Vec::<Form>::deserialize(deserializer)?;
        let evaluations: Option<Vec<Expression>> = forms.into_iter().map(read).collect();
        evaluations.ok_or_else(|| D::Error::custom("this is no evaluation"))
    }
}

/// Searches in JSON, by their names.
mod searches {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use super::SearchKind;

    pub(super) fn serialize<S: Serializer>(searches: &[SearchKind], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(searches.iter().map(|search| search.name()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SearchKind>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().map(|name| name.parse().map_err(D::Error::custom)).collect()
    }
}

/// A value in JSON as its text.
mod text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
