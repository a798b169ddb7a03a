//! Tests saving, reading back, and the errors for unreadable files.

use super::*;
use crate::play::fixtures::{self, store};

fn game(id: &str) -> Match {
    fixtures::game(id, &[])
}

fn list(store: &Store) -> Vec<Save> {
    store.list(&Library::default(), &|| true).unwrap()
}

fn id_in(path: &Path) -> String {
    Store::load_while(path, &Library::default(), &|| true)
        .unwrap()
        .game
        .position()
        .id()
}

fn set_modified(path: &Path, at: SystemTime) {
    fs::File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(at)
        .unwrap();
}

#[test]
fn saved_games_are_listed_with_the_broken_ones() {
    let (_folder, store) = store();
    assert!(list(&store).is_empty());
    store.save(&game("star:1664"), "mine", false).unwrap();
    fs::write(store.saves().join("old.txt"), "# three rings\nstar:2088\n").unwrap();
    fs::write(store.saves().join("broken.json"), "{").unwrap();
    fs::write(store.saves().join("notes.md"), "not a game").unwrap();
    let list = list(&store);
    let mut names: Vec<&str> = list.iter().map(|s| s.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["broken", "mine", "old"]);
    for save in &list {
        match (save.name.as_str(), &save.summary) {
            ("mine", Ok(s)) => assert_eq!((s.id.as_str(), s.game), ("star:1664", "Hexagram star")),
            ("old", Ok(s)) => assert_eq!(s.id, "star:2088"),
            ("broken", Err(RecordError::Json(_))) => {}
            (name, other) => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn nothing_is_replaced_unless_asked_to() {
    let (_folder, store) = store();
    let path = store.save(&game("star:1"), "a", false).unwrap().path;
    assert!(matches!(
        store.save(&game("star:2"), "a", false),
        Err(StoreError::Exists(_))
    ));
    assert_eq!(id_in(&path), "star:1");
    store.save(&game("star:2"), "a.json", true).unwrap();
    assert_eq!(id_in(&path), "star:2");
    assert_eq!(fs::read_dir(store.saves()).unwrap().count(), 1);
}

#[test]
fn dates_outside_the_calendar_break_nothing() {
    let (_folder, store) = store();
    let path = store.save(&game("star:1"), "a", false).unwrap().path;
    for (name, saved) in [
        ("late.json", "9999-12-31T23:59:59-23:59"),
        ("early.json", "0000-01-01T00:00:00+23:59"),
    ] {
        let text = format!(r#"{{"start":"star:1","moves":[],"saved":"{saved}"}}"#);
        fs::write(store.saves().join(name), text).unwrap();
    }
    let far = SystemTime::UNIX_EPOCH + Duration::from_secs(300_000_000_000);
    let old = store.saves().join("old.txt");
    fs::write(&old, "star:1").unwrap();
    [&path, &old]
        .into_iter()
        .for_each(|path| set_modified(path, far));
    let list = list(&store);
    let broken: Vec<&str> = list
        .iter()
        .filter(|s| s.summary.is_err())
        .map(|s| s.name.as_str())
        .collect();
    assert_eq!((list.len(), broken.len()), (4, 2), "{broken:?}");
    assert!(broken.contains(&"late") && broken.contains(&"early"));
    // Test the conversion directly, because some file systems cannot store such times.
    assert_eq!(record::utc(date(far)), "9999-12-31T00:00:00Z");
    assert_eq!(
        record::utc(date(SystemTime::UNIX_EPOCH - Duration::from_secs(1))),
        "1970-01-01T00:00:00Z"
    );
}

#[test]
#[cfg(unix)]
fn links_stay_links_and_what_is_no_file_is_not_opened() {
    let (folder, store) = store();
    let library = Library::default();
    let real = folder.path().join("elsewhere.json");
    record::save(&game("star:1"), &real, true).unwrap();
    fs::create_dir_all(store.saves()).unwrap();
    let link = store.saves().join("a.json");
    std::os::unix::fs::symlink("../elsewhere.json", &link).unwrap();
    store.save(&game("star:2"), "a", true).unwrap();
    assert!(link.is_symlink());
    assert_eq!(id_in(&real), "star:2");
    // A pipe would block its reader forever.
    let pipe = store.saves().join("pipe.json");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    fs::create_dir(store.saves().join("folder.json")).unwrap();
    let list = list(&store);
    let fault = |name: &str| match &list.iter().find(|s| s.name == name).unwrap().summary {
        Err(RecordError::NotAFile) => true,
        other => panic!("{name}: {other:?}"),
    };
    assert!(fault("pipe") && fault("folder"));
    assert!(Store::load_while(&pipe, &library, &|| true).is_err());
}

#[test]
fn a_save_that_another_program_changed_is_not_replaced_unasked() {
    let (_folder, store) = store();
    let saved = store.save(&game("star:1"), "a", false).unwrap();
    let other = Store::at(store.saves().to_path_buf(), None);
    other.save(&game("star:2"), "a", true).unwrap();
    let again = Store::save_over(&game("star:3"), saved.path.clone(), Some(saved.seen));
    assert!(matches!(again, Err(StoreError::Changed(_))), "{again:?}");
    let loaded = Store::load_while(&saved.path, &Library::default(), &|| true).unwrap();
    assert_eq!(loaded.game.position().id(), "star:2");
    let saved = Store::save_over(&game("star:3"), saved.path, loaded.seen).unwrap();
    fs::write(&saved.path, b"no text: \xff").unwrap();
    let again = Store::save_over(&game("star:3"), saved.path.clone(), Some(saved.seen));
    assert!(matches!(again, Err(StoreError::Changed(_))), "{again:?}");
    fs::remove_file(&saved.path).unwrap();
    Store::save_over(&game("star:3"), saved.path, Some(saved.seen)).unwrap();
}

#[test]
fn what_killed_saves_left_is_removed_after_an_hour() {
    let (_folder, store) = store();
    store.save(&game("star:1"), "a", false).unwrap();
    let old = store.saves().join(".nimatron-old");
    let new = store.saves().join(".nimatron-new");
    fs::write(&old, "").unwrap();
    fs::write(&new, "").unwrap();
    set_modified(&old, SystemTime::now() - Duration::from_secs(7200));
    store.save(&game("star:1"), "b", false).unwrap();
    assert!(!old.exists() && new.exists());
}

#[test]
fn a_list_does_not_replay_a_game_for_long() {
    let (_folder, store) = store();
    fs::create_dir_all(store.saves()).unwrap();
    let piles = vec!["9"; 100_000].join(",");
    let moves: Vec<String> = (1..=4000).map(|pile| format!("\"{pile}-1\"")).collect();
    let text = format!(r#"{{"start":"nim:{piles}","moves":[{}]}}"#, moves.join(","));
    let path = store.saves().join("long.json");
    fs::write(&path, text).unwrap();
    let list = list(&store);
    let summary = list[0].summary.as_ref().unwrap();
    assert_eq!((summary.moves, summary.cursor), (4000, 4000));
    // The summary omits the position at which the replay stopped.
    assert!(summary.id.is_empty() && summary.last.is_empty() && summary.result.is_none());
    let stopped = Store::load_while(&path, &Library::default(), &|| false);
    assert!(stopped.is_err());
}

#[test]
fn names_stay_inside_the_folder_and_are_fit_for_every_system() {
    let (_folder, store) = store();
    let long = "x".repeat(101);
    let bad = [
        "", " ", ".", "..", "../x", "a/b", "a\\b", "c:x", "nul", "COM1", "lpt9.old", "a\nb", "a.",
        &long,
    ];
    for name in bad {
        assert!(
            matches!(store.path_of(name), Err(StoreError::Name(..))),
            "{name:?}"
        );
    }
    for name in ["a", "Mein Spiel 3", "ß-é", "communism", "a.b"] {
        assert_eq!(
            store.path_of(name).unwrap(),
            store.saves().join(format!("{name}.json"))
        );
    }
    assert_eq!(store.suggest(&game("star:1")), "hexagram-star-1");
    store
        .save(&game("star:1"), "hexagram-star-1", false)
        .unwrap();
    assert_eq!(store.suggest(&game("star:1")), "hexagram-star-2");
}

#[test]
fn the_last_match_is_kept() {
    let (_folder, store) = store();
    let library = Library::default();
    assert!(matches!(
        store.last(&library),
        Err(StoreError::NothingToContinue)
    ));
    let mut game = game("star:1664");
    game.play("7").unwrap();
    store.keep(Draft::new(&game)).unwrap();
    assert_eq!(
        store.last(&library).unwrap().game.position().id(),
        "star:1536"
    );
    assert_eq!(store.recall("lesson"), None);
    store.remember("lesson", "done").unwrap();
    assert_eq!(store.recall("lesson").as_deref(), Some("done"));
    let homeless = Store::at(store.saves().to_path_buf(), None);
    homeless.keep(Draft::new(&game)).unwrap();
    assert!(matches!(
        homeless.last(&library),
        Err(StoreError::NothingToContinue)
    ));
}

/// Returns the names in a store's list. A `*` follows the names of unsaved matches.
fn names(store: &Store) -> Vec<String> {
    let name = |save: Save| {
        if save.is_played {
            save.name + "*"
        } else {
            save.name
        }
    };
    let mut all: Vec<String> = list(store).into_iter().map(name).collect();
    all.sort();
    all
}

fn played(store: &Store, id: &str) -> Match {
    let mut game = game(id);
    let first = game.position().first_moves(1).remove(0).text;
    game.play(&first).unwrap();
    store.keep(Draft::new(&game)).unwrap();
    game
}

#[test]
fn the_last_matches_are_there_until_they_are_saved() {
    let (_folder, store) = store();
    let mut first = played(&store, "misere nim:3");
    // Taking back the move and playing another does not start a new match.
    first.jump(0);
    first.play("1-2").unwrap();
    store.keep(Draft::new(&first)).unwrap();
    assert_eq!(names(&store), ["continue*"]);
    let second = played(&store, "nim:3 + row:O");
    played(&store, "nim:5");
    assert_eq!(names(&store), ["continue*", "nim-1*", "nim-2*"]);
    // A match that was saved to another file or renamed is still listed only once.
    store.save(&first, "mine", false).unwrap();
    assert_eq!(names(&store), ["continue*", "mine", "nim-2*"]);
    let path = store.played().unwrap().join("nim-2.json");
    assert!(matches!(
        store.rename(&path, "mine"),
        Err(StoreError::Exists(_))
    ));
    let too = store.saves().join("too.json");
    assert_eq!(store.rename(&path, "too").unwrap(), too);
    assert_eq!(names(&store), ["continue*", "mine", "too"]);
    assert_eq!(id_in(&too), second.position().id());
    // A damaged match is set aside too.
    fs::write(store.state.as_ref().unwrap().join(CONTINUE), b"\xff\xfe").unwrap();
    played(&store, "nim:9");
    assert_eq!(
        fs::read(store.played().unwrap().join("damaged-1.json")).unwrap(),
        b"\xff\xfe"
    );
    for heap in 100..100 + MOST_PLAYED + 5 {
        played(&store, &format!("nim:{heap}"));
    }
    assert_eq!(
        fs::read_dir(store.played().unwrap()).unwrap().count(),
        MOST_PLAYED
    );
}

#[test]
fn one_match_in_several_sittings_and_two_programs_are_no_more_than_there_are() {
    let (_folder, store) = store();
    let state = store.state.clone();
    let saves = store.saves().to_path_buf();
    // Each store simulates a new run of the program.
    let begun = || Store::at(saves.clone(), state.clone());
    played(&store, "nim:30");
    for _ in 0..3 {
        let mut game = begun().last(&Library::default()).unwrap().game;
        game.play("1-1").unwrap();
        begun().keep(Draft::new(&game)).unwrap();
    }
    assert_eq!(names(&store), ["continue*"]);
    // If another program stores a match in between, neither match is lost.
    let one = begun();
    let other = begun();
    let mut mine = played(&one, "nim:50");
    played(&other, "row:OOOO");
    mine.play("1-2").unwrap();
    one.keep(Draft::new(&mine)).unwrap();
    assert_eq!(
        names(&store),
        ["continue*", "kayles-1*", "nim-1*", "nim-2*"]
    );
    let file = store.save(&mine, "mine", false).unwrap().path;
    store.remember(FILE, &file.display().to_string()).unwrap();
    played(&begun(), "nim:7");
    assert!(
        !names(&store).contains(&"nim-3*".to_owned()),
        "{:?}",
        names(&store)
    );
}

#[test]
fn a_match_that_cannot_make_way_is_not_written_over() {
    let (_folder, store) = store();
    played(&store, "nim:30");
    fs::write(store.played().unwrap(), "").unwrap();
    let mut game = game("nim:9");
    for _ in 0..2 {
        game.play("1-1").unwrap();
        assert!(store.keep(Draft::new(&game)).is_err());
    }
    assert_eq!(
        store
            .last(&Library::default())
            .unwrap()
            .game
            .position()
            .id(),
        "nim:29"
    );
}

#[test]
fn a_checkout_is_this_project_with_saves() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("saves")).unwrap();
    assert!(!is_checkout(folder.path()));
    fs::write(
        folder.path().join("Cargo.toml"),
        "[package]\nname = \"another\"\n",
    )
    .unwrap();
    assert!(!is_checkout(folder.path()));
    fs::write(
        folder.path().join("Cargo.toml"),
        "[package]\nname = \"nimatron\"\n",
    )
    .unwrap();
    assert!(is_checkout(folder.path()));
    // A folder inside a checkout is not a checkout itself.
    fs::create_dir_all(folder.path().join("src/saves")).unwrap();
    assert!(!is_checkout(&folder.path().join("src")));
}

#[test]
fn a_saved_game_gets_another_name_and_replaces_nothing() {
    let (_folder, store) = store();
    let a = store.save(&game("star:1"), "a", false).unwrap().path;
    let b = store.save(&game("star:2"), "b", false).unwrap().path;
    assert!(matches!(store.rename(&a, "b"), Err(StoreError::Exists(_))));
    assert!(matches!(
        store.rename(&a, "../c"),
        Err(StoreError::Name(..))
    ));
    assert_eq!(store.rename(&a, "a.json").unwrap(), a);
    let c = store.rename(&a, " c ").unwrap();
    assert!(!a.exists() && c.ends_with("c.json") && b.exists());
    assert_eq!(id_in(&c), "star:1");
    assert!(matches!(store.rename(&a, "d"), Err(StoreError::Write(..))));
    Store::delete(&c).unwrap();
    assert!(matches!(Store::delete(&c), Err(StoreError::Delete(..))));
    assert_eq!(fs::read_dir(store.saves()).unwrap().count(), 1);
}
