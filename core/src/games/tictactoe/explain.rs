//! Explains why a position is won, drawn or lost: by lines about to be completed, forks, and lines that can still be
//! blocked.

use super::{CellMarks, LINES, TicTacToe, cell_name, cells, name};
use crate::games::prelude::*;
use crate::games::reasons::{
    ReasonOf, Tempting, and, answer, by_moving, finish, fitting, holding_out, how_many_win,
    near_the_end, order, trap_as_well,
};

/// The free cells that would complete a line for a player.
fn threats(at: CellMarks, player: Player) -> Vec<u8> {
    let own = at.cells(player);
    cells(at.free())
        .filter(|c| LINES.iter().any(|line| (own | 1 << c) & line == *line))
        .collect()
}

/// The lines that contain marks of only one player.
fn open_lines(at: CellMarks, player: Player) -> Vec<u16> {
    let own = at.cells(player);
    let other = at.cells(player.other());
    LINES
        .into_iter()
        .filter(|line| line & other == 0 && line & own != 0)
        .collect()
}

/// Lists cells in words: `the centre and the left edge`.
fn list(cells: &[u8]) -> String {
    and(cells.iter().map(|c| format!("the {}", cell_name(*c))))
}

/// Lists lines by the numbers of their cells, such as `the lines 1-2-3 and 1-5-9`.
fn lines(lines: &[u16]) -> String {
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    let text = |&line: &u16| {
        cells(line)
            .map(|c| (c + 1).to_string())
            .collect::<Vec<_>>()
            .join("-")
    };
    format!("the {noun} {}", and(lines.iter().map(text)))
}

fn site(cell: u8) -> Site {
    Site::new(0, u64::from(cell))
}

/// Marks the lines that a player can complete at once, and the completing cells.
fn threat_marks(at: CellMarks, player: Player) -> Vec<FigureMark> {
    let own = at.cells(player);
    let open = threats(at, player);
    let completed = |line: &u16| open.iter().any(|c| (own | 1 << c) & line == *line);
    let drawn = LINES
        .iter()
        .filter(|line| completed(line))
        .filter_map(|&line| {
            let ends: Vec<u8> = cells(line).collect();
            Some(FigureMark::Linked(
                site(*ends.first()?),
                site(*ends.last()?),
            ))
        });
    drawn
        .chain([FigureMark::Lit(open.iter().map(|&c| site(c)).collect())])
        .filter(|_| !open.is_empty())
        .collect()
}

pub(super) fn reasons(case: &Case<'_, TicTacToe>) -> GameReasons<TicTacToe> {
    let Case { proved, .. } = *case;
    let at = *case.at;
    let other = at.mover().other();
    let whole = Claim::Outcome(at, proved.value.outcome);
    let Some(&best) = proved.best else {
        let text = if at.has_line(other) {
            format!("{} has three in a line.", name(other))
        } else {
            "The board is full and nobody has a line.".to_owned()
        };
        return Ok(vec![Reason::headline(text).claiming(whole)]);
    };
    let mut reasons = match proved.value.outcome {
        Outcome::Win => won(case, best)?,
        Outcome::Draw => drawn(case, best)?,
        Outcome::Loss => lost(case)?,
    };
    reasons[0] = reasons[0]
        .clone()
        .claiming(whole)
        .drawing(threat_marks(at, other));
    Ok(finish(case, reasons))
}

fn won(case: &Case<'_, TicTacToe>, best: u8) -> GameReasons<TicTacToe> {
    let game = case.game;
    let at = *case.at;
    let mover = at.mover();
    let other = at.mover().other();
    let mine = threats(at, mover);
    let theirs = threats(at, other);
    let after = at.with(best);
    let made = threats(after, mover);
    let headline = match (mine.len(), theirs.len(), made.len()) {
        (1.., ..) => "You can complete a line now.",
        (_, 1.., _) => "You must block, and your block wins.",
        (_, _, 2..) => "Make a fork: two threats at once.",
        (_, _, 1) => "Make a threat whose only answer helps you.",
        _ => "A quiet move wins: no reply stops all your lines.",
    };
    let words = order(game, &at, &best);
    let text = match (after.has_line(mover), &made[..]) {
        (true, _) => format!("{words}. This completes a line, and you win."),
        (_, []) => {
            format!(
                "{words}. It threatens nothing yet, but all {} replies lose.",
                after.free().count_ones()
            )
        }
        (_, [one]) => {
            format!(
                "{words}. Your opponent must then block in the {}, and still loses.",
                cell_name(*one)
            )
        }
        _ => {
            let threat = format!("{words}. You then threaten to win in {}", list(&made));
            fitting([
                format!("{threat}, and your opponent can block only one of them."),
                format!("{threat}. Your opponent can block only one."),
                format!(
                    "{words}. You then threaten to win in {} places at once.",
                    made.len()
                ),
            ])
        }
    };
    let marks = if mine.is_empty() {
        threat_marks(after, mover)
    } else {
        threat_marks(at, mover)
    };
    let mut reasons = vec![
        Reason::headline(headline),
        by_moving(game, &at, &best, text).drawing(marks),
    ];
    let own = open_lines(at, mover);
    if !own.is_empty() {
        let text = format!("You can still complete {}.", lines(&own));
        reasons.push(Reason::new(text).claiming(Claim::Outcome(at, Outcome::Win)));
    }
    reasons.push(how_many_win(case));
    reasons.extend(kind_of(case, best)?);
    reasons.extend(trap_as_well(case, &mut central(at))?);
    reasons.extend(near_the_end(case, true)?.into_iter().skip(1));
    Ok(reasons)
}

/// The moves that lead to an outcome for the player who makes them.
fn moves_to(
    game: &TicTacToe,
    at: CellMarks,
    outcome: Outcome,
    limits: &Limits,
) -> Result<Vec<u8>, Stop> {
    let mut found = Vec::new();
    for m in &game.moves(&at) {
        if game.outcome(&at.with(m), limits)?.reversed() == outcome {
            found.push(m);
        }
    }
    Ok(found)
}

/// A hint at the kind of the best move, corner or edge, if several such cells are free and not every move is equally
/// good.
fn kind_of(case: &Case<'_, TicTacToe>, best: u8) -> Result<Option<ReasonOf<TicTacToe>>, Stop> {
    let Case {
        game,
        proved,
        limits,
        ..
    } = *case;
    let at = *case.at;
    let outcome = proved.value.outcome;
    let kinds: [(&str, &[u8]); 2] = [("corners", &[0, 2, 6, 8]), ("edge cells", &[1, 3, 5, 7])];
    let Some((name, all)) = kinds.into_iter().find(|(_, cells)| cells.contains(&best)) else {
        return Ok(None);
    };
    let good = moves_to(game, at, outcome, limits)?;
    let free: Vec<u8> = all
        .iter()
        .copied()
        .filter(|c| at.free() >> c & 1 == 1)
        .collect();
    if free.len() < 2 || good.len() == game.moves(&at).iter().count() {
        return Ok(None);
    }
    let number = good.iter().filter(|m| free.contains(m)).count();
    let [one_does, many_do] = match outcome {
        Outcome::Win => ["wins", "win"],
        _ => ["keeps the draw", "keep the draw"],
    };
    let which = match number {
        1 => format!("only one of them {one_does}"),
        n if n == free.len() => format!("any of them {one_does}"),
        n => format!("{n} of them {many_do}"),
    };
    let text = format!("Look at the free {name}: {which}.");
    let places: Vec<Site> = free.iter().map(|&c| site(c)).collect();
    let reason = Reason::new(text)
        .claiming(Claim::Outcome(at, outcome))
        .revealing(Reveals::Where);
    Ok(Some(
        reason
            .about(places.iter().copied())
            .drawing([FigureMark::Lit(places)]),
    ))
}

/// The moves that come to mind first: the centre, then corners.
fn central(at: CellMarks) -> impl Iterator<Item = Tempting<u8>> {
    let because = |c: u8| match c {
        4 => "four lines pass through that cell",
        0 | 2 | 6 | 8 => "three lines pass through that cell",
        _ => "two lines pass through that cell",
    };
    [4u8, 0, 2, 6, 8, 1, 3, 5, 7]
        .into_iter()
        .filter(move |c| at.free() >> c & 1 == 1)
        .map(move |m| Tempting {
            m,
            because: because(m).to_owned(),
        })
}

fn drawn(case: &Case<'_, TicTacToe>, best: u8) -> GameReasons<TicTacToe> {
    let Case { game, limits, .. } = *case;
    let at = *case.at;
    let mover = at.mover();
    let other = at.mover().other();
    let theirs = threats(at, other);
    let begun = !open_lines(at, mover).is_empty() || !open_lines(at, other).is_empty();
    let headline = match (theirs.is_empty(), begun || at.free() == super::ALL) {
        (false, _) => "Your opponent threatens to complete a line: block it.",
        (true, true) => "With best play nobody wins, so block every threat.",
        (true, false) => "No line can be completed any more.",
    };
    let words = order(game, &at, &best);
    let made = threats(at.with(best), mover);
    let text = match (theirs.is_empty(), &made[..]) {
        (false, _) => format!("{words}. This blocks the line."),
        (true, []) => format!("{words}. This move keeps the draw."),
        (true, _) => format!(
            "{words}. You then threaten to win in {}, and your opponent must block there.",
            list(&made)
        ),
    };
    let mut holds = Reason::because(text)
        .claiming(Claim::Move(best, Outcome::Draw))
        .revealing(Reveals::Move);
    if let Some(reply) = answer(game, &at, &best, limits)? {
        holds = holds.claiming(Claim::Answer(best, reply));
    }
    let mut reasons = vec![
        Reason::headline(headline),
        still_open(at),
        holds.about([site(best)]),
    ];
    reasons.extend(what_holds(case)?);
    reasons.extend(kind_of(case, best)?);
    Ok(reasons)
}

/// The lines that each side could still complete if the opponent allowed it.
fn still_open(at: CellMarks) -> ReasonOf<TicTacToe> {
    let x = open_lines(at, Player::First);
    let o = open_lines(at, Player::Second);
    let text = match (x.is_empty(), o.is_empty(), at.free() == super::ALL) {
        (_, _, true) => {
            "Each of the eight lines is still open to both sides. A line takes three marks, so there is time to block it."
                .to_owned()
        }
        (true, true, _) => "Every line with a mark in it already holds both an X and an O.".to_owned(),
        (false, true, _) => format!("X can still complete {}, but O has time to block.", lines(&x)),
        (true, false, _) => format!("O can still complete {}, but X has time to block.", lines(&o)),
        _ => format!("X can still complete {}, and O can complete {}, but every line can be blocked.", lines(&x), lines(&o)),
    };
    Reason::because(text).claiming(Claim::Outcome(at, Outcome::Draw))
}

/// The number of moves that keep the draw, and the first of those that lose, with its winning reply.
fn what_holds(case: &Case<'_, TicTacToe>) -> GameReasons<TicTacToe> {
    let Case { game, limits, .. } = *case;
    let at = *case.at;
    let other = at.mover().other();
    let number = game.moves(&at).iter().count();
    let holding = moves_to(game, at, Outcome::Draw, limits)?.len();
    let losing = moves_to(game, at, Outcome::Loss, limits)?.first().copied();
    let text = match (number == holding, holding) {
        (true, 1) => "Only one move is left, and it ends in a draw.".to_owned(),
        (true, _) => format!("Each of the {number} moves keeps the draw."),
        (_, 1) => format!("Exactly one of the {number} moves keeps the draw."),
        _ => format!("{holding} of the {number} moves keep the draw. Any other move loses."),
    };
    let mut reasons = vec![Reason::new(text).claiming(Claim::Outcome(at, Outcome::Draw))];
    if let Some(m) = losing
        && let Some(reply) = answer(game, &at, &m, limits)?
    {
        let after = at.with(m).with(reply);
        let made = threats(after, other);
        let then = match (after.has_line(other), made.len()) {
            (true, _) => " and complete a line".to_owned(),
            (_, 0) => " and go on to win".to_owned(),
            (_, 1) => format!(", threaten {} and go on to win", list(&made)),
            _ => format!(" and threaten to win in {}", list(&made)),
        };
        let text = fitting([
            format!(
                "Do not play in the {}: {} would then play in the {}{then}.",
                cell_name(m),
                name(other),
                cell_name(reply)
            ),
            format!(
                "Do not play in the {}: your opponent would win.",
                cell_name(m)
            ),
        ]);
        let reason = Reason::new(text)
            .claiming(Claim::Move(m, Outcome::Loss))
            .claiming(Claim::Answer(m, reply));
        reasons.push(reason.about([site(m)]));
    }
    Ok(reasons)
}

fn lost(case: &Case<'_, TicTacToe>) -> GameReasons<TicTacToe> {
    let at = *case.at;
    let other = at.mover().other();
    let theirs = threats(at, other);
    let (headline, text) = match theirs.len() {
        0 => (
            "You cannot prevent a fork.",
            format!(
                "{} can still complete {}. You cannot stop two threats at once.",
                name(other),
                lines(&open_lines(at, other))
            ),
        ),
        1 => (
            "You can stop this threat, but not the ones that follow.",
            format!(
                "{} threatens to win in {}. Blocking only delays the loss, because more threats follow.",
                name(other),
                list(&theirs)
            ),
        ),
        _ => (
            "You can stop only one of the threats.",
            format!(
                "{} threatens to win in {}, and you can block only one of them.",
                name(other),
                list(&theirs)
            ),
        ),
    };
    let told = Reason::because(text)
        .claiming(Claim::Outcome(at, Outcome::Loss))
        .about(theirs.iter().map(|&c| site(c)));
    let mut reasons = vec![Reason::headline(headline), told];
    reasons.extend(holding_out(case)?);
    reasons.extend(near_the_end(case, true)?.into_iter().skip(1));
    reasons.extend(trap_as_well(case, &mut central(at))?);
    Ok(reasons)
}
