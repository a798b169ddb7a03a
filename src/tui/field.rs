//! Edits lines of text in response to keys, and determines their visible part.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::text::wide_char;

/// The maximum length of a typed or pasted line, in bytes. The limit is low because each key press parses the whole
/// line again.
pub const LONGEST: usize = 4096;

/// Returns the part of the text that is visible in `room` columns, and the column of the cursor within this part.
pub fn window(input: &Input, room: usize) -> (String, usize) {
    let room = room.max(1);
    let skip = input.visual_scroll(room);
    let (mut column, mut start) = (0, None);
    let mut shown = String::new();
    for c in input.value().chars() {
        let next = column + wide_char(c);
        if column >= skip {
            let start = *start.get_or_insert(column);
            if next - start > room {
                break;
            }
            shown.push(c);
        }
        column = next;
    }
    (
        shown,
        input
            .visual_cursor()
            .saturating_sub(start.unwrap_or(column)),
    )
}

pub fn types(pressed: KeyEvent) -> bool {
    matches!(pressed.code, KeyCode::Char(_)) && !pressed.modifiers.contains(KeyModifiers::CONTROL)
}

/// Edits a line of text or moves its cursor. Returns whether the text changed.
pub fn edit(input: &mut Input, pressed: KeyEvent) -> bool {
    let ctrl = pressed.modifiers.contains(KeyModifiers::CONTROL);
    let request = match pressed.code {
        KeyCode::Char('u') if ctrl => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char(c) if !ctrl && input.value().len() + c.len_utf8() <= LONGEST => {
            InputRequest::InsertChar(c)
        }
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return false,
    };
    input.handle(request).is_some_and(|changed| changed.value)
}

pub fn plain(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).collect()
}

/// Inserts text at the cursor, after removing control characters such as line breaks. Text that would exceed the
/// maximum length is not inserted at all, because part of a move or of an ID could have another meaning.
pub fn insert(input: &mut Input, text: &str) {
    let plain = plain(text);
    if input.value().len() + plain.len() > LONGEST {
        return;
    }
    let at = input.cursor();
    let mut all: Vec<char> = input.value().chars().collect();
    all.splice(at..at, plain.chars());
    let cursor = at + plain.chars().count();
    *input = Input::new(all.into_iter().collect()).with_cursor(cursor);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::text::wide;

    #[test]
    fn the_cursor_stays_in_sight_and_wide_characters_whole() {
        for text in [
            "",
            "star:1664",
            "漢字漢字漢字",
            "a漢b字c",
            "e\u{301}e\u{301}e\u{301}e\u{301}",
        ] {
            for cursor in 0..=text.chars().count() {
                let input = Input::new(text.to_owned()).with_cursor(cursor);
                for room in 3..12 {
                    let (shown, at) = window(&input, room);
                    assert!(
                        wide(&shown) <= room && at <= room,
                        "{text} {cursor} {room}: {shown:?} {at}"
                    );
                    assert!(text.contains(&shown));
                }
            }
        }
        let input = Input::new("0123456789".to_owned()).with_cursor(4);
        assert_eq!(window(&input, 0), window(&input, 1));
        assert!(!window(&input, 0).0.is_empty());
        let (shown, at) = window(&Input::new("0123456789".to_owned()), 5);
        assert!("0123456789".ends_with(&shown) && at == shown.len());
    }
}
