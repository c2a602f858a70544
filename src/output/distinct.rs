//! One file must not serve two purposes.

use std::{ffi::OsString, fs, io, path::Path};

use anyhow::{Result, bail};
use same_file::Handle;

use super::links::{behind_links, folder_of};

/// Makes sure that no file has two roles, by whatever paths or links it is named. A role is the name of an argument and
/// its path; `-` is standard input among the `inputs` and standard output among the `outputs`. Pipes and devices may
/// have any number of roles.
///
/// # Errors
/// Two roles of one file.
pub fn distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<()> {
    let inputs = inputs.iter().map(|&role| (role, Place::of(role.1, Place::standard_input)));
    let outputs = outputs.iter().map(|&role| (role, Place::of(role.1, Place::standard_output)));
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

/// What a path stands for. Equal places are the same file.
#[derive(Debug, PartialEq)]
enum Place {
    StandardInput,
    StandardOutput,
    File(Handle),
    /// A file that does not exist yet: its folder and its name there.
    New(Handle, OsString),
}

impl Place {
    /// `None` for pipes and devices, and where there is no telling: opening it will fail, too.
    fn of(path: &Path, standard: fn() -> Self) -> Option<Self> {
        if path == Path::new("-") {
            return Some(standard());
        }
        match fs::metadata(path) {
            Ok(metadata) => metadata.is_file().then(|| Handle::from_path(path).ok().map(Self::File)).flatten(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = behind_links(path)?;
                Some(Self::New(Handle::from_path(folder_of(&target)).ok()?, target.file_name()?.to_owned()))
            }
            Err(_) => None,
        }
    }

    fn standard_input() -> Self {
        Self::redirected(Handle::stdin()).unwrap_or(Self::StandardInput)
    }

    fn standard_output() -> Self {
        Self::redirected(Handle::stdout()).unwrap_or(Self::StandardOutput)
    }

    /// The file that a shell has put in the place of a standard stream.
    fn redirected(stream: io::Result<Handle>) -> Option<Self> {
        let stream = stream.ok()?;
        stream.as_file().metadata().is_ok_and(|metadata| metadata.is_file()).then_some(Self::File(stream))
    }
}
