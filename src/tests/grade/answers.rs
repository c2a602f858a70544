//! Tests a class whose programs print their answers.

use std::{fmt::Write as _, path::Path};

use reversi::{
    answers::{Mistakes, Request, System, printed},
    mistakes::NodeBudget,
};

use super::Workspace;

/// The names and arguments of the cases.
const CASES: [(&str, &str); 4] = [
    ("successors", "100 1 0222000111000010"),
    ("states", "500 2 1002012011100210"),
    ("more-states", "500 2 1010011201100210"),
    ("move", "600 1 0010021201200012"),
];

/// The answers of a program with these mistakes, as a script in which `change` has changed the answer of each case.
fn script(mistakes: &str, change: impl Fn(&str, String) -> String) -> String {
    let mistakes: Mistakes = mistakes.parse().expect("names of mistakes");
    let mut script = "case \"$*\" in\n".to_owned();
    for (name, arguments) in CASES {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let request = Request::read(System::Tiny, &words, Path::new("")).expect("a request");
        let answer = printed(&request, mistakes, &mut NodeBudget::of_nodes(1_000_000)).expect("a small search");
        writeln!(script, "'{arguments}') printf -- '{}' ;;", change(name, answer).replace('\n', "\\n"))
            .expect("memory");
    }
    script + "esac\n"
}

/// A class in which each program shows one verdict. The last case is hidden.
fn workspace(accept: &str) -> Workspace {
    let mut cases = "name,assignment,arguments,points,visibility,accept\n".to_owned();
    for (name, arguments) in CASES {
        let (visibility, accept) = if name == "move" { ("hidden", accept) } else { ("", "") };
        writeln!(cases, "{name},tiny,{arguments},10,{visibility},{accept}").expect("memory");
    }
    let workspace = Workspace::with(&cases);
    let configuration = "cases = \"cases.csv\"\nrun = \"./reversi {arguments}\"\n[limits]\nseconds = 0.3\n";
    workspace.write("grade.toml", configuration);
    let right = |_: &str, answer: String| answer;
    for (name, script) in [
        ("right", script("none", right)),
        ("blanks", script("none", |_, answer| answer.replace('\n', " \n") + "\n")),
        ("greets", script("none", |_, answer| "Welcome to Reversi!\n".to_owned() + &answer)),
        ("strict", script("strict-cut-off", right)),
        ("last", script("ties-to-last", right)),
        ("both", script("strict-cut-off+ties-to-last", right)),
        // Only the answers of one question show the known mistake.
        ("other", script("strict-cut-off", |name, answer| if name == "move" { "?".to_owned() } else { answer })),
        ("unknown", script("none", |_, answer| answer.replace('0', "7"))),
        ("silent", "exit 0\n".to_owned()),
        ("crashes", script("none", right) + "exit 3\n"),
        ("endless", "while :; do :; done\n".to_owned()),
        ("talks", "while :; do echo 1; done\n".to_owned()),
    ] {
        workspace.submit(name, &script);
    }
    workspace
}

#[test]
fn class_of_printed_answers_is_graded_as_a_class_of_logs() {
    let workspace = workspace("");
    let summary = workspace.grade_alone(&workspace.path("class"));
    let _settings = crate::snapshots("grade/answers");
    insta::assert_snapshot!("summary", summary);
    for student in ["right", "greets", "strict", "both", "other", "unknown", "silent", "crashes"] {
        insta::assert_snapshot!(student, workspace.feedback(student));
    }
    insta::assert_snapshot!("class", workspace.text("results/class.md"));
    insta::assert_snapshot!("grades", workspace.text("results/grades.csv"));
    let again = workspace.grade_alone(&workspace.path("class"));
    assert_eq!(again, summary, "a second run repeats no program and changes nothing");
}

#[test]
fn accept_gives_points_for_any_best_move() {
    let total = |accept: &str| {
        let workspace = workspace(accept);
        workspace.grade(&workspace.path("class"), "results", &["--only", "last", "--only", "right"]).success();
        let grades = workspace.text("results/grades.csv");
        let row = |name: &str| grades.lines().find(|line| line.starts_with(name)).expect("a row").to_owned();
        (row("last"), row("right"))
    };
    let ((fixed, right), (open, right_too)) = (total(""), total("optimal"));
    assert_eq!(right, right_too);
    assert!(fixed.contains("30") && open.contains("40"), "{fixed}\n{open}");
}
