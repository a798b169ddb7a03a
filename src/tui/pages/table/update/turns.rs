//! The match on the table: what is played, going back and forth, what is asked of the solver, the computer's turn.

use std::path::PathBuf;

use super::{cursor, puzzle};
use crate::erased::Ask;
use crate::play::history::Score;
use crate::play::{Match, PlayerKind};
use crate::rules::{Player, Step};
use crate::tui::app::{App, Out, Page};
use crate::tui::effect::{Counted, Effect};
use crate::tui::event::Ticket;
use crate::tui::pages::table::state::{Brief, Computer, Hint, MatchState, Pending, before};

/// After so many moves two computers wait until a key lets them go on.
pub const EXHIBITION: usize = 10_000;

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
    let mut state = MatchState::new(game, file);
    // A saved game is found at its last move; two computers wait there until a key lets them go on.
    if state.game.cursor() > 0 && state.is_exhibition() {
        state.computer = Computer::Stopped;
    }
    app.on_table = Some(state);
    app.tried = None;
    app.show(Page::Table);
    arrive(app, Arrival::Played, None);
}

/// Looks at the position on the board again: after another page, or with other players.
pub fn resume(app: &mut App) {
    let place = cursor::place(app);
    arrive(app, Arrival::Stepped, place);
}

/// Interrupts the match while another page is worked on, which may want the solver for itself: nothing is asked, and
/// no computer moves, until [`resume`].
pub fn interrupt(app: &mut App) {
    if let Some(s) = app.on_table.as_mut() {
        s.pending = None;
        s.progress = None;
        s.computer = Computer::Idle;
        if s.showing.take().is_some() {
            s.picked.clear();
        }
    }
    app.out.push(Effect::Forget);
}

/// Looks at the position that has come onto the board. `from` is where the cursor was on the screen.
fn arrive(app: &mut App, how: Arrival, from: Option<(u16, u16)>) {
    let Some(s) = app.on_table.as_mut() else { return };
    s.scene = s.game.position().scene();
    s.before = before(&s.game);
    s.picked.clear();
    s.open.clear();
    s.showing = None;
    s.hint = Hint::None;
    s.reading = 0;
    s.scroll = 0;
    s.here = None;
    s.known.resize(s.game.moves().len() + 1, None);
    let ply = s.game.cursor();
    ask(s, &mut app.out, ply);
    let at_end = ply == s.game.moves().len();
    // Nobody may be looking, and every move is remembered.
    let enough = how == Arrival::Played && s.is_exhibition() && ply > 0 && ply.is_multiple_of(EXHIBITION);
    let stopped = s.computer == Computer::Stopped || enough;
    s.computer = match s.deciding() {
        Some(PlayerKind::Computer(_)) if stopped => Computer::Stopped,
        Some(PlayerKind::Computer(_)) if how == Arrival::Stepped && s.is_exhibition() => Computer::Stopped,
        Some(PlayerKind::Computer(_)) if how == Arrival::Played || at_end => Computer::Ready,
        _ => Computer::Idle,
    };
    if s.computer == Computer::Ready && app.pause_ms > 0 {
        let ticket = app.out.ticket();
        s.computer = Computer::Pausing(ticket);
        app.out.push(Effect::Wait(ticket, app.pause_ms));
    }
    if enough {
        app.say(format!("The computers rest after {EXHIBITION} moves: <pick> lets them go on."));
    }
    cursor::settle(app, from);
}

/// Asks for the analysis of a position of the line.
fn ask(s: &mut MatchState, out: &mut Out, ply: usize) {
    let ticket = out.ticket();
    s.pending = Some(Pending { ticket, ply });
    s.progress = None;
    s.seconds = 0;
    let here = ply == s.game.cursor();
    let ask = if here { Ask::usual() } else { Ask::value() };
    let position = if here { s.game.position().boxed_clone() } else { s.game.position_at(ply) };
    out.push(Effect::Analyse(ticket, position, ask));
}

/// An analysis has come.
pub fn analysed(app: &mut App, ticket: Ticket, result: Result<crate::erased::Analysis, crate::rules::Stop>) {
    let Some(s) = app.on_table.as_mut() else { return };
    let Some(pending) = s.pending.filter(|a| a.ticket == ticket) else { return };
    s.pending = None;
    s.progress = None;
    if let Some(known) = s.known.get_mut(pending.ply) {
        *known = Some(result.as_ref().map(Brief::of).map_err(ToString::to_string));
    }
    if pending.ply == s.game.cursor() {
        s.here = Some(result);
        computer_moves(app);
    }
    // Then the positions of the line of which nothing is known yet, the latest first.
    if let Some(s) = app.on_table.as_mut()
        && s.pending.is_none()
        && let Some(ply) = s.known.iter().rposition(Option::is_none)
    {
        ask(s, &mut app.out, ply);
    }
}

/// A long analysis is this far.
pub fn progress(app: &mut App, ticket: Ticket, step: Step) {
    if let Some(s) = app.on_table.as_mut()
        && s.pending.is_some_and(|p| p.ticket == ticket && p.ply == s.game.cursor())
    {
        s.progress = Some(step);
    }
}

/// The computer's pause is over.
pub fn tick(app: &mut App, ticket: Ticket) {
    let Some(s) = app.on_table.as_mut() else { return };
    if s.computer == Computer::Pausing(ticket) {
        s.computer = Computer::Ready;
        computer_moves(app);
    } else if s.computer == Computer::Showing(ticket) {
        step(app);
    }
}

/// The computer moves, if it is its turn, its pause is over and it knows what.
pub fn computer_moves(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    if s.computer != Computer::Ready {
        return;
    }
    let Some(PlayerKind::Computer(level)) = s.deciding() else { return };
    match &s.here {
        None => {}
        Some(Ok(analysis)) => {
            if let Some(text) = app.opponent.choose(level, s.game.position(), analysis) {
                if app.pause_ms > 0 && app.settings.motion() {
                    show(app, text);
                } else {
                    play_own(app, &text);
                }
            }
        }
        Some(Err(_)) => {
            s.computer = Computer::Refused;
            // The panel tells why, as long as it is so.
            app.complain("The computer cannot play here: play its move yourself, or u takes back.");
        }
    }
}

/// The longest that a step of the computer's move is shown, in milliseconds.
const STEP_MS: u64 = 200;

/// Shows the computer's move before it is played: its places are picked one after the other.
fn show(app: &mut App, text: String) {
    let Some(s) = app.on_table.as_mut() else { return };
    let mut sites = s.game.position().legal(&text).map(|choice| choice.sites).unwrap_or_default();
    sites.reverse();
    s.showing = Some((text, sites));
    step(app);
}

/// The next step of the computer's move; after the last one it is played.
fn step(app: &mut App) {
    let ticket = app.out.ticket();
    let Some(s) = app.on_table.as_mut() else { return };
    let Some(site) = s.showing.as_mut().and_then(|(_, left)| left.pop()) else {
        skip(app);
        return;
    };
    s.picked.push(site);
    s.computer = Computer::Showing(ticket);
    app.out.push(Effect::Wait(ticket, app.pause_ms.min(STEP_MS)));
}

/// Plays the move that the computer is showing at once; whether there was one.
pub fn skip(app: &mut App) -> bool {
    let Some((text, _)) = app.on_table.as_mut().and_then(|s| s.showing.take()) else { return false };
    play_own(app, &text);
    true
}

/// Plays the computer's own move, and says what has to be said of it.
fn play_own(app: &mut App, text: &str) {
    let refutation = app.on_table.as_ref().and_then(|s| puzzle::answer(s, s.analysis()?, text));
    play(app, text);
    if let Some(refutation) = refutation {
        puzzle::answered(app, refutation);
    }
}

/// Plays a move that is known to be legal; complains where it is not.
pub fn play(app: &mut App, text: &str) {
    let from = cursor::place(app);
    let Some(s) = app.on_table.as_mut() else { return };
    let cursor = s.game.cursor();
    let next = s.game.moves().get(cursor).map(|m| m.text.clone());
    if let Err(error) = s.game.play(text) {
        app.complain(error.to_string());
        return;
    }
    if s.game.moves().get(cursor).map(|m| &m.text) != next.as_ref() {
        s.known.truncate(cursor + 1);
        s.changed = true;
    }
    if s.computer == Computer::Refused {
        s.computer = Computer::Idle;
    }
    arrive(app, Arrival::Played, from);
    puzzle::played(app, cursor);
    count(app);
}

/// Counts the match in the record of play once it has come to its end: not lessons, puzzles and what is only tried.
pub fn count(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    if s.counted || s.lesson || s.puzzle.is_some() || s.trial || s.is_exhibition() {
        return;
    }
    let Some(result) = s.game.result() else { return };
    s.counted = true;
    // Between two people the first one is the one who is counted.
    let me = s.only_human().unwrap_or(Player::First);
    let score = match result.winner {
        None => Score::Drawn,
        Some(winner) if winner == me => Score::Won,
        Some(_) => Score::Lost,
    };
    let opponent = s.game.participant(me.other()).kind;
    app.out.push(Effect::Count(Counted::Match(s.game.start().info().id, opponent, score)));
}

/// Goes to another position of the line.
pub fn jump(app: &mut App, ply: usize) {
    let from = cursor::place(app);
    let Some(s) = app.on_table.as_mut() else { return };
    s.game.jump(ply);
    arrive(app, Arrival::Stepped, from);
}

/// Takes back a resignation or a move; against the computer, back to one's own turn.
pub fn undo(app: &mut App) {
    let from = cursor::place(app);
    let Some(s) = app.on_table.as_mut() else { return };
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
        }
        None if cursor == 0 => app.say("This is the start of the game."),
        None => app.say("You have not moved yet."),
    }
}

/// Plays again what was taken back; against the computer, up to one's own turn.
pub fn redo(app: &mut App) {
    let from = cursor::place(app);
    let Some(s) = app.on_table.as_mut() else { return };
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

/// Goes back to the last position in which one was winning.
pub fn undo_to_win(app: &mut App) {
    let Some(s) = app.on_table.as_ref() else { return };
    match s.last_win(s.only_human()) {
        Some(ply) => {
            jump(app, ply);
            app.say("Here you were winning.");
        }
        None => app.say("There was no position before in which you were winning."),
    }
}
