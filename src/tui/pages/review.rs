//! Shows the review of a match, with a full-width chart that has a bar for each move and marks the mistakes. The side
//! of a bar shows who was winning before the move. The height of a bar shows the margin in points. In games without
//! points, a bar is higher the closer the match was to its end.

use std::collections::BTreeMap;
use std::time::Instant;

use nimatron_core::erased::Choice;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{Claim, Depth, ReasonText, Reveals};

use super::coach;
use super::table::state::ShownReasons;
use super::table::{SAVED, TablePage, turns, words};
use crate::play::coach::bank::{BankError, skill_of};
use crate::play::coach::record::{CoachEvent, SkillName};
use crate::play::review::{Judgement, MoveKind, Review, ReviewedMove, Reviewer};
use crate::play::session::{Session, Task};
use crate::play::winner;
use crate::tui::components::{BARS, beside_chip};
use crate::tui::frame::chip;
use crate::tui::layout::Panes;
use crate::tui::prelude::*;
use crate::tui::worker::REPORT;

pub struct ReviewPage {
    /// The match. Its cursor is before the selected move, or at the end of the match.
    game: Match,
    /// The player who resigned at the end. Moving the cursor of `game` undoes the resignation, so this field stores the
    /// player.
    resigned: Option<Player>,
    moved: bool,
    reviewer: Reviewer,
    /// Whether the review is complete or has failed.
    done: bool,
    error: Option<String>,
    /// The board before the selected move.
    scene: Scene,
    /// The board at the start of the match, which determines the scale.
    start: Scene,
    /// The analysis of the position before the selected move.
    here: Option<Result<Analysis, Stop>>,
    /// The skills that would have prevented mistakes, by index of the move; `None` until the skills are known.
    skills: Option<BTreeMap<usize, String>>,
    better: bool,
    scroll: ScrollText,
}

pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    if let Some(why) = super::table::nothing_to_review(s) {
        return cx.notify(why);
    }
    let mut game = s.game().clone();
    let reviewer = Reviewer::new(&game);
    game.drop_undone();
    let resigned = game.resigned();
    game.jump(0);
    let scene = game.scene_at(0);
    cx.push(ReviewPage {
        start: scene.clone(),
        game,
        resigned,
        moved: false,
        reviewer,
        done: false,
        error: None,
        scene,
        here: None,
        skills: None,
        better: false,
        scroll: ScrollText::default(),
    });
}

/// Sets the review aside and begins a trial from one of its positions. The review must be the top page.
fn try_again(game: Match) -> Navigation {
    Navigation::Do(Box::new(move |app| {
        let review = app.close(app.pages.len().saturating_sub(1)).pop();
        turns::set_aside(&mut app.cx, review.map(|opened| opened.page));
        turns::begin_session(&mut app.cx, Session::new(game.branch(), Task::Trial), None);
    }))
}

pub fn back() -> Navigation {
    Navigation::Do(Box::new(|app| {
        if let Some(review) = turns::bring_back(&mut app.cx) {
            app.close(1);
            app.open(Box::new(TablePage));
            app.show(review);
        }
    }))
}

struct Areas {
    panes: Panes,
    board: Rect,
    panel: Rect,
    /// The chart: a row of marks, the bars above and below the middle line, and a row for the bracket.
    chart: Rect,
    axis: Rect,
}

/// The full height of the chart, in rows.
const CHART: u16 = 6;
/// The maximum width of the sides' names in the chart, in columns.
const NAMES: usize = 12;

impl ReviewPage {
    fn begin(&mut self, cx: &mut Context) {
        let mut reviewer = self.reviewer.clone();
        let job = move |desk: &Desk<'_>| {
            let mut told = Instant::now();
            while reviewer.step(desk.limits)? {
                if told.elapsed() >= REPORT {
                    told = Instant::now();
                    let so_far = reviewer.clone();
                    desk.tell(|page: &mut ReviewPage, _| page.reviewer = so_far);
                }
            }
            Ok::<_, Stop>(reviewer)
        };
        cx.spawn(Lane::Work, job, |page: &mut ReviewPage, cx, reviewed| {
            page.done = true;
            match reviewed {
                Ok(reviewer) => {
                    page.reviewer = reviewer;
                    page.ask_for_skills(cx);
                    if let Some(mistake) = page.first_mistake().filter(|_| !page.moved) {
                        page.go_to(cx, mistake);
                    }
                }
                Err(stop) => page.error = Some(stop.to_string()),
            }
        });
    }

    fn review(&self) -> &Review {
        self.reviewer.so_far()
    }

    fn moves(&self) -> usize {
        self.game.moves().len()
    }

    /// Returns the index of the selected move, or the number of moves if the end is selected.
    fn at(&self) -> usize {
        self.game.cursor()
    }

    fn mistakes(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.review()
            .moves
            .iter()
            .filter(|m| m.kind() == Some(MoveKind::Mistake))
            .map(|m| m.n - 1)
    }

    fn ask_for_skills(&mut self, cx: &mut Context) {
        let positions: Vec<_> = self
            .mistakes()
            .map(|n| (n, self.game.position_at(n)))
            .collect();
        let library = cx.library.clone();
        let job = move |desk: &Desk<'_>| {
            let skills = (positions.into_iter()).filter_map(|(n, at)| {
                let skill = skill_of(&*at, &library, desk.limits).transpose()?;
                Some(skill.map(|skill| (n, skill)))
            });
            skills
                .collect::<Result<_, BankError>>()
                .map_err(anyhow::Error::from)
        };
        cx.spawn(Lane::Work, job, |page: &mut ReviewPage, cx, skills| {
            // If the search for skills failed, practice is unavailable.
            page.skills = Some(skills.unwrap_or_default());
            page.keep_skills(cx);
        });
    }

    fn skill(&self) -> Option<&String> {
        self.skills.as_ref()?.get(&self.at())
    }

    fn keep_skills(&self, cx: &mut Context) {
        let Some(me) = self.game.only_person() else {
            return;
        };
        let game = self.game.start().info().id;
        let missed: Vec<CoachEvent> = (self.skills.iter().flatten())
            .filter(|(n, _)| self.review().moves.get(**n).is_some_and(|m| m.author == me))
            .map(|(_, skill)| CoachEvent::Missed(SkillName::new(game, skill)))
            .collect();
        if !missed.is_empty() {
            cx.count(move |history| history.add_coached(&missed));
        }
    }

    fn look(&mut self, cx: &mut Context) {
        self.scene = self.game.scene_at(self.game.cursor());
        (self.better, self.scroll, self.here) = (false, ScrollText::default(), None);
        cx.analyse(
            self.game.position(),
            Ask::advice(),
            |page: &mut ReviewPage, _, result| page.here = Some(result),
        );
    }

    fn go_to(&mut self, cx: &mut Context, to: usize) {
        if to.min(self.moves()) != self.at() {
            self.game.jump(to);
            self.look(cx);
        }
    }

    fn has_better(&self) -> bool {
        let selected = self.review().moves.get(self.at());
        let kind = selected.and_then(ReviewedMove::kind_on_screen);
        kind.is_some_and(|kind| kind != MoveKind::Best)
    }

    /// Returns the index of the first mistake or, if there is none, of the turning point. If only one player is a
    /// person, only that player's mistakes count.
    fn first_mistake(&self) -> Option<usize> {
        let mine = |n: &usize| {
            self.game
                .only_person()
                .is_none_or(|me| me == self.review().moves[*n].author)
        };
        self.mistakes()
            .find(mine)
            .or_else(|| self.review().turning().map(|n| n - 1))
    }

    fn mistake(&self, forward: bool) -> Option<usize> {
        let mut mistakes = self.mistakes();
        if forward {
            mistakes.find(|&i| i > self.at())
        } else {
            mistakes.rfind(|&i| i < self.at())
        }
    }

    fn areas(&self, cx: &Context) -> Areas {
        let panes = layout::panes(cx.size);
        // If the panel is below the board, the full chart needs a taller window.
        let chart = match panes.body.height {
            24.. => CHART,
            16.. if panes.beside => CHART,
            height => 4.min(height / 2),
        };
        let axis = u16::from(chart == CHART);
        let above = panes.body.without_last_rows(1 + chart + axis);
        let below = panes.body.last_rows(chart + axis);
        let (board, panel) = if panes.beside {
            (
                panes.main.intersection(above),
                panes.side.intersection(above),
            )
        } else {
            // The board gets two thirds of the rows, rounded to the nearest row.
            let board = (2 * above.height + 1) / 3;
            (above.take_rows(board), above.skip_rows(board))
        };
        Areas {
            panes,
            board,
            panel,
            chart: below.take_rows(chart),
            axis: below.skip_rows(chart),
        }
    }

    /// Returns the width of a move in the chart, in columns, and the index of the first visible move. The selected move
    /// and some of the later moves stay visible.
    fn columns(&self, chart: Rect) -> (usize, usize) {
        let all = self.moves() + 1;
        let wide = usize::from(chart.width).max(1);
        if all <= wide {
            return ((wide / all).clamp(1, 12), 0);
        }
        let ahead = (wide / 4).min(all - 1 - self.at().min(all - 1));
        (1, (self.at() + 1 + ahead).saturating_sub(wide))
    }

    fn draw_chart(&self, cx: &Context, frame: &mut Frame<'_>, areas: &Areas) {
        let theme = &cx.theme;
        let chart = areas.chart;
        let moves = &self.review().moves;
        let counted = moves
            .iter()
            .any(|m| m.before.is_some_and(|v| v.margin.is_some()));
        let buffer = frame.buffer_mut();
        let measure = |m: &ReviewedMove| words::measure(m.before?);
        let most = moves.iter().filter_map(measure).max().unwrap_or(0).max(1);
        let names = Player::BOTH.map(|player| cut(&self.name(player), NAMES));
        let left = names.iter().map(|name| wide(name)).max().unwrap_or(0) + 1;
        let left = saturating_cast::<u16, _>(left);
        let bars = chart.skip_columns(left);
        if chart.y > areas.board.bottom().min(areas.panel.bottom()) {
            let bars = if counted {
                [
                    tr!("Side: who was ahead. Height: by how many points."),
                    tr!("Side: who led. Height: by how much."),
                    tr!("Height: by how much."),
                ]
            } else {
                [
                    tr!("Side: who was winning. Height: how near the end."),
                    tr!("Side: the winner. Height: how near the end."),
                    tr!("Height: how near the end."),
                ]
            };
            let mut marks = tr!("{mark} mistake", mark = theme.pick("▾", "?"));
            if (moves.iter()).any(|m| m.kind_on_screen() == Some(MoveKind::Inaccuracy)) {
                marks += &tr!(" {mark} inaccuracy", mark = theme.pick("▿", "~"));
            }
            let width = usize::from(chart.width);
            let texts = bars.map(|bars| format!("{bars} {marks}"));
            let text = texts.iter().find(|text| wide(text) <= width);
            let text = cut(text.unwrap_or(&marks), width);
            buffer.set_string(chart.x, chart.y - 1, text, theme.quiet());
        }
        let (columns, first) = self.columns(bars);
        // The bars of one player stay on one side of the middle line, even if the players have swapped sides. Each side
        // gets half of the rows between the marks and the bracket, unless only one player was ever ahead.
        let ahead = |m: &ReviewedMove| m.before.and_then(|v| winner(v.outcome, m.author));
        let leads = Player::BOTH.map(|player| moves.iter().any(|m| ahead(m) == Some(player)));
        let rows = chart.height.saturating_sub(2) / 2 * 2;
        let up = match leads {
            [true, false] => rows,
            [false, true] => 0,
            _ => rows / 2,
        };
        for (player, y) in Player::BOTH.into_iter().zip([up, up + 1]) {
            if leads[player.index()] {
                let name = &names[player.index()];
                buffer.set_string(chart.x, chart.y + y, name, theme.player(player));
            }
        }
        let levels = u64::from(up.max(rows - up).max(1)) * 8;
        let mut hits = Vec::new();
        let mut named = bars.x;
        for at in first..=self.moves() {
            let x = bars.x + saturating_cast::<u16, _>((at - first) * columns);
            if x + saturating_cast::<u16, _>(columns) > bars.right() {
                break;
            }
            let width = columns.saturating_sub(usize::from(columns > 2)).max(1);
            let middle = x + saturating_cast::<u16, _>((width - 1) / 2);
            let mut put = |y: u16, text: &str, style| {
                buffer.set_string(x, chart.y + y, text.repeat(width), style);
            };
            hits.push((
                Rect {
                    x,
                    width: saturating_cast(columns),
                    height: chart.height + areas.axis.height,
                    ..chart
                },
                at,
            ));
            if let Some(m) = moves.get(at) {
                let share = measure(m).map_or(levels, |n| n * (levels - 2) / most);
                let height = if counted {
                    2 + share
                } else {
                    levels - share.min(levels - 2)
                };
                match ahead(m) {
                    None => put(up, theme.pick("▁", "_"), theme.quiet()),
                    Some(winner) => {
                        for row in 0..rows {
                            // The number of filled eighths of the cell, counted from the middle line.
                            let full = height.saturating_sub(u64::from(row) * 8).min(8);
                            let Some(full) = saturating_cast::<usize, _>(full).checked_sub(1)
                            else {
                                break;
                            };
                            let y = if winner == Player::First {
                                up - row
                            } else {
                                up + 1 + row
                            };
                            put(
                                y,
                                theme.pick(BARS[winner.index()][full], "#"),
                                theme.player(winner),
                            );
                        }
                    }
                }
                let mark = match m.kind_on_screen() {
                    Some(MoveKind::Mistake) => Some((theme.pick("▾", "?"), theme.wrong())),
                    Some(MoveKind::Inaccuracy) => Some((theme.pick("▿", "~"), theme.quiet())),
                    Some(MoveKind::Best) | None => None,
                };
                if let Some((mark, style)) = mark {
                    buffer.set_string(middle, chart.y, mark, style);
                }
            }
            let here = at == self.at();
            if here {
                let bracket = match width {
                    1 => theme.pick("▴", "^").to_owned(),
                    _ => {
                        let [left, line, right] = theme.pick(["╰", "─", "╯"], ["\\", "_", "/"]);
                        format!("{left}{}{right}", line.repeat(width - 2))
                    }
                };
                buffer.set_string(x, chart.bottom() - 1, bracket, theme.key());
            }
            // Number each move for which there is room. Always number the selected move.
            let number = if at < self.moves() {
                (at + 1).to_string()
            } else {
                tr!("end").to_owned()
            };
            let start = middle.saturating_sub(saturating_cast::<u16, _>((number.len() - 1) / 2));
            let is_round = columns > 2 || (at + 1) % 10 == 0 && at < self.moves();
            let clear = self.at().abs_diff(at) * columns > number.len() + 1;
            if !areas.axis.is_empty() && (here || is_round && clear && start >= named) {
                let room = usize::from(areas.axis.right().saturating_sub(start));
                let style = if here { theme.key() } else { theme.quiet() };
                buffer.set_stringn(start, areas.axis.y, &number, room, style);
                named = start + saturating_cast::<u16, _>(number.len() + 1);
            }
        }
        for (area, at) in hits {
            frame.hit(area, Message::Item(at));
        }
    }

    fn lines(&self, cx: &Context, width: u16) -> Vec<Line<'static>> {
        let theme = &cx.theme;
        let mut lines = Vec::new();
        match (self.review().moves.get(self.at()), self.at() < self.moves()) {
            (Some(m), _) => lines.extend(self.said_of(cx, m, width)),
            (None, true) => lines.push(Line::styled(tr!("working it out ..."), theme.quiet())),
            (None, false) => lines.push(Line::styled(tr!("After the last move"), theme.heading())),
        }
        let mut said = match self.game.result() {
            Some(_) => vec![StyledLine::heading(words::how_it_ended(&self.game))],
            None => self.reasons(cx),
        };
        if let Some(player) = self.resigned.filter(|_| self.at() == self.moves()) {
            let resigned = words::resigned(&self.game, player);
            said.insert(0, StyledLine::heading(resigned));
        }
        said.retain(|line| !line.text.is_empty());
        if !said.is_empty() {
            said.insert(0, StyledLine::blank());
        }
        said.push(StyledLine::blank());
        let result = match self.review().result {
            None => tr!("The match is not over").to_owned(),
            Some(None) => tr!("Draw").to_owned(),
            Some(Some(player)) => capital(&tr!(
                "{name} won",
                name = words::name_or_you(&self.game, player)
            )),
        };
        said.push(StyledLine::plain(format!(
            "{result}; {}.",
            self.review().turning_in_words()
        )));
        for player in Player::BOTH {
            let t = self.review().tally_of(|m| m.author == player);
            let name = self.name(player);
            let mistakes = counted(t.mistakes as u64, tr!("mistake"), tr!("mistakes"));
            let mut text = match t.decisions {
                0 => tr!("{name}: no move could change the winner"),
                all => tr!(
                    "{name}: {kept} of {all} decisions right, {mistakes}",
                    kept = t.kept
                ),
            };
            let is_lesser = |m: &&ReviewedMove| {
                m.author == player && m.kind_on_screen() == Some(MoveKind::Inaccuracy)
            };
            let lesser = self.review().moves.iter().filter(is_lesser).count();
            if lesser > 0 {
                let lesser = counted(lesser as u64, tr!("inaccuracy"), tr!("inaccuracies"));
                text += &format!(", {lesser}");
            }
            said.push(StyledLine::new(Tone::Player(player), text));
        }
        if self.review().unproved() > 0 {
            let moves = counted(
                self.review().unproved() as u64,
                tr!("move is"),
                tr!("moves are"),
            );
            said.push(StyledLine::quiet(tr!(
                "{moves} not proved: past what is solved."
            )));
        }
        said.extend(
            self.error
                .as_ref()
                .map(|error| StyledLine::quiet(tr!("Not finished: {error}."))),
        );
        lines.extend(cx.flow(said, width));
        lines
    }

    /// Returns the reasons for the verdict on the position before the selected move. The reasons reveal a move only if
    /// the better move was requested.
    fn reasons(&self, cx: &Context) -> Vec<StyledLine> {
        let Some(Ok(analysis)) = &self.here else {
            return Vec::new();
        };
        let most = if self.better {
            Reveals::Move
        } else {
            Reveals::Nothing
        };
        let reasons = ShownReasons::new(&analysis.reasons, most);
        let mut all: Vec<&ReasonText> = reasons.all(cx.more).collect();
        // If the better move was requested, list the reason for its win before all other reasons.
        all.sort_by_key(|r| !matches!(r.claims.first(), Some(Claim::Move(_, Outcome::Win))));
        let mut said = Vec::new();
        if !all.is_empty() {
            let made = self.game.moves().get(self.at());
            let player = made.map_or_else(
                || self.game.mover_at(self.at()),
                |made| self.game.author(made),
            );
            said.extend(words::point_of_view(&self.game, player));
        }
        said.extend(all.into_iter().map(|r| match r.depth {
            Depth::Headline => StyledLine::heading(r.text.clone()),
            _ => StyledLine::plain(r.text.clone()),
        }));
        said
    }

    fn name(&self, player: Player) -> String {
        capital(words::name_in_list(self.game.participants(), player))
    }

    fn advised(&self) -> Option<&Choice> {
        self.here.as_ref()?.as_ref().ok()?.advised()
    }

    fn reads_on(&self, cx: &Context) -> bool {
        let area = self.areas(cx).panel;
        let lines = self.lines(cx, area.width.saturating_sub(1)).len();
        self.scroll.first + usize::from(area.height) < lines
    }

    fn said_of(&self, cx: &Context, m: &ReviewedMove, width: u16) -> Vec<Line<'static>> {
        let theme = &cx.theme;
        let name = words::name_in_list(self.game.participants(), m.author);
        let judged = m.judged.map(Judgement::on_screen);
        let chip = match judged.map(|judged| (judged.kind, judged.before)) {
            None => chip(theme, theme.quiet(), tr!("Not proved")),
            Some((MoveKind::Mistake, _)) => {
                chip(theme, theme.outcome(Outcome::Loss), tr!("Mistake"))
            }
            Some((MoveKind::Inaccuracy, _)) => chip(theme, theme.quiet(), tr!("Inaccuracy")),
            Some((MoveKind::Best, Outcome::Loss)) => chip(theme, theme.quiet(), tr!("Best")),
            Some((MoveKind::Best, _)) => chip(theme, theme.outcome(Outcome::Win), tr!("Good")),
        };
        let what = match judged {
            None => String::new(),
            Some(Judgement {
                kind: MoveKind::Best,
                before: Outcome::Loss,
                ..
            }) => tr!("there was nothing better").to_owned(),
            Some(judged) => match judged
                .cost
                .filter(|cost| *cost > 0 && judged.kind == MoveKind::Mistake)
            {
                Some(cost) => tr!(
                    "{words} ({points} lost)",
                    words = judged.words(),
                    points = counted(cost, tr!("point"), tr!("points"))
                ),
                None => judged.words(),
            },
        };
        let said = tr!(
            "Move {n}, {name}: {words}",
            n = m.n,
            words = self.game.position().move_words(&m.text)
        );
        let mut lines = flow(
            theme,
            [StyledLine::new(Tone::Player(m.author), said)],
            width,
        );
        lines.extend(beside_chip(theme, chip, StyledLine::plain(what), width));
        if self.has_better() {
            let text = match (self.better, self.advised()) {
                (true, Some(best)) => {
                    tr!(
                        "Better: {words}.",
                        words = self.game.position().move_words(&best.text)
                    )
                }
                (true, None) => tr!("The better move is not known here.").to_owned(),
                (false, _) => {
                    tr!("<hint>: what was better. <redo>: try again from here.").to_owned()
                }
            };
            let skill = self.skill().filter(|_| self.at() + 1 == m.n);
            let drill =
                skill.map(|_| tr!("<coach>: questions on positions like this one.").to_owned());
            lines.extend(cx.flow(
                std::iter::once(text).chain(drill).map(StyledLine::hint),
                width,
            ));
        }
        lines
    }
}

impl Page for ReviewPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Review
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        if let Message::Item(at) = message {
            self.moved = true;
            return self.go_to(cx, at);
        }
        let action = match message {
            Message::Wheel(lines) if lines > 0 => Action::Right,
            Message::Wheel(_) => Action::Left,
            Message::Do(action) => action,
            _ => return,
        };
        let at = self.at();
        self.moved = true;
        match action {
            Action::Left | Action::Up | Action::PreviousMove => {
                self.go_to(cx, at.saturating_sub(1))
            }
            Action::Right | Action::Down | Action::NextMove => self.go_to(cx, at + 1),
            Action::First => self.go_to(cx, 0),
            Action::Last => self.go_to(cx, usize::MAX),
            Action::PreviousMistake | Action::NextMistake => {
                let forward = action == Action::NextMistake;

                match self.mistake(forward) {
                    Some(to) => self.go_to(cx, to),
                    None => cx.notify(if forward {
                        tr!("There is no mistake after this.")
                    } else {
                        tr!("There is no mistake before this.")
                    }),
                }
            }
            Action::Hint if self.has_better() => {
                self.better = !self.better;
                self.scroll.first = 0;
            }
            Action::Why => cx.more = !cx.more,
            Action::Save => cx.save_table(),
            Action::Coach => {
                if let Some(skill) = self.skill().cloned() {
                    coach::show(cx, Some(coach::game_of(self.game.position())), Some(skill));
                }
            }
            Action::PageUp | Action::PageDown => {
                let area = self.areas(cx).panel;
                let lines = self.lines(cx, area.width.saturating_sub(1)).len();
                self.scroll.key(action, lines, area.height);
            }
            Action::Enter if self.at() < self.moves() => self.go_to(cx, at + 1),
            Action::Enter | Action::Escape => cx.go(Navigation::Back),
            Action::Redo if self.game.result().is_none() => {
                cx.go(try_again(self.game.clone()));
                cx.notify(tr!(
                    "Try again from here; <back-to-review> returns to the review."
                ));
            }
            _ => {}
        }
    }

    /// Starts the review, or restarts the jobs that had not finished when the page was left.
    fn shown(&mut self, cx: &mut Context) {
        if !self.done {
            self.begin(cx);
        } else if self.skills.is_none() && self.error.is_none() {
            self.ask_for_skills(cx);
        }
        self.look(cx);
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::PreviousMistake, Action::NextMistake]
                if self.mistake(true).or(self.mistake(false)).is_none() =>
            {
                Err(tr!("There is no mistake before or after this."))
            }
            [Action::Save] if cx.table().is_none_or(|s| !s.changed) => Err(language::text(SAVED)),
            [Action::Enter] if self.at() >= self.moves() => {
                Ok(Cow::Borrowed(tr!("back to the match")))
            }
            [Action::Redo] if self.game.result().is_some() => Err(tr!(
                "The match is over here: step back to try again from a move."
            )),
            [Action::Coach] if self.skill().is_none() => Err(tr!(
                "You can only practise a mistake, and only if the coach has a skill for it."
            )),
            [Action::PageDown] if !self.reads_on(cx) => Err(tr!("All of the text is in sight.")),
            [Action::Hint] if !self.has_better() => Err(tr!("There is no better move.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let areas = self.areas(cx);
        let done = self.review().moves.len();
        let all = self.moves();
        let note = match (self.done, &self.error) {
            (false, _) => tr!("reviewing: {done} of {all}"),
            (true, Some(_)) => tr!("not finished").to_owned(),
            (true, None) => tr!(
                "{n} of {moves}",
                n = (self.at() + 1).min(all),
                moves = counted(all as u64, tr!("move"), tr!("moves"))
            ),
        };
        let name = self.game.start().info().name;
        page::match_title(
            cx,
            frame,
            &areas.panes,
            [tr!("Review"), name, &note],
            Some(self.game.start()),
        );
        let better = self.advised().filter(|_| self.better);
        let better = better.map_or(&[][..], |m| &m.sites);
        let made = self.game.moves().get(self.at());
        let marks = Marks {
            start: Some(&self.start),
            ..made.map_or_else(Marks::default, |m| board::past(m, better))
        };
        board::show(&cx.theme, frame, &self.scene, areas.board, &marks);
        if areas.chart.height >= 3 {
            self.draw_chart(cx, frame, &areas);
        }
        self.scroll.draw(
            &cx.theme,
            frame,
            areas.panel,
            self.lines(cx, areas.panel.width.saturating_sub(1)),
        );
    }
}
