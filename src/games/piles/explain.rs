//! Why piles are won or lost: the rule of a single pile; of several the powers of two in their values, each of which must
//! be left an even number of times; and the pile that can see to it.

use super::{PileGame, PileMove, PileRules, group};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{and, answered, by_moving, columns_of, counted, fitting, powers_of_two, stones};
use crate::rules::{Claim, Limits, Notation, Outcome, Reason, Reveals, Rules, Stop, Word};
use crate::solve::tame::Genus;

/// The most piles that are written out.
const WRITTEN: usize = 6;

/// What is left after every good move, in a few words.
const EVEN: &str = "every power of 2 comes an even number of times";

/// A position with the values of its piles.
pub(super) struct ValuedPiles<'a, K> {
    game: &'a PileGame<K>,
    at: &'a Vec<u64>,
    pub(super) values: Vec<u64>,
    /// The piles that allow a move, from 0.
    pub(super) live: Vec<usize>,
    whole: Genus,
}

type PileReason = Reason<Vec<u64>, PileMove>;

impl<'a, K: PileRules> ValuedPiles<'a, K> {
    pub(super) fn new(game: &'a PileGame<K>, at: &'a Vec<u64>, limits: &Limits) -> Result<Self, Stop> {
        limits.check()?;
        let values = at.iter().map(|&n| game.kind.value(n, limits)).collect::<Result<Vec<u64>, Stop>>()?;
        let live = (0..at.len()).filter(|&i| game.kind.next(at[i], 0).is_some()).collect();
        let whole = values.iter().map(|&v| Genus::pile(v)).sum();
        Ok(ValuedPiles { game, at, values, live, whole })
    }

    fn misere(&self) -> bool {
        self.game.convention.is_misere()
    }

    /// What is claimed of the position itself: its Grundy value where that means something.
    fn itself(&self, proved: &Proved<'_, PileMove>) -> Claim<Vec<u64>, PileMove> {
        match proved.value.grundy {
            Some(value) => Claim::Grundy(self.at.clone(), value),
            None => Claim::Outcome(self.at.clone(), proved.value.outcome),
        }
    }

    fn outcome(&self, proved: &Proved<'_, PileMove>) -> Claim<Vec<u64>, PileMove> {
        Claim::Outcome(self.at.clone(), proved.value.outcome)
    }

    /// The sizes of the piles that allow a move: `3, 5 and 7`; `None` where they are too many.
    fn sizes(&self) -> Option<String> {
        let sizes: Vec<String> = self.live.iter().map(|&i| self.at[i].to_string()).collect();
        (sizes.len() <= WRITTEN).then(|| and(&sizes))
    }

    /// Only single stones are left, each of which is one move.
    fn single_stones(&self) -> bool {
        K::WORTH_ITSELF && self.live.iter().all(|&i| self.at[i] == 1)
    }

    /// Whether the game is about single values of 0 and 1 in misère play.
    fn small_misere(&self) -> bool {
        self.misere() && !self.whole.firm
    }

    fn ones(&self) -> u64 {
        self.values.iter().filter(|&&v| v == 1).count() as u64
    }
}

pub(super) fn reasons<K: PileRules>(
    game: &PileGame<K>,
    at: &Vec<u64>,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> Result<GameReasons<PileGame<K>>, Stop> {
    if game.is_over(at) {
        let empty = at.iter().all(|&n| n == 0);
        let what = if empty { "No stone is left" } else { "No pile allows a move" };
        return Ok(vec![Reason::ended(what, at.clone(), game.convention)]);
    }
    let valued = ValuedPiles::new(game, at, limits)?;
    match valued.live[..] {
        [only] => single(&valued, only, proved, limits),
        _ => several(&valued, proved, limits),
    }
}

/// One pile that allows a move.
fn single<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    pile: usize,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> Result<Vec<PileReason>, Stop> {
    let (game, at) = (valued.game, valued.at);
    let loser = u64::from(valued.misere());
    let (size, value) = (at[pile], valued.values[pile]);
    let described = game.kind.described(size, value);
    let rule = game.kind.single(size, loser, limits)?;
    let mut reasons = vec![
        Reason::new(format!("One pile can be taken from: {described}.")).claiming(valued.itself(proved)),
        Reason::new(rule.losing).using(rule.words).claiming(valued.outcome(proved)),
    ];
    if valued.misere() {
        reasons[1] = reasons[1].clone().using(&[Word::Misere]);
    }
    let leaves = |to: &Vec<u64>| -> String {
        let left = to[pile];
        match game.kind.value(left, limits) {
            _ if game.is_over(to) => "ends the game".to_owned(),
            Ok(value) => format!("leaves {}", game.kind.described(left, value)),
            Err(_) => format!("leaves {left}"),
        }
    };
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => {
            let to = game.play(at, m);
            let text = game.move_text(at, m);
            let short = format!("{text} {}", leaves(&to));
            let text = match game.kind.pairing(to[pile], loser) {
                _ if game.is_over(&to) => format!("{text} is the last move, and wins."),
                _ if game.next_is_last(&to) => format!("{short}: the other has to make the last move."),
                Some(pairing) => fitting([format!("{short}; then {pairing}."), format!("{short}.")]),
                None => format!("{short}, from where the other cannot reach a losing pile."),
            };
            let place = match game.is_over(&to) {
                true => format!("One take from this pile of {size} can end the game."),
                false => format!("One of the sizes that a take from {size} can leave is such a losing one."),
            };
            reasons.push(
                Reason::new(place).revealing(Reveals::Where).claiming(valued.outcome(proved)).about(stones(
                    group(pile),
                    1,
                    size,
                )),
            );
            reasons.push(by_moving(game, at, m, text));
        }
        _ => {
            reasons.push(answered(game, at, proved, limits, leaves)?);
        }
    }
    Ok(reasons)
}

/// Two and more piles that allow a move.
fn several<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> Result<Vec<PileReason>, Stop> {
    let (game, at) = (valued.game, valued.at);
    let mut reasons = Vec::new();
    let won = proved.value.outcome == Outcome::Win;
    let pair = match valued.live[..] {
        [a, b] if !valued.misere() => Some((at[a], at[b])),
        _ => None,
    };
    match pair {
        Some((a, b)) if a == b => reasons.push(
            Reason::new(format!(
                "Two equal piles of {a}: whatever is taken from one, the other player takes from the other."
            ))
            .claiming(valued.itself(proved)),
        ),
        Some((a, b)) if K::WORTH_ITSELF => reasons.push(
            Reason::new(format!(
                "Two piles of {a} and {b}. Equal ones would lose for who has to move: each take can be copied."
            ))
            .claiming(valued.outcome(proved)),
        ),
        _ => {}
    }
    if valued.single_stones() && valued.misere() {
        reasons.push(single_stones(valued, proved));
    } else {
        reasons.push(values(valued, proved));
        if !K::WORTH_ITSELF {
            let worth = "A pile is worth the least number 0, 1, 2, ... that no take from it leaves: it acts like a pile of \
                         Nim of that size.";
            reasons.push(Reason::new(worth).claiming(valued.outcome(proved)));
        }
        // With values of 0 and 1 alone misère play turns the rule of the powers round: it would only mislead.
        if !valued.small_misere() {
            reasons.push(parity(valued, proved));
            if valued.whole.value != 0 && flips(valued) {
                reasons.push(flip(valued, proved));
            }
        }
        if valued.misere() {
            reasons.push(misere_case(valued, proved));
        }
    }
    match (won, proved.best) {
        (true, Some(m)) => {
            if !valued.single_stones() {
                reasons.push(place(valued, m, limits)?);
            }
            let text = winning_text(valued, m, pair, limits)?;
            reasons.push(by_moving(game, at, m, text));
        }
        _ => {
            reasons.push(answered(game, at, proved, limits, |to| match ValuedPiles::new(game, to, limits) {
                Ok(after) => leaves(&after),
                Err(_) => "mends it".to_owned(),
            })?)
        }
    }
    Ok(reasons)
}

/// Single stones in misère play: their number is everything.
fn single_stones<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let n = valued.live.len();
    let parity = if n % 2 == 1 { "odd" } else { "even" };
    let last = if n % 2 == 1 {
        "whoever moves now takes the last one, and that loses"
    } else {
        "the other takes the last one, and loses"
    };
    Reason::new(format!("Only {n} single stones are left, an {parity} number. Each move takes one: {last}."))
        .claiming(valued.outcome(proved))
}

/// A number and the powers of two in it, where they are several: `5 = 4+1`.
fn split(v: u64) -> String {
    if v.count_ones() < 2 { v.to_string() } else { format!("{v} = {}", powers_of_two(v)) }
}

/// What each pile is worth, in powers of two.
fn values<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let by = game_formula(valued);
    let count = valued.live.len();
    let lists = valued.sizes().map(|sizes| {
        let of = |f: &dyn Fn(u64) -> String| -> String {
            and(&valued.live.iter().map(|&i| f(valued.values[i])).collect::<Vec<_>>())
        };
        (sizes, of(&split), of(&|v| v.to_string()))
    });
    let xor = valued.whole.value;
    let all: Vec<String> = valued.live.iter().map(|&i| valued.at[i].to_string()).collect();
    let general = fitting([
        format!("The values{by} of the piles {} have the XOR {xor}.", and(&all)),
        format!("{count} piles{by}, whose values have the XOR {xor}."),
    ]);
    let text = match lists {
        Some((_, split, _)) if K::WORTH_ITSELF => {
            fitting([format!("The piles as sums of 1, 2, 4, 8 and so on: {split}."), general])
        }
        Some((sizes, split, plain)) => fitting([
            format!("The piles {sizes} are worth {split}{by}."),
            format!("The piles {sizes} are worth {plain}{by}."),
            format!("The piles are worth {plain}{by}."),
            general,
        ]),
        None => general,
    };
    let reason = Reason::new(text).claiming(valued.itself(proved)).using(&[Word::Xor]);
    let single = |reason: PileReason, i: &usize| {
        reason.claiming(Claim::Grundy(vec![valued.at[*i]], valued.values[*i]))
    };
    match proved.value.grundy {
        Some(_) => valued.live.iter().take(WRITTEN).fold(reason, single),
        None => reason,
    }
}

fn game_formula<K: PileRules>(valued: &ValuedPiles<'_, K>) -> String {
    valued.game.kind.formula().map_or(String::new(), |f| format!(" ({f})"))
}

/// Which powers are odd in number.
fn parity<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let xor = valued.whole.value;
    let text = match xor {
        0 => "Each of these powers of 2 comes an even number of times: the XOR is 0. Any move changes one pile and spoils that.".to_owned(),
        // What is to be left in misère play is said by the case that follows.
        _ if valued.misere() => fitting([
            format!("Odd in number: the {} (the XOR is {xor}).", columns_of(xor)),
            format!("Not every power of 2 comes an even number of times: the XOR is {xor}."),
        ]),
        _ => fitting([
            format!("The {} come an odd number of times (XOR {xor}). Whoever leaves every power an even number of times wins.", columns_of(xor)),
            format!("Not every power of 2 comes an even number of times: the XOR is {xor}. Whoever leaves them so wins."),
        ]),
    };
    Reason::new(text).using(&[Word::Xor]).claiming(valued.itself(proved))
}

/// Whether it is said before any hint how the new size of a pile is found: two piles are made equal, and in misère play
/// another rule may decide.
fn flips<K: PileRules>(valued: &ValuedPiles<'_, K>) -> bool {
    !(valued.misere() || K::WORTH_ITSELF && valued.live.len() == 2)
}

/// The powers of two in one number: `2 and 1`.
fn ones_of(n: u64) -> String {
    let powers: Vec<String> =
        (0..64).rev().map(|bit| 1u64 << bit).filter(|p| n & p != 0).map(|p| p.to_string()).collect();
    and(&powers)
}

/// A power of two with its article: `a 4`, `an 8`.
fn an(power: u64) -> String {
    let article = if power.to_string().starts_with('8') { "an" } else { "a" };
    format!("{article} {power}")
}

/// How the new size of a pile is found, whichever pile it will be.
fn flip<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let odd = valued.whole.value;
    let top = 1u64 << (63 - odd.leading_zeros().min(63));
    let what = if K::WORTH_ITSELF { "size" } else { "worth" };
    let (alone, top) = (odd == top, an(top));
    let text = match alone {
        true => format!(
            "How: choose a pile with {top} in its sum and strike that out: what is left of the sum is its new {what}."
        ),
        false => fitting([
            format!(
                "How: choose a pile with {top}, the largest: it must shrink. In its sum, of {} strike out what it has, put in \
                 what it has not: its new {what}.",
                ones_of(odd)
            ),
            format!(
                "How: choose a pile with the largest odd power: it must shrink. Of the odd ones strike out those it has, add \
                 those it has not: its new {what}."
            ),
        ]),
    };
    Reason::new(text).claiming(valued.itself(proved))
}

/// Which case of misère play decides.
fn misere_case<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let text = match (valued.whole.firm, valued.ones()) {
        (true, _) if K::WORTH_ITSELF => {
            "Misère: while a pile of 2 or more is there, even numbers are still what to leave; with single stones alone, an odd number.".to_owned()
        }
        (true, _) => {
            "Misère: while a pile worth 2 or more is there, even numbers are still what to leave; with 0s and 1s alone, an odd number of 1s.".to_owned()
        }
        (false, ones) => format!(
            "Misère, and no pile is worth more than 1: then an odd number of 1s loses. Here {} worth 1.",
            match ones {
                0 => "no pile is".to_owned(),
                1 => "1 pile is".to_owned(),
                _ => format!("{ones} piles are"),
            }
        ),
    };
    Reason::new(text).using(&[Word::Misere]).claiming(valued.outcome(proved))
}

/// The pile in which the win is.
fn place<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    m: &PileMove,
    limits: &Limits,
) -> Result<PileReason, Stop> {
    let to = valued.game.play(valued.at, m);
    let after = ValuedPiles::new(valued.game, &to, limits)?;
    let (number, value) = (m.pile + 1, valued.values[m.pile]);
    let top = 1u64.checked_shl(63 - valued.whole.value.leading_zeros().min(63)).unwrap_or(1);
    let text = match () {
        () if valued.misere() && valued.whole.firm && !after.whole.firm => format!(
            "Pile {number} is the only one of value 2 or more: who cuts it down chooses how many 1s are left."
        ),
        () if valued.small_misere() => {
            format!("Pile {number} is worth {value}, and a move there changes how many piles are worth 1.")
        }
        () if value & top != 0 => {
            let top = an(top);
            let parts = if K::WORTH_ITSELF { split(value) } else { format!("worth {}", split(value)) };
            let flip = format!(
                "Pile {number} ({parts}) has {top}, the largest power that comes an odd number of times"
            );
            // Where that has not been said yet.
            let how = match flips(valued) {
                true => String::new(),
                false if valued.whole.value.count_ones() == 1 => ": drop it".to_owned(),
                false => {
                    format!(": of {} drop those in its sum, add the others", ones_of(valued.whole.value))
                }
            };
            fitting([
                format!("{flip}{how}."),
                format!("{flip}."),
                format!("Pile {number} has {top}, the largest odd power."),
            ])
        }
        () => format!(
            "Pile {number} is worth {value} and can become worth {}, the XOR of the other piles.",
            valued.whole.value ^ value
        ),
    };
    let places = stones(group(m.pile), 1, valued.at[m.pile]);
    Ok(Reason::new(text)
        .revealing(Reveals::Where)
        .claiming(Claim::Outcome(valued.at.clone(), Outcome::Win))
        .about(places))
}

fn winning_text<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    m: &PileMove,
    pair: Option<(u64, u64)>,
    limits: &Limits,
) -> Result<String, Stop> {
    let game = valued.game;
    let to = game.play(valued.at, m);
    let after = ValuedPiles::new(game, &to, limits)?;
    let text = game.move_text(valued.at, m);
    if game.is_over(&to) {
        return Ok(format!("{text} is the last move, and wins."));
    }
    if K::WORTH_ITSELF && pair.is_some() && after.live.len() == 2 {
        return Ok(format!(
            "{text} makes both piles {}; then copy every move in the other pile.",
            to[m.pile]
        ));
    }
    let left = match (after.sizes(), after.live.len()) {
        (Some(one), 1) => format!("a pile of {one}"),
        (Some(sizes), _) => sizes,
        (None, n) => format!("{n} piles"),
    };
    let leaves = format!("{text} leaves {left}");
    let values: Vec<String> = after.live.iter().map(|&i| after.values[i].to_string()).collect();
    let now = match K::WORTH_ITSELF {
        true => {
            format!("turns pile {}, {}, into {}", m.pile + 1, split(valued.at[m.pile]), split(to[m.pile]))
        }
        false => format!("makes pile {} worth {}", m.pile + 1, after.values[m.pile]),
    };
    Ok(match after.small_misere() {
        true if after.single_stones() => fitting([
            format!("{leaves}: an odd number of single stones, so that the other takes the last one."),
            format!("{text} leaves an odd number of single stones: the other takes the last one."),
        ]),
        true => fitting([
            format!("{leaves}, worth {}: an odd number of 1s, which loses in misère play.", and(&values)),
            format!("{text} leaves an odd number of piles worth 1 and none worth more."),
        ]),
        false if K::WORTH_ITSELF => fitting([
            format!("{text} {now}: now {EVEN}. Left are {left}."),
            format!("{text} {now}: now {EVEN}."),
            format!("{text} makes the XOR 0: now {EVEN}."),
        ]),
        false if values.len() == 1 => format!("{text} {now}: what is left is one pile, worth 0."),
        false if values.len() <= WRITTEN => fitting([
            format!("{text} {now}: the values {} have the XOR 0, where {EVEN}.", and(&values)),
            format!("{text} {now}: now {EVEN}."),
        ]),
        false => format!("{text} {now}: now {EVEN}."),
    })
}

/// What an answer leaves, behind `which`.
fn leaves<K: PileRules>(after: &ValuedPiles<'_, K>) -> String {
    match (after.sizes(), after.small_misere()) {
        _ if after.live.is_empty() => "ends the game".to_owned(),
        (Some(sizes), true) if after.single_stones() => format!("leaves {sizes}, an odd number of stones"),
        (_, true) => format!("leaves an odd number of 1s, {}", counted(after.ones(), "pile", "piles")),
        (Some(sizes), false) => format!("leaves {sizes}, all even again"),
        (None, false) => "makes all even again".to_owned(),
    }
}
