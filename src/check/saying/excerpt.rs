//! Shows both versions of the differing line, with the difference marked.

use std::{
    fmt::Write as _,
    io::{self, Write},
    iter,
    ops::Range,
};

use anstyle::Style;

use crate::{
    Difference, Kind,
    printing::{RIGHT, WRONG},
};
use reversi_course::{
    assignment::Job,
    log::{LineField, RowFormat},
};
use reversi_io::visible;

/// The number of characters of a student's line to show: what a terminal of 80 columns has beside the line's number.
const SHOWN: usize = 64;

/// Writes both versions of the line, with the difference marked.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn write_lines(difference: &Difference, job: &Job, sink: &mut impl Write) -> io::Result<()> {
    let Difference { expected, found, kind, .. } = difference;
    let (expected, found) = (expected.as_deref(), found.as_deref());
    let [in_expected, in_found] = match (expected, found) {
        (Some(expected), Some(found)) if expected != found => marks(job.row_format(), *kind, expected, found),
        _ => Default::default(),
    };
    write_line("expected", expected.unwrap_or("(nothing more)"), &in_expected, RIGHT, sink)?;
    let carets = write_line("found", found.unwrap_or("(the file has ended)"), &in_found, WRONG, sink)?;
    if !carets.is_empty() {
        writeln!(sink, "            {WRONG}{carets}{WRONG:#}")?;
    }
    Ok(())
}

/// The differing parts of two lines: a field, some squares, or all characters after the common beginning.
fn marks(row_format: &RowFormat, kind: Kind, expected: &str, found: &str) -> [Vec<Range<usize>>; 2] {
    let lines = [expected, found];
    if let Some(column) = kind.field(row_format, expected, found) {
        return lines.map(|line| part(column_of(row_format, line, column)));
    }
    let differing = || {
        let letters = expected.char_indices().zip(found.char_indices());
        letters.filter(|((_, one), (_, other))| one != other).map(|((one, _), (other, _))| [one, other])
    };
    if kind == Kind::Board && expected.chars().count() == found.chars().count() {
        return [0, 1].map(|line| differing().map(|places| places[line]..places[line] + 1).collect());
    }
    if let (Kind::Unreadable, Some(index)) = (kind, row_format.unreadable_field(found.as_bytes())) {
        let field =
            |line: &str| row_format.fields(line.as_bytes()).nth(index).map(|(place, field)| place..place + field.len());
        return lines.map(|line| field(line).into_iter().collect());
    }
    // If only the ends of the lines differ, no field does.
    if kind == Kind::Format && expected.trim_end() != found.trim_end() {
        let pairs = row_format.fields(expected.as_bytes()).zip(row_format.fields(found.as_bytes()));
        if let Some((first, other)) = pairs.into_iter().find(|((_, one), (_, other))| one != other) {
            return [first, other].map(|(place, field)| part(place..place + field.len()));
        }
    }
    let common = expected.len().min(found.len());
    let [in_expected, in_found] = differing().next().unwrap_or([common, common]);
    [(expected, in_expected), (found, in_found)].map(|(line, first)| part(first..line.len().max(first + 1)))
}

fn part(part: Range<usize>) -> Vec<Range<usize>> {
    iter::once(part).collect()
}

/// The place of a column in a line; the end of the line if the column is missing.
fn column_of(row_format: &RowFormat, line: &str, column: LineField) -> Range<usize> {
    let all: Vec<(usize, &[u8])> = row_format.fields(line.as_bytes()).collect();
    let wanted = match column {
        LineField::Marker => all.iter().position(|(_, field)| row_format.is_marker(field)),
        LineField::Column(column) => {
            row_format.columns(true).iter().position(|&own| own == column).filter(|&index| index < all.len())
        }
    };
    let (place, length) = wanted.map_or((line.len(), 1), |index| (all[index].0, all[index].1.len()));
    place..place + length
}

/// Writes one of the two lines, and marks the differing part. Returns the line of carets that marks this part.
fn write_line(
    title: &str,
    line: &str,
    marks: &[Range<usize>],
    style: Style,
    sink: &mut impl Write,
) -> io::Result<String> {
    // If the mark would be out of view, the excerpt omits the beginning of the line.
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
        let piece = match character {
            ' ' => " ".to_owned(),
            space if space.is_whitespace() && !space.is_ascii() => space.escape_unicode().to_string(),
            other => visible::line(other.encode_utf8(&mut [0; 4])),
        };
        let is_marked = marks.iter().any(|mark| mark.contains(&place));
        carets.push_str(&if is_marked { "^" } else { " " }.repeat(piece.chars().count()));
        shown += piece.chars().count();
        if is_marked {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{style}{piece}{style:#}");
        } else {
            text.push_str(&piece);
        }
    }
    if !marks.is_empty() && first >= line.len() {
        carets.push('^');
    }
    writeln!(sink, "  {title:8}  {text}")?;
    Ok(carets.trim_end().to_owned())
}
