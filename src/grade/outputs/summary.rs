//! What the terminal shows of a class: the verdicts by case, the points, the mistakes, and who wrote the same.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write as _};

use crate::{
    check::diagnosis::Explanation,
    grade::{
        feedback::texts::weight_sentence,
        judging::{points::Points, verdict::Verdict},
        results::{CaseResult, ClassResults, StudentResult},
    },
    names::count,
    sandbox::Level,
};

/// The summary of a class, for whoever grades it.
pub fn summary(results: &ClassResults) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write_containment(&mut text, results)
        .and_then(|()| write_verdicts(&mut text, results))
        .and_then(|()| write_points(&mut text, results))
        .and_then(|()| write_mistakes(&mut text, results))
        .and_then(|()| write_groups(&mut text, results));
    text
}

/// A table with a row for each case and a column for each verdict that there is.
fn write_verdicts(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    let count = |place: usize, kind: &str| {
        let cases = results.students.iter().filter_map(|student| student.graded.cases.get(place));
        cases.filter(|case| case.verdict.kind() == kind).count()
    };
    let is_there = |kind: &&str| (0..results.cases.len()).any(|place| count(place, kind) > 0);
    let kinds: Vec<&str> = Verdict::KINDS.into_iter().filter(is_there).collect();
    let width = results.cases.iter().map(|case| case.name.chars().count()).max().unwrap_or(0);
    write!(text, "{:width$}", "")?;
    kinds.iter().try_for_each(|kind| write!(text, "  {kind}"))?;
    writeln!(text)?;
    for (place, case) in results.cases.iter().enumerate() {
        write!(text, "{:width$}", case.name)?;
        for kind in &kinds {
            let number = match count(place, kind) {
                0 => ".".to_owned(),
                number => number.to_string(),
            };
            write!(text, "  {number:>width$}", width = kind.len())?;
        }
        writeln!(text)?;
    }
    Ok(())
}

/// A histogram of the points, in tenths of the most.
fn write_points(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    const TENTHS: usize = 10;
    const WIDTH: usize = 50;
    let most = results.maximum.number();
    let mut bins = [0_usize; TENTHS + 1];
    for student in &results.students {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10
        let tenth = (student.points.number() / most.max(0.01) * 10.0).clamp(0.0, 10.0) as usize;
        bins[tenth] += 1;
    }
    let largest = bins.iter().copied().max().unwrap_or(0).max(1);
    writeln!(text, "\nPoints of {}", count(results.students.len(), "student"))?;
    for (tenth, &count) in (0_u8..).zip(&bins) {
        let bound = |tenth: u8| Points::new(most * f64::from(tenth) / 10.0).unwrap_or_default();
        let range = match usize::from(tenth) {
            TENTHS => results.maximum.to_string(),
            _ => format!("{} to {}", bound(tenth), bound(tenth + 1)),
        };
        let bar = "#".repeat((count * WIDTH).div_ceil(largest));
        writeln!(text, "{}", format!("{range:>14}  {count:>4}  {bar}").trim_end())?;
    }
    Ok(())
}

/// The mistakes of the class, those of most students first.
fn write_mistakes(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    let mut counts: BTreeMap<Vec<String>, (usize, String)> = BTreeMap::new();
    for student in &results.students {
        let explanations = explanations_of(student);
        if !explanations.is_empty() {
            let names = explanations.iter().map(ToString::to_string).collect();
            counts.entry(names).or_insert_with(|| (0, sentence(student, &explanations))).0 += 1;
        }
        if student.graded.cases.iter().any(|case| case.is_spelling) {
            let sentence = "spelling: the values are right, and rows are spelled otherwise.";
            counts.entry(vec!["spelling".to_owned()]).or_insert_with(|| (0, sentence.to_owned())).0 += 1;
        }
    }
    if counts.is_empty() {
        return Ok(());
    }
    let mut counts: Vec<(usize, String)> = counts.into_values().collect();
    counts.sort_by_key(|(count, _)| Reverse(*count));
    writeln!(text, "\nMistakes of the class")?;
    let students = results.students.len();
    counts.iter().try_for_each(|(count, sentence)| writeln!(text, "{count:>4} of {students}: {sentence}"))
}

/// The explanations that explain most of a student's wrong cases.
fn explanations_of(student: &StudentResult) -> Vec<&Explanation> {
    let mut counts: BTreeMap<String, (usize, &Explanation)> = BTreeMap::new();
    for explanation in student.graded.cases.iter().flat_map(|case| &case.explained_by) {
        counts.entry(explanation.to_string()).or_insert((0, explanation)).0 += 1;
    }
    let most = counts.values().map(|(count, _)| *count).max();
    counts.into_values().filter(|(count, _)| Some(*count) == most).map(|(_, explanation)| explanation).collect()
}

/// Explanations that cannot be told apart, in a sentence.
fn sentence(student: &StudentResult, explanations: &[&Explanation]) -> String {
    match explanations {
        [one] => match (&one.mistakes.iter().collect::<Vec<_>>()[..], &one.weights[..]) {
            ([mistake], []) => {
                let mut cases = student.graded.cases.iter().filter(|case| case.told.contains_key(mistake.name()));
                let told = cases.next().map_or_else(|| mistake.told([]), |case| case.told(*mistake));
                format!("{mistake}: {}", told.done)
            }
            ([], [weight]) => weight_sentence(*weight),
            _ => one.to_string(),
        },
        [first, second, third, _, ..] => {
            format!("{first}, {second}, {third} or one of {} others", explanations.len() - 3)
        }
        several => several.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "),
    }
}

/// The groups of students who wrote the same wrong files that no known mistake explains.
fn write_groups(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    let is_unexplained = |case: &&CaseResult| {
        case.explained_by.is_empty() && !case.is_spelling && case.parts.iter().all(|part| part.recognised.is_none())
    };
    let mut written: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for student in &results.students {
        for case in student.graded.cases.iter().filter(is_unexplained) {
            if let Some(digest) = &case.digest {
                written.entry((&case.case, digest.to_string())).or_default().push(&student.name);
            }
        }
    }
    let mut groups: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
    for ((case, _), students) in written.into_iter().filter(|(_, students)| students.len() > 1) {
        groups.entry(students).or_default().push(case);
    }
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nThe same wrong files, which no known mistake explains")?;
    groups.iter().try_for_each(|(students, cases)| writeln!(text, "  {}: {}", students.join(", "), cases.join(", ")))
}

/// A line that says so, if programs ran unconfined.
fn write_containment(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    let contained = results.students.iter().filter_map(|student| student.graded.containment.as_ref());
    let unconfined = contained.filter(|contained| contained.level == Level::Unconfined).count();
    if unconfined > 0 {
        writeln!(
            text,
            "Not contained, but for the limits: the programs of {unconfined} of {}.\n",
            results.students.len()
        )?;
    }
    Ok(())
}
