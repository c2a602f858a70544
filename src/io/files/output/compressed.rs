//! Compresses outputs whose names end in `.gz`.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use flate2::{Compression, write::GzEncoder};

#[derive(Debug)]
pub(super) enum Sink {
    Plain(File),
    Gzip(Box<GzEncoder<File>>),
}

impl Sink {
    /// The sink for a file name: compressed if the name ends in `.gz`.
    pub(super) fn named(path: &Path, file: File) -> Self {
        if has_extension(path, "gz") {
            Self::Gzip(Box::new(GzEncoder::new(file, Compression::fast())))
        } else {
            Self::Plain(file)
        }
    }

    pub(super) const fn is_compressed(&self) -> bool {
        !matches!(self, Self::Plain(_))
    }

    pub(super) fn file(&self) -> &File {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.get_ref(),
        }
    }

    /// Writes the end of a compressed file; if the end is missing, readers report damage.
    pub(super) fn finish(self) -> io::Result<File> {
        match self {
            Self::Plain(file) => Ok(file),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

/// True if a file name ends in a dot and `wanted`, in upper or lower case.
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
