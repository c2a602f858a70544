//! Reports which levels of the sandbox work on this machine, for `grade --doctor`.

use super::{
    caller::{Sandbox, Settings},
    level::Level,
};

/// Tries all levels of the sandbox. For each level, reports if the level works, and which actions it does not prevent.
pub fn examine(settings: &Settings) -> String {
    let levels = Level::ALL.map(|level| {
        let sandbox = Sandbox::open(Settings { level: Some(level), ..settings.clone() });
        let (verdict, details) = match sandbox {
            Ok(_) => {
                let open = level.left_open().map(|open| format!("  not prevented: {open}\n"));
                ("works".to_owned(), open.collect())
            }
            Err(error) => {
                let help = "  `reversi help submissions` says how to allow namespaces\n";
                let help = if level == Level::Namespaces { help } else { "" };
                (format!("does not work: {error}"), help.to_owned())
            }
        };
        format!("\n{level}: {verdict}\n  {}\n{details}", level.meaning())
    });
    let first =
        "A submission runs at the first of these levels that works here, and at the last only with --unconfined.\n";
    first.to_owned() + &levels.concat()
}
