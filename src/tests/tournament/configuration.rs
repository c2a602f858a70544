//! Tests configurations and classes that are refused; nothing is written.

use std::{fs, path::Path};

use super::{Class, stderr};

#[test]
fn wrong_configurations_are_refused_and_nothing_is_written() {
    let Some(class) = Class::new() else { return };
    class.student("one", "columbia", "agent.py", "");
    class.student("two", "columbia", "agent.py", "");
    for (text, message) in [
        ("protocol = \"colombia\"", "did you mean columbia?"),
        ("protocol = \"columbia\"\nopponents = [\"deep\"]", "\"deep\" is not allowed here; expected random"),
        ("protocol = \"columbia\"\nopponents = [\"minimax\"]", "would take too long"),
        ("protocol = \"columbia\"\n[rules]\nsize = 5", "expected a size of 4, 6 or 8"),
        ("protocol = \"columbia\"\n[rules]\nfirst = \"red\"", "expected black or white"),
        ("protocol = \"columbia\"\nseconds = { hour = 1 }", "expected `move` or `game`"),
        ("protocol = \"columbia\"\nseconds = 10", "invalid type: integer `10`, expected a table"),
        ("protocol = \"columbia\"\nseconds = { move = 0 }", "expected seconds, from 0.01"),
        ("protocol = \"columbia\"\ngames = 0", "from 1 to 100"),
        (
            "protocol = \"columbia\"\n[agent]\nrun = \"x\"\nturn = \"{board}\"\nanswer = { square = \"d3\" }",
            "need process = \"game\"",
        ),
        (
            "protocol = \"columbia\"\n[agent]\nprocess = \"game\"\nrun = \"x\"\nanswer = { square = \"d3\" }",
            "expected turn or opponent_move",
        ),
        ("protocol = \"gtp\"\n[agent]\nrun = \"x\"\nanswer = { square = \"d3\" }", "gtp needs no [agent]"),
        ("protocol = \"described\"", "needs a table [agent]"),
        (
            "protocol = \"described\"\n[agent]\nrun = \"x {bord}\"\nanswer = { from = \"stdout\", square = \"d3\" }",
            "{bord} is not a placeholder",
        ),
        (
            "protocol = \"described\"\n[agent]\nrun = \"x\"\nanswer = { from = \"stdout\", square = \"row\" }",
            "expected d3, or the words row and column",
        ),
        ("protocol = \"caltech\"\n[rules]\nsize = 6", "tells agents neither the board nor its size"),
        ("protocol = \"gtp\"\nslack = \"1 minute\"", "expected seconds, from 0"),
        ("protocol = \"gtp\"\n[[ladder]]\nopponent = \"nobody\"\npoints = 5", "no opponent is called"),
        ("protocol = \"gtp\"\nopponents = [\"random\", \"random\"]", "two agents are called"),
    ] {
        let assert = class.play(text).code(2).stdout("");
        assert!(stderr(&assert).contains(message), "{text}\n{}", stderr(&assert));
        assert!(!Path::new(&class.path("results")).exists(), "{text}");
    }
    for number in 0..39 {
        class.student(&format!("more{number}"), "columbia", "agent.py", "");
    }
    let assert = class.play("protocol = \"columbia\"").code(2);
    assert!(stderr(&assert).contains("41 agents") && stderr(&assert).contains("[[ladder]]"));
    for (left, message) in [(1, "a tournament needs two agents"), (0, "holds no submission")] {
        let students = fs::read_dir(class.path("class")).expect("a class").flatten().skip(left);
        students.for_each(|student| fs::remove_dir_all(student.path()).expect("a student"));
        let assert = class.play("protocol = \"columbia\"").code(2);
        assert!(stderr(&assert).contains(message), "{}", stderr(&assert));
    }
    let inside = crate::reversi()
        .current_dir(class.folder.path())
        .args(["tournament", "class", "--config", "tournament.toml", "--out", "class/results"])
        .assert()
        .code(2);
    assert!(stderr(&inside).contains("is inside the submissions folder"), "{}", stderr(&inside));
    class.write("results/notes.txt", "");
    class.student("one", "columbia", "agent.py", "");
    let assert = class.play("protocol = \"columbia\"\nopponents = [\"random\"]").code(2);
    assert!(stderr(&assert).contains("holds notes.txt, and no results"), "{}", stderr(&assert));
    fs::remove_file(class.path("results/notes.txt")).expect("a file");
    class.write("results/games/game.json", "of somebody else");
    let assert = class.play("protocol = \"columbia\"\nopponents = [\"random\"]").code(2);
    assert!(stderr(&assert).contains("holds games, and no results"), "{}", stderr(&assert));
    assert_eq!(class.read("games/game.json"), "of somebody else");
}

#[test]
fn second_tournament_in_a_folder_is_refused() {
    let Some(class) = Class::new() else { return };
    class.student("one", "columbia", "agent.py", "");
    let text = "protocol = \"columbia\"\ngames = 1\nopponents = [\"random\"]\n[rules]\nsize = 4\n";
    class.play(text).success();
    let first = fs::File::open(class.path("results")).expect("a folder");
    first.lock().expect("a lock");
    let assert = class.play(text).code(2).stdout("");
    assert!(stderr(&assert).contains("another tournament writes into results"), "{}", stderr(&assert));
    drop(first);
    class.play(text).success();
}

#[test]
fn recipes_of_students_replace_the_program() {
    let Some(class) = Class::new() else { return };
    class.student("own", "caltech", "player.py", "");
    class.write("class/own/helper.py", "import player_of_nobody\nif __name__ == '__main__': pass\n");
    class.write("recipes.toml", "[own]\nrun = \"python3 player.py\"\n");
    let text = "protocol = \"caltech\"\ngames = 1\nopponents = [\"random\"]\n";
    class.play(text).success();
    assert!(class.games().iter().all(|game| game[8].is_empty()), "{}", class.read("feedback/own.md"));
    class.write("recipes.toml", "[nobody]\nrun = \"python3 player.py\"\n");
    let assert = class.play(text).code(2).stdout("");
    assert!(stderr(&assert).contains("has a table [nobody], but no submission"), "{}", stderr(&assert));
}
