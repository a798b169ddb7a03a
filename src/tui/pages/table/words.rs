//! Verdicts, moves and ends put into words. Every colour also has a word and a sign.

use super::state::MatchState;
use crate::play::review::MoveKind;
use crate::play::session::Computer;
use crate::play::{End, Level, names, winner};
use crate::tui::prelude::*;
use nimatron_core::games::reasons::counted_wins;
use nimatron_core::rules::{Convention, Reveals, Value, as_gerund, in_past_tense};

/// What a player is called at the start of a sentence, with a verb: `A wins`, `You win`.
fn does(s: &MatchState, player: Player, verb: &str) -> String {
    match s.game().only_person() {
        Some(me) if me == player => format!("You {verb}"),
        _ => format!("{} {verb}s", s.game().participant(player).name),
    }
}

/// Who plays which side: for the title, in which the person is called `you`.
pub fn players(s: &MatchState, you: &str) -> String {
    let name = |p: Player| s.game().participant(p).name.as_str();
    let kind = |p: Player| s.game().participant(p).kind;
    match s.game().only_person() {
        Some(me) => match erring(kind(me.other())) {
            Some(level) => format!("{you}: {}, computer: {level}", name(me)),
            None => format!("{you}: {}", name(me)),
        },
        None if s.is_exhibition() => {
            let side = |p: Player| format!("{}: {}", name(p), kind(p));
            format!("{}, {}", side(Player::First), side(Player::Second))
        }
        None => format!("{} against {}", name(Player::First), name(Player::Second)),
    }
}

/// The level of a computer that may err.
fn erring(kind: PlayerKind) -> Option<Level> {
    kind.level().filter(|level| level.may_err())
}

/// Why the computer does not move at its turn, and what can be done.
pub fn refusal(s: &MatchState) -> Option<Vec<StyledLine>> {
    if s.computer() != Computer::Refused {
        return None;
    }
    let why = match s.here()? {
        Ok(_) => return None,
        Err(Stop::NotProved(why) | Stop::Fault(why)) => {
            format!("because nothing is proved about this position: {why}.")
        }
        Err(Stop::Interrupted(why)) => format!("because the search was stopped: {why}."),
    };
    Some(vec![
        StyledLine::heading("? not proved"),
        StyledLine::plain(format!("The computer cannot play here, {why}")),
        StyledLine::hint(
            "Play its move yourself; or <undo> takes a move back, <new> begins a new game.",
        ),
    ])
}

pub fn title(s: &MatchState) -> String {
    names::title(s.game().position())
}

pub fn to_move(s: &MatchState, you: &str) -> Option<StyledLine> {
    let player = s.game().to_move()?;
    let who = match s.game().participant(player).kind {
        PlayerKind::Computer(level) if s.thinks() => format!(" (computer, {level}) ..."),
        PlayerKind::Computer(level) if s.computer() == Computer::Stopped => {
            format!(" (computer, {level}, paused)")
        }
        PlayerKind::Computer(level) => format!(" (computer, {level})"),
        PlayerKind::Human if s.game().only_person().is_some() => {
            match erring(s.game().participant(player.other()).kind) {
                Some(level) => format!(" ({you}; computer: {level})"),
                None => format!(" ({you})"),
            }
        }
        PlayerKind::Human => String::new(),
    };
    let name = &s.game().participant(player).name;
    Some(StyledLine::new(
        Tone::Player(player),
        format!("{name} to move{who}"),
    ))
}

/// What a computer waits for, where it is its turn and it does not move by itself.
pub fn waiting(s: &MatchState) -> Option<StyledLine> {
    let PlayerKind::Computer(_) = s.deciding()? else {
        return None;
    };
    let text = match s.computer() {
        Computer::Idle => "It waits: <enter> lets it move.",
        Computer::Stopped => "The computers are paused: <pick> lets them play on.",
        _ => return None,
    };
    Some(StyledLine::hint(text))
}

/// The points so far, in games that count them.
pub fn score(s: &MatchState) -> Option<String> {
    let [first, second] = s.game().position().score()?;
    let name = |p: Player| s.game().participant(p).name.as_str();
    Some(format!(
        "{} {first}, {} {second}",
        name(Player::First),
        name(Player::Second)
    ))
}

/// The verdict on the position on the board: what the chip says, and the numbers behind it. Without a chip it is not
/// known, and the text says why.
pub struct VerdictText {
    pub chip: Option<(Tone, String)>,
    pub text: String,
}

/// The verdict on the position on the board; `None` after the end.
pub fn verdict(s: &MatchState) -> Option<VerdictText> {
    let mover = s.game().to_move()?;
    Some(match s.here() {
        None => VerdictText {
            chip: None,
            text: working(s),
        },
        Some(Err(Stop::NotProved(why))) => VerdictText {
            chip: None,
            text: format!("? not proved: {why}."),
        },
        Some(Err(Stop::Fault(why))) => VerdictText {
            chip: None,
            text: format!("? {why}."),
        },
        Some(Err(stop @ Stop::Interrupted(_))) => VerdictText {
            chip: None,
            text: stop.to_string(),
        },
        Some(Ok(analysis)) => proved(s, mover, analysis),
    })
}

fn working(s: &MatchState) -> String {
    let mut far = Vec::new();
    if let Some(step) = s.progress.filter(|step| step.total > 0) {
        far.push(format!(
            "{} %",
            (u128::from(step.done) * 100 / u128::from(step.total)).min(100)
        ));
    }
    if s.seconds > 0 {
        far.push(format!("{} s", s.seconds));
    }
    let far = if far.is_empty() {
        " ...".to_owned()
    } else {
        format!(": {}", far.join(", "))
    };
    if s.thinks() && s.seconds > 0 {
        return format!(
            "the computer is thinking{far} (<back> stops it, <undo> takes a move back)"
        );
    }
    format!("working it out{far}")
}

/// Who wins: against the computer as the person sees it, else in the winner's own colour, whoever is to move.
fn winner_tone(s: &MatchState, winner: Player) -> Tone {
    match s.game().only_person() {
        Some(me) => Tone::Outcome(Outcome::won(me == winner)),
        None => Tone::Player(winner),
    }
}

fn proved(s: &MatchState, mover: Player, analysis: &Analysis) -> VerdictText {
    let value = analysis.value;
    let by = value
        .margin
        .filter(|&m| m != 0)
        .map_or(String::new(), |m| format!(" by {}", m.unsigned_abs()));
    let chip = match winner(analysis.value.outcome, mover) {
        Some(winner) if s.game().only_person() == Some(winner) => {
            (winner_tone(s, winner), format!("You can win{by}"))
        }
        Some(winner) => {
            let wins = if by.is_empty() { "can win" } else { "wins" };
            (
                winner_tone(s, winner),
                format!("{} {wins}{by}", s.game().participant(winner).name),
            )
        }
        None => (Tone::Outcome(Outcome::Draw), "Draw".to_owned()),
    };
    let mut facts = Vec::new();
    if s.person_may_move() || s.game().only_person().is_none() {
        facts.push(good_moves(analysis));
    }
    facts.extend(value.remoteness.map(|left| match value.margin {
        Some(_) => format!("{} left", counted(left, "move", "moves")),
        None if value.outcome == Outcome::Win => format!("in {}", counted(left, "move", "moves")),
        None => format!("{} left", counted(left, "move", "moves")),
    }));
    VerdictText {
        chip: Some(chip),
        text: facts.join(", "),
    }
}

pub fn good_moves(analysis: &Analysis) -> String {
    let of = |n: Option<u128>, verb: &str| match (analysis.moves, n) {
        (Some(1), _) => format!("the only move {verb}s"),
        (Some(all), Some(n)) if u128::from(all) == n => format!("every move {verb}s"),
        (Some(all), Some(n)) => {
            format!("{n} of {all} moves {verb}{}", if n == 1 { "s" } else { "" })
        }
        (_, n) => format!(
            "{} that {verb}{}",
            counted_wins(n, "move", "moves"),
            if n == Some(1) { "s" } else { "" }
        ),
    };
    match analysis.value.outcome {
        Outcome::Win => of(analysis.winning_count, "win"),
        Outcome::Draw => of(Some(analysis.drawing.len() as u128), "draw"),
        Outcome::Loss => match analysis.moves {
            Some(1) => "the only move loses".to_owned(),
            _ => "every move loses".to_owned(),
        },
    }
}

pub struct MoveNote {
    /// What it did to its player: gave something away (lost), kept a win, held a draw; without it, nothing better was
    /// there.
    pub outcome: Option<Outcome>,
    /// Its colour: green is good for the person.
    pub tone: Tone,
    pub text: String,
    /// Points that it lost though the winner stayed the same.
    pub lost: u32,
}

/// What a move of the line did, as far as both positions are known.
pub fn move_note(s: &MatchState, ply: usize) -> Option<MoveNote> {
    let judged = s.judged(ply)?;
    let me = s.game().mover_at(ply);
    let outcome = match (judged.kind, judged.before, judged.cost) {
        (MoveKind::Mistake, ..) => Some(Outcome::Loss),
        (_, Outcome::Loss, _) => None,
        (MoveKind::Inaccuracy, _, Some(_)) => Some(Outcome::Draw),
        (_, before, _) => Some(before),
    };
    let tone = outcome.map_or(Tone::Quiet, |outcome| Tone::Outcome(s.for_me(me, outcome)));
    Some(MoveNote {
        outcome,
        tone,
        text: judged.words(),
        lost: judged.cost.unwrap_or(0),
    })
}

/// What the height of a bar is: the margin in games that count points, else the moves to the end.
pub fn measure(value: Value) -> Option<u64> {
    value
        .margin
        .map(|margin| u64::from(margin.unsigned_abs()))
        .or(value.remoteness)
}

/// The turning point of what was played up to the cursor: the last move that gave the result away; without one, the
/// move that lost the most points.
pub fn turning_point(s: &MatchState) -> Option<String> {
    let notes: Option<Vec<MoveNote>> = (0..s.game().cursor())
        .map(|ply| move_note(s, ply))
        .collect();
    let notes = notes.filter(|notes| !notes.is_empty())?;
    let turning = notes
        .iter()
        .rposition(|note| note.outcome == Some(Outcome::Loss));
    let costly = notes
        .iter()
        .enumerate()
        .filter(|(_, note)| note.lost > 0)
        .max_by_key(|(_, note)| note.lost);
    Some(match (turning, costly) {
        (Some(ply), _) => format!("Turning point: move {}.", ply + 1),
        (None, Some((ply, note))) => {
            format!(
                "No turning point, but move {} lost {}.",
                ply + 1,
                counted(note.lost, "point", "points")
            )
        }
        (None, None) => "No turning point: nothing was given away.".to_owned(),
    })
}

/// What there is to do in a puzzle, or in a trial.
pub fn task(s: &MatchState) -> Option<String> {
    if s.is_trial() {
        return Some("You are trying again: <back-to-review> returns to the review.".to_owned());
    }
    let p = s.puzzle()?;
    Some(match (p.solved, &p.wrong) {
        (true, _) => "Puzzle solved: play it out, or <new> for the next one.".to_owned(),
        (false, Some(_)) if s.game().cursor() == 0 => {
            format!(
                "Puzzle, grade {}: try again to find the one move that wins.",
                p.puzzle.grade
            )
        }
        (false, Some(wrong)) => match &s.refutation {
            Some(told) => format!("Puzzle: {told} <undo> takes your move back."),
            None => format!("Puzzle: {wrong} does not win. <undo> takes the move back."),
        },
        (false, None) => format!(
            "Puzzle, grade {}: find the one move that wins.",
            p.puzzle.grade
        ),
    })
}

pub fn end(s: &MatchState) -> Option<(StyledLine, String)> {
    let result = s.game().result()?;
    let Some(winner) = result.winner else {
        return Some((
            StyledLine::new(Tone::Outcome(Outcome::Draw), "Draw"),
            String::new(),
        ));
    };
    let name = |p: Player| s.game().participant(p).name.as_str();
    let last = s
        .game()
        .last_move()
        .zip(s.game().cursor().checked_sub(1))
        .map(|(m, before)| {
            let told = in_past_tense(&s.game().position_at(before).move_words(&m.text));
            format!("{} {told}", name(m.by))
        });
    let how = match (result.by, s.game().position().convention(), last) {
        (End::Resignation, ..) => format!("{} resigned.", name(winner.other())),
        (End::LastMove, Some(convention), Some(told)) => {
            let does = if convention == Convention::Normal {
                "wins"
            } else {
                "loses"
            };
            format!("{told}. The player who makes the last move {does}.")
        }
        (End::LastMove, ..) => format!(
            "{} cannot move.",
            name(s.game().mover_at(s.game().cursor()))
        ),
        (End::Score, ..) => match s.game().position().score() {
            Some([a, b]) => format!("The final score is {} to {}.", a.max(b), a.min(b)),
            None => String::new(),
        },
        (End::Position, _, Some(told)) => format!("{told}. That decided the game."),
        (End::Position, ..) => "The position is decided.".to_owned(),
    };
    Some((
        StyledLine::new(winner_tone(s, winner), does(s, winner, "win")),
        how,
    ))
}

pub fn hint(s: &MatchState) -> Option<String> {
    let (step, analysis) = (s.hint(), s.analysis()?);
    let best = s
        .game()
        .position()
        .move_words(&analysis.best.as_ref()?.text);
    let loses = if analysis.value.margin.is_some() {
        "loses the least"
    } else {
        "delays the loss longest"
    };
    Some(match (step, analysis.value.outcome) {
        (Reveals::Nothing, _) => return None,
        (Reveals::Where, Outcome::Win) => {
            "Hint: a winning move is in the lit area; <hint> names it.".to_owned()
        }
        (Reveals::Where, Outcome::Draw) => {
            "Hint: a move in the lit area keeps the draw; <hint> names it.".to_owned()
        }
        (Reveals::Where, Outcome::Loss) => {
            format!("Hint: every move loses. Look for the one that {loses}; <hint> names it.")
        }
        (Reveals::Move, Outcome::Loss) => {
            format!("Hint: every move loses. This one {loses}: {best}.")
        }
        (Reveals::Move, Outcome::Win) => format!("Hint: {} wins.", as_gerund(&best)),
        (Reveals::Move, Outcome::Draw) => format!("Hint: {} keeps the draw.", as_gerund(&best)),
    })
}
