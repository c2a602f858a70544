//! The values of `[feedback]`: the level of detail of each case that students see.

use std::{num::NonZeroU32, path::Path};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// The level of detail that students see of a case. Each value includes the values before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// The kind of the verdict, and the points of the case.
    Verdict,
    /// The mistakes that explain the case, and the affected code or format.
    Mistake,
    /// The files, their first wrong lines, and the reason why a program did not run.
    Place,
    /// The input, the command, the whole report, the exit status and the printed text.
    Full,
}

/// The time when Gradescope shows a test to students.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Hidden,
    AfterDueDate,
    AfterPublished,
    Visible,
}

/// The values of `[feedback]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeedbackRules {
    /// The level of detail for cases whose boards students may see.
    pub detail: Detail,
    pub hidden_detail: Detail,
    pub hidden_visibility: Visibility,
    /// The number of submissions per day with details on Gradescope; `None` for no limit. Further submissions get only
    /// verdicts.
    pub full_per_day: Option<NonZeroU32>,
    /// True if the student has no more submissions with details today.
    #[serde(skip)]
    pub is_used_up: bool,
}

impl Default for FeedbackRules {
    fn default() -> Self {
        Self {
            detail: Detail::Full,
            hidden_detail: Detail::Mistake,
            hidden_visibility: Visibility::AfterPublished,
            full_per_day: None,
            is_used_up: false,
        }
    }
}

/// The attempts of a student in Gradescope's `submission_metadata.json`.
#[derive(Deserialize)]
struct Metadata {
    created_at: String,
    #[serde(default)]
    previous_submissions: Vec<PreviousSubmission>,
}

#[derive(Deserialize)]
struct PreviousSubmission {
    submission_time: String,
    #[serde(default)]
    autograder_error: bool,
}

impl FeedbackRules {
    pub(crate) const fn detail_of(&self, is_hidden: bool) -> Detail {
        if is_hidden { self.hidden_detail } else { self.detail }
    }

    /// If a student has used today's submissions with details, reduces all details to verdicts. `results` is the file
    /// for Gradescope. The metadata file is in the parent folder of the folder with the results.
    pub fn limit_per_day(&mut self, results: &Path) -> Result<()> {
        let Some(most) = self.full_per_day else { return Ok(()) };
        let path =
            results.canonicalize()?.ancestors().nth(2).unwrap_or(Path::new("/")).join("submission_metadata.json");
        let needed = || format!("`full_per_day` in [feedback] needs Gradescope's {}", path.display());
        let metadata: Metadata =
            serde_json::from_slice(&std::fs::read(&path).with_context(needed)?).with_context(needed)?;
        // Both times are in the time zone of the course: `2018-07-01T14:22:32.365935-07:00`.
        let day = |time: &str| time.split('T').next().map(str::to_owned);
        let is_of_today =
            |one: &&PreviousSubmission| !one.autograder_error && day(&one.submission_time) == day(&metadata.created_at);
        if metadata.previous_submissions.iter().filter(is_of_today).count() >= most.get() as usize {
            (self.detail, self.hidden_detail, self.is_used_up) = (Detail::Verdict, Detail::Verdict, true);
        }
        Ok(())
    }
}
