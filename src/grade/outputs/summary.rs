//! What the terminal shows of a class: the verdicts by case, the points, the mistakes, and who wrote the same.

use std::{collections::BTreeMap, fmt::Write as _};

use crate::{
    grade::{
        feedback::texts::weight,
        judging::{points::Points, verdict::Verdict},
        results::{CaseResult, ClassResults, StudentResult},
    },
    mistakes::Mistake,
};

/// The summary of a class, for whoever grades it.
#[must_use]
pub fn summary(results: &ClassResults) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = write_verdicts(&mut text, results)
        .and_then(|()| write_points(&mut text, results))
        .and_then(|()| write_mistakes(&mut text, results))
        .and_then(|()| write_groups(&mut text, results))
        .and_then(|()| write_containment(&mut text, results));
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
    let students = results.students.len();
    writeln!(text, "\nPoints of {students} {}", if students == 1 { "student" } else { "students" })?;
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
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for student in &results.students {
        let mistakes = mistakes_of(student);
        if !mistakes.is_empty() {
            *counts.entry(mistakes).or_default() += 1;
        }
        if student.graded.cases.iter().any(|case| case.is_spelling) {
            *counts.entry(vec!["spelling".to_owned()]).or_default() += 1;
        }
    }
    if counts.is_empty() {
        return Ok(());
    }
    let mut counts: Vec<(Vec<String>, usize)> = counts.into_iter().collect();
    counts.sort_by(|(one, first), (other, second)| second.cmp(first).then(one.cmp(other)));
    writeln!(text, "\nMistakes of the class")?;
    for (names, count) in counts {
        writeln!(text, "{count:>4} of {}: {}", results.students.len(), said(&names))?;
    }
    Ok(())
}

/// What explains most of a student's wrong cases; several where they cannot be told apart.
fn mistakes_of(student: &StudentResult) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for explanation in student.graded.cases.iter().flat_map(|case| &case.explained_by) {
        *counts.entry(explanation.join(" + ")).or_default() += 1;
    }
    let most = counts.values().copied().max();
    counts.into_iter().filter(|(_, count)| Some(*count) == most).map(|(name, _)| name).collect()
}

/// An explanation in a sentence.
fn said(names: &[String]) -> String {
    match names {
        [name] if name == "spelling" => "spelling: the values are right, and rows are spelled otherwise.".to_owned(),
        [name] => match name.parse::<Mistake>() {
            Ok(mistake) => format!("{name}: {}", mistake.done()),
            Err(_) if name.contains(" + ") => name.clone(),
            Err(_) => weight(name),
        },
        [first, second, third, .., _] => format!("{first}, {second}, {third} or one of {} others", names.len() - 3),
        names => names.join(" or "),
    }
}

/// Who wrote the same wrong files, where no mistake explains them.
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

/// A line where programs could do more than they should.
fn write_containment(text: &mut String, results: &ClassResults) -> std::fmt::Result {
    let contained = results.students.iter().filter_map(|student| student.graded.containment.as_ref());
    let unconfined = contained.filter(|contained| contained.level == "unconfined").count();
    if unconfined > 0 {
        writeln!(
            text,
            "\nNot contained, but for the limits: the programs of {unconfined} of {}.",
            results.students.len()
        )?;
    }
    Ok(())
}
