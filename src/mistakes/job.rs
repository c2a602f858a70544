//! The job with mistakes: its search, its game, and the lines of its files.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use super::{
    Captures, Group, Mistake, MistakenEvaluation, MistakenGame, Mistakes, NodeBudget, Stopped,
    search::{MistakenSearch, SearchResult, Sink},
};
use crate::{
    assignment::{Assignment, Job},
    game::{Depth, Evaluation as _, Game as _},
    games::reversi::{Color, Move, Position, Square},
    log::{FieldValue, Line},
};

/// A square whose weight is not that of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWeight {
    /// The square.
    pub square: Square,
    /// Its weight.
    pub value: i16,
}

/// What has been found of a job's positions without a mistake, for all who do that job with mistakes that come later.
#[derive(Debug, Default)]
pub struct Solved(Mutex<HashMap<Position, SearchResult>>);

/// A job as a program does it that makes mistakes.
#[derive(Debug)]
pub struct MistakenJob<'a> {
    job: &'a Job,
    solved: Option<&'a Solved>,
    mistakes: Mistakes,
    evaluation: MistakenEvaluation,
    /// The board of the first search.
    start: MistakenGame,
    /// Whether all searches find what they should, whatever is made of it.
    is_search_right: bool,
}

/// What is wanted of the search of a step, by the step's number: the move, and the rows of some.
type Choose<'s> = dyn FnMut(&MistakenGame, u32, &mut NodeBudget) -> Result<Option<Move>, Stopped> + 's;

impl<'a> MistakenJob<'a> {
    /// The job with mistakes, which its assignment must know, and with wrong weights.
    pub fn new(job: &'a Job, mistakes: Mistakes, wrong: &[WrongWeight]) -> Self {
        let evaluation = MistakenEvaluation::new(job, mistakes, wrong);
        let start = job.task.start;
        let start =
            if mistakes.contains(Mistake::PlayerIsAlwaysBlack) { start.with_side_to_move(Color::Black) } else { start };
        let captures = Captures::new(mistakes, job.task.rules.order);
        let start = MistakenGame::new(&start, job.task.max(), captures);
        let spares_search = |mistake: Mistake| match mistake.group() {
            Group::Captures | Group::Evaluation | Group::Search => false,
            Group::Rows => true,
            Group::Files => mistake != Mistake::MaxIsMover,
        };
        let is_search_right = wrong.is_empty() && mistakes.iter().all(spares_search);
        Self { job, solved: None, mistakes, evaluation, start, is_search_right }
    }

    /// The same, where others do the same job: what one has solved nobody solves again.
    pub fn sharing(self, solved: &'a Solved) -> Self {
        Self { solved: Some(solved), ..self }
    }

    pub(super) fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(mistake)
    }

    /// Hands the rows of the log to a sink, without the column names.
    ///
    /// # Errors
    /// The sink has seen enough, or the job takes more than its budget.
    pub fn log(&self, budget: &mut NodeBudget, sink: &mut dyn FnMut(&Line) -> ControlFlow<()>) -> Result<(), Stopped> {
        self.log_once(budget, sink)?;
        if self.has(Mistake::LogTwice) { self.log_once(budget, sink) } else { Ok(()) }
    }

    /// The rows of the log, once where the whole of it stands in the file twice.
    fn log_once(&self, budget: &mut NodeBudget, sink: &mut dyn FnMut(&Line) -> ControlFlow<()>) -> Result<(), Stopped> {
        let (last, second) = (self.has(Mistake::LogOfLastStep), self.has(Mistake::LogOfSecondStep));
        let every = self.has(Mistake::LogOfEveryStep);
        if !last && !second {
            if !every {
                return self.search(&self.start, budget, sink).map(drop);
            }
            let mut choose =
                |game: &MistakenGame, _: u32, budget: &mut NodeBudget| self.choose(game, budget, Some(sink));
            return self.play(budget, &mut choose, &mut |_| Ok(()));
        }
        // The positions whose searches are in the log at the end: it can be begun anew at a step.
        let mut logged = vec![self.start];
        let mut is_first = true;
        let mut choose = |game: &MistakenGame, step: u32, budget: &mut NodeBudget| {
            let is_second = second && step == 2 && !is_first;
            if last || is_second {
                logged.clear();
            }
            if last || is_second || every && !is_first {
                logged.push(*game);
            }
            is_first = false;
            if step >= 2 && !last && !every { Err(Stopped::Enough) } else { self.choose(game, budget, None) }
        };
        match self.play(budget, &mut choose, &mut |_| Ok(())) {
            // What the later steps are is of no interest.
            Ok(()) | Err(Stopped::Enough) => {}
            Err(stopped) => return Err(stopped),
        }
        logged.iter().try_for_each(|root| self.search(root, budget, sink).map(drop))
    }

    /// Hands the lines of the moves file to a sink.
    ///
    /// # Errors
    /// The sink has seen enough, or the job takes more than its budget.
    pub fn moves(&self, budget: &mut NodeBudget, sink: &mut dyn FnMut(&str) -> ControlFlow<()>) -> Result<(), Stopped> {
        let mut line = |text: &str| match sink(text) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Enough),
        };
        let mut choose = |game: &MistakenGame, _: u32, budget: &mut NodeBudget| self.choose(game, budget, None);
        let assignment = &self.job.assignment;
        self.play(budget, &mut choose, &mut |step| step.lines(assignment).iter().try_for_each(|text| line(text)))?;
        line(&assignment.moves.end)
    }

    /// Hands the rows of the one search of an assignment with one output to a sink, and returns the next board.
    ///
    /// # Errors
    /// The sink has seen enough, or the job takes more than its budget.
    pub fn next(
        &self,
        budget: &mut NodeBudget,
        sink: &mut dyn FnMut(&Line) -> ControlFlow<()>,
    ) -> Result<[String; 8], Stopped> {
        let best = self.choose(&self.start, budget, Some(sink))?;
        let played = best.and_then(Move::square).filter(|_| !self.has(Mistake::BoardNotPlayed));
        let next = played.map_or(self.start, |square| self.start.after(square));
        Ok(rows(&next, &self.job.assignment))
    }

    /// A search from a position.
    fn search(&self, root: &MistakenGame, budget: &mut NodeBudget, sink: &mut Sink) -> Result<SearchResult, Stopped> {
        let evaluation = self.evaluation.from_side(self.side(root));
        MistakenSearch::new(self.job, self.mistakes, evaluation, budget, sink).run(self.with_max(root))
    }

    /// From here on the fast search is faster than the plain one, and may well be the only one that comes to its end.
    const DEEP: Depth = Depth::new(4);

    /// The same as a search in which there is no mistake and whose rows nobody wants.
    fn solve(&self, root: &MistakenGame) -> SearchResult {
        let position = root.position();
        let solve = || {
            let outcome = self.job.task.from(position).search().solve();
            (outcome.value.into(), outcome.best)
        };
        let Some(Solved(solved)) = self.solved else { return solve() };
        let known = solved.lock().unwrap_or_else(PoisonError::into_inner).get(&position).copied();
        known.unwrap_or_else(|| {
            let found = solve();
            solved.lock().unwrap_or_else(PoisonError::into_inner).insert(position, found);
            found
        })
    }

    /// The move that is made after a search from a position.
    fn choose(
        &self,
        root: &MistakenGame,
        budget: &mut NodeBudget,
        sink: Option<&mut Sink>,
    ) -> Result<Option<Move>, Stopped> {
        let (value, best) = match sink {
            Some(sink) => self.search(root, budget, sink)?,
            None if self.is_search_right && self.job.task.depth >= Self::DEEP => self.solve(root),
            None => self.search(root, budget, &mut |_| ControlFlow::Continue(()))?,
        };
        let Some(Move::Place(_)) = best else { return Ok(best) };
        Ok(if self.has(Mistake::PlaysByStaticValue) {
            let evaluation = self.evaluation.from_side(self.side(root));
            let is_worth_it = |&square: &Square| FieldValue::from(evaluation.evaluate(&root.after(square))) == value;
            root.moves().find(is_worth_it).map(Move::Place)
        } else if self.has(Mistake::PlaysFirstMove) {
            root.moves().next().map(Move::Place)
        } else {
            best
        })
    }
}

impl MistakenJob<'_> {
    /// A position of the game as the search sees it that begins there.
    fn with_max(&self, game: &MistakenGame) -> MistakenGame {
        game.with_max(match game.side_to_move() {
            side_to_move if self.has(Mistake::RootIsMin) => side_to_move.opponent(),
            side_to_move if self.has(Mistake::MaxIsMover) => side_to_move,
            _ if self.mistakes.contains_any(&[
                Mistake::MaxIsBlack,
                Mistake::AsIn2013,
                Mistake::PlayerIsAlwaysBlack,
            ]) =>
            {
                Color::Black
            }
            side_to_move => self.job.task.rules.max(side_to_move),
        })
    }

    /// From whose side a search that begins in a position values its leaves.
    fn side(&self, root: &MistakenGame) -> Color {
        if self.mistakes.contains_any(&[Mistake::AsIn2013, Mistake::PlayerIsAlwaysBlack]) {
            Color::Black
        } else {
            self.job.task.rules.max(root.side_to_move())
        }
    }

    /// Plays a game from the start: `choose` finds the move of each step that has one, and of the
    /// first in any case, after `write` has been given the step.
    fn play(
        &self,
        budget: &mut NodeBudget,
        choose: &mut Choose,
        write: &mut dyn FnMut(&MistakenStep) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut game = self.start;
        let mut number = 1;
        let mut is_first = true;
        loop {
            let can_move = !game.legal_moves().is_empty();
            let opponent_can_move = !game.passed().legal_moves().is_empty();
            let is_over = !can_move && (!opponent_can_move || self.has(Mistake::GameEndsAtFirstPass));
            let passes = !can_move && (!is_over || self.has(Mistake::PassWordAtTheEnd));
            let is_written = can_move || is_over || !self.has(Mistake::PassIsNoStep);
            let step = number;
            if is_written {
                let says_pass = passes && !self.has(Mistake::NoPassWord);
                write(&MistakenStep { number, game, says_pass })?;
                number += 1;
            }
            let chosen = if is_first || can_move && !is_over { choose(&game, step, budget)? } else { None };
            if is_over {
                return Ok(());
            }
            // Where the search had nothing to choose by, the first move is played.
            let square = chosen.and_then(Move::square).or_else(|| game.moves().next()).filter(|_| can_move);
            game = square.map_or_else(|| game.passed(), |square| game.after(square));
            is_first = false;
        }
    }
}

fn rows(game: &MistakenGame, assignment: &Assignment) -> [String; 8] {
    let position = game.position();
    let mut rows = assignment.squares.rows(&position);
    std::array::from_fn(|_| rows.next().unwrap_or_default())
}

/// A step of a game with mistakes, as the moves file has it.
struct MistakenStep {
    number: u32,
    game: MistakenGame,
    says_pass: bool,
}

impl MistakenStep {
    fn lines(&self, assignment: &Assignment) -> Vec<String> {
        let moves = &assignment.moves;
        let mut lines = vec![moves.step(self.number), moves.player(self.game.side_to_move(), self.says_pass)];
        lines.extend(rows(&self.game, assignment));
        lines.push(String::new());
        lines
    }
}
