//! A tournament: agents of a class and of this program play each other under a clock.
//!
//! A [`referee`] plays a game between two [players](player::Player). Programs of students and of this machine speak a
//! [protocol](protocols), and each [`Conversation`](conversation::Conversation) with them has a deadline.

pub mod clock;
pub mod configuration;
pub mod conversation;
pub mod engine;
pub mod game;
pub mod outputs;
pub mod player;
pub mod protocols;
pub mod referee;
pub mod rules;
pub mod standings;
pub mod tournament;
