//! The numbers of leaves: whole numbers and decimals, compared exactly.

/// The digits after the point that a number can have, and the units of a whole.
const DECIMALS: usize = 9;
const UNIT: i64 = 1_000_000_000;

/// The form of a number, for messages.
pub const EXPECTED: &str =
    "expected a whole number of 32 bits, or a decimal with at most 9 digits before and after the point";

/// The number in units of 10^-9; `None` if the text is not a number of a leaf.
pub fn scaled(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_negative = text.starts_with('-');
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) || decimals.is_empty() || decimals.len() > DECIMALS {
        return None;
    }
    if digits.contains('.') && whole.len() > DECIMALS {
        return None;
    }
    let whole: i64 = if whole.is_empty() && digits.contains('.') { 0 } else { whole.parse().ok()? };
    let signed = if is_negative { -whole } else { whole };
    i32::try_from(signed).ok()?;
    let decimals: i64 = format!("{decimals:0<DECIMALS$}").parse().ok()?;
    Some(signed * UNIT + if is_negative { -decimals } else { decimals })
}

/// The number as reports show it: a decimal as it is written, a whole number without needless digits.
pub fn written(text: &str) -> String {
    text.parse::<i32>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}
