//! Lists the commands of the page below by name, with their keys. Typed text filters the list.

use super::boxes;
use crate::tui::frame::Command;
use crate::tui::prelude::*;

struct Entry {
    action: Action,
    name: &'static str,
    keys: String,
    refused: Option<&'static str>,
}

const WIDTH: u16 = 90;

/// The minimum number of columns for the name of a command. Longer notes are truncated to leave room for the name.
const LEAST_NAME: usize = 12;

pub struct PaletteDialog {
    entries: Vec<Entry>,
    input: Input,
    cursor: ListCursor,
}

impl PaletteDialog {
    /// Creates the palette of a page. Enter, the arrows and the palette's own command are not listed.
    pub fn new(cx: &Context, context: KeyContext, commands: &[Command]) -> PaletteDialog {
        let mut entries: Vec<Entry> = Vec::new();
        for command in commands {
            for &action in command.line.actions {
                let needs_none = matches!(action, Action::Enter | Action::Palette)
                    || Action::WAYS.contains(&action);
                if !needs_none && entries.iter().all(|entry| entry.action != action) {
                    entries.push(Entry {
                        action,
                        // Choose the shorter name, because the palette has less room than the help page.
                        name: [action.what_at(context), action.what()]
                            .into_iter()
                            .min_by_key(|name| wide(name))
                            .unwrap_or_default(),
                        keys: cx.settings.keys().names(context, &[action]),
                        refused: command.offer.as_ref().err().copied(),
                    });
                }
            }
        }
        PaletteDialog {
            entries,
            input: Input::default(),
            cursor: ListCursor::default(),
        }
    }

    /// Returns the commands whose name contains every typed word. The search includes the name of the action in the
    /// settings file. Names that begin with the typed text come first. Refused commands come last, and are left out
    /// while nothing has been typed.
    fn found(&self) -> Vec<&Entry> {
        let typed = self.input.value().to_lowercase();
        let has = |entry: &&Entry| {
            let name = format!("{} {}", entry.action.word(), entry.name).to_lowercase();
            typed.split_whitespace().all(|word| name.contains(word))
        };
        let mut found: Vec<&Entry> = self.entries.iter().filter(has).collect();
        found.retain(|entry| entry.refused.is_none() || !typed.is_empty());
        found.sort_by_key(|entry| {
            let is_prefix = entry.name.to_lowercase().starts_with(&typed);
            (entry.refused.is_some(), !is_prefix)
        });
        found
    }
}

impl Page for PaletteDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Text
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        if let Message::Edited = message {
            self.cursor.at = 0;
            return;
        }
        let lines = self.found().len();
        match self.cursor.action(message, lines) {
            Some(Action::Enter) => match self.found().get(self.cursor.at) {
                Some(entry) => {
                    cx.asked = Some(entry.action);
                    cx.go(Navigation::Back);
                }
                None => cx.notify(tr!("No command has this in its name.")),
            },
            Some(Action::Escape) => cx.go(Navigation::Back),
            Some(action) => drop(self.cursor.key(action, lines)),
            None => {}
        }
    }

    /// Moves through the list with the up, down and page keys. All other keys are passed to the input line.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        let action = match typed {
            Typed::Key(pressed) => match pressed.code {
                KeyCode::Up => Action::Up,
                KeyCode::Down => Action::Down,
                KeyCode::PageUp => Action::PageUp,
                KeyCode::PageDown => Action::PageDown,
                _ => return type_into(self, cx, typed),
            },
            Typed::Text(_) => return type_into(self, cx, typed),
        };
        let lines = self.found().len();
        self.cursor.key(action, lines)
    }

    fn field(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] => Ok(Cow::Borrowed(tr!("run"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        boxes::dim(theme, frame);
        let available = |entry: &&Entry| entry.refused.is_none();
        let lines = self.entries.iter().filter(available).count();
        let area = boxes::centred(cx, WIDTH, lines + 1);
        let inner = boxes::draw(theme, frame, tr!("Commands"), area);
        Form::line(":", &self.input).draw(theme, frame, inner);
        let found = self.found();
        let lines = inner.skip_rows(1);
        let width = usize::from(lines.width).saturating_sub(2);
        self.cursor
            .draw(theme, frame, lines, found.len(), |i, here| {
                let entry = found[i];
                let (note, style) = match entry.refused {
                    None => (entry.keys.clone(), row_style(theme, here)),
                    Some(why) => (cx.with_keys(why), theme.quiet()),
                };
                let note = cut(&note, width.saturating_sub(LEAST_NAME));
                let room = width.saturating_sub(wide(&note) + 1);
                Line::from(vec![
                    Span::styled(fit(entry.name, room), style),
                    Span::styled(format!(" {note}"), theme.quiet()),
                ])
            });
        if found.is_empty() {
            let text = Line::styled(tr!("No command has this in its name."), theme.quiet());
            frame.render_widget(Paragraph::new(text), lines);
        }
    }
}
