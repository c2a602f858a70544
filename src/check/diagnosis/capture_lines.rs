//! Finds the features that the missed captures and the missing moves of a student's program share.

use std::collections::{HashMap, HashSet};

use super::{evidence::LogRows, trial::ReadCase};
use crate::reasons::{moves_after, position_after};
use reversi_core::games::reversi::{Color, Move, Position, Square};
use reversi_course::{
    assignment::Job,
    log::{FieldValue, NodeName},
};
use reversi_io::names::count;

/// Lines of discs that a program does not capture, and lines that the program captures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureLines {
    missed: Vec<CaptureLine>,
    captured: HashSet<CaptureLine>,
    /// The lines of each legal move that the log leaves out. A program may capture lines by which it finds no move.
    left_out: Vec<Vec<CaptureLine>>,
    /// The lines of each move in the log.
    tried: HashSet<Vec<CaptureLine>>,
}

/// A line from a played square over the opponent's discs to the anchor, a disc of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CaptureLine {
    from: Square,
    direction: Direction,
    discs: u8,
    anchor: Square,
}

/// A direction as steps in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Direction {
    rows: i8,
    columns: i8,
}

/// A feature that lines may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Direction(Direction),
    Diagonal,
    Straight,
    AnchorRow(u8),
    AnchorColumn(u8),
    AnchorAtEdge,
    FromEdge,
    Discs(u8),
    AtLeastDiscs(u8),
}

/// The fewest missed lines for a statement on a shared feature. Two lines share a feature by chance.
const FEWEST_LINES: usize = 3;

const fn is_edge(square: Square) -> bool {
    matches!(square.row(), 0 | 7) || matches!(square.column(), 0 | 7)
}

impl CaptureLine {
    /// The lines that a disc of the player to move on this square captures.
    fn of_move(board: &Position, from: Square) -> Vec<Self> {
        let own = board.discs(board.side_to_move());
        let flips = board.flips(from);
        let next = |square: Square, Direction { rows, columns }: Direction| {
            Square::new(square.row().checked_add_signed(rows)?, square.column().checked_add_signed(columns)?)
        };
        let steps = [-1, 0, 1];
        let directions = steps.into_iter().flat_map(|rows| steps.map(|columns| Direction { rows, columns }));
        let line = |direction: Direction| {
            let (mut square, mut discs) = (next(from, direction)?, 0);
            while flips.contains(square) {
                (square, discs) = (next(square, direction)?, discs + 1);
            }
            (discs > 0 && own.contains(square)).then_some(Self { from, direction, discs, anchor: square })
        };
        directions.filter(|direction| (direction.rows, direction.columns) != (0, 0)).filter_map(line).collect()
    }

    fn has(self, feature: Feature) -> bool {
        let is_diagonal = self.direction.rows != 0 && self.direction.columns != 0;
        match feature {
            Feature::Direction(direction) => self.direction == direction,
            Feature::Diagonal => is_diagonal,
            Feature::Straight => !is_diagonal,
            Feature::AnchorRow(row) => self.anchor.row() == row,
            Feature::AnchorColumn(column) => self.anchor.column() == column,
            Feature::AnchorAtEdge => is_edge(self.anchor),
            Feature::FromEdge => is_edge(self.from),
            Feature::Discs(discs) => self.discs == discs,
            Feature::AtLeastDiscs(discs) => self.discs >= discs,
        }
    }
}

impl CaptureLines {
    /// Finds missed lines in a log. A line is missed if it is the only line of a legal move that the log leaves out
    /// between other moves of a node. It is also missed if it alone explains the wrong value of a leaf.
    pub(super) fn of(case: &ReadCase) -> Self {
        let mut lines = Self::default();
        let Some(log) = &case.log else { return lines };
        let nodes = Nodes::of(log, case.job);
        for (path, node) in &nodes.nodes {
            // The board is known if all moves of the path are legal.
            let is_legal = |at: usize| moves_after(&case.job.task, &path[..at]).contains(&path[at]);
            if !(0..path.len()).all(is_legal) {
                continue;
            }
            let board = position_after(case.job.task.start, path);
            let legal = moves_after(&case.job.task, path);
            let last = legal.iter().rposition(|played| node.children.contains(played));
            for (at, played) in legal.iter().enumerate() {
                let Some(square) = played.square() else { continue };
                let of_move = CaptureLine::of_move(&board, square);
                if node.children.contains(played) {
                    if let [line] = of_move[..] {
                        lines.captured.insert(line);
                    }
                    lines.tried.insert(of_move);
                } else if last.is_some_and(|last| at < last) {
                    if let [line] = of_move[..] {
                        lines.missed.push(line);
                    }
                    lines.left_out.push(of_move);
                }
            }
        }
        let is_leaf = |path: &[Move]| path.len() == case.job.task.depth.plies() as usize;
        if case.job.task.evaluation().is_pieces() {
            for (path, node) in nodes.nodes.iter().filter(|(path, _)| is_leaf(path)) {
                lines.add_leaf(case.job, path, node.value);
            }
        }
        lines
    }

    /// Takes a leaf at the depth limit. If all moves of its path are legal and its value is right, all lines of the last
    /// move are captured.
    fn add_leaf(&mut self, job: &Job, path: &[Move], value: Option<FieldValue>) {
        let (Some((Move::Place(square), above)), Some(FieldValue(found))) = (path.split_last(), value) else { return };
        let is_legal = |at: usize| moves_after(&job.task, &path[..at]).contains(&path[at]);
        if !(0..path.len()).all(is_legal) {
            return;
        }
        let (before, after) = (position_after(job.task.start, above), position_after(job.task.start, path));
        let discs = |color: Color| i32::try_from(after.discs(color).len()).unwrap_or_default();
        let expected = discs(job.task.max()) - discs(job.task.max().opponent());
        let sign = if before.side_to_move() == job.task.max() { -2.0 } else { 2.0 };
        let missed = (found - f64::from(expected)) / sign;
        let of_move = CaptureLine::of_move(&before, *square);
        if missed == 0.0 {
            self.captured.extend(of_move);
            return;
        }
        let fits = |line: &CaptureLine| (f64::from(line.discs) - missed).abs() < f64::EPSILON;
        let mut fitting = of_move.into_iter().filter(fits);
        if let (Some(line), None) = (fitting.next(), fitting.next()) {
            self.missed.push(line);
        }
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.missed.extend(other.missed);
        self.captured.extend(other.captured);
        self.left_out.extend(other.left_out);
        self.tried.extend(other.tried);
    }

    /// A sentence on the lines that are not captured, or else on the moves that are left out.
    pub(super) fn sentence(&self) -> Option<String> {
        self.sentence_on_lines().or_else(|| self.sentence_on_moves())
    }

    /// A sentence on the feature that the lines of all moves share that the log leaves out. Each move in the log has a line
    /// without this feature.
    fn sentence_on_moves(&self) -> Option<String> {
        let have = |lines: &[CaptureLine], feature: Feature| lines.iter().all(|line| line.has(feature));
        let separates = |feature: &Feature| {
            let is_shared = self.left_out.iter().all(|lines| have(lines, *feature));
            is_shared && !self.tried.iter().any(|lines| have(lines, *feature))
        };
        let lines: Vec<CaptureLine> = self.left_out.concat();
        let what = Feature::of(&lines).filter(|_| self.left_out.len() >= FEWEST_LINES)?.into_iter().find(separates)?;
        let places = count(self.left_out.len() as u64, "place");
        let what = what.words()?;
        Some(format!(
            "At {places}, the log leaves out a legal move that captures only lines {what}. No move in the log captures \
             only such lines."
        ))
    }

    /// A sentence on the feature that all missed lines share and no captured line has.
    fn sentence_on_lines(&self) -> Option<String> {
        let separates = |feature: &Feature| {
            self.missed.iter().all(|line| line.has(*feature)) && !self.captured.iter().any(|line| line.has(*feature))
        };
        let features = Feature::of(&self.missed).filter(|_| self.missed.len() >= FEWEST_LINES)?;
        let what = features.into_iter().find(separates)?.words()?;
        let places = count(self.missed.len() as u64, "place");
        Some(format!(
            "At {places}, the log looks as if a line {what} was not captured. No place shows such a line captured."
        ))
    }
}

impl Feature {
    /// The features of the first line that other lines may share, the narrowest first.
    fn of(lines: &[CaptureLine]) -> Option<[Self; 9]> {
        let first = lines.first()?;
        let fewest = lines.iter().map(|line| line.discs).min()?;
        Some([
            Self::Direction(first.direction),
            Self::Diagonal,
            Self::Straight,
            Self::AnchorRow(first.anchor.row()),
            Self::AnchorColumn(first.anchor.column()),
            Self::AnchorAtEdge,
            Self::FromEdge,
            Self::Discs(first.discs),
            Self::AtLeastDiscs(fewest),
        ])
    }

    /// The words after "line".
    fn words(self) -> Option<String> {
        Some(match self {
            Self::Direction(Direction { rows, columns }) => {
                let vertical = ["up", "", "down"][usize::try_from(rows + 1).ok()?];
                let horizontal = ["left", "", "right"][usize::try_from(columns + 1).ok()?];
                let parts: Vec<&str> = [vertical, horizontal].into_iter().filter(|part| !part.is_empty()).collect();
                format!("in the direction {}", parts.join("-"))
            }
            Self::Diagonal => "along a diagonal".to_owned(),
            Self::Straight => "along a row or a column".to_owned(),
            Self::AnchorRow(row) => format!("to an own disc in row {}", row + 1),
            Self::AnchorColumn(column) => format!("to an own disc in column {}", char::from(b'a' + column)),
            Self::AnchorAtEdge => "to an own disc at the edge of the board".to_owned(),
            Self::FromEdge => "from a square at the edge of the board".to_owned(),
            Self::Discs(discs) => format!("of {}", count(discs, "disc")),
            Self::AtLeastDiscs(discs) => format!("of {discs} or more discs"),
        })
    }
}

/// The nodes of a student's log with their paths, in the order of the log.
#[derive(Default)]
struct Nodes {
    nodes: Vec<(Vec<Move>, Node)>,
    places: HashMap<Vec<Move>, usize>,
}

#[derive(Default)]
struct Node {
    children: Vec<Move>,
    value: Option<FieldValue>,
}

impl Nodes {
    /// The most rows to read: the features of missed lines show in a small part of a log.
    const MOST_ROWS: usize = 20_000;

    /// Reads the nodes of a log, as far as its rows have depths and names.
    fn of(log: &LogRows, job: &Job) -> Self {
        let root_depth = f64::from(job.row_format().root_depth);
        let (mut nodes, mut path) = (Self::default(), Vec::new());
        for row in log.rows().take(Self::MOST_ROWS).map_while(|(_, row)| row) {
            let Some(FieldValue(depth)) = row.depth else { break };
            let played = match row.name {
                NodeName::Root => None,
                NodeName::Pass => Some(Move::Pass),
                NodeName::Square(square) => Some(Move::Place(square)),
                NodeName::Other(_) => break,
            };
            // A row of another search or a row without its parent ends the tree.
            let levels = if played.is_none() { 0..=0 } else { 1..=path.len() + 1 };
            let is_at = |level: &usize| (root_depth + *level as f64 - depth).abs() < f64::EPSILON;
            let Some(level) = levels.into_iter().find(is_at) else { break };
            path.truncate(level.saturating_sub(1));
            if let Some(played) = played {
                let siblings = &mut nodes.at(&path).children;
                if !siblings.contains(&played) {
                    siblings.push(played);
                }
                path.push(played);
            }
            nodes.at(&path).value = Some(row.value);
        }
        nodes
    }

    fn at(&mut self, path: &[Move]) -> &mut Node {
        let place = *self.places.entry(path.to_vec()).or_insert(self.nodes.len());
        if place == self.nodes.len() {
            self.nodes.push((path.to_vec(), Node::default()));
        }
        &mut self.nodes[place].1
    }
}
