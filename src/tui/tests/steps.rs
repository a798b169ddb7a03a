//! The computer's move, step by step.

use super::harness::{Machine, begin, table};
use crate::play::{Level, PlayerKind};
use crate::tui::effect::Effect;
use crate::tui::event::Event;

/// With a pause the computer picks before it plays, each step at most a fifth of a second; any key skips it.
#[test]
fn the_computer_shows_its_move_before_it_plays() {
    let against = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];
    let waits = |m: &mut Machine| {
        let tickets = m.effects.iter().filter_map(|e| match e {
            Effect::Wait(ticket, ms) => Some((*ticket, *ms)),
            _ => None,
        });
        let last = tickets.last();
        m.effects.clear();
        last
    };
    let begun = || {
        let mut app = table(begin(80, 24), "star:8191", against);
        app.pause_ms = 500;
        let mut m = Machine::new(app);
        m.keys("m '0' enter");
        m
    };
    let mut m = begun();
    let (ticket, ms) = waits(&mut m).unwrap();
    assert_eq!((ms, m.moves().as_str()), (500, "0"));
    m.send(Event::Tick(ticket));
    let mut shown = 0;
    while m.moves() == "0" {
        shown += 1;
        assert_eq!(m.picked().len(), shown);
        let (ticket, ms) = waits(&mut m).unwrap();
        assert!(ms <= 200);
        m.send(Event::Tick(ticket));
    }
    assert!(shown >= 1 && m.picked().is_empty());
    let whole = m.moves();
    // The same, skipped by a key, which does nothing else.
    let mut m = begun();
    let (ticket, _) = waits(&mut m).unwrap();
    m.send(Event::Tick(ticket));
    m.keys("X");
    assert_eq!((m.moves(), m.app.dialog.is_none()), (whole, true));
}
