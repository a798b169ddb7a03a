//! Compares whole analyses with a plain search, and checks the parsing of IDs and moves.

use std::fmt::Debug;
use std::hash::Hash;

use crate::erased::{Analysis, AnyPosition, Ask};
use crate::games::Opener;
use crate::games::prelude::*;
pub(crate) use crate::solve::plain::{Search, octal_moves};

/// Compares a game with the plain search at every position, and returns the number of lost positions in each
/// convention. `id` returns an ID without the convention word; `next` returns the moves in board order, each with the
/// position after the move.
pub(crate) fn agrees<P: Clone + Eq + Hash + Debug>(
    positions: &[P],
    id: &dyn Fn(&P) -> String,
    next: &dyn Fn(&P) -> Vec<(String, P)>,
) -> [u32; 2] {
    agrees_in_part(positions, 1, id, next)
}

/// Like [`agrees`], but analyses only every `step`-th position fully and compares only the outcome of the remaining
/// positions.
pub(crate) fn agrees_in_part<P: Clone + Eq + Hash + Debug>(
    positions: &[P],
    step: usize,
    id: &dyn Fn(&P) -> String,
    next: &dyn Fn(&P) -> Vec<(String, P)>,
) -> [u32; 2] {
    let limits = Limits::default();
    [Convention::Normal, Convention::Misere].map(|convention| {
        let misere = convention.is_misere();
        let mut search = Search::new(misere, next);
        let mut opener = Opener::new(Library::default());
        let mut lost = 0;
        for (i, at) in positions.iter().enumerate() {
            let id = format!("{} {}", convention.word(), id(at));
            let position = opener.open(&id).unwrap_or_else(|e| panic!("{id}: {e}"));
            let plain = search.value(at);
            lost += u32::from(!plain.wins);
            if i % step != 0 {
                let outcome = Outcome::won(plain.wins);
                assert_eq!(position.outcome(&limits), Ok(outcome), "{id}");
                continue;
            }
            let found = position.analyse(Ask::default().with_all())(&limits).unwrap();
            assert_eq!(found.value, plain.as_said(misere), "{id}");
            assert_eq!(position.outcome(&limits), Ok(found.value.outcome), "{id}");
            // Heaps that are solved by a quotient have no Grundy value in misère play.
            let has_none = misere && ["own/", "octal/"].iter().any(|word| id.contains(word));
            let term = position.summand(&limits).ok().map(|summand| summand.nimber);
            assert!(
                term.is_none_or(|n| n == Some(plain.grundy) || has_none && n.is_none()),
                "{id}: {term:?}"
            );
            let moves = next(at);
            assert_eq!(found.moves, Some(moves.len() as u64), "{id}");
            assert_eq!(
                (found.over, position.is_over()),
                (moves.is_empty(), moves.is_empty()),
                "{id}"
            );
            let listed: Vec<_> = (found.legal.unwrap().into_iter())
                .map(|m| (m.choice.text, m.outcome, m.remoteness))
                .collect();
            let legal: Vec<_> = (moves.into_iter())
                .map(|(text, to)| {
                    let after = search.value(&to);
                    (text, Outcome::won(!after.wins), Some(after.remoteness + 1))
                })
                .collect();
            assert_eq!(listed, legal, "{id}");
            let won: Vec<String> = legal
                .into_iter()
                .filter(|m| m.1 == Outcome::Win)
                .map(|(text, ..)| text)
                .collect();
            assert_eq!(found.winning_count, Some(won.len() as u128), "{id}");
            assert_eq!(
                found
                    .winning
                    .into_iter()
                    .map(|c| c.text)
                    .collect::<Vec<_>>(),
                won,
                "{id}"
            );
            assert_eq!(found.best.map(|c| c.text), search.best(at), "{id}");
            assert!((1..=6).contains(&found.reasons.len()), "{id}");
        }
        lost
    })
}

pub(crate) fn opened(id: &str) -> Box<dyn AnyPosition> {
    crate::games::open(id, &Library::default()).unwrap_or_else(|e| panic!("{id:.200}: {e}"))
}

pub(crate) fn ruleset<L: Listed>(
    convention: Convention,
    params: &[&str],
) -> Result<L::Ruleset, IdError> {
    let params: Vec<Text<'_>> = params.iter().map(|text| Text::new(text)).collect();
    let library = Library::default();
    let variant = Variant::read(&L::INFO, convention, &params, &library)?;
    Ok(L::open(&variant)?.game)
}

pub(crate) fn fault(id: &str) -> IdError {
    match crate::games::open(id, &Library::default()) {
        Ok(position) => panic!("{id} was read as {}", position.id()),
        Err(error) => error,
    }
}

pub(crate) fn solved(id: &str) -> Analysis {
    opened(id).analyse(Ask::default())(&Limits::default()).unwrap_or_else(|e| panic!("{id}: {e}"))
}

pub(crate) fn canonical(ids: &[(&str, &str)]) {
    for (typed, id) in ids {
        assert_eq!(opened(typed).id(), *id, "{typed}");
    }
}

pub(crate) fn refused(ids: &[(&str, usize)]) {
    for (id, column) in ids {
        let error = fault(id);
        assert_eq!(error.column, *column, "{id}: {error}");
        assert!(error.example.is_some(), "{id}");
    }
}

pub(crate) fn typed(id: &str, moves: &[(&str, &str)], none: &[&str]) {
    let position = opened(id);
    for (typed, text) in moves {
        assert_eq!(
            position.legal(typed).map(|m| m.text).as_deref(),
            Ok(*text),
            "{id} {typed:?}"
        );
    }
    for typed in none {
        assert!(position.legal(typed).is_err(), "{id} {typed:?}");
    }
}
