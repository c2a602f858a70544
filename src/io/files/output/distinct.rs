//! Checks that no file is given for two arguments.

use std::{ffi::OsString, fs, io, path::Path};

use anyhow::{Result, bail};
use same_file::Handle;

use super::links::{folder_of, follow_links, is_standard_output};

/// Returns an error if a file has two roles, through any paths or links. A role is the name of an argument with its
/// path. `-` is standard input among the `inputs`, and standard output among the `outputs`. Pipes and devices may have
/// several roles.
pub fn distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<()> {
    let inputs = inputs.iter().map(|&role| (role, Place::of_input(role.1)));
    let outputs = outputs.iter().map(|&role| (role, Place::of_output(role.1)));
    let roles: Vec<_> = inputs.chain(outputs).collect();
    for (index, ((second, second_path), place)) in roles.iter().enumerate() {
        let same = roles[..index].iter().find(|(_, other)| place.is_some() && place == other);
        if let Some(((first, first_path), _)) = same {
            let (first_path, second_path) = (first_path.display(), second_path.display());
            bail!(
                "{first} {first_path} and {second} {second_path} are the same file; expected a different one for each"
            );
        }
    }
    Ok(())
}

/// The place of a file or stream: two paths to one file have equal places.
#[derive(Debug, PartialEq)]
enum Place {
    StandardInput,
    StandardOutput,
    File(Handle),
    /// A file that does not exist yet: the folder of the file, and the file name.
    New(Handle, OsString),
}

impl Place {
    fn of_input(path: &Path) -> Option<Self> {
        if path == Path::new("-") {
            Some(Self::of_stream(Handle::stdin(), Self::StandardInput))
        } else {
            Self::of(path)
        }
    }

    fn of_output(path: &Path) -> Option<Self> {
        if is_standard_output(path) {
            Some(Self::of_stream(Handle::stdout(), Self::StandardOutput))
        } else {
            Self::of(path)
        }
    }

    /// If the shell has redirected a stream to a file, returns the file, else `otherwise`.
    fn of_stream(stream: io::Result<Handle>, otherwise: Self) -> Self {
        let is_file = |stream: &Handle| stream.as_file().metadata().is_ok_and(|metadata| metadata.is_file());
        stream.ok().filter(is_file).map_or(otherwise, Self::File)
    }

    /// Returns the place of a path; `None` for pipes, devices and files that cannot be examined. Opening a file that
    /// cannot be examined fails later.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Handle::from_path(path).ok().map(Self::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = follow_links(path)?;
                Some(Self::New(Handle::from_path(folder_of(&target)).ok()?, target.file_name()?.to_owned()))
            }
            Ok(_) | Err(_) => None,
        }
    }
}
