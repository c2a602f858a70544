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
    files::{
        diagnostic::{Located, Problem},
        scanner::Scanner,
    },
    game::Depth,
};

/// Reads a tree whose leaves lie at most `deepest` plies below the root.
///
/// # Errors
/// The first place, in reading order, where the text is no such tree.
pub fn parse(text: &str, deepest: Depth) -> Result<Tree<'_>> {
    let parser = Parser {
        tokens: Tokens(Scanner::new(text)),
        deepest: deepest.plies() as usize,
        nodes: Vec::new(),
        open: Vec::new(),
        names: HashMap::new(),
    };
    parser.tree()
}

type Result<T> = std::result::Result<T, Located<ParseTreeError>>;

struct Parser<'text> {
    tokens: Tokens<'text>,
    deepest: usize,
    nodes: Vec<Node<'text>>,
    /// The nodes whose brackets are open, and the places of these.
    open: Vec<(NodeId, Scanner<'text>)>,
    /// The place of each name.
    names: HashMap<&'text str, Scanner<'text>>,
}

impl<'text> Parser<'text> {
    fn tree(mut self) -> Result<Tree<'text>> {
        loop {
            let (place, token) = self.tokens.next();
            match token {
                Token::Open => self.open_bracket(place)?,
                Token::Close => self.close_bracket(&place)?,
                Token::Word(word) => self.leaf(&place, word)?,
                Token::Equals => return Err(place.here(ParseTreeError::NothingNamed)),
                Token::End => {
                    let unclosed = self.open.last().map(|(_, bracket)| bracket.here(ParseTreeError::NeverClosed));
                    return Err(unclosed.unwrap_or(place.here(ParseTreeError::NoTree)));
                }
            }
            if self.open.is_empty() {
                break;
            }
        }
        match self.tokens.next() {
            (_, Token::End) => Ok(Tree { nodes: self.nodes }),
            (place, Token::Close) => Err(place.here(ParseTreeError::NeverOpened)),
            (place, _) => Err(place.here(ParseTreeError::SecondTree)),
        }
    }

    fn open_bracket(&mut self, place: Scanner<'text>) -> Result<()> {
        if self.open.len() == self.deepest {
            return Err(place.here(ParseTreeError::TooDeep { deepest: self.deepest }));
        }
        let node = NodeId(self.nodes.len());
        self.open.push((node, place));
        let name = match self.tokens.take_name_of_bracket() {
            Some((place, name)) => Some(self.declare(place, name)?),
            None => None,
        };
        // The end is known when the bracket closes.
        self.nodes.push(Node { name, kind: Kind::Inner { end: node } });
        Ok(())
    }

    fn close_bracket(&mut self, place: &Scanner) -> Result<()> {
        let (node, bracket) = self.open.pop().ok_or_else(|| place.here(ParseTreeError::NeverOpened))?;
        let end = NodeId(self.nodes.len());
        if end.0 == node.0 + 1 {
            return Err(bracket.here(ParseTreeError::NoChildren));
        }
        self.nodes[node.0].kind = Kind::Inner { end };
        Ok(())
    }

    fn leaf(&mut self, place: &Scanner<'text>, word: &'text str) -> Result<()> {
        let (name, value) = if self.tokens.take_equals() {
            let name = self.declare(place.clone(), word)?;
            match self.tokens.next() {
                (place, Token::Word(number)) => (Some(name), value(&place, number)?),
                (place, _) => return Err(place.here(ParseTreeError::NotANumber)),
            }
        } else if is_name(word) {
            return Err(place.here(ParseTreeError::NoValue));
        } else {
            (None, value(place, word)?)
        };
        self.nodes.push(Node { name, kind: Kind::Leaf(value) });
        Ok(())
    }

    /// Makes sure that a word is a name and that no other node has it.
    fn declare(&mut self, place: Scanner<'text>, name: &'text str) -> Result<&'text str> {
        if !is_name(name) {
            return Err(place.here(ParseTreeError::NotAName));
        }
        if let Some(first) = self.names.get(name) {
            let Located { line, column, .. } = first.here(());
            return Err(place.here(ParseTreeError::NameTwice { line, column }));
        }
        self.names.insert(name, place);
        Ok(name)
    }
}

fn is_name(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
}

fn value(place: &Scanner, number: &str) -> Result<i32> {
    number.parse().map_err(|_| {
        let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
        let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        place.here(if whole { ParseTreeError::DoesNotFit } else { ParseTreeError::NotANumber })
    })
}

/// The text as tokens.
#[derive(Clone)]
struct Tokens<'text>(Scanner<'text>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'text> {
    Open,
    Close,
    Equals,
    Word(&'text str),
    End,
}

impl<'text> Tokens<'text> {
    /// The next token and its place.
    fn next(&mut self) -> (Scanner<'text>, Token<'text>) {
        self.skip_blanks_and_comments();
        let place = self.0.clone();
        let word = self.0.read_while(|letter| !letter.is_whitespace() && !"()=#".contains(letter));
        let token = match self.0.peek() {
            _ if !word.is_empty() => Token::Word(word),
            None => Token::End,
            Some(mark) => {
                self.0.next();
                match mark {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    _ => Token::Equals,
                }
            }
        };
        (place, token)
    }

    fn skip_blanks_and_comments(&mut self) {
        self.0.skip_blanks();
        while self.0.peek() == Some('#') {
            self.0.read_while(|letter| letter != '\n');
            self.0.skip_blanks();
        }
    }

    /// Reads the name after an opening bracket, if there is one. A word before `=` is not the name of the bracket but that
    /// of its first child, a leaf.
    fn take_name_of_bracket(&mut self) -> Option<(Scanner<'text>, &'text str)> {
        let mut ahead = self.clone();
        let (place, Token::Word(word)) = ahead.next() else { return None };
        if !is_name(word) || ahead.take_equals() {
            return None;
        }
        *self = ahead;
        Some((place, word))
    }

    /// Reads an equals sign if it comes next; tells whether it does.
    fn take_equals(&mut self) -> bool {
        self.skip_blanks_and_comments();
        self.0.read_word("=")
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
