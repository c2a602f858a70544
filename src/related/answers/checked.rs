//! Checked answers of a student: one value for the terminal, JSON, feedback and the page.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::{AnswerReport, Answered, Compared, Explanation, PrintedCase, explain};
use reversi_course::log::Equality;
use reversi_io::names::{count, names};

names! {
    /// The verdict on an answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AnswerVerdict {
        Right => "right",
        Format => "right, in another format",
        Wrong => "wrong",
    }
}

/// An answer that was compared with the right answers.
#[derive(Clone, Debug)]
pub struct CheckedAnswer {
    pub compared: Compared,
    pub report: AnswerReport,
}

/// All answers of a student, and the mistakes that explain them.
#[derive(Debug)]
pub struct CheckedAnswers<'a> {
    /// Each case with its name, the path of the answer, and the answer; `None` if the answer is missing.
    answers: Vec<(&'a str, &'a PrintedCase, String, Option<CheckedAnswer>)>,
    pub explanation: Explanation,
}

impl PrintedCase {
    /// Compares an answer.
    pub fn check(&self, found: &str, strictness: Equality) -> CheckedAnswer {
        let compared = self.compare(found, strictness);
        let report = self.report(&compared, found);
        CheckedAnswer { compared, report }
    }

    /// Finds the mistakes that explain this answer alone.
    pub fn explain(&self, found: &str, compared: &Compared, effort: u64) -> Explanation {
        let answered: Vec<Answered> = self.answered(found, compared.is_right()).into_iter().collect();
        explain(&answered, effort).told_apart(&answered)
    }
}

impl CheckedAnswer {
    /// The verdict, as `grade` counts it.
    pub const fn verdict(&self) -> AnswerVerdict {
        match self.compared {
            Compared::Same => AnswerVerdict::Right,
            Compared::OtherFormat(_) => AnswerVerdict::Format,
            Compared::Wrong(_) => AnswerVerdict::Wrong,
        }
    }

    /// The answer in a file, for JSON.
    pub fn json(&self, path: &str) -> Json {
        let first = match &self.compared {
            Compared::Wrong(wrong) => json!({ "line": wrong.number, "expected": wrong.expected, "found": wrong.found }),
            Compared::Same | Compared::OtherFormat(_) => Json::Null,
        };
        let deviation = match &self.compared {
            Compared::OtherFormat(deviation) => json!(deviation.to_string()),
            Compared::Same | Compared::Wrong(_) => Json::Null,
        };
        json!({
            "role": "answer",
            "path": path,
            "same": self.compared.is_same(),
            "right": self.compared.is_right(),
            "deviation": deviation,
            "first": first,
            "board": self.report.board,
            "remark": self.report.remark,
        })
    }
}

impl<'a> CheckedAnswers<'a> {
    /// Compares the answer to each case, and diagnoses all answers together. `read` returns the path and the text of a
    /// case's answer.
    ///
    /// # Errors
    /// Returns an error if an answer cannot be read.
    pub fn new<E>(
        cases: &'a [(&'a str, PrintedCase)],
        strictness: Equality,
        effort: u64,
        mut read: impl FnMut(&str) -> Result<(String, Option<String>), E>,
    ) -> Result<Self, E> {
        let (mut answers, mut texts) = (Vec::new(), Vec::new());
        for (name, case) in cases {
            let (path, found) = read(name)?;
            answers.push((*name, case, path, found.as_deref().map(|found| case.check(found, strictness))));
            texts.push(found);
        }
        let answered: Vec<Answered> = answers
            .iter()
            .zip(&texts)
            .filter_map(|((_, case, _, checked), found)| {
                case.answered(found.as_deref()?, checked.as_ref()?.compared.is_right())
            })
            .collect();
        let explanation = explain(&answered, effort).told_apart(&answered);
        Ok(Self { answers, explanation })
    }

    /// True if all answers are right and have the right format.
    pub fn is_same(&self) -> bool {
        self.wrong().next().is_none()
    }

    fn wrong(&self) -> impl Iterator<Item = &(&'a str, &'a PrintedCase, String, Option<CheckedAnswer>)> {
        self.answers.iter().filter(|(.., checked)| !checked.as_ref().is_some_and(|checked| checked.compared.is_same()))
    }

    /// The report. Only the first wrong answer shows its board.
    pub fn text(&self) -> String {
        let (all, wrong) = (self.answers.len(), self.wrong().count());
        let mut text = format!("{} of {} right.\n{}", all - wrong, count(all, "answer"), self.explanation.text());
        let mut has_board = false;
        for (name, case, path, checked) in self.wrong() {
            let _ = match checked {
                None => writeln!(text, "\n{name}: {path} is missing"),
                Some(CheckedAnswer { report, .. }) => {
                    let board = if has_board { String::new() } else { report.board.clone() };
                    has_board |= !board.is_empty();
                    let report = AnswerReport { board, ..report.clone() };
                    write!(text, "\n{name}: {}\n{report}", case.arguments.join(" "))
                }
            };
        }
        text
    }

    /// The answers, for JSON.
    pub fn json(&self) -> Json {
        let case = |(name, _, path, checked): &(&str, _, String, Option<CheckedAnswer>)| {
            let compared = checked.as_ref().map(|checked| &checked.compared);
            let (same, right) = (compared.is_some_and(Compared::is_same), compared.is_some_and(Compared::is_right));
            let files: Vec<Json> = checked.iter().map(|checked| checked.json(path)).collect();
            (right, json!({ "name": name, "same": same, "right": right, "files": files }))
        };
        let cases: Vec<(bool, Json)> = self.answers.iter().map(case).collect();
        let wrong: Vec<&str> =
            self.answers.iter().zip(&cases).filter(|(_, (right, _))| !right).map(|(answer, _)| answer.0).collect();
        let left = if self.explanation.sets.named.is_empty() { wrong.clone() } else { Vec::new() };
        let mut all = json!({ "cases": cases.into_iter().map(|(_, case)| case).collect::<Vec<_>>() });
        self.explanation.write_json(&mut all);
        all["of"] = wrong.len().into();
        all["left"] = left.into();
        all
    }
}
