//! Yes or no.

use super::boxes;
use crate::tui::pages::help::HelpPage;
use crate::tui::prelude::*;

pub struct ConfirmDialog {
    pub text: String,
    /// What `y` does, in a word or two.
    pub yes: &'static str,
    pub then: Option<Navigation>,
    /// Whether moves would be lost: saving them is offered too.
    pub save: bool,
}

struct Answer {
    action: Action,
    key: String,
    text: &'static str,
    area: Rect,
}

impl ConfirmDialog {
    /// The box, the lines of the question, and the answers below them, side by side as far as there is room.
    fn layout(&self, cx: &Context) -> (Rect, Vec<String>, Vec<Answer>) {
        let room = boxes::width(cx);
        let mut text = wrap(&self.text, room);
        let mut all = vec![(Action::Yes, self.yes), (Action::Escape, "stay")];
        if self.save {
            all.insert(1, (Action::SaveFirst, "save first"));
        }
        let (mut x, mut y) = (0, 0);
        let mut placed = Vec::new();
        for (action, text) in all {
            let key = cx.settings.keys().name(KeyContext::Question, action);
            let columns = wide(&key) + 1 + wide(text);
            if x > 0 && x + columns > room {
                (x, y) = (0, y + 1);
            }
            placed.push((action, key, text, x, y, columns));
            x += columns + 3;
        }
        let outer = boxes::place(cx, text.len() + y + 2);
        let inner = boxes::inside(outer);
        // Where there is not room for both, the answers count.
        text.truncate(usize::from(inner.height).saturating_sub(y + 2));
        let top = text.len() + 1;
        let answers = (placed.into_iter())
            .map(|(action, key, text, x, y, columns)| {
                let at = Rect::new(
                    inner.x + nearest::<u16, _>(x),
                    inner.y + nearest::<u16, _>(top + y),
                    nearest(columns),
                    1,
                );
                Answer {
                    action,
                    key,
                    text,
                    area: at.intersection(inner),
                }
            })
            .collect();
        (outer, text, answers)
    }
}

impl Page for ConfirmDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Question
    }

    fn key(&mut self, cx: &mut Context, action: Action) {
        let then = match action {
            Action::Help => {
                let page = HelpPage::new(self.key_context());
                return cx.push(page);
            }
            Action::Yes => self.then.take(),
            Action::Enter if !self.save => self.then.take(),
            Action::SaveFirst if self.save => self
                .then
                .take()
                .map(|then| Navigation::Save(Some(Box::new(then)))),
            Action::No | Action::Escape => None,
            _ => return,
        };
        cx.go(Navigation::Back);
        if let Some(then) = then {
            cx.go(then);
        }
    }

    /// A click on an answer gives it; beside them it leaves the question as it is.
    fn click(&mut self, cx: &mut Context, at: Position) {
        let (_, _, answers) = self.layout(cx);
        if let Some(answer) = answers.iter().find(|answer| answer.area.contains(at)) {
            self.key(cx, answer.action);
        }
    }

    fn keys(&self, _cx: &Context) -> Vec<BarKey> {
        let yes = if self.save {
            vec![
                BarKey::new(&[Action::Yes], self.yes),
                BarKey::new(&[Action::SaveFirst], "save first"),
            ]
        } else {
            vec![BarKey::new(&[Action::Enter, Action::Yes], self.yes)]
        };
        let no = [
            BarKey::new(&[Action::Escape, Action::No], "stay"),
            BarKey::new(&[Action::Help], "help"),
        ];
        yes.into_iter().chain(no).collect()
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let (outer, text, answers) = self.layout(cx);
        let area = boxes::draw(theme, frame, "Nimatron asks", outer);
        let lines: Vec<Line<'_>> = text.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
        for (i, answer) in answers.into_iter().enumerate() {
            if i == 0 {
                frame.set_cursor_position(answer.area.as_position());
            }
            let key = Span::styled(answer.key, theme.key());
            let line = Line::from(vec![key, Span::raw(format!(" {}", answer.text))]);
            frame.render_widget(Paragraph::new(line), answer.area);
        }
    }
}
