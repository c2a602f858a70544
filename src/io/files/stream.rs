//! Texts of any length, read in pieces: files and standard input, compressed or not, in usual encodings.

use std::{
    io::{self, Cursor, Read},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use thiserror::Error;

use super::zstandard::ZstandardReader;

/// The differences between a text and UTF-8 with LF or CR LF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    pub byte_order_mark: bool,
    pub utf_16: bool,
    /// True if the lines end in CR alone.
    pub cr_only: bool,
}

/// A text that is read in pieces. The pieces are UTF-8 without a byte order mark, as far as the input is text. Lines
/// end in LF or CR LF.
pub struct TextStream {
    source: ByteSource,
    encoding: Encoding,
    /// Text that the stream read to detect the encoding, and that the next read returns.
    beginning: Vec<u8>,
    /// True if `beginning` was the whole text, so that nothing remains to be read.
    is_all_read: bool,
    units: Utf16,
}

struct ByteSource {
    bytes: Box<dyn Read + Send>,
    /// The name of the compression, if there is one. If data is compressed, a read error means damaged data.
    compression: Option<&'static str>,
    is_damaged: bool,
}

const GZIP: &[u8] = b"\x1f\x8b";

const ZSTANDARD: &[u8] = b"\x28\xb5\x2f\xfd";

impl TextStream {
    /// The number of bytes read to detect the encoding.
    const BEGINNING: usize = 1 << 16;

    const PIECE: usize = 1 << 18;

    /// Opens a text; `-` is standard input. The first bytes show compression by gzip or Zstandard; the file's name does
    /// not matter. Damaged data is an error of [reading](TextStream::read_into), not of opening.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut source = ByteSource::open(path)?;
        let mut beginning = Vec::new();
        let mut is_all_read = false;
        match (&mut source.bytes).take(Self::BEGINNING as u64).read_to_end(&mut beginning) {
            Err(error) if source.compression.is_none() => return Err(error),
            // The method `read_into` reports the damage after the readable part.
            Err(_) => source.is_damaged = true,
            Ok(read) => is_all_read = read < Self::BEGINNING,
        }
        let mut encoding = Encoding::default();
        let mut units = Utf16::default();
        if let Some((is_big_endian, mark)) = utf_16(&beginning) {
            encoding.utf_16 = true;
            encoding.byte_order_mark = mark > 0;
            units.is_big_endian = is_big_endian;
            let mut decoded = Vec::new();
            units.decode(&beginning[mark..], &mut decoded);
            beginning = decoded;
        } else if beginning.starts_with(b"\xef\xbb\xbf") {
            encoding.byte_order_mark = true;
            beginning.drain(..3);
        }
        if beginning.contains(&b'\r') && !beginning.contains(&b'\n') {
            encoding.cr_only = true;
            to_lf(&mut beginning);
        }
        Ok(Self { source, encoding, beginning, is_all_read, units })
    }

    /// The detected encoding.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Reads the next piece and appends it to a buffer. Returns 0 at the end of the text.
    pub fn read_into(&mut self, buffer: &mut Vec<u8>) -> Result<usize, ReadTextError> {
        let length = buffer.len();
        if !self.beginning.is_empty() {
            buffer.append(&mut self.beginning);
            return Ok(buffer.len() - length);
        }
        if self.is_all_read {
            return Ok(0);
        }
        if self.encoding.utf_16 {
            let mut piece = Vec::new();
            // A piece may hold only half a character.
            while buffer.len() == length && self.source.read_into(&mut piece, Self::PIECE)? > 0 {
                self.units.decode(&piece, buffer);
                piece.clear();
            }
        } else {
            self.source.read_into(buffer, Self::PIECE)?;
        }
        if self.encoding.cr_only {
            to_lf(&mut buffer[length..]);
        }
        Ok(buffer.len() - length)
    }
}

impl ByteSource {
    fn open(path: &Path) -> io::Result<Self> {
        let mut bytes: Box<dyn Read + Send> = if path == Path::new("-") { Box::new(io::stdin()) } else { open(path)? };
        let mut first = Vec::new();
        (&mut bytes).take(ZSTANDARD.len() as u64).read_to_end(&mut first)?;
        let (is_gzip, is_zstandard) = (first.starts_with(GZIP), first.starts_with(ZSTANDARD));
        let bytes = Cursor::new(first).chain(bytes);
        let (bytes, compression): (Box<dyn Read + Send>, _) = if is_gzip {
            (Box::new(MultiGzDecoder::new(bytes)), Some("gzip"))
        } else if is_zstandard {
            (Box::new(ZstandardReader::new(bytes)), Some("Zstandard"))
        } else {
            (Box::new(bytes), None)
        };
        Ok(Self { bytes, compression, is_damaged: false })
    }

    /// Appends at most `most` bytes; 0 bytes mean the end.
    fn read_into(&mut self, buffer: &mut Vec<u8>, most: usize) -> Result<usize, ReadTextError> {
        if let (true, Some(compression)) = (self.is_damaged, self.compression) {
            return Err(ReadTextError::Damaged(compression));
        }
        let length = buffer.len();
        buffer.resize(length + most, 0);
        let read = loop {
            match self.bytes.read(&mut buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        read.map_err(|error| match self.compression {
            Some(compression) => ReadTextError::Damaged(compression),
            None => ReadTextError::Io(error),
        })
    }
}

#[cfg(not(target_family = "wasm"))]
fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let file = std::fs::File::open(path);
    // Some systems open a folder, other systems refuse.
    let is_folder =
        file.as_ref().map_or_else(|_| path.is_dir(), |file| file.metadata().is_ok_and(|metadata| metadata.is_dir()));
    if is_folder {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; expected a text file"));
    }
    Ok(Box::new(file?))
}

#[cfg(target_family = "wasm")]
fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    match super::put::open(path) {
        Some(file) => Ok(Box::new(file)),
        // The words of Linux, as in the other messages of the page.
        None => Err(io::Error::new(io::ErrorKind::NotFound, "No such file or directory (os error 2)")),
    }
}

/// Recognises UTF-16 by a byte order mark or, without a mark, by the first two characters. Returns the byte order and
/// the length of the mark.
fn utf_16(beginning: &[u8]) -> Option<(bool, usize)> {
    match beginning {
        [0xff, 0xfe, ..] => Some((false, 2)),
        [0xfe, 0xff, ..] => Some((true, 2)),
        &[first, 0, second, 0, ..] if first > 0 && second > 0 => Some((false, 0)),
        &[0, first, 0, second, ..] if first > 0 && second > 0 => Some((true, 0)),
        _ => None,
    }
}

fn to_lf(text: &mut [u8]) {
    text.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

/// Decodes UTF-16 in pieces.
#[derive(Default)]
struct Utf16 {
    is_big_endian: bool,
    /// The bytes at the end of the last piece that do not make a whole character.
    left: Vec<u8>,
}

impl Utf16 {
    fn decode(&mut self, piece: &[u8], text: &mut Vec<u8>) {
        self.left.extend(piece);
        let mut units: Vec<u16> = self
            .left
            .chunks_exact(2)
            .map(|pair| {
                let pair = [pair[0], pair[1]];
                if self.is_big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
            })
            .collect();
        // The decoder keeps the first half of a surrogate pair until the decoder reads the second half.
        if units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            units.pop();
        }
        self.left.drain(..2 * units.len());
        text.extend(String::from_utf16_lossy(&units).bytes());
    }
}

/// The reason why reading a text fails.
#[derive(Debug, Error)]
pub enum ReadTextError {
    /// Compressed data that is invalid, damaged or too short: an error of the file.
    #[error("the {0} data is damaged")]
    Damaged(&'static str),
    #[error(transparent)]
    Io(io::Error),
}
