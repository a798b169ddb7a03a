//! Draws every page at many sizes.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::harness::*;
use crate::tui::film;
use crate::tui::layout::{Panes, list_panes};

/// Draws the interface at every `step`th width and height.
fn at_every_size(app: &mut App, step: usize) {
    for width in (1..=130).step_by(step) {
        for height in (1..=50).step_by(step) {
            update(app, Event::Resize(width, height));
            film::frame(app);
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
            film::frame(&app);
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
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| app.cx.hits = view(&app, frame))
            .unwrap();
        update(&mut app, press("right"));
        update(
            &mut app,
            Event::Click(width.saturating_sub(1), height.saturating_sub(1)),
        );
    }
}

/// Checks that a list above the other pane has no more rows than lines, and that the other pane takes the rest.
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

/// Checks that the answers to a question share a line as soon as the window is wide enough, even if they fill the line.
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
