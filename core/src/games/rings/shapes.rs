//! Lists the shapes of a board: its connected groups of rings up to isomorphism. Two groups have the same shape if they
//! span isomorphic graphs. Groups of the same shape have the same moves and values.
//!
//! In misère play, the shapes serve as the heaps of a quotient ([`solve::quotient`](crate::solve::quotient)). If every
//! group of a position counts as a Nim pile, the position has the outcome of misère Nim with these piles.

use crate::games::prelude::*;
use crate::games::reasons::in_word;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::FxHashMap;

use super::star::Star;
use crate::solve::lock::locked;
use crate::solve::quotient::{Element, HeapQuotient, HeapRules};
use crate::solve::rings::{Board, ones, parts, place};

const MOST_GROUPS: usize = 40_000;

/// The canonical form of a graph under isomorphism: the set of neighbours of each point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Form(Box<[u64]>);

impl Form {
    pub(super) fn from_group(board: &Board, group: u64) -> Form {
        let near: Vec<u64> = ones(group)
            .map(|p| place(board.neighbours(p as usize) & group, group))
            .collect();
        let mut least = None;
        settle(&near, vec![0; near.len()], &mut least);
        Form(least.unwrap_or_default().into())
    }
}

/// Divides the points into classes (`kind`) and refines the classes until all points of a class have the same number of
/// neighbours in every class. If a class still has several points, singles out each of them in turn and keeps the
/// smallest resulting graph. The number of a class is the total number of points in lower classes. If a refinement step
/// splits no class, all numbers therefore stay the same.
fn settle(near: &[u64], mut kind: Vec<usize>, least: &mut Option<Vec<u64>>) {
    let points = near.len();
    loop {
        let of_neighbours = |i: usize| {
            let mut all: Vec<usize> = ones(near[i]).map(|j| kind[j as usize]).collect();
            all.sort_unstable();
            (kind[i], all, i)
        };
        let mut keys: Vec<(usize, Vec<usize>, usize)> = (0..points).map(of_neighbours).collect();
        keys.sort_unstable();
        let mut finer = vec![0; points];
        for (place, (old, neighbours, i)) in keys.iter().enumerate() {
            finer[*i] = match place.checked_sub(1).map(|before| &keys[before]) {
                Some((o, n, before)) if o == old && n == neighbours => finer[*before],
                _ => place,
            };
        }
        if finer == kind {
            break;
        }
        kind = finer;
    }
    let is_alike = |&i: &usize| kind.iter().filter(|&&k| k == kind[i]).count() > 1;
    let Some(first) = (0..points).filter(is_alike).min_by_key(|&i| kind[i]) else {
        let mut graph = vec![0; points];
        for (near, &k) in near.iter().zip(&kind) {
            graph[k] = ones(*near).fold(0, |all, j| all | 1 << kind[j as usize]);
        }
        if least.as_ref().is_none_or(|known| graph < *known) {
            *least = Some(graph);
        }
        return;
    };
    let alike = kind[first];
    let mut tried: Vec<usize> = Vec::new();
    for i in (0..points).filter(|&i| kind[i] == alike) {
        // Two points with the same neighbours, apart from each other, are interchangeable, so try only one of them.
        let twins = |&j: &usize| {
            let both = 1 << i | 1 << j;
            near[i] & !both == near[j] & !both
        };
        if tried.iter().any(twins) {
            continue;
        }
        tried.push(i);
        let mut finer = kind.clone();
        for j in (0..points).filter(|&j| kind[j] == alike && j != i) {
            finer[j] += 1;
        }
        settle(near, finer, least);
    }
}

fn points(group: u64) -> Vec<u32> {
    ones(group).collect()
}

/// A shape that occurs on a board.
#[derive(Clone, Debug)]
pub struct GroupShape {
    /// The group of this shape whose list of points is lexicographically first.
    pub example: u64,
    /// The results of the moves in this shape, each as a list of shape indices.
    pub options: Vec<Vec<usize>>,
}

/// The shapes of a board, ordered by the number of rings and then by their examples.
#[derive(Clone, Debug)]
pub struct Shapes {
    list: Vec<GroupShape>,
    number: FxHashMap<Form, usize>,
    complete: bool,
}

impl Shapes {
    /// Lists the shapes of a board, size by size. Stops before the total number of enumerated groups would exceed
    /// 40,000.
    pub fn solve(board: &Board, limits: &Limits) -> Result<Shapes, Stop> {
        Shapes::up_to(board, u32::MAX, MOST_GROUPS, limits)
    }

    /// Like [`Shapes::up_to`], but caches the latest result.
    pub(super) fn cached(board: &Board, rings: u32, limits: &Limits) -> Result<Arc<Shapes>, Stop> {
        static LAST: Mutex<Option<(Board, u32, Arc<Shapes>)>> = Mutex::new(None);
        let mut last = locked(&LAST, limits)?;
        if let Some((_, _, known)) = last
            .as_ref()
            .filter(|last| (&last.0, last.1) == (board, rings))
        {
            return Ok(Arc::clone(known));
        }
        let shapes = Arc::new(Shapes::up_to(board, rings, MOST_GROUPS, limits)?);
        *last = Some((board.clone(), rings, Arc::clone(&shapes)));
        Ok(shapes)
    }

    /// Lists the shapes with at most `rings` rings, and enumerates at most `most` groups.
    pub(super) fn up_to(
        board: &Board,
        rings: u32,
        most: usize,
        limits: &Limits,
    ) -> Result<Shapes, Stop> {
        let mut shapes = Shapes {
            list: Vec::new(),
            number: FxHashMap::default(),
            complete: true,
        };
        let mut groups: Vec<u64> = (0..board.points()).map(|p| 1 << p).collect();
        let mut looked_at = 0;
        while !groups.is_empty() {
            looked_at += groups.len();
            if looked_at > most || groups[0].count_ones() > rings {
                shapes.complete = false;
                break;
            }
            let mut found: FxHashMap<Form, u64> = FxHashMap::default();
            // Sort the groups by their lists of points. The first group of a shape becomes the example of the shape.
            groups.sort_by_cached_key(|&group| points(group));
            for (i, &group) in groups.iter().enumerate() {
                if i.is_multiple_of(256) {
                    limits.check()?;
                }
                found.entry(Form::from_group(board, group)).or_insert(group);
            }
            let mut found: Vec<(Form, u64)> = found.into_iter().collect();
            found.sort_by_cached_key(|(_, example)| points(*example));
            for (form, example) in found {
                let options = options(board, example, &shapes.number);
                shapes.number.insert(form, shapes.list.len());
                shapes.list.push(GroupShape { example, options });
            }
            let larger: BTreeSet<u64> = (groups.iter())
                .flat_map(|&group| {
                    let near =
                        ones(group).fold(0, |all, p| all | board.neighbours(p as usize)) & !group;
                    ones(near).map(move |p| group | 1 << p)
                })
                .collect();
            groups = larger.into_iter().collect();
        }
        Ok(shapes)
    }

    pub(super) fn number(&self, board: &Board, group: u64) -> Option<usize> {
        self.number.get(&Form::from_group(board, group)).copied()
    }

    /// The shapes, in order.
    pub fn list(&self) -> &[GroupShape] {
        &self.list
    }

    /// Returns whether the list contains all shapes of the board.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

/// Returns the results of all moves in a group, each as a list of shape indices. All smaller shapes must already have
/// indices.
fn options(board: &Board, group: u64, number: &FxHashMap<Form, usize>) -> Vec<Vec<usize>> {
    let mut left: BTreeSet<Vec<usize>> = BTreeSet::new();
    let _ = board.for_each_move(group, &mut |taken| {
        let mut shapes: Vec<usize> = parts(board, group & !taken)
            .into_iter()
            .map(|part| number[&Form::from_group(board, part)])
            .collect();
        shapes.sort_unstable();
        left.insert(shapes);
        ControlFlow::Continue(())
    });
    left.into_iter().collect()
}

/// Treats shapes as heaps: heap 0 is empty, and heap `n` is the shape with index `n - 1`.
impl HeapRules for Shapes {
    fn options(&self, heap: u64, _limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let Some(shape) = heap.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let shape = usize::try_from(shape)
            .ok()
            .and_then(|shape| self.list.get(shape));
        let shape = shape
            .ok_or_else(|| Stop::not_proved(tr!("the group has more rings than are looked at")))?;
        Ok(shape
            .options
            .iter()
            .map(|left| left.iter().map(|&n| n as u64 + 1).collect())
            .collect())
    }
}

/// The value of a group in misère sums of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// A Nim pile of this size, 0 to 3.
    Pile(u8),
    /// Two Nim piles of 2 and a pile of this size, 0 or 1. The two piles of 2 cancel out only if there is another pile
    /// of 2 or more.
    Pair(u8),
    /// Not a sum of Nim piles.
    Wild,
}

/// The misère quotient of the sums of some shapes of a board. A shape is left out if it would make the quotient too
/// large, or if a move in it leads to a shape that is left out.
#[derive(Clone, Debug, Default)]
pub struct ShapeQuotient {
    heaps: HeapQuotient,
    /// The heap index of each shape, in the order of the shapes; `None` for a shape that is left out.
    places: Vec<Option<usize>>,
}

impl ShapeQuotient {
    /// Raises the limit on the size of the decision diagrams for shapes that are added after this call.
    pub fn try_harder(&mut self) {
        self.heaps.try_harder();
    }

    /// Adds the next shape, and returns whether the quotient with this shape is proved.
    pub fn add(&mut self, shape: &GroupShape, limits: &Limits) -> Result<bool, Stop> {
        let heaps = |option: &Vec<usize>| -> Option<Vec<usize>> {
            option
                .iter()
                .map(|&shape| self.places.get(shape).copied().flatten())
                .collect()
        };
        let Some(options) = shape.options.iter().map(heaps).collect::<Option<Vec<_>>>() else {
            self.places.push(None);
            return Ok(false);
        };
        let added = if_proved(self.heaps.add(options, limits))?;
        self.places.push(added.map(|()| self.heaps.len() - 1));
        Ok(added.is_some())
    }

    /// The number of shapes that have been added or left out.
    pub fn tried(&self) -> usize {
        self.places.len()
    }

    /// The quotient, which is proved for all sums of the shapes that it contains.
    pub fn heaps(&self) -> &HeapQuotient {
        &self.heaps
    }

    /// The element of the shape with this index, if the quotient contains the shape.
    pub fn element(&self, shape: usize) -> Option<Element> {
        self.heaps
            .element(self.places.get(shape).copied().flatten()?)
    }

    /// The value of a shape, if the quotient contains the shape. The first shape is a single ring, which is a Nim pile
    /// of 1. If any points are neighbours, the second shape is a pair, which is a Nim pile of 2.
    pub fn counts(&self, shape: usize) -> Option<Counts> {
        let quotient = self.heaps.quotient();
        let element = self.element(shape)?;
        let one = self.element(0)?;
        let two = self.element(1);
        let times = |a: Option<Element>, b: Option<Element>| Some(quotient.product(a?, b?));
        let four = times(two, two);
        let known = [
            (Some(0), Counts::Pile(0)),
            (Some(one), Counts::Pile(1)),
            (two, Counts::Pile(2)),
            (times(Some(one), two), Counts::Pile(3)),
            (four, Counts::Pair(0)),
            (times(four, Some(one)), Counts::Pair(1)),
        ];
        let found = known.into_iter().find(|(known, _)| *known == Some(element));
        Some(found.map_or(Counts::Wild, |(_, kind)| kind))
    }
}

/// The shapes of the star that equal a Nim pile in misère play: a list of example groups for each pile from 0 to 3. The
/// lists follow from the quotient, which takes seconds to compute. A test computes the quotient and compares the lists
/// with it.
const STAR: [&[u16]; 4] = [
    &[
        13, 31, 79, 199, 255, 2287, 1711, 3279, 5711, 5775, 2541, 5805, 3917, 3935, 5983,
    ],
    &[
        1, 15, 77, 293, 95, 711, 877, 1709, 5677, 5709, 511, 5727, 3919, 5967, 6031, 6891, 8031,
    ],
    &[
        5, 71, 47, 109, 301, 589, 127, 319, 607, 719, 2255, 847, 1679, 727, 1239, 1735, 3271, 2283,
        4837, 3247, 5741, 4959,
    ],
    &[
        7, 63, 111, 207, 591, 1167, 1223, 1131, 237, 365, 1581, 845, 485, 4709, 1701, 1733, 383,
        863, 4943, 2775, 5335, 959, 7343,
    ],
];

const STAR_RINGS: u32 = 11;

/// The Nim piles of the shapes in [`STAR`], by number of rings, computed on demand.
static STAR_PILES: [OnceLock<FxHashMap<Form, u8>>; STAR_RINGS as usize + 1] =
    [const { OnceLock::new() }; STAR_RINGS as usize + 1];

fn star_piles(rings: u32) -> FxHashMap<Form, u8> {
    let board = Star::board();
    let mut piles = FxHashMap::default();
    for (pile, examples) in (0..).zip(STAR) {
        for &example in examples.iter().filter(|e| e.count_ones() == rings) {
            piles.insert(Form::from_group(&board, example.into()), pile);
        }
    }
    piles
}

/// Returns the Nim pile that equals a group of rings in misère sums of the star's shapes. The group may lie on any
/// board.
pub fn pile(board: &Board, group: u64) -> Option<u8> {
    // Return early for groups larger than all examples, because their canonical forms are slow to compute.
    let rings = group.count_ones();
    let piles = STAR_PILES.get(rings as usize)?;
    let piles = piles.get_or_init(|| star_piles(rings));
    piles.get(&Form::from_group(board, group)).copied()
}

/// The name of a group of rings in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeName {
    /// A named shape: `a pair`, `a line of three`.
    Shape(String),
    /// The size in words, if the shape has no name: `seven`.
    GroupOf(String),
}

impl std::fmt::Display for ShapeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ShapeName::Shape(words) => f.write_str(words),
            ShapeName::GroupOf(size) => f.write_str(&tr!("a group of {size}")),
        }
    }
}

/// Returns the name of a group of rings.
pub fn name(board: &Board, group: u64) -> ShapeName {
    let rings = group.count_ones();
    let mut near: Vec<u32> = ones(group)
        .map(|p| (board.neighbours(p as usize) & group).count_ones())
        .collect();
    near.sort_unstable();
    let pairs = near.iter().sum::<u32>() / 2;
    let word = |n: u32| in_word(n as usize);
    let shape = match (rings, pairs, &near[..]) {
        (1, ..) => tr!("a single ring").to_owned(),
        (2, ..) => tr!("a pair").to_owned(),
        (3, 3, _) => tr!("a triangle").to_owned(),
        (4, 3, [.., 3]) => tr!("a fork").to_owned(),
        (4, 4, [1, ..]) => tr!("a triangle with a tail").to_owned(),
        (4, 5, _) => tr!("two triangles that share a side").to_owned(),
        (4, 6, _) => tr!("four that all touch").to_owned(),
        (4, 4, _) => tr!("a square").to_owned(),
        // A connected group with one fewer pair than rings is a line if no ring has three neighbours.
        (n, m, [.., 2]) if m + 1 == n => tr!("a line of {word}", word = word(n)),
        (n, m, [2, .., 2]) if m == n => tr!("a closed ring of {word}", word = word(n)),
        (n, m, [.., most]) if m + 1 == n && *most + 1 == n => {
            tr!("a fork of {word}", word = word(n))
        }
        (n, ..) => return ShapeName::GroupOf(word(n)),
    };
    ShapeName::Shape(shape)
}
