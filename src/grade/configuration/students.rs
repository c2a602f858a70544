//! `recipes.toml`, beside the configuration: what is different for one student. A table for each, under the name of the
//! submission.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::Result;
use serde::Deserialize;
use toml::Spanned;

use super::{Configuration, checked_run, command_line::CommandLine, file_name, read_toml};
use crate::{
    cases::CaseList,
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    names::nearest,
};

/// What is different for some students.
#[derive(Clone, Debug, Default)]
pub struct StudentRecipes {
    recipes: BTreeMap<Spanned<String>, StudentRecipe>,
    text: Input,
}

/// What is different for a student: the fields of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudentRecipe {
    build: Option<Vec<CommandLine>>,
    run: Option<Spanned<CommandLine>>,
    #[serde(default, deserialize_with = "file_name")]
    input: Option<String>,
    #[serde(default, deserialize_with = "file_name")]
    moves: Option<String>,
    #[serde(default, deserialize_with = "file_name")]
    log: Option<String>,
    #[serde(default, deserialize_with = "file_name")]
    output: Option<String>,
}

impl StudentRecipes {
    /// The name of the file.
    pub const FILE: &str = "recipes.toml";

    /// Reads the file in a folder; a missing file says nothing.
    /// Errors: a file that cannot be read, and the first place that is wrong.
    pub(super) fn read(folder: &Path, cases: &CaseList) -> Result<Self> {
        let path = folder.join(Self::FILE);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(Self::default());
        }
        let text = Input::read(&path, input::LIMIT)?;
        let recipes: BTreeMap<_, StudentRecipe> = read_toml(&text)?;
        for run in recipes.values().filter_map(|recipe| recipe.run.clone()) {
            checked_run(run, cases, &text)?;
        }
        Ok(Self { recipes, text })
    }

    /// Checks that every table is of one of these submissions.
    /// Errors: the first that is not, with its place.
    pub fn check<'a>(&self, submissions: impl Iterator<Item = &'a str> + Clone) -> Result<()> {
        let is_there = |name: &&Spanned<String>| submissions.clone().any(|submission| submission == name.get_ref());
        let Some(name) = self.recipes.keys().find(|name| !is_there(name)) else { return Ok(()) };
        let meant = nearest(name.get_ref(), submissions).map(|meant| format!("did you mean {meant}?"));
        let message =
            format!("nobody has handed in {:?}; expected the name of a submission, without .zip", name.get_ref());
        let problem = Problem::at_byte(&self.text.text, name.span().start, message);
        Err(self.text.explain(&problem.suggesting(meant)))
    }

    /// What is different for a student, as a text: another text, another result.
    pub fn of(&self, name: &str) -> String {
        self.recipes.get(name).map_or(String::new(), |recipe| format!("{recipe:?}"))
    }

    /// All commands of all students.
    pub fn commands(&self) -> impl Iterator<Item = &CommandLine> {
        let builds = self.recipes.values().flat_map(|recipe| &recipe.build).flatten();
        builds.chain(self.recipes.values().flat_map(|recipe| &recipe.run).map(Spanned::get_ref))
    }
}

impl Configuration {
    /// The configuration for a student, by the table of the student in `recipes.toml`.
    pub fn of_student(&self, name: &str) -> Self {
        let mut own = self.clone();
        if let Some(StudentRecipe { build, run, input, moves, log, output }) = self.students.recipes.get(name) {
            own.build = build.clone().or(own.build);
            own.run = run.clone().map(Spanned::into_inner).or(own.run);
            let files = &mut own.files;
            let names = [&mut files.input, &mut files.moves, &mut files.log, &mut files.output];
            for (name, given) in names.into_iter().zip([input, moves, log, output]) {
                if let Some(given) = given {
                    name.clone_from(given);
                }
            }
        }
        own
    }
}
