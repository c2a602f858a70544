//! Tests help, guides and manual pages: complete, short, and with an example each.

use clap::Command;
use reversi::guides::{Guide, laid_out};

/// Every visible command with its names; the program itself has an empty list of names.
pub fn commands() -> Vec<(Vec<String>, Command)> {
    fn collect(names: &[String], command: &Command, found: &mut Vec<(Vec<String>, Command)>) {
        found.push((names.to_vec(), command.clone()));
        for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help") {
            collect(&[names, &[subcommand.get_name().to_owned()]].concat(), subcommand, found);
        }
    }
    let mut program = reversi::cli::command();
    program.build();
    let mut found = Vec::new();
    collect(&[], &program, &mut found);
    found
}

fn printed(arguments: &[&str]) -> String {
    let assert = crate::reversi().args(arguments).assert().success().stderr("");
    crate::stdout(&assert)
}

#[test]
fn help_of_every_command_is_as_pinned() {
    let _settings = crate::snapshots("help");
    // Systems without a sandbox have no `grade`.
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!("reversi", printed(&["--help"]));
    }
    for command in reversi::cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        let command = command.get_name();
        insta::assert_snapshot!(command, printed(&[command, "--help"]));
    }
}

#[test]
fn help_fits_on_two_screens_and_has_an_example() {
    for (names, _) in commands() {
        let assert = crate::reversi().args(&names).arg("--help").env("COLUMNS", "80").assert().success();
        let help = crate::stdout(&assert);
        assert!(help.trim_end().lines().count() <= 48, "{names:?}: {} lines\n{help}", help.lines().count());
        let has_example = help.lines().any(|line| line.starts_with("  reversi "));
        assert!(has_example, "{names:?}\n{help}");
    }
}

/// The verbs with which the help of an option starts.
const VERBS: &str = "Accept Add Append Build Change Check Compare Compute Continue Count Cover Create Divide Draw Evaluate Expect \
    Explain Follow Generate Give Grade Ignore Let Limit Make Merge Measure Name Offer Play Print Read Repeat Report Run Search \
    Select Set Show Solve Start Stop Use Wait Warn Write";

#[test]
fn help_of_every_option_starts_with_a_verb() {
    let verbs: Vec<&str> = VERBS.split_whitespace().collect();
    for (names, command) in commands() {
        for option in command.get_arguments().filter(|option| !option.is_positional() && !option.is_hide_set()) {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let help = help.trim_start_matches("(-op) ").trim_start_matches("(-ol) ");
            let first = help.split([' ', ',']).next().unwrap_or_default();
            assert!(verbs.contains(&first), "{names:?} {}: {help}", option.get_id());
        }
    }
}

#[test]
fn help_lists_every_command_and_guide_once() {
    let help = printed(&["help", "all"]);
    assert!(printed(&["help"]).lines().count() <= 24);
    let listed = |name: &str| help.lines().filter(|line| line.starts_with(&format!("  {name} "))).count();
    let (program, readme) = (printed(&["--help"]), std::fs::read_to_string("README.md").expect("a file"));
    for (names, _) in commands().iter().filter(|(names, _)| names.len() == 1) {
        assert_eq!(listed(&names[0]), 1, "{}", names[0]);
    }
    // On Linux, the program has all commands.
    let (_, table) = readme.split_once("| for | commands |\n| --- | --- |\n").expect("README.md has the commands");
    let (table, _) = table.split_once("\n\n").expect("an end");
    for name in table.split('`').skip(1).step_by(2).filter(|_| cfg!(target_os = "linux")) {
        assert_eq!(listed(name), 1, "README.md: {name}");
    }
    for guide in Guide::ALL {
        assert_eq!(listed(guide.name), 1, "{}", guide.name);
        assert!(program.contains(guide.name) && readme.contains(&format!("`{}`", guide.name)), "{}", guide.name);
        assert_eq!(printed(&["help", guide.name]), guide.text);
    }
}

#[test]
fn guides_are_laid_out_for_narrow_screens() {
    for guide in Guide::ALL {
        let text = anstream::adapter::strip_str(&laid_out(guide.text, 60)).to_string();
        let too_long = |line: &&str| line.chars().count() > 60 && !line.starts_with("    ") && line.contains(' ');
        assert_eq!(text.lines().find(too_long), None, "{}", guide.name);
        assert!(!text.contains("```") && !text.contains("| ---"), "{}", guide.name);
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).count();
        assert!(letters(&text) > letters(guide.text) * 9 / 10, "{}", guide.name);
    }
    assert_eq!(laid_out("one\n\ntwo\nthree\n\nfour\n", 9), "one\n\ntwo three\n\nfour\n");
    let text = laid_out("# A\n\n- one two\n  three\n\n| a | b |\n| --- | --- |\n| c d | e |\n", 9);
    assert_eq!(text, "\u{1b}[1mA\u{1b}[0m\n\n- one two\n  three\n\n\u{1b}[1ma    b\u{1b}[0m\nc d  e\n");
}

#[test]
fn manual_pages_have_the_options_and_examples_of_the_help() {
    for (names, command) in commands() {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let page = printed(&[&["man"], &*names].concat()).replace("\\-", "-");
        for option in command.get_arguments().filter(|option| !option.is_hide_set()).filter_map(clap::Arg::get_long) {
            assert!(page.contains(&format!("--{option}")), "{names:?}: --{option}");
        }
        assert!(page.contains("\n  reversi "), "{names:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn guides_to_grading_have_the_verdicts_and_default_limits() {
    use reversi::{
        grade::checking::verdict::{Ending, Verdict, Written},
        sandbox::{End, Limit, Limits},
    };

    let [grading, submissions] = ["grading", "submissions"].map(|name| Guide::named(name).expect("a guide").text);
    let ends = Limit::ALL.map(End::Exceeded).into_iter().chain([End::Exited(1), End::NotStarted]).map(Ending::Ran);
    let others = ends.chain([Ending::NotBuilt, Ending::NotSubmitted]);
    let others = others.map(|ending| Verdict { ending, written: Written::Nothing });
    let finished = [Written::Right, Written::Wrong, Written::Nothing];
    let finished = finished.map(|written| Verdict { ending: Ending::FINISHED, written });
    for verdict in finished.into_iter().chain(others) {
        assert!(grading.contains(&format!("| `{}` | ", verdict.kind())), "{}", verdict.kind());
    }
    let Limits { processor, memory, output, files, processes, .. } = Limits::default();
    for (name, value) in [
        ("seconds", processor.as_secs().to_string()),
        ("memory", format!("{} MiB", memory >> 20)),
        ("output", format!("{} MiB", output >> 20)),
        ("files", files.to_string()),
        ("processes", processes.to_string()),
    ] {
        assert!(submissions.contains(&format!("| `{name}` | {value} | ")), "{name} {value}");
    }
}
