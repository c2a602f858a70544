//! The flags that the course's graders type, in the form that a parser of Unix arguments knows.

use std::ffi::{OsStr, OsString};

/// `-op` and `-ol`, as whole arguments or with `=`, become `--op` and `--ol`, up to a bare `--`.
pub(super) fn with_long_flags(arguments: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut literal = false;
    arguments.into_iter().map(move |argument| {
        literal |= argument == "--";
        let is_flag = |flag: &str| {
            let rest = argument.as_encoded_bytes().strip_prefix(flag.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
        };
        if !literal && (is_flag("-op") || is_flag("-ol")) {
            let mut long = OsString::from("-");
            long.push::<&OsStr>(&argument);
            long
        } else {
            argument
        }
    })
}
