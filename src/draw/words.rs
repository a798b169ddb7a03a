//! Breaks notes into lines, and lists the contents of a board in words if there is no room to draw the board.

use super::board::Board;
use super::brush::Brush;
use super::canvas::{Ink, Mark, Style, character, ink, wide};
use super::graph;
use nimatron_core::rules::{
    Cells, Face, Graph, GraphLayout, Heap, Look, Node, Picture, Player, Site, Square, Squares,
    Track, saturating_cast,
};
use nimatron_core::tr;
use std::borrow::Cow;

/// Breaks text into lines of at most `width` cells, between words if possible; no lines if `width` is not positive.
pub(super) fn wrap(text: &str, width: i32) -> Vec<String> {
    let lines = textwrap::wrap(text, saturating_cast::<usize, _>(width))
        .into_iter()
        .map(Cow::into_owned);
    lines.filter(|line| width > 0 && !line.is_empty()).collect()
}

type Word = (String, Ink, Option<Site>);

pub(super) fn too_little() -> &'static str {
    tr!("no room to draw the board")
}

/// The maximum number of cells or squares listed around the cursor.
const NEAR: usize = 200;

/// Writes the contents of the picture in words. If not all of the words fit, shows those around the cursor.
pub(super) fn draw<'a>(picture: &Picture, brush: &Brush<'a>) -> Board<'a> {
    Board {
        cut: Some(too_little().to_owned()),
        ..flow(
            &places(picture, brush),
            matches!(picture, Picture::Piles(_)),
            brush,
        )
    }
}

fn places(picture: &Picture, brush: &Brush<'_>) -> Vec<Word> {
    let style = brush.style();
    match picture {
        Picture::Cells(Cells::Track(track)) => track_places(track),
        Picture::Cells(cells) => {
            let from = super::cells::focus(cells, brush).unwrap_or(0);
            let from = from.saturating_sub(NEAR as u64 / 2);
            (from..cells.count())
                .take(NEAR)
                .flat_map(|i| cell_places(cells, i, style))
                .collect()
        }
        Picture::Piles(piles) => {
            let heap = |h: &Heap| {
                let here = brush.marks.cursor().filter(|s| s.group == h.group);
                let top = (h.count > 0).then(|| here.unwrap_or(Site::new(h.group, h.count)));
                // An empty pile has no stone to mark. If the last move took stones from the pile, mark its site 0
                // instead.
                let top = top.or_else(|| {
                    brush
                        .marks
                        .took_from(h.group)
                        .then(|| Site::new(h.group, 0))
                });
                (h.count.to_string(), Ink::Stone, top)
            };
            piles.heaps.iter().map(heap).collect()
        }
        Picture::Graph(graph) => graph_places(graph),
        Picture::Squares(squares) => square_places(squares, brush),
        Picture::Sum(frames) => frames
            .iter()
            .map(|f| (f.full_title(), Ink::Frame, None))
            .collect(),
    }
}

/// Arranges words in lines, and shows the lines around the cursor. If there is room, the column before each word is
/// reserved for a character that shows how the word is marked.
fn flow<'a>(said: &[Word], is_piles: bool, brush: &Brush<'a>) -> Board<'a> {
    let (width, height) = (brush.width, brush.height);
    if width < 1 || height < 1 {
        return Board::new(0, 0, brush);
    }
    let lead = i32::from(width >= 3);
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::with_capacity(said.len());
    for (text, ..) in said {
        let size = (wide(text) + lead).min(width);
        if x > 0 && x + size > width {
            (x, y) = (0, y + 1);
        }
        places.push((x, y));
        x += size.max(1) + 1 - lead;
    }
    let lines = y + 1;
    let words = || said.iter().zip(&places);
    let focus = words()
        .find(|(word, _)| brush.marks.mark_of(word.2).cursor)
        .map_or(0, |(_, place)| place.1);
    let first = (focus - height / 2).clamp(0, (lines - height).max(0));
    let mut board = Board::new(width, height.min(lines), brush);
    let seen = |y: i32| (0..height).contains(&(y - first));
    for ((text, ink, site), &(x, y)) in words().filter(|(_, place)| seen(place.1)) {
        let (x, y) = (x, y - first);
        let mut mark = brush.marks.mark_of(*site);
        if is_piles && site.is_some_and(|s| brush.marks.took_from(s.group)) {
            mark = Mark {
                cursor: mark.cursor,
                ..brush.marks.ghost()
            };
        }
        board.say((x + lead, y), text, *ink, mark);
        let sign = match mark {
            Mark { cursor: true, .. } => brush.pick("▸", ">"),
            Mark { picked: true, .. } => brush.pick("◉", "@"),
            Mark { hint: true, .. } => "*",
            Mark { last: true, .. } => brush.pick("×", "x"),
            _ => "",
        };
        if lead > 0 {
            board.say((x, y), sign, *ink, mark);
        }
        let size = wide(text).min(width - lead).max(1);
        board.hit(*site, (x + lead, y), [x + lead, x + lead + size - 1, y, y]);
    }
    let sites = || words().filter_map(|((.., site), place)| Some(((*site)?, place.1 - first)));
    let above = sites().rfind(|(_, y)| *y < 0).map(|(site, _)| site);
    let below = sites().find(|(_, y)| *y >= height).map(|(site, _)| site);
    board.wait(above, (0, 0));
    board.wait(below, (width - 1, height - 1));
    board
}

fn cell_places(cells: &Cells, i: u64, style: Style) -> Vec<Word> {
    let cell = cells.get(i);
    let n = i + 1;
    let is_coloured = cell.face == Face::Free && cell.sites[1].is_some();
    let word = |text: String| (text, ink(cell.face), cell.sites[0].or(cell.sites[1]));
    match cell.face {
        Face::Stone => vec![word(n.to_string())],
        Face::Free if is_coloured => (0..2)
            .filter_map(|k| {
                let site = cell.sites[k]?;
                Some((format!("{n}={}", k + 1), Ink::Plain, Some(site)))
            })
            .collect(),
        Face::Free if cell.sites[0].is_some() => vec![word(n.to_string())],
        Face::Sign { .. } => vec![word(format!("{}{n}", character(cell.face, style)))],
        _ => vec![word(style.pick('·', '.').to_string())],
    }
}

fn track_places(track: &Track) -> Vec<Word> {
    let next = track.at.saturating_add(1);
    let last = track.reach.min(track.at.saturating_add(50));
    let reached = |n: u64| (n.to_string(), Ink::Stone, Some(Site::new(track.group, n)));
    let mut said = vec![(format!("({})", track.at), Ink::Strong, None)];
    said.extend((next..=last).map(reached));
    said.push((tr!("of {goal}", goal = track.goal), Ink::Stone, None));
    said
}

fn graph_places(graph: &Graph) -> Vec<Word> {
    let is_layered = graph.layout == GraphLayout::Layers;
    let point = |(i, node): (usize, &Node)| {
        let text = if node.label.is_empty() {
            graph.name(i)
        } else {
            graph::text(node, 0)
        };
        let held = node.is_held();
        let text = if held { format!("({text})") } else { text };
        let ends = graph.links.iter().filter(|l| is_layered && l.ends.0 == i);
        let to: Vec<String> = ends.map(|link| graph.name(link.ends.1)).collect();
        let to = if to.is_empty() {
            String::new()
        } else {
            format!(">{}", to.join(","))
        };
        let ink = if held { Ink::Stone } else { Ink::Dim };
        (text + to.as_str(), ink, node.site)
    };
    let nodes = graph.nodes.iter().enumerate();
    let is_named = |n: &Node| match n.face {
        Face::Covered => !n.label.is_empty(),
        face => face != Face::Dot,
    };
    let points = nodes.filter(|(_, n)| is_named(n)).map(point);
    let lines = |drawn: bool| {
        let (head, ink) = if drawn {
            (tr!("drawn:"), Ink::Strong)
        } else {
            (tr!("open:"), Ink::Plain)
        };
        let these = (graph.links.iter())
            .filter(move |l| l.site.is_some() && (l.look != Look::Faint) == drawn);
        let word = |l: &nimatron_core::rules::Link| {
            let text = format!("{}-{}", graph.name(l.ends.0), graph.name(l.ends.1));
            (text, ink, l.site)
        };
        let words: Vec<Word> = these.map(word).collect();
        let head = (!words.is_empty()).then(|| (head.to_owned(), Ink::Note, None));
        head.into_iter().chain(words)
    };
    let owned = |player| {
        graph
            .areas
            .iter()
            .filter(|a| a.owner == Some(player))
            .count()
    };
    let [a, b] = Player::BOTH.map(owned);
    let score = (!graph.areas.is_empty() && !graph.has_sheets())
        .then(|| (format!("{a}:{b}"), Ink::Note, None));
    score
        .into_iter()
        .chain(points)
        .chain(lines(false))
        .chain(lines(true))
        .collect()
}

/// Lists the squares near the cursor. A square without a label is named by its row, counted from the bottom, and its
/// column.
fn square_places(board: &Squares, brush: &Brush<'_>) -> Vec<Word> {
    let columns = board.columns.max(1);
    let rows = board.squares.len().div_ceil(columns);
    let wanted = brush.marks.cursor();
    let is_wanted = |s: &Square| s.site.is_some() && s.site == wanted;
    let focus = board.squares.iter().position(is_wanted).unwrap_or(0);
    let squares = board.squares.iter().enumerate();
    let near = squares.skip(focus.saturating_sub(NEAR / 2)).take(NEAR);
    let word = |(i, s): (usize, &Square)| {
        let sign = match s.face {
            Face::Sign { sign, .. } if !brush.style().ascii => sign.to_string(),
            Face::Mark(_) | Face::Sign { .. } => character(s.face, brush.style()).to_string(),
            Face::Queen => "Q".to_owned(),
            Face::Poison => "!".to_owned(),
            _ => String::new(),
        };
        let name = if s.label.is_empty() {
            format!("{},{}", rows - i / columns, i % columns + 1)
        } else {
            s.label.clone()
        };
        (format!("{sign}{name}"), ink(s.face), s.site)
    };
    near.filter(|(_, s)| s.face != Face::Empty || s.site.is_some())
        .map(word)
        .collect()
}
