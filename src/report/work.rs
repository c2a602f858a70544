//! Work shared among threads.

use std::{
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use crate::threads::{self, SpawnedOrInline};

/// Does a list of jobs, each thread the next one, and hands each result to `done` on the thread of the caller, with the
/// number of its job, in whatever order they come. Once `stop` is set no job is begun.
pub fn share<J: Sync, R: Send>(
    workers: usize,
    jobs: &[J],
    stop: &AtomicBool,
    work: impl Fn(&J) -> R + Sync,
    mut done: impl FnMut(usize, R),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let worker = |_| {
            let (sender, next, work) = (sender.clone(), &next, &work);
            threads::spawn_or_inline(scope, move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(number) else { break };
                    // The caller waits for all of them.
                    let _ = sender.send((number, work(job)));
                }
            })
        };
        let workers: Vec<_> = (0..workers.min(jobs.len())).map(worker).collect();
        drop(sender);
        // Where there are no threads, this one works, and hands over what has come of it afterwards.
        workers.into_iter().filter(SpawnedOrInline::is_inline).for_each(SpawnedOrInline::join);
        for (number, result) in results {
            done(number, result);
        }
    });
}
