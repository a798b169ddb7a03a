//! The part of a line of text that is in sight.

use tui_input::Input;

use super::words::wide_char;

/// The text in sight where there is room for so many columns, and the column of the cursor in it.
#[must_use]
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
    (shown, input.visual_cursor().saturating_sub(start.unwrap_or(column)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::words::wide;

    #[test]
    fn the_cursor_stays_in_sight_and_wide_characters_whole() {
        for text in ["", "star:1664", "漢字漢字漢字", "a漢b字c", "e\u{301}e\u{301}e\u{301}e\u{301}"] {
            for cursor in 0..=text.chars().count() {
                let input = Input::new(text.to_owned()).with_cursor(cursor);
                for room in 3..12 {
                    let (shown, at) = window(&input, room);
                    assert!(wide(&shown) <= room && at <= room, "{text} {cursor} {room}: {shown:?} {at}");
                    assert!(text.contains(&shown));
                }
            }
        }
        let (shown, at) = window(&Input::new("0123456789".to_owned()), 5);
        assert!("0123456789".ends_with(&shown) && at == shown.len());
    }
}
