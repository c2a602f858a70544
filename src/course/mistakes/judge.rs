//! Tries programs on a student's case and orders the programs that write it: for files, and for printed answers.
//!
//! A [`Question`] is one case: it runs a program and says where the program's text first differs from the student's.
//! [`Effort`] runs many programs on a question, each with a share of the nodes, so that one costly program does not
//! stop all later ones. [`Score`] orders what was found, and [`Ranked`] keeps what a report prints. A report says only
//! what a tried program wrote; that a program was not tried, or differs, says nothing about the student's program.

use std::cmp::Reverse;

use rayon::prelude::*;

/// One case of a student, with its files or its printed answer.
pub trait Question: Sync {
    /// A program that may have written the case, such as a set of mistakes or another job.
    type Program: Sync;
    /// The first place in each text of the case that the program writes differently.
    type Tried: Send;

    /// Runs a program until its text differs from the student's. Also returns the number of visited nodes, which
    /// exceeds `most_nodes` by at most one; a program that needs more has not been compared.
    fn run(&self, program: &Self::Program, most_nodes: u64) -> (Self::Tried, u64);
}

/// The nodes that are left for trying programs.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub left: u64,
    /// True if no program was left out or stopped by its share.
    pub is_enough: bool,
}

impl Effort {
    /// The number of parallel programs. The number is fixed, so that the result is the same on every machine.
    const BATCH: usize = 32;

    /// An effort of so many nodes.
    pub const fn new(nodes: u64) -> Self {
        Self { left: nodes, is_enough: true }
    }

    /// Tries programs while the effort lasts; each visits at most `share` nodes. Returns what was tried, in order.
    pub fn try_all<Q: Question>(&mut self, question: &Q, programs: &[Q::Program], share: u64) -> Vec<Q::Tried> {
        let mut all = Vec::with_capacity(programs.len());
        for batch in programs.chunks(Self::BATCH) {
            let most = self.left.min(share);
            let tried = batch.par_iter().map(|program| question.run(program, most));
            for (tried, nodes) in tried.collect::<Vec<_>>() {
                // A program only counts if the effort would also be enough for programs that run one after another.
                let Some(left) = self.left.checked_sub(nodes) else {
                    *self = Self { left: 0, is_enough: false };
                    return all;
                };
                self.left = left;
                self.is_enough &= nodes <= most;
                all.push(tried);
            }
        }
        all
    }
}

/// The rank of a program that writes some cases exactly; the best has the lowest score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// The wrong cases that the program writes exactly, most first.
    pub explained: Reverse<usize>,
    /// The right cases in which the program differs, fewest first.
    pub contradicted: usize,
    pub mistakes: usize,
    /// The mistakes on one side only: a plain name comes before one side.
    pub sided: usize,
}

/// The programs that a report names, the best first, and the number of further ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked<T> {
    pub named: Vec<T>,
    pub more: usize,
}

impl<T> Ranked<T> {
    /// The largest number of programs that a report names.
    pub const MOST: usize = 3;

    /// Keeps the first programs of a list.
    pub fn new(mut all: Vec<T>) -> Self {
        let more = all.len().saturating_sub(Self::MOST);
        all.truncate(Self::MOST);
        Self { named: all, more }
    }
}
