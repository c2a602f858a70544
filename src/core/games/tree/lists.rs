//! Reads trees as JSON, or as lists and dictionaries of Python: `[[3, 12, 8], {"name": "C", "children": [2, 4]}]`.
//!
//! A list is a node without a name. An object with `value` or `children`, and perhaps a `name`, is a node. In any other
//! object, the keys are the names of the children.

use super::parse::{Reader, Result, next_place};
use reversi_io::files::{diagnostic::Problem, scanner::Scanner};

impl Reader<'_> {
    /// Reads a number, a list or an object; a key of an object is its name.
    pub(super) fn value(&mut self, name: Option<String>) -> Result<()> {
        let place = self.next_place();
        match self.scanner.peek() {
            Some('[') => self.inner(&place, name, |reader| reader.items(&place, ']', |reader| reader.value(None))),
            Some('{') if is_node(place.clone()) => self.node(&place, name),
            Some('{') => self.inner(&place, name, |reader| {
                reader.items(&place, '}', |reader| {
                    let (at, key) = (reader.next_place(), key(&mut reader.scanner)?);
                    if matches!(&*key, "value" | "children") {
                        return Err(not_a_node(&place));
                    }
                    let name = reader.declare(&at, &key)?;
                    reader.value(Some(name))
                })
            }),
            Some('"' | '\'') => Err(place.here("this is a text; expected a number without quotes")),
            _ => {
                let is_of_word = |letter: char| !letter.is_whitespace() && !"[]{},:#\"'".contains(letter);
                match self.scanner.read_while(is_of_word) {
                    "" => Err(place.here("expected a number, `[` or `{`")),
                    word => self.leaf(&place, name, word),
                }
            }
        }
    }

    /// Reads the items of a list or an object to its closing bracket.
    fn items(&mut self, bracket: &Scanner, end: char, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.scanner.next();
        let mut may_begin = true;
        loop {
            let place = self.next_place();
            match self.scanner.peek() {
                Some(letter) if letter == end => break,
                Some(',') if !may_begin => {
                    self.scanner.next();
                    may_begin = true;
                }
                None => return Err(bracket.here(format!("this bracket is never closed; expected a `{end}` for it"))),
                Some(_) if !may_begin => return Err(place.here(format!("expected `,` or `{end}`"))),
                Some(_) => {
                    item(self)?;
                    may_begin = false;
                }
            }
        }
        self.scanner.next();
        Ok(())
    }

    /// Reads an object with `value` or `children`, and perhaps a `name` before or after them.
    fn node(&mut self, place: &Scanner, mut name: Option<String>) -> Result<()> {
        let (node, mut is_read) = (self.nodes.len(), false);
        self.items(place, '}', |reader| {
            let key = key(&mut reader.scanner)?;
            let at = reader.next_place();
            match (&*key, at.peek()) {
                ("name", Some('"' | '\'')) if name.is_none() => {
                    let own = text(&mut reader.scanner)?;
                    name = Some(reader.declare(&at, &own)?);
                    Ok(())
                }
                ("name", _) if name.is_none() => Err(at.here("this is not a name; expected a text in quotes")),
                ("children", Some('[')) | ("value", Some('0'..='9' | '+' | '-' | '.' | '"' | '\'')) if !is_read => {
                    is_read = true;
                    reader.value(None)
                }
                _ => Err(not_a_node(place)),
            }
        })?;
        self.nodes.get_mut(node).ok_or_else(|| not_a_node(place))?.name = name;
        Ok(())
    }
}

/// True if an object begins with a key of a node: `value`, `children`, or `name` with a text.
fn is_node(mut object: Scanner) -> bool {
    object.next();
    next_place(&mut object);
    let key = key(&mut object);
    next_place(&mut object);
    match key.as_deref() {
        Ok("value" | "children") => true,
        Ok("name") => matches!(object.peek(), Some('"' | '\'')),
        _ => false,
    }
}

fn not_a_node(object: &Scanner) -> Problem {
    object.here("expected `value` with a number or `children` with a list, and perhaps `name` with a text")
}

/// Reads a key and the colon after it.
fn key(scanner: &mut Scanner) -> Result<String> {
    if !matches!(scanner.peek(), Some('"' | '\'')) {
        return Err(scanner.here("expected a key in quotes, such as \"children\""));
    }
    let key = text(scanner)?;
    let place = next_place(scanner);
    if scanner.read_word(":") { Ok(key) } else { Err(place.here("expected `:` after the key")) }
}

/// Reads a text in quotes of either kind.
fn text(scanner: &mut Scanner) -> Result<String> {
    let place = scanner.clone();
    let quote = scanner.next();
    let mut text = String::new();
    loop {
        match scanner.next() {
            None | Some('\n') => {
                return Err(place.here("this quote is never closed; expected the same quote after the name"));
            }
            Some('\\') => match scanner.next() {
                Some(letter @ ('\\' | '/' | '"' | '\'')) => text.push(letter),
                _ => return Err(place.here("unknown escape; expected a name without escapes")),
            },
            letter if letter == quote => return Ok(text),
            Some(letter) => text.push(letter),
        }
    }
}
