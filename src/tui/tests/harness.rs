use std::cell::RefCell;
use std::path::PathBuf;

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, KeyModifiers};

pub use crate::play::Level;
pub use crate::play::fixtures::{open, store as stored};
pub use crate::play::session::{Answer, Command, Computer, Standing, Verdict};
pub use crate::play::store::Store;
pub use crate::settings::keys::Key;
pub use crate::settings::{Origin, Setting, Settings};
pub use crate::tui::app::{App, Setup};
pub use crate::tui::dialogs::saving::SavingDialog;
pub use crate::tui::dialogs::typing::{Reading, TypingDialog};
pub use crate::tui::dialogs::which::WhichDialog;
pub use crate::tui::disk::Disk;
pub use crate::tui::display::Display;
pub use crate::tui::driver::{Driver, TerminalActions};
pub use crate::tui::effect::Effect;
pub use crate::tui::event::Event;
use crate::tui::film;
pub use crate::tui::job::Job;
pub use crate::tui::pages::editor::EditorPage;
pub use crate::tui::pages::home::HomePage;
pub use crate::tui::pages::lesson::LessonPage;
pub use crate::tui::pages::line::LinePage;
pub use crate::tui::pages::moves::MovesPage;
pub use crate::tui::pages::open::OpenPage;
pub use crate::tui::pages::settings::SettingsPage;
pub use crate::tui::pages::setup::{PositionSource, SetupPage, SetupRow};
pub use crate::tui::pages::table::state::{MatchState, Meaning};
pub use crate::tui::pages::table::{turns, view as table_view, words};
pub use crate::tui::pages::tree::TreePage;
pub(in crate::tui) use crate::tui::prelude::*;
pub use crate::tui::theme::Scheme;
pub use crate::tui::traits::Depth;
pub use crate::tui::update::{settle, update};
pub use crate::tui::view::{finish, view};
use nimatron_core::erased::Choice;
pub use nimatron_core::games::CATALOGUE;
pub use nimatron_core::rules::{Convention, Library, Limits};

pub const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];
pub const PERFECT: PlayerKind = PlayerKind::Computer(Level::Perfect);
pub const COMPUTER: [PlayerKind; 2] = [PlayerKind::Human, PERFECT];

/// Returns the default setup for tests, without pauses before the computer's moves.
pub fn begin(width: u16, height: u16) -> Setup {
    let settings = set(Setting::Pause, "0");
    Setup {
        settings,
        seed: 1940,
        ..film::setup((width, height), Library::default())
    }
}

pub fn set(setting: Setting, value: &str) -> Settings {
    let mut settings = Settings::default();
    settings
        .set(setting, value, Origin::Option("--pause"))
        .unwrap();
    settings
}

pub fn pausing(ms: u64) -> Setup {
    Setup {
        settings: set(Setting::Pause, &ms.to_string()),
        ..begin(80, 24)
    }
}

pub fn table(setup: Setup, id: &str, kinds: [PlayerKind; 2]) -> App {
    let game = Match::between(games::open(id, &setup.library).unwrap(), kinds);
    let mut app = App::with_match(setup, game, None);
    // Most tests check the verdict, which is hidden by default in a match between two people.
    app.cx.set_verdict(Verdict::Why);
    app
}

pub fn press(name: &str) -> Event {
    let Key { code, ctrl, .. } = name.parse().unwrap();
    Event::Key(KeyEvent::new(
        code,
        if ctrl {
            KeyModifiers::CONTROL
        } else {
            KeyModifiers::NONE
        },
    ))
}

pub fn drive(app: App, store: Option<Store>) -> Driver<TestBackend> {
    drive_with(app, store, None)
}

pub fn drive_with(
    app: App,
    store: Option<Store>,
    settings: Option<PathBuf>,
) -> Driver<TestBackend> {
    let (width, height) = app.cx.size;
    let display = Display::new(TestBackend::new(width, height), app.cx.size);
    let mut driver = Driver::new(display, app, store, settings, TerminalActions::NONE);
    driver.start().unwrap();
    driver.settle().unwrap();
    driver
}

/// Yields the key presses for key names that are separated by spaces. Text in single quotes is typed character by
/// character.
fn presses(all: &str) -> impl Iterator<Item = Event> {
    all.split_whitespace()
        .flat_map(|name| match name.strip_prefix('\'') {
            Some(text) => text
                .trim_end_matches('\'')
                .chars()
                .map(|c| press(&c.to_string()))
                .collect(),
            None => vec![press(name)],
        })
}

/// Presses keys in the format of [`presses`].
pub fn keys(driver: &mut Driver<TestBackend>, all: &str) {
    presses(all).for_each(|key| driver.feed(key).unwrap());
}

/// Presses groups of keys, and checks an expectation after each group.
///
/// Expectations have the format of [`holds`].
pub fn walk(app: App, steps: &[(&str, &str)]) -> Driver<TestBackend> {
    let mut driver = drive(app, None);
    walk_on(&mut driver, steps);
    driver
}

pub fn walk_on(driver: &mut Driver<TestBackend>, steps: &[(&str, &str)]) {
    for (i, (pressed, wanted)) in steps.iter().enumerate() {
        keys(driver, pressed);
        let shown = screen(driver);
        assert!(
            holds(&driver.app, &shown, wanted),
            "step {i}, {pressed:?}: {wanted:?}\n{shown}"
        );
    }
}

/// Returns whether an expectation holds. An expectation is text on the screen, or one of these characters followed by
/// text.
///
/// - `!`: text that is not on the screen
/// - `@`: the name of the top page
/// - `=`: the ID of the position on the table
/// - `>`: the moves that led to the position on the table
/// - `#`: the number of these moves
/// - `?`: the notice, or `?~` and a part of the notice
/// - `%`: the ID of the position in the editor
fn holds(app: &App, shown: &str, wanted: &str) -> bool {
    let game = || app.cx.on_table.as_ref().unwrap().game();
    let (sign, rest) = wanted.split_at(wanted.chars().next().map_or(0, char::len_utf8));
    match sign {
        "@" => app.front().key_context().word() == rest,
        "=" => game().position().id() == rest,
        ">" => line_of(game()) == rest,
        "#" => game().cursor().to_string() == rest,
        "?" => is_or_contains(app.cx.notice.as_ref().map_or("", |n| &n.text), rest),
        "%" => app.find::<EditorPage>().unwrap().id() == rest,
        "!" => !shown.contains(rest),
        _ => shown.contains(wanted),
    }
}

fn is_or_contains(text: &str, wanted: &str) -> bool {
    match wanted.strip_prefix('~') {
        Some(part) => text.contains(part),
        None => text == wanted,
    }
}

pub fn line_of(game: &Match) -> String {
    let all: Vec<&str> = game.moves()[..game.cursor()]
        .iter()
        .map(|m| m.text.as_str())
        .collect();
    all.join(" ")
}

pub fn on_table(driver: &Driver<TestBackend>) -> &MatchState {
    driver.app.cx.on_table.as_ref().unwrap()
}

pub fn screen(driver: &Driver<TestBackend>) -> String {
    driver.display.backend().to_string()
}

/// The state machine without a driver. Jobs on the solver's lane run immediately unless `hold` is set. All other
/// effects are collected.
pub struct Machine {
    pub app: App,
    pub effects: Vec<Effect>,
    pub hold: bool,
    pub disk: Disk,
}

impl Machine {
    pub fn new(mut app: App) -> Machine {
        let mut first = std::mem::take(&mut app.cx.effects);
        // Drop the first job, which reads the progress in lessons, because tests start without progress.
        first.remove(0);
        let mut machine = Machine {
            app,
            effects: Vec::new(),
            hold: false,
            disk: Disk::default(),
        };
        machine.perform(first);
        machine
    }

    pub fn at(id: &str, kinds: [PlayerKind; 2]) -> Machine {
        Machine::new(table(begin(80, 24), id, kinds))
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(job) if job.lane == Lane::Solve && !self.hold => self.run(job),
                other => self.effects.push(other),
            }
        }
    }

    pub fn run(&mut self, job: Job) {
        let told = RefCell::new(Vec::new());
        let desk = Desk {
            limits: &Limits::default(),
            disk: &self.disk,
            tell: &|change| told.borrow_mut().push(change),
        };
        let id = job.id;
        let reply = job.run(&desk);
        for change in told.into_inner() {
            self.send(Event::Told(id, change));
        }
        self.send(Event::Done(id, reply));
    }

    pub fn run_last(&mut self, lane: Lane) -> bool {
        let is_it = |effect: &Effect| matches!(effect, Effect::Run(job) if job.lane == lane);
        let Some(at) = self.effects.iter().rposition(is_it) else {
            return false;
        };
        if let Effect::Run(job) = self.effects.remove(at) {
            self.run(job);
        }
        true
    }

    pub fn write(&mut self) {
        while let Some(at) = (self.effects.iter())
            .position(|effect| matches!(effect, Effect::Run(job) if job.lane == Lane::Write))
        {
            if let Effect::Run(job) = self.effects.remove(at) {
                self.run(job);
            }
        }
    }

    /// Completes the newest pending job of a lane with a result from the test.
    pub fn answer<T: Send + 'static, E: Send + 'static>(
        &mut self,
        lane: Lane,
        result: Result<T, E>,
    ) {
        let job = self.app.cx.pending.iter().rfind(|job| job.lane == lane);
        let id = job.expect("a job of that lane").id;
        self.send(Event::Done(id, Box::new(result)));
    }

    /// Ends the last pause and returns its length in milliseconds.
    pub fn pause(&mut self) -> Option<u64> {
        let at = self
            .effects
            .iter()
            .rposition(|e| matches!(e, Effect::Wait(..)))?;
        let Effect::Wait(id, ms) = self.effects.remove(at) else {
            return None;
        };
        self.send(Event::Done(id, Box::new(())));
        Some(ms)
    }

    pub fn send(&mut self, event: Event) {
        // Draw a frame first, because clicks and the keys of the table act on the visible board.
        let at_table = self.app.cx.on_table.is_some();
        if matches!(event, Event::Click(..)) || at_table && matches!(event, Event::Key(..)) {
            look(&mut self.app);
        }
        let effects = update(&mut self.app, event);
        self.perform(effects);
    }

    pub fn keys(&mut self, all: &str) {
        presses(all).for_each(|key| self.send(key));
    }

    /// Runs steps, and checks an expectation after each step. The first string of a step contains keys in the format of
    /// [`presses`] or, in square brackets, text to click. The second string is an expectation in the format of
    /// [`holds`]. The second string can also be `$` and a description of the collected effects, or `$~` and a part of
    /// this description. Checking effects clears them.
    pub fn walk(&mut self, steps: &[(&str, &str)]) {
        for (i, (pressed, wanted)) in steps.iter().enumerate() {
            match pressed
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
            {
                Some(text) => self.click(text),
                None => self.keys(pressed),
            }
            let shown = shown(self);
            let is = match wanted.strip_prefix('$') {
                Some(wanted) => is_or_contains(&self.done(), wanted),
                None => holds(&self.app, &shown, wanted),
            };
            assert!(is, "step {i}, {pressed:?}: {wanted:?}\n{shown}");
        }
    }

    /// Clicks the first cell whose click target sends `message`.
    pub fn click_on(&mut self, message: Message) {
        let area = Rect::new(0, 0, self.app.cx.size.0, self.app.cx.size.1);
        look(&mut self.app);
        let mut all = area.positions();
        let at = all.find(|at| self.app.cx.hits.at(*at) == Some(message));
        let at = at.unwrap_or_else(|| panic!("{message:?} is nowhere on\n{}", shown(self)));
        self.send(Event::Click(at.x, at.y));
    }

    pub fn click(&mut self, text: &str) {
        let (x, y) = self.find(text);
        self.send(Event::Click(x, y));
    }

    /// Returns the column and row of the lowest occurrence of `text` on the screen.
    pub fn find(&self, text: &str) -> (u16, u16) {
        let text: Vec<char> = text.chars().collect();
        let lines = self.lines();
        let at = |y: usize| Some((lines[y].windows(text.len()).position(|w| w == text)?, y));
        let (x, y) = (0..lines.len())
            .rev()
            .find_map(at)
            .unwrap_or_else(|| panic!("no {text:?} in {lines:?}"));
        (x as u16, y as u16)
    }

    pub fn lines(&self) -> Vec<Vec<char>> {
        let frame = crate::tui::view::picture(&self.app);
        let cell = |x, y| frame[(x, y)].symbol().chars().next().unwrap_or(' ');
        let (width, height) = self.app.cx.size;
        (0..height)
            .map(|y| (0..width).map(|x| cell(x, y)).collect())
            .collect()
    }

    pub fn page<T: Page>(&self) -> &T {
        self.app
            .find()
            .unwrap_or_else(|| panic!("another page: {}", place(self)))
    }

    pub fn on_table(&self) -> &MatchState {
        self.app.cx.on_table.as_ref().unwrap()
    }

    pub fn id(&self) -> String {
        self.on_table().game().position().id()
    }

    pub fn moves(&self) -> String {
        line_of(self.on_table().game())
    }

    pub fn point(&mut self, site: Site) {
        self.app.cx.on_table.as_mut().unwrap().cursor = Some(site);
    }

    pub fn keys_at(&mut self, item: u64, pressed: &str) {
        self.point(Site::new(0, item));
        self.keys(pressed);
    }

    pub fn picked(&self) -> Vec<u64> {
        self.on_table().picked.iter().map(|s| s.item).collect()
    }

    pub fn notice(&self) -> &str {
        self.app.cx.notice.as_ref().map_or("", |n| &n.text)
    }

    pub fn done(&mut self) -> String {
        self.effects
            .drain(..)
            .map(|effect| told(&effect))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

pub fn told(effect: &Effect) -> String {
    match effect {
        Effect::Quit => "Quit".to_owned(),
        Effect::Cancel(lane) => format!("Cancel({lane:?})"),
        Effect::Run(job) => format!("{:?}", job.lane),
        Effect::Wait(_, ms) => format!("Wait({ms})"),
        Effect::Copy(text) => format!("Copy({text})"),
    }
}

pub fn home() -> Machine {
    let mut m = Machine::new(App::at_home(begin(80, 24)));
    m.answer(Lane::Read, Ok::<Option<Match>, String>(None));
    m
}

pub fn place(m: &Machine) -> &'static str {
    m.app.front().key_context().word()
}

pub fn which(app: &mut App, list: Vec<Choice>) {
    let dialog = WhichDialog::new(&mut app.cx, list, true);
    app.cx.go(Navigation::Push(Box::new(dialog)));
    settle(app);
}

pub fn select(app: &mut App, game: &str) {
    let listed = games::listed(&app.cx.library);
    let entry = listed.iter().find(|entry| entry.info.id == game);
    let info = entry.map_or_else(|| games::info_of(game).unwrap(), |entry| entry.info);
    let page = &mut app.pages[0];
    let home = (&mut *page.page as &mut dyn std::any::Any)
        .downcast_mut::<HomePage>()
        .unwrap();
    home.select(info);
}

pub fn bar(m: &Machine) -> Vec<String> {
    let commands = page::commands(&m.app).into_iter();
    let offered = commands.filter(|command| !command.line.short().is_empty());
    let texts = offered.filter_map(|command| command.offer.ok());
    let texts = texts.filter(|text| !text.is_empty());
    texts.map(Cow::into_owned).collect()
}

pub fn shown(m: &Machine) -> String {
    let (width, height) = m.app.cx.size;
    let mut display = Display::new(TestBackend::new(width, height), m.app.cx.size);
    let draw = |buffer: &mut Buffer| view(&m.app, buffer).1;
    let theme = &m.app.cx.theme;
    display.draw(draw, finish(theme)).unwrap();
    display.backend().to_string()
}

pub fn look(app: &mut App) {
    let (width, height) = app.cx.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.cx.hits = view(app, &mut buffer).0;
}
