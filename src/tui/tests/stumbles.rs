//! Regression tests for problems that once confused new users.

use super::harness::*;
use crate::play::history::{Counted, History, Score};
use nimatron_core::rules::{FigureMark, Label};

#[test]
fn a_puzzle_leads_to_the_next_of_its_kind_and_back_to_the_list() {
    let mut driver = drive(App::at_home(begin(80, 24)), None);
    keys(&mut driver, "p down down down enter");
    let puzzle = |app: &App| {
        app.cx
            .on_table
            .as_ref()
            .unwrap()
            .puzzle()
            .unwrap()
            .puzzle
            .clone()
    };
    let first = puzzle(&driver.app);
    let s = on_table(&driver);
    let meant = s.meaning(&s.chosen_sites());
    assert!(
        !matches!(meant, Meaning::One(text) if text == first.answer),
        "the cursor is on the answer"
    );
    keys(&mut driver, "n");
    let second = puzzle(&driver.app);
    let game = |id: &str| open(id).info().id;
    assert_eq!(
        (game(&first.id), first.grade),
        (game(&second.id), second.grade)
    );
    walk_on(&mut driver, &[("esc", "@puzzles")]);
}

#[test]
fn nothing_was_given_away_is_said_only_where_no_move_lost_anything() {
    let mut m = Machine::at("triangle:", HUMANS);
    for text in ["1-2", "5-8", "4-7"] {
        m.keys(&format!("m '{text}' enter"));
    }
    while m.on_table().game().result().is_none() {
        let text = m.on_table().game().position().choices(&[], 1).list[0]
            .text
            .clone();
        m.keys(&format!("m '{text}' enter"));
        let s = m.on_table();
        let lost = (0..s.game().cursor()).any(|ply| {
            words::move_note(s, ply)
                .is_some_and(|note| note.lost > 0 || note.outcome == Some(Outcome::Loss))
        });
        let Some(said) = words::decided(s) else {
            assert!(s.game().result().is_none());
            continue;
        };
        assert_eq!(
            said.contains("gave it away") || said.contains("gave anything"),
            !lost,
            "{said}"
        );
    }
}

#[test]
fn the_record_names_games_and_lessons_by_their_names() {
    let (_folder, store) = stored();
    History::change(&store, |history| {
        history.add_match("sum", PlayerKind::Human, Score::Won);
        history.add_match("queen", PlayerKind::Human, Score::Lost);
        history.add_lesson("residue");
    })
    .unwrap();
    let mut driver = drive(App::at_home(begin(120, 40)), Some(store));
    keys(&mut driver, "P");
    let page = screen(&driver);
    let title = &crate::play::lesson::lessons()
        .iter()
        .find(|lesson| lesson.id == "residue")
        .unwrap()
        .title;
    for name in [
        games::sum::INFO.name,
        games::find("queen").unwrap().info.name,
        title,
    ] {
        assert!(page.contains(name), "{name}\n{page}");
    }
}

#[test]
fn what_if_does_not_begin_with_a_move_that_throws_the_win_away() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    let winning: Vec<String> = m
        .on_table()
        .analysis()
        .unwrap()
        .winning
        .iter()
        .map(|c| c.text.clone())
        .collect();
    m.keys_at(1, "f");
    let made = m.app.find::<LinePage>().unwrap().made().unwrap();
    assert!(winning.contains(&made.text), "{made:?}");
}

#[test]
fn against_the_easy_opponent_the_cursor_does_not_begin_on_a_mistake() {
    for entry in CATALOGUE.iter() {
        let m = Machine::at(
            entry.info.example,
            [PlayerKind::Human, PlayerKind::Computer(Level::Easy)],
        );
        let s = m.on_table();
        let analysis = s.analysis().unwrap();
        if analysis.value.outcome == Outcome::Win
            && let Meaning::One(text) = s.meaning(&s.chosen_sites())
        {
            let wins = |text: &str| analysis.winning.iter().any(|c| c.text == text);
            // If the cursor is on a move that does not win, no site of a winning move may be better: on each of these
            // sites, Enter must also play a move that does not win.
            let places = || analysis.winning.iter().flat_map(|c| &c.sites);
            let safe =
                |site: &Site| !matches!(s.meaning(&[*site]), Meaning::One(text) if !wins(&text));
            assert!(
                wins(&text) || !places().any(safe),
                "{}: {text}",
                entry.info.example
            );
        }
    }
}

/// In a match between two people, the verdict must not move the cursor, because that would give a winning move away.
#[test]
fn the_cursor_does_not_begin_where_the_verdict_puts_it() {
    for entry in CATALOGUE.iter() {
        let app = table(begin(80, 24), entry.info.example, HUMANS);
        let before = app.cx.on_table.as_ref().unwrap().cursor;
        assert_eq!(
            Machine::new(app).on_table().cursor,
            before,
            "{}",
            entry.info.example
        );
    }
}

#[test]
fn enter_alone_wins_no_match() {
    let mut won = Vec::new();
    for id in [
        "nim:3,5,7",
        "chomp:3x4",
        "bash/3:21",
        "wythoff:4,6",
        "row:OOOOOO",
        "star:8191",
    ] {
        let mut m = Machine::at(id, COMPUTER);
        for _ in 0..60 {
            if m.on_table().game().result().is_none() {
                m.keys("enter");
            }
        }
        let s = m.on_table();
        if s.game()
            .result()
            .is_some_and(|result| result.winner == Some(Player::First))
        {
            won.push(id);
        }
    }
    assert!(won.is_empty(), "{won:?}");
}

#[test]
fn a_box_lies_in_the_panel_and_leaves_its_head_in_sight() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut m = Machine::at("nim:3,5,7", HUMANS);
        m.app.cx.size = size;
        let panes = crate::tui::layout::panes(size);
        let side = panes.side;
        for lines in 1..=60 {
            let covered = crate::tui::dialogs::boxes::place(&m.app.cx, lines);
            assert!(
                covered.x >= panes.main.right(),
                "{lines} lines at {size:?}: {covered:?} over the board"
            );
            assert!(
                covered.bottom() <= side.bottom(),
                "{lines} lines at {size:?}"
            );
            let is_short = lines + 8 <= usize::from(side.height);
            assert!(
                !is_short || covered.y == side.y + 6,
                "{lines} lines at {size:?}: the turn and the verdict"
            );
        }
    }
}

#[test]
fn a_theme_paints_its_own_ground_whatever_the_terminal_has() {
    for scheme in [Scheme::Dark, Scheme::Light, Scheme::HighContrast] {
        let mut b = begin(80, 24);
        b.theme.scheme = scheme;
        let driver = drive(table(b, "star:1664", HUMANS), None);
        let cells = &driver.display.backend().buffer().content;
        assert!(
            cells
                .iter()
                .all(|cell| cell.bg != ratatui::style::Color::Reset),
            "{scheme:?}"
        );
    }
}

#[test]
fn a_trap_has_no_light_and_a_hint_is_the_only_one() {
    for (id, pressed) in [
        ("star:8191", ""),
        ("star:8191", "t"),
        ("star:8191", "t t"),
        ("nim:3,5,7", "t t"),
    ] {
        let mut m = Machine::at(id, HUMANS);
        m.keys(pressed);
        let figure = m.on_table().figure(true).unwrap();
        assert!(
            !figure
                .marks
                .iter()
                .any(|mark| matches!(mark, FigureMark::Lit(_))),
            "{id} {pressed}"
        );
    }
    // Traps, their replies and groups of sites with a value are not tinted in the colour of the idea. A hint hides the
    // labels of the trap and its reply.
    for (pressed, named) in [("", true), ("t", false), ("t t", false)] {
        let mut m = Machine::at("star:3031", HUMANS);
        m.keys(pressed);
        let figure = m.on_table().figure(true).unwrap();
        let mut words = 0;
        for mark in &figure.marks {
            if let FigureMark::Tint { tint, label, .. } = mark {
                assert_eq!(tint % 2, 1, "{label:?}");
                words += usize::from(matches!(label, Some(Label::Trap | Label::Reply)));
            }
        }
        assert_eq!(words == 2, named, "{pressed}: {words}");
        assert!(words == 2 || words == 0, "{pressed}: {words}");
    }
}

#[test]
fn the_match_waits_while_todays_puzzle_is_tried() {
    let table = table(begin(80, 24), "nim:3,5,7", COMPUTER);
    let mut driver = walk(
        table,
        &[
            ("m '1-1' enter esc", "Continue"),
            ("d", "Puzzle, grade"),
            ("esc", "@home"),
            ("", "Nim, move 2"),
            ("d p", "Puzzle, grade"),
            ("esc r", "#2"),
        ],
    );
    walk_on(
        &mut driver,
        &[
            ("esc p enter", "Puzzle, grade"),
            ("esc", "@puzzles"),
            ("esc", "@home"),
        ],
    );
}

#[test]
fn a_puzzle_that_was_tried_and_left_has_no_first_try() {
    let mut m = home();
    m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(History::default())));
    let puzzle = crate::play::puzzle::shipped().swap_remove(0);
    for tried in [false, true] {
        crate::tui::pages::puzzles::begin(&mut m.app.cx, puzzle.clone(), false);
        assert_eq!(m.on_table().puzzle().unwrap().helped, tried);
        m.app.cx.effects.clear();
        turns::apply(&mut m.app.cx, Command::Help);
        // Help is recorded only the first time, because the record lists the puzzle as tried from then on.
        let writes = |e: &&Effect| matches!(e, Effect::Run(job) if job.lane == Lane::Write);
        assert_eq!(
            m.app.cx.effects.iter().filter(writes).count(),
            usize::from(!tried)
        );
    }
}

#[test]
fn a_page_that_may_tell_the_outcome_is_help_with_a_puzzle() {
    for (pages, helps) in [("? esc , esc o esc s", false), ("x", true), ("e", true)] {
        let mut m = home();
        let puzzle = crate::play::puzzle::shipped().swap_remove(0);
        crate::tui::pages::puzzles::begin(&mut m.app.cx, puzzle, false);
        m.send(Event::Resize(80, 24));
        m.walk(&[("", "@table"), (pages, "")]);
        assert_eq!(m.on_table().puzzle().unwrap().helped, helps, "{pages}");
    }
}

#[test]
fn the_verdict_comes_in_three_steps() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.walk(&[("v", "!can win"), ("v", "can win"), ("v", "can win")]);
    assert_eq!(m.on_table().verdict(), Verdict::Why);
}

#[test]
fn all_moves_of_a_row_speak_of_one_stone_alone() {
    let row = table(begin(80, 24), "row:OOOOOO.OO", HUMANS);
    walk(
        row,
        &[("x", "- taking it alone loses"), ("", "!every move here")],
    );
}

#[test]
fn a_legend_that_has_no_room_scrolls() {
    walk(
        table(begin(80, 14), "triangle/4:2-3", HUMANS),
        &[
            ("tab g", "!triangles given away"),
            ("", "scroll"),
            ("end", "triangles given away"),
            ("x", "! Terms "),
        ],
    );
}

#[test]
fn reasons_are_silent_at_the_turn_of_the_computer() {
    let mut m = Machine::new(table(pausing(600), "nim:3,5,7", COMPUTER));
    assert!(m.on_table().speaks());
    m.keys("m '1-1' enter");
    assert!(m.on_table().game().to_move().is_some() && !m.on_table().speaks());
    m.keys("X y");
    assert!(m.on_table().game().result().is_some() && m.on_table().speaks());
}

#[test]
fn the_counts_of_the_record_are_whole() {
    for width in [60, 80] {
        let mut m = Machine::new(App::at_home(begin(width, 24)));
        let mut history = History::default();
        history.add_match("star", PlayerKind::Human, Score::Won);
        m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(history)));
        m.walk(&[("P", "1 won, 0 drawn, 0 lost")]);
    }
}

#[test]
fn the_end_shows_the_move_that_decided_the_match_and_a_better_one() {
    // Each game begins in a won position. The user's first move throws the win away, and the computer then wins.
    let mut shown = 0;
    for id in ["row:OOOO", "nim:3,5,7", "star:1664", "wythoff:4,6"] {
        let mut m = Machine::at(id, COMPUTER);
        let analysis = m.on_table().analysis().unwrap().clone();
        let all = m.on_table().game().position().choices(&[], 200).list;
        let wins =
            |c: &nimatron_core::erased::Choice| analysis.winning.iter().any(|w| w.text == c.text);
        let wrong = all.iter().find(|c| !wins(c)).unwrap();
        m.keys(&format!("m '{}' enter", wrong.text));
        while m.on_table().game().result().is_none() {
            let next = m.on_table().game().position().choices(&[], 1).list[0]
                .text
                .clone();
            m.keys(&format!("m '{next}' enter"));
        }
        let s = m.on_table();
        let decisive = s.decisive.as_ref().unwrap();
        assert_eq!(s.game().moves()[decisive.ply].by, Player::First, "{id}");
        assert_eq!(Some(decisive.ply), words::decisive(s), "{id}");
        let better = decisive.better.as_ref().unwrap();
        let (after, _) = s
            .game()
            .position_at(decisive.ply)
            .after(&better.text)
            .unwrap();
        let value = after
            .analysed(Ask::value(), &Limits::default())
            .unwrap()
            .value;
        assert_eq!(value.outcome, Outcome::Loss, "{id}: {}", better.text);
        m.walk(&[
            ("", "It was decided at move"),
            // The board shows the end of the match until the next key press.
            ("", "enter shows that moment."),
            (
                "enter",
                "The game is over: enter shows where it was decided.",
            ),
            ("", "enter show that moment"),
        ]);
        let last = |m: &Machine| table_view::drawing(&m.app.cx, m.on_table(), false);
        let end = last(&m);
        assert!(m.on_table().hides_decisive());
        // The key that ended the match may still be held.
        m.keys("left");
        assert!(m.on_table().hides_decisive());
        while m.pause().is_some() {}
        m.walk(&[
            ("enter", "The board shows that moment."),
            ("", "enter review"),
        ]);
        assert_ne!(format!("{:?}", last(&m)), format!("{end:?}"));
        shown += 1;
        // The keys `u`, `r` and digits only act. A cursor key shows the decisive moment.
        m.walk(&[
            ("u", "!It was decided"),
            ("r", "enter shows that moment."),
            // A digit is not an action: it opens the line for typing.
            ("'5' esc", "enter shows that moment."),
            ("left", "The board shows that moment."),
            ("enter", "@review"),
        ]);
    }
    assert_eq!(shown, 4);
}

#[test]
fn the_cursor_does_not_come_to_rest_on_a_mistake_against_the_easy_opponent() {
    let easy = [PlayerKind::Human, PlayerKind::Computer(Level::Easy)];
    let mut moved = 0;
    for id in ["triangle/4:4-5,5-6", "triangle/4:2-3,8-9", "chomp:5x7"] {
        let mut m = Machine::at(id, easy);
        while m.on_table().game().result().is_none() {
            let s = m.on_table();
            let best = s.analysis().and_then(|a| a.best.clone()).unwrap();
            let [site] = best.sites[..1] else {
                unreachable!()
            };
            m.point(site);
            m.keys("enter");
            let s = m.on_table();
            let Some(at) = s.cursor.filter(|&at| at != site && s.person_may_move()) else {
                continue;
            };
            if let Meaning::One(text) = s.meaning(&[at]) {
                assert!(!s.throws(&text), "{id} after {}: {text}", m.moves());
                moved += 1;
            }
        }
    }
    assert!(moved > 5, "{moved}");
}

#[test]
fn two_people_are_told_who_wins_only_if_they_ask() {
    let game = |kinds| Match::between(open("nim:3,5,7"), kinds);
    let mut m = Machine::new(App::with_match(begin(80, 24), game(HUMANS), None));
    m.walk(&[("", "!can win"), ("v", "can win")]);
    m.app.cx.replace_match(game(HUMANS), None);
    settle(&mut m.app);
    m.walk(&[("", "!can win")]);
    let m = Machine::new(App::with_match(begin(80, 24), game(COMPUTER), None));
    assert!(shown(&m).contains("You can win"));
    let setup = Setup {
        settings: set(Setting::Verdict, "true"),
        ..begin(80, 24)
    };
    let m = Machine::new(App::with_match(setup, game(HUMANS), None));
    assert!(shown(&m).contains("can win"));
}

#[test]
fn a_first_win_glows_once() {
    let mut m = Machine::at("row:OO", COMPUTER);
    m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(History::default())));
    m.keys("m '1+2' enter");
    assert!(m.on_table().glow > 0 && shown(&m).contains("You won"));
    while m.pause().is_some() {}
    assert_eq!(m.on_table().glow, 0);
    m.keys("R m '1+2' enter");
    assert_eq!(m.on_table().glow, 0);
}

#[test]
fn a_default_opponent_that_changes_is_announced_once() {
    let mut m = Machine::at("row:OO", COMPUTER);
    m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(History::default())));
    m.walk(&[
        ("m '1+2' enter", "You won"),
        ("R m '1+2' enter", "You won"),
        ("", "!against the perfect computer"),
        ("R m '1+2' enter", "?~against the perfect computer"),
        ("R m '1+2' enter", "You won"),
        ("", "!against the perfect computer"),
    ]);
}

#[test]
fn keys_that_are_not_offered_say_why() {
    let pages = [
        ("", ""),
        ("", "enter"),
        ("", "L"),
        ("", "p"),
        ("", "P"),
        ("", "o"),
        ("", ","),
        ("", "?"),
        ("nim:3,5,7", ""),
        ("nim:3,5,7", "x"),
        ("nim:3,5,7", "f"),
        ("nim:3,5,7", "T"),
        ("nim:3,5,7", "W"),
        ("nim:3,5,7", "e"),
        ("nim:3,5,7", "A"),
        ("nim:3,5,7", "m '1-1' enter a"),
        ("nim:1", "m '1-1' enter"),
        ("tictactoe:.........", ""),
        ("star:1664", "A"),
    ];
    let mut refused = 0;
    for (id, to) in pages {
        let begun = || {
            let mut m = match id {
                "" => home(),
                id => Machine::at(id, HUMANS),
            };
            m.keys(to);
            m
        };
        let m = begun();
        let context = m.app.front().key_context();
        for command in page::commands(&m.app) {
            let (Err(why), [action]) = (&command.offer, command.line.actions) else {
                continue;
            };
            let Some(key) = m
                .app
                .cx
                .settings
                .keys()
                .keys(context, *action)
                .first()
                .copied()
            else {
                continue;
            };
            let mut m = begun();
            m.effects.clear();
            let before = shown(&m);
            m.send(press(&key.to_string()));
            let told = !m.notice().is_empty() || shown(&m) != before || !m.effects.is_empty();
            assert!(told, "{id} {to}: {key} is silent; it could say {why:?}");
            refused += 1;
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn the_first_game_uses_no_theory_words() {
    let setup = Setup {
        first_run: true,
        ..begin(80, 24)
    };
    let mut m = Machine::new(App::at_home(setup));
    m.keys("b");
    while m.on_table().game().result().is_none() {
        let page = shown(&m);
        for word in ["Grundy", "nim-sum", "pair up", "*1", "*2", "*3"] {
            assert!(!page.contains(word), "{word}\n{page}");
        }
        let s = m.on_table();
        let best = s.analysis().unwrap().best.clone().unwrap();
        m.keys(&format!("m '{}' enter", best.text));
        while m.pause().is_some() {}
    }
    assert!(m.on_table().game().cursor() > 2);
    let mut m = Machine::at("row:OO.OOOO", HUMANS);
    m.walk(&[("", "!*2"), ("tab", "*2"), ("tab", "!*2")]);
}

#[test]
fn the_cursor_comes_to_the_last_ring_even_if_taking_it_loses() {
    walk(
        table(begin(80, 24), "star:528", HUMANS),
        &[("m '4' enter", "enter take ring 9")],
    );
}

#[test]
fn the_cursor_of_a_puzzle_waits_for_the_moves_of_a_script() {
    let mut m = home();
    let mut puzzle = crate::play::puzzle::shipped().swap_remove(0);
    puzzle.id = "own/grundy:2,5,2,1,1,4,1,3".to_owned();
    puzzle.answer = "2>2,3".to_owned();
    crate::tui::pages::puzzles::begin(&mut m.app.cx, puzzle.clone(), false);
    m.walk(&[("r", "Puzzle, grade")]);
    let s = m.on_table();
    match s.meaning(&s.chosen_sites()) {
        Meaning::One(text) => assert_ne!(text, puzzle.answer),
        Meaning::Several(..) => assert!(s.cursor.is_some()),
        Meaning::Nothing => panic!("the cursor is on {:?}", s.cursor),
    }
}

#[test]
fn the_number_of_moves_to_go_counts_down_at_best_play() {
    let ids = [
        "row:OOOOOOOOOO",
        "row:OOOO.OOO.OO",
        "star:8191",
        "octal/0.07:9,12",
        "nim:3,5,7",
    ];
    for id in ids {
        let mut m = Machine::at(id, [PlayerKind::Human, PERFECT]);
        let mut wanted = None;
        while m.on_table().game().result().is_none() {
            let s = m.on_table();
            let text = words::verdict(s).unwrap().text;
            let left: u64 = text.split(' ').find_map(|word| word.parse().ok()).unwrap();
            assert_eq!(left, wanted.unwrap_or(left), "{id}, {}", m.moves());
            assert!(shown(&m).contains(&text), "{id}");
            wanted = left.checked_sub(2);
            let best = m.on_table().analysis().unwrap().best.clone().unwrap();
            m.keys(&format!("m '{}' enter", best.text));
        }
        assert!(wanted.is_none_or(|left| left == 0), "{id}: {wanted:?}");
    }
}

#[test]
fn the_games_at_home_are_filtered() {
    let mut m = home();
    m.walk(&[
        ("", "Bachet"),
        ("/ 'chom'", "▸ Chomp"),
        ("", "!Bachet"),
        ("'q'", "No game has this in its name."),
        ("enter", "?No game has this in its name."),
        ("backspace enter", "@setup"),
        ("", "Chomp"),
        ("esc", "▸ Chomp"),
        ("", "Wythoff"),
        ("/ 'row' tab", "filter: row (esc ends it)"),
        ("", "▸ Kayles"),
        ("", "!Wythoff"),
        ("esc", "▸ Kayles"),
        ("", "Wythoff"),
        ("esc", "?~first page"),
    ]);
}

#[test]
fn a_trial_goes_back_to_its_review_and_redo_says_what_else_to_do() {
    let mut m = Machine::at("nim:1,1,2", HUMANS);
    m.walk(&[
        ("m '1-1' enter m '3-1' enter m '2-1' enter", "#3"),
        ("r", "?~nothing to redo: no move"),
        ("m '3-1' enter", "#4"),
        ("r", "?~nothing to redo: R plays again, a reviews the match"),
        ("a home", "@review"),
        ("r", "You are trying again"),
        ("m '3-2' enter", "#1"),
        ("m '1-1' enter m '2-1' enter", "A won"),
        // Playing again restarts the trial, and keeps the review and its match.
        ("R", "#0"),
        ("", "You are trying again"),
        ("esc", "@review"),
        ("esc", "@table"),
        ("", "#4"),
    ]);
}

#[test]
fn a_typed_move_may_have_other_separators() {
    for (id, typed, wanted) in [
        ("row:OOOOOO", "5,6", "5+6"),
        ("row:OOOOOO", "5-6", "5+6"),
        ("row:OOOOOO", "5 6", "5+6"),
        ("nim:3,5,7", "2,3", "2-3"),
        ("chomp:4x6", "2 3", "2,3"),
    ] {
        let m = Machine::at(id, HUMANS);
        let dialog = TypingDialog::new(typed, "", m.on_table(), &m.app.cx.library);
        assert!(
            matches!(&dialog.reading, Reading::Move(text) if text == wanted),
            "{id} {typed}"
        );
    }
    let m = Machine::at("row:OOOOOO", HUMANS);
    for typed in ["5,7", "5,", "5,6,7", "5;x"] {
        let dialog = TypingDialog::new(typed, "", m.on_table(), &m.app.cx.library);
        assert!(matches!(dialog.reading, Reading::Wrong(_)), "{typed}");
    }
}

#[test]
fn all_moves_speak_of_links_only_where_links_are_drawn() {
    for (id, speaks) in [
        ("row:OOOOOO", false),
        ("star:8191", true),
        ("row:OOO + row:OO", false),
    ] {
        let mut m = Machine::at(id, HUMANS);
        m.keys("x");
        assert_eq!(shown(&m).contains("A link means"), speaks, "{id}");
    }
}

#[test]
fn grundy_values_come_only_with_words() {
    for (id, signs) in [
        ("row:OOOOOOOOOO", ["*2", "value"]),
        ("octal/0.07:9,12", ["*2", "✗: odd"]),
    ] {
        let mut m = Machine::at(id, HUMANS);
        for pressed in ["", "t", "t", "f", "esc"] {
            m.keys(pressed);
            let page = shown(&m);
            assert!(
                signs.iter().all(|sign| !page.contains(sign)),
                "{pressed}\n{page}"
            );
        }
        m.keys("esc tab");
        let page = shown(&m);
        assert!(signs.iter().any(|sign| page.contains(sign)), "{page}");
    }
}

#[test]
fn every_character_stands_out_in_a_small_window() {
    use ratatui::style::Color;
    let light = |colour: Color| match colour {
        Color::Rgb(r, g, b) => {
            let part = |c: u8| (f64::from(c) / 255.0).powf(2.2);
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        }
        other => panic!("{other:?}"),
    };
    let mut read = 0;
    for entry in CATALOGUE.iter() {
        for pressed in ["", "x"] {
            let mut b = begin(60, 20);
            b.theme.scheme = Scheme::Dark;
            let mut m = Machine::new(table(b, entry.info.example, HUMANS));
            m.keys(pressed);
            let frame = crate::tui::view::picture(&m.app);
            for cell in &frame.content {
                let is_text = cell.symbol().chars().all(|c| c.is_ascii_graphic());
                if !is_text || cell.symbol().is_empty() {
                    continue;
                }
                let (a, b) = (light(cell.fg), light(cell.bg));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(
                    contrast > 1.5,
                    "{} {pressed}: {:?} has {contrast:.2}\n{}",
                    entry.info.example,
                    cell.symbol(),
                    shown(&m)
                );
                read += 1;
            }
        }
    }
    assert!(read > 5_000, "{read}");
}

#[test]
fn the_chart_of_a_review_is_named_whole_in_a_small_window() {
    for (width, legend) in [
        (60, "Side: the winner. Height: how near the end."),
        (120, "Side: who was winning. Height: how near the end."),
    ] {
        let mut m = Machine::new(table(begin(width, 20), "row:OOOOO", HUMANS));
        m.app
            .cx
            .on_table
            .as_mut()
            .unwrap()
            .session
            .apply(Command::Jump(0));
        m.walk(&[("m '1' enter m '2' enter a", "@review")]);
        while m.run_last(Lane::Work) {}
        let page = shown(&m);
        assert!(page.contains(legend) && page.contains("mistake"), "{page}");
    }
}

#[test]
fn many_piles_have_their_numbers() {
    for (id, size) in [
        ("nim:3,5,7,9,11,13,2,8,6,4,1", (80, 24)),
        ("nim:3,5,7,9,11,13,2,8,6,4,1", (60, 20)),
        ("octal/0.07:9,12,8,7,6,5,4,3", (60, 20)),
    ] {
        let m = Machine::new(table(begin(size.0, size.1), id, HUMANS));
        let page = shown(&m);
        let has_numbers = page.lines().any(|line| {
            let mut numbers = line.trim_matches(['"', ' ']).split_whitespace();
            ["1", "2", "3", "4", "5"]
                .into_iter()
                .all(|n| numbers.next() == Some(n))
        });
        assert!(has_numbers, "{page}");
    }
}

#[test]
fn the_opponent_is_easy_until_three_matches_are_won() {
    let mut m = home();
    m.app.cx.newcomer = false;
    m.app.cx.record = Some((String::new(), Ok(History::default())));
    m.walk(&[("/ 'row' enter", "easy"), ("esc esc", "@home")]);
    let results = [
        (PERFECT, Score::Lost),
        (PERFECT, Score::Won),
        (PlayerKind::Human, Score::Won),
        (PlayerKind::Human, Score::Won),
        (PERFECT, Score::Won),
        (PERFECT, Score::Won),
    ];
    for (i, (opponent, score)) in results.into_iter().enumerate() {
        let level = m.app.cx.usual_opponent();
        assert_eq!(level, PlayerKind::Computer(Level::Easy), "{i}");
        let played = Counted::Match("row", opponent, score, Vec::new());
        m.app.cx.count_in_record(played);
    }
    m.walk(&[("/ 'row' enter", "perfect")]);
}

#[test]
fn a_move_that_throws_the_win_away_is_told_at_once() {
    let away = "?Your move gave the win away: u takes it back.";
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.walk(&[("m '2-5' enter", away), ("", "#2"), ("u", "?"), ("", "#0")]);
    m.walk(&[("m '1-1' enter", "?"), ("", "#2")]);
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.walk(&[("v", "?"), ("", "!You can win"), ("m '2-5' enter", "?")]);
}

#[test]
fn a_win_that_the_computer_gives_back_is_told() {
    let easy = [PlayerKind::Human, PlayerKind::Computer(Level::Easy)];
    let mut m = Machine::at("nim:20,20,5", easy);
    m.walk(&[
        ("m '1-1' enter", "#2"),
        (
            "",
            "?Your move gave the win away, and the computer gave it back.",
        ),
    ]);
    // On this board, the user's move can turn a win into a draw, and the computer's reply can turn the draw into a win
    // for the user.
    let start = "own/dots:A:o.o.o._._.o.o.o._._.o.o.o";
    let mut given_back = 0;
    for at in 0..12 {
        let mut m = Machine::at(start, easy);
        let choices = m.on_table().game().position().choices(&[], 99).list;
        let Some(made) = choices.get(at) else { break };
        m.keys(&format!("m '{}' enter", made.text));
        m.done();
        let s = m.on_table();
        let outcome = |ply: usize| s.brief(ply).map(|b| b.value.outcome);
        if s.thrown_away(0) == Some(Outcome::Win) && s.game().cursor() == 2 {
            let is_back = outcome(2) == Some(Outcome::Win);
            given_back += u32::from(is_back);
            let notice = m.notice();
            assert_eq!(notice.ends_with("gave it back."), is_back, "{notice}");
        }
    }
    assert!(given_back > 0);
}

#[test]
fn the_glossary_explains_what_the_panel_says() {
    let mut m = Machine::at("row:OOO.OO", HUMANS);
    let none = "No term of the theory is used";
    m.walk(&[("g", none), ("", "!Grundy value"), ("esc", "@table")]);
    m.walk(&[
        ("tab", "Grundy value"),
        ("g", "Terms"),
        ("", "Grundy value: "),
        ("esc", "@table"),
    ]);
}

#[test]
fn the_better_move_of_a_review_comes_into_sight() {
    let steps = [
        ("m '2-5' enter m '3-1' enter a home tab", "pgdn read on"),
        ("pgdn pgdn", "!Move 1, "),
        ("t", "Better: take"),
        ("pgdn pgdn pgdn pgdn", "!pgdn read on"),
    ];
    walk(table(begin(80, 24), "nim:3,5,7", HUMANS), &steps);
}

#[test]
fn one_position_has_one_idea_and_one_rule() {
    let idea = "Leave two equal heaps";
    walk(
        table(begin(80, 24), "octal/0.77:5,7", HUMANS),
        &[("", idea), ("e", idea)],
    );
    let mut m = home();
    m.walk(&[
        ("/ 'bash' enter", "Take 1 to 3 stones"),
        ("", "!1 to M stones"),
    ]);
}

#[test]
fn a_hint_drops_an_earlier_pick() {
    let mut m = Machine::at("row:OOOOOOOOOO", HUMANS);
    m.keys("space t");
    assert!(m.picked().is_empty());
    m.walk(&[
        ("t", "enter take stones 5 and 6"),
        ("enter", "took stones 5 and 6"),
    ]);
    assert_eq!(m.moves(), "5+6");
}

#[test]
fn a_move_that_closes_a_box_leaves_the_keys_in_their_places() {
    let mut m = Machine::at("own/dots:A:o-o.o-_._.o-o.o._._.o.o.o", HUMANS);
    m.keys("m '22=-' enter");
    let mut places = |item: u64| {
        m.point(Site::new(0, item));
        m.keys("");
        let shown = shown(&m);
        let bar = shown
            .lines()
            .last()
            .unwrap()
            .trim_end()
            .trim_matches('"')
            .to_owned();
        let keys = ["u undo", "t hint", ": menu", "? help", "esc back", "q quit"];
        (
            bar.clone(),
            keys.map(|key| bar.find(key).unwrap_or_else(|| panic!("{key}: {bar}"))),
        )
    };
    let (closing, with_points) = places(7);
    let (other, without) = places(13);
    assert!(closing.contains("draw line 2-5, +1"), "{closing}");
    assert!(other.contains("draw line 5-6"), "{other}");
    assert_eq!(with_points, without);
}
