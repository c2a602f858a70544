//! The Go Text Protocol, version 2: <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>.

use std::{
    io::{BufRead, Write},
    time::Duration,
};

use anyhow::Result;

use super::{Answer, Codec, Turn, not_a_move, read_line, seconds};
use crate::{
    clock::{Clock, TimeControl},
    conversation::{Conversation, Trouble},
    engine::Engine,
    rules::Rules,
};
use reversi_core::games::reversi::{Color, Move, Position, Size};

/// The protocol.
#[derive(Clone, Copy, Debug)]
pub struct Gtp;

/// The commands that this program knows as an agent.
const COMMANDS: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "showboard",
];

impl Codec for Gtp {
    fn greet(&self, agent: &mut Conversation, _: Color, rules: Rules, clock: &Clock) -> Result<(), Trouble> {
        let time = match clock.control() {
            TimeControl::Move(limit) => format!("0 {} 1", whole_seconds(limit)),
            TimeControl::Game(limit) => format!("{} 0 0", whole_seconds(limit)),
        };
        let size = rules.size.rows();
        for command in ["name", &format!("boardsize {size}"), "clear_board", &format!("time_settings {time}")] {
            // A program that does not know a command is not told what it says.
            send(agent, command)?.ok();
        }
        Ok(())
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn) -> Result<Answer, Trouble> {
        for played in turn.record.moves().skip(turn.known) {
            let command = format!("play {} {}", played.0, played.1);
            send(agent, &command)?.map_err(|answer| refused(&command, &answer))?;
        }
        let color = turn.color();
        if let Some(left) = turn.clock.left(color) {
            send(agent, &format!("time_left {color} {} 0", left.as_secs()))?.ok();
        }
        let command = format!("genmove {color}");
        let text = send(agent, &command)?.map_err(|answer| refused(&command, &answer))?;
        let played: Move = text.parse().map_err(|_| not_a_move(&text, "a square such as d3, or pass"))?;
        Ok(Answer { text, played: Some(played) })
    }

    fn farewell(&self, _: &reversi_core::games::reversi::Record) -> String {
        "quit\n".to_owned()
    }

    fn play(
        &self,
        engine: &mut Engine,
        _: Option<Color>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<()> {
        let mut position = Position::opening(Size::EIGHT);
        while let Some(line) = read_line(input)? {
            let line = line.split('#').next().unwrap_or_default().trim();
            let (id, command) = match line.split_once(char::is_whitespace) {
                Some((id, command)) if id.parse::<u32>().is_ok() => (id, command),
                _ => ("", line),
            };
            let words: Vec<&str> = command.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let (mark, answer) = match answer(engine, &mut position, &words) {
                Ok(answer) => ('=', answer),
                Err(problem) => ('?', problem.to_owned()),
            };
            writeln!(output, "{}\n", format!("{mark}{id} {answer}").trim_end())?;
            output.flush()?;
            if words == ["quit"] {
                break;
            }
        }
        Ok(())
    }
}

/// The seconds of a limit: those of a part of one are a whole one, because 0 would be no limit.
fn whole_seconds(limit: Duration) -> String {
    if limit.subsec_nanos() == 0 { seconds(limit) } else { (limit.as_secs() + 1).to_string() }
}

/// Sends a command. Returns the answer to it, or what the agent says of a command that failed.
fn send(agent: &mut Conversation, command: &str) -> Result<Result<String, String>, Trouble> {
    agent.say(&format!("{command}\n"));
    let mut first = agent.line()?;
    while first.is_empty() {
        first = agent.line()?;
    }
    while !agent.line()?.is_empty() {}
    match first.split_at_checked(1) {
        Some(("=", answer)) => Ok(Ok(answer.trim().to_owned())),
        Some(("?", problem)) => Ok(Err(problem.trim().to_owned())),
        _ => Err(not_a_move(&first, "an answer that begins with = or ?")),
    }
}

fn refused(command: &str, answer: &str) -> Trouble {
    not_a_move(&format!("? {answer}"), &format!("an answer that begins with = to `{command}`"))
}

/// The answer of this program to a command.
fn answer(engine: &mut Engine, position: &mut Position, words: &[&str]) -> Result<String, &'static str> {
    let color = |word: &str| match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("syntax error: expected black or white"),
    };
    Ok(match *words {
        ["protocol_version"] => "2".to_owned(),
        ["name"] => engine.name().to_owned(),
        ["version"] => env!("CARGO_PKG_VERSION").to_owned(),
        ["known_command", command] => COMMANDS.contains(&command).to_string(),
        ["list_commands"] => COMMANDS.join("\n"),
        ["quit"] => String::new(),
        ["boardsize", size] => {
            let size = size.parse().ok().filter(|rows| [4, 6, 8].contains(rows)).and_then(Size::new);
            *position = Position::opening(size.ok_or("unacceptable size")?);
            String::new()
        }
        ["clear_board"] => {
            *position = Position::opening(position.size());
            String::new()
        }
        ["play", side, played] => {
            let side = color(side)?;
            let after = play(&position.with_side_to_move(side), played.parse().map_err(|_| "illegal move")?);
            *position = after.ok_or("illegal move")?;
            String::new()
        }
        ["genmove", side] => {
            let before = position.with_side_to_move(color(side)?);
            let chosen = engine.choose(&before).unwrap_or(Move::Pass);
            *position = play(&before, chosen).unwrap_or(before.passed());
            chosen.to_string()
        }
        ["showboard"] => {
            let rows = reversi_core::games::reversi::notation::text::Alphabet::DASHES.rows(position);
            ["\n", &rows.collect::<Vec<_>>().join("\n")].concat()
        }
        _ => return Err("unknown command"),
    })
}

/// The position after a move; `None` if that is not legal.
fn play(position: &Position, played: Move) -> Option<Position> {
    let legal = position.legal_moves();
    match played {
        Move::Place(square) => legal.contains(square).then(|| position.after(square)),
        Move::Pass => legal.is_empty().then(|| position.passed()),
    }
}
