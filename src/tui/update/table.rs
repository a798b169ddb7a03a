//! The table: moving, picking, playing, going back and forth, and the computer's turn.

use std::path::PathBuf;

use crate::draw::{Drawing, neighbour, site_at};
use crate::play::{Kind, Match};
use crate::rules::{Outcome, Site};
use crate::table::{Ask, Choice};
use crate::tui::app::{App, Dialog, Screen, Which};
use crate::tui::board;
use crate::tui::effect::Effect;
use crate::tui::event::Ticket;
use crate::tui::keys::Action;
use crate::tui::sitting::{Asked, Brief, Computer, Hint, Sitting};
use crate::tui::words;

/// The most moves that are looked through for what a pick may mean.
const LOOKED_AT: usize = 1000;
/// The most moves that are offered in a list.
const OFFERED: usize = 200;

/// How a position came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// By a move, or with a new match.
    Played,
    /// By going back or forth.
    Stepped,
}

/// Puts a match on the table.
pub fn begin(app: &mut App, game: Match, file: Option<PathBuf>) {
    let mut sitting = Sitting::new(game, file);
    // A saved game is found at its last move; two computers wait there to be told to go on.
    if sitting.game.cursor() > 0 && sitting.is_exhibition() {
        sitting.computer = Computer::Stopped;
    }
    app.sitting = Some(sitting);
    app.screen = Screen::Table;
    app.dialog = None;
    arrive(app, Arrival::Played, None);
}

/// Looks at the position on the board again: after another page, or with other players.
pub fn resume(app: &mut App) {
    let place = cursor_place(app);
    arrive(app, Arrival::Stepped, place);
}

/// Lets the match rest while another page is worked on, which may want the solver for itself: nothing is asked, and
/// no computer moves, until [`resume`].
pub fn rest(app: &mut App) {
    if let Some(s) = app.sitting.as_mut() {
        s.asked = None;
        s.progress = None;
        s.computer = Computer::Idle;
    }
    app.out.push(Effect::Forget);
}

/// Looks at the position that has come onto the board. `from` is where the cursor was on the screen.
fn arrive(app: &mut App, how: Arrival, from: Option<(u16, u16)>) {
    let Some(s) = app.sitting.as_mut() else { return };
    s.scene = s.game.table().scene();
    s.picked.clear();
    s.open.clear();
    s.hint = Hint::None;
    s.scroll = 0;
    s.now = None;
    s.told.resize(s.game.moves().len() + 1, None);
    let ply = s.game.cursor();
    ask(s, &mut app.out, ply);
    let at_end = ply == s.game.moves().len();
    let stopped = s.computer == Computer::Stopped;
    s.computer = match s.deciding() {
        Some(Kind::Computer(_)) if stopped => Computer::Stopped,
        Some(Kind::Computer(_)) if how == Arrival::Stepped && s.is_exhibition() => Computer::Stopped,
        Some(Kind::Computer(_)) if how == Arrival::Played || at_end => Computer::Ready,
        _ => Computer::Idle,
    };
    if s.computer == Computer::Ready && app.pause_ms > 0 {
        let ticket = app.out.ticket();
        s.computer = Computer::Pausing(ticket);
        app.out.push(Effect::Wait(ticket, app.pause_ms));
    }
    settle_cursor(app, from);
}

/// Asks for the analysis of a position of the line.
fn ask(s: &mut Sitting, out: &mut crate::tui::app::Out, ply: usize) {
    let ticket = out.ticket();
    s.asked = Some(Asked { ticket, ply });
    s.progress = None;
    let here = ply == s.game.cursor();
    let ask = if here { Ask::usual() } else { Ask { most: 0, all: false, best: false } };
    let table = if here { s.game.table().boxed_clone() } else { s.game.table_at(ply) };
    out.push(Effect::Analyse(ticket, table, ask));
}

/// An analysis has come.
pub fn analysed(app: &mut App, ticket: Ticket, result: Result<crate::table::Analysis, crate::rules::Stop>) {
    let Some(s) = app.sitting.as_mut() else { return };
    let Some(asked) = s.asked.filter(|a| a.ticket == ticket) else { return };
    s.asked = None;
    s.progress = None;
    if let Some(told) = s.told.get_mut(asked.ply) {
        *told = Some(result.as_ref().map(Brief::of).map_err(ToString::to_string));
    }
    if asked.ply == s.game.cursor() {
        s.now = Some(result);
        computer_moves(app);
    }
    // Then the positions of the line of which nothing is known yet, the latest first.
    if let Some(s) = app.sitting.as_mut()
        && s.asked.is_none()
        && let Some(ply) = s.told.iter().rposition(Option::is_none)
    {
        ask(s, &mut app.out, ply);
    }
}

/// The computer's pause is over.
pub fn tick(app: &mut App, ticket: Ticket) {
    if let Some(s) = app.sitting.as_mut()
        && s.computer == Computer::Pausing(ticket)
    {
        s.computer = Computer::Ready;
        computer_moves(app);
    }
}

/// The computer moves, if it is its turn, its pause is over and it knows what.
fn computer_moves(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    if s.computer != Computer::Ready {
        return;
    }
    let Some(Kind::Computer(level)) = s.deciding() else { return };
    match &s.now {
        None => {}
        Some(Ok(analysis)) => {
            if let Some(text) = app.opponent.choose(level, s.game.table(), analysis) {
                play(app, &text);
            }
        }
        Some(Err(stop)) => {
            let text = format!("The computer has no proved move here ({stop}). Play in its place, or undo.");
            s.computer = Computer::Refused;
            app.complain(text);
        }
    }
}

/// Plays a move that is known to be legal; complains where it is not.
pub fn play(app: &mut App, text: &str) {
    let from = cursor_place(app);
    let Some(s) = app.sitting.as_mut() else { return };
    let cursor = s.game.cursor();
    let next = s.game.moves().get(cursor).map(|m| m.text.clone());
    if let Err(error) = s.game.play(text) {
        app.complain(error.to_string());
        return;
    }
    if s.game.moves().get(cursor).map(|m| &m.text) != next.as_ref() {
        s.told.truncate(cursor + 1);
        s.changed = true;
    }
    if s.computer == Computer::Refused {
        s.computer = Computer::Idle;
    }
    arrive(app, Arrival::Played, from);
    super::lesson::played(app);
}

/// A key at the table.
pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Left | Action::Right | Action::Up | Action::Down => walk(app, action),
        Action::Pick => pick_or_stop(app),
        Action::Enter => enter(app),
        Action::Escape => escape(app),
        Action::Undo => undo(app),
        Action::Redo => redo(app),
        Action::UndoToWin => undo_to_win(app),
        Action::First => jump(app, 0),
        Action::Last => jump(app, usize::MAX),
        Action::Hint => hint(app),
        Action::Verdict => {
            app.verdict = !app.verdict;
            super::lesson::looked(app);
        }
        _ => super::desk::key(app, action),
    }
}

/// The drawing of the board, as it is on the screen.
fn drawing(app: &App) -> Option<Drawing> {
    app.sitting.as_ref().map(|s| board::drawing(app, s))
}

/// Where the cursor is on the screen.
fn cursor_place(app: &App) -> Option<(u16, u16)> {
    let site = app.sitting.as_ref()?.cursor?;
    drawing(app)?.hits.iter().find(|h| h.site == site).map(board::middle)
}

/// Puts the cursor on something that is there: what it was on, else the nearest thing.
pub fn settle_cursor(app: &mut App, from: Option<(u16, u16)>) {
    // Where there is no room for the board, the cursor waits where it is.
    let Some(drawing) = drawing(app).filter(|d| !d.hits.is_empty()) else { return };
    let Some(s) = app.sitting.as_mut() else { return };
    if s.cursor.is_some_and(|site| drawing.hits.iter().any(|h| h.site == site)) {
        return;
    }
    s.cursor = match from {
        // The first legal move is as good a place to start as any.
        None => {
            let first = s.game.table().choices(&[], 1).list;
            let site = first.first().and_then(|c| c.sites.first());
            drawing.hits.iter().find(|h| Some(&h.site) == site).or(drawing.hits.first())
        }
        Some((x, y)) => drawing.hits.iter().min_by_key(|h| {
            let (hx, hy) = board::middle(h);
            // A row is about as high as two columns are wide.
            let (dx, dy) = (i64::from(hx) - i64::from(x), 2 * (i64::from(hy) - i64::from(y)));
            dx * dx + dy * dy
        }),
    }
    .map(|h| h.site);
}

fn walk(app: &mut App, action: Action) {
    let Some(drawing) = drawing(app) else { return };
    let Some(s) = app.sitting.as_mut() else { return };
    if let Some(site) = neighbour(&drawing.hits, s.cursor, board::direction(action)) {
        s.cursor = Some(site);
        super::lesson::walked(app);
    }
}

/// Picks what the cursor is on; where two computers play, stops them or lets them go on.
fn pick_or_stop(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    if s.is_exhibition() && s.deciding().is_some() && s.computer != Computer::Refused {
        if s.computer == Computer::Stopped {
            s.computer = Computer::Ready;
            computer_moves(app);
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
    let Some(s) = app.sitting.as_ref() else { return false };
    if s.hand_may_move() {
        return true;
    }
    let text = if s.game.result().is_some() {
        "The game is over: R plays again, u takes back."
    } else if s.computer == Computer::Stopped {
        "The computers wait: space lets them go on."
    } else if s.computer == Computer::Idle {
        "It is the computer's turn here: enter lets it move, u and r go on."
    } else {
        "It is the computer's turn."
    };
    app.say(text);
    false
}

/// Picks a site or lets it go. What no move can join moves the pick.
fn pick(app: &mut App, site: Site) {
    let Some(s) = app.sitting.as_mut() else { return };
    if let Some(at) = s.picked.iter().position(|&p| p == site) {
        s.picked.remove(at);
        refresh_open(app);
        return;
    }
    let table = s.game.table();
    let mut wanted = s.picked.clone();
    wanted.push(site);
    if !table.choices(&wanted, 1).list.is_empty() {
        s.picked = wanted;
        s.hint = Hint::None;
        refresh_open(app);
        super::lesson::picked(app);
    } else if !s.picked.is_empty() && !table.choices(&[site], 1).list.is_empty() {
        s.picked = vec![site];
        refresh_open(app);
        app.say("No move takes both: this is picked instead.");
    } else {
        app.complain("No legal move is there.");
    }
}

/// Finds what could be picked next.
pub fn refresh_open(app: &mut App) {
    let Some(s) = app.sitting.as_ref() else { return };
    let open = if s.picked.is_empty() { Vec::new() } else { open_sites(app, s) };
    if let Some(s) = app.sitting.as_mut() {
        s.open = open;
    }
}

fn open_sites(app: &App, s: &Sitting) -> Vec<Site> {
    let table = s.game.table();
    let found = table.choices(&s.picked, LOOKED_AT);
    let mut open: Vec<Site> = if found.complete {
        found.list.iter().flat_map(|c| c.sites.iter().copied()).collect()
    } else {
        // Too many moves to list: ask of each thing on the screen.
        let reach = |site: &Site| {
            let mut wanted = s.picked.clone();
            wanted.push(*site);
            !table.choices(&wanted, 1).list.is_empty()
        };
        board::drawing(app, s).hits.iter().map(|h| h.site).filter(reach).collect()
    };
    open.retain(|site| !s.picked.contains(site));
    open.sort_unstable();
    open.dedup();
    open
}

/// What a set of sites means.
enum Meaning {
    Nothing,
    One(String),
    Several(Vec<Choice>, bool),
}

/// The move that is exactly this set; else the only one that contains it; else a list to choose from.
fn meaning(s: &Sitting, sites: &[Site]) -> Meaning {
    let found = s.game.table().choices(sites, LOOKED_AT);
    let same = |c: &Choice| c.sites.len() == sites.len() && c.sites.iter().all(|x| sites.contains(x));
    let exact: Vec<&Choice> = found.list.iter().filter(|c| same(c)).collect();
    match (exact.as_slice(), found.list.as_slice()) {
        ([one], _) => Meaning::One(one.text.clone()),
        ([], []) => Meaning::Nothing,
        ([], [one]) if found.complete => Meaning::One(one.text.clone()),
        ([], all) => Meaning::Several(
            all.iter().take(OFFERED).cloned().collect(),
            found.complete && all.len() <= OFFERED,
        ),
        (several, _) => Meaning::Several(several.iter().take(OFFERED).map(|&c| c.clone()).collect(), true),
    }
}

fn enter(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    if s.computer == Computer::Idle && matches!(s.deciding(), Some(Kind::Computer(_))) {
        s.computer = Computer::Ready;
        computer_moves(app);
        return;
    }
    if !may_move(app) {
        return;
    }
    let Some(s) = app.sitting.as_ref() else { return };
    let sites: Vec<Site> =
        if s.picked.is_empty() { s.cursor.into_iter().collect() } else { s.picked.clone() };
    if sites.is_empty() {
        app.say("Point at something first: the arrows put the cursor on the board.");
        return;
    }
    match meaning(s, &sites) {
        Meaning::One(text) => play(app, &text),
        Meaning::Nothing => app.complain("No legal move is there."),
        Meaning::Several(list, complete) => {
            app.dialog = Some(Dialog::Which(Which { list, complete, at: 0 }));
        }
    }
}

fn escape(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    if !s.picked.is_empty() {
        s.picked.clear();
        s.open.clear();
    } else if s.hint != Hint::None {
        s.hint = Hint::None;
    } else {
        super::home::show(app);
    }
}

/// The mouse points at something on the board: first picks it, then plays it.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Some(drawing) = drawing(app) else { return };
    let area = board::place(&drawing, board::room(app));
    if !area.contains(ratatui::layout::Position { x: column, y: row }) {
        return;
    }
    let Some(site) = site_at(&drawing.hits, column - area.x, row - area.y) else { return };
    if !may_move(app) {
        return;
    }
    let Some(s) = app.sitting.as_mut() else { return };
    s.cursor = Some(site);
    if s.picked.contains(&site) { enter(app) } else { pick(app, site) }
}

/// The wheel moves the move list.
pub fn wheel(app: &mut App, lines: i32) {
    let Some(s) = app.sitting.as_mut() else { return };
    let most = s.game.moves().len();
    s.scroll = s.scroll.saturating_add_signed(-(lines as isize) * 3).min(most);
}

/// Goes to another position of the line.
fn jump(app: &mut App, ply: usize) {
    let from = cursor_place(app);
    let Some(s) = app.sitting.as_mut() else { return };
    s.game.jump(ply);
    arrive(app, Arrival::Stepped, from);
}

/// Takes back a resignation or a move; against the computer, back to one's own turn.
fn undo(app: &mut App) {
    let from = cursor_place(app);
    let Some(s) = app.sitting.as_mut() else { return };
    if s.game.resigned().is_some() {
        s.game.undo();
        arrive(app, Arrival::Stepped, from);
        return;
    }
    let cursor = s.game.cursor();
    let to = match s.only_human() {
        Some(me) => (0..cursor).rev().find(|&ply| s.game.mover_at(ply) == me),
        None => cursor.checked_sub(1),
    };
    match to {
        Some(ply) => {
            s.game.jump(ply);
            arrive(app, Arrival::Stepped, from);
            super::lesson::undone(app);
        }
        None if cursor == 0 => app.say("This is the start of the game."),
        None => app.say("You have not moved yet."),
    }
}

fn redo(app: &mut App) {
    let from = cursor_place(app);
    let Some(s) = app.sitting.as_mut() else { return };
    let (cursor, end) = (s.game.cursor(), s.game.moves().len());
    if cursor == end {
        app.say("Nothing is taken back.");
        return;
    }
    let to = match s.only_human() {
        Some(me) => (cursor + 1..end).find(|&ply| s.game.mover_at(ply) == me).unwrap_or(end),
        None => cursor + 1,
    };
    s.game.jump(to);
    arrive(app, Arrival::Stepped, from);
}

fn undo_to_win(app: &mut App) {
    let Some(s) = app.sitting.as_ref() else { return };
    match s.last_win(s.only_human()) {
        Some(ply) => {
            jump(app, ply);
            app.say("Here you were winning.");
        }
        None => app.say("There was no position before in which you were winning."),
    }
}

fn hint(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    match &s.now {
        None => app.say("Still working it out."),
        Some(Err(stop)) => {
            let text = stop.to_string();
            app.complain(format!("No hint: {text}"));
        }
        Some(Ok(analysis)) if analysis.over => app.say("The game is over."),
        Some(Ok(analysis)) => {
            let outcome = analysis.value.outcome;
            s.hint = match s.hint {
                Hint::None if outcome == Outcome::Loss => Hint::What,
                Hint::None => Hint::Where,
                Hint::Where => Hint::What,
                Hint::What => Hint::None,
            };
            // The panel tells it where it stands beside the board.
            let beside = crate::tui::layout::panes(app.size).beside;
            let text = words::hint(s.hint, analysis).filter(|_| !beside);
            if let Some(text) = text {
                app.say(text);
            }
        }
    }
}
