//! Fingerprints of texts. Line endings, spaces at the end of a line and empty lines at the end are ignored.

use std::io::{self, Write};

use sha2::{Digest as _, Sha256};

/// The fingerprint of a text. Texts that are equal for `check` have equal fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

/// Computes the fingerprint of a text that is written into this value.
#[derive(Debug, Default)]
pub struct Fingerprinter {
    hash: Sha256,
    /// The part of the text that has not been hashed yet.
    text: Vec<u8>,
    /// The number of line endings after the last hashed text. The line endings at the end of a text only count if more text
    /// follows.
    line_ends: usize,
    /// The spaces after the last hashed text of the line. The spaces at the end of a text only count if more text
    /// follows in the same line.
    blanks: Vec<u8>,
    /// The number of bytes written so far.
    pub bytes: u64,
    /// The number of line endings written so far.
    pub lines: u64,
}

impl Fingerprinter {
    const BLOCK: usize = 1 << 16;

    /// The fingerprint.
    pub fn finish(mut self) -> Fingerprint {
        self.hash.update(&self.text);
        Fingerprint(self.hash.finalize().into())
    }

    fn push(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
        if self.text.len() >= Self::BLOCK {
            self.hash.update(&self.text);
            self.text.clear();
        }
    }
}

impl Write for Fingerprinter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let kept = line.iter().rposition(|byte| !b" \t\r\n".contains(byte)).map_or(0, |last| last + 1);
            let (text, rest) = line.split_at(kept);
            if !text.is_empty() {
                for _ in 0..std::mem::take(&mut self.line_ends) {
                    self.push(b"\n");
                }
                let blanks = std::mem::take(&mut self.blanks);
                self.push(&blanks);
                self.push(text);
            }
            if rest.ends_with(b"\n") {
                self.blanks.clear();
                self.line_ends += 1;
                self.lines += 1;
            } else {
                self.blanks.extend_from_slice(rest);
            }
        }
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
