//! Tests a class that is graded by an assignment from a file.

use std::fs;

use super::Workspace;

const ASSIGNMENT: &str = r#"
name = "spring"
like = "usc2014"
output = "game"
[input]
heading = []
squares = ".xo"
[search]
max = "black"
order = "columns"
[log]
decimals = 2
separator = "; "
root = "start"
pass = "skip"
infinity = "inf"
cut_marker = " PRUNED"
cut_window = "narrowed"
[moves]
step = "Move {}:"
black = "Dark"
[tasks.1]
algorithm = "alphabeta"
evaluation = "pieces"
"#;

#[test]
fn a_class_is_graded_again_if_its_assignment_file_changes() {
    let workspace = Workspace::of_one_case();
    let write = |name: &str, text: &str| workspace.write(name, text);
    fs::create_dir(workspace.path("lists")).expect("a folder");
    let board = fs::read_to_string("fixtures/pass-inside-search.txt").expect("a board");
    write("lists/board.txt", &board.replace('X', "x").replace('O', "o").replace('*', "."));
    write("spring.toml", ASSIGNMENT);
    write(
        "lists/cases.csv",
        "name,assignment,task,depth,input,points,visibility\npasses,../spring.toml,1,3,board.txt,10,hidden\n",
    );
    let configuration = workspace.text("grade.toml").replace("\"cases.csv\"", "\"lists/cases.csv\"");
    write("grade.toml", &configuration);
    let [toml, board] = ["spring.toml", "lists/board.txt"].map(|name| workspace.path(name).display().to_string());
    let script = |mistakes: &str, change: &dyn Fn(String) -> String| {
        let [moves, log] = ["moves", "log"].map(|name| workspace.path(name).display().to_string());
        let job = ["--assignment", &toml, "-t", "1", "-d", "3", "-i", &board, "-op", &moves, "-ol", &log];
        crate::reversi().args(["mistakes", "write", mistakes]).args(job).assert().success();
        let (moves, log) = (workspace.text("moves"), change(workspace.text("log")));
        format!("cat > moves.txt <<'END'\n{moves}END\ncat > log.txt <<'END'\n{log}\nEND\n")
    };
    workspace.submit("ada", &script("none", &|log| log));
    workspace.submit("bob", &script("strict-cut-off", &|log| log.replace("inf", "Infinity").replace("; ", ",")));
    workspace.submit("cy", &script("no-cut-off-marker", &|log| log));
    workspace.grade_all(&[]);
    let verdicts = workspace.verdicts();
    assert_eq!(verdicts.into_values().collect::<Vec<_>>(), ["right", "wrong output", "wrong output"]);
    let results = workspace.json("results/results.json");
    let explained = |student: usize| results["students"][student]["graded"]["cases"][0]["explained_by"][0][0].clone();
    assert_eq!([explained(1), explained(2)], ["strict-cut-off", "no-cut-off-marker"]);
    assert!(results["assignments"].to_string().contains("PRUNED"));
    // The feedback on a hidden case contains only the mistake, in the words of the assignment.
    let told = workspace.feedback("cy");
    assert!(told.contains("The row of a cut-off does not end in PRUNED."), "{told}");
    write("spring.toml", &ASSIGNMENT.replace("Dark", "Noir"));
    workspace.grade_all(&[]);
    assert_eq!(workspace.verdicts().into_values().collect::<Vec<_>>(), ["wrong output"; 3]);
}
