//! Tests the navigation between pages, and which keys and clicks have an effect.

use ratatui::crossterm::event::{
    Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::harness::*;
use crate::tui::view::picture;

#[test]
fn a_command_chosen_by_name_closes_the_list_of_commands() {
    let mut m = Machine::at("nim:3,5", HUMANS);
    m.walk(&[
        (": 'every' enter", "@moves"),
        ("esc", "@table"),
        (": 'verdict' enter", "@table"),
    ]);
}

#[test]
fn a_command_that_is_refused_is_found_with_the_reason() {
    let mut m = Machine::at("nim:3,5", HUMANS);
    m.walk(&[
        (":", "!review what was played"),
        (
            "'turning'",
            "Nothing has been played yet: there is nothing to review.",
        ),
        ("enter", "?~there is nothing to review"),
        ("m '1-1' enter : 'turning' enter", "@review"),
    ]);
}

#[test]
fn only_keys_that_go_down_count() {
    let key = |kind| {
        Raw::Key(KeyEvent::new_with_kind(
            KeyCode::Char('u'),
            KeyModifiers::NONE,
            kind,
        ))
    };
    assert!(Event::from_terminal(key(KeyEventKind::Press)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Repeat)).is_some());
    assert!(Event::from_terminal(key(KeyEventKind::Release)).is_none());
    let modifiers = KeyModifiers::NONE;
    let mouse = |kind| {
        Event::from_terminal(Raw::Mouse(MouseEvent {
            kind,
            column: 3,
            row: 4,
            modifiers,
        }))
    };
    assert!(matches!(
        mouse(MouseEventKind::Down(MouseButton::Left)),
        Some(Event::Click(3, 4))
    ));
    assert!(mouse(MouseEventKind::Up(MouseButton::Left)).is_none());
    assert!(mouse(MouseEventKind::Moved).is_none());
}

#[test]
fn the_pages_lead_to_each_other_and_back() {
    let mut m = home();
    let walk = "? help esc home , settings esc home enter setup ? help ? help ? setup enter table ? help enter table o open esc table \
                m text esc table , settings , table o open esc table n setup esc table esc home enter setup esc home r table esc home \
                esc home r table X question y table X table";
    let steps: Vec<&str> = walk.split_whitespace().collect();
    for (i, step) in steps.chunks(2).enumerate() {
        m.keys(step[0]);
        assert_eq!(place(&m), step[1], "step {i}: {}", step[0]);
    }
}

#[test]
fn the_record_is_opened_from_the_table() {
    let mut m = Machine::at("nim:3,5", HUMANS);
    m.walk(&[("P", "@record"), ("esc", "@table"), ("", "=nim:3,5")]);
}

#[test]
fn every_key_of_the_table_does_something() {
    for &action in KeyContext::Table.key_lines().flat_map(|line| line.actions) {
        let does_something_after = |first: &&str| {
            let mut m = Machine::at("star:8191", HUMANS);
            m.keys(first);
            let before = picture(&m.app);
            m.done();
            m.keys(&m.app.cx.settings.keys().name(KeyContext::Table, action));
            picture(&m.app) != before || !m.effects.is_empty()
        };
        let starts = ["", "down", "m '0' enter", "m '0' enter home"];
        assert!(starts.iter().any(does_something_after), "{action:?}");
    }
}

#[test]
fn escape_never_loses_the_match() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter esc esc esc esc esc");
    m.walk(&[("esc esc", "@home"), ("r", "@table"), ("", ">0")]);
    assert!(m.on_table().analysis().is_some());
}

#[test]
fn another_position_takes_the_place_of_a_match_which_is_kept() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.walk(&[
        ("m 'nim:3,4' enter", "=nim:3,4"),
        ("m '1-3' enter e tab + enter", "?~before is kept"),
        ("", "#0"),
    ]);
    m.send(Event::Paste(" star:1664\n".to_owned()));
    m.walk(&[("", "@text"), ("enter", "@table"), ("", "=star:1664")]);
}

#[test]
fn too_small_a_terminal_only_lets_go() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.send(Event::Resize(30, 10));
    m.walk(&[("enter m space", "@table"), ("", ">"), ("q", "$~Quit")]);
    m.send(Event::Resize(80, 24));
    m.walk(&[("enter", "#1"), ("m '1'", "@text")]);
    m.send(Event::Resize(30, 10));
    m.send(Event::Paste("2".to_owned()));
    m.keys("x");
    let typing = m.app.find::<TypingDialog>().unwrap();
    assert_eq!(typing.input.value(), "1");
    m.walk(&[("q", "$~Quit")]);
}
