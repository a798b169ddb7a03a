//! Explains why a position is won, drawn or lost: by threats, forks, and the lines that can still be completed.

use super::{CellMarks, LINES, TicTacToe, cell_name, cells, name};
use crate::games::prelude::*;
use crate::games::reasons::{
    ReasonOf, Tempting, and, by_moving, finish, fitting, holding_out, how_many_win, near_the_end,
    trap_as_well,
};

fn threats(at: CellMarks, player: Player) -> Vec<u8> {
    let own = at.cells(player);
    cells(at.free())
        .filter(|c| LINES.iter().any(|line| (own | 1 << c) & line == *line))
        .collect()
}

fn open_lines(at: CellMarks, player: Player) -> Vec<u16> {
    let own = at.cells(player);
    let other = at.cells(player.other());
    LINES
        .into_iter()
        .filter(|line| line & other == 0 && line & own != 0)
        .collect()
}

fn list(cells: &[u8]) -> String {
    and(cells
        .iter()
        .map(|c| tr!("the {cell_name}", cell_name = cell_name(*c))))
}

fn lines(lines: &[u16]) -> String {
    let noun = if lines.len() == 1 {
        tr!("line")
    } else {
        tr!("lines")
    };
    let text = |&line: &u16| {
        cells(line)
            .map(|c| (c + 1).to_string())
            .collect::<Vec<_>>()
            .join("-")
    };
    tr!("the {noun} {list}", list = and(lines.iter().map(text)))
}

fn site(cell: u8) -> Site {
    Site::new(0, u64::from(cell))
}

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
    let at = *case.at;
    let other = at.mover().other();
    let Some(&best) = case.proved.best else {
        let text = if at.has_line(other) {
            tr!("{name} has three in a line.", name = name(other))
        } else {
            tr!("The board is full and nobody has a line.").to_owned()
        };
        return Ok(vec![Reason::headline(text).claiming(case.outcome())]);
    };
    let mut reasons = match case.proved.value.outcome {
        Outcome::Win => won(case, best)?,
        Outcome::Draw => drawn(case, best)?,
        Outcome::Loss => lost(case)?,
    };
    reasons[0] = reasons[0]
        .clone()
        .claiming(case.outcome())
        .drawing(threat_marks(at, other));
    Ok(finish(case, reasons))
}

fn won(case: &Case<'_, TicTacToe>, best: u8) -> GameReasons<TicTacToe> {
    let at = *case.at;
    let mover = at.mover();
    let other = at.mover().other();
    let mine = threats(at, mover);
    let theirs = threats(at, other);
    let after = at.with(best);
    let made = threats(after, mover);
    let headline = match (mine.len(), theirs.len(), made.len()) {
        (1.., ..) => tr!("You can complete a line now."),
        (_, 1.., _) => tr!("You must block, and your block wins."),
        (_, _, 2..) => tr!("Make a fork: two threats at once."),
        (_, _, 1) => tr!("Make a threat whose only answer helps you."),
        _ => tr!("A quiet move wins: no reply stops all your lines."),
    };
    let words = case.order(&best);
    let text = match (after.has_line(mover), &made[..]) {
        (true, _) => tr!("{words}. This completes a line, and you win."),
        (_, []) => {
            tr!(
                "{words}. It threatens nothing yet, but all {count_ones} replies lose.",
                count_ones = after.free().count_ones()
            )
        }
        (_, [one]) => {
            tr!(
                "{words}. Your opponent must then block in the {cell_name}, and still loses.",
                cell_name = cell_name(*one)
            )
        }
        _ => {
            let threat = tr!(
                "{words}. You then threaten to win in {made}",
                made = list(&made)
            );
            fitting([
                tr!("{threat}, and your opponent can block only one of them."),
                tr!("{threat}. Your opponent can block only one."),
                tr!(
                    "{words}. You then threaten to win in {made} places at once.",
                    made = made.len()
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
        by_moving(case, &best, text).drawing(marks),
    ];
    let own = open_lines(at, mover);
    if !own.is_empty() {
        let text = tr!("You can still complete {lines}.", lines = lines(&own));
        reasons.push(Reason::new(text).claiming(case.outcome()));
    }
    reasons.push(how_many_win(case));
    reasons.extend(kind_of(case, best)?);
    reasons.extend(trap_as_well(case, &mut central(at))?);
    reasons.extend(near_the_end(case, true)?.into_iter().skip(1));
    Ok(reasons)
}

fn moves_to(case: &Case<'_, TicTacToe>, outcome: Outcome) -> Result<Vec<u8>, Stop> {
    let mut found = Vec::new();
    for m in &case.moves() {
        if case.game.outcome(&case.after(&m), case.limits)?.reversed() == outcome {
            found.push(m);
        }
    }
    Ok(found)
}

fn kind_of(case: &Case<'_, TicTacToe>, best: u8) -> Result<Option<ReasonOf<TicTacToe>>, Stop> {
    let at = *case.at;
    let outcome = case.proved.value.outcome;
    let kinds: [(&str, &[u8]); 2] = [
        (tr!("corners"), &[0, 2, 6, 8]),
        (tr!("edge cells"), &[1, 3, 5, 7]),
    ];
    let Some((name, all)) = kinds.into_iter().find(|(_, cells)| cells.contains(&best)) else {
        return Ok(None);
    };
    let good = moves_to(case, outcome)?;
    let free: Vec<u8> = all
        .iter()
        .copied()
        .filter(|c| at.free() >> c & 1 == 1)
        .collect();
    if free.len() < 2 || good.len() == case.moves().iter().count() {
        return Ok(None);
    }
    let number = good.iter().filter(|m| free.contains(m)).count();
    let [one_does, many_do] = match outcome {
        Outcome::Win => [tr!("wins"), tr!("win")],
        _ => [tr!("keeps the draw"), tr!("keep the draw")],
    };
    let which = match number {
        1 => tr!("only one of them {one_does}"),
        n if n == free.len() => tr!("any of them {one_does}"),
        n => tr!("{n} of them {many_do}"),
    };
    let text = tr!("Look at the free {name}: {which}.");
    let places: Vec<Site> = free.iter().map(|&c| site(c)).collect();
    Ok(Some(
        Reason::new(text)
            .claiming(case.outcome())
            .revealing(Reveals::Where)
            .lighting(places),
    ))
}

fn central(at: CellMarks) -> impl Iterator<Item = Tempting<u8>> {
    let because = |c: u8| match c {
        4 => tr!("four lines pass through that cell"),
        0 | 2 | 6 | 8 => tr!("three lines pass through that cell"),
        _ => tr!("two lines pass through that cell"),
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
    let at = *case.at;
    let mover = at.mover();
    let other = at.mover().other();
    let theirs = threats(at, other);
    let begun = !open_lines(at, mover).is_empty() || !open_lines(at, other).is_empty();
    let headline = match (theirs.is_empty(), begun || at.free() == super::ALL) {
        (false, _) => tr!("Your opponent threatens to complete a line: block it."),
        (true, true) => tr!("With best play nobody wins, so block every threat."),
        (true, false) => tr!("No line can be completed any more."),
    };
    let words = case.order(&best);
    let made = threats(at.with(best), mover);
    let text = match (theirs.is_empty(), &made[..]) {
        (false, _) => tr!("{words}. This blocks the line."),
        (true, []) => tr!("{words}. This move keeps the draw."),
        (true, _) => tr!(
            "{words}. You then threaten to win in {made}, and your opponent must block there.",
            made = list(&made)
        ),
    };
    let mut holds = Reason::because(text)
        .claiming(Claim::Move(best, Outcome::Draw))
        .revealing(Reveals::Move);
    if let Some(reply) = case.answer(&best)? {
        holds = holds.claiming(Claim::Answer(best, reply));
    }
    let mut reasons = vec![
        Reason::headline(headline),
        still_open(case),
        holds.about([site(best)]),
    ];
    reasons.extend(what_holds(case)?);
    reasons.extend(kind_of(case, best)?);
    Ok(reasons)
}

fn still_open(case: &Case<'_, TicTacToe>) -> ReasonOf<TicTacToe> {
    let at = *case.at;
    let x = open_lines(at, Player::First);
    let o = open_lines(at, Player::Second);
    let text = match (x.is_empty(), o.is_empty(), at.free() == super::ALL) {
        (_, _, true) => {
            tr!("Each of the eight lines is still open to both sides. A line takes three marks, so there is time to block it.")
                .to_owned()
        }
        (true, true, _) => tr!("Every line with a mark in it already holds both an X and an O.").to_owned(),
        (false, true, _) => tr!("X can still complete {lines}, but O has time to block.", lines = lines(&x)),
        (true, false, _) => tr!("O can still complete {lines}, but X has time to block.", lines = lines(&o)),
        _ => tr!("X can still complete {lines}, and O can complete {lines_2}, but every line can be blocked.", lines = lines(&x), lines_2 = lines(&o)),
    };
    Reason::because(text).claiming(case.outcome())
}

fn what_holds(case: &Case<'_, TicTacToe>) -> GameReasons<TicTacToe> {
    let at = *case.at;
    let other = at.mover().other();
    let number = case.moves().iter().count();
    let holding = moves_to(case, Outcome::Draw)?.len();
    let losing = moves_to(case, Outcome::Loss)?.first().copied();
    let text = match (number == holding, holding) {
        (true, 1) => tr!("Only one move is left, and it ends in a draw.").to_owned(),
        (true, _) => tr!("Each of the {number} moves keeps the draw."),
        (_, 1) => tr!("Exactly one of the {number} moves keeps the draw."),
        _ => tr!("{holding} of the {number} moves keep the draw. Any other move loses."),
    };
    let mut reasons = vec![Reason::new(text).claiming(case.outcome())];
    if let Some(m) = losing
        && let Some(reply) = case.answer(&m)?
    {
        let after = at.with(m).with(reply);
        let made = threats(after, other);
        let then = match (after.has_line(other), made.len()) {
            (true, _) => tr!(" and complete a line").to_owned(),
            (_, 0) => tr!(" and go on to win").to_owned(),
            (_, 1) => tr!(", threaten {made} and go on to win", made = list(&made)),
            _ => tr!(" and threaten to win in {made}", made = list(&made)),
        };
        let text = fitting([
            tr!(
                "Do not play in the {cell_name}: {name} would then play in the {cell_name_2}{then}.",
                cell_name = cell_name(m),
                name = name(other),
                cell_name_2 = cell_name(reply)
            ),
            tr!(
                "Do not play in the {cell_name}: your opponent would win.",
                cell_name = cell_name(m)
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
            tr!("You cannot prevent a fork."),
            tr!(
                "{name} can still complete {lines}. You cannot stop two threats at once.",
                name = name(other),
                lines = lines(&open_lines(at, other))
            ),
        ),
        1 => (
            tr!("You can stop this threat, but not the ones that follow."),
            tr!(
                "{name} threatens to win in {theirs}. Blocking only delays the loss, because more threats follow.",
                name = name(other),
                theirs = list(&theirs)
            ),
        ),
        _ => (
            tr!("You can stop only one of the threats."),
            tr!(
                "{name} threatens to win in {theirs}, and you can block only one of them.",
                name = name(other),
                theirs = list(&theirs)
            ),
        ),
    };
    let told = Reason::because(text)
        .claiming(case.outcome())
        .about(theirs.iter().map(|&c| site(c)));
    let mut reasons = vec![Reason::headline(headline), told];
    reasons.extend(holding_out(case)?);
    reasons.extend(near_the_end(case, true)?.into_iter().skip(1));
    reasons.extend(trap_as_well(case, &mut central(at))?);
    Ok(reasons)
}
