//! The assignment: a year's job as values, and its files.

mod board;
mod dialect;
mod job;
mod moves_file;
mod next_board;
mod request;
mod statistics;
mod step;
mod task;
mod task_number;

pub use board::read_board;
pub use dialect::{Dialect, InputForm, SearchRules};
pub use job::Job;
pub use moves_file::MovesFile;
pub use next_board::NextBoard;
pub use request::{Heading, ParseRequestError, Request, RequestedTask};
pub use statistics::StatisticsFile;
pub use step::{Action, Step};
pub use task::{CountedSearch, CountedStep, Task, TaskSearch};
pub use task_number::{ParseTaskNumberError, TaskNumber};
