//! A tournament: the agents, the pairs of games between them, and the folder that keeps what was played.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Error, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use reversi_core::games::reversi::{ByColor, Color, Move, Record, Size};
use reversi_grade::{
    build_id,
    configuration::command_line::CommandLine,
    digest::{Digest, Digester},
    escape,
    recipes::{
        build::{Built, build},
        execution::Runner,
    },
    sandbox::{Conversation as Contained, End, Limit, Limits, SandboxError},
    submissions::Submission,
};
use reversi_io::{files::output, names::count, terminal::progress::Progress, threads};
use reversi_solve::{agents::AgentName, openings};
use serde::{Deserialize, Serialize};

use crate::{
    configuration::{Configuration, MachineProgram, Protocol},
    conversation::{Conversation, Ended, Process},
    engine::Engine,
    game::{Cause, Forfeit, Game},
    player::{Failure, Player, Program, Starter, Trusted},
    protocols::{Codec, Description, Run},
    referee,
    rules::{NoMove, Rules},
};

/// An agent of the tournament.
#[derive(Debug)]
pub struct Agent {
    /// The name in the standings.
    pub name: String,
    kind: Kind,
    digest: Digest,
}

#[derive(Debug)]
enum Kind {
    Student(Submission),
    Own(AgentName),
    /// The number of a program of the configuration, and its protocol.
    Machine(usize, Box<dyn Codec>),
}

impl Agent {
    /// True if a student handed it in.
    pub const fn is_student(&self) -> bool {
        matches!(self.kind, Kind::Student(_))
    }
}

/// The two games of two agents from an opening; the first agent has black in the first game.
#[derive(Clone, Debug)]
pub struct PlayedPair {
    /// The numbers of the agents.
    pub agents: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
    /// The games.
    pub games: [Game; 2],
}

/// A tournament.
#[derive(Debug)]
pub struct Tournament {
    configuration: Configuration,
    /// The agents: the students by name, then the opponents.
    pub agents: Vec<Agent>,
    /// The openings, each played from both sides.
    pub openings: Vec<Record>,
    /// Sentences on the openings, for the results.
    pub notes: Vec<String>,
    runner: Runner,
    builds: Vec<OnceLock<Result<Built, Forfeit>>>,
}

/// What was played.
#[derive(Debug)]
pub struct Played {
    /// The pairs of which both games were played.
    pub pairs: Vec<PlayedPair>,
    /// How many games were played by an earlier run.
    pub kept: usize,
    /// Games that the machine did not let end, each with the reason.
    pub not_played: Vec<String>,
}

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptGame {
    moves: Vec<String>,
    opening: usize,
    seconds: Vec<f64>,
    forfeit: Option<(bool, Forfeit)>,
    remarks: [Vec<String>; 2],
}

/// The folder of the games in the folder of the results.
pub const GAMES: &str = "games";

/// How often a game is played that the machine does not let end.
const ATTEMPTS: usize = 3;

/// The most agents that play all against all.
const MOST_AGENTS: usize = 40;

impl Tournament {
    /// Finds the agents of a class and the opponents.
    ///
    /// # Errors
    /// Returns an error if there are too few or too many agents, or two of one name.
    pub fn find(configuration: Configuration, class: &Path, runner: Runner) -> Result<Self> {
        let (submissions, _) = Submission::all(class)?;
        let mut agents = Vec::new();
        for submission in submissions {
            let contents = submission.open();
            let contents = contents.map_or_else(|error| error.to_string(), |contents| contents.digest.to_string());
            let digest = Digester::default()
                .add("student")
                .add(contents)
                .add(configuration.recipe.digest().to_string())
                .finish();
            agents.push(Agent { name: submission.name.clone(), kind: Kind::Student(submission), digest });
        }
        if agents.is_empty() {
            bail!("{} holds no submission; expected a folder or a .zip archive for each student", class.display());
        }
        for opponent in &configuration.opponents {
            let mut digester = Digester::default();
            build_id::add_this_program(&mut digester).context("cannot read this program")?;
            let digest = digester.add(opponent.to_string()).finish();
            agents.push(Agent { name: opponent.to_string(), kind: Kind::Own(opponent.clone()), digest });
        }
        for (number, MachineProgram { name, words, codec }) in configuration.programs.iter().enumerate() {
            let digest = Digester::default().add("program").add(words.join("\0")).add(codec.name()).finish();
            agents.push(Agent { name: name.clone(), kind: Kind::Machine(number, codec.codec()), digest });
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = agents.iter().find(|agent| !names.insert(agent.name.as_str())) {
            bail!("two agents are called {:?}; expected a name for each", twice.name);
        }
        match agents.len() {
            1 => bail!(
                "a tournament needs two agents; {} holds one, and the configuration names no opponent",
                class.display()
            ),
            many if many > MOST_AGENTS && configuration.ladder.is_empty() => bail!(
                "{many} agents are too many to play all against all; expected at most {MOST_AGENTS}, or [[ladder]] tables: each \
                 student against fixed opponents"
            ),
            _ => {}
        }
        let (openings, notes) = openings_of(&configuration, &agents);
        let builds = agents.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { configuration, agents, openings, notes, runner, builds })
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.configuration.terms.rules
    }

    /// The points of a student in the ladder.
    pub fn ladder_points(&self, agent: usize, pairs: &[PlayedPair]) -> Option<f64> {
        if self.configuration.ladder.is_empty() {
            return None;
        }
        let points = self.configuration.ladder.iter().map(|rung| {
            let against = pairs.iter().filter(|pair| {
                let other = pair.agents.iter().find(|other| **other != agent);
                pair.agents.contains(&agent) && other.is_some_and(|other| self.agents[*other].name == rung.opponent)
            });
            let scores: Vec<f64> = against.map(|pair| f64::from(pair.half_points(agent, self.rules())) / 4.0).collect();
            let score = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
            ((score / 0.5).min(1.0) * rung.points * 2.0).floor() / 2.0
        });
        Some(points.sum())
    }

    /// The pairs of agents that play each other, from each opening.
    fn schedule(&self) -> Vec<([usize; 2], usize)> {
        let count = self.agents.len();
        let ladder = &self.configuration.ladder;
        let is_played = |one: usize, two: usize| {
            ladder.is_empty()
                || self.agents[one].is_student() && ladder.iter().any(|rung| rung.opponent == self.agents[two].name)
        };
        let couples = (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two]));
        let couples = couples.filter(|couple| is_played(couple[0], couple[1]));
        couples.flat_map(|couple| (0..self.openings.len()).map(move |opening| (couple, opening))).collect()
    }

    /// Plays all games that the folder of the results does not have.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn play(&self, folder: &Path, jobs: usize) -> Result<Played> {
        let games = folder.join(GAMES);
        output::create_folder(&games)?;
        let schedule = self.schedule();
        let progress = Progress::of_parts("games", 2 * schedule.len() as u64);
        let (kept, failures) = (Mutex::new(0_usize), Mutex::new(Vec::new()));
        let game = |(couple, opening, is_swapped): ([usize; 2], usize, bool)| -> Result<Option<Game>> {
            let [black, white] = if is_swapped { [couple[1], couple[0]] } else { couple };
            let path = games.join(format!("{}.json", self.key(black, white, opening)));
            let result = if let Some(game) = self.read(&path, opening) {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                Some(game)
            } else {
                match self.game(black, white, opening) {
                    Ok(game) => {
                        output::write(&path, &serde_json::to_vec(&keep(&game))?)?;
                        Some(game)
                    }
                    Err(error) => {
                        let names = format!("{} against {}", self.agents[black].name, self.agents[white].name);
                        failures.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{names}: {error:#}"));
                        None
                    }
                }
            };
            progress.advance();
            Ok(result)
        };
        let all: Vec<_> = schedule
            .iter()
            .flat_map(|&(couple, opening)| [false, true].map(|is_swapped| (couple, opening, is_swapped)))
            .collect();
        let pool = threads::pool(jobs)?;
        let played: Vec<Option<Game>> =
            pool.install(|| all.into_par_iter().with_max_len(1).map(game).collect::<Result<_>>())?;
        drop(progress);
        let mut played = played.into_iter();
        let mut pairs = Vec::new();
        for (agents, opening) in schedule {
            if let (Some(first), Some(second)) = (played.next().flatten(), played.next().flatten()) {
                // The second game has the colors swapped.
                pairs.push(PlayedPair { agents, opening, games: [first, second] });
            }
        }
        let mut not_played = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        not_played.sort();
        Ok(Played { pairs, kept: kept.into_inner().unwrap_or_else(PoisonError::into_inner), not_played })
    }

    /// All on which a game depends.
    fn key(&self, black: usize, white: usize, opening: usize) -> Digest {
        let Configuration { protocol, terms, start_up, settings, .. } = &self.configuration;
        let mut digester = Digester::default();
        digester.add(env!("CARGO_PKG_VERSION")).add(format!("{protocol:?} {terms:?} {start_up:?} {settings:?}"));
        digester.add(self.runner.sandbox.level().name());
        digester.add(self.agents[black].digest.to_string()).add(self.agents[white].digest.to_string());
        digester.add(self.openings[opening].to_string()).finish()
    }

    fn read(&self, path: &Path, opening: usize) -> Option<Game> {
        let kept: KeptGame = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let mut record = self.openings[opening].clone();
        for played in kept.moves.iter().skip(kept.opening) {
            let played: Move = played.parse().ok()?;
            record.legal().contains(&played).then(|| record.play(played))?;
        }
        let [black, white] = kept.remarks;
        let times = kept.seconds.iter().map(|seconds| Duration::try_from_secs_f64(*seconds)).collect::<Result<_, _>>();
        let forfeit =
            kept.forfeit.map(|(is_black, forfeit)| (if is_black { Color::Black } else { Color::White }, forfeit));
        Some(Game { record, opening: kept.opening, times: times.ok()?, forfeit, remarks: ByColor { black, white } })
    }

    /// Plays a game; again if the machine fails.
    fn game(&self, black: usize, white: usize, opening: usize) -> Result<Game> {
        let mut attempts = (0..ATTEMPTS).map(|_| {
            let seed = 2 * opening as u64;
            let mut players = ByColor { black: self.player(black, seed)?, white: self.player(white, seed + 1)? };
            referee::play(&self.configuration.terms, self.openings[opening].clone(), &mut players)
        });
        let first = attempts.next().context("no attempt")?;
        first.or_else(|error| attempts.find_map(Result::ok).ok_or(error))
    }

    fn player(&self, agent: usize, seed: u64) -> Result<Box<dyn Player + '_>> {
        let start_up = self.configuration.start_up;
        Ok(match &self.agents[agent].kind {
            Kind::Own(name) => Box::new(Engine::new(name.clone(), seed)),
            Kind::Machine(number, codec) => {
                let words = &self.configuration.programs[*number].words;
                let launch = move |arguments: Vec<String>| {
                    Ok(Trusted::start(&words.iter().cloned().chain(arguments).collect::<Vec<_>>())?)
                };
                Box::new(Program::new(&**codec, start_up, Box::new(launch)))
            }
            Kind::Student(submission) => match self.built(agent, submission)? {
                Err(forfeit) => Box::new(forfeit.clone()),
                Ok(built) => match &self.configuration.protocol {
                    Protocol::Game(codec) => {
                        let launch = move |arguments: Vec<String>| self.launch(built, &arguments);
                        Box::new(Program::new(&**codec, start_up, Box::new(launch)))
                    }
                    Protocol::Move(description) => {
                        let run = move |words: Vec<String>, input: Option<(&str, String)>, limit: Duration| {
                            self.run(description, built, &words, input, limit)
                        };
                        Box::new(Starter { description, run: Box::new(run) })
                    }
                },
            },
        })
    }

    /// Builds a submission once.
    fn built(&self, agent: usize, submission: &Submission) -> Result<&Result<Built, Forfeit>> {
        if let Some(built) = self.builds[agent].get() {
            return Ok(built);
        }
        let built = self.build(submission)?;
        Ok(self.builds[agent].get_or_init(|| built))
    }

    fn build(&self, submission: &Submission) -> Result<Result<Built, Forfeit>> {
        let not_built = |why: String| Forfeit::new(Cause::NotStarted, format!("it was not built: {why}"));
        let mut contents = match submission.open() {
            Ok(contents) => contents,
            Err(error) => return Ok(Err(not_built(escape::line(&format!("{error:#}"))))),
        };
        contents.leave_out_executables();
        let Configuration { settings, recipe, .. } = &self.configuration;
        let (report, built) = build(&self.runner, settings, recipe, &contents, &mut Vec::new())?;
        Ok(built.map_err(|_| {
            let why: Vec<String> = report.failure.into_iter().chain(report.error).collect();
            not_built(why.join(": "))
        }))
    }

    fn words(built: &Built, words: &[String]) -> CommandLine {
        built.start.command(CommandLine::of(words.iter().map(String::as_str)))
    }

    /// Starts a student's program for a game.
    fn launch(&self, built: &Built, arguments: &[String]) -> Result<(Conversation, Box<dyn Process>), Failure> {
        let run = self.configuration.recipe.run.as_ref().context("no command")?;
        let words: Vec<String> = run.words().iter().chain(arguments).cloned().collect();
        let mut command = built.program(&self.configuration.settings, &Self::words(built, &words))?;
        command.limits.wall = Duration::from_secs(1_000_000);
        let mut process = self.runner.sandbox.converse(&command).map_err(files_or_machine)?;
        let (input, output) = process.take_streams().context("no streams")?;
        let limits = command.limits;
        Ok((Conversation::new(input, output)?, Box::new(Sandboxed { process, limits, stopped_at: None })))
    }

    /// Runs a student's program for a move.
    fn run(
        &self,
        description: &Description,
        built: &Built,
        words: &[String],
        input: Option<(&str, String)>,
        limit: Duration,
    ) -> Result<Run, Failure> {
        let mut command = built.program(&self.configuration.settings, &Self::words(built, words))?;
        if let Some((name, text)) = input {
            command.files = command.files.contents(name, text);
        }
        command.limits.wall = limit;
        let run = self.runner.sandbox.run(&command).map_err(files_or_machine)?;
        if run.end.is_for_the_machine(&run.usage, &command.limits) {
            return Err(short_of_memory().into());
        }
        let file = description.answer_file();
        let file = file.map(|name| run.folder.read(name, 1 << 20).map_err(|error| error.to_string()));
        let is_late = matches!(run.end, End::Exceeded(Limit::Wall)) || run.usage.wall > limit;
        let failure = failure(&run.end).filter(|_| !is_late);
        let [stdout, stderr] = [run.stdout.beginning, run.stderr.beginning];
        Ok(Run { time: run.usage.wall, is_late, failure, stdout, stderr, file })
    }
}

/// A fault of the submission, or of the machine.
fn files_or_machine(error: SandboxError) -> Failure {
    match error {
        SandboxError::Files(why) => {
            Failure::Forfeit(Forfeit::new(Cause::NotStarted, format!("its files cannot be copied: {why}")))
        }
        error => Failure::Machine(Error::new(error)),
    }
}

/// A fault of the machine, after which the game is played again.
fn short_of_memory() -> Error {
    anyhow!("the machine is short of memory; expected room for each running agent")
}

/// The failure of a program; `None` if it ended with status 0.
fn failure(end: &End) -> Option<String> {
    match end {
        End::Exited(0) => None,
        End::Exited(status) => Some(format!("it ended with status {status}")),
        End::Signalled(signal) => Some(format!("it was ended by signal {signal}")),
        End::Exceeded(limit) => Some(format!("it exceeded a limit: {limit}")),
        End::NotStarted(why) => Some(format!("it cannot be started: {}", escape::line(why))),
    }
}

/// A student's program in the sandbox.
struct Sandboxed {
    process: Contained,
    limits: Limits,
    /// Its processor time when it was stopped.
    stopped_at: Option<Duration>,
}

impl Process for Sandboxed {
    fn stop(&mut self) -> Result<()> {
        self.stopped_at = self.process.stop()?;
        Ok(())
    }

    fn resume(&mut self) -> Result<Duration> {
        let now = self.process.resume()?;
        Ok(now.zip(self.stopped_at.take()).map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before)))
    }

    fn end(self: Box<Self>, patience: Duration) -> Result<Ended> {
        let (run, is_killed) = self.process.finish(patience)?;
        ensure!(!run.end.is_for_the_machine(&run.usage, &self.limits), short_of_memory());
        let ended = failure(&run.end).unwrap_or_else(|| "it ended with status 0".to_owned());
        Ok(Ended { cause: (!is_killed).then_some(ended), stderr: run.stderr.beginning })
    }
}

fn keep(game: &Game) -> KeptGame {
    KeptGame {
        moves: game.record.moves().map(|played| played.1.to_string()).collect(),
        opening: game.opening,
        seconds: game.times.iter().map(Duration::as_secs_f64).collect(),
        forfeit: game.forfeit.clone().map(|(loser, forfeit)| (loser == Color::Black, forfeit)),
        remarks: [game.remarks.black.clone(), game.remarks.white.clone()],
    }
}

/// The openings, and what is to be said of them.
fn openings_of(configuration: &Configuration, agents: &[Agent]) -> (Vec<Record>, Vec<String>) {
    let Rules { size, no_move, first, .. } = configuration.terms.rules;
    let is_free = |agent: &Agent| match &agent.kind {
        Kind::Own(_) => true,
        Kind::Machine(_, codec) => codec.starts_anywhere(),
        Kind::Student(_) => match &configuration.protocol {
            Protocol::Game(codec) => codec.starts_anywhere(),
            Protocol::Move(_) => true,
        },
    };
    let start = || vec![Record::new(configuration.terms.rules.start())];
    if !agents.iter().all(is_free) {
        let note = "The protocol knows one start: each two agents play twice from the first position.";
        return (start(), vec![note.to_owned()]);
    }
    if (size, no_move, first) != (Size::EIGHT, NoMove::Pass, Color::Black) {
        let note = "The balanced openings are for 8x8 with passes: each two agents play twice from the first position.";
        return (start(), vec![note.to_owned()]);
    }
    let openings: Vec<Record> = openings::balanced().into_iter().take(configuration.games).collect();
    let note = format!("Each two agents play {}, from both sides of each.", count(openings.len(), "balanced opening"));
    (openings, vec![note])
}

/// Checks that a folder is good for results.
///
/// # Errors
/// Returns an error if it holds something else.
pub fn check_folder(folder: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    if names.is_empty() || names.iter().any(|name| name.ends_with(GAMES)) {
        return Ok(());
    }
    let shown = folder.display();
    bail!(
        "{shown} holds something else than results; expected a new folder, an empty one, or one of an earlier tournament"
    )
}
