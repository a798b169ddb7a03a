//! The catalogue of games.

pub(crate) mod boxes;
pub mod chomp;
pub(crate) mod counts;
pub mod descriptions;
pub(crate) mod fibonacci;
pub(crate) mod octal;
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "scripts are read with bounds on their boards and heaps, so indices and sizes fit"
)]
pub mod own;
pub mod pieces;
pub mod piles;
pub mod prelude;
pub mod reasons;
pub mod rings;
pub(crate) mod row;
pub(crate) mod strip;
pub mod sum;
pub(crate) mod tictactoe;
pub(crate) mod token;
pub mod triangle;
pub(crate) mod wythoff;

mod complete;
mod id;
pub(crate) mod kayles;
#[cfg(test)]
pub(crate) mod oracle;
mod typed;

pub use complete::{Completion, complete_id, complete_move};
pub use id::{NoGame, Opener, game_named, named, open};
pub use typed::{
    NoStart, convention_of, in_convention, info_of, is_id, name_of, ruleset_of, started, under,
    with_convention,
};

use std::sync::LazyLock;

use crate::erased::{AnyPosition, Entry, entry};
use crate::rules::{Library, Limits, Stop};

/// All games, with the shipped scripts at the end.
pub static CATALOGUE: LazyLock<Vec<&'static Entry>> =
    LazyLock::new(|| BUILT_IN.iter().chain(own::catalogue()).collect());

/// All games written in Rust.
pub static BUILT_IN: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entries = [
        entry::<rings::star::Star>(),
        entry::<rings::named::RingBoards>(),
        entry::<row::StoneRow>(),
        entry::<triangle::TriangleWar>(),
        entry::<strip::ColouredStrip>(),
        entry::<piles::nim::Nim>(),
        entry::<piles::bash::Bash>(),
        entry::<counts::Race>(),
        entry::<counts::Auction>(),
        entry::<piles::powers::Powers>(),
        entry::<piles::subtraction::Subtraction>(),
        entry::<octal::Octal>(),
        entry::<wythoff::TwoPiles>(),
        entry::<wythoff::queen::Queen>(),
        entry::<boxes::ferguson::Ferguson>(),
        entry::<boxes::smaller::Boxes>(),
        entry::<fibonacci::Fibonacci>(),
        entry::<chomp::Chomp>(),
        entry::<tictactoe::TicTacToe>(),
        entry::<token::Token>(),
    ];
    entries.map(Entry::spoken).into()
});

/// Finds the entry of a game by its name in IDs, ignoring case: `nim`, or `own/cram` for a shipped script. Reads only
/// the named script, because reading all of them takes longer than answering most queries.
pub fn find(id: &str) -> Option<&'static Entry> {
    match id.split_once('/') {
        Some((word, name)) if word.eq_ignore_ascii_case(own::WORD) => own::shipped_entry(name),
        Some(_) => None,
        None => BUILT_IN.iter().find(|e| e.info.id.eq_ignore_ascii_case(id)),
    }
}

/// Returns an error if the position uses scripts, its moves cannot be counted and its value cannot be computed.
pub fn answers(position: &dyn AnyPosition, limits: &Limits) -> Result<(), Stop> {
    if position.scripts().is_empty() || position.count_moves().is_some() {
        Ok(())
    } else {
        position.value(limits).map(|_| ())
    }
}

/// Returns the catalogue and the library's scripts. A library script replaces a shipped script of the same name.
pub fn listed(library: &Library) -> Vec<&'static Entry> {
    let brought = own::listed(library);
    let ids: Vec<&str> = brought.iter().map(|e| e.info.id).collect();
    let others = CATALOGUE
        .iter()
        .copied()
        .filter(|e| !ids.contains(&e.info.id));
    others.chain(brought.iter().copied()).collect()
}

/// Finds the games whose title or name in IDs equals the text. If no game matches, finds the games whose title or name
/// begins with the text.
pub fn find_by_prefix(text: &str, library: &Library) -> Vec<&'static Entry> {
    let text = text.trim().to_lowercase();
    let is_exact = |name: &str| name == text;
    if library.scripts().is_empty() {
        // Reading all shipped scripts would delay the first frame, so first try the games written in Rust and the
        // shipped script whose file name equals the text.
        let mut likely: Vec<&'static Entry> = BUILT_IN.iter().collect();
        let prefix = format!("{}/", own::WORD);
        likely.extend(own::shipped_entry(
            text.strip_prefix(&prefix).unwrap_or(&text),
        ));
        likely.retain(|entry| has_name(entry, is_exact));
        if !likely.is_empty() {
            return likely;
        }
    }
    let all = listed(library);
    let named = |is: &dyn Fn(&str) -> bool| -> Vec<&'static Entry> {
        let named = all.iter().copied();
        named.filter(|entry| has_name(entry, is)).collect()
    };
    match named(&is_exact) {
        exact if !exact.is_empty() => exact,
        _ => named(&|name| !text.is_empty() && name.starts_with(&text)),
    }
}

fn has_name(entry: &Entry, is: impl Fn(&str) -> bool) -> bool {
    is(&entry.info.id.to_lowercase()) || is(&entry.info.name.to_lowercase())
}

/// Finds a game by the part of an ID before the colon, such as `bash/3`.
pub fn with_parameters(text: &str, library: &Library) -> Option<&'static Entry> {
    let (entry, _) = id::named(crate::rules::Text::new(text), library).ok()?;
    Some(entry)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Mutex, mpsc};
    use std::thread;
    use std::time::{Duration, Instant};

    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::oracle::{opened, ruleset};
    use super::*;
    use crate::erased::{Ask, FieldKind, Listed, MisereParts, Shape};
    use crate::rules::{Convention, Ending, Library, Rules, Text, Texts};
    use crate::solve::sums::MisereKind::{Heaps, Kayles, Nim, Searched, Tame};

    fn ids_of(Entry { info, setup, .. }: &Entry) -> impl Iterator<Item = &'static str> {
        setup
            .presets
            .iter()
            .map(|(_, id)| *id)
            .chain([info.example])
    }

    #[test]
    fn a_match_is_as_long_as_the_facts_of_its_positions_say() {
        for entry in CATALOGUE.iter() {
            for id in ids_of(entry) {
                let mut at = opened(id);
                let mut bounds = Vec::new();
                while bounds.len() < 200 {
                    bounds.push(at.facts().moves_left);
                    let Some(first) = at.first_moves(1).pop() else {
                        break;
                    };
                    at.play(&first.text).unwrap();
                }
                if bounds.len() == 200 {
                    continue;
                }
                for (left, bounds) in (0u64..).zip(bounds.iter().rev()) {
                    let Some((least, most)) = *bounds else {
                        continue;
                    };
                    assert!(
                        (least..=most).contains(&left),
                        "{id}: {left} of {least} to {most}"
                    );
                }
            }
        }
    }

    #[test]
    fn positions_of_a_size_are_walked_through_once() {
        for (id, size, count) in [
            ("star:8191", 0, 1),
            ("star:8191", 2, 78),
            ("star:8191", 13, 1),
            ("triangle/4:", 1, 18),
            ("triangle/4:", 2, 153),
            ("triangle/4:", 12, 217),
        ] {
            let at = opened(id);
            let mut seen = std::collections::HashSet::new();
            let found = at.for_each_of_size(size, &mut |at| {
                assert!(seen.insert(at.id()), "{}", at.id());
                ControlFlow::Continue(())
            });
            assert_eq!((found, seen.len()), (true, count), "{id} {size}");
            let mut first = 0;
            at.for_each_of_size(size, &mut |_| {
                first += 1;
                ControlFlow::Break(())
            });
            assert_eq!(first, 1, "{id} {size}");
        }
        let more_than_fit = opened("triangle/4:");
        assert!(!more_than_fit.for_each_of_size(13, &mut |_| ControlFlow::Continue(())));
    }

    #[test]
    fn a_whole_name_is_found_before_names_that_begin_with_it() {
        let library = Library::default();
        let ids = |text: &str| -> Vec<&str> {
            let found = find_by_prefix(text, &library);
            found.iter().map(|entry| entry.info.id).collect()
        };
        assert_eq!(ids("nim"), ["nim"]);
        assert_eq!(ids(" Hexagram star "), ["star"]);
        assert_eq!(ids("chom"), ["chomp"]);
        assert!(ids("").is_empty() && ids("chompx").is_empty());
    }

    #[test]
    fn every_game_is_found_by_its_title_and_by_its_id() {
        let library = Library::default();
        for &entry in CATALOGUE.iter() {
            for text in [entry.info.id, entry.info.name] {
                let found = find_by_prefix(text, &library);
                assert!(
                    matches!(found[..], [one] if std::ptr::eq(one, entry)),
                    "{text}"
                );
            }
            let id = entry.info.id.to_uppercase();
            assert!(find(&id).is_some_and(|one| std::ptr::eq(one, entry)));
        }
        assert!(find("own/nothing").is_none() && find("nim/nim").is_none());
    }

    #[test]
    fn the_letters_of_rules_are_named_in_every_game_with_a_table() {
        for Entry { info, .. } in CATALOGUE.iter() {
            let letters: &[&str] = match info.shape {
                Shape::None => &[],
                Shape::Single(_) => &["n"],
                Shape::Pair(_) => &["a", "b"],
            };
            let mut words = info.numbered.split(' ');
            assert!(
                letters
                    .iter()
                    .all(|letter| words.any(|word| word == *letter)),
                "{}",
                info.id
            );
        }
    }

    #[test]
    fn every_rule_is_told_with_the_ending_that_is_played() {
        for Entry { info, setup, .. } in CATALOGUE.iter().copied() {
            let rule = |id: &str| opened(id).rule();
            for (name, id) in setup.presets {
                assert!(
                    rule(id).ends_with('.') && !rule(id).contains(".."),
                    "{name}: {}",
                    rule(id)
                );
            }
            let [normal, misere] = [Convention::Normal, Convention::Misere].map(|c| {
                (info.default.is_some()).then(|| rule(&format!("{} {}", c.word(), info.example)))
            });
            let (Some(normal), Some(misere)) = (normal, misere) else {
                assert!(matches!(info.ending, Ending::Always(_)), "{}", info.id);
                continue;
            };
            match info.ending {
                Ending::LastMove(_) => {
                    assert!(normal.ends_with(" wins.") && misere.ends_with(" loses."))
                }
                Ending::NoMove => {
                    assert!(
                        normal.ends_with("loses.") && misere.ends_with("wins."),
                        "{normal}"
                    );
                }
                Ending::Always(_) => panic!("{} has conventions, which its ending denies", info.id),
            }
            assert_eq!(
                rule(info.example),
                if info.default == Some(Convention::Normal) {
                    normal
                } else {
                    misere
                }
            );
        }
    }

    #[test]
    fn games_are_the_parts_of_sums_that_they_say() {
        for entry in CATALOGUE.iter().copied() {
            let (info, mut seen) = (entry.info, 0);
            for id in ids_of(entry).filter(|id| !id.contains('+')) {
                let position = opened(id);
                let summand = position
                    .summand(&Limits::default())
                    .map(|summand| summand.misere);
                let Ok(kind) = summand else { continue };
                seen += 1;
                match info.misere_parts {
                    MisereParts::Tame => assert!(matches!(kind, Nim(_) | Tame(_)), "{id}"),
                    MisereParts::Kayles => assert!(matches!(kind, Kayles(_)), "{id}"),
                    MisereParts::TameWhere(_) => assert!(!matches!(kind, Kayles(_)), "{id}"),
                    MisereParts::KaylesWhere(_) => {
                        assert!(!matches!(kind, Nim(_) | Tame(_)), "{id}")
                    }
                    MisereParts::Searched => assert!(matches!(kind, Heaps(_) | Searched), "{id}"),
                    MisereParts::Never => panic!("{id} is a part of a sum"),
                }
            }
            assert!(
                seen > 0 || !info.is_summand(),
                "{}: no position can be added",
                info.id
            );
        }
    }

    /// One position for each kind of solver that has a cache.
    const SOLVERS: [&str; 16] = [
        "subtraction/1,3,4:200,31",                       // periods of heaps
        "octal/0.07:1400",                                // Grundy values of heaps
        "misere octal/0.123:9,4",                         // misère quotients
        "misere row:OOO.OOOO.O.OO",                       // pieces of rows
        "misere strip:00010020",                          // pieces of strips
        "star:6417",                                      // tables of boards
        "rings/coronene:16777215",                        // boards by their parts
        "misere ferguson:60,44",                          // searched pairs
        "chomp:6x7",                                      // tables of shapes
        "tictactoe:XO.......",                            // all positions, with draws
        "token/divisors:12",                              // graphs
        "triangle:2-4,8-9,4-7",                           // tables of margins
        "own/grundy:30",                                  // heaps of a script
        "own/domineering:A:.........",                    // boards of a script
        "misere octal/0.123:7,5 + nim:3,2 + bash/2:7",    // products of quotients
        "misere nim:40,31 + strip:0000000 + powers/2:80", // sums of large piles and small graphs
    ];

    #[test]
    fn a_question_lets_go_while_another_one_works() {
        for id in SOLVERS {
            for hold in [1, 2, 4] {
                lets_go(id, hold);
            }
        }
    }

    fn largest(entry: &Entry, misere: bool) -> String {
        let Entry { info, setup, .. } = entry;
        let most: Vec<String> = (setup.fields.iter())
            .map(|field| match field.kind {
                FieldKind::Number { most, .. } => most.to_string(),
                other => other.default_value(),
            })
            .collect();
        let mut rng = StdRng::seed_from_u64(7);
        let mut pick = |n: u64| rng.random_range(0..n.max(1));
        let id = setup.random_id(&most, &mut pick).unwrap();
        let plain = id
            .trim_start_matches("misere ")
            .trim_start_matches("normal ");
        match (info.default, misere) {
            (None, _) => plain.to_owned(),
            (Some(_), true) => format!("misere {plain}"),
            (Some(_), false) => format!("normal {plain}"),
        }
    }

    #[test]
    fn a_question_that_is_not_wanted_lets_go() {
        let largest = (CATALOGUE.iter().enumerate()).map(|(i, entry)| largest(entry, i % 2 == 0));
        let all = largest.chain(SOLVERS.map(str::to_owned));
        for id in all.filter(|id| open(id, &Library::default()).is_ok()) {
            for wanted in [0, 7] {
                let checks = checks_when_cancelled(&id, wanted);
                assert!(
                    checks <= wanted + 2,
                    "{id:.200}, cancelled after {wanted} checks, went on to {checks}"
                );
            }
        }
    }

    #[test]
    fn a_question_that_breaks_off_leaves_nothing_behind() {
        let answer = |position: &dyn AnyPosition| {
            let until = Instant::now() + Duration::from_millis(400);
            let late = move || (Instant::now() > until).then(|| "late".to_owned());
            position.analyse(Ask::default())(&Limits::default().stopping(late))
                .map(|found| format!("{found:?}"))
        };
        for id in SOLVERS {
            let fresh = || opened(id);
            let Ok(expected) = answer(&*fresh()) else {
                continue;
            };
            for look in [1, 3, 9] {
                let position = fresh();
                for breaks in [true, false] {
                    let looks = AtomicU32::new(0);
                    let stop = move || {
                        let now = looks.fetch_add(1, Ordering::Relaxed) + 1 == look;
                        assert!(!(now && breaks), "broken off on purpose");
                        now.then(|| "stopped on purpose".to_owned())
                    };
                    let limits = Limits::default().stopping(stop);
                    let ask = || position.analyse(Ask::default())(&limits).is_ok();
                    let _ = catch_unwind(AssertUnwindSafe(ask));
                }
                if let Ok(found) = answer(&*position) {
                    assert_eq!(found, expected, "{id}, after look {look}");
                }
            }
        }
    }

    fn checks_when_cancelled(id: &str, wanted: u32) -> u32 {
        let position = opened(id);
        let checks = Arc::new(AtomicU32::new(0));
        let (ended, ends) = mpsc::channel();
        for _ in 0..2 {
            let (position, ended) = (position.boxed_clone(), ended.clone());
            let count = Arc::clone(&checks);
            let cancelled = move || {
                let is_late = count.fetch_add(1, Ordering::Relaxed) >= wanted;
                is_late.then(|| "not wanted".to_owned())
            };
            thread::spawn(move || {
                let limits = Limits::default().stopping(cancelled);
                let _ = ended.send(position.analyse(Ask::default())(&limits).is_ok());
            });
        }
        for _ in 0..2 {
            let end = ends.recv_timeout(Duration::from_secs(120));
            assert!(end.is_ok(), "{id:.200}: a cancelled query goes on");
        }
        checks.load(Ordering::Relaxed)
    }

    /// Blocks one analysis at its `hold`-th check of the limits, and tests that a second analysis can still be
    /// cancelled.
    fn lets_go(id: &str, hold: u32) {
        let position = opened(id);
        let other = position.boxed_clone();
        let (held, is_held) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let looks = AtomicU32::new(0);
        let may_go_on = Mutex::new(may_go_on);
        let stop = {
            let held = Mutex::new(held.clone());
            move || {
                if looks.fetch_add(1, Ordering::Relaxed) + 1 != hold {
                    return None;
                }
                held.lock().unwrap().send(true).unwrap();
                let _ = may_go_on.lock().unwrap().recv();
                Some("held long enough".to_owned())
            }
        };
        let works = thread::spawn(move || {
            let _ = position.analyse(Ask::default())(&Limits::default().stopping(stop));
            let _ = held.send(false);
        });
        if is_held.recv().unwrap() {
            let (answers, is_answered) = mpsc::channel();
            thread::spawn(move || {
                let told = Limits::default().stopping(|| Some("told to".to_owned()));
                let _ = answers.send(other.analyse(Ask::default())(&told).is_ok());
            });
            let answered = is_answered.recv_timeout(Duration::from_secs(20));
            let _ = go_on.send(());
            assert!(
                answered.is_ok(),
                "{id}, held up at look {hold}: the other question waits for ever"
            );
        }
        drop(go_on);
        works.join().unwrap();
    }

    /// Checks that `play` panics in the position `at` for moves that are legal only in the position `of`.
    fn illegal_moves_are_loud<L: Listed>(params: &[&str], of: &str, at: &str) {
        let game = ruleset::<L>(Convention::Normal, params).unwrap();
        let [of, at] = [of, at].map(|state| game.parse_state(Text::new(state)).unwrap());
        let illegal: Vec<_> = game
            .moves(&of)
            .iter()
            .filter(|m| !game.moves(&at).contains(m))
            .collect();
        assert!(!illegal.is_empty(), "{at:?}");
        for m in illegal {
            let played = catch_unwind(AssertUnwindSafe(|| game.play(&at, &m)));
            assert!(played.is_err(), "{m:?} was played in {at:?}");
        }
    }

    #[test]
    fn random_positions_have_pieces_whatever_the_dice_say() {
        for id in ["own/grundy:10", "star:8191", "rings/cube:255"] {
            let position = opened(id);
            for die in [0, u64::MAX] {
                let mut pick = |sides: u64| die.min(sides - 1);
                let at = position
                    .random_position(&mut pick)
                    .unwrap_or_else(|| panic!("{id}"));
                assert!(!at.id().ends_with(':'), "{id}: {}", at.id());
            }
        }
    }

    #[test]
    fn a_token_starts_where_the_longest_path_does() {
        let setup = find("token").unwrap().setup;
        let values: Vec<String> = setup
            .fields
            .iter()
            .map(|field| field.kind.default_value())
            .collect();
        assert_eq!(setup.start_id(&values).unwrap(), "token/divisors:60,60,60");
    }

    #[test]
    fn random_set_ups_end_whatever_the_dice_say() {
        for Entry { info, setup, .. } in CATALOGUE.iter().copied() {
            let values: Vec<String> = setup
                .fields
                .iter()
                .map(|field| field.kind.default_value())
                .collect();
            for first in [0, 7, 1000] {
                let mut rolled = first;
                let mut pick = |sides: u64| {
                    rolled += 1;
                    (sides - 1).saturating_sub(rolled % (sides + 3))
                };
                let id = setup.random_id(&values, &mut pick).unwrap();
                let at = opened(&id);
                assert!(info.id != "rings" || !at.id().ends_with(":0"), "{id}");
            }
        }
    }

    #[test]
    fn no_game_plays_an_illegal_move() {
        illegal_moves_are_loud::<rings::star::Star>(&[], "8191", "7");
        illegal_moves_are_loud::<row::StoneRow>(&[], "OOO", "O.O");
        illegal_moves_are_loud::<triangle::TriangleWar>(&[], "", "1-2,1-3");
        illegal_moves_are_loud::<strip::ColouredStrip>(&[], "0000", "0100");
        illegal_moves_are_loud::<piles::nim::Nim>(&[], "5,5", "2,0");
        illegal_moves_are_loud::<counts::Race>(&["3", "9"], "0", "8");
        illegal_moves_are_loud::<counts::Auction>(&["3", "9"], "0", "9");
        illegal_moves_are_loud::<octal::Octal>(&["0.77"], "5,5", "1,0");
        illegal_moves_are_loud::<wythoff::queen::Queen>(&[], "5,5", "1,0");
        illegal_moves_are_loud::<boxes::ferguson::Ferguson>(&[], "4,4", "1,2");
        illegal_moves_are_loud::<fibonacci::Fibonacci>(&[], "9,8", "3,3");
        illegal_moves_are_loud::<chomp::Chomp>(&[], "3x3", "2,1");
        illegal_moves_are_loud::<token::Token>(&["a-b,a-c,b-c"], "a", "c");
        illegal_moves_are_loud::<tictactoe::TicTacToe>(&[], ".........", "X...O....");
    }
}
