//! Corners and crossings of thin lines.

use super::pen::Style;

/// The character where lines meet that go up, right, down and left.
pub(super) fn corner(arms: [bool; 4], style: Style) -> char {
    let unicode = match arms {
        [false, false, false, false] => return ' ',
        [true, true, true, true] => '┼',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, _, false, _] => '─',
        [_, false, _, false] => '│',
    };
    style.pick(unicode, '+')
}
