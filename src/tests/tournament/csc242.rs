//! Tests the ladder for interactive programs, and its checks.

use std::fs;

use reversi::{
    grade::recipes::execution::Runner,
    sandbox::{Level, Settings},
    tournament::{
        configuration::Configuration,
        outputs::write_all,
        standings::standings,
        tournament::{Played, Tournament},
    },
};

use super::{Class, protocols::example};

/// The protocol's example with the rungs on 4x4 alone.
fn on_four() -> String {
    let example = example("csc242");
    let rungs: Vec<&str> = example.split("\n[[ladder]]\n").collect();
    assert_eq!(rungs.len(), 7, "6 rungs: {example}");
    rungs[..3].join("\n[[ladder]]\n")
}

#[test]
fn right_program_gets_all_points_on_boards_of_all_sizes() {
    let Some(class) = Class::new() else { return };
    class.student("ada", "csc242", "agent.py", "");
    class.play(&example("csc242")).success();
    let games = class.games();
    assert_eq!(games.len(), 12, "two games on each rung");
    assert!(games.iter().all(|game| game[8].is_empty()), "{games:?}\n{}", class.read("feedback/ada.md"));
    let feedback = class.read("feedback/ada.md");
    for line in [
        "- every move is legal: yes, in 12 games (10 of 10 points)",
        "- the program refuses illegal moves, and no others, with its error message, and the game goes on: yes, in 12 games (10 of 10 points)",
        "- the program names the right winner: yes, in 12 games (5 of 5 points)",
        "- on 4x4, no move loses a disc: yes, in 4 games (20 of 20 points)",
        "- every move comes in time: yes, in 12 games (5 of 5 points)",
    ] {
        assert!(feedback.contains(line), "{line}\n{feedback}");
    }
}

#[test]
#[ignore = "thirty games of slow programs"]
fn each_fault_loses_the_points_of_its_check() {
    let Some(class) = Class::new() else { return };
    let students = [
        ("greedy", "greedy = True", "on 4x4, no move loses a disc: no in "),
        ("silent", "refuses = False", "with its error message, and the game goes on: no in "),
        (
            "wrong",
            "winner = 'NOBODY'",
            "names the right winner: no in 4 of 4 games, first on 4x4 against random as black (\"NOBODY\"; expected \"DARK\")",
        ),
        ("passes", "chosen = None", "the program passes if it has no move, and only then: no in "),
        ("illegal", "chosen = (0, 0)", "every move is legal: no in "),
    ];
    for (name, fault, _) in students {
        let fault =
            if ["passes", "illegal"].contains(&name) { format!("greedy = True\n{fault}") } else { fault.to_owned() };
        class.student(name, "csc242", "agent.py", &fault);
    }
    class.play(&on_four().replace("move = 10", "move = 8")).success();
    for (name, _, line) in students {
        let feedback = class.read(&format!("feedback/{name}.md"));
        assert!(feedback.contains(line), "{name}: {line}\n{feedback}");
    }
    let standings = class.read("standings.csv");
    assert!(!standings.contains(",wrong,60"), "the wrong winner costs points: {standings}");
}

#[test]
fn checks_need_a_ladder_and_their_texts() {
    let Some(class) = Class::new() else { return };
    class.student("ada", "csc242", "agent.py", "");
    let without_error = on_four().replace("error = \"Invalid move!\"", "# ");
    let without_ladder = on_four().split("\n[[ladder]]\n").next().expect("a text").to_owned();
    for (text, message) in [
        (without_error, "the check error needs a text error in `answer` of [agent]"),
        (without_ladder, "expected [[ladder]] tables"),
    ] {
        let assert = class.play(&text).code(2).stdout("");
        assert!(super::stderr(&assert).contains(message), "{}", super::stderr(&assert));
    }
}

#[test]
fn missing_pass_loses_the_points_of_passes() {
    let Some(class) = Class::new() else { return };
    class.student("ends", "csc242", "agent.py", "greedy = ends_at_pass = True");
    class.student("silent", "csc242", "agent.py", "greedy = True\npasses = False");
    let assert = class.play(&example("csc242").replace("move = 10", "move = 1")).success();
    assert!(crate::stdout(&assert).contains("On each rung, a student plays 1 pair of games"));
    let [ends, silent] = ["ends", "silent"].map(|name| class.read(&format!("feedback/{name}.md")));
    for feedback in [&ends, &silent] {
        assert!(feedback.contains("if it has no move, and only then: no in 4 of 4 games"), "{feedback}");
        assert!(feedback.contains("every move comes in time: yes"), "{feedback}");
    }
    assert!(ends.contains("the program names the right winner: no in 5 of 12 games"), "{ends}");
    assert!(ends.contains("it ended, although the game is not over\nits last lines:\n"), "{ends}");
    assert!(ends.contains(" of 100 points; 12 games played."), "{ends}");
}

/// A class with a student whose program is the fixture with other lines.
fn changed(old: &str, new: &str) -> Option<Class> {
    let class = Class::new()?;
    class.student("ada", "csc242", "agent.py", "");
    let fixture = fs::read_to_string("fixtures/tournament/csc242.py").expect("a fixture");
    assert!(fixture.contains(old), "{old}");
    class.write("class/ada/agent.py", &fixture.replace(old, new));
    Some(class)
}

#[test]
fn unfinished_games_earn_no_points_of_checks() {
    let ending = "color = 3 - color\n    if color == person:\n        break";
    let Some(class) = changed("color = 3 - color", ending) else { return };
    let assert = class.play(&on_four()).success();
    let feedback = class.read("feedback/ada.md");
    let none = "not tested by these games; 0 of 4 games were played to their end (0 of ";
    for line in ["every move is legal: ", "on 4x4, no move loses a disc: ", "every move comes in time: "] {
        assert!(feedback.contains(&[line, none].concat()), "{line}\n{feedback}");
    }
    assert!(feedback.starts_with("# `ada`\n\n0 of 80 points; "), "{feedback}");
    let printed = crate::stdout(&assert);
    assert!(printed.contains("The games of ada do not test the check legal.\n"), "{printed}");
}

#[test]
fn refused_legal_moves_lose_the_points_of_the_error_message() {
    let Some(class) = changed("while square not in (legal or [None]):", "while True:") else { return };
    class.play(&on_four().replace("move = 10", "move = 0.5")).success();
    let feedback = class.read("feedback/ada.md");
    let line = "with its error message, and the game goes on: no in 4 of 4 games, first on 4x4 against random as ";
    assert!(feedback.contains(line), "{feedback}");
    assert!(feedback.contains("(0 of 10 points)") && feedback.contains("refused\n\n"), "{feedback}");
    assert!(feedback.contains("Invalid move!\" after the legal move "), "{feedback}");
}

#[test]
fn games_that_the_machine_did_not_play_test_no_check() {
    let Some(class) = Class::new() else { return };
    class.student("ada", "csc242", "agent.py", "");
    class.write("tournament.toml", &on_four());
    let configuration = Configuration::read(class.path("tournament.toml").as_ref()).expect("a configuration");
    let program = Some(crate::program());
    let settings = Settings { level: Some(Level::Unconfined), program, ..Settings::default() };
    let runner = Runner::open(configuration.settings.clone(), settings).expect("a sandbox");
    let tournament = Tournament::find(configuration, class.path("class").as_ref(), runner).expect("agents");
    let played = Played { games: Vec::new(), kept: 0, repeated: 0, not_played: vec!["no memory".to_owned()] };
    let standings = standings(&tournament, &played);
    write_all(&tournament, &played, &standings, class.path("results").as_ref()).expect("results");
    let feedback = class.read("feedback/ada.md");
    assert!(feedback.starts_with("# `ada`\n\n0 of 80 points; 0 games played.\n"), "{feedback}");
    assert_eq!(feedback.matches(": not tested by these games (0 of ").count(), 6, "{feedback}");
}
