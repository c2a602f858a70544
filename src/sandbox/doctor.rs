//! What this machine can contain, and what not.

use std::fmt::Write as _;

use super::{
    caller::{Sandbox, Settings},
    level::Level,
    remedy::remedies,
};

/// Tries all levels, and says of each whether it works here or why not, what a program reaches at it, as tried, and what
/// it leaves open.
pub fn diagnose(settings: &Settings) -> String {
    let mut text =
        "A submission runs at the first of these levels that works here, at the last only if that is wanted.\n"
            .to_owned();
    for level in Level::ALL {
        let sandbox = Sandbox::open(Settings { level: Some(level), ..settings.clone() });
        let tried = sandbox.and_then(|sandbox| Ok((sandbox.probe()?, sandbox.containment().left_open())));
        // Writing into a string does not fail.
        let _ = match tried {
            Ok((tried, left_open)) => {
                let _ = writeln!(text, "\n{level}: works\n  {}", level.meaning());
                let _ = tried.lines().try_for_each(|line| writeln!(text, "  tried: it {line}"));
                left_open.iter().try_for_each(|open| writeln!(text, "  what is left open: {open}"))
            }
            Err(error) => {
                let _ = writeln!(text, "\n{level}: does not work: {error}\n  {}", level.meaning());
                match level {
                    Level::Namespaces => writeln!(text, "  what would help: {}", remedies().join(", or ")),
                    Level::SeparateUser | Level::Unconfined => Ok(()),
                }
            }
        };
    }
    text
}
