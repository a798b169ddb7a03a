//! The match on the table: commands to its session, queries to the solver, the computer's turn.

use std::path::PathBuf;

use super::TablePage;
use super::cursor;
use super::state::{Decisive, MatchState, Stage};
use super::words;
use crate::play::opponent::Opponent;
use crate::play::session::{Answer, Command, Question, Said, Session, Task, Verdict};
use crate::play::strength::Strength;
use crate::settings::{Origin, Setting};
use crate::tui::context::analysis;
use crate::tui::prelude::*;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{Depth, Step};

/// The longest time that a step of the computer's move is shown, in milliseconds.
const STEP_MS: u64 = 200;
/// The steps of the glow of a first win, and their length in milliseconds.
const GLOW: (usize, u64) = (8, 90);

/// Puts a match on the table, and shows it.
pub fn begin(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    begin_session(cx, Session::new(game, Task::Free), file);
}

pub fn begin_session(cx: &mut Context, session: Session, file: Option<PathBuf>) {
    put(cx, session, file);
    cx.go(Navigation::Show(Box::new(TablePage)));
}

/// Puts a restored match on the table: if it has no file, its moves may never have been saved.
pub fn begin_found(cx: &mut Context, game: Match, file: Option<PathBuf>) {
    let unsaved = file.is_none() && !game.moves().is_empty();
    begin(cx, game, file);
    if let Some(s) = cx.on_table.as_mut() {
        s.changed = unsaved;
    }
}

pub fn put(cx: &mut Context, session: Session, file: Option<PathBuf>) {
    // Two people are told who wins only if they ask, now or in their settings.
    let asked = cx.settings.origin(Setting::Verdict) != Origin::Usual;
    let verdict = match session.is_between_people() && !asked {
        true => Verdict::Hidden,
        false => cx.verdict,
    };
    cx.on_table = Some(MatchState::new(session.with_verdict(verdict), file));
    cx.tried = None;
    cx.more = false;
    arrived(cx, None);
}

/// Applies a command to the session, and shows the events.
pub fn apply(cx: &mut Context, command: Command) {
    let from = cursor::place(cx);
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
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

/// Shows one event.
fn tell(cx: &mut Context, said: Said) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    match said {
        Said::Moved { ply, new } => {
            s.changed |= new;
            if ply == 0 {
                s.refutation = None;
            }
        }
        Said::Stepped | Said::Hint(_) | Said::Answered(_) => {}
        Said::Illegal(error) => cx.notify_error(error.to_string()),
        Said::NothingToUndo if s.game().cursor() == 0 => {
            cx.notify("This is the start of the game.");
        }
        Said::NothingToUndo => cx.notify("You have not moved yet."),
        Said::NothingToRedo => cx.notify("Nothing is taken back."),
        Said::Winning(false) => cx.notify("You are winning here."),
        Said::Winning(true) => cx.notify("Here you were winning."),
        Said::NeverWinning => {
            cx.notify("There was no position before in which you were winning.");
        }
        Said::NoHint(None) => cx.notify("Still working it out."),
        Said::NoHint(Some(stop)) => cx.notify_error(format!("No hint: {stop}")),
        Said::Verdict(_) => {}
        Said::Swapped => cx.notify("The players have changed sides."),
        Said::Ended(_) => {
            s.picked.clear();
            s.open.clear();
            glow(cx);
            count(cx);
            look_back(cx);
        }
        Said::Tried { right, first } => {
            let made = s.game().moves().first();
            let words = made.map_or(String::new(), |made| {
                s.game().start().move_words(&made.text)
            });
            cx.notify(match (right, first) {
                (true, true) => "Solved at the first try. <new> brings the next puzzle.".to_owned(),
                (true, false) => "Solved. <new> brings the next puzzle.".to_owned(),
                (false, _) => format!("{}: this does not win.", capital(&words)),
            });
        }
        Said::Chosen if s.stage == Stage::Still => show_reply(cx),
        Said::Chosen => {}
        Said::Refused(why) => {
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            cx.notify_error(format!(
                "The computer cannot play here{why}: play its move yourself, or <undo> takes a move back."
            ));
        }
        Said::Paused => {
            cx.notify("Paused after 10,000 moves: <pick> lets the computers play on.");
        }
        Said::Count(counted) => cx.count_in_record(counted),
    }
}

/// Shows the position on the board again: after another page, or with other players.
pub fn resume(cx: &mut Context) {
    let picked = cx
        .on_table
        .as_ref()
        .map_or(Vec::new(), |s| s.picked.clone());
    apply(cx, Command::Resume);
    // The pick from before the other page is restored.
    if let Some(s) = cx.on_table.as_mut().filter(|s| s.person_may_move()) {
        s.picked = picked;
    }
    cursor::refresh_open(cx);
}

/// Resumes the match if it was interrupted.
pub fn resume_interrupted(cx: &mut Context) {
    if cx.on_table.as_ref().is_some_and(|s| s.interrupted) {
        resume(cx);
    }
}

/// Interrupts the match while another page, which may need the solver, is on top: nothing is requested, and no
/// computer moves, until [`resume`].
pub fn interrupt(cx: &mut Context) {
    if let Some(s) = cx.on_table.as_mut() {
        s.interrupted = true;
        s.pending = None;
        s.progress = None;
        if let Stage::Showing(_) = std::mem::take(&mut s.stage) {
            s.picked.clear();
        }
    }
    cx.cancel(Lane::Solve);
    cx.cancel(Lane::Pause);
}

/// Interrupts the match on the table and sets it aside, for the board of a lesson or of the coach.
pub fn lay_aside(cx: &mut Context) {
    interrupt(cx);
    if cx.on_table.as_ref().is_some_and(|s| !s.is_lesson()) {
        cx.waiting = cx.on_table.take();
    }
}

/// Puts the match that was set aside back on the table.
pub fn bring_back(cx: &mut Context) {
    interrupt(cx);
    cx.on_table = cx.waiting.take();
}

/// Shows a new position on the board. `from` is the cursor's old place on the screen.
fn arrived(cx: &mut Context, from: Option<(u16, u16)>) {
    let pause = cx.settings.values().pause.0;
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.refresh();
    s.interrupted = false;
    let pauses = s.thinks() && pause > 0;
    if pauses {
        s.stage = Stage::Pausing;
    }
    ask(cx);
    if pauses {
        cx.wait(pause, tick);
    }
    cursor::settle(cx, from);
}

/// Requests the session's pending query: the analysis of the position on the board, and the computer's move if it is
/// its turn.
pub fn ask(cx: &mut Context) {
    let seed = cx.next_seed();
    let record = cx.history();
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    let opponent = s.thinks().then(|| {
        let strength = record.map_or_else(Strength::default, |record| {
            Strength::from_history(record, s.game().position().info().id)
        });
        Opponent::new(Some(seed), strength)
    });
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    if let Some(opponent) = opponent {
        s.session.set_opponent(opponent);
    }
    match s.session.question() {
        Some(question) => answer(cx, question),
        None => ask_for_the_rest(cx),
    }
}

/// Analyses the other positions of the line, the latest first, while the solver is free.
fn ask_for_the_rest(cx: &mut Context) {
    let question = cx
        .on_table
        .as_ref()
        .filter(|s| !s.is_waiting() && !s.interrupted)
        .and_then(|s| s.session.question_of_the_rest());
    if let Some(question) = question {
        answer(cx, question);
    }
}

fn answer(cx: &mut Context, question: Question) {
    if let Some(s) = cx.on_table.as_mut() {
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
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.pending = None;
    s.progress = None;
    let is_here = answer.ply() == s.game().cursor();
    for said in s.session.learn(answer) {
        tell(cx, said);
    }
    if is_here {
        count(cx);
        cursor::avoid_mistakes(cx);
    }
    ask_for_the_rest(cx);
    look_back(cx);
}

/// Once every move of a finished match is judged, shows the one that decided it, and looks for a better one.
fn look_back(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let is_known = s.game().result().is_some() && s.is_known() && s.decisive.is_none();
    let Some(ply) = words::decisive(s).filter(|_| is_known && !s.is_lesson()) else {
        return;
    };
    let (position, stamp) = (s.game().position_at(ply), s.game().stamp());
    s.decisive = Some(Decisive {
        ply,
        scene: position.scene(),
        better: None,
    });
    cx.spawn_shared(
        Lane::Solve,
        analysis(&*position, Ask::default()),
        move |cx, found: Result<Analysis, Stop>| {
            let s = cx.on_table.as_mut().filter(|s| s.game().stamp() == stamp);
            if let (Some(decisive), Ok(found)) = (s.and_then(|s| s.decisive.as_mut()), found) {
                decisive.better = found.best;
            }
        },
    );
}

/// Lets the result glow if it is the person's first win.
fn glow(cx: &mut Context) {
    let is_first = cx
        .history()
        .is_some_and(|history| history.matches.iter().all(|m| m.won == 0));
    let motion = cx.settings.values().motion;
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let winner = s.game().result().and_then(|result| result.winner);
    let has_won = winner.is_some() && winner == s.game().only_person();
    if is_first && motion && has_won && s.is_own() {
        s.glow = GLOW.0;
        cx.wait(GLOW.1, fade);
    }
}

fn fade(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut().filter(|s| s.glow > 0) else {
        return;
    };
    s.glow -= 1;
    if s.glow > 0 {
        cx.wait(GLOW.1, fade);
    }
}

pub fn progress(cx: &mut Context, step: Step) {
    if let Some(s) = cx.on_table.as_mut()
        && s.pending == Some(s.game().cursor())
    {
        s.progress = Some(step);
    }
}

/// Ends a pause of the computer.
fn tick(cx: &mut Context) {
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    match s.stage {
        Stage::Still => {}
        Stage::Pausing => {
            s.stage = Stage::Still;
            show_reply(cx);
        }
        Stage::Showing(_) => step(cx),
    }
}

/// Lets a waiting computer move.
pub fn wake(cx: &mut Context) {
    apply(cx, Command::Wake);
    ask(cx);
}

/// Shows the move that the computer has chosen, if any, and plays it.
fn show_reply(cx: &mut Context) {
    let shows = cx.settings.values().pause.0 > 0 && cx.settings.values().motion;
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let Some(text) = s.chosen() else { return };
    if shows {
        // Its sites are picked one after the other before it is played.
        let choice = s.game().position().legal(text);
        let mut sites = choice.map(|choice| choice.sites).unwrap_or_default();
        sites.reverse();
        s.stage = Stage::Showing(sites);
        step(cx);
    } else {
        reply(cx);
    }
}

/// Shows the next step of the computer's move; plays it after the last one.
fn step(cx: &mut Context) {
    let pause = cx.settings.values().pause.0;
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
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

/// Plays the move being shown at once, and returns false if there is none.
pub fn skip(cx: &mut Context) -> bool {
    let shows = |s: &MatchState| matches!(s.stage, Stage::Showing(_));
    let shown = cx.on_table.as_ref().is_some_and(shows);
    if shown {
        reply(cx);
    }
    shown
}

/// Plays the computer's own move; tells the person if it refutes a wrong try at a puzzle.
fn reply(cx: &mut Context) {
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    let refutation = s.chosen().and_then(|text| refutation(s, text));
    cx.notice = cx
        .notice
        .take()
        .filter(|notice| notice.text != super::WAITING);
    apply(cx, Command::Reply);
    if let (Some(refutation), Some(s)) = (refutation, cx.on_table.as_mut()) {
        s.refutation = Some(refutation);
    }
}

/// Plays a person's move; tells them if it is not legal.
pub fn play(cx: &mut Context, text: &str) {
    apply(cx, Command::Play(text.to_owned()));
}

/// The text about the computer's reply to a wrong try at a puzzle: the reply and why it wins.
fn refutation(s: &MatchState, text: &str) -> Option<String> {
    let p = s.puzzle().filter(|p| !p.solved && s.refutation.is_none())?;
    let wrong = p.wrong.as_ref()?;
    let reasons = &s.analysis()?.reasons;
    // The idea of the position; without one the reason that gives most away.
    let idea = reasons.iter().find(|r| r.depth == Depth::Headline);
    let why = idea.or_else(|| reasons.iter().max_by_key(|r| r.reveals));
    // The reason is worded for whoever makes the reply.
    let why = why.map_or(String::new(), |r| {
        format!(" Your opponent's idea: \"{}\"", r.text)
    });
    let reply = s.game().position().move_words(text);
    Some(format!(
        "After {wrong} your opponent replies: {reply}.{why}"
    ))
}

/// Counts the match in the record of play once it has ended.
fn count(cx: &mut Context) {
    if let Some(counted) = cx.on_table.as_mut().and_then(|s| s.session.count()) {
        cx.count_in_record(counted);
    }
}
