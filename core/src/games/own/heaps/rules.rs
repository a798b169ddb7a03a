//! Moves on heaps and their texts: by heap, then by what it becomes, each rising.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Become, HeapOptions, OwnHeaps};
use crate::games::own::engine;
use crate::games::own::explored::OwnPosition;
use crate::games::own::script::LARGEST_HEAP;
use crate::games::own::script::ScriptError;
use crate::games::reasons::and;
use crate::rules::{IdError, Limits, MAX_NUMBER, MoveError, Notation, Rules, Text};

/// The most heaps of a position.
const MOST_HEAPS: usize = 100_000;
/// The heaps in rising order: heaps are a sum, in any order the same.
fn in_order(heaps: &[i32]) -> Vec<i32> {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    sorted
}

impl OwnHeaps {
    /// What a heap can become, in board order, each sum of heaps once. To be called within [`engine::within`].
    pub(super) fn ask(&self, heap: i32) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let mut options = self.script.options(heap)?;
        // Of equal sums the first one given stays: the order of the others does not matter.
        let mut keyed: Vec<(Vec<i32>, Box<[i32]>)> = options.drain(..).map(|o| (in_order(&o), o)).collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        keyed.dedup_by(|b, a| a.0 == b.0);
        let mut options: Vec<Box<[i32]>> = keyed.into_iter().map(|(_, o)| o).collect();
        options.sort_unstable();
        Ok(options)
    }

    fn ask_within(&self, heap: i32, limits: &Limits) -> Result<HeapOptions, ScriptError> {
        engine::within(limits, || self.ask(heap).map(Arc::new))?
    }

    /// The same, kept from the last time.
    pub(in crate::games::own) fn options_within(
        &self,
        heap: i32,
        limits: &Limits,
    ) -> Result<HeapOptions, ScriptError> {
        self.options.within(&heap, limits, |limits| self.ask_within(heap, limits))
    }

    /// The same where nothing can be answered but what there is: `None` where the script gives no answer.
    pub(super) fn options_now(&self, heap: i32) -> Option<HeapOptions> {
        self.options.now(&heap, |limits| self.ask_within(heap, limits))
    }

    /// Whether a heap allows a move; so it seems where the script gives no answer, and work that needs it stops.
    pub(super) fn is_live(&self, heap: i32) -> bool {
        self.options_now(heap).is_none_or(|options| !options.is_empty())
    }

    /// Whether positions can be refused.
    pub(in crate::games::own) fn checks_positions(&self) -> bool {
        self.script.checks_positions()
    }

    /// That each move leads to a position that makes sense, where the script says which do.
    pub(in crate::games::own) fn check_next(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        if !self.script.checks_positions() {
            return Ok(());
        }
        engine::within(limits, || {
            for (heap, &size) in (0..).zip(&at.cells) {
                for to in self.options_within(size, limits)?.iter() {
                    let m = Become { heap, to: to.clone() };
                    let next = self.play(at, &m);
                    if !self.script.is_legal(&next.cells)? {
                        return Err(self.script.illegal(&next, &self.move_text(at, &m), at));
                    }
                }
            }
            Ok(())
        })?
    }

    /// Why the script gives no answer for one of these heaps.
    fn why_no_answer(&self, at: &OwnPosition) -> Option<ScriptError> {
        at.cells
            .iter()
            .find_map(|&heap| self.options.why_no_answer(&heap, |limits| self.ask_within(heap, limits)))
    }
}

/// The bytes that an answer takes.
pub(super) fn weight(options: &HeapOptions) -> usize {
    options.iter().map(|option| size_of::<Box<[i32]>>() + 16 + size_of_val(&**option)).sum()
}

impl Rules for OwnHeaps {
    type Position = OwnPosition;
    type Move = Become;

    fn is_over(&self, at: &OwnPosition) -> bool {
        !at.cells.iter().any(|&heap| self.is_live(heap))
    }

    fn is_legal(&self, at: &OwnPosition, m: &Become) -> bool {
        let heap = at.cells.get(m.heap as usize);
        heap.and_then(|&heap| self.options_now(heap)).is_some_and(|options| options.contains(&m.to))
    }

    fn count_moves(&self, at: &OwnPosition) -> Option<u64> {
        let mut all = 0u64;
        for &heap in &at.cells {
            all += self.options_now(heap)?.len() as u64;
        }
        Some(all).filter(|&n| n <= MAX_NUMBER)
    }

    fn for_each_move(
        &self,
        at: &OwnPosition,
        f: &mut dyn FnMut(Become) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (heap, &size) in (0..).zip(&at.cells) {
            for to in self.options_now(size).iter().flat_map(|options| options.iter()) {
                f(Become { heap, to: to.clone() })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a heap becomes takes its place.
    fn play(&self, at: &OwnPosition, m: &Become) -> OwnPosition {
        let (before, after) = at.cells.split_at(m.heap as usize);
        let cells = before.iter().chain(&m.to).chain(&after[1..]).copied().collect();
        OwnPosition { mover: None, cells }
    }

    /// Rising heaps, without those that allow no move.
    fn canonical(&self, at: &OwnPosition) -> OwnPosition {
        let mut heaps: Vec<i32> = at.cells.iter().copied().filter(|&heap| self.is_live(heap)).collect();
        heaps.sort_unstable();
        OwnPosition { mover: None, cells: heaps.into() }
    }
}

impl Notation for OwnHeaps {
    fn parse_state(&self, text: Text<'_>) -> Result<OwnPosition, IdError> {
        if text.is_empty() {
            return Ok(OwnPosition { mover: None, cells: Box::default() });
        }
        let heaps = text.numbers("a heap", 0, LARGEST_HEAP as u64)?;
        if heaps.len() > MOST_HEAPS {
            return Err(text.error(format!("{} heaps", heaps.len()), format!("at most {MOST_HEAPS}")));
        }
        let cells: Box<[i32]> = heaps.into_iter().map(|n| n as i32).collect();
        super::super::known::check_legal(self.script, &cells, text)?;
        Ok(OwnPosition { mover: None, cells })
    }

    fn state_text(&self, at: &OwnPosition) -> String {
        self.script.state_text(&at.cells, None)
    }

    fn parse_move(&self, at: &OwnPosition, text: &str) -> Result<Become, MoveError> {
        let expected = "a heap, > and what it becomes, such as 1>2,3, or 1> where it goes";
        let fail = |what: String| MoveError::new(text, what, expected);
        let (heap, to) = Text::new(text).split_once('>').ok_or_else(|| fail("it has no >".to_owned()))?;
        let heap = heap
            .trim()
            .number("a heap", 1, at.cells.len() as u64)
            .map_err(|e| fail(format!("there is no such heap: {}", e.what)))? as u32
            - 1;
        let to = to.trim();
        let list: Vec<i32> = match to.is_empty() {
            true => Vec::new(),
            false => to
                .split(',')
                .map(|n| n.trim().number("a heap", 0, LARGEST_HEAP as u64).map(|n| n as i32))
                .collect::<Result<_, _>>()
                .map_err(|e| e.in_move(text, expected))?,
        };
        // In the order in which the script gives it.
        let sorted = in_order(&list);
        let known = self.options_now(at.cells[heap as usize]);
        let same = known.iter().flat_map(|o| o.iter()).find(|o| in_order(o) == sorted).cloned();
        Ok(Become { heap, to: same.unwrap_or_else(|| list.into()) })
    }

    fn move_text(&self, _at: &OwnPosition, m: &Become) -> String {
        let to: Vec<String> = m.to.iter().map(i32::to_string).collect();
        format!("{}>{}", m.heap + 1, to.join(","))
    }

    fn move_in_words(&self, at: &OwnPosition, m: &Become) -> String {
        let Some(size) = at.cells.get(m.heap as usize) else { return self.move_text(at, m) };
        match &m.to[..] {
            [] => format!("remove the heap of {size}"),
            [to] => {
                let verb = if *to < *size { "reduce" } else { "change" };
                format!("{verb} the heap of {size} to {to}")
            }
            several => {
                let sizes: Vec<String> = several.iter().map(i32::to_string).collect();
                format!("split the heap of {size} into {}", and(&sizes))
            }
        }
    }

    fn move_kind(&self, _at: &OwnPosition, m: &Become) -> u8 {
        m.to.len().min(2) as u8
    }

    fn why_illegal(&self, at: &OwnPosition, m: &Become) -> (String, String) {
        if let Some(error) = self.why_no_answer(at) {
            return (error.to_string(), "a script that answers".to_owned());
        }
        let heap = at.cells.get(m.heap as usize).copied().unwrap_or(0);
        let options = self.options_now(heap);
        let first = options.as_ref().and_then(|o| o.first());
        let expected = match first {
            None => "a move in another heap".to_owned(),
            Some(to) => {
                let m = Become { heap: m.heap, to: to.clone() };
                format!("a move of the rules, such as {}", self.move_text(at, &m))
            }
        };
        let what = match first {
            None => format!("a heap of {heap} allows no move"),
            Some(_) => format!("a heap of {heap} cannot become that"),
        };
        (what, expected)
    }
}
