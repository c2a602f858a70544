//! Makes every character of a stranger's text visible, so that it cannot control a terminal.

use std::fmt::Write as _;

/// Replaces control characters by escapes such as `\x1b`; line endings and tabs stay.
pub fn text(text: &str) -> String {
    escaped(text, &['\n', '\t'])
}

/// Replaces control characters, line endings and tabs by escapes, so that the text has only one line.
pub fn line(text: &str) -> String {
    escaped(text, &[])
}

fn escaped(text: &str, kept: &[char]) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if kept.contains(&letter) || !is_special(letter) {
            shown.push(letter);
        } else if letter.is_ascii() {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\x{:02x}", u32::from(letter));
        } else {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(letter));
        }
    }
    // GitHub executes commands that begin with `##[` anywhere in a line.
    shown.replace("##[", "#\\x23[")
}

/// True if a character is a control character or invisible, or is never used for a character.
pub fn is_special(letter: char) -> bool {
    letter.is_control() || is_invisible(letter) || is_noncharacter(letter)
}

/// True if a character ends a line or is invisible. Invisible characters can change the direction of other characters,
/// or make two texts look alike. The list of invisible characters is the property `Default_Ignorable_Code_Point`.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// True if Unicode will never use a number for a character. XML does not allow any of these numbers below U+10000.
const fn is_noncharacter(letter: char) -> bool {
    matches!(letter, '\u{fdd0}'..='\u{fdef}') || letter as u32 & 0xfffe == 0xfffe
}
