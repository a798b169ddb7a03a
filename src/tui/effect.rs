//! What the interface wants done outside itself, as data: the driver does it.

use super::job::{Job, JobId, Lane};

pub enum Effect {
    Quit,
    /// Run a job; on a lane that keeps the newest one it cancels the older.
    Run(Job),
    /// Drop what a lane is at.
    Cancel(Lane),
    /// Answer this job when so many milliseconds are over; an older pause is dropped.
    Wait(JobId, u64),
    /// Put a text on the clipboard.
    Copy(String),
}
