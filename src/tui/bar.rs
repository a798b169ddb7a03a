//! The bar at the foot of a page: a text at its left, and the keys that count there.

use super::app::{App, Dialog, Page};
use super::keys::{self, Action, KeyLine, KeyMap, Place};
use super::layout;
use super::pages::setup::state::SetupRow;
use super::pages::table::{layout as table, panel};
use super::text::{cut, wide};

/// So many keys of the bar come before the text at its left.
const FIRST_KEYS: usize = 5;
/// The columns between two keys.
const GAP: usize = 3;

/// A key in the bar.
pub struct Item {
    /// The key and what it does.
    pub line: &'static KeyLine,
    /// What its keys are called.
    pub keys: String,
    /// Its first column, counted from the start of the bar.
    pub x: usize,
    pub columns: usize,
}

/// The bar of the page: the text at its left, and as many keys as there is room for.
#[must_use]
pub fn lay_out(app: &App) -> (String, Vec<Item>) {
    let width = usize::from(layout::panes(app.size).bar.width);
    let left = match (&app.page, &app.on_table) {
        (Page::Table, Some(s)) => s.game.position().id(),
        (Page::Editor(editor), _) => editor.id(),
        (Page::Home, Some(_)) => "a match is on the table".to_owned(),
        _ => String::new(),
    };
    let all = ranked(app);
    let columns_to = |most: usize| -> usize {
        all.iter().filter(|(rank, _)| *rank <= most).map(|(_, item)| GAP + item.columns).sum()
    };
    // The text gives way to the first keys down to a few characters, and altogether to those that stay.
    let room = width.saturating_sub(columns_to(1)).max(12.min(width.saturating_sub(columns_to(0))));
    let left = if room < 4 { String::new() } else { cut(&left, room) };
    let items = fitting(all, width, wide(&left));
    (left, items)
}

/// The keys that count on the page, each with its rank: some stay whatever else there is; then come the first ones, then
/// the arrows, which everybody tries anyway.
fn ranked(app: &App) -> Vec<(usize, Item)> {
    let typed = app.page.typed_lines();
    let place = if typed.is_empty() { app.page.place() } else { Place::Text };
    let more = reads_on(app);
    let rank = |i: usize, line: &KeyLine| match line.actions {
        _ if keys::stays(place, line) => 0,
        Action::WAYS => 2,
        _ if i < FIRST_KEYS => 1,
        _ => 3,
    };
    let enter = enter(app);
    let here = |line: &'static KeyLine| enter.filter(|e| e.actions == line.actions).unwrap_or(line);
    // What has no key is not in the bar.
    let lines = app.keys.bar(place).chain(typed).map(here).map(|line| (line, app.keys.label(place, line)));
    let wanted = |line: &KeyLine| more || !matches!(line.actions, [Action::PageDown]);
    let lines = lines.filter(|(line, keys)| !keys.is_empty() && wanted(line));
    (lines.enumerate())
        .map(|(i, (line, keys))| {
            let columns = wide(&keys) + 1 + wide(line.short);
            (rank(i, line), Item { line, keys, x: 0, columns })
        })
        .collect()
}

/// Whether there is more to read: the key that reads on is there only then; where it has no room, the panel names it.
fn reads_on(app: &App) -> bool {
    match (&app.page, &app.on_table) {
        (Page::Table, Some(s)) => {
            let panes = layout::panes(app.size);
            let hidden = table::hidden_in_panel(app, s, &panes);
            panel::plan(app, s, &panes, hidden.as_deref()).most > 0
        }
        _ => false,
    }
}

/// What enter does: on the form what the selected row is there for, in a lesson what the step asks for; `None` where it
/// does what it always does.
fn enter(app: &App) -> Option<&'static KeyLine> {
    match &app.page {
        Page::Setup(setup) if setup.is_text(setup.at) => Some(&keys::ENTER_NEXT),
        Page::Setup(setup) if setup.at == SetupRow::AddPart => Some(&keys::ENTER_ADD),
        Page::Lesson(lesson) if app.on_table.as_ref().is_some_and(|s| lesson.is_played(s)) => {
            Some(&keys::ENTER_PLAY)
        }
        _ => None,
    }
}

/// The keys that have room in a bar of this width beside a text of so many columns, each at its column.
fn fitting(all: Vec<(usize, Item)>, width: usize, text: usize) -> Vec<Item> {
    let mut used = text;
    // The first key needs no gap where nothing is before it.
    let mut room = (width + if used == 0 { GAP } else { 0 }).saturating_sub(used);
    let mut shown = vec![false; all.len()];
    for most in 0..=3 {
        for ((_, item), shown) in all.iter().zip(&mut shown).filter(|((rank, _), _)| *rank == most) {
            if let Some(rest) = room.checked_sub(GAP + item.columns) {
                (room, *shown) = (rest, true);
            }
        }
    }
    let mut items = Vec::new();
    for ((_, item), _) in all.into_iter().zip(shown).filter(|(_, shown)| *shown) {
        let x = if used == 0 { 0 } else { used + GAP };
        used = x + item.columns;
        items.push(Item { x, ..item });
    }
    items
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
    let item = items.iter().find(|i| (i.x..i.x + i.columns).contains(&at))?;
    app.keys.clicked(app.page.place(), item.line, at - item.x)
}

/// A key of a question in the bar.
pub struct ReplyItem {
    /// What it is called.
    pub name: String,
    /// What it does.
    pub what: &'static str,
    /// What it asks for.
    pub action: Action,
    /// Its first column, counted from the start of the bar.
    pub x: usize,
    pub columns: usize,
}

/// The bar under a question: the keys that answer it.
#[must_use]
pub fn replies(map: &KeyMap, dialog: &Dialog) -> Vec<ReplyItem> {
    let mut x = 0;
    let mut items = Vec::new();
    for (actions, what) in dialog.replies() {
        let keys = actions.iter().filter(|&&action| !map.keys(dialog.place(), action).is_empty());
        let names: Vec<String> = keys.map(|&action| map.name(dialog.place(), action)).collect();
        let Some(&action) = actions.first().filter(|_| !names.is_empty()) else { continue };
        let name = names.join(" ");
        let columns = wide(&name) + 1 + wide(what);
        items.push(ReplyItem { name, what, action, x, columns });
        x += columns + GAP;
    }
    items
}

/// What the key of the question's bar at a place on the screen asks for.
#[must_use]
pub fn reply_at(app: &App, column: u16, row: u16) -> Option<Action> {
    let bar = layout::panes(app.size).bar;
    let at = usize::from(column.checked_sub(bar.x)?);
    let dialog = app.dialog.as_ref().filter(|_| row == bar.y && app.notice.is_none())?;
    let items = replies(&app.keys, dialog);
    items.iter().find(|i| (i.x..i.x + i.columns).contains(&at)).map(|i| i.action)
}
