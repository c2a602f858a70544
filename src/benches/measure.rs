//! Measures functions in turn, and prints a table of the results.

use std::time::Instant;

/// Runs the functions in turn, `runs` times each. Returns the median time of each function in seconds.
pub fn medians<const N: usize>(runs: usize, mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..runs {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

pub fn print_header() {
    println!("| what | figure | measured against | its figure | ratio |");
    println!("| --- | ---: | --- | ---: | ---: |");
}

/// Prints a row of the table: a measurement, the baseline, and the ratio.
pub fn print(unit: &str, what: &str, figure: f64, peer: &str, of_peer: f64) {
    println!("| {what} | {figure:.2} {unit} | {peer} | {of_peer:.2} {unit} | {:.2} |", figure / of_peer);
}
