//! The examples of courses: boards, cases, a configuration, and a class with a right and a wrong program.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::names::names;
#[cfg(target_os = "linux")]
use crate::{assignment::Assignment, grade::configuration, tournament::configuration::ProtocolName};

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Course {
        Usc2013 => "usc2013",
        Usc2014 => "usc2014",
        Usc2017 => "usc2017",
        Tiny => "tiny",
        Nxn => "nxn",
        Awari => "awari",
        Csc242 => "csc242",
        Text => "text",
    }
}

/// The files of each course, in a folder with the course's name. The right program lies beside README.md.
static FOLDERS: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/examples");

/// Files that the commands in README, guides and helps use. They are in the example of usc2013.
const FILES_OF_TEXTS: [(&str, &str); 19] = [
    ("opening.txt", include_str!("../../fixtures/opening.txt")),
    ("midgame-quiet.txt", include_str!("../../fixtures/midgame-quiet.txt")),
    ("endgame.txt", include_str!("../../fixtures/endgame-eight-empties.txt")),
    ("endgames.obf", include_str!("../../fixtures/endgames.obf")),
    ("five-nodes.txt", include_str!("../../fixtures/guides/five-nodes.txt")),
    ("wrong-log.txt", include_str!("../../fixtures/check/wrong-log.txt")),
    ("cases/opening.csv", include_str!("../../fixtures/cases/opening.csv")),
    ("usc2014-board.txt", include_str!("../../fixtures/next/usc2014-alphabeta-midgame.txt")),
    ("usc2014-output.txt", include_str!("../../fixtures/check/spelled-output.txt")),
    ("next-year.toml", include_str!("../../fixtures/assignment/next-year.toml")),
    ("next-year.txt", include_str!("../../fixtures/assignment/next-year.txt")),
    ("kurs.toml", include_str!("../../fixtures/assignment/kurs.toml")),
    ("herbst.toml", include_str!("../../fixtures/assignment/herbst.toml")),
    ("six.toml", include_str!("../../fixtures/assignment/six.toml")),
    ("six.txt", include_str!("../../fixtures/assignment/six.txt")),
    ("weights.csv", include_str!("../../fixtures/weights/own.csv")),
    ("deep-cuts.txt", include_str!("../../fixtures/tree/deep-cuts.txt")),
    ("agents/anna/agent.py", include_str!("../../fixtures/tournament/class/anna/agent.py")),
    ("agents/anna/board.py", include_str!("../../fixtures/tournament/class/anna/board.py")),
];

impl Course {
    /// The right program, a piece of its text, and the text with which the program has a mistake.
    const fn program(self) -> [&'static str; 3] {
        match self {
            Self::Usc2013 => ["reversi.py", "if alpha >= beta:", "if alpha > beta:"],
            Self::Usc2014 => [
                "reversi.py",
                "value >= beta if is_max else value <= alpha",
                "value > beta if is_max else value < alpha",
            ],
            Self::Usc2017 => ["reversi.py", "value = evaluate(board, me)", "value = evaluate(board, player)"],
            Self::Tiny => ["Reversi.java", "prunes && alpha >= beta", "prunes && alpha > beta"],
            Self::Nxn => ["reversi.py", "(1, 0), (1, 1)]", "(1, 0)]"],
            Self::Awari => ["studentAI.java", "!state.canMove(player)", "state.status(player) != BoardState.NOT_OVER"],
            Self::Csc242 => ["agent.py", "Invalid move!", "You cannot move there."],
            Self::Text => ["program", "sort -n", "sort"],
        }
    }

    /// The commented configuration of `grade` or, for CSC242, of `tournament`.
    #[cfg(target_os = "linux")]
    pub fn configuration(self) -> String {
        match (Assignment::named(self.name()), FOLDERS.get_file(format!("{self}/grade.toml"))) {
            (Some(assignment), _) => configuration::example(&assignment),
            (None, Some(file)) => file.contents_utf8().unwrap_or_default().to_owned(),
            (None, None) => ProtocolName::Csc242.example(),
        }
    }

    /// All files of the example, by their paths. The configuration is for commands that need Linux.
    #[allow(clippy::missing_panics_doc)] // all files are in this program
    pub fn files(self) -> Vec<(PathBuf, String)> {
        let [program, right, wrong] = self.program();
        let mut files = Vec::new();
        #[cfg(target_os = "linux")]
        files.push((
            PathBuf::from(if self == Self::Csc242 { "tournament.toml" } else { "grade.toml" }),
            self.configuration(),
        ));
        if self == Self::Usc2013 {
            files.extend(FILES_OF_TEXTS.map(|(path, text)| (path.into(), text.to_owned())));
        }
        let mut folders = vec![FOLDERS.get_dir(self.name()).expect("a folder for each course")];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            for file in folder.files().filter(|file| !file.path().ends_with("grade.toml")) {
                let path = file.path().strip_prefix(self.name()).expect("a path in the folder of the course");
                let text = file.contents_utf8().expect("a text");
                if path == Path::new(program) {
                    files.push((Path::new("class/ada_lovelace").join(path), text.to_owned()));
                    files.push((Path::new("class/charles_babbage").join(path), text.replace(right, wrong)));
                } else {
                    files.push((path.to_owned(), text.to_owned()));
                }
            }
        }
        files
    }
}
