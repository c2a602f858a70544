//! Recognises sources by their names.

use std::path::Path;

/// The extensions of sources.
const SUFFIXES: [&str; 13] = ["c", "C", "c++", "cc", "cpp", "cxx", "h", "hh", "hpp", "java", "py", "rs", "sh"];

/// True if a file has the name of a source file.
pub(crate) fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| SUFFIXES.iter().any(|suffix| end == *suffix))
}
