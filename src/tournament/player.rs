//! Who plays a game: an agent of this program, a program that runs for the whole game, or a program that is started for each
//! move.

use std::{
    ffi::OsString,
    fs::File,
    os::{fd::OwnedFd, unix::process::CommandExt as _},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Error, Result};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::{
    clock::Clock,
    conversation::{Conversation, Ended, Process, Trouble},
    engine::Engine,
    game::{Cause, Forfeit},
    protocols::{Answer, Codec, Description, Run, Turn},
    rules::Rules,
};
use reversi_core::games::reversi::{Color, Record};
use reversi_grade::escape;

/// Why a player makes no move.
#[derive(Debug)]
pub enum Failure {
    /// The player is to blame, and loses the game.
    Forfeit(Forfeit),
    /// The machine failed: the game is played again.
    Machine(Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Machine(error.into())
    }
}

/// A player of a game.
pub trait Player {
    /// True if a player without a legal move is asked all the same.
    fn is_asked_for_passes(&self) -> bool {
        false
    }

    /// Gets ready.
    ///
    /// # Errors
    /// Returns an error if the player is not ready in time.
    fn start(&mut self, _color: Color, _rules: Rules, _clock: &Clock) -> Result<(), Failure> {
        Ok(())
    }

    /// Chooses a move. Returns it with the time that counts.
    ///
    /// # Errors
    /// Returns an error if there is no move.
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure>;

    /// Ends after the game. Returns remarks on its behavior.
    ///
    /// # Errors
    /// Returns an error if the machine fails.
    fn finish(&mut self, _record: &Record) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
}

/// An agent of this program has no clock: the one who chooses its depth chooses its time.
impl Player for Engine {
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let start = Instant::now();
        let played = Self::choose(self, turn.record.position());
        let text = played.map_or(String::new(), |played| played.to_string());
        Ok((Answer { text, played }, start.elapsed()))
    }
}

/// What starts a program for a game, with arguments beside those of its recipe.
pub type Launch<'a> = Box<dyn Fn(Vec<String>) -> Result<(Conversation, Box<dyn Process>), Failure> + 'a>;

/// A program that runs for the whole game. It is stopped while the opponent is to move.
pub struct Program<'a> {
    codec: &'a dyn Codec,
    launch: Launch<'a>,
    /// How long it may take until it is ready.
    start_up: Duration,
    running: Option<(Conversation, Box<dyn Process>)>,
    known: usize,
    /// The processor time that it took while it was stopped.
    stolen: Duration,
}

impl<'a> Program<'a> {
    /// How long a program may go on after the game.
    const PATIENCE: Duration = Duration::from_secs(1);
    /// How much processor time a program may take while it is stopped: the system counts in ticks.
    const MOST_STOLEN: Duration = Duration::from_millis(20);

    /// A program that is started by `launch`.
    pub fn new(codec: &'a dyn Codec, start_up: Duration, launch: Launch<'a>) -> Self {
        Self { codec, launch, start_up, running: None, known: 0, stolen: Duration::ZERO }
    }

    /// Ends the program, and says why it is to blame. `during` are the words for what it was asked.
    fn failure(&mut self, trouble: Trouble, during: &str, limit: Duration, is_ready: bool) -> Failure {
        let patience = if matches!(trouble, Trouble::Closed) { Self::PATIENCE } else { Duration::ZERO };
        let ended = match self.running.take().map(|(_, process)| process.end(patience)) {
            Some(Err(error)) => return error.into(),
            ended => ended.and_then(Result::ok).unwrap_or_default(),
        };
        let (cause, sentence) = match trouble {
            Trouble::Machine(error) => return error.into(),
            Trouble::Late => (Cause::Late, format!("it gave no {during} within {} s", limit.as_secs_f64())),
            Trouble::Unreadable(sentence) => (Cause::Unreadable, sentence),
            Trouble::Closed => {
                (Cause::Crashed, ended.cause.unwrap_or_else(|| "it closed its standard output".to_owned()))
            }
        };
        let cause = if is_ready { cause } else { Cause::NotStarted };
        Failure::Forfeit(Forfeit::new(cause, sentence + &printed(&ended.stderr)))
    }
}

/// The last lines of standard error, as the end of a report.
fn printed(stderr: &[u8]) -> String {
    const LINES: usize = 12;
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let shown = escape::beginning(last.as_bytes(), LINES);
    if shown.is_empty() { shown } else { format!("; its standard error ends in\n{shown}") }
}

impl Player for Program<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.codec.asks_for_passes()
    }

    fn start(&mut self, color: Color, rules: Rules, clock: &Clock) -> Result<(), Failure> {
        let (conversation, process) = self.running.insert((self.launch)(self.codec.arguments(color))?);
        conversation.allow(self.start_up);
        match self.codec.greet(conversation, color, rules, clock) {
            Ok(()) => Ok(process.stop()?),
            Err(trouble) => Err(self.failure(trouble, "sign of being ready", self.start_up, false)),
        }
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let (conversation, process) = self.running.as_mut().context("the program was not started")?;
        let limit = turn.clock.limit(turn.color());
        if let Some(text) = conversation.unasked() {
            let shown: String = text.chars().take(200).collect();
            let sentence = format!("it wrote {shown:?} before it was asked");
            return Err(self.failure(Trouble::Unreadable(sentence), "", limit, true));
        }
        let stolen = Some(process.resume()?).filter(|stolen| *stolen > Self::MOST_STOLEN).unwrap_or_default();
        self.stolen += stolen;
        conversation.allow(limit.saturating_sub(stolen));
        match self.codec.ask(conversation, &Turn { known: self.known, ..*turn }) {
            Ok(answer) => {
                process.stop()?;
                self.known = turn.record.moves().count() + 1;
                Ok((answer, conversation.used() + stolen))
            }
            Err(trouble) => {
                let during = match stolen.as_millis() {
                    0 => "answer".to_owned(),
                    stolen => format!("answer (it took {stolen} ms of them while it had to wait for the opponent)"),
                };
                Err(self.failure(trouble, &during, limit, true))
            }
        }
    }

    fn finish(&mut self, record: &Record) -> Result<Vec<String>> {
        if let Some((mut conversation, mut process)) = self.running.take() {
            process.resume()?;
            conversation.say(&self.codec.farewell(record));
            conversation.close();
            process.end(Self::PATIENCE)?;
        }
        let stolen = self.stolen.as_millis();
        let remark =
            format!("it took {stolen} ms of processor time while the opponent was to move; its clock has them");
        Ok(Some(remark).filter(|_| stolen > 0).into_iter().collect())
    }
}

/// What runs a program for one move: its words, its input with the name of the file, and its limit of time.
pub type RunOnce<'a> = Box<dyn Fn(Vec<String>, Option<(&str, String)>, Duration) -> Result<Run, Failure> + 'a>;

/// A program that is started for each move.
pub struct Starter<'a> {
    /// The protocol.
    pub description: &'a Description,
    /// What runs it.
    pub run: RunOnce<'a>,
}

impl Player for Starter<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.description.asks_for_passes()
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let limit = turn.clock.limit(turn.color());
        let words = self.description.words(turn).context("the command of the protocol is empty")?;
        let run = (self.run)(words, self.description.input(turn), limit)?;
        let forfeit = |cause, sentence: String| Failure::Forfeit(Forfeit::new(cause, sentence + &printed(&run.stderr)));
        match self.description.answer(&run) {
            Ok(answer) => Ok((answer, run.time.min(limit))),
            Err(Trouble::Late) => {
                Err(forfeit(Cause::Late, format!("it gave no answer within {} s", limit.as_secs_f64())))
            }
            Err(Trouble::Unreadable(sentence)) => Err(forfeit(Cause::Unreadable, sentence)),
            Err(Trouble::Closed) => Err(forfeit(Cause::Crashed, run.failure.clone().unwrap_or_default())),
            Err(Trouble::Machine(error)) => Err(error.into()),
        }
    }
}

/// A player that cannot play.
impl Player for Forfeit {
    fn start(&mut self, _: Color, _: Rules, _: &Clock) -> Result<(), Failure> {
        Err(Failure::Forfeit(self.clone()))
    }

    fn choose(&mut self, _: &Turn) -> Result<(Answer, Duration), Failure> {
        Err(Failure::Forfeit(self.clone()))
    }
}

/// A program of this machine, which the course trusts: it runs as the user who starts the tournament.
#[derive(Debug)]
pub struct Trusted(Child);

impl Trusted {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if there is no such program.
    pub fn start(words: &[String]) -> Result<(Conversation, Box<dyn Process>)> {
        let (program, arguments) = words.split_first().context("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments.iter().map(OsString::from)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = child.stdin.take().context("no pipe")?;
        let output = child.stdout.take().context("no pipe")?;
        let process = Box::new(Self(child));
        Ok((Conversation::new(File::from(OwnedFd::from(input)), File::from(OwnedFd::from(output)))?, process))
    }

    fn signal(&self, signal: Signal) {
        // Its number is its own until it has been waited for.
        let _ = kill_process_group(Pid::from_child(&self.0), signal);
    }
}

impl Process for Trusted {
    fn stop(&mut self) -> Result<()> {
        self.signal(Signal::STOP);
        Ok(())
    }

    fn resume(&mut self) -> Result<Duration> {
        self.signal(Signal::CONT);
        Ok(Duration::ZERO)
    }

    fn end(mut self: Box<Self>, patience: Duration) -> Result<Ended> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Ended { cause: Some(format!("it ended: {status}")), stderr: Vec::new() });
            }
            if start.elapsed() >= patience {
                return Ok(Ended::default());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Trusted {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            self.signal(Signal::KILL);
            let _ = self.0.wait();
        }
    }
}
