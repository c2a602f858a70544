//! Sentences that explain a row of a Reversi search with its numbers.

use super::{Elsewhere, RowContext, RowFacts, Sentence, Template, static_value::StaticValue};
use reversi_core::{
    game::Value,
    games::reversi::{Color, Ended, Move, in_brackets},
};
use reversi_course::{assignment::Job, log::Event};

/// Makes sentences about one job's search, with the log's numbers and the assignment's names.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a>(pub &'a Job);

impl Words<'_> {
    /// A number in the log's format.
    pub fn number(&self, value: Value) -> String {
        self.0.row_format().number(value)
    }

    /// The name of a player in the moves file of the assignment.
    pub fn player(&self, color: Color) -> String {
        self.0.assignment.moves.name(color)
    }

    /// The name of the node at the end of a path: its last move.
    pub fn node(&self, path: &[Move]) -> String {
        let called = self.0.row_format().name(path.last().copied());
        match path.last() {
            None | Some(Move::Pass) => format!("the {called}"),
            Some(Move::Place(_)) => called,
        }
    }

    /// The sentences that explain a row.
    pub fn row(&self, context: &RowContext) -> Vec<Sentence> {
        let row_format = self.0.row_format();
        let names = |moves: &[Move]| moves.iter().map(|&played| row_format.name(Some(played))).collect();
        let side_to_move = context.position.side_to_move();
        let elsewhere = context.sources.of_opponent(context.turn);
        let facts = RowFacts {
            event: context.event.map(|child| row_format.name(Some(child))),
            name: self.node(&context.path),
            parent: context.path.split_last().map(|(_, parent)| self.node(parent)),
            who: self.player(side_to_move),
            opponent: self.player(side_to_move.opponent()),
            turn: context.turn,
            has_players: true,
            moves: names(&context.moves),
            value: context.value,
            value_before: context.value_before,
            window: context.window,
            elsewhere: elsewhere
                .map(|source| Elsewhere::new(source, &context.path, |played| self.node(played.as_slice()))),
            leaf: if context.event == Event::Leaf { self.leaf(context) } else { Vec::new() },
        };
        facts.sentences(row_format)
    }

    fn leaf(self, context: &RowContext) -> Vec<Sentence> {
        let task = &self.0.task;
        let reason = if context.path.len() >= task.depth.plies() as usize {
            Some(Sentence::new(Template::LeafDepth).with("plies", plies(context.path.len())))
        } else {
            task.node_after(&context.path).ended().map(|ended| match ended {
                Ended::NoMove => {
                    let who = self.player(context.position.side_to_move());
                    Sentence::new(Template::LeafNoMove).with("who", who)
                }
                Ended::TwoPasses => Sentence::new(Template::LeafTwoPasses),
                Ended::FullBoard => Sentence::new(Template::LeafFullBoard),
                Ended::WipedOut(absent) => Sentence::new(Template::LeafWipedOut).with("absent", self.player(absent)),
            })
        };
        let reason = reason.map(|reason| reason.with("name", self.node(&context.path)));
        reason.into_iter().chain([self.static_value(context)]).collect()
    }

    /// The static value of a row's position, as a sum.
    fn static_value(self, context: &RowContext) -> Sentence {
        let task = &self.0.task;
        let value = StaticValue::of(task, &context.position);
        let (max, evaluation) = (task.max(), task.evaluation());
        let is_table = evaluation.weights_table().is_some();
        let sentence = match value.valuation.terms[..] {
            [(_, ref counts)] if evaluation.is_pieces() || is_table => {
                Sentence::new(if is_table { Template::ValueWeights } else { Template::ValuePieces })
                    .with("plus", counts[max])
                    .with("minus", in_brackets(counts[max.opponent()]))
            }
            _ => Sentence::new(Template::ValueSum).with("terms", value.valuation.in_full(max)),
        };
        sentence
            .with("value", self.number(Value::new(value.total)))
            .with("max", self.player(max))
            .with("min", self.player(max.opponent()))
    }
}

/// `1 ply`, `2 plies`.
pub fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}
