//! Asks which of several moves is meant. The board shows the selected move.

use super::boxes;
use crate::tui::pages::table::turns;
use crate::tui::prelude::*;
use nimatron_core::erased::Choice;

/// Shortens text from the left if it is too wide, because the listed moves differ in their last words.
fn last_words(text: &str, width: usize) -> String {
    if wide(text) <= width {
        return text.to_owned();
    }
    let starts = text.match_indices(' ').map(|(at, _)| at);
    let mut ends = starts.map(|at| format!("...{}", &text[at..]));
    let last = ends.find(|end| wide(end) <= width);
    last.unwrap_or_else(|| cut(text, width))
}

pub struct WhichDialog {
    pub list: Vec<Choice>,
    /// Whether the list contains all moves on the picked sites.
    pub complete: bool,
    pub cursor: ListCursor,
}

impl WhichDialog {
    pub fn new(cx: &mut Context, list: Vec<Choice>, complete: bool) -> WhichDialog {
        let dialog = WhichDialog {
            list,
            complete,
            cursor: ListCursor::default(),
        };
        dialog.preview(cx);
        dialog
    }

    fn preview(&self, cx: &mut Context) {
        if let Some(s) = cx.table_mut() {
            s.preview = self
                .list
                .get(self.cursor.at)
                .map_or(Vec::new(), |choice| choice.sites.clone());
        }
    }

    fn layout(&self, cx: &Context) -> (Rect, Rect) {
        let most = if cx.size.1 < 20 { 6 } else { usize::MAX };
        let outer = boxes::place(cx, self.list.len().min(most) + 1);
        let inner = boxes::inside(outer);
        (
            outer,
            inner.take_rows(inner.height.saturating_sub(1).max(1)),
        )
    }

    fn close(&self, cx: &mut Context) {
        if let Some(s) = cx.table_mut() {
            s.preview.clear();
        }
        cx.go(Navigation::Back);
    }
}

impl Page for WhichDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Question
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = self.cursor.action(message, self.list.len()) else {
            return self.preview(cx);
        };
        match action {
            Action::Enter => {
                self.close(cx);
                if let Some(choice) = self.list.get(self.cursor.at) {
                    turns::play(cx, &choice.text);
                }
            }
            Action::Escape => self.close(cx),
            action => {
                self.cursor.key(action, self.list.len());
                self.preview(cx);
            }
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] => Ok(Cow::Borrowed(tr!("play"))),
            [Action::Escape] => Ok(Cow::Borrowed(tr!("back"))),
            [Action::Yes | Action::No | Action::SaveFirst | Action::Help | Action::Quit] => {
                Err(tr!("One of the moves is to be chosen first."))
            }
            _ if line.actions == Action::WAYS => Err(tr!("The arrows choose.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let (outer, lines) = self.layout(cx);
        let inner = boxes::draw(theme, frame, tr!("Which move?"), outer);
        let width = usize::from(inner.width).saturating_sub(2);
        self.cursor
            .draw(theme, frame, lines, self.list.len(), |i, here| {
                let text = match &cx.on_table {
                    Some(s) => s.game().position().move_words(&self.list[i].text),
                    None => self.list[i].text.clone(),
                };
                Span::styled(last_words(&text, width), row_style(theme, here)).into()
            });
        let more = if self.complete {
            ""
        } else {
            tr!(" of the first; <type> types others")
        };
        let tail = tr!(
            "{n} of {all}{more}",
            n = self.cursor.at + 1,
            all = self.list.len()
        );
        let tail = cut(
            &cx.settings.keys().fill(KeyContext::Table, &tail),
            usize::from(inner.width),
        );
        let area = inner.last_rows(1);
        frame.render_widget(Paragraph::new(Line::styled(tail, theme.quiet())), area);
    }
}
