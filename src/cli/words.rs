//! Puts an analysis into words.

use std::fmt::Display;

use nimatron_core::erased::{Analysis, AnyPosition, Choice, PerfectLine};
use nimatron_core::games::reasons::{capital, counted, counted_wins};
use nimatron_core::rules::{Columns, Convention, Depth, Outcome};

use crate::play::winner;
use nimatron_core::tr;

const NAMED: usize = 12;

/// Names the winner in a sentence. The margin, the points, the number of moves to the end and the Grundy value are
/// included if they are known.
pub fn verdict(position: &dyn AnyPosition, analysis: &Analysis) -> String {
    let names = position.info().sides();
    verdict_of(mover_words(position), &names, position, analysis)
}

/// Returns the points of both players, or `None` if the points are not known. The ID of a script's position does not
/// contain the points. The score of such a position is therefore treated as unknown until a player has scored in the
/// match.
fn known_score(position: &dyn AnyPosition) -> Option<[i64; 2]> {
    let played = position.score().filter(|score| *score != [0, 0]);
    position.written_score().or(played)
}

fn mover_words(position: &dyn AnyPosition) -> [String; 2] {
    let names = position.info().sides();
    let named = position
        .mover()
        .filter(|_| position.info().players.is_some());
    let who = named.map_or(tr!("the player to move"), |player| names[player.index()]);
    [tr!("{who} wins"), tr!("{who} loses")]
}

fn outcome_of([wins, loses]: [String; 2], outcome: Outcome) -> String {
    match outcome {
        Outcome::Win => capital(&wins),
        Outcome::Loss => capital(&loses),
        Outcome::Draw => tr!("A draw with best play").to_owned(),
    }
}

pub fn winner_line(position: &dyn AnyPosition, outcome: Outcome) -> String {
    let verdict = if position.is_over() {
        over(position, outcome)
    } else {
        outcome_of(mover_words(position), outcome) + "."
    };
    let id = position.id();
    let colon = if id.ends_with(':') { "" } else { ":" };
    format!("{id}{colon} {verdict}")
}

/// Like [`verdict`], but the caller provides the names of both sides, and the phrases for a win and for a loss of the
/// player to move.
pub fn verdict_of(
    [wins, loses]: [String; 2],
    names: &[impl Display; 2],
    position: &dyn AnyPosition,
    analysis: &Analysis,
) -> String {
    let value = &analysis.value;
    if analysis.over {
        return over(position, value.outcome);
    }
    let mut text = outcome_of([wins, loses], value.outcome);
    if let Some(margin) = value.margin.filter(|m| *m != 0) {
        text += &tr!(" by {margin}", margin = margin.unsigned_abs());
    }
    if let Some([a, b]) = known_score(position) {
        let [first, second] = names;
        text += &tr!(" ({first} {a}, {second} {b} so far)");
    }
    if let Some(left) = value.remoteness {
        let moves = counted(left, tr!("move"), tr!("moves"));
        text += &tr!(", {moves} to the end");
    }
    if let Some(grundy) = value.grundy {
        text += &tr!("; Grundy value {grundy}");
    }
    text.push('.');
    text
}

fn over(position: &dyn AnyPosition, outcome: Outcome) -> String {
    if position.score().is_some() && known_score(position).is_none() {
        return tr!("The game is over: no move is left.").to_owned();
    }
    let points = known_score(position).map(|[a, b]| (a.max(b), a.min(b)));
    let winner = position.mover().and_then(|mover| winner(outcome, mover));
    let winner = winner.map(|player| position.info().sides()[player.index()]);
    let how = match (outcome, winner, points) {
        (Outcome::Draw, _, Some((a, b))) => tr!("a draw, {a}:{b}"),
        (Outcome::Draw, _, None) => tr!("a draw").to_owned(),
        (_, Some(name), Some((most, least))) => {
            tr!("{name} has won {most}:{least}")
        }
        (_, Some(name), None) => tr!("{name} has won"),
        (_, None, _) => match position.convention() {
            Some(Convention::Misere) => {
                tr!("the player who made the last move has lost").to_owned()
            }
            _ => tr!("the player who made the last move has won").to_owned(),
        },
    };
    tr!("The game is over: {how}.")
}

/// Returns the number of moves, followed by the first few moves: `2 winning moves: 7+10, 9+10`. `none`, `one` and
/// `many` are the phrases for zero, one and several moves.
fn moves([none, one, many]: [&str; 3], list: &[Choice], count: Option<u128>) -> String {
    if count == Some(0) {
        return none.to_owned();
    }
    let named: Vec<&str> = list.iter().take(NAMED).map(|c| c.text.as_str()).collect();
    let more = if count.is_none_or(|count| count > named.len() as u128) {
        ", ..."
    } else {
        ""
    };
    let moves = counted_wins(count, one, many);
    format!("{moves}: {}{more}", named.join(", "))
}

/// Describes an analysed position in several lines. The line of perfect play and the list of all moves follow if the
/// user requested them.
pub fn block(position: &dyn AnyPosition, analysis: &Analysis) -> String {
    let mut lines = vec![
        format!("{}   {}", position.id(), position.title()),
        verdict(position, analysis),
    ];
    if !analysis.over {
        lines.push(capital(&moves_that_keep(analysis)));
        if let Some(best) = &analysis.best {
            let what = if analysis.value.outcome == Outcome::Loss {
                tr!("Best defence")
            } else {
                tr!("Best")
            };
            lines.push(format!("{what}: {}", spelled(position, &best.text)));
        }
    }
    let mut depth = None;
    for reason in &analysis.reasons {
        let is_more = reason.depth == Depth::More;
        let head = match (depth.replace(is_more) == Some(is_more), is_more) {
            (true, _) => "    ",
            (false, true) => tr!("More:"),
            (false, false) => tr!("Why:"),
        };
        lines.push(format!("{head} {}", reason.text));
    }
    let figure = &analysis.figure;
    let columns = figure.columns.iter().flat_map(binary);
    let values = figure.small_values.iter().flat_map(|v| v.lines(usize::MAX));
    lines.extend(columns.chain(values).map(|line| format!("     {line}")));
    lines.extend(analysis.line.as_ref().map(perfect));
    if let Some(legal) = &analysis.legal {
        lines.push(match legal.len() {
            1 => tr!("The only move, with its outcome for the player who makes it and the best reply:")
                .to_owned(),
            count => tr!(
                "All {count} moves, each with its outcome for the player who makes it and the best reply:"
            ),
        });
        let width = widest(legal.iter().map(|m| &m.choice.text)).min(20);
        for m in legal {
            let left = m.remoteness.map_or("-".to_owned(), |n| n.to_string());
            let to = m.choice.to.as_deref().unwrap_or(tr!("(too long to show)"));
            let reply = m.answer.as_ref();
            let answer = reply.map_or_else(String::new, |reply| tr!("  then {reply}"));
            let (made, outcome) = (&m.choice.text, m.outcome.name());
            lines.push(format!(
                "  {made:width$}  {outcome:4}  {left:>3}  {to}{answer}"
            ));
        }
    }
    lines.join("\n") + "\n"
}

pub fn widest(texts: impl Iterator<Item = impl AsRef<str>>) -> usize {
    let lengths = texts.map(|text| text.as_ref().chars().count());
    lengths.max().unwrap_or(0)
}

/// Returns the notation of a move, followed by its description in parentheses if the two differ.
fn spelled(position: &dyn AnyPosition, text: &str) -> String {
    match position.move_words(text) {
        words if words == text => words,
        words => format!("{text} ({words})"),
    }
}

pub fn line(position: &dyn AnyPosition, analysis: &Analysis) -> String {
    let mut text = format!("{}: {}", position.id(), verdict(position, analysis));
    if !analysis.over {
        text += &format!(" {}.", capital(&moves_that_keep(analysis)));
    }
    if let Some(line) = &analysis.line {
        text += &format!(" {}", perfect(line));
    }
    text
}

fn perfect(line: &PerfectLine) -> String {
    match (line.moves.len(), line.ends) {
        (0, _) => tr!("Perfect play: no move is left.").to_owned(),
        (_, true) => tr!(
            "Perfect play: {moves} (the end).",
            moves = line.moves.join("  ")
        ),
        (n, false) => tr!(
            "Perfect play, the first {n} moves: {moves} ...",
            moves = line.moves.join("  ")
        ),
    }
}

/// Writes the numbers in binary, one per line, and their XOR below them. The last line marks each column that has an
/// odd number of ones.
fn binary(columns: &Columns) -> Vec<String> {
    let bits = |n: u64| u64::BITS - n.leading_zeros();
    let rows = &columns.rows;
    let wide = rows.iter().map(|(_, n)| bits(*n)).max();
    let wide = wide.unwrap_or(0).max(1) as usize;
    let name = widest(rows.iter().map(|(name, _)| name)).max("XOR".len());
    let numbers = rows.iter().map(|(_, n)| *n).chain([columns.xor]);
    let number = widest(numbers.map(|n| n.to_string()));
    let row = |title: &str, n: u64| format!("{title:name$}  {n:>number$}  {n:0wide$b}");
    let mut lines: Vec<String> = rows.iter().map(|(title, n)| row(title, *n)).collect();
    lines.push(row("XOR", columns.xor));
    if columns.xor > 0 {
        let marks: String = format!("{:0wide$b}", columns.xor)
            .chars()
            .map(|bit| if bit == '1' { '^' } else { ' ' })
            .collect();
        let odd = format!("{:name$}  {:number$}  {marks}", "", "");
        lines.push(format!("{} {}", odd.trim_end(), tr!("odd")));
    }
    lines
}

fn moves_that_keep(analysis: &Analysis) -> String {
    match analysis.value.outcome {
        Outcome::Draw => moves(
            [
                tr!("no drawing move"),
                tr!("drawing move"),
                tr!("drawing moves"),
            ],
            &analysis.drawing,
            Some(analysis.drawing.len() as u128),
        ),
        _ => moves(
            [
                tr!("no winning move"),
                tr!("winning move"),
                tr!("winning moves"),
            ],
            &analysis.winning,
            analysis.winning_count,
        ),
    }
}
