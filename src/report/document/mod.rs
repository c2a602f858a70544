//! The text of a report: headings, paragraphs, tables and plots, for all output formats.

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

#[derive(Clone, Debug)]
pub struct Document {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// All text of a block is plain ASCII.
#[derive(Clone, Debug)]
pub enum Block {
    Heading(&'static str),
    Paragraph(String),
    List(Vec<String>),
    Table(Table),
    Plot(Plot),
}

#[derive(Clone, Debug)]
pub struct Table {
    pub caption: String,
    pub heads: Vec<Head>,
    /// One text for each column in each row of the table.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes a table with one row for each of the `things`, without empty columns.
    pub fn new<T>(caption: &str, things: &[T], mut columns: Vec<Column<T>>) -> Self {
        columns.retain(|column| things.iter().any(|thing| !(column.cell)(thing).is_empty()));
        Self {
            caption: caption.to_owned(),
            heads: columns.iter().map(|column| column.head).collect(),
            rows: things.iter().map(|thing| columns.iter().map(|column| (column.cell)(thing)).collect()).collect(),
        }
    }
}
