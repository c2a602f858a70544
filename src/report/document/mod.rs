//! The text of a report: headings, paragraphs, tables and plots, whatever they are written in.

mod markdown;
mod page;
mod plain;

pub use markdown::markdown;
pub use page::page;
pub use plain::plain;

use super::plots::Plot;

/// A text.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What it consists of, in order.
    pub blocks: Vec<Block>,
}

/// A part of a text. All of it is plain ASCII.
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
    /// Its columns from left to right.
    pub columns: Vec<Column>,
    /// Its rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// Whether it holds numbers, which are aligned on the right.
    pub is_number: bool,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(name: &str) -> Self {
        Self { name: name.to_owned(), is_number: false }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(name: &str) -> Self {
        Self { name: name.to_owned(), is_number: true }
    }
}
