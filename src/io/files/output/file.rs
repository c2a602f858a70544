//! One output: a temporary file that replaces its target at the end, or a direct stream.

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

/// An output, which appears under its name when the program commits the output. If an output is dropped before the
/// commit, no file remains.
///
/// `-` is standard output. Standard output, pipes, devices and other special files are written directly. If the name
/// ends in `.gz`, the output is compressed and is complete after the commit. All other outputs are written without a
/// buffer, so callers should write large blocks.
#[derive(Debug)]
pub struct Output {
    name: String,
    pub(super) sink: Sink,
    /// The unfinished file; `None` if the output is written directly.
    pub(super) pending: Option<Pending>,
}

/// A committed output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub name: String,
    pub compressed: Option<u64>,
}

impl Output {
    /// Opens an output. Opening neither creates nor changes the target, but finds most problems early. If the path is a
    /// symbolic link, the link stays and the commit replaces the link's target.
    pub fn create(path: &Path) -> Result<Self> {
        ensure!(!path.as_os_str().is_empty(), "the name of an output file is empty");
        if is_standard_output(path) {
            let file = standard_output().context("cannot write standard output")?;
            return Ok(Self { name: "standard output".to_owned(), sink: Sink::Plain(file), pending: None });
        }
        let name = path.display().to_string();
        ensure!(
            !has_extension(path, "zst"),
            "cannot write {name}: this program does not write Zstandard; expected a name in .gz, or a pipe such as -ol \
             - | zstd > log.zst"
        );
        let (file, pending) = open(path, &name).with_context(|| format!("cannot write {name}"))?;
        Ok(Self { name, sink: Sink::named(path, file), pending })
    }

    /// Opens an output and writes `bytes`.
    pub fn containing(path: &Path, bytes: impl AsRef<[u8]>) -> Result<Self> {
        let mut output = Self::create(path)?;
        output.write_all(bytes.as_ref())?;
        Ok(output)
    }

    /// The path as given; `standard output` for `-` and similar names.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if the output goes to a terminal.
    pub fn is_terminal(&self) -> bool {
        self.sink.file().is_terminal()
    }

    /// Replaces the target by the written file. If the file system refuses the replacement, the old file is intact.
    pub fn commit(self) -> Result<()> {
        commit_all([self]).map(|_| ())
    }
}

impl Write for Output {
    /// Writes bytes directly to the output. An error names the output and keeps the kind of the original error, so the
    /// program can recognise a closed pipe.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes).map_err(|source| cannot_write(&self.name, source))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A failed write, with the name of the output.
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

/// Replaces all targets in the order of their creation. An interrupt comes before all replacements or after all
/// replacements. If the file system refuses a target, this target and all later targets are intact.
pub fn commit_all(outputs: impl IntoIterator<Item = Output>) -> Result<Vec<Written>> {
    let mut pending = Vec::new();
    let mut all = Vec::new();
    for Output { name, sink, pending: of_file } in outputs {
        let is_compressed = sink.is_compressed();
        let compressed = match sink.finish() {
            // The reader has closed the pipe, so the program needs no more output.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => None,
            // The commit closes the file before the renaming, because some systems cannot rename an open file.
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

/// Standard output without the standard library's buffer.
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    // The WebAssembly system cannot duplicate an open file.
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
        // A rename would replace a write-protected file, so opening the file checks the protection.
        OpenOptions::new().write(true).open(path)?;
    }
    let folder = folder_of(&target).to_owned();
    let (file, pending) = Pending::beside(target, name).map_err(|error| {
        let folder = folder.display();
        match error.kind() {
            ErrorKind::NotFound => anyhow!("the folder {folder} does not exist"),
            // The original error would name the temporary file, which users do not know.
            kind => anyhow!("cannot create a file in {folder}: {kind}"),
        }
    })?;
    // The WebAssembly system has no permissions.
    if let Some(existing) = existing.filter(|_| !cfg!(target_family = "wasm")) {
        file.set_permissions(existing.permissions())?;
    }
    Ok((file, Some(pending)))
}
