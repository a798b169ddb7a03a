//! The real terminal: set up, always restored.

use std::io::{IsTerminal, Write, stdin, stdout};
use std::panic;
use std::sync::mpsc::Sender;
use std::thread;

use anyhow::{Context, bail};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, read,
};
use ratatui::crossterm::execute;

use super::app::Begin;
use super::driver::{Driver, LESSON};
use super::event::Event;
use super::settings::Settings;
use super::start as begin_with;
use super::theme::{Scheme, Theme};
use super::worker;
use crate::play::Start;
use crate::play::store::Store;

/// How long the computer lets its move wait unless told otherwise.
const PAUSE_MS: u64 = 600;

/// Gives the terminal back, however the interface ends.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        release();
        ratatui::restore();
    }
}

/// No more mouse and paste events. There is nobody to tell where that fails.
fn release() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
}

/// Runs the interface until somebody leaves it.
///
/// # Errors
/// Where there is no terminal, or it fails.
pub fn run(start: Start, settings: Settings) -> anyhow::Result<()> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        bail!("there is no terminal here: the interface needs one for its keys and its screen");
    }
    let Settings { saves, pause_ms, seed, ascii, theme, library } = settings;
    let store = Store::locate(saves.as_deref()).ok();
    let first_run = store.as_ref().is_some_and(|s| s.recall(LESSON).is_none());

    // Hooks run from the last one set: the one that lets the solver's panics pass, ratatui's own, this one, then the
    // message.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        release();
        hook(info);
    }));
    let _restore = Restore;
    let terminal = ratatui::try_init().context("the terminal cannot be set up")?;
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The worker catches them, tells of them on the page, and goes on.
        if thread::current().name() != Some(worker::THREAD) {
            hook(info);
        }
    }));
    execute!(stdout(), EnableMouseCapture, EnableBracketedPaste).context("the terminal cannot be set up")?;

    let size = terminal.size().context("the terminal has no size")?;
    let begin = Begin {
        size: (size.width, size.height),
        theme: Theme::from_environment(ascii, theme.as_deref().and_then(Scheme::named)),
        library,
        pause_ms: pause_ms.unwrap_or(PAUSE_MS),
        seed: seed.unwrap_or_else(rand::random),
        first_run,
    };
    let app = match start {
        Start::Home => begin_with::home(begin),
        Start::Play { table, participants } => begin_with::with_table(begin, table, participants),
        Start::Match { game, path } => begin_with::with_match(begin, game, path),
    };
    let mut driver = Driver::new(terminal, app, store, copy)?;
    let sender = driver.sender();
    let told = sender.clone();
    // Where signals cannot be had they end the program as they would anyway.
    let _ = ctrlc::set_handler(move || {
        // Nobody is left to be told once the loop has ended.
        let _ = told.send(Event::Ended);
    });
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || listen(&sender))
        .context("no thread for the keyboard")?;
    driver.run()
}

/// Reads the keyboard and the mouse until the program ends.
fn listen(sender: &Sender<Event>) {
    loop {
        let event = match read() {
            Ok(raw) => Event::from_terminal(raw),
            Err(error) => Some(Event::Broken(format!("the keyboard cannot be read: {error}"))),
        };
        let broken = matches!(event, Some(Event::Broken(_)));
        if let Some(event) = event
            && (sender.send(event).is_err() || broken)
        {
            return;
        }
    }
}

/// Puts a text on the clipboard, by the escape sequence OSC 52 that most terminals know.
fn copy(text: &str) {
    let mut out = stdout();
    // Nobody is told where the terminal fails: the text is on the screen too.
    let _ = write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()));
    let _ = out.flush();
}

/// Base 64 as in RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let all = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let digit = DIGITS[(all >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_rfc() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
