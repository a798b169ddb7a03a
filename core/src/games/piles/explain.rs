//! Why piles are won or lost: one pile by what to leave, several by the nim-sum of their values.

use super::{PileGame, PileMove, PileRules, group};
use crate::erased::{GameReasons, Proved};
use crate::games::pieces::{self, Decision, Piece, PieceNoun, SumOfPieces, by_aim, in_tinted_rounds};
use crate::games::reasons::stones;
use crate::rules::{Limits, Reason, Stop};

pub(super) fn reasons<K: PileRules>(
    game: &PileGame<K>,
    at: &Vec<u64>,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> GameReasons<PileGame<K>> {
    let live: Vec<usize> = (0..at.len()).filter(|&i| game.kind.next(at[i], 0).is_some()).collect();
    let &[pile] = &live[..] else { return pieces::reasons(game, at, proved, limits) };
    let loser = u64::from(game.convention.is_misere());
    let aim = game.kind.aim(at[pile], loser, limits)?;
    let over = at[pile].saturating_sub(loser) % aim.round.unwrap_or(u64::MAX);
    let marks = aim.round.map(|round| in_tinted_rounds(group(pile), at[pile], round, over + loser));
    by_aim(game, at, proved, &aim, |to| to[pile], marks.unwrap_or_default(), limits)
}

impl<K: PileRules> SumOfPieces for PileGame<K> {
    const NOUN: PieceNoun = PieceNoun {
        one: "pile",
        many: "piles",
        over: "No move is left",
        values: "* and a number after the name of a pile: its Grundy value",
        listed: true,
    };

    const COUNTS_ITSELF: bool = K::COUNTS_ITSELF;

    fn pieces(&self, at: &Vec<u64>, limits: &Limits) -> Result<Vec<Piece<Vec<u64>>>, Stop> {
        let live = at.iter().enumerate().filter(|(_, n)| self.kind.next(**n, 0).is_some());
        live.map(|(i, &n)| {
            Ok(Piece {
                name: format!("pile {}", i + 1),
                short: n.to_string(),
                value: self.kind.value(n, limits)?,
                places: stones(group(i), 1, n),
                alone: Some(vec![n]),
            })
        })
        .collect()
    }

    fn piece_of(&self, at: &Vec<u64>, m: &PileMove) -> Option<usize> {
        Some(at[..m.pile].iter().filter(|n| self.kind.next(**n, 0).is_some()).count())
    }

    fn decision(&self, at: &Vec<u64>, limits: &Limits) -> Result<Decision, Stop> {
        Ok(match self.convention.is_misere() {
            false => Decision::NimSum,
            true => Decision::LikeNim { firm: self.tame(at, limits)?.firm },
        })
    }

    fn own_reasons(
        &self,
        at: &Vec<u64>,
        _pieces: &[Piece<Vec<u64>>],
        proved: &Proved<'_, PileMove>,
        limits: &Limits,
    ) -> GameReasons<Self> {
        let formula =
            self.kind.formula(limits)?.map(|text| Reason::new(text).claiming(proved.itself(at.clone())));
        Ok(formula.into_iter().collect())
    }
}
