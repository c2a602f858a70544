//! Landlock (<https://docs.kernel.org/userspace-api/landlock.html>). If the kernel has it, the command cannot write
//! outside its folders, and no port, signal or abstract socket leads outside.

use std::path::Path;

use anyhow::{Context as _, Result};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

use super::new_root::DEVICES;

/// The first version that blocks signals and abstract sockets.
const VERSION: ABI = ABI::V6;

/// Restricts this thread and its children permanently, as far as the kernel can: they write only in some folders.
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
