//! A set of mistakes that a report names, with its evidence and the first place that speaks against it.

use std::fmt;

use serde::Serialize;

use super::Explanation;
use crate::Role;
use reversi_io::names::count;

/// A set of mistakes that a report names: a program with it writes exactly the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub explanation: Explanation,
    /// The number of wrong log rows and wrong game steps that a program with the set writes.
    pub evidence: u64,
    /// True if the assignment leaves each mistake of the set open as a possible reading.
    pub is_open: bool,
    /// A place that a program with the set writes differently.
    pub against: Option<Differs>,
}

/// The first line of a file that a program writes differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// The index of the case in the list.
    pub case: usize,
    pub role: Role,
    pub line: u64,
    /// True if the program writes exactly the log of this case.
    #[serde(skip)]
    pub is_log_exact: bool,
    /// True if the student's line is right there.
    #[serde(rename = "right")]
    pub is_right: bool,
}

impl Named {
    /// Of about 110 known mistakes, several write the same three places.
    pub(super) const THIN: u64 = 3;

    /// True if the evidence is so small that other mistakes may also fit.
    pub const fn is_thin(&self) -> bool {
        self.evidence <= Self::THIN
    }

    /// True if the set has several members and little evidence: of the many pairs, some write a few places by chance.
    pub fn is_chance(&self) -> bool {
        self.is_thin() && self.explanation.names().len() > 1 && !self.explanation.is_of_weights()
    }

    /// The number of places, in words.
    pub fn places(&self) -> String {
        count(self.evidence, "wrong place")
    }

    /// Sentences on small evidence and on other cases, without their names; empty if there is nothing to say.
    pub fn limits(&self) -> String {
        let few = || "Few places show this: other mistakes may write the same files.".to_owned();
        let limits = [self.is_thin().then(few), self.elsewhere()];
        limits.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// A sentence on the place against the set, if there is one. `case` is the name of the case, if it is not the case of
    /// the report.
    pub(super) fn against(&self, case: Option<&str>) -> Option<String> {
        let Differs { line, is_log_exact, .. } = self.against?;
        let exact = if is_log_exact && case.is_some() { " exactly the log, but" } else { "" };
        let program = case.map_or("A".to_owned(), |case| format!("For {case}, a"));
        self.differs(&format!("{program} program with {self} writes{exact}"), &format!(" from line {line} on"))
    }

    /// A sentence on the place in another case, without its name and line.
    pub(super) fn elsewhere(&self) -> Option<String> {
        self.differs("For another of the cases, a program with it writes", "")
    }

    fn differs(&self, program: &str, from: &str) -> Option<String> {
        let Differs { role, is_right, .. } = self.against?;
        let noun = if role == Role::Board { "board" } else { role.noun() };
        let right = if is_right { ", where the file is right" } else { "" };
        Some(format!("{program} another {noun}{from}{right}."))
    }
}

/// Writes the names of the members.
impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.explanation.to_string())
    }
}
