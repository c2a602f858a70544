//! The levels of the sandbox, and the actions that each level does not prevent.

use serde::{Deserialize, Serialize};

use reversi_io::names::names;

names! {
    /// The levels, best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Level {
        /// The sandbox uses user, mount, process, network and IPC namespaces, a filter of system calls and, if
        /// available, Landlock.
        Namespaces => "namespaces",
        /// The command runs as a separate user who owns no other files, with a filter of system calls, without
        /// namespaces. The level needs root, because only root can start a program as another user. The level is meant
        /// for a container with a single submission.
        SeparateUser => "separate-user",
        /// The command runs with limits only. If `grade` runs as root, all programs share a user who owns nothing,
        /// because the process limit does not apply to root.
        Unconfined => "unconfined",
    }
}

/// Sentences on actions that a program can still take, each with flags for `namespaces`, `separate-user` and
/// unconfined.
const LEFT_OPEN: [([bool; 3], &str); 20] = [
    (
        [true, false, false],
        "it can read world-readable files under /usr and /opt, except the folder in /opt that holds submissions, \
         configuration or results",
    ),
    ([false, true, true], "it can read all world-readable files and list processes"),
    (
        [false, true, false],
        "if the kernel has no Landlock, it can write to world-writable folders, and the files remain there",
    ),
    ([false, false, true], "it can write to world-writable folders, and the files remain there"),
    ([false, false, true], "it can create namespaces with file systems in memory, whose size is not counted"),
    (
        [false, false, true],
        "it can read, change and delete all files of the user who grades, including expected files and results; under \
         root, the files of programs that run at the same time",
    ),
    (
        [false, false, true],
        "it can stop and end all processes of the user who grades, including this process and its own supervisor; under \
         root, the programs that run at the same time",
    ),
    ([false, true, false], "it can connect to world-accessible Unix sockets"),
    ([false, false, true], "it can use the network"),
    ([false, false, true], "it can leave behind shared memory and message queues, which no limit counts"),
    ([false, true, true], "unnamed files that it holds only in sockets do not count against the limits"),
    (
        [true; 3],
        "memory in sockets and pipes does not count against the limits; the system limits it per socket, and per user \
         for pipes",
    ),
    ([true; 3], "CPU time of unreaped child processes is only sampled, every 10 ms (every 100 ms with many processes)"),
    ([true; 3], "it can leak part of a hidden case through its points, by choosing how much of a file it writes"),
    ([true; 3], "it can exchange messages with a program that runs at the same time, through locks on system files"),
    ([true; 3], "it can unpack and run an embedded copy of the grading program"),
    (
        [true, true, false],
        "it can run copies of the grading program under another name than `reversi`, or outside of /usr/local, /opt and \
         PATH; delete copies",
    ),
    (
        [false, true, false],
        "if the kernel has no Landlock, it can run the grading program, if its file is world-readable",
    ),
    ([false, false, true], "it can run the grading program and its copies, if their files are world-readable"),
    (
        [true; 3],
        "it can run each program that it can read, such as an engine of your own agents; except without a sandbox, \
         `hidden` in tournament.toml hides programs",
    ),
];

impl Level {
    /// A description of the level for the user.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Namespaces => {
                "The submission sees only its own files and processes and the system files. It has no network."
            }
            Self::SeparateUser => "The submission runs as a user without files of its own. It has no network.",
            Self::Unconfined => {
                "The submission has the rights of the grading user or, if that is root, of a user without files. \
                    Limits still apply."
            }
        }
    }

    /// Actions that a program can still take, as sentences.
    pub fn left_open(self) -> impl Iterator<Item = &'static str> {
        LEFT_OPEN.iter().filter(move |(is_open, _)| is_open[self as usize]).map(|(_, sentence)| *sentence)
    }
}
