//! While nothing can be taken: the quiet edges and the chains, how many quiet edges there still can be, who opens the
//! first chain, and what that brings.

use super::{Case, EdgeReason, plural};
use crate::games::reasons::{LONGEST, capital, fitting};
use crate::games::triangle::capture::reduce;
use crate::games::triangle::margins::ValuedEdge;
use crate::games::triangle::name;
use crate::games::triangle::openings::{OpeningRace, Openings, upward};
use crate::games::triangle::rules::{Drawn, Edge};
use crate::rules::{Claim, Outcome, Reason, Reveals, Site, Stop, Word, nearest};
use crate::solve::Solve;

impl Case<'_> {
    /// Nothing can be taken: the quiet edges, the chains, who opens the first one and what that brings.
    pub(super) fn openings(&self, best: Edge) -> Result<Vec<EdgeReason>, Stop> {
        let openings = Openings::of(self.game.grid(), self.at.drawn());
        let undrawn = self.game.undrawn(self.at).count_ones();
        let quiet = openings.quiet.count_ones();
        let text = match (quiet, openings.chains.is_empty()) {
            (0, _) => format!(
                "Nothing can be taken, and every edge gives something away. There are {}.",
                openings.lengths()
            ),
            (_, true) => {
                format!(
                    "Nothing can be taken, and all {undrawn} edges are quiet: none of them lets the other side take yet."
                )
            }
            (n, false) => format!(
                "Nothing can be taken. {n} of {undrawn} edges {} quiet: {} nothing away. The others open {}.",
                if n == 1 { "is" } else { "are" },
                if n == 1 { "it gives" } else { "they give" },
                openings.lengths()
            ),
        };
        let mut reasons = vec![self.about_here(text).using(&[Word::Chain])];
        let moves = self.moves()?;
        // The book does not reach far enough to follow a line of play to its end.
        if !self.game.margins.is_opening(self.at.drawn()) {
            let (decided, told) = self.who_opens(&openings, moves, best)?;
            let count = self.count(self.at.drawn(), decided);
            let first = usize::from(!decided).min(told.len());
            let mut told = told.into_iter();
            // Where the count does not decide, what does comes before it.
            reasons.extend(told.by_ref().take(first));
            reasons.extend(count);
            reasons.extend(told);
        } else {
            reasons.extend(self.count(self.at.drawn(), false));
            reasons.extend(self.kinds(&openings, moves));
        }
        Ok(reasons)
    }

    /// How many quiet edges there still can be, and who will find none and have to open. Of a position in which
    /// something can be taken, as it is once that is done. `decided` says that with best play all of them are drawn, and
    /// that who has to open then gets less: otherwise the count is only told, and what it would mean.
    pub(super) fn count(&self, core: u64, decided: bool) -> Option<EdgeReason> {
        let grid = self.game.grid();
        let upward = nearest::<u32, _>(upward(grid, core).len());
        if upward == 0 {
            return None;
        }
        let (first, second) = match core == self.at.drawn() {
            true => (self.player, self.opponent),
            false => ("who begins there", "the other"),
        };
        let Some(race) = OpeningRace::of(grid, core) else {
            let text = format!(
                "Count: each quiet edge uses up one triangle that points up and has no edge yet. There are {upward} (numbered): \
                 at most so many quiet edges come."
            );
            return Some(self.about_here(text));
        };
        let (wins, loses) = if race.mover_wins { (first, second) } else { (second, first) };
        let parity = if race.mover_wins { "odd" } else { "even" };
        let text = match race.settled && race.most == upward {
            true => {
                let are = if upward == 1 { "is" } else { "are" };
                let count = format!(
                    "Count: each quiet edge uses up one triangle that points up and has no edge yet. There {are} {upward} \
                     (numbered), an {parity} number"
                );
                let against = match (self.outcome, core == self.at.drawn()) {
                    (Outcome::Win, true) if loses == self.player => Some(format!("{} wins", self.player)),
                    (Outcome::Loss, true) if loses == self.opponent => {
                        Some(format!("{} wins", self.opponent))
                    }
                    (Outcome::Draw, true) => Some("it is a draw".to_owned()),
                    _ => None,
                };
                match (against, decided) {
                    (Some(result), _) => {
                        let upward = match upward {
                            1 => "1 triangle that points up has".to_owned(),
                            n => format!("{n} triangles that point up have"),
                        };
                        format!(
                            "The count does not decide here: {upward} no edge (numbered), an {parity} number, by which \
                             {loses} would have to open; yet {result}."
                        )
                    }
                    (None, true) => fitting([
                        format!("{count}: {loses} runs out first, and has to open."),
                        format!("{count}: {loses} runs out first."),
                    ]),
                    (None, false) => {
                        fitting([format!("{count}. If all come, {loses} has to open."), format!("{count}.")])
                    }
                }
            }
            false => format!(
                "Count: each quiet edge uses up a triangle that points up and has no edge yet, {} in all. {} can make it \
                 {parity}: {loses} runs out.",
                race.number(),
                capital(wins)
            ),
        };
        Some(self.about_here(text))
    }

    /// Follows best play through quiet edges to the first chain: whether the count of quiet edges decides, as none of them
    /// is left then and who opens gets less and loses; who opens, and what that brings.
    fn who_opens(
        &self,
        openings: &Openings,
        moves: &[ValuedEdge],
        best: Edge,
    ) -> Result<(bool, Vec<EdgeReason>), Stop> {
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
        let Some(opening) = next else { return Ok((false, Vec::new())) };
        let gain = self.game.margins.margin(at.drawn(), self.limits)?;
        let giver = at.mover();
        let must = Openings::of(grid, at.drawn()).quiet == 0;
        let loser = match self.outcome {
            Outcome::Win => Some(self.at.mover().other()),
            Outcome::Loss => Some(self.at.mover()),
            Outcome::Draw => None,
        };
        let decided = must && gain < 0 && loser == Some(giver);
        let (opens, other) = (name(giver), name(giver.other()));
        let drawn = match line.len() {
            0 => String::new(),
            1 => "Best play draws one more quiet edge; then ".to_owned(),
            n => format!("Best play draws {n} more quiet edges; then "),
        };
        let begin = match (must, line.is_empty()) {
            (true, true) => format!("{opens} must open a chain"),
            (true, false) => format!("{drawn}none is left and {opens} must open a chain"),
            (false, _) => {
                let chain = reduce(grid, at.drawn() | 1 << opening).captured;
                let when = match line.len() {
                    0 => "Best play does not wait so long".to_owned(),
                    n => format!("Best play stops earlier: after {n} more"),
                };
                format!("{when}, {opens} opens a chain of {chain}, and who takes it must move on")
            }
        };
        let text = match gain {
            0 => format!("{begin}. Of the rest both get as many."),
            1.. if must => {
                format!("{begin}. Mostly who opens gets less, but here {opens} gets {gain} more of the rest.")
            }
            1.. => format!("{begin}. {opens} gets {gain} more of the rest."),
            _ => format!("{begin}. So {other} gets {} more of the rest.", -gain),
        };
        let mut reasons = vec![self.about_here(text).using(&[Word::Chain])];
        let lost = self.outcome == Outcome::Loss;
        if line.is_empty() && openings.quiet != 0 && !lost {
            reasons[0].reveals = Reveals::Where;
        }
        reasons.extend(self.kinds(openings, moves));
        // The rule of thumb says otherwise than the table: then the line is shown, which begins with the move.
        if (gain > 0 || !must) && !line.is_empty() {
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
        Ok((decided, reasons))
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
                    "Of the {} quiet {}, {n} {}{}. To open a chain now does not win.",
                    calm.len(),
                    plural(nearest::<u32, _>(calm.len()), "edge"),
                    if n == 1 { "wins" } else { "win" },
                    self.by_rim(&calm)
                ),
                (0, _) => "No quiet edge wins here: a chain has to be opened now.".to_owned(),
                (n, m) if n + m < moves.len() => format!(
                    "Of the {} quiet {}, {n} {}{}. Of the {} that open a chain, {m} {}.",
                    calm.len(),
                    plural(nearest::<u32, _>(calm.len()), "edge"),
                    if n == 1 { "wins" } else { "win" },
                    self.by_rim(&calm),
                    opening.len(),
                    if m == 1 { "does" } else { "do" }
                ),
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

    /// How many of the winning ones among these are on the rim of the board, and how many inside: `: 2 of 6 on the rim and 2
    /// of 6 inside`. Nothing where all of them win, or where it would name a single edge.
    fn by_rim(&self, all: &[&ValuedEdge]) -> String {
        let wins = |m: &ValuedEdge| self.final_margin(m) > 0;
        let rim = all.iter().filter(|m| self.is_rim(m.edge)).count();
        if rim < 2 || all.len() - rim < 2 || all.iter().all(|m| wins(m)) {
            return String::new();
        }
        format!(": {}", self.rim_and_inside(all, &wins))
    }

    /// What a quiet edge does to the number of those that are left.
    pub(super) fn quiet(&self, text: &str, to: &Drawn) -> String {
        match OpeningRace::of(self.game.grid(), to.drawn()) {
            // Who moves next finds none in the end.
            Some(race) if !race.mover_wins => match (race.settled, race.most) {
                (true, 0) => format!("{text} is the last quiet edge: {} must open", self.opponent),
                (true, _) => format!("{text} leaves {} quiet edges, an even number", race.number()),
                _ => format!("{text} leaves {} quiet edges, and can keep them even", race.number()),
            },
            _ => format!("{text} gives nothing away"),
        }
    }
}
