//! Defines words shown to players: the terms of the theory, with one-line definitions, and the forms of verbs.

use memchr::memmem;

use crate::language::is_english;

macro_rules! glossary {
    ($($term:ident tr_key!($name:literal) tr_key!($meaning:literal))+) => {
        /// A technical term that the glossary explains.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Word {
            $(#[doc = $meaning] $term,)+
        }

        impl Word {
            /// All terms, in the order of the glossary.
            pub const ALL: [Word; [$($name),+].len()] = [$(Word::$term),+];

            /// The spelling of the term.
            pub fn name(self) -> &'static str {
                match self {
                    $(Word::$term => tr!($name),)+
                }
            }

            /// The one-line definition.
            pub fn definition(self) -> &'static str {
                match self {
                    $(Word::$term => tr!($meaning),)+
                }
            }
        }
    };
}

glossary! {
    Xor tr_key!("XOR") tr_key!("write each number as a sum of different powers of 2, cancel equal parts in pairs, and add up what is left. 3 XOR 5 is (2+1) XOR (4+1), which leaves 2+4 = 6.")
    NimSum tr_key!("nim-sum") tr_key!("a sum without carrying. Write each number as a sum of different powers of 2, and cancel equal parts in pairs. For example, 3 is 2+1 and 5 is 4+1: the 1s cancel, and the nim-sum is 2+4 = 6.")
    Grundy tr_key!("Grundy value") tr_key!("the size of the Nim pile to which a position is equivalent. If the value is 0, the player to move loses.")
    Mex tr_key!("mex") tr_key!("the smallest of 0, 1, 2, ... that is not in a list. A position's Grundy value is the mex of the values that its moves lead to.")
    Remoteness tr_key!("remoteness") tr_key!("how many moves are left if the winner hurries and the loser delays.")
    Misere tr_key!("misère") tr_key!("the player who makes the last move loses.")
    Component tr_key!("component") tr_key!("one of the games that are played side by side as a sum.")
    Chain tr_key!("chain") tr_key!("a row of triangles that can all be taken, one after another, once someone draws an edge of one of them. A short chain has one or two triangles, a long chain three or more.")
    SafeEdge tr_key!("safe edge") tr_key!("an edge that does not let your opponent take a triangle.")
    SafeMove tr_key!("safe move") tr_key!("a move that draws a safe edge or opens a short chain; the opponent takes the chain but must then move again. A player with no safe moves left must give away a long chain.")
    Handout tr_key!("hard-hearted handout") tr_key!("giving away two triangles by drawing the edge between them, so that the opponent cannot decline the gift.")
    DoubleCross tr_key!("double-cross") tr_key!("leaving the last two triangles of a long chain, so that the opponent takes both with one edge and must then open the next chain.")
    LosingPair tr_key!("losing pair") tr_key!("a pair of numbers from which every move loses.")
    LosingSquare tr_key!("losing square") tr_key!("a square from which every move loses.")
    Loony tr_key!("loony") tr_key!("a loony move gives the opponent triangles to take and lets the opponent choose who must open the next chain. Such a move seldom pays.")
    Fibonacci tr_key!("Fibonacci number") tr_key!("1, 2, 3, 5, 8, 13 and so on; from 3 on, each is the sum of the two before it.")
    Zeckendorf tr_key!("Zeckendorf") tr_key!("a number written as a sum of different Fibonacci numbers, no two of them next to each other in the Fibonacci sequence. Every number has exactly one such sum. For example, 20 = 13 + 5 + 2.")
    GoldenRatio tr_key!("golden ratio") tr_key!("(1 + the square root of 5) / 2, about 1.618.")
    Remainder tr_key!("remainder") tr_key!("what is left over when one number is divided by another. For example, 21 divided by 4 leaves 1.")
    MisereQuotient tr_key!("misère quotient") tr_key!("a small multiplication table that takes the place of Grundy values when the last move loses.")
    Symmetry tr_key!("symmetry") tr_key!("a way to pair up places so that every move has a mirror image that can still be played afterwards. Always reply with the mirror image, and your opponent runs out of moves first.")
    MirrorStrategy tr_key!("mirror strategy") tr_key!("reply to every move with its mirror image. If you can always do this, your opponent runs out of moves first.")
    StrategyStealing tr_key!("strategy stealing") tr_key!("a proof that some first move wins, without saying which one. Suppose a certain first move loses. Then some reply to it wins. If playing that reply as the first move would leave the same position, then that first move wins.")
}

impl Word {
    /// Lists the terms used in a text, in the order of the glossary. Ignores case, and also finds plurals.
    pub fn used_in(text: &str) -> Vec<Word> {
        let text = text.to_lowercase();
        let is_used = |word: &Word| word.is_in(&text);
        Word::ALL.into_iter().filter(is_used).collect()
    }

    fn is_in(self, text: &str) -> bool {
        let name = self.name().to_lowercase();
        memmem::find_iter(text.as_bytes(), &name).any(|at| {
            let before = text[..at].chars().next_back();
            let after = text[at + name.len()..]
                .trim_start_matches('s')
                .chars()
                .next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    }
}

/// The verbs with which the description of a move can begin, each as imperative, past tense and gerund.
const VERBS: [[&str; 3]; 22] = [
    ["add", "added", "adding"],
    ["advance", "advanced", "advancing"],
    ["bite", "bit", "biting"],
    ["change", "changed", "changing"],
    ["colour", "coloured", "colouring"],
    ["cut", "cut", "cutting"],
    ["draw", "drew", "drawing"],
    ["give", "gave", "giving"],
    ["jump", "jumped", "jumping"],
    ["leave", "left", "leaving"],
    ["mark", "marked", "marking"],
    ["move", "moved", "moving"],
    ["place", "placed", "placing"],
    ["play", "played", "playing"],
    ["put", "put", "putting"],
    ["reduce", "reduced", "reducing"],
    ["raise", "raised", "raising"],
    ["remove", "removed", "removing"],
    ["set", "set", "setting"],
    ["split", "split", "splitting"],
    ["take", "took", "taking"],
    ["turn", "turned", "turning"],
];

/// Puts the description of a move into the past tense: `take 2 from pile 1` becomes `took 2 from pile 1`. If the verb
/// is unknown or the language is not English, the result is `played ...`.
pub fn in_past_tense(words: &str) -> String {
    with_verb(words, 1)
}

/// Turns the description of a move into a gerund: `taking 2 from pile 1`. The result is `playing ...` if the verb is
/// unknown or the language is not English.
pub fn as_gerund(words: &str) -> String {
    with_verb(words, 2)
}

fn with_verb(words: &str, form: usize) -> String {
    let changed = |words: &str| {
        let told = |order: &str| {
            let (verb, object) = order.split_once(' ')?;
            let forms = VERBS.iter().find(|forms| forms[0] == verb)?;
            Some(format!("{} {object}", forms[form]))
        };
        let mut orders = words.split(" and ");
        let first = told(orders.next()?)?;
        Some(orders.fold(first, |all, order| {
            format!(
                "{all} and {}",
                told(order).unwrap_or_else(|| order.to_owned())
            )
        }))
    };
    let in_a_game = || {
        let (game, words) = words.split_once(": ")?;
        Some(tr!("{words} in {game}", words = changed(words)?))
    };
    changed(words)
        .or_else(in_a_game)
        .filter(|_| is_english())
        .unwrap_or_else(|| match form {
            1 => tr!("played {words}"),
            _ => tr!("playing {words}"),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_afterwards() {
        assert_eq!(in_past_tense("take 2 from pile 1"), "took 2 from pile 1");
        assert_eq!(
            in_past_tense("Nim (game 2): take 1"),
            "took 1 in Nim (game 2)"
        );
        assert_eq!(in_past_tense("1=2,3=0"), "played 1=2,3=0");
        assert_eq!(
            as_gerund("split heap 2 into 3 and 4"),
            "splitting heap 2 into 3 and 4"
        );
        assert_eq!(
            as_gerund("take 3 and split the rest"),
            "taking 3 and splitting the rest"
        );
    }

    #[test]
    fn terms_are_found_in_texts() {
        assert_eq!(Word::used_in("Nim-sums are 0 in Mexico."), [Word::NimSum]);
        assert_eq!(
            Word::used_in("Grundy values and safe edges"),
            [Word::Grundy, Word::SafeEdge]
        );
        assert!(
            Word::ALL
                .iter()
                .all(|word| word.definition().ends_with('.'))
        );
    }
}
