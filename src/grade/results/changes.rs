//! The points that changed in a regrade: before and after, with the reasons, for the staff.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{ClassResults, StudentResult};
use crate::{people::overrides::TOTAL, points::Points};

/// A change of the points of a student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub student: String,
    /// The case, the `[[manual]]` column, or `total`.
    pub case: String,
    pub before: Option<Points>,
    pub after: Option<Points>,
    /// The kinds of input that differ between the two runs; one kind is the reason for the change.
    pub why: Vec<String>,
}

/// Compares the results of two runs for a class. A student who is in only one of the results has no changes, unless the
/// other run could not grade the student.
pub(super) fn changes(before: &ClassResults, after: &ClassResults) -> Vec<Change> {
    let columns = |results: &ClassResults| {
        let cases = results.cases.iter().map(|case| case.name.clone());
        cases.chain(results.manual.iter().map(|manual| manual.name.clone())).collect::<Vec<String>>()
    };
    let [old, new] = [&before.inputs, &after.inputs];
    let of_class = [
        ("cases", old.cases != new.cases),
        ("configuration", old.configuration != new.configuration),
        ("program", old.program != new.program),
    ];
    let mut names = columns(after);
    names.extend(columns(before).into_iter().filter(|name| !columns(after).contains(name)));
    names.push(TOTAL.to_owned());
    let mut changes = Vec::new();
    for name in &after.class {
        let [known, student] = [before, after].map(|results| results.students.iter().find(|one| one.name == *name));
        let is_failed = |results: &ClassResults| results.not_graded.iter().any(|failure| failure.name == *name);
        let (was_failed, is_failed) = (known.is_none() && is_failed(before), student.is_none() && is_failed(after));
        if !(known.is_some() || was_failed) || !(student.is_some() || is_failed) {
            continue;
        }
        let points = |student: Option<&StudentResult>, case: &str| match case {
            TOTAL => student.map(|student| student.points),
            case => student?.points_of(case),
        };
        let mut reasons = BTreeSet::new();
        // A student without results has no points to compare case by case.
        let skipped = if was_failed || is_failed { names.len() - 1 } else { 0 };
        for case in &names[skipped..] {
            let [before, after] = [known, student].map(|student| points(student, case));
            if before == after {
                continue;
            }
            let is_total = case == TOTAL;
            let by_hand = |student: &StudentResult| -> Vec<_> {
                student.overrides.iter().filter(|given| given.case == *case).cloned().collect()
            };
            let of_student = known.zip(student).map_or(Vec::new(), |(known, student)| {
                vec![
                    ("overrides", by_hand(known) != by_hand(student)),
                    ("submission", known.submission != student.submission),
                    ("recipe", known.recipe != student.recipe),
                    ("lateness", is_total && known.late_penalty != student.late_penalty),
                ]
            });
            let of_failure = [("not graded before", was_failed), ("not graded now", is_failed)];
            let found = of_student.into_iter().chain(of_failure).chain(of_class).filter(|(_, differs)| *differs);
            let mut why: BTreeSet<String> = found.map(|(reason, _)| reason.to_owned()).collect();
            why.extend(if is_total { std::mem::take(&mut reasons) } else { BTreeSet::new() });
            if why.is_empty() {
                why.insert("another run of the same program".to_owned());
            }
            reasons.extend(why.iter().cloned());
            let (student, case) = (name.clone(), case.clone());
            changes.push(Change { student, case, before, after, why: why.into_iter().collect() });
        }
    }
    changes
}
