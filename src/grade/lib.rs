//! Grades a class: builds each submission, runs it in a sandbox, and compares its files with the expected output.
//!
//! A [`Configuration`](configuration::Configuration) has the cases, the commands and the rules for points. A grader
//! makes a result from each submission. All outputs depend only on the results, so grading the class again writes the
//! same bytes.
//!
//! # What strangers wrote
//!
//! These are all places where the grader uses a length, a name, a count or a link of a submission. A reviewer begins here.
//!
//! | taken from the submission | place | kept in bounds by |
//! | --- | --- | --- |
//! | the name of a folder or an archive | `submissions/mod.rs` | links are passed over, two of one name are refused |
//! | whose it is | `people/roster.rs`, `submissions/mod.rs` | only what the course gave decides alone; a person decides the rest |
//! | names, lengths and kinds in an archive or a folder | `submissions/archive.rs`, `entries.rs` | `bounds.rs`, counted as it is read |
//! | compiled or not, a script or not | `submissions/executables.rs` | the first 64 KiB; what is compiled is left out |
//! | includes, mains, words of Python, copied sources | `recipes/`, `submissions/sources.rs` | 32 MiB of sources, each read a fixed number of times |
//! | how many projects, and how long each takes | `grader.rs`, `recipes/projects.rs` | eight, and the time of one build; then a person, once |
//! | names and a first line as words of a command | `configuration/command_line.rs` | `problem`, before anything starts |
//! | what a build leaves: classes, programs, lengths, holes | `recipes/mod.rs`, `sandbox/file_transfer.rs`, `folder.rs` | fixed sizes; holes stay holes; links lead nowhere |
//! | copies of this program | `sandbox/reference_binary.rs` | the mark, in all that is copied and all that can be read |
//! | memory, time, files and processes | `sandbox/watch.rs`, `meter.rs`, `memory.rs` | what the system shows of processes, never what they say |
//! | the length and lines of an output, compressed or not | `checking/length.rs` | the limit of output, and a number of lines |
//! | that it may need Python 2 | `outputs/summary.rs` | a sentence for the staff, and nothing else |
//! | exit status, signal and printed text | `checking/verdict.rs`, `grader.rs` | nothing of them in hidden cases |
//! | numbers that explain wrong values | `feedback/texts.rs` | shown only if a shown case has them by itself |
//! | any text that is shown | `escape.rs` | no control, invisible or formatting character; lengths are cut |

pub mod build_id;
pub mod checking;
pub mod class;
pub mod configuration;
pub mod digest;
pub mod escape;
pub mod feedback;
pub mod grader;
pub mod merge;
pub mod outputs;
pub mod people;
pub mod points;
pub mod recipes;
pub mod results;
pub mod sandbox;
pub mod sources;
pub mod submissions;
pub mod times;
