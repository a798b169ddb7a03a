//! Shows the match on the table, with its board and the panel.

pub mod cursor;
pub mod state;
pub mod turns;
pub mod view;
pub mod words;

use crate::play::session::{Command, Computer, Verdict};
use crate::tui::dialogs::confirm::ConfirmDialog;
use crate::tui::dialogs::glossary::GlossaryDialog;
use crate::tui::dialogs::typing::TypingDialog;
use crate::tui::dialogs::which::WhichDialog;
use crate::tui::film;
use crate::tui::keys;
use crate::tui::pages::{
    atlas, coach, editor, line, moves, puzzles, record, review, setup, strategy, tree,
};
use crate::tui::prelude::*;
use nimatron_core::erased::Choice;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{Cells, Picture, Reveals};
use state::{MatchState, Meaning};

/// The table page. The match itself is in the [`Context`].
pub struct TablePage;

impl Page for TablePage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Table
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        match message {
            Message::Do(action) => key(cx, action),
            Message::Item(ply) => turns::apply(cx, Command::Jump(ply)),
            Message::Site(site) => click(cx, site),
            Message::Wheel(lines) if lines > 0 => view::read_on(cx, Action::PageDown),
            Message::Wheel(_) => view::read_on(cx, Action::PageUp),
            Message::Turn(..) | Message::Edited => {}
        }
    }

    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        match typed {
            Typed::Key(pressed) => self::typed(cx, pressed),
            Typed::Text(text) => {
                type_line(cx, &field::plain(text), "");
                true
            }
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match cx.table() {
            Some(s) => offer(cx, s, line),
            None => Err(tr!("There is no match on the table.")),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        view::draw(cx, frame);
    }
}

/// Returns the label for a line of the key table, or the reason for refusing the line's actions. If Enter would make a
/// move, its label describes the move.
pub fn offer(cx: &Context, s: &MatchState, line: &KeyLine) -> Offer {
    let over = s.game().is_over();
    let computer = matches!(s.deciding(), Some(PlayerKind::Computer(_)));
    let refused = match *line.actions {
        [Action::Enter] if s.person_may_move() => {
            matches!(s.meaning(&s.chosen_sites()), Meaning::Nothing)
                .then_some(tr!("There is no legal move there."))
        }
        [Action::Enter] => (s.game().result().is_none()
            && (!computer || s.computer() != Computer::Idle))
            .then_some(language::text(NOT_NOW)),
        [Action::Pick] if s.person_may_move() => {
            let is_dead = |site: Site| s.game().position().choices(&[site], 1).list.is_empty();
            (s.cursor)
                .is_some_and(is_dead)
                .then_some(tr!("There is no legal move there."))
        }
        [Action::Pick] => (!(computer && s.is_exhibition())).then_some(language::text(NOT_NOW)),
        [Action::Undo | Action::UndoToWin] => {
            let is_start = s.is_at_start() && s.game().resigned().is_none();
            (is_start && !s.has_swapped()).then_some(tr!("This is the start of the game."))
        }
        [Action::Redo] => {
            (s.game().cursor() == s.game().moves().len()).then_some(nothing_to_redo(s))
        }
        [Action::Hint | Action::AllMoves | Action::WhatIf | Action::Type] if over => {
            Some(language::text(OVER))
        }
        [Action::Hint] => (!s.person_may_move()).then_some(language::text(NOT_NOW)),
        [Action::Rematch] => (!over).then_some(tr!("The game is not over.")),
        [Action::Review] => nothing_to_review(s),
        [Action::Why] if !cx.shows_why() || !s.speaks() => Some(tr!("<verdict> shows the reason.")),
        [Action::Why] => {
            (s.shown_reasons().more.is_empty()).then_some(tr!("There are no more reasons."))
        }
        [Action::PageUp | Action::PageDown] => {
            (!view::reads_on(cx)).then_some(tr!("All of the reason is in sight."))
        }
        [Action::BackToReview] => (!s.is_trial()).then_some(tr!(
            "You are not trying again now: <review> reviews the match."
        )),
        [Action::Resign] => over.then_some(language::text(OVER)),
        [Action::Swap] => (!s.game().can_swap()).then_some(tr!(
            "Sides can only be swapped with the computer, between different computers, or between people with names of their own."
        )),
        [Action::Save] => (!s.changed).then_some(language::text(SAVED)),
        _ if line.actions == Action::WAYS => over.then_some(language::text(OVER)),
        _ => None,
    };
    match (refused, line.actions) {
        (Some(why), _) => Err(why),
        // On the opponent's turn, the arrows also move the cursor, but the key bar does not show them.
        (None, actions) if actions == Action::WAYS && !s.person_may_move() => Ok(Cow::Borrowed("")),
        (None, [Action::Verdict]) if s.verdict() == Verdict::Who && !s.conceals() => {
            Ok(Cow::Borrowed(tr!("why")))
        }
        (None, [Action::Enter]) if s.game().result().is_some() => {
            Ok(Cow::Borrowed(match s.game().cursor() {
                0 => tr!("play again"),
                _ if s.hides_decisive() => tr!("show that moment"),
                _ => tr!("review"),
            }))
        }
        (None, [Action::Enter]) if !s.person_may_move() => Ok(Cow::Borrowed(tr!("let it move"))),
        // A match can be reviewed before its end, but the key bar shows the key only after the end.
        (None, [Action::Review]) if !over => Ok(Cow::Borrowed("")),
        // After a solved puzzle, the bar shows the key for the next puzzle instead of undo.
        (None, [Action::Undo]) if s.puzzle().is_some_and(|p| p.solved) => Ok(Cow::Borrowed("")),
        (None, [Action::New]) => Ok(Cow::Borrowed(match s.puzzle() {
            Some(p) if p.solved => tr!("next"),
            None if s.game().result().is_some() => line.short(),
            _ => "",
        })),
        (None, [Action::Hint]) => match s.hint() {
            Reveals::Nothing => default_offer(cx, line),
            // In English, this label is as wide as the default label, so that the keys after the label stay in their
            // places.
            Reveals::Where => Ok(Cow::Borrowed(tr!("show"))),
            Reveals::Move => Ok(Cow::Borrowed(tr!("hide"))),
        },
        (None, [Action::Pick]) if s.is_exhibition() && s.computer() != Computer::Refused => {
            Ok(Cow::Borrowed(if s.computer() == Computer::Stopped {
                tr!("play on")
            } else {
                tr!("stop")
            }))
        }
        (None, [Action::Pick]) if s.picked.is_empty() => {
            let is_needed = s.cursor.is_some_and(|site| begins_a_longer_move(s, site));
            Ok(Cow::Borrowed(if is_needed { tr!("pick") } else { "" }))
        }
        (None, [Action::Pick]) if s.cursor.is_some_and(|site| s.picked.contains(&site)) => {
            Ok(Cow::Borrowed(tr!("put back")))
        }
        (None, [Action::Enter]) => {
            let sites = s.chosen_sites();
            match s.chosen_move() {
                Meaning::One(text) if !sites.is_empty() => {
                    Ok(Cow::Owned(s.game().position().move_words(&text)))
                }
                Meaning::Several(..) if s.picked.is_empty() => Ok(Cow::Borrowed(tr!("pick"))),
                Meaning::Several(..) if s.needs_target() => {
                    Err(tr!("Picked: point at one of the lit places, then <enter>."))
                }
                Meaning::Several(..) => Ok(Cow::Borrowed(tr!("list the moves"))),
                _ => default_offer(cx, line),
            }
        }
        _ => default_offer(cx, line),
    }
}

/// Returns whether a longer move may begin at a site on which Enter already plays a move. To play a longer move, the
/// user has to pick several sites.
fn begins_a_longer_move(s: &MatchState, site: Site) -> bool {
    let means = |site: Site| match s.meaning(&[site]) {
        Meaning::One(text) => Some(text),
        Meaning::Nothing | Meaning::Several(..) => None,
    };
    let Some(alone) = means(site) else {
        return false;
    };
    let moves = s.choices(&[site]);
    let needs_picks =
        |m: &Choice| !(m.sites.iter()).any(|&site| means(site).as_ref() == Some(&m.text));
    // If the list is incomplete, a longer move may be missing from it.
    !moves.complete || moves.list.iter().any(|m| m.text != alone && needs_picks(m))
}

/// Handles a key before the key table does, and returns whether the key was consumed. Any key except quit skips the
/// animation of the computer's move. A digit that is not bound to a command begins a typed move.
pub fn typed(cx: &mut Context, pressed: KeyEvent) -> bool {
    let action = keys::action(cx.settings.keys(), KeyContext::Table, pressed);
    if action.is_some_and(|action| action != Action::Enter) {
        leave_end(cx);
    }
    if action != Some(Action::Quit) && turns::skip(cx) {
        return true;
    }
    let (KeyCode::Char(digit @ '0'..='9'), None) = (pressed.code, action) else {
        return false;
    };
    let start = cx
        .table()
        .and_then(|s| typed_start(&s.scene.picture, s.cursor?));
    let start = start.unwrap_or_default();
    type_line(cx, &format!("{start}{digit}"), &start);
    true
}

pub fn key(cx: &mut Context, action: Action) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let over = s.game().is_over();
    match action {
        Action::Left | Action::Right | Action::Up | Action::Down => cursor::step(cx, action),
        Action::Pick => pick_or_stop(cx),
        Action::Enter => enter(cx),
        Action::Escape => escape(cx),
        Action::Undo => turns::apply(cx, Command::Undo),
        Action::Redo => turns::apply(cx, Command::Redo),
        Action::UndoToWin => turns::apply(cx, Command::UndoToWin),
        Action::First => {
            turns::apply(cx, Command::Jump(0));
            if cx.table().is_some_and(|s| !s.game().moves().is_empty()) {
                cx.notify(tr!("Back at the start: <last> returns to the last move."));
            }
        }
        Action::Last => turns::apply(cx, Command::Jump(usize::MAX)),
        Action::Hint => hint(cx),
        Action::PageUp | Action::PageDown => view::read_on(cx, action),
        Action::Why => cx.more = !cx.more,
        Action::Verdict => {
            let next = s.verdict().next();
            turns::apply(cx, Command::Verdict(next));
        }
        Action::AllMoves if !over => moves::show(cx),
        Action::WhatIf if !over => line::show(cx),
        Action::Tree => tree::show(cx),
        Action::Strategy => strategy::show(cx),
        Action::Atlas => {
            let position = s.game().position().boxed_clone();
            atlas::show(cx, position);
        }
        Action::Coach => {
            let game = coach::game_of(s.game().position());
            coach::show(cx, Some(game), None);
        }
        Action::Type => type_line(cx, "", ""),
        Action::Edit => {
            let kinds = Player::BOTH.map(|p| s.game().participant(p).kind);
            let position = s.game().position().boxed_clone();
            editor::show(cx, position, kinds);
        }
        Action::Glossary => {
            let words = view::shown_words(cx);
            let signs = view::shown_signs(cx);
            cx.push(GlossaryDialog::new(words, signs));
        }
        Action::Copy => {
            let id = s.game().position().id();
            cx.copy(id);
        }
        Action::Export => {
            let game = s.game().clone();
            export(cx, game);
        }
        Action::Save => cx.save_table(),
        Action::Review => review::show(cx),
        Action::Record => record::show(cx),
        Action::BackToReview if s.is_trial() => cx.go(review::back()),
        Action::New => match s.puzzle().cloned() {
            Some(p) => puzzles::next(cx, &p),
            None => {
                let entry = games::find(s.game().start().info().id);
                setup::show(cx, entry, true);
            }
        },
        Action::Resign if s.will_count() => ask_to_resign(cx),
        Action::Resign => resign(cx),
        Action::Rematch if s.is_own() => {
            let game = s.game().again();
            cx.replace_match(game, None);
        }
        Action::Rematch => try_again(cx),
        Action::Swap => swap(cx),
        _ => {}
    }
}

fn nothing_there(cx: &mut Context) {
    let position = cx.table().map(|s| s.game().position());
    let thinks = position.is_some_and(|at| !at.scripts().is_empty() && at.count_moves().is_none());
    cx.notify_error(if thinks {
        tr!("The script has not said yet what can be played.")
    } else {
        tr!("There is no legal move there.")
    });
}

/// Returns the player who would resign: the user in a match against the computer, and otherwise the player to move.
fn resigning(s: &MatchState) -> Option<Player> {
    let player = s.game().to_move()?;
    Some(s.game().only_person().unwrap_or(player))
}

/// Asks before resigning, because undoing a resignation does not change the record of play.
fn ask_to_resign(cx: &mut Context) {
    let Some((s, player)) = cx.table().and_then(|s| Some((s, resigning(s)?))) else {
        return;
    };
    let text = if s.game().only_person().is_some() {
        tr!("Resign? The record of play will count a loss.").to_owned()
    } else {
        let name = words::name_or_you(s.game(), player);
        tr!("Resign for {name}? The record of play will count the match.")
    };
    cx.push(ConfirmDialog {
        text,
        yes: tr!("resign"),
        then: Some(Navigation::to_do(resign)),
        save: false,
    });
}

fn resign(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let Some(player) = resigning(s) else { return };
    let who = capital(words::name_or_you(s.game(), player));
    turns::apply(cx, Command::Resign);
    cx.notify(tr!("{who} resigned: <undo> takes it back."));
}

/// Restarts the trial or the puzzle. The new attempt has no file, because the file belongs to the previous attempt.
fn try_again(cx: &mut Context) {
    turns::apply(cx, Command::TryAgain);
    if let Some(s) = cx.table_mut() {
        (s.file, s.changed) = (None, false);
    }
}

/// Swaps the sides if a swap makes a difference. An unfinished match continues, and a finished match is restarted.
fn swap(cx: &mut Context) {
    let Some(s) = cx.table_mut().filter(|s| s.game().can_swap()) else {
        return;
    };
    if s.game().result().is_some() && !s.is_own() {
        try_again(cx);
    } else if s.game().result().is_some() {
        let mut game = s.game().again();
        game.swap_sides();
        cx.replace_match(game.again(), None);
        return cx.notify(tr!("The same start again, with the sides changed."));
    }
    turns::apply(cx, Command::Swap);
}

fn export(cx: &mut Context, game: Match) {
    cx.spawn_shared(
        Lane::Export,
        move |desk| {
            let store = desk.disk.store().map_err(|error| error.to_string())?;
            let progress = |done, all| {
                desk.notify(tr!("Exporting: {done} of {all} positions ..."));
            };
            film::export(store, &game, &progress).map_err(|error| error.to_string())
        },
        |cx, written| match written {
            Ok(path) => cx.notify(tr!(
                "Written: {file}.txt, .svg and .cast",
                file = path.display()
            )),
            Err(why) => cx.notify_error(why),
        },
    );
}

/// Opens a line for typing a move or an ID. The line contains `text`, which begins with `offered`, the suggestion for
/// the site at the cursor.
fn type_line(cx: &mut Context, text: &str, offered: &str) {
    if let Some(s) = cx.table() {
        let dialog = TypingDialog::new(text, offered, s, &cx.library);
        cx.push(dialog);
    }
}

fn typed_start(picture: &Picture, site: Site) -> Option<String> {
    match picture {
        Picture::Piles(piles) => piles
            .heaps
            .iter()
            .find(|h| h.group == site.group)
            .map(|h| h.typed.clone()),
        Picture::Cells(Cells::Track(track)) => Some(track.typed.clone()),
        Picture::Sum(frames) => {
            let frame = frames.get(usize::from(site.part))?;
            let inner =
                typed_start(&frame.scene.picture, Site { part: 0, ..site }).unwrap_or_default();
            Some(format!("{}/{inner}", site.part + 1))
        }
        _ => None,
    }
}

fn pick_or_stop(cx: &mut Context) {
    let Some(s) = cx.table_mut() else { return };
    if s.is_exhibition() && s.deciding().is_some() && s.computer() != Computer::Refused {
        if s.computer() == Computer::Stopped {
            turns::wake(cx);
        } else {
            turns::apply(cx, Command::Pause);
        }
        return;
    }
    let Some(site) = s.cursor else {
        return cx.notify(tr!("The arrows put the cursor on the board."));
    };
    if may_move(cx) {
        pick(cx, site);
    }
}

pub fn nothing_to_review(s: &MatchState) -> Option<&'static str> {
    (s.game().cursor() == 0).then_some(tr!(
        "Nothing has been played yet: there is nothing to review."
    ))
}

pub fn nothing_to_redo(s: &MatchState) -> &'static str {
    if s.game().result().is_some() {
        tr!("There is nothing to redo: <rematch> plays again, <review> reviews the match.")
    } else {
        tr!("There is nothing to redo: no move is taken back.")
    }
}

pub const SAVED: &str = tr_key!("Nothing has changed since it was saved.");
const OVER: &str = tr_key!("The game is over.");
const NOT_NOW: &str = tr_key!("It is not your turn.");
/// The notice that is removed once the computer has moved.
const WAITING: &str = tr_key!("It is the computer's turn.");

/// Returns whether a person may move now. If not, tells the user why.
fn may_move(cx: &mut Context) -> bool {
    let Some(s) = cx.table() else {
        return false;
    };
    if s.person_may_move() {
        return true;
    }
    cx.notify(if s.game().result().is_some() {
        tr!("The game is over: <rematch> plays again, <undo> takes a move back.")
    } else if s.computer() == Computer::Stopped {
        tr!("The computers are paused: <pick> lets them play on.")
    } else if s.computer() == Computer::Idle {
        tr!("It is the computer's turn here: <enter> lets it move, <undo> and <redo> step through the game.")
    } else {
        language::text(WAITING)
    });
    false
}

/// Picks a site, or removes the site from the pick if it was already picked. If some move contains the site, but no
/// move contains both the site and the sites already picked, the site replaces these sites.
fn pick(cx: &mut Context, site: Site) {
    let Some(s) = cx.table_mut() else { return };
    if let Some(at) = s.picked.iter().position(|&p| p == site) {
        s.picked.remove(at);
        return cursor::refresh_open(cx);
    }
    let position = s.game().position();
    let mut wanted = s.picked.clone();
    wanted.push(site);
    if !position.choices(&wanted, 1).list.is_empty() {
        s.picked = wanted;
        s.session.apply(Command::Reveal(Reveals::Nothing));
        cursor::refresh_open(cx);
    } else if !s.picked.is_empty() && !position.choices(&[site], 1).list.is_empty() {
        s.picked = vec![site];
        cursor::refresh_open(cx);
        cx.notify(tr!("No move uses both: this is picked instead."));
    } else {
        nothing_there(cx);
    }
}

/// Plays the move that matches the picked sites and the cursor. If several moves match, picks the site at the cursor or
/// asks which move is meant. If it is the computer's turn but the computer is idle, starts the
/// computer's move. After the end of a match, shows the move that decided the match or opens the review.
fn enter(cx: &mut Context) {
    let Some(s) = cx.table_mut() else { return };
    if s.game().result().is_some() {
        return match s.game().cursor() {
            0 => key(cx, Action::Rematch),
            _ if s.just_ended => {
                let text = if s.hides_decisive() {
                    tr!("The game is over: <enter> shows where it was decided.")
                } else {
                    tr!("The game is over: <enter> reviews it.")
                };
                turns::calm_down(cx);
                cx.notify(text);
            }
            _ if s.hides_decisive() => s.shows_decisive = true,
            _ => review::show(cx),
        };
    }
    if s.computer() == Computer::Idle && matches!(s.deciding(), Some(PlayerKind::Computer(_))) {
        return turns::wake(cx);
    }
    if !may_move(cx) {
        return;
    }
    let Some(s) = cx.table_mut() else { return };
    s.pointed = true;
    let sites = s.chosen_sites();
    if sites.is_empty() {
        return cx.notify(tr!(
            "Point at something first: the arrows put the cursor on the board."
        ));
    }
    match s.chosen_move() {
        Meaning::One(text) => turns::play(cx, &text),
        Meaning::Nothing => nothing_there(cx),
        // After this pick, the user has to point at one of the highlighted sites to continue the move.
        Meaning::Several(..) if s.picked.is_empty() && sites.len() == 1 => {
            pick(cx, sites[0]);
            if cx.table().is_some_and(|s| !s.open.is_empty()) {
                cx.notify(tr!("Picked: point at one of the lit places, then <enter>."));
            }
        }
        Meaning::Several(..) if s.needs_target() => {
            cx.notify(tr!("Picked: point at one of the lit places, then <enter>."));
        }
        Meaning::Several(list, complete) => {
            let dialog = WhichDialog::new(cx, list, complete);
            cx.push(dialog);
        }
    }
}

/// Does the first of the following that applies: clears the pick, cancels a long search, removes the hint, or leaves
/// the page.
pub fn escape(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if !s.picked.is_empty() {
        s.picked.clear();
        s.open.clear();
    } else if s.seconds > 0 && s.here().is_none() && s.thinks() {
        // Cancel a long search, so that a person may move for the computer.
        s.pending = None;
        s.progress = None;
        cx.cancel(Lane::Solve);
        turns::apply(cx, Command::StopThinking);
    } else if s.hint() != Reveals::Nothing {
        turns::apply(cx, Command::Reveal(Reveals::Nothing));
    } else if s.is_trial() {
        cx.go(review::back());
    } else if s.puzzle().is_some() {
        turns::bring_back(cx);
        cx.go(Navigation::Back);
    } else {
        cx.go(Navigation::Home);
    }
}

/// If the board still shows the end of the match, shows the move that decided the match instead. Does nothing if the
/// match has just ended, because the key that ended it may still be held.
fn leave_end(cx: &mut Context) {
    if let Some(s) = cx
        .table_mut()
        .filter(|s| !s.just_ended && s.hides_decisive())
    {
        s.shows_decisive = true;
    }
}

/// Handles a click on the board. The first click picks a site, and a second click on the same site plays the chosen
/// move.
pub fn click(cx: &mut Context, site: Site) {
    leave_end(cx);
    if turns::skip(cx) || !may_move(cx) {
        return;
    }
    let Some(s) = cx.table_mut() else { return };
    s.cursor = Some(site);
    s.pointed = true;
    if s.picked.contains(&site) {
        enter(cx)
    } else {
        pick(cx, site)
    }
}

fn hint(cx: &mut Context) {
    // On the computer's turn, a hint would name the computer's best move, which the user cannot play.
    if !may_move(cx) {
        return;
    }
    let Some(s) = cx.table_mut() else { return };
    s.reading = 0;
    if s.hint() == Reveals::Move {
        turns::apply(cx, Command::Reveal(Reveals::Nothing));
        return cx.notify(tr!("The hint is put away."));
    }
    let before = s.hint();
    turns::apply(cx, Command::Hint);
    let Some(s) = cx.table_mut() else { return };
    if s.hint() != before {
        // The hint names its own move, so drop an earlier pick.
        s.picked.clear();
        s.open.clear();
    }
    // Once the hint names the move, put the cursor on it, so that Enter plays it.
    if s.hint() == Reveals::Move {
        let hinted = s.hinted();
        if s.cursor.is_none_or(|site| !hinted.contains(&site)) {
            s.cursor = hinted.first().copied().or(s.cursor);
        }
        s.pointed = true;
    }
}
