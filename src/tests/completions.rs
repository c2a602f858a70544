//! Tests completion of arguments: the candidates of the program, and the behaviour of shells.

use std::{
    env, fs,
    io::Write as _,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::signals::{read_until, terminal};

fn offered(words: &[&str]) -> Vec<String> {
    let output =
        crate::reversi().args(["complete", "--"]).args(words).assert().success().stderr("").get_output().clone();
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn completions_offer_the_possible_words() {
    let cases: [(&[&str], &[&str]); 15] = [
        (&["mis"], &["mistakes"]),
        (&["-t", "2", "-o"], &["-op", "-ol"]),
        (&["check", "--lo"], &["--log-format", "--log"]),
        (&["-op", ""], &["//files"]),
        (&["report", "--out", ""], &["//folders"]),
        (&["next", "--assignment", "usc2017"], &["usc2017a", "usc2017", "//files toml"]),
        (&["next", "--assignment=usc2014"], &["--assignment=usc2014", "--assignment=//files toml"]),
        (&["next", "--assignment", "=", "usc2014"], &["usc2014", "//files toml"]),
        (&["match", "depth:2", "m"], &["minimax"]),
        (&["play", "--opponent", "p"], &["person"]),
        (&["board", "f5", "--eval", "mob"], &["mobility", "//files csv"]),
        (&["mistakes", "explain", "strict"], &["strict-cut-off"]),
        (&["man", "mi"], &["mistakes"]),
        (&["tree", ""], &["minimax", "alphabeta"]),
        (&["tree", "minimax", ""], &["//files"]),
    ];
    for (words, expected) in cases {
        let found = offered(words);
        let are_there = expected.iter().all(|one| found.iter().any(|found| found == one));
        assert!(are_there, "{words:?}: {found:?}");
    }
    assert!(!offered(&[""]).contains(&"complete".to_owned()));
}

/// Types lines into a shell, each with a tabulator at the end, and waits for the expected text.
fn typed(shell: &str, start: &[&str], script: &str, cases: &[(&str, &str)]) {
    if Command::new(shell).arg("-c").arg("true").status().is_err() {
        return crate::not_tested(crate::Lack::Tool, &format!("completion of arguments: no {shell} is installed"));
    }
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("two words.txt"), "").expect("a file");
    fs::write(folder.path().join("mine.toml"), "").expect("a file");
    fs::create_dir(folder.path().join("outputs here")).expect("a folder");
    let program = assert_cmd::cargo::cargo_bin!("reversi");
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
const TYPED: [(&str, &str); 6] = [
    ("reversi mista", "mistakes"),
    ("reversi mistakes explain weights-r", "weights-repeated"),
    ("reversi man complet", "completions"),
    ("reversi -t 2 -op tw", "two\\ words.txt"),
    ("reversi next --assignment mi", "mine.toml"),
    ("reversi report --out out", "outputs\\ here/"),
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
