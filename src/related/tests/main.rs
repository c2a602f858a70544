//! Tests the related assignments: answers of programs with mistakes, comparison, and diagnosis.

mod answers;
