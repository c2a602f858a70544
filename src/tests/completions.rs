//! Tests completion of arguments: shells offer commands, options, values and files.

use std::{
    env, fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::signals::{read_until, terminal};

/// Types lines into a shell, each with a tabulator at the end, and waits for the expected text.
fn typed(shell: &str, start: &[&str], script: &str, cases: &[(&str, &str)]) {
    if Command::new(shell).arg("-c").arg("true").status().is_err() {
        return crate::not_tested(crate::Lack::Tool, &format!("completion of arguments: no {shell} is installed"));
    }
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("mine.toml"), "").expect("a file");
    let program = Path::new(crate::program::BUILT);
    let path = env::join_paths(
        [program.parent().expect("a folder").to_owned()]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    );
    let (mut person, end) = terminal();
    let copy = || end.try_clone().expect("a descriptor");
    let mut command = Command::new(shell);
    command
        .args(start)
        .current_dir(folder.path())
        .env("PATH", path.expect("a path"))
        .env("PS1", "> ")
        .env("TERM", "dumb");
    let mut child = command.stdin(Stdio::from(copy())).stdout(copy()).stderr(copy()).spawn().expect("a shell");
    let mut say = |text: &str| person.write_all(text.as_bytes()).expect("a terminal");
    say(script);
    say("\necho rea''dy\n");
    read_until(&mut person, "ready");
    for (text, shown) in cases {
        person.write_all(format!("{text}\t").as_bytes()).expect("a terminal");
        let seen = read_until(&mut person, shown);
        assert!(seen.contains(shown), "{shell}: {text:?} shows {seen:?}");
        // Ctrl-U clears the line before the next line.
        person.write_all(b"\x15echo rea''dy\n").expect("a terminal");
        read_until(&mut person, "ready");
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Typed words, and the expected completions.
const TYPED: [(&str, &str); 5] = [
    ("reversi mista", "mistakes"),
    ("reversi mistakes expl", "explain"),
    ("reversi check --line-e", "--line-ending"),
    ("reversi tree minim", "minimax"),
    ("reversi check --moves mi", "mine.toml"),
];

#[test]
fn bash_completes_what_is_typed() {
    typed("bash", &["--norc", "--noprofile", "-i"], "source <(reversi completions bash)", &TYPED);
}

#[test]
fn zsh_completes_what_is_typed() {
    let script = "autoload -U compinit && compinit -u -D; source <(reversi completions zsh)";
    typed("zsh", &["-f", "-i"], script, &TYPED);
}
