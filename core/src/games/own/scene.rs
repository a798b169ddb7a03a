//! Draws boards. The cells are drawn row by row, and the site of cell i is (0, i).

use super::lua::in_a_moment;
use super::position::OwnPosition;
use super::ruleset::OwnRuleset;
use super::script::Shape;
use super::sheets;
use crate::games::prelude::*;
use crate::tr;

impl OwnRuleset {
    /// Draws one cell. In a grid, the label is the number of the cell, counted from 1.
    fn square(&self, i: usize, cell: i32, is_grid: bool) -> Square {
        let site = Some(Site::new(0, i as u64));
        let Some(signs) = &self.script.signs else {
            return Square::new(Face::Free, cell.to_string(), site);
        };
        let place = usize::try_from(cell).ok();
        let look = |all: &[char]| place.and_then(|n| all.get(n).copied()).unwrap_or('?');
        // Only the first sign that suggests a free cell is drawn as a free cell. Any other such sign is drawn as
        // itself, so that the signs stay distinct.
        let is_free = |sign: &char| matches!(sign, '.' | '-' | '_' | '·');
        let face = if place.is_some() && signs.iter().position(is_free) == place {
            Face::Free
        } else {
            Face::Sign {
                sign: look(signs),
                plain: look(&self.script.plain_signs),
                owner: self.owner(look(signs)),
            }
        };
        let label = if is_grid {
            (i + 1).to_string()
        } else {
            String::new()
        };
        Square::new(face, label, site)
    }

    /// Draws the board as dots with lines between them: every other cell in every other row is a dot. A cell between
    /// two dots is a line, which is faint if the cell is 0. A cell between four dots is a box, which is closed if its
    /// sign is `#`. Returns `None` if the script has no signs, if the last row is incomplete, or if the rows or columns
    /// do not end with a dot.
    fn dots(&self, cells: &[i32], columns: usize) -> Option<Graph> {
        let rows = cells.len() / columns;
        if rows * columns != cells.len() || rows.is_multiple_of(2) || columns.is_multiple_of(2) {
            return None;
        }
        let across = columns / 2 + 1;
        let down = rows / 2 + 1;
        let places =
            |wide: usize, high: usize| (0..high).flat_map(move |y| (0..wide).map(move |x| (x, y)));
        let dots = places(across, down).enumerate().map(|(i, (x, y))| {
            let name = (i + 1).to_string();
            Node::new((x as f32, y as f32), Face::Dot, name, None)
        });
        let closed = self
            .script
            .signs
            .as_ref()?
            .iter()
            .position(|&sign| sign == '#');
        let is_closed = |&(x, y): &(usize, usize)| {
            let cell = cells[(2 * y + 1) * columns + 2 * x + 1];
            usize::try_from(cell).ok() == closed
        };
        let dot = move |x: usize, y: usize| y * across + x;
        let area = |(x, y)| Area {
            corners: vec![dot(x, y), dot(x + 1, y), dot(x + 1, y + 1), dot(x, y + 1)],
            owner: None,
            label: String::new(),
        };
        let boxes = places(across - 1, down - 1).filter(is_closed).map(area);
        let link = |(x, y): (usize, usize)| {
            if x % 2 == y % 2 {
                return None;
            }
            let i = y * columns + x;
            Some(Link {
                ends: (dot(x / 2, y / 2), dot(x.div_ceil(2), y.div_ceil(2))),
                look: if cells[i] == 0 {
                    Look::Faint
                } else {
                    Look::Strong
                },
                site: Some(Site::new(0, i as u64)),
            })
        };
        Some(Graph {
            layout: GraphLayout::Free,
            links: places(columns, rows).filter_map(link).collect(),
            nodes: dots.collect(),
            areas: boxes.collect(),
        })
    }

    fn owner(&self, sign: char) -> Option<Player> {
        match sign {
            _ if !self.script.has_mover() => None,
            'a' | 'A' => Some(Player::First),
            'b' | 'B' => Some(Player::Second),
            _ => None,
        }
    }
}

pub(super) fn numbers() -> [&'static str; 2] {
    [tr!("number"), tr!("numbers")]
}

pub(super) fn board(game: &OwnRuleset, at: &OwnPosition, view: View) -> Scene {
    if view == View::Edit && game.script.signs.is_none() {
        let text = game.script.state_text(at.cells(), None);
        return Sketch::of_numbers(&text, None, true, numbers()).scene;
    }
    let count = at.cells().len();
    // A board whose width is not known is drawn in one row.
    let layout = in_a_moment(&Limits::default(), |limits| game.layout(count, limits));
    let columns = layout.map_or(count.max(1), |layout| layout.width);
    let scene = match game.script.shape {
        Some(Shape::Dots) => {
            let dots = game.dots(at.cells(), columns);
            dots.map(|graph| Scene::new(Picture::Graph(graph)))
        }
        Some(Shape::Rectangle) => sheets::rectangle(at.cells()),
        Some(Shape::Pawns) | None => None,
    };
    if let Some(scene) = scene {
        return scene;
    }
    let is_grid = columns < count && game.script.signs.is_some();
    let squares = at.cells().iter().enumerate();
    let mut squares: Vec<Square> = squares
        .map(|(i, &cell)| game.square(i, cell, is_grid))
        .collect();
    while !squares.len().is_multiple_of(columns) {
        squares.push(Square::new(Face::Empty, String::new(), None));
    }
    let rows = squares.len() / columns;
    if rows == 1 && game.script.signs.is_some() {
        let cell = |square: Square| BoardCell {
            face: square.face,
            sites: [square.site, None],
        };
        return Scene::new(Picture::Cells(Cells::Boxes(
            squares.into_iter().map(cell).collect(),
        )));
    }
    let first = |row: usize| (row * columns + 1).to_string();
    let names = |all: &mut dyn Iterator<Item = String>, is_shown: bool| {
        if is_shown { all.collect() } else { Vec::new() }
    };
    Scene::new(Picture::Squares(Squares {
        columns,
        squares,
        ground: Ground::Tiles,
        column_labels: names(&mut (1..=columns).map(|n| n.to_string()), !is_grid),
        row_labels: names(&mut (0..rows).map(first), rows > 1 && !is_grid),
    }))
}
