//! Paths as arguments: moves that lead to a node of a search.

use std::ops::ControlFlow;

use anyhow::{Result, bail};

use crate::reasons::{Words, moves_after};
use reversi_core::games::reversi::Move;
use reversi_course::{assignment::Job, log::RowRange};
use reversi_io::names::list;

/// Reads the moves of a path: `d3 c3`, `d3c3` or `d3,c3`. A pass is `pass` or the assignment's word for a pass. `flag`
/// names the argument in messages.
pub fn read(job: &Job, text: &str, flag: &str) -> Result<Vec<Move>> {
    let mut path = Vec::new();
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        for played in moves(job, word) {
            let Some(played) = played else {
                let pass = &job.row_format().pass;
                bail!("{flag}: {word:?} is not a move; expected squares, such as d3 c3, or {pass}");
            };
            let legal = moves_after(&job.task, &path);
            if !legal.contains(&played) {
                let names = list(legal.iter().map(|&legal| job.row_format().name(Some(legal))), "or");
                let name = job.row_format().name(Some(played));
                bail!("{flag}: {name} is not a legal move at {}; expected {names}", Words(job).node(&path));
            }
            path.push(played);
        }
    }
    let deepest = job.task.depth.plies() as usize;
    if path.len() > deepest {
        bail!("{flag}: {} lies too deep: the search ends {deepest} plies below the root", Words(job).node(&path));
    }
    check_cut_offs(job, &path, flag)?;
    Ok(path)
}

/// The moves of a word; `None` for each pair of characters that is not a move.
fn moves(job: &Job, word: &str) -> Vec<Option<Move>> {
    let is_pass = [&*job.row_format().pass, "pass"].iter().any(|pass| pass.eq_ignore_ascii_case(word));
    if is_pass {
        return vec![Some(Move::Pass)];
    }
    let squares = word.as_bytes().chunks(2).map(|square| str::from_utf8(square).ok()?.parse().ok().map(Move::Place));
    squares.collect()
}

/// Returns an error if a cut-off keeps the search from reaching the end of a path.
fn check_cut_offs(job: &Job, path: &[Move], flag: &str) -> Result<()> {
    let is_searched = |path: &[Move]| {
        let mut is_there = false;
        job.task.search().each_row_of(&RowRange::Path(path.to_vec()), &mut |_| {
            is_there = true;
            ControlFlow::Break(())
        });
        is_there
    };
    if is_searched(path) {
        return Ok(());
    }
    let plies = (0..path.len()).rev().find(|&plies| is_searched(&path[..plies])).unwrap_or(0);
    let (parent, child) = (Words(job).node(&path[..plies]), Words(job).node(&path[..=plies]));
    bail!("{flag}: the search does not reach {child}: {parent} is cut off before it")
}
