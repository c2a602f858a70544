//! The diagnosis for people: what was misunderstood, what the assignment says, and where to look.

use std::{
    io::{self, Write},
    sync::Arc,
};

use super::{Diagnosis, Explanation, Nearest, OtherJob};
use crate::{
    assignment::{Assignment, Job},
    check::{
        CheckedCases, Role,
        printing::{STRONG, write_wrapped},
    },
    games::reversi::Square,
    mistakes::{Told, WrongWeight},
    names::list,
};

/// How many explanations are told in full; of the others, the names.
const IN_FULL: usize = 3;

/// How many others are named: a leaf alone may have a wrong weight on each of its squares.
const NAMED: usize = 9;

/// Writes what is to be said of a diagnosis of files with these roles; nothing where all are right.
///
/// # Errors
/// Those of the sink.
pub(in crate::check) fn write(
    diagnosis: &Diagnosis,
    roles: &[Role],
    job: &Job,
    sink: &mut impl Write,
) -> io::Result<()> {
    if diagnosis.is_of_right_files {
        return Ok(());
    }
    for (index, other) in diagnosis.other_jobs.iter().enumerate() {
        let Some(other) = other else { continue };
        let role = roles[index];
        let noun = role.noun();
        let same = diagnosis.of_all.first().or(diagnosis.of_each[index].first());
        let same = same.map_or_else(String::new, |same| format!(", which {same} writes, too"));
        writeln!(sink)?;
        let text = if *other == OtherJob::Exchanged {
            let place = if role == Role::Log { Role::Moves } else { Role::Log }.noun();
            format!("What stands in the place of the {noun} is the right {place}: the two files are exchanged.")
        } else {
            format!("This is the right {noun} for {}{same}.", other.text(job))
        };
        write_wrapped(&text, sink)?;
    }
    let all = if roles.len() == 1 { "it" } else { "all of it" };
    if !diagnosis.of_all.is_empty() {
        return write_explanations(&format!("explains {all}"), &diagnosis.of_all, job, sink);
    }
    for (role, explanations) in roles.iter().zip(&diagnosis.of_each).filter(|(_, found)| !found.is_empty()) {
        write_explanations(&format!("explains the {}, but not all of it", role.noun()), explanations, job, sink)?;
    }
    let said = if let Some(Nearest { explanation, role, line }) = &diagnosis.nearest {
        let come = if explanation.mistakes.iter().count() > 1 { "come" } else { "comes" };
        Some(format!(
            "No mistake that is known explains {all}. Nearest {come} {explanation}, which writes something else first in \
             line {line} of the {}.",
            role.noun()
        ))
    } else if diagnosis.is_spared && diagnosis.explains_nothing() {
        let cause = "one odd row, or rows that no mistake of the list writes, have another cause";
        Some(format!("Mistakes were hardly looked for: {cause}."))
    } else {
        let is_explained =
            !diagnosis.of_each.iter().all(Vec::is_empty) || diagnosis.other_jobs.iter().any(Option::is_some);
        (!is_explained).then(|| format!("No mistake that is known explains {all}, alone or with another."))
    };
    if let Some(said) = said {
        write!(sink, "\n{STRONG}Diagnosis{STRONG:#}\n")?;
        write_wrapped(&said, sink)?;
    }
    if let Some(in_common) = &diagnosis.in_common {
        write_wrapped(&in_common.to_string(), sink)?;
    }
    if let Some(nearest) = &diagnosis.nearest {
        write_mistakes(&nearest.explanation, &[&job.assignment], sink)?;
    }
    if !diagnosis.is_complete && !diagnosis.is_spared {
        writeln!(sink)?;
        write_wrapped("Not every pair of mistakes was tried; --effort with a larger number tries more.", sink)?;
    }
    for role in &diagnosis.seen_in_part {
        write_wrapped(&format!("Only the beginning of the {} was looked at for this.", role.noun()), sink)?;
    }
    Ok(())
}

/// Writes what explains the wrong cases of a student together.
///
/// # Errors
/// Those of the sink.
pub(in crate::check) fn write_common(checked: &CheckedCases, sink: &mut impl Write) -> io::Result<()> {
    let (common, wrong, left) = (&checked.common, checked.wrong(), checked.left());
    // A case without its files has nothing to explain.
    if checked.cases.iter().all(|case| case.is_same() || case.checked.is_err()) {
        return Ok(());
    }
    let Some(first) = common.explained_by.first() else {
        writeln!(sink)?;
        return write_wrapped(&format!("No mistake that is known explains any of the {wrong} wrong cases."), sink);
    };
    let explained = wrong - left.len();
    let what = if left.is_empty() && wrong > 1 {
        format!("all {wrong} wrong cases")
    } else {
        format!("{explained} of {wrong} wrong cases")
    };
    let alike: Vec<String> = common.explained_by.iter().skip(1).take(NAMED).map(ToString::to_string).collect();
    let explains = if first.names().len() == 1 { "explains" } else { "together explain" };
    write!(sink, "\n{STRONG}Diagnosis{STRONG:#}: {first} {explains} {what}.\n")?;
    let assignments: Vec<_> = checked.cases.iter().map(|case| &case.job.assignment).collect();
    write_mistakes(first, &assignments, sink)?;
    if !alike.is_empty() {
        write_wrapped(&format!("Or: {}.", alike.join(", or ")), sink)?;
    }
    if common.contradicted_by > 0 {
        write_wrapped(&contradiction(common.contradicted_by), sink)?;
    }
    if !left.is_empty() {
        write_wrapped(&format!("Not explained by it: {}.", left.join(", ")), sink)?;
    }
    Ok(())
}

/// That a program with these mistakes would write something else in some cases that are right.
pub fn contradiction(cases: usize) -> String {
    let right = if cases == 1 { "one case that is right" } else { "cases that are right" };
    format!("That cannot be all: in {right}, such a program would write something else. What is wrong lies near it.")
}

/// What explains something: one, or any of several.
fn write_explanations(what: &str, explanations: &[Explanation], job: &Job, sink: &mut impl Write) -> io::Result<()> {
    let is_one = explanations.len() == 1;
    let weights = explanations.iter().all(|explanation| explanation.mistakes.is_empty());
    let together = explanations.iter().any(|explanation| explanation.mistakes.iter().count() > 1);
    let subject = match (weights, is_one, together) {
        (true, true, _) => "A wrong weight",
        (true, false, _) => "Any of some wrong weights",
        (false, true, false) => "One mistake",
        (false, true, true) => "Several mistakes together: that",
        (false, false, false) => "Any one of several mistakes",
        (false, false, true) => "Any of several sets of mistakes",
    };
    write!(sink, "\n{STRONG}Diagnosis{STRONG:#}: {subject} {what}.\n")?;
    for explanation in explanations.iter().take(IN_FULL) {
        write_mistakes(explanation, &[&job.assignment], sink)?;
        if !explanation.weights.is_empty() {
            write_wrapped(&weights_text(explanation, job), sink)?;
        }
    }
    if explanations.len() > IN_FULL {
        let rest = &explanations[IN_FULL..];
        let mut names: Vec<String> = rest.iter().take(NAMED).map(ToString::to_string).collect();
        if rest.len() > NAMED {
            names.push(format!("{} others, which --json names", rest.len() - NAMED));
        }
        let more = if weights { "" } else { " `reversi mistakes explain NAME` tells more." };
        write_wrapped(&format!("Or: {}.{more}", names.join(", or ")), sink)?;
    }
    Ok(())
}

/// What the student has done, what the assignment says, and where to look.
fn write_mistakes(
    explanation: &Explanation,
    assignments: &[&Arc<Assignment>],
    sink: &mut impl Write,
) -> io::Result<()> {
    for mistake in explanation.mistakes.iter() {
        let Told { done, rule, look } = mistake.told(assignments.iter().copied());
        write_wrapped(&format!("{mistake}: {done}"), sink)?;
        write_wrapped(&format!("The assignment: {rule}"), sink)?;
        write_wrapped(&format!("Where to look: {look}"), sink)?;
    }
    Ok(())
}

/// `h4 and h5 weigh -6 instead of 6.`
fn weights_text(explanation: &Explanation, job: &Job) -> String {
    let right = |square: Square| {
        let weights = job.task.evaluation().weights_table();
        weights.map_or(0, |weights| weights[usize::from(square.row())][usize::from(square.column())])
    };
    // The squares that have the same two weights, in the order of the first of them.
    let mut alike: Vec<((i16, i16), Vec<Square>)> = Vec::new();
    for &WrongWeight { square, value } in &explanation.weights {
        let weights = (value, right(square));
        match alike.iter_mut().find(|(known, _)| *known == weights) {
            Some((_, squares)) => squares.push(square),
            None => alike.push((weights, vec![square])),
        }
    }
    let texts: Vec<String> = alike
        .into_iter()
        .map(|((value, right), squares)| {
            let weigh = if squares.len() == 1 { "weighs" } else { "weigh" };
            format!("{} {weigh} {value} instead of {right}", list(squares, "and"))
        })
        .collect();
    format!("In the table of weights, {}.", texts.join(", "))
}
