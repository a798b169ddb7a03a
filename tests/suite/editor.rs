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

/// A click at the topmost stone over a count under the stacks.
fn click_top(terminal: &mut Terminal, count: &str) {
    let shown = terminal.text();
    let board: Vec<Vec<char>> = shown.lines().map(|line| line.chars().take(42).collect()).collect();
    let is_count = |line: &Vec<char>| {
        let text: String = line.iter().collect();
        text.split_whitespace().count() > 1 && text.split_whitespace().any(|word| word == count)
    };
    let line = board.iter().find(|line| is_count(line)).unwrap_or_else(|| panic!("{shown}"));
    let column = line.iter().position(|&c| count.starts_with(c)).unwrap();
    let at = |line: &Vec<char>| line.iter().skip(column - 2).take(5).any(|&c| c != ' ');
    let row = 2 + board.iter().skip(2).position(at).unwrap();
    // The second row of a stone: the first may be its rim.
    let (x, y) = (column + 1, row + 2);
    terminal.press(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
}

/// Waits for the last line that the editor draws: a click on a screen drawn in part would go astray.
fn wait_for_editor(terminal: &mut Terminal) {
    terminal.wait_for("Edit the position");
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
    click(&mut terminal, "pile 1", 31);
    terminal.wait_for("nim:4,5");
    click(&mut terminal, "piles   ", 31);
    terminal.wait_for("nim:4,5,1");
    // A stone of the second pile takes itself and all above it away.
    // The board is above the line that says how many piles there are.
    terminal.wait_for("piles        3");
    click_top(&mut terminal, "5");
    terminal.wait_for("nim:4,4,1");
    terminal.press("w");
    terminal.wait_for("misere nim:4,4,1");
    // Escape leaves the match as it was.
    terminal.press("\x1b");
    terminal.wait_for("nim:3,5 ");
    terminal.press("e");
    wait_for_editor(&mut terminal);
    click(&mut terminal, "pile 2", 27);
    terminal.wait_for("nim:3,4");
    click(&mut terminal, "enter play", 2);
    terminal.wait_for("You");
    terminal.wait_for("nim:3,4");
    terminal.press("q");
    let (status, _, _) = terminal.end();
    assert_eq!(status, 0);
}
