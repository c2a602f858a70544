//! Builds the sections of a report: tables, plots, and sentences that only state the figures.

mod agreement;
mod cost;
mod evaluations;
mod overview;
mod strength;
mod words;

use self::{agreement::Agreement, cost::Cost, strength::Strength};
use super::{
    Results,
    document::{Block, Document},
};

/// `command` is the command line that produces the same figures again.
pub fn document(results: &Results, command: &str) -> Document {
    let strengths = Strength::all(results);
    let (costs, agreements) = (Cost::all(results), Agreement::all(results));
    let mut blocks = overview::section(results, command, &strengths, &costs, &agreements);
    blocks.extend(strength::section(results, &strengths));
    blocks.extend(cost::section(results, &costs));
    blocks.extend(agreement::section(results, &agreements));
    blocks.extend(evaluations::section(results));
    let mut number = 0;
    for block in &mut blocks {
        if let Block::Table(table) = block {
            number += 1;
            table.caption = format!("Table {number}. {}", table.caption);
        }
    }
    Document { title: overview::title(results), blocks }
}
