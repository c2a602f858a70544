//! The texts on a case and on the build, in Markdown, for `feedback/NAME.md` and for Gradescope.

use std::fmt::Write as _;

use crate::{
    check::Role,
    grade::{
        escape::{block, span},
        judging::{
            expected::MisplacedFile,
            verdict::{Ending, Written},
        },
        recipes::build::BuildReport,
        results::{CaseHeading, CaseResult, PartResult},
    },
    mistakes::{Told, WrongWeight},
    sandbox::Limits,
};

/// How many explanations are told in full.
const IN_FULL: usize = 3;

/// The text on a case. Of a hidden case it has only the verdict and the likely mistake.
pub fn case_text(heading: &CaseHeading, case: &CaseResult, build: Option<&BuildReport>, limits: &Limits) -> String {
    let mut text = Text(sentence(case, heading, limits));
    if heading.is_hidden && !case.verdict.is_right() {
        text.push("\n\nThis case is hidden: of its board nothing is shown.\n");
        text.explanations(case);
        return text.0;
    }
    text.push("\n");
    if case.verdict.is_right() {
        return text.0;
    }
    if !matches!(case.verdict.ending, Ending::NotBuilt | Ending::NotStarted) {
        text.parts(&case.parts);
    }
    if let Some(command) = &case.command {
        text.push("\nTo repeat it, in a folder with a copy of what was handed in:\n\n");
        text.push(&block(&commands(heading, build, command)));
    }
    if !case.report.is_empty() {
        text.push("\nWhat is wrong:\n\n");
        text.push(&block(&case.report));
    }
    if !case.printed.is_empty() {
        text.push("\nWhat the program printed:\n\n");
        text.push(&block(&case.printed));
    }
    text.0
}

/// The text on the build; empty if there was none.
pub fn build_text(build: &BuildReport) -> String {
    let mut text = Text(String::new());
    match &build.failure {
        Some(failure) => text.push(&format!("It was not built: {}.\n", span(failure))),
        None if build.commands.is_empty() && build.left_out.is_empty() => return String::new(),
        None if build.commands.is_empty() => text.push(&format!("There was nothing to build ({}).\n", build.recipe)),
        None => text.push(&format!("It was built ({}).\n", build.recipe)),
    }
    if !build.left_out.is_empty() {
        text.push("\nLeft out, because sources are expected and no ready-made programs:\n\n");
        for (name, kind) in &build.left_out {
            text.push(&format!("- {}: {kind}\n", span(name)));
        }
    }
    if !build.commands.is_empty() {
        text.push("\nThe commands, in a folder with a copy of what was handed in:\n\n");
        text.push(&block(&build.commands.join("\n")));
    }
    if !build.said.is_empty() {
        text.push("\nWhat they said:\n\n");
        text.push(&block(&build.said));
    }
    text.0
}

/// The verdict, in a sentence.
fn sentence(case: &CaseResult, heading: &CaseHeading, limits: &Limits) -> String {
    let verdict = case.verdict;
    let is_hidden = heading.is_hidden;
    let names: Vec<String> = case.parts.iter().map(|part| part.file.clone()).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.dedup();
    let names = names.join(" and ");
    let why = match (verdict.ending, &case.problem) {
        (_, Some(_)) if is_hidden => String::new(),
        (_, Some(problem)) => format!("{}.", span(problem)),
        (Ending::Finished, None) => match verdict.written {
            Written::Nothing => format!("The program ended and did not write {names}."),
            Written::Right | Written::Different => String::new(),
        },
        (Ending::Status(_), None) => {
            "A program that has done its job ends with status 0: `return 0` in `main`, and no uncaught exception."
                .to_owned()
        }
        (Ending::Signal(_), None) if is_hidden => "The system ended the program.".to_owned(),
        (Ending::Signal(signal), None) => format!("The system ended the program{}.", signal_words(signal)),
        (Ending::TooSlow, None) => format!(
            "It was stopped after {} seconds of processor time or {} by the clock, and again when it ran alone. Is there a loop \
             that does not end, or does it wait for input?",
            limits.processor.as_secs_f64(),
            limits.wall.as_secs_f64()
        ),
        (Ending::TooMuchMemory, None) => format!("It was stopped at {} MiB of memory.", limits.memory >> 20),
        (Ending::TooMuchOutput, None) => {
            let (size, files) = (limits.output >> 20, limits.files);
            format!("It wrote more than {size} MiB, more than {files} files, or a file too long to be judged.")
        }
        (Ending::TooManyProcesses, None) => {
            format!("It was stopped at {} processes and threads.", limits.processes)
        }
        (Ending::NotBuilt | Ending::NotStarted, None) => "There was no program to run: see the build.".to_owned(),
    };
    let blank = if why.is_empty() { "" } else { " " };
    format!("**{}.**{blank}{why}", case.told_verdict(heading))
}

/// What a signal means, where students meet it.
const fn signal_words(signal: i32) -> &'static str {
    match signal {
        4 => ": it met an instruction that there is not (SIGILL)",
        6 => ": it gave up (SIGABRT), as by an uncaught exception or a failed `assert`",
        8 => ": it divided a whole number by zero (SIGFPE)",
        9 => ": it was killed (SIGKILL)",
        11 => ": it used memory that is not its own (SIGSEGV), as by an index outside of an array or endless recursion",
        _ => "",
    }
}

/// The commands that repeat a case.
fn commands(heading: &CaseHeading, build: Option<&BuildReport>, command: &str) -> String {
    let (name, input) = &heading.input;
    let end = if input.ends_with('\n') { "" } else { "\n" };
    let mut commands = format!("cat > {name} <<'END'\n{}{end}END\n", input.replace('\r', ""));
    for line in build.iter().flat_map(|build| &build.commands) {
        // Writing into a string does not fail.
        let _ = writeln!(commands, "{line}");
    }
    commands + command
}

/// A text that is being written.
struct Text(String);

impl Text {
    fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn parts(&mut self, parts: &[PartResult]) {
        for part in parts {
            let what = if parts.iter().filter(|other| other.file == part.file).count() > 1 {
                format!("{}, {}", span(&part.file), part.role)
            } else {
                span(&part.file)
            };
            let unit = if part.role == Role::Moves { "steps" } else { "rows" };
            let said = match &part.problem {
                Some(problem) => span(problem),
                None if part.is_right => "right".to_owned(),
                None if part.role == Role::Board => "wrong".to_owned(),
                None => format!("right up to {} of {} {unit}", part.right, part.all),
            };
            let recognised = part.recognised.as_ref().map_or(String::new(), |found| match found {
                MisplacedFile::Exchanged => ". The moves file and the log are exchanged".to_owned(),
                MisplacedFile::OtherTask(task) => format!(". This is what task {task} writes for this board"),
                MisplacedFile::OtherCase(Some(case)) => format!(". This is what belongs to the case {}", span(case)),
                MisplacedFile::OtherCase(None) => ". This is what belongs to another case".to_owned(),
            });
            self.push(&format!("\n- {what}: {said}{recognised}"));
        }
        self.push("\n");
    }

    /// The likely mistakes, without anything of the board.
    fn explanations(&mut self, case: &CaseResult) {
        let explanations = &case.explained_by;
        if explanations.is_empty() {
            return;
        }
        self.push(if explanations.len() == 1 {
            "\nThe likely mistake:\n"
        } else {
            "\nThe likely mistake, one of these:\n"
        });
        for explanation in explanations.iter().take(IN_FULL) {
            for mistake in explanation.mistakes.iter() {
                let Told { done, rule, look } = case.told(mistake);
                self.push(&format!("\n- `{mistake}`: {done} The assignment: {rule} Where to look: {look}"));
            }
            for weight in &explanation.weights {
                self.push(&format!("\n- {}", weight_sentence(*weight)));
            }
        }
        if explanations.len() > IN_FULL {
            self.push(&format!("\n- or one of {} others", explanations.len() - IN_FULL));
        }
        self.push("\n");
    }
}

/// What a program has in place of the assignment's weight of a square.
pub(in crate::grade) fn weight_sentence(weight: WrongWeight) -> String {
    format!("The weight of {} is {} in the program.", weight.square, weight.value)
}
