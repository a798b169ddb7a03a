//! The theorems about a ruleset as a whole.

use crate::language::text;
use crate::solve::periodic::{Period, Repeat};

/// The theorems about a ruleset, for positions that consist of one or two numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theory {
    /// The period for positions with a single number: the period of their Grundy values in normal play, and of their
    /// outcomes in misère play.
    pub period: Option<Period>,
    /// The rule for the positions that are lost for the player to move, if one is proved.
    pub lost: Option<ProvedRule>,
    /// The rule for the Grundy values, if one is proved.
    pub values: Option<ProvedRule>,
    /// A description of a period that was observed in the first values but is not proved.
    pub seen: Option<String>,
    /// The heap size up to which a longer search for a period takes only a few seconds; 0 if a longer search would be
    /// useless.
    pub further: u64,
}

/// A rule in the language of claims, with the theorem that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedRule {
    /// An expression in `n`, or in `a` and `b`.
    pub rule: String,
    /// The name of the theorem, or a one-line argument.
    pub theorem: String,
}

impl Theory {
    /// Adds a period that follows from a closed form.
    pub fn repeating(self, from: u64, length: u64, theorem: &str) -> Theory {
        let period = Period::new(Repeat { from, length }, theorem);
        Theory {
            period: Some(period),
            ..self
        }
    }

    /// Adds a rule for the lost positions.
    pub fn lost(self, rule: impl Into<String>, theorem: &str) -> Theory {
        Theory {
            lost: Some(ProvedRule::new(rule, theorem)),
            ..self
        }
    }

    /// Adds a rule for the Grundy values.
    pub fn valued(self, rule: impl Into<String>, theorem: &str) -> Theory {
        Theory {
            values: Some(ProvedRule::new(rule, theorem)),
            ..self
        }
    }

    /// The period with its proof, or an observed period, in one line; `None` if neither is known.
    pub fn period_in_words(&self) -> Option<String> {
        let proved = self.period.as_ref().map(Period::in_words);
        proved.or_else(|| self.seen.clone())
    }
}

impl ProvedRule {
    fn new(rule: impl Into<String>, theorem: &str) -> ProvedRule {
        ProvedRule {
            rule: rule.into(),
            theorem: text(theorem).to_owned(),
        }
    }
}
