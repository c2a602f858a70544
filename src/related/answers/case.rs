//! A case of an assignment with a printed answer.

use std::path::{Component, Path};

use anyhow::{Context as _, Result, anyhow, bail, ensure};

use super::{Accept, Answered, Compared, Request, System, compare};
use reversi_course::{cases::Printed, log::Equality};
use reversi_io::files::input::{self, Input};

/// A case: a request, or only an expected text.
#[derive(Clone, Debug)]
pub struct PrintedCase {
    pub system: System,
    /// The words of the request.
    pub arguments: Vec<String>,
    /// `None` in a case of [`System::Text`].
    pub request: Option<Request>,
    pub expected: String,
    pub accept: Vec<Accept>,
    /// The files that the arguments name, which the program gets.
    pub files: Vec<(String, Vec<u8>)>,
}

/// The longest expected text, in bytes. A sandbox keeps no more of a printed text.
const LONGEST: usize = 60 << 10;

impl PrintedCase {
    /// Reads a case. Files in arguments are relative to `folder`.
    pub fn read(printed: &Printed, folder: &Path) -> Result<Self> {
        let Printed { assignment, arguments, expected, accept, .. } = printed;
        let system: System = assignment.parse()?;
        let request = match system {
            System::Text => None,
            _ => Some(Request::read(system, arguments, folder).context("invalid arguments")?),
        };
        let accept = accept
            .iter()
            .map(|name| name.parse::<Accept>().map_err(|problem| anyhow!("{name:?} in the column accept; {problem}")));
        let accept: Vec<Accept> = accept.collect::<Result<_>>()?;
        if let Some(&needless) =
            accept.iter().find(|accept| !request.as_ref().is_some_and(|request| request.leaves_open(**accept)))
        {
            bail!("the assignment leaves nothing open for accept = {needless} in this case; expected an empty field");
        }
        let expected = match (expected, &request) {
            (Some(path), _) => Input::read(path, input::LIMIT)?.text,
            (None, Some(request)) => request.answer(&mut |_| ())?,
            (None, None) => bail!("a case of text needs a file with the expected text"),
        };
        ensure!(expected.len() <= LONGEST, "the expected text has more than {LONGEST} bytes; expected a shorter text");
        let is_beneath = |word: &&String| {
            let mut parts = Path::new(word).components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        let named = arguments.iter().filter(is_beneath).filter(|word| folder.join(word).is_file());
        let read = |word: &String| {
            let bytes = std::fs::read(folder.join(word)).with_context(|| format!("cannot read {word}"))?;
            Ok((word.clone(), bytes))
        };
        let files = named.map(read).collect::<Result<_>>()?;
        Ok(Self { system, arguments: arguments.clone(), request, expected, accept, files })
    }

    /// Compares a printed text with the expected text and all other right answers.
    pub fn compare(&self, found: &str, strictness: Equality) -> Compared {
        match &self.request {
            Some(request) => request.compare(&self.expected, found, &self.accept, strictness),
            None => compare(self.system, &self.expected, found, strictness),
        }
    }

    /// The case with a student's answer, for a diagnosis; `None` if no mistakes are known, or if nothing was printed.
    pub fn answered<'a>(&'a self, found: &'a str, is_right: bool) -> Option<Answered<'a>> {
        let request = self.request.as_ref().filter(|_| is_right || !found.trim().is_empty())?;
        Some(Answered { request, expected: &self.expected, found, accept: &self.accept, is_right })
    }
}

impl Request {
    /// True if this set of answers can contain more than the expected answer.
    pub const fn leaves_open(&self, accept: Accept) -> bool {
        match (accept, self) {
            (Accept::Optimal, Self::Tiny { flag, .. }) => flag.algorithm().is_some(),
            (Accept::Optimal, Self::Nxn { function, .. }) => function.algorithm().is_some(),
            (Accept::Optimal, Self::Awari { question, .. }) => matches!(question, super::Awari::Search { .. }),
            (Accept::NoPass | Accept::WithPass, Self::Nxn { function, .. }) => function.is_full(),
            (Accept::RemainingDepth, Self::Awari { question, .. }) => matches!(question, super::Awari::Node { .. }),
            _ => false,
        }
    }
}
