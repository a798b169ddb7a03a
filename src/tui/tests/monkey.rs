//! Anything may be pressed, clicked, pasted and resized at any time.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::harness::*;
use crate::play::store::StoreError;
use crate::tui::film;

const KEYS: &str = "hjkl    uUrvtmyson?ewRXcLxxfgfbq123456789+-:=,.nimstar";
const NAMES: [&str; 12] =
    ["enter", "enter", "esc", "up", "down", "left", "right", "home", "end", "backspace", "ctrl-u", "space"];
const PASTES: [&str; 6] = ["star:1664", "misere row:OO.OOO", "7+10", "\u{1b}[2J\n", "nim:", "ü𝄞\u{301}漢"];

fn event(rng: &mut StdRng) -> Event {
    match rng.random_range(0..20) {
        0 => Event::Resize(rng.random_range(1..130), rng.random_range(1..50)),
        1 | 2 => Event::Resize(80, 24),
        3..=5 => Event::Click(rng.random_range(0..90), rng.random_range(0..30)),
        6 => Event::Wheel(if rng.random() { 1 } else { -1 }),
        7 => Event::Paste(PASTES[rng.random_range(0..PASTES.len())].to_owned()),
        8..=12 => press(NAMES[rng.random_range(0..NAMES.len())]),
        _ => press(&KEYS.chars().nth(rng.random_range(0..KEYS.len())).unwrap().to_string()),
    }
}

/// What the driver would answer, kept to what needs no files.
fn answer(machine: &mut Machine) {
    for effect in std::mem::take(&mut machine.effects) {
        match effect {
            Effect::Wait(ticket, _) => machine.send(Event::Tick(ticket)),
            Effect::Ask(ticket, Question::Find(_)) => {
                machine.send(Event::Found(ticket, Err("none".to_owned())))
            }
            Effect::Read(ReadRequest::List) => machine.send(Event::Listed(Ok(Vec::new()))),
            Effect::Write(WriteRequest::Suggest(_)) => machine.send(Event::Suggested("x".to_owned())),
            Effect::Write(WriteRequest::Save(..)) => machine.send(Event::Saved(Err(StoreError::NoHome))),
            _ => {}
        }
    }
}

#[test]
fn nothing_that_can_happen_breaks_it() {
    for (i, entry) in CATALOGUE.iter().enumerate() {
        let mut rng = StdRng::seed_from_u64(i as u64);
        let other = [PlayerKind::Human, PlayerKind::Computer(Level::Easy)][i % 2];
        let mut machine = Machine::new(table(begin(80, 24), entry.info.example, [PlayerKind::Human, other]));
        for _ in 0..400 {
            machine.send(event(&mut rng));
            answer(&mut machine);
            film::frame(&machine.app);
            // What is told of the positions of the line keeps step with the line.
            if let Some(s) = &machine.app.cx.on_table {
                assert_eq!(s.known.len(), s.game.moves().len() + 1);
                assert!(s.game.result().is_some() || s.here.is_some() || !s.is_waiting());
            }
        }
    }
}
