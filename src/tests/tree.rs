//! Tests the command `tree` against transcripts of AIMA's figures 5.3 and 5.7.

fn stdout(arguments: &[&str]) -> Vec<u8> {
    crate::reversi().arg("tree").args(arguments).assert().success().stderr("").get_output().stdout.clone()
}

#[test]
fn every_tree_is_reported_as_the_transcription_does() {
    let _settings = crate::snapshots("tree");
    let trees = crate::texts("fixtures/tree");
    assert!(trees.len() >= 6, "only {} trees", trees.len());
    for tree in trees {
        let name = tree.file_stem().expect("a name").to_string_lossy();
        let path = tree.to_string_lossy();
        let mut reports = Vec::new();
        for algorithm in ["minimax", "alphabeta"] {
            for root in ["max", "min"] {
                reports.extend(crate::section(&format!("{algorithm} {root}"), &stdout(&[algorithm, &path, root])));
            }
            assert_eq!(stdout(&[algorithm, &path]), stdout(&[algorithm, &path, "max"]), "max is the default");
        }
        insta::assert_binary_snapshot!(&format!("{name}.txt"), reports);
    }
}

#[test]
fn pruned_branches_alone_are_dashed_in_the_drawing() {
    let path = "fixtures/tree/deep-cuts.txt";
    let drawing = |algorithm| String::from_utf8(stdout(&[algorithm, path, "--dot"])).expect("text");
    assert!(!drawing("minimax").contains("dashed"));
    // The pruned branches of the report, and the nodes below them: l22, l23, and M3 with two leaves.
    let drawn = drawing("alphabeta");
    let dashed: Vec<&str> =
        drawn.lines().filter(|line| line.contains("shape=") && line.contains("style=dashed")).collect();
    let names = ["l22", "l23", "M3", "m31", "m32"];
    assert_eq!(dashed.len(), names.len());
    for (line, name) in dashed.iter().zip(names) {
        assert!(line.contains(name), "{line}");
    }
    // Each dashed node hangs on a dashed branch; a cross marks where the search left off.
    assert_eq!(drawn.matches("[style=dashed").count(), names.len());
    assert_eq!(drawn.matches("label=X").count(), 3);
}

#[test]
fn a_drawing_has_a_line_for_each_node_and_each_branch() {
    let _settings = crate::snapshots("tree");
    let drawing = crate::stdout(
        &crate::reversi()
            .args(["tree", "alphabeta", "-", "min", "--dot"])
            .write_stdin(r#"(say"hi" a\b=1 (2 3) (0 (4) 5))"#)
            .assert()
            .success(),
    );
    insta::assert_snapshot!("drawing", drawing);
}

/// A line for a node is as long as the node's level, so deeper trees would take minutes.
#[test]
fn trees_of_500_levels_are_searched_and_deeper_ones_are_refused() {
    for command in [&["tree", "alphabeta", "-"][..], &["explain", "--tree", "-", "-o", "-"]] {
        let show = |levels: usize| {
            let text = ["(".repeat(levels), "7".to_owned(), ")".repeat(levels)].concat();
            crate::reversi().args(command).write_stdin(text).assert()
        };
        show(500).success();
        let refused = show(501).code(2).stdout("");
        assert!(crate::stderr(&refused).contains("expected at most 500 levels"), "{}", crate::stderr(&refused));
    }
}

#[test]
fn a_name_with_an_escape_sequence_is_shown_in_letters() {
    let shown = crate::reversi().args(["tree", "minimax", "-"]).write_stdin("(A (B\x1b[2J 2 5) 9)").assert().success();
    assert!(crate::stdout(&shown).contains("\n  B\\x1b[2J MIN value=2\n"), "{}", crate::stdout(&shown));
}
