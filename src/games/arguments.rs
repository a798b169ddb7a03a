//! Reasons that serve any solved game: how many moves keep the win, what answers a move, how the end is forced.
//!
//! A game says first what is special about it (values, symmetries, parts) and takes from here what holds everywhere.

use crate::erased::{Game, Proved};
use crate::games::reasons::{LONGEST, counted as number, fitting};
use crate::rules::{Claim, Limits, Outcome, Reason, Reveals, Rules, Stop, nearest};

/// The most reasons of a position.
const MOST: usize = 6;

/// The longest line of play that is written out as a forced ending.
pub(crate) const ENDING: u64 = 5;

/// The most moves that are compared to find whether one lasts longer than others.
const COMPARED: u64 = 1_000;

/// The reason of a game's own positions and moves.
pub(crate) type ReasonOf<G> = Reason<<G as Rules>::Position, <G as Rules>::Move>;

/// `1 move`, `12 moves`.
pub(crate) fn moves(n: u64) -> String {
    count(n, "move")
}

/// `1 bite`, `12 bites`.
pub(crate) fn count(n: u64, what: &str) -> String {
    number(n, what, &format!("{what}s"))
}

/// The items with commas between them, as many as there is room for, and dots for the others.
pub(crate) fn list(items: impl IntoIterator<Item = String>, room: usize) -> String {
    joined(items, ", ", room)
}

/// The items with `between` between them, as many as there is room for, and dots for the others.
pub(crate) fn joined(items: impl IntoIterator<Item = String>, between: &str, room: usize) -> String {
    let mut items = items.into_iter().peekable();
    let mut text = String::new();
    while let Some(item) = items.next() {
        let between = if text.is_empty() { "" } else { between };
        let dots = if items.peek().is_some() { between.len().max(2) + 3 } else { 0 };
        if text.chars().count() + between.len() + item.chars().count() + dots > room {
            text.push_str(between);
            text.push_str("...");
            break;
        }
        text.push_str(between);
        text.push_str(&item);
    }
    text
}

/// How many moves keep the win, and how soon it is there: gives nothing away.
pub(crate) fn counted<G: Game>(game: &G, at: &G::Position, proved: &Proved<'_, G::Move>) -> ReasonOf<G> {
    let soon = match proved.value.remoteness {
        Some(n) if n > 1 => format!(" The shortest win takes {} in all.", moves(n)),
        _ => String::new(),
    };
    let (wins, all) = (proved.winning_count, game.count_moves(at));
    let text = match all {
        Some(1) => "There is 1 move, and it wins.".to_owned(),
        Some(n) if n == wins => format!("Each of the {n} moves wins.{soon}"),
        Some(n) if wins == 1 => format!("Only 1 of the {n} moves wins.{soon}"),
        Some(n) => format!("{wins} of the {n} moves win, the others lose.{soon}"),
        None => {
            format!("{} {} among more than 2^63.{soon}", moves(wins), if wins == 1 { "wins" } else { "win" })
        }
    };
    Reason::new(text).claiming(Claim::Outcome(at.clone(), Outcome::Win))
}

/// The perfect answer to a move; `None` where the move ends the game.
pub(crate) fn answer<G: Game>(
    game: &G,
    at: &G::Position,
    m: &G::Move,
    limits: &Limits,
) -> Result<Option<G::Move>, Stop> {
    limits.check()?;
    game.best(&game.play(at, m), limits)
}

/// Lost: how many moves there are, that each has an answer, and what answers the longest resistance.
pub(crate) fn resistance<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    limits: &Limits,
) -> Result<Option<ReasonOf<G>>, Stop> {
    let Some(best) = proved.best else { return Ok(None) };
    let all = game.count_moves(at);
    let number = all.map_or("more than 2^63".to_owned(), |n| n.to_string());
    let text = game.move_text(at, best);
    let lost = Claim::Outcome(at.clone(), Outcome::Loss);
    let Some(reply) = answer(game, at, best, limits)? else {
        let said = match all {
            Some(1) => format!("There is 1 move, {text}: it is the last one, and who makes it loses."),
            _ => format!("Each of the {number} moves is the last one, and who makes it loses."),
        };
        return Ok(Some(Reason::new(said).claiming(lost).claiming(Claim::Move(best.clone(), Outcome::Loss))));
    };
    let after = game.move_text(&game.play(at, best), &reply);
    let said = match all {
        Some(1) => format!("There is 1 move, {text}, and {after} answers it."),
        _ => match longest(game, at, proved, limits)? {
            Some(n) => format!(
                "Each of the {number} moves has an answer. The move {text} lasts longest, {} in all; {after} answers it.",
                moves(n)
            ),
            None => {
                format!(
                    "Each of the {number} moves has an answer. Against {text}, for example, {after} wins."
                )
            }
        },
    };
    Ok(Some(
        Reason::new(fitting([said, format!("Each of the {number} moves has an answer.")]))
            .claiming(lost)
            .claiming(Claim::Answer(best.clone(), reply))
            .about(game.sites(at, best)),
    ))
}

/// How long the longest resistance lasts, where some other move of a lost position does not last as long.
fn longest<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    limits: &Limits,
) -> Result<Option<u64>, Stop> {
    let Some(length) = proved.value.remoteness else { return Ok(None) };
    if game.count_moves(at).is_none_or(|n| n > COMPARED) {
        return Ok(None);
    }
    for m in game.moves(at) {
        limits.check()?;
        if game.value(&game.play(at, &m), limits)?.remoteness.is_some_and(|r| r + 1 < length) {
            return Ok(Some(length));
        }
    }
    Ok(None)
}

/// The moves of perfect play from a position on, the first one given, at most `most`.
pub(crate) fn line<G: Game>(
    game: &G,
    at: &G::Position,
    first: &G::Move,
    most: usize,
    limits: &Limits,
) -> Result<Vec<String>, Stop> {
    let mut texts = Vec::new();
    let (mut at, mut next) = (at.clone(), Some(first.clone()));
    while let Some(m) = next.filter(|_| texts.len() < most) {
        limits.check()?;
        texts.push(game.move_text(&at, &m));
        at = game.play(&at, &m);
        next = game.best(&at, limits)?;
    }
    Ok(texts)
}

/// The last stage: the moves to the end one by one, where there are two to [`ENDING`] of them.
pub(crate) fn ending<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    limits: &Limits,
) -> Result<Option<ReasonOf<G>>, Stop> {
    let length = proved.value.remoteness.filter(|r| (2..=ENDING).contains(r));
    let (Some(length), Some(best)) = (length, proved.best) else { return Ok(None) };
    let texts = line(game, at, best, nearest(ENDING), limits)?;
    let line = list(texts, LONGEST - 60);
    Ok(match proved.value.outcome {
        Outcome::Win => Some(
            Reason::new(format!("The end is {length} moves away, and cannot be put off: {line}."))
                .claiming(Claim::Outcome(
                    game.play(at, best),
                    game.for_maker(at, &game.play(at, best), Outcome::Win),
                ))
                .revealing(Reveals::Move),
        ),
        Outcome::Loss => answer(game, at, best, limits)?.map(|reply| {
            Reason::new(format!("The end is at most {length} moves away, as in {line}."))
                .claiming(Claim::Answer(best.clone(), reply))
        }),
        Outcome::Draw => None,
    })
}

/// What goes wrong with the first of these moves that throws the win away, or in a lost position what answers the first
/// that is not the longest resistance. Each move comes with what makes it natural, such as `The far corner`.
pub(crate) fn natural<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    candidates: impl IntoIterator<Item = (String, G::Move)>,
    limits: &Limits,
) -> Result<Option<ReasonOf<G>>, Stop> {
    let won = proved.value.outcome == Outcome::Win;
    // With few moves, to say of one that it loses is to say which one wins.
    if won && game.count_moves(at).is_some_and(|n| n < 4) {
        return Ok(None);
    }
    for (why, m) in candidates {
        if proved.best == Some(&m) || (won && game.wins_by(at, &m, limits)?) {
            continue;
        }
        let Some(reply) = answer(game, at, &m, limits)? else { continue };
        let to = game.play(at, &m);
        let outcome = game.for_maker(at, &to, game.outcome(&to, limits)?);
        let (text, after) = (game.move_text(at, &m), game.move_text(&to, &reply));
        let said = match won {
            true => fitting([
                format!("{why}, {text}, throws the win away: {after} answers it."),
                format!("{why} throws the win away."),
            ]),
            false => {
                fitting([format!("{why}, {text}, is answered by {after}."), format!("{why} has an answer.")])
            }
        };
        return Ok(Some(
            Reason::new(said)
                .claiming(Claim::Answer(m.clone(), reply))
                .claiming(Claim::Move(m.clone(), outcome))
                .about(game.sites(at, &m)),
        ));
    }
    Ok(None)
}

/// The reasons in their final form: what claims the winning move, or a position that it leads to, reveals it, and what
/// reveals least comes first.
pub(crate) fn finish<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    mut reasons: Vec<ReasonOf<G>>,
) -> Vec<ReasonOf<G>> {
    if proved.value.outcome == Outcome::Win
        && let Some(best) = proved.best
    {
        let to = game.play(at, best);
        for reason in &mut reasons {
            let tells = reason.claims.iter().any(|claim| match claim {
                Claim::Move(m, outcome) => *outcome == Outcome::Win && m == best,
                Claim::Outcome(p, _) | Claim::Grundy(p, _) | Claim::Margin(p, _) => *p == to,
                Claim::Answer(..) => false,
            });
            if tells {
                reason.reveals = Reveals::Move;
            }
        }
    }
    reasons.sort_by_key(|r| r.reveals);
    // The one that claims the winning move stays, however many come before it.
    while reasons.len() > MOST {
        let claims = |r: &ReasonOf<G>| r.claims.iter().any(|c| matches!(c, Claim::Move(_, Outcome::Win)));
        let last = reasons.iter().rposition(|r| !claims(r)).unwrap_or(MOST);
        reasons.remove(last);
    }
    reasons
}
