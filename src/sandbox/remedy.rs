//! What would let this machine contain programs in namespaces.

use std::{fs, path::Path};

/// The remedies for what this machine forbids, each as an advice.
pub(super) fn remedies() -> Vec<String> {
    let setting = |name: &str| fs::read_to_string(Path::new("/proc/sys").join(name)).unwrap_or_default();
    let mut remedies = Vec::new();
    if setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        remedies.push(
            "`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`, or an AppArmor profile for this program with \
             the rule `userns,`"
                .to_owned(),
        );
    }
    if setting("kernel/unprivileged_userns_clone").trim() == "0" {
        remedies.push("`sudo sysctl -w kernel.unprivileged_userns_clone=1`".to_owned());
    }
    if setting("user/max_user_namespaces").trim() == "0" {
        remedies.push("`sudo sysctl -w user.max_user_namespaces=10000`".to_owned());
    }
    if is_container() {
        remedies.push(
            "a container that may make namespaces (`docker run --security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined --security-opt systempaths=unconfined`)"
                .to_owned(),
        );
    }
    remedies.push("to grade as root".to_owned());
    remedies.push("--unconfined, which keeps the limits alone".to_owned());
    remedies
}

/// Whether this process runs in a container, as far as containers say so.
fn is_container() -> bool {
    let marks = ["/.dockerenv", "/run/.containerenv"];
    let groups = fs::read_to_string("/proc/1/cgroup").unwrap_or_default();
    marks.iter().any(|mark| Path::new(mark).exists())
        || ["docker", "kubepods", "containerd", "lxc"].iter().any(|name| groups.contains(name))
}
