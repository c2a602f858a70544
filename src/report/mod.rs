//! `reversi report`: which evaluation plays better, and what the searches cost.
//!
//! A [`Plan`] says what is compared. Every search and every game that it takes is measured on its own, by as many threads
//! as there are. From the [`Results`] come the sections of a document with their figures. The document is written as
//! Markdown, as plain text and as a page with plots, beside the data itself.

mod board;
mod column;
mod cost;
mod data;
mod depths;
mod document;
mod entrant;
mod folder;
mod forecast;
mod measurement;
mod plan;
mod plots;
mod processor_time;
mod results;
mod sample;
mod search_kind;
mod sections;
mod strength;

pub use depths::{Depths, ParseDepthsError};

pub(crate) use board::{NamedBoard, balanced_openings, read_boards};
pub(crate) use folder::write;
pub(crate) use forecast::forecast;
pub(crate) use plan::Plan;
pub(crate) use results::Results;
pub(crate) use search_kind::SearchKind;

use entrant::{Entrant, Pairing};
use measurement::{Measurement, Query};
use processor_time::ProcessorTime;
use sample::Sample;
