//! The record of play: matches as marks, puzzles with a calendar of days, lessons.

use time::format_description::well_known::Iso8601;
use time::{Date, Duration};

use crate::play::coach::record::CheckResult;
use crate::play::coach::schedule::due_in;
use crate::play::history::{History, Matches, seconds};
use crate::play::lesson::lessons;
use crate::play::names::name_of;
use crate::tui::dialogs::confirm::ConfirmDialog;
use crate::tui::prelude::*;

/// The most marks of matches in a row.
const MARKS: usize = 20;
/// The columns of an opponent.
const OPPONENT: usize = 10;
/// The least and the most columns of a game's name.
const NAMES: std::ops::Range<usize> = 12..26;
const WEEKS: i64 = 16;

pub struct RecordPage {
    scroll: ScrollText,
}

/// Opens the page, and reloads the record.
pub fn show(cx: &mut Context) {
    cx.push(RecordPage {
        scroll: ScrollText::default(),
    });
}

fn forget(cx: &mut Context) {
    cx.spawn_shared(
        Lane::Write,
        |desk| desk.disk.forget_record().map_err(|error| error.to_string()),
        |cx, forgotten| match forgotten {
            Ok((today, history)) => cx.record = Some((today, Ok(history))),
            Err(why) => cx.notify_error(why),
        },
    );
}

fn lines(cx: &Context, area: Rect) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let (today, history) = match &cx.record {
        None => return vec![Line::styled("reading ...", theme.quiet())],
        Some((_, Err(what))) => {
            let kept = "It is set aside when the next match is counted; nothing else is touched.";
            let said = [
                StyledLine::heading("! The record cannot be read"),
                StyledLine::plain(what.clone()),
                StyledLine::quiet(kept),
            ];
            return flow(theme, said, area.width);
        }
        Some((today, Ok(history))) => (today, history),
    };
    let mut lines = vec![Line::styled("Matches", theme.heading())];
    if history.matches.is_empty() {
        lines.push(Line::styled(
            "No match has been played to its end yet.",
            theme.quiet(),
        ));
    }
    let counts = |m: &Matches| format!("{} won, {} drawn, {} lost", m.won, m.drawn, m.lost());
    // The columns left beside the opponent, the counts and the blanks: the name gets its share first.
    let columns = history
        .matches
        .iter()
        .map(|m| counts(m).len())
        .max()
        .unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(OPPONENT + columns + 4);
    let widest = room.saturating_sub(NAMES.start).min(MARKS);
    let names = room.saturating_sub(widest).clamp(NAMES.start, NAMES.end);
    for m in &history.matches {
        // A mark a match, wins first; where they are too many, the counts alone.
        let all = [
            (m.won, "W", Outcome::Win),
            (m.drawn, "D", Outcome::Draw),
            (m.lost(), "L", Outcome::Loss),
        ];
        let mut spans = vec![
            Span::styled(fit(&cut(name_of(&m.game), names), names + 1), theme.text()),
            Span::styled(fit(&m.opponent, OPPONENT), theme.quiet()),
        ];
        let played = saturating_cast::<usize, _>(m.played);
        if played <= widest {
            spans.extend(all.map(|(n, mark, outcome)| {
                Span::styled(mark.repeat(saturating_cast(n)), theme.outcome(outcome))
            }));
            spans.push(Span::raw(" ".repeat(widest - played)));
        } else {
            spans.push(Span::raw(" ".repeat(widest)));
        }
        spans.push(Span::styled(format!("  {}", counts(m)), theme.quiet()));
        lines.push(Line::from(spans));
    }
    lines.extend(coached(cx, history, names));
    let p = &history.puzzles;
    lines.extend([Line::default(), Line::styled("Puzzles", theme.heading())]);
    let solved = format!(
        "{} solved, {} at the first try, {}",
        p.solved,
        p.first_try,
        counted(p.tries, "try", "tries")
    );
    lines.push(Line::styled(solved, theme.text()));
    let (now, best, daily) = (p.streak, p.best_streak, p.daily.len());
    let streak =
        format!("In a row at the first try: {now}, at most {best}. Puzzles of the day: {daily}.");
    lines.push(Line::styled(streak, theme.quiet()));
    lines.extend(calendar(cx, today, history));
    lines.extend([Line::default(), Line::styled("Lessons", theme.heading())]);
    let done: Vec<&str> = (lessons().iter())
        .filter(|lesson| history.lessons.contains(lesson.id))
        .map(|lesson| lesson.title.as_str())
        .collect();
    let bar = format!(
        "{}  {} of {}",
        theme.dots(done.len(), lessons().len()),
        done.len(),
        lessons().len()
    );
    lines.push(Line::styled(
        cut(&bar, usize::from(area.width)),
        theme.text(),
    ));
    lines.extend(flow(
        theme,
        done.into_iter().map(StyledLine::quiet),
        area.width,
    ));
    lines
}

/// The coach's results for each game: dots, accuracy, and its skills with those due.
fn coached(cx: &Context, history: &History, names: usize) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let (coach, now) = (&history.coach, seconds());
    let due = coach.due(now).len();
    let mut lines = vec![Line::default(), Line::styled("Coach", theme.heading())];
    lines.push(Line::styled(
        match (due, coach.games.is_empty()) {
            (0, true) => "Nothing has been asked yet.".to_owned(),
            (0, false) => "Nothing is due now.".to_owned(),
            (due, _) => format!("{} due now.", counted(due as u64, "skill is", "skills are")),
        },
        theme.quiet(),
    ));
    for game in coach.progress() {
        lines.push(Line::from(vec![
            Span::styled(
                fit(&cut(name_of(&game.game), names), names + 1),
                theme.text(),
            ),
            Span::styled(theme.dots(game.dots, 5), theme.outcome(Outcome::Win)),
            Span::styled(
                format!("  {} of {} right", game.answers.right, game.answers.asked),
                theme.quiet(),
            ),
        ]));
        for skill in game.skills {
            let due = skill.due.map_or(String::new(), |due| due_in(due - now));
            let text = format!(
                "  {:<names$}{:<10}{due}",
                skill.name,
                skill.level.word(),
                names = names - 1
            );
            lines.push(Line::styled(text, theme.quiet()));
        }
        if let Some([first, last]) = coach.before_and_after(&game.game) {
            let right = |check: &CheckResult| check.winner.right + check.r#move.right;
            let (before, after) = (right(first), right(last));
            let text = format!(
                "  checked: {before} of 12 on {}, {after} on {}",
                first.day, last.day
            );
            lines.push(Line::styled(text, theme.quiet()));
        }
    }
    lines
}

/// The last weeks, a column each, a row a weekday: marks days with a solved puzzle or a right answer, and those with
/// the day's puzzle.
fn calendar(cx: &Context, today: &str, history: &History) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    if history.puzzles.days.is_empty() && history.coach.days.is_empty() {
        return Vec::new();
    }
    // A clock without a date gives no calendar.
    let Ok(today) = Date::parse(today, &Iso8601::DATE) else {
        return Vec::new();
    };
    let monday = today - Duration::days(i64::from(today.weekday().number_days_from_monday()));
    let rows = (0..7).map(|weekday| {
        let name = ["Mon", "   ", "Wed", "   ", "Fri", "   ", "Sun"][weekday];
        let mut spans = vec![Span::styled(format!("{name} "), theme.quiet())];
        for week in (0..WEEKS).rev() {
            let day = monday - Duration::weeks(week) + Duration::days(saturating_cast(weekday));
            let text = day.to_string();
            let answered = history.coach.days.get(&text).map_or(0, |day| day.right);
            let solved = history
                .puzzles
                .days
                .get(&text)
                .map_or(0, |day| day.solved)
                .max(answered);
            let (sign, style) = match solved {
                _ if day > today => (" ", theme.quiet()),
                _ if history.puzzles.daily.contains(&text) => {
                    (theme.pick("◆", "#"), theme.outcome(Outcome::Win))
                }
                0 => (theme.pick("·", "."), theme.quiet()),
                _ => (theme.pick("■", "o"), theme.outcome(Outcome::Win)),
            };
            spans.push(Span::styled(format!("{sign} "), style));
        }
        Line::from(spans)
    });
    let legend = theme.pick(
        "◆ the day's puzzle   ■ other puzzles, the coach",
        "# the day's puzzle   o other puzzles, the coach",
    );
    std::iter::once(Line::default())
        .chain(rows)
        .chain([Line::styled(legend, theme.quiet())])
        .collect()
}

impl Page for RecordPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Record
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = message.action() else {
            return;
        };
        match action {
            Action::Forget => cx.push(ConfirmDialog {
                text: "Forget all matches, puzzles and lessons that were counted?".to_owned(),
                yes: "forget them",
                then: Some(Navigation::to_do(forget)),
                save: false,
            }),
            Action::Escape | Action::Enter => cx.go(Navigation::Back),
            action => {
                let area = layout::one_pane(cx.size).body;
                self.scroll.key(action, lines(cx, area).len(), area.height);
            }
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        cx.read_record(|_: &mut RecordPage, _| {});
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        let body = layout::one_pane(cx.size).body;
        match *line.actions {
            [Action::Left, ..] if lines(cx, body).len() <= usize::from(body.height) => {
                Err("All of it is in sight.")
            }
            [Action::Forget] if cx.history() == Some(&History::default()) => {
                Err("Nothing has been counted yet.")
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::one_pane(cx.size);
        page::title(
            cx,
            frame,
            &panes,
            "Record of play",
            "matches, puzzles and lessons so far",
            "",
        );
        self.scroll
            .draw(&cx.theme, frame, panes.body, lines(cx, panes.body));
    }
}
