//! Explains why a position is won, drawn or lost.

mod count;
mod quiet;

use once_cell::unsync::OnceCell;

use super::capture::{Leftover, Reduced, reduce};
use super::grid::{OUTSIDE, edges};
use super::margins::ValuedEdge;
use super::openings::{LONG, Openings, short_chains, upward};
use super::{Drawn, Edge, TriangleWar, name};
use crate::games::prelude::*;
use crate::games::reasons::{counted, fitting};

type EdgeReason = Reason<Drawn, Edge>;

/// The maximum number of reasons for a position.
const MOST: usize = 6;

fn sites(set: u64) -> Vec<Site> {
    edges(set).map(|e| Site::new(0, u64::from(e))).collect()
}

struct BoardCase<'a> {
    case: &'a Case<'a, TriangleWar>,
    game: &'a TriangleWar,
    at: &'a Drawn,
    limits: &'a Limits,
    /// The final margin for the player to move.
    margin: i32,
    outcome: Outcome,
    player: &'static str,
    moves: OnceCell<Vec<ValuedEdge>>,
}

pub(super) fn reasons(case: &Case<'_, TriangleWar>) -> GameReasons<TriangleWar> {
    let Case { game, at, .. } = *case;
    let proved = case.proved;
    let case = BoardCase {
        case,
        game,
        at,
        limits: case.limits,
        margin: at.lead() + game.margins.margin(at.drawn(), case.limits)?,
        outcome: proved.value.outcome,
        player: name(at.mover()),
        moves: OnceCell::new(),
    };
    let Some(&best) = proved.best else {
        let [a, b] = at.score();
        let text = tr!(
            "Every edge is drawn: A owns {triangles}, and B owns {b}.",
            triangles = triangles(a)
        );
        return Ok(vec![case.forecast_claims(Reason::headline(text))]);
    };
    let mut reasons = Vec::new();
    let reduced = reduce(game.grid(), at.drawn());
    if reduced.captured > 0 {
        reasons.extend(case.captures(&reduced)?);
        reasons.push(case.forecast());
    } else {
        reasons.extend(case.openings(best)?);
    }
    // The last reasons matter least, so they make room for the reason that names the move.
    reasons.truncate(MOST - 1);
    if reasons.len() < MOST - 1 && reasons.iter().all(|r| r.reveals != Reveals::Where) {
        reasons.extend(case.on_the_rim(best)?);
    }
    reasons.push(case.way(best)?);
    Ok(reasons)
}

pub(super) fn figure(game: &TriangleWar, at: &Drawn) -> Figure {
    let grid = game.grid();
    let reduced = reduce(grid, at.drawn());
    let mut marks = Vec::new();
    if reduced.captured > 0 {
        let places = sites(reduced.core & !at.drawn());
        marks.push(FigureMark::Chain {
            places,
            length: reduced.captured,
        });
    }
    marks.extend(
        (Openings::find(grid, reduced.core).chains.iter()).map(|chain| FigureMark::Chain {
            places: sites(chain.edges),
            length: chain.length,
        }),
    );
    let quiet = upward(grid, reduced.core);
    let waiting = if quiet.is_empty() {
        short_chains(grid, reduced.core)
            .into_iter()
            .filter_map(|chain| chain.first().copied())
            .collect()
    } else {
        quiet
    };
    let counted = (1..)
        .zip(waiting)
        .map(|(n, t): (u32, usize)| FigureMark::Value {
            places: sites(grid.triangles()[t].mask),
            label: Label::Number(n.into()),
        });
    marks.extend(counted);
    let values = tr!("in triangles: safe moves, counted");
    Figure {
        marks,
        values,
        ..Figure::default()
    }
}

impl BoardCase<'_> {
    fn forecast_claims(&self, reason: EdgeReason) -> EdgeReason {
        reason
            .claiming(Claim::Margin(self.at.clone(), self.margin.into()))
            .claiming(Claim::Outcome(self.at.clone(), self.outcome))
    }

    fn about_here(&self, text: String) -> EdgeReason {
        Reason::new(text).claiming(Claim::Margin(self.at.clone(), self.margin.into()))
    }

    /// Describes the end of the game, given the margin of the player to move: `you win 9 to 7`.
    fn ends(&self, margin: i32) -> String {
        let all: i32 = saturating_cast(self.game.grid().triangles().len());
        let mine = (all + margin) / 2;
        let theirs = all - mine;
        match margin {
            1.. => tr!("you win {mine} to {theirs}"),
            0 => tr!("the game ends in a draw, {mine} to {theirs}"),
            ..0 => tr!("your opponent wins {theirs} to {mine}"),
        }
    }

    fn moves(&self) -> Result<&[ValuedEdge], Stop> {
        self.moves
            .get_or_try_init(|| self.game.margins.moves(self.at.drawn(), self.limits))
            .map(Vec::as_slice)
    }

    fn final_margin(&self, m: &ValuedEdge) -> i32 {
        self.at.lead() + m.margin
    }

    fn forecast(&self) -> EdgeReason {
        let [a, b] = self.at.score();
        self.forecast_claims(Reason::new(tr!("The score is A {a}, B {b}. You are {player}, and it is your turn. With best play {ends}.", player = self.player, ends = self.ends(self.margin))))
    }

    fn all_taken(&self) -> Drawn {
        let grid = self.game.grid();
        let mut at = self.at.clone();
        while let Some(edge) = edges(grid.all() & !at.drawn())
            .find(|e| grid.completes(at.drawn(), usize::from(*e)) > 0)
        {
            at.draw(grid, edge);
        }
        at
    }

    fn captures(&self, reduced: &Reduced) -> Result<Vec<EdgeReason>, Stop> {
        let k = reduced.captured;
        let taken = self.all_taken();
        // If a single edge takes everything, a claim about the position after that edge would reveal the edge. In this
        // case, the reason that names the edge makes the claim.
        let apart = taken.order().len() > self.at.order().len() + 1;
        let claim = |reason: EdgeReason, margin: i32| {
            if apart {
                reason.claiming(Claim::Margin(taken.clone(), margin.into()))
            } else {
                reason
            }
        };
        if reduced.core == self.game.grid().all() {
            let last = if k == 1 {
                tr!("triangle").to_owned()
            } else {
                triangles(k)
            };
            let text = tr!("You can take the last {last} now.");
            let headline = self.forecast_claims(Reason::headline(tr!(
                "Take everything: nothing else is left."
            )));
            return Ok(vec![
                headline,
                claim(self.about_here(text), self.margin).at_depth(Depth::Because),
            ]);
        }
        let rest = self.game.margins.margin(reduced.core, self.limits)?;
        let greedy = self.at.lead() + saturating_cast::<i32, _>(k) + rest;
        let gains = match rest {
            0 => tr!("the other triangles are split equally").to_owned(),
            1.. => tr!(
                "you then get {more_triangles} than your opponent",
                more_triangles = more_triangles(rest)
            ),
            ..0 => tr!(
                "your opponent then gets {more_triangles} than you",
                more_triangles = more_triangles(rest)
            ),
        };
        if self.margin == greedy {
            let another = match (self.game.grid().all() & !reduced.core).count_ones() {
                1 => tr!("the last edge").to_owned(),
                n => tr!("one of the other {n} edges"),
            };
            // Count edges and triangles separately, because an edge between two triangles can take both.
            let take = match (reduced.core & !self.at.drawn()).count_ones() {
                n if n == k => tr!("You can take {triangles} now.", triangles = triangles(k)),
                1 => tr!(
                    "You can take {triangles} with one edge now.",
                    triangles = triangles(k)
                ),
                n => tr!(
                    "You can take {triangles} with {n} edges now.",
                    triangles = triangles(k)
                ),
            };
            let text = tr!("{take} Then you must draw {another}. With best play, {gains}.");
            let headline =
                Reason::headline(tr!("Take every triangle on offer, then draw another edge."));
            let on_offer = FigureMark::Tint {
                places: sites(reduced.core & !self.at.drawn()),
                tint: 0,
                label: Some(Label::Number(k.into())),
            };
            let all = claim(self.about_here(text), greedy).at_depth(Depth::Because);
            return Ok(vec![
                self.forecast_claims(headline).drawing([on_offer]),
                all,
            ]);
        }
        let left = if reduced.leftover == Leftover::Four {
            4
        } else {
            2
        };
        let all = match k {
            2 => tr!("both triangles").to_owned(),
            k => tr!("all {k} triangles"),
        };
        let so = self.ends(greedy);
        let text = fitting([
            tr!(
                "If you take {all}, you must then draw another edge, and {gains}. In the end, {so}."
            ),
            tr!("If you take {all}, you must then draw another edge. In the end, {so}."),
        ]);
        let first = claim(self.about_here(text), greedy).at_depth(Depth::Because);
        let take = match k - left {
            0 => tr!("Take no triangle").to_owned(),
            n => tr!("Take {n}"),
        };
        let text = tr!(
            "{take} and leave the last {left}: a double-cross. Your opponent takes them but must then draw another edge. With \
             best play {ends}.",
            ends = self.ends(self.margin)
        );
        let reveals = if self.outcome == Outcome::Loss {
            Reveals::Nothing
        } else {
            Reveals::Where
        };
        let idea = match (greedy.signum(), self.margin.signum()) {
            (1, _) => tr!("Taking everything also wins, but by less."),
            (_, -1) => tr!("Taking everything now would lose by more."),
            _ => tr!("Taking everything now would cost you more later."),
        };
        let headline = self.forecast_claims(Reason::headline(idea));
        let cross = self.about_here(text).revealing(reveals);
        // Tint nothing: a tint would recommend the edges that the headline warns against.
        Ok(vec![headline, first, cross])
    }

    /// Recommends either the outer or the inner edges, and says how many of the recommended edges keep the outcome.
    fn on_the_rim(&self, best: Edge) -> Result<Option<EdgeReason>, Stop> {
        if self.outcome == Outcome::Loss {
            return Ok(None);
        }
        let moves = self.moves()?;
        let keeps = |m: &ValuedEdge| self.final_margin(m).signum() == self.margin.signum();
        let same: Vec<&ValuedEdge> = moves
            .iter()
            .filter(|m| self.is_rim(m.edge) == self.is_rim(best))
            .collect();
        // If the best edge is the only outer edge or the only inner edge, the hint would give the best move away. If
        // all edges keep the outcome, a hint is pointless.
        if same.len() < 2 || moves.iter().all(keeps) {
            return Ok(None);
        }
        let good = same.iter().filter(|m| keeps(m)).count();
        let every = good == same.len();
        let verb = match (self.outcome == Outcome::Win, every || good == 1) {
            (true, true) => tr!("wins"),
            (true, false) => tr!("win"),
            (false, true) => tr!("keeps the draw"),
            (false, false) => tr!("keep the draw"),
        };
        let place = if self.is_rim(best) {
            tr!("outer")
        } else {
            tr!("inner")
        };
        let which = if every {
            tr!("every one of them").to_owned()
        } else {
            tr!("{good} of the {same}", same = same.len())
        };
        let text = tr!("Look at the {place} edges: {which} {verb}.");
        let places = same.iter().map(|m| Site::new(0, u64::from(m.edge)));
        Ok(Some(
            self.about_here(text)
                .revealing(Reveals::Where)
                .about(places.collect::<Vec<_>>()),
        ))
    }

    fn is_rim(&self, e: Edge) -> bool {
        self.game.grid().beside(usize::from(e)).contains(&OUTSIDE)
    }

    /// Names the best move and its effect. In a lost position, the best move is the move that loses by the smallest
    /// margin.
    fn way(&self, best: Edge) -> Result<EdgeReason, Stop> {
        let to = self.game.play(self.at, &best);
        let what = tr!(
            "{order}. This {deed}",
            order = self.case.order(&best),
            deed = self.deed(best, &to)
        );
        let reason = match self.outcome {
            Outcome::Win | Outcome::Draw => self.keeping_move(best, what)?,
            Outcome::Loss => self.lost(best, &to)?,
        };
        let after = if to.mover() == self.at.mover() {
            self.margin
        } else {
            -self.margin
        };
        let places = [Site::new(0, u64::from(best))];
        Ok(reason
            .at_depth(Depth::Because)
            .claiming(Claim::Margin(to, after.into()))
            .about(places))
    }

    fn deed(&self, best: Edge, to: &Drawn) -> String {
        let (game, at) = (self.game, self.at);
        let taken = game.grid().completes(at.drawn(), usize::from(best));
        if taken > 0 {
            return tr!("takes {triangles}", triangles = triangles(taken));
        }
        let left = reduce(game.grid(), to.drawn());
        match left.captured {
            0 => self
                .left_even(to.drawn())
                .unwrap_or_else(|| tr!("gives nothing away").to_owned()),
            given if reduce(game.grid(), at.drawn()).captured > 0 => {
                tr!(
                    "leaves your opponent {triangles}",
                    triangles = triangles(given)
                )
            }
            given => {
                let (gives, comma) = match (given, left.leftover) {
                    (2, Leftover::Nothing) => (
                        tr!("gives away 2 triangles, one on each side of the edge").to_owned(),
                        ",",
                    ),
                    _ => (
                        tr!("gives away {triangles}", triangles = triangles(given)),
                        "",
                    ),
                };
                match if given < LONG {
                    self.left_even(left.core)
                } else {
                    None
                } {
                    Some(even) => tr!("{gives}{comma} and {even}"),
                    None => gives,
                }
            }
        }
    }

    fn count_finals(&self, good: impl Fn(i32) -> bool) -> Result<(usize, usize), Stop> {
        let moves = self.moves()?;
        Ok((
            moves.iter().filter(|m| good(self.final_margin(m))).count(),
            moves.len(),
        ))
    }

    fn keeping_move(&self, best: Edge, what: String) -> Result<EdgeReason, Stop> {
        let (count, all) = self.count_finals(|margin| margin.signum() == self.margin.signum())?;
        let won = self.outcome == Outcome::Win;
        let of = match (count, all) {
            (1, _) if !won => tr!("No other edge keeps the draw").to_owned(),
            (count, _) if !won => tr!("{count} edges keep the draw"),
            (_, 1) => tr!("It is the last edge").to_owned(),
            (1, _) => tr!("No other edge wins").to_owned(),
            (2, 2) => tr!("Both remaining edges win").to_owned(),
            (n, all) if n == all => tr!("All {all} remaining edges win"),
            (n, all) => tr!("Of the {all} free edges, {n} win"),
        };
        let score = self.ends(self.margin);
        let what = if won {
            tr!("{what}. With best play {score}")
        } else {
            what
        };
        Ok(
            Reason::new(fitting([format!("{what}. {of}."), format!("{what}.")]))
                .revealing(Reveals::Move)
                .claiming(Claim::Move(best, self.outcome)),
        )
    }

    fn lost(&self, best: Edge, to: &Drawn) -> Result<EdgeReason, Stop> {
        let words = self.case.moving(&best);
        let (equal, all) = self.count_finals(|margin| margin == self.margin)?;
        let by = triangles(self.margin.unsigned_abs());
        let start = match all {
            1 => tr!(
                "Only one edge is left, and {ends}",
                ends = self.ends(self.margin)
            ),
            _ if equal == all => tr!("Every edge loses by {by}, so {words} is as good as any"),
            _ => tr!("Every edge loses, but {words} loses by only {by}"),
        };
        Ok(match self.game.best(to, self.limits)? {
            Some(reply) => {
                let who = if to.mover() == self.at.mover() {
                    tr!("It completes a triangle, so you move again: draw edge")
                } else {
                    tr!("Your opponent replies with edge")
                };
                let text = format!("{start}. {who} {}.", self.game.edge_text(reply));
                Reason::new(text).claiming(Claim::Answer(best, reply))
            }
            None => Reason::new(format!("{start}.")).claiming(Claim::Move(best, Outcome::Loss)),
        })
    }
}

fn more_triangles(n: i32) -> String {
    counted(
        n.unsigned_abs(),
        tr!("more triangle"),
        tr!("more triangles"),
    )
}

fn triangles(n: u32) -> String {
    counted(n, tr!("triangle"), tr!("triangles"))
}
