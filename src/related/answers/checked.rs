//! Checked answers of a student: one value for the terminal, JSON, feedback and the page.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::{AnswerReport, Answered, Compared, Explanation, PrintedCase, WrongLine, explain};
use reversi_course::log::Equality;
use reversi_io::names::count;

/// An answer that was compared with the right answers.
#[derive(Clone, Debug)]
pub struct CheckedAnswer {
    pub compared: Compared,
    pub report: AnswerReport,
}

/// All answers of a student, and the mistakes that explain them.
#[derive(Debug)]
pub struct CheckedAnswers<'a> {
    answers: Vec<NamedAnswer<'a>>,
    pub explanation: Explanation,
}

/// The answer to a case of a list.
#[derive(Debug)]
struct NamedAnswer<'a> {
    name: &'a str,
    case: &'a PrintedCase,
    path: String,
    /// `None` if the answer is missing.
    checked: Option<CheckedAnswer>,
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
    pub const fn verdict(&self) -> &'static str {
        match self.compared {
            Compared::Same => "right",
            Compared::OtherFormat(_) => "right, in another format",
            Compared::Wrong(_) => "wrong",
        }
    }

    /// The answer in a file, for JSON.
    pub fn json(&self, path: &str) -> Json {
        let (first, deviation) = match &self.compared {
            Compared::Same => (Json::Null, None),
            Compared::OtherFormat(deviation) => (Json::Null, Some(deviation.to_string())),
            Compared::Wrong(WrongLine { number, expected, found, .. }) => {
                (json!({ "line": number, "expected": expected, "found": found }), None)
            }
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
    pub fn new<E>(
        cases: &'a [(&'a str, PrintedCase)],
        strictness: Equality,
        effort: u64,
        mut read: impl FnMut(&str) -> Result<(String, Option<String>), E>,
    ) -> Result<Self, E> {
        let (mut answers, mut texts) = (Vec::new(), Vec::new());
        for (name, case) in cases {
            let (path, found) = read(name)?;
            let checked = found.as_deref().map(|found| case.check(found, strictness));
            let is_right = checked.as_ref().is_some_and(|checked| checked.compared.is_right());
            texts.push((case, found.unwrap_or_default(), is_right));
            answers.push(NamedAnswer { name, case, path, checked });
        }
        let answered = texts.iter().filter_map(|(case, found, is_right)| case.answered(found, *is_right));
        let answered: Vec<Answered> = answered.collect();
        let explanation = explain(&answered, effort).told_apart(&answered);
        Ok(Self { answers, explanation })
    }

    /// True if all answers are right and have the right format.
    pub fn is_same(&self) -> bool {
        self.wrong().next().is_none()
    }

    fn wrong(&self) -> impl Iterator<Item = &NamedAnswer<'a>> {
        self.answers.iter().filter(|answer| !answer.is(Compared::is_same))
    }

    /// The report: the first wrong answer in full, and one line for each further one.
    pub fn text(&self) -> String {
        let (all, wrong) = (self.answers.len(), self.wrong().count());
        let mut text = format!("{} of {} right.\n{}", all - wrong, count(all, "answer"), self.explanation.text());
        for (place, NamedAnswer { name, case, path, checked }) in self.wrong().enumerate() {
            let arguments = case.arguments.join(" ");
            text += if place < 2 { "\n" } else { "" };
            let _ = match checked {
                None => writeln!(text, "{name}: {path} is missing"),
                Some(CheckedAnswer { report, .. }) if place == 0 => write!(text, "{name}: {arguments}: {report}"),
                Some(CheckedAnswer { report, .. }) => writeln!(text, "{name}: {arguments}: {}", report.brief()),
            };
        }
        text
    }

    /// The answers, for JSON.
    pub fn json(&self) -> Json {
        let case = |answer: &NamedAnswer| {
            json!({
                "name": answer.name,
                "same": answer.is(Compared::is_same),
                "right": answer.is(Compared::is_right),
                "files": answer.checked.iter().map(|checked| checked.json(&answer.path)).collect::<Vec<_>>(),
            })
        };
        let wrong = self.answers.iter().filter(|answer| !answer.is(Compared::is_right));
        let wrong: Vec<&str> = wrong.map(|answer| answer.name).collect();
        let is_explained = !self.explanation.sets.is_empty();
        let mut all = json!({ "cases": self.answers.iter().map(case).collect::<Vec<_>>(), "of": wrong.len() });
        self.explanation.write_json(&mut all);
        all["left"] = if is_explained { Vec::new() } else { wrong }.into();
        all
    }
}

impl NamedAnswer<'_> {
    /// True if there is an answer with this property.
    fn is(&self, property: fn(&Compared) -> bool) -> bool {
        self.checked.as_ref().is_some_and(|checked| property(&checked.compared))
    }
}
