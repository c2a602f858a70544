//! The settings of the terminal, to restore them.

#[cfg(unix)]
use std::io;

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The settings of the terminal at one time. The line editor has others while it waits, and an interrupt that comes
/// then, sent by another program and not typed, would leave those.
#[derive(Clone, Debug)]
pub struct Terminal(#[cfg(unix)] Option<Termios>);

impl Terminal {
    /// As it is set now; nothing where standard input is no terminal.
    pub fn now() -> Self {
        Self(
            #[cfg(unix)]
            tcgetattr(io::stdin()).ok(),
        )
    }

    /// Sets it back.
    pub fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.0 {
            // Nothing is left to do where a terminal has gone.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
    }
}
