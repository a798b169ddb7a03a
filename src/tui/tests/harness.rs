//! What the tests drive the interface with.

use std::path::PathBuf;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use crate::play::store::Store;
pub use crate::play::{Participant, PlayerKind};
pub use crate::settings::Settings;
use crate::settings::{Origin, Setting};
pub use crate::tui::app::{App, Setup};
pub(in crate::tui) use crate::tui::board;
pub use crate::tui::context::Verdict;
pub use crate::tui::dialogs::confirm::ConfirmDialog;
pub use crate::tui::dialogs::saving::SavingDialog;
pub use crate::tui::dialogs::typing::{Reading, TypingDialog};
pub use crate::tui::dialogs::which::WhichDialog;
pub use crate::tui::driver::{Driver, TerminalActions};
pub use crate::tui::effect::{Counted, Effect, ReadRequest, WriteRequest};
pub use crate::tui::event::Event;
pub use crate::tui::keys::{Action, KeyContext};
pub use crate::tui::navigation::Navigation;
pub use crate::tui::page::Page;
pub use crate::tui::pages::atlas::AtlasPage;
pub use crate::tui::pages::editor::EditorPage;
pub use crate::tui::pages::home::HomePage;
pub use crate::tui::pages::lesson::{LessonPage, Standing};
pub use crate::tui::pages::line::LinePage;
pub use crate::tui::pages::moves::MovesPage;
pub use crate::tui::pages::open::OpenPage;
pub use crate::tui::pages::review::ReviewPage;
pub use crate::tui::pages::settings::SettingsPage;
pub use crate::tui::pages::setup::{PositionSource, SetupPage, SetupRow};
pub use crate::tui::pages::table::state::{Computer, Hint, MatchState, Meaning};
pub use crate::tui::pages::table::{turns, view as table_view, words};
pub use crate::tui::pages::tree::TreePage;
pub use crate::tui::theme::{Scheme, Theme};
pub use crate::tui::traits::{Depth, TerminalTraits};
pub use crate::tui::update::{settle, update};
pub use crate::tui::view::view;
use crate::tui::worker;
use nimatron_core::erased::Choice;
pub use nimatron_core::games;
pub use nimatron_core::rules::{Library, Limits, Site};

/// What every test begins with: nothing waits.
pub fn begin(width: u16, height: u16) -> Setup {
    let mut settings = Settings::default();
    settings.set(Setting::Pause, "0", Origin::Option("--pause")).unwrap();
    Setup {
        size: (width, height),
        theme: Theme { depth: Depth::True, scheme: Scheme::Dark, ascii: false, ground: None },
        settings,
        traits: TerminalTraits {
            depth: Depth::True,
            light: false,
            narrow: false,
            answers: false,
            background: None,
        },
        library: Library::default(),
        seed: 1940,
        first_run: false,
    }
}

/// The same, but the computer's move waits so long.
pub fn pausing(ms: u64) -> Setup {
    let mut setup = begin(80, 24);
    setup.settings.set(Setting::Pause, &ms.to_string(), Origin::Option("--pause")).unwrap();
    setup
}

/// The interface with a match on the table.
pub fn table(setup: Setup, id: &str, kinds: [PlayerKind; 2]) -> App {
    let table = games::open(id, &setup.library).unwrap();
    let pair = Participant::pair(kinds, table.info());
    App::with_position(setup, table, pair)
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
    drive_with(app, store, None)
}

/// The same with a settings file.
pub fn drive_with(app: App, store: Option<Store>, settings: Option<PathBuf>) -> Driver<TestBackend> {
    let terminal = Terminal::new(TestBackend::new(app.cx.size.0, app.cx.size.1)).unwrap();
    let mut driver = Driver::new(terminal, app, store, settings, TerminalActions::NONE).unwrap();
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
        let first = std::mem::take(&mut app.cx.effects);
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
                Effect::Choose(ticket, turn) if !self.hold => {
                    self.send(Event::Chosen(ticket, worker::chosen(&turn, &Limits::default())));
                }
                // No test starts with lessons that were taken before.
                Effect::Write(WriteRequest::ReadLessons) => {}
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
        self.app.cx.on_table.as_ref().unwrap()
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
        self.app.cx.on_table.as_mut().unwrap().cursor = Some(Site::new(0, item));
    }

    /// The points that are picked.
    pub fn picked(&self) -> Vec<u64> {
        self.on_table().picked.iter().map(|s| s.item).collect()
    }

    /// What the person was told last.
    pub fn notice(&self) -> &str {
        self.app.cx.notice.as_ref().map_or("", |n| &n.text)
    }

    /// What is to be done, in words; forgotten afterwards.
    pub fn done(&mut self) -> String {
        let all: Vec<String> = self.effects.drain(..).map(|e| format!("{e:?}")).collect();
        all.join(" ")
    }
}

/// The home page at 80x24.
pub fn home() -> Machine {
    let mut m = Machine::new(App::at_home(begin(80, 24)));
    m.send(Event::Offered(None));
    m
}

/// What is on the screen, in a word.
pub fn place(m: &Machine) -> &'static str {
    m.app.front().key_context().word()
}

/// Puts a list of moves to choose from over the page.
pub fn which(app: &mut App, list: Vec<Choice>) {
    let dialog = WhichDialog::new(&mut app.cx, list, true);
    app.cx.go(Navigation::Push(Box::new(dialog)));
    settle(app);
}

/// Puts the cursor of the home page on a game.
pub fn select(app: &mut App, game: &str) {
    let (cx, page) = (&app.cx, &mut app.pages[0]);
    let home = (&mut **page as &mut dyn std::any::Any).downcast_mut::<HomePage>().unwrap();
    home.select(cx, game);
}

/// The texts of the keys in the bar.
pub fn bar(m: &Machine) -> Vec<String> {
    m.app.front().keys(&m.app.cx).into_iter().map(|key| key.text.into_owned()).collect()
}

/// What is on the screen of the machine, at its size.
pub fn shown(m: &Machine) -> String {
    let (width, height) = m.app.cx.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view(&m.app, frame)).unwrap();
    terminal.backend().to_string()
}
