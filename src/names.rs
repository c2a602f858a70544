//! Enums whose variants people call by name: all variants in order, the name of each, and the variant of a name.

use thiserror::Error;

/// A text that is none of the names that were expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", alternatives(.expected))]
pub struct UnknownName {
    /// The names, in the order of their variants.
    pub expected: &'static [&'static str],
}

/// Names as a sentence lists them: `minimax, alphabeta or alphabeta-strict`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        names => names.concat(),
    }
}

/// Gives the variants of an enum their names: `names! { Algorithm { Minimax => "minimax", AlphaBeta => "alphabeta" } }`.
/// The enum gets `ALL`, `name`, `Display` (the name) and `FromStr` (the variant of a name, or [`UnknownName`]).
macro_rules! names {
    ($type:ty { $($variant:ident => $name:expr),+ $(,)? }) => {
        impl $type {
            /// All variants, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        /// The name.
        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.name())
            }
        }

        /// The variant of a name.
        impl ::std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                const EXPECTED: &[&str] = &[$($name),+];
                let unknown = $crate::names::UnknownName { expected: EXPECTED };
                Self::ALL.into_iter().find(|variant| variant.name() == name).ok_or(unknown)
            }
        }
    };
}

pub(crate) use names;
