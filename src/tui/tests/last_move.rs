//! Checks that the last move is visible on the board of every game at common sizes, and that boards do not shift.

use super::harness::*;
use crate::draw::{Colours, Drawing};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 20)];

fn boards(id: &str, (width, height): (u16, u16), ascii: bool) -> Option<[Drawing; 2]> {
    let mut b = begin(width, height);
    b.theme.ascii = ascii;
    let mut app = table(b, id, HUMANS);
    let first = table_view::drawing(&app.cx, app.cx.on_table.as_ref()?, true);
    let text = app
        .cx
        .on_table
        .as_ref()?
        .game()
        .position()
        .choices(&[], 1)
        .list
        .first()?
        .text
        .clone();
    turns::play(&mut app.cx, &text);
    let second = table_view::drawing(&app.cx, app.cx.on_table.as_ref()?, true);
    Some([first, second])
}

#[test]
fn the_last_move_is_marked_on_the_board_of_every_game() {
    let (mut seen, mut unmarked) = (0, Vec::new());
    for entry in CATALOGUE.iter() {
        for size in SIZES {
            for ascii in [false, true] {
                let id = entry.info.example;
                let Some([first, second]) = boards(id, size, ascii) else {
                    continue;
                };
                let colours = Colours::DARK;
                let is_player = |colour: [u8; 3]| [colours.first, colours.second].contains(&colour);
                // Ignore shapes and labels that were drawn before the move, because some pieces have the players'
                // colours.
                let is_marked = match (&first.canvas, &second.canvas) {
                    (Some(_), Some(canvas)) => {
                        let mut glyphs = canvas.rows().flatten();
                        glyphs.any(|g| g.mark.last && g.ch != ' ')
                    }
                    _ => {
                        let mut shapes = second.shapes.iter().filter(|s| is_player(s.colour));
                        let mut labels = second.labels.iter().filter(|l| is_player(l.ink));
                        shapes.any(|s| !first.shapes.contains(s))
                            || labels.any(|l| !first.labels.contains(l))
                    }
                };
                if !is_marked {
                    unmarked.push(format!("{id} at {size:?}, ASCII {ascii}"));
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} boards");
    assert!(
        unmarked.is_empty(),
        "where was the last move? {unmarked:#?}"
    );
}

#[test]
fn a_move_leaves_the_board_at_its_size() {
    let mut moved = Vec::new();
    for entry in CATALOGUE.iter() {
        for size in SIZES {
            let id = entry.info.example;
            let Some([first, second]) = boards(id, size, false) else {
                continue;
            };
            let room = table_view::panes(&table(begin(size.0, size.1), id, HUMANS).cx).main;
            let places = |d: &Drawing| -> Vec<(Site, (u16, u16))> {
                let area = crate::tui::board::place(d, room);
                d.hits
                    .iter()
                    .map(|hit| (hit.site, (area.x + hit.x, area.y + hit.y)))
                    .collect()
            };
            let after = places(&second);
            for (site, was) in places(&first) {
                let is = after.iter().find(|(other, _)| *other == site);
                // If the move splits a heap, sites may shift to make room for the parts.
                let stays = |is: (u16, u16)| was == is || splits(&second, &first);
                if let Some((_, is)) = is.filter(|(_, is)| !stays(*is)) {
                    moved.push(format!("{id} at {size:?}: {site:?} {was:?} {is:?}"));
                    break;
                }
            }
        }
    }
    assert!(moved.is_empty(), "{moved:#?}");
}

fn splits(now: &Drawing, before: &Drawing) -> bool {
    let heaps = |d: &Drawing| d.hits.iter().map(|hit| hit.site.group).max();
    heaps(now) > heaps(before) || now.hits.len() > before.hits.len()
}

#[test]
fn earlier_moves_belong_to_their_authors_after_a_swap_of_sides() {
    let [fair, perfect] = [Level::Fair, Level::Perfect].map(PlayerKind::Computer);
    for (id, kinds, owners) in [
        (
            "own/cram:............",
            COMPUTER,
            [Player::Second, Player::First],
        ),
        (
            "own/cram:............",
            [fair, perfect],
            [Player::Second, Player::First],
        ),
        // Two people without names cannot be told apart.
        (
            "own/cram:............",
            HUMANS,
            [Player::First, Player::Second],
        ),
        // The orientation of a domino shows which side placed it.
        (
            "own/domineering:A:............",
            COMPUTER,
            [Player::First, Player::Second],
        ),
    ] {
        let mut game = Match::between(open(id), kinds);
        for _ in 0..2 {
            let choice = game.position().choices(&[], 1).list[0].text.clone();
            game.play(&choice).unwrap();
        }
        game.swap_sides();
        let app = App::with_match(begin(80, 24), game, None);
        let s = app.cx.table().unwrap();
        let found: Vec<Player> = s.pieces().into_iter().map(|(_, owner)| owner).collect();
        assert_eq!(found, owners, "{id} {kinds:?}");
        let last = s.game().last_move().unwrap();
        let told = s.told.as_ref().unwrap();
        assert_eq!(told.tone, Tone::Player(s.game().author(last)));
        let name = words::name_or_you(s.game(), s.game().author(last)).to_owned();
        let text = told.text.to_lowercase();
        assert!(text.starts_with(&name.to_lowercase()), "{text}");
    }
}

#[test]
fn the_last_move_is_one_move_after_a_swap_of_sides() {
    let next = |game: &mut Match| {
        let choice = game.position().choices(&[], 1).list[0].clone();
        game.play(&choice.text).unwrap();
        choice.sites
    };
    let marked = |game: Match| {
        let app = App::with_match(begin(80, 24), game, None);
        app.cx.table().unwrap().last_sites()
    };
    // One player makes both moves, because the sides are swapped between them. In Grundy's game, the second board has
    // different sites from the first.
    let mut game = Match::between(open("own/grundy:16"), HUMANS);
    game.set_participants(["Ann", "Bob"].map(|name| Participant::new(PlayerKind::Human, name)));
    next(&mut game);
    game.swap_sides();
    let last = next(&mut game);
    assert_eq!(game.author(&game.moves()[0]), game.author(&game.moves()[1]));
    assert_eq!(marked(game.clone()), last);
    // Without a swap, the moves of one turn are marked together.
    let mut game = Match::between(open("own/dots:A:o.o.o._._.o.o.o._._.o.o.o"), HUMANS);
    let mut turn = Vec::new();
    while game.to_move().is_some() {
        let mover = game.mover_at(game.cursor());
        let sites = next(&mut game);
        let by: Vec<Player> = game.moves().iter().map(|m| m.by).collect();
        if by.len() < 2 || by[by.len() - 2] != mover {
            turn.clear();
        }
        turn.splice(0..0, sites);
    }
    assert!(turn.len() > 1);
    assert_eq!(marked(game), turn);
}
