//! File names that mean another file or no file on Windows.

use std::path::Path;

use anyhow::{Result, bail, ensure};

/// The names of devices, in any folder and with any extension. Some other devices end in a digit.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// The names of devices with a digit at the end, without the digit.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// Characters that Windows forbids in names. After a colon, Windows expects the name of a stream of the file.
const FORBIDDEN: &str = r#"<>:"|?*"#;

/// True if a path is the null device, which discards everything. The system cannot examine the device like a file.
pub(super) fn is_null_device(path: &Path) -> bool {
    ["NUL", r"\\.\NUL"].iter().any(|name| path.as_os_str().eq_ignore_ascii_case(name))
}

/// Refuses a name that means another file or a device.
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
