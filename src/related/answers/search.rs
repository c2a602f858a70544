//! The plain search of programs with mistakes. Without mistakes, its answers are those of the fast searches.

use super::{Mistakes, mistakes::makes};

/// The two players: the first is MAX.
pub type Player = usize;

/// The error of a search that visits more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// The children of a node: the move that leads to each child (`None` for a pass), and its state.
pub type Children<M, S> = Vec<(Option<M>, S)>;

/// A game with mistakes in its rules and its evaluation.
pub trait MistakenGame {
    type Move: Copy;
    type State: Copy;

    fn mistakes(&self) -> Mistakes;

    /// True if a node of the right program returns alpha or beta, and a pass is searched like a move.
    fn returns_bounds(&self) -> bool;

    /// The children of a node; a leaf has no children. `passes` is the number of passes just before the node.
    fn children(&self, player: Player, state: &Self::State, ply: u32, passes: u32)
    -> Children<Self::Move, Self::State>;

    /// The value of a leaf with `player` to move.
    fn value(&self, state: &Self::State, player: Player) -> i32;
}

/// The alpha and beta of a node.
#[derive(Clone, Copy, Debug)]
pub struct Bounds(pub i32, pub i32);

impl Bounds {
    /// A number that no value reaches.
    const INFINITY: i32 = 1_000_000_000;
    pub const FULL: Self = Self(-Self::INFINITY, Self::INFINITY);
}

/// A search, and what it counts.
#[derive(Debug)]
pub struct MistakenSearch<'a, G> {
    game: &'a G,
    prune: bool,
    /// The player to move at the root.
    root: Player,
    /// The bounds of all nodes, if the program has only one pair of bounds.
    shared: Bounds,
    /// The number of nodes that the search may still visit.
    left: u64,
    pub nodes: u64,
    pub leaves: u64,
    pub cut_offs: u64,
}

/// The best move of a node, and its value.
type Found<M> = Result<(i32, Option<M>), OutOfNodes>;

impl<'a, G: MistakenGame> MistakenSearch<'a, G> {
    /// A search that prunes or not, and visits at most `left` nodes.
    pub fn new(game: &'a G, prune: bool, left: u64) -> Self {
        let prune = prune || makes!(game.mistakes(), "always-prunes");
        Self { game, prune, root: 0, shared: Bounds::FULL, left, nodes: 0, leaves: 0, cut_offs: 0 }
    }

    /// The number of nodes that another search may still visit.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Searches from the root; returns the printed value, and the best move.
    pub fn run(&mut self, player: Player, state: &G::State, bounds: Bounds) -> Found<G::Move> {
        (self.root, self.shared) = (player, bounds);
        let (value, best) = self.visit(player, state, bounds, 0, 0)?;
        let is_negated = player == 1 && makes!(self.game.mistakes(), "value-from-player");
        Ok((if is_negated { -value } else { value }, best))
    }

    fn maximises(&self, player: Player) -> bool {
        let made = self.game.mistakes();
        let max = match () {
            () if makes!(made, "player-to-move-is-max") => self.root,
            () if makes!(made, "max-and-min-swapped") => 1,
            () => 0,
        };
        player == max || makes!(made, "every-node-max")
    }

    fn count(&mut self, is_max: bool, ply: u32, passes: u32, children: u64) {
        let made = self.game.mistakes();
        if makes!(made, "pruned-counted") {
            self.nodes += children + u64::from(ply == 0);
            return;
        }
        let is_left_out = ply == 0 && makes!(made, "root-not-counted")
            || children == 0 && makes!(made, "leaves-not-counted")
            || passes > 0 && makes!(made, "pass-not-counted")
            || is_max && makes!(made, "max-not-counted")
            || !is_max && makes!(made, "min-not-counted");
        self.nodes += u64::from(!is_left_out);
    }

    fn visit(&mut self, player: Player, state: &G::State, bounds: Bounds, ply: u32, passes: u32) -> Found<G::Move> {
        self.left = self.left.checked_sub(1).ok_or(OutOfNodes)?;
        let made = self.game.mistakes();
        let is_max = self.maximises(player);
        let children = self.game.children(player, state, ply, passes);
        self.count(is_max, ply, passes, children.len() as u64);
        let Some((first, _)) = children.first() else {
            self.leaves += 1;
            return Ok((self.game.value(state, player), None));
        };
        let is_pass = first.is_none();
        if is_pass && (makes!(made, "no-move-keeps-infinity") || ply == 0 && makes!(made, "pass-returns-worst")) {
            return Ok((if is_max { -10_000 } else { 10_000 }, None));
        }
        let has_shared = makes!(made, "bounds-shared");
        let mut bounds = if has_shared { self.shared } else { bounds };
        let takes_last = makes!(made, "ties-to-last")
            || is_max && makes!(made, "ties-to-last-for-max")
            || !is_max && makes!(made, "ties-to-last-for-min");
        let mut best: Option<(i32, Option<G::Move>)> = None;
        let last = children.len() - 1;
        for (place, (played, child)) in children.iter().enumerate() {
            let after_passes = if played.is_none() { passes + 1 } else { 0 };
            let window = handed_down(made, bounds, is_max);
            let (child_value, _) = self.visit(1 - player, child, window, ply + 1, after_passes)?;
            if is_pass && !self.game.returns_bounds() {
                // A pass is not a choice: it has no window and no cut-off.
                return Ok((child_value, None));
            }
            let is_better = |value| if is_max { child_value > value } else { child_value < value };
            if best.is_none_or(|(value, _)| is_better(value) || takes_last && child_value == value) {
                best = Some((child_value, *played));
            }
            if !self.prune {
                continue;
            }
            bounds = if has_shared { self.shared } else { bounds };
            let narrowed = |bound: i32| match () {
                () if makes!(made, "alpha-is-last-value") => child_value,
                () if is_max => child_value.max(bound),
                () => child_value.min(bound),
            };
            bounds = if is_max { Bounds(narrowed(bounds.0), bounds.1) } else { Bounds(bounds.0, narrowed(bounds.1)) };
            self.shared = bounds;
            if is_cut_off(made, bounds, is_max, place == last) {
                self.cut_offs += 1;
                let (value, best) = best.expect("the child's value");
                let returns_bound = self.game.returns_bounds() || makes!(made, "returns-bound-at-cut-off");
                let bound = if is_max { bounds.1 } else { bounds.0 };
                return Ok((if returns_bound { bound } else { value }, best));
            }
        }
        let (value, best) = best.expect("at least one child");
        let returns_bound = self.prune && (self.game.returns_bounds() || makes!(made, "returns-window"));
        let bound = if is_max { bounds.0 } else { bounds.1 };
        Ok((if returns_bound { bound } else { value }, best))
    }
}

/// The bounds with which a node searches its next child.
fn handed_down(made: Mistakes, bounds: Bounds, is_max: bool) -> Bounds {
    let hands_own = makes!(made, "one-bound-handed-down");
    let hides_alpha = makes!(made, "window-not-handed-down", "alpha-not-handed-down") || hands_own && !is_max;
    let hides_beta = makes!(made, "window-not-handed-down", "beta-not-handed-down") || hands_own && is_max;
    let Bounds(lowest, highest) = Bounds::FULL;
    Bounds(if hides_alpha { lowest } else { bounds.0 }, if hides_beta { highest } else { bounds.1 })
}

fn is_cut_off(made: Mistakes, Bounds(alpha, beta): Bounds, is_max: bool, is_last: bool) -> bool {
    let never = makes!(made, "no-cut-off")
        || is_max && makes!(made, "min-cuts-only")
        || !is_max && makes!(made, "max-cuts-only")
        || is_last && makes!(made, "no-cut-off-at-last-child");
    let is_strict = makes!(made, "strict-cut-off")
        || is_max && makes!(made, "strict-cut-off-for-max")
        || !is_max && makes!(made, "strict-cut-off-for-min");
    !never && if is_strict { alpha > beta } else { alpha >= beta }
}
