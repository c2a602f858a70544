//! Runs tournaments: agents of a class and of this program play each other with a clock.
//!
//! [`tournament`] makes the schedule. A referee plays each game between two players, whose programs use a
//! [protocol](protocols). The conversation of a game with a student's program:
//!
//! ```text
//!  referee                    player (Program)              conversation                   process (Sandboxed)
//!  sits both players -------> greet: writes `start` ------> clock: `start_up` -----------> starts, then is stopped
//!  a turn: asks -----------> choose: writes the opponent's
//!    |                        moves and `turn` -----------> clock: the time of the turn -> continues
//!    |  answer, time <------- reads lines up to the move <-- a line <--------------------- writes, then is stopped
//!    |  or a forfeit <------- not a move; late; at an end <- no line in time; end --------> is ended
//!  checks the move, adds the time, and asks the other player
//!  after the game ---------> finish: writes `end` --------> closes standard input -------> ends, or is killed after 1 s
//! ```
//!
//! If each move has a process of its own, the player (`Starter`) starts the process for a turn and reads its answer after
//! the end.

mod checks;
mod clock;
pub mod configuration;
mod conversation;
pub mod folder;
mod game;
pub mod outputs;
mod player;
mod process;
pub mod protocols;
mod referee;
mod rules;
pub mod standings;
mod student;
pub mod tournament;
