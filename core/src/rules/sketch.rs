//! Represents a position under construction as data, so that one editor serves every game.

use super::{Cells, Picture, PileMode, Piles, Player, Scene, Site, saturating_cast};

/// A state under construction, with the board that shows it. The state need not be a valid position of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The components of the state's text.
    pub parts: SketchParts,
    /// The board, with a site for everything that can be changed.
    pub scene: Scene,
}

/// The components of a state's text. In the sites that the variants describe, stones are counted from 1, and everything
/// else is counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SketchParts {
    /// Numbers separated by commas: pile sizes, a count, a limit. The site (i, k) stands for the k-th stone of the i-th
    /// pile.
    Numbers {
        /// The numbers.
        values: Vec<u64>,
        /// The name of each number.
        names: Vec<String>,
        /// The plural noun for the numbers.
        many: &'static str,
        /// Whether numbers may be added.
        open: bool,
        /// Whether the numbers are piles. Piles can be removed even if `open` is false.
        piles: bool,
    },
    /// Heaps described by several numbers each, such as `7x5,3x4`. The site (0, i) stands for the i-th heap.
    Heaps {
        /// The numbers of each heap.
        heaps: Vec<Vec<u64>>,
    },
    /// Two coordinates, counted from 0. The site (row, column) stands for a square.
    Square {
        /// The column and the row.
        at: [u64; 2],
    },
    /// Cells of one character each. Pressing the site (0, i) changes the i-th cell to the next kind. Pressing the site
    /// (k, i), with k from 1, sets the i-th cell to the kind at index k. If the cell already has this kind, it becomes
    /// empty.
    Cells {
        /// The contents of the cells, in board order.
        cells: Vec<char>,
        /// The possible contents of a cell; the first stands for an empty cell.
        kinds: &'static str,
        /// The plural noun for the cells; `None` if cells cannot be added or removed.
        open: Option<&'static str>,
    },
    /// The player to move, and other components. States of this kind begin with `A:` or `B:`.
    OfTwo {
        /// The player to move, 1 or 2.
        mover: u64,
        /// The components after the player to move.
        of: Box<SketchParts>,
    },
    /// A set of points, written as a sum of powers 2^i. The site (0, i) stands for the i-th point.
    Points {
        /// The sum.
        code: u64,
    },
    /// An ordered selection of items, separated by commas. The site (0, i) stands for the i-th item of `all`.
    Ordered {
        /// The names of all items.
        all: Vec<String>,
        /// The indices of the selected items, in order.
        chosen: Vec<usize>,
        /// The plural noun for the items.
        name: &'static str,
    },
    /// Tokens on vertices, written as one vertex name per token. The site (0, i) stands for the i-th vertex.
    Tokens {
        /// The names of the vertices.
        all: Vec<String>,
        /// The vertex of each token.
        on: Vec<usize>,
    },
    /// Rows from bottom to top, each at most as long as the row below. The site (row, column) stands for a square.
    Staircase {
        /// The lengths of the rows.
        rows: Vec<u64>,
    },
    /// Text that the user can change only by typing.
    Typed(
        /// The text.
        String,
    ),
}

/// A number in the list next to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchLine {
    /// The name of the number.
    pub name: String,
    /// The current value.
    pub value: u64,
    /// The lower bound; `None` if the value cannot decrease.
    pub least: Option<u64>,
    /// Whether the value can increase.
    pub grows: bool,
    /// Whether the value stands for a player: 1 for A, 2 for B.
    pub is_player: bool,
}

impl SketchLine {
    /// The value as text: a number, or the letter of a player.
    #[must_use]
    pub fn text(&self) -> String {
        if self.is_player {
            letter(self.value).to_owned()
        } else {
            self.value.to_string()
        }
    }
}

fn letter(player: u64) -> &'static str {
    if player == 1 { "A" } else { "B" }
}

/// The maximum number of cells, numbers, heaps or stacked tokens that the editor creates.
const MOST: usize = 1000;
/// The maximum number of rows of a staircase, and of squares in a row.
const LONGEST: u64 = 60;

impl Sketch {
    /// Creates a sketch of numbers separated by commas. Without a `scene`, the numbers are drawn as stacks. If the
    /// state is not a list of numbers, the sketch is text that can be edited only by typing. Numbers may be added if
    /// `more` is true. `one` and `many` are the singular and plural nouns for the numbers.
    pub fn of_numbers(
        state: &str,
        scene: Option<Scene>,
        more: bool,
        [one, many]: [&'static str; 2],
    ) -> Sketch {
        let numbers: Option<Vec<u64>> = state.split(',').map(|n| n.trim().parse().ok()).collect();
        let Some(values) = numbers else {
            let scene = scene.unwrap_or_else(|| stacks(&[]));
            return Sketch {
                parts: SketchParts::Typed(state.to_owned()),
                scene,
            };
        };
        let mut scene = scene.unwrap_or_else(|| stacks(&values));
        let names = match &mut scene.picture {
            Picture::Cells(Cells::Track(track)) => {
                // Allow pointing at every cell after the current number, not only at those that a move can reach.
                track.reach = track.goal;
                vec![track.label.clone()]
            }
            Picture::Piles(piles) if piles.heaps.len() == values.len() => (piles.heaps.iter())
                .map(|h| format!("{one} {}", h.label).trim_end().to_owned())
                .collect(),
            _ => (1..=values.len()).map(|i| format!("{one} {i}")).collect(),
        };
        let piles = matches!(&scene.picture, Picture::Piles(piles) if piles.heaps.len() == values.len() && piles.mode != PileMode::Split);
        scene.notes.clear();
        Sketch {
            parts: SketchParts::Numbers {
                values,
                names,
                many,
                open: more,
                piles,
            },
            scene,
        }
    }
}

fn stacks(values: &[u64]) -> Scene {
    Scene::new(Picture::Piles(Piles::named(
        values.iter().copied().zip(1u32..),
    )))
}

fn joined<T: ToString>(all: impl Iterator<Item = T>) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(",")
}

impl SketchParts {
    /// Creates a fixed list of named numbers.
    pub fn named<const N: usize>(numbers: [(&str, u64); N]) -> SketchParts {
        SketchParts::Numbers {
            values: numbers.map(|(_, n)| n).to_vec(),
            names: numbers.map(|(name, _)| name.to_owned()).to_vec(),
            many: "",
            open: false,
            piles: false,
        }
    }

    /// Adds the player to move at the start of the text; returns `None` if the parts are [`SketchParts::Typed`].
    pub fn moved_by(self, mover: Player) -> Option<SketchParts> {
        let is_typed = matches!(self, SketchParts::Typed(_));
        (!is_typed).then(|| SketchParts::OfTwo {
            mover: match mover {
                Player::First => 1,
                Player::Second => 2,
            },
            of: Box::new(self),
        })
    }

    /// Renders the state's text.
    pub fn text(&self) -> String {
        match self {
            SketchParts::Numbers { values, .. } => joined(values.iter()),
            SketchParts::Heaps { heaps } => joined(heaps.iter().map(|heap| {
                let numbers: Vec<String> = heap.iter().map(u64::to_string).collect();
                numbers.join("x")
            })),
            SketchParts::Square { at } => joined(at.iter()),
            SketchParts::Cells { cells, .. } => cells.iter().collect(),
            SketchParts::OfTwo { mover, of } => {
                format!("{}:{}", letter(*mover), of.text())
            }
            SketchParts::Points { code } => code.to_string(),
            SketchParts::Ordered { all, chosen, .. } => joined(chosen.iter().map(|&i| &all[i])),
            SketchParts::Tokens { all, on } => joined(on.iter().map(|&i| &all[i])),
            SketchParts::Staircase { rows } if rows.is_empty() => "0".to_owned(),
            SketchParts::Staircase { rows } => joined(rows.iter()),
            SketchParts::Typed(text) => text.clone(),
        }
    }

    /// Handles a press on a site. Depending on the variant, the press takes stones from a stack or adds stones to it,
    /// changes a cell, toggles a point, an item or a token, moves the piece to a square, or extends or cuts a
    /// staircase.
    pub fn press(&mut self, site: Site) {
        let (item, group) = (
            saturating_cast::<usize, _>(site.item),
            saturating_cast::<usize, _>(site.group),
        );
        match self {
            SketchParts::Numbers { values, .. } => {
                if let Some(n) = values.get_mut(group) {
                    *n = if site.item > *n {
                        site.item
                    } else {
                        site.item.saturating_sub(1)
                    };
                }
            }
            SketchParts::Heaps { heaps } => {
                if let Some(n) = heaps.get_mut(item).and_then(|heap| heap.first_mut()) {
                    *n = n.checked_sub(1).unwrap_or(1);
                }
            }
            SketchParts::Square { at } => *at = [site.item, u64::from(site.group)],
            SketchParts::Cells { cells, kinds, .. } => {
                let kinds: Vec<char> = kinds.chars().collect();
                if let Some(cell) = cells.get_mut(item) {
                    let here = kinds.iter().position(|kind| kind == cell).unwrap_or(0);
                    let next = match group {
                        0 => (here + 1) % kinds.len().max(1),
                        kind if kind == here => 0,
                        kind => kind,
                    };
                    *cell = kinds.get(next).copied().unwrap_or(*cell);
                }
            }
            SketchParts::OfTwo { of, .. } => of.press(site),
            SketchParts::Points { code } if item < 64 => *code ^= 1 << item,
            SketchParts::Ordered { all, chosen, .. } if item < all.len() => {
                match chosen.iter().position(|&i| i == item) {
                    Some(at) => drop(chosen.remove(at)),
                    None => chosen.push(item),
                }
            }
            SketchParts::Tokens { all, on } if item < all.len() => {
                match on.iter().rposition(|&i| i == item) {
                    Some(at) => drop(on.remove(at)),
                    None => on.push(item),
                }
            }
            SketchParts::Staircase { rows } => {
                let filled = rows.get(group).is_some_and(|&length| site.item < length);
                if filled {
                    rows.iter_mut()
                        .skip(group)
                        .for_each(|length| *length = site.item.min(*length));
                } else if (group as u64) < LONGEST && site.item < LONGEST {
                    rows.resize(rows.len().max(group + 1), 0);
                    rows.iter_mut()
                        .take(group + 1)
                        .for_each(|length| *length = (site.item + 1).max(*length));
                }
                while rows.last() == Some(&0) {
                    rows.pop();
                }
            }
            // The site does not exist, or the text can be edited only by typing.
            SketchParts::Points { .. }
            | SketchParts::Ordered { .. }
            | SketchParts::Tokens { .. }
            | SketchParts::Typed(_) => {}
        }
    }

    /// The numbers in the list next to the board, in order.
    pub fn lines(&self) -> Vec<SketchLine> {
        let line = |name: &str, value: u64| SketchLine {
            name: name.to_owned(),
            value,
            least: Some(0),
            grows: true,
            is_player: false,
        };
        let many = |n: usize| n as u64;
        match self {
            SketchParts::Numbers {
                values,
                names,
                many: noun,
                open,
                piles,
            } => {
                let mut all: Vec<SketchLine> = values
                    .iter()
                    .zip(names)
                    .map(|(&value, name)| line(name, value))
                    .collect();
                if *open || values.len() > 1 && *piles {
                    all.push(SketchLine {
                        least: Some(1),
                        grows: *open,
                        ..line(noun, many(values.len()))
                    });
                }
                all
            }
            SketchParts::Heaps { heaps } => {
                let numbers = heaps.iter().zip(1..).flat_map(|(heap, i)| {
                    let name = move |j| tr!("heap {i}, number {j}");
                    heap.iter().zip(1..).map(move |(&n, j)| (name(j), n))
                });
                let mut all: Vec<SketchLine> = numbers.map(|(name, n)| line(&name, n)).collect();
                all.push(SketchLine {
                    least: Some(1),
                    ..line(tr!("heaps"), many(heaps.len()))
                });
                all
            }
            SketchParts::Square { at: [column, row] } => {
                vec![line(tr!("column"), *column), line(tr!("row"), *row)]
            }
            SketchParts::Cells { cells, open, .. } => {
                let number = open.map(|name| SketchLine {
                    least: Some(1),
                    ..line(name, many(cells.len()))
                });
                number.into_iter().collect()
            }
            SketchParts::OfTwo { mover, of } => {
                let mut all = of.lines();
                all.push(SketchLine {
                    least: Some(1),
                    grows: *mover < 2,
                    is_player: true,
                    ..line(tr!("to move"), *mover)
                });
                all
            }
            SketchParts::Points { code } => {
                vec![SketchLine {
                    least: None,
                    grows: false,
                    ..line(tr!("rings"), u64::from(code.count_ones()))
                }]
            }
            SketchParts::Ordered { chosen, name, .. } => {
                vec![SketchLine {
                    grows: false,
                    ..line(name, many(chosen.len()))
                }]
            }
            SketchParts::Tokens { on, .. } => {
                vec![SketchLine {
                    least: Some(1),
                    grows: false,
                    ..line(tr!("tokens"), many(on.len()))
                }]
            }
            SketchParts::Staircase { rows } => {
                let longest = rows.first().copied().unwrap_or(0);
                vec![
                    line(tr!("rows"), many(rows.len())),
                    line(tr!("columns"), longest),
                ]
            }
            SketchParts::Typed(_) => Vec::new(),
        }
    }

    /// Sets the number on a line of the list, within its bounds.
    pub fn set(&mut self, line: usize, n: u64) {
        let count = saturating_cast::<usize, _>(n).min(MOST);
        match self {
            SketchParts::Numbers { values, .. } if line < values.len() => {
                values[line] = n.min(super::MAX_NUMBER)
            }
            // The line after the last number holds the count of numbers, if the count can change.
            SketchParts::Numbers {
                values,
                names,
                open,
                ..
            } if (count > values.len() && *open || count < values.len()) => {
                values.resize(count.max(1), 1);
                names.truncate(values.len());
            }
            SketchParts::Heaps { heaps } => {
                let size = heaps.first().map_or(1, Vec::len).max(1);
                let number = heaps
                    .get_mut(line / size)
                    .and_then(|heap| heap.get_mut(line % size));
                match number {
                    Some(number) => *number = n.min(super::MAX_NUMBER),
                    None => heaps.resize(count.max(1), vec![1; size]),
                }
            }
            SketchParts::Square { at } => {
                if let Some(side) = at.get_mut(line) {
                    *side = n.min(super::MAX_NUMBER);
                }
            }
            SketchParts::OfTwo { mover, of } if line == of.lines().len() => *mover = n.clamp(1, 2),
            SketchParts::OfTwo { of, .. } => of.set(line, n),
            SketchParts::Cells {
                cells,
                kinds,
                open: Some(_),
                ..
            } if line == 0 => {
                cells.resize(count.max(1), kinds.chars().next().unwrap_or('.'));
            }
            SketchParts::Ordered { chosen, .. } => chosen.truncate(count),
            SketchParts::Tokens { on, .. } => on.truncate(count.max(1)),
            SketchParts::Staircase { rows } if line == 0 => {
                let length = rows.last().copied().unwrap_or(1);
                rows.resize(count.min(saturating_cast(LONGEST)), length);
            }
            SketchParts::Staircase { rows } => {
                let longest = rows.first().copied().unwrap_or(0);
                let n = n.min(LONGEST);
                rows.iter_mut()
                    .for_each(|l| *l = if *l == longest { n } else { n.min(*l) });
                rows.retain(|&length| length > 0);
                if rows.is_empty() && n > 0 {
                    rows.push(n);
                }
            }
            SketchParts::Numbers { .. }
            | SketchParts::Cells { .. }
            | SketchParts::Points { .. }
            | SketchParts::Typed(_) => {}
        }
    }

    /// Increases or decreases the number on a line of the list by one, within its bounds.
    pub fn step(&mut self, line: usize, up: bool) {
        let Some(here) = self.lines().into_iter().nth(line) else {
            return;
        };
        match here.least {
            _ if up && here.grows => self.set(line, here.value.saturating_add(1)),
            Some(least) if !up && here.value > least => self.set(line, here.value - 1),
            _ => {}
        }
    }

    /// Returns the index of the line for the pile or number at a site; `None` if the state is not a list of numbers or
    /// has no number there.
    pub fn line_of(&self, site: Site) -> Option<usize> {
        match self {
            SketchParts::Numbers { values, .. } => {
                Some(saturating_cast(site.group)).filter(|&line| line < values.len())
            }
            SketchParts::OfTwo { of, .. } => of.line_of(site),
            _ => None,
        }
    }

    /// Adds a token to a vertex, which may already have one. Returns `false` if no token can be added.
    pub fn stack(&mut self, site: Site) -> bool {
        let item = saturating_cast(site.item);
        match self {
            SketchParts::Tokens { all, on } if item < all.len() && on.len() < MOST => {
                on.push(item);
                true
            }
            SketchParts::OfTwo { of, .. } => of.stack(site),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PILES: [&str; 2] = ["pile", "piles"];

    #[test]
    fn a_press_changes_what_is_there() {
        let pressed = |mut parts: SketchParts, sites: &[(u32, u64)]| {
            sites
                .iter()
                .for_each(|&(group, item)| parts.press(Site::new(group, item)));
            parts.text()
        };
        let numbers =
            |values: &[u64]| Sketch::of_numbers(&joined(values.iter()), None, true, PILES).parts;
        assert_eq!(pressed(numbers(&[3, 4]), &[(1, 3)]), "3,2");
        assert_eq!(pressed(numbers(&[3, 4]), &[(1, 9), (0, 1)]), "0,9");
        assert_eq!(
            pressed(SketchParts::Square { at: [1, 2] }, &[(5, 3)]),
            "3,5"
        );
        let cells = |text: &str, kinds| SketchParts::Cells {
            cells: text.chars().collect(),
            kinds,
            open: None,
        };
        assert_eq!(
            pressed(cells("...", ".XO"), &[(0, 0), (0, 1), (0, 1)]),
            "XO."
        );
        assert_eq!(
            pressed(cells("0012", "012"), &[(1, 0), (2, 1), (1, 2), (1, 3)]),
            "1201"
        );
        assert_eq!(
            pressed(SketchParts::Points { code: 7 }, &[(0, 0), (0, 10)]),
            "1030"
        );
        let all = || ["1-2", "1-3", "2-3"].map(str::to_owned).to_vec();
        let edges = SketchParts::Ordered {
            all: all(),
            chosen: vec![2],
            name: "edges",
        };
        assert_eq!(pressed(edges.clone(), &[(0, 0)]), "2-3,1-2");
        assert_eq!(pressed(edges, &[(0, 0), (0, 2), (0, 9)]), "1-2");
        let tokens = SketchParts::Tokens {
            all: all(),
            on: vec![1, 1],
        };
        assert_eq!(pressed(tokens, &[(0, 1), (0, 0)]), "1-3,1-2");
        let stairs = |rows: &[u64]| SketchParts::Staircase {
            rows: rows.to_vec(),
        };
        assert_eq!(pressed(stairs(&[4, 4, 4]), &[(1, 2)]), "4,2,2");
        assert_eq!(pressed(stairs(&[4, 2]), &[(2, 2)]), "4,3,3");
        assert_eq!(pressed(stairs(&[4, 2]), &[(0, 0)]), "0");
        assert_eq!(
            pressed(stairs(&[4, 2]), &[(0, 59), (0, 60), (60, 0)]),
            "60,2"
        );
    }

    #[test]
    fn the_list_grows_and_shrinks_what_it_names() {
        let mut piles = Sketch::of_numbers("3,4", None, true, PILES).parts;
        let names = |parts: &SketchParts| {
            joined(
                parts
                    .lines()
                    .iter()
                    .map(|l| format!("{} {}", l.name, l.text())),
            )
        };
        assert_eq!(names(&piles), "pile 1 3,pile 2 4,piles 2");
        piles.step(0, true);
        piles.step(2, true);
        assert_eq!(piles.text(), "4,4,1");
        let mut stairs = SketchParts::Staircase {
            rows: vec![4, 4, 2],
        };
        stairs.step(1, false);
        assert_eq!(stairs.text(), "3,3,2");
        stairs.step(0, true);
        assert_eq!(stairs.text(), "3,3,2,2");
        stairs.set(1, 0);
        assert_eq!(
            (stairs.text(), names(&stairs)),
            ("0".to_owned(), "rows 0,columns 0".to_owned())
        );
        stairs.step(1, true);
        assert_eq!(stairs.text(), "1");
        // Piles can be removed even if none can be added, but the last pile cannot be removed.
        let closed = |values: &[u64]| SketchParts::Numbers {
            values: values.to_vec(),
            names: values.iter().map(|n| format!("of {n}")).collect(),
            many: "piles",
            open: false,
            piles: true,
        };
        assert_eq!(names(&closed(&[3, 4])), "of 3 3,of 4 4,piles 2");
        assert_eq!(names(&closed(&[3])), "of 3 3");
        let (cells, open) = (".T".chars().collect(), Some("cells"));
        let of = Box::new(SketchParts::Cells {
            cells,
            kinds: ".TF",
            open,
        });
        let mut two = SketchParts::OfTwo { mover: 1, of };
        assert_eq!(
            (two.text().as_str(), names(&two).as_str()),
            ("A:.T", "cells 2,to move A")
        );
        two.step(1, true);
        two.step(1, true);
        two.step(0, true);
        two.press(Site::new(0, 1));
        assert_eq!(two.text(), "B:.F.");
        let mut two = Sketch::of_numbers("3,4", None, true, PILES)
            .parts
            .moved_by(Player::Second)
            .unwrap();
        assert_eq!(
            (two.text().as_str(), names(&two).as_str()),
            ("B:3,4", "pile 1 3,pile 2 4,piles 2,to move B")
        );
        two.step(3, false);
        two.step(2, true);
        two.press(Site::new(0, 2));
        assert_eq!(two.text(), "A:1,4,1");
        assert_eq!(
            Sketch::of_numbers("-1,4", None, true, PILES)
                .parts
                .moved_by(Player::First),
            None
        );
        let mut count = Sketch::of_numbers("9223372036854775807", None, false, PILES).parts;
        count.step(0, true);
        assert_eq!(count.text(), "9223372036854775807");
        assert_eq!(
            Sketch::of_numbers("a,b", None, true, PILES).parts,
            SketchParts::Typed("a,b".to_owned())
        );
    }
}
