//! The text of a report: headings, paragraphs, tables and plots, whatever they are written in.

mod markdown;
mod page;
mod plain;

pub use markdown::markdown;
pub use page::page;
pub use plain::plain;

use std::fmt::Display;

use super::plots::Plot;

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

/// A column: its head, and what it shows of the thing that a row is about.
pub struct Column<'a, T> {
    head: Head,
    cell: Box<dyn Fn(&T) -> String + 'a>,
}

impl<'a, T> Column<'a, T> {
    /// A column of words.
    pub fn words<D: Display>(name: &'static str, cell: impl Fn(&T) -> D + 'a) -> Self {
        Self { head: Head { name, is_number: false }, cell: Box::new(move |thing| cell(thing).to_string()) }
    }

    /// A column of numbers.
    pub fn numbers<D: Display>(name: &'static str, cell: impl Fn(&T) -> D + 'a) -> Self {
        Self { head: Head { name, is_number: true }, ..Self::words(name, cell) }
    }

    /// A column of numbers that some of the things lack. Where all lack it, the table has no such column.
    pub fn numbers_if_any<D: Display>(name: &'static str, cell: impl Fn(&T) -> Option<D> + 'a) -> Self {
        Self::numbers(name, move |thing| cell(thing).map_or_else(String::new, |cell| cell.to_string()))
    }
}

impl Table {
    /// A table with a row for each thing. Columns without any text are left out.
    pub fn new<T>(caption: &str, things: &[T], mut columns: Vec<Column<T>>) -> Self {
        columns.retain(|column| things.iter().any(|thing| !(column.cell)(thing).is_empty()));
        let row = |thing| columns.iter().map(|column| (column.cell)(thing)).collect();
        let rows = things.iter().map(row).collect();
        Self { caption: caption.to_owned(), heads: columns.into_iter().map(|column| column.head).collect(), rows }
    }
}
