//! `recipes.toml`, beside the configuration: what is different for one student. A table for each, under the name of the
//! submission.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::Result;
use serde::Deserialize;
use toml::Spanned;

use super::{
    Configuration, FileNames, Misconfigured, checked_run, command_line::CommandLine, fault, file_name, parsed,
    read_toml,
};
use crate::{
    cases::CaseList,
    files::input::{self, Input},
    names::nearest,
};

/// What is different for some students.
#[derive(Clone, Debug, Default)]
pub struct StudentRecipes {
    recipes: BTreeMap<String, StudentRecipe>,
    text: Option<Input>,
}

/// What is different for a student.
#[derive(Clone, Debug)]
struct StudentRecipe {
    build: Option<Vec<CommandLine>>,
    run: Option<CommandLine>,
    names: FileNames,
    /// Where the table begins in the text.
    place: usize,
}

/// The table of a student.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StudentFields {
    build: Option<Vec<Spanned<String>>>,
    run: Option<Spanned<String>>,
    input: Option<Spanned<String>>,
    moves: Option<Spanned<String>>,
    log: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
}

impl StudentRecipes {
    /// The name of the file.
    pub const FILE: &str = "recipes.toml";

    /// Reads the file in a folder; a missing file says nothing. `names` are those of everybody else.
    ///
    /// # Errors
    /// A file that cannot be read, and the first place that is wrong.
    pub(super) fn read(folder: &Path, names: &FileNames, cases: &CaseList) -> Result<Self> {
        let path = folder.join(Self::FILE);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(Self::default());
        }
        let text = Input::read(&path, input::LIMIT)?;
        let tables: BTreeMap<Spanned<String>, StudentFields> = read_toml(&text)?;
        let recipe = |(name, fields): (Spanned<String>, StudentFields)| {
            let recipe = fields.recipe(name.span().start, names, cases)?;
            Ok((name.into_inner(), recipe))
        };
        let recipes = tables.into_iter().map(recipe).collect::<Result<_, Misconfigured>>();
        let recipes = recipes.map_err(|fault| fault.explain(&text))?;
        Ok(Self { recipes, text: Some(text) })
    }

    /// Checks that every table is of one of these submissions.
    ///
    /// # Errors
    /// The first that is not, with its place.
    pub fn check<'a>(&self, submissions: impl Iterator<Item = &'a str> + Clone) -> Result<()> {
        for (name, recipe) in &self.recipes {
            if !submissions.clone().any(|submission| submission == name)
                && let Some(text) = &self.text
            {
                let meant = nearest(name, submissions).map(|meant| format!("did you mean {meant}?"));
                let message = format!("nobody has handed in {name:?}; expected the name of a submission, without .zip");
                let place = recipe.place;
                return Err(Misconfigured { suggestion: meant, ..fault(place..place, message) }.explain(text));
            }
        }
        Ok(())
    }

    /// What is different for a student, as a text: another text, another result.
    pub fn of(&self, name: &str) -> String {
        self.recipes
            .get(name)
            .map_or(String::new(), |StudentRecipe { build, run, names, .. }| format!("{build:?} {run:?} {names:?}"))
    }

    /// All commands of all students.
    pub fn commands(&self) -> impl Iterator<Item = &CommandLine> {
        self.recipes.values().flat_map(|recipe| recipe.build.iter().flatten().chain(&recipe.run))
    }
}

impl StudentFields {
    fn recipe(self, place: usize, usual: &FileNames, cases: &CaseList) -> Result<StudentRecipe, Misconfigured> {
        let build = self.build.map(|lines| lines.iter().map(parsed).collect()).transpose()?;
        let run = self.run.as_ref().map(|run| checked_run(run, cases)).transpose()?;
        let names = FileNames {
            input: file_name(self.input.as_ref(), &usual.input)?,
            moves: file_name(self.moves.as_ref(), &usual.moves)?,
            log: file_name(self.log.as_ref(), &usual.log)?,
            output: file_name(self.output.as_ref(), &usual.output)?,
        };
        Ok(StudentRecipe { build, run, names, place })
    }
}

impl Configuration {
    /// The configuration for a student, by the table of the student in `recipes.toml`.
    pub fn of_student(&self, name: &str) -> Self {
        let mut configuration = self.clone();
        if let Some(StudentRecipe { build, run, names, .. }) = self.students.recipes.get(name) {
            configuration.build = build.clone().or(configuration.build);
            configuration.run = run.clone().or(configuration.run);
            configuration.names = names.clone();
        }
        configuration
    }
}
