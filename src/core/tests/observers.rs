//! Tests the general observers: counts, and the line of best play.

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Game},
    games::reversi::{Pass, Pieces, Rules},
    search::{AlphaBeta, Counts, NoWindow, PrincipalVariation, Search},
};

use reversi_testing::positions::{self, nodes};

/// The line of best play, computed by a new search at every step.
fn searched_again<R: Rules>(mut game: R, depth: u32) -> Vec<R::Move> {
    let depths = (0..=depth).rev().map(Depth::new);
    let moves = depths.map_while(|depth| {
        let Ok(outcome) = Search { root: game, depth, window: NoWindow, evaluation: &Pieces }.run(&mut ());
        game = game.after(outcome.best?);
        outcome.best
    });
    moves.collect()
}

fn check_line<R: Rules>(game: R, depth: u32) -> Result<(), TestCaseError> {
    let mut by_minimax = PrincipalVariation::new();
    let mut by_alpha_beta = PrincipalVariation::new();
    let Ok(minimax) =
        Search { root: game, depth: Depth::new(depth), window: NoWindow, evaluation: &Pieces }.run(&mut by_minimax);
    let Ok(alpha_beta) = Search { root: game, depth: Depth::new(depth), window: AlphaBeta::FULL, evaluation: &Pieces }
        .run(&mut by_alpha_beta);
    let expected = searched_again(game, depth);
    prop_assert_eq!(by_minimax.moves(), expected.as_slice());
    prop_assert_eq!(by_alpha_beta.moves(), expected.as_slice());
    prop_assert_eq!(minimax, alpha_beta);
    prop_assert_eq!(minimax.best.as_ref(), expected.first());
    Ok(())
}

/// Counts the nodes and leaves of a tree by visiting every node.
fn walk<G: Game>(game: G, depth: u32) -> (u64, u64) {
    let moves: Vec<_> = if depth == 0 { Vec::new() } else { game.moves().collect() };
    if moves.is_empty() {
        return (1, 1);
    }
    let children = moves.into_iter().map(|played| walk(game.after(played), depth - 1));
    children.fold((1, 0), |(nodes, leaves), child| (nodes + child.0, leaves + child.1))
}

proptest! {
    #![proptest_config(reversi_testing::random(500))]

    #[test]
    fn the_line_of_one_search_is_that_of_a_new_search_at_every_step(
        position in positions::any_position(),
        depth in 0_u32..4,
    ) {
        check_line(Pass(position), depth)?;
        nodes(position).into_iter().try_for_each(|node| check_line(node, depth))?;
    }

    #[test]
    fn a_line_forgets_the_search_before(first in positions::any_position(), second in positions::any_position()) {
        let mut used = PrincipalVariation::new();
        let Ok(_) = Search { root: Pass(first), depth: Depth::new(3), window: AlphaBeta::FULL, evaluation: &Pieces }.run(&mut used);
        let Ok(_) = Search { root: Pass(second), depth: Depth::new(2), window: AlphaBeta::FULL, evaluation: &Pieces }.run(&mut used);
        prop_assert_eq!(used.moves(), searched_again(Pass(second), 2));
    }

    #[test]
    fn minimax_counts_every_node_of_the_tree(position in positions::any_position(), depth in 0_u32..4) {
        let search = Search { root: Pass(position), depth: Depth::new(depth), window: NoWindow, evaluation: &Pieces };
        let (nodes, leaves) = walk(Pass(position), depth);
        let mut counts = Counts::default();
        for searches in 1..=2 {
            let Ok(_) = search.run(&mut counts);
            prop_assert_eq!(counts, Counts { nodes: searches * nodes, leaves: searches * leaves, cut_offs: 0 });
        }
    }
}
