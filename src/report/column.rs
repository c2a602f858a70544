//! Columns of tables and of data files.

use std::fmt::Display;

#[derive(Clone, Copy, Debug)]
pub struct Head {
    pub name: &'static str,
    /// True if the column holds numbers, which a table aligns on the right.
    pub is_number: bool,
}

/// Each row of the table shows a thing of type `T`.
pub struct Column<'a, T> {
    pub head: Head,
    pub cell: Box<dyn Fn(&T) -> String + 'a>,
}

impl<'a, T> Column<'a, T> {
    pub fn words<D: Display>(name: &'static str, cell: impl Fn(&T) -> D + 'a) -> Self {
        Self { head: Head { name, is_number: false }, cell: Box::new(move |thing| cell(thing).to_string()) }
    }

    pub fn numbers<D: Display>(name: &'static str, cell: impl Fn(&T) -> D + 'a) -> Self {
        Self { head: Head { name, is_number: true }, ..Self::words(name, cell) }
    }

    /// A column of numbers; a cell is empty if the row has no number.
    pub fn numbers_if_any<D: Display>(name: &'static str, cell: impl Fn(&T) -> Option<D> + 'a) -> Self {
        Self::numbers(name, move |thing| cell(thing).map_or_else(String::new, |cell| cell.to_string()))
    }
}
