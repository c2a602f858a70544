//! What a row of a search of Reversi does and why, in sentences with its own numbers.

use super::{Elsewhere, LeafReason, RowContext, RowFacts, Sentence, worth::Worth};
use crate::{
    assignment::Task,
    game::Value,
    games::reversi::{Move, in_brackets},
    log::{Event, Spelling},
};

/// Speaks of one task's search, with numbers as its log has them.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The task.
    pub task: &'a Task,
    /// The spelling of its log.
    pub spelling: &'a Spelling,
}

impl Words<'_> {
    /// A number as the log has it.
    pub fn number(&self, value: Value) -> String {
        self.spelling.number(value)
    }

    /// What a row does and why.
    pub fn row(&self, context: &RowContext) -> Vec<Sentence> {
        let names = |moves: &[Move]| moves.iter().map(ToString::to_string).collect();
        let side_to_move = context.position.side_to_move();
        let elsewhere = context.sources.of_opponent(context.turn);
        let facts = RowFacts {
            event: context.event.map(|child| child.to_string()),
            name: name(&context.path),
            parent: context.path.split_last().map(|(_, parent)| name(parent)),
            who: side_to_move.to_string(),
            opponent: side_to_move.opponent().to_string(),
            turn: context.turn,
            has_players: true,
            moves: names(&context.moves),
            value: context.value,
            value_before: context.value_before,
            window: context.window,
            elsewhere: elsewhere.map(|source| Elsewhere::new(source, &context.path, |played| name(played.as_slice()))),
            leaf: if context.event == Event::Leaf { self.leaf(context) } else { Vec::new() },
        };
        facts.sentences(self.spelling)
    }

    fn leaf(&self, context: &RowContext) -> Vec<Sentence> {
        let reason = context.leaf_reason(self.task).map(|reason| match reason {
            LeafReason::Depth => Sentence::new("leaf-depth").with("plies", plies(context.path.len())),
            LeafReason::NoMove => Sentence::new("leaf-no-move").with("who", context.position.side_to_move()),
            LeafReason::TwoPasses => Sentence::new("leaf-two-passes"),
            LeafReason::WipedOut(color) => Sentence::new("leaf-wiped-out").with("absent", color),
        });
        let reason = reason.map(|reason| reason.with("name", name(&context.path)));
        reason.into_iter().chain([self.worth(context)]).collect()
    }

    /// What the position of a row is worth as it stands, as a sum.
    pub fn worth(&self, context: &RowContext) -> Sentence {
        let worth = Worth::of(self.task, &context.position);
        let (max, evaluation) = (self.task.max(), self.task.evaluation());
        let is_table = evaluation.weights_table().is_some();
        let sentence = match worth.valuation.terms[..] {
            [(_, ref counts)] if evaluation.is_pieces() || is_table => {
                Sentence::new(if is_table { "worth-weights" } else { "worth-pieces" })
                    .with("plus", counts[max])
                    .with("minus", in_brackets(counts[max.opponent()]))
            }
            _ => Sentence::new("worth-sum").with("terms", worth.valuation.in_full(max)),
        };
        sentence.with("value", self.number(Value::new(worth.total))).with("max", max).with("min", max.opponent())
    }
}

/// What a node is called: by the move that leads to it.
pub fn name(path: &[Move]) -> String {
    match path.last() {
        None => "the root".to_owned(),
        Some(Move::Pass) => "the pass".to_owned(),
        Some(Move::Place(square)) => square.to_string(),
    }
}

/// `1 ply`, `2 plies`.
pub fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}
