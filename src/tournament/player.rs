//! Players: agents of this program, programs that run for a game, and programs that run for a move.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use reversi_core::games::reversi::{Color, Record};
use reversi_grade::escape;

use crate::{
    clock::Clock,
    conversation::{Conversation, Trouble},
    game::{Cause, Forfeit},
    process::{Ended, Process},
    protocols::{Answer, Codec, Description, Engine, Turn},
    referee::Failure,
    rules::Rules,
    student::Student,
};

/// A player of a game.
pub trait Player {
    /// True if a player is asked for a move even if it has to pass.
    fn is_asked_for_passes(&self) -> bool {
        false
    }

    /// Chooses a move. Returns the move and the time that counts.
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure>;

    /// Ends the player after the game. Returns the processor time that the player took while it was stopped, if that is
    /// too much.
    fn finish(&mut self, _record: &Record) -> Result<Duration> {
        Ok(Duration::ZERO)
    }
}

/// The seat of a player in a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    pub color: Color,
    pub rules: Rules,
    pub clock: &'a Clock,
}

/// An agent of this program has no clock: its depth determines its time.
impl Player for Engine {
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let start = Instant::now();
        let played = Self::choose(self, turn.record.position());
        let text = played.map_or(String::new(), |played| played.to_string());
        Ok((Answer { text, played }, start.elapsed()))
    }
}

/// A program that runs for the whole game. It is stopped while the opponent is to move.
pub struct Program<'a> {
    codec: &'a dyn Codec,
    running: Option<(Conversation, Box<dyn Process>)>,
    known: usize,
    stolen: Duration,
}

impl<'a> Program<'a> {
    /// The time that a program may run after the game.
    const PATIENCE: Duration = Duration::from_secs(1);
    /// The processor time that a program may take while it is stopped, because the system counts in ticks.
    const MOST_STOLEN: Duration = Duration::from_millis(20);

    /// Greets a new program, and stops it until its first turn.
    pub fn greet(
        codec: &'a dyn Codec,
        running: (Conversation, Box<dyn Process>),
        seat: Seat,
        start_up: Duration,
    ) -> Result<Self, Failure> {
        let mut program = Self { codec, running: None, known: 0, stolen: Duration::ZERO };
        let (conversation, process) = program.running.insert(running);
        conversation.allow(start_up);
        match codec.greet(conversation, seat) {
            Ok(()) => process.stop()?,
            Err(trouble) => {
                let late = format!("it gave no sign of being ready within {} s", start_up.as_secs_f64());
                return Err(match program.failure(trouble, late) {
                    Failure::Forfeit(forfeit) => Failure::Forfeit(Forfeit { cause: Cause::NotStarted, ..forfeit }),
                    machine @ Failure::Machine(_) => machine,
                });
            }
        }
        Ok(program)
    }

    /// Ends the program, and describes its fault; `late` is the sentence for a late answer.
    fn failure(&mut self, trouble: Trouble, late: String) -> Failure {
        let patience = if matches!(trouble, Trouble::Closed) { Self::PATIENCE } else { Duration::ZERO };
        let ended = match self.running.take().map(|(_, process)| process.end(patience)).transpose() {
            Ok(ended) => ended.unwrap_or_default(),
            Err(error) => return error.into(),
        };
        failure(trouble, late, ended)
    }

    /// Continues the program. Returns the processor time that it took while it was stopped, if that is too much.
    fn resume(&mut self) -> Result<Duration> {
        let (_, process) = self.running.as_mut().context("the program has ended")?;
        let stolen = Some(process.resume()?).filter(|stolen| *stolen > Self::MOST_STOLEN).unwrap_or_default();
        self.stolen += stolen;
        Ok(stolen)
    }
}

/// The failure of a program, with the last lines of its standard error.
fn failure(trouble: Trouble, late: String, ended: Ended) -> Failure {
    const LINES: usize = 12;
    let (cause, sentence) = match trouble {
        Trouble::Machine(error) => return error.into(),
        Trouble::Late => (Cause::Late, late),
        Trouble::Unreadable(sentence) => (Cause::Unreadable, sentence),
        Trouble::Closed => (Cause::Crashed, ended.cause.unwrap_or_else(|| "it closed its standard output".to_owned())),
    };
    let text = String::from_utf8_lossy(&ended.stderr);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let shown = escape::beginning(last.as_bytes(), LINES);
    let printed = if shown.is_empty() { shown } else { format!("; its standard error ends in\n{shown}") };
    let is_doubtful = ended.is_doubtful && matches!(cause, Cause::Crashed);
    Failure::Forfeit(Forfeit { cause, details: sentence + &printed, is_doubtful })
}

impl Player for Program<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.codec.asks_for_passes()
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let stolen = self.resume()?;
        let (conversation, process) = self.running.as_mut().context("the program has ended")?;
        let waited = format!(" (it took {} ms of them while it had to wait)", stolen.as_millis());
        let waited = Some(waited).filter(|_| !stolen.is_zero()).unwrap_or_default();
        let late = format!("it gave no answer within {}{waited}", turn.clock.words(turn.color()));
        if let Some(text) = conversation.unasked() {
            let shown: String = text.chars().take(200).collect();
            return Err(self.failure(Trouble::Unreadable(format!("it wrote {shown:?} before it was asked")), late));
        }
        conversation.allow(turn.clock.limit(turn.color()).saturating_sub(stolen));
        match self.codec.ask(conversation, turn, self.known) {
            Ok(answer) => {
                process.stop()?;
                self.known = turn.record.moves().count() + 1;
                Ok((answer, conversation.used() + stolen))
            }
            Err(trouble) => Err(self.failure(trouble, late)),
        }
    }

    fn finish(&mut self, record: &Record) -> Result<Duration> {
        if self.running.is_some() {
            self.resume()?;
        }
        if let Some((mut conversation, process)) = self.running.take() {
            conversation.say(&self.codec.farewell(record));
            conversation.close();
            process.end(Self::PATIENCE)?;
        }
        Ok(self.stolen)
    }
}

/// A student's program that is started for each move.
pub struct Starter<'a> {
    pub description: &'a Description,
    pub student: &'a Student<'a>,
}

impl Player for Starter<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.description.asks_for_passes()
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let run = self.student.run(self.description, turn)?;
        let late = format!("it gave no answer within {}", turn.clock.words(turn.color()));
        let answer = self.description.answer(&run);
        answer
            .map(|answer| (answer, run.time.min(turn.clock.limit(turn.color()))))
            .map_err(|trouble| failure(trouble, late, run.ended))
    }
}
