//! Tests exact values against the plain search to the end of the game.

use std::sync::{Arc, atomic::AtomicBool};

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Evaluation, Game, Value},
    games::reversi::{
        Move, Pass, Pieces, Position, Rules, Size,
        notation::{self, Content, Notation},
        one_line,
    },
    search::{AlphaBeta, Outcome, PrincipalVariation, Search},
};
use reversi_solve::endgame::{Goal, Score, Solution, Solver};

use reversi_testing::positions::{self, endings};

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

fn solve(position: &Position, goal: Goal, score: Score) -> Solution {
    Solver::new(position.size(), score).solve(position, goal).expect("nothing stops it")
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

fn check(position: &Position, score: Score) -> Result<(), TestCaseError> {
    let (value, outcome, line) = plain(&Pass(*position), score);
    let mut solver = Solver::new(position.size(), score);
    let solution = solver.solve(position, Goal::Best).expect("nothing stops it");
    prop_assert_eq!((solution.value, solution.best), (value, outcome.best));
    prop_assert_eq!(solver.line(position), line);
    Ok(())
}

proptest! {
    #![proptest_config(reversi_testing::random(2000))]

    #[test]
    fn value_best_move_and_line_equal_those_of_the_plain_search(
        position in endings(7),
        score in scores(),
    ) {
        check(&position, score)?;
    }

    #[test]
    fn every_move_has_the_value_that_the_plain_search_finds(position in endings(6), score in scores()) {
        let solution = solve(&position, Goal::AllMoves, score);
        let game = Pass(position);
        let expected: Vec<_> = game.moves().map(|played| (played, -plain(&game.after(played), score).0)).collect();
        prop_assert_eq!(solution.moves, expected);
        let (value, outcome, _) = plain(&game, score);
        prop_assert_eq!((solution.value, solution.best), (value, outcome.best));
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(100))]

    #[test]
    fn they_are_those_of_the_plain_search_from_farther_away(
        position in (positions::size(), 8_u32..=11).prop_flat_map(|(size, empty)| played_to(size, empty)),
        score in scores(),
    ) {
        check(&position, score)?;
    }
}

#[test]
fn small_boards_have_the_values_that_everybody_finds() {
    let value = |rows, score| {
        let position = Position::opening(Size::new(rows).expect("a size"));
        solve(&position, Goal::Best, score).value
    };
    // On 4x4, white wins by 3 to 11, and two squares stay empty.
    assert_eq!(value(4, Score::Discs), -8);
    assert_eq!(value(4, Score::WinnerTakesEmpties), -10);
    // The 5x5 start position of courses has discs in two corners; perfect play is a draw.
    let position = one_line::parse_rows("WB.../BW.../...../...BW/...WB").expect("a board");
    let solution = solve(&position, Goal::Best, Score::Discs);
    let best = solution.best.and_then(Move::square).map(|square| square.to_string());
    assert_eq!((solution.value, best.as_deref()), (0, Some("e3")));
}

#[test]
fn a_stopped_solver_has_no_solution() {
    let opening = Position::opening(Size::EIGHT);
    let stop = Arc::new(AtomicBool::new(true));
    let mut solver = Solver::new(Size::EIGHT, Score::Discs);
    solver.stop_by(stop);
    for goal in [Goal::Best, Goal::AllMoves] {
        assert_eq!(solver.solve(&opening, goal), None);
    }
    assert!(solver.line(&opening).is_empty());
}

#[test]
fn ffo_positions_have_their_published_values() {
    let text = std::fs::read_to_string(reversi_testing::path("fixtures/ffo.obf")).expect("a fixture");
    let items = notation::parse_only(Notation::Obf, &text, &Position::opening(Size::EIGHT)).expect("positions");
    // FFO 40: 20 empty squares.
    for (item, best) in items.into_iter().zip(["a2"]) {
        let Content::Scored(scored) = item.content else { unreachable!("positions with scores") };
        let solution = solve(&scored.position, Goal::Best, Score::WinnerTakesEmpties);
        assert_eq!(Some(solution.value), scored.best());
        assert_eq!(solution.best.map(|best| best.to_string()), Some(best.to_owned()));
    }
}
