//! `times.csv`: how long each search takes. It is the only file that is another in every run.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use anyhow::Result;
use serde::Serialize;

use super::{Folder, Plan, Sample};
use crate::terminal::progress::Progress;

/// One row.
#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    step: u32,
    search: &'static str,
    evaluation: String,
    depth: u32,
    nodes: u64,
    nanoseconds: u128,
}

/// Searches every position once more, on this thread alone, and writes the times. Tells whether it came to the end before
/// `stop` was set; otherwise nothing is written.
///
/// # Errors
/// A file that cannot be written.
pub fn measure(folder: &Folder, plan: &Plan, samples: &[Sample], stop: &Arc<AtomicBool>) -> Result<bool> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let progress = Progress::of_parts("times", samples.len() as u64);
    for sample in samples {
        for query in plan.queries(sample) {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let evaluation = &plan.evaluations[query.evaluation];
            let clock = Instant::now();
            let (_, _, counts) = query.count(evaluation);
            let time = clock.elapsed();
            writer.serialize(Row {
                board: &plan.boards[sample.board].name,
                step: sample.step.number,
                search: query.search.name(),
                evaluation: evaluation.in_full(),
                depth: query.depth.plies(),
                nodes: counts.nodes,
                nanoseconds: time.as_nanos(),
            })?;
        }
        progress.advance();
    }
    folder.write([("times.csv", writer.into_inner()?)])?;
    Ok(true)
}
