//! Why a position is won or lost: the forecast, what can be taken and what is worth leaving, the chains by length, who
//! must open the first one, and what that decides here.

use super::capture::{Leftover, Reduced, reduce};
use super::grid::Grid;
use super::margins::ValuedEdge;
use super::rules::{Drawn, Edge};
use super::{TriangleWar, name};
use crate::erased::Proved;
use crate::rules::{Claim, Figure, FigureMark, Limits, Outcome, Player, Reason, Reveals, Site, Stop, Word};
use crate::solve::Solve;

type EdgeReason = Reason<Drawn, Edge>;

/// The longest text of a reason.
const LONGEST: usize = 160;
/// More chains than this are not listed one by one.
const LISTED: usize = 8;

/// Undrawn edges that fall together: opening one gives away all the triangles between them.
struct Chain {
    edges: u64,
    /// How many triangles it gives away.
    length: u32,
}

/// The undrawn edges of a position in which nothing can be taken.
struct Openings {
    /// Those that give nothing away.
    quiet: u64,
    /// The others, shortest chain first.
    chains: Vec<Chain>,
}

impl Openings {
    fn of(grid: &Grid, core: u64) -> Openings {
        let mut found = Openings { quiet: 0, chains: Vec::new() };
        let mut cores = Vec::new();
        for edge in edges(grid.all() & !core) {
            let after = reduce(grid, core | 1 << edge);
            // Edges of one chain lead to one core.
            match (after.captured, cores.iter().position(|core| *core == after.core)) {
                (0, _) => found.quiet |= 1 << edge,
                (_, Some(i)) => found.chains[i].edges |= 1 << edge,
                (length, None) => {
                    cores.push(after.core);
                    found.chains.push(Chain { edges: 1 << edge, length });
                }
            }
        }
        found.chains.sort_by_key(|chain| chain.length);
        found
    }

    /// How long the chains are: `chains of 1, 2 and 5 triangles`.
    fn lengths(&self) -> String {
        let sizes: Vec<String> = self.chains.iter().map(|chain| chain.length.to_string()).collect();
        match (sizes.split_last(), self.chains.first().zip(self.chains.last())) {
            (Some((one, [])), _) => format!("one chain of {one}"),
            (Some((last, others)), _) if sizes.len() <= LISTED => {
                format!("chains of {} and {last}", others.join(", "))
            }
            (_, Some((least, most))) => {
                format!("{} chains of {} to {}", sizes.len(), least.length, most.length)
            }
            _ => "no chain".to_owned(),
        }
    }
}

fn edges(set: u64) -> impl Iterator<Item = Edge> {
    (0..u64::BITS as Edge).filter(move |e| set >> e & 1 == 1)
}

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
    };
    let Some(&best) = proved.best else {
        let [a, b] = at.score();
        let text = format!("Every edge is drawn: A owns {}, B owns {b}.", triangles(a));
        return Ok(vec![case.forecast_claims(Reason::new(text))]);
    };
    let mut reasons = vec![case.forecast()];
    let reduced = reduce(game.grid(), at.drawn());
    if reduced.captured > 0 {
        reasons.extend(case.captures(&reduced)?);
    } else {
        reasons.extend(case.openings(best)?);
    }
    reasons.extend(case.way(best)?);
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
    Figure { columns: None, marks }
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
        let all = self.game.grid().triangles().len() as i32;
        let mine = (all + margin) / 2;
        match self.at.mover() {
            Player::First => format!("{mine}:{}", all - mine),
            Player::Second => format!("{}:{mine}", all - mine),
        }
    }

    fn moves(&self, at: &Drawn) -> Result<Vec<ValuedEdge>, Stop> {
        self.game.margins.moves(at.drawn(), self.limits)
    }

    /// The final margin of a move for the player to move here.
    fn final_margin(&self, m: &ValuedEdge) -> i32 {
        self.at.lead() + m.margin
    }

    fn forecast(&self) -> EdgeReason {
        let [a, b] = self.at.score();
        let all = self.game.grid().triangles().len() as u32;
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
        let greedy = self.at.lead() + k as i32 + rest;
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
            return Ok(vec![claim(self.about_here(text), greedy)]);
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
        Ok(vec![first, self.about_here(text).revealing(reveals)])
    }

    /// Nothing can be taken: the quiet edges, the chains, who opens the first one and what that brings.
    fn openings(&self, best: Edge) -> Result<Vec<EdgeReason>, Stop> {
        let openings = Openings::of(self.game.grid(), self.at.drawn());
        let undrawn = self.game.undrawn(self.at).count_ones();
        let quiet = openings.quiet.count_ones();
        let text = match (quiet, openings.chains.is_empty()) {
            (0, _) => format!(
                "Nothing can be taken, and every edge gives something away. There are {}.",
                openings.lengths()
            ),
            (_, true) => {
                format!("Nothing can be taken, and none of the {undrawn} edges gives anything away yet.")
            }
            (n, false) => format!(
                "Nothing can be taken. {n} of {undrawn} edges {} quiet: {} nothing away. The others open {}.",
                if n == 1 { "is" } else { "are" },
                if n == 1 { "it gives" } else { "they give" },
                openings.lengths()
            ),
        };
        let mut reasons = vec![self.about_here(text).using(&[Word::Chain])];
        let moves = self.moves(self.at)?;
        // The book does not reach far enough to follow a line of play to its end.
        if !self.game.margins.is_opening(self.at.drawn()) {
            reasons.extend(self.who_opens(&openings, best)?);
        }
        reasons.extend(self.kinds(&openings, &moves));
        Ok(reasons)
    }

    /// Follows best play through quiet edges to the first chain: who opens it, and what that brings.
    fn who_opens(&self, openings: &Openings, best: Edge) -> Result<Vec<EdgeReason>, Stop> {
        let grid = self.game.grid();
        let mut at = self.at.clone();
        let mut line = Vec::new();
        let mut next = Some(best);
        while let Some(edge) = next.filter(|e| reduce(grid, at.drawn() | 1 << e).captured == 0) {
            self.limits.check()?;
            line.push(edge);
            at.draw(grid, edge);
            next = self.game.best(&at, self.limits)?;
        }
        let Some(opening) = next else { return Ok(Vec::new()) };
        let gain = self.game.margins.margin(at.drawn(), self.limits)?;
        let giver = at.mover();
        let must = Openings::of(grid, at.drawn()).quiet == 0;
        let (opens, other) = (name(giver), name(giver.other()));
        let drawn = match line.len() {
            0 => String::new(),
            1 => "Best play draws one more quiet edge; then ".to_owned(),
            n => format!("Best play draws {n} more quiet edges; then "),
        };
        let begin = match (must, line.is_empty()) {
            (true, true) => format!("{opens} must open a chain"),
            (true, false) => format!("{drawn}none is left and {opens} must open a chain"),
            (false, _) => format!("{drawn}{opens} opens a chain before the quiet edges run out"),
        };
        let text = match gain {
            0 => format!("{begin}. Of the rest both get as many."),
            1.. => {
                format!("{begin}. Mostly who opens gets less, but here {opens} gets {gain} more of the rest.")
            }
            _ => format!("{begin}. So {other} gets {} more of the rest.", -gain),
        };
        let mut reasons = vec![self.about_here(text).using(&[Word::Chain])];
        let lost = self.outcome == Outcome::Loss;
        if line.is_empty() && openings.quiet != 0 && !lost {
            reasons[0].reveals = Reveals::Where;
        }
        // The rule of thumb says otherwise than the table: then the line is shown, which begins with the move.
        if gain > 0 && !line.is_empty() {
            let mut texts: Vec<String> = line.iter().map(|e| self.game.edge_text(*e)).collect();
            texts.push(self.game.edge_text(opening));
            let text = format!("That line: {}; the last of these opens the chain.", texts.join(" "));
            if text.chars().count() <= LONGEST {
                let ahead = at.lead() + gain;
                let reveals = if lost { Reveals::Nothing } else { Reveals::Move };
                reasons.push(
                    Reason::new(text)
                        .revealing(reveals)
                        .using(&[Word::Chain])
                        .claiming(Claim::Margin(at, ahead))
                        .about(line.iter().map(|e| Site::new(0, u64::from(*e)))),
                );
            }
        }
        Ok(reasons)
    }

    /// Which kinds of edges keep the outcome: quiet ones, or those that open a chain.
    fn kinds(&self, openings: &Openings, moves: &[ValuedEdge]) -> Option<EdgeReason> {
        let quiet = |m: &&ValuedEdge| openings.quiet >> m.edge & 1 == 1;
        let wins = |m: &&ValuedEdge| self.final_margin(m) > 0;
        let (calm, opening): (Vec<&ValuedEdge>, Vec<&ValuedEdge>) = moves.iter().partition(quiet);
        if self.outcome == Outcome::Win && !calm.is_empty() && !opening.is_empty() {
            let (calm_wins, opening_wins) =
                (calm.iter().copied().filter(wins).count(), opening.iter().copied().filter(wins).count());
            let lost = moves.iter().find(|m| quiet(m) == (calm_wins == 0) && self.final_margin(m) < 0);
            let text = match (calm_wins, opening_wins) {
                (n, 0) => format!(
                    "Of the {} quiet {}, {n} {}. To open a chain now does not win.",
                    calm.len(),
                    plural(calm.len() as u32, "edge"),
                    if n == 1 { "wins" } else { "win" }
                ),
                (0, _) => "No quiet edge wins here: a chain has to be opened now.".to_owned(),
                _ => return None,
            };
            let reason = self.about_here(text).revealing(Reveals::Where).using(&[Word::Chain]);
            return Some(match lost {
                Some(m) => reason.claiming(Claim::Move(m.edge, Outcome::Loss)),
                None => reason,
            });
        }
        // Only chains are left: what the longest would cost, against what the best one does.
        if calm.is_empty() && openings.chains.len() > 1 {
            let longest = openings.chains.last()?;
            let m = moves.iter().find(|m| longest.edges >> m.edge & 1 == 1)?;
            let ends = self.final_margin(m);
            let outcome = if ends < 0 { Outcome::Loss } else { Outcome::Draw };
            if ends < self.margin && ends <= 0 {
                let text = format!(
                    "To open the chain of {} would end {}: the chains have to be given away in the right order.",
                    longest.length,
                    self.ends(ends)
                );
                return Some(
                    self.about_here(text).using(&[Word::Chain]).claiming(Claim::Move(m.edge, outcome)),
                );
            }
        }
        None
    }

    /// The move, or where every move loses what resists most and what answers it.
    fn way(&self, best: Edge) -> Result<Option<EdgeReason>, Stop> {
        let (game, at) = (self.game, self.at);
        let text = game.edge_text(best);
        let to = crate::rules::Rules::play(game, at, &best);
        let moves = self.moves(at)?;
        let finals = || moves.iter().map(|m| self.final_margin(m));
        let all = moves.len();
        let after = match to.mover() == at.mover() {
            true => self.margin,
            false => -self.margin,
        };
        let there = Claim::Margin(to.clone(), after);
        let places = [Site::new(0, u64::from(best))];
        let scored = game.grid().completes(at.drawn(), usize::from(best));
        let what = match (scored, reduce(game.grid(), to.drawn()).captured) {
            (0, 0) => format!("{text} gives nothing away"),
            (0, given) if reduce(game.grid(), at.drawn()).captured > 0 => {
                format!("{text} leaves {given} to {}", self.opponent)
            }
            (0, given) => format!("{text} gives {given} away"),
            (taken, _) => format!("{text} takes {taken}"),
        };
        let reason = match self.outcome {
            Outcome::Win => {
                let count = finals().filter(|m| *m > 0).count();
                let of = match (count, all) {
                    (_, 1) => "It is the last edge".to_owned(),
                    (1, _) => format!("No other of the {all} edges wins"),
                    (2, 2) => "Both edges win".to_owned(),
                    (n, _) if n == all => format!("All {all} edges win"),
                    (n, _) => format!("{n} of {all} edges win"),
                };
                Reason::new(format!("{what}, and wins {}. {of}.", self.ends(self.margin)))
                    .revealing(Reveals::Move)
                    .claiming(Claim::Move(best, Outcome::Win))
                    .claiming(there)
            }
            Outcome::Draw => {
                let count = finals().filter(|m| *m == 0).count();
                let of =
                    if count == 1 { "no other edge does".to_owned() } else { format!("{count} edges do") };
                Reason::new(format!("{what}, and keeps the draw; {of}."))
                    .revealing(Reveals::Move)
                    .claiming(Claim::Move(best, Outcome::Draw))
                    .claiming(there)
            }
            Outcome::Loss => {
                let by = -self.margin;
                let edges = if all == 2 { "Both edges".to_owned() } else { format!("All {all} edges") };
                let start = match all {
                    1 => format!("{text}, the last edge, ends {}", self.ends(self.margin)),
                    _ if finals().all(|m| m == self.margin) => {
                        format!("{edges} lose by {by}. Best: {text}")
                    }
                    _ => format!("{edges} lose; {text} loses by least, by {by}"),
                };
                match game.best(&to, self.limits)? {
                    Some(reply) => {
                        let who = if to.mover() == at.mover() { "and then" } else { "answered by" };
                        let text = format!("{start}, {who} {}.", game.edge_text(reply));
                        Reason::new(text).claiming(Claim::Answer(best, reply)).claiming(there)
                    }
                    None => Reason::new(format!("{start}."))
                        .claiming(Claim::Move(best, Outcome::Loss))
                        .claiming(there),
                }
            }
        };
        Ok(Some(reason.about(places)))
    }
}

fn triangles(n: u32) -> String {
    format!("{n} {}", plural(n, "triangle"))
}

fn plural(n: u32, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}
