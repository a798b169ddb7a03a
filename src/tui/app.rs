//! All that the interface knows. Only `update` changes it, `view` only reads it.

use std::path::PathBuf;

use tui_input::Input;

use super::effect::Effect;
use super::event::Ticket;
use super::keys::Place;
use super::sitting::Sitting;
use super::theme::Theme;
use crate::erased::{AnyPosition, Choice};
use crate::play::opponent::Opponent;
use crate::play::store::Save;
use crate::play::{Match, Participant};
use crate::rules::{Library, Scene};

use super::setup::Setup;

/// Which page is shown.
pub enum Screen {
    /// The games.
    Home,
    /// Setting one up.
    Setup(Box<Setup>),
    /// The match.
    AnyPosition,
    /// The saved games.
    Open(Saves),
    /// The help page, from another one.
    Help(HelpPage),
}

impl Screen {
    /// The form of a game being set up: on this page, or on the one it was called from.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match self {
            Screen::Setup(setup) => Some(setup),
            Screen::Open(Saves { back, .. }) | Screen::Help(HelpPage { back, .. }) => back.setup(),
            Screen::Home | Screen::AnyPosition => None,
        }
    }

    /// The same form, to be changed.
    pub fn setup_mut(&mut self) -> Option<&mut Setup> {
        match self {
            Screen::Setup(setup) => Some(setup),
            Screen::Open(Saves { back, .. }) | Screen::Help(HelpPage { back, .. }) => back.setup_mut(),
            Screen::Home | Screen::AnyPosition => None,
        }
    }
}

/// The help page.
pub struct HelpPage {
    /// The first line shown.
    pub scroll: usize,
    /// Where it was called from.
    pub back: Box<Screen>,
    /// The question that waits there.
    pub dialog: Option<Dialog>,
}

/// The list of saved games.
pub struct Saves {
    /// The games; `None` while they are being listed.
    pub list: Option<Result<Vec<Save>, String>>,
    /// Which one is selected.
    pub at: usize,
    /// Its board.
    pub scene: Option<Scene>,
    /// Where it was called from.
    pub back: Box<Screen>,
}

/// A question over the page.
pub enum Dialog {
    /// A move or an ID is being typed.
    Type(Typing),
    /// One of several moves is to be chosen.
    Which(Which),
    /// The match gets a name.
    Save(Naming),
    /// Yes or no.
    Confirm(Question),
}

/// A line of text being typed, and what is wrong with it so far.
pub struct Typing {
    /// The line.
    pub input: Input,
    /// What it would do, or what is wrong with it.
    pub reading: Reading,
}

/// What a typed line comes to.
pub enum Reading {
    /// Nothing is typed yet.
    Nothing,
    /// A legal move, in its canonical form.
    Move(String),
    /// Another position.
    Position(Box<dyn AnyPosition>),
    /// Neither.
    Wrong(String),
}

/// Several moves that what is picked may mean.
pub struct Which {
    /// The moves.
    pub list: Vec<Choice>,
    /// Whether these are all.
    pub complete: bool,
    /// Which one is selected.
    pub at: usize,
}

/// The match is to be saved under a name.
pub struct Naming {
    /// The name.
    pub input: Input,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// There is a file of that name: enter again replaces it.
    pub exists: bool,
    /// What is done once it is saved.
    pub then: Option<Then>,
}

/// A question to be answered with yes or no.
pub struct Question {
    /// The question.
    pub text: String,
    /// What `y` does, in a word or two.
    pub yes: &'static str,
    /// What is done on yes.
    pub then: Then,
    /// Whether moves would be lost: saving them is offered too.
    pub save: bool,
}

/// What is done after a question or after saving.
pub enum Then {
    /// Leave the program.
    Quit,
    /// Put another match on the table.
    Begin(Box<Match>, Option<PathBuf>),
    /// The side to move gives up.
    Resign,
    /// Start the lesson.
    Lesson,
}

/// One line for the person, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether something is wrong.
    pub wrong: bool,
}

/// The home screen.
pub struct Home {
    /// Which game is selected; one past the catalogue is the sum.
    pub at: usize,
    /// Its example board.
    pub example: Option<Scene>,
}

/// What `update` hands to the driver.
#[derive(Default)]
pub struct Out {
    /// What is to be done, in order.
    pub effects: Vec<Effect>,
    last: Ticket,
}

impl Out {
    /// A ticket that was never given out before.
    pub fn ticket(&mut self) -> Ticket {
        self.last += 1;
        self.last
    }

    /// Something is to be done.
    pub fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }
}

/// All that the interface knows.
pub struct App {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The page shown.
    pub screen: Screen,
    /// The question over it.
    pub dialog: Option<Dialog>,
    /// A line for the person.
    pub notice: Option<Notice>,
    /// The home screen.
    pub home: Home,
    /// The match on the table, kept while other pages are shown.
    pub sitting: Option<Sitting>,
    /// Whether the verdict is shown.
    pub verdict: bool,
    /// Whether it was shown before the lesson, while that is on the table.
    pub before_lesson: Option<bool>,
    /// Colours and characters.
    pub theme: Theme,
    /// The user's boards and graphs.
    pub library: Library,
    /// How long the computer lets its move wait, in milliseconds.
    pub pause_ms: u64,
    /// The computer.
    pub opponent: Opponent,
    /// What chance starts from next time.
    pub seed: u64,
    /// For the driver.
    pub out: Out,
}

/// What the interface starts with.
pub struct Begin {
    /// Columns and rows.
    pub size: (u16, u16),
    /// Colours and characters.
    pub theme: Theme,
    /// The user's boards and graphs.
    pub library: Library,
    /// How long the computer lets its move wait, in milliseconds.
    pub pause_ms: u64,
    /// What chance starts from.
    pub seed: u64,
    /// Whether the lesson is offered.
    pub first_run: bool,
}

impl App {
    /// The interface on its home screen.
    #[must_use]
    pub fn new(begin: Begin) -> App {
        let mut app = App {
            size: begin.size,
            screen: Screen::Home,
            dialog: None,
            notice: None,
            home: Home { at: 0, example: None },
            sitting: None,
            verdict: true,
            before_lesson: None,
            theme: begin.theme,
            library: begin.library,
            pause_ms: begin.pause_ms,
            opponent: Opponent::new(Some(begin.seed)),
            seed: begin.seed,
            out: Out::default(),
        };
        super::update::home::look(&mut app);
        if begin.first_run {
            super::update::lesson::offer(&mut app);
        }
        app
    }

    /// The interface with a match on the table.
    #[must_use]
    pub fn with_match(begin: Begin, game: Match, file: Option<PathBuf>) -> App {
        let mut app = App::new(Begin { first_run: false, ..begin });
        // Moves that are in no file may never have been saved.
        let unsaved = file.is_none() && !game.moves().is_empty();
        super::update::table::begin(&mut app, game, file);
        if let Some(s) = app.sitting.as_mut() {
            s.changed |= unsaved;
        }
        app
    }

    /// The interface with a new match on the table.
    #[must_use]
    pub fn with_table(begin: Begin, table: Box<dyn AnyPosition>, participants: [Participant; 2]) -> App {
        App::with_match(begin, Match::new(table, participants), None)
    }

    /// Tells the person something until the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: false });
    }

    /// Tells the person what is wrong until the next key.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: true });
    }

    /// Whether leaving now would lose moves.
    #[must_use]
    pub fn would_lose(&self) -> bool {
        self.sitting.as_ref().is_some_and(|s| s.changed && s.lesson.is_none())
    }

    /// Where the keys of the page count, whatever question is over it.
    #[must_use]
    pub fn page(&self) -> Place {
        match self.screen {
            Screen::Home => Place::Home,
            Screen::Setup(_) => Place::Setup,
            Screen::AnyPosition => Place::AnyPosition,
            Screen::Open(_) => Place::Open,
            Screen::Help(_) => Place::Help,
        }
    }

    /// Whether an answer of the worker is being waited for.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        let looking = self.screen.setup().is_some_and(|setup| setup.looking.is_some());
        looking || self.sitting.as_ref().is_some_and(|s| s.asked.is_some())
    }

    /// A number that chance starts from, another one each time.
    pub fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.seed
    }
}
