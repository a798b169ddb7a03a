use super::harness::*;
use nimatron_core::rules::SketchParts;

fn editor(m: &Machine) -> &EditorPage {
    m.page()
}

fn editing(id: &str) -> Machine {
    let mut m = Machine::at(id, HUMANS);
    m.keys("e");
    m
}

fn click(m: &mut Machine, site: Site) {
    m.click_on(Message::Site(site));
}

#[test]
fn every_game_can_be_put_together_and_its_text_reads_back() {
    for entry in CATALOGUE.iter() {
        let presets = entry.setup.presets.iter().map(|p| p.1);
        for id in presets.chain([entry.info.example]) {
            let position = open(id);
            let whole = position.part_id();
            let state = whole.split_once(':').unwrap().1;
            let sketch = position.sketch(state).unwrap();
            assert!(
                !matches!(sketch.parts, SketchParts::Typed(_)),
                "{id}: nothing of it can be changed"
            );
            let again = position
                .with_state(nimatron_core::rules::Text::new(&sketch.parts.text()))
                .unwrap();
            assert_eq!(again.id(), position.id(), "{id}");
        }
    }
}

#[test]
fn every_place_of_every_board_can_be_changed() {
    let library = Library::default();
    for entry in CATALOGUE.iter() {
        let mut state = EditorPage::new(open(entry.info.example), HUMANS);
        let size = crate::draw::Size {
            width: 76,
            height: 22,
        };
        let drawing =
            crate::draw::draw(&state.scene, size, &Default::default(), Default::default());
        assert!(!drawing.hits.is_empty(), "{}", entry.info.id);
        let queen = Site::new(5, 7);
        for hit in drawing.hits {
            let before = state.id();
            state.press(hit.site, &library);
            let same = entry.info.id == "queen" && hit.site == queen;
            assert!(
                same || state.id() != before,
                "{before}: {:?} changes nothing",
                hit.site
            );
            assert!(same || state.undo(&library));
            assert_eq!(state.id(), before);
        }
        for line in 0..state.list().len() {
            for up in [true, false, false] {
                state.step(line, up, &library);
            }
        }
    }
}

#[test]
fn a_position_is_put_together_by_clicks_and_played_from() {
    let mut m = editing("star:1664");
    click(&mut m, Site::new(0, 3));
    click(&mut m, Site::new(0, 7));
    assert_eq!(editor(&m).id(), "star:1544");
    assert!(matches!(editor(&m).proved, Some(Ok(_))));
    m.walk(&[
        ("", "=star:1664"),
        ("esc", "@table"),
        ("", "=star:1664"),
        ("e", "@editor"),
    ]);
    click(&mut m, Site::new(0, 0));
    m.walk(&[("w enter", "@table"), ("", "=normal star:1665")]);
}

#[test]
fn what_is_no_position_says_why_and_is_not_played() {
    let mut m = editing("strip:1000");
    click(&mut m, Site::new(1, 1));
    assert!(editor(&m).position.is_err());
    m.walk(&[
        ("", "%strip:1100"),
        ("enter", "@editor"),
        ("", "?~no position"),
        ("u enter", "@table"),
        ("", "=strip:1000"),
    ]);

    let mut m = editing("tictactoe:.........");
    click(&mut m, Site::new(0, 4));
    click(&mut m, Site::new(0, 4));
    assert_eq!(editor(&m).id(), "tictactoe:....O....");
    assert!(editor(&m).position.is_err());
    click(&mut m, Site::new(0, 0));
    assert!(editor(&m).position.is_ok());
}

#[test]
fn numbers_are_typed_and_stepped_and_piles_come_and_go() {
    let mut m = editing("nim:3,5");
    m.walk(&[
        ("1 2 tab + tab +", "%nim:12,6,1"),
        ("- - tab 0", "%nim:0"),
        ("u enter", "=nim:12"),
    ]);
    let mut m = editing("nim:3,4 + row:OO.O + strip:0100");
    click(&mut m, Site::new(0, 2).in_part(1));
    click(&mut m, Site::new(2, 0).in_part(2));
    click(&mut m, Site::new(1, 2));
    m.walk(&[
        ("", "%nim:3,1 + row:OOOO + strip:2100"),
        ("w", "%misere nim:3,1 + row:OOOO + strip:2100"),
    ]);
}

#[test]
fn the_editor_opens_from_the_form_and_goes_back_to_it() {
    let mut m = Machine::new(App::at_home(begin(80, 24)));
    m.walk(&[
        ("enter", "@setup"),
        ("e", "@editor"),
        ("esc", "@setup"),
        ("e space enter", "@table"),
    ]);
    assert_ne!(m.id(), "star:8191");
}

#[test]
fn the_list_takes_clicks() {
    let mut m = editing("nim:3,5");
    for (line, up, id) in [
        (1, true, "nim:3,6"),
        (0, false, "nim:2,6"),
        (2, true, "nim:2,6,1"),
    ] {
        m.click_on(Message::Turn(line, up));
        assert_eq!(editor(&m).id(), id);
    }
    m.click_on(Message::Item(0));
    assert_eq!(editor(&m).line, 0);
}

#[test]
fn an_id_is_pasted_and_nonsense_is_refused() {
    let mut m = editing("nim:3,5");
    m.send(Event::Paste("chomp:3x4".to_owned()));
    assert_eq!(editor(&m).id(), "chomp:3x4");
    click(&mut m, Site::new(1, 1));
    assert_eq!(editor(&m).id(), "chomp:4,1,1");
    m.send(Event::Paste("chomp".to_owned()));
    m.walk(&[("", "?~colon"), ("", "%chomp:4,1,1")]);
}

#[test]
fn keys_at_random_break_nothing() {
    let names = [
        "up",
        "down",
        "left",
        "right",
        "space",
        "+",
        "-",
        "tab",
        "7",
        "backspace",
        "u",
        "w",
    ];
    for (i, entry) in CATALOGUE.iter().enumerate() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        m.hold = true;
        m.keys("e");
        let mut seed = i as u64 + 1;
        for _ in 0..300 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            m.send(press(names[(seed >> 33) as usize % names.len()]));
            assert_eq!(place(&m), "editor");
            if editor(&m).position.is_ok() {
                assert!(
                    games::open(&editor(&m).id(), &Library::default()).is_ok(),
                    "{}",
                    editor(&m).id()
                );
            }
        }
    }
}

#[test]
fn nothing_is_taken_back_where_nothing_was_changed() {
    editing("nim:3,5").walk(&[
        ("u", "?Nothing was changed."),
        ("", "@editor"),
        ("", "%nim:3,5"),
    ]);
}

#[test]
fn a_long_list_leaves_half_of_the_side_to_the_words() {
    let m = editing(&format!("nim:{}", ["1"; 15].join(",")));
    let screen = shown(&m);
    let rows = |text: &str| screen.lines().filter(|line| line.contains(text)).count();
    assert!(rows("[+]") > 5 && screen.contains("wins"), "{screen}");
}
