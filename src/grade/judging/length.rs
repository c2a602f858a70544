//! How much of a file is judged: before a file is compared, its length and its lines are looked at.

use std::{fs::File, os::fd::AsRawFd as _, path::Path};

use reversi_io::files::stream::TextStream;

/// The most lines that are judged beside twice the expected ones: some seconds of comparing.
const MOST_LINES: u64 = 2_000_000;

/// Why a file is too long to be judged, if it is. A file with holes counts as long as it claims to be, and a compressed
/// one as long as its text. `most` is how many bytes a program may write, `expected` how many lines it should write.
pub(super) fn too_long(file: &File, most: u64, expected: u64) -> Option<String> {
    let length = file.metadata().map_or(0, |facts| facts.len());
    if length > most {
        return Some(format!("it is {length} bytes long, and at most {most} are judged: nothing of it was read"));
    }
    let most_lines = MOST_LINES.saturating_add(expected.saturating_mul(2));
    // What cannot be read is for the comparison to say.
    let mut stream = TextStream::open(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd()))).ok()?;
    let (mut bytes, mut lines, mut piece) = (0_u64, 0_u64, Vec::new());
    while stream.read_into(&mut piece).is_ok_and(|count| count > 0) {
        bytes += piece.len() as u64;
        lines += piece.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        piece.clear();
        if bytes > most {
            return Some(format!("its text is longer than the {most} bytes that are judged: nothing of it was judged"));
        }
        if lines > most_lines {
            return Some(format!("it has more than the {most_lines} lines that are judged: nothing of it was judged"));
        }
    }
    None
}
