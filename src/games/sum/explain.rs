//! Why a sum is won or lost: what each part is worth, what they come to, and which part has to change into what.

use super::Sum;
use super::product::SumProduct;
use crate::erased::{AnyPosition, Choice, with_word};
use crate::games::reasons::{LONGEST, and, fitting};
use crate::rules::{
    Claim, Columns, Convention, Figure, FigureMark, Limits, Outcome, Reason, ReasonText, Reveals, Site, Stop,
    Word, nearest,
};
use crate::solve::kayles::Runs;
use crate::solve::quotient::Element;
use crate::solve::sums::{OtherParts, Summand};
use crate::solve::tame::Genus;

/// More parts than this are not named one by one in a sentence.
const NAMED: usize = 6;
/// A longer list of values is left to the figure.
const LISTED: usize = 60;
/// How many moves of a part are asked where they are, to find its places on the board.
const PLACED: usize = 200;

/// What is proved of a sum when its reasons are made.
pub(super) struct SumFacts<'a> {
    pub(super) outcome: Outcome,
    /// The parts added up, where a theorem adds them.
    pub(super) theorem: Option<&'a OtherParts>,
    /// The parts multiplied, where a quotient does.
    pub(super) product: Option<&'a SumProduct>,
    /// The parts' Grundy values, where they are known.
    pub(super) nimbers: &'a [Option<u64>],
    pub(super) best: Option<&'a Choice>,
    /// What wins against the longest resistance.
    pub(super) answer: Option<&'a str>,
    pub(super) winning_count: u128,
}

impl SumFacts<'_> {
    /// The parts' values, where all are known and mean something in this convention.
    fn values(&self, convention: Convention) -> Option<Vec<u64>> {
        let added = match (convention, self.theorem.and_then(OtherParts::together)) {
            (Convention::Normal, _) => true,
            (Convention::Misere, Some(Summand::Tame(_))) => true,
            (Convention::Misere, Some(Summand::Kayles(runs))) => runs.has_ordinary(),
            (Convention::Misere, _) => false,
        };
        if added { self.nimbers.iter().copied().collect() } else { None }
    }
}

/// The ID of one part alone in normal play, where Grundy values belong.
fn part_in_normal_play(part: &dyn AnyPosition) -> String {
    with_word(Some(Convention::Normal), part.info().default, &part.part_id())
}

/// The same of the whole sum.
fn whole_in_normal_play(sum: &Sum) -> String {
    with_word(Some(Convention::Normal), sum.info().default, &sum.part_id())
}

/// The reasons, one to six.
pub(super) fn reasons(sum: &Sum, known: &SumFacts<'_>, limits: &Limits) -> Result<Vec<ReasonText>, Stop> {
    let here = Claim::Outcome(sum.id(), known.outcome);
    let Some(best) = known.best else {
        let text = match sum.convention {
            Convention::Normal => "No part has a move left: who moved last has won.",
            Convention::Misere => "No part has a move left: who moved last has lost.",
        };
        return Ok(vec![Reason::new(text).claiming(here)]);
    };
    let mut reasons = Vec::new();
    let values = known.values(sum.convention);
    if let Some(values) = &values {
        reasons.push(added(sum, values));
    }
    reasons.extend(rule(sum, known, &here));
    if known.outcome == Outcome::Win {
        if values.is_some() {
            reasons.extend(how_many(sum, known, &here));
        }
        // Between stone rows the XOR does not tell every move.
        let tell = !matches!(known.theorem.and_then(OtherParts::together), Some(Summand::Kayles(_)))
            || sum.convention == Convention::Normal;
        reasons.extend(way(sum, known, best, values.as_deref().filter(|_| tell), limits)?);
    } else {
        reasons.extend(resistance(sum, known, best, limits)?);
    }
    Ok(reasons)
}

/// What the parts are worth and what that comes to.
fn added(sum: &Sum, values: &[u64]) -> ReasonText {
    let xor = values.iter().fold(0, |xor, v| xor ^ v);
    let texts: Vec<String> = values.iter().map(u64::to_string).collect();
    let listed = match texts.split_last() {
        Some((last, others)) if texts.len() <= NAMED && texts.concat().len() <= LISTED => {
            format!("The parts' Grundy values are {} and {last}", others.join(", "))
        }
        _ => format!("Each of the {} parts has a Grundy value (see the columns)", texts.len()),
    };
    let verdict = match (sum.convention, xor) {
        (Convention::Normal, 0) => ": whoever moves now loses.",
        (Convention::Normal, _) => ": leave 0 to win.",
        (Convention::Misere, _) => ".",
    };
    let named: Vec<String> = (sum.parts.iter().zip(values).take(NAMED))
        .map(|(part, value)| format!("{} is worth {value}", part.part_id()))
        .collect();
    let short = format!("{listed}; their XOR is {xor}{verdict}");
    let text = match values.len() <= NAMED {
        true => {
            fitting([format!("{}. The XOR of these Grundy values is {xor}{verdict}", and(&named)), short])
        }
        false => short,
    };
    let mut reason = Reason::new(text)
        .using(&[Word::Worth, Word::Grundy, Word::Xor])
        .claiming(Claim::Grundy(whole_in_normal_play(sum), xor));
    for (part, value) in sum.parts.iter().zip(values) {
        reason = reason.claiming(Claim::Grundy(part_in_normal_play(part.as_ref()), *value));
    }
    reason
}

/// The rule that turns the values, or what else is known of the parts, into a verdict.
fn rule(sum: &Sum, known: &SumFacts<'_>, here: &Claim<String, String>) -> Option<ReasonText> {
    let verdict = if known.outcome == Outcome::Win { "wins" } else { "loses" };
    let (text, words): (String, &[Word]) = match (sum.convention, known.theorem.and_then(OtherParts::together)) {
        (Convention::Normal, _) if known.outcome == Outcome::Win => return None,
        (Convention::Normal, _) => (
            "A move changes the value of one part, so the XOR is not 0 after it; and then some answer makes it 0 again."
                .to_owned(),
            &[Word::Xor],
        ),
        (Convention::Misere, Some(Summand::Tame(Genus { firm: true, .. }))) => (
            format!(
                "The last move loses, but a part still has a value of 2 or more in it: so far XOR 0 loses, as usual. \
                 The player to move {verdict}."
            ),
            &[Word::Xor],
        ),
        (Convention::Misere, Some(Summand::Tame(Genus { firm: false, .. }))) => (
            format!(
                "Each part now plays like one stone or none, and the last move loses: XOR 1 loses, XOR 0 wins. \
                 The player to move {verdict}."
            ),
            &[Word::Xor],
        ),
        (Convention::Misere, Some(Summand::Kayles(runs))) => (kayles(runs, verdict), &[Word::Xor]),
        (Convention::Misere, _) => match known.product {
            Some(product) => (multiplied(product, verdict), &[Word::Misere, Word::MisereQuotient]),
            None => {
                let parts: Vec<String> = sum.parts.iter().take(NAMED).map(|part| part.part_id()).collect();
                let searched = |what: &str| {
                    format!(
                        "No rule is known that adds {what} when the last move loses: all that can follow was searched. \
                         The player to move {verdict}."
                    )
                };
                let all = if sum.parts.len() <= NAMED { and(&parts) } else { "these parts".to_owned() };
                (fitting([searched(&all), searched("these parts")]), &[])
            }
        },
    };
    Some(Reason::new(text).using(words).claiming(here.clone()))
}

/// What the parts are in the quotient, and what that comes to.
fn multiplied(product: &SumProduct, verdict: &str) -> String {
    let quotient = product.whole.found().quotient();
    let numbers = quotient.losing_last();
    let number = |element: Element| numbers[usize::from(element)];
    let (order, whole) = (quotient.order(), number(product.together()));
    let losing = quotient.elements().filter(|&e| quotient.loses(e)).count();
    let parts: Vec<String> = product.elements.iter().map(|&e| number(e).to_string()).collect();
    let tells = format!("Of its {order} elements the last {losing} lose. The player to move {verdict}.");
    fitting([
        format!(
            "In the misère quotient of these heaps the parts are the elements {}, the sum is {whole}. {tells}",
            and(&parts)
        ),
        format!("In the misère quotient of these heaps the sum is element {whole}. {tells}"),
    ])
}

/// The misère rule of stone rows, as far as it decides these runs.
fn kayles(runs: &Runs, verdict: &str) -> String {
    if runs.has_ordinary() {
        return format!(
            "Rows of stones add by XOR here too, as a run is not 1, 4, 5, 9, 12, 17, 20 or 25 long: XOR 0 loses. \
             The player to move {verdict}."
        );
    }
    let short = |n: u64| n == 1 || n == 4;
    if runs.special().all(|(n, _)| short(n) || n == 5) {
        let count: u64 = runs.special().filter(|(n, _)| short(*n)).map(|(_, count)| count).sum();
        return format!(
            "All runs are 1, 4 or 5 stones long. Then only those of 1 and 4 count: {count} of them, and an odd number \
             loses. The player to move {verdict}."
        );
    }
    format!(
        "All runs are 1, 4, 5, 9, 12, 17, 20 or 25 stones long: the lengths for which the last move losing makes a \
         difference. The player to move {verdict}."
    )
}

/// How many moves win.
fn how_many(sum: &Sum, known: &SumFacts<'_>, here: &Claim<String, String>) -> Option<ReasonText> {
    let text = match (sum.count_moves()?, known.winning_count) {
        (1, _) => "There is 1 move, and it wins.".to_owned(),
        (moves, 1) => format!("Only 1 of the {moves} moves wins."),
        (moves, count) if u128::from(moves) == count => format!("Each of the {moves} moves wins."),
        (moves, count) => format!("{count} of the {moves} moves win, the others lose."),
    };
    Some(Reason::new(text).claiming(here.clone()))
}

/// Won: the part to look at, and the move.
fn way(
    sum: &Sum,
    known: &SumFacts<'_>,
    best: &Choice,
    values: Option<&[u64]>,
    limits: &Limits,
) -> Result<Vec<ReasonText>, Stop> {
    let (part, within) = sum.split(&best.text).map_err(|_| super::out_of_step())?;
    let mut after = sum.clone();
    after.play(&best.text).map_err(|_| super::out_of_step())?;
    let worth = match after.parts[part].part().and_then(|p| p.summand(limits)).map(|s| s.nimber()) {
        Err(stop @ Stop::Interrupted(_)) => return Err(stop),
        worth => worth.ok().flatten(),
    };
    let mut claims = vec![Claim::Move(best.text.clone(), Outcome::Win)];
    let (place, mut text) = match (values, worth) {
        (Some(values), Some(to)) => {
            claims.push(Claim::Grundy(part_in_normal_play(after.parts[part].as_ref()), to));
            let (place, text) = by_value(sum, best, values, part, to);
            (Some(place), text)
        }
        _ => {
            let text = format!("{} wins: the sum that it leaves loses for whoever moves there.", best.text);
            (by_count(sum, known, part), text)
        }
    };
    if text.chars().count() > LONGEST {
        text = format!("The way to win is {within} in part {}.", part + 1);
    }
    if best.to.is_some() {
        claims.push(Claim::Outcome(after.id(), Outcome::Loss));
    }
    let mut last = Reason::new(text).revealing(Reveals::Move).about(best.sites.iter().copied());
    last.words.extend([Word::Worth, Word::Xor]);
    last.claims = claims;
    let here = Claim::Outcome(sum.id(), known.outcome);
    let place = place.map(|reason| reason.claiming(here).revealing(Reveals::Where));
    Ok(place.into_iter().chain([last]).collect())
}

/// The part to look at by its value and the value that it can get, and what the move does by them.
fn by_value(sum: &Sum, best: &Choice, values: &[u64], part: usize, to: u64) -> (ReasonText, String) {
    let (from, number, text) = (values[part], part + 1, &best.text);
    let others = values.iter().fold(from, |xor, v| xor ^ v);
    let target = match to == others {
        true => "the XOR of all other parts.",
        false => "one off the XOR of the others: what loses once only single stones are left.",
    };
    let place = format!("Look at part {number}: it is worth {from} and can become {to}, {target}");
    let deed = match (to == others, sum.convention) {
        (true, Convention::Normal) => format!(
            "{text} makes part {number} worth {to}: the XOR is 0 now, and every move is answered by making it 0 again."
        ),
        (true, Convention::Misere) => {
            format!("{text} makes part {number} worth {to}, and the XOR is 0 for the other.")
        }
        (false, _) => format!(
            "{text} makes part {number} worth {to}: the parts now play like an odd number of single stones, and the \
             other takes the last."
        ),
    };
    (Reason::new(place).using(&[Word::Worth, Word::Xor]), deed)
}

/// The part to look at, among so many moves.
fn by_count(sum: &Sum, known: &SumFacts<'_>, part: usize) -> Option<ReasonText> {
    let (moves, number) = (sum.count_moves()?, part + 1);
    Some(Reason::new(match known.winning_count {
        1 => format!("Of {moves} moves exactly one wins. It is in part {number}."),
        count => format!("Of {moves} moves {count} win; the best one is in part {number}."),
    }))
}

/// Lost: that every move has its answer, and what answers the longest resistance.
fn resistance(
    sum: &Sum,
    known: &SumFacts<'_>,
    best: &Choice,
    limits: &Limits,
) -> Result<Vec<ReasonText>, Stop> {
    limits.check()?;
    let here = Claim::Outcome(sum.id(), known.outcome);
    let Some(answer) = known.answer else {
        let text = format!("{} is the last move there is, and it loses.", best.text);
        return Ok(vec![
            Reason::new(text).claiming(here).claiming(Claim::Move(best.text.clone(), Outcome::Loss)),
        ]);
    };
    let each = match sum.count_moves() {
        Some(1) => "The only move".to_owned(),
        Some(moves) => format!("Each of the {moves} moves"),
        None => "Every move".to_owned(),
    };
    let text =
        format!("{each} has an answer that wins. What resists most is {}; {answer} answers it.", best.text);
    let answered = Claim::Answer(best.text.clone(), answer.to_owned());
    Ok(vec![Reason::new(text).claiming(here).claiming(answered).about(best.sites.iter().copied())])
}

/// The columns of the parts' values, and each value on its part.
pub(super) fn figure(sum: &Sum, known: &SumFacts<'_>) -> Figure {
    let name = |i: usize| format!("{} {}", i + 1, sum.parts[i].info().id);
    let columns = known.values(sum.convention).map(|values| {
        Columns::of(values.into_iter().enumerate().map(|(i, value)| (name(i), value)).collect())
    });
    let mut marks = Vec::new();
    if columns.is_none() {
        return Figure { columns, marks, ..Figure::default() };
    }
    for (i, (part, value)) in sum.parts.iter().zip(known.nimbers).enumerate() {
        let mut places: Vec<Site> = Vec::new();
        for choice in part.first_moves(PLACED) {
            places.extend(choice.sites.into_iter().map(|site| site.in_part(nearest(i))));
        }
        places.sort_unstable();
        places.dedup();
        if let (Some(value), false) = (value, places.is_empty()) {
            marks.push(FigureMark::Value { places, text: value.to_string() });
        }
    }
    Figure { columns, marks, values: "* and a number: the worth of that part", ..Figure::default() }
}
