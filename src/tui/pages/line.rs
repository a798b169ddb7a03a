//! Shows a what-if: a line of perfect play from the current position, step by step. The match does not change.

use super::table::state::{MatchState, Meaning, ShownReasons, without_values};
use super::table::{view as table, words};
use crate::play::PlayedMove;
use crate::tui::components::beside_chip;
use crate::tui::frame::{chip, tone};
use crate::tui::prelude::*;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::Reveals;

pub struct LinePage {
    /// A copy of the match with the moves of the line appended. The copy's cursor is at the displayed step.
    pub game: Match,
    from: usize,
    known: Vec<Option<Result<Analysis, Stop>>>,
    scene: Scene,
    before: Option<Scene>,
    scroll: ScrollText,
}

/// Opens a line of play that begins with the picked move. If nothing is picked, the line begins with the only move at
/// the cursor, unless this move is known to throw the win or the draw away. In all other cases, the line begins with
/// the best move.
pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let mut game = s.game().clone();
    game.drop_undone();
    let sites = s.chosen_sites();
    let best = s.analysis().and_then(|found| found.best.as_ref());
    let first = match s.meaning(&sites) {
        Meaning::One(text) if !sites.is_empty() && (!s.picked.is_empty() || !s.throws(&text)) => {
            Some(text)
        }
        _ => best.map(|choice| choice.text.clone()),
    };
    let mut page = LinePage {
        from: game.cursor(),
        known: vec![s.here().cloned()],
        scene: s.scene.clone(),
        before: None,
        game,
        scroll: ScrollText::default(),
    };
    if let Some(first) = first {
        page.play(&first);
    }
    cx.push(page);
}

impl LinePage {
    pub fn at(&self) -> usize {
        self.game.cursor() - self.from
    }

    pub fn made(&self) -> Option<&PlayedMove> {
        self.game.last_move().filter(|_| self.at() > 0)
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        self.known[self.at()].as_ref()?.as_ref().ok()
    }

    /// Goes to step `at` or, if the line is shorter, to its last step.
    fn go(&mut self, at: usize) {
        self.game.jump(self.from.saturating_add(at));
        self.scene = self.game.scene_at(self.game.cursor());
        self.before = (self.made().is_some()).then(|| self.game.scene_at(self.game.cursor() - 1));
    }

    fn play(&mut self, text: &str) -> bool {
        let is_legal = self.game.play(text).is_ok();
        if is_legal {
            self.known.push(None);
            self.go(self.known.len() - 1);
        }
        is_legal
    }

    fn ask(&mut self, cx: &mut Context) {
        let at = self.at();
        if self.known[at].is_none() {
            cx.analyse(
                self.game.position(),
                Ask::default(),
                move |page: &mut LinePage, _, result| page.known[at] = Some(result),
            );
        }
    }

    fn lines(&self, cx: &Context, s: &MatchState, area: Rect) -> Vec<Line<'static>> {
        let theme = &cx.theme;
        let mut lines = Vec::new();
        if let Some(made) = self.made() {
            let before = self.game.position_at(self.game.cursor() - 1);
            let played = before.move_words(&made.text);
            let author = self.game.author(made);
            let name = capital(words::name_in_list(self.game.participants(), author));
            let said = StyledLine::new(Tone::Player(author), format!("{name}: {played}"));
            lines.extend(flow(theme, [said], area.width));
        }
        let mover = self.game.mover_at(self.game.cursor());
        let analysis = match &self.known[self.at()] {
            Some(Ok(analysis)) if !analysis.over => analysis,
            other => {
                let said = match other {
                    None => StyledLine::quiet(tr!("Working it out ...")),
                    Some(Err(stop)) => StyledLine::quiet(format!("? {stop}.")),
                    Some(Ok(_)) => StyledLine::heading(tr!("The game is over here.")),
                };
                lines.extend(flow(theme, [said], area.width));
                return lines;
            }
        };
        let verdict = words::proved(s, mover, analysis);
        let text = StyledLine::quiet(verdict.text);
        lines.extend(match verdict.chip {
            Some((colour, word)) => {
                let chip = chip(theme, tone(theme, colour), &word);
                beside_chip(theme, chip, text, area.width)
            }
            None => flow(theme, [text], area.width),
        });
        let mut said = Vec::new();
        if let Some(best) = &analysis.best {
            let best = self.game.position().move_words(&best.text);
            let turn = match s.game().only_person() {
                Some(me) if me == mover => tr!("Your move").to_owned(),
                _ => capital(&tr!(
                    "{name} to move",
                    name = words::name_or_you(s.game(), mover)
                )),
            };
            said.push(StyledLine::hint(tr!("{turn}. Best: {best}.")));
        }
        if layout::panes(cx.size).beside {
            said.push(StyledLine::blank());
        }
        // Reasons address the player to move as "you", so the opponent's reasons are not shown next to the user's
        // verdict.
        if s.game().only_person().is_none_or(|me| me == mover) {
            let reasons: Vec<StyledLine> = ShownReasons::new(&analysis.reasons, Reveals::Move)
                .lines(cx.more)
                .collect();
            if !reasons.is_empty() {
                said.extend(words::point_of_view(s.game(), mover));
            }
            said.extend(reasons);
        }
        lines.extend(flow(theme, said, area.width));
        lines
    }
}

impl Page for LinePage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Line
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = message.action() else {
            return;
        };
        match action {
            Action::Escape | Action::WhatIf => return cx.go(Navigation::Back),
            Action::Why => return cx.more = !cx.more,
            Action::PageUp | Action::PageDown => {
                let area = table::panes(cx).side;
                let lines = cx.table().map_or(0, |s| self.lines(cx, s, area).len());
                self.scroll.key(action, lines, area.height);
                return;
            }
            _ if cx.is_busy(Lane::Solve) => return,
            Action::Right | Action::Down | Action::Enter | Action::Pick => {
                if self.at() + 1 < self.known.len() {
                    self.go(self.at() + 1);
                } else {
                    let best = self.analysis().and_then(|found| found.best.clone());
                    if !best.is_some_and(|best| self.play(&best.text)) {
                        return cx.notify(tr!("The line ends here."));
                    }
                }
            }
            Action::Left | Action::Up | Action::Undo => self.go(self.at().saturating_sub(1)),
            Action::First => self.go(0),
            Action::Last => self.go(usize::MAX),
            _ => return,
        }
        self.scroll = ScrollText::default();
        self.ask(cx);
    }

    fn shown(&mut self, cx: &mut Context) {
        self.ask(cx);
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        let more = || {
            self.analysis()
                .is_some_and(|a| !ShownReasons::new(&a.reasons, Reveals::Move).more.is_empty())
        };
        match *line.actions {
            [Action::Why] if !more() => Err(tr!("There are no more reasons.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let Some(s) = &cx.on_table else { return };
        let panes = table::panes(cx);
        let note = match self.at() {
            0 => tr!("from here").to_owned(),
            n => tr!("step {n}"),
        };
        let about = match cx.size.0 {
            ..layout::WIDE => tr!("perfect play; your match stays as it is"),
            _ => tr!("both sides play perfectly; your match stays as it is"),
        };
        let position = Some(s.game().position());
        page::match_title(cx, frame, &panes, [tr!("What if"), about, &note], position);
        let made = self.made();
        let figure = self.analysis().map(|a| {
            if cx.more {
                Cow::Borrowed(&a.figure)
            } else {
                without_values(&a.figure)
            }
        });
        let marks = Marks {
            last: made.map_or(&[][..], |made| &made.sites),
            second: made.is_some_and(|made| made.by == Player::Second),
            before: self.before.as_ref(),
            start: Some(&s.start),
            figure: figure.as_deref(),
            ..Marks::default()
        };
        board::show(&cx.theme, frame, &self.scene, panes.main, &marks);
        self.scroll
            .draw(&cx.theme, frame, panes.side, self.lines(cx, s, panes.side));
    }
}
