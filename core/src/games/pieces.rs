//! Builds the reasons and the [`Figure`] for a position that is a sum of pieces: runs, gaps, heaps or piles.

use std::collections::BTreeSet;
use std::fmt;

use crate::games::piles::group;
use crate::games::prelude::*;
use crate::games::reasons::{
    LONGEST, ReasonOf, and, by_moving, capital, conjoined, counted, finish, fitting, fitting_or,
    found_with, headline_of, holding_out, idea_of_tame, list, powers_length, powers_of_two, stones,
    to_change, unpaired,
};
use crate::language::text;

/// The maximum number of pieces that a sentence lists in full.
const NAMED: usize = 6;

/// Maximum number of tinted pieces, and maximum number of columns in the figure.
const DRAWN: usize = 64;

/// The largest pile whose stones are tinted by powers of two or by rounds.
const PARTED: u64 = 64;

/// The name of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceName {
    /// A stack: its noun, and its index counted from 0.
    Stack(&'static str, usize),
    /// Any other piece, such as `the gap at cells 4 to 6`.
    Phrase(String),
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceName::Stack(one, index) => write!(f, "{} {}", text(one), index + 1),
            PieceName::Phrase(phrase) => f.write_str(phrase),
        }
    }
}

/// A piece that allows a move.
#[derive(Clone, Debug)]
pub struct Piece<P> {
    /// The name.
    pub name: PieceName,
    /// The piece's label in a list, such as its size. Equal pieces have the same label.
    pub short: String,
    /// The piece's Grundy value.
    pub value: u64,
    /// The piece's sites on the board. The list may be empty in a large position.
    pub places: Vec<Site>,
    /// The position with only this piece; `None` if that position is too long to write out.
    pub alone: Option<P>,
    /// Whether the piece has so few moves that a sentence can list the value of each.
    pub has_few_moves: bool,
}

impl<P> Piece<P> {
    /// Creates a stack of this size; `alone` is the position with only this stack.
    pub fn stack(one: &'static str, number: usize, size: u64, value: u64, alone: P) -> Piece<P> {
        Piece {
            name: PieceName::Stack(one, number),
            short: size.to_string(),
            value,
            places: stones(group(number), 1, size),
            alone: Some(alone),
            has_few_moves: false,
        }
    }
}

/// The nouns and phrases for the pieces of a game.
#[derive(Clone, Copy, Debug)]
pub struct PieceNoun {
    /// The singular, such as `run`.
    pub one: &'static str,
    /// The plural.
    pub many: &'static str,
    /// The sentence for a position without moves, such as `No stones are left`.
    pub over: &'static str,
    /// The legend entry for the numbers next to pieces.
    pub values: &'static str,
    /// Whether sentences may list several pieces by their labels.
    pub listed: bool,
    /// Whether the board may hold pieces without moves.
    pub has_dead: bool,
    /// Whether the value of a piece is its number of stones.
    pub counts_itself: bool,
}

impl PieceNoun {
    fn spoken(self) -> PieceNoun {
        PieceNoun {
            one: text(self.one),
            many: text(self.many),
            over: text(self.over),
            ..self
        }
    }

    /// The nouns and phrases for heaps. A board may hold heaps that allow no move.
    pub const HEAP: PieceNoun = PieceNoun {
        one: tr_key!("heap"),
        many: tr_key!("heaps"),
        over: tr_key!("No heap allows a move"),
        values: tr_key!("*n after the name of a heap: Grundy value n"),
        listed: true,
        has_dead: true,
        counts_itself: false,
    };
}

/// The rule that decides a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Normal play: the nim-sum of the values.
    NimSum,
    /// Misère play as in Nim. The nim-sum decides as long as a piece is firm. Otherwise, the parity of the number of
    /// pieces of value 1 decides. A piece is firm if a player can choose who makes its last move.
    LikeNim {
        /// Whether there is a firm piece.
        firm: bool,
    },
    /// A rule of the game, which the game's own reasons explain.
    Own {
        /// Whether the figure shows the values of the pieces.
        shows_values: bool,
    },
    /// A search.
    Search,
}

impl Decision {
    fn shows_values(&self) -> bool {
        match *self {
            Decision::NimSum | Decision::LikeNim { .. } => true,
            Decision::Own { shows_values } => shows_values,
            Decision::Search => false,
        }
    }

    fn is_own(&self) -> bool {
        matches!(self, Decision::Own { .. })
    }
}

/// A position as a sum of pieces; a move replaces one piece with other pieces.
#[derive(Clone, Debug)]
pub struct PieceSum<P> {
    /// The nouns for the pieces.
    pub noun: PieceNoun,
    /// The rule that decides the position.
    pub decision: Decision,
    /// The pieces that allow a move, in board order.
    pub pieces: Vec<Piece<P>>,
}

/// Explains why a position is won or lost. `sum` divides a position into pieces. `own` returns the game's own reasons,
/// which replace the common headline and explanations. `own` is not called if no piece is left or if a search decides.
///
/// # Errors
/// Returns an error if `sum`, `own` or the solver fails, or if no best move is known.
pub fn explain<G: Game>(
    case: &Case<'_, G>,
    sum: impl Fn(&G, &G::Position, &Limits) -> Result<PieceSum<G::Position>, Stop>,
    own: impl FnOnce(&[Piece<G::Position>]) -> GameReasons<G>,
) -> Result<Explanation<G>, Stop> {
    let Case { game, limits, .. } = *case;
    limits.check()?;
    let now = sum(game, case.at, limits)?;
    let figure = case.figure(|_| Ok(now.figure()))?;
    let (noun, pieces) = (now.noun.spoken(), &now.pieces);
    if pieces.is_empty() {
        let reasons = vec![Reason::ended(noun.over, case.at.clone(), case.convention)];
        return Ok(Explanation { reasons, figure });
    }
    let best = case
        .proved
        .best
        .ok_or_else(|| Stop::not_proved(tr!("no best move is known")))?;
    if now.decision == Decision::Search {
        // Moves name pieces by their indices, which change during play, so no line of play is written out.
        let mut reasons = found_with(case, &mut std::iter::empty(), false)?;
        let mut shorts: Vec<String> = pieces.iter().map(|piece| piece.short.clone()).collect();
        shorts.dedup();
        let shorts = conjoined(shorts, LONGEST - 60);
        let told = match pieces.len() {
            1 => tr!(
                "Only the {one} of {shorts} still allows a move.",
                one = noun.one
            ),
            _ => tr!(
                "The only {many} left to move in are the {many} of {shorts}.",
                many = noun.many
            ),
        };
        reasons.push(Reason::new(told).claiming(case.itself()));
        return Ok(Explanation { reasons, figure });
    }
    let won = case.is_won();
    let then = won
        .then(|| sum(game, &case.after(best), limits))
        .transpose()?;
    let pieces_after = then.as_ref().map_or(&[][..], |then| &then.pieces);
    let seen = Seen {
        noun,
        won,
        firm_after: then.as_ref().unwrap_or(&now).decision == Decision::LikeNim { firm: true },
        copies: now.decision == Decision::NimSum
            && in_pairs(
                (if won { pieces_after } else { pieces })
                    .iter()
                    .map(|piece| &piece.short),
            ),
        decision: &now.decision,
        now: pieces,
        after: pieces_after,
    };
    let mut reasons = own(pieces)?;
    let has = |reasons: &[ReasonOf<G>], depth| reasons.iter().any(|r| r.depth == depth);
    if !has(&reasons, Depth::Headline) {
        reasons.push(Reason::headline(seen.headline()).claiming(case.itself()));
    }
    if !has(&reasons, Depth::Because) {
        let mut marks = if case.drawn && now.decision.shows_values() {
            now.marks()
        } else {
            Vec::new()
        };
        for text in seen.because() {
            let drawn = std::mem::take(&mut marks);
            reasons.push(Reason::because(text).claiming(case.itself()).drawing(drawn));
        }
    }
    if !now.decision.is_own() {
        let values = Reason::new(seen.values()).claiming(case.itself());
        reasons.push(match case.proved.value.grundy {
            Some(_) if pieces.len() > 1 => (pieces.iter().take(NAMED))
                .filter_map(|piece| Some(Claim::Grundy(piece.alone.clone()?, piece.value)))
                .fold(values, Reason::claiming),
            _ => values,
        });
        reasons.extend(least_missing(case, &now)?);
    }
    if won {
        if let (Some(i), 2..) = (first_changed(pieces, pieces_after), pieces.len()) {
            let piece = &pieces[i];
            let place = Reason::new(seen.place(piece))
                .revealing(Reveals::Where)
                .about(piece.places.iter().copied());
            reasons.push(place.claiming(case.outcome()));
        }
        let text = seen.result(&case.order(best), pieces_after.is_empty());
        reasons.push(by_moving(case, best, text).at_depth(Depth::More));
    } else {
        reasons.extend(holding_out(case)?.map(|r| r.at_depth(Depth::More)));
    }
    let reasons = finish(case, reasons);
    Ok(Explanation { reasons, figure })
}

fn first_changed<P>(before: &[Piece<P>], after: &[Piece<P>]) -> Option<usize> {
    let same = |(a, b): (&Piece<P>, &Piece<P>)| a.short == b.short && a.name == b.name;
    let kept = before
        .iter()
        .zip(after)
        .take_while(|&two| same(two))
        .count();
    (kept < before.len()).then_some(kept)
}

fn least_missing<G: Game>(
    case: &Case<'_, G>,
    sum: &PieceSum<G::Position>,
) -> Result<Option<ReasonOf<G>>, Stop> {
    let Case { game, limits, .. } = *case;
    for piece in sum.pieces.iter().take(NAMED) {
        let Some(alone) = piece.alone.as_ref().filter(|_| piece.has_few_moves) else {
            continue;
        };
        let mut reached = BTreeSet::new();
        for m in &game.moves(alone) {
            reached.extend(game.summand(&game.play(alone, &m), limits)?.nimber);
        }
        if reached.len() < 2 {
            continue;
        }
        let one = text(sum.noun.one);
        let short = &piece.short;
        let text = fitting([
            tr!(
                "From a {one} of {short} you can reach the values {reached}. The smallest missing number is {value}, so the {one} has Grundy value {value}.",
                reached = and(&reached),
                value = piece.value
            ),
            tr!(
                "A {one} of {short} has value {value}: the smallest value that you cannot reach from it.",
                value = piece.value
            ),
        ]);
        let claim = match case.proved.value.grundy {
            Some(_) => Claim::Grundy(alone.clone(), piece.value),
            None => case.itself(),
        };
        return Ok(Some(
            Reason::new(text)
                .claiming(claim)
                .about(piece.places.iter().copied()),
        ));
    }
    Ok(None)
}

impl<P> PieceSum<P> {
    /// Marks equal pieces with the same tint, and two equal pieces also with an axis. If the value of a piece is its
    /// number of stones, tints the powers of two in each piece instead.
    fn marks(&self) -> Vec<FigureMark> {
        let pieces = &self.pieces;
        let mut marks = Vec::new();
        let xor = pieces.iter().fold(0, |xor, piece| xor ^ piece.value);
        if self.noun.counts_itself {
            let mut lit = Vec::new();
            for piece in pieces
                .iter()
                .filter(|piece| piece.value <= PARTED)
                .take(DRAWN)
            {
                let mut below = 0;
                for bit in (0..7).rev().filter(|bit| piece.value >> bit & 1 == 1) {
                    let power = 1 << bit;
                    let group = piece.places.first().map_or(0, |site| site.group);
                    let places = stones(group, below + 1, below + power);
                    below += power;
                    if xor & power != 0 {
                        lit.extend(places.iter().copied());
                    }
                    marks.push(FigureMark::Tint {
                        places,
                        tint: bit,
                        label: Some(Label::Number(power)),
                    });
                }
            }
            if !lit.is_empty() {
                marks.push(FigureMark::Lit(lit));
            }
            return marks;
        }
        let mut kinds: Vec<&str> = Vec::new();
        for piece in pieces.iter().take(DRAWN) {
            let is_same = |other: &&Piece<P>| other.short == piece.short;
            if pieces.iter().filter(is_same).count() < 2 || piece.places.is_empty() {
                continue;
            }
            let tint = kinds
                .iter()
                .position(|kind| *kind == piece.short)
                .unwrap_or_else(|| {
                    kinds.push(&piece.short);
                    kinds.len() - 1
                });
            marks.push(FigureMark::Tint {
                places: piece.places.clone(),
                tint: saturating_cast(tint),
                label: Some(Label::Nimber(piece.value)),
            });
        }
        if let [left, right] = &pieces[..]
            && let (false, [bottom, .., near] | [bottom @ near], Some(&b)) =
                (marks.is_empty(), &left.places[..], right.places.first())
        {
            // Pick two stones at the same height, so that the axis between two stacks is vertical.
            let a = if near.group == b.group { near } else { bottom };
            marks.push(FigureMark::Axis(*a, b));
        }
        marks
    }

    /// Builds the figure: a value on each piece, and columns of values for 2 to 64 pieces.
    pub fn figure(&self) -> Figure {
        let pieces = &self.pieces;
        if pieces.is_empty() || !self.decision.shows_values() {
            return Figure::default();
        }
        let column = |p: &Piece<P>| (p.name.to_string(), p.value);
        let columns = || Columns::new(pieces.iter().map(column).collect());
        let drawn = |p: &&Piece<P>| !self.noun.counts_itself && !p.places.is_empty();
        let marks = pieces.iter().filter(drawn).map(|p| FigureMark::Value {
            places: p.places.clone(),
            label: Label::Nimber(p.value),
        });
        Figure {
            values: self.noun.values,
            columns: (2..=DRAWN).contains(&pieces.len()).then(columns),
            marks: marks.collect(),
            ..Figure::default()
        }
    }
}

struct Seen<'p, P> {
    noun: PieceNoun,
    won: bool,
    decision: &'p Decision,
    /// Whether all pieces form pairs of equal pieces, in normal play. In a won position, the pieces are those after the
    /// best move.
    copies: bool,
    /// Whether any piece is firm, in misère play. In a won position, the pieces are those after the best move.
    firm_after: bool,
    now: &'p [Piece<P>],
    after: &'p [Piece<P>],
}

/// Returns whether the pieces form pairs of equal pieces; `false` if there are no pieces.
pub fn in_pairs<T: Ord>(pieces: impl IntoIterator<Item = T>) -> bool {
    let mut pieces: Vec<T> = pieces.into_iter().collect();
    pieces.sort_unstable();
    !pieces.is_empty()
        && pieces.len().is_multiple_of(2)
        && pieces.chunks(2).all(|two| two[0] == two[1])
}

impl<P> Seen<'_, P> {
    fn xor(&self) -> u64 {
        self.now.iter().fold(0, |xor, piece| xor ^ piece.value)
    }

    fn is_misere(&self) -> bool {
        matches!(self.decision, Decision::LikeNim { .. })
    }

    /// Returns whether the parity of the number of pieces of value 1 decides the position, now or after the winning
    /// move.
    fn counts_ones(&self) -> bool {
        match self.decision {
            Decision::LikeNim { firm } => !firm || self.won && !self.firm_after,
            _ => false,
        }
    }

    fn headline(&self) -> String {
        let PieceNoun { one, many, .. } = self.noun;
        let firm_now = *self.decision == Decision::LikeNim { firm: true };
        match (self.won, self.now.len(), self.noun.counts_itself) {
            (_, _, true) if self.counts_ones() && firm_now => {
                tr!("Leave an odd number of single stones.").to_owned()
            }
            (_, _, false) if self.counts_ones() && firm_now => {
                tr!("Leave an odd number of {many} of Grundy value 1.")
            }
            (_, _, true) if self.counts_ones() => {
                tr!("Only single stones are left, and an odd number loses.").to_owned()
            }
            (won, _, false) if self.counts_ones() => idea_of_tame(false, true, won).to_owned(),
            (true, 1, _) if self.after.is_empty() => {
                tr!("You can end the game right now.").to_owned()
            }
            (true, 1, _) if self.copies => tr!("Cut the {one} in half, then copy your opponent."),
            (true, ..) if self.copies && self.after.len() == 2 => {
                tr!("Leave two equal {many}, then copy your opponent.")
            }
            (true, ..) if self.copies => {
                tr!("Leave pairs of equal {many}, then copy your opponent.")
            }
            (true, 1, _) => tr!("Leave a position with Grundy value 0.").to_owned(),
            (true, _, itself) => {
                let xor = self.xor();
                let of = if itself { "" } else { tr!(" in the values") };
                let some = tr!("Some powers of 2{of} do not pair up.");
                if powers_length(xor, tr!("s, the ")) > Depth::Headline.longest() {
                    return some;
                }
                let unpaired = capital(&unpaired(xor));
                let all = if itself {
                    tr!("{unpaired} do not pair up.")
                } else {
                    tr!("{unpaired} in the Grundy values do not pair up.")
                };
                headline_of([all, some])
            }
            (false, 2, _) if self.copies => {
                tr!("The two {many} are equal, so your opponent can copy you.")
            }
            (false, ..) if self.copies => {
                tr!("Each {one} has a twin, so your opponent can copy you.")
            }
            (false, 1, _) => tr!("This {one} has Grundy value 0, so you lose."),
            (false, _, true) => tr!("All the powers of 2 pair up, so every move loses.").to_owned(),
            (false, _, false) => {
                tr!("Each power of 2 in the values has a partner, so you lose.").to_owned()
            }
        }
    }

    fn because(&self) -> Vec<String> {
        let one = self.noun.one;
        if self.counts_ones() {
            return vec![self.because_of_ones()];
        }
        if self.copies {
            let text = if self.won {
                tr!(
                    "Answer each move in one {one} with the same move in the matching {one}, and you will make the last move."
                )
            } else {
                tr!(
                    "Your opponent answers each of your moves with the same move in the matching {one}, and so makes the last move."
                )
            };
            return vec![text];
        }
        if self.won && self.after.is_empty() {
            return vec![
                tr!("One of your moves leaves nothing to move, and the last move wins.").to_owned(),
            ];
        }
        let numbers = if self.noun.counts_itself {
            tr!("piles")
        } else {
            tr!("Grundy values")
        };
        let number = if self.noun.counts_itself {
            tr!("pile")
        } else {
            tr!("Grundy value")
        };
        // In misère play, the winner leaves an odd number of 1s near the end. The misère texts therefore do not promise
        // that the counts stay even.
        let rule = match (self.won, self.now.len(), self.is_misere()) {
            (true, 1, false) => tr!("If the value is 0, the player to move loses. This {one} has value {xor}, so you can leave value 0.", xor = self.xor()),
            (true, 1, true) => tr!("This {one} has Grundy value {xor}, so you can leave a value of 0. Any reply then leaves a larger value.", xor = self.xor()),
            (true, _, false) => {
                if self.noun.counts_itself {
                    tr!("Write each pile as a sum of different powers of 2. After each of your moves, every power must occur an even number of times. In the end you take the last stone.").to_owned()
                } else {
                    tr!("Write each Grundy value as a sum of different powers of 2. Leave every power an even number of times.").to_owned()
                }
            }
            (true, _, true) => tr!("Write each {number} as a sum of different powers of 2. Make each power occur an even number of times. Any reply \
                 then makes at least one of these counts odd."),
            (false, 1, false) => {
                tr!("After any move of yours the value is no longer 0, and your opponent can make it 0 again.")
                    .to_owned()
            }
            (false, 1, true) => {
                tr!("After any move of yours the value is no longer 0, and your opponent can win.").to_owned()
            }
            (false, _, is_misere) => {
                let then = if is_misere { tr!("After any move, some power occurs an odd number of times.") } else { tr!("Your opponent can always make these counts even again.") };
                tr!("Written as sums of powers of 2, the {numbers} contain each power an even number of times. {then}")
            }
        };
        let misere = if self.noun.counts_itself {
            tr!(
                "Taking the last stone loses. Play as in normal Nim until you have a move that leaves only single stones. Then leave an \
                 odd number of them."
            )
        } else {
            tr!(
                "Making the last move loses. Play as in normal Nim until you have a move that leaves only values 0 and 1. Then leave an \
                 odd number of 1s."
            )
        };
        [rule]
            .into_iter()
            .chain(self.is_misere().then(|| misere.to_owned()))
            .collect()
    }

    fn because_of_ones(&self) -> String {
        let PieceNoun { one, many, .. } = self.noun;
        let ones = self.now.iter().filter(|piece| piece.value == 1).count();
        let firm_now = *self.decision == Decision::LikeNim { firm: true };
        let even = ones.is_multiple_of(2);
        match (firm_now, self.noun.counts_itself, ones) {
            (true, true, _) => {
                tr!("Only one pile has more than one stone. You can take all of it or all but one, so you decide whether the number of single stones is odd or even.")
                    .to_owned()
            }
            (true, false, _) => tr!("Leave an odd number of {many} of value 1, and none of a larger value. Then your opponent makes the last \
                 move and loses."),
            (false, true, _) => tr!("Every move now takes one stone. With {stones} left, {value}.", stones = counted(ones as u64, tr!("stone"), tr!("stones")), value = if self.won { tr!("your opponent takes the last one and loses") } else { tr!("you take the last one and lose") }),
            (false, false, 0) => {
                tr!("No {one} has value 1, so your opponent makes the last move and loses.")
            }
            (false, false, 1) => {
                tr!("Just one {one} has value 1, and one is an odd number. So you make the last move and lose.")
            }
            (false, false, _) => if even { tr!("There are {ones} {many} with value 1, an even number. So your opponent makes the last move and loses.") } else { tr!("There are {ones} {many} with value 1, an odd number. So you make the last move and lose.") },
        }
    }

    fn values(&self) -> String {
        let PieceNoun { one, many, .. } = self.noun;
        let xor = self.xor();
        let few = self.now.len() <= NAMED;
        let whole = || tr!("The {now} {many} have nim-sum {xor}.", now = self.now.len());
        let many_told = || {
            let shorts = list(self.now.iter().map(|piece| &piece.short), LONGEST - 70);
            tr!(
                "The {now} {many} of {shorts} have nim-sum {xor}.",
                now = self.now.len()
            )
        };
        let with_values = |which: &str| {
            let values = and(self.now.iter().map(|piece| piece.value));
            match self.now {
                [first, ..]
                    if !which.is_empty()
                        && self.now.iter().all(|piece| piece.short == first.short) =>
                {
                    let each = match self.now.len() {
                        2 => tr!("Both {many} of {short} have", short = first.short),
                        n => tr!("Each of the {n} {many} of {short} has", short = first.short),
                    };
                    tr!(
                        "{each} Grundy value {value}, so the nim-sum is {xor}.",
                        value = first.value
                    )
                }
                [a, b] if a.value == b.value => {
                    tr!(
                        "The {many}{which} both have Grundy value {value}, so the nim-sum is 0.",
                        value = a.value
                    )
                }
                _ => tr!(
                    "The {many}{which} have Grundy values {values}. The nim-sum of these values is {xor}."
                ),
            }
        };
        match self.now {
            [only] if self.noun.counts_itself => {
                tr!("One {one} of {short} is left.", short = only.short)
            }
            [only] => tr!(
                "A {one} of {short} has Grundy value {value}.",
                short = only.short,
                value = only.value
            ),
            _ if self.noun.counts_itself && few => {
                let powers = self.now.iter().map(|p| powers_length(p.value, "+"));
                if powers.sum::<usize>() > LONGEST {
                    return many_told();
                }
                let powers = and(self.now.iter().map(|piece| powers_of_two(piece.value)));
                let told = if self.now.iter().all(|piece| piece.value.is_power_of_two()) {
                    tr!("The {many} are all powers of 2: {powers}. Their nim-sum is {xor}.")
                } else {
                    tr!(
                        "Written as sums of powers of 2, the {many} are {powers}. Their nim-sum is {xor}."
                    )
                };
                fitting_or(told, many_told)
            }
            _ if !self.noun.listed => fitting([with_values(""), whole()]),
            _ if few => {
                let which = tr!(
                    " of {list}",
                    list = and(self.now.iter().map(|piece| &piece.short))
                );
                fitting([with_values(&which), with_values(""), many_told()])
            }
            _ => fitting([many_told(), whole()]),
        }
    }

    fn place(&self, Piece { name, value, .. }: &Piece<P>) -> String {
        let xor = self.xor();
        let top = if xor == 0 { 0 } else { 1u64 << xor.ilog2() };
        match self.decision {
            _ if self.counts_ones() => tr!("Look at {name}: a move there wins."),
            Decision::NimSum | Decision::LikeNim { .. } if value & top != 0 && xor == top => {
                tr!(
                    "Every power of 2 cancels except {top}. Look at {name}: written as a sum of powers of 2, its value contains a {top}."
                )
            }
            Decision::NimSum | Decision::LikeNim { .. } if value & top != 0 => {
                tr!(
                    "The largest power of 2 left over is {top}. Look at {name}: written as a sum of powers of 2, its value contains a {top}."
                )
            }
            Decision::NimSum | Decision::LikeNim { .. } => {
                let change = [*value, value ^ xor];
                to_change(self.noun.one, &name.to_string(), change, self.now.len() - 1)
            }
            Decision::Own { .. } | Decision::Search => {
                tr!("Look at {name}: a move there wins.")
            }
        }
    }

    fn result(&self, order: &str, over: bool) -> String {
        if over {
            return fitting([
                tr!("{order}. This move ends the game, and you win."),
                tr!("The best move ends the game, and you win.").to_owned(),
            ]);
        }
        let shorts = || and(self.after.iter().map(|piece| &piece.short));
        let by_values = !self.decision.is_own() && !self.noun.counts_itself;
        let PieceNoun { one, many, .. } = self.noun;
        let in_play = if self.noun.has_dead {
            tr!(" in play")
        } else {
            ""
        };
        let ones = self
            .counts_ones()
            .then(|| self.after.iter().filter(|piece| piece.value == 1).count());
        let leaves = match (ones, self.after.len()) {
            (Some(1), _) if self.noun.counts_itself => tr!("a single stone").to_owned(),
            (Some(1), _) => tr!("one {one} of value 1"),
            (Some(n), _) if self.noun.counts_itself => tr!("{n} single stones, and {n} is odd"),
            (Some(n), _) => tr!("{n} {many} of value 1, and {n} is odd"),
            (None, 2) if self.copies => tr!("two equal {many}"),
            (None, _) if self.copies => tr!("pairs of equal {many}"),
            (None, 1) if by_values => tr!("a Grundy value of {value}", value = self.after[0].value),
            (None, ..=NAMED) if by_values => {
                tr!(
                    "Grundy values {list}",
                    list = and(self.after.iter().map(|piece| piece.value))
                )
            }
            (None, 1) => tr!("a {one} of {shorts}{in_play}", shorts = shorts()),
            (None, ..=NAMED) => tr!("{many} of {shorts}{in_play}", shorts = shorts()),
            (None, n) => format!("{n} {many}"),
        };
        let said = match (self.decision, ones) {
            (_, Some(_)) => "",
            _ if self.copies => tr!(". From then on, copy your opponent"),
            (Decision::Own { .. } | Decision::Search, _) => tr!(", and your opponent loses"),
            _ if self.after.len() == 1 => "",
            _ => tr!(", with a nim-sum of 0"),
        };
        let told = if self.copies && self.noun.has_dead {
            tr!("{order}. Apart from dead {many}, this leaves {leaves}{said}.")
        } else {
            tr!("{order}. This leaves {leaves}{said}.")
        };
        fitting_or(told, || {
            fitting([format!("{order}."), tr!("The best move wins.").to_owned()])
        })
    }
}

/// The numbers that lose for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A description that fits all losing numbers, such as `a multiple of 4`.
    Kind(String),
    /// A phrase for the only losing number, such as `a single stone`.
    One(&'static str),
    /// The first few losing numbers.
    First(Vec<u64>),
}

impl Target {
    /// Creates a target from the first four `numbers`.
    pub fn first(numbers: impl IntoIterator<Item = u64>) -> Self {
        Target::First(numbers.into_iter().take(4).collect())
    }
}

/// The losing numbers of a game whose position is a single number, and the reason why they lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The losing numbers.
    pub target: Target,
    /// The unit after a losing number: nothing, or ` to go`.
    pub unit: &'static str,
    /// The sentence that explains why the target numbers lose.
    pub why: String,
    /// The period of the losing numbers, if the period starts at 0.
    pub round: Option<u64>,
}

/// Explains a position that is a single number. `left` converts a position to its number. The board shows the `marks`.
pub fn by_aim<G: Game>(
    case: &Case<'_, G>,
    aim: &Aim,
    left: impl Fn(&G::Position) -> u64,
    marks: Vec<FigureMark>,
) -> GameReasons<G> {
    let Aim {
        target, unit, why, ..
    } = aim;
    let won = case.is_won();
    let now = left(case.at);
    let listed = matches!(target, Target::First(_));
    let what = match target {
        Target::Kind(words) => words.clone(),
        Target::One(words) => (*words).to_owned(),
        Target::First(numbers) => {
            numbers.iter().map(|n| format!("{n}, ")).collect::<String>() + "..."
        }
    };
    let number = |n: u64| format!("{n}{unit}");
    let mut reasons = match case.proved.best {
        Some(best) if won => {
            let after = case.after(best);
            let over = is_over(case.game, &after);
            let words = case.order(best);
            let headline = if over {
                tr!("You can end the game right now.").to_owned()
            } else {
                headline_of([
                    match (unit.is_empty(), listed) {
                        (true, true) => tr!("Leave one of the numbers {what}"),
                        (true, false) => tr!("Leave {what}."),
                        (false, _) => tr!("Leave your opponent with {what}{unit}."),
                    },
                    tr!("Leave a losing number.").to_owned(),
                ])
            };
            let text = if over && left(&after) > 0 {
                tr!(
                    "{words}. This leaves {number}, where no move is possible, so you win.",
                    number = number(left(&after))
                )
            } else if over {
                tr!("{words}. This move ends the game, and you win.")
            } else {
                match target {
                    Target::One(one) => tr!("{words}. This leaves {one}."),
                    Target::First(_) => {
                        tr!(
                            "{words}. This leaves {number}, a losing number for your opponent.",
                            number = number(left(&after))
                        )
                    }
                    Target::Kind(kind) => {
                        tr!(
                            "{words}. This leaves {number}, {kind}.",
                            number = number(left(&after))
                        )
                    }
                }
            };
            let short = format!("{words}.");
            vec![
                Reason::headline(headline).claiming(case.itself()),
                by_moving(case, best, fitting([text, short])).at_depth(Depth::More),
            ]
        }
        _ => {
            let whole = if listed && !unit.is_empty() {
                tr!(
                    "You have {number}: one of the losing numbers {what}",
                    number = number(now)
                )
            } else if listed {
                match target {
                    Target::First(numbers) if !numbers.contains(&now) => {
                        tr!("{now} is a losing number, like {what}")
                    }
                    _ => tr!("{now} is one of the losing numbers {what}"),
                }
            } else if matches!(target, Target::One(_)) {
                tr!("You have {what}, and that loses.")
            } else if unit.is_empty() {
                tr!("{now} is {what}, so you lose.")
            } else {
                tr!(
                    "There are {number}, {what}, so you lose.",
                    number = number(now)
                )
            };
            let headline = headline_of([
                whole,
                if unit.is_empty() {
                    tr!("{now} is a losing number.")
                } else {
                    tr!(
                        "With {number}, the player to move loses.",
                        number = number(now)
                    )
                },
            ]);
            let mut reasons = vec![Reason::headline(headline).claiming(case.itself())];
            reasons.extend(holding_out(case)?.map(|r| r.at_depth(Depth::More)));
            reasons
        }
    };
    reasons.push(
        Reason::because(why.clone())
            .claiming(case.itself())
            .drawing(marks),
    );
    let told = match aim.round {
        Some(round) if now >= round => {
            let rest = match now % round {
                0 => tr!("no remainder").to_owned(),
                over => tr!("a remainder of {over}"),
            };
            Some(if unit.is_empty() {
                tr!("{now} divided by {round} leaves {rest}.")
            } else {
                // State the distance to the goal, because the board shows only the number that has been reached.
                tr!(
                    "There are {number}: {now} divided by {round} leaves {rest}.",
                    number = number(now)
                )
            })
        }
        _ => None,
    };
    reasons.extend(told.map(|told| Reason::new(told).claiming(case.itself())));
    Ok(finish(case, reasons))
}

/// Tints the rounds of a stack alternately and highlights the remaining stones. The topmost `over` stones belong to no
/// round. A stack of more than 64 stones gets no marks.
pub fn in_tinted_rounds(group: u32, stones_there: u64, round: u64, over: u64) -> Vec<FigureMark> {
    let mut marks = Vec::new();
    if stones_there > PARTED || round == 0 {
        return marks;
    }
    let mut below = 0;
    while below + round <= stones_there - over.min(stones_there) {
        let tint = saturating_cast(below / round % 2);
        marks.push(FigureMark::Tint {
            places: stones(group, below + 1, below + round),
            tint,
            label: Some(Label::Number(round)),
        });
        below += round;
    }
    if below < stones_there {
        marks.push(FigureMark::Lit(stones(group, below + 1, stones_there)));
    }
    marks
}
