//! Output files. They are still written in place; making them appear whole or not at all is the next step.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result};

/// One output file.
#[derive(Debug)]
pub struct Output(File);

impl Output {
    /// Creates the file.
    ///
    /// # Errors
    /// Where it cannot be created.
    pub fn create(path: &Path) -> Result<Self> {
        File::create(path).map(Self).with_context(|| format!("cannot write {}", path.display()))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Completes the files.
///
/// # Errors
/// Those of writing what is left.
pub fn commit_all(outputs: impl IntoIterator<Item = Output>) -> Result<()> {
    outputs.into_iter().try_for_each(|mut output| output.flush()).context("cannot write the output")
}

/// Checks that no two roles have the same file.
///
/// # Errors
/// Two roles with one path.
pub fn distinct(roles: &[(&str, &Path)]) -> Result<()> {
    for (index, (role, path)) in roles.iter().enumerate() {
        if let Some((other, _)) = roles[..index].iter().find(|(_, other)| other == path) {
            anyhow::bail!("{other} and {role} are the same file: {}", path.display());
        }
    }
    Ok(())
}
