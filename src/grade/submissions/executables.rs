//! Recognises ready-made programs by their bytes: files that a compiler made, not a person.

/// The number of bytes of a file that are read to recognise a program.
pub const BEGINNING: u64 = 1 << 16;

/// Recognises the kind of a program by its first bytes; `None` for sources, scripts and all other files.
pub fn kind(beginning: &[u8]) -> Option<&'static str> {
    let holds = |text: &[u8]| beginning.windows(text.len()).any(|window| window == text);
    match beginning {
        [0x7f, b'E', b'L', b'F', ..] => Some("a program for Linux"),
        [b'M', b'Z', ..] if beginning.iter().take(64).any(|byte| *byte == 0) => Some("a program for Windows"),
        // Java class files and macOS universal programs begin with the same bytes. In a class file, a version of at
        // least 45 follows; in a universal program, the number of its parts follows.
        [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] if u16::from_be_bytes([*high, *low]) >= 45 => {
            Some("a Java class")
        }
        [0xca, 0xfe, 0xba, 0xbe, ..] | [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..] | [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..] => {
            Some("a program for macOS")
        }
        [b'P', b'K', 3, 4, ..] if holds(b"META-INF/") || holds(b".class") => Some("a Java archive"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("a library"),
        // A compiled Python file begins with a version number and a line ending. Flags with zero bytes and, after 4, 8 or
        // 12 bytes, a code object follow. In a compiled Python file, the second byte of the version is not an ASCII
        // letter.
        [_, version, b'\r', b'\n', rest @ ..]
            if rest.iter().take(4).any(|byte| *byte == 0)
                || !matches!(version, b' '..=b'~' | b'\t' | b'\n')
                    && [4, 8, 12].iter().any(|place| rest.get(*place).is_some_and(|kind| kind & 0x7f == b'c')) =>
        {
            Some("compiled Python")
        }
        _ => None,
    }
}
