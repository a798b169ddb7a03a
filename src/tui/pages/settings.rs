//! The settings in groups, and the keys on a page of their own: what is effective, where it comes from, and a board that
//! shows the colours. A change holds at once.

use crate::play::session::Verdict;
use crate::settings::edit::{self, Change};
use crate::settings::keys::{Key, KeyCode, Section};
use crate::settings::{Origin, Setting, SettingKind, Settings};
use crate::tui::dialogs::boxes;
use crate::tui::keys;
use crate::tui::page::bar_keys;
use crate::tui::prelude::*;

/// The position whose board shows the colours.
const SHOWN: &str = "strip:0100200";
/// The columns of the list where there is not much room.
const LIST: u16 = 43;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Value(Setting),
    /// To the page of the keys.
    AllKeys,
    /// The keys of an action, everywhere or in one context.
    Keys(Section, Action),
}

/// What the next keys are for.
enum Entering {
    /// Going through the page.
    Nothing,
    /// The path of a folder, or a name.
    Words(Input),
    /// The new key of an action.
    Key,
}

pub struct SettingsPage {
    /// Whether this is the page of the keys.
    keys: bool,
    pub cursor: ListCursor,
    entering: Entering,
    /// A board that shows the colours.
    scene: Option<Scene>,
}

struct RowText {
    group: &'static str,
    name: &'static str,
    value: String,
    origin: String,
    /// What the setting or the key is for, in a sentence.
    what: String,
}

impl Row {
    fn text(self, settings: &Settings) -> RowText {
        match self {
            Row::Value(setting) => {
                let info = setting.info();
                let value = match (setting.kind(), settings.text(setting).as_str()) {
                    (SettingKind::Folder, "") => "(default)".to_owned(),
                    (SettingKind::Name(_), "") if setting == Setting::Guest => "(side)".to_owned(),
                    (SettingKind::Name(_), "") => "(you)".to_owned(),
                    (SettingKind::Flag, value) => {
                        if value == "true" { "yes" } else { "no" }.to_owned()
                    }
                    (_, value) => value.to_owned(),
                };
                let (origin, what) = (settings.origin(setting).to_string(), info.what.to_owned());
                RowText {
                    group: info.section,
                    name: info.word,
                    value,
                    origin,
                    what,
                }
            }
            Row::AllKeys => {
                let what = "The keys, everywhere and on each page".to_owned();
                RowText {
                    group: "keys",
                    name: "all keys",
                    value: String::new(),
                    origin: String::new(),
                    what,
                }
            }
            Row::Keys(section, action) => {
                let keys = settings.keys_of(section, action);
                let value = keys
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join("  ");
                let what = match section {
                    Section::Everywhere => format!("{}; on every page that has it", action.what()),
                    Section::Only(context) => {
                        format!(
                            "{}; on this page: {}",
                            action.what_at(context),
                            context.what()
                        )
                    }
                };
                let origin = settings.key_origin(section, action).to_string();
                RowText {
                    group: section.word(),
                    name: action.word(),
                    value,
                    origin,
                    what,
                }
            }
        }
    }

    /// Whether it is typed, and not turned over.
    fn is_typed(self) -> bool {
        matches!(self, Row::Value(setting) if matches!(setting.kind(), SettingKind::Folder | SettingKind::Name(_)))
    }
}

fn save(cx: &mut Context) {
    let changes = cx.unsaved_settings.clone();
    cx.spawn_shared(
        Lane::Write,
        move |desk| {
            let none = "there is no place for a settings file; name one with --config FILE";
            let path = desk.disk.settings.clone().ok_or(none)?;
            edit::save(&path, &changes).map_err(|error| error.to_string())?;
            Ok::<_, String>(path)
        },
        |cx, saved| match saved {
            Ok(path) => {
                cx.unsaved_settings.clear();
                cx.settings.note_saved();
                cx.notify(format!("Saved: {}", path.display()));
            }
            Err(why) => {
                cx.notify_error(format!("The settings are effective, but not saved: {why}"));
            }
        },
    );
}

/// A setting has another value: it is effective, and waits to be saved.
fn set(cx: &mut Context, setting: Setting, value: String) {
    if let Err(error) = cx.settings.set(setting, &value, Origin::Page) {
        return cx.notify_error(error.to_string());
    }
    cx.unsaved_settings
        .retain(|change| !matches!(change, Change::Value(s, _) if *s == setting));
    cx.unsaved_settings.push(Change::Value(setting, value));
    cx.theme = Theme::of(&cx.settings, cx.traits);
    if setting == Setting::Verdict {
        cx.set_verdict(if cx.settings.values().verdict {
            Verdict::Why
        } else {
            Verdict::Hidden
        });
    }
    if cx.settings.is_colourless(setting) {
        cx.notify("No colours as long as $NO_COLOR is set, whatever else is said.");
    } else if let Some(origin) = cx.settings.goes_before(setting) {
        cx.notify(format!(
            "This lasts until you quit; next time {origin} overrides the file."
        ));
    }
}

/// An action has other keys, or its default ones: they are effective, unless one of them would mean two things.
fn bind(cx: &mut Context, section: Section, action: Action, new: Option<Vec<Key>>) {
    let mut changes = cx.settings.changes().clone();
    match &new {
        Some(keys) => drop(changes.insert((section, action), (keys.clone(), Origin::Page))),
        None => drop(changes.remove(&(section, action))),
    }
    if let Err(conflict) = cx.settings.change_keys(changes) {
        return cx.notify_error(format!("{conflict}: give one of them another key first."));
    }
    let same =
        |change: &Change| matches!(change, Change::Keys(s, a, _) if (*s, *a) == (section, action));
    cx.unsaved_settings.retain(|change| !same(change));
    cx.unsaved_settings.push(Change::Keys(section, action, new));
}

impl SettingsPage {
    /// The page of the settings, or that of the keys.
    pub fn new(cx: &Context, keys: bool) -> SettingsPage {
        let scene = games::open(SHOWN, &cx.library)
            .ok()
            .map(|position| position.scene());
        SettingsPage {
            keys,
            cursor: ListCursor::default(),
            entering: Entering::Nothing,
            scene,
        }
    }

    /// Its lines: the settings and the way to the keys, or the keys of everywhere and then those of each context.
    fn rows(&self, cx: &Context) -> Vec<Row> {
        if !self.keys {
            return Setting::ALL
                .into_iter()
                .map(Row::Value)
                .chain([Row::AllKeys])
                .collect();
        }
        let all = Section::all()
            .flat_map(|section| Action::ALL.iter().map(move |action| (section, *action)));
        let listed = |(section, action): &(Section, Action)| {
            section.lists(*action) || cx.settings.changes().contains_key(&(*section, *action))
        };
        all.filter(listed)
            .map(|(section, action)| Row::Keys(section, action))
            .collect()
    }

    /// The group and the name of the selected line, or the name of a setting.
    #[cfg(test)]
    pub fn selected_name(&self, cx: &Context) -> String {
        let Some(row) = self.selected(cx) else {
            return String::new();
        };
        let RowText { group, name, .. } = row.text(&cx.settings);
        if let Row::Keys(..) = row {
            format!("{group}: {name}")
        } else {
            name.to_owned()
        }
    }

    fn selected(&self, cx: &Context) -> Option<Row> {
        self.rows(cx).get(self.cursor.at).copied()
    }

    /// The value of the selected line, one on or back.
    fn turn(&self, cx: &mut Context, forward: bool) {
        if let Some(row @ Row::Value(setting)) = self.selected(cx)
            && !row.is_typed()
        {
            let value = cx.settings.stepped(setting, forward);
            set(cx, setting, value);
        }
    }

    /// Changes the selected line: a choice to the next one; a folder, a name or a key is to be typed.
    fn enter(&mut self, cx: &mut Context) {
        match self.selected(cx) {
            Some(row @ Row::Value(setting)) if row.is_typed() => {
                self.entering = Entering::Words(Input::new(cx.settings.text(setting)));
            }
            Some(Row::Value(_)) => self.turn(cx, true),
            Some(Row::AllKeys) => {
                let keys = SettingsPage::new(cx, true);
                cx.push(keys);
            }
            Some(Row::Keys(..)) => self.entering = Entering::Key,
            None => {}
        }
    }

    /// The selected line: what it is for, what is effective and why, and how it looks.
    fn about(&self, cx: &Context, row: Row, frame: &mut Frame<'_>, area: Rect) {
        let theme = &cx.theme;
        let RowText {
            name,
            value,
            origin,
            what,
            ..
        } = row.text(&cx.settings);
        let mut said = vec![
            StyledLine::heading(name),
            StyledLine::plain(format!("{what}.")),
        ];
        if let Row::Value(setting) = row
            && matches!(setting.kind(), SettingKind::Choice(_))
        {
            said.push(StyledLine::quiet(setting.expected().replace('"', "")));
        }
        if row != Row::AllKeys {
            said.push(StyledLine::hint(format!("Now: {value} ({origin})")));
        }
        said.push(match (&self.entering, row) {
            (Entering::Key, _) => StyledLine::heading("Press the new key; esc leaves it as it is."),
            (Entering::Words(_), _) => StyledLine::blank(),
            (_, Row::Value(Setting::Saves)) => StyledLine::quiet(
                "<enter>: type the path of a folder; it is used from the next start on",
            ),
            (_, Row::Value(Setting::Name | Setting::Guest)) => {
                StyledLine::quiet("<enter>: type a name")
            }
            (_, Row::Value(_)) => {
                StyledLine::quiet("arrows change it; <usual>: back to the default")
            }
            (_, Row::AllKeys) => StyledLine::quiet("<enter>: show them"),
            (_, Row::Keys(..)) => {
                StyledLine::quiet("<enter>: press another key for it; <usual>: back to the default")
            }
        });
        let lines = cx.flow(said, area.width);
        let used = nearest::<u16, _>(lines.len());
        frame.render_widget(Paragraph::new(lines), area);
        let mut rest = Rect {
            y: area.y + used,
            height: area.height.saturating_sub(used),
            ..area
        };
        if let Entering::Words(input) = &self.entering {
            let is_name = matches!(row, Row::Value(Setting::Name | Setting::Guest));
            boxes::input(
                theme,
                frame,
                if is_name { "name: " } else { "folder: " },
                input,
                rest,
            );
            rest = boxes::below(rest);
        }
        if rest.height < 5 || self.keys {
            return;
        }
        let words = Line::from(vec![
            Span::styled("A ", theme.player(Player::First)),
            Span::styled("B ", theme.player(Player::Second)),
            Span::styled("+ won ", theme.outcome(Outcome::Win)),
            Span::styled("- lost ", theme.outcome(Outcome::Loss)),
            Span::styled("= drawn ", theme.outcome(Outcome::Draw)),
            Span::styled("hint", theme.hint()),
        ]);
        frame.render_widget(
            Paragraph::new(words),
            Rect {
                y: rest.bottom() - 1,
                height: 1,
                ..rest
            },
        );
        if let Some(scene) = &self.scene {
            let room = Rect {
                y: rest.y + 1,
                height: rest.height - 3,
                ..rest
            };
            board::show(theme, frame, scene, room, &Marks::default());
        }
    }
}

impl Page for SettingsPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Settings
    }

    fn is_typing(&self) -> bool {
        !matches!(self.entering, Entering::Nothing)
    }

    fn key(&mut self, cx: &mut Context, action: Action) {
        match action {
            Action::Left => self.turn(cx, false),
            Action::Right => self.turn(cx, true),
            Action::Pick | Action::Enter => self.enter(cx),
            Action::Default => {
                match self.selected(cx) {
                    Some(Row::Value(setting)) => set(cx, setting, setting.default_text()),
                    Some(Row::Keys(section, action)) => bind(cx, section, action, None),
                    Some(Row::AllKeys) | None => {}
                }
                self.cursor.at = self.cursor.at.min(self.rows(cx).len().saturating_sub(1));
            }
            Action::Save if cx.unsaved_settings.is_empty() => {
                cx.notify("Nothing has changed since the settings were saved.");
            }
            Action::Save => save(cx),
            Action::Escape | Action::Settings => {
                if !cx.unsaved_settings.is_empty() && !self.keys {
                    cx.notify(
                        "The changes hold until you quit; <save> on the settings page saves them.",
                    );
                }
                cx.go(Navigation::Back);
            }
            action => drop(self.cursor.key(action, self.rows(cx).len())),
        }
    }

    /// Any key, where a key is to be entered.
    fn typed(&mut self, cx: &mut Context, pressed: KeyEvent) -> bool {
        if !matches!(self.entering, Entering::Key) {
            return type_into(self, cx, pressed);
        }
        self.entering = Entering::Nothing;
        let key = keys::pressed(pressed).filter(|key| *key != Key::plain(KeyCode::Esc));
        if let (Some(key), Some(Row::Keys(section, action))) = (key, self.selected(cx)) {
            // It takes the place of the first one, which is the one that is shown.
            let others = cx
                .settings
                .keys_of(section, action)
                .into_iter()
                .skip(1)
                .filter(|k| *k != key);
            let all = std::iter::once(key).chain(others).collect();
            if section == Section::Only(KeyContext::Text) && key.types() {
                cx.notify_error(format!(
                    "{key} would be typed there: expected a key that is no character."
                ));
            } else {
                bind(cx, section, action, Some(all));
            }
        }
        true
    }

    /// A folder or a name is typed, or left.
    fn ended(&mut self, cx: &mut Context, action: Action) {
        let entered = std::mem::replace(&mut self.entering, Entering::Nothing);
        if let (Entering::Words(input), Action::Enter, Some(Row::Value(setting))) =
            (entered, action, self.selected(cx))
        {
            match setting.read(input.value().trim()) {
                Ok(value) => set(cx, setting, value),
                Err(error) => cx.notify_error(format!("{error}.")),
            }
            if setting == Setting::Saves && cx.notice.is_none() {
                cx.notify("It is used from the next start on.");
            }
        }
    }

    fn field(&mut self) -> Option<&mut Input> {
        if let Entering::Words(input) = &mut self.entering {
            Some(input)
        } else {
            None
        }
    }

    /// A click on a line selects it; on the selected one, changes it.
    fn click(&mut self, cx: &mut Context, at: Position) {
        let count = self.rows(cx).len();
        match self
            .cursor
            .click(layout::list_panes(cx.size, LIST).main, count, at)
        {
            Clicked::Again => {
                self.entering = Entering::Nothing;
                self.enter(cx);
            }
            Clicked::Selected => self.entering = Entering::Nothing,
            Clicked::Nothing => {}
        }
    }

    fn keys(&self, cx: &Context) -> Vec<BarKey> {
        match self.entering {
            Entering::Nothing => bar_keys(self, cx),
            Entering::Words(_) => BarKey::ends("done", "leave it"),
            // Any key but that which leaves it would be taken.
            Entering::Key => vec![BarKey::new(&[Action::Escape], "leave it")],
        }
    }

    fn can(&self, cx: &Context, line: &KeyLine) -> bool {
        *line.actions != [Action::Save] || !cx.unsaved_settings.is_empty()
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let panes = layout::list_panes(cx.size, LIST);
        let note = if cx.unsaved_settings.is_empty() {
            ""
        } else {
            "not saved"
        };
        let (title, about) = match self.keys {
            true => ("Keys", "which key asks for what"),
            false => ("Settings", "a change holds at once"),
        };
        page::title(cx, frame, &panes, title, about, note);
        let rows = self.rows(cx);
        let width = usize::from(panes.main.width).saturating_sub(2);
        let (groups, names) = if self.keys { (11, 16) } else { (8, 12) };
        self.cursor
            .draw(theme, frame, panes.main, rows.len(), |i, here| {
                let text = |i: usize| rows[i].text(&cx.settings);
                let RowText {
                    group,
                    name,
                    value,
                    origin,
                    ..
                } = text(i);
                let first =
                    i == 0 || text(i - 1).group != group || i == self.cursor.first(panes.main);
                let group = fit(if first { group } else { "" }, groups);
                let room = width.saturating_sub(groups + names + 2);
                let value = cut(&value, room);
                let rest = room.saturating_sub(wide(&value) + 2);
                Line::from(vec![
                    Span::styled(group, theme.quiet()),
                    Span::styled(fit(&cut(name, names), names), row_style(theme, here)),
                    Span::styled(format!("  {value}"), theme.text()),
                    Span::styled(
                        if rest > wide(&origin) {
                            format!("  {origin}")
                        } else {
                            String::new()
                        },
                        theme.quiet(),
                    ),
                ])
            });
        if let Some(&row) = rows.get(self.cursor.at) {
            self.about(cx, row, frame, panes.side);
        }
    }
}
