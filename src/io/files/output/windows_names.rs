//! File names that mean another file or no file on Windows.

use std::path::Path;

use anyhow::{Result, bail, ensure};

/// The devices, whose names have any extension. The names of the last two end in a digit.
const DEVICES: [&str; 8] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "COM", "LPT"];

/// True if a path is the null device, which discards everything. The system cannot examine the device like a file.
pub(super) fn is_null_device(path: &Path) -> bool {
    ["NUL", r"\\.\NUL"].iter().any(|name| path.as_os_str().eq_ignore_ascii_case(name))
}

/// Refuses a name that means another file or a device.
pub(super) fn check(path: &Path) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_cut = name.ends_with(['.', ' ']);
    ensure!(!is_cut, "Windows does not allow names that end in a dot or a space; expected another name");
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let device = stem.strip_suffix(|last: char| last.is_ascii_digit());
    if DEVICES[..6].contains(&&*stem) || device.is_some_and(|device| DEVICES[6..].contains(&device)) {
        bail!("{stem} is a reserved device name on Windows; expected another name, or NUL to discard the output");
    }
    // After a colon, Windows expects the name of a stream of the file.
    if let Some(letter) = name.chars().find(|&letter| letter.is_control() || r#"<>:"|?*"#.contains(letter)) {
        bail!("Windows does not allow {letter:?} in names; expected another name");
    }
    Ok(())
}
