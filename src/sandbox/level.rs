//! How well a program is contained, and what that leaves open.

use serde::{Deserialize, Serialize};

use crate::names::names;

names! {
    /// The kinds of containment, best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Level {
        /// User, mount, process, network and IPC namespaces, a filter of system calls and, if the kernel has it,
        /// Landlock.
        Namespaces => "namespaces",
        /// A user to whom nothing else belongs and a filter of system calls, without namespaces. Only root can give a
        /// program another user. For a container that holds one submission.
        SeparateUser => "separate-user",
        /// Nothing but the limits.
        Unconfined => "unconfined",
    }
}

impl Level {
    /// What it means for a program, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Namespaces => "It sees its own files and processes, the system's files, and no network.",
            Self::SeparateUser => "It may do what a user may do to whom nothing belongs, without a network.",
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

/// What a program could still do: at `namespaces`, at `separate-user`, unconfined with a user of its own, and without.
const LEFT_OPEN: [([bool; 4], &str); 12] = [
    ([false, true, true, false], "it can read all files that everybody may read, and see which processes there are"),
    ([false, true, true, false], "it can write wherever everybody may write, and what it leaves there stays"),
    (
        [false, false, false, true],
        "it can read, change and delete all files of the user who grades, expected files and results among them",
    ),
    (
        [false, false, false, true],
        "it can stop and end all processes of the user who grades, this one and its own supervisor among them",
    ),
    ([false, true, false, false], "it can connect to unix sockets that everybody may connect to"),
    ([false, false, true, true], "it can use the network"),
    ([false, false, true, true], "it can leave segments of shared memory and message queues, which count for nobody"),
    ([false, true, true, true], "files without a name that it holds in sockets alone are not counted"),
    ([true; 4], "memory in pipes that it has enlarged is not counted; the system bounds it for each user"),
    (
        [true; 4],
        "processor time of children that nobody waits for counts only as far as it was seen, every 10 ms or, with many \
         processes, every 100 ms",
    ),
    ([true; 4], "it can tell a program that runs beside it something, by locks on files of the system"),
    ([true; 4], "it can unpack and call a copy of the grading program that it carries in another form"),
];

impl Containment {
    /// What a program could still do, a sentence each.
    pub fn left_open(self) -> impl Iterator<Item = &'static str> {
        let column = match (self.level, self.has_own_user) {
            (Level::Namespaces, _) => 0,
            (Level::SeparateUser, _) => 1,
            (Level::Unconfined, true) => 2,
            (Level::Unconfined, false) => 3,
        };
        LEFT_OPEN.iter().filter(move |(is_open, _)| is_open[column]).map(|(_, sentence)| *sentence)
    }
}
