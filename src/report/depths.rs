//! Lists the depths of a report, and reads the list from text.

use std::str::FromStr;

use crate::{game::Depth, names::ParseError};

/// At least one depth, in ascending order without duplicates, none deeper than the longest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths(Vec<Depth>);

impl Depths {
    /// The plies of the longest game without a pass.
    const DEEPEST: u32 = 60;

    pub fn list(&self) -> &[Depth] {
        &self.0
    }

    pub fn deepest(&self) -> Depth {
        self.0.last().copied().unwrap_or_default()
    }

    /// Pairs each depth with the next deeper depth of the list.
    pub fn neighbours(&self) -> impl Iterator<Item = (Depth, Depth)> {
        self.0.windows(2).map(|pair| (pair[0], pair[1]))
    }
}

/// Reads depths and ranges, separated by commas: `4`, `1-5`, `2,4,6`, `1-4,6`.
impl FromStr for Depths {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "expected depths from 1 to 60, such as 4, 1-5 or 2,4,6";
        let mut depths = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let plies = |text: &str| text.trim().parse().map(Depth::plies).map_err(|_| EXPECTED);
            let (from, to) = (plies(from)?, plies(to)?);
            if from > to || to > Self::DEEPEST {
                return Err(EXPECTED.into());
            }
            depths.extend((from..=to).map(Depth::new));
        }
        depths.sort_unstable();
        depths.dedup();
        Ok(Self(depths))
    }
}
