//! Chooses the computer's moves.
//!
//! The solver provides the best move. A weaker level errs at its stated rate. An error gives away the win or the draw;
//! in a lost position, every move counts as an error.

use std::collections::{BTreeMap, HashSet};

use super::Level;
use super::dice::Dice;
use super::strength::Strength;
use nimatron_core::erased::{Analysis, AnyPosition, Ask};
use nimatron_core::rules::{Convention, Limits, Outcome, SketchParts, Stop};

/// The maximum number of moves examined in a position; later moves in board order are ignored.
const LOOKED_AT: usize = 1000;

/// The maximum number of bad moves that [`Level::Equal`] compares before it chooses the one that the fewest replies
/// refute.
const WEIGHED: usize = 3;

#[derive(Clone, Debug)]
pub struct Opponent {
    dice: Dice,
    strength: Strength,
}

impl Opponent {
    /// Creates an opponent for a user of the given strength. Opponents with the same seed choose the same moves if they
    /// see the same sequence of positions. If `seed` is `None`, a random seed is used.
    pub fn new(seed: Option<u64>, strength: Strength) -> Opponent {
        Opponent {
            dice: Dice::new(seed.unwrap_or_else(rand::random)),
            strength,
        }
    }

    /// Chooses a move, or returns `None` if the game is over. `played` is the number of moves made so far in the match.
    /// `analysis` must include the best move in the position.
    pub fn choose(
        &mut self,
        level: Level,
        position: &dyn AnyPosition,
        analysis: &Analysis,
        played: usize,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        let Some(best) = &analysis.best else {
            return limits.check().map(|()| None);
        };
        let is_far = |seen: u64| analysis.value.remoteness.is_none_or(|n| n > seen);
        let chosen = match level {
            Level::Endgame if is_far(Level::FORESIGHT) => {
                self.any(texts(position, limits).collect())
            }
            Level::Greedy => most(position, limits),
            Level::Copycat => {
                symmetric(position, limits).or_else(|| self.any(texts(position, limits).collect()))
            }
            _ => {
                let percent = match level {
                    // The computer errs on its first move, so that the user can still win after a bad opening.
                    Level::Easy if played < 2 => 100,
                    // In a lost position, there is nothing to give away, so `equal` plays the best defence.
                    Level::Equal
                        if is_far(self.strength.sees)
                            && analysis.value.outcome != Outcome::Loss =>
                    {
                        self.strength.errs
                    }
                    _ => level.error_percent(),
                };
                let errs = self.dice.pick(100) < u64::from(percent);
                let errors = if errs {
                    errors(position, analysis, limits)
                } else {
                    Vec::new()
                };
                let error = match level {
                    Level::Equal => self.subtle(position, errors, limits),
                    _ => self.any(errors),
                };
                error.or_else(|| Some(best.text.clone()))
            }
        };
        limits.check().map(|()| chosen)
    }

    fn subtle(
        &mut self,
        position: &dyn AnyPosition,
        mut errors: Vec<String>,
        limits: &Limits,
    ) -> Option<String> {
        while errors.len() > WEIGHED {
            self.dice.take(&mut errors);
        }
        let refutations = |text: &String| {
            let (after, _) = position.after(text).ok()?;
            after.analyse(Ask::value())(limits).ok()?.winning_count
        };
        errors
            .into_iter()
            .min_by_key(|text| refutations(text).unwrap_or(u128::MAX))
    }

    fn any(&mut self, mut all: Vec<String>) -> Option<String> {
        self.dice.take(&mut all)
    }
}

/// Returns the move that scores the most points; `None` if there is no move. If several moves score equally, or if the
/// game has no points, returns the first of the moves that leave the fewest legal moves.
fn most(position: &dyn AnyPosition, limits: &Limits) -> Option<String> {
    let points = |t: &dyn AnyPosition| t.score().map_or(0, |[a, b]| a + b);
    let before = points(position);
    // The listed moves are legal, so `after` never fails here.
    let after = |text: String| position.after(&text).ok().map(|(after, _)| (text, after));
    let key = |(_, after): &(String, Box<dyn AnyPosition>)| {
        (
            before - points(&**after),
            after.count_moves().unwrap_or(u64::MAX),
        )
    };
    texts(position, limits)
        .filter_map(after)
        .min_by_key(key)
        .map(|(text, _)| text)
}

fn symmetric(position: &dyn AnyPosition, limits: &Limits) -> Option<String> {
    texts(position, limits).find(|text| leaves(position, text, is_copied))
}

pub fn leaves(at: &dyn AnyPosition, text: &str, test: impl Fn(&dyn AnyPosition) -> bool) -> bool {
    at.after(text).is_ok_and(|(after, _)| test(&*after))
}

/// Returns whether every move can be copied. In normal play, equal parts of a sum cancel in pairs. Each remaining part
/// must have a symmetry that its game recognises. If its game recognises no symmetries, the text of the part must be
/// symmetric.
pub fn is_copied(at: &dyn AnyPosition) -> bool {
    // Equal parts cancel only in normal play: the player who copies makes the last move, which loses in misère play.
    let cancels = at.convention() == Some(Convention::Normal);
    let mut alone = BTreeMap::new();
    for part in at.components() {
        let id = part.part_id();
        if !cancels || alone.remove(&id).is_none() {
            alone.insert(id, part);
        }
    }
    alone.values().all(|part| {
        part.facts()
            .pairing
            .unwrap_or_else(|| is_symmetric(&**part))
    })
}

/// Returns whether a row of cells is a palindrome, or whether tokens or nonempty piles come in equal pairs. A single
/// cell, token or pile is not symmetric.
fn is_symmetric(at: &dyn AnyPosition) -> bool {
    let parts = at
        .sketch(&at.facts().state)
        .map(|sketch| match sketch.parts {
            SketchParts::OfTwo { of, .. } => *of,
            parts => parts,
        });
    match parts {
        // Only piles are independent of each other. Other numbers are not: for example, one number limits the moves, or
        // one move changes both numbers.
        Some(SketchParts::Numbers {
            mut values,
            piles: true,
            ..
        }) if values.len() > 1 => {
            values.retain(|n| *n > 0);
            is_in_pairs(values)
        }
        Some(SketchParts::Tokens { on, .. }) if on.len() > 1 => is_in_pairs(on),
        Some(SketchParts::Cells { cells, .. }) => {
            cells.len() > 1 && cells.iter().eq(cells.iter().rev())
        }
        _ => false,
    }
}

fn is_in_pairs<T: Ord>(mut all: Vec<T>) -> bool {
    all.sort_unstable();
    all.chunks(2)
        .all(|pair| pair.len() == 2 && pair[0] == pair[1])
}

/// Lists the moves that give away the win or the draw; in a lost position, lists all moves. Only the first `LOOKED_AT`
/// moves in board order are considered. In a won position, the list is empty if the analysis does not list all winning
/// moves, because errors then cannot be distinguished from winning moves.
fn errors(position: &dyn AnyPosition, analysis: &Analysis, limits: &Limits) -> Vec<String> {
    let (kept, count) = match analysis.value.outcome {
        Outcome::Win => (&analysis.winning, analysis.winning_count),
        Outcome::Draw => (&analysis.drawing, Some(0)),
        Outcome::Loss => return texts(position, limits).collect(),
    };
    let count = count.unwrap_or(u128::MAX);
    if (kept.len() as u128) < count.min(LOOKED_AT as u128) {
        return Vec::new();
    }
    let kept: HashSet<&str> = kept.iter().map(|c| c.text.as_str()).collect();
    texts(position, limits)
        .filter(|text| !kept.contains(text.as_str()))
        .collect()
}

fn texts(position: &dyn AnyPosition, limits: &Limits) -> impl Iterator<Item = String> {
    let list = position
        .choices(&[], LOOKED_AT)
        .list
        .into_iter()
        .map(|c| c.text);
    list.take_while(|_| limits.check().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::dice::Dice;
    use crate::play::fixtures::{game, open};
    use crate::play::history::{History, Score};
    use crate::play::{PlayerKind, ended};
    use nimatron_core::games;
    use nimatron_core::rules::Player;

    fn ask() -> Ask {
        Ask {
            most: LOOKED_AT,
            best: true,
            ..Ask::value()
        }
    }

    fn choose(id: &str, level: Level, times: usize) -> Vec<String> {
        let position = open(id);
        let analysis = position.analyse(ask())(&Limits::default()).unwrap();
        let mut opponent = Opponent::new(Some(1940), Strength::default());
        (0..times)
            .map(|_| {
                opponent
                    .choose(level, &*position, &analysis, 8, &Limits::default())
                    .unwrap()
                    .unwrap()
            })
            .collect()
    }

    #[test]
    fn weaker_levels_err_about_as_often_as_they_say() {
        for level in [Level::Strong, Level::Fair, Level::Easy] {
            let moves = choose("star:1664", level, 1000);
            let wrong = moves
                .iter()
                .filter(|m| !["7+10", "9+10"].contains(&m.as_str()))
                .count() as u32;
            let stated = level.error_percent() * 10;
            assert!(wrong.abs_diff(stated) < 50, "{level}: {wrong} in 1000");
        }
    }

    #[test]
    fn equal_errs_as_often_as_the_person_and_only_beyond_what_the_person_sees() {
        use crate::play::coach::record::Answers;
        const STONES: usize = 15;
        const SEES: u64 = 3;
        const ERRS: u64 = 60;
        let mut record = History::default();
        let of_game = record.coach.decisions.entry("bash".to_owned()).or_default();
        for n in 1..=9 {
            let right = if n <= SEES { 50 } else { 50 - ERRS / 2 };
            of_game.insert(n, Answers { asked: 50, right });
        }
        let proved = |n: usize| {
            let at = open(&format!("bash/3:{n}"));
            let found = at.analyse(ask().with_all())(&Limits::default()).unwrap();
            (at, found)
        };
        let known: Vec<_> = (0..=STONES).map(proved).collect();
        let mut dice = Dice::new(7);
        let (mut erred, mut expected, mut variance, mut won) = (0.0, 0.0, 0.0, 0);
        for game in 0..10_000_u64 {
            let strength = Strength::from_history(&record, "bash");
            assert_eq!(strength.sees, SEES);
            let rate = f64::from(strength.errs) / 100.0;
            let mut opponent = Opponent::new(Some(game), strength);
            let mut stones = STONES;
            let mut played = 0;
            let mut is_person = game % 2 == 0;
            while stones > 0 {
                let (at, found) = &known[stones];
                let far = found.value.remoteness.unwrap() > SEES;
                let legal = found.legal.as_ref().unwrap();
                let of = |wanted: Outcome| legal.iter().filter(move |m| m.outcome == wanted);
                let text = if is_person {
                    let errs = far && dice.pick(100) < ERRS;
                    let wanted = if errs { Outcome::Loss } else { Outcome::Win };
                    let some = if of(wanted).count() > 0 {
                        of(wanted).collect()
                    } else {
                        legal.iter().collect::<Vec<_>>()
                    };
                    dice.one(&some).unwrap().choice.text.clone()
                } else {
                    let limits = Limits::default();
                    opponent
                        .choose(Level::Equal, &**at, found, played, &limits)
                        .unwrap()
                        .unwrap()
                };
                if !is_person && of(Outcome::Win).count() > 0 && of(Outcome::Loss).count() > 0 {
                    let kept = of(Outcome::Win).any(|m| m.choice.text == text);
                    assert!(kept || far, "{stones} {text}");
                    if far {
                        expected += rate;
                        variance += rate * (1.0 - rate);
                    }
                    erred += f64::from(u8::from(!kept));
                }
                stones -= at.legal(&text).unwrap().sites.len();
                (played, is_person) = (played + 1, !is_person);
            }
            // No stone is left, so the player to move has lost.
            let score = if is_person { Score::Lost } else { Score::Won };
            won += u32::from(!is_person);
            record.add_match("bash", PlayerKind::Computer(Level::Equal), score);
        }
        let interval = 1.96 * f64::sqrt(variance);
        assert!(
            f64::abs(erred - expected) <= interval,
            "{erred} errors, {expected} ± {interval}"
        );
        assert!((4_900..=5_100).contains(&won), "{won} of 10,000 won");
    }

    /// Chooses a move without a strategy: a move that ends the game with a win if there is one, otherwise a random
    /// move.
    fn naive(at: &dyn AnyPosition, dice: &mut Dice) -> String {
        let all: Vec<String> = texts(at, &Limits::default()).collect();
        // People do not examine all moves if there are very many.
        let wins = |text: &&String| all.len() <= 60 && end(at, text) == Some(Score::Won);
        let at_once = all.iter().find(wins);
        at_once.or_else(|| dice.one(&all)).unwrap().clone()
    }

    fn end(at: &dyn AnyPosition, text: &str) -> Option<Score> {
        let (after, _) = at.after(text).unwrap();
        let by = at.mover().unwrap_or(Player::First);
        let result = ended(&*after, after.mover().unwrap_or(by.other()))?;
        Some(Score::from_winner(result.winner, by))
    }

    #[test]
    fn somebody_who_knows_no_rule_beats_easy_in_a_fair_share_of_matches_of_every_game() {
        beats_easy(4, &mut |at, dice| naive(at, dice));
    }

    /// Checks that a greedy player scores at least a tenth of all points against `easy`. The required share is low,
    /// because greedy play is often wrong and never varies.
    #[test]
    fn somebody_who_always_takes_the_most_beats_easy_at_times_in_every_game() {
        beats_easy(10, &mut |at, dice| {
            let text = most(at, &Limits::default()).unwrap();
            // Avoid a move that ends the game with a loss, such as eating the poison, as any player would.
            if end(at, &text) == Some(Score::Lost) {
                naive(at, dice)
            } else {
                text
            }
        });
    }

    /// Checks that a player whose moves are chosen by `play` scores at least 1/`share` of all points against `easy` in
    /// every game.
    fn beats_easy(share: u32, play: &mut dyn FnMut(&dyn AnyPosition, &mut Dice) -> String) {
        let mut shares = Vec::new();
        for entry in games::CATALOGUE.iter() {
            let id = entry.info.example;
            let mut points = 0;
            let mut dice = Dice::new(3);
            // Scripts are slow, so play few matches, and begin them with random moves.
            let (matches, made) = if id.starts_with("own/") {
                (6, 2)
            } else {
                (20, 0)
            };
            for n in 0..matches {
                let mut game = game(id, &[]);
                for _ in 0..made {
                    let all: Vec<_> = texts(game.position(), &Limits::default()).collect();
                    game.play(dice.one(&all).unwrap()).unwrap();
                }
                let mut easy = Opponent::new(Some(u64::from(n)), Strength::default());
                let person = if n % 2 == 0 {
                    Player::First
                } else {
                    Player::Second
                };
                while let Some(mover) = game.to_move() {
                    let at = game.position();
                    let text = if mover == person {
                        play(at, &mut dice)
                    } else {
                        let analysis = at.analyse(ask())(&Limits::default()).unwrap();
                        easy.choose(
                            Level::Easy,
                            at,
                            &analysis,
                            game.cursor(),
                            &Limits::default(),
                        )
                        .unwrap()
                        .unwrap()
                    };
                    game.play(&text).unwrap();
                }
                points += match game.result().unwrap().winner {
                    None => 1,
                    Some(winner) => 2 * u32::from(winner == person),
                };
            }
            shares.push((id, points, matches));
        }
        // A win scores 2 points, and a draw scores 1 point.
        let poor: Vec<_> = shares
            .iter()
            .filter(|(_, points, matches)| points * share < 2 * *matches)
            .collect();
        assert!(poor.is_empty(), "points of matches: {poor:?}");
    }

    #[test]
    fn a_lost_position_has_no_move_to_give_away() {
        let moves = choose("star:2088", Level::Easy, 200);
        assert!(
            ["3", "5", "11"]
                .iter()
                .all(|m| moves.iter().any(|n| n == m)),
            "{moves:?}"
        );
    }

    #[test]
    fn the_one_that_sees_the_end_plays_it_perfectly_and_the_rest_at_random() {
        // The first position is two moves from the end, and the second is fifteen.
        assert!(
            choose("star:1664", Level::Endgame, 50)
                .iter()
                .all(|m| m == "7+10")
        );
        let far = choose("nim:3,5,7", Level::Endgame, 200);
        assert!(far.iter().any(|m| *m != far[0]));
        assert!(
            far.iter()
                .any(|m| !["1-1", "2-1", "3-1"].contains(&m.as_str()))
        );
    }

    #[test]
    fn the_greedy_one_takes_the_most() {
        assert!(
            choose("nim:3,5,7", Level::Greedy, 5)
                .iter()
                .all(|m| m == "3-7")
        );
        assert!(
            choose("bash/3:21", Level::Greedy, 5)
                .iter()
                .all(|m| *m == choose("bash/3:21", Level::Greedy, 1)[0])
        );
        assert_eq!(choose("triangle:1-2,2-3", Level::Greedy, 1), ["1-3"]);
    }

    #[test]
    fn the_copying_one_makes_it_symmetrical() {
        assert_eq!(choose("nim:3,8", Level::Copycat, 1), ["2-5"]);
        assert_eq!(choose("row:OOOOOOO", Level::Copycat, 1), ["4"]);
        assert_eq!(choose("nim:4,4,2", Level::Copycat, 1), ["3-2"]);
        // On boards, `copycat` uses the symmetries that the game itself recognises.
        assert_eq!(choose("chomp:4x4", Level::Copycat, 1), ["2,2"]);
        assert_eq!(choose("rings/0-1,2-3,4-5:31", Level::Copycat, 1), ["4"]);
        for id in ["star:8191", "star:7935", "rings/cube:255", "triangle:2-3"] {
            let text = choose(id, Level::Copycat, 1).remove(0);
            let at = open(id);
            let pairs = |text: &str| at.after(text).unwrap().0.facts().pairing;
            let some = texts(&*at, &Limits::default()).any(|text| pairs(&text) == Some(true));
            assert_eq!(pairs(&text), Some(some), "{id}: {text}");
        }
        for (id, is) in [
            ("nim:5,0,5", true),
            ("nim:5,1,5", false),
            ("bash/3:22", false),
            ("strip:1001", true),
            ("octal/0.77:2,2", true),
            // These equal numbers are not independent piles.
            ("fibonacci:5,5", false),
            ("ferguson:3,3", false),
            // A diagonal move reduces both numbers at once, and cannot be copied.
            ("queen:3,3", false),
            ("wythoff:3,3", false),
            // A move in a part of a sum is copied in an equal part, or within the same part.
            ("nim:3 + nim:3", true),
            ("misere nim:3 + nim:3", false),
            ("bash/3:7 + row:OOO + bash/3:7", true),
            ("nim:5,1 + row:OOO", false),
            ("row:OOO + nim:5,5", true),
        ] {
            assert_eq!(is_copied(&*open(id)), is, "{id}");
        }
        // If no move makes the position symmetric, the choice is random but determined by the seed.
        assert_eq!(
            choose("nim:1,2,3", Level::Copycat, 9),
            choose("nim:1,2,3", Level::Copycat, 9)
        );
    }
}
