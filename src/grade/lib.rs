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
//! | includes, mains, words of Python | `recipes/` | 32 MiB of sources, each read a fixed number of times |
//! | several projects or mains | `recipes/projects.rs` | a person chooses one |
//! | names and a first line as words of a command | `configuration/command_line.rs` | `problem`, before anything starts |
//! | what a build leaves: classes, programs, lengths, holes | `recipes/mod.rs`, `sandbox/file_transfer.rs`, `folder.rs` | fixed sizes; holes stay holes; links lead nowhere |
//! | calls of this program | `sandbox/hidden.rs`, `new_root.rs`, `landlock.rs` | hidden by place: its folder, and files called `reversi` |
//! | memory, time, files and processes | `sandbox/watch.rs`, `meter.rs`, `memory.rs` | what the system shows of processes, never what they say |
//! | the length and lines of an output, compressed or not | `checking/length.rs` | the limit of output, and a number of lines |
//! | exit status, signal and printed text | `checking/verdict.rs`, `grader.rs` | nothing of them in hidden cases |
//! | numbers that explain wrong values | `feedback/texts.rs` | shown only if a shown case has them by itself |
//! | any text that is shown | `escape.rs` | no control, invisible or formatting character; lengths are cut |
//!
//! # What strangers can change
//!
//! A submission can change processes, files that are read twice, names that are written, and the time of others.
//!
//! | what a submission can try | kept in bounds by | test |
//! | --- | --- | --- |
//! | hide long names or gigabytes of zeros in an archive | `submissions/archive.rs`: one reading with a bound | `a_tar_archive_has_one_reading` |
//! | print a hidden board in a forged message | `feedback/texts.rs`: nothing printed of hidden cases | `feedback_shows_nothing_of_a_hidden_board` |
//! | leave files that a program outside of the sandbox runs | `sandbox/outside.rs`: an empty environment, a folder without submissions | `one_function_starts_programs_outside_of_the_sandbox` |
//! | run this program from its folder, or as `reversi` | `sandbox/hidden.rs` | `the_program_and_its_folder_are_hidden_everywhere`, `programs_called_reversi_are_hidden` |
//! | run a copy of this program under another name, packed or embedded | nothing: `--doctor` says so | - |
//! | run an engine of the course's own agents | `hidden` of a tournament | `a_command_does_not_see_the_programs_that_it_must_not_see` |
//! | exceed its memory to play a lost game again | `tournament/process.rs`: a forfeit at once | `agent_that_exceeds_its_memory_loses_at_once` |
//! | change the limits of its launcher, or end it | `sandbox/seccomp.rs` | `a_command_cannot_change_its_launcher`, `the_end_of_the_launcher_is_the_end_of_the_command` |
//! | take the time of the game beside it | `tournament/tournament.rs`: late games are played again alone | `late_game_is_played_again_alone` |
//! | work while it is stopped | `sandbox/watch.rs` | `a_stopped_program_does_not_work`, `agent_does_not_work_while_it_is_stopped` |
//! | put a link in place of a file of results | `outputs/mod.rs`: links are refused or replaced | `fixtures/grade/classes/repository.md` |
//! | replace a file that the course adds, before or during the build | `recipes/build.rs`: it is put in again | `fixtures/grade/classes/driver.md` |
//! | be silent, so that each game waits | `tournament/student.rs`: it is started once | `agent_that_is_never_ready_is_started_once` |
//! | put escape characters or long texts into messages | `escape.rs`, `reversi_io::visible` | `fixtures/grade/classes/roster-escapes.md`, `a_name_with_an_escape_sequence_is_shown_in_letters` |
//! | end a game of a ladder after one move | `tournament/checks.rs`: only finished games count | `unfinished_games_earn_no_points_of_checks` |
//! | answer each move with the message of an error | `tournament/checks.rs` | `refused_legal_moves_lose_the_points_of_the_error_message` |
//! | need hours of `check` by a short log | the limit of rows of a job | `depths_that_nobody_can_search_are_refused_at_once` |
//! | give a tree of thousands of levels | a limit of 500 levels | `trees_of_500_levels_are_searched_and_deeper_ones_are_refused` |
//!
//! No submission, but another run or a folder of the user:
//!
//! | what happens | test |
//! | --- | --- |
//! | `--out` names a folder with foreign files | `fixtures/grade/classes/marks.md` |
//! | results name paths instead of students, or hold links | `nothing_outside_of_the_results_is_written_or_removed` |
//! | the order of rows would tell anonymous names | `fixtures/grade/classes/anonymous.md` |
//! | two tournaments in one folder | `second_tournament_in_a_folder_is_refused` |
//! | standard output is closed | `answers_for_a_closed_standard_output_are_failures` |
//! | a kill leaves a folder in the temporary directory | `a_killed_supervisor_leaves_no_folder_for_long` |

pub mod build_id;
pub mod checking;
pub mod class;
pub mod configuration;
pub mod digest;
pub mod escape;
pub mod feedback;
pub mod grader;
pub mod outputs;
pub mod people;
pub mod points;
pub mod recipes;
pub mod results;
pub mod sandbox;
pub mod submissions;
pub mod times;
