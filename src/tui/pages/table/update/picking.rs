//! Pointing at things on the board: picking them, playing what is picked, asking for a hint.

use super::cursor;
use super::turns;
use crate::draw::site_at;
use crate::play::PlayerKind;
use crate::rules::{Site, Stop, nearest};
use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::which::state::WhichState;
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::state::{Computer, Hint, Meaning};
use crate::tui::pages::table::{layout as table_layout, panel, words};
use crate::tui::text::wide;
use crate::tui::{board, layout};

/// Picks what the cursor is on; where two computers play, stops them or lets them go on.
pub fn pick_or_stop(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    if s.is_exhibition() && s.deciding().is_some() && s.computer != Computer::Refused {
        if s.computer == Computer::Stopped {
            s.computer = Computer::Ready;
            turns::computer_moves(app);
        } else {
            s.computer = Computer::Stopped;
        }
        return;
    }
    let Some(site) = s.cursor else {
        return app.say("The arrows put the cursor on the board.");
    };
    if may_move(app) {
        pick(app, site);
    }
}

/// Whether a person may move now; says why not.
fn may_move(app: &mut App) -> bool {
    let Some(s) = app.on_table.as_ref() else { return false };
    if s.person_may_move() {
        return true;
    }
    let text = if s.game.result().is_some() {
        "The game is over: <rematch> plays again, <undo> takes back."
    } else if s.computer == Computer::Stopped {
        "The computers wait: <pick> lets them go on."
    } else if s.computer == Computer::Idle {
        "It is the computer's turn here: <enter> lets it move, <undo> and <redo> go on."
    } else {
        "It is the computer's turn."
    };
    app.say(text);
    false
}

/// Picks a site or lets it go. What no move can join moves the pick.
fn pick(app: &mut App, site: Site) {
    let Some(s) = app.on_table.as_mut() else { return };
    if let Some(at) = s.picked.iter().position(|&p| p == site) {
        s.picked.remove(at);
        cursor::refresh_open(app);
        return;
    }
    let position = s.game.position();
    let mut wanted = s.picked.clone();
    wanted.push(site);
    if !position.choices(&wanted, 1).list.is_empty() {
        s.picked = wanted;
        s.hint = Hint::None;
        cursor::refresh_open(app);
    } else if !s.picked.is_empty() && !position.choices(&[site], 1).list.is_empty() {
        s.picked = vec![site];
        cursor::refresh_open(app);
        app.say("No move takes both: this is picked instead.");
    } else {
        app.complain("No legal move is there.");
    }
}

/// Plays what is picked, or what the cursor is on; where the computer waits to be asked, lets it move.
pub fn enter(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    if s.computer == Computer::Idle && matches!(s.deciding(), Some(PlayerKind::Computer(_))) {
        s.computer = Computer::Ready;
        turns::computer_moves(app);
        return;
    }
    if !may_move(app) {
        return;
    }
    let Some(s) = app.on_table.as_ref() else { return };
    let sites: Vec<Site> =
        if s.picked.is_empty() { s.cursor.into_iter().collect() } else { s.picked.clone() };
    if sites.is_empty() {
        app.say("Point at something first: the arrows put the cursor on the board.");
        return;
    }
    match s.meaning(&sites) {
        Meaning::One(text) => turns::play(app, &text),
        Meaning::Nothing => app.complain("No legal move is there."),
        Meaning::Several(list, complete) => {
            app.dialog = Some(Dialog::Which(WhichState { list, complete, at: 0 }));
        }
    }
}

/// Lets go what is picked, stops long thinking, takes a hint away, or leaves the page: the first that applies.
pub fn escape(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    if !s.picked.is_empty() {
        s.picked.clear();
        s.open.clear();
    } else if s.seconds > 0 && s.here.is_none() && s.computer == Computer::Ready {
        // It has been thinking for long: it is stopped, and a person may move in its place.
        s.pending = None;
        s.progress = None;
        s.here = Some(Err(Stop::Interrupted("you stopped it".to_owned())));
        s.computer = Computer::Refused;
        app.out.push(Effect::Forget);
    } else if s.hint != Hint::None {
        s.hint = Hint::None;
    } else {
        app.next = Some(Next::Home);
    }
}

/// The mouse points at something on the board: first picks it, then plays it.
pub fn click(app: &mut App, column: u16, row: u16) {
    if turns::skip(app) {
        return;
    }
    if let Some(ply) = listed_move(app, column, row) {
        return turns::jump(app, ply);
    }
    let Some(drawing) = cursor::drawing(app) else { return };
    let area = board::place(&drawing, table_layout::room(app));
    if !area.contains(ratatui::layout::Position { x: column, y: row }) {
        return;
    }
    let Some(site) = site_at(&drawing.hits, column - area.x, row - area.y) else { return };
    if !may_move(app) {
        return;
    }
    let Some(s) = app.on_table.as_mut() else { return };
    s.cursor = Some(site);
    if s.picked.contains(&site) { enter(app) } else { pick(app, site) }
}

/// The position that a click on a line of the move list goes to: the one after that move.
fn listed_move(app: &App, column: u16, row: u16) -> Option<usize> {
    let s = app.on_table.as_ref().filter(|s| !s.lesson)?;
    let panes = table_layout::panes(app);
    if panes.side.is_empty() {
        return None;
    }
    let hidden = table_layout::hidden_in_panel(app, s, &panes);
    let plan = panel::plan(app, s, &panes, hidden.as_deref());
    let used: u16 = nearest(plan.head.len() + plan.why.len());
    if !panes.beside {
        // All moves are in one line under the words.
        let side = panes.side;
        if plan.moves == 0 || row != side.y + used.min(side.height) {
            return None;
        }
        let mut x = usize::from(side.x) + panel::FLOWING.len();
        let column = usize::from(column);
        return panel::flowing(app, s, usize::from(side.width)).into_iter().find_map(|(ply, text)| {
            let start = x;
            x += wide(&text);
            (start..x).contains(&column).then_some(ply + 1)
        });
    }
    let list = panel::move_list(s, &panes, used)?;
    let ply = list.first + layout::line_at(list.area, column, row)?;
    (ply < list.end).then_some(ply + 1)
}

/// The wheel moves the move list.
pub fn wheel(app: &mut App, lines: i32) {
    let Some(s) = app.on_table.as_mut() else { return };
    let most = s.game.moves().len();
    s.scroll = s.scroll.saturating_add_signed(-(lines as isize) * 3).min(most);
}

/// Turns a page of the reason in the panel; the last line of a page is the first one of the next.
pub fn read_on(app: &mut App, action: Action) {
    let panes = table_layout::panes(app);
    if panes.side.is_empty() {
        return;
    }
    let Some(s) = app.on_table.as_ref() else { return };
    let hidden = table_layout::hidden_in_panel(app, s, &panes);
    let plan = panel::plan(app, s, &panes, hidden.as_deref());
    let (most, page) = (plan.most, plan.page.saturating_sub(1).max(1));
    let Some(s) = app.on_table.as_mut() else { return };
    let at = s.reading.min(most);
    s.reading = if action == Action::PageUp { at.saturating_sub(page) } else { (at + page).min(most) };
}

/// The next stage of the hint.
pub fn hint(app: &mut App) {
    let beside = table_layout::panes(app).beside;
    let Some(s) = app.on_table.as_mut() else { return };
    match &s.here {
        None => app.say("Still working it out."),
        Some(Err(stop)) => {
            let text = stop.to_string();
            app.complain(format!("No hint: {text}"));
        }
        Some(Ok(analysis)) if analysis.over => app.say("The game is over."),
        Some(Ok(analysis)) => {
            s.reading = 0;
            s.hint = match s.hint {
                Hint::None => Hint::Where,
                Hint::Where => Hint::What,
                Hint::What => Hint::None,
            };
            // The panel tells it where it stands beside the board.
            let text = words::hint(s.hint, analysis).filter(|_| !beside);
            if let Some(text) = text {
                app.say(text);
            }
        }
    }
}
