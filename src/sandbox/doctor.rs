//! What this machine can contain, and what not.

use std::{fs, path::Path};

use super::{
    caller::{Sandbox, Settings},
    level::Level,
};

/// Tries all levels, and says of each whether it works here or why not, what a program reaches at it, as tried, and what
/// it leaves open.
pub fn diagnose(settings: &Settings) -> String {
    let levels = Level::ALL.map(|level| {
        let sandbox = Sandbox::open(Settings { level: Some(level), ..settings.clone() });
        let (verdict, details) = match sandbox.and_then(|sandbox| Ok((sandbox.probe()?, sandbox.containment()))) {
            Ok((tried, containment)) => {
                let tried = tried.lines().map(|line| format!("  tried: it {line}\n"));
                let open = containment.left_open().map(|open| format!("  what is left open: {open}\n"));
                ("works".to_owned(), tried.chain(open).collect())
            }
            Err(error) if level == Level::Namespaces => {
                (format!("does not work: {error}"), format!("  what would help: {}\n", remedies().join(", or ")))
            }
            Err(error) => (format!("does not work: {error}"), String::new()),
        };
        format!("\n{level}: {verdict}\n  {}\n{details}", level.meaning())
    });
    let first = "A submission runs at the first of these levels that works here, at the last only if that is wanted.\n";
    first.to_owned() + &levels.concat()
}

/// What would let this machine contain programs in namespaces.
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
        (true, "to grade as root"),
        (true, "--unconfined, which keeps the limits alone"),
    ];
    remedies.into_iter().filter_map(|(helps, remedy)| helps.then_some(remedy)).collect()
}
