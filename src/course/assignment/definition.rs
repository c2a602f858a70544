//! An assignment as data. The program reads the fields of an assignment, and never makes a decision by its name.

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
    games::reversi::{
        Color, Continuation, Corner, EndRules, Expression, Lines, MoveOrder, NoMove, Size, spread, text::Alphabet,
    },
    search::Algorithm,
};
use reversi_io::{
    files::toml_file::word,
    names::{ParseError, UnknownName, each_once, list, names},
};

/// An assignment of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub name: String,
    /// The course and its term, in one line.
    pub title: String,
    pub output: OutputForm,
    pub size: Size,
    /// The lines of an input before the board.
    pub heading: Vec<Heading>,
    /// The characters that stand for squares on boards, and for the player in the heading.
    pub squares: Alphabet,
    pub rules: SearchRules,
    pub tasks: BTreeMap<TaskNumber, TaskDefinition>,
    /// The weights of the evaluation `weights`, row by row. If no task uses them, they may be inherited from an assignment
    /// with boards of another size.
    pub weights: Vec<Vec<i16>>,
    /// Possible readings of the assignment's text that no published output contradicts.
    pub open_readings: Vec<OpenReading>,
    pub row_format: RowFormat,
    pub moves: MoveWords,
    /// The files with the assignment and its tables; empty for a built-in assignment.
    pub files: Vec<SourceFile>,
    /// The assignment files from which this assignment inherits values.
    pub inherited: Vec<PathBuf>,
    /// The tasks that this assignment would inherit if its own files had no tasks.
    pub replaced: Option<ReplacedTasks>,
}

/// A file of an assignment, with the copy that is written beside the expected files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path from which the file was read.
    pub path: PathBuf,
    /// The path of the copy, relative to the folder of the assignment's copy.
    pub name: PathBuf,
    /// The text of the copy. The copy of an assignment file has all keys, including inherited keys.
    pub text: String,
}

/// The inherited tasks that an assignment's file replaces with its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedTasks {
    pub file: PathBuf,
    /// The name of the assignment from which the tasks would be inherited.
    pub like: String,
    pub numbers: Vec<TaskNumber>,
}

/// The words of the moves file, without line endings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveWords {
    /// The first line of a step, with `{}` for its number.
    pub step: String,
    /// The word for black as the player of a step.
    pub black: String,
    /// The word for white as the player of a step.
    pub white: String,
    /// The text after the name of a player who passes, including the space before the text.
    pub pass: String,
    pub end: String,
}

impl MoveWords {
    /// The first line of the step with this number.
    pub fn step(&self, number: u32) -> String {
        self.step.replace("{}", &number.to_string())
    }

    /// The name of a player in a sentence: the word of the moves file, in lower case if all its letters are capitals.
    pub fn name(&self, color: Color) -> String {
        let word = self.player(color, false);
        if word.chars().count() == 1 || word.contains(char::is_lowercase) { word } else { word.to_lowercase() }
    }

    /// The word for a pass, for use in a sentence.
    pub fn pass_word(&self) -> &str {
        let word = self.pass.trim();
        if word.is_empty() { "pass" } else { word }
    }

    /// The second line of a step: the player, and the word for a pass if the player passes.
    pub fn player(&self, color: Color, passes: bool) -> String {
        let player = match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        };
        format!("{player}{}", if passes { &self.pass } else { "" })
    }
}

names! {
    /// The form of the files that a program writes.
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

/// The rules that apply inside a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRules {
    #[serde(with = "word")]
    pub max: MaxPlayer,
    #[serde(with = "word")]
    pub no_move: NoMove,
    #[serde(with = "word")]
    pub wipe_out: Continuation,
    #[serde(with = "word")]
    pub full_board: Continuation,
    /// The direction of the [order](Self::order) of moves.
    #[serde(with = "word", rename = "order")]
    pub lines: Lines,
    /// The square at which the order of moves begins.
    #[serde(with = "word")]
    pub first: Corner,
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

impl SearchRules {
    /// Black is MAX, and a node without a move is a leaf.
    pub const NO_PASS: Self = Self {
        max: MaxPlayer::Black,
        no_move: NoMove::Leaf,
        wipe_out: Continuation::GoesOn,
        full_board: Continuation::GoesOn,
        lines: Lines::Rows,
        first: Corner::A1,
    };

    /// The rules that end a search above its depth limit.
    pub const fn ends(&self) -> EndRules {
        EndRules { no_move: self.no_move, wipe_out: self.wipe_out, full_board: self.full_board }
    }

    /// The order in which a search tries moves. If several moves have the best value, the search chooses the first move
    /// in this order.
    pub const fn order(&self) -> MoveOrder {
        MoveOrder { lines: self.lines, first: self.first }
    }

    /// The player who is MAX if `to_move` is to move at the root.
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
    /// The task number; `None` if it is outside 1 to 99.
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

/// The algorithm and the evaluation that a task requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDefinition {
    pub algorithm: TaskAlgorithm,
    pub evaluation: Expression,
}

/// The method by which a task chooses its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAlgorithm {
    /// Compares the values of the boards after one move, whatever depth the job has. This method does not write a log.
    Greedy,
    /// Searches to the depth of the job and writes a log.
    Search(Algorithm),
}

impl TaskAlgorithm {
    /// The name of the algorithm in an assignment's file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Search(algorithm) => algorithm.name(),
        }
    }
}

impl FromStr for TaskAlgorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let all = [Self::Search(Algorithm::Minimax), Self::Search(Algorithm::AlphaBeta), Self::Greedy];
        let unknown = UnknownName { expected: &["minimax", "alphabeta", "greedy"] };
        all.into_iter().find(|algorithm| algorithm.name() == name).ok_or(unknown)
    }
}

/// An assignment, given by its name or by its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignmentName {
    BuiltIn(Arc<Assignment>),
    File(PathBuf),
}

/// Reads a path if the text ends in `.toml` or contains `/` (on Windows also `\`), or else a built-in name.
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
    /// Reads the assignment; a path is relative to `folder`.
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
    /// The names of the built-in assignments, sorted by year.
    pub const BUILT_IN: [&str; 4] = ["usc2013", "usc2014", "usc2017a", "usc2017"];

    /// The texts of the built-in assignments, in the order of `BUILT_IN`.
    pub(super) const TEXTS: [&str; 4] = [
        include_str!("built_in/usc2013.toml"),
        include_str!("built_in/usc2014.toml"),
        include_str!("built_in/usc2017a.toml"),
        include_str!("built_in/usc2017.toml"),
    ];

    /// The built-in assignment with a name. Its text is read on first use.
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

    /// The default assignment.
    pub fn usual() -> Arc<Self> {
        Self::named(Self::BUILT_IN[0]).expect("it is built in")
    }

    /// True if the assignment has weights for boards of its size.
    pub fn has_weights(&self) -> bool {
        self.weights.len() == usize::from(self.size.rows())
    }

    /// The evaluation, with this assignment's table of weights as `weights`.
    pub fn evaluation(&self, evaluation: &Expression) -> Expression {
        let own = self.has_weights().then(|| spread(&self.weights));
        own.and_then(|own| evaluation.clone().with_weights(None, own)).unwrap_or_else(|| evaluation.clone())
    }

    /// The different evaluations that the tasks use.
    pub fn evaluations(&self) -> Vec<Expression> {
        each_once(self.tasks.values().map(|task| self.evaluation(&task.evaluation)))
    }

    /// The number of the task with this algorithm and evaluation; `None` if there is no such task.
    pub fn number_of(&self, algorithm: TaskAlgorithm, evaluation: &Expression) -> Option<TaskNumber> {
        let is_same = |task: &TaskDefinition| {
            task.algorithm == algorithm && self.evaluation(&task.evaluation).terms() == evaluation.terms()
        };
        self.tasks.iter().find(|(_, task)| is_same(task)).map(|(number, _)| *number)
    }

    /// The number of the task if the assignment has only one, so that users can leave out the number.
    pub fn only_task(&self) -> Option<TaskNumber> {
        let mut numbers = self.tasks.keys();
        numbers.next().filter(|_| numbers.next().is_none()).copied()
    }

    /// Copies the assignment for another folder, in which the tables of its evaluations are.
    pub(super) fn with_tables_in(mut self, folder: &Path) -> Self {
        for task in self.tasks.values_mut() {
            // `/` separates folders on all systems.
            let path = |name: &str| folder.join(name).display().to_string().replace(MAIN_SEPARATOR, "/");
            task.evaluation = task.evaluation.clone().with_table_paths(path);
        }
        self
    }

    /// The task with a number.
    pub fn task(&self, number: TaskNumber) -> Result<&TaskDefinition> {
        self.tasks.get(&number).ok_or_else(|| {
            let expected = self.numbers(|_| true);
            anyhow!("{self} has no task {number}{}; expected {expected}", self.replacement(number))
        })
    }

    /// A remark for the number of a task that the assignment has replaced; empty for all other numbers.
    pub(super) fn replacement(&self, number: TaskNumber) -> String {
        match &self.replaced {
            Some(ReplacedTasks { file, like, numbers }) if numbers.contains(&number) => {
                format!(" (the file {} replaces the tasks of {like})", file.display())
            }
            _ => String::new(),
        }
    }

    /// True if the input file has this line above the board.
    pub fn input_says(&self, heading: Heading) -> bool {
        self.heading.contains(&heading)
    }

    /// A list of task numbers for a sentence: `1, 2 or 3`.
    pub fn numbers(&self, is_listed: impl Fn(&TaskDefinition) -> bool) -> String {
        let numbers = self.tasks.iter().filter(|(_, task)| is_listed(task)).map(|(number, _)| number.to_string());
        list(numbers, "or")
    }
}
