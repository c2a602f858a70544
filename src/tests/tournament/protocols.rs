//! Tests games by each protocol: its example, its clock, and its forfeits.

use std::collections::BTreeSet;

use reversi::games::reversi::{Color, Position, Size};

use super::{Class, stderr};

/// The example of a protocol with one pair of games on 4x4, against one opponent.
pub fn example(protocol: &str) -> String {
    let example = crate::reversi().args(["tournament", "--example", protocol]).output().expect("it runs").stdout;
    let example = String::from_utf8(example).expect("a text");
    // Protocols without the size of the board keep 8x8.
    let size = if ["caltech", "rochester", "csc242"].contains(&protocol) { "size = 8" } else { "size = 4" };
    example
        .replace("games = 2 ", "games = 1 ")
        .replace("size = 8", size)
        .replace("\"depth:2\", ", "")
        .replace("\n[build]\ncommands = [\"make PLAYERNAME=agent\"]\n", "")
}

/// A fault: the agent thinks too long in its first position.
const SLOW: &str = "import time\nif sum(disc > 0 for row in board for disc in row) in (8, 9): time.sleep(30)";

#[test]
fn agents_of_each_protocol_play_by_its_example() {
    for (protocol, file) in [
        ("columbia", "agent.py"),
        ("caltech", "agent.py"),
        ("rochester", "agent.py"),
        ("gtp", "agent.py"),
        ("umea", "othello.sh"),
        ("nthu", "agent.py"),
        ("usc2024", "homework.py"),
        ("described", "agent.py"),
    ] {
        let Some(class) = Class::new() else { return };
        class.student("student", protocol, file, "");
        class.play(&example(protocol)).success();
        let size = if ["caltech", "rochester"].contains(&protocol) { Size::EIGHT } else { Size::FOUR };
        // White moves first in Umeå.
        let first = if protocol == "umea" { Color::White } else { Color::Black };
        let records = class.records(Position::opening(size).with_side_to_move(first));
        let games = class.games();
        assert_eq!((records.len(), games.len()), (2, 2), "{protocol}");
        for ((players, record), game) in records.iter().zip(&games) {
            assert_eq!(game[8], *"", "{protocol}: {}", class.read("feedback/student.md"));
            assert_eq!(players.as_slice(), [&game[0], &game[1]]);
            let is_over = record.legal().is_empty() || protocol == "columbia" && record.legal().len() == 1;
            assert!(is_over, "{protocol}: {record}");
        }
    }
}

#[test]
fn columbia_has_an_older_first_line_and_flags() {
    for start in ["{color}", "{color},5,1,0,1"] {
        let Some(class) = Class::new() else { return };
        class.student("student", "columbia", "agent.py", "");
        class.play(&example("columbia").replace("{color},-1,0,0,0", start)).success();
        assert!(class.games().iter().all(|game| game[8].is_empty()), "{}", class.read("feedback/student.md"));
    }
}

#[test]
#[ignore = "agents that are late by seconds"]
fn late_agent_of_nthu_plays_its_last_complete_line() {
    let Some(class) = Class::new() else { return };
    let fault = "import time\nif sum(disc > 0 for row in board for disc in row) in (8, 9):\n    \
                 with open('action', 'a') as file: file.write('%d %d\\n7' % chosen)\n    time.sleep(30)";
    class.student("late", "nthu", "agent.py", fault);
    class.student("quick", "nthu", "agent.py", "");
    let configuration = example("nthu").replace("move = 10", "move = 3");
    class.play(&configuration).success();
    let records = class.records(Position::opening(Size::FOUR));
    let of = |name: &str, color: usize| {
        let mut games = records.iter().filter(|(players, _)| players[color] == name && players[1 - color] == "random");
        games.next().expect("a game").1.clone()
    };
    // Both students make the same first moves. A random agent with one seed plays equal moves against both students.
    assert_eq!(of("late", 0), of("quick", 0));
    let game = class.games().into_iter().find(|game| game[0] == *"late" && game[1] == *"random").expect("a game");
    assert_eq!((&game[8], game[6].parse::<f64>().expect("seconds") >= 3.0), ("", true));
}

#[test]
fn answers_of_nthu_may_have_any_length() {
    let Some(class) = Class::new() else { return };
    let fault = "if sum(disc > 0 for row in board for disc in row) in (8, 9):\n    \
                 import time\n    with open('action', 'a') as file: file.write('%d %d\\n' % chosen * 2000000)\n    time.sleep(30)";
    class.student("long", "nthu", "agent.py", fault);
    class.play(&example("nthu").replace("move = 10", "move = 3")).success();
    assert!(class.games().iter().all(|game| game[8].is_empty()), "{}", class.read("feedback/long.md"));
}

#[test]
fn pairs_of_games_begin_with_different_openings() {
    let Some(class) = Class::new() else { return };
    class.student("one", "columbia", "agent.py", "");
    class.write("class/broken/agent.cpp", "int main( {");
    let text = "protocol = \"columbia\"\ngames = 3\nopponents = [\"random\"]\n[rules]\nsize = 6\n";
    let assert = class.play(text).success();
    assert!(crate::stdout(&assert).contains("Each two agents play 3 random openings, from both sides of each."));
    let six = Size::new(6).expect("a size");
    let records =
        class.records(Position::opening(six)).into_iter().filter(|(players, _)| players == &["one", "random"]);
    let openings: BTreeSet<String> = records.map(|(_, record)| record.up_to(6).expect("plies").to_string()).collect();
    assert_eq!(openings.len(), 3, "{openings:?}");
    assert!(class.games().iter().all(|game| game[8].is_empty() || game[8] == *"not-started"), "{:?}", class.games());
    let standings = class.read("standings.csv");
    assert!(standings.lines().last().is_some_and(|line| line.starts_with("3,broken,0,")), "{standings}");
    let printed = crate::stdout(&assert);
    assert!(printed.contains("no difference is significant"), "{printed}");
    assert!(printed.contains("pairs of games for each two agents"), "{printed}");
}

#[test]
fn repeated_games_do_not_count_for_ranks() {
    let Some(class) = Class::new() else { return };
    class.student("one", "rochester", "agent.py", "");
    let text = "protocol = \"rochester\"\ngames = 9\nopponents = [\"depth:1\"]\n";
    let assert = class.play(text).success();
    let printed = crate::stdout(&assert);
    assert!(printed.contains("8 pairs of games repeat an earlier pair move by move."), "{printed}");
    assert!(
        !printed.contains("pairs of games for each two agents")
            && printed.contains("  1 to 2  one ")
            && printed.contains("all from the first position"),
        "{printed}"
    );
}

#[test]
#[ignore = "agents that are late by seconds"]
fn late_agent_loses_by_the_clock_of_a_move_or_a_game() {
    for (protocol, file, clock, words) in [
        ("umea", "othello.sh", "{ move = 2 }", "2 s, the time of a move, and 0.5 s more (`slack`)"),
        ("columbia", "agent.py", "{ game = 2 }", "all that was left of 2 s for the game"),
    ] {
        let Some(class) = Class::new() else { return };
        class.student("late", protocol, file, SLOW);
        let seconds = example(protocol).lines().find(|line| line.starts_with("seconds")).expect("a line").to_owned();
        class.play(&example(protocol).replace(&seconds, &format!("seconds = {clock}"))).success();
        let feedback = class.read("feedback/late.md");
        assert!(class.games().iter().all(|game| game[8] == *"late"), "{feedback}");
        assert!(feedback.contains(words) && feedback.contains("to move):"), "{feedback}");
    }
}

#[test]
fn ladder_gives_points_in_halves_without_ranks() {
    let Some(class) = Class::new() else { return };
    class.student("strong", "columbia", "agent.py", "");
    class.write("class/absent/nothing.txt", "");
    let one = "\n[[ladder]]\nopponent = \"random\"\npoints = 5\n[[ladder]]\nopponent = \"depth:1\"\npoints = 2.5\n";
    let configuration = example("columbia").replace("\"random\"]", "\"random\", \"depth:1\", \"depth:2\"]") + one;
    let assert = class.play(&configuration).success();
    let standings = class.read("standings.csv");
    let games = class.games();
    assert_eq!(games.len(), 8, "each student against each rung, twice");
    let wins = |opponent: &str| {
        let own = games.iter().filter(|game| {
            game.iter().take(2).eq(["strong", opponent]) || game.iter().take(2).eq([opponent, "strong"])
        });
        let points = own.map(|game| match (&game[3], &game[0] == "strong") {
            ("draw", _) => 0.5,
            ("black", true) | ("white", false) => 1.0,
            _ => 0.0,
        });
        points.sum::<f64>()
    };
    let rung = |opponent: &str, points: f64| (wins(opponent).min(1.0) * points * 2.0).floor() / 2.0;
    let points = rung("random", 5.0) + rung("depth:1", 2.5);
    assert!(standings.lines().any(|line| line == format!(",strong,{points},4,,,0")), "{standings}");
    assert!(standings.ends_with(",absent,0,4,,,4\n"), "{standings}");
    assert_eq!(standings.lines().count(), 3, "students alone: {standings}");
    assert!(class.read("feedback/absent.md").contains("not-started"), "{}", stderr(&assert));
}

#[test]
fn braces_and_milliseconds_reach_the_agent_as_written() {
    let Some(class) = Class::new() else { return };
    class.write("class/one/agent.py", "import sys\nsys.stderr.write(sys.stdin.readline())\nsys.exit(3)\n");
    let text = "protocol = \"described\"\nseconds = { move = 2 }\ngames = 1\nopponents = [\"random\"]\n[rules]\nsize = 4\n\
        [agent]\nprocess = \"game\"\nrun = \"./agent\"\nanswer = { square = \"d3\" }\nboard = { between_rows = \"/\" }\n";
    let turn = r#"turn = "{{\"board\":\"{board}\",\"left\":{own_milliseconds}}}\n""#;
    class.play(&[text, turn].concat()).success();
    let feedback = class.read("feedback/one.md");
    let line = feedback.lines().find(|line| line.starts_with("{\"board\":\"") && line.ends_with("\",\"left\":2000}"));
    assert!(line.is_some_and(|line| line.matches('/').count() == 3), "{feedback}");
    let turn = r#"turn = '{"board":{board}}'"#;
    let refused = class.play(&[text, turn].concat()).code(2);
    let message = stderr(&refused);
    assert!(message.contains(r#"{"board":{board} is not a placeholder; expected {{ for a brace, or "#), "{message}");
    assert!(message.contains(turn), "{message}");
}
