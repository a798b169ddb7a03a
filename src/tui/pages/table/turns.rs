//! Controls the match on the table: commands to its session, queries to the solver, and the computer's turn.

use std::path::PathBuf;

use super::TablePage;
use super::cursor;
use super::state::{Decisive, MatchState, Stage};
use super::words;
use crate::play::opponent::Opponent;
use crate::play::session::{Answer, Command, Question, Said, Session, Task, Verdict};
use crate::play::strength::Strength;
use crate::settings::{Origin, Setting};
use crate::tui::context::{SetAside, analysis};
use crate::tui::prelude::*;
use nimatron_core::rules::{Depth, Step, as_gerund};

/// The longest pause between two sites while the computer's move is shown, in milliseconds.
const STEP_MS: u64 = 200;
/// The number of steps of the glow after a first win, and the length of a step in milliseconds.
const GLOW: (usize, u64) = (8, 90);
/// The time after the end of a match during which Enter does not open the review, in milliseconds. Pressing Enter
/// during this time restarts the delay.
const CALM: u64 = 1500;

pub fn begin(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    begin_session(cx, Session::new(game, Task::Free), file);
}

pub fn begin_session(cx: &mut Context, session: Session, file: Option<PathBuf>) {
    put(cx, session, file);
    cx.go(Navigation::Show(Box::new(TablePage)));
}

/// Puts a restored match on the table. If the match has no file, its moves count as unsaved.
pub fn begin_found(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    let unsaved = file.is_none() && !game.moves().is_empty();
    begin(cx, game, file);
    if let Some(s) = cx.table_mut() {
        s.changed = unsaved;
    }
}

pub fn put(cx: &mut Context, session: Session, file: Option<PathBuf>) {
    // In a match between two people, the verdict is hidden by default.
    let asked = cx.settings.origin(Setting::Verdict) != Origin::Usual;
    let verdict = if session.is_between_people() && !asked {
        Verdict::Hidden
    } else {
        cx.verdict
    };
    cx.on_table = Some(MatchState::new(session.with_verdict(verdict), file));
    cx.more = false;
    arrived(cx, None);
}

pub fn apply(cx: &mut Context, command: Command) {
    let from = cursor::place(cx);
    let Some(s) = cx.table_mut() else { return };
    let all = s.session.apply(command);
    let has_arrived = |said: &Said| {
        matches!(
            said,
            Said::Moved { .. } | Said::Stepped | Said::Winning(true) | Said::Swapped
        )
    };
    if all.iter().any(has_arrived) {
        arrived(cx, from);
    }
    for said in all {
        tell(cx, said);
    }
}

fn tell(cx: &mut Context, said: Said) {
    let Some(s) = cx.table_mut() else { return };
    match said {
        Said::Moved { ply, new } => {
            s.changed |= new;
            if ply == 0 {
                s.refutation = None;
            }
        }
        Said::Stepped | Said::Hint(_) | Said::Answered(_) => {}
        Said::Illegal(error) => cx.notify_error(error.to_string()),
        Said::NothingToUndo if s.is_at_start() => {
            cx.notify(tr!("This is the start of the game."));
        }
        Said::NothingToUndo => cx.notify(tr!("You have not moved yet.")),
        Said::NothingToRedo => {
            let why = super::nothing_to_redo(s);
            cx.notify(why);
        }
        Said::Winning(false) => cx.notify(tr!("You are winning here.")),
        Said::Winning(true) => cx.notify(tr!("Here you were winning.")),
        Said::NeverWinning => {
            cx.notify(tr!(
                "There was no position before in which you were winning."
            ));
        }
        Said::NoHint(None) => cx.notify(tr!("Still working it out.")),
        Said::NoHint(Some(stop)) => cx.notify_error(tr!("No hint: {stop}")),
        Said::Verdict(_) => {}
        Said::Swapped if s.has_swapped() => {
            cx.notify(tr!(
                "The players have changed sides: <undo> changes them back."
            ));
        }
        Said::Swapped => cx.notify(tr!("The players are back on their sides.")),
        Said::Ended(_) => {
            s.picked.clear();
            s.open.clear();
            calm_down(cx);
            glow(cx);
            count(cx);
            look_back(cx);
        }
        Said::Tried { right, first } => {
            // A wrong move needs no notice, because the panel explains why the move does not win.
            match (right, first) {
                (true, true) => cx.notify(tr!("Solved on the first try.")),
                (true, false) => cx.notify(tr!("Solved.")),
                (false, _) => {}
            }
        }
        Said::Chosen if s.stage == Stage::Still => show_reply(cx),
        Said::Chosen => {}
        Said::Refused(why) => {
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            cx.notify_error(tr!("The computer cannot play here{why}: play its move yourself, or <undo> takes a move back."));
        }
        Said::Paused => {
            cx.notify(tr!(
                "Paused after 10,000 moves: <pick> lets the computers play on."
            ));
        }
        Said::Count(counted) => cx.count_in_record(counted),
    }
}

pub fn resume(cx: &mut Context) {
    let Some(s) = cx.table_mut().filter(|s| s.interrupted) else {
        return;
    };
    s.session.apply(Command::Resume);
    go_on(cx);
    look_back(cx);
    cursor::refresh_open(cx);
}

/// Interrupts the match, because another page is on top and may need the solver. Until [`resume`] is called, no
/// analysis is requested and no computer moves.
pub fn interrupt(cx: &mut Context) {
    let Some(s) = cx.table_mut().filter(|s| !s.interrupted) else {
        return;
    };
    s.interrupted = true;
    s.pending = None;
    s.progress = None;
    (s.glow, s.just_ended) = (0, false);
    if let Stage::Showing(_) = std::mem::take(&mut s.stage) {
        s.picked.clear();
    }
    cx.cancel(Lane::Solve);
    cx.cancel(Lane::Pause);
}

/// Interrupts the match on the table and sets it aside to make room for a puzzle, a lesson or the coach. A board that
/// belongs to a lesson or to the coach is not set aside.
pub fn lay_aside(cx: &mut Context) {
    interrupt(cx);
    if cx.table().is_some_and(|s| !s.is_lesson()) {
        set_aside(cx, None);
    }
}

/// Sets the match on the table aside. For a trial, `review` is the page to which the user will return.
pub fn set_aside(cx: &mut Context, review: Option<Box<dyn Page>>) {
    let game = cx.on_table.take();
    cx.waiting
        .extend(game.map(|game| SetAside { game, review }));
}

/// Puts the match that was most recently set aside back on the table, and returns the review page stored with it. If no
/// match was set aside, the table becomes empty.
pub fn bring_back(cx: &mut Context) -> Option<Box<dyn Page>> {
    interrupt(cx);
    let (game, review) = cx
        .waiting
        .pop()
        .map(|aside| (aside.game, aside.review))
        .unzip();
    cx.on_table = game;
    review.flatten()
}

fn arrived(cx: &mut Context, from: Option<(u16, u16)>) {
    if let Some(s) = cx.table_mut() {
        s.refresh();
        go_on(cx);
        cursor::settle(cx, from);
    }
}

/// Requests the analysis of the position if it is missing. On the computer's turn, also starts the pause before its
/// move if pauses are enabled.
fn go_on(cx: &mut Context) {
    let pause = cx.settings.values().pause.0;
    let Some(s) = cx.table_mut() else { return };
    s.interrupted = false;
    let pauses = s.thinks() && pause > 0;
    if pauses {
        s.stage = Stage::Pausing;
    }
    ask(cx);
    if pauses {
        cx.wait(pause, tick);
    }
}

/// Requests the answer to the session's pending question: the analysis of the position on the board and, on the
/// computer's turn, the computer's move. If no question is pending, requests the analysis of another position of the
/// match.
pub fn ask(cx: &mut Context) {
    let seed = cx.next_seed();
    let record = cx.history();
    let Some(s) = cx.table() else { return };
    let opponent = s.thinks().then(|| {
        let strength = record.map_or_else(Strength::default, |record| {
            Strength::from_history(record, s.game().position().info().id)
        });
        Opponent::new(Some(seed), strength)
    });
    let Some(s) = cx.table_mut() else { return };
    if let Some(opponent) = opponent {
        s.session.set_opponent(opponent);
    }
    match s.session.question() {
        Some(question) => answer(cx, question),
        None => ask_for_the_rest(cx),
    }
}

/// Requests the analysis of the latest unanalysed position of the match. Does nothing while an analysis is pending or
/// the match is interrupted.
fn ask_for_the_rest(cx: &mut Context) {
    let question = cx
        .table()
        .filter(|s| !s.is_waiting() && !s.interrupted)
        .and_then(|s| s.session.question_of_the_rest());
    if let Some(question) = question {
        answer(cx, question);
    }
}

fn answer(cx: &mut Context, question: Question) {
    if let Some(s) = cx.table_mut() {
        s.pending = Some(question.ply());
        s.progress = None;
        s.seconds = 0;
    }
    let failed = question.failed();
    cx.spawn_shared(
        Lane::Solve,
        move |desk| Ok::<_, Stop>(question.answer(desk.limits)),
        move |cx, answer| learn(cx, answer.unwrap_or_else(failed)),
    );
}

fn learn(cx: &mut Context, answer: Answer) {
    let Some(s) = cx.table_mut() else { return };
    s.pending = None;
    s.progress = None;
    let is_here = answer.ply() == s.game().cursor();
    let asked = answer.ply();
    for said in s.session.learn(answer) {
        tell(cx, said);
    }
    if is_here {
        count(cx);
        cursor::settle_again(cx);
        cursor::avoid_mistakes(cx);
        warn(cx, asked);
    }
    ask_for_the_rest(cx);
    look_back(cx);
}

/// Tells the user if their last move gave the win or the draw away, and if the computer's reply then gave it back.
/// Puzzles and lessons report wrong moves themselves.
fn warn(cx: &mut Context, ply: usize) {
    let Some(s) = cx.table().filter(|s| cx.shows_verdict() && s.is_own()) else {
        return;
    };
    let is_newest = s.game().moves().len() <= ply + 1 && s.game().result().is_none();
    let Some(made) = ply.checked_sub(1).filter(|_| is_newest) else {
        return;
    };
    let mine = |made: usize| s.thrown_away(made).filter(|_| s.is_mine(made));
    let is_turn = s.game().only_person() == Some(s.game().mover_at(ply));
    let now = s.brief(ply).filter(|_| is_turn).map(|b| b.value.outcome);
    let text = match (mine(made), made.checked_sub(1).and_then(mine), now) {
        (Some(Outcome::Win), ..) => tr!("Your move gave the win away: <undo> takes it back."),
        (Some(_), ..) => tr!("Your move gave the draw away: <undo> takes it back."),
        (None, Some(Outcome::Win), Some(Outcome::Win)) => {
            tr!("Your move gave the win away, and the computer gave it back.")
        }
        (None, Some(Outcome::Draw), Some(Outcome::Win | Outcome::Draw)) => {
            tr!("Your move gave the draw away, and the computer gave it back.")
        }
        _ => return,
    };
    cx.notify(text);
}

/// Once every move of a finished match is judged, stores the move that decided the match and requests a better move.
/// Does nothing in a lesson, or if no move decided the match.
fn look_back(cx: &mut Context) {
    let Some(s) = cx.table_mut() else { return };
    let is_known = s.game().result().is_some() && s.is_known() && s.decisive.is_none();
    if !is_known || s.is_lesson() {
        return;
    }
    let Some(ply) = words::decisive(s) else {
        return;
    };
    let position = s.game().position_at(ply);
    let stamp = s.game().stamp();
    s.decisive = Some(Decisive {
        ply,
        scene: s.game().scene_at(ply),
        better: None,
    });
    cx.spawn_shared(
        Lane::Solve,
        analysis(&*position, Ask::advice()),
        move |cx, found: Result<Analysis, Stop>| {
            let s = cx.table_mut().filter(|s| s.game().stamp() == stamp);
            if let (Some(decisive), Ok(found)) = (s.and_then(|s| s.decisive.as_mut()), found) {
                decisive.better = found.advised().cloned();
            }
        },
    );
}

/// Keeps Enter from opening the review for `CALM` milliseconds, because the key that ended the match may still be held.
pub fn calm_down(cx: &mut Context) {
    let Some(s) = cx.table_mut() else { return };
    (s.glow, s.just_ended) = (0, true);
    cx.wait(CALM, |cx| {
        if let Some(s) = cx.table_mut() {
            s.just_ended = false;
        }
    });
}

/// If motion is enabled and this is the user's first win against the computer, starts the glow of the result.
fn glow(cx: &mut Context) {
    let is_first = cx
        .history()
        .is_some_and(|history| history.matches.iter().all(|m| m.won == 0));
    let motion = cx.settings.values().motion;
    let Some(s) = cx.table_mut() else { return };
    let winner = s.game().result().and_then(|result| result.winner);
    let has_won = winner.is_some() && winner == s.game().only_person();
    if is_first && motion && has_won && s.is_own() {
        s.glow = GLOW.0;
        cx.wait(GLOW.1, fade);
    }
}

fn fade(cx: &mut Context) {
    let Some(s) = cx.table_mut().filter(|s| s.glow > 0) else {
        return;
    };
    s.glow -= 1;
    if s.glow > 0 {
        cx.wait(GLOW.1, fade);
    } else {
        calm_down(cx);
    }
}

pub fn progress(cx: &mut Context, step: Step) {
    if let Some(s) = cx.table_mut()
        && s.pending == Some(s.game().cursor())
    {
        s.progress = Some(step);
    }
}

fn tick(cx: &mut Context) {
    let Some(s) = cx.table_mut() else { return };
    match s.stage {
        Stage::Still => {}
        Stage::Pausing => {
            s.stage = Stage::Still;
            show_reply(cx);
        }
        Stage::Showing(_) => step(cx),
    }
}

pub fn wake(cx: &mut Context) {
    apply(cx, Command::Wake);
    ask(cx);
}

/// Plays the move that the computer has chosen. If pauses and motion are enabled, first shows the move site by site.
fn show_reply(cx: &mut Context) {
    let shows = cx.settings.values().pause.0 > 0 && cx.settings.values().motion;
    let Some(s) = cx.table_mut() else { return };
    let Some(text) = s.chosen() else { return };
    if shows {
        let choice = s.game().position().legal(text);
        let mut sites = choice.map(|choice| choice.sites).unwrap_or_default();
        sites.reverse();
        s.stage = Stage::Showing(sites);
        step(cx);
    } else {
        reply(cx);
    }
}

fn step(cx: &mut Context) {
    let pause = cx.settings.values().pause.0;
    let Some(s) = cx.table_mut() else { return };
    let Stage::Showing(left) = &mut s.stage else {
        return;
    };
    match left.pop() {
        Some(site) => {
            s.picked.push(site);
            cx.wait(pause.min(STEP_MS), tick);
        }
        None => reply(cx),
    }
}

/// Plays the computer's move immediately if it is being shown site by site. Returns whether a move was being shown.
pub fn skip(cx: &mut Context) -> bool {
    let shows = |s: &MatchState| matches!(s.stage, Stage::Showing(_));
    let shown = cx.table().is_some_and(shows);
    if shown {
        reply(cx);
    }
    shown
}

/// Plays the move that the computer has chosen. If this move answers a wrong move in a puzzle, also stores the
/// refutation.
fn reply(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let refutation = s.chosen().and_then(|text| refutation(s, text));
    cx.notice = cx
        .notice
        .take()
        .filter(|notice| notice.text != language::text(super::WAITING));
    apply(cx, Command::Reply);
    if let (Some(refutation), Some(s)) = (refutation, cx.table_mut()) {
        s.refutation = Some(refutation);
    }
}

pub fn play(cx: &mut Context, text: &str) {
    apply(cx, Command::Play(text.to_owned()));
}

/// Returns two sentences about the computer's reply to a wrong move in a puzzle: the reply itself, and the reason why
/// the reply wins.
fn refutation(s: &MatchState, text: &str) -> Option<[String; 2]> {
    let p = s.puzzle().filter(|p| !p.solved && s.refutation.is_none())?;
    let wrong = p.wrong.as_ref()?;
    let reasons = &s.analysis()?.reasons;
    // The idea of the position or, if there is none, the reason that reveals most.
    let idea = reasons.iter().find(|r| r.depth == Depth::Headline);
    let why = idea.or_else(|| reasons.iter().max_by_key(|r| r.reveals));
    // The reason addresses the opponent as "you", so put it in quotation marks.
    let why = why.map_or(String::new(), |r| {
        tr!(" Your opponent's idea: \"{idea}\"", idea = r.text)
    });
    let reply = s.game().position().move_words(text);
    let wrong = as_gerund(&s.game().start().move_words(wrong));
    let told = tr!("Not the right move: after {wrong} your opponent replies: {reply}.");
    Some([told, why])
}

fn count(cx: &mut Context) {
    if let Some(counted) = cx.table_mut().and_then(|s| s.session.count()) {
        cx.count_in_record(counted);
    }
}
