//! Tests interactive play through a pipe: sessions byte for byte, and properties of every session.

use std::{cmp::Ordering, fs, process::Output};

use reversi::games::reversi::{Color, Move, Position, Size, Square};

use crate::slow;

/// Runs `play` on the given arguments and input, without times. The output includes the input.
fn play(arguments: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut command = crate::reversi();
    // Persons do not use a seed.
    let seed: &[&str] = if arguments.contains(&"person") { &[] } else { &["--seed", "1"] };
    command.args(["play", "--no-times", "--echo"]).args(seed).args(arguments);
    command.write_stdin(input).assert().success().get_output().clone()
}

fn shown(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    String::from_utf8(play(arguments, input).stdout).expect("text")
}

fn board(position: &Position) -> String {
    let rows = position.size().rows();
    let columns: String = "abcdefgh".chars().take(rows.into()).collect();
    let mut board = format!(" {columns}\n");
    for row in 0..rows {
        let squares = (0..rows).filter_map(|column| Square::new(row, column));
        let letters: String = squares
            .map(|square| match position.at(square) {
                None => ' ',
                Some(Color::Black) => 'x',
                Some(Color::White) => 'o',
            })
            .collect();
        board += &[(row + 1).to_string(), letters, (row + 1).to_string()].concat();
        board.push('\n');
    }
    board + &format!(" {columns}\n")
}

/// Replays a session's moves by the slow reference. Checks all boards, the turns, the legality of the moves and the
/// result. Returns the moves.
fn referee(session: &str, size: Size) -> Vec<Move> {
    let mut position = Position::opening(size);
    let mut moves = Vec::new();
    let mut turns = session.split("Next to play: ");
    assert!(turns.next().is_some_and(|questions| questions.ends_with(&board(&position))), "{session}");
    for turn in turns {
        let (name, letter) = if position.side_to_move() == Color::Black { ("DARK", "x:") } else { ("LIGHT", "o:") };
        assert!(turn.starts_with(name), "{turn}");
        let legal_moves = slow::legal_moves(&position);
        let Some(line) = turn.lines().find(|line| line.starts_with(letter)) else {
            assert!(legal_moves.is_empty() && slow::legal_moves(&position.passed()).is_empty(), "{turn}");
            let [dark, light] = [Color::Black, Color::White].map(|side| position.discs(side).len());
            let winner = match dark.cmp(&light) {
                Ordering::Greater => "DARK",
                Ordering::Less => "LIGHT",
                Ordering::Equal => "TIE",
            };
            assert!(turn.contains(&format!("\nWinner: {winner}\nTotal time:\n")), "{turn}");
            return moves;
        };
        let played = match &line[2..] {
            "pass" => Move::Pass,
            square => Move::Place(square.parse().expect("a square")),
        };
        position = match played {
            Move::Pass => {
                assert!(legal_moves.is_empty(), "{turn}");
                position.passed()
            }
            Move::Place(square) => {
                assert!(legal_moves.contains(square), "{turn}");
                slow::after(&position, square)
            }
        };
        assert!(turn.ends_with(&format!("\n{line}\n{}", board(&position))), "{turn}");
        moves.push(played);
    }
    panic!("no result: {session}");
}

#[test]
fn whole_sessions_of_each_size_against_each_agent() {
    let _settings = crate::snapshots("play");
    let mut sides_passed = Vec::new();
    for rows in [4, 6, 8] {
        for agent in ["random", "minimax", "alphabeta", "depth"] {
            let input = fs::read(format!("fixtures/play/{rows}-{agent}.txt")).expect("the fixture is there");
            let output = play(&[], input);
            let score = String::from_utf8(output.stderr).expect("text");
            assert!(score.starts_with("Discs: DARK ") && score.lines().count() == 1, "{rows} {agent}: {score}");
            let session = String::from_utf8(output.stdout).expect("text");
            let moves = referee(&session, Size::new(rows).expect("a size"));
            sides_passed
                .extend(moves.iter().enumerate().filter(|(_, played)| **played == Move::Pass).map(|(ply, _)| ply % 2));
            insta::assert_binary_snapshot!(&format!("session-{rows}-{agent}.txt"), session.into_bytes());
        }
    }
    // Each side has passed in some session.
    assert!(sides_passed.contains(&0) && sides_passed.contains(&1));
}

#[test]
fn commands_of_a_game_are_typed_instead_of_moves() {
    let _settings = crate::snapshots("play");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("saved game.txt");
    let input = format!(
        "?\nhint\nundo\na 2\nHint\nscore\nUNDO\nC4\nsave {}\nsave\nsav\nundo 99\nhnt\n3d\nsave /no/such/folder/game.txt\nquit\na2\n",
        file.display()
    );
    let output = play(&["--size", "4", "--opponent", "alphabeta", "--side", "x"], input);
    assert_eq!(output.stderr, b"Goodbye!\n");
    // The shell of Windows only has double quotes.
    let (old, new) = ("\"FOLDER/saved game.txt\"", "'FOLDER/saved game.txt'");
    let shown = |text: &str| crate::in_folder(text, folder.path()).replace(old, new);
    insta::assert_snapshot!("commands", shown(&String::from_utf8(output.stdout).expect("text")));
    assert_eq!(
        shown(&fs::read_to_string(&file).expect("the saved game")),
        "# reversi play --load 'FOLDER/saved game.txt' --size 4 --opponent alphabeta --side x\nc4d4\n"
    );
}

#[test]
fn light_can_move_first_and_squares_can_have_numbers() {
    let arguments = ["--size", "4", "--opponent", "random", "--first", "o", "--side", "o", "--squares", "numbers"];
    let session = shown(&arguments, "99\n3\nquit\n");
    assert!(session.contains("Next to play: LIGHT\n"), "{session}");
    assert!(session.contains("Invalid move!\nValid moves are: [o:3, o:8, o:9, o:14]\n"), "{session}");
    assert!(session.contains("secs\no:3\n"), "{session}");
    let letters = shown(&["--size", "4", "--opponent", "random", "--side", "x"], "2\nquit\n");
    assert!(letters.contains("Invalid move!"), "{letters}");
}

#[test]
fn a_hint_has_depth_and_value_where_the_end_is_out_of_sight() {
    for size in ["6", "8"] {
        let session = shown(&["--size", size, "--opponent", "depth:1", "--side", "x"], "hint\nquit\n");
        let hint = session.lines().find_map(|line| line.split_once("Hint: ")).expect("a hint").1;
        let (square, rest) = hint.strip_prefix("x:").and_then(|hint| hint.split_once(' ')).expect("black is to move");
        let value = rest.strip_prefix("(depth 6, value ").and_then(|rest| rest.strip_suffix(" for DARK)"));
        assert!(square.parse::<Square>().is_ok() && value.is_some_and(|value| value.parse::<i32>().is_ok()), "{hint}");
    }
    let hint = |position: &str| {
        let session = shown(&["--board", position, "--opponent", "depth:1", "--side", "x"], "hint\nquit\n");
        session.lines().find_map(|line| line.split_once("Hint: ")).expect("a hint").1.to_owned()
    };
    let twenty_empty = "---OXO-----OXO-XOOOOXOOXOOOOXXOOOOOOXOOO--OOXOOO---OOO----OOOO-- X";
    assert!(hint(twenty_empty).starts_with("x:h7 (DARK wins by 62), then "));
    assert_eq!(hint(&twenty_empty.replace("OOOO-- X", "OOO--- X")), "x:h7 (depth 6, value 125 for DARK)");
}

#[test]
fn a_saved_game_is_played_on_from_where_it_was() {
    let arguments = ["--size", "8", "--opponent", "depth:2", "--side", "x"];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    let session = shown(&arguments, format!("d3\nsave {}\nb3\n", file.display()));
    let (_, from_there) = session.split_once("o:c3\n").expect("a reply");
    let is_about_the_file = |line: &&str| line.contains("save ") || line.starts_with("Saved in ");
    let expected: Vec<&str> = from_there.lines().filter(|line| !is_about_the_file(line)).collect();
    let file = file.to_str().expect("a path");
    let saved = fs::read_to_string(file).expect("the saved game");
    let command = saved.lines().next().and_then(|line| line.strip_prefix("# reversi play ")).expect("a command");
    let arguments = crate::examples::words(command);
    let loaded = shown(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "b3\n");
    assert_eq!(loaded.lines().skip(1).collect::<Vec<_>>(), expected, "{arguments:?}");
}

#[test]
fn moves_alone_are_played_on_from_the_opening_of_a_size() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    fs::write(&file, "c4d4\n").expect("a file");
    let file = file.to_str().expect("a path");
    let arguments = ["--size", "4", "--opponent", "person"];
    let typed = shown(&arguments, "c4\nd4\n");
    let (_, expected) = typed.split_once("o:d4\n").expect("the moves");
    assert_eq!(shown(&[&arguments[..], &["--load", file]].concat(), ""), format!("Reversi\n{expected}"));
    assert_eq!(shown(&[&arguments[..], &["--load", "C4 D4"]].concat(), ""), format!("Reversi\n{expected}"));
}

#[test]
fn a_game_starts_from_any_position() {
    let arguments = ["--opponent", "person", "--board"];
    let shown = |position: &str| shown(&[&arguments[..], &[position]].concat(), "quit\n");
    let from_moves = shown("f5d6c3");
    assert!(from_moves.contains("Next to play: LIGHT"), "{from_moves}");
    let line = "------------------X--------XX------OXX-----O-------------------- O";
    assert_eq!(shown(line), from_moves);
    let opening = fs::read_to_string("fixtures/opening.txt").expect("a fixture");
    assert_eq!(shown("fixtures/opening.txt"), shown(&opening));
}

#[test]
fn a_file_is_replaced_only_where_a_person_agrees() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("game.txt");
    let arguments = ["--size", "4", "--opponent", "person"];
    let save = |answer: &str| {
        fs::write(&file, "old").expect("a file");
        shown(&arguments, format!("b1\nsave {}\n{answer}", file.display()));
        fs::read_to_string(&file).expect("a file")
    };
    assert_eq!(save("n\n"), "old");
    assert_eq!(save("perhaps\n"), "old");
    assert_eq!(save(""), "old");
    assert!(save("y\n").ends_with("--opponent person\nb1\n"));
}

#[test]
fn an_opponents_depth_is_given_either_way() {
    let game = |opponent: &[&str]| shown(&[&["--size", "4", "--side", "o"], opponent].concat(), "");
    assert_eq!(game(&["--opponent", "depth:2"]), game(&["--opponent", "depth", "--depth", "2"]));
}

#[test]
fn bad_input_never_ends_a_game() {
    let mut input: Vec<u8> = b"\n \n9\nzero\n1\n5\n4\n0\n-1\n99999999999\nXO\nX\n".to_vec();
    for garbage in
        ["", "z9", "a", "a22", "pass", "undo now", "save", "quit it", "x:a2", "\u{1b}[31m", "\u{ff41}2", "-1"]
    {
        input.extend(garbage.as_bytes());
        input.push(b'\n');
    }
    input.extend([0xff, 0xfe, b'\n']);
    input.extend("9".repeat(100_000).as_bytes());
    input.extend(b"\na2\r\nquit");
    let output = play(&[], input);
    assert_eq!(output.stderr, b"Goodbye!\n");
    let session = String::from_utf8(output.stdout).expect("text");
    assert_eq!(session.matches("Invalid choice!").count(), 8, "{session}");
    assert!(session.matches("\nInvalid move!\nValid moves are: [x:b1, x:a2, x:d3, x:c4]\nTry again!\n").count() > 12);
    assert!(session.contains("\nx:a2\n") && session.ends_with("Your move (? for help): quit\n"), "{session}");
}

#[test]
fn the_end_of_the_input_ends_the_game_at_any_question() {
    let input = fs::read_to_string("fixtures/play/4-depth.txt").expect("the fixture is there");
    let whole = shown(&[], input.clone());
    let lines: Vec<&str> = input.lines().collect();
    for length in 0..lines.len() {
        let output = play(&[], lines[..length].iter().flat_map(|line| [line, "\n"]).collect::<String>());
        let session = String::from_utf8(output.stdout).expect("text");
        assert!(whole.starts_with(&session), "{session}");
        assert!(session.ends_with("? ") || session.ends_with(": "), "{session}");
        assert_eq!(output.stderr, b"End of input: the game is left unfinished.\n");
    }
}

#[test]
fn replies_take_the_place_of_the_agents_moves() {
    for name in ["4-random", "4-alphabeta", "6-depth"] {
        let input = fs::read_to_string(format!("fixtures/play/{name}.txt")).expect("the fixture is there");
        let rows = &name[..1];
        let size = rows.parse().ok().and_then(Size::new).expect("a size");
        let moves = referee(&shown(&[], input.clone()), size);
        let (color, agents_first) = if input.contains("\nx\n") { ("x", 1) } else { ("o", 0) };
        let (_, typed) = input.split_once(&format!("\n{color}\n")).expect("a color");
        let replies: Vec<String> = moves.iter().skip(agents_first).step_by(2).map(Move::to_string).collect();
        let squares: Vec<String> = replies.iter().filter(|reply| *reply != "pass").cloned().collect();
        // A pass is forced, so it may be left out.
        for replies in [replies, squares] {
            let reply = replies.join(",");
            let arguments = ["--size", rows, "--opponent", "random", "--side", color, "--reply", &reply];
            assert_eq!(referee(&shown(&arguments, typed), size), moves, "{name}");
        }
    }
}

#[test]
fn an_illegal_reply_is_explained() {
    let arguments = ["play", "--size", "4", "--opponent", "random", "--side", "x", "--reply", "a1,pass"];
    let assert = crate::reversi().args(arguments).write_stdin("a2\nb1\n").assert().code(2);
    assert.stderr("reversi: --reply: o:pass is not legal here; expected one of o:c1, o:a3\n");
}

#[test]
fn two_persons_take_turns() {
    let session = shown(&["--size", "4", "--opponent", "person"], "b1\na1\nundo\nc1\n");
    assert_eq!(session.matches("Your move (? for help): ").count(), 5);
    assert!(session.contains("undo\nTaken back: o:a1\n"), "{session}");
    assert!(session.contains("\no:c1\n"), "{session}");
}

#[test]
fn colors_are_all_that_a_color_choice_changes() {
    let arguments = ["--size", "4", "--opponent", "random"];
    let plain = shown(&[&arguments[..], &["--side", "x"]].concat(), "a2\n?\n");
    let colorful = shown(&[&arguments[..], &["--side", "x", "--color", "always"]].concat(), "a2\n?\n");
    assert!(!plain.contains('\u{1b}'));
    assert!(colorful.contains('\u{1b}'));
    let stripped = anstream::adapter::strip_str(&colorful).to_string();
    assert_eq!(stripped, plain);
}

#[test]
fn a_seed_decides_the_moves_of_random_agents() {
    let game = |seed: &str| {
        let arguments = ["play", "--no-times", "--size", "8", "--agents", "random,random", "--seed", seed];
        crate::reversi().args(arguments).assert().success().get_output().stdout.clone()
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
    referee(&String::from_utf8(game("7")).expect("text"), Size::EIGHT);
}

#[test]
fn the_questions_before_a_game_take_names_as_well_as_numbers() {
    let by_number = shown(&[], "3\n4\n2\nx\nquit\n");
    let (_, game) = by_number.split_once("LIGHT (o)? x\n").expect("the last question");
    for words in ["8\ndepth:2\nblack\n", "8x8\nDepth\n2\nDARK\n", "8\ndepth\ndepth:2\nX\n"] {
        assert!(shown(&[], format!("{words}quit\n")).ends_with(game), "{words:?}");
    }
    let by_flag = |side: &str| shown(&["--size", "4", "--opponent", "random", "--side", side], "");
    assert_eq!(by_flag("black"), by_flag("x"));
    assert_eq!(by_flag("White"), by_flag("o"));
}
