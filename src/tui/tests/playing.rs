use super::harness::*;

#[test]
fn the_arrows_walk_as_the_eye_would() {
    let mut m = Machine::at("star:8191", HUMANS);
    for (from, key, to) in [(5, "right", 6), (6, "l", 7), (4, "left", 3), (3, "h", 2)] {
        m.keys_at(from, key);
        assert_eq!(m.on_table().cursor, Some(Site::new(0, to)), "{from} {key}");
    }
    // A vertical step has several possible targets on this lattice, so check only that the cursor moves up or down.
    let row = |m: &Machine| {
        let site = m.on_table().cursor.unwrap();
        table_view::drawing(&m.app.cx, m.on_table(), true)
            .hits
            .iter()
            .find(|h| h.site == site)
            .unwrap()
            .y
    };
    for key in ["up", "k", "down", "j"] {
        m.point(Site::new(0, 6));
        let before = row(&m);
        m.keys(key);
        assert_eq!(row(&m) < before, ["up", "k"].contains(&key), "{key}");
    }
}

#[test]
fn space_picks_and_lets_go_and_tells_what_could_be_next() {
    let mut m = Machine::at("star:8191", HUMANS);
    for (at, key, picked, open) in [
        (0, "space", &[0][..], &[2, 3][..]),
        (2, "space", &[0, 2], &[]),
        (2, "space", &[0], &[2, 3]),
        (2, "esc", &[], &[]),
    ] {
        m.keys_at(at, key);
        let offered: Vec<u64> = m.on_table().open.iter().map(|s| s.item).collect();
        assert_eq!(
            (&m.picked()[..], &offered[..], place(&m)),
            (picked, open, "table")
        );
    }
}

#[test]
fn what_no_move_joins_is_picked_instead_and_said() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys_at(0, "space");
    m.keys_at(12, "space");
    assert!(
        m.picked() == [12] && m.notice().starts_with("No move uses both"),
        "{}",
        m.notice()
    );
}

#[test]
fn an_empty_point_is_neither_picked_nor_played() {
    let mut m = Machine::at("star:1664", HUMANS);
    for key in ["space", "enter"] {
        m.keys_at(0, key);
        assert_eq!((m.id().as_str(), m.picked().len()), ("star:1664", 0));
        assert!(m.app.cx.notice.as_ref().unwrap().wrong);
    }
}

#[test]
fn enter_plays_what_is_picked_or_what_is_pointed_at() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys_at(7, "space");
    m.keys_at(10, "space enter");
    assert_eq!(m.moves(), "7+10");
    m.keys_at(9, "enter");
    assert_eq!(m.id(), "star:0");
    assert_eq!(
        m.on_table().game().result().unwrap().winner,
        Some(Player::First)
    );
}

#[test]
fn every_move_of_every_game_can_be_pointed_at() {
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        let start = m.id();
        for choice in m.on_table().game().position().choices(&[], 60).list {
            for site in &choice.sites {
                m.point(*site);
                m.keys("space");
            }
            assert_eq!(
                m.on_table().picked.len(),
                choice.sites.len(),
                "{start} {}",
                choice.text
            );
            m.keys("enter");
            if let Some(which) = m.app.find::<WhichDialog>() {
                let at = which
                    .list
                    .iter()
                    .position(|c| c.text == choice.text)
                    .unwrap();
                m.keys(&"down ".repeat(at + 1));
                m.keys("up enter");
            }
            assert_eq!(m.moves(), choice.text, "{start}");
            m.keys("u");
            assert_eq!(m.id(), start);
        }
    }
}

#[test]
fn a_click_picks_and_a_second_one_plays() {
    let mut m = Machine::at("star:1664", HUMANS);
    let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
    let place = board::place(&drawing, table_view::panes(&m.app.cx).main);
    let hit = drawing
        .hits
        .iter()
        .find(|h| h.site == Site::new(0, 10))
        .unwrap();
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
fn what_is_picked_counts_where_the_cursor_adds_nothing_to_it() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys_at(10, "space");
    // No line contains both rings 0 and 10.
    m.point(Site::new(0, 0));
    assert_eq!(m.on_table().chosen_sites(), [Site::new(0, 10)]);
}

#[test]
fn typing_tells_what_is_wrong_before_anything_is_played() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("m '5'");
    let wrong = |m: &Machine| matches!(m.page::<TypingDialog>().reading, Reading::Wrong(_));
    assert!(wrong(&m));
    m.keys("enter");
    assert!(wrong(&m) && m.moves().is_empty());
    m.walk(&[("backspace '10+7' enter", ">7+10")]);
    m.keys("m 'star:9999'");
    assert!(wrong(&m));
    m.walk(&[("esc", ">7+10")]);
}

#[test]
fn tab_completes_a_typed_move_and_lists_what_may_follow() {
    let mut m = Machine::at("row:OO.OO", HUMANS);
    m.keys("m '4' tab");
    assert!(shown(&m).contains("may follow: 4 | 4+5"), "{}", shown(&m));
    m.keys("'+' tab");
    assert_eq!(m.page::<TypingDialog>().input.value(), "4+5");
    assert!(!shown(&m).contains("may follow"));
    m.walk(&[("enter", ">4+5")]);
    m.keys("m 'fib' tab '9'");
    assert_eq!(m.page::<TypingDialog>().input.value(), "fibonacci:9");
}

#[test]
fn a_picked_token_goes_where_the_cursor_is() {
    let mut m = Machine::at("token/a-b,a-c,b-c,b-d,c-d:a,b", HUMANS);
    m.keys_at(1, "space");
    let open = [2, 3].map(|v| Site::new(0, v));
    assert_eq!(
        m.on_table().open,
        open,
        "not a, from which a token can come"
    );
    m.keys("x esc");
    assert_eq!(m.picked(), [1]);
    // The token on `a` could also move to `c`.
    m.keys_at(2, "enter");
    assert_eq!(m.moves(), "2>c");
}

#[test]
fn a_move_is_typed_in_words_too() {
    let mut m = Machine::at("nim:3,5", HUMANS);
    m.keys("m");
    m.send(Event::Paste("Take 2 from pile 2.".to_owned()));
    m.walk(&[("enter", ">2-2")]);
    for (said, is_wrong) in [
        ("take 2 from 2", false),
        ("2 from pile", true),
        ("from 2 take 1", true),
    ] {
        m.keys("m");
        m.send(Event::Paste(said.to_owned()));
        assert_eq!(
            matches!(m.page::<TypingDialog>().reading, Reading::Wrong(_)),
            is_wrong,
            "{said}"
        );
        m.keys("esc");
    }
}

#[test]
fn digits_begin_a_move_of_the_pile_pointed_at() {
    for (id, cursor, pressed, to) in [
        ("nim:3,40,5", Site::new(1, 40), "3 '9' enter", "nim:3,1,5"),
        (
            "nim:3,4 + star:1664",
            Site::new(0, 1),
            "2 enter",
            "nim:1,4 + star:1664",
        ),
    ] {
        let mut m = Machine::at(id, HUMANS);
        m.point(cursor);
        m.keys(pressed);
        assert_eq!(m.id(), to);
    }
}

#[test]
fn a_move_with_a_colon_is_a_move() {
    let mut m = Machine::at("octal/0.07:9,12", HUMANS);
    let split = m.on_table().game().position().choices(&[], 99).list;
    let split = split
        .into_iter()
        .find(|c| c.text.contains(':'))
        .unwrap()
        .text;
    m.keys(&format!("m '{split}' enter"));
    assert_eq!(m.moves(), split);
    // Text that begins with the name of a game is parsed as an ID. For any other text, the error is about the move.
    m.keys("m 'nim:3,4'");
    let reading = |m: &Machine| match &m.page::<TypingDialog>().reading {
        Reading::Position(position) => position.id(),
        Reading::Wrong(text) => text.clone(),
        Reading::Nothing | Reading::Move(_) => String::new(),
    };
    assert_eq!(reading(&m), "nim:3,4");
    m.keys("ctrl-u '9-2:1,9'");
    assert!(
        !reading(&m).is_empty() && !reading(&m).contains("game"),
        "{}",
        reading(&m)
    );
}

#[test]
fn no_single_key_loses_at_the_start_or_later() {
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        let mut moves = 0;
        while m.on_table().game().result().is_none() && moves < 30 {
            let s = m.on_table();
            let all = table_view::drawing(&m.app.cx, s, true)
                .hits
                .iter()
                .map(|h| h.site)
                .collect::<Vec<_>>();
            // The cursor may be on a move that loses at once only if every move loses at once.
            let goes_on = |site: Site| {
                !matches!(s.meaning(&[site]), Meaning::Nothing) && !s.loses_at_once(site)
            };
            let other = all.iter().any(|&site| goes_on(site));
            assert!(!other || !s.loses_at_once(s.cursor.unwrap()), "{}", m.id());
            let first = s.game().position().choices(&[], 1).list[0].text.clone();
            m.keys(&format!("m '{first}' enter"));
            moves += 1;
        }
    }
    let mut m = Machine::at("chomp:3x4", HUMANS);
    m.keys("enter");
    assert!(m.on_table().game().result().is_none());
}

#[test]
fn what_is_said_of_a_lost_position_is_true_where_all_moves_are_alike() {
    for id in ["triangle/3:", "star:2088", "nim:1,1"] {
        let mut m = Machine::at(id, HUMANS);
        m.keys("t t");
        let analysis = m.on_table().analysis().unwrap();
        assert_eq!(analysis.value.outcome, Outcome::Loss, "{id}");
        let text = words::hint(m.on_table()).unwrap();
        let counted = analysis.value.margin.is_some();
        assert_eq!(text.contains("loses the least"), counted, "{text}");
        assert_eq!(text.contains("lasts longest"), !counted, "{text}");
    }
}

#[test]
fn the_move_list_answers_to_clicks() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.keys("m '0' enter m '1' enter m '4' enter");
    let side = crate::tui::layout::panes(m.app.cx.size).side;
    let row = shown(&m)
        .lines()
        .position(|line| line.contains("took ring 1"))
        .unwrap() as u16;
    m.send(Event::Click(side.x + 2, row));
    m.walk(&[("", "#2"), ("end", "#3")]);
    m.send(Event::Click(side.x, side.y));
    m.walk(&[("", "#3")]);
}

#[test]
fn every_move_is_marked_with_what_it_can_do() {
    let mut m = Machine::at("star:1664", HUMANS);
    m.keys("x");
    let signs = m.app.find::<MovesPage>().unwrap().signs();
    // The signs show single rings, because each ring can be taken alone. Taking any single ring loses, although 7+10
    // and 9+10 win.
    assert_eq!(signs.len(), 3);
    assert!(signs.iter().all(|(_, outcome)| *outcome == Outcome::Loss));
    assert!(shown(&m).contains("2 of the 5 moves win"), "{}", shown(&m));
    m.walk(&[("right x", "@table"), ("", ">")]);
    assert!(m.on_table().analysis().is_some());
}

#[test]
fn what_if_walks_the_perfect_line_and_leaves_the_match_alone() {
    let mut m = Machine::at("star:1664", COMPUTER);
    m.keys_at(7, "space");
    m.keys_at(10, "space");
    for (pressed, at, id, by) in [
        ("f", 1, "star:512", Some("7+10")),
        ("right", 2, "star:0", Some("9")),
        ("right", 2, "star:0", Some("9")),
        ("left left left", 0, "star:1664", None),
    ] {
        m.keys(pressed);
        let line: &LinePage = m.page();
        assert_eq!((line.at(), line.game.position().id().as_str()), (at, id));
        assert_eq!(line.made().map(|made| made.text.as_str()), by);
    }
    m.walk(&[
        ("esc", "@table"),
        ("", ">"),
        ("", "=star:1664"),
        ("m '7+10' enter", "#2"),
    ]);
}

#[test]
fn the_move_at_the_cursor_of_a_script_is_looked_ahead() {
    let mut m = Machine::at("own/half:5,4", HUMANS);
    let choice = m
        .on_table()
        .game()
        .position()
        .choices(&[], 1)
        .list
        .remove(0);
    m.app.cx.on_table.as_mut().unwrap().picked = choice.sites;
    let mut after = m.on_table().game().position().boxed_clone();
    after.play(&choice.text).unwrap();
    assert_eq!(m.on_table().next_scene(), Some(after.scene()));
    assert_eq!(Machine::at("nim:5,4", HUMANS).on_table().next_scene(), None);
}

#[test]
fn the_cursor_of_the_terminal_stands_behind_what_is_typed() {
    let mut driver = drive(table(begin(80, 24), "star:1664", HUMANS), None);
    keys(&mut driver, "m '7'");
    let before = driver.display.backend().cursor_position();
    keys(&mut driver, "'+'");
    let backend = driver.display.backend();
    let now = backend.cursor_position();
    assert!(backend.cursor_visible());
    assert_eq!((now.x, now.y), (before.x + 1, before.y));
    assert_eq!(backend.buffer()[before].symbol(), "+");
}
