//! The wait while an agent thinks: what is seen at a terminal, and what cuts it short.

use std::sync::{Arc, atomic::AtomicBool};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    agents::{Progress, Thinking},
    game::Depth,
    terminal::interrupt,
};

/// Who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A person, who can interrupt the thinking to have the best move so far.
    Person,
    /// Another agent. An interrupt ends the game.
    Agent,
}

/// Thinks. Where standard error is a terminal, it shows how far the thinking is.
///
/// # Panics
/// Never: the template is valid.
pub fn think<T>(waiting: Waiting, think: impl FnOnce(&mut Thinking) -> T) -> T {
    let advice = match waiting {
        Waiting::Person => " (Ctrl-C: move now)",
        Waiting::Agent => "",
    };
    let style = ProgressStyle::with_template(&format!("{{msg}}, {{elapsed}}{advice}")).expect("a template");
    let spinner = ProgressBar::new_spinner().with_style(style);
    let mut show = |progress: Progress| {
        spinner.set_message(match progress {
            Progress { depth: Depth::UNLIMITED, nodes } => format!("to the end, {nodes} nodes"),
            Progress { depth, nodes } => format!("depth {depth}, {nodes} nodes"),
        });
        spinner.tick();
    };
    let job = |stop: Arc<AtomicBool>| think(&mut Thinking::new(stop, &mut show));
    let thought = match waiting {
        Waiting::Person => interrupt::stoppable(job),
        Waiting::Agent => job(Arc::default()),
    };
    spinner.finish_and_clear();
    thought
}
