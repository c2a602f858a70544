//! Recognises ready-made programs by their bytes: the work of a compiler, and not of a person.

/// The bytes of a file that are looked at.
pub const BEGINNING: u64 = 1 << 16;

/// The kind of program that a file is, by its beginning; `None` for sources, scripts and everything else.
pub fn kind(beginning: &[u8]) -> Option<&'static str> {
    let holds = |text: &[u8]| beginning.windows(text.len()).any(|window| window == text);
    match beginning {
        [0x7f, b'E', b'L', b'F', ..] => Some("a program for Linux"),
        [b'M', b'Z', ..] if beginning.iter().take(64).any(|byte| *byte == 0) => Some("a program for Windows"),
        // Both begin with the same bytes. A class file has its version there, from 45 on, the other the number of its parts.
        [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] if u16::from_be_bytes([*high, *low]) >= 45 => {
            Some("a Java class")
        }
        [0xca, 0xfe, 0xba, 0xbe, ..] | [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..] | [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..] => {
            Some("a program for macOS")
        }
        [b'P', b'K', 3, 4, ..] if holds(b"META-INF/") || holds(b".class") => Some("a Java archive"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("a library"),
        // The number of the version and a line end; flags, where a text has no zeros; and a code object, which follows after
        // 4, 8 or 12 bytes. The second byte of a version is no letter of ASCII.
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
