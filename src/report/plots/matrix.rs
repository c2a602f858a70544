//! Draws a table of results with their intervals.
//!
//! Results above and below one half have different colors, and significant results have a frame.

use super::{Canvas, Plot};
use crate::matches::statistics::{Interval, Mean, rounded};

/// A plot with a cell for each pairing, colored by the pairing's mean.
#[derive(Clone, Debug)]
pub struct Matrix {
    pub name: &'static str,
    pub title: String,
    /// The line of text below the title.
    pub note: String,
    pub columns: Vec<String>,
    /// The rows of the plot: a name, and a cell for each column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Points from 0 to 1; one half means equal strength.
    pub points: Mean,
    pub is_sure: bool,
}

const LEFT: f64 = 150.0;
const RIGHT: f64 = 506.0;
/// The smallest width at which a cell has space for an interval.
const NARROWEST: f64 = 72.0;
const WIDEST: f64 = 96.0;
const TOP: f64 = 66.0;
const HEIGHT: f64 = 44.0;

impl Matrix {
    /// Returns `None` if the plot has no cells.
    pub fn draw(self) -> Option<Plot> {
        if self.rows.is_empty() || self.columns.is_empty() {
            return None;
        }
        let width = ((RIGHT - LEFT) / self.columns.len() as f64).clamp(NARROWEST, WIDEST);
        let mut canvas = Canvas::new(self.title, &self.note);
        for (number, column) in self.columns.iter().enumerate() {
            canvas.text(LEFT + width * (number as f64 + 0.5), TOP - 8.0, "middle faint", column);
        }
        for (row, (name, cells)) in self.rows.iter().enumerate() {
            let y = TOP + HEIGHT * row as f64;
            canvas.text(LEFT - 8.0, y + HEIGHT / 2.0 + 4.0, "end", name);
            for (column, cell) in cells.iter().enumerate() {
                cell.draw(&mut canvas, LEFT + width * column as f64, y, width);
            }
        }
        let right = LEFT + width * self.columns.len() as f64;
        Some(canvas.finish(self.name, right + 14.0, TOP + HEIGHT * self.rows.len() as f64 + 12.0))
    }
}

impl Cell {
    fn draw(&self, canvas: &mut Canvas, x: f64, y: f64, width: f64) {
        let class = if self.points.mean >= 0.5 { "c0" } else { "c1" };
        // The cell's color is light enough for readable text.
        let opacity = (self.points.mean - 0.5).abs();
        canvas.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT:.1}\" class=\"cell {class} solid\" \
             stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\"/>"
        ));
        let weight = if self.is_sure { "middle bold" } else { "middle" };
        let middle = x + width / 2.0;
        canvas.text(middle, y + 19.0, weight, &format!("{:.2}", rounded(self.points.mean, 2)));
        if let Some(Interval { low, high }) = self.points.interval.map(|interval| interval.outwards(2)) {
            canvas.text(middle, y + 35.0, "middle", &format!("{low:.2}-{high:.2}"));
        }
        if self.is_sure {
            let (x, y, width, height) = (x + 2.5, y + 2.5, width - 5.0, HEIGHT - 5.0);
            canvas.add(format_args!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"sure\"/>"
            ));
        }
    }
}
