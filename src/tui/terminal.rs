//! Sets up the terminal, restores the terminal however the program ends, and detects when the terminal is closed.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::{SetCursorStyle, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, execute, queue};

use super::app::{App, Setup};
use super::disk::STARTED;
use super::display::Display;
use super::driver::{Driver, KeySender, MOST, SignalSender, TerminalActions, promptly};
use super::event::{DriverEvent, Event};
use super::input::ASK_IMAGES;
use super::job::Lane;
use super::pixels::{self, Protocol};
use super::theme::Theme;
use super::traits::{Depth, TerminalTraits};
use crate::play::store::{Start, Store};
use crate::settings::{BackgroundSource, PixelProtocol, Session, Settled, ThemeChoice};

const INPUT: &str = "input";
/// Returns whether panics on the named thread are caught and reported on the page.
fn is_caught(thread: &str) -> bool {
    Lane::THREADS.iter().any(|lane| lane.thread() == thread)
}

/// A command that enables reports of the mouse buttons and the wheel, but not of motion.
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

static MOUSE: AtomicBool = AtomicBool::new(true);
static BACKGROUND: AtomicBool = AtomicBool::new(false);
/// The time of the last query for the background colour; `None` if no reply is pending.
static ASKED: Mutex<Option<Instant>> = Mutex::new(None);
static IMAGES: AtomicBool = AtomicBool::new(false);
static ASKED_IMAGES: Mutex<Option<Instant>> = Mutex::new(None);
/// The time to wait for the reply to a query before the program ends. A later reply would appear as typed text in the
/// shell.
const LAST_REPLY: Duration = Duration::from_millis(150);
/// The signal that ended the interface, or 0.
static ENDED_BY: AtomicI32 = AtomicI32::new(0);

pub fn ended_by() -> Option<i32> {
    Some(ENDED_BY.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
}

/// Handles a Ctrl-C that does not arrive as a key. On systems without signals, this ends the interface.
pub fn interrupt() {
    system::interrupt();
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    // Write everything at once, because each write wakes the terminal.
    let mut out = Vec::new();
    // A block cursor would hide the piece below it.
    queue!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        SetCursorStyle::SteadyUnderScore
    )?;
    if MOUSE.load(Ordering::Relaxed) {
        queue!(out, EnableButtons)?;
    }
    if BACKGROUND.load(Ordering::Relaxed) {
        // Mode 2031: the terminal reports changes to its colours.
        out.write_all(b"\x1b[?2031h")?;
        ask_background(&mut out)?;
    }
    if IMAGES.load(Ordering::Relaxed) {
        *ASKED_IMAGES.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        out.write_all(ASK_IMAGES.as_bytes())?;
    }
    write_at_once(&out)
}

fn write_at_once(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(bytes)?;
    out.flush()
}

fn give_back() {
    let _ = stdout().write_all(pixels::gone().as_bytes());
    let _ = stdout().write_all(if BACKGROUND.load(Ordering::Relaxed) {
        b"\x1b[?2026l\x1b[?2031l"
    } else {
        b"\x1b[?2026l"
    });
    let shape = SetCursorStyle::DefaultUserShape;
    let _ = execute!(
        stdout(),
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        shape,
        Show
    );
    let _ = disable_raw_mode();
}

/// Queries the background colour (OSC 11). The terminal sends its reply in the same stream as the keys, or does not
/// reply at all.
fn ask_background(out: &mut impl Write) -> io::Result<()> {
    *ASKED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    out.write_all(b"\x1b]11;?\x1b\\")?;
    out.flush()
}

thread_local! {
    static FRAME: RefCell<Vec<u8>> = RefCell::default();
}

/// Collects the bytes of a frame until [`show`] writes them.
struct FrameWriter;

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        FRAME.with_borrow_mut(|frame| frame.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    /// Does nothing, because ratatui flushes several times per frame.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the frame and the pictures in a single write, so that the terminal wakes only once. The sequences of mode
/// 2026 at both ends make the terminal show everything at once.
fn show(pictures: &str) -> io::Result<()> {
    let frame = FRAME.take();
    if frame.is_empty() && pictures.is_empty() {
        return Ok(());
    }
    let parts = [b"\x1b[?2026h", &*frame, pictures.as_bytes(), b"\x1b[?2026l"];
    write_at_once(&parts.concat())
}

/// Waits for pending replies and releases the terminal when dropped, however the interface ends.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        let waits = || {
            [&ASKED, &ASKED_IMAGES].into_iter().any(|asked| {
                let asked = *asked.lock().unwrap_or_else(PoisonError::into_inner);
                asked.is_some_and(|asked| asked.elapsed() < LAST_REPLY)
            })
        };
        while waits() {
            thread::sleep(Duration::from_millis(5));
        }
        give_back();
    }
}

/// Installs a panic hook that releases the terminal and then reports the panic. The hook does nothing on threads whose
/// panics are caught.
fn give_back_on_panic() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !thread::current().name().is_some_and(is_caught) {
            give_back();
            hook(info);
        }
    }));
}

/// Runs the interface until it quits.
///
/// # Errors
///
/// Returns an error if there is no terminal, if the terminal fails, or if a thread cannot be started.
pub fn run(session: Session) -> anyhow::Result<()> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        bail!(tr!(
            "there is no terminal here: the interface needs one for its keys and its screen"
        ));
    }
    let Session {
        start,
        settled,
        narrow,
        seed,
        library,
    } = session;
    let Settled {
        settings,
        path: settings_file,
        faults,
    } = settled;
    let store = Store::locate(settings.saves()).ok();
    let mut traits = TerminalTraits::of_environment(narrow);
    let first_run = store.as_ref().is_some_and(|s| s.recall(STARTED).is_none());

    MOUSE.store(settings.values().mouse, Ordering::Relaxed);
    // Do not query consoles that never answer, because they would print the sequences.
    let keeps = settings.values().background == BackgroundSource::Terminal;
    let asks = (keeps || settings.values().theme == ThemeChoice::Auto) && traits.answers;
    BACKGROUND.store(asks, Ordering::Relaxed);
    give_back_on_panic();
    let _restore = Restore;
    let protocol = match settings.values().pixels {
        PixelProtocol::Kitty => Some(Protocol::Kitty),
        PixelProtocol::Sixel => Some(Protocol::Sixel),
        PixelProtocol::Auto | PixelProtocol::Off => None,
    };
    let images = protocol.and_then(|protocol| Some((protocol, cell_size(protocol)?)));
    if images.is_some() {
        // Terminals that show images support true colour, even if some do not announce it.
        traits.depth = Depth::True;
    }
    pixels::show_by(images);
    // tmux replies on behalf of the surrounding terminal, which may not show images.
    let asks = traits.answers && std::env::var_os("TMUX").is_none();
    IMAGES.store(
        asks && settings.values().pixels == PixelProtocol::Auto,
        Ordering::Relaxed,
    );
    take().context(tr!("the terminal cannot be set up"))?;
    let (width, height) = size().context(tr!("the terminal has no size"))?;
    // Draw only part of a very large screen.
    let size = (width.min(MOST.0), height.min(MOST.1));
    let setup = Setup {
        size,
        theme: Theme::new(&settings, traits),
        settings,
        traits,
        library,
        seed: seed.unwrap_or_else(rand::random),
        first_run,
    };
    let mut file = None;
    let mut app = promptly(|| match start {
        Start::Home => App::at_home(setup),
        Start::Match { game, path, seen } => {
            file = path.clone().zip(seen);
            App::with_match(setup, *game, path)
        }
    });
    // Faults in the settings take precedence over other messages.
    if !faults.is_empty() {
        let errors: Vec<String> = faults.iter().map(ToString::to_string).collect();
        app.cx
            .notify_error(tr!("Settings: {errors}", errors = errors.join("; ")));
    }
    let actions = TerminalActions {
        copy,
        show,
        suspend,
        resume,
    };
    let display = Display::new(CrosstermBackend::new(FrameWriter), size);
    let mut driver = Driver::new(display, app, store, settings_file, actions);
    if let Some((path, seen)) = file {
        driver.disk.has_seen(path, seen);
    }
    driver.run(|driver| {
        obey_signals(driver.signal_sender()).context(tr!("no thread for signals"))?;
        let sender = driver.key_sender();
        thread::Builder::new()
            .name(INPUT.to_owned())
            .spawn(move || pass_keys_on(&sender))
            .context(tr!("no thread for the keyboard"))?;
        Ok(())
    })
}

fn pass_keys_on(sender: &KeySender) {
    let event = match listen(sender) {
        Ok(()) => Event::Ended,
        Err(error) => Event::Broken(tr!("the keyboard cannot be read: {error}")),
    };
    // If this fails, the event loop has ended and there is nobody to notify.
    sender.send(event);
}

/// Returns the size of a cell in pixels. For sixels, returns `None` if the terminal does not report it.
fn cell_size(protocol: Protocol) -> Option<(u16, u16)> {
    // With kitty's protocol, the terminal scales images to cells.
    let usual = (protocol == Protocol::Kitty).then_some((10, 20));
    cell_pixels().or(usual)
}

/// Copies text to the clipboard with the escape sequence OSC 52, which most terminals support.
fn copy(text: &str) {
    // A failure needs no message, because the text is also on the screen.
    let _ = execute!(stdout(), CopyToClipboard::to_clipboard_from(text));
}

#[cfg(unix)]
mod system {
    use std::sync::atomic::{AtomicBool, Ordering};

    use ratatui::crossterm::event::{Event as Raw, KeyCode, KeyModifiers};
    use rustix::event::{PollFd, PollFlags, Timespec};
    use rustix::process::{Signal, getpgid, getsid, kill_current_process_group};
    use rustix::termios::{Winsize, tcgetwinsize};
    use signal_hook::consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGWINCH, SIGXCPU,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{
        ASKED, ASKED_IMAGES, BACKGROUND, DriverEvent, Duration, ENDED_BY, Event, KeySender,
        PoisonError, SignalSender, ask_background, cell_size, give_back, io, stdin, stdout, take,
        thread,
    };
    use crate::tui::input::{Reader, Sent};

    /// The time limit for the reply that reports the background colour. A later reply is ignored.
    const REPLY: Duration = Duration::from_millis(500);
    /// Whether `suspend` has already reacquired the terminal. If it has, `resume` does nothing.
    static TAKEN: AtomicBool = AtomicBool::new(false);

    /// Reads the keyboard and the mouse until the terminal or the receiver of the events is gone.
    pub(super) fn listen(sender: &KeySender) -> io::Result<()> {
        let keys = stdin();
        let mut reader = Reader::default();
        let mut sent = Vec::new();
        let mut buffer = [0; 1024];
        loop {
            let ends = reader.wait().map(|wait| Timespec {
                tv_sec: wait.as_secs().cast_signed(),
                tv_nsec: wait.subsec_nanos().into(),
            });
            let mut fds = [PollFd::new(&keys, PollFlags::IN)];
            match rustix::event::poll(&mut fds, ends.as_ref()) {
                Err(rustix::io::Errno::INTR) => continue,
                Ok(0) => reader.pause(&mut sent),
                done => {
                    done?;
                    if fds[0]
                        .revents()
                        .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
                    {
                        return Ok(());
                    }
                    match rustix::io::read(&keys, &mut buffer) {
                        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
                        Ok(0) => return Ok(()),
                        read => reader.feed(&buffer[..read?], &mut sent),
                    }
                }
            }
            for sent in sent.drain(..) {
                if is_suspend(&sent) {
                    // In raw mode the terminal sends no signal for ctrl-z, so send it here.
                    if can_sleep() {
                        kill_current_process_group(Signal::TSTP)?;
                    }
                } else if let Some(event) = event_of(sent)
                    && !sender.send(event)
                {
                    return Ok(());
                }
            }
        }
    }

    fn event_of(sent: Sent) -> Option<Event> {
        match sent {
            Sent::Event(raw) => Event::from_terminal(raw),
            Sent::Background([r, g, b]) => {
                let asked = ASKED
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take()?;
                // The weights of Rec. 709, in thousandths.
                let light = 213 * u32::from(r) + 715 * u32::from(g) + 72 * u32::from(b) > 127_500;
                (asked.elapsed() < REPLY).then_some(Event::Background {
                    light,
                    rgb: [r, g, b],
                })
            }
            Sent::Images(protocol) => {
                // A terminal with both protocols reports kitty's first, so ignore the second report.
                let is_first = ASKED_IMAGES
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take()
                    .is_some();
                let size = cell_size(protocol).filter(|_| is_first);
                size.map(|size| Event::Images(protocol, size))
            }
            Sent::Attributes => {
                *ASKED_IMAGES.lock().unwrap_or_else(PoisonError::into_inner) = None;
                None
            }
            Sent::ColoursChanged => {
                if BACKGROUND.load(Ordering::Relaxed) {
                    // If the query fails, the colours stay unchanged.
                    let _ = ask_background(&mut stdout());
                }
                None
            }
        }
    }

    fn is_suspend(sent: &Sent) -> bool {
        matches!(sent, Sent::Event(Raw::Key(key))
            if key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL)
    }

    /// Returns whether the program was started from a shell that can resume it after it has been suspended.
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
        // While this program was stopped, other programs may have changed the terminal.
        give_back();
        take()
    }

    pub(super) fn size() -> io::Result<(u16, u16)> {
        let size = tcgetwinsize(stdout())?;
        Ok(match (size.ws_col, size.ws_row) {
            (0, _) | (_, 0) => (80, 24),
            known => known,
        })
    }

    pub(super) fn cell_pixels() -> Option<(u16, u16)> {
        pixels_of_a_cell(tcgetwinsize(stdout()).ok()?)
    }

    fn pixels_of_a_cell(size: Winsize) -> Option<(u16, u16)> {
        let across = size.ws_xpixel.checked_div(size.ws_col)?;
        let down = size.ws_ypixel.checked_div(size.ws_row)?;
        (across > 0 && down > 0).then_some((across, down))
    }

    /// Does nothing, because the signal also reaches the thread that reads signals.
    pub(super) fn interrupt() {}

    pub(super) fn obey_signals(sender: SignalSender) -> io::Result<()> {
        let mut signals = Signals::new([
            SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGQUIT, SIGABRT, SIGALRM,
            SIGUSR1, SIGUSR2, SIGXCPU,
        ])?;
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                for signal in signals.forever() {
                    let resized = || {
                        size()
                            .ok()
                            .map(|(w, h)| DriverEvent::from(Event::Resize(w, h)))
                    };
                    let news = match signal {
                        SIGTERM | SIGINT | SIGHUP => {
                            ENDED_BY.store(signal, Ordering::Relaxed);
                            [Some(DriverEvent::from(Event::Ended)), None]
                        }
                        SIGTSTP => [Some(DriverEvent::Suspend), None],
                        SIGCONT => [Some(DriverEvent::Resume), resized()],
                        SIGWINCH => [resized(), None],
                        _ => {
                            give_back();
                            // The default handler terminates the program.
                            let _ = emulate_default_handler(signal);
                            [None, None]
                        }
                    };
                    for news in news.into_iter().flatten() {
                        if !sender.send(news) {
                            return;
                        }
                    }
                }
            })?;
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use super::{Winsize, pixels_of_a_cell};

        #[test]
        fn a_cell_has_pixels_only_if_both_of_its_sides_are_reported() {
            for (x, y, cell) in [
                (800, 480, Some((10, 20))),
                (800, 0, None),
                (0, 480, None),
                (800, 20, None),
            ] {
                let size = Winsize {
                    ws_col: 80,
                    ws_row: 24,
                    ws_xpixel: x,
                    ws_ypixel: y,
                };
                assert_eq!(pixels_of_a_cell(size), cell, "{x} {y}");
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use ratatui::crossterm::event::read;
    use ratatui::crossterm::terminal;

    use std::sync::OnceLock;

    use super::{DriverEvent, ENDED_BY, Event, KeySender, Ordering, SignalSender, io};

    /// The sender for the event that ends the interface. It is static because the system accepts only one handler.
    static SENDER: OnceLock<SignalSender> = OnceLock::new();

    pub(super) fn listen(sender: &KeySender) -> io::Result<()> {
        loop {
            if let Some(event) = Event::from_terminal(read()?)
                && !sender.send(event)
            {
                return Ok(());
            }
        }
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

    pub(super) fn cell_pixels() -> Option<(u16, u16)> {
        None
    }

    pub(super) fn obey_signals(sender: SignalSender) -> io::Result<()> {
        // `obey_signals` is called only once, so this succeeds.
        let _ = SENDER.set(sender);
        Ok(())
    }

    pub(super) fn interrupt() {
        // SIGINT has this number on every system.
        ENDED_BY.store(2, Ordering::Relaxed);
        if let Some(sender) = SENDER.get() {
            // If this fails, the event loop has ended and there is nobody to notify.
            sender.send(DriverEvent::from(Event::Ended));
        }
    }
}

use nimatron_core::tr;
use system::{cell_pixels, listen, obey_signals, resume, size, suspend};
