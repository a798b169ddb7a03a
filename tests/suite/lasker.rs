//! Checks that a game from an external crate is played, explained and drawn like the games in the catalogue.

use nimatron::draw::{Marks, Size, Style, draw};
use nimatron_core::erased::{AnyPosition, Ask, Entry, Turn, entry};
use nimatron_core::rules::{Convention, Depth, Library, Limits, Outcome, Text};
use nimatron_lasker::Lasker;

const LASKER: Entry = entry::<Lasker>();

fn open(state: &str) -> Box<dyn AnyPosition> {
    let (convention, library) = (Convention::Normal, Library::default());
    LASKER
        .open(convention, &[], Text::new(state), &library)
        .unwrap()
}

#[test]
fn it_is_played_to_the_end() {
    let mut position = open("3,4,8");
    let mut moves = 0;
    while !position.is_over() {
        let found = position.analyse(Ask::default())(&Limits::default()).unwrap();
        assert_eq!(
            found.value.outcome,
            Outcome::won(moves % 2 == 1),
            "the second player wins"
        );
        let best = found.best.unwrap();
        assert!(
            found
                .winning
                .iter()
                .all(|m| position.legal(&m.text).is_ok())
        );
        assert_eq!(position.play(&best.text), Ok(Turn::Passed));
        moves += 1;
    }
    assert!(moves > 4 && moves % 2 == 0, "{moves}");
}

#[test]
fn it_explains_itself() {
    let found = open("3,5").analyse(Ask::default())(&Limits::default()).unwrap();
    let headline = found.reasons.iter().find(|r| r.depth == Depth::Headline);
    assert!(headline.is_some() && found.reasons.len() > 2);
    assert!(found.reasons.iter().all(|reason| !reason.claims.is_empty()));
}

#[test]
fn it_is_drawn() {
    let size = Size {
        width: 60,
        height: 20,
    };
    let picture = draw(
        &open("3,5").scene(),
        size,
        &Marks::default(),
        Style { ascii: true },
    );
    let there = picture.hits.iter().map(|hit| hit.site).collect::<Vec<_>>();
    assert!(there.len() >= 8, "{there:?}");
}
