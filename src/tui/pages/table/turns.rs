//! The match on the table: what is played, going back and forth, what is asked of the solver, the computer's turn.

use std::path::PathBuf;

use super::TablePage;
use super::cursor;
use super::state::{Brief, Computer, MatchState};
use crate::play::history::{PuzzleTry, Score};
use crate::play::opponent::Opponent;
use crate::play::strength::{Decision, Strength};
use crate::play::winner;
use crate::tui::context::analysis;
use crate::tui::prelude::*;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{Depth, Step};

/// After so many moves two computers wait until a key lets them go on.
pub const EXHIBITION: usize = 10_000;
/// The longest that a step of the computer's move is shown, in milliseconds.
const STEP_MS: u64 = 200;

/// How a position came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// By a move, or with a new match.
    Played,
    /// By going back or forth.
    Stepped,
}

/// Puts a match on the table, and shows it.
pub fn begin(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    put(cx, game, file);
    cx.go(Navigation::Show(Box::new(TablePage)));
}

/// The same with a match that was found: moves that are in no file may never have been saved.
pub fn begin_found(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    let unsaved = file.is_none() && !game.moves().is_empty();
    begin(cx, game, file);
    if let Some(s) = cx.on_table.as_mut() {
        s.changed = unsaved;
    }
}

pub fn put(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    let mut state = MatchState::new(game, file);
    // One that has ended already was counted when it was played, or is somebody else's.
    state.counted = state.game.result().is_some();
    // A saved game is found at its last move; two computers wait there until a key lets them go on.
    if state.game.cursor() > 0 && state.is_exhibition() {
        state.computer = Computer::Stopped;
    }
    cx.on_table = Some(state);
    cx.tried = None;
    cx.more = false;
    arrive(cx, Arrival::Played, None);
}

/// Looks at the position on the board again: after another page, or with other players.
pub fn resume(cx: &mut Context) {
    let place = cursor::place(cx);
    let picked = cx
        .on_table
        .as_ref()
        .map_or(Vec::new(), |s| s.picked.clone());
    arrive(cx, Arrival::Stepped, place);
    // What was picked before the other page was opened still is.
    if let Some(s) = cx.on_table.as_mut().filter(|s| s.person_may_move()) {
        s.picked = picked;
    }
    cursor::refresh_open(cx);
}

/// The same, where the match was interrupted.
pub fn resume_interrupted(cx: &mut Context) {
    if cx.on_table.as_ref().is_some_and(|s| s.interrupted) {
        resume(cx);
    }
}

/// Interrupts the match while another page is worked on, which may want the solver for itself: nothing is asked, and
/// no computer moves, until [`resume`].
pub fn interrupt(cx: &mut Context) {
    if let Some(s) = cx.on_table.as_mut() {
        s.interrupted = true;
        s.pending = None;
        s.progress = None;
        s.computer = Computer::Idle;
        if s.showing.take().is_some() {
            s.picked.clear();
        }
    }
    cx.cancel(Lane::Solve);
    cx.cancel(Lane::Pause);
}

/// Interrupts the match on the table and lays it aside, for the board of a lesson or of the coach.
pub fn lay_aside(cx: &mut Context) {
    interrupt(cx);
    if cx.on_table.as_ref().is_some_and(|s| !s.lesson) {
        cx.waiting = cx.on_table.take();
    }
}

/// What was laid aside comes back.
pub fn bring_back(cx: &mut Context) {
    interrupt(cx);
    cx.on_table = cx.waiting.take();
}

/// Looks at the position that has come onto the board. `from` is where the cursor was on the screen.
fn arrive(cx: &mut Context, how: Arrival, from: Option<(u16, u16)>) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.refresh();
    s.interrupted = false;
    let ply = s.game.cursor();
    let at_end = ply == s.game.moves().len();
    // Nobody may be looking, and every move is remembered.
    let enough =
        how == Arrival::Played && s.is_exhibition() && ply > 0 && ply.is_multiple_of(EXHIBITION);
    let stopped = s.computer == Computer::Stopped || enough;
    s.computer = match s.deciding() {
        Some(PlayerKind::Computer(_)) if stopped => Computer::Stopped,
        Some(PlayerKind::Computer(_)) if how == Arrival::Stepped && s.is_exhibition() => {
            Computer::Stopped
        }
        Some(PlayerKind::Computer(_)) if how == Arrival::Played || at_end => Computer::Ready,
        _ => Computer::Idle,
    };
    let pauses = s.computer == Computer::Ready && cx.settings.values().pause.0 > 0;
    if pauses {
        s.computer = Computer::Pausing;
    }
    ask(cx, ply);
    if pauses {
        cx.wait(cx.settings.values().pause.0, tick);
    }
    if enough {
        cx.notify("Paused after 10,000 moves: <pick> lets the computers play on.");
    }
    cursor::settle(cx, from);
}

/// Asks for the analysis of a position of the line.
fn ask(cx: &mut Context, ply: usize) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.pending = Some(ply);
    s.progress = None;
    s.seconds = 0;
    let here = ply == s.game.cursor();
    let ask = if here { Ask::default() } else { Ask::value() };
    let position = if here {
        s.game.position().boxed_clone()
    } else {
        s.game.position_at(ply)
    };
    cx.spawn_shared(Lane::Solve, analysis(&*position, ask), move |cx, result| {
        analysed(cx, ply, result)
    });
}

fn analysed(cx: &mut Context, ply: usize, result: Result<Analysis, Stop>) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.pending = None;
    s.progress = None;
    if let Some(known) = s.known.get_mut(ply) {
        *known = Some(result.as_ref().map(Brief::of).map_err(ToString::to_string));
    }
    if ply == s.game.cursor() {
        // A lesson's first hint is the move that it explains, where several win.
        let meant = s.solution.clone().filter(|_| ply == 0);
        s.here = Some(result.map(|found| Analysis {
            best: meant.or(found.best.clone()),
            ..found
        }));
        // A script may not have said before that the game is over.
        if s.deciding().is_none() {
            s.computer = Computer::Idle;
        }
        computer_moves(cx);
        count(cx);
        cursor::avoid_mistakes(cx);
    }
    ask_for_the_rest(cx);
}

/// Asks for the positions of the line of which nothing is known yet, the latest first, while the solver is free.
fn ask_for_the_rest(cx: &mut Context) {
    if let Some(s) = cx
        .on_table
        .as_ref()
        .filter(|s| !s.is_waiting() && !s.interrupted)
        && let Some(ply) = s.known.iter().rposition(Option::is_none)
    {
        ask(cx, ply);
    }
}

pub fn progress(cx: &mut Context, step: Step) {
    if let Some(s) = cx.on_table.as_mut()
        && s.pending == Some(s.game.cursor())
    {
        s.progress = Some(step);
    }
}

/// A pause of the computer is over.
fn tick(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if s.computer == Computer::Pausing {
        s.computer = Computer::Ready;
        computer_moves(cx);
    } else if s.computer == Computer::Showing {
        step(cx);
    }
}

/// The computer chooses its move, if it is its turn, its pause is over and the position is known.
pub fn computer_moves(cx: &mut Context) {
    let seed = cx.next_seed();
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if s.computer != Computer::Ready {
        return;
    }
    let Some(PlayerKind::Computer(level)) = s.deciding() else {
        return;
    };
    match &s.here {
        None => {}
        Some(Ok(analysis)) => {
            let (position, analysis) = (s.game.position().boxed_clone(), analysis.clone());
            s.pending = None;
            s.computer = Computer::Choosing;
            let played = s.game.cursor();
            let strength = match &cx.record {
                Some((_, Ok(record))) => Strength::of(record, position.info().id),
                _ => Strength::default(),
            };
            let choose = move |desk: &Desk<'_>| {
                let mut opponent = Opponent::new(Some(seed), strength);
                let chosen = opponent.choose(level, &*position, &analysis, played, desk.limits);
                chosen
                    .map_err(|stop| stop.to_string())?
                    .ok_or_else(|| "no move is left".to_owned())
            };
            cx.spawn_shared(Lane::Solve, choose, chosen);
        }
        Some(Err(_)) => refuse(cx, None),
    }
}

/// The computer has no move: the panel tells why, as long as it is so, where no other reason is given.
fn refuse(cx: &mut Context, why: Option<String>) {
    if let Some(s) = cx.on_table.as_mut() {
        s.computer = Computer::Refused;
    }
    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
    cx.notify_error(format!(
        "The computer cannot play here{why}: play its move yourself, or <undo> takes a move back."
    ));
}

fn chosen(cx: &mut Context, chosen: Result<String, String>) {
    let Some(s) = cx
        .on_table
        .as_mut()
        .filter(|s| s.computer == Computer::Choosing)
    else {
        return;
    };
    let text = match chosen {
        Ok(text) => text,
        Err(why) => return refuse(cx, Some(why)),
    };
    if cx.settings.values().pause.0 > 0 && cx.settings.values().motion {
        // Its places are picked one after the other before it is played.
        let mut sites = s
            .game
            .position()
            .legal(&text)
            .map(|choice| choice.sites)
            .unwrap_or_default();
        sites.reverse();
        s.showing = Some((text, sites));
        step(cx);
    } else {
        play_own(cx, &text);
    }
    ask_for_the_rest(cx);
}

/// The next step of the computer's move; after the last one it is played.
fn step(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let Some(site) = s.showing.as_mut().and_then(|(_, left)| left.pop()) else {
        skip(cx);
        return;
    };
    s.picked.push(site);
    s.computer = Computer::Showing;
    cx.wait(cx.settings.values().pause.0.min(STEP_MS), tick);
}

/// Plays the move that the computer is showing at once; whether there was one.
pub fn skip(cx: &mut Context) -> bool {
    let Some((text, _)) = cx.on_table.as_mut().and_then(|s| s.showing.take()) else {
        return false;
    };
    play_own(cx, &text);
    true
}

/// Plays the computer's own move; where it refutes a wrong try at a puzzle, that is said.
fn play_own(cx: &mut Context, text: &str) {
    let refutation = cx.on_table.as_ref().and_then(|s| refutation(s, text));
    cx.notice = cx
        .notice
        .take()
        .filter(|notice| notice.text != super::WAITING);
    play(cx, text);
    if let (Some(refutation), Some(p)) = (
        refutation,
        cx.on_table.as_mut().and_then(|s| s.puzzle.as_mut()),
    ) {
        p.refutation = Some(refutation);
    }
}

/// Plays a move that is known to be legal; complains where it is not.
pub fn play(cx: &mut Context, text: &str) {
    let from = cursor::place(cx);
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let cursor = s.game.cursor();
    let next = s.game.moves().get(cursor).map(|m| m.text.clone());
    if let Err(error) = s.game.play(text) {
        return cx.notify_error(error.to_string());
    }
    if s.game.moves().get(cursor).map(|m| &m.text) != next.as_ref() {
        s.known.truncate(cursor + 1);
        s.changed = true;
    }
    if matches!(
        s.computer,
        Computer::Refused | Computer::Choosing | Computer::Showing
    ) {
        s.computer = Computer::Idle;
    }
    arrive(cx, Arrival::Played, from);
    tried(cx, cursor);
    count(cx);
}

/// In a puzzle, a move was played, `ply` moves after its start.
fn tried(cx: &mut Context, ply: usize) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let made = s.game.moves().first().map(|m| m.text.clone());
    let words = made
        .as_ref()
        .map_or(String::new(), |made| s.game.position_at(0).move_words(made));
    let (Some(p), Some(made), 0) = (s.puzzle.as_mut(), made, ply) else {
        return;
    };
    let right = made == p.puzzle.answer;
    p.wrong = (!right).then(|| made.clone());
    p.refutation = None;
    if p.solved {
        return;
    }
    p.tries += 1;
    p.solved = right;
    let first = p.tries == 1 && !p.helped;
    let counted = PuzzleTry {
        id: p.puzzle.id.clone(),
        solved: Some(right),
        daily: p.daily,
    };
    let message = match (right, first) {
        (true, true) => "Solved at the first try. <new> brings the next puzzle.".to_owned(),
        (true, false) => "Solved. <new> brings the next puzzle.".to_owned(),
        (false, _) => format!("{}: this does not win.", capital(&words)),
    };
    cx.count_try(counted);
    cx.notify(message);
}

/// What is said of the computer's reply to a wrong try at a puzzle: the reply and why it wins.
fn refutation(s: &MatchState, text: &str) -> Option<String> {
    let p = s
        .puzzle
        .as_ref()
        .filter(|p| !p.solved && p.refutation.is_none())?;
    let wrong = p.wrong.as_ref()?;
    let reasons = &s.analysis()?.reasons;
    // The idea of the position; without one the reason that gives most away.
    let idea = reasons.iter().find(|r| r.depth == Depth::Headline);
    let why = idea.or_else(|| reasons.iter().max_by_key(|r| r.reveals));
    // It is told to whoever makes the reply.
    let why = why.map_or(String::new(), |r| {
        format!(" Your opponent's idea: \"{}\"", r.text)
    });
    let reply = s.game.position().move_words(text);
    Some(format!(
        "After {wrong} your opponent replies: {reply}.{why}"
    ))
}

/// Counts the match in the record of play once it has come to its end: not lessons, puzzles and what is only tried.
fn count(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if s.counted || !s.is_own() || s.is_exhibition() {
        return;
    }
    let Some(result) = s.game.result() else {
        return;
    };
    s.counted = true;
    // Between two people the first one is the one who is counted.
    let me = s.game.only_person().unwrap_or(Player::First);
    let score = Score::of(result.winner, me);
    let opponent = s.game.participant(me.other()).kind;
    let decisions = s
        .game
        .only_person()
        .map_or_else(Vec::new, |me| decisions(s, me));
    let game = s.game.start().info().id;
    cx.count(move |history| {
        history.add_match(game, opponent, score);
        history.add_decisions(game, &decisions);
    });
}

fn decisions(s: &MatchState, player: Player) -> Vec<Decision> {
    let decided = |ply: usize| {
        let (before, after) = (
            s.brief(ply).filter(|before| before.decision)?,
            s.brief(ply + 1)?,
        );
        let kept = winner(after.value.outcome, s.game.mover_at(ply + 1)) == Some(player);
        Some(Decision {
            remoteness: before.value.remoteness?,
            kept,
        })
    };
    (0..s.game.cursor())
        .filter(|ply| s.game.mover_at(*ply) == player)
        .filter_map(decided)
        .collect()
}

/// The side to move gives up; against the computer the person, whoever is to move.
pub fn resign(cx: &mut Context) {
    if let Some(s) = cx.on_table.as_mut()
        && let Some(player) = s.game.only_person().or(s.game.to_move())
    {
        s.game.resign(player);
        s.picked.clear();
        s.open.clear();
        s.computer = Computer::Idle;
    }
    count(cx);
}

pub fn jump(cx: &mut Context, ply: usize) {
    let from = cursor::place(cx);
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.game.jump(ply);
    arrive(cx, Arrival::Stepped, from);
}

/// Takes back a resignation or a move; against the computer, back to one's own turn.
pub fn undo(cx: &mut Context) {
    let from = cursor::place(cx);
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if s.game.resigned().is_some() {
        s.game.undo();
        return arrive(cx, Arrival::Stepped, from);
    }
    let cursor = s.game.cursor();
    let to = match s.game.only_person() {
        Some(me) => (0..cursor).rev().find(|&ply| s.game.mover_at(ply) == me),
        None => cursor.checked_sub(1),
    };
    match to {
        Some(ply) => jump(cx, ply),
        None if cursor == 0 => cx.notify("This is the start of the game."),
        None => cx.notify("You have not moved yet."),
    }
}

/// Plays again what was taken back; against the computer, up to one's own turn.
pub fn redo(cx: &mut Context) {
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    let (cursor, end) = (s.game.cursor(), s.game.moves().len());
    if cursor == end {
        return cx.notify("Nothing is taken back.");
    }
    let to = match s.game.only_person() {
        Some(me) => (cursor + 1..end)
            .find(|&ply| s.game.mover_at(ply) == me)
            .unwrap_or(end),
        None => cursor + 1,
    };
    jump(cx, to);
}

/// Goes back to the last position in which one was winning.
pub fn undo_to_win(cx: &mut Context) {
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    match s.last_win(s.game.only_person()) {
        Some(ply) if ply == s.game.cursor() => cx.notify("You are winning here."),
        Some(ply) => {
            jump(cx, ply);
            cx.notify("Here you were winning.");
        }
        None => cx.notify("There was no position before in which you were winning."),
    }
}
