//! A task: a search that is built from the names of its parts.
//!
//! Only this file converts names of rules and algorithms to types.

use std::time::{Duration, Instant};

use super::{SearchRules, Step, step};
use crate::log::{BoardSearch, LoggedSearch};
use reversi_core::{
    fast::FastSearch,
    game::{Depth, Game as _, Value},
    games::reversi::{Color, CourseNode, Expression, LeafEvaluation, Move, Pieces, Position, StaticEvaluation},
    search::{Algorithm, AlphaBeta, Counts, NoWindow, Outcome, Search, Window},
};

/// A search: the board, the rules, the algorithm, the depth and the evaluation.
#[derive(Clone, Debug)]
pub struct Task {
    pub start: Position,
    pub rules: SearchRules,
    pub algorithm: Algorithm,
    pub depth: Depth,
    evaluation: Expression,
    /// The evaluation in the form that a search uses.
    leaf_evaluation: LeafEvaluation,
}

/// A task's search; its moves are moves on the task's board.
pub trait TaskSearch: LoggedSearch {
    fn count(&self) -> (Outcome<Move>, Counts);

    /// Finds the value and the first best move, without recording the steps of the search.
    fn solve(&self) -> Outcome<Move>;

    /// The value of the node at the end of a path, by a search with the full window to the depth limit. `None` if the
    /// tree does not have this path.
    fn value_after(&self, path: &[Move]) -> Option<Value>;
}

impl<W: Window, S: StaticEvaluation> TaskSearch for BoardSearch<'_, CourseNode, W, S> {
    fn count(&self) -> (Outcome<Move>, Counts) {
        let mut counts = Counts::default();
        let Ok(outcome) = self.search.run(&mut counts);
        (self.outcome(outcome), counts)
    }

    fn solve(&self) -> Outcome<Move> {
        let Search { root, depth, evaluation, .. } = self.search;
        self.outcome(FastSearch::new(evaluation).search(&root, depth))
    }

    fn value_after(&self, path: &[Move]) -> Option<Value> {
        let Search { root, depth, evaluation, .. } = self.search;
        let depth = Depth::new(depth.plies().checked_sub(path.len().try_into().ok()?)?);
        let after = |game: CourseNode, &wanted: &Move| {
            Some(game.after(game.moves().find(|&image| self.original(image) == wanted)?))
        };
        let game = path.iter().try_fold(root, after)?;
        Some(FastSearch::new(evaluation).search(&game, depth).value)
    }
}

impl Task {
    /// Makes a task from its parts.
    pub fn new(
        start: Position,
        rules: SearchRules,
        algorithm: Algorithm,
        evaluation: Expression,
        depth: Depth,
    ) -> Self {
        let leaf_evaluation =
            LeafEvaluation::new(start.size(), rules.order(), &evaluation.square_sum(), evaluation.counted());
        Self { start, rules, algorithm, depth, evaluation, leaf_evaluation }
    }

    /// The same task with another start position.
    pub fn from(&self, start: Position) -> Self {
        Self { start, ..self.clone() }
    }

    /// The node at the end of a path of the task's search, on the image of the board.
    pub fn node_after(&self, path: &[Move]) -> CourseNode {
        let (order, size) = (self.rules.order(), self.start.size());
        path.iter().fold(self.root(&self.start), |node, &played| node.after(order.image_of_move(size, played)))
    }

    /// The evaluation of leaves.
    pub const fn evaluation(&self) -> &Expression {
        &self.evaluation
    }

    /// The player who is MAX. Values are from MAX's point of view.
    pub const fn max(&self) -> Color {
        self.rules.max(self.start.side_to_move())
    }

    /// An upper bound of the absolute value of all positions.
    pub fn largest_value(&self) -> i32 {
        self.leaf_evaluation.largest_value()
    }

    /// The root of the search from a position, on the position's image in the order of moves.
    fn root(&self, position: &Position) -> CourseNode {
        let image = self.rules.order().image_of_position(position);
        CourseNode::new(image, self.rules.max(position.side_to_move()), self.rules.ends())
    }

    /// The task's search, which can write a log.
    pub fn search(&self) -> Box<dyn TaskSearch + '_> {
        match self.algorithm {
            Algorithm::Minimax => self.search_with(NoWindow),
            Algorithm::AlphaBeta => self.search_with(AlphaBeta::FULL),
        }
    }

    fn search_with<'a>(&'a self, window: impl Window + 'a) -> Box<dyn TaskSearch + 'a> {
        match &self.leaf_evaluation {
            LeafEvaluation::Pieces => Box::new(self.search_in(window, &Pieces)),
            LeafEvaluation::Weights(weights) => Box::new(self.search_in(window, weights)),
            LeafEvaluation::Sum(sum) => Box::new(self.search_in(window, sum)),
        }
    }

    fn search_in<'a, W, S>(&self, window: W, evaluation: &'a S) -> BoardSearch<'a, CourseNode, W, S> {
        let search = Search { root: self.root(&self.start), depth: self.depth, window, evaluation };
        BoardSearch { search, order: self.rules.order() }
    }

    /// Searches and counts the steps.
    pub fn count(&self) -> (Outcome<Move>, Counts) {
        self.search().count()
    }

    /// Plays a whole game from the start position. Each step uses the fast search to the task's depth.
    pub fn steps(&self) -> Box<dyn Iterator<Item = Step> + '_> {
        match &self.leaf_evaluation {
            LeafEvaluation::Pieces => self.steps_by(&Pieces),
            LeafEvaluation::Weights(weights) => self.steps_by(weights),
            LeafEvaluation::Sum(sum) => self.steps_by(sum),
        }
    }

    fn steps_by<'a>(&'a self, evaluation: &'a impl StaticEvaluation) -> Box<dyn Iterator<Item = Step> + 'a> {
        let mut solver = FastSearch::new(evaluation);
        let choose = move |position: &Position| {
            let best = solver.search(&self.root(position), self.depth).best?;
            self.rules.order().original_move(self.start.size(), best).square()
        };
        Box::new(step::steps(self.start, choose))
    }

    /// Searches the position of a step with the plain search, and counts the steps of the search.
    pub fn counted(&self, step: Step) -> CountedStep {
        let clock = Instant::now();
        let (Outcome { value, .. }, counts) = self.from(step.position).count();
        CountedStep { step, value, counts, time: clock.elapsed() }
    }
}

/// A step of a game, with the result and the counts of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedStep {
    pub step: Step,
    pub value: Value,
    pub counts: Counts,
    pub time: Duration,
}
