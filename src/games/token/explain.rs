//! Why a position of tokens is won or lost: what the vertices are worth, and where that does not add, by answers.

use std::collections::BTreeSet;

use super::{Slide, Token, Tokens};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, counted, ending, finish, joined, natural, resistance};
use crate::games::reasons::{LONGEST, fitting};
use crate::rules::{
    BoardView, Claim, Columns, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals,
    Rules, Site, Stop, Word,
};
use crate::solve::Solve;

/// The most tokens whose values are written under each other.
const DRAWN: usize = 64;

/// The longest graph, in characters, that claims about single vertices repeat.
const SHORT: usize = 4_096;

/// The most claims about vertices in one reason.
const CLAIMED: usize = 8;

/// The most arcs of a vertex that are looked at for a natural move.
const ARCS: usize = 64;

type TokenReason = Reason<Tokens, Slide>;

fn alone(v: u32) -> Tokens {
    Tokens([v].into())
}

impl Token {
    /// How many claims about single vertices a reason may make.
    fn claimed(&self) -> usize {
        if self.source.params.len() > SHORT { 0 } else { CLAIMED }
    }
}

pub(super) fn reasons(
    game: &Token,
    at: &Tokens,
    proved: &Proved<'_, Slide>,
    limits: &Limits,
) -> GameReasons<Token> {
    let Some(best) = proved.best else {
        return Ok(vec![Reason::ended("No token can move", at.clone(), game.convention)]);
    };
    let won = proved.value.outcome == Outcome::Win;
    let mut reasons = Vec::new();
    match game.convention {
        Convention::Normal => {
            reasons.push(values(game, at, limits)?);
            reasons.extend(least_missing(game, at, best, limits)?);
            reasons.extend(twins(game, at));
            if won {
                reasons.extend(to_change(game, at, best, limits)?);
            } else if at.0.len() > 1 {
                let text = "Each move changes the value of its token's vertex, so the XOR is no longer 0; the answer \
                            makes it 0 again.";
                let reason = Reason::new(text).claiming(Claim::Grundy(at.clone(), 0));
                reasons.push(reason.using(&[Word::Xor]));
            }
        }
        Convention::Misere => reasons.push(misere(game, at, proved, limits)?),
    }
    if won {
        reasons.push(counted(game, at, proved));
        if game.convention == Convention::Misere {
            reasons.extend(natural(game, at, proved, long_slides(game, at), limits)?);
        }
        if at.0.len() > 1 && reasons.iter().all(|r| r.reveals != Reveals::Where) {
            let text = format!("Look at token {}: one of its slides wins.", best.token + 1);
            let won = Claim::Outcome(at.clone(), Outcome::Win);
            let reason = Reason::new(text).claiming(won).revealing(Reveals::Where);
            let under = at.0.get(best.token as usize).copied();
            reasons.push(reason.about(under.map(|v| Site::new(0, v.into()))));
        }
        reasons.push(kept(game, at, best, limits)?);
    } else {
        reasons.extend(resistance(game, at, proved, limits)?);
        if game.convention == Convention::Misere {
            reasons.extend(natural(game, at, proved, long_slides(game, at), limits)?);
        }
    }
    reasons.extend(ending(game, at, proved, limits)?);
    Ok(finish(game, at, proved, reasons))
}

/// The slides that come nearest to a dead end.
fn long_slides(game: &Token, at: &Tokens) -> impl Iterator<Item = (String, Slide)> {
    let mut slides: Vec<(u32, Slide)> = (0u32..)
        .zip(&at.0)
        .take(DRAWN)
        .flat_map(|(token, &v)| game.dag().next(v).iter().take(ARCS).map(move |&to| Slide { token, to }))
        .map(|m| (game.dag().height(m.to), m))
        .collect();
    slides.sort_by_key(|&(height, _)| height);
    slides.into_iter().take(CLAIMED).map(|(height, m)| {
        let what = match height {
            0 => "The slide to a dead end".to_owned(),
            n => format!("The slide to {} from a dead end", count(n.into(), "step")),
        };
        (what, m)
    })
}

/// What the vertices under the tokens are worth.
fn values(game: &Token, at: &Tokens, limits: &Limits) -> Result<TokenReason, Stop> {
    let vertices = game.vertices(limits)?;
    let sum = vertices.sum(at).value;
    let name = |v: u32| game.dag().name(v);
    if let [v] = *at.0 {
        let text = fitting([
            format!(
                "The token stands on {}, a vertex of Grundy value {sum}; who moves from 0 loses.",
                name(v)
            ),
            format!("The token stands on a vertex of Grundy value {sum}; who moves from 0 loses."),
        ]);
        let reason = Reason::new(text).claiming(Claim::Grundy(at.clone(), sum));
        return Ok(reason.using(&[Word::Worth, Word::Grundy]).about([Site::new(0, v.into())]));
    }
    let each = (1u32..)
        .zip(&at.0)
        .map(|(i, &v)| format!("token {i} on {} is worth {}", name(v), vertices.grundy(v)));
    let goal = if sum == 0 { "" } else { ": leave 0 to win" };
    let text = format!("{}. The XOR of these Grundy values is {sum}{goal}.", {
        let text = joined(each, ", ", LONGEST - 75);
        text.strip_prefix('t').map_or(text.clone(), |rest| format!("T{rest}"))
    });
    let mut reason = Reason::new(text).using(&[Word::Worth, Word::Xor, Word::Grundy]);
    let under: BTreeSet<u32> = at.0.iter().copied().collect();
    for &v in under.iter().take(game.claimed()) {
        reason = reason.claiming(Claim::Grundy(alone(v), vertices.grundy(v)));
    }
    reason = reason.claiming(Claim::Grundy(at.clone(), sum));
    Ok(reason.about(under.into_iter().map(|v| Site::new(0, v.into()))))
}

/// Where the value of a vertex comes from: the least number that its arcs do not lead to.
fn least_missing(
    game: &Token,
    at: &Tokens,
    best: &Slide,
    limits: &Limits,
) -> Result<Option<TokenReason>, Stop> {
    let vertices = game.vertices(limits)?;
    // The most telling vertex is the one of the largest value.
    let highest =
        at.0.iter().copied().filter(|&v| !game.dag().next(v).is_empty()).max_by_key(|&v| vertices.grundy(v));
    let Some(v) = highest else { return Ok(None) };
    let next = game.dag().next(v);
    let reached: BTreeSet<u64> = next.iter().map(|&w| vertices.grundy(w)).collect();
    let listed = joined(reached.iter().map(u64::to_string), ", ", 60);
    let value = vertices.grundy(v);
    let values = if reached.len() == 1 { "value" } else { "values" };
    let text = fitting([
        format!(
            "The arcs from {} lead to the {values} {listed}; the least one missing, the mex, is {value}.",
            game.dag().name(v)
        ),
        format!(
            "The arcs from the token lead to the {values} {listed}; the least one missing, the mex, is {value}."
        ),
    ]);
    let mut reason = Reason::new(text).using(&[Word::Mex]).about([Site::new(0, v.into())]);
    for value in reached.into_iter().take(game.claimed()) {
        // Of several winning moves of a token that is alone only the best one is spoken of.
        let own = Some(best.to).filter(|&to| at.0.len() == 1 && vertices.grundy(to) == value);
        if let Some(w) = own.or_else(|| next.iter().copied().find(|&w| vertices.grundy(w) == value)) {
            reason = reason.claiming(Claim::Grundy(alone(w), value));
        }
    }
    if reason.claims.is_empty() {
        reason = reason.claiming(Claim::Grundy(at.clone(), vertices.sum(at).value));
    }
    Ok(Some(reason))
}

/// Two tokens on one vertex in normal play, which cancel each other.
fn twins(game: &Token, at: &Tokens) -> Option<TokenReason> {
    let free = |v: u32| !game.dag().next(v).is_empty();
    let (i, &v) = (at.0.iter().enumerate()).find(|&(i, &v)| free(v) && at.0[..i].contains(&v))?;
    let first = at.0.iter().position(|&w| w == v)?;
    if game.claimed() == 0 {
        return None;
    }
    let text = format!(
        "Tokens {} and {} stand on the same vertex and cancel: whatever one of them does, the other can copy.",
        first + 1,
        i + 1
    );
    let reason = Reason::new(text).claiming(Claim::Grundy(Tokens([v, v].into()), 0));
    Some(reason.about([Site::new(0, v.into())]))
}

/// The token that wins, and what the vertex it goes to has to be worth.
fn to_change(game: &Token, at: &Tokens, best: &Slide, limits: &Limits) -> Result<Option<TokenReason>, Stop> {
    let vertices = game.vertices(limits)?;
    let Some(&v) = at.0.get(best.token as usize).filter(|_| at.0.len() > 1 && game.claimed() > 0) else {
        return Ok(None);
    };
    let value = vertices.grundy(v);
    let text = format!(
        "Token {} is worth {value} and can go to a vertex worth {}, as much as all others together.",
        best.token + 1,
        vertices.sum(at).value ^ value
    );
    let reason = Reason::new(text).claiming(Claim::Grundy(alone(v), value)).revealing(Reveals::Where);
    Ok(Some(reason.using(&[Word::Worth]).about([Site::new(0, v.into())])))
}

/// What decides in misère play: one vertex, values that add as in Nim, or the search of all positions.
fn misere(
    game: &Token,
    at: &Tokens,
    proved: &Proved<'_, Slide>,
    limits: &Limits,
) -> Result<TokenReason, Stop> {
    let vertices = game.vertices(limits)?;
    let outcome = proved.value.outcome;
    let verdict = if outcome == Outcome::Win { "wins" } else { "loses" };
    let all = Claim::Outcome(at.clone(), outcome);
    if let [v] = *at.0 {
        let next = game.dag().next(v);
        let lost = next.iter().filter(|&&w| !vertices.verdicts(w).wins).count() as u64;
        let lead = if lost == 1 { "leads" } else { "lead" };
        let text = format!(
            "A vertex without arcs wins for whoever is to move there. Of the {} from here {lost} {lead} to a vertex \
             that loses: it {verdict}.",
            count(next.len() as u64, "arc")
        );
        return Ok(Reason::new(text).claiming(all).about([Site::new(0, v.into())]));
    }
    if vertices.tame(at) {
        let sum = vertices.sum(at);
        let each = joined(at.0.iter().map(|&v| vertices.grundy(v).to_string()), ", ", 40);
        let text = match sum.firm {
            true => format!(
                "The vertices act as Nim piles of {each}, and one can still choose who moves last: only an XOR of 0 \
                 loses. It is {}: it {verdict}.",
                sum.value
            ),
            false => format!(
                "The vertices act as Nim piles of {each}, none of which can choose who moves last: an XOR of 1 loses. \
                 It is {}: it {verdict}.",
                sum.value
            ),
        };
        return Ok(Reason::new(text).claiming(all).using(&[Word::Xor]));
    }
    let alone_wins = |v: u32| vertices.verdicts(v).wins;
    let each =
        (1u32..).zip(&at.0).map(|(i, &v)| format!("{i} {}", if alone_wins(v) { "wins" } else { "loses" }));
    let text = format!(
        "In misère play these tokens do not add; all their positions were searched. Alone, token {}.",
        joined(each, ", ", 50)
    );
    let mut reason = Reason::new(text).claiming(all).using(&[Word::Misere]);
    for &v in at.0.iter().take(game.claimed()) {
        reason = reason.claiming(Claim::Outcome(alone(v), Outcome::won(alone_wins(v))));
    }
    Ok(reason)
}

/// What the best move leaves, and why that loses.
fn kept(game: &Token, at: &Tokens, best: &Slide, limits: &Limits) -> Result<TokenReason, Stop> {
    let to = game.play(at, best);
    let text = game.move_text(at, best);
    let says = |texts: [String; 2]| {
        let reason = Reason::new(fitting(texts)).claiming(Claim::Move(*best, Outcome::Win));
        let reason = reason.revealing(Reveals::Move).about(game.sites(at, best));
        match game.claimed() {
            0 => reason,
            _ => reason.claiming(Claim::Outcome(to.clone(), Outcome::Loss)),
        }
    };
    if game.is_over(&to) {
        let short = "The best move is the last one, and wins.".to_owned();
        return Ok(says([format!("{text} is the last move, and wins."), short]));
    }
    if game.convention == Convention::Normal {
        let short = "The best move makes it 0.".to_owned();
        return Ok(match *at.0 {
            [_] => says([
                format!("{text} leads to a vertex worth 0, from where no arc leads to another 0."),
                short,
            ])
            .using(&[Word::Worth]),
            _ => {
                let value = game.vertices(limits)?.grundy(best.to);
                says([
                    format!(
                        "{text} makes token {} worth {value}: the XOR is 0 now, and each move can be answered.",
                        best.token + 1
                    ),
                    short,
                ])
                .using(&[Word::Worth, Word::Xor])
            }
        });
    }
    let moves = game.count_moves(&to).map_or("many".to_owned(), |n| n.to_string());
    let short = format!("After the best move each of the {moves} replies has an answer.");
    let Some(next) = game.best(&to, limits)? else {
        return Ok(says([format!("{text} leaves no move."), short]));
    };
    let after = game.play(&to, &next);
    let Some(reply) = game.best(&after, limits)? else {
        return Ok(says([
            format!("{text} leaves only moves that end the game, and who makes the last loses."),
            short,
        ]));
    };
    let (first, second) = (game.move_text(&to, &next), game.move_text(&after, &reply));
    let reason = says([
        format!("After {text} each of the {moves} replies has an answer, as {second} to {first}."),
        short,
    ]);
    Ok(match game.claimed() {
        0 => reason,
        _ => reason.claiming(Claim::Outcome(game.play(&after, &reply), Outcome::Loss)),
    })
}

/// Values on the vertices, in normal play with the tokens' columns; in misère play the vertices that lose for one token.
pub(super) fn figure(
    game: &Token,
    at: &Tokens,
    proved: &Proved<'_, Slide>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    let mut figure = Figure::default();
    if proved.best.is_none() {
        return Ok(figure);
    }
    let vertices = game.vertices(limits)?;
    let tame = vertices.tame(at) && at.0.len() > 1;
    for v in game.drawn(at) {
        let site = Site::new(0, v.into());
        if game.convention == Convention::Normal || tame {
            let text = vertices.grundy(v).to_string();
            figure.values = "* and a number at a point: the worth of a token there";
            figure.marks.push(FigureMark::Value { places: vec![site], text });
        } else if !vertices.verdicts(v).wins {
            figure.marks.push(FigureMark::Losing(site));
        }
    }
    if game.convention == Convention::Normal && (2..=DRAWN).contains(&at.0.len()) {
        let row = |(i, &v): (u32, &u32)| (format!("{i} on {}", game.dag().name(v)), vertices.grundy(v));
        figure.columns = Some(Columns::of((1u32..).zip(&at.0).map(row).collect()));
    }
    Ok(figure)
}
