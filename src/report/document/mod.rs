//! The text of a report: headings, paragraphs, tables and plots, whatever they are written in.

mod markdown;
mod page;
mod plain;

pub use markdown::markdown;
pub use page::page;
pub use plain::plain;

use super::{
    column::{Column, Head},
    plots::Plot,
};

/// The text of a report.
#[derive(Clone, Debug)]
pub struct Document {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a document. All of it is plain ASCII.
#[derive(Clone, Debug)]
pub enum Block {
    Heading(&'static str),
    Paragraph(String),
    List(Vec<String>),
    Table(Table),
    Plot(Plot),
}

/// A table of text.
#[derive(Clone, Debug)]
pub struct Table {
    pub caption: String,
    /// The heads of its columns from left to right.
    pub heads: Vec<Head>,
    /// One text for every column in each row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a row for each thing. Columns without any text are left out.
    pub fn new<T>(caption: &str, things: &[T], mut columns: Vec<Column<T>>) -> Self {
        columns.retain(|column| things.iter().any(|thing| !(column.cell)(thing).is_empty()));
        Self {
            caption: caption.to_owned(),
            heads: columns.iter().map(|column| column.head).collect(),
            rows: things.iter().map(|thing| columns.iter().map(|column| (column.cell)(thing)).collect()).collect(),
        }
    }
}
