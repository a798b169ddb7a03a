//! What concerns the match as a whole, and the pages around it: rematch, sides, resigning, help, leaving.

use std::path::PathBuf;

use tui_input::Input;

use crate::play::Match;
use crate::tui::app::{App, Dialog, HelpPage, Naming, Question, Reading, Screen, Then, Typing};
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::{layout, manual};

/// A key at the table that is not about the board.
pub fn key(app: &mut App, action: Action) {
    if !super::lesson::allows(app, action) {
        return;
    }
    let Some(s) = app.sitting.as_ref() else { return };
    match action {
        Action::Type => app.dialog = Some(Dialog::Type(typing(""))),
        Action::Edit => {
            let id = s.game.table().id();
            app.dialog = Some(Dialog::Type(typing(&id)));
            super::dialog::read(app);
        }
        Action::Copy => {
            let id = s.game.table().id();
            app.say(format!("Copied: {id}"));
            app.out.push(Effect::Copy(id));
        }
        Action::Save => save(app, None),
        Action::New => {
            let id = s.game.start().info().id;
            super::setup::show(app, crate::games::find(id));
        }
        Action::Resign => match s.game.to_move() {
            None => app.say("The game is over."),
            Some(player) => {
                // Against the computer it is the person who gives up, whoever is to move.
                let player = s.only_human().unwrap_or(player);
                let name = &s.game.participant(player).name;
                let text = format!("{name} resigns?");
                app.dialog = Some(confirm(text, "resign", Then::Resign, false));
            }
        },
        Action::Rematch => {
            let game = Match::new(s.game.start().boxed_clone(), s.game.participants().clone());
            replace(app, game, None);
        }
        Action::Swap => swap(app),
        _ => {}
    }
}

/// A line of text to be typed.
fn typing(text: &str) -> Typing {
    Typing { input: Input::new(text.to_owned()), reading: Reading::Nothing }
}

/// A question.
fn confirm(text: String, yes: &'static str, then: Then, save: bool) -> Dialog {
    Dialog::Confirm(Question { text, yes, then, save })
}

/// Puts another match on the table; asks first if moves would be lost.
pub fn replace(app: &mut App, game: Match, file: Option<PathBuf>) {
    let unfinished = app.sitting.as_ref().is_some_and(|s| s.game.result().is_none());
    put(app, game, file, unfinished);
}

/// The same, where a match that is over is asked about too.
pub fn put_over(app: &mut App, game: Match, file: Option<PathBuf>) {
    put(app, game, file, true);
}

fn put(app: &mut App, game: Match, file: Option<PathBuf>, asking: bool) {
    if app.would_lose() && asking {
        let text = format!("{} in the match on the table.", unsaved(app));
        app.dialog = Some(confirm(text, "begin the other match", Then::Begin(Box::new(game), file), true));
    } else {
        super::table::begin(app, game, file);
    }
}

fn unsaved(app: &App) -> String {
    let moves = app.sitting.as_ref().map_or(0, |s| s.game.moves().len());
    format!("{} not saved", if moves == 1 { "1 move is".to_owned() } else { format!("{moves} moves are") })
}

/// The players change seats: the position stays, or after the end the start comes again.
fn swap(app: &mut App) {
    let Some(s) = app.sitting.as_mut() else { return };
    let [mut first, mut second] = s.game.participants().clone();
    std::mem::swap(&mut first.kind, &mut second.kind);
    if s.game.result().is_some() {
        // What is over stays as it was: the same start again.
        let game = Match::new(s.game.start().boxed_clone(), [first, second]);
        replace(app, game, None);
        app.say("The same start again, with the sides changed.");
        return;
    }
    s.game.set_participants([first, second]);
    app.say("The players have changed sides.");
    super::table::resume(app);
}

/// Does what a question or a saving was about.
pub fn then(app: &mut App, then: Then) {
    match then {
        Then::Quit => leave(app),
        Then::Begin(game, file) => super::table::begin(app, *game, file),
        Then::Lesson => super::lesson::begin(app),
        Then::Resign => {
            if let Some(s) = app.sitting.as_mut()
                && let Some(player) = s.only_human().or(s.game.to_move())
            {
                s.game.resign(player);
                s.picked.clear();
                s.open.clear();
                s.computer = crate::tui::sitting::Computer::Idle;
            }
        }
    }
}

/// The match gets a name and is saved under it; `then` is done afterwards.
pub fn save(app: &mut App, then: Option<Then>) {
    let Some(s) = app.sitting.as_ref() else { return };
    let input = Input::new(s.name().unwrap_or_default());
    if s.file.is_none() {
        app.out.push(Effect::Suggest(Box::new(s.game.clone())));
    }
    app.dialog = Some(Dialog::Save(Naming { input, problem: None, exists: false, then }));
}

/// Leaves the program; asks first if moves would be lost.
pub fn quit(app: &mut App) {
    if app.would_lose() {
        let text = format!("{}.", unsaved(app));
        app.dialog = Some(confirm(text, "quit", Then::Quit, true));
    } else {
        leave(app);
    }
}

/// Leaves the program, which remembers the match.
pub fn leave(app: &mut App) {
    if let Some(s) = app.sitting.as_ref().filter(|s| s.lesson.is_none()) {
        app.out.push(Effect::Remember(Box::new(s.game.clone())));
    }
    app.out.push(Effect::Quit);
}

/// Opens the help page.
pub fn help(app: &mut App) {
    let back = std::mem::replace(&mut app.screen, Screen::Home);
    app.screen = Screen::Help(HelpPage { scroll: 0, back: Box::new(back), dialog: app.dialog.take() });
}

/// A key on the help page.
pub fn help_key(app: &mut App, action: Action) {
    let Screen::Help(page) = &mut app.screen else { return };
    let room = layout::inset(layout::one_pane(app.size).main);
    let most = manual::lines(app.sitting.as_ref(), usize::from(room.width))
        .len()
        .saturating_sub(usize::from(room.height));
    match action {
        Action::Down => page.scroll = (page.scroll + 1).min(most),
        Action::Up => page.scroll = page.scroll.min(most).saturating_sub(1),
        Action::PageDown => page.scroll = (page.scroll + usize::from(room.height)).min(most),
        Action::PageUp => page.scroll = page.scroll.min(most).saturating_sub(usize::from(room.height)),
        Action::First => page.scroll = 0,
        Action::Last => page.scroll = most,
        Action::Escape | Action::Enter | Action::Help => {
            app.dialog = page.dialog.take();
            app.screen = std::mem::replace(&mut *page.back, Screen::Home);
        }
        _ => {}
    }
}
