//! Tests properties of values: parsing inverts printing, and sums are exact.

use std::process::Command;

use jiff::tz::TimeZone;
use proptest::prelude::*;
use reversi::check::subsequence::common_subsequence;
use reversi::grade::{
    build_id::build_id,
    configuration::command_line::CommandLine,
    escape,
    people::timestamp,
    points::{Earned, Points, Share},
};

/// Other notes may stand before and after the build ID. A truncated program has no build ID.
#[test]
fn the_build_id_of_a_program_is_found() {
    let note = |name: &[u8; 4], kind: u32, contents: &[u8]| {
        let length = u32::try_from(contents.len()).expect("a few bytes");
        let header = [4, length, kind].map(u32::to_ne_bytes);
        [header.as_flattened(), name, contents].concat()
    };
    let abi = note(b"GNU\0", 1, &[0; 16]);
    let other = note(b"abc\0", 3, &[0; 16]);
    for id in [&b"of a linker, 20 bytes"[..], b"8 bytes."] {
        let program = [b"\x7fELF and so on", &abi[..], &other, &note(b"GNU\0", 3, id)].concat();
        assert_eq!(build_id(&[&program, &b"code"[..]].concat()), Some(id));
        assert_eq!(build_id(&program[..program.len() - 1]), None);
    }
    assert_eq!(build_id(&[abi, other].concat()), None);
}

proptest! {
    #[test]
    fn full_points_require_all_rows(
        points in 1_u32..100_000, hundredths in 0_u32..=100, rows in 1_u64..1_000_000, missing in 0_u64..3,
    ) {
        let points = Points::new(f64::from(points) / 100.0).expect("points");
        let share = f64::from(hundredths) / 100.0;
        let [moves, log] = [share, 1.0 - share].map(|share| Share::try_from(share).expect("a part"));
        let missing = missing.min(rows);
        let parts = [Earned { share: moves, right: 7, all: 7 }, Earned { share: log, right: rows - missing, all: rows }];
        let earned = points.earned(&parts);
        prop_assert!(earned <= points);
        prop_assert_eq!(earned == points, missing == 0 || hundredths == 100);
    }

    #[test]
    fn commands_survive_a_round_trip(words in proptest::collection::vec("[ -%'-:=?-z~é\n]{1,12}", 1..5)) {
        let line = CommandLine::of(words.iter().map(String::as_str));
        prop_assert_eq!(line.to_string().parse::<CommandLine>(), Ok(line));
    }

    #[test]
    fn a_shell_runs_a_shown_command_unchanged(words in proptest::collection::vec("(/|\\PC|[ -~\n\r\t\x1b\u{202e}#\\[]){1,8}", 1..5)) {
        let shown = CommandLine::of(words.iter().map(String::as_str)).shown(|_| false);
        prop_assert!(escape::line(&shown) == shown, "{}", shown);
        let run = Command::new("bash").args(["-c", &format!("printf '%s\\0' {shown}")]).env("LC_ALL", "C.UTF-8").output();
        let expected = words.join("\0") + "\0";
        prop_assert_eq!(String::from_utf8(run.expect("bash").stdout), Ok(expected));
    }

    #[test]
    fn a_block_shows_any_text_verbatim(text in "[`a\n~#]{0,40}") {
        let block = escape::block(&text);
        let fence = block.split("text\n").next().expect("a fence").to_owned();
        prop_assert!(fence.len() >= 3 && fence.chars().all(|letter| letter == '`'));
        prop_assert!(!text.contains(&fence));
        let end = ["\n", &fence, "\n"].concat();
        prop_assert!(block.ends_with(&end));
    }

    #[test]
    fn no_cell_is_a_formula(text in "[=+@\\-a\t\r\n ]{0,6}") {
        prop_assert!(!escape::cell(&text).starts_with(['=', '+', '-', '@', '\t', '\r', '\n']));
    }
}

#[test]
fn times_of_course_systems_are_read() {
    let zone = TimeZone::get("America/Los_Angeles").expect("a zone");
    let read = |text: &str| timestamp::parse(text, Some(&zone));
    let with_zone =
        ["2013-10-16T06:59:00Z", "2013-10-15T23:59:00-07:00", "2013-10-15 23:59:00 -0700", "2013-10-16 06:59:00 UTC"];
    let local = ["2013-10-15 23:59:00", "Tuesday, 15 October 2013, 11:59 PM", "Tuesday, 15 October 2013, 23:59"];
    for text in with_zone.iter().chain(&local) {
        assert_eq!(read(text).map(jiff::Timestamp::as_second), Ok(1_381_906_740), "{text}");
    }
    assert!(local.iter().all(|text| timestamp::parse(text, None).is_err()));
    // Summer time has ended in between.
    assert_eq!(read("Friday, 10 February 2017, 11:02 PM"), read("2017-02-11T07:02:00Z"));
    for none in ["", "2013-10-15", "yesterday", "2013-13-15T00:00:00Z", "Monday, 15 October 2013, 11:59 PM"] {
        assert!(read(none).is_err(), "{none}");
    }
}

/// The table of all prefixes, filled row by row, is the slow reference.
fn by_table(one: &[usize], other: &[usize]) -> usize {
    let mut table = vec![0; other.len() + 1];
    for left in one {
        let mut diagonal = 0;
        for (place, right) in other.iter().enumerate() {
            let above = table[place + 1];
            table[place + 1] = if left == right { diagonal + 1 } else { above.max(table[place]) };
            diagonal = above;
        }
    }
    table[other.len()]
}

proptest! {
    #[test]
    fn a_common_subsequence_is_as_long_as_the_table_says(
        (one, other) in (1_usize..40).prop_flat_map(|letters| {
            let rows = || prop::collection::vec(0..letters, 0..40);
            (rows(), rows())
        })
    ) {
        prop_assert_eq!(common_subsequence(&one, &other, usize::MAX), by_table(&one, &other));
    }
}

#[test]
fn only_paths_of_the_course_are_shortened() {
    let line = CommandLine::of(["/course/tools/start", "sed", "-i", "/scipy/d", "/", "x.py"]);
    let is_private = |path: &std::path::Path| path.starts_with("/course");
    assert_eq!(line.shown(is_private), "start sed -i /scipy/d / x.py");
}
