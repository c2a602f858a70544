//! Works measured in turn, and the table that their figures go into.

use std::time::Instant;

/// How often works are done that are compared by their rates.
const RUNS: usize = 5;

/// Does the works in turn, `runs` times each, and returns the median time of each in seconds.
pub fn medians<const N: usize>(runs: usize, mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..runs {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(median)
}

/// The number in the middle.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The unit of a rate.
#[derive(Clone, Copy)]
pub struct Unit {
    name: &'static str,
    /// How much it takes in a second to make one of it.
    size: f64,
}

impl Unit {
    pub const GIGABYTES: Self = Self { name: "GB/s", size: 1e9 };
    pub const LEAVES: Self = Self { name: "million leaves/s", size: 1e6 };
    pub const POSITIONS: Self = Self { name: "positions/s", size: 1.0 };
    pub const ROWS: Self = Self { name: "million rows/s", size: 1e6 };
    pub const STEPS: Self = Self { name: "steps/s", size: 1.0 };

    fn rate(self, amount: u64, seconds: f64) -> f64 {
        amount as f64 / self.size / seconds
    }
}

/// Prints the rate of a work and that of a peer. Both return how much they have done, which must be the same.
pub fn compare(unit: Unit, what: &str, mut work: impl FnMut() -> u64, peer: &str, mut peer_work: impl FnMut() -> u64) {
    let (mut done, mut peer_done) = (0, 0);
    let [seconds, peer_seconds] = medians(RUNS, [&mut || done = work(), &mut || peer_done = peer_work()]);
    assert_eq!(done, peer_done, "{what} and {peer} are the same work");
    print(unit.name, what, unit.rate(done, seconds), peer, unit.rate(peer_done, peer_seconds));
}

/// Begins the table.
pub fn print_header() {
    println!("| what | figure | measured against | its figure | ratio |");
    println!("| --- | ---: | --- | ---: | ---: |");
}

/// Prints a row of the table: a figure, that of a peer, and their ratio.
pub fn print(unit: &str, what: &str, figure: f64, peer: &str, of_peer: f64) {
    let ratio = figure / of_peer;
    println!("| {what} | {} {unit} | {peer} | {} {unit} | {ratio:.2} |", rounded(figure), rounded(of_peer));
}

fn rounded(figure: f64) -> String {
    let decimals = if figure < 10.0 { 2 } else { usize::from(figure < 100.0) };
    format!("{figure:.decimals$}")
}
