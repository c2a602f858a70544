//! Tests exact values against the plain search to the end of the game.

use std::{
    fs,
    num::NonZero,
    sync::{Arc, atomic::AtomicBool},
};

use proptest::prelude::*;
use reversi_core::{
    fast,
    game::{Bounds, Depth, Evaluation, Game, Value},
    games::reversi::{
        Bitboard, Color, Move, Pass, Pieces, Position, Rules, Size, Square,
        notation::{self, Content, Item, Notation, ScoredPosition},
        one_line,
    },
    search::{AlphaBeta, Outcome, PrincipalVariation, Search},
};
use reversi_solve::endgame::{Choice, Goal, Score, Settings, Solution, Solver};

use reversi_testing::{
    all_tests, by_profile,
    positions::{self, endings},
};

#[path = "../../benches/training.rs"]
mod training;

/// The difference of discs, where the winner also gets the empty squares.
struct Tournament;

impl Evaluation<Pass> for Tournament {
    fn evaluate(&self, game: &Pass) -> Value {
        let empty = i32::try_from(game.position().empty().len()).expect("at most 64");
        let difference = Evaluation::<Pass>::evaluate(&Pieces, game).finite().expect("a number of discs");
        Value::new(difference + empty * difference.signum())
    }
}

/// The value for the player to move, the outcome of the plain search, and the plain search's line of best play.
fn plain(game: &Pass, score: Score) -> (i32, Outcome<Move>, Vec<Move>) {
    match score {
        Score::Discs => searched(game, &Pieces),
        Score::WinnerTakesEmpties => searched(game, &Tournament),
    }
}

fn searched(game: &Pass, evaluation: &impl Evaluation<Pass>) -> (i32, Outcome<Move>, Vec<Move>) {
    let mut line = PrincipalVariation::new();
    let search = Search { root: *game, depth: Depth::UNLIMITED, window: AlphaBeta::FULL, evaluation };
    let Ok(outcome) = search.run(&mut line);
    let value = outcome.value.finite().expect("a number of discs");
    let to_black = if game.0.side_to_move() == game.max() { 1 } else { -1 };
    (to_black * value, outcome, line.moves().to_vec())
}

fn settings(score: Score, threads: usize, memory: usize) -> Settings {
    Settings { score, threads: NonZero::new(threads).expect("a thread"), memory }
}

fn solve(position: &Position, goal: Goal, settings: Settings) -> Solution {
    Solver::new(position.size(), settings).solve(position, goal, &mut |_| ())
}

/// A strategy for positions from random games with `empty` empty squares.
fn played_to(size: Size, empty: u32) -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 60).prop_map(move |choices| {
        let mut game = Pass(Position::opening(size));
        for choice in choices {
            let moves: Vec<Move> = game.moves().collect();
            if moves.is_empty() || game.0.empty().len() <= empty {
                break;
            }
            game = game.after(*choice.get(&moves));
        }
        game.0
    })
}

fn scores() -> impl Strategy<Value = Score> {
    prop_oneof![Just(Score::Discs), Just(Score::WinnerTakesEmpties)]
}

fn check(position: &Position, score: Score, settings: Settings) -> Result<(), TestCaseError> {
    let game = Pass(*position);
    let (value, outcome, line) = plain(&game, score);
    let mut solver = Solver::new(position.size(), settings);
    let solution = solver.solve(position, Goal::Best, &mut |_| ());
    prop_assert!(solution.is_complete);
    prop_assert_eq!(solution.value.exact(), Some(value));
    prop_assert_eq!(solution.best(), outcome.best);
    prop_assert_eq!(solver.line(position, value, Choice::First), line);
    let line = solver.line(position, value, Choice::MostPromising);
    let end = line.into_iter().fold(game, |game, played| game.after(played));
    prop_assert!(end.0.is_over());
    let sign = if end.0.side_to_move() == position.side_to_move() { 1 } else { -1 };
    prop_assert_eq!(sign * plain(&end, score).0, value);
    Ok(())
}

proptest! {
    #![proptest_config(reversi_testing::random(2000))]

    #[test]
    fn value_best_move_and_line_equal_those_of_the_plain_search(
        position in endings(7),
        score in scores(),
    ) {
        check(&position, score, settings(score, 1, 1 << 20))?;
    }

    #[test]
    fn every_move_has_the_value_that_the_plain_search_finds(position in endings(6), score in scores()) {
        let solution = solve(&position, Goal::AllMoves, settings(score, 1, 1 << 20));
        let game = Pass(position);
        let expected: Vec<_> = game.moves().map(|played| (played, Some(-plain(&game.after(played), score).0))).collect();
        let found: Vec<_> = solution.moves.iter().map(|known| (known.played, known.bounds.exact())).collect();
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(100))]

    #[test]
    fn they_are_those_of_the_plain_search_from_farther_away(
        position in (positions::size(), 8_u32..=11).prop_flat_map(|(size, empty)| played_to(size, empty)),
        score in scores(),
    ) {
        check(&position, score, settings(score, 1, 1 << 16))?;
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(12))]

    #[test]
    fn threads_and_memory_change_nothing(
        position in (6_u8..=8).prop_flat_map(|rows| played_to(Size::new(rows).expect("6 to 8 rows"), 16)),
        score in scores(),
    ) {
        let expected = solve(&position, Goal::Best, settings(score, 1, 1 << 24));
        let all = solve(&position, Goal::AllMoves, settings(score, 1, 1 << 24));
        prop_assert_eq!((expected.value, expected.best()), (all.value, all.best()));
        for (threads, memory) in [(1, 0), (2, 0), (2, 1 << 24), (3, 1 << 12)] {
            let settings = settings(score, threads, memory);
            let found = solve(&position, Goal::Best, settings);
            prop_assert_eq!((found.value, found.best()), (expected.value, expected.best()));
            prop_assert_eq!(solve(&position, Goal::AllMoves, settings).moves, all.moves.clone());
        }
    }

    #[test]
    fn the_fast_search_finds_the_same_by_discs(position in played_to(Size::EIGHT, 11)) {
        let outcome = fast::FastSearch::new(&Pieces).search(&Pass(position), Depth::UNLIMITED);
        let solution = solve(&position, Goal::Best, settings(Score::Discs, 1, 1 << 24));
        prop_assert_eq!(solution.best(), outcome.and_then(|outcome| outcome.best));
    }
}

#[test]
fn small_boards_have_the_values_that_everybody_finds() {
    let value = |rows, score| {
        let position = Position::opening(Size::new(rows).expect("a size"));
        solve(&position, Goal::Value, settings(score, 1, 1 << 24)).value.exact()
    };
    // On 4x4, white wins by 3 to 11, and two squares stay empty.
    assert_eq!(value(4, Score::Discs), Some(-8));
    assert_eq!(value(4, Score::WinnerTakesEmpties), Some(-10));
    for rows in 2..=3 {
        assert!(value(rows, Score::Discs).is_some(), "{rows} rows");
    }
    // The 5x5 start position of courses has discs in two corners; perfect play is a draw.
    let position = one_line::parse_rows("WB.../BW.../...../...BW/...WB").expect("a board");
    let solution = solve(&position, Goal::Best, settings(Score::Discs, 1, 1 << 24));
    let best = solution.best().and_then(Move::square).map(|square| square.to_string());
    assert_eq!((solution.value.exact(), best.as_deref()), (Some(0), Some("e3")));
}

#[test]
fn a_solver_keeps_nothing_that_is_wrong_for_the_next_position() {
    let mut solver = Solver::new(Size::FOUR, settings(Score::Discs, 1, 1 << 12));
    let mut game = Pass(Position::opening(Size::FOUR));
    while let Some(played) = game.moves().last() {
        let solution = solver.solve(&game.0, Goal::Best, &mut |_| ());
        let (value, outcome, _) = plain(&game, Score::Discs);
        assert_eq!((solution.value.exact(), solution.best()), (Some(value), outcome.best));
        game = game.after(played);
    }
}

#[test]
fn a_stopped_solver_says_what_it_knows() {
    let opening = Position::opening(Size::EIGHT);
    let stop = Arc::new(AtomicBool::new(true));
    let mut solver = Solver::new(Size::EIGHT, Settings::default());
    solver.stop_by(stop);
    let solution = solver.solve(&opening, Goal::Best, &mut |_| ());
    assert!(!solution.is_complete);
    assert_eq!(solution.value, Bounds { lower: -64, upper: 64 });
    assert_eq!(solution.moves.len(), 4);
    assert!(solver.line(&opening, 0, Choice::First).is_empty());
}

#[test]
fn a_proof_that_is_prepared_by_a_selective_search_is_a_proof() {
    // The position has five full rows of black discs next to three empty rows. Two discs in the full rows are white.
    // Black can capture both white discs, and white never has a move.
    let white = Bitboard(1 << 35 | 1 << 37);
    let position = Position::new(Size::EIGHT, Color::Black, Bitboard((1 << 40) - 1) - white, white);
    assert!(position.empty().len() >= 24, "so many are prepared");
    for threads in [1, 2] {
        let solution = solve(&position, Goal::AllMoves, settings(Score::WinnerTakesEmpties, threads, 1 << 20));
        let expected: Vec<_> = Pass(position).moves().map(|played| (played, Some(64))).collect();
        let found: Vec<_> = solution.moves.iter().map(|known| (known.played, known.bounds.exact())).collect();
        assert_eq!((solution.value.exact(), found), (Some(64), expected));
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(30))]

    /// The last of five rows of black discs contains some white discs, but not at the edge. Three empty rows follow the
    /// five full rows. Every black move captures all white discs.
    #[test]
    fn proofs_after_a_selective_search_find_the_plain_values(
        white in prop::sample::subsequence((33..39_u8).collect::<Vec<_>>(), 1..=3),
        threads in 1..=2_usize,
    ) {
        let white: Bitboard = white.into_iter().filter_map(Square::from_index).collect();
        let position = Position::new(Size::EIGHT, Color::Black, Bitboard((1 << 40) - 1) - white, white);
        let (value, outcome, _) = plain(&Pass(position), Score::Discs);
        let solution = solve(&position, Goal::Best, settings(Score::Discs, threads, 1 << 20));
        prop_assert_eq!((solution.value.exact(), solution.best()), (Some(value), outcome.best));
    }
}

#[test]
fn ffo_positions_have_their_published_values() {
    let text = std::fs::read_to_string(reversi_testing::path("fixtures/ffo.obf")).expect("a fixture");
    let items = notation::parse_only(Notation::Obf, &text, &Position::opening(Size::EIGHT)).expect("positions");
    // FFO 40 and 41: 20 and 22 empty squares.
    for (item, best) in items.into_iter().zip(["a2", "h4"]) {
        let Content::Scored(scored) = item.content else { unreachable!("positions with scores") };
        let solution = solve(&scored.position, Goal::Best, settings(Score::WinnerTakesEmpties, 2, 1 << 26));
        assert_eq!(solution.value.exact(), scored.best());
        assert_eq!(solution.best().map(|best| best.to_string()), Some(best.to_owned()));
    }
}

#[test]
fn progress_is_reported_until_the_value_is_known() {
    let position = Position::opening(Size::FOUR);
    let mut seen = Vec::new();
    let solution = Solver::new(Size::FOUR, Settings::default())
        .solve(&position, Goal::Value, &mut |progress| seen.push(progress.value()));
    assert_eq!(seen.last(), Some(&solution.value));
    assert!(seen.is_sorted_by(|before, after| before.lower <= after.lower && before.upper >= after.upper));
}

proptest! {
    #[test]
    fn boards_that_look_alike_promise_alike(position in positions::reachable(Size::EIGHT)) {
        let solver = Solver::new(Size::EIGHT, Settings::default());
        let expected = solver.expected(&position);
        prop_assert!(expected.is_some());
        for symmetry in 1..8 {
            prop_assert_eq!(solver.expected(&positions::image(&position, symmetry)), expected);
        }
    }
}

#[test]
fn training_finds_the_same_weights_whatever_the_threads() {
    let train = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| training::train(40))
    };
    let (weights, error) = train(1);
    assert!(weights.iter().any(|&weight| weight != 0));
    assert_eq!((weights, error), train(3));
}

/// For positions with known values, compares the error of the expected lead with the error that the guide names.
#[test]
fn estimated_leads_near_the_end_keep_the_errors_of_the_guide() {
    let text = fs::read_to_string(reversi_testing::path("fixtures/near-end.obf")).expect("the fixture is there");
    let items = notation::parse_only(Notation::Obf, &text, &Position::opening(Size::EIGHT)).expect("positions");
    assert_eq!(items.len(), 100);
    let mut solver = Solver::by_discs(Size::EIGHT);
    let error = |item: &Item| {
        let Content::Scored(ScoredPosition { position, score: Some(score), .. }) = &item.content else {
            panic!("line {} has no score", item.line)
        };
        assert!((17..=20).contains(&position.empty().len()));
        let (_, lead) = solver.expected_line(position, 8).expect("8x8");
        (lead.clamp(-64.0, 64.0).round() - f64::from(*score)).abs()
    };
    let errors: Vec<f64> = items.iter().take(by_profile(4, 100)).map(error).collect();
    let guide = fs::read_to_string(reversi_testing::path("src/guides/agents.md")).expect("a guide");
    let (_, said) = guide.split_once("the error of these estimates").expect("it says so");
    // The guide names the mean error of all positions, and the largest error.
    let mut of_guide = said.split_whitespace().filter_map(|word| word.parse().ok());
    let [mean, most] = [(); 2].map(|()| of_guide.next().expect("a number"));
    let largest = errors.iter().copied().fold(0.0, f64::max);
    assert!(largest <= most, "{largest}");
    if all_tests() {
        let found = [(errors.iter().sum::<f64>() / 10.0).round() / 10.0, largest];
        assert_eq!(found.map(|error| error.to_string()), [mean, most].map(|error: f64| error.to_string()));
    }
}
