//! One of something for each side.

use std::ops::{Index, IndexMut};

use crate::reversi::Color;

/// One of something for dark and one for light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<T> {
    /// Dark's.
    pub dark: T,
    /// Light's.
    pub light: T,
}

impl<T> Index<Color> for Sides<T> {
    type Output = T;

    fn index(&self, side: Color) -> &T {
        match side {
            Color::Black => &self.dark,
            Color::White => &self.light,
        }
    }
}

impl<T> IndexMut<Color> for Sides<T> {
    fn index_mut(&mut self, side: Color) -> &mut T {
        match side {
            Color::Black => &mut self.dark,
            Color::White => &mut self.light,
        }
    }
}
