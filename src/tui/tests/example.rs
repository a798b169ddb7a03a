use super::harness::*;

/// The example page of `docs/adding-a-page.md`: a list of positions with a single pile or number, and the outcome of
/// the selected position.
pub struct SmallPage {
    list: Vec<Box<dyn AnyPosition>>,
    cursor: ListCursor,
    outcome: Option<Result<Outcome, String>>,
}

/// The width of the list, in columns.
const LIST: u16 = 30;
/// The exclusive upper bound of the numbers in the list.
const SMALL: u64 = 30;

impl SmallPage {
    pub fn new(pattern: &dyn AnyPosition) -> SmallPage {
        let at = |n| pattern.at_numbers(&[n]).ok();
        SmallPage {
            list: (0..SMALL).filter_map(at).collect(),
            cursor: ListCursor::default(),
            outcome: None,
        }
    }

    fn selected(&self) -> Option<&dyn AnyPosition> {
        self.list.get(self.cursor.at).map(|position| &**position)
    }

    /// Starts the job for the selected position. This cancels the job for another position.
    fn ask(&mut self, cx: &mut Context) {
        self.outcome = None;
        let Some(position) = self.selected().map(AnyPosition::boxed_clone) else {
            return;
        };
        let job = move |desk: &Desk<'_>| {
            let outcome = position.outcome(desk.limits);
            outcome.map_err(|stop| stop.to_string())
        };
        cx.spawn(Lane::Work, job, |page: &mut SmallPage, _, outcome| {
            page.outcome = Some(outcome);
        });
    }
}

impl Page for SmallPage {
    fn key_context(&self) -> KeyContext {
        // A real page would have a key context of its own; this example borrows the lessons' key context.
        KeyContext::Lessons
    }

    fn shown(&mut self, cx: &mut Context) {
        // This page comes back to the top when the help page is closed. Its job may still be running at that point.
        if self.outcome.is_none() && !cx.is_busy(Lane::Work) {
            self.ask(cx);
        }
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let lines = self.list.len();
        let before = self.cursor;
        match self.cursor.action(message, lines) {
            Some(Action::Enter) => {
                if let Some(position) = self.selected() {
                    let players = [PlayerKind::Human, cx.usual_opponent()];
                    cx.replace_match(Match::between(position.boxed_clone(), players), None);
                }
            }
            Some(Action::Escape) => cx.go(Navigation::Back),
            Some(action) => drop(self.cursor.key(action, lines)),
            None => {}
        }
        if self.cursor != before {
            self.ask(cx);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] if self.list.is_empty() => Err("The game has no such position."),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let list = Master {
            title: ["Small positions", "of one pile or number", ""],
            panes: layout::list_panes(cx.size, LIST, self.list.len()),
            cursor: self.cursor,
            lines: self.list.len(),
            above: 0,
            below: 0,
        };
        let side = list
            .draw(cx, frame, |at, here, width| {
                let text = cut(&self.list[at].id(), width);
                Span::styled(text, row_style(&cx.theme, here)).into()
            })
            .side;
        let Some(position) = self.selected() else {
            return;
        };
        let outcome = match &self.outcome {
            None => StyledLine::quiet("working it out ..."),
            Some(Err(why)) => StyledLine::plain(why.as_str()),
            Some(Ok(outcome)) => {
                let text = format!("{} for the player to move", sign_of(*outcome));
                StyledLine::new(Tone::Outcome(*outcome), text)
            }
        };
        let said = [
            StyledLine::heading(position.title()),
            outcome,
            StyledLine::quiet("<enter> plays from here, <back> goes back"),
        ];
        let text = cx.flow(said, side.width);
        let scene = position.scene();
        let marks = Marks::default();
        board::under(&cx.theme, frame, side, text, Some(&scene), &marks);
    }
}

fn opened(id: &str) -> Machine {
    let mut m = Machine::at(id, HUMANS);
    m.done();
    m.app.cx.push(SmallPage::new(&*open(id)));
    m.send(Event::Resize(80, 24));
    m
}

#[test]
fn the_page_of_the_guide_tells_the_outcome_of_the_selected_line() {
    let mut m = opened("bash/3:9");
    // No job runs until the test runs it. Returning from the help page does not start another job.
    m.walk(&[("", "working it out"), ("? esc", "working it out")]);
    assert!(m.run_last(Lane::Work) && !m.run_last(Lane::Work));
    m.walk(&[("", "- for the player"), ("down", "working it out")]);
    m.keys("down down down");
    // Only the job for the selected line has an effect, because the jobs for the earlier lines are cancelled.
    while m.run_last(Lane::Work) {}
    m.walk(&[("", "- for the player"), ("up", "working it out")]);
    m.click_on(Message::Item(4));
    m.click_on(Message::Item(4));
    m.walk(&[("", "@table"), ("", "=bash/3:4")]);
}

#[test]
fn closing_the_page_of_the_guide_cancels_its_job() {
    let mut m = opened("nim:3");
    m.walk(&[("esc", "@table"), ("", "$~Cancel(Work)")]);
}
