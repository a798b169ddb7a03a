//! A position that is being put together: its states as text, the board that shows them, and what they are worth.

use crate::erased::{Analysis, AnyPosition, with_word};
use crate::games;
use crate::play::PlayerKind;
use crate::rules::{
    Convention, Frame, Library, Picture, Scene, Site, Sketch, SketchLine, SketchParts, Stop, Text,
};
use crate::tui::event::Ticket;

/// The most steps that can be taken back.
const REMEMBERED: usize = 1000;

/// One game of the position: the parts of a sum, or the game that stands alone.
pub struct SketchedGame {
    /// The game's word and parameters, with the colon.
    head: String,
    /// A position of its rulebook.
    base: Box<dyn AnyPosition>,
    /// Its name, where there are several.
    title: String,
    /// What it is made of, and its board.
    pub sketch: Sketch,
}

/// What the states and the convention were.
type Before = (Vec<String>, Option<Convention>);

pub struct EditorState {
    /// The games.
    pub components: Vec<SketchedGame>,
    /// The convention that is played, in games that have one.
    pub convention: Option<Convention>,
    /// The board.
    pub scene: Scene,
    /// What the cursor is on.
    pub cursor: Option<Site>,
    /// The selected line of the list of numbers.
    pub line: usize,
    /// Whether the next digit goes on with the number of that line.
    pub typing: bool,
    /// The position, or why there is none.
    pub position: Result<Box<dyn AnyPosition>, String>,
    /// What is proved of it.
    pub proved: Option<Result<Analysis, Stop>>,
    /// The question that is being answered.
    pub pending: Option<Ticket>,
    /// Who plays from it.
    pub kinds: [PlayerKind; 2],
    /// What was there before each change.
    before: Vec<Before>,
}

/// A line of the list of numbers: the game it belongs to, its number there, and what it says.
pub struct ListedNumber {
    /// The game, from 0.
    pub component: usize,
    /// The line of the game's own list.
    pub line: usize,
    /// What it says.
    pub said: SketchLine,
}

impl EditorState {
    /// The editor on a position.
    #[must_use]
    pub fn new(position: Box<dyn AnyPosition>, kinds: [PlayerKind; 2]) -> EditorState {
        let components = components(&*position);
        let mut state = EditorState {
            components,
            convention: position.convention(),
            scene: position.scene(),
            cursor: None,
            line: 0,
            typing: false,
            position: Ok(position),
            proved: None,
            pending: None,
            kinds,
            before: Vec::new(),
        };
        state.scene = state.drawn();
        state
    }

    /// The board of all games.
    fn drawn(&self) -> Scene {
        match self.components.as_slice() {
            [one] => one.sketch.scene.clone(),
            all => {
                let frame =
                    |c: &SketchedGame| Frame { title: c.title.clone(), scene: c.sketch.scene.clone() };
                Scene::of(Picture::Frames(all.iter().map(frame).collect()))
            }
        }
    }

    /// The ID as the states say it, whether or not it names a position.
    #[must_use]
    pub fn id(&self) -> String {
        if let Ok(position) = &self.position {
            return position.id();
        }
        let parts: Vec<String> =
            self.components.iter().map(|c| format!("{}{}", c.head, c.sketch.parts.text())).collect();
        let default = match self.components.as_slice() {
            [one] => one.base.info().default,
            _ => Some(Convention::Normal),
        };
        with_word(self.convention, default, &parts.join(" + "))
    }

    /// The list of numbers.
    #[must_use]
    pub fn list(&self) -> Vec<ListedNumber> {
        let of = |(component, c): (usize, &SketchedGame)| {
            let lines = c.sketch.parts.lines().into_iter().enumerate();
            lines.map(move |(line, said)| ListedNumber { component, line, said }).collect::<Vec<_>>()
        };
        self.components.iter().enumerate().flat_map(of).collect()
    }

    /// The game that a place belongs to.
    fn component_of(&self, site: Site) -> usize {
        if self.components.len() > 1 { usize::from(site.part) } else { 0 }
    }

    /// The line of the list that a place belongs to.
    #[must_use]
    pub fn line_of(&self, site: Site) -> Option<usize> {
        let component = self.component_of(site);
        let own = self.components.get(component)?.sketch.parts.line_of(site)?;
        self.list().iter().position(|l| l.component == component && l.line == own)
    }

    /// The place on the board that stands for a line of the list, where there is one: the top of its pile.
    #[must_use]
    pub fn site_of(&self, line: usize) -> Option<Site> {
        let listed = self.list().into_iter().nth(line)?;
        let SketchParts::Numbers { values, .. } = &self.components.get(listed.component)?.sketch.parts else {
            return None;
        };
        let value = values.get(listed.line).copied().filter(|&n| n > 0)?;
        let site = Site::new(u32::try_from(listed.line).ok()?, value);
        let many = self.components.len() > 1;
        Some(if many { site.in_part(u16::try_from(listed.component).ok()?) } else { site })
    }

    /// Changes one game, and reads the position anew.
    pub fn change(&mut self, component: usize, library: &Library, f: impl FnOnce(&mut SketchParts)) {
        let Some(c) = self.components.get(component) else { return };
        let mut parts = c.sketch.parts.clone();
        f(&mut parts);
        if parts != c.sketch.parts {
            let named = |l: &ListedNumber| (l.component, l.said.name.clone());
            let selected = self.list().get(self.line).map(named);
            self.remember();
            self.put(component, &parts.text());
            self.read(library);
            // The same number stays selected, though there may be fewer before it.
            let list = self.list();
            let same = list.iter().position(|l| Some(named(l)) == selected);
            self.line = same.unwrap_or(self.line.min(list.len().saturating_sub(1)));
        }
    }

    /// Presses a place of the board.
    pub fn press(&mut self, site: Site, library: &Library) {
        let own = if self.components.len() > 1 { site.in_part(0) } else { site };
        self.change(self.component_of(site), library, |parts| parts.press(own));
    }

    /// One more or one less in a line of the list.
    pub fn step(&mut self, line: usize, up: bool, library: &Library) {
        if let Some(listed) = self.list().into_iter().nth(line) {
            self.change(listed.component, library, |parts| parts.step(listed.line, up));
        }
    }

    /// Another token where the cursor is; whether there can be one.
    pub fn stack(&mut self, site: Site, library: &Library) -> bool {
        let own = if self.components.len() > 1 { site.in_part(0) } else { site };
        let mut done = false;
        self.change(self.component_of(site), library, |parts| done = parts.stack(own));
        done
    }

    /// Plays by the other convention.
    pub fn turn_convention(&mut self, library: &Library) {
        if let Some(convention) = self.convention {
            self.remember();
            self.convention = Some(match convention {
                Convention::Normal => Convention::Misere,
                Convention::Misere => Convention::Normal,
            });
            self.read(library);
        }
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self, library: &Library) -> bool {
        let Some((states, convention)) = self.before.pop() else { return false };
        self.convention = convention;
        for (i, state) in states.iter().enumerate() {
            self.put(i, state);
        }
        self.read(library);
        true
    }

    /// Puts another position in place of this one.
    pub fn replace(&mut self, position: Box<dyn AnyPosition>) {
        *self = EditorState::new(position, self.kinds);
    }

    fn remember(&mut self) {
        if self.before.len() == REMEMBERED {
            self.before.remove(0);
        }
        let states = self.components.iter().map(|c| c.sketch.parts.text()).collect();
        self.before.push((states, self.convention));
    }

    /// Puts a state in place of a game's own.
    fn put(&mut self, component: usize, state: &str) {
        if let Some(c) = self.components.get_mut(component)
            && let Some(sketch) = c.base.sketch(state)
        {
            c.sketch = sketch;
        }
    }

    /// Reads the position that the states name.
    fn read(&mut self, library: &Library) {
        self.scene = self.drawn();
        self.proved = None;
        self.pending = None;
        let read = match self.components.as_slice() {
            // The same rulebook keeps its tables.
            [one] if one.base.convention() == self.convention => {
                one.base.with_state(Text::at(&one.sketch.parts.text(), one.head.chars().count() + 1))
            }
            all => {
                let parts: Vec<String> =
                    all.iter().map(|c| format!("{}{}", c.head, c.sketch.parts.text())).collect();
                let word = self.convention.map_or("", Convention::word);
                games::open(&format!("{word} {}", parts.join(" + ")), library)
            }
        };
        self.position =
            read.map_err(|error| format!("no position: {}; expected {}", error.what, error.expected));
        if let Ok(position) = &self.position
            && position.convention() != self.components.first().and_then(|c| c.base.convention())
        {
            for (c, base) in self.components.iter_mut().zip(position.components()) {
                c.base = base;
            }
        }
    }
}

/// The games of a position, each with its sketch.
fn components(position: &dyn AnyPosition) -> Vec<SketchedGame> {
    let titles: Vec<String> = match position.scene().picture {
        Picture::Frames(frames) => frames.into_iter().map(|f| f.title).collect(),
        _ => Vec::new(),
    };
    let component = |(i, base): (usize, Box<dyn AnyPosition>)| {
        let id = base.part_id();
        let (head, state) = id.split_once(':').unwrap_or((id.as_str(), ""));
        let sketch = base
            .sketch(state)
            .unwrap_or_else(|| Sketch { parts: SketchParts::Typed(state.to_owned()), scene: base.scene() });
        let title = titles.get(i).cloned().unwrap_or_default();
        SketchedGame { head: format!("{head}:"), sketch, title, base }
    };
    position.components().into_iter().enumerate().map(component).collect()
}
