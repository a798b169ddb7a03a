//! The real program, killed at random moments while it is played in a real terminal: every save opens afterwards, and
//! of the match at most the move in flight is missing. `NIMATRON_KILLS` says how often; 50 times without it.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nimatron::play::record;
use nimatron::rules::Library;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::terminal::Terminal;

/// Stones at the start: every move takes one of them, so that what is on the screen tells how many were made.
const STONES: u64 = 1_000_000;

fn json_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            json_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "json") {
            found.push(path);
        }
    }
}

/// How many moves the screen shows.
fn shown(terminal: &Terminal) -> u64 {
    let text = terminal.text();
    let left =
        text.rsplit("nim:").next().map(|t| t.chars().take_while(char::is_ascii_digit).collect::<String>());
    left.and_then(|digits| digits.parse::<u64>().ok()).map_or(0, |left| STONES - left)
}

#[test]
fn a_killed_program_loses_at_most_the_move_in_flight() {
    let kills = std::env::var("NIMATRON_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(50);
    let mut rng = StdRng::seed_from_u64(1940);
    let mut played = 0;
    for round in 0..kills {
        let home = tempfile::tempdir().unwrap();
        let line = format!("exec \"$NIMATRON\" play nim:{STONES} --second human");
        let mut terminal = Terminal::run(home.path(), &line);
        terminal.wait_for("nim:1000000");
        let saving = round % 2 == 0;
        if saving {
            terminal.press("s\r");
            terminal.wait_for("Saved");
        }
        let end = Instant::now() + Duration::from_millis(rng.random_range(1..250));
        while Instant::now() < end {
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

        let mut files = Vec::new();
        json_files(home.path(), &mut files);
        let mut kept = 0;
        for file in &files {
            let game = record::load(file, &Library::default())
                .unwrap_or_else(|e| panic!("round {round}: {} {e}", file.display()))
                .game;
            if file.ends_with("continue.json") {
                kept = game.moves().len() as u64;
            }
        }
        assert!(kept + 1 >= shown, "round {round}: {shown} moves were on the screen, and {kept} are kept");
        assert!(!saving || !files.is_empty(), "round {round}: the saved game is gone");
    }
    assert!(played > kills, "{kills} kills, and only {played} moves were made before them");
}
