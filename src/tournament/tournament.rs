//! A tournament: the agents, the games between them, and the folder that keeps played games.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use reversi_core::games::reversi::{ByColor, Color, Move, Record};
use reversi_grade::{
    build_id,
    digest::{Digest, Digester},
    recipes::execution::Runner,
    submissions::Submission,
};
use reversi_io::{files::output, names::count, terminal::progress::Progress, threads};
use reversi_solve::{agents::AgentName, openings};

use crate::{
    configuration::{Configuration, Protocol},
    game::{Failure, Game, GameOutcome},
    player::{Player, Program},
    process::Trusted,
    protocols::{Codec, Engine},
    referee,
    rules::Rules,
    student::{Starter, Student},
};

#[derive(Debug)]
pub struct Agent {
    pub name: String,
    kind: Kind,
    digest: Digest,
}

#[derive(Debug)]
enum Kind {
    Student(Submission),
    Own(AgentName),
    Machine { words: Vec<String>, codec: Box<dyn Codec> },
}

impl Agent {
    /// True if the agent is a student's submission.
    pub const fn is_student(&self) -> bool {
        matches!(self.kind, Kind::Student(_))
    }
}

#[derive(Debug)]
pub struct Tournament {
    pub(crate) configuration: Configuration,
    /// The agents of the tournament: students sorted by name, then the opponents.
    pub agents: Vec<Agent>,
    /// The openings; in each opening, each pair of agents plays two games with swapped colors.
    pub(crate) openings: Vec<Record>,
    /// Sentences for the results.
    pub notes: Vec<String>,
    runner: Runner,
}
#[derive(Debug)]
pub struct Played {
    pub games: Vec<Game>,
    /// The number of games that were kept from an earlier run.
    pub kept: usize,
    /// Games that failed because of the machine, each with the reason.
    pub not_played: Vec<String>,
}

/// A game of the schedule: the numbers of the players and of the opening.
type Pairing = (ByColor<usize>, usize);

/// A built program, or the reason why it cannot play.
type Build<'a> = Result<Student<'a>, Failure>;

/// The name of the folder with the games, inside the folder of results.
pub const GAMES: &str = "games";

/// The number of attempts to play a game, if the machine fails or may have caused a forfeit.
const ATTEMPTS: usize = 3;

/// The largest number of agents in a tournament in which all agents play each other.
const MOST_AGENTS: usize = 40;

impl Tournament {
    /// Finds the agents of a class and the opponents. Returns an error if there are too few or too many agents, or two
    /// agents with the same name.
    pub fn find(configuration: Configuration, class: &Path, runner: Runner) -> Result<Self> {
        let (submissions, others) = Submission::all(class)?;
        let mut agents = Vec::new();
        for submission in submissions {
            let contents = submission.open();
            let contents = contents.map_or_else(|error| error.to_string(), |contents| contents.digest.to_string());
            let digest = Digester::default().add("student").add(contents).finish();
            agents.push(Agent { name: submission.name.clone(), kind: Kind::Student(submission), digest });
        }
        if agents.is_empty() {
            bail!("{} holds no submission; expected a folder or a .zip archive for each student", class.display());
        }
        for opponent in &configuration.opponents {
            let mut digester = Digester::default();
            build_id::add_this_program(&mut digester).context("cannot read this program")?;
            let digest = digester.finish();
            agents.push(Agent { name: opponent.to_string(), kind: Kind::Own(opponent.clone()), digest });
        }
        for program in &configuration.programs {
            let words = program.run.words().to_vec();
            let digest = Digester::default().add("program").add(words.join("\0")).add(program.protocol.name()).finish();
            let kind = Kind::Machine { words, codec: program.protocol.codec() };
            agents.push(Agent { name: program.name.clone(), kind, digest });
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = agents.iter().find(|agent| !names.insert(agent.name.as_str())) {
            bail!("two agents are called {:?}; expected two different names", twice.name);
        }
        let all = agents.len();
        if all == 1 {
            let class = class.display();
            bail!("a tournament needs two agents; {class} holds one, and the configuration names no opponent");
        }
        if all > MOST_AGENTS && configuration.ladder.is_empty() {
            bail!(
                "{all} agents are too many to play all against all; expected at most {MOST_AGENTS}, or [[ladder]] \
                 tables: each student against fixed opponents"
            );
        }
        let (openings, note) = openings_of(&configuration, &agents);
        let mut notes = vec![note];
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(Submission::file_name).collect();
            notes.push(format!("Ignored, because neither a folder nor an archive: {}.", names.join(", ")));
        }
        Ok(Self { configuration, agents, openings, notes, runner })
    }

    pub(crate) const fn rules(&self) -> Rules {
        self.configuration.rules
    }

    /// True if each student plays fixed opponents.
    pub fn is_ladder(&self) -> bool {
        !self.configuration.ladder.is_empty()
    }

    pub fn students(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().filter(|agent| agent.is_student()).map(|agent| agent.name.as_str())
    }

    fn schedule(&self) -> Vec<Pairing> {
        let ladder = &self.configuration.ladder;
        let is_played = |one: usize, two: usize| {
            ladder.is_empty()
                || self.agents[one].is_student() && ladder.iter().any(|rung| rung.opponent == self.agents[two].name)
        };
        let mut schedule = Vec::new();
        for one in 0..self.agents.len() {
            for two in (one + 1..self.agents.len()).filter(|two| is_played(one, *two)) {
                for opening in 0..self.openings.len() {
                    schedule.push((ByColor { black: one, white: two }, opening));
                    schedule.push((ByColor { black: two, white: one }, opening));
                }
            }
        }
        schedule
    }

    /// Plays all games that are not yet in the results.
    pub fn play(&self, folder: &Path, jobs: usize) -> Result<Played> {
        let folder = folder.join(GAMES);
        output::create_folder(&folder)?;
        let schedule = self.schedule();
        let path = |pairing: &Pairing| folder.join(format!("{}.json", self.key(*pairing)));
        let read = |pairing: &Pairing| self.read(&path(pairing), *pairing);
        let missing: Vec<&Pairing> = schedule.iter().filter(|pairing| read(pairing).is_none()).collect();
        let needed: BTreeSet<usize> = missing.iter().flat_map(|(players, _)| [players.black, players.white]).collect();
        let progress = Progress::of_parts("games", missing.len() as u64);
        let play = |pairing: &Pairing, builds: &[Option<Build>]| -> Result<Option<String>> {
            let game = self.game(*pairing, builds);
            progress.advance();
            let (record, outcome) = match game {
                Ok(game) => game,
                Err(error) => {
                    let [black, white] = [pairing.0.black, pairing.0.white].map(|agent| &self.agents[agent].name);
                    return Ok(Some(format!("{black} against {white}: {error:#}")));
                }
            };
            let moves: Vec<String> = record.moves().map(|played| played.1.to_string()).collect();
            output::write(&path(pairing), &serde_json::to_vec(&(moves, outcome))?)?;
            Ok(None)
        };
        let not_played = threads::pool(jobs)?.install(|| {
            let builds = self.agents.par_iter().enumerate().map(|(number, agent)| match &agent.kind {
                Kind::Student(submission) if needed.contains(&number) => {
                    Some(Student::build(&self.configuration, &self.runner, submission))
                }
                Kind::Student(_) | Kind::Own(_) | Kind::Machine { .. } => None,
            });
            let builds: Vec<Option<Build>> = builds.collect();
            let games = missing.par_iter().with_max_len(1);
            games.map(|pairing| play(pairing, &builds)).collect::<Result<Vec<Option<String>>>>()
        })?;
        drop(progress);
        Ok(Played {
            games: schedule.iter().filter_map(read).collect(),
            kept: schedule.len() - missing.len(),
            not_played: not_played.into_iter().flatten().collect(),
        })
    }

    /// A digest of everything that influences a game.
    fn key(&self, (players, opening): Pairing) -> Digest {
        let Configuration { protocol, rules, start_up, settings, recipe, .. } = &self.configuration;
        let mut digester = Digester::default();
        digester.add(env!("CARGO_PKG_VERSION"));
        digester.add(format!("{protocol:?} {rules:?} {start_up:?} {settings:?} {recipe:?}"));
        digester.add(self.runner.sandbox.level().name());
        for agent in [players.black, players.white].map(|agent| &self.agents[agent]) {
            digester.add(&agent.name).add(agent.digest.to_string());
        }
        digester.add(self.openings[opening].to_string()).finish()
    }

    /// Reads a kept game, and replays its moves.
    fn read(&self, path: &Path, (players, opening): Pairing) -> Option<Game> {
        let (moves, outcome): (Vec<String>, GameOutcome) = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let mut record = self.openings[opening].clone();
        let opening_plies = record.moves().count();
        for played in moves.iter().skip(opening_plies) {
            let played: Move = played.parse().ok()?;
            record.legal().contains(&played).then(|| record.play(played))?;
        }
        Some(Game { players, opening, opening_plies, record, outcome })
    }

    /// Plays a game, and repeats the game if the machine fails.
    fn game(&self, (players, opening): Pairing, builds: &[Option<Build>]) -> Result<(Record, GameOutcome)> {
        let play = || {
            let sit = |color| self.player(players[color], builds, color, 2 * opening as u64);
            referee::play(self.rules(), &self.openings[opening], sit)
        };
        let is_sure = |(_, outcome): &(Record, GameOutcome)| {
            outcome.forfeit.as_ref().is_none_or(|game| !game.forfeit.is_doubtful)
        };
        (1..ATTEMPTS).fold(play(), |game, _| if game.as_ref().is_ok_and(is_sure) { game } else { play() })
    }

    fn player<'a>(
        &'a self,
        agent: usize,
        builds: &'a [Option<Build>],
        color: Color,
        seed: u64,
    ) -> Result<Box<dyn Player + 'a>, Failure> {
        let Configuration { protocol, start_up, rules, .. } = &self.configuration;
        let (codec, running) = match &self.agents[agent].kind {
            Kind::Own(name) => return Ok(Box::new(Engine::new(name.clone(), seed + color as u64))),
            Kind::Machine { words, codec } => (codec, Trusted::start(words, codec.arguments(color))?),
            Kind::Student(_) => {
                let build = builds[agent].as_ref().context("the program was not built")?;
                let student = build.as_ref().map_err(Clone::clone)?;
                match protocol {
                    Protocol::Move(description) => return Ok(Box::new(Starter { description, student })),
                    Protocol::Game(codec) => (codec, student.start(codec.arguments(color))?),
                }
            }
        };
        Ok(Box::new(Program::greet(&**codec, running, color, *rules, *start_up)?))
    }
}

/// The openings of the tournament, and a sentence on the openings.
fn openings_of(configuration: &Configuration, agents: &[Agent]) -> (Vec<Record>, String) {
    let rules = configuration.rules;
    let starts_anywhere = |agent: &Agent| match (&agent.kind, &configuration.protocol) {
        (Kind::Machine { codec, .. }, _) | (Kind::Student(_), Protocol::Game(codec)) => codec.starts_anywhere(),
        (Kind::Own(_), _) | (Kind::Student(_), Protocol::Move(_)) => true,
    };
    let reason = if !agents.iter().all(starts_anywhere) {
        "The protocol knows one start"
    } else if !rules.are_standard() {
        "The balanced openings are for 8x8 with passes"
    } else {
        let openings: Vec<Record> = openings::balanced().into_iter().take(configuration.games).collect();
        let note = format!(
            "Each two agents play {}, from both sides of each.",
            count(openings.len() as u64, "balanced opening")
        );
        return (openings, note);
    };
    let note = format!("{reason}: each two agents play twice from the first position.");
    (vec![Record::new(rules.start())], note)
}
