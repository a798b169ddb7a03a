//! Fuzz targets for all code that reads external input, and random inputs for these targets.

pub mod chance;
pub mod scripts;
pub mod targets;
