//! Defines the hexagram star: thirteen rings lie on a six-pointed star, and a move takes one ring, or two that touch.
//!
//! Points are numbered by rows from the top: `0` / `1 2 3 4` / `5 6 7` / `8 9 10 11` / `12`. An ID gives the position
//! as the sum of 2^i over the points i with rings.

use super::{Layout, Places, Rings, scattered};
use crate::games::prelude::*;
use crate::solve::rings::Board;

#[derive(Debug)]
pub struct Star;

const PLACES: [(i32, i32); 13] = [
    (0, -2),
    (-3, -1),
    (-1, -1),
    (1, -1),
    (3, -1),
    (-2, 0),
    (0, 0),
    (2, 0),
    (-3, 1),
    (-1, 1),
    (1, 1),
    (3, 1),
    (0, 2),
];

impl Star {
    pub fn board() -> Board {
        let near = |a: usize, b: usize| {
            let dx = PLACES[a].0 - PLACES[b].0;
            let dy = PLACES[a].1 - PLACES[b].1;
            (dy == 0 && dx.abs() == 2) || (dy.abs() == 1 && dx.abs() == 1)
        };
        let pairs = (0..13)
            .flat_map(|a| (a + 1..13).map(move |b| (a, b)))
            .filter(|&(a, b)| near(a, b));
        Board::new(13, pairs)
    }
}

impl Listed for Star {
    type Ruleset = Rings;

    const INFO: Info = Info {
        id: "star",
        name: tr_key!("Hexagram star"),
        rule: tr_key!("Take one ring, or two that touch."),
        ending: Ending::LastMove(tr_key!("takes the last ring")),
        default: Some(Convention::Misere),
        example: "star:1664",
        limits: tr_key!("every position, in both conventions"),
        family: MenuGroup::Board,
        shape: Shape::None,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            tr_key!("Rings"),
            tr_key!("how many rings: 13 fill the star; fewer are placed at random"),
            1..=13,
            13,
        )],
        start: |_| "star:8191".to_owned(),
        random: |values, pick| format!("star:{}", scattered(values.number(0), 13, pick)),
        presets: &[
            (tr_key!("All thirteen rings"), "star:8191"),
            (tr_key!("Rings 7, 9 and 10"), "star:1664"),
            (tr_key!("Rings 3, 5 and 11"), "star:2088"),
            (tr_key!("The corners of the outer hexagon"), "star:6417"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Rings>, IdError> {
        let layout = Layout {
            board: Star::board(),
            places: Places::Lattice(PLACES.to_vec()),
            about: String::new(),
            params: String::new(),
            portable: String::new(),
        };
        Ok(Rings::open(variant.convention, layout))
    }
}
