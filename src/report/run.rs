//! Measuring a plan: only what is missing, kept as it comes.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};

use super::{
    Folder, GameKey, Memory, Plan, Query, Results, Sample,
    results::{missing_games, missing_searches},
    times_file, work,
};
use crate::{shard::Shard, terminal::progress::Progress};

/// How a plan is measured.
#[derive(Debug)]
pub struct Run<'a> {
    /// What is compared.
    pub plan: &'a Plan,
    /// The part of it that is measured here. Only the whole has a text.
    pub shard: Shard,
    /// Where everything is kept.
    pub folder: &'a Folder,
    /// How many searches and games are measured at a time.
    pub threads: usize,
    /// Whether the text is wanted as plain ASCII, too.
    pub with_text: bool,
    /// Whether times are measured, after everything else.
    pub with_times: bool,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Everything is measured and written.
    Complete,
    /// It was stopped; so many searches and games are still to be measured, where that is known.
    Stopped {
        /// Their number.
        missing: Option<usize>,
    },
}

impl Run<'_> {
    /// How often what is known is written down while the work goes on.
    const KEPT_EVERY: Duration = Duration::from_secs(60);

    /// Measures what is missing until `stop` is set, and writes everything.
    ///
    /// # Errors
    /// A folder that holds something else or takes no files, and searches that disagree.
    pub fn measure(&self, stop: &Arc<AtomicBool>) -> Result<Completion> {
        let part = &self.plan.part(self.shard);
        let mut memory = Memory::read(self.folder.path(), self.plan)?;
        let progress = Progress::start("playing the games whose positions are searched");
        let Some(samples) = Sample::all(part, &memory, self.threads, stop) else {
            return Ok(Completion::Stopped { missing: None });
        };
        drop(progress);
        let (searches, games) = (missing_searches(part, &samples, &memory), missing_games(part, &memory));
        let evaluations = &self.plan.evaluations;
        // Where it cannot be written, nobody should find out after an hour.
        self.folder.keep(self.plan, part, &samples, &memory)?;
        let (mut kept, mut written) = (Instant::now(), Ok(()));
        let mut keep = |memory: &Memory| {
            if kept.elapsed() >= Self::KEPT_EVERY && written.is_ok() {
                kept = Instant::now();
                written = self.folder.keep(self.plan, part, &samples, memory);
                // What cannot be kept is not worth measuring.
                stop.fetch_or(written.is_err(), Ordering::Relaxed);
            }
        };

        let progress = Progress::of_parts("searches", searches.len() as u64);
        let measure = |query: &Query| query.measure(&evaluations[query.evaluation]);
        work::share(self.threads, &searches, stop, measure, |number, measurement| {
            memory.remember(searches[number], measurement);
            progress.advance();
            keep(&memory);
        });
        drop(progress);
        let progress = Progress::of_parts("games", games.len() as u64);
        let play = |key: &GameKey| key.play(evaluations);
        work::share(self.threads, &games, stop, play, |number, game| {
            memory.remember_game(games[number], game);
            progress.advance();
            keep(&memory);
        });
        drop(progress);
        written?;

        self.folder.keep(self.plan, part, &samples, &memory)?;
        let missing = missing_searches(part, &samples, &memory).len() + missing_games(part, &memory).len();
        if missing > 0 {
            return Ok(Completion::Stopped { missing: Some(missing) });
        }
        if self.shard == Shard::WHOLE {
            let results = Results::new(self.plan, &samples, &memory)?;
            self.folder.report(&results, self.with_text)?;
        }
        if self.with_times && !times_file::measure(self.folder, part, &samples, stop)? {
            return Ok(Completion::Stopped { missing: None });
        }
        Ok(Completion::Complete)
    }
}

/// Puts the parts of a report together, which were measured by shards.
///
/// # Errors
/// Folders without a part, parts of different reports, and parts that are missing.
pub fn merge(parts: &[PathBuf], folder: &Folder, with_text: bool) -> Result<Plan> {
    let mut plan: Option<Plan> = None;
    let mut memory = Memory::default();
    for part in parts {
        let of_part = Memory::plan_of(part)?.with_context(|| {
            format!("{} holds no part of a report; expected a folder with plan.json", part.display())
        })?;
        let plan = plan.get_or_insert_with(|| of_part.clone());
        ensure!(*plan == of_part, "{} is a part of another report than {}", part.display(), parts[0].display());
        memory.add(part, plan)?;
    }
    let plan = plan.context("there are no parts; expected folders")?;
    let samples = Sample::all(&plan, &memory, 1, &Arc::default()).context("nobody stops it")?;
    let results = Results::new(&plan, &samples, &memory).context("the parts are not the whole")?;
    folder.keep(&plan, &plan, &samples, &memory)?;
    folder.report(&results, with_text)?;
    Ok(plan)
}
