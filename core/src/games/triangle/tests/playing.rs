//! Rules, text, scene and the perfect move.

use super::oracle::PlainBoard;
use super::{Random, game, go, read};
use crate::erased::Game;
use crate::games::triangle::TriangleWar;
use crate::games::triangle::rules::Drawn;
use crate::rules::{BoardView, Convention, Library, Look, Notation, Outcome, Picture, Player, Rules, Text};
use crate::solve::Solve;

#[test]
fn winners_of_the_sample_games() {
    let game = game(4);
    for (state, winner) in [
        ("2-4,4-5,5-9,3-6,2-5,3-5", Player::Second),
        ("2-4,4-5,5-9,3-6,2-5,3-5,7-8", Player::First),
        ("1-2,2-3,1-3,2-4,2-5,4-5", Player::First),
        ("1-2,2-5,3-6,5-8,4-7,6-10,2-4,4-5,4-8,7-8", Player::Second),
    ] {
        let at = read(&game, state);
        let ahead = match game.value(&at, &go()).unwrap().outcome {
            Outcome::Win => at.mover(),
            Outcome::Loss => at.mover().other(),
            Outcome::Draw => unreachable!("nine triangles"),
        };
        assert_eq!(ahead, winner, "{state}");
    }
}

#[test]
fn play_scores_and_keeps_the_turn() {
    let game = game(4);
    let mut at = Drawn::default();
    for (text, mover, score) in [
        ("1-2", Player::Second, [0, 0]),
        ("3-1", Player::First, [0, 0]),
        ("2-5", Player::Second, [0, 0]),
        ("3-5", Player::First, [0, 0]),
        ("2-3", Player::First, [2, 0]),
        ("2-4", Player::Second, [2, 0]),
        ("4-5", Player::Second, [2, 1]),
    ] {
        let m = game.parse_move(&at, text).unwrap();
        assert!(game.is_legal(&at, &m));
        at = game.play(&at, &m);
        assert!(!game.is_legal(&at, &m));
        assert_eq!((at.mover(), at.score()), (mover, score), "{text}");
    }
    assert_eq!((game.count_moves(&at), at.order().len(), at.lead()), (Some(11), 7, -1));
    assert_eq!(game.state_text(&at), "1-2,1-3,2-5,3-5,2-3,2-4,4-5");
    let owners: Vec<_> = (0..9).filter_map(|t| at.owner(t)).collect();
    assert_eq!(owners, [Player::First, Player::Second, Player::First]);
    while let Some(m) = game.moves(&at).first() {
        at = game.play(&at, m);
    }
    assert!(game.is_over(&at));
    assert_eq!(at.score().iter().sum::<u32>(), 9);
    let value = game.value(&at, &go()).unwrap();
    assert_eq!((value.margin, value.remoteness), (Some(at.lead()), Some(0)));
    assert_eq!(game.best(&at, &go()), Ok(None));
}

#[test]
fn bad_text_is_refused_with_its_column() {
    let four = game(4);
    for (state, column) in
        [("1-2,2-5,5-2", 9), ("1-6", 1), ("1-2,,2-3", 5), ("1-2,1-11", 7), ("12", 1), ("1-2, 3-", 8)]
    {
        assert_eq!(four.parse_state(Text::new(state)).unwrap_err().column, column, "{state}");
    }
    for (params, column) in [(vec!["1"], 10), (vec!["7"], 10), (vec!["x"], 10), (vec!["5", "6"], 10)] {
        let texts: Vec<_> = params.iter().map(|p| Text::at(p, 10)).collect();
        let error = TriangleWar::open(Convention::Normal, &texts, &Library::default()).unwrap_err();
        assert_eq!(error.column, column, "{params:?}");
    }
    assert!(four.parse_move(&Drawn::default(), "1-4").is_err());
    assert_eq!((four.params_text(), game(5).params_text()), (String::new(), "/5".to_owned()));
    assert_eq!(read(&four, ""), Drawn::default());
    assert_eq!(read(&four, " 04-2 , 1-2"), read(&four, "2-4,1-2"));
}

/// The perfect move by its definition, from a plain table: best margin, then the fewest winning replies.
#[test]
fn the_best_move_is_the_defined_one() {
    let game = game(4);
    let plain = PlainBoard::new(4).table(0);
    let mut random = Random(7);
    for _ in 0..60 {
        let mut at = Drawn::default();
        for _ in 0..random.below(18) {
            let moves = game.moves(&at);
            at = game.play(&at, &moves[random.below(moves.len())]);
        }
        let margin = |at: &Drawn| at.lead() + i32::from(plain[at.drawn() as usize]);
        let after = |before: &Drawn, m: u8| {
            let to = game.play(before, &m);
            if to.mover() == before.mover() { margin(&to) } else { -margin(&to) }
        };
        let rank = |m: &u8| {
            let to = game.play(&at, m);
            let replies = game.moves(&to).into_iter().filter(|&r| after(&to, r) > 0).count();
            (-after(&at, *m), if to.mover() == at.mover() { 0 } else { replies })
        };
        let expected = game.moves(&at).into_iter().min_by_key(rank);
        assert_eq!(game.best(&at, &go()), Ok(expected), "{}", game.state_text(&at));
        let wins = game.moves(&at).into_iter().filter(|&m| after(&at, m) > 0).collect::<Vec<_>>();
        let found = game.winning(&at, 99, &go()).unwrap();
        assert_eq!((found.count, &found.first), (wins.len() as u64, &wins));
    }
}

#[test]
fn the_scene_shows_every_edge_and_owner() {
    let game = game(4);
    let at = read(&game, "1-2,1-3,2-3");
    let Picture::Lattice(board) = game.scene(&at).picture else { panic!("a lattice") };
    assert_eq!((board.points.len(), board.lines.len(), board.areas.len()), (10, 18, 9));
    let strong = board.lines.iter().filter(|l| l.look == Look::Strong).count();
    assert_eq!((strong, board.areas[0].owner, board.areas[0].label.as_str()), (3, Some(Player::First), "A"));
    for line in &board.lines {
        let (a, b) = (board.points[line.ends.0].at, board.points[line.ends.1].at);
        assert!([(2, 0), (1, 1), (-1, 1)].contains(&(b.0 - a.0, b.1 - a.1)), "{a:?} {b:?}");
    }
    assert!(game.moves(&at).iter().all(|m| board.lines[usize::from(*m)].site == Some(game.sites(&at, m)[0])));
}
