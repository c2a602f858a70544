//! Tests texts on a terminal: one rule for colors, and lines that fit the width.

use std::process::{Command, Stdio};

use rustix::termios::{Winsize, tcsetwinsize};

use crate::signals::{read_until, terminal};

/// The output of a command on a terminal with `columns` columns and some environment variables.
fn shown(columns: u16, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let (mut person, program) = terminal();
    tcsetwinsize(&program, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
    let mut command = Command::new(crate::program::BUILT);
    command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR").envs(variables.iter().copied());
    let end = || program.try_clone().expect("a descriptor");
    let mut child = command.stdin(Stdio::null()).stdout(end()).stderr(end()).spawn().expect("the program runs");
    drop((command, program));
    let shown = read_until(&mut person, "no program prints this");
    child.wait().expect("it ends");
    shown.replace("\r\n", "\n")
}

/// On a terminal, `man` shows the page by the system's program, or else the help. In a pipe, `man` writes the source of
/// the page.
#[test]
fn a_manual_page_is_shown_on_a_terminal_and_printed_into_a_pipe() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().to_str().expect("a name");
    let page = words(&shown(100, &["man", "openings"], &[("PATH", path)])).join(" ");
    assert!(page.contains("Usage: reversi openings Options:"), "{page}");
    let man = folder.path().join("man");
    std::fs::write(&man, "#!/bin/sh\nwhile read -r line; do case $line in .TH*) echo \"$* $line\";; esac; done\n")
        .expect("room");
    std::fs::set_permissions(&man, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a program");
    assert!(shown(100, &["man", "openings"], &[("PATH", path)]).starts_with("-l - .TH reversi-openings 1"));
    let piped = crate::reversi().args(["man", "openings"]).env("PATH", path).assert().success();
    assert!(crate::stdout(&piped).contains("\n.TH reversi-openings 1"));
}

fn words(text: &str) -> Vec<String> {
    anstream::adapter::strip_str(text).to_string().split_whitespace().map(str::to_owned).collect()
}

/// Messages of the parser of arguments, of commands and of files, and help.
const MESSAGES: [&[&str]; 8] = [
    &["nexxt"],
    &["-t", "2", "-d", "3", "-i", "fixtures/opening.txt", "-o", "p"],
    &["match", "foo", "random"],
    &["board", "f5", "--eval", "mobilty"],
    &["-t", "2", "-d", "3", "-i", "fixtures/bad/lower-case-x.txt", "-op", "-", "-ol", "/dev/null"],
    &["explain", "-t", "2", "-d", "3", "-i", "fixtures/opening.txt", "--at", "d3 d4", "-o", "page.html"],
    &["rows", "--help"],
    &["play", "--size", "4", "--opponent", "random", "--side", "x"],
];

#[test]
fn lines_fit_a_narrow_terminal_and_no_word_is_broken() {
    for arguments in MESSAGES {
        let wide = words(&shown(1000, arguments, &[]));
        for columns in [40, 60, 100] {
            // Typed text ends a question before further text is shown.
            let narrow = shown(columns, arguments, &[("NO_COLOR", "1")]).replace("help): ", "help):\n");
            assert_eq!(words(&narrow), wide, "{columns} {arguments:?}");
            for line in narrow.lines() {
                let is_one_word = line.trim_start().split(' ').count() == 1;
                assert!(line.chars().count() <= columns.into() || is_one_word, "{columns} {arguments:?}: {line:?}");
            }
        }
    }
}

#[test]
fn every_message_is_without_colors_where_they_are_not_wanted() {
    assert!(shown(100, MESSAGES[0], &[]).contains('\u{1b}'));
    assert!(shown(100, MESSAGES[6], &[]).contains('\u{1b}'));
    for arguments in &MESSAGES[..7] {
        for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let plain = shown(100, arguments, &[variable]);
            assert!(!plain.contains('\u{1b}'), "{variable:?} {arguments:?}: {plain:?}");
        }
    }
}
