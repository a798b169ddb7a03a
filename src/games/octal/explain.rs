//! Why heaps are won or lost: their Grundy values as sums of powers of two, each of which must be left an even number of
//! times; in misère Kayles the case of the rule that decides; in other misère play
//! what the heaps count for, or what the search found.

use super::elements::ByElements;
use super::solver::Method;
use super::{HeapMove, HeapSizes, MOST_SEARCHED, Octal};
use crate::erased::{GameReasons, Proved};
use crate::games::kayles;
use crate::games::piles::group;
use crate::games::reasons::{and, answered, by_moving, columns_of, counted, fitting, powers_of_two, stones};
use crate::rules::{
    Claim, Columns, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Stop, Word,
};

/// The most heaps that are written out.
const WRITTEN: usize = 8;

type HeapReason = Reason<HeapSizes, HeapMove>;

/// The heaps that allow a move, from 0, with their sizes.
fn live(game: &Octal, at: &HeapSizes) -> Vec<(usize, u64)> {
    at.iter().copied().enumerate().filter(|&(_, size)| game.is_live(size)).collect()
}

/// `3, 4 and 9`, or how many heaps there are.
fn named(heaps: &[(usize, u64)]) -> String {
    match heaps {
        [] => "nothing".to_owned(),
        _ if heaps.len() <= WRITTEN => and(&heaps.iter().map(|(_, n)| n.to_string()).collect::<Vec<_>>()),
        _ => format!("{} heaps", heaps.len()),
    }
}

pub(super) fn reasons(
    game: &Octal,
    at: &HeapSizes,
    proved: &Proved<'_, HeapMove>,
    limits: &Limits,
) -> GameReasons<Octal> {
    if game.is_over(at) {
        return Ok(vec![Reason::ended("No heap allows a move", at.clone(), game.convention)]);
    }
    let heaps = live(game, at);
    let itself = || proved.itself(at.clone());
    let mut list = match game.method() {
        Method::Values => vec![
            values(game, at, &heaps, limits)?.claiming(itself()),
            parity(game, at, &heaps, limits)?.claiming(itself()),
        ],
        Method::Kayles => {
            let sizes: Vec<u64> = heaps.iter().map(|(_, size)| *size).collect();
            let (case, words) = kayles::misere_case(&sizes, "heap", proved.value.outcome);
            let case = Reason::new(case).using(words).claiming(itself());
            vec![values(game, at, &heaps, limits)?.claiming(itself()), case]
        }
        Method::Search => {
            let long = heaps.iter().fold(0, |all: u64, (_, size)| all.saturating_add(*size)) > MOST_SEARCHED;
            match if long { game.by_elements(at, limits)? } else { None } {
                Some(found) => elements(&heaps, &found).map(|reason| reason.claiming(itself())).into(),
                None => vec![searched(game, at, &heaps, proved).claiming(itself())],
            }
        }
    };
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => {
            if heaps.len() > 1 {
                list.push(place(game, at, m, proved.winning_count, limits)?);
            } else {
                list.push(taking(game, at, m));
            }
            let words: &[Word] = if game.method() == Method::Values { &[Word::Worth] } else { &[] };
            list.push(by_moving(game, at, m, winning_text(game, at, m, limits)?).using(words));
        }
        _ => list.push(
            answered(game, at, proved, limits, |to| match live(game, to)[..] {
                [] => "ends the game".to_owned(),
                ref left => match game.method() {
                    Method::Values => format!("leaves {}, XOR 0 again", named(left)),
                    Method::Kayles | Method::Search => format!("leaves {}", named(left)),
                },
            })?
            .using(if game.method() == Method::Values { &[Word::Xor] } else { &[] }),
        ),
    }
    Ok(list)
}

/// The Grundy value of each heap.
fn values(game: &Octal, at: &HeapSizes, heaps: &[(usize, u64)], limits: &Limits) -> Result<HeapReason, Stop> {
    let sizes: Vec<u64> = heaps.iter().map(|h| h.1).collect();
    let values = game.grundy(&sizes, limits)?;
    let xor = values.iter().fold(0, |xor, v| xor ^ v);
    let split = |v: &u32| {
        if v.count_ones() < 2 { v.to_string() } else { format!("{v} = {}", powers_of_two((*v).into())) }
    };
    let period = match game.method() {
        Method::Values if !game.is_kayles() => game
            .values()
            .period()
            .map(|p| format!(" Values repeat every {} from {} on.", p.length, p.preperiod)),
        _ => Some(" Values repeat every 12 from 71 on.".to_owned()),
    };
    let period = period.unwrap_or_default();
    let text = match (&sizes[..], &values[..]) {
        ([size], [value]) => {
            let all = format!("A heap of {size} has the Grundy value {value}.");
            fitting([format!("{all}{period}"), all])
        }
        _ if sizes.len() <= WRITTEN => {
            let plain = and(&values.iter().map(u32::to_string).collect::<Vec<_>>());
            let split = and(&values.iter().map(split).collect::<Vec<_>>());
            let heaps = named(heaps);
            fitting([
                format!("The heaps {heaps} have the Grundy values {split}.{period}"),
                format!("The heaps {heaps} have the Grundy values {split}."),
                format!("The heaps {heaps} have the Grundy values {plain}."),
                format!("The heaps have the Grundy values {plain}, XOR {xor}."),
            ])
        }
        _ => {
            let sizes = and(&sizes.iter().map(u64::to_string).collect::<Vec<_>>());
            fitting([
                format!("The Grundy values of the heaps {sizes} have the XOR {xor}."),
                format!("The Grundy values of the {} heaps have the XOR {xor}.", heaps.len()),
            ])
        }
    };
    let reason = Reason::new(text).using(&[Word::Worth, Word::Grundy, Word::Xor]);
    if game.method() != Method::Values || at.len() == 1 {
        return Ok(reason);
    }
    let known = sizes.iter().zip(&values).take(WRITTEN);
    Ok(known.fold(reason, |reason, (&size, &value)| reason.claiming(Claim::Grundy(vec![size], value.into()))))
}

/// Which powers of two are odd in number in the values, and what that means.
fn parity(game: &Octal, at: &HeapSizes, heaps: &[(usize, u64)], limits: &Limits) -> Result<HeapReason, Stop> {
    let xor: u64 = game.grundy(at, limits)?.iter().fold(0, |xor, &v| xor ^ u64::from(v));
    let text = match (xor, heaps.len()) {
        (0, 1) => "No move from it leaves the value 0: two heaps left by a split count as the XOR of theirs.".to_owned(),
        (0, _) => "Each power of 2 in them comes an even number of times: the XOR is 0. Any move changes one heap and spoils that.".to_owned(),
        (_, 1) => "So some move leaves the value 0, from where every move can be answered. Heaps left by a split count as their XOR.".to_owned(),
        _ => fitting([
            format!("The {} come an odd number of times (XOR {xor}). Whoever leaves every power an even number of times wins.", columns_of(xor)),
            format!("The XOR is {xor}. Whoever leaves each power of 2 an even number of times wins."),
        ]),
    };
    Ok(Reason::new(text).using(&[Word::Xor]))
}

/// What the heaps count for where the misère quotient decides, and what that makes of the whole.
fn elements(heaps: &[(usize, u64)], found: &ByElements) -> [HeapReason; 2] {
    let scope = if found.all_heaps { "" } else { " (proved for heaps of this size)" };
    let worth: Vec<String> = heaps.iter().map(|(i, _)| found.heaps[*i].to_string()).collect();
    let rule = format!("Misère: a heap of this code counts for one of {} elements{scope}.", found.order);
    let count = if heaps.len() == 1 { "counts" } else { "count" };
    let parts = fitting([
        format!("{rule} Here {} {count} for {}.", named(heaps), and(&worth)),
        format!("{rule} Here the {} heaps count for {}.", heaps.len(), and(&worth)),
        format!("{rule} Here there are {} heaps.", heaps.len()),
    ]);
    let first = found.order - found.losing;
    let loses = usize::from(found.whole) >= first;
    let losing = if found.losing == 1 { format!("{first}") } else { format!("{first} and higher ones") };
    let whole = match heaps.len() {
        1 => format!(
            "A sum counts for the product, which a table tells; {losing} lose. Here it is {}",
            found.whole
        ),
        _ => format!("By the table of their products they make {}, and {losing} lose", found.whole),
    };
    let verdict = match loses {
        true => "this loses: every move leaves an element that wins.",
        false => "this wins: some move leaves an element that loses.",
    };
    [
        Reason::new(parts).using(&[Word::Misere, Word::MisereQuotient]),
        Reason::new(format!("{whole}: {verdict}")).using(&[Word::MisereQuotient]),
    ]
}

/// What the search found where no rule is known.
fn searched(
    game: &Octal,
    at: &HeapSizes,
    heaps: &[(usize, u64)],
    proved: &Proved<'_, HeapMove>,
) -> HeapReason {
    let moves = game.count_moves(at).unwrap_or(0);
    let found = match proved.value.outcome {
        _ if moves == 1 => format!(
            "There is 1 move; it leaves a {} position",
            match proved.value.outcome {
                Outcome::Win => "lost",
                _ => "won",
            }
        ),
        Outcome::Win if proved.winning_count == 1 => "1 leaves a lost position".to_owned(),
        Outcome::Win => format!("{} leave a lost position", proved.winning_count),
        _ => "none leaves a lost position".to_owned(),
    };
    let found = match moves {
        1 => found,
        _ => format!("Of {} {found}", counted(moves, "move", "moves")),
    };
    let which = if heaps.len() == 1 { "heap" } else { "heaps" };
    let heaps = named(heaps);
    Reason::new(fitting([
        format!("Misère: no rule is known for this code, so all play from the {which} {heaps} was searched. {found}."),
        format!("Misère: no rule is known for this code, so all play was searched. {found}."),
    ]))
    .using(&[Word::Misere])
}

/// The heap in which the win is.
fn place(
    game: &Octal,
    at: &HeapSizes,
    m: &HeapMove,
    winning: u64,
    limits: &Limits,
) -> Result<HeapReason, Stop> {
    let number = m.heap + 1;
    let size = at[m.heap];
    let text = match game.method() {
        Method::Values => {
            let values = game.grundy(at, limits)?;
            let value = values[m.heap];
            let wanted = values.iter().fold(value, |xor, v| xor ^ v);
            format!(
                "Heap {number} of {size}, worth {value}, can become worth {wanted}, as much as the others together."
            )
        }
        Method::Kayles | Method::Search if winning == 1 => {
            format!("The winning move is in heap {number}, that of {size}.")
        }
        Method::Kayles | Method::Search => {
            format!("One of the winning moves is in heap {number}, that of {size}.")
        }
    };
    let words: &[Word] = if game.method() == Method::Values { &[Word::Worth] } else { &[] };
    Ok(Reason::new(text)
        .using(words)
        .revealing(Reveals::Where)
        .claiming(Claim::Outcome(at.clone(), Outcome::Win))
        .about(stones(group(m.heap), 1, size)))
}

/// How many stones are to be taken of the only heap.
fn taking(game: &Octal, at: &HeapSizes, m: &HeapMove) -> HeapReason {
    let size = at[m.heap];
    let stones_taken = counted(m.amount, "stone", "stones");
    let text = match (m.amount == size, m.split) {
        (true, _) => format!("The heap of {size} is small enough for one move to end the game."),
        (_, Some(_)) => format!("Look at the splits: taking {stones_taken} out of the middle can win."),
        (_, None) => format!("Look at what is left when {stones_taken} are taken and nothing is split.")
            .replace("1 stone are", "1 stone is"),
    };
    let _ = game;
    Reason::new(text)
        .revealing(Reveals::Where)
        .claiming(Claim::Outcome(at.clone(), Outcome::Win))
        .about(stones(group(m.heap), 1, size))
}

fn winning_text(game: &Octal, at: &HeapSizes, m: &HeapMove, limits: &Limits) -> Result<String, Stop> {
    let to = game.play(at, m);
    let text = game.move_text(at, m);
    let left = live(game, &to);
    let leaves = format!("{text} leaves {}", named(&left));
    let sorted = game.canonical(&to);
    let paired = sorted.len().is_multiple_of(2) && sorted.chunks(2).all(|two| two.first() == two.last());
    Ok(match game.method() {
        _ if left.is_empty() => format!("{text} is the last move, and wins."),
        Method::Values if paired && left.len() == 2 => {
            format!("{leaves}, two equal heaps: then copy every move in the other one.")
        }
        Method::Values if paired => fitting([
            format!("{leaves}, equal in pairs: then copy every move in the other of a pair."),
            format!("{text} leaves heaps equal in pairs: then copy every move in the other of a pair."),
        ]),
        Method::Values => {
            let sizes: Vec<u64> = left.iter().map(|h| h.1).collect();
            let values = game.grundy(&sizes, limits)?;
            let plain = and(&values.iter().map(u32::to_string).collect::<Vec<_>>());
            match left.len() {
                1 => format!("{leaves}, worth 0: from there every move can be answered."),
                n if n <= WRITTEN => fitting([
                    format!("{leaves}, worth {plain}: each power of 2 comes an even number of times."),
                    format!("{text} leaves values with the XOR 0."),
                ]),
                _ => format!("{text} leaves values with the XOR 0."),
            }
        }
        Method::Kayles | Method::Search => {
            let moves = game.count_moves(&to);
            fitting([
                match moves {
                    Some(1) => format!("{leaves}, where the other has one move, and it loses."),
                    Some(n) => {
                        format!("{leaves}, where each of the {n} moves can be answered or is the last one.")
                    }
                    None => format!("{leaves}, where each move can be answered."),
                },
                format!("{text} leaves heaps that lose for who has to move."),
            ])
        }
    })
}

pub(super) fn figure(game: &Octal, at: &HeapSizes, limits: &Limits) -> Result<Figure, Stop> {
    if game.method() == Method::Search {
        return Ok(Figure::default());
    }
    let heaps = live(game, at);
    let sizes: Vec<u64> = heaps.iter().map(|h| h.1).collect();
    let values = game.grundy(&sizes, limits)?;
    let rows = heaps.iter().zip(&values).map(|(&(i, _), &v)| (format!("heap {}", i + 1), v.into())).collect();
    let marks = heaps
        .iter()
        .zip(&values)
        .map(|(&(i, size), v)| FigureMark::Value { places: stones(group(i), 1, size), text: v.to_string() });
    Ok(Figure {
        columns: (heaps.len() > 1).then(|| Columns::of(rows)),
        marks: marks.collect(),
        values: "* and a number at a heap: its worth",
        ..Figure::default()
    })
}
