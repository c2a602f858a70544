//! Standard input and output: a line editor at a terminal, plain lines in a pipe, and colors.

use std::{
    fmt,
    io::{self, BufRead, IsTerminal, Read, Stdout, Write},
};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use rustyline::{DefaultEditor, error::ReadlineError};

use crate::terminal::screen;

const OUTPUT: &str = "cannot write standard output";

pub struct Console {
    /// The line editor at a terminal; `None` if standard input is read directly.
    editor: Option<Box<DefaultEditor>>,
    /// True if the console writes each line that it reads, as a terminal shows typed text.
    echo: bool,
    output: AutoStream<Stdout>,
}

#[derive(Debug)]
pub enum Exit {
    EndOfInput,
    Goodbye,
    Interrupted,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Exit {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Console {
    /// The longest input line in bytes that the console reads in one piece.
    const LONGEST_LINE: u64 = 4096;

    /// Uses a line editor if standard input and standard output are a terminal. Without a line editor, `echo` makes the
    /// console write each line that it reads.
    pub fn new(color: ColorChoice, echo: bool) -> anyhow::Result<Self> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if is_terminal { Some(Box::new(DefaultEditor::new()?)) } else { None };
        Ok(Self { editor, echo, output: AutoStream::new(io::stdout(), color) })
    }

    pub const fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Writes text, which the terminal shows at the latest with the next question.
    pub fn tell(&mut self, text: impl fmt::Display) -> Result<(), Exit> {
        let text = text.to_string();
        Ok(write!(self.output, "{}", screen::fit(&text, self.width())).context(OUTPUT)?)
    }

    pub fn tell_line(&mut self, text: impl fmt::Display) -> Result<(), Exit> {
        self.tell(format_args!("{text}\n"))
    }

    fn width(&self) -> Option<usize> {
        if self.is_terminal() { screen::width(io::stdout()) } else { None }
    }

    pub fn ask(&mut self, question: &str) -> Result<String, Exit> {
        let fitted = screen::fit(question, self.width());
        let Some(editor) = &mut self.editor else { return self.ask_plainly(question) };
        // The line editor must get the last line of the question as its prompt.
        let (above, question) = fitted.rsplit_once('\n').unwrap_or(("", &fitted));
        if !above.is_empty() {
            writeln!(self.output, "{above}").context(OUTPUT)?;
        }
        self.output.flush().context(OUTPUT)?;
        let line = editor.readline(question).map_err(|error| match error {
            ReadlineError::Eof => Exit::EndOfInput,
            ReadlineError::Interrupted => Exit::Interrupted,
            error => Exit::Failed(error.into()),
        })?;
        editor.add_history_entry(&line)?;
        Ok(line)
    }

    fn ask_plainly(&mut self, question: &str) -> Result<String, Exit> {
        write!(self.output, "{question}").and_then(|()| self.output.flush()).context(OUTPUT)?;
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock().take(Self::LONGEST_LINE);
        input.read_until(b'\n', &mut bytes).context("cannot read standard input")?;
        if bytes.is_empty() {
            return Err(Exit::EndOfInput);
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.echo {
            writeln!(self.output, "{line}").context(OUTPUT)?;
        }
        Ok(line.to_owned())
    }
}
