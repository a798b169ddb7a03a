//! Shows the help page: the rule and the ID of the game on the table, and the keys of the page that opened the help.

use crate::tui::pages::table::words;
use crate::tui::prelude::*;
use nimatron_core::rules::Word;

const NOTES: [(&str, &str); 5] = [
    (
        tr_key!("digits"),
        tr_key!("type a move in the pile or on the track under the cursor"),
    ),
    (
        tr_key!("mouse"),
        tr_key!(
            "a click picks or selects; a second click on it plays, opens or changes it; the wheel scrolls; the keys below \
         can be clicked too"
        ),
    ),
    (
        "?",
        tr_key!("in the verdict: not proved, and why; what is not proved is never claimed"),
    ),
    (
        tr_key!("to go"),
        tr_key!(
            "the moves of both players together until the end, if the winner hurries and the loser delays"
        ),
    ),
    (
        tr_key!("ID"),
        tr_key!(
            "names a position in one line, such as star:1664; <type> enters one, <copy> copies it"
        ),
    ),
];

pub struct HelpPage {
    from: KeyContext,
    /// Whether to show the keys of all pages.
    all: bool,
    scroll: ScrollText,
}

impl HelpPage {
    pub fn new(from: KeyContext) -> HelpPage {
        HelpPage {
            from,
            all: false,
            scroll: ScrollText::default(),
        }
    }

    /// Returns the lines of the page, wrapped to `width` columns. Each line has a name, such as a key, and a
    /// description. The name is empty if the line continues the previous one.
    fn lines(&self, cx: &Context, width: usize) -> Vec<(String, String)> {
        let map = cx.settings.keys();
        let room = width.saturating_sub(names(cx)).max(10);
        let mut lines = Vec::new();
        let mut add = |name: &str, long: &str| {
            for (i, text) in wrap(&map.fill(self.from, long), room)
                .into_iter()
                .enumerate()
            {
                lines.push((
                    if i == 0 {
                        name.to_owned()
                    } else {
                        String::new()
                    },
                    text,
                ));
            }
        };
        // The atlas and the set-up page may show a different game from the one on the table.
        let is_other = matches!(self.from, KeyContext::Atlas | KeyContext::Setup);
        if let Some(s) = cx.table().filter(|_| !is_other) {
            let position = s.game().position();
            add(tr!("This game"), &words::title(s));
            add(tr!("rule"), &position.rule());
            add(tr!("ID"), &position.id());
            // Show the second move, because the first move in Chomp eats the poison.
            if let Some(choice) = position.choices(&[], 2).list.pop() {
                let text = cut(&choice.text, 30);
                add(
                    tr!("a move"),
                    &tr!("<type> {text} <enter> plays one that is legal here"),
                );
            }
            add("", "");
        }
        let others = KeyContext::ALL.iter().filter(|&&context| {
            self.all
                && context != self.from
                && !matches!(context, KeyContext::Question | KeyContext::Text)
        });
        for &context in std::iter::once(&self.from).chain(others) {
            let here = if context == self.from {
                tr!("This page")
            } else {
                tr!("Page")
            };
            add(here, context.what());
            for (name, what) in map.help(context) {
                add(&name, &what);
            }
            add("", "");
        }
        if !self.all {
            let more = map.name(KeyContext::Help, Action::Help);
            add(
                &more,
                tr!("the keys of all pages, and the terms of the theory"),
            );
            return lines;
        }
        NOTES
            .iter()
            .for_each(|(name, what)| add(language::text(name), language::text(what)));
        add("", "");
        add(tr!("Terms"), "");
        for word in Word::ALL {
            add("", &format!("{}: {}", word.name(), word.definition()));
        }
        lines
    }

    fn extent(&self, cx: &Context) -> (usize, u16) {
        let room = layout::readable(layout::one_pane(cx.size).body);
        (self.lines(cx, usize::from(room.width)).len(), room.height)
    }
}

fn names(cx: &Context) -> usize {
    let keys = cx.settings.keys();
    let all = KeyContext::ALL.iter().flat_map(|&context| {
        let lines = context.key_lines();
        lines.map(move |line| keys.names(context, line.actions))
    });
    all.map(|name| wide(&name) + 2)
        .max()
        .unwrap_or(0)
        .clamp(11, 24)
}

impl Page for HelpPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Help
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(action) = message.action() else {
            return;
        };
        match action {
            Action::Help if !self.all => {
                // The last line is replaced with the keys of all pages. Scroll so that these keys begin at the top of
                // the page.
                self.scroll.first = self.extent(cx).0.saturating_sub(1);
                self.all = true;
            }
            Action::Escape | Action::Enter | Action::Help => cx.go(Navigation::Back),
            action => {
                let (lines, height) = self.extent(cx);
                self.scroll.key(action, lines, height);
            }
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Help] if self.all => Err(tr!("All keys are shown.")),
            [Action::Help] => Ok(Cow::Borrowed(tr!("all keys"))),
            [Action::Left, ..] | [Action::PageUp, ..] => {
                let (lines, height) = self.extent(cx);
                (lines > usize::from(height))
                    .then_some(Cow::Borrowed(line.short()))
                    .ok_or(tr!("All of it is in sight."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::one_pane(cx.size);
        let area = layout::readable(panes.body);
        page::title(cx, frame, &panes, tr!("Help"), self.from.what(), "");
        let columns = names(cx);
        let lines = (self.lines(cx, usize::from(area.width)).into_iter())
            .map(|(name, text)| {
                let name = if wide(&name) > columns {
                    name
                } else {
                    fit(&name, columns)
                };
                Line::from(vec![Span::styled(name, cx.theme.key()), Span::raw(text)])
            })
            .collect();
        self.scroll.draw(&cx.theme, frame, area, lines);
    }
}
