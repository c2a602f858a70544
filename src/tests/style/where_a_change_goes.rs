//! Checks the list of files for each kind of change; a list with an example must be complete.

use std::fs;

use crate::{files, in_repository, path};

/// Folders of tests and their data, which a section need not name.
const TESTS: [&str; 4] = ["src/tests/", "/tests/", "fixtures/", "snapshots/"];

fn page() -> String {
    fs::read_to_string(path("src/where_a_change_goes.md")).expect("a page")
}

/// The paths in a text; for a new file, the start of its path.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let paths = quoted
        .filter_map(|quote| quote.split(' ').next())
        .filter(|word| ["src/", "fixtures", "snapshots", ".ci/"].iter().any(|start| word.starts_with(start)));
    paths
        .map(|path| {
            path.split(['N', 'S']).next().filter(|_| path.contains("NAME") || path.contains("SUBJECT")).unwrap_or(path)
        })
        .collect()
}

#[test]
fn named_files_exist() {
    let page = page();
    assert!(paths(&page).len() > 40);
    for named in paths(&page) {
        assert!(path(named).exists(), "{named} does not exist");
    }
}

/// A section may name an example. The files of such a section must be all places of the repository with the example's
/// name.
#[test]
fn sections_name_all_files_of_their_examples() {
    let page = page();
    let mut examples = 0;
    for section in page.split("\n## ").skip(1) {
        let Some((_, example)) = section.split_once("Example: `") else { continue };
        let example = example.split('`').next().expect("a name");
        let named = paths(section);
        examples += 1;
        for file in files("src").into_iter().chain(files("fixtures")).chain(files("snapshots")) {
            let name = in_repository(&file);
            let is_named =
                named.iter().any(|path| name.starts_with(path)) || TESTS.iter().any(|tests| name.contains(tests));
            let is_page = name == "src/where_a_change_goes.md";
            if !is_named
                && !is_page
                && fs::read(&file).is_ok_and(|text| String::from_utf8_lossy(&text).contains(example))
            {
                panic!("the section with the example {example} does not name {name}");
            }
        }
    }
    assert!(examples >= 5, "{examples}");
}
