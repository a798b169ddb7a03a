//! What only a real terminal can do.

/// What the driver asks the terminal itself to do.
#[derive(Clone, Copy)]
pub struct TerminalActions {
    /// Puts a text on the clipboard.
    pub copy: fn(&str),
    /// Gives the terminal back, sleeps until the program is woken, and takes the terminal again.
    pub suspend: fn() -> std::io::Result<()>,
    /// Takes the terminal again after the program was stopped without being asked.
    pub resume: fn() -> std::io::Result<()>,
}

impl TerminalActions {
    /// Where there is no real terminal, as in tests.
    pub const NONE: TerminalActions = TerminalActions { copy: |_| {}, suspend: || Ok(()), resume: || Ok(()) };
}
