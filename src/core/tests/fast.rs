//! Tests the fast search against the plain search: both give one value and one first best move.

use proptest::prelude::*;
use reversi_core::{
    fast::FastSearch,
    game::Depth,
    games::reversi::{Pass, Pieces, Position, Rules, Size, StaticEvaluation, Weights},
    search::{AlphaBeta, Outcome, Search},
};

use crate::evaluation::counted;
use reversi_testing::{
    by_profile,
    positions::{self, endings, nodes},
};

fn plain<R: Rules>(game: &R, depth: Depth, values: &impl StaticEvaluation) -> Outcome<R::Move> {
    let Ok(outcome) = Search { root: *game, depth, window: AlphaBeta::FULL, evaluation: values }.run(&mut ());
    outcome
}

/// Runs searches to several depths with one solver, which keeps its table.
fn check<R: Rules>(game: &R, depths: &[u32], values: &impl StaticEvaluation) -> Result<(), TestCaseError> {
    let mut solver = FastSearch::new(values);
    for &depth in depths {
        let depth = Depth::new(depth);
        prop_assert_eq!(solver.search(game, depth), plain(game, depth, values), "{} plies", depth);
    }
    Ok(())
}

fn check_all_rules(position: Position, depths: &[u32], values: &impl StaticEvaluation) -> Result<(), TestCaseError> {
    check(&Pass(position), depths, values)?;
    nodes(position).iter().try_for_each(|node| check(node, depths, values))
}

/// A strategy for weights of all magnitudes; small weights cause many ties.
fn weights() -> impl Strategy<Value = Weights> {
    let table = |largest: i16| prop::array::uniform8(prop::array::uniform8(-largest..=largest));
    prop_oneof![table(1), table(9), table(i16::MAX)].prop_map(|weights| Weights::new(&weights))
}

/// Plays a game like the batch job, with a search at each step; a step without a move is a pass.
fn check_game(start: Position, depth: Depth, values: &impl StaticEvaluation) -> Result<(), TestCaseError> {
    let mut solver = FastSearch::new(values);
    let mut position = start;
    loop {
        let [root, ..] = nodes(position);
        let found = plain(&root, depth, values);
        prop_assert_eq!(solver.search(&root, depth), found, "{:?}", position);
        position = match found.best {
            Some(square) => position.after_move(square),
            None if position.is_over() => return Ok(()),
            None => position.passed(),
        };
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(1000))]

    #[test]
    fn fast_finds_the_value_and_the_first_best_move(
        position in positions::any_position(),
        depths in prop::sample::subsequence(vec![0, 1, 2, 3, 4], 2).prop_shuffle(),
        weights in weights(),
        sum in counted(),
    ) {
        check_all_rules(position, &depths, &Pieces)?;
        check_all_rules(position, &depths, &Weights::default())?;
        check_all_rules(position, &depths, &weights)?;
        check_all_rules(position, &depths, &sum)?;
    }

    #[test]
    fn fast_finds_them_to_the_end_of_the_game(position in endings(7), weights in weights(), sum in counted()) {
        check_all_rules(position, &[3, u32::MAX, 5], &Pieces)?;
        check_all_rules(position, &[u32::MAX, 6], &Weights::default())?;
        check_all_rules(position, &[6, u32::MAX], &weights)?;
        check_all_rules(position, &[u32::MAX, 5], &sum)?;
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(60))]

    #[test]
    fn fast_finds_them_at_the_depths_of_a_job(
        position in positions::any_position(),
        depth in 5_u32..=6,
        weights in weights(),
        sum in counted(),
    ) {
        check_all_rules(position, &[depth], &Pieces)?;
        check_all_rules(position, &[depth], &weights)?;
        check_all_rules(position, &[5], &sum)?;
    }

    #[test]
    fn fast_finds_them_at_depths_7_and_8_near_the_end(
        position in endings(14),
        weights in weights(),
    ) {
        check_all_rules(position, &[7, 8], &Pieces)?;
        check_all_rules(position, &[8, 7], &weights)?;
    }

    #[test]
    fn fast_plays_the_games_of_the_plain_search(
        start in positions::any_position(),
        depth in 1_u32..=4,
        weights in weights(),
    ) {
        check_game(start, Depth::new(depth), &Pieces)?;
        check_game(start, Depth::new(depth), &Weights::default())?;
        check_game(start, Depth::new(depth), &weights)?;
    }

    #[test]
    fn a_solver_keeps_boards_apart(starts in prop::collection::vec(positions::any_position(), 20)) {
        let mut solver = FastSearch::new(&Pieces);
        for start in starts.iter().chain(&starts) {
            for position in [*start, start.passed()] {
                let depth = Depth::new(3);
                prop_assert_eq!(solver.search(&Pass(position), depth), plain(&Pass(position), depth, &Pieces));
            }
        }
    }
}

#[test]
fn fast_plays_whole_games_from_the_opening() -> Result<(), TestCaseError> {
    for size in (4..=8).filter_map(Size::new) {
        for depth in 1..=by_profile(4, 6) {
            check_game(Position::opening(size), Depth::new(depth), &Pieces)?;
            check_game(Position::opening(size), Depth::new(depth), &Weights::default())?;
        }
    }
    Ok(())
}
