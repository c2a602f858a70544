//! Builds a submission once, before its cases run.

use std::{
    collections::{BTreeSet, HashSet},
    io, iter,
    os::fd::AsFd as _,
    path::{Component, Path, PathBuf},
};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::{
    BuildPlan, MAKE_RUN, MOST_READ, Product, Undecided,
    execution::{Runner, is_python, why_not_started},
    projects::has_main_of_c,
};
use crate::{
    checking::{cases::GradedCase, verdict::Ending},
    configuration::{Recipe, command_line::CommandLine},
    escape,
    sandbox::{ContainedCommand, End, FileSource, Folder, Run, SandboxError},
    submissions::Contents,
    times::CommandTime,
};
use reversi_io::names::more;
use reversi_related::answers::PrintedCase;

/// The report on the build for the student.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// The origin of the build commands: the course, or the files of the submission.
    pub recipe: String,
    /// True if `recipes.toml` changes the build or the run of this submission.
    pub has_own_recipe: bool,
    /// The compiled programs in the submission that were left out, with their kinds.
    pub left_out: Vec<(String, String)>,
    /// The folder in which the commands run; `None` if it is the submission's own folder.
    pub folder: Option<String>,
    /// The commands in a form that can be pasted into a shell.
    pub commands: Vec<String>,
    /// The reason why the build failed; `None` if it succeeded.
    pub failure: Option<String>,
    /// The first error message with its place, if the build failed.
    pub error: Option<String>,
    /// The beginning of the text that the commands printed.
    pub output: String,
    /// The other ways of building that were tried, with the reason why each failed.
    pub other_attempts: Vec<String>,
    /// Sentences in Markdown on the file names, and on the commands of the course.
    #[serde(default)]
    pub remarks: Vec<String>,
    /// The commands of the student's recipe that changed submitted files, and these files.
    pub changed: Vec<(String, Vec<String>)>,
    /// The version of the Python interpreter that runs the program.
    #[serde(default)]
    pub interpreter: Option<String>,
    /// True if the course added files to the submission, or replaced some.
    #[serde(default)]
    pub has_files_of_course: bool,
    /// Programs of the course that the commands start, by the names that students see.
    #[serde(default)]
    pub of_course: Vec<String>,
}

/// The largest number of lines to keep of each command's printed text.
const LINES: usize = 60;

/// The largest number of submitted files to name in the report.
pub const MOST_NAMED: usize = 50;

/// A submission that has been built and can run.
#[derive(Debug)]
pub struct Built {
    contents: Contents,
    /// The folder after the last build command; `None` if there was no command.
    folder: Option<Folder>,
    /// The words that replace the program in the command of a case; `None` if the command stays as it is.
    start: Option<CommandLine>,
}

impl Built {
    /// The command of a case, as a person would start the built program.
    pub fn line(&self, line: CommandLine) -> CommandLine {
        if let Some(start) = &self.start { started(start, &line) } else { line }
    }

    /// The Python interpreter that runs a command, if there is one.
    pub fn python(&self, line: &CommandLine) -> Option<String> {
        let program = &line.words()[0];
        let first_line = self.first_line(Path::new(program));
        let mut named = [program.as_str()].into_iter().chain(first_line.trim_start_matches("#!").split_whitespace());
        named.find(|word| is_python(word)).map(str::to_owned)
    }

    /// The files that a program made in addition to the case's files.
    pub fn made(&self, after: &Folder, of_case: &[&str]) -> Vec<PathBuf> {
        let top = Path::new(".");
        let before: HashSet<PathBuf> = match &self.folder {
            Some(folder) => folder.files(top).unwrap_or_default().into_iter().collect(),
            None => self.contents.names().map(|name| top.join(name)).collect(),
        };
        let files = after.files(top).unwrap_or_default();
        let is_made = |path: &PathBuf| {
            let is_of_case = of_case.iter().any(|name| *path == top.join(name));
            let is_of_python = path.extension().is_some_and(|end| end == "pyc");
            !before.contains(path) && !is_of_case && !is_of_python
        };
        let mut made: Vec<PathBuf> = files.into_iter().filter(is_made).collect();
        made.sort();
        made.iter().map(|path| path.strip_prefix(top).unwrap_or(path).to_owned()).collect()
    }

    fn first_line(&self, script: &Path) -> String {
        let script: PathBuf = script.components().filter(|part| *part != Component::CurDir).collect();
        let text = self.contents.text(&script, 256).unwrap_or_default();
        text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default().to_owned()
    }

    /// The submitted files, and those of the course, that the build has changed so far.
    pub fn changed(&self) -> BTreeSet<PathBuf> {
        let Some(folder) = &self.folder else { return BTreeSet::new() };
        let is_changed = |path: &&Path| {
            let before = self.contents.text(path, MOST_READ).unwrap_or_default();
            folder.read(path, before.len() as u64).map_or(true, |after| String::from_utf8_lossy(&after) != before)
        };
        self.contents.names().filter(is_changed).map(Path::to_path_buf).collect()
    }

    /// The command that runs the program on the input of a case. A submitted file with the name of an output file is
    /// removed, because the program did not write this file.
    pub fn command(
        &self,
        runner: &Runner,
        recipe: &Recipe,
        line: &CommandLine,
        input: &[u8],
    ) -> io::Result<ContainedCommand> {
        let mut files = self.files(&recipe.files())?;
        files.push(FileSource::Contents(recipe.input().into(), input.to_owned()));
        Ok(runner.command(line, files))
    }

    /// The command that runs the program on the arguments and the standard input of a case. If the answer is a file,
    /// the input is a file, too.
    pub fn answering(
        &self,
        runner: &Runner,
        recipe: &Recipe,
        line: &CommandLine,
        case: &PrintedCase,
        input: &[u8],
    ) -> io::Result<ContainedCommand> {
        let answer = recipe.answer.as_ref().map(|name| name.0.as_str());
        let mut command = runner.command(line, self.files(answer.as_slice())?);
        for (name, bytes) in &case.files {
            command.files.push(FileSource::Contents(name.into(), bytes.clone()));
        }
        if !input.is_empty() {
            command.files.push(FileSource::Contents(GradedCase::INPUT.into(), input.to_owned()));
            command.input = answer.is_none().then(|| GradedCase::INPUT.into());
        }
        Ok(command)
    }

    /// The command of a program without an input file.
    pub fn program(&self, runner: &Runner, line: &CommandLine) -> io::Result<ContainedCommand> {
        Ok(runner.command(line, self.files(&[])?))
    }

    /// All files of the submission, except those with the given names.
    fn files(&self, without: &[&str]) -> io::Result<Vec<FileSource>> {
        let Some(folder) = &self.folder else { return Ok(self.contents.files(without)) };
        let (folder, without) = (folder.as_fd().try_clone_to_owned()?, without.iter().map(PathBuf::from).collect());
        // A build of the student may have replaced a file of the course.
        Ok(iter::once(FileSource::Folder { folder, without }).chain(self.contents.files_of_course()).collect())
    }
}

/// The command of a case, in which the words of a start replace the program.
fn started(start: &CommandLine, line: &CommandLine) -> CommandLine {
    let [start, arguments] = [start.words(), &line.words()[1..]].map(|words| words.iter().map(String::as_str));
    if arguments.len() > 0 && start.clone().eq(MAKE_RUN) {
        return CommandLine::of(start.chain([format!("ARGS={}", CommandLine::of(arguments)).as_str()]));
    }
    CommandLine::of(start.chain(arguments))
}

/// The report on a build, and the built submission if the build succeeded.
pub type BuildOutcome = (BuildReport, Option<Built>);

/// Builds a submission by the commands of its recipe, or by the first set of commands that succeeds. An error means that
/// the machine or the sandbox failed, not the submission: for example, a compiler cannot be started.
pub fn build(
    runner: &Runner,
    recipe: &Recipe,
    contents: &Contents,
    times: &mut Vec<CommandTime>,
) -> Result<BuildOutcome> {
    let plans = match &recipe.build {
        Some(commands) => vec![BuildPlan::fixed(commands)],
        None => match BuildPlan::candidates(contents, &recipe.program()) {
            Ok(plans) => plans,
            Err(why) => {
                let failure = Some(escape::line(&why));
                return Ok((BuildReport { failure, ..BuildReport::default() }, None));
            }
        },
    };
    let mut failed: Vec<BuildReport> = Vec::new();
    let sentence = |report: &BuildReport| {
        let why = report.failure.iter().chain(&report.error).cloned().collect::<Vec<_>>().join(": ");
        format!("{}: {why}", report.recipe)
    };
    for plan in plans {
        let (report, built) = attempt(runner, recipe, contents.clone(), plan, times)?;
        if built.is_some() {
            let other_attempts = failed.iter().map(sentence).collect();
            return Ok((BuildReport { other_attempts, ..report }, built));
        }
        failed.push(report);
    }
    // The report starts with the student's own way to build.
    let mut failed = failed.into_iter();
    let first = failed.next().unwrap_or_default();
    let other_attempts = failed.map(|report| sentence(&report)).collect();
    Ok((BuildReport { other_attempts, ..first }, None))
}

/// Tries one set of build commands on a submission.
fn attempt(
    runner: &Runner,
    recipe: &Recipe,
    contents: Contents,
    plan: BuildPlan,
    times: &mut Vec<CommandTime>,
) -> Result<BuildOutcome> {
    let commands = plan.commands.iter().map(|line| runner.settings.shown(line)).collect();
    let folder = Some(contents.folder.to_string_lossy()).filter(|folder| !folder.is_empty());
    let folder = folder.map(|folder| escape::line(&folder));
    let mut report = BuildReport { recipe: plan.name.to_owned(), folder, commands, ..BuildReport::default() };
    plan.programs(recipe).try_for_each(|program| runner.require(program))?;
    let mut built = Built { contents, folder: None, start: None };
    for line in &plan.commands {
        if let Some(problem) = line.problem() {
            report.failure = Some(problem);
            return Ok((report, None));
        }
        let run = match runner.run(|| Ok(runner.build_command(line, built.files(&[])?))) {
            // `SandboxError::Files` means that the submission itself cannot be copied.
            Err(SandboxError::Files(error)) => {
                report.failure = Some(escape::line(&format!("the submission cannot be copied: {error}")));
                return Ok((report, None));
            }
            run => run?,
        };
        times.push(CommandTime { what: "build".to_owned(), usage: run.usage });
        let (output, error) = output_and_error(&run);
        if !output.is_empty() {
            report.output += &["$ ", &runner.settings.shown(line), "\n", &output, "\n"].concat();
        }
        report.failure = match run.end {
            End::Exited(0) => None,
            End::NotStarted => Some(why_not_started(line, &run)?),
            end => Some(format!("`{}` {end}", runner.settings.shown(line))),
        };
        if report.failure.is_some() {
            report.error = error;
            if recipe.build.is_none()
                && plan.product != Product::OfMake
                && printed(&run).contains("multiple definition of `main'")
            {
                several_mains_of_c(recipe, &built.contents, line, &plan.product)?;
            }
            return Ok((report, None));
        }
        let before = if recipe.is_of_student { built.changed() } else { BTreeSet::new() };
        built.folder = Some(run.folder);
        // The rules of `make` are the student's.
        if recipe.is_of_student && line.words()[0] != "make" {
            let changed: Vec<PathBuf> = built.changed().difference(&before).cloned().collect();
            let first = changed.iter().take(MOST_NAMED).map(|path| escape::line(&path.to_string_lossy()));
            let names: Vec<String> = first.chain(more(changed.len(), MOST_NAMED)).collect();
            report.changed.extend((!names.is_empty()).then(|| (runner.settings.shown(line), names)));
        }
    }
    Ok(match plan.product.start(recipe, (&built.contents.folder, built.folder.as_ref()))? {
        Err(why) => (BuildReport { failure: Some(escape::line(&why)), ..report }, None),
        Ok(start) => (report, Some(Built { start, ..built })),
    })
}

/// Fails if a command compiles several C or C++ sources that have a `main`.
fn several_mains_of_c(recipe: &Recipe, contents: &Contents, line: &CommandLine, product: &Product) -> Result<()> {
    let names = line.words().iter().map(String::as_str);
    let has_main = |name: &&str| has_main_of_c(&contents.text(Path::new(name), MOST_READ).unwrap_or_default());
    let mains: Vec<&str> = names.clone().filter(has_main).collect();
    if mains.len() < 2 {
        return Ok(());
    }
    let start = if let Product::Started(words) = product { words.as_ref() } else { None };
    let choice = |main: &&str| {
        let one = CommandLine::of(names.clone().filter(|name| name == main || !mains.contains(name)));
        let run = start.zip(recipe.run.as_ref()).map(|(start, run)| started(start, run).to_string());
        let run = run.map(|run| format!("run = {run:?}\n"));
        ((*main).to_owned(), format!("build = [{:?}]\n{}", one.to_string(), run.unwrap_or_default()))
    };
    Err(Undecided::mains(&contents.folder, mains.iter().map(choice).collect()).into())
}

/// The output of a command: standard error or, if standard error is empty, standard output. If a limit stopped the
/// command, the printed text is left out, because its length depends on the machine.
fn printed(run: &Run) -> String {
    let printed = if run.stderr.length > 0 { &run.stderr } else { &run.stdout };
    if Ending::Ran(run.end).is_limit() {
        String::new()
    } else {
        without_random_names(&String::from_utf8_lossy(&printed.beginning))
    }
}

/// Replaces the random names of a compiler's temporary files by a fixed name, so that all runs print the same text.
fn without_random_names(text: &str) -> String {
    const START: &str = "/tmp/cc";
    let mut parts = text.split(START);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_random = part.get(..6).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        shown.extend([START, if is_random { "XXXXXX" } else { "" }, if is_random { &part[6..] } else { part }]);
    }
    shown
}

/// The beginning of a command's output, and its first error in one line. If the first error comes later, the kept
/// output begins at the error.
fn output_and_error(run: &Run) -> (String, Option<String>) {
    let printed = printed(run);
    let lines: Vec<&str> = printed.lines().collect();
    let first = place_of_error(&lines);
    let from_error = first.filter(|place| *place + 1 >= LINES).map(|place| lines[place..].join("\n"));
    let error = first.map(|place| {
        // javac names a missing symbol in a line of its own.
        let symbol = lines[place + 1..].iter().take(3).find(|line| line.trim().starts_with("symbol:"));
        let line = symbol.map_or_else(
            || lines[place].trim().to_owned(),
            |symbol| format!("{}; {}", lines[place].trim(), symbol.trim()),
        );
        escape::beginning(line.as_bytes(), 1)
    });
    (escape::beginning(from_error.as_ref().unwrap_or(&printed).as_bytes(), LINES), error)
}

/// The index of the first line with an error from a compiler, a linker or `make`.
fn place_of_error(lines: &[&str]) -> Option<usize> {
    let with_any = |words: &[&str]| lines.iter().position(|line| words.iter().any(|word| line.contains(word)));
    // A program's last words come before the message of `make`.
    let before_make = |place: usize| if lines[place].starts_with("make") { place.saturating_sub(1) } else { place };
    with_any(&["error:", "undefined reference", "multiple definition"])
        .or_else(|| with_any(&["*** ", "Error"]).map(before_make))
}
