//! One output: a file that will be replaced at the end, or something that is written directly.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, is_separator},
};

use anyhow::{Context, Result, anyhow, bail, ensure};

#[cfg(windows)]
use super::windows_names;
use super::{
    compressed::{Sink, has_extension},
    links::{folder_of, follow_links, is_standard_output},
    unfinished::{Pending, name_all},
};

/// An output that appears under its name when it is committed, and leaves no trace when it is dropped before.
///
/// `-` is standard output. This, pipes, devices and whatever else is no ordinary file are written directly.
/// What is written under a name that ends in `.gz` is compressed on the way, and complete at the commit.
/// Otherwise nothing is buffered: hand over large blocks.
#[derive(Debug)]
pub struct Output {
    name: String,
    pub(super) sink: Sink,
    /// None where it is written directly.
    pub(super) pending: Option<Pending>,
}

/// An output after it was committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The [name](Output::name) of the output.
    pub name: String,
    /// The bytes of a compressed file.
    pub compressed: Option<u64>,
}

impl Output {
    /// Opens an output. No file of that name is changed or created yet, but all that can be known to stand in the way
    /// of it is found out now. A symbolic link stays one: what it points to will be replaced.
    pub fn create(path: &Path) -> Result<Self> {
        ensure!(!path.as_os_str().is_empty(), "the name of an output file is empty");
        if is_standard_output(path) {
            let file = standard_output().context("cannot write standard output")?;
            return Ok(Self { name: "standard output".to_owned(), sink: Sink::Plain(file), pending: None });
        }
        let name = path.display().to_string();
        ensure!(
            !has_extension(path, "zst"),
            "cannot write {name}: Zstandard is not written here; expected a name in .gz, or standard output through a \
             pipe, as in -ol - | zstd > log.zst"
        );
        let (file, pending) = open(path, &name).with_context(|| format!("cannot write {name}"))?;
        Ok(Self { name, sink: Sink::named(path, file), pending })
    }

    /// Opens an output and writes it.
    pub fn containing(path: &Path, bytes: impl AsRef<[u8]>) -> Result<Self> {
        let mut output = Self::create(path)?;
        output.write_all(bytes.as_ref())?;
        Ok(output)
    }

    /// The path as it was given; `standard output` for `-` and the like.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if what is written appears on the screen.
    pub fn is_terminal(&self) -> bool {
        self.sink.file().is_terminal()
    }

    /// Replaces the file of this name by what has been written.
    /// If the file system refuses it, the old file is intact.
    pub fn commit(self) -> Result<()> {
        commit_all([self]).map(|_| ())
    }
}

impl Write for Output {
    /// Writes directly. An error names the output and keeps its kind, so that a closed pipe is known by it.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes).map_err(|source| cannot_write(&self.name, source))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A write that failed, and where.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {name}")]
struct CannotWrite {
    name: String,
    source: io::Error,
}

fn cannot_write(name: &str, source: io::Error) -> io::Error {
    io::Error::new(source.kind(), CannotWrite { name: name.to_owned(), source })
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    Output::containing(path, bytes)?.commit()
}

/// Replaces the files of all these names by what has been written, in the order of their creation. An interrupt comes
/// before all of it or after.
/// If the file system refuses one of them, that file and those after it are intact.
pub fn commit_all(outputs: impl IntoIterator<Item = Output>) -> Result<Vec<Written>> {
    let mut pending = Vec::new();
    let mut all = Vec::new();
    for Output { name, sink, pending: of_file } in outputs {
        let is_compressed = sink.is_compressed();
        let compressed = match sink.finish() {
            // The reader of the pipe has closed it: it wants no more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => None,
            // The file is closed here, because some systems rename no open file.
            finished => {
                let file = finished.map_err(|error| cannot_write(&name, error))?;
                file.metadata()
                    .ok()
                    .filter(|metadata| is_compressed && metadata.is_file())
                    .map(|metadata| metadata.len())
            }
        };
        pending.extend(of_file);
        all.push(Written { name, compressed });
    }
    name_all(&pending)?;
    Ok(all)
}

/// Standard output without the buffer that the library puts before it.
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    // WebAssembly's system duplicates no open file.
    #[cfg(target_family = "wasm")]
    let own = OpenOptions::new().append(true).open("/dev/stdout");
    own.map(File::from)
}

fn open(path: &Path, name: &str) -> Result<(File, Option<Pending>)> {
    #[cfg(windows)]
    {
        if windows_names::is_null_device(path) {
            return Ok((OpenOptions::new().write(true).open(path)?, None));
        }
        windows_names::check(path)?;
    }
    let existing = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let is_folder = existing.as_ref().is_some_and(fs::Metadata::is_dir);
    if is_folder || existing.is_none() && path.to_string_lossy().ends_with(is_separator) {
        bail!("it names a folder; expected a file");
    }
    let is_special = existing.as_ref().is_some_and(|metadata| !metadata.is_file());
    let Some(target) = follow_links(path).filter(|_| !is_special) else {
        return Ok((OpenOptions::new().append(true).open(path)?, None));
    };
    if existing.is_some() {
        // A rename would replace even a write-protected file.
        OpenOptions::new().write(true).open(path)?;
    }
    let folder = folder_of(&target).to_owned();
    let (file, pending) = Pending::beside(target, name).map_err(|error| {
        let folder = folder.display();
        match error.kind() {
            ErrorKind::NotFound => anyhow!("the folder {folder} does not exist"),
            // The error itself would name the temporary file, which means nothing to anybody.
            kind => anyhow!("cannot create a file in {folder}: {kind}"),
        }
    })?;
    // WebAssembly's system knows no permissions.
    if let Some(existing) = existing.filter(|_| !cfg!(target_family = "wasm")) {
        file.set_permissions(existing.permissions())?;
    }
    Ok((file, Some(pending)))
}
