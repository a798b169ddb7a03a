//! Shows the editor. The user composes a position on the board, and the panel shows the verdict and the numbers of this
//! position.

use nimatron_core::erased::{Facts, with_word};
use nimatron_core::games::reasons::join;
use nimatron_core::rules::{
    Convention, Frame as PartFrame, Library, Picture, Reveals, Sketch, SketchLine, SketchParts,
    Text,
};
use ratatui::crossterm::event::KeyModifiers;

use super::table::state::ShownReasons;
use super::table::words::good_moves;
use crate::draw::neighbour;
use crate::tui::prelude::*;

/// The maximum number of undo steps.
const REMEMBERED: usize = 1000;

/// One game of the position: a component of a sum, or the only game.
pub struct SketchedGame {
    /// The part of the ID before the state: the game's name, its parameters and a colon.
    head: String,
    base: Box<dyn AnyPosition>,
    /// The title of the component, and text that follows the title if there is room. The title is empty if there is
    /// only one component.
    title: [String; 2],
    pub sketch: Sketch,
}

/// The states and the convention before an edit.
type Before = (Vec<String>, Option<Convention>);

pub struct EditorPage {
    pub components: Vec<SketchedGame>,
    pub convention: Option<Convention>,
    pub scene: Scene,
    pub cursor: Option<Site>,
    pub line: usize,
    /// Whether the next digit is appended to the selected number.
    pub typing: bool,
    pub position: Result<Box<dyn AnyPosition>, String>,
    pub proved: Option<Result<Analysis, Stop>>,
    asked: bool,
    pub kinds: [PlayerKind; 2],
    before: Vec<Before>,
}

pub struct ListedNumber {
    pub component: usize,
    /// The index of the line among the lines of its component.
    pub line: usize,
    pub said: SketchLine,
}

impl EditorPage {
    pub fn new(position: Box<dyn AnyPosition>, kinds: [PlayerKind; 2]) -> EditorPage {
        let components = components(&*position);
        EditorPage {
            scene: drawn(&components),
            components,
            convention: position.convention(),
            cursor: None,
            line: 0,
            typing: false,
            position: Ok(position),
            proved: None,
            asked: false,
            kinds,
            before: Vec::new(),
        }
    }

    fn states(&self) -> String {
        let part = |c: &SketchedGame| format!("{}{}", c.head, c.sketch.parts.text());
        join(self.components.iter().map(part), " + ")
    }

    /// Returns the ID of the edited states, even if the states do not form a valid position.
    pub fn id(&self) -> String {
        if let Ok(position) = &self.position {
            return position.id();
        }
        let default = match self.components.as_slice() {
            [one] => one.base.info().default,
            _ => Some(Convention::Normal),
        };
        with_word(self.convention, default, self.states())
    }

    pub fn list(&self) -> Vec<ListedNumber> {
        let of = |(component, c): (usize, &SketchedGame)| {
            let lines = c.sketch.parts.lines().into_iter().enumerate();
            lines
                .map(move |(line, said)| ListedNumber {
                    component,
                    line,
                    said,
                })
                .collect::<Vec<_>>()
        };
        self.components.iter().enumerate().flat_map(of).collect()
    }

    fn component_of(&self, site: Site) -> usize {
        if self.components.len() > 1 {
            usize::from(site.part)
        } else {
            0
        }
    }

    pub fn line_of(&self, site: Site) -> Option<usize> {
        let component = self.component_of(site);
        let own = self.components.get(component)?.sketch.parts.line_of(site)?;
        self.list()
            .iter()
            .position(|l| l.component == component && l.line == own)
    }

    /// Returns the site at the top of the pile that a line of the list describes.
    pub fn site_of(&self, line: usize) -> Option<Site> {
        let listed = self.list().into_iter().nth(line)?;
        let parts = match &self.components.get(listed.component)?.sketch.parts {
            SketchParts::OfTwo { of, .. } => of,
            parts => parts,
        };
        let SketchParts::Numbers { values, .. } = parts else {
            return None;
        };
        let value = values.get(listed.line).copied().filter(|&n| n > 0)?;
        let site = Site::new(saturating_cast(listed.line), value);
        let many = self.components.len() > 1;
        Some(if many {
            site.in_part(saturating_cast(listed.component))
        } else {
            site
        })
    }

    pub fn change(
        &mut self,
        component: usize,
        library: &Library,
        f: impl FnOnce(&mut SketchParts),
    ) {
        let Some(c) = self.components.get(component) else {
            return;
        };
        let mut parts = c.sketch.parts.clone();
        f(&mut parts);
        if parts != c.sketch.parts {
            let named = |l: &ListedNumber| (l.component, l.said.name.clone());
            let selected = self.list().get(self.line).map(named);
            self.remember();
            self.put(component, &parts.text());
            self.read(library);
            // Keep the same number selected, even if its index in the list has changed.
            let list = self.list();
            let same = list.iter().position(|l| Some(named(l)) == selected);
            self.line = same.unwrap_or(self.line.min(list.len().saturating_sub(1)));
        }
    }

    /// Changes the component that contains a site. `f` receives the site as numbered within this component.
    fn change_at(&mut self, site: Site, library: &Library, f: impl FnOnce(&mut SketchParts, Site)) {
        let own = if self.components.len() > 1 {
            site.in_part(0)
        } else {
            site
        };
        self.change(self.component_of(site), library, |parts| f(parts, own));
    }

    pub fn press(&mut self, site: Site, library: &Library) {
        self.change_at(site, library, SketchParts::press);
    }

    pub fn step(&mut self, line: usize, up: bool, library: &Library) {
        if let Some(listed) = self.list().into_iter().nth(line) {
            self.change(listed.component, library, |parts| {
                parts.step(listed.line, up)
            });
        }
    }

    pub fn undo(&mut self, library: &Library) -> bool {
        let Some((states, convention)) = self.before.pop() else {
            return false;
        };
        self.convention = convention;
        for (i, state) in states.iter().enumerate() {
            self.put(i, state);
        }
        self.read(library);
        true
    }

    fn remember(&mut self) {
        if self.before.len() == REMEMBERED {
            self.before.remove(0);
        }
        let states = self
            .components
            .iter()
            .map(|c| c.sketch.parts.text())
            .collect();
        self.before.push((states, self.convention));
    }

    fn put(&mut self, component: usize, state: &str) {
        if let Some(c) = self.components.get_mut(component)
            && let Some(sketch) = c.base.sketch(state)
        {
            c.sketch = sketch;
        }
    }

    fn read(&mut self, library: &Library) {
        self.scene = drawn(&self.components);
        self.proved = None;
        self.asked = false;
        let read = match self.components.as_slice() {
            // Keep the ruleset of the base position, so that the new position shares its tables.
            [one] if one.base.convention() == self.convention => one.base.with_state(Text::at(
                &one.sketch.parts.text(),
                one.head.chars().count() + 1,
            )),
            _ => {
                let word = self.convention.map_or("", Convention::word);
                games::open(&format!("{word} {}", self.states()), library)
            }
        };
        self.position = read.map_err(|error| {
            tr!(
                "no position: {what}; expected {expected}",
                what = error.what,
                expected = error.expected
            )
        });
        if let Ok(position) = &self.position
            && position.convention() != self.components.first().and_then(|c| c.base.convention())
        {
            for (c, base) in self.components.iter_mut().zip(position.components()) {
                c.base = base;
            }
        }
    }
}

fn drawn(games: &[SketchedGame]) -> Scene {
    match games {
        [one] => one.sketch.scene.clone(),
        all => {
            let frame = |c: &SketchedGame| PartFrame {
                name: c.base.info().name.to_owned(),
                title: c.title[0].clone(),
                about: c.title[1].clone(),
                scene: c.sketch.scene.clone(),
            };
            Scene::new(Picture::Sum(all.iter().map(frame).collect()))
        }
    }
}

fn components(position: &dyn AnyPosition) -> Vec<SketchedGame> {
    let titles: Vec<[String; 2]> = match position.scene().picture {
        Picture::Sum(frames) => frames.into_iter().map(|f| [f.title, f.about]).collect(),
        _ => Vec::new(),
    };
    let component = |(i, base): (usize, Box<dyn AnyPosition>)| {
        let Facts { state, .. } = base.facts();
        let sketch = base.sketch(&state).unwrap_or_else(|| Sketch {
            parts: SketchParts::Typed(state),
            scene: base.scene(),
        });
        let title = titles.get(i).cloned().unwrap_or_default();
        SketchedGame {
            head: base.ruleset().head().to_owned(),
            sketch,
            title,
            base,
        }
    };
    position
        .components()
        .into_iter()
        .enumerate()
        .map(component)
        .collect()
}

/// The width reserved for the name of a number, in columns.
const NAMES: usize = 12;

pub fn show(cx: &mut Context, position: Box<dyn AnyPosition>, kinds: [PlayerKind; 2]) {
    cx.push(EditorPage::new(position, kinds));
}

impl EditorPage {
    fn changed(&mut self, cx: &mut Context) {
        let near = self.cursor.unwrap_or(Site::new(0, 0));
        self.cursor = self.scene.nearest(near);
        match &self.position {
            Ok(position) if !self.asked => {
                cx.analyse(
                    &**position,
                    Ask::advice(),
                    |page: &mut EditorPage, _, result| page.proved = Some(result),
                );
                self.asked = true;
            }
            Ok(_) => {}
            Err(_) => cx.cancel(Lane::Solve),
        }
    }

    fn press_site(&mut self, cx: &mut Context, site: Site) {
        self.cursor = Some(site);
        self.line = self.line_of(site).unwrap_or(self.line);
        self.press(site, &cx.library);
        self.changed(cx);
    }

    /// If `up` is set and the vertex at the cursor accepts tokens, adds a token to this vertex. Otherwise increases or
    /// decreases the selected number.
    fn more_or_less(&mut self, cx: &mut Context, up: bool) {
        let line = self.line;
        let mut stacked = false;
        if let Some(site) = self.cursor.filter(|_| up) {
            self.change_at(site, &cx.library, |parts, own| stacked = parts.stack(own));
        }
        if !stacked {
            self.step(line, up, &cx.library);
            self.cursor = self.site_of(line).or(self.cursor);
        }
        self.typing = false;
        self.changed(cx);
    }

    fn select(&mut self, cx: &mut Context, by: isize) {
        let count = self.list().len();
        if count > 0 {
            self.line = (self.line + count).saturating_add_signed(by) % count;
            self.typing = false;
            self.cursor = self.site_of(self.line).or(self.cursor);
        }
        self.changed(cx);
    }

    fn paste(&mut self, cx: &mut Context, text: &str) {
        match games::open(&field::plain(text), &cx.library) {
            Ok(position) => {
                *self = EditorPage::new(position, self.kinds);
                self.changed(cx);
            }
            Err(error) => cx.notify_error(error.to_string()),
        }
    }

    fn panel_lines(&self) -> Vec<StyledLine> {
        let mut all = vec![StyledLine::heading(cut(&self.id(), 120))];
        let position = match &self.position {
            Err(text) => {
                all.push(StyledLine::lost(format!("! {text}")));
                return all;
            }
            Ok(position) => position,
        };
        let names = position.info().players;
        let mover = position
            .mover()
            .zip(names)
            .map(|(player, names)| names[player.index()]);
        if let (Some([a, b]), Some(names)) = (position.written_score(), names) {
            all.push(StyledLine::plain(tr!(
                "Score  {first} {a}, {second} {b}",
                first = names[0],
                second = names[1]
            )));
        }
        let analysis = match &self.proved {
            Some(Ok(analysis)) => analysis,
            other => {
                let stop = other.as_ref().and_then(|proved| proved.as_ref().err());
                let text = stop.map_or(tr!("working it out ...").to_owned(), |stop| {
                    format!("? {stop}")
                });
                all.push(StyledLine::quiet(text));
                return all;
            }
        };
        let outcome = analysis.value.outcome;
        let who = mover.unwrap_or(tr!("The player to move"));
        let what = match outcome {
            _ if analysis.over => tr!("The game is over here.").to_owned(),
            Outcome::Win => tr!("{who} wins"),
            Outcome::Loss => tr!("{who} loses"),
            Outcome::Draw => tr!("Draw").to_owned(),
        };
        all.push(StyledLine::new(
            Tone::Outcome(outcome),
            format!("{} {what}", sign_of(outcome)),
        ));
        if analysis.over {
            return all;
        }
        let left = analysis.value.remoteness;
        let left = left.map_or(String::new(), |n| tr!(", {n} to go"));
        all.push(StyledLine::quiet(format!("{}{left}", good_moves(analysis))));
        let reasons = ShownReasons::new(&analysis.reasons, Reveals::Nothing);
        all.push(StyledLine::blank());
        all.extend(reasons.lines(false));
        all
    }

    fn numbers(&self) -> Form<'static> {
        let many = self.components.len() > 1;
        let row = |listed: ListedNumber| {
            let part = if many {
                format!("{}/", listed.component + 1)
            } else {
                String::new()
            };
            let said = listed.said;
            FormRow {
                name: format!("{part}{}", said.name),
                value: FormValue::Number(said.text(), [said.least.is_some(), said.grows]),
            }
        };
        Form {
            names: NAMES,
            rows: self.list().into_iter().map(row).collect(),
            at: self.line,
            ..Form::default()
        }
    }
}

impl Page for EditorPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Editor
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let action = match message {
            Message::Site(site) => return self.press_site(cx, site),
            Message::Item(line) | Message::Turn(line, _) => {
                (self.line, self.typing) = (line, false);
                if let Message::Turn(_, up) = message {
                    self.step(line, up, &cx.library);
                }
                self.cursor = self.site_of(line).or(self.cursor);
                return self.changed(cx);
            }
            Message::Wheel(lines) => return self.select(cx, if lines > 0 { 1 } else { -1 }),
            Message::Do(action) => action,
            Message::Edited => return,
        };
        if !matches!(action, Action::More | Action::Less) {
            self.typing = false;
        }
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down => {
                if let Some(site) =
                    neighbour(&cx.hits.board(), self.cursor, board::direction(action))
                {
                    self.cursor = Some(site);
                    self.line = self.line_of(site).unwrap_or(self.line);
                }
            }
            Action::Pick => self
                .cursor
                .into_iter()
                .for_each(|site| self.press_site(cx, site)),
            Action::More | Action::Less => self.more_or_less(cx, action == Action::More),
            Action::NextNumber => self.select(cx, 1),
            Action::Undo if self.undo(&cx.library) => self.changed(cx),
            Action::Undo => cx.notify(tr!("Nothing was changed.")),
            Action::Swap => {
                let Some(convention) = self.convention else {
                    return cx.notify(tr!("This game has no other convention."));
                };
                self.remember();
                self.convention = Some(convention.other());
                self.read(&cx.library);
                self.changed(cx);
            }
            Action::Copy => cx.copy(self.id()),
            Action::Enter => match &self.position {
                Err(text) => cx.notify_error(text),
                Ok(position) => {
                    let pair = cx
                        .settings
                        .named(Participant::pair(self.kinds, position.info()));
                    let game = Match::new(position.boxed_clone(), pair);
                    cx.replace_match(game, None);
                }
            },
            Action::Escape => cx.go(Navigation::Back),
            _ => {}
        }
    }

    /// Appends a typed digit to the selected number, or starts a new number. Backspace removes the last digit. A pasted
    /// ID replaces the position.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        let pressed = match typed {
            Typed::Key(pressed) => pressed,
            Typed::Text(text) => {
                self.paste(cx, text);
                return true;
            }
        };
        if pressed
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            return false;
        }
        let Some(listed) = self.list().into_iter().nth(self.line) else {
            return false;
        };
        let n = match pressed.code {
            KeyCode::Char(c @ '0'..='9') => {
                let before = if self.typing { listed.said.value } else { 0 };
                before
                    .saturating_mul(10)
                    .saturating_add(u64::from(c) - u64::from('0'))
            }
            KeyCode::Backspace => listed.said.value / 10,
            _ => return false,
        };
        self.typing = true;
        let line = self.line;
        self.change(listed.component, &cx.library, |parts| {
            parts.set(listed.line, n)
        });
        self.cursor = self.site_of(line).or(self.cursor);
        self.changed(cx);
        true
    }

    fn shown(&mut self, cx: &mut Context) {
        self.changed(cx);
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Undo] if self.before.is_empty() => Err(tr!("Nothing was changed.")),
            [Action::Swap] if self.convention.is_none() => {
                Err(tr!("There is one convention only."))
            }
            [Action::Enter] if self.position.is_err() => Err(tr!("There is no position yet.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::panes(cx.size);
        let name = self
            .position
            .as_ref()
            .map_or(tr!("no position yet"), |position| position.info().name);
        let note = self.convention.map_or(String::new(), |convention| {
            tr!("{convention} play", convention = convention.name())
        });
        page::title(cx, frame, &panes, tr!("Edit the position"), name, &note);
        let marks = Marks {
            cursor: self.cursor,
            ..Marks::default()
        };
        let drawing = board::scene(&self.scene, panes.main, &marks, &cx.theme);
        board::paint(&cx.theme, frame, &drawing, panes.main);
        frame.hit_board(&drawing, panes.main);
        let numbers = self.numbers();
        let side = panes.side;
        let height = saturating_cast::<u16, _>(numbers.rows.len()).min(side.height / 2);
        let words = side.without_last_rows(height);
        let lines = flow(&cx.theme, self.panel_lines(), words.width);
        frame.render_widget(Paragraph::new(lines), words);
        let list = side.last_rows(height);
        numbers.draw(&cx.theme, frame, list);
    }
}
