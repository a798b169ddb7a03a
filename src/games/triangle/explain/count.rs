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
        let sides = match core == self.at.drawn() {
            true => Sides { first: self.player, second: self.opponent },
            false => Sides { first: "who begins there", second: "the other" },
        };
        let there = if core == self.at.drawn() { "" } else { " in the rest" };
        let quiet: u32 = nearest(upward(grid, core).len());
        let Some(waits) = Waits::of(grid, core, Order::QuietFirst) else {
            let text = format!(
                "{}{quiet} quiet edges are still to come{there}: one in each triangle that points up and has no edge \
                 (numbered). Too many to count what follows.",
                if self.all_at_rim(core) { "" } else { "Up to " }
            );
            return Some(WaitCount { text, decides: None });
        };
        let speaks = |waits: &&Waits| gain != 0 && waits.mover_wins == (gain > 0);
        let loser = sides.loser(&waits);
        if waits.fixed() == Some(0) {
            // Only long chains are left.
            let start = format!("No waiting move is left{there}: {loser} must open a long chain.");
            let text = match gain < 0 {
                true => start,
                false if gain == 0 => {
                    format!("{start} Mostly that loses; here both get as many of the rest.")
                }
                false => format!("{start} Mostly that loses, yet here {loser} gets more of the rest."),
            };
            return Some(WaitCount { text, decides: Some(gain < 0) });
        }
        if let Some(all) = waits.fixed().filter(|_| quiet == 0 && !waits.long) {
            let more = match gain {
                0 => "both get as many".to_owned(),
                1.. => format!("{} gets {gain} more", sides.first),
                _ => format!("{} gets {} more", sides.second, -gain),
            };
            let chains =
                if all == 1 { "1 short chain is".to_owned() } else { format!("{all} short chains are") };
            let text = format!(
                "No long chain is left{there}: {chains} given away in turn, first by {}, and {more}.",
                sides.first
            );
            return Some(WaitCount { text, decides: Some(true) });
        }
        let what = self.waiting(core, quiet, &waits);
        let what = format!("Waiting moves{there}: {what}");
        let odd = waits.least % 2 == 1;
        if let Some(waits) = Some(&waits).filter(|w| w.settled).filter(speaks) {
            let in_all = match waits.fixed() {
                Some(all) if all != quiet && quiet > 0 => format!(", {all} in all"),
                _ => String::new(),
            };
            // Short chains that are opened before the last quiet edge can leave no long one.
            let sure = || Waits::of(grid, core, Order::Any).is_some_and(|any| any.long);
            let what = format!("{what}{in_all}, an {} number: {loser}", parity(odd));
            let text = match waits.long {
                true if sure() => {
                    fitting([format!("{what} {}.", must(true)), format!("{what} runs out first.")])
                }
                true => fitting([
                    format!(
                        "{what} runs out first and must open a long chain, unless short ones were opened early."
                    ),
                    format!("{what} runs out first, if quiet edges are drawn first."),
                    format!("{what} runs out first."),
                ]),
                false => format!("{what} runs out first."),
            };
            return Some(WaitCount { text, decides: Some(true) });
        }
        let any = Waits::of(grid, core, Order::Any);
        if let Some(any) = any.as_ref().filter(speaks) {
            let (winner, loser) = (capital(sides.winner(any)), sides.loser(any));
            let made = if any.mover_wins { "odd" } else { "even" };
            let texts = match (waits.settled, any.settled) {
                (true, false) => [
                    format!(
                        "{what}, an {} number. But {winner} can open a short chain early and make it {made}: {loser} {}.",
                        parity(odd),
                        must(any.long)
                    ),
                    format!(
                        "{what}. {winner} can open a short chain early and make it {made}: {loser} runs out."
                    ),
                ],
                _ => [
                    format!("{what}. {winner} can make it {made}: {loser} {}.", must(any.long)),
                    format!("{what}. {winner} can make it {made}: {loser} runs out."),
                ],
            };
            return Some(WaitCount { text: fitting(texts), decides: Some(true) });
        }
        if let Some(waits) = Some(&waits).filter(speaks) {
            let winner = capital(sides.winner(waits));
            let made = if waits.mover_wins { "odd" } else { "even" };
            let long = waits.long && any.as_ref().is_some_and(|any| any.long);
            let text = fitting([
                format!("{what}. {winner} can make it {made}: {loser} {}.", must(long)),
                format!("{what}. {winner} can make it {made}: {loser} runs out."),
            ]);
            return Some(WaitCount { text, decides: Some(true) });
        }
        let yet = match gain {
            0 => "both get as many of the rest".to_owned(),
            1.. => format!("{} gets more of the rest", sides.first),
            _ => format!("{} gets more of the rest", sides.second),
        };
        let texts = [
            format!("The count does not decide here. {what}: by it {loser} runs out first; yet {yet}."),
            format!(
                "The count does not decide here: by it {loser} runs out of waiting moves first; yet {yet}."
            ),
        ];
        Some(WaitCount { text: fitting(texts), decides: Some(false) })
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
