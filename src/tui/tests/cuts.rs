//! Finds truncated words: words on a small screen that appear on neither of two large screens.

use std::collections::BTreeSet;

use super::harness::*;

/// The size of the small screen, in columns and rows.
const SMALL: (u16, u16) = (60, 20);
/// The sizes of two large screens: one with the layout of the small screen, and one with the panes side by side.
const LARGE: [(u16, u16); 2] = [(69, 120), (200, 60)];

fn page(m: &mut Machine, (width, height): (u16, u16)) -> Vec<String> {
    m.send(Event::Resize(width, height));
    let lines = m.lines();
    lines.iter().map(|line| line.iter().collect()).collect()
}

fn words(line: &str) -> Vec<String> {
    let is_between = |c: char| !c.is_alphabetic() && c != '\'';
    let line = line.replace("...", "…");
    let pieces = line.split_inclusive(is_between);
    pieces
        .filter(|piece| !piece.ends_with('…'))
        .map(|piece| piece.trim_end_matches(is_between).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn unknown(page: &[String], known: &BTreeSet<String>) -> BTreeSet<String> {
    let words = page.iter().flat_map(|line| words(line));
    words.filter(|word| !known.contains(word)).collect()
}

fn check(m: &mut Machine, known: &mut BTreeSet<String>, what: &str, faults: &mut Vec<String>) {
    for size in LARGE {
        let page = page(m, size);
        known.extend(page.iter().flat_map(|line| words(line)));
    }
    let page = page(m, SMALL);
    let cut = unknown(&page, known);
    if !cut.is_empty() {
        faults.push(format!("{what}: {cut:?}\n{}", page.join("\n")));
    }
}

#[test]
fn no_game_has_a_cut_word_on_a_small_screen() {
    let mut faults = Vec::new();
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, COMPUTER);
        // These words appear only on a small screen, where they stand for text that does not fit.
        let known = words("pgdn reads on, and 2 more, open: 1-2");
        let mut known: BTreeSet<String> = known.into_iter().collect();
        for keys in ["", "t", "t", "tab", "x", "esc e", "esc n"] {
            m.keys(keys);
            m.run_last(Lane::Work);
            let what = format!("{} {keys}", entry.info.example);
            check(&mut m, &mut known, &what, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_cut_word_is_found() {
    assert_eq!(
        words("take 3 from pi... or pil"),
        ["take", "from", "or", "pil"]
    );
    assert_eq!(words("B's move…  end."), ["B's", "end"]);
}
