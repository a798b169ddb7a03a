//! Provides the threads that run jobs, one per lane.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::Disk;
use super::event::{DriverEvent, Event};
use super::job::{Desk, Job, JobId, Lane};
use nimatron_core::rules::{Limits, Step, sanitize, saturating_cast};
use nimatron_core::tr;

/// The minimum interval between progress reports of a long job.
pub const REPORT: Duration = Duration::from_millis(100);
/// The stack size of a worker, in bytes. The stack is large because searches and nested positions can recurse deeply.
/// The unused part of a stack takes no memory.
const STACK: usize = 256 << 20;

/// The thread of a lane. The thread starts with the lane's first job, or when [`Worker::start`] is called.
pub struct Worker {
    pub lane: Lane,
    jobs: Sender<Job>,
    /// The channels and files for the thread; `None` once the thread has started.
    idle: Option<Idle>,
    /// The ID of the newest job, or 0 after a cancellation. On lanes that keep only the newest job, all other jobs
    /// stop.
    newest: Arc<AtomicU64>,
}

struct Idle {
    inbox: Receiver<Job>,
    events: Sender<DriverEvent>,
    disk: Disk,
}

impl Worker {
    /// Creates a worker that sends its results to `events`. Its thread ends when the worker is dropped or the receiver
    /// of the events is gone.
    pub fn new(lane: Lane, events: Sender<DriverEvent>, disk: Disk) -> Worker {
        let (jobs, inbox) = channel();
        Worker {
            lane,
            jobs,
            idle: Some(Idle {
                inbox,
                events,
                disk,
            }),
            newest: Arc::new(AtomicU64::new(0)),
        }
    }

    /// If the lane keeps only the newest job, cancels the running job and all queued jobs.
    pub fn cancel(&self) {
        self.newest.store(0, Ordering::Relaxed);
    }

    /// Queues a job, and starts the thread if it has not been started.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started.
    pub fn run(&mut self, job: Job) -> std::io::Result<()> {
        self.start()?;
        self.newest.store(job.id, Ordering::Relaxed);
        // If this fails, the event loop has ended and nobody waits for the result.
        let _ = self.jobs.send(job);
        Ok(())
    }

    /// Starts the thread if it has not been started.
    pub fn start(&mut self) -> std::io::Result<()> {
        let Some(idle) = self.idle.take() else {
            return Ok(());
        };
        let lane = self.lane;
        let newest = Arc::clone(&self.newest);
        thread::Builder::new()
            .name(lane.thread().to_owned())
            .stack_size(STACK)
            .spawn(move || work(lane, idle.inbox, &idle.events, &newest, &idle.disk))?;
        Ok(())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Runs a closure and converts a panic into an error message that begins with `what`.
pub fn caught<T>(what: &str, act: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(act))
        .map_err(|panic| format!("{what}: {}", sanitize::panic(&*panic)))
}

/// Runs jobs one after another. A job that panics leaves no broken state: only the solver's tables may have changed,
/// and they contain only complete entries.
fn work(
    lane: Lane,
    inbox: Receiver<Job>,
    events: &Sender<DriverEvent>,
    newest: &Arc<AtomicU64>,
    disk: &Disk,
) {
    for job in inbox {
        let id = job.id;
        let is_wanted = || !lane.keeps_newest() || newest.load(Ordering::Relaxed) == id;
        if !is_wanted() {
            continue;
        }
        let limits = if lane.keeps_newest() {
            limits(id, events.clone(), Arc::clone(newest))
        } else {
            Limits::default()
        };
        let tell = |told| {
            if is_wanted() {
                let _ = events.send(Event::Told(id, told).into());
            }
        };
        let desk = Desk {
            limits: &limits,
            disk,
            tell: &tell,
        };
        #[cfg(test)]
        let _disk = disk.wait(lane);
        let reply = job.run(&desk);
        if is_wanted() && events.send(Event::Done(id, reply).into()).is_err() {
            return;
        }
    }
}

/// Creates limits that report progress at intervals, and stop the job when it is cancelled or a newer job arrives.
fn limits(id: JobId, events: Sender<DriverEvent>, newest: Arc<AtomicU64>) -> Limits {
    let start = Instant::now();
    // The number of milliseconds between the start and the last report.
    let last = AtomicU64::new(0);
    Limits::default()
        .stopping(move || {
            (newest.load(Ordering::Relaxed) != id).then(|| tr!("another question came").to_owned())
        })
        .reporting(move |step: Step| {
            let now = saturating_cast(start.elapsed().as_millis());
            let before = last.load(Ordering::Relaxed);
            if now >= before + saturating_cast::<u64, _>(REPORT.as_millis()) {
                last.store(now, Ordering::Relaxed);
                let _ = events.send(Event::Progress(step).into());
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::erased::{Analysis, Ask};
    use nimatron_core::games;
    use nimatron_core::rules::{Library, Outcome, Stop};

    #[test]
    fn a_panic_costs_the_answer_and_not_the_thread() {
        let (sender, events) = channel();
        let answer = || match events.recv() {
            Ok(DriverEvent::Event(event)) => *event,
            _ => panic!("no answer"),
        };
        let mut worker = Worker::new(Lane::Solve, sender, Disk::default());
        let panics = Job::new(1, Lane::Solve, |_| -> Result<(), Stop> {
            panic!("no such ring")
        });
        worker.run(panics).unwrap();
        let Event::Done(1, reply) = answer() else {
            panic!("another answer")
        };
        let Ok(Err(stop)) = reply.downcast::<Result<(), Stop>>().map(|reply| *reply) else {
            panic!("another answer")
        };
        let text = stop.to_string();
        assert!(
            text.contains("the solver failed") && text.contains("no such ring"),
            "{text}"
        );
        let star = games::open("star:1664", &Library::default()).unwrap();
        let answers = Job::new(2, Lane::Solve, move |desk| {
            star.analyse(Ask::default())(desk.limits)
        });
        worker.run(answers).unwrap();
        let Event::Done(2, reply) = answer() else {
            panic!("another answer")
        };
        let analysis = reply.downcast::<Result<Analysis, Stop>>().unwrap();
        assert_eq!(analysis.unwrap().value.outcome, Outcome::Win);
    }
}
