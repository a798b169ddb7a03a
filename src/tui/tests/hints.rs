//! Tests the hints of every game, as shown on the screen.

use super::harness::*;
use crate::play::hint;
use nimatron_core::rules::{Claim, Depth, FigureMark, Reveals, as_gerund};

/// Test positions: the example and all presets of every game, and one sum.
fn positions() -> Vec<String> {
    let mut ids = Vec::new();
    for entry in CATALOGUE.iter() {
        ids.push(entry.info.example.to_owned());
        ids.extend(entry.setup.presets.iter().map(|(_, id)| (*id).to_owned()));
    }
    ids.push("nim:3,4 + row:OO.OOO".to_owned());
    ids
}

/// Checks that the first hint highlights a region that contains the best move and usually more. If every move loses,
/// nothing is highlighted.
#[test]
fn hint_reason_and_best_are_one_move_in_every_game() {
    let mut more = 0;
    for id in positions() {
        let mut driver = drive(table(begin(80, 24), &id, HUMANS), None);
        keys(&mut driver, "t");
        let s = on_table(&driver);
        let Some(analysis) = s.analysis().cloned() else {
            continue;
        };
        let best = analysis.best.clone().unwrap_or_else(|| panic!("{id}"));
        let lost = analysis.value.outcome == Outcome::Loss;
        assert_eq!(s.hint(), Reveals::Where, "{id}");
        assert_eq!(s.hinted().is_empty(), lost, "{id}");
        if lost {
            continue;
        }
        let lit = s.hinted();
        let own = hint::distinct([&best].into_iter());
        let board = hint::distinct(s.game().position().choices(&[], 1_000).list.iter()).len();
        assert!(
            own.iter().all(|site| lit.contains(site)),
            "{id}: the best move is not lit"
        );
        if lit.len() > own.len() {
            more += 1;
        } else {
            assert_eq!(own.len(), board, "{id}: the hint gives the move away");
        }
        // Only the best move is named as a move with the position's outcome.
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
        // The headline agrees with the hint: a move that it claims to keep the outcome is the best move, and sites that
        // it highlights overlap the hint's region.
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
        // The highlighted region contains some winning move.
        let good = s.good().unwrap();
        let holds =
            |c: &nimatron_core::erased::Choice| c.sites.iter().all(|site| lit.contains(site));
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
    assert!(more > 40, "{more}");
}

/// Checks that every figure with marks on the board has a legend, and that its lines have more than ten characters.
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
    for id in ["row:OOOOOOOO", "chomp:4x4"] {
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
        for (pressed, is_shown) in [("", false), ("t t", true), ("esc", false)] {
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
