//! The assignments: what each asks for, as values, and the files of its jobs.

mod definition;
mod image;
mod input;
mod job;
mod moves_file;
mod next_board;
mod printer;
mod reader;
mod statistics;
mod step;
mod task;

pub use definition::{
    Assignment, AssignmentName, Heading, MaxPlayer, MoveWords, NoMove, OutputForm, ParseAssignmentNameError,
    ParseTaskNumberError, SearchRules, SourceFile, TaskAlgorithm, TaskDefinition, TaskNumber,
};
pub use input::JobInput;
pub use job::{Asked, AskedTask, Job};
pub use moves_file::MovesFile;
pub use next_board::NextBoard;
pub use statistics::StatisticsFile;
pub use step::{Action, Step};
pub use task::{CountedSearch, CountedStep, Task, TaskSearch};
