//! The diagnosis as paragraphs: one value for the terminal, `--json`, the page and feedback.

use serde::Serialize;

use super::{
    Diagnosis, Explanation, Named, OtherJob, Outcome, Reason,
    fault_location::{all_wrong, first_step},
};
use crate::{CheckedCases, Detail, FileReport, Report, Role, Shape};
use reversi_core::games::reversi::Square;
use reversi_course::{
    assignment::Job,
    mistakes::{MistakeText, Ranked, WrongWeight},
};
use reversi_io::names::{count, list};

/// A paragraph of a report on the cause of the differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Paragraph {
    /// Sentences on the files, and on programs that were tried.
    Text { text: String },
    /// A mistake of a named set: the program with it, the assignment's rule, and the place to look.
    Cause {
        name: String,
        #[serde(flatten)]
        text: MistakeText,
    },
}

impl Paragraph {
    fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// The sentences of the paragraph, each for a line of its own.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            Self::Text { text } => vec![text.clone()],
            Self::Cause { name, text } => [format!("{name}: {}", text.done)].into_iter().chain(text.advice()).collect(),
        }
    }
}

/// The paragraphs on one case.
pub(crate) fn of_one(report: &Report, job: &Job, detail: Detail) -> Vec<Paragraph> {
    let Some(diagnosis) = &report.diagnosis else { return Vec::new() };
    // If at most one line is wrong or the file has no lines, the report does not tell what was tried.
    let is_told = |file: &FileReport| {
        let is_empty = file.first().is_some_and(|first| first.line == 1 && first.found.is_none());
        file.is_same() || file.is_in_other_format() || file.shape() != Shape::Any || is_empty
    };
    if diagnosis.explains_nothing() && report.files.iter().all(is_told) {
        return Vec::new();
    }
    let mut said = other_jobs(diagnosis, &report.files, job);
    match &diagnosis.outcome {
        Outcome::Right | Outcome::OtherFormat | Outcome::OtherJob { .. } => {}
        Outcome::Named { sets } => {
            let is_format_right = report.files.iter().all(|file| file.deviations.is_empty());
            let files = match &report.files[..] {
                [file] => format!("this {}", file.role.noun()),
                _ => "these files".to_owned(),
            };
            let exactly = if is_format_right { "exactly " } else { "apart from the format, " };
            let files = [exactly, &files].concat();
            said.extend(explanations(&files, sets, job, detail));
            said.extend(sets[0].elsewhere().map(Paragraph::text));
        }
        Outcome::Unknown(reason, pattern) => {
            for (file, found) in report.files.iter().zip(&diagnosis.files) {
                let exactly = if file.deviations.is_empty() { "exactly" } else { "apart from the format," };
                let files = format!("{exactly} the {}", file.role.noun());
                said.extend(explanations(&files, &found.explained_by, job, detail));
                said.extend(found.explained_by.first().and_then(|first| first.against(None)).map(Paragraph::text));
            }
            let is_explained = !said.is_empty();
            let feature = pattern.as_ref().and_then(|pattern| pattern.sentence(job));
            let feature = feature.or_else(|| report.files.iter().find_map(|file| first_step(job, file)));
            said.extend(feature.filter(|_| !is_explained).map(Paragraph::text));
            said.extend(reason.sentence(report.files.len()).filter(|_| !is_explained).map(Paragraph::text));
        }
    }
    let cut = report.files.iter().zip(&diagnosis.files).filter(|(_, found)| found.is_cut);
    said.extend(cut.map(|(file, _)| {
        Paragraph::text(format!("The diagnosis used only the beginning of the {}.", file.role.noun()))
    }));
    said
}

impl Reason {
    /// A sentence on what was tried, if no program writes all files.
    fn sentence(&self, files: usize) -> Option<String> {
        let all = if files == 1 { "this file" } else { "all these files" };
        Some(match self {
            Self::NoneTried => return None,
            Self::OddLine(line) => {
                format!("`check` tried no mistakes: none of them writes a line like line {line} of the log.")
            }
            Self::EffortSpent => format!("No program that was tried writes {all}. To try more, increase --effort."),
            Self::AllTried => format!("No program that was tried writes {all}."),
        })
    }
}

/// A sentence on each file that is right for another job.
fn other_jobs(diagnosis: &Diagnosis, files: &[FileReport], job: &Job) -> Vec<Paragraph> {
    let others = files.iter().zip(&diagnosis.files);
    let others: Vec<(Role, &OtherJob)> =
        others.filter_map(|(file, found)| Some((file.role, found.other_job.as_ref()?))).collect();
    match &others[..] {
        [(_, one), (_, other)] if one == other => {
            vec![Paragraph::text(format!("These are the right files for {}{}.", one.text(job), one.doubt(job)))]
        }
        _ => {
            let text = |(role, other): &(Role, &OtherJob)| {
                format!("This is the right {} for {}{}.", role.noun(), other.text(job), other.doubt(job))
            };
            others.iter().map(text).map(Paragraph::text).collect()
        }
    }
}

/// The paragraphs on one of several cases, apart from the sets that all cases share.
pub(crate) fn of_case_in_list(
    report: &Report,
    job: &Job,
    common: &[Named],
    name: &dyn Fn(usize) -> String,
) -> Vec<String> {
    let Some(diagnosis) = &report.diagnosis else { return Vec::new() };
    let mut said: Vec<String> =
        other_jobs(diagnosis, &report.files, job).iter().flat_map(Paragraph::sentences).collect();
    match &diagnosis.outcome {
        Outcome::Named { sets } if !are_alike(sets, common) => {
            let first = sets.first().filter(|first| !first.is_chance());
            said.extend(first.and_then(|first| first.against(Some(&name(first.against?.case)))));
        }
        Outcome::Unknown(_, pattern) => {
            let of_files = diagnosis.files.iter().map(|file| &file.explained_by).filter(|sets| !sets.is_empty());
            let is_explained = of_files.clone().next().is_some();
            for sets in of_files {
                said.push(format!("{} writes exactly the log ({}).", either(sets), sets[0].places()));
                said.extend(sets[0].against(None));
            }
            said.extend(pattern.as_ref().filter(|_| !is_explained).and_then(|pattern| pattern.sentence(job)));
        }
        Outcome::Right | Outcome::OtherFormat | Outcome::OtherJob { .. } | Outcome::Named { .. } => {}
    }
    said
}

/// True if the sets have the same members; the evidence of one case is smaller than that of all.
pub(crate) fn are_alike(sets: &[Named], others: &[Named]) -> bool {
    sets.iter().map(|named| &named.explanation).eq(others.iter().map(|named| &named.explanation))
}

/// The names of sets, with the number of further sets.
pub(crate) fn either(sets: &[Named]) -> String {
    let Ranked { named, more } = Ranked::new(sets.iter().map(ToString::to_string).collect());
    let more = (more > 0).then(|| format!("one of {more} more"));
    list(named.into_iter().chain(more), "or")
}

/// The paragraphs on all cases of a student together.
pub(crate) fn of_cases(checked: &CheckedCases) -> Vec<Paragraph> {
    let (common, wrong, left) = (&checked.common, checked.wrong(), checked.left());
    // A case without files has nothing to explain.
    if checked.cases.iter().all(|case| case.is_same() || case.checked.is_err()) {
        return Vec::new();
    }
    let location = common.location.sentences();
    let mut said: Vec<Paragraph> = (!location.is_empty()).then(|| Paragraph::text(location)).into_iter().collect();
    let diagnoses = || checked.cases.iter().filter_map(|case| case.report()?.diagnosis.as_ref());
    let outcomes = || diagnoses().map(|diagnosis| &diagnosis.outcome);
    // Steps with other numbers may have one cause.
    let is_step =
        |diagnosis: &Diagnosis| diagnosis.files.iter().any(|file| matches!(file.other_job, Some(OtherJob::Step(_))));
    if outcomes().all(|outcome| outcome.is_right() || matches!(outcome, Outcome::OtherJob { .. }))
        && (common.explained_by.is_empty() || !diagnoses().any(is_step))
    {
        return said;
    }
    let jobs: Vec<&Job> = checked.cases.iter().map(|case| case.job).collect();
    let explained = wrong - left.len();
    let Some(first) = common.explained_by.first() else {
        said.push(Paragraph::text("No program that `check` tried writes the files of all cases."));
        // The set that writes the most cases, or else the most logs. The log of another case does not speak against it.
        let of_files = diagnoses().map(|found| found.files.iter().find_map(|file| file.explained_by.first()));
        let is_told = |named: &&Named| {
            let is_of_log = named.against.is_some_and(|against| against.role == Role::Log);
            !named.is_thin() && !named.explanation.is_calculated() && !is_of_log
        };
        let named = of_files.flatten().filter(is_told);
        let named: Vec<&Explanation> = named.map(|named| &named.explanation).collect();
        let times = |set: &&&Explanation| named.iter().filter(|one| *one == *set).count();
        if let Some(most) = named.iter().rev().max_by_key(times) {
            said.extend(causes(most, &jobs));
        }
        return said;
    };
    let what = if (explained, wrong) == (1, 1) {
        "the wrong case".to_owned()
    } else if left.is_empty() && wrong > 1 {
        all_wrong(wrong)
    } else {
        format!("{explained} of the {wrong} wrong cases")
    };
    let files = format!("A program with {{}} writes exactly the files of {what} ({}).", first.places());
    if are_many_weights(&common.explained_by) {
        said.push(Paragraph::text(files.replace("{}", "one wrong weight")));
        said.push(Paragraph::text(weights_that_fit(&common.explained_by)));
        return said;
    }
    said.push(Paragraph::text(files.replace("{}", &first.to_string()) + few_places(first)));
    let name = |place: usize| checked.cases[place].name;
    said.extend(first.against.and_then(|against| first.against(Some(name(against.case)))).map(Paragraph::text));
    said.extend(causes(&first.explanation, &jobs));
    said.extend(others(&common.explained_by[1..]));
    if !left.is_empty() {
        said.push(Paragraph::text(format!("Still unexplained: {}.", left.join(", "))));
    }
    said
}

/// A sentence on small evidence.
fn few_places(named: &Named) -> &'static str {
    if named.is_thin() { " Few places say little: other mistakes may write the same." } else { "" }
}

/// The paragraphs on the sets with which a program writes some files.
fn explanations(files: &str, sets: &[Named], job: &Job, detail: Detail) -> Vec<Paragraph> {
    let Some(first) = sets.first() else { return Vec::new() };
    let writes = |program: &str| format!("A program with {program} writes {files} ({}).", first.places());
    if are_many_weights(sets) {
        return vec![Paragraph::text(writes("one wrong weight")), Paragraph::text(weights_that_fit(sets))];
    }
    if first.is_chance() {
        let program = count(first.explanation.names().len() as u64, "mistake");
        let few = " Few places say little, and several such programs may write them: check more cases.";
        return vec![Paragraph::text(writes(&program) + few)];
    }
    let mut said = vec![Paragraph::text(writes(&first.to_string()) + few_places(first))];
    let in_full = if detail == Detail::Full { Ranked::<Named>::MOST } else { 1 };
    for named in sets.iter().take(in_full) {
        said.extend(causes(&named.explanation, &[job]));
    }
    said.extend(others(sets.get(in_full..).unwrap_or_default()));
    said
}

/// True if the sets are too many wrong weights to name each.
fn are_many_weights(sets: &[Named]) -> bool {
    sets.len() > Ranked::<Named>::MOST && sets.iter().all(|named| named.explanation.is_of_weights())
}

/// Sentences on wrong weights of which each explains the files.
fn weights_that_fit(sets: &[Named]) -> String {
    format!(
        "The files do not show which weights are wrong: each of {} changes of the table writes them (listed by --json). \
         Compare your table with the table of the assignment, or check more cases.",
        sets.len()
    )
}

/// The names of other sets that write the same files.
fn others(sets: &[Named]) -> Option<Paragraph> {
    let sets: Vec<Named> = sets.to_vec();
    let Ranked { named, more } = Ranked::new(sets);
    let first = named.first()?;
    let mut names: Vec<String> = named.iter().map(ToString::to_string).collect();
    names.extend((more > 0).then(|| format!("one of {more} more (listed by --json)")));
    let advice =
        if first.explanation.is_calculated() { "" } else { " To read about one, run `reversi mistakes explain NAME`." };
    Some(Paragraph::text(format!("Or: {}.{advice}", names.join(", or "))))
}

/// The members of a set: the mistake, the assignment's rule, and the place to look in the program. The texts use the
/// words of the first job in which the mistakes are possible.
fn causes(explanation: &Explanation, jobs: &[&Job]) -> Vec<Paragraph> {
    let cause = |(name, text)| Paragraph::Cause { name, text };
    let mistakes = explanation.mistakes.iter();
    let mistakes = mistakes.map(|mistake| (mistake.to_string(), mistake.text(jobs.iter().map(|job| &job.assignment))));
    let mut said: Vec<Paragraph> = mistakes.map(cause).collect();
    if let Some(term) = &explanation.term {
        let evaluation =
            jobs.iter().map(|job| job.task.evaluation()).find(|own| own.coefficient(&term.feature).is_some());
        let rule = evaluation.map(|own| format!(" The assignment: leaves are evaluated by `{}`.", own.in_full()));
        said.push(Paragraph::text(format!("{}{}", term.sentence(), rule.unwrap_or_default())));
    }
    let weighted = jobs.iter().find(|job| job.task.evaluation().weights_term(job.assignment.size).is_some());
    let weighted = weighted.filter(|_| !explanation.weights.is_empty());
    said.extend(weighted.map(|job| Paragraph::text(weights_text(explanation, job))));
    said
}

/// A sentence on wrong weights, for example `h4 and h5 weigh -6 instead of 6.`
fn weights_text(explanation: &Explanation, job: &Job) -> String {
    let right = |square: Square| {
        let weights = job.task.evaluation().weights_term(job.assignment.size);
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
    format!("Such a program evaluates the leaves as if {}.", texts.join(", and "))
}
