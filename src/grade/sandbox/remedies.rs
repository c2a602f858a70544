//! Lists remedies for a machine on which the sandbox cannot use namespaces.

use std::{fs, path::Path};

/// Sentences on changes that would let this machine sandbox programs better.
pub(super) fn remedies() -> Vec<&'static str> {
    let setting = |name: &str| fs::read_to_string(Path::new("/proc/sys").join(name)).unwrap_or_default();
    let groups = fs::read_to_string("/proc/1/cgroup").unwrap_or_default();
    let is_container = ["/.dockerenv", "/run/.containerenv"].iter().any(|mark| Path::new(mark).exists())
        || ["docker", "kubepods", "containerd", "lxc"].iter().any(|name| groups.contains(name));
    let remedies = [
        (
            setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1",
            "`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`, or an AppArmor profile for this program with \
             the rule `userns,`",
        ),
        (
            setting("kernel/unprivileged_userns_clone").trim() == "0",
            "`sudo sysctl -w kernel.unprivileged_userns_clone=1`",
        ),
        (setting("user/max_user_namespaces").trim() == "0", "`sudo sysctl -w user.max_user_namespaces=10000`"),
        (
            is_container,
            "a container that may make namespaces (`docker run --security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined --security-opt systempaths=unconfined`)",
        ),
        (!rustix::process::geteuid().is_root(), "to grade as root"),
    ];
    remedies.into_iter().filter_map(|(helps, remedy)| helps.then_some(remedy)).collect()
}
