//! Reads and writes inputs: the heading of the assignment, and the board.

use std::{path::Path, sync::Arc};

use anyhow::Result;

use super::{Assignment, Heading, TaskDefinition, TaskNumber};
use reversi_core::{
    game::Depth,
    games::{
        reversi::{Color, Position, notation::in_place_of_position},
        tree,
    },
};
use reversi_io::{
    files::{
        diagnostic::{self, Line, Problem},
        input::{self, Input},
    },
    names::list,
};

/// The content of an input file. The other values of a job come from arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobInput {
    pub task: Option<TaskNumber>,
    /// The depth limit, at least one ply.
    pub depth: Option<Depth>,
    /// The board, with the named player to move [default: black].
    pub position: Position,
}

impl JobInput {
    /// Reads an input file of an assignment; `-` is standard input.
    pub fn read(assignment: &Assignment, path: &Path) -> Result<Self> {
        let input = Input::read(path, input::LIMIT)?;
        Self::parse(&diagnostic::lines(&input.text), assignment).map_err(|problem| {
            let suggestion = tree::in_place_of_board(&input.text)
                .or_else(|| in_place_of_position(&input.text))
                .or(problem.suggestion);
            input.explain(&Problem { suggestion, ..problem })
        })
    }

    /// Reads an input of an assignment: a line for each word of the heading, then the rows of the board.
    pub fn parse(lines: &[Line], assignment: &Assignment) -> Result<Self, Problem> {
        let (mut task, mut depth, mut player) = (None, None, Color::Black);
        let mut rest = lines.iter();
        let mut number = 1;
        for &heading in &assignment.heading {
            let line = rest.next().copied().unwrap_or(Line { number, text: "" });
            number = line.number + 1;
            let is_read = match heading {
                Heading::Task => {
                    task = line.text.parse().ok().filter(|number| assignment.tasks.contains_key(number));
                    task.is_some()
                }
                Heading::Player => assignment.squares.color(line.text).map(|color| player = color).is_some(),
                Heading::Depth => {
                    depth = line.text.parse().ok();
                    depth.is_some()
                }
            };
            if !is_read {
                return Err(heading_problem(heading, &line, assignment));
            }
        }
        let board = assignment.squares.parse(rest.as_slice(), assignment.size, player);
        let position = board.map_err(|problem| Problem { line: problem.line.max(number), ..problem })?;
        Ok(Self { task, depth, position })
    }

    /// Writes the text of an input with this content.
    pub fn text(&self, assignment: &Assignment) -> String {
        let heading = assignment.heading.iter().map(|heading| match heading {
            Heading::Task => self.task.map(|number| number.to_string()).unwrap_or_default(),
            Heading::Player => assignment.squares.letter(Some(self.position.side_to_move())).to_string(),
            Heading::Depth => self.depth.map(|depth| depth.to_string()).unwrap_or_default(),
        });
        heading.chain(assignment.squares.rows(&self.position)).map(|line| line + "\n").collect()
    }
}

/// The problem of a wrong line in the heading, with the text that the user probably meant.
fn heading_problem(heading: Heading, line: &Line, assignment: &Assignment) -> Problem {
    let found = line.text;
    let [black, white] = Color::ALL.map(|color| format!("`{}`", assignment.squares.letter(Some(color))));
    let with_heading = |wanted: Heading, is_wanted: bool| {
        let has = |assignment: &Arc<Assignment>| assignment.input_says(wanted) == is_wanted;
        let names = Assignment::built_in().filter(|other| other.input_says(Heading::Player) && has(other));
        names.map(|assignment| assignment.name.clone()).collect::<Vec<_>>().join(" and ")
    };
    let expected = |heading: Heading| match heading {
        Heading::Task => {
            let task = |(number, task): (&TaskNumber, &TaskDefinition)| {
                let name = task.algorithm.name().replace("alphabeta", "alpha-beta");
                format!("{number} ({name})")
            };
            list(assignment.tasks.iter().map(task), "or")
        }
        Heading::Player => format!("{black} or {white}"),
        Heading::Depth => "a whole number of plies, at least 1".to_owned(),
    };
    let (replaced, suggestion) = match heading {
        Heading::Task => {
            let others = |_| format!("{} have no line for the task", with_heading(Heading::Task, false));
            let replaced = found.parse().map(|number| assignment.replacement(number)).unwrap_or_default();
            let suggestion = assignment.squares.color(found).map(others);
            (replaced, suggestion)
        }
        Heading::Player => {
            let is_task = found.parse::<TaskNumber>().is_ok();
            let suggestion = match found.to_ascii_lowercase().as_str() {
                "x" | "black" => Some(format!("did you mean {black}?")),
                "o" | "0" | "white" => Some(format!("did you mean {white}?")),
                _ if is_task && !assignment.input_says(Heading::Task) => {
                    Some(format!("a line for the task is part of {} only", with_heading(Heading::Task, true)))
                }
                _ => None,
            };
            (String::new(), suggestion)
        }
        Heading::Depth => (String::new(), None),
    };
    let below = assignment.heading.iter().skip_while(|&&above| above != heading).skip(1);
    let below: Vec<String> = below.map(|&next| format!(", then a line for the {next}: {}", expected(next))).collect();
    let message = format!("{found:?} is not a {heading}; expected {}{replaced}{}", expected(heading), below.concat());
    Problem::new(line.number, 1, message).suggesting(suggestion)
}
