//! Evaluations: each feature against a count of one square after another, expressions read and written, and searches by
//! them.

use std::{collections::HashSet, fs, path::Path};

use proptest::prelude::*;
use reversi::{
    fast::FastSearch,
    game::{Depth, Evaluation},
    games::reversi::{
        Color, CountedPass, Expression, Feature, LeafEvaluation, NoPass, Pass, Position, Rules, Size, Square,
        StaticEvaluation, Sum, Valuation, WipeOut, features::CountedFeature,
    },
    search::{AlphaBeta, NoWindow, Search},
};

use crate::positions;

/// The features, counted one square after another.
mod plain {
    use std::collections::HashSet;

    use super::{Color, Position, Square};

    const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

    fn next(position: &Position, square: Square, (rows, columns): (i8, i8)) -> Option<Square> {
        let (row, column) = (square.row().checked_add_signed(rows)?, square.column().checked_add_signed(columns)?);
        Square::new(row, column).filter(|&square| position.playable().contains(square))
    }

    fn neighbours(position: &Position, square: Square) -> impl Iterator<Item = Square> {
        DIRECTIONS.into_iter().filter_map(move |direction| next(position, square, direction))
    }

    /// True if a player captures on a square.
    fn captures(position: &Position, player: Color, square: Square) -> bool {
        position.at(square).is_none()
            && DIRECTIONS.into_iter().any(|direction| {
                let line =
                    std::iter::successors(next(position, square, direction), |&at| next(position, at, direction));
                let discs: Vec<Option<Color>> = line.map(|at| position.at(at)).collect();
                let opponents = discs.iter().take_while(|&&disc| disc == Some(player.opponent())).count();
                opponents > 0 && discs.get(opponents) == Some(&Some(player))
            })
    }

    fn mobility(position: &Position, player: Color) -> usize {
        position.playable().into_iter().filter(|&square| captures(position, player, square)).count()
    }

    fn discs(position: &Position, player: Color) -> usize {
        position.playable().into_iter().filter(|&square| position.at(square) == Some(player)).count()
    }

    fn stable(position: &Position, player: Color) -> usize {
        let is_full = |square, line: (i8, i8)| {
            [line, (-line.0, -line.1)].into_iter().all(|direction| {
                let mut squares = std::iter::successors(Some(square), |&at| next(position, at, direction));
                squares.all(|at| position.at(at).is_some())
            })
        };
        let mut stable: HashSet<Square> = HashSet::new();
        loop {
            let is_held = |square, line: (i8, i8)| {
                let mut sides = [line, (-line.0, -line.1)].into_iter();
                sides.any(|direction| next(position, square, direction).is_none_or(|at| stable.contains(&at)))
                    || is_full(square, line)
            };
            let own = position.playable().into_iter().filter(|&square| position.at(square) == Some(player));
            let held: HashSet<Square> = own.filter(|&square| LINES.iter().all(|&line| is_held(square, line))).collect();
            if held == stable {
                return stable.len();
            }
            stable = held;
        }
    }

    /// The discs diagonally beside empty corners, which are the squares with three neighbours.
    fn xsquares(position: &Position, player: Color) -> usize {
        let is_beside_empty_corner = |square| {
            let diagonals = DIRECTIONS.into_iter().filter(|(rows, columns)| rows * columns != 0);
            let mut corners = diagonals
                .filter_map(|direction| next(position, square, direction))
                .filter(|&at| neighbours(position, at).count() == 3);
            corners.any(|corner| position.at(corner).is_none())
        };
        let own = position.playable().into_iter().filter(|&square| position.at(square) == Some(player));
        own.filter(|&square| is_beside_empty_corner(square)).count()
    }

    /// What a feature counts for a player.
    pub fn count(feature: &str, position: &Position, player: Color) -> usize {
        let squares = || position.playable().into_iter();
        let has_neighbour =
            |square, disc: Option<Color>| neighbours(position, square).any(|at| position.at(at) == disc);
        match feature {
            "mobility" => mobility(position, player),
            "potential" => {
                squares().filter(|&at| position.at(at).is_none() && has_neighbour(at, Some(player.opponent()))).count()
            }
            "frontier" => squares().filter(|&at| position.at(at) == Some(player) && has_neighbour(at, None)).count(),
            "stable" => stable(position, player),
            "win" => {
                let is_over = mobility(position, player) == 0 && mobility(position, player.opponent()) == 0;
                usize::from(is_over && discs(position, player) > discs(position, player.opponent()))
            }
            "xsquares" => xsquares(position, player),
            _ => panic!("{feature} is not counted here"),
        }
    }
}

/// Any expression of features without files.
fn expression() -> impl Strategy<Value = Expression> {
    let names: Vec<&'static str> = Feature::names().collect();
    let coefficient = prop_oneof![Just(1), Just(-1), -20..=20, -1_000_000..=1_000_000];
    let term = (coefficient, prop::sample::select(names));
    prop::collection::vec(term, 1..6).prop_filter_map("fits 32 bits", |terms| {
        let terms: Vec<String> = terms.iter().map(|(coefficient, name)| format!("{coefficient:+} {name}")).collect();
        Expression::read(&terms.join(" "), Path::new("")).ok()
    })
}

/// Expressions with features that are counted.
fn counted() -> impl Strategy<Value = Sum> {
    expression().prop_filter_map("has counted features", |expression| match expression.leaf_evaluation(Size::EIGHT) {
        LeafEvaluation::Sum(sum) => Some(sum),
        LeafEvaluation::Pieces | LeafEvaluation::Weights(_) => None,
    })
}

fn children_are_worth_what_they_are_as_they_stand<R: Rules>(game: &R, values: &Sum) -> Result<(), TestCaseError> {
    let of_child = values.of_children(game);
    for played in game.moves() {
        prop_assert_eq!(of_child(played), values.evaluate(&game.after(played)));
    }
    Ok(())
}

/// The fast search, alpha-beta and minimax find the same.
fn searches_agree<R: Rules>(game: &R, depth: u32, values: &Sum) -> Result<(), TestCaseError> {
    let depth = Depth::new(depth);
    let Ok(minimax) = Search { root: *game, depth, window: NoWindow, evaluation: values }.run(&mut ());
    let Ok(alpha_beta) = Search { root: *game, depth, window: AlphaBeta::FULL, evaluation: values }.run(&mut ());
    prop_assert_eq!(alpha_beta, minimax);
    prop_assert_eq!(FastSearch::new(values).search(game, depth), Some(minimax));
    Ok(())
}

proptest! {
    #![proptest_config(crate::random(1000))]

    #[test]
    fn every_feature_counts_what_a_count_of_one_square_after_another_does(position in positions::any_position()) {
        for feature in CountedFeature::ALL {
            for player in [Color::Black, Color::White] {
                let expected = plain::count(feature.name(), &position, player);
                let count = feature.count(&position.with_side_to_move(player));
                prop_assert_eq!(count as usize, expected, "{} of {}", feature, player);
            }
        }
    }

    #[test]
    fn every_feature_counts_the_same_on_turned_and_mirrored_boards(position in positions::any_position()) {
        for feature in CountedFeature::ALL {
            let count = feature.count(&position);
            prop_assert!(i64::from(count) <= feature.largest().into(), "{} counts {}", feature, count);
            for symmetry in 1..8 {
                prop_assert_eq!(feature.count(&crate::perft::image(&position, symmetry)), count, "{}", feature);
            }
        }
    }

    #[test]
    fn a_value_is_the_sum_of_its_terms(position in positions::any_position(), expression in expression()) {
        let valuation = Valuation::of(&expression, &position);
        let value = match expression.leaf_evaluation(position.size()) {
            LeafEvaluation::Pieces => reversi::games::reversi::Pieces.evaluate(&Pass(position)),
            LeafEvaluation::Weights(weights) => weights.evaluate(&Pass(position)),
            LeafEvaluation::Sum(sum) => sum.evaluate(&Pass(position)),
        };
        prop_assert_eq!(value.finite(), Some(valuation.value(Color::Black)));
        prop_assert_eq!(valuation.value(Color::White), -valuation.value(Color::Black));
        prop_assert!(valuation.value(Color::Black).abs() <= expression.leaf_evaluation(position.size()).largest_value());
    }

    #[test]
    fn an_expression_is_read_as_it_is_written(expression in expression()) {
        let read = Expression::read(&expression.to_string(), Path::new(""));
        prop_assert_eq!(read.as_ref(), Ok(&expression));
        let close = expression.to_string().replace(' ', "");
        prop_assert_eq!(Expression::read(&close, Path::new("")), Ok(expression));
    }

    #[test]
    fn any_text_is_an_expression_or_has_a_place_where_it_is_none(text in "[-+*0-9 a-z\"_.]{0,20}") {
        match Expression::read(&text, Path::new("no-such-folder")) {
            Ok(expression) => prop_assert!(!expression.terms().is_empty()),
            Err(problem) => prop_assert!(problem.column <= text.chars().count() + 1),
        }
    }

    #[test]
    fn searches_by_an_expression_agree(
        position in positions::any_position(),
        depth in 0_u32..=3,
        values in counted(),
    ) {
        children_are_worth_what_they_are_as_they_stand(&NoPass(position), &values)?;
        children_are_worth_what_they_are_as_they_stand(&Pass(position), &values)?;
        searches_agree(&NoPass(position), depth, &values)?;
        searches_agree(&Pass(position), depth, &values)?;
        searches_agree(&CountedPass::new(position, position.side_to_move(), WipeOut::Ends), depth, &values)?;
        searches_agree(&CountedPass::new(position, position.side_to_move(), WipeOut::GoesOn), depth, &values)?;
    }
}

proptest! {
    #![proptest_config(crate::random(60))]

    #[test]
    fn the_fast_search_agrees_at_the_depths_of_a_job_and_to_the_end(
        position in positions::any_position(),
        values in counted(),
    ) {
        let mut fast = FastSearch::new(&values);
        let to_the_end = if position.empty().len() <= 8 { vec![u32::MAX] } else { Vec::new() };
        for depth in [4, 5].into_iter().chain(to_the_end).map(Depth::new) {
            let root = NoPass(position);
            let Ok(plain) = Search { root, depth, window: AlphaBeta::FULL, evaluation: &values }.run(&mut ());
            prop_assert_eq!(fast.search(&root, depth), Some(plain));
        }
    }
}

#[test]
fn sums_over_squares_are_one_table() {
    let leaf = |text: &str| Expression::read(text, Path::new("")).expect("an expression").leaf_evaluation(Size::EIGHT);
    assert!(matches!(leaf("pieces"), LeafEvaluation::Pieces));
    assert!(matches!(leaf("3 pieces - 2 pieces"), LeafEvaluation::Pieces));
    assert!(matches!(leaf("-pieces"), LeafEvaluation::Weights(_)));
    let LeafEvaluation::Weights(sum) = leaf("1000 weights + 50 corners - pieces") else { panic!("one table") };
    assert_eq!(sum.one(Square::A1), 99_000 + 50 - 1);
    assert!(matches!(leaf("weights + mobility"), LeafEvaluation::Sum(_)));
}

#[test]
fn every_feature_has_its_own_name_and_a_row_in_the_guide() {
    let names: Vec<&str> = Feature::names().collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    let guide = fs::read_to_string("src/guides/evaluations.md").expect("a file");
    for name in names {
        assert!(guide.contains(&format!("| `{name}` | ")), "the guide has no row for {name}");
    }
}

fn board(arguments: &[&str]) -> assert_cmd::assert::Assert {
    crate::reversi().args(["board", "fixtures/midgame-late.txt"]).args(arguments).assert()
}

#[test]
fn board_shows_the_terms_of_an_evaluation() {
    let _settings = crate::snapshots("evaluation");
    let expression = "weights + 10 mobility - 2*frontier+1000win + \"fixtures/weights/own.csv\"";
    let shown = board(&["--eval", expression]).success().stderr("").get_output().stdout.clone();
    insta::assert_snapshot!("terms", String::from_utf8_lossy(&shown));
    let json = board(&["--json", "--eval=-pieces + 25 stable"]).success().stderr("").get_output().stdout.clone();
    insta::assert_snapshot!("json", String::from_utf8_lossy(&json));
}

#[test]
fn a_value_may_begin_with_a_sign_in_either_form() {
    let output = |arguments: &[&str]| board(arguments).success().get_output().stdout.clone();
    assert_eq!(output(&["--eval", "-pieces"]), output(&["--eval=-pieces"]));
    assert_eq!(output(&["--eval", "+ pieces"]), output(&["--eval", "pieces"]));
}

#[test]
fn a_wrong_expression_is_explained_at_its_place() {
    let _settings = crate::snapshots("evaluation");
    let long = format!("{}1000000 mobility", "1000000 pieces + ".repeat(33));
    let wrong = [
        "weights + 10 mobilty",
        "",
        "10",
        "weights +",
        "1000001 win",
        "weights mobility",
        "mobility * 10",
        "2.5 mobility",
        "10 10 mobility",
        "mine=weights",
        "weights + \"own.csv",
        "no-such-file.csv",
        "2 \"no-such-file\"",
        &long,
    ];
    let explained = wrong.map(|text| {
        let said = board(&[&format!("--eval={text}")]).code(2).stdout("").get_output().stderr.clone();
        String::from_utf8_lossy(&said).into_owned()
    });
    // The names themselves stand in the table of names alone.
    let names = Feature::names().collect::<Vec<_>>().join(", ");
    insta::assert_snapshot!("wrong", explained.join("\n").replace(&names, "NAMES"));
}

#[test]
fn a_log_by_an_expression_is_right_and_checked() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let (moves, log) = (folder.path().join("moves.txt"), folder.path().join("log.txt"));
    let job = ["--search", "alphabeta", "--eval", "weights + 10 mobility", "-d3", "-i", "fixtures/midgame-late.txt"];
    let files = |command: &mut assert_cmd::Command| {
        command.args(job).arg("-op").arg(&moves).arg("-ol").arg(&log).assert().success().get_output().stdout.clone()
    };
    files(&mut crate::reversi());
    files(crate::reversi().arg("check"));
    let page = folder.path().join("page.html");
    crate::reversi().arg("explain").args(job).arg("-o").arg(&page).assert().success();
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("For each term, subtract") && page.contains(" + 10 mobility ("), "no terms");
}

#[test]
fn agents_play_by_expressions_and_by_names_that_are_given() {
    let play = |arguments: &[&str]| {
        crate::reversi().args(["match", "--no-times", "--games", "2", "--seed", "1"]).args(arguments).assert()
    };
    let text = |assert: assert_cmd::assert::Assert| String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let discs = |table: &str| {
        let row = table.lines().find(|line| line.contains("discs")).expect("a row");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let named = ["--eval", "mobile=weights + 10 mobility"];
    let in_full = text(play(&["depth:1:weights + 10 mobility", "random"]).success());
    let by_name = text(play(&[&["depth:1:mobile", "random"], &named[..]].concat()).success());
    assert!(in_full.contains("depth:1:weights + 10 mobility") && by_name.contains("depth:1:mobile"));
    assert_eq!(discs(&in_full), discs(&by_name));
    let watched =
        ["play", "--no-times", "--watch", "--agents", "depth:1:\"fixtures/weights/own.csv\" + win,depth:1:mobile"];
    crate::reversi().args(watched).args(named).assert().success();
    let unknown = play(&["depth:1:mobil", "random"]).code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&unknown).contains("did you mean `mobility`?"));
}
