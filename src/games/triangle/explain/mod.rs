//! Why a position is won or lost: the forecast, what can be taken and what is worth leaving, the chains by length, who
//! must open the first one, and what that decides here.

mod count;
mod quiet;

use std::cell::OnceCell;

use super::capture::{Leftover, Reduced, reduce};
use super::grid::OUTSIDE;
use super::margins::ValuedEdge;
use super::openings::{LONG, Openings, edges, upward};
use super::rules::{Drawn, Edge};
use super::waits::short_chains;
use super::{TriangleWar, name};
use crate::erased::Proved;
use crate::rules::{
    Claim, Figure, FigureMark, Limits, Outcome, Player, Reason, Reveals, Site, Stop, Word, nearest,
};
use crate::solve::Solve;

type EdgeReason = Reason<Drawn, Edge>;

/// The most reasons of a position.
const MOST: usize = 6;
fn sites(set: u64) -> Vec<Site> {
    edges(set).map(|e| Site::new(0, u64::from(e))).collect()
}

/// The position asked about, with what every sentence needs.
struct Case<'a> {
    game: &'a TriangleWar,
    at: &'a Drawn,
    limits: &'a Limits,
    /// The final margin for the player to move.
    margin: i32,
    outcome: Outcome,
    player: &'static str,
    opponent: &'static str,
    moves: OnceCell<Vec<ValuedEdge>>,
}

pub(super) fn reasons(
    game: &TriangleWar,
    at: &Drawn,
    proved: &Proved<'_, Edge>,
    limits: &Limits,
) -> Result<Vec<EdgeReason>, Stop> {
    let case = Case {
        game,
        at,
        limits,
        margin: at.lead() + game.margins.margin(at.drawn(), limits)?,
        outcome: proved.value.outcome,
        player: name(at.mover()),
        opponent: name(at.mover().other()),
        moves: OnceCell::new(),
    };
    let Some(&best) = proved.best else {
        let [a, b] = at.score();
        let text = format!("Every edge is drawn: A owns {}, B owns {b}.", triangles(a));
        return Ok(vec![case.forecast_claims(Reason::new(text))]);
    };
    let mut reasons = Vec::new();
    let reduced = reduce(game.grid(), at.drawn());
    if reduced.captured > 0 {
        reasons.push(case.forecast());
        reasons.extend(case.captures(&reduced)?);
    } else {
        reasons.extend(case.openings(best)?);
    }
    // The last one names the move; before it the kinds of edges are what can be spared.
    reasons.truncate(MOST - 1);
    if reasons.len() < MOST - 1 && reasons.iter().all(|r| r.reveals != Reveals::Where) {
        reasons.extend(case.on_the_rim(best)?);
    }
    reasons.push(case.way(best)?);
    Ok(reasons)
}

/// The chains on the board, those that can be taken at once included.
pub(super) fn figure(game: &TriangleWar, at: &Drawn) -> Figure {
    let grid = game.grid();
    let reduced = reduce(grid, at.drawn());
    let mut marks = Vec::new();
    if reduced.captured > 0 {
        let places = sites(reduced.core & !at.drawn());
        marks.push(FigureMark::Chain { places, length: reduced.captured });
    }
    marks.extend(
        (Openings::of(grid, reduced.core).chains.iter())
            .map(|chain| FigureMark::Chain { places: sites(chain.edges), length: chain.length }),
    );
    // The waiting moves, numbered as one counts them: triangles that the quiet edges to come will use up, or where none
    // of these is left one of each short chain that can be opened.
    let quiet = upward(grid, reduced.core);
    let waiting = if quiet.is_empty() {
        short_chains(grid, reduced.core).into_iter().filter_map(|chain| chain.first().copied()).collect()
    } else {
        quiet
    };
    let counted = (1..).zip(waiting).map(|(n, t): (u32, usize)| FigureMark::Value {
        places: sites(grid.triangles()[t].mask),
        text: n.to_string(),
    });
    marks.extend(counted);
    let values = "[1], [2] in triangles: the waiting moves, counted; a number at a dot is its name";
    Figure { marks, values, ..Figure::default() }
}

impl Case<'_> {
    /// The reason with what is claimed of the position as a whole.
    fn forecast_claims(&self, reason: EdgeReason) -> EdgeReason {
        reason
            .claiming(Claim::Margin(self.at.clone(), self.margin))
            .claiming(Claim::Outcome(self.at.clone(), self.outcome))
    }

    fn about_here(&self, text: String) -> EdgeReason {
        Reason::new(text).claiming(Claim::Margin(self.at.clone(), self.margin))
    }

    /// How many triangles A and B have in the end, when it is this margin for the player to move.
    fn ends(&self, margin: i32) -> String {
        let all: i32 = nearest(self.game.grid().triangles().len());
        let mine = (all + margin) / 2;
        match self.at.mover() {
            Player::First => format!("{mine}:{}", all - mine),
            Player::Second => format!("{}:{mine}", all - mine),
        }
    }

    /// The edges that can be drawn with their margins, looked up once.
    fn moves(&self) -> Result<&[ValuedEdge], Stop> {
        if self.moves.get().is_none() {
            let found = self.game.margins.moves(self.at.drawn(), self.limits)?;
            let _ = self.moves.set(found);
        }
        Ok(self.moves.get().map_or(&[], Vec::as_slice))
    }

    /// The final margin of a move for the player to move here.
    fn final_margin(&self, m: &ValuedEdge) -> i32 {
        self.at.lead() + m.margin
    }

    fn forecast(&self) -> EdgeReason {
        let [a, b] = self.at.score();
        let all: u32 = nearest(self.game.grid().triangles().len());
        self.forecast_claims(Reason::new(format!(
            "{} is to move and it is {a}:{b}. With best play it ends {} (A:B, {} in all).",
            self.player,
            self.ends(self.margin),
            triangles(all)
        )))
    }

    /// The position after the player to move has taken everything that can be taken.
    fn all_taken(&self) -> Drawn {
        let grid = self.game.grid();
        let mut at = self.at.clone();
        while let Some(edge) =
            edges(grid.all() & !at.drawn()).find(|e| grid.completes(at.drawn(), usize::from(*e)) > 0)
        {
            at.draw(grid, edge);
        }
        at
    }

    /// What can be taken, and whether to leave some of it.
    fn captures(&self, reduced: &Reduced) -> Result<Vec<EdgeReason>, Stop> {
        let (player, opponent) = (self.player, self.opponent);
        let k = reduced.captured;
        let taken = self.all_taken();
        // After a single edge it is a move's result, of which the sentence on the move speaks.
        let apart = taken.order().len() > self.at.order().len() + 1;
        let claim = |reason: EdgeReason, margin: i32| match apart {
            true => reason.claiming(Claim::Margin(taken.clone(), margin)),
            false => reason,
        };
        if reduced.core == self.game.grid().all() {
            let text = match k {
                1 => format!("1 triangle can be taken now, the last one: {player} takes it."),
                _ => format!("{} can be taken now, all that are left: {player} takes them.", triangles(k)),
            };
            return Ok(vec![claim(self.about_here(text), self.margin)]);
        }
        let rest = self.game.margins.margin(reduced.core, self.limits)?;
        let greedy = self.at.lead() + nearest::<i32, _>(k) + rest;
        let worth = match rest {
            0 => "both get as many".to_owned(),
            1.. => format!("{player} gets {rest} more"),
            _ => format!("{opponent} gets {} more", -rest),
        };
        if self.margin == greedy {
            let them = if k == 1 { "it" } else { "all of them" };
            let text = format!(
                "{} can be taken now. {player} takes {them}, and must then draw elsewhere; there {worth}.",
                triangles(k)
            );
            let all = claim(self.about_here(text), greedy);
            return Ok(std::iter::once(all).chain(self.count(reduced.core, rest).map(|(_, r)| r)).collect());
        }
        let left = if reduced.leftover == Leftover::Four { 4 } else { 2 };
        let text = format!(
            "{} can be taken now. But who takes the last must draw elsewhere, and there {worth}: taking all ends {}.",
            triangles(k),
            self.ends(greedy)
        );
        let first = claim(self.about_here(text), greedy);
        let take = match k - left {
            0 => "takes none".to_owned(),
            n => format!("takes {n}"),
        };
        let text = format!(
            "So {player} {take} and shuts off the last {left}: {opponent} gets these, but must draw elsewhere. It ends \
             {} instead.",
            self.ends(self.margin)
        );
        let reveals = if self.outcome == Outcome::Loss { Reveals::Nothing } else { Reveals::Where };
        let both = [first, self.about_here(text).revealing(reveals)];
        Ok(both.into_iter().chain(self.count(reduced.core, rest).map(|(_, r)| r)).collect())
    }

    /// How many of the edges on the rim win, and how many inside: where to look.
    fn on_the_rim(&self, best: Edge) -> Result<Option<EdgeReason>, Stop> {
        if self.outcome == Outcome::Loss {
            return Ok(None);
        }
        let moves = self.moves()?;
        let keeps = |m: &ValuedEdge| match self.outcome {
            Outcome::Win => self.final_margin(m) > 0,
            _ => self.final_margin(m) == 0,
        };
        let same: Vec<&ValuedEdge> =
            moves.iter().filter(|m| self.is_rim(m.edge) == self.is_rim(best)).collect();
        // Of a single edge of its kind it would be the move; where all edges do there is nothing to look for.
        if same.len() < 2 || moves.iter().all(keeps) {
            return Ok(None);
        }
        let verb = if self.outcome == Outcome::Win { "win" } else { "hold the draw" };
        let all: Vec<&ValuedEdge> = moves.iter().collect();
        let text = format!("Free edges that {verb}: {}.", self.rim_and_inside(&all, &keeps));
        let places = same.iter().map(|m| Site::new(0, u64::from(m.edge)));
        Ok(Some(self.about_here(text).revealing(Reveals::Where).about(places.collect::<Vec<_>>())))
    }

    /// Whether an edge lies on the rim of the board.
    fn is_rim(&self, e: Edge) -> bool {
        self.game.grid().beside(usize::from(e)).contains(&OUTSIDE)
    }

    /// How many good ones there are among these edges: `2 of 6 on the rim and none of 6 inside`.
    fn rim_and_inside(&self, all: &[&ValuedEdge], good: &dyn Fn(&ValuedEdge) -> bool) -> String {
        let [rim, inside] = [true, false].map(|rim| {
            let kind = || all.iter().filter(|m| self.is_rim(m.edge) == rim);
            match kind().filter(|m| good(m)).count() {
                0 => format!("none of {}", kind().count()),
                n => format!("{n} of {}", kind().count()),
            }
        });
        format!("{rim} on the rim and {inside} inside")
    }

    /// The move, or where every move loses what resists most and what answers it.
    fn way(&self, best: Edge) -> Result<EdgeReason, Stop> {
        let to = crate::rules::Rules::play(self.game, self.at, &best);
        let (what, is_count) = self.deed(best, &to);
        let reason = match self.outcome {
            Outcome::Win => self.won(best, &what)?,
            Outcome::Draw => self.held(best, &what)?,
            Outcome::Loss => self.lost(best, &to)?,
        };
        let after = if to.mover() == self.at.mover() { self.margin } else { -self.margin };
        // Those are the words of what is left to the other side.
        let said = is_count && self.outcome != Outcome::Loss;
        let words: &[Word] = if said { &[Word::WaitingMove, Word::Chain] } else { &[] };
        let places = [Site::new(0, u64::from(best))];
        Ok(reason.claiming(Claim::Margin(to, after)).using(words).about(places))
    }

    /// What a move does: what it takes, gives away or leaves, and whether that is said by the count of waiting moves.
    fn deed(&self, best: Edge, to: &Drawn) -> (String, bool) {
        let (game, at) = (self.game, self.at);
        let text = game.edge_text(best);
        let taken = game.grid().completes(at.drawn(), usize::from(best));
        if taken > 0 {
            return (format!("{text} takes {taken}"), false);
        }
        let left = reduce(game.grid(), to.drawn());
        let (plain, counted) = match left.captured {
            0 => (format!("{text} gives nothing away"), self.left_even(&text, to.drawn())),
            given if reduce(game.grid(), at.drawn()).captured > 0 => {
                (format!("{text} leaves {given} to {}", self.opponent), None)
            }
            given => {
                let gives = format!("{text} gives {given} away");
                let even = || self.left_even(&format!("{gives} and"), left.core);
                let counted = if given < LONG { even() } else { None };
                (gives, counted)
            }
        };
        let is_count = counted.is_some();
        (counted.unwrap_or(plain), is_count)
    }

    /// How many of the edges end with a margin, and how many there are.
    fn count_finals(&self, good: impl Fn(i32) -> bool) -> Result<(usize, usize), Stop> {
        let moves = self.moves()?;
        Ok((moves.iter().filter(|m| good(self.final_margin(m))).count(), moves.len()))
    }

    fn won(&self, best: Edge, what: &str) -> Result<EdgeReason, Stop> {
        let of = match self.count_finals(|margin| margin > 0)? {
            (_, 1) => "It is the last edge".to_owned(),
            (1, all) => format!("No other of the {all} edges wins"),
            (2, 2) => "Both edges win".to_owned(),
            (n, all) if n == all => format!("All {all} edges win"),
            (n, all) => format!("{n} of {all} edges win"),
        };
        Ok(Reason::new(format!("{what}, and wins {}. {of}.", self.ends(self.margin)))
            .revealing(Reveals::Move)
            .claiming(Claim::Move(best, Outcome::Win)))
    }

    fn held(&self, best: Edge, what: &str) -> Result<EdgeReason, Stop> {
        let of = match self.count_finals(|margin| margin == 0)? {
            (1, _) => "no other edge does".to_owned(),
            (count, _) => format!("{count} edges do"),
        };
        Ok(Reason::new(format!("{what}, and keeps the draw; {of}."))
            .revealing(Reveals::Move)
            .claiming(Claim::Move(best, Outcome::Draw)))
    }

    fn lost(&self, best: Edge, to: &Drawn) -> Result<EdgeReason, Stop> {
        let text = self.game.edge_text(best);
        let (equal, all) = self.count_finals(|margin| margin == self.margin)?;
        let by = -self.margin;
        let edges = if all == 2 { "Both edges".to_owned() } else { format!("All {all} edges") };
        let start = match all {
            1 => format!("{text}, the last edge, ends {}", self.ends(self.margin)),
            _ if equal == all => format!("{edges} lose by {by}. Best: {text}"),
            _ => format!("{edges} lose; {text} loses by least, by {by}"),
        };
        Ok(match self.game.best(to, self.limits)? {
            Some(reply) => {
                let who = if to.mover() == self.at.mover() { "and then" } else { "answered by" };
                let text = format!("{start}, {who} {}.", self.game.edge_text(reply));
                Reason::new(text).claiming(Claim::Answer(best, reply))
            }
            None => Reason::new(format!("{start}.")).claiming(Claim::Move(best, Outcome::Loss)),
        })
    }
}

fn triangles(n: u32) -> String {
    format!("{n} {}", plural(n, "triangle"))
}

fn plural(n: u32, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}
