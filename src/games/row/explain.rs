//! Why a row is won or lost: the values of its runs, or in misère play the case of the rule that decides.

use std::ops::Range;

use super::{RowStones, StoneMove, StoneRow, worth};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, counted, ending, finish, joined, list, resistance};
use crate::games::kayles;
use crate::games::reasons::{LONGEST, and, fitting, or};
use crate::rules::{
    Claim, Columns, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Site,
    Word, nearest,
};
use crate::solve::kayles::{MisereCase, grundy};

/// The most runs whose values are drawn or listed one by one.
const DRAWN: usize = 64;

type RowReason = Reason<RowStones, StoneMove>;

fn sites(cells: Range<usize>) -> Vec<Site> {
    cells.map(|cell| Site::new(0, cell as u64)).collect()
}

fn lengths(at: &RowStones) -> Vec<u64> {
    at.runs().map(|run| run.len() as u64).collect()
}

/// The lengths `2, 3 and 3`, as far as there is room.
fn named(lengths: &[u64], room: usize) -> String {
    match lengths {
        [] => "no stone".to_owned(),
        [one] => format!("a run of {one}"),
        _ => format!("runs of {}", list(lengths.iter().map(u64::to_string), room)),
    }
}

pub(super) fn reasons(
    game: &StoneRow,
    at: &RowStones,
    proved: &Proved<'_, StoneMove>,
    limits: &Limits,
) -> GameReasons<StoneRow> {
    let Some(best) = proved.best else {
        return Ok(vec![Reason::ended("No stone is left", at.clone(), game.convention)]);
    };
    let runs = lengths(at);
    let mut reasons = match game.convention {
        Convention::Normal => vec![values(at, &runs)],
        Convention::Misere => vec![misere_case(at, &runs, proved)],
    };
    // The rule of the misère cases counts runs; only where the XOR decides are their worths of use.
    let by_worths =
        game.convention == Convention::Normal || at.kayles().misere_case() != MisereCase::OneFourFive;
    let taught = worth::found(&runs).filter(|_| by_worths);
    reasons.extend(taught.map(|reason| match game.convention {
        Convention::Normal => reason,
        // A Grundy value is claimed in normal play alone.
        Convention::Misere => {
            Reason { claims: vec![Claim::Outcome(at.clone(), proved.value.outcome)], ..reason }
        }
    }));
    reasons.extend(twins(game, &runs));
    reasons.extend(halves(game, at, &runs, best));
    match proved.value.outcome {
        Outcome::Win => {
            reasons.push(counted(game, at, proved));
            if game.convention == Convention::Normal && runs.len() > 1 {
                reasons.push(how(at, &runs));
                reasons.extend(to_change(at, best));
            } else if reasons.iter().all(|r| r.reveals != Reveals::Where) {
                reasons.extend(look_at(at, best, &runs));
            }
            reasons.push(kept(game, at, best));
            if game.convention == Convention::Misere || runs.len() == 1 {
                reasons.extend(ending(game, at, proved, limits)?);
            }
        }
        _ => {
            if game.convention == Convention::Normal {
                let text = "Each move changes the value of the run it is made in, so the XOR is no longer 0; the \
                            answer makes it 0 again.";
                let reason = Reason::new(text).claiming(Claim::Grundy(at.clone(), 0));
                reasons.push(reason.using(&[Word::Xor]));
            }
            reasons.extend(resistance(game, at, proved, limits)?);
            reasons.extend(ending(game, at, proved, limits)?);
        }
    }
    Ok(finish(game, at, proved, reasons))
}

/// The values of the runs and their XOR.
fn values(at: &RowStones, runs: &[u64]) -> RowReason {
    let xor = runs.iter().fold(0, |x, &n| x ^ u64::from(grundy(n)));
    let mut reason = match runs {
        [run] => Reason::new(format!(
            "One run of {run}, worth {xor} (its Grundy value): a move can make it worth {}, and never {xor} again. Leave 0 \
             to win.",
            or(&(0..xor).map(|v| v.to_string()).collect::<Vec<_>>())
        ))
        .using(&[Word::Worth, Word::Grundy]),
        _ => {
            let each =
                joined(runs.iter().map(|&n| format!("{n} is worth {}", grundy(n))), ", ", LONGEST - 70);
            let goal = if xor == 0 { "" } else { ": leave 0 to win" };
            let text = format!("{} runs: {each}. The XOR of these Grundy values is {xor}{goal}.", runs.len());
            Reason::new(text).using(&[Word::Worth, Word::Xor, Word::Grundy])
        }
    };
    let mut lengths = runs.to_vec();
    lengths.sort_unstable();
    lengths.dedup();
    if runs.len() > 1 {
        for &n in lengths.iter().take(8) {
            reason = reason.claiming(Claim::Grundy(RowStones::from_runs([nearest(n)]), grundy(n).into()));
        }
    }
    reason = reason.claiming(Claim::Grundy(at.clone(), xor));
    reason.about(at.runs().flat_map(sites))
}

/// Runs of the same length in normal play, which cancel each other.
fn twins(game: &StoneRow, runs: &[u64]) -> Option<RowReason> {
    if game.convention == Convention::Misere {
        return None;
    }
    let twin = runs.iter().enumerate().filter(|(i, n)| runs[..*i].contains(n)).map(|(_, &n)| n).max()?;
    let text = format!(
        "Two runs of {twin} cancel each other: whatever is taken from one can be taken from the other."
    );
    let pair = RowStones::from_runs([nearest(twin); 2]);
    Some(Reason::new(text).claiming(Claim::Grundy(pair, 0)))
}

/// A full row in normal play: halves of it are alike. Where the perfect move makes other parts the middle is not named.
fn halves(game: &StoneRow, at: &RowStones, runs: &[u64], best: &StoneMove) -> Option<RowReason> {
    let &[run] = runs else { return None };
    let half = (run - 1) / 2;
    let (to, halved) = (game.play(at, best), vec![half; 2]);
    if game.convention == Convention::Misere || half == 0 || lengths(&to) == halved {
        return None;
    }
    let text = format!(
        "A row cut into two halves of {half} is lost: each move in one half is mirrored in the other. Here another cut \
         wins sooner."
    );
    let pair = RowStones::from_runs([nearest(half); 2]);
    Some(Reason::new(text).claiming(Claim::Grundy(pair, 0)).revealing(Reveals::Where))
}

/// Which case of the misère rule decides, with what it counts here.
fn misere_case(at: &RowStones, runs: &[u64], proved: &Proved<'_, StoneMove>) -> RowReason {
    let (text, words) = kayles::misere_case(runs, "run", proved.value.outcome);
    let claim = Claim::Outcome(at.clone(), proved.value.outcome);
    Reason::new(text).claiming(claim).using(words).about(at.runs().flat_map(sites))
}

/// The run that the best move is made in.
fn run_of(at: &RowStones, m: &StoneMove) -> Option<Range<usize>> {
    at.runs().find(|run| run.contains(&m.cell))
}

/// Where a run is: `7` or `3 to 13`.
fn cells_of(run: &Range<usize>) -> String {
    if run.len() == 1 { run.end.to_string() } else { format!("{} to {}", run.start + 1, run.end) }
}

/// How the run to change and its new worth are found, whichever run it will be.
fn how(at: &RowStones, runs: &[u64]) -> RowReason {
    let xor = runs.iter().fold(0, |x, &n| x ^ u64::from(grundy(n)));
    let text = "How: a run needs the XOR of the worths of all others. Where its worth is more, \
                a move can lower it to that; where less, now and then one can raise it.";
    Reason::new(text).using(&[Word::Worth, Word::Xor]).claiming(Claim::Grundy(at.clone(), xor))
}

/// What the others are worth together, which the run of the best move has to become.
fn to_change(at: &RowStones, best: &StoneMove) -> Option<RowReason> {
    let run = run_of(at, best)?;
    let value = u64::from(grundy(run.len() as u64));
    let need = u64::from(at.kayles().grundy()) ^ value;
    let others: Vec<String> = (at.runs().filter(|other| *other != run))
        .map(|other| grundy(other.len() as u64).to_string())
        .collect();
    let sum = match others.len() {
        2..=5 => format!(" ({} = {need})", others.join(" XOR ")),
        _ => String::new(),
    };
    let text = format!(
        "The run of {} at {} is worth {value} and can become worth {need}, as much as all others together{sum}.",
        run.len(),
        cells_of(&run),
    );
    let alone = RowStones::from_runs([run.len()]);
    let reason = Reason::new(text).claiming(Claim::Grundy(alone, value)).revealing(Reveals::Where);
    Some(reason.using(&[Word::Worth]).about(sites(run)))
}

/// Where to look when no value of a run says it: in which run, or of a single run how many stones to take.
fn look_at(at: &RowStones, best: &StoneMove, runs: &[u64]) -> Option<RowReason> {
    let run = run_of(at, best)?;
    let text = match runs {
        [1] => return None,
        [2] => "Look at the moves from this pair: they leave one stone or none.".to_owned(),
        [_] if best.cells().len() == 1 => {
            "Look at the moves that take one stone: one of them wins.".to_owned()
        }
        [_] => "Look at the moves that take two stones: one of them wins.".to_owned(),
        _ => format!("Look at the run of {} at {}: a move in it wins.", run.len(), cells_of(&run)),
    };
    let won = Claim::Outcome(at.clone(), Outcome::Win);
    Some(Reason::new(text).claiming(won).revealing(Reveals::Where).about(sites(run)))
}

/// What the best move leaves, and how the win is kept.
fn kept(game: &StoneRow, at: &RowStones, best: &StoneMove) -> RowReason {
    let to = game.play(at, best);
    let text = game.move_text(at, best);
    let left = lengths(&to);
    let normal = game.convention == Convention::Normal;
    let said = match (&left[..], run_of(at, best)) {
        ([], _) => format!("{text} takes the last of the stones, and that wins."),
        (&[1], _) if !normal => format!("{text} leaves a single stone, which the other has to take."),
        (&[a, b], Some(run)) if normal && a == b && run.len() as u64 > a + b => format!(
            "{text} in the middle leaves two halves of {a}: mirror every move in the other half, and the last move is \
             yours."
        ),
        (_, Some(run)) if normal => changed(at, best, &run, &text),
        (&[run], _) => format!("{text} leaves a run of {run}, which loses by the same rule."),
        _ => format!("{text} leaves {}, which lose by the same rule.", named(&left, 70)),
    };
    let mut reason = Reason::new(said).claiming(Claim::Move(*best, Outcome::Win)).revealing(Reveals::Move);
    if normal {
        reason = reason.claiming(Claim::Grundy(to, 0)).using(&[Word::Worth, Word::Xor]);
    } else {
        reason = reason.claiming(Claim::Outcome(to, Outcome::Loss));
    }
    reason.about(game_sites(best))
}

/// What the best move makes of its run, and that the worths then cancel.
fn changed(at: &RowStones, best: &StoneMove, run: &Range<usize>, text: &str) -> String {
    let parts = [best.cells().start - run.start, run.end - best.cells().end].map(|n| n as u64);
    let parts: Vec<u64> = parts.into_iter().filter(|&n| n > 0).collect();
    let others: Vec<u64> = at.runs().filter(|other| other != run).map(|other| other.len() as u64).collect();
    let worths = |runs: &[u64]| -> Vec<String> { runs.iter().map(|&n| grundy(n).to_string()).collect() };
    let whole = parts.iter().fold(0, |x, &n| x ^ grundy(n));
    let made = match &parts[..] {
        [] => format!("{text} takes the run of {} away", run.len()),
        [one] => format!("{text} turns the run of {} into {one}, worth {whole}", run.len()),
        _ => format!(
            "{text} turns the run of {} into {}, worth {} = {whole}",
            run.len(),
            and(&parts.iter().map(u64::to_string).collect::<Vec<_>>()),
            worths(&parts).join(" XOR ")
        ),
    };
    let now = match (others.len(), parts.is_empty()) {
        (0, _) => ".".to_owned(),
        (1, false) => format!(", as much as the run of {}.", others[0]),
        (2.., true) => format!(": the worths {} have the XOR 0.", and(&worths(&others))),
        _ => format!(", as much as all others together ({}).", worths(&others).join(" XOR ")),
    };
    fitting([format!("{made}{now}"), format!("{made}: the XOR of all is 0.")])
}

fn game_sites(m: &StoneMove) -> Vec<Site> {
    sites(m.cells())
}

/// The values on the runs, in normal play with their columns; mirrored places of halves and of equal runs.
pub(super) fn figure(game: &StoneRow, at: &RowStones, proved: &Proved<'_, StoneMove>) -> Figure {
    let mut figure = Figure::default();
    let runs: Vec<Range<usize>> = at.runs().collect();
    let by_worths =
        game.convention == Convention::Normal || at.kayles().misere_case() != MisereCase::OneFourFive;
    if proved.best.is_none() || !by_worths {
        return figure;
    }
    figure.worths = Some(worth::table());
    for run in &runs {
        let text = grundy(run.len() as u64).to_string();
        figure.values = "* and a number at a run: its worth; a number without *: how many stones it has";
        figure.marks.push(FigureMark::Value { places: sites(run.clone()), text });
    }
    if (2..=DRAWN).contains(&runs.len()) {
        let row =
            |run: &Range<usize>| (count(run.len() as u64, "stone"), u64::from(grundy(run.len() as u64)));
        figure.columns = Some(Columns::of(runs.iter().map(row).collect()));
    }
    let site = |cell: usize| vec![Site::new(0, cell as u64)];
    if game.convention == Convention::Misere {
        return figure;
    }
    // The halves of a row are shown where the perfect move makes them.
    if let ([run], Some(best)) = (&runs[..], proved.best) {
        let half = (run.len() - 1) / 2;
        let halved = lengths(&game.play(at, best)) == [half as u64; 2];
        let mirrored = (0..half).filter(|_| halved).map(|i| (run.start + i, run.end - 1 - i));
        figure.marks.extend(mirrored.map(|(a, b)| FigureMark::Pair(site(a), site(b))));
    }
    if proved.value.outcome == Outcome::Loss
        && let [a, b] = &runs[..]
        && a.len() == b.len()
    {
        let alike = a.clone().zip(b.clone());
        figure.marks.extend(alike.map(|(a, b)| FigureMark::Pair(site(a), site(b))));
    }
    figure
}
