//! What is known: the searches and games measured so far, in this run or an earlier one.

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context as _, Result, ensure};

use super::{Game, GameKey, Measurement, Plan, Query, data_file, games_file};
use crate::files::input::Input;

/// The results of searches and games.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    searches: HashMap<Query, Measurement>,
    games: HashMap<GameKey, Game>,
}

impl Memory {
    /// The plan that the folder of a report was made by; none where it holds no report.
    ///
    /// # Errors
    /// A file that cannot be read or is no plan.
    pub fn plan_of(folder: &Path) -> Result<Option<Plan>> {
        let path = folder.join(PLAN);
        if !is_there(&path)? {
            return Ok(None);
        }
        let input = Input::read(&path, LIMIT)?;
        Plan::parse(&input.text, &input.name).map(Some)
    }

    /// What a folder holds of the results that a plan asks for.
    ///
    /// # Errors
    /// Files that cannot be read or are none of a report, and the results of another report: they would be lost.
    pub fn read(folder: &Path, plan: &Plan) -> Result<Self> {
        let mut memory = Self::default();
        let Some(known) = Self::plan_of(folder)? else {
            for name in [DATA, GAMES] {
                let path = folder.join(name);
                ensure!(!is_there(&path)?, "{} is there without {PLAN}; expected a new folder", path.display());
            }
            return Ok(memory);
        };
        ensure!(
            known.is_part_of(plan),
            "{} holds another report, with boards, evaluations or depths that are not asked for now; expected another \
             folder, or what was asked for then and more",
            folder.display()
        );
        memory.add(folder, plan)?;
        Ok(memory)
    }

    /// Takes in the results in a folder, which belong to a plan.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn add(&mut self, folder: &Path, plan: &Plan) -> Result<()> {
        let (data, games) = (folder.join(DATA), folder.join(GAMES));
        if is_there(&data)? {
            data_file::read(fs::File::open(&data)?, &data, plan, |query, found| self.remember(query, found))?;
        }
        if is_there(&games)? {
            games_file::read(fs::File::open(&games)?, &games, plan, |key, game| self.remember_game(key, game))?;
        }
        Ok(())
    }

    /// What a search found, if it was made.
    pub fn search(&self, query: &Query) -> Option<&Measurement> {
        self.searches.get(query)
    }

    /// A game, if it was played.
    pub fn game(&self, key: &GameKey) -> Option<&Game> {
        self.games.get(key)
    }

    /// Keeps what a search found.
    pub fn remember(&mut self, query: Query, measurement: Measurement) {
        self.searches.insert(query, measurement);
    }

    /// Keeps a game.
    pub fn remember_game(&mut self, key: GameKey, game: Game) {
        self.games.insert(key, game);
    }
}

/// Whether there is a file. What cannot be known is an error: a report that is taken for a new one would replace the old.
fn is_there(path: &Path) -> Result<bool> {
    path.try_exists().with_context(|| format!("cannot read {}", path.display()))
}

/// The file of the plan.
pub const PLAN: &str = "plan.json";
/// The file of the searches.
pub const DATA: &str = "data.csv";
/// The file of the games.
pub const GAMES: &str = "games.csv";

/// A plan has a hundred bytes a board.
const LIMIT: u64 = 1 << 26;
