//! The fuzz target: tries the property that the environment variable `LAW` names.
#![no_main]

use std::{env, sync::LazyLock};

static LAW: LazyLock<&laws::Law> = LazyLock::new(|| {
    let name = env::var("LAW").unwrap_or_default();
    laws::ALL.iter().find(|law| law.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = laws::ALL.iter().map(|law| law.name).collect();
        panic!("LAW={name}: expected one of {}", names.join(", "))
    })
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (LAW.check)(bytes));
