//! Tests statistics: fast computations against simple slow computations.

use proptest::prelude::*;
use reversi_core::game::Random;
use reversi_solve::matches::statistics::{Interval, Mean, holm, permutation_test};

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a small count"))
}

/// Computes the permutation test with all choices of signs, one by one.
fn permutation_test_by_all_signs(quarters: &[i32]) -> f64 {
    let sum = |signs: u32| -> i32 {
        let signed =
            quarters.iter().zip(0..).map(|(quarter, pair)| if signs >> pair & 1 == 0 { *quarter } else { -quarter });
        signed.sum()
    };
    let ways = 1_u32 << quarters.len();
    let as_far = (0..ways).filter(|&signs| sum(signs).abs() >= sum(0).abs()).count();
    float(as_far) / f64::from(ways)
}

#[test]
fn the_permutation_test_of_many_pairs_is_no_rounding_error() {
    // Compares the test for 5100 won and 4900 lost pairs (2 : 0) with the normal approximation. The approximation has
    // the continuity correction.
    let pairs = |won: usize, lost: usize| [vec![2; won], vec![-2; lost]].concat();
    let p = permutation_test(&pairs(5100, 4900));
    assert!((p - 0.0466).abs() < 1e-4, "{p}");
    assert!((permutation_test(&pairs(500, 500)) - 1.0).abs() < 1e-9);
    assert!(permutation_test(&pairs(1000, 0)) < 1e-300);
    assert!((permutation_test(&[]) - 1.0).abs() < 1e-12);
}

#[test]
fn many_small_wins_are_not_better_than_a_few_large_losses() {
    // Of 100 pairs, 62 end 1.5 : 0.5 and 38 end 0 : 2, in quarters of a point. The first agent has fewer points but
    // wins more pairs.
    let quarters = [vec![1; 62], vec![-2; 38]].concat();
    let p = permutation_test(&quarters);
    assert!(p > 0.3, "{p}");
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    // The first counts come from `reversi match depth:3 depth:3:pieces`, the second counts from `depth:2 depth:3`. The
    // third counts come from `depth:2:weights + 10 mobility` against `depth:2:pieces` from the first 50 openings. Each
    // list has the numbers of pairs with 0, 1/4, ... 1.
    for counts in [[2, 0, 18, 3, 77], [38, 2, 43, 3, 14], [0, 0, 3, 0, 47]] {
        let places = counts.into_iter().zip(0_u32..);
        let population: Vec<f64> = places.flat_map(|(count, quarter)| vec![f64::from(quarter) / 4.0; count]).collect();
        let truth = population.iter().sum::<f64>() / float(population.len());
        let mut random = Random::new(3, 0);
        for size in [10, 20, 50, 100] {
            let sample = |_| (0..size).map(|_| random.one_of(&population)).collect::<Vec<_>>();
            // A sample whose numbers are all equal has no interval.
            let intervals: Vec<Interval> =
                (0..2000).map(sample).filter_map(|sample| Mean::of_points(&sample).interval).collect();
            let covering = intervals.iter().filter(|Interval { low, high }| *low <= truth && truth <= *high).count();
            let share = float(covering) / float(intervals.len());
            assert!(share >= 0.92, "{share} of {} with {size} pairs of {counts:?}", intervals.len());
        }
    }
}

#[test]
fn intervals_are_rounded_outwards_and_points_stay_in_0_to_1() {
    let shown = |low, high| {
        let Interval { low, high } = Interval { low, high }.outwards(2);
        format!("[{low:.2}, {high:.2}]")
    };
    assert_eq!(shown(0.845, 0.955), "[0.84, 0.96]");
    assert_eq!(shown(0.57, 0.29), "[0.57, 0.29]");
    assert_eq!(shown(-0.001, 1.0), "[-0.01, 1.00]");
    assert_eq!(shown(0.001, -0.001), "[0.00, 0.00]");
    let nearly_all: Vec<f64> = (0..20).map(|pair| if pair == 0 { 0.5 } else { 1.0 }).collect();
    let interval = Mean::of(&nearly_all).interval.expect("they vary");
    assert!(interval.high > 1.0);
    assert_eq!(Mean::of_points(&nearly_all).interval, Some(Interval { high: 1.0, ..interval }));
}

#[test]
fn the_interval_of_ten_values_follows_the_table_of_student() {
    // The numbers 0 to 9 have the mean 4.5 and the standard error 0.957427. The quantile for 9 degrees of freedom is
    // 2.262157.
    let sample: Vec<f64> = (0_u32..10).map(f64::from).collect();
    let Interval { low, high } = Mean::of(&sample).interval.expect("they vary");
    assert!((low - 2.334_150).abs() < 1e-4 && (high - 6.665_850).abs() < 1e-4, "{low} {high}");
}

proptest! {
    #![proptest_config(reversi_testing::random(200))]

    #[test]
    fn the_permutation_test_counts_all_signs_that_bring_as_much(quarters in prop::collection::vec(-2_i32..=2, 0..12)) {
        let (quick, slow) = (permutation_test(&quarters), permutation_test_by_all_signs(&quarters));
        prop_assert!((quick - slow).abs() < 1e-12, "{} {}", quick, slow);
    }

    #[test]
    fn holm_rejects_step_by_step(probabilities in prop::collection::vec(0.0..0.2_f64, 0..8)) {
        let corrected = holm(&probabilities);
        // Computes Holm's procedure by its definition. The procedure compares the smallest probability with the limit
        // over the number of tests. The next probability is compared with the limit over one test less, until a
        // probability is too large.
        let mut order: Vec<usize> = (0..probabilities.len()).collect();
        order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
        let mut rejected = vec![false; probabilities.len()];
        for (tests, test) in (1..=order.len()).rev().zip(order) {
            let tests = f64::from(u32::try_from(tests).expect("few"));
            if tests * probabilities[test] >= 0.05 {
                break;
            }
            rejected[test] = true;
        }
        for (corrected, rejected) in corrected.into_iter().zip(rejected) {
            prop_assert_eq!(corrected < 0.05, rejected);
        }
    }
}

#[test]
fn fewer_than_ten_or_equal_values_have_no_interval() {
    assert_eq!(Mean::of(&[]), Mean { mean: 0.0, interval: None });
    let alternating = |count: usize| -> Vec<f64> { [0.0, 1.0].into_iter().cycle().take(count).collect() };
    assert!(Mean::of(&alternating(9)).interval.is_none());
    assert!(Mean::of(&alternating(10)).interval.is_some());
    assert_eq!(Mean::of(&[1.0; 30]), Mean { mean: 1.0, interval: None });
}
