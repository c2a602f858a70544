//! A class of agents in Python: forfeits with their causes, standings that stay, and configurations that are refused.

use std::{fs, path::Path};

use tempfile::TempDir;

use crate::{Lack, not_tested};

/// Writes the first legal move, unless `change` stands before it.
fn agent(change: &str) -> String {
    format!(
        r#"import ast, os, signal, sys, time
def flips(b, c, x, y):
    found = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            line, i, j = [], x + dx, y + dy
            while (dx or dy) and 0 <= i < len(b) and 0 <= j < len(b) and b[j][i] == 3 - c:
                line.append((i, j))
                i, j = i + dx, j + dy
            if line and 0 <= i < len(b) and 0 <= j < len(b) and b[j][i] == c:
                found += line
    return found
print("agent", flush=True)
color = int(input().split(",")[0])
while not input().startswith("FINAL"):
    b = ast.literal_eval(input())
    squares = [(x, y) for y in range(len(b)) for x in range(len(b))]
    moves = [(x, y) for x, y in squares if not b[y][x] and flips(b, color, x, y)]
    {change}
    print(*moves[0], flush=True)
"#
    )
}

/// Students, by name, each with the cause of all its forfeits.
const STUDENTS: [(&str, &str, &str); 9] = [
    ("first", "pass", ""),
    ("<b>first", "sys.stderr.write('\\x1b[31m')", ""),
    ("illegal", "moves = [(0, 0)]", "illegal"),
    ("off_board", "moves = [(9, -3)]", "illegal"),
    ("words", "print('d3'); continue", "unreadable"),
    ("endless", "os.write(1, b'x' * 70000)", "unreadable"),
    ("crash", "raise ValueError('no idea')", "crashed"),
    ("closed", "os.close(1); time.sleep(9)", "crashed"),
    ("slow", "time.sleep(9)", "late"),
];

fn class(folder: &Path) {
    for (name, change, _) in STUDENTS {
        let folder = folder.join("class").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("agent.py"), agent(change)).expect("a file");
    }
    let text = "protocol = \"columbia\"\nseconds = { move = 2 }\ngames = 1\nopponents = [\"depth:1\"]\n\
                [rules]\nsize = 4\n";
    fs::write(folder.join("tournament.toml"), text).expect("a file");
}

fn tournament(folder: &Path) -> assert_cmd::Command {
    let mut command = crate::reversi();
    command.current_dir(folder).args(["tournament", "class", "--config", "tournament.toml", "--out", "results"]);
    command
}

#[test]
fn each_fault_is_a_forfeit_of_the_one_who_does_it() {
    if !Path::new("/usr/bin/python3").exists() {
        return not_tested(Lack::Tool, "a tournament: there is no /usr/bin/python3");
    }
    let folder = TempDir::new().expect("a folder");
    class(folder.path());
    tournament(folder.path()).assert().success();
    let read = |name: &str| fs::read_to_string(folder.path().join("results").join(name)).expect("a file");
    let standings = read("standings.csv");
    let mut games = csv::Reader::from_path(folder.path().join("results/games.csv")).expect("a table");
    for game in games.records() {
        let game = game.expect("a row");
        let loser = match &game[3] {
            "black" => &game[1],
            "white" => &game[0],
            _ => "",
        };
        let cause = STUDENTS.iter().find(|(name, ..)| *name == loser).map_or("", |(.., cause)| cause);
        assert!(game[8].is_empty() || game[8] == *cause, "{game:?}");
    }
    for (name, _, cause) in STUDENTS {
        let row = standings.lines().find(|line| line.split(',').nth(1) == Some(name)).expect("a row");
        assert_eq!(row.ends_with(",0"), cause.is_empty(), "{row}");
        assert_eq!(read(&format!("feedback/{name}.md")).contains("Forfeit against"), !cause.is_empty(), "{name}");
    }
    let page = read("tournament.html");
    assert!(!page.contains("<b>first") && page.contains("\\u003cb>first"));
    // A second run plays nothing, and a game that is missing is played again.
    let again = tournament(folder.path()).assert().success();
    assert!(String::from_utf8_lossy(&again.get_output().stderr).contains("90 of 90 games have not changed"));
    assert_eq!(read("standings.csv"), standings);
    let kept = fs::read_dir(folder.path().join("results/games")).expect("games").flatten().take(5);
    kept.for_each(|game| fs::remove_file(game.path()).expect("a game"));
    tournament(folder.path()).assert().success();
    assert_eq!(read("standings.csv"), standings);
}

#[test]
fn wrong_configurations_are_refused_and_nothing_is_written() {
    let folder = TempDir::new().expect("a folder");
    class(folder.path());
    for (text, message) in [
        ("protocol = \"colombia\"", "unknown protocol"),
        ("protocol = \"columbia\"\nopponents = [\"deep\"]", "is not an agent"),
        ("protocol = \"columbia\"\n[rules]\nsize = 5", "expected a size of 4, 6 or 8"),
        ("protocol = \"columbia\"\nseconds = { hour = 1 }", "seconds"),
        ("protocol = \"caltech\"\n[rules]\nsize = 6", "caltech"),
        ("protocol = \"gtp\"\n[[programs]]\nname = \"x\"\nrun = \"no-such-program\"", "there is no program"),
        ("protocol = \"gtp\"\n[[ladder]]\nopponent = \"nobody\"\npoints = 5", "no opponent is called"),
    ] {
        fs::write(folder.path().join("tournament.toml"), text).expect("a file");
        let assert = tournament(folder.path()).assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(said.contains(message), "{said}");
        assert!(!folder.path().join("results").exists());
    }
    for (name, ..) in &STUDENTS[1..] {
        fs::remove_dir_all(folder.path().join("class").join(name)).expect("a folder");
    }
    fs::write(folder.path().join("tournament.toml"), "protocol = \"columbia\"").expect("a file");
    let assert = tournament(folder.path()).assert().code(2);
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("a tournament needs two agents"));
    assert!(!folder.path().join("results").exists());
}

#[test]
fn examples_are_configurations_that_work() {
    let folder = TempDir::new().expect("a folder");
    class(folder.path());
    for protocol in ["columbia", "caltech", "gtp", "umea", "nthu", "usc2024"] {
        let example = crate::reversi().args(["tournament", "--example", protocol]).output().expect("it runs").stdout;
        fs::write(folder.path().join("tournament.toml"), example).expect("a file");
        reversi::tournament::configuration::Configuration::read(&folder.path().join("tournament.toml"))
            .expect(protocol);
    }
}
