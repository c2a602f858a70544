//! Properties of readers of texts.

use std::{
    fmt::{Debug, Display},
    path::Path,
    str::FromStr,
};

use reversi::{
    agents::AgentName,
    assignment::{Assignment, JobInput, TaskNumber},
    cases::DepthRange,
    files::{
        diagnostic::{self, Problem},
        input::Input,
    },
    game::Depth,
    games::reversi::{
        Expression, Position, Size,
        notation::{self, Content, Notation},
        one_line, parse_weights,
    },
    log::RowNumbers,
    mistakes::Mistakes,
    play::ScriptedMoves,
    report::Depths,
};

/// Checks that a problem names a place in the text and can be shown.
fn complaint(text: &str, problem: &Problem) {
    let lines = text.split('\n').count();
    // The problem of a missing line is after the last line.
    assert!((1..=lines + 1).contains(&problem.line), "{problem:?}");
    let length = text.split('\n').nth(problem.line - 1).map_or(0, |line| line.chars().count());
    assert!((1..=length + 1).contains(&problem.column), "{problem:?}");
    assert!(problem.explain("text", text).starts_with("text:"));
}

/// Returns the value, or `None` after an error, whose place must be in the text.
fn read<T>(text: &str, result: Result<T, Problem>) -> Option<T> {
    result.map_err(|problem| complaint(text, &problem)).ok()
}

/// Checks that a written value is read again.
fn again<T: PartialEq + Debug>(text: &str, parse: impl Fn(&str) -> Result<T, Problem>, write: impl Fn(&T) -> String) {
    if let Some(value) = read(text, parse(text)) {
        let written = write(&value);
        assert_eq!(read(&written, parse(&written)), Some(value), "{written}");
    }
}

/// The file of an assignment, unless the assignment's evaluations may name files of tables.
pub fn assignments(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains(['\'', '\\', '/']) && !text.contains(".toml") {
        let parse = |text: &str| Assignment::parse(&Input { name: "it".to_owned(), text: text.to_owned() });
        match parse(&text) {
            Ok(assignment) => assert_eq!(parse(&assignment.text()).expect("an assignment"), assignment),
            Err(error) => assert!(error.to_string().starts_with("it:"), "{error}"),
        }
    }
}

/// A sum of features, unless the sum names the file of a table.
pub fn evaluations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains('"') {
        again(&text, |text| Expression::read(text, Path::new("")), Expression::in_full);
    }
}

pub fn weights(bytes: &[u8]) {
    let write = |weights: &[[i16; 8]; 8]| {
        let row = |row: &[i16; 8]| row.map(|weight| weight.to_string()).join(",") + "\n";
        weights.iter().map(row).collect()
    };
    again(&String::from_utf8_lossy(bytes), |text| parse_weights(text, Size::EIGHT), write);
}

pub fn requests(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for assignment in Assignment::built_in() {
        let parse = |text: &str| JobInput::parse(&diagnostic::lines(text), &assignment);
        again(&text, parse, |input| input.text(&assignment));
    }
}

pub fn rows(bytes: &[u8]) {
    for line in bytes.split(|&byte| byte == b'\n') {
        for row_format in Assignment::built_in().map(|assignment| assignment.row_format.clone()) {
            let read = row_format.read(line);
            let Ok(text) = str::from_utf8(line) else { continue };
            if read.is_ok() {
                let spaced = text.replace(',', "\t ").to_ascii_uppercase();
                assert!(row_format.says_the_same(line, spaced.as_bytes()), "{text}");
                assert_eq!(read, row_format.read(spaced.as_bytes()), "{text}");
            }
        }
    }
}

/// Boards in one line: digits, slashes, Python's lists.
pub fn one_line(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    again(&text, one_line::parse_digits, one_line::digits);
    again(&text, one_line::parse_rows, one_line::slashes);
}

/// Texts in some of the notations, or in no notation.
pub fn notations(bytes: &[u8], some: &[Notation]) {
    let text = String::from_utf8_lossy(bytes);
    let notation = Notation::of(&text);
    if notation.is_some_and(|notation| !some.contains(&notation)) {
        return;
    }
    let start = Position::opening(Size::EIGHT);
    let Some(entries) = read(&text, notation::parse_all(&text, &start)) else {
        return;
    };
    let notation = notation.expect("what is read is in some notation");
    for entry in entries {
        let written = notation.write(&entry.content).expect("the notation it was given in");
        assert_eq!(read(&written, notation::parse(&written, &start)), Some(entry.content.clone()), "{written}");
        // Every notation of positions can write every position.
        for other in [Notation::Rows, Notation::Line, Notation::Slashes] {
            let written = other.write(&entry.content).expect("a notation of positions");
            let position = Content::Position(*entry.content.position());
            assert_eq!(read(&written, notation::parse(&written, &start)), Some(position), "{written}");
        }
    }
}

/// The words of the command line and of `grade.toml`.
pub fn arguments(bytes: &[u8]) {
    for word in String::from_utf8_lossy(bytes).split('\n') {
        same::<AgentName>(word);
        same::<Depth>(word);
        let _ = word.parse::<Depths>();
        same::<Mistakes>(word);
        same::<RowNumbers>(word);
        same::<TaskNumber>(word);
        let _ = word.parse::<DepthRange>();
        let _ = word.parse::<ScriptedMoves>();
        let _ = (notation::is_meant(word), reversi::play::PlayerInput::read(word));
        #[cfg(target_os = "linux")]
        {
            use reversi::grade::{
                configuration::{ByteSize, command_line::CommandLine},
                people::{lateness::LateRule, timestamp},
            };
            same::<CommandLine>(word);
            let _ = (ByteSize::try_from(word.to_owned()), word.parse::<LateRule>(), timestamp::parse(word, None));
        }
    }
}

/// Checks that a word has the same meaning after it is written and read again.
fn same<T: FromStr<Err: Display> + Display + PartialEq + Debug>(word: &str) {
    match word.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(written.parse::<T>().ok(), Some(value), "{word:?} is written {written:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
