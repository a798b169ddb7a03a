//! The count of waiting moves: who runs out of them first, and whether that decides who gets more of what is left.

use super::{Case, EdgeReason, plural};
use crate::games::reasons::{LONGEST, capital, fitting};
use crate::games::triangle::grid::OUTSIDE;
use crate::games::triangle::openings::{Openings, upward};
use crate::games::triangle::waits::{Order, Waits};
use crate::rules::{Word, nearest};

/// What the count says of a position in which nothing can be taken.
pub(super) struct WaitCount {
    /// The sentence.
    pub text: String,
    /// Whether it speaks for the side that gets more of what is left; none where it is not known.
    pub decides: Option<bool>,
}

/// Who begins where something is counted, and the other side.
#[derive(Clone, Copy)]
struct Sides {
    first: &'static str,
    second: &'static str,
}

impl Sides {
    fn winner(self, waits: &Waits) -> &'static str {
        if waits.mover_wins { self.first } else { self.second }
    }

    fn loser(self, waits: &Waits) -> &'static str {
        if waits.mover_wins { self.second } else { self.first }
    }
}

fn parity(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

/// What running out of waiting moves means, if a long chain is there in the end or not.
fn must(long: bool) -> &'static str {
    if long { "runs out first and must open a long chain" } else { "runs out first" }
}

impl Case<'_> {
    /// The reason with the count of waiting moves. Of a position in which something can be taken `core` is what is left
    /// once that is done. `gain` is what who begins there gets more of the rest.
    pub(super) fn count(&self, core: u64, gain: i32) -> Option<(Option<bool>, EdgeReason)> {
        let count = self.counted(core, gain)?;
        let words = [Word::WaitingMove, Word::QuietEdge, Word::Chain, Word::Early];
        let used: Vec<Word> =
            words.into_iter().filter(|w| count.text.to_lowercase().contains(w.name())).collect();
        Some((count.decides, self.about_here(count.text).using(&used)))
    }

    fn counted(&self, core: u64, gain: i32) -> Option<WaitCount> {
        let grid = self.game.grid();
        if core == grid.all() || (core != self.at.drawn() && gain == 0) {
            return None;
        }
        let quiet: u32 = nearest(upward(grid, core).len());
        let there = if core == self.at.drawn() { "" } else { " in the rest" };
        let Some(waits) = Waits::of(grid, core, Order::QuietFirst) else {
            return Some(self.too_many(core, quiet, there));
        };
        let sides = match core == self.at.drawn() {
            true => Sides { first: self.player, second: self.opponent },
            false => Sides { first: "who begins there", second: "the other" },
        };
        let sum = WaitSum { case: self, core, gain, sides, there, quiet, waits };
        let plain = sum.long_chains_alone().or_else(|| sum.short_chains_alone()).or_else(|| sum.settled());
        if plain.is_some() {
            return plain;
        }
        let any = Waits::of(grid, core, Order::Any);
        let made = sum.made_early(any.as_ref()).or_else(|| sum.made(any.as_ref()));
        Some(made.unwrap_or_else(|| sum.undecided()))
    }

    /// What is said where there are too many quiet edges.
    fn too_many(&self, core: u64, quiet: u32, there: &str) -> WaitCount {
        let text = format!(
            "{}{quiet} quiet edges are still to come{there}: one in each triangle that points up and has no edge \
             (numbered). Too many to count what follows.",
            if self.all_at_rim(core) { "" } else { "Up to " }
        );
        WaitCount { text, decides: None }
    }

    /// The waiting moves in words: `2 quiet edges (numbered) and 1 short chain`.
    fn waiting(&self, core: u64, quiet: u32, waits: &Waits) -> String {
        let chains =
            |text: String, one: bool| format!("{text} short {}", if one { "chain" } else { "chains" });
        if quiet == 0 {
            let short = Openings::of(self.game.grid(), core).chains.iter().filter(|c| c.is_short()).count();
            return match waits.fixed() {
                Some(n) if n as usize == short => {
                    format!("{} (numbered)", chains(n.to_string(), n == 1))
                }
                Some(n) => format!("{n} of the {} (numbered)", chains(short.to_string(), false)),
                None => format!("{} of the {}", waits.number(), chains(short.to_string(), false)),
            };
        }
        if !self.all_at_rim(core) {
            return format!("{} quiet edges and short chains", waits.number());
        }
        let (least, most) = (waits.least.saturating_sub(quiet), waits.most.saturating_sub(quiet));
        let edges = format!("{quiet} quiet {} (numbered)", plural(quiet, "edge"));
        match (least, most) {
            (0, 0) => edges,
            (0, m) => format!("{edges} and then at most {}", chains(m.to_string(), m == 1)),
            (n, m) if n == m => format!("{edges} and then {}", chains(n.to_string(), n == 1)),
            (n, m) => format!("{edges} and then {}", chains(format!("{n} to {m}"), false)),
        }
    }

    /// Whether every triangle that points up and has no edge lies at the rim: then each of them is used up by one quiet
    /// edge, and none of them can be shut in by its neighbours.
    fn all_at_rim(&self, core: u64) -> bool {
        let grid = self.game.grid();
        let at_rim = |&t: &usize| {
            grid.triangles()[t].edges.iter().any(|&e| grid.beside(usize::from(e)).contains(&OUTSIDE))
        };
        upward(grid, core).iter().all(at_rim)
    }

    /// What a move leaves to who moves next, where the count of waiting moves speaks for who made it: ` and leaves 2
    /// waiting moves, an even number`. `core` is the position after what it gives away is taken.
    pub(super) fn left_even(&self, text: &str, core: u64) -> Option<String> {
        let grid = self.game.grid();
        let late = Waits::of(grid, core, Order::QuietFirst)?;
        if late.settled && !late.mover_wins {
            return Some(match late.fixed() {
                Some(0) if core == grid.all() => return None,
                Some(0) => format!("{text} leaves no waiting move: {} must open a long chain", self.opponent),
                _ => format!("{text} leaves {} waiting moves, an even number", late.number()),
            });
        }
        let any = Waits::of(grid, core, Order::Any)?;
        let even = !any.mover_wins || !late.mover_wins;
        let told = format!("{text} leaves waiting moves that can be kept even");
        (even && told.chars().count() < LONGEST / 2).then_some(told)
    }
}

/// The waiting moves of one position, counted with the quiet edges first, and whom the count is to speak for.
struct WaitSum<'a> {
    case: &'a Case<'a>,
    core: u64,
    /// What who begins gets more of the rest.
    gain: i32,
    sides: Sides,
    /// Where they are, in words: behind what can be taken, or nothing.
    there: &'static str,
    /// The quiet edges to come.
    quiet: u32,
    waits: Waits,
}

impl WaitSum<'_> {
    /// Whether a count speaks for the side that gets more.
    fn speaks(&self, waits: &Waits) -> bool {
        self.gain != 0 && waits.mover_wins == (self.gain > 0)
    }

    /// The waiting moves in words: `Waiting moves: 2 quiet edges (numbered)`.
    fn listed(&self) -> String {
        format!("Waiting moves{}: {}", self.there, self.case.waiting(self.core, self.quiet, &self.waits))
    }

    /// No waiting move is left: only long chains are.
    fn long_chains_alone(&self) -> Option<WaitCount> {
        if self.waits.fixed() != Some(0) {
            return None;
        }
        let loser = self.sides.loser(&self.waits);
        let start = format!("No waiting move is left{}: {loser} must open a long chain.", self.there);
        let text = match self.gain {
            ..0 => start,
            0 => format!("{start} Mostly that loses; here both get as many of the rest."),
            1.. => format!("{start} Mostly that loses, yet here {loser} gets more of the rest."),
        };
        Some(WaitCount { text, decides: Some(self.gain < 0) })
    }

    /// Neither a quiet edge nor a long chain is left: short chains are given away in turn.
    fn short_chains_alone(&self) -> Option<WaitCount> {
        let all = self.waits.fixed().filter(|_| self.quiet == 0 && !self.waits.long)?;
        let Sides { first, second } = self.sides;
        let more = match self.gain {
            0 => "both get as many".to_owned(),
            1.. => format!("{first} gets {} more", self.gain),
            ..0 => format!("{second} gets {} more", -self.gain),
        };
        let chains = if all == 1 { "1 short chain is".to_owned() } else { format!("{all} short chains are") };
        let text = format!(
            "No long chain is left{}: {chains} given away in turn, first by {first}, and {more}.",
            self.there
        );
        Some(WaitCount { text, decides: Some(true) })
    }

    /// Nobody can change whether the number is odd or even, and it speaks for the side that gets more.
    fn settled(&self) -> Option<WaitCount> {
        let waits = Some(&self.waits).filter(|w| w.settled && self.speaks(w))?;
        let in_all = match waits.fixed() {
            Some(all) if all != self.quiet && self.quiet > 0 => format!(", {all} in all"),
            _ => String::new(),
        };
        // Short chains that are opened before the last quiet edge can leave no long one.
        let sure = || Waits::of(self.case.game.grid(), self.core, Order::Any).is_some_and(|any| any.long);
        let loser = self.sides.loser(waits);
        let what = format!("{}{in_all}, an {} number: {loser}", self.listed(), parity(waits.least % 2 == 1));
        let text = match waits.long {
            true if sure() => fitting([format!("{what} {}.", must(true)), format!("{what} runs out first.")]),
            true => fitting([
                format!(
                    "{what} runs out first and must open a long chain, unless short ones were opened early."
                ),
                format!("{what} runs out first, if quiet edges are drawn first."),
                format!("{what} runs out first."),
            ]),
            false => format!("{what} runs out first."),
        };
        Some(WaitCount { text, decides: Some(true) })
    }

    /// The side that gets more can make the number what it needs, if short chains may be opened at any time.
    fn made_early(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let any = any.filter(|any| self.speaks(any))?;
        if !self.waits.settled || any.settled {
            return Some(self.made_by(any, any.long));
        }
        let (what, winner, loser) = (self.listed(), capital(self.sides.winner(any)), self.sides.loser(any));
        let made = parity(any.mover_wins);
        let text = fitting([
            format!(
                "{what}, an {} number. But {winner} can open a short chain early and make it {made}: {loser} {}.",
                parity(self.waits.least % 2 == 1),
                must(any.long)
            ),
            format!("{what}. {winner} can open a short chain early and make it {made}: {loser} runs out."),
        ]);
        Some(WaitCount { text, decides: Some(true) })
    }

    /// The side that gets more can make the number what it needs, where the quiet edges are drawn first.
    fn made(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let long = self.waits.long && any.is_some_and(|any| any.long);
        self.speaks(&self.waits).then(|| self.made_by(&self.waits, long))
    }

    fn made_by(&self, waits: &Waits, long: bool) -> WaitCount {
        let (what, winner) = (self.listed(), capital(self.sides.winner(waits)));
        let (made, loser) = (parity(waits.mover_wins), self.sides.loser(waits));
        let text = fitting([
            format!("{what}. {winner} can make it {made}: {loser} {}.", must(long)),
            format!("{what}. {winner} can make it {made}: {loser} runs out."),
        ]);
        WaitCount { text, decides: Some(true) }
    }

    /// The count speaks for the other side, or for one where both get as many.
    fn undecided(&self) -> WaitCount {
        let yet = match self.gain {
            0 => "both get as many of the rest".to_owned(),
            1.. => format!("{} gets more of the rest", self.sides.first),
            ..0 => format!("{} gets more of the rest", self.sides.second),
        };
        let (what, loser) = (self.listed(), self.sides.loser(&self.waits));
        let texts = [
            format!("The count does not decide here. {what}: by it {loser} runs out first; yet {yet}."),
            format!(
                "The count does not decide here: by it {loser} runs out of waiting moves first; yet {yet}."
            ),
        ];
        WaitCount { text: fitting(texts), decides: Some(false) }
    }
}
