//! The assignments: what each asks for, as values, and the files of its jobs.

mod definition;
mod input;
mod job;
mod moves_file;
mod next_board;
mod statistics;
mod step;
mod task;

pub use definition::{
    Assignment, Heading, MaxPlayer, NoMove, OutputForm, ParseTaskNumberError, SearchRules, TaskAlgorithm,
    TaskDefinition, TaskNumber,
};
pub use input::{JobInput, ParseInputError};
pub use job::{Asked, AskedTask, Job};
pub use moves_file::MovesFile;
pub use next_board::NextBoard;
pub use statistics::StatisticsFile;
pub use step::{Action, Step};
pub use task::{CountedSearch, CountedStep, Task, TaskSearch};
