//! Explains the verdict on a position. The explanation is based on points, on the moves that keep a draw, on a rule
//! that fits small positions, on the values of the board's parts, or on a search.

use super::position::{Change, OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::script::Gain;
use crate::games::prelude::*;
use crate::games::reasons::{
    Tempting, and, as_a_pile, by_moving, counted, finish, fitting, found_by_search, how_it_goes,
    list, names_the_win,
};
use crate::tr;

/// The maximum number of parts listed in an explanation.
const WRITTEN: usize = 8;

type OwnReason = Reason<OwnPosition, OwnMove>;

pub(super) fn reasons(case: &Case<'_, OwnRuleset>) -> GameReasons<OwnRuleset> {
    let (game, at) = (case.game, case.at);
    let outcome = case.proved.value.outcome;
    if is_over(game, at) {
        if game.script.points {
            let over = match at.score() {
                // A score of 0:0 may mean that the position comes from an ID, which holds no score.
                [0, 0] => Reason::headline(tr!("The game is over: no move is left.")),
                _ => over(outcome),
            };
            let lead = at.lead();
            return Ok(vec![over.claiming(ahead(at, lead))]);
        }
        if game.script.has("result") {
            return Ok(vec![
                over(outcome).claiming(Claim::Outcome(at.clone(), outcome)),
            ]);
        }
        return Ok(vec![Reason::ended(
            tr!("No move is left"),
            at.clone(),
            game.convention,
        )]);
    }
    let Some(best) = case.proved.best else {
        return Err(Stop::not_proved(if game.script.is_split_by_parts() {
            tr!(
                "the parts do not add up to the board: by their values a move should win, and none does; nimatron check --game FILE tries the parts out"
            )
        } else {
            tr!("the script gives no move")
        }));
    };
    if game.script.points {
        return by_points(case, best);
    }
    if case.proved.value.outcome == Outcome::Draw {
        return drawn(case, best);
    }
    let mut reasons = by_rule(case)?;
    if reasons.is_empty() {
        reasons = by_parts(case, best)?;
    }
    if reasons.is_empty() {
        reasons = found_by_search(case, &mut tempting(game, at))?
    } else {
        how_it_goes(case, &mut reasons)?
    }
    if let Some(value) = case.proved.value.grundy {
        reasons.push(
            Reason::new(as_a_pile(tr!("This board"), value))
                .claiming(Claim::Grundy(at.clone(), value)),
        );
    }
    Ok(finish(case, reasons))
}

fn over(outcome: Outcome) -> OwnReason {
    Reason::headline(match outcome {
        Outcome::Win => tr!("The game is over: the player to move has won."),
        Outcome::Loss => tr!("The game is over: the player to move has lost."),
        Outcome::Draw => tr!("The game is over: it is a draw."),
    })
}

/// Explains a position by the rule found for small positions. Returns no reasons if the rule does not apply.
fn by_rule(case: &Case<'_, OwnRuleset>) -> GameReasons<OwnRuleset> {
    let (game, at) = (case.game, case.at);
    let Some(rule) = game.rule(case.limits)? else {
        return Ok(Vec::new());
    };
    let name = match at.cells().len() {
        1 if game.is_heaps() => tr!("the heap"),
        1 => tr!("the number"),
        _ => "n",
    };
    let outcome = case.proved.value.outcome;
    Ok(super::by_rule::reasons(rule, at, name, outcome))
}

/// Explains a single heap by the rule found for small heaps, followed by details from `others`. Returns `others`
/// unchanged if no rule applies.
pub(super) fn single_heap(
    case: &Case<'_, OwnRuleset>,
    others: Vec<OwnReason>,
) -> GameReasons<OwnRuleset> {
    if case.at.cells().len() != 1 || is_over(case.game, case.at) {
        return Ok(others);
    }
    let mut reasons = by_rule(case)?;
    if reasons.is_empty() {
        return Ok(others);
    }
    how_it_goes(case, &mut reasons)?;
    for reason in others {
        let is_new = reasons.iter().all(|known| known.text != reason.text);
        if is_new && reason.depth == Depth::More && !names_the_win(&reason) {
            reasons.push(reason);
        }
    }
    Ok(finish(case, reasons))
}

/// Explains a board by the Grundy values of its parts. Returns no reasons if the board is not solved by its parts, if
/// at most one part allows a move, or if the position has no Grundy value.
fn by_parts(case: &Case<'_, OwnRuleset>, best: &OwnMove) -> GameReasons<OwnRuleset> {
    let (game, at) = (case.game, case.at);
    let Some(value) = case.proved.value.grundy else {
        return Ok(Vec::new());
    };
    let Some(parts) = part_values(game, at, case.limits)?.filter(|parts| parts.len() > 1) else {
        return Ok(Vec::new());
    };
    let lost = case.proved.value.outcome == Outcome::Loss;
    let idea = if lost {
        tr!("The values of the parts cancel: any move spoils that.")
    } else {
        tr!("The values of the parts do not cancel: make them cancel.")
    };
    let headline = Reason::headline(idea).claiming(Claim::Grundy(at.clone(), value));
    let shown = list(
        parts
            .iter()
            .map(|(part, _)| game.script.state_text(part, None)),
        60,
    );
    let values = and(parts.iter().map(|(_, v)| v));
    let text = if parts.len() <= WRITTEN {
        fitting([
            tr!(
                "The parts {shown} have the Grundy values {values}. The nim-sum of these values is {value}."
            ),
            tr!(
                "The {count} parts have the Grundy values {values}. The nim-sum of these values is {value}.",
                count = parts.len()
            ),
        ])
    } else {
        tr!(
            "The nim-sum of the Grundy values of the {count} parts is {value}.",
            count = parts.len()
        )
    };
    let said = Reason::because(text).claiming(Claim::Grundy(at.clone(), value));
    let said = parts.iter().take(WRITTEN).fold(said, |said, (part, v)| {
        // To check a claim about a part, the part is opened as a position of its own, which `legal` may reject.
        if game.script.has("legal") {
            said
        } else {
            said.claiming(Claim::Grundy(alone(part), *v))
        }
    });
    let mut reasons = vec![headline, said];
    if !lost {
        let text = fitting([
            tr!(
                "{order}. This makes the nim-sum 0. After every reply, make the nim-sum 0 again.",
                order = case.order(best)
            ),
            tr!("The best move makes the nim-sum 0. After every reply, make the nim-sum 0 again.")
                .to_owned(),
        ]);
        reasons.push(by_moving(case, best, text));
    }
    Ok(reasons)
}

fn drawn(case: &Case<'_, OwnRuleset>, best: &OwnMove) -> GameReasons<OwnRuleset> {
    let (game, at) = (case.game, case.at);
    let itself = || Claim::Outcome(at.clone(), Outcome::Draw);
    let headline = if game.script.loops {
        tr!("Neither side can force an end: the game goes on for ever.")
    } else {
        tr!("Neither side can force a win.")
    };
    let headline = Reason::headline(headline).claiming(itself());
    let drawing = game.moves_to(at, Outcome::Draw, Beside::nothing(case.limits))?;
    let drawing: u64 = saturating_cast(drawing.listed());
    let text = match game.moves(at).count() {
        Some(1) => tr!("Your only move keeps the draw.").to_owned(),
        Some(n) if n == drawing => tr!("Each of the {n} moves keeps the draw."),
        Some(n) if drawing == 1 => tr!("Exactly one of the {n} moves keeps the draw."),
        Some(n) => tr!("{drawing} of the {n} moves keep the draw. Any other move loses."),
        None => tr!("The best move keeps the draw.").to_owned(),
    };
    let mut reasons = vec![headline, Reason::because(text).claiming(itself())];
    if let Some(reply) = case.answer(best)? {
        let text = case.order(best);
        let after = case.replying(best, &reply);
        let said = fitting([
            tr!("{text} to keep the draw. Your opponent then keeps it by {after}."),
            tr!("One of your moves keeps the draw.").to_owned(),
        ]);
        reasons.push(Reason::new(said).claiming(Claim::Answer(best.clone(), reply)));
    }
    Ok(finish(case, reasons))
}

/// Yields, among the first 1,000 moves, a move that changes the most cells of a board. Yields nothing if all of these
/// moves change the same number of cells.
fn tempting(game: &OwnRuleset, at: &OwnPosition) -> impl Iterator<Item = Tempting<OwnMove>> {
    let moves = game.moves(at).first_of(1000);
    let size = |m: &OwnMove| match &m.change {
        Change::Cells(list) => list.len(),
        Change::Heap(to) => to.to.len(),
    };
    let least = moves.iter().map(size).min();
    let most = moves
        .into_iter()
        .max_by_key(size)
        .filter(|m| Some(size(m)) > least && matches!(m.change, Change::Cells(_)));
    most.map(|m| Tempting {
        because: tr!(
            "this move changes {cells}",
            cells = counted(size(&m) as u64, tr!("cell"), tr!("cells"))
        ),
        m,
    })
    .into_iter()
}

fn by_points(case: &Case<'_, OwnRuleset>, best: &OwnMove) -> GameReasons<OwnRuleset> {
    let (game, at) = (case.game, case.at);
    let margin = game.margin(at, case.limits)?;
    let claim = || ahead(at, margin);
    let points = counted(margin.unsigned_abs(), tr!("point"), tr!("points"));
    let verdict = match margin {
        1.. => tr!("With best play you win by {points}."),
        0 => tr!("With best play the points come out equal.").to_owned(),
        _ => tr!("With best play you lose by {points}."),
    };
    let lead = match at.lead() {
        0 => String::new(),
        n @ 1.. => tr!(
            "You are {points} ahead now. ",
            points = counted(n as u64, tr!("point"), tr!("points"))
        ),
        n => tr!(
            "You are {points} behind now. ",
            points = counted(n.unsigned_abs(), tr!("point"), tr!("points"))
        ),
    };
    let judged = judged(case, margin)?;
    let idea = judged.as_deref().and_then(taking);
    let choice = judged.as_deref().map_or_else(
        || tr!("The best move keeps this result.").to_owned(),
        keeping,
    );
    let (headline, because) = match idea {
        Some(idea) => {
            let without_lead = format!("{verdict} {choice}");
            let because = fitting([format!("{lead}{without_lead}"), without_lead]);
            (Reason::headline(idea), because)
        }
        None => (Reason::headline(verdict).bare(), format!("{lead}{choice}")),
    };
    let mut reasons = vec![headline.claiming(claim())];
    let order = case.order(best);
    let text = match case.count_moves() {
        Some(1) => fitting([
            tr!("{lead}{order}: it is your only move."),
            tr!("There is only one move.").to_owned(),
        ]),
        _ => {
            reasons.push(Reason::because(because).claiming(claim()));
            fitting([
                tr!("{order}. No other move does better."),
                tr!("The best move does better than most or as well as the others.").to_owned(),
            ])
        }
    };
    let to = case.after(best);
    let left = game.margin(&to, case.limits)?;
    reasons.push(
        Reason::because(text)
            .revealing(Reveals::Move)
            .claiming(Claim::Move(best.clone(), case.proved.value.outcome))
            .claiming(ahead(&to, left))
            .about(case.sites(best)),
    );
    Ok(finish(case, reasons))
}

/// Returns the claim that the player to move ends the game ahead by `margin`. A position's ID holds no score, so the
/// lead that the player already has is subtracted.
fn ahead(at: &OwnPosition, margin: i64) -> Claim<OwnPosition, OwnMove> {
    Claim::Margin(at.clone(), margin - at.lead())
}

struct Judged {
    /// The points that the move loses, compared with the best move.
    lost: u64,
    gain: i64,
    /// The most points that the opponent's next move can gain; 0 if the player moves again. `None` if the move or a
    /// reply is not [plain](is_plain).
    left: Option<i64>,
}

/// Returns whether a move gains at least 0 points, or at least 1 point if the player moves again. If some moves are not
/// plain, leaving points to the opponent can be right for reasons that no headline explains.
fn is_plain(gain: Gain) -> bool {
    gain.points >= i64::from(gain.again)
}

/// Judges each move by its points and by the most points that a reply can gain. Returns `None` if there are too many
/// moves.
fn judged(case: &Case<'_, OwnRuleset>, margin: i64) -> Result<Option<Vec<Judged>>, Stop> {
    const MOST: usize = 200;
    let (game, at) = (case.game, case.at);
    let moves = &game.answered(at, case.limits)?.moves;
    if moves.len() > MOST {
        return Ok(None);
    }
    let mut all = Vec::new();
    for m in moves {
        let after = game.play(at, m);
        let next = game.margin(&after, case.limits)?;
        let left = if !is_plain(m.gain) {
            None
        } else if m.gain.again {
            Some(0)
        } else {
            let replies = game.ask(&after, case.limits)?.moves;
            let is_known = replies.iter().all(|reply| is_plain(reply.gain));
            let most = replies.iter().map(|reply| reply.gain.points).max();
            is_known.then_some(most.unwrap_or(0))
        };
        all.push(Judged {
            lost: margin.abs_diff(if m.gain.again { next } else { -next }),
            gain: m.gain.points,
            left,
        });
    }
    Ok(Some(all))
}

/// Returns a headline about taking points or giving them away; `None` if no headline is both true and useful.
fn taking(moves: &[Judged]) -> Option<String> {
    let count = |is_meant: &dyn Fn(&Judged) -> bool| moves.iter().filter(|m| is_meant(m)).count();
    let all = moves.len();
    let good = count(&|m| m.lost == 0);
    let takes = |m: &Judged| m.gain > 0;
    let is_safe = |m: &Judged| m.left == Some(0);
    let (taking, good_taking) = (count(&takes), count(&|m| takes(m) && m.lost == 0));
    let (safe, good_safe) = (count(&is_safe), count(&|m| is_safe(m) && m.lost == 0));
    if all < 2 || taking == all || moves.iter().any(|m| m.left.is_none()) {
        return None;
    }
    if taking > 0 {
        return match good_taking {
            0 => Some(tr!("Do not take now: taking loses points.").to_owned()),
            _ if good_taking < good => None,
            _ if good == taking => Some(tr!("Take the points that you can take now.").to_owned()),
            1 => Some(tr!(
                "Take points now: 1 of {taking} moves that do so is good."
            )),
            _ => Some(tr!(
                "Take points now: {good} of {taking} moves that do so are good."
            )),
        };
    }
    Some(match (safe, good_safe) {
        (0, _) => tr!("Every move lets your opponent take points.").to_owned(),
        _ if safe == all && good < all => return None,
        _ if safe == all => tr!("No move gives anything away.").to_owned(),
        (_, 0) => tr!("Give points away: giving nothing loses more.").to_owned(),
        (1, _) if good > 1 => tr!("1 of your {all} moves leaves nothing to take."),
        (1, _) => tr!("Give nothing away: 1 of {all} moves leaves nothing to take."),
        _ if good_safe < good => tr!("{safe} of your {all} moves leave nothing to take."),
        _ if good == safe => tr!("Give nothing away: {safe} of {all} moves leave nothing to take."),
        (_, 1) => tr!("Give nothing away: 1 of {safe} moves that do so is good."),
        _ => tr!("Give nothing away: {good} of {safe} moves that do so are good."),
    })
}

fn keeping(moves: &[Judged]) -> String {
    let losses = || moves.iter().map(|m| m.lost).filter(|&lost| lost > 0);
    let all = moves.len();
    let keep = all - losses().count();
    let (Some(fewest), Some(most)) = (losses().min(), losses().max()) else {
        return tr!("Each of your {all} moves keeps this result.");
    };
    let is_one = fewest == most;
    let most = counted(most, tr!("point"), tr!("points"));
    match (keep, all - keep) {
        (1, 1) => tr!("One of your two moves keeps this result; the other loses {most}."),
        (_, 1) => tr!("{keep} of your {all} moves keep this result; the other loses {most}."),
        (1, _) if is_one => {
            tr!("Only one of your {all} moves keeps this result; each of the others loses {most}.")
        }
        (1, _) => tr!(
            "Only one of your {all} moves keeps this result; the others lose {fewest} to {most}."
        ),
        _ if is_one => {
            tr!("{keep} of your {all} moves keep this result; each of the others loses {most}.")
        }
        _ => {
            tr!("{keep} of your {all} moves keep this result; the others lose {fewest} to {most}.")
        }
    }
}

fn alone(cells: &[i32]) -> OwnPosition {
    OwnPosition::plain(cells)
}

type PartValue = (Box<[i32]>, u64);

/// Returns each part that allows a move, with its value; `None` if boards are not solved by their parts.
fn part_values(
    game: &OwnRuleset,
    at: &OwnPosition,
    limits: &Limits,
) -> Result<Option<Vec<PartValue>>, Stop> {
    if !game.script.is_split_by_parts() {
        return Ok(None);
    }
    game.by_parts(at.cells(), limits, |known, parts, numbers| {
        let live = numbers
            .iter()
            .zip(parts)
            .filter(|(n, _)| known.height(&[**n]) > 0);
        Ok(Some(
            live.map(|(&n, part)| (Box::from(*part), known.grundy(n).into()))
                .collect(),
        ))
    })
}

pub(super) fn figure(case: &Case<'_, OwnRuleset>) -> Result<Figure, Stop> {
    let (game, at) = (case.game, case.at);
    if game.convention == Convention::Misere {
        return Ok(Figure::default());
    }
    let parts = part_values(game, at, case.limits)?.unwrap_or_default();
    let rows: Vec<(String, u64)> = parts
        .into_iter()
        .enumerate()
        .map(|(i, (_, v))| (tr!("part {number}", number = i + 1), v))
        .collect();
    let columns = (rows.len() > 1).then(|| Columns::new(rows));
    Ok(Figure {
        columns,
        ..Figure::default()
    })
}
