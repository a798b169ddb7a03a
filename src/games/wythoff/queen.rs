//! The queen in the corner: one chess queen that moves left, down or diagonally down-left; into the corner 0,0 is the
//! last move.
//!
//! It is Wythoff's game with the queen's coordinates for piles ([`games::wythoff`](crate::games::wythoff)), told by
//! R. P. Isaacs about 1960.

use super::pairs::partner;
use super::{
    LoweredNumber, Pair, PairRules, Wythoff, from_stacks, random_pair, stack_marks, stack_sites, two_stacks,
};
use crate::erased::{Field, Info, MenuGroup, SetupForm, Shape};
use crate::rules::{
    Convention, Ending, Face, FigureMark, Picture, Scene, Site, Sketch, SketchParts, Square, Squares, Word,
    nearest,
};

/// The queen's game.
pub type Queen = Wythoff<OnBoard>;

/// A queen on a board.
#[derive(Clone, Copy, Debug)]
pub struct OnBoard;

/// The largest coordinate for which a board is drawn; beyond it the coordinates are two stacks.
const DRAWN: u64 = 20;

/// Squares a side: a chess board, or a larger one where the queen is outside of it.
fn side(at: Pair) -> u64 {
    let needed = at.0.max(at.1) + 1;
    [8, 12, 16].into_iter().find(|&n| n >= needed).unwrap_or(DRAWN + 1)
}

fn drawn(at: Pair) -> bool {
    at.0.max(at.1) <= DRAWN
}

/// What a queen's way from one square to another takes, if it is a way at all.
fn way(from: Pair, to: Pair) -> Option<Pair> {
    let m = (from.0.checked_sub(to.0)?, from.1.checked_sub(to.1)?);
    (m != (0, 0) && (m.0 == 0 || m.1 == 0 || m.0 == m.1)).then_some(m)
}

impl PairRules for OnBoard {
    const INFO: Info = Info {
        id: "queen",
        name: "Queen in the corner",
        rule: "Move the queen left, down or diagonally down-left.",
        ending: Ending::LastMove("reaches the corner"),
        example: "queen:7,5",
        limits: "coordinates up to 2^63-1, in both conventions",
        family: MenuGroup::Board,
        shape: Shape::Pair(0),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::text(
            "Square",
            "column and row from 0, such as 7,5; by chance: up to the larger one",
            "7,5",
        )],
        start: |values| values.id("queen"),
        random: |values, pick| format!("queen:{}", random_pair(&values.text(0), 0, pick)),
        presets: &[
            ("On a chess board", "queen:7,5"),
            ("A losing square", "queen:4,7"),
            ("Who enters the corner loses", "misere queen:6,7"),
            ("A large board", "queen:19,14"),
        ],
    };

    const NUMBER: &'static str = "a coordinate";

    fn says(amount: u64, on: LoweredNumber) -> String {
        match on {
            LoweredNumber::First => format!("goes {amount} left"),
            LoweredNumber::Second => format!("goes {amount} down"),
            LoweredNumber::Both => format!("goes {amount} left and down"),
        }
    }

    fn direction(on: LoweredNumber) -> &'static str {
        match on {
            LoweredNumber::First => "straight to the left",
            LoweredNumber::Second => "straight down",
            LoweredNumber::Both => "along the diagonal",
        }
    }

    const LOSING: &'static str = "cold square";

    const WORD: Word = Word::ColdSquare;

    const MARKED: &'static str = "a cold square: who has to move the queen from there loses";

    fn facts(at: Pair, lost: bool) -> String {
        match lost {
            true => format!(
                "{},{} is the cold square of its column, its row and its diagonal: who moves from one loses.",
                at.0, at.1
            ),
            false => format!(
                "Every column, row and diagonal has one cold square, from which who moves loses; {},{} is not one.",
                at.0, at.1
            ),
        }
    }

    /// Every cold square of the drawn board.
    fn marks(at: Pair, convention: Convention) -> Vec<FigureMark> {
        if !drawn(at) {
            return stack_marks(at, convention);
        }
        let side = side(at);
        let all = (0..side).map(|x| (x, partner(x, convention)));
        all.filter(|c| c.1 < side).map(|c| FigureMark::Losing(square_site(c))).collect()
    }

    fn scene(at: Pair) -> Scene {
        if !drawn(at) {
            let notes = vec![format!("The queen is on column {}, row {}.", at.0, at.1)];
            return Scene { picture: Picture::Piles(two_stacks(at, ["left", "down"])), notes };
        }
        let side = side(at);
        let square = |to: Pair| Square {
            face: match to {
                _ if to == at => Face::Queen,
                (0, 0) => Face::Goal,
                _ if way(at, to).is_some() => Face::Reach,
                _ => Face::Empty,
            },
            label: String::new(),
            site: way(at, to).map(|_| square_site(to)),
        };
        Scene::of(Picture::Squares(Squares {
            columns: nearest(side),
            squares: (0..side).rev().flat_map(|y| (0..side).map(move |x| (x, y))).map(square).collect(),
            bite: false,
            column_labels: (0..side).map(|x| x.to_string()).collect(),
            row_labels: (0..side).rev().map(|y| y.to_string()).collect(),
        }))
    }

    /// Every square of the board takes the queen.
    fn sketch(at: Pair) -> Option<Sketch> {
        let mut scene = Self::scene(at);
        let Picture::Squares(board) = &mut scene.picture else { return None };
        let columns = board.columns;
        let rows = board.squares.len() / columns;
        for (i, square) in board.squares.iter_mut().enumerate() {
            let (column, row) = ((i % columns) as u64, (rows - 1 - i / columns) as u64);
            if square.face == Face::Reach {
                square.face = Face::Empty;
            }
            square.site = Some(square_site((column, row)));
        }
        Some(Sketch { parts: SketchParts::Square { at: [at.0, at.1] }, scene })
    }

    fn sites(at: Pair, m: Pair) -> Vec<Site> {
        match drawn(at) {
            true => vec![square_site((at.0.saturating_sub(m.0), at.1.saturating_sub(m.1)))],
            false => stack_sites(at, m),
        }
    }

    fn pointed_at(at: Pair, site: Site) -> Vec<Pair> {
        match drawn(at) {
            true => way(at, (site.item, u64::from(site.group))).into_iter().collect(),
            false => from_stacks(at, site),
        }
    }
}

/// A square of the drawn board is the site (row, column).
fn square_site(to: Pair) -> Site {
    Site::new(nearest(to.1), to.0)
}
