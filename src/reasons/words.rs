//! What a row of a search does and why, in sentences with its own numbers.

use super::{LeafReason, Scene, Sentence, list, worth::Worth};
use crate::{
    assignment::Task,
    game::{Turn, Value},
    games::reversi::Move,
    log::{CutWindow, Event, Spelling},
    search::AlphaBeta,
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
    #[must_use]
    pub fn number(&self, value: Value) -> String {
        self.spelling.number(value)
    }

    /// What a row does and why.
    #[must_use]
    pub fn row(&self, scene: &Scene) -> Vec<Sentence> {
        match scene.event {
            Event::Enter => self.enter(scene),
            Event::Leaf => self.leaf(scene),
            Event::Update { child, child_value, improved, before, cut } => {
                let mut sentences = vec![self.update(scene, child, child_value, improved)];
                if let (Some(before), Some(after)) = (before, scene.window) {
                    sentences.push(self.window(scene, before, after, cut));
                }
                if !cut {
                    sentences.push(self.what_next(scene, child));
                }
                sentences
            }
        }
    }

    fn enter(&self, scene: &Scene) -> Vec<Sentence> {
        let template = match scene.turn {
            Turn::Max => "enter-max",
            Turn::Min => "enter-min",
        };
        let entered = Sentence::new(template)
            .with("who", scene.position.mover())
            .with("value", self.number(scene.value))
            .with("first", list(scene.moves.first()));
        [entered].into_iter().chain(self.window_on_entry(scene)).collect()
    }

    fn leaf(&self, scene: &Scene) -> Vec<Sentence> {
        let reason = scene.leaf_reason(self.task).map(|reason| match reason {
            LeafReason::Depth => Sentence::new("leaf-depth").with("plies", plies(scene.path.len())),
            LeafReason::NoMove => Sentence::new("leaf-no-move").with("who", scene.position.mover()),
            LeafReason::TwoPasses => Sentence::new("leaf-two-passes"),
            LeafReason::WipedOut(color) => Sentence::new("leaf-wiped-out").with("who", color),
        });
        let reason = reason.map(|reason| reason.with("name", name(&scene.path)));
        reason.into_iter().chain([self.worth(scene)]).chain(self.window_on_entry(scene)).collect()
    }

    /// What the position of a row is worth as it stands, as a sum.
    #[must_use]
    pub fn worth(&self, scene: &Scene) -> Sentence {
        let worth = Worth::of(self.task, &scene.position);
        let max = self.task.max();
        let minus = worth.of_color[max.opponent()];
        let minus = if minus < 0 { format!("({minus})") } else { minus.to_string() };
        let is_pieces = self.task.evaluation().weights().is_none();
        Sentence::new(if is_pieces { "worth-pieces" } else { "worth-weights" })
            .with("value", self.number(Value::new(worth.total)))
            .with("max", max)
            .with("min", max.opponent())
            .with("plus", worth.of_color[max])
            .with("minus", minus)
    }

    fn window_on_entry(&self, scene: &Scene) -> Option<Sentence> {
        let sentence = match scene.path.split_last() {
            None => Sentence::new("window-open"),
            Some((_, parent)) => Sentence::new("window-handed-down").with("parent", name(parent)),
        };
        scene.window.map(|window| self.with_window(sentence, window))
    }

    fn with_window(&self, sentence: Sentence, window: AlphaBeta) -> Sentence {
        sentence.with("alpha", self.number(window.alpha)).with("beta", self.number(window.beta))
    }

    fn update(&self, scene: &Scene, child: Move, child_value: Value, improved: bool) -> Sentence {
        let is_first = scene.value_before.finite().is_none();
        let template = match (scene.turn, improved) {
            (_, true) if is_first => "update-first",
            (Turn::Max, true) => "update-rises",
            (Turn::Min, true) => "update-falls",
            (Turn::Max, false) => "update-stays-max",
            (Turn::Min, false) => "update-stays-min",
        };
        Sentence::new(template)
            .with("child", child)
            .with("child_value", self.number(child_value))
            .with("who", scene.position.mover())
            .with("before", self.number(scene.value_before))
            .with("value", self.number(scene.value))
    }

    fn window(&self, scene: &Scene, before: AlphaBeta, after: AlphaBeta, cut: bool) -> Sentence {
        let as_searched = cut && self.spelling.cut_window == CutWindow::AsSearched;
        let template = match scene.turn {
            Turn::Max if as_searched => "cut-as-searched-max",
            Turn::Min if as_searched => "cut-as-searched-min",
            _ if cut => "cut-narrowed",
            Turn::Max if after != before => "alpha-rises",
            Turn::Min if after != before => "beta-falls",
            Turn::Max | Turn::Min => "window-stays",
        };
        let sentence = self.with_window(Sentence::new(template), if as_searched { before } else { after });
        if cut { sentence.with("value", self.number(scene.value)).with("skipped", skipped(scene)) } else { sentence }
    }

    fn what_next(&self, scene: &Scene, child: Move) -> Sentence {
        match after(&scene.moves, child).first() {
            Some(next) => Sentence::new("goes-on").with("next", next),
            None => Sentence::new("is-done").with("name", name(&scene.path)).with("value", self.number(scene.value)),
        }
    }
}

/// The moves after one of them.
fn after(moves: &[Move], played: Move) -> &[Move] {
    let place = moves.iter().position(|&known| known == played);
    place.map_or(&[], |place| &moves[place + 1..])
}

/// The children that a cut-off spares.
fn skipped(scene: &Scene) -> Sentence {
    let Event::Update { child, .. } = scene.event else { return Sentence::new("skipped-none") };
    let skipped = after(&scene.moves, child);
    let template = match skipped {
        [] => "skipped-none",
        [_] => "skipped-one",
        _ => "skipped-many",
    };
    Sentence::new(template).with("moves", list(skipped))
}

/// What a node is called: by the move that leads to it.
#[must_use]
pub fn name(path: &[Move]) -> String {
    match path.last() {
        None => "the root".to_owned(),
        Some(Move::Pass) => "the pass".to_owned(),
        Some(Move::Place(square)) => square.to_string(),
    }
}

/// `1 ply`, `2 plies`.
#[must_use]
pub fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}
