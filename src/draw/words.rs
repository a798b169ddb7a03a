//! Words: notes broken into lines, and the position itself where there is too little room to draw it.

use super::board::Board;
use super::brush::{Brush, ink};
use super::canvas::{Ink, Mark, wide};
use super::icon::character;
use super::network;
use nimatron_core::rules::{
    Face, Lattice, Look, Network, Picture, Player, Site, Squares, Strip, Track,
};
use std::borrow::Cow;

/// Breaks each text into lines of at most `width` cells, between words where that can be.
pub(super) fn wrap(texts: &[&str], width: u16) -> Vec<Vec<String>> {
    let width = usize::from(width);
    let lines = |text: &&str| -> Vec<String> {
        textwrap::wrap(text, width)
            .into_iter()
            .map(Cow::into_owned)
            .filter(|l| !l.is_empty())
            .collect()
    };
    texts.iter().filter(|_| width > 0).map(lines).collect()
}

/// One thing to say, and what pointing at it means.
type Word = (String, Ink, Option<Site>);

/// What is said where there are words instead of a board.
pub(super) const TOO_LITTLE: &str = "no room to draw the board";

/// The position in words, those around the cursor where not all fit.
pub(super) fn draw<'a>(picture: &Picture, brush: &Brush<'a>) -> Board<'a> {
    let said: Vec<Word> = match picture {
        Picture::Lattice(lattice) => lattice_words(lattice),
        Picture::Strip(strip) => strip_words(strip, brush),
        Picture::Piles(piles) => (piles.heaps.iter())
            .map(|h| {
                // The stone pointed at, or the top one.
                let here = brush.marks.cursor().filter(|s| s.group == h.group);
                let top = (h.count > 0).then(|| here.unwrap_or(Site::new(h.group, h.count)));
                (h.count.to_string(), Ink::Stone, top)
            })
            .collect(),
        Picture::Network(network) => network_words(network),
        Picture::Squares(squares) => squares_words(squares, brush),
        Picture::Track(track) => track_words(track),
        Picture::Frames(frames) => frames
            .iter()
            .map(|f| (f.title.clone(), Ink::Frame, None))
            .collect(),
    };
    Board {
        cut: Some(TOO_LITTLE.to_owned()),
        ..flow(&said, brush)
    }
}

/// Sets words one after the other in lines, and shows the lines around the cursor. A column before each word is kept
/// for the cursor's arrow.
fn flow<'a>(said: &[Word], brush: &Brush<'a>) -> Board<'a> {
    let (width, height) = (brush.width, brush.height);
    if width < 1 || height < 1 {
        return Board::of(0, 0, brush);
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
        x += size.max(1);
        x += 1 - lead;
    }
    let lines = y + 1;
    let words = || said.iter().zip(&places);
    let focus = words()
        .find(|(word, _)| brush.marks.mark_of(word.2).cursor)
        .map_or(0, |(_, place)| place.1);
    let first = (focus - height / 2).clamp(0, (lines - height).max(0));
    let mut board = Board::of(width, height.min(lines), brush);
    let seen = |y: i32| (0..height).contains(&(y - first));
    for ((text, ink, site), &(x, y)) in words().filter(|(_, place)| seen(place.1)) {
        let (x, y) = (x, y - first);
        let mark = brush.marks.mark_of(*site);
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
        board.hit(
            *site,
            (x + lead, y),
            (x + lead, x + lead + size - 1),
            (y, y),
        );
    }
    // Where the words go on out of sight, the next one waits at the border.
    let sites = || words().filter_map(|((.., site), place)| Some(((*site)?, place.1 - first)));
    let above = sites().rfind(|(_, y)| *y < 0).map(|(site, _)| site);
    let below = sites().find(|(_, y)| *y >= height).map(|(site, _)| site);
    board.wait(above, (0, 0));
    board.wait(below, (width - 1, height - 1));
    board
}

fn lattice_words(lattice: &Lattice) -> Vec<Word> {
    let name = |i: usize| {
        let label = &lattice.points[i].label;
        if label.is_empty() {
            (i + 1).to_string()
        } else {
            label.clone()
        }
    };
    let points = lattice
        .points
        .iter()
        .enumerate()
        .filter(|(_, p)| p.face != Face::Dot)
        .map(|(i, p)| {
            let text = if p.face == Face::Empty {
                name(i)
            } else {
                format!("({})", name(i))
            };
            (text, ink(p.face), p.site)
        });
    // First the lines that can still be drawn, then those that are.
    let lines = |drawn: bool| {
        let (head, ink) = if drawn {
            ("drawn:", Ink::Strong)
        } else {
            ("open:", Ink::Plain)
        };
        let these = lattice
            .lines
            .iter()
            .filter(move |l| l.site.is_some() && (l.look != Look::Faint) == drawn);
        let words: Vec<Word> = these
            .map(|l| {
                (
                    format!("{}-{}", name(l.ends.0), name(l.ends.1)),
                    ink,
                    l.site,
                )
            })
            .collect();
        let head = (!words.is_empty()).then(|| (head.to_owned(), Ink::Note, None));
        head.into_iter().chain(words)
    };
    let owned = |player: Player| {
        lattice
            .areas
            .iter()
            .filter(|a| a.owner == Some(player))
            .count()
    };
    let score = Player::BOTH.map(owned);
    let score = (!lattice.areas.is_empty())
        .then(|| (format!("{}:{}", score[0], score[1]), Ink::Note, None));
    score
        .into_iter()
        .chain(points)
        .chain(lines(false))
        .chain(lines(true))
        .collect()
}

/// Cells around the cursor, at most a few hundred.
fn strip_words(strip: &Strip, brush: &Brush<'_>) -> Vec<Word> {
    let focus = super::strip::focus(strip, brush).unwrap_or(0);
    let from = focus.saturating_sub(100);
    let cells = strip.cells.iter().enumerate().skip(from).take(200);
    cells
        .flat_map(|(i, cell)| {
            let n = i + 1;
            let colour = |c: usize| {
                cell.sites[c].map(|site| (format!("{n}={}", c + 1), Ink::Plain, Some(site)))
            };
            match cell.face {
                Face::Free if strip.boxed => [colour(0), colour(1)],
                Face::Stone => [Some((n.to_string(), Ink::Stone, cell.sites[0])), None],
                face => {
                    let gap = brush.gap(Mark::default()).to_string();
                    [
                        Some((gap, ink(face), cell.sites[0].or(cell.sites[1]))),
                        None,
                    ]
                }
            }
        })
        .flatten()
        .collect()
}

/// Each point with where its arcs lead.
fn network_words(network: &Network) -> Vec<Word> {
    let mut ways = vec![Vec::new(); network.nodes.len()];
    for link in &network.links {
        ways[link.ends.0].push(network.nodes[link.ends.1].label.as_str());
    }
    let word = |(node, to): (&nimatron_core::rules::Node, &Vec<&str>)| {
        let (text, stands) = (network::text(node), network::stands(node));
        let text = if stands { format!("({text})") } else { text };
        let to = if to.is_empty() {
            String::new()
        } else {
            format!(">{}", to.join(","))
        };
        (
            text + to.as_str(),
            if stands { Ink::Stone } else { Ink::Dim },
            node.site,
        )
    };
    network.nodes.iter().zip(&ways).map(word).collect()
}

/// Squares around the cursor that are not empty, by column and row from the bottom.
fn squares_words(board: &Squares, brush: &Brush<'_>) -> Vec<Word> {
    let columns = board.columns.max(1);
    let rows = board.squares.len().div_ceil(columns);
    let wanted = brush.marks.cursor();
    let focus = board
        .squares
        .iter()
        .position(|s| s.site.is_some() && s.site == wanted)
        .unwrap_or(0);
    let near = board
        .squares
        .iter()
        .enumerate()
        .skip(focus.saturating_sub(100))
        .take(200);
    near.filter(|(_, s)| s.face != Face::Empty || s.site.is_some())
        .map(|(i, s)| {
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
        })
        .collect()
}

/// Where it stands, how far it may go, and the goal.
fn track_words(track: &Track) -> Vec<Word> {
    let mut said = vec![(format!("({})", track.at), Ink::Stone, None)];
    let last = track.reach.min(track.at.saturating_add(50));
    for n in track.at.saturating_add(1)..=last {
        said.push((n.to_string(), Ink::Reach, Some(Site::new(track.group, n))));
    }
    said.push((format!("of {}", track.goal), Ink::Goal, None));
    said
}
