//! Runs the classes in `fixtures/grade/classes`: Markdown files with submissions, calls of `grade`, and the results.
//!
//! Each file begins with a class of one case and a folder of its own. A block `sh NAME` is the program of a student, and
//! `file PATH` a file in the folder; `{right}` stands for commands that write the right files of the case. A block
//! `console` has commands with their output, and `verdicts` the verdicts of each student. A block `lines PATH` has lines
//! of a file in their order, and `without PATH` texts that the file does not contain. `needs` lists programs without
//! which the file is not tested. `INSTA_UPDATE=always` writes the results into `console`, `verdicts` and `lines`.

use std::{cell::LazyCell, path::Path, process::Command};

use reversi_testing::documents;

use super::{Workspace, verdict};

const FUNCTIONS: &str = "reversi() { \"$REVERSI\" \"$@\"; }
grade() { reversi grade class --config grade.toml --out results \"$@\" > printed; }
";

impl Workspace {
    /// Runs commands of a shell. `reversi` is the built program, and `grade` grades the class into `results`.
    fn session(&self, text: &str) -> String {
        let commands = text.lines().filter_map(|line| line.strip_prefix("$ "));
        let printed = commands.map(|line| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &[FUNCTIONS, line].concat()]).env("REVERSI", crate::program());
            shell.env("FIXTURES", reversi_testing::path("fixtures"));
            shell.env_remove("GITHUB_ACTIONS").current_dir(self.path(""));
            let output = shell.output().expect("a shell");
            let code = match output.status.code() {
                Some(0) => String::new(),
                code => format!("? {}\n", code.expect("no signal")),
            };
            let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text")).concat();
            let printed = printed.trim_end();
            let end = if printed.is_empty() { "" } else { "\n" };
            format!("$ {line}\n{code}{}{end}", crate::in_folder(printed, self.0.path()))
        });
        printed.collect()
    }

    fn all_verdicts(&self) -> String {
        let results = self.json("results/results.json");
        let line = |student: &serde_json::Value| {
            let cases = student["graded"]["cases"].as_array().expect("cases");
            let verdicts: Vec<String> = cases.iter().map(verdict).collect();
            format!("{}: {}\n", student["name"].as_str().expect("a name"), verdicts.join("; "))
        };
        results["students"].as_array().expect("students").iter().map(line).collect()
    }

    /// The lines if the file has them in this order, and else the file without the fences of its blocks.
    fn lines(&self, path: &str, lines: &str) -> String {
        let text = crate::in_folder(&self.text(path), self.0.path());
        let mut rest = text.lines();
        if !lines.is_empty() && lines.lines().all(|line| rest.any(|other| other == line)) {
            return lines.to_owned();
        }
        text.split_inclusive('\n').filter(|line| !line.contains("```")).collect()
    }
}

fn is_installed(program: &str) -> bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].iter().any(|folder| Path::new(folder).join(program).exists())
}

fn renewed(text: &str) -> String {
    let workspace = Workspace::of_one_case();
    let right = LazyCell::new(|| workspace.right());
    let with_right =
        |text: &str| if text.contains("{right}\n") { text.replace("{right}\n", &right) } else { text.to_owned() };
    let mut is_possible = true;
    documents::with_blocks(text, |kind, content| {
        let renewed = match kind.split_once(' ').unwrap_or((kind, "")) {
            _ if !is_possible => return content.to_owned(),
            ("needs", _) => {
                is_possible = content.split_whitespace().all(is_installed);
                if !is_possible {
                    crate::not_tested(crate::Lack::Tool, &format!("a class that needs {}", content.trim_end()));
                }
                None
            }
            ("sh", name) => {
                workspace.submit(name, &with_right(content));
                None
            }
            ("file", path) => {
                workspace.write(path, with_right(content));
                None
            }
            ("without", path) => {
                let text = workspace.text(path);
                let found = content.lines().find(|line| text.contains(*line));
                found.map(|line| format!("{path} has {line:?}: {text}"))
            }
            ("lines", path) => Some(workspace.lines(path, content)),
            ("console", "") => Some(workspace.session(content)),
            ("verdicts", "") => Some(workspace.all_verdicts()),
            _ => panic!("unknown block {kind:?}"),
        };
        renewed.unwrap_or_else(|| content.to_owned())
    })
}

#[test]
fn each_class_gets_the_results_of_its_file() {
    documents::compare("fixtures/grade/classes", renewed);
}
