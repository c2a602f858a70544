//! What a check has found of the files of a job.

use super::{
    FileReport, Part, Role, Shape, TextPrefix,
    diagnosis::{Diagnosis, Evidence, diagnose_by},
};
use reversi_course::{assignment::Job, mistakes::Mistake};

/// What a check has found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is to be said.
    pub report: Report,
    /// What is known of the texts: of the moves file and the log, in this order and as far as they were checked, or of the
    /// one output.
    pub texts: Vec<TextPrefix>,
}

/// What is to be said of a submission.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files, or the two parts of an output.
    pub files: Vec<FileReport>,
    /// What explains them, once it has been [looked for](Checked::diagnose).
    pub diagnosis: Option<Diagnosis>,
}

impl Report {
    /// True if there is no difference in any file.
    pub fn is_same(&self) -> bool {
        self.files.iter().all(FileReport::is_same)
    }
}

impl Report {
    /// True if nothing but the spelling differs in any file.
    pub fn is_right(&self) -> bool {
        self.files.iter().all(|file| file.is_same() || file.is_spelled_otherwise())
            || self.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.is_of_right_files)
    }
}

impl Checked {
    /// Finds out which mistakes write these files, visiting about `effort` nodes at most, and puts it into the report.
    /// `say` is told what is being tried.
    pub fn diagnose(&mut self, job: &Job, effort: u64, say: &dyn Fn(&'static str)) {
        if self.report.is_same() {
            return;
        }
        let known = Mistake::of(&job.assignment).collect();
        let found = diagnose_by(job, &self.evidence(), known, effort, say);
        self.report.diagnosis = Some(found);
    }

    /// Keeps only so many bytes of the beginning of each text, as evidence for a later diagnosis: `most` says how many, by
    /// what the text begins with.
    pub fn shorten_texts(&mut self, most: impl Fn(Role) -> usize) {
        self.texts.iter_mut().zip(&self.report.files).for_each(|(text, file)| text.shorten(most(file.role)));
    }

    /// The files as evidence of how they came to be.
    pub fn evidence(&self) -> Vec<Evidence<'_>> {
        let Self { report, texts } = self;
        let parts: Vec<(Part, Option<&str>)> = match (&report.files[..], &texts[..]) {
            ([_, _], [output]) => output.parts().map(|part| (part, None)).to_vec(),
            (_, texts) => texts.iter().map(|text| (text.part(), text.respelled.as_deref())).collect(),
        };
        let files = report.files.iter().zip(parts);
        files
            .map(|(file, (part, respelled))| Evidence {
                role: file.role,
                part,
                respelled: respelled.map(str::as_bytes),
                is_respelled_only: respelled.is_some() && file.is_spelled_otherwise(),
                is_nearly_right: file.shape() != Shape::Any,
            })
            .collect()
    }
}
