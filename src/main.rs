//! The `nimatron` program.
fn main() {}
