//! All that the interface knows: the page shown, and what the pages share. Updates change it, views only read it.

use super::dialogs::confirm::state::ConfirmState;
use super::dialogs::glossary::state::{self as glossary, GlossaryState};
use super::dialogs::saving::state::{self as saving, SavingState};
use super::dialogs::typing::state::{self as typing, TypingState};
use super::dialogs::which::state::{self as which, WhichState};
use super::effect::Effect;
use super::event::Ticket;
use super::keys::{KeyLine, KeyMap, Place, Reply, TYPED};
use super::next::Next;
use super::pages::atlas::state::AtlasState;
use super::pages::editor::state::EditorState;
use super::pages::help::state::HelpState;
use super::pages::home::state::HomeState;
use super::pages::lesson::state::LessonState;
use super::pages::lessons::state::LessonsState;
use super::pages::line::state::LineState;
use super::pages::moves::state::MovesState;
use super::pages::open::state::{OpenEntry, OpenState};
use super::pages::puzzles::state::PuzzlesState;
use super::pages::record::state::RecordState;
use super::pages::review::state::ReviewState;
use super::pages::settings::state::{Entering, SettingsState};
use super::pages::setup::state::SetupState;
use super::pages::table::state::MatchState;
use super::pages::tree::state::TreeState;
use super::theme::Theme;
use super::traits::TerminalTraits;
use crate::play::lesson::LessonProgress;
use crate::play::opponent::Opponent;
use crate::rules::{Library, shown};
use crate::settings::Settings;
use crate::settings::edit::Change;

/// Which page is shown, with what it alone knows.
pub enum Page {
    /// The games.
    Home,
    /// Setting one up.
    Setup(Box<SetupState>),
    /// The match.
    Table,
    /// The saved games.
    Open(Box<OpenState>),
    /// The help page.
    Help(HelpState),
    /// The review of a match.
    Review(Box<ReviewState>),
    /// Today's puzzle, and more by game and grade.
    Puzzles(PuzzlesState),
    /// The tree of moves.
    Tree(Box<TreeState>),
    /// A map of outcomes or values.
    Atlas(Box<AtlasState>),
    /// The record of play.
    Record(RecordState),
    /// A lesson under way.
    Lesson(Box<LessonState>),
    /// All lessons to choose from.
    Lessons(LessonsState),
    /// What every move can still do.
    Moves(MovesState),
    /// The perfect line from a position.
    Line(LineState),
    /// A position being put together.
    Editor(Box<EditorState>),
    /// All settings with their values.
    Settings(SettingsState),
}

/// Where somebody who tries again came from.
pub struct TriedFrom {
    /// The match that was reviewed.
    pub original: MatchState,
    /// The review as it was left.
    pub review: Box<ReviewState>,
}

impl Page {
    /// Where the keys of the page count.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Page::Home => Place::Home,
            Page::Setup(_) => Place::Setup,
            Page::Table => Place::Table,
            Page::Open(_) => Place::Open,
            Page::Help(_) => Place::Help,
            Page::Review(_) => Place::Review,
            Page::Puzzles(_) => Place::Puzzles,
            Page::Tree(_) => Place::Tree,
            Page::Atlas(_) => Place::Atlas,
            Page::Record(_) => Place::Record,
            Page::Lesson(_) => Place::Lesson,
            Page::Lessons(_) => Place::Lessons,
            Page::Moves(_) => Place::Moves,
            Page::Line(_) => Place::Line,
            Page::Editor(_) => Place::Editor,
            Page::Settings(_) => Place::Settings,
        }
    }

    /// What the keys do while something is typed on the page instead of going through it; empty where nothing is.
    #[must_use]
    pub fn typed_lines(&self) -> &'static [KeyLine] {
        match self {
            Page::Open(page) if !matches!(page.entry, OpenEntry::Nothing) => &TYPED,
            Page::Settings(page) => match page.entering {
                Entering::Nothing => &[],
                Entering::Words(_) => &TYPED,
                // Any key but that which leaves it would be taken.
                Entering::Key => &TYPED[1..],
            },
            _ => &[],
        }
    }

    /// Whether the page waits for an answer of the worker.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        match self {
            Page::Review(page) => page.ticket.is_some() || page.asked.is_some(),
            Page::Puzzles(page) => page.looking.is_some(),
            Page::Tree(page) => page.asked.is_some(),
            Page::Atlas(page) => page.asked.is_some(),
            Page::Moves(page) => page.pending.is_some(),
            Page::Line(page) => page.pending.is_some(),
            Page::Editor(page) => page.pending.is_some(),
            _ => false,
        }
    }
}

/// A question over the page.
pub enum Dialog {
    /// A move or an ID is being typed.
    Typing(TypingState),
    /// One of several moves is to be chosen.
    Which(WhichState),
    /// The match gets a name.
    Saving(SavingState),
    /// Yes or no.
    Confirm(ConfirmState),
    /// Words of the theory are explained.
    Glossary(GlossaryState),
}

impl Dialog {
    /// What answers it: each what keys ask for, and what that does.
    #[must_use]
    pub fn replies(&self) -> Vec<Reply> {
        match self {
            Dialog::Typing(_) => typing::REPLIES.to_vec(),
            Dialog::Which(_) => which::REPLIES.to_vec(),
            Dialog::Saving(_) => saving::REPLIES.to_vec(),
            Dialog::Confirm(question) => question.replies(),
            Dialog::Glossary(_) => glossary::REPLIES.to_vec(),
        }
    }

    /// Where its keys count: letters answer a question, and are typed into a line of text.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Dialog::Typing(_) | Dialog::Saving(_) => Place::Text,
            Dialog::Which(_) | Dialog::Confirm(_) | Dialog::Glossary(_) => Place::Question,
        }
    }
}

/// One line for the person, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// Whether something is wrong.
    pub wrong: bool,
}

/// What an update hands to the driver.
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
    pub page: Page,
    /// The question over it.
    pub dialog: Option<Dialog>,
    /// The pages that this one was called from, each with the question that waits there.
    pub behind: Vec<(Page, Option<Dialog>)>,
    /// Where to go once the page has done its part.
    pub next: Option<Next>,
    /// A line for the person.
    pub notice: Option<Notice>,
    /// The home screen, which keeps its place while other pages are shown.
    pub home: HomeState,
    /// The match on the table, kept while other pages are shown.
    pub on_table: Option<MatchState>,
    /// The match and the review that somebody who tries again came from.
    pub tried: Option<Box<TriedFrom>>,
    /// The match that waits while a lesson is on the table.
    pub waiting: Option<MatchState>,
    /// How far somebody has come in the lessons.
    pub lessons: LessonProgress,
    /// Whether nobody has played here yet: an opponent that can be beaten is proposed.
    pub newcomer: bool,
    /// Whether the verdict is shown.
    pub verdict: bool,
    /// Colours and characters.
    pub theme: Theme,
    /// Which key asks for what.
    pub keys: KeyMap,
    /// What the program is told to be like.
    pub settings: Settings,
    /// What was changed in them and is not in the file yet.
    pub unsaved_settings: Vec<Change>,
    /// What the terminal says of itself.
    pub traits: TerminalTraits,
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
    /// Which key asks for what.
    pub keys: KeyMap,
    /// What the program is told to be like, which the settings page shows.
    pub settings: Settings,
    /// What the terminal says of itself.
    pub traits: TerminalTraits,
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
        App {
            size: begin.size,
            page: Page::Home,
            dialog: None,
            behind: Vec::new(),
            next: None,
            notice: None,
            home: HomeState::new(begin.library.clone()),
            on_table: None,
            tried: None,
            waiting: None,
            lessons: LessonProgress::default(),
            newcomer: begin.first_run,
            verdict: begin.settings.verdict(),
            theme: begin.theme,
            keys: begin.keys,
            traits: begin.traits,
            settings: begin.settings,
            unsaved_settings: Vec::new(),
            library: begin.library,
            pause_ms: begin.pause_ms,
            opponent: Opponent::new(Some(begin.seed)),
            seed: begin.seed,
            out: Out::default(),
        }
    }

    /// A text with the names of keys in place of `<undo>` and the like.
    #[must_use]
    pub fn with_keys(&self, text: &str) -> String {
        self.keys.fill(self.page.place(), text)
    }

    /// Tells the person something until the next key; `<undo>` and the like become the names of keys.
    pub fn say(&mut self, text: impl Into<String>) {
        let text = self.keys.fill(self.page.place(), &text.into());
        self.notice = Some(Notice { text: shown::message(&text), wrong: false });
    }

    /// Tells the person what is wrong until the next key.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: shown::message(&text.into()), wrong: true });
    }

    /// Shows a page over this one, to come back from by [`App::back`].
    pub fn call(&mut self, page: Page) {
        let page = std::mem::replace(&mut self.page, page);
        self.behind.push((page, self.dialog.take()));
    }

    /// Back to the page that this one was called from; without one, to the home screen.
    pub fn back(&mut self) {
        (self.page, self.dialog) = self.behind.pop().unwrap_or((Page::Home, None));
    }

    /// Shows a page that none is behind.
    pub fn show(&mut self, page: Page) {
        self.page = page;
        self.dialog = None;
        self.behind.clear();
    }

    /// The form of a game being set up: on this page, or on one that it was called from.
    #[must_use]
    pub fn setup(&self) -> Option<&SetupState> {
        let pages = std::iter::once(&self.page).chain(self.behind.iter().map(|(page, _)| page));
        pages.into_iter().find_map(|page| match page {
            Page::Setup(setup) => Some(&**setup),
            _ => None,
        })
    }

    /// The same form, to be changed.
    pub fn setup_mut(&mut self) -> Option<&mut SetupState> {
        let pages = std::iter::once(&mut self.page).chain(self.behind.iter_mut().map(|(page, _)| page));
        pages.into_iter().find_map(|page| match page {
            Page::Setup(setup) => Some(&mut **setup),
            _ => None,
        })
    }

    /// The match that is kept and saved: the one on the table, or the one that waits for the end of a lesson or of what
    /// is only tried.
    #[must_use]
    pub fn own_match(&self) -> Option<&MatchState> {
        let own = |s: &&MatchState| !s.lesson && s.puzzle.is_none() && !s.trial;
        let tried = self.tried.as_ref().map(|tried| &tried.original);
        self.on_table.as_ref().filter(own).or(tried.filter(own)).or(self.waiting.as_ref())
    }

    /// The same match, to be changed.
    pub fn own_match_mut(&mut self) -> Option<&mut MatchState> {
        let own = |s: &&mut MatchState| !s.lesson && s.puzzle.is_none() && !s.trial;
        let tried = self.tried.as_mut().map(|tried| &mut tried.original);
        self.on_table.as_mut().filter(own).or(tried.filter(own)).or(self.waiting.as_mut())
    }

    /// Whether leaving now would lose moves.
    #[must_use]
    pub fn would_lose(&self) -> bool {
        self.own_match().is_some_and(|s| s.changed)
    }

    /// Whether an answer of the worker is being waited for.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        let looking = self.setup().is_some_and(|setup| setup.looking.is_some());
        looking || self.page.is_waiting() || self.on_table.as_ref().is_some_and(|s| s.pending.is_some())
    }

    /// A number that chance starts from, another one each time.
    pub fn next_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.seed
    }
}
