//! Finds any rows of a log without writing the earlier rows.
//!
//! Subtrees before the wanted rows are counted and evaluated, but their steps are not shown.

use std::{fmt, ops::ControlFlow, str::FromStr};

use super::{BoardSearch, EachRow, Row, known_sizes::KnownSizes};
use reversi_core::{
    fast::FastSearch,
    game::{Depth, Value},
    games::reversi::{Move, Rules, StaticEvaluation},
    search::{Counts, Node, Search, Window},
};
use reversi_io::names::ParseError;

/// A selection of rows of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowRange {
    Numbers(RowNumbers),
    /// All rows of the node at the end of this path from the root.
    Path(Vec<Move>),
}

/// A range of row numbers, counted from 1. The header does not have a row number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowNumbers {
    pub first: u64,
    /// The last row; `None` for the end of the log.
    pub last: Option<u64>,
}

/// Writes `17`, `17..20` or `17..`.
impl fmt::Display for RowNumbers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        match last {
            Some(last) if last == first => write!(formatter, "{first}"),
            Some(last) => write!(formatter, "{first}..{last}"),
            None => write!(formatter, "{first}.."),
        }
    }
}

impl FromStr for RowNumbers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|&number: &u64| is_number && number > 0);
            number.ok_or("expected a row such as 17, or rows such as 17..20 or 17.., counted from 1")
        };
        let (first, last) = match text.split_once("..") {
            None => (number(text)?, Some(number(text)?)),
            Some((first, "")) => (number(first)?, None),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        if last.is_some_and(|last| last < first) {
            return Err("the last row comes before the first; expected rows such as 17..20".into());
        }
        Ok(Self { first, last })
    }
}

/// The number of rows of the log of a search.
pub fn count<R: Rules, W: Window, S: StaticEvaluation>(search: &Search<R, W, S>) -> u64 {
    Skipper::new(search).rows(&search.root, Node::ROOT, search.window).0
}

/// Shows some rows of a search, until `visit` breaks. The rows of a path are numbered from 1. To number rows in the
/// whole log, the search would have to count all earlier rows.
pub fn each_row_of<R: Rules, W: Window, S: StaticEvaluation>(
    board: &BoardSearch<R, W, S>,
    range: &RowRange,
    visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>,
) {
    let search = &board.search;
    let wanted = match range {
        RowRange::Numbers(numbers) => Wanted::From(numbers.first),
        RowRange::Path(path) => Wanted::At(&path.iter().map(|&played| board.image(played)).collect::<Vec<_>>()),
    };
    let (mut path, mut shown) = (Vec::new(), 0);
    let mut rows = EachRow::new(|row: &Row<R::Move>| {
        path.clear();
        path.extend(row.path.iter().map(|&image| board.original(image)));
        let number = match range {
            RowRange::Numbers(numbers) if numbers.last.is_some_and(|last| row.number > last) => return Err(()),
            RowRange::Numbers(numbers) => Some(row.number).filter(|&number| number >= numbers.first),
            RowRange::Path(wanted) => (path == *wanted).then(|| {
                shown += 1;
                shown
            }),
        };
        match number.map_or(ControlFlow::Continue(()), |number| {
            let row = row.on_path(&path, |image| board.original(image));
            visit(&Row { number, ..row })
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(()),
        }
    });
    // If the search stops early, all wanted rows have been shown.
    let _ = Skipper::new(search).search(&search.root, Node::ROOT, search.window, wanted, &mut rows);
}

/// The wanted rows in a subtree.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// All rows from this number on.
    From(u64),
    /// The rows of the node at the end of this path from the subtree's root.
    At(&'a [Move]),
}

/// A search that skips subtrees without wanted rows.
struct Skipper<'a, R: Rules, W, S> {
    search: &'a Search<'a, R, W, S>,
    known: KnownSizes,
    solver: FastSearch<'a, R, S>,
}

impl<'a, R: Rules, W: Window, S: StaticEvaluation> Skipper<'a, R, W, S> {
    fn new(search: &'a Search<'a, R, W, S>) -> Self {
        Self { search, known: KnownSizes::new(), solver: FastSearch::new(search.evaluation) }
    }

    /// The value of a subtree, found without showing rows.
    fn value(&mut self, game: &R, node: Node<R::Move>, window: W) -> Value {
        if W::PRUNES {
            let Ok(outcome) = self.search.search_from(game, node, window, &mut ());
            outcome.value
        } else {
            let depth = Depth::new(self.search.depth.plies().saturating_sub(node.ply.plies()));
            self.solver.search(game, depth).expect("the search has no switch that ends it").value
        }
    }

    /// The number of rows of a subtree, and its value.
    fn rows(&mut self, game: &R, node: Node<R::Move>, window: W) -> (u64, Value) {
        let mut counts = Counts::default();
        let Ok(value) = if W::PRUNES {
            self.search.search_from(game, node, window, &mut counts).map(|outcome| outcome.value)
        } else {
            self.known.count(self.search, game, node, &mut counts)
        };
        (counts.rows(), value)
    }

    /// Searches the wanted part of a subtree, and returns the value.
    fn search<F: FnMut(&Row<R::Move>) -> Result<(), ()>>(
        &mut self,
        game: &R,
        node: Node<R::Move>,
        window: W,
        wanted: Wanted,
        rows: &mut EachRow<R::Move, F>,
    ) -> Result<Value, ()> {
        let search = self.search;
        let outcome = search.expand(game, node, window, rows, |rows, game, node, window| match wanted {
            Wanted::At([first, rest @ ..]) if node.reached_by.map(Into::into) == Some(*first) => {
                self.search(game, node, window, Wanted::At(rest), rows)
            }
            Wanted::At(_) => Ok(self.value(game, node, window)),
            Wanted::From(first) if rows.rows() + 1 >= first => self.search(game, node, window, wanted, rows),
            Wanted::From(first) => {
                let (count, value) = self.rows(game, node, window);
                if rows.rows() + count >= first {
                    return self.search(game, node, window, wanted, rows);
                }
                rows.skip(count);
                Ok(value)
            }
        })?;
        // If the wanted node ends here, no later row is wanted.
        if matches!(wanted, Wanted::At([])) { Err(()) } else { Ok(outcome.value) }
    }
}
