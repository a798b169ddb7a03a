//! The bar at the foot of a page: a text at its left, and the keys that count there.

use super::app::{App, Screen};
use super::keys::{self, Action, Binding};
use super::layout;
use super::words::{cut, wide};

/// So many keys of the bar come before the text at its left.
const FIRST_KEYS: usize = 5;
/// The columns between two keys.
const GAP: usize = 3;

/// A key in the bar.
pub struct Item {
    /// The key and what it does.
    pub binding: &'static Binding,
    /// Its first column, counted from the start of the bar.
    pub x: usize,
    /// Its columns.
    pub columns: usize,
}

/// The bar of the page: the text at its left, and as many keys as there is room for.
#[must_use]
pub fn lay_out(app: &App) -> (String, Vec<Item>) {
    let width = usize::from(layout::panes(app.size).bar.width);
    let left = match (&app.screen, &app.sitting) {
        (Screen::Table, Some(s)) => s.game.table().id(),
        (Screen::Home, Some(_)) => "a match is on the table".to_owned(),
        _ => String::new(),
    };
    let columns = |b: &Binding| wide(b.name) + 1 + wide(b.short);
    // The text gives way to the first keys, down to a few characters.
    let first: usize = keys::bar(app.page()).take(FIRST_KEYS).map(|b| GAP + columns(b)).sum();
    let left = cut(&left, width.saturating_sub(first).max(12));
    let mut used = wide(&left);
    let mut items = Vec::new();
    for binding in keys::bar(app.page()) {
        let x = if used == 0 { 0 } else { used + GAP };
        let columns = columns(binding);
        if x + columns <= width {
            items.push(Item { binding, x, columns });
            used = x + columns;
        }
    }
    (left, items)
}

/// What the key in the bar at a place on the screen asks for.
#[must_use]
pub fn action_at(app: &App, column: u16, row: u16) -> Option<Action> {
    let bar = layout::panes(app.size).bar;
    if app.notice.is_some() || app.dialog.is_some() || row != bar.y {
        return None;
    }
    let at = usize::from(column.checked_sub(bar.x)?);
    let (_, items) = lay_out(app);
    items.iter().find(|i| (i.x..i.x + i.columns).contains(&at))?.binding.action()
}
