//! Holds everything that an analysis says to what a plain search finds.

use std::fmt::Debug;
use std::hash::Hash;

use crate::erased::{Analysis, AnyPosition, Ask};
use crate::games::Opener;
use crate::games::prelude::*;
pub(crate) use crate::solve::plain::{Search, octal_moves};

/// Holds a game to the plain search at every position, in both conventions: value, remoteness, number of moves, every
/// move with its own value, winning moves in board order, the perfect move. `id` is the part of an ID behind the
/// convention word.
pub(crate) fn agrees<P: Clone + Eq + Hash + Debug>(
    positions: &[P],
    id: &dyn Fn(&P) -> String,
    next: &dyn Fn(&P) -> Vec<(String, P)>,
) {
    for misere in [false, true] {
        let mut search = Search::new(misere, next);
        let mut opener = Opener::new(Library::default());
        let word = if misere { "misere" } else { "normal" };
        for at in positions {
            let id = format!("{word} {}", id(at));
            let position = opener.open(&id).unwrap_or_else(|e| panic!("{id}: {e}"));
            let found = position.analyse(Ask::default().with_all())(&Limits::default()).unwrap();
            let value = search.value(at);
            assert_eq!(found.value, value.as_said(misere), "{id}");
            let moves = next(at);
            assert_eq!(found.moves, Some(moves.len() as u64), "{id}");
            assert_eq!((found.over, position.is_over()), (moves.is_empty(), moves.is_empty()), "{id}");
            let listed: Vec<_> = (found.legal.unwrap().into_iter())
                .map(|m| (m.choice.text, m.outcome, m.remoteness))
                .collect();
            let legal: Vec<_> = (moves.iter())
                .map(|(text, to)| {
                    let after = search.value(to);
                    (text.clone(), Outcome::won(!after.wins), Some(after.remoteness + 1))
                })
                .collect();
            assert_eq!(listed, legal, "{id}");
            let won: Vec<String> =
                legal.into_iter().filter(|m| m.1 == Outcome::Win).map(|(text, ..)| text).collect();
            assert_eq!(found.winning_count, won.len() as u128, "{id}");
            assert_eq!(found.winning.into_iter().map(|c| c.text).collect::<Vec<_>>(), won, "{id}");
            assert_eq!(found.best.map(|c| c.text), search.best(at), "{id}");
            assert!((1..=6).contains(&found.reasons.len()), "{id}");
        }
    }
}

/// Holds the solver of an impartial game to the plain search at every position, in both conventions: value, outcome, term
/// of a sum and winning moves. `read` makes a position of the game; how many are lost comes back.
pub(crate) fn solves<G: Impartial + Notation, P: Clone + Eq + Hash + Debug>(
    open: &dyn Fn(Convention) -> G,
    positions: &[P],
    read: &dyn Fn(&P) -> G::Position,
    next: &dyn Fn(&P) -> Vec<(String, P)>,
) -> [u32; 2] {
    let limits = Limits::default();
    [Convention::Normal, Convention::Misere].map(|convention| {
        let game = open(convention);
        let mut search = Search::new(convention.is_misere(), next);
        let mut lost = 0;
        for position in positions {
            let at = read(position);
            let plain = search.value(position);
            let value = plain.as_said(convention.is_misere());
            assert_eq!(game.value(&at, &limits), Ok(value), "{position:?} {convention:?}");
            assert_eq!(game.outcome(&at, &limits), Ok(value.outcome), "{position:?} {convention:?}");
            assert_eq!(game.summand(&at, &limits).unwrap().nimber, Some(plain.grundy), "{position:?}");
            let moves = next(position);
            assert_eq!(game.count_moves(&at), Some(moves.len() as u64), "{position:?}");
            let won = moves.into_iter().filter(|(_, to)| !search.value(to).wins).map(|(text, _)| text);
            let found = game.winning(&at, usize::MAX, &limits).unwrap();
            let texts: Vec<String> = found.first.iter().map(|m| game.move_text(&at, m)).collect();
            assert_eq!(texts, won.collect::<Vec<_>>(), "{position:?} {convention:?}");
            assert_eq!(found.count, texts.len() as u64, "{position:?} {convention:?}");
            lost += u32::from(!plain.wins);
        }
        lost
    })
}

pub(crate) fn opened(id: &str) -> Box<dyn AnyPosition> {
    crate::games::open(id, &Library::default()).unwrap_or_else(|e| panic!("{id:.200}: {e}"))
}

/// What `solve` says of a position.
pub(crate) fn solved(id: &str) -> Analysis {
    opened(id).analyse(Ask::default())(&Limits::default()).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Holds IDs as typed to those they are read as.
pub(crate) fn canonical(ids: &[(&str, &str)]) {
    for (typed, id) in ids {
        assert_eq!(opened(typed).id(), *id, "{typed}");
    }
}

/// Holds IDs that do not read to the column of their error.
pub(crate) fn refused(ids: &[(&str, usize)]) {
    for (id, column) in ids {
        match crate::games::open(id, &Library::default()) {
            Ok(position) => panic!("{id} was read as {}", position.id()),
            Err(e) => {
                assert_eq!(e.column, *column, "{id}: {e}");
                assert!(e.example.is_some(), "{id}");
            }
        }
    }
}

/// Holds moves as typed to those they are read as, and others to being none.
pub(crate) fn typed(id: &str, moves: &[(&str, &str)], none: &[&str]) {
    let position = opened(id);
    for (typed, text) in moves {
        assert_eq!(position.legal(typed).map(|m| m.text).as_deref(), Ok(*text), "{id} {typed:?}");
    }
    for typed in none {
        assert!(position.legal(typed).is_err(), "{id} {typed:?}");
    }
}
