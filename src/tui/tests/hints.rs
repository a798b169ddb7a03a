use super::harness::*;
use crate::play::hint;
use crate::play::opponent::is_copied;
use nimatron_core::erased::{Choice, Turn};
use nimatron_core::rules::{Claim, Depth, FigureMark, Reveals, as_gerund};

fn positions() -> Vec<String> {
    let mut ids = Vec::new();
    for entry in CATALOGUE.iter() {
        ids.push(entry.info.example.to_owned());
        ids.extend(entry.setup.presets.iter().map(|(_, id)| (*id).to_owned()));
    }
    ids.push("nim:3,4 + row:OO.OOO".to_owned());
    ids
}

#[test]
fn hint_reason_and_best_are_one_move_in_every_game() {
    let (mut more, mut mixed) = (0, 0);
    for id in positions() {
        let mut driver = drive(table(begin(80, 24), &id, HUMANS), None);
        keys(&mut driver, "t");
        let s = on_table(&driver);
        let Some(analysis) = s.analysis().cloned() else {
            continue;
        };
        let best = analysis
            .advised()
            .cloned()
            .unwrap_or_else(|| panic!("{id}"));
        let lost = analysis.value.outcome == Outcome::Loss;
        assert_eq!(s.hint(), Reveals::Where, "{id}");
        assert_eq!(s.hinted().is_empty(), lost, "{id}");
        if lost {
            continue;
        }
        let lit = s.hinted();
        let own = hint::distinct([&best]);
        let board = hint::distinct(s.game().position().choices(&[], 1_000).list.iter()).len();
        assert!(
            own.iter().all(|site| lit.contains(site)),
            "{id}: the best move is not lit"
        );
        // A hint may light a whole board only if the board is tiny or the move spans at least half of the board.
        let all = hint::distinct(s.game().position().choices(&[], 1_000).list.iter());
        let reach = |site: Site| all.iter().position(|other| *other == site);
        let reaches: Vec<usize> = own.iter().filter_map(|site| reach(*site)).collect();
        let across = reaches
            .iter()
            .max()
            .zip(reaches.iter().min())
            .map_or(0, |(a, b)| a - b);
        assert!(
            lit.len() < all.len() || 2 * across >= all.len() || all.len() < 8,
            "{id}: the whole board is lit for {own:?}"
        );
        if lit.len() > own.len() {
            more += 1;
        } else {
            assert_eq!(own.len(), board, "{id}: the hint gives the move away");
        }
        // The hint must also light all sites of some bad move, so that it does not give the winning moves away. This is
        // not required if the best move and each bad move together cover the whole board.
        let good = s.good().unwrap();
        let is_bad = |c: &&Choice| !good.iter().any(|other| other.text == c.text);
        let choices = s.game().position().choices(&[], 1_000).list;
        let bad: Vec<&Choice> = choices.iter().filter(is_bad).collect();
        let is_held = |c: &&Choice| c.sites.iter().all(|site| lit.contains(site));
        let leaves_some = |c: &&Choice| hint::distinct([*c, &best]).len() < board;
        let is_complete = analysis.winning_count == Some(analysis.winning.len() as u128);
        if is_complete && bad.iter().any(leaves_some) {
            assert!(bad.iter().any(is_held), "{id}: only winning moves are lit");
            mixed += 1;
        }
        // Among the moves that keep the outcome, the reasons name only the best move.
        let told =
            analysis
                .reasons
                .iter()
                .flat_map(|r| &r.claims)
                .filter_map(|claim| match claim {
                    Claim::Move(m, outcome) if *outcome == analysis.value.outcome => Some(m),
                    _ => None,
                });
        let told: Vec<&String> = told.collect();
        assert!(
            told.iter().all(|m| **m == best.text),
            "{id}: best is {}, told {told:?}",
            best.text
        );
        // If the headline says that a move keeps the outcome, that move is the best move. The sites that the headline
        // highlights overlap the hint's region.
        let headline = analysis.reasons.iter().find(|r| r.depth == Depth::Headline);
        for claim in headline.iter().flat_map(|r| &r.claims) {
            if let Claim::Move(m, outcome) = claim
                && *outcome == analysis.value.outcome
            {
                assert_eq!(*m, best.text, "{id}: {}", headline.unwrap().text);
            }
        }
        let marked = headline.iter().flat_map(|r| &r.marks);
        for mark in marked {
            if let FigureMark::Lit(sites) = mark {
                let is_lit = sites.iter().any(|site| lit.contains(site));
                assert!(is_lit, "{id}: {}", headline.unwrap().text);
            }
        }
        let holds = |c: &Choice| c.sites.iter().all(|site| lit.contains(site));
        assert!(good.iter().any(holds), "{id}: no winning move is lit");
        let names = analysis.reasons.iter().any(|r| r.reveals == Reveals::Move);
        assert!(names, "{id}: no reason names the move");
        keys(&mut driver, "t");
        let s = on_table(&driver);
        assert_eq!((s.hint(), s.hinted()), (Reveals::Move, own), "{id}");
        let named = words::hint(s).unwrap().to_lowercase();
        let best = as_gerund(&s.game().position().move_words(&best.text));
        assert!(named.contains(&best.to_lowercase()), "{id}: {named}");
        keys(&mut driver, "t");
        assert_eq!(on_table(&driver).hint(), Reveals::Nothing, "{id}");
    }
    assert!(more > 40 && mixed > 40, "{more} {mixed}");
}

#[test]
fn advice_to_copy_holds_to_the_end_of_the_game() {
    const WORDS: [&str; 3] = ["copy", "mirror", "mirrors"];
    let tells_to_copy = |found: &Analysis| {
        let headline = &found.reasons[0].text;
        WORDS.iter().any(|word| headline.contains(word))
    };
    let analysed = |at: &dyn AnyPosition| at.analysed(Ask::advice(), &Limits::default()).unwrap();
    let mut copied = 0;
    for id in positions() {
        let start = games::open(&id, &Library::default()).unwrap();
        // Skip games in which the two players have different moves, and large boards, which take too long.
        if start.mover().is_some() || start.count_moves().is_none_or(|moves| moves > 40) {
            continue;
        }
        // The positions to examine, in which the user is to move. The flag says whether the user was told to copy the
        // opponent's moves.
        let mut open = vec![(start, false)];
        let mut looked_at = 0;
        while let Some((at, told)) = open.pop() {
            looked_at += 1;
            if looked_at > if told { 6 } else { 3 } {
                break;
            }
            let found = analysed(&*at);
            let Some(advised) = found
                .advised()
                .filter(|_| found.value.outcome == Outcome::Win)
            else {
                assert!(!told || found.over, "{id}: {}", at.id());
                continue;
            };
            assert!(found.winning.contains(advised), "{id}: {}", at.id());
            let claims = found.reasons.iter().flat_map(|reason| &reason.claims);
            for claim in claims {
                if let Claim::Move(m, Outcome::Win) = claim {
                    assert_eq!(*m, advised.text, "{id}: {}", at.id());
                }
            }
            let (left, turn) = at.after(&advised.text).unwrap();
            let after = analysed(&*left);
            // If at most one more move follows, there is nothing left to copy.
            let ends = after.value.remoteness.is_some_and(|left| left < 2);
            if told && !ends {
                let goes_on = tells_to_copy(&after) || is_copied(&*left);
                assert!(goes_on, "{id}: {} in {}", advised.text, at.id());
                copied += 1;
            }
            if turn == Turn::Kept {
                open.push((left, false));
                continue;
            }
            let replies = left.choices(&[], 1_000).list;
            let some = [
                0,
                replies.len() / 3,
                replies.len() / 2,
                replies.len().saturating_sub(1),
            ];
            let tells = told || tells_to_copy(&found);
            for reply in some.into_iter().filter_map(|at| replies.get(at)) {
                let (next, turn) = left.after(&reply.text).unwrap();
                if turn == Turn::Passed {
                    open.push((next, tells));
                }
            }
        }
    }
    assert!(copied > 50, "{copied}");
}

#[test]
fn every_sign_of_the_theory_has_its_legend() {
    let mut signs = 0;
    for id in positions() {
        let driver = drive(table(begin(80, 24), &id, HUMANS), None);
        let s = on_table(&driver);
        let Some(analysis) = s.analysis().filter(|a| !a.figure.marks.is_empty()) else {
            continue;
        };
        let legend = analysis.figure.legend(driver.app.cx.theme.idea());
        assert!(
            !legend.is_empty() && legend.iter().all(|line| line.len() > 10),
            "{id}: {legend:?}"
        );
        signs += 1;
    }
    assert!(signs > 15, "{signs}");
}

#[test]
fn what_a_winning_move_makes_waits_for_the_hint() {
    // While a hint is shown, an axis of symmetry stays visible. Pairs are hidden, because they would have the colour of
    // the hint.
    for (id, is_axis) in [("row:OOOOOOOO", true), ("chomp:4x4", false)] {
        let mut driver = drive(table(begin(120, 40), id, HUMANS), None);
        let shown = |driver: &crate::tui::driver::Driver<_>| {
            let s = on_table(driver);
            let told = |m: &FigureMark| {
                matches!(
                    m,
                    FigureMark::Pair(..) | FigureMark::Axis(..) | FigureMark::Tint { .. }
                )
            };
            s.figure(false).unwrap().marks.iter().any(told)
        };
        for (pressed, is_shown) in [("", false), ("t t", is_axis), ("esc", false)] {
            keys(&mut driver, pressed);
            assert_eq!(shown(&driver), is_shown, "{id} {pressed}");
        }
    }
}

#[test]
fn the_cursor_stays_on_a_place_that_the_hint_names() {
    for item in [7, 10] {
        let mut m = Machine::at("star:1664", COMPUTER);
        let hinted = [7, 10].map(|item| Site::new(0, item));
        m.point(Site::new(0, item));
        m.keys("t t");
        assert_eq!(m.on_table().hint(), Reveals::Move);
        assert_eq!(m.on_table().hinted(), hinted);
        assert_eq!(m.on_table().cursor, Some(Site::new(0, item)));
    }
}
