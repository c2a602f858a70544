//! The beginning of a feedback: what is right, what explains what is wrong, and what to look at first.

use std::cmp::Reverse;

use super::texts::{CaseOf, build_text, explained};
use crate::{
    escape::span,
    judging::{
        case_result::{MisplacedFile, PartResult},
        diagnosis::StudentDiagnosis,
        verdict::Written,
    },
    points::Points,
    results::StudentResult,
};
use reversi_check::{Role, diagnosis::Explanation};
use reversi_io::names::{count, list, more};

/// Wrong cases of a student with one cause.
#[derive(Debug)]
pub(super) struct CommonCause<'a> {
    /// What explains the cases; nothing if no known mistake does.
    explanations: &'a [Explanation],
    /// What is wrong where nothing explains it.
    what: String,
    /// The places of the cases in the list.
    cases: Vec<usize>,
    /// The place of the case that shows best what is wrong: the shown one with the fewest rows. `None` if all are hidden.
    pub example: Option<usize>,
}

/// How many cases with one cause are named.
const NAMED: usize = 4;

/// How many causes are told of.
const MOST_CAUSES: usize = 4;

/// The causes of a student's wrong cases, the one that costs most points first.
pub(super) fn common_causes<'a>(cases: &[CaseOf<'a>]) -> Vec<CommonCause<'a>> {
    let mut common: Vec<CommonCause> = Vec::new();
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| !case.case.verdict.is_right()) {
        let explanations = case.explanations();
        let what = if explanations.is_empty() { what_is_wrong(case) } else { String::new() };
        match common.iter_mut().find(|cause| cause.explanations == explanations && cause.what == what) {
            Some(cause) => cause.cases.push(place),
            None => common.push(CommonCause { explanations, what, cases: vec![place], example: None }),
        }
    }
    for cause in &mut common {
        let shown = cause.cases.iter().copied().filter(|place| cases[*place].is_shown);
        cause.example = shown.min_by_key(|place| cases[*place].case.parts.iter().map(|part| part.all).sum::<u64>());
    }
    let lost = |cause: &CommonCause| cause.cases.iter().map(|place| cases[*place].lost()).sum::<Points>();
    common.sort_by_cached_key(|cause| Reverse((lost(cause), cause.cases.len())));
    common
}

/// What is wrong in a case that no mistake explains.
fn what_is_wrong(case: &CaseOf) -> String {
    let is_different = case.case.verdict.kind() == "wrong output";
    let mut parts = case.case.parts.iter();
    let missing = parts.clone().find_map(|part| Some((&part.file, part.problem.as_ref()?)));
    match (parts.find_map(|part| part.recognised.as_ref()), &case.case.problem, missing) {
        _ if case.case.is_spelling => "the values are right, but the format of the rows is not".to_owned(),
        (Some(MisplacedFile::Exchanged), ..) => "the moves file and the log are swapped".to_owned(),
        (Some(MisplacedFile::OtherJob { .. }), ..) => "a file is right for a different run".to_owned(),
        (Some(MisplacedFile::OtherCase(_)), ..) => "a file is right for another case".to_owned(),
        (None, Some(problem), _) if case.is_shown => span(problem),
        (None, _, Some((file, problem))) if is_different => format!("{}: {problem}", span(file)),
        _ if is_different => "no known mistake explains the difference".to_owned(),
        _ => case.case.verdict.without_status(),
    }
}

/// The beginning of a feedback.
pub(super) fn overview_text(student: &StudentResult, cases: &[CaseOf], common: &[CommonCause]) -> String {
    if let Some(build) = &student.graded.build
        && let Some(why) = build.error.as_ref().or(build.failure.as_ref())
    {
        let see = if build_text(build).is_empty() { "" } else { " See \"The build\" below." };
        return format!("The build failed, so no case ran: {}.{see}\n", span(why));
    }
    let wrong: usize = common.iter().map(|cause| cause.cases.len()).sum();
    let (all, right) = (cases.len(), cases.len() - wrong);
    let how_many = match (right, all) {
        (1, 1) => "The case is right.".to_owned(),
        (2, 2) => "Both cases are right.".to_owned(),
        _ if wrong == 0 => format!("All {all} cases are right."),
        (0, 1) => "The case is not right.".to_owned(),
        (0, 2) => "Neither of the 2 cases is right.".to_owned(),
        (0, _) => format!("None of the {all} cases is right."),
        (1, _) => format!("1 of {all} cases is right."),
        _ => format!("{right} of {all} cases are right."),
    };
    let others = role_that_is_right(cases).filter(|_| wrong > 0).map(|role| {
        let (is, s, what) = if wrong == 1 { ("is", "", "other") } else { ("are", "s", "others") };
        let (what, too) = if right == 0 { (String::new(), "") } else { (format!(" of the {what}"), ", too") };
        let noun = match role {
            Role::Moves => "moves file",
            Role::Board => "next board",
            Role::Log => "log",
        };
        format!(" The {noun}{s}{what} {is} right{too}.")
    });
    let is_partial = |case: &CaseOf| !case.case.verdict.is_right() && case.points() > Points::ZERO;
    let partial =
        if cases.iter().any(is_partial) { " A file that is right in part earns a part of its points." } else { "" };
    let mut paragraphs = vec![how_many + &others.unwrap_or_default() + partial];
    for cause in common.iter().take(MOST_CAUSES) {
        paragraphs.extend(cause_paragraphs(cause, wrong, cases, &student.graded.diagnosis));
    }
    let untold: usize = common.iter().skip(MOST_CAUSES).map(|cause| cause.cases.len()).sum();
    if untold > 0 {
        paragraphs.push(format!("{} with other errors.", count(untold, "more case")));
    }
    if let Some(first) = common.iter().find_map(|cause| cause.example) {
        paragraphs.push(format!("Start with {}: the full report is below.", span(&cases[first].heading.name)));
    }
    paragraphs.join("\n\n") + "\n"
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

/// What is to be said of a cause; `wrong` is the number of all wrong cases.
fn cause_paragraphs(
    cause: &CommonCause,
    wrong: usize,
    cases: &[CaseOf],
    diagnosis: &StudentDiagnosis,
) -> impl Iterator<Item = String> {
    let number = cause.cases.len();
    let hidden = cause.cases.iter().filter(|place| !cases[**place].is_shown).count();
    let hidden = if hidden == 0 { String::new() } else { format!(" ({hidden} hidden)") };
    let which = match (number, wrong) {
        (1, 1) => "what is wrong".to_owned(),
        (2, 2) => format!("both wrong cases{hidden}"),
        (_, _) if number == wrong => format!("all {wrong} wrong cases{hidden}"),
        _ => {
            let names = cause.cases.iter().take(NAMED).map(|place| span(&cases[*place].heading.name));
            format!("{number} of {wrong} wrong cases{hidden}, {}", list(names.chain(more(number, NAMED)), "and"))
        }
    };
    let explains = match cause.explanations {
        [] if (number, wrong) == (1, 1) => format!("Error: {}.", cause.what),
        [] => format!("In {which}: {}.", cause.what),
        [one] if one.names().len() == 1 => format!("One mistake explains {which}:"),
        [one] => format!("{} mistakes together explain {which}:", one.names().len()),
        _ => format!("One of these mistakes explains {which}. Your files do not show which one:"),
    };
    let has_explanation = !cause.explanations.is_empty();
    let shows_numbers = |one: &Explanation| cause.cases.iter().any(|place| cases[*place].shows_numbers_of(one));
    let explained = || explained(cause.explanations, diagnosis, shows_numbers).trim_end().to_owned();
    let mistakes = has_explanation.then(explained);
    let is_common = has_explanation && cause.explanations == diagnosis.explained_by;
    let limits = Some(diagnosis.limits.clone()).filter(|limits| is_common && !limits.is_empty());
    [Some(explains), mistakes, limits].into_iter().flatten()
}
