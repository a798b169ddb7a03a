//! Counts the safe moves, and explains which player runs out of them first and whether that decides who gets more of
//! the remaining triangles.

use super::{BoardCase, triangles};
use crate::games::reasons::{capital, count, fitting};
use crate::games::triangle::grid::edges;
use crate::games::triangle::openings::{Openings, Order, Waits, upward};
use crate::rules::saturating_cast;

/// The verdict of the count on a position in which no triangle can be taken.
pub(super) struct WaitCount {
    /// The headline, at most 60 characters.
    pub headline: &'static str,
    /// The sentence that explains the headline.
    pub text: String,
    /// Whether the count favours the side that gets more of the remaining triangles; `None` if unknown.
    pub decides: Option<bool>,
}

/// A side as the subject of a sentence: its name and the ending of the verb.
#[derive(Clone, Copy)]
struct Side {
    name: &'static str,
    s: &'static str,
}

const YOU: Side = Side { name: "you", s: "" };
const OPPONENT: Side = Side {
    name: "your opponent",
    s: "s",
};
const MORE: &str = "more of the triangles that are left";

impl Side {
    /// The consequence of running out of safe moves; `long` tells whether a long chain is left in the end.
    fn runs_out(self, long: bool) -> String {
        let Side { name, s } = self;
        if long {
            format!("{name} run{s} out of safe moves first and must open a long chain")
        } else {
            format!("{name} run{s} out of safe moves first")
        }
    }

    fn gets(self, what: &str) -> String {
        format!("{} get{} {what}", self.name, self.s)
    }
}

fn parity(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

/// The verdict if there are too many safe edges to count. The text says "up to", because opening a short chain early
/// can use up safe edges.
fn too_many(quiet: u32) -> WaitCount {
    let text = format!(
        "Up to {quiet} safe edges can still be drawn, one for each numbered triangle. With so many, counting alone does not tell who runs out first."
    );
    WaitCount {
        headline: "Who runs out of safe edges first?",
        text,
        decides: None,
    }
}

impl BoardCase<'_> {
    /// Counts the safe moves in a position in which no triangle can be taken; `None` if every edge is drawn. `gain` is
    /// the margin of the player to move among the remaining triangles.
    pub(super) fn count(&self, gain: i32) -> Option<WaitCount> {
        let grid = self.game.grid();
        let core = self.at.drawn();
        if core == grid.all() {
            return None;
        }
        let quiet: u32 = saturating_cast(upward(grid, core).len());
        let Some(waits) = Waits::find(grid, core, Order::QuietFirst) else {
            return Some(too_many(quiet));
        };
        let sum = WaitSum {
            case: self,
            core,
            gain,
            quiet,
            waits,
        };
        let plain = sum
            .long_chains_alone()
            .or_else(|| sum.short_chains_alone())
            .or_else(|| sum.settled());
        if plain.is_some() {
            return plain;
        }
        let any = Waits::find(grid, core, Order::Any);
        let made = sum
            .made_early(any.as_ref())
            .or_else(|| sum.made(any.as_ref()));
        Some(made.unwrap_or_else(|| sum.undecided()))
    }

    /// The safe moves in words: `2 safe edges and 1 short chain`.
    fn waiting(&self, core: u64, quiet: u32, waits: &Waits) -> String {
        let chains = |text: String, one: bool| {
            format!("{text} short {}", if one { "chain" } else { "chains" })
        };
        if quiet == 0 {
            let short = Openings::find(self.game.grid(), core).short();
            return match waits.fixed() {
                Some(n) if n as usize == short => chains(n.to_string(), n == 1),
                _ => format!(
                    "{} that count as {}",
                    chains(short.to_string(), false),
                    waits.number()
                ),
            };
        }
        if !self.all_at_rim(core) {
            return format!("{} safe edges and short chains", waits.number());
        }
        let least = waits.least.saturating_sub(quiet);
        let most = waits.most.saturating_sub(quiet);
        let edges = count(quiet.into(), "safe edge");
        match (least, most) {
            (0, 0) => edges,
            (0, m) => format!("{edges} and at most {}", chains(m.to_string(), m == 1)),
            (n, m) if n == m => format!("{edges} and {}", chains(n.to_string(), n == 1)),
            (n, m) => {
                let to = if n + 1 == m { "or" } else { "to" };
                format!(
                    "{edges} and, depending on play, {}",
                    chains(format!("{n} {to} {m}"), false)
                )
            }
        }
    }

    /// Returns whether every upward triangle with no edge drawn lies at the rim. Each such triangle is then used up by
    /// one safe edge, and its neighbours cannot shut it in.
    fn all_at_rim(&self, core: u64) -> bool {
        let grid = self.game.grid();
        upward(grid, core)
            .into_iter()
            .all(|t| edges(grid.triangles()[t].mask).any(|edge| self.is_rim(edge)))
    }

    /// Describes the number of safe moves that a move leaves to the opponent: `leaves 2 safe moves, an even number`;
    /// `None` if the number does not favour the player who moved. `core` is the position after the opponent has taken
    /// everything that the move gives away.
    pub(super) fn left_even(&self, core: u64) -> Option<String> {
        let grid = self.game.grid();
        let late = Waits::find(grid, core, Order::QuietFirst)?;
        if late.settled && !late.mover_wins {
            return Some(match late.fixed() {
                Some(0) if core == grid.all() => return None,
                Some(0) => {
                    "leaves no safe move, so your opponent must open a long chain".to_owned()
                }
                _ => format!("leaves {} safe moves, an even number", late.number()),
            });
        }
        let any = Waits::find(grid, core, Order::Any)?;
        let even = !any.mover_wins || !late.mover_wins;
        even.then(|| "lets you leave an even number of safe moves on every turn".to_owned())
    }
}

/// The safe moves of one position, with safe edges drawn first, and the margin that their number may explain.
struct WaitSum<'a> {
    case: &'a BoardCase<'a>,
    core: u64,
    /// The margin of the player to move, counting only the remaining triangles.
    gain: i32,
    /// The number of safe edges still to be drawn.
    quiet: u32,
    waits: Waits,
}

impl WaitSum<'_> {
    fn winner(waits: &Waits) -> Side {
        if waits.mover_wins { YOU } else { OPPONENT }
    }

    fn loser(waits: &Waits) -> Side {
        if waits.mover_wins { OPPONENT } else { YOU }
    }

    /// Returns whether a count favours the side that gets more triangles; `false` if both sides get the same number.
    fn speaks(&self, waits: &Waits) -> bool {
        self.gain != 0 && waits.mover_wins == (self.gain > 0)
    }

    /// The headline that says which side runs out first.
    fn runs_out(&self, waits: &Waits) -> &'static str {
        match (Self::loser(waits).name, self.quiet > 0) {
            ("you", true) => "You run out of safe edges first.",
            ("you", false) => "You run out of safe moves first.",
            (_, true) => "Your opponent runs out of safe edges first.",
            (_, false) => "Your opponent runs out of safe moves first.",
        }
    }

    /// The safe moves in words: `2 safe edges can still be played`. More edges may be safe now, since drawing one can
    /// make others unsafe.
    fn listed(&self) -> String {
        format!(
            "{} can still be played",
            self.case.waiting(self.core, self.quiet, &self.waits)
        )
    }

    /// The verdict if only long chains, and no safe moves, are left.
    fn long_chains_alone(&self) -> Option<WaitCount> {
        if self.waits.fixed() != Some(0) {
            return None;
        }
        // The opponent may take the whole chain, or leave its last two triangles and make you open the next chain too.
        // The better of the two gains something, because together they gain more than nothing with a long chain.
        Some(WaitCount {
            headline: "No safe move is left: you must open a long chain.",
            text: "No safe move is left, so you must open a long chain.".to_owned(),
            decides: Some(true),
        })
    }

    /// The verdict if only short chains, and no safe edges or long chains, are left: the players give the chains away
    /// in turn.
    fn short_chains_alone(&self) -> Option<WaitCount> {
        let all = self
            .waits
            .fixed()
            .filter(|_| self.quiet == 0 && !self.waits.long)?;
        let more = format!("{} more", triangles(self.gain.unsigned_abs()));
        let more = match self.gain {
            0 => "both sides get the same number of triangles".to_owned(),
            1.. => YOU.gets(&more),
            ..0 => OPPONENT.gets(&more),
        };
        let text = match all {
            1 => format!("Only one short chain is left. You give it away, and {more}."),
            _ => format!(
                "You and your opponent give away the {all} short chains in turn. You begin, and {more}."
            ),
        };
        Some(WaitCount {
            headline: "Only short chains are left to give away.",
            text,
            decides: Some(true),
        })
    }

    /// The verdict if nobody can change the parity of the count and the count favours the side that gets more
    /// triangles.
    fn settled(&self) -> Option<WaitCount> {
        let waits = Some(&self.waits).filter(|w| w.settled && self.speaks(w))?;
        let odd = parity(waits.least % 2 == 1);
        let in_all = match waits.fixed() {
            Some(all) if all != self.quiet && self.quiet > 0 => {
                format!(". That makes {all} safe moves, an {odd} number")
            }
            _ => format!(": an {odd} number of safe moves"),
        };
        // Opening short chains before the last safe edge may leave no long chain.
        let sure = || {
            Waits::find(self.case.game.grid(), self.core, Order::Any).is_some_and(|any| any.long)
        };
        let loser = Self::loser(waits);
        let what = format!("{}{in_all}", self.listed());
        let short = loser.runs_out(false);
        let long = loser.runs_out(true);
        let text = match waits.long {
            true if sure() => fitting([
                format!("{what}, so {long}."),
                format!("{what}, so {short}."),
                format!("The number of safe moves is {odd}, so {short}."),
            ]),
            true => fitting([
                format!("{what}, so {long}, unless short chains are opened early."),
                format!(
                    "{what}. If every safe edge is drawn before a short chain is opened, {short}."
                ),
                format!("{what}. If the safe edges go before the chains, {short}."),
                format!("{what}, so {short}."),
                format!("The number of safe moves is {odd}, so {short}."),
            ]),
            false => fitting([
                format!("{what}, so {short}."),
                format!("The number of safe moves is {odd}, so {short}."),
            ]),
        };
        Some(WaitCount {
            headline: self.runs_out(waits),
            text,
            decides: Some(true),
        })
    }

    /// The verdict if the side that gets more triangles can choose the parity when short chains may be opened at any
    /// time.
    fn made_early(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let any = any.filter(|any| self.speaks(any))?;
        if !self.waits.settled || any.settled {
            return Some(self.made_by(any, any.long));
        }
        let what = self.listed();
        let winner = Self::winner(any).name;
        let loser = Self::loser(any);
        let made = parity(any.mover_wins);
        let text = fitting([
            format!(
                "{what}, an {} number of safe moves. But {winner} can open a short chain early to make the number {made}. Then {}.",
                parity(self.waits.least % 2 == 1),
                loser.runs_out(any.long)
            ),
            format!(
                "{what}. Opening a short chain is a safe move too, so {winner} can make the number of safe moves {made}. Then {}.",
                loser.runs_out(false)
            ),
            format!(
                "{what}. {} can make the number of safe moves {made}. Then {}.",
                capital(winner),
                loser.runs_out(false)
            ),
        ]);
        Some(WaitCount {
            headline: "Opening a short chain early changes the count of safe moves.",
            text,
            decides: Some(true),
        })
    }

    /// The verdict if the side that gets more triangles can choose the parity with the safe edges drawn first.
    fn made(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let long = self.waits.long && any.is_some_and(|any| any.long);
        self.speaks(&self.waits)
            .then(|| self.made_by(&self.waits, long))
    }

    fn made_by(&self, waits: &Waits, long: bool) -> WaitCount {
        let what = self.listed();
        let winner = capital(Self::winner(waits).name);
        let made = parity(waits.mover_wins);
        let loser = Self::loser(waits);
        let then = |long| {
            format!(
                "{winner} can make the number of safe moves {made}. Then {}.",
                loser.runs_out(long)
            )
        };
        let text = fitting([
            format!("{what}. {}", then(long)),
            format!("{what}. {}", then(false)),
            then(false),
        ]);
        WaitCount {
            headline: self.runs_out(waits),
            text,
            decides: Some(true),
        }
    }

    /// The verdict if the count does not favour the side that gets more triangles, or if both sides get the same
    /// number.
    fn undecided(&self) -> WaitCount {
        let yet = match self.gain {
            0 => "the remaining triangles are split equally".to_owned(),
            1.. => YOU.gets(MORE),
            ..0 => OPPONENT.gets(MORE),
        };
        let what = self.listed();
        let loser = Self::loser(&self.waits).runs_out(false);
        let so = if self.waits.fixed().is_some() {
            ", so "
        } else {
            ". With best play, "
        };
        let texts = [
            format!("{what}{so}{loser}. Even so, {yet}."),
            format!("{}. Even so, {yet}.", capital(&loser)),
        ];
        WaitCount {
            headline: "The number of safe moves does not decide who wins.",
            text: fitting(texts),
            decides: Some(false),
        }
    }
}
