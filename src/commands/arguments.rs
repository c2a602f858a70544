//! Argument values that several commands take.

use crate::value::Depth;

/// Reads a cut-off depth: a whole number of plies, at least 1. No game is longer than a depth can say, so a number
/// beyond that range means the whole game like any other large one.
///
/// # Errors
/// Anything that is no such number.
pub fn depth(text: &str) -> Result<Depth, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let depth = if digits { text.parse().map_or(Depth::UNLIMITED, Depth::new) } else { Depth::ZERO };
    if depth == Depth::ZERO { Err("expected a whole number of plies, at least 1".to_owned()) } else { Ok(depth) }
}
