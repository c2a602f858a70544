//! Reads trees as JSON, or as lists and dictionaries of Python: `[[3, 12, 8], {"name": "C", "children": [2, 4]}]`.
//!
//! A list is a node without a name. An object with `value` or `children`, and perhaps a `name`, is a node. In any other
//! object, the keys are the names of the children.

use std::borrow::Cow;

use super::{
    Tree,
    parse::{Builder, Result, next_place},
};
use reversi_io::files::scanner::Scanner;

/// The values of a text; the first value is the whole text.
pub(super) struct Lists<'text>(Vec<Value<'text>>);

struct Value<'text> {
    place: Scanner<'text>,
    item: Item<'text>,
}

enum Item<'text> {
    /// A list, by the indices of its values.
    List(Vec<usize>),
    Object(Vec<Entry<'text>>),
    Text(Cow<'text, str>),
    Word(&'text str),
}

struct Entry<'text> {
    place: Scanner<'text>,
    key: Cow<'text, str>,
    value: usize,
}

/// A step of making the tree.
enum Task<'text> {
    /// Makes the node of a value.
    Node(usize, Option<Cow<'text, str>>),
    /// Ends the node of a value.
    Close(usize),
    /// Makes the node of an entry, whose key is the name.
    Entry(usize, usize),
}

impl<'text> Lists<'text> {
    pub(super) fn read(mut scanner: Scanner<'text>) -> Result<Self> {
        let mut values: Vec<Value> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        loop {
            let index = values.len();
            let value = value(&mut scanner)?;
            match open.last().map(|&parent| &mut values[parent].item) {
                Some(Item::List(children)) => children.push(index),
                Some(Item::Object(entries)) => entries.last_mut().expect("a key").value = index,
                _ => {}
            }
            let mut may_begin = matches!(value.item, Item::List(_) | Item::Object(_));
            if may_begin {
                open.push(index);
            }
            values.push(value);
            loop {
                let place = next_place(&mut scanner);
                let Some(&parent) = open.last() else {
                    return match scanner.peek() {
                        None => Ok(Self(values)),
                        Some(_) => Err(place.here("something follows the tree; expected the end of the file")),
                    };
                };
                let bracket = &mut values[parent];
                let end = if matches!(bracket.item, Item::List(_)) { ']' } else { '}' };
                match scanner.peek() {
                    Some(letter) if letter == end => {
                        scanner.next();
                        open.pop();
                        may_begin = false;
                    }
                    Some(',') if !may_begin => {
                        scanner.next();
                        may_begin = true;
                    }
                    None => {
                        return Err(bracket
                            .place
                            .here(format!("this bracket is never closed; expected a `{end}` for it")));
                    }
                    Some(_) if !may_begin => return Err(place.here(format!("expected `,` or `{end}`"))),
                    Some(_) => {
                        if let Item::Object(entries) = &mut bracket.item {
                            let key = key(&mut scanner)?;
                            entries.push(Entry { place, key, value: 0 });
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Makes the tree of the values.
    pub(super) fn tree(mut self, mut builder: Builder<'text>) -> Result<Tree<'text>> {
        let mut tasks = vec![Task::Node(0, None)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(value) => builder.close(&self.0[value].place)?,
                Task::Entry(object, entry) => {
                    let Item::Object(entries) = &mut self.0[object].item else { continue };
                    let Entry { place, key, value } = &mut entries[entry];
                    let name = builder.declare(place, std::mem::take(key))?;
                    tasks.push(Task::Node(*value, Some(name)));
                }
                Task::Node(value, name) => self.node(value, name, &mut builder, &mut tasks)?,
            }
        }
        Ok(builder.finish())
    }

    /// Makes the node of a value, and the tasks for its children.
    fn node(
        &mut self,
        index: usize,
        name: Option<Cow<'text, str>>,
        builder: &mut Builder<'text>,
        tasks: &mut Vec<Task<'text>>,
    ) -> Result<()> {
        let Value { place, item } = &self.0[index];
        match item {
            Item::Word(number) => builder.leaf(place, name, number),
            Item::Text(_) => Err(place.here("this is a text; expected a number without quotes")),
            Item::List(children) => {
                builder.open(place, name)?;
                tasks.push(Task::Close(index));
                tasks.extend(children.iter().rev().map(|&child| Task::Node(child, None)));
                Ok(())
            }
            Item::Object(entries) if entries.iter().all(|entry| !matches!(&*entry.key, "value" | "children")) => {
                builder.open(place, name)?;
                tasks.push(Task::Close(index));
                tasks.extend((0..entries.len()).rev().map(|entry| Task::Entry(index, entry)));
                Ok(())
            }
            Item::Object(entries) => {
                let expected =
                    "expected `value` with a number or `children` with a list, and perhaps `name` with a text";
                let (own, below): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(|entry| entry.key == "name");
                let ([] | [_], [below]) = (&own[..], &below[..]) else { return Err(place.here(expected)) };
                let is_list = matches!(self.0[below.value].item, Item::List(_));
                if is_list != (below.key == "children") || name.is_some() && !own.is_empty() {
                    return Err(place.here(expected));
                }
                let name = match own.first().map(|own| &self.0[own.value]) {
                    None => name,
                    Some(Value { place, item: Item::Text(own) }) => Some(builder.declare(place, own.clone())?),
                    Some(other) => return Err(other.place.here("this is not a name; expected a text in quotes")),
                };
                tasks.push(Task::Node(below.value, name));
                Ok(())
            }
        }
    }
}

/// Reads a text or a word, or the beginning of a list or an object.
fn value<'text>(scanner: &mut Scanner<'text>) -> Result<Value<'text>> {
    let place = next_place(scanner);
    let item = match scanner.peek() {
        Some('[') => {
            scanner.next();
            Item::List(Vec::new())
        }
        Some('{') => {
            scanner.next();
            Item::Object(Vec::new())
        }
        Some('"' | '\'') => Item::Text(text(scanner)?),
        _ => {
            let word = scanner.read_while(|letter| !letter.is_whitespace() && !"[]{},:#\"'".contains(letter));
            if word.is_empty() {
                return Err(place.here("expected a number, `[` or `{`"));
            }
            Item::Word(word)
        }
    };
    Ok(Value { place, item })
}

/// Reads a key and the colon after it.
fn key<'text>(scanner: &mut Scanner<'text>) -> Result<Cow<'text, str>> {
    let place = next_place(scanner);
    if !matches!(scanner.peek(), Some('"' | '\'')) {
        return Err(place.here("expected a key in quotes, such as \"children\""));
    }
    let key = text(scanner)?;
    let place = next_place(scanner);
    if scanner.read_word(":") { Ok(key) } else { Err(place.here("expected `:` after the key")) }
}

/// Reads a text in quotes of either kind.
fn text<'text>(scanner: &mut Scanner<'text>) -> Result<Cow<'text, str>> {
    let place = scanner.clone();
    let quote = scanner.next();
    let plain = scanner.read_while(|letter| Some(letter) != quote && letter != '\\' && letter != '\n');
    if scanner.peek() == quote {
        scanner.next();
        return Ok(Cow::Borrowed(plain));
    }
    let mut text = plain.to_owned();
    loop {
        match scanner.next() {
            None | Some('\n') => {
                return Err(place.here("this quote is never closed; expected the same quote after the name"));
            }
            Some('\\') => match scanner.next() {
                Some(letter @ ('\\' | '/' | '"' | '\'')) => text.push(letter),
                _ => return Err(place.here("unknown escape; expected a name without escapes")),
            },
            letter if letter == quote => return Ok(text.into()),
            Some(letter) => text.push(letter),
        }
    }
}
