//! Tests that programs with mistakes print what the plain reference in Python prints.

use std::{collections::BTreeMap, fs, path::Path};

use reversi_related::answers::{Mistake, Mistakes, Request, System, printed};
use serde::Deserialize;

/// A request, the right answer, and the answers of all mistakes that change it, as the reference prints them.
#[derive(Deserialize)]
struct Reference {
    arguments: Vec<String>,
    setup: Option<String>,
    right: Option<String>,
    wrong: BTreeMap<String, String>,
}

/// The requests of an assignment, with their references.
fn references(system: System) -> Vec<(Request, Reference)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/answers/{system}.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let request = |line: &str| {
        let reference: Reference = serde_json::from_str(line).unwrap();
        if let Some(setup) = &reference.setup {
            fs::write(folder.path().join("setup.txt"), setup).unwrap();
        }
        (Request::read(system, &reference.arguments, folder.path()).unwrap(), reference)
    };
    text.lines().map(request).collect()
}

fn program(request: &Request, mistakes: Mistakes) -> String {
    printed(request, mistakes, &mut 10_000_000).unwrap()
}

#[test]
fn mistakes_print_what_the_reference_prints() {
    for system in [System::Tiny, System::Nxn, System::Awari] {
        let references = references(system);
        for (request, reference) in &references {
            let right = reference.right.as_ref();
            for mistake in Mistake::all(system) {
                let expected = reference.wrong.get(mistake.name()).or(right).unwrap();
                let answer = program(request, [mistake].into_iter().collect());
                assert_eq!(&answer, expected, "{} in {system} {:?}", mistake.name(), reference.arguments);
            }
        }
        let is_shown = |mistake: &Mistake| references.iter().any(|(_, all)| all.wrong.contains_key(mistake.name()));
        let hidden: Vec<&str> = Mistake::all(system).filter(|one| !is_shown(one)).map(Mistake::name).collect();
        assert_eq!(hidden, [""; 0], "no request of {system} shows these mistakes");
    }
}

#[test]
fn without_mistakes_programs_print_the_right_answer() {
    for system in [System::Tiny, System::Nxn, System::Awari] {
        for (request, reference) in references(system) {
            let right = request.answer(&mut |_| ()).unwrap();
            assert_eq!(right, reference.right.unwrap(), "{system} {:?}", reference.arguments);
            assert_eq!(program(&request, Mistakes::NONE), right, "{system} {:?}", reference.arguments);
        }
    }
}
