//! The sentences on a set of mistakes as values, for programs that show them in their own form.

use super::{Explanation, text::weights_text};
use reversi_course::{assignment::Job, mistakes::MistakeText};

impl Explanation {
    /// The sentences on a program with this set: its mistakes, the rules, and the places to look.
    pub fn causes(&self, jobs: &[&Job]) -> Vec<MistakeText> {
        let mistakes = self.mistakes.iter().map(|mistake| mistake.text(jobs.iter().map(|job| &job.assignment)));
        let calculated = |done| MistakeText { done, rule: String::new(), look: String::new(), is_open: false };
        let weighted = jobs.iter().find(|job| job.task.evaluation().weights_term().is_some());
        let weights = weighted.filter(|_| !self.weights.is_empty()).map(|job| weights_text(self, job));
        let term = self.term.as_ref().map(reversi_course::mistakes::WrongTerm::sentence);
        mistakes.chain(term.into_iter().chain(weights).map(calculated)).collect()
    }
}
