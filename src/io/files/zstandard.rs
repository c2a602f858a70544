//! Decompresses texts in Zstandard format.

use std::io::{self, BufRead, BufReader, Read};

use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// Decompresses one frame after another, and compares each frame with the frame's checksum.
pub(super) struct ZstandardReader<R> {
    source: BufReader<R>,
    frame: FrameDecoder,
}

impl<R: Read> ZstandardReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source: BufReader::new(source), frame: FrameDecoder::new() }
    }

    /// Reads the header of the next frame, or skips a frame without text.
    fn next_frame(&mut self) -> io::Result<()> {
        match self.frame.reset(&mut self.source) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink()).map(|_| ())
            }
            begun => begun.map_err(io::Error::other),
        }
    }
}

impl<R: Read> Read for ZstandardReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 {
            if !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.frame.decode_blocks(&mut self.source, one).map_err(io::Error::other)?;
                continue;
            }
            let checksum = self.frame.get_checksum_from_data();
            if checksum.is_some() && checksum != self.frame.get_calculated_checksum() {
                return Err(io::Error::other("another checksum"));
            }
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.next_frame()?;
        }
        self.frame.read(bytes)
    }
}
