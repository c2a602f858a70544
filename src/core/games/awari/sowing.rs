//! Houses, rows of houses in one word, and the stones that each house gets by sowing.

use std::fmt;

/// One of a player's six houses, counted from that player's left, 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

impl House {
    /// The six houses, from the player's left to the right.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The house with an index from 0 to 5; `None` for other indices.
    pub fn new(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// The index of the house, 0 to 5.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for House {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The stones in one player's six houses: one byte for each house; house 0 is in the lowest byte.
///
/// Adding two rows adds the stones of each house. A position has a limited number of stones, so each sum fits into its
/// byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct HouseRow(u64);

impl HouseRow {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn new(stones: [u8; 6]) -> Self {
        let mut bytes = [0; 8];
        bytes[..6].copy_from_slice(&stones);
        Self(u64::from_le_bytes(bytes))
    }

    pub(super) fn stones(self) -> [u8; 6] {
        House::ALL.map(|house| self.at(house))
    }

    pub(super) const fn at(self, house: House) -> u8 {
        self.0.to_le_bytes()[house.0 as usize]
    }

    pub(super) const fn without(self, house: House) -> Self {
        Self(self.0 & !(0xff << (8 * house.0)))
    }

    const fn with_one_more(self, house: u8) -> Self {
        Self(self.0 + (1 << (8 * house)))
    }

    pub(super) const fn plus(self, sown: Self) -> Self {
        Self(self.0 + sown.0)
    }
}

/// The stones that each house gets when one house is sown.
#[derive(Clone, Copy)]
pub(super) struct Sowing {
    /// The stones for the houses of the player who makes the move.
    pub own: HouseRow,
    pub other: HouseRow,
    /// The opponent's house that gets the last stone; `None` if the player's own house gets the last stone.
    pub last: Option<House>,
}

impl Sowing {
    /// The sowing of a house that has this number of stones.
    pub fn of(house: House, stones: u8) -> &'static Self {
        &SOWINGS[usize::from(house.0)][usize::from(stones)]
    }
}

static SOWINGS: [[Sowing; 256]; 6] = sowings();

/// Sows stones one by one into the ring of the player's houses (0 to 5) and the opponent's houses (6 to 11). The sown
/// house itself never gets a stone.
#[allow(clippy::large_stack_arrays)] // there is no stack at compile time
const fn sowings() -> [[Sowing; 256]; 6] {
    let mut table = [[Sowing { own: HouseRow::EMPTY, other: HouseRow::EMPTY, last: None }; 256]; 6];
    let mut from = 0;
    while from < 6 {
        let mut at = from;
        let mut stones = 1;
        while stones < 256 {
            let mut sowing = table[from][stones - 1];
            at = (at + 1) % 12;
            if at == from {
                at = (at + 1) % 12;
            }
            if at < 6 {
                sowing.own = sowing.own.with_one_more(house_number(at));
                sowing.last = None;
            } else {
                sowing.other = sowing.other.with_one_more(house_number(at - 6));
                sowing.last = Some(House(house_number(at - 6)));
            }
            table[from][stones] = sowing;
            stones += 1;
        }
        from += 1;
    }
    table
}

#[allow(clippy::cast_possible_truncation)] // below 6; there is no `try_from` at compile time
const fn house_number(index: usize) -> u8 {
    index as u8
}
