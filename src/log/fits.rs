//! Whether a log fits into a space, found out at a small part of the cost of writing it.

use super::{
    Columns, LogFormat,
    size::{longest_row, size},
};
use crate::{
    fast::NodeCounter,
    files::LineEnding,
    game::{Depth, Evaluation, Kernel, estimate_nodes, perft},
    games::reversi::Rules,
    search::Search,
};

/// Where a tree has more nodes than this at one ply, it is not looked at for an estimate: less than a tenth of a second.
const LOOKED_AT: u64 = 4_000_000;

/// The same before anything is estimated: less than a millisecond, which is enough for most logs.
const LOOKED_AT_FIRST: u64 = 20_000;

/// No header is longer.
const HEADER: u64 = 64;

/// No row is shorter: a square, a depth and a value, a separator after each of the first two, and a line end. The root
/// has one row less than other nodes, for which the header makes up, and in JSON lines the length of the rows.
const SHORTEST_ROW: u64 = 7;

/// Whether the log of a search has at most `space` bytes.
pub(super) fn fits<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    format: LogFormat,
    line_ending: LineEnding,
    space: u64,
) -> bool {
    let game = &search.root;
    // Each node has a row as it is entered or evaluated, and then its parent has one.
    let row = longest_row(search, format, line_ending);
    let bytes = |nodes: u64| nodes.saturating_mul(2 * row).saturating_add(HEADER);
    let plies = search.deepest().plies();
    let near = |most| (0..plies).take_while(move |&horizon| perft(game, horizon) <= most);
    let fits_by = |horizon| bytes(nodes_at_most(game, plies, horizon)) <= space;
    if near(LOOKED_AT_FIRST).any(fits_by) {
        return true;
    }
    if is_hopeless(search, space) {
        return false;
    }
    if near(LOOKED_AT).any(fits_by) {
        return true;
    }
    if !W::PRUNES {
        // A search that is less deep has fewer nodes: where those are too many, the others need not be counted.
        let (mut counter, mut nodes) = (NodeCounter::new(), 0);
        for depth in 0..=plies {
            nodes = counter.nodes(game, Depth::new(depth));
            if nodes.saturating_mul(2 * SHORTEST_ROW) > space {
                return false;
            }
        }
        if bytes(nodes) <= space {
            return true;
        }
    }
    // Where a thread is missing, the log itself will tell.
    !matches!(size(search, format, line_ending, space), Ok(None))
}

/// Whether a log is so much too large that an estimate tells: counting would take minutes, or for ever.
///
/// Minimax goes to all nodes. Alpha-beta goes to the square root of their number at best (Knuth and Moore 1975), and in
/// positional order to more: on the boards that come with this program, at depths 8 to 12, to the power of 0.64 to 0.74.
fn is_hopeless<R: Rules, W: Columns, E>(search: &Search<R, W, E>, space: u64) -> bool {
    const PLAYOUTS: u32 = 2000;
    const LEAST_POWER: f64 = 0.6;
    /// An estimate of this many times the space is no matter of chance.
    const MARGIN: f64 = 16.0;
    let nodes = estimate_nodes(&search.root, search.deepest(), PLAYOUTS);
    let searched = if W::PRUNES { nodes.powf(LEAST_POWER) } else { nodes };
    let (row, space) = (SHORTEST_ROW as f64, space as f64);
    searched * 2.0 * row > MARGIN * space
}

/// At most how many nodes a tree has down to `plies`, from the true ones down to the children at the `horizon` (less
/// than `plies`).
fn nodes_at_most<R: Rules>(game: &R, plies: u32, horizon: u32) -> u64 {
    game.dispatch(NodesAtMost { plies, horizon })
}

struct NodesAtMost {
    plies: u32,
    horizon: u32,
}

impl<R: Rules> Kernel<R> for NodesAtMost {
    type Output = u64;

    #[inline(always)]
    fn visit(self, game: &R) -> u64 {
        let plies = self.plies - 1;
        let below = match self.horizon.checked_sub(1) {
            Some(horizon) => {
                let children = game.moves().map(|played| nodes_at_most(&game.after(played), plies, horizon));
                children.fold(0, u64::saturating_add)
            }
            None => (game.moves().count() as u64).saturating_mul(beyond(game, plies)),
        };
        below.saturating_add(1)
    }
}

/// At most how many nodes there are in the tree below a child of a position, down to `plies` below the child, the child
/// itself among them.
fn beyond(game: &impl Rules, plies: u32) -> u64 {
    // Of the eight neighbours of a disc laid, the one captured and, at worst, two next to both are not new, and the
    // disc's own square leaves: 8 - 1 - 2 - 1.
    const MORE: u64 = 4;
    let position = game.position();
    let (empty_neighbours, empty) = (u64::from(position.empty_neighbours().len()), u64::from(position.empty().len()));
    let mut nodes: u64 = 1;
    let mut at_ply: u64 = 1;
    for ply in 1..=u64::from(plies) {
        // Without a capture there may be a pass.
        at_ply = at_ply.saturating_mul((empty_neighbours + MORE * ply).min(empty).max(1));
        nodes = nodes.saturating_add(at_ply);
    }
    nodes
}
