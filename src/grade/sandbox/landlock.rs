//! Restricts a command with Landlock (<https://docs.kernel.org/userspace-api/landlock.html>). If the kernel has
//! Landlock, the command cannot write outside its folders or reach outside ports, processes and abstract sockets.

use std::path::Path;

use anyhow::{Context as _, Result};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

use super::new_root::DEVICES;

/// The first version of Landlock that blocks signals and abstract sockets.
const VERSION: ABI = ABI::V6;

/// Permanently restricts this thread and its children to writing in some folders, as far as the kernel can.
pub(super) fn restrict(writable: &[impl AsRef<Path>]) -> Result<()> {
    let restrict = || {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(VERSION))?
            .handle_access(AccessNet::from_all(VERSION))?
            .scope(Scope::from_all(VERSION))?
            .create()?
            .add_rules(path_beneath_rules(["/"], AccessFs::from_read(VERSION)))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(writable, AccessFs::from_all(VERSION)))?
            .restrict_self()
    };
    restrict().map(drop).context("Landlock")
}
