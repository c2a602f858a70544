//! Saves the settings of the terminal to restore them.

#[cfg(unix)]
use std::io;

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The saved settings of the terminal. The line editor changes the settings while the editor waits. An interrupt from
/// another program at this time would leave the changed settings.
#[derive(Clone, Debug)]
pub struct Terminal(#[cfg(unix)] Option<Termios>);

impl Terminal {
    /// The current settings; empty if standard input is not a terminal.
    pub fn now() -> Self {
        Self(
            #[cfg(unix)]
            tcgetattr(io::stdin()).ok(),
        )
    }

    /// Restores the settings.
    pub fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.0 {
            // If the terminal is gone, nothing can be restored.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
    }
}
