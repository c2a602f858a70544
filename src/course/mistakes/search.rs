//! Minimax and alpha-beta with mistakes: one plain recursive search that produces rows.

use std::ops::ControlFlow;

use super::{Mistake, MistakenEvaluation, MistakenGame, Mistakes, RowSink};
use crate::{
    assignment::{Job, NoMove, SearchRules},
    log::{CutWindow, FieldValue, Line, LogColumn, NodeName},
};
use reversi_core::{
    game::{Evaluation as _, Game as _, Turn},
    games::reversi::{FullBoard, Move, WipeOut},
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
    mistakes: Mistakes,
    rules: SearchRules,
    prunes: bool,
    evaluation: MistakenEvaluation,
    /// The depth limit in plies.
    limit: i64,
    root_depth: i64,
    /// True if the row of a cut-off shows the window after the child.
    cut_is_narrowed: bool,
    marks_cut_offs: bool,
    columns: &'a [LogColumn],
    /// The window of a program in which all nodes share one window.
    shared_window: Window,
    /// The number of passes in a program in which all nodes share one counter.
    shared_passes: u32,
    /// The last move that was the best so far at some node.
    latest_best: Option<Move>,
    rows: u64,
    budget: &'a mut NodeBudget,
    sink: &'a mut RowSink<'a>,
}

impl<'a> MistakenSearch<'a> {
    /// Makes the search of a job; `sink` receives every row.
    pub(super) fn new(
        job: &'a Job,
        mistakes: Mistakes,
        evaluation: MistakenEvaluation,
        budget: &'a mut NodeBudget,
        sink: &'a mut RowSink<'a>,
    ) -> Self {
        let has = |mistake| mistakes.contains(mistake);
        let (rules, row_format) = (job.task.rules, job.row_format());
        let wipe_out = match rules.wipe_out {
            WipeOut::GoesOn if has(Mistake::WipeOutEnds) => WipeOut::Ends,
            WipeOut::Ends if has(Mistake::WipeOutGoesOn) => WipeOut::GoesOn,
            asked => asked,
        };
        let full_board = match rules.full_board {
            FullBoard::GoesOn if has(Mistake::FullBoardIsALeaf) => FullBoard::Ends,
            FullBoard::Ends if has(Mistake::FullBoardGoesOn) => FullBoard::GoesOn,
            asked => asked,
        };
        let depth = if has(Mistake::GreedySearchesDepth) { job.named_depth } else { job.task.depth };
        let is_narrowed = (row_format.cut_window == CutWindow::Narrowed)
            != mistakes.contains_any(&[Mistake::CutOffRowAsSearched, Mistake::CutOffRowNarrowed]);
        Self {
            mistakes,
            rules: SearchRules { wipe_out, full_board, ..rules },
            prunes: job.task.algorithm == Algorithm::AlphaBeta,
            evaluation,
            limit: i64::from(depth.plies()) + i64::from(has(Mistake::DepthPlusOne))
                - i64::from(has(Mistake::DepthMinusOne)),
            root_depth: match () {
                () if has(Mistake::RootDepthZero) => 0,
                () if has(Mistake::RootDepthOne) => 1,
                () => row_format.root_depth.into(),
            },
            cut_is_narrowed: is_narrowed
                && !mistakes.contains_any(&[Mistake::WindowRowBeforeUpdate, Mistake::RowBeforeUpdate]),
            marks_cut_offs: !row_format.cut_marker.is_empty() && !has(Mistake::NoCutOffMarker),
            columns: row_format.columns(true),
            shared_window: Window::FULL,
            shared_passes: 0,
            latest_best: None,
            rows: 0,
            budget,
            sink,
        }
    }

    /// Runs the search from a root with the given window.
    pub(super) fn run(mut self, mut root: MistakenGame, window: Window) -> Result<SearchResult, Stopped> {
        self.shared_window = window;
        let (value, best) = self.visit(&mut root, MistakenNode::ROOT, window)?;
        Ok((value, if self.has(Mistake::BestMoveOfAnyNode) { best.and(self.latest_best) } else { best }))
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(mistake)
    }

    fn turn(&self, game: &MistakenGame) -> Turn {
        if self.has(Mistake::EveryNodeMax) { Turn::Max } else { game.turn() }
    }

    /// Searches a node. Each node has its own board, unless a mistake makes all nodes share one board.
    fn visit(&mut self, game: &mut MistakenGame, node: MistakenNode, window: Window) -> Result<SearchResult, Stopped> {
        self.budget.nodes += 1;
        if self.budget.is_spent() || node.ply > MOST_PLIES {
            return Err(Stopped::BudgetSpent);
        }
        let turn = self.turn(game);
        let window = if self.has(Mistake::BoundsShared) { self.shared_window } else { window };
        let start = self.start(turn, window);
        let is_at_cut_off = if self.has(Mistake::PassAtCutOffGoesOn) {
            node.ply == self.limit && !node.is_after_pass()
        } else {
            node.ply >= self.limit + node.free_passes
        };
        if is_at_cut_off {
            return self.leaf(game, node, window, start, true);
        }
        let cannot_move = game.legal_moves().is_empty();
        if cannot_move && self.has(Mistake::NoMoveKeepsInfinity) && node.passes < 2 {
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
            _ if self.has(Mistake::ValueStartsAtWindow) && self.prunes => match turn {
                Turn::Max => window.alpha,
                Turn::Min => window.beta,
            },
            Turn::Max if self.has(Mistake::StartsAtSmallestPositive) => FieldValue::SMALLEST_POSITIVE,
            Turn::Min if !self.has(Mistake::BothStartAtSmallest) => FieldValue::INFINITY,
            Turn::Max | Turn::Min => FieldValue::NEGATIVE_INFINITY,
        }
    }

    /// True if the program considers the game over at a node, so that the node is a leaf.
    fn is_over(&self, game: &MistakenGame, node: MistakenNode, cannot_move: bool) -> bool {
        let neither_can_move = || cannot_move && game.passed().legal_moves().is_empty();
        if self.rules.no_move == NoMove::Leaf {
            return if self.has(Mistake::PassInSearch) { neither_can_move() } else { cannot_move };
        }
        let over = if self.has(Mistake::NoPassInSearch) {
            cannot_move
        } else if self.has(Mistake::SecondPassIsALeaf) {
            cannot_move && node.passes >= 1
        } else if self.has(Mistake::LeafAfterPassedParent) {
            cannot_move && node.parent_passed
        } else if self.has(Mistake::PassesCountedGlobally) {
            self.shared_passes >= 2
        } else if self.has(Mistake::LeafWhereNobodyCanMove) {
            node.passes >= 2 || neither_can_move()
        } else {
            node.passes >= 2
        };
        over || self.rules.wipe_out == WipeOut::Ends && game.is_wiped_out()
            || self.rules.full_board == FullBoard::Ends && game.is_full()
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
        if self.has(Mistake::EntryRowForLeaves) {
            self.row(node, start, window, turn, false)?;
        }
        let value = self.evaluation.evaluate(game).into();
        let keeps_infinity = self.has(Mistake::DeadEndRowKeepsInfinity) && !is_at_cut_off;
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
        if !self.has(Mistake::NoRowOnEntry) {
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
            if self.has(Mistake::BoundsShared) {
                window = self.shared_window;
            }
            let before = (value, window);
            let is_better = match turn {
                Turn::Max => child_value > value,
                Turn::Min => child_value < value,
            };
            let goes_to_last = self.has(Mistake::TiesToLast)
                || self.has(match turn {
                    Turn::Max => Mistake::TiesToLastForMax,
                    Turn::Min => Mistake::TiesToLastForMin,
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
                () if self.has(Mistake::RowShowsChild) => child_value,
                () if self.has(Mistake::RowBeforeUpdate) => before.0,
                () => value,
            };
            if self.prunes {
                match turn {
                    Turn::Max if self.has(Mistake::AlphaIsLastValue) => window.alpha = child_value,
                    Turn::Min if self.has(Mistake::AlphaIsLastValue) => window.beta = child_value,
                    Turn::Max => window.alpha = window.alpha.max(value),
                    Turn::Min => window.beta = window.beta.min(value),
                }
                self.shared_window = window;
                let is_last = moves.peek().is_none();
                if self.is_cut_off(turn, window) && !(is_last && self.has(Mistake::NoCutOffAtLastChild)) {
                    if !self.has(Mistake::NoRowAtCutOff) {
                        let window = if self.cut_is_narrowed { window } else { before.1 };
                        self.row(node, shown, window, turn, true)?;
                    }
                    if self.has(Mistake::CutOffDoesNotStop) {
                        continue;
                    }
                    if self.has(Mistake::ReturnsBoundAtCutOff) {
                        return Ok((before.1.bound_of(turn.opponent()), best));
                    }
                    break;
                }
            }
            if !self.has(Mistake::RowsOnlyOnChange) || (value, window) != before {
                let is_as_before = self.has(Mistake::WindowRowBeforeUpdate) || self.has(Mistake::RowBeforeUpdate);
                let window = if is_as_before { before.1 } else { window };
                self.row(node, shown, window, turn, false)?;
            }
        }
        let returns_window = self.prunes && self.has(Mistake::ReturnsWindow);
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
                (game.after(square), if self.has(Mistake::PassesNeverReset) { parent.passes } else { 0 })
            }
            Move::Pass => (game.passed(), parent.passes + 1),
        };
        let node = MistakenNode {
            reached_by: Some(played),
            ply: parent.ply + 1,
            passes,
            free_passes: parent.free_passes + i64::from(played == Move::Pass && self.has(Mistake::PassCostsNoPly)),
            parent_passed: parent.is_after_pass(),
        };
        let is_own_alone = |turn| self.has(Mistake::OneBoundPassed) && self.turn(game) == turn;
        let is_lost = |mistake| self.has(Mistake::WindowNotPassed) || self.has(mistake);
        let is_alpha_lost = is_lost(Mistake::AlphaNotPassed) || is_own_alone(Turn::Min);
        let is_beta_lost = is_lost(Mistake::BetaNotPassed) || is_own_alone(Turn::Max);
        let window = Window {
            alpha: if is_alpha_lost { Window::FULL.alpha } else { window.alpha },
            beta: if is_beta_lost { Window::FULL.beta } else { window.beta },
        };
        let (value, _) = self.visit(&mut child, node, window)?;
        if self.has(Mistake::BoardShared) {
            *game = child.passed();
        }
        Ok(value)
    }

    fn is_cut_off(&self, turn: Turn, window: Window) -> bool {
        let is_strict = self.has(Mistake::StrictCutOff)
            || self.has(match turn {
                Turn::Max => Mistake::StrictCutOffForMax,
                Turn::Min => Mistake::StrictCutOffForMin,
            });
        let is_closed = if is_strict { window.alpha > window.beta } else { window.alpha >= window.beta };
        is_closed
            && !self.has(Mistake::NoCutOff)
            && !match turn {
                Turn::Max => self.has(Mistake::MinCutsOnly),
                Turn::Min => self.has(Mistake::MaxCutsOnly),
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
        let (value, shown) = if turn == Turn::Min && self.has(Mistake::NegamaxValues) {
            (-value, Window { alpha: -beta, beta: -alpha })
        } else {
            (value, window)
        };
        let depth = if self.has(Mistake::DepthCountsDown) { self.limit - node.ply } else { node.ply + self.root_depth };
        let row = Line {
            name: self.name(node),
            depth: Some(FieldValue(depth as f64)),
            value,
            alpha: self.prunes.then_some(shown.alpha),
            beta: self.prunes.then_some(shown.beta),
            cut_off: cut && self.marks_cut_offs,
        };
        match (self.sink)(&row.in_columns(self.columns)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Enough),
        }
    }

    fn name(&self, node: MistakenNode) -> NodeName {
        let Some(Move::Place(square)) = node.reached_by else { return node.reached_by.into() };
        let (row, column) = (square.row(), square.column());
        let (row, column) = if self.has(Mistake::NamesTransposed) { (column, row) } else { (row, column) };
        let digit = if self.has(Mistake::NamesFromZero) {
            row
        } else if self.has(Mistake::NamesFromBelow) {
            8 - row
        } else {
            row + 1
        };
        NodeName::of(column, digit)
    }
}
