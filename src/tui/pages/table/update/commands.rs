//! What concerns the match as a whole: typing, saving, rematch, sides, resigning.

use crate::play::Match;
use crate::rules::{Picture, Site};
use crate::tui::app::{App, Dialog, Page};
use crate::tui::dialogs::confirm::state::ConfirmState;
use crate::tui::dialogs::glossary::state::GlossaryState;
use crate::tui::dialogs::typing::state::TypingState;
use crate::tui::effect::Effect;
use crate::tui::field;
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::state::Computer;
use crate::tui::pages::table::{layout, panel};

/// A key at the table that is not about the board.
pub fn key(app: &mut App, action: Action) {
    let Some(s) = app.on_table.as_ref() else { return };
    match action {
        Action::Type => type_line(app, ""),
        Action::Edit => app.next = Some(Next::Editor),
        Action::AllMoves if s.game.position().is_over() => app.say("The game is over."),
        Action::AllMoves => app.next = Some(Next::Moves),
        Action::WhatIf if s.game.position().is_over() => app.say("The game is over."),
        Action::WhatIf => app.next = Some(Next::Line),
        Action::Glossary => {
            let (words, signs) = match &app.page {
                Page::Lesson(lesson) => (lesson.lesson.words().collect(), layout::lesson_signs(app, s)),
                _ => (panel::shown_words(app, s), panel::shown_signs(app, s)),
            };
            if words.is_empty() && signs.is_empty() {
                app.say("No word of the theory is used here; <help> explains all of them.");
            } else {
                app.dialog = Some(Dialog::Glossary(GlossaryState { words, signs }));
            }
        }
        Action::Copy => {
            let id = s.game.position().id();
            app.say(format!("Copied: {id}"));
            app.out.push(Effect::Copy(id));
        }
        Action::Export => app.out.push(Effect::Export(Box::new(s.game.clone()))),
        Action::Save => app.next = Some(Next::Save(None)),
        Action::Review => app.next = Some(Next::Review),
        Action::BackToReview if app.tried.is_some() => app.next = Some(Next::BackToReview),
        Action::BackToReview => app.say("Nothing is being tried again: <review> reviews what was played."),
        Action::Tree => app.next = Some(Next::Tree),
        Action::Atlas => app.next = Some(Next::Atlas),
        Action::New if s.puzzle.is_some() => app.next = Some(Next::Puzzles),
        Action::New => {
            let id = s.game.start().info().id;
            app.next = Some(Next::Setup(crate::games::find(id)));
        }
        Action::Resign => match s.game.to_move() {
            None => app.say("The game is over."),
            Some(player) => {
                // Against the computer it is the person who gives up, whoever is to move.
                let player = s.only_human().unwrap_or(player);
                let name = &s.game.participant(player).name;
                let text = format!("{name} resigns?");
                let question = ConfirmState { text, yes: "resign", then: Next::Resign, save: false };
                app.dialog = Some(Dialog::Confirm(question));
            }
        },
        Action::Rematch => {
            let game = Match::new(s.game.start().boxed_clone(), s.game.participants().clone());
            app.next = Some(Next::Replace(Box::new(game), None));
        }
        Action::Swap => swap(app),
        _ => {}
    }
}

/// The players change sides: the position stays, or after the end the start comes again.
fn swap(app: &mut App) {
    let Some(s) = app.on_table.as_mut() else { return };
    let [mut first, mut second] = s.game.participants().clone();
    std::mem::swap(&mut first.kind, &mut second.kind);
    if s.game.result().is_some() {
        // What is over stays as it was: the same start again.
        let game = Match::new(s.game.start().boxed_clone(), [first, second]);
        app.next = Some(Next::Replace(Box::new(game), None));
        app.say("The same start again, with the sides changed.");
        return;
    }
    s.game.set_participants([first, second]);
    app.say("The players have changed sides.");
    super::turns::resume(app);
}

/// The side to move gives up; against the computer the person, whoever is to move.
pub fn resign(app: &mut App) {
    if let Some(s) = app.on_table.as_mut()
        && let Some(player) = s.only_human().or(s.game.to_move())
    {
        s.game.resign(player);
        s.picked.clear();
        s.open.clear();
        s.computer = Computer::Idle;
    }
    super::turns::count(app);
}

/// A line to type a move or an ID in.
fn type_line(app: &mut App, text: &str) {
    if let Some(s) = app.on_table.as_ref() {
        app.dialog = Some(Dialog::Typing(TypingState::new(text, s, &app.library)));
    }
}

/// Text was pasted: it goes into a line to be played from.
pub fn paste(app: &mut App, text: &str) {
    type_line(app, &field::plain(text));
}

/// A digit at the table begins a move: of the pile or track under the cursor, where there is one.
pub fn digit(app: &mut App, digit: char) {
    let start = app.on_table.as_ref().and_then(|s| typed(&s.scene.picture, s.cursor?));
    let start = start.unwrap_or_default();
    paste(app, &format!("{start}{digit}"));
    if let Some(Dialog::Typing(typing)) = &mut app.dialog {
        typing.offered = start;
    }
}

/// How a typed move at a site begins.
fn typed(picture: &Picture, site: Site) -> Option<String> {
    match picture {
        Picture::Piles(piles) => piles.heaps.iter().find(|h| h.group == site.group).map(|h| h.typed.clone()),
        Picture::Track(track) => Some(track.typed.clone()),
        Picture::Frames(frames) => {
            let frame = frames.get(usize::from(site.part))?;
            let inner = typed(&frame.scene.picture, Site { part: 0, ..site }).unwrap_or_default();
            Some(format!("{}/{inner}", site.part + 1))
        }
        _ => None,
    }
}
