//! Refuses files that are too long to compare, and recognises endless games.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    os::fd::AsRawFd as _,
    path::Path,
};

use reversi_course::assignment::Step;
use reversi_io::files::stream::TextStream;

/// The largest number of lines beyond twice the expected number. Comparing so many lines takes some seconds.
const MOST_LINES: u64 = 2_000_000;

/// Returns the reason if a file is too long to compare. A file with holes counts with the holes; a compressed file
/// counts with its uncompressed text. `most` is the limit in bytes, and `expected` is the number of expected lines.
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

/// The number of repeating steps at the end of an endless moves file; step numbers are ignored.
pub fn endless_steps(mut file: File) -> io::Result<Option<usize>> {
    const END: u64 = 1 << 14;
    const MOST_STEPS: usize = 8;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    let mut text = Vec::new();
    file.take(END).read_to_end(&mut text)?;
    text.retain(|byte| !byte.is_ascii_digit());
    // The first and the last line in the block may be incomplete.
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').skip(1).collect();
    let lines = lines.split_last().map_or(&[][..], |(_, whole)| whole);
    let step = usize::try_from(Step::LINES).unwrap_or(usize::MAX);
    let repeats = |steps: &usize| {
        lines.len() > 8 * step * steps && lines[steps * step..].iter().eq(lines.iter().take(lines.len() - steps * step))
    };
    Ok((1..=MOST_STEPS).find(repeats))
}
