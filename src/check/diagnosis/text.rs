//! The diagnosis as text: the mistake, the assignment's rule, and the place to look.

use std::{
    io::{self, Write},
    mem,
};

use super::{
    Diagnosis, Explanation, JobChange, Named, Nearest, OtherJob, Outcome, Reason, Unexplained,
    fault_location::all_wrong,
};
use crate::{
    CheckedCase, CheckedCases, Detail, FileReport, Role,
    picture::color,
    printing::{STRONG, write_wrapped},
};
use reversi_core::games::reversi::{Expression, Position, Square};
use reversi_course::{
    assignment::{Job, TaskNumber},
    mistakes::WrongWeight,
};
use reversi_io::names::{each_once, list};

/// The largest number of explanations with full texts. For all further explanations, the report has only the names.
const IN_FULL: usize = 3;

/// The largest number of other sets to name. One wrong leaf often has many sets, because each of its squares may have a
/// wrong weight.
const NAMED: usize = 9;

/// Writes a diagnosis of some files; nothing if all files are right.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn write(
    diagnosis: &Diagnosis,
    files: &[FileReport],
    job: &Job,
    detail: Detail,
    sink: &mut impl Write,
) -> io::Result<()> {
    let roles: &[Role] = &files.iter().map(|file| file.role).collect::<Vec<_>>();
    match &diagnosis.outcome {
        Outcome::Right | Outcome::OtherFormat => Ok(()),
        Outcome::OtherJob { .. } => write_other_jobs(diagnosis, roles, job, sink),
        Outcome::Named { sets, distinguished_by } => {
            write_other_jobs(diagnosis, roles, job, sink)?;
            let is_format_right = files.iter().all(|file| file.deviations.is_empty());
            let files = match (roles, is_format_right) {
                ([role], true) => format!("This {0} is exactly the {0}", role.noun()),
                ([role], false) => format!("Apart from the format, this {0} is the {0}", role.noun()),
                (_, true) => "These files are exactly the files".to_owned(),
                (_, false) => "Apart from the format, these files are the files".to_owned(),
            };
            write_explanations(&files, sets, job, detail, &mut false, sink)?;
            let board = distinguished_by.as_ref().filter(|_| !are_many_weights(sets));
            write_board_between(board, job, sink)
        }
        Outcome::Pattern(pattern, unexplained) => {
            if let Some(sentence) = pattern.sentence(job) {
                writeln!(sink)?;
                write_wrapped(&sentence, sink)?;
            }
            write_unexplained(diagnosis, unexplained, roles, job, detail, sink)
        }
        Outcome::Unknown(unexplained) => write_unexplained(diagnosis, unexplained, roles, job, detail, sink),
    }
}

/// Writes the facts on a case without a set for all its files: other jobs and sets for one file, and the reason.
fn write_unexplained(
    diagnosis: &Diagnosis,
    unexplained: &Unexplained,
    roles: &[Role],
    job: &Job,
    detail: Detail,
    sink: &mut impl Write,
) -> io::Result<()> {
    let reason = &unexplained.reason;
    write_other_jobs(diagnosis, roles, job, sink)?;
    let mut is_headed = false;
    for (index, role) in roles.iter().enumerate().filter(|(index, _)| diagnosis.certain_job(*index).is_none()) {
        let found = &diagnosis.files[index];
        let exactly = if found.format.is_empty() { "exactly" } else { "apart from the format" };
        let file = format!("Only the {0} is {exactly} the {0}", role.noun());
        write_explanations(&file, &found.explained_by, job, detail, &mut is_headed, sink)?;
    }
    let all = if roles.len() == 1 { "this file" } else { "all these files" };
    let is_explained = (0..roles.len())
        .any(|file| !diagnosis.files[file].explained_by.is_empty() || diagnosis.certain_job(file).is_some());
    let text = match reason {
        Reason::Refuted { .. } => Some(
            "Known mistakes can explain this case, but another case shows that the program does not make them."
                .to_owned(),
        ),
        Reason::Nearest(Nearest { explanation, line, .. }) => Some(format!(
            "No known mistake explains {all}. The closest match is {explanation}, which first differs in line {line} \
             of the log."
        )),
        _ if is_explained => None,
        Reason::FewTried => {
            Some("`check` tried only a few mistakes: known mistakes rarely write such a file.".to_owned())
        }
        Reason::EffortSpent => Some(format!(
            "No mistake that `check` tried explains {all}. It stopped before it had tried every pair: to try more, \
             increase --effort."
        )),
        Reason::AllTried => Some(format!(
            "No known mistake or pair of mistakes explains {all}. The cause can still be one mistake that `check` does \
             not know."
        )),
    };
    if let Some(text) = text {
        write_heading(&mut is_headed, sink)?;
        write_wrapped(&text, sink)?;
    }
    if let Reason::Nearest(nearest) = reason {
        write_mistakes(&nearest.explanation, &[job], sink)?;
    }
    if let Some(remains) = unexplained.remains_sentence() {
        write_wrapped(&remains, sink)?;
    }
    for (role, _) in roles.iter().zip(&diagnosis.files).filter(|(_, file)| file.is_cut) {
        write_wrapped(&format!("The diagnosis used only the beginning of the {}.", role.noun()), sink)?;
    }
    Ok(())
}

/// Writes a sentence on each file that is right for another job.
fn write_other_jobs(diagnosis: &Diagnosis, roles: &[Role], job: &Job, sink: &mut impl Write) -> io::Result<()> {
    let certain = |index| diagnosis.certain_job(index).filter(|other| **other != OtherJob::Exchanged);
    if let Some(other) =
        certain(0).filter(|_| roles.len() > 1 && (1..roles.len()).all(|index| certain(index).is_some()))
    {
        writeln!(sink)?;
        let text = format!("These are the right files for {}{}.", other.text(job), other.doubt(job));
        return write_wrapped(&text, sink);
    }
    for (index, (file, role)) in diagnosis.files.iter().zip(roles).enumerate() {
        let Some(other) = &file.other_job else { continue };
        let noun = role.noun();
        writeln!(sink)?;
        let text = if *other == OtherJob::Exchanged {
            let place = if *role == Role::Log { Role::Moves } else { Role::Log }.noun();
            format!("The file that you gave as the {noun} is the right {place}: the two files are swapped.")
        } else if certain(index).is_some() {
            format!("This is the right {noun} for {}{}.", other.text(job), other.doubt(job))
        } else {
            format!("For {}, only the {noun} is right, perhaps by chance.", other.text(job))
        };
        write_wrapped(&text, sink)?;
    }
    Ok(())
}

/// Writes the diagnosis of all cases of a student together.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn write_common(checked: &CheckedCases, sink: &mut impl Write) -> io::Result<()> {
    let (common, wrong, left) = (&checked.common, checked.wrong(), checked.left());
    // A case without files has nothing to explain.
    if checked.cases.iter().all(|case| case.is_same() || case.checked.is_err()) {
        return Ok(());
    }
    let location = common.location.sentences();
    if !location.is_empty() {
        writeln!(sink)?;
        write_wrapped(&location, sink)?;
    }
    if let Some([one, other]) = exchanged_evaluations(checked) {
        writeln!(sink)?;
        write_wrapped(&format!("The evaluations of tasks {one} and {other} are swapped."), sink)?;
    }
    let diagnoses = || checked.cases.iter().filter_map(|case| case.report()?.diagnosis.as_ref());
    let outcomes = || diagnoses().map(|diagnosis| &diagnosis.outcome);
    // Steps with other numbers may have one cause.
    let is_step =
        |diagnosis: &Diagnosis| diagnosis.files.iter().any(|file| matches!(file.other_job, Some(OtherJob::Step(_))));
    if outcomes().all(|outcome| outcome.is_right() || matches!(outcome, Outcome::OtherJob { .. }))
        && (common.explained_by.is_empty() || !diagnoses().any(is_step))
    {
        return Ok(());
    }
    let explained = wrong - left.len();
    let Some(first) = common.explained_by.first().filter(|_| !common.explains_few) else {
        writeln!(sink)?;
        let is_refuted = outcomes()
            .any(|outcome| outcome.unexplained().is_some_and(|of| matches!(of.reason, Reason::Refuted { .. })));
        let is_any_explained =
            is_refuted || outcomes().any(|of| matches!(of, Outcome::OtherJob { .. } | Outcome::Named { .. }));
        let cases = match () {
            () if is_refuted => {
                write_wrapped("No known mistake fits all cases.", sink)?;
                return write_logs_alone(checked, sink);
            }
            () if wrong == 1 && is_any_explained => return write_wrapped("No known mistake fits all cases.", sink),
            () if wrong == 1 => "the wrong case".to_owned(),
            () if common.explains_few => {
                format!("more than {explained} of the {wrong} wrong cases and fits the right ones")
            }
            () if is_any_explained => format!("{} together", all_wrong(wrong)),
            () => "every file of even one wrong case".to_owned(),
        };
        write_wrapped(&format!("No known mistake explains {cases}."), sink)?;
        if let Some(captures) = common.captures.sentence() {
            write_wrapped(&captures, sink)?;
        }
        return write_logs_alone(checked, sink);
    };
    let what = if (explained, wrong) == (1, 1) {
        "the wrong case".to_owned()
    } else if left.is_empty() && wrong > 1 {
        all_wrong(wrong)
    } else {
        format!("{explained} of the {wrong} wrong cases")
    };
    if are_many_weights(&common.explained_by) {
        write!(sink, "\n{STRONG}Diagnosis{STRONG:#}: one wrong weight fits {what}.\n")?;
        return write_wrapped(&weights_that_fit(&common.explained_by), sink);
    }
    let is_one = first.explanation.names().len() == 1;
    let (explains, rests) =
        (explains(first, is_one), first.rests_on().map_or_else(String::new, |rests| format!("; {rests}")));
    let this = if is_one { "this mistake" } else { "these mistakes" };
    let only = first.only.as_ref().map(|only| format!(", {only} (no other case shows {this})"));
    let (set, only) = (&first.explanation, only.unwrap_or_default());
    write!(sink, "\n{STRONG}Diagnosis{STRONG:#}: {set} {explains} {what}{only}{rests}.\n")?;
    let jobs: Vec<&Job> = checked.cases.iter().map(|case| case.job).collect();
    let boards = jobs.iter().filter(|job| job.task.start != jobs[0].task.start).count();
    if first.is_thin() || boards == 0 || !left.is_empty() {
        write_wrapped(&format!("A program with {this} writes exactly the files of these cases."), sink)?;
    }
    write_mistakes(set, &jobs, sink)?;
    write_others(&common.explained_by[1..], sink)?;
    if let Some((place, board)) = &common.distinguished_by {
        write_board_between(Some(board), checked.cases[*place].job, sink)?;
    }
    if !common.unseen.is_empty() {
        let unseen = list(common.unseen.iter().map(|&place| checked.cases[place].name), "and");
        let were = if common.unseen.len() == 1 { "was" } else { "were" };
        write_wrapped(&format!("{unseen} {were} not compared to the end."), sink)?;
    }
    if !left.is_empty() {
        write_wrapped(&format!("Still unexplained: {}.", left.join(", ")), sink)?;
    }
    Ok(())
}

/// Names a set that explains the logs of most cases but no other file. Writes nothing if the set explains only one log.
fn write_logs_alone(checked: &CheckedCases, sink: &mut impl Write) -> io::Result<()> {
    let sets = |case: &CheckedCase| {
        let report = case.report()?;
        let log = report.files.iter().position(|file| file.role == Role::Log)?;
        let sets = &report.diagnosis.as_ref()?.files[log].explained_by;
        Some(sets.iter().map(|named| named.explanation.clone()).collect())
    };
    let of_cases: Vec<Vec<Explanation>> = checked.cases.iter().filter_map(sets).collect();
    let times = |set: &&Explanation| of_cases.iter().filter(|sets| sets.contains(set)).count();
    let Some(most) = of_cases.iter().flatten().rev().max_by_key(times).filter(|most| times(most) > 1) else {
        return Ok(());
    };
    writeln!(sink)?;
    write_wrapped(&format!("{most} explains the logs of {} cases, but no other file.", times(&most)), sink)?;
    write_mistakes(most, &checked.cases.iter().map(|case| case.job).collect::<Vec<_>>(), sink)
}

/// Finds two tasks with swapped evaluations: in all cases of each task, the program uses the evaluation of the other
/// task.
fn exchanged_evaluations(checked: &CheckedCases) -> Option<[TaskNumber; 2]> {
    let is_done_by = |number: TaskNumber, evaluation: &Expression| {
        let mut of_task = checked.cases.iter().filter(|case| case.job.number == Some(number)).peekable();
        let is_so = |case: &CheckedCase| {
            let found = case.report().and_then(|report| report.diagnosis.as_ref());
            let others = found.into_iter().flat_map(|found| &found.files).filter_map(|file| file.other_job.as_ref());
            let is_its = |other: &OtherJob| match other {
                OtherJob::Search { search: None, eval: Some(eval) } => eval == evaluation,
                OtherJob::Changed(JobChange { task: Some(task), depth: None, player: None, assignment: None }) => {
                    let other = TaskNumber::new(*task).and_then(|task| case.job.assignment.tasks.get(&task));
                    other.is_some_and(|other| case.job.assignment.evaluation(&other.evaluation) == *evaluation)
                }
                _ => false,
            };
            others.clone().next().is_some() && others.clone().all(is_its)
        };
        of_task.peek().is_some() && of_task.all(is_so)
    };
    let tasks = |case: &CheckedCase| Some((case.job.number?, case.job.task.evaluation().clone()));
    let tasks: Vec<(TaskNumber, Expression)> = checked.cases.iter().filter_map(tasks).collect();
    tasks.iter().enumerate().find_map(|(place, (one, evaluation))| {
        let is_exchanged = |(other, of_other): &&(TaskNumber, Expression)| {
            one != other && is_done_by(*one, of_other) && is_done_by(*other, evaluation)
        };
        tasks[place + 1..].iter().find(is_exchanged).map(|(other, _)| [*one, *other])
    })
}

/// Writes the diagnosis of one of several cases, if the case is not fully explained. The diagnosis has the sets that
/// explain one file, the nearest set, and the common features of the wrong rows. `name` returns the name of a case by
/// its index.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn write_of_case(
    diagnosis: &Diagnosis,
    roles: &[Role],
    job: &Job,
    name: &dyn Fn(usize) -> String,
    sink: &mut impl Write,
) -> io::Result<()> {
    let Some(unexplained) = diagnosis.outcome.unexplained() else { return Ok(()) };
    if let Reason::Refuted { by } = unexplained.reason {
        let text = "Known mistakes can explain this case, but";
        write_wrapped(&format!("{text} {} shows that the program does not make them.", name(by)), sink)?;
    }
    for (role, file) in roles.iter().zip(&diagnosis.files).filter(|(_, file)| !file.explained_by.is_empty()) {
        let names: Vec<String> = file.explained_by.iter().take(IN_FULL).map(ToString::to_string).collect();
        writeln!(sink, "  explains only the {}: {}", role.noun(), names.join(", or "))?;
    }
    if let Reason::Nearest(Nearest { explanation, line, .. }) = &unexplained.reason {
        writeln!(sink, "  closest match: {explanation}, up to line {line} of the log")?;
    }
    let pattern = if let Outcome::Pattern(pattern, _) = &diagnosis.outcome { pattern.sentence(job) } else { None };
    pattern.into_iter().chain(unexplained.remains_sentence()).try_for_each(|sentence| write_wrapped(&sentence, sink))
}

/// Writes the board on which programs with the first two sets write different files.
fn write_board_between(board: Option<&Position>, job: &Job, sink: &mut impl Write) -> io::Result<()> {
    let Some(board) = board else { return Ok(()) };
    let who = color(job, board.side_to_move());
    let rows: Vec<String> = job.assignment.squares.rows(board).collect();
    let text = format!(
        "The first two explanations write the same files here. To tell them apart, run your program with the \
         same task and depth from this board, with {who} to move: {}",
        rows.join("/")
    );
    write_wrapped(&text, sink)
}

/// The verb `explains`, or `fits` if the evidence is small.
const fn explains(named: &Named, is_one: bool) -> &'static str {
    match (is_one, named.is_thin()) {
        (true, false) => "explains",
        (false, false) => "together explain",
        (true, true) => "fits",
        (false, true) => "together fit",
    }
}

/// Writes an empty line and, before the first part of a diagnosis, the heading.
fn write_heading(is_headed: &mut bool, sink: &mut impl Write) -> io::Result<()> {
    writeln!(sink)?;
    if mem::replace(is_headed, true) { Ok(()) } else { writeln!(sink, "{STRONG}Diagnosis{STRONG:#}") }
}

/// Writes the sets that explain some files; `files` begins the sentence.
fn write_explanations(
    files: &str,
    names: &[Named],
    job: &Job,
    detail: Detail,
    is_headed: &mut bool,
    sink: &mut impl Write,
) -> io::Result<()> {
    let Some(first) = names.first() else { return Ok(()) };
    let explanations = || names.iter().map(|named| &named.explanation);
    let is_one = names.len() == 1;
    let are_calculated = names.iter().all(is_of_weights);
    let together = explanations().any(|set| set.mistakes.len() + usize::from(set.is_calculated()) > 1);
    let subject = match (are_calculated, is_one, together) {
        (true, true, _) if first.explanation.term.is_some() => "a wrong term of the evaluation",
        (true, false, _) if first.explanation.term.is_some() => "any of several wrong terms of the evaluation",
        (true, true, _) => "a wrong weight",
        (true, false, _) => "any of several wrong weights",
        (false, true, false) => "one mistake",
        (false, true, true) => "a combination of mistakes",
        (false, false, false) if names.len() == 2 => "either of two mistakes",
        (false, false, false) => "any one of several mistakes",
        (false, false, true) => "any of several combinations of mistakes",
    };
    let rests = first.rests_on().map_or_else(String::new, |rests| format!("; {rests}"));
    write_heading(is_headed, sink)?;
    if are_many_weights(names) {
        return write_wrapped(
            &format!("{files} of a program with one wrong weight. {}", weights_that_fit(names)),
            sink,
        );
    }
    write_wrapped(&format!("{files} of a program with {subject}{rests}."), sink)?;
    let in_full = if detail == Detail::Full { IN_FULL } else { 1 };
    for explanation in explanations().take(in_full) {
        write_mistakes(explanation, &[job], sink)?;
    }
    write_others(names.get(in_full..).unwrap_or_default(), sink)
}

/// True if a set has wrong weights or a wrong coefficient, and nothing else.
fn is_of_weights(named: &Named) -> bool {
    named.explanation.is_calculated() && named.explanation.mistakes.is_empty()
}

/// True if the sets are too many wrong weights to name each.
fn are_many_weights(names: &[Named]) -> bool {
    names.len() > IN_FULL && names.iter().all(is_of_weights)
}

/// Sentences on wrong weights of which each explains the files.
fn weights_that_fit(names: &[Named]) -> String {
    let squares = names.iter().flat_map(|named| &named.explanation.weights).map(|weight| weight.square);
    format!(
        "The files do not show which weight is wrong: it can be that of any of {} squares. Compare your table with the \
         table of the assignment, or check more cases.",
        each_once(squares).len()
    )
}

/// Writes the names of other sets that explain the files equally well.
fn write_others(others: &[Named], sink: &mut impl Write) -> io::Result<()> {
    if others.is_empty() {
        return Ok(());
    }
    let mut names: Vec<String> = others.iter().take(NAMED).map(ToString::to_string).collect();
    if others.len() > NAMED {
        names.push(format!("{} others (listed by --json)", others.len() - NAMED));
    }
    let are_calculated = others.iter().all(|named| named.explanation.is_calculated());
    let more = if are_calculated { "" } else { " To read about one, run `reversi mistakes explain NAME`." };
    write_wrapped(&format!("Or: {}.{more}", names.join(", or ")), sink)
}

/// Writes the texts on a set of mistakes: the mistake, the assignment's rule, and the place to look in the program. The
/// texts use the words of the first job in which the mistakes are possible.
fn write_mistakes(explanation: &Explanation, jobs: &[&Job], sink: &mut impl Write) -> io::Result<()> {
    for mistake in explanation.mistakes.iter() {
        let text = mistake.text(jobs.iter().map(|job| &job.assignment));
        write_wrapped(&format!("{mistake}: {}", text.done), sink)?;
        text.advice().iter().try_for_each(|sentence| write_wrapped(sentence, sink))?;
    }
    if let Some(term) = &explanation.term {
        let evaluation =
            jobs.iter().map(|job| job.task.evaluation()).find(|own| own.coefficient(&term.feature).is_some());
        let rule = evaluation.map(|own| format!(" The assignment: leaves are evaluated by `{}`.", own.in_full()));
        write_wrapped(&format!("{}{}", term.sentence(), rule.unwrap_or_default()), sink)?;
    }
    let weighted = jobs.iter().find(|job| job.task.evaluation().weights_term().is_some());
    match weighted.filter(|_| !explanation.weights.is_empty()) {
        Some(job) => write_wrapped(&weights_text(explanation, job), sink),
        None => Ok(()),
    }
}

/// A sentence on wrong weights, for example `h4 and h5 weigh -6 instead of 6.`
pub(super) fn weights_text(explanation: &Explanation, job: &Job) -> String {
    let right = |square: Square| {
        let weights = job.task.evaluation().weights_term();
        weights.map_or(0, |(_, weights)| weights[usize::from(square.row())][usize::from(square.column())])
    };
    // Squares with the same expected and wrong weights form a group; groups are in the order of their first squares.
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
        .map(|((value, right), squares)| format!("{} weighed {value} instead of {right}", list(squares, "and")))
        .collect();
    format!("The leaves are evaluated as if {}.", texts.join(", and "))
}
