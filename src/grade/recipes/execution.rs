//! Runs the commands of submissions in parallel. If a command exceeds a limit of time or memory, the command is
//! repeated alone.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    env,
    ffi::OsString,
    io,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::{Mutex, PoisonError, RwLock},
};

use anyhow::{Error, Result, bail};

use super::beginning;
use crate::{
    configuration::{ProgramSettings, command_line::CommandLine},
    escape,
    sandbox::{ContainedCommand, End, FileSource, Limit, Run, Sandbox, SandboxError, Settings, free_processes},
};

/// Runs commands in the sandbox, several in parallel or one alone.
#[derive(Debug)]
pub struct Runner {
    pub sandbox: Sandbox,
    pub(super) settings: ProgramSettings,
    /// Parallel commands hold this lock for reading; a command that runs alone holds it for writing.
    turn: RwLock<()>,
    /// The largest number of processes of all commands together.
    free_processes: u64,
    /// The programs of the system that were tried, with the version or the problem of each.
    tried: Mutex<BTreeMap<String, Result<String, String>>>,
}

impl Runner {
    /// Opens a sandbox, in which commands may also read the files of `settings`.
    pub fn open(settings: ProgramSettings, mut contained: Settings) -> Result<Self> {
        contained.readable.extend(settings.readable.iter().cloned());
        let sandbox = Sandbox::open(contained)?;
        Ok(Self { sandbox, settings, turn: RwLock::new(()), free_processes: free_processes(), tried: Mutex::default() })
    }

    /// Tries a program of the system once, under the conditions of a submission. A compiler or an interpreter prints
    /// its version. A program that does not work is a fault of the machine, not of a submission.
    pub fn require(&self, program: &str) -> Result<()> {
        self.version(program)?.map(drop).map_err(Error::msg)
    }

    /// The version of a program of the system, or the problem with it. Each program is tried only once.
    pub fn version(&self, program: &str) -> Result<Result<String, String>, SandboxError> {
        // A panic cannot leave the map in an inconsistent state. If another thread is already trying the program, this
        // thread waits.
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match tried.entry(program.to_owned()) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(place) => place.insert(self.try_program(program)?).clone(),
        })
    }

    /// Checks that submissions can read the paths of `read` in `[files]`.
    pub fn require_readable(&self) -> Result<()> {
        let paths = &self.settings.readable;
        if let Some(path) = paths.iter().find(|path| !path.exists()) {
            bail!("{} does not exist, but is in `read` of [files]", path.display());
        }
        let script = "for path; do [ -r \"$path\" ] || { echo \"$path\"; exit 1; }; done";
        let names = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>();
        let words = ["sh", "-c", script, "sh"].into_iter().chain(names.iter().map(String::as_str));
        let line = CommandLine::of(words);
        let run = self.run(|| Ok(self.build_command(&line, Vec::new())))?;
        if run.end == End::Exited(0) {
            return Ok(());
        }
        let path = String::from_utf8_lossy(&run.stdout.beginning).trim_end().to_owned();
        let is_closed = |path: &&Path| {
            let needed = if path.is_dir() { 0o1 } else { 0o4 };
            path.metadata().is_ok_and(|facts| facts.permissions().mode() & needed != needed)
        };
        let closed = Path::new(&path).ancestors().filter(is_closed).last();
        let why = closed.map_or("every user must be able to read it".to_owned(), |closed| {
            let right = if closed.is_dir() { "x" } else { "r" };
            let word = escape::word(&closed.to_string_lossy());
            format!("{} blocks the path; expected `chmod o+{right} {word}`, or a path elsewhere", closed.display())
        });
        bail!("submissions cannot read {path}, which is in `read` of [files]: {why}")
    }

    fn try_program(&self, program: &str) -> Result<Result<String, String>, SandboxError> {
        let option = match program {
            "make" | "g++" | "gcc" => Some("--version"),
            "javac" | "java" => Some("-version"),
            python if is_python(python) => Some("--version"),
            _ => None,
        };
        let line = match option {
            Some(option) => CommandLine::of([program, option]),
            None => CommandLine::of(["sh", "-c", "command -v \"$1\"", "sh", program]),
        };
        let run = self.run(|| Ok(self.build_command(&line, Vec::new())))?;
        let said = escape::beginning(&run.stderr.beginning, MESSAGE_LINES).replace('\n', "; ");
        let said = if said.is_empty() { said } else { format!(" ({said})") };
        let problem = match run.end {
            End::Exited(0) => {
                let printed = if run.stdout.length > 0 { &run.stdout } else { &run.stderr };
                return Ok(Ok(escape::beginning(&printed.beginning, 1)));
            }
            end if end == End::NotStarted || matches!(end, End::Exited(_)) && option.is_none() => {
                let path = env::split_paths(&env::var_os("PATH").unwrap_or_default())
                    .map(|folder| folder.join(program))
                    .find(|path| path.is_file());
                let place =
                    path.map_or(String::new(), |path| format!(" (submissions cannot access {})", path.display()));
                format!(
                    "the program `{}` is not available to submissions{place}; install it under /usr or /opt, or add \
                        its folder to `read` in [files]",
                    escape::line(program)
                )
            }
            end => format!("`{line}` {end}{said} in the sandbox; check this machine and the configuration"),
        };
        Ok(Err(problem))
    }

    /// Runs a command in parallel with other commands. If other commands may have caused a failure (limit of time or
    /// memory, failed start), the command is repeated alone. The command is also repeated if it used up its share of
    /// processes.
    pub fn run(&self, command: impl Fn() -> io::Result<ContainedCommand>) -> Result<Run, SandboxError> {
        let command = || command().map_err(SandboxError::of_files);
        let share = self.free_processes / rayon::current_num_threads() as u64;
        let (beside_others, has_enough) = {
            // The lock does not protect any data that a panic could leave in an inconsistent state.
            let _turn = self.turn.read().unwrap_or_else(PoisonError::into_inner);
            let command = ContainedCommand { most_processes: Some(share), ..command()? };
            (self.sandbox.run(&command), share >= command.limits.most_processes())
        };
        let is_final = match &beside_others {
            Ok(Run { end: End::Exceeded(Limit::Processor | Limit::Wall | Limit::Memory), .. }) => false,
            Ok(run) => has_enough || run.end == End::Exited(0) && run.usage.processes < share / 2,
            Err(error) => matches!(error, SandboxError::Files(_)),
        };
        if is_final {
            return beside_others;
        }
        drop(beside_others);
        let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
        self.sandbox.run(&command()?)
    }

    /// Makes a sandboxed command with the environment and the limits of a case.
    pub(super) fn command(&self, line: &CommandLine, files: Vec<FileSource>) -> ContainedCommand {
        let environment = self.settings.environment.iter();
        ContainedCommand {
            arguments: line.words().iter().map(OsString::from).collect(),
            environment: environment.map(|(name, value)| (name.into(), value.into())).collect(),
            files,
            input: None,
            hidden: self.settings.hidden.iter().map(OsString::from).collect(),
            limits: self.settings.limits,
            most_processes: None,
        }
    }

    pub(super) fn build_command(&self, line: &CommandLine, files: Vec<FileSource>) -> ContainedCommand {
        ContainedCommand { limits: self.settings.build_limits, ..self.command(line, files) }
    }
}

/// True if the name of a program is the name of a Python interpreter.
pub(super) fn is_python(program: &str) -> bool {
    program.rsplit('/').next().is_some_and(|name| name.starts_with("python"))
}

/// The reason why a submission's program could not be started, found in the first line of the program. For a program of
/// the system, returns an error: then the machine failed, not the submission.
pub(crate) fn why_not_started(line: &CommandLine, run: &Run) -> Result<String> {
    let (program, why) = (&line.words()[0], &*String::from_utf8_lossy(&run.stderr.beginning));
    if line.program_of_system().is_some() {
        bail!("{} cannot be started here: {}", escape::line(program), escape::line(why));
    }
    let file = run.folder.open(Path::new(program));
    let beginning = file.map_or(Ok(Vec::new()), |file| beginning(file, FIRST_LINE))?;
    let beginning = String::from_utf8_lossy(&beginning);
    let first_line = beginning.split('\n').next().unwrap_or_default();
    let hint = match first_line.strip_prefix("#!") {
        Some(_) if first_line.ends_with('\r') => {
            "; its lines end in CR LF, and the system looks for an interpreter whose name ends in CR".to_owned()
        }
        Some(interpreter) => format!("; its first line asks for {}", escape::line(interpreter.trim())),
        None => String::new(),
    };
    let why = why.strip_prefix(&format!("{program}: ")).unwrap_or(why);
    Ok(format!("{} cannot be started: {}{hint}", escape::line(program), escape::line(why)))
}

/// The largest number of lines to show from a compiler or an interpreter that cannot start.
const MESSAGE_LINES: usize = 20;

/// The number of bytes that are read to find the first line of a program.
const FIRST_LINE: u64 = 256;
