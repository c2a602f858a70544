//! Writes a report for people: the place of each difference, the board there, and the assignment's rule.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use serde::Serialize;

use crate::reasons::{RowContext, Sentence, StaticValue, Words};
use crate::{
    CheckedCases, Deviation, Difference, EarlyStop, FileReport, Kind, LineFault, OneLine, PassedOver, Report, Role,
    Shape, Subject, Unread, Verdict,
    diagnosis::{self, Diagnosis, Named, Outcome, Paragraph},
    difference_text::DifferenceText,
    excerpt::write_lines,
    picture::{write_board, write_play},
    printing::{RIGHT, STRONG, WIDTH, WRONG, write_wrapped},
};
use reversi_core::{
    game::Value,
    games::reversi::{Bitboard, Color, Move, text::Alphabet},
};
use reversi_course::{
    assignment::{Assignment, Job},
    log::Event,
};
use reversi_io::{
    files::LineEnding,
    names::{count, list},
    terminal::screen,
    visible,
};

/// The parts of a report to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdict, the cause, and each first wrong place once.
    Short,
    /// Also all boards, and the assignment's rule for each place.
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Boards {
    All,
    /// The board of a step, and of a row if the assignment's rule there is about the board.
    OfRules,
    None,
}

/// Writes a report for people, with colors and bold text; if the output cannot show them, the stream removes them.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_report(report: &Report, job: &Job, detail: Detail, mut sink: impl Write) -> io::Result<()> {
    let is_answered = write_verdict(report, job, &mut sink)?;
    if is_answered && detail == Detail::Short {
        return Ok(());
    }
    write_diagnosis(report, job, detail, &mut sink)?;
    write_places(report, job, detail, &mut sink)?;
    write_next_step(report, job, &mut sink)
}

/// Writes the verdict and the first wrong place of each file, without the diagnosis.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_differences(report: &Report, job: &Job, mut sink: impl Write) -> io::Result<()> {
    write_verdict(report, job, &mut sink)?;
    write_places(report, job, Detail::Full, &mut sink)
}

/// Writes a line for each file. Returns true if these lines are the whole answer: the files are right, swapped, or
/// right for another job.
fn write_verdict(report: &Report, job: &Job, sink: &mut impl Write) -> io::Result<bool> {
    let texts: Vec<FileText> = report.files.iter().map(|file| FileText { file, job }).collect();
    let other =
        |place: usize| report.diagnosis.as_ref().and_then(|diagnosis| diagnosis.files[place].other_job.as_ref());
    if report.are_swapped {
        let text = match &texts[..] {
            [one] if one.file.role == Role::Log => format!("{} is the log: give it with -ol.", one.name()),
            [one] => format!("{} is the moves file: give it with -op.", one.name()),
            files => {
                let names: Vec<String> =
                    files.iter().rev().map(|one| format!("{} is the {}", one.name(), one.file.role.noun())).collect();
                format!("The two files are swapped: {}.", names.join(", "))
            }
        };
        writeln!(sink, "{WRONG}{}{WRONG:#}", screen::fit(&text, Some(WIDTH)))?;
    }
    let mut others = (0..texts.len()).filter(|&place| !texts[place].file.is_same()).map(other);
    let first = others.next().flatten().filter(|first| others.all(|other| other == Some(first)));
    if let Some(first) = first {
        let (right, wrong): (Vec<_>, Vec<_>) = texts.iter().partition(|text| text.file.is_same());
        right.iter().try_for_each(|text| text.write_verdict(sink))?;
        let names: Vec<String> = wrong.iter().map(|text| text.name()).collect();
        let text = format!("{}: right for {}{}.", names.join(", "), first.text(job), first.doubt(job));
        writeln!(sink, "{STRONG}{}{STRONG:#}", screen::fit(&text, Some(WIDTH)))?;
        for text in wrong {
            let deviations: Vec<String> = text.deviations().collect();
            if !deviations.is_empty() {
                write_wrapped(&format!("The whole {}: {}.", text.file.role.noun(), deviations.join("; ")), sink)?;
            }
        }
        return Ok(true);
    }
    texts.iter().try_for_each(|text| text.write_verdict(sink))?;
    Ok(report.files.iter().all(FileReport::is_same))
}

fn write_diagnosis(report: &Report, job: &Job, detail: Detail, sink: &mut impl Write) -> io::Result<()> {
    for file in &report.files {
        if let Some(text) = file.shape().text(file.role) {
            writeln!(sink)?;
            write_wrapped(&text, sink)?;
        }
    }
    write_paragraphs(&diagnosis::of_one(report, job, detail), sink)
}

fn write_paragraphs(paragraphs: &[Paragraph], sink: &mut impl Write) -> io::Result<()> {
    if paragraphs.is_empty() {
        return Ok(());
    }
    writeln!(sink, "\n{STRONG}Diagnosis{STRONG:#}")?;
    paragraphs.iter().flat_map(Paragraph::sentences).try_for_each(|sentence| write_wrapped(&sentence, sink))
}

/// Writes the first wrong place of the log, then of the other file. If the log is wrong, too, the other file has no
/// board in a short report.
fn write_places(report: &Report, job: &Job, detail: Detail, sink: &mut impl Write) -> io::Result<()> {
    let wrong = report.files.iter().rev().filter(|file| !file.is_same());
    let is_only = wrong.clone().count() == 1;
    let is_named = |sets: &[Named]| sets.first().is_some_and(|first| !first.is_chance());
    let found = report.diagnosis.as_ref();
    let are_all_named = found.is_some_and(|found| is_named(found.outcome.sets()));
    let is_one_named = found.is_some_and(|found| found.files.iter().any(|file| is_named(&file.explained_by)));
    let boards = match detail {
        Detail::Full => Boards::All,
        Detail::Short if are_all_named || is_one_named => Boards::None,
        Detail::Short => Boards::OfRules,
    };
    for (place, file) in wrong.enumerate() {
        // A named mistake is the cause of the other file, too.
        if place > 0 && are_all_named && detail == Detail::Short {
            break;
        }
        writeln!(sink)?;
        let text = FileText { file, job };
        match file.first() {
            Some(first) if place > 0 && detail == Detail::Short && matches!(first.subject, Subject::Play(_)) => {
                text.write_briefly(sink)?;
            }
            _ => text.write_place(is_only, boards, sink)?,
        }
    }
    Ok(())
}

/// If nothing is known about the cause, writes the next step.
fn write_next_step(report: &Report, job: &Job, sink: &mut impl Write) -> io::Result<()> {
    let is_unknown = report.diagnosis.as_ref().is_some_and(Diagnosis::explains_nothing);
    let is_wrong = |file: &&FileReport| !file.is_same() && !file.is_in_other_format();
    let Some(file) = report.files.iter().rev().find(is_wrong).filter(|_| is_unknown) else { return Ok(()) };
    let row = match file.beyond().or(file.first()).map(|first| &first.subject) {
        Some(Subject::Row(row)) => row,
        _ if file.role == Role::Moves && report.files.len() == 1 => {
            writeln!(sink)?;
            return write_wrapped("Next: check the log, too. It shows the search of the first move.", sink);
        }
        _ => return Ok(()),
    };
    let Some(command) = explain_command(job, &row.path) else { return Ok(()) };
    writeln!(sink)?;
    write_wrapped("Next: step through the expected search here:", sink)?;
    writeln!(sink, "  {command}")
}

/// The command that shows the search of a job, from the node after some moves; `None` for an assignment in a file.
fn explain_command(job: &Job, path: &[Move]) -> Option<String> {
    let (number, start) = (job.number?, &job.task.start);
    let assignment = Assignment::named(&job.assignment.name)?;
    let assignment = (assignment != Assignment::usual()).then(|| format!(" --assignment {assignment}"));
    let rows = Alphabet::STARS.rows(start).collect::<Vec<_>>().join("/");
    let player = Alphabet::STARS.letter(Some(start.side_to_move()));
    let moves: Vec<String> = path.iter().map(|&played| job.row_format().name(Some(played))).collect();
    let at = if moves.is_empty() { String::new() } else { format!(" --at '{}'", moves.join(" ")) };
    let (assignment, depth) = (assignment.unwrap_or_default(), job.named_depth.plies());
    Some(format!("reversi explain{assignment} -t {number} -d {depth} -i '{rows} {player}' -o search.html{at}"))
}

/// A format deviation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatMistake {
    pub deviation: Deviation,
    /// The number of rows and the deviation, in words.
    pub text: String,
    /// The first line with the deviation: the expected line and the student's line.
    pub example: Option<[String; 2]>,
}

/// The format deviations of a file with an example of each.
pub fn format_mistakes(file: &FileReport, job: &Job) -> Vec<FormatMistake> {
    let mistake = |(deviation, rows)| FormatMistake {
        deviation,
        text: FileText { file, job }.deviation(deviation, rows),
        example: file.deviations.example(deviation).cloned(),
    };
    file.deviations.iter().map(mistake).collect()
}

/// Writes the report on a student's cases: a line for each case, and the diagnosis of all cases together.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_cases(checked: &CheckedCases, mut sink: impl Write) -> io::Result<()> {
    let sink = &mut sink;
    let of_format = checked.cases.iter().filter(|case| case.is_right() && !case.is_same()).count();
    if of_format > checked.wrong() {
        writeln!(sink, "Format first: {} right except for the format.\n", count(of_format as u64, "case"))?;
    }
    for case in &checked.cases {
        let name = visible::line(case.name);
        match case.checked.as_ref().map(|checked| &checked.report) {
            Err(missing) => {
                let missing = visible::line(&missing.to_string_lossy());
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}{missing} is missing{WRONG:#}")?;
            }
            Ok(report) if report.is_same() => writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}")?,
            Ok(report) if report.is_right() => {
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}right except for the format{WRONG:#}")?;
            }
            Ok(report) => {
                let sets = match report.diagnosis.as_ref().map(|found| &found.outcome) {
                    Some(Outcome::Named { sets }) => &sets[..],
                    _ => &[],
                };
                // The names of common sets stand with the diagnosis of all cases.
                let is_common = diagnosis::are_alike(sets, &checked.common.explained_by);
                let names = match sets.first().filter(|first| !is_common && !first.is_chance()) {
                    Some(first) => format!(" ({}; {})", diagnosis::either(sets), first.places()),
                    None => String::new(),
                };
                let places = format!("{name}: wrong: {}{names}", places_of(report));
                let places = screen::fit(&places, Some(WIDTH)).replace('\n', "\n  ");
                let places = &places[name.len() + ": wrong".len()..];
                writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}wrong{WRONG:#}{places}")?;
                let name = |place: usize| visible::line(checked.cases[place].name);
                let of_file = |file| FileText { file, job: case.job }.pattern();
                let patterns = report.files.iter().filter(|_| sets.is_empty()).filter_map(of_file);
                let said = diagnosis::of_case_in_list(report, case.job, &checked.common.explained_by, &name);
                patterns.chain(said).try_for_each(|sentence| write_wrapped(&sentence, sink))?;
            }
        }
        let deviations =
            case.report().into_iter().flat_map(|report| &report.files).filter(|file| !file.deviations.is_empty());
        for file in deviations {
            let deviations: Vec<String> = FileText { file, job: case.job }.deviations().collect();
            if deviations.is_empty() {
                continue;
            }
            write_wrapped(&format!("The whole {}: {}.", file.role.noun(), deviations.join("; ")), sink)?;
        }
    }
    write_paragraphs(&diagnosis::of_cases(checked), sink)
}

/// The first wrong line of each wrong file.
fn places_of(report: &Report) -> String {
    let wrong = report.files.iter().filter_map(|file| Some((file.role.noun(), file.first()?)));
    wrong.map(|(noun, first)| format!("{noun} from line {}", first.line)).collect::<Vec<_>>().join(", ")
}

/// The place and the kind of a file's first wrong line.
pub(crate) fn fault(file: &FileReport, job: &Job) -> Option<String> {
    file.beyond().or(file.first()).map(|first| FileText { file, job }.fault(first))
}

/// The texts of a report on one file.
#[derive(Debug, Serialize)]
pub(crate) struct FileTexts {
    /// `right`, `format` (right except for the format) or `wrong`.
    verdict: &'static str,
    /// The first wrong place, and what is wrong there.
    fault: Option<String>,
    /// The node, the player to move, and the value and the bounds before the row.
    place: Option<String>,
    /// The assignment's rule for this place, with its numbers.
    rule: Option<String>,
    /// The cause that the pattern of all differences shows, such as the right file twice.
    pattern: Option<String>,
    format: Vec<String>,
    /// Differences that do not count.
    ignored: Vec<String>,
}

impl FileTexts {
    pub(crate) fn new(file: &FileReport, job: &Job) -> Self {
        let text = FileText { file, job };
        let first = file.beyond().or(file.first());
        let node = |difference: &Difference| match &difference.subject {
            Subject::Row(context) => Some(text.node(context)),
            Subject::Play(_) | Subject::None => None,
        };
        Self {
            verdict: match file.verdict {
                Verdict::Same => "right",
                Verdict::OtherFormat { .. } => "format",
                Verdict::Wrong { .. } => "wrong",
            },
            fault: first.map(|first| text.fault(first)),
            place: first.and_then(node),
            rule: first.map(|first| text.sentences(first)).filter(|rule| !rule.is_empty()),
            pattern: text.pattern(),
            format: text.deviations().collect(),
            ignored: text.passed_over().chain(text.unread()).collect(),
        }
    }
}

/// A student's file, and the job that should have written this file.
struct FileText<'a> {
    file: &'a FileReport,
    job: &'a Job,
}

impl FileText<'_> {
    /// The name of the file; for a part of an output, also the name of the part.
    fn name(&self) -> String {
        let path = visible::line(&self.file.path.to_string_lossy());
        match self.file.role {
            Role::Board => format!("{path}, next board"),
            Role::Log if self.file.is_part => format!("{path}, log"),
            Role::Moves | Role::Log | Role::Answer => path,
        }
    }

    /// Writes the verdict on the file in one line.
    fn write_verdict(&self, sink: &mut impl Write) -> io::Result<()> {
        let (name, file) = (self.name(), self.file);
        let Some(first) = file.first() else {
            let remarks: Vec<String> = self.passed_over().chain(self.deviations()).chain(self.unread()).collect();
            let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
            return writeln!(sink, "{STRONG}{name}{STRONG:#}: {RIGHT}right{RIGHT:#}{remarks}");
        };
        let fault = match file.beyond() {
            None if file.is_in_other_format() => "right except for the format".to_owned(),
            _ if file.is_mostly_format => "most wrong rows are wrong only in their format".to_owned(),
            Some(beyond) => format!("a wrong format; besides, {}", self.fault(beyond)),
            None => self.fault(first),
        };
        writeln!(sink, "{STRONG}{name}{STRONG:#}: {WRONG}{fault}{WRONG:#}")
    }

    /// The place and the kind of a difference: `line 16 (log row 15): wrong alpha`.
    fn fault(&self, difference: &Difference) -> String {
        let row_format = self.job.row_format();
        let place = Self::line(difference);
        let (fault, is_cut) = match self.file.shape() {
            Shape::OneLine(error) if error.line == difference.line => (error.fault, false),
            Shape::StopsEarly(EarlyStop { is_within_line: true, .. }) => (LineFault::Wrong, difference.found.is_some()),
            _ => (LineFault::Wrong, false),
        };
        let texts = (difference.expected.as_deref(), difference.found.as_deref());
        let field = match texts {
            (Some(expected), Some(found)) => difference.kind.field(row_format, expected, found),
            _ => None,
        };
        match (fault, difference.kind) {
            _ if is_cut => format!("{place} is incomplete: the file ends in the middle of the line"),
            (_, Kind::MissingRow) if difference.line == 1 && !self.file.is_part => {
                "it is empty: your program wrote nothing, or did not close the file".to_owned()
            }
            _ if texts.1.is_some_and(|found| found.contains('\0')) => format!("{place}: not text, but binary data"),
            _ if texts.1.is_some_and(|found| CRASHES.iter().any(|crash| found.starts_with(crash))) => {
                format!("{place}: the message of a crash")
            }
            (LineFault::Missing, _) => format!("{place} is missing"),
            (LineFault::Surplus, _) => format!("{place} is extra"),
            (LineFault::Wrong, Kind::MissingRow) => format!("{place} is missing: the file ends too early"),
            (LineFault::Wrong, Kind::ExtraRow) => format!("{place} is extra: the file should end before it"),
            (LineFault::Wrong, Kind::Header) => format!("{place}: wrong column names"),
            (LineFault::Wrong, Kind::Unreadable) => format!("{place}: not a log row"),
            (LineFault::Wrong, Kind::Columns) => format!("{place}: wrong number of fields"),
            (LineFault::Wrong, Kind::Format) => format!("{place}: wrong format"),
            (LineFault::Wrong, Kind::CutOff) => {
                let has_marker =
                    |line: &str| row_format.fields(line.as_bytes()).any(|(_, field)| row_format.is_marker(field));
                let is_missing = texts.0.is_some_and(has_marker) && !texts.1.is_some_and(has_marker);
                format!("{place}: {} {}", if is_missing { "missing" } else { "extra" }, row_format.marker())
            }
            // The line itself shows whether the step's number, its player or the end of the game is wrong.
            (LineFault::Wrong, Kind::Step) => format!("{place} is wrong"),
            (LineFault::Wrong, kind) => {
                format!("{place}: wrong {}", field.map_or_else(|| kind.to_string(), |field| field.to_string()))
            }
        }
    }

    /// `line 16 (log row 15)`, `line 14 (step 2)`.
    fn line(difference: &Difference) -> String {
        let row = match &difference.subject {
            Subject::Row(context) => format!(" (log row {})", context.number),
            Subject::Play(play) => play.step.map_or(String::new(), |step| format!(" (step {})", step.number)),
            Subject::None => String::new(),
        };
        format!("line {}{row}", difference.line)
    }

    /// Writes only the sentences on the first wrong step.
    fn write_briefly(&self, sink: &mut impl Write) -> io::Result<()> {
        let Some(difference) = self.file.beyond().or(self.file.first()) else { return Ok(()) };
        let deviations = self.deviations().collect::<Vec<_>>().join("; ");
        let whole = if deviations.is_empty() { deviations } else { format!(" The whole file: {deviations}.") };
        let sentences = self.sentences(difference);
        write_wrapped(&format!("{}, {}: {sentences}{whole}", self.name(), Self::line(difference)), sink)
    }

    /// Writes the first wrong place of the file. If it is the only wrong file, its name is in the verdict.
    fn write_place(&self, is_only: bool, boards: Boards, sink: &mut impl Write) -> io::Result<()> {
        let file = self.file;
        let Some(first) = file.first() else { return Ok(()) };
        // If the game itself differs in this line, the report does not mention the line's format.
        let (first, beyond) = match file.beyond() {
            Some(beyond) if beyond.line == first.line && beyond.kind == first.kind => (beyond, None),
            beyond => (first, beyond),
        };
        if !is_only {
            writeln!(sink, "{STRONG}{}, {}{STRONG:#}\n", self.name(), Self::line(first))?;
        }
        let deviations: Vec<String> = self.deviations().collect();
        self.write_difference(first, beyond.is_some(), boards, sink)?;
        if !deviations.is_empty() {
            write_wrapped(&format!("The whole file: {}.", deviations.join("; ")), sink)?;
        }
        if let Some(difference) = beyond {
            writeln!(sink, "\n{STRONG}Besides the format: {}{STRONG:#}\n", self.fault(difference))?;
            self.write_difference(difference, false, boards, sink)?;
        }
        self.write_end(sink)
    }

    /// Writes the two lines, the node, and the assignment's rule. A short report has a board only if the rule is about
    /// the board.
    fn write_difference(
        &self,
        difference: &Difference,
        is_short: bool,
        boards: Boards,
        sink: &mut impl Write,
    ) -> io::Result<()> {
        write_lines(difference, self.job, sink)?;
        let has_board = match &difference.subject {
            _ if is_short => true,
            Subject::Row(context) => self.write_node(context, difference.kind, boards, sink)?,
            Subject::Play(_) if boards == Boards::None || matches!(self.file.shape(), Shape::StepNumbers { .. }) => {
                true
            }
            Subject::Play(play) => write_play(self.job, play, difference.kind, sink).map(|()| true)?,
            Subject::None => true,
        };
        let sentences = self.sentences(difference);
        if sentences.is_empty() {
            return Ok(());
        }
        if has_board {
            writeln!(sink)?;
        }
        write_wrapped(&sentences, sink)
    }

    /// The assignment's rule for a difference, with the line's numbers.
    fn sentences(&self, difference: &Difference) -> String {
        let is_first = self.file.first().is_some_and(|first| std::ptr::eq(first, difference));
        let has_numbers = self.file.deviations.iter().any(|(deviation, _)| deviation == Deviation::InfinityAsNumber);
        let goes_on = self.file.is_in_other_format() || self.file.beyond().is_some();
        let text = DifferenceText {
            job: self.job,
            encoding: self.encoding(),
            has_number_for_infinity: is_first && has_numbers && goes_on,
        };
        let sentences: Vec<String> = text.of(difference).iter().map(Sentence::to_string).collect();
        sentences.join(" ")
    }

    /// Writes the node of a row, and the board if the rule is about the board. Returns true if there is a board.
    fn write_node(&self, context: &RowContext, kind: Kind, boards: Boards, sink: &mut impl Write) -> io::Result<bool> {
        writeln!(sink)?;
        write_wrapped(&self.node(context), sink)?;
        let is_about_board = match kind {
            Kind::Value => context.event == Event::Leaf,
            kind => matches!(kind, Kind::Node | Kind::MissingRow | Kind::Unreadable),
        };
        if boards == Boards::None || !is_about_board && boards == Boards::OfRules {
            return Ok(false);
        }
        let value = (context.event == Event::Leaf).then(|| StaticValue::of(&self.job.task, &context.position));
        write_board(self.job, "Board", &context.position, squares_of(&context.moves), value.as_ref(), sink)?;
        Ok(true)
    }

    /// The path to the node, the player to move, and the value and window before the row.
    fn node(&self, context: &RowContext) -> String {
        let words = Words(self.job);
        let row_format = self.job.row_format();
        let path: Vec<String> = context.path.iter().map(|&played| row_format.name(Some(played))).collect();
        let place = if path.is_empty() { "At the root".to_owned() } else { format!("After {}", path.join(" ")) };
        let (value, window) = match context.event {
            Event::Update { before, .. } => (format!("value so far {}", words.number(context.value_before)), before),
            Event::Enter => ("not searched yet".to_owned(), context.window),
            Event::Leaf => ("a leaf".to_owned(), context.window),
        };
        let window = window.map_or(String::new(), |window| {
            format!("; alpha {}, beta {}", words.number(window.alpha), words.number(window.beta))
        });
        let Assignment { moves, squares, .. } = &*self.job.assignment;
        let color = context.position.side_to_move();
        let player =
            format!("{} ({}, {})", moves.name(color), squares.letter(Some(color)), context.turn.name().to_uppercase());
        format!("{place}: {player} to move; {value}{window}.")
    }

    fn write_end(&self, sink: &mut impl Write) -> io::Result<()> {
        let (file, noun) = (self.file, self.file.role.noun());
        let mut sentences = Vec::new();
        if file.is_in_other_format() {
            sentences.push(format!("Apart from the format, the {noun} is right."));
        }
        sentences.extend(self.nearly_right());
        let passed_over: Vec<String> = self.passed_over().collect();
        if !passed_over.is_empty() {
            let is_exact =
                file.first().is_some_and(|first| first.found.as_ref().is_some_and(|found| found.ends_with('\n')));
            let what = if is_exact { "Differences" } else { "Ignored" };
            sentences.push(format!("{what}: {}.", passed_over.join(", ")));
        }
        sentences.extend(self.unread().map(|unread| format!("The file: {unread}.")));
        if sentences.is_empty() {
            return Ok(());
        }
        writeln!(sink)?;
        write_wrapped(&sentences.join(" "), sink)
    }

    /// A sentence on the pattern of all differences; `None` if they have none.
    fn pattern(&self) -> Option<String> {
        self.file.shape().text(self.file.role).or_else(|| self.nearly_right())
    }

    /// A sentence on a file with a single fault.
    fn nearly_right(&self) -> Option<String> {
        let (file, noun) = (self.file, self.file.role.noun());
        match file.shape() {
            Shape::StopsEarly(stop) => Some(stop.text(noun)),
            Shape::OneLine(OneLine { line, fault }) => {
                let apart = |fault| format!("Except for line {line}, which is {fault}, the {noun} is right.");
                Some(match fault {
                    LineFault::Surplus => apart("extra"),
                    LineFault::Missing => apart("missing"),
                    LineFault::Wrong if file.role == Role::Log && has_one_row(self.job) => return None,
                    LineFault::Wrong => {
                        let lines = if file.role == Role::Log { "rows" } else { "lines" };
                        format!("All other {lines} of the {noun} are right.")
                    }
                })
            }
            // The cause of these patterns comes before the first wrong place.
            Shape::Any | Shape::Repeated { .. } | Shape::StepNumbers { .. } => None,
        }
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
            PassedOver::LineEnds { are_mixed: false } => format!("line endings are {other}"),
            PassedOver::LineEnds { are_mixed: true } => "line endings are LF and CR LF, mixed".to_owned(),
            PassedOver::TrailingBlanks => "trailing spaces".to_owned(),
            PassedOver::FinalLineEnd if last_has_end => "no newline at the end of the file".to_owned(),
            PassedOver::FinalLineEnd => "a newline at the end of the file".to_owned(),
            PassedOver::EmptyLines => "empty lines at the end".to_owned(),
            PassedOver::ByteOrderMark => "a byte order mark".to_owned(),
        })
    }

    fn deviations(&self) -> impl Iterator<Item = String> {
        // The first difference already reports the wrong column names.
        let is_reported = |deviation| {
            deviation == Deviation::Header && self.file.first().is_some_and(|first| first.kind == Kind::Header)
        };
        let reported =
            self.file.deviations.iter().filter(move |&(deviation, rows)| {
                !is_reported(deviation) && (rows > 0 || deviation == Deviation::Header)
            });
        reported.map(|(deviation, rows)| self.deviation(deviation, rows))
    }

    /// The text on a number of rows with a format deviation.
    fn deviation(&self, deviation: Deviation, rows: u64) -> String {
        let Assignment { moves, squares, .. } = &*self.job.assignment;
        let row_format = self.job.row_format();
        let what = match deviation {
            Deviation::Header => {
                return "wrong or missing column names, or an extra line before the first row".to_owned();
            }
            Deviation::Utf16 => "in UTF-16".to_owned(),
            Deviation::CrOnly => "that end in CR alone".to_owned(),
            Deviation::NoDecimal => {
                format!("with too few decimals (25 for {})", row_format.number(Value::new(25)))
            }
            Deviation::MoreDecimals => "with too many decimals".to_owned(),
            Deviation::Commas => "with unexpected commas".to_owned(),
            Deviation::Semicolons => "with semicolons between fields".to_owned(),
            Deviation::Blanks => "with unexpected spaces".to_owned(),
            Deviation::Tabs => "with tabs between fields".to_owned(),
            Deviation::OtherInfinity => {
                let other = if row_format.infinity == "inf" { "Infinity" } else { "inf" };
                format!("with {other} or \u{221e} for {}", row_format.infinity)
            }
            Deviation::InfinityAsNumber => "with a number instead of infinity".to_owned(),
            Deviation::LetterCase => "with wrong upper or lower case".to_owned(),
            Deviation::PlusSign => "with a plus sign".to_owned(),
            Deviation::OtherNumber => {
                format!("with another notation of a number (such as -0.0 for {})", row_format.number(Value::new(0)))
            }
            Deviation::EmptyLines => return format!("{} between log rows", count(rows, "empty line")),
            Deviation::OtherCutOff => format!("with another word for {}", row_format.marker()),
            Deviation::OtherNode => {
                format!("with another name for {} or {}", row_format.root, row_format.pass)
            }
            Deviation::OtherStep => format!("with a wrongly formatted step line (expected `{}`)", moves.step(1)),
            Deviation::OtherEnd => format!("with a wrongly formatted end of the game (expected `{}`)", moves.end),
            Deviation::OtherPlayer => {
                let [black, white] = [Color::Black, Color::White].map(|color| moves.player(color, false));
                format!("with a wrongly formatted player (expected `{black}` or `{white}`)")
            }
            Deviation::OtherPass => {
                format!("with a wrongly formatted pass (expected `{}`)", moves.player(Color::Black, true))
            }
            Deviation::NoEmptyLines => {
                format!("without the empty line before {}", if rows == 1 { "it" } else { "them" })
            }
            Deviation::OtherDiscs => {
                let Alphabet { empty, black, white } = squares;
                format!("of a board with characters other than {black}, {white} and {empty}, or with separators")
            }
            Deviation::StepsFromZero => "with steps counted from 0".to_owned(),
        };
        let noun = if self.file.role == Role::Log { "row" } else { "line" };
        let columns = self.file.deviations.columns(deviation, row_format);
        let columns = if columns.is_empty() { String::new() } else { format!(" in {}", list(columns, "and")) };
        format!("{} {what}{columns}", count(rows, noun))
    }

    fn encoding(&self) -> Option<&'static str> {
        self.file.deviations.iter().find_map(|(deviation, _)| match deviation {
            Deviation::Utf16 => Some("UTF-16 (as `>` of PowerShell writes it; `Out-File -Encoding ascii` does not)"),
            Deviation::CrOnly => Some("text whose lines end in CR alone"),
            _ => None,
        })
    }
}

/// The first words of messages about a crash, in Python and in Java.
const CRASHES: [&str; 2] = ["Traceback (most recent call last)", "Exception in thread"];

/// True if the root is a leaf.
fn has_one_row(job: &Job) -> bool {
    let mut rows = 0;
    job.task.search().each_row(&mut |_| {
        rows += 1;
        if rows > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    rows == 1
}

fn squares_of(moves: &[Move]) -> Bitboard {
    moves.iter().filter_map(|played| played.square()).collect()
}
