//! What a course asks for, as data: nothing in the program asks which course or year it is, it asks a field.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    num::NonZeroU8,
    str::FromStr,
    sync::{Arc, LazyLock},
};

use thiserror::Error;

use crate::{
    games::reversi::{Color, Expression, MoveOrder, Weights, WipeOut, text::Alphabet},
    log::{CutWindow, Spelling},
    search::Algorithm,
};

/// One year's assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The name by which it is asked for.
    pub name: String,
    /// The course and the year, in one line.
    pub title: String,
    /// What its programs write.
    pub output: OutputForm,
    /// The lines of an input before the board.
    pub heading: Vec<Heading>,
    /// The letters of boards, and of the player in the heading.
    pub squares: Alphabet,
    /// The rules inside a search.
    pub rules: SearchRules,
    /// The tasks by their numbers.
    pub tasks: BTreeMap<TaskNumber, TaskDefinition>,
    /// The table that an evaluation calls `weights`, row by row.
    pub weights: [[i16; 8]; 8],
    /// How the log is spelled.
    pub spelling: Spelling,
}

/// What a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// A whole game in a moves file, and the log of the game's first search in another file.
    Game,
    /// The board after the best move and the log of the search for it, in one file.
    Next,
}

/// A line of an input before the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The number of the task.
    Task,
    /// The player to move.
    Player,
    /// The cut-off depth.
    Depth,
}

impl fmt::Display for Heading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Task => "task",
            Self::Player => "player",
            Self::Depth => "depth",
        })
    }
}

/// The rules inside a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRules {
    /// Who is max.
    pub max: MaxPlayer,
    /// What a player without a move does.
    pub no_move: NoMove,
    /// What becomes of a node in which a colour has no disc.
    pub wipe_out: WipeOut,
}

/// Who is max.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxPlayer {
    /// The same colour in every search.
    Color(Color),
    /// The player to move at the root of the search.
    ToMove,
}

/// What a player without a move does inside a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// Nothing: the node is a leaf ([`NoPass`](crate::games::reversi::NoPass)).
    Leaf,
    /// The player passes, which takes a ply. Two passes in a row end the search
    /// ([`CountedPass`](crate::games::reversi::CountedPass)).
    Pass,
}

impl SearchRules {
    /// Black is max, and a player without a move makes a leaf.
    pub const NO_PASS: Self =
        Self { max: MaxPlayer::Color(Color::Black), no_move: NoMove::Leaf, wipe_out: WipeOut::GoesOn };

    /// Who is max where a player is to move at the root.
    #[must_use]
    pub const fn max(&self, to_move: Color) -> Color {
        match self.max {
            MaxPlayer::Color(color) => color,
            MaxPlayer::ToMove => to_move,
        }
    }
}

/// The number of a task, from 1 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskNumber(NonZeroU8);

impl TaskNumber {
    /// The task of a number.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).filter(|number| number.get() <= 99).map(Self)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for TaskNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

/// A text that is no task's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected the number of a task, from 1 to 99")]
pub struct ParseTaskNumberError;

impl FromStr for TaskNumber {
    type Err = ParseTaskNumberError;

    fn from_str(text: &str) -> Result<Self, ParseTaskNumberError> {
        let number = text.parse().ok().and_then(Self::new);
        number.filter(|number| number.to_string() == text).ok_or(ParseTaskNumberError)
    }
}

/// What a task asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDefinition {
    /// How the move is found.
    pub algorithm: TaskAlgorithm,
    /// What leaves are worth.
    pub evaluation: Expression,
}

/// How the move of a task is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAlgorithm {
    /// By the values of the boards after one move, whatever depth is asked for. Nothing is logged.
    Greedy,
    /// By a search to the depth that is asked for, which is logged.
    Search(Algorithm),
}

impl TaskAlgorithm {
    /// The name in an assignment's file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Search(algorithm) => algorithm.name(),
        }
    }
}

/// The name.
impl fmt::Display for Assignment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.name)
    }
}

impl Assignment {
    /// The names of the built-in assignments, by year.
    pub const BUILT_IN: [&str; 4] = ["usc2013", "usc2014", "usc2017a", "usc2017"];

    /// The built-in assignment of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Arc<Self>> {
        Self::built_in().find(|assignment| assignment.name == name)
    }

    /// The built-in assignments, by year.
    pub fn built_in() -> impl Iterator<Item = Arc<Self>> {
        BUILT_IN.iter().cloned()
    }

    /// The assignment that is meant where none is named.
    #[must_use]
    pub fn usual() -> Arc<Self> {
        Arc::clone(&BUILT_IN[0])
    }

    /// The number of the task that searches in a way; none where no task does.
    #[must_use]
    pub fn number_of(&self, algorithm: TaskAlgorithm, evaluation: &Expression) -> Option<TaskNumber> {
        let is_same = |task: &TaskDefinition| (task.algorithm, &task.evaluation) == (algorithm, evaluation);
        self.tasks.iter().find(|(_, task)| is_same(task)).map(|(number, _)| *number)
    }

    /// The task whose number need not be said: the only one.
    #[must_use]
    pub fn only_task(&self) -> Option<TaskNumber> {
        let mut numbers = self.tasks.keys();
        numbers.next().filter(|_| numbers.next().is_none()).copied()
    }

    /// Whether inputs begin with a line of a kind.
    #[must_use]
    pub fn heads(&self, heading: Heading) -> bool {
        self.heading.contains(&heading)
    }

    /// The numbers of some tasks as a sentence lists them: `1, 2 or 3`.
    #[must_use]
    pub fn numbers(&self, is_listed: impl Fn(&TaskDefinition) -> bool) -> String {
        let numbers = self.tasks.iter().filter(|(_, task)| is_listed(task)).map(|(number, _)| number.to_string());
        any_of(&numbers.collect::<Vec<_>>())
    }
}

/// Some texts as a sentence lists them: `1, 2 or 3`.
pub(super) fn any_of(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
    }
}

static BUILT_IN: LazyLock<[Arc<Assignment>; 4]> = LazyLock::new(|| {
    let numbered = |tasks: &[(u8, TaskAlgorithm, Expression)]| {
        let task = |(number, algorithm, evaluation): &(u8, TaskAlgorithm, Expression)| {
            let task = TaskDefinition { algorithm: *algorithm, evaluation: evaluation.clone() };
            (TaskNumber::new(*number).expect("from 1 to 99"), task)
        };
        tasks.iter().map(task).collect::<BTreeMap<_, _>>()
    };
    let minimax = TaskAlgorithm::Search(Algorithm::Minimax);
    let alpha_beta = TaskAlgorithm::Search(Algorithm::AlphaBeta);
    let usc2013 = Assignment {
        name: "usc2013".to_owned(),
        title: "USC CSCI 561, autumn 2013".to_owned(),
        output: OutputForm::Game,
        heading: vec![],
        squares: Alphabet::STARS,
        rules: SearchRules::NO_PASS,
        tasks: numbered(&[
            (1, minimax, Expression::pieces()),
            (2, alpha_beta, Expression::pieces()),
            (3, alpha_beta, Expression::weights()),
        ]),
        weights: Weights::ASSIGNMENT,
        spelling: Spelling {
            header: ["Node", "Depth", "Value", "Alpha", "Beta"].map(Cow::Borrowed),
            separator: " ".into(),
            infinity: "Infinity".into(),
            root: "root".into(),
            pass: "pass".into(),
            cut_marker: " CUT-OFF".into(),
            decimals: 1,
            root_depth: 1,
            cut_window: CutWindow::Narrowed,
            last_line_end: true,
            order: MoveOrder::Rows,
        },
    };
    let usc2014 = Assignment {
        name: "usc2014".to_owned(),
        title: "USC CSCI 561, autumn 2014".to_owned(),
        output: OutputForm::Next,
        heading: vec![Heading::Task, Heading::Player, Heading::Depth],
        rules: SearchRules { max: MaxPlayer::ToMove, no_move: NoMove::Pass, wipe_out: WipeOut::Ends },
        tasks: numbered(&[
            (1, TaskAlgorithm::Greedy, Expression::weights()),
            (2, minimax, Expression::weights()),
            (3, alpha_beta, Expression::weights()),
        ]),
        spelling: Spelling {
            separator: ",".into(),
            cut_marker: "".into(),
            decimals: 0,
            root_depth: 0,
            cut_window: CutWindow::AsSearched,
            last_line_end: false,
            ..usc2013.spelling.clone()
        },
        ..usc2013.clone()
    };
    let usc2017a = Assignment {
        name: "usc2017a".to_owned(),
        title: "USC CSCI 561, spring 2017, as first released".to_owned(),
        heading: vec![Heading::Player, Heading::Depth],
        tasks: numbered(&[(3, alpha_beta, Expression::weights())]),
        ..usc2014.clone()
    };
    let usc2017 = Assignment {
        name: "usc2017".to_owned(),
        title: "USC CSCI 561, spring 2017, with the updated samples".to_owned(),
        rules: SearchRules { wipe_out: WipeOut::GoesOn, ..usc2017a.rules },
        ..usc2017a.clone()
    };
    [usc2013, usc2014, usc2017a, usc2017].map(Arc::new)
});
