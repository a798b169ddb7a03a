//! Asks the user to confirm an action, and may offer to save the match first.

use super::boxes;
use crate::tui::pages::help::HelpPage;
use crate::tui::prelude::*;

const WIDTH: u16 = 56;

pub struct ConfirmDialog {
    pub text: String,
    pub yes: &'static str,
    pub then: Option<Navigation>,
    /// Whether the dialog also offers to save the match first.
    pub save: bool,
}

struct Answer {
    action: Action,
    key: String,
    text: &'static str,
    area: Rect,
}

impl ConfirmDialog {
    fn layout(&self, cx: &Context) -> (Rect, Vec<String>, Vec<Answer>) {
        let room = usize::from(boxes::inside(boxes::centred(cx, WIDTH, 0)).width);
        let mut text = wrap(&self.text, room);
        let mut all = vec![(Action::Yes, self.yes), (Action::Escape, tr!("stay"))];
        if self.save {
            all.insert(1, (Action::SaveFirst, tr!("save first")));
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
        let outer = boxes::centred(cx, WIDTH, text.len() + y + 2);
        let inner = boxes::inside(outer);
        // If there is not enough room for everything, the answers take precedence.
        text.truncate(usize::from(inner.height).saturating_sub(y + 2));
        let top = text.len() + 1;
        let answers = (placed.into_iter())
            .map(|(action, key, text, x, y, columns)| {
                let at = Rect::new(
                    inner.x + saturating_cast::<u16, _>(x),
                    inner.y + saturating_cast::<u16, _>(top + y),
                    saturating_cast(columns),
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

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = message.action() else {
            return;
        };
        let then = match action {
            Action::Help => {
                let page = HelpPage::new(self.key_context());
                return cx.push(page);
            }
            Action::Yes => self.then.take(),
            Action::Enter if !self.save => self.then.take(),
            Action::SaveFirst if self.save => {
                cx.go(Navigation::Back);
                return cx.save_own_match(self.then.take());
            }
            Action::No | Action::Escape => None,
            _ => return,
        };
        cx.go(Navigation::Back);
        if let Some(then) = then {
            cx.go(then);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Yes] => Ok(Cow::Borrowed(self.yes)),
            [Action::SaveFirst] if self.save => Ok(Cow::Borrowed(tr!("save first"))),
            [Action::SaveFirst] => Err(tr!("Nothing can be saved here.")),
            [Action::Escape] => Ok(Cow::Borrowed(tr!("stay"))),
            [Action::Help] => default_offer(cx, line),
            _ => Err(tr!("The question is to be answered first.")),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let (outer, text, answers) = self.layout(cx);
        boxes::dim(theme, frame);
        let area = boxes::draw(theme, frame, "", outer);
        let lines: Vec<Line<'_>> = text.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
        for (i, answer) in answers.into_iter().enumerate() {
            frame.hit(answer.area, Message::Do(answer.action));
            if i == 0 {
                frame.set_cursor_position(answer.area.as_position());
            }
            let key = Span::styled(answer.key, theme.key());
            let line = Line::from(vec![key, Span::raw(format!(" {}", answer.text))]);
            frame.render_widget(Paragraph::new(line), answer.area);
        }
    }
}
