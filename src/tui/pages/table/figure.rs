//! Figures of the theory in the panel.

use crate::rules::{Columns, Worths};
use crate::tui::text::{Said, Tone, fit, wide};

/// The most numbers that are written under each other.
const MOST: usize = 10;

/// The room of what is said behind the last line.
const FOOT: usize = 16;

/// Numbers in binary under each other, one line each, and under them the columns that have an odd number of ones; over
/// them the powers of two, where there is room;
/// `None` where there are too many of them, or too wide ones.
#[must_use]
pub fn columns(columns: &Columns, width: usize) -> Option<Vec<Said>> {
    if columns.rows.is_empty() || columns.rows.len() > MOST {
        return None;
    }
    let all = columns.rows.iter().fold(columns.xor, |all, (_, n)| all | n);
    let bits = (64 - all.leading_zeros()).max(1);
    let names = columns.rows.iter().map(|(name, _)| wide(name)).max().unwrap_or(0).max(3);
    // The powers of two stand over their columns where these can be so wide.
    let header =
        |cell: usize| -> String { (0..bits).rev().map(|bit| format!(" {:>cell$}", 1u64 << bit)).collect() };
    let widest = (1u64 << (bits - 1)).to_string().len();
    let room = names + 1 + usize::try_from(bits).unwrap_or(64) * (widest + 1) + 3 + FOOT;
    let cell = if room <= width { widest } else { 1 };
    let digits = |n: u64, zero: char| -> String {
        let digit = |bit: u32| if n >> bit & 1 == 1 { '1' } else { zero };
        (0..bits).rev().map(|bit| format!(" {:>cell$}", digit(bit))).collect()
    };
    let rows = columns.rows.iter();
    let mut lines: Vec<Said> = (cell == widest)
        .then(|| (Tone::Quiet, format!("{}{}", " ".repeat(names + 1), header(cell))))
        .into_iter()
        .chain(rows.map(|(name, n)| (Tone::Plain, format!("{} {}   {n}", fit(name, names), digits(*n, '0')))))
        .collect();
    let (tone, what) = if columns.xor == 0 {
        (Tone::Quiet, "all columns even".to_owned())
    } else {
        (Tone::Hint, format!("odd columns: {}", columns.xor))
    };
    lines.push((tone, format!("{} {}   {what}", fit("XOR", names), digits(columns.xor, '.'))));
    lines.iter().all(|(_, line)| wide(line) <= width).then_some(lines)
}

/// What small pieces are worth, with the key to the map of all of them.
#[must_use]
pub fn worths(worths: &Worths, width: usize) -> Vec<Said> {
    let lines = worths.lines(width).map(|line| (Tone::Plain, line));
    lines.into_iter().chain([(Tone::Quiet, "<atlas>: the map of all of them".to_owned())]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_columns_are_the_ones_of_the_xor() {
        let rows = vec![("pile 1".to_owned(), 3), ("pile 2".to_owned(), 5), ("pile 3".to_owned(), 7)];
        let lines: Vec<String> = columns(&Columns::of(rows), 40).unwrap().into_iter().map(|l| l.1).collect();
        let expected = [
            "        4 2 1",
            "pile 1  0 1 1   3",
            "pile 2  1 0 1   5",
            "pile 3  1 1 1   7",
            "XOR     . . 1   odd columns: 1",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let wide = Columns::of(vec![("pile 1".to_owned(), u64::MAX)]);
        assert!(columns(&wide, 40).is_none() && columns(&wide, 200).is_some());
        assert!(columns(&Columns::default(), 40).is_none());
        assert!(columns(&Columns::of(vec![("a".to_owned(), 1); MOST + 1]), 40).is_none());
    }
}
