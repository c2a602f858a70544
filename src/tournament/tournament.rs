//! A tournament: the agents, the games between them, and the folder that keeps played games.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use reversi_core::games::reversi::{ByColor, Move, Record, Size};
use reversi_grade::{
    build_id,
    configuration::{RECIPES, Recipe},
    digest::{Digest, Digester},
    recipes::execution::Runner,
    submissions::Submission,
};
use reversi_io::{files::output, names::count, terminal::progress::Progress, threads};
use reversi_solve::{agents::AgentName, openings};

use crate::{
    configuration::Configuration,
    game::{Cause, Failure, Forfeit, ForfeitedGame, Game, GameOutcome},
    player::{Player, Program},
    protocols::{Engine, Lifetime, Protocol, Turn},
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
}

impl Agent {
    pub const fn is_student(&self) -> bool {
        matches!(self.kind, Kind::Student(_))
    }
}

#[derive(Debug)]
pub struct Tournament {
    pub(crate) configuration: Configuration,
    /// The agents of the tournament: students sorted by name, then the opponents.
    pub agents: Vec<Agent>,
    /// The openings; from each opening, each pair of agents plays two games with swapped colors.
    pub(crate) openings: Vec<Opening>,
    pub notes: Vec<String>,
    runner: Runner,
    /// A game reads this lock while it runs. A game that must run alone writes it.
    turn: RwLock<()>,
    /// The forfeits of agents that are never ready in time.
    silent: Mutex<BTreeMap<usize, Forfeit>>,
    /// The number of games that were played again alone.
    repeated: AtomicUsize,
}

#[derive(Debug)]
pub(crate) struct Opening {
    pub record: Record,
    /// The number of the rung of the ladder that has this opening.
    pub rung: Option<usize>,
}

#[derive(Debug)]
pub struct Played {
    pub games: Vec<Game>,
    /// The number of games that were kept from an earlier run.
    pub kept: usize,
    /// The number of games that were played again alone.
    pub repeated: usize,
    /// Games that failed because of the machine, each with the reason.
    pub not_played: Vec<String>,
}

/// A game of the schedule: the numbers of the players and of the opening.
type Pairing = (ByColor<usize>, usize);

/// A built program, or the reason why it cannot play.
type Build<'a> = Result<Student<'a>, Failure>;

/// The name of the folder with the games, inside the folder of results.
pub const GAMES: &str = "games";

/// The number of attempts to play a game, if the machine fails.
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
        if let Some(unknown) = configuration.recipes.keys().find(|name| !names.contains(name.as_str())) {
            bail!("{RECIPES} has a table [{unknown}], but no submission has this name");
        }
        let (openings, note) = openings_of(&configuration);
        let mut notes = vec![note];
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(Submission::file_name).collect();
            notes.push(format!("Ignored, because neither a folder nor an archive: {}.", names.join(", ")));
        }
        let (turn, silent, repeated) = Default::default();
        Ok(Self { configuration, agents, openings, notes, runner, turn, silent, repeated })
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
        let is_played = |one: usize, two: usize, opening: &Opening| {
            let is_of_rung = |rung: usize| ladder[rung].opponent == self.agents[two].name;
            opening.rung.is_none_or(|rung| self.agents[one].is_student() && is_of_rung(rung))
        };
        let mut schedule = Vec::new();
        for one in 0..self.agents.len() {
            for two in one + 1..self.agents.len() {
                let openings = self.openings.iter().enumerate().filter(|(_, opening)| is_played(one, two, opening));
                for (opening, _) in openings {
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
            let game = self.game(*pairing, builds, jobs);
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
                    Some(Student::build(&self.configuration, self.recipe(agent), &self.runner, submission))
                }
                Kind::Student(_) | Kind::Own(_) => None,
            });
            let builds: Vec<Option<Build>> = builds.collect();
            let games = missing.par_iter().with_max_len(1);
            games.map(|pairing| play(pairing, &builds)).collect::<Result<Vec<Option<String>>>>()
        })?;
        drop(progress);
        Ok(Played {
            games: schedule.iter().filter_map(read).collect(),
            kept: schedule.len() - missing.len(),
            repeated: self.repeated.load(Ordering::Relaxed),
            not_played: not_played.into_iter().flatten().collect(),
        })
    }

    fn recipe(&self, agent: &Agent) -> Recipe {
        let class = &self.configuration.recipe;
        self.configuration.recipes.get(&agent.name).map_or_else(|| class.clone(), |own| own.over(class))
    }

    /// A digest of everything that influences a game.
    fn key(&self, (players, opening): Pairing) -> Digest {
        let Configuration { protocol, rules, start_up, settings, ladder, .. } = &self.configuration;
        let Opening { record, rung } = &self.openings[opening];
        let start = rung.and_then(|rung| ladder[rung].start.as_ref());
        let mut digester = Digester::default();
        digester.add(env!("CARGO_PKG_VERSION"));
        digester.add(format!("{protocol:?} {rules:?} {start_up:?} {settings:?} {start:?}"));
        digester.add(self.runner.sandbox.level().name());
        for agent in [players.black, players.white].map(|agent| &self.agents[agent]) {
            digester.add(&agent.name).add(agent.digest.to_string()).add(self.recipe(agent).digest().to_string());
        }
        digester.add(format!("{:?} {record} {opening}", record.start())).finish()
    }

    /// Reads a kept game, and replays its moves.
    fn read(&self, path: &Path, (players, opening): Pairing) -> Option<Game> {
        let (moves, outcome): (Vec<String>, GameOutcome) = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let mut record = self.openings[opening].record.clone();
        let opening_plies = record.moves().count();
        for played in moves.iter().skip(opening_plies) {
            let played: Move = played.parse().ok()?;
            record.legal().contains(&played).then(|| record.play(played))?;
        }
        Some(Game { players, opening, opening_plies, record, outcome })
    }

    /// Plays a game beside others, and repeats the game if the machine fails. If the time of a player ran out, the games
    /// beside it may be the reason, so the game is played again alone.
    fn game(
        &self,
        (players, opening): Pairing,
        builds: &[Option<Build>],
        jobs: usize,
    ) -> Result<(Record, GameOutcome)> {
        let play = || {
            let sit = |turn: &Turn| self.player(players[turn.color], builds, turn, opening);
            referee::play(self.rules(), &self.openings[opening].record, sit)
        };
        let attempts = || (1..ATTEMPTS).fold(play(), |game, _| if game.is_ok() { game } else { play() });
        // The lock does not protect any data that a panic could leave in an inconsistent state.
        let beside_others = {
            let _turn = self.turn.read().unwrap_or_else(PoisonError::into_inner);
            attempts()?
        };
        let is_of_time = |game: &ForfeitedGame| game.forfeit.is_of_time && !self.is_silent(players[game.loser]);
        let game = if jobs > 1 && beside_others.1.forfeit.as_ref().is_some_and(is_of_time) {
            let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
            self.repeated.fetch_add(1, Ordering::Relaxed);
            attempts()?
        } else {
            beside_others
        };
        if let Some(ForfeitedGame { loser, forfeit }) = &game.1.forfeit
            && forfeit.cause == Cause::NotStarted
            && forfeit.is_of_time
        {
            self.silent().entry(players[*loser]).or_insert_with(|| forfeit.clone());
        }
        Ok(game)
    }

    fn silent(&self) -> MutexGuard<'_, BTreeMap<usize, Forfeit>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the agent was not ready in time in an earlier game; then its other games are forfeits, too.
    fn is_silent(&self, agent: usize) -> bool {
        self.silent().contains_key(&agent)
    }

    fn player<'a>(
        &'a self,
        agent: usize,
        builds: &'a [Option<Build>],
        turn: &Turn,
        opening: usize,
    ) -> Result<Box<dyn Player + 'a>, Failure> {
        let Configuration { protocol, start_up, ladder, .. } = &self.configuration;
        if let Kind::Own(name) = &self.agents[agent].kind {
            return Ok(Box::new(Engine::new(name.clone(), 2 * opening as u64 + turn.color as u64)));
        }
        if let Some(forfeit) = self.silent().get(&agent) {
            return Err(forfeit.clone().into());
        }
        let build = builds[agent].as_ref().context("the program was not built")?;
        let student = build.as_ref().map_err(Clone::clone)?;
        match protocol {
            Protocol::Described(description) if description.process == Lifetime::Move => {
                Ok(Box::new(Starter { description, student }))
            }
            Protocol::Described(_) | Protocol::Gtp => {
                let start = self.openings[opening].rung.and_then(|rung| ladder[rung].start.as_ref());
                Ok(Box::new(Program::greet(protocol, student.start(turn)?, turn, start, *start_up)?))
            }
        }
    }
}

/// The openings of the tournament, and a sentence on the openings. Each rung of a ladder has its own openings.
fn openings_of(configuration: &Configuration) -> (Vec<Opening>, String) {
    let Configuration { rules, ladder, .. } = configuration;
    if ladder.is_empty() {
        let (openings, note) = openings_on(configuration, rules.size);
        return (openings.into_iter().map(|record| Opening { record, rung: None }).collect(), note);
    }
    let rungs: Vec<_> = ladder.iter().map(|rung| openings_on(configuration, rung.size.unwrap_or(rules.size))).collect();
    let note = rungs[0].1.clone();
    let of_rung = |(rung, (openings, _)): (usize, (Vec<Record>, String))| {
        openings.into_iter().map(move |record| Opening { record, rung: Some(rung) })
    };
    (rungs.into_iter().enumerate().flat_map(of_rung).collect(), note)
}

/// The openings on a board.
fn openings_on(configuration: &Configuration, size: Size) -> (Vec<Record>, String) {
    let Configuration { protocol, games, .. } = configuration;
    let rules = Rules { size, ..configuration.rules };
    let who = if configuration.ladder.is_empty() { "Each two agents play" } else { "On each rung, a student plays" };
    if !protocol.starts_anywhere() {
        let note = format!(
            "{who} {} of games, all from the first position, because the protocol does not send the board.",
            count(*games as u64, "pair")
        );
        return (vec![Record::new(rules.start()); *games], note);
    }
    let (openings, kind): (Vec<Record>, _) = if rules.are_standard() {
        (openings::balanced().into_iter().take(*games).collect(), "balanced")
    } else {
        // The seed is fixed, so that another tournament has the same openings.
        (openings::random(rules.start(), size.rows().into(), 1).take(*games).collect(), "random")
    };
    let openings_of_kind = count(openings.len() as u64, &format!("{kind} opening"));
    let why = if openings.len() < *games { "; there are no more different openings" } else { "" };
    (openings, format!("{who} {openings_of_kind}, from both sides of each{why}."))
}
