//! The editor in a real pseudo-terminal, by mouse.
#![cfg(unix)]

use crate::terminal::Terminal;

/// A click of the left button at a text on the screen, so many columns to the right of its start.
fn click(terminal: &mut Terminal, text: &str, right: usize) {
    terminal.wait_for(text);
    let shown = terminal.text();
    let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
    let column = line.split(text).next().unwrap().chars().count() + right;
    terminal.press(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
}

/// Waits for the last line that the editor draws: a click on a screen drawn in part would go astray.
fn wait_for_editor(terminal: &mut Terminal) {
    terminal.wait_for("edit: Nim");
    terminal.wait_for("more, less");
}

#[test]
fn a_position_is_put_together_and_played_by_mouse() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(home.path(), "exec \"$NIMATRON\" play nim:3,5 --pause 0");
    terminal.wait_for("nim:3,5");
    terminal.press("e");
    wait_for_editor(&mut terminal);
    // One more on the first pile, a third pile, and the signs of the other convention.
    click(&mut terminal, "pile 1", 29);
    terminal.wait_for("nim:4,5");
    click(&mut terminal, "piles   ", 29);
    terminal.wait_for("nim:4,5,1");
    // A stone of the second pile takes itself and all above it away.
    click(&mut terminal, "█", 0);
    terminal.wait_for("nim:4,4,1");
    terminal.press("w");
    terminal.wait_for("misere nim:4,4,1");
    // Escape leaves the match as it was.
    terminal.press("\x1b");
    terminal.wait_for("nim:3,5 ");
    terminal.press("e");
    wait_for_editor(&mut terminal);
    click(&mut terminal, "pile 2", 25);
    terminal.wait_for("nim:3,4");
    click(&mut terminal, "enter play", 2);
    terminal.wait_for("You");
    terminal.wait_for("nim:3,4");
    terminal.press("q");
    let (status, _, _) = terminal.end();
    assert_eq!(status, 0);
}
