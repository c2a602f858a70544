//! Points, exact to the hundredth, and the shares that the files of a case earn.

use std::{fmt, iter::Sum, ops::Add};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of points, to the hundredth, so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    pub const ZERO: Self = Self(0);

    /// The nearest number of hundredths; `None` for NaN and for more than a million.
    pub fn new(number: f64) -> Option<Self> {
        let hundredths = (number * 100.0).round();
        #[allow(clippy::cast_possible_truncation)] // at most a hundred million
        (hundredths.abs() <= 1e8).then_some(Self(hundredths as i64))
    }

    /// The number.
    pub fn number(self) -> f64 {
        let hundredths = self.0 as f64;
        hundredths / 100.0
    }

    /// The points that a case's files earn together, rounded down. The files of a case only get all points if all rows
    /// are right.
    pub fn earned(self, parts: &[Earned]) -> Self {
        // Adds the fractions with a common denominator. The numbers stay small: a log has at most some hundred million
        // rows.
        let add = |(sum, whole): (i128, i128), part: &Earned| {
            let (right, all) = (i128::from(part.share.0) * i128::from(part.right), i128::from(part.all.max(1)));
            (sum * all + right * whole, whole * all)
        };
        let (sum, whole) = parts.iter().fold((0, 1), add);
        let hundredths = i128::from(self.0) * sum / (whole * i128::from(Share::WHOLE));
        Self(i64::try_from(hundredths).unwrap_or(self.0))
    }

    /// A percentage of the points, rounded to the hundredth.
    pub const fn percent(self, percent: u8) -> Self {
        Self((self.0 * percent as i64 + 50).div_euclid(100))
    }

    /// The points of another scale: `maximum` of this scale is `other` there.
    pub fn of(self, maximum: Self, other: Self) -> String {
        let scaled = self.number() * other.number() / maximum.number();
        Self::new(scaled).unwrap_or(self).to_string()
    }

    /// The difference.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// The points, but zero if the points are negative.
    pub fn from_zero(self) -> Self {
        self.max(Self::ZERO)
    }
}

/// The right and expected rows of a file, and the file's share of the case's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earned {
    pub share: Share,
    pub right: u64,
    pub all: u64,
}

/// A share of the points, in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Share(u32);

impl Share {
    const WHOLE: u32 = 10_000;
    pub const ALL: Self = Self(Self::WHOLE);

    /// A percentage.
    pub const fn percent(percent: u32) -> Self {
        Self(percent * (Self::WHOLE / 100))
    }
}

impl TryFrom<f64> for Share {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10,000
        let nearest = (0.0..=1.0).contains(&number).then(|| Self((number * f64::from(Self::WHOLE)).round() as u32));
        nearest.ok_or("expected a part of a case's points, from 0 to 1")
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / f64::from(Self::WHOLE)).fmt(formatter)
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Self::add)
    }
}

/// Writes `5`, `12.5` or `0.33`.
impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.number().to_string())
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 { (self.0 / 100).serialize(serializer) } else { self.number().serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| serde::de::Error::custom("expected at most a million points"))
    }
}
