//! Results as the grading reporter of GitHub Classroom reads them: a line `result=` with JSON in Base64.

use anyhow::Result;
use serde::Serialize;

use super::tests::tests;
use crate::grade::{
    judging::points::Points,
    results::{ClassResults, StudentResult},
};

#[derive(Serialize)]
struct Payload<'a> {
    version: u8,
    status: &'static str,
    max_score: Points,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    status: &'static str,
    score: Points,
    message: String,
}

/// The line for the file that `GITHUB_OUTPUT` names.
///
/// # Errors
/// None: a vector takes everything.
pub fn classroom(results: &ClassResults, student: &StudentResult) -> Result<String> {
    let status = |is_passed| if is_passed { "pass" } else { "fail" };
    let tests = tests(results, student).map(|test| Test {
        name: test.name,
        status: status(test.is_passed),
        score: test.points,
        message: test.text,
    });
    let payload = Payload {
        version: 1,
        status: status(student.points >= results.maximum),
        max_score: results.maximum,
        tests: tests.collect(),
    };
    Ok(format!("result={}\n", base64(&serde_json::to_vec(&payload)?)))
}

/// Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = bytes.chunks(3).flat_map(|chunk| {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        [18, 12, 6, 0].into_iter().enumerate().map(move |(place, shift)| {
            if place > chunk.len() { '=' } else { char::from(LETTERS[(bits >> shift & 63) as usize]) }
        })
    });
    letters.collect()
}
