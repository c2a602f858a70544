//! Tests notations: positions and games are read back as written, and messages name the right place.

use proptest::prelude::*;
use reversi_core::games::reversi::{
    Move, Position, Record, Size,
    notation::{self, Content, Notation, ScoredPosition},
};

use reversi_testing::{
    is_place_in,
    positions::{self, played},
};

/// The opening, from which transcripts start.
fn opening() -> Position {
    Position::opening(Size::EIGHT)
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=70)
}

/// A strategy for a position with scores for some of its moves, and perhaps a score for the position.
fn scored() -> impl Strategy<Value = ScoredPosition> {
    let scores = prop::collection::vec((any::<prop::sample::Index>(), -64..=64), 0..6);
    (positions::any_position(), prop::option::of(-64..=64), scores).prop_map(|(position, score, scores)| {
        let legal = Record::new(position).legal();
        let moves = scores.iter().filter(|_| !legal.is_empty()).map(|(index, score)| (*index.get(&legal), *score));
        ScoredPosition { position, score, moves: moves.collect() }
    })
}

proptest! {
    #![proptest_config(reversi_testing::random(500))]

    #[test]
    fn a_position_is_read_as_it_is_written(position in positions::any_position()) {
        let content = Content::Position(position);
        for notation in [Notation::Rows, Notation::Line, Notation::Slashes] {
            let text = notation.write(&content).expect("a notation of positions");
            prop_assert_eq!(notation::parse(&text, &opening()), Ok(content.clone()), "{}", text);
        }
    }

    #[test]
    fn scores_are_read_as_they_are_written(lines in prop::collection::vec(scored(), 1..4)) {
        let content: Vec<_> = lines.into_iter().map(Content::Scored).collect();
        let text: String = content.iter().map(|content| Notation::Obf.write(content).expect("scores")).collect();
        let read = notation::parse_all(&text, &opening()).map(|entries| entries.into_iter().map(|entry| entry.content).collect());
        prop_assert_eq!(read, Ok(content), "{}", text);
    }

    #[test]
    fn a_transcript_is_read_in_every_spelling(
        size in positions::size(),
        choices in choices(),
        upper in any::<bool>(),
        pass in "(--|ps|pa|pass)?",
        separator in "( |\n|, ?)?",
        numbers in any::<bool>(),
    ) {
        let record = played(Position::opening(size), &choices);
        prop_assume!(record.moves().count() > 0);
        let content = Content::Game(record.clone());
        let written = Notation::Transcript.write(&content).expect("a game from the opening");
        prop_assert_eq!(notation::parse(&written, record.start()), Ok(content.clone()), "{}", written);
        let mut text = String::new();
        let last = record.moves().count() - 1;
        for (index, played) in record.moves().enumerate() {
            if numbers {
                text += &[" ", &(index + 1).to_string(), ". "].concat();
            }
            text += &match played.1 {
                Move::Place(square) => square.to_string(),
                // If the last move is a pass, no other move shows the pass, so the pass must be written.
                Move::Pass if index == last && pass.is_empty() => "--".to_owned(),
                Move::Pass => pass.clone(),
            };
            text += &separator;
        }
        let text = if upper { text.to_ascii_uppercase() } else { text };
        prop_assert_eq!(notation::parse(&text, record.start()), Ok(content), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_complained_of_at_a_place_in_it(text in "[-.*XOxoBWbw012abf5d6;:+/%()\\[\\]GMBO \u{a0}\n]{0,60}") {
        if let Err(located) = notation::parse_all(&text, &opening()) {
            prop_assert!(is_place_in(&text, located.line, located.column), "{:?}", located);
        }
    }

    #[test]
    fn a_game_is_cut_short_at_any_of_its_discs(choices in choices(), discs in 0_usize..64) {
        let record = played(opening(), &choices);
        let laid = |record: &Record| record.moves().filter(|played| played.1 != Move::Pass).count();
        match record.up_to(discs) {
            Some(part) => {
                prop_assert_eq!(laid(&part), discs);
                prop_assert_eq!(part.position().empty().len() as usize, 60 - discs);
                prop_assert!(record.moves().collect::<Vec<_>>().starts_with(&part.moves().collect::<Vec<_>>()));
            }
            None => prop_assert!(laid(&record) < discs),
        }
    }
}

#[test]
fn the_letters_of_other_programs_are_read() {
    let texts = [
        "---------------------------OX------XO--------------------------- X",
        "...........................WB......BW........................... b",
        "...........................O*......*O........................... *",
        "---------------------------ox------xo---------------------------x",
        "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX\n",
        "........\n........\n........\n...wb...\n...bw...\n........\n........\n........\n",
        "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n",
        "......../......../......../...WB.../...BW.../......../......../........",
        "......../......../......../...OX.../...XO.../......../......../........ X",
        "% the start\n---------------------------OX------XO--------------------------- X; D3:+0; % even\n",
    ];
    for text in texts {
        let content = notation::parse(text, &opening()).map(|content| *content.position());
        assert_eq!(content, Ok(opening()), "{text}");
    }
}

#[test]
fn a_text_that_is_not_a_position_is_explained() {
    let _settings = reversi_testing::snapshots("notation");
    let board = "---------------------------OX------XO---------------------------";
    let texts = [
        "",
        "% nothing but a comment",
        "good morning",
        board,
        &format!("{board} Z"),
        &format!("{board} -"),
        &board[1..],
        &format!("{board} X").replace('O', "2"),
        &format!("{board} X").replacen('O', "Q", 1),
        &format!("{board} X").replace('-', "*"),
        &format!("{board} X\n{board} O"),
        "********\n********\n********\n***OX***\n***XO**\n********\n********\n********\n",
        "--------\n--------\n--------\n---OX---\n---XO_--\n--------\n--------\n--------\n",
        "----\n-OX-\n-XO-\n",
        "----\n-OX-\n-XO-\n----\nx to move",
        "..../.WB./.BW./...",
        "..../.WB./.BW./.... z",
        "..../.WB./.2W./.... x",
        "../WB x",
        &format!("{board} X; D3:+65;"),
        &format!("{board} X; A1:+2;"),
        &format!("{board} X; +2; Z9:+1;"),
        "f5d6z9",
        "f5d6a1",
        "1. f5 2. d6 3. --",
        "f5d",
    ];
    let explained: String = texts
        .iter()
        .map(|text| match notation::parse(text, &opening()) {
            Ok(content) => panic!("{text}: {content:?}"),
            Err(located) => format!("{}\n\n", located.explain("POSITION", text)),
        })
        .collect();
    insta::assert_snapshot!("refused", explained);
}
