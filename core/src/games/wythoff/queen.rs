//! Implements Wythoff's queen: a chess queen moves left, down or diagonally down-left, and the last move reaches the
//! corner 0,0.
//!
//! This is Wythoff's game ([`games::wythoff`](crate::games::wythoff)) with the queen's coordinates as pile sizes. R. P.
//! Isaacs posed it in this form about 1960.

use super::pairs::partner;
use super::{LoweredNumber, Pair, PairRules, Wythoff, random_pair, stack_marks, stack_sites};
use crate::games::prelude::*;
use crate::games::reasons::{counted, fitting};

#[derive(Clone, Copy, Debug)]
pub struct Queen;

/// The largest coordinate of a queen that is drawn on a board. Positions with a larger coordinate are drawn as two
/// stacks.
const DRAWN: u64 = 20;

/// Returns the number of squares per side: 8, as on a chess board, or more if the queen is further out.
fn side(at: Pair) -> u64 {
    let needed = at.0.max(at.1) + 1;
    [8, 12, 16]
        .into_iter()
        .find(|&n| n >= needed)
        .unwrap_or(DRAWN + 1)
}

fn drawn(at: Pair) -> bool {
    at.0.max(at.1) <= DRAWN
}

fn way(from: Pair, to: Pair) -> Option<Pair> {
    let m = (from.0.checked_sub(to.0)?, from.1.checked_sub(to.1)?);
    (m != (0, 0) && (m.0 == 0 || m.1 == 0 || m.0 == m.1)).then_some(m)
}

impl Listed for Queen {
    type Ruleset = Wythoff;

    const INFO: Info = Info {
        id: "queen",
        name: tr_key!("Wythoff's queen"),
        rule: tr_key!("Move the queen any distance left, down or diagonally down-left."),
        ending: Ending::LastMove(tr_key!("reaches the corner")),
        example: "queen:7,5",
        limits: tr_key!("coordinates up to 2^63-1, in both conventions"),
        family: MenuGroup::Board,
        shape: Shape::Pair(0),
        numbered: tr_key!("the queen on column a and row b"),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            tr_key!("Square"),
            tr_key!(
                "column and row, counted from 0, such as 7,5; for a random square, the larger number is the limit for both"
            ),
            &[7, 5],
        )],
        start: |values| values.id("queen"),
        random: |values, pick| format!("queen:{}", random_pair(values, 0, pick)),
        presets: &[
            (tr_key!("On a chessboard"), "queen:7,5"),
            (tr_key!("A losing square"), "queen:4,7"),
            (
                tr_key!("Misère: the player who reaches the corner loses"),
                "misere queen:6,7",
            ),
            (tr_key!("A large board"), "queen:19,14"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Wythoff>, IdError> {
        Ok(Wythoff::new(&QUEEN, variant.convention).into())
    }
}

static QUEEN: PairRules = PairRules {
    number: tr_key!("a coordinate"),
    in_words: |amount, on| {
        let squares = counted(amount, tr!("square"), tr!("squares"));
        match on {
            LoweredNumber::First => tr!("move the queen {squares} left"),
            LoweredNumber::Second => tr!("move the queen {squares} down"),
            LoweredNumber::Both => tr!("move the queen {squares} diagonally"),
        }
    },
    in_brief: |amount, on| {
        let squares = counted(amount, tr!("square"), tr!("squares"));
        match on {
            LoweredNumber::First => tr!("move {squares} left"),
            LoweredNumber::Second => tr!("move {squares} down"),
            LoweredNumber::Both => tr!("move {squares} diagonally"),
        }
    },
    direction: |on| match on {
        LoweredNumber::First => tr!("straight to the left"),
        LoweredNumber::Second => tr!("straight down"),
        LoweredNumber::Both => tr!("along the diagonal"),
    },
    losing: tr_key!("losing square"),
    two: tr_key!("coordinates"),
    here: |(x, y)| [tr!("({x},{y}) is a"), format!("({x},{y})")],
    named: |(x, y)| format!("({x},{y})"),
    more: tr_key!("... and their mirror images."),
    reach: |at| {
        fitting([
            tr!(
                "Every row, column and diagonal has exactly one losing square. Those through ({column},{row}) lead to at least one.",
                column = at.0,
                row = at.1
            ),
            tr!("Every row, column and diagonal has exactly one losing square.").to_owned(),
        ])
    },
    lines: |at, convention| {
        if drawn(at) {
            losing_squares(at, convention)
        } else {
            Vec::new()
        }
    },
    marked: tr_key!("a losing square: the player who moves the queen from there loses"),
    marks: |at, convention| {
        if drawn(at) {
            losing_squares(at, convention)
        } else {
            stack_marks(at, convention)
        }
    },
    scene,
    parts: |at| drawn(at).then_some(SketchParts::Square { at: [at.0, at.1] }),
    sites: |at, m| {
        if drawn(at) {
            vec![square_site((
                at.0.saturating_sub(m.0),
                at.1.saturating_sub(m.1),
            ))]
        } else {
            stack_sites(at, m)
        }
    },
};

fn losing_squares(at: Pair, convention: Convention) -> Vec<FigureMark> {
    let side = side(at);
    let all = (0..side).map(|x| (x, partner(x, convention)));
    all.filter(|c| c.1 < side)
        .map(|c| FigureMark::Losing(square_site(c)))
        .collect()
}

/// Draws the chess board, or two stacks if the queen is too far from the corner. In the editor, every square is a site.
/// In play, only the squares that the queen can reach are sites.
fn scene(at: Pair, view: View) -> Scene {
    if !drawn(at) {
        let notes = vec![tr!(
            "The queen is on column {column}, row {row}.",
            column = at.0,
            row = at.1
        )];
        return Scene {
            picture: Picture::Piles(Piles::named([(at.0, tr!("left")), (at.1, tr!("down"))])),
            notes,
        };
    }
    let side = side(at);
    let square = |to: Pair| {
        let is_reached = view == View::Play && way(at, to).is_some();
        let face = match to {
            _ if to == at => Face::Queen,
            (0, 0) => Face::Goal,
            _ if is_reached => Face::Reach,
            _ => Face::Empty,
        };
        let site = (is_reached || view == View::Edit).then(|| square_site(to));
        Square::new(face, String::new(), site)
    };
    Scene::new(Picture::Squares(Squares {
        columns: saturating_cast(side),
        squares: (0..side)
            .rev()
            .flat_map(|y| (0..side).map(move |x| (x, y)))
            .map(square)
            .collect(),
        ground: Ground::Checkered,
        column_labels: (0..side).map(|x| x.to_string()).collect(),
        row_labels: (0..side).rev().map(|y| y.to_string()).collect(),
    }))
}

/// The site of a square on the drawn board: (row, column).
fn square_site(to: Pair) -> Site {
    Site::new(saturating_cast(to.1), to.0)
}
