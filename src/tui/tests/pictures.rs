//! Tests pictures and recordings of frames, and generates the pictures and the animation in the README.

use std::path::PathBuf;

use quick_xml::Reader;
use quick_xml::events::Event as Xml;

use super::harness::*;
use super::picture;
use crate::tui::film;

fn played(id: &str, moves: &str, kinds: [PlayerKind; 2], size: (u16, u16)) -> App {
    let mut game = Match::between(open(id), kinds);
    for m in moves.split_whitespace() {
        game.play(m).unwrap();
    }
    App::with_match(begin(size.0, size.1), game, None)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/pictures")
}

/// Checks that the pictures are well-formed. `NIMATRON_PICTURES=write cargo test --lib pictures` rewrites them.
#[test]
fn pictures_of_the_readme_are_well_formed() {
    let write = std::env::var_os("NIMATRON_PICTURES").is_some();
    let size = (100, 28);
    // For each picture: the name, the title, the position on the table (empty for the home page), the moves played, the
    // players, and the keys to press.
    for (name, title, id, moves, kinds, pressed) in [
        ("home", "The home screen", "", "", HUMANS, ""),
        (
            "star",
            "The hexagram star after the computer's answer",
            "star:8191",
            "0 6+9",
            COMPUTER,
            "",
        ),
        (
            "triangle",
            "Triangle War, half played",
            "triangle:",
            "1-2 2-3 4-5 5-6 1-3 8-9 2-5 2-4",
            HUMANS,
            "",
        ),
        (
            "chomp",
            "Chomp, with the bite at the cursor",
            "chomp:5x8",
            "4,6 1,8",
            HUMANS,
            "left down",
        ),
        (
            "queen",
            "Wythoff's queen and its losing squares",
            "queen:7,5",
            "",
            COMPUTER,
            "",
        ),
        (
            "review",
            "The review of a match",
            "row:9",
            "1 3+4 5 7 9",
            HUMANS,
            "a",
        ),
    ] {
        let at_home = || App::at_home(begin(size.0, size.1));
        let mut driver = drive(
            if id.is_empty() {
                at_home()
            } else {
                played(id, moves, kinds, size)
            },
            None,
        );
        keys(&mut driver, pressed);
        driver.settle().unwrap();
        let ground = driver.app.cx.theme.colours().ground;
        let svg = picture::document(driver.display.backend().buffer(), ground, title);
        read_as_xml(&svg);
        let path = folder().join(format!("{name}.svg"));
        if write {
            std::fs::write(&path, svg).unwrap();
        } else {
            assert!(path.exists(), "{name}");
        }
    }
}

/// Combines frames into one animated picture that shows each frame for `seconds` seconds. Viewers that do not support
/// animation show the first frame.
fn film_of(frames: &[String], seconds: usize) -> String {
    let all = frames.len() * seconds;
    let (head, _) = frames[0].split_once("<rect").unwrap();
    let share = 100 / frames.len();
    let mut film = format!(
        "{head}<style>@keyframes turn {{ 0% {{ opacity: 1 }} {share}% {{ opacity: 0 }} }} \
         .frame {{ opacity: 0; animation: turn {all}s step-end infinite }} .first {{ opacity: 1 }}</style>\n"
    );
    for (i, frame) in frames.iter().enumerate() {
        let (_, drawn) = frame.split_once("<rect").unwrap();
        let class = if i == 0 { "frame first" } else { "frame" };
        let delay = i * seconds;
        let drawn = drawn.strip_suffix("</svg>\n").unwrap();
        film += &format!(
            "<g class=\"{class}\" style=\"animation-delay: {delay}s\">\n<rect{drawn}</g>\n"
        );
    }
    film + "</svg>\n"
}

#[test]
fn the_film_of_the_readme_shows_a_mistake_and_its_answer() {
    let mut driver = drive(played("nim:3,5,7", "", HUMANS, (100, 28)), None);
    let mut frames = Vec::new();
    for (pressed, shown) in [
        ("v v", "can win"),
        ("m '3-3' enter", "B"),
        ("t t", "Taking 2 from pile 1 wins."),
        ("m '1-2' enter", "✓: even"),
    ] {
        keys(&mut driver, pressed);
        driver.settle().unwrap();
        let ground = driver.app.cx.theme.colours().ground;
        let buffer = driver.display.backend().buffer();
        let frame = picture::document(buffer, ground, "A losing move in Nim, and its answer");
        let texts = read_as_xml(&frame);
        let words: Vec<&str> = texts.split_whitespace().collect();
        let words = words.join(" ");
        assert!(words.contains(shown), "{shown}: {words}");
        frames.push(frame);
    }
    let film = film_of(&frames, 4);
    read_as_xml(&film);
    let path = folder().join("film.svg");
    match std::env::var_os("NIMATRON_PICTURES") {
        Some(_) => std::fs::write(path, film).unwrap(),
        None => assert!(path.exists()),
    }
}

/// Reads a picture as XML and returns its text. Asserts that every element is closed and that something is drawn.
fn read_as_xml(svg: &str) -> String {
    let mut reader = Reader::from_str(svg);
    let (mut open, mut drawn, mut texts) = (0, 0, String::new());
    loop {
        match reader.read_event().unwrap() {
            Xml::Start(_) => open += 1,
            Xml::End(_) => open -= 1,
            Xml::Empty(_) => drawn += 1,
            Xml::Text(text) => texts += AsRef::<str>::as_ref(&*text),
            Xml::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0);
    assert!(drawn > 0 && !texts.is_empty());
    texts
}

#[test]
fn boards_are_pictures_of_well_formed_xml() {
    for entry in games::CATALOGUE.iter() {
        let scene = open(entry.info.example).scene();
        let svg = crate::draw::document("a < b & \"c\"", &[("", &scene)]);
        assert!(read_as_xml(&svg).contains('a'), "{}", entry.info.id);
    }
}

#[test]
fn a_film_shows_the_match() {
    for (id, moves) in [
        ("nim:3,4,5", "1-3 2-4 3-5"),
        ("triangle:", "1-2 2-3 1-3"),
        ("row:9", "5 1+2"),
    ] {
        let mut app = played(id, moves, HUMANS, (80, 24));
        let game = app.cx.on_table.as_ref().unwrap().game();
        let Ok(text) = film::cast(game, (80, 24), Library::default(), &mut |_| {
            Ok::<(), std::convert::Infallible>(())
        });
        let mut lines = text.lines();
        let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        assert_eq!(
            (&header["version"], &header["width"], &header["height"]),
            (&2.into(), &80.into(), &24.into())
        );
        let mut terminal = vt100::Parser::new(24, 80, 0);
        let (mut last, mut shown) = (0.0, String::new());
        for line in lines {
            let event: (f64, String, String) = serde_json::from_str(line).unwrap();
            assert!(event.0 >= last && event.1 == "o", "{line}");
            last = event.0;
            terminal.process(event.2.as_bytes());
            shown = terminal.screen().contents();
        }
        app.cx.set_verdict(Verdict::Hidden);
        app.cx.notice = None;
        // Recordings show no cursor.
        app.cx.on_table.as_mut().unwrap().cursor = None;
        let frame = crate::tui::view::picture(&app);
        // Compare only the left half, which shows the board, because the panel may show another player to move.
        let row = |y: u16| {
            (0..40)
                .map(|x| frame[(x, y)].symbol())
                .collect::<String>()
                .trim_end()
                .to_owned()
        };
        let film: Vec<String> = shown
            .lines()
            .map(|l| l.chars().take(40).collect::<String>().trim_end().to_owned())
            .collect();
        for y in 1..20 {
            assert_eq!(film[usize::from(y)], row(y), "{id}: row {y}");
        }
        assert_eq!(text.lines().count(), moves.split(' ').count() + 3);
    }
}
