//! Implements counting games: each move adds a number from 1 to K to a count, and the game ends when the count reaches
//! the goal.
//!
//! One ruleset serves two games. The race ("first to say 100", C. G. Bachet 1612) never goes past its goal. In the land
//! auction, a bid may exceed the price.
//!
//! A position with n to go is equivalent to a pile of n in Bachet's game ([`piles::bash`](crate::games::piles::bash)),
//! so its value is n mod (K+1). In misère play, the position is tame by Ferguson's pairing, so the player to move loses
//! if n mod (K+1) = 1. On the track, the site (0, i) is the cell with the number i.

#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::language::text;

use super::pieces::by_aim;
use super::piles::bash::{aim_in_rounds, amount_to, round_theorem};
use crate::solve::tame::TameType;

/// The maximum distance from the goal at which the remoteness is computed.
const NEAR: u64 = 200;

/// The differences between the race and the auction.
pub struct CountRules {
    /// Whether the count may go past the goal.
    passes: bool,
    /// The noun for the current number: `count` or `bid`.
    what: &'static str,
    /// The first words of an error message about an invalid current number, such as `the count,`.
    in_state: &'static str,
    /// The words that precede the amount when a move is described: `add` or `raise the bid by`.
    adds: &'static str,
    rule: fn(&str, u64, Option<Convention>) -> String,
}

fn random_position<L: Listed>(
    values: &FieldValues<'_>,
    pick: &mut dyn FnMut(u64) -> u64,
) -> String {
    values.with_state(
        L::INFO.id,
        2,
        &pick((values.number(1) / 2).max(1)).to_string(),
    )
}

/// The maximum number of rounds to the goal in a random position.
const ROUNDS: u64 = 12;

/// A counting game with its parameters and convention. A position is represented by the current number, and a move by
/// the number that it adds.
pub struct Count {
    kind: &'static CountRules,
    most: u64,
    goal: u64,
    convention: Convention,
}

const MOST_ADDED: Param = Param::new(
    tr_key!("the most a move can add"),
    ParamForm::Number(Number::from(1, tr_key!("the most a move can add,"))),
);

impl Count {
    fn open(kind: &'static CountRules, variant: &Variant<'_>) -> OpenGame<Count> {
        let [most, goal] = [0, 1].map(|i| variant.number(i));
        let game = Count {
            kind,
            most,
            goal,
            convention: variant.convention,
        };
        game.into()
    }

    fn to_go(&self, at: u64) -> u64 {
        self.goal.saturating_sub(at)
    }

    fn round(&self) -> u64 {
        // `most` is less than 2^63, so the sum cannot overflow.
        self.most + 1
    }

    fn most(&self, at: u64) -> u64 {
        match self.to_go(at) {
            0 => 0,
            _ if self.kind.passes => self.most,
            left => self.most.min(left),
        }
    }
}

impl Game for Count {
    fn rule(&self, _info: &Info, convention: Option<Convention>) -> String {
        let steps = match self.most {
            1 => "1".to_owned(),
            most => tr!("a number from 1 to {most}"),
        };
        (self.kind.rule)(&steps, self.goal, convention)
    }

    fn position_facts(&self, at: &u64) -> PositionFacts {
        let left = self.goal.saturating_sub(*at);
        Pieces::new(PieceKind::Distance, [left]).into()
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(reasons, figure)
    }

    /// Random positions are near the goal, because positions further away differ only by complete rounds.
    fn positions(&self, kind: Positions<'_>, f: Visit<'_, u64>) -> bool {
        let Positions::Random(pick) = kind else {
            return false;
        };
        let rounds = self.round().saturating_mul(ROUNDS).min(self.goal).max(1);
        let _ = f(self.goal.saturating_sub(1 + pick(rounds)));
        true
    }

    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        let length = self.round();
        let goal = self.goal;
        let theorem = round_theorem(length);
        let class = goal.saturating_sub(u64::from(self.convention.is_misere())) % length;
        Ok(Theory::default()
            .repeating(0, length, &theorem)
            .lost(format!("n % {length} == {class}"), &theorem)
            .valued(format!("({goal} - n) % {length}"), &theorem))
    }
}

fn reasons(case: &Case<'_, Count>) -> GameReasons<Count> {
    let Case { game, .. } = *case;
    let at = *case.at;
    if is_over(game, &at) {
        return Ok(vec![Reason::ended(
            &tr!("The {what} has reached {at}", what = text(game.kind.what)),
            at,
            game.convention,
        )]);
    }
    let loser = u64::from(game.convention.is_misere());
    let aim = aim_in_rounds(
        game.most,
        loser,
        [
            tr!("adds"),
            "1",
            tr!(" When only 1 is left to add, the player to move loses."),
            tr!(" to go"),
        ],
    );
    by_aim(case, &aim, |to| game.to_go(*to), targets(game, at))
}

fn figure(case: &Case<'_, Count>) -> Result<Figure, Stop> {
    Ok(Figure {
        marks: targets(case.game, *case.at),
        ..Figure::default()
    })
}

const INFO: Info = Info {
    limits: tr_key!("numbers up to 2^63-1, in both conventions"),
    misere_parts: MisereParts::Tame,
    ..Info::IMPARTIAL
};

#[derive(Clone, Copy, Debug)]
pub struct Race;

impl Listed for Race {
    type Ruleset = Count;

    const INFO: Info = Info {
        id: "race",
        name: tr_key!("Race"),
        rule: tr_key!("Add a number from 1 to K to the count, without passing T."),
        ending: Ending::LastMove(tr_key!("reaches the goal")),
        params: &[
            MOST_ADDED,
            Param::new(
                tr_key!("the goal"),
                ParamForm::Number(Number::from(0, tr_key!("the goal,"))),
            ),
        ],
        example: "race/10/100:0",
        numbered: tr_key!("a count of n"),
        ..INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number(
                tr_key!("Most"),
                tr_key!("the largest number that a move can add"),
                1..=MAX_NUMBER,
                10,
            ),
            Field::number(
                tr_key!("Goal"),
                tr_key!("the number to reach; a random position starts below half of it"),
                1..=MAX_NUMBER,
                100,
            ),
        ],
        start: |values| values.with_state("race", 2, "0"),
        random: random_position::<Self>,
        presets: &[
            (tr_key!("Race to 21 in steps of 1 to 3"), "race/3/21:0"),
            (tr_key!("Race to 100 in steps of 1 to 10"), "race/10/100:0"),
            (
                tr_key!("Misère: the player who reaches 21 loses"),
                "misere race/3/21:0",
            ),
            (tr_key!("Race to 30 in steps of 1 to 4"), "race/4/30:0"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Count>, IdError> {
        Ok(Count::open(&RACE, variant))
    }
}

static RACE: CountRules = CountRules {
    passes: false,
    what: tr_key!("count"),
    in_state: tr_key!("the count,"),
    adds: tr_key!("add"),
    rule: |steps, goal, convention| {
        let ending = Ending::LastMove(tr!("reaches {goal}")).sentence(convention);
        tr!("Add {steps} to the count, without passing {goal}. {ending}")
    },
};

#[derive(Clone, Copy, Debug)]
pub struct Auction;

impl Listed for Auction {
    type Ruleset = Count;

    const INFO: Info = Info {
        id: "auction",
        name: tr_key!("Land auction"),
        rule: tr_key!("Raise the bid by 1 to K. The first bid of at least M buys the land."),
        ending: Ending::LastMove(tr_key!("buys the land")),
        params: &[
            MOST_ADDED,
            Param::new(
                tr_key!("the price of the land"),
                ParamForm::Number(Number::from(1, tr_key!("the price of the land,"))),
            ),
        ],
        example: "auction/5/23:0",
        numbered: tr_key!("a bid of n"),
        ..INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number(
                tr_key!("Raise"),
                tr_key!("the largest raise that is allowed"),
                1..=MAX_NUMBER,
                5,
            ),
            Field::number(
                tr_key!("Price"),
                tr_key!(
                    "the price of the land; in a random position, the bid is less than half the price"
                ),
                1..=MAX_NUMBER,
                23,
            ),
        ],
        start: |values| values.with_state("auction", 2, "0"),
        random: random_position::<Self>,
        presets: &[
            (
                tr_key!("Auction: price 23, raises of 1 to 5"),
                "auction/5/23:0",
            ),
            (tr_key!("Price 24, raises of 1 to 5"), "auction/5/24:0"),
            (
                tr_key!("Misère: the player who buys the land loses"),
                "misere auction/5/23:0",
            ),
            (
                tr_key!("Price 10, bidding starts at 4, raises of 1 to 7"),
                "auction/7/10:4",
            ),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Count>, IdError> {
        Ok(Count::open(&AUCTION, variant))
    }
}

static AUCTION: CountRules = CountRules {
    passes: true,
    what: tr_key!("bid"),
    in_state: tr_key!("the bid,"),
    adds: tr_key!("raise the bid by"),
    rule: |steps, goal, convention| {
        let ending = Auction::INFO.spoken().ending.sentence(convention);
        tr!("Raise the bid by {steps}. The first bid of at least {goal} buys the land. {ending}")
    },
};

impl Rules for Count {
    type Position = u64;
    type Move = u64;

    fn moves(&self, at: &u64) -> MoveSet<'_, u64> {
        MoveSet::range(0, 1..=self.most(*at), |_, amount| amount)
    }

    fn play(&self, at: &u64, m: &u64) -> u64 {
        let legal = (1..=self.most(*at)).contains(m);
        after_legal(legal.then(|| (at + m).min(self.goal)))
    }
}

impl Notation for Count {
    fn states(&self) -> impl Grammar<Value = u64> {
        Number {
            what: self.kind.in_state,
            least: 0,
            most: self.goal,
        }
    }

    fn written_moves(&self, at: &u64) -> impl Grammar<Value = u64> {
        Amount('+')
            .expecting(|| tr!("a plus and how much, such as +2").to_owned())
            .refusing(|m| {
                let what = match *m {
                    0 => tr!("a move adds at least 1").to_owned(),
                    m if m > self.most => tr!("a move adds at most {most}", most = self.most),
                    _ => tr!("that would pass {goal}", goal = self.goal),
                };
                (what, Amount('+').one_to(self.most(*at)))
            })
    }

    fn words(&self, _at: &u64, m: &u64, _wording: Wording<'_, Self>) -> String {
        format!("{} {m}", text(self.kind.adds))
    }
}

impl BoardView for Count {
    fn scene(&self, at: &u64, _view: View) -> Scene {
        let mut notes = Vec::new();
        if self.kind.passes {
            notes.push(tr!(
                "A {what} may pass {goal}.",
                what = text(self.kind.what),
                goal = self.goal
            ));
        }
        let track = Track {
            at: *at,
            goal: self.goal,
            reach: at.saturating_add(self.most).min(self.goal),
            group: 0,
            label: text(self.kind.what).to_owned(),
            typed: "+".to_owned(),
        };
        Scene {
            picture: Picture::Cells(Cells::Track(track)),
            notes,
        }
    }

    fn sites(&self, at: &u64, m: &u64) -> Vec<Site> {
        vec![Site::new(0, self.play(at, m))]
    }
}

impl Solve for Count {
    fn prove(&self, at: &u64, want: Want, _limits: &Limits) -> Result<Value, Stop> {
        let total = TameType::pile(self.to_go(*at) % self.round());
        want.prove_total(self.convention, total.into(), || Ok(self.remoteness(*at)))
    }

    fn summand(&self, at: &u64, _limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::nim(vec![self.to_go(*at) % self.round()]))
    }

    /// Returns a single amount, all amounts that end the game, or no amount at all.
    fn winning(&self, at: &u64, beside: Beside<'_>) -> Wins<'_, u64> {
        let others = beside.others;
        let wanted = match (others, others.target(TameType::default(), self.convention)) {
            (_, Some(wanted)) => wanted,
            (OtherParts::Piles { found, at, heaps }, None) => found.partner(*at, heaps)?,
            (_, None) => return Ok(None),
        };
        let left = self.to_go(*at);
        let amounts = match amount_to(left, self.most, wanted) {
            Some(amount) if amount == left => amount..=self.most(*at),
            Some(amount) => amount..=amount,
            None => return Ok(Some(MoveSet::default())),
        };
        Ok(Some(MoveSet::range(0, amounts, |_, amount| amount)))
    }
}

impl Count {
    /// Returns the remoteness of a position near the goal. A full round of `K + 1` takes two moves, and an incomplete
    /// round takes one. In misère play, the rounds end at the number before the goal, and one more move then reaches
    /// the goal.
    fn remoteness(&self, at: u64) -> Option<u64> {
        let moves = |n: u64| 2 * (n / self.round()) + u64::from(!n.is_multiple_of(self.round()));
        let left = self.to_go(at);
        (left <= NEAR).then(|| match self.convention {
            Convention::Normal => moves(left),
            Convention::Misere => left.checked_sub(1).map_or(0, |n| moves(n) + 1),
        })
    }
}

fn targets(game: &Count, at: u64) -> Vec<FigureMark> {
    const MARKED: u64 = 100;
    let left = game.to_go(at);
    let last = u64::from(game.convention.is_misere());
    let first = left
        .checked_sub(last)
        .map(|n| n % game.round())
        .and_then(|n| at.checked_add(n));
    let Some(first) = first else {
        return Vec::new();
    };
    let targets = (0..MARKED)
        .map_while(|i| {
            i.checked_mul(game.round())
                .and_then(|n| n.checked_add(first))
        })
        .take_while(|&n| n < game.goal - last);
    targets
        .chain([game.goal - last])
        .map(|n| FigureMark::Losing(Site::new(0, n)))
        .collect()
}
