//! Holds the state of the interface: the stack of pages and their shared context.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use super::context::Context;
use super::disk::STARTED;
use super::job::{JobId, Lane, Reply, Told};
use super::page::{Page, PageId};
use super::pages::home::{self, HomePage};
use super::pages::table::turns;
use super::theme::Theme;
use super::traits::TerminalTraits;
use crate::play::Match;
use crate::play::lesson::{LessonProgress, PROGRESS_FILE};
use crate::play::session::{Command, Verdict};
use crate::settings::Settings;
use nimatron_core::rules::Library;

pub struct App {
    pub cx: Context,
    /// The stack of pages, from the home page to the top page.
    pub pages: Vec<Opened>,
    last_page: PageId,
}

pub struct Opened {
    pub id: PageId,
    pub page: Box<dyn Page>,
}

impl Deref for Opened {
    type Target = dyn Page;

    fn deref(&self) -> &dyn Page {
        &*self.page
    }
}

impl DerefMut for Opened {
    fn deref_mut(&mut self) -> &mut dyn Page {
        &mut *self.page
    }
}

pub struct Setup {
    pub size: (u16, u16),
    pub theme: Theme,
    pub settings: Settings,
    pub traits: TerminalTraits,
    pub library: Library,
    pub seed: u64,
    pub first_run: bool,
}

impl App {
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
        let verdict = if settings.values().verdict {
            Verdict::Why
        } else {
            Verdict::Hidden
        };
        let cx = Context {
            size,
            newcomer: first_run,
            verdict,
            theme,
            settings,
            traits,
            library,
            seed,
            ..Context::default()
        };
        let mut app = App {
            cx,
            pages: Vec::new(),
            last_page: 0,
        };
        app.open(Box::new(home));
        app.cx.spawn_shared(
            Lane::Write,
            |desk| {
                let Ok(store) = desk.disk.store() else {
                    return Ok(None);
                };
                // Remove temporary files that interrupted saves left behind.
                store.sweep();
                if store.recall(STARTED).is_none() {
                    // Ignore errors. At worst, the next launch is again treated as the first.
                    let _ = store.remember(STARTED, "started\n");
                }
                Ok::<_, String>(store.recall(PROGRESS_FILE))
            },
            |cx, lessons| {
                if let Ok(Some(text)) = lessons {
                    cx.lessons = LessonProgress::read(&text);
                }
            },
        );
        app
    }

    /// Builds the interface with the home page, and starts to load the record of play and the last match for this page.
    pub fn at_home(setup: Setup) -> App {
        let mut app = App::new(setup);
        app.with(0, |_, cx| {
            cx.read_record(|_: &mut HomePage, _| {});
            home::look_for_match(cx);
        });
        app
    }

    /// Builds the interface with a match on the table. `file` is the path of the saved game if the whole match has been
    /// saved.
    pub fn with_match(setup: Setup, game: Match, file: Option<PathBuf>) -> App {
        let mut app = App::new(setup);
        turns::begin_found(&mut app.cx, game, file);
        super::update::settle(&mut app);
        app
    }

    pub fn open(&mut self, page: Box<dyn Page>) {
        self.last_page += 1;
        self.pages.push(Opened {
            id: self.last_page,
            page,
        });
    }

    /// Puts a page on top of the stack and calls `Page::shown`. While a puzzle is on the table, opening a page that
    /// reveals something about the puzzle's position counts as help.
    pub fn show(&mut self, page: Box<dyn Page>) {
        if !page.tells_nothing() && self.pages.iter().any(|below| below.plays()) {
            turns::apply(&mut self.cx, Command::Help);
        }
        self.open(page);
        self.came_to_front();
    }

    /// If the match is played on the top page, resumes the match. If the top page is any other page except a dialog,
    /// interrupts the match. Then calls `Page::shown` on the top page.
    pub fn came_to_front(&mut self) {
        if self.front().plays() {
            turns::resume(&mut self.cx);
        } else if !self.front().is_dialog() {
            turns::interrupt(&mut self.cx);
        }
        self.with_front(|page, cx| page.shown(cx));
    }

    /// Removes the pages from index `from` upwards, but never the home page. Cancels the jobs of these pages, except
    /// writes and exports. Returns the removed pages.
    pub fn close(&mut self, from: usize) -> Vec<Opened> {
        let gone = self.pages.split_off(from.clamp(1, self.pages.len()));
        gone.iter().for_each(|page| self.cx.cancel_for(page.id));
        gone
    }

    /// Runs a closure on the page at index `at` of the stack. Returns `None` if there is no such page.
    pub fn with<T>(
        &mut self,
        at: usize,
        act: impl FnOnce(&mut dyn Page, &mut Context) -> T,
    ) -> Option<T> {
        let opened = self.pages.get_mut(at)?;
        self.cx.here = Some(opened.id);
        let done = act(&mut *opened.page, &mut self.cx);
        self.cx.here = None;
        Some(done)
    }

    pub fn with_front<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Page, &mut Context) -> T,
    ) -> Option<T> {
        self.with(self.pages.len().checked_sub(1)?, act)
    }

    pub fn done(&mut self, id: JobId, reply: Reply) {
        let Some(at) = self.cx.pending.iter().position(|job| job.id == id) else {
            return;
        };
        let job = self.cx.pending.remove(at);
        let page = self.place_of(job.page);
        match page {
            Some(at) => drop(self.with(at, |page, cx| (job.then)(Some(page), cx, reply))),
            None => (job.then)(None, &mut self.cx, reply),
        }
    }

    pub fn told(&mut self, id: JobId, told: Told) {
        let Some(job) = self.cx.pending.iter().find(|job| job.id == id) else {
            return;
        };
        match self.place_of(job.page) {
            Some(at) => drop(self.with(at, |page, cx| told(Some(page), cx))),
            None => told(None, &mut self.cx),
        }
    }

    fn place_of(&self, id: Option<PageId>) -> Option<usize> {
        self.pages.iter().position(|page| Some(page.id) == id)
    }

    pub fn front(&self) -> &dyn Page {
        // The stack is never empty, because the home page is never removed.
        &*self.pages[self.pages.len() - 1].page
    }

    /// Returns the topmost page that is not a dialog.
    pub fn page(&self) -> &dyn Page {
        let page = self.pages.iter().rev().find(|page| !page.is_dialog());
        &*page.unwrap_or(&self.pages[0]).page
    }

    #[cfg(test)]
    pub fn find<T: Page>(&self) -> Option<&T> {
        self.pages
            .iter()
            .rev()
            .find_map(|opened| (&*opened.page as &dyn std::any::Any).downcast_ref::<T>())
    }
}
