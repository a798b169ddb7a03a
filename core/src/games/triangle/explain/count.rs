//! Counts the safe moves, and explains which player runs out of them first.

use super::{BoardCase, triangles};
use crate::games::reasons::{capital, counted, fitting};
use crate::games::triangle::grid::edges;
use crate::games::triangle::openings::{Openings, Order, Waits, upward};
use crate::rules::saturating_cast;

pub(super) struct WaitCount {
    /// The headline, at most 60 characters.
    pub headline: &'static str,
    pub text: String,
    /// Whether the count explains how the players divide the remaining triangles; `None` if the count is unknown.
    pub decides: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    You,
    Opponent,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Side::You => tr!("you"),
            Side::Opponent => tr!("your opponent"),
        }
    }

    /// Returns the clause saying that this side runs out of safe moves first. If `long` is true, the clause adds that
    /// the side must then open a long chain.
    fn runs_out(self, long: bool) -> &'static str {
        match (self, long) {
            (Side::You, true) => {
                tr!("you run out of safe moves first and must open a long chain")
            }
            (Side::Opponent, true) => {
                tr!("your opponent runs out of safe moves first and must open a long chain")
            }
            (Side::You, false) => tr!("you run out of safe moves first"),
            (Side::Opponent, false) => tr!("your opponent runs out of safe moves first"),
        }
    }

    fn gets(self, what: &str) -> String {
        match self {
            Side::You => tr!("you get {what}"),
            Side::Opponent => tr!("your opponent gets {what}"),
        }
    }
}

fn parity(odd: bool) -> &'static str {
    if odd { tr!("odd") } else { tr!("even") }
}

/// Returns the explanation for a position with so many safe edges that the safe moves cannot be counted. The
/// explanation says "up to", because a player can open a short chain early and thereby use up safe edges.
fn too_many(quiet: u32) -> WaitCount {
    let text = tr!(
        "Up to {quiet} safe edges can still be drawn, one for each numbered triangle. With so many, counting alone does not tell who runs out first."
    );
    WaitCount {
        headline: tr!("Who runs out of safe edges first?"),
        text,
        decides: None,
    }
}

impl BoardCase<'_> {
    /// Uses the number of safe moves to explain a position in which no triangle can be taken. `gain` is the margin of
    /// the player to move in the rest of the game.
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

    fn waiting(&self, core: u64, quiet: u32, waits: &Waits) -> String {
        let chains = |text: String, one: bool| {
            if one {
                tr!("{text} short chain")
            } else {
                tr!("{text} short chains")
            }
        };
        if quiet == 0 {
            let short = Openings::find(self.game.grid(), core).short();
            return match waits.fixed() {
                Some(n) if n as usize == short => chains(n.to_string(), n == 1),
                _ => tr!(
                    "{chains} that count as {number}",
                    chains = chains(short.to_string(), false),
                    number = waits.number()
                ),
            };
        }
        if !self.all_at_rim(core) {
            return tr!(
                "{number} safe edges and short chains",
                number = waits.number()
            );
        }
        let least = waits.least.saturating_sub(quiet);
        let most = waits.most.saturating_sub(quiet);
        let edges = counted(quiet, tr!("safe edge"), tr!("safe edges"));
        match (least, most) {
            (0, 0) => edges,
            (0, m) => tr!(
                "{edges} and at most {chains}",
                chains = chains(m.to_string(), m == 1)
            ),
            (n, m) if n == m => tr!(
                "{edges} and {chains}",
                chains = chains(n.to_string(), n == 1)
            ),
            (n, m) => {
                let span = if n + 1 == m {
                    tr!("{n} or {m}")
                } else {
                    tr!("{n} to {m}")
                };
                tr!(
                    "{edges} and, depending on play, {chains}",
                    chains = chains(span, false)
                )
            }
        }
    }

    /// Returns whether every upward triangle with no edge drawn lies at the rim. Exactly one safe edge can then be
    /// drawn in each of these triangles: the edge on the rim is safe until an edge of its triangle is drawn.
    fn all_at_rim(&self, core: u64) -> bool {
        let grid = self.game.grid();
        upward(grid, core)
            .into_iter()
            .all(|t| edges(grid.triangles()[t].mask).any(|edge| self.is_rim(edge)))
    }

    /// Describes the effect of a move on the number of safe moves, such as `leaves 2 safe moves, an even number`.
    /// `core` is the position after the opponent has taken everything that the move gives away.
    pub(super) fn left_even(&self, core: u64) -> Option<String> {
        let grid = self.game.grid();
        let late = Waits::find(grid, core, Order::QuietFirst)?;
        if late.settled && !late.mover_wins {
            return Some(match late.fixed() {
                Some(0) if core == grid.all() => return None,
                Some(0) => {
                    tr!("leaves no safe move, so your opponent must open a long chain").to_owned()
                }
                _ => tr!(
                    "leaves {number} safe moves, an even number",
                    number = late.number()
                ),
            });
        }
        let any = Waits::find(grid, core, Order::Any)?;
        let even = !any.mover_wins || !late.mover_wins;
        even.then(|| tr!("lets you leave an even number of safe moves on every turn").to_owned())
    }
}

/// A position whose margin is explained by the number of safe moves. The count assumes that the players draw all safe
/// edges first.
struct WaitSum<'a> {
    case: &'a BoardCase<'a>,
    core: u64,
    gain: i32,
    /// The number of upward triangles with no edge drawn, each of which allows at most one more safe edge.
    quiet: u32,
    waits: Waits,
}

impl WaitSum<'_> {
    fn winner(waits: &Waits) -> Side {
        if waits.mover_wins {
            Side::You
        } else {
            Side::Opponent
        }
    }

    fn loser(waits: &Waits) -> Side {
        if waits.mover_wins {
            Side::Opponent
        } else {
            Side::You
        }
    }

    /// Returns whether a count favours the side that gets more triangles.
    fn speaks(&self, waits: &Waits) -> bool {
        self.gain != 0 && waits.mover_wins == (self.gain > 0)
    }

    fn runs_out(&self, waits: &Waits) -> &'static str {
        match (Self::loser(waits), self.quiet > 0) {
            (Side::You, true) => tr!("You run out of safe edges first."),
            (Side::You, false) => tr!("You run out of safe moves first."),
            (Side::Opponent, true) => tr!("Your opponent runs out of safe edges first."),
            (Side::Opponent, false) => tr!("Your opponent runs out of safe moves first."),
        }
    }

    /// Returns the clause that tells how many safe moves can still be played. The number can be smaller than the
    /// present number of safe edges, because drawing a safe edge can make other edges unsafe.
    fn listed(&self) -> String {
        tr!(
            "{moves} can still be played",
            moves = self.case.waiting(self.core, self.quiet, &self.waits)
        )
    }

    fn long_chains_alone(&self) -> Option<WaitCount> {
        if self.waits.fixed() != Some(0) {
            return None;
        }
        // The opponent can take the whole chain of K triangles and move in the rest of the board, whose value is w.
        // This gains K + w. The opponent can also leave the last two triangles and make you move in the rest, which
        // gains K - 4 - w. The two gains add up to 2K - 4, which is positive for a long chain, so at least one of them
        // is positive.
        Some(WaitCount {
            headline: tr!("No safe move is left: you must open a long chain."),
            text: tr!("No safe move is left, so you must open a long chain.").to_owned(),
            decides: Some(true),
        })
    }

    /// Returns the verdict if only short chains are left. The lengths of these chains explain any margin, including 0.
    fn short_chains_alone(&self) -> Option<WaitCount> {
        let all = self
            .waits
            .fixed()
            .filter(|_| self.quiet == 0 && !self.waits.long)?;
        let more = tr!(
            "{triangles} more",
            triangles = triangles(self.gain.unsigned_abs())
        );
        let more = match self.gain {
            0 => tr!("both sides get the same number of triangles").to_owned(),
            1.. => Side::You.gets(&more),
            ..0 => Side::Opponent.gets(&more),
        };
        let text = match all {
            1 => tr!("Only one short chain is left. You give it away, and {more}."),
            _ => tr!(
                "You and your opponent give away the {all} short chains in turn. You begin, and {more}."
            ),
        };
        Some(WaitCount {
            headline: tr!("Only short chains are left to give away."),
            text,
            decides: Some(true),
        })
    }

    /// Returns the verdict if the parity of the number of safe moves favours the side that gets more triangles. The
    /// parity must be the same in all lines in which safe edges are drawn first.
    fn settled(&self) -> Option<WaitCount> {
        let waits = Some(&self.waits).filter(|w| w.settled && self.speaks(w))?;
        let odd = parity(waits.least % 2 == 1);
        let in_all = match waits.fixed() {
            Some(all) if all != self.quiet && self.quiet > 0 => {
                tr!(". That makes {all} safe moves, an {odd} number")
            }
            _ => tr!(": an {odd} number of safe moves"),
        };
        // Mention a long chain only if one is left in every order of the moves. If a short chain is opened early, there
        // may be no long chain at the end.
        let sure = || {
            Waits::find(self.case.game.grid(), self.core, Order::Any).is_some_and(|any| any.long)
        };
        let loser = Self::loser(waits);
        let what = format!("{}{in_all}", self.listed());
        let short = loser.runs_out(false);
        let long = loser.runs_out(true);
        let text = if !waits.long {
            fitting([
                tr!("{what}, so {short}."),
                tr!("The number of safe moves is {odd}, so {short}."),
            ])
        } else if sure() {
            fitting([
                tr!("{what}, so {long}."),
                tr!("{what}, so {short}."),
                tr!("The number of safe moves is {odd}, so {short}."),
            ])
        } else {
            fitting([
                tr!("{what}, so {long}, unless short chains are opened early."),
                tr!("{what}. If every safe edge is drawn before a short chain is opened, {short}."),
                tr!("{what}. If the safe edges go before the chains, {short}."),
                tr!("{what}, so {short}."),
                tr!("The number of safe moves is {odd}, so {short}."),
            ])
        };
        Some(WaitCount {
            headline: self.runs_out(waits),
            text,
            decides: Some(true),
        })
    }

    /// Returns the verdict if the side that gets more triangles can open short chains early and thereby choose the
    /// parity of the number of safe moves.
    fn made_early(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let any = any.filter(|any| self.speaks(any))?;
        if !self.waits.settled || any.settled {
            return Some(self.made_by(any, any.long));
        }
        let what = self.listed();
        let winner = Self::winner(any).name();
        let loser = Self::loser(any);
        let made = parity(any.mover_wins);
        let text = fitting([
            tr!(
                "{what}, an {parity} number of safe moves. But {winner} can open a short chain early to make the number {made}. Then {then}.",
                parity = parity(self.waits.least % 2 == 1),
                then = loser.runs_out(any.long)
            ),
            tr!(
                "{what}. Opening a short chain is a safe move too, so {winner} can make the number of safe moves {made}. Then {then}.",
                then = loser.runs_out(false)
            ),
            tr!(
                "{what}. {winner} can make the number of safe moves {made}. Then {then}.",
                winner = capital(winner),
                then = loser.runs_out(false)
            ),
        ]);
        Some(WaitCount {
            headline: tr!("Opening a short chain early changes the count of safe moves."),
            text,
            decides: Some(true),
        })
    }

    /// Returns the verdict if the side that gets more triangles can choose the parity of the number of safe moves. All
    /// safe edges are assumed to be drawn before any short chain is opened.
    fn made(&self, any: Option<&Waits>) -> Option<WaitCount> {
        let long = self.waits.long && any.is_some_and(|any| any.long);
        self.speaks(&self.waits)
            .then(|| self.made_by(&self.waits, long))
    }

    fn made_by(&self, waits: &Waits, long: bool) -> WaitCount {
        let what = self.listed();
        let winner = capital(Self::winner(waits).name());
        let made = parity(waits.mover_wins);
        let loser = Self::loser(waits);
        let then = |long| {
            tr!(
                "{winner} can make the number of safe moves {made}. Then {then}.",
                then = loser.runs_out(long)
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

    fn undecided(&self) -> WaitCount {
        let yet = match self.gain {
            0 => tr!("the remaining triangles are split equally").to_owned(),
            1.. => Side::You.gets(tr!("more of the triangles that are left")),
            ..0 => Side::Opponent.gets(tr!("more of the triangles that are left")),
        };
        let what = self.listed();
        let loser = Self::loser(&self.waits).runs_out(false);
        let so = if self.waits.fixed().is_some() {
            tr!(", so ")
        } else {
            tr!(". With best play, ")
        };
        let texts = [
            tr!("{what}{so}{loser}. Even so, {yet}."),
            tr!("{loser}. Even so, {yet}.", loser = capital(loser)),
        ];
        WaitCount {
            headline: tr!("The number of safe moves does not decide who wins."),
            text: fitting(texts),
            decides: Some(false),
        }
    }
}
