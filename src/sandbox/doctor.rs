//! What this machine can contain, and what not.

use std::fmt::Write as _;

use super::{
    caller::{Sandbox, Settings},
    level::Level,
};

/// Tries all levels, and says of each whether it works here, why not, and what it leaves open.
pub fn diagnose(settings: &Settings) -> String {
    let mut text =
        "A submission runs at the first of these levels that works here, at the last only if that is wanted.\n"
            .to_owned();
    for level in Level::ALL {
        let sandbox = Sandbox::open(Settings { level: Some(level), ..settings.clone() });
        let _ = match &sandbox {
            Ok(_) => writeln!(text, "\n{level}: works\n  {}", level.meaning()),
            Err(fault) => writeln!(text, "\n{level}: does not work: {fault}\n  {}", level.meaning()),
        };
        if let Ok(sandbox) = sandbox {
            for open in sandbox.containment().left_open() {
                let _ = writeln!(text, "  what is left open: {open}");
            }
        }
    }
    text
}
