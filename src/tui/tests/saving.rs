use std::fs;
use std::path::PathBuf;

use ratatui::backend::TestBackend;

use super::harness::*;
use crate::play::store::StoreError;

#[test]
fn a_match_is_saved_left_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().to_path_buf(), None);
    let mut driver = drive(table(begin(80, 24), "star:8191", HUMANS), Some(store()));
    walk_on(
        &mut driver,
        &[("m '0' enter s", "hexagram-star-1"), ("enter", "Saved: ")],
    );
    assert!(folder.path().join("hexagram-star-1.json").exists());
    let mut driver = drive(table(begin(80, 24), "star:1664", HUMANS), Some(store()));
    walk_on(
        &mut driver,
        &[
            ("s ctrl-u 'hexagram-star-1' enter", "replaces it"),
            ("esc o enter", ">0"),
        ],
    );
    assert_eq!(on_table(&driver).game().start().id(), "star:8191");
    keys(&mut driver, "q");
    assert!(!driver.running);
}

#[test]
fn leaving_asks_only_if_moves_would_be_lost() {
    let mut m = home();
    m.done();
    m.walk(&[("q", "$Quit")]);
    let (folder, store) = stored();
    let mut m = Machine::at("star:8191", HUMANS);
    m.disk = Disk::new(Some(store), None);
    m.walk(&[("q", "$Quit"), ("m '0' enter q", "$~Quit")]);
    m.app.cx.warned = true;
    m.walk(&[
        ("q", "@question"),
        ("", "$"),
        ("esc", "@table"),
        ("ctrl-c y", "$Quit"),
        ("q s 'mine' enter", "@text"),
    ]);
    m.write();
    m.walk(&[("", "$Quit")]);
    assert!(folder.path().join("saves/mine.json").exists());
}

#[test]
fn saving_asks_before_it_replaces() {
    let (folder, store) = stored();
    let file = |name: &str| folder.path().join("saves").join(name);
    let holds = |name: &str, text: &str| fs::read_to_string(file(name)).unwrap().contains(text);
    fs::create_dir_all(folder.path().join("saves")).unwrap();
    fs::write(file("old.json"), "another match").unwrap();
    let mut m = Machine::at("star:8191", HUMANS);
    m.disk = Disk::new(Some(store), None);
    let steps = |m: &mut Machine, pressed: &str, wanted: &[(&str, &str)]| {
        m.keys(pressed);
        m.write();
        m.walk(wanted);
    };
    steps(&mut m, "m '0' enter s", &[("", "hexagram-star-1")]);
    let asks = [("", "@text"), ("", "There is a saved game")];
    steps(&mut m, "ctrl-u 'old' enter", &asks);
    assert!(holds("old.json", "another match"));
    steps(&mut m, "enter", &[("", "@table"), ("", "?~old.json")]);
    assert!(holds("old.json", "star:8191") && !m.app.cx.would_lose());
    // The match now belongs to `old.json`, and saving it under another name creates another file. Keys that are typed
    // before the match is saved go to the page below.
    m.walk(&[("m '1' enter s enter u", "@text")]);
    m.write();
    m.walk(&[("", "@table"), ("", ">0")]);
    assert!(holds("old.json", "\"1\""));
    steps(&mut m, "s 'x' enter", &[("", "?~oldx.json")]);
    assert!(file("oldx.json").exists());
}

/// Reads a saved game from the folder that [`stored`] creates.
fn saved(folder: &tempfile::TempDir, name: &str) -> Match {
    let path = folder.path().join("saves").join(format!("{name}.json"));
    let loaded = Store::load_while(&path, &Library::default(), &|| true);
    loaded.unwrap().game
}

#[test]
fn a_trial_is_saved_as_a_match_of_its_own() {
    // Both trials begin after the first move, so the second player moves first.
    for (kinds, pressed, mover) in [
        (HUMANS, "m '1-1' enter m '2-5' enter", PlayerKind::Human),
        (COMPUTER, "m '1-1' enter", PERFECT),
    ] {
        let (folder, store) = stored();
        let mut driver = drive(table(begin(80, 24), "nim:3,5,7", kinds), Some(store));
        keys(&mut driver, pressed);
        keys(&mut driver, "s ctrl-u 'whole' enter");
        let whole = fs::read(folder.path().join("saves/whole.json")).unwrap();
        walk_on(
            &mut driver,
            &[("a home right r", "@table"), ("", "You are trying again")],
        );
        if kinds == HUMANS {
            keys(&mut driver, "m '2-1' enter");
        }
        let played = line_of(on_table(&driver).game());
        assert_eq!(on_table(&driver).game().cursor(), 1);
        walk_on(
            &mut driver,
            &[("s", "nim-1"), ("enter", "?~nim-1.json"), ("", "@table")],
        );
        let trial = saved(&folder, "nim-1");
        assert_eq!(trial.start().id(), "nim:2,5,7");
        assert_eq!(line_of(&trial), played);
        assert_eq!(trial.participant(Player::First).kind, mover);
        assert!(on_table(&driver).is_trial() && !on_table(&driver).changed);
        // The reviewed match and its file are unchanged, and the trial is saved to its own file.
        keys(&mut driver, "u");
        keys(&mut driver, "m '3-7' enter s enter");
        assert!(
            saved(&folder, "nim-1")
                .moves()
                .iter()
                .any(|m| m.text == "3-7")
        );
        walk_on(
            &mut driver,
            &[("b esc", ">1-1 2-5")][..usize::from(kinds == HUMANS)],
        );
        assert_eq!(
            fs::read(folder.path().join("saves/whole.json")).unwrap(),
            whole
        );
    }
}

#[test]
fn another_attempt_is_not_saved_over_the_attempt_before() {
    for (kinds, first, again, is_swapped) in [
        (HUMANS, "m '1-3' enter", "R m '1-2' enter", false),
        (COMPUTER, "m '1-3' enter", "R m '1-2' enter", false),
        // After the swap, the computer takes the whole pile.
        (COMPUTER, "m '1-3' enter", "w", true),
    ] {
        let (folder, store) = stored();
        let mut driver = drive(table(begin(80, 24), "nim:3", kinds), Some(store));
        keys(&mut driver, "m '1-1' enter a home r");
        assert!(on_table(&driver).is_trial());
        keys(&mut driver, first);
        walk_on(&mut driver, &[("s enter", "?~nim-1.json")]);
        let written = fs::read(folder.path().join("saves/nim-1.json")).unwrap();
        assert_eq!(line_of(&saved(&folder, "nim-1")), "1-3");
        keys(&mut driver, again);
        let s = on_table(&driver);
        assert!(s.file.is_none() && s.changed, "{again}");
        assert_eq!(s.game().only_person() == Some(Player::Second), is_swapped);
        let played = line_of(s.game());
        walk_on(&mut driver, &[("s", "nim-2"), ("enter", "?~nim-2.json")]);
        assert_eq!(line_of(&saved(&folder, "nim-2")), played);
        assert_eq!(
            fs::read(folder.path().join("saves/nim-1.json")).unwrap(),
            written
        );
    }
}

/// Saves a match of two moves as `whole`, and begins a trial from its second position.
fn trial_of_a_saved_match(store: Store) -> Driver<TestBackend> {
    let mut driver = drive(table(begin(80, 24), "nim:3,5,7", HUMANS), Some(store));
    walk_on(
        &mut driver,
        &[
            ("m '1-1' enter m '2-5' enter", "#2"),
            ("s ctrl-u 'whole' enter", "?~whole.json"),
            ("a home right r m '2-1' enter", "#1"),
        ],
    );
    assert!(on_table(&driver).is_trial());
    driver
}

#[test]
fn a_match_loses_its_file_if_another_match_replaces_it() {
    let (folder, store) = stored();
    let mut driver = trial_of_a_saved_match(store);
    walk_on(
        &mut driver,
        &[
            ("s ctrl-u 'whole' enter", "replaces it"),
            ("enter", "?~whole.json"),
            ("b esc", ">1-1 2-5"),
        ],
    );
    let s = on_table(&driver);
    assert!(s.is_own() && s.file.is_none() && s.changed);
    walk_on(&mut driver, &[("s", "nim-1"), ("enter", "?~nim-1.json")]);
    assert_eq!(line_of(&saved(&folder, "whole")), "2-1");
    assert_eq!(line_of(&saved(&folder, "nim-1")), "1-1 2-5");
}

#[test]
fn every_match_of_a_file_follows_it() {
    let (_folder, store) = stored();
    let mut driver = trial_of_a_saved_match(store);
    let cx = &mut driver.app.cx;
    let file = cx.own_match().unwrap().file.clone();
    cx.table_mut().unwrap().file = file;
    let names = |driver: &Driver<TestBackend>| -> Vec<Option<String>> {
        driver.app.cx.matches().map(MatchState::name).collect()
    };
    keys(&mut driver, "o / 'whole' tab r '2' enter");
    assert_eq!(
        names(&driver),
        [Some("whole2".into()), Some("whole2".into())]
    );
    keys(&mut driver, "d y");
    assert_eq!(names(&driver), [None, None]);
    assert!(driver.app.cx.matches().all(|s| s.changed));
}

#[test]
fn a_puzzle_is_saved_rather_than_the_match_set_aside() {
    let (folder, store) = stored();
    let mut driver = drive(table(begin(80, 24), "nim:3,5,7", HUMANS), Some(store));
    keys(&mut driver, "m '1-1' enter esc p down down down enter");
    let puzzle = on_table(&driver).game().start().id();
    walk_on(&mut driver, &[("s enter", "?~hexagram-star-1.json")]);
    assert_eq!(saved(&folder, "hexagram-star-1").start().id(), puzzle);
    let own = driver.app.cx.own_match().unwrap();
    assert!(own.changed && own.file.is_none());
}

#[test]
fn a_match_is_saved_from_its_review() {
    let (folder, store) = stored();
    let mut driver = drive(table(begin(80, 24), "nim:3,5,7", HUMANS), Some(store));
    walk_on(
        &mut driver,
        &[
            ("m '1-1' enter a s", "nim-1"),
            ("enter", "@review"),
            ("", "?~nim-1.json"),
        ],
    );
    assert_eq!(line_of(&saved(&folder, "nim-1")), "1-1");
    assert!(!on_table(&driver).changed);
}

#[test]
fn a_suggested_name_is_that_of_the_game() {
    for (id, name) in [
        ("row:OOOOO", "kayles-1"),
        ("misere nim:3", "nim-1"),
        ("bash/3:21", "bachets-game-1"),
        ("own/grundy:9", "grundys-game-1"),
    ] {
        let (_folder, store) = stored();
        assert_eq!(store.suggest(&Match::between(open(id), HUMANS)), name);
    }
}

#[test]
fn a_name_that_will_not_do_is_told() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("s 'a/b' enter");
    let wrong = StoreError::Name("a/b".to_owned(), "it has a slash");
    m.answer(Lane::Write, Ok::<_, String>(Err::<PathBuf, _>(wrong)));
    let naming = m.app.find::<SavingDialog>().unwrap();
    assert!(naming.problem.as_ref().unwrap().contains("slash") && !naming.exists);
}

#[test]
fn saved_games_open_and_broken_ones_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    fs::write(folder.path().join("a.json"), "{").unwrap();
    fs::write(folder.path().join("b.txt"), "star:2088").unwrap();
    let illegal = r#"{"start": "star:8191", "moves": ["7+9"], "saved": "2026-11-19T21:28:00Z"}"#;
    fs::write(folder.path().join("c.json"), illegal).unwrap();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store));
    walk_on(&mut driver, &[("o s end", " ! damaged"), ("", "move 1:")]);
    walk_on(
        &mut driver,
        &[("up down home enter", "?~a.json"), ("", "@open")],
    );
    walk_on(&mut driver, &[("down enter", "@table"), ("", "=star:2088")]);
}

#[test]
fn a_match_that_was_saved_is_not_asked_about_when_it_is_continued() {
    let (_folder, store) = stored();
    let home = || drive(App::at_home(begin(80, 24)), Some(store.clone()));
    walk_on(&mut home(), &[("r", "Nothing to continue")]);
    let mut driver = drive(
        table(begin(80, 24), "star:8191", HUMANS),
        Some(store.clone()),
    );
    keys(&mut driver, "m '0' enter s enter q");
    assert!(!driver.running);
    let mut driver = home();
    keys(&mut driver, "r");
    assert!(!on_table(&driver).changed);
    assert_eq!(on_table(&driver).name().as_deref(), Some("hexagram-star-1"));
    keys(&mut driver, "m '1' enter q");
    assert!(!driver.running);
    let mut driver = home();
    walk_on(&mut driver, &[("r", "#2")]);
    assert!(on_table(&driver).changed);
}

#[test]
fn every_change_of_the_name_asks_anew() {
    let changes: [&dyn Fn(&mut Machine); 3] =
        [&|m| m.keys("'b'"), &|m| m.keys("backspace"), &|m| {
            m.send(Event::Paste("b".to_owned()))
        }];
    let wrongs: [fn(PathBuf) -> StoreError; 2] = [StoreError::Exists, StoreError::Changed];
    for (wrong, change) in wrongs
        .into_iter()
        .flat_map(|wrong| changes.map(|change| (wrong, change)))
    {
        let mut m = Machine::at("star:8191", HUMANS);
        m.keys("s 'ab' enter");
        let wrong = Err::<PathBuf, _>(wrong("ab.json".into()));
        m.answer(Lane::Write, Ok::<_, String>(wrong));
        assert!(m.page::<SavingDialog>().exists);
        change(&mut m);
        assert!(!m.page::<SavingDialog>().exists);
    }
}

fn three() -> (tempfile::TempDir, Store, Driver<TestBackend>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    let save = |name: &str, id: &str, day: u8| {
        let text =
            format!(r#"{{"start": "{id}", "moves": [], "saved": "2026-11-{day:02}T10:00:00Z"}}"#);
        fs::write(folder.path().join(name), text).unwrap();
    };
    save("zebra.json", "nim:3,5,7", 3);
    save("apple.json", "star:8191", 2);
    save("mango.json", "chomp:2x3", 1);
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store.clone()));
    keys(&mut driver, "o");
    (folder, store, driver)
}

fn listed(driver: &Driver<TestBackend>) -> Vec<String> {
    let page = driver.app.find::<OpenPage>().unwrap();
    page.saves().iter().map(|save| save.name.clone()).collect()
}

#[test]
fn saved_games_are_sorted_and_filtered() {
    let (_folder, _store, mut driver) = three();
    let after = |driver: &mut Driver<TestBackend>, pressed: &str| {
        keys(driver, pressed);
        listed(driver)
    };
    assert_eq!(after(&mut driver, ""), ["zebra", "apple", "mango"]);
    assert!(screen(&driver).contains("by date"));
    insta::assert_snapshot!("open_by_date_80x24", screen(&driver));
    assert_eq!(after(&mut driver, "down s"), ["apple", "mango", "zebra"]);
    let page = driver.app.find::<OpenPage>().unwrap();
    assert_eq!(page.saves()[page.cursor.at].name, "apple");
    // The saved games are now sorted by game: Chomp, Hexagram star, Nim.
    assert_eq!(after(&mut driver, "s"), ["mango", "apple", "zebra"]);
    assert_eq!(after(&mut driver, "/ 'NIM'"), ["zebra"]);
    insta::assert_snapshot!("open_filter_80x24", screen(&driver));
    let all = ["mango", "apple", "zebra"];
    assert_eq!(
        after(&mut driver, "backspace backspace backspace 'a' tab"),
        all
    );
    assert_eq!(after(&mut driver, "/ 'pp' tab"), ["apple"]);
    assert!(
        screen(&driver).contains("filter: app (esc ends it)"),
        "{}",
        screen(&driver)
    );
    assert_eq!(after(&mut driver, "esc"), all);
    assert_eq!(after(&mut driver, "/ 'nothing' enter tab d r esc"), all);
    walk_on(&mut driver, &[("/ 'apple' enter", "@table")]);
}

#[test]
fn the_list_of_saved_games_writes_names_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    let people = r#"[{"kind": "human", "name": "ann"}, {"kind": "human"}]"#;
    for (name, moves, outcome) in [("won", r#""1-1""#, "ann won"), ("begun", "", "Unfinished")] {
        let text = format!(r#"{{"start": "nim:1", "moves": [{moves}], "players": {people}}}"#);
        fs::write(folder.path().join(format!("{name}.json")), text).unwrap();
        let mut driver = drive(App::at_home(begin(80, 24)), Some(store.clone()));
        keys(&mut driver, &format!("o / '{name}' tab"));
        let page = screen(&driver);
        assert!(page.contains(&format!("  {outcome}, ")), "{page}");
    }
}

#[test]
fn saved_games_get_other_names_and_nothing_is_replaced() {
    let (folder, _store, mut driver) = three();
    keys(&mut driver, "enter");
    assert!(driver.app.cx.on_table.is_some());
    walk_on(
        &mut driver,
        &[("o r ctrl-u 'apple' enter", "is there already")],
    );
    insta::assert_snapshot!("open_rename_80x24", {
        keys(&mut driver, "'2'");
        screen(&driver)
    });
    keys(&mut driver, "enter");
    assert_eq!(listed(&driver), ["apple2", "apple", "mango"]);
    assert!(
        folder.path().join("apple2.json").exists() && !folder.path().join("zebra.json").exists()
    );
    let file = on_table(&driver).file.clone().unwrap();
    assert!(file.ends_with("apple2.json"));
    keys(&mut driver, "r 'x' esc");
    assert_eq!(listed(&driver), ["apple2", "apple", "mango"]);
    walk_on(
        &mut driver,
        &[("r ctrl-u '../out' enter", "cannot be a file name")],
    );
}

#[test]
fn saved_games_are_deleted_when_that_is_confirmed() {
    let (folder, _store, mut driver) = three();
    keys(&mut driver, "d esc");
    assert_eq!(listed(&driver).len(), 3);
    walk_on(
        &mut driver,
        &[("d", "Delete the file of zebra"), ("y", "@open")],
    );
    assert_eq!(listed(&driver), ["apple", "mango"]);
    assert!(!folder.path().join("zebra.json").exists());
    fs::remove_file(folder.path().join("apple.json")).unwrap();
    walk_on(&mut driver, &[("d y", "cannot be deleted")]);
}

#[test]
fn three_rows_are_enough_to_draw_a_saved_game() {
    for (height, is_drawn) in [(14, false), (15, true)] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().to_path_buf(), None);
        let text = r#"{"start": "nim:3,5,7", "moves": ["1-1"], "saved": "2026-11-03T10:00:00Z"}"#;
        fs::write(folder.path().join("zebra.json"), text).unwrap();
        let mut driver = drive(App::at_home(begin(100, height)), Some(store));
        keys(&mut driver, "o");
        let shown = screen(&driver);
        assert_eq!(shown.contains("● ● •"), is_drawn, "{shown}");
    }
}

#[test]
fn a_last_match_that_cannot_be_read_is_reported() {
    let (_folder, store) = stored();
    store.remember("continue.json", "{\"format\": 1}").unwrap();
    let driver = drive(App::at_home(begin(80, 24)), Some(store));
    let notice = driver.app.cx.notice.as_ref().unwrap();
    let fault = "The last match cannot be continued: ";
    assert!(notice.wrong && notice.text.starts_with(fault), "{notice:?}");
    assert!(notice.text.contains("continue.json"), "{notice:?}");
}
