//! All that the interface knows: the pages, one over the other, and what they share. Updates change it, views only read
//! it.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::context::{Context, Verdict};
use super::effect::{Effect, ReadRequest, WriteRequest};
use super::keys::KeyContext;
use super::page::Page;
use super::pages::home::HomePage;
use super::pages::table::turns;
use super::theme::Theme;
use super::traits::TerminalTraits;
use crate::play::Match;
use crate::play::lesson::LessonProgress;
use crate::settings::Settings;
use nimatron_core::rules::Library;

pub struct App {
    pub cx: Context,
    /// The pages: the home page first, the one in front last. Dialogs are pages over a page.
    pub pages: Vec<Box<dyn Page>>,
}

pub struct Setup {
    /// Columns and rows.
    pub size: (u16, u16),
    pub theme: Theme,
    pub settings: Settings,
    pub traits: TerminalTraits,
    pub library: Library,
    pub seed: u64,
    /// Whether nobody has played here yet.
    pub first_run: bool,
}

impl App {
    /// The interface on its home page.
    pub fn new(setup: Setup) -> App {
        let Setup {
            size,
            theme,
            settings,
            traits,
            library,
            seed,
            first_run,
        } = setup;
        let home = HomePage::new(library.clone());
        let cx = Context {
            size,
            notice: None,
            on_table: None,
            tried: None,
            waiting: None,
            lessons: LessonProgress::default(),
            record: None,
            kept: None,
            newcomer: first_run,
            verdict: if settings.values().verdict {
                Verdict::Why
            } else {
                Verdict::Hidden
            },
            more: false,
            theme,
            settings,
            unsaved_settings: Vec::new(),
            traits,
            library,
            seed,
            effects: Vec::new(),
            ahead: VecDeque::new(),
            navigation: VecDeque::new(),
            key_context: KeyContext::Home,
            last_ticket: 0,
        };
        let mut app = App {
            cx,
            pages: vec![Box::new(home)],
        };
        app.cx.write(WriteRequest::ReadLessons);
        app
    }

    /// The interface on its home page, which asks for what it shows.
    pub fn at_home(setup: Setup) -> App {
        let mut app = App::new(setup);
        app.cx.write(WriteRequest::ReadRecord);
        app.cx.effect(Effect::Read(ReadRequest::Offer));
        app
    }

    /// The interface with a match on the table; `file` holds all of it, if there is one.
    pub fn with_match(setup: Setup, game: Match, file: Option<PathBuf>) -> App {
        let mut app = App::new(setup);
        turns::begin_found(&mut app.cx, game, file);
        super::update::settle(&mut app);
        app
    }

    /// The page or the dialog in front.
    pub fn front(&self) -> &dyn Page {
        // The home page is never taken away.
        &*self.pages[self.pages.len() - 1]
    }

    /// The page in front, without the dialogs over it.
    pub fn page(&self) -> &dyn Page {
        &**self
            .pages
            .iter()
            .rev()
            .find(|page| !page.is_dialog())
            .unwrap_or(&self.pages[0])
    }

    /// Whether an answer of the solver is being waited for.
    pub fn is_waiting(&self) -> bool {
        self.pages.iter().any(|page| page.is_waiting())
            || self.cx.on_table.as_ref().is_some_and(|s| s.is_waiting())
    }

    /// The page of this type in front, for tests.
    #[cfg(test)]
    pub fn find<T: Page>(&self) -> Option<&T> {
        self.pages
            .iter()
            .rev()
            .find_map(|page| (&**page as &dyn std::any::Any).downcast_ref::<T>())
    }
}
