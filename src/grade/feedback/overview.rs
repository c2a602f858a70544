//! The overview of a feedback: the right cases, the causes of the wrong cases, and the case to begin with.

use std::{cmp::Reverse, collections::BTreeSet};

use super::texts::{CaseOf, build_text, explained};
use crate::{
    checking::{
        case_result::{MisplacedFile, PartResult},
        diagnosis::StudentDiagnosis,
    },
    escape::span,
    points::Points,
    results::StudentResult,
};
use reversi_check::{Role, diagnosis::Explanation};
use reversi_io::names::{count, list, more};

/// Wrong cases of a student with a common cause.
#[derive(Debug)]
pub(super) struct CommonCause<'a> {
    /// The explanations that the cases share; empty if no known mistake explains the cases.
    explanations: &'a [Explanation],
    /// The text on a cause that has no explanations.
    what: String,
    /// The indices of the cases with this cause.
    cases: Vec<usize>,
    lost: Points,
    /// The index of the smallest case whose wrong places students may see, if there is one.
    pub example: Option<usize>,
}

/// The largest number of cases to name for each cause.
const NAMED: usize = 4;

/// The largest number of causes to show.
pub(super) const MOST_CAUSES: usize = 4;

/// The causes of a student's wrong cases; the cause that costs the most points comes first. A wrong format is a
/// separate cause.
pub(super) fn common_causes<'a>(cases: &[CaseOf<'a>]) -> Vec<CommonCause<'a>> {
    let mut common: Vec<CommonCause> = Vec::new();
    let mut add = |explanations: &'a [Explanation], what: String, place: usize, lost: Points| {
        let is_same = |cause: &&mut CommonCause| cause.explanations == explanations && cause.what == what;
        match common.iter_mut().find(is_same) {
            Some(cause) => {
                cause.cases.push(place);
                cause.lost = cause.lost + lost;
            }
            None => common.push(CommonCause { explanations, what, cases: vec![place], lost, example: None }),
        }
    };
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| !case.is_right()) {
        let explanations = case.explanations();
        let by_format = if case.is_of_format() { Points::ZERO } else { case.lost_by_format() };
        if by_format > Points::ZERO {
            add(&[], format_text("the rows have another format than the assignment's", case), place, by_format);
        }
        let what = if explanations.is_empty() { what_is_wrong(case) } else { String::new() };
        add(explanations, what, place, case.lost().minus(by_format));
    }
    for cause in &mut common {
        let shown = cause.cases.iter().copied().filter(|place| cases[*place].tells_places());
        cause.example = shown.min_by_key(|place| cases[*place].parts().iter().map(|part| part.rows.all).sum::<u64>());
    }
    common.sort_by_key(|cause| Reverse((cause.lost, cause.cases.len())));
    common
}

/// Adds the names of the format deviations to a text.
fn format_text(text: &str, case: &CaseOf) -> String {
    let formats: BTreeSet<&str> = case.formats().iter().map(|format| format.name.as_str()).collect();
    let formats = list(formats.into_iter().map(|name| format!("`{name}`")), "and");
    if formats.is_empty() { text.to_owned() } else { format!("{text} ({formats})") }
}

/// A text on a case that no mistake explains.
fn what_is_wrong(case: &CaseOf) -> String {
    let is_different = case.kind() == "wrong output";
    let error = case.printed_error().map_or(String::new(), |error| format!(": {}", span(error)));
    let missing = case.parts().iter().find_map(|part| Some((&part.file, part.problem.as_ref()?)));
    match (case.recognised(), case.problem(), missing) {
        _ if case.is_of_format() => format_text("the values are right, but their format is not", case),
        (Some(MisplacedFile::Exchanged), ..) => "the moves file and the log are swapped".to_owned(),
        (Some(MisplacedFile::OtherJob { job, .. }), ..) => format!("a file is right for {job}"),
        (Some(MisplacedFile::OtherCase(_)), ..) => "a file is right for another case".to_owned(),
        (None, Some(problem), _) => problem,
        (None, _, Some((file, problem))) if is_different => format!("{}: {problem}", span(file)),
        _ if is_different && case.tells_mistakes() => "no known mistake explains the difference".to_owned(),
        _ => case.verdict_without_status() + &error,
    }
}

/// The beginning of a feedback.
pub(super) fn overview_text(student: &StudentResult, cases: &[CaseOf], common: &[CommonCause]) -> String {
    if student.is_missing() {
        return "Nothing was submitted.\n".to_owned();
    }
    if let Some(build) = &student.graded.build
        && let Some(why) = build.error.as_ref().or(build.failure.as_ref())
    {
        let see = if build_text(build).is_empty() { "" } else { " See \"The build\" below." };
        let what = if build.recipe.is_empty() { "No case ran" } else { "The build failed, so no case ran" };
        return format!("{what}: {}.{see}\n", span(why));
    }
    let wrong = cases.iter().filter(|case| !case.is_right()).count();
    let (all, right) = (cases.len(), cases.len() - wrong);
    let how_many = match (right, all) {
        (0, 1..) if cases.iter().all(CaseOf::has_right_files) => {
            let place = match all {
                1 => "the case".to_owned(),
                2 => "both cases".to_owned(),
                _ => format!("all {all} cases"),
            };
            match cases[0].kind() {
                kind if cases.iter().any(|case| case.kind() != kind) => {
                    format!("All files are right, but the program did not end as it should in {place}.")
                }
                "crashed" => format!("All files are right, but the program crashed in {place}."),
                kind => format!("All files are right, but the program was {kind} in {place}."),
            }
        }
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
        format!(" The {}{s}{what} {is} right{too}.", role.noun())
    });
    let partial = if cases.iter().any(CaseOf::earns_in_part) {
        " A file that is right in part earns a part of its points."
    } else {
        ""
    };
    let mut paragraphs = vec![how_many + &others.unwrap_or_default() + partial];
    let location = &student.graded.diagnosis.location;
    // The sentences count the wrong cases, so they fit only if all cases that are not right have wrong values.
    let is_counted =
        |case: &CaseOf| case.is_right() || case.tells_mistakes() && case.has_wrong_files() && !case.is_of_format();
    let is_shown = all == student.graded.cases.len() && cases.iter().all(is_counted);
    paragraphs.extend(Some(location.clone()).filter(|location| is_shown && !location.is_empty()));
    for cause in common.iter().take(MOST_CAUSES) {
        paragraphs.extend(cause_paragraphs(cause, wrong, cases, &student.graded.diagnosis));
    }
    let others: BTreeSet<usize> = common.iter().skip(MOST_CAUSES).flat_map(|cause| cause.cases.clone()).collect();
    if !others.is_empty() {
        paragraphs.push(format!("{} with other errors.", count(others.len(), "more case")));
    }
    if let Some(first) = common.iter().find_map(|cause| cause.example) {
        paragraphs.push(format!("Start with {}: its report is below.", span(cases[first].name())));
    }
    paragraphs.join("\n\n") + "\n"
}

/// The part (moves, board or log) that is right in every wrong case, if the other part is always wrong.
fn role_that_is_right(cases: &[CaseOf]) -> Option<Role> {
    let wrong = || cases.iter().filter(|case| !case.is_right());
    let parts: Vec<&PartResult> = wrong().flat_map(CaseOf::parts).collect();
    let is_right = |role: Role| parts.iter().filter(|part| part.role == role).all(|part| part.is_right);
    let is_of_all = |role: Role| wrong().all(|case| case.parts().iter().any(|part| part.role == role));
    let mut candidates = Role::ALL.into_iter().filter(|role| is_of_all(*role));
    let is_compared = wrong().all(CaseOf::has_wrong_files);
    candidates.find(|role| is_compared && is_right(*role))
}

/// The paragraphs on a cause; `wrong` is the number of all wrong cases.
fn cause_paragraphs(
    cause: &CommonCause,
    wrong: usize,
    cases: &[CaseOf],
    diagnosis: &StudentDiagnosis,
) -> impl Iterator<Item = String> {
    let number = cause.cases.len();
    let hidden = cause.cases.iter().filter(|place| cases[**place].is_hidden()).count();
    let hidden = if hidden == 0 { String::new() } else { format!(" ({hidden} hidden)") };
    let is_failure = cases.iter().filter(|case| !case.is_right()).all(CaseOf::has_right_files);
    let noun = if is_failure { "failed cases" } else { "wrong cases" };
    let which = match (number, wrong) {
        (1, 1) => "what is wrong".to_owned(),
        (2, 2) => format!("both {noun}{hidden}"),
        (_, _) if number == wrong => format!("all {wrong} {noun}{hidden}"),
        _ => {
            // "1 more" is as long as the name.
            let first = if number == NAMED + 1 { number } else { NAMED };
            let names = cause.cases.iter().take(first).map(|place| span(cases[*place].name()));
            format!("{number} of {wrong} {noun}{hidden}, {}", list(names.chain(more(number, first)), "and"))
        }
    };
    let signal = cause.example.map_or(String::new(), |place| cases[place].signal());
    let is_open = |one: &Explanation| diagnosis.is_open(one);
    let explains = match cause.explanations {
        [] if (number, wrong) == (1, 1) => format!("The cause: {}{signal}.", cause.what),
        [] => format!("In {which}: {}{signal}.", cause.what),
        [one] if is_open(one) => format!("Another reading of the assignment explains {which}:"),
        // A single case shows only that the mistake fits, not that it is certain.
        [one] if number == 1 && one.names().len() == 1 => {
            format!("One mistake fits {which}: your files are exactly the files of a program with this mistake.")
        }
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
