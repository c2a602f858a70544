//! Restricts a command with Landlock (<https://docs.kernel.org/userspace-api/landlock.html>). If the kernel has
//! Landlock, the command cannot write outside its folders or reach outside ports, processes and abstract sockets.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

use super::new_root::DEVICES;

/// The first version of Landlock that blocks signals and abstract sockets.
const VERSION: ABI = ABI::V6;

/// Permanently restricts this thread and its children to writing in some folders, and to reading and executing all files
/// but the hidden ones, as far as the kernel can. The names of hidden files stay visible.
pub(super) fn restrict(writable: &[impl AsRef<Path>], hidden: &[OsString]) -> Result<()> {
    let mut visible = Vec::new();
    add_visible(PathBuf::from("/"), hidden, &mut visible);
    let restrict = || {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(VERSION))?
            .handle_access(AccessNet::from_all(VERSION))?
            .scope(Scope::from_all(VERSION))?
            .create()?
            .add_rules(path_beneath_rules(["/"], AccessFs::ReadDir))?
            .add_rules(path_beneath_rules(visible, AccessFs::from_read(VERSION)))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(writable, AccessFs::from_all(VERSION)))?
            .restrict_self()
    };
    restrict().map(drop).context("Landlock")
}

/// Adds a folder, or its parts without hidden files. Links are left out, because Landlock follows them.
fn add_visible(path: PathBuf, hidden: &[OsString], visible: &mut Vec<PathBuf>) {
    if !hidden.iter().any(|hidden| Path::new(hidden).starts_with(&path)) {
        visible.push(path);
    } else if !hidden.iter().any(|hidden| Path::new(hidden) == path) {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        entries.for_each(|entry| add_visible(entry.path(), hidden, visible));
    }
}
