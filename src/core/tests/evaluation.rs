//! Tests evaluations: features against a plain count, and expressions read and written.

use std::{collections::HashSet, fs, path::Path};

use proptest::prelude::*;
use reversi_core::{
    game::Evaluation,
    games::reversi::{
        Color, Expression, Feature, LeafEvaluation, Pass, Pieces, Position, Size, Square, StaticEvaluation, Sum,
        Valuation, features::CountedFeature,
    },
};

use reversi_testing::{
    definition::check_children,
    positions::{self, nodes},
};

/// Counts the features square by square, as a plain reference.
mod plain {
    use std::collections::HashSet;

    use reversi_testing::slow;

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

    fn mobility(position: &Position, player: Color) -> usize {
        slow::legal_moves(&position.with_side_to_move(player)).len() as usize
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

    /// The number of discs that are diagonally next to empty corners. A square with three neighbours is a corner.
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

/// A strategy for expressions of features without files.
fn expression() -> impl Strategy<Value = Expression> {
    let names: Vec<&'static str> = Feature::names().collect();
    let coefficient = prop_oneof![Just(1), Just(-1), -20..=20, -1_000_000..=1_000_000];
    let term = (coefficient, prop::sample::select(names));
    prop::collection::vec(term, 1..6).prop_filter_map("fits 32 bits", |terms| {
        let terms: Vec<String> = terms.iter().map(|(coefficient, name)| format!("{coefficient:+} {name}")).collect();
        Expression::read(&terms.join(" "), Path::new("")).ok()
    })
}

/// Expressions with counted features.
pub fn counted() -> impl Strategy<Value = Sum> {
    expression().prop_filter_map("has counted features", |expression| match expression.leaf_evaluation(Size::EIGHT) {
        LeafEvaluation::Sum(sum) => Some(sum),
        LeafEvaluation::Pieces | LeafEvaluation::Weights(_) => None,
    })
}

proptest! {
    #![proptest_config(reversi_testing::random(1000))]

    #[test]
    fn every_feature_equals_a_count_square_by_square(position in positions::any_position()) {
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
                prop_assert_eq!(feature.count(&reversi_testing::positions::image(&position, symmetry)), count, "{}", feature);
            }
        }
    }

    #[test]
    fn a_value_is_the_sum_of_its_terms(position in positions::any_position(), expression in expression()) {
        let valuation = Valuation::of(&expression, &position);
        let value = match expression.leaf_evaluation(position.size()) {
            LeafEvaluation::Pieces => Pieces.evaluate(&Pass(position)),
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
    fn values_of_children_by_a_sum_follow_from_the_parent(position in positions::any_position(), values in counted()) {
        check_children(&Pass(position), &values)?;
        nodes(position).iter().try_for_each(|node| check_children(node, &values))?;
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
    let guide = fs::read_to_string(reversi_testing::path("src/guides/evaluations.md")).expect("a file");
    for name in names {
        assert!(guide.contains(&format!("| `{name}` | ")), "the guide has no row for {name}");
    }
}
