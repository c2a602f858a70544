//! Landlock, besides namespaces: which files a command may open, and whom it may signal. <https://docs.kernel.org/userspace-api/landlock.html>

use std::path::{Path, PathBuf};

use anyhow::Result;
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, Scope,
};

use super::visible;

/// The first version that keeps signals and abstract sockets in.
const VERSION: ABI = ABI::V6;

/// What may be opened.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    /// Read and run.
    pub readable: &'a [PathBuf],
    /// Listed, and not what is in them.
    pub listed: &'a [PathBuf],
    /// Excepted from what is readable.
    pub hidden: &'a [PathBuf],
    /// Read, written, made and removed.
    pub writable: &'a [PathBuf],
}

/// Restricts this thread, and all that it starts, for ever, as far as the kernel can.
pub(super) fn restrict(rules: &Rules<'_>) -> Result<()> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(VERSION))?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?;
    let (mut listed, mut read) = (rules.listed.to_vec(), Vec::new());
    for path in rules.readable {
        visible::without(path, rules.hidden, &mut listed, &mut read);
    }
    ruleset = allow(ruleset, &listed, AccessFs::ReadDir.into())?;
    ruleset = allow(ruleset, &read, AccessFs::from_read(VERSION))?;
    let devices = visible::DEVICES.map(PathBuf::from);
    ruleset = allow(ruleset, &devices, AccessFs::ReadFile | AccessFs::WriteFile)?;
    ruleset = allow(ruleset, rules.writable, AccessFs::from_all(VERSION))?;
    ruleset.restrict_self()?;
    Ok(())
}

fn allow(mut ruleset: RulesetCreated, paths: &[PathBuf], access: BitFlags<AccessFs>) -> Result<RulesetCreated> {
    for path in paths {
        // What is not there needs no rule.
        let Ok(descriptor) = PathFd::new(path) else { continue };
        let access = if is_folder(path) { access } else { access & AccessFs::from_file(VERSION) };
        ruleset = ruleset.add_rule(PathBeneath::new(descriptor, access))?;
    }
    Ok(ruleset)
}

fn is_folder(path: &Path) -> bool {
    path.is_dir()
}
