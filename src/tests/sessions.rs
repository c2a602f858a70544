//! Tests sessions at a command line: Markdown files with commands, exit codes and complete output.

use reversi_testing::documents;

/// Runs the commands of a session. Writes each command with its output, and with its exit code if the code is not 0.
fn session(text: &str) -> String {
    let commands = text.lines().filter_map(|line| line.strip_prefix("$ reversi"));
    let printed = commands.map(|command| {
        let arguments = shlex::split(command).expect("quotes in pairs");
        let output = crate::reversi().args(arguments).output().expect("it runs");
        let code = match output.status.code() {
            Some(0) => String::new(),
            code => format!("? {}\n", code.expect("no signal")),
        };
        let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text")).concat();
        format!("$ reversi{command}\n{code}{}\n", printed.trim_end())
    });
    printed.collect::<Vec<_>>().join("\n")
}

#[test]
fn sessions_print_what_their_files_say() {
    documents::compare("fixtures/sessions", |text| {
        let is_possible = cfg!(target_os = "linux") || !text.contains("$ reversi grade");
        let renew = |_: &str, content: &str| if is_possible { session(content) } else { content.to_owned() };
        documents::with_blocks(text, renew)
    });
}
