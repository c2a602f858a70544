//! Statistics: the quick computations against plain slow ones.

use proptest::prelude::*;
use reversi::matches::statistics::{Interval, Mean, bootstrap, holm, sign_test};

/// The sign test by all outcomes of the coins, one by one.
fn sign_test_by_all_outcomes(wins: u32, losses: u32) -> f64 {
    let coins = wins + losses;
    let as_far_apart = |outcome: &u32| {
        let heads = outcome.count_ones();
        heads.abs_diff(coins - heads) >= wins.abs_diff(losses)
    };
    let count = (0..1_u32 << coins).filter(as_far_apart).count();
    f64::from(u32::try_from(count).expect("few outcomes")) / 2_f64.powi(coins.cast_signed())
}

/// The means of all samples that can be drawn from one, sorted.
fn means_of_all_samples(sample: &[f64]) -> Vec<f64> {
    let size = sample.len();
    let count = size.pow(u32::try_from(size).expect("a small sample"));
    let draw = |number: usize| {
        let places = std::iter::successors(Some(number), |rest| Some(rest / size)).take(size);
        places.map(|rest| sample[rest % size]).sum::<f64>() / f64::from(u32::try_from(size).expect("a small sample"))
    };
    let mut means: Vec<f64> = (0..count).map(draw).collect();
    means.sort_by(f64::total_cmp);
    means
}

#[test]
fn the_sign_test_counts_all_outcomes_as_far_apart() {
    for wins in 0..9 {
        for losses in 0..9 {
            let (quick, slow) = (sign_test(wins, losses), sign_test_by_all_outcomes(wins, losses));
            assert!((quick - slow).abs() < 1e-12, "{wins} {losses}: {quick} {slow}");
        }
    }
}

#[test]
fn the_sign_test_of_many_coins_is_no_rounding_error() {
    // The normal approximation with the correction for continuity, which is good for so many.
    let p = sign_test(5_100, 4_900);
    assert!((p - 0.0466).abs() < 1e-4, "{p}");
    assert!((sign_test(50_000, 50_000) - 1.0).abs() < 1e-9);
    assert!(sign_test(3_000, 0) < 1e-300);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_bootstrap_draws_from_all_samples_alike(sample in prop::collection::vec((0_i32..=4).prop_map(|half| f64::from(half) / 2.0), 6)) {
        let Interval { low, high } = bootstrap(&sample);
        let means = means_of_all_samples(&sample);
        // The bounds are quantiles: 2.5 % of all samples lie beyond each, within what 10000 draws can tell.
        let share = |count: usize| f64::from(u32::try_from(count).expect("few")) / f64::from(u32::try_from(means.len()).expect("few"));
        for (below, up_to) in [
            (share(means.iter().filter(|&&mean| mean < low - 1e-9).count()), share(means.iter().filter(|&&mean| mean <= low + 1e-9).count())),
            (share(means.iter().filter(|&&mean| mean > high + 1e-9).count()), share(means.iter().filter(|&&mean| mean >= high - 1e-9).count())),
        ] {
            prop_assert!(below < 0.025 + 0.008 && up_to > 0.025 - 0.008, "{below} {up_to} {low} {high}");
        }
    }

    #[test]
    fn the_interval_of_the_opponent_is_the_mirror_image(sample in prop::collection::vec((0_i32..=4).prop_map(|half| f64::from(half) / 4.0), 10..30)) {
        let opponent: Vec<f64> = sample.iter().map(|points| 1.0 - points).collect();
        let (one, other) = (Mean::of(&sample), Mean::of(&opponent));
        let (one, other) = (one.interval.expect("enough"), other.interval.expect("enough"));
        prop_assert!((one.low + other.high - 1.0).abs() < 1e-9 && (one.high + other.low - 1.0).abs() < 1e-9);
    }

    #[test]
    fn holm_rejects_step_by_step(probabilities in prop::collection::vec(0.0..0.2_f64, 0..8)) {
        let corrected = holm(&probabilities);
        // The procedure as it is defined: the smallest is compared with the limit over their number, the next with the
        // limit over one less, until one is too large.
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
fn fewer_than_ten_have_a_mean_and_no_interval() {
    assert_eq!(Mean::of(&[]), Mean { mean: 0.0, interval: None });
    assert_eq!(Mean::of(&[1.0; 9]), Mean { mean: 1.0, interval: None });
    assert_eq!(Mean::of(&[1.0; 10]), Mean { mean: 1.0, interval: Some(Interval { low: 1.0, high: 1.0 }) });
}
