//! Grades the students of a class in parallel, except those with records that are still valid.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::{
    configuration::Configuration,
    grader::{Earlier, Grader},
    people::{
        overrides::Overrides,
        roster::{GRADESCOPE, Gradebook, Roster, RosterMatch},
    },
    recipes::{BuildPlan, Undecided},
    results::{
        ClassResults, Graded, NotGraded, StudentResult,
        records::{Records, StudentRecord, SubmissionDigest},
    },
    submissions::Submission,
    times::CommandTime,
};
use reversi_course::cases::Case;
use reversi_io::{
    names::{count, nearest},
    shard::Shard,
    terminal::progress::Progress,
    threads,
};

/// The submissions of a class, and the grader for them.
#[derive(Debug)]
pub struct Class {
    grader: Grader,
    /// The submissions, sorted by name. A student who is in the roster but submitted nothing has a submission without a
    /// path.
    pub submissions: Vec<Submission>,
    /// The roster's row of each submission; empty without a roster.
    rows: BTreeMap<String, RosterMatch>,
    /// The table of the course system that the roster is.
    pub gradebook: Gradebook,
    overrides: Overrides,
}

/// The students to grade in this run, and the number of parallel commands.
#[derive(Clone, Debug)]
pub struct GradingOptions {
    /// The part of the class to grade in this run.
    pub shard: Shard,
    /// The number of commands that run in parallel.
    pub jobs: usize,
    /// True if students with a valid record are also graded.
    pub again: bool,
    /// If not empty, only these students are graded, with or without a valid record.
    pub only: Vec<String>,
}

/// The results of a run.
#[derive(Debug)]
pub struct GradedClass {
    /// The results of all students, from this run and earlier runs.
    pub results: ClassResults,
    /// The number of students whose results are from an earlier run.
    pub unchanged: usize,
    /// Students who are not in `only` but have changed submissions; they keep their earlier results.
    pub outdated: Vec<String>,
}

/// The result of a run for one student.
enum Standing {
    /// The submission was graded in this run.
    Graded(StudentRecord),
    /// The result is from an earlier run, and the submission has not changed.
    Unchanged(StudentRecord),
    /// The result is from an earlier run, but the submission has changed.
    Outdated(StudentRecord),
    /// The machine failed, or a person must first make a decision.
    Failed(NotGraded),
    /// There is no result, because `only` does not name the student.
    LeftOut,
}

impl Class {
    /// Finds the submissions in a folder, and reads the roster and the overrides. `remark` gets messages about files
    /// that are not submissions, and about submissions that are not in the roster.
    pub fn find(grader: Grader, folder: &Path, mut remark: impl FnMut(String)) -> Result<Self> {
        let (mut submissions, others) = Submission::all(folder)?;
        let configuration = &grader.configuration;
        let roster = match &configuration.roster {
            Some(settings) => Some(Roster::read(settings)?),
            None => Roster::of_export(folder)?,
        };
        let is_of_student = |file: &Submission| {
            let facts = file.path.as_ref().and_then(|path| path.symlink_metadata().ok());
            facts.is_some_and(|facts| facts.is_file()) && roster.as_ref().is_some_and(|roster| roster.has(&file.name))
        };
        let (students, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_of_student);
        for file in students {
            // If a readable submission and a document have the same name, the submission comes first.
            if submissions.iter().all(|known| known.name != file.name) {
                submissions.push(file);
            }
        }
        let names = others.iter().map(Submission::file_name).filter(|name| name != GRADESCOPE);
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            remark(format!("ignored, because neither a folder nor an archive: {}", names.join(", ")));
        }
        if submissions.is_empty() {
            let folder = folder.display();
            bail!(
                "{folder} holds no submission; expected a folder or a .zip archive for each student, or `reversi grade \
                 --one {folder} --config FILE` for one submission"
            );
        }
        submissions.sort();
        configuration.check_apart(submissions.iter().filter_map(|one| one.path.as_deref()))?;
        let mut overrides = overrides(configuration)?;
        let names: Vec<&str> = submissions.iter().map(|submission| submission.name.as_str()).collect();
        let mut gradebook = roster.as_ref().map(|roster| roster.gradebook.clone()).unwrap_or_default();
        gradebook.maximum = configuration.lms_maximum.or(gradebook.maximum);
        let rows = roster.map_or_else(BTreeMap::new, |roster| roster.find(&names));
        let unknown = rows.iter().filter(|(_, found)| **found == RosterMatch::Nobody).map(|(name, _)| name.as_str());
        let unknown: Vec<&str> = unknown.collect();
        if !unknown.is_empty() {
            let expected = "expected this name in a column of the roster, such as `submission`, `id` or `login`";
            remark(format!("not in the roster: {}; {expected}", unknown.join(", ")));
        }
        let missing = rows.keys().filter(|name| !names.contains(&name.as_str())).cloned();
        let missing: Vec<_> = missing.map(|name| Submission::new(name, None)).collect();
        submissions.extend(missing);
        submissions.sort_by(|one, other| one.name.cmp(&other.name));
        let is_there = |name: &str| submissions.iter().any(|submission| submission.name == name);
        overrides.resolve(|name| {
            let called = submissions.iter().map(|one| &one.name).filter(|one| is_called(&rows, one, name)).cloned();
            if is_there(name) { vec![name.to_owned()] } else { called.collect() }
        })?;
        // The first submission without such sources ends the search.
        let missing = |one: &Submission| {
            let contents = one.path.as_ref().and_then(|_| one.open().ok())?;
            BuildPlan::missing(&contents, &configuration.recipe(&one.name))
        };
        let mut commands = submissions.iter().filter(|one| one.path.is_some()).map(missing);
        if let Some(command) = commands.next().flatten()
            && commands.all(|command| command.is_some())
            && grader.runs()
        {
            let problem = "all submissions hold sources that must be built, and nothing builds them";
            bail!("{}: {problem}; expected a line such as build = [{command:?}]", configuration.text.name);
        }
        let names = || submissions.iter().map(|submission| submission.name.as_str());
        for absent in configuration.students.keys().filter(|name| !is_there(name)) {
            let meant = nearest(absent, names()).map_or(String::new(), |name| format!("; did you mean {name}?"));
            remark(format!("recipes.toml has a table for {absent:?}, which is not a submission of this class{meant}"));
        }
        Ok(Self { grader, submissions, rows, gradebook, overrides })
    }

    /// Returns an error if a name is not the name of a submission.
    pub fn check_names(&self, wanted: &[String]) -> Result<()> {
        let names: BTreeSet<&str> = self.submissions.iter().map(|submission| submission.name.as_str()).collect();
        if let Some(unknown) = wanted.iter().find(|name| !names.contains(name.as_str())) {
            let meant = nearest(unknown, names).map_or(String::new(), |name| format!("; did you mean {name}?"));
            bail!("there is no submission {unknown:?}; expected the name of a submission, without .zip{meant}");
        }
        Ok(())
    }

    /// The cases of the class.
    pub fn cases(&self) -> &[Case] {
        &self.grader.configuration.cases.cases
    }

    /// The folder of the configuration.
    pub fn folder(&self) -> &Path {
        self.grader.configuration.folder()
    }

    /// Grades a single submission without a roster, and without reading or writing a record.
    pub fn grade_one(grader: Grader, submission: Submission, jobs: usize) -> Result<(ClassResults, Vec<CommandTime>)> {
        grader.configuration.check_apart(submission.path.as_deref())?;
        let overrides = overrides(&grader.configuration)?;
        let contents = submission.open();
        let digest = grader.digest(&submission.name, &contents);
        let (result, times) =
            threads::pool(jobs)?.install(|| grader.grade(&submission, contents, Earlier::default()))?;
        let class = Self {
            grader,
            submissions: vec![submission],
            rows: BTreeMap::new(),
            gradebook: Gradebook::default(),
            overrides,
        };
        let student = class.result(&class.submissions[0].name, digest, result);
        Ok((class.grader.results(class.names(), vec![student]), times))
    }

    /// Grades the students. Returns an error if `only` names students, and the results of the other students are from a
    /// different configuration.
    pub fn grade(&self, options: &GradingOptions, records: &Records) -> Result<GradedClass> {
        let mine: Vec<&Submission> = options.shard.of(&self.submissions).collect();
        if !options.only.is_empty() {
            let is_other = |submission: &&&Submission| {
                let record = records.find(&submission.name).filter(|_| !options.only.contains(&submission.name));
                record.is_some_and(|record| !self.is_current(&record))
            };
            let others = mine.iter().filter(is_other).count();
            if others > 0 {
                let others = count(others, "other student");
                bail!("the cases, limits or sandbox have changed since {others} were graded; expected no --only");
            }
        }
        let progress = Progress::of_parts("grading", mine.len() as u64);
        let standing = |submission: &&Submission| {
            let standing = self.student(submission, options, records);
            progress.advance();
            standing
        };
        let pool = threads::pool(options.jobs)?;
        // Each thread takes one student at a time, so results appear roughly in the order of the names.
        let standings = pool.install(|| mine.par_iter().with_max_len(1).map(standing).collect::<Result<Vec<_>>>())?;
        drop(progress);
        let (mut students, mut not_graded, mut unchanged, mut outdated) = (Vec::new(), Vec::new(), 0, Vec::new());
        for (Submission { name, .. }, standing) in mine.into_iter().zip(standings) {
            match standing {
                Standing::Graded(record) => students.push(self.result(name, record.submission, record.graded)),
                Standing::Unchanged(record) => {
                    students.push(self.result(name, record.submission, record.graded));
                    unchanged += 1;
                }
                Standing::Outdated(record) => {
                    students.push(self.result(name, record.submission, record.graded));
                    outdated.push(name.clone());
                }
                Standing::Failed(failure) => not_graded.push(failure),
                Standing::LeftOut => {}
            }
        }
        let results = ClassResults { not_graded, ..self.grader.results(self.names(), students) };
        Ok(GradedClass { results, unchanged, outdated })
    }

    fn names(&self) -> Vec<String> {
        self.submissions.iter().map(|submission| submission.name.clone()).collect()
    }

    /// True if a record has the results of all cases.
    fn is_current(&self, record: &StudentRecord) -> bool {
        self.grader.accepts(record) && record.cases == self.grader.digests
    }

    /// Returns a student's result from the record, or grades the submission and keeps a new record.
    fn student(&self, submission: &Submission, options: &GradingOptions, records: &Records) -> Result<Standing> {
        let name = &submission.name;
        if let Some(RosterMatch::Unclear(why)) = self.rows.get(name) {
            return Ok(Standing::Failed(NotGraded { name: name.clone(), why: why.clone(), recipes: String::new() }));
        }
        let contents = submission.open();
        let digest = self.grader.digest(name, &contents);
        let is_asked = options.only.contains(name);
        let is_left_out = !options.only.is_empty() && !is_asked;
        let known = records.find(name).filter(|record| self.grader.accepts(record));
        match known {
            Some(record) if is_left_out && record.submission != digest => return Ok(Standing::Outdated(record)),
            Some(record)
                if self.is_current(&record)
                    && record.submission == digest
                    && !is_asked
                    && (is_left_out || !options.again) =>
            {
                return Ok(Standing::Unchanged(record));
            }
            None if is_left_out => return Ok(Standing::LeftOut),
            _ => {}
        }
        let record = known.filter(|record| record.submission == digest);
        let earlier = Earlier { record: record.as_ref(), again: is_asked || options.again };
        let (graded, times) = match self.grader.grade(submission, contents, earlier) {
            Ok(graded) => graded,
            Err(error) => {
                let undecided: Option<&Undecided> = error.downcast_ref();
                let recipes = undecided.map_or(String::new(), |undecided| undecided.recipes(name));
                let failure = NotGraded { name: name.clone(), why: format!("{error:#}"), recipes };
                return Ok(Standing::Failed(failure));
            }
        };
        let (cases, procedure) = (self.grader.digests.clone(), self.grader.procedure.clone());
        let hidden = self.grader.cases.hidden();
        let record = StudentRecord { procedure, cases, submission: digest, hidden, graded };
        records.keep(name, &record, &times)?;
        Ok(Standing::Graded(record))
    }

    /// Combines a student's record with lateness and overrides.
    fn result(&self, name: &str, submission: SubmissionDigest, graded: Graded) -> StudentResult {
        let enrolled = match self.rows.get(name) {
            Some(RosterMatch::Student(enrolled)) => Some(enrolled.clone()),
            _ => None,
        };
        let (name, overrides) = (name.to_owned(), self.overrides.of(name));
        let (submission, recipe) = (Some(submission.files), Some(submission.recipe));
        let mut student =
            StudentResult { name, enrolled, overrides, submission, recipe, graded, ..StudentResult::default() };
        student.add_up(&self.grader.configuration);
        student
    }
}

/// True if the roster calls a submission's student by a name, a login or a number.
fn is_called(rows: &BTreeMap<String, RosterMatch>, submission: &str, name: &str) -> bool {
    let Some(RosterMatch::Student(enrolled)) = rows.get(submission) else { return false };
    enrolled.name == name || enrolled.cells.values().any(|cell| cell.eq_ignore_ascii_case(name))
}

fn overrides(configuration: &Configuration) -> Result<Overrides> {
    Overrides::read(configuration.folder(), &configuration.columns().collect::<Vec<_>>())
}
