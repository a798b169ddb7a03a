//! What the tests drive the interface with.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::games;
use crate::play::store::Store;
use crate::play::{Kind, Participant};
use crate::rules::Library;
use crate::tui::app::{App, Begin};
use crate::tui::driver::Driver;
use crate::tui::event::Event;
use crate::tui::theme::{Depth, Theme};

/// What every test begins with.
pub fn begin(width: u16, height: u16) -> Begin {
    Begin {
        size: (width, height),
        theme: Theme { depth: Depth::True, ascii: false },
        library: Library::default(),
        pause_ms: 0,
        seed: 1940,
        first_run: false,
    }
}

/// The interface with a match on the table.
pub fn table(begin: Begin, id: &str, kinds: [Kind; 2]) -> App {
    let table = games::open(id, &begin.library).unwrap();
    let pair = Participant::pair(kinds, table.info());
    App::with_table(begin, table, pair)
}

/// A key by its name, or a character.
pub fn press(name: &str) -> Event {
    let (code, modifiers) = match name {
        "enter" => (KeyCode::Enter, KeyModifiers::NONE),
        "esc" => (KeyCode::Esc, KeyModifiers::NONE),
        "space" => (KeyCode::Char(' '), KeyModifiers::NONE),
        "up" => (KeyCode::Up, KeyModifiers::NONE),
        "down" => (KeyCode::Down, KeyModifiers::NONE),
        "left" => (KeyCode::Left, KeyModifiers::NONE),
        "right" => (KeyCode::Right, KeyModifiers::NONE),
        "home" => (KeyCode::Home, KeyModifiers::NONE),
        "end" => (KeyCode::End, KeyModifiers::NONE),
        "backspace" => (KeyCode::Backspace, KeyModifiers::NONE),
        "ctrl-u" => (KeyCode::Char('u'), KeyModifiers::CONTROL),
        "ctrl-c" => (KeyCode::Char('c'), KeyModifiers::CONTROL),
        _ => (KeyCode::Char(name.chars().next().unwrap()), KeyModifiers::NONE),
    };
    Event::Key(KeyEvent::new(code, modifiers))
}

/// A driver into a terminal in memory.
pub fn drive(app: App, store: Option<Store>) -> Driver<TestBackend> {
    let terminal = Terminal::new(TestBackend::new(app.size.0, app.size.1)).unwrap();
    let mut driver = Driver::new(terminal, app, store, |_| {}).unwrap();
    driver.start().unwrap();
    driver.settle().unwrap();
    driver
}

/// Presses keys, separated by spaces; `'text'` types the text.
pub fn keys(driver: &mut Driver<TestBackend>, all: &str) {
    for name in all.split_whitespace() {
        match name.strip_prefix('\'') {
            Some(text) => {
                for c in text.trim_end_matches('\'').chars() {
                    driver.feed(press(&c.to_string())).unwrap();
                }
            }
            None => driver.feed(press(name)).unwrap(),
        }
    }
}

/// What is on the screen.
pub fn screen(driver: &Driver<TestBackend>) -> String {
    driver.terminal().backend().to_string()
}
