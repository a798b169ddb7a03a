//! How strong a person plays, as far as the record shows it: the level [`equal`](super::Level::Equal) plays like that.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::coach::record::Answers;
use super::history::History;
use super::review::{Review, ReviewedMove};
use super::{Level, PlayerKind};
use nimatron_core::rules::{Outcome, Player, nearest};

/// Fewer decisions in a game say too little: those of all games are added.
const ENOUGH: u64 = 10;
/// A depth counts as seen while at least nine of ten decisions up to it were right.
const SEEN: [u128; 2] = [9, 10];
/// The least and the most errors in a hundred decisions: the opponent always errs at times, and never always.
const ERRORS: [u32; 2] = [5, 95];
/// For each match that the person lost beyond those won, it errs so much more often: in the end both win about half.
const NET_STEP: i128 = 3;

/// How far somebody sees, and how often that person errs beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// A win that ends within so many moves is never missed.
    pub sees: u64,
    /// In how many of a hundred decisions a win or a draw is given away beyond that.
    pub errs: u32,
}

/// A move in a won position that could have lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// How many moves before the end.
    pub remoteness: u64,
    /// Whether the position was kept won.
    pub kept: bool,
}

/// A player's decisions in a match, as far as they are proved.
pub fn decisions(review: &Review, player: Player) -> Vec<Decision> {
    let made = |m: &ReviewedMove| {
        let before = m
            .before
            .filter(|before| m.decision && before.outcome == Outcome::Win)?;
        Some(Decision {
            remoteness: before.remoteness?,
            kept: m.kept()?,
        })
    };
    review
        .moves
        .iter()
        .filter(|m| m.player == player)
        .filter_map(made)
        .collect()
}

impl Default for Strength {
    /// A person of whom nothing is known yet.
    fn default() -> Strength {
        Strength { sees: 1, errs: 50 }
    }
}

impl Strength {
    /// What the record says of a person's play in a game, named as in IDs.
    pub fn of(record: &History, game: &str) -> Strength {
        let mut decisions: BTreeMap<u64, Answers> = BTreeMap::new();
        let mut add = |of_game: &BTreeMap<u64, Answers>| {
            for (remoteness, answers) in of_game {
                let all = decisions.entry(*remoteness).or_default();
                all.asked = all.asked.saturating_add(answers.asked);
                all.right = all.right.saturating_add(answers.right.min(answers.asked));
            }
        };
        match record.coach.decisions.get(game) {
            Some(of_game)
                if of_game
                    .values()
                    .map(|answers| u128::from(answers.asked))
                    .sum::<u128>()
                    >= ENOUGH.into() =>
            {
                add(of_game);
            }
            _ => record.coach.decisions.values().for_each(add),
        }
        let equal = PlayerKind::Computer(Level::Equal);
        let matches = record
            .matches
            .iter()
            .find(|m| m.game == game && m.opponent == equal.word());
        Strength::estimate(&decisions, matches.map_or([0, 0], |m| [m.won, m.lost()]))
    }

    /// From decisions in won positions by the number of moves to the end, and from matches won and lost against this
    /// level.
    fn estimate(decisions: &BTreeMap<u64, Answers>, [won, lost]: [u64; 2]) -> Strength {
        // The record is a file that anybody can write: its numbers may be as large as they can.
        let mut sees = Strength::default().sees;
        let (mut near, mut right) = (0, 0);
        for (remoteness, answers) in decisions {
            near += u128::from(answers.asked);
            right += u128::from(answers.right);
            // The last depth of which this is true; chance makes single depths look better or worse.
            if right * SEEN[1] >= near * SEEN[0] && near > 1 {
                sees = sees.max(*remoteness);
            }
        }
        let (mut asked, mut wrong) = (2, 1);
        for (_, answers) in decisions.range((Bound::Excluded(sees), Bound::Unbounded)) {
            asked += i128::from(answers.asked);
            wrong += i128::from(answers.asked - answers.right);
        }
        let errs = wrong * 100 / asked + NET_STEP * (i128::from(lost) - i128::from(won));
        let [least, most] = ERRORS.map(i128::from);
        Strength {
            sees,
            errs: nearest(errs.clamp(least, most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(decisions: &[(u64, u64, u64)]) -> History {
        let mut record = History::default();
        let of_game = decisions
            .iter()
            .map(|&(n, asked, right)| (n, Answers { asked, right }))
            .collect();
        record.coach.decisions.insert("nim".to_owned(), of_game);
        record
    }

    #[test]
    fn errors_begin_where_the_person_stops_seeing_wins() {
        let known = record(&[(1, 20, 20), (3, 20, 19), (5, 20, 8), (7, 20, 6)]);
        assert_eq!(Strength::of(&known, "nim"), Strength { sees: 3, errs: 64 });
        // One right answer may be chance.
        assert_eq!(Strength::of(&record(&[(5, 1, 1)]), "nim").sees, 1);
        // Without decisions of its own a game takes those of all others.
        assert_eq!(Strength::of(&known, "chomp"), Strength::of(&known, "nim"));
        assert_eq!(
            Strength::of(&History::default(), "nim"),
            Strength::default()
        );
        // No number of a file is too large.
        let most = record(&[
            (1, u64::MAX, u64::MAX),
            (3, u64::MAX - 1, 0),
            (u64::MAX, u64::MAX, u64::MAX),
        ]);
        assert_eq!(Strength::of(&most, "nim"), Strength { sees: 1, errs: 49 });
        // With a few of its own, those of all others too.
        let mut few = known.clone();
        few.coach.decisions.insert(
            "chomp".to_owned(),
            [(1, Answers { asked: 2, right: 0 })].into(),
        );
        assert_eq!(Strength::of(&few, "chomp"), Strength::of(&known, "nim"));
    }

    #[test]
    fn decisions_are_those_of_won_positions() {
        use crate::play::{fixtures::game, review::review};
        use nimatron_core::rules::Limits;
        // The first move gives the win away, and the second keeps it.
        let game = game("nim:3,5,7", &["1-3", "3-2", "2-5", "3-5"]);
        let review = review(&game, &Limits::default(), &mut |_, _| ()).unwrap();
        let kept = |player| {
            decisions(&review, player)
                .iter()
                .map(|d| d.kept)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [kept(Player::First), kept(Player::Second)],
            [vec![false], vec![true, true]]
        );
    }

    #[test]
    fn somebody_who_wins_too_often_meets_fewer_errors() {
        use crate::play::history::Score;
        let errs = |scores: &[Score]| {
            let mut known = record(&[(3, 40, 40), (5, 40, 20)]);
            for score in scores {
                known.add_match("nim", PlayerKind::Computer(Level::Equal), *score);
            }
            Strength::of(&known, "nim").errs
        };
        let [won, lost] = [errs(&[Score::Won; 8]), errs(&[Score::Lost; 8])];
        assert!(won < errs(&[]) && errs(&[]) < lost, "{won} {lost}");
        assert_eq!(errs(&[Score::Won, Score::Lost]), errs(&[]));
    }
}
