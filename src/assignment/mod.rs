//! The assignment: a year's job as values, and its files.

mod dialect;
mod game;
mod moves_file;
mod request;
mod statistics;
mod step;

pub use dialect::{Dialect, InputForm, SearchRules};
pub use game::{play, play_counted};
pub use moves_file::MovesFile;
pub use request::{Heading, ParseRequestError, Request, Task};
pub use statistics::StatisticsFile;
pub use step::{Action, Step};
