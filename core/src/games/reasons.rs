//! Building blocks for the reasons of many games: sentences of limited length, and explanations that a search finds.

use std::fmt::{Display, Write as _};

use crate::games::prelude::*;
use crate::solve::{winning, wins_by};

/// The maximum length of a reason, in characters.
pub const LONGEST: usize = Depth::More.longest();

/// The maximum number of moves in a line of play that is written out to the end of the game.
pub(crate) const ENDING: u64 = 5;

/// Lost positions with more moves than this are not searched for a move that loses sooner than the best move.
const COMPARED: u64 = 1_000;

/// Positions with more legal moves than this are not searched for pairs of moves or for a threat.
const FEW: u64 = 32;

/// Maximum number of pairs, or of refuted moves, that the claims of one reason mention.
const CLAIMED: usize = 16;

pub(crate) type ReasonOf<G> = Reason<<G as Rules>::Position, <G as Rules>::Move>;

/// A move and the reply to it.
pub type Exchange<G> = (<G as Rules>::Move, <G as Rules>::Move);

// ---- sentences

/// Returns the first text that fits into [`LONGEST`] characters, or the last text truncated to that length.
pub fn fitting<const N: usize>(texts: [String; N]) -> String {
    fitting_in(LONGEST, texts)
}

/// Returns the text, or the result of `instead` if the text is too long.
pub fn fitting_or(text: String, instead: impl FnOnce() -> String) -> String {
    if fits(&text, LONGEST) {
        text
    } else {
        instead()
    }
}

/// Like [`fitting`], but for a headline.
pub fn headline_of<const N: usize>(texts: [String; N]) -> String {
    fitting_in(Depth::Headline.longest(), texts)
}

fn fits(text: &str, room: usize) -> bool {
    text.len() <= room || text.chars().count() <= room
}

fn fitting_in<const N: usize>(room: usize, texts: [String; N]) -> String {
    let mut shortest = String::new();
    for text in texts {
        if fits(&text, room) {
            return text;
        }
        shortest = text;
    }
    shortest
        .chars()
        .take(room - 3)
        .chain("...".chars())
        .collect()
}

/// Formats a number with its noun, as `1 move` or `5 moves`; `many` is the plural.
pub fn counted(n: impl Into<u128>, one: &str, many: &str) -> String {
    let n = n.into();
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

/// Formats a number of winning moves with its noun. `None` means more than [`MOST_LISTED`].
pub fn counted_wins(n: Option<u128>, one: &str, many: &str) -> String {
    match n {
        Some(n) => counted(n, one, many),
        None => tr!("more than {most} {many}", most = MOST_LISTED),
    }
}

pub(crate) fn in_word(n: usize) -> String {
    let words = [
        tr!("no"),
        tr!("one"),
        tr!("two"),
        tr!("three"),
        tr!("four"),
        tr!("five"),
        tr!("six"),
        tr!("seven"),
        tr!("eight"),
        tr!("nine"),
        tr!("ten"),
        tr!("eleven"),
        tr!("twelve"),
        tr!("thirteen"),
    ];
    words
        .get(n)
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Joins the items, separated by `between`.
pub fn join<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            text.push_str(between);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{item}");
    }
    text
}

/// Joins the items as `a`, `a and b` or `a, b and c`.
pub fn and<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    with_last(items, tr!("and"))
}

/// Joins the items as `a`, `a or b` or `a, b or c`.
pub fn or<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    with_last(items, tr!("or"))
}

fn with_last<T: Display>(items: impl IntoIterator<Item = T>, last_word: &str) -> String {
    let mut text = String::with_capacity(64);
    let mut items = items.into_iter().peekable();
    let mut is_first = true;
    while let Some(item) = items.next() {
        match items.peek() {
            _ if is_first => is_first = false,
            None => text.extend([" ", last_word, " "]),
            Some(_) => text.push_str(", "),
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{item}");
    }
    text
}

pub(crate) fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>, room: usize) -> String {
    joined(items, ", ", room)
}

/// Joins the items as in a sentence (`1, 2 and 3`), or like [`list`] if they do not fit into `room`.
pub(crate) fn conjoined(items: impl IntoIterator<Item = String>, room: usize) -> String {
    let items: Vec<String> = items.into_iter().collect();
    let whole = and(&items);
    if whole.chars().count() <= room {
        whole
    } else {
        list(items, room)
    }
}

/// Joins items with `between` until `room` is full, and appends `...` if items are left out.
pub(crate) fn joined<T: AsRef<str>>(
    items: impl IntoIterator<Item = T>,
    between: &str,
    room: usize,
) -> String {
    let mut items = items.into_iter().peekable();
    let mut text = String::new();
    let mut length = 0;
    while let Some(item) = items.next() {
        let item = item.as_ref();
        let between = if text.is_empty() { "" } else { between };
        let dots = if items.peek().is_some() {
            between.len().max(2) + 3
        } else {
            0
        };
        length += between.len() + item.chars().count();
        text.push_str(between);
        if length + dots > room {
            text.push_str("...");
            break;
        }
        text.push_str(item);
    }
    text
}

/// Capitalises the first letter of a text.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_ascii() => {
            let mut text = text.to_owned();
            text[..1].make_ascii_uppercase();
            text
        }
        Some(first) => first.to_uppercase().to_string() + letters.as_str(),
        None => String::new(),
    }
}

/// Formats a number as a sum of powers of two, largest first: `4+1`.
pub fn powers_of_two(n: u64) -> String {
    if n == 0 {
        "0".to_owned()
    } else {
        powers_written(n, ["+", "+"])
    }
}

/// Joins the powers of two in a number, largest first. `before_last` precedes the last power, and `between` separates
/// the remaining powers.
pub fn powers_written(n: u64, [between, before_last]: [&str; 2]) -> String {
    let mut text = String::with_capacity(powers_length(n, between));
    let mut digits = itoa::Buffer::new();
    let mut left = n;
    while left != 0 {
        let power = 1u64 << left.ilog2();
        left ^= power;
        if !text.is_empty() {
            text.push_str(if left == 0 { before_last } else { between });
        }
        text.push_str(digits.format(power));
    }
    text
}

/// Returns the length in bytes of the powers of two in a number, written in decimal and each followed by `between`.
pub fn powers_length(n: u64, between: &str) -> usize {
    let mut length = 0;
    let mut left = n;
    while left != 0 {
        let power = left & left.wrapping_neg();
        left ^= power;
        length += power.ilog10() as usize + 1 + between.len();
    }
    length
}

/// Names the powers of two without a partner: `the 1s`, `the 4s and the 1s`.
pub fn unpaired(xor: u64) -> String {
    tr!(
        "the {powers}s",
        powers = powers_written(xor, [tr!("s, the "), tr!("s and the ")])
    )
}

/// Returns the sites of a range of stones in a stack. For more than 64 stones, returns only the first and the last
/// site.
pub fn stones(group: u32, from: u64, to: u64) -> Vec<Site> {
    const ALL: u64 = 64;
    match to.checked_sub(from) {
        None => Vec::new(),
        Some(more) if more < ALL => (from..=to).map(|item| Site::new(group, item)).collect(),
        Some(_) => vec![Site::new(group, from), Site::new(group, to)],
    }
}

pub(crate) fn which_of<T: PartialEq>(sizes: &[T], size: &T) -> &'static str {
    if is_single(sizes, size) {
        tr!("the")
    } else {
        tr!("a")
    }
}

fn is_single<T: PartialEq>(sizes: &[T], size: &T) -> bool {
    sizes.iter().filter(|&other| other == size).count() == 1
}

/// Like [`which_of`], but if the preceding move was made in a heap of the same size, returns `the other` or `another`.
pub(crate) fn which_after<T: PartialEq>(before: &T, sizes: &[T], size: &T) -> &'static str {
    if before != size {
        which_of(sizes, size)
    } else if is_single(sizes, size) {
        tr!("the other")
    } else {
        tr!("another")
    }
}

fn replying<G: Game>(game: &G, at: &G::Position, m: &G::Move, reply: &G::Move) -> String {
    as_gerund(&game.reply_in_words(at, m, reply))
}

fn moving<G: Game>(game: &G, at: &G::Position, m: &G::Move) -> String {
    as_gerund(&game.move_in_words(at, m))
}

fn to_do<G: Game>(game: &G, at: &G::Position, m: &G::Move) -> String {
    let words = game.move_in_words(at, m);
    if words == game.move_text(at, m) {
        tr!("play {words}")
    } else {
        words
    }
}

impl<G: Game> Case<'_, G> {
    /// A move as an instruction at the start of a sentence: `Take 2 from pile 1`.
    pub fn order(&self, m: &G::Move) -> String {
        capital(&self.to_do(m))
    }

    /// A move as it is worded after `if you`: `take 2 from pile 1`.
    pub fn to_do(&self, m: &G::Move) -> String {
        to_do(self.game, self.at, m)
    }

    /// A move as the subject of a sentence: `taking 2 from pile 1`.
    pub fn moving(&self, m: &G::Move) -> String {
        moving(self.game, self.at, m)
    }

    /// A reply to `m` as the subject of a sentence: `taking the other heap of 1`.
    pub fn replying(&self, m: &G::Move, reply: &G::Move) -> String {
        replying(self.game, self.at, m, reply)
    }
}

pub(crate) fn as_a_pile(what: &str, value: u64) -> String {
    tr!(
        "{what} has Grundy value {value}: in a sum with other games it acts like a Nim pile of {value}."
    )
}

pub(crate) fn to_change(one: &str, name: &str, [from, to]: [u64; 2], others: usize) -> String {
    let others = match others {
        1 => tr!("the value of the other {one}"),
        _ => tr!("the nim-sum of the other values").to_owned(),
    };
    tr!("Look at {name}: find the move that changes its value from {from} to {to}, {others}.")
}

/// Returns the headline for tame misère play. `firm` is true if some part is firm, and `small` is true if no value
/// exceeds 1.
pub(crate) fn idea_of_tame(firm: bool, small: bool, won: bool) -> &'static str {
    match (firm, small, won) {
        (true, true, true) => tr!("Leave a nim-sum of 0, as in normal play."),
        (true, true, false) => tr!("As in normal play, you lose because the nim-sum is 0."),
        (true, false, true) => tr!("Play as in Nim: leave a nim-sum of 0."),
        (true, false, false) => tr!("As in Nim, you lose because the nim-sum is already 0."),
        (false, _, true) => tr!("Every value is 0 or 1, so leave an odd number of 1s."),
        (false, _, false) => tr!("Every value is 0 or 1, and an odd number of 1s loses."),
    }
}

// ---- reasons that hold in every game

/// The reason that names the winning move `m`.
pub fn by_moving<G: Game>(case: &Case<'_, G>, m: &G::Move, text: String) -> ReasonOf<G> {
    best_move(case, m, Outcome::Win, text)
}

/// The reason that names the best move. `outcome` is the outcome for the player who makes the move.
pub fn best_move<G: Game>(
    case: &Case<'_, G>,
    m: &G::Move,
    outcome: Outcome,
    text: String,
) -> ReasonOf<G> {
    let to = case.after(m);
    let after = case.for_mover(&to, outcome);
    Reason::because(text)
        .revealing(Reveals::Move)
        .claiming(Claim::Move(m.clone(), outcome))
        .claiming(Claim::Outcome(to, after))
        .about(case.sites(m))
}

/// Names the winning move and says that every reply loses. Adds an example if there is room for it.
pub fn winning_move<G: Game>(case: &Case<'_, G>, m: &G::Move) -> Result<ReasonOf<G>, Stop> {
    let Case { game, limits, .. } = *case;
    let to = case.after(m);
    let words = case.order(m);
    let says = |texts: [String; 2]| by_moving(case, m, fitting(texts));
    if is_over(game, &to) {
        return Ok(says([
            tr!("{words}. This move ends the game, and you win."),
            tr!("The best move ends the game.").to_owned(),
        ]));
    }
    if case.keeps_turn(&to) {
        return Ok(says([
            tr!("{words}. You then move again, and you still win."),
            tr!("After the best move you move again, and you still win.").to_owned(),
        ]));
    }
    let count = game.moves(&to).count();
    let all = match count {
        Some(2) => tr!("both replies lose").to_owned(),
        Some(n) => tr!("all {n} replies lose"),
        None => tr!("every reply loses").to_owned(),
    };
    let replies = match count {
        Some(1) => tr!("your opponent's only reply loses").to_owned(),
        Some(2) => tr!("both of your opponent's replies lose").to_owned(),
        Some(n) => tr!("all {n} of your opponent's replies lose"),
        None => tr!("every reply of your opponent loses").to_owned(),
    };
    let plain = tr!("{words}. Then {replies}.");
    let short = tr!("After the best move {replies}.");
    limits.check()?;
    let Some(next) = game.best(&to, limits)? else {
        return Ok(says([plain, short]));
    };
    let after = game.play(&to, &next);
    let Some(reply) = game
        .best(&after, limits)?
        .filter(|_| !keeps_turn(game, &to, &after))
    else {
        return Ok(says([plain, short]));
    };
    let second = replying(game, &to, &next, &reply);
    let example = match count {
        Some(1) => {
            tr!(
                "{words}. Your opponent must then {to_do}, and you win by {second}.",
                to_do = to_do(game, &to, &next)
            )
        }
        _ => {
            let first = case.replying(m, &next);
            tr!(
                "{words}. Then {all}. For example, if your opponent replies by {first}, you win by {second}."
            )
        }
    };
    Ok(by_moving(case, m, fitting([example, plain, short])))
}

/// Maximum number of moves that are examined to find a move that does not end the game.
const LOOKED_AT: usize = 64;

/// Returns a move in a lost position and the winning reply to that move. Returns `None` if all examined moves end the
/// game.
pub fn exchange<G: Game>(case: &Case<'_, G>) -> Result<Option<Exchange<G>>, Stop> {
    let best = case.proved.best.cloned();
    for m in best.into_iter().chain(case.moves().first_of(LOOKED_AT)) {
        if let Some(reply) = case.game.best(&case.after(&m), case.limits)? {
            return Ok(Some((m, reply)));
        }
    }
    Ok(None)
}

/// Explains a lost position by one move and the winning reply to that move. `leaves` describes the position after the
/// reply, such as `leaves 4 and 7`.
pub fn answered<G: Game>(
    case: &Case<'_, G>,
    leaves: impl FnOnce(&G::Position) -> String,
) -> Result<ReasonOf<G>, Stop> {
    let moves = case.count_moves();
    let Some((m, reply)) = exchange(case)? else {
        return Ok(last_moves(case));
    };
    let first = case.to_do(&m);
    let second = case.replying(&m, &reply);
    let each = all_lose(moves);
    let end = case.game.play(&case.after(&m), &reply);
    let leaves = if is_over(case.game, &end) {
        tr!("ends the game").to_owned()
    } else {
        leaves(&end)
    };
    let example = if moves == Some(1) {
        tr!("If")
    } else {
        tr!("For example, if")
    };
    let text = fitting([
        tr!("{each}. {example} you {first}, your opponent wins by {second}, which {leaves}."),
        tr!("{each}. {example} you {first}, your opponent wins by {second}."),
        format!("{each}."),
    ]);
    let places = case.sites(&m);
    Ok(Reason::because(text)
        .claiming(Claim::Answer(m, reply))
        .about(places))
}

/// Returns a clause saying that every available move loses.
pub fn all_lose(moves: Option<u64>) -> String {
    match moves {
        None => tr!("All of your moves lose").to_owned(),
        Some(1) => tr!("Your only move loses").to_owned(),
        Some(2) => tr!("Both of your moves lose").to_owned(),
        Some(n) => tr!("All {n} of your moves lose"),
    }
}

/// Returns whether every move in a lost position ends the game. Returns `false` if this is not known.
fn all_end<G: Game>(case: &Case<'_, G>) -> bool {
    if let Some(left) = case.proved.value.remoteness {
        return left <= 1;
    }
    let moves = case.moves().first_of(LOOKED_AT + 1);
    let ends = |m: &G::Move| is_over(case.game, &case.after(m));
    case.count_moves() == Some(moves.len() as u64) && moves.iter().all(ends)
}

fn last_moves<G: Game>(case: &Case<'_, G>) -> ReasonOf<G> {
    let text = match case.count_moves() {
        count if !all_end(case) => format!("{}.", all_lose(count)),
        Some(1) => tr!("Only one move is left, and the player who makes it loses.").to_owned(),
        Some(2) => {
            tr!("Both of your moves end the game, and the player who makes the last move loses.")
                .to_owned()
        }
        Some(n) => {
            tr!(
                "Each of your {n} moves ends the game, and the player who makes the last move loses."
            )
        }
        None => tr!("Every move ends the game, and the player who makes the last move loses.")
            .to_owned(),
    };
    let reason = Reason::because(text).claiming(case.outcome());
    match case.proved.best {
        Some(m) => reason.claiming(Claim::Move(m.clone(), Outcome::Loss)),
        None => reason,
    }
}

/// Explains a lost position by the winning reply to the best move. If another move is known to lose sooner, also says
/// that the best move holds out longest.
pub(crate) fn holding_out<G: Game>(case: &Case<'_, G>) -> Result<Option<ReasonOf<G>>, Stop> {
    let Some(best) = case.proved.best else {
        return Ok(None);
    };
    let Some(reply) = case.answer(best)? else {
        return Ok(Some(last_moves(case)));
    };
    let all = case.count_moves();
    let each = all_lose(all);
    let first = case.to_do(best);
    let second = case.replying(best, &reply);
    let longest = has_shorter(case)?;
    let told = match (all, longest) {
        (Some(1), _) => {
            tr!("Your only move is to {first}. Your opponent then wins by {second}.")
        }
        (_, true) => {
            let first = case.moving(best);
            tr!("{each}. You hold out longest by {first}. Your opponent then wins by {second}.")
        }
        (_, false) => {
            tr!("{each}. For example, if you {first}, your opponent wins by {second}.")
        }
    };
    let text = fitting([told, format!("{each}.")]);
    Ok(Some(
        Reason::because(text)
            .claiming(case.outcome())
            .claiming(Claim::Answer(best.clone(), reply))
            .about(case.sites(best)),
    ))
}

fn has_shorter<G: Game>(case: &Case<'_, G>) -> Result<bool, Stop> {
    let Some(length) = case.proved.value.remoteness else {
        return Ok(false);
    };
    if case.count_moves().is_none_or(|n| n > COMPARED) {
        return Ok(false);
    }
    for m in &case.moves() {
        case.limits.check()?;
        let after = case.game.value(&case.after(&m), case.limits)?;
        if after.remoteness.is_some_and(|r| r + 1 < length) {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(crate) fn how_many_win<G: Game>(case: &Case<'_, G>) -> ReasonOf<G> {
    let text = moves_that_win(case.count_moves(), case.proved.winning.len(), 0);
    Reason::new(text).claiming(case.outcome())
}

/// Returns a sentence that states how many moves win and how many draw.
pub fn moves_that_win(moves: Option<u64>, wins: Option<u128>, draws: usize) -> String {
    let Some(wins) = wins else {
        return tr!("More than {most} moves win.", most = MOST_LISTED);
    };
    let win = match (moves, wins) {
        (Some(1), 0) if draws > 0 => return tr!("Your only move draws.").to_owned(),
        (Some(1), 0) => tr!("Your only move loses").to_owned(),
        (Some(1), _) => tr!("Your only move wins").to_owned(),
        (Some(2), 2) => tr!("Both of your moves win").to_owned(),
        (Some(n), 0) => tr!("None of the {n} moves wins"),
        (Some(n), _) if u128::from(n) == wins => tr!("All {n} of your moves win"),
        (Some(n), 1) => tr!("Exactly one of the {n} moves wins"),
        (Some(n), _) => tr!("{wins} of the {n} moves win"),
        (None, 0) => tr!("No move wins").to_owned(),
        (None, 1) => tr!("Exactly one move wins").to_owned(),
        (None, _) => tr!("{wins} moves win"),
    };
    match draws {
        0 => format!("{win}."),
        1 => tr!("{win}, 1 draws."),
        _ => tr!("{win}, {draws} draw."),
    }
}

// ---- ideas found by search

/// A move that a player might try first.
pub(crate) struct Tempting<M> {
    pub m: M,
    /// The clause after `because`, such as `it leaves a single row`.
    pub because: String,
}

/// Explains a position that no known theory covers. Looks first for pairs of moves, then for a forced end within a few
/// moves, then for a threat and finally for a trap.
pub(crate) fn found_by_search<G: Game>(
    case: &Case<'_, G>,
    tempting: &mut dyn Iterator<Item = Tempting<G::Move>>,
) -> GameReasons<G> {
    found_with(case, tempting, true)
}

/// Like [`found_by_search`], but shows lines of play only if `with_line` is true. Pass false if earlier moves can
/// change the notation of a later move.
pub(crate) fn found_with<G: Game>(
    case: &Case<'_, G>,
    tempting: &mut dyn Iterator<Item = Tempting<G::Move>>,
    with_line: bool,
) -> GameReasons<G> {
    let mut reasons = pairing(case)?;
    if reasons.is_empty() {
        reasons.extend(near_the_end(case, with_line)?);
    }
    if reasons.is_empty() {
        reasons.extend(one_threat(case)?);
    }
    if reasons.is_empty() {
        reasons = trap(case, tempting)?
    } else {
        reasons.extend(trap_as_well(case, tempting)?)
    }
    if reasons.is_empty() {
        reasons.push(no_rule(case));
    }
    how_it_goes(case, &mut reasons)?;
    Ok(finish(case, reasons))
}

pub(crate) fn names_the_win<P, M>(reason: &Reason<P, M>) -> bool {
    reason
        .claims
        .iter()
        .any(|claim| matches!(claim, Claim::Move(_, Outcome::Win)))
}

pub(crate) fn how_it_goes<G: Game>(
    case: &Case<'_, G>,
    reasons: &mut Vec<ReasonOf<G>>,
) -> Result<(), Stop> {
    match (case.proved.value.outcome, case.proved.best) {
        (Outcome::Win, Some(best)) => {
            if !reasons.iter().any(names_the_win) {
                reasons.push(winning_move(case, best)?);
            }
            reasons.push(how_many_win(case));
        }
        (Outcome::Loss, Some(_)) => reasons.extend(holding_out(case)?),
        _ => {}
    }
    Ok(())
}

pub(crate) fn no_rule<G: Game>(case: &Case<'_, G>) -> ReasonOf<G> {
    let text = match case.proved.value.outcome {
        Outcome::Win => tr!("No short rule is known here, but a search found the win."),
        Outcome::Loss => tr!("No short rule is known here: the loss was found by search."),
        Outcome::Draw => tr!("No short rule is known here: the draw was found by search."),
    };
    Reason::headline(text).bare().claiming(case.outcome())
}

/// Pairs up the moves in a lost position so that each move is a winning reply to the other move of its pair.
pub(crate) fn move_pairs<G: Game>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
) -> Result<Option<Vec<Exchange<G>>>, Stop> {
    if game
        .moves(at)
        .count()
        .is_none_or(|n| !(2..=FEW).contains(&n) || n % 2 == 1)
    {
        return Ok(None);
    }
    let moves: Vec<G::Move> = game.moves(at).iter().collect();
    let mut wins = vec![0u64; moves.len()];
    for (i, m) in moves.iter().enumerate() {
        limits.check()?;
        let to = game.play(at, m);
        if keeps_turn(game, at, &to) {
            return Ok(None);
        }
        let replies = winning(game, &to, limits)?;
        for (j, other) in moves.iter().enumerate() {
            if i != j && replies.contains(other) {
                wins[i] |= 1 << j;
            }
        }
    }
    let mutual: Vec<u64> = (0..moves.len())
        .map(|i| {
            (0..moves.len())
                .filter(|&j| wins[i] >> j & wins[j] >> i & 1 == 1)
                .fold(0, |set, j| set | 1 << j)
        })
        .collect();
    let all = (1u64 << moves.len()) - 1;
    let mut pairs = Vec::new();
    let mut steps = 4_000;
    Ok(matched(&mutual, all, &mut pairs, &mut steps).then(|| {
        pairs
            .into_iter()
            .map(|(i, j)| (moves[i].clone(), moves[j].clone()))
            .collect()
    }))
}

/// Pairs up the moves in the set `free`, each with one of its `partners`, in at most `steps` steps.
fn matched(partners: &[u64], free: u64, pairs: &mut Vec<(usize, usize)>, steps: &mut u32) -> bool {
    let rarest = (0..partners.len()).filter(|i| free >> i & 1 == 1);
    let Some(i) = rarest.min_by_key(|&i| (partners[i] & free).count_ones()) else {
        pairs.sort_unstable();
        return true;
    };
    let open = partners[i] & free;
    for j in (0..partners.len()).filter(|j| open >> j & 1 == 1) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        pairs.push((i.min(j), i.max(j)));
        if matched(partners, free & !(1 << i) & !(1 << j), pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// Explains that the moves pair up, in a lost position or after the best move of a won position.
pub(crate) fn pairing<G: Game>(case: &Case<'_, G>) -> GameReasons<G> {
    let Some(best) = case.proved.best else {
        return Ok(Vec::new());
    };
    let outcome = case.proved.value.outcome;
    let from = match outcome {
        Outcome::Loss => case.at.clone(),
        Outcome::Win => case.after(best),
        Outcome::Draw => return Ok(Vec::new()),
    };
    let game = case.game;
    let won = outcome == Outcome::Win;
    if won && (is_over(game, &from) || case.keeps_turn(&from)) {
        return Ok(Vec::new());
    }
    let Some(pairs) = move_pairs(game, &from, case.limits)? else {
        return Ok(Vec::new());
    };
    let Some((first, second)) = pairs.first() else {
        return Ok(Vec::new());
    };
    let headline = if won {
        tr!("Leave a position in which every move has a winning reply.")
    } else {
        tr!("The moves pair up, so your opponent always has a reply.")
    };
    let reason = if won {
        let words = case.order(best);
        let (first, second) = (
            moving(game, &from, first),
            replying(game, &from, first, second),
        );
        let text = fitting([
            tr!(
                "{words}. You can then beat any reply. For example, if your opponent replies by {first}, you win by {second}."
            ),
            tr!("{words}. You can then beat any reply."),
            tr!("After the best move you can beat any reply.").to_owned(),
        ]);
        by_moving(case, best, text)
    } else {
        let text = match pairs.len() {
            1 => tr!("If you make one of your two moves, your opponent wins by making the other.")
                .to_owned(),
            n => tr!(
                "Your {moves} moves form {pairs} pairs. Whichever move you make, your opponent wins by making the other move of that pair.",
                moves = 2 * n,
                pairs = n
            ),
        };
        pairs
            .iter()
            .take(CLAIMED)
            .fold(Reason::because(text), |reason, (a, b)| {
                reason
                    .claiming(Claim::Answer(a.clone(), b.clone()))
                    .claiming(Claim::Answer(b.clone(), a.clone()))
            })
    };
    let sites = |(a, b): &(G::Move, G::Move)| [game.sites(&from, a), game.sites(&from, b)];
    let mut drawn: Vec<[Vec<Site>; 2]> = pairs.iter().take(CLAIMED).map(sites).collect();
    // A site carries the mark of only one pair, so pairs with few sites are marked first.
    drawn.sort_by_cached_key(|[a, b]| a.len() + b.len());
    let mut marked: Vec<Site> = Vec::new();
    let mut marks = Vec::new();
    for [a, b] in drawn {
        if !a.iter().any(|site| b.contains(site))
            && !a.iter().chain(&b).any(|site| marked.contains(site))
        {
            marked.extend(a.iter().chain(&b));
            marks.push(FigureMark::Pair(a, b));
        }
    }
    let headline = Reason::headline(headline).claiming(case.outcome());
    // In a won position, the headline adds nothing to the verdict.
    let headline = if won { headline.bare() } else { headline };
    Ok(vec![headline, reason.drawing(marks)])
}

pub(crate) fn line<G: Game>(
    case: &Case<'_, G>,
    first: &G::Move,
    most: usize,
) -> Result<Vec<String>, Stop> {
    let Case { game, limits, .. } = *case;
    let mut texts = Vec::new();
    let mut at = case.at.clone();
    let mut next = Some(first.clone());
    while let Some(m) = next.filter(|_| texts.len() < most) {
        limits.check()?;
        texts.push(to_do(game, &at, &m));
        at = game.play(&at, &m);
        next = game.best(&at, limits)?;
    }
    Ok(texts)
}

/// Joins descriptions of moves with `, then`. Words with which all descriptions begin are written only once.
fn one_after_another(moves: &[String]) -> String {
    let words: Vec<Vec<&str>> = moves.iter().map(|text| text.split(' ').collect()).collect();
    let Some((first, others)) = words.split_first() else {
        return String::new();
    };
    let mut shared = (0..first.len())
        .take_while(|&i| others.iter().all(|w| w.get(i) == first.get(i)))
        .count();
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    if words.iter().any(|w| w.get(shared).is_none_or(is_number)) {
        shared = shared.saturating_sub(1);
    }
    let rest = others
        .iter()
        .map(|w| tr!(", then {words}", words = w[shared..].join(" ")));
    moves.iter().take(1).cloned().chain(rest).collect()
}

pub(crate) fn near_the_end<G: Game>(case: &Case<'_, G>, with_line: bool) -> GameReasons<G> {
    let Value {
        outcome,
        remoteness,
        ..
    } = case.proved.value;
    let near = remoteness.filter(|r| (1..=ENDING).contains(r));
    let (Some(left), Some(best)) = (near, case.proved.best) else {
        return Ok(Vec::new());
    };
    let texts = line(case, best, saturating_cast(ENDING))?;
    let line = tr!(
        "Best play, turn by turn: {moves}.",
        moves = one_after_another(&texts)
    );
    let line = Some(line).filter(|line| with_line && line.chars().count() <= LONGEST);
    let moves = counted(left, tr!("move"), tr!("moves"));
    let headline = match (outcome, texts.len()) {
        (Outcome::Win, 1) => tr!("You can end the game right now.").to_owned(),
        (Outcome::Win, _) => tr!("You can force a win within {moves}."),
        (Outcome::Loss, _) => tr!("You lose within {moves}, whatever you do."),
        (Outcome::Draw, _) => return Ok(Vec::new()),
    };
    let headline = Reason::headline(headline).bare().claiming(case.outcome());
    let told = match line {
        Some(line) if outcome == Outcome::Win && texts.len() > 1 => {
            let to = case.after(best);
            let left = case.for_mover(&to, Outcome::Win);
            Some(
                Reason::new(line)
                    .claiming(Claim::Outcome(to, left))
                    .revealing(Reveals::Move),
            )
        }
        Some(line) if outcome == Outcome::Loss => case
            .answer(best)?
            .map(|reply| Reason::new(line).claiming(Claim::Answer(best.clone(), reply))),
        _ => None,
    };
    Ok([headline].into_iter().chain(told).collect())
}

/// Explains that one reply refutes every losing move.
pub(crate) fn one_threat<G: Game>(case: &Case<'_, G>) -> GameReasons<G> {
    if case.proved.value.outcome == Outcome::Draw || case.count_moves().is_none_or(|n| n > FEW) {
        return Ok(Vec::new());
    }
    let Case { game, limits, .. } = *case;
    let mut beaten: Vec<(G::Move, G::Position)> = Vec::new();
    for m in &case.moves() {
        let to = case.after(&m);
        limits.check()?;
        match case.for_mover(&to, game.outcome(&to, limits)?) {
            Outcome::Loss if !is_over(game, &to) && !case.keeps_turn(&to) => beaten.push((m, to)),
            Outcome::Win => {}
            _ => return Ok(Vec::new()),
        }
    }
    // Require at least three losing moves, because one or two often share a reply by chance.
    let Some((_, first)) = beaten.first().filter(|_| beaten.len() > 2) else {
        return Ok(Vec::new());
    };
    for reply in winning(game, first, limits)?.first_of(saturating_cast(FEW)) {
        // The description of the reply must also be the same after each move, because a move can renumber the heaps.
        let words = moving(game, first, &reply);
        let mut beats = true;
        for (_, to) in &beaten {
            beats = beats
                && game.moves(to).contains(&reply)
                && wins_by(game, to, &reply, limits)?
                && moving(game, to, &reply) == words;
        }
        if !beats {
            continue;
        }
        let (m, to) = &beaten[0];
        let threat = [words, to_do(game, to, &reply)];
        let (idea, text) = threat_told(case.proved.value.outcome, beaten.len(), threat);
        let mut reason = Reason::because(text);
        for (m, _) in beaten.iter().take(CLAIMED) {
            reason = reason.claiming(Claim::Answer(m.clone(), reply.clone()));
        }
        let places = game.sites(to, &reply);
        let headline = Reason::headline(idea)
            .claiming(Claim::Answer(m.clone(), reply.clone()))
            .lighting(places);
        return Ok(vec![headline, reason]);
    }
    Ok(Vec::new())
}

fn threat_told(
    outcome: Outcome,
    beaten: usize,
    [threat, threatened]: [String; 2],
) -> (String, String) {
    let (idea, text) = match outcome {
        Outcome::Win => (
            [
                tr!("Your opponent threatens to {threatened}."),
                tr!("Your opponent threatens one move: prevent it.").to_owned(),
            ],
            tr!(
                "{beaten} of your moves lose because your opponent replies by {threat}. Prevent that reply."
            ),
        ),
        _ => (
            [
                tr!("You cannot stop your opponent from {threat}."),
                tr!("One reply beats all your moves.").to_owned(),
            ],
            tr!("After each of your {beaten} moves your opponent wins by {threat}."),
        ),
    };
    (
        headline_of(idea),
        fitting([
            text,
            tr!("The same reply beats all of these moves.").to_owned(),
        ]),
    )
}

/// Explains that a tempting move loses, and names the reply that refutes it.
pub(crate) fn trap<G: Game>(
    case: &Case<'_, G>,
    tempting: &mut dyn Iterator<Item = Tempting<G::Move>>,
) -> GameReasons<G> {
    let won = case.is_won();
    // If there are few moves, do not name a losing move: that would almost give the winning move away.
    if won && case.count_moves().is_some_and(|n| n < 4) {
        return Ok(Vec::new());
    }
    for Tempting { m, because } in tempting {
        if case.proved.best == Some(&m) || (won && case.wins_by(&m)?) {
            continue;
        }
        let Some(reply) = case.answer(&m)? else {
            continue;
        };
        let to = case.after(&m);
        let outcome = case.for_mover(&to, case.game.outcome(&to, case.limits)?);
        if outcome != Outcome::Loss || case.keeps_turn(&to) {
            continue;
        }
        let first = case.moving(&m);
        let second = case.replying(&m, &reply);
        let [idea, text] = trap_told(&first, &second, &because, won);
        // A highlight would look like a hint, so the trap and the reply are tinted and labelled instead.
        let tinted = |places: Vec<Site>, tint: u8, label: Label| FigureMark::Tint {
            places,
            tint,
            label: Some(label),
        };
        let places = case.sites(&m);
        let name = if won { Label::Trap } else { Label::Try };
        let drawn = [
            tinted(places.clone(), 1, name),
            tinted(case.game.sites(&to, &reply), 3, Label::Reply),
        ];
        let claim = || Claim::Answer(m.clone(), reply.clone());
        return Ok(vec![
            Reason::headline(idea).claiming(claim()),
            Reason::because(text)
                .claiming(claim())
                .claiming(Claim::Move(m.clone(), outcome))
                .about(places)
                .drawing(drawn),
        ]);
    }
    Ok(Vec::new())
}

fn trap_told(first: &str, second: &str, because: &str, won: bool) -> [String; 2] {
    let headlines = if won {
        [
            capital(&tr!("{first} is a trap.")),
            tr!("The most tempting move is a trap.").to_owned(),
        ]
    } else {
        [
            tr!("Even {first} loses."),
            tr!("Even the most tempting move loses.").to_owned(),
        ]
    };
    [
        headline_of(headlines),
        fitting([
            capital(&tr!(
                "{first} is tempting because {because}. But your opponent then wins by {second}."
            )),
            capital(&tr!(
                "{first} is tempting. But your opponent then wins by {second}."
            )),
            tr!("The tempting move loses to {second}."),
            tr!("The most tempting move loses.").to_owned(),
        ]),
    ]
}

pub(crate) fn trap_as_well<G: Game>(
    case: &Case<'_, G>,
    tempting: &mut dyn Iterator<Item = Tempting<G::Move>>,
) -> GameReasons<G> {
    let told = trap(case, tempting)?;
    Ok(told
        .into_iter()
        .skip(1)
        .map(|reason| reason.at_depth(Depth::More))
        .collect())
}

/// Marks the reasons whose claims reveal the winning move, and sorts the reasons so that the least revealing come
/// first.
pub(crate) fn finish<G: Game>(
    case: &Case<'_, G>,
    mut reasons: Vec<ReasonOf<G>>,
) -> Vec<ReasonOf<G>> {
    if case.is_won()
        && let Some(best) = case.proved.best
    {
        let to = case.after(best);
        for reason in &mut reasons {
            let tells = reason.claims.iter().any(|claim| match claim {
                Claim::Move(m, outcome) => *outcome == Outcome::Win && m == best,
                Claim::Outcome(p, _)
                | Claim::Grundy(p, _)
                | Claim::Counts(p, _)
                | Claim::Margin(p, _) => *p == to,
                Claim::Answer(..) => false,
            });
            if tells {
                reason.reveals = Reveals::Move;
            }
        }
    }
    reasons.sort_by_key(|r| r.reveals);
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oracle::solved;

    #[test]
    fn the_number_of_winning_moves_is_one_sentence() {
        let told = |moves, wins, draws| moves_that_win(moves, wins, draws);
        assert_eq!(told(Some(1), Some(1), 0), "Your only move wins.");
        assert_eq!(told(Some(1), Some(0), 1), "Your only move draws.");
        assert_eq!(told(Some(5), Some(0), 0), "None of the 5 moves wins.");
        assert_eq!(
            told(Some(5), Some(1), 0),
            "Exactly one of the 5 moves wins."
        );
        assert_eq!(told(Some(5), Some(2), 1), "2 of the 5 moves win, 1 draws.");
        assert_eq!(told(Some(5), Some(5), 0), "All 5 of your moves win.");
        assert_eq!(told(None, Some(3), 0), "3 moves win.");
        assert_eq!(told(None, None, 0), "More than 100000 moves win.");
    }

    #[test]
    fn the_first_text_that_fits_is_taken_and_the_last_is_cut() {
        let long = "é".repeat(161);
        assert_eq!(fitting([long.clone(), "short".to_owned()]), "short");
        assert_eq!(fitting(["é".repeat(160)]), "é".repeat(160));
        let cut = fitting([long]);
        assert!(cut.chars().count() == LONGEST && cut.ends_with("..."));
    }

    #[test]
    fn a_text_that_is_too_long_gives_way_to_another() {
        let other = || "other".to_owned();
        assert_eq!(fitting_or("é".repeat(160), other), "é".repeat(160));
        assert_eq!(fitting_or("é".repeat(161), other), "other");
    }

    #[test]
    fn a_list_ends_with_dots_where_the_rest_has_no_room() {
        let items = || ["aaaa", "bbbb", "cccc"].map(str::to_owned);
        assert_eq!(joined(items(), ", ", 16), "aaaa, bbbb, cccc");
        assert_eq!(joined(items(), ", ", 15), "aaaa, bbbb, ...");
        assert_eq!(joined(items(), ", ", 14), "aaaa, ...");
    }

    #[test]
    fn pairs_are_drawn_where_no_other_pair_is() {
        for (id, at_least) in [
            ("star:243", 2),
            ("star:471", 2),
            ("own/cram:................", 1),
        ] {
            let found = solved(id);
            let marks = found.reasons.iter().flat_map(|reason| &reason.marks);
            let pairs: Vec<_> = marks
                .filter_map(|mark| match mark {
                    FigureMark::Pair(a, b) => Some(a.iter().chain(b)),
                    _ => None,
                })
                .collect();
            assert!(pairs.len() >= at_least, "{id}: {pairs:?}");
            let mut seen = std::collections::HashSet::new();
            assert!(
                pairs.into_iter().flatten().all(|site| seen.insert(*site)),
                "{id}"
            );
        }
    }

    #[test]
    fn numbers_fall_into_powers_of_two() {
        assert_eq!(
            (powers_of_two(0), powers_of_two(13)),
            ("0".to_owned(), "8+4+1".to_owned())
        );
        assert_eq!(unpaired(5), "the 4s and the 1s");
        assert_eq!(unpaired(8), "the 8s");
        assert_eq!(powers_of_two(u64::MAX).split('+').count(), 64);
    }

    #[test]
    fn figures_say_what_is_proved() {
        let losing = |id: &str, named: &dyn Fn(&Site) -> String| {
            let found = solved(id);
            let drawn = found.reasons.into_iter().flat_map(|reason| reason.marks);
            let mut marks = Vec::new();
            for mark in found.figure.marks.into_iter().chain(drawn) {
                if let FigureMark::Losing(site) = mark
                    && !marks.contains(&site)
                {
                    assert_eq!(
                        solved(&named(&site)).value.outcome,
                        Outcome::Loss,
                        "{id}: {site:?}"
                    );
                    marks.push(site);
                }
            }
            marks.len()
        };
        for word in ["", "misere "] {
            let square = |s: &Site| format!("{word}queen:{},{}", s.item, s.group);
            assert_eq!(losing(&format!("{word}queen:7,5"), &square), 7);
            for goal in [1, 20, 21] {
                let count = |s: &Site| format!("{word}race/3/{goal}:{}", s.item);
                assert!(losing(&format!("{word}race/3/{goal}:0"), &count) >= 1);
            }
            let first = |s: &Site| {
                if s.group == 0 {
                    format!("{},15", s.item)
                } else {
                    format!("10,{}", s.item)
                }
            };
            assert_eq!(
                losing(&format!("{word}wythoff:10,15"), &|s| format!(
                    "{word}wythoff:{}",
                    first(s)
                )),
                2
            );
        }
        for id in [
            "nim:3,5,7",
            "bash/4:7,11,18",
            "octal/0.07:9,12",
            "powers/4:9,14,3",
        ] {
            let found = solved(id);
            assert_eq!(
                found.figure.columns.map(|c| c.xor),
                found.value.grundy,
                "{id}"
            );
        }
        let parts: Vec<String> = (solved("fibonacci:20,4").figure.marks.into_iter())
            .filter_map(|m| {
                if let FigureMark::Value { label, .. } = m {
                    Some(label.to_string())
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(parts, ["2", "5", "13"]);
    }

    #[test]
    fn stones_are_listed_or_named_by_their_ends() {
        assert_eq!(stones(2, 3, 5), [3, 4, 5].map(|item| Site::new(2, item)));
        assert_eq!(
            stones(0, 1, 1 << 40),
            [Site::new(0, 1), Site::new(0, 1 << 40)]
        );
        assert_eq!(stones(0, 4, 3), []);
    }
}
