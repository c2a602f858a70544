//! Statistics of pairs: an exact permutation test, means with intervals, and Holm's correction for several tests.

use serde::Serialize;

/// A difference is significant if its probability by chance is below this limit.
pub const SIGNIFICANCE: f64 = 0.05;

/// A mean of a sample, with a 95 % confidence interval for the mean of all possible pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    /// The confidence interval; `None` if the sample is too small or all its numbers are equal.
    pub interval: Option<Interval>,
}

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Mean {
    /// The smallest size of a sample for which an interval is computed.
    pub const FEWEST: usize = 10;

    /// The mean of a sample, and its t-interval (Student 1908, "The probable error of a mean").
    pub fn of(sample: &[f64]) -> Self {
        let mean = mean(sample);
        let varies = sample.iter().any(|value| value.total_cmp(&sample[0]).is_ne());
        let interval = (sample.len() >= Self::FEWEST && varies).then(|| {
            let (size, freedom) = (sample.len() as f64, (sample.len() - 1) as f64);
            let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
            let reach = student_quantile(freedom) * (squares / freedom / size).sqrt();
            Interval { low: mean - reach, high: mean + reach }
        });
        Self { mean, interval }
    }

    /// The mean of points from 0 to 1; the interval stays within 0 to 1.
    pub fn of_points(sample: &[f64]) -> Self {
        let Self { mean, interval } = Self::of(sample);
        let held = |Interval { low, high }| Interval { low: low.max(0.0), high: high.min(1.0) };
        Self { mean, interval: interval.map(held) }
    }

    /// The mean as text, and then the interval in parentheses after a space; the second text is empty if there is no
    /// interval.
    pub fn written(&self, decimals: u8, show: impl Fn(f64) -> String) -> [String; 2] {
        let interval = self.interval.map(|interval| interval.outwards(decimals));
        let interval = interval.map(|Interval { low, high }| format!(" [{}, {}]", show(low), show(high)));
        [show(rounded(self.mean, decimals)), interval.unwrap_or_default()]
    }
}

/// Rounds to a number of decimals; halves are rounded away from zero, even if the nearest binary number is below a
/// half.
pub fn rounded(number: f64, decimals: u8) -> f64 {
    let scale = 10_f64.powi(decimals.into());
    (number * scale + 1e-9_f64.copysign(number)).round() / scale
}

impl Interval {
    /// The smallest interval that contains this interval and whose ends have the given number of decimals.
    pub fn outwards(self, decimals: u8) -> Self {
        let scale = 10_f64.powi(decimals.into());
        // If an end already has this number of decimals, the end stays, even if the nearest binary number differs. A
        // zero is written without a minus sign.
        let tolerance = 1e-9;
        let low = (self.low * scale + tolerance).floor() / scale;
        Self { low: low + 0.0, high: (self.high * scale - tolerance).ceil() / scale + 0.0 }
    }
}

/// The mean of some numbers; 0 if there are none.
pub fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}

/// The 97.5 % quantile of Student's distribution for at least 9 degrees of freedom, exact to 4 decimals. The quantile
/// is computed from the normal distribution with terms in powers of 1 / `freedom` (Abramowitz and Stegun 26.7.5).
fn student_quantile(freedom: f64) -> f64 {
    [1.959_964, 2.372_271, 2.822_499, 2.555_852, 1.589_534]
        .into_iter()
        .rev()
        .fold(0.0, |sum, term| sum / freedom + term)
}

/// The probability that the mean points of equally good agents differ from one half at least as much as observed. The
/// function computes the exact two-sided sign-flip permutation test (Fisher 1935, "The design of experiments", 21).
/// Equally good agents could also have swapped points. Each difference from one half could equally likely have the
/// opposite sign. `quarters` has each pair's difference from one half in quarters of a point, from -2 to 2. If there
/// are no pairs, the result is 1.
pub fn permutation_test(quarters: &[i32]) -> f64 {
    let most = quarters.iter().map(|quarter| quarter.unsigned_abs() as usize).sum::<usize>();
    let observed = quarters.iter().sum::<i32>().unsigned_abs() as usize;
    // For each possible sum of the differences added so far, its probability. Index 0 stands for the sum -`reach`, and
    // each further index adds 2 to the sum.
    let mut sums = vec![0.0; most + 1];
    sums[0] = 1.0;
    let mut reach = 0;
    for size in quarters.iter().map(|quarter| quarter.unsigned_abs() as usize) {
        // The next pair adds or subtracts `size`: index i becomes i + size or stays i.
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

/// Corrects the probabilities of several tests for their number (Holm 1979, "A simple sequentially rejective multiple
/// test procedure"). A difference is called significant if its corrected probability is below a limit. With this rule,
/// the probability of at least one wrong call is below the limit.
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
