//! The text of a report: headings, paragraphs, tables and plots, whatever they are written in.

mod markdown;
mod page;
mod plain;

pub use markdown::markdown;
pub use page::page;
pub use plain::plain;

use super::{column::Column, plots::Plot};

/// The text of a report.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What it consists of, in order.
    pub blocks: Vec<Block>,
}

/// A part of a document. All of it is plain ASCII.
#[derive(Clone, Debug)]
pub enum Block {
    /// Begins a section.
    Heading(String),
    /// Some sentences.
    Paragraph(String),
    /// Items.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
}

/// A table of text.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The heads of its columns from left to right.
    pub heads: Vec<Head>,
    /// Its rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
}

/// The head of a column.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its text.
    pub name: &'static str,
    /// Whether the column holds numbers, which are aligned on the right.
    pub is_number: bool,
}

impl Table {
    /// A table with a row for each thing. Columns without any text are left out.
    pub fn new<T>(caption: &str, things: &[T], mut columns: Vec<Column<T>>) -> Self {
        columns.retain(|column| things.iter().any(|thing| !(column.cell)(thing).is_empty()));
        Self {
            caption: caption.to_owned(),
            heads: columns.iter().map(|&Column { name, is_number, .. }| Head { name, is_number }).collect(),
            rows: things.iter().map(|thing| columns.iter().map(|column| (column.cell)(thing)).collect()).collect(),
        }
    }
}
