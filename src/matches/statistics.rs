//! What the results of pairs say, and what could be chance: means with bootstrap intervals, the exact sign test, and Holm's
//! correction for several tests at once.

use serde::Serialize;

use crate::game::Random;

/// The probability below which something is not called chance.
pub const SIGNIFICANCE: f64 = 0.05;

/// A mean, and the interval that it would lie in with another sample in 95 % of all cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The interval; none where the sample is too small for one.
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

impl Interval {
    /// Whether a value lies in it.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl Mean {
    /// The smallest sample that has an interval.
    pub const FEWEST: usize = 10;

    /// The mean of a sample, 0 of none, with its bootstrap interval.
    pub fn of(sample: &[f64]) -> Self {
        let interval = (sample.len() >= Self::FEWEST).then(|| bootstrap(sample));
        Self { mean: mean(sample), interval }
    }
}

fn mean(sample: &[f64]) -> f64 {
    if sample.is_empty() { 0.0 } else { sample.iter().sum::<f64>() / sample.len() as f64 }
}

/// The 95 % interval of the mean of a sample, by the percentile bootstrap (Efron 1979, "Bootstrap methods: another look at
/// the jackknife"): the sample stands for all there is, so what other samples would bring is seen by drawing from it. The
/// draws are the same every time.
///
/// # Panics
/// Where the sample is empty, or has more than 2^32 values.
pub fn bootstrap(sample: &[f64]) -> Interval {
    const SAMPLES: usize = 10_000;
    const OUTSIDE: usize = SAMPLES / 40; // 2.5 % on either side
    let mut random = Random::new(1, 0);
    let draw = |_| mean(&sample.iter().map(|_| random.one_of(sample)).collect::<Vec<_>>());
    let mut means: Vec<f64> = (0..SAMPLES).map(draw).collect();
    means.sort_by(f64::total_cmp);
    Interval { low: means[OUTSIDE], high: means[SAMPLES - 1 - OUTSIDE] }
}

/// The probability that of so many fair coins the two sides differ as much as these numbers, or more: the exact sign test,
/// two-sided. 1 where there is no coin.
pub fn sign_test(wins: u32, losses: u32) -> f64 {
    let (coins, fewer) = (wins + losses, wins.min(losses));
    // The number of ways to have `fewer`, and of those to have one less each, as a part of it. Logarithms, since there
    // are more ways than a number holds, and each of them is less likely.
    let ways: f64 = (1..=fewer).map(|side| (f64::from(coins - fewer + side) / f64::from(side)).ln()).sum();
    let likeliest = (ways - f64::from(coins) * std::f64::consts::LN_2).exp();
    let mut part = 1.0;
    let mut parts = 1.0;
    for side in (1..=fewer).rev() {
        part *= f64::from(side) / f64::from(coins - side + 1);
        parts += part;
    }
    (2.0 * likeliest * parts).min(1.0)
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
