use ratatui::buffer::Buffer;

use super::harness::*;
use crate::tui::layout::{Panes, list_panes};
use crate::tui::view;

fn at_every_size(app: &mut App, step: usize) {
    for width in (1..=130).step_by(step) {
        for height in (1..=50).step_by(step) {
            update(app, Event::Resize(width, height));
            view::picture(app);
        }
    }
}

#[test]
fn every_page_draws_at_many_sizes() {
    every_page_draws(7);
}

#[test]
#[ignore = "the full run: a minute without optimisation"]
fn every_page_draws_at_every_size() {
    every_page_draws(1);
}

fn every_page_draws(step: usize) {
    let played = "m '7' enter m '9' enter u";
    for page in [
        "",
        "esc",
        "esc enter",
        "?",
        "m 'x'",
        "space",
        "space enter",
        "X",
        "s",
        "t",
        "t t",
        "esc o",
        played,
    ] {
        let mut driver = drive(table(begin(80, 24), "star:1664", HUMANS), None);
        keys(&mut driver, page);
        at_every_size(&mut driver.app, step);
    }
}

#[test]
fn the_pages_that_teach_draw_and_take_clicks_at_many_sizes() {
    for (id, page) in [
        ("tictactoe:.........", "T"),
        ("tictactoe:.........", "T down down down"),
        ("nim:1,2", "T down"),
        ("nim:1 + row:OO", "T"),
        ("star:8191", "A"),
        ("row:OOO", "A"),
        ("wythoff:3,5", "A"),
        ("star:8191", "m '0' enter m '1' enter a"),
        ("row:OOO.OO", "W"),
        ("nim:3,5", "c"),
        ("nim:3,5", "c enter enter enter"),
        ("star:8191", "esc p"),
        ("star:8191", "esc P"),
    ] {
        let mut driver = drive(table(begin(80, 24), id, HUMANS), None);
        keys(&mut driver, page);
        let mut app = driver.app;
        at_every_size(&mut app, 9);
        for (width, height) in [(1, 1), (2, 3), (40, 12), (60, 20), (80, 24), (120, 40)] {
            update(&mut app, Event::Resize(width, height));
            for (x, y) in [
                (0, 0),
                (1, 1),
                (width / 2, height / 2),
                (width - 1, height - 1),
            ] {
                look(&mut app);
                update(&mut app, Event::Click(x, y));
                for name in ["left", "down", "right", "up"] {
                    update(&mut app, press(name));
                }
            }
            view::picture(&app);
        }
    }
}

#[test]
fn every_game_draws_at_many_sizes() {
    for entry in CATALOGUE.iter() {
        let mut driver = drive(table(begin(80, 24), entry.info.example, HUMANS), None);
        keys(&mut driver, "space");
        at_every_size(&mut driver.app, 9);
    }
}

#[test]
fn a_terminal_that_shrinks_under_the_state_draws_too() {
    let mut app = table(begin(80, 24), "star:8191", HUMANS);
    for (width, height) in [(1, 1), (39, 24), (80, 11), (40, 12), (200, 60)] {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        app.cx.hits = view(&app, &mut buffer).0;
        update(&mut app, press("right"));
        update(
            &mut app,
            Event::Click(width.saturating_sub(1), height.saturating_sub(1)),
        );
    }
}

#[test]
fn a_short_list_leaves_its_rows_to_the_pane_below() {
    let size = (60, 40);
    let whole = list_panes(size, 20, 1000);
    let short = list_panes(size, 20, 3);
    assert_eq!(short.main.height, 3);
    assert_eq!(short.side.bottom(), whole.side.bottom());
    let gap = |panes: &Panes| panes.side.y - panes.main.bottom();
    assert_eq!(gap(&short), gap(&whole));
}

#[test]
fn answers_that_fill_a_line_stay_on_it() {
    let one_line = (30..80).find_map(|width| {
        let mut m = Machine::at("star:8191", HUMANS);
        m.send(Event::Resize(width, 24));
        m.app.cx.warned = true;
        m.keys("m '0' enter q");
        m.done();
        let shown = shown(&m);
        let line = shown.lines().find(|line| line.contains("stay"))?;
        line.contains("save first").then(|| line.to_owned())
    });
    let line = one_line.unwrap();
    assert!(
        line.contains("│ y quit   s save first   esc stay │"),
        "{line}"
    );
}

/// Returns the number of cells that the smallest piece takes up, the smallest distance between two sites in a row, and
/// the smallest distance between two sites in a column.
fn scale(m: &Machine) -> [u16; 3] {
    let drawing = table_view::drawing(&m.app.cx, m.on_table(), false);
    let hits: Vec<_> = drawing
        .hits
        .iter()
        .filter(|hit| !hit.cells.is_empty())
        .collect();
    let size = hits.iter().map(|hit| hit.cells.len()).min().unwrap_or(0);
    let least =
        |distances: &mut dyn Iterator<Item = u16>| distances.filter(|d| *d > 0).min().unwrap_or(0);
    let pairs = || hits.iter().flat_map(|a| hits.iter().map(move |b| (*a, *b)));
    let across = least(
        &mut pairs()
            .filter(|(a, b)| a.y == b.y)
            .map(|(a, b)| a.x.abs_diff(b.x)),
    );
    let down = least(
        &mut pairs()
            .filter(|(a, b)| a.x == b.x)
            .map(|(a, b)| a.y.abs_diff(b.y)),
    );
    [saturating_cast(size), across, down]
}

#[test]
fn a_larger_window_has_no_smaller_board_on_the_table() {
    let more = [
        "strip:0100020",
        "own/treblecross:.........",
        "octal/0.07:9,12",
        "own/grundy:10",
    ];
    let scripts = more.iter().map(|id| (*id).to_owned());
    let all = CATALOGUE.iter().map(|entry| entry.info.example.to_owned());
    for id in all.chain(scripts) {
        let mut m = Machine::at(&id, HUMANS);
        let mut before = [0; 3];
        for size in [(60, 20), (80, 24), (100, 30), (120, 40)] {
            m.send(Event::Resize(size.0, size.1));
            let now = scale(&m);
            let is_kept = before
                .iter()
                .zip(now)
                .all(|(was, is)| *was <= is || is == 0);
            assert!(is_kept, "{id} at {size:?}: {before:?} has become {now:?}");
            before = now;
        }
    }
}

#[test]
fn stones_keep_their_size_while_heaps_split_and_shrink() {
    for id in ["octal/0.07:9,12", "own/grundy:10", "own/dawson:9"] {
        let mut m = Machine::at(id, HUMANS);
        let radius = |m: &Machine| {
            let drawing = table_view::drawing(&m.app.cx, m.on_table(), false);
            let radius = |shape: &nimatron_paint::Shape| match shape.form {
                nimatron_paint::Form::Disc { r, .. } => r,
                _ => 0.0,
            };
            drawing.shapes.iter().map(radius).fold(0.0, f32::max)
        };
        let first = radius(&m);
        for _ in 0..2 {
            let choices = m.on_table().game().position().choices(&[], 1).list;
            m.keys(&format!("m '{}' enter", choices[0].text));
            assert_eq!(radius(&m), first, "{id}");
        }
    }
}
