//! `reversi report`: which evaluation plays better, and what the searches cost.
//!
//! A [`Plan`] says what is compared. Every search and every game that it takes is measured on its own, by as many threads
//! as there are; a [`Memory`] keeps what is known, and `data.csv` and `games.csv` are that memory as files. From the
//! [`Results`] come the [`figures`], from these the [`sections`] of a [`document`], which is written as Markdown, as
//! plain text and as a page with [`plots`].

mod board;
mod data_file;
mod depths;
pub mod document;
mod entrant;
pub mod figures;
mod folder;
mod forecast;
mod games_file;
mod measurement;
mod memory;
mod plan;
pub mod plots;
mod results;
mod run;
mod sample;
mod search_kind;
pub mod sections;
mod times_file;
mod work;

pub use board::{Board, Boards, balanced_openings};
pub use depths::{Depths, ParseDepthsError};
pub use entrant::{Entrant, Game, GameKey, Pairing};
pub use folder::Folder;
pub use forecast::Forecast;
pub use measurement::{Measurement, Query, Ties};
pub use memory::Memory;
pub use plan::Plan;
pub use results::Results;
pub use run::{Completion, Run, merge};
pub use sample::Sample;
pub use search_kind::SearchKind;
