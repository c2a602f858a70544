//! Recipes: commands to build and run submissions. `recipes.toml` changes them for single students.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Deserializer, de::Error as _};
use toml::Spanned;

use super::{
    checked_run,
    command_line::{CommandLine, Placeholder},
    fault, read_toml,
};
use crate::{
    digest::{Digest, Digester},
    escape::span,
};
use reversi_course::cases::{Case, CaseKind, ExpectedFile};
use reversi_io::{
    files::{
        input::{self, Input},
        toml_file::texts,
    },
    names::list,
};

/// The commands and file names to build and run a submission.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The folder of the submission that contains the program; `None` if `grade` chooses the folder.
    pub folder: Option<String>,
    /// The commands that build the submission; `None` if the files of the submission decide.
    pub build: Option<Vec<CommandLine>>,
    /// The command that runs a case; `None` if no program runs.
    pub run: Option<CommandLine>,
    /// The Java class or the Python script that is the main program; `None` if the files of the submission decide.
    pub main: Option<String>,
    /// The interpreter for Python scripts; `None` for Python 3.
    pub python: Option<String>,
    /// The file of a case that standard output becomes; `None` if the program writes its files itself.
    pub stdout: Option<String>,
    /// True if a table of recipes.toml has the commands of the build.
    pub is_of_student: bool,
    pub files: FileNames,
}

/// The name of a file inside the folder of a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct FileName(pub(super) String);

impl TryFrom<String> for FileName {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let mut parts = Path::new(&name).components().peekable();
        let is_beneath = parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
        is_beneath.then_some(Self(name)).ok_or("expected the name of a file in the folder of the program")
    }
}

/// The names of a case's files in the program's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNames {
    pub input: String,
    pub moves: String,
    pub log: String,
    /// The output of assignments with a single move.
    pub output: String,
    /// The answer of assignments with a printed answer; `None` for standard output.
    pub answer: Option<String>,
}

impl Default for FileNames {
    fn default() -> Self {
        let [input, moves, log, output] = ["input", "moves", "log", "output"].map(|name| format!("{name}.txt"));
        Self { input, moves, log, output, answer: None }
    }
}

impl FileNames {
    /// Replaces the names of input, moves, log and output, if a new name is given.
    pub(super) fn replaced(mut self, names: [Option<FileName>; 4]) -> Self {
        let known = [&mut self.input, &mut self.moves, &mut self.log, &mut self.output];
        known
            .into_iter()
            .zip(names)
            .for_each(|(known, name)| *known = name.map_or(std::mem::take(known), |name| name.0));
        self
    }

    /// A sentence on the problem, if two files of a case have the same name.
    pub(super) fn clash(&self, cases: &[Case]) -> Option<String> {
        cases.iter().find_map(|case| {
            let written = case.expected_files().iter().map(|&file| (file.key(), self.of(file)));
            let names: Vec<(&str, &str)> = [("input", self.input.as_str())].into_iter().chain(written).collect();
            names.iter().enumerate().find_map(|(place, (second, name))| {
                let (first, _) = names[..place].iter().find(|(_, other)| other == name)?;
                Some(format!("{first} and {second} are both {name:?}; expected two different names"))
            })
        })
    }

    pub(crate) fn all(&self) -> Vec<&str> {
        let names = [&self.input, &self.moves, &self.log, &self.output];
        names.into_iter().chain(&self.answer).map(String::as_str).collect()
    }

    /// The name of a file, given its kind.
    pub fn of(&self, file: ExpectedFile) -> &str {
        match file {
            ExpectedFile::Moves => &self.moves,
            ExpectedFile::Log => &self.log,
            ExpectedFile::Output => &self.output,
            ExpectedFile::Answer => self.answer.as_deref().unwrap_or("standard output"),
        }
    }
}

impl Recipe {
    /// The command of a case.
    pub fn command(&self, case: &Case) -> Result<CommandLine> {
        let run = self
            .run
            .as_ref()
            .context("there is no command to run; expected a line such as run = \"./reversi -i {input}\"")?;
        let job = match &case.kind {
            CaseKind::Job(job) => job,
            CaseKind::Printed(printed) => return Ok(run.with_arguments(&printed.arguments)),
        };
        Ok(run.filled(|placeholder| match placeholder {
            Placeholder::Task => job.number.map_or(String::new(), |number| number.to_string()),
            Placeholder::Depth => job.named_depth.to_string(),
            Placeholder::Input => self.files.input.clone(),
            Placeholder::Moves => self.files.moves.clone(),
            Placeholder::Log => self.files.log.clone(),
            Placeholder::Output => self.files.output.clone(),
            // The configuration refuses the placeholder in an assignment with files.
            Placeholder::Arguments => String::new(),
        }))
    }

    /// Sentences in Markdown on the other names and the other command of a student's recipe, beside the usual recipe of
    /// the class. `shown` returns a command as students may see it.
    pub fn changes(&self, usual: &Self, shown: impl Fn(&CommandLine) -> String) -> Vec<String> {
        let mut changes = Vec::new();
        let [own, others] = [&self.files, &usual.files];
        if own.input != others.input {
            let [own, other] = [&own.input, &others.input].map(|name| span(name));
            changes.push(format!("The course used {own} as the input file, not {other}."));
        }
        for file in [ExpectedFile::Moves, ExpectedFile::Log, ExpectedFile::Output] {
            let [own, other] = [own, others].map(|names| names.of(file));
            if own != other {
                let [own, other] = [own, other].map(span);
                changes.push(format!("The course read your {own} instead of {other}."));
            }
        }
        if let Some(file) = &self.stdout {
            changes.push(format!("The course took what your program printed as {}.", span(file)));
        }
        if let (Some(own), Some(other)) = (&self.run, &usual.run)
            && own.words() != other.words()
        {
            let [own, other] = [own, other]
                .map(|line| span(&shown(&line.filled(|value| value.name().trim_matches(['{', '}']).to_uppercase()))));
            changes.push(format!("The course started your program with {own}, not with {other}."));
        }
        changes
    }

    /// The path of the program that the cases start; empty for a program of the system, for example an interpreter.
    pub fn program(&self) -> PathBuf {
        let run = self.run.as_ref().filter(|run| run.program_of_system().is_none());
        let program = run.map_or("", |run| run.words()[0].as_str());
        Path::new(program).components().filter(|part| part.as_os_str() != ".").collect()
    }

    /// True if the command that runs a case names a file by its whole path.
    pub fn names(&self, file: &Path) -> bool {
        let words = self.run.iter().flat_map(CommandLine::words).map(Path::new).filter(|word| word.is_absolute());
        words.filter_map(|word| word.canonicalize().ok()).any(|word| word == file)
    }

    /// The interpreter for Python scripts.
    pub fn python(&self) -> &str {
        self.python.as_deref().unwrap_or("python3")
    }

    /// The system's programs that the recipe names.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        let commands = self.build.iter().flatten().chain(&self.run);
        commands.filter_map(CommandLine::program_of_system).chain(self.python.as_deref())
    }

    /// A digest of all values of the recipe.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::default();
        for commands in [self.build.as_deref(), self.run.as_ref().map(std::slice::from_ref)] {
            match commands {
                None => digester.add("none"),
                Some(commands) => commands
                    .iter()
                    .fold(digester.add("commands"), |digester, command| digester.add(command.to_string())),
            };
        }
        let others =
            [&self.folder, &self.main, &self.python, &self.stdout].map(|value| value.as_deref().unwrap_or_default());
        self.files.all().into_iter().chain(others).fold(&mut digester, Digester::add);
        digester.finish()
    }
}

/// The tables of `recipes.toml`, by the names of submissions.
#[derive(Clone, Debug, Default)]
pub struct StudentRecipes {
    changes: BTreeMap<Spanned<String>, RecipeFields>,
}

/// The fields of a student's table in `recipes.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecipeFields {
    #[serde(default, deserialize_with = "folder")]
    folder: Option<String>,
    #[serde(default, deserialize_with = "texts")]
    build: Option<Vec<CommandLine>>,
    run: Option<Spanned<CommandLine>>,
    main: Option<String>,
    python: Option<String>,
    input: Option<FileName>,
    moves: Option<FileName>,
    log: Option<FileName>,
    output: Option<FileName>,
    stdout: Option<FileName>,
}

/// Reads the folder of the program in a submission; `.` is the submission itself.
fn folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_beneath = Path::new(&name).components().all(|part| matches!(part, Component::Normal(_))) || name == ".";
    let expected = "expected a folder of the submission";
    if is_beneath { Ok(Some(if name == "." { String::new() } else { name })) } else { Err(D::Error::custom(expected)) }
}

impl StudentRecipes {
    /// The name of the file with the recipes of single students.
    pub const FILE: &str = "recipes.toml";

    /// Reads `recipes.toml` in a folder; if the file is missing, no student has a table.
    pub fn read(folder: &Path, cases: &[Case], files: &FileNames) -> Result<Self> {
        let path = folder.join(Self::FILE);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(Self::default());
        }
        let text = Input::read(&path, input::LIMIT)?;
        let changes: BTreeMap<Spanned<String>, RecipeFields> = read_toml(&text)?;
        for run in changes.values().filter_map(|change| change.run.clone()) {
            checked_run(run, cases, &text)?;
        }
        for (student, change) in &changes {
            let RecipeFields { input, moves, log, output, .. } = change.clone();
            let names = files.clone().replaced([input, moves, log, output]);
            if let Some(clash) = names.clash(cases) {
                return Err(fault(&text, student.span().start, clash));
            }
            if let Some(FileName(stdout)) = change.stdout.as_ref().filter(|stdout| !names.all().contains(&&*stdout.0)) {
                let expected = list(names.all(), "or");
                let problem = format!("stdout is {stdout:?}, which is not a file of a case; expected {expected}");
                return Err(fault(&text, student.span().start, problem));
            }
        }
        Ok(Self { changes })
    }

    /// The names of the submissions with a table.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.changes.keys().map(|name| name.get_ref().as_str())
    }

    /// Changes a recipe by the values of a student's table.
    pub fn change(&self, student: &str, recipe: &Recipe) -> Recipe {
        let recipe = recipe.clone();
        let Some(change) = self.changes.get(student).cloned() else { return recipe };
        let RecipeFields { folder, build, run, main, python, input, moves, log, output, stdout } = change;
        Recipe {
            folder: folder.or(recipe.folder),
            is_of_student: build.is_some(),
            build: build.or(recipe.build),
            run: run.map(Spanned::into_inner).or(recipe.run),
            main: main.or(recipe.main),
            python: python.or(recipe.python),
            stdout: stdout.map(|name| name.0).or(recipe.stdout),
            files: recipe.files.replaced([input, moves, log, output]),
        }
    }
}
