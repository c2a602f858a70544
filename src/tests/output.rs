//! Tests output files: complete or absent for any name, and never one file for two purposes.

use std::{
    fs::{self, File, Permissions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
#[cfg(unix)]
use std::{
    os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink},
    thread,
};

use reversi::files::output::{Output, commit_all, distinct};
use tempfile::TempDir;

/// A folder for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a new file");
        path
    }

    fn folder(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir(&path).expect("a new folder");
        path
    }

    #[cfg(unix)]
    fn link(&self, name: &str, target: impl AsRef<Path>) -> PathBuf {
        let path = self.path(name);
        symlink(target, &path).expect("a new link");
        path
    }

    #[cfg(unix)]
    fn fifo(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
        path
    }

    fn names(&self) -> Vec<String> {
        names(self.0.path())
    }
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn mode(path: &Path) -> Permissions {
    fs::metadata(path).expect("a file").permissions()
}

fn written(path: &Path, text: &str) -> Output {
    let mut output = Output::create(path).expect("an output");
    output.write_all(text.as_bytes()).expect("room for a text");
    output
}

/// The message of an output that cannot be created.
fn refusal(path: impl AsRef<Path>) -> String {
    format!("{:#}", Output::create(path.as_ref()).expect_err("an output that cannot be created"))
}

#[test]
fn file_appears_at_the_commit_with_the_usual_mode() {
    let folder = Folder::new();
    let (plain, path) = (folder.file("plain", ""), folder.path("new"));
    let output = written(&path, "new");
    assert!(!path.exists());
    output.commit().expect("a commit");
    assert_eq!(text(&path), "new");
    assert_eq!(mode(&path), mode(&plain));
    assert_eq!(folder.names(), ["new", "plain"]);
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_at_the_commit_and_keeps_its_mode() {
    for kept in [0o600, 0o640, 0o666, 0o755] {
        let folder = Folder::new();
        let path = folder.file("file", "a long old text");
        fs::set_permissions(&path, Permissions::from_mode(kept)).expect("a new mode");
        let output = written(&path, "new");
        assert_eq!(text(&path), "a long old text");
        output.commit().expect("a commit");
        assert_eq!(text(&path), "new");
        assert_eq!(mode(&path).mode() & 0o7777, kept);
        assert_eq!(folder.names(), ["file"]);
    }
}

#[test]
fn an_output_dropped_before_its_commit_leaves_nothing() {
    let folder = Folder::new();
    let old = folder.file("old", "old");
    for path in [&old, &folder.path("new")] {
        drop(written(path, "new"));
    }
    assert_eq!(text(&old), "old");
    assert_eq!(folder.names(), ["old"]);
}

#[test]
fn outputs_appear_together() {
    let folder = Folder::new();
    let paths = ["moves", "log", "statistics"].map(|name| folder.path(name));
    let outputs: Vec<Output> = paths.iter().map(|path| written(path, "new")).collect();
    assert!(paths.iter().all(|path| !path.exists()));
    commit_all(outputs).expect("a commit");
    assert!(paths.iter().all(|path| text(path) == "new"));
    assert_eq!(folder.names(), ["log", "moves", "statistics"]);
}

#[test]
fn failed_commit_names_the_file_and_leaves_nothing() {
    let folder = Folder::new();
    let (first, second, third) = (folder.path("first"), folder.path("second"), folder.file("third", "old"));
    let outputs = [&first, &second, &third].map(|path| written(path, "new"));
    folder.folder("second");
    let error = format!("{:#}", commit_all(outputs).expect_err("a folder has taken the name"));
    assert!(error.starts_with(&format!("cannot write {}: ", second.display())), "{error}");
    assert_eq!(text(&third), "old");
    assert_eq!(folder.names(), ["first", "second", "third"]);
}

#[cfg(unix)]
#[test]
fn the_target_of_a_symbolic_link_is_replaced() {
    let folder = Folder::new();
    folder.folder("elsewhere");
    let target = folder.file("elsewhere/target", "old");
    folder.link("elsewhere/relative", "target");
    for link in [folder.link("absolute", &target), folder.link("chain", "elsewhere/relative")] {
        written(&link, "new").commit().expect("a commit");
        assert!(link.is_symlink());
        assert_eq!(text(&target), "new");
        assert_eq!(names(&folder.path("elsewhere")), ["relative", "target"]);
        fs::write(&target, "old").expect("a file");
    }
}

#[cfg(unix)]
#[test]
fn the_target_of_a_dangling_link_is_created_at_the_commit() {
    let folder = Folder::new();
    folder.folder("elsewhere");
    folder.link("elsewhere/relative", "target");
    let link = folder.link("link", "elsewhere/relative");
    drop(written(&link, "new"));
    assert_eq!(names(&folder.path("elsewhere")), ["relative"]);
    written(&link, "new").commit().expect("a commit");
    assert!(link.is_symlink());
    assert_eq!(text(&folder.path("elsewhere/target")), "new");
    assert_eq!(names(&folder.path("elsewhere")), ["relative", "target"]);
}

#[cfg(unix)]
#[test]
fn an_obstacle_is_reported_at_once() {
    let folder = Folder::new();
    let name = folder.0.path().display();
    folder.file("file", "old");
    folder.link("circle", "circle");
    folder.link("dangling", "nowhere/at-all");
    assert_eq!(refusal(""), "the name of an output file is empty");
    assert_eq!(refusal(folder.0.path()), format!("cannot write {name}: it names a folder; expected a file"));
    for (path, problem) in [
        ("new/", "it names a folder; expected a file".to_owned()),
        ("missing/new", format!("the folder {name}/missing does not exist")),
        ("dangling", format!("the folder {name}/nowhere does not exist")),
    ] {
        assert_eq!(refusal(folder.path(path)), format!("cannot write {name}/{path}: {problem}"));
    }
    for path in ["file/new", "circle", &"x".repeat(300)] {
        let message = refusal(folder.path(path));
        assert!(message.starts_with(&format!("cannot write {name}/{path}: ")), "{message}");
    }
    assert_eq!(folder.names(), ["circle", "dangling", "file"]);
}

#[cfg(unix)]
#[test]
fn write_protection_is_respected() {
    let folder = Folder::new();
    let (file, closed) = (folder.file("file", "old"), folder.folder("closed"));
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("a new mode");
    fs::set_permissions(&closed, Permissions::from_mode(0o555)).expect("a new mode");
    if File::create(closed.join("probe")).is_ok() {
        // Write protection does not apply to root.
        return crate::not_tested(crate::Lack::Machine, "write protection, which binds other users than root");
    }
    assert!(refusal(&file).starts_with(&format!("cannot write {}: ", file.display())));
    assert_eq!(
        refusal(closed.join("new")),
        format!("cannot write {0}/new: cannot create a file in {0}: permission denied", closed.display())
    );
    assert_eq!(text(&file), "old");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_directly() {
    let folder = Folder::new();
    let fifo = folder.fifo("fifo");
    let reader = thread::spawn({
        let fifo = fifo.clone();
        move || text(&fifo)
    });
    let output = written(&fifo, "new");
    assert_eq!(folder.names(), ["fifo"]);
    output.commit().expect("a commit");
    assert_eq!(reader.join().expect("a reader"), "new");
    assert!(fs::metadata(&fifo).expect("a pipe").file_type().is_fifo());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_known_by_its_error() {
    let folder = Folder::new();
    let fifo = folder.fifo("fifo");
    let reader = thread::spawn({
        let fifo = fifo.clone();
        move || drop(File::open(fifo))
    });
    let mut output = Output::create(&fifo).expect("an output");
    reader.join().expect("a reader");
    assert_eq!(output.write_all(b"new").expect_err("nobody reads").kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn devices_are_written_directly() {
    let null = || written(Path::new(crate::NULL_DEVICE), "new");
    commit_all([null(), null()]).expect("a commit");
    #[cfg(unix)]
    assert!(fs::metadata(crate::NULL_DEVICE).expect("a device").file_type().is_char_device());
}

#[cfg(windows)]
#[test]
fn names_that_windows_takes_for_others_are_refused() {
    let folder = Folder::new();
    let name = folder.0.path().display();
    let ending = "Windows does not allow names that end in a dot or a space; expected another name";
    for (path, problem) in [
        ("new.", ending),
        ("new ", ending),
        ("con.txt", "CON is a reserved device name on Windows; expected another name, or NUL to discard the output"),
        ("Lpt1", "LPT1 is a reserved device name on Windows; expected another name, or NUL to discard the output"),
        ("new?", "Windows does not allow '?' in names; expected another name"),
        ("log.txt:new", "Windows does not allow ':' in names; expected another name"),
        (r"new\", "it names a folder; expected a file"),
        (r"missing\new", &format!(r"the folder {name}\missing does not exist")),
    ] {
        assert_eq!(refusal(folder.path(path)), format!(r"cannot write {name}\{path}: {problem}"));
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(windows)]
#[test]
fn a_file_that_another_program_keeps_to_itself_stays_as_it_is() {
    use std::{fs::OpenOptions, os::windows::fs::OpenOptionsExt as _};
    let folder = Folder::new();
    let path = folder.file("file", "old");
    let open = || OpenOptions::new().read(true).share_mode(1).open(&path).expect("a file");
    let elsewhere = open();
    assert!(refusal(&path).starts_with(&format!("cannot write {}: ", path.display())));
    drop(elsewhere);
    let output = written(&path, "new");
    let elsewhere = open();
    assert!(output.commit().is_err());
    assert_eq!(text(&path), "old");
    drop(elsewhere);
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn many_jobs_may_write_one_file_and_the_last_one_stays() {
    let folder = Folder::new();
    let path = folder.path("file");
    let outputs: Vec<Output> = (0..8).map(|number| written(&path, &number.to_string())).collect();
    for (number, output) in outputs.into_iter().enumerate() {
        output.commit().expect("a commit");
        assert_eq!(text(&path), number.to_string());
    }
    assert_eq!(folder.names(), ["file"]);
}

/// Runs the batch job in a folder with its standard output going to a sink. Returns the exit code and standard error.
fn job(folder: &Folder, arguments: &[&str], standard_output: Stdio) -> (Option<i32>, String) {
    let board = fs::canonicalize("fixtures/midgame-late.txt").expect("the fixture is there");
    let output = Command::new(crate::program::BUILT)
        .current_dir(folder.0.path())
        .args(["-t1", "-d2", "-i"])
        .arg(board)
        .args(arguments)
        .stdout(standard_output)
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("a message"))
}

#[test]
fn a_job_that_fails_touches_no_file() {
    let folder = Folder::new();
    folder.file("log", "old");
    let full = if cfg!(target_os = "linux") { "/dev/full" } else { "missing/moves" };
    for moves in ["missing/moves", ".", "moves/", full] {
        let (code, message) = job(&folder, &["-op", moves, "-ol", "log"], Stdio::piped());
        assert_eq!(code, Some(2), "{moves}");
        assert!(message.starts_with(&format!("reversi: cannot write {moves}: ")), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(text(&folder.path("log")), "old");
        assert_eq!(folder.names(), ["log"]);
    }
}

#[test]
fn standard_output_goes_where_the_shell_says() {
    let folder = Folder::new();
    job(&folder, &["-op", "plain", "-ol", "log"], Stdio::piped());
    for name in if cfg!(unix) { &["-", "/dev/stdout"][..] } else { &["-"] } {
        let mut file = File::create(folder.path("redirected")).expect("a new file");
        file.write_all(b"before\n").expect("room for a text");
        let there = file.try_clone().expect("a descriptor");
        assert_eq!(job(&folder, &["-op", name, "-ol", "log"], there.into()), (Some(0), String::new()));
        file.write_all(b"after\n").expect("room for a text");
        let moves = text(&folder.path("plain"));
        assert_eq!(text(&folder.path("redirected")), format!("before\n{moves}after\n"));
    }
}

#[test]
fn closed_pipe_is_silent_and_other_files_appear() {
    let folder = Folder::new();
    let (read, write) = io::pipe().expect("a pipe");
    drop(read);
    assert_eq!(job(&folder, &["-op", "moves", "-ol", "-"], write.into()), (Some(0), String::new()));
    assert_eq!(folder.names(), ["moves"]);
}

#[cfg(unix)]
#[test]
fn one_file_has_one_role_by_whatever_name() {
    let folder = Folder::new();
    folder.folder("sub");
    let (file, new) = (folder.file("file", ""), folder.path("new"));
    folder.link("here", ".");
    fs::hard_link(&file, folder.path("hard")).expect("a new link");
    folder.link("soft", "file");
    folder.link("dangling", "sub/../new");
    for (path, other) in [
        (&file, folder.path("file")),
        (&file, folder.path("./file")),
        (&file, folder.path("sub/../file")),
        (&file, folder.path("here/here/file")),
        (&file, folder.path("soft")),
        (&file, folder.path("hard")),
        (&new, folder.path("new")),
        (&new, folder.path("sub/../new")),
        (&new, folder.path("here/new")),
        (&new, folder.path("dangling")),
    ] {
        let expected = format!(
            "-op {} and -ol {} are the same file; expected a different one for each",
            path.display(),
            other.display()
        );
        let roles = [("-op", path.as_path()), ("-ol", &other)];
        assert_eq!(distinct(&[], &roles).expect_err("one file").to_string(), expected);
        assert!(distinct(&roles[..1], &roles[1..]).is_err());
        assert!(distinct(&roles, &[]).is_err());
    }
}

#[test]
fn the_path_from_here_and_the_path_from_the_root_are_one_file() {
    let here = Path::new("fixtures/opening.txt");
    let from_root = fs::canonicalize(here).expect("the fixture is there");
    assert!(distinct(&[("-i", here)], &[("-op", &from_root)]).is_err());
    assert!(distinct(&[], &[("-op", Path::new("new")), ("-ol", Path::new("./new"))]).is_err());
}

#[test]
fn different_files_may_have_different_roles() {
    let folder = Folder::new();
    folder.folder("sub");
    let (one, other) = (folder.file("one", ""), folder.file("other", ""));
    let (new, newer, sub) = (folder.path("new"), folder.path("newer"), folder.path("sub/new"));
    let outputs = [("-op", one.as_path()), ("-ol", &new), ("--stats", &newer), ("-o", &sub)];
    assert!(distinct(&[("-i", &other)], &outputs).is_ok());
}

#[test]
fn pipes_and_devices_may_have_many_roles() {
    #[cfg(unix)]
    let folder = Folder::new();
    let paths = [
        PathBuf::from(crate::NULL_DEVICE),
        #[cfg(unix)]
        folder.fifo("fifo"),
    ];
    for path in &paths {
        assert!(distinct(&[("-i", path)], &[("-op", path), ("-ol", path)]).is_ok());
    }
}

#[test]
fn standard_input_is_not_standard_output() {
    let folder = Folder::new();
    let dash = Path::new("-");
    assert!(distinct(&[], &[("-op", dash), ("-ol", dash)]).is_err());
    assert!(distinct(&[("-i", dash), ("--weights", dash)], &[]).is_err());
    let mut job = crate::reversi();
    job.current_dir(folder.0.path()).args(["-t1", "-d1", "-i", "-", "-op", "-", "-ol", "log"]);
    job.write_stdin(text(Path::new("fixtures/opening.txt"))).assert().success();
    assert_eq!(folder.names(), ["log"]);
}

#[test]
fn a_redirected_output_is_a_file_like_any_other() {
    let folder = Folder::new();
    let redirected = File::create(folder.path("log")).expect("a new file");
    let (code, message) = job(&folder, &["-op", "-", "-ol", "./log"], redirected.into());
    assert_eq!(code, Some(2));
    assert_eq!(message, "reversi: -op - and -ol ./log are the same file; expected a different one for each\n");
}

#[cfg(target_os = "linux")]
#[test]
fn answers_for_a_closed_standard_output_are_failures() {
    for (arguments, streams) in [
        ("board fixtures/opening.txt", ">&-"),
        ("board fixtures/opening.txt", "<&- >&-"),
        ("rows -t1 -d1 -i fixtures/opening.txt 1..2", ">&-"),
        ("-t1 -d1 -i fixtures/opening.txt -op /dev/null -ol -", ">&-"),
    ] {
        let command = format!("exec '{}' {arguments} {streams}", crate::program::BUILT);
        let output = Command::new("sh").args(["-c", &command]).output().expect("a shell");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.starts_with("reversi: standard output is closed; expected "), "{message}");
    }
}
