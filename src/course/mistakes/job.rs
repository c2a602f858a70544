//! Runs a job with mistakes: its search, its game, and the lines of its files.

use std::{
    collections::HashMap,
    fmt,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use super::{
    Bounds, Captures, Group, JobWriter, LineSink, Mistake, MistakenEvaluation, MistakenGame, MistakenSearch, Mistakes,
    NodeBudget, PlainMistake, PlainMistakes, RowSink, Stopped, files::board_rows, rows::RowWriter,
    rules::MistakenRules,
};
use crate::{assignment::Job, log::FieldValue};
use reversi_core::{
    game::{Depth, Evaluation as _, Game as _, Turn},
    games::reversi::{Color, Move, Position, Square},
    search::Algorithm,
};

/// A square's wrong weight, which differs from the assignment's weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWeight {
    pub square: Square,
    pub value: i16,
}

/// A term of the evaluation with a wrong coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTerm {
    pub feature: String,
    /// The coefficient; 0 if the term is missing.
    pub coefficient: i32,
}

impl WrongTerm {
    /// A sentence on the wrong term, for the student.
    pub fn sentence(&self) -> String {
        let Self { feature, coefficient } = self;
        match coefficient {
            0 => format!("The evaluation lacks the term {feature}."),
            _ => format!("The evaluation multiplies {feature} by the wrong coefficient, {coefficient}."),
        }
    }
}

/// Writes `wrong-coefficient:mobility:9` or `missing-term:win`.
impl fmt::Display for WrongTerm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { feature, coefficient } = self;
        formatter.pad(&match coefficient {
            0 => format!("missing-term:{feature}"),
            _ => format!("wrong-coefficient:{feature}:{coefficient}"),
        })
    }
}

/// The value of a step's search, and the move; `None` if the root is a leaf.
type SearchResult = (FieldValue, Option<Move>);

/// A limit that no right game reaches: 60 moves, a pass between each two moves, and the end. With a mistake, a move may
/// change no disc, and then the game does not end.
const LONGEST_GAME: u32 = 128;

/// The search results of positions without mistakes, shared by several jobs with mistakes.
#[derive(Debug, Default)]
pub struct Solved(Mutex<HashMap<Position, SearchResult>>);

/// A job as a program with mistakes runs it.
#[derive(Debug)]
pub struct MistakenJob<'a> {
    job: &'a Job,
    solved: Option<&'a Solved>,
    mistakes: Mistakes,
    /// The evaluations in the searches of black's steps and of white's steps.
    evaluations: [MistakenEvaluation; 2],
    start: MistakenGame,
    /// True if the mistakes do not change the result of any search.
    is_search_right: bool,
}

/// A step of the game that needs a search.
#[derive(Clone, Copy)]
struct SearchedStep {
    game: MistakenGame,
    number: u32,
    is_first: bool,
    /// True if the program logs several searches, among them this search.
    is_logged: bool,
    /// Alpha and beta at the root of the search.
    bounds: Bounds,
}

/// A function that searches a step as far as necessary, and returns its move.
type Choose<'s> = dyn FnMut(SearchedStep, &mut NodeBudget) -> Result<SearchResult, Stopped> + 's;

impl<'a> MistakenJob<'a> {
    /// The job with wrong weights, and with all `mistakes` that are possible in the job's assignment.
    pub fn new(job: &'a Job, mistakes: Mistakes, wrong: &[WrongWeight]) -> Self {
        let evaluation = |color| MistakenEvaluation::new(job, mistakes.of_color(color), wrong);
        let evaluations = [Color::Black, Color::White].map(evaluation);
        let start = job.task.start;
        let has = |mistake| mistakes.contains(mistake);
        let start = if has(PlainMistake::PlayerIsAlwaysBlack) {
            start.with_side_to_move(Color::Black)
        } else if has(PlainMistake::WhiteFirst) {
            start.with_side_to_move(Color::White)
        } else {
            start
        };
        let captures = Captures::new(mistakes, start.size(), job.task.rules.order());
        let start = MistakenGame::new(&start, job.task.max(), captures);
        let spares_search = |mistake: Mistake| match mistake.group() {
            Group::Captures | Group::Evaluation | Group::Search => false,
            Group::Rows | Group::Sowing | Group::Counts | Group::Printing => true,
            Group::Files => mistake != PlainMistake::MaxIsMover.into(),
        };
        let is_search_right = wrong.is_empty() && mistakes.iter().all(spares_search);
        Self { job, solved: None, mistakes, evaluations, start, is_search_right }
    }

    /// The same job with a wrong term in the evaluation; unchanged if `wrong` is `None`.
    pub fn with_term(self, wrong: Option<&WrongTerm>) -> Self {
        let Some(wrong) = wrong else { return self };
        let evaluations = self.evaluations.map(|evaluation| evaluation.with_term(self.job, wrong));
        Self { evaluations, is_search_right: false, ..self }
    }

    /// The same job, which shares the search results in `solved` with other jobs.
    pub fn sharing(self, solved: &'a Solved) -> Self {
        Self { solved: Some(solved), ..self }
    }

    /// True if the program makes the mistake on both sides.
    pub(super) const fn has(&self, mistake: PlainMistake) -> bool {
        self.mistakes.plain().contains(mistake)
    }

    fn mistakes_from(&self, root: &MistakenGame) -> PlainMistakes {
        self.mistakes.of_color(root.side_to_move())
    }

    fn evaluation_from(&self, root: &MistakenGame) -> MistakenEvaluation {
        let [black, white] = &self.evaluations;
        let evaluation = if root.side_to_move() == Color::Black { black } else { white };
        evaluation.from_side(self.side(root))
    }

    /// Writes the rows of the log once, even for a mistake that writes the whole log twice.
    fn log_once(&self, budget: &mut NodeBudget, sink: &mut RowSink) -> Result<(), Stopped> {
        let (last, second) = (self.has(PlainMistake::LogOfLastStep), self.has(PlainMistake::LogOfSecondStep));
        let every = self.mistakes.plain().contains_any(&[
            PlainMistake::LogOfEveryStep,
            PlainMistake::LogOfEveryStepAndPass,
            PlainMistake::LogOfEveryBoard,
        ]);
        if !last && !second {
            if !every {
                return self.search(&self.start, Bounds::FULL, budget, sink).map(drop);
            }
            let mut choose = |step: SearchedStep, budget: &mut NodeBudget| {
                self.choose(step, budget, if step.is_logged { Some(&mut *sink) } else { None })
            };
            return self.play(budget, &mut choose, &mut |_| Ok(()));
        }
        // The steps whose searches are in the final log. A mistake can restart the log at a step.
        let mut logged: Vec<SearchedStep> = Vec::new();
        let mut choose = |step: SearchedStep, budget: &mut NodeBudget| {
            let is_second = second && step.number == 2 && !step.is_first && step.is_logged;
            let is_last = last && step.is_logged;
            if is_last || is_second {
                logged.clear();
            }
            if is_last || is_second || step.is_first || every && step.is_logged {
                logged.push(step);
            }
            let is_over = step.number >= 2 && !last && !every;
            if is_over { Err(Stopped::Enough) } else { self.choose(step, budget, None) }
        };
        match self.play(budget, &mut choose, &mut |_| Ok(())) {
            // Later steps do not change the log.
            Ok(()) | Err(Stopped::Enough) => {}
            Err(stopped) => return Err(stopped),
        }
        logged.iter().try_for_each(|step| self.search(&step.game, step.bounds, budget, sink).map(drop))
    }

    /// Counts the steps after which the two programs have different boards. The last step also counts if only the other
    /// program continues the game.
    pub fn steps_unlike(&self, other: &MistakenJob, budget: &mut NodeBudget) -> u64 {
        let mut boards: Vec<(Position, u32)> = Vec::new();
        let mut choose = |step: SearchedStep, budget: &mut NodeBudget| self.choose(step, budget, None);
        let mut note = |step: &MistakenStep| {
            boards.push((step.board.position(), step.number));
            Ok(())
        };
        // In an endless game, the steps up to the limit count.
        let ends = self.play(budget, &mut choose, &mut note).is_ok();
        let mut is_unlike = |steps: &&[(Position, u32)]| {
            let [(last, number), (next, _)] = **steps else { return false };
            let game = other.start.at(&last);
            let step = SearchedStep { game, number, is_first: number == 1, is_logged: true, bounds: Bounds::FULL };
            other.choose(step, budget, None).is_ok_and(|(_, best)| game.after_choice(best).position() != next)
        };
        let ends_early = ends && boards.last().is_some_and(|(last, _)| !other.is_over(&other.start.at(last)));
        boards.windows(2).filter(|steps| is_unlike(steps)).count() as u64 + u64::from(ends_early)
    }

    fn search(
        &self,
        root: &MistakenGame,
        bounds: Bounds,
        budget: &mut NodeBudget,
        sink: &mut RowSink,
    ) -> Result<SearchResult, Stopped> {
        let mover = root.side_to_move();
        let rules = MistakenRules::new(self.job, self.mistakes, mover, self.evaluation_from(root));
        let mut rows = RowWriter::new(self.job, (self.mistakes, mover), rules.limit, budget, sink);
        let prunes = self.job.task.algorithm == Algorithm::AlphaBeta;
        let mut write = |node: &_, turn, step| rows.step(node, turn, step);
        MistakenSearch::new(rules, prunes, budget, &mut write).run(self.with_max(root), bounds)
    }

    /// From this depth on, the fast search is used, because the plain search may take too long.
    const DEEP: Depth = Depth::new(4);

    /// The result of a search without mistakes; the rows of this search are not needed.
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

    /// The value of a step, and the move that the program plays after the step's search.
    fn choose(
        &self,
        SearchedStep { game: root, bounds, .. }: SearchedStep,
        budget: &mut NodeBudget,
        sink: Option<&mut RowSink>,
    ) -> Result<SearchResult, Stopped> {
        let root = &root;
        let (value, best) = match sink {
            Some(sink) => self.search(root, bounds, budget, sink)?,
            None if self.is_search_right && self.job.task.depth >= Self::DEEP => self.solve(root),
            None => self.search(root, bounds, budget, &mut |_| ControlFlow::Continue(()))?,
        };
        let Some(Move::Place(_)) = best else { return Ok((value, best)) };
        let played = if self.has(PlainMistake::PlaysHeaviestSquare) && !self.job.is_logged {
            // Of equal weights, the first square is played.
            let weight = |square: &Square| self.evaluation_from(root).weight(*square);
            root.moves()
                .reduce(|best, square| if weight(&square) > weight(&best) { square } else { best })
                .map(Move::Place)
        } else if self.has(PlainMistake::PlaysByStaticValue) {
            let evaluation = self.evaluation_from(root);
            let has_value = |&square: &Square| FieldValue::from(evaluation.evaluate(&root.after(square))) == value;
            root.moves().find(has_value).map(Move::Place)
        } else if self.has(PlainMistake::PlaysFirstMove) {
            root.moves().next().map(Move::Place)
        } else {
            best
        };
        Ok((value, played))
    }
}

impl JobWriter for MistakenJob<'_> {
    fn log(&self, budget: &mut NodeBudget, sink: &mut RowSink) -> Result<(), Stopped> {
        self.log_once(budget, sink)?;
        if self.has(PlainMistake::LogTwice) { self.log_once(budget, sink) } else { Ok(()) }
    }

    fn moves(&self, budget: &mut NodeBudget, sink: &mut LineSink) -> Result<(), Stopped> {
        let mut line = |text: &str| match sink(text) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Enough),
        };
        let mut choose = |step: SearchedStep, budget: &mut NodeBudget| self.choose(step, budget, None);
        self.play(budget, &mut choose, &mut |step| step.lines(self.job).iter().try_for_each(|text| line(text)))?;
        line(&self.job.assignment.moves.end)
    }

    fn board(&self, budget: &mut NodeBudget, sink: Option<&mut RowSink>) -> Result<Vec<String>, Stopped> {
        let step = SearchedStep { game: self.start, number: 1, is_first: true, is_logged: true, bounds: Bounds::FULL };
        let (_, best) = self.choose(step, budget, sink)?;
        let played = best.and_then(Move::square).filter(|_| !self.has(PlainMistake::BoardNotPlayed));
        let next = played.map_or(self.start, |square| self.start.after(square));
        Ok(board_rows(self.job, &next.position()))
    }
}

impl MistakenJob<'_> {
    /// The position, with the player who is MAX if a search starts from this position.
    fn with_max(&self, game: &MistakenGame) -> MistakenGame {
        let mistakes = self.mistakes_from(game);
        game.with_max(match game.side_to_move() {
            side_to_move if mistakes.contains(PlainMistake::RootIsMin) => side_to_move.opponent(),
            side_to_move if self.has(PlainMistake::MaxIsMover) => side_to_move,
            _ if mistakes.contains_any(&[PlainMistake::MaxIsBlack, PlainMistake::AsIn2013]) => Color::Black,
            _ if self.has(PlainMistake::PlayerIsAlwaysBlack) => Color::Black,
            side_to_move => self.job.task.rules.max(side_to_move),
        })
    }

    /// The player from whose point of view a search from this position evaluates leaves.
    fn side(&self, root: &MistakenGame) -> Color {
        let mistakes = self.mistakes_from(root);
        if mistakes.contains(PlainMistake::AsIn2013) || self.has(PlainMistake::PlayerIsAlwaysBlack) {
            Color::Black
        } else {
            self.job.task.rules.max(root.side_to_move())
        }
    }

    fn is_over(&self, game: &MistakenGame) -> bool {
        let opponent_can_move = || !game.passed().legal_moves().is_empty();
        game.legal_moves().is_empty() && (self.has(PlainMistake::GameEndsAtFirstPass) || !opponent_can_move())
    }

    /// Plays a game from the start. `write` is called for each step of the game. If the step has moves or is the first
    /// step, `choose` then finds the move.
    fn play(
        &self,
        budget: &mut NodeBudget,
        choose: &mut Choose,
        write: &mut dyn FnMut(&MistakenStep) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let (mut game, mut bounds) = (self.start, Bounds::FULL);
        let (mut number, mut is_first) = (1, true);
        let mut passes_at_end = if self.has(PlainMistake::PassesWrittenAtEnd) { 2 } else { 0 };
        let shows_next = self.has(PlainMistake::BoardAfterMove);
        for _ in 0..LONGEST_GAME {
            let can_move = !game.legal_moves().is_empty();
            let mut is_over = self.is_over(&game);
            if is_over && passes_at_end > 0 {
                passes_at_end -= 1;
                is_over = false;
            }
            // If a program plays on occupied squares, its game might never end.
            is_over |= self.has(PlainMistake::OccupiedSquaresPlayable) && number > 62;
            let passes = !can_move && (!is_over || self.has(PlainMistake::PassWordAtTheEnd));
            let is_written = can_move || is_over || !self.has(PlainMistake::PassIsNoStep);
            let says_pass = passes && !self.has(PlainMistake::NoPassWord);
            let to_move = game.side_to_move();
            if is_written && (is_over || !shows_next) {
                write(&MistakenStep { number, to_move, board: game, says_pass })?;
            }
            let is_logged = is_first
                || can_move && !is_over
                || self.has(PlainMistake::LogOfEveryStepAndPass) && !is_over
                || self.has(PlainMistake::LogOfEveryBoard);
            let mut chosen = None;
            if is_logged || self.has(PlainMistake::WindowOfLastStep) {
                let (value, best) = choose(SearchedStep { game, number, is_first, is_logged, bounds }, budget)?;
                chosen = best;
                if self.has(PlainMistake::WindowOfLastStep) {
                    let is_max = self.job.task.rules.max(to_move) == to_move;
                    bounds = bounds.narrowed(if is_max { Turn::Max } else { Turn::Min }, value);
                }
            }
            if is_over {
                return Ok(());
            }
            game = game.after_choice(chosen);
            if is_written && shows_next {
                write(&MistakenStep { number, to_move, board: game, says_pass })?;
            }
            number += u32::from(is_written);
            is_first = false;
        }
        Err(Stopped::BudgetSpent)
    }
}

/// A step of a game with mistakes, as written to the moves file.
struct MistakenStep {
    number: u32,
    to_move: Color,
    board: MistakenGame,
    says_pass: bool,
}

impl MistakenStep {
    fn lines(&self, job: &Job) -> Vec<String> {
        let moves = &job.assignment.moves;
        let mut lines = vec![moves.step(self.number), moves.player(self.to_move, self.says_pass)];
        lines.extend(board_rows(job, &self.board.position()));
        lines.push(String::new());
        lines
    }
}
