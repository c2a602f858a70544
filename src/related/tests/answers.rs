//! Tests that programs with mistakes print what the plain reference in Python prints.

use std::{collections::BTreeMap, fs, path::Path};

use reversi_course::log::Equality;
use reversi_course::mistakes::NodeBudget;
use reversi_related::answers::{
    Answered, Compared, Deviation, Mistake, Mistakes, Request, System, choose_cases, compare, explain, printed,
    table_of_moves, within,
};
use serde::Deserialize;

/// A request, the right answer, and the answers of all mistakes that change it, as the reference prints them.
#[derive(Deserialize)]
struct Reference {
    arguments: Vec<String>,
    setup: Option<String>,
    tree: Option<String>,
    right: Option<String>,
    wrong: BTreeMap<String, String>,
}

/// The requests of an assignment, with their references.
fn references(system: System) -> Vec<(Request, Reference)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../fixtures/answers/{system}.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let request = |line: &str| {
        let reference: Reference = serde_json::from_str(line).unwrap();
        if let Some(setup) = &reference.setup {
            fs::write(folder.path().join("setup.txt"), setup).unwrap();
        }
        if let Some(tree) = &reference.tree {
            fs::write(folder.path().join("tree.txt"), tree).unwrap();
        }
        (Request::read(system, &reference.arguments, folder.path()).unwrap(), reference)
    };
    text.lines().map(request).collect()
}

fn program(request: &Request, mistakes: Mistakes) -> String {
    printed(request, mistakes, &mut NodeBudget::of_nodes(10_000_000)).unwrap()
}

#[test]
fn mistakes_print_what_the_reference_prints() {
    for system in [System::Tiny, System::Nxn, System::Awari, System::Tree] {
        let references = references(system);
        let mut unlike = Vec::new();
        for (request, reference) in &references {
            let right = reference.right.as_ref();
            for mistake in Mistake::printed_by(system) {
                let expected = reference.wrong.get(&*mistake.name()).or(right).unwrap();
                let answer = program(request, mistake.into());
                if &answer != expected {
                    unlike.push(format!("{mistake} {:?}\n{answer}instead of\n{expected}", reference.arguments));
                }
            }
        }
        assert!(
            unlike.is_empty(),
            "{} answers in {system}, such as {}",
            unlike.len(),
            unlike[..unlike.len().min(6)].join("\n")
        );
        let is_shown = |mistake: &Mistake| references.iter().any(|(_, all)| all.wrong.contains_key(&*mistake.name()));
        let hidden: Vec<String> =
            Mistake::printed_by(system).filter(|one| !is_shown(one)).map(|one| one.to_string()).collect();
        assert!(hidden.is_empty(), "no request of {system} shows {hidden:?}");
    }
}

#[test]
fn without_mistakes_programs_print_the_right_answer() {
    for system in [System::Tiny, System::Nxn, System::Awari, System::Tree] {
        for (request, reference) in references(system) {
            let right = request.answer(&mut |_| ()).unwrap();
            assert_eq!(right, reference.right.unwrap(), "{system} {:?}", reference.arguments);
            assert_eq!(program(&request, Mistakes::NONE), right, "{system} {:?}", reference.arguments);
        }
    }
}

#[test]
fn pass_and_end_are_rows_of_the_table_of_moves() {
    for (system, arguments, expected) in
        [(System::Tiny, "400 1 2210222112212210", "pass -1\n"), (System::Nxn, "minimax BBB/BBB/BB. W", "none 8\n")]
    {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let request = Request::read(system, &words, Path::new("")).unwrap();
        assert_eq!(table_of_moves(&request).unwrap(), expected);
    }
}

#[test]
fn cases_of_awari_are_positions_of_games_where_they_can() {
    let chosen = choose_cases(System::Awari, 1);
    let invented = chosen.iter().filter(|(_, case)| !case.is_played).count();
    assert!(invented * 4 <= chosen.len(), "{invented} of {}", chosen.len());
    for (_, case) in chosen.iter().filter(|(_, case)| case.is_played) {
        let words = case.file.as_ref().unwrap().1.split_whitespace();
        assert_eq!(words.map(|word| word.parse::<u32>().unwrap()).sum::<u32>(), 48);
    }
    assert!(chosen.iter().filter(|(_, case)| case.arguments.starts_with("search")).count() >= 4);
}

#[test]
fn leaf_at_the_root_is_named_with_any_printed_house() {
    let folder = tempfile::tempdir().unwrap();
    let leaf = ("26 15\n0 0 0 0 0 1\n1 1 1 0 2 1\n", "3", "4 13\n", "majority-is-leaf");
    let no_move = ("9 33\n0 0 0 0 0 0\n1 3 1 1 0 0\n", "2", "none -24\n", "own-score-only");
    for ((setup, depth, expected, name), found, is_named) in [
        (leaf, "none 11\n", true),
        (leaf, "0 11\n", true),
        (leaf, "0 12\n", false),
        // Where there is no legal move, a right program prints no house, too.
        (no_move, "none 9\n", true),
        (no_move, "0 9\n", false),
    ] {
        fs::write(folder.path().join("setup.txt"), setup).unwrap();
        let words = ["search", "setup.txt", depth].map(str::to_owned);
        let request = Request::read(System::Awari, &words, folder.path()).unwrap();
        assert_eq!(request.answer(&mut |_| ()).unwrap(), expected);
        let answered = Answered { request: &request, expected, found, accept: &[], is_right: false };
        let sets = explain(&[answered], 100_000_000).sets;
        let is_one = |set: &Mistakes| set.iter().any(|one| one.name() == name);
        assert_eq!(sets.iter().any(is_one), is_named, "{found}: {sets:?}");
    }
}

#[test]
fn text_around_right_numbers_is_a_format_deviation() {
    let compared = |found| compare(System::Tiny, "1\n262\n", found, Equality::Lines);
    for found in ["Value: 1\nStates explored: 262\n", "1 262\n", "Welcome\nValue: 1\nStates explored: 262\n"] {
        assert_eq!(compared(found), Compared::OtherFormat(Deviation::OtherText), "{found}");
    }
    assert!(!compared("Value: 1\nStates explored: 263\n").is_right());
    assert!(!compared("").is_right());
}

#[test]
fn lenient_text_may_have_other_spaces_and_near_numbers() {
    let is_same = |found: &str, expected: &str| compare(System::Text, expected, found, Equality::Lenient).is_same();
    assert!(is_same("a : 1,2  B\n", "A: 1, 2 b\n"));
    assert!(!is_same("a 12\n", "a 1 2\n") && !is_same("3 -2\n", "3-2\n"));
    for (found, near) in [
        ("x=0.334; -1.5 7\n2\n", "x=0.33; -1.5 7\n2\n"),
        ("x=0.35 -1.505\n", "x=0.35 -1.5\n"),
        ("v1.2 0.33\nextra 5\n", "v1.2 0.33\nextra 5\n"),
    ] {
        assert_eq!(within("x=0.33; -1.5 7\n2\n", found, 0.01), near);
    }
}
