//! Defines background jobs. A job is a closure that runs on the thread of its lane. The result of a job is passed to a
//! second closure, the continuation.
//!
//! A page passes both closures to `Context::spawn`. Until the driver runs a job, the job is only an entry in the list
//! of effects. This keeps the state machine pure: a test can run a job on its own thread, complete the job with any
//! result, or ignore the job.

use std::any::Any;

use super::context::Context;
use super::disk::Disk;
use super::page::{Page, PageId};
use super::worker::caught;
use nimatron_core::rules::{Limits, Stop};
use nimatron_core::tr;

pub type JobId = u64;

/// The result of a job. It contains a value of the type that the continuation expects.
pub type Reply = Box<dyn Any + Send>;

/// A closure that a running job sends to change its page or the context.
pub type Told = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context) + Send>;

pub type Then = Box<dyn FnOnce(Option<&mut dyn Page>, &mut Context, Reply)>;

/// Jobs on the same lane run one after another, and jobs on different lanes run in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Jobs that answer questions about the position on the board.
    Solve,
    /// Long jobs, such as reviews. Questions about the position do not cancel these jobs.
    Work,
    /// Jobs that read saved games.
    Read,
    /// Jobs that write files, or read the program's own small files.
    Write,
    /// Jobs that store the match for the next launch.
    Keep,
    Export,
    /// A pause, which needs no thread.
    Pause,
}

impl Lane {
    pub const THREADS: [Lane; 6] = [
        Lane::Solve,
        Lane::Work,
        Lane::Read,
        Lane::Write,
        Lane::Keep,
        Lane::Export,
    ];

    /// Returns the name of the lane's thread. The panic hook does nothing on threads with these names, because panics
    /// on these threads are caught.
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

    /// Returns whether a newer job on this lane cancels the previous job. Writes are never dropped.
    pub fn keeps_newest(self) -> bool {
        matches!(self, Lane::Solve | Lane::Work | Lane::Read | Lane::Pause)
    }

    /// Returns whether the user waits for computations on this lane.
    pub fn is_thought(self) -> bool {
        matches!(self, Lane::Solve | Lane::Work)
    }

    pub fn is_written(self) -> bool {
        matches!(self, Lane::Write | Lane::Keep | Lane::Export)
    }

    fn fault(self) -> &'static str {
        if self.is_thought() {
            tr!("the solver failed")
        } else {
            tr!("the program failed at it")
        }
    }
}

/// The error message of a job that panicked.
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
    /// Stops the job when it is cancelled, and reports its progress.
    pub limits: &'a Limits,
    pub disk: &'a Disk,
    pub tell: &'a dyn Fn(Told),
}

impl Desk<'_> {
    /// Changes the page that spawned the job, if that page is still open.
    pub fn tell<P: Page>(&self, change: impl FnOnce(&mut P, &mut Context) + Send + 'static) {
        (self.tell)(Box::new(move |page, cx| {
            if let Some(page) = page.and_then(downcast) {
                change(page, cx);
            }
        }));
    }

    pub fn notify(&self, text: String) {
        (self.tell)(Box::new(move |_, cx| cx.notify(text)));
    }

    pub fn is_cancelled(&self) -> bool {
        self.limits.check().is_err()
    }
}

/// A job that has no result yet, with its continuation.
pub struct Pending {
    pub id: JobId,
    pub lane: Lane,
    /// The page that spawned the job; `None` if the result concerns the whole interface.
    pub page: Option<PageId>,
    pub then: Then,
}

pub fn downcast<P: Page>(page: &mut dyn Page) -> Option<&mut P> {
    (page as &mut dyn Any).downcast_mut()
}
