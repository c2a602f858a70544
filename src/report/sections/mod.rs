//! The sections of a report: tables, plots and sentences that say what the figures say, and nothing else.

mod agreement;
mod cost;
mod overview;
mod strength;
mod style;
mod words;

use agreement::Agreement;

use super::{
    Results,
    cost::Cost,
    document::{Block, Document},
    strength::Strength,
};

/// The whole text.
pub fn document(results: &Results) -> Document {
    let strengths = Strength::all(results);
    let (costs, agreements) = (Cost::all(results), Agreement::all(results));
    let mut blocks = overview::section(results, &strengths, &costs, &agreements);
    blocks.extend(strength::section(results, &strengths));
    blocks.extend(cost::section(results, &costs));
    blocks.extend(agreement::section(results, &agreements));
    blocks.extend(style::section(results));
    let tables = blocks.iter_mut().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    for (table, number) in tables.zip(1..) {
        table.caption = format!("Table {number}. {}", table.caption);
    }
    Document { title: overview::title(results), blocks }
}
