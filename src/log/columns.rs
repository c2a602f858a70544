//! A window as columns of a log.

use crate::{
    game::Value,
    search::{AlphaBeta, Open, Window},
};

/// A window as columns of a log: minimax has none, alpha-beta has two.
pub trait Columns: Window + Send + Sync {
    /// The number of columns.
    const COUNT: usize;

    /// The values of the columns, left to right.
    fn values(self) -> impl IntoIterator<Item = Value>;
}

impl Columns for Open {
    const COUNT: usize = 0;

    #[inline]
    fn values(self) -> impl IntoIterator<Item = Value> {
        []
    }
}

impl Columns for AlphaBeta {
    const COUNT: usize = 2;

    #[inline]
    fn values(self) -> impl IntoIterator<Item = Value> {
        [self.alpha, self.beta]
    }
}
