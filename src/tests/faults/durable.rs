//! With `--sync`, files are on the disk before the program says that it is done.

use super::{
    JOBS, desk, files,
    tracer::{self, Call},
};

/// How often a job waits for the disk.
fn syncs(arguments: &[&str]) -> Option<usize> {
    let desk = desk();
    let before = files(desk.path());
    let outcome = tracer::run(desk.path(), arguments, "", None).ok()?;
    assert_eq!(outcome.code, Some(0), "{}", String::from_utf8_lossy(&outcome.stderr));
    assert_ne!(files(desk.path()), before);
    Some(outcome.counts.get(&Call::Sync).copied().unwrap_or_default())
}

#[test]
fn every_file_and_every_folder_is_synced_where_that_is_asked_for_and_nothing_otherwise() {
    // Files, folders of theirs, and folders above those that are new.
    let expected = [
        ("batch", 2 + 1),
        ("next", 1 + 1),
        ("explain", 1 + 1),
        ("mistakes write", 2 + 1),
        ("cases expected", 2 + 1 + 1),
        ("play --agents", 1 + 1),
    ];
    for (name, count) in expected {
        let job = JOBS.iter().find(|job| job.name == name).expect("a job of that name");
        let Some(plain) = syncs(job.arguments) else {
            eprintln!("this system lets nobody trace: no call was counted");
            return;
        };
        assert_eq!(plain, 0, "{name}");
        assert_eq!(syncs(&[job.arguments, &["--sync"]].concat()), Some(count), "{name}");
    }
}
