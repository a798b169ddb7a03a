//! How the pages lead to each other, and what keys count where.

use ratatui::crossterm::event::{
    Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::harness::*;

#[test]
fn only_keys_that_go_down_count() {
    let key = |kind| Raw::Key(KeyEvent::new_with_kind(KeyCode::Char('u'), KeyModifiers::NONE, kind));
    assert!(Event::from_terminal(key(KeyEventKind::Press)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Repeat)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Release)).is_none());
    let modifiers = KeyModifiers::NONE;
    let mouse = |kind| Event::from_terminal(Raw::Mouse(MouseEvent { kind, column: 3, row: 4, modifiers }));
    assert!(matches!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Event::Click(3, 4))));
    assert!(mouse(MouseEventKind::Up(MouseButton::Left)).is_none());
    assert!(mouse(MouseEventKind::Moved).is_none());
}

#[test]
fn the_pages_lead_to_each_other_and_back() {
    let mut m = home();
    let walk = "? help esc home enter setup ? help ? help ? setup enter table ? help enter table o open esc table \
                m text esc table o open esc table n setup esc table esc home enter setup esc home r table esc home \
                esc table X question esc table";
    let steps: Vec<&str> = walk.split_whitespace().collect();
    for (i, step) in steps.chunks(2).enumerate() {
        m.keys(step[0]);
        assert_eq!(place(&m), step[1], "step {i}: {}", step[0]);
    }
}

#[test]
fn escape_never_loses_the_match() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter esc esc esc esc esc");
    m.keys("esc esc");
    m.keys("r");
    assert_eq!((place(&m), m.moves().as_str()), ("table", "0"));
    assert!(m.on_table().analysis().is_some());
}

#[test]
fn another_position_takes_the_place_of_a_match_only_after_asking() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m 'nim:3,4' enter");
    assert_eq!(m.id(), "nim:3,4");
    m.keys("m '1-3' enter e tab + enter");
    assert_eq!((place(&m), m.id().as_str()), ("question", "nim:0,4"));
    m.keys("esc esc");
    assert_eq!(m.id(), "nim:0,4");
    m.send(Event::Paste(" star:1664\n".to_owned()));
    assert_eq!(place(&m), "text");
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
fn too_small_a_terminal_only_lets_go() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.send(Event::Resize(30, 10));
    m.keys("enter m space");
    assert_eq!((place(&m), m.moves().as_str()), ("table", ""));
    m.send(press("q"));
    assert!(m.done().contains("Quit"));
    m.send(Event::Resize(80, 24));
    m.keys("enter");
    assert_eq!(m.on_table().game.moves().len(), 1);
    // The same while something is being typed.
    m.keys("m '1'");
    m.send(Event::Resize(30, 10));
    m.send(Event::Paste("2".to_owned()));
    m.keys("x");
    let typing = m.app.find::<TypingDialog>().unwrap();
    assert_eq!(typing.input.value(), "1");
    m.keys("q");
    assert!(m.done().contains("Quit"));
}
