//! Setting up a game.

use ratatui::crossterm::event::KeyEvent;
use tui_input::Input;

use super::{desk, dialog};
use crate::games::{self, CATALOGUE};
use crate::play::{Kind, Level, Match, Participant};
use crate::rules::{Convention, Player};
use crate::table::{Entry, FieldKind, Table};
use crate::tui::app::{App, Screen};
use crate::tui::effect::{Effect, Wanted};
use crate::tui::event::Ticket;
use crate::tui::form::{self, FormLine};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::setup::{Row, Setup, Source};

/// The most parts of a sum.
const MOST_PARTS: usize = 16;

/// Shows the form of a game, or of a sum.
pub fn show(app: &mut App, entry: Option<&'static Entry>) {
    let info = entry.map_or(&games::sum::INFO, |e| e.info);
    let field = |f: &crate::table::Field| Input::new(f.kind.default_value());
    let presets = entry.is_some_and(|e| !e.setup.presets.is_empty());
    let mut setup = Setup {
        entry,
        source: if presets { Source::Preset(0) } else { Source::Fields },
        fields: entry.map_or(Vec::new(), |e| e.setup.fields.iter().map(field).collect()),
        id: Input::new(info.example.to_owned()),
        parts: Vec::new(),
        convention: info.default,
        kinds: [Kind::Human, Kind::Computer(Level::Perfect)],
        starts: Player::First,
        at: Row::Play,
        table: Err(String::new()),
        looking: None,
        from_table: matches!(app.screen, Screen::Table),
    };
    if entry.is_none() {
        setup.parts = info.example.split('+').map(|p| Input::new(p.trim().to_owned())).collect();
    }
    super::table::rest(app);
    app.screen = Screen::Setup(Box::new(setup));
    app.dialog = None;
    refresh(app);
}

/// Makes the position anew from what the form says.
fn refresh(app: &mut App) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    setup.looking = None;
    let word = setup.word();
    let id = match (setup.entry, setup.source) {
        (None, _) => {
            let parts: Vec<&str> = setup.parts.iter().map(|p| p.value().trim()).collect();
            format!("{word} {}", parts.join(" + "))
        }
        (Some(entry), Source::Preset(i)) => {
            let id = entry.setup.presets.get(i).map_or(entry.info.example, |p| p.1);
            with_convention(word, id)
        }
        (Some(entry), Source::Fields) => format!("{word} {}", (entry.setup.start)(&setup.values())),
        // Another convention is chosen in its row, unless the line names one itself.
        (Some(_), Source::Typed) => with_convention(word, setup.id.value().trim()),
        (Some(_), Source::Random | Source::Interesting) => return look_for(app),
    };
    setup.table = games::open(&id, &app.library).map_err(|e| e.to_string());
}

/// The ID under the convention of the form, unless it names one itself.
fn with_convention(word: &str, id: &str) -> String {
    let first = id.split_whitespace().next().unwrap_or_default();
    let named = [Convention::Normal, Convention::Misere].iter().any(|c| c.word().eq_ignore_ascii_case(first));
    if named || word.is_empty() { id.to_owned() } else { format!("{word} {id}") }
}

/// Has a random position looked for.
fn look_for(app: &mut App) {
    let seed = app.next_seed();
    let Screen::Setup(setup) = &mut app.screen else { return };
    let Some(entry) = setup.entry else { return };
    let ticket = app.out.ticket();
    setup.looking = Some(ticket);
    setup.table = Err("looking for a position ...".to_owned());
    let interesting = setup.source == Source::Interesting;
    let wanted = Wanted { entry, values: setup.values(), word: setup.word().to_owned(), interesting, seed };
    app.out.push(Effect::Find(ticket, wanted));
}

/// A random position has been found, or not.
pub fn found(app: &mut App, ticket: Ticket, result: Result<Box<dyn Table>, String>) {
    // Another page may have been laid over the form meanwhile.
    if let Some(setup) = app.screen.setup_mut()
        && setup.looking == Some(ticket)
    {
        setup.looking = None;
        setup.table = result;
    }
}

/// A key that goes into the line of text of the selected row; whether it did.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    use ratatui::crossterm::event::KeyCode;
    let Screen::Setup(setup) = &mut app.screen else { return false };
    let row = setup.at;
    let Some(input) = setup.input(row) else { return false };
    let ctrl_c = pressed.code == KeyCode::Char('c')
        && pressed.modifiers.contains(ratatui::crossterm::event::KeyModifiers::CONTROL);
    if ctrl_c {
        return false;
    }
    let moves = matches!(pressed.code, KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End);
    if dialog::edit(input, pressed) {
        refresh(app);
        return true;
    }
    moves || matches!(pressed.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete)
}

/// Text was pasted: into the selected line of text, or as the position.
pub fn paste(app: &mut App, text: &str) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    let (row, one) = (setup.at, setup.entry.is_some());
    match setup.input(row) {
        Some(input) => dialog::insert(input, text),
        None if one => {
            setup.source = Source::Typed;
            setup.id = Input::new(String::new());
            dialog::insert(&mut setup.id, text);
            setup.at = Row::Id;
        }
        None => return,
    }
    refresh(app);
}

/// A key on the form.
pub fn key(app: &mut App, action: Action) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    let rows = setup.rows();
    let at = rows.iter().position(|r| *r == setup.at).unwrap_or(0);
    match action {
        Action::Up => setup.at = rows[at.checked_sub(1).unwrap_or(rows.len() - 1)],
        Action::Down => setup.at = rows[(at + 1) % rows.len()],
        Action::First => setup.at = rows[0],
        Action::Last => setup.at = Row::Play,
        Action::Left => turn(app, false),
        Action::Right | Action::Pick => turn(app, true),
        Action::Enter => enter(app),
        Action::Escape if setup.from_table => super::home::resume(app),
        Action::Escape => super::home::show(app),
        _ => {}
    }
}

/// A click on a row selects it; on the selected one it turns its value over, back on the arrow in front of it, or does
/// what the row is there for.
pub fn click(app: &mut App, column: u16, row: u16) {
    let area = layout::inset(layout::panes(app.size).main);
    let Screen::Setup(setup) = &mut app.screen else { return };
    let Some(line) = layout::line_at(area, column, row) else { return };
    let lines = form::lines(setup, usize::from(area.width), usize::from(area.height));
    let Some(line) = lines.get(line) else { return };
    let Some(row) = line.row().filter(|row| *row == setup.at) else {
        setup.at = line.row().unwrap_or(setup.at);
        return;
    };
    // The arrow in front of the value takes two columns.
    let x = usize::from(column - area.x);
    match line {
        FormLine::Choice(..) if x >= form::VALUES => turn(app, x >= form::VALUES + 2),
        FormLine::Button(..) => enter(app),
        FormLine::Help(..) if row == Row::Source => enter(app),
        _ => {}
    }
}

/// The next or the previous value of the selected row.
fn turn(app: &mut App, forward: bool) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    match setup.at {
        Row::Source => {
            let all = setup.sources();
            setup.source = next(&all, &setup.source, forward);
        }
        Row::Field(i) => {
            if let Some(entry) = setup.entry
                && let Some(FieldKind::Choice(words)) = entry.setup.fields.get(i).map(|f| f.kind)
                && let Some(input) = setup.fields.get_mut(i)
            {
                *input = Input::new(next(words, &input.value(), forward).to_owned());
            }
        }
        Row::Convention => {
            setup.convention = setup.convention.map(|c| match c {
                Convention::Normal => Convention::Misere,
                Convention::Misere => Convention::Normal,
            });
        }
        Row::Side(player) => {
            let kind = &mut setup.kinds[player.index()];
            *kind = next(&Kind::ALL, kind, forward);
            return;
        }
        Row::Starts => {
            setup.starts = setup.starts.other();
            return;
        }
        _ => return,
    }
    refresh(app);
}

/// The neighbour of a value in a list, round and round.
fn next<T: Clone + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    let at = all.iter().position(|v| v == value).unwrap_or(0);
    let to = if forward { at + 1 } else { at + all.len() - 1 };
    all.get(to % all.len().max(1)).unwrap_or(value).clone()
}

fn enter(app: &mut App) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    match setup.at {
        Row::AddPart => add_part(app),
        Row::Source if matches!(setup.source, Source::Random | Source::Interesting) => look_for(app),
        Row::Play => play(app),
        // Elsewhere enter is done with the row.
        _ => key(app, Action::Down),
    }
}

/// One more part: the example of a game that can be summed, each time the next one.
fn add_part(app: &mut App) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    if setup.parts.len() >= MOST_PARTS {
        return app.complain(format!("A sum has at most {MOST_PARTS} parts."));
    }
    let examples: Vec<&str> =
        CATALOGUE.iter().filter(|e| e.info.default.is_some()).map(|e| e.info.example).collect();
    if let Some(example) = examples.get(setup.parts.len() % examples.len().max(1)) {
        setup.parts.push(Input::new((*example).to_owned()));
        setup.at = Row::Part(setup.parts.len() - 1);
    }
    refresh(app);
}

/// Begins the match.
fn play(app: &mut App) {
    let Screen::Setup(setup) = &app.screen else { return };
    match &setup.table {
        Err(text) => {
            let text = text.clone();
            app.complain(text);
        }
        Ok(table) => {
            let names = table.info().players.unwrap_or(["A", "B"]);
            let [a, b] = setup.kinds;
            let mut pair = [Participant::new(a, names[0]), Participant::new(b, names[1])];
            // Where the position does not tell who moves, the first seat moves first.
            if table.mover().is_none() && setup.starts == Player::Second {
                pair.swap(0, 1);
            }
            let game = Match::new(table.boxed_clone(), pair);
            desk::replace(app, game, None);
        }
    }
}
