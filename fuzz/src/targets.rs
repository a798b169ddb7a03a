//! The fuzz targets. A target panics if it finds a fault.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use nimatron::cli;
use nimatron::draw::{self, Marks, Size, Style};
use nimatron::play::{Match, PlayerKind, record};
use nimatron::settings::Settings;
use nimatron::settings::keys::Action;
use nimatron::settings::{Origin, Setting};
use nimatron::tui::app::{App, Setup};
use nimatron::tui::disk::Disk;
use nimatron::tui::effect::Effect;
use nimatron::tui::event::Event;
use nimatron::tui::job::Desk;
use nimatron::tui::theme::{Scheme, Theme};
use nimatron::tui::traits::{Depth, TerminalTraits};
use nimatron::tui::update::update;
use nimatron::tui::view::view;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{self, CATALOGUE, descriptions};
use nimatron_core::rules::{Library, Limits};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::scripts::{claims, loops, notation, points, scripts};

/// The name of a target, and the function that runs one input. The folder with the target's corpus has the same name.
pub type Target = (&'static str, fn(&[u8]));

/// The targets whose inputs are padded to the maximum length.
pub const LONG: [&str; 2] = ["events", "palette"];

/// All targets.
pub const ALL: [Target; 12] = [
    ("ids", ids),
    ("moves", moves),
    ("saves", saves),
    ("descriptions", descriptions),
    ("contests", contests),
    ("scripts", scripts),
    ("points", points),
    ("loops", loops),
    ("notation", notation),
    ("claims", claims),
    ("palette", palette),
    ("events", events),
];

/// Checks that a position's ID opens a position with the same ID, and draws the board.
fn look_at(position: &dyn AnyPosition, library: &Library) {
    let id = position.id();
    let again = games::open(&id, library).unwrap_or_else(|e| panic!("{id}: {e}"));
    assert_eq!(again.id(), id);
    let style = Style {
        ascii: id.len().is_multiple_of(2),
    };
    let size = Size {
        width: 60,
        height: 20,
    };
    let drawing = draw::draw(&position.scene(), size, &Marks::default(), style);
    assert!(!style.ascii || drawing.text().is_ascii(), "{id}");
}

/// Opens an ID and draws its position, or checks the error.
pub fn ids(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let library = Library::default();
    match games::open(&text, &library) {
        Ok(position) => look_at(&*position, &library),
        Err(e) => {
            assert!(
                (1..=text.chars().count() + 1).contains(&e.column),
                "{text:?}: {e}"
            );
            assert!(
                !e.what.is_empty() && !e.expected.is_empty() && e.example.is_some(),
                "{text:?}: {e}"
            );
        }
    }
}

/// Reads moves from the input and plays them. The first byte of the input chooses the game.
pub fn moves(data: &[u8]) {
    let Some((&game, line)) = data.split_first() else {
        return;
    };
    let example = CATALOGUE[usize::from(game) % CATALOGUE.len()].info.example;
    let library = Library::default();
    let mut position = games::open(example, &library).unwrap();
    for text in String::from_utf8_lossy(line).split(['\n', ';']).take(50) {
        let before = position.id();
        match position.legal(text) {
            Ok(choice) => {
                position
                    .play(text)
                    .unwrap_or_else(|e| panic!("{before} {text:?}: legal, but {e}"));
                if let Some(to) = choice.to {
                    assert_eq!(position.id(), to, "{before} {text:?}");
                }
            }
            Err(e) => {
                assert!(
                    !e.what.is_empty() && !e.expected.is_empty(),
                    "{before} {text:?}: {e}"
                );
                assert_eq!(position.id(), before);
            }
        }
    }
    look_at(&*position, &library);
}

/// Checks that a saved game is unchanged after it is written and read again.
pub fn saves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(loaded) = record::parse(&text, &Library::default()) {
        let game = loaded.game;
        let again = record::parse(
            &record::Draft::new(&game).to_json(&record::now()).unwrap(),
            &Library::default(),
        );
        let again = again.unwrap_or_else(|e| panic!("{text}: {e}")).game;
        assert_eq!(
            (again.moves(), again.cursor()),
            (game.moves(), game.cursor())
        );
        assert_eq!(
            again.position().portable_id(),
            game.position().portable_id()
        );
        assert_eq!(again.participants(), game.participants());
    }
}

/// Reads the description of a board or graph. If the description is accepted, draws positions on the board or graph.
pub fn descriptions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut library = Library::default();
    let Ok(name) = descriptions::add(&mut library, &text, "mine") else {
        assert_eq!(library.names().count(), 0);
        return;
    };
    for id in [
        format!("rings/{name}:1"),
        format!("rings/{name}:3"),
        format!("token/{name}:a"),
    ] {
        if let Ok(position) = games::open(&id, &library) {
            look_at(&*position, &library);
        }
    }
}

/// Runs the `judge` command on the input. The first byte chooses the problem.
pub fn contests(data: &[u8]) {
    const PROBLEMS: [&str; 7] = [
        "star",
        "triangle-war",
        "strip",
        "cards",
        "auction",
        "queen",
        "boxes",
    ];
    let Some((&problem, input)) = data.split_first() else {
        return;
    };
    let problem = PROBLEMS[usize::from(problem) % PROBLEMS.len()];
    let mut out = Vec::new();
    if let Err(why) = cli::judge_text(problem, input.to_vec(), &mut out) {
        assert!(!why.is_empty(), "{problem}");
    }
    assert!(out.is_ascii());
}

/// The number of events sent to the interface.
pub static EVENTS: AtomicU64 = AtomicU64::new(0);

/// Drives the interface. The first byte chooses the game, and each group of three bytes after it encodes an event.
pub fn events(data: &[u8]) {
    if let Some((&game, bytes)) = data.split_first() {
        drive(game, bytes.chunks(3).map(event));
    }
}

/// Drives the interface through the command palette. The first byte chooses the game, and each group of three bytes
/// after it encodes an event or a command.
pub fn palette(data: &[u8]) {
    let Some((&game, bytes)) = data.split_first() else {
        return;
    };
    let key = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    let run = |bytes: &[u8]| -> Vec<Event> {
        let [what, word, down] = [0, 1, 2].map(|i| bytes.get(i).copied().unwrap_or(0));
        if what % 4 == 0 {
            return vec![event(&[word, down, what])];
        }
        let name = Action::ALL[usize::from(word) % Action::ALL.len()].what();
        let typed = &name[..name.len().min(usize::from(what % 8))];
        let mut events = vec![key(KeyCode::Char(':')), Event::Paste(typed.to_owned())];
        events.extend((0..down % 6).map(|_| key(KeyCode::Down)));
        events.push(key(KeyCode::Enter));
        // The command may have opened a dialog.
        events.extend((down >= 128).then(|| key(KeyCode::Enter)));
        events
    };
    drive(game, bytes.chunks(3).flat_map(run));
}

/// Sends events to the interface and answers its effects. Drawing takes most of the time, so most frames are skipped.
fn drive(game: u8, events: impl Iterator<Item = Event>) {
    let mut settings = Settings::default();
    let done = settings.set(Setting::Pause, "0", Origin::Option("--pause"));
    assert!(done.is_ok());
    let begin = Setup {
        size: (80, 24),
        theme: Theme {
            depth: Depth::Sixteen,
            scheme: Scheme::default(),
            ascii: game >= 128,
            ground: None,
        },
        settings,
        traits: TerminalTraits {
            depth: Depth::Sixteen,
            light: false,
            narrow: game >= 128,
            answers: false,
            background: None,
        },
        library: Library::default(),
        seed: 1940,
        first_run: game.is_multiple_of(7),
    };
    let position = games::open(
        CATALOGUE[usize::from(game) % CATALOGUE.len()].info.example,
        &begin.library,
    )
    .unwrap();
    let kinds = [
        PlayerKind::Human,
        PlayerKind::ALL[usize::from(game) % PlayerKind::ALL.len()],
    ];
    let mut app = if game.is_multiple_of(5) {
        App::at_home(begin)
    } else {
        App::with_match(begin, Match::between(position, kinds), None)
    };
    let mut waiting = std::mem::take(&mut app.cx.effects);
    let mut drawn = (0, 0);
    for (i, event) in events.enumerate() {
        let mut effects = std::mem::take(&mut waiting);
        effects.extend(update(&mut app, event));
        // Without this bound, two computers would play the match to its end.
        for _ in 0..4 {
            let answers: Vec<Event> = effects.drain(..).filter_map(answer).collect();
            for event in answers {
                effects.extend(update(&mut app, event));
            }
        }
        waiting = effects;
        if drawn != app.cx.size || i.is_multiple_of(32) {
            drawn = app.cx.size;
            show(&mut app);
        }
        EVENTS.fetch_add(1, Relaxed);
    }
    show(&mut app);
}

fn show(app: &mut App) {
    let (width, height) = app.cx.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width.max(1), height.max(1)));
    app.cx.hits = view(app, &mut buffer).0;
}

fn event(bytes: &[u8]) -> Event {
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    const TEXTS: [&str; 8] = [
        "1-1",
        "star:1664",
        "misere row:OO.OOO",
        "7+10",
        "\u{1b}[2J\n",
        "nim:",
        "ü𝄞\u{301}漢",
        "x",
    ];
    const CODES: [KeyCode; 16] = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::F(1),
        KeyCode::Char(' '),
    ];
    let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    match at(0) % 16 {
        0 if at(0) < 64 => {
            let (width, height) =
                [(500, 160), (64, 32), (64, 32), (160, 50)][usize::from(at(0) / 16)];
            let of = |byte: u8, most: u32| 1 + (u32::from(byte) * most / 256) as u16;
            Event::Resize(of(at(1), width), of(at(2), height))
        }
        0 | 1 => Event::Resize(80, 24),
        2 | 3 => Event::Click(u16::from(at(1)), u16::from(at(2))),
        4 => Event::Click(u16::MAX - u16::from(at(1)), u16::MAX),
        5 => Event::Wheel(i32::from(at(1)) - 128),
        6 => Event::Paste(TEXTS[usize::from(at(1)) % TEXTS.len()].repeat(usize::from(at(2)) % 5)),
        7..=10 => key(CODES[usize::from(at(1)) % CODES.len()], KeyModifiers::NONE),
        11 => key(KeyCode::Char(char::from(at(1))), KeyModifiers::CONTROL),
        12 => key(
            KeyCode::Char(char::from_u32(u32::from(at(1)) << 8 | u32::from(at(2))).unwrap_or('x')),
            KeyModifiers::NONE,
        ),
        13 => Event::Done(u64::from(at(1)), Box::new(())),
        14 if at(2) < 32 => Event::Seconds(u64::from(at(1))),
        // Escape must be frequent, or most events would go to text fields and dialogs.
        14 => key(KeyCode::Esc, KeyModifiers::NONE),
        _ => key(
            KeyCode::Char(char::from(at(1) % 95 + 32)),
            KeyModifiers::NONE,
        ),
    }
}

/// Answers an effect as the driver does, but without files. Slow solvers are stopped, and timers fire at once.
fn answer(effect: Effect) -> Option<Event> {
    let asked = AtomicU64::new(0);
    let limits = Limits::default().stopping(move || {
        (asked.fetch_add(1, Relaxed) >= 50).then(|| "it takes too long".to_owned())
    });
    match effect {
        Effect::Run(job) => {
            let desk = Desk {
                limits: &limits,
                disk: &Disk::default(),
                tell: &|_| {},
            };
            Some(Event::Done(job.id, job.run(&desk)))
        }
        Effect::Wait(id, _) => Some(Event::Done(id, Box::new(()))),
        Effect::Quit | Effect::Cancel(_) | Effect::Copy(_) => None,
    }
}
