//! Shows the record of play: matches, the coach's skills, puzzles with a calendar of days, and lessons.

use chrono::{Datelike, Days, NaiveDate};

use crate::play::coach::record::CheckResult;
use crate::play::coach::schedule::due_in;
use crate::play::history::{History, Matches, seconds};
use crate::play::lesson::lessons;
use crate::tui::dialogs::confirm::ConfirmDialog;
use crate::tui::pages::setup;
use crate::tui::prelude::*;

/// The maximum number of marks in a row, with one mark per match.
const MARKS: usize = 20;
/// The width of an opponent's name, in columns.
const OPPONENT: usize = 10;
/// The width of the list, in columns.
const LIST: u16 = 30;
/// The width of a game's name in the list, in columns.
const NAME: u16 = 22;
const WEEKS: u64 = 16;

/// The page that shows the record of play. The first line of the list stands for the whole record, and each game that
/// was played or practised has a line of its own.
#[derive(Default)]
pub struct RecordPage {
    cursor: ListCursor,
    scroll: ScrollText,
}

pub fn show(cx: &mut Context) {
    cx.push(RecordPage::default());
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

/// Returns the games with finished matches, followed by the other games that the coach has asked about.
fn games(history: &History) -> Vec<&str> {
    let matches = history.matches.iter().map(|m| m.game.as_str());
    let asked = history.coach.asked_games();
    let mut games: Vec<&str> = Vec::new();
    for game in matches.chain(asked) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

fn counts(won: u64, drawn: u64, lost: u64) -> String {
    tr!("{won} won, {drawn} drawn, {lost} lost")
}

fn everything(cx: &Context, today: &str, history: &History, width: u16) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let sum = |part: &dyn Fn(&Matches) -> u64| history.matches.iter().map(part).sum();
    let matches = if history.matches.is_empty() {
        tr!("No match has been played to its end yet.").to_owned()
    } else {
        counts(sum(&|m| m.won), sum(&|m| m.drawn), sum(&Matches::lost))
    };
    let coach = &history.coach;
    let coach = match (coach.due(seconds()).len(), coach.games.is_empty()) {
        (0, true) => tr!("Nothing has been asked yet.").to_owned(),
        (0, false) => tr!("Nothing is due now.").to_owned(),
        (due, _) => tr!(
            "{skills} due now.",
            skills = counted(due as u64, tr!("skill is"), tr!("skills are"))
        ),
    };
    let p = &history.puzzles;
    let solved = tr!(
        "{solved} solved, {first} on the first try, {tries}",
        solved = p.solved,
        first = p.first_try,
        tries = counted(p.tries, tr!("try"), tr!("tries"))
    );
    let now = p.streak;
    let best = p.best_streak;
    let daily = p.daily.len();
    let streak =
        tr!("In a row on the first try: {now}, at most {best}. Puzzles of the day: {daily}.");
    let mut lines = flow(
        theme,
        [
            StyledLine::heading(tr!("Matches")),
            StyledLine::plain(matches),
            StyledLine::blank(),
            StyledLine::heading(tr!("Coach")),
            StyledLine::plain(coach),
            StyledLine::blank(),
            StyledLine::heading(tr!("Puzzles")),
            StyledLine::plain(solved),
            StyledLine::quiet(streak),
        ],
        width,
    );
    let days = calendar(cx, today, history);
    if !days.is_empty() {
        let legend = theme.pick(
            tr!("◆ the day's puzzle   ■ other puzzles, the coach"),
            tr!("# the day's puzzle   o other puzzles, the coach"),
        );
        lines.push(Line::default());
        lines.extend(days);
        lines.extend(flow(theme, [StyledLine::quiet(legend)], width));
    }
    let done: Vec<&str> = (lessons().iter())
        .filter(|lesson| history.lessons.contains(lesson.id))
        .map(|lesson| lesson.title.as_str())
        .collect();
    let known = done.len();
    let all = lessons().len();
    let dots = tr!("{dots}  {known} of {all}", dots = theme.dots(known, all));
    lines.extend([
        Line::default(),
        Line::styled(tr!("Lessons"), theme.heading()),
        Line::styled(cut(&dots, usize::from(width)), theme.text()),
    ]);
    lines.extend(flow(theme, done.into_iter().map(StyledLine::quiet), width));
    lines
}

fn game(cx: &Context, history: &History, game: &str, width: u16) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let now = seconds();
    let mut lines = vec![Line::styled(
        games::name_of(game).to_owned(),
        theme.heading(),
    )];
    for m in history.matches.iter().filter(|m| m.game == game) {
        // One mark per match, wins first. If there are too many marks, only the counts are shown.
        let all = [
            (m.won, "W", Outcome::Win),
            (m.drawn, "D", Outcome::Draw),
            (m.lost(), "L", Outcome::Loss),
        ];
        let counts = counts(m.won, m.drawn, m.lost());
        let room = usize::from(width).saturating_sub(OPPONENT + counts.len() + 2);
        let opponent = Span::styled(fit(&m.opponent, OPPONENT), theme.quiet());
        let mut spans = vec![opponent];
        if saturating_cast::<usize, _>(m.played) <= room.min(MARKS) {
            spans.extend(all.map(|(n, mark, outcome)| {
                Span::styled(mark.repeat(saturating_cast(n)), theme.outcome(outcome))
            }));
            spans.push(Span::raw("  "));
        }
        spans.push(Span::styled(counts, theme.quiet()));
        lines.push(Line::from(spans));
    }
    let Some(asked) = history.coach.progress_in(game) else {
        return lines;
    };
    let answers = asked.answers;
    lines.extend([
        Line::default(),
        Line::styled(tr!("Coach"), theme.heading()),
        Line::from(vec![
            Span::styled(theme.dots(asked.dots, 5), theme.outcome(Outcome::Win)),
            Span::styled(
                tr!(
                    "  {right} of {asked} right",
                    right = answers.right,
                    asked = answers.asked
                ),
                theme.quiet(),
            ),
        ]),
    ]);
    for skill in asked.skills {
        let due = skill.due.map_or(String::new(), |due| due_in(due - now));
        let [names, levels] = [18, 10].map(|width| usize::from(layout::columns(width)));
        let name = language::template(&skill.name).unwrap_or(&skill.name);
        let level = fit(skill.level.word(), levels);
        let text = format!("{} {level}{due}", fit(name, names));
        lines.push(Line::styled(text, theme.quiet()));
    }
    if let Some([first, last]) = history.coach.before_and_after(game) {
        let right = |check: &CheckResult| check.winner.right + check.r#move.right;
        let before = right(first);
        let after = right(last);
        let text = tr!(
            "checked: {before} of 12 on {first}, {after} on {last}",
            first = first.day,
            last = last.day
        );
        lines.push(Line::styled(text, theme.quiet()));
    }
    lines
}

/// Draws a calendar of the last weeks, with a column per week and a row per weekday. One symbol marks days on which a
/// puzzle was solved or a question from the coach was answered correctly. Another symbol marks days whose daily puzzle
/// was solved.
fn calendar(cx: &Context, today: &str, history: &History) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    if history.puzzles.days.is_empty() && history.coach.days.is_empty() {
        return Vec::new();
    }
    let Ok(today) = today.parse::<NaiveDate>() else {
        return Vec::new();
    };
    let monday = today - Days::new(today.weekday().num_days_from_monday().into());
    let rows = (0..7).map(|weekday| {
        let name = [
            tr!("Mon"),
            "   ",
            tr!("Wed"),
            "   ",
            tr!("Fri"),
            "   ",
            tr!("Sun"),
        ][weekday];
        let mut spans = vec![Span::styled(format!("{name} "), theme.quiet())];
        for week in (0..WEEKS).rev() {
            let day = monday - Days::new(7 * week) + Days::new(saturating_cast(weekday));
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
    rows.collect()
}

impl RecordPage {
    /// Returns the game of the selected line, or `None` if the line stands for the whole record.
    fn selected<'h>(&self, history: &'h History) -> Option<&'h str> {
        let game = self.cursor.at.checked_sub(1)?;
        games(history).get(game).copied()
    }

    fn lines(&self, cx: &Context) -> usize {
        cx.history().map_or(0, |history| 1 + games(history).len())
    }

    fn details(&self, cx: &Context, width: u16) -> Vec<Line<'static>> {
        match &cx.record {
            None => vec![Line::styled(tr!("reading ..."), cx.theme.quiet())],
            Some((_, Err(what))) => {
                let kept =
                    tr!("It is set aside when the next match is counted; nothing else is touched.");
                let said = [
                    StyledLine::heading(tr!("! The record cannot be read")),
                    StyledLine::plain(what.clone()),
                    StyledLine::quiet(kept),
                ];
                flow(&cx.theme, said, width)
            }
            Some((today, Ok(history))) => match self.selected(history) {
                Some(selected) => game(cx, history, selected, width),
                None => everything(cx, today, history, width),
            },
        }
    }
}

impl Page for RecordPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Record
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let lines = self.lines(cx);
        let before = self.cursor;
        let action = self.cursor.action(message, lines);
        match action {
            Some(Action::Forget) => cx.push(ConfirmDialog {
                text: tr!("Forget all matches, puzzles and lessons that were counted?").to_owned(),
                yes: tr!("forget them"),
                then: Some(Navigation::to_do(forget)),
                save: false,
            }),
            Some(Action::Escape) => cx.go(Navigation::Back),
            Some(Action::Enter) => {
                let selected = cx.history().and_then(|history| self.selected(history));
                if let Some(entry) = selected.and_then(games::find) {
                    setup::show(cx, Some(entry), false);
                }
            }
            Some(action @ (Action::PageUp | Action::PageDown)) => {
                let side = layout::list_panes(cx.size, LIST, self.lines(cx)).side;
                let details = self.details(cx, side.width).len();
                self.scroll.key(action, details, side.height);
            }
            Some(action) => drop(self.cursor.key(action, lines)),
            None => {}
        }
        if self.cursor != before {
            self.scroll = ScrollText::default();
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        cx.read_record(|_: &mut RecordPage, _| {});
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] if self.cursor.at == 0 => Err(tr!("No game is selected.")),
            _ if line.actions == Action::WAYS && self.lines(cx) < 2 => {
                Err(tr!("There is no choice."))
            }
            [Action::Forget] if cx.history() == Some(&History::default()) => {
                Err(tr!("Nothing has been counted yet."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let games = cx.history().map(games).unwrap_or_default();
        let title = [
            tr!("Record of play"),
            tr!("matches, puzzles and lessons so far"),
            "",
        ];
        let list = Master::new(cx, title, LIST, self.cursor, self.lines(cx));
        let side = list
            .draw(cx, frame, |at, here, width| {
                let game = at.checked_sub(1).map(|at| games[at]);
                let dots = game
                    .zip(cx.history())
                    .map(|(game, history)| theme.dots(history.coach.dots(game), 5));
                Line::from(vec![
                    Span::styled(
                        fit(
                            game.map_or(tr!("Everything"), games::name_of),
                            usize::from(layout::columns(NAME)).min(width),
                        ),
                        row_style(theme, here),
                    ),
                    Span::styled(dots.unwrap_or_default(), theme.outcome(Outcome::Win)),
                ])
            })
            .side;
        self.scroll
            .draw(theme, frame, side, self.details(cx, side.width));
    }
}
