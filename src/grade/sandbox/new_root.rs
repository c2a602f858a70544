//! Builds the root that a command sees in its own mount namespace. The new root has the necessary parts of the system
//! as read-only files, and a folder in memory for the command.

use std::{
    ffi::{CString, OsString},
    fs,
    os::unix::{ffi::OsStringExt as _, fs::symlink},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use rustix::{
    mount::{
        MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_change,
        mount_remount, unmount,
    },
    process::pivot_root,
};

use super::{
    command::{Limits, MORE_BYTES},
    untrusted::DiskUse,
};

const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// The files in `/etc` that the loader, compilers and Java need, in addition to files whose names begin with `java`.
const SETTINGS: [&str; 5] =
    ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"];

/// Devices through which programs cannot communicate.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The folder with the command's files.
const FOLDER: &str = "/submission";

/// The folders that the command may write. All writable folders are in one file system of limited size.
pub(super) const WRITABLE: [&str; 3] = [FOLDER, "/tmp", "/dev/shm"];

/// The mount point of the command's file system while the new root is built.
const STORE: &str = "/store";

/// The mount point of the old root while the new root is built.
const OLD: &str = "/old";

/// The user and group of the command.
pub(super) const USER: u32 = 1000;

/// The existing files and folders of the system that a command may read; `more` has paths from the configuration.
pub(super) fn readable(more: &[PathBuf]) -> Vec<PathBuf> {
    let fixed = SYSTEM.iter().chain(&SETTINGS).map(PathBuf::from);
    let java = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java = java.filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"java")));
    fixed.chain(java).chain(more.iter().cloned()).filter(|path| fs::symlink_metadata(path).is_ok()).collect()
}

/// Builds the new root, and moves this process and all other processes of the mount namespace into it.
pub(super) fn enter(readable: &[OsString], hidden: &[OsString]) -> Result<()> {
    let sealed = MountFlags::NOSUID | MountFlags::NODEV;
    // Any folder can be the mount point, because a mount only covers the folder's content.
    let base = "/tmp";
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC).context("private mounts")?;
    mount("tmpfs", base, "tmpfs", sealed, c"mode=755,size=1m").context("a root in memory")?;
    fs::create_dir(Path::new(base).join(&OLD[1..]))?;
    pivot_root(base, Path::new(base).join(&OLD[1..])).context("the new root")?;
    std::env::set_current_dir("/")?;

    fs::create_dir(STORE)?;
    mount("tmpfs", STORE, "tmpfs", sealed, c"mode=755").context("a folder in memory")?;
    for path in WRITABLE {
        let part = Path::new(STORE).join(&path[1..]);
        fs::create_dir_all(&part)?;
        fs::create_dir_all(path)?;
        mount_bind(&part, path)?;
    }
    // A readable path may be inside a writable folder, so readable paths must be mounted later.
    for path in readable.iter().map(Path::new) {
        show(path).with_context(|| format!("{}, read-only", path.display()))?;
    }
    seal_mounts().context("read-only mounts")?;
    fs::create_dir_all("/dev")?;
    for device in DEVICES {
        show(Path::new(device)).context(device)?;
    }
    for (link, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        symlink(format!("/proc/self/fd{target}"), Path::new("/dev").join(link))?;
    }
    for path in hidden.iter().map(Path::new).filter(|path| path.exists()) {
        let hide = if path.is_dir() {
            mount("tmpfs", path, "tmpfs", sealed | MountFlags::RDONLY, c"mode=555,size=4k")
        } else {
            mount_bind(Path::new(OLD).join("dev/null"), path)
        };
        hide.with_context(|| format!("{}, hidden", path.display()))?;
    }
    fs::create_dir("/proc")?;
    mount("proc", "/proc", "proc", sealed | MountFlags::NOEXEC, None).context("its own /proc")?;
    fs::create_dir_all("/etc")?;
    fs::write("/etc/passwd", format!("student:x:{USER}:{USER}::{FOLDER}:/bin/sh\n"))?;
    fs::write("/etc/group", format!("student:x:{USER}:\n"))?;

    for folder in [STORE, OLD] {
        unmount(folder, UnmountFlags::DETACH).with_context(|| format!("{folder}, unmounted"))?;
        fs::remove_dir(folder)?;
    }
    mount_remount("/", MountFlags::BIND | MountFlags::RDONLY | sealed, c"").context("a read-only root")
}

/// Limits the size of the folder in memory. The command's own limit is lower, so the supervisor notices a command above it.
/// `taken` bytes and files are already in use.
pub(super) fn limit(taken: DiskUse, limits: &Limits) -> Result<()> {
    let bytes = taken.bytes.saturating_add(limits.output).saturating_add(MORE_BYTES);
    let files = taken.files.saturating_add(limits.files).saturating_add(1000);
    let options = CString::new(format!("size={bytes},nr_inodes={files}"))?;
    mount_remount(FOLDER, MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str()).context("a limit of the folder")
}

/// Mounts a file or folder of the system under the same name in the new root.
fn show(path: &Path) -> Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(()); // an outer folder of the path is already mounted
    }
    let old = Path::new(OLD).join(path.strip_prefix("/")?);
    let kind = fs::symlink_metadata(&old)?.file_type();
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() {
        symlink(fs::read_link(&old)?, path)?;
    } else if kind.is_dir() {
        fs::create_dir(path)?;
        mount_bind_recursive(&old, path)?;
    } else {
        fs::File::create(path)?;
        mount_bind(&old, path)?;
    }
    Ok(())
}

/// Makes all mounted files of the system read-only.
fn seal_mounts() -> Result<()> {
    // Each line describes a mount (<https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html>).
    let table = fs::read_to_string(Path::new(OLD).join("proc/self/mountinfo"))?;
    for line in table.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [_, _, _, _, place, options, ..] = fields[..] else { continue };
        let place = PathBuf::from(OsString::from_vec(unescape(place)));
        let is_ours = ["/", STORE].iter().chain(&WRITABLE).any(|ours| place == Path::new(ours));
        if is_ours || place.starts_with(OLD) {
            continue;
        }
        // If a mount forbids execution (`noexec`), the new mount must forbid execution, too.
        let is_noexec = options.split(',').any(|option| option == "noexec");
        let kept = if is_noexec { MountFlags::NOEXEC } else { MountFlags::empty() };
        let sealed = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        mount_remount(&place, sealed | kept, c"").with_context(|| place.display().to_string())?;
    }
    Ok(())
}

/// Decodes spaces, tabs, line endings and backslashes, which the table of mounts writes as octal digits.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits = (first == b'\\').then(|| tail.get(..3)).flatten();
        let escaped = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &tail[3..] } else { tail };
    }
    bytes
}
