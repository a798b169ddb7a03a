//! Shows a what-if: the perfect line of play from a position, step by step, beside the match.

use super::table::state::{MatchState, Meaning, ShownReasons, without_values};
use super::table::{view as table, words};
use crate::tui::frame::{chip, tone};
use crate::tui::prelude::*;
use nimatron_core::erased::Turn;
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::Reveals;

/// A line of play that the user steps through without changing the match.
pub struct LinePage {
    /// The steps so far, from the starting position.
    pub steps: Vec<LineStep>,
    /// The index of the displayed step.
    pub at: usize,
    scroll: ScrollText,
}

pub struct LineStep {
    pub position: Box<dyn AnyPosition>,
    scene: Scene,
    /// The move that led to this position, with its sites; `None` for the first step.
    pub by: Option<(String, Vec<Site>)>,
    mover: Player,
    analysis: Option<Result<Analysis, Stop>>,
}

impl LineStep {
    fn new(
        position: Box<dyn AnyPosition>,
        by: Option<(String, Vec<Site>)>,
        mover: Player,
    ) -> LineStep {
        LineStep {
            scene: position.scene(),
            position,
            by,
            mover,
            analysis: None,
        }
    }

    /// The step after a move, including whose turn it then is; `None` if the move is not legal.
    fn after(&self, text: &str) -> Option<LineStep> {
        let choice = self.position.legal(text).ok()?;
        let (position, turn) = self.position.after(&choice.text).ok()?;
        let next = if turn == Turn::Kept {
            self.mover
        } else {
            self.mover.other()
        };
        let mover = position.mover().unwrap_or(next);
        Some(LineStep::new(
            position,
            Some((choice.text, choice.sites)),
            mover,
        ))
    }

    fn best(&self) -> Option<&str> {
        self.analysis
            .as_ref()?
            .as_ref()
            .ok()?
            .best
            .as_ref()
            .map(|choice| choice.text.as_str())
    }
}

/// Opens the line. It begins with the picked move or, if nothing is picked, with the only move at the cursor if that
/// move throws nothing away; in all other cases it begins with the best move.
pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let mover = s.game().mover_at(s.game().cursor());
    let mut start = LineStep::new(s.game().position().boxed_clone(), None, mover);
    start.analysis = s.here().cloned();
    let sites = s.chosen_sites();
    let first = match s.meaning(&sites) {
        Meaning::One(text) if !sites.is_empty() && (!s.picked.is_empty() || !s.throws(&text)) => {
            start.after(&text)
        }
        _ => start.best().and_then(|best| start.after(best)),
    };
    let steps: Vec<LineStep> = std::iter::once(start).chain(first).collect();
    cx.push(LinePage {
        at: steps.len() - 1,
        steps,
        scroll: ScrollText::default(),
    });
}

impl LinePage {
    pub fn step(&self) -> &LineStep {
        &self.steps[self.at]
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        self.step().analysis.as_ref()?.as_ref().ok()
    }

    /// Requests the analysis of the displayed step, if it is missing.
    fn ask(&mut self, cx: &mut Context) {
        if self.step().analysis.is_none() {
            let at = self.at;
            cx.analyse(
                &*self.step().position,
                Ask::default(),
                move |page: &mut LinePage, _, result| page.steps[at].analysis = Some(result),
            );
        }
    }

    /// The text about the displayed step.
    fn lines(&self, cx: &Context, s: &MatchState, area: Rect) -> Vec<Line<'static>> {
        let theme = &cx.theme;
        let step = self.step();
        let mut lines = Vec::new();
        if let Some((text, _)) = &step.by {
            let before = &self.steps[self.at - 1];
            let played = before.position.move_words(text);
            let name = capital(words::name_or_you(s, before.mover));
            let said = StyledLine::new(Tone::Player(before.mover), format!("{name}: {played}"));
            lines.extend(flow(theme, [said], area.width));
        }
        let analysis = match &step.analysis {
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
        let verdict = words::proved(s, step.mover, analysis);
        let pill = verdict
            .chip
            .map(|(colour, word)| chip(theme, tone(theme, colour), &word));
        let left = Span::styled(format!("  {}", verdict.text), theme.quiet());
        lines.push(pill.into_iter().chain([left]).collect());
        let mut said = Vec::new();
        if let Some(best) = &analysis.best {
            let best = step.position.move_words(&best.text);
            let turn = match s.game().only_person() {
                Some(me) if me == step.mover => tr!("Your move").to_owned(),
                _ => tr!(
                    "{name} to move",
                    name = s.game().participant(step.mover).name
                ),
            };
            said.push(StyledLine::hint(tr!("{turn}. Best: {best}.")));
        }
        if layout::panes(cx.size).beside {
            said.push(StyledLine::blank());
        }
        let reasons: Vec<StyledLine> = ShownReasons::new(&analysis.reasons, Reveals::Move)
            .lines(cx.more)
            .collect();
        if !reasons.is_empty() {
            said.extend(words::point_of_view(s.game(), step.mover));
        }
        said.extend(reasons);
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
            // Ignore the key while the displayed step is being analysed.
            _ if cx.is_busy(Lane::Solve) => return,
            Action::Right | Action::Down | Action::Enter | Action::Pick => {
                if self.at + 1 == self.steps.len() {
                    let Some(next) = self.step().best().and_then(|text| self.step().after(text))
                    else {
                        return cx.notify(tr!("The line ends here."));
                    };
                    self.steps.push(next);
                }
                self.at += 1;
            }
            Action::Left | Action::Up | Action::Undo => self.at = self.at.saturating_sub(1),
            Action::First => self.at = 0,
            Action::Last => self.at = self.steps.len() - 1,
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
        let step = self.step();
        let note = if self.at == 0 {
            tr!("from here").to_owned()
        } else {
            tr!("step {n}", n = self.at)
        };
        let about = match cx.size.0 {
            ..layout::WIDE => tr!("perfect play; your match stays as it is"),
            _ => tr!("both sides play perfectly; your match stays as it is"),
        };
        let position = Some(s.game().position());
        page::match_title(cx, frame, &panes, [tr!("What if"), about, &note], position);
        let from = self.at.checked_sub(1).map(|at| &self.steps[at]);
        let figure = self.analysis().map(|a| match cx.more {
            true => Cow::Borrowed(&a.figure),
            false => without_values(&a.figure),
        });
        let marks = Marks {
            last: step.by.as_ref().map_or(&[][..], |(_, sites)| sites),
            second: from.is_some_and(|from| from.mover == Player::Second),
            before: from.map(|from| &from.scene),
            start: Some(&s.start),
            figure: figure.as_deref(),
            ..Marks::default()
        };
        board::show(&cx.theme, frame, &step.scene, panes.main, &marks);
        self.scroll
            .draw(&cx.theme, frame, panes.side, self.lines(cx, s, panes.side));
    }
}
