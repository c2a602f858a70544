//! An assignment as data: the program never asks which assignment it is, but reads a field.

use std::{
    collections::BTreeMap,
    fmt,
    path::{MAIN_SEPARATOR, Path, PathBuf, is_separator},
    str::FromStr,
    sync::{Arc, OnceLock},
};

use anyhow::{Result, anyhow};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, Unexpected},
};

use super::OpenReading;
use crate::log::RowFormat;
use reversi_core::{
    games::reversi::{Color, Expression, FullBoard, MoveOrder, WipeOut, text::Alphabet},
    search::Algorithm,
};
use reversi_io::names::{ParseError, UnknownName, list, names};

/// An assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub name: String,
    /// The course and its term, in one line.
    pub title: String,
    pub output: OutputForm,
    /// The lines of an input before the board.
    pub heading: Vec<Heading>,
    /// The letters of boards, and of the player in the heading.
    pub squares: Alphabet,
    pub rules: SearchRules,
    pub tasks: BTreeMap<TaskNumber, TaskDefinition>,
    /// The table that an evaluation calls `weights`, row by row.
    pub weights: [[i16; 8]; 8],
    /// Other ways to read its text that no published output rules out.
    pub open_readings: Vec<OpenReading>,
    pub row_format: RowFormat,
    pub moves: MoveWords,
    /// The file that the assignment was read from, and the tables of its evaluations; none for a built-in one.
    pub files: Vec<SourceFile>,
    /// The files of the assignments that it is like.
    pub inherited: Vec<PathBuf>,
    /// The tasks that it would have had if no file of its own or of one that it is like gave others.
    pub replaced: Option<ReplacedTasks>,
}

/// A file that an assignment was read from, and the copy of it that is handed on with what was made by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path by which it was opened.
    pub path: PathBuf,
    /// The path of the copy, relative to the folder of the assignment's copy.
    pub name: PathBuf,
    /// The text of the copy: of an assignment all keys, also those that were inherited.
    pub text: String,
}

/// The tasks in whose place an assignment's file gives others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedTasks {
    pub file: PathBuf,
    /// The name of the assignment that has them.
    pub like: String,
    pub numbers: Vec<TaskNumber>,
}

/// The words of the moves file. None has a line end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveWords {
    /// The first line of a step, with `{}` for its number.
    pub step: String,
    /// The player of a step, if black.
    pub black: String,
    /// The player of a step, if white.
    pub white: String,
    /// The text after a player who passes, with the space before it.
    pub pass: String,
    pub end: String,
}

impl MoveWords {
    /// The first line of a step.
    pub fn step(&self, number: u32) -> String {
        self.step.replace("{}", &number.to_string())
    }

    /// The name of a player in a sentence: the word of the moves file, in small letters if it is all in capitals.
    pub fn name(&self, color: Color) -> String {
        let word = self.player(color, false);
        if word.chars().count() == 1 || word.contains(char::is_lowercase) { word } else { word.to_lowercase() }
    }

    /// The word for a pass in a sentence.
    pub fn pass_word(&self) -> &str {
        let word = self.pass.trim();
        if word.is_empty() { "pass" } else { word }
    }

    /// The second line of a step: the player, and whether it is a pass.
    pub fn player(&self, color: Color, passes: bool) -> String {
        let player = match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        };
        format!("{player}{}", if passes { &self.pass } else { "" })
    }
}

names! {
    /// The files that a program writes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OutputForm {
        /// A whole game in a moves file, and the log of the game's first search in another file.
        #[default]
        Game => "game",
        /// The board after the best move and the log of the search for it, in one file.
        Next => "next",
    }
}

names! {
    /// A line of an input before the board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Heading {
        Task => "task",
        Player => "player",
        Depth => "depth",
    }
}

/// The rules inside a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchRules {
    pub max: MaxPlayer,
    pub no_move: NoMove,
    pub wipe_out: WipeOut,
    pub full_board: FullBoard,
    /// In which order moves are tried and ties are broken.
    pub order: MoveOrder,
}

names! {
    /// The player who is MAX.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum MaxPlayer {
        #[default]
        Black => "black",
        White => "white",
        /// The player to move at the root of the search.
        ToMove => "player",
    }
}

names! {
    /// The rule for a player without a move inside a search.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum NoMove {
        /// Nothing: the node is a leaf ([`NoPass`](reversi_core::games::reversi::NoPass)).
        #[default]
        Leaf => "leaf",
        /// The player passes, which takes a ply. Two passes in a row end the search
        /// ([`CountedPass`](reversi_core::games::reversi::CountedPass)).
        Pass => "pass",
    }
}

impl SearchRules {
    /// Black is max, and a player without a move makes a leaf.
    pub const NO_PASS: Self = Self {
        max: MaxPlayer::Black,
        no_move: NoMove::Leaf,
        wipe_out: WipeOut::GoesOn,
        full_board: FullBoard::GoesOn,
        order: MoveOrder::ROWS_FROM_A1,
    };

    /// The player who is MAX in a search with a player to move at the root.
    pub const fn max(&self, to_move: Color) -> Color {
        match self.max {
            MaxPlayer::Black => Color::Black,
            MaxPlayer::White => Color::White,
            MaxPlayer::ToMove => to_move,
        }
    }
}

/// The number of a task, from 1 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskNumber(u8);

impl TaskNumber {
    /// The task number; `None` if it is out of range.
    pub fn new(number: u8) -> Option<Self> {
        (1..=99).contains(&number).then_some(Self(number))
    }

    /// The number as an integer.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for TaskNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for TaskNumber {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = text.parse().ok().and_then(Self::new).filter(|number| number.to_string() == text);
        number.ok_or_else(|| "expected the number of a task, from 1 to 99".into())
    }
}

impl<'de> Deserialize<'de> for TaskNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &"the number of a task, from 1 to 99"))
    }
}

/// The algorithm and the evaluation of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDefinition {
    pub algorithm: TaskAlgorithm,
    pub evaluation: Expression,
}

/// The way in which a task finds its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAlgorithm {
    /// By the values of the boards after one move, whatever depth is asked for. Nothing is logged.
    Greedy,
    /// By a search to the depth that is asked for, which is logged.
    Search(Algorithm),
}

impl TaskAlgorithm {
    /// The name in an assignment's file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Search(algorithm) => algorithm.name(),
        }
    }
}

/// The algorithm of a name.
impl FromStr for TaskAlgorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let all = [Self::Search(Algorithm::Minimax), Self::Search(Algorithm::AlphaBeta), Self::Greedy];
        let unknown = UnknownName { expected: &["minimax", "alphabeta", "greedy"] };
        all.into_iter().find(|algorithm| algorithm.name() == name).ok_or(unknown)
    }
}

/// An assignment by a name or by its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignmentName {
    /// By the name of a built-in one.
    BuiltIn(Arc<Assignment>),
    /// By the path of its file.
    File(PathBuf),
}

/// A text that ends in `.toml` or holds a `/` (on Windows also a `\`) is a path.
impl FromStr for AssignmentName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let path = Path::new(text);
        if text.contains(is_separator) || path.extension().is_some_and(|extension| extension == "toml") {
            return Ok(Self::File(path.to_owned()));
        }
        let names = || format!("expected {} or the path of an assignment's file", Assignment::BUILT_IN.join(", "));
        Assignment::named(text).map(Self::BuiltIn).ok_or_else(|| names().into())
    }
}

impl AssignmentName {
    /// The assignment; a path is relative to a folder.
    pub fn read(&self, folder: &Path) -> Result<Arc<Assignment>> {
        match self {
            Self::BuiltIn(assignment) => Ok(Arc::clone(assignment)),
            Self::File(path) => Assignment::read(&folder.join(path)),
        }
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.name)
    }
}

impl Assignment {
    /// The names of the built-in assignments, by year.
    pub const BUILT_IN: [&str; 4] = ["usc2013", "usc2014", "usc2017a", "usc2017"];

    /// The texts of the built-in assignments, in the same order.
    pub(super) const TEXTS: [&str; 4] = [
        include_str!("built_in/usc2013.toml"),
        include_str!("built_in/usc2014.toml"),
        include_str!("built_in/usc2017a.toml"),
        include_str!("built_in/usc2017.toml"),
    ];

    /// The built-in assignment of a name. Its text is read when it is first asked for.
    ///
    /// # Panics
    /// Never.
    pub fn named(name: &str) -> Option<Arc<Self>> {
        static READ: [OnceLock<Arc<Assignment>>; 4] = [const { OnceLock::new() }; 4];
        let index = Self::BUILT_IN.iter().position(|built_in| *built_in == name)?;
        let read = || Arc::new(Self::parse_built_in(Self::TEXTS[index]).expect("a built-in assignment is one"));
        Some(Arc::clone(READ[index].get_or_init(read)))
    }

    /// The built-in assignments, by year.
    pub fn built_in() -> impl Iterator<Item = Arc<Self>> {
        Self::BUILT_IN.into_iter().filter_map(Self::named)
    }

    /// The assignment that is meant where none is named.
    ///
    /// # Panics
    /// Never.
    pub fn usual() -> Arc<Self> {
        Self::named(Self::BUILT_IN[0]).expect("it is built in")
    }

    /// An evaluation in which `weights` is the table of this assignment.
    pub fn evaluation(&self, evaluation: &Expression) -> Expression {
        evaluation.clone().with_weights(None, self.weights).unwrap_or_else(|| evaluation.clone())
    }

    /// The evaluations of its tasks, each once.
    pub fn evaluations(&self) -> Vec<Expression> {
        let mut evaluations: Vec<Expression> = Vec::new();
        for task in self.tasks.values() {
            let evaluation = self.evaluation(&task.evaluation);
            if !evaluations.contains(&evaluation) {
                evaluations.push(evaluation);
            }
        }
        evaluations
    }

    /// The number of the task that searches in a way; none where no task does.
    pub fn number_of(&self, algorithm: TaskAlgorithm, evaluation: &Expression) -> Option<TaskNumber> {
        let is_same = |task: &TaskDefinition| {
            task.algorithm == algorithm && self.evaluation(&task.evaluation).terms() == evaluation.terms()
        };
        self.tasks.iter().find(|(_, task)| is_same(task)).map(|(number, _)| *number)
    }

    /// The task whose number need not be said: the only one.
    pub fn only_task(&self) -> Option<TaskNumber> {
        let mut numbers = self.tasks.keys();
        numbers.next().filter(|_| numbers.next().is_none()).copied()
    }

    /// The same assignment where the tables of its evaluations lie in another folder as seen from its own.
    pub(super) fn with_tables_in(mut self, folder: &Path) -> Self {
        for task in self.tasks.values_mut() {
            // A separator on all systems.
            let path = |name: &str| folder.join(name).display().to_string().replace(MAIN_SEPARATOR, "/");
            task.evaluation = task.evaluation.clone().with_table_paths(path);
        }
        self
    }

    /// The task of a number.
    pub fn task(&self, number: TaskNumber) -> Result<&TaskDefinition> {
        self.tasks.get(&number).ok_or_else(|| {
            let expected = self.numbers(|_| true);
            anyhow!("{self} has no task {number}{}; expected {expected}", self.replacement(number))
        })
    }

    /// A remark on a task that was replaced; empty for other tasks.
    pub(super) fn replacement(&self, number: TaskNumber) -> String {
        match &self.replaced {
            Some(ReplacedTasks { file, like, numbers }) if numbers.contains(&number) => {
                format!(" ({} replaces the tasks of {like})", file.display())
            }
            _ => String::new(),
        }
    }

    /// True if inputs begin with a line of a kind.
    pub fn input_says(&self, heading: Heading) -> bool {
        self.heading.contains(&heading)
    }

    /// The numbers of some tasks as a sentence lists them: `1, 2 or 3`.
    pub fn numbers(&self, is_listed: impl Fn(&TaskDefinition) -> bool) -> String {
        let numbers = self.tasks.iter().filter(|(_, task)| is_listed(task)).map(|(number, _)| number.to_string());
        list(numbers, "or")
    }
}
