//! A task: a search by the names that people give its parts.
//!
//! Here, and nowhere else, names become types.

use std::{
    array,
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use super::{
    NoMove, SearchRules, Step,
    image::{Image, ImageSearch},
    step,
};
use crate::{
    fast::FastSearch,
    game::{Depth, Value},
    games::reversi::{
        Color, CountedPass, Expression, Instructions, LeafEvaluation, Move, MoveOrder, NoPass, Pieces, Position, Rules,
        StaticEvaluation,
    },
    log::{self, LoggedSearch, Row, RowRange},
    search::{Algorithm, AlphaBeta, Counts, NoWindow, Outcome, Search, Window},
    with_best_instructions,
};

/// What is searched, and how.
#[derive(Clone, Debug)]
pub struct Task {
    /// The root.
    pub start: Position,
    /// What a player without a move does, and what ends the search.
    pub rules: SearchRules,
    /// Minimax or alpha-beta.
    pub algorithm: Algorithm,
    /// The cut-off, in plies.
    pub depth: Depth,
    evaluation: Expression,
    /// The evaluation as the searches use it.
    leaf_evaluation: LeafEvaluation,
}

/// A task's search.
pub trait TaskSearch: LoggedSearch {
    /// The value and the first best move, found without the steps.
    fn solve(&self) -> Outcome<Move>;

    /// The value at the end of a path, searched with the open window and without the steps as deep as this search goes.
    /// `None` where there is no such path.
    fn value_after(&self, path: &[Move]) -> Option<Value>;

    /// Searches and counts the steps.
    fn count(&self) -> (Outcome<Move>, Counts);

    /// The number of rows of the log, header not counted.
    fn row_count(&self) -> u64;

    /// Shows some rows of the log, until `visit` breaks; what lies before them is not searched step by step. Where there
    /// are no such rows, nothing is shown.
    fn each_row_of(&self, range: &RowRange, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>);
}

impl<R: Rules, W: Window, S: StaticEvaluation> TaskSearch for Search<'_, R, W, S> {
    fn solve(&self) -> Outcome<Move> {
        let outcome = FastSearch::new(self.evaluation).search(&self.root, self.depth);
        outcome.expect("nobody stops it").map(Into::into)
    }

    fn value_after(&self, path: &[Move]) -> Option<Value> {
        let depth = Depth::new(self.depth.plies().checked_sub(path.len().try_into().ok()?)?);
        let after = |game: R, &wanted| Some(game.after(game.moves().find(|&played| played.into() == wanted)?));
        let game = path.iter().try_fold(self.root, after)?;
        FastSearch::new(self.evaluation).search(&game, depth).map(|outcome| outcome.value)
    }

    fn count(&self) -> (Outcome<Move>, Counts) {
        let mut counts = Counts::default();
        let Ok(outcome) = self.run(&mut counts);
        (outcome.map(Into::into), counts)
    }

    fn row_count(&self) -> u64 {
        log::count_rows(self)
    }

    fn each_row_of(&self, range: &RowRange, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) {
        log::each_row_of(self, range, visit);
    }
}

impl Task {
    /// A task by its parts.
    pub fn new(
        start: Position,
        rules: SearchRules,
        algorithm: Algorithm,
        evaluation: Expression,
        depth: Depth,
    ) -> Self {
        let sum = evaluation.square_sum();
        // No feature that is counted changes with the transposition of a board.
        let table = match rules.order {
            MoveOrder::Rows => sum,
            MoveOrder::Columns => array::from_fn(|row| array::from_fn(|column| sum[column][row])),
        };
        let leaf_evaluation = LeafEvaluation::new(start.size(), &table, evaluation.counted());
        Self { start, rules, algorithm, depth, evaluation, leaf_evaluation }
    }

    /// The same task from another position.
    pub fn from(&self, start: Position) -> Self {
        Self { start, ..self.clone() }
    }

    /// What leaves are worth.
    pub const fn evaluation(&self) -> &Expression {
        &self.evaluation
    }

    /// Who is max, and from whose side values are.
    pub const fn max(&self) -> Color {
        self.rules.max(self.start.side_to_move())
    }

    /// A number that no position's value exceeds, whatever its sign.
    pub fn largest_value(&self) -> i32 {
        self.leaf_evaluation.largest_value()
    }

    /// The search, with the best instructions of this processor.
    pub fn search(&self) -> Box<dyn TaskSearch + '_> {
        with_best_instructions!(best => self.search_with(best))
    }

    fn search_with<I: Instructions + 'static>(&self, instructions: I) -> Box<dyn TaskSearch + '_> {
        let image = Image::new(self.rules, self.start.side_to_move());
        let start = image.position(&self.start).with(instructions);
        let search = match self.rules.no_move {
            NoMove::Leaf => self.search_from(NoPass(start)),
            NoMove::Pass => self.search_from(CountedPass::new(start, self.max(), self.rules.wipe_out)),
        };
        if image.is_the_board() { search } else { Box::new(ImageSearch { search, task: self }) }
    }

    fn search_from(&self, root: impl Rules + 'static) -> Box<dyn TaskSearch + '_> {
        match &self.leaf_evaluation {
            LeafEvaluation::Pieces => self.search_for(root, &Pieces),
            LeafEvaluation::Weights(weights) => self.search_for(root, weights),
            LeafEvaluation::Sum(sum) => self.search_for(root, sum),
        }
    }

    fn search_for<'a>(
        &self,
        root: impl Rules + 'static,
        evaluation: &'a (impl StaticEvaluation + 'static),
    ) -> Box<dyn TaskSearch + 'a> {
        let depth = self.depth;
        match self.algorithm {
            Algorithm::Minimax => Box::new(Search { root, depth, window: NoWindow, evaluation }),
            Algorithm::AlphaBeta => Box::new(Search { root, depth, window: AlphaBeta::FULL, evaluation }),
        }
    }

    /// Plays a whole game from the start, one search of the task's depth a step. The searches are those of the plain
    /// search without their steps. Where `stop` is set, the game ends where it is.
    pub fn steps(&self, stop: Arc<AtomicBool>) -> Box<dyn Iterator<Item = Step> + '_> {
        with_best_instructions!(best => match &self.leaf_evaluation {
            LeafEvaluation::Pieces => self.steps_with(best, &Pieces, stop),
            LeafEvaluation::Weights(weights) => self.steps_with(best, weights, stop),
            LeafEvaluation::Sum(sum) => self.steps_with(best, sum, stop),
        })
    }

    fn steps_with<'a, I: Instructions + 'static>(
        &self,
        instructions: I,
        evaluation: &'a impl StaticEvaluation,
        stop: Arc<AtomicBool>,
    ) -> Box<dyn Iterator<Item = Step> + 'a> {
        let rules = self.rules;
        let image =
            move |position: &Position| Image::new(rules, position.side_to_move()).position(position).with(instructions);
        match rules.no_move {
            NoMove::Leaf => self.steps_under(move |position| NoPass(image(position)), evaluation, stop),
            NoMove::Pass => {
                let root = move |position: &Position| {
                    CountedPass::new(image(position), rules.max(position.side_to_move()), rules.wipe_out)
                };
                self.steps_under(root, evaluation, stop)
            }
        }
    }

    /// The game in which the search of each step begins at a `root` of some rules.
    fn steps_under<'a, R: Rules + 'a>(
        &self,
        root: impl Fn(&Position) -> R + 'a,
        evaluation: &'a impl StaticEvaluation,
        stop: Arc<AtomicBool>,
    ) -> Box<dyn Iterator<Item = Step> + 'a> {
        let (depth, order) = (self.depth, self.rules.order);
        let mut solver = FastSearch::new(evaluation).stopped_by(stop);
        let choose = move |position: &Position| {
            let best = solver.search(&root(position), depth)?.best.map(|played| order.turned(played.into()));
            Some((best.and_then(Move::square), ()))
        };
        Box::new(step::steps(self.start, choose).map(|(step, ())| step))
    }

    /// The same game with the plain search of each step, its steps counted.
    pub fn counted_steps(&self) -> impl Iterator<Item = CountedStep> {
        let choose = |position: &Position| {
            let clock = Instant::now();
            let (outcome, counts) = self.from(*position).search().count();
            Some((outcome.best.and_then(Move::square), (outcome.value, counts, clock.elapsed())))
        };
        step::steps(self.start, choose).map(|(step, (value, counts, time))| CountedStep { step, value, counts, time })
    }
}

/// A step of a game, and what its search found and took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedStep {
    /// The step.
    pub step: Step,
    /// What its position is worth.
    pub value: Value,
    /// What was counted.
    pub counts: Counts,
    /// How long the search took.
    pub time: Duration,
}
