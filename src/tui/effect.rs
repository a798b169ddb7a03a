//! Defines the effects, which the interface requests and the driver performs.

use super::job::{Job, JobId, Lane};

pub enum Effect {
    Quit,
    /// Run a job. On a lane that keeps only the newest job, this cancels the previous job.
    Run(Job),
    Cancel(Lane),
    /// Run the job's callback after a pause in milliseconds. This cancels an earlier pause.
    Wait(JobId, u64),
    Copy(String),
}
