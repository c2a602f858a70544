//! Draws a plot of lines over a numeric axis.

use std::iter;

use super::{Canvas, Plot};

#[derive(Clone, Debug)]
pub struct Lines {
    pub name: &'static str,
    pub title: String,
    pub x: &'static str,
    /// The title of the vertical axis, with its unit.
    pub y: &'static str,
    pub scale: Scale,
    pub series: Vec<Series>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A scale with equal steps that begins at zero or below.
    Linear,
    Logarithmic,
}

#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    /// The points of the line from left to right. A logarithmic scale only shows points above zero.
    pub points: Vec<(f64, f64)>,
}

const LEFT: f64 = 62.0;
const RIGHT: f64 = 506.0;
const TOP: f64 = 54.0;
const BOTTOM: f64 = 290.0;

/// The vertical position of the plot's key, below the title of the horizontal axis.
const KEY: f64 = 350.0;
/// The height of a line of the key, and the width of a column of the key.
const KEY_LINE: f64 = 20.0;
const KEY_COLUMN: f64 = 228.0;
const KEY_COLUMNS: usize = 2;

/// A line with more points than this number gets few marks.
const MARKED: usize = 12;

const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];
/// The marks of lines, around a point: a circle, a square, a triangle, a diamond, and a triangle that points down.
const MARKS: [&str; 5] = [
    "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0",
    "M-3.4-3.4h6.8v6.8h-6.8z",
    "M0-4.4 4.2 3.2H-4.2z",
    "M0-4.8 4.2 0 0 4.8-4.2 0z",
    "M0 4.4 4.2-3.2H-4.2z",
];

impl Lines {
    /// Returns `None` if the plot has no points.
    pub fn draw(mut self) -> Option<Plot> {
        if self.scale == Scale::Logarithmic {
            for Series { points, .. } in &mut self.series {
                points.retain(|&(_, up)| up > 0.0);
                for (_, up) in points {
                    *up = up.log10();
                }
            }
        }
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Axis::over(points().map(|point| point.0))?.with_margins();
        let y = Axis::over(points().map(|point| point.1))?;
        let y = match self.scale {
            Scale::Linear => Axis { from: y.from.min(0.0), to: y.to.max(0.0) },
            // The axis begins and ends at powers of ten.
            Scale::Logarithmic => Axis { from: y.from.floor(), to: y.to.ceil().max(y.from.floor() + 1.0) },
        }
        .to_ticks();
        let place = |&(across, up): &(f64, f64)| {
            (LEFT + x.place(across) * (RIGHT - LEFT), BOTTOM - y.place(up) * (BOTTOM - TOP))
        };
        let mut canvas = Canvas::new(self.title, self.y);
        for tick in y.ticks() {
            let (_, height) = place(&(x.from, tick));
            canvas.line((LEFT, height), (RIGHT, height), if tick == 0.0 { "axis" } else { "grid" });
            canvas.text(LEFT - 6.0, height + 4.0, "end faint", &label(tick, self.scale));
        }
        for tick in x.ticks() {
            let (across, _) = place(&(tick, y.from));
            canvas.line((across, BOTTOM), (across, BOTTOM + 4.0), "axis");
            canvas.text(across, BOTTOM + 18.0, "middle faint", &label(tick, Scale::Linear));
        }
        canvas.line((LEFT, BOTTOM), (RIGHT, BOTTOM), "axis");
        canvas.text(f64::midpoint(LEFT, RIGHT), BOTTOM + 36.0, "middle", self.x);
        for (number, line) in self.series.iter().enumerate() {
            draw_line(&mut canvas, number, &line.points.iter().map(place).collect::<Vec<_>>());
            draw_key(&mut canvas, number, &line.name);
        }
        let key_lines = self.series.len().div_ceil(KEY_COLUMNS) as f64;
        Some(canvas.finish(self.name, 0.0, KEY + KEY_LINE * key_lines - 8.0))
    }
}

fn draw_line(canvas: &mut Canvas, number: usize, points: &[(f64, f64)]) {
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (class, dash) = (number % 6, DASHES[number % DASHES.len()]);
    canvas.add(format_args!(
        "<polyline class=\"line c{class}\" stroke-dasharray=\"{dash}\" points=\"{}\"/>",
        path.join(" ")
    ));
    let stride = if points.len() > MARKED { points.len() / 6 } else { 1 };
    let mark = MARKS[number % MARKS.len()];
    for (x, y) in points.iter().skip(number % stride).step_by(stride) {
        canvas
            .add(format_args!("<path class=\"c{class} solid\" transform=\"translate({x:.1} {y:.1})\" d=\"{mark}\"/>"));
    }
}

fn draw_key(canvas: &mut Canvas, number: usize, name: &str) {
    let x = LEFT + KEY_COLUMN * (number % KEY_COLUMNS) as f64;
    let y = KEY + KEY_LINE * (number / KEY_COLUMNS) as f64;
    draw_line(canvas, number, &[(x, y - 4.0), (x + 34.0, y - 4.0)]);
    canvas.text(x + 44.0, y, "", name);
}

#[derive(Clone, Copy, PartialEq)]
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis from the smallest to the largest of the `numbers`.
    fn over(numbers: impl Iterator<Item = f64>) -> Option<Self> {
        numbers.fold(None, |axis, number| {
            let Self { from, to } = axis.unwrap_or(Self { from: number, to: number });
            Some(Self { from: from.min(number), to: to.max(number) })
        })
    }

    /// Adds space at both ends of the axis, but does not cross zero.
    fn with_margins(self) -> Self {
        let Self { from, to } = self;
        let space = if to > from { 0.04 * (to - from) } else { 0.5 };
        let is_end = |end: f64| end == 0.0 && from < to;
        Self { from: if is_end(from) { from } else { from - space }, to: if is_end(to) { to } else { to + space } }
    }

    /// Extends the axis to ticks, so that no point lies beyond the outermost labels.
    fn to_ticks(self) -> Self {
        let mut axis = if self.from < self.to { self } else { self.with_margins() };
        loop {
            let step = axis.step();
            let wider = Self { from: (axis.from / step).floor() * step, to: (axis.to / step).ceil() * step };
            if wider == axis {
                return axis;
            }
            axis = wider;
        }
    }

    /// The place of a number on the axis, from 0 to 1.
    fn place(&self, number: f64) -> f64 {
        (number - self.from) / (self.to - self.from)
    }

    /// The distance between two ticks: a whole number that avoids too many ticks.
    fn step(&self) -> f64 {
        const MOST: f64 = 7.0;
        let mut steps = (0..9).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
        steps.find(|step| (self.to - self.from) / step <= MOST).unwrap_or(1e9)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let step = self.step();
        let ticks =
            iter::successors(Some((self.from / step).ceil()), |tick| Some(tick + 1.0)).map(move |tick| tick * step);
        // Adding 0.0 turns a negative zero into zero.
        ticks.take_while(|&tick| tick <= self.to).map(|tick| tick + 0.0)
    }
}

fn label(tick: f64, scale: Scale) -> String {
    let number = if scale == Scale::Logarithmic { 10_f64.powf(tick) } else { tick };
    let (number, unit) = match number.abs() {
        size if size >= 1e9 => (number / 1e9, "G"),
        size if size >= 1e6 => (number / 1e6, "M"),
        size if size >= 1e4 => (number / 1e3, "k"),
        _ => (number, ""),
    };
    let text = format!("{number:.2}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}
