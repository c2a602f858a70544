//! Computes digests, with which a later run finds changed submissions, cases and configurations.

use std::{
    collections::BTreeSet,
    fmt,
    fs::{self, File},
    io::{self, Read},
    mem,
    path::Path,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes as hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(String);

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

/// Makes one digest from several parts. The length of each part is hashed before the part, so that `ab`, `c` and `a`,
/// `bc` differ.
#[derive(Clone, Debug, Default)]
pub struct Digester(Sha256);

impl Digester {
    /// Adds a part.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        let bytes = bytes.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds all bytes of a source by their own digest, because the number of bytes is not known in advance.
    pub(crate) fn read(&mut self, mut source: impl Read) -> io::Result<()> {
        let mut inner = Sha256::default();
        let mut block = vec![0; 1 << 16];
        loop {
            match source.read(&mut block) {
                Ok(0) => break,
                Ok(count) => inner.update(&block[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.add(inner.finalize());
        Ok(())
    }

    /// Adds a file (name and content), a link (target), an unreadable file (error), or a folder (all members).
    pub fn add_tree(&mut self, path: &Path) {
        self.add(path.as_os_str().as_encoded_bytes());
        let added = fs::symlink_metadata(path).and_then(|facts| {
            if facts.is_symlink() {
                self.add(fs::read_link(path)?.as_os_str().as_encoded_bytes());
            } else if facts.is_dir() {
                let entries =
                    fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<BTreeSet<_>>>()?;
                for entry in &entries {
                    self.add_tree(entry);
                }
            } else if facts.is_file() {
                self.read(File::open(path)?)?;
            }
            Ok(())
        });
        if let Err(error) = added {
            self.add(error.to_string());
        }
    }

    /// Returns the digest of all added parts.
    pub fn finish(&mut self) -> Digest {
        let halves = mem::take(&mut self.0).finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        Digest(halves.filter_map(|half| char::from_digit(half.into(), 16)).collect())
    }
}
