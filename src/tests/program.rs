//! Runs the built program, and checks how it ended.

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    path::Path,
    process::{self, Output, Stdio},
    thread,
};

/// The path of the built program.
pub const BUILT: &str = env!("CARGO_BIN_EXE_reversi");

/// A run of the program with this standard input.
pub struct Command {
    process: process::Command,
    input: Vec<u8>,
}

impl Command {
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self { process: process::Command::new(program), input: Vec::new() }
    }

    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.args([argument])
    }

    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.process.args(arguments);
        self
    }

    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.process.current_dir(folder);
        self
    }

    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.process.env(name, value);
        self
    }

    #[cfg(target_os = "linux")] // for tests of `grade` alone
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.process.env_remove(name);
        self
    }

    pub fn write_stdin(&mut self, input: impl Into<Vec<u8>>) -> &mut Self {
        self.input = input.into();
        self
    }

    pub fn assert(&mut self) -> Assert {
        let output = self.output().expect("the program runs");
        Assert { command: format!("{:?}", self.process), output }
    }

    pub fn output(&mut self) -> io::Result<Output> {
        let process = self.process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn()?;
        let mut pipe = child.stdin.take().expect("a pipe");
        thread::scope(|scope| {
            // A program that does not read its input to the end closes the pipe.
            scope.spawn(|| {
                let _ = pipe.write_all(&self.input);
                drop(pipe);
            });
            child.wait_with_output()
        })
    }
}

/// The outputs and the exit status of a run.
pub struct Assert {
    command: String,
    output: Output,
}

impl Assert {
    #[track_caller]
    fn check(self, is_right: bool, expected: &str) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let Output { status, stdout, stderr } = &self.output;
        let (stdout, stderr) = (text(stdout), text(stderr));
        assert!(is_right, "{}: expected {expected}\n{status}\n{stdout}\n{stderr}", self.command);
        self
    }

    #[track_caller]
    pub fn success(self) -> Self {
        self.code(0)
    }

    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        let is_right = self.output.status.code() == Some(code);
        self.check(is_right, &format!("exit code {code}"))
    }

    #[track_caller]
    pub fn stdout(self, expected: impl AsRef<[u8]>) -> Self {
        let is_right = self.output.stdout == expected.as_ref();
        self.check(is_right, &format!("on standard output {}", String::from_utf8_lossy(expected.as_ref())))
    }

    #[track_caller]
    pub fn stderr(self, expected: impl AsRef<[u8]>) -> Self {
        let is_right = self.output.stderr == expected.as_ref();
        self.check(is_right, &format!("on standard error {}", String::from_utf8_lossy(expected.as_ref())))
    }

    pub const fn get_output(&self) -> &Output {
        &self.output
    }
}
