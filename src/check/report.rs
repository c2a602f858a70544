//! A report for people: where each file differs, on which board, and what the assignment says there.

use std::io::{self, Write};

use super::{
    CheckedCases, Difference, EarlyStop, FileReport, Habit, Kind, LineFault, OneLine, PassedOver, Report, Role, Shape,
    Subject, Unread, diagnosis,
    excerpt::write_lines,
    picture::{color, write_board, write_play},
    printing::{RIGHT, STRONG, WRONG, escaped, write_wrapped},
    said::Said,
};
use crate::reasons::{RowContext, Sentence, Words, Worth};
use reversi_core::{
    game::Value,
    games::reversi::{Bitboard, Color, Move, text::Alphabet},
};
use reversi_course::{
    assignment::{Assignment, Job},
    log::Event,
};
use reversi_io::{files::LineEnding, names::count};

/// Writes a report for people. It holds styles; a stream that wants none strips them.
///
/// # Errors
/// Returns an error if the sink fails.
pub fn write_report(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    write_differences(report, job, &mut sink)?;
    write_diagnosis(report, job, &mut sink)
}

/// Writes the first part of a report, which is known before there is a diagnosis: where each file differs.
///
/// # Errors
/// Returns an error if the sink fails.
pub fn write_differences(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    for (index, file) in report.files.iter().enumerate() {
        if index > 0 && !(file.is_same() && report.files[index - 1].is_same()) {
            writeln!(sink)?;
        }
        FileText { file, job }.write(&mut sink)?;
    }
    Ok(())
}

/// Writes the second part of a report: the diagnosis, if there is one.
///
/// # Errors
/// Returns an error if the sink fails.
pub fn write_diagnosis(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    let Some(diagnosis) = &report.diagnosis else { return Ok(()) };
    // Where all but one line is right, or there is no line at all, the differences say everything.
    let is_told = |file: &FileReport| {
        let is_empty = file.first().is_some_and(|first| first.line == 1 && first.found.is_none());
        file.is_same() || file.is_spelled_otherwise() || file.shape() != Shape::Any || is_empty
    };
    if diagnosis.explains_nothing() && report.files.iter().all(is_told) {
        return Ok(());
    }
    let roles: Vec<Role> = report.files.iter().map(|file| file.role).collect();
    diagnosis::write(diagnosis, &roles, job, &mut sink)
}

/// Writes the report on a student's cases: a line for each, and the diagnosis of all together.
///
/// # Errors
/// Returns an error if the sink fails.
pub fn write_cases(checked: &CheckedCases, mut sink: impl Write) -> io::Result<()> {
    let sink = &mut sink;
    let of_format = checked.cases.iter().filter(|case| case.is_right() && !case.is_same()).count();
    if of_format > checked.wrong() {
        writeln!(sink, "Format first: {} right except for the format.\n", count(of_format as u64, "case"))?;
    }
    for case in &checked.cases {
        let name = escaped(case.name);
        match case.checked.as_ref().map(|checked| &checked.report) {
            Err(missing) => {
                let missing = escaped(&missing.to_string_lossy());
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}{missing} is missing{WRONG:#}")?;
            }
            Ok(report) if report.is_same() => writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}")?,
            Ok(report) if report.is_right() => {
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}right except for the format{WRONG:#}")?;
            }
            Ok(report) => {
                let wrong = report.files.iter().filter_map(|file| Some((file.role.noun(), file.first()?)));
                let places: Vec<String> =
                    wrong.map(|(noun, first)| format!("{noun} from line {}", first.line)).collect();
                let (found, other_jobs) = match &report.diagnosis {
                    Some(diagnosis) if diagnosis.is_of_other_job => (&[][..], &diagnosis.other_jobs[..]),
                    Some(diagnosis) => (&diagnosis.explained_by[..], &diagnosis.other_jobs[..]),
                    None => (&[][..], &[][..]),
                };
                let names: Vec<String> = found.iter().take(3).map(ToString::to_string).collect();
                let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", or ")) };
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}wrong{WRONG:#}: {}{names}", places.join(", "))?;
                let others = report.files.iter().zip(other_jobs);
                let others: Vec<(Role, String)> =
                    others.filter_map(|(file, other)| Some((file.role, other.as_ref()?.text(case.job)))).collect();
                let are_all = others.len() == report.files.len() && others.iter().all(|other| other.1 == others[0].1);
                match &others[..] {
                    [(_, other), ..] if are_all => writeln!(sink, "  right for {other}")?,
                    _ => others
                        .iter()
                        .try_for_each(|(role, other)| writeln!(sink, "  the {} is right for {other}", role.noun()))?,
                }
                if let Some(diagnosis) = &report.diagnosis {
                    let roles: Vec<Role> = report.files.iter().map(|file| file.role).collect();
                    let name = |place: usize| escaped(checked.cases[place].name);
                    diagnosis::write_of_case(diagnosis, &roles, &name, sink)?;
                }
            }
        }
        let habits = case.report().into_iter().flat_map(|report| &report.files).filter(|file| !file.habits.is_empty());
        for file in habits {
            let habits: Vec<String> = FileText { file, job: case.job }.habits().collect();
            write_wrapped(&format!("The {}, throughout: {}.", file.role.noun(), habits.join("; ")), sink)?;
        }
    }
    diagnosis::write_common(checked, sink)
}

/// One file, and the job that should have written it.
struct FileText<'a> {
    file: &'a FileReport,
    job: &'a Job,
}

impl FileText<'_> {
    /// The name of the file, with the part of an output.
    fn name(&self) -> String {
        let path = escaped(&self.file.path.to_string_lossy());
        match self.file.role {
            Role::Board => format!("{path}, next board"),
            Role::Log if self.file.is_part => format!("{path}, log"),
            Role::Moves | Role::Log => path,
        }
    }

    fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let (name, file) = (self.name(), self.file);
        let Some(first) = file.first() else {
            let remarks: Vec<String> = self.passed_over().chain(self.habits()).chain(self.unread()).collect();
            let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
            return writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}{remarks}");
        };
        // Where the game itself differs in this line, there is nothing to be said of its spelling there.
        let (first, beyond) = match file.beyond() {
            Some(beyond) if beyond.line == first.line && beyond.kind == first.kind => (beyond, None),
            beyond => (first, beyond),
        };
        let habits: Vec<String> = self.habits().collect();
        if file.is_mostly_format {
            writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}most wrong rows are wrong only in their format{WRONG:#}")?;
            write_wrapped(&format!("Throughout: {}.", habits.join("; ")), sink)?;
            writeln!(sink)?;
        }
        write_place(&name, first, file, sink)?;
        self.write_difference(first, beyond.is_some(), sink)?;
        if !habits.is_empty() && !file.is_mostly_format {
            writeln!(sink)?;
            write_wrapped(&format!("Throughout: {}.", habits.join("; ")), sink)?;
        }
        if let Some(difference) = beyond {
            writeln!(sink)?;
            write_place("Beyond that", difference, file, sink)?;
            self.write_difference(difference, false, sink)?;
        }
        self.write_end(sink)
    }

    /// The two lines, the node and its board, and what the assignment says.
    fn write_difference(&self, difference: &Difference, is_short: bool, sink: &mut impl Write) -> io::Result<()> {
        write_lines(difference, self.job, sink)?;
        if !is_short {
            match &difference.subject {
                Subject::Row(context) => self.write_node(context, sink)?,
                Subject::Play(play) => write_play(self.job, play, difference.kind, sink)?,
                Subject::None => {}
            }
        }
        writeln!(sink)?;
        let is_first = self.file.first().is_some_and(|first| std::ptr::eq(first, difference));
        let has_numbers = self.file.habits.iter().any(|(habit, _)| habit == Habit::InfinityAsNumber);
        let goes_on = self.file.is_spelled_otherwise() || self.file.beyond().is_some();
        let said = Said {
            job: self.job,
            encoding: self.encoding(),
            has_number_for_infinity: is_first && has_numbers && goes_on,
        };
        let sentences: Vec<String> = said.of(difference).iter().map(Sentence::to_string).collect();
        write_wrapped(&sentences.join(" "), sink)
    }

    /// The path, who is to move, and what was known there before the row.
    fn write_node(&self, context: &RowContext, sink: &mut impl Write) -> io::Result<()> {
        let words = Words(self.job);
        let spelling = self.job.spelling();
        let path: Vec<String> = context.path.iter().map(|&played| spelling.name(Some(played))).collect();
        let place = if path.is_empty() { words.node(&[]) } else { path.join(" ") };
        let (value, window) = match context.event {
            Event::Update { before, .. } => (format!("value so far {}", words.number(context.value_before)), before),
            Event::Enter => ("not searched yet".to_owned(), context.window),
            Event::Leaf => ("a leaf".to_owned(), context.window),
        };
        let window = window.map_or(String::new(), |window| {
            format!("; alpha {}, beta {}", words.number(window.alpha), words.number(window.beta))
        });
        writeln!(sink)?;
        let place = format!(
            "At {place}: {} to move, {}; {value}{window}.",
            color(self.job, context.position.side_to_move()),
            context.turn
        );
        write_wrapped(&place, sink)?;
        writeln!(sink)?;
        let worth = (context.event == Event::Leaf).then(|| Worth::of(&self.job.task, &context.position));
        write_board(self.job, "Board", &context.position, squares(&context.moves), worth.as_ref(), sink)
    }

    fn write_end(&self, sink: &mut impl Write) -> io::Result<()> {
        let (file, noun) = (self.file, self.file.role.noun());
        let mut said = Vec::new();
        if file.is_spelled_otherwise() {
            said.push(format!("Apart from the format, the {noun} is right."));
        }
        match file.shape() {
            Shape::Any => {}
            Shape::StopsEarly(stop) => said.push(stop.text(noun)),
            Shape::OneLine(OneLine { line, fault }) => {
                let apart = |fault| format!("Except for line {line}, which is {fault}, the {noun} is right.");
                said.push(match fault {
                    LineFault::Surplus => apart("surplus"),
                    LineFault::Missing => apart("missing"),
                    LineFault::Wrong => "All other lines are right.".to_owned(),
                });
            }
        }
        let passed_over: Vec<String> = self.passed_over().collect();
        if !passed_over.is_empty() {
            let is_exact =
                file.first().is_some_and(|first| first.found.as_ref().is_some_and(|found| found.ends_with('\n')));
            let what = if is_exact { "What differs" } else { "Ignored" };
            said.push(format!("{what}: {}.", passed_over.join(", ")));
        }
        said.extend(self.unread().map(|unread| format!("The file: {unread}.")));
        if said.is_empty() {
            return Ok(());
        }
        writeln!(sink)?;
        write_wrapped(&said.join(" "), sink)
    }

    fn unread(&self) -> Option<String> {
        self.file.unread.map(|unread| match unread {
            Unread::Damaged(compression) => format!("the {compression} data is truncated or damaged"),
            Unread::Endless => "one line is longer than 1 MiB; the rest was not read".to_owned(),
        })
    }

    fn passed_over(&self) -> impl Iterator<Item = String> {
        let other = match self.job.line_ending {
            LineEnding::Lf => "CR LF",
            LineEnding::Crlf => "LF",
        };
        let last_has_end = self.file.role.has_last_line_end(self.job);
        self.file.passed_over.iter().map(move |what| match what {
            PassedOver::LineEnds { are_mixed: false } => format!("line ends are {other}"),
            PassedOver::LineEnds { are_mixed: true } => "line ends are LF and CR LF, mixed".to_owned(),
            PassedOver::TrailingBlanks => "trailing spaces".to_owned(),
            PassedOver::FinalLineEnd if last_has_end => "no newline at the end of the file".to_owned(),
            PassedOver::FinalLineEnd => "a newline at the end of the file".to_owned(),
            PassedOver::EmptyLines => "empty lines at the end".to_owned(),
            PassedOver::ByteOrderMark => "a byte order mark".to_owned(),
        })
    }

    fn habits(&self) -> impl Iterator<Item = String> {
        // A first difference says enough of the column names.
        let is_told =
            |habit| habit == Habit::Header && self.file.first().is_some_and(|first| first.kind == Kind::Header);
        let told = self
            .file
            .habits
            .iter()
            .filter(move |&(habit, rows)| !is_told(habit) && (rows > 0 || habit == Habit::Header));
        let Assignment { moves, squares, .. } = &*self.job.assignment;
        let spelling = self.job.spelling();
        told.map(move |(habit, rows)| {
            let what = match habit {
                Habit::Header => {
                    return "wrong or missing column names, or an extra line before the first row".to_owned();
                }
                Habit::Utf16 => "in UTF-16".to_owned(),
                Habit::CrOnly => "that end in CR alone".to_owned(),
                Habit::NoDecimal => {
                    format!("with too few decimals (25 for {})", spelling.number(Value::new(25)))
                }
                Habit::MoreDecimals => "with too many decimals".to_owned(),
                Habit::Commas => "with unexpected commas".to_owned(),
                Habit::Blanks => "with unexpected spaces".to_owned(),
                Habit::Tabs => "with tabs between fields".to_owned(),
                Habit::InfinitySpelt => {
                    let other = if spelling.infinity == "inf" { "Infinity" } else { "inf" };
                    format!("with {other} or \u{221e} for {}", spelling.infinity)
                }
                Habit::InfinityAsNumber => "with a number instead of infinity".to_owned(),
                Habit::LetterCase => "with wrong upper or lower case".to_owned(),
                Habit::PlusSign => "with a plus sign".to_owned(),
                Habit::CutOffSpelt => format!("with another word for {}", spelling.marker()),
                Habit::NodeSpelt => {
                    format!("with another name for {} or {}", spelling.root, spelling.pass)
                }
                Habit::StepSpelt => format!("with a wrongly formatted step line (expected {})", moves.step(1)),
                Habit::EndSpelt => format!("with a wrongly formatted end of the game (expected {})", moves.end),
                Habit::PlayerSpelt => {
                    let [black, white] = [Color::Black, Color::White].map(|color| moves.player(color, false));
                    format!("with a wrongly formatted player (expected {black} or {white})")
                }
                Habit::PassSpelt => {
                    format!("with a wrongly formatted pass (expected {})", moves.player(Color::Black, true))
                }
                Habit::NoEmptyLines => "without the empty line before them".to_owned(),
                Habit::OtherDiscs => {
                    let Alphabet { empty, black, white } = squares;
                    format!("of a board with characters other than {black}, {white} and {empty}, or with separators")
                }
                Habit::StepsFromZero => "with steps counted from 0".to_owned(),
            };
            let noun = if self.file.role == Role::Log { "row" } else { "line" };
            format!("{rows} {noun}{} {what}", if rows == 1 { "" } else { "s" })
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

/// Writes where a difference is, and what kind of difference; one line too many or too few is told as such.
fn write_place(name: &str, difference: &Difference, file: &FileReport, sink: &mut impl Write) -> io::Result<()> {
    let row = match &difference.subject {
        Subject::Row(context) => format!(" (row {})", context.number),
        Subject::Play(play) => play.step.map_or(String::new(), |step| format!(" (step {})", step.number)),
        Subject::None => String::new(),
    };
    let line = difference.line;
    let (fault, is_cut) = match file.shape() {
        Shape::OneLine(error) if error.line == line => (error.fault, false),
        Shape::StopsEarly(EarlyStop { is_within_line: true, .. }) => (LineFault::Wrong, difference.found.is_some()),
        _ => (LineFault::Wrong, false),
    };
    let (is_so, what) = match (fault, difference.kind) {
        _ if is_cut => ("incomplete", ": the file ends in the middle of the line"),
        (LineFault::Missing, _) => ("missing", ""),
        (LineFault::Surplus, _) => ("extra", ""),
        (LineFault::Wrong, Kind::MissingRow) => ("missing", ": the file ends too early"),
        (LineFault::Wrong, Kind::ExtraRow) => ("extra", ": the file should end before it"),
        (LineFault::Wrong, Kind::Header) => ("wrong", ": the column names"),
        (LineFault::Wrong, Kind::Unreadable) => ("wrong", ": not a log row"),
        (LineFault::Wrong, Kind::Columns) => ("wrong", ": the number of fields"),
        (LineFault::Wrong, Kind::Window) => ("wrong", ": alpha or beta"),
        (LineFault::Wrong, kind) => ("wrong", &*format!(": the {kind}")),
    };
    writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}line {line} is {is_so}{WRONG:#}{row}{what}\n")
}

fn squares(moves: &[Move]) -> Bitboard {
    moves.iter().filter_map(|played| played.square()).collect()
}
