//! The words every game speaks.
