//! `reversi example`: writes a folder in which a teacher or a student tries the commands of a course.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, ensure};
use clap::Args;

use super::arguments;
use crate::{
    examples::Course,
    files::output::{self, Output},
    terminal::tell,
};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reversi example my-course
  reversi example tiny --assignment tiny")]
pub struct Arguments {
    /// Write the example to this folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write the example of this assignment or course
    #[arg(long, value_name = "NAME", value_parser = arguments::named(Course::ALL, Course::name), default_value = "usc2013")]
    assignment: Course,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { folder, assignment: course } = arguments;
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
