//! Finds the projects of a submission: the folders that have their own build or their own `main`. Students submit
//! several homeworks, or two attempts, in one archive.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{C_SOURCES, CPP_SOURCES, MAKEFILES, MOST_READ, NAMED};
use crate::{escape, submissions::Contents};
use reversi_io::names::{list, more};

/// A submission with several programs that could be graded. A person decides which of the programs is graded.
#[derive(Debug, Error)]
#[error("{why}")]
pub struct Undecided {
    why: String,
    /// For each program: a remark, and the lines of its table in `recipes.toml`.
    choices: Vec<(String, String)>,
}

impl Undecided {
    /// A submission with several projects.
    pub fn projects(folders: &BTreeSet<PathBuf>) -> Self {
        let names = || folders.iter().map(|folder| folder_name(folder));
        let shown = names().take(NAMED).chain(more(folders.len(), NAMED));
        let why = format!("several projects: {}; expected one", list(shown, "and"));
        let choice = |name: String| (name.clone(), format!("folder = {name:?}\n"));
        Self { why, choices: names().take(NAMED).map(choice).collect() }
    }

    /// A project in `folder` with several main programs; `mains` has their names and the lines that start them.
    pub fn mains(folder: &Path, mains: Vec<(String, String)>) -> Self {
        let names = mains.iter().take(NAMED).map(|(name, _)| escape::line(name)).chain(more(mains.len(), NAMED));
        let why = format!("{} can each be the main program; expected one", list(names, "and"));
        let within = format!("folder = {:?}\n", folder_name(folder));
        let within = if folder.as_os_str().is_empty() { "" } else { &within };
        let choice = |(name, lines): (String, String)| (escape::line(&name), [within, &lines].concat());
        Self { why, choices: mains.into_iter().take(NAMED).map(choice).collect() }
    }

    /// A table of `recipes.toml` for each program; a person keeps one of the tables.
    pub fn recipes(&self, student: &str) -> String {
        let table = |(remark, lines): &(String, String)| format!("[{student:?}]  # {remark}\n{lines}");
        self.choices.iter().map(table).collect()
    }
}

/// The name of a folder in a message.
fn folder_name(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { ".".to_owned() } else { escape::line(&folder.to_string_lossy()) }
}

/// The folders of the projects in order. All files below a folder with its own build belong to this folder's project.
/// `program` is the path of the program that the cases start.
pub fn projects(contents: &Contents, program: &Path) -> BTreeSet<PathBuf> {
    let builds = contents.names().filter(|path| is_build(path, program)).filter_map(Path::parent);
    let builds: BTreeSet<&Path> = builds.collect();
    let is_beneath = |path: &Path| path.ancestors().skip(1).any(|above| builds.contains(above));
    let outer = builds.iter().filter(|folder| !is_beneath(folder)).map(|folder| folder.to_path_buf());
    let others = contents.names().filter(|path| !is_beneath(path));
    outer.chain(others.filter_map(|path| folder_of_main(contents, path, program))).collect()
}

/// True if a folder of a submission has a Makefile or a script that starts the program.
pub fn has_build(contents: &Contents, folder: &Path, program: &Path) -> bool {
    contents.names().any(|path| path.parent() == Some(folder) && is_build(path, program))
}

/// True if a submission has a Makefile.
pub(super) fn has_makefile(contents: &Contents) -> bool {
    contents.names().any(|path| MAKEFILES.iter().any(|name| path == Path::new(name)))
}

fn is_build(path: &Path, program: &Path) -> bool {
    let scripts = [program.to_owned(), program.with_extension("sh"), "run.sh".into()];
    let makefiles = MAKEFILES.iter().map(PathBuf::from);
    scripts.into_iter().chain(makefiles).any(|name| path.file_name() == name.file_name())
}

/// The folder of the project to which a file with a `main` belongs; `None` for other files.
fn folder_of_main(contents: &Contents, path: &Path, program: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let is_called = |name: &Path| path.file_name() == name.file_name();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let text = || contents.text(path, MOST_READ).unwrap_or_default();
    match extension {
        "java" => {
            let text = text();
            let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
            let depth = package.map_or(0, |package| package.split('.').count());
            text.contains("void main").then(|| folder.ancestors().nth(depth).unwrap_or(Path::new("")).to_owned())
        }
        "py" => {
            let names = [program.with_extension("py"), "main.py".into(), "__main__.py".into()];
            let is_main = names.iter().any(|name| is_called(name)) || asks_for_main(&text());
            is_main.then(|| folder.to_owned())
        }
        _ if CPP_SOURCES.contains(&extension) || C_SOURCES.contains(&extension) => {
            has_main_of_c(&text()).then(|| folder.to_owned())
        }
        _ => None,
    }
}

/// True if a source in C or C++ has a `main`.
pub(super) fn has_main_of_c(text: &str) -> bool {
    let mut ends = text.match_indices("main").map(|(place, word)| text[place + word.len()..].trim_start());
    let has_type = ["int main", "void main", "auto main"].iter().any(|start| text.contains(start));
    has_type && ends.any(|rest| rest.starts_with('('))
}

/// True if a Python script checks that it is the main program.
pub(super) fn asks_for_main(script: &str) -> bool {
    script.lines().any(|line| line.starts_with("if") && line.contains("__name__") && line.contains("__main__"))
}
