//! Recognises ready-made programs by their bytes: files that a compiler made, not a person.

/// The number of bytes of a file that are read for this.
pub const BEGINNING: u64 = 1 << 16;

/// The kind of a program by its beginning; `None` for sources, scripts and all other files.
pub fn kind(beginning: &[u8]) -> Option<&'static str> {
    let holds = |text: &[u8]| beginning.windows(text.len()).any(|window| window == text);
    match beginning {
        [0x7f, b'E', b'L', b'F', ..] => Some("a program for Linux"),
        [b'M', b'Z', ..] if beginning.iter().take(64).any(|byte| *byte == 0) => Some("a program for Windows"),
        // Both begin with the same bytes. Then a class file has its version, from 45 on, and the other kind has the
        // number of its parts.
        [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] if u16::from_be_bytes([*high, *low]) >= 45 => {
            Some("a Java class")
        }
        [0xca, 0xfe, 0xba, 0xbe, ..] | [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..] | [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..] => {
            Some("a program for macOS")
        }
        [b'P', b'K', 3, 4, ..] if holds(b"META-INF/") || holds(b".class") => Some("a Java archive"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("a library"),
        // The version number and a line end, then flags that contain zero bytes, unlike a text, and a code object after
        // 4, 8 or 12 bytes. The second byte of a version is not an ASCII letter.
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
