//! The value of one position by an evaluation: each term, and their sum.

use std::fmt;

use serde_json::{Value as Json, json};

use super::{ByColor, Color, Expression, Position, Term};

/// The terms of an evaluation, each with what is counted for the players in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// The terms, in their order.
    pub terms: Vec<(Term, ByColor<i32>)>,
}

impl Valuation {
    /// Evaluates a position term by term.
    pub fn of(evaluation: &Expression, position: &Position) -> Self {
        let terms = evaluation.terms().iter();
        Self { terms: terms.map(|term| (term.clone(), term.feature.counts(position))).collect() }
    }

    /// The value from the side of a player.
    pub fn value(&self, side: Color) -> i32 {
        let product =
            |(term, counts): &(Term, ByColor<i32>)| term.coefficient * (counts[side] - counts[side.opponent()]);
        self.terms.iter().map(product).sum()
    }

    /// The terms as a sum, with the count of a player less that of the opponent: `weights (207 - 66) + 10 mobility (13 - 15)`.
    pub fn in_full(&self, side: Color) -> String {
        let term = |(index, (term, counts)): (usize, &(Term, ByColor<i32>))| {
            let (plus, minus) = (counts[side], in_brackets(counts[side.opponent()]));
            format!("{} ({plus} - {minus})", term.written(index == 0))
        };
        self.terms.iter().enumerate().map(term).collect()
    }

    /// The value from black's side, and the terms, as JSON.
    pub fn json(&self) -> Json {
        let term = |(Term { coefficient, feature }, counts): &(Term, ByColor<i32>)| {
            let ByColor { black, white } = counts;
            json!({ "feature": feature.to_string(), "coefficient": coefficient, "black": black, "white": white })
        };
        let terms: Vec<Json> = self.terms.iter().map(term).collect();
        json!({ "value": self.value(Color::Black), "terms": terms })
    }
}

/// A number that is taken from another: negative ones stand in brackets.
pub fn in_brackets(number: i32) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

/// A table with a row for each term and the sum below, from black's side.
impl fmt::Display for Valuation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.terms.iter().map(|(term, _)| term.feature.to_string().chars().count());
        let width = names.max().unwrap_or_default().max("feature".len());
        writeln!(formatter, "{:width$}  black  white  difference  coefficient     product", "feature")?;
        for (Term { coefficient, feature }, ByColor { black, white }) in &self.terms {
            let (difference, product) = (black - white, coefficient * (black - white));
            let numbers = format!("{black:5}  {white:5}  {difference:10}  {coefficient:11}  {product:10}");
            writeln!(formatter, "{:width$}  {numbers}", feature.to_string())?;
        }
        writeln!(formatter, "{:width$}  {:>48}", "sum", self.value(Color::Black))
    }
}
