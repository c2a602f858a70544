//! Checks that the plain references in `src/tests/reference` write the fixtures and snapshots of the tests.

use std::{fs, process::Command};

use tempfile::TempDir;

#[test]
fn references_write_the_committed_fixtures() {
    // By default, the test runs only the first of each eighty jobs.
    let every = reversi_testing::by_profile(80, 1);
    let folder = TempDir::new().expect("a temporary folder");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/reference/write_fixtures.py");
    let mut python = Command::new("python3");
    python.env("PYTHONDONTWRITEBYTECODE", "1").args([script, "--every", &every.to_string()]).arg(folder.path());
    let Ok(written) = python.status() else {
        return crate::not_tested(crate::Lack::Tool, "what the references write: no python3 is installed");
    };
    assert!(written.success());
    let (mut jobs, mut snapshots) = (0, 0);
    for (name, written) in crate::files(folder.path()) {
        let (written, committed) =
            (String::from_utf8(written).expect("text"), fs::read_to_string(&name).expect("text"));
        if name.extension().is_some_and(|extension| extension == "csv") {
            let [rows, committed] = [&written, &committed].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
            for row in &rows {
                assert!(committed.contains(row), "{} has no row {row}", name.display());
            }
            assert!(every > 1 || rows.len() == committed.len(), "{} has other rows", name.display());
            jobs += rows.len();
        } else {
            assert_eq!(written, committed, "{}", name.display());
            snapshots += 1;
        }
    }
    assert!(jobs > 10 && snapshots > 3, "only {jobs} jobs and {snapshots} snapshots are compared");
}
