//! Verdicts, moves and ends put into words. Every glyph has a word beside it.

use super::state::{Brief, Computer, Hint, MatchState};
use crate::erased::Analysis;
use crate::play::{End, Level, PlayerKind};
use crate::rules::{Convention, Outcome, Player, Stop};
use crate::tui::text::{Said, Tone, count};

#[must_use]
pub fn glyph(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => '+',
        Outcome::Loss => '-',
        Outcome::Draw => '=',
    }
}

/// What a player is called at the start of a sentence, with a verb: `A wins`, `You win`.
fn does(s: &MatchState, player: Player, verb: &str) -> String {
    match s.only_human() {
        Some(me) if me == player => format!("You {verb}"),
        Some(_) => format!("The computer {verb}s"),
        None => format!("{} {verb}s", s.game.participant(player).name),
    }
}

/// Who plays which side: for the title, in which the person is called `you`.
#[must_use]
pub fn players(s: &MatchState, you: &str) -> String {
    let name = |p: Player| s.game.participant(p).name.as_str();
    let kind = |p: Player| s.game.participant(p).kind;
    match s.only_human() {
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
#[must_use]
pub fn refusal(s: &MatchState) -> Option<Vec<Said>> {
    if s.computer != Computer::Refused {
        return None;
    }
    let why = match s.here.as_ref()? {
        Ok(_) => return None,
        Err(Stop::NotProved(why)) => format!("because nothing is proved of this position: {why}."),
        Err(Stop::Interrupted(why)) => format!("because its search was ended: {why}."),
    };
    Some(vec![
        (Tone::Heading, "? not proved".to_owned()),
        (Tone::Plain, format!("The computer cannot play here, {why}")),
        (Tone::Hint, "Play its move yourself, or u takes back, n begins a new game.".to_owned()),
    ])
}

/// The game and its convention: `Hexagram star, misère`.
#[must_use]
pub fn title(s: &MatchState) -> String {
    let position = s.game.position();
    match position.convention() {
        Some(convention) => format!("{}, {}", position.info().name, convention.name()),
        None => position.info().name.to_owned(),
    }
}

/// Who is to move, and who that is.
#[must_use]
pub fn to_move(s: &MatchState, you: &str) -> Option<Said> {
    let player = s.game.to_move()?;
    let who = match (s.game.participant(player).kind, s.computer) {
        (PlayerKind::Computer(level), Computer::Pausing(_) | Computer::Ready | Computer::Showing(_)) => {
            format!(" (computer, {level}) ...")
        }
        (PlayerKind::Computer(level), Computer::Stopped) => format!(" (computer, {level}, stopped)"),
        (PlayerKind::Computer(level), _) => format!(" (computer, {level})"),
        (PlayerKind::Human, _) if s.only_human().is_some() => {
            match erring(s.game.participant(player.other()).kind) {
                Some(level) => format!(" ({you}; computer: {level})"),
                None => format!(" ({you})"),
            }
        }
        (PlayerKind::Human, _) => String::new(),
    };
    Some((Tone::Player(player), format!("{} to move{who}", s.game.participant(player).name)))
}

/// What a computer waits for, where it is its turn and it does not move by itself.
#[must_use]
pub fn waiting(s: &MatchState) -> Option<Said> {
    let PlayerKind::Computer(_) = s.deciding()? else { return None };
    let text = match s.computer {
        Computer::Idle => "It waits: <enter> lets it move.",
        Computer::Stopped => "The computers wait: <pick> lets them go on.",
        Computer::Pausing(_) | Computer::Ready | Computer::Showing(_) | Computer::Refused => return None,
    };
    Some((Tone::Hint, text.to_owned()))
}

/// The points so far, in games that count them.
#[must_use]
pub fn score(s: &MatchState) -> Option<String> {
    let [first, second] = s.game.position().score()?;
    let name = |p: Player| s.game.participant(p).name.as_str();
    Some(format!("{} {first}, {} {second}", name(Player::First), name(Player::Second)))
}

/// The verdict on the position on the board.
#[must_use]
pub fn verdict(s: &MatchState) -> Vec<Said> {
    let Some(mover) = s.game.to_move() else { return Vec::new() };
    match &s.here {
        None => vec![(Tone::Quiet, working(s))],
        Some(Err(Stop::NotProved(why))) => {
            vec![(Tone::Heading, "? not proved".to_owned()), (Tone::Quiet, format!("{why}."))]
        }
        Some(Err(stop @ Stop::Interrupted(_))) => vec![(Tone::Quiet, stop.to_string())],
        Some(Ok(analysis)) => proved(s, mover, analysis),
    }
}

fn working(s: &MatchState) -> String {
    let mut far = Vec::new();
    if let Some(step) = s.progress.filter(|step| step.total > 0) {
        far.push(format!("{} %", (u128::from(step.done) * 100 / u128::from(step.total)).min(100)));
    }
    if s.seconds > 0 {
        far.push(format!("{} s", s.seconds));
    }
    let far = if far.is_empty() { " ...".to_owned() } else { format!(": {}", far.join(", ")) };
    match s.computer {
        Computer::Pausing(_) | Computer::Ready | Computer::Showing(_) if s.seconds > 0 => {
            format!("the computer is thinking{far} (<back> stops it, <undo> takes back)")
        }
        _ => format!("working it out{far}"),
    }
}

/// Who wins: against the computer as the person sees it, else in the winner's own colour, whoever is to move.
fn won(s: &MatchState, winner: Player, how: &str) -> Said {
    let text = format!("{}{how}", does(s, winner, "win"));
    match s.only_human().map(|me| Outcome::won(me == winner)) {
        Some(outcome) => (Tone::Outcome(outcome), format!("{} {text}", glyph(outcome))),
        None => (Tone::Player(winner), text),
    }
}

fn proved(s: &MatchState, mover: Player, analysis: &Analysis) -> Vec<Said> {
    let value = analysis.value;
    let head = match Brief::of(analysis).winner(mover) {
        Some(winner) => won(s, winner, " with best play"),
        None => (Tone::Outcome(Outcome::Draw), format!("{} a draw with best play", glyph(Outcome::Draw))),
    };
    let mut lines = vec![head];
    let mut facts = Vec::new();
    if let Some(margin) = value.margin.filter(|&m| m != 0) {
        facts.push(format!("by {}", margin.unsigned_abs()));
    }
    if let Some(left) = value.remoteness {
        facts.push(match value.margin {
            Some(_) => format!("{} left", count(left, "move", "moves")),
            None => format!("{} to the end", count(left, "move", "moves")),
        });
    }
    if !facts.is_empty() {
        lines.push((Tone::Plain, format!("  {}", facts.join(", "))));
    }
    lines.push((Tone::Plain, format!("  {}", good_moves(analysis))));
    lines
}

/// How many moves are good.
#[must_use]
pub fn good_moves(analysis: &Analysis) -> String {
    let of = |n: u128, verb: &str| match analysis.moves {
        Some(1) => format!("the only move {verb}s"),
        Some(all) if u128::from(all) == n => format!("every move {verb}s"),
        Some(all) => format!("{n} of {all} moves {verb}{}", if n == 1 { "s" } else { "" }),
        None => format!("{} that {verb}{}", count(n, "move", "moves"), if n == 1 { "s" } else { "" }),
    };
    match analysis.value.outcome {
        Outcome::Win => of(analysis.winning_count, "win"),
        Outcome::Draw => of(analysis.drawing.len() as u128, "draw"),
        Outcome::Loss => match analysis.moves {
            Some(1) => "the only move loses".to_owned(),
            _ => "every move loses".to_owned(),
        },
    }
}

/// What a move of the line did: a glyph and words.
#[must_use]
pub fn move_note(s: &MatchState, ply: usize) -> Option<Said> {
    let (before, after) = (s.brief(ply)?, s.brief(ply + 1)?);
    let me = s.game.mover_at(ply);
    // The turn may stay where it was: what the next position is worth depends on who moves there.
    let next = s.game.mover_at(ply + 1);
    let (was, is) = (before.winner(me), after.winner(next));
    let less = match (before.margin, after.margin) {
        (Some(was), Some(is)) => was - if next == me { is } else { -is },
        _ => 0,
    };
    let (outcome, text) = if was == Some(me) {
        match is {
            Some(winner) if winner == me && less > 0 => (Outcome::Win, format!("+ wins, by {less} less")),
            Some(winner) if winner == me => (Outcome::Win, "+ keeps the win".to_owned()),
            _ => (Outcome::Loss, "- gave away the win".to_owned()),
        }
    } else if was.is_none() {
        match is {
            Some(winner) if winner != me => (Outcome::Loss, "- gave away the draw".to_owned()),
            _ => (Outcome::Draw, "= holds the draw".to_owned()),
        }
    } else if less > 0 {
        return Some((Tone::Quiet, format!(". lost, {less} more")));
    } else {
        return Some((Tone::Quiet, ". nothing better".to_owned()));
    };
    Some((Tone::Outcome(outcome), text))
}

/// The marks of the moves up to the cursor in a row, as many of the last ones as there is room for, and the turning
/// point: the last move that gave something away.
#[must_use]
pub fn summary(s: &MatchState, width: usize) -> Vec<Said> {
    let notes: Option<Vec<String>> = (0..s.game.cursor()).map(|ply| Some(move_note(s, ply)?.1)).collect();
    let Some(notes) = notes.filter(|notes| !notes.is_empty()) else { return Vec::new() };
    let marks: Vec<&str> = notes.iter().filter_map(|note| note.get(..1)).collect();
    let shown = marks.len().min(width / 2);
    let mut lines = vec![(Tone::Plain, marks[marks.len() - shown..].join(" "))];
    let turning = marks.iter().rposition(|mark| *mark == "-");
    lines.push((
        Tone::Plain,
        match turning {
            Some(ply) => format!("Turning point: move {}", ply + 1),
            None => "No turning point: nothing was given away".to_owned(),
        },
    ));
    lines
}

/// What there is to do in a puzzle, or in a trial.
#[must_use]
pub fn task(s: &MatchState) -> Option<String> {
    if s.trial {
        return Some("Trying again: <back-to-review> leads back to the review.".to_owned());
    }
    let p = s.puzzle.as_ref()?;
    Some(match (p.solved, &p.wrong) {
        (true, _) => "Puzzle solved: play it out, or <new> for another one.".to_owned(),
        (false, Some(_)) if s.game.cursor() == 0 => {
            format!("Puzzle, grade {}: try again to find the one move that wins.", p.puzzle.grade)
        }
        (false, Some(wrong)) => match &p.answered {
            Some(told) => format!("Puzzle: {told} <undo> takes it back."),
            None => format!("Puzzle: {wrong} does not win. <undo> takes it back."),
        },
        (false, None) => format!("Puzzle, grade {}: find the one move that wins.", p.puzzle.grade),
    })
}

/// How the match ended.
#[must_use]
pub fn end(s: &MatchState) -> Option<Vec<Said>> {
    let result = s.game.result()?;
    let Some(winner) = result.winner else {
        return Some(vec![(Tone::Outcome(Outcome::Draw), "= A draw".to_owned())]);
    };
    let name = |p: Player| s.game.participant(p).name.as_str();
    let how = match (result.by, s.game.position().convention(), s.game.last_move()) {
        (End::Resignation, ..) => format!("{} resigned.", name(winner.other())),
        (End::LastMove, Some(Convention::Normal), Some(m)) => {
            format!("{} made the last move, {}: the last move wins.", name(m.by), m.text)
        }
        (End::LastMove, Some(Convention::Misere), Some(m)) => {
            format!("{} made the last move, {}: the last move loses.", name(m.by), m.text)
        }
        (End::LastMove, ..) => format!("{} cannot move.", name(s.game.mover_at(s.game.cursor()))),
        (End::Score, ..) => {
            let [a, b] = s.game.position().score().unwrap_or_default();
            format!("{} to {}.", a.max(b), a.min(b))
        }
        (End::Position, ..) => match s.game.last_move() {
            Some(m) => format!("{} decided it with {}.", name(m.by), m.text),
            None => "The position is decided.".to_owned(),
        },
    };
    Some(vec![won(s, winner, ""), (Tone::Plain, how)])
}

/// The hint in words.
#[must_use]
pub fn hint(stage: Hint, analysis: &Analysis) -> Option<String> {
    let best = analysis.best.as_ref()?;
    let (outcome, verb) = (analysis.value.outcome, analysis.value.outcome);
    let points = analysis.value.margin.is_some();
    Some(match (stage, outcome) {
        (Hint::None, _) => return None,
        (Hint::Where, Outcome::Win) => {
            "Hint: a winning move is where it is lit; <hint> again says which.".to_owned()
        }
        (Hint::Where, Outcome::Draw) => {
            "Hint: a move that holds is where it is lit; <hint> again says which.".to_owned()
        }
        (Hint::Where, Outcome::Loss) => {
            let what =
                if points { "that no other loses less than" } else { "that lasts as long as any other" };
            format!("Hint: every move loses. Look for one {what}; <hint> again names it.")
        }
        (Hint::What, Outcome::Loss) => {
            let what = if points { "none loses by less than" } else { "none lasts longer than" };
            format!("Hint: every move loses; {what} {}.", best.text)
        }
        (Hint::What, _) => {
            let verb = if verb == Outcome::Win { "wins" } else { "holds the draw" };
            format!("Hint: {} {verb}.", best.text)
        }
    })
}
