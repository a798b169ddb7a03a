//! Schedules skills with the Free Spaced Repetition Scheduler. Each skill has one card.

use chrono::DateTime;
use nimatron_core::games::reasons::counted;
use nimatron_core::rules::saturating_cast;
use nimatron_core::tr;
use rs_fsrs::{FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Wrong,
    /// Answered correctly with help.
    Helped,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    New,
    /// The coach has asked about the skill, but the user does not yet remember it reliably.
    Learning,
    /// Answered correctly again at least a night later.
    Known,
    /// Remembered so well that the skill is not due again for weeks.
    Mastered,
}

impl Level {
    pub fn word(self) -> &'static str {
        match self {
            Level::New => tr!("new"),
            Level::Learning => tr!("learning"),
            Level::Known => tr!("known"),
            Level::Mastered => tr!("mastered"),
        }
    }
}

/// Describes a due time that is `left` seconds away.
pub fn due_in(left: i64) -> String {
    let (n, one, many) = match left {
        ..=0 => return tr!("due now").to_owned(),
        1..3_600 => ((left + 59) / 60, tr!("minute"), tr!("minutes")),
        3_600..86_400 => (left / 3_600, tr!("hour"), tr!("hours")),
        _ => (left / 86_400, tr!("day"), tr!("days")),
    };
    tr!("due in {time}", time = counted(n.unsigned_abs(), one, many))
}

/// The stability, in days, at which a skill counts as mastered.
const MASTERED_DAYS: u64 = 21;

/// The minimum time, in seconds, after which a correct answer shows that the skill was remembered overnight.
const NIGHT: i64 = 8 * 3_600;
/// The maximum time, in seconds, until the skill of a card that is not `remembered` is due again.
const DAY: i64 = 86_400;

/// The state of a skill in the user's memory. Times are in seconds since 1970 (UTC), unless stated otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub due: i64,
    pub last: i64,
    /// The time, in thousandths of a day, after which the probability of remembering the skill has dropped to 90 per
    /// cent.
    stability: u64,
    /// The difficulty, from 1,000 (easy) to 10,000 (hard).
    difficulty: u64,
    /// The interval that the scheduler chose after the last question, in days.
    days: i64,
    pub asked: u32,
    /// The number of times the skill was forgotten.
    pub lapses: u32,
    /// The stage: 0 new, 1 learning, 2 in review, 3 learning again.
    stage: u8,
    /// Whether the user answered a question on the skill correctly after at least a night, and none incorrectly since
    /// then. Cards in older records lack this field and count as remembered.
    #[serde(default = "remembered")]
    remembered: bool,
}

fn remembered() -> bool {
    true
}

#[allow(
    clippy::cast_precision_loss,
    reason = "thousandths of days, far below 2^52"
)]
fn units(thousandths: u64) -> f64 {
    thousandths as f64 / 1000.0
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped"
)]
fn thousandths(number: f64) -> u64 {
    (number.clamp(0.0, 1e9) * 1000.0).round() as u64
}

impl Card {
    pub fn answered(self, grade: Grade, now: i64) -> Card {
        let time = |seconds: i64| DateTime::from_timestamp(seconds, 0).unwrap_or_default();
        let card = rs_fsrs::Card {
            due: time(self.due),
            stability: units(self.stability),
            difficulty: units(self.difficulty),
            elapsed_days: 0,
            scheduled_days: self.days,
            reps: saturating_cast(self.asked),
            lapses: saturating_cast(self.lapses),
            state: match self.stage {
                1 => State::Learning,
                2 => State::Review,
                3 => State::Relearning,
                _ => State::New,
            },
            last_review: time(self.last),
        };
        let rating = match grade {
            Grade::Wrong => Rating::Again,
            Grade::Helped => Rating::Hard,
            Grade::Right => Rating::Good,
        };
        // If the clock was set back, treat the elapsed time as zero.
        let now = now.max(self.last);
        let next = FSRS::new(Parameters::default())
            .next(card, time(now), rating)
            .card;
        let remembered = match grade {
            Grade::Wrong => false,
            Grade::Helped => self.remembered,
            Grade::Right => self.remembered || self.stage != 0 && now - self.last >= NIGHT,
        };
        let due = next.due.timestamp();
        Card {
            due: if remembered { due } else { due.min(now + DAY) },
            last: now,
            stability: thousandths(next.stability),
            difficulty: thousandths(next.difficulty),
            days: next.scheduled_days,
            asked: self.asked.saturating_add(1),
            lapses: saturating_cast(next.lapses),
            stage: next.state as u8,
            remembered,
        }
    }

    pub fn level(self) -> Level {
        match self.stage {
            0 => Level::New,
            2 if self.remembered && self.stability >= MASTERED_DAYS * 1000 => Level::Mastered,
            2 if self.remembered => Level::Known,
            _ => Level::Learning,
        }
    }

    pub fn is_due(self, now: i64) -> bool {
        self.stage != 0 && self.due <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sitting_makes_nothing_known_and_the_next_day_does() {
        let evening = 1_700_000_000;
        let mut card = Card::default();
        for minute in 0..8 {
            card = card.answered(Grade::Right, evening + 60 * minute);
            assert_eq!(card.level(), Level::Learning, "after {minute} minutes");
            assert!(card.due <= card.last + DAY);
        }
        assert!(card.is_due(evening + DAY + 8 * 60));
        assert_eq!(
            card.answered(Grade::Helped, evening + DAY).level(),
            Level::Learning
        );
        assert_eq!(
            card.answered(Grade::Wrong, evening + DAY).level(),
            Level::Learning
        );
        let known = card.answered(Grade::Right, evening + DAY);
        assert_eq!(known.level(), Level::Known);
        assert!(known.due > evening + 2 * DAY);
        assert_eq!(
            known.answered(Grade::Wrong, evening + 9 * DAY).level(),
            Level::Learning
        );
    }

    #[test]
    fn what_is_known_comes_back_later_and_later() {
        let mut card = Card::default();
        assert_eq!(card.level(), Level::New);
        let mut now = 1_700_000_000;
        let mut pauses = Vec::new();
        for _ in 0..7 {
            card = card.answered(Grade::Right, now);
            pauses.push(card.due - now);
            now = card.due;
        }
        assert!(pauses[0] < DAY && pauses.is_sorted(), "{pauses:?}");
        assert_eq!(card.level(), Level::Mastered);
        assert!(card.is_due(now) && !card.is_due(now - 1));
        let wrong = card.answered(Grade::Wrong, now);
        assert!(wrong.due - now < DAY && pauses[5] > 5 * DAY);
        assert_eq!((wrong.level(), wrong.lapses), (Level::Learning, 1));
    }

    #[test]
    fn what_is_due_is_told_in_whole_units() {
        let told = [-5, 0, 1, 61, 3_599, 3_600, 7_200, DAY, 3 * DAY].map(due_in);
        let units = [
            tr!("minute"),
            tr!("minutes"),
            "minutes",
            tr!("hour"),
            tr!("hours"),
            tr!("day"),
            tr!("days"),
        ];
        assert_eq!(told[..3], ["due now", "due now", "due in 1 minute"]);
        assert!(
            told[2..]
                .iter()
                .zip(units)
                .all(|(told, unit)| told.ends_with(unit)),
            "{told:?}"
        );
    }

    #[test]
    fn a_clock_set_back_does_no_harm() {
        let card = Card::default().answered(Grade::Right, 1_700_000_000);
        assert_eq!(card.answered(Grade::Right, 0).last, 1_700_000_000);
    }
}
