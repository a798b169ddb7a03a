//! Setting up a game.

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::ids::{in_fields, named, sum};
use super::layout::{self as form, FormLine};
use super::state::{PositionSource, SetupRow, SetupState};
use crate::erased::{AnyPosition, Entry, FieldKind};
use crate::games;
use crate::play::{Level, Match, Participant, PlayerKind};
use crate::rules::{Convention, Player};
use crate::tui::app::{App, Page};
use crate::tui::effect::{Effect, RandomRequest};
use crate::tui::event::Ticket;
use crate::tui::keys::{self, Action, Place};
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;
use crate::tui::{field, layout};

/// The most parts of a sum.
const MOST_PARTS: usize = 16;

/// Shows the form of a game, or of a sum.
pub fn show(app: &mut App, entry: Option<&'static Entry>) {
    let info = entry.map_or(&games::sum::INFO, |e| e.info);
    let field = |f: &crate::erased::Field| Input::new(f.kind.default_value());
    let presets = entry.is_some_and(|e| !e.setup.presets.is_empty());
    let level = if app.newcomer { Level::Easy } else { Level::Perfect };
    let opponent = app.settings.opponent().unwrap_or(PlayerKind::Computer(level));
    let mut setup = SetupState {
        entry,
        source: if presets { PositionSource::Preset(0) } else { PositionSource::Fields },
        fields: entry.map_or(Vec::new(), |e| e.setup.fields.iter().map(field).collect()),
        id: Input::new(info.example.to_owned()),
        own_id: false,
        parts: Vec::new(),
        convention: info.default,
        chosen: info.default,
        kinds: [PlayerKind::Human, opponent],
        starts: Player::First,
        at: SetupRow::Play,
        position: Err(String::new()),
        last: None,
        looking: None,
        from_table: matches!(app.page, Page::Table),
    };
    if entry.is_none() {
        setup.parts = info.example.split('+').map(|p| Input::new(p.trim().to_owned())).collect();
    }
    turns::interrupt(app);
    app.show(Page::Setup(Box::new(setup)));
    refresh(app);
}

/// Makes the position anew from what the form says.
fn refresh(app: &mut App) {
    let Page::Setup(setup) = &mut app.page else { return };
    setup.looking = None;
    let position = match (setup.entry, setup.source) {
        (None, _) => sum(setup, &app.library),
        (Some(entry), PositionSource::Preset(i)) => {
            let id = entry.setup.presets.get(i).map_or(entry.info.example, |p| p.1);
            let id = format!("{} {}", setup.word(), named(id).1);
            games::open(&id, &app.library).map_err(|e| e.to_string())
        }
        (Some(entry), PositionSource::Fields) => {
            entry.setup.start_id(&setup.values()).map_err(|e| e.to_string()).and_then(|id| {
                let id = format!("{} {id}", setup.word());
                let id = id.trim();
                games::open(id, &app.library).map_err(|e| in_fields(setup, entry, id, e))
            })
        }
        // The line says all: its columns are those that the person sees.
        (Some(_), PositionSource::Typed) => {
            let position = games::open(setup.id.value(), &app.library).map_err(|e| e.to_string());
            if let Ok(position) = &position {
                setup.convention = position.convention();
            }
            position
        }
        (Some(_), PositionSource::Random | PositionSource::Interesting) => return look_for(app),
    };
    set_position(setup, position);
}

/// The position, or what is wrong; the last position there was stays in sight.
fn set_position(setup: &mut SetupState, position: Result<Box<dyn AnyPosition>, String>) {
    if let Ok(position) = &position {
        setup.last = Some(position.boxed_clone());
    }
    setup.position = position;
}

/// Has a random position looked for.
fn look_for(app: &mut App) {
    let seed = app.next_seed();
    let Page::Setup(setup) = &mut app.page else { return };
    let Some(entry) = setup.entry else { return };
    let ticket = app.out.ticket();
    setup.looking = Some(ticket);
    set_position(setup, Err("looking for a position ...".to_owned()));
    let interesting = setup.source == PositionSource::Interesting;
    let wanted =
        RandomRequest { entry, values: setup.values(), word: setup.word().to_owned(), interesting, seed };
    app.out.push(Effect::Find(ticket, wanted));
}

/// A random position has been found, or not.
pub fn found(app: &mut App, ticket: Ticket, result: Result<Box<dyn AnyPosition>, String>) {
    // Another page may have been laid over the form meanwhile.
    if let Some(setup) = app.setup_mut()
        && setup.looking == Some(ticket)
    {
        setup.looking = None;
        set_position(setup, result);
    }
}

/// A key that goes into the line of text of the selected row; whether it did.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    use ratatui::crossterm::event::KeyCode;
    let Page::Setup(setup) = &mut app.page else { return false };
    let row = setup.at;
    let Some(input) = setup.input(row) else { return false };
    // A letter is typed; with the control key held it may ask for something.
    let quits = keys::pressed(pressed).is_some_and(|key| !key.types())
        && keys::action(&app.keys, Place::Setup, pressed) == Some(Action::Quit);
    if quits {
        return false;
    }
    let moves = matches!(pressed.code, KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End);
    if matches!(row, SetupRow::Part(_))
        && matches!(pressed.code, KeyCode::Backspace | KeyCode::Delete)
        && input.value().is_empty()
    {
        // Nothing is left to delete but the part itself.
        go(setup, false);
        refresh(app);
        return true;
    }
    if field::edit(input, pressed) {
        setup.own_id |= row == SetupRow::Id;
        refresh(app);
        return true;
    }
    moves || matches!(pressed.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete)
}

/// Text was pasted: into the selected line of text, or as the position.
pub fn paste(app: &mut App, text: &str) {
    let Page::Setup(setup) = &mut app.page else { return };
    let (row, one) = (setup.at, setup.entry.is_some());
    match setup.input(row) {
        Some(input) => {
            field::insert(input, text);
            setup.own_id |= row == SetupRow::Id;
        }
        None if one => {
            setup.source = PositionSource::Typed;
            setup.own_id = true;
            setup.id = Input::new(String::new());
            field::insert(&mut setup.id, text);
            setup.at = SetupRow::Id;
        }
        None => return,
    }
    refresh(app);
}

/// A key on the form.
pub fn key(app: &mut App, action: Action) {
    let Page::Setup(setup) = &mut app.page else { return };
    match action {
        Action::Up => go(setup, false),
        Action::Down => go(setup, true),
        Action::First => {
            setup.at = setup.rows().first().copied().unwrap_or(SetupRow::Play);
            setup.drop_empty_parts();
        }
        Action::Last => {
            setup.at = SetupRow::Play;
            setup.drop_empty_parts();
        }
        Action::Left => turn(app, false),
        Action::Right => turn(app, true),
        Action::Pick if setup.finds() => look_for(app),
        Action::Pick if matches!(setup.at, SetupRow::Play | SetupRow::AddPart) => enter(app),
        Action::Pick => turn(app, true),
        Action::Edit => app.next = Some(Next::Editor),
        Action::Enter => enter(app),
        Action::Escape => app.next = Some(if setup.from_table { Next::Table } else { Next::Home }),
        _ => {}
    }
}

/// To the next row or the one before. A part that is left empty is gone.
fn go(setup: &mut SetupState, down: bool) {
    setup.at = next(&setup.rows(), &setup.at, down);
    setup.drop_empty_parts();
}

/// A click on a row selects it; on the selected one it turns its value over, back on the arrow in front of it, or does
/// what the row is there for.
pub fn click(app: &mut App, column: u16, row: u16) {
    let area = layout::inset(layout::panes(app.size).main);
    let Page::Setup(setup) = &mut app.page else { return };
    let Some(line) = layout::line_at(area, column, row) else { return };
    let lines = form::lines(setup, &app.keys, usize::from(area.width), usize::from(area.height));
    let Some(line) = lines.get(line) else { return };
    if line.row() != Some(setup.at) {
        setup.at = line.row().unwrap_or(setup.at);
        setup.drop_empty_parts();
        return;
    }
    // The arrow in front of the value takes two columns.
    let x = usize::from(column - area.x);
    match line {
        FormLine::Choice(..) if x >= form::VALUES => turn(app, x >= form::VALUES + 2),
        FormLine::More(..) if x >= form::VALUES => turn(app, true),
        FormLine::Button(..) => enter(app),
        FormLine::Help(..) if setup.finds() => look_for(app),
        _ => {}
    }
}

/// The next or the previous value of the selected row.
fn turn(app: &mut App, forward: bool) {
    let Page::Setup(setup) = &mut app.page else { return };
    match setup.at {
        SetupRow::Source => {
            let all = setup.sources();
            setup.source = next(&all, &setup.source, forward);
            // A position whose ID names a convention is played by it.
            let preset = match (setup.entry, setup.source) {
                (Some(entry), PositionSource::Preset(i)) => entry.setup.presets.get(i).map(|p| p.1),
                _ => None,
            };
            setup.convention = preset.and_then(|id| named(id).0).or(setup.chosen);
            if setup.source == PositionSource::Typed
                && !setup.own_id
                && let Some(last) = &setup.last
            {
                setup.id = Input::new(last.id());
            }
        }
        SetupRow::Field(i) => {
            if let Some(entry) = setup.entry
                && let Some(FieldKind::Choice(words)) = entry.setup.fields.get(i).map(|f| f.kind)
                && let Some(input) = setup.fields.get_mut(i)
            {
                *input = Input::new(next(words, &input.value(), forward).to_owned());
            }
        }
        SetupRow::Convention => turn_convention(setup),
        SetupRow::Side(player) => {
            let kind = &mut setup.kinds[player.index()];
            *kind = next(&PlayerKind::ALL, kind, forward);
            return;
        }
        SetupRow::Starts => {
            setup.starts = setup.starts.other();
            return;
        }
        _ => return,
    }
    refresh(app);
}

/// The other convention. Where a line of text names one, the line is changed along with it.
fn turn_convention(setup: &mut SetupState) {
    let Some(old) = setup.convention else { return };
    let new = match old {
        Convention::Normal => Convention::Misere,
        Convention::Misere => Convention::Normal,
    };
    setup.convention = Some(new);
    if setup.entry.is_none() {
        for part in setup.parts.iter_mut().filter(|p| named(p.value()).0.is_some()) {
            *part = Input::new(named(part.value()).1.to_owned());
        }
    } else if setup.source == PositionSource::Typed {
        let plain = named(setup.id.value()).1;
        let known = matches!(&setup.position, Ok(position) if position.info().default == Some(new));
        let text = if known { plain.to_owned() } else { format!("{} {plain}", new.word()) };
        setup.id = Input::new(text);
        return;
    }
    setup.chosen = Some(new);
}

/// The neighbour of a value in a list, round and round.
fn next<T: Clone + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    let at = all.iter().position(|v| v == value).unwrap_or(0);
    let to = if forward { at + 1 } else { at + all.len() - 1 };
    all.get(to % all.len().max(1)).unwrap_or(value).clone()
}

fn enter(app: &mut App) {
    let Page::Setup(setup) = &mut app.page else { return };
    match setup.at {
        SetupRow::AddPart => add_part(app),
        row if setup.is_text(row) => go(setup, true),
        _ => play(app),
    }
}

/// One more part, empty: an example stands in it until something is typed.
fn add_part(app: &mut App) {
    let Page::Setup(setup) = &mut app.page else { return };
    if setup.parts.len() >= MOST_PARTS {
        return app.complain(format!("A sum has at most {MOST_PARTS} parts."));
    }
    setup.parts.push(Input::default());
    setup.at = SetupRow::Part(setup.parts.len() - 1);
}

/// Begins the match.
fn play(app: &mut App) {
    let Page::Setup(setup) = &app.page else { return };
    match &setup.position {
        Err(text) => {
            let text = text.clone();
            app.complain(text);
        }
        Ok(position) => {
            let names = position.info().players.unwrap_or(["A", "B"]);
            let [a, b] = setup.kinds;
            let pair = [Participant::new(a, names[0]), Participant::new(b, names[1])];
            let mut pair = app.settings.named(pair);
            // Where the position does not tell who moves, the first player moves first.
            if position.mover().is_none() && setup.starts == Player::Second {
                pair.swap(0, 1);
            }
            let game = Match::new(position.boxed_clone(), pair);
            app.next = Some(Next::Replace(Box::new(game), None));
        }
    }
}

/// The wheel goes through the rows.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
