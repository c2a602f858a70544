//! Outputs that are compressed on the way because their names ask for it.

use std::{
    fmt,
    fs::File,
    io::{self, Write},
    path::Path,
};

use flate2::{Compression, write::GzEncoder};

/// A file and how it takes what is written to it.
pub(super) enum Sink {
    Plain(File),
    /// As gzip, for names that end in `.gz`.
    Gzip(Box<GzEncoder<File>>),
}

impl Sink {
    /// The sink that the extension of a file's name asks for.
    pub(super) fn named(path: &Path, file: File) -> Self {
        if has_extension(path, "gz") {
            Self::Gzip(Box::new(GzEncoder::new(file, Compression::fast())))
        } else {
            Self::Plain(file)
        }
    }

    /// True if what is written is compressed on the way.
    pub(super) const fn is_compressed(&self) -> bool {
        !matches!(self, Self::Plain(_))
    }

    pub(super) fn file(&self) -> &File {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.get_ref(),
        }
    }

    /// Writes what ends a compressed file, without which readers take the file for damaged.
    pub(super) fn finish(self) -> io::Result<File> {
        match self {
            Self::Plain(file) => Ok(file),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

/// True if the name of a file ends in a dot and `wanted`, in either letter case.
pub(super) fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|given| given.eq_ignore_ascii_case(wanted))
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(encoder) => encoder.flush(),
        }
    }
}

/// The file alone: an encoder shows nothing of itself.
impl fmt::Debug for Sink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file().fmt(formatter)
    }
}
