//! Around the board: pages, questions, files, leaving.

use ratatui::crossterm::event::{
    Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::kit::{Machine, begin, drive, keys, press, screen, table};
use crate::games;
use crate::play::store::{Store, StoreError};
use crate::play::{Level, PlayerKind};
use crate::rules::{Convention, Library, Player};
use crate::tui::app::{App, Begin, Dialog, Screen};
use crate::tui::effect::Effect;
use crate::tui::event::Event;
use crate::tui::setup::{Row, Source};

const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];

fn home() -> Machine {
    Machine::new(App::new(begin(80, 24)))
}

fn place(m: &Machine) -> &'static str {
    match (&m.app.dialog, &m.app.screen) {
        (Some(Dialog::Type(_)), _) => "type",
        (Some(Dialog::Which(_)), _) => "which",
        (Some(Dialog::Save(_)), _) => "save",
        (Some(Dialog::Confirm(_)), _) => "confirm",
        (None, Screen::Home) => "home",
        (None, Screen::Setup(_)) => "setup",
        (None, Screen::AnyPosition) => "table",
        (None, Screen::Open(_)) => "open",
        (None, Screen::Help(_)) => "help",
    }
}

#[test]
fn only_keys_that_go_down_count() {
    let key = |kind| Raw::Key(KeyEvent::new_with_kind(KeyCode::Char('u'), KeyModifiers::NONE, kind));
    assert!(Event::from_terminal(key(KeyEventKind::Press)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Repeat)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Release)).is_none());
    let mouse = |kind| {
        Event::from_terminal(Raw::Mouse(MouseEvent {
            kind,
            column: 3,
            row: 4,
            modifiers: KeyModifiers::NONE,
        }))
    };
    assert!(matches!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Event::Click(3, 4))));
    assert!(mouse(MouseEventKind::Up(MouseButton::Left)).is_none());
    assert!(mouse(MouseEventKind::Moved).is_none());
}

#[test]
fn the_pages_lead_to_each_other_and_back() {
    let mut m = home();
    let walk = [
        ("?", "help"),
        ("esc", "home"),
        ("enter", "setup"),
        ("?", "help"),
        ("?", "setup"),
        ("enter", "table"),
        ("?", "help"),
        ("enter", "table"),
        ("o", "open"),
        ("esc", "table"),
        ("m", "type"),
        ("esc", "table"),
        ("s", "save"),
        ("esc", "table"),
        ("n", "setup"),
        ("esc", "table"),
        ("esc", "home"),
        ("enter", "setup"),
        ("esc", "home"),
        ("c", "table"),
        ("esc", "home"),
        ("esc", "table"),
        ("X", "confirm"),
        ("esc", "table"),
    ];
    for (i, (key, to)) in walk.iter().enumerate() {
        m.keys(key);
        assert_eq!(place(&m), *to, "step {i}: {key}");
    }
}

#[test]
fn escape_never_loses_the_match() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter esc esc esc esc esc");
    m.app.screen = Screen::Home;
    m.keys("c");
    assert_eq!((place(&m), m.moves().as_str()), ("table", "0"));
    assert!(m.sitting().analysis().is_some());
}

#[test]
fn without_a_match_on_the_table_the_last_one_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().join("saves"), Some(folder.path().join("state")));
    let mut driver = drive(App::new(begin(80, 24)), Some(store()));
    keys(&mut driver, "c");
    assert!(screen(&driver).contains("Nothing to continue"));
    let mut driver = drive(table(begin(80, 24), "star:8191", HUMANS), Some(store()));
    keys(&mut driver, "m '0' enter q y");
    assert!(!driver.is_running());
    let mut driver = drive(App::new(begin(80, 24)), Some(store()));
    keys(&mut driver, "c");
    assert_eq!(driver.app().sitting.as_ref().unwrap().game.moves().len(), 1);
}

#[test]
fn a_match_is_saved_left_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().to_path_buf(), None);
    let mut driver = drive(table(begin(80, 24), "star:8191", HUMANS), Some(store()));
    keys(&mut driver, "m '0' enter s");
    assert!(screen(&driver).contains("star-1"));
    keys(&mut driver, "enter");
    assert!(screen(&driver).contains("Saved: ") && folder.path().join("star-1.json").exists());
    // The same name for another match is asked about.
    let mut driver = drive(table(begin(80, 24), "star:1664", HUMANS), Some(store()));
    keys(&mut driver, "s ctrl-u 'star-1' enter");
    assert!(screen(&driver).contains("enter again replaces it"));
    keys(&mut driver, "esc o enter");
    assert_eq!(driver.app().sitting.as_ref().unwrap().game.start().id(), "star:8191");
    keys(&mut driver, "q");
    assert!(!driver.is_running());
}

#[test]
fn the_lesson_is_offered_on_the_first_run_only() {
    let mut m = Machine::new(App::new(Begin { first_run: true, ..begin(80, 24) }));
    assert_eq!((place(&m), m.done().as_str()), ("confirm", "LessonOffered"));
    m.keys("esc");
    assert_eq!(place(&m), "home");
    assert_eq!(place(&home()), "home");
}

#[test]
fn the_lesson_goes_step_by_step_on_the_board() {
    let mut m = Machine::new(App::new(Begin { first_run: true, ..begin(80, 24) }));
    m.keys("y");
    let step = |m: &Machine| m.sitting().lesson.unwrap();
    assert_eq!((place(&m), step(&m)), ("table", 0));
    m.keys("u v");
    assert_eq!(step(&m), 0);
    m.keys("right v");
    assert_eq!(step(&m), 1);
    m.point(10);
    m.keys("space");
    assert_eq!(step(&m), 2);
    m.keys("enter");
    assert_eq!(step(&m), 3);
    m.keys("u");
    assert_eq!(step(&m), 4);
    m.keys("v");
    assert_eq!(step(&m), 5);
    // Nothing of it is asked about or kept.
    m.done();
    m.keys("q");
    assert_eq!(m.done(), "Quit");
}

#[test]
fn leaving_asks_only_if_moves_would_be_lost() {
    let mut m = home();
    m.done();
    m.keys("q");
    assert_eq!(m.done(), "Quit");
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("q");
    assert_eq!(m.done(), "Remember Quit");
    m.keys("m '0' enter q");
    assert_eq!((place(&m), m.done().as_str()), ("confirm", ""));
    m.keys("esc");
    assert_eq!(place(&m), "table");
    m.keys("ctrl-c y");
    assert_eq!(m.done(), "Remember Quit");
    m.keys("q s");
    assert_eq!(place(&m), "save");
    m.done();
    m.keys("'mine' enter");
    assert!(m.done().contains("Save(Name { name: \"mine\", replace: false })"));
    m.send(Event::Saved(Ok("mine.json".into())));
    assert_eq!(m.done(), "Remember Quit");
}

#[test]
fn saving_asks_before_it_replaces() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter s");
    assert_eq!(m.done(), "Suggest");
    m.send(Event::Suggested("star-1".to_owned()));
    m.keys("enter");
    assert!(m.done().contains("star-1"));
    m.send(Event::Saved(Err(StoreError::Exists("star-1.json".into()))));
    assert_eq!(place(&m), "save");
    m.keys("enter");
    assert!(m.done().contains("replace: true"));
    m.send(Event::Saved(Ok("saves/star-1.json".into())));
    assert_eq!(place(&m), "table");
    assert!(m.notice().contains("star-1.json") && !m.app.would_lose());
    // From now on it is its own file; another name is another file.
    m.keys("m '1' enter s enter");
    assert!(m.done().contains("File(\"saves/star-1.json\")"));
    m.keys("'x' enter");
    assert!(m.done().contains("name: \"star-1x\", replace: false"));
}

#[test]
fn a_name_that_will_not_do_is_told() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("s 'a/b' enter");
    m.send(Event::Saved(Err(StoreError::Name { name: "a/b".to_owned(), why: "it has a slash" })));
    let Some(Dialog::Save(naming)) = &m.app.dialog else { panic!() };
    assert!(naming.problem.as_ref().unwrap().contains("slash") && !naming.exists);
}

#[test]
fn saved_games_open_and_broken_ones_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    std::fs::write(folder.path().join("a.json"), "{").unwrap();
    std::fs::write(folder.path().join("b.txt"), "star:2088").unwrap();
    let library = Library::default();
    let mut m = home();
    m.keys("o");
    assert!(m.done().contains("List"));
    m.send(Event::Listed(store.list(&library).map_err(|e| e.to_string())));
    m.keys("down up end home");
    for _ in 0..2 {
        m.keys("down enter");
        let Some(Effect::Open(path)) = m.effects.pop() else { panic!() };
        let result = Store::load(&path, &library).map(|l| l.game).map_err(|e| e.to_string());
        let broken = result.is_err();
        m.send(Event::Opened(path, result));
        if broken {
            assert!(m.notice().contains("a.json") && place(&m) == "open");
        } else {
            assert_eq!((place(&m), m.id().as_str()), ("table", "star:2088"));
            m.keys("o");
            m.send(Event::Listed(store.list(&library).map_err(|e| e.to_string())));
        }
    }
}

#[test]
fn another_position_takes_the_place_of_a_match_only_after_asking() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m 'nim:3,4' enter");
    assert_eq!(m.id(), "nim:3,4");
    m.keys("m '1-3' enter e");
    // The position to be edited stands there already.
    let Some(Dialog::Type(typing)) = &m.app.dialog else { panic!() };
    assert_eq!(typing.input.value(), "nim:0,4");
    m.keys("backspace '5' enter");
    assert_eq!((place(&m), m.id().as_str()), ("confirm", "nim:0,4"));
    m.keys("esc");
    assert_eq!(m.id(), "nim:0,4");
    m.send(Event::Paste(" star:1664\n".to_owned()));
    assert_eq!(place(&m), "type");
    m.keys("enter y");
    assert_eq!((place(&m), m.id().as_str()), ("table", "star:1664"));
}

#[test]
fn the_id_is_copied() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("y");
    assert_eq!(m.done(), "Copy(star:1664)");
    assert!(m.notice().contains("star:1664"));
}

#[test]
fn a_game_is_set_up_line_by_line() {
    let mut m = home();
    m.keys("enter");
    let row = |m: &Machine| match &m.app.screen {
        Screen::Setup(s) => s.at,
        _ => panic!(),
    };
    assert_eq!(row(&m), Row::Play);
    m.keys("home");
    assert_eq!(row(&m), Row::Source);
    let rows: Vec<Row> = (0..6)
        .map(|_| {
            let at = row(&m);
            m.keys("down");
            at
        })
        .collect();
    let sides = Player::BOTH.map(Row::Side);
    assert_eq!(rows, [Row::Source, Row::Convention, sides[0], sides[1], Row::Starts, Row::Play]);
    // Normal play, both sides exchanged, B to start: the computer, perfect, is A.
    m.keys("down right down right down left left left left down right down enter");
    let s = m.sitting();
    assert_eq!(s.game.table().convention(), Some(Convention::Normal));
    assert_eq!(s.game.participant(Player::First).name, "B");
    assert_eq!(s.game.participant(Player::Second).kind, PlayerKind::Computer(Level::Perfect));
}

#[test]
fn a_typed_position_is_checked_while_it_is_typed() {
    let mut m = home();
    m.keys("enter home left down");
    let setup = |m: &Machine| match &m.app.screen {
        Screen::Setup(s) => (s.source, s.at, s.table.as_ref().map(|t| t.id()).map_err(Clone::clone)),
        _ => panic!(),
    };
    assert_eq!(setup(&m), (Source::Typed, Row::Id, Ok("star:8191".to_owned())));
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
    m.app.dialog = None;
    m.keys("end");
    let Screen::Setup(s) = &mut m.app.screen else { panic!() };
    s.at = Row::Play;
    m.keys("enter");
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
        let Screen::Setup(setup) = &m.app.screen else { panic!() };
        assert_eq!(setup.table.as_ref().unwrap().id(), "star:1664");
        assert!(setup.looking.is_none() && !m.app.is_waiting());
    }
}

#[test]
fn the_match_rests_while_another_game_is_set_up() {
    let perfect = PlayerKind::Computer(Level::Perfect);
    let mut m = Machine::new(table(Begin { pause_ms: 600, ..begin(80, 24) }, "star:8191", [perfect; 2]));
    let Some(Effect::Wait(pause, _)) = m.effects.pop() else { panic!() };
    m.keys("n home left left left");
    let Some(Effect::Find(..)) = m.effects.pop() else { panic!() };
    m.done();
    // The computer's move would take the solver away from the search.
    m.send(Event::Tick(pause));
    assert_eq!((m.done().as_str(), m.moves().as_str()), ("", ""));
    m.keys("esc");
    assert_eq!(place(&m), "table");
    m.keys("space");
    assert_eq!(m.sitting().game.moves().len(), 1);
}

#[test]
fn a_sum_is_set_up_part_by_part() {
    let mut m = home();
    m.keys("up enter home");
    let setup = |m: &Machine| match &m.app.screen {
        Screen::Setup(s) => (s.parts.len(), s.at, s.table.as_ref().map(|t| t.id()).map_err(Clone::clone)),
        _ => panic!(),
    };
    assert_eq!(setup(&m), (2, Row::Part(0), Ok("nim:3,4 + star:1664".to_owned())));
    m.keys("ctrl-u 'row:OO' down down enter");
    let (parts, at, table) = setup(&m);
    assert_eq!((parts, at), (3, Row::Part(2)));
    // The new part is empty: nothing is to be deleted before something is typed.
    assert_eq!(table.unwrap(), "row:OO + star:1664");
    m.keys("'nim:5'");
    assert_eq!(setup(&m).2.unwrap(), "row:OO + star:1664 + nim:5");
    // Columns are those of the part.
    m.keys("up ctrl-u 'nim:3,x'");
    let error = setup(&m).2.unwrap_err();
    assert!(error.starts_with("Part 2, column 7: "), "{error}");
    m.keys("ctrl-u");
    assert_eq!(setup(&m), (3, Row::Part(1), Ok("row:OO + nim:5".to_owned())));
    // Empty, it goes when it is left.
    m.keys("down");
    assert_eq!(setup(&m), (2, Row::Part(1), Ok("row:OO + nim:5".to_owned())));
    m.keys("down enter backspace");
    assert_eq!(setup(&m).0, 2);
    // A part alone is played by the convention of the form too.
    m.keys("up ctrl-u 'star:1664' down ctrl-u up up");
    assert_eq!(setup(&m), (1, Row::Play, Ok("normal star:1664".to_owned())));
    m.keys("space");
    assert_eq!((place(&m), m.id().as_str()), ("table", "normal star:1664"));
}

#[test]
fn the_convention_row_and_the_position_say_the_same() {
    let mut m = home();
    m.app.home.at = games::CATALOGUE.iter().position(|e| e.info.id == "nim").unwrap();
    m.keys("enter home");
    let state = |m: &Machine| match &m.app.screen {
        Screen::Setup(s) => (s.convention.unwrap(), s.table.as_ref().map_or(String::new(), |t| t.id())),
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
    // From the fields, and by chance.
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
    m.app.home.at = games::CATALOGUE.iter().position(|e| e.info.id == "subtraction").unwrap();
    m.keys("enter home left left left left down ctrl-u '1,x'");
    let Screen::Setup(s) = &m.app.screen else { panic!() };
    let error = s.table.as_ref().map(|t| t.id()).unwrap_err();
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
    let Screen::Setup(s) = &m.app.screen else { panic!() };
    assert_eq!(s.last.as_ref().map(|t| t.id()), Some("star:8191".to_owned()));
    m.keys("enter");
    assert_eq!((place(&m), m.notice()), ("setup", "nothing was found"));
}

#[test]
fn the_whole_name_of_a_position_can_be_read() {
    let mut app = App::new(begin(80, 24));
    app.home.at = games::CATALOGUE.iter().position(|e| e.info.id == "row").unwrap();
    let mut driver = drive(app, None);
    keys(&mut driver, "enter home");
    let Screen::Setup(s) = &driver.app().screen else { panic!() };
    for _ in 0..s.entry.unwrap().setup.presets.len() {
        let Screen::Setup(s) = &driver.app().screen else { panic!() };
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

#[test]
fn too_small_a_terminal_only_lets_go() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.send(Event::Resize(30, 10));
    m.keys("enter m space");
    assert_eq!((place(&m), m.moves().as_str()), ("table", ""));
    m.send(press("q"));
    assert!(m.done().contains("Quit"));
    m.send(Event::Resize(80, 24));
    m.keys("enter");
    assert_eq!(m.sitting().game.moves().len(), 1);
    // The same while something is being typed.
    m.keys("m '1'");
    m.send(Event::Resize(30, 10));
    m.send(Event::Paste("2".to_owned()));
    m.keys("x");
    let Some(Dialog::Type(typing)) = &m.app.dialog else { panic!() };
    assert_eq!(typing.input.value(), "1");
    m.keys("q");
    assert!(m.done().contains("Quit"));
}
