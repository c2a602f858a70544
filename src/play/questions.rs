//! The questions before a game, and answers given as arguments.

use std::str::FromStr;

use super::{Console, Exit};
use crate::{
    agents::AgentName,
    game::Depth,
    games::reversi::{Color, Expression, Position, Size, sides},
    names::ParseError,
    search::Algorithm,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Agent(AgentName),
    /// Alpha-beta with an evaluation; the program still has to ask for the depth.
    Depth,
    Person,
}

impl FromStr for Opponent {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        match name {
            "depth" => Ok(Self::Depth),
            "person" => Ok(Self::Person),
            name => match name.parse() {
                Ok(agent) => Ok(Self::Agent(agent)),
                Err(error) if name.starts_with("depth:") => Err(error),
                Err(_) => Err("expected person, random, minimax, alphabeta, depth, depth:D, depth:D:EVALUATION (D plies, from 1), \
                     or plain instead of depth"
                    .into()),
            },
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub size: Option<Size>,
    pub opponent: Option<Opponent>,
    pub depth: Option<Depth>,
    pub side: Option<Color>,
}

impl Answers {
    /// Asks for the size of the board. The error of every question means that the person quits or the console fails.
    pub(crate) fn size(&self, console: &mut Console) -> Result<Size, Exit> {
        if let Some(size) = self.size {
            return Ok(size);
        }
        let six = Size::new(6).expect("a size");
        let sizes =
            [("Small 4x4 Reversi", Size::FOUR), ("Medium 6x6 Reversi", six), ("Standard 8x8 Reversi", Size::EIGHT)];
        menu(console, "Choose your game:", &sizes, |answer| {
            let is_meant = |size: &Size| answer == size.to_string() || answer == size.rows().to_string();
            sizes.iter().map(|(_, size)| *size).find(is_meant)
        })
    }

    /// Asks for the agent of the other side; `None` means a second person.
    pub(crate) fn opponent(&self, console: &mut Console) -> Result<Option<AgentName>, Exit> {
        Ok(match &self.opponent {
            None => Some(self.agent(console)?),
            Some(Opponent::Agent(name)) => Some(name.clone()),
            Some(Opponent::Depth) => Some(self.depth_limited(console)?),
            Some(Opponent::Person) => None,
        })
    }

    fn agent(&self, console: &mut Console) -> Result<AgentName, Exit> {
        let agents = [
            ("An agent that plays randomly", Some(AgentName::Random)),
            ("An agent that uses MINIMAX", Some(AgentName::Full(Algorithm::Minimax))),
            ("An agent that uses MINIMAX with alpha-beta pruning", Some(AgentName::Full(Algorithm::AlphaBeta))),
            ("An agent that uses H-MINIMAX with a fixed depth cutoff and a-b pruning", None),
        ];
        let by_name = |answer: &str| match answer.parse() {
            Ok(Opponent::Agent(agent)) => Some(Some(agent)),
            Ok(Opponent::Depth) => Some(None),
            Ok(Opponent::Person) | Err(_) => None,
        };
        match menu(console, "Choose your opponent:", &agents, by_name)? {
            Some(agent) => Ok(agent),
            None => self.depth_limited(console),
        }
    }

    fn depth_limited(&self, console: &mut Console) -> Result<AgentName, Exit> {
        let depth = match self.depth {
            Some(depth) => depth,
            None => choose(console, "Depth limit? ", "1, 2, 3 and so on", |answer| {
                answer.trim_start_matches("depth:").parse().ok()
            })?,
        };
        Ok(AgentName::DepthLimited { depth, evaluation: Expression::weights() })
    }

    pub(crate) fn side(&self, console: &mut Console) -> Result<Color, Exit> {
        match self.side {
            Some(side) => Ok(side),
            None => choose(console, "Do you want to play DARK (x) or LIGHT (o)? ", "x, o", sides::read),
        }
    }

    /// Returns an agent that moves fast enough for a person. If the chosen agent is too slow, explains why and offers a
    /// depth-limited agent, then other agents.
    pub(crate) fn in_time(
        &self,
        console: &mut Console,
        mut agent: AgentName,
        position: &Position,
    ) -> Result<AgentName, Exit> {
        while let Some(estimate) = agent.takes_too_long(position) {
            console.tell_line(format_args!("This agent would take too long. {estimate}"))?;
            let question = "Play against the depth-limited agent instead (y or n)? ";
            agent = if agree(console, question)? { self.depth_limited(console)? } else { self.agent(console)? };
        }
        Ok(agent)
    }
}

/// Shows numbered answers, and asks for a number or a name that `by_name` knows.
fn menu<T: Clone>(
    console: &mut Console,
    title: &str,
    answers: &[(&str, T)],
    by_name: impl Fn(&str) -> Option<T>,
) -> Result<T, Exit> {
    console.tell_line(title)?;
    for ((text, _), number) in answers.iter().zip(1..) {
        console.tell_line(format_args!("{number}. {text}"))?;
    }
    let numbers: Vec<_> = (1..=answers.len()).map(|number| number.to_string()).collect();
    choose(console, "Your choice? ", &numbers.join(", "), |answer| {
        let index = numbers.iter().position(|number| number == answer);
        index.map_or_else(|| by_name(&answer.to_ascii_lowercase()), |index| Some(answers[index].1.clone()))
    })
}

pub(super) fn agree(console: &mut Console, question: &str) -> Result<bool, Exit> {
    choose(console, question, "y, n", |answer| match answer.to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    })
}

fn choose<T>(console: &mut Console, question: &str, valid: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Exit> {
    loop {
        let answer = console.ask(question)?;
        if let Some(answer) = read(answer.trim()) {
            return Ok(answer);
        }
        if matches!(answer.trim().to_ascii_lowercase().as_str(), "quit" | "exit") {
            return Err(Exit::Goodbye);
        }
        console.tell_line(format_args!("Invalid choice!\nValid choices are: [{valid}]\nTry again!"))?;
    }
}
