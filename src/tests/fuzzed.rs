//! Tests the properties of `src/fuzz` on inputs that once broke a property, and on random changes.

use std::{
    collections::BTreeSet,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use proptest::{
    prelude::*,
    test_runner::{TestError, TestRunner},
};

use self::laws::Law;

#[path = "../fuzz/laws/mod.rs"]
pub mod laws;

/// The files of a folder and its subfolders, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut files: Vec<_> = entries.flat_map(|path| files(&path)).collect();
        files.sort();
        files
    } else {
        vec![path.to_owned()]
    }
}

/// The inputs that once broke a property, in a folder for each property.
const FOUND: &str = "fixtures/fuzz";

/// The inputs from which the test of a property starts.
fn seeds(law: &Law) -> Vec<PathBuf> {
    let found = Path::new(FOUND).join(law.name);
    let given = law.seeds.iter().map(|name| Path::new("fixtures").join(name)).chain(found.exists().then_some(found));
    given.flat_map(|path| files(&path)).collect()
}

fn laws() -> BTreeSet<String> {
    laws::ALL.iter().map(|law| law.name.to_owned()).collect()
}

#[derive(Clone, Debug)]
enum Change {
    Replace(u8),
    Insert(Vec<u8>),
    Remove(usize),
    Repeat(usize),
}

fn change() -> impl Strategy<Value = Change> {
    // Each of these words has a meaning in some input format.
    let word = prop::sample::select(&[
        "\n",
        "\r",
        "\0",
        " ",
        ",",
        ";",
        "\"",
        "(",
        ")",
        "-",
        "é",
        "0",
        "99999999999",
        "\u{feff}",
    ]);
    prop_oneof![
        any::<u8>().prop_map(Change::Replace),
        prop::collection::vec(any::<u8>(), 1..9).prop_map(Change::Insert),
        word.prop_map(|word| Change::Insert(word.into())),
        (1..40_usize).prop_map(Change::Remove),
        (1..40_usize).prop_map(Change::Repeat),
    ]
}

/// Random inputs that are similar to the `seeds`.
fn like(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), change()), 0..6);
    let any = prop::collection::vec(any::<u8>(), 0..200);
    prop_oneof![1 => any, 7 => (prop::sample::select(seeds), changes).prop_map(|(mut bytes, changes)| {
        for (place, change) in changes {
            let place = place.index(bytes.len() + 1);
            match change {
                Change::Replace(byte) => bytes.iter_mut().skip(place).take(1).for_each(|old| *old = byte),
                Change::Insert(new) => drop(bytes.splice(place..place, new)),
                Change::Remove(length) => drop(bytes.drain(place..bytes.len().min(place + length))),
                Change::Repeat(length) => {
                    let part = bytes[place..bytes.len().min(place + length)].to_vec();
                    drop(bytes.splice(place..place, part));
                }
            }
        }
        bytes
    })]
}

#[test]
fn every_law_holds_for_its_seeds_and_for_inputs_like_them() {
    for law in &laws::ALL {
        let seeds = seeds(law);
        assert!(!seeds.is_empty(), "{} has no seeds", law.name);
        let read = |path: &PathBuf| fs::read(path).expect("a fixture");
        for seed in &seeds {
            let bytes = read(seed);
            // A panic names the place in the code, but not the input.
            let checked = catch_unwind(AssertUnwindSafe(|| (law.check)(&bytes)));
            assert!(checked.is_ok(), "the law {} does not hold for {}", law.name, seed.display());
        }
        let tried = TestRunner::new(crate::random(60)).run(&like(seeds.iter().map(read).collect()), |bytes| {
            (law.check)(&bytes);
            Ok(())
        });
        if let Err(TestError::Fail(reason, bytes)) = tried {
            let text = String::from_utf8_lossy(&bytes);
            panic!("the law {} does not hold for some bytes: {reason}\n{bytes:?}\n{text}", law.name);
        }
    }
}

#[test]
fn every_law_has_a_name_of_its_own() {
    assert_eq!(laws().len(), laws::ALL.len());
}

#[test]
fn every_input_that_was_found_is_one_of_a_law() {
    for entry in fs::read_dir(FOUND).expect("a folder").map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        assert!(path.is_dir() && laws().contains(&name), "{} is no folder of a law: nothing tries it", path.display());
    }
}
