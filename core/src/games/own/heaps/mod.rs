//! Implements games of independent heaps: a position is a sum of its heaps.
//!
//! Moves are ordered by heap, then by the heaps that replace it. On the board a move is shown by the stones at which it
//! cuts: pointing at a stone takes it and all stones above it, and pointing at a second, lower stone splits the rest.

mod solver;
mod table;

use crate::games::pieces::{self, Decision, Piece, PieceNoun, PieceSum};
use crate::games::piles::{group, stacks};
use crate::games::prelude::*;
use crate::games::reasons::{
    ReasonOf, and, finish, how_it_goes, names_the_win, which_after, which_of,
};
use crate::{tr, tr_key};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

pub(super) use table::HeapValue;

use super::components::Components;
use super::known::{OwnGame, check_legal};
use super::lua::is_prompt;
use super::position::Become;
use super::position::OwnPosition;
use super::script::{LARGEST, MOST_DIMS, Script, Shape, heap_text};
use super::sheets;
use crate::rule::LostRule;
use crate::solve::lock::Cache;
use crate::solve::quotient::{GameQuotient, KeptQuotient};

/// Grundy values of larger heaps are computed only if few heaps can be reached from them.
pub(super) const LARGEST_SOLVED: i32 = 10_000_000;
/// The maximum number of heaps in a position.
const MOST_HEAPS: usize = 100_000;
/// The maximum number of heaps whose options are cached.
const MOST_HELD: usize = 2_000;

/// The numbers of a heap, padded with zeros.
pub(super) type Heap = [i32; MOST_DIMS];

pub(super) type HeapOptions = Arc<Vec<Box<[i32]>>>;

pub struct OwnHeaps {
    pub(super) script: &'static Script,
    info: &'static Info,
    convention: Convention,
    options: Cache<HeldOptions>,
    solved: Cache<Components>,
    /// The values in normal play of heaps that consist of one number.
    table: Cache<table::HeapTable>,
    /// The part of the heaps' misère quotient computed so far.
    quotient: Cache<Option<GameQuotient>>,
    /// The misère quotient in sums with other games.
    beside: KeptQuotient,
    /// The rule that fits all small heaps, once it has been searched for.
    rule: OnceLock<Option<LostRule>>,
}

/// A cache of the options of heaps.
#[derive(Default)]
struct HeldOptions {
    heaps: FxHashMap<Heap, HeapOptions>,
    /// The approximate size in bytes.
    bytes: u64,
}

impl HeldOptions {
    /// Adds the options of a heap. Empties the cache first if it would hold too many heaps or take too much memory.
    fn insert(&mut self, heap: Heap, options: &HeapOptions, limits: &Limits) {
        // The allocator rounds an option of one heap up to 32 bytes, and its entry in the list takes 16 more.
        const HEAP: u64 = 100;
        const OPTION: u64 = 48;
        let bytes = HEAP + OPTION * options.len() as u64;
        if self.heaps.len() >= MOST_HELD || self.bytes + bytes > limits.memory() / 4 {
            *self = HeldOptions::default();
        }
        self.bytes += bytes;
        self.heaps.insert(heap, Arc::clone(options));
    }
}

impl OwnHeaps {
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnHeaps {
        OwnHeaps {
            script: &game.script,
            info: game.entry.info,
            convention,
            options: Cache::default(),
            solved: Cache::new(Components::new(solver::MOST_PIECES, None)),
            table: Cache::default(),
            quotient: Cache::default(),
            beside: KeptQuotient::default(),
            rule: OnceLock::new(),
        }
    }
}

impl Game for OwnHeaps {
    /// The size of a heap of several numbers is their product; for heaps of one number the sizes are those in the
    /// state's text.
    fn position_facts(&self, at: &OwnPosition) -> PositionFacts {
        let size = |n: &i32| u64::from(n.unsigned_abs());
        let product = |heap: &[i32]| {
            (heap.iter().map(size)).fold(1, |product: u64, n| product.saturating_mul(n))
        };
        let sizes = self.heaps(at).map(product);
        PositionFacts {
            pieces: (self.script.dims > 1).then(|| Pieces::new(PieceKind::Numbers, sizes)),
            pairing: pieces::in_pairs(self.heaps(at).filter(|heap| self.is_live(heap)))
                .then_some(true),
            ..PositionFacts::default()
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        let found = pieces::explain(case, Self::pieces, |_| Ok(Vec::new()))?;
        Ok(Explanation {
            reasons: reasons(case, found.reasons)?,
            ..found
        })
    }

    fn positions(&self, kind: Positions<'_>, f: Visit<'_, OwnPosition>) -> bool {
        let Positions::Random(pick) = kind else {
            return false;
        };
        let largest = self.script.start.iter().copied().max().unwrap_or(1);
        let most = largest.clamp(1, if self.script.dims == 1 { 40 } else { 6 }) as u64;
        let numbers = (1 + pick(3)) as usize * self.script.dims;
        let cells: Box<[i32]> = (0..numbers).map(|_| 1 + pick(most) as i32).collect();
        let _ = f(OwnPosition::plain(cells));
        true
    }

    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        Ok(Theory {
            seen: self.seen_period(most, limits),
            ..Theory::default()
        })
    }
}

/// Explains a single heap by the rule that fits all small heaps, and adds details from `others`, the reasons for sums
/// of heaps. Returns `others` for other positions, and if no rule is known or applies.
fn reasons(case: &Case<'_, OwnHeaps>, others: Vec<ReasonOf<OwnHeaps>>) -> GameReasons<OwnHeaps> {
    let (game, at) = (case.game, case.at);
    if at.cells().len() != 1 || is_over(game, at) {
        return Ok(others);
    }
    let Some(rule) = game.rule(case.limits)? else {
        return Ok(others);
    };
    let mut reasons = super::by_rule::reasons(rule, at, tr!("the heap"), case.proved.value.outcome);
    if reasons.is_empty() {
        return Ok(others);
    }
    how_it_goes(case, &mut reasons)?;
    for reason in others
        .into_iter()
        .filter(|r| r.depth == Depth::More && !names_the_win(r))
    {
        if reasons.iter().all(|known| known.text != reason.text) {
            reasons.push(reason);
        }
    }
    Ok(finish(case, reasons))
}

/// Sorts heaps, whose order does not matter in a sum.
pub(super) fn in_order(heaps: &[i32], dims: usize) -> Vec<i32> {
    if dims == 1 {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        return sorted;
    }
    let mut sorted: Vec<&[i32]> = heaps.chunks(dims).collect();
    sorted.sort_unstable();
    sorted.concat()
}

pub(super) fn padded(heap: &[i32]) -> Heap {
    let mut all = [0; MOST_DIMS];
    for (place, number) in all.iter_mut().zip(heap) {
        *place = *number;
    }
    all
}

/// The heaps after a move, in which the replacement stands in place of the heap that was moved in.
pub(super) fn become_one(cells: &[i32], m: &Become, dims: usize) -> Box<[i32]> {
    let at = m.heap as usize * dims;
    let (before, after) = cells.split_at(at.min(cells.len()));
    let after = after.get(dims..).unwrap_or_default();
    before.iter().chain(&m.to).chain(after).copied().collect()
}

/// Parses heaps as they are written in an ID.
pub(super) fn read_heaps(script: &Script, text: Text<'_>) -> Result<Box<[i32]>, IdError> {
    if text.is_empty() {
        return Ok(Box::default());
    }
    let mut cells = Vec::new();
    if script.dims == 1 {
        let heaps = text.numbers(tr!("a heap"), 0, LARGEST as u64)?;
        cells.extend(heaps.into_iter().map(|n| n as i32));
    } else {
        for heap in text.split(',') {
            read_heap(script, heap.trim(), &mut cells)?;
        }
    }
    let count = cells.len() / script.dims;
    if count > MOST_HEAPS {
        return Err(text.error(
            tr!("{count} heaps"),
            tr!("at most {most}", most = MOST_HEAPS),
        ));
    }
    Ok(cells.into())
}

fn read_heap(script: &Script, text: Text<'_>, cells: &mut Vec<i32>) -> Result<(), IdError> {
    if script.dims == 1 {
        cells.push(text.number(tr!("a heap"), 0, LARGEST as u64)? as i32);
        return Ok(());
    }
    let mut count = 0;
    let mark = if text.as_str().contains('X') {
        'X'
    } else {
        'x'
    };
    for number in text.split(mark) {
        let number = number
            .trim()
            .number(tr!("a number of a heap"), 0, LARGEST as u64)?;
        cells.push(number as i32);
        count += 1;
    }
    if count == script.dims {
        Ok(())
    } else {
        Err(text.error(
            tr!("{text} is no heap", text = text.quoted()),
            tr!(
                "{count} numbers such as {example}",
                count = script.dims,
                example = heap_text(&script.start[..script.dims])
            ),
        ))
    }
}

/// The `expected` text of errors in a move.
pub(super) const A_BECOME: &str =
    tr_key!("a heap, > and what it becomes, such as 1>2,3, or 1> where it goes");

/// Parses a move such as `2>3,4`.
pub(super) fn read_become(
    script: &Script,
    cells: &[i32],
    text: Text<'_>,
) -> Result<Become, IdError> {
    let (heap, to) = text
        .split_once('>')
        .ok_or_else(|| text.error(tr!("it has no >"), ""))?;
    let place = Place {
        noun: tr!("heap"),
        count: cells.len() / script.dims,
    };
    let place = place.read(heap)?;
    let to = to.trim();
    let mut list = Vec::new();
    for heap in to.split(',').filter(|_| !to.is_empty()) {
        read_heap(script, heap.trim(), &mut list)?;
    }
    Ok(Become {
        heap: saturating_cast(place),
        to: in_order(&list, script.dims).into(),
    })
}

pub(super) fn become_text(m: &Become, dims: usize) -> String {
    let heaps: Vec<String> = m.to.chunks(dims).map(heap_text).collect();
    format!("{}>{}", m.heap + 1, heaps.join(","))
}

/// Describes a move by the size of its heap; `which` distinguishes the heap from equal heaps.
pub(super) fn default_words(
    cells: &[i32],
    m: &Become,
    script: &Script,
    which: Option<&str>,
) -> String {
    let dims = script.dims;
    let is_sheet = dims > 1 && script.shape == Some(Shape::Rectangle);
    let heaps: Vec<&[i32]> = cells.chunks(dims).collect();
    let heap = heaps.get(m.heap as usize).copied().unwrap_or_default();
    let which = which.unwrap_or_else(|| which_of(&heaps, &heap));
    let size = heap_text(heap);
    let total = |heaps: &[i32]| heaps.iter().map(|n| i64::from(*n)).sum::<i64>();
    let names = and(m.to.chunks(dims).map(heap_text));
    match m.to.len() / dims {
        0 => tr!("remove {which} heap of {size}"),
        1 => {
            if total(&m.to) < total(heap) {
                tr!("reduce {which} heap of {size} to {names}")
            } else {
                tr!("change {which} heap of {size} to {names}")
            }
        }
        _ if dims == 1 && total(&m.to) == total(heap) => {
            tr!("split {which} heap of {size} into {names}")
        }
        _ if is_sheet => tr!("cut {which} sheet of {size} into {names}"),
        _ if dims > 1 => tr!("cut {which} heap of {size} into {names}"),
        _ => tr!("turn {which} heap of {size} into heaps of {names}"),
    }
}

/// Describes a move in few words: the size of its heap and what becomes of it.
pub(super) fn brief_words(cells: &[i32], m: &Become, script: &Script) -> String {
    let mut heaps = cells.chunks(script.dims);
    let size = heap_text(heaps.nth(m.heap as usize).unwrap_or_default());
    let names = and(m.to.chunks(script.dims).map(heap_text));
    match m.to.len() / script.dims {
        0 => tr!("remove {size}"),
        1 => tr!("change {size} to {names}"),
        _ => tr!("split {size} into {names}"),
    }
}

/// Draws the board: stones, or ranks of pawns if the script requests them and they fit, for heaps of one number;
/// otherwise a square for each heap, with its numbers.
pub(super) fn scene(cells: &[i32], script: &Script) -> Scene {
    let dims = script.dims;
    if dims == 1 {
        let pawns = (script.shape == Some(Shape::Pawns)).then(|| pawns(cells));
        let pawns = pawns.flatten();
        let counts: Vec<u64> = cells.iter().map(|&count| count as u64).collect();
        return Scene::new(pawns.unwrap_or_else(|| stacks(&counts, None, '>')));
    }
    let squares = cells.chunks(dims).enumerate().map(|(i, heap)| {
        let site = Some(Site::new(0, i as u64));
        Square::new(Face::Free, heap_text(heap), site)
    });
    let columns = (cells.len() / dims).max(1);
    Scene::new(Picture::Squares(Squares {
        columns,
        squares: squares.collect(),
        ground: Ground::Tiles,
        column_labels: (1..=columns).map(|n| n.to_string()).collect(),
        row_labels: Vec::new(),
    }))
}

/// Draws heaps as rows of files, each with two pawns that face each other over an empty rank; `None` if there are too
/// many files, or none.
fn pawns(cells: &[i32]) -> Option<Picture> {
    const MOST_FILES: usize = 40;
    let total = cells.iter().map(|&n| n as usize).sum::<usize>();
    if total + cells.len() > MOST_FILES || total == 0 {
        return None;
    }
    let mut files: Vec<Option<(usize, u64)>> = Vec::new();
    for (i, &n) in cells.iter().enumerate().filter(|(_, n)| **n > 0) {
        // An empty file separates two rows.
        files.extend((!files.is_empty()).then_some(None));
        files.extend((1..=n as u64).map(|file| Some((i, file))));
    }
    let rank = |face: fn() -> Face, is_own: bool| {
        files.iter().map(move |file| match file {
            Some((i, k)) => {
                let site = is_own.then(|| Site::new(group(*i), *k));
                Square::new(face(), String::new(), site)
            }
            None => Square::new(Face::Covered, String::new(), None),
        })
    };
    let ranks = rank(|| Face::Pawn(Player::Second), false)
        .chain(rank(|| Face::Empty, false))
        .chain(rank(|| Face::Pawn(Player::First), true));
    Some(Picture::Squares(Squares {
        columns: files.len(),
        squares: ranks.collect(),
        ground: Ground::Checkered,
        column_labels: files
            .iter()
            .map(|file| file.map_or(String::new(), |(_, k)| k.to_string()))
            .collect(),
        row_labels: Vec::new(),
    }))
}

/// The sites that represent a move.
pub(super) fn cuts(cells: &[i32], m: &Become, script: &Script) -> Vec<Site> {
    let dims = script.dims;
    if dims > 1 {
        return vec![Site::new(0, u64::from(m.heap))];
    }
    let size = cells.get(m.heap as usize).map_or(0, |&n| n as u64);
    if script.shape == Some(Shape::Pawns) && pawns(cells).is_some() {
        // The sites are the middle one of the removed files and its mirror image, where a move leaves the same rows in
        // reverse order.
        let total = m.to.iter().map(|&n| n as u64).sum::<u64>();
        let left = if m.to.len() > 1 { m.to[0] as u64 } else { 0 };
        let file = (left + size.saturating_sub(total).div_ceil(2)).clamp(1, size.max(1));
        let mut files = vec![file, (size + 1).saturating_sub(file)];
        files.dedup();
        let site = |file| Site::new(group(m.heap as usize), file);
        return files.into_iter().map(site).collect();
    }
    let (mut cuts, mut below) = (Vec::new(), 0);
    for &part in &m.to {
        below += part as u64;
        cuts.push(below);
    }
    // The stones above the last part are taken, not split off.
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

/// Returns whether a heap is so large that its options are not computed merely to list them.
fn is_huge(heap: &[i32]) -> bool {
    const LARGEST_LISTED: i32 = 100_000;
    heap.iter().any(|&n| n > LARGEST_LISTED)
}

impl OwnHeaps {
    /// The options of a heap in ascending order, with each sum of heaps listed once.
    fn ask(&self, heap: &Heap, limits: &Limits) -> Result<Vec<Box<[i32]>>, Stop> {
        let dims = self.script.dims;
        // The order of the heaps in a sum does not matter, so only the first of several equal sums is kept.
        let mut sums = BTreeMap::new();
        for (_, option) in self.script.options(&heap[..dims], limits)?.iter() {
            let option = self.script.unpack(option);
            let sorted = in_order(&option, dims);
            sums.entry(sorted).or_insert(option.into());
        }
        let mut options: Vec<Box<[i32]>> = sums.into_values().collect();
        options.sort_unstable();
        Ok(options)
    }

    /// The options of a heap, cached for later reads.
    pub(super) fn options_within(&self, heap: &Heap, limits: &Limits) -> Result<HeapOptions, Stop> {
        let known = self.options.held().heaps.get(heap).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = Arc::new(self.ask(heap, limits)?);
        self.options.held().insert(*heap, &found, limits);
        Ok(found)
    }

    /// The options of a heap, for reading a position that has already been opened or reached by play. Returns `None` if
    /// the script gives no answer, or if the heap is huge and its options are not cached.
    fn read(&self, heap: &[i32]) -> Option<HeapOptions> {
        if is_huge(heap) {
            return self.options.held().heaps.get(&padded(heap)).cloned();
        }
        self.options_within(&padded(heap), &Limits::default()).ok()
    }

    /// Tries out a script on a heap: asks for the options of the heap, and for the words of its first move.
    pub(super) fn try_options(&self, heap: i32, limits: &Limits) -> Result<(), Stop> {
        let mut numbers = [0; MOST_DIMS];
        numbers[..self.script.dims].fill(heap);
        if let Some(to) = self.options_within(&numbers, limits)?.first() {
            let heap = &numbers[..self.script.dims];
            self.script.move_words(heap, to, limits)?;
        }
        Ok(())
    }

    /// Returns whether a heap allows a move. A heap with unknown options is assumed to allow one.
    fn is_live(&self, heap: &[i32]) -> bool {
        self.read(heap).is_none_or(|options| !options.is_empty())
    }

    fn heaps<'a>(&self, at: &'a OwnPosition) -> impl Iterator<Item = &'a [i32]> {
        at.cells().chunks(self.script.dims)
    }

    fn live_heaps(&self, at: &OwnPosition) -> Vec<(usize, Heap)> {
        self.heaps(at)
            .enumerate()
            .filter(|(_, heap)| self.is_live(heap))
            .map(|(i, heap)| (i, padded(heap)))
            .collect()
    }

    /// Checks that the script's `legal` accepts the position after each move.
    pub(super) fn check_next(&self, at: &OwnPosition, limits: &Limits) -> Result<(), Stop> {
        if !self.script.has.legal {
            return Ok(());
        }
        for (heap, numbers) in (0..).zip(self.heaps(at)) {
            for to in self.options_within(&padded(numbers), limits)?.iter() {
                let to = to.clone();
                let m = Become { heap, to };
                let next = self.play(at, &m);
                if !self.script.is_legal(next.cells(), limits)? {
                    let texts = [&next, at].map(|at| self.state_text(at));
                    let m = self.move_text(at, &m);
                    return Err(self.script.illegal(&texts[0], &m, &texts[1]));
                }
            }
        }
        Ok(())
    }
}

impl Rules for OwnHeaps {
    type Position = OwnPosition;
    type Move = Become;

    fn prepare(&self, at: &OwnPosition, words: bool, limits: &Limits) -> Result<(), Stop> {
        const MOST: usize = 2_000;
        if is_prompt() {
            return Ok(());
        }
        let words = words && self.script.has.move_words;
        let most = if words { usize::MAX } else { MOST_HELD };
        for heap in self.heaps(at).take(most).filter(|heap| !is_huge(heap)) {
            let options = self.options_within(&padded(heap), limits)?;
            for to in options.iter().take(if words { MOST } else { 0 }) {
                limits.check()?;
                self.script.cached_words(heap, to, limits)?;
            }
        }
        Ok(())
    }

    /// The moves; the list is incomplete if the script gives no answer, or if a heap is too large for its options to be
    /// listed.
    fn moves(&self, at: &OwnPosition) -> MoveSet<'_, Become> {
        let mut moves = Vec::new();
        let mut is_whole = true;
        for (heap, numbers) in (0..).zip(self.heaps(at)) {
            match self.read(numbers) {
                Some(options) => moves.extend(options.iter().map(|to| Become {
                    heap,
                    to: to.clone(),
                })),
                None => is_whole = false,
            }
        }
        let moves = MoveSet::from(moves);
        if is_whole { moves } else { moves.and_more() }
    }

    fn play(&self, at: &OwnPosition, m: &Become) -> OwnPosition {
        OwnPosition::plain(become_one(at.cells(), m, self.script.dims))
    }

    /// The heaps sorted, without those that allow no move.
    fn canonical(&self, at: &OwnPosition) -> OwnPosition {
        let mut heaps: Vec<&[i32]> = self.heaps(at).filter(|heap| self.is_live(heap)).collect();
        heaps.sort_unstable();
        OwnPosition::plain(heaps.concat())
    }
}

impl Notation for OwnHeaps {
    fn states(&self) -> impl Grammar<Value = OwnPosition> {
        let read = |text: Text<'_>| {
            let cells = read_heaps(self.script, text)?;
            if !text.is_draft() {
                check_legal(self.script, &cells, text)?;
            }
            Ok(OwnPosition::plain(cells))
        };
        let write = |at: &OwnPosition| self.script.state_text(at.cells(), None);
        Form { read, write }.edited(|at| {
            let numbers = |heap: &[i32]| heap.iter().map(|&n| saturating_cast(n)).collect();
            (self.script.dims > 1).then(|| SketchParts::Heaps {
                heaps: self.heaps(at).map(numbers).collect(),
            })
        })
    }

    fn written_moves(&self, at: &OwnPosition) -> impl Grammar<Value = Become> {
        let dims = self.script.dims;
        let read = move |text: Text<'_>| {
            let m = read_become(self.script, at.cells(), text)?;
            // Use the script's order of the heaps in the replacement.
            let heap = self.heaps(at).nth(m.heap as usize);
            let known = heap.map(|heap| self.options_within(&padded(heap), &Limits::default()));
            let known = known.and_then(Result::ok);
            let same = known
                .iter()
                .flat_map(|o| o.iter())
                .find(|o| in_order(o, dims) == *m.to)
                .cloned();
            Ok(Become {
                to: same.unwrap_or(m.to),
                ..m
            })
        };
        let write = move |m: &Become| become_text(m, dims);
        Form { read, write }
            .expecting(|| crate::language::text(A_BECOME).to_owned())
            .refusing(|m| {
                let asked = |heap: &[i32]| self.options_within(&padded(heap), &Limits::default());
                if let Some(error) = self.heaps(at).find_map(|heap| asked(heap).err()) {
                    return (error.to_string(), tr!("a script that answers").to_owned());
                }
                let heap = self.heaps(at).nth(m.heap as usize).unwrap_or_default();
                let options = self.read(heap);
                match options.as_ref().and_then(|o| o.first()) {
                    None => (
                        tr!("a heap of {heap} allows no move", heap = heap_text(heap)),
                        tr!("a move in another heap").to_owned(),
                    ),
                    Some(to) => {
                        let first = Become {
                            heap: m.heap,
                            to: to.clone(),
                        };
                        let example = become_text(&first, self.script.dims);
                        (
                            tr!(
                                "a heap of {heap} cannot become that",
                                heap = heap_text(heap)
                            ),
                            tr!("a move of the rules, such as {example}"),
                        )
                    }
                }
            })
    }

    fn words(&self, at: &OwnPosition, m: &Become, reply: Reply<'_, Self>) -> String {
        if let Some(words) = self.own_words(at, m) {
            return words;
        }
        let which = reply.map(|(before, answered)| {
            let after: Vec<&[i32]> = self.heaps(at).collect();
            let before = self
                .heaps(before)
                .nth(answered.heap as usize)
                .unwrap_or_default();
            let heap = after.get(m.heap as usize).copied().unwrap_or_default();
            which_after(&before, &after, &heap)
        });
        default_words(at.cells(), m, self.script, which)
    }

    fn brief_words(&self, at: &OwnPosition, m: &Become) -> String {
        let words = self.own_words(at, m);
        words.unwrap_or_else(|| brief_words(at.cells(), m, self.script))
    }
}

impl OwnHeaps {
    /// Describes a move in the script's words; `None` if the script has no words for the move.
    fn own_words(&self, at: &OwnPosition, m: &Become) -> Option<String> {
        let heap = self.heaps(at).nth(m.heap as usize)?;
        let words = self.script.cached_words(heap, &m.to, &Limits::default());
        let words = words.ok()??;
        match self.heaps(at).count() {
            1 => Some(words),
            _ => Some(tr!("{words} in heap {heap}", heap = m.heap + 1)),
        }
    }
}

impl OwnHeaps {
    /// Calls `draw` if the script requests sheets of two numbers; otherwise returns `None`.
    fn sheets<T>(&self, cells: &[i32], draw: impl FnOnce(&[i32]) -> Option<T>) -> Option<T> {
        let is_asked = self.script.dims == 2 && self.script.shape == Some(Shape::Rectangle);
        is_asked.then(|| draw(cells)).flatten()
    }
}

impl BoardView for OwnHeaps {
    fn scene(&self, at: &OwnPosition, view: View) -> Scene {
        let draw = |cells: &_| sheets::scene(cells, |heap| self.read(heap));
        let sheets = match view {
            View::Play => self.sheets(at.cells(), draw),
            View::Edit => None,
        };
        sheets.unwrap_or_else(|| scene(at.cells(), self.script))
    }

    fn sites(&self, at: &OwnPosition, m: &Become) -> Vec<Site> {
        let cut = self.sheets(at.cells(), |cells| {
            sheets::sites(cells, m.heap as usize, Some(m), |heap| self.read(heap))
        });
        cut.unwrap_or_else(|| cuts(at.cells(), m, self.script))
    }
}

/// A heap's options are listed with their values if there are at most this many.
const LISTED: usize = 24;

impl OwnHeaps {
    fn pieces(&self, at: &OwnPosition, limits: &Limits) -> Result<PieceSum<OwnPosition>, Stop> {
        let heaps = self.live_heaps(at);
        let (decision, values) = match self.convention {
            Convention::Normal => {
                let all: Vec<Heap> = heaps.iter().map(|heap| heap.1).collect();
                (Decision::NimSum, self.values(&all, limits)?)
            }
            Convention::Misere => (Decision::Search, vec![0; heaps.len()]),
        };
        let dims = self.script.dims;
        let piece = |(&(i, heap), value): (&(usize, Heap), u64)| {
            let numbers = &heap[..dims];
            let stack = Piece {
                has_few_moves: self.read(numbers).is_some_and(|o| o.len() <= LISTED),
                ..Piece::stack(
                    tr!("heap"),
                    i,
                    heap[0] as u64,
                    value,
                    OwnPosition::plain(numbers),
                )
            };
            let site = |cells: &_| sheets::sites(cells, i, None, |heap| self.read(heap));
            match dims {
                1 => stack,
                _ => Piece {
                    short: heap_text(numbers),
                    places: self
                        .sheets(at.cells(), site)
                        .unwrap_or_else(|| vec![Site::new(0, i as u64)]),
                    ..stack
                },
            }
        };
        Ok(PieceSum {
            noun: PieceNoun::HEAP,
            decision,
            pieces: heaps.iter().zip(values).map(piece).collect(),
        })
    }
}
