//! Words of the theory, each with one line that says what it means (`assets/words.txt`).

/// A word of the theory that a reason may use once it is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// Adding binary numbers without carrying.
    Xor,
    /// The size of the Nim pile that a position is worth.
    Grundy,
    /// What a part counts for beside others.
    Worth,
    /// The least number that is missing.
    Mex,
    /// Moves left when the winner hurries.
    Remoteness,
    /// Who moves last loses.
    Misere,
    /// Triangles that fall one after another.
    Chain,
    /// An edge after which nothing can be taken.
    QuietEdge,
    /// A move that passes the turn before somebody has to open a long chain.
    WaitingMove,
    /// While quiet edges are left.
    Early,
    /// Two numbers from which who moves loses.
    LosingPair,
    /// A square from which who moves loses.
    ColdSquare,
    /// A move that offers the opponent a choice it cannot lose by.
    Loony,
    /// One of 1, 2, 3, 5, 8 and so on.
    Fibonacci,
    /// The sum of Fibonacci numbers, no two of them neighbours.
    Zeckendorf,
    /// About 1.618.
    GoldenRatio,
    /// What is left over after dividing.
    Residue,
    /// What a position counts for in misère sums.
    MisereQuotient,
    /// Answering every move by its mirror image.
    Symmetry,
}

/// The lines `word: definition`, one for each [`Word`] in the order of [`Word::ALL`].
const LINES: &str = include_str!("../../assets/words.txt");

impl Word {
    /// Every word, in the order of the glossary.
    pub const ALL: [Word; 19] = [
        Word::Xor,
        Word::Grundy,
        Word::Worth,
        Word::Mex,
        Word::Remoteness,
        Word::Misere,
        Word::Chain,
        Word::QuietEdge,
        Word::WaitingMove,
        Word::Early,
        Word::LosingPair,
        Word::ColdSquare,
        Word::Loony,
        Word::Fibonacci,
        Word::Zeckendorf,
        Word::GoldenRatio,
        Word::Residue,
        Word::MisereQuotient,
        Word::Symmetry,
    ];

    fn line(self) -> (&'static str, &'static str) {
        let at = Word::ALL.iter().position(|w| *w == self).unwrap_or_default();
        LINES.lines().nth(at).and_then(|line| line.split_once(": ")).unwrap_or(("", ""))
    }

    /// The word as it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.line().0
    }

    /// What it means, in one line.
    #[must_use]
    pub fn definition(self) -> &'static str {
        self.line().1
    }
}

#[cfg(test)]
impl Word {
    /// Whether a text uses the word, in either case, alone or in the plural: for tests of what is explained.
    pub(crate) fn is_in(self, text: &str) -> bool {
        let (text, name) = (text.to_lowercase(), self.name().to_lowercase());
        text.match_indices(&name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + name.len()..].trim_start_matches('s').chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_line() {
        assert_eq!(LINES.lines().count(), Word::ALL.len());
        for word in Word::ALL {
            assert!(!word.name().is_empty() && word.definition().ends_with('.'), "{word:?}");
        }
        assert_eq!(Word::Xor.name(), "XOR");
        assert_eq!(Word::Symmetry.name(), "symmetry");
    }
}
