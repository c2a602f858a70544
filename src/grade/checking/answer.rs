//! Checks a printed answer, and finds the mistakes that explain all wrong answers of a student.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Read as _,
    iter,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::{
    CaseCheck, CaseChecker, GradedCase, PartResult, RowCounts,
    diagnosis::StudentDiagnosis,
    verdict::{Ending, Written},
};
use crate::{
    digest::Digester,
    sandbox::{CapturedOutput, Unusable},
};
use reversi_check::{Role, diagnosis::Explanation};
use reversi_course::cases::ExpectedFile;
use reversi_related::answers::{Answered, Compared, Explanation as Found, PrintedCase, explain, within};

impl GradedCase {
    /// The name of the standard input in the program's folder.
    pub const INPUT: &str = "input.txt";

    /// The name and the text of the file with which a student can repeat the case. It is the input of a job, a file
    /// that the arguments name, or the standard input. The name of a job's input is empty, because a recipe sets it.
    pub fn shown_input(&self) -> (&str, &[u8]) {
        match self.answer.as_ref().map(|answer| answer.files.first()) {
            None => ("", &self.expected.input),
            Some(Some((name, bytes))) => (name, bytes),
            Some(None) if self.expected.input.is_empty() => ("", &[]),
            Some(None) => (Self::INPUT, &self.expected.input),
        }
    }
}

impl<'a> CaseChecker<'a> {
    /// Checks the text that a program printed.
    pub fn answer(&self, ending: Ending, stdout: &CapturedOutput) -> CaseCheck<'a> {
        let is_whole = stdout.length == stdout.beginning.len() as u64;
        self.of_answer(ending, &String::from_utf8_lossy(&stdout.beginning), is_whole)
    }

    /// Checks an answer in a file that was collected elsewhere.
    pub(super) fn collected_answer(
        &self,
        ending: Ending,
        open: impl Fn(ExpectedFile, &Path) -> Result<File, Unusable>,
    ) -> Result<CaseCheck<'a>> {
        let file = match open(ExpectedFile::Answer, &PathBuf::from(self.recipe.file(ExpectedFile::Answer))) {
            Ok(file) => file,
            Err(Unusable::Failed(error)) => return Err(error).context("the answer cannot be read here"),
            Err(_) => return Ok(self.of_answer(ending, "", true)),
        };
        let mut bytes = Vec::new();
        file.take(CapturedOutput::MAX_KEPT as u64 + 1).read_to_end(&mut bytes)?;
        Ok(self.of_answer(ending, &String::from_utf8_lossy(&bytes), bytes.len() <= CapturedOutput::MAX_KEPT))
    }

    fn of_answer(&self, ending: Ending, found: &str, is_whole: bool) -> CaseCheck<'a> {
        let Some(case) = &self.case.answer else { return self.nothing(ending, None) };
        let near = within(&case.expected, found, self.configuration.marking.tolerance);
        let compared = case.compare(&near, self.configuration.marking.equality);
        // A program that failed before it printed anything did not answer, even if nothing is the right answer.
        let has_nothing = found.trim().is_empty();
        let is_right = compared.is_same() && is_whole && !(has_nothing && ending != Ending::FINISHED);
        let is_silent = has_nothing && !is_right;
        let written = if self.recipe.answer.is_some() { "written" } else { "printed" };
        let (right, all) = match (is_right, is_silent) {
            (true, _) => (1, 1),
            (_, true) => (0, 1),
            _ => compared.right_lines(),
        };
        let part = PartResult {
            role: Role::Answer,
            file: self.recipe.file(ExpectedFile::Answer).to_owned(),
            is_right,
            line: if let Compared::Wrong(wrong) = &compared { u64::try_from(wrong.number).ok() } else { None },
            rows: RowCounts { right, matching: right, found: right, is_cut: false, all },
            values: None,
            problem: is_silent.then(|| format!("nothing was {written}")),
            recognised: None,
        };
        let written = match is_right {
            true => Written::Right,
            // A program that failed has no whole answer.
            false if is_silent || ending != Ending::FINISHED => Written::Nothing,
            false => Written::Wrong,
        };
        let mut result = self.result(ending, written, vec![part]);
        self.case.shown_input().0.clone_into(&mut result.input);
        // A limit may cut a text off at a place that depends on the speed of the machine.
        if is_right || is_silent || ending.is_limit() {
            return self.finished(result, None);
        }
        result.report = case.report(&compared, found).to_string();
        result.is_format_only = compared.is_right();
        result.digest = Some(Digester::default().add(found).finish());
        CaseCheck { printed: Some(found.to_owned()), ..self.finished(result, None) }
    }
}

impl StudentDiagnosis {
    /// Finds the mistakes that print all answers of a student. The search visits at most about `effort` nodes.
    pub(super) fn of_answers(checks: &mut [CaseCheck], effort: u64) -> Self {
        let answered = |check: &'_ CaseCheck| -> Option<(String, bool)> {
            let is_right = check.result.verdict.is_right();
            let text = if is_right { check.case.answer.as_ref()?.expected.clone() } else { check.printed.clone()? };
            Some((text, is_right || check.result.is_format_only))
        };
        let texts: Vec<(&PrintedCase, String, bool)> = checks
            .iter()
            .filter_map(|check| {
                answered(check).and_then(|(text, is_right)| Some((check.case.answer.as_ref()?, text, is_right)))
            })
            .collect();
        let cases: Vec<Answered> =
            texts.iter().filter_map(|(case, text, is_right)| case.answered(text, *is_right)).collect();
        let found = explain(&cases, effort).told_apart(&cases);
        // A program with several mistakes may make one of them in all cases of a question. All right answers still count.
        let question = |case: &PrintedCase| case.arguments.first().cloned().unwrap_or_default();
        let is_single = found.named().0.iter().any(|set| set.len() == 1);
        let questions = texts.iter().filter(|(.., is_right)| !is_single && !is_right).map(|(case, ..)| question(case));
        let questions: BTreeSet<String> = questions.collect();
        let effort = effort / questions.len().max(1) as u64;
        let explained = |asked: String| {
            let of_question = texts.iter().filter(|(case, _, is_right)| *is_right || question(case) == asked);
            let cases: Vec<Answered> =
                of_question.filter_map(|(case, text, is_right)| case.answered(text, *is_right)).collect();
            (asked, explain(&cases, effort))
        };
        let of_questions: BTreeMap<String, Found> = questions.into_iter().map(explained).collect();
        let texts_of = |found: &Found| {
            let texts = found.named().0.iter().flat_map(|set| set.iter().zip(found.texts(*set)));
            texts.map(|(mistake, text)| (mistake.to_string(), text)).collect::<Vec<_>>()
        };
        let texts = iter::once(&found).chain(of_questions.values()).flat_map(texts_of).collect();
        let explained_by = explanations(&found);
        let is_wrong = |check: &&mut CaseCheck| check.printed.is_some() && !check.result.is_format_only;
        for check in checks.iter_mut().filter(is_wrong) {
            let of_question = check.case.answer.as_ref().and_then(|case| of_questions.get(&question(case)));
            let of_question = of_question.map(explanations).filter(|sets| !sets.is_empty());
            check.result.explained_by = of_question.unwrap_or_else(|| explained_by.clone());
        }
        let explained = checks.iter_mut().filter(is_wrong).filter(|_| !explained_by.is_empty());
        let cases = explained.map(|check| check.result.case.clone()).collect();
        let limits = if explained_by.is_empty() { String::new() } else { found.limits().trim_end().to_owned() };
        Self { explained_by, cases, limits, location: String::new(), texts }
    }
}

/// The sets of mistakes that explain answers.
fn explanations(found: &Found) -> Vec<Explanation> {
    found.named().0.iter().map(|set| (*set).into()).collect()
}
