//! Implements games defined by scripts: heaps, and boards on which the players have the same or different moves.
//!
//! Heaps form a sum, except in games that count points or may go on for ever. Positions of such games are searched as a
//! whole, like boards.

use crate::games::pieces::{self, Decision, Piece, PieceNoun, PieceSum};
use crate::games::prelude::*;
use crate::tr;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use super::asserted::Assertion;
use super::by_rule::seen_period;
use super::components::Components;
use super::explore::{Explorer, LoopMoves, by_margin};
use super::known::OwnGame;
use super::lua::{check_work, is_prompt};
use super::position::{Answer, Become, Change, OwnMove, OwnPosition};
use super::quick::Quick;
use super::script::{Gain, Question, Script, ScriptKind, Shape, heap_text};
use super::solver::symmetry_group;
use super::store::Store;
use super::table::HeapTable;
use super::{explain, heaps, scene, sheets};
use crate::rule::LostRule;
use crate::solve::lock::Cache;
use crate::solve::quotient::{GameQuotient, HeapFamily, KeptQuotient};

/// The maximum number of positions that are cached with their moves.
const MOST_HELD: usize = 20_000;
/// The maximum number of moves per position that are described in advance.
const MOST_WORDS: usize = 2_000;
/// Explanations list the values of a heap's options only if there are at most this many options.
const LISTED: usize = 24;

/// The ruleset of a script.
pub struct OwnRuleset {
    pub(super) script: &'static Script,
    pub(super) info: &'static Info,
    /// Unused if the script or the points decide who wins.
    pub(super) convention: Convention,
    pub(super) explored: Cache<Explorer>,
    pub(super) quick: Cache<Quick>,
    /// Whether some position was too large to be explored.
    pub(super) is_large: AtomicBool,
    /// The solved heaps, or the solved parts of boards.
    pub(super) pieces: Cache<Components>,
    /// The number of cells of the largest board analysed so far. In a game of heaps that counts points, the length of
    /// the longest position that `check_growth` has checked.
    pub(super) asked_cells: AtomicUsize,
    /// The normal-play values of heaps that consist of one number.
    pub(super) table: Cache<HeapTable>,
    pub(super) quotient: Cache<Option<GameQuotient>>,
    /// The misère quotient for sums with other games.
    beside: KeptQuotient,
    /// The rule found from small positions of one or two numbers. It is unset until the search for a rule has finished.
    pub(super) rule: OnceLock<Option<LostRule>>,
    /// The layout for each number of cells. An entry is an error if the script's `width` fails.
    layouts: Cache<FxHashMap<usize, Result<Arc<Layout>, Stop>>>,
    /// Counts the passed tests of `SYMMETRIES`: a position and its image must have the same moves.
    pub(super) images_are_alike: Assertion,
    /// Counts the passed tests of `SPLIT` in which a move must depend only on the cells that it changes.
    pub(super) moves_are_apart: Assertion,
    /// Counts the passed tests of `SPLIT` in which a part must have the same moves anywhere on the board.
    pub(super) parts_are_movable: Assertion,
    /// The boards for which a test of `parts` succeeded: their value is the XOR of the values of their parts.
    pub(super) summed_boards: Cache<FxHashSet<Vec<u8>>>,
    answers: Cache<HeldAnswers>,
}

pub(super) struct Layout {
    pub width: usize,
    /// One list for each symmetry in the group that the script's symmetries generate, excluding the identity. For each
    /// cell of the image, the list holds the index of the cell to copy.
    pub images: Vec<Vec<u16>>,
}

/// A cache of positions that store the script's answers. In a sum of heaps, each heap is a position of its own.
#[derive(Default)]
struct HeldAnswers {
    positions: FxHashSet<OwnPosition>,
    bytes: u64,
}

impl HeldAnswers {
    /// Adds an answer. First empties the cache if it would hold too many positions or take too much memory.
    fn insert(&mut self, at: &OwnPosition, answer: &Answer, limits: &Limits) {
        let bytes = answer.size();
        if self.positions.len() >= MOST_HELD || self.bytes + bytes > limits.memory() / 4 {
            *self = HeldAnswers::default();
        }
        self.bytes += bytes;
        self.positions.insert(at.clone());
    }

    fn get(&self, at: &OwnPosition) -> Option<Arc<Answer>> {
        self.positions.get(at)?.answer().cloned()
    }
}

impl OwnRuleset {
    /// Creates the ruleset of a script.
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnRuleset {
        let script = &game.script;
        let bits = script.signs.as_ref().map(|signs| {
            let largest = signs.len().saturating_sub(1).max(1);
            largest.ilog2() + 1
        });
        let explorer = match script {
            _ if script.points => Explorer::Points(Store::new(bits)),
            _ if script.loops => Explorer::Loops(Store::new(bits), LoopMoves::default()),
            _ => Explorer::LastMove(Store::new(bits)),
        };
        let by_values = !script.has_mover() && !script.loops && convention == Convention::Normal;
        OwnRuleset {
            script,
            info: game.entry.info,
            convention,
            explored: Cache::new(explorer),
            quick: Cache::new(Quick::new(by_values, bits)),
            is_large: AtomicBool::new(false),
            pieces: Cache::new(Components::new(bits)),
            asked_cells: AtomicUsize::new(0),
            table: Cache::default(),
            quotient: Cache::default(),
            beside: KeptQuotient::default(),
            rule: OnceLock::new(),
            layouts: Cache::default(),
            images_are_alike: Assertion::default(),
            moves_are_apart: Assertion::default(),
            parts_are_movable: Assertion::default(),
            summed_boards: Cache::default(),
            answers: Cache::default(),
        }
    }

    pub(super) fn start(&self) -> OwnPosition {
        let mover = self.script.has_mover().then_some(Player::First);
        OwnPosition::new(mover, self.script.start.as_slice(), [0; 2])
    }

    pub(super) fn is_heaps(&self) -> bool {
        self.script.kind == ScriptKind::Heaps
    }

    pub(super) fn is_sum(&self) -> bool {
        !self.script.is_whole()
    }

    pub(super) fn heaps<'a>(&self, cells: &'a [i32]) -> impl Iterator<Item = &'a [i32]> {
        cells.chunks(self.script.dims)
    }

    /// Asks the script for the moves of a position, and for the outcome if the game is over. Sorts the moves by their
    /// changes.
    pub(super) fn ask(&self, at: &OwnPosition, limits: &Limits) -> Result<Answer, Stop> {
        if let Some(over) = self.result(at, limits)? {
            return Ok(Answer {
                over: Some(over),
                ..Answer::default()
            });
        }
        let moves = if self.is_heaps() {
            self.heaps_moves(at, limits)?
        } else {
            let packed = self.script.packed(at);
            let change = |to: Vec<i32>| changes(at.cells(), &to);
            self.distinct_moves(Question::Moves(&packed), limits, change)?
        };
        let over = if moves.is_empty() {
            Some(self.outcome_without_moves(at)?)
        } else {
            None
        };
        Ok(Answer { moves, over })
    }

    pub(super) fn result(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Stop> {
        match at.mover().filter(|_| self.script.has("result")) {
            Some(player) => self.script.result(at.cells(), player, limits),
            None => Ok(None),
        }
    }

    /// Returns the outcome for the player to move in a position without moves. Returns an error if the script has
    /// `result`, because `result` must decide every position without moves.
    pub(super) fn outcome_without_moves(&self, at: &OwnPosition) -> Result<Outcome, Stop> {
        if self.script.points {
            return Ok(by_margin(at.lead()));
        }
        match at.mover().filter(|_| self.script.has("result")) {
            Some(player) => {
                let what = tr!(
                    "it gave nil, and there is no move; expected \"win\", \"loss\" or \"draw\""
                );
                let question = Question::Result(at.cells(), player);
                Err(self.script.misanswered(question, what))
            }
            None => Ok(self.convention.outcome_when_stuck()),
        }
    }

    fn heaps_moves(&self, at: &OwnPosition, limits: &Limits) -> Result<Vec<OwnMove>, Stop> {
        let mut moves = Vec::new();
        for (heap, numbers) in (0..).zip(self.heaps(at.cells())) {
            let change = |to: Vec<i32>| {
                let to = to.into();
                Change::Heap(Become { heap, to })
            };
            moves.extend(self.distinct_moves(Question::Options(numbers), limits, change)?);
        }
        Ok(moves)
    }

    /// Returns the distinct moves among the results of a question, sorted by their changes. Results that differ only in
    /// the order of the heaps count as one move, with the highest gain among them.
    fn distinct_moves(
        &self,
        question: Question<'_>,
        limits: &Limits,
        change: impl Fn(Vec<i32>) -> Change,
    ) -> Result<Vec<OwnMove>, Stop> {
        let results = self.script.results(question, limits)?;
        let mut distinct: BTreeMap<Vec<u8>, (&[u8], Gain)> = BTreeMap::new();
        for (to, gain) in results.moves() {
            // A move takes more memory here than in the script's answer, so check the available memory for each move.
            check_work(0)?;
            let cells = self.script.unpack(&to[1..]);
            let in_order = self.script.pack(&self.script.in_order(&cells[..]));
            let (first, best) = distinct.entry(in_order).or_insert((to, gain));
            if best.again != gain.again {
                let cells = self.script.unpack(&first[1..]);
                let to = if cells.is_empty() {
                    tr!("no heap").to_owned()
                } else {
                    self.script.state_text(&cells, None)
                };
                let what = tr!(
                    "two results leave {to}, one with again and one without; expected only one of them"
                );
                return Err(self.script.misanswered(question, &what));
            }
            *best = gain.max(*best);
        }
        let mut moves = Vec::new();
        for (to, gain) in distinct.into_values() {
            check_work(0)?;
            let change = change(self.script.unpack(&to[1..]));
            moves.push(OwnMove { change, gain });
        }
        moves.sort_unstable();
        Ok(moves)
    }

    /// Returns the script's answer for a position, and stores it with the position. A move to a position that `legal`
    /// rejects is an error. In a sum, the position must be a single heap, and its moves are not checked, because
    /// `legal` needs all heaps.
    pub(super) fn answered<'a>(
        &self,
        at: &'a OwnPosition,
        limits: &Limits,
    ) -> Result<&'a Arc<Answer>, Stop> {
        if let Some(answer) = at.answer() {
            return Ok(answer);
        }
        let known = self.answers.held().get(at);
        if let Some(known) = known {
            return Ok(at.answer_with(known));
        }
        let answer = self.ask(at, limits)?;
        if !self.is_sum() {
            self.check_legal(at, &answer.moves, limits)?;
            self.layout(at.cells().len(), limits)?;
        }
        let answer = at.answer_with(Arc::new(answer));
        self.answers.held().insert(at, answer, limits);
        Ok(answer)
    }

    fn check_legal(
        &self,
        at: &OwnPosition,
        moves: &[OwnMove],
        limits: &Limits,
    ) -> Result<(), Stop> {
        for m in moves.iter().filter(|_| self.script.has("legal")) {
            let to = self.play(at, m);
            if !self.script.is_legal(to.cells(), limits)? {
                let texts = [&to, at].map(|at| self.state_text(at));
                let m = self.move_text(at, m);
                return Err(self.script.illegal(&texts[0], &m, &texts[1]));
            }
        }
        Ok(())
    }

    /// Checks that the script's `legal` accepts the position after each move.
    pub(super) fn check_next(&self, at: &OwnPosition, limits: &Limits) -> Result<(), Stop> {
        if !self.script.has("legal") {
            return Ok(());
        }
        if !self.is_sum() {
            return self.answered(at, limits).map(|_| ());
        }
        for (i, heap) in (0..).zip(self.heaps(at.cells())) {
            let moves = self
                .heap_answer(heap, limits)?
                .moves_of(i)
                .collect::<Vec<_>>();
            self.check_legal(at, &moves, limits)?;
        }
        Ok(())
    }

    pub(super) fn heap_answer(&self, heap: &[i32], limits: &Limits) -> Result<Arc<Answer>, Stop> {
        let at = OwnPosition::plain(heap);
        self.answered(&at, limits).cloned()
    }

    /// Like [`heap_answer`](OwnRuleset::heap_answer), but takes the answer for a huge heap only from the cache. Returns
    /// `None` if the answer is not cached, or if the script fails.
    pub(super) fn read_heap(&self, heap: &[i32]) -> Option<Arc<Answer>> {
        if is_huge(heap) {
            return self.answers.held().get(&OwnPosition::plain(heap));
        }
        self.heap_answer(heap, &Limits::default()).ok()
    }

    /// Returns whether a heap allows a move. A heap with unknown options is assumed to allow a move.
    fn is_live(&self, heap: &[i32]) -> bool {
        self.read_heap(heap)
            .is_none_or(|answer| !answer.moves.is_empty())
    }

    /// Calls a closure with the board, or the heap, before and after a move.
    pub(super) fn with_step<T>(
        &self,
        at: &OwnPosition,
        m: &OwnMove,
        ask: impl FnOnce(&[i32], &[i32]) -> T,
    ) -> T {
        match &m.change {
            Change::Cells(_) => ask(at.cells(), self.play(at, m).cells()),
            Change::Heap(to) => ask(heaps::of_move(at.cells(), to, self.script), &to.to),
        }
    }

    pub(super) fn own_words(
        &self,
        at: &OwnPosition,
        m: &OwnMove,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        self.with_step(at, m, |from, to| self.script.cached_words(from, to, limits))
    }

    /// Returns the script's answer for a position. Returns `None` if the script fails, or if this thread must not wait
    /// and the answer is not cached.
    fn read<'a>(&self, at: &'a OwnPosition) -> Option<&'a Answer> {
        self.answered(at, &Limits::default())
            .ok()
            .map(|answer| &**answer)
    }

    pub(super) fn layout(&self, cells: usize, limits: &Limits) -> Result<Arc<Layout>, Stop> {
        if let Some(known) = self.layouts.held().get(&cells) {
            return known.clone();
        }
        let layout = self.script.width(cells, limits).map(|width| {
            let width = width.clamp(1, cells.max(1));
            let symmetries = self.script.symmetries.iter();
            let generators: Vec<Vec<u16>> = symmetries
                .filter_map(|one| one.places(cells, width))
                .collect();
            let images = symmetry_group(&generators, cells);
            Arc::new(Layout { width, images })
        });
        if !matches!(layout, Err(Stop::NotProved(_) | Stop::Interrupted(_))) {
            self.layouts.held().insert(cells, layout.clone());
        }
        layout
    }

    fn prepare_moves(&self, at: &OwnPosition, most: usize, limits: &Limits) -> Result<(), Stop> {
        for m in self.answered(at, limits)?.moves.iter().take(most) {
            limits.check()?;
            self.own_words(at, m, limits)?;
        }
        Ok(())
    }

    fn piece_sum(&self, at: &OwnPosition, limits: &Limits) -> Result<PieceSum<OwnPosition>, Stop> {
        let heaps = self.heaps(at.cells()).enumerate();
        let heaps: Vec<(usize, &[i32])> = heaps.filter(|(_, heap)| self.is_live(heap)).collect();
        let (decision, values) = match self.convention {
            Convention::Normal => {
                let live: Vec<&[i32]> = heaps.iter().map(|(_, heap)| *heap).collect();
                (Decision::NimSum, self.values(&live.concat(), limits)?)
            }
            Convention::Misere => (Decision::Search, vec![0; heaps.len()]),
        };
        let piece = |(&(i, heap), value): (&(usize, &[i32]), u64)| {
            let answer = self.read_heap(heap);
            let stack = Piece {
                has_few_moves: answer.is_some_and(|answer| answer.moves.len() <= LISTED),
                ..Piece::stack(
                    tr!("heap"),
                    i,
                    heap[0] as u64,
                    value,
                    OwnPosition::plain(heap),
                )
            };
            match self.script.dims {
                1 => stack,
                _ => Piece {
                    short: heap_text(heap),
                    places: sheets::sites(self, at.cells(), i, None)
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

/// The time limit for listing the options of a huge heap.
const BRIEF: Duration = Duration::from_millis(100);

/// Returns whether a heap is so large that its options are listed only if the script finds them within [`BRIEF`].
pub(super) fn is_huge(heap: &[i32]) -> bool {
    const LARGEST_LISTED: i32 = 100_000;
    heap.iter().any(|&n| n > LARGEST_LISTED)
}

impl Game for OwnRuleset {
    /// The size that is reported for a heap of several numbers is the product of the numbers.
    fn position_facts(&self, at: &OwnPosition) -> PositionFacts {
        if !self.is_sum() {
            return PositionFacts::default();
        }
        let heaps = || self.heaps(at.cells());
        let size = |n: &i32| u64::from(n.unsigned_abs());
        let product = |heap: &[i32]| {
            (heap.iter().map(size)).fold(1, |product: u64, n| product.saturating_mul(n))
        };
        PositionFacts {
            pieces: (self.script.dims > 1)
                .then(|| Pieces::new(PieceKind::Numbers, heaps().map(product))),
            pairing: pieces::in_pairs(heaps().filter(|heap| self.is_live(heap))).then_some(true),
            ..PositionFacts::default()
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        if !case.game.is_sum() {
            return case.explained(explain::reasons, explain::figure);
        }
        let found = pieces::explain(case, Self::piece_sum, |_| Ok(Vec::new()))?;
        Ok(Explanation {
            reasons: explain::single_heap(case, found.reasons)?,
            ..found
        })
    }

    /// Finds a period in the values of positions with one number, or in the margins if the game counts points. The
    /// period is observed, not proved.
    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        const LARGEST: u64 = 400;
        let seen = match self.script.numbers() {
            Some((1, least)) if self.script.points => {
                let margins = (least..=most.min(LARGEST)).map(|n| {
                    let cells = vec![saturating_cast(n)];
                    let at = OwnPosition::new(Some(Player::First), cells, [0; 2]);
                    Ok(self.value(&at, limits)?.margin)
                });
                let margins: Option<Vec<_>> = if_proved(margins.collect())?;
                margins.and_then(|margins| seen_period(&margins, least))
            }
            Some((1, _)) if self.is_sum() => self.period_of_heaps(most, limits)?,
            _ => None,
        };
        Ok(Theory {
            seen,
            ..Theory::default()
        })
    }

    /// Visits one random position. In a sum, the position consists of a few random heaps. In other games, the position
    /// is reached by random moves from the start.
    fn positions(&self, kind: Positions<'_>, f: Visit<'_, OwnPosition>) -> bool {
        let Positions::Random(pick) = kind else {
            return false;
        };
        if self.is_sum() {
            let largest = self.script.start.iter().copied().max().unwrap_or(1);
            let most = largest.clamp(1, if self.script.dims == 1 { 40 } else { 6 }) as u64;
            let numbers = (1 + pick(3)) as usize * self.script.dims;
            let cells: Box<[i32]> = (0..numbers).map(|_| 1 + pick(most) as i32).collect();
            let _ = f(OwnPosition::plain(cells));
            return true;
        }
        let mut at = self.start();
        let mut line = vec![at.clone()];
        for _ in 0..200 {
            let moves = Rules::moves(self, &at).first_of(1000);
            let Some(m) = moves.get(pick(moves.len().max(1) as u64) as usize) else {
                break;
            };
            at = self.play(&at, m);
            line.push(at.clone());
        }
        // Skip the last position, where the game may be over.
        let last = line.len().saturating_sub(1).max(1) as u64;
        let at = &line[pick(last) as usize];
        let _ = f(OwnPosition::new(at.mover(), at.cells(), [0; 2]));
        true
    }
}

fn changes(from: &[i32], to: &[i32]) -> Change {
    let changed = (0..).zip(from.iter().zip(to)).filter(|(_, (a, b))| a != b);
    Change::Cells(changed.map(|(i, (_, b))| (i, *b)).collect())
}

impl Rules for OwnRuleset {
    type Position = OwnPosition;
    type Move = OwnMove;

    fn standing(&self, at: &OwnPosition) -> Standing {
        Standing {
            mover: at.mover(),
            score: self.script.points.then(|| at.score()),
        }
    }

    fn prepare(&self, at: &OwnPosition, words: bool, limits: &Limits) -> Result<(), Stop> {
        if is_prompt() {
            return Ok(());
        }
        let words = words && self.script.has("move_words");
        let most = if words { MOST_WORDS } else { 0 };
        if !self.is_sum() {
            return self.prepare_moves(at, most, limits);
        }
        let heaps = if words { usize::MAX } else { MOST_HELD };
        for heap in self.heaps(at.cells()).take(heaps) {
            let at = OwnPosition::plain(heap);
            if is_huge(heap) {
                let end = Instant::now() + BRIEF;
                let late =
                    move || (Instant::now() > end).then(|| tr!("the time is over").to_owned());
                // If the script takes longer than `BRIEF` or returns too many options, the options of the heap stay
                // unknown.
                let _ = self.prepare_moves(&at, most, &limits.clone().stopping(late));
                limits.check()?;
            } else {
                self.prepare_moves(&at, most, limits)?;
            }
        }
        Ok(())
    }

    /// The list is incomplete if the script gives no answer, or if the options of a huge heap are not known. For a sum
    /// in normal play, the incomplete list comes with a closure that finds all moves.
    fn moves(&self, at: &OwnPosition) -> MoveSet<'_, OwnMove> {
        if !self.is_sum() {
            return match self.read(at) {
                Some(answer) => answer.moves.iter().cloned().collect(),
                None => MoveSet::default().and_more(),
            };
        }
        let mut moves = Vec::new();
        let mut is_whole = true;
        for (i, heap) in (0..).zip(self.heaps(at.cells())) {
            match self.read_heap(heap) {
                Some(answer) => moves.extend(answer.moves_of(i)),
                None => is_whole = false,
            }
        }
        let moves = MoveSet::from(moves);
        if is_whole {
            moves
        } else if self.convention == Convention::Normal {
            let at = at.clone();
            moves.and_more_by(move |limits| self.heaps_moves(&at, limits))
        } else {
            moves.and_more()
        }
    }

    fn play(&self, at: &OwnPosition, m: &OwnMove) -> OwnPosition {
        let cells: Box<[i32]> = match &m.change {
            Change::Cells(list) => {
                let mut cells: Box<[i32]> = at.cells().into();
                for &(i, value) in list {
                    cells[i as usize] = value;
                }
                cells
            }
            Change::Heap(to) => heaps::become_one(at.cells(), to, self.script.dims),
        };
        let mut score = at.score();
        if let Some(mover) = at.mover() {
            score[mover.index()] += m.gain.points;
        }
        let mover = if m.gain.again {
            at.mover()
        } else {
            at.mover().map(Player::other)
        };
        OwnPosition::new(mover, cells, score)
    }

    /// In a sum, the canonical form is the sorted list of the heaps that allow a move. In other games, the canonical
    /// form is the representative under the symmetries of the board and reorderings of the heaps.
    fn canonical(&self, at: &OwnPosition) -> OwnPosition {
        if !self.is_sum() {
            return self.image_of_whole(at);
        }
        let heaps = self.heaps(at.cells());
        let mut heaps: Vec<&[i32]> = heaps.filter(|heap| self.is_live(heap)).collect();
        heaps.sort_unstable();
        OwnPosition::plain(heaps.concat())
    }
}

impl BoardView for OwnRuleset {
    fn scene(&self, at: &OwnPosition, view: View) -> Scene {
        if !self.is_heaps() {
            return scene::board(self, at, view);
        }
        let sheets = match view {
            View::Play => sheets::scene(self, at.cells()),
            View::Edit => None,
        };
        sheets.unwrap_or_else(|| heaps::scene(at.cells(), self.script))
    }

    fn sites(&self, at: &OwnPosition, m: &OwnMove) -> Vec<Site> {
        let cells = at.cells();
        match &m.change {
            Change::Cells(list) => {
                let is_sheet = self.script.shape == Some(Shape::Rectangle);
                if let ([change], true) = (&**list, is_sheet)
                    && let Some(site) = sheets::rectangle_site(cells, *change)
                {
                    return vec![site];
                }
                let site = |(i, _): &(u32, i32)| Site::new(0, u64::from(*i));
                list.iter().map(site).collect()
            }
            Change::Heap(to) => {
                let cut = sheets::sites(self, cells, to.heap as usize, Some(to));
                cut.unwrap_or_else(|| heaps::cuts(cells, to, self.script))
            }
        }
    }
}

impl Solve for OwnRuleset {
    fn prove(&self, at: &OwnPosition, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let value = match want {
            Want::Outcome => Value::from_outcome(self.outcome_of(at, limits)?),
            Want::Value => self.value_of(at, limits)?,
        };
        // The moves of a huge heap may be unknown.
        let lists_moves = || !Rules::moves(self, at).first_of(1).is_empty();
        if value.remoteness == Some(0) && lists_moves() {
            return Err(self.script.fault_in(
                if self.is_heaps() { "options" } else { "moves" },
                tr!(
                    "it gave a move, and none when it was asked again: a function may only depend on its arguments"
                ),
                Some(&self.state_text(at)),
            ));
        }
        Ok(value)
    }

    fn summand(&self, at: &OwnPosition, limits: &Limits) -> Result<Summand, Stop> {
        self.summand_of(at, limits)
    }

    fn family(&self) -> Option<HeapFamily<'_>> {
        (self.is_sum() && self.script.dims == 1).then(|| HeapFamily {
            name: [self.info.id, &self.script.params_text()].concat(),
            rules: Some(Arc::new(self)),
            board: None,
            kept: Some(&self.beside),
        })
    }
}
