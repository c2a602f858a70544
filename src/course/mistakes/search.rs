//! Minimax and alpha-beta with mistakes: one plain recursive search that produces rows.

use std::ops::ControlFlow;

use super::{MistakenEvaluation, MistakenGame, Mistakes, PlainMistake, PlainMistakes, RowSink};
use crate::{
    assignment::{Job, SearchRules},
    log::{CutWindow, FieldValue, Line, NodeName, RowFormat},
};
use reversi_core::{
    game::{Evaluation as _, Game as _, Turn},
    games::reversi::{Color, FullBoard, Move, NoMove, WipeOut},
    search::Algorithm,
};

/// The number of nodes and rows that a job may use, because some mistakes make a search endless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBudget {
    pub nodes: u64,
    pub most_nodes: u64,
    /// The largest number of rows of a single search.
    pub most_rows: u64,
}

impl NodeBudget {
    /// A search with a mistake may always have this number of rows.
    pub const ROWS: u64 = 200_000;

    /// A budget without a limit of nodes, for searches that are known to end.
    pub const ANY: Self = Self { nodes: 0, most_nodes: u64::MAX, most_rows: Self::ROWS };

    /// True if the search needs more nodes than the limit.
    pub const fn is_spent(&self) -> bool {
        self.nodes > self.most_nodes
    }
}

/// The reason why a job with mistakes was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// The sink needs no more lines.
    Enough,
    /// The job exceeded the budget, or its search went deeper than any game.
    BudgetSpent,
}

/// The result of a search with mistakes: the value of the root, and the move; `None` if the root is a leaf.
pub(super) type SearchResult = (FieldValue, Option<Move>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    alpha: FieldValue,
    beta: FieldValue,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: FieldValue::NEGATIVE_INFINITY, beta: FieldValue::INFINITY };
}

impl Window {
    /// The bound that the player to move changes: alpha for MAX, beta for MIN.
    const fn bound_of(self, turn: Turn) -> FieldValue {
        match turn {
            Turn::Max => self.alpha,
            Turn::Min => self.beta,
        }
    }

    /// The window of the next step's search, in a program that does not reset its window.
    pub(super) fn after_step(self, turn: Turn, value: FieldValue) -> Self {
        match turn {
            Turn::Max => Self { alpha: self.alpha.max(value), ..self },
            Turn::Min => Self { beta: self.beta.min(value), ..self },
        }
    }
}

/// A number of plies that is larger than any game with all its passes; a deeper search never ends.
const MOST_PLIES: i64 = 128;

#[derive(Clone, Copy)]
struct MistakenNode {
    /// The move that leads to this node; `None` at the root.
    reached_by: Option<Move>,
    ply: i64,
    passes: u32,
    /// The number of passes on the path that did not count as a ply.
    free_passes: i64,
    /// True if the parent node was reached by a pass.
    parent_passed: bool,
}

impl MistakenNode {
    const ROOT: Self = Self { reached_by: None, ply: 0, passes: 0, free_passes: 0, parent_passed: false };

    fn is_after_pass(&self) -> bool {
        self.reached_by == Some(Move::Pass)
    }
}

pub(super) struct MistakenSearch<'a> {
    /// The mistakes that concern the whole search.
    mistakes: PlainMistakes,
    /// The mistakes at the nodes of MAX and of MIN.
    at_nodes: [PlainMistakes; 2],
    rules: SearchRules,
    prunes: bool,
    evaluation: MistakenEvaluation,
    /// The depth limit in plies.
    limit: i64,
    root_depth: i64,
    row_format: &'a RowFormat,
    /// The window of a program in which all nodes share one window.
    shared_window: Window,
    /// The number of passes in a program in which all nodes share one counter.
    shared_passes: u32,
    root_turn: Turn,
    /// The last move that was the best so far at some node.
    latest_best: Option<Move>,
    /// The best value of a grandchild of the root so far, and the root's move that leads to the grandchild.
    best_grandchild: Option<(FieldValue, Option<Move>)>,
    rows: u64,
    budget: &'a mut NodeBudget,
    sink: &'a mut RowSink<'a>,
}

impl<'a> MistakenSearch<'a> {
    /// Makes the search of a job for a step of the player `mover`; `sink` receives every row.
    pub(super) fn new(
        job: &'a Job,
        mistakes: Mistakes,
        mover: Color,
        evaluation: MistakenEvaluation,
        budget: &'a mut NodeBudget,
        sink: &'a mut RowSink<'a>,
    ) -> Self {
        let at_nodes = Turn::ALL.map(|turn| mistakes.at_nodes(turn, mover));
        let mistakes = mistakes.of_color(mover);
        let has = |mistake| mistakes.contains(mistake);
        let (rules, row_format) = (job.task.rules, job.row_format());
        let wipe_out = match rules.wipe_out {
            WipeOut::GoesOn if has(PlainMistake::WipeOutEnds) => WipeOut::Ends,
            WipeOut::Ends if has(PlainMistake::WipeOutGoesOn) => WipeOut::GoesOn,
            asked => asked,
        };
        let depth = if has(PlainMistake::GreedySearchesDepth) { job.named_depth } else { job.task.depth };
        Self {
            mistakes,
            at_nodes,
            rules: SearchRules { wipe_out, ..rules },
            prunes: job.task.algorithm == Algorithm::AlphaBeta,
            evaluation,
            limit: i64::from(depth.plies()) + i64::from(has(PlainMistake::DepthPlusOne))
                - i64::from(has(PlainMistake::DepthMinusOne)),
            root_depth: match () {
                () if has(PlainMistake::RootDepthZero) => 0,
                () if has(PlainMistake::RootDepthOne) => 1,
                () => row_format.root_depth.into(),
            },
            row_format,
            shared_window: Window::FULL,
            shared_passes: 0,
            root_turn: Turn::Max,
            latest_best: None,
            best_grandchild: None,
            rows: 0,
            budget,
            sink,
        }
    }

    /// Runs the search from a root with the given window.
    pub(super) fn run(mut self, mut root: MistakenGame, window: Window) -> Result<SearchResult, Stopped> {
        self.shared_window = window;
        self.root_turn = self.turn(&root);
        let (value, best) = self.visit(&mut root, MistakenNode::ROOT, window)?;
        let played = match self.best_grandchild {
            _ if self.has(PlainMistake::BestMoveOfAnyNode) => best.and(self.latest_best),
            Some((_, played)) if self.has(PlainMistake::RootMoveFromGrandchild) => played,
            _ => best,
        };
        Ok((value, played))
    }

    const fn has(&self, mistake: PlainMistake) -> bool {
        self.mistakes.contains(mistake)
    }

    const fn at(&self, turn: Turn) -> PlainMistakes {
        self.at_nodes[turn as usize]
    }

    fn turn(&self, game: &MistakenGame) -> Turn {
        if self.has(PlainMistake::EveryNodeMax) { Turn::Max } else { game.turn() }
    }

    /// Searches a node. Each node has its own board, unless a mistake makes all nodes share one board.
    fn visit(&mut self, game: &mut MistakenGame, node: MistakenNode, window: Window) -> Result<SearchResult, Stopped> {
        self.budget.nodes += 1;
        if self.budget.is_spent() || node.ply > MOST_PLIES {
            return Err(Stopped::BudgetSpent);
        }
        let turn = self.turn(game);
        let window = if self.has(PlainMistake::BoundsShared) { self.shared_window } else { window };
        let start = self.start(turn, window);
        let is_at_cut_off = if self.has(PlainMistake::PassAtCutOffGoesOn) {
            node.ply == self.limit && !node.is_after_pass()
        } else {
            node.ply >= self.limit + node.free_passes
        };
        if is_at_cut_off {
            return self.leaf(game, node, window, start, true);
        }
        let cannot_move = game.legal_moves().is_empty();
        if cannot_move && self.at(turn).contains(PlainMistake::NoMoveKeepsInfinity) && node.passes < 2 {
            self.row(node, start, window, turn, false)?;
            return Ok((start, None));
        }
        if self.is_over(game, node, cannot_move) {
            return self.leaf(game, node, window, start, false);
        }
        self.shared_passes = if cannot_move { self.shared_passes + 1 } else { 0 };
        self.children(game, node, window, start)
    }

    fn start(&self, turn: Turn, window: Window) -> FieldValue {
        match turn {
            _ if self.at(turn).contains(PlainMistake::ValueStartsAtWindow) && self.prunes => match turn {
                Turn::Max => window.alpha,
                Turn::Min => window.beta,
            },
            Turn::Max if self.has(PlainMistake::StartsAtSmallestPositive) => FieldValue::SMALLEST_POSITIVE,
            Turn::Min if !self.has(PlainMistake::BothStartAtSmallest) => FieldValue::INFINITY,
            Turn::Max | Turn::Min => FieldValue::NEGATIVE_INFINITY,
        }
    }

    /// True if the program considers the game over at a node, so that the node is a leaf.
    fn is_over(&self, game: &MistakenGame, node: MistakenNode, cannot_move: bool) -> bool {
        let at = self.at(self.turn(game));
        let neither_can_move = || cannot_move && game.passed().legal_moves().is_empty();
        if self.rules.no_move == NoMove::Leaf {
            return if at.contains(PlainMistake::PassInSearch) { neither_can_move() } else { cannot_move };
        }
        let over = if at.contains(PlainMistake::NoPassInSearch) {
            cannot_move
        } else if at.contains(PlainMistake::SecondPassIsALeaf) {
            cannot_move && node.passes >= 1
        } else if at.contains(PlainMistake::LeafAfterPassedParent) {
            cannot_move && node.parent_passed
        } else if self.has(PlainMistake::PassesCountedGlobally) {
            self.shared_passes >= 2
        } else if at.contains(PlainMistake::LeafWhereNobodyCanMove) {
            node.passes >= 2 || neither_can_move()
        } else {
            node.passes >= 2
        };
        let full_board_ends = match self.rules.full_board {
            FullBoard::GoesOn => at.contains(PlainMistake::FullBoardIsALeaf),
            FullBoard::Ends => !at.contains(PlainMistake::FullBoardGoesOn),
        };
        over || self.rules.wipe_out == WipeOut::Ends && game.is_wiped_out() || full_board_ends && game.is_full()
    }

    fn leaf(
        &mut self,
        game: &MistakenGame,
        node: MistakenNode,
        window: Window,
        start: FieldValue,
        is_at_cut_off: bool,
    ) -> Result<SearchResult, Stopped> {
        let turn = self.turn(game);
        if self.at(turn).contains(PlainMistake::EntryRowForLeaves) {
            self.row(node, start, window, turn, false)?;
        }
        let value = self.evaluation.evaluate(game).into();
        let keeps_infinity = self.at(turn).contains(PlainMistake::DeadEndRowKeepsInfinity) && !is_at_cut_off;
        self.row(node, if keeps_infinity { start } else { value }, window, turn, false)?;
        Ok((value, None))
    }

    /// Searches an inner node: writes its first row, then searches its children.
    fn children(
        &mut self,
        game: &mut MistakenGame,
        node: MistakenNode,
        mut window: Window,
        start: FieldValue,
    ) -> Result<SearchResult, Stopped> {
        let turn = self.turn(game);
        let at = self.at(turn);
        if !at.contains(PlainMistake::NoRowOnEntry) {
            self.row(node, start, window, turn, false)?;
        }
        let (mut value, mut best) = (start, None);
        // The moves are taken from the board on entry, even if a mistake changes the board later.
        let entered = *game;
        let mut squares = entered.moves().map(Move::Place).peekable();
        let pass = squares.peek().is_none().then_some(Move::Pass);
        let mut moves = squares.chain(pass).peekable();
        while let Some(played) = moves.next() {
            let child_value = self.child(game, node, window, played)?;
            if node.ply == 1 {
                self.note_grandchild(node, child_value);
            }
            if self.has(PlainMistake::BoundsShared) {
                window = self.shared_window;
            }
            let before = (value, window);
            let is_better = match turn {
                Turn::Max => child_value > value,
                Turn::Min => child_value < value,
            };
            let goes_to_last = at.contains(PlainMistake::TiesToLast)
                || at.contains(match turn {
                    Turn::Max => PlainMistake::TiesToLastForMax,
                    Turn::Min => PlainMistake::TiesToLastForMin,
                });
            if best.is_none() || is_better || goes_to_last && child_value == value {
                best = Some(played);
                self.latest_best = best;
            }
            value = match turn {
                Turn::Max => value.max(child_value),
                Turn::Min => value.min(child_value),
            };
            let shown = match () {
                () if at.contains(PlainMistake::RowShowsChild) => child_value,
                () if at.contains(PlainMistake::RowBeforeUpdate) => before.0,
                () => value,
            };
            if self.prunes {
                let sets_bound = at.contains(PlainMistake::AlphaIsLastValue)
                    || played == Move::Pass && at.contains(PlainMistake::PassSetsBound);
                match turn {
                    Turn::Max if sets_bound => window.alpha = child_value,
                    Turn::Min if sets_bound => window.beta = child_value,
                    Turn::Max => window.alpha = window.alpha.max(value),
                    Turn::Min => window.beta = window.beta.min(value),
                }
                self.shared_window = window;
                let is_last = moves.peek().is_none();
                if self.is_cut_off(turn, window) && !(is_last && at.contains(PlainMistake::NoCutOffAtLastChild)) {
                    if !at.contains(PlainMistake::NoRowAtCutOff) {
                        let window = if self.narrows_cut_off_row(turn) { window } else { before.1 };
                        self.row(node, shown, window, turn, true)?;
                    }
                    if at.contains(PlainMistake::CutOffDoesNotStop) {
                        continue;
                    }
                    if at.contains(PlainMistake::ReturnsBoundAtCutOff) {
                        return Ok((before.1.bound_of(turn.opponent()), best));
                    }
                    break;
                }
            }
            if !at.contains(PlainMistake::RowsOnlyOnChange) || (value, window) != before {
                let is_as_before =
                    at.contains_any(&[PlainMistake::WindowRowBeforeUpdate, PlainMistake::RowBeforeUpdate]);
                let window = if is_as_before { before.1 } else { window };
                self.row(node, shown, window, turn, false)?;
            }
        }
        let returns_window = self.prunes && at.contains(PlainMistake::ReturnsWindow);
        Ok((if returns_window { window.bound_of(turn) } else { value }, best))
    }

    /// Searches a child and returns the child's value.
    fn child(
        &mut self,
        game: &mut MistakenGame,
        parent: MistakenNode,
        window: Window,
        played: Move,
    ) -> Result<FieldValue, Stopped> {
        let (mut child, passes) = match played {
            Move::Place(square) => {
                (game.after(square), if self.has(PlainMistake::PassesNeverReset) { parent.passes } else { 0 })
            }
            Move::Pass => (game.passed(), parent.passes + 1),
        };
        let node = MistakenNode {
            reached_by: Some(played),
            ply: parent.ply + 1,
            passes,
            free_passes: parent.free_passes + i64::from(played == Move::Pass && self.has(PlainMistake::PassCostsNoPly)),
            parent_passed: parent.is_after_pass(),
        };
        let turn = self.turn(game);
        let at = self.at(turn);
        let is_own_alone = |own| at.contains(PlainMistake::OneBoundPassed) && turn == own;
        let is_lost = |mistake| at.contains(PlainMistake::WindowNotPassed) || at.contains(mistake);
        let is_alpha_lost = is_lost(PlainMistake::AlphaNotPassed) || is_own_alone(Turn::Min);
        let is_beta_lost = is_lost(PlainMistake::BetaNotPassed) || is_own_alone(Turn::Max);
        let window = Window {
            alpha: if is_alpha_lost { Window::FULL.alpha } else { window.alpha },
            beta: if is_beta_lost { Window::FULL.beta } else { window.beta },
        };
        let (value, _) = self.visit(&mut child, node, window)?;
        if self.has(PlainMistake::BoardShared) {
            *game = child.passed();
        }
        Ok(value)
    }

    fn note_grandchild(&mut self, child: MistakenNode, value: FieldValue) {
        let is_better = |best: FieldValue| match self.root_turn {
            Turn::Max => value > best,
            Turn::Min => value < best,
        };
        if self.best_grandchild.is_none_or(|(best, _)| is_better(best)) {
            self.best_grandchild = Some((value, child.reached_by));
        }
    }

    /// True if the row of a cut-off shows the window after the child.
    fn narrows_cut_off_row(&self, turn: Turn) -> bool {
        let other_window = [PlainMistake::CutOffRowAsSearched, PlainMistake::CutOffRowNarrowed];
        let old_window = [PlainMistake::WindowRowBeforeUpdate, PlainMistake::RowBeforeUpdate];
        let at = self.at(turn);
        (self.row_format.cut_window == CutWindow::Narrowed) != at.contains_any(&other_window)
            && !at.contains_any(&old_window)
    }

    fn is_cut_off(&self, turn: Turn, window: Window) -> bool {
        let at = self.at(turn);
        let is_strict = at.contains(PlainMistake::StrictCutOff)
            || at.contains(match turn {
                Turn::Max => PlainMistake::StrictCutOffForMax,
                Turn::Min => PlainMistake::StrictCutOffForMin,
            });
        let is_closed = if is_strict { window.alpha > window.beta } else { window.alpha >= window.beta };
        is_closed
            && !at.contains(PlainMistake::NoCutOff)
            && !match turn {
                Turn::Max => at.contains(PlainMistake::MinCutsOnly),
                Turn::Min => at.contains(PlainMistake::MaxCutsOnly),
            }
    }

    fn row(
        &mut self,
        node: MistakenNode,
        value: FieldValue,
        window: Window,
        turn: Turn,
        cut: bool,
    ) -> Result<(), Stopped> {
        self.rows += 1;
        if self.rows > self.budget.most_rows {
            return Err(Stopped::BudgetSpent);
        }
        let Window { alpha, beta } = window;
        let at = self.at(turn);
        let (value, shown) = if turn == Turn::Min && at.contains(PlainMistake::NegamaxValues) {
            (-value, Window { alpha: -beta, beta: -alpha })
        } else {
            (value, window)
        };
        let depth =
            if at.contains(PlainMistake::DepthCountsDown) { self.limit - node.ply } else { node.ply + self.root_depth };
        let row = Line {
            name: self.name(node),
            depth: Some(FieldValue(depth as f64)),
            value,
            alpha: self.prunes.then_some(shown.alpha),
            beta: self.prunes.then_some(shown.beta),
            cut_off: cut && !self.row_format.cut_marker.is_empty() && !at.contains(PlainMistake::NoCutOffMarker),
        };
        match (self.sink)(&row.in_columns(self.row_format.columns(true))) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Enough),
        }
    }

    fn name(&self, node: MistakenNode) -> NodeName {
        let Some(Move::Place(square)) = node.reached_by else { return node.reached_by.into() };
        let (row, column) = (square.row(), square.column());
        let (row, column) = if self.has(PlainMistake::NamesTransposed) { (column, row) } else { (row, column) };
        let digit = if self.has(PlainMistake::NamesFromZero) {
            row
        } else if self.has(PlainMistake::NamesFromBelow) {
            8 - row
        } else {
            row + 1
        };
        NodeName::of(column, digit)
    }
}
