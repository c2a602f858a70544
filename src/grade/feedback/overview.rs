//! The beginning of a feedback: what is right, what explains what is wrong, and what to look at first.

use std::fmt::{self, Write as _};

use super::{
    more,
    texts::{CaseOf, explained},
};
use crate::{
    check::{
        Role,
        diagnosis::{Explanation, contradiction},
    },
    grade::{
        escape::span,
        judging::{diagnosis::StudentDiagnosis, expected::MisplacedFile, verdict::Written},
        results::{PartResult, StudentResult},
    },
    names::{count, list},
};

/// Wrong cases of a student with one cause.
#[derive(Debug)]
pub struct Group<'a> {
    /// What explains them; nothing if no known mistake does.
    explanations: &'a [Explanation],
    /// What is wrong where nothing explains it.
    what: String,
    /// The places of the cases in the list.
    cases: Vec<usize>,
    /// The shown case with the fewest rows, by its place.
    example: Option<usize>,
}

impl Group<'_> {
    /// The case that shows best what is wrong, by its place in the list; `None` if all are hidden.
    pub fn example(&self) -> Option<usize> {
        self.example
    }
}

/// How many cases of a group are named.
const NAMED: usize = 4;

/// How many groups are told of.
const MOST_GROUPS: usize = 4;

/// The groups of a student's wrong cases, the largest first.
pub fn groups<'a>(cases: &[CaseOf<'a>]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| !case.case.verdict.is_right()) {
        let explanations = case.explanations();
        let what = if explanations.is_empty() { what_is_wrong(case) } else { String::new() };
        match groups.iter_mut().find(|group| group.explanations == explanations && group.what == what) {
            Some(group) => group.cases.push(place),
            None => groups.push(Group { explanations, what, cases: vec![place], example: None }),
        }
    }
    for group in &mut groups {
        let shown = group.cases.iter().copied().filter(|place| cases[*place].is_shown);
        group.example = shown.min_by_key(|place| cases[*place].case.parts.iter().map(|part| part.all).sum::<u64>());
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.cases.len()));
    groups
}

/// What is wrong in a case that no mistake explains.
fn what_is_wrong(case: &CaseOf) -> String {
    if case.case.is_spelling {
        return "the values are right, and rows are spelled otherwise".to_owned();
    }
    match case.case.parts.iter().find_map(|part| part.recognised.as_ref()) {
        Some(MisplacedFile::Exchanged) => return "the moves file and the log are exchanged".to_owned(),
        Some(MisplacedFile::OtherTask(_)) => return "a file is right for another task".to_owned(),
        Some(MisplacedFile::OtherCase(_)) => return "a file is right for another case".to_owned(),
        None => {}
    }
    let missing = case.case.parts.iter().find_map(|part| Some((&part.file, part.problem.as_ref()?)));
    match (&case.case.problem, missing) {
        (Some(problem), _) if case.is_shown => span(problem),
        (_, Some((file, problem))) if case.case.verdict.kind() == "different" => format!("{}: {problem}", span(file)),
        _ if case.case.verdict.kind() == "different" => "no mistake that is known explains what is wrong".to_owned(),
        _ => case.case.verdict.without_status(),
    }
}

/// Writes the beginning of a feedback.
///
/// # Errors
/// None: a string takes everything.
pub fn write_overview(text: &mut String, student: &StudentResult, cases: &[CaseOf], groups: &[Group]) -> fmt::Result {
    if student.graded.build.as_ref().is_some_and(|build| build.failure.is_some()) {
        return writeln!(text, "The program was not built, so that no case ran: see the build below.");
    }
    let wrong: usize = groups.iter().map(|group| group.cases.len()).sum();
    let (all, right) = (cases.len(), cases.len() - wrong);
    match (right, all) {
        (_, 1) if wrong == 0 => return writeln!(text, "The case is right."),
        _ if wrong == 0 => return writeln!(text, "All {all} cases are right."),
        (0, 1) => write!(text, "The case is not right.")?,
        (0, _) => write!(text, "None of the {all} cases is right.")?,
        (1, _) => write!(text, "1 of {all} cases is right.")?,
        _ => write!(text, "{right} of {all} cases are right.")?,
    }
    if let Some(role) = role_that_is_right(cases) {
        let (is, what) = if wrong == 1 { ("is", "other") } else { ("are", "others") };
        let what = if right == 0 { String::new() } else { format!(" of the {what}") };
        let noun = match (role, wrong) {
            (Role::Moves, 1) => "moves file",
            (Role::Moves, _) => "moves files",
            (Role::Board, 1) => "next board",
            (Role::Board, _) => "next boards",
            (Role::Log, 1) => "log",
            (Role::Log, _) => "logs",
        };
        let too = if right == 0 { "" } else { ", too" };
        write!(text, " The {noun}{what} {is} right{too}.")?;
    }
    writeln!(text)?;
    for group in groups.iter().take(MOST_GROUPS) {
        write_group(text, group, wrong, cases, &student.graded.diagnosis)?;
    }
    if groups.len() > MOST_GROUPS {
        writeln!(text, "\n{} of other kinds.", count(groups.len() - MOST_GROUPS, "more case"))?;
    }
    if let Some(first) = groups.iter().find_map(Group::example) {
        writeln!(text, "\nLook first at {}, which is told in full below.", span(&cases[first].heading.name))?;
    }
    Ok(())
}

/// The part of a case that is right in every wrong case, if the other part is wrong in all of them.
fn role_that_is_right(cases: &[CaseOf]) -> Option<Role> {
    let wrong = cases.iter().map(|case| case.case).filter(|case| !case.verdict.is_right());
    let parts: Vec<&PartResult> = wrong.clone().flat_map(|case| &case.parts).collect();
    let is_right = |role: Role| parts.iter().filter(|part| part.role == role).all(|part| part.is_right);
    let is_of_all = |role: Role| wrong.clone().all(|case| case.parts.iter().any(|part| part.role == role));
    let mut candidates = [Role::Moves, Role::Board, Role::Log].into_iter().filter(|role| is_of_all(*role));
    let is_compared = wrong.clone().all(|case| case.verdict.written == Written::Different);
    candidates.find(|role| is_compared && is_right(*role))
}

fn write_group(
    text: &mut String,
    group: &Group,
    wrong: usize,
    cases: &[CaseOf],
    diagnosis: &StudentDiagnosis,
) -> fmt::Result {
    let number = group.cases.len();
    let hidden = group.cases.iter().filter(|place| !cases[**place].is_shown).count();
    let hidden = if hidden == 0 { String::new() } else { format!(" ({hidden} hidden)") };
    let which = match (number, wrong) {
        (1, 1) => "what is wrong".to_owned(),
        (_, _) if number == wrong => format!("all {wrong} wrong cases{hidden}"),
        _ => {
            let names = group.cases.iter().take(NAMED).map(|place| span(&cases[*place].heading.name));
            format!("{number} of {wrong} wrong cases{hidden}, {}", list(names.chain(more(number, NAMED)), "and"))
        }
    };
    write_causes(text, group, &which, (number, wrong), diagnosis)?;
    if !group.explanations.is_empty() && group.explanations == diagnosis.explained_by && diagnosis.contradicted_by > 0 {
        writeln!(text, "\n{}", contradiction(diagnosis.contradicted_by))?;
    }
    Ok(())
}

fn write_causes(
    text: &mut String,
    group: &Group,
    which: &str,
    (number, wrong): (usize, usize),
    diagnosis: &StudentDiagnosis,
) -> fmt::Result {
    match group.explanations {
        [] if (number, wrong) == (1, 1) => writeln!(text, "\nWhat is wrong: {}.", group.what),
        [] => writeln!(text, "\nIn {which}: {}.", group.what),
        [one] if one.names().len() == 1 => {
            writeln!(text, "\nOne mistake explains {which}:\n\n{}", explained(group.explanations, diagnosis).trim_end())
        }
        [one] => {
            let mistakes = explained(group.explanations, diagnosis);
            writeln!(text, "\n{} mistakes together explain {which}:\n\n{}", one.names().len(), mistakes.trim_end())
        }
        several => {
            let mistakes = explained(several, diagnosis);
            writeln!(
                text,
                "\nOne of these explains {which}; which of them, the files do not show:\n\n{}",
                mistakes.trim_end()
            )
        }
    }
}
