//! Outputs that are compressed on the way because their names ask for it.

use std::{
    fmt,
    fs::File,
    io::{self, Write},
    num::NonZeroUsize,
    path::Path,
    thread,
};

use flate2::{Compression, write::GzEncoder};

/// A file and how it takes what is written to it.
pub(super) enum Sink {
    /// As it comes.
    Plain(File),
    /// As gzip, for names that end in `.gz`.
    Gzip(GzEncoder<File>),
    /// As Zstandard, for names that end in `.zst`.
    Zstandard(zstd::Encoder<'static, File>),
}

impl Sink {
    /// The sink that the extension of a file's name asks for.
    pub(super) fn named(path: &Path, file: File) -> io::Result<Self> {
        let has_extension = |wanted: &str| path.extension().is_some_and(|given| given.eq_ignore_ascii_case(wanted));
        Ok(if has_extension("gz") {
            Self::Gzip(GzEncoder::new(file, Compression::fast()))
        } else if has_extension("zst") {
            let mut encoder = zstd::Encoder::new(file, ZSTANDARD_LEVEL)?;
            encoder.include_checksum(true)?;
            // The number of threads changes no byte.
            let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            encoder.multithread(threads.try_into().unwrap_or(u32::MAX))?;
            Self::Zstandard(encoder)
        } else {
            Self::Plain(file)
        })
    }

    /// Whether what is written is compressed on the way.
    pub(super) const fn is_compressed(&self) -> bool {
        !matches!(self, Self::Plain(_))
    }

    /// The file itself.
    pub(super) fn file(&self) -> &File {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.get_ref(),
            Self::Zstandard(encoder) => encoder.get_ref(),
        }
    }

    /// Writes what ends a compressed file, without which readers take the file for damaged.
    pub(super) fn finish(self) -> io::Result<File> {
        match self {
            Self::Plain(file) => Ok(file),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstandard(encoder) => encoder.finish(),
        }
    }
}

/// The fastest of the ordinary levels: a log repeats itself so much that the others gain little.
const ZSTANDARD_LEVEL: i32 = 1;

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstandard(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstandard(encoder) => encoder.flush(),
        }
    }
}

/// The file alone: an encoder shows nothing of itself.
impl fmt::Debug for Sink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file().fmt(formatter)
    }
}
