//! What only a real terminal can do.

/// What the driver can have done with the terminal itself.
#[derive(Clone, Copy)]
pub struct Hands {
    /// Puts a text on the clipboard.
    pub copy: fn(&str),
    /// Gives the terminal back, sleeps until the program is woken, and takes the terminal again.
    pub suspend: fn() -> std::io::Result<()>,
    /// Takes the terminal again after the program was stopped without being asked.
    pub resume: fn() -> std::io::Result<()>,
}

impl Hands {
    /// For terminals that are none.
    pub const NONE: Hands = Hands { copy: |_| {}, suspend: || Ok(()), resume: || Ok(()) };
}
