//! What every move of a position can still do.

use crate::erased::LegalMove;
use crate::rules::{Outcome, Site};
use crate::tui::event::Ticket;

/// Every move of the position on the board.
pub struct MovesState {
    /// What the cursor is on.
    pub cursor: Option<Site>,
    /// The moves with their outcomes; `None` while they are worked out.
    pub legal: Option<Result<Vec<LegalMove>, String>>,
    /// The question that is being answered.
    pub pending: Option<Ticket>,
}

impl MovesState {
    /// The moves, as far as they are known.
    #[must_use]
    pub fn moves(&self) -> &[LegalMove] {
        match &self.legal {
            Some(Ok(moves)) => moves,
            _ => &[],
        }
    }

    /// The best that a move at this place can still do; `None` where there is no move.
    #[must_use]
    pub fn at(&self, site: Site) -> Option<Outcome> {
        self.here(site).map(|m| m.outcome).min_by_key(|outcome| match outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        })
    }

    /// What a move at each place can still do. Where a place can be taken alone it is about that move: else in a row
    /// nearly every place would have its sign from a move that takes its neighbour as well.
    #[must_use]
    pub fn signs(&self) -> Vec<(Site, Outcome)> {
        let mut sites: Vec<Site> = self.moves().iter().flat_map(|m| m.choice.sites.iter().copied()).collect();
        sites.sort_unstable();
        sites.dedup();
        sites.into_iter().filter_map(|site| Some((site, self.sign(site)?))).collect()
    }

    /// The sign of a place: of the move that takes it alone, where there is one, else of the best move there.
    fn sign(&self, site: Site) -> Option<Outcome> {
        let alone = self.here(site).find(|m| m.choice.sites.len() == 1);
        alone.map(|m| m.outcome).or_else(|| self.at(site))
    }

    /// Whether some move takes several places where each can be taken alone as well: the signs speak of the latter.
    #[must_use]
    pub fn joint(&self) -> bool {
        let alone = |site: &Site| self.here(*site).any(|m| m.choice.sites.len() == 1);
        self.moves().iter().any(|m| m.choice.sites.len() > 1 && m.choice.sites.iter().all(alone))
    }

    /// The moves at this place.
    pub fn here(&self, site: Site) -> impl Iterator<Item = &LegalMove> {
        self.moves().iter().filter(move |m| m.choice.sites.contains(&site))
    }
}
