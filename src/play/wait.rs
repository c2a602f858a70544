//! Waits while an agent thinks: shows the progress, and stops on an interrupt.

use std::sync::{Arc, atomic::AtomicBool};

use indicatif::HumanCount;

use crate::{
    agents::Thinking,
    game::Depth,
    terminal::{interrupt, progress::Progress},
};

/// Calls `think`; a waiting person can interrupt the search and get the best move so far.
pub fn for_person<T>(think: impl FnOnce(&mut Thinking) -> T) -> T {
    interrupt::stoppable(|stop| shown(stop, " (Ctrl-C: move now)", think))
}

/// Calls `think` while only agents play. An interrupt ends the game.
pub fn for_agent<T>(think: impl FnOnce(&mut Thinking) -> T) -> T {
    shown(Arc::default(), "", think)
}

/// If standard error is a terminal, a line shows the progress of `think`.
fn shown<T>(stop: Arc<AtomicBool>, advice: &str, think: impl FnOnce(&mut Thinking) -> T) -> T {
    let progress = Progress::start("thinking");
    let mut show = |depth, nodes| {
        let nodes = HumanCount(nodes);
        progress.say(match depth {
            Depth::UNLIMITED => format!("thinking to the end: {nodes} nodes{advice}"),
            depth => format!("thinking {depth} plies ahead: {nodes} nodes{advice}"),
        });
    };
    think(&mut Thinking::new(stop, &mut show))
}
