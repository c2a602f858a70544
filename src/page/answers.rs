//! Printed answers: the verdict, the mistakes that print the answer, and the report.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use reversi_check::diagnosis;
use reversi_core::search::Algorithm;
use reversi_course::{cases::Printed, log::Equality};
use reversi_related::answers::{CheckedAnswer, Compared, Flag, Function, PrintedCase, System};

#[derive(Deserialize)]
pub(crate) struct AskedAnswer {
    assignment: String,
    /// The arguments of the program, as in a terminal; the program's name may come first.
    arguments: String,
    /// The path of the setup that the arguments of Awari name.
    setup: Option<String>,
    /// The printed text.
    printed: String,
    strictness: String,
}

impl AskedAnswer {
    pub(crate) fn check(&self) -> Result<Json> {
        let strictness: Equality = self.strictness.parse()?;
        let system: System = self.assignment.parse()?;
        let mut words = self.words(system);
        ensure!(
            !words.is_empty(),
            "The arguments are missing: write those with which your program printed the answer."
        );
        let has_file = matches!(system, System::Awari | System::Tree);
        if let Some(named) = words.get_mut(1).filter(|named| has_file && *named != "start") {
            *named = self.setup.clone().context("Choose the file that the arguments name.")?;
        }
        let printed = Printed { assignment: self.assignment.clone(), arguments: words, ..Printed::default() };
        let case = PrintedCase::read(&printed, Path::new(""))?;
        let CheckedAnswer { compared, report } = &case.check(&self.printed, strictness);
        let explanation = case.explain(&self.printed, compared, diagnosis::EFFORT);
        let verdict = match compared {
            Compared::Same => "right",
            Compared::OtherFormat(_) => "format",
            Compared::Wrong(_) => "wrong",
        };
        let title = if report.verdict.is_empty() { "The answer is right." } else { &report.verdict };
        let causes: Vec<_> = explanation.named().0.iter().map(|set| explanation.texts(*set)).collect();
        Ok(json!({
            "verdict": verdict,
            "title": title,
            "causes": causes,
            "limits": explanation.limits(),
            "further": explanation.named().1.len(),
            "expected": report.expected,
            "found": report.found,
            "board": report.board,
            "remark": report.remark,
        }))
    }

    /// The arguments without quotes and without the names of programs before them.
    fn words(&self, system: System) -> Vec<String> {
        let is_quote = |letter| matches!(letter, '"' | '\'');
        let words = || self.arguments.split_whitespace().map(|word| word.trim_matches(is_quote).to_owned());
        let is_first = |word: &String| match system {
            System::Tiny => word.parse::<Flag>().is_ok(),
            System::Nxn => word.parse::<Function>().is_ok(),
            System::Tree => word.parse::<Algorithm>().is_ok(),
            _ => ["moves", "apply", "status", "search", "max", "min"].contains(&&**word),
        };
        let after: Vec<String> = words().skip_while(|word| !is_first(word)).collect();
        if after.is_empty() { words().collect() } else { after }
    }
}
