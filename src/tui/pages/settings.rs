//! Shows the settings and, on a separate page, the keys. Most changes take effect immediately, and the others when the
//! program is next started.

use crate::play::session::Verdict;
use crate::settings::edit;
use crate::settings::keys::Section;
use crate::settings::{Origin, PixelProtocol, Setting, SettingKind, Settings};
use crate::tui::prelude::*;
use nimatron_core::games::reasons::join;

/// The ID of the position on the board that previews the colours.
const SHOWN: &str = "strip:0100200";
/// The width of the list, in columns.
const LIST: u16 = 43;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Value(Setting),
    AllKeys,
    /// The keys of an action, everywhere or in a single context.
    Keys(Section, Action),
}

pub struct SettingsPage {
    keys: bool,
    pub cursor: ListCursor,
    words: Option<Input>,
    scene: Option<Scene>,
}

struct RowText {
    group: &'static str,
    name: &'static str,
    value: String,
    origin: String,
    what: String,
}

impl Row {
    fn text(self, settings: &Settings) -> RowText {
        match self {
            Row::Value(setting) => {
                let info = setting.info();
                let value = match (setting.kind(), settings.text(setting).as_str()) {
                    (SettingKind::Folder, "") => tr!("the usual folder").to_owned(),
                    (SettingKind::Name(_), "") if setting == Setting::Guest => {
                        tr!("that of the side").to_owned()
                    }
                    (SettingKind::Name(_), "") => tr!("you").to_owned(),
                    (SettingKind::Number(..), _) => {
                        let ms: u32 = saturating_cast(settings.values().pause.0);
                        format!("{} s", f64::from(ms) / 1000.0)
                    }
                    (SettingKind::Flag, value) => if value == "true" {
                        tr!("yes")
                    } else {
                        tr!("no")
                    }
                    .to_owned(),
                    (_, value) => value.to_owned(),
                };
                let origin = settings.origin(setting).to_string();
                let what = info.what.to_owned();
                RowText {
                    group: info.section,
                    name: info.label,
                    value,
                    origin,
                    what,
                }
            }
            Row::AllKeys => {
                let what = tr!("The keys, everywhere and on each page").to_owned();
                RowText {
                    group: "keys",
                    name: tr!("Keys"),
                    value: String::new(),
                    origin: String::new(),
                    what,
                }
            }
            Row::Keys(section, action) => {
                let keys = settings.keys_of(section, action);
                let value = join(keys.iter().map(|key| key.label()), "  ");
                let what = match section {
                    Section::Everywhere => {
                        tr!("{what}; on every page that has it", what = action.what())
                    }
                    Section::Only(context) => {
                        tr!(
                            "{what}; on this page: {page}",
                            what = action.what_at(context),
                            page = context.what()
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

    fn is_changed(self, settings: &Settings) -> bool {
        match self {
            Row::Value(setting) => settings.origin(setting) != Origin::Usual,
            Row::AllKeys => false,
            Row::Keys(section, action) => settings.key_origin(section, action) != Origin::Usual,
        }
    }

    fn is_typed(self) -> bool {
        matches!(self, Row::Value(setting) if matches!(setting.kind(), SettingKind::Folder | SettingKind::Name(_)))
    }
}

fn save(cx: &mut Context) {
    let changes = cx.unsaved_settings.clone();
    cx.spawn_shared(
        Lane::Write,
        move |desk| {
            let none = tr!("there is no place for a settings file; name one with --config FILE");
            let path = desk.disk.settings.clone().ok_or(none)?;
            edit::save(&path, &changes).map_err(|error| error.to_string())?;
            Ok::<_, String>(path)
        },
        |cx, saved| match saved {
            Ok(path) => {
                cx.unsaved_settings.clear();
                cx.settings.note_saved();
                cx.notify(tr!("Saved: {file}", file = path.display()));
            }
            Err(why) => {
                cx.notify_error(tr!("The settings are effective, but not saved: {why}"));
            }
        },
    );
}

/// Sets a value without saving it. Tells the user if the value is invalid, has no effect for now, or will be overridden
/// when the program is next started.
fn set(cx: &mut Context, setting: Setting, value: String) {
    if let Err(error) = cx.settings.set(setting, &value, Origin::Page) {
        return cx.notify_error(error.to_string());
    }
    cx.unsaved_settings
        .retain(|(changed, _)| *changed != setting);
    cx.unsaved_settings.push((setting, value));
    cx.theme = Theme::new(&cx.settings, cx.traits);
    if setting == Setting::Verdict {
        cx.set_verdict(if cx.settings.values().verdict {
            Verdict::Why
        } else {
            Verdict::Hidden
        });
    }
    if setting == Setting::Pixels && cx.settings.values().pixels != PixelProtocol::Off {
        cx.notify(tr!("Images begin at the next start."));
    } else if cx.settings.is_colourless(setting) {
        cx.notify(tr!(
            "No colours as long as $NO_COLOR is set, whatever else is said."
        ));
    } else if let Some(origin) = cx.settings.goes_before(setting) {
        cx.notify(tr!(
            "This lasts until you quit; next time {origin} overrides the file."
        ));
    }
}

impl SettingsPage {
    pub fn new(cx: &Context, keys: bool) -> SettingsPage {
        let scene = games::open(SHOWN, &cx.library)
            .ok()
            .map(|position| position.scene());
        SettingsPage {
            keys,
            cursor: ListCursor::default(),
            words: None,
            scene,
        }
    }

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

    #[cfg(test)]
    pub fn selected_name(&self, cx: &Context) -> String {
        let Some(row) = self.selected(cx) else {
            return String::new();
        };
        let RowText { group, name, .. } = row.text(&cx.settings);
        match row {
            Row::Keys(..) => format!("{group}: {name}"),
            Row::Value(setting) => setting.info().word.to_owned(),
            Row::AllKeys => name.to_owned(),
        }
    }

    fn selected(&self, cx: &Context) -> Option<Row> {
        self.rows(cx).get(self.cursor.at).copied()
    }

    fn turn(&self, cx: &mut Context, forward: bool) {
        if let Some(row @ Row::Value(setting)) = self.selected(cx)
            && !row.is_typed()
        {
            let value = cx.settings.stepped(setting, forward);
            set(cx, setting, value);
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        match self.selected(cx) {
            Some(row @ Row::Value(setting)) if row.is_typed() => {
                self.words = Some(Input::new(cx.settings.text(setting)));
            }
            Some(Row::Value(_)) => self.turn(cx, true),
            Some(Row::AllKeys) => {
                let keys = SettingsPage::new(cx, true);
                cx.push(keys);
            }
            Some(Row::Keys(..)) => cx.notify(tr!("Keys are changed in the settings file.")),
            None => {}
        }
    }

    fn ended(&self, cx: &mut Context, action: Action, text: &str) {
        let (Action::Enter, Some(Row::Value(setting))) = (action, self.selected(cx)) else {
            return;
        };
        match setting.read(text) {
            Ok(value) => set(cx, setting, value),
            Err(error) => cx.notify_error(format!("{error}.")),
        }
        if setting == Setting::Saves && cx.notice.is_none() {
            cx.notify(tr!("It is used from the next start on."));
        }
    }

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
            let origin = if row.is_changed(&cx.settings) {
                format!(" ({origin})")
            } else {
                String::new()
            };
            said.push(StyledLine::hint(tr!("Now: {value}{origin}")));
        }
        said.push(match (&self.words, row) {
            (Some(_), _) => StyledLine::blank(),
            (_, Row::Value(Setting::Saves)) => StyledLine::quiet(tr!(
                "<enter>: type the path of a folder; it is used from the next start on"
            )),
            (_, Row::Value(Setting::Name | Setting::Guest)) => {
                StyledLine::quiet(tr!("<enter>: type a name"))
            }
            (_, Row::Value(_)) => {
                StyledLine::quiet(tr!("arrows change it; <usual>: back to the default"))
            }
            (_, Row::AllKeys) => StyledLine::quiet(tr!("<enter>: show them")),
            (_, Row::Keys(..)) => StyledLine::quiet(tr!("the settings file gives it other keys")),
        });
        let lines = cx.flow(said, area.width);
        let used = saturating_cast::<u16, _>(lines.len());
        frame.render_widget(Paragraph::new(lines), area);
        let mut rest = area.skip_rows(used);
        if let Some(input) = &self.words {
            let is_name = matches!(row, Row::Value(Setting::Name | Setting::Guest));
            let name = if is_name {
                tr!("name:")
            } else {
                tr!("folder:")
            };
            Form::line(name, input).draw(theme, frame, rest);
            rest = rest.skip_rows(1);
        }
        if rest.height < 8 || self.keys {
            return;
        }
        let words = [
            Line::styled(tr!("Colours"), theme.heading()),
            Line::from(vec![
                Span::styled(
                    format!("{}  ", tr!("player A")),
                    theme.player(Player::First),
                ),
                Span::styled(
                    format!("{}  ", tr!("player B")),
                    theme.player(Player::Second),
                ),
                Span::styled(tr!("hint"), theme.hint()),
            ]),
            Line::from(vec![
                Span::styled(format!("{}  ", tr!("win")), theme.outcome(Outcome::Win)),
                Span::styled(format!("{}  ", tr!("draw")), theme.outcome(Outcome::Draw)),
                Span::styled(tr!("loss"), theme.outcome(Outcome::Loss)),
            ]),
        ];
        let height = saturating_cast::<u16, _>(words.len());
        let legend = rest.last_rows(height);
        frame.render_widget(Paragraph::new(words.to_vec()), legend);
        if let Some(scene) = &self.scene {
            let room = rest.skip_rows(1).without_last_rows(height + 1);
            board::show(theme, frame, scene, room, &Marks::default());
        }
    }
}

impl Page for SettingsPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Settings
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        if let (Message::Do(action @ (Action::Enter | Action::Escape)), Some(input)) =
            (message, &self.words)
        {
            let text = input.value().trim().to_owned();
            self.words = None;
            return self.ended(cx, action, &text);
        }
        if matches!(message, Message::Item(_)) {
            self.words = None;
        }
        let lines = self.rows(cx).len();
        let Some(action) = self.cursor.action(message, lines) else {
            return;
        };
        match action {
            Action::Left => self.turn(cx, false),
            Action::Right => self.turn(cx, true),
            Action::Pick | Action::Enter => self.enter(cx),
            Action::Default => {
                if let Some(Row::Value(setting)) = self.selected(cx) {
                    set(cx, setting, setting.default_text());
                }
            }
            Action::Save if !cx.unsaved_settings.is_empty() => save(cx),
            Action::Escape | Action::Settings => {
                if !cx.unsaved_settings.is_empty() && !self.keys {
                    cx.notify(tr!(
                        "The changes hold until you quit; <save> on the settings page saves them."
                    ));
                }
                cx.go(Navigation::Back);
            }
            action => drop(self.cursor.key(action, lines)),
        }
    }

    fn field(&mut self) -> Option<&mut Input> {
        self.words.as_mut()
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Save] if cx.unsaved_settings.is_empty() => {
                Err(tr!("Nothing has changed since the settings were saved."))
            }
            [Action::Enter | Action::Default] if self.keys && !cx.is_typing => {
                Err(tr!("Keys are changed in the settings file."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let note = if cx.unsaved_settings.is_empty() {
            ""
        } else {
            tr!("not saved")
        };
        let (title, about) = if self.keys {
            (tr!("Keys"), tr!("the keys of every command"))
        } else {
            (tr!("Settings"), tr!("changes take effect at once"))
        };
        let rows = self.rows(cx);
        let list = Master::new(cx, [title, about, note], LIST, self.cursor, rows.len());
        let top = self.cursor.first(list.panes.main);
        let (groups, names) = if self.keys { (11, 16) } else { (0, 20) };
        let names = usize::from(layout::columns(names));
        let side = list
            .draw(cx, frame, |i, here, width| {
                let text = |i: usize| rows[i].text(&cx.settings);
                let RowText {
                    group, name, value, ..
                } = text(i);
                let first = i == 0 || text(i - 1).group != group || i == top;
                let group = fit(if first { group } else { "" }, groups);
                let room = width.saturating_sub(groups + names + 2);
                let style = if rows[i].is_changed(&cx.settings) {
                    theme.heading()
                } else {
                    theme.quiet()
                };
                Line::from(vec![
                    Span::styled(group, theme.quiet()),
                    Span::styled(fit(&cut(name, names), names), row_style(theme, here)),
                    Span::styled(format!("  {}", cut(&value, room)), style),
                ])
            })
            .side;
        if let Some(&row) = rows.get(self.cursor.at) {
            self.about(cx, row, frame, side);
        }
    }
}
