//! Draws plots as SVG, for dark and light pages.
//!
//! The plots are readable in print and for color-blind people. Every line has its own dashes and marks, and every cell
//! has a number.

mod lines;
mod matrix;

use std::fmt::Write as _;

pub use lines::{Lines, Scale, Series};
pub use matrix::{Cell, Matrix};

use crate::files::html::{COLORS, escape};

/// The style sheet of all plots, with the colors of all pages.
pub const STYLE: &str = include_str!("style.css");

#[derive(Clone, Debug)]
pub struct Plot {
    name: &'static str,
    pub title: String,
    width: u32,
    height: u32,
    body: String,
}

impl Plot {
    const WIDTH: u32 = 520;

    pub fn file(&self) -> String {
        format!("{}.svg", self.name)
    }

    /// The SVG element for a page that has the style sheet [`STYLE`].
    pub fn inline(&self) -> String {
        self.element("", "")
    }

    /// The content of an SVG file, which includes the style sheet.
    pub fn document(&self) -> String {
        self.element(" xmlns=\"http://www.w3.org/2000/svg\"", &format!("<style>\n{COLORS}{STYLE}</style>\n"))
    }

    fn element(&self, namespace: &str, style: &str) -> String {
        let (width, height, title) = (self.width, self.height, escape(&self.title));
        format!(
            "<svg{namespace} class=\"plot\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n{style}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            self.body
        )
    }
}

#[derive(Debug)]
struct Canvas {
    title: String,
    body: String,
}

impl Canvas {
    fn new(title: String, note: &str) -> Self {
        let mut canvas = Self { title: String::new(), body: String::new() };
        canvas.text(14.0, 20.0, "title", &title);
        canvas.text(14.0, 37.0, "faint", note);
        Self { title, ..canvas }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some hundreds
    fn finish(self, name: &'static str, width: f64, height: f64) -> Plot {
        let Self { title, body } = self;
        Plot { name, title, width: (width as u32).max(Plot::WIDTH), height: height as u32, body }
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.add(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escape(text)));
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.add(format_args!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"));
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        // Writing to a string never fails.
        let _ = writeln!(self.body, "{element}");
    }
}
