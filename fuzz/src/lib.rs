//! Fuzz targets for everything that reads what comes from outside, and the chance that feeds them.

pub mod chance;
pub mod targets;
