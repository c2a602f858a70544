//! Identifies this program by a digest. `grade` reuses earlier results as long as the program is the same.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _},
};

use super::digest::Digester;

/// Adds the digest that the linker has put at the beginning of this program. If there is no such digest, the whole
/// program is added. Adding the whole program takes longer than grading a small class.
pub fn add_this_program(digester: &mut Digester) -> io::Result<()> {
    let mut program = File::open("/proc/self/exe")?;
    let mut beginning = Vec::new();
    program.by_ref().take(1 << 12).read_to_end(&mut beginning)?;
    if let Some(id) = build_id(&beginning) {
        // The build ID may be chosen by hand, so the version is also added.
        digester.add(id).add(env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    program.rewind()?;
    digester.read(program)
}

/// Finds the build ID in the notes of a program file (<https://man7.org/linux/man-pages/man5/elf.5.html>).
pub fn build_id(beginning: &[u8]) -> Option<&[u8]> {
    /// A note begins with the lengths of its name and content, and its type. The note's name and content follow this
    /// header.
    const HEADER: usize = 16;
    let is_build_id = |header: &[u8]| {
        header[..4] == 4_u32.to_ne_bytes() && header[8..12] == 3_u32.to_ne_bytes() && header.ends_with(b"GNU\0")
    };
    let start = beginning.windows(HEADER).position(is_build_id)?;
    let length = u32::from_ne_bytes(beginning.get(start + 4..start + 8)?.try_into().ok()?);
    let contents = &beginning[start + HEADER..];
    contents.get(..usize::try_from(length).ok()?).filter(|id| id.len() >= 8)
}
