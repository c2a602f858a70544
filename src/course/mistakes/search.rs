//! Minimax and alpha-beta with mistakes: one plain recursive search of any game, whose steps an observer receives.

use super::{PlainMistake, PlainMistakes};
use crate::log::FieldValue;
use reversi_core::game::Turn;

/// The number of nodes and rows that a job may use, because some mistakes make a search endless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBudget {
    pub nodes: u64,
    pub most_nodes: u64,
    pub most_rows: u64,
}

impl NodeBudget {
    /// A search with a mistake may always have this number of rows.
    pub const ROWS: u64 = 200_000;

    /// A budget of nodes, for searches without rows.
    pub const fn of_nodes(most_nodes: u64) -> Self {
        Self { nodes: 0, most_nodes, most_rows: 0 }
    }

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

/// Alpha and beta in a search with mistakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub alpha: FieldValue,
    pub beta: FieldValue,
}

impl Bounds {
    pub const FULL: Self = Self { alpha: FieldValue::NEGATIVE_INFINITY, beta: FieldValue::INFINITY };

    /// The bound that the player to move changes: alpha for MAX, beta for MIN.
    pub(super) const fn of(self, turn: Turn) -> FieldValue {
        match turn {
            Turn::Max => self.alpha,
            Turn::Min => self.beta,
        }
    }

    const fn set(&mut self, turn: Turn, value: FieldValue) {
        match turn {
            Turn::Max => self.alpha = value,
            Turn::Min => self.beta = value,
        }
    }

    /// The bounds after MAX raised alpha, or MIN lowered beta, to a value.
    pub(super) fn narrowed(mut self, turn: Turn, value: FieldValue) -> Self {
        self.set(turn, better(turn, self.of(turn), value));
        self
    }
}

fn is_better(turn: Turn, value: FieldValue, than: FieldValue) -> bool {
    match turn {
        Turn::Max => value > than,
        Turn::Min => value < than,
    }
}

fn better(turn: Turn, one: FieldValue, other: FieldValue) -> FieldValue {
    if is_better(turn, other, one) { other } else { one }
}

/// A node of a search with mistakes.
#[derive(Clone, Copy, Debug)]
pub struct SearchedNode<M> {
    /// The move that leads to this node; `None` at the root.
    pub reached_by: Option<M>,
    pub ply: i64,
    /// The number of passes just before the node.
    pub passes: u32,
    /// The number of passes on the path that did not count as a ply.
    pub free_passes: i64,
    /// True if the parent node was reached by a pass.
    pub parent_passed: bool,
}

/// A node as the program with mistakes enters it.
#[derive(Clone, Debug)]
pub enum Entered<M> {
    Leaf {
        value: FieldValue,
        is_at_limit: bool,
    },
    /// A node without moves, which keeps its initial infinity, or has a number that stands for it.
    DeadEnd(Option<FieldValue>),
    /// An inner node, with at least one move.
    Inner(Vec<M>),
}

/// A step of the search at a node.
#[derive(Clone, Copy, Debug)]
pub enum Step<M> {
    Leaf {
        /// The initial infinity of an inner node.
        start: FieldValue,
        value: FieldValue,
        bounds: Bounds,
        is_at_limit: bool,
    },
    DeadEnd {
        start: FieldValue,
        bounds: Bounds,
    },
    Inner {
        start: FieldValue,
        bounds: Bounds,
        moves: usize,
    },
    Child {
        played: M,
        child_value: FieldValue,
        before: (FieldValue, Bounds),
        after: (FieldValue, Bounds),
        is_cut_off: bool,
        left: usize,
    },
}

/// Receives the steps of a search; an error stops the search.
pub type Observe<'a, M> = dyn FnMut(&SearchedNode<M>, Turn, Step<M>) -> Result<(), Stopped> + 'a;

/// A game as a program with mistakes searches it.
pub trait SearchedGame {
    type State: Copy;
    type Move: Copy;

    fn mistakes(&self, turn: Turn) -> PlainMistakes;

    fn turn(&self, state: &Self::State) -> Turn;

    /// Enters a node, or returns an error if the search goes deeper than any game.
    fn enter(&mut self, state: &Self::State, node: &SearchedNode<Self::Move>) -> Result<Entered<Self::Move>, Stopped>;

    fn after(&self, state: &Self::State, played: Self::Move) -> Self::State;

    /// The state of a node after its child was searched. A mistake can change the node's board.
    fn left(&self, state: &Self::State, _child: &Self::State) -> Self::State {
        *state
    }

    fn is_pass(&self, _played: Self::Move) -> bool {
        false
    }

    /// True if a pass is a move like any other. Otherwise, the value after a pass is the value of the node, without a
    /// cut-off.
    fn chooses_passes(&self) -> bool {
        true
    }

    /// True if a cut-off leaves alpha and beta as they were (AIMA, figure 5.7).
    fn keeps_bounds_at_cut_off(&self) -> bool {
        false
    }

    /// True if the node of a right program returns alpha or beta.
    fn fails_hard(&self) -> bool {
        false
    }

    fn start(&self, turn: Turn) -> FieldValue {
        Bounds::FULL.of(turn)
    }
}

/// The result of a search with mistakes: the value of the root, and the move; `None` if the root is a leaf.
pub type SearchResult<M> = Result<(FieldValue, Option<M>), Stopped>;

/// A search by a program with mistakes.
pub struct MistakenSearch<'a, G: SearchedGame> {
    game: G,
    prunes: bool,
    /// The bounds of a program in which all nodes share one pair.
    shared: Bounds,
    /// True if the child just left told its parent to stop (`parent-cut-off`).
    stops_parent: bool,
    root_turn: Turn,
    /// The last move that was the best so far at some node.
    latest_best: Option<G::Move>,
    /// The best value of a grandchild of the root so far, and the root's move that leads to the grandchild.
    best_grandchild: Option<(FieldValue, Option<G::Move>)>,
    budget: &'a mut NodeBudget,
    observe: &'a mut Observe<'a, G::Move>,
}

impl<'a, G: SearchedGame> MistakenSearch<'a, G> {
    /// A search that has not begun.
    pub fn new(game: G, prunes: bool, budget: &'a mut NodeBudget, observe: &'a mut Observe<'a, G::Move>) -> Self {
        Self {
            game,
            prunes,
            shared: Bounds::FULL,
            stops_parent: false,
            root_turn: Turn::Max,
            latest_best: None,
            best_grandchild: None,
            budget,
            observe,
        }
    }

    /// Searches from a root with the given bounds.
    pub fn run(mut self, mut root: G::State, bounds: Bounds) -> SearchResult<G::Move> {
        self.shared = bounds;
        self.root_turn = self.game.turn(&root);
        let at = self.game.mistakes(self.root_turn);
        let node = SearchedNode { reached_by: None, ply: 0, passes: 0, free_passes: 0, parent_passed: false };
        let (value, best) = self.visit(&mut root, node, bounds)?;
        let played = match self.best_grandchild {
            _ if at.contains(PlainMistake::BestMoveOfAnyNode) => best.and(self.latest_best),
            Some((_, played)) if at.contains(PlainMistake::RootMoveFromGrandchild) => played,
            _ => best,
        };
        Ok((value, played))
    }

    /// Searches a node. Each node has its own state, unless a mistake makes all nodes share one board.
    fn visit(&mut self, state: &mut G::State, node: SearchedNode<G::Move>, bounds: Bounds) -> SearchResult<G::Move> {
        self.budget.nodes += 1;
        if self.budget.is_spent() {
            return Err(Stopped::BudgetSpent);
        }
        let turn = self.game.turn(state);
        let at = self.game.mistakes(turn);
        let bounds = if at.contains(PlainMistake::BoundsShared) { self.shared } else { bounds };
        let starts_at_bound = self.prunes && at.contains(PlainMistake::ValueStartsAtWindow);
        let start = if starts_at_bound { bounds.of(turn) } else { self.game.start(turn) };
        self.stops_parent = false;
        match self.game.enter(state, &node)? {
            Entered::Leaf { value, is_at_limit } => {
                (self.observe)(&node, turn, Step::Leaf { start, value, bounds, is_at_limit })?;
                Ok((value, None))
            }
            Entered::DeadEnd(number) => {
                (self.observe)(&node, turn, Step::DeadEnd { start, bounds })?;
                Ok((number.unwrap_or(start), None))
            }
            Entered::Inner(moves) => {
                (self.observe)(&node, turn, Step::Inner { start, bounds, moves: moves.len() })?;
                self.children(state, node, (start, bounds), moves)
            }
        }
    }

    fn children(
        &mut self,
        state: &mut G::State,
        node: SearchedNode<G::Move>,
        (start, mut bounds): (FieldValue, Bounds),
        moves: Vec<G::Move>,
    ) -> SearchResult<G::Move> {
        let turn = self.game.turn(state);
        let at = self.game.mistakes(turn);
        let takes_last = at.contains(PlainMistake::TiesToLast)
            || at.contains(match turn {
                Turn::Max => PlainMistake::TiesToLastForMax,
                Turn::Min => PlainMistake::TiesToLastForMin,
            });
        let plays_largest = node.ply == 0 && at.contains(PlainMistake::LargestValuePlayed);
        let (mut value, mut best, mut largest, mut stops_parent) = (start, None, None, false);
        let mut left = moves.len();
        for played in moves {
            left -= 1;
            let child_value = self.child(state, node, bounds, played)?;
            if self.game.is_pass(played) && !self.game.chooses_passes() {
                return Ok((child_value, None));
            }
            if node.ply == 1 {
                self.note_grandchild(node, child_value);
            }
            if at.contains(PlainMistake::BoundsShared) {
                bounds = self.shared;
            }
            let before = (value, bounds);
            let is_larger = match largest {
                Some(largest) if plays_largest => child_value > largest,
                _ => is_better(turn, child_value, value),
            };
            if best.is_none() || is_larger || takes_last && child_value == value {
                largest = Some(child_value);
                best = Some(played);
                self.latest_best = best;
            }
            value = better(turn, value, child_value);
            let mut is_cut_off = false;
            if self.prunes {
                let sets_bound = at.contains(PlainMistake::AlphaIsLastValue)
                    || self.game.is_pass(played) && at.contains(PlainMistake::PassSetsBound);
                match () {
                    () if at.contains(PlainMistake::BoundIsNodeValue) => bounds.set(turn, value),
                    () if sets_bound => bounds.set(turn, child_value),
                    () => bounds = bounds.narrowed(turn, value),
                }
                let (reached, limit) = match () {
                    () if at.contains(PlainMistake::CutOffBeforeUpdate) => {
                        (before.1.of(turn), before.1.of(turn.opponent()))
                    }
                    () if self.game.keeps_bounds_at_cut_off() => (value, bounds.of(turn.opponent())),
                    () => (bounds.of(turn), bounds.of(turn.opponent())),
                };
                is_cut_off = is_cut_off_at(at, turn, reached, limit)
                    && !(left == 0 && at.contains(PlainMistake::NoCutOffAtLastChild));
                stops_parent |= is_cut_off;
                let is_kept = self.game.keeps_bounds_at_cut_off() && stops_parent;
                if is_kept && !at.contains(PlainMistake::CutOffBeforeUpdate) {
                    bounds = before.1;
                }
                self.shared = bounds;
                if at.contains(PlainMistake::ParentCutOff) {
                    is_cut_off = self.stops_parent;
                }
            }
            let after = (value, bounds);
            (self.observe)(&node, turn, Step::Child { played, child_value, before, after, is_cut_off, left })?;
            if is_cut_off && !at.contains(PlainMistake::CutOffDoesNotStop) {
                let returns_bound = self.game.fails_hard() || at.contains(PlainMistake::ReturnsBoundAtCutOff);
                if returns_bound {
                    return Ok((before.1.of(turn.opponent()), best));
                }
                break;
            }
        }
        self.stops_parent = stops_parent;
        let returns_bound = self.prunes && (self.game.fails_hard() || at.contains(PlainMistake::ReturnsWindow));
        Ok((if returns_bound { bounds.of(turn) } else { value }, best))
    }

    fn child(
        &mut self,
        state: &mut G::State,
        parent: SearchedNode<G::Move>,
        bounds: Bounds,
        played: G::Move,
    ) -> Result<FieldValue, Stopped> {
        let turn = self.game.turn(state);
        let at = self.game.mistakes(turn);
        let is_pass = self.game.is_pass(played);
        let node = SearchedNode {
            reached_by: Some(played),
            ply: parent.ply + 1,
            passes: match () {
                () if is_pass => parent.passes + 1,
                () if at.contains(PlainMistake::PassesNeverReset) => parent.passes,
                () => 0,
            },
            free_passes: parent.free_passes + i64::from(is_pass && at.contains(PlainMistake::PassCostsNoPly)),
            parent_passed: parent.reached_by.is_some_and(|played| self.game.is_pass(played)),
        };
        let mut child = self.game.after(state, played);
        let is_reset = is_pass && at.contains(PlainMistake::WindowResetByPass);
        let bounds = if is_reset { Bounds::FULL } else { passed_to_child(at, turn, bounds) };
        let (value, _) = self.visit(&mut child, node, bounds)?;
        *state = self.game.left(state, &child);
        Ok(value)
    }

    fn note_grandchild(&mut self, child: SearchedNode<G::Move>, value: FieldValue) {
        if self.best_grandchild.is_none_or(|(best, _)| is_better(self.root_turn, value, best)) {
            self.best_grandchild = Some((value, child.reached_by));
        }
    }
}

/// The bounds with which a node searches its next child.
fn passed_to_child(at: PlainMistakes, turn: Turn, bounds: Bounds) -> Bounds {
    let is_own_alone = |own| at.contains(PlainMistake::OneBoundPassed) && turn == own;
    let is_lost = |mistake| at.contains(PlainMistake::WindowNotPassed) || at.contains(mistake);
    let is_alpha_lost = is_lost(PlainMistake::AlphaNotPassed) || is_own_alone(Turn::Min);
    let is_beta_lost = is_lost(PlainMistake::BetaNotPassed) || is_own_alone(Turn::Max);
    Bounds {
        alpha: if is_alpha_lost { Bounds::FULL.alpha } else { bounds.alpha },
        beta: if is_beta_lost { Bounds::FULL.beta } else { bounds.beta },
    }
}

/// True if a program with these mistakes cuts off a node with a bound, and the opponent's bound as its limit.
fn is_cut_off_at(at: PlainMistakes, turn: Turn, bound: FieldValue, limit: FieldValue) -> bool {
    let (strict, other_alone) = match turn {
        Turn::Max => (PlainMistake::StrictCutOffForMax, PlainMistake::MinCutsOnly),
        Turn::Min => (PlainMistake::StrictCutOffForMin, PlainMistake::MaxCutsOnly),
    };
    let is_strict = at.contains(PlainMistake::StrictCutOff) || at.contains(strict);
    (is_better(turn, bound, limit) || bound == limit && !is_strict)
        && !at.contains(PlainMistake::NoCutOff)
        && !at.contains(other_alone)
}
