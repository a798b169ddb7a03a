use super::harness::*;
use crate::tui::dialogs::glossary::GlossaryDialog;
use nimatron_core::rules::{Reveals, Word};
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;

fn page(m: &mut Machine, (width, height): (u16, u16)) -> String {
    m.send(Event::Resize(width, height));
    shown(m)
}

#[test]
fn a_long_notice_takes_three_lines_and_is_cut() {
    let mut m = Machine::at("nim:3,5", HUMANS);
    m.app.cx.notify("notable ".repeat(60));
    let shown = shown(&m);
    let lines: Vec<&str> = shown.lines().filter(|l| l.contains("notable")).collect();
    assert_eq!(lines.len(), 3, "{shown}");
    assert!(
        lines[2].contains("n...") && !lines[1].contains("..."),
        "{shown}"
    );
}

#[test]
fn long_thinking_can_be_stopped() {
    let mut m = Machine::at("star:8191", COMPUTER);
    m.hold = true;
    m.keys("m '0' enter");
    m.send(Event::Seconds(3));
    m.done();
    m.keys("esc");
    assert_eq!(m.done(), "Cancel(Solve)");
    assert!(m.app.front().key_context() == KeyContext::Table && m.on_table().person_may_move());
    assert_eq!(m.on_table().computer(), Computer::Refused);
    let mut m = Machine::at("star:8191", COMPUTER);
    m.hold = true;
    m.walk(&[("m '0' enter esc", "@home")]);
}

#[test]
fn the_reason_names_no_good_move_before_the_hint_does() {
    let mut m = Machine::at("nim:3,4,5", COMPUTER);
    let reasons = m.on_table().analysis().unwrap().reasons.clone();
    let given = |m: &Machine| {
        let text: String = shown(m).split_whitespace().collect::<Vec<_>>().join(" ");
        let shown =
            |r: &&nimatron_core::rules::ReasonText| text.contains(&r.text[..r.text.len().min(20)]);
        reasons.iter().filter(shown).map(|r| r.reveals).max()
    };
    m.send(Event::Resize(200, 60));
    m.keys("tab");
    assert_eq!(reasons.iter().map(|r| r.reveals).max(), Some(Reveals::Move));
    assert_eq!(given(&m), Some(Reveals::Nothing));
    m.keys("t");
    assert!(given(&m) < Some(Reveals::Move));
    m.keys("t");
    assert_eq!(given(&m), Some(Reveals::Move));
}

#[test]
fn the_reason_and_the_moves_have_room_in_a_narrow_terminal() {
    let mut m = Machine::at("nim:3,4,5", COMPUTER);
    m.send(Event::Resize(60, 20));
    m.walk(&[
        ("m '1-2' enter", "computer  took "),
        ("", " ? help"),
        ("", "q quit"),
    ]);
}

#[test]
fn the_reason_scrolls_where_it_is_cut() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.keys("t t tab");
    let before = page(&mut m, (80, 14));
    assert!(before.contains("pgdn reads on"), "{before}");
    m.keys("pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn");
    let after = page(&mut m, (80, 14));
    assert!(before != after && !after.contains("reads on"), "{after}");
    m.keys("pgup pgup pgup pgup pgup pgup pgup pgup");
    assert_eq!(page(&mut m, (80, 14)), before);
}

#[test]
fn the_help_at_the_table_tells_the_rule_of_its_game() {
    walk(
        table(begin(80, 24), "nim:3,4", HUMANS),
        &[("?", "This game"), ("", "last stone wins")],
    );
}

#[test]
fn verdicts_name_the_winner_and_do_not_change_sides() {
    use crate::tui::text::Tone;
    let chip = |m: &Machine| words::verdict(m.on_table()).unwrap().chip.unwrap();
    let m = Machine::at("star:1664", HUMANS);
    assert_eq!(chip(&m), (Tone::Player(Player::First), "A can win".into()));
    let mut m = Machine::at(
        "star:1664",
        [PlayerKind::Human, PlayerKind::Computer(Level::Fair)],
    );
    assert_eq!(
        chip(&m),
        (Tone::Outcome(Outcome::Win), "You can win".into())
    );
    assert_eq!(words::note(m.on_table()), "against fair");
    m.hold = true;
    m.keys("m '7+10' enter");
    let page = page(&mut m, (60, 24));
    assert!(page.contains("against fair, move 1"), "{page}");
}

#[test]
fn a_long_notice_wraps() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.app
        .cx
        .notify("It is long ".repeat(8) + "and its end counts.");
    assert!(page(&mut m, (60, 20)).contains("and its end counts."));
}

#[test]
fn the_columns_hide_with_the_verdict() {
    let mut m = Machine::new(table(begin(120, 40), "nim:3,5,7", COMPUTER));
    m.walk(&[("", "✓ ✓ ✗   (✗: odd)"), ("v", "!✗: odd")]);
}

#[test]
fn the_terms_of_the_theory_are_explained_by_the_help() {
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.send(Event::Resize(80, 400));
    m.keys("? ?");
    let text = shown(&m);
    for word in nimatron_core::rules::Word::ALL {
        assert!(
            text.contains(&format!("{}: ", word.name())),
            "{}",
            word.name()
        );
    }
}

#[test]
fn the_wheel_goes_through_the_words_that_have_no_room() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.app
        .cx
        .push(GlossaryDialog::new(Word::ALL.to_vec(), Vec::new()));
    settle(&mut m.app);
    let first = shown(&m);
    m.send(Event::Wheel(1));
    assert_ne!(shown(&m), first);
    m.send(Event::Wheel(-1));
    assert_eq!(shown(&m), first);
}

#[test]
fn against_the_computer_there_are_only_you_and_the_computer() {
    for id in ["nim:3,5,7", "row:OOOOOO", "chomp:3x4"] {
        for kinds in [COMPUTER, [PERFECT, PlayerKind::Human]] {
            let mut m = Machine::at(id, kinds);
            m.send(Event::Resize(120, 40));
            let mut log = String::new();
            for pressed in ["", "enter", "X y", "a", "right right"] {
                m.keys(pressed);
                while m.run_last(Lane::Work) {}
                let page = shown(&m);
                let mut words = page.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|word| word == "B"), "{id} {pressed}\n{page}");
                log += &page;
            }
            for named in [
                "against perfect",
                "computer  ",
                "You resigned.",
                "Computer: ",
            ] {
                assert!(log.contains(named), "{id}: {named}\n{log}");
            }
        }
    }
    // If the board and the rule name the sides, the title says which side the user plays.
    let m = Machine::at("triangle/4:", [PERFECT, PlayerKind::Human]);
    let page = shown(&m);
    assert!(
        page.contains("as B against perfect") && page.contains("computer 0, you 0"),
        "{page}"
    );
}

#[test]
fn who_resigns_too_soon_is_told_what_was_still_possible() {
    for (id, moves, told) in [
        ("nim:3,5,7", "m '1-1' enter", "You could still win here."),
        ("nim:3,5,7", "m '2-5' enter", "!You could still"),
        (
            "tictactoe:.........",
            "m '1' enter",
            "You could still draw here.",
        ),
    ] {
        let mut m = Machine::at(id, COMPUTER);
        m.walk(&[(moves, "#2"), ("X y", "You resigned."), ("", told)]);
    }
}

#[test]
fn moves_made_before_a_swap_of_sides_keep_their_author() {
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.keys("m '1-1' enter");
    let authors = |m: &Machine| -> Vec<bool> {
        let s = m.on_table();
        (0..2)
            .map(|ply| s.author(ply) == s.game().only_person())
            .collect()
    };
    assert_eq!(authors(&m), [true, false]);
    m.keys("w");
    assert_eq!(authors(&m), [true, false]);
}

#[test]
fn moves_made_before_a_swap_of_sides_have_the_colour_of_their_author() {
    let mut driver = walk(
        table(begin(120, 40), "nim:3,5,7", COMPUTER),
        &[("m '1-1' enter w", "you       took 1")],
    );
    let is_mine = |driver: &Driver<TestBackend>, text: &str| {
        let buffer = driver.display.backend().buffer();
        let rows = buffer.content.chunks(buffer.area.width.into());
        let starts = |cells: &[Cell]| {
            text.chars()
                .zip(cells)
                .all(|(c, cell)| cell.symbol() == c.to_string())
        };
        let mut shown = rows.flat_map(|row| row.windows(text.len()).filter(|cells| starts(cells)));
        let me = on_table(driver).game().only_person().unwrap();
        assert_eq!(me, Player::Second);
        shown.next().unwrap()[0].fg == driver.app.cx.theme.player(me).fg.unwrap()
    };
    assert!(is_mine(&driver, "you       took 1"));
    assert!(!is_mine(&driver, "computer  took "));
    walk_on(&mut driver, &[("a home", "Move 1, you: ")]);
    assert!(is_mine(&driver, "Move 1, you: "));
}

#[test]
fn reviews_and_steps_credit_each_move_to_the_player_who_made_it() {
    let driver = walk(
        table(begin(80, 24), "nim:3,5,7", COMPUTER),
        &[
            ("m '1-1' enter", "#2"),
            // After the swap, the computer moves for the side that the user had before.
            ("w", "#3"),
            ("a home", "Move 1, you: "),
            ("right", "Move 2, computer: "),
            ("right", "Move 3, computer: "),
            // Go back to the start, swap the sides again and replay the moves. Then the computer moves.
            ("esc home w end", "#4"),
        ],
    );
    let s = on_table(&driver);
    let me = s.game().only_person();
    let made = s.session.last_moves(9).into_iter();
    let mine: Vec<bool> = made.map(|(by, _)| Some(by) == me).collect();
    assert_eq!(mine, [true, false, false, false]);
}

#[test]
fn grundy_values_by_size_are_listed_only_with_the_whole_reason() {
    let mut listed = 0;
    for id in [
        "row:OO.OOO",
        "row:OOO.OO.O",
        "octal/0.07:9,12",
        "octal/0.77:5,7",
    ] {
        let mut m = Machine::at(id, HUMANS);
        m.send(Event::Resize(120, 40));
        assert!(!shown(&m).contains("value  "), "{}", shown(&m));
        m.keys("tab");
        let page = shown(&m);
        let has_heading = page.contains("The Grundy value of each size:");
        assert_eq!(page.contains("value  "), has_heading, "{page}");
        listed += usize::from(has_heading);
    }
    assert!(listed > 0);
}

#[test]
fn counts_stand_among_the_dots_only_with_a_legend() {
    let mut m = Machine::at("triangle/4:1-3,3-6,4-7,5-9,1-2", HUMANS);
    m.send(Event::Resize(120, 40));
    let numbers = |m: &Machine| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
        let is_number = |label: &&nimatron_paint::Label| label.text.parse::<u32>().is_ok();
        drawing.labels.iter().filter(is_number).count()
    };
    assert_eq!(numbers(&m), 10);
    m.walk(&[
        ("", "!on an edge"),
        ("tab", "on an edge: triangles given away"),
    ]);
    assert!(numbers(&m) > 10);
    m.walk(&[("", "in triangles: safe moves, counted")]);
}

#[test]
fn the_end_of_a_review_says_by_name_who_made_the_last_move() {
    for (id, kinds, pressed, ending) in [
        ("nim:1", COMPUTER, "m '1-1' enter", "You took 1. The player"),
        (
            "nim:1,1",
            COMPUTER,
            "m '1-1' enter",
            "The computer took 1 from pile",
        ),
        (
            "tictactoe:XX.OO....",
            HUMANS,
            "m '3' enter",
            "X put X in the top right corner.",
        ),
        // The computer made the last move before the sides were swapped.
        (
            "nim:1,1",
            COMPUTER,
            "m '1-1' enter home w end",
            "The computer took 1 from pile",
        ),
        ("nim:3,5", COMPUTER, "m '1-1' enter X y", "You resigned."),
        ("nim:3,5", HUMANS, "m '1-1' enter X y", "B resigned."),
    ] {
        let driver = walk(
            table(begin(80, 24), id, kinds),
            &[(pressed, ""), ("a end", "After the last move")],
        );
        let page = screen(&driver);
        assert!(page.contains(ending), "{id}: {page}");
        assert!(
            !page.contains("layer to move") && !page.contains("whoever"),
            "{id}: {page}"
        );
    }
}

#[test]
fn without_a_strategy_the_page_shows_the_value_and_leads_to_perfect_play() {
    walk(
        table(begin(80, 24), "triangle/3:", COMPUTER),
        &[
            ("W", "no such strategy: a player may move twice"),
            ("", "moves to go."),
            ("f", "@line"),
            ("esc", "@table"),
        ],
    );
}
