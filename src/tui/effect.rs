//! Effects that the interface requests, as data: the driver performs them.

use super::job::{Job, JobId, Lane};

pub enum Effect {
    Quit,
    /// Run a job; on a lane that keeps the newest one it cancels the older.
    Run(Job),
    /// Cancel the job of a lane.
    Cancel(Lane),
    /// Answer this job after some milliseconds; an older pause is dropped.
    Wait(JobId, u64),
    /// Put a text on the clipboard.
    Copy(String),
}
