//! Checks that records are read back as they were written, and that every kind of broken file is reported.

use std::fs::{self, File};

use super::*;

fn read(text: &str) -> Result<Loaded, RecordError> {
    parse(text, &Library::default())
}

fn fault(text: &str) -> String {
    read(text)
        .map(|l| format!("{:?}", l.game))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_record_is_written_to_the_letter() {
    let mut game = read("star:8191").unwrap().game;
    game.set_participants(Participant::pair(
        [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)],
        game.start().info(),
    ));
    game.play("10+7").unwrap();
    game.play("3").unwrap();
    let text = Draft::new(&game).to_json("2026-11-20T21:28:00Z").unwrap();
    let wanted =
        r#"{"format":"nimatron-match","version":1,"start":"star:8191","moves":["7+10","3"],"cursor":2,"#
            .to_owned()
            + r#""players":[{"kind":"human","name":"A"},{"kind":"computer","level":"perfect"}],"#
            + r#""saved":"2026-11-20T21:28:00Z"}"#
            + "\n";
    assert_eq!(text, wanted);
}

#[test]
fn start_and_moves_are_enough() {
    let loaded = read(r#"{"start": "STAR:1664", "moves": ["7+10"]}"#).unwrap();
    assert_eq!((loaded.game.cursor(), loaded.saved), (1, None));
    assert_eq!(
        loaded.game.participants()[1],
        Participant::new(PlayerKind::Human, "B")
    );
    let loaded = read(
        r#"{"start":"star:1664","moves":["7","9"],"cursor":0,"players":[{"kind":"computer","name":"Deep"},{"kind":"human"}]}"#,
    )
    .unwrap();
    assert_eq!((loaded.game.cursor(), loaded.game.moves().len()), (0, 2));
    assert_eq!(
        loaded.game.participants()[0],
        Participant::new(PlayerKind::Computer(Level::Perfect), "Deep")
    );
}

#[test]
fn swaps_of_sides_are_written_and_read_back() {
    let pair = [PlayerKind::Human, PlayerKind::Computer(Level::Fair)];
    let mut game = Match::between(read("nim:3,5,7").unwrap().game.start().boxed_clone(), pair);
    for text in ["1-1", "2-1"] {
        game.play(text).unwrap();
    }
    game.swap_sides();
    game.play("3-1").unwrap();
    let text = Draft::new(&game).to_json(&now()).unwrap();
    assert!(
        text.contains(r#""moves":["1-1","2-1","3-1"],"swaps":[2],"cursor":3"#),
        "{text}"
    );
    let read = read(&text).unwrap().game;
    assert_eq!(read.participants(), game.participants());
    assert_eq!(read.moves(), game.moves());
    // The user made the first move, and now plays the second side.
    let authors: Vec<Player> = read.moves().iter().map(|m| read.author(m)).collect();
    assert_eq!(authors, [Player::Second, Player::First, Player::First]);
    assert_eq!(read.last_swap(), Some(2));
}

#[test]
fn the_moves_read_before_loading_is_stopped_keep_their_authors() {
    let text = r#"{"start":"nim:3,5,7","moves":["1-1","2-1","3-1","3-1"],"swaps":[1,2,3],"players":[{"kind":"human"},{"kind":"computer"}]}"#;
    let whole = read(text).unwrap().game;
    let authors = |game: &Match| -> Vec<Player> {
        let made = game.moves().iter();
        made.map(|m| game.author(m)).collect()
    };
    // The computer began on the first side, and the players swapped sides before each of its other moves.
    let all = [Player::Second; 4];
    assert_eq!(authors(&whole), all);
    for most in 0..=4_usize {
        let left = std::cell::Cell::new(most);
        let go_on = || left.replace(left.get().saturating_sub(1)) > 0;
        let loaded = parse_while(text, &Library::default(), &go_on).unwrap();
        assert_eq!(loaded.rest.moves, 4 - most);
        assert_eq!(authors(&loaded.game), all[..most]);
    }
}

#[test]
fn a_record_without_swaps_has_the_same_players_throughout() {
    let text = r#"{"format":"nimatron-match","version":1,"start":"nim:3,5,7","moves":["1-1","2-1","3-1"],"cursor":3,"players":[{"kind":"human","name":"A"},{"kind":"computer","level":"fair"}],"saved":"2026-11-20T21:28:00Z"}"#;
    let game = read(text).unwrap().game;
    assert!(game.moves().iter().all(|m| game.author(m) == m.by));
    assert_eq!(game.last_swap(), None);
}

#[test]
fn a_text_with_one_id_is_a_new_match() {
    for text in [
        "star:1664",
        "\u{feff}star:1664\r\n",
        "# from a problem\n\n  normal star:1664\n",
    ] {
        assert!(
            read(text)
                .unwrap()
                .game
                .position()
                .id()
                .ends_with("star:1664")
        );
    }
    assert!(matches!(read(""), Err(RecordError::Empty)));
    assert!(matches!(read("# nothing\n"), Err(RecordError::Empty)));
    assert!(matches!(
        read("star:1\nstar:2\n"),
        Err(RecordError::ManyLines(2))
    ));
    assert!(matches!(read("star:8192"), Err(RecordError::Start(..))));
}

#[test]
fn what_is_broken_is_named() {
    let cases = [
        ("{", "line 1 column 1"),
        (r#"{"start":"star:1"}"#, "the field `moves` is missing"),
        (r#"{"moves":[]}"#, "the field `start` is missing"),
        (
            r#"{"start":"star:1","moves":[],"colour":3}"#,
            "`colour`: there is no such field; expected `format`, ",
        ),
        (
            r#"{"start":"star:1","moves":[],"start":"star:2"}"#,
            "duplicate field `start`",
        ),
        (r#"{"start":"star:1","moves":[]} x"#, "trailing characters"),
        (
            r#"{"start":5,"moves":[]}"#,
            "`start`: expected a text, got 5 (line 1, column 10)",
        ),
        (
            r#"{"start":"star:1","moves":-1}"#,
            "`moves`: expected a list of moves, got -1",
        ),
        (
            r#"{"start":"star:1","moves":["9",0]}"#,
            "`moves[1]`: expected a text, got 0",
        ),
        (
            r#"{"start":"star:1","moves":[],"cursor":-1}"#,
            "the cursor is -1; expected a number from 0 to 0",
        ),
        (
            r#"{"start":"star:1","moves":[],"cursor":"x"}"#,
            "`cursor`: expected a number from 0, got \"x\"",
        ),
        (
            r#"{"start":"star:1","moves":["0"],"cursor":2}"#,
            "the cursor is 2; expected a number from 0 to 1",
        ),
        (
            r#"{"start":"star:1","moves":[],"version":2,"later":[]}"#,
            "newer program: its version is 2",
        ),
        (
            r#"{"start":"star:1","moves":[],"version":99999999999999999999999}"#,
            "newer program",
        ),
        (
            r#"{"start":"star:1","moves":[],"version":0}"#,
            "its version is 0",
        ),
        (
            r#"{"start":"star:1","moves":[],"version":"1"}"#,
            r#"its version is "1""#,
        ),
        (
            r#"{"format":"chess","start":"star:1","moves":[]}"#,
            r#"its format is "chess""#,
        ),
        (
            r#"{"start":"stra:1","moves":[]}"#,
            r#"the start "stra:1" is not a position: column 1"#,
        ),
        (
            r#"{"start":"star:3","moves":["0","0"]}"#,
            r#"move 2: "0" cannot be played"#,
        ),
        (
            r#"{"start":"star:3","moves":[],"players":[{"kind":"human"}]}"#,
            "the number of players is 1; expected 2",
        ),
        (
            r#"{"start":"star:3","moves":[],"players":[{"kind":"human"},{"kind":"human"},{"kind":"human"}]}"#,
            "the number of players is 3; expected 2",
        ),
        (
            r#"{"start":"star:3","moves":[],"players":[{"kind":"human"},{"kind":"cat"}]}"#,
            "got \"cat\"",
        ),
        (
            r#"{"start":"star:3","moves":[],"players":[{"kind":"human","age":3},{"kind":"human"}]}"#,
            "`players[0].age`",
        ),
        (
            r#"{"start":"star:3","moves":[],"players":[{"kind":"human"},{"kind":"computer","level":"god"}]}"#,
            r#"player 2: "god" is not a level; expected perfect, strong, fair, easy, equal, endgame, greedy or copycat"#,
        ),
        (
            r#"{"start":"star:3","moves":["0"],"swaps":[0,2]}"#,
            "increasing numbers from 0 to 1, the number of moves",
        ),
        (
            r#"{"start":"star:3","moves":["0"],"swaps":[1,1]}"#,
            "the swaps of sides are not increasing numbers",
        ),
        (
            r#"{"start":"star:3","moves":["0"],"swaps":["x"]}"#,
            "`swaps[0]`: expected a number from 0, got \"x\"",
        ),
        (
            r#"{"start":"star:3","moves":[],"saved":"yesterday"}"#,
            r#"time of saving "yesterday""#,
        ),
    ];
    for (text, part) in cases {
        let said = fault(text);
        assert!(said.contains(part), "{text}\n{said}");
    }
    assert!(fault(&"[".repeat(100_000)).contains("it is a list; expected a JSON object"));
    assert!(fault(&r#"{"a":"#.repeat(100_000)).contains("EOF"));
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::default();
    let path = folder.path().join("x.json");
    assert!(matches!(load(&path, &library), Err(RecordError::Io(_))));
    assert!(matches!(
        load(folder.path(), &library),
        Err(RecordError::Io(_))
    ));
    fs::write(&path, b"star:1\xff").unwrap();
    assert!(matches!(
        load(&path, &library),
        Err(RecordError::NotText(7))
    ));
    File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
    assert!(matches!(
        load(&path, &library),
        Err(RecordError::TooLarge(LARGEST))
    ));
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.json");
    save(&read("star:1").unwrap().game, &path, true).unwrap();
    let before = fs::read(&path).unwrap();
    let text = " ".repeat(LARGEST as usize + 1);
    assert_eq!(
        write(&path, &text, true).unwrap_err().kind(),
        io::ErrorKind::FileTooLarge
    );
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // The largest file that can be written, of exactly 16 MiB, can also be read.
    assert_eq!(LARGEST, 16 * 1024 * 1024);
    write(&path, &text[1..], true).unwrap();
    assert!(read_text(&path).is_ok());
}

#[test]
fn times_are_in_utc_to_the_second() {
    let at = DateTime::parse_from_rfc3339("2026-11-20T23:28:00.75+02:00").unwrap();
    assert_eq!(utc(at.to_utc()), "2026-11-20T21:28:00Z");
    assert_eq!(now().len(), 20);
}
