//! Input files, read whole, plain or compressed, with a limit and one clear message for whatever cannot be read.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use anyhow::{Context, Error, Result, bail};
use flate2::read::MultiGzDecoder;

use crate::files::diagnostic::{Located, Problem};

/// The largest board, setup or table that is read, in bytes: far more than any has, and little enough to read
/// `/dev/zero` at once.
pub const LIMIT: u64 = 1 << 20;

/// A text and the name it goes by in messages.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as it was given; `<stdin>` for standard input.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Input {
    /// Reads a file of at most `limit` bytes, compressed by gzip or Zstandard or not; `-` is standard input.
    ///
    /// # Errors
    /// A file that cannot be opened or read, a folder, a file beyond the limit, and bytes that are not UTF-8.
    pub fn read(path: &Path, limit: u64) -> Result<Self> {
        let mut bytes = Vec::new();
        let name = if path == Path::new("-") {
            io::stdin().lock().take(limit + 1).read_to_end(&mut bytes).context("cannot read standard input")?;
            "<stdin>".to_owned()
        } else {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                bail!("cannot read {name}: it is a folder; expected a text file");
            }
            file.take(limit + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
            name
        };
        let bytes = decompressed(bytes, limit).with_context(|| format!("cannot decompress {name}"))?;
        if bytes.len() as u64 > limit {
            bail!("{name} is too large; expected a text file of at most {limit} bytes");
        }
        if is_utf_16(&bytes) {
            bail!("{name} is UTF-16 text; expected plain ASCII or UTF-8: save it with that encoding");
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let good = String::from_utf8_lossy(good);
            let line = good.split('\n').count();
            let column = good.split('\n').next_back().unwrap_or_default().chars().count() + 1;
            Error::msg(format!(
                "{name}:{line}:{column}: the byte 0x{:02x} is not text; expected plain ASCII or UTF-8",
                bad[0]
            ))
        })?;
        // As old Macintosh editors and some spreadsheets end lines.
        let text = if text.contains('\n') { text } else { text.replace('\r', "\n") };
        Ok(Self { name, text })
    }

    /// Turns a parser's complaint into a message that names this input and shows the line.
    #[must_use]
    pub fn explain<P: Problem>(&self, located: &Located<P>) -> Error {
        Error::msg(located.explain(&self.name, &self.text))
    }
}

/// What a gzip or Zstandard file holds, up to a byte beyond the limit; other bytes as they are.
fn decompressed(bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    let mut decompressed = Vec::new();
    if bytes.starts_with(b"\x1f\x8b") {
        MultiGzDecoder::new(bytes.as_slice()).take(limit + 1).read_to_end(&mut decompressed)?;
    } else if bytes.starts_with(b"\x28\xb5\x2f\xfd") {
        zstd::Decoder::new(bytes.as_slice())?.take(limit + 1).read_to_end(&mut decompressed)?;
    } else {
        decompressed = bytes;
    }
    Ok(decompressed)
}

/// Whether bytes are UTF-16: they begin with its mark, or every second one is zero, as in ASCII characters.
fn is_utf_16(bytes: &[u8]) -> bool {
    let is_half_zero = |odd: usize| bytes.len() > 1 && bytes.iter().skip(odd).step_by(2).all(|&byte| byte == 0);
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || is_half_zero(0) != is_half_zero(1)
}
