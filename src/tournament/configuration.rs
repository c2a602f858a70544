//! `tournament.toml`: the protocol, the clock, the rules, the opponents, and how agents are built and run.

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::{Error, Result};
use reversi_core::games::reversi::{Color, Position, Size};
use reversi_grade::{
    configuration::{LimitFields, ProgramSettings, Recipe, build_limits, command_line::CommandLine, fault, read_toml},
    sandbox::Limits,
};
use reversi_io::{
    files::input::{self, Input},
    names::{list, names},
};
use reversi_solve::agents::AgentName;
use serde::Deserialize;
use toml::Spanned;

use crate::{
    clock::TimeControl,
    protocols::{Caltech, Codec, CodecName, Columbia, Description, Flags, Gtp, Handshake},
    referee::Terms,
    rules::{EmptySquares, NoMove, Rules},
};

names! {
    /// The protocols that a configuration names, each with an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ProtocolName {
        /// Columbia COMS W4701 and Toronto CSC384.
        Columbia => "columbia",
        /// Caltech CS 2.
        Caltech => "caltech",
        /// The Go Text Protocol.
        Gtp => "gtp",
        /// Umeå 5DV181.
        Umea => "umea",
        /// NTHU I2P.
        Nthu => "nthu",
        /// USC CSCI 561 in 2024.
        Usc2024 => "usc2024",
        /// What `[agent]` describes.
        Described => "described",
    }
}

impl ProtocolName {
    /// A commented configuration.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Columbia => include_str!("examples/columbia.toml"),
            Self::Caltech => include_str!("examples/caltech.toml"),
            Self::Gtp => include_str!("examples/gtp.toml"),
            Self::Umea | Self::Described => include_str!("examples/umea.toml"),
            Self::Nthu => include_str!("examples/nthu.toml"),
            Self::Usc2024 => include_str!("examples/usc2024.toml"),
        }
    }
}

/// The protocol of the class.
#[derive(Debug)]
pub enum Protocol {
    /// A process for each game.
    Game(Box<dyn Codec>),
    /// A process for each move.
    Move(Box<Description>),
}

/// A program of this machine among the opponents.
#[derive(Debug)]
pub struct MachineProgram {
    /// The name in the standings.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The protocol.
    pub codec: CodecName,
}

/// A fixed opponent of a ladder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// The name of the opponent.
    pub opponent: String,
    /// The points of a student who scores 50 % or more.
    pub points: f64,
}

/// The values of a `tournament.toml`.
#[derive(Debug)]
pub struct Configuration {
    /// The protocol of the class.
    pub protocol: Protocol,
    /// The rules and the clock.
    pub terms: Terms,
    /// How long a program may take until it is ready.
    pub start_up: Duration,
    /// The pairs of games for each pair of agents.
    pub games: usize,
    /// The agents of this program.
    pub opponents: Vec<AgentName>,
    /// The programs of this machine.
    pub programs: Vec<MachineProgram>,
    /// The ladder; empty if all play all.
    pub ladder: Vec<Rung>,
    /// How the students' agents are built and started.
    pub recipe: Recipe,
    /// What the students' agents may have and take.
    pub settings: ProgramSettings,
    /// The text of the file.
    pub text: Input,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    protocol: Spanned<String>,
    handshake: Option<Handshake>,
    flags: Option<Flags>,
    seconds: Option<Spanned<Seconds>>,
    #[serde(default = "start_up")]
    start_up: f64,
    games: Option<Spanned<usize>>,
    #[serde(default)]
    opponents: Vec<Spanned<String>>,
    #[serde(default)]
    programs: Vec<ProgramFields>,
    #[serde(default)]
    build: BuildFields,
    #[serde(default)]
    limits: LimitFields,
    #[serde(default)]
    build_limits: LimitFields,
    #[serde(default)]
    rules: RuleFields,
    agent: Option<Spanned<Description>>,
    #[serde(default)]
    ladder: Vec<Spanned<Rung>>,
}

fn start_up() -> f64 {
    30.0
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seconds {
    r#move: Option<f64>,
    game: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramFields {
    name: String,
    run: Spanned<String>,
    #[serde(default = "gtp")]
    protocol: Spanned<String>,
}

fn gtp() -> Spanned<String> {
    Spanned::new(0..0, "gtp".to_owned())
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BuildFields {
    commands: Option<Vec<CommandLine>>,
    run: Option<CommandLine>,
    environment: BTreeMap<String, String>,
    read: Vec<std::path::PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RuleFields {
    size: Option<Spanned<u8>>,
    no_move: Option<NoMove>,
    first: Option<Spanned<String>>,
    empty_squares: EmptySquares,
}

impl Configuration {
    /// The default of what a student's agent may print and write in a game.
    const OUTPUT: u64 = 4 << 20;

    /// Reads a configuration.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, and names the first place that is wrong.
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        let fields: Fields = read_toml(&text)?;
        let wrong = |place: usize, message: String| fault(&text, place, message);
        let place = fields.protocol.span().start;
        let name: ProtocolName =
            fields.protocol.get_ref().parse().map_err(|error| wrong(place, format!("unknown protocol; {error}")))?;
        let shipped = || -> Result<Box<Description>> {
            let example = Input { name: name.to_string(), text: name.example().to_owned() };
            let fields: Fields = read_toml(&example)?;
            fields
                .agent
                .map(|agent| Box::new(agent.into_inner()))
                .ok_or_else(|| Error::msg("an example without [agent]"))
        };
        let protocol = match (name, fields.agent) {
            (ProtocolName::Columbia | ProtocolName::Caltech | ProtocolName::Gtp, Some(agent)) => {
                let message = format!("[agent] is for the protocol described; {name} needs no description");
                return Err(wrong(agent.span().start, message));
            }
            (ProtocolName::Columbia, None) => Protocol::Game(Box::new(Columbia {
                handshake: fields.handshake.unwrap_or_default(),
                flags: fields.flags.unwrap_or_default(),
            })),
            (ProtocolName::Caltech, None) => Protocol::Game(Box::new(Caltech)),
            (ProtocolName::Gtp, None) => Protocol::Game(Box::new(Gtp)),
            (_, Some(agent)) => Protocol::Move(Box::new(agent.into_inner())),
            (ProtocolName::Described, None) => {
                return Err(wrong(
                    place,
                    "the protocol described needs a table [agent]; `--example umea` shows one".to_owned(),
                ));
            }
            (_, None) => Protocol::Move(shipped()?),
        };
        let rules = fields.rules.rules(name, &text)?;
        let programs = fields.programs.into_iter().map(|program| program.read(&text)).collect::<Result<Vec<_>>>()?;
        let is_caltech =
            name == ProtocolName::Caltech || programs.iter().any(|program| program.codec == CodecName::Caltech);
        if is_caltech && (rules.size != Size::EIGHT || rules.no_move != NoMove::Pass || rules.first != Color::Black) {
            return Err(wrong(
                place,
                "caltech's agents know the standard rules on 8x8 alone; expected no [rules]".to_owned(),
            ));
        }
        let mut opponents = Vec::new();
        for opponent in &fields.opponents {
            let agent: AgentName = opponent.get_ref().parse().map_err(|error| {
                wrong(opponent.span().start, format!("{:?} is not an agent: {error}", opponent.get_ref()))
            })?;
            if let Some(why) = agent.takes_too_long(&Position::opening(rules.size)) {
                return Err(wrong(opponent.span().start, format!("{agent} would take too long. {why}")));
            }
            opponents.push(agent);
        }
        let known: Vec<String> = opponents
            .iter()
            .map(ToString::to_string)
            .chain(programs.iter().map(|program| program.name.clone()))
            .collect();
        for rung in &fields.ladder {
            if !known.contains(&rung.get_ref().opponent) {
                let message =
                    format!("no opponent is called {:?}; expected {}", rung.get_ref().opponent, list(&known, "or"));
                return Err(wrong(rung.span().start, message));
            }
        }
        let time = time(name, fields.seconds.as_ref(), &text)?;
        let games = fields.games.as_ref().map_or(2, |games| *games.get_ref());
        if let Some(games) = fields.games.as_ref().filter(|games| !(1..=100).contains(games.get_ref())) {
            return Err(wrong(games.span().start, "expected a number of pairs of games from 1 to 100".to_owned()));
        }
        let run = match &protocol {
            Protocol::Move(description) => shlex::split(&description.run).unwrap_or_default(),
            Protocol::Game(_) => Vec::new(),
        };
        let run = fields.build.run.unwrap_or_else(|| {
            let words = if run.is_empty() { vec!["./agent".to_owned()] } else { run };
            CommandLine::of(words.iter().map(String::as_str))
        });
        let limits = Limits { processor: Duration::from_secs(3600), output: Self::OUTPUT, ..Limits::default() };
        Ok(Self {
            protocol,
            terms: Terms { rules, time },
            start_up: Duration::try_from_secs_f64(fields.start_up)?,
            games,
            opponents,
            programs,
            ladder: fields.ladder.into_iter().map(Spanned::into_inner).collect(),
            recipe: Recipe { build: fields.build.commands, run: Some(run), ..Recipe::default() },
            settings: ProgramSettings {
                environment: fields.build.environment,
                readable: fields.build.read,
                limits: fields.limits.over(limits),
                build_limits: fields.build_limits.over(build_limits()),
                ..ProgramSettings::default()
            },
            text,
        })
    }
}

fn time(name: ProtocolName, seconds: Option<&Spanned<Seconds>>, text: &Input) -> Result<TimeControl> {
    let Some(given) = seconds else {
        return Ok(match name {
            ProtocolName::Caltech | ProtocolName::Usc2024 => TimeControl::Game(Duration::from_secs(300)),
            _ => TimeControl::Move(Duration::from_secs(10)),
        });
    };
    let duration = |seconds: f64| (0.01..=1e5).contains(&seconds).then(|| Duration::from_secs_f64(seconds));
    let time = match *given.get_ref() {
        Seconds { r#move: Some(seconds), game: None } => duration(seconds).map(TimeControl::Move),
        Seconds { r#move: None, game: Some(seconds) } => duration(seconds).map(TimeControl::Game),
        Seconds { .. } => None,
    };
    time.ok_or_else(|| fault(text, given.span().start, "expected { move = SECONDS } or { game = SECONDS }, from 0.01"))
}

impl ProgramFields {
    fn read(self, text: &Input) -> Result<MachineProgram> {
        let place = self.protocol.span().start;
        let codec = self
            .protocol
            .get_ref()
            .parse()
            .map_err(|error| fault(text, place, format!("unknown protocol; {error}")))?;
        let words = shlex::split(self.run.get_ref()).unwrap_or_default();
        let program = words.first().map_or("", String::as_str);
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let is_there = if program.contains('/') {
            Path::new(program).is_file()
        } else {
            std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
        };
        if !is_there || program.is_empty() {
            let message = format!("there is no program {program:?}; expected one on the PATH, or a path");
            return Err(fault(text, self.run.span().start, message));
        }
        Ok(MachineProgram { name: self.name, words, codec })
    }
}

impl RuleFields {
    fn rules(self, name: ProtocolName, text: &Input) -> Result<Rules> {
        let size = self.size.as_ref().map_or(8, |size| *size.get_ref());
        let known = Some(size).filter(|size| [4, 6, 8].contains(size)).and_then(Size::new);
        let place = self.size.as_ref().map_or(0, |size| size.span().start);
        let usual = if name == ProtocolName::Columbia { NoMove::End } else { NoMove::Pass };
        let first = match &self.first {
            None if name == ProtocolName::Umea => Color::White,
            None => Color::Black,
            Some(color) => {
                color.get_ref().parse().map_err(|error| fault(text, color.span().start, format!("{error}")))?
            }
        };
        Ok(Rules {
            size: known.ok_or_else(|| fault(text, place, "expected a size of 4, 6 or 8"))?,
            no_move: self.no_move.unwrap_or(usual),
            first,
            empty_squares: self.empty_squares,
        })
    }
}
