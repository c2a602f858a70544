//! What the results of pairs say, and what could be chance: an exact permutation test, means with bootstrap intervals, and
//! Holm's correction for several tests at once.

use std::f64::consts::TAU;

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

    /// The mean of a sample, with its interval.
    pub fn of(sample: &[f64]) -> Self {
        let interval = if sample.len() < Self::FEWEST { None } else { bootstrap(sample, Self::DRAWS) };
        Self { mean: mean(sample), interval }
    }

    /// The mean as text, and its interval in brackets after a blank, nothing where there is none.
    pub fn written(&self, show: impl Fn(f64) -> String) -> [String; 2] {
        let interval = self.interval.map(|Interval { low, high }| format!(" [{}, {}]", show(low), show(high)));
        [show(self.mean), interval.unwrap_or_default()]
    }
}

/// The mean of some numbers, 0 of none.
pub fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}

/// The 95 % interval of the mean of a sample by the bias-corrected and accelerated bootstrap (Efron 1987, "Better bootstrap
/// confidence intervals"): values are drawn from the sample again and again, and the ends are quantiles of the means of
/// these draws. Which quantiles, follows from how many of the means lie below that of the sample, and from the sample's
/// skewness. In small samples they lie farther out, as Student's distribution says (Hesterberg 2015, "What teachers should
/// know about the bootstrap"). None where all values are equal. The draws are the same every time.
pub fn bootstrap(sample: &[f64], draws: usize) -> Option<Interval> {
    const NORMAL: f64 = 1.959_963_984_540_054; // 97.5 % of a normal distribution lie below
    if sample.iter().all(|value| value.total_cmp(&sample[0]).is_eq()) {
        return None;
    }
    let mut random = Random::new(1, 0);
    let mut values = sample.to_vec();
    let draw = |_| {
        values.fill_with(|| random.one_of(sample));
        mean(&values)
    };
    let mut means: Vec<f64> = (0..draws).map(draw).collect();
    means.sort_by(f64::total_cmp);
    let middle = mean(sample);
    // A mean that equals that of the sample lies half below.
    let below = means.partition_point(|&mean| mean < middle) + means.partition_point(|&mean| mean <= middle);
    let smallest = 0.5 / draws as f64;
    let bias = inverse(normal, (below as f64 * smallest).clamp(smallest, 1.0 - smallest), -8.0, 8.0);
    let moment = |power| sample.iter().map(|value| (value - middle).powi(power)).sum::<f64>();
    let acceleration = moment(3) / (6.0 * moment(2).powf(1.5));
    let freedom = (sample.len() - 1) as f64;
    let student = NORMAL + (NORMAL.powi(3) + NORMAL) / (4.0 * freedom); // Abramowitz and Stegun 26.7.5
    let quantile = student * (sample.len() as f64 / freedom).sqrt();
    let part_below = |quantile| {
        let shifted = bias + quantile;
        normal(bias + shifted / (1.0 - acceleration * shifted))
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a part of the draws
    let place = |part: f64| ((part * draws as f64) as usize).min(draws - 1);
    let (low, high) = (place(part_below(-quantile)), place(1.0 - part_below(quantile)));
    Some(Interval { low: means[low], high: means[draws - 1 - high] })
}

/// The part of a normal distribution that lies below a number, by its Taylor series (Marsaglia 2004, "Evaluating the normal
/// distribution").
fn normal(number: f64) -> f64 {
    let (mut term, mut sum) = (number, number);
    for odd in (3..200).step_by(2) {
        term *= number * number / f64::from(odd);
        sum += term;
    }
    let density = (-number * number / 2.0).exp() / TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

/// The number between two others at which an increasing function comes to a value, by halving.
pub fn inverse(function: impl Fn(f64) -> f64, value: f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if function(middle) < value { low = middle } else { high = middle }
    }
    low
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
