//! Holds the state that all pages share, such as the match on the table and the settings. It also collects requests
//! from the pages.

use ratatui::crossterm::event::KeyEvent;
use ratatui::text::Line;
use std::collections::VecDeque;

use super::components::flow;
use super::effect::Effect;
use super::job::{Desk, Failure, Job, JobId, Lane, Pending, downcast};
use super::keys::{Action, KeyContext, KeyLine};
use super::navigation::Navigation;
use super::page::{Page, PageId};
use super::pages::table::state::MatchState;
use super::screen::Hits;
use super::text::StyledLine;
use super::theme::Theme;
use super::traits::TerminalTraits;
use crate::play::history::{Counted, History, today};
use crate::play::lesson::LessonProgress;
use crate::play::session::Verdict;
use crate::play::{Level, PlayerKind};
use crate::settings::Settings;
use crate::settings::edit::Change;
use nimatron_core::erased::{Analysis, AnyPosition, Ask, Info};
use nimatron_core::games;
use nimatron_core::rules::{Library, Stop, sanitize};
use nimatron_core::tr;

/// A short message to the user, shown until the next key press or click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub wrong: bool,
}

/// A match that was set aside because a puzzle, a lesson, the coach or a trial needs the table. A trial is a match that
/// starts from a position in a review.
pub struct SetAside {
    pub game: MatchState,
    /// The review page to return to after the trial.
    pub review: Option<Box<dyn Page>>,
}

#[derive(Default)]
pub struct Context {
    pub size: (u16, u16),
    pub notice: Option<Notice>,
    pub on_table: Option<MatchState>,
    /// The matches that were set aside, oldest first.
    pub waiting: Vec<SetAside>,
    pub lessons: LessonProgress,
    /// Today's date, such as `2026-11-20`, and the record of play. `None` until the record has been read.
    pub record: Option<(String, Result<History, String>)>,
    /// The game and the move number of the unfinished match that the home page offers to continue.
    pub kept: Option<(&'static Info, usize)>,
    pub newcomer: bool,
    /// The level of detail of the verdict in new matches.
    pub verdict: Verdict,
    /// Whether explanations are shown in full instead of only their main idea.
    pub more: bool,
    pub theme: Theme,
    pub settings: Settings,
    /// Changed settings that have not been written to the file yet.
    pub unsaved_settings: Vec<Change>,
    pub traits: TerminalTraits,
    pub library: Library,
    pub seed: u64,
    pub effects: Vec<Effect>,
    pub navigation: VecDeque<Navigation>,
    /// Keys that were typed while a dialog was saving the match. The page below the dialog receives these keys.
    pub ahead: VecDeque<KeyEvent>,
    /// A command that was chosen in the palette, for the page below the palette.
    pub asked: Option<Action>,
    /// The key context of the top page. It determines which keys are named in texts.
    pub key_context: KeyContext,
    /// Whether text is being typed into the top page.
    pub is_typing: bool,
    /// The page whose method is running, if any. Jobs that the method spawns report their results to this page.
    pub here: Option<PageId>,
    pub pending: Vec<Pending>,
    pub last_job: JobId,
    /// Whether the user has been warned that the match cannot be stored for the next launch.
    pub warned: bool,
    pub hits: Hits,
}

impl Context {
    pub fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub fn table(&self) -> Option<&MatchState> {
        self.on_table.as_ref()
    }

    pub fn table_mut(&mut self) -> Option<&mut MatchState> {
        self.on_table.as_mut()
    }

    /// Returns the opponent for a new match: the opponent in the settings, or a computer if the settings contain none.
    /// The computer is easy until the user has won a few matches against computers, and perfect from then on.
    pub fn usual_opponent(&self) -> PlayerKind {
        const FEW: u64 = 3;
        let is_practised = self.history().map_or(!self.newcomer, |history| {
            history.wins_against_computers() >= FEW
        });
        let level = if is_practised {
            Level::Perfect
        } else {
            Level::Easy
        };
        let chosen = self.settings.values().opponent;
        chosen.unwrap_or(PlayerKind::Computer(level))
    }

    pub fn open(&mut self, id: &str) -> Option<Box<dyn AnyPosition>> {
        games::open(id, &self.library)
            .map_err(|error| self.notify_error(error.to_string()))
            .ok()
    }

    /// Runs `job` in the background. If the page that spawned the job is still open, passes the result to `then`. On a
    /// lane that keeps only the newest job, the previous job is cancelled.
    pub fn spawn<P, T, E>(
        &mut self,
        lane: Lane,
        job: impl FnOnce(&Desk<'_>) -> Result<T, E> + Send + 'static,
        then: impl FnOnce(&mut P, &mut Context, Result<T, E>) + 'static,
    ) where
        P: Page,
        T: Send + 'static,
        E: From<Failure> + Send + 'static,
    {
        self.spawn_lasting(lane, job, move |page: Option<&mut P>, cx, result| {
            if let Some(page) = page {
                then(page, cx, result);
            }
        });
    }

    /// Like [`Context::spawn`], but `then` runs even if the page has been closed, with `None` as the page.
    pub fn spawn_lasting<P, T, E>(
        &mut self,
        lane: Lane,
        job: impl FnOnce(&Desk<'_>) -> Result<T, E> + Send + 'static,
        then: impl FnOnce(Option<&mut P>, &mut Context, Result<T, E>) + 'static,
    ) where
        P: Page,
        T: Send + 'static,
        E: From<Failure> + Send + 'static,
    {
        let page = self.here;
        let id = self.expect(lane, page, move |page, cx, result| {
            then(page.and_then(downcast), cx, result);
        });
        self.effect(Effect::Run(Job::new(id, lane, job)));
    }

    /// Like [`Context::spawn`], but for a job that belongs to no page, such as a job about the match on the table.
    pub fn spawn_shared<T, E>(
        &mut self,
        lane: Lane,
        job: impl FnOnce(&Desk<'_>) -> Result<T, E> + Send + 'static,
        then: impl FnOnce(&mut Context, Result<T, E>) + 'static,
    ) where
        T: Send + 'static,
        E: From<Failure> + Send + 'static,
    {
        let id = self.expect(lane, None, |_, cx, result| then(cx, result));
        self.effect(Effect::Run(Job::new(id, lane, job)));
    }

    /// Runs a callback after `ms` milliseconds. Cancelling the pause or starting a new pause drops the callback.
    pub fn wait(&mut self, ms: u64, then: impl FnOnce(&mut Context) + 'static) {
        let id = self.expect(Lane::Pause, None, |_, cx, ()| then(cx));
        self.effect(Effect::Wait(id, ms));
    }

    /// Registers the continuation of a new job. On a lane that keeps only the newest job, older continuations are
    /// dropped.
    fn expect<T: 'static>(
        &mut self,
        lane: Lane,
        page: Option<PageId>,
        then: impl FnOnce(Option<&mut dyn Page>, &mut Context, T) + 'static,
    ) -> JobId {
        if lane.keeps_newest() {
            self.pending.retain(|job| job.lane != lane);
        }
        self.last_job += 1;
        self.pending.push(Pending {
            id: self.last_job,
            lane,
            page,
            then: Box::new(move |page, cx, reply| {
                // The job was created with this result type, so the downcast does not fail.
                if let Ok(result) = reply.downcast::<T>() {
                    then(page, cx, *result);
                }
            }),
        });
        self.last_job
    }

    pub fn cancel(&mut self, lane: Lane) {
        let before = self.pending.len();
        self.pending.retain(|job| job.lane != lane);
        if self.pending.len() < before {
            self.effect(Effect::Cancel(lane));
        }
    }

    /// Cancels a closed page's jobs on lanes that keep only the newest job. Writes and exports continue.
    pub fn cancel_for(&mut self, page: PageId) {
        let asked = |job: &Pending| job.page == Some(page) && job.lane.keeps_newest();
        let lanes: Vec<Lane> = self
            .pending
            .iter()
            .filter(|job| asked(job))
            .map(|job| job.lane)
            .collect();
        lanes.into_iter().for_each(|lane| self.cancel(lane));
    }

    pub fn is_busy(&self, lane: Lane) -> bool {
        self.pending.iter().any(|job| job.lane == lane)
    }

    pub fn is_thinking(&self) -> bool {
        self.pending.iter().any(|job| job.lane.is_thought())
    }

    pub fn is_writing(&self) -> bool {
        self.pending.iter().any(|job| job.lane.is_written())
    }

    pub fn analyse<P: Page>(
        &mut self,
        position: &dyn AnyPosition,
        ask: Ask,
        then: impl FnOnce(&mut P, &mut Context, Result<Analysis, Stop>) + 'static,
    ) {
        self.spawn(Lane::Solve, analysis(position, ask), then);
    }

    /// Reloads the record of play, and then calls `then` if the page that requested the record is still open.
    pub fn read_record<P: Page>(&mut self, then: impl FnOnce(&mut P, &mut Context) + 'static) {
        self.spawn_lasting(
            Lane::Write,
            |desk| Ok::<_, String>((today(), desk.disk.record())),
            |page: Option<&mut P>, cx, read| {
                match read {
                    Ok(read) => cx.record = Some(read),
                    Err(why) => cx.notify_error(why),
                }
                if let Some(page) = page {
                    then(page, cx);
                }
            },
        );
    }

    pub fn count(&mut self, change: impl FnOnce(&mut History) + Send + 'static) {
        self.spawn_shared(
            Lane::Write,
            |desk| Ok::<_, String>(desk.disk.count(change)),
            |cx, counted| match counted {
                Ok(notice) => notice.into_iter().for_each(|text| cx.notify_error(text)),
                Err(why) => cx.notify_error(why),
            },
        );
    }

    /// Wraps text to `width` columns, keeping the style of each line. Placeholders such as `<undo>` become the names of
    /// keys.
    pub fn flow(
        &self,
        said: impl IntoIterator<Item = StyledLine>,
        width: u16,
    ) -> Vec<Line<'static>> {
        let fill = |line: StyledLine| StyledLine::new(line.tone, self.with_keys(&line.text));
        flow(&self.theme, said.into_iter().map(fill), width)
    }

    /// Queues a navigation, which is performed once the page has finished its update.
    pub fn go(&mut self, to: Navigation) {
        self.navigation.push_back(to);
    }

    pub fn push(&mut self, page: impl Page) {
        self.go(Navigation::Push(Box::new(page)));
    }

    /// Replaces placeholders such as `<undo>` with the names of keys.
    pub fn with_keys(&self, text: &str) -> String {
        self.settings.keys().fill(self.key_context, text)
    }

    pub fn history(&self) -> Option<&History> {
        self.record.as_ref()?.1.as_ref().ok()
    }

    /// Returns whether the program has been started for the first time and the user has not finished a match yet.
    pub fn is_first_game(&self) -> bool {
        let history = self.history();
        self.newcomer && history.is_none_or(|history| history.matches.is_empty())
    }

    pub fn is_daily_solved(&self) -> bool {
        matches!(&self.record, Some((today, Ok(history))) if history.puzzles.daily.contains(today))
    }

    /// Adds an event to the record, in memory and on disk. Tells the user if the event changes the default opponent.
    pub fn count_in_record(&mut self, counted: Counted) {
        let opponent = self.usual_opponent();
        if let Some((_, Ok(record))) = &mut self.record {
            record.count(&counted);
        }
        self.count(move |history| history.count(&counted));
        if self.usual_opponent() != opponent {
            self.notify(tr!(
                "New games are now against the perfect computer, unless you choose another."
            ));
        }
    }

    /// Shows a message until the next key press or click.
    pub fn notify(&mut self, text: impl AsRef<str>) {
        self.notice = Some(Notice {
            text: sanitize::message(&self.with_keys(text.as_ref())),
            wrong: false,
        });
    }

    /// Shows an error until the next key press or click.
    pub fn notify_error(&mut self, text: impl AsRef<str>) {
        self.notice = Some(Notice {
            text: sanitize::message(&self.with_keys(text.as_ref())),
            wrong: true,
        });
    }

    fn shown_verdict(&self) -> Verdict {
        self.on_table.as_ref().map_or(self.verdict, |s| s.verdict())
    }

    pub fn set_verdict(&mut self, verdict: Verdict) {
        self.verdict = verdict;
        if let Some(s) = &mut self.on_table {
            s.session.set_verdict(verdict);
        }
    }

    pub fn shows_verdict(&self) -> bool {
        self.shown_verdict() >= Verdict::Who
    }

    pub fn copy(&mut self, text: String) {
        self.notify(tr!("Copied: {text}"));
        self.effect(Effect::Copy(text));
    }

    pub fn shows_why(&self) -> bool {
        self.shown_verdict() >= Verdict::Why
    }

    /// Yields the match on the table, and then the matches that were set aside.
    pub fn matches(&self) -> impl Iterator<Item = &MatchState> {
        let waiting = self.waiting.iter().map(|aside| &aside.game);
        self.on_table.iter().chain(waiting)
    }

    pub fn matches_mut(&mut self) -> impl Iterator<Item = &mut MatchState> {
        let waiting = self.waiting.iter_mut().map(|aside| &mut aside.game);
        self.on_table.iter_mut().chain(waiting)
    }

    /// Returns the user's own match, if any, on the table or set aside.
    pub fn own_match(&self) -> Option<&MatchState> {
        self.matches().find(|s| s.is_own())
    }

    /// Returns whether leaving the user's own match would lose moves. Moves are lost if the match has unsaved changes
    /// and could not be stored for the next launch.
    pub fn would_lose(&self) -> bool {
        self.warned && self.own_match().is_some_and(|s| s.changed)
    }

    pub fn more_or_less(&self, line: &KeyLine) -> &'static str {
        if self.more { tr!("less") } else { line.short() }
    }

    pub fn next_seed(&mut self) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        self.seed
    }
}

pub fn analysis(
    position: &dyn AnyPosition,
    ask: Ask,
) -> impl FnOnce(&Desk<'_>) -> Result<Analysis, Stop> + Send + use<> {
    let position = position.boxed_clone();
    move |desk| position.analysed(ask, desk.limits)
}
