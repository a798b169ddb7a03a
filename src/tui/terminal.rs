//! The real terminal: set up, given back however the program ends, and noticed when it goes away.

use std::fmt;
use std::io::{self, IsTerminal, Stdout, stdin, stdout};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;

use anyhow::{Context, bail};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, Event as Raw, read,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, execute};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::app::Begin;
use super::driver::{Driver, LESSON, MOST, TerminalActions};
use super::event::{Event, News};
use super::launch::Launch;
use super::start as begin_with;
use super::theme::Theme;
use super::traits::TerminalTraits;
use super::{files, worker};
use crate::play::Start;
use crate::play::store::Store;

/// The name of the thread that reads the keyboard.
const INPUT: &str = "input";
/// Panics of these threads are caught and told of on the page, or by the end of the program.
const CAUGHT: [&str; 4] = [worker::THREAD, files::READER, files::KEEPER, INPUT];

/// Asks for the mouse's buttons and its wheel alone: not for every motion.
struct EnableButtons;

impl Command for EnableButtons {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1000h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        ratatui::crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// Takes the terminal.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableButtons, EnableBracketedPaste)
}

/// Gives the terminal back. There is nobody to tell where that fails: it has gone away.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Gives the terminal back, however the interface ends.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back before a panic is told of, but for those that are caught.
fn give_back_on_panic() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name().is_none_or(|name| !CAUGHT.contains(&name)) {
            give_back();
            hook(info);
        }
    }));
}

/// The screen as far as it is drawn on.
fn whole_screen() -> anyhow::Result<(Terminal<CrosstermBackend<Stdout>>, Rect)> {
    let (width, height) = size().context("the terminal has no size")?;
    let area = Rect::new(0, 0, width.min(MOST.0), height.min(MOST.1));
    let options = TerminalOptions { viewport: Viewport::Fixed(area) };
    let terminal = Terminal::with_options(CrosstermBackend::new(stdout()), options)
        .context("the terminal cannot be set up")?;
    Ok((terminal, area))
}

/// Runs the interface until somebody leaves it.
///
/// # Errors
/// Where there is no terminal, or it fails.
pub fn run(start: Start, launch: Launch) -> anyhow::Result<()> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        bail!("there is no terminal here: the interface needs one for its keys and its screen");
    }
    let Launch { settings, file: settings_file, faults, narrow, seed, library } = launch;
    let store = Store::locate(settings.saves().as_deref()).ok();
    let traits = TerminalTraits::of_environment(narrow);
    let first_run = store.as_ref().is_some_and(|s| s.recall(LESSON).is_none());

    give_back_on_panic();
    let _restore = Restore;
    take().context("the terminal cannot be set up")?;
    let (terminal, area) = whole_screen()?;
    let begin = Begin {
        size: (area.width, area.height),
        theme: Theme::of(&settings, traits),
        keys: settings.keys().clone(),
        pause_ms: settings.pause_ms(),
        settings,
        traits,
        library,
        seed: seed.unwrap_or_else(rand::random),
        first_run,
    };
    let mut file = None;
    let mut app = match start {
        Start::Home => begin_with::home(begin),
        Start::Play { position, participants } => begin_with::with_position(begin, position, participants),
        Start::Match { game, path, seen } => {
            file = path.clone().zip(seen);
            begin_with::with_match(begin, game, path)
        }
    };
    // What is wrong with the settings goes before anything else that there is to be told.
    if !faults.is_empty() {
        app.complain(format!("Settings: {}", faults.join("; ")));
    }
    let mut driver = Driver::new(terminal, app, store, TerminalActions { copy, suspend, resume })?;
    driver.keep_settings_in(settings_file);
    if let Some((path, seen)) = file {
        driver.has_seen(path, seen);
    }
    obey_signals(driver.sender()).context("no thread for signals")?;
    let sender = driver.sender();
    thread::Builder::new()
        .name(INPUT.to_owned())
        .spawn(move || pass_keys_on(&sender))
        .context("no thread for the keyboard")?;
    driver.run()
}

/// Passes on what the keyboard and the mouse say until that ends, and how it ended.
fn pass_keys_on(sender: &Sender<News>) {
    // The input library may fail on what a terminal never sends: the program then ends with a message.
    let ended = catch_unwind(AssertUnwindSafe(|| listen(sender)));
    let event = match ended {
        Ok(Ok(())) => Event::Ended,
        Ok(Err(error)) => Event::Broken(format!("the keyboard cannot be read: {error}")),
        Err(_) => Event::Broken("the keyboard cannot be read: what it sent makes no sense".to_owned()),
    };
    // Nobody is left to be told once the loop has ended.
    let _ = sender.send(News::from(event));
}

/// What the terminal's event means here.
fn pass_on(raw: Raw, sender: &Sender<News>) -> bool {
    match Event::from_terminal(raw) {
        Some(event) => sender.send(News::from(event)).is_ok(),
        None => true,
    }
}

/// Puts a text on the clipboard, by the escape sequence OSC 52 that most terminals know.
fn copy(text: &str) {
    // Nobody is told where the terminal fails: the text is on the screen too.
    let _ = execute!(stdout(), CopyToClipboard::to_clipboard_from(text));
}

#[cfg(unix)]
mod system {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use ratatui::crossterm::event::{KeyCode, KeyEventKind, KeyModifiers, poll};
    use rustix::event::{PollFd, PollFlags};
    use rustix::process::{Signal, getpgid, getsid, kill_current_process_group};
    use rustix::termios::tcgetwinsize;
    use signal_hook::consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
        SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Event, News, Raw, Sender, give_back, io, pass_on, read, stdin, stdout, take, thread};

    /// How long the other bytes of a key are waited for.
    const KEY_ENDS: Duration = Duration::from_millis(1);
    /// The terminal has been taken again since the program was last told that it goes on.
    static TAKEN: AtomicBool = AtomicBool::new(false);

    /// Reads the keyboard and the mouse until the terminal goes away. The input library would read on for ever there:
    /// it is asked only when there is something.
    pub(super) fn listen(sender: &Sender<News>) -> io::Result<()> {
        let keys = stdin();
        loop {
            let mut fds = [PollFd::new(&keys, PollFlags::IN)];
            match rustix::event::poll(&mut fds, None) {
                Err(rustix::io::Errno::INTR) => continue,
                done => done?,
            };
            if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
                return Ok(());
            }
            while poll(KEY_ENDS)? {
                let raw = read()?;
                match raw {
                    // Signals tell of it.
                    Raw::Resize(..) => {}
                    // The terminal makes no signal of the key: the interface has it.
                    Raw::Key(key)
                        if key.code == KeyCode::Char('z')
                            && key.modifiers == KeyModifiers::CONTROL
                            && key.kind == KeyEventKind::Press =>
                    {
                        if can_sleep() {
                            kill_current_process_group(Signal::TSTP)?;
                        }
                    }
                    raw => {
                        if !pass_on(raw, sender) {
                            return Ok(());
                        }
                    }
                }
            }
        }
    }

    /// Whether there is a shell that could wake the program again: not where the terminal runs it directly.
    fn can_sleep() -> bool {
        matches!((getsid(None), getpgid(None)), (Ok(session), Ok(group)) if session != group)
    }

    pub(super) fn suspend() -> io::Result<()> {
        if !can_sleep() {
            return Ok(());
        }
        give_back();
        emulate_default_handler(SIGTSTP)?;
        TAKEN.store(true, Ordering::Relaxed);
        take()
    }

    pub(super) fn resume() -> io::Result<()> {
        if TAKEN.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        // Whoever stopped the program may have changed the terminal meanwhile.
        give_back();
        take()
    }

    /// Columns and rows.
    pub(super) fn size() -> io::Result<(u16, u16)> {
        let size = tcgetwinsize(stdout())?;
        Ok(match (size.ws_col, size.ws_row) {
            (0, _) | (_, 0) => (80, 24),
            known => known,
        })
    }

    /// A thread that makes events of the system's signals.
    pub(super) fn obey_signals(sender: Sender<News>) -> io::Result<()> {
        let mut signals = Signals::new([
            SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2,
            SIGXCPU, SIGXFSZ,
        ])?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let resized = || size().ok().map(|(w, h)| News::from(Event::Resize(w, h)));
                let news = match signal {
                    SIGTERM | SIGINT | SIGHUP => [Some(News::from(Event::Ended)), None],
                    SIGTSTP => [Some(News::Suspend), None],
                    SIGCONT => [Some(News::Resume), resized()],
                    SIGWINCH => [resized(), None],
                    _ => {
                        give_back();
                        // It ends the program.
                        let _ = emulate_default_handler(signal);
                        [None, None]
                    }
                };
                for news in news.into_iter().flatten() {
                    if sender.send(news).is_err() {
                        return;
                    }
                }
            }
        })?;
        Ok(())
    }
}

#[cfg(not(unix))]
mod system {
    use ratatui::crossterm::terminal;

    use super::{Event, News, Sender, io, pass_on, read};

    pub(super) fn listen(sender: &Sender<News>) -> io::Result<()> {
        while pass_on(read()?, sender) {}
        Ok(())
    }

    pub(super) fn suspend() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn resume() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn size() -> io::Result<(u16, u16)> {
        terminal::size()
    }

    pub(super) fn obey_signals(sender: Sender<News>) -> io::Result<()> {
        let stop = move || {
            // Nobody is left to be told once the loop has ended.
            let _ = sender.send(News::from(Event::Ended));
        };
        ctrlc::set_handler(stop).map_err(io::Error::other)
    }
}

use system::{listen, obey_signals, resume, size, suspend};
