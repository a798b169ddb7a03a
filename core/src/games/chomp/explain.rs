//! Explains why a bar is won or lost.

use super::{Bar, Bite, Chomp};
use crate::games::prelude::*;
use crate::games::reasons::{
    ReasonOf, Tempting, as_a_pile, by_moving, finish, found_by_search, holding_out, how_it_goes,
    how_many_win, trap_as_well,
};

const CLAIMED: u16 = 20;

fn bite(row: u16, column: u16) -> Bite {
    Bite { row, column }
}

fn site(row: u16, column: u16) -> Site {
    Site::new(u32::from(row), u64::from(column))
}

#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// The length of the arm to the right of the poison, then the length of the arm above the poison.
    Arms(u16, u16),
    /// The lengths of the two rows, the longer first.
    TwoRows(u16, u16),
}

impl Shape {
    pub fn from_bar(at: &Bar) -> Option<Shape> {
        let up: u16 = saturating_cast(at.rows().len().saturating_sub(1));
        match at.rows() {
            [] => None,
            [long, above @ ..] if above.iter().all(|&length| length == 1) => {
                Some(Shape::Arms(long - 1, up))
            }
            &[long, short] => Some(Shape::TwoRows(long, short)),
            _ => None,
        }
    }

    fn goal(self) -> &'static str {
        match self {
            Shape::Arms(0, _) | Shape::Arms(_, 0) => {
                tr!("In a single line, leave only the poison.")
            }
            Shape::Arms(..) => tr!("Make the two arms equal, then copy your opponent."),
            Shape::TwoRows(..) => tr!("Leave the upper row one square shorter than the lower row."),
        }
    }

    /// Returns a headline and an explanation for a lost bar. The explanation is empty if only the poison is left.
    fn lost(self) -> [String; 2] {
        match self {
            Shape::Arms(0, _) => [
                tr!("Only the poison is left, and you must eat it.").to_owned(),
                String::new(),
            ],
            Shape::Arms(arm, _) => [
                tr!("The two arms are equal, so your opponent can copy you.").to_owned(),
                tr!(
                    "Both arms have length {arm}. However much you bite off one arm, your opponent bites the same off the other, until only \
                     the poison is left."
                ),
            ],
            Shape::TwoRows(long, short) => [
                tr!("The upper row is one square shorter, so you lose.").to_owned(),
                tr!(
                    "The rows have {long} and {short} squares. After each of your bites, your opponent makes the rows differ by \
                     1 again, until all you have left is the poison."
                ),
            ],
        }
    }

    fn pairs(self) -> Vec<(Bite, Bite)> {
        match self {
            Shape::Arms(arm, _) => (1..=arm).map(|i| (bite(0, i), bite(i, 0))).collect(),
            Shape::TwoRows(_, short) => (0..short).map(|i| (bite(1, i), bite(0, i + 1))).collect(),
        }
    }

    fn marks(self) -> Vec<FigureMark> {
        let sited = |m: Bite| vec![site(m.row, m.column)];
        let pairs = self
            .pairs()
            .into_iter()
            .map(|(a, b)| FigureMark::Pair(sited(a), sited(b)));
        let axis =
            matches!(self, Shape::Arms(1.., 1..)).then(|| FigureMark::Axis(site(0, 1), site(1, 0)));
        pairs.chain(axis).collect()
    }
}

pub(super) fn reasons(case: &Case<'_, Chomp>) -> GameReasons<Chomp> {
    let Case { game, at, .. } = *case;
    let Some(best) = case.proved.best else {
        let text = match game.convention {
            Convention::Normal => tr!("The bar is gone, so the player who took the last bite won."),
            Convention::Misere => tr!("The bar is gone, so the player who ate the poison lost."),
        };
        return Ok(vec![Reason::headline(text).claiming(case.outcome())]);
    };
    let won = case.is_won();
    let mut reasons = match (game.convention, Shape::from_bar(at)) {
        (Convention::Normal, _) => last_bite_wins(case, best),
        (_, Some(shape)) if won => {
            vec![
                Reason::headline(shape.goal()).claiming(case.outcome()),
                leaves(case, best),
                how_many_win(case),
            ]
        }
        (_, Some(shape)) => {
            let [headline, because] = shape.lost();
            let mut reasons = vec![Reason::headline(headline).claiming(case.outcome())];
            if !because.is_empty() {
                let pairs = shape.pairs().into_iter().take(CLAIMED.into());
                let because = pairs.fold(Reason::because(because), |reason, (a, b)| {
                    reason
                        .claiming(Claim::Answer(a, b))
                        .claiming(Claim::Answer(b, a))
                });
                reasons.push(because.drawing(shape.marks()));
            }
            reasons.extend(holding_out(case)?);
            reasons
        }
        _ if won && at.is_rectangle() => stealing(case, best)?,
        _ => found_by_search(case, &mut tempting(at))?,
    };
    reasons
        .iter_mut()
        .for_each(|reason| draw_bite(at, best, reason));
    Ok(finish(case, reasons))
}

fn draw_bite(at: &Bar, best: &Bite, reason: &mut ReasonOf<Chomp>) {
    if reason.claims.contains(&Claim::Move(*best, Outcome::Win)) {
        reason.marks.push(FigureMark::Tint {
            places: eaten(at, best),
            tint: 0,
            label: None,
        });
    }
}

fn eaten(at: &Bar, m: &Bite) -> Vec<Site> {
    let rows = (0u16..).zip(at.rows()).skip(m.row.into());
    rows.flat_map(|(row, &length)| (m.column..length).map(move |column| site(row, column)))
        .collect()
}

fn last_bite_wins(case: &Case<'_, Chomp>, best: &Bite) -> Vec<ReasonOf<Chomp>> {
    let headline = Reason::headline(tr!("Here the last bite wins, and no square is poisoned."))
        .claiming(case.outcome());
    let text = tr!(
        "{order}. This one bite eats the whole bar, and you win.",
        order = case.order(best)
    );
    let mut reasons = vec![headline, by_moving(case, best, text), how_many_win(case)];
    if let Some(grundy) = case.proved.value.grundy {
        reasons.push(Reason::new(as_a_pile(tr!("This bar"), grundy)).claiming(case.itself()));
    }
    reasons
}

/// Explains why a rectangle is won: by the known winning bite if the rectangle is a square, and otherwise by strategy
/// stealing.
fn stealing(case: &Case<'_, Chomp>, best: &Bite) -> Result<Vec<ReasonOf<Chomp>>, Stop> {
    if *best == bite(1, 1) {
        let headline = Reason::headline(tr!(
            "On a square bar, leave two equal arms, then copy each bite."
        ))
        .claiming(case.outcome());
        return Ok(vec![headline, leaves(case, best), how_many_win(case)]);
    }
    let headline = Reason::headline(tr!("A short argument proves that some first bite wins."))
        .claiming(case.outcome());
    let because = Reason::because(
        tr!("Suppose you bite off just the far corner. If some reply wins, make that bite first: it takes the far corner too. So some first bite wins."),
    )
    .claiming(case.outcome());
    let mut reasons = vec![headline, because];
    reasons.extend(trap_as_well(case, &mut tempting(case.at))?);
    how_it_goes(case, &mut reasons)?;
    Ok(reasons)
}

fn leaves(case: &Case<'_, Chomp>, best: &Bite) -> ReasonOf<Chomp> {
    let to = case.game.play(case.at, best);
    let words = case.order(best);
    let text = match Shape::from_bar(&to) {
        Some(Shape::Arms(0, _)) => {
            tr!("{words}. Only the poison is left, and your opponent must eat it.")
        }
        Some(Shape::Arms(arm, _)) => tr!(
            "{words}. This leaves two arms of length {arm}. However much your opponent bites off one arm, bite the same amount off the other."
        ),
        Some(Shape::TwoRows(long, short)) => {
            tr!(
                "{words}. This leaves rows of {long} and {short}. After each reply, make the rows differ by 1 again."
            )
        }
        None => format!("{words}."),
    };
    by_moving(case, best, text)
}

fn tempting(at: &Bar) -> impl Iterator<Item = Tempting<Bite>> {
    let top: u16 = saturating_cast(at.rows().len().saturating_sub(1));
    let last = at.rows().last().copied().unwrap_or(0).saturating_sub(1);
    let rows = at.rows().to_vec();
    let columns = at.columns();
    let named = [
        (tr!("it removes only one square"), bite(top, last)),
        (tr!("it leaves only two arms"), bite(1, 1)),
        (tr!("it leaves only the lowest row"), bite(1, 0)),
        (tr!("it leaves only the first column"), bite(0, 1)),
        (
            tr!("it shortens the longest row by one"),
            bite(0, columns.saturating_sub(1)),
        ),
    ];
    named
        .into_iter()
        .filter(move |(_, m)| {
            (m.row, m.column) != (0, 0)
                && rows.get(usize::from(m.row)).is_some_and(|&l| m.column < l)
        })
        .map(|(because, m)| Tempting {
            m,
            because: because.to_owned(),
        })
}
