//! Explains positions in which no triangle can be taken.

use super::{BoardCase, EdgeReason, sites};
use crate::games::reasons::{LONGEST, fitting};
use crate::games::triangle::capture::reduce;
use crate::games::triangle::margins::ValuedEdge;
use crate::games::triangle::openings::{LONG, Openings, Order, Waits};
use crate::games::triangle::{Drawn, Edge};
use crate::rules::{
    Claim, Depth, FigureMark, Label, Outcome, Reason, Reveals, Site, Stop, saturating_cast,
};

/// A line of best play up to the opening of the first long chain.
struct BestLine {
    /// The position in which the chain is opened, or the final position.
    at: Drawn,
    edges: Vec<Edge>,
    safe: u32,
    short: u32,
    /// The edge that opens the chain, and the chain's length; `None` if no long chain is ever opened.
    opening: Option<(Edge, u32)>,
}

impl BoardCase<'_> {
    pub(super) fn openings(&self, best: Edge) -> Result<Vec<EdgeReason>, Stop> {
        let openings = Openings::find(self.game.grid(), self.at.drawn());
        let undrawn = self.game.undrawn(self.at).count_ones();
        let quiet = openings.quiet.count_ones();
        let text = match (quiet, openings.chains.is_empty()) {
            (0, _) => {
                let start = tr!(
                    "No triangle can be taken, and every edge opens a chain: there {are}.",
                    are = openings.are()
                );
                let waits = Waits::find(self.game.grid(), self.at.drawn(), Order::Any);
                if waits.is_some_and(|waits| (waits.most as usize) < openings.short()) {
                    fitting([
                        tr!(
                            "{start} When short chains meet at a triangle with no edges drawn, they count as one short chain."
                        ),
                        start,
                    ])
                } else {
                    start
                }
            }
            (_, true) => {
                tr!(
                    "No triangle can be taken, and all {undrawn} edges are safe: none of them gives a triangle away."
                )
            }
            (n, false) => tr!(
                "No triangle can be taken, and {n} of the {undrawn} free edges {value} safe. Each of the other free edges opens a chain.",
                value = if n == 1 { tr!("is") } else { tr!("are") }
            ),
        };
        let chains = (0u8..)
            .zip(&openings.chains)
            .map(|(tint, chain)| FigureMark::Tint {
                places: sites(chain.edges),
                tint,
                label: Some(Label::Number(chain.length.into())),
            });
        let safe = (quiet > 0).then(|| FigureMark::Lit(sites(openings.quiet)));
        let what = self.about_here(text).drawing(chains.chain(safe));
        let moves = self.moves()?;
        let gain = self.margin - self.at.lead();
        let count = self.count(gain);
        let decides = count.as_ref().and_then(|count| count.decides);
        let idea = count.as_ref().map_or(
            tr!("Draw safe edges, and see who runs out of them first."),
            |count| count.headline,
        );
        let count = count.map(|count| self.about_here(count.text));
        // If the position is in the book, give no line of play, because the line would lead out of the book.
        let line = if self.game.margins.is_opening(self.at.drawn()) {
            None
        } else {
            self.line(best)?
        };
        // The outlook and the forecast both say how the game ends, so give the forecast only if there is no line of
        // play.
        let outlook = match &line {
            Some(line) => self.outlook(line)?,
            None => self.forecast(),
        };
        if let Some([idea, why]) = self.by_lead(gain) {
            let headline = self.forecast_claims(Reason::headline(idea));
            let mut reasons = vec![headline, self.about_here(why).at_depth(Depth::Because)];
            reasons.extend(count.into_iter().chain([what, outlook]));
            reasons.extend(self.kinds(&openings, moves));
            return Ok(reasons);
        }
        let headline = self.forecast_claims(Reason::headline(idea));
        let mut reasons = match (decides, count) {
            (Some(true), Some(count)) => {
                vec![headline, count.at_depth(Depth::Because), what, outlook]
            }
            (_, count) => {
                let first = [headline, outlook.at_depth(Depth::Because), what];
                first.into_iter().chain(count).collect()
            }
        };
        reasons.extend(self.kinds(&openings, moves));
        if decides == Some(false) {
            reasons.extend(line.and_then(|line| self.moves_of(&line)));
        }
        Ok(reasons)
    }

    /// Returns a headline and a reason if the lead decides the game. The lead decides the game if it exceeds the number
    /// of remaining triangles, or if the outcome would be different without the lead.
    fn by_lead(&self, gain: i32) -> Option<[String; 2]> {
        let lead = self.at.lead();
        let [a, b] = self.at.score();
        let rest: i32 = saturating_cast(self.game.grid().triangles().len() - (a + b) as usize);
        let ahead = |by: i32| {
            if by == 1 {
                tr!("a lead of one").to_owned()
            } else {
                tr!("a lead of {by}")
            }
        };
        let idea = match (self.margin.signum(), gain.signum()) {
            _ if lead == 0 => return None,
            (margin, share) if margin == share && lead.abs() <= rest => return None,
            (1, _) => tr!(
                "You are far enough ahead: {ahead} decides.",
                ahead = ahead(lead)
            ),
            (-1, _) => tr!(
                "Your opponent is far enough ahead: {ahead} decides.",
                ahead = ahead(-lead)
            ),
            _ if lead > 0 => tr!("You are just far enough ahead to draw.").to_owned(),
            _ => tr!("You are behind, but you gain enough for a draw.").to_owned(),
        };
        let (leads, gets) = if lead > 0 {
            (tr!("You have"), tr!("your opponent gets"))
        } else {
            (tr!("Your opponent has"), tr!("you get"))
        };
        let share = match gain * lead {
            _ if lead.abs() > rest && rest == 1 => tr!("only one triangle remains").to_owned(),
            _ if lead.abs() > rest => tr!("only {rest} triangles remain"),
            0 => tr!("the remaining triangles are split equally").to_owned(),
            _ if gain.abs() == rest && rest == 1 => tr!("{gets} the only remaining triangle"),
            _ if gain.abs() == rest => tr!("{gets} all {rest} remaining triangles"),
            _ => tr!(
                "{gets} {number} of the {rest} remaining triangles",
                number = (rest + gain.abs()) / 2
            ),
        };
        let by = ahead(lead.abs());
        let ends = self.ends(self.margin);
        Some([
            idea,
            tr!("{leads} {by}, and {share}. With best play {ends}."),
        ])
    }

    /// Follows best play until the first long chain is opened. Returns `None` if best play declines triangles on the
    /// way.
    fn line(&self, best: Edge) -> Result<Option<BestLine>, Stop> {
        let grid = self.game.grid();
        let mut line = BestLine {
            at: self.at.clone(),
            edges: Vec::new(),
            safe: 0,
            short: 0,
            opening: None,
        };
        // In a lost position, every move that loses by the smallest margin is best play. Choose a move that delays the
        // first long chain, because this makes the line most instructive.
        let mut next = match self.outcome {
            Outcome::Loss => self.patient(self.at)?,
            _ => Some(best),
        };
        while let Some(edge) = next {
            self.limits.check()?;
            let takes = grid.completes(line.at.drawn(), usize::from(edge)) > 0;
            if !takes {
                if reduce(grid, line.at.drawn()).captured > 0 {
                    // The move declines triangles, so it is neither a safe move nor the opening of a chain.
                    return Ok(None);
                }
                let given = reduce(grid, line.at.drawn() | 1 << edge).captured;
                match given {
                    0 => line.safe += 1,
                    LONG.. => {
                        line.opening = Some((edge, given));
                        break;
                    }
                    _ => line.short += 1,
                }
            }
            line.edges.push(edge);
            line.at.draw(grid, edge);
            next = self.patient(&line.at)?;
        }
        Ok(Some(line))
    }

    /// Among the moves with the best margin, finds the move that best delays the first long chain: a capture, else a
    /// safe edge, else the opening of the shortest chain.
    fn patient(&self, at: &Drawn) -> Result<Option<Edge>, Stop> {
        let moves = self.game.margins.moves(at.drawn(), self.limits)?;
        let best = moves.iter().map(|m| m.margin).max();
        let cost = |m: &&ValuedEdge| match m.scored {
            0 => 1 + reduce(self.game.grid(), at.drawn() | 1 << m.edge).captured,
            _ => 0,
        };
        Ok(moves
            .iter()
            .filter(|m| Some(m.margin) == best)
            .min_by_key(cost)
            .map(|m| m.edge))
    }

    fn outlook(&self, line: &BestLine) -> Result<EdgeReason, Stop> {
        let Some((_, length)) = line.opening else {
            let text = tr!(
                "With best play nobody opens a long chain: the short chains are taken one by one, and {ends}.",
                ends = self.ends(self.margin)
            );
            return Ok(self.about_here(text));
        };
        let gain = self.game.margins.margin(line.at.drawn(), self.limits)?;
        let opens = if line.at.mover() == self.at.mover() {
            tr!("you open a chain of {length}")
        } else {
            tr!("your opponent opens a chain of {length}")
        };
        let safe = match line.safe {
            1 => tr!("one more safe edge is drawn").to_owned(),
            n => tr!("{n} more safe edges are drawn"),
        };
        let short = match line.short {
            1 => tr!("one short chain is given away").to_owned(),
            n => tr!("{n} short chains are given away"),
        };
        let start = match (line.safe, line.short) {
            (0, 0) => tr!("With best play {opens} now"),
            (_, 0) => tr!("With best play, {safe}. Then {opens}"),
            (0, _) => tr!("With best play {short} first. Then {opens}"),
            _ => tr!("With best play, {safe} and {short}. Then {opens}"),
        };
        let ends = self.ends(self.margin);
        let reason = self.about_here(fitting([
            tr!("{start}. In the end {ends}."),
            tr!("With best play {opens} later. In the end {ends}."),
        ]));
        // The last position of a line of two or more moves can also be reached by these moves in another order. A claim
        // about that position therefore does not give the winning move away.
        Ok(if self.outcome == Outcome::Loss || line.edges.len() > 1 {
            reason.claiming(Claim::Margin(
                line.at.clone(),
                (line.at.lead() + gain).into(),
            ))
        } else {
            reason
        })
    }

    fn moves_of(&self, line: &BestLine) -> Option<EdgeReason> {
        let (opening, _) = line.opening?;
        let mut texts: Vec<String> = line.edges.iter().map(|e| self.game.edge_text(*e)).collect();
        texts.push(self.game.edge_text(opening));
        let text = tr!(
            "Best play begins with edges {edges}. The last of these opens the chain.",
            edges = texts.join(", ")
        );
        let lost = self.outcome == Outcome::Loss;
        let reveals = if lost {
            Reveals::Nothing
        } else {
            Reveals::Move
        };
        (!line.edges.is_empty() && text.chars().count() <= LONGEST).then(|| {
            let places = line.edges.iter().map(|e| Site::new(0, u64::from(*e)));
            self.about_here(text).revealing(reveals).about(places)
        })
    }

    fn kinds(&self, openings: &Openings, moves: &[ValuedEdge]) -> Option<EdgeReason> {
        let quiet = |m: &&ValuedEdge| openings.quiet >> m.edge & 1 == 1;
        let wins = |m: &&ValuedEdge| self.final_margin(m) > 0;
        let (calm, opening): (Vec<&ValuedEdge>, Vec<&ValuedEdge>) = moves.iter().partition(quiet);
        if self.outcome == Outcome::Win && !calm.is_empty() && !opening.is_empty() {
            let calm_wins = calm.iter().copied().filter(wins).count();
            let opening_wins = opening.iter().copied().filter(wins).count();
            let lost = moves
                .iter()
                .find(|m| quiet(m) == (calm_wins == 0) && self.final_margin(m) < 0);
            let safe = || share(calm_wins, calm.len(), [tr!("safe edge"), tr!("safe edges")]);
            let text = match (calm_wins, opening_wins) {
                (0, _) => tr!("No safe edge wins here: open a chain now.").to_owned(),
                (_, 0) => tr!("{safe}. No edge that opens a chain wins.", safe = safe()),
                (n, m) if n + m < moves.len() => {
                    let open = [
                        tr!("edge that opens a chain"),
                        tr!("edges that open a chain"),
                    ];
                    tr!(
                        "{safe}. {share} too.",
                        safe = safe(),
                        share = share(m, opening.len(), open)
                    )
                }
                _ => return None,
            };
            let reason = self.about_here(text).revealing(Reveals::Where);
            return Some(match lost {
                Some(m) => reason.claiming(Claim::Move(m.edge, Outcome::Loss)),
                None => reason,
            });
        }
        if calm.is_empty() && openings.chains.len() > 1 {
            let longest = openings.chains.last()?;
            let m = moves.iter().find(|m| longest.edges >> m.edge & 1 == 1)?;
            let ends = self.final_margin(m);
            let outcome = if ends < 0 {
                Outcome::Loss
            } else {
                Outcome::Draw
            };
            if ends < self.margin && ends <= 0 {
                let text = tr!(
                    "Opening the chain of {length} now is worse: after that, {ends} with best play.",
                    length = longest.length,
                    ends = self.ends(ends)
                );
                return Some(self.about_here(text).claiming(Claim::Move(m.edge, outcome)));
            }
        }
        None
    }
}

fn share(winning: usize, all: usize, [one, many]: [&str; 2]) -> String {
    match (winning, all) {
        (1, 1) => tr!("The only {one} wins"),
        (2, 2) => tr!("Both {many} win"),
        (n, all) if n == all => tr!("All {all} {many} win"),
        (1, all) => tr!("Exactly one of the {all} {many} wins"),
        (n, all) => tr!("{n} of the {all} {many} win"),
    }
}
