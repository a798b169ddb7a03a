//! Shows the set-up of a game: a form generated from the game's description, and a preview of the board.

use nimatron_core::erased::{Entry, Field, FieldKind, Info};
use nimatron_core::games::{CATALOGUE, Opener};
use nimatron_core::rules::{Convention, IdError, Library};

use ratatui::style::Style;

use super::editor;
use crate::play::random::{self, RandomRequest};
use crate::settings::turned;
use crate::tui::dialogs::typing::may_follow;
use crate::tui::keys;
use crate::tui::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionSource {
    Preset(usize),
    Fields,
    /// A random position of the size set in the fields.
    Random,
    /// A random position in which few moves win.
    Interesting,
    Typed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRow {
    Source,
    Field(usize),
    Id,
    Part(usize),
    AddPart,
    Convention,
    Side(Player),
    Play,
}

pub struct SetupPage {
    /// The game; `None` for a sum.
    pub entry: Option<&'static Entry>,
    pub source: PositionSource,
    pub fields: Vec<Input>,
    pub id: Input,
    /// Whether the user has edited the ID. Until then, selecting [`PositionSource::Typed`] copies the ID of the
    /// displayed position into `id`.
    pub own_id: bool,
    pub parts: Vec<Input>,
    pub convention: Option<Convention>,
    /// The convention chosen in the form. A convention named in the position's ID takes precedence.
    pub chosen: Option<Convention>,
    /// The kind of player on each side. If the position does not name the side to move, the first side begins.
    pub kinds: [PlayerKind; 2],
    pub at: SetupRow,
    pub position: Result<Box<dyn AnyPosition>, String>,
    /// The last valid position. The preview shows this position while the form does not describe a valid position.
    pub last: Option<Box<dyn AnyPosition>>,
    /// Whether the form still has to build its first position.
    is_new: bool,
    edited: Option<SetupRow>,
    /// The possible continuations of the text in the selected row, if they have been requested since the text last
    /// changed.
    pub next: Vec<String>,
    pub from_table: bool,
}

impl SetupPage {
    pub fn info(&self) -> &'static Info {
        self.entry.map_or(games::sum::INFO.spoken(), |e| e.info)
    }

    /// Returns the description of the position's game. A typed position may belong to a game other than the form's.
    pub fn shown_info(&self) -> &'static Info {
        match (self.source, &self.position) {
            (PositionSource::Typed, Ok(position)) => position.info(),
            _ => self.info(),
        }
    }

    /// Returns whether the row for the source of the position is selected and the source is random.
    pub fn finds(&self) -> bool {
        self.at == SetupRow::Source
            && matches!(
                self.source,
                PositionSource::Random | PositionSource::Interesting
            )
    }

    fn field_of(&self, i: usize) -> Option<&'static Field> {
        self.entry?.setup.fields.get(i)
    }

    fn preset(&self) -> Option<(&'static str, &'static str)> {
        let PositionSource::Preset(i) = self.source else {
            return None;
        };
        self.entry?.setup.presets.get(i).copied()
    }

    pub fn sources(&self) -> Vec<PositionSource> {
        let Some(entry) = self.entry else {
            return Vec::new();
        };
        use PositionSource::{Fields, Interesting, Preset, Random, Typed};
        let presets = (0..entry.setup.presets.len()).map(Preset);
        presets
            .chain([Fields, Random, Interesting, Typed])
            .collect()
    }

    pub fn source_name(&self) -> &'static str {
        match self.source {
            PositionSource::Preset(_) => self.preset().map_or("", |(name, _)| name),
            PositionSource::Fields if self.has_size() => tr!("of a size"),
            PositionSource::Fields => tr!("as written below"),
            PositionSource::Random => tr!("random"),
            PositionSource::Interesting => tr!("random, a rare win"),
            PositionSource::Typed => tr!("typed or pasted"),
        }
    }

    /// Returns whether any field of the form contains numbers, such as a size, instead of the text of a position.
    fn has_size(&self) -> bool {
        let fields = self.entry.map_or(&[][..], |entry| entry.setup.fields);
        let mut kinds = fields.iter().map(|field| field.kind);
        kinds.any(|kind| matches!(kind, FieldKind::Numbers(_)) || kind.range().is_some())
    }

    pub fn rows(&self) -> Vec<SetupRow> {
        let mut rows = Vec::new();
        match self.entry {
            None => {
                rows.extend((0..self.parts.len()).map(SetupRow::Part));
                rows.push(SetupRow::AddPart);
            }
            Some(entry) => {
                rows.push(SetupRow::Source);
                match self.source {
                    PositionSource::Preset(_) => {}
                    PositionSource::Typed => rows.push(SetupRow::Id),
                    _ => rows.extend((0..entry.setup.fields.len()).map(SetupRow::Field)),
                }
            }
        }
        if self.convention.is_some() {
            rows.push(SetupRow::Convention);
        }
        rows.extend(Player::BOTH.map(SetupRow::Side));
        rows.push(SetupRow::Play);
        rows
    }

    pub fn is_text(&self, row: SetupRow) -> bool {
        matches!(self.value(row).1, FormValue::Text(..))
    }

    pub fn input(&mut self, row: SetupRow) -> Option<&mut Input> {
        match row {
            SetupRow::Id => Some(&mut self.id),
            SetupRow::Part(i) => self.parts.get_mut(i),
            SetupRow::Field(i) if self.is_text(row) => self.fields.get_mut(i),
            _ => None,
        }
    }

    pub fn values(&self) -> Vec<String> {
        self.fields
            .iter()
            .map(|f| f.value().trim().to_owned())
            .collect()
    }

    /// Returns the chosen convention, or `None` if it is the game's default, which IDs do not name.
    pub fn named(&self) -> Option<Convention> {
        let default = self.info().default;
        self.convention.filter(|chosen| Some(*chosen) != default)
    }

    fn value(&self, row: SetupRow) -> (String, FormValue<'_>) {
        let choice = |value: &str| FormValue::Choice(value.to_owned());
        let (name, value) = match row {
            SetupRow::Source => (tr!("Position"), choice(self.source_name())),
            SetupRow::Field(i) => match self.field_of(i) {
                Some(field) if matches!(field.kind, FieldKind::Choice(_)) => {
                    (field.name, choice(self.fields[i].value()))
                }
                field => (
                    field.map_or("", |f| f.name),
                    FormValue::Text(&self.fields[i], String::new()),
                ),
            },
            SetupRow::Id => (tr!("ID"), FormValue::Text(&self.id, String::new())),
            SetupRow::Part(i) => {
                let value = FormValue::Text(&self.parts[i], example(i).to_owned());
                return (tr!("Game {n}", n = i + 1), value);
            }
            SetupRow::AddPart => (tr!("add a game"), FormValue::Button),
            SetupRow::Convention => (
                tr!("Convention"),
                choice(self.convention.map_or("", |c| c.name())),
            ),
            SetupRow::Side(player) => {
                let name = match (self.shown_info().players, player) {
                    (Some(names), _) => names[player.index()],
                    (None, Player::First) => tr!("Moves first"),
                    (None, Player::Second) => tr!("Moves second"),
                };
                let [kind, other] = [player, player.other()].map(|p| self.kinds[p.index()]);
                let value = match (kind, other) {
                    (PlayerKind::Human, PlayerKind::Computer(_)) => choice(tr!("you")),
                    _ => FormValue::Choice(kind.description()),
                };
                (name, value)
            }
            SetupRow::Play => (tr!("Play"), FormValue::Button),
        };
        (name.to_owned(), value)
    }

    pub fn drop_empty_parts(&mut self) {
        for i in (0..self.parts.len()).rev() {
            if self.parts[i].value().trim().is_empty() && self.at != SetupRow::Part(i) {
                self.parts.remove(i);
                if let SetupRow::Part(at) = &mut self.at
                    && *at > i
                {
                    *at -= 1;
                }
            }
        }
    }
}

const MOST_PARTS: usize = 16;
/// The width of the rows' names, in columns.
const NAMES: u16 = 13;

pub fn show(cx: &mut Context, entry: Option<&'static Entry>, from_table: bool) {
    let info = entry.map_or(games::sum::INFO.spoken(), |e| e.info);
    let field = |f: &Field| Input::new(f.kind.default_value());
    let example = games::open(info.example, &cx.library).ok();
    let parts = example
        .filter(|_| entry.is_none())
        .map(|at| at.components());
    let parts = parts.into_iter().flatten();
    let presets = entry.is_some_and(|e| !e.setup.presets.is_empty());
    let setup = SetupPage {
        entry,
        source: if presets {
            PositionSource::Preset(0)
        } else {
            PositionSource::Fields
        },
        fields: entry.map_or(Vec::new(), |e| e.setup.fields.iter().map(field).collect()),
        id: Input::new(info.example.to_owned()),
        own_id: false,
        parts: parts.map(|part| Input::new(part.part_id())).collect(),
        convention: info.default,
        chosen: info.default,
        kinds: [PlayerKind::Human, cx.usual_opponent()],
        at: SetupRow::Play,
        position: Err(String::new()),
        last: None,
        is_new: true,
        edited: None,
        next: Vec::new(),
        from_table,
    };
    cx.go(Navigation::Show(Box::new(setup)));
}

impl SetupPage {
    fn refresh(&mut self, cx: &mut Context) {
        cx.cancel(Lane::Solve);
        let id = match (self.entry, self.source) {
            (None, _) => {
                let sum = open_sum(self, &cx.library);
                return self.set_position(sum);
            }
            (Some(_), PositionSource::Random | PositionSource::Interesting) => {
                return self.look_for(cx);
            }
            (Some(entry), PositionSource::Preset(_)) => {
                let id = self.preset().map_or(entry.info.example, |(_, id)| id);
                Ok(games::with_convention(id, self.named()))
            }
            (Some(entry), PositionSource::Fields) => (entry.setup.start_id(&self.values()))
                .map(|id| games::with_convention(&id, self.named()))
                .map_err(|e| e.to_string()),
            // Open the input as it is, because columns in errors refer to the visible text.
            (Some(_), PositionSource::Typed) => Ok(self.id.value().to_owned()),
        };
        let position = id.and_then(|id| {
            games::open(&id, &cx.library).map_err(|error| match (self.entry, self.source) {
                // The position needs a script. Only a background job may wait for scripts.
                _ if error.stop.is_some() => {
                    let library = cx.library.clone();
                    self.look(cx, move |_| {
                        games::open(&id, &library).map_err(|error| error.to_string())
                    });
                    tr!("asking the script ...").to_owned()
                }
                (Some(entry), PositionSource::Fields) => in_fields(self, entry, &id, error),
                _ => error.to_string(),
            })
        });
        self.set_position(position);
    }

    fn complete(&mut self, cx: &mut Context) {
        let row = self.at;
        let is_id = matches!(row, SetupRow::Id | SetupRow::Part(_));
        let Some(input) = self.input(row).filter(|_| is_id) else {
            return;
        };
        let mut opener = Opener::new(cx.library.clone());
        let found = games::complete_id(input.value(), &mut opener);
        if found.text != input.value() {
            *input = Input::new(found.text);
            self.own_id |= row == SetupRow::Id;
            self.refresh(cx);
        }
        self.next = found.next;
    }

    /// Sets the position or the error. An error leaves the last valid position visible.
    fn set_position(&mut self, position: Result<Box<dyn AnyPosition>, String>) {
        if let Ok(position) = &position {
            self.last = Some(position.boxed_clone());
            if self.entry.is_some() && self.source == PositionSource::Typed {
                self.convention = position.convention();
            }
        }
        self.position = position;
    }

    fn look_for(&mut self, cx: &mut Context) {
        let Some(entry) = self.entry else { return };
        self.set_position(Err(tr!("looking for a position ...").to_owned()));
        let interesting = self.source == PositionSource::Interesting;
        let values = self.values();
        let seed = cx.next_seed();
        let wanted = RandomRequest {
            entry,
            values,
            convention: self.named(),
            interesting,
            seed,
        };
        let library = cx.library.clone();
        self.look(cx, move |desk| random::find(&library, &wanted, desk.limits));
    }

    fn look(
        &self,
        cx: &mut Context,
        job: impl FnOnce(&Desk<'_>) -> Result<Box<dyn AnyPosition>, String> + Send + 'static,
    ) {
        cx.spawn(Lane::Solve, job, |page: &mut SetupPage, _, found| {
            page.set_position(found);
        });
    }

    fn is_default(&self) -> bool {
        match self.at {
            SetupRow::Field(i) => {
                let default = self.field_of(i).map(|field| field.kind.default_value());
                default.is_some_and(|default| self.fields[i].value() == default)
            }
            row => row == SetupRow::Id && !self.own_id,
        }
    }

    fn go(&mut self, down: bool) {
        self.next.clear();
        self.at = turned(&self.rows(), &self.at, down);
        self.drop_empty_parts();
    }

    fn turn(&mut self, cx: &mut Context, forward: bool) {
        match self.at {
            SetupRow::Source => {
                self.source = turned(&self.sources(), &self.source, forward);
                // A convention named in the preset's ID takes precedence.
                self.convention = self
                    .preset()
                    .and_then(|(_, id)| games::convention_of(id))
                    .or(self.chosen);
                if self.source == PositionSource::Typed
                    && !self.own_id
                    && let Some(last) = &self.last
                {
                    self.id = Input::new(last.id());
                }
            }
            SetupRow::Field(i) => {
                if let Some(FieldKind::Choice(words)) = self.field_of(i).map(|field| field.kind) {
                    let input = &mut self.fields[i];
                    *input = Input::new(turned(words, &input.value(), forward).to_owned());
                }
            }
            SetupRow::Convention => self.turn_convention(),
            SetupRow::Side(player) => {
                let kind = &mut self.kinds[player.index()];
                *kind = turned(&PlayerKind::ALL, kind, forward);
                return;
            }
            SetupRow::Id | SetupRow::Part(_) | SetupRow::AddPart | SetupRow::Play => return,
        }
        self.refresh(cx);
    }

    /// Switches to the other convention. Afterwards, a typed ID names the new convention, unless the new convention is
    /// the default of the game. In a sum, the convention words are removed from the parts.
    fn turn_convention(&mut self) {
        let Some(old) = self.convention else { return };
        let new = old.other();
        self.convention = Some(new);
        if self.entry.is_none() {
            for part in self
                .parts
                .iter_mut()
                .filter(|p| games::convention_of(p.value()).is_some())
            {
                *part = Input::new(games::with_convention(part.value(), None));
            }
        } else if self.source == PositionSource::Typed {
            let is_default =
                matches!(&self.position, Ok(position) if position.info().default == Some(new));
            let named = (!is_default).then_some(new);
            self.id = Input::new(games::with_convention(self.id.value(), named));
            return;
        }
        self.chosen = Some(new);
    }

    fn paste(&mut self, cx: &mut Context, text: &str) {
        let row = self.at;
        let one = self.entry.is_some();
        match self.input(row) {
            Some(input) => {
                field::insert(input, text);
                self.own_id |= row == SetupRow::Id;
            }
            None if one => {
                self.source = PositionSource::Typed;
                self.own_id = true;
                self.id = Input::new(String::new());
                field::insert(&mut self.id, text);
                self.next.clear();
                self.at = SetupRow::Id;
            }
            None => return,
        }
        self.refresh(cx);
    }

    fn enter(&mut self, cx: &mut Context) {
        match self.at {
            SetupRow::AddPart if self.parts.len() >= MOST_PARTS => {
                cx.notify_error(tr!("A sum has at most {most} games.", most = MOST_PARTS));
            }
            SetupRow::AddPart => {
                // An empty part shows an example until the user types something.
                self.parts.push(Input::default());
                self.at = SetupRow::Part(self.parts.len() - 1);
            }
            SetupRow::Play => self.play(cx),
            row if self.is_text(row) => self.go(true),
            _ => self.turn(cx, true),
        }
    }

    fn play(&self, cx: &mut Context) {
        match &self.position {
            Err(text) => cx.notify_error(text),
            Ok(position) => {
                let pair = cx
                    .settings
                    .named(Participant::pair(self.kinds, position.info()));
                let game = Match::new(position.boxed_clone(), pair);
                cx.replace_match(game, None);
            }
        }
    }
}

impl Page for SetupPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Setup
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let action = match message {
            Message::Item(row) => {
                self.next.clear();
                self.at = self.rows().get(row).copied().unwrap_or(self.at);
                return self.drop_empty_parts();
            }
            Message::Turn(_, forward) => return self.turn(cx, forward),
            message => match message.action() {
                Some(action) => action,
                None => return,
            },
        };
        match action {
            Action::Up => self.go(false),
            Action::Down => self.go(true),
            Action::First | Action::Last => {
                let rows = self.rows();
                let row = if action == Action::First {
                    rows.first()
                } else {
                    rows.last()
                };
                self.next.clear();
                self.at = row.copied().unwrap_or(SetupRow::Play);
                self.drop_empty_parts();
            }
            Action::Complete => self.complete(cx),
            Action::Left => self.turn(cx, false),
            Action::Right => self.turn(cx, true),
            Action::Pick if self.finds() => self.look_for(cx),
            Action::Pick if matches!(self.at, SetupRow::Play | SetupRow::AddPart) => self.enter(cx),
            Action::Pick => self.turn(cx, true),
            Action::Edit => {
                let Some(position) = self.position.as_ref().ok().or(self.last.as_ref()) else {
                    return;
                };
                editor::show(cx, position.boxed_clone(), self.kinds);
            }
            Action::Swap => self.kinds.reverse(),
            Action::Enter => self.enter(cx),
            Action::Escape => cx.go(if self.from_table {
                Navigation::table()
            } else {
                Navigation::Home
            }),
            _ => {}
        }
    }

    /// Edits the selected row's input line. In a row without text, a pasted ID becomes the position, except in the form
    /// for a sum.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        let pressed = match typed {
            Typed::Key(pressed) => pressed,
            Typed::Text(text) => {
                self.paste(cx, text);
                return true;
            }
        };
        let row = self.at;
        let Some(input) = self.input(row) else {
            return false;
        };
        // A key that types a character always edits the line, even if the key is bound to quit.
        let quits = keys::pressed(pressed).is_some_and(|key| !key.types())
            && keys::action(cx.settings.keys(), KeyContext::Setup, pressed) == Some(Action::Quit);
        if quits {
            return false;
        }
        let moves = matches!(
            pressed.code,
            KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End
        );
        if matches!(row, SetupRow::Part(_))
            && matches!(pressed.code, KeyCode::Backspace | KeyCode::Delete)
            && input.value().is_empty()
        {
            // On an empty line, Backspace and Delete go to the previous row. Leaving the line removes the empty part.
            self.go(false);
            self.refresh(cx);
            return true;
        }
        // The first character typed in a row replaces its default.
        let was_edited = self.edited.replace(row) == Some(row);
        if !was_edited && field::types(pressed) && self.is_default() {
            self.input(row).into_iter().for_each(Input::reset);
        }
        let Some(input) = self.input(row) else {
            return false;
        };
        if field::edit(input, pressed) {
            self.next.clear();
            self.own_id |= row == SetupRow::Id;
            self.refresh(cx);
            return true;
        }
        moves
            || matches!(
                pressed.code,
                KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete
            )
    }

    fn shown(&mut self, cx: &mut Context) {
        if std::mem::take(&mut self.is_new) {
            self.refresh(cx);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] if self.is_text(self.at) => Ok(Cow::Borrowed(tr!("next"))),
            [Action::Complete] if matches!(self.at, SetupRow::Id | SetupRow::Part(_)) => {
                Ok(Cow::Borrowed(tr!("complete")))
            }
            // In a row with text, these keys type letters.
            [Action::Swap | Action::Open] if self.is_text(self.at) => Ok(Cow::Borrowed("")),
            [Action::Swap] if self.kinds[0] == self.kinds[1] => Err(tr!("Both players are alike.")),
            [Action::Enter] if self.at == SetupRow::AddPart => Ok(Cow::Borrowed(tr!("add"))),
            [Action::Enter] if self.at != SetupRow::Play => Ok(Cow::Borrowed(tr!("change"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::panes(cx.size);
        page::title(
            cx,
            frame,
            &panes,
            self.info().name,
            tr!("set up a game"),
            "",
        );
        draw_form(cx, self, frame, panes.main);
        preview(cx, self, frame, panes.side);
    }
}

fn example(part: usize) -> &'static str {
    let all = || {
        CATALOGUE
            .iter()
            .filter(|e| e.info.is_summand())
            .map(|e| e.info.example)
    };
    all().nth(part % all().count().max(1)).unwrap_or_default()
}

fn row_help(setup: &SetupPage, row: SetupRow) -> Option<String> {
    if row == setup.at && !setup.next.is_empty() {
        return Some(may_follow(&setup.next));
    }
    let text = match (row, setup.source, setup.convention) {
        (SetupRow::Source, PositionSource::Random, _) => tr!("<pick> finds another one"),
        (SetupRow::Source, PositionSource::Interesting, _) => {
            tr!("<pick> finds another one, smaller if necessary")
        }
        (SetupRow::Field(i), ..) => {
            let Field { help, kind, .. } = *setup.field_of(i)?;
            return Some(match kind.range() {
                Some((least, most)) => tr!("{help}; {least} to {most}"),
                None => help.to_owned(),
            });
        }
        (SetupRow::Part(_), ..) => tr!("a position ID; leave it empty to remove the game"),
        (SetupRow::Convention, _, Some(Convention::Normal)) => {
            tr!("the player who makes the last move wins")
        }
        (SetupRow::Convention, _, Some(Convention::Misere)) => {
            tr!("the player who makes the last move loses; nothing else changes")
        }
        (SetupRow::Side(player), ..) => setup.kinds[player.index()].level()?.help(),
        _ => return None,
    };
    Some(text.to_owned())
}

/// Parses the sum of the non-empty parts. An error inside a part names the part, and the column within the part.
fn open_sum(setup: &mut SetupPage, library: &Library) -> Result<Box<dyn AnyPosition>, String> {
    let parts: Vec<(usize, &str)> = (setup.parts.iter().map(Input::value).enumerate())
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let Some((_, first)) = parts.first() else {
        return Err(tr!("The sum has no game yet.").to_owned());
    };
    // Name the convention, because a single part would otherwise use its game's default. As in an ID, the first part
    // may name the convention of the sum.
    let mut id = match games::convention_of(first) {
        Some(own) => {
            setup.convention = Some(own);
            String::new()
        }
        None => setup
            .convention
            .map_or(String::new(), |c| format!("{} ", c.word())),
    };
    let mut spans = Vec::new();
    for (i, text) in parts {
        if !spans.is_empty() {
            id.push_str(" + ");
        }
        let start = id.chars().count();
        id.push_str(text);
        // If something is missing at the end of a part, the error's column is one past the end of the part.
        spans.push((i, start + 1..start + text.chars().count() + 2));
    }
    games::open(&id, library).map_err(|mut e| {
        match spans.iter().find(|(_, s)| s.contains(&e.column)) {
            Some((i, span)) => {
                e.column = e.column + 1 - span.start;
                tr!("Game {n}, {error}", n = i + 1, error = e)
            }
            None => e.what,
        }
    })
}

/// Describes an error in the fields. The ID built from the fields is not visible, so the message names the field with
/// the error. If the field cannot be determined, the message quotes the ID.
fn in_fields(setup: &SetupPage, entry: &Entry, id: &str, mut error: IdError) -> String {
    let values = setup.values();
    let at = error.column;
    let mut found = Vec::new();
    for (field, value) in entry
        .setup
        .fields
        .iter()
        .zip(&values)
        .filter(|(_, v)| !v.is_empty())
    {
        for (byte, _) in id.match_indices(value.as_str()) {
            let start = id[..byte].chars().count() + 1;
            if (start..=start + value.chars().count()).contains(&at) {
                found.push((field.name, start));
            }
        }
    }
    match found.as_slice() {
        [(name, start)] => {
            error.column = at + 1 - start;
            format!("{name}, {error}")
        }
        _ => tr!("In {id}, {error}"),
    }
}

fn draw_form(cx: &Context, setup: &SetupPage, frame: &mut Frame<'_>, area: Rect) {
    let rows = setup.rows();
    let info = setup.shown_info();
    let help = row_help(setup, setup.at).unwrap_or_default();
    let form = Form {
        names: usize::from(layout::columns(NAMES)),
        at: rows.iter().position(|row| *row == setup.at).unwrap_or(0),
        rows: rows
            .into_iter()
            .map(|row| {
                let (name, value) = setup.value(row);
                FormRow { name, value }
            })
            .collect(),
        // The rule of a position contains the numbers in the fields, but the rule of a game contains letters.
        above: match &setup.position {
            Ok(position) => position.rule(),
            Err(_) => info.rule_under(setup.convention.or(info.default)),
        },
        help: FormHelp {
            text: cx.settings.keys().fill(KeyContext::Setup, &help),
            is_wrong: false,
            action: setup.finds().then_some(Action::Pick),
        },
    };
    form.draw(&cx.theme, frame, area);
}

fn preview(cx: &Context, setup: &SetupPage, frame: &mut Frame<'_>, area: Rect) {
    let theme = &cx.theme;
    let width = usize::from(area.width);
    let mut below: Vec<Line<'_>> = Vec::new();
    let mut say = |text: &str, style| {
        below.extend(
            wrap(text, width)
                .into_iter()
                .map(|line| Line::styled(line, style)),
        );
    };
    match &setup.position {
        // If there are few rows, the board gets all of them.
        Ok(_) if area.height < 7 => {}
        Ok(position) => {
            say(&cut(&position.id(), width * 3), Style::new());
            if let Some(mover) = position.mover() {
                let name = position.info().sides()[mover.index()];
                say(&tr!("{name} is to move"), theme.player(mover));
            }
        }
        Err(text) if cx.is_busy(Lane::Solve) => say(text, theme.quiet()),
        Err(text) => {
            say(&format!("! {text}"), theme.wrong());
            if setup.last.is_some() {
                say(
                    tr!("Above: the last position that could be shown."),
                    theme.quiet(),
                );
            }
        }
    }
    let height = saturating_cast(below.len());
    let gap = u16::from(height > 0);
    if area.height > height + 2
        && let Some(position) = setup.position.as_ref().ok().or(setup.last.as_ref())
    {
        let room = area.without_last_rows(height + gap);
        board::show(theme, frame, &position.scene(), room, &Marks::default());
    }
    frame.render_widget(Paragraph::new(below), area.last_rows(height));
}
