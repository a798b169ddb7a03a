//! What the tests drive the interface with.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::games;
use crate::play::store::Store;
use crate::play::{Participant, PlayerKind};
use crate::rules::{Library, Limits, Site};
use crate::settings::Settings;
use crate::tui::app::{App, Begin, Dialog, Page};
use crate::tui::driver::{Driver, TerminalActions};
use crate::tui::effect::Effect;
use crate::tui::event::Event;
use crate::tui::keys::KeyMap;
use crate::tui::pages::table::state::MatchState;
use crate::tui::start;
use crate::tui::theme::{Scheme, Theme};
use crate::tui::traits::{Depth, TerminalTraits};
use crate::tui::update::update;

/// What every test begins with.
pub fn begin(width: u16, height: u16) -> Begin {
    Begin {
        size: (width, height),
        theme: Theme { depth: Depth::True, scheme: Scheme::Dark, ascii: false },
        keys: KeyMap::default(),
        settings: Settings::default(),
        traits: TerminalTraits { depth: Depth::True, light: false, narrow: false },
        library: Library::default(),
        pause_ms: 0,
        seed: 1940,
        first_run: false,
    }
}

/// The interface on its home screen.
pub fn home_page(begin: Begin) -> App {
    start::home(begin)
}

/// The interface with a match on the table.
pub fn table(begin: Begin, id: &str, kinds: [PlayerKind; 2]) -> App {
    let table = games::open(id, &begin.library).unwrap();
    let pair = Participant::pair(kinds, table.info());
    start::with_position(begin, table, pair)
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
        "pgup" => (KeyCode::PageUp, KeyModifiers::NONE),
        "pgdn" => (KeyCode::PageDown, KeyModifiers::NONE),
        "end" => (KeyCode::End, KeyModifiers::NONE),
        "backspace" => (KeyCode::Backspace, KeyModifiers::NONE),
        "tab" => (KeyCode::Tab, KeyModifiers::NONE),
        "ctrl-u" => (KeyCode::Char('u'), KeyModifiers::CONTROL),
        "ctrl-c" => (KeyCode::Char('c'), KeyModifiers::CONTROL),
        _ => (KeyCode::Char(name.chars().next().unwrap()), KeyModifiers::NONE),
    };
    Event::Key(KeyEvent::new(code, modifiers))
}

/// A driver into a terminal in memory.
pub fn drive(app: App, store: Option<Store>) -> Driver<TestBackend> {
    let terminal = Terminal::new(TestBackend::new(app.size.0, app.size.1)).unwrap();
    let mut driver = Driver::new(terminal, app, store, TerminalActions::NONE).unwrap();
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

/// The state machine by itself: analyses are answered at once unless held back, all other effects are kept.
pub struct Machine {
    /// The state.
    pub app: App,
    /// What else was to be done.
    pub effects: Vec<Effect>,
    /// Whether analyses are held back.
    pub hold: bool,
}

impl Machine {
    /// The machine in this state.
    pub fn new(mut app: App) -> Machine {
        let first = std::mem::take(&mut app.out.effects);
        let mut machine = Machine { app, effects: Vec::new(), hold: false };
        machine.perform(first);
        machine
    }

    /// With a match on the table at 80x24.
    pub fn at(id: &str, kinds: [PlayerKind; 2]) -> Machine {
        Machine::new(table(begin(80, 24), id, kinds))
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Analyse(ticket, table, ask) if !self.hold => {
                    let result = table.analyse(ask)(&Limits::default());
                    self.send(Event::Analysed(ticket, Box::new(result)));
                }
                // No test starts with lessons that were taken before.
                Effect::ReadLessons => {}
                other => self.effects.push(other),
            }
        }
    }

    pub fn send(&mut self, event: Event) {
        let effects = update(&mut self.app, event);
        self.perform(effects);
    }

    /// Keys, as for [`keys`].
    pub fn keys(&mut self, all: &str) {
        for name in all.split_whitespace() {
            match name.strip_prefix('\'') {
                Some(text) => {
                    text.trim_end_matches('\'').chars().for_each(|c| self.send(press(&c.to_string())))
                }
                None => self.send(press(name)),
            }
        }
    }

    /// The match on the table.
    pub fn on_table(&self) -> &MatchState {
        self.app.on_table.as_ref().unwrap()
    }

    /// The position's ID.
    pub fn id(&self) -> String {
        self.on_table().game.position().id()
    }

    /// The moves up to the cursor.
    pub fn moves(&self) -> String {
        let game = &self.on_table().game;
        let all: Vec<&str> = game.moves()[..game.cursor()].iter().map(|m| m.text.as_str()).collect();
        all.join(" ")
    }

    /// Puts the cursor on a point.
    pub fn point(&mut self, item: u64) {
        self.app.on_table.as_mut().unwrap().cursor = Some(Site::new(0, item));
    }

    /// The points that are picked.
    pub fn picked(&self) -> Vec<u64> {
        self.on_table().picked.iter().map(|s| s.item).collect()
    }

    /// What the person was told last.
    pub fn notice(&self) -> &str {
        self.app.notice.as_ref().map_or("", |n| &n.text)
    }

    /// What is to be done, in words; forgotten afterwards.
    pub fn done(&mut self) -> String {
        let all: Vec<String> = self.effects.drain(..).map(|e| format!("{e:?}")).collect();
        all.join(" ")
    }
}

/// The home screen at 80x24.
pub fn home() -> Machine {
    Machine::new(home_page(begin(80, 24)))
}

/// What is on the screen, in a word.
pub fn place(m: &Machine) -> &'static str {
    match (&m.app.dialog, &m.app.page) {
        (Some(Dialog::Typing(_)), _) => "type",
        (Some(Dialog::Which(_)), _) => "which",
        (Some(Dialog::Saving(_)), _) => "save",
        (Some(Dialog::Confirm(_)), _) => "confirm",
        (None, Page::Home) => "home",
        (None, Page::Setup(_)) => "setup",
        (None, Page::Table) => "table",
        (None, Page::Open(_)) => "open",
        (None, Page::Help(_)) => "help",
        (None, Page::Review(_)) => "review",
        (None, Page::Puzzles(_)) => "puzzles",
        (None, Page::Tree(_)) => "tree",
        (None, Page::Atlas(_)) => "atlas",
        (None, Page::Record(_)) => "record",
        (None, Page::Lesson(_)) => "lesson",
        (None, Page::Lessons(_)) => "lessons",
        (None, Page::Moves(_)) => "moves",
        (None, Page::Line(_)) => "line",
        (None, Page::Editor(_)) => "editor",
        (None, Page::Settings(_)) => "settings",
        (Some(Dialog::Glossary(_)), _) => "glossary",
    }
}
