//! A report for people: where each file differs, on which board, and what the assignment says there.

use std::{
    io::{self, Write},
    ops::Range,
};

use anstyle::{AnsiColor, Style};

use super::{
    Difference, FileReport, Habit, Kind, PassedOver, Play, Report, Role, Subject, Unread,
    said::{self, Said},
};
use crate::{
    assignment::{Action, Job, Step},
    files::LineEnding,
    game::Turn,
    games::reversi::{Bitboard, Color, Move, Position, Square, text::Alphabet},
    log::{
        Event,
        lenient::{Column, fields, is_marker},
    },
    reasons::{Scene, Sentence, Words, Worth},
};

const RIGHT: Style = AnsiColor::Green.on_default();
const WRONG: Style = AnsiColor::Red.on_default();
const STRONG: Style = Style::new().bold();

/// Columns of a line of text.
const WIDTH: usize = 80;

/// Characters that are shown of a student's line.
const SHOWN: usize = 64;

/// Writes a report for people. It holds styles; whoever prints it drops them where they are not wanted.
///
/// # Errors
/// Those of the sink.
pub fn write_report(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    for (index, file) in report.files.iter().enumerate() {
        if index > 0 && !(file.is_same() && report.files[index - 1].is_same()) {
            writeln!(sink)?;
        }
        FileText { file, job }.write(&mut sink)?;
    }
    Ok(())
}

/// One file, and the job that should have written it.
struct FileText<'a> {
    file: &'a FileReport,
    job: &'a Job,
}

impl FileText<'_> {
    /// What the file is called: an output by its part, too.
    fn name(&self) -> String {
        let path = escaped(&self.file.path.to_string_lossy());
        match self.file.role {
            Role::Board => format!("{path}, next board"),
            Role::Log if self.file.is_part => format!("{path}, log"),
            Role::Moves | Role::Log => path,
        }
    }

    /// What it is, inside a sentence.
    const fn noun(&self) -> &'static str {
        match self.file.role {
            Role::Moves => "moves file",
            Role::Board => "next board",
            Role::Log => "log",
        }
    }

    fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let (name, file) = (self.name(), self.file);
        let Some(first) = &file.first else {
            let remarks: Vec<String> = self.passed_over().chain(self.habits()).collect();
            let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
            return writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}{remarks}");
        };
        self.write_place(&name, first, sink)?;
        let is_short = file.beyond.is_some();
        self.write_difference(first, is_short, sink)?;
        let habits: Vec<String> = self.habits().collect();
        if !habits.is_empty() {
            writeln!(sink)?;
            write_wrapped(&format!("Throughout: {}.", habits.join("; ")), sink)?;
        }
        if let Some(beyond) = &file.beyond {
            writeln!(sink)?;
            self.write_place("Beyond that", beyond, sink)?;
            self.write_difference(beyond, false, sink)?;
        }
        self.write_end(sink)
    }

    fn write_place(&self, name: &str, difference: &Difference, sink: &mut impl Write) -> io::Result<()> {
        let row = match &difference.subject {
            Subject::Row(scene) => format!(" (row {})", scene.number),
            Subject::Play(play) => play.step.map_or(String::new(), |step| format!(" (step {})", step.number)),
            Subject::None => String::new(),
        };
        let what = description(difference.kind);
        writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}line {} is wrong{WRONG:#}{row}: {what}\n", difference.line)
    }

    /// The two lines, the node and its board, and what the assignment says.
    fn write_difference(&self, difference: &Difference, is_short: bool, sink: &mut impl Write) -> io::Result<()> {
        write_lines(difference, sink)?;
        if !is_short {
            match &difference.subject {
                Subject::Row(scene) => self.write_node(scene, sink)?,
                Subject::Play(play) => write_play(play, difference.kind, sink)?,
                Subject::None => {}
            }
        }
        writeln!(sink)?;
        let is_first = self.file.first.as_ref().is_some_and(|first| std::ptr::eq(first, difference));
        let has_numbers = self.file.habits.iter().any(|(habit, _)| habit == Habit::InfinityAsNumber);
        let goes_on = self.file.is_right_otherwise || self.file.beyond.is_some();
        let said = Said {
            job: self.job,
            encoding: self.encoding(),
            has_number_for_infinity: is_first && has_numbers && goes_on,
        };
        let sentences: Vec<String> = said.of(difference).iter().map(Sentence::to_string).collect();
        write_wrapped(&sentences.join(" "), sink)
    }

    /// The path, who is to move, and what was known there before the row.
    fn write_node(&self, scene: &Scene, sink: &mut impl Write) -> io::Result<()> {
        let words = Words { task: &self.job.task, spelling: &self.job.spelling };
        let path: Vec<String> = scene.path.iter().map(ToString::to_string).collect();
        let place = if path.is_empty() { "the root".to_owned() } else { path.join(" ") };
        let turn = match scene.turn {
            Turn::Max => "max",
            Turn::Min => "min",
        };
        let (value, window) = match scene.event {
            Event::Update { before, .. } => (format!("value so far {}", words.number(scene.value_before)), before),
            Event::Enter => ("not searched yet".to_owned(), scene.window),
            Event::Leaf => ("a leaf".to_owned(), scene.window),
        };
        let window = window.map_or(String::new(), |window| {
            format!("; alpha {}, beta {}", words.number(window.alpha), words.number(window.beta))
        });
        writeln!(sink)?;
        let place = format!("At {place}: {} to move, {turn}; {value}{window}.", color(scene.position.mover()));
        write_wrapped(&place, sink)?;
        writeln!(sink)?;
        let worth = (scene.event == Event::Leaf).then(|| Worth::of(&self.job.task, &scene.position));
        write_board("Board", &scene.position, squares(&scene.moves), worth.as_ref(), sink)
    }

    fn write_end(&self, sink: &mut impl Write) -> io::Result<()> {
        let (file, noun) = (self.file, self.noun());
        let mut said = Vec::new();
        if file.is_right_otherwise {
            said.push(format!("Apart from that the {noun} is right."));
        }
        if let Some(slip) = file.slip {
            let fault = if slip.is_surplus { "surplus" } else { "missing" };
            said.push(format!("Apart from line {}, which is {fault}, the {noun} is right.", slip.line));
        }
        let passed_over: Vec<String> = self.passed_over().collect();
        if !passed_over.is_empty() {
            let first = file.first.as_ref();
            let is_exact = first.is_some_and(|first| first.found.as_ref().is_some_and(|found| found.ends_with('\n')));
            let what = if is_exact { "What differs" } else { "Passed over" };
            said.push(format!("{what}: {}.", passed_over.join(", ")));
        }
        match file.unread {
            Some(Unread::Damaged(compression)) => said.push(format!("The {compression} data ends here or is damaged.")),
            Some(Unread::Endless) => said.push("A line is longer than 1 MiB; the rest was not read.".to_owned()),
            None => {}
        }
        if said.is_empty() {
            return Ok(());
        }
        writeln!(sink)?;
        write_wrapped(&said.join(" "), sink)
    }

    fn passed_over(&self) -> impl Iterator<Item = String> {
        let other = match self.job.line_ending {
            LineEnding::Lf => "CR LF",
            LineEnding::Crlf => "LF",
        };
        let last_has_end = match self.file.role {
            Role::Moves => true,
            Role::Board | Role::Log => self.job.spelling.last_line_end,
        };
        self.file.passed_over.iter().map(move |what| match what {
            PassedOver::LineEnds { are_mixed: false } => format!("line ends are {other}"),
            PassedOver::LineEnds { are_mixed: true } => "line ends are LF and CR LF, mixed".to_owned(),
            PassedOver::TrailingBlanks => "blanks at the end of lines".to_owned(),
            PassedOver::FinalLineEnd if last_has_end => "no line end after the last line".to_owned(),
            PassedOver::FinalLineEnd => "a line end after the last line".to_owned(),
            PassedOver::EmptyLines => "empty lines at the end".to_owned(),
            PassedOver::ByteOrderMark => "a byte order mark".to_owned(),
        })
    }

    fn habits(&self) -> impl Iterator<Item = String> {
        // A first difference says enough of the column names.
        let is_told =
            |habit| habit == Habit::Header && self.file.first.as_ref().is_some_and(|d| d.kind == Kind::Header);
        self.file.habits.iter().filter(move |&(habit, _)| !is_told(habit)).map(|(habit, rows)| {
            let what = match habit {
                Habit::Header => return "other column names, or none, or a line too many there".to_owned(),
                Habit::Utf16 => "in UTF-16",
                Habit::CrOnly => "that end in CR alone",
                Habit::NoDecimal => "with too few decimals (25 for 25.0)",
                Habit::MoreDecimals => "with too many decimals",
                Habit::Commas => "with commas that do not belong there",
                Habit::Blanks => "with blanks that do not belong there",
                Habit::Tabs => "with tabs between fields",
                Habit::InfinitySpelt => "with inf for Infinity",
                Habit::InfinityAsNumber => "with a number for an infinity",
                Habit::LetterCase => "with other letter case",
                Habit::PlusSign => "with a plus sign",
            };
            format!("{rows} {} {what}", if rows == 1 { "row" } else { "rows" })
        })
    }

    fn encoding(&self) -> Option<&'static str> {
        self.file.habits.iter().find_map(|(habit, _)| match habit {
            Habit::Utf16 => Some("UTF-16"),
            Habit::CrOnly => Some("text whose lines end in CR alone"),
            _ => None,
        })
    }
}

/// The line in both versions, with what differs marked.
fn write_lines(difference: &Difference, sink: &mut impl Write) -> io::Result<()> {
    let Difference { expected, found, kind, .. } = difference;
    let (expected, found) = (expected.as_deref(), found.as_deref());
    let [in_expected, in_found] = match (expected, found) {
        (Some(expected), Some(found)) if expected != found => marks(*kind, expected, found),
        _ => Default::default(),
    };
    write_line("expected", expected.unwrap_or("(nothing more)"), &in_expected, RIGHT, sink)?;
    let carets = write_line("found", found.unwrap_or("(the file has ended)"), &in_found, WRONG, sink)?;
    if !carets.is_empty() {
        writeln!(sink, "            {WRONG}{carets}{WRONG:#}")?;
    }
    Ok(())
}

/// The board before the move that leads to a wrong board, or else the board of the step.
fn write_play(play: &Play, kind: Kind, sink: &mut impl Write) -> io::Result<()> {
    writeln!(sink)?;
    match (&play.before, play.step) {
        (Some((before, played)), step) if kind == Kind::Board || step.is_none() => {
            let title = format!("Board before the move of {}", color(before.mover()));
            let moves = if played.is_some() { before.legal_moves() } else { Bitboard::EMPTY };
            write_board(&title, before, moves, None, sink)
        }
        (_, Some(Step { number, position, action })) => {
            let title = format!("Board of step {number}, {} to move", color(position.mover()));
            let moves = if action == Action::End { Bitboard::EMPTY } else { position.legal_moves() };
            write_board(&title, &position, moves, None, sink)
        }
        (_, None) => Ok(()),
    }
}

const fn description(kind: Kind) -> &'static str {
    match kind {
        Kind::MissingRow => "it is missing",
        Kind::ExtraRow => "it is one too many",
        Kind::Step => "the step",
        Kind::Board => "the board",
        Kind::Header => "the column names",
        Kind::Unreadable => "it is no row",
        Kind::Spelling => "the spelling",
        Kind::Columns => "the number of fields",
        Kind::Node => "the node",
        Kind::Depth => "the depth",
        Kind::Value => "the value",
        Kind::Window => "alpha or beta",
        Kind::CutOff => "the cut-off",
    }
}

/// `black (X)`.
fn color(color: Color) -> String {
    let letter = match color {
        Color::Black => 'X',
        Color::White => 'O',
    };
    format!("{color} ({letter})")
}

fn squares(moves: &[Move]) -> Bitboard {
    moves.iter().filter_map(|played| played.square()).collect()
}

/// Where two lines differ: in a field, in squares, or else in all that follows their common beginning.
fn marks(kind: Kind, expected: &str, found: &str) -> [Vec<Range<usize>>; 2] {
    let lines = [expected, found];
    if let Some(column) = said::column(kind, expected, found) {
        return lines.map(|line| vec![column_of(line, column)]);
    }
    let differing = || (0..).zip(expected.bytes().zip(found.bytes())).filter(|(_, (one, other))| one != other);
    if kind == Kind::Board && expected.len() == found.len() {
        let squares: Vec<_> = differing().map(|(place, _)| place..place + 1).collect();
        return [squares.clone(), squares];
    }
    if kind == Kind::Spelling {
        let pairs = fields(expected.as_bytes()).zip(fields(found.as_bytes()));
        if let Some((one, other)) = pairs.into_iter().find(|((_, one), (_, other))| one != other) {
            return [one, other].map(|(place, field)| vec![place..place + field.len()]);
        }
    }
    let common = differing().next().map_or(expected.len().min(found.len()), |(place, _)| place);
    lines.map(|line| vec![common..line.len().max(common + 1)])
}

/// Where a column stands in a line; after its end where there is none.
fn column_of(line: &str, column: Column) -> Range<usize> {
    let all: Vec<(usize, &[u8])> = fields(line.as_bytes()).collect();
    let wanted = match column {
        Column::Marker => all.iter().position(|(_, field)| is_marker(field)),
        column => (0..all.len()).find(|&index| Column::of(index) == column),
    };
    let (place, length) = wanted.map_or((line.len(), 1), |index| (all[index].0, all[index].1.len()));
    place..place + length
}

/// Writes one of the two lines with the part that differs marked. Returns the carets that belong under that.
fn write_line(
    title: &str,
    line: &str,
    marks: &[Range<usize>],
    style: Style,
    sink: &mut impl Write,
) -> io::Result<String> {
    // The beginning is left out where the mark would not be seen.
    let first = marks.first().map_or(0, |mark| mark.start);
    let start = if first + 8 < SHOWN { 0 } else { first - SHOWN / 2 };
    let (mut text, mut carets, mut shown) = (String::new(), String::new(), 0);
    if start > 0 {
        text.push_str("...");
        carets.push_str("   ");
    }
    for (place, character) in line.char_indices().filter(|&(place, _)| place >= start) {
        if shown >= SHOWN {
            text.push_str("...");
            break;
        }
        let piece = escaped_character(character);
        let is_marked = marks.iter().any(|mark| mark.contains(&place));
        carets.push_str(&if is_marked { "^" } else { " " }.repeat(piece.chars().count()));
        shown += piece.chars().count();
        text.push_str(&if is_marked { format!("{style}{piece}{style:#}") } else { piece });
    }
    if !marks.is_empty() && first >= line.len() {
        carets.push('^');
    }
    writeln!(sink, "  {title:8}  {text}")?;
    Ok(carets.trim_end().to_owned())
}

/// A text without control characters, which would move the cursor, or worse.
pub(super) fn escaped(text: &str) -> String {
    text.chars().map(escaped_character).collect()
}

fn escaped_character(character: char) -> String {
    match character {
        ' '..='~' => character.to_string(),
        character if character.is_alphanumeric() => character.to_string(),
        character if character.is_ascii() => format!("\\x{:02x}", u32::from(character)),
        character => character.escape_unicode().to_string(),
    }
}

/// Writes a board with the squares marked on which a disc can be laid and, beside it, what each disc adds to the value.
fn write_board(
    title: &str,
    position: &Position,
    moves: Bitboard,
    worth: Option<&Worth>,
    sink: &mut impl Write,
) -> io::Result<()> {
    let marked = if moves.is_empty() { "" } else { ", + can be played" };
    let columns = "a b c d e f g h";
    match worth {
        None => writeln!(sink, "  {title}{marked}:\n    {columns}")?,
        Some(_) => {
            let wide: String = ('a'..='h').map(|letter| format!("{letter:>4}")).collect();
            writeln!(sink, "  {title}{marked}, and what each disc adds:\n    {columns}    {wide}")?;
        }
    }
    for (row, text) in (0..8).zip(Alphabet::STARS.rows(position)) {
        write!(sink, "  {}", row + 1)?;
        for (column, letter) in (0..8).zip(text.chars()) {
            match Square::new(row, column).filter(|&square| moves.contains(square)) {
                Some(_) => write!(sink, " {RIGHT}+{RIGHT:#}")?,
                None => write!(sink, " {letter}")?,
            }
        }
        if let Some(worth) = worth {
            let value = |column| worth.squares.iter().find(|(square, _)| Square::new(row, column) == Some(*square));
            write!(sink, "    ")?;
            for column in 0..8 {
                match value(column) {
                    Some((_, value)) => write!(sink, "{value:>+4}")?,
                    None => write!(sink, "   .")?,
                }
            }
        }
        writeln!(sink)?;
    }
    Ok(())
}

/// Writes a text in lines of at most [`WIDTH`] columns.
fn write_wrapped(text: &str, sink: &mut impl Write) -> io::Result<()> {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column == 0 {
            write!(sink, "  {word}")?;
            column = 2 + length;
        } else if column + 1 + length > WIDTH {
            write!(sink, "\n  {word}")?;
            column = 2 + length;
        } else {
            write!(sink, " {word}")?;
            column += 1 + length;
        }
    }
    writeln!(sink)
}
