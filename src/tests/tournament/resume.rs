//! Tests kept results: a second run, a killed run, a changed student.

use std::{collections::BTreeSet, fs, process::Stdio, thread, time::Duration};

use reversi::games::reversi::{Position, Size};

use super::{Class, stderr};

const CONFIGURATION: &str =
    "protocol = \"columbia\"\ngames = 1\nopponents = [\"depth:1\", \"depth:2\", \"random\"]\n[rules]\nsize = 4\n";

/// Three students, two of whom submitted the same program, and three opponents: 30 games.
fn class() -> Option<Class> {
    let class = Class::new()?;
    class.student("one", "columbia", "agent.py", "");
    class.student("same", "columbia", "agent.py", "");
    class.student("illegal", "columbia", "agent.py", "chosen = (0, 0)");
    class.write("tournament.toml", CONFIGURATION);
    Some(class)
}

fn moves(class: &Class) -> Vec<String> {
    class
        .records(Position::opening(Size::FOUR))
        .into_iter()
        .map(|(players, record)| format!("{players:?} {record}"))
        .collect()
}

#[test]
fn second_run_plays_what_changed_alone() {
    let Some(class) = class() else { return };
    let mut command = class.command();
    let first = command.args(["--jobs", "1000"]).assert().success();
    assert!(stderr(&first).contains("not 1000: each running agent needs a core of its own"), "{}", stderr(&first));
    assert!(!stderr(&first).contains("have not changed"), "{}", stderr(&first));
    let (standings, games) = (class.read("standings.csv"), class.games());
    assert_eq!(standings.lines().next(), Some("rank,name,points,games,low,high,forfeits"));
    assert_eq!(games.len(), 30);
    let again = class.command().assert().success();
    assert!(stderr(&again).contains("30 of 30 games have not changed"), "{}", stderr(&again));
    assert_eq!((class.read("standings.csv"), class.games()), (standings, games));
    // A missing game, a damaged game, and the games of a student who submits again.
    let mut kept = fs::read_dir(class.path("results/games")).expect("games").flatten().map(|game| game.path());
    fs::remove_file(kept.next().expect("a game")).expect("a game");
    fs::write(kept.next().expect("a game"), "[[\"a1\"]").expect("a game");
    let repaired = class.command().assert().success();
    assert!(stderr(&repaired).contains("28 of 30 games have not changed"), "{}", stderr(&repaired));
    class.student("illegal", "columbia", "agent.py", "chosen = legal[-1]");
    let changed = class.command().assert().success();
    assert!(stderr(&changed).contains("20 of 30 games have not changed"), "{}", stderr(&changed));
    assert!(class.read("standings.csv").lines().all(|line| line.ends_with(",0") || line.starts_with("rank")));
    let clock = class.play(&("seconds = { move = 9 }\n".to_owned() + CONFIGURATION)).success();
    assert!(!stderr(&clock).contains("have not changed"), "{}", stderr(&clock));
}

#[test]
fn results_stay_for_a_smaller_class_but_not_for_another() {
    let Some(class) = class() else { return };
    class.command().assert().success();
    let rename = |from: &str, to: &str| {
        fs::rename(class.path(&format!("class/{from}")), class.path(&format!("class/{to}"))).expect("a student");
    };
    rename("one", "new");
    class.command().assert().success();
    let names = |folder: &str| {
        let files = fs::read_dir(class.path(&format!("results/{folder}"))).expect("files").flatten();
        files.map(|file| file.file_name().into_string().expect("a name")).collect::<BTreeSet<_>>()
    };
    let known = ["illegal", "new", "same"];
    assert_eq!(names("feedback"), known.map(|name| format!("{name}.md")).into());
    let before = (class.read("games.csv"), names("games"));
    for name in known {
        rename(name, &format!("{name} of another class"));
    }
    let refused = class.command().assert().code(2).stdout("");
    let message = "results holds the results of 3 students; none of them is in this class; expected another folder";
    assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
    assert_eq!((class.read("games.csv"), names("games")), before);
}

#[test]
#[ignore = "many games, played twice"]
fn killed_tournament_loses_no_game_and_counts_none_twice() {
    let Some([whole, killed]) = class().zip(class()).map(|(one, other)| [one, other]) else { return };
    whole.command().assert().success();
    for moment in 0..10 {
        let mut command = std::process::Command::new(crate::program::BUILT);
        command.current_dir(killed.folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.args(["tournament", "class", "--config", "tournament.toml", "--out", "results"]);
        let mut process = command.spawn().expect("it runs");
        thread::sleep(Duration::from_millis(100 + 60 * moment));
        // The run may have ended already.
        let _ = process.kill();
        process.wait().expect("it ends");
    }
    killed.command().assert().success();
    assert_eq!(moves(&killed), moves(&whole));
    assert_eq!(killed.read("standings.csv"), whole.read("standings.csv"));
}
