//! Lists the saved games and the most recent matches, with the board of the selected game.

use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDate};

use super::table::state::MatchState;
use crate::play::store::{Save, Store, Summary};
use crate::settings::turned;
use crate::tui::dialogs::confirm::ConfirmDialog;
use crate::tui::prelude::*;
use nimatron_core::games::reasons::capital;

/// The width of the list, in columns.
const LIST: u16 = 46;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SaveOrder {
    /// Latest first.
    #[default]
    Date,
    Name,
    /// By game, then by name.
    Game,
}

impl SaveOrder {
    const ALL: [SaveOrder; 3] = [SaveOrder::Date, SaveOrder::Name, SaveOrder::Game];

    fn word(self) -> &'static str {
        match self {
            SaveOrder::Date => tr!("by date"),
            SaveOrder::Name => tr!("by name"),
            SaveOrder::Game => tr!("by game"),
        }
    }
}

#[derive(Default)]
pub struct OpenPage {
    list: Option<Result<Vec<Save>, String>>,
    pub cursor: ListCursor,
    /// Three boards of the selected game: the board at its cursor, the board before its last move (for the ghosts), and
    /// the board at its start (for the scale).
    scenes: [Option<Scene>; 3],
    order: SaveOrder,
    filter: ListFilter,
    name: Option<Input>,
}

pub fn show(cx: &mut Context) {
    cx.push(OpenPage::default());
}

/// Yields the matches that belong to this file, both on the table and set aside.
fn from_file<'a>(cx: &'a mut Context, path: &'a Path) -> impl Iterator<Item = &'a mut MatchState> {
    cx.matches_mut()
        .filter(move |s| s.file.as_deref() == Some(path))
}

fn list(cx: &mut Context) {
    let library = cx.library.clone();
    cx.spawn(
        Lane::Read,
        move |desk| {
            let list = desk
                .disk
                .store()
                .and_then(|store| store.list(&library, &|| !desk.is_cancelled()));
            list.map_err(|error| error.to_string())
        },
        |page: &mut OpenPage, cx, list| {
            page.list = Some(list);
            page.look(cx);
        },
    );
}

fn open(cx: &mut Context, path: PathBuf) {
    let library = cx.library.clone();
    let from = path.clone();
    cx.spawn(
        Lane::Read,
        move |desk| {
            let game = desk.disk.open(&from, &library, &|| !desk.is_cancelled());
            game.map_err(|error| error.to_string())
        },
        |page: &mut OpenPage, cx, game| match game {
            Ok(game) => {
                // A text file of IDs must not be overwritten by a match.
                let json = path
                    .extension()
                    .is_some_and(|e| e.eq_ignore_ascii_case("json"));
                let is_saved = page
                    .saves()
                    .iter()
                    .any(|save| save.path == path && !save.is_played);
                cx.replace_match(game, (json && is_saved).then_some(path));
            }
            Err(text) => cx.notify_error(text),
        },
    );
}

fn rename(cx: &mut Context, path: PathBuf, name: String) {
    let from = path.clone();
    cx.spawn_lasting(
        Lane::Write,
        move |desk| {
            desk.disk
                .rename(&from, &name)
                .map_err(|error| error.to_string())
        },
        move |page: Option<&mut OpenPage>, cx, renamed| match renamed {
            Ok(to) => {
                from_file(cx, &path).for_each(|s| s.file = Some(to.clone()));
                if let Some(page) = page {
                    page.name = None;
                    list(cx);
                }
            }
            Err(why) => cx.notify_error(why),
        },
    );
}

fn delete(cx: &mut Context, path: PathBuf) {
    let gone = path.clone();
    cx.spawn_lasting(
        Lane::Write,
        move |_| Store::delete(&gone).map_err(|error| error.to_string()),
        move |page: Option<&mut OpenPage>, cx, deleted| match deleted {
            Ok(()) => {
                from_file(cx, &path).for_each(MatchState::lose_file);
                cx.notify(tr!("Deleted: {file}", file = path.display()));
                if page.is_some() {
                    list(cx);
                }
            }
            Err(why) => cx.notify_error(why),
        },
    );
}

impl OpenPage {
    pub fn saves(&self) -> Vec<&Save> {
        let Some(Ok(list)) = &self.list else {
            return Vec::new();
        };
        let has = |save: &&Save| {
            let about = save
                .summary
                .as_ref()
                .map_or(String::new(), |s| format!("{} {}", s.game, s.id));
            self.filter.has(&format!("{} {about}", save.name))
        };
        let mut shown: Vec<&Save> = list.iter().filter(has).collect();
        let game = |save: &Save| save.summary.as_ref().map_or("\u{10ffff}", |s| s.game);
        match self.order {
            // The list already has this order.
            SaveOrder::Date => {}
            SaveOrder::Name => shown.sort_by_key(|save| save.name.to_lowercase()),
            SaveOrder::Game => shown.sort_by_key(|save| (game(save), save.name.to_lowercase())),
        }
        shown
    }

    fn selected(&self) -> Option<&Save> {
        self.saves().get(self.cursor.at).copied()
    }

    fn look(&mut self, cx: &Context) {
        self.cursor.at = self.cursor.at.min(self.saves().len().saturating_sub(1));
        let scene = |id: &String| {
            games::open(id, &cx.library)
                .ok()
                .map(|position| position.scene())
        };
        self.scenes = match self.selected().and_then(|s| s.summary.as_ref().ok()) {
            Some(s) => [&s.id, &s.before, &s.start].map(scene),
            None => [None, None, None],
        };
    }

    fn ended(&mut self, cx: &mut Context, action: Action) {
        match (&self.name, action) {
            (Some(input), Action::Enter) => {
                let name = input.value().trim().to_owned();
                if let Some(path) = self.selected().map(|save| save.path.clone()) {
                    rename(cx, path, name);
                }
                // The input line stays open until the file has been renamed.
                return;
            }
            (Some(_), Action::Escape) => self.name = None,
            (Some(_), _) => return,
            (None, Action::Escape) => {
                self.filter.clear();
                self.cursor.at = 0;
            }
            // Enter opens the selected game. If no game is listed, the user can still change the filter.
            (None, Action::Enter) => match self.selected().map(|save| save.path.clone()) {
                Some(path) => {
                    self.filter.close();
                    open(cx, path);
                }
                None => cx.notify(tr!("No saved game is listed.")),
            },
            (None, _) => self.filter.close(),
        }
        self.look(cx);
    }

    fn has_line(&self) -> bool {
        self.name.is_some() || self.filter.is_shown()
    }

    /// Returns a line of the list, which describes the match and ends with the day. For saved games and damaged files,
    /// the line begins with the name.
    fn row(&self, cx: &Context, save: &Save, here: bool, width: usize) -> Line<'static> {
        let theme = &cx.theme;
        let (date, style, what) = match &save.summary {
            Ok(summary) => (day(cx, &save.saved), theme.quiet(), description(summary)),
            Err(_) => (tr!("! damaged").to_owned(), theme.wrong(), Vec::new()),
        };
        let room = width.saturating_sub(wide(&date) + 2);
        let mut texts = what;
        if !save.is_played || texts.is_empty() {
            texts.insert(0, save.name.clone());
        }
        let mut text = cut(&texts[0], room);
        for part in &texts[1..] {
            let longer = format!("{text}, {part}");
            if wide(&longer) > room {
                break;
            }
            text = longer;
        }
        Line::from(vec![
            Span::styled(fit(&text, room), row_style(theme, here)),
            Span::styled(format!("  {date}"), style),
        ])
    }

    fn about(&self, cx: &Context, save: &Save, frame: &mut Frame<'_>, area: Rect) {
        let theme = &cx.theme;
        let when: String = save.saved.replace('T', " ").chars().take(16).collect();
        let mut said = vec![StyledLine::heading(save.name.clone())];
        let summary = match &save.summary {
            Ok(summary) => summary,
            Err(error) => {
                said.push(StyledLine::quiet(when));
                said.push(StyledLine::lost(tr!("! It {error}")));
                return frame.render_widget(Paragraph::new(flow(theme, said, area.width)), area);
            }
        };
        said.push(StyledLine::quiet(format!("{}, {when}", summary.game)));
        if save.is_played {
            said.push(StyledLine::quiet(tr!(
                "Not saved: one of the last 20 matches. <rename> saves it."
            )));
        }
        let mut lines = cx.flow(said, area.width);
        // In a match against the computer, the line below names the opponent.
        let who = &summary.participants;
        let is_listed = Participant::only_person(who).is_none();
        for player in Player::BOTH.into_iter().filter(|_| is_listed) {
            let Participant { kind, name } = &who[player.index()];
            let name = Span::styled(cut(name, usize::from(area.width) / 2), theme.player(player));
            let about = format!(" {}", kind.description());
            lines.push(Line::from(vec![name, Span::raw(about)]));
        }
        let mut progress = description(summary).split_off(1).join(", ");
        if named_winner(summary).is_none() {
            progress = capital(&progress);
        }
        if summary.cursor < summary.moves {
            progress += &tr!(", at move {n}", n = summary.cursor);
        }
        lines.extend(flow(theme, [StyledLine::plain(progress)], area.width));
        let width = usize::from(area.width);
        // A truncated ID could name another position, so show the complete ID or none.
        let id = if wide(&summary.id) <= width * 2 {
            wrap(&summary.id, width)
        } else {
            Vec::new()
        };
        let (used, below) = (
            saturating_cast::<u16, _>(lines.len()),
            saturating_cast::<u16, _>(id.len()),
        );
        frame.render_widget(Paragraph::new(lines), area);
        let room = area.height.saturating_sub(used + below + 2);
        let [scene, before, start] = &self.scenes;
        if let Some(scene) = scene.as_ref().filter(|_| room >= 3) {
            let room = area.skip_rows(used + 1).take_rows(room);
            let last = &summary.last;
            let before = before.as_ref();
            let start = start.as_ref();
            board::show(
                theme,
                frame,
                scene,
                room,
                &Marks {
                    last,
                    before,
                    start,
                    ..Marks::default()
                },
            );
        }
        if used + below <= area.height {
            let lines: Vec<Line<'_>> = id
                .into_iter()
                .map(|l| Line::styled(l, theme.quiet()))
                .collect();
            let place = area.last_rows(below);
            frame.render_widget(Paragraph::new(lines), place);
        }
    }
}

/// Returns the day of an RFC 3339 date, such as `today`, `yesterday` or `20 Nov 2026`.
fn day(cx: &Context, date: &str) -> String {
    let Ok(date) = DateTime::parse_from_rfc3339(date) else {
        return String::new();
    };
    let today = cx.record.as_ref().map(|(today, _)| today);
    let today = today.and_then(|today| today.parse::<NaiveDate>().ok());
    match today.map(|today| (today - date.date_naive()).num_days()) {
        Some(0) => return tr!("today").to_owned(),
        Some(1) => return tr!("yesterday").to_owned(),
        _ => {}
    }
    date.format("%d %b %-Y").to_string()
}

/// Returns the winner's name if two people or two computers have finished the match.
fn named_winner(summary: &Summary) -> Option<&str> {
    let who = &summary.participants;
    let winner = summary.result?.winner?;
    let is_named = Participant::only_person(who).is_none();
    is_named.then_some(who[winner.index()].name.as_str())
}

/// Describes a match in a list of phrases, such as `Kayles`, `won against easy` and `7 moves`.
fn description(summary: &Summary) -> Vec<String> {
    let who = &summary.participants;
    let how = match (Participant::only_person(who), named_winner(summary)) {
        (_, Some(name)) => tr!("{name} won"),
        (Some(me), None) => {
            let level = who[me.other().index()].kind.level();
            let against = level.map_or(String::new(), |level| tr!(" against {level}"));
            let verb = match summary.result.map(|result| result.winner) {
                None => tr!("unfinished"),
                Some(None) => tr!("drawn"),
                Some(Some(winner)) if winner == me => tr!("won"),
                Some(Some(_)) => tr!("lost"),
            };
            format!("{verb}{against}")
        }
        (None, None) if summary.result.is_none() => tr!("unfinished").to_owned(),
        (None, None) => tr!("drawn").to_owned(),
    };
    let moves = counted(summary.moves as u64, tr!("move"), tr!("moves"));
    vec![summary.game.to_owned(), how, moves]
}

impl Page for OpenPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Open
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        if message == Message::Edited {
            if self.name.is_none() {
                self.cursor.at = 0;
            }
            return self.look(cx);
        }
        if let Message::Do(action @ (Action::Enter | Action::Escape | Action::Complete)) = message
            && self.field().is_some()
        {
            return self.ended(cx, action);
        }
        if matches!(message, Message::Item(_)) {
            self.name = None;
            self.filter.close();
        }
        let saves = self.saves().len();
        let Some(action) = self.cursor.action(message, saves) else {
            return self.look(cx);
        };
        let selected = self
            .selected()
            .map(|save| (save.name.clone(), save.path.clone()));
        match (action, selected) {
            (Action::Escape, _) if self.filter.clear() => self.cursor.at = 0,
            (Action::Escape, _) => return cx.go(Navigation::Back),
            (Action::Enter, Some((_, path))) => open(cx, path),
            (Action::Sort, selected) => {
                self.order = turned(&SaveOrder::ALL, &self.order, true);
                let path = selected.map(|(_, path)| path);
                let at = self.saves().iter().position(|save| Some(&save.path) == path.as_ref());
                self.cursor.at = at.unwrap_or(0);
            }
            (Action::Filter, _) => self.filter.open(),
            (Action::Rename, Some((name, _))) => self.name = Some(Input::new(name)),
            (Action::Delete, Some((name, path))) => cx.push(ConfirmDialog {
                text: tr!(
                    "Delete the file of {name}? If it is one of the last 20 matches, a copy stays in this list."),
                yes: tr!("delete it"),
                then: Some(Navigation::to_do(|cx| delete(cx, path))),
                save: false,
            }),
            (action, _) => drop(self.cursor.key(action, saves)),
        }
        self.look(cx);
    }

    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        match self.filter.way(typed) {
            Some(way) => self.act(cx, Message::Do(way)),
            None => return type_into(self, cx, typed),
        }
        true
    }

    fn field(&mut self) -> Option<&mut Input> {
        self.name.as_mut().or_else(|| self.filter.field())
    }

    fn shown(&mut self, cx: &mut Context) {
        list(cx);
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        let is_listed = matches!(&self.list, Some(Ok(list)) if !list.is_empty());
        match *line.actions {
            // A line of the key table with several actions is matched by its first action.
            [Action::Enter | Action::Rename | Action::Delete | Action::Sort]
            | [Action::Left, ..]
            | [Action::Up, ..]
                if !cx.is_typing && self.selected().is_none() =>
            {
                Err(tr!("No saved game is listed."))
            }
            [Action::Rename] if self.selected().is_some_and(|save| save.is_played) => {
                Ok(Cow::Borrowed(tr!("save")))
            }
            [Action::Filter] if !is_listed => Err(tr!("There are no saved games.")),
            [Action::Enter] if cx.is_typing && self.name.is_none() => {
                Ok(Cow::Borrowed(tr!("open")))
            }
            [Action::Complete] if self.name.is_none() => Ok(Cow::Borrowed(tr!("keep the filter"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let note = if matches!(&self.list, Some(Ok(list)) if !list.is_empty()) {
            self.order.word()
        } else {
            ""
        };
        let saves = self.saves();
        let list = Master {
            title: [tr!("Your games"), "", note],
            panes: layout::list_panes(cx.size, LIST, saves.len() + 1),
            cursor: self.cursor,
            lines: saves.len(),
            above: 0,
            below: u16::from(self.has_line()),
        };
        let panes = list.draw(cx, frame, |i, here, width| {
            self.row(cx, saves[i], here, width)
        });
        let (said, area) = match &self.list {
            None => (Some(StyledLine::quiet(tr!("reading ..."))), panes.main),
            Some(Err(text)) => (Some(StyledLine::lost(format!("! {text}"))), panes.main),
            Some(Ok(list)) if list.is_empty() => {
                let none = tr!(
                    "No game is here yet. The last 20 matches are kept here; <save> at the table saves one for good."
                );
                (Some(StyledLine::quiet(none)), panes.body)
            }
            Some(Ok(_)) => (None, panes.main),
        };
        if let Some(said) = said {
            frame.render_widget(Paragraph::new(cx.flow([said], area.width)), area);
        }
        if let Some(save) = saves.get(self.cursor.at) {
            self.about(cx, save, frame, panes.side);
        }
        let line = panes.main.last_rows(1);
        match &self.name {
            Some(input) => Form::line(tr!("new name:"), input).draw(theme, frame, line),
            None if self.filter.is_shown() => self.filter.draw(cx, frame, line),
            None => {}
        }
    }
}
