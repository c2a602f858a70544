//! The diagnosis of files as sentences, each in a field of its own.

use std::iter;

use serde_json::{Value as Json, json};

use reversi_check::{
    CheckedCases, FileReport, Report,
    diagnosis::{Explanation, JobChange, Named, OtherJob, Outcome},
};
use reversi_course::assignment::Job;

/// The largest number of sets with their sentences.
const IN_FULL: usize = 3;

/// The sentences on a report, next to its fields.
pub(crate) fn of_report(report: &Report, job: &Job) -> Json {
    let Some(diagnosis) = &report.diagnosis else { return Json::Null };
    let file = |(place, file): (usize, &FileReport)| {
        let found = &diagnosis.files[place];
        let certain = diagnosis.certain_job(place);
        json!({
            "noun": file.role.noun(),
            "other": found.other_job.as_ref().map(|other| json!({ "text": words(other, job), "certain": certain.is_some() })),
            "causes": causes(&found.explained_by, job),
            "further": found.explained_by.len().saturating_sub(IN_FULL),
        })
    };
    let sets = diagnosis.outcome.sets();
    let pattern = if let Outcome::Pattern(pattern, _) = &diagnosis.outcome { pattern.sentence(job) } else { None };
    json!({
        "causes": causes(sets, job),
        "further": sets.len().saturating_sub(IN_FULL),
        "files": report.files.iter().enumerate().map(file).collect::<Vec<_>>(),
        "nearest": diagnosis.outcome.nearest().map(|nearest| {
            json!({ "line": nearest.line, "members": members(&nearest.explanation, &[job]) })
        }),
        "pattern": pattern,
    })
}

/// The sentences on the cause of several wrong cases.
pub(crate) fn of_cases(checked: &CheckedCases) -> Json {
    let common = &checked.common;
    let jobs: Vec<&Job> = checked.cases.iter().map(|case| case.job).collect();
    let first = common.explained_by.first().filter(|_| !common.explains_few);
    let cases = checked.cases.iter().map(|case| case.report().map(|report| of_report(report, case.job)));
    json!({
        "location": common.location.sentences(),
        "members": first.map(|named| members(&named.explanation, &jobs)),
        "limits": first.map(Named::limits),
        "further": common.explained_by.len().saturating_sub(1),
        "cases": cases.collect::<Vec<_>>(),
    })
}

fn causes(sets: &[Named], job: &Job) -> Vec<Json> {
    let sets = sets.iter().take(IN_FULL);
    sets.map(|named| json!({ "members": members(&named.explanation, &[job]), "limits": named.limits() })).collect()
}

/// The sentences on each mistake, with its name; a wrong weight or term has no name.
fn members(explanation: &Explanation, jobs: &[&Job]) -> Json {
    let names = explanation.mistakes.iter().map(|mistake| Some(mistake.to_string())).chain(iter::repeat(None));
    let named = explanation.causes(jobs).into_iter().zip(names).map(|(cause, name)| {
        let mut member = json!(cause);
        member["name"] = name.into();
        member
    });
    named.collect()
}

/// The other job in the words of the page's fields, not in those of the command line.
fn words(other: &OtherJob, job: &Job) -> String {
    let OtherJob::Changed(JobChange { task, depth, player, assignment }) = other else {
        return other.text(job).replace('`', "");
    };
    let task = task.map(|task| format!("task {task}"));
    let depth = depth.map(|depth| format!("depth {depth}"));
    let player = player.map(|player| format!("player {player}"));
    let assignment = assignment.as_ref().map(|other| {
        let format = other.has_asked_format.then(|| format!("the rules of {} in the log format of", other.name));
        format.map_or_else(|| other.name.clone(), |rules| format!("{rules} {}", job.assignment))
    });
    reversi_io::names::list(task.into_iter().chain(depth).chain(player).chain(assignment), "and")
}
