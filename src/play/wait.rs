//! The wait while an agent thinks: what is seen at a terminal, and what cuts it short.

use std::sync::{Arc, atomic::AtomicBool};

use indicatif::HumanCount;

use crate::{
    agents::{Thinking, ThinkingProgress},
    game::Depth,
    terminal::{interrupt, progress::Progress},
};

/// Who waits for an agent's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A person, who can interrupt the thinking to have the best move so far.
    Person,
    /// Another agent. An interrupt ends the game.
    Agent,
}

/// Calls `think`. Where standard error is a terminal, a line shows how far the searches are.
pub fn think<T>(waiting: Waiting, think: impl FnOnce(&mut Thinking) -> T) -> T {
    let advice = match waiting {
        Waiting::Person => " (Ctrl-C: move now)",
        Waiting::Agent => "",
    };
    let progress = Progress::start("thinking");
    let mut show = |thinking: ThinkingProgress| {
        let nodes = HumanCount(thinking.nodes);
        progress.say(match thinking.depth {
            Depth::UNLIMITED => format!("thinking to the end: {nodes} nodes{advice}"),
            depth => format!("thinking {depth} plies ahead: {nodes} nodes{advice}"),
        });
    };
    let job = |stop: Arc<AtomicBool>| think(&mut Thinking::new(stop, &mut show));
    match waiting {
        Waiting::Person => interrupt::stoppable(job),
        Waiting::Agent => job(Arc::default()),
    }
}
