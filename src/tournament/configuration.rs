//! `tournament.toml`: the protocol, the clock, the rules, the opponents, and commands to build and run agents.

use std::{collections::BTreeMap, env, path::Path, path::PathBuf, time::Duration};

use anyhow::{Context as _, Result};
use reversi_core::games::reversi::{Color, Position, Size};
use reversi_grade::{
    configuration::{LimitFields, ProgramSettings, Recipe, build_limits, command_line::CommandLine, fault, read_toml},
    sandbox::Limits,
};
use reversi_io::{
    files::{
        input::{self, Input},
        toml_file::TomlTable,
    },
    names::{list, names},
};
use reversi_solve::agents::AgentName;
use serde::{Deserialize, Deserializer, de::Error as _};
use toml::Spanned;

use crate::{
    clock::{TimeControl, duration},
    protocols::{Caltech, Codec, CodecName, Columbia, Description, Flags, Gtp, Handshake},
    rules::{EmptySquares, NoMove, Rules},
};

names! {
    /// The names of protocols in a configuration; each has an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ProtocolName {
        Columbia => "columbia",
        Caltech => "caltech",
        Gtp => "gtp",
        Umea => "umea",
        Nthu => "nthu",
        Usc2024 => "usc2024",
        /// A protocol that the table `[agent]` describes.
        Described => "described",
    }
}

impl ProtocolName {
    /// A commented configuration with the default values of the protocol.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Columbia => include_str!("examples/columbia.toml"),
            Self::Caltech => include_str!("examples/caltech.toml"),
            Self::Gtp => include_str!("examples/gtp.toml"),
            Self::Umea => include_str!("examples/umea.toml"),
            Self::Nthu => include_str!("examples/nthu.toml"),
            Self::Usc2024 => include_str!("examples/usc2024.toml"),
            Self::Described => include_str!("examples/described.toml"),
        }
    }
}

/// The protocol of the class.
#[derive(Debug)]
pub(crate) enum Protocol {
    /// A process runs for a whole game.
    Game(Box<dyn Codec>),
    /// A process runs for each move.
    Move(Box<Description>),
}

/// An opponent that is a program of this machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MachineProgram {
    pub name: String,
    #[serde(deserialize_with = "program")]
    pub run: CommandLine,
    #[serde(default)]
    pub protocol: CodecName,
}

/// A fixed opponent of a ladder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rung {
    pub opponent: String,
    /// The points of a student who scores 50 % or more against this opponent.
    pub points: f64,
}

#[derive(Debug)]
pub struct Configuration {
    pub(crate) protocol: Protocol,
    pub(crate) rules: Rules,
    /// The time limit for a program to get ready.
    pub(crate) start_up: Duration,
    /// The number of pairs of games for each pair of agents.
    pub(crate) games: usize,
    pub(crate) opponents: Vec<AgentName>,
    pub(crate) programs: Vec<MachineProgram>,
    /// The ladder of opponents; empty if all agents play each other.
    pub(crate) ladder: Vec<Rung>,
    pub(crate) recipe: Recipe,
    /// The resources of the students' agents.
    pub settings: ProgramSettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    protocol: Spanned<ProtocolName>,
    handshake: Option<Handshake>,
    flags: Option<Flags>,
    seconds: Option<TomlTable<TimeControl>>,
    #[serde(default = "start_up", deserialize_with = "duration")]
    start_up: Duration,
    #[serde(default = "games", deserialize_with = "from_1_to_100")]
    games: usize,
    #[serde(default)]
    opponents: Vec<Spanned<String>>,
    #[serde(default)]
    programs: Vec<MachineProgram>,
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

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BuildFields {
    commands: Option<Vec<CommandLine>>,
    run: Option<CommandLine>,
    environment: BTreeMap<String, String>,
    read: Vec<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RuleFields {
    #[serde(deserialize_with = "size")]
    size: Option<Size>,
    no_move: Option<NoMove>,
    #[serde(deserialize_with = "color")]
    first: Option<Color>,
    empty_squares: EmptySquares,
}

fn start_up() -> Duration {
    Duration::from_secs(30)
}

fn games() -> usize {
    2
}

fn from_1_to_100<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let games = Some(usize::deserialize(deserializer)?).filter(|games| (1..=100).contains(games));
    games.ok_or_else(|| D::Error::custom("expected a number of pairs of games from 1 to 100"))
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Size>, D::Error> {
    let size = Some(u8::deserialize(deserializer)?).filter(|size| [4, 6, 8].contains(size)).and_then(Size::new);
    size.map(Some).ok_or_else(|| D::Error::custom("expected a size of 4, 6 or 8"))
}

fn color<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(|error| D::Error::custom(format!("{name:?} is not allowed here; {error}")))
}

/// Reads the command of a program on this machine; the program must exist.
fn program<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CommandLine, D::Error> {
    let line = CommandLine::deserialize(deserializer)?;
    let program = &line.words()[0];
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_on_path = || env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    let is_there = if program.contains('/') { Path::new(program).is_file() } else { is_on_path() };
    let missing = || format!("there is no program {program:?}; expected one on the PATH, or a path");
    if is_there { Ok(line) } else { Err(D::Error::custom(missing())) }
}

impl Configuration {
    /// The default limit of the bytes that a student's agent may print and write in a game.
    const OUTPUT: u64 = 4 << 20;
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        let fields: Fields = read_toml(&text)?;
        let (name, place) = (*fields.protocol.get_ref(), fields.protocol.span().start);
        let defaults: Fields = read_toml(&Input { name: name.to_string(), text: name.example().to_owned() })?;
        if let Some(agent) = fields.agent.as_ref().filter(|_| defaults.agent.is_none()) {
            let message = format!("[agent] is for the protocol described; {name} needs no description");
            return Err(fault(&text, agent.span().start, message));
        }
        if fields.agent.is_none() && name == ProtocolName::Described {
            let message = "the protocol described needs a table [agent]; `--example described` shows one";
            return Err(fault(&text, place, message));
        }
        let protocol = match name {
            ProtocolName::Columbia => Protocol::Game(Box::new(Columbia {
                handshake: fields.handshake.unwrap_or_default(),
                flags: fields.flags.unwrap_or_default(),
            })),
            ProtocolName::Caltech => Protocol::Game(Box::new(Caltech)),
            ProtocolName::Gtp => Protocol::Game(Box::new(Gtp)),
            ProtocolName::Umea | ProtocolName::Nthu | ProtocolName::Usc2024 | ProtocolName::Described => {
                let description = fields.agent.or(defaults.agent).context("the example has no [agent]")?;
                Protocol::Move(Box::new(description.into_inner()))
            }
        };
        let TomlTable(time) = fields.seconds.or(defaults.seconds).context("the example has no clock")?;
        let rules = Rules {
            time,
            size: fields.rules.size.unwrap_or(Size::EIGHT),
            no_move: fields.rules.no_move.or(defaults.rules.no_move).unwrap_or(NoMove::Pass),
            first: fields.rules.first.or(defaults.rules.first).unwrap_or(Color::Black),
            empty_squares: fields.rules.empty_squares,
        };
        let is_caltech = name == ProtocolName::Caltech
            || fields.programs.iter().any(|program| program.protocol == CodecName::Caltech);
        if is_caltech && !rules.are_standard() {
            let message = "caltech's agents know the standard rules on 8x8 alone; expected no [rules]";
            return Err(fault(&text, place, message));
        }
        let opponent = |opponent: &Spanned<String>| {
            let (place, name) = (opponent.span().start, opponent.get_ref());
            let parsed = name.parse::<AgentName>();
            let agent =
                parsed.map_err(|error| fault(&text, place, format!("{name:?} is not allowed here; {error}")))?;
            match agent.takes_too_long(&Position::opening(rules.size)) {
                Some(why) => Err(fault(&text, place, format!("{agent} would take too long. {why}"))),
                None => Ok(agent),
            }
        };
        let opponents = fields.opponents.iter().map(opponent).collect::<Result<Vec<AgentName>>>()?;
        let names = fields.programs.iter().map(|program| program.name.clone());
        let known: Vec<String> = opponents.iter().map(ToString::to_string).chain(names).collect();
        if let Some(rung) = fields.ladder.iter().find(|rung| !known.contains(&rung.get_ref().opponent)) {
            let message =
                format!("no opponent is called {:?}; expected {}", rung.get_ref().opponent, list(&known, "or"));
            return Err(fault(&text, rung.span().start, message));
        }
        let (run, files) = match &protocol {
            Protocol::Move(description) => (CommandLine::of([description.run[0].as_str()]), description.files()),
            Protocol::Game(_) => (CommandLine::of(["./agent"]), Recipe::default().files),
        };
        let run = Some(fields.build.run.unwrap_or(run));
        let limits = Limits { processor: Duration::from_secs(3600), output: Self::OUTPUT, ..Limits::default() };
        Ok(Self {
            protocol,
            rules,
            start_up: fields.start_up,
            games: fields.games,
            opponents,
            programs: fields.programs,
            ladder: fields.ladder.into_iter().map(Spanned::into_inner).collect(),
            recipe: Recipe { build: fields.build.commands, run, files, ..Recipe::default() },
            settings: ProgramSettings {
                environment: fields.build.environment,
                readable: fields.build.read,
                limits: fields.limits.over(limits),
                build_limits: fields.build_limits.over(build_limits()),
                ..ProgramSettings::default()
            },
        })
    }
}
