//! Builds the scene of each position in a match. The scenes include facts that only the moves reveal: the owners of
//! boxes, and the files of pawns.

use std::ops::Range;

use super::{Match, PlayedMove};
use nimatron_core::erased::AnyPosition;
use nimatron_core::rules::{Face, Graph, Picture, Player, Scene, Square, Squares};

impl Match {
    /// Returns the board after `ply` moves of the line. Unlike the scene of the position alone, this scene shows who
    /// closed which box, and keeps rows of pawns in their original files.
    pub fn scene_at(&self, ply: usize) -> Scene {
        self.scene_of(&*self.position_at(ply), ply)
    }

    pub fn pages(&self) -> impl Iterator<Item = (String, String, Scene)> {
        (0..=self.moves().len()).map(|ply| {
            let at = self.position_at(ply);
            (self.caption(ply), at.id(), self.scene_of(&*at, ply))
        })
    }

    fn scene_of(&self, at: &dyn AnyPosition, ply: usize) -> Scene {
        let mut scene = at.scene();
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

    /// Returns the board with its rows of pawns in the files of the starting position. Returns `None` if a move did
    /// anything but take files out of a row.
    fn in_files(&self, board: &Squares, ply: usize) -> Option<Squares> {
        let Picture::Squares(start) = self.start().scene().picture else {
            return None;
        };
        let mut kept = self.pawns.borrow_mut();
        if kept.is_empty() {
            kept.push(self::rows(&start));
        }
        for i in kept.len()..=ply {
            let Picture::Squares(after) = self.position_at(i).scene().picture else {
                return None;
            };
            let rows = moved(kept.last()?, self.moves().get(i - 1)?, &self::rows(&after))?;
            kept.push(rows);
        }
        let rows = kept.get(ply)?;
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

#[derive(Clone)]
pub(super) struct PawnRow {
    group: u32,
    files: Range<usize>,
}

/// Returns the rows after a move, in the files of the starting position. `parts` are the rows on the board after the
/// move. Returns `None` if the move did anything but take files out of a row.
fn moved(rows: &[PawnRow], m: &PlayedMove, parts: &[PawnRow]) -> Option<Vec<PawnRow>> {
    let group = m.sites.first()?.group;
    let at = rows.iter().position(|row| row.group == group)?;
    let old = &rows[at].files;
    let count = (parts.len() + 1).checked_sub(rows.len())?;
    let mut rows = rows.to_vec();
    // The first of two parts keeps the left end of the row; the second part, or a single part, keeps the right end.
    let new = parts
        .get(at..at + count)?
        .iter()
        .enumerate()
        .map(|(k, part)| {
            let long = part.files.len();
            let from = match (k, count) {
                (0, 2) => old.start,
                _ => old.end.checked_sub(long)?,
            };
            Some(PawnRow {
                files: from..from + long,
                ..*part
            })
        });
    rows.splice(at..=at, new.collect::<Option<Vec<_>>>()?);
    for (row, part) in rows.iter_mut().zip(parts) {
        row.group = part.group;
    }
    let lengths = |rows: &[PawnRow]| rows.iter().map(|r| r.files.len()).collect::<Vec<_>>();
    (lengths(&rows) == lengths(parts)).then_some(rows)
}

fn rows(board: &Squares) -> Vec<PawnRow> {
    let mut rows: Vec<PawnRow> = Vec::new();
    let from = board.squares.len().saturating_sub(board.columns);
    let sites = board.squares[from..].iter().map(|square| square.site);
    for (column, site) in sites.enumerate() {
        let Some(site) = site else { continue };
        match rows.last_mut() {
            Some(row) if row.group == site.group => row.files.end = column + 1,
            _ => rows.push(PawnRow {
                group: site.group,
                files: column..column + 1,
            }),
        }
    }
    rows
}
