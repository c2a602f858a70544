//! The assignments as values, and the files of their jobs.

mod definition;
mod input;
mod job;
mod keys;
mod open_reading;
mod printer;
mod reader;
mod statistics;
mod step;
mod task;

pub use definition::{
    Assignment, AssignmentName, Heading, MaxPlayer, MoveWords, OutputForm, ReplacedTasks, SearchRules, SourceFile,
    TaskAlgorithm, TaskDefinition, TaskNumber,
};
pub use input::JobInput;
pub use job::{Asked, AskedTask, Job};
pub use open_reading::OpenReading;
pub use statistics::StatisticsFile;
pub use step::{Action, Step};
pub use task::{CountedStep, Task, TaskSearch};
