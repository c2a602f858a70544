//! How well a program is contained, and what that leaves open.

use serde::{Deserialize, Serialize};

use reversi_io::names::names;

names! {
    /// The kinds of containment, best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Level {
        /// User, mount, process, network and IPC namespaces, a filter of system calls and, if the kernel has it,
        /// Landlock.
        Namespaces => "namespaces",
        /// A user who owns nothing else and a filter of system calls, without namespaces. Only root can give a program
        /// another user. For a container that holds one submission.
        SeparateUser => "separate-user",
        /// Nothing but the limits. Under root all programs share a user who owns nothing, because the system does not
        /// hold root to the limit of processes.
        Unconfined => "unconfined",
    }
}

/// What a program could still do: at `namespaces`, at `separate-user`, unconfined.
const LEFT_OPEN: [([bool; 3], &str); 16] = [
    (
        [true, false, false],
        "it can read what everybody may read under /usr and /opt, but for the folder in /opt that holds the submissions, the \
         configuration or the results",
    ),
    ([false, true, true], "it can read all files that everybody may read, and see which processes there are"),
    (
        [false, true, false],
        "where the kernel has no Landlock, it can write wherever everybody may write, and what it leaves there stays",
    ),
    ([false, false, true], "it can write wherever everybody may write, and what it leaves there stays"),
    (
        [false, false, true],
        "it can make namespaces of its own, and in them file systems in memory, which are not counted",
    ),
    (
        [false, false, true],
        "it can read, change and delete all files of the user who grades, expected files and results among them; under \
         root those of the programs that run beside it",
    ),
    (
        [false, false, true],
        "it can stop and end all processes of the user who grades, this one and its own supervisor among them; under \
         root the programs that run beside it",
    ),
    ([false, true, false], "it can connect to unix sockets that everybody may connect to"),
    ([false, false, true], "it can use the network"),
    ([false, false, true], "it can leave segments of shared memory and message queues, which count for no program"),
    ([false, true, true], "files without a name that it holds in sockets alone are not counted"),
    (
        [true; 3],
        "memory that it has put into sockets and pipes is not counted; the system bounds it for each socket, and for the \
         pipes of each user",
    ),
    (
        [true; 3],
        "processor time of children that no process waits for counts only as far as it was seen, every 10 ms or, with \
         many processes, every 100 ms",
    ),
    (
        [true; 3],
        "it can put a part of what it reads in a hidden case into the points of that case, by how much of a file it writes",
    ),
    ([true; 3], "it can tell a program that runs beside it something, by locks on files of the system"),
    ([true; 3], "it can unpack and call a copy of the grading program that it carries in another form"),
];

impl Level {
    /// What it means for a program, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Namespaces => "It sees its own files and processes, the system's files, and no network.",
            Self::SeparateUser => "It runs as a user who owns nothing, without a network.",
            Self::Unconfined => {
                "It may do what the user who grades may do or, under root, a user who owns nothing. The limits hold."
            }
        }
    }

    /// What a program could still do, a sentence each.
    pub fn left_open(self) -> impl Iterator<Item = &'static str> {
        LEFT_OPEN.iter().filter(move |(is_open, _)| is_open[self as usize]).map(|(_, sentence)| *sentence)
    }
}
