use super::harness::*;

fn form(m: &Machine) -> &SetupPage {
    m.page()
}

#[test]
fn a_game_is_set_up_and_begun_with_the_mouse_alone() {
    for (width, height) in [(80, 24), (120, 40), (50, 30)] {
        let mut m = Machine::new(App::at_home(begin(width, height)));
        while !shown(&m).contains(" Nim ") {
            m.send(Event::Wheel(1));
        }
        m.click(" Nim ");
        assert_eq!(
            (place(&m), m.page::<HomePage>().selected().id),
            ("home", "nim")
        );
        m.click("▸ Nim");
        // The first click selects a row, and the next click changes its value. A click on the name changes nothing.
        let [normal, misere] = [Convention::Normal, Convention::Misere];
        for (text, convention) in [
            ("Convention", normal),
            ("Convention", normal),
            ("normal", misere),
        ] {
            m.click(text);
            assert_eq!(
                (form(&m).at, form(&m).convention),
                (SetupRow::Convention, Some(convention))
            );
        }
        m.click("Position");
        let source = form(&m).source;
        // Find the arrow after the value, not the mark before the row.
        let (x, y) = m.find("◂");
        let behind = m.lines()[usize::from(y)]
            .iter()
            .rposition(|c| *c == '▸')
            .unwrap() as u16;
        assert!(behind > x);
        m.send(Event::Click(behind, y));
        assert_ne!(form(&m).source, source);
        m.click("◂");
        assert_eq!(form(&m).source, source);
        m.click("◂");
        assert_eq!(form(&m).source, PositionSource::Typed);
        m.click("computer, ");
        m.click("◂");
        assert_eq!(form(&m).kinds, HUMANS);
        m.click(" Play ");
        assert_eq!(form(&m).at, SetupRow::Play);
        m.click(" Play ");
        assert_eq!(
            (place(&m), m.on_table().game().position().convention()),
            ("table", Some(Convention::Misere))
        );
    }
}

#[test]
fn another_random_position_is_asked_for_with_the_mouse() {
    let mut m = Machine::new(App::at_home(begin(80, 24)));
    m.keys("enter home left left left");
    m.hold = true;
    m.done();
    m.walk(&[("[space finds another]", "$Solve")]);
    m.send(Event::Wheel(1));
    assert_eq!(form(&m).at, SetupRow::Field(0));
}

#[test]
fn saved_games_are_selected_and_opened_with_the_mouse() {
    let folder = tempfile::tempdir().unwrap();
    for i in 1..=30 {
        let saved = format!("2026-11-20T21:28:{:02}Z", 60 - i);
        let text =
            format!(r#"{{"start": "star:8191", "moves": ["7+10", "3"], "saved": "{saved}"}}"#);
        std::fs::write(
            folder
                .path()
                .join(format!("triangle-war-sample-{i:02}.json")),
            text,
        )
        .unwrap();
    }
    let mut m = Machine::new(App::at_home(begin(80, 24)));
    m.disk = Disk::new(Some(Store::at(folder.path().to_path_buf(), None)), None);
    m.keys("o");
    assert!(m.run_last(Lane::Read));
    m.done();
    let at = |m: &Machine| m.page::<OpenPage>().cursor.at;
    let (x, y) = m.find("triangle-war-sample-03 ");
    m.send(Event::Click(x, y));
    assert_eq!((at(&m), m.done().as_str()), (2, ""));
    m.send(Event::Click(x, y));
    assert_eq!(m.done(), "Read");
    m.keys("end");
    // After scrolling, the first visible line is not the first line of the list.
    m.send(Event::Click(5, 2));
    assert_eq!(at(&m), 11);
    m.send(Event::Wheel(-1));
    assert_eq!(at(&m), 10);
    m.send(Event::Click(5, 22));
    m.send(Event::Click(60, 5));
    assert_eq!((at(&m), m.done().as_str()), (10, ""));
}

#[test]
fn the_selected_saved_game_is_shown_with_its_board() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"start": "nim:3,4", "moves": ["1-3", "2-4"], "cursor": 1, "saved": "2026-11-20T21:28:00Z",
                   "players": [{"kind": "human"}, {"kind": "computer", "level": "strong"}]}"#;
    std::fs::write(folder.path().join("a.json"), text).unwrap();
    std::fs::write(
        folder.path().join("b.json"),
        text.replace(r#""cursor": 1,"#, ""),
    )
    .unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    for (width, height) in [(80, 24), (120, 40), (50, 30)] {
        let mut driver = drive(App::at_home(begin(width, height)), Some(store.clone()));
        keys(&mut driver, "o");
        let page = screen(&driver);
        assert!(
            page.contains("Nim, 2026-11-20 21:28") && page.contains("2 moves, at move 1"),
            "{page}"
        );
        if width >= 72 {
            assert!(
                page.contains("20 Nov") && page.contains("Unfinished against strong,"),
                "{page}"
            );
        }
        keys(&mut driver, "down");
        let page = screen(&driver);
        assert!(page.contains("Lost against strong, 2"), "{page}");
    }
}

#[test]
fn questions_are_answered_with_the_mouse() {
    for (width, height) in [(80, 24), (120, 40), (40, 12)] {
        let ask = || {
            let mut m = Machine::at("star:8191", HUMANS);
            m.send(Event::Resize(width, height));
            m.app.cx.warned = true;
            m.keys("m '0' enter q");
            m.done();
            m
        };
        ask().walk(&[("[stay]", "@table"), ("", "$")]);
        let mut m = ask();
        // Clicks in column 1, outside the answers, have no effect.
        for y in 0..height {
            m.send(Event::Click(1, y));
        }
        m.walk(&[
            ("", "@question"),
            ("", "$"),
            ("[save first]", "Save the match"),
        ]);
        ask().walk(&[("[y quit]", "$Quit")]);
    }
}

#[test]
fn a_move_is_chosen_from_a_list_with_the_mouse() {
    for (width, height) in [(80, 24), (40, 12)] {
        let mut m = Machine::at("star:1664", HUMANS);
        m.send(Event::Resize(width, height));
        let list = m.on_table().game().position().choices(&[], 9).list;
        let position = m.on_table().game().position().boxed_clone();
        let m_words = |text: &str| {
            position
                .move_words(text)
                .chars()
                .take(12)
                .collect::<String>()
        };
        which(&mut m.app, list.clone());
        m.keys("esc");
        assert!(!m.app.front().is_dialog() && m.moves().is_empty());
        which(&mut m.app, list.clone());
        let mark = |at: usize| format!("▸ {}", m_words(&list[at].text));
        let (x, y) = m.find(&mark(0));
        m.send(Event::Click(x + 2, y + 1));
        assert!(m.moves().is_empty());
        assert_eq!(m.find(&mark(1)), (x, y + 1));
        m.send(Event::Click(x + 2, y + 1));
        assert_eq!(m.moves(), list[1].text);
        assert!(!m.app.front().is_dialog());
    }
}

#[test]
fn the_keys_in_the_bar_can_be_clicked() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.walk(&[
        ("[help]", "@help"),
        ("[back]", "@table"),
        ("[enter take]", "#1"),
        ("[undo]", "#0"),
    ]);
    // In a row with text, a letter key types the letter, but a click on a label in the key bar performs the command.
    m.keys("n home left down");
    assert_eq!(form(&m).at, SetupRow::Id);
    let before = form(&m).id.value().to_owned();
    m.walk(&[("[help]", "@help"), ("[back]", "@setup")]);
    assert_eq!(form(&m).id.value(), before);
    m.app.cx.warned = true;
    m.app.cx.on_table.as_mut().unwrap().changed = true;
    m.walk(&[("[back]", "@table"), ("q", "@question")]);
    m.send(Event::Click(1, 12));
    m.walk(&[("", "@question"), ("esc y", "$~Copy(star:1664)")]);
}

#[test]
fn the_words_of_a_lesson_are_left_by_a_click() {
    home().walk(&[("L home enter g", "@question"), ("[back]", "@lesson")]);
}

#[test]
fn of_two_keys_in_the_bar_the_one_that_is_clicked_counts() {
    let mut m = Machine::at("nim:3,4", HUMANS);
    m.keys("?");
    let shown = |m: &Machine| shown(m);
    let first = shown(&m);
    m.click("pgdn page");
    assert_ne!(shown(&m), first);
    m.click("pgup pgdn page");
    assert_eq!(shown(&m), first);
}

#[test]
fn while_something_is_typed_the_bar_names_the_keys_that_end_it() {
    let mut m = home();
    m.keys(", down down down down down down down down enter 'Ada'");
    let bar: String = m.lines()[23].iter().collect();
    assert!(
        bar.contains("enter done ") && bar.contains(" esc leave it") && !bar.contains("save"),
        "{bar}"
    );
    m.click("enter done");
    assert_eq!(m.app.cx.settings.name(), "Ada");
    m.keys("enter 'x'");
    m.click("esc leave it");
    assert_eq!(m.app.cx.settings.name(), "Ada");
}
