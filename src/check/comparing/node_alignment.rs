//! Aligns two logs by node, so that a missing row does not make all later rows wrong.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher as _},
};

use reversi_course::log::{Line, NodeName};

/// The largest number of rows in a log for alignment: the hashes of two such logs take 16 megabytes.
pub(crate) const MOST_ROWS: usize = 500_000;

/// Hashes of the places and contents of a log's rows. The place of a row consists of the path, the child before the
/// row, and the number of earlier such rows. The content of a row is its whole text.
#[derive(Debug, Default)]
pub(crate) struct RowHashes {
    places: Vec<Option<u64>>,
    contents: Vec<u64>,
}

/// Reads the rows of a log as a tree, by their Depth column.
#[derive(Debug)]
pub(crate) struct RowTree {
    nodes: Vec<TreeNode>,
    /// The nodes from the root to the last row's node.
    line: Vec<usize>,
    root_depth: f64,
    /// For each row: its node, and the child that was searched before the row; `None` for a line that is not a row.
    rows: Vec<Option<(usize, Option<usize>)>>,
    contents: Vec<u64>,
}

#[derive(Debug)]
struct TreeNode {
    parent: Option<usize>,
    /// The name of the node; `None` until the node's own row has been read.
    name: Option<NodeName>,
}

/// A pair of aligned rows by their indices (from 0), or a row that only one log has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowPair {
    pub(crate) expected: Option<usize>,
    pub(crate) found: Option<usize>,
}

/// A Depth in a row that is deeper than any search.
const DEEPEST: f64 = 200.0;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl RowTree {
    /// The tree of a log without rows. `root_depth` is the expected Depth of the root.
    pub(crate) fn new(root_depth: u32) -> Self {
        Self {
            nodes: Vec::new(),
            line: Vec::new(),
            root_depth: root_depth.into(),
            rows: Vec::new(),
            contents: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds the next row; `None` for a line that is not a row.
    pub(crate) fn add(&mut self, row: Option<&Line>) {
        let content = row.map(|row| {
            let numbers = row.numbers.map(|number| number.map(|number| number.0.to_bits()));
            hash((row.name, numbers, row.cut_off))
        });
        self.contents.push(content.unwrap_or_default());
        let place = row.and_then(|row| self.place(row));
        self.rows.push(place);
    }

    fn place(&mut self, row: &Line) -> Option<(usize, Option<usize>)> {
        let depth = match row.depth() {
            Some(depth) => depth.0,
            None => self.root_depth + if row.name == NodeName::Root { 0.0 } else { 1.0 },
        };
        if row.name == NodeName::Root {
            self.root_depth = depth;
        }
        // Some programs count the depth down from the limit.
        let level = (depth - self.root_depth).abs();
        if !(0.0..DEEPEST).contains(&level) || level.fract() != 0.0 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a small whole number
        let level = level as usize;
        while self.line.len() < level {
            self.enter(None);
        }
        if let Some(&node) = self.line.get(level)
            && *self.nodes[node].name.get_or_insert(row.name) == row.name
        {
            let child = self.line.get(level + 1).copied();
            self.line.truncate(level + 1);
            return Some((node, child));
        }
        self.line.truncate(level);
        Some((self.enter(Some(row.name)), None))
    }

    fn enter(&mut self, name: Option<NodeName>) -> usize {
        let node = self.nodes.len();
        self.nodes.push(TreeNode { parent: self.line.last().copied(), name });
        self.line.push(node);
        node
    }

    /// The hashes of the rows, after all rows have been added.
    pub(crate) fn hashes(self) -> RowHashes {
        let mut paths: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for TreeNode { parent, name } in &self.nodes {
            paths.push(hash((parent.map(|parent| paths[parent]), name)));
        }
        let mut seen: HashMap<u64, u32> = HashMap::new();
        let mut place = |(node, child): (usize, Option<usize>)| {
            let place = hash((paths[node], child.map(|child| self.nodes[child].name)));
            let before = seen.entry(place).or_default();
            *before += 1;
            hash((place, *before))
        };
        RowHashes { places: self.rows.into_iter().map(|row| row.map(&mut place)).collect(), contents: self.contents }
    }
}

impl RowHashes {
    pub(crate) fn len(&self) -> usize {
        self.contents.len()
    }

    /// Aligns an expected log with another log. The alignment first pairs as many rows with equal places as possible,
    /// in the order of the logs. Between two such pairs, it pairs equal rows from the end, and then the remaining rows
    /// in order. If one log has a surplus row, the alignment leaves out exactly this row.
    pub(crate) fn align(&self, found: &Self) -> Vec<RowPair> {
        let expected: HashMap<u64, usize> =
            self.places.iter().enumerate().filter_map(|(at, place)| Some(((*place)?, at))).collect();
        let same = found.places.iter().enumerate();
        let same: Vec<(usize, usize)> =
            same.filter_map(|(at, place)| Some((*expected.get(place.as_ref()?)?, at))).collect();
        let mut pairs = Vec::with_capacity(self.len().max(found.len()));
        let mut next = (0, 0);
        for (to_expected, to_found) in longest_rising(&same).into_iter().chain([(self.len(), found.len())]) {
            let between = (&self.contents[next.0..to_expected], &found.contents[next.1..to_found]);
            let at_end =
                between.0.iter().rev().zip(between.1.iter().rev()).take_while(|(one, other)| one == other).count();
            let (end_expected, end_found) = (to_expected - at_end, to_found - at_end);
            pairs.extend((0..(end_expected - next.0).max(end_found - next.1)).map(|row| RowPair {
                expected: Some(next.0 + row).filter(|row| *row < end_expected),
                found: Some(next.1 + row).filter(|row| *row < end_found),
            }));
            let both = (end_expected..=to_expected).zip(end_found..=to_found);
            pairs.extend(both.map(|(expected, found)| RowPair { expected: Some(expected), found: Some(found) }));
            next = (to_expected + 1, to_found + 1);
        }
        // The last pair stands for the ends of both logs, not for rows.
        pairs.pop();
        for at in 1..pairs.len() {
            let (before, pair) = (pairs[at - 1], pairs[at]);
            let crossed = match (pair.expected, pair.found) {
                (None, found) => RowPair { expected: before.expected, found },
                (expected, None) => RowPair { expected, found: before.found },
                (Some(_), Some(_)) => continue,
            };
            if !self.is_equal(found, before) && self.is_equal(found, crossed) {
                let rest = |row: Option<usize>, taken| row.filter(|_| row != taken);
                pairs[at - 1] = RowPair {
                    expected: rest(before.expected, crossed.expected),
                    found: rest(before.found, crossed.found),
                };
                pairs[at] = crossed;
            }
        }
        pairs
    }

    /// True if both rows of a pair exist and have the same content.
    pub(crate) fn is_equal(&self, found: &Self, pair: RowPair) -> bool {
        pair.expected.zip(pair.found).is_some_and(|(one, other)| self.contents[one] == found.contents[other])
    }

    /// Counts the rows of another log that are wrong or surplus or, if they are more, the rows that it lacks or has
    /// wrongly.
    pub(crate) fn differing(&self, found: &Self) -> u64 {
        let wrong: Vec<RowPair> = self.align(found).into_iter().filter(|pair| !self.is_equal(found, *pair)).collect();
        let [of_found, of_own] = [|pair: &RowPair| pair.found.is_some(), |pair: &RowPair| pair.expected.is_some()]
            .map(|is_there: fn(&RowPair) -> bool| wrong.iter().filter(|pair| is_there(pair)).count());
        of_found.max(of_own) as u64
    }
}

/// Finds the longest subsequence in which the first numbers increase (patience sorting).
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `last` has the last pair of the best subsequence of each length; `before` has the pair before each pair.
    let (mut last, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::with_capacity(pairs.len()));
    for (at, (number, _)) in pairs.iter().enumerate() {
        let length = last.partition_point(|&other| pairs[other].0 < *number);
        before.push(length.checked_sub(1).map(|shorter| last[shorter]));
        match last.get_mut(length) {
            Some(place) => *place = at,
            None => last.push(at),
        }
    }
    let mut rising = Vec::with_capacity(last.len());
    let mut next = last.last().copied();
    while let Some(at) = next {
        rising.push(pairs[at]);
        next = before[at];
    }
    rising.reverse();
    rising
}
