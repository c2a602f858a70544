//! Runs the stories in `fixtures/stories`: Markdown files with files, commands of a shell, and their results.
//!
//! Each story begins with an empty folder. A block `file PATH` is a file in it, and `console` has commands with their
//! output, in which `reversi` is the built program and `$FIXTURES` the folder of fixtures. A block `lines PATH` has lines
//! of a file in their order, and `without PATH` texts that the file does not contain. `needs` lists programs without
//! which the rest is not tested. `INSTA_UPDATE=always` writes the results into `console` and `lines`.

use std::{fs, path::Path, process::Command};

use reversi_testing::{documents, path};
use tempfile::TempDir;

use crate::{Lack, not_tested};

const FUNCTIONS: &str = "IFS='\n'; reversi() { \"$REVERSI\" \"$@\"; }
grade() { reversi grade class --config grade.toml --out results \"$@\" > printed; }
";

/// The folder of a story.
pub struct Story<'f> {
    pub folder: &'f Path,
    /// False if a program that the story needs is missing.
    pub is_possible: bool,
}

impl Story<'_> {
    /// Writes a file or runs commands. Returns the block with the current results.
    pub fn block(&mut self, kind: &str, content: &str) -> String {
        match kind.split_once(' ').unwrap_or((kind, "")) {
            _ if !self.is_possible => {}
            ("needs", _) => {
                self.is_possible = content.split_whitespace().all(is_installed);
                if !self.is_possible {
                    not_tested(Lack::Tool, &format!("a story that needs {}", content.trim_end()));
                }
            }
            ("file", name) => {
                let file = self.folder.join(name);
                fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                fs::write(file, content).expect("a file");
            }
            ("without", name) => {
                let text = self.text(name);
                let found = content.lines().find(|line| text.contains(*line));
                assert_eq!(found, None, "{name}: {text}");
            }
            ("lines", name) => return self.lines(name, content),
            ("console", "") => return self.session(content),
            _ => panic!("unknown block {kind:?}"),
        }
        content.to_owned()
    }

    fn text(&self, name: &str) -> String {
        let text = fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        crate::in_folder(&text, self.folder)
    }

    /// The lines if the file has them in this order, and else the file without the fences of its blocks.
    fn lines(&self, name: &str, lines: &str) -> String {
        let text = self.text(name);
        let mut rest = text.lines();
        if !lines.is_empty() && lines.lines().all(|line| rest.any(|other| other == line)) {
            return lines.to_owned();
        }
        text.split_inclusive('\n').filter(|line| !line.contains("```")).collect()
    }

    fn session(&self, text: &str) -> String {
        let commands = text.lines().filter_map(|line| line.strip_prefix("$ "));
        let printed = commands.map(|line| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &[FUNCTIONS, line].concat()]).current_dir(self.folder).env_remove("GITHUB_ACTIONS");
            let output = shell.env("REVERSI", crate::program()).env("FIXTURES", path("fixtures")).output();
            let output = output.expect("a shell");
            let code = match output.status.code() {
                Some(0) => String::new(),
                code => format!("? {}\n", code.expect("no signal")),
            };
            let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text")).concat();
            let printed = crate::in_folder(printed.trim_end(), self.folder);
            let printed = printed.replace(&*path("fixtures").to_string_lossy(), "FIXTURES");
            let end = if printed.is_empty() { "" } else { "\n" };
            format!("$ {line}\n{code}{printed}{end}")
        });
        printed.collect()
    }
}

fn is_installed(program: &str) -> bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].iter().any(|folder| Path::new(folder).join(program).exists())
}

#[test]
fn stories_end_as_their_files_say() {
    documents::compare("fixtures/stories", |text| {
        let folder = TempDir::new().expect("a folder");
        let is_possible = cfg!(target_os = "linux") || !text.contains("$ reversi tournament");
        let mut story = Story { folder: folder.path(), is_possible };
        documents::with_blocks(text, |kind, content| story.block(kind, content))
    });
}
