//! The form of a game being set up.

use super::harness::*;
use crate::play::{Level, PlayerKind};
use nimatron_core::games;
use nimatron_core::rules::{Convention, Library, Player};

#[test]
fn a_game_is_set_up_line_by_line() {
    let mut m = home();
    m.keys("enter");
    let row = |m: &Machine| match m.app.find::<SetupPage>() {
        Some(s) => s.at,
        _ => panic!(),
    };
    assert_eq!(row(&m), SetupRow::Play);
    m.keys("home");
    assert_eq!(row(&m), SetupRow::Source);
    let rows: Vec<SetupRow> = (0..6)
        .map(|_| {
            let at = row(&m);
            m.keys("down");
            at
        })
        .collect();
    let sides = Player::BOTH.map(SetupRow::Side);
    assert_eq!(
        rows,
        [SetupRow::Source, SetupRow::Convention, sides[0], sides[1], SetupRow::Starts, SetupRow::Play]
    );
    // Normal play, both sides exchanged, B to start: the computer, perfect, is A.
    m.keys("down right down right down left left left left down right down enter");
    let s = m.on_table();
    assert_eq!(s.game.position().convention(), Some(Convention::Normal));
    assert_eq!(s.game.participant(Player::First).name, "B");
    assert_eq!(s.game.participant(Player::Second).kind, PlayerKind::Computer(Level::Perfect));
}

#[test]
fn a_typed_position_is_checked_while_it_is_typed() {
    let mut m = home();
    m.keys("enter home left down");
    let setup = |m: &Machine| match m.app.find::<SetupPage>() {
        Some(s) => (s.source, s.at, s.position.as_ref().map(|t| t.id()).map_err(Clone::clone)),
        _ => panic!(),
    };
    assert_eq!(setup(&m), (PositionSource::Typed, SetupRow::Id, Ok("star:8191".to_owned())));
    m.keys("'q'");
    assert!(setup(&m).2.unwrap_err().contains("column"));
    m.keys("ctrl-u 'nim:1,2'");
    assert_eq!(setup(&m).2, Ok("nim:1,2".to_owned()));
    // A position that does not read cannot be played.
    m.keys("'x' up up enter");
    assert_eq!(place(&m), "setup");
    assert!(m.notice().contains("column"));
}

#[test]
fn a_random_position_is_looked_for_by_the_worker() {
    let mut m = home();
    m.keys("enter home left left left");
    let Some(Effect::Find(ticket, wanted)) = m.effects.pop() else { panic!() };
    assert!(!wanted.interesting);
    let open = |id| Ok(games::open(id, &Library::default()).unwrap());
    m.send(Event::Found(ticket + 1, open("star:1")));
    assert!(m.app.is_waiting());
    m.send(Event::Found(ticket, open("star:1664")));
    assert!(!m.app.is_waiting());
    m.keys("space");
    let Some(Effect::Find(again, other)) = m.effects.pop() else { panic!() };
    assert!(again != ticket && other.seed != wanted.seed);
    m.send(Event::Found(again, open("star:2088")));
    m.keys("end up up up up up up");
    m.keys("end enter");
    assert_eq!(m.id(), "star:2088");
}

#[test]
fn a_position_that_is_found_behind_another_page_is_there_afterwards() {
    for over in ["?", "o"] {
        let mut m = home();
        m.keys("enter home left left left");
        let Some(Effect::Find(ticket, _)) = m.effects.pop() else { panic!() };
        // To leave the row, or its letters would be typed.
        m.keys(over);
        assert_ne!(place(&m), "setup");
        m.send(Event::Found(ticket, Ok(games::open("star:1664", &Library::default()).unwrap())));
        m.keys("esc");
        let Some(setup) = m.app.find::<SetupPage>() else { panic!() };
        assert_eq!(setup.position.as_ref().unwrap().id(), "star:1664");
        assert!(setup.looking.is_none() && !m.app.is_waiting());
    }
}

#[test]
fn the_match_rests_while_another_game_is_set_up() {
    let perfect = PlayerKind::Computer(Level::Perfect);
    let mut m = Machine::new(table(pausing(600), "star:8191", [perfect; 2]));
    let Some(Effect::Wait(pause, _)) = m.effects.pop() else { panic!() };
    m.keys("n home left left left");
    let Some(Effect::Find(..)) = m.effects.pop() else { panic!() };
    m.done();
    // The computer's move would take the solver away from the search.
    m.send(Event::Tick(pause));
    assert_eq!((m.done().as_str(), m.moves().as_str()), ("", ""));
    m.keys("esc");
    assert_eq!(place(&m), "table");
    // One key lets the move come, another skips its steps.
    m.keys("space space");
    assert_eq!(m.on_table().game.moves().len(), 1);
}

#[test]
fn a_sum_is_set_up_part_by_part() {
    let mut m = home();
    m.keys("end enter home");
    let setup = |m: &Machine| match m.app.find::<SetupPage>() {
        Some(s) => (s.parts.len(), s.at, s.position.as_ref().map(|t| t.id()).map_err(Clone::clone)),
        _ => panic!(),
    };
    assert_eq!(setup(&m), (2, SetupRow::Part(0), Ok("nim:3,4 + star:1664".to_owned())));
    m.keys("ctrl-u 'row:OO' down down enter");
    let (parts, at, table) = setup(&m);
    assert_eq!((parts, at), (3, SetupRow::Part(2)));
    // The new part is empty: nothing is to be deleted before something is typed.
    assert_eq!(table.unwrap(), "row:OO + star:1664");
    m.keys("'nim:5'");
    assert_eq!(setup(&m).2.unwrap(), "row:OO + star:1664 + nim:5");
    // Columns are those of the part.
    m.keys("up ctrl-u 'nim:3,x'");
    let error = setup(&m).2.unwrap_err();
    assert!(error.starts_with("Game 2, column 7: "), "{error}");
    m.keys("ctrl-u");
    assert_eq!(setup(&m), (3, SetupRow::Part(1), Ok("row:OO + nim:5".to_owned())));
    // Empty, it goes when it is left.
    m.keys("down");
    assert_eq!(setup(&m), (2, SetupRow::Part(1), Ok("row:OO + nim:5".to_owned())));
    m.keys("down enter backspace");
    assert_eq!(setup(&m).0, 2);
    // A part alone is played by the convention of the form too.
    m.keys("up ctrl-u 'star:1664' down ctrl-u up up");
    assert_eq!(setup(&m), (1, SetupRow::Play, Ok("normal star:1664".to_owned())));
    m.keys("space");
    assert_eq!((place(&m), m.id().as_str()), ("table", "normal star:1664"));
}

#[test]
fn the_convention_row_and_the_position_say_the_same() {
    let mut m = home();
    select(&mut m.app, "nim");
    m.keys("enter home");
    let state = |m: &Machine| match m.app.find::<SetupPage>() {
        Some(s) => (s.convention.unwrap(), s.position.as_ref().map_or(String::new(), |t| t.id())),
        _ => panic!(),
    };
    let misere = |id: &str| (Convention::Misere, id.to_owned());
    let normal = |id: &str| (Convention::Normal, id.to_owned());
    assert_eq!(state(&m), normal("nim:3,5,7"));
    m.keys("right");
    assert_eq!(state(&m), misere("misere nim:1,3,5,7"));
    m.keys("down right");
    assert_eq!(state(&m), normal("nim:1,3,5,7"));
    m.keys("right up right");
    assert_eq!(state(&m), misere("misere nim:7,7,7,6"));
    // In a line of text the word is part of the text.
    m.keys("home left left left down");
    assert_eq!(state(&m), misere("misere nim:3,5,7"));
    m.keys("down right");
    assert_eq!(state(&m), normal("nim:3,5,7"));
    m.keys("right up ctrl-u 'chomp:4x6'");
    assert_eq!(state(&m), misere("chomp:4x6"));
    m.keys("down right");
    assert_eq!(state(&m), normal("normal chomp:4x6"));
    // From the fields, and random.
    m.keys("home left left left");
    assert_eq!(state(&m).0, Convention::Misere);
    assert!(state(&m).1.starts_with("misere nim:"));
    m.keys("right");
    let Some(Effect::Find(_, wanted)) = m.effects.pop() else { panic!() };
    assert_eq!(wanted.word, "misere");
}

#[test]
fn a_field_s_error_has_the_field_s_columns() {
    let mut m = home();
    select(&mut m.app, "subtraction");
    m.keys("enter home left left left left down ctrl-u '1,x'");
    let Some(s) = m.app.find::<SetupPage>() else { panic!() };
    let error = s.position.as_ref().map(|t| t.id()).unwrap_err();
    let name = s.entry.unwrap().setup.fields[0].name;
    assert!(error.starts_with(&format!("{name}, column 3: ")), "{error}");
}

#[test]
fn a_search_that_fails_leaves_the_board_and_says_so() {
    let mut m = home();
    m.keys("enter home left left");
    let Some(Effect::Find(ticket, wanted)) = m.effects.pop() else { panic!() };
    assert!(wanted.interesting);
    m.send(Event::Found(ticket, Err("nothing was found".to_owned())));
    let Some(s) = m.app.find::<SetupPage>() else { panic!() };
    assert_eq!(s.last.as_ref().map(|t| t.id()), Some("star:8191".to_owned()));
    m.keys("enter");
    assert_eq!((place(&m), m.notice()), ("setup", "nothing was found"));
}

#[test]
fn the_whole_name_of_a_position_can_be_read() {
    let mut app = App::at_home(begin(80, 24));
    select(&mut app, "row");
    let mut driver = drive(app, None);
    keys(&mut driver, "enter home");
    let Some(s) = driver.app().find::<SetupPage>() else { panic!() };
    for _ in 0..s.entry.unwrap().setup.presets.len() {
        let Some(s) = driver.app().find::<SetupPage>() else { panic!() };
        let shown = screen(&driver);
        for word in s.source_name().split(' ') {
            assert!(shown.contains(word), "{word}: {shown}");
        }
        keys(&mut driver, "right");
    }
}

#[test]
fn enter_plays_from_every_row_but_lines_of_text() {
    for (keys, to) in [("home", "table"), ("home down", "table"), ("home left down", "setup")] {
        let mut m = home();
        m.keys("enter");
        m.keys(keys);
        m.keys("enter");
        assert_eq!(place(&m), to, "{keys}");
    }
}
