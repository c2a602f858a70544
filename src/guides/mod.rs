//! Guides in Markdown, which `reversi help` prints and `reversi man` shows as manual pages.

mod layout;

pub use layout::laid_out;

#[derive(Clone, Copy, Debug)]
pub struct Guide {
    pub name: &'static str,
    pub text: &'static str,
}

impl Guide {
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|guide| guide.name == name)
    }

    /// The first line, without the mark of a heading.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

macro_rules! guides {
    ($($module:ident $name:literal)*) => {
        $(
            #[doc = include_str!(concat!($name, ".md"))]
            #[allow(clippy::doc_markdown)] // names of products, in texts for a terminal
            pub mod $module {}
        )*

        impl Guide {
            /// All guides, those for students first.
            pub const ALL: &[Self] = &[$(Self { name: $name, text: include_str!(concat!($name, ".md")) },)*];
        }
    };
}

guides! {
    words "words"
    files "files"
    checking "checking"
    evaluations "evaluations"
    reports "reports"
    large_logs "large-logs"
    notations "notations"
    agents "agents"
    related "related"
    test_cases "test-cases"
    own_assignment "own-assignment"
    grading "grading"
    submissions "submissions"
    people "people"
    platforms "platforms"
    teach_tiny "teach-tiny"
    teach_nxn "teach-nxn"
    teach_awari "teach-awari"
    teach_csc242 "teach-csc242"
    tournaments "tournaments"
    changes "changes"
    licence "licence"
}
