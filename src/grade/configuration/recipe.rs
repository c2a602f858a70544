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
    command_line::{CommandLine, Placeholder},
    fault, problem_of_run, read_toml,
};
use crate::{
    digest::{Digest, Digester},
    escape::span,
};
use reversi_course::cases::{Case, CaseKind, ExpectedFile};
use reversi_io::{
    files::{
        input::{self, Input},
        toml_file::{TomlTable, texts},
    },
    names::list,
};

/// The commands and file names to build and run a submission. A table of `recipes.toml` has the values of a student that
/// differ from those of the class.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// The folder of the submission that contains the program; `None` if `grade` chooses the folder.
    #[serde(deserialize_with = "folder")]
    pub folder: Option<String>,
    /// The commands that build the submission; `None` if the files of the submission decide.
    #[serde(deserialize_with = "texts")]
    pub build: Option<Vec<CommandLine>>,
    /// The command that runs a case; `None` if no program runs.
    pub run: Option<CommandLine>,
    /// The Java class or the Python script that is the main program; `None` if the files of the submission decide.
    pub main: Option<String>,
    /// The interpreter for Python scripts; `None` for Python 3.
    pub python: Option<String>,
    pub input: Option<FileName>,
    pub moves: Option<FileName>,
    pub log: Option<FileName>,
    /// The output of assignments with a single move.
    pub output: Option<FileName>,
    /// The file of a case that standard output becomes; `None` if the program writes its files itself.
    pub stdout: Option<FileName>,
    /// The answer of assignments with a printed answer; `None` for standard output.
    #[serde(skip)]
    pub answer: Option<FileName>,
    /// True if a table of recipes.toml has the commands of the build.
    #[serde(skip)]
    pub is_of_student: bool,
}

/// The name of a file inside the folder of a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct FileName(pub String);

impl TryFrom<String> for FileName {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let mut parts = Path::new(&name).components().peekable();
        let is_beneath = parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
        is_beneath.then_some(Self(name)).ok_or("expected the name of a file in the folder of the program")
    }
}

/// Reads the folder of the program in a submission; `.` is the submission itself.
fn folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_beneath = Path::new(&name).components().all(|part| matches!(part, Component::Normal(_))) || name == ".";
    let expected = "expected a folder of the submission";
    if is_beneath { Ok(Some(if name == "." { String::new() } else { name })) } else { Err(D::Error::custom(expected)) }
}

impl Recipe {
    /// The name of the input of a case.
    pub fn input(&self) -> &str {
        self.input.as_ref().map_or("input.txt", |FileName(name)| name)
    }

    /// The name of a file that the program writes, given its kind.
    pub fn file(&self, file: ExpectedFile) -> &str {
        let (name, usual) = match file {
            ExpectedFile::Moves => (&self.moves, "moves.txt"),
            ExpectedFile::Log => (&self.log, "log.txt"),
            ExpectedFile::Output => (&self.output, "output.txt"),
            ExpectedFile::Answer => (&self.answer, "standard output"),
        };
        name.as_ref().map_or(usual, |FileName(name)| name)
    }

    /// The names of all files of a case.
    pub fn files(&self) -> Vec<&str> {
        let written = [ExpectedFile::Moves, ExpectedFile::Log, ExpectedFile::Output].map(|file| self.file(file));
        let answer = self.answer.as_ref().map(|FileName(name)| name.as_str());
        [self.input()].into_iter().chain(written).chain(answer).collect()
    }

    /// True if the recipe names a file of a case.
    pub fn names_files(&self) -> bool {
        [&self.stdout, &self.input, &self.moves, &self.log, &self.output].into_iter().any(Option::is_some)
    }

    /// A sentence on the problem, if two files of a case have the same name.
    pub(super) fn clash(&self, cases: &[Case]) -> Option<String> {
        cases.iter().find_map(|case| {
            let written = case.expected_files().iter().map(|&file| (file.key(), self.file(file)));
            let names: Vec<(&str, &str)> = [("input", self.input())].into_iter().chain(written).collect();
            names.iter().enumerate().find_map(|(place, (second, name))| {
                let (first, _) = names[..place].iter().find(|(_, other)| other == name)?;
                Some(format!("{first} and {second} are both {name:?}; expected two different names"))
            })
        })
    }

    /// The recipe of a student: the values of the student's table, or else those of the class.
    pub fn over(&self, class: &Self) -> Self {
        let Self { folder, build, run, main, python, stdout, input, moves, log, output, .. } = self.clone();
        let class = class.clone();
        Self {
            folder: folder.or(class.folder),
            is_of_student: build.is_some(),
            build: build.or(class.build),
            run: run.or(class.run),
            main: main.or(class.main),
            python: python.or(class.python),
            stdout: stdout.or(class.stdout),
            input: input.or(class.input),
            moves: moves.or(class.moves),
            log: log.or(class.log),
            output: output.or(class.output),
            answer: class.answer,
        }
    }

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
            Placeholder::Input => self.input().to_owned(),
            Placeholder::Moves => self.file(ExpectedFile::Moves).to_owned(),
            Placeholder::Log => self.file(ExpectedFile::Log).to_owned(),
            Placeholder::Output => self.file(ExpectedFile::Output).to_owned(),
            // The configuration refuses the placeholder in an assignment with files.
            Placeholder::Arguments => String::new(),
        }))
    }

    /// Sentences in Markdown on the other names and the other command of a student's recipe, beside the usual recipe of
    /// the class. `shown` returns a command as students may see it.
    pub fn changes(&self, usual: &Self, shown: impl Fn(&CommandLine) -> String) -> Vec<String> {
        let mut changes = Vec::new();
        if self.input() != usual.input() {
            let [own, other] = [self, usual].map(|recipe| span(recipe.input()));
            changes.push(format!("The course used {own} as the input file, not {other}."));
        }
        for file in [ExpectedFile::Moves, ExpectedFile::Log, ExpectedFile::Output] {
            let [own, other] = [self, usual].map(|recipe| span(recipe.file(file)));
            if own != other {
                changes.push(format!("The course read your {own} instead of {other}."));
            }
        }
        if let Some(FileName(file)) = &self.stdout {
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
        let stdout = self.stdout.as_ref().map(|FileName(name)| name.clone());
        let others =
            [&self.folder, &self.main, &self.python, &stdout].map(|value| value.as_deref().unwrap_or_default());
        self.files().into_iter().chain(others).fold(&mut digester, Digester::add);
        digester.finish()
    }
}

/// The tables of `recipes.toml`, by the names of submissions.
pub type StudentRecipes = BTreeMap<String, Recipe>;

/// The name of the file with the recipes of single students.
pub const RECIPES: &str = "recipes.toml";

/// Reads `recipes.toml` in a folder; if the file is missing, no student has a table.
pub fn students(folder: &Path, cases: &[Case], class: &Recipe) -> Result<StudentRecipes> {
    let path = folder.join(RECIPES);
    if fs::symlink_metadata(&path).is_err() {
        return Ok(StudentRecipes::new());
    }
    let text = Input::read(&path, input::LIMIT)?;
    let students: BTreeMap<Spanned<String>, TomlTable<Recipe>> = read_toml(&text)?;
    for (student, TomlTable(own)) in &students {
        let (recipe, fault) = (own.over(class), |problem: String| Err(fault(&text, student.span().start, problem)));
        if let Some(problem) =
            own.run.as_ref().and_then(|run| problem_of_run(run, cases)).or_else(|| recipe.clash(cases))
        {
            return fault(problem);
        }
        if let Some(FileName(stdout)) = own.stdout.as_ref().filter(|stdout| !recipe.files().contains(&&*stdout.0)) {
            let expected = list(recipe.files(), "or");
            return fault(format!("stdout is {stdout:?}, which is not a file of a case; expected {expected}"));
        }
    }
    Ok(students.into_iter().map(|(student, TomlTable(own))| (student.into_inner(), own)).collect())
}
