//! Tests deep logs: their predicted size, the check of free space, and compression.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    process::Command,
};

use flate2::read::MultiGzDecoder;
use proptest::prelude::*;
use reversi::{
    assignment::Assignment,
    files::LineEnding,
    game::Depth,
    games::reversi::{Pass, Pieces, Rules, StaticEvaluation, Weights},
    log::{BoardSearch, LogSize, LoggedSearch as _, RowFormat},
    search::{AlphaBeta, NoWindow, Search, Window},
};
use tempfile::TempDir;

use crate::positions;

fn format() -> impl Strategy<Value = RowFormat> {
    let formats = Assignment::built_in().map(|assignment| assignment.row_format.clone());
    prop::sample::select(formats.collect::<Vec<_>>())
}

/// Compares the predicted size of a log with the log.
fn check<R: Rules>(
    format: &RowFormat,
    game: &R,
    depth: Depth,
    window: impl Window,
    evaluation: &impl StaticEvaluation,
    line_ending: LineEnding,
) -> Result<(), TestCaseError> {
    let search = BoardSearch::from(Search { root: *game, depth, window, evaluation });
    let mut log = Vec::new();
    let outcome = search.write_log(format, line_ending, &mut log);
    prop_assert!(outcome.is_ok());
    let bytes = log.len() as u64;
    let rows = String::from_utf8_lossy(&log).lines().count() as u64 - 1;
    prop_assert_eq!(search.log_size(format, line_ending, &mut |_| ()).expect("a thread"), LogSize { rows, bytes });
    let estimate = search.estimated_rows();
    prop_assert!(estimate.may_fit(bytes), "a log of {bytes} bytes, {estimate}");
    prop_assert!(!estimate.may_fit(bytes / 100_000), "a log of {bytes} bytes, {estimate}");
    Ok(())
}

proptest! {
    #![proptest_config(crate::random(200))]

    #[test]
    fn the_size_of_a_log_and_its_room_are_known_beforehand(
        position in positions::any_position(),
        depth in prop_oneof![0_u32..=4, Just(u32::MAX)],
        format in format(),
        weights in any::<[[i16; 8]; 8]>(),
        line_ending in prop_oneof![Just(LineEnding::Lf), Just(LineEnding::Crlf)],
    ) {
        prop_assume!(depth <= 4 || position.empty().len() <= 6);
        let depth = Depth::new(depth);
        let (any_weights, weights) = (Weights::new(&weights), Weights::default());
        let [without_pass, ends, goes_on] = positions::nodes(position);
        check(&format, &without_pass, depth, NoWindow, &Pieces, line_ending)?;
        check(&format, &without_pass, depth, AlphaBeta::FULL, &any_weights, line_ending)?;
        check(&format, &Pass(position), depth, NoWindow, &weights, line_ending)?;
        check(&format, &goes_on, depth, NoWindow, &Pieces, line_ending)?;
        check(&format, &ends, depth, AlphaBeta::FULL, &weights, line_ending)?;
    }
}

/// The command of a job, to which tests add arguments.
fn job(folder: &TempDir, arguments: &[&str]) -> crate::program::Command {
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let mut job = crate::reversi();
    job.current_dir(folder.path()).arg("-i").arg(board).args(arguments);
    job
}

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

fn decompressed(path: &Path) -> Vec<u8> {
    let mut content = Vec::new();
    MultiGzDecoder::new(File::open(path).expect("a file")).read_to_end(&mut content).expect("a whole file");
    content
}

#[test]
fn a_compressed_file_holds_what_the_plain_one_would() {
    let plain = folder();
    for arguments in [["-t1", "-d6"], ["-t2", "-d5"]] {
        job(&plain, &arguments).args(["-op", "moves", "-ol", "log"]).assert().success();
        let packed = folder();
        job(&packed, &arguments).args(["-op", "moves.gz", "-ol", "log.GZ"]).assert().success().stdout("").stderr("");
        for (name, packed_name) in [("moves", "moves.gz"), ("log", "log.GZ")] {
            let (plain, packed) = (plain.path().join(name), packed.path().join(packed_name));
            assert!(decompressed(&packed) == fs::read(&plain).expect("a file"), "{packed_name}");
            assert_ne!(fs::read(&packed).expect("a file"), fs::read(&plain).expect("a file"), "{packed_name}");
        }
    }
}

#[test]
fn an_output_in_zst_is_refused() {
    let folder = folder();
    for outputs in [["-op", "moves", "-ol", "log.zst"], ["-op", "moves.ZST", "-ol", "log"]] {
        let said = job(&folder, &["-t1", "-d3"]).args(outputs).assert().code(2).stdout("").get_output().stderr.clone();
        let said = String::from_utf8_lossy(&said).to_lowercase();
        assert!(said.contains(".zst: ") && said.contains("-ol - | zstd > log.zst"), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_compressed_file_that_is_not_finished_does_not_appear() {
    let folder = folder();
    fs::write(folder.path().join("log.gz"), "old").expect("a new file");
    job(&folder, &["-t1", "-d3", "-op", "/dev/full", "-ol", "log.gz"]).assert().code(2);
    assert_eq!(fs::read(folder.path().join("log.gz")).expect("a file"), b"old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn closed_compressed_pipe_is_silent_and_other_files_appear() {
    let folder = folder();
    let fifo = folder.path().join("log.gz");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let reader = std::thread::spawn(move || drop(File::open(fifo)));
    job(&folder, &["-t1", "-d7", "-op", "moves", "-ol", "log.gz"]).assert().success().stdout("").stderr("");
    reader.join().expect("a reader");
    assert!(folder.path().join("moves").exists());
}

#[test]
fn a_dry_run_prints_the_size_of_the_log_and_writes_nothing() {
    let folder = folder();
    for (arguments, size) in [
        (["-t1", "-d10"], "56062969 rows and a header, 608706435 bytes\n"),
        (["-t1", "-d1"], "9 rows and a header, 114 bytes\n"),
    ] {
        job(&folder, &arguments).arg("--dry-run").assert().success().stdout(size).stderr("");
    }
    let arguments = ["-t3", "-d4", "--line-ending=crlf"];
    let log = crate::stdout(&job(&folder, &arguments).args(["-op", "/dev/null", "-ol", "-"]).assert().success());
    let size = format!("{} rows and a header, {} bytes\n", log.lines().count() - 1, log.len());
    job(&folder, &arguments).arg("--dry-run").assert().success().stdout(size).stderr("");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn the_size_of_a_log_that_nobody_could_count_is_estimated() {
    let folder = folder();
    for task in ["-t1", "-t3"] {
        let said = crate::stdout(&job(&folder, &[task, "-d40", "--dry-run"]).assert().success().stderr(""));
        assert!(said.contains(": an estimate;"), "{said}");
        let exponent = said.strip_prefix("about 10^").and_then(|rest| rest.split_once(" rows"));
        let exponent: u32 = exponent.and_then(|(exponent, _)| exponent.parse().ok()).expect("a power of ten");
        assert!((13..60).contains(&exponent), "{said}");
    }
}

#[test]
fn long_dry_run_prints_an_estimate_before_it_counts() {
    let rows = 4_360_329_625.0;
    let said = crate::first_said(&["-t1", "-d12", "-i", "fixtures/opening.txt", "--dry-run"]);
    let about = said.strip_prefix("reversi: about ").and_then(|said| said.split_once(" billion rows: an estimate;"));
    let about = about.and_then(|(about, _)| about.parse::<f64>().ok()).unwrap_or_else(|| panic!("{said}")) * 1e9;
    assert!((rows / 1.5..rows * 1.5).contains(&about), "{said}");
}

#[test]
fn large_numbers_are_said_in_two_or_three_digits() {
    let said = [0.0, 7.4, 999.4, 999.6, 9949.0, 9951.0, 1.25e8, 9.996e11, 4.2e14, 5e15].map(reversi::names::rounded);
    let expected = [
        "0",
        "7",
        "999",
        "1.0 thousand",
        "9.9 thousand",
        "10 thousand",
        "125 million",
        "1.0 trillion",
        "420 trillion",
        "10^16",
    ];
    assert_eq!(said, expected);
}

/// Runs a shell script in a folder with a file system of 64 KiB; `None` if the system forbids this.
fn in_small_file_system(script: &str) -> Option<String> {
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let folder = folder();
    let mount = r#"mount -t tmpfs -o size=64k none "$FOLDER" 2> /dev/null && cd "$FOLDER" && echo mounted"#;
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &format!("{mount} && {{ {script}; }} 2>&1")])
        .env("FOLDER", folder.path())
        .env("REVERSI", crate::program::BUILT)
        .env("BOARD", board)
        .output()
        .ok()?;
    let said = String::from_utf8(output.stdout).expect("a message");
    said.strip_prefix("mounted\n").map(str::to_owned)
}

#[test]
fn a_log_that_has_no_room_is_refused_before_anything_is_written() {
    let job = r#""$REVERSI" -t1 -i "$BOARD" -op moves"#;
    let next = r#""$REVERSI" next --assignment usc2013 -t1 -i "$BOARD" -o next"#;
    let Some(said) = in_small_file_system(&format!(
        "{job} -d8 -ol log; echo $?; ls -A; \
         {job} -d60 -ol log; echo $?; ls -A; \
         {job} -d6 -ol log --force; echo $?; ls -A; \
         {job} -d5 -ol log.gz; echo $?; ls -A; rm moves log.gz; \
         {job} -d6 -ol - > /dev/null; echo $?; ls -A; \
         {job} -d3 -ol log; echo $?; ls -A; rm *; \
         {next} -d8; echo $?; ls -A; \
         {next} -d3; echo $?; ls -A"
    )) else {
        return crate::not_tested(crate::Lack::Machine, "a full disk: no file system of one's own may be mounted");
    };
    let _settings = crate::snapshots("deep-logs");
    insta::assert_snapshot!("no-room", said);
}
