//! Properties of any input: `cargo fuzz` looks for bytes that break a property, and the ordinary tests try some bytes.
//!
//! Every reader has a property: the reader does not panic, errors name a place in the text, and written values are read
//! again. If there are two ways to one answer, a property compares them: log and `rows`, writer and reader, `check` and
//! a changed log. Stable Rust is enough to look for bytes that break a property:
//!
//! ```sh
//! cargo install cargo-fuzz
//! mkdir -p src/fuzz/corpus/logs                        # gets inputs that lead where none did before
//! LAW=logs cargo fuzz run --fuzz-dir src/fuzz -s none law src/fuzz/corpus/logs fixtures -- -max_total_time=60
//! ```
//!
//! Without `-max_total_time`, the command runs until Ctrl-C or a failure. A failure prints `Failing input:` and a file
//! such as `src/fuzz/artifacts/law/crash-0c9b...`. The command
//! `LAW=logs cargo fuzz run --fuzz-dir src/fuzz -s none law FILE` repeats the failure. The command that cargo-fuzz
//! prints lacks `LAW` and `--fuzz-dir`. If the file is copied to `fixtures/fuzz/logs/` under a new name,
//! `cargo test fuzzed` tries it and similar inputs. A `slow-unit-...` that repeats quickly is not a failure.

mod differences;
mod files;
mod source;
mod texts;

use reversi::games::reversi::notation::Notation::{Line, Obf, Rows, Slashes, Transcript};

/// A property, and the inputs to begin with.
#[derive(Debug)]
pub struct Law {
    /// The name of the property's folder in `fixtures/fuzz`, and the value of `LAW` for the fuzz target.
    pub name: &'static str,
    /// Files and folders in `fixtures` with further inputs of this kind.
    pub seeds: &'static [&'static str],
    /// Panics if some bytes break the property.
    pub check: fn(&[u8]),
}

pub static ALL: [Law; 18] = [
    // Readers never panic, their errors name a place in the text, and written values are read again.
    Law { name: "arguments", seeds: &["play"], check: texts::arguments },
    Law { name: "assignments", seeds: &["assignment"], check: texts::assignments },
    Law { name: "evaluations", seeds: &[], check: texts::evaluations },
    Law { name: "obf", seeds: &["endgames.obf"], check: |bytes| texts::notations(bytes, &[Rows, Line, Slashes, Obf]) },
    Law { name: "one_line", seeds: &[], check: texts::one_line },
    Law { name: "requests", seeds: &["next"], check: texts::requests },
    Law { name: "rows", seeds: &["check"], check: texts::rows },
    Law { name: "transcripts", seeds: &[], check: |bytes| texts::notations(bytes, &[Transcript]) },
    Law { name: "weights", seeds: &["weights"], check: texts::weights },
    Law { name: "cases", seeds: &["cases/cases.csv", "cases/opening.csv", "cases/bad"], check: files::cases },
    Law { name: "encodings", seeds: &["bad", "bom-trailing-blanks.txt"], check: files::encodings },
    Law { name: "grade_toml", seeds: &[], check: files::grade_toml },
    Law { name: "logs", seeds: &["check/wrong-log.txt"], check: files::logs },
    Law { name: "moves", seeds: &[], check: files::moves },
    Law { name: "rosters", seeds: &[], check: files::rosters },
    Law { name: "zips", seeds: &[], check: files::zips },
    // The property compares two ways to one answer.
    Law { name: "written", seeds: &["opening.txt"], check: differences::written },
    Law { name: "spoilt", seeds: &["opening.txt"], check: differences::spoilt },
];
