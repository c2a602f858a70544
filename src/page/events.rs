//! Messages of a request before its answer, as JSON.

use std::fmt::Display;

use serde_json::{Value as Json, json};

/// Messages before the answer.
pub(crate) struct Events<'a>(pub(crate) &'a mut dyn FnMut(&str));

impl Events<'_> {
    /// Names the work that takes time now.
    pub(crate) fn progress(&mut self, what: impl Display) {
        (self.0)(&json!({ "progress": what.to_string() }).to_string());
    }

    /// A part of the answer that is known early.
    pub(crate) fn first(&mut self, answer: &Json) {
        (self.0)(&json!({ "first": answer }).to_string());
    }
}
