//! Shows a position's value and the line of best play, as text and as JSON.

use std::{
    fmt::{self, Write as _},
    iter,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use indicatif::HumanCount;
use serde_json::{Map, Value, json};

use crate::{
    endgame::{Goal, MoveValue, Score, Solution, Solver},
    game::{Bounds, Game as _},
    games::reversi::{
        Move, Pass, Position,
        notation::{Content, Notation},
    },
    names::{count, signed},
};

/// A solved position.
#[derive(Debug)]
pub struct Answer {
    pub content: Content,
    pub score: Score,
    /// True if the user asked for every move.
    pub all: bool,
    pub solution: Solution,
    /// A line of best play, which begins with the first of the best moves.
    pub line: Vec<Move>,
    pub nodes: u64,
    pub line_nodes: u64,
    pub time: Duration,
}

/// A computed score that differs from the known score.
#[derive(Debug)]
pub struct Difference {
    /// The move with this score; `None` if it is the score of the position.
    played: Option<Move>,
    expected: i32,
    found: Bounds,
}

impl Answer {
    /// Solves a position, then finds the line of best play.
    pub fn find(
        content: Content,
        score: Score,
        all: bool,
        solver: &mut Solver,
        report: &mut dyn FnMut(&Solution),
    ) -> Self {
        let start = Instant::now();
        let nodes_before = solver.nodes().load(Ordering::Relaxed);
        let goal = if all { Goal::AllMoves } else { Goal::Best };
        let solution = solver.solve(content.position(), goal, report);
        let nodes = solver.nodes().load(Ordering::Relaxed) - nodes_before;
        let line = line(content.position(), &solution, solver);
        let line_nodes = solver.nodes().load(Ordering::Relaxed) - nodes_before - nodes;
        Self { content, score, all, solution, line, nodes, line_nodes, time: start.elapsed() }
    }

    /// True if the output lists other moves than the best: the user requested all moves, or the search was stopped.
    /// Otherwise the known bounds of other moves depend on the course of the search.
    const fn knows_more(&self) -> bool {
        self.all || !self.solution.is_complete
    }

    /// The best moves: all best moves if the user requested all moves, otherwise the first best move.
    fn best(&self) -> Vec<Move> {
        let first = self.solution.best();
        if self.all && self.solution.is_complete {
            let best = |known: &&MoveValue| known.bounds == self.solution.value;
            self.solution.moves.iter().filter(best).map(|known| known.played).collect()
        } else {
            first.into_iter().collect()
        }
    }

    /// The known scores that differ from the computed bounds: scores of every move or, without `all`, of the best move.
    pub fn differences(&self) -> Vec<Difference> {
        let Content::Scored(scored) = &self.content else { return Vec::new() };
        let found = |played: Move| self.solution.moves.iter().find(|known| known.played == played);
        let of_moves = scored.moves.iter().filter(|_| self.all).filter_map(|&(played, expected)| {
            found(played).map(|known| Difference { played: Some(played), expected, found: known.bounds })
        });
        let of_position =
            scored.best().map(|expected| Difference { played: None, expected, found: self.solution.value });
        of_position
            .into_iter()
            .chain(of_moves)
            .filter(|score| score.expected < score.found.lower || score.found.upper < score.expected)
            .collect()
    }

    /// Writes one line: the value, the best moves, and the cost.
    pub fn brief(&self) -> String {
        let empty = self.content.position().empty().len();
        let best = names(&self.best());
        let mut text = format!("{} {best}, {empty} empty, {}", Shown(self.solution.value), self.cost());
        if !self.solution.is_complete {
            text.push_str(", not finished");
        }
        for Difference { played, expected, found } in self.differences() {
            let played = played.map_or_else(String::new, |played| format!("{played} "));
            // Writing to a string cannot fail.
            let _ = write!(text, "\n  differs: {played}{}, expected {}", Shown(found), signed(expected));
        }
        text
    }

    fn cost(&self) -> String {
        cost(self.nodes + self.line_nodes, self.time)
    }

    pub fn json(&self) -> Value {
        let position = self.content.position();
        let bounds = |bounds: Bounds| match bounds.exact() {
            Some(value) => json!(value),
            None => json!({ "at_least": bounds.lower, "at_most": bounds.upper }),
        };
        let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        let moves = if self.knows_more() { self.solution.moves.as_slice() } else { &[] };
        let of_moves = moves.iter().map(|known| (known.played.to_string(), bounds(known.bounds)));
        let position_text = Notation::Line.write(&Content::Position(*position)).unwrap_or_default();
        let differences = self.differences().into_iter().map(|Difference { played, expected, found }| {
            json!({ "move": played.map(|played| played.to_string()), "expected": expected, "found": bounds(found) })
        });
        json!({
            "position": position_text.trim_end(),
            "empty": position.empty().len(),
            "score": self.score.name(),
            "complete": self.solution.is_complete,
            "value": bounds(self.solution.value),
            "best": names(&self.best()),
            "moves": of_moves.collect::<Map<_, _>>(),
            "line": names(&self.line),
            "differences": differences.collect::<Vec<_>>(),
            "nodes": self.nodes,
            "line_nodes": self.line_nodes,
            "seconds": self.time.as_secs_f64(),
        })
    }
}

/// Writes several lines: the value, the best moves, the line of best play, and the cost.
impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.content.position();
        let squares = count(position.empty().len(), "empty square");
        match self.best().as_slice() {
            [] => {
                writeln!(formatter, "the game is over, {squares}\nvalue  {}", Shown(self.solution.value))?;
            }
            best => {
                let (side, value) = (position.side_to_move(), Shown(self.solution.value));
                let so_far = if self.solution.is_complete { "" } else { " so far" };
                writeln!(formatter, "{side} to move, {squares}\nvalue  {value}\nbest   {}{so_far}", names(best))?;
            }
        }
        if self.knows_more() {
            for MoveValue { played, bounds } in &self.solution.moves {
                writeln!(formatter, "  {played:4} {}", Shown(*bounds))?;
            }
        }
        if !self.line.is_empty() {
            writeln!(formatter, "line   {}", names(&self.line))?;
        }
        writeln!(formatter, "{}", self.cost())
    }
}

/// `1,234 nodes, 0.012 s`.
pub fn cost(nodes: u64, time: Duration) -> String {
    format!("{} nodes, {:.3} s", HumanCount(nodes), time.as_secs_f64())
}

/// A line of best play from a solved position.
fn line(position: &Position, solution: &Solution, solver: &mut Solver) -> Vec<Move> {
    let (Some(_), Some(best)) = (solution.value.exact(), solution.best()) else { return Vec::new() };
    iter::once(best).chain(solver.line(&Pass(*position).after(best).0)).collect()
}

fn names(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Shows a value with its sign, or the bounds of the value.
struct Shown(Bounds);

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.0;
        formatter.write_str(&signed(lower))?;
        if lower == upper { Ok(()) } else { write!(formatter, " to {}", signed(upper)) }
    }
}
