//! `reversi example`: writes a folder with which a teacher tries the grading of a course.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, ensure};
use clap::Args;
use include_dir::{Dir, include_dir};

use super::arguments;
use crate::{
    assignment::Assignment,
    files::output::{self, Output},
    grade::configuration,
    names::names,
    terminal::tell,
    tournament::configuration::ProtocolName,
};

names! {
    /// A course with an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Course {
        Usc2013 => "usc2013",
        Usc2014 => "usc2014",
        Usc2017 => "usc2017",
        Tiny => "tiny",
        Nxn => "nxn",
        Awari => "awari",
        Csc242 => "csc242",
        Text => "text",
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  reversi example DIR --course tiny")]
pub struct Arguments {
    /// Write the example to this folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write the example of this course
    #[arg(long, value_name = "COURSE", value_parser = arguments::named(Course::ALL, Course::name), default_value = "usc2013")]
    course: Course,
}

/// The files of each course, in a folder with the course's name. The right program lies beside README.md.
static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/examples");

impl Course {
    /// The right program, a piece of its text, and the text with which the program has a mistake.
    const fn program(self) -> [&'static str; 3] {
        match self {
            Self::Usc2013 => ["reversi.py", "if alpha >= beta:", "if alpha > beta:"],
            Self::Usc2014 => [
                "reversi.py",
                "value >= beta if is_max else value <= alpha",
                "value > beta if is_max else value < alpha",
            ],
            Self::Usc2017 => ["reversi.py", "value = evaluate(board, me)", "value = evaluate(board, player)"],
            Self::Tiny => ["Reversi.java", "prunes && alpha >= beta", "prunes && alpha > beta"],
            Self::Nxn => ["reversi.py", "(1, 0), (1, 1)]", "(1, 0)]"],
            Self::Awari => ["studentAI.java", "!state.canMove(player)", "state.status(player) != BoardState.NOT_OVER"],
            Self::Csc242 => ["agent.py", "Invalid move!", "You cannot move there."],
            Self::Text => ["program", "sort -n", "sort"],
        }
    }

    /// The commented configuration of `grade` or, for CSC242, of `tournament`.
    pub fn configuration(self) -> String {
        match (Assignment::named(self.name()), FILES.get_file(format!("{self}/grade.toml"))) {
            (Some(assignment), _) => {
                let own_list = format!("fixtures/grade/{self}.csv");
                configuration::example(&assignment).replace(&own_list, "cases/cases.csv")
            }
            (None, Some(file)) => file.contents_utf8().unwrap_or_default().to_owned(),
            (None, None) => ProtocolName::Csc242.example(),
        }
    }

    /// All files of the example, by their paths.
    fn files(self) -> Vec<(PathBuf, String)> {
        let [program, right, wrong] = self.program();
        let configuration = if self == Self::Csc242 { "tournament.toml" } else { "grade.toml" };
        let mut files = vec![(configuration.into(), self.configuration())];
        let mut folders = vec![FILES.get_dir(self.name()).expect("a folder for each course")];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            for file in folder.files().filter(|file| !file.path().ends_with("grade.toml")) {
                let path = file.path().strip_prefix(self.name()).expect("a path in the folder of the course");
                let text = file.contents_utf8().expect("a text");
                if path == Path::new(program) {
                    files.push((Path::new("class/ada_lovelace").join(path), text.to_owned()));
                    files.push((Path::new("class/charles_babbage").join(path), text.replace(right, wrong)));
                } else {
                    files.push((path.to_owned(), text.to_owned()));
                }
            }
        }
        files
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { folder, course } = arguments;
    let is_free = !folder.exists() || folder.read_dir()?.next().is_none();
    ensure!(is_free, "{} is not empty; expected a new folder", folder.display());
    let mut outputs = Vec::new();
    for (path, text) in course.files() {
        let path = folder.join(path);
        output::create_folder(path.parent().unwrap_or(folder))?;
        outputs.push(Output::containing(&path, text)?);
    }
    output::commit_all(outputs)?;
    tell(format_args!("wrote the example of {course}; read {} first", folder.join("README.md").display()));
    Ok(ExitCode::SUCCESS)
}
