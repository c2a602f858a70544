//! A command line of the configuration: words with placeholders for the case and its files.

use std::{ffi::OsStr, fmt, path::Path, slice, str::FromStr};

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::escape;
use reversi_io::names::{ParseError, list, names};

names! {
    /// A placeholder in a command, with its braces.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Placeholder {
        /// The number of the task, in assignments with tasks.
        Task => "{task}",
        /// The depth, in 2013.
        Depth => "{depth}",
        Input => "{input}",
        Moves => "{moves}",
        Log => "{log}",
        /// The name of the output file, in assignments with a single output.
        Output => "{output}",
        /// The words of a case's arguments, in assignments with a printed answer.
        Arguments => "{arguments}",
    }
}

/// A program and its arguments, split like shell words, and started without a shell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CommandLine(#[serde(deserialize_with = "words")] Vec<String>);

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    String::deserialize(deserializer)?.parse().map(|CommandLine(words)| words).map_err(D::Error::custom)
}

impl FromStr for CommandLine {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains('\0') {
            return Err("the command has a NUL character; expected a program and its arguments".into());
        }
        let unfinished = "a quotation mark or a backslash has no end; expected words as in a shell";
        let words = shlex::split(text).ok_or(unfinished)?;
        if words.is_empty() {
            return Err("the command is empty; expected a program and its arguments".into());
        }
        let is_sign = |word: &&String| {
            word.starts_with(['<', '>']) || ["|", "||", "&", "&&", ";", "2>", "2>&1"].contains(&word.as_str())
        };
        if let Some(sign) = words.iter().find(is_sign) {
            return Err(format!(
                "a shell is not started, so `{sign}` has no effect; expected a program and its arguments (standard input \
                 is the column input, the answer is what the program prints)"
            )
            .into());
        }
        for word in &words {
            let inside = word.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inside, _)| inside);
            let names = inside.filter(|inside| inside.chars().all(|letter| letter.is_ascii_lowercase()));
            let unknown = names.map(|name| format!("{{{name}}}")).find(|name| name.parse::<Placeholder>().is_err());
            if let Some(found) = unknown {
                return Err(format!("{found} is not a placeholder; expected {}", list(Placeholder::ALL, "or")).into());
            }
        }
        Ok(Self(words))
    }
}

impl CommandLine {
    /// A command from a list of words: a program and its arguments.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        Self(words.into_iter().map(str::to_owned).collect())
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// Replaces the program and keeps the arguments.
    pub fn with_program(mut self, program: &str) -> Self {
        program.clone_into(&mut self.0[0]);
        self
    }

    /// The program if it belongs to the system: its name has no slash, or begins with a slash.
    pub fn program_of_system(&self) -> Option<&str> {
        self.0.first().map(String::as_str).filter(|program| program.starts_with('/') || !program.contains('/'))
    }

    /// The command in one line that can be pasted into a shell, even with unusual characters in file names. Paths for
    /// which `is_private` is true are shortened to the last name.
    pub fn shown(&self, is_private: impl Fn(&Path) -> bool) -> String {
        let word = |word: &String| {
            // An argument of `env` can be a variable with a path: `NAME=PATH`.
            let start = word.find("=/").map_or(0, |place| place + 1);
            let (before, path) = word.split_at(start);
            match Path::new(path).file_name().and_then(OsStr::to_str) {
                Some(name) if path.starts_with('/') && is_private(Path::new(path)) => {
                    escape::word(&[before, name].concat())
                }
                _ => escape::word(word),
            }
        };
        self.0.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The words that start a shell, which runs this command and writes its standard output into a file.
    pub fn into_file(&self, name: &str) -> Self {
        let words = ["sh", "-c", "exec \"$@\" > \"$0\"", name].into_iter();
        Self::of(words.chain(self.0.iter().map(String::as_str)))
    }

    /// The reason why no machine can start the command; `None` if a machine can. Names in a submission and its scripts
    /// can have any length and characters.
    pub fn problem(&self) -> Option<String> {
        /// By default, Linux allows 128 KiB for a word, and 2 MiB for all words and the environment together.
        const LONGEST_WORD: usize = 100 << 10;
        const LONGEST: usize = 1 << 20;
        let shown = escape::start(&self.0[0]);
        let is_long = |words: &[String], most| words.iter().map(|word| word.len() + 9).sum::<usize>() > most;
        let problem = if self.0.iter().any(|word| word.contains('\0')) {
            "a word of the command has a NUL character"
        } else if is_long(&self.0, LONGEST) || self.0.iter().any(|word| is_long(slice::from_ref(word), LONGEST_WORD)) {
            "the command is too long"
        } else {
            return None;
        };
        Some(format!("{shown} cannot be started: {problem}"))
    }

    /// True if a word of the command has this placeholder.
    pub fn has(&self, placeholder: Placeholder) -> bool {
        self.0.iter().any(|word| word.contains(placeholder.name()))
    }

    /// The words of the command, with a case's arguments in place of their placeholder.
    pub fn with_arguments(&self, arguments: &[String]) -> Self {
        let is_placeholder = |word: &String| word == Placeholder::Arguments.name();
        let words = |word: &String| if is_placeholder(word) { arguments.to_vec() } else { vec![word.clone()] };
        Self(self.0.iter().flat_map(words).collect())
    }

    /// The words of the command, with `value` in place of each placeholder.
    pub fn filled(&self, value: impl Fn(Placeholder) -> String) -> Self {
        let fill = |word: &String| {
            Placeholder::ALL.into_iter().fold(word.clone(), |word, placeholder| {
                let name = placeholder.name();
                if word.contains(name) { word.replace(name, &value(placeholder)) } else { word }
            })
        };
        Self(self.0.iter().map(fill).collect())
    }
}

/// Writes the command so that it can be pasted into a shell.
impl fmt::Display for CommandLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Quoting only fails for NUL characters, which neither parsed texts nor file names contain.
        formatter.pad(&shlex::try_join(self.0.iter().map(String::as_str)).unwrap_or_else(|_| self.0.join(" ")))
    }
}
