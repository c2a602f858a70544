//! Reads whole input files up to a size limit, with one clear message for each error.

use std::path::Path;

use anyhow::{Context, Error, Result, bail};

use super::{diagnostic::Problem, stream::TextStream};
use crate::names::file_name;

/// The largest size in bytes of a board, setup, table or file of games. A tournament of 100 agents writes 8 MiB of games,
/// and the limit makes the reading of `/dev/zero` end at once.
pub const LIMIT: u64 = 16 << 20;

/// A text with its name for messages.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The path as given; `<stdin>` for standard input.
    pub name: String,
    /// The text without a byte order mark. Lines end in LF or CR LF.
    pub text: String,
}

impl Input {
    /// Reads a text file of at most `limit` bytes, compressed or not, in any encoding that [`TextStream`] knows. The
    /// path `-` is standard input.
    pub fn read(path: &Path, limit: u64) -> Result<Self> {
        let (name, source) = if path == Path::new("-") {
            ("<stdin>".to_owned(), "standard input".to_owned())
        } else {
            let name = path.display().to_string();
            let source = file_name(&name).into_owned();
            (name, source)
        };
        let cannot_read = || format!("cannot read {source}");
        let mut stream = TextStream::open(path).with_context(cannot_read)?;
        let mut bytes = Vec::new();
        while stream.read_into(&mut bytes).with_context(cannot_read)? > 0 {
            if bytes.len() as u64 > limit {
                bail!("{name} is too large; expected a text file of at most {limit} bytes");
            }
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let good = String::from_utf8_lossy(good);
            let message = format!("the byte 0x{:02x} is not text; expected plain ASCII or UTF-8", bad[0]);
            Error::msg(Problem::at_byte(&good, good.len(), message).explain(&name, ""))
        })?;
        Ok(Self { name, text })
    }

    /// Makes a message from a parser's problem, with the name of the input and the line.
    pub fn explain(&self, problem: &Problem) -> Error {
        Error::msg(problem.explain(&self.name, &self.text))
    }
}
