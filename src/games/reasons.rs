//! What the reasons of many games share: texts that fit, the end of a game, a worked answer, and powers of two.

use crate::erased::{Game, Proved};
use crate::rules::{Claim, Limits, Outcome, Reason, Reveals, Rules, Site, Stop, Word};

/// The most characters of a reason.
pub const LONGEST: usize = 160;

/// The first of these texts that is not too long, from the most telling to the shortest.
pub fn fitting<const N: usize>(texts: [String; N]) -> String {
    fitting_using(texts.map(|text| (text, &[][..]))).0
}

/// The same with the words of the theory that each text uses.
pub fn fitting_using<const N: usize>(texts: [(String, &'static [Word]); N]) -> (String, &'static [Word]) {
    let last = texts.last().cloned().unwrap_or_default();
    let (text, words) = texts.into_iter().find(|t| t.0.chars().count() <= LONGEST).unwrap_or(last);
    let text = match text.char_indices().nth(LONGEST) {
        None => text,
        Some(_) => text.chars().take(LONGEST - 3).chain("...".chars()).collect(),
    };
    (text, words)
}

/// `1 move` or `5 moves`; `moves` is the plural.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// `a`, `a and b` or `a, b and c`.
pub fn and<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "and")
}

/// `a`, `a or b` or `a, b or c`.
pub fn or<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

fn joined<S: AsRef<str>>(words: &[S], last_word: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [few @ .., last] => format!("{} {last_word} {last}", few.join(", ")),
    }
}

/// The text with its first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The one reason that names the winning move: `m` is what the perfect opponent plays.
pub fn by_moving<G: Game>(
    game: &G,
    at: &G::Position,
    m: &G::Move,
    text: String,
) -> Reason<G::Position, G::Move> {
    let to = game.play(at, m);
    let lost = game.for_maker(at, &to, Outcome::Win);
    Reason::new(text)
        .revealing(Reveals::Move)
        .claiming(Claim::Move(m.clone(), Outcome::Win))
        .claiming(Claim::Outcome(to, lost))
        .about(game.sites(at, m))
}

/// A move and the reply to it.
pub type Exchange<G> = (<G as Rules>::Move, <G as Rules>::Move);

/// A move of a lost position with the reply that wins: the longest resistance, or where that is the last move the first
/// one that is not. `None` where all the moves looked at end the game.
///
/// # Errors
/// As [`Solve::best`](crate::solve::Solve::best).
pub fn resistance<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    limits: &Limits,
) -> Result<Option<Exchange<G>>, Stop> {
    const LOOKED_AT: usize = 64;
    for m in proved.best.cloned().into_iter().chain(game.first_moves(at, LOOKED_AT)) {
        let to = game.play(at, &m);
        if let Some(reply) = game.best(&to, limits)? {
            return Ok(Some((m, reply)));
        }
    }
    Ok(None)
}

/// Why no move of a lost position helps: how many there are, and one of them answered. `leaves` says what the answer
/// leaves of a position; `each` what all the moves have in common, such as `Each of the 7 moves has an answer`.
///
/// # Errors
/// As [`resistance`].
pub fn answered<G: Game>(
    game: &G,
    at: &G::Position,
    proved: &Proved<'_, G::Move>,
    limits: &Limits,
    leaves: impl FnOnce(&G::Position) -> String,
) -> Result<Reason<G::Position, G::Move>, Stop> {
    let moves = game.count_moves(at);
    let each = match moves {
        None => "More than 2^63 moves, and each has an answer".to_owned(),
        Some(1) => "There is 1 move, and it has an answer".to_owned(),
        Some(n) => format!("There are {n} moves, and each has an answer"),
    };
    let Some((m, reply)) = resistance(game, at, proved, limits)? else {
        let text = match moves {
            Some(1) => "There is only one move. It is the last one, and who makes that loses.".to_owned(),
            Some(n) => format!("Each of the {n} moves is the last one, and who makes that loses."),
            None => "Every move is the last one, and who makes that loses.".to_owned(),
        };
        let reason = Reason::new(text).claiming(Claim::Outcome(at.clone(), Outcome::Loss));
        return Ok(match proved.best {
            Some(m) => reason.claiming(Claim::Move(m.clone(), Outcome::Loss)),
            None => reason,
        });
    };
    let to = game.play(at, &m);
    let (first, second) = (game.move_text(at, &m), game.move_text(&to, &reply));
    let end = game.play(&to, &reply);
    let text = fitting([
        format!("{each}: after {first} comes {second}, which {}.", leaves(&end)),
        format!("{each}: after {first} comes {second}."),
        format!("{each}."),
    ]);
    let places = game.sites(at, &m);
    Ok(Reason::new(text).claiming(Claim::Answer(m, reply)).about(places))
}

/// A number in rounds of that length and what is over: `21 = 5 * 4 + 1`.
pub fn in_rounds(n: u64, round: u64) -> String {
    match (n / round, n % round) {
        (0, _) => n.to_string(),
        (rounds, 0) => format!("{n} = {rounds} * {round}"),
        (rounds, over) => format!("{n} = {rounds} * {round} + {over}"),
    }
}

/// A number as powers of two, largest first: `4+1`.
pub fn powers_of_two(n: u64) -> String {
    if n == 0 { "0".to_owned() } else { powers_written(n, "", ["+", "+"]) }
}

/// The powers of two in a number, the largest first, each with an ending; what stands between two, and before the last.
pub fn powers_written(n: u64, ending: &str, [between, before_last]: [&str; 2]) -> String {
    let mut text = String::new();
    let mut left = n;
    while left != 0 {
        let power = 1u64 << left.ilog2();
        left ^= power;
        if !text.is_empty() {
            text.push_str(if left == 0 { before_last } else { between });
        }
        text.push_str(&power.to_string());
        text.push_str(ending);
    }
    text
}

/// The powers of two in a number, in the plural: `4s and 1s`.
pub fn columns_of(n: u64) -> String {
    powers_written(n, "s", [", ", " and "])
}

/// The stones of a stack from one to another: all of them, or the two ends where they are many.
pub fn stones(group: u32, from: u64, to: u64) -> Vec<Site> {
    const ALL: u64 = 64;
    match to.checked_sub(from) {
        None => Vec::new(),
        Some(more) if more < ALL => (from..=to).map(|item| Site::new(group, item)).collect(),
        Some(_) => vec![Site::new(group, from), Site::new(group, to)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oracle::reasons_hold;

    #[test]
    fn the_first_text_that_fits_is_taken_and_the_last_is_cut() {
        let long = "é".repeat(161);
        assert_eq!(fitting([long.clone(), "short".to_owned()]), "short");
        assert_eq!(fitting(["é".repeat(160)]), "é".repeat(160));
        let cut = fitting([long]);
        assert!(cut.chars().count() == LONGEST && cut.ends_with("..."));
    }

    #[test]
    fn numbers_fall_into_powers_of_two() {
        assert_eq!((powers_of_two(0), powers_of_two(13)), ("0".to_owned(), "8+4+1".to_owned()));
        assert_eq!((columns_of(5), columns_of(8)), ("4s and 1s".to_owned(), "8s".to_owned()));
        assert_eq!(powers_of_two(u64::MAX).split('+').count(), 64);
    }

    /// The largest numbers of every game of piles, in both conventions: the texts fit, and the claims hold.
    #[test]
    fn reasons_of_the_largest_positions() {
        let max = crate::rules::MAX_NUMBER;
        let many = |n: u64| vec![n.to_string(); 64].join(",");
        for id in [
            format!("nim:{max},{},55", max - 1),
            format!("nim:{max}"),
            format!("nim:{max},{max}"),
            format!("nim:{max},{}", max / 3),
            format!("nim:{}", many(max)),
            format!("nim:{},7", many(max)),
            format!("bash/{}:{max}", max / 2),
            format!("bash/{max}:{max},{max},3"),
            format!("bash/{}:{max}", max / 3 - 1),
            format!("bash/1000:{}", many(max)),
            format!("powers/2:{max}"),
            format!("powers/{max}:{max}"),
            format!("powers/{}:{max},{}", max - 1, max - 1),
            format!("powers/1000000:{max}"),
            format!("subtraction/1,3,4:{max}"),
            format!("subtraction/1,3,4:{max},{},9", max - 2),
            format!("subtraction/1,9:{}", many(1_000_000)),
            format!("subtraction/1,{max}:1000000"),
            format!("race/{}/{max}:0", max / 2),
            format!("race/{}/{max}:5", max / 3 - 1),
            format!("race/1/{max}:0"),
            format!("race/{max}/{max}:1"),
            format!("auction/{max}/{max}:0"),
            format!("auction/{}/{max}:{}", max / 5, max / 2),
            format!("ferguson:{max},{}", max - 1),
            format!("ferguson:{max},{max}"),
            format!("ferguson:{},{}", max - 6, max - 3),
            format!("boxes:{max},5"),
            format!("boxes:{max},{}", max - 1),
            format!("boxes:{},{}", max - 1, max - 1),
            format!("boxes:{},{}", 3 * (1u64 << 60) - 1, 4),
            format!("wythoff:{max},{max}"),
            format!("wythoff:{max},{}", max / 2),
            format!("queen:{max},5700357409661599241"),
            format!("queen:{max},0"),
            format!("fibonacci:{max},{max}"),
            format!("fibonacci:{max},1"),
            "fibonacci:7540113804746346429".to_owned(),
            format!("fibonacci:{}", max - 12345),
            format!("octal/0.77:{max},9,9"),
            format!("octal/0.77:{max},{max}"),
            "octal/0.07:1000,999".to_owned(),
            "octal/0.007:3000".to_owned(),
            format!("octal/0.137:{}", many(300)),
            "octal/0.77:4,1,9,9,25".to_owned(),
        ] {
            reasons_hold(&id);
            if !id.starts_with("octal/0.0") && !id.starts_with("octal/0.1") {
                reasons_hold(&format!("misere {id}"));
            }
        }
    }

    /// Positions of different structure never share all they say.
    #[test]
    fn different_positions_have_different_reasons() {
        let pairs = |word: &str, least: u64| {
            let all = (least..=12).flat_map(|a| (a..=12).map(move |b| (a, b)));
            all.map(|(a, b)| format!("{word}:{a},{b}")).collect::<Vec<_>>()
        };
        let singles = |word: &str| (1..=60).map(|n| format!("{word}:{n}")).collect::<Vec<_>>();
        let mut games: Vec<Vec<String>> = vec![
            pairs("nim", 1),
            pairs("bash/3", 1),
            pairs("powers/4", 1),
            pairs("subtraction/1,3,4", 1),
            pairs("wythoff", 0),
            pairs("ferguson", 1),
            pairs("boxes", 1),
            pairs("octal/0.77", 1),
            singles("bash/3"),
            singles("powers/2"),
            singles("subtraction/2,5,7"),
            singles("octal/0.07"),
            (0..=60).map(|n| format!("race/4/60:{n}")).collect(),
            (0..=60).map(|n| format!("auction/6/60:{n}")).collect(),
            (2..=40).flat_map(|n| (1..=n).map(move |l| format!("fibonacci:{n},{l}"))).collect(),
        ];
        games.push(pairs("nim", 1).iter().map(|id| format!("{id},5")).collect());
        for word in ["", "misere "] {
            for ids in &games {
                let mut seen = std::collections::HashMap::new();
                // One rulebook for all of them, so that its tables are made once.
                let mut opener = crate::games::Opener::new(crate::rules::Library::default());
                for id in ids {
                    let id = format!("{word}{id}");
                    let position = opener.open(&id).unwrap();
                    let Ok(found) = position.analyse(crate::erased::Ask::usual())(&Limits::default()) else {
                        continue;
                    };
                    if found.over {
                        continue;
                    }
                    let texts: Vec<String> = found.reasons.into_iter().map(|r| r.text).collect();
                    if let Some(other) = seen.insert(texts.clone(), id.clone()) {
                        panic!("{id} and {other} share {texts:#?}");
                    }
                }
            }
        }
    }

    /// What is marked as losing loses, columns add up to the Grundy value, and parts to the stones.
    #[test]
    fn figures_say_what_is_proved() {
        use crate::rules::{FigureMark, Library, Outcome};
        let solved = |id: &str| crate::games::oracle::solved(id);
        let losing = |id: &str, named: &dyn Fn(&Site) -> String| {
            let marks: Vec<Site> = (solved(id).figure.marks.into_iter())
                .filter_map(|m| if let FigureMark::Losing(site) = m { Some(site) } else { None })
                .collect();
            for site in &marks {
                assert_eq!(solved(&named(site)).value.outcome, Outcome::Loss, "{id}: {site:?}");
            }
            marks.len()
        };
        for word in ["", "misere "] {
            let square = |s: &Site| format!("{word}queen:{},{}", s.item, s.group);
            assert_eq!(losing(&format!("{word}queen:7,5"), &square), 7);
            for goal in [1, 20, 21] {
                let count = |s: &Site| format!("{word}race/3/{goal}:{}", s.item);
                assert!(losing(&format!("{word}race/3/{goal}:0"), &count) >= 1);
            }
            let first =
                |s: &Site| if s.group == 0 { format!("{},15", s.item) } else { format!("10,{}", s.item) };
            assert_eq!(
                losing(&format!("{word}wythoff:10,15"), &|s| format!("{word}wythoff:{}", first(s))),
                2
            );
        }
        for id in ["nim:3,5,7", "bash/4:7,11,18", "octal/0.07:9,12", "powers/4:9,14,3"] {
            let found = solved(id);
            assert_eq!(found.figure.columns.map(|c| c.xor), found.value.grundy, "{id}");
        }
        let position = crate::games::open("fibonacci:20,4", &Library::default()).unwrap();
        let parts: Vec<String> = (solved(&position.id()).figure.marks.into_iter())
            .filter_map(|m| if let FigureMark::Value { text, .. } = m { Some(text) } else { None })
            .collect();
        assert_eq!(parts, ["2", "5", "13"]);
    }

    #[test]
    fn stones_are_listed_or_named_by_their_ends() {
        assert_eq!(stones(2, 3, 5), [3, 4, 5].map(|item| Site::new(2, item)));
        assert_eq!(stones(0, 1, 1 << 40), [Site::new(0, 1), Site::new(0, 1 << 40)]);
        assert_eq!(stones(0, 4, 3), []);
    }
}
