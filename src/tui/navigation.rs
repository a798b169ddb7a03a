//! Defines navigation requests: pages queue them, and the update function performs them.

use std::path::PathBuf;

use super::app::App;
use super::context::Context;
use super::dialogs::confirm::ConfirmDialog;
use super::dialogs::saving::SavingDialog;
use super::effect::Effect;
use super::page::Page;
use super::pages::home;
use super::pages::table::{TablePage, turns};
use crate::play::Match;
use nimatron_core::tr;

pub enum Navigation {
    /// Opens a page on top of the current page.
    Push(Box<dyn Page>),
    /// Opens a page with only the home page below it.
    Show(Box<dyn Page>),
    Back,
    /// Goes to the home page. The match stays on the table.
    Home,
    /// Runs a closure once the top page has finished its update.
    Do(Box<dyn FnOnce(&mut App)>),
}

impl Navigation {
    pub fn to_do(act: impl FnOnce(&mut Context) + 'static) -> Navigation {
        Navigation::Do(Box::new(move |app| {
            app.with_front(|_, cx| act(cx));
        }))
    }

    /// Returns a navigation to the match on the table, or to the last unfinished match if the table is empty.
    pub fn table() -> Navigation {
        Navigation::Do(Box::new(|app| {
            if app.cx.on_table.is_none() {
                return home::continue_match(&mut app.cx);
            }
            app.close(1);
            app.show(Box::new(TablePage));
        }))
    }

    /// Returns a navigation that puts another match on the table. The new match replaces the current match and all
    /// matches that were set aside.
    pub fn begin(game: Match, file: Option<PathBuf>) -> Navigation {
        Navigation::to_do(move |cx| {
            cx.waiting.clear();
            turns::begin(cx, game, file);
        })
    }

    fn leave() -> Navigation {
        Navigation::to_do(|cx| cx.effect(Effect::Quit))
    }
}

impl Context {
    /// Queues a navigation. If moves would be lost, asks the user first. `yes` is a short label for the confirming key.
    pub fn ask_first(&mut self, yes: &'static str, then: Navigation) {
        if !self.would_lose() {
            return self.go(then);
        }
        self.push(ConfirmDialog {
            text: tr!(
                "The match on the table has moves that are not saved, and it cannot be kept for the next start."
            )
            .to_owned(),
            yes,
            then: Some(then),
            save: self.waiting.iter().all(|aside| aside.review.is_none()),
        });
    }

    /// Puts another match on the table. If the previous match is unfinished, it stays in the list of recent matches. If
    /// it cannot be stored there and has unsaved moves, asks the user first.
    pub fn replace_match(&mut self, game: Match, file: Option<PathBuf>) {
        let begin = Navigation::begin(game, file);
        if self.is_unfinished() {
            if self.own_match().is_some_and(|s| s.changed) && !self.would_lose() {
                self.notify(tr!("The match before is kept: <open> lists it."));
            }
            self.ask_first(tr!("begin the other match"), begin);
        } else {
            self.go(begin);
        }
    }

    /// Quits the program. If moves of an unfinished match would be lost, asks the user first.
    pub fn quit(&mut self) {
        if self.is_unfinished() {
            self.ask_first(tr!("quit"), Navigation::leave());
        } else {
            self.go(Navigation::leave());
        }
    }

    /// Opens the dialog that saves the match on the table, which may be a trial.
    pub fn save_table(&mut self) {
        if let Some(s) = self.table() {
            let dialog = SavingDialog::new(s, None);
            self.push(dialog);
        }
    }

    /// Opens the dialog that saves the user's own match, even if this match is set aside. After saving, `then` is
    /// performed.
    pub fn save_own_match(&mut self, then: Option<Navigation>) {
        if let Some(s) = self.own_match() {
            let dialog = SavingDialog::new(s, then);
            self.push(dialog);
        }
    }

    fn is_unfinished(&self) -> bool {
        self.own_match()
            .is_some_and(|s| s.game().result().is_none())
    }
}
