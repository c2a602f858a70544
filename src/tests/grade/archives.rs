//! Tests submissions in archives: unpacked files, and refused archives.

use std::{
    fs::{self, File},
    io::{Cursor, Write as _},
    path::PathBuf,
    process::{Command as Process, Stdio},
    thread,
    time::Duration,
};

use reversi::grade::submissions::{archive, entries::Entry};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::Workspace;

pub(super) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in members {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a member");
        zip.write_all(contents).expect("a member");
    }
    zip.finish().expect("an archive").into_inner()
}

/// An archive in which a file name is replaced by a name of the same length.
fn renamed(from: &str, to: &str) -> Vec<u8> {
    let mut bytes = zip(&[(from, b"contents")]);
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter(|(_, window)| *window == from.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert_eq!(places.len(), 2, "the name stands at the member and in the list");
    for place in places {
        bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    }
    bytes
}

/// An archive with a member marked as encrypted.
fn encrypted() -> Vec<u8> {
    let mut bytes = zip(&[("main.cpp", b"int main() {}")]);
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let place = bytes.windows(4).position(|window| window == signature).expect("a header");
        bytes[place + flags] |= 1;
    }
    bytes
}

/// A small archive of a file that exceeds the size limit.
fn bomb() -> Vec<u8> {
    of_zeros(257, "")
}

/// An archive of zeros and a script; the archive is a thousand times smaller than its content.
fn of_zeros(mebibytes: usize, script: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in [("reversi", script.as_bytes()), ("zeros", &vec![0; mebibytes << 20])] {
        zip.start_file(name, SimpleFileOptions::default().compression_level(Some(1))).expect("a member");
        zip.write_all(contents).expect("a member");
    }
    zip.finish().expect("an archive").into_inner()
}

/// An archive with two files of one name; unpacking programs choose different files.
fn twice() -> Vec<u8> {
    let (name, other) = (b"main.cpp", b"muin.cpp");
    let mut bytes = zip(&[("main.cpp", b"int main() {}"), ("muin.cpp", b"int main() { return 1; }")]);
    let places = bytes.windows(8).enumerate().filter(|(_, window)| window == other).map(|(at, _)| at);
    for place in places.collect::<Vec<_>>() {
        bytes[place..place + name.len()].copy_from_slice(name);
    }
    bytes
}

fn linked() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("moves.txt", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    zip.finish().expect("an archive").into_inner()
}

/// An archive with more files or folders than the limit.
fn many(name_end: &str) -> Vec<u8> {
    let names: Vec<String> = (0..10_001).map(|number| format!("{number}{name_end}")).collect();
    zip(&names.iter().map(|name| (name.as_str(), &b""[..])).collect::<Vec<_>>())
}

#[test]
fn an_archive_that_does_harm_is_refused_whole() {
    let folder = TempDir::new().expect("a folder");
    let refusal = |bytes: Vec<u8>| {
        let path = folder.path().join("a.zip");
        fs::write(&path, bytes).expect("a file");
        archive::read(&path).expect_err("it is refused").to_string()
    };
    let cut_off = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() / 2);
        bytes
    };
    assert_eq!(refusal(renamed("aa/bb.txt", "../bb.txt")), "the name \"../bb.txt\" in the archive leads out of it");
    assert_eq!(refusal(renamed("aa/bbb/cc", "aa/../../")), "the name \"aa/../../\" in the archive leads out of it");
    assert_eq!(refusal(renamed("aa_bb.txt", "/etc/self")), "the name \"/etc/self\" in the archive leads out of it");
    assert_eq!(refusal(renamed("aa_bb.txt", r"..\bb.txt")), "the name \"..\\\\bb.txt\" in the archive leads out of it");
    assert_eq!(refusal(renamed("aa_bb.txt", r"C:\bb.txt")), "the name \"C:\\\\bb.txt\" in the archive leads out of it");
    assert_eq!(refusal(encrypted()), "\"main.cpp\" in the archive is encrypted");
    assert_eq!(refusal(linked()), "\"moves.txt\" in the archive is a link");
    assert_eq!(refusal(bomb()), "the submission holds more than 256 MiB");
    for name_end in ["", "/"] {
        assert_eq!(refusal(many(name_end)), "the submission holds more than 10000 files");
    }
    // The grader refuses the archive before it reads the archive's end, which is cut off here.
    assert_eq!(refusal(cut_off([many(""), vec![0; 1 << 20]].concat())), "the submission holds more than 10000 files");
    assert_eq!(refusal(twice()), "two files in the archive have the same name");
    assert_eq!(refusal(zip(&[("a.c", b""), ("./a.c", b"")])), "\"a.c\" is there twice");
    let source = vec![b' '; 17 << 20];
    let sources = zip(&[("a.cpp", &source[..]), ("a.py", &source)]);
    assert_eq!(refusal(sources), "the submission holds more than 32 MiB of sources");
    let deep = "a/".repeat(100) + "b";
    let shown = format!("\"{}", "a/".repeat(100));
    assert_eq!(refusal(zip(&[(&deep, b"")])), format!("{shown} ...\" lies more than 100 folders deep"));
    assert_eq!(refusal(zip(&[("a", b""), ("a/b", b"")])), "\"a\" in the archive is a file and a folder");
    let huge = folder.path().join("huge.zip");
    File::create(&huge).and_then(|file| file.set_len(1 << 40)).expect("a file with a hole");
    assert_eq!(archive::read(&huge).expect_err("it is refused").to_string(), "the archive has more than 512 MiB");
    for bytes in [b"no archive".to_vec(), Vec::new(), cut_off(zip(&[("main.cpp", b"int main() {}")]))] {
        assert!(refusal(bytes).starts_with("the archive cannot be read: "));
    }
}

#[test]
fn an_archive_is_unpacked_with_whatever_slashes() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.zip");
    let members: [(&str, &[u8]); 4] =
        [("src/main.cpp", b"1"), ("run", b"#!/bin/sh\n"), ("__MACOSX/src/._main.cpp", b"2"), ("src/.DS_Store", b"3")];
    fs::write(&path, zip(&members)).expect("a file");
    let entries = || archive::read(&path).expect("an archive");
    let is_program = |(path, entry): (PathBuf, Entry)| {
        let Entry::File { file, .. } = entry else { panic!("{} is no file", path.display()) };
        (path, file.is_program)
    };
    let read: Vec<_> = entries().by_path.into_iter().map(is_program).collect();
    assert_eq!(read, [("run".into(), true), ("src/main.cpp".into(), false)]);
    fs::write(&path, renamed("src/main.cpp", r"src\main.cpp")).expect("a file");
    assert!(entries().by_path.into_keys().eq([PathBuf::from("src/main.cpp")]));
}

/// A member of a tar archive: its content, the target of a link, or a false size.
enum Member<'m> {
    File(&'m str, &'m [u8]),
    Link(&'m str, &'m str),
    Empty(&'m str, tar::EntryType, u64),
}

/// An archive of members with any names.
fn tar(members: &[Member]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for member in members {
        let mut header = tar::Header::new_gnu();
        let (name, contents) = match *member {
            Member::File(name, contents) => (name, contents),
            Member::Link(name, target) => {
                header.set_entry_type(tar::EntryType::Symlink);
                header.set_link_name(target).expect("a target");
                (name, &b""[..])
            }
            Member::Empty(name, kind, _) => {
                header.set_entry_type(kind);
                (name, &b""[..])
            }
        };
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_mode(0o755);
        header.set_size(if let Member::Empty(_, _, length) = *member { length } else { contents.len() as u64 });
        header.set_cksum();
        tar.append(&header, contents).expect("a member");
    }
    tar.into_inner().expect("an archive")
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(bytes).expect("bytes");
    gz.finish().expect("an archive")
}

#[test]
fn a_tar_archive_is_held_to_the_rules_of_a_zip_archive() {
    use tar::EntryType;
    let folder = TempDir::new().expect("a folder");
    let refusal = |members: &[Member]| {
        let refusals = [("a.tar", tar(members)), ("a.tgz", gz(&tar(members)))].map(|(name, bytes)| {
            fs::write(folder.path().join(name), bytes).expect("a file");
            archive::read(&folder.path().join(name)).expect_err("it is refused").to_string()
        });
        assert_eq!(refusals[0], refusals[1]);
        refusals[0].clone()
    };
    let file = |name| Member::File(name, b"x");
    assert_eq!(refusal(&[file("../b")]), "the name \"../b\" in the archive leads out of it");
    assert_eq!(refusal(&[file("/etc/x")]), "the name \"/etc/x\" in the archive leads out of it");
    assert_eq!(refusal(&[Member::Link("moves.txt", "/etc/passwd")]), "\"moves.txt\" in the archive is a link");
    assert_eq!(refusal(&[file("a"), file("./a")]), "\"a\" is there twice");
    assert_eq!(refusal(&[file("a"), file("a/b")]), "\"a\" in the archive is a file and a folder");
    let says = |kind, length| refusal(&[Member::Empty("a", kind, length)]);
    assert_eq!(says(EntryType::Regular, 300 << 20), "the submission holds more than 256 MiB");
    assert_eq!(says(EntryType::Directory, 1 << 20), "a name in the archive is too long");
    assert_eq!(says(EntryType::GNULongName, 1 << 20), "a name in the archive is too long");
    assert_eq!(says(EntryType::Fifo, 0), "\"a\" in the archive is neither a file nor a folder");
    let many: Vec<String> = (0..10_001).map(|number| format!("f{number}")).collect();
    let many: Vec<Member> = many.iter().map(|name| file(name)).collect();
    assert_eq!(refusal(&many), "the submission holds more than 10000 files");
    for bytes in [b"no archive".to_vec(), tar(&[file("a")])[..700].to_vec()] {
        fs::write(folder.path().join("b.tar.gz"), bytes).expect("a file");
        let refused = archive::read(&folder.path().join("b.tar.gz")).expect_err("it is refused").to_string();
        assert!(refused.starts_with("the archive cannot be read: "), "{refused}");
    }
}

/// A header of a tar archive with its text, filled up to whole blocks.
fn block(name: &str, kind: tar::EntryType, size: u64, text: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_size(size);
    header.set_cksum();
    let filled = vec![0; text.len().next_multiple_of(512) - text.len()];
    [header.as_bytes(), text, &filled].concat()
}

#[test]
fn a_tar_archive_has_one_reading() {
    use tar::EntryType;
    let folder = TempDir::new().expect("a folder");
    let read = |parts: &[Vec<u8>]| {
        let path = folder.path().join("a.tar.gz");
        fs::write(&path, gz(&[parts.concat(), vec![0; 1024]].concat())).expect("a file");
        archive::read(&path)
    };
    let field = |size: u64| {
        let text = format!(" size={size}\n");
        let length = (text.len()..text.len() + 10).find(|length| length.to_string().len() + text.len() == *length);
        let text = format!("{}{text}", length.expect("a length"));
        block("x", EntryType::XHeader, text.len() as u64, text.as_bytes())
    };
    let refusal = |parts: &[Vec<u8>]| read(parts).expect_err("it is refused").to_string();
    // A reader that skips as many bytes as the extension says finds a long name, or skips gigabytes.
    let name = "n".repeat(1 << 20);
    let long = block("././@LongLink", EntryType::GNULongName, 1 << 20, name.as_bytes());
    let empty = |name, kind| block(name, kind, 0, b"");
    let (hidden, file) = (vec![0; 1024], empty("f.txt", EntryType::Regular));
    let two = "\"f.txt\" has two lengths in the archive";
    assert_eq!(refusal(&[field(1024), file.clone(), hidden, long.clone(), file.clone()]), two);
    for kind in [EntryType::Directory, EntryType::Regular] {
        assert_eq!(refusal(&[field(16 << 30), empty("d/", kind)]), "\"d/\" has two lengths in the archive");
    }
    assert_eq!(refusal(&[long, file.clone()]), "a name in the archive is too long");
    let name = "n".repeat(60_000);
    let long = block("././@LongLink", EntryType::GNULongName, 60_000, name.as_bytes());
    let said = refusal(&[long, file.clone()]);
    assert!(said.len() < 400 && said.contains("nnn ...\""), "{said}");
    let zeros = block("zeros", EntryType::Regular, 200 << 20, &vec![0; 200 << 20]);
    let zeros = read(&[zeros.clone(), zeros]).expect_err("it is refused").to_string();
    assert_eq!(zeros, "the submission holds more than 256 MiB");
    // A long name and a right length are read.
    let name = ["d/", &"n".repeat(200)].concat();
    let long = block("././@LongLink", EntryType::GNULongName, 202, name.as_bytes());
    let entries = read(&[long, field(1), block("cut", EntryType::Regular, 1, b"x")]).expect("an archive");
    assert!(entries.by_path.into_keys().eq([PathBuf::from(name)]));
}

/// A hostile archive gets no points, and other submissions keep their points.
#[test]
fn a_class_of_archives_is_graded() {
    let workspace = Workspace::of_one_case();
    let right = ["#!/bin/sh\n", &workspace.right()].concat();
    let put = |name: &str, bytes: Vec<u8>| {
        let path: PathBuf = workspace.path("class").join(name);
        File::create(path).expect("a file").write_all(&bytes).expect("a file");
    };
    put("flat.zip", zip(&[("reversi", right.as_bytes())]));
    put("tarred.tar", tar(&[Member::File("hw1/reversi", right.as_bytes())]));
    put("squeezed.tgz", gz(&tar(&[Member::File("reversi", right.as_bytes())])));
    put("inner.zip", zip(&[("hw1/reversi", right.as_bytes()), ("__MACOSX/._hw1", b"noise")]));
    put("outside.zip", renamed("aa/bb.txt", "../bb.txt"));
    put("encrypted.zip", encrypted());
    put("link.zip", linked());
    put("cut-off.zip", b"PK".to_vec());
    put("notes.txt", b"passed over".to_vec());
    workspace.submit("folder", &workspace.right());
    let graded = workspace.graded(&[]).success();
    assert_eq!(crate::stderr(&graded), "reversi: ignored, because neither a folder nor an archive: notes.txt\n");
    let verdicts = workspace.verdicts();
    for (name, verdict) in verdicts {
        let expected = if ["flat", "inner", "folder", "tarred", "squeezed"].contains(&name.as_str()) {
            "right"
        } else {
            "not built"
        };
        assert_eq!(verdict, expected, "{name}");
    }
    assert!(workspace.feedback("outside").contains("leads out of it"));
}

/// Tests two archives of a few kilobytes that each hold 50 MiB and run two commands.
#[test]
#[ignore = "two archives of 50 MiB, each unpacked twice"]
fn the_grader_holds_no_more_memory_than_a_part_of_an_archive() {
    let workspace = Workspace::of_one_case();
    workspace.configure("build = ['true', 'true']");
    for name in ["ada", "eve"] {
        workspace.write(&format!("class/{name}.zip"), of_zeros(50, "#!/bin/sh\nexit 3\n"));
    }
    let mut grade = Process::new(crate::program());
    grade.args(["grade", "class", "--config", "grade.toml", "--out", "results", "--jobs", "2"]);
    let mut grader = grade.current_dir(workspace.path("")).stdout(Stdio::null()).spawn().expect("it starts");
    let status = PathBuf::from(format!("/proc/{}/status", grader.id()));
    // The largest memory of the process so far, in KiB.
    let (mut most, mut looks) = (0, 0);
    while grader.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = line.map_or(most, |number| number.parse::<u64>().expect("a number"));
        looks += u32::from(line.is_some());
        thread::sleep(Duration::from_millis(5));
    }
    assert!(looks > 5 && most < 50 << 10, "{most} KiB at {looks} looks");
    assert_eq!(workspace.verdicts()["eve"], "crashed (status 3)");
}

/// A folder follows the same rules as an archive.
#[test]
fn a_folder_has_the_bounds_of_an_archive() {
    // Making ten thousand files is faster in memory.
    let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new());
    let workspace = Workspace::of_one_case_within(folder.expect("a folder"));
    workspace.submit("honest", &workspace.right());
    for name in ["deep", "holes", "many"] {
        workspace.submit(name, &workspace.right());
    }
    fs::create_dir_all(workspace.path("class/deep").join("a/".repeat(101))).expect("folders");
    File::create(workspace.path("class/holes/big"))
        .and_then(|file| file.set_len(300 << 20))
        .expect("a file with a hole");
    for number in 0..10_001 {
        File::create(workspace.path(&format!("class/many/f{number}"))).expect("a file");
    }
    workspace.grade_all(&[]);
    let reasons =
        [("deep", "lies more than 100 folders deep"), ("holes", "holds more than 256 MiB"), ("many", "10000 files")];
    for (name, reason) in reasons {
        let feedback = workspace.feedback(name);
        assert!(feedback.contains(reason), "{feedback}");
    }
    assert_eq!(workspace.verdicts()["honest"], "right");
}

/// Files that the rules leave out are not copied from any folder. The digest covers all copied files.
#[test]
fn the_digest_covers_the_files_that_are_copied() {
    let workspace = Workspace::of_one_case();
    let script = "for file in $(find . -type f | sort); do echo $file; done >&2; exit 1";
    workspace.submit("folder", script);
    let program = b"\x7fELF\x02\x01\x01\0";
    let members = ["a/.DS_Store", "a/__MACOSX/x", "__MACOSX/y", "a/tool", "a/notes.txt"];
    for name in members {
        let contents = if name == "a/notes.txt" { &b"notes"[..] } else { program };
        workspace.write(&format!("class/folder/{name}"), contents);
    }
    fs::hard_link(workspace.path("class/folder/a/tool"), workspace.path("class/folder/a/link")).expect("a hard link");
    let script = ["#!/bin/sh\n", script].concat();
    let contents: Vec<(&str, &[u8])> = members.into_iter().map(|name| (name, &program[..])).collect();
    let archive =
        zip(&[&[("reversi", script.as_bytes())], &contents[..4], &[("a/link", program), ("a/notes.txt", b"notes")]]
            .concat());
    workspace.write("class/archive.zip", archive);
    let graded = || {
        workspace.grade_all(&[]);
        let results = workspace.json("results/results.json");
        for student in results["students"].as_array().expect("students") {
            let (build, case) = (&student["graded"]["build"], &student["graded"]["cases"][0]);
            assert_eq!(case["printed"], "./a/notes.txt\n./input.txt\n./reversi", "{student}");
            let left_out = build["left_out"].as_array().expect("a list").iter().map(|file| file[0].as_str());
            assert!(left_out.eq([Some("a/link"), Some("a/tool")]), "{student}");
        }
        workspace.json("results/records/folder/graded.json")["submission"].clone()
    };
    let before = graded();
    workspace.write("class/folder/a/tool", b"\x7fELF\x02\x01\x01\x01");
    assert_ne!(before, graded(), "what is left out has changed");
}
