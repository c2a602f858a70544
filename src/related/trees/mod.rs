//! Searches explicit game trees; shows the trace of every node as a report and as a drawing.

mod drawing;
mod report;
mod searched;

pub use drawing::write_drawing;
pub use report::write_report;
pub use searched::{NodeTrace, Searched};
