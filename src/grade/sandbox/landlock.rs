//! Landlock: <https://docs.kernel.org/userspace-api/landlock.html>. Where the kernel has it, nothing is written outside of the
//! command's folders, and no port, signal or abstract socket leads out, whatever a namespace lets through.

use std::path::Path;

use anyhow::{Context as _, Result};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, Scope, path_beneath_rules,
};

use super::new_root::DEVICES;

/// The first version that keeps signals and abstract sockets in.
const VERSION: ABI = ABI::V6;

/// Restricts this thread, and all that it starts, for ever, as far as the kernel can: it writes in some folders alone.
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
