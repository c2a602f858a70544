//! What one submission does to the others of its class: nothing.

use super::Workspace;

const HONEST: [&str; 3] = ["ada_lovelace", "grace_hopper", "mary_somerville"];

/// Attackers, as shell scripts.
const ATTACKERS: [(&str, &str); 7] = [
    ("bomb", "bomb() { bomb | bomb & }; while :; do bomb; done"),
    ("daemon", "setsid sh -c 'trap \"\" HUP TERM; sleep 600' & kill 0; kill -9 -1"),
    ("hog", "perl -e 'my $x = \"x\" x (2 << 30); sleep 60'"),
    ("holes", "truncate -s 8000P moves.txt log.txt"),
    ("links", "ln -s /etc/passwd moves.txt; mv ../submission ../other; chmod -R 777 / 2> /dev/null"),
    ("lock", "exec 3< /usr/bin/env; flock 3; sleep 60"),
    ("printer", "cat /dev/zero"),
];

#[test]
fn attackers_cost_the_others_neither_points_nor_words() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    for name in HONEST {
        workspace.submit(name, &right);
    }
    let told = || HONEST.map(|name| workspace.text(&format!("results/feedback/{name}.md")));
    workspace.grade_all(&[]);
    let alone = told();
    for (name, script) in ATTACKERS {
        workspace.submit(name, script);
    }
    workspace.grade_all(&["--again", "--jobs", "4"]);
    assert_eq!(told(), alone);
    let verdicts = workspace.verdicts();
    for name in HONEST {
        assert_eq!(verdicts[name], "right");
    }
    for (name, _) in ATTACKERS {
        assert_ne!(verdicts[name], "right", "{name}");
    }
}
