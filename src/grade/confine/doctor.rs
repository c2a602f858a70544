//! What this machine can contain, and what not.

use std::fmt::Write as _;

use super::{
    level::Level,
    room::{Room, Settings},
};

/// Tries all levels, and says of each whether it works here, why not, and what it leaves open.
#[must_use]
pub fn diagnose(settings: &Settings) -> String {
    let mut text = String::new();
    for level in Level::ALL {
        let room = Room::open(Settings { level: Some(level), ..settings.clone() });
        let _ = match &room {
            Ok(_) => writeln!(text, "{level}: works"),
            Err(fault) => writeln!(text, "{level}: does not work: {fault}"),
        };
        if let Ok(room) = room {
            for open in room.containment().left_open() {
                let _ = writeln!(text, "  left open: {open}");
            }
        }
    }
    text
}
