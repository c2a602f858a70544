//! A command line of the configuration: words with placeholders for the case and its files.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A placeholder in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// The number of the task, in 2013.
    Task,
    /// The depth, in 2013.
    Depth,
    /// The name of the input file.
    Input,
    /// The name of the moves file.
    Moves,
    /// The name of the log.
    Log,
    /// The name of the output of later years.
    Output,
}

impl Placeholder {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Task, Self::Depth, Self::Input, Self::Moves, Self::Log, Self::Output];

    /// What stands between the braces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Depth => "depth",
            Self::Input => "input",
            Self::Moves => "moves",
            Self::Log => "log",
            Self::Output => "output",
        }
    }
}

/// With its braces.
impl fmt::Display for Placeholder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{}}}", self.name())
    }
}

/// A program and its arguments, split into words as a shell splits them, and started without a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

/// Why a text is no command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseCommandLineError {
    /// A quotation without an end, or a backslash as the last character.
    #[error("a quotation mark or a backslash has no end; expected words as in a shell, which has no part in it")]
    Unfinished,
    /// A character that no argument can have.
    #[error("the command has a NUL character; expected a program and its arguments")]
    Nul,
    /// No words.
    #[error("the command is empty; expected a program and its arguments")]
    Empty,
    /// Braces around a name that is no placeholder.
    #[error(
        "{{{found}}} stands for nothing; expected {{task}}, {{depth}}, {{input}}, {{moves}}, {{log}} or {{output}}"
    )]
    UnknownPlaceholder {
        /// What stands between the braces.
        found: String,
    },
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, ParseCommandLineError> {
        if text.contains('\0') {
            return Err(ParseCommandLineError::Nul);
        }
        let words = shlex::split(text).ok_or(ParseCommandLineError::Unfinished)?;
        if words.is_empty() {
            return Err(ParseCommandLineError::Empty);
        }
        for word in &words {
            let inside = word.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inside, _)| inside);
            let mut names = inside.filter(|inside| inside.chars().all(|letter| letter.is_ascii_lowercase()));
            let is_known = |name: &str| Placeholder::ALL.iter().any(|placeholder| placeholder.name() == name);
            if let Some(found) = names.find(|name| !is_known(name)) {
                return Err(ParseCommandLineError::UnknownPlaceholder { found: found.to_owned() });
            }
        }
        Ok(Self(words))
    }
}

impl CommandLine {
    /// The words as they are: a program and its arguments.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        Self(words.into_iter().map(str::to_owned).collect())
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// Whether a word has a placeholder.
    pub fn has(&self, placeholder: Placeholder) -> bool {
        self.0.iter().any(|word| word.contains(&placeholder.to_string()))
    }

    /// The words with `value` in place of each placeholder.
    pub fn filled(&self, value: impl Fn(Placeholder) -> String) -> Self {
        let fill = |word: &String| {
            Placeholder::ALL.into_iter().fold(word.clone(), |word, placeholder| {
                let name = placeholder.to_string();
                if word.contains(&name) { word.replace(&name, &value(placeholder)) } else { word }
            })
        };
        Self(self.0.iter().map(fill).collect())
    }
}

/// As it can be pasted into a shell.
impl fmt::Display for CommandLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Quoting fails for NUL characters alone, which neither parsed texts nor file names have.
        formatter.pad(&shlex::try_join(self.0.iter().map(String::as_str)).unwrap_or_else(|_| self.0.join(" ")))
    }
}
