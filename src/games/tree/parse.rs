//! Trees as text: `(A (B b1=3 b2=12) (C 2 4))`.
//!
//! ```text
//! tree := INT | NAME=INT | '(' [NAME] tree+ ')'
//! ```
//! `#` starts a comment, and white space is free. A name is any run of other characters that does not begin with a
//! digit or a sign.

use std::collections::HashMap;

use thiserror::Error;

use super::{Kind, Node, NodeId, Tree};
use crate::{
    files::diagnostic::{Located, Problem},
    game::Depth,
};

/// Reads a tree whose leaves lie at most `deepest` plies below the root.
///
/// # Errors
/// The first place, in reading order, where the text is no such tree.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree<'_>, Located<ParseTreeError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let parser = Parser {
        tokens: Tokens { text, offset: 0 },
        deepest: deepest.plies() as usize,
        nodes: Vec::new(),
        open: Vec::new(),
        names: HashMap::new(),
    };
    parser.tree().map_err(|(offset, problem)| {
        let (line, column) = place(text, offset);
        Located { line, column, problem }
    })
}

/// The line and the column, both from 1, of an offset in a text.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// What is wrong, at an offset in the text.
type Complaint = (usize, ParseTreeError);

struct Parser<'text> {
    tokens: Tokens<'text>,
    deepest: usize,
    nodes: Vec<Node<'text>>,
    /// The nodes whose brackets are open, and the offsets of these.
    open: Vec<(NodeId, usize)>,
    /// The offset of each name.
    names: HashMap<&'text str, usize>,
}

impl<'text> Parser<'text> {
    fn tree(mut self) -> Result<Tree<'text>, Complaint> {
        loop {
            let (offset, token) = self.tokens.next();
            match token {
                Token::Open => self.open_bracket(offset)?,
                Token::Close => self.close_bracket(offset)?,
                Token::Word(word) => self.leaf(offset, word)?,
                Token::Equals => return Err((offset, ParseTreeError::NothingNamed)),
                Token::End => {
                    let unclosed = self.open.last().map(|&(_, bracket)| (bracket, ParseTreeError::NeverClosed));
                    return Err(unclosed.unwrap_or((offset, ParseTreeError::NoTree)));
                }
            }
            if self.open.is_empty() {
                break;
            }
        }
        match self.tokens.next() {
            (_, Token::End) => Ok(Tree { nodes: self.nodes }),
            (offset, Token::Close) => Err((offset, ParseTreeError::NeverOpened)),
            (offset, _) => Err((offset, ParseTreeError::SecondTree)),
        }
    }

    fn open_bracket(&mut self, offset: usize) -> Result<(), Complaint> {
        if self.open.len() == self.deepest {
            return Err((offset, ParseTreeError::TooDeep { deepest: self.deepest }));
        }
        let node = NodeId(self.nodes.len());
        self.open.push((node, offset));
        let name = self.tokens.take_name_of_bracket();
        if let Some((offset, name)) = name {
            self.declare(offset, name)?;
        }
        // The end is known when the bracket closes.
        self.nodes.push(Node { name: name.map(|(_, name)| name), kind: Kind::Inner { end: node } });
        Ok(())
    }

    fn close_bracket(&mut self, offset: usize) -> Result<(), Complaint> {
        let (node, bracket) = self.open.pop().ok_or((offset, ParseTreeError::NeverOpened))?;
        let end = NodeId(self.nodes.len());
        if end.0 == node.0 + 1 {
            return Err((bracket, ParseTreeError::NoChildren));
        }
        self.nodes[node.0].kind = Kind::Inner { end };
        Ok(())
    }

    fn leaf(&mut self, offset: usize, word: &'text str) -> Result<(), Complaint> {
        let (name, value) = if self.tokens.take_equals() {
            self.declare(offset, word)?;
            match self.tokens.next() {
                (offset, Token::Word(number)) => (Some(word), value(offset, number)?),
                (offset, _) => return Err((offset, ParseTreeError::NotANumber)),
            }
        } else if is_name(word) {
            return Err((offset, ParseTreeError::NoValue));
        } else {
            (None, value(offset, word)?)
        };
        self.nodes.push(Node { name, kind: Kind::Leaf(value) });
        Ok(())
    }

    fn declare(&mut self, offset: usize, name: &'text str) -> Result<(), Complaint> {
        if !is_name(name) {
            return Err((offset, ParseTreeError::NotAName));
        }
        match self.names.insert(name, offset) {
            None => Ok(()),
            Some(first) => {
                let (line, column) = place(self.tokens.text, first);
                Err((offset, ParseTreeError::NameTwice { line, column }))
            }
        }
    }
}

fn is_name(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
}

fn value(offset: usize, number: &str) -> Result<i32, Complaint> {
    number.parse().map_err(|_| {
        let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
        let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (offset, if whole { ParseTreeError::DoesNotFit } else { ParseTreeError::NotANumber })
    })
}

/// The text as tokens.
#[derive(Clone, Copy)]
struct Tokens<'text> {
    text: &'text str,
    /// Where the next token, and what may stand before it, begins.
    offset: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'text> {
    Open,
    Close,
    Equals,
    Word(&'text str),
    End,
}

impl<'text> Tokens<'text> {
    /// The next token and its offset.
    fn next(&mut self) -> (usize, Token<'text>) {
        let rest = self.skip_blanks_and_comments();
        let start = self.offset;
        let ends_a_word = |letter: char| letter.is_whitespace() || "()=#".contains(letter);
        let (length, token) = match rest.as_bytes().first() {
            None => (0, Token::End),
            Some(b'(') => (1, Token::Open),
            Some(b')') => (1, Token::Close),
            Some(b'=') => (1, Token::Equals),
            Some(_) => {
                let length = rest.find(ends_a_word).unwrap_or(rest.len());
                (length, Token::Word(&rest[..length]))
            }
        };
        self.offset += length;
        (start, token)
    }

    fn skip_blanks_and_comments(&mut self) -> &'text str {
        loop {
            let rest = self.text[self.offset..].trim_start();
            self.offset = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return rest;
            }
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The name after an opening bracket. A word before `=` is no such name but that of a leaf, the first child.
    fn take_name_of_bracket(&mut self) -> Option<(usize, &'text str)> {
        let mut ahead = *self;
        let (offset, Token::Word(word)) = ahead.next() else { return None };
        if !is_name(word) || ahead.take_equals() {
            return None;
        }
        *self = ahead;
        Some((offset, word))
    }

    fn take_equals(&mut self) -> bool {
        let mut ahead = *self;
        let found = ahead.next().1 == Token::Equals;
        if found {
            *self = ahead;
        }
        found
    }
}

/// Why a text is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseTreeError {
    /// Nothing but white space and comments.
    #[error("there is no tree; expected a number, NAME=number, or `(`")]
    NoTree,
    /// The text ends inside a bracket.
    #[error("this bracket is never closed; expected a `)` for it")]
    NeverClosed,
    /// A closing bracket too many.
    #[error("this bracket was never opened; expected a `(` before it")]
    NeverOpened,
    /// An inner node without children.
    #[error("this node has no children; expected a number, NAME=number, or `(` before its `)`")]
    NoChildren,
    /// More text after the tree.
    #[error("something follows the tree; expected the end of the file")]
    SecondTree,
    /// Two nodes of one name.
    #[error("this name stands on line {line}, column {column} already; expected another one")]
    NameTwice {
        /// The line of the first, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
    },
    /// A number where a name belongs.
    #[error("this is no name; expected one that begins with neither digit nor sign")]
    NotAName,
    /// A name where a tree belongs.
    #[error("this name has no value; expected NAME=number, or a `(` before the name")]
    NoValue,
    /// An equals sign without a name before it.
    #[error("nothing is named here; expected NAME=number")]
    NothingNamed,
    /// Something else where a number belongs.
    #[error("this is no whole number; expected one from {} to {}", i32::MIN, i32::MAX)]
    NotANumber,
    /// A number too large or too small.
    #[error("this number does not fit; expected one from {} to {}", i32::MIN, i32::MAX)]
    DoesNotFit,
    /// More levels than can be searched.
    #[error("too many brackets are open here; expected at most {deepest} levels")]
    TooDeep {
        /// The levels that can be searched.
        deepest: usize,
    },
}

impl Problem for ParseTreeError {}
