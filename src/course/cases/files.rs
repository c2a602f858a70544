//! Writes the files of a set of cases: the list, inputs, expected files, and assignments.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
    sync::Arc,
};

use anyhow::{Result, bail};

use super::{Case, CaseKind, CaseList, NewCase, TaskPoints, Visibility, expected_files};
use crate::assignment::{Assignment, SourceFile, TaskNumber};
use reversi_io::files::{
    LineEnding,
    output::{self, Output, Written},
};

impl CaseList {
    /// Writes the expected files of all cases to a folder, with copies of their assignments' files.
    pub fn write_expected(&self, folder: &Path) -> Result<Vec<Written>> {
        output::create_folder(folder)?;
        let expected = expected(&self.cases, folder)?;
        output::commit_all(expected.into_iter().chain(copies(self.assignments(), folder)?))
    }

    /// Adds cases to the list, with inputs in a folder.
    pub fn add(&self, cases: Vec<NewCase>, folder: &Path) -> Result<()> {
        output::create_folder(folder)?;
        let cases = named(cases, folder, |name| self.cases.iter().all(|case| case.name != *name));
        let list = Output::containing(self.path(), self.with(&cases)?);
        output::commit_all(inputs(&cases).chain([list]).collect::<Result<Vec<_>>>()?)?;
        Ok(())
    }
}

/// Begins a set in a folder: copies the assignment's file there, so that the list can name the copy.
pub fn begin_set(assignment: &mut Arc<Assignment>, folder: &Path) -> Result<Vec<Output>> {
    let copies = copies([&*assignment], folder)?;
    for SourceFile { path, .. } in &mut Arc::make_mut(assignment).files {
        *path = folder.join(path.file_name().unwrap_or_default());
    }
    Ok(copies)
}

/// Writes a new set to a folder: the list `cases.csv`, the inputs and the expected files. The cases of each task share
/// the points of the task equally.
pub fn write_set(cases: Vec<NewCase>, points: &[TaskPoints], folder: &Path, begun: Vec<Output>) -> Result<Vec<Case>> {
    let mut cases = named(cases, folder, |_| true);
    let numbers: BTreeSet<TaskNumber> = cases.iter().filter_map(|case| case.job()?.number).collect();
    for task in numbers {
        let of_task: Vec<_> =
            cases.iter_mut().filter(|case| case.job().and_then(|job| job.number) == Some(task)).collect();
        let share = points.iter().find(|points| points.task == task).copied().unwrap_or(TaskPoints::usual(task));
        let parts = share.divided(of_task.len());
        of_task.into_iter().zip(parts).for_each(|(case, points)| case.points = points);
    }
    let list = folder.join("cases.csv");
    let list = Output::containing(&list, CaseList::text_of(&cases, &list)?);
    let outputs: Vec<_> = inputs(&cases).chain([list]).collect::<Result<_>>()?;
    output::commit_all(outputs.into_iter().chain(expected(&cases, folder)?).chain(begun))?;
    Ok(cases)
}

/// Gives each case an unused name (`case1`, `case2` and so on), and an input file in a folder.
fn named(cases: Vec<NewCase>, folder: &Path, is_free: impl Fn(&String) -> bool) -> Vec<Case> {
    let names = (1..).map(|number: u32| format!("case{number}")).filter(is_free);
    let case = |(name, case): (String, NewCase)| Case {
        input: folder.join(format!("{name}.txt")),
        name,
        covers: case.covers(),
        kind: CaseKind::Job(Box::new(case.job)),
        points: 1.0,
        visibility: Visibility::Visible,
        line_ends: LineEnding::default(),
    };
    names.zip(cases).map(case).collect()
}

fn inputs(cases: &[Case]) -> impl Iterator<Item = Result<Output>> {
    cases.iter().filter_map(|case| Some(Output::containing(&case.input, case.job()?.input())))
}

fn expected(cases: &[Case], folder: &Path) -> Result<Vec<Output>> {
    let mut outputs = Vec::new();
    for case in cases {
        let Some(job) = case.job() else { continue };
        for file in expected_files(job) {
            let mut output = Output::create(&folder.join(format!("{}{}", case.name, file.suffix())))?;
            file.write(job, &mut output)?;
            outputs.push(output);
        }
    }
    Ok(outputs)
}

/// Copies the files of assignments that are not built in, because the expected files depend on these assignments.
fn copies<'a>(assignments: impl IntoIterator<Item = &'a Arc<Assignment>>, folder: &Path) -> Result<Vec<Output>> {
    let (mut outputs, mut names) = (Vec::new(), HashMap::new());
    for SourceFile { path, name, text } in assignments.into_iter().flat_map(|assignment| &assignment.files) {
        let copy = folder.join(name);
        let is_there = copy.canonicalize().is_ok_and(|copy| path.canonicalize().is_ok_and(|path| path == copy));
        match names.insert(copy.clone(), text) {
            None if !is_there => {
                fs::create_dir_all(copy.parent().unwrap_or(folder))?;
                outputs.push(Output::containing(&copy, text)?);
            }
            Some(other) if other != text => {
                bail!("two files of assignments are called {}; expected different names", copy.display())
            }
            _ => {}
        }
    }
    Ok(outputs)
}
