//! Tests input files: compressed, in any encoding, with any line endings. The program refuses other files with a message.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use reversi::{
    files::stream::{Encoding, TextStream},
    games::reversi::{Position, Size, notation, parse_weights},
};
use tempfile::TempDir;

fn file(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

/// Runs a small job that writes a moves file.
fn job(board: &Path) -> crate::program::Assert {
    crate::reversi().args(["-t2", "-d2", "-op", "-", "-ol", crate::NULL_DEVICE, "-i"]).arg(board).assert()
}

#[test]
fn board_is_read_in_any_compression_encoding_and_line_ends() {
    let folder = TempDir::new().expect("a temporary folder");
    let plain = fs::read("fixtures/midgame-late.txt").expect("a fixture");
    let text = String::from_utf8(plain.clone()).expect("text");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&plain).expect("a buffer");
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    // The skipped frame of Zstandard holds five bytes that are not text of the file.
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 5, 0, 0, 0][..], b"blank"].concat();
    let boards = [
        // The first bytes decide the type of a file, not its name.
        file(&folder, "gzip.txt", &gzip.finish().expect("a buffer")),
        file(&folder, "zstandard.zst", &crate::zstandard(&plain)),
        file(&folder, "frames.zst", &[crate::zstandard(&plain[..9]), skipped, crate::zstandard(&plain[9..])].concat()),
        file(&folder, "utf-16-le.txt", &utf_16(u16::to_le_bytes)),
        file(&folder, "utf-16-be.txt", &utf_16(u16::to_be_bytes)),
        file(&folder, "utf-16-marked.txt", &[vec![0xff, 0xfe], utf_16(u16::to_le_bytes)].concat()),
        file(&folder, "cr.txt", text.replace('\n', "\r").as_bytes()),
        file(&folder, "crlf.txt", text.replace('\n', "\r\n").as_bytes()),
    ];
    let expected = crate::batch::pinned("midgame-late", "-t 2 -d 2: moves");
    for board in boards {
        job(&board).success().stdout(expected.clone()).stderr("");
    }
}

#[test]
fn a_file_that_is_not_text_is_named() {
    let _settings = crate::snapshots("input");
    let folder = TempDir::new().expect("a temporary folder");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&vec![b'*'; 17 << 20]).expect("a buffer");
    let bomb = gzip.finish().expect("a buffer");
    let mut other_checksum = crate::zstandard(b"text");
    *other_checksum.last_mut().expect("a checksum") ^= 1;
    let boards = [
        file(&folder, "cut-short.gz", &bomb[..40]),
        file(&folder, "too-large.gz", &bomb),
        file(&folder, "damaged.zst", b"\x28\xb5\x2f\xfdno more"),
        file(&folder, "other-checksum.zst", &other_checksum),
    ];
    let explained: String = boards.iter().map(|board| crate::stderr(&job(board).code(2).stdout(""))).collect();
    insta::assert_snapshot!("no-text", crate::in_folder(&explained, folder.path()));
}

#[test]
fn weights_are_read_with_semicolons_as_with_commas() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = fs::read_to_string("fixtures/weights/assignment.csv").expect("a fixture");
    let semicolons = file(&folder, "semicolons.csv", text.replace(',', ";").as_bytes());
    let moves = |weights: &Path| {
        let job = ["-t3", "-d2", "-i", "fixtures/midgame-late.txt", "-op", "-", "-ol", crate::NULL_DEVICE, "--weights"];
        crate::reversi().args(job).arg(weights).assert().success().stderr("").get_output().stdout.clone()
    };
    assert_eq!(moves(&semicolons), moves(Path::new("fixtures/weights/assignment.csv")));
    let wrong = file(&folder, "wrong.csv", text.replace(',', ";").replacen("-8", " x", 1).as_bytes());
    let weights = wrong.to_string_lossy().into_owned();
    let job =
        ["-t3", "-d2", "-i", "fixtures/opening.txt", "-op", "-", "-ol", crate::NULL_DEVICE, "--weights", &weights];
    let message = crate::reversi().args(job).assert().code(2).get_output().stderr.clone();
    let column = text.find("-8").expect("a weight in the first row") + 2;
    let expected = format!("wrong.csv:1:{column}: \"x\" is not a weight");
    assert!(String::from_utf8_lossy(&message).contains(&expected), "{}", String::from_utf8_lossy(&message));
}

/// The complete text of a stream.
fn streamed(bytes: &[u8]) -> (String, Encoding) {
    let folder = TempDir::new().expect("a temporary folder");
    let mut stream = TextStream::open(&file(&folder, "text", bytes)).expect("a file");
    let mut text = Vec::new();
    while stream.read_into(&mut text).expect("nothing fails here") > 0 {}
    (String::from_utf8(text).expect("text"), stream.encoding())
}

#[test]
fn a_text_is_the_same_in_every_encoding() {
    let plain = Encoding::default();
    let marked = Encoding { byte_order_mark: true, ..plain };
    let utf_16 = Encoding { utf_16: true, ..plain };
    let marked_16 = Encoding { byte_order_mark: true, ..utf_16 };
    assert_eq!(streamed(b"ab\ncde\n"), ("ab\ncde\n".to_owned(), plain));
    assert_eq!(streamed(b"\xef\xbb\xbfab\ncde\n"), ("ab\ncde\n".to_owned(), marked));
    assert_eq!(streamed(b"a\0b\0\n\0c\0d\0e\0\n\0"), ("ab\ncde\n".to_owned(), utf_16));
    assert_eq!(streamed(b"\xff\xfea\0b\0\n\0c\0d\0e\0\n\0"), ("ab\ncde\n".to_owned(), marked_16));
    assert_eq!(streamed(b"\xfe\xff\0a\0b\0\n\0c\xd8\x3d\xde\x00"), ("ab\nc\u{1f600}".to_owned(), marked_16));
    assert_eq!(streamed(b"ab\rcdefghi\r"), ("ab\ncdefghi\n".to_owned(), Encoding { cr_only: true, ..plain }));
    assert_eq!(streamed(b"a\r\ncdefghi\r"), ("a\r\ncdefghi\r".to_owned(), plain));
}

#[test]
fn a_long_text_is_the_same_however_it_is_divided_into_pieces() {
    // The text is longer than the part for detecting the encoding, and characters cross the ends of pieces.
    let text: String = (0..200_000).map(|number| ["a\u{1f600}", "\n", "\u{e9}"][number % 3]).collect();
    let utf_16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf_16).collect();
    assert!(streamed(&bytes).0 == text);
    assert!(streamed(text.as_bytes()).0 == text);
}

#[test]
fn empty_lines_do_not_move_the_place_of_an_error() {
    let rows = "1,1,1,1,1,1,1,1\n".repeat(3);
    let problem = parse_weights(&format!("\n\r\n{rows}\n1,1, x,1,1,1,1,1\n"), Size::EIGHT).expect_err("a word");
    assert_eq!((problem.line, problem.column), (7, 6));
    let folder = TempDir::new().expect("a temporary folder");
    let list = file(&folder, "cases.csv", b"\n\nname;assignment;input\n\none;usc2012;board.txt\n");
    let said = crate::stderr(&crate::reversi().args(["cases", "audit"]).arg(&list).assert().code(2));
    assert!(said.starts_with(&format!("reversi: {}:5:5: \"usc2012\" is not allowed", list.display())), "{said}");
}

#[test]
fn a_line_of_numbers_alone_is_no_game() {
    let start = Position::opening(Size::EIGHT);
    let problem = notation::parse_all("f5 d6\n17\n", &start).expect_err("no moves");
    assert_eq!((problem.line, problem.column), (2, 1));
}
