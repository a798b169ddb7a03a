//! Implements sums of games: a move in a sum is a move in one part.
//!
//! In normal play, the Grundy value of a sum is the XOR of the values of its parts (Sprague 1935, Grundy 1939). In
//! misère play, the method depends on the parts:
//!
//! * Tame parts are combined as in misère Nim, and stone rows by the misère rule of Kayles.
//! * If all parts are sums of heaps or equivalent to Nim heaps, and the misère quotient of all these heaps is proved,
//!   the elements of the heaps are multiplied in the quotient.
//! * Sums of piles of any size and small positions of other games are decided by the theorem on large piles
//!   ([`solve::large_piles`](crate::solve::large_piles)).
//! * All other sums are searched as a whole if they have at most a million positions, and are refused otherwise.

mod explain;
mod rule;
mod searched;
mod solver;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::erased::{
    Analysis, AnyPosition, Ask, Choice, Choices, Facts, Length, Ruleset, Turn, answer, with_word,
};
use crate::games::prelude::*;

/// The description of the sum of games. The catalogue does not list sums.
pub static INFO: Info = Info {
    id: "sum",
    name: tr_key!("Sum of games"),
    rule: tr_key!("Several games side by side: move in one of them."),
    ending: Ending::LastMove(tr_key!("makes the last move")),
    default: Some(Convention::Normal),
    players: None,
    params: &[],
    example: "nim:3,4 + star:1664",
    limits: tr_key!(
        "normal play: games of known Grundy value; misère play: tame games, runs of Kayles, heaps with a proved \
             misère quotient, or 10^6 positions in all"
    ),
    misere_parts: MisereParts::Never,
    family: MenuGroup::Sum,
    shape: Shape::None,
    numbers_text: with_commas::<u64>,
    numbered: "",
    nouns: Info::IMPARTIAL.nouns,
};

/// A small sum, used as a starting position.
pub const SMALL: &str = "nim:2,3 + row:OOO";

/// The rulesets from which a random sum takes its parts.
pub const RANDOM_PARTS: [&str; 6] = ["nim", "row", "strip", "bash/3", "queen", "wythoff"];

/// A sum of positions.
#[derive(Clone)]
pub struct Sum {
    convention: Convention,
    ruleset: Arc<Ruleset>,
    parts: Vec<Box<dyn AnyPosition>>,
}

impl Sum {
    fn part_name(&self, i: usize) -> String {
        let name = self.parts[i].info().name;
        match self.parts.iter().filter(|p| p.info().name == name).count() {
            1 => name.to_owned(),
            _ => tr!("{name} (game {number})", number = i + 1),
        }
    }

    /// Creates the sum of impartial parts. All parts must have been opened under `convention`.
    pub fn new(convention: Convention, parts: Vec<Box<dyn AnyPosition>>) -> Sum {
        let facts = GameFacts {
            scripts: parts.iter().flat_map(|p| p.scripts().to_vec()).collect(),
            ..GameFacts::default()
        };
        Sum {
            convention,
            ruleset: Arc::new(Ruleset::new(INFO.spoken(), Some(convention), facts)),
            parts,
        }
    }

    /// The canonical ID.
    pub fn id(&self) -> String {
        with_word(Some(self.convention), INFO.default, self.part_id())
    }

    fn id_with(&self, i: usize, part: &str) -> String {
        let parts: Vec<String> = self
            .parts
            .iter()
            .enumerate()
            .map(|(j, p)| if i == j { part.to_owned() } else { p.part_id() })
            .collect();
        with_word(Some(self.convention), INFO.default, parts.join(" + "))
    }

    /// Converts a move in part `i` to a move in the sum. If the ID of the sum after the move is too long, it is
    /// omitted.
    fn lift(&self, i: usize, choice: Choice) -> Choice {
        let part = saturating_cast(i);
        Choice {
            text: format!("{}/{}", i + 1, choice.text),
            to: choice
                .to
                .map(|to| self.id_with(i, &to))
                .filter(|to| to.len() <= Ask::LONGEST_TO),
            sites: choice.sites.into_iter().map(|s| s.in_part(part)).collect(),
        }
    }

    fn split<'t>(&self, text: &'t str) -> Result<(usize, &'t str), MoveError> {
        let fail = |what: String| {
            MoveError::new(
                text,
                what,
                tr!(
                    "the part's number from 1 to {parts}, a slash and a move in it",
                    parts = self.parts.len()
                ),
            )
        };
        let (part, others) = text.trim().split_once('/').unzip();
        let number = Text::new(part.unwrap_or(text).trim());
        let number = number.number(tr!("a part"), 1, self.parts.len() as u64);
        let Some(others) = others else {
            // If the number is valid, the slash after the number is missing, so the error points at the end of the
            // text.
            let end = text.trim().chars().count() + 1;
            return Err(MoveError {
                column: if number.is_ok() { end } else { 1 },
                ..fail(tr!("it does not say in which part").to_owned())
            });
        };
        let number =
            number.map_err(|e| fail(tr!("there is no such part: {what}", what = e.what)))?;
        Ok((saturating_cast::<usize, _>(number) - 1, others))
    }
}

fn in_sum(text: &str, in_part: &str, error: MoveError) -> MoveError {
    let text = text.trim();
    let before = text.chars().count() - in_part.trim_end().chars().count();
    MoveError {
        text: text.to_owned(),
        column: before + error.column,
        ..error
    }
}

fn unusual_convention(part: &dyn AnyPosition) -> String {
    let default = part.info().default;
    let unusual = part.convention().filter(|_| default.is_some());
    unusual
        .filter(|convention| default != Some(*convention))
        .map_or(String::new(), |convention| {
            tr!(", {name} play", name = convention.name())
        })
}

fn out_of_step() -> Stop {
    Stop::not_proved(tr!(
        "the moves listed and the moves searched are not the same"
    ))
}

impl Sum {
    fn is_over(&self) -> bool {
        self.parts.iter().all(|part| part.is_over())
    }
}

impl AnyPosition for Sum {
    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn rule(&self) -> String {
        self.ruleset.info.rule_under(Some(self.convention))
    }

    fn words(&self, text: &str, length: Length) -> String {
        let legal = self.split(text).ok();
        let legal = legal.filter(|(i, m)| self.parts[*i].legal(m).is_ok());
        legal.map_or_else(
            || text.to_owned(),
            |(i, m)| format!("{}: {}", self.part_name(i), self.parts[i].words(m, length)),
        )
    }

    fn part_id(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|p| p.part_id()).collect();
        parts.join(" + ")
    }

    fn facts(&self) -> Facts {
        Facts {
            ruleset: INFO.id.to_owned(),
            state: String::new(),
            numbers: None,
            pieces: Pieces::default(),
            moves_left: Some((0, u64::MAX)),
            pairing: None,
        }
    }

    fn count_moves(&self) -> Option<u64> {
        let total = self
            .parts
            .iter()
            .try_fold(0u64, |sum, p| sum.checked_add(p.count_moves()?))?;
        (total <= crate::rules::MAX_NUMBER).then_some(total)
    }

    fn legal(&self, text: &str) -> Result<Choice, MoveError> {
        let (i, others) = self.split(text)?;
        let choice = self.parts[i].legal(others);
        Ok(self.lift(i, choice.map_err(|e| in_sum(text, others, e))?))
    }

    fn choices(&self, picked: &[Site], most: usize) -> Choices {
        let mut all = Choices {
            list: Vec::new(),
            complete: true,
        };
        for (i, part) in self.parts.iter().enumerate() {
            if picked.iter().any(|s| usize::from(s.part) != i) {
                continue;
            }
            let inner: Vec<Site> = picked.iter().map(|s| s.in_part(0)).collect();
            let found = part.choices(&inner, most - all.list.len().min(most));
            all.complete &= found.complete;
            all.list
                .extend(found.list.into_iter().map(|c| self.lift(i, c)));
        }
        all
    }

    fn play(&mut self, text: &str) -> Result<Turn, MoveError> {
        let (i, others) = self.split(text)?;
        self.parts[i]
            .play(others)
            .map_err(|e| in_sum(text, others, e))
    }

    fn scene(&self) -> Scene {
        let frames = (self.parts.iter().enumerate())
            .map(|(i, p)| Frame {
                name: p.info().name.to_owned(),
                title: format!("{} {}", i + 1, p.info().name),
                about: unusual_convention(p.as_ref()),
                scene: p.scene(),
            })
            .collect();
        Scene::new(Picture::Sum(frames))
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn with_state(&self, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        Err(state.error(
            tr!("a sum has no state of its own"),
            tr!("the IDs of its parts"),
        ))
    }

    /// Sorts the classes of the parts, because the order of the parts does not affect the sum.
    fn class(&self) -> String {
        let mut parts: Vec<String> = self.parts.iter().map(|part| part.class()).collect();
        parts.sort_unstable();
        parts.join(" + ")
    }

    fn components(&self) -> Vec<Box<dyn AnyPosition>> {
        self.parts.clone()
    }

    fn analysed(&self, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
        if ask.best || ask.all {
            self.learn_words(limits)?;
        }
        solver::analyse(self, ask, limits)
    }

    fn write_answer(&self, ask: Ask, limits: &Limits, out: &mut Vec<u8>) -> Result<(), Stop> {
        answer::write(out, self, ask, &self.analysed(ask, limits)?)
    }

    fn learn_words(&self, limits: &Limits) -> Result<(), Stop> {
        self.parts
            .iter()
            .try_for_each(|part| part.learn_words(limits))
    }

    fn first_moves(&self, most: usize) -> Vec<Choice> {
        let mut all = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            all.extend(
                part.first_moves(most - all.len())
                    .into_iter()
                    .map(|c| self.lift(i, c)),
            );
            if all.len() >= most {
                break;
            }
        }
        all
    }
}
