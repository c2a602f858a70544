//! Players: agents of this program, and programs that run for a game.

use std::time::{Duration, Instant};

use crate::{
    conversation::Conversation,
    game::{Cause, Conduct, Failure, Forfeit},
    process::{Ended, Sandboxed},
    protocols::{Answer, Engine, Protocol, Template, Turn},
};
use anyhow::{Context as _, Result};

pub trait Player {
    /// True if a player is asked for a move even if the player has to pass.
    fn is_asked_for_passes(&self) -> bool {
        false
    }

    /// Chooses a move. Returns the move and the time that counts for the clock.
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure>;

    /// Ends the player after the game; `turn` has the last position.
    fn finish(&mut self, _turn: &Turn) -> Result<Conduct> {
        Ok(Conduct::default())
    }
}

/// An agent of this program has no clock: its depth determines its time.
impl Player for Engine {
    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let start = Instant::now();
        let played = Self::choose(self, turn.record.position());
        Ok((Answer { text: played.to_string(), played: Some(played) }, start.elapsed()))
    }
}

/// A program that runs for the whole game. The program is stopped while the opponent is to move.
pub struct Program<'a> {
    protocol: &'a Protocol,
    /// The program's conversation and process; `None` after the program was ended.
    running: Option<(Conversation, Sandboxed)>,
    /// The CPU time at the moment when the program was stopped, if it is measured.
    stopped_at: Option<Duration>,
    /// The number of plies that the program knows.
    known: usize,
    conduct: Conduct,
}

impl<'a> Program<'a> {
    /// The time in which a program must name the winner.
    const LAST_WORDS: Duration = Duration::from_secs(5);
    /// The time that a program may run after the game.
    const PATIENCE: Duration = Duration::from_secs(1);
    /// The CPU time that a program may take while it is stopped, because the system counts in ticks.
    const MOST_STOLEN: Duration = Duration::from_millis(20);

    /// Greets a new program, and stops it until its first turn.
    pub fn greet(
        protocol: &'a Protocol,
        running: (Conversation, Sandboxed),
        turn: &Turn,
        start: Option<&Template>,
        start_up: Duration,
    ) -> Result<Self, Failure> {
        let mut program = Self { protocol, running: None, stopped_at: None, known: 0, conduct: Conduct::default() };
        let (conversation, process) = program.running.insert(running);
        conversation.allow(start_up, format!("it was not ready within {} s", start_up.as_secs_f64()));
        match protocol.greet(conversation, turn, start) {
            Ok(()) => program.stopped_at = process.process.stop()?,
            Err(failure) => {
                return Err(match program.ended(failure) {
                    Failure::Forfeit(forfeit) => Failure::Forfeit(Forfeit { cause: Cause::NotStarted, ..forfeit }),
                    machine @ Failure::Machine(_) => machine,
                });
            }
        }
        Ok(program)
    }

    /// Ends the program after a failure, and adds the reason why the program ended.
    fn ended(&mut self, failure: Failure) -> Failure {
        let (Failure::Forfeit(forfeit), Some((conversation, process))) = (&failure, self.running.take()) else {
            return failure;
        };
        let is_crash = forfeit.cause == Cause::Crashed;
        let patience = if is_crash { Self::PATIENCE } else { Duration::ZERO };
        let with_last_lines = |ended: Ended| {
            let mut forfeit = ended.complete(forfeit.clone());
            if is_crash && !conversation.last_lines.is_empty() {
                let lines: Vec<_> = conversation.last_lines.iter().rev().map(String::as_str).collect();
                forfeit.details.extend(["\nits last lines:\n", &lines.join("\n")]);
            }
            forfeit.into()
        };
        process.end(patience).map_or_else(Failure::from, with_last_lines)
    }

    /// Continues the program. Returns the CPU time that the program used while stopped, if this time is too long.
    fn resume(&mut self) -> Result<Duration> {
        let Some((_, process)) = &mut self.running else { return Ok(Duration::ZERO) };
        let taken = process.process.resume()?.zip(self.stopped_at).map(|(now, before)| now.saturating_sub(before));
        let stolen = taken.filter(|taken| *taken > Self::MOST_STOLEN).unwrap_or_default();
        self.conduct.stolen += stolen;
        Ok(stolen)
    }
}

impl Player for Program<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.protocol.asks_for_passes()
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let stolen = self.resume()?;
        let (conversation, process) = self.running.as_mut().context("the program has ended")?;
        if let Some(text) = conversation.unasked().filter(|_| !self.protocol.skips_lines()) {
            return Err(self.ended(Forfeit::wrote(Cause::Unreadable, &text, " before it was asked").into()));
        }
        let waited = format!(" (it took {} ms of them while it had to wait)", stolen.as_millis());
        let late = turn.clock.late(turn.color) + if stolen.is_zero() { "" } else { &waited };
        if self.conduct.refuses_illegal.is_none() {
            conversation.allow(turn.deadline(), late.clone());
            match self.protocol.probe(conversation, turn, self.known) {
                Ok(is_refused) => self.conduct.refuses_illegal = is_refused,
                Err(failure) => {
                    self.conduct.refuses_illegal = Some(false);
                    return Err(self.ended(failure));
                }
            }
        }
        conversation.allow(turn.deadline().saturating_sub(stolen), late);
        match self.protocol.ask(conversation, turn, self.known) {
            Ok(answer) => {
                self.stopped_at = process.process.stop()?;
                self.known = turn.record.moves().count() + 1;
                Ok((answer, conversation.used + stolen))
            }
            Err(failure) => {
                if matches!(&failure, Failure::Forfeit(forfeit) if forfeit.cause == Cause::Refused) {
                    self.conduct.refuses_illegal = Some(false);
                }
                Err(self.ended(failure))
            }
        }
    }

    fn finish(&mut self, turn: &Turn) -> Result<Conduct> {
        self.resume()?;
        if let Some((mut conversation, process)) = self.running.take() {
            conversation.allow(Self::LAST_WORDS, String::new());
            conversation.say(&self.protocol.farewell(turn, self.known));
            if turn.record.position().is_over() {
                self.conduct.named_winner = self.protocol.named_winner(&mut conversation, turn);
            }
            drop(conversation);
            process.end(Self::PATIENCE)?;
        }
        Ok(self.conduct.clone())
    }
}
