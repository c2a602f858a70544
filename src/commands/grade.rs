//! `reversi grade`: submissions, run and judged.

use std::{
    env,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    thread,
};

use anyhow::{Context as _, Result, bail};
use clap::{ArgGroup, Args};

use super::arguments;
use crate::{
    assignment::AssignmentName,
    files::output,
    grade::{
        class::{Class, GradingOptions, Outcome},
        configuration::{Configuration, example},
        feedback::feedback,
        grader::Grader,
        outputs::{self, CourseSystem, Summary},
        recipes::execution::Runner,
        results::{ClassResults, merge::merge, records::Records, times},
        submissions::Submission,
    },
    sandbox::{self, Level, Sandbox, Settings},
    shard::Shard,
    terminal::{interrupt, say},
    threads,
};

/// What is graded.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
#[command(
    override_usage = "reversi grade <SUBMISSIONS> --config <FILE.toml> --out <DIR> [OPTIONS]\n       \
        reversi grade --one <PATH> --config <FILE.toml> [--gradescope <FILE>] [--classroom]\n       \
        reversi grade --merge <DIR>... --out <DIR>\n       \
        reversi grade --example [--dialect <DIALECT>]\n       \
        reversi grade --doctor",
    group = several("of a class", ["submissions", "only", "again", "shard"]),
    group = several("results", ["out", "anonymous", "lms"]),
    group = several("running", ["config", "jobs", "collected", "unconfined"]),
    group = several("of one", ["one", "gradescope", "timeout", "classroom"])
        .conflicts_with_all(["of a class", "results", "merge", "of an example"]),
    group = several("of an example", ["example", "dialect"])
        .conflicts_with_all(["of a class", "results", "running", "merge", "verbose"]),
    group = several("of this machine", ["doctor"])
        .conflicts_with_all(["of a class", "results", "running", "of one", "merge", "of an example", "verbose"]),
    group = several("of parts", ["merge"]).conflicts_with_all(["of a class", "running"]),
    after_help = HELP
)]
pub struct Arguments {
    /// A folder or a .zip archive for each student, under the student's name
    submissions: Option<PathBuf>,
    /// How they are built, run and judged
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// The folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many programs run side by side; as many as there are processors if it is not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Grade this student again, and nobody else
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Grade everybody again, also those of whom nothing has changed
    #[arg(long)]
    again: bool,
    /// Grade one part of the students, the K-th of N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Put parts together that were graded apart
    #[arg(long, value_name = "DIR", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Run nothing: the submissions hold CASE-moves.txt and CASE-log.txt, or CASE-output.txt
    #[arg(long)]
    collected: bool,
    /// Contain nothing, keep the limits alone; results.json says so
    #[arg(long, conflicts_with = "collected")]
    unconfined: bool,
    /// Numbers in place of names in grades.csv
    #[arg(long)]
    anonymous: bool,
    /// Write the table for a course system, too
    #[arg(long, value_name = "SYSTEM", value_parser = arguments::named(CourseSystem::ALL, CourseSystem::name))]
    lms: Option<CourseSystem>,
    /// Tell all wrong cases in full in the feedback, however long it gets
    #[arg(long)]
    verbose: bool,
    /// Grade one submission, and print its feedback. Exit code 0 where it has all points, else 1
    #[arg(long, value_name = "PATH")]
    one: Option<PathBuf>,
    /// With --one: write the results as Gradescope reads them
    #[arg(long, value_name = "FILE", requires = "one")]
    gradescope: Option<PathBuf>,
    /// With --one: warn where all cases can take more than this; Gradescope's own limit if it is not given
    #[arg(long, value_name = "SECONDS", requires = "one", default_value_t = 600)]
    timeout: u64,
    /// With --one: add the results to the file that `GITHUB_OUTPUT` names, for the reporter of GitHub Classroom
    #[arg(long, requires = "one")]
    classroom: bool,
    /// Print a commented grade.toml
    #[arg(long)]
    example: bool,
    /// With --example: for this assignment, a built-in one or the path of a file; usc2013 unless given
    #[arg(long, value_name = "DIALECT", requires = "example", value_parser = arguments::assignment())]
    dialect: Option<AssignmentName>,
    /// Say what this machine can contain, and what not
    #[arg(long)]
    doctor: bool,
}

const HELP: &str = "\
The results: grades.csv; feedback/NAME.md for the students, of fewer than 200 lines unless --verbose is given; \
staff/NAME.md with all there is, hidden cases too; class.md with the table, the points and the mistakes of the class; \
results.json with everything, junit.xml, gradescope/NAME.json, times.csv, and records/ by which another run goes on. \
All but times.csv are the same bytes whenever the same class is graded. The folder is to be new, empty, or one with \
results; the files of students who have left go.

Nobody runs again of whom nothing has changed: the submission, its recipe, the cases and their assignments, the names, \
environment and limits, what `[files] read` names, the containment, or this program. Points are computed from what was \
found, each time: [points] (but for `equal`), [[manual]], the roster and overrides count at once. With --only the \
others keep their rows.

A case's points are divided among its files by [points]. `partial` says what a file earns that is right in part:
  matching  its rows or steps that are right, wherever they stand: a longest common subsequence
  prefix    those before the first wrong one; so without the line
  none      nothing
A file with more rows than there should be is measured by its own number; `matching` gives no less than `prefix`, and \
looks at the first 32 MiB and at no more than 10,000 rows that are missing or too many. `ending = 0.5` halves what the \
files of a program earn that crashed or was stopped; without the line it loses nothing.

Inputs get lines that end in LF, whatever the files have; a column line-ends of the list of cases says crlf for others.

A submission is built by the commands of the configuration, or else by what its files ask for: make (and `make run` \
where that makes no program), g++ -O2, gcc -O2, javac and the one class that has a main, python3, or a script that is \
ready to run. Where `run` begins with a program of the system, such as `python3 main.py`, nothing is built but by \
the commands of the configuration or a Makefile. recipes.toml beside the configuration says what is different for one student: see --example. A compiler \
or an interpreter that submissions do not find is the fault of the machine: whoever needs it is not graded, and the \
exit code is 2.

A submission never sees this program, other submissions, expected files, the configuration or results. Ready-made \
programs in a submission (for Linux, Windows, macOS, Java) are left out, and its feedback names them, unless the \
configuration allows them. That is no guard against a script that carries a program in another form, nor against \
copied sources. A file that a limit cuts off earns nothing, because where it ends depends on the machine.

overrides.csv beside the configuration has points that a person gives, for a case or a [[manual]] column. More than \
its maximum needs a reason that begins with bonus; points of a [[manual]] column are not late:
  student,case,points,reason
The configuration must not lie in a submission, whose author could write both files.

The roster is the course system's CSV: a column with the name of the submission or the student (submission, name, \
student, email, id ...), and, where late submissions lose points, times with zone in a column such as submitted or \
due.

On several machines, or with GNU parallel:
  parallel reversi grade class --config grade.toml --shard {}/4 --jobs 1 --out part{} ::: 1 2 3 4
  reversi grade --merge part1 part2 part3 part4 --out results
In a Slurm array, `sbatch --array=1-4 job.sh` where job.sh runs:
  srun reversi grade class --config grade.toml --shard $SLURM_ARRAY_TASK_ID/4 --out part$SLURM_ARRAY_TASK_ID

Gradescope: an autograder is a zip of grade.toml, the cases, the program `reversi` and two scripts. Programs run as a \
user of their own, who can read neither `source` nor `results`, and results.json says that grading failed until it is \
done. setup.sh:
  #!/bin/sh
  apt-get update && apt-get install -y g++ make default-jdk-headless
  chmod 755 /autograder/source/reversi
run_autograder:
  #!/bin/sh
  chmod 700 /autograder/source /autograder/results
  cd /autograder/source
  ./reversi grade --one /autograder/submission --config grade.toml \\
    --gradescope /autograder/results/results.json || test $? = 1
Where there are no namespaces, root grades at the level `separate-user`, which is for a container with one submission; \
others are told what would help.

GitHub Classroom, as steps of a workflow. Ubuntu forbids namespaces until the first line allows them; the \
configuration and its overrides.csv come from a repository of the course, because students can change theirs:
  - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
  - uses: actions/checkout@v4
  - uses: actions/checkout@v4
    with: { repository: COURSE/grading, path: grading, token: \"${{ secrets.GRADING }}\" }
  - run: mv grading .. && reversi grade --one . --config ../grading/grade.toml --classroom
    id: reversi
    continue-on-error: true
  - uses: classroom-resources/autograding-grading-reporter@v1
    env: { REVERSI_RESULTS: \"${{ steps.reversi.outputs.result }}\" }
    with: { runners: reversi }

Examples, on classes that come with the program: scripts, and programs in C++, Java and Python:
  reversi grade --example > grade.toml
  reversi grade fixtures/grade/class --config grade.toml --out results
  reversi grade --example --dialect usc2017 > 2017.toml
  reversi grade fixtures/grade/programs --config 2017.toml --out results-2017";

/// Arguments that belong to the same forms of the command line.
fn several<const N: usize>(name: &'static str, arguments: [&'static str; N]) -> ArgGroup {
    ArgGroup::new(name).args(arguments).multiple(true)
}

impl Arguments {
    fn grader(&self) -> Result<Grader> {
        let missing = "the configuration is missing; expected --config grade.toml (--example prints one)";
        let configuration = Configuration::read(self.config.as_deref().context(missing)?)?;
        let runner = if self.collected {
            None
        } else {
            let level = self.unconfined.then_some(Level::Unconfined);
            let private = [&self.submissions, &self.out, &self.one].into_iter().flatten().cloned();
            let settings = Settings {
                readable: configuration.files.read.clone(),
                private: private.chain(configuration.private()).collect(),
                level,
                ..Settings::default()
            };
            Some(Runner::new(Sandbox::open(settings)?))
        };
        threads::start_common_pool()?;
        Grader::new(configuration, runner)
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    fn options(&self) -> outputs::Options {
        outputs::Options { is_anonymous: self.anonymous, course_system: self.lms, is_verbose: self.verbose }
    }

    fn out(&self) -> Result<&Path> {
        self.out.as_deref().context("the folder for the results is missing; expected --out DIR")
    }
}

/// Runs `reversi grade`.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.example {
        return super::print(example(&*arguments::read_assignment(arguments.dialect.as_ref())?));
    }
    if arguments.doctor {
        return super::print(sandbox::examine(&Settings::default()));
    }
    if !arguments.merge.is_empty() {
        let out = arguments.out()?;
        let (results, parts) = merge(&arguments.merge)?;
        outputs::check_folder(out)?;
        let records = Records::open(out)?;
        let names = || results.students.iter().map(|student| student.name.as_str());
        parts.iter().try_for_each(|part| records.add(part, names()))?;
        return finish(arguments, &results, out);
    }
    match (&arguments.one, &arguments.submissions) {
        (Some(path), _) => one(arguments, path),
        (None, Some(submissions)) => class(arguments, submissions),
        (None, None) => {
            bail!("the folder of the submissions is missing; expected reversi grade DIR --config FILE --out DIR")
        }
    }
}

/// Grades a class, or a part of it.
fn class(arguments: &Arguments, submissions: &Path) -> Result<ExitCode> {
    let out = arguments.out()?;
    if same_file::is_same_file(out, submissions).unwrap_or(false) {
        bail!("--out is the folder of the submissions; expected another one");
    }
    outputs::check_folder(out)?;
    let class = Class::find(arguments.grader()?, submissions, say)?;
    outputs::check_class(out, class.submissions.iter().map(|submission| submission.name.as_str()))?;
    class.submissions.iter().flat_map(|one| &one.path).try_for_each(|path| check_apart(arguments, path))?;
    let options = GradingOptions {
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        jobs: arguments.jobs(),
        again: arguments.again,
        only: arguments.only.clone(),
    };
    let records = Arc::new(Records::open(out)?);
    let (kept, folder, all) = (Arc::clone(&records), out.display().to_string(), class.submissions.len());
    let told_at_end = interrupt::on_end(move || {
        let count = kept.count();
        let are = if count == 1 { "is" } else { "are" };
        let kept = format!("{count} of {all} students {are} graded and kept in {folder}");
        say(format_args!("interrupted: {kept}; the same command goes on"));
    });
    let Outcome { results, failures, unchanged, outdated } = class.grade(&options, &records)?;
    drop(told_at_end);
    let code = finish(arguments, &results, out)?;
    if unchanged > 0 {
        let all = results.students.len();
        let have = if unchanged == 1 { "has" } else { "have" };
        say(format_args!("{unchanged} of {all} students {have} not changed: they keep what was found before"));
    }
    if !outdated.is_empty() {
        say(format_args!("changed, and not graded again because of --only: {}", outdated.join(", ")));
    }
    for failure in &failures {
        say(format_args!("not graded: {failure}"));
    }
    Ok(if failures.is_empty() { code } else { ExitCode::from(2) })
}

/// Writes the results, and shows what they say of the class.
fn finish(arguments: &Arguments, results: &ClassResults, out: &Path) -> Result<ExitCode> {
    outputs::write_all(results, out, arguments.options())?;
    let (graded, all) = (results.students.len(), results.class.len());
    if graded < all && results.shard.is_none() {
        let are = if graded == 1 { "is" } else { "are" };
        say(format_args!("{graded} of {all} students {are} graded"));
    }
    print(&Summary::of(results).text())
}

/// Grades one submission.
fn one(arguments: &Arguments, path: &Path) -> Result<ExitCode> {
    if let Some(file) = &arguments.gradescope {
        output::write(file, &outputs::gradescope_failed()?)?;
    }
    let grader = arguments.grader()?;
    check_apart(arguments, path)?;
    let configuration = &grader.configuration;
    let cases = u32::try_from(configuration.cases.cases.len()).unwrap_or(u32::MAX);
    let longest = configuration.limits.processor.saturating_mul(cases).as_secs();
    if longest > arguments.timeout {
        let timeout = arguments.timeout;
        say(format_args!(
            "all cases together may take {longest} seconds of processor time, and --timeout is {timeout}"
        ));
    }
    let submission = Submission::at(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .with_context(|| format!("{} is no submission; expected a folder or a .zip archive", path.display()))?;
    let (results, times) = Class::grade_one(grader, submission, arguments.jobs())?;
    let [student] = &results.students[..] else { bail!("the submission was not graded") };
    if let Some(file) = &arguments.gradescope {
        output::write(file, &outputs::gradescope(&results, student, Some(times::wall(&times)))?)?;
    }
    if arguments.classroom {
        let path = env::var_os("GITHUB_OUTPUT")
            .context("--classroom is for GitHub's own machines: GITHUB_OUTPUT is not set")?;
        output::append(Path::new(&path), outputs::classroom(&results, student).as_bytes())?;
    }
    let mut text = feedback(&results, student, arguments.options().audience());
    if student.graded.containment.as_ref().is_some_and(|contained| contained.level == Level::Unconfined) {
        text.insert_str(0, "Not contained, but for the limits.\n\n");
    }
    print(&text)?;
    Ok(if student.points >= results.maximum { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Checks that the configuration, and with it the overrides, does not lie in a submission, whose author could write
/// them.
fn check_apart(arguments: &Arguments, submission: &Path) -> Result<()> {
    let Some(configuration) = &arguments.config else { return Ok(()) };
    if configuration.canonicalize()?.starts_with(submission.canonicalize()?) {
        bail!(
            "{} lies in the submission {}; expected a configuration that its author cannot change",
            configuration.display(),
            submission.display()
        );
    }
    Ok(())
}

/// Prints a text that holds what students wrote. In a workflow of GitHub it is enclosed in lines that end commands,
/// because GitHub would carry out those of its lines that begin with `::`.
fn print(text: &str) -> Result<ExitCode> {
    if env::var_os("GITHUB_ACTIONS").is_none() && env::var_os("GITHUB_OUTPUT").is_none() {
        return super::print(text);
    }
    let token = rand::random::<u128>();
    super::print(format_args!("::stop-commands::{token:032x}\n{text}\n::{token:032x}::\n"))
}
