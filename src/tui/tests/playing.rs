//! At the board: what every key, click and answer changes.

use super::harness::Machine;
use crate::games::CATALOGUE;
use crate::play::{Level, PlayerKind};
use crate::rules::{Player, Site};
use crate::tui::app::{Dialog, Page};
use crate::tui::board;
use crate::tui::dialogs::typing::state::Reading;
use crate::tui::dialogs::which::state::WhichState;
use crate::tui::event::Event;
use crate::tui::pages::table::state::Hint;
use crate::tui::pages::table::{layout, panel, words};

const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];
const PERFECT: PlayerKind = PlayerKind::Computer(Level::Perfect);

#[test]
fn the_arrows_walk_as_the_eye_would() {
    let mut m = Machine::at("star:8191", HUMANS);
    for (from, key, to) in [(5, "right", 6), (6, "l", 7), (4, "left", 3), (3, "h", 2)] {
        m.point(from);
        m.keys(key);
        assert_eq!(m.on_table().cursor, Some(Site::new(0, to)), "{from} {key}");
    }
    // Upwards and downwards the lattice leaves a choice; but it is always that way.
    let row = |m: &Machine| {
        let site = m.on_table().cursor.unwrap();
        layout::drawing(&m.app, m.on_table()).hits.iter().find(|h| h.site == site).unwrap().y
    };
    for key in ["up", "k", "down", "j"] {
        m.point(6);
        let before = row(&m);
        m.keys(key);
        assert_eq!(row(&m) < before, ["up", "k"].contains(&key), "{key}");
    }
}

#[test]
fn space_picks_and_lets_go_and_tells_what_could_be_next() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.point(0);
    m.keys("space");
    assert_eq!(m.picked(), [0]);
    assert_eq!(m.on_table().open.iter().map(|s| s.item).collect::<Vec<_>>(), [2, 3]);
    m.point(2);
    m.keys("space");
    assert_eq!(m.picked(), [0, 2]);
    assert!(m.on_table().open.is_empty());
    m.keys("space");
    assert_eq!(m.picked(), [0]);
    m.keys("esc");
    assert!(m.picked().is_empty() && m.on_table().open.is_empty());
    assert!(matches!(m.app.page, Page::Table));
}

#[test]
fn what_no_move_joins_is_picked_instead_and_said() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.point(0);
    m.keys("space");
    m.point(12);
    m.keys("space");
    assert_eq!(m.picked(), [12]);
    assert!(m.notice().contains("No move takes both"));
}

#[test]
fn an_empty_point_is_neither_picked_nor_played() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.point(0);
    for key in ["space", "enter"] {
        m.keys(key);
        assert_eq!((m.id().as_str(), m.picked().len()), ("star:1664", 0));
        assert!(m.app.notice.as_ref().unwrap().wrong);
    }
}

#[test]
fn enter_plays_what_is_picked_or_what_is_pointed_at() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.point(7);
    m.keys("space");
    m.point(10);
    m.keys("space enter");
    assert_eq!(m.moves(), "7+10");
    m.point(9);
    m.keys("enter");
    assert_eq!(m.id(), "star:0");
    assert_eq!(m.on_table().game.result().unwrap().winner, Some(Player::First));
}

#[test]
fn every_move_of_every_game_can_be_pointed_at() {
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        let start = m.id();
        for choice in m.on_table().game.position().choices(&[], 60).list {
            for site in &choice.sites {
                m.app.on_table.as_mut().unwrap().cursor = Some(*site);
                m.keys("space");
            }
            assert_eq!(m.on_table().picked.len(), choice.sites.len(), "{start} {}", choice.text);
            m.keys("enter");
            if let Some(Dialog::Which(which)) = &mut m.app.dialog {
                which.at = which.list.iter().position(|c| c.text == choice.text).unwrap();
                m.keys("enter");
            }
            assert_eq!(m.moves(), choice.text, "{start}");
            m.keys("u");
            assert_eq!(m.id(), start);
        }
    }
}

#[test]
fn one_of_several_moves_is_chosen_from_a_list() {
    let mut m = Machine::at("star:1664", HUMANS);
    let list = m.on_table().game.position().choices(&[], 9).list;
    let which = |at| Some(Dialog::Which(WhichState { list: list.clone(), complete: true, at }));
    m.app.dialog = which(0);
    m.keys("esc");
    assert!(m.app.dialog.is_none() && m.moves().is_empty());
    m.app.dialog = which(0);
    m.keys("down down up enter");
    assert_eq!(m.moves(), list[1].text);
}

#[test]
fn a_click_picks_and_a_second_one_plays() {
    let mut m = Machine::at("star:1664", HUMANS);
    let drawing = layout::drawing(&m.app, m.on_table());
    let place = board::place(&drawing, layout::room(&m.app));
    let hit = drawing.hits.iter().find(|h| h.site == Site::new(0, 10)).unwrap();
    let click = || Event::Click(place.x + hit.x, place.y + hit.y);
    m.send(click());
    assert_eq!(m.picked(), [10]);
    m.send(click());
    assert_eq!(m.moves(), "10");
    m.send(Event::Click(0, 0));
    m.send(Event::Click(79, 23));
    assert_eq!(m.moves(), "10");
}

#[test]
fn hints_come_in_two_stages() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("t");
    assert_eq!(m.on_table().hint, Hint::Where);
    let lit: Vec<u64> = m.on_table().hinted().iter().map(|s| s.item).collect();
    // The winning moves are all over the three rings: the best one's places are lit.
    assert_eq!(lit, [7, 10]);
    m.keys("t");
    assert_eq!(m.on_table().hint, Hint::What);
    assert_eq!(m.on_table().hinted().iter().map(|s| s.item).collect::<Vec<_>>(), [7, 10]);
    m.keys("t");
    assert_eq!(m.on_table().hint, Hint::None);
    m.keys("t esc");
    assert_eq!(m.on_table().hint, Hint::None);
    // Where all is lost, it is said first what is looked for.
    m.keys("m 'star:2088' enter t");
    assert_eq!((m.on_table().hint, m.on_table().hinted().len()), (Hint::Where, 0));
    m.keys("t");
    assert_eq!(m.on_table().hint, Hint::What);
    assert!(!m.on_table().hinted().is_empty());
    // In a large board the first stage lights a third of it at most.
    let mut m = Machine::at("nim:3,4,5", HUMANS);
    m.keys("t");
    assert!(!m.on_table().hinted().is_empty() && m.on_table().hinted().len() * 3 <= 12);
}

#[test]
fn the_verdict_hides() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("v");
    assert!(!m.app.verdict);
    m.keys("v");
    assert!(m.app.verdict);
}

#[test]
fn typing_tells_what_is_wrong_before_anything_is_played() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("m '5'");
    let wrong = |m: &Machine| match &m.app.dialog {
        Some(Dialog::Typing(t)) => matches!(t.reading, crate::tui::dialogs::typing::state::Reading::Wrong(_)),
        _ => false,
    };
    assert!(wrong(&m));
    m.keys("enter");
    assert!(wrong(&m) && m.moves().is_empty());
    m.keys("backspace '10+7' enter");
    assert_eq!(m.moves(), "7+10");
    m.keys("m 'star:9999'");
    assert!(wrong(&m));
    m.keys("esc");
    assert_eq!(m.moves(), "7+10");
}

#[test]
fn digits_begin_a_move_of_the_pile_pointed_at() {
    let mut m = Machine::at("nim:3,40,5", HUMANS);
    m.app.on_table.as_mut().unwrap().cursor = Some(Site::new(1, 40));
    m.keys("3 '9' enter");
    assert_eq!(m.id(), "nim:3,1,5");
    let mut m = Machine::at("nim:3,4 + star:1664", HUMANS);
    m.app.on_table.as_mut().unwrap().cursor = Some(Site { part: 0, group: 0, item: 1 });
    m.keys("2 enter");
    assert_eq!(m.id(), "nim:1,4 + normal star:1664".replace("normal ", ""));
}

#[test]
fn the_move_list_scrolls_within_its_bounds() {
    let mut m = Machine::at("star:8191", [PERFECT, PERFECT]);
    for lines in [-1, -100, 1, 100] {
        m.send(Event::Wheel(lines));
        assert!(m.on_table().scroll <= m.on_table().game.moves().len());
    }
    assert_eq!(m.on_table().scroll, 0);
}

#[test]
fn a_move_with_a_colon_is_a_move() {
    let mut m = Machine::at("octal/0.07:9,12", HUMANS);
    let split = m.on_table().game.position().choices(&[], 99).list;
    let split = split.into_iter().find(|c| c.text.contains(':')).unwrap().text;
    m.keys(&format!("m '{split}' enter"));
    assert_eq!(m.moves(), split);
    // What is no move here but begins with a game's name is still an ID, and the rest is told about the move.
    m.keys("m 'nim:3,4'");
    let reading = |m: &Machine| match &m.app.dialog {
        Some(Dialog::Typing(typing)) => match &typing.reading {
            Reading::Position(position) => position.id(),
            Reading::Wrong(text) => text.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    assert_eq!(reading(&m), "nim:3,4");
    m.keys("ctrl-u '9-2:1,9'");
    assert!(!reading(&m).is_empty() && !reading(&m).contains("game"), "{}", reading(&m));
}

#[test]
fn no_single_key_loses_at_the_start_or_later() {
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        let mut moves = 0;
        while m.on_table().game.result().is_none() && moves < 30 {
            let s = m.on_table();
            let all = layout::drawing(&m.app, s).hits.iter().map(|h| h.site).collect::<Vec<_>>();
            let other = all.iter().any(|&site| !s.loses_at_once(site));
            assert!(!other || !s.loses_at_once(s.cursor.unwrap()), "{}", m.id());
            let first = s.game.position().choices(&[], 1).list[0].text.clone();
            m.keys(&format!("m '{first}' enter"));
            moves += 1;
        }
    }
    let mut m = Machine::at("chomp:3x4", HUMANS);
    m.keys("enter");
    assert!(m.on_table().game.result().is_none());
}

#[test]
fn what_is_said_of_a_lost_position_is_true_where_all_moves_are_alike() {
    for id in ["triangle/3:", "star:2088", "nim:1,1"] {
        let mut m = Machine::at(id, HUMANS);
        m.keys("t t");
        let analysis = m.on_table().analysis().unwrap();
        assert_eq!(analysis.value.outcome, crate::rules::Outcome::Loss, "{id}");
        let text = words::hint(Hint::What, analysis).unwrap();
        let counted = analysis.value.margin.is_some();
        assert_eq!(text.contains("loses by less than"), counted, "{text}");
        assert_eq!(text.contains("lasts longer than"), !counted, "{text}");
    }
}

#[test]
fn the_move_list_answers_to_clicks() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter m '1' enter m '4' enter");
    let s = m.on_table();
    let panes = crate::tui::layout::panes(m.app.size);
    let plan = panel::plan(&m.app, s, &panes, None);
    let list = panel::move_list(s, &panes, (plan.head.len() + plan.why.len()) as u16).unwrap();
    let row = list.area.y + (1 - list.first as u16);
    m.send(Event::Click(list.area.x + 2, row));
    assert_eq!(m.on_table().game.cursor(), 2);
    m.keys("end");
    m.send(Event::Click(list.area.x, list.area.y - 1));
    assert_eq!(m.on_table().game.cursor(), 3);
}

#[test]
fn every_move_is_marked_with_what_it_can_do() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("x");
    let Page::Moves(moves) = &m.app.page else { panic!() };
    assert!(moves.pending.is_none());
    assert_eq!(moves.moves().len(), 5);
    // 7+10 and 9+10 win; nothing else does.
    let at = |item| moves.at(Site::new(0, item));
    assert_eq!([7, 9, 10].map(at), [Some(crate::rules::Outcome::Win); 3]);
    assert_eq!(at(0), None);
    let alone = moves.here(Site::new(0, 7)).find(|m| m.choice.text == "7").unwrap();
    assert_eq!(alone.outcome, crate::rules::Outcome::Loss);
    m.keys("right x");
    assert!(matches!(m.app.page, Page::Table) && m.moves().is_empty());
    assert!(m.on_table().analysis().is_some());
}

#[test]
fn what_if_walks_the_perfect_line_and_leaves_the_match_alone() {
    let mut m = Machine::at("star:1664", [PlayerKind::Human, PERFECT]);
    m.point(7);
    m.keys("space");
    m.point(10);
    m.keys("space f");
    let step = |m: &Machine| match &m.app.page {
        Page::Line(line) => (line.at, line.step().position.id(), line.step().by.clone().map(|by| by.0)),
        _ => panic!("no line"),
    };
    assert_eq!(step(&m), (1, "star:512".to_owned(), Some("7+10".to_owned())));
    m.keys("right");
    assert_eq!(step(&m), (2, "star:0".to_owned(), Some("9".to_owned())));
    m.keys("right");
    assert_eq!(step(&m).0, 2);
    m.keys("left left left");
    assert_eq!(step(&m), (0, "star:1664".to_owned(), None));
    m.keys("esc");
    assert!(matches!(m.app.page, Page::Table));
    assert_eq!((m.moves().as_str(), m.id().as_str()), ("", "star:1664"));
    m.keys("m '7+10' enter");
    assert_eq!(m.on_table().game.moves().len(), 2);
}

/// The reason is longer than the panel: a mark says so, the keys read on to its end and back.
#[test]
fn what_if_is_read_on_to_the_end_of_its_reason() {
    let mut m = Machine::at("triangle:4-5,5-6", [PlayerKind::Human; 2]);
    m.send(crate::tui::event::Event::Resize(80, 24));
    m.keys("f");
    let text = |m: &Machine| {
        let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| crate::tui::view::view(&m.app, frame)).unwrap();
        terminal.backend().to_string()
    };
    let Page::Line(line) = &m.app.page else { panic!("no line") };
    let Some(Ok(analysis)) = &line.step().analysis else { panic!("not worked out") };
    let words = analysis.reasons.last().unwrap().text.clone();
    let last = words.split_whitespace().last().unwrap().to_owned();
    let first = text(&m);
    assert!(first.contains("pgdn reads on"), "{first}");
    m.keys("pgdn pgdn pgdn");
    let end = text(&m);
    assert!(!end.contains("reads on") && end.contains(&last), "{end}");
    m.keys("pgup pgup pgup");
    assert_eq!(text(&m), first);
    // Another step is read from its start.
    m.keys("pgdn right left");
    assert_eq!(text(&m), first);
}
