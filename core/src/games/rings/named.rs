//! Implements the rings game on boards given by name or by their edges: `rings/petersen:1023`, `rings/0-1,1-2:7`.
//!
//! A board is described in JSON, whether it is shipped in `assets/boards/` or supplied by a user:
//!
//! ```json
//! {
//!   "name": "triangle",
//!   "about": "Three points, each the neighbour of the rest.",
//!   "points": [[0, 0], [-1, 1.7], [1, 1.7]],
//!   "pairs": [[0, 1], [0, 2], [1, 2]]
//! }
//! ```
//!
//! `name` is the name in an ID: a letter, then letters, digits and underscores. A description without a name takes the
//! name of its file. `about` is shown next to the board and may be omitted. `points` are the coordinates of the points
//! 0, 1, 2, ..., in any unit, with y growing downwards. `pairs` lists the pairs of neighbours, each pair once. A board
//! has at most 63 points. The last point must have a neighbour: an ID may give the board as a list of edges, and the
//! largest number in the list then determines the number of points.

use std::collections::BTreeSet;
use std::f32::consts::TAU;

use serde::Deserialize;

use super::{Layout, Places, Rings, scattered};
use crate::games::descriptions::{named, read_fields};
use crate::games::prelude::*;
use crate::language;
use crate::solve::rings::{Board, MOST_POINTS};

/// The game of rings on a board given by name or by its edges.
#[derive(Debug)]
pub struct RingBoards;

const NAMES: [&str; 6] = [
    "wheel",
    "cube",
    "grid",
    "petersen",
    "dodecahedron",
    "coronene",
];
const POINTS: [u32; 6] = [9, 8, 12, 10, 20, 24];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    about: String,
    points: Vec<[f32; 2]>,
    pairs: Vec<[usize; 2]>,
}

/// Parses a description. Returns the board's name, which may be empty, and the board.
pub fn read(json: &str) -> Result<(String, Layout), DescriptionError> {
    let file: BoardFile = read_fields(json)?;
    if !file.name.is_empty() {
        Library::check_name(&file.name)?;
    }
    let wrong = |what: String| Err(DescriptionError::new(what));
    let points = file.points.len();
    if points == 0 || points > MOST_POINTS {
        return wrong(tr!(
            "points: {points} of them; a board has 1 to {most_points}",
            most_points = MOST_POINTS
        ));
    }
    if let Some(i) = file
        .points
        .iter()
        .position(|p| !p.iter().all(|c| c.is_finite()))
    {
        return wrong(tr!("points[{i}]: a coordinate is too large"));
    }
    let last = points - 1;
    let mut pairs = BTreeSet::new();
    for (i, &[a, b]) in file.pairs.iter().enumerate() {
        if let Some(p) = [a, b].into_iter().find(|&p| p > last) {
            return wrong(tr!(
                "pairs[{i}]: there is no point {p}; the points are 0 to {last}"
            ));
        }
        if a == b {
            return wrong(tr!("pairs[{i}]: point {a} is not its own neighbour"));
        }
        if !pairs.insert((a.min(b), a.max(b))) {
            return wrong(tr!("pairs[{i}]: {a} and {b} are there twice"));
        }
    }
    let board = Board::new(points, pairs);
    if board.neighbours(last) == 0 {
        return wrong(tr!("pairs: the last point, {last}, has no neighbour"));
    }
    let layout = Layout {
        places: Places::Free(file.points.iter().map(|&[x, y]| (x, y)).collect()),
        about: language::translate(file.about),
        params: format!("/{}", file.name),
        portable: edges_text(&board),
        board,
    };
    Ok((file.name, layout))
}

fn edges_text(board: &Board) -> String {
    let edges: Vec<String> = board.pairs().map(|(a, b)| format!("{a}-{b}")).collect();
    format!("/{}", edges.join(","))
}

fn inline(param: Text<'_>) -> Result<Layout, IdError> {
    let mut pairs = Vec::new();
    for edge in param.split(',') {
        let edge = edge.trim();
        let Some((a, b)) = edge.split_once('-') else {
            return Err(edge.error(
                tr!("{edge} is not an edge", edge = edge.quoted()),
                tr!("edges between points, such as 0-1,1-2"),
            ));
        };
        let point = |text: Text<'_>| {
            text.number(tr!("a point"), 0, MOST_POINTS as u64 - 1)
                .map(saturating_cast::<usize, _>)
        };
        let a = point(a)?;
        let b = point(b)?;
        if a == b {
            return Err(edge.error(
                tr!("point {a} is not its own neighbour"),
                tr!("two different points"),
            ));
        }
        pairs.push((a, b));
    }
    let points = pairs.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let board = Board::new(points, pairs);
    let place = |p: usize| {
        let angle = TAU * p as f32 / points as f32;
        (angle.sin(), -angle.cos())
    };
    let params = edges_text(&board);
    Ok(Layout {
        board,
        places: Places::Free((0..points).map(place).collect()),
        about: String::new(),
        portable: params.clone(),
        params,
    })
}

fn by_name(name: Text<'_>, library: &Library) -> Result<Layout, IdError> {
    let shipped = (nimatron_assets::BOARDS, &NAMES[..]);
    let (layout, own) = named(
        name,
        library,
        tr!("board"),
        shipped,
        tr!("edges such as 0-1,1-2"),
        read,
    )?;
    Ok(match own {
        Some(known) => Layout {
            params: format!("/{known}"),
            ..layout
        },
        // The name of a shipped board is portable, because every installation has the shipped boards.
        None => Layout {
            portable: layout.params.clone(),
            ..layout
        },
    })
}

impl Listed for RingBoards {
    type Ruleset = Rings;

    const INFO: Info = Info {
        id: "rings",
        name: tr_key!("Rings"),
        rule: tr_key!("Take one ring, or two rings on neighbouring points."),
        ending: Ending::LastMove(tr_key!("takes the last ring")),
        default: Some(Convention::Misere),
        // Read an omitted board as an empty name, because the error for that name lists the boards.
        params: &[Param::new(tr_key!("a board"), ParamForm::Text)
            .or("", |extra| tr!("a second board, {extra}"))],
        example: "rings/cube:255",
        limits: tr_key!("24 rings, on boards of up to 63 points, in both conventions"),
        family: MenuGroup::Board,
        shape: Shape::None,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::choice(tr_key!("Board"), tr_key!("which board"), &NAMES),
            Field::number(
                tr_key!("Rings"),
                tr_key!(
                    "the number of rings to place at random; if they do not all fit, the board is filled"
                ),
                1..=24,
                8,
            ),
        ],
        start: |values| {
            let board = values.choice(0);
            format!("rings/{}:{}", NAMES[board], (1u64 << POINTS[board]) - 1)
        },
        random: |values, pick| {
            let board = values.choice(0);
            let points = POINTS[board].into();
            let code = scattered(values.number(1).min(points), points, pick);
            format!("rings/{}:{code}", NAMES[board])
        },
        presets: PRESETS,
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Rings>, IdError> {
        let board = variant.text(0);
        let layout = if board.as_str().starts_with(|c: char| c.is_ascii_digit()) {
            inline(board)
        } else {
            by_name(board, variant.library)
        };
        Ok(Rings::open(variant.convention, layout?))
    }
}

const PRESETS: &[(&str, &str)] = &[
    (tr_key!("The whole cube"), "rings/cube:255"),
    (
        tr_key!("Three rows of four, normal play: only one move wins"),
        "normal rings/grid:4095",
    ),
    (
        tr_key!("Nine rings on the grid: only one move wins"),
        "rings/grid:3759",
    ),
    (tr_key!("The whole wheel"), "rings/wheel:511"),
    (
        tr_key!("The wheel, normal play: only one move wins"),
        "normal rings/wheel:511",
    ),
    (tr_key!("The whole Petersen graph"), "rings/petersen:1023"),
    (
        tr_key!("Eleven rings on the dodecahedron: only one move wins"),
        "rings/dodecahedron:860798",
    ),
    (
        tr_key!("The whole dodecahedron"),
        "rings/dodecahedron:1048575",
    ),
    (
        tr_key!("The coronene board, fifteen rings: only one move wins"),
        "rings/coronene:16566646",
    ),
    (
        tr_key!("The full coronene board"),
        "rings/coronene:16777215",
    ),
    (
        tr_key!("A ring of five points"),
        "rings/0-1,0-4,1-2,2-3,3-4:31",
    ),
];
