//! File sizes with a unit, such as `64 MiB`, in configuration files.

use serde::Deserialize;

use reversi_io::names::ParseError;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct ByteSize(pub u64);

/// Reads a number with `B`, `KiB`, `MiB`, `GiB` or, as programs of Unix write them, `K`, `M`, `G`. `MB` has two meanings,
/// so it is refused.
impl TryFrom<String> for ByteSize {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        let expected = "expected a number and a unit, such as \"64 MiB\" or \"1.5 GiB\"";
        let error = || format!("{text:?} is not a size; {expected}").into();
        let text = text.trim();
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').ok_or_else(error)?;
        let number: f64 = text[..end].parse().ok().ok_or_else(error)?;
        let unit: f64 = match text[end..].trim() {
            "B" => 1.0,
            "K" | "KiB" => 1_024.0,
            "M" | "MiB" => 1_048_576.0,
            "G" | "GiB" => 1_073_741_824.0,
            _ => return Err(error()),
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 1 to a million GB
        (1.0..1e15).contains(&(number * unit)).then_some(Self((number * unit) as u64)).ok_or_else(error)
    }
}
