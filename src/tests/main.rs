//! All tests, as one target: a file a subject.

mod batch;
mod board;
mod instructions;
mod next;
#[cfg(unix)]
mod output;
mod nxn;
mod observers;
mod one_line;
mod perft;
mod positions;
mod search;
#[cfg(unix)]
mod signals;
mod slow;
mod tiny;

/// Where all snapshots live, flat. A test binds it and names its snapshot: `subject--case`.
fn snapshots() -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind_to_scope()
}

/// The built program.
fn reversi() -> assert_cmd::Command {
    assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("reversi"))
}
