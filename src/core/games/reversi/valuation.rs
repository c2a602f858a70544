//! The value of one position: the terms of an evaluation, and their sum.

use std::fmt;

use serde_json::{Value as Json, json};

use super::{ByColor, Color, Expression, Position, Term};

/// The terms of an evaluation, each with its count for both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation {
    pub terms: Vec<(Term, ByColor<i32>)>,
}

impl Valuation {
    /// Evaluates a position term by term.
    pub fn of(evaluation: &Expression, position: &Position) -> Self {
        let terms = evaluation.terms().iter();
        Self { terms: terms.map(|term| (term.clone(), term.feature.counts(position))).collect() }
    }

    /// The value from a player's point of view.
    pub fn value(&self, side: Color) -> i32 {
        let product =
            |(term, counts): &(Term, ByColor<i32>)| term.coefficient * (counts[side] - counts[side.opponent()]);
        self.terms.iter().map(product).sum()
    }

    /// The sum as text; each term shows the player's count minus the opponent's count: `weights (207 - 66) + 10
    /// mobility (13 - 15)`.
    pub fn in_full(&self, side: Color) -> String {
        let term = |(index, (term, counts)): (usize, &(Term, ByColor<i32>))| {
            let (plus, minus) = (counts[side], in_brackets(counts[side.opponent()]));
            format!("{} ({plus} - {minus})", term.written(index == 0))
        };
        self.terms.iter().enumerate().map(term).collect()
    }

    /// The value and the terms from black's point of view, as JSON.
    pub fn json(&self) -> Json {
        let term = |(Term { coefficient, feature }, counts): &(Term, ByColor<i32>)| {
            let ByColor { black, white } = counts;
            json!({ "feature": feature.to_string(), "coefficient": coefficient, "black": black, "white": white })
        };
        let terms: Vec<Json> = self.terms.iter().map(term).collect();
        json!({ "value": self.value(Color::Black), "terms": terms })
    }
}

/// A number after a minus sign; a negative number is written in parentheses.
pub fn in_brackets(number: i32) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

/// Writes a table with a row for each term and a row for the sum, from black's point of view.
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
