//! How well a program is contained, and what that leaves open.

use serde::{Deserialize, Serialize};

use crate::names::names;

/// The kinds of containment, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Namespaces of its own: it sees no other process, no network and no file but the system's and its own.
    Namespaces,
    /// Landlock and seccomp: it shares the system with everybody, and is forbidden most of it.
    Landlock,
    /// Nothing but the limits.
    Unconfined,
}

names! { Level { Namespaces => "namespaces", Landlock => "landlock", Unconfined => "unconfined" } }

impl Level {
    /// What it means for a program, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Namespaces => "It sees its own files and processes, the system's files, and no network.",
            Self::Landlock => {
                "It sees what others see, and may open its own files and the system's, and no connection."
            }
            Self::Unconfined => "It may do what the user may do for whom it runs. The limits hold.",
        }
    }
}

/// How a program was contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Containment {
    /// The kind.
    pub level: Level,
    /// Whether it ran as a user of its own, to whom nothing else belongs.
    pub has_own_user: bool,
}

impl Containment {
    /// What a program could still do to others, a sentence each.
    pub fn left_open(self) -> &'static [&'static str] {
        match (self.level, self.has_own_user) {
            (Level::Namespaces, _) => {
                &["shared memory that it maps and lets go of again is not counted until the machine runs short of it"]
            }
            (Level::Landlock, true) => &[
                "it can see which files and processes there are, though not what is in them",
                "shared memory that it maps and lets go of again is not counted until the machine runs short of it",
            ],
            (Level::Landlock, false) => &[
                "it can see which files and processes there are, though not what is in them",
                "it can change modes, times and extended attributes of all files of the user who grades",
                "shared memory that it maps and lets go of again is not counted until the machine runs short of it",
            ],
            (Level::Unconfined, true) => &[
                "it can read all files that everybody may read, this program and other submissions among them",
                "it can write wherever everybody may write",
                "it can use the network",
                "it can leave segments of shared memory and message queues",
            ],
            (Level::Unconfined, false) => &[
                "it can read, change and delete all files of the user who grades, expected files and results among them",
                "it can stop and end all processes of the user who grades, this one among them",
                "it can use the network",
                "it can leave processes when it ends its supervisor, and segments of shared memory and message queues",
            ],
        }
    }
}
