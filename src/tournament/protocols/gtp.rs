//! The Go Text Protocol, version 2: <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>.

use std::{
    io::{self, Write as _},
    time::Duration,
};

use anyhow::Result;
use reversi_core::{
    game::Game as _,
    games::reversi::{Color, Move, Pass, Position, Size, notation::text::Alphabet, sides},
};

use super::{Answer, Engine, Turn};
use crate::{
    clock::TimeControl,
    conversation::Conversation,
    game::{Failure, Forfeit},
    rules::is_legal,
};

const COMMANDS: &str = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\nplay\n\
    genmove\nshowboard\nundo\nfinal_score";

/// Tells an agent the board and the clock.
pub(crate) fn greet(agent: &mut Conversation, turn: &Turn) -> Result<(), Failure> {
    let time = match turn.clock.control() {
        TimeControl::Move(limit) => format!("0 {} 1", whole_seconds(limit)),
        TimeControl::Game(limit) => format!("{} 0 0", whole_seconds(limit)),
    };
    let size = turn.record.position().size().rows();
    for command in ["name", &format!("boardsize {size}"), "clear_board", &format!("time_settings {time}")] {
        send(agent, command)?;
    }
    Ok(())
}

/// Tells an agent the moves after the first `known` plies, and asks for a move.
pub(crate) fn ask(agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Answer, Failure> {
    for played in turn.record.moves().skip(known) {
        obeyed(agent, &format!("play {} {}", played.0, played.1))?;
    }
    let color = turn.color;
    if let Some(left) = turn.clock.left(color) {
        send(agent, &format!("time_left {color} {} 0", left.as_secs()))?;
    }
    let text = obeyed(agent, &format!("genmove {color}"))?;
    let played: Move = text.parse().map_err(|_| Forfeit::unreadable(&text, "a square such as d3, or pass"))?;
    Ok(Answer { text, played: Some(played) })
}

/// The game on the board, from its start to the current position.
struct Game {
    start: Position,
    /// The position after each play.
    played: Vec<Position>,
}

impl Game {
    fn position(&self) -> &Position {
        self.played.last().unwrap_or(&self.start)
    }
}

/// Plays as an agent on standard input and output, until the referee closes standard input. Each game on a board of the
/// start's size begins at this position.
pub fn play(engine: &mut Engine, start: Position) -> Result<()> {
    let mut game = Game { start, played: Vec::new() };
    let mut line = String::new();
    while io::stdin().read_line(&mut line)? > 0 {
        let command = std::mem::take(&mut line);
        let line = command.split('#').next().unwrap_or_default().trim();
        let (id, command) = match line.split_once(char::is_whitespace) {
            Some((id, command)) if id.parse::<u32>().is_ok() => (id, command),
            _ => ("", line),
        };
        let words: Vec<&str> = command.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let (mark, answer) = match answer(engine, &mut game, &words) {
            Ok(answer) => ('=', answer),
            Err(problem) => ('?', problem.to_owned()),
        };
        let mut output = io::stdout().lock();
        writeln!(output, "{}\n", format!("{mark}{id} {answer}").trim_end())?;
        output.flush()?;
        if words == ["quit"] {
            break;
        }
    }
    Ok(())
}

/// The seconds of a limit, rounded up, because 0 would mean no limit.
fn whole_seconds(limit: Duration) -> u64 {
    limit.as_secs() + u64::from(limit.subsec_nanos() > 0)
}

/// Sends a command. Returns the first line of the answer: `=` and its text, or `?` if the agent does not know the command.
fn send(agent: &mut Conversation, command: &str) -> Result<String, Failure> {
    agent.say(&format!("{command}\n"));
    let mut first = agent.line()?;
    while first.is_empty() {
        first = agent.line()?;
    }
    while !agent.line()?.is_empty() {}
    if first.starts_with(['=', '?']) {
        return Ok(first);
    }
    Err(Forfeit::unreadable(&first, "an answer that begins with = or ?").into())
}

/// Sends a command that the agent must know. Returns the text of the answer.
fn obeyed(agent: &mut Conversation, command: &str) -> Result<String, Failure> {
    let answer = send(agent, command)?;
    let expected = || Forfeit::unreadable(&answer, &format!("an answer that begins with = to `{command}`"));
    Ok(answer.strip_prefix('=').ok_or_else(expected)?.trim().to_owned())
}

/// This program's answer to a command.
fn answer(engine: &mut Engine, game: &mut Game, words: &[&str]) -> Result<String, &'static str> {
    let color = |side: &str| sides::read(side).ok_or("syntax error: expected black or white");
    let mut text = String::new();
    match *words {
        ["protocol_version"] => text.push('2'),
        ["name"] => text = engine.name(),
        ["version"] => text.push_str(env!("CARGO_PKG_VERSION")),
        ["known_command", command] => text = COMMANDS.lines().any(|known| known == command).to_string(),
        ["list_commands"] => text.push_str(COMMANDS),
        ["quit"] => {}
        ["boardsize", size] => {
            let size = size.parse().ok().filter(|rows| [4, 6, 8].contains(rows)).and_then(Size::new);
            let size = size.ok_or("unacceptable size")?;
            let start = if size == game.start.size() { game.start } else { Position::opening(size) };
            *game = Game { start, played: Vec::new() };
        }
        ["clear_board"] => game.played.clear(),
        ["play", side, played] => {
            let before = game.position().with_side_to_move(color(side)?);
            let played = played.parse().ok().filter(|played| is_legal(&before, *played)).ok_or("illegal move")?;
            game.played.push(Pass(before).after(played).0);
        }
        ["undo"] => drop(game.played.pop().ok_or("cannot undo")?),
        ["genmove", side] => {
            let before = game.position().with_side_to_move(color(side)?);
            let chosen = engine.choose(&before);
            game.played.push(Pass(before).after(chosen).0);
            text = chosen.to_string();
        }
        ["showboard"] => {
            text.push('\n');
            text += &Alphabet::DASHES.rows(game.position()).collect::<Vec<_>>().join("\n");
        }
        ["final_score"] if !game.position().is_over() => return Err("cannot score: the game is not over"),
        ["final_score"] => {
            text = match game.position().lead(Color::Black) {
                0 => "0".to_owned(),
                lead => format!("{}+{}", if lead > 0 { 'B' } else { 'W' }, lead.abs()),
            };
        }
        [known, ..] if COMMANDS.lines().any(|command| command == known) => return Err("syntax error"),
        _ => return Err("unknown command"),
    }
    Ok(text)
}
