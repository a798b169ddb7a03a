//! Fuzz targets for all code that reads external input, and the random inputs for them.

pub mod chance;
pub mod scripts;
pub mod targets;
