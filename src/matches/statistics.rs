//! What the results of pairs say, and what could be chance: an exact permutation test, means with bootstrap intervals, and
//! Holm's correction for several tests at once.

use serde::Serialize;

use crate::game::Random;

/// The probability below which a difference is not called chance.
pub const SIGNIFICANCE: f64 = 0.05;

/// A mean, and an interval that holds the mean of all pairs there could be in about 95 of 100 samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean of the sample.
    pub mean: f64,
    /// The interval; none where the sample is too small for one, or does not vary.
    pub interval: Option<Interval>,
}

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Mean {
    /// The smallest sample that has an interval.
    pub const FEWEST: usize = 20;

    /// The draws of the bootstrap.
    const DRAWS: usize = 10_000;

    /// The mean of a sample, 0 of none, with its interval. No value can lie outside `possible`.
    pub fn of(sample: &[f64], possible: Interval) -> Self {
        let interval = if sample.len() < Self::FEWEST { None } else { bootstrap(sample, possible, Self::DRAWS) };
        Self { mean: moments(sample).0, interval }
    }
}

/// The mean of a sample, 0 of none, and the standard error of that mean, 0 of fewer than two values.
fn moments(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    if sample.is_empty() {
        return (0.0, 0.0);
    }
    let mean = sample.iter().sum::<f64>() / count;
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, if sample.len() < 2 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() })
}

/// The 95 % interval of the mean of a sample by the studentised bootstrap (Efron 1981, "Nonparametric standard errors and
/// confidence intervals"; Hall 1988): values are drawn from the sample, and the distance of a draw's mean from that of the
/// sample is measured in standard errors of the draw. The 2.5 % and 97.5 % quantiles of these distances, times the standard
/// error of the sample, are the ends. None where all values are equal. The draws are the same every time.
pub fn bootstrap(sample: &[f64], possible: Interval, draws: usize) -> Option<Interval> {
    let (mean, error) = moments(sample);
    // Sums of equal values may differ from one another in their last digits.
    let is_zero = |error: f64| error <= 1e-12 * (possible.high - possible.low);
    if is_zero(error) {
        return None;
    }
    let mut random = Random::new(1, 0);
    let mut drawn = sample.to_vec();
    let mut distance = |_| {
        drawn.fill_with(|| random.one_of(sample));
        let (drawn_mean, drawn_error) = moments(&drawn);
        let distance = drawn_mean - mean;
        if is_zero(distance.abs()) {
            0.0
        } else if is_zero(drawn_error) {
            // All values drawn are equal: the distance is infinitely many standard errors.
            distance.signum() * f64::INFINITY
        } else {
            distance / drawn_error
        }
    };
    let mut distances: Vec<f64> = (0..draws).map(&mut distance).collect();
    distances.sort_by(f64::total_cmp);
    let outside = draws / 40; // 2.5 % on either side
    let end = |distance: f64| (mean - distance * error).clamp(possible.low, possible.high);
    Some(Interval { low: end(distances[draws - 1 - outside]), high: end(distances[outside]) })
}

/// The probability that pairs between equally good agents come as far from one half, on average, as these or farther, by the
/// exact two-sided sign-flip permutation test (Fisher 1935, "The design of experiments", 21): the agents of a pair could
/// as well have exchanged their points, so that all signs of the differences from one half are equally likely. `quarters`
/// has that difference for each pair, in quarters of a point: a pair's mean goes by quarters, so it is -2 to 2. 1 where
/// there is no pair.
pub fn permutation_test(quarters: &[i32]) -> f64 {
    let most = quarters.iter().map(|quarter| quarter.unsigned_abs() as usize).sum::<usize>();
    let observed = quarters.iter().sum::<i32>().unsigned_abs() as usize;
    // The probability of each sum of the pairs so far; the sum -`reach` is that of index 0, and the sums go by twos.
    let mut sums = vec![0.0; most + 1];
    sums[0] = 1.0;
    let mut reach = 0;
    for size in quarters.iter().map(|quarter| quarter.unsigned_abs() as usize) {
        // A pair adds `size` or takes it away: from index i to i + size, or to i.
        reach += size;
        for index in (0..=reach).rev() {
            let added = if index >= size { sums[index - size] } else { 0.0 };
            sums[index] = f64::midpoint(sums[index], added);
        }
    }
    let is_as_far = |index: usize| (2 * index).abs_diff(most) >= observed;
    let probability: f64 = (0..=most).filter(|&index| is_as_far(index)).map(|index| sums[index]).sum();
    probability.min(1.0)
}

/// The probabilities of several tests, each as large as it must be so that to call those below a limit no chance is wrong,
/// in any of them, no more often than the limit says (Holm 1979, "A simple sequentially rejective multiple test
/// procedure").
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut largest = 0.0_f64;
    for (smaller, test) in order.into_iter().enumerate() {
        let tests_left = probabilities.len() - smaller;
        largest = largest.max(tests_left as f64 * probabilities[test]).min(1.0);
        corrected[test] = largest;
    }
    corrected
}
