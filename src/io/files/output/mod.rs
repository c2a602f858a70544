//! Output files that appear whole or not at all.
//!
//! An [`Output`] is a hidden file, which [`commit_all`] renames to its target. If anything fails before the renaming,
//! the old file is intact and no other file remains. After a kill, the next run that writes the target removes the
//! hidden file. The program writes pipes and devices directly, because a rename cannot replace a pipe or a device.

mod places;
mod unfinished;
#[cfg(windows)]
mod windows_names;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, is_separator},
    sync::Arc,
};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use indicatif::HumanBytes;

use places::{folder_of, follow_links, is_standard_output};
use unfinished::Pending;

pub use places::distinct;

/// An output, which appears under its name when the program commits the output. If an output is dropped before the
/// commit, no file remains.
///
/// `-` is standard output. Standard output, pipes, devices and other special files are written directly. If the name
/// ends in `.gz`, the output is compressed and is complete after the commit. All other outputs are written without a
/// buffer, so callers should write large blocks.
#[derive(Debug)]
pub struct Output {
    name: String,
    file: Arc<File>,
    /// The compressed stream; `None` if the output is not compressed.
    gzip: Option<GzEncoder<Arc<File>>>,
    /// The unfinished file; `None` if the output is written directly.
    pending: Option<Pending>,
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
            return Ok(Self { name: "standard output".to_owned(), file: Arc::new(file), gzip: None, pending: None });
        }
        let name = path.display().to_string();
        let has_extension = |wanted| path.extension().is_some_and(|given| given.eq_ignore_ascii_case(wanted));
        ensure!(
            !has_extension("zst"),
            "cannot write {name}: this program does not write Zstandard; expected a name in .gz, or a pipe such as -ol \
             - | zstd > log.zst"
        );
        let (file, pending) = open(path, &name).with_context(|| format!("cannot write {name}"))?;
        let file = Arc::new(file);
        let gzip = has_extension("gz").then(|| GzEncoder::new(Arc::clone(&file), Compression::fast()));
        Ok(Self { name, file, gzip, pending })
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
        self.file.is_terminal()
    }

    /// Returns an error with advice if a log cannot fit into the free space. `may_fit` gets the number of free bytes.
    /// If the length of the output or the free space is unknown, the function checks nothing.
    pub fn check_free_space(&self, may_fit: impl FnOnce(u64) -> bool) -> Result<()> {
        #[cfg(any(unix, windows))]
        if self.gzip.is_none()
            && let Some(pending) = &self.pending
            && let Ok(space) = fs4::available_space(pending.folder())
        {
            ensure!(
                may_fit(space),
                "cannot write {}: the log is larger than the {} that are free there; expected a smaller depth, a name \
                 in .gz, or --force to write the log anyway",
                self.name,
                HumanBytes(space)
            );
        }
        Ok(())
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
        let written = match &mut self.gzip {
            Some(gzip) => gzip.write(bytes),
            None => self.file.write(bytes),
        };
        written.map_err(|source| cannot_write(&self.name, source))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cannot_write(name: &str, source: io::Error) -> io::Error {
    io::Error::new(source.kind(), Error::new(source).context(format!("cannot write {name}")))
}

/// Creates a folder, and its parent folders if they do not exist.
pub fn create_folder(folder: &Path) -> Result<()> {
    ensure!(!folder.is_file(), "{} is a file; expected a folder", folder.display());
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    Output::containing(path, bytes)?.commit()
}

/// Replaces all targets in the order of their creation. If the file system refuses a target, this target and all later
/// targets are intact.
pub fn commit_all(outputs: impl IntoIterator<Item = Output>) -> Result<Vec<Written>> {
    let (mut all, mut complete) = (Vec::new(), Vec::new());
    for Output { name, file, gzip, pending } in outputs {
        let compressed = match gzip.map(GzEncoder::finish).transpose() {
            // The reader has closed the pipe, so the program needs no more output.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => None,
            finished => finished
                .and_then(|file| file.map(|file| file.metadata()).transpose())
                .map_err(|error| cannot_write(&name, error))?,
        };
        let compressed = compressed.filter(fs::Metadata::is_file).map(|metadata| metadata.len());
        all.push(Written { name, compressed });
        // A file stays open until it has its name: another run removes a hidden file that no process holds open.
        complete.push((file, pending));
    }
    for (Written { name, .. }, (_open, pending)) in all.iter().zip(complete) {
        pending.map_or(Ok(()), |pending| pending.persist(name))?;
    }
    Ok(all)
}

/// Standard output without the standard library's buffer.
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
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
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        metadata => Some(metadata?),
    };
    if existing.as_ref().map_or_else(|| path.to_string_lossy().ends_with(is_separator), fs::Metadata::is_dir) {
        bail!("it names a folder; expected a file");
    }
    let is_file = existing.as_ref().is_none_or(fs::Metadata::is_file);
    let Some(target) = follow_links(path).filter(|_| is_file) else {
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
    if let Some(existing) = existing {
        file.set_permissions(existing.permissions())?;
    }
    Ok((file, Some(pending)))
}
