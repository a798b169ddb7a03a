//! Puts verdicts, moves and results into words, because nothing may be shown by colour alone.

use super::state::MatchState;
use crate::play::review::MoveKind;
use crate::play::session::Computer;
use crate::play::{End, winner};
use crate::tui::prelude::*;
use nimatron_core::games::reasons::{capital, counted_wins};
use nimatron_core::rules::{Reveals, Value, as_gerund, in_past_tense};

/// Returns the opponent and the move number for the title, such as `against fair, move 3`. If the game has two sides,
/// such as X and O, the user's side comes first: `as X against fair`.
pub fn note(s: &MatchState) -> String {
    let kind = |p: Player| s.game().participant(p).kind;
    let against = match s.game().only_person() {
        Some(me) => kind(me.other()).level().map(|level| {
            let side = s
                .game()
                .position()
                .mover()
                .map(|_| s.game().participant(me));
            match side {
                Some(side) => tr!("as {side} against {level}", side = side.name),
                None => tr!("against {level}"),
            }
        }),
        None if s.is_exhibition() => {
            let levels =
                Player::BOTH.map(|p| kind(p).level().map_or(String::new(), |l| l.to_string()));
            Some(tr!(
                "{first} against {second}",
                first = levels[0],
                second = levels[1]
            ))
        }
        None => None,
    };
    let at = s.game().cursor();
    let moves = s.game().moves().len();
    let number = match at {
        _ if s.game().result().is_some() => Some(tr!("ended").to_owned()),
        0 if moves == 0 => None,
        at if at == moves => Some(tr!("move {at}")),
        at => Some(tr!("move {at} of {moves}")),
    };
    let parts: Vec<String> = against.into_iter().chain(number).collect();
    parts.join(", ")
}

pub fn refusal(s: &MatchState) -> Option<Vec<StyledLine>> {
    if s.computer() != Computer::Refused {
        return None;
    }
    let why = match s.here()? {
        Ok(_) => return None,
        Err(Stop::NotProved(why) | Stop::Fault(why)) => {
            tr!("because nothing is proved about this position: {why}.")
        }
        Err(Stop::Interrupted(why)) => tr!("because the search was stopped: {why}."),
    };
    Some(vec![
        StyledLine::plain(tr!("The computer cannot play here, {why}")),
        StyledLine::hint(tr!(
            "Play its move yourself; or <undo> takes a move back, <new> begins a new game."
        )),
    ])
}

pub fn title(s: &MatchState) -> String {
    s.game().position().title()
}

/// Returns the line about the player to move, such as `Your move` or `Computer thinks`. In a match between two people,
/// this is the name of the player to move.
pub fn to_move(s: &MatchState) -> Option<StyledLine> {
    let player = s.game().to_move()?;
    let name = capital(name_in_list(s.game().participants(), player));
    let text = match s.game().participant(player).kind {
        PlayerKind::Human if s.game().only_person().is_some() => tr!("Your move").to_owned(),
        PlayerKind::Human => name,
        PlayerKind::Computer(_) if s.thinks() && s.puzzle().is_some() => tr!("{name} replies"),
        PlayerKind::Computer(_) if s.thinks() => tr!("{name} thinks"),
        PlayerKind::Computer(_) if s.computer() == Computer::Stopped => {
            tr!("{name} is paused")
        }
        PlayerKind::Computer(_) => tr!("{name} waits"),
    };
    Some(StyledLine::new(Tone::Player(player), text))
}

pub fn waiting(s: &MatchState) -> Option<StyledLine> {
    let PlayerKind::Computer(_) = s.deciding()? else {
        return None;
    };
    let text = match s.computer() {
        Computer::Idle => tr!("It waits: <enter> lets it move."),
        Computer::Stopped => tr!("The computers are paused: <pick> lets them play on."),
        _ => return None,
    };
    Some(StyledLine::hint(text))
}

/// Returns a line that names the player whom the reasons below address as "you", or `None` if these reasons address the
/// user.
pub fn point_of_view(game: &Match, player: Player) -> Option<StyledLine> {
    let name = name_or_you(game, player);
    let line = || StyledLine::quiet(tr!("Advice to {name}:"));
    (game.only_person() != Some(player)).then(line)
}

pub fn score(s: &MatchState) -> Option<String> {
    let [first, second] = s.game().position().score()?;
    let name = |player| name_in_list(s.game().participants(), player);
    Some(format!(
        "{} {first}, {} {second}",
        name(Player::First),
        name(Player::Second)
    ))
}

/// The text of the verdict's chip, and the text after the chip. If there is no chip, the verdict is unknown and the
/// text says why.
pub struct VerdictText {
    pub chip: Option<(Tone, String)>,
    pub text: String,
}

pub fn verdict(s: &MatchState) -> Option<VerdictText> {
    let mover = s.game().to_move()?;
    let unknown = |text| VerdictText { chip: None, text };
    Some(match s.here() {
        None => unknown(working(s)),
        Some(Err(Stop::NotProved(why))) => unknown(tr!("? not proved: {why}.")),
        Some(Err(Stop::Fault(why))) => unknown(format!("? {why}.")),
        Some(Err(stop @ Stop::Interrupted(_))) => unknown(stop.to_string()),
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
        return tr!("the computer is thinking{far} (<back> stops it, <undo> takes a move back)");
    }
    tr!("working it out{far}")
}

/// Returns the tone for a winner. In a match against the computer, this is the tone of the user's win or loss.
/// Otherwise it is the winner's colour.
fn winner_tone(s: &MatchState, winner: Player) -> Tone {
    match s.game().only_person() {
        Some(me) => Tone::Outcome(Outcome::won(me == winner)),
        None => Tone::Player(winner),
    }
}

pub fn proved(s: &MatchState, mover: Player, analysis: &Analysis) -> VerdictText {
    let value = analysis.value;
    let by = value.margin.filter(|&m| m != 0).map_or(String::new(), |m| {
        tr!(" by {points}", points = m.unsigned_abs())
    });
    let chip = match winner(analysis.value.outcome, mover) {
        Some(winner) => {
            let text = match s.game().only_person() {
                Some(me) if me == winner => tr!("You can win{by}"),
                Some(_) => tr!("You are losing{by}"),
                None => tr!(
                    "{name} can win{by}",
                    name = s.game().participant(winner).name
                ),
            };
            (winner_tone(s, winner), text)
        }
        None => (Tone::Outcome(Outcome::Draw), tr!("Draw").to_owned()),
    };
    let left = value
        .remoteness
        .map(|left| counted(left, tr!("move"), tr!("moves")));
    let text = left.map_or(String::new(), |left| tr!("{left} to go"));
    VerdictText {
        chip: Some(chip),
        text,
    }
}

pub fn good_moves(analysis: &Analysis) -> String {
    let outcome = analysis.value.outcome;
    let good = match outcome {
        Outcome::Win => analysis.winning_count,
        _ => Some(analysis.drawing.len() as u128),
    };
    let wins = outcome == Outcome::Win;
    match (analysis.moves, good) {
        (Some(1), _) if outcome == Outcome::Loss => tr!("the only move loses").to_owned(),
        _ if outcome == Outcome::Loss => tr!("every move loses").to_owned(),
        (Some(1), _) if wins => tr!("the only move wins").to_owned(),
        (Some(1), _) => tr!("the only move draws").to_owned(),
        (Some(all), Some(n)) if u128::from(all) == n && wins => tr!("every move wins").to_owned(),
        (Some(all), Some(n)) if u128::from(all) == n => tr!("every move draws").to_owned(),
        (Some(all), Some(1)) if wins => tr!("1 of {all} moves wins"),
        (Some(all), Some(1)) => tr!("1 of {all} moves draws"),
        (Some(all), Some(n)) if wins => tr!("{n} of {all} moves win"),
        (Some(all), Some(n)) => tr!("{n} of {all} moves draw"),
        (_, Some(1)) if wins => tr!("1 move that wins").to_owned(),
        (_, Some(1)) => tr!("1 move that draws").to_owned(),
        (_, n) => {
            let moves = counted_wins(n, tr!("move"), tr!("moves"));
            if wins {
                tr!("{moves} that win")
            } else {
                tr!("{moves} that draw")
            }
        }
    }
}

pub struct MoveNote {
    /// The effect of the move for the player who made the move. A move that gave the outcome away counts as a loss, and
    /// a move that only lost points as a draw. For other moves, this is the outcome before the move. `None` if the
    /// position was already lost.
    pub outcome: Option<Outcome>,
    /// The number of points that the move lost, even if the winner stays the same.
    pub lost: u64,
}

/// Returns the effect of a move, once the positions before and after it are analysed.
pub fn move_note(s: &MatchState, ply: usize) -> Option<MoveNote> {
    let judged = s.judged(ply)?;
    let outcome = match (judged.kind, judged.before, judged.cost) {
        (MoveKind::Mistake, ..) => Some(Outcome::Loss),
        (_, Outcome::Loss, _) => None,
        (MoveKind::Inaccuracy, _, Some(_)) => Some(Outcome::Draw),
        (_, before, _) => Some(before),
    };
    Some(MoveNote {
        outcome,
        lost: judged.cost.unwrap_or(0),
    })
}

/// Returns the value that determines the height of a bar in the chart of a review: the margin in games with points,
/// otherwise the remoteness.
pub fn measure(value: Value) -> Option<u64> {
    value.margin.map(i64::unsigned_abs).or(value.remoteness)
}

pub fn task(s: &MatchState) -> Option<String> {
    if s.is_trial() {
        return Some(
            tr!("You are trying again: <back-to-review> returns to the review.").to_owned(),
        );
    }
    let p = s.puzzle()?;
    Some(match (p.solved, &p.wrong) {
        (true, _) if s.game().result().is_some() => tr!("<new> brings the next puzzle.").to_owned(),
        (true, _) => tr!("Play it out, or <new> brings the next puzzle.").to_owned(),
        (false, Some(_)) if s.game().cursor() == 0 => {
            tr!(
                "Puzzle, grade {grade}: try again to find the one move that wins.",
                grade = p.puzzle.grade
            )
        }
        (false, Some(wrong)) => match &s.refutation {
            Some([told, why]) => tr!("Puzzle: {told} <undo> takes your move back.{why}"),
            None => {
                let words = as_gerund(&s.game().start().move_words(wrong));
                tr!("Puzzle: {words} does not win. <undo> takes the move back.")
            }
        },
        (false, None) => tr!(
            "Puzzle, grade {grade}: find the one move that wins.",
            grade = p.puzzle.grade
        ),
    })
}

/// Returns the player who resigned too soon, and the best outcome that this player could still reach.
fn resigned_too_soon(s: &MatchState) -> Option<(Player, Outcome)> {
    let result = s.game().result()?;
    let loser = result.winner?.other();
    let end = s.game().cursor();
    let outcome = s.brief(end)?.value.outcome;
    let reach = match winner(outcome, s.game().mover_at(end)) {
        Some(ahead) if ahead == loser => Outcome::Win,
        Some(_) => return None,
        None => Outcome::Draw,
    };
    matches!(result.by, End::Resignation).then_some((loser, reach))
}

/// Returns the index of the move that decided the match: the last move that gave the outcome away. Returns `None` if
/// there is no such move, or if the loser resigned too soon.
pub fn decisive(s: &MatchState) -> Option<usize> {
    if resigned_too_soon(s).is_some() {
        return None;
    }
    (0..s.game().cursor())
        .rev()
        .find(|&ply| move_note(s, ply).is_some_and(|note| note.outcome == Some(Outcome::Loss)))
}

/// Returns the name of a player in a sentence about the match. In a match against the computer, returns `you` or `the
/// computer`.
pub fn name_or_you(game: &Match, player: Player) -> &str {
    match game.only_person() {
        Some(me) if me == player => tr!("you"),
        Some(_) => tr!("the computer"),
        None => game.participant(player).name.as_str(),
    }
}

/// Returns the name of a player for the start of a line in a list or chart. In a match against the computer, returns
/// `you` or `computer`.
pub fn name_in_list(pair: &[Participant; 2], player: Player) -> &str {
    match Participant::only_person(pair) {
        Some(me) if me == player => tr!("you"),
        Some(_) => tr!("computer"),
        None => pair[player.index()].name.as_str(),
    }
}

/// Returns a sentence that says how a finished match was decided, such as `It was decided at move 5: B took 9 and 10.`
pub fn decided(s: &MatchState) -> Option<String> {
    let notes: Option<Vec<MoveNote>> = (0..s.game().cursor())
        .map(|ply| move_note(s, ply))
        .collect();
    let notes = notes.filter(|notes| !notes.is_empty())?;
    let result = s.game().result()?;
    let name = |player| name_or_you(s.game(), player);
    if let Some((player, reach)) = resigned_too_soon(s) {
        let name = name(player);
        return Some(capital(&match reach {
            Outcome::Win => tr!("{name} could still win here."),
            _ => tr!("{name} could still draw here."),
        }));
    }
    if let Some(ply) = decisive(s) {
        let m = s.game().moves().get(ply)?;
        let told = in_past_tense(&s.game().position_at(ply).move_words(&m.text));
        let who = name(s.author(ply)?);
        return Some(tr!(
            "It was decided at move {n}: {who} {told}.",
            n = ply + 1
        ));
    }
    let costly = (notes.iter().enumerate())
        .filter(|(_, note)| note.lost > 0)
        .max_by_key(|(_, note)| note.lost);
    Some(match (costly, result.winner) {
        (Some((ply, note)), _) => {
            let by = s.author(ply)?;
            let points = counted(note.lost, tr!("point"), tr!("points"));
            if s.game().only_person() == Some(by) {
                tr!(
                    "Nobody threw the win away, but your move {n} lost {points}.",
                    n = ply + 1
                )
            } else {
                tr!(
                    "Nobody threw the win away, but {name}'s move {n} lost {points}.",
                    name = name(by),
                    n = ply + 1
                )
            }
        }
        // The players swapped sides, so each of them held the win for some time. A swap before the first move changes
        // nothing.
        (None, Some(_)) if s.game().last_swap() > Some(s.game().begin()) => {
            tr!("No move gave the win away, but the players changed sides.").to_owned()
        }
        (None, Some(winner)) if s.session.took_back() || s.is_trial() => capital(&tr!(
            "{name} could win from the start. Moves taken back are not judged.",
            name = name(winner)
        )),
        (None, Some(winner)) => capital(&tr!(
            "{name} could win from the start, and never gave it away.",
            name = name(winner)
        )),
        (None, None) => tr!("Neither side gave anything away.").to_owned(),
    })
}

/// Returns a sentence about a better alternative to the move that decided the match, such as `Taking 6 and 7 would have
/// won.` Returns `None` until the alternative is known.
pub fn better(s: &MatchState) -> Option<String> {
    let decisive = s.decisive.as_ref()?;
    let words = s
        .game()
        .position_at(decisive.ply)
        .move_words(&decisive.better.as_ref()?.text);
    let verb = match s.brief(decisive.ply)?.value.outcome {
        Outcome::Win => tr!("won"),
        _ => tr!("held the draw"),
    };
    let by = s.author(decisive.ply)?;
    let whom = match s.game().only_person() {
        Some(me) if me != by => tr!(" for {name}", name = name_or_you(s.game(), by)),
        _ => String::new(),
    };
    Some(capital(&tr!(
        "{words} would have {verb}{whom}.",
        words = as_gerund(&words)
    )))
}

/// Returns a note that the record keeps the first result of the match. Returns `None` unless the match has ended again
/// with a different result.
pub fn recorded(s: &MatchState) -> Option<String> {
    let first = s.session.recorded_result()?;
    let me = s.game().only_person()?;
    let was = match first.winner {
        None => tr!("a draw"),
        Some(winner) if winner == me => tr!("a win"),
        Some(_) => tr!("a loss"),
    };
    Some(tr!("The record keeps your first result, {was}."))
}

pub fn resigned(game: &Match, player: Player) -> String {
    capital(&tr!("{name} resigned.", name = name_or_you(game, player)))
}

/// Returns a sentence that says how a match ended, such as `You took 2 from pile 1. The player who takes the last stone
/// wins.` The sentence is empty for a draw and for an unfinished match.
pub fn how_it_ended(game: &Match) -> String {
    let Some((result, winner)) = game.result().and_then(|r| Some((r, r.winner?))) else {
        return String::new();
    };
    let at = game.position();
    let last = game.last_move().map(|m| {
        let told = in_past_tense(&game.position_at(game.cursor() - 1).move_words(&m.text));
        tr!("{name} {told}", name = name_or_you(game, game.author(m)))
    });
    let how = match (result.by, at.convention(), last) {
        (End::Resignation, ..) => return resigned(game, winner.other()),
        (End::LastMove, convention @ Some(_), Some(told)) => {
            format!("{told}. {}", at.info().ending.sentence(convention))
        }
        (End::LastMove, ..) => tr!(
            "{name} cannot move.",
            name = name_or_you(game, game.mover_at(game.cursor()))
        ),
        (End::Score, ..) => match at.score() {
            Some([a, b]) => tr!(
                "The final score is {more} to {less}.",
                more = a.max(b),
                less = a.min(b)
            ),
            None => String::new(),
        },
        (End::Position, _, Some(told)) => {
            tr!(
                "{told}. That was move {n}, the last one.",
                n = game.cursor()
            )
        }
        (End::Position, ..) => tr!("The position is decided.").to_owned(),
    };
    capital(&how)
}

/// Returns the result of a finished match, and [`how_it_ended`].
pub fn end(s: &MatchState) -> Option<(StyledLine, String)> {
    let game = s.game();
    let (tone, text) = match (game.result()?.winner, game.only_person()) {
        (None, _) => (Tone::Outcome(Outcome::Draw), tr!("Draw").to_owned()),
        (Some(winner), me) => {
            let text = match me {
                Some(me) if me == winner => tr!("You won").to_owned(),
                Some(_) => tr!("You lost").to_owned(),
                None => tr!("{name} won", name = game.participant(winner).name),
            };
            (winner_tone(s, winner), text)
        }
    };
    Some((StyledLine::new(tone, text), how_it_ended(game)))
}

pub fn hint(s: &MatchState) -> Option<String> {
    let step = s.hint();
    let analysis = s.analysis()?;
    let best = s.game().position().move_words(&analysis.advised()?.text);
    let counts_points = analysis.value.margin.is_some();
    Some(match (step, analysis.value.outcome) {
        (Reveals::Nothing, _) => return None,
        (_, Outcome::Loss) if analysis.moves == Some(1) => {
            tr!("There is only one move, and it loses: {best}.", best)
        }
        (Reveals::Where, _) if analysis.moves == Some(1) => {
            tr!("There is only one move: {best}.", best)
        }
        (Reveals::Where, Outcome::Win) => tr!("A winning move is in the lit area.").to_owned(),
        (Reveals::Where, Outcome::Draw) => tr!("A move in the lit area keeps the draw.").to_owned(),
        (Reveals::Where, Outcome::Loss) => {
            if counts_points {
                tr!("Every move loses. Look for the one that loses the least.").to_owned()
            } else {
                tr!("Every move loses. Look for the one that lasts longest.").to_owned()
            }
        }
        (Reveals::Move, Outcome::Loss) => {
            if counts_points {
                tr!("Every move loses. This one loses the least: {best}.")
            } else {
                tr!("Every move loses. This one lasts longest: {best}.")
            }
        }
        (Reveals::Move, Outcome::Win) => capital(&tr!("{words} wins.", words = as_gerund(&best))),
        (Reveals::Move, Outcome::Draw) => {
            capital(&tr!("{words} keeps the draw.", words = as_gerund(&best)))
        }
    })
}
