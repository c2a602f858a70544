//! Messages of a request before its answer, as JSON.

use serde_json::{Value as Json, json};

/// Messages before the answer.
pub(crate) struct Events<'a>(pub(crate) &'a mut dyn FnMut(&str));

impl Events<'_> {
    /// A part of the answer that is known early.
    pub(crate) fn first(&mut self, answer: &Json) {
        (self.0)(&json!({ "first": answer }).to_string());
    }
}
