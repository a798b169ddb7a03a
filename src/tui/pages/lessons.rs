//! Lists the lessons, one per line, with a description of the selected lesson.

use super::lesson;
use crate::play::lesson::lessons;
use crate::tui::prelude::*;

/// The width of the list, in columns.
const LIST: u16 = 36;

pub struct LessonsPage {
    cursor: ListCursor,
}

/// Opens the list and selects the lesson at index `at`. If `at` is `None`, selects the first unfinished lesson.
pub fn show(cx: &mut Context, at: Option<usize>) {
    let at = at.or_else(|| cx.lessons.next()).unwrap_or(0);
    cx.go(Navigation::Show(Box::new(LessonsPage {
        cursor: ListCursor { at },
    })));
}

impl Page for LessonsPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Lessons
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = self.cursor.action(message, lessons().len()) else {
            return;
        };
        match action {
            Action::Enter => lesson::begin(cx, self.cursor.at),
            Action::Escape => cx.go(Navigation::Home),
            action => drop(self.cursor.key(action, lessons().len())),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let done = lessons().iter().filter(|l| cx.lessons.is_done(l)).count();
        let note = tr!("{done} of {all} done", all = lessons().len());
        let title = [
            tr!("Lessons"),
            tr!("two to five minutes each, on the board itself"),
            &note,
        ];
        let list = Master::new(cx, title, LIST, self.cursor, lessons().len());
        let side = list
            .draw(cx, frame, |i, here, width| {
                let lesson = &lessons()[i];
                let (dot, style) = match (cx.lessons.is_done(lesson), cx.lessons.step(lesson)) {
                    (true, _) => (theme.pick("● ", "+ "), theme.outcome(Outcome::Win)),
                    (false, 0) => (theme.pick("○ ", ". "), theme.quiet()),
                    (false, _) => (theme.pick("◐ ", "~ "), theme.text()),
                };
                Line::from(vec![
                    Span::styled(dot, style),
                    Span::styled(
                        cut(&lesson.title, width.saturating_sub(2)),
                        row_style(theme, here),
                    ),
                ])
            })
            .side;
        let Some(lesson) = lessons().get(self.cursor.at) else {
            return;
        };
        let step = cx.lessons.step(lesson);
        let state = match (cx.lessons.is_done(lesson), step) {
            (_, step) if step > 0 => {
                let at = step + 1;
                let steps = lesson.steps.len();
                tr!("You stopped at step {at} of {steps}. <enter> continues there.")
            }
            (true, _) => tr!("You have finished this lesson. <enter> starts it again.").to_owned(),
            (false, _) => tr!(
                "{steps} steps; the last one is a game. <enter> begins.",
                steps = lesson.steps.len()
            ),
        };
        let said = [
            StyledLine::heading(lesson.title.clone()),
            StyledLine::plain(lesson.about.clone()),
            StyledLine::blank(),
            StyledLine::quiet(cx.with_keys(&state)),
        ];
        frame.render_widget(Paragraph::new(flow(theme, said, side.width)), side);
    }
}
