//! Explains why a position of tokens is won, lost or drawn.

use std::collections::BTreeSet;

use super::{Slide, Token, Tokens, is_a_word};
use crate::games::prelude::*;
use crate::games::reasons::{
    self, LONGEST, ReasonOf, Tempting, and, by_moving, conjoined, counted, finish, fitting,
    found_by_search, holding_out, how_many_win, idea_of_tame, winning_move,
};

/// Maximum number of tokens whose values the figure shows in columns, and maximum number of tokens that are examined
/// for tempting moves.
const DRAWN: usize = 64;

/// Maximum length of a graph's ID parameter in bytes. If the parameter is longer, reasons make no claims about single
/// vertices.
const SHORT: usize = 4_096;

/// Maximum number of vertices that the claims of one reason mention, and maximum number of tempting moves.
const CLAIMED: usize = 8;

/// Maximum number of arcs per token that are examined for tempting moves.
const ARCS: usize = 64;

fn alone(v: u32) -> Tokens {
    Tokens([v].into())
}

impl Token {
    fn claimed(&self) -> usize {
        if self.source.params.len() > SHORT {
            0
        } else {
            CLAIMED
        }
    }
}

pub(super) fn reasons(case: &Case<'_, Token>) -> GameReasons<Token> {
    let Case { game, at, .. } = *case;
    let Some(best) = case.proved.best else {
        return Ok(vec![Reason::ended(
            tr!("No token can move"),
            at.clone(),
            game.convention,
        )]);
    };
    if case.proved.value.outcome == Outcome::Draw {
        return Ok(finish(case, vec![going_on(case), not_leaving(case, best)]));
    }
    let won = case.is_won();
    let mut reasons = match (game.convention, at.0.len()) {
        (Convention::Normal, _) if !game.loops() => by_values(case, best)?,
        (_, 1) => back_from_dead_ends(case)?,
        (_, _) if game.vertices(case.limits)?.tame(at) => as_nim(case)?,
        _ => {
            let mut reasons = found_by_search(case, &mut long_slides(game, at))?;
            if !game.loops() {
                reasons.extend(each_alone(game, at, case.limits)?);
            }
            return Ok(finish(case, reasons));
        }
    };
    if won {
        if game.convention == Convention::Misere || game.loops() {
            reasons.push(winning_move(case, best)?);
        }
        reasons.push(how_many_win(case));
    } else {
        let depth = if game.convention == Convention::Normal && !game.loops() {
            Depth::More
        } else {
            Depth::Because
        };
        reasons.extend(holding_out(case)?.map(|reason| reason.at_depth(depth)));
    }
    if game.claimed() == 0 {
        // Drop claims about other positions, because each of them would repeat the long ID of the graph.
        for reason in &mut reasons {
            reason
                .claims
                .retain(|claim| !matches!(claim, Claim::Outcome(of, _) if of != at));
        }
    }
    Ok(finish(case, reasons))
}

fn by_values(case: &Case<'_, Token>, best: &Slide) -> GameReasons<Token> {
    let Case { game, at, .. } = *case;
    let won = case.is_won();
    let vertices = game.vertices(case.limits)?;
    let sum = vertices.sum(at).value;
    let whole = || Claim::Grundy(at.clone(), sum);
    let name = |v: u32| game.graph().name(v);
    let under: BTreeSet<u32> = at.0.iter().copied().collect();
    let places = || under.iter().map(|&v| Site::new(0, v.into()));
    let values: Vec<String> =
        at.0.iter()
            .map(|&v| vertices.grundy(v).to_string())
            .collect();
    let (headline, told) = match (&*at.0, won) {
        (&[v], true) => (
            tr!("Move the token to a vertex of Grundy value 0."),
            fitting([
                tr!("At a vertex of Grundy value 0, the player to move loses. Vertex {name} has value {sum}, so one of its arcs leads to a \
                     vertex of value 0.", name = name(v)),
                tr!("A vertex of Grundy value 0 loses. This one has value {sum}, so one of its arcs leads to a 0."),
            ]),
        ),
        (&[v], false) => (
            tr!("The token is on a vertex of value 0, which loses."),
            fitting([
                tr!("{name} has Grundy value 0. Every arc leads to another value, and your opponent can always return to 0.", name = name(v)),
                tr!("This vertex has Grundy value 0. Every arc leads to another value, and your opponent can return to 0.")
                    .to_owned(),
            ]),
        ),
        (_, true) => (
            tr!("The values do not cancel out. Make their nim-sum 0."),
            fitting([
                tr!("The tokens have Grundy values {values}, and the nim-sum of these is {sum}.", values = and(&values)),
                tr!("The values of the {values} tokens have nim-sum {sum}.", values = values.len()),
            ]),
        ),
        (_, false) => (
            tr!("The values cancel: their nim-sum is 0."),
            fitting([
                tr!("The tokens have Grundy values {values}, so the nim-sum is 0. After any move of yours, your opponent can make it \
                     0 again.", values = and(&values)),
                tr!("The values of the tokens have a nim-sum of 0. After any move of yours, your opponent can make it 0 again.").to_owned(),
            ]),
        ),
    };
    let mut because = Reason::because(told).claiming(whole()).about(places());
    for &v in under
        .iter()
        .take(if at.0.len() > 1 { game.claimed() } else { 0 })
    {
        because = because.claiming(Claim::Grundy(alone(v), vertices.grundy(v)));
    }
    let mut reasons = vec![Reason::headline(headline).claiming(whole()), because];
    if won {
        let to = vertices.grundy(best.to);
        let words = case.order(best);
        let text = match (at.0.len(), is_over(game, &case.after(best))) {
            (_, true) => fitting([
                tr!("{words}. This is the last move, and you win."),
                tr!("Make the last move.").to_owned(),
            ]),
            (1, _) => fitting([
                tr!("{words}, a vertex of value 0."),
                tr!("The best move goes to a vertex of value 0.").to_owned(),
            ]),
            _ => fitting([
                tr!(
                    "{words}. The token then has value {to}, and the nim-sum is 0. Make the nim-sum 0 again after every reply."
                ),
                tr!("The best move gives its token value {to}, which makes the nim-sum 0."),
            ]),
        };
        reasons.push(by_moving(case, best, text));
        reasons.extend(to_change(case, best)?);
    }
    reasons.extend(twins(game, at));
    reasons.extend(least_missing(case, best)?);
    Ok(reasons)
}

fn to_change(case: &Case<'_, Token>, best: &Slide) -> Result<Option<ReasonOf<Token>>, Stop> {
    let Case { game, at, .. } = *case;
    let vertices = game.vertices(case.limits)?;
    let Some(&v) =
        at.0.get(best.token as usize)
            .filter(|_| at.0.len() > 1 && game.claimed() > 0)
    else {
        return Ok(None);
    };
    let value = vertices.grundy(v);
    let site = Site::new(0, v.into());
    let name = tr!("token {number}", number = best.token + 1);
    let change = [value, vertices.sum(at).value ^ value];
    let text = reasons::to_change(tr!("token"), &name, change, at.0.len() - 1);
    let reason = Reason::new(text)
        .claiming(Claim::Grundy(alone(v), value))
        .revealing(Reveals::Where);
    Ok(Some(reason.lighting(vec![site])))
}

fn twins(game: &Token, at: &Tokens) -> Option<ReasonOf<Token>> {
    let free = |v: u32| !game.graph().next(v).is_empty();
    let (i, &v) = (at.0.iter().enumerate()).find(|&(i, &v)| free(v) && at.0[..i].contains(&v))?;
    let first = at.0.iter().position(|&w| w == v)?;
    if game.claimed() == 0 {
        return None;
    }
    let text = tr!(
        "Tokens {first} and {second} stand on the same vertex, so they cancel out: if your opponent moves one of them, make the same move with the other.",
        first = first + 1,
        second = i + 1
    );
    let reason = Reason::new(text).claiming(Claim::Grundy(Tokens([v, v].into()), 0));
    Some(reason.about([Site::new(0, v.into())]))
}

fn least_missing(case: &Case<'_, Token>, best: &Slide) -> Result<Option<ReasonOf<Token>>, Stop> {
    let Case { game, at, .. } = *case;
    let vertices = game.vertices(case.limits)?;
    // The vertex with the largest value is the most instructive.
    let highest =
        at.0.iter()
            .copied()
            .filter(|&v| !game.graph().next(v).is_empty())
            .max_by_key(|&v| vertices.grundy(v));
    let Some(v) = highest else { return Ok(None) };
    let next = game.graph().next(v);
    let reached: BTreeSet<u64> = next.iter().map(|&w| vertices.grundy(w)).collect();
    let listed = conjoined(reached.iter().map(u64::to_string), 60);
    let value = vertices.grundy(v);
    let values = if reached.len() == 1 {
        tr!("value")
    } else {
        tr!("values")
    };
    let name = game.graph().name(v);
    let name = if is_a_word(name) {
        format!("\"{name}\"")
    } else {
        tr!("vertex {name}")
    };
    let text = fitting([
        tr!(
            "From {name} you can reach the {values} {listed}. The smallest missing number (the mex) is {value}, so {name} \
             has value {value}."
        ),
        tr!(
            "The arcs of one vertex lead to the {values} {listed}. Its own value is the smallest missing number (the mex), {value}."
        ),
    ]);
    let mut reason = Reason::new(text).about([Site::new(0, v.into())]);
    for value in reached.into_iter().take(game.claimed()) {
        // If a lone token has several winning moves, make a claim only about the best one.
        let own = Some(best.to).filter(|&to| at.0.len() == 1 && vertices.grundy(to) == value);
        if let Some(w) = own.or_else(|| next.iter().copied().find(|&w| vertices.grundy(w) == value))
        {
            reason = reason.claiming(Claim::Grundy(alone(w), value));
        }
    }
    if reason.claims.is_empty() {
        reason = reason.claiming(Claim::Grundy(at.clone(), vertices.sum(at).value));
    }
    Ok(Some(reason))
}

fn going_on(case: &Case<'_, Token>) -> ReasonOf<Token> {
    Reason::headline(tr!(
        "Nobody can force an end: play goes on for ever, a draw."
    ))
    .claiming(case.outcome())
}

fn not_leaving(case: &Case<'_, Token>, best: &Slide) -> ReasonOf<Token> {
    let to = case.after(best);
    let text = fitting([
        tr!("{order}. A game that goes on for ever is drawn, and from there, too, neither of you can force the other to run out of moves.", order = case.order(best)),
        tr!("A game that goes on for ever is drawn. You can always move so that your opponent cannot force an end.").to_owned(),
    ]);
    Reason::because(text)
        .claiming(Claim::Outcome(to, Outcome::Draw))
        .revealing(Reveals::Move)
        .about(case.sites(best))
}

fn back_from_dead_ends(case: &Case<'_, Token>) -> GameReasons<Token> {
    let Case { game, at, .. } = *case;
    let won = case.is_won();
    let vertices = game.vertices(case.limits)?;
    let Some(&v) = at.0.first() else {
        return Ok(Vec::new());
    };
    let next = game.graph().next(v);
    let lost = next
        .iter()
        .filter(|&&w| vertices.verdicts(w).outcome == Outcome::Loss)
        .count() as u64;
    let headline = if won {
        tr!("Move to a vertex from which your opponent loses.")
    } else {
        tr!("Every arc leads to a vertex where your opponent wins.")
    };
    let from_here = match (lost, next.len()) {
        (0, 1) => tr!("your only move puts your opponent on a winning vertex").to_owned(),
        (0, n) => tr!("all {n} arcs from here give your opponent a winning vertex"),
        (1, 1) => tr!("the only arc from here leads to a losing vertex").to_owned(),
        (lost, n) if lost == n as u64 && n == 2 => {
            tr!("both arcs from here lead to losing vertices").to_owned()
        }
        (lost, n) if lost == n as u64 => tr!("all {n} arcs from here lead to losing vertices"),
        (1, n) => tr!("one of the {n} arcs from here leads to a losing vertex"),
        (lost, n) => tr!("{lost} of the {n} arcs from here lead to losing vertices"),
    };
    let so = if won {
        tr!("so you win")
    } else {
        tr!("so you lose")
    };
    let end = match game.convention {
        Convention::Normal => tr!("loses"),
        Convention::Misere => tr!("wins"),
    };
    let told = tr!(
        "At a dead end the player to move {end}. Work back from the dead ends: {from_here}, {so}."
    );
    let site = Site::new(0, v.into());
    Ok(vec![
        Reason::headline(headline).claiming(case.outcome()),
        Reason::because(told).claiming(case.outcome()).about([site]),
    ])
}

fn as_nim(case: &Case<'_, Token>) -> GameReasons<Token> {
    let at = case.at;
    let vertices = case.game.vertices(case.limits)?;
    let sum = vertices.sum(at);
    let values = conjoined(at.0.iter().map(|&v| vertices.grundy(v).to_string()), 22);
    let small = at.0.iter().all(|&v| vertices.grundy(v) < 2);
    let headline = idea_of_tame(sum.firm, small, case.is_won());
    let why = if !sum.firm {
        tr!("In misère play with only 0s and 1s, you lose if the nim-sum is 1 and win if it is 0")
    } else if small {
        tr!("Some token can still come to value 2 or more, so misère play goes as normal play here")
    } else {
        tr!("As long as some pile is 2 or more, you lose only if the nim-sum is 0")
    };
    let what = if sum.firm && small {
        tr!("have the values")
    } else {
        tr!("count as Nim piles of")
    };
    let told = tr!(
        "The tokens {what} {values}, with nim-sum {sum}. {why}.",
        sum = sum.value
    );
    Ok(vec![
        Reason::headline(headline).claiming(case.outcome()),
        Reason::because(told).claiming(case.outcome()),
    ])
}

fn each_alone(game: &Token, at: &Tokens, limits: &Limits) -> Result<Option<ReasonOf<Token>>, Stop> {
    let vertices = game.vertices(limits)?;
    let wins = |v: u32| vertices.verdicts(v).wins();
    let each = (1u32..).zip(&at.0).map(|(i, &v)| {
        tr!(
            "token {i} {value}",
            value = if wins(v) { tr!("wins") } else { tr!("loses") }
        )
    });
    let text = tr!(
        "In misère play the values of these tokens do not add up. On its own, {each}.",
        each = conjoined(each, LONGEST - 60)
    );
    let mut reason = Reason::new(text);
    for &v in at.0.iter().take(game.claimed()) {
        reason = reason.claiming(Claim::Outcome(alone(v), Outcome::won(wins(v))));
    }
    Ok((!reason.claims.is_empty()).then_some(reason))
}

/// Returns up to eight slides to vertices of least height, which seem to be close to a dead end. Returns no slides on a
/// graph with cycles.
fn long_slides(game: &Token, at: &Tokens) -> impl Iterator<Item = Tempting<Slide>> {
    let mut slides: Vec<(u32, Slide)> = (0u32..)
        .zip(&at.0)
        .take(DRAWN)
        .flat_map(|(token, &v)| {
            game.graph()
                .next(v)
                .iter()
                .take(ARCS)
                .map(move |&to| Slide { token, to })
        })
        // On a graph with cycles, heights do not measure the distance to a dead end.
        .filter(|_| !game.loops())
        .map(|m| (game.graph().height(m.to), m))
        .collect();
    slides.sort_by_cached_key(|&(height, _)| height);
    slides.into_iter().take(CLAIMED).map(|(height, m)| {
        let because = match height {
            0 => tr!("the token reaches a dead end").to_owned(),
            n => tr!(
                "the token comes within {steps} of a dead end",
                steps = counted(n, tr!("step"), tr!("steps"))
            ),
        };
        Tempting { m, because }
    })
}

/// Labels the drawn vertices with their Grundy values if the values decide the position. Otherwise marks the vertices
/// from which a lone token loses.
pub(super) fn figure(case: &Case<'_, Token>) -> Result<Figure, Stop> {
    let Case { game, at, .. } = *case;
    let mut figure = Figure::default();
    if case.proved.best.is_none() {
        return Ok(figure);
    }
    let vertices = game.vertices(case.limits)?;
    let tame = vertices.tame(at) && at.0.len() > 1;
    for v in game.drawn(at) {
        let site = Site::new(0, v.into());
        if game.convention == Convention::Normal && !game.loops() || tame {
            figure.values = tr!("* and a number at a vertex: the Grundy value of a token there");
            figure.marks.push(FigureMark::Value {
                places: vec![site],
                label: Label::Nimber(vertices.grundy(v)),
            });
        } else if vertices.verdicts(v).outcome == Outcome::Loss {
            figure.marks.push(FigureMark::Losing(site));
        }
    }
    if game.convention == Convention::Normal && !game.loops() && (2..=DRAWN).contains(&at.0.len()) {
        let row = |(i, &v): (u32, &u32)| {
            (
                tr!(
                    "{number} on {vertex}",
                    number = i,
                    vertex = game.graph().name(v)
                ),
                vertices.grundy(v),
            )
        };
        figure.columns = Some(Columns::new((1u32..).zip(&at.0).map(row).collect()));
    }
    Ok(figure)
}
