//! Refuses files that are too long to compare, and recognises endless games.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    os::fd::AsRawFd as _,
    path::Path,
};

use crate::escape::span;
use reversi_check::parse_rows;
use reversi_core::games::reversi::Color;
use reversi_course::assignment::Job;
use reversi_io::files::stream::TextStream;

/// The largest number of lines beyond twice the expected number. Comparing so many lines takes some seconds.
const MOST_LINES: u64 = 2_000_000;

/// Returns the reason if a file is too long to compare. Holes in a file count as bytes, and a compressed file counts
/// with its uncompressed length. `most` is the limit in bytes, and `expected` is the number of expected lines.
pub(super) fn too_long(file: &File, most: u64, expected: u64) -> Option<String> {
    let length = file.metadata().map_or(0, |facts| facts.len());
    if length > most {
        return Some(format!("it has {length} bytes, more than the limit of {most}, so it was not read"));
    }
    let most_lines = MOST_LINES.saturating_add(expected.saturating_mul(2));
    // If the file is unreadable, the comparison reports this later.
    let mut stream = TextStream::open(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd()))).ok()?;
    let (mut bytes, mut lines, mut piece) = (0_u64, 0_u64, Vec::new());
    while stream.read_into(&mut piece).is_ok_and(|count| count > 0) {
        bytes += piece.len() as u64;
        lines += piece.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        piece.clear();
        if bytes > most {
            return Some(format!("its text exceeds the limit of {most} bytes, so it was not compared"));
        }
        if lines > most_lines {
            return Some(format!("it exceeds the limit of {most_lines} lines, so it was not compared"));
        }
    }
    None
}

/// The reason why a moves file does not end, in Markdown; `None` if no steps repeat at its end.
pub fn endless_game(mut file: File, job: &Job) -> io::Result<Option<String>> {
    const END: u64 = 1 << 14;
    const MOST_STEPS: usize = 8;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    let mut text = Vec::new();
    file.take(END).read_to_end(&mut text)?;
    // The first and the last line may be incomplete.
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').skip(1).collect();
    let lines = lines.split_last().map_or(&[][..], |(_, whole)| whole);
    let step = usize::from(job.assignment.size.rows()) + 3;
    // The step numbers are consecutive.
    let without_digits: Vec<Vec<u8>> =
        lines.iter().map(|line| line.iter().filter(|byte| !byte.is_ascii_digit()).copied().collect()).collect();
    let repeats = |steps: &usize| {
        let kept = without_digits.len().saturating_sub(step * steps);
        kept > 7 * step * steps && without_digits[step * steps..] == without_digits[..kept]
    };
    let Some(steps) = (1..=MOST_STEPS).find(repeats) else { return Ok(None) };
    let why = why_endless(&lines[..(steps + 1) * step], steps, job);
    let plain =
        if steps == 1 { "it repeats the same step".to_owned() } else { format!("it repeats the same {steps} steps") };
    Ok(Some(why.unwrap_or(plain)))
}

/// The reason for one repeating step, or two steps of different players, if all are passes on the same board.
fn why_endless(lines: &[&[u8]], steps: usize, job: &Job) -> Option<String> {
    let words = &job.assignment.moves;
    let players = Color::ALL.map(|color| (color, words.player(color, true)));
    let color_of = |line: &&[u8]| players.iter().find(|(_, player)| player.as_bytes() == line.trim_ascii_end());
    let mut passes = Vec::new();
    let mut boards = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let Some(player) = color_of(line) else { continue };
        let Some(rows) = lines.get(place + 1..=place + usize::from(job.assignment.size.rows())) else { break };
        let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row.trim_ascii_end())).collect();
        boards.push(parse_rows(job, &rows, player.0)?);
        passes.push(player);
    }
    passes.truncate(steps);
    let (first, board) = (passes.first()?, *boards.first()?);
    let is_same = boards.iter().all(|other| Color::ALL.iter().all(|color| other.discs(*color) == board.discs(*color)));
    let opponent = players.iter().find(|(color, _)| *color != first.0)?;
    let steps = match passes[..] {
        [_] if steps == 1 => format!("from some step on, each step is {}", span(&first.1)),
        [_, second] if steps == 2 && second == opponent => {
            format!("from some step on, the steps {} and {} follow each other", span(&first.1), span(&second.1))
        }
        _ => return None,
    };
    let name = |color| span(&words.player(color, false));
    let [can_move, other_can_move] = [board, board.passed()].map(|board| !board.legal_moves().is_empty());
    let why = match (can_move, other_can_move) {
        (false, false) => "the program does not end the game when neither player can move".to_owned(),
        (true, _) => format!("{} can move on this board", name(first.0)),
        (false, true) if passes.len() == 1 => {
            format!("{} can move on this board, but it is never the turn of {0} after the pass", name(opponent.0))
        }
        (false, true) => format!("{} can move on this board", name(opponent.0)),
    };
    is_same.then(|| format!("{steps} with the same board: {why}"))
}
