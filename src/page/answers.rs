//! Printed answers: the verdict, the mistakes that print the answer, and the report.

use std::path::Path;

use anyhow::{Result, ensure};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use reversi_check::diagnosis;
use reversi_related::answers::{self, Answered, Compared, Explanation, Fields, PrintedCase, Strictness, System};

#[derive(Deserialize)]
pub(crate) struct AskedAnswer {
    assignment: String,
    /// The arguments of the program, as in a terminal; the program's name may come first.
    arguments: String,
    /// The printed text.
    printed: String,
    strictness: String,
}

impl AskedAnswer {
    pub(crate) fn check(&self) -> Result<Json> {
        let strictness: Strictness = self.strictness.parse()?;
        let words: Vec<String> = self.words();
        ensure!(
            !words.is_empty(),
            "The arguments are missing: write those with which your program printed the answer."
        );
        let fields = Fields { assignment: &self.assignment, arguments: &words, expected: None, accept: &[] };
        let case = PrintedCase::read(fields, Path::new(""))?;
        let compared = case.compare(&self.printed, strictness);
        let answered: Vec<Answered> = case.answered(&self.printed, compared.is_right()).into_iter().collect();
        let explanation = answers::explain(&answered, diagnosis::EFFORT / 6);
        let report = case.report(&compared, &self.printed);
        let verdict = match compared {
            Compared::Same => "right",
            Compared::OtherFormat(_) => "format",
            Compared::Wrong(_) => "wrong",
        };
        let title = if report.verdict.is_empty() { "The answer is right.".to_owned() } else { report.verdict };
        Ok(json!({
            "verdict": verdict,
            "title": title,
            "causes": causes(&explanation),
            "limits": explanation.limits(),
            "further": explanation.more,
            "expected": report.expected,
            "found": report.found,
            "board": report.board,
            "remark": report.remark,
        }))
    }

    /// The arguments without quotes and without the names of programs before them.
    fn words(&self) -> Vec<String> {
        let is_quote = |letter| matches!(letter, '"' | '\'');
        let words = self.arguments.split_whitespace().map(|word| word.trim_matches(is_quote).to_owned());
        let is_name = |word: &String| word == "reversi" || word.parse::<System>().is_ok();
        words.skip_while(is_name).collect()
    }
}

/// The mistakes of each set as one sentence.
fn causes(explanation: &Explanation) -> Vec<String> {
    let of_set = |set: &answers::Mistakes| {
        let done: Vec<&str> = set.iter().map(answers::Mistake::text).collect();
        format!("{}.", done.join("; together with "))
    };
    explanation.sets.iter().map(of_set).collect()
}
