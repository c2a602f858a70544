//! Tests two tournaments in a folder, and the recipes of students.

use std::fs;

use super::{Class, stderr};

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
    class.write("recipes.toml", "[own]\ninput = \"board.txt\"\n");
    let assert = class.play(text).code(2).stdout("");
    assert!(stderr(&assert).contains("recipes.toml: [own]: input, moves, log and output are files of `grade`"));
    class.write("recipes.toml", "[nobody]\nrun = \"python3 player.py\"\n");
    let assert = class.play(text).code(2).stdout("");
    assert!(stderr(&assert).contains("has a table [nobody], but no submission"), "{}", stderr(&assert));
}
