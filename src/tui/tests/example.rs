use super::harness::*;

/// Positions of one pile or number, each with its outcome: the page of `docs/adding-a-page.md`.
pub struct SmallPage {
    /// A position of the game.
    pattern: Box<dyn AnyPosition>,
    /// What the job has found.
    found: Vec<(Box<dyn AnyPosition>, Outcome)>,
    cursor: ListCursor,
}

/// The columns of the list.
const LIST: u16 = 30;
/// The numbers that are tried.
const SMALL: u64 = 30;

impl SmallPage {
    pub fn new(pattern: Box<dyn AnyPosition>) -> SmallPage {
        SmallPage {
            pattern,
            found: Vec::new(),
            cursor: ListCursor::default(),
        }
    }
}

impl Page for SmallPage {
    fn key_context(&self) -> KeyContext {
        // A real page would have a key context of its own; this example borrows that of the lessons.
        KeyContext::Lessons
    }

    fn shown(&mut self, cx: &mut Context) {
        let pattern = self.pattern.boxed_clone();
        let job = move |desk: &Desk<'_>| {
            (0..SMALL)
                .filter_map(|n| pattern.at_numbers(&[n]).ok())
                .map(|at| {
                    let outcome = at.outcome(desk.limits)?;
                    Ok((at, outcome))
                })
                .collect::<Result<Vec<_>, Stop>>()
        };
        cx.spawn(
            Lane::Work,
            job,
            |page: &mut SmallPage, cx, found| match found {
                Ok(found) => page.found = found,
                Err(stop) => cx.notify_error(stop.to_string()),
            },
        );
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let lines = self.found.len();
        match self.cursor.action(message, lines) {
            Some(Action::Enter) => {
                if let Some((position, _)) = self.found.get(self.cursor.at) {
                    let players = [PlayerKind::Human, cx.usual_opponent()];
                    cx.replace_match(Match::between(position.boxed_clone(), players), None);
                }
            }
            Some(Action::Escape) => cx.go(Navigation::Back),
            Some(action) => drop(self.cursor.key(action, lines)),
            None => {}
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] if self.found.is_empty() => Err("Nothing has been found yet."),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let busy = if cx.is_busy(Lane::Work) {
            "working it out ..."
        } else {
            ""
        };
        let list = Master {
            title: ["Small positions", self.pattern.info().name, busy],
            panes: layout::list_panes(cx.size, LIST, self.found.len()),
            cursor: self.cursor,
            lines: self.found.len(),
            above: 0,
            below: 0,
        };
        let side = list
            .draw(cx, frame, |at, here, width| {
                let (position, outcome) = &self.found[at];
                let text = format!("{} {}", sign_of(*outcome), position.id());
                Span::styled(cut(&text, width), row_style(&cx.theme, here)).into()
            })
            .side;
        let Some((position, _)) = self.found.get(self.cursor.at) else {
            return;
        };
        let said = [
            StyledLine::heading(position.title()),
            StyledLine::quiet("<enter> plays from here, <back> goes back"),
        ];
        let text = cx.flow(said, side.width);
        let scene = position.scene();
        let marks = Marks::default();
        board::under(&cx.theme, frame, side, text, Some(&scene), &marks);
    }
}

#[test]
fn the_page_of_the_guide_lists_what_its_job_finds() {
    let mut m = Machine::at("bash/3:9", HUMANS);
    let pattern = open("bash/3:9");
    m.app.cx.push(SmallPage::new(pattern));
    m.send(Event::Resize(80, 24));
    assert!(shown(&m).contains("working it out"));
    // The job runs when the driver comes to it.
    assert!(m.run_last(Lane::Work));
    assert!(shown(&m).contains("- bash/3:4"), "{}", shown(&m));
    m.keys("down");
    m.click_on(Message::Item(4));
    m.click_on(Message::Item(4));
    assert_eq!((place(&m), m.id().as_str()), ("table", "bash/3:4"));
    // Closing a page cancels its job.
    m.done();
    m.app.cx.push(SmallPage::new(open("nim:3")));
    m.send(Event::Resize(80, 24));
    m.keys("esc");
    assert!(m.done().contains("Cancel(Work)"));
    assert_eq!(place(&m), "table");
}
