//! What is proved of a ruleset as a whole. Every command asks for it here: the table for its period, the search for a
//! rule for its theorems.

use crate::solve::periodic::{Period, Repeat};

/// The theorems about the positions of a ruleset that are one or two numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theory {
    /// The period of single numbers: of their Grundy values, or in misère play of their outcomes.
    pub period: Option<Period>,
    /// The positions that are lost for the player to move.
    pub lost: Option<ProvedRule>,
    /// The Grundy values.
    pub values: Option<ProvedRule>,
    /// A period that shows in the first values and is not proved, in words.
    pub seen: Option<String>,
}

/// A rule in the language of claims, with the theorem that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedRule {
    /// An expression in `n`, or in `a` and `b`.
    pub rule: String,
    /// The name of the theorem, or the argument in a line.
    pub theorem: String,
}

impl Theory {
    /// Adds a period that a closed form gives.
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

    /// The period with its proof, or one that is only seen, in one line.
    pub fn period_in_words(&self) -> Option<String> {
        let proved = self.period.as_ref().map(Period::in_words);
        proved.or_else(|| self.seen.clone())
    }
}

impl ProvedRule {
    fn new(rule: impl Into<String>, theorem: &str) -> ProvedRule {
        ProvedRule {
            rule: rule.into(),
            theorem: theorem.to_owned(),
        }
    }
}
