//! Builds the scenes of a match's positions, with facts that only the moves reveal: the owners of boxes, and the files
//! of pawns.

use std::ops::Range;

use super::Match;
use nimatron_core::rules::{Face, Graph, Picture, Player, Scene, Square, Squares};

impl Match {
    /// The board after `ply` moves of the line. Unlike the board of the position alone, it shows who closed which box,
    /// and rows of pawns stay in the files in which they stood at the start.
    pub fn scene_at(&self, ply: usize) -> Scene {
        let mut scene = self.position_at(ply).scene();
        match &mut scene.picture {
            Picture::Graph(graph) if !graph.has_sheets() => self.own_boxes(graph, ply),
            Picture::Squares(board) if board.has_pawns() => {
                if let Some(kept) = self.in_files(board, ply) {
                    *board = kept;
                }
            }
            _ => {}
        }
        scene
    }

    /// Gives each closed box to the player who drew the last of its four lines. A box that was closed at the start of
    /// the match has no owner.
    fn own_boxes(&self, graph: &mut Graph, ply: usize) {
        let Graph { links, areas, .. } = graph;
        for area in areas.iter_mut().filter(|area| area.corners.len() == 4) {
            let is_side = |ends: (usize, usize)| {
                area.corners.contains(&ends.0) && area.corners.contains(&ends.1)
            };
            let sides = links.iter().filter(|link| is_side(link.ends));
            let sides: Vec<_> = sides.filter_map(|link| link.site).collect();
            let mut played = self.moves().iter().take(ply).rev();
            let last = played.find(|m| m.sites.iter().any(|site| sides.contains(site)));
            area.owner = last.map(|m| m.by);
            area.label = match area.owner {
                Some(Player::First) => "A".to_owned(),
                Some(Player::Second) => "B".to_owned(),
                None => String::new(),
            };
        }
    }

    /// Places rows of pawns in the files in which they stood at the start of the match; `None` if a move did anything
    /// but take files out of a row.
    fn in_files(&self, board: &Squares, ply: usize) -> Option<Squares> {
        let Picture::Squares(start) = self.start().scene().picture else {
            return None;
        };
        let mut rows = rows(&start);
        for (i, m) in self.moves().iter().take(ply).enumerate() {
            let Picture::Squares(after) = self.position_at(i + 1).scene().picture else {
                return None;
            };
            let parts = self::rows(&after);
            let site = m.sites.first()?;
            let moved = rows.iter().position(|row| row.group == site.group)?;
            let old = rows.remove(moved);
            // If the move left two parts of the row, the first part keeps the left end and the second the right end. A
            // single part keeps the right end.
            let count = (parts.len() + 1).checked_sub(rows.len() + 1)?;
            for (k, part) in parts.get(moved..moved + count)?.iter().enumerate() {
                let long = part.files.len();
                let from = match (k, count) {
                    (0, 2) => old.files.start,
                    _ => old.files.end.checked_sub(long)?,
                };
                rows.insert(
                    moved + k,
                    Row {
                        files: from..from + long,
                        ..*part
                    },
                );
            }
            let lengths = |rows: &[Row]| rows.iter().map(|r| r.files.len()).collect::<Vec<_>>();
            if lengths(&rows) != lengths(&parts) {
                return None;
            }
            rows.iter_mut()
                .zip(&parts)
                .for_each(|(row, part)| row.group = part.group);
        }
        let now = self::rows(board);
        let file = |column: usize| {
            let row = rows
                .iter()
                .zip(&now)
                .find(|(row, _)| row.files.contains(&column));
            row.map(|(row, own)| own.files.start + column - row.files.start)
        };
        let square = |i: usize, was: &Square| match file(i % start.columns) {
            Some(own) => board
                .squares
                .get(i / start.columns * board.columns + own)
                .cloned(),
            None if was.face == Face::Covered => Some(was.clone()),
            None => Some(Square::new(Face::Empty, String::new(), None)),
        };
        let label = |column| file(column).and_then(|own| board.column_labels.get(own).cloned());
        Some(Squares {
            columns: start.columns,
            squares: (start.squares.iter().enumerate())
                .map(|(i, was)| square(i, was))
                .collect::<Option<_>>()?,
            column_labels: (0..start.columns)
                .map(|column| label(column).unwrap_or_default())
                .collect(),
            ..board.clone()
        })
    }
}

/// A row of pawns: its heap, and its files as columns of the board.
#[derive(Clone)]
struct Row {
    group: u32,
    files: Range<usize>,
}

/// The rows of a board, from left to right.
fn rows(board: &Squares) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let from = board.squares.len().saturating_sub(board.columns);
    let sites = board.squares[from..].iter().map(|square| square.site);
    for (column, site) in sites.enumerate() {
        let Some(site) = site else { continue };
        match rows.last_mut() {
            Some(row) if row.group == site.group => row.files.end = column + 1,
            _ => rows.push(Row {
                group: site.group,
                files: column..column + 1,
            }),
        }
    }
    rows
}
