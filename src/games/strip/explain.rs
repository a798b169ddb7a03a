//! Why a strip is won or lost: its gaps by kind, each with what it is worth.

use super::gaps::{Cell, Gap, Total, gaps};
use super::{ColouredStrip, Colouring, Paint};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, counted, ending, finish, joined, resistance};
use crate::games::reasons::{LONGEST, and, fitting};
use crate::rules::{
    Claim, Columns, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Site, Stop, Word,
};

/// The most gaps that are listed or drawn one by one.
const DRAWN: usize = 64;

/// The most cells of a strip of which gaps are drawn with brackets.
const BRACKETED: usize = 2_000;

/// The most cells of a gap that is written out in a claim of its own.
const WRITTEN: usize = 200;

type StripReason = Reason<Colouring, Paint>;

/// What lies beside a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GapKind {
    Board,
    Edge,
    Equal,
    Different,
}

fn kind(gap: &Gap) -> GapKind {
    match (gap.left, gap.right) {
        (Cell::Free, Cell::Free) => GapKind::Board,
        (Cell::Free, _) | (_, Cell::Free) => GapKind::Edge,
        (left, right) if left == right => GapKind::Equal,
        _ => GapKind::Different,
    }
}

impl GapKind {
    const ALL: [GapKind; 4] = [GapKind::Board, GapKind::Edge, GapKind::Equal, GapKind::Different];

    fn place(self) -> &'static str {
        match self {
            GapKind::Board => "on a free board",
            GapKind::Edge => "at an edge",
            GapKind::Equal => "between equal colours",
            GapKind::Different => "between different colours",
        }
    }
}

/// The gap with the colours beside it, as a strip of its own.
fn alone(gap: &Gap) -> Colouring {
    let mut cells = vec![Cell::Free; gap.len];
    if gap.left != Cell::Free {
        cells.insert(0, gap.left);
    }
    if gap.right != Cell::Free {
        cells.push(gap.right);
    }
    Colouring(cells.into())
}

/// The sites of a gap: for each of its cells one colour that is allowed there.
fn sites(first: usize, gap: &Gap) -> Vec<Site> {
    (0..gap.len)
        .filter_map(|i| {
            let colour = (1u32..).zip(Cell::COLOURS).find(|&(_, colour)| gap.allows(i, colour));
            colour.map(|(group, _)| Site::new(group, (first + i) as u64))
        })
        .collect()
}

fn cells(n: usize) -> String {
    count(n as u64, "cell")
}

pub(super) fn reasons(
    game: &ColouredStrip,
    at: &Colouring,
    proved: &Proved<'_, Paint>,
    limits: &Limits,
) -> GameReasons<ColouredStrip> {
    let Some(best) = proved.best else {
        return Ok(vec![Reason::ended("No cell can be coloured", at.clone(), game.convention)]);
    };
    let places: Vec<(usize, Gap)> = gaps(&at.0).collect();
    let total = Total::of(&at.0).tame();
    limits.check()?;
    let mut reasons = vec![listed(game, at, &places, total.value, proved)];
    if game.convention.is_misere() {
        reasons.push(misere(at, &places, total.firm, total.value, proved));
    }
    reasons.extend(fixed(game, &places));
    match proved.value.outcome {
        Outcome::Win => {
            // A long strip is not written out once more for what its first reason says already.
            if at.0.len() <= WRITTEN {
                reasons.push(counted(game, at, proved));
            }
            if !game.convention.is_misere() {
                reasons.extend(to_change(&places, total.value, best));
            }
            if reasons.iter().all(|r| r.reveals != Reveals::Where) {
                reasons.push(colour_of(at, best));
            }
            reasons.push(kept(game, at, best));
            reasons.extend(ending(game, at, proved, limits)?);
        }
        _ => {
            if !game.convention.is_misere() && at.0.len() <= WRITTEN {
                let text = "Each move changes the value of its gap, so the XOR is no longer 0; the answer makes it 0 \
                            again.";
                let reason = Reason::new(text).claiming(Claim::Grundy(at.clone(), 0));
                reasons.push(reason.using(&[Word::Xor]));
            }
            reasons.extend(resistance(game, at, proved, limits)?);
            reasons.extend(ending(game, at, proved, limits)?);
        }
    }
    Ok(finish(game, at, proved, reasons))
}

/// Each gap by its kind and value, or where they are many how many there are of each kind.
fn listed(
    game: &ColouredStrip,
    at: &Colouring,
    places: &[(usize, Gap)],
    xor: u64,
    proved: &Proved<'_, Paint>,
) -> StripReason {
    let one = |gap: &Gap| format!("{} {} worth {}", cells(gap.len), kind(gap).place(), gap.tame().value);
    let text = match places {
        [(_, gap)] => format!("One gap: {}.", one(gap)),
        _ => {
            let all: Vec<String> = places.iter().take(DRAWN).map(|(_, gap)| one(gap)).collect();
            let room = LONGEST - 72;
            let each = match all.join(", ").chars().count() <= room && places.len() <= DRAWN {
                true => all.join(", "),
                false => {
                    let of = |kind: GapKind| {
                        let same: Vec<&Gap> =
                            places.iter().map(|(_, g)| g).filter(|g| self::kind(g) == kind).collect();
                        let xor = same.iter().fold(0, |x, gap| x ^ gap.tame().value);
                        (!same.is_empty())
                            .then(|| format!("{} {} (together {xor})", same.len(), kind.place()))
                    };
                    joined(GapKind::ALL.into_iter().filter_map(of), ", ", room)
                }
            };
            let goal = if xor == 0 || game.convention.is_misere() { "" } else { ": leave 0 to win" };
            format!("{} gaps: {each}. The XOR of the values is {xor}{goal}.", places.len())
        }
    };
    let words: &[Word] = if places.len() > 1 { &[Word::Worth, Word::Xor] } else { &[Word::Worth] };
    let mut reason = Reason::new(text).using(words);
    if game.convention.is_misere() {
        return reason.claiming(Claim::Outcome(at.clone(), proved.value.outcome));
    }
    let mut seen: Vec<Gap> = Vec::new();
    for (_, gap) in places.iter().filter(|(_, gap)| gap.len <= WRITTEN) {
        if places.len() > 1 && seen.len() < 8 && !seen.contains(&gap.normal()) {
            seen.push(gap.normal());
            reason = reason.claiming(Claim::Grundy(alone(gap), gap.tame().value));
        }
    }
    reason.claiming(Claim::Grundy(at.clone(), xor))
}

/// Why the value of a gap is what it is: gaps between colours have a fixed parity, gaps at an edge are piles.
fn fixed(game: &ColouredStrip, places: &[(usize, Gap)]) -> Option<StripReason> {
    let find = |wanted: GapKind| places.iter().find(|(_, gap)| kind(gap) == wanted && gap.len <= WRITTEN);
    if let Some((first, gap)) = find(GapKind::Different).or_else(|| find(GapKind::Equal)) {
        let (left, right) = (super::notation::digit(gap.left), super::notation::digit(gap.right));
        let (what, worth) = if left == right { ("odd", 1) } else { ("even", 0) };
        let text = format!(
            "Between {left} and {right} at cells {}-{} the number of moves is {what} however it is filled, so it \
             counts as {worth}.",
            first + 1,
            first + gap.len
        );
        let claim = match game.convention.is_misere() {
            false => Claim::Grundy(alone(gap), worth),
            true => Claim::Outcome(alone(gap), Outcome::won(worth == 0)),
        };
        return Some(Reason::new(text).claiming(claim).about(sites(*first, gap)));
    }
    let (first, gap) = find(GapKind::Edge).or_else(|| find(GapKind::Board))?;
    if game.convention.is_misere() {
        return None;
    }
    let (text, value) = match kind(gap) {
        GapKind::Edge => (
            format!(
                "The gap of {} at the edge is like a pile of as many: a move there can leave any smaller value.",
                cells(gap.len)
            ),
            gap.tame().value,
        ),
        _ if gap.len % 2 == 1 => (
            format!(
                "On a free board of {} the middle can be coloured; then the two sides are alike and cancel.",
                cells(gap.len)
            ),
            1,
        ),
        _ => (
            format!(
                "A free board of {} has no middle: a mirrored cell with the other colour answers every move.",
                cells(gap.len)
            ),
            0,
        ),
    };
    // Who is told of the middle need not look for it.
    let reveals = if value == 1 && kind(gap) == GapKind::Board { Reveals::Where } else { Reveals::Nothing };
    let reason = Reason::new(text).claiming(Claim::Grundy(alone(gap), value)).revealing(reveals);
    Some(reason.about(sites(*first, gap)))
}

/// Which of the two misère rules holds here.
fn misere(
    at: &Colouring,
    places: &[(usize, Gap)],
    firm: bool,
    xor: u64,
    proved: &Proved<'_, Paint>,
) -> StripReason {
    let verdict = if proved.value.outcome == Outcome::Win { "wins" } else { "loses" };
    let decides = places.iter().find(|(_, gap)| gap.tame().firm);
    let text = match (firm, decides) {
        (true, Some((first, gap))) => format!(
            "The gap of {} from cell {} on is at an edge and long enough to choose who moves last: only an XOR of 0 \
             loses. It is {xor}: it {verdict}.",
            cells(gap.len),
            first + 1
        ),
        _ if places.iter().any(|(_, gap)| kind(gap) == GapKind::Board) => format!(
            "A free board of {} is too short to choose who moves last: an odd XOR loses. It is {xor}: it {verdict}.",
            cells(at.0.len())
        ),
        _ => format!(
            "No gap of 2 or more cells is at an edge, to choose who moves last: an odd XOR loses. It is {xor}: it \
             {verdict}."
        ),
    };
    let reason = Reason::new(text).using(&[Word::Xor]);
    reason.claiming(Claim::Outcome(at.clone(), proved.value.outcome))
}

/// The gap that the best move is made in, and what it has to become.
fn to_change(places: &[(usize, Gap)], xor: u64, best: &Paint) -> Option<StripReason> {
    let (first, gap) = places.iter().find(|(first, gap)| (*first..first + gap.len).contains(&best.cell))?;
    if places.len() == 1 || gap.len > WRITTEN {
        return None;
    }
    let value = gap.tame().value;
    let text = format!(
        "The gap at cells {}-{} is worth {value} and can become worth {}, as much as all others together.",
        first + 1,
        first + gap.len,
        xor ^ value
    );
    let reason = Reason::new(text).claiming(Claim::Grundy(alone(gap), value)).revealing(Reveals::Where);
    Some(reason.using(&[Word::Worth]).about(sites(*first, gap)))
}

/// With which colour to look for the win.
fn colour_of(at: &Colouring, best: &Paint) -> StripReason {
    let text = format!(
        "Look at the cells that can take colour {}: one of them wins.",
        super::notation::digit(best.colour)
    );
    Reason::new(text).claiming(Claim::Outcome(at.clone(), Outcome::Win)).revealing(Reveals::Where)
}

/// What the best move makes of the XOR.
fn kept(game: &ColouredStrip, at: &Colouring, best: &Paint) -> StripReason {
    let to = game.play(at, best);
    let left = Total::of(&to.0).tame();
    let text = game.move_text(at, best);
    let middle = at.0.len() % 2 == 1 && best.cell == at.0.len() / 2 && at.0.iter().all(|&c| c == Cell::Free);
    let xor = &[Word::Xor][..];
    let (said, words) = match left.firm || !game.convention.is_misere() {
        _ if game.is_over(&to) => (format!("{text} is the last move, and that wins."), &[][..]),
        _ if middle && !game.convention.is_misere() => {
            let mirror = "is the middle: mirror every move on the other side, and the last move is yours.";
            (format!("{text} {mirror}"), &[][..])
        }
        true => {
            let values: Vec<String> = gaps(&to.0).map(|(_, gap)| gap.tame().value.to_string()).collect();
            let short = format!("{text} makes the XOR 0, and each move from there can be answered.");
            let full = || {
                let gaps = and(&values);
                format!("{text} leaves gaps worth {gaps}: the XOR is 0, and each move can be answered.")
            };
            match &values[..] {
                [one] => (
                    format!("{text} leaves one gap, worth {one}: each move in it can be answered."),
                    &[Word::Worth][..],
                ),
                _ if values.len() <= DRAWN => (fitting([full(), short]), &[Word::Worth, Word::Xor][..]),
                _ => (short, xor),
            }
        }
        false => {
            let rest = "with no long gap at an edge: the other makes the last move.";
            (format!("{text} makes the XOR {} {rest}", left.value), xor)
        }
    };
    let mut reason =
        Reason::new(said).claiming(Claim::Move(*best, Outcome::Win)).revealing(Reveals::Move).using(words);
    if at.0.len() <= WRITTEN {
        reason = reason.claiming(Claim::Outcome(to, Outcome::Loss));
    }
    reason.about(game_sites(game, at, best))
}

fn game_sites(game: &ColouredStrip, at: &Colouring, m: &Paint) -> Vec<Site> {
    crate::rules::BoardView::sites(game, at, m)
}

/// The values on the gaps, in normal play with their columns.
pub(super) fn figure(
    game: &ColouredStrip,
    at: &Colouring,
    proved: &Proved<'_, Paint>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    let mut figure = Figure::default();
    if proved.best.is_none() || at.0.len() > BRACKETED {
        return Ok(figure);
    }
    limits.check()?;
    let places: Vec<(usize, Gap)> = gaps(&at.0).collect();
    for (first, gap) in &places {
        let places = sites(*first, gap);
        if !places.is_empty() {
            figure.values = "* and a number at a gap: its worth";
            figure.marks.push(FigureMark::Value { places, text: gap.tame().value.to_string() });
        }
    }
    if !game.convention.is_misere() && (2..=DRAWN).contains(&places.len()) {
        let row = |(first, gap): &(usize, Gap)| {
            let name = match gap.len {
                1 => format!("cell {}", first + 1),
                len => format!("cells {}-{}", first + 1, first + len),
            };
            (name, gap.tame().value)
        };
        figure.columns = Some(Columns::of(places.iter().map(row).collect()));
    }
    // A free board of an even number of cells is lost, and each move is answered in its mirror image.
    if let ([(_, gap)], Outcome::Loss, false) =
        (&places[..], proved.value.outcome, game.convention.is_misere())
        && kind(gap) == GapKind::Board
    {
        let cell = |cell: usize| [1, 2].map(|group| Site::new(group, cell as u64)).to_vec();
        let pair = |i: usize| FigureMark::Pair(cell(i), cell(gap.len - 1 - i));
        figure.marks.extend((0..gap.len / 2).map(pair));
    }
    Ok(figure)
}
