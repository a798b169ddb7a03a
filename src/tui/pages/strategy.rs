//! Walks through the winning strategy of a position: a winning move, each possible reply, and the answer to each reply.

use nimatron_core::strategy::{self, LostPosition, Strategy, StrategyError};

use super::line;
use super::table::words;
use crate::tui::prelude::*;

/// The width of the list, in columns.
const LIST: u16 = 30;

pub struct StrategyPage {
    start: Box<dyn AnyPosition>,
    found: Option<Strategy>,
    failed: Option<String>,
    /// The path through the lost positions. Each entry holds the index of a position and the index of the reply that
    /// led to it.
    trail: Vec<(usize, usize)>,
    cursor: ListCursor,
    here: Box<dyn AnyPosition>,
    scene: Scene,
}

pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let start = s.game().position().boxed_clone();
    cx.push(StrategyPage {
        here: start.boxed_clone(),
        scene: start.scene(),
        start,
        found: None,
        failed: None,
        trail: Vec::new(),
        cursor: ListCursor::default(),
    });
}

impl StrategyPage {
    /// Returns the displayed lost position, or `None` if the starting position is displayed and is not lost.
    fn lost(&self) -> Option<&LostPosition> {
        self.found.as_ref()?.lost.get(self.trail.last()?.0)
    }

    /// Returns the index of the next lost position. This is the position after the answer to the selected reply or, at
    /// the start, after the first move.
    fn next(&self) -> Option<usize> {
        let found = self.found.as_ref()?;
        let left = match self.lost() {
            Some(lost) => lost.replies.get(self.cursor.at)?.answer.as_ref()?,
            None => found.first.as_ref()?,
        };
        found.lost.iter().position(|lost| lost.id == left.id)
    }

    fn begin(&mut self, cx: &mut Context, found: Strategy) {
        let start = found.lost.iter().position(|lost| lost.id == found.position);
        if let (None, Some(start)) = (&found.first, start) {
            self.trail.push((start, 0));
        }
        self.found = Some(found);
        self.look(cx);
    }

    fn look(&mut self, cx: &mut Context) {
        let id = self.lost().map(|lost| lost.id.clone());
        let here = id.map_or_else(|| Some(self.start.boxed_clone()), |id| cx.open(&id));
        if let Some(here) = here {
            (self.scene, self.here) = (here.scene(), here);
        }
    }

    fn go_on(&mut self, cx: &mut Context) {
        match self.next() {
            Some(next) => {
                self.trail.push((next, self.cursor.at));
                self.cursor.at = 0;
                self.look(cx);
            }
            None => cx.notify(tr!("The game is over there.")),
        }
    }

    fn go_back(&mut self, cx: &mut Context) {
        // If the starting position is lost, keep it on the trail.
        let least = usize::from(
            self.found
                .as_ref()
                .is_some_and(|found| found.first.is_none()),
        );
        if self.trail.len() > least
            && let Some((_, selected)) = self.trail.pop()
        {
            self.cursor.at = selected;
            self.look(cx);
        }
    }

    fn says(&self, cx: &Context) -> Vec<StyledLine> {
        match (&self.found, &self.failed, self.lost()) {
            (_, Some(what), _) => {
                // The value of the position may be proved even if the strategy is not.
                let verdict = cx.table().and_then(words::verdict);
                let verdict = verdict.and_then(|verdict| {
                    let (tone, chip) = verdict.chip?;
                    Some(StyledLine::new(tone, format!("{chip}, {}.", verdict.text)))
                });
                let mut said = vec![StyledLine::plain(format!("! {what}."))];
                if let Some(verdict) = verdict {
                    let line = tr!("<what-if> shows perfect play, move by move.");
                    said.extend([StyledLine::blank(), verdict, StyledLine::hint(line)]);
                }
                said
            }
            (None, ..) => vec![StyledLine::quiet(tr!("working it out ..."))],
            (Some(found), _, None) if found.first.is_none() => {
                vec![StyledLine::plain(tr!("The game is over."))]
            }
            (Some(_), _, None) => vec![
                StyledLine::won(tr!("The player to move wins.")),
                StyledLine::hint(tr!("<enter>: what the move leaves, and each reply")),
            ],
            (Some(_), _, Some(lost)) if lost.replies.is_empty() => {
                vec![StyledLine::won(tr!("No move is left: the game is won."))]
            }
            (Some(_), _, Some(_)) => vec![
                StyledLine::lost(tr!("The player to move loses.")),
                StyledLine::quiet(tr!("The list has each reply, and the answer to it.")),
            ],
        }
    }

    fn lines(&self) -> usize {
        match (self.lost(), &self.found) {
            (Some(lost), _) => lost.replies.len(),
            (None, Some(found)) => usize::from(found.first.is_some()),
            (None, None) => 0,
        }
    }

    fn line(&self, cx: &Context, at: usize) -> Option<String> {
        let Some(lost) = self.lost() else {
            let first = self.found.as_ref()?.first.as_ref()?;
            return Some(self.start.move_words(&first.text));
        };
        let reply = lost.replies.get(at)?;
        let answer = reply.answer.as_ref();
        let answer = answer.map_or(tr!("over, and won"), |left| left.text.as_str());
        let arrow = cx.theme.pick("→", "->");
        Some(format!("{} {arrow} {answer}", reply.text))
    }
}

impl Page for StrategyPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Strategy
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let lines = self.lines();
        let Some(action) = self.cursor.action(message, lines) else {
            return;
        };
        match action {
            Action::Enter | Action::Right => self.go_on(cx),
            Action::Left | Action::Undo => self.go_back(cx),
            Action::WhatIf if self.failed.is_some() => {
                cx.go(Navigation::Back);
                line::show(cx);
            }
            Action::Escape => cx.go(Navigation::Back),
            action => drop(self.cursor.key(action, lines)),
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        if self.found.is_some() || self.failed.is_some() {
            return;
        }
        let start = self.start.boxed_clone();
        let job = move |desk: &Desk<'_>| {
            games::answers(&*start, desk.limits)
                .map_err(StrategyError::from)
                .and_then(|()| strategy::find(&*start, desk.limits))
                .map_err(|error| error.to_string())
        };
        cx.spawn(
            Lane::Work,
            job,
            |page: &mut StrategyPage, cx, found| match found {
                Ok(found) => page.begin(cx, found),
                Err(why) => page.failed = Some(why),
            },
        );
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] if self.next().is_none() => Err(tr!("The line ends here.")),
            [Action::WhatIf] if self.failed.is_none() => Err(tr!("The strategy has the answers.")),
            [Action::Undo] if self.trail.is_empty() => Err(tr!("This is the start.")),
            _ if line.actions == Action::WAYS && self.lines() < 2 => {
                Err(tr!("There is no choice."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let note = self.found.as_ref().map_or(String::new(), |found| {
            tr!(
                "{positions} to know",
                positions = counted(found.lost.len() as u64, tr!("position"), tr!("positions"))
            )
        });
        let id = self.here.id();
        let title = [tr!("Strategy"), &id, &note];
        let said = |side: Rect| cx.flow(self.says(cx), side.width);
        if self.failed.is_some() {
            let panes = layout::one_pane(cx.size);
            page::title(cx, frame, &panes, tr!("Strategy"), &id, &note);
            let (area, marks) = (panes.body, Marks::default());
            board::under(
                &cx.theme,
                frame,
                area,
                said(area),
                Some(&self.scene),
                &marks,
            );
            return;
        }
        let list = Master::new(cx, title, LIST, self.cursor, self.lines());
        let side = list
            .draw(cx, frame, |at, here, width| {
                let text = self.line(cx, at).unwrap_or_default();
                Span::styled(cut(&text, width), row_style(&cx.theme, here)).into()
            })
            .side;
        let made = match (self.lost(), &self.found) {
            (Some(lost), _) => lost.replies.get(self.cursor.at).map(|reply| &reply.text),
            (None, Some(found)) => found.first.as_ref().map(|first| &first.text),
            (None, None) => None,
        };
        let lit: Vec<Site> = made
            .and_then(|text| self.here.legal(text).ok())
            .map(|m| m.sites)
            .unwrap_or_default();
        let marks = Marks {
            hint: &lit,
            ..Marks::default()
        };
        board::under(
            &cx.theme,
            frame,
            side,
            said(side),
            Some(&self.scene),
            &marks,
        );
    }
}
