//! Kills the program at random moments of a match in a real terminal. Checks that every save can be opened afterwards,
//! and that at most the move in progress is missing from the match. `NIMATRON_KILLS` sets the number of kills (50 by
//! default).
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use nimatron::play::record;
use nimatron_core::rules::Library;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::program::{PATIENCE, files};
use super::terminal::Terminal;

/// The size of the pile from which every move takes one stone. The pile is so large that no match ends before the kill.
const STONES: u64 = 1_000_000;

fn shown(terminal: &Terminal) -> u64 {
    let text = terminal.text();
    let number = |(at, word): (usize, &str)| {
        let digits = text[at + word.len()..].split(|c: char| !c.is_ascii_digit());
        digits.into_iter().next()?.parse::<u64>().ok()
    };
    text.match_indices("move ").find_map(number).unwrap_or(0)
}

/// Checks that a save can be read, and returns the number of its moves.
fn moves(file: &Path) -> u64 {
    let loaded = record::load(file, &Library::default());
    loaded
        .unwrap_or_else(|e| panic!("{} {e}", file.display()))
        .game
        .moves()
        .len() as u64
}

fn kept(file: &Path) -> u64 {
    if file.exists() { moves(file) } else { 0 }
}

#[test]
fn a_killed_program_loses_at_most_the_move_in_flight() {
    let kills = std::env::var("NIMATRON_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(50);
    let mut rng = StdRng::seed_from_u64(1940);
    let mut played = 0;
    for round in 0..kills {
        let home = tempfile::tempdir().unwrap();
        let line = format!("exec \"$NIMATRON\" play nim:{STONES} --second human");
        let mut terminal = Terminal::run(home.path(), &line);
        terminal.wait_for("Take any");
        let saving = round % 2 == 0;
        if saving {
            terminal.press("s\r");
            terminal.wait_for("Saved");
        }
        let continued = home.path().join("state/nimatron/continue.json");
        for made in 0..rng.random_range(1..10) {
            // The disk may be slow, so wait until the previous move is stored.
            let end = Instant::now() + PATIENCE;
            while made > 0 && kept(&continued) < made {
                assert!(
                    Instant::now() < end,
                    "round {round}: move {made} is not kept"
                );
                terminal.look(Duration::from_millis(1));
            }
            terminal.press("m1-1\r");
            if saving && rng.random_range(0..3) == 0 {
                terminal.press("s\r");
            }
            terminal.look(Duration::from_millis(rng.random_range(0..8)));
        }
        terminal.kill("KILL");
        terminal.look(Duration::from_millis(200));
        let shown = shown(&terminal);
        played += shown;

        let files = files(home.path(), ".json");
        for file in &files {
            moves(file);
        }
        let kept = kept(&continued);
        assert!(
            kept + 1 >= shown,
            "round {round}: {shown} moves were on the screen, and {kept} are kept"
        );
        assert!(
            !saving || !files.is_empty(),
            "round {round}: the saved game is gone"
        );
    }
    assert!(
        played > kills,
        "{kills} kills, and only {played} moves were made before them"
    );
}
