//! Estimates the user's strength from the record, so that the level [`equal`](super::Level::Equal) can imitate it.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::coach::record::Answers;
use super::history::History;
use super::{Level, PlayerKind};
use nimatron_core::rules::saturating_cast;

/// The minimum number of recorded decisions in a game for estimating the strength from that game alone. With fewer
/// decisions, the decisions in all games are used.
const ENOUGH: u64 = 10;
/// The minimum share of right decisions, as a fraction, at which the user is assumed to find every win up to a depth.
/// The record must contain at least two decisions up to the depth.
const SEEN: [u128; 2] = [9, 10];
/// The minimum and maximum error rates in percent: the opponent must err sometimes, but not always.
const ERRORS: [u32; 2] = [5, 95];
/// The number of percentage points by which the error rate of `equal` in a game changes after each match that it wins
/// or loses. The rate rises after the user loses and drops after the user wins. In the long run, both sides therefore
/// win about half of the matches.
const NET_STEP: i128 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The depth, in moves to the end, up to which the user is assumed to find every win.
    pub sees: u64,
    /// The percentage of decisions at depths greater than `sees` in which the user gives the win away.
    pub errs: u32,
}

/// A move in a won position that has both winning and other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub remoteness: u64,
    pub kept: bool,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { sees: 1, errs: 50 }
    }
}

impl Strength {
    pub fn from_history(record: &History, game: &str) -> Strength {
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

    /// Estimates a strength from the decisions in won positions and from the matches against [`Level::Equal`]. The
    /// decisions are grouped by the number of moves to the end.
    fn estimate(decisions: &BTreeMap<u64, Answers>, [won, lost]: [u64; 2]) -> Strength {
        // The user can edit the record's file, so its numbers may be as large as `u64::MAX`. Add them in 128 bits.
        let mut sees = Strength::default().sees;
        let (mut near, mut right) = (0, 0);
        for (remoteness, answers) in decisions {
            near += u128::from(answers.asked);
            right += u128::from(answers.right);
            // The rate at a single depth may be due to chance, so count the answers at all depths up to this one.
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
            errs: saturating_cast(errs.clamp(least, most)),
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
        assert_eq!(
            Strength::from_history(&known, "nim"),
            Strength { sees: 3, errs: 64 }
        );
        // A single right answer may be due to chance, so the user is not assumed to find every win at its depth.
        assert_eq!(Strength::from_history(&record(&[(5, 1, 1)]), "nim").sees, 1);
        // For a game without decisions, the decisions of all other games are used.
        assert_eq!(
            Strength::from_history(&known, "chomp"),
            Strength::from_history(&known, "nim")
        );
        assert_eq!(
            Strength::from_history(&History::default(), "nim"),
            Strength::default()
        );
        // Sums of very large numbers from a file must not overflow.
        let most = record(&[
            (1, u64::MAX, u64::MAX),
            (3, u64::MAX - 1, 0),
            (u64::MAX, u64::MAX, u64::MAX),
        ]);
        assert_eq!(
            Strength::from_history(&most, "nim"),
            Strength { sees: 1, errs: 49 }
        );
        // For a game with too few decisions, the decisions of all other games are used as well.
        let mut few = known.clone();
        few.coach.decisions.insert(
            "chomp".to_owned(),
            [(1, Answers { asked: 2, right: 0 })].into(),
        );
        assert_eq!(
            Strength::from_history(&few, "chomp"),
            Strength::from_history(&known, "nim")
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
            Strength::from_history(&known, "nim").errs
        };
        let [won, lost] = [errs(&[Score::Won; 8]), errs(&[Score::Lost; 8])];
        assert!(won < errs(&[]) && errs(&[]) < lost, "{won} {lost}");
        assert_eq!(errs(&[Score::Won, Score::Lost]), errs(&[]));
    }
}
