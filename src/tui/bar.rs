//! The bar at the foot of a page: a text at its left, and the keys that count there.

use ratatui::crossterm::event::KeyCode;

use super::app::{App, Dialog, Page};
use super::keys::{self, Action, Binding};
use super::layout;
use super::pages::setup::state::SetupRow;
use super::text::{cut, wide};

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
    let left = match (&app.page, &app.on_table) {
        (Page::Table, Some(s)) => s.game.table().id(),
        (Page::Home, Some(_)) => "a match is on the table".to_owned(),
        _ => String::new(),
    };
    let columns = |b: &Binding| wide(b.name) + 1 + wide(b.short);
    // Some keys stay whatever else there is; then come the first ones, then the arrows, which everybody tries anyway.
    let rank = |(i, b): (usize, &Binding)| match b.name {
        name if keys::stays(app.page.place(), name) => 0,
        "arrows" => 2,
        _ if i < FIRST_KEYS => 1,
        _ => 3,
    };
    // On the form, enter does what the selected row is there for.
    let enter = match &app.page {
        Page::Setup(setup) if setup.is_text(setup.at) => Some(&keys::ENTER_NEXT),
        Page::Setup(setup) if setup.at == SetupRow::AddPart => Some(&keys::ENTER_ADD),
        _ => None,
    };
    let here = |b: &'static Binding| enter.filter(|e| e.name == b.name).unwrap_or(b);
    let all: Vec<(usize, &'static Binding)> =
        keys::bar(app.page.place()).map(here).enumerate().map(|(i, b)| (rank((i, b)), b)).collect();
    let columns_to = |most: usize| -> usize {
        all.iter().filter(|(rank, _)| *rank <= most).map(|(_, b)| GAP + columns(b)).sum()
    };
    // The text gives way to the first keys down to a few characters, and altogether to those that stay.
    let room = width.saturating_sub(columns_to(1)).max(12.min(width.saturating_sub(columns_to(0))));
    let left = if room < 4 { String::new() } else { cut(&left, room) };
    let mut used = wide(&left);
    // The first key needs no gap where nothing is before it.
    let mut room = (width + if used == 0 { GAP } else { 0 }).saturating_sub(used);
    let mut shown = vec![false; all.len()];
    for most in 0..=3 {
        for ((_, b), shown) in all.iter().zip(&mut shown).filter(|((rank, _), _)| *rank == most) {
            if let Some(rest) = room.checked_sub(GAP + columns(b)) {
                (room, *shown) = (rest, true);
            }
        }
    }
    let mut items = Vec::new();
    for ((_, binding), _) in all.iter().zip(shown).filter(|(_, shown)| *shown) {
        let x = if used == 0 { 0 } else { used + GAP };
        let columns = columns(binding);
        items.push(Item { binding, x, columns });
        used = x + columns;
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

/// A key of a question in the bar.
pub struct PromptItem {
    /// What it is called.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    /// The key.
    pub key: KeyCode,
    /// Its first column, counted from the start of the bar.
    pub x: usize,
    /// Its columns.
    pub columns: usize,
}

/// The bar under a question: the keys that answer it.
#[must_use]
pub fn prompt(dialog: &Dialog) -> Vec<PromptItem> {
    let mut x = 0;
    let place = |(name, what, key)| {
        let item = PromptItem { name, what, key, x, columns: wide(name) + 1 + wide(what) };
        x += item.columns + GAP;
        item
    };
    dialog.keys().into_iter().map(place).collect()
}

/// The key of the question's bar at a place on the screen.
#[must_use]
pub fn prompt_key_at(app: &App, column: u16, row: u16) -> Option<KeyCode> {
    let bar = layout::panes(app.size).bar;
    let at = usize::from(column.checked_sub(bar.x)?);
    let dialog = app.dialog.as_ref().filter(|_| row == bar.y && app.notice.is_none())?;
    prompt(dialog).iter().find(|i| (i.x..i.x + i.columns).contains(&at)).map(|i| i.key)
}
