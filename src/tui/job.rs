//! Work in the background: a job is a closure on a lane, and what follows from its result is another one.
//!
//! A page calls [`Context::spawn`](super::context::Context::spawn) with both. Until the driver runs it a job is data among
//! the effects, so that the state machine stays pure: a test runs it on its own thread, answers it with a value of its
//! own, or leaves it.

use std::any::Any;

use super::context::Context;
use super::disk::Disk;
use super::page::{Page, PageId};
use super::worker::caught;
use nimatron_core::rules::{Limits, Stop};

/// Names a job, and is never given out twice.
pub type JobId = u64;

/// The result of a job, as the closure that follows it expects it.
pub type Reply = Box<dyn Any + Send>;

/// A change that a job makes to its page while it runs.
pub type Told = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context) + Send>;

/// What follows a job.
pub type Then = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context, Reply)>;

/// Jobs of one lane run one after the other; lanes run beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Questions about the position in front.
    Solve,
    /// Long work, which questions about the position do not end.
    Work,
    /// Saved games are read.
    Read,
    /// Files are written, and small ones of the program's own are read.
    Write,
    /// The match is kept for the next start.
    Keep,
    /// A match is exported.
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

    /// The name of its thread. Panics there are caught, and are no reason to give the terminal back.
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

    /// Whether a newer job cancels the older one. Nothing that is to be written is ever dropped.
    pub fn keeps_newest(self) -> bool {
        matches!(self, Lane::Solve | Lane::Work | Lane::Read | Lane::Pause)
    }

    /// Whether the person waits for its answer.
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

/// A fault of the program in a job: the job is lost, and nothing else.
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

/// What a job finds where it runs.
pub struct Desk<'a> {
    /// They stop the job once it is not wanted any more, and tell the interface how far it is.
    pub limits: &'a Limits,
    pub disk: &'a Disk,
    pub tell: &'a dyn Fn(Told),
}

impl Desk<'_> {
    /// Changes the page that asked while the job continues, as long as that page is there.
    pub fn tell<P: Page>(&self, change: impl FnOnce(&mut P, &mut Context) + Send + 'static) {
        (self.tell)(Box::new(move |page, cx| {
            if let Some(page) = page.and_then(downcast) {
                change(page, cx);
            }
        }));
    }

    /// Shows how far the job is, whatever page is in front.
    pub fn notify(&self, text: String) {
        (self.tell)(Box::new(move |_, cx| cx.notify(text)));
    }

    /// Whether nobody waits for the result any more.
    pub fn is_cancelled(&self) -> bool {
        self.limits.check().is_err()
    }
}

/// A job whose result has not come yet, and what follows it.
pub struct Pending {
    pub id: JobId,
    pub lane: Lane,
    /// The page that asked; `None` where the result concerns all of the interface.
    pub page: Option<PageId>,
    pub then: Then,
}

/// A page as the type that asked; `None` for another one.
pub fn downcast<P: Page>(page: &mut dyn Page) -> Option<&mut P> {
    (page as &mut dyn Any).downcast_mut()
}
