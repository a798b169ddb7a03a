//! Work in the background: a job is a closure on a lane, and another closure continues with its result.
//!
//! A page calls `Context::spawn` with both. Until the driver runs it a job is data
//! among the effects, so that the state machine stays pure: a test runs it on its own thread, answers it with a value
//! of its own, or leaves it.

use std::any::Any;

use super::context::Context;
use super::disk::Disk;
use super::page::{Page, PageId};
use super::worker::caught;
use nimatron_core::rules::{Limits, Stop};

/// Identifies a job, and is never reused.
pub type JobId = u64;

/// The result of a job, as its continuation expects it.
pub type Reply = Box<dyn Any + Send>;

/// A change that a job makes to its page while it runs.
pub type Told = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context) + Send>;

/// The continuation of a job.
pub type Then = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context, Reply)>;

/// Jobs of one lane run one after the other; lanes run in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Questions about the position on the board.
    Solve,
    /// Long work, which is not cancelled by questions about the position.
    Work,
    /// Reading saved games.
    Read,
    /// Writing files, and reading the program's own small ones.
    Write,
    /// Keeping the match for the next start.
    Keep,
    /// Exporting a match.
    Export,
    /// A pause, which needs no thread.
    Pause,
}

impl Lane {
    /// The lanes with a thread each.
    pub const THREADS: [Lane; 6] = [
        Lane::Solve,
        Lane::Work,
        Lane::Read,
        Lane::Write,
        Lane::Keep,
        Lane::Export,
    ];

    /// The name of its thread. Panics there are caught, and do not restore the terminal.
    pub fn thread(self) -> &'static str {
        match self {
            Lane::Solve => "solver",
            Lane::Work => "worker",
            Lane::Read => "reader",
            Lane::Write => "writer",
            Lane::Keep => "keeper",
            Lane::Export => "exporter",
            Lane::Pause => "pause",
        }
    }

    /// Returns whether a newer job cancels the older one. Writes are never dropped.
    pub fn keeps_newest(self) -> bool {
        matches!(self, Lane::Solve | Lane::Work | Lane::Read | Lane::Pause)
    }

    /// Returns whether the person waits for its answer.
    pub fn is_thought(self) -> bool {
        matches!(self, Lane::Solve | Lane::Work)
    }

    pub fn is_written(self) -> bool {
        matches!(self, Lane::Write | Lane::Keep | Lane::Export)
    }

    fn fault(self) -> &'static str {
        if self.is_thought() {
            "the solver failed"
        } else {
            "the program failed at it"
        }
    }
}

/// A panic in a job: the job is lost, and nothing else.
#[derive(Debug)]
pub struct Failure(String);

impl From<Failure> for String {
    fn from(failure: Failure) -> String {
        failure.0
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::not_proved(failure.0)
    }
}

impl From<Failure> for anyhow::Error {
    fn from(failure: Failure) -> anyhow::Error {
        anyhow::Error::msg(failure.0)
    }
}

/// A closure to be run in the background.
pub struct Job {
    pub id: JobId,
    pub lane: Lane,
    run: Box<dyn FnOnce(&Desk<'_>) -> Reply + Send>,
}

impl Job {
    pub fn new<T, E>(
        id: JobId,
        lane: Lane,
        work: impl FnOnce(&Desk<'_>) -> Result<T, E> + Send + 'static,
    ) -> Job
    where
        T: Send + 'static,
        E: From<Failure> + Send + 'static,
    {
        let run = move |desk: &Desk<'_>| -> Reply {
            let result = caught(lane.fault(), || work(desk));
            Box::new(result.unwrap_or_else(|why| Err(E::from(Failure(why)))))
        };
        Job {
            id,
            lane,
            run: Box::new(run),
        }
    }

    pub fn run(self, desk: &Desk<'_>) -> Reply {
        (self.run)(desk)
    }
}

/// The environment of a running job.
pub struct Desk<'a> {
    /// Stop the job once it is cancelled, and report its progress.
    pub limits: &'a Limits,
    pub disk: &'a Disk,
    pub tell: &'a dyn Fn(Told),
}

impl Desk<'_> {
    /// Changes the page that spawned the job, if it is still there, while the job continues.
    pub fn tell<P: Page>(&self, change: impl FnOnce(&mut P, &mut Context) + Send + 'static) {
        (self.tell)(Box::new(move |page, cx| {
            if let Some(page) = page.and_then(downcast) {
                change(page, cx);
            }
        }));
    }

    /// Shows a progress message, whatever page is on top.
    pub fn notify(&self, text: String) {
        (self.tell)(Box::new(move |_, cx| cx.notify(text)));
    }

    /// Returns whether nobody waits for the result any more.
    pub fn is_cancelled(&self) -> bool {
        self.limits.check().is_err()
    }
}

/// A job without a result yet, and its continuation.
pub struct Pending {
    pub id: JobId,
    pub lane: Lane,
    /// The page that spawned it; `None` if the result concerns the whole interface.
    pub page: Option<PageId>,
    pub then: Then,
}

/// Downcasts a page to the type that spawned the job; `None` for another one.
pub fn downcast<P: Page>(page: &mut dyn Page) -> Option<&mut P> {
    (page as &mut dyn Any).downcast_mut()
}
