//! Plain reference implementations for a report: textbook searches, and means and intervals by definition.

use reversi::games::reversi::{Color, Position, Square, Weights};

/// The value of a leaf: black's sum less white's.
pub fn value(position: &Position, weights: Option<&[[i16; 8]; 8]>) -> i32 {
    let worth = |square: Square| {
        weights.map_or(1, |weights| i32::from(weights[usize::from(square.row())][usize::from(square.column())]))
    };
    let sum = |side| position.discs(side).into_iter().map(worth).sum::<i32>();
    sum(Color::Black) - sum(Color::White)
}

pub fn weights(name: &str) -> Option<[[i16; 8]; 8]> {
    match name {
        "pieces" => None,
        "weights" => Some(Weights::ASSIGNMENT),
        _ => {
            let text = std::fs::read_to_string("fixtures/weights/own.csv").expect("the fixture is there");
            let row = |line: &str| {
                let row: Vec<i16> = line.split(',').map(|weight| weight.parse().expect("a weight")).collect();
                row.try_into().expect("eight weights")
            };
            let rows: Vec<[i16; 8]> = text.lines().map(row).collect();
            Some(rows.try_into().expect("eight rows"))
        }
    }
}

/// A textbook search that counts.
pub struct AlphaBeta<'a> {
    pub weights: Option<&'a [[i16; 8]; 8]>,
    pub nodes: u64,
    pub leaves: u64,
    pub cut_offs: u64,
}

impl AlphaBeta<'_> {
    /// The value of a position, and the first best move.
    pub fn search(&mut self, position: &Position, depth: u32, mut alpha: i32, mut beta: i32) -> (i32, Option<Square>) {
        self.nodes += 1;
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        if depth == 0 || moves.is_empty() {
            self.leaves += 1;
            return (value(position, self.weights), None);
        }
        let is_max = position.side_to_move() == Color::Black;
        let mut best: Option<(i32, Square)> = None;
        for square in moves {
            let (value, _) = self.search(&position.after(square), depth - 1, alpha, beta);
            if best.is_none_or(|(best, _)| if is_max { value > best } else { value < best }) {
                best = Some((value, square));
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.cut_offs += 1;
                break;
            }
        }
        best.map(|(value, square)| (value, Some(square))).expect("there are moves")
    }
}

/// Solves b + b^2 + ... + b^depth = children for b, by bisection.
pub fn branching_factor(children: f64, depth: u32) -> f64 {
    let sum = |b: f64| (1..=depth).map(|ply| b.powf(f64::from(ply))).sum::<f64>();
    let (mut low, mut high) = (0.0, children.max(1.0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) < children { low = middle } else { high = middle }
    }
    low
}

/// A number rounded to fixed decimals, halves away from zero, as in a report.
pub fn fixed(number: f64, decimals: usize) -> String {
    format!("{:.decimals$}", number + 1e-9_f64.copysign(number))
}

pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / f64::from(u32::try_from(sample.len()).expect("a small sample"))
}

/// The mean of eleven values with its t-interval, rounded outwards; only the mean if all values are equal.
pub fn mean_of_eleven(sample: &[f64], decimals: usize, [least, most]: [f64; 2]) -> String {
    /// The quantile of Student's distribution for 10 degrees of freedom.
    const QUANTILE: f64 = 2.228_139;
    let mean = mean(sample);
    assert_eq!(sample.len(), 11);
    if sample.iter().all(|value| value.total_cmp(&sample[0]).is_eq()) {
        return fixed(mean, decimals);
    }
    let variance = sample.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / 10.0;
    let reach = QUANTILE * (variance / 11.0).sqrt();
    let scale = [1.0, 10.0, 100.0][decimals];
    let low = ((mean - reach).max(least) * scale).floor() / scale;
    let high = ((mean + reach).min(most) * scale).ceil() / scale;
    format!("{} [{:.decimals$}, {:.decimals$}]", fixed(mean, decimals), low + 0.0, high + 0.0)
}
