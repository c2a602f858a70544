//! Names that Windows takes for another file than the one of that name, or for none.

use std::path::Path;

use anyhow::{Result, bail, ensure};

/// Names of devices, in any folder and before any extension; some others end in a digit.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// The devices whose names end in a digit, without it.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// Characters that no name holds; after a colon there would be the name of a stream within a file.
const FORBIDDEN: &str = r#"<>:"|?*"#;

/// True if a path is the device that takes everything and keeps nothing. It cannot be asked what it is, as files can.
pub(super) fn is_null_device(path: &Path) -> bool {
    ["NUL", r"\\.\NUL"].iter().any(|name| path.as_os_str().eq_ignore_ascii_case(name))
}

/// Refuses a name that would be another one or a device.
pub(super) fn check(path: &Path) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ensure!(
        !name.ends_with(['.', ' ']),
        "Windows does not allow names that end in a dot or a space; expected another name"
    );
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let numbered = stem.strip_suffix(|last: char| last.is_ascii_digit());
    let is_device = DEVICES.contains(&&*stem) || numbered.is_some_and(|device| NUMBERED_DEVICES.contains(&device));
    ensure!(
        !is_device,
        "{stem} is a reserved device name on Windows; expected another name, or NUL to discard the output"
    );
    let forbidden = name.chars().find(|&letter| letter.is_control() || FORBIDDEN.contains(letter));
    if let Some(letter) = forbidden {
        bail!("Windows does not allow {letter:?} in names; expected another name");
    }
    Ok(())
}
