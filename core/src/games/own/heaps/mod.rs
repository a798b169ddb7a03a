//! Your own heaps: independent of each other, so that a position is a sum of them.
//!
//! Moves are by heap, then by what it becomes, each rising. On the board a move is shown by the stones above which it cuts:
//! pointing at one takes it and all above it, at a second one below it splits what is left.

mod solver;

use crate::games::pieces::{self, Decision, Piece, PieceNoun, SumOfPieces};
use crate::games::piles::{group, stacks};
use crate::games::prelude::*;
use crate::games::reasons::{and, finish, how_it_goes, names_the_win, which_after, which_of};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::answers::ScriptAnswers;
use super::components::Components;
use super::engine;
use super::explored::OwnPosition;
use super::known::OwnGame;
use super::script::LARGEST_HEAP;
use super::script::Script;
use super::script::ScriptError;
use crate::rule::LostRule;
use crate::solve::lock::Kept;
use crate::solve::quotient::{GameQuotient, HeapRules, KeptQuotient};

/// The largest heap whose Grundy value is found.
pub(super) const LARGEST_SOLVED: i32 = 10_000;
/// The most heaps that are looked at: from all sizes there are those up to the largest one solved can follow.
const MOST_PIECES: usize = 100_000;

type HeapOptions = Arc<Vec<Box<[i32]>>>;

pub struct OwnHeaps {
    pub(super) script: &'static Script,
    info: &'static Info,
    convention: Convention,
    options: ScriptAnswers<i32, HeapOptions>,
    solved: Kept<solver::HeapValues>,
    /// The misère quotient of the heaps, as far as it was asked for.
    quotient: Kept<Option<GameQuotient>>,
    /// The same together with other games.
    beside: KeptQuotient,
    /// The rule that fits all small heaps, once it was looked for.
    rule: OnceLock<Option<LostRule>>,
}

/// A heap, from 0, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Become {
    pub heap: u32,
    pub to: Box<[i32]>,
}

impl OwnHeaps {
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnHeaps {
        OwnHeaps {
            script: &game.script,
            info: game.entry.info,
            convention,
            options: ScriptAnswers::new(|_, options| {
                options
                    .iter()
                    .map(|option| size_of::<Box<[i32]>>() + 16 + size_of_val(&**option))
                    .sum()
            }),
            solved: Kept::new(solver::HeapValues {
                pieces: Components::new(MOST_PIECES, |_| 0),
                prepared: 0,
            }),
            quotient: Kept::default(),
            beside: KeptQuotient::default(),
            rule: OnceLock::new(),
        }
    }
}

impl Game for OwnHeaps {
    fn scripts(&self) -> Vec<ScriptText> {
        vec![self.script.source.clone()]
    }

    fn memory_used(&self) -> u64 {
        self.solved.memory_used()
            + self.quotient.memory_used()
            + self.beside.memory_used()
            + self.options.memory_used()
    }

    fn reasons(case: &Case<'_, Self>) -> GameReasons<Self> {
        let Case {
            game,
            at,
            proved,
            limits,
        } = *case;
        let others = pieces::reasons(case)?;
        if at.cells.len() != 1 || game.is_over(at) {
            return Ok(others);
        }
        let Some(rule) = game.rule(limits)? else {
            return Ok(others);
        };
        let mut reasons = super::by_rule::reasons(rule, at, "the heap", proved.value.outcome);
        if reasons.is_empty() {
            return Ok(others);
        }
        how_it_goes(case, &mut reasons)?;
        for reason in others
            .into_iter()
            .filter(|r| r.depth == Depth::More && !names_the_win(r))
        {
            if reasons.iter().all(|said| said.text != reason.text) {
                reasons.push(reason);
            }
        }
        Ok(finish(case, reasons))
    }

    fn figure(case: &Case<'_, Self>) -> Result<Figure, Stop> {
        pieces::figure(case)
    }

    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<OwnPosition> {
        let most = self
            .script
            .start
            .iter()
            .copied()
            .max()
            .unwrap_or(1)
            .clamp(1, 40) as u64;
        let heaps = 1 + pick(3);
        Some(OwnPosition {
            mover: None,
            cells: (0..heaps).map(|_| 1 + pick(most) as i32).collect(),
        })
    }

    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(self))
    }

    fn period(&self, _most: u64, limits: &Limits) -> Option<String> {
        self.seen_period(limits)
    }
}

const MOST_HEAPS: usize = 100_000;

/// The heaps in rising order: heaps are a sum, in any order the same.
fn in_order(heaps: &[i32]) -> Vec<i32> {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    sorted
}

impl OwnHeaps {
    /// What a heap can become, in board order, each sum of heaps once. To be called within [`engine::within`].
    fn ask(&self, heap: i32) -> Result<Vec<Box<[i32]>>, ScriptError> {
        // Of equal sums the first one given stays: the order of the others does not matter.
        let mut sums = BTreeMap::new();
        for option in self.script.options(heap)? {
            sums.entry(in_order(&option)).or_insert(option);
        }
        let mut options: Vec<Box<[i32]>> = sums.into_values().collect();
        options.sort_unstable();
        Ok(options)
    }

    fn ask_within(&self, heap: i32, limits: &Limits) -> Result<HeapOptions, ScriptError> {
        engine::within(limits, || self.ask(heap).map(Arc::new))
    }

    /// The same, kept from the last time.
    pub(in crate::games::own) fn options_within(
        &self,
        heap: i32,
        limits: &Limits,
    ) -> Result<HeapOptions, ScriptError> {
        self.options
            .within(&heap, limits, |limits| self.ask_within(heap, limits))
    }

    /// The same where nothing can be answered but what there is: `None` where the script gives no answer.
    fn options_now(&self, heap: i32) -> Option<HeapOptions> {
        self.options
            .now(&heap, |limits| self.ask_within(heap, limits))
    }

    /// The same for a script that is tried out, with what it says of its first move.
    pub(in crate::games::own) fn try_options(
        &self,
        heap: i32,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        if let Some(to) = self.options_within(heap, limits)?.first() {
            engine::within(limits, || self.script.heap_words(heap, to))?;
        }
        Ok(())
    }

    /// Whether a heap allows a move; so it seems where the script gives no answer, and work that needs it stops.
    fn is_live(&self, heap: i32) -> bool {
        self.options_now(heap)
            .is_none_or(|options| !options.is_empty())
    }

    fn live_heaps(&self, at: &OwnPosition) -> Vec<(usize, i32)> {
        at.cells
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, heap)| self.is_live(heap))
            .collect()
    }

    /// That each move leads to a position that makes sense, where the script says which do.
    pub(in crate::games::own) fn check_next(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<(), ScriptError> {
        if !self.script.has.legal {
            return Ok(());
        }
        engine::within(limits, || {
            for (heap, &size) in (0..).zip(&at.cells) {
                for to in self.options_within(size, limits)?.iter() {
                    let m = Become {
                        heap,
                        to: to.clone(),
                    };
                    let next = self.play(at, &m);
                    if !self.script.is_legal(&next.cells)? {
                        return Err(self.script.illegal(&next, &self.move_text(at, &m), at));
                    }
                }
            }
            Ok(())
        })
    }
}

impl Rules for OwnHeaps {
    type Position = OwnPosition;
    type Move = Become;

    fn convention(&self) -> Option<Convention> {
        Some(self.convention)
    }

    fn is_over(&self, at: &OwnPosition) -> bool {
        !at.cells.iter().any(|&heap| self.is_live(heap))
    }

    /// Where the script gives no answer, there may be more moves.
    fn moves(&self, at: &OwnPosition) -> MoveSet<'_, Become> {
        let mut moves = Vec::new();
        let mut answered = true;
        for (heap, &size) in (0..).zip(&at.cells) {
            match self.options_now(size) {
                Some(options) => moves.extend(options.iter().map(|to| Become {
                    heap,
                    to: to.clone(),
                })),
                None => answered = false,
            }
        }
        let moves = MoveSet::from(moves);
        if answered { moves } else { moves.and_more() }
    }

    /// What a heap becomes takes its place.
    fn play(&self, at: &OwnPosition, m: &Become) -> OwnPosition {
        let (before, after) = at.cells.split_at(m.heap as usize);
        let cells = before
            .iter()
            .chain(&m.to)
            .chain(&after[1..])
            .copied()
            .collect();
        OwnPosition { mover: None, cells }
    }

    /// Rising heaps, without those that allow no move.
    fn canonical(&self, at: &OwnPosition) -> OwnPosition {
        let mut heaps: Vec<i32> = at
            .cells
            .iter()
            .copied()
            .filter(|&heap| self.is_live(heap))
            .collect();
        heaps.sort_unstable();
        OwnPosition {
            mover: None,
            cells: heaps.into(),
        }
    }
}

impl Notation for OwnHeaps {
    fn parse_state(&self, text: Text<'_>) -> Result<OwnPosition, IdError> {
        if text.is_empty() {
            return Ok(OwnPosition {
                mover: None,
                cells: Box::default(),
            });
        }
        let heaps = text.numbers("a heap", 0, LARGEST_HEAP as u64)?;
        if heaps.len() > MOST_HEAPS {
            return Err(text.error(
                format!("{} heaps", heaps.len()),
                format!("at most {MOST_HEAPS}"),
            ));
        }
        let cells: Box<[i32]> = heaps.into_iter().map(|n| n as i32).collect();
        super::known::check_legal(self.script, &cells, text)?;
        Ok(OwnPosition { mover: None, cells })
    }

    fn state_text(&self, at: &OwnPosition) -> String {
        self.script.state_text(&at.cells, None)
    }

    fn parse_move(&self, at: &OwnPosition, text: &str) -> Result<Become, MoveError> {
        let expected = "a heap, > and what it becomes, such as 1>2,3, or 1> where it goes";
        let fail = |what: String| MoveError::new(text, what, expected);
        let (heap, to) = Text::new(text)
            .split_once('>')
            .ok_or_else(|| fail("it has no >".to_owned()))?;
        let place = params::place(heap, "heap", at.cells.len()).map_err(fail)?;
        let to = to.trim();
        let heaps = to.split(',').filter(|_| !to.is_empty());
        let list: Vec<i32> = heaps
            .map(|n| {
                n.trim()
                    .number("a heap", 0, LARGEST_HEAP as u64)
                    .map(|n| n as i32)
            })
            .collect::<Result<_, _>>()
            .map_err(|e| e.in_move(text, expected))?;
        // In the order in which the script gives it.
        let sorted = in_order(&list);
        let known = self.options_now(at.cells[place]);
        let same = known
            .iter()
            .flat_map(|o| o.iter())
            .find(|o| in_order(o) == sorted)
            .cloned();
        Ok(Become {
            heap: nearest(place),
            to: same.unwrap_or_else(|| list.into()),
        })
    }

    fn move_text(&self, _at: &OwnPosition, m: &Become) -> String {
        format!("{}>{}", m.heap + 1, with_commas(&m.to))
    }

    fn move_in_words(&self, at: &OwnPosition, m: &Become) -> String {
        let size = at.cells[m.heap as usize];
        match self.script.in_time(|| self.script.heap_words(size, &m.to)) {
            Some(said) if at.cells.len() == 1 => said,
            Some(said) => format!("{said} in heap {}", m.heap + 1),
            None => in_words(size, m, which_of(&at.cells, &size)),
        }
    }

    fn reply_in_words(&self, at: &OwnPosition, m: &Become, reply: &Become) -> String {
        let to = self.play(at, m);
        if self.script.has.move_words {
            return self.move_in_words(&to, reply);
        }
        let size = to.cells[reply.heap as usize];
        in_words(
            size,
            reply,
            which_after(&at.cells[m.heap as usize], &to.cells, &size),
        )
    }

    fn move_kind(&self, _at: &OwnPosition, m: &Become) -> u8 {
        m.to.len().min(2) as u8
    }

    fn why_illegal(&self, at: &OwnPosition, m: &Become) -> (String, String) {
        let asked = |heap: &i32| {
            self.options
                .in_time(heap, |limits| self.ask_within(*heap, limits))
        };
        if let Some(error) = at.cells.iter().find_map(|heap| asked(heap).err()) {
            return (error.to_string(), "a script that answers".to_owned());
        }
        let heap = at.cells[m.heap as usize];
        let options = self.options_now(heap);
        let first = options.as_ref().and_then(|o| o.first());
        let expected = match first {
            None => "a move in another heap".to_owned(),
            Some(to) => {
                let m = Become {
                    heap: m.heap,
                    to: to.clone(),
                };
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

/// A move, told by the size of its heap.
fn in_words(size: i32, m: &Become, which: &str) -> String {
    match &m.to[..] {
        [] => format!("remove {which} heap of {size}"),
        [to] => {
            let verb = if *to < size { "reduce" } else { "change" };
            format!("{verb} {which} heap of {size} to {to}")
        }
        several if several.iter().map(|n| i64::from(*n)).sum::<i64>() == i64::from(size) => {
            format!("split {which} heap of {size} into {}", and(several))
        }
        several => format!("turn {which} heap of {size} into heaps of {}", and(several)),
    }
}

impl BoardView for OwnHeaps {
    fn scene(&self, at: &OwnPosition) -> Scene {
        let counts: Vec<u64> = at.cells.iter().map(|&count| count as u64).collect();
        Scene::of(stacks(&counts, None, '>'))
    }

    fn sites(&self, at: &OwnPosition, m: &Become) -> Vec<Site> {
        let size = at.cells[m.heap as usize] as u64;
        let (mut cuts, mut below) = (Vec::new(), 0);
        for &part in &m.to {
            below += part as u64;
            cuts.push(below);
        }
        // What is above the last part is taken, not split off.
        cuts.pop();
        if below < size {
            cuts.push(below + 1);
        }
        cuts.retain(|&stone| (1..=size).contains(&stone));
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.is_empty() && size > 0 {
            cuts.push(size);
        }
        cuts.into_iter()
            .map(|stone| Site::new(group(m.heap as usize), stone))
            .collect()
    }
}

/// The most options of a heap whose values are listed.
const LISTED: usize = 24;

impl SumOfPieces for OwnHeaps {
    const NOUN: PieceNoun = PieceNoun::HEAP;

    const HAS_DEAD: bool = true;

    fn pieces(&self, at: &OwnPosition, limits: &Limits) -> Result<Vec<Piece<OwnPosition>>, Stop> {
        let heaps = self.live_heaps(at);
        let values = match self.convention {
            Convention::Normal => {
                self.values(&heaps.iter().map(|heap| heap.1).collect::<Vec<_>>(), limits)?
            }
            Convention::Misere => vec![0; heaps.len()],
        };
        let piece = |(&(i, heap), value): (&(usize, i32), u64)| {
            let alone = OwnPosition {
                mover: None,
                cells: [heap].into(),
            };
            Piece::stack("heap", i, heap as u64, value, alone)
        };
        Ok(heaps.iter().zip(values).map(piece).collect())
    }

    fn piece_of(&self, at: &OwnPosition, m: &Become) -> Option<usize> {
        self.live_heaps(at)
            .iter()
            .position(|heap| heap.0 == m.heap as usize)
    }

    fn decision(&self, _at: &OwnPosition, _limits: &Limits) -> Result<Decision, Stop> {
        Ok(if self.convention == Convention::Misere {
            Decision::Search
        } else {
            Decision::NimSum
        })
    }

    fn reached(
        &self,
        piece: &Piece<OwnPosition>,
        limits: &Limits,
    ) -> Result<Option<Vec<u64>>, Stop> {
        let heap = piece
            .alone
            .as_ref()
            .and_then(|alone| alone.cells.first().copied());
        let Some(options) = heap
            .and_then(|heap| self.options_now(heap))
            .filter(|o| o.len() <= LISTED)
        else {
            return Ok(None);
        };
        options
            .iter()
            .map(|option| self.xor(option, limits))
            .collect::<Result<_, _>>()
            .map(Some)
    }
}
