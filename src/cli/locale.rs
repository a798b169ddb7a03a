//! Detects the terminal's capabilities from the environment.

use std::env;
use std::sync::atomic::{AtomicBool, Ordering};

static ASCII: AtomicBool = AtomicBool::new(false);

/// Restricts text output to ASCII, whatever the locale.
pub fn restrict_to_ascii() {
    ASCII.store(true, Ordering::Relaxed);
}

pub fn is_restricted() -> bool {
    ASCII.load(Ordering::Relaxed)
}

/// Returns whether text must be ASCII: the command line requires it, or the environment sets a locale that does not
/// name UTF-8. If the environment sets no locale, UTF-8 is assumed.
pub fn is_narrow() -> bool {
    if is_restricted() {
        return true;
    }
    let said = |name| env::var_os(name).filter(|v| !v.is_empty());
    let locale = said("LC_ALL")
        .or_else(|| said("LC_CTYPE"))
        .or_else(|| said("LANG"));
    locale.is_some_and(|locale| narrow(&locale.to_string_lossy()))
}

fn narrow(locale: &str) -> bool {
    let set = locale
        .split('@')
        .next()
        .and_then(|l| l.split_once('.'))
        .map_or("", |(_, set)| set);
    let set: String = set
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    set != "utf8"
}

pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn only_utf_8_is_wide() {
        for wide in ["C.UTF-8", "en_GB.utf8", "de_DE.UTF-8@euro", "UTF.utf-8"] {
            assert!(!narrow(wide), "{wide}");
        }
        for small in [
            "C",
            "POSIX",
            "de_DE",
            "de_DE@euro",
            "en_US.ISO-8859-1",
            "ja_JP.eucJP",
        ] {
            assert!(narrow(small), "{small}");
        }
    }
}
