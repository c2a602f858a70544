//! `tournament.toml`: the protocol, the clock, the rules, the opponents, and commands to build and run agents.

use std::{collections::BTreeMap, path::Path, path::PathBuf, time::Duration};

use anyhow::{Context as _, Result, bail};
use reversi_core::games::reversi::{Color, Position, Size};
use reversi_grade::{
    configuration::{
        LimitFields, ProgramSettings, RECIPES, Recipe, StudentRecipes, build_limits, command_line::CommandLine, fault,
        read_toml, students,
    },
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
    checks::Check,
    clock::{self, TimeControl, duration},
    protocols::{Description, Protocol, Template},
    rules::{EmptySquares, NoMove, Rules},
};

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ProtocolName {
        Columbia => "columbia",
        Caltech => "caltech",
        Rochester => "rochester",
        Gtp => "gtp",
        Csc242 => "csc242",
        Umea => "umea",
        Nthu => "nthu",
        Usc2024 => "usc2024",
        Described => "described",
    }
}

impl ProtocolName {
    /// The lines of a configuration that only this protocol has.
    const fn own_lines(self) -> &'static str {
        match self {
            Self::Columbia => include_str!("examples/columbia.toml"),
            Self::Caltech => include_str!("examples/caltech.toml"),
            Self::Rochester => include_str!("examples/rochester.toml"),
            Self::Gtp => include_str!("examples/gtp.toml"),
            Self::Csc242 => include_str!("examples/csc242.toml"),
            Self::Umea => include_str!("examples/umea.toml"),
            Self::Nthu => include_str!("examples/nthu.toml"),
            Self::Usc2024 => include_str!("examples/usc2024.toml"),
            Self::Described => include_str!("examples/described.toml"),
        }
    }

    /// A commented configuration with the default values of the protocol: its own lines and the common lines, which end
    /// in the first lines of `[rules]`. A common line is left out if the protocol has its own line with the same key.
    pub fn example(self) -> String {
        let (head, tables) = self.own_lines().split_once("\n[rules]\n").unwrap_or((self.own_lines(), ""));
        let key = |line: &str| line.split_once(" = ").map(|(key, _)| key.to_owned());
        let own: Vec<String> = head.lines().filter_map(key).collect();
        let is_missing = |line: &&str| key(line).is_none_or(|key| !own.contains(&key));
        let common = include_str!("examples/common.toml").split_inclusive('\n').filter(is_missing);
        [head, &common.collect::<String>(), tables].concat()
    }
}

/// The largest number of pairs of games for each two agents.
pub(crate) const MOST_PAIRS: usize = 100;

/// A fixed opponent of a ladder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rung {
    pub opponent: String,
    /// The points of a student who scores 50 % or more against this opponent.
    pub points: f64,
    /// The size of the board, if it is another size than in the rules.
    #[serde(default, deserialize_with = "size")]
    pub size: Option<Size>,
    /// The text at the start of the agent's process, if it is another text than in the protocol.
    pub start: Option<Template>,
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
    /// The ladder of opponents; empty if all agents play each other.
    pub(crate) ladder: Vec<Rung>,
    pub(crate) checks: BTreeMap<Check, f64>,
    pub(crate) recipe: Recipe,
    pub(crate) recipes: StudentRecipes,
    pub settings: ProgramSettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    protocol: Spanned<ProtocolName>,
    seconds: Option<TomlTable<TimeControl>>,
    #[serde(default = "half_a_second", deserialize_with = "clock::slack")]
    slack: Duration,
    #[serde(default = "start_up", deserialize_with = "duration")]
    start_up: Duration,
    #[serde(default = "games", deserialize_with = "pairs")]
    games: usize,
    #[serde(default)]
    opponents: Vec<Spanned<String>>,
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
    #[serde(default)]
    checks: BTreeMap<Spanned<Check>, f64>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BuildFields {
    commands: Option<Vec<CommandLine>>,
    run: Option<CommandLine>,
    environment: BTreeMap<String, String>,
    read: Vec<PathBuf>,
    /// Programs that an agent sees only if its own command names them.
    hidden: Vec<PathBuf>,
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

fn half_a_second() -> Duration {
    Duration::from_millis(500)
}

fn start_up() -> Duration {
    Duration::from_secs(30)
}

fn games() -> usize {
    2
}

fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let games = Some(usize::deserialize(deserializer)?).filter(|games| (1..=MOST_PAIRS).contains(games));
    games.ok_or_else(|| D::Error::custom(format!("expected a number of pairs of games from 1 to {MOST_PAIRS}")))
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Size>, D::Error> {
    let size = Some(u8::deserialize(deserializer)?).filter(|size| [4, 6, 8].contains(size)).and_then(Size::new);
    size.map(Some).ok_or_else(|| D::Error::custom("expected a size of 4, 6 or 8"))
}

fn color<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(|error| D::Error::custom(format!("{name:?} is not allowed here; {error}")))
}

/// Returns an error if a student's recipe names files: with other names than its protocol's, an agent loses all games.
fn has_no_files(recipes: &StudentRecipes) -> Result<()> {
    if let Some((name, _)) = recipes.iter().find(|(_, recipe)| recipe.names_files()) {
        let message = "input, moves, log and output are files of `grade`; expected folder, build, run, main or python";
        bail!("{RECIPES}: [{name}]: {message}");
    }
    Ok(())
}

/// The places of the programs that agents must not see.
fn without_links(hidden: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let resolved = hidden.iter().map(|path| {
        path.canonicalize().with_context(|| format!("cannot read {}, which is in `hidden` of [build]", path.display()))
    });
    resolved.collect()
}

impl Configuration {
    /// The default limit of the bytes that a student's agent may print and write in a game.
    const OUTPUT: u64 = 4 << 20;
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        let fields: Fields = read_toml(&text)?;
        let (name, place) = (*fields.protocol.get_ref(), fields.protocol.span().start);
        let defaults: Fields = read_toml(&Input { name: name.to_string(), text: name.example() })?;
        if let Some((agent, why)) = fields.agent.as_ref().and_then(|agent| Some((agent, agent.get_ref().problem()?))) {
            return Err(fault(&text, agent.span().start, why));
        }
        if fields.agent.is_none() && name == ProtocolName::Described {
            let message = "the protocol described needs a table [agent]; `--example described` shows one";
            return Err(fault(&text, place, message));
        }
        let protocol = match fields.agent.or(defaults.agent) {
            Some(agent) if name == ProtocolName::Gtp => {
                let message = "gtp needs no [agent]; expected [build] run for another program than ./agent";
                return Err(fault(&text, agent.span().start, message));
            }
            Some(description) => Protocol::Described(Box::new(description.into_inner())),
            None => Protocol::Gtp,
        };
        let TomlTable(time) = fields.seconds.or(defaults.seconds).context("the example has no clock")?;
        let rules = Rules {
            time,
            slack: fields.slack,
            size: fields.rules.size.unwrap_or(Size::EIGHT),
            no_move: fields.rules.no_move.or(defaults.rules.no_move).unwrap_or(NoMove::Pass),
            first: fields.rules.first.or(defaults.rules.first).unwrap_or(Color::Black),
            empty_squares: fields.rules.empty_squares,
        };
        let is_told_size = |rung: &Rung| rung.start.is_some() && rung.size.is_some();
        if let Protocol::Described(description) = &protocol
            && rules.size != Size::EIGHT
            && !description.knows_size()
            && (fields.ladder.is_empty() || !fields.ladder.iter().all(|rung| is_told_size(rung.get_ref())))
        {
            let message = format!("{name} tells agents neither the board nor its size; expected the size 8");
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
        let known: Vec<String> = opponents.iter().map(ToString::to_string).collect();
        if let Some(rung) = fields.ladder.iter().find(|rung| !known.contains(&rung.get_ref().opponent)) {
            let message =
                format!("no opponent is called {:?}; expected {}", rung.get_ref().opponent, list(&known, "or"));
            return Err(fault(&text, rung.span().start, message));
        }
        let has = |check: Check| match (&protocol, check) {
            (Protocol::Described(description), Check::Error) => description.answer.error.is_some(),
            (Protocol::Described(description), Check::Winner) => description.answer.winner.is_some(),
            (_, check) => ![Check::Error, Check::Winner].contains(&check),
        };
        if let Some(check) = fields.checks.keys().find(|check| !has(*check.get_ref())) {
            let message = format!("the check {0} needs a text {0} in `answer` of [agent]", check.get_ref());
            return Err(fault(&text, check.span().start, message));
        }
        if let Some(check) = fields.checks.keys().next().filter(|_| fields.ladder.is_empty()) {
            let message = "points for checks are points of a ladder; expected [[ladder]] tables";
            return Err(fault(&text, check.span().start, message));
        }
        let (run, files) = match &protocol {
            Protocol::Described(description) => (description.program(), description.files()),
            Protocol::Gtp => ("./agent".to_owned(), Recipe::default()),
        };
        let run = CommandLine::of([run.as_str()]);
        let run = Some(fields.build.run.unwrap_or(run));
        let recipe = Recipe { build: fields.build.commands, run, ..files };
        let recipes = students(path.parent().unwrap_or(Path::new("")), &[], &recipe)?;
        has_no_files(&recipes)?;
        let limits = Limits { processor: Duration::from_secs(3600), output: Self::OUTPUT, ..Limits::default() };
        Ok(Self {
            protocol,
            rules,
            start_up: fields.start_up,
            games: fields.games,
            opponents,
            ladder: fields.ladder.into_iter().map(Spanned::into_inner).collect(),
            checks: fields.checks.into_iter().map(|(check, points)| (check.into_inner(), points)).collect(),
            recipes,
            recipe,
            settings: ProgramSettings {
                environment: fields.build.environment,
                readable: fields.build.read,
                hidden: without_links(&fields.build.hidden)?,
                limits: fields.limits.over(limits),
                build_limits: fields.build_limits.over(build_limits()),
                ..ProgramSettings::default()
            },
        })
    }
}
