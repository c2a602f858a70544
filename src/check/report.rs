//! A report for people: where each file differs, on which board, and what the assignment says there.

use std::{
    io::{self, Write},
    sync::Arc,
};

use anstyle::{AnsiColor, Style};

use super::{
    CheckedCase, Difference, FileReport, IgnoredDifference, Kind, LineFault, Report, Role, SpellingVariant, Subject,
    Unread,
    diagnosis::{self, CommonDiagnosis},
    excerpt::{escaped, write_lines},
    picture::{color, write_board, write_play},
    said::Said,
};
use crate::{
    assignment::{Assignment, Job},
    files::LineEnding,
    game::Value,
    games::reversi::{Bitboard, Color, Move, text::Alphabet},
    log::Event,
    reasons::{RowContext, Sentence, Words, Worth},
};

/// What is as it should be.
pub(super) const RIGHT: Style = AnsiColor::Green.on_default();
/// What is not.
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
pub(super) const STRONG: Style = Style::new().bold();

/// Columns of a line of text.
const WIDTH: usize = 80;

/// Writes a report for people. It holds styles; whoever prints it drops them where they are not wanted.
///
/// # Errors
/// Those of the sink.
pub fn write_report(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    write_differences(report, job, &mut sink)?;
    write_diagnosis(report, job, &mut sink)
}

/// Writes the first part of a report, which is known before there is a diagnosis: where each file differs.
///
/// # Errors
/// Those of the sink.
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
/// Those of the sink.
pub fn write_diagnosis(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    let Some(diagnosis) = &report.diagnosis else { return Ok(()) };
    // Whoever has all but one line right, or nothing at all, has read what there is to say.
    let is_told = |file: &FileReport| {
        let is_empty = file.first.as_ref().is_some_and(|first| first.line == 1 && first.found.is_none());
        file.is_same()
            || file.single_line_error.is_some()
            || file.stops_early.is_some()
            || file.is_right_otherwise
            || is_empty
    };
    if diagnosis.explains_nothing() && report.files.iter().all(is_told) {
        return Ok(());
    }
    let roles: Vec<Role> = report.files.iter().map(|file| file.role).collect();
    diagnosis::write(diagnosis, &roles, job, &mut sink)
}

/// Writes what is to be said of several cases of some assignments: a line for each, and what explains all the wrong ones or most of them.
///
/// # Errors
/// Those of the sink.
pub fn write_cases(
    cases: &[CheckedCase],
    common: &CommonDiagnosis,
    assignments: &[&Arc<Assignment>],
    mut sink: impl Write,
) -> io::Result<()> {
    let sink = &mut sink;
    for case in cases {
        let name = escaped(&case.name);
        match &case.report {
            None => writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}a file is missing{WRONG:#}")?,
            Some(report) if report.is_same() => writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}")?,
            Some(report) => {
                let wrong = report.files.iter().filter_map(|file| Some((file.role.noun(), file.first.as_ref()?)));
                let places: Vec<String> =
                    wrong.map(|(noun, first)| format!("{noun} from line {}", first.line)).collect();
                let found = report.diagnosis.as_ref().map_or(&[][..], |diagnosis| &diagnosis.of_all);
                let names: Vec<String> = found.iter().take(3).map(ToString::to_string).collect();
                let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", or ")) };
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}wrong{WRONG:#}: {}{names}", places.join(", "))?;
                for job in &case.other_jobs {
                    writeln!(sink, "  right for {job}")?;
                }
            }
        }
    }
    let wrong: Vec<&CheckedCase> = cases.iter().filter(|case| !case.is_same()).collect();
    diagnosis::write_common(common, wrong.len(), assignments, |place| wrong[place].name.as_str(), sink)
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

    fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let (name, file) = (self.name(), self.file);
        let Some(first) = &file.first else {
            let remarks: Vec<String> = self.ignored_differences().chain(self.variants()).chain(self.unread()).collect();
            let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
            return writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}{remarks}");
        };
        write_place(&name, first, file, sink)?;
        let is_short = file.first_non_spelling_difference.is_some();
        self.write_difference(first, is_short, sink)?;
        let variants: Vec<String> = self.variants().collect();
        if !variants.is_empty() {
            writeln!(sink)?;
            write_wrapped(&format!("Throughout: {}.", variants.join("; ")), sink)?;
        }
        if let Some(difference) = &file.first_non_spelling_difference {
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
        let is_first = self.file.first.as_ref().is_some_and(|first| std::ptr::eq(first, difference));
        let has_numbers = self.file.variants.iter().any(|(variant, _)| variant == SpellingVariant::InfinityAsNumber);
        let goes_on = self.file.is_right_otherwise || self.file.first_non_spelling_difference.is_some();
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
        if file.is_right_otherwise {
            said.push(format!("Apart from that the {noun} is right."));
        }
        let is_last_missing = file.single_line_error.is_some_and(|error| error.fault == LineFault::Missing);
        let stop = file.stops_early.filter(|_| !is_last_missing);
        said.extend(stop.map(|stop| stop.text(noun)));
        if let Some(single_line_error) = file.single_line_error.filter(|_| stop.is_none()) {
            let apart =
                |fault| format!("Apart from line {}, which is {fault}, the {noun} is right.", single_line_error.line);
            said.push(match single_line_error.fault {
                LineFault::Surplus => apart("surplus"),
                LineFault::Missing => apart("missing"),
                LineFault::Wrong => "All other lines are right.".to_owned(),
            });
        }
        let ignored_differences: Vec<String> = self.ignored_differences().collect();
        if !ignored_differences.is_empty() {
            let first = file.first.as_ref();
            let is_exact = first.is_some_and(|first| first.found.as_ref().is_some_and(|found| found.ends_with('\n')));
            let what = if is_exact { "What differs" } else { "Passed over" };
            said.push(format!("{what}: {}.", ignored_differences.join(", ")));
        }
        said.extend(self.unread().map(|unread| format!("The file: {unread}.")));
        if said.is_empty() {
            return Ok(());
        }
        writeln!(sink)?;
        write_wrapped(&said.join(" "), sink)
    }

    /// Why the file was not read to its end.
    fn unread(&self) -> Option<String> {
        self.file.unread.map(|unread| match unread {
            Unread::Damaged(compression) => format!("the {compression} data ends too early or is damaged"),
            Unread::Endless => "one line is longer than 1 MiB, and the rest was not read".to_owned(),
        })
    }

    fn ignored_differences(&self) -> impl Iterator<Item = String> {
        let other = match self.job.line_ending {
            LineEnding::Lf => "CR LF",
            LineEnding::Crlf => "LF",
        };
        let last_has_end = self.file.role.has_last_line_end(self.job);
        self.file.ignored_differences.iter().map(move |what| match what {
            IgnoredDifference::LineEnds { are_mixed: false } => format!("line ends are {other}"),
            IgnoredDifference::LineEnds { are_mixed: true } => "line ends are LF and CR LF, mixed".to_owned(),
            IgnoredDifference::TrailingBlanks => "blanks at the end of lines".to_owned(),
            IgnoredDifference::FinalLineEnd if last_has_end => "no line end after the last line".to_owned(),
            IgnoredDifference::FinalLineEnd => "a line end after the last line".to_owned(),
            IgnoredDifference::EmptyLines => "empty lines at the end".to_owned(),
            IgnoredDifference::ByteOrderMark => "a byte order mark".to_owned(),
        })
    }

    fn variants(&self) -> impl Iterator<Item = String> {
        // A first difference says enough of the column names.
        let is_told = |variant| {
            variant == SpellingVariant::Header && self.file.first.as_ref().is_some_and(|d| d.kind == Kind::Header)
        };
        let told = self
            .file
            .variants
            .iter()
            .filter(move |&(variant, rows)| !is_told(variant) && (rows > 0 || variant == SpellingVariant::Header));
        let Assignment { moves, squares, .. } = &*self.job.assignment;
        let spelling = self.job.spelling();
        told.map(move |(variant, rows)| {
            let what = match variant {
                SpellingVariant::Header => return "other column names, or none, or a line too many there".to_owned(),
                SpellingVariant::Utf16 => "in UTF-16".to_owned(),
                SpellingVariant::CrOnly => "that end in CR alone".to_owned(),
                SpellingVariant::NoDecimal => {
                    format!("with too few decimals (25 for {})", spelling.number(Value::new(25)))
                }
                SpellingVariant::MoreDecimals => "with too many decimals".to_owned(),
                SpellingVariant::Commas => "with commas that do not belong there".to_owned(),
                SpellingVariant::Blanks => "with blanks that do not belong there".to_owned(),
                SpellingVariant::Tabs => "with tabs between fields".to_owned(),
                SpellingVariant::InfinitySpelt => {
                    let other = if spelling.infinity == "inf" { "Infinity" } else { "inf" };
                    format!("with {other} or \u{221e} for {}", spelling.infinity)
                }
                SpellingVariant::InfinityAsNumber => "with a number for an infinity".to_owned(),
                SpellingVariant::LetterCase => "with other letter case".to_owned(),
                SpellingVariant::PlusSign => "with a plus sign".to_owned(),
                SpellingVariant::CutOffSpelt => format!("with another word for {}", spelling.marker()),
                SpellingVariant::NodeSpelt => {
                    format!("with another name for {} or {}", spelling.root, spelling.pass)
                }
                SpellingVariant::StepSpelt => format!("with a step spelled otherwise ({} is expected)", moves.step(1)),
                SpellingVariant::PlayerSpelt => {
                    let [black, white] = [Color::Black, Color::White].map(|color| moves.player(color, false));
                    format!("with a player spelled otherwise ({black} or {white} is expected)")
                }
                SpellingVariant::PassSpelt => {
                    format!("with a pass spelled otherwise ({} is expected)", moves.player(Color::Black, true))
                }
                SpellingVariant::NoEmptyLines => "without the empty line before them".to_owned(),
                SpellingVariant::OtherDiscs => {
                    let Alphabet { empty, black, white } = squares;
                    format!("of a board with other signs than {black}, {white} and {empty}, or something between them")
                }
                SpellingVariant::StepsFromZero => "with steps counted from 0".to_owned(),
            };
            let noun = if self.file.role == Role::Log { "row" } else { "line" };
            format!("{rows} {noun}{} {what}", if rows == 1 { "" } else { "s" })
        })
    }

    fn encoding(&self) -> Option<&'static str> {
        self.file.variants.iter().find_map(|(variant, _)| match variant {
            SpellingVariant::Utf16 => Some("UTF-16"),
            SpellingVariant::CrOnly => Some("text whose lines end in CR alone"),
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
    let error = file.single_line_error.filter(|error| error.line == line);
    let fault = error.map_or(LineFault::Wrong, |error| error.fault);
    let is_cut = file.stops_early.is_some_and(|stop| stop.is_within_line) && difference.found.is_some();
    let (is_so, what) = match (fault, difference.kind) {
        _ if is_cut && fault != LineFault::Surplus => ("cut off", ": the file ends within it"),
        (LineFault::Missing, _) => ("missing", ""),
        (LineFault::Surplus, _) => ("one too many", ""),
        (LineFault::Wrong, Kind::MissingRow) => ("missing", ": the file ends too early"),
        (LineFault::Wrong, Kind::ExtraRow) => ("one too many", ": the file should have ended"),
        (LineFault::Wrong, Kind::Header) => ("wrong", ": the column names"),
        (LineFault::Wrong, Kind::Unreadable) => ("wrong", ": it is no row"),
        (LineFault::Wrong, Kind::Columns) => ("wrong", ": the number of fields"),
        (LineFault::Wrong, Kind::Window) => ("wrong", ": alpha or beta"),
        (LineFault::Wrong, kind) => ("wrong", &*format!(": the {kind}")),
    };
    writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}line {line} is {is_so}{WRONG:#}{row}{what}\n")
}

fn squares(moves: &[Move]) -> Bitboard {
    moves.iter().filter_map(|played| played.square()).collect()
}

/// Writes a text in lines of at most [`WIDTH`] columns.
pub(super) fn write_wrapped(text: &str, sink: &mut impl Write) -> io::Result<()> {
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
