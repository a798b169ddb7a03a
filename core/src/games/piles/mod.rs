//! Implements games with piles of stones: a move takes stones from one pile. The amounts that may be taken do not
//! depend on the other piles.
//!
//! One ruleset serves all these games. A [`PileRules`] defines the amounts that may be taken and the value of a pile.
//!
//! In normal play, the Grundy value of a position is the XOR of the values of its piles (Sprague 1935, Grundy 1939). In
//! misère play, every pile is tame: in subtraction games by Ferguson's pairing (1974), and in Nim by Bouton's theorem
//! (1902). A position therefore loses exactly when the position of misère Nim with the same values loses
//! ([`solve::tame`](crate::solve::tame)).
//!
//! Piles are written as sizes separated by commas, and moves as pile, dash, amount. On the board, the k-th stone from
//! the bottom of a pile occupies the site (pile, k).

pub(crate) mod bash;
pub(crate) mod nim;
pub(crate) mod powers;
pub(crate) mod subtraction;
#[cfg(test)]
pub(crate) mod tests;

use crate::games::pieces::{
    self, Aim, Decision, Piece, PieceNoun, PieceSum, by_aim, in_tinted_rounds,
};
use std::sync::Arc;

use crate::games::prelude::*;
use crate::rules::Piles as Stacks;
use crate::solve::graph::Verdict;
use crate::solve::memo::{Memo, PairTable};
use crate::solve::quotient::{HeapFamily, HeapRules};
use crate::solve::tame::{TameSum, TameType};

const INFO: Info = Info {
    ending: Ending::LastMove(tr_key!("takes the last stone")),
    misere_parts: MisereParts::Tame,
    ..Info::IMPARTIAL
};

/// The minimum M for which random piles have 1 to 4M stones, where M is the maximum number of stones that a move may
/// take.
const FEW_TAKEN: u64 = 20;

/// The amounts that may be taken from a pile, and the value of a pile. An implementation must allow a given amount
/// either for all piles that have enough stones or for none.
pub trait PileRules: Send + Sync {
    /// The amounts that may be taken from a pile.
    fn amounts(&self, pile: u64) -> Numbers<'_>;

    /// The Grundy value of a pile.
    ///
    /// # Errors
    /// [`Stop`] if the value is not known or cannot be computed within the limits.
    fn value(&self, pile: u64, limits: &Limits) -> Result<u64, Stop>;

    /// The Grundy values of piles. This is a trait method so that the call for each pile can be inlined.
    fn values(&self, piles: &[u64], limits: &Limits) -> Result<Vec<u64>, Stop> {
        let mut values = Vec::with_capacity(piles.len());
        for &n in piles {
            values.push(self.value(n, limits)?);
        }
        Ok(values)
    }

    /// The tame type of the sum of piles, computed from their values.
    fn tame(&self, piles: &[u64], limits: &Limits) -> Result<TameType, Stop> {
        piles
            .iter()
            .map(|&n| self.value(n, limits).map(TameType::pile))
            .sum()
    }

    /// Calls `f` with the amounts that leave a pile of value `to`, in ascending order.
    fn amounts_to(
        &self,
        pile: u64,
        to: u64,
        limits: &Limits,
        f: &mut dyn FnMut(u64),
    ) -> Result<(), Stop>;

    /// The remoteness of two piles, the smaller one first. Returns `None` if the game has no formula for the
    /// remoteness.
    fn remoteness_of_two(&self, _low: u64, _high: u64, _convention: Convention) -> Option<u64> {
        None
    }

    /// Describes the amounts that may be taken, such as `1 to 3 stones`.
    fn rule(&self) -> String;

    /// Returns a sentence that tells how to find the value of a pile. Returns `None` if the value is the pile's size or
    /// has no short formula.
    fn formula(&self, _limits: &Limits) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    /// Returns whether the value of a pile is its number of stones.
    fn counts_itself(&self) -> bool {
        false
    }

    /// Describes the losing sizes of a single pile, which are the sizes of value `loser`.
    fn aim(&self, pile: u64, loser: u64, limits: &Limits) -> Result<Aim, Stop>;

    /// The amounts of a simpler game with equivalent piles, if one is known. In every sum, a pile may be replaced by a
    /// pile of the same size from the simpler game.
    fn same_heaps(&self) -> Option<Vec<u64>> {
        None
    }

    /// The maximum number of stones that a move may take; `None` if there is no maximum.
    fn most(&self) -> Option<u64> {
        None
    }

    /// The theorems about single piles, in the form that [`Game::theory`] returns.
    fn theory(&self, convention: Convention, most: u64, limits: &Limits) -> Result<Theory, Stop>;
}

/// A pile game under a convention.
pub struct PileGame {
    kind: Box<dyn PileRules>,
    convention: Convention,
    /// The remoteness and outcome of one or two piles of at most [`PAIR`] stones each, computed on demand.
    pairs: PairTable<Verdict>,
    /// The remoteness and outcome of three or four piles of at most [`SMALL`] stones each.
    memo: Memo<Vec<u64>>,
}

/// A move: some stones from one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileMove {
    /// The index of the pile, from 0.
    pub pile: usize,
    /// The number of stones.
    pub amount: u64,
}

impl Game for PileGame {
    fn rule(&self, info: &Info, convention: Option<Convention>) -> String {
        tr!(
            "Take {rule} from one pile. {ending}",
            rule = self.kind.rule(),
            ending = info.ending.sentence(convention)
        )
    }

    fn position_facts(&self, at: &Vec<u64>) -> PositionFacts {
        let pieces = Pieces {
            most_taken: self.kind.most(),
            ..Pieces::new(PieceKind::Numbers, at.iter().copied())
        };
        let live = at.iter().filter(|n| self.is_live(**n));
        PositionFacts {
            pairing: pieces::in_pairs(live).then_some(true),
            ..pieces.into()
        }
    }

    fn positions(&self, kind: Positions<'_>, f: Visit<'_, Vec<u64>>) -> bool {
        let few = FEW_TAKEN..MAX_NUMBER / 4;
        match (kind, self.kind.most().filter(|most| few.contains(most))) {
            (Positions::Random(pick), Some(most)) => {
                let _ = f((0..=pick(3)).map(|_| 1 + pick(4 * most)).collect());
                true
            }
            _ => false,
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        explain(case)
    }

    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        self.kind.theory(self.convention, most, limits)
    }
}

fn explain(case: &Case<'_, PileGame>) -> Result<Explanation<PileGame>, Stop> {
    let Case { game, at, .. } = *case;
    let live: Vec<usize> = (0..at.len()).filter(|&i| game.is_live(at[i])).collect();
    let &[pile] = &live[..] else {
        return pieces::explain(
            case,
            |game, at, limits| game.pieces(at, limits),
            |_| game.own_reasons(case),
        );
    };
    let loser = u64::from(game.convention.is_misere());
    let aim = game.kind.aim(at[pile], loser, case.limits)?;
    let left = |round: u64| (at[pile] - loser) % round + loser;
    let marks = aim
        .round
        .map(|round| in_tinted_rounds(group(pile), at[pile], round, left(round)));
    Ok(Explanation {
        reasons: by_aim(case, &aim, |to| to[pile], marks.unwrap_or_default())?,
        figure: case.figure(|_| Ok(game.pieces(at, case.limits)?.figure()))?,
    })
}

struct PileHeaps<'g>(&'g dyn PileRules);

impl HeapRules for PileHeaps<'_> {
    fn options(&self, heap: u64, _limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        if let Some(amounts) = self.0.same_heaps() {
            return Ok(amounts
                .into_iter()
                .filter_map(|k| Some(vec![heap.checked_sub(k)?]))
                .collect());
        }
        Ok(self
            .0
            .amounts(heap)
            .iter()
            .map(|k| vec![heap - k])
            .collect())
    }

    fn bounded(&self) -> Option<(u64, bool)> {
        let most = self
            .0
            .same_heaps()
            .map_or_else(|| self.0.most(), |amounts| amounts.into_iter().max());
        most.map(|most| (most, false))
    }

    fn never_ends(&self) -> bool {
        self.0.counts_itself()
    }
}

/// Returns the group number of a pile's sites.
pub fn group(pile: usize) -> u32 {
    saturating_cast(pile)
}

/// Returns a picture of stacks of stones. `limit` is the maximum number of stones that a move may take.
pub fn stacks(counts: &[u64], limit: Option<u64>, sign: char) -> Picture {
    let name = |i: u32| {
        if counts.len() > 1 {
            i.to_string()
        } else {
            String::new()
        }
    };
    let stacks = Stacks::named(counts.iter().copied().zip((1..).map(name)));
    let mode = if sign == '>' {
        PileMode::Become
    } else {
        PileMode::Take
    };
    Picture::Piles(Stacks {
        mode,
        ..stacks.limited(limit, |i| format!("{}{sign}", i + 1))
    })
}

fn random_position<G: Listed>(
    values: &FieldValues<'_>,
    pick: &mut dyn FnMut(u64) -> u64,
) -> String {
    let params = G::SETUP.fields.len() - 1;
    values.with_state(
        G::INFO.id,
        params,
        &random_piles(&values.numbers(params), pick),
    )
}

const fn piles_field(default: &'static [u64]) -> Field {
    Field::numbers(
        tr_key!("Piles"),
        tr_key!(
            "the pile sizes, such as 21 or 7,9; only their number and the largest size matter for a random position"
        ),
        default,
    )
}

/// Picks a random size for each pile, and joins the sizes with commas. The largest possible size is the maximum of
/// `sizes`.
pub fn random_piles(sizes: &[u64], pick: &mut dyn FnMut(u64) -> u64) -> String {
    let largest = sizes.iter().fold(1, |largest, &size| size.max(largest));
    with_commas(&sizes.iter().map(|_| pick(largest) + 1).collect::<Vec<_>>())
}

impl Rules for PileGame {
    type Position = Vec<u64>;
    type Move = PileMove;

    fn moves(&self, at: &Vec<u64>) -> MoveSet<'_, PileMove> {
        let mut moves = MoveSet::with_runs(at.len());
        for (pile, &n) in at.iter().enumerate() {
            let base = PileMove { pile, amount: 0 };
            moves.push_numbers(base, self.kind.amounts(n), |base, amount| PileMove {
                amount,
                ..*base
            });
        }
        moves
    }

    fn play(&self, at: &Vec<u64>, m: &PileMove) -> Vec<u64> {
        let mut to = at.clone();
        to[m.pile] = after_legal(at[m.pile].checked_sub(m.amount));
        to
    }

    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let mut piles: Vec<u64> = at.iter().copied().filter(|&n| self.is_live(n)).collect();
        piles.sort_unstable();
        piles
    }
}

impl Notation for PileGame {
    fn states(&self) -> impl Grammar<Value = Vec<u64>> {
        List(Number::from(0, tr!("a pile size")), ',')
    }

    /// If there is only one pile, its number may be omitted.
    fn written_moves(&self, at: &Vec<u64>) -> impl Grammar<Value = PileMove> {
        let pair = Pair {
            first: Place {
                noun: tr!("pile"),
                count: at.len(),
            },
            separator: '-',
            second: Number::from(0, tr!("an amount")),
            omitted: (at.len() == 1).then_some(0),
            missing: (tr!("it does not say from which pile"), ""),
        };
        pair.map(
            |(pile, amount), _| Ok(PileMove { pile, amount }),
            |m: &PileMove| (m.pile, m.amount),
        )
        .expecting(|| match at.len() {
            1 => tr!("how many stones to take, such as 1-2 or 2").to_owned(),
            n => tr!("a pile from 1 to {n}, a dash and how many stones, such as {n}-2"),
        })
        .refusing(|m| {
            let number = m.pile + 1;
            let what = match (at[m.pile], m.amount) {
                (0, _) => tr!("pile {number} is empty"),
                (_, 0) => tr!("a move takes at least one stone").to_owned(),
                (n, k) if k > n => tr!("pile {number} has only {n}"),
                (_, k) => tr!("{k} may not be taken"),
            };
            let expected = match (self.kind.counts_itself(), at[m.pile]) {
                (true, 1) => tr!("1 stone").to_owned(),
                (true, n @ 2..) => tr!("1 to {n} stones"),
                _ => self.kind.rule(),
            };
            (what, expected)
        })
    }

    fn words(&self, at: &Vec<u64>, m: &PileMove, _wording: Wording<'_, Self>) -> String {
        match at.len() {
            1 => tr!("take {amount}", amount = m.amount),
            _ => tr!(
                "take {amount} from pile {pile}",
                amount = m.amount,
                pile = m.pile + 1
            ),
        }
    }
}

impl BoardView for PileGame {
    fn scene(&self, at: &Vec<u64>, _view: View) -> Scene {
        Scene {
            picture: stacks(at, self.kind.most(), '-'),
            notes: if self.kind.counts_itself() {
                Vec::new()
            } else {
                vec![tr!("Take {rule} from a pile.", rule = self.kind.rule())]
            },
        }
    }

    fn sites(&self, at: &Vec<u64>, m: &PileMove) -> Vec<Site> {
        let size = at[m.pile];
        vec![Site::new(group(m.pile), size.saturating_sub(m.amount) + 1)]
    }
}

/// Maximum number of moves in a pile that are tested individually in a sum to which the theorem on large piles applies.
const FEW_MOVES: u64 = 64;
/// The maximum pile size for which the remoteness of one or two piles is computed. This limit and the next two do not
/// apply to games in which only one amount may be taken.
const PAIR: u64 = 200;
/// The maximum number of piles for which the remoteness is computed.
const FEW: usize = 4;
/// The maximum pile size for which the remoteness of three or four piles is computed.
const SMALL: u64 = 15;

impl PileGame {
    fn open(variant: &Variant<'_>, kind: impl PileRules + 'static) -> OpenGame<Self> {
        let game = PileGame {
            kind: Box::new(kind),
            convention: variant.convention,
            pairs: PairTable::default(),
            memo: Memo::default(),
        };
        game.into()
    }

    fn is_live(&self, pile: u64) -> bool {
        !self.kind.amounts(pile).is_empty()
    }

    fn pair(&self, low: u64, high: u64, limits: &Limits) -> Result<Verdict, Stop> {
        let place = saturating_cast::<usize, u64>;
        self.pairs.value(
            (saturating_cast(low), saturating_cast(high)),
            limits,
            |low, high, known| {
                let of_low = self.kind.amounts(low as u64);
                let of_high = self.kind.amounts(high as u64);
                let from_low = of_low.iter().map(|k| known.get(low - place(k), high));
                let from_high = of_high.iter().map(|k| known.get(low, high - place(k)));
                Verdict::best(self.convention, from_low.chain(from_high))
            },
        )
    }
}

impl Solve for PileGame {
    fn family(&self) -> Option<HeapFamily<'_>> {
        Some(HeapFamily {
            name: String::new(),
            rules: Some(Arc::new(PileHeaps(&*self.kind))),
            board: None,
            kept: None,
        })
    }

    fn prove(&self, at: &Vec<u64>, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let left = || self.remoteness(at, limits);
        want.prove_total(self.convention, self.kind.tame(at, limits)?.into(), left)
    }

    /// By Ferguson's pairing, a pile of value 0 that has a move also has a move to value 1. Every pile therefore equals
    /// a Nim heap in all misère sums ([`heap_of_nim`](crate::solve::tame::heap_of_nim)). Let `s` be the smallest
    /// amount: a pile has value 1 exactly when taking `s` leaves value 0. If a pile of value 0 has moves, taking `s`
    /// leaves a value other than 0, from which taking some amount `a` leaves value 0. Taking `a` from the original pile
    /// then leaves value 1.
    fn summand(&self, at: &Vec<u64>, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::nim(self.kind.values(at, limits)?))
    }

    fn winning(&self, at: &Vec<u64>, beside: Beside<'_>) -> Wins<'_, PileMove> {
        let Beside { others, limits, .. } = beside;
        limits.check()?;
        let values = self.kind.values(at, limits)?;
        let total: TameSum = values.iter().map(|&v| TameType::pile(v)).collect();
        let mut found = MoveSet::default();
        for (pile, (&n, &value)) in at.iter().zip(&values).enumerate() {
            let rest = total.minus(TameType::pile(value)).tame();
            let wanted = match (others.target(rest, self.convention), others) {
                (Some(wanted), _) => wanted,
                (
                    None,
                    OtherParts::Piles {
                        found: large,
                        at: place,
                        heaps,
                    },
                ) => {
                    let mut left = [&heaps[..], &values[..pile], &values[pile + 1..]].concat();
                    let amounts = self.kind.amounts(n);
                    if amounts.len() > FEW_MOVES {
                        large.partner(*place, &left)?
                    } else {
                        for amount in amounts.iter() {
                            left.push(self.kind.value(n - amount, limits)?);
                            if large.loses(*place, &left)? {
                                found.push(PileMove { pile, amount });
                            }
                            left.pop();
                        }
                        continue;
                    }
                }
                (None, _) => return Ok(None),
            };
            if wanted != value {
                let push = &mut |amount| found.push(PileMove { pile, amount });
                self.kind.amounts_to(n, wanted, limits, push)?;
            }
        }
        Ok(Some(found))
    }
}

impl PileGame {
    fn remoteness(&self, at: &Vec<u64>, limits: &Limits) -> Result<Option<u64>, Stop> {
        // If only one amount is allowed, the number of moves left does not depend on the players.
        if let Some(amount) = self
            .kind
            .most()
            .filter(|most| self.kind.amounts(*most).first() == Some(*most))
        {
            return Ok(at
                .iter()
                .try_fold(0u64, |sum, n| sum.checked_add(n / amount)));
        }
        let live = at.iter().filter(|&&n| self.is_live(n));
        let (count, largest) =
            live.fold((0, 0), |(count, largest), &n| (count + 1, n.max(largest)));
        if largest > PAIR || (count > 2 && (count > FEW || largest > SMALL)) {
            return Ok(None);
        }
        let piles = self.canonical(at);
        let verdict = if piles.len() <= 2 {
            let low = if piles.len() == 2 { piles[0] } else { 0 };
            if let Some(known) = self.kind.remoteness_of_two(low, largest, self.convention) {
                return Ok(Some(known));
            }
            self.pair(low, largest, limits)?
        } else {
            self.memo
                .value(self, &piles, self.convention, limits)?
                .verdict
        };
        Ok(Some(u64::from(verdict.remoteness)))
    }
}

impl PileGame {
    fn pieces(&self, at: &[u64], limits: &Limits) -> Result<PieceSum<Vec<u64>>, Stop> {
        let live = at.iter().enumerate().filter(|(_, n)| self.is_live(**n));
        let piece = |(i, &n): (usize, &u64)| {
            let value = self.kind.value(n, limits)?;
            Ok(Piece::stack(tr!("pile"), i, n, value, vec![n]))
        };
        Ok(PieceSum {
            noun: PieceNoun {
                one: tr!("pile"),
                many: tr!("piles"),
                over: tr!("No move is left"),
                values: tr!("*n after the name of a pile: Grundy value n"),
                has_dead: false,
                counts_itself: self.kind.counts_itself(),
                ..PieceNoun::HEAP
            },
            decision: match self.convention {
                Convention::Normal => Decision::NimSum,
                Convention::Misere => Decision::LikeNim {
                    firm: self.kind.tame(at, limits)?.firm,
                },
            },
            pieces: live.map(piece).collect::<Result<_, Stop>>()?,
        })
    }

    fn own_reasons(&self, case: &Case<'_, Self>) -> GameReasons<Self> {
        let Case { limits, .. } = *case;
        let formula = self
            .kind
            .formula(limits)?
            .map(|text| Reason::new(text).claiming(case.itself()));
        Ok(formula.into_iter().collect())
    }
}
