//! Recognises ready-made programs by their first bytes: what a compiler has made, and not what a person has written.

use std::{io::Read, path::Path};

/// How many bytes of a file tell what it is.
const BEGINNING: u64 = 64;

/// The first entry of most Java archives, and where its name stands.
const MANIFEST: (usize, &[u8]) = (30, b"META-INF/");

/// What kind of program a file is, by its first bytes; `None` for sources, scripts and everything else, and for what cannot
/// be read.
pub fn kind(name: &Path, file: impl Read) -> Option<&'static str> {
    let mut beginning = Vec::new();
    file.take(BEGINNING).read_to_end(&mut beginning).ok()?;
    let is_called = |extension: &str| name.extension().is_some_and(|found| found == extension);
    let has_manifest = beginning.get(MANIFEST.0..).is_some_and(|rest| rest.starts_with(MANIFEST.1));
    match beginning[..] {
        [0x7f, b'E', b'L', b'F', ..] => Some("a program for Linux"),
        [b'M', b'Z', ..] if beginning.contains(&0) => Some("a program for Windows"),
        // Both begin with the same bytes. A class file has its version there, from 45 on, the other the number of its parts.
        [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] if u16::from_be_bytes([high, low]) >= 45 => Some("a Java class"),
        [0xca, 0xfe, 0xba, 0xbe, ..] | [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..] | [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..] => {
            Some("a program for macOS")
        }
        [b'P', b'K', 3, 4, ..] if is_called("jar") || has_manifest => Some("a Java archive"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("a library"),
        [_, _, b'\r', b'\n', ..] if is_called("pyc") => Some("compiled Python"),
        _ => None,
    }
}
