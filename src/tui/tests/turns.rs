use super::harness::*;
use crate::play::{End, record};
use nimatron_core::rules::{Reveals, Stop};

fn tick(m: &mut Machine) {
    assert_eq!(m.pause(), Some(600));
    steps(m);
}

/// Ends the pauses between the steps of the computer's move. Stops at the next pause before a move.
fn steps(m: &mut Machine) {
    while matches!(m.effects.last(), Some(Effect::Wait(_, ms)) if *ms < 600) {
        m.pause();
    }
}

fn losing_move(m: &Machine) -> String {
    let winning = &m.on_table().analysis().unwrap().winning;
    let all = m.on_table().game().position().choices(&[], 99).list;
    all.into_iter()
        .find(|c| !winning.iter().any(|w| w.text == c.text))
        .unwrap()
        .text
}

#[test]
fn undo_and_redo_between_two_people_go_move_by_move() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.walk(&[
        ("m '0' enter m '1' enter m '2' enter u u", ">0"),
        ("r", ">0 1"),
        ("home", ">"),
        ("u", "?~start"),
        ("end", ">0 1 2"),
        ("r", "?~nothing to redo"),
        ("u u m '12' enter", ">0 12"),
    ]);
    assert_eq!(m.on_table().game().moves().len(), 2);
}

#[test]
fn undo_against_the_computer_goes_back_to_ones_own_turn() {
    let mut m = Machine::at("star:8191", [PERFECT, PlayerKind::Human]);
    // The computer moved first, so the user has nothing to take back.
    m.walk(&[("", "#1"), ("u", "#1"), ("", "?~not moved yet")]);
    m.keys_at(12, "enter");
    m.walk(&[("", "#3"), ("u", "#1"), ("r", "#3"), ("home", "#0")]);
    // At the start it is the computer's turn, and the computer moves only on request.
    assert_eq!(m.on_table().computer(), Computer::Idle);
    m.walk(&[("enter", "#1")]);
}

#[test]
fn back_to_where_one_was_winning() {
    let mut m = Machine::at("star:8191", HUMANS);
    // A takes 0 and keeps the win. Every reply by B loses, and then A gives the win away.
    m.keys("m '0' enter m '1' enter");
    let bad = losing_move(&m);
    m.keys(&format!("m '{bad}' enter"));
    let note = |ply| words::move_note(m.on_table(), ply).unwrap().outcome;
    assert_eq!(
        [0, 1, 2].map(note),
        [Some(Outcome::Win), None, Some(Outcome::Loss)]
    );
    m.walk(&[("U", "#2"), ("home U", "?~no position before")]);
    Machine::at("nim:3,5,7", COMPUTER).walk(&[("U", "?~You are winning here"), ("", "#0")]);
}

#[test]
fn the_computer_lets_its_move_wait() {
    let mut m = Machine::new(table(pausing(600), "star:8191", COMPUTER));
    m.walk(&[("", "$"), ("m '0' enter", "#1")]);
    let Some(&Effect::Wait(id, 600)) = m.effects.last() else {
        panic!("no pause")
    };
    m.walk(&[("space enter", "?~computer's turn")]);
    m.send(Event::Done(id + 1000, Box::new(())));
    m.walk(&[("", "#1")]);
    tick(&mut m);
    assert!(
        m.app.cx.notice.is_none(),
        "it has moved: {:?}",
        m.app.cx.notice
    );
    // The computer's pause began before the undo. The end of this pause must not make the computer move.
    m.walk(&[("", "#2"), ("u m '12' enter", "#1")]);
    m.keys("u");
    tick(&mut m);
    m.walk(&[("", "#0")]);
}

#[test]
fn two_computers_stop_and_go_on() {
    let mut m = Machine::new(table(pausing(600), "star:8191", [PERFECT, PERFECT]));
    tick(&mut m);
    m.walk(&[("", "#1"), ("", "space stop"), ("space", "space play on")]);
    tick(&mut m);
    assert_eq!(m.on_table().computer(), Computer::Stopped);
    m.walk(&[("", "#1"), ("space", "#1")]);
    steps(&mut m);
    m.walk(&[("", "#2")]);
}

#[test]
fn two_computers_rest_after_many_moves() {
    let mut m = Machine::new(table(pausing(600), "bash/3:1000000", [PERFECT, PERFECT]));
    while m.pause().is_some() {
        assert!(m.on_table().game().moves().len() <= 10_000);
    }
    assert_eq!(m.on_table().computer(), Computer::Stopped);
    m.walk(&[("", "#10000"), ("", "?~space"), ("space", "#10000")]);
    steps(&mut m);
    m.walk(&[("", "#10001")]);
}

#[test]
fn answers_to_old_questions_change_nothing() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.hold = true;
    m.keys("m '0' enter m '1' enter");
    let Effect::Run(old) = m.effects.remove(0) else {
        panic!()
    };
    m.run(old);
    assert!(m.on_table().here().is_none());
    assert!(
        words::verdict(m.on_table())
            .unwrap()
            .text
            .contains("working it out")
    );
}

#[test]
fn the_computer_refuses_what_is_not_proved_and_a_person_plays_on() {
    for hide in ["", "v"] {
        let mut m = Machine::at("star:8191", COMPUTER);
        m.hold = true;
        m.keys(hide);
        m.keys("m '0' enter");
        let said = |m: &Machine| words::verdict(m.on_table()).unwrap().text;
        assert_eq!(said(&m), "working it out ...");
        m.send(Event::Seconds(2));
        assert!(
            said(&m).starts_with("the computer is thinking: 2 s"),
            "{}",
            said(&m)
        );
        let stop = Stop::not_proved("too many rings");
        m.answer(Lane::Solve, Err::<Answer, _>(stop));
        m.walk(&[
            ("", "?~cannot play here"),
            ("right", "The computer cannot play here"),
        ]);
        m.walk(&[("", "too many rings"), ("", "Play its move yourself")]);
        m.keys_at(12, "enter");
        assert_eq!(m.moves(), "0 12");
    }
}

#[test]
fn resigning_ends_it_and_can_be_taken_back() {
    let mut m = Machine::at("star:8191", COMPUTER);
    m.walk(&[
        ("X", "Resign? The record of play will count a loss."),
        ("esc", "@table"),
        ("X y", "?~takes it back"),
    ]);
    let result = m.on_table().game().result().unwrap();
    assert_eq!(
        (result.winner, result.by),
        (Some(Player::Second), End::Resignation)
    );
    assert!(
        words::end(m.on_table())
            .unwrap()
            .0
            .text
            .contains("You lost")
    );
    m.walk(&[("space", "?~over"), ("u", "@table")]);
    assert!(m.on_table().game().result().is_none());
    // The match is already in the record, so resigning does not ask for confirmation.
    m.walk(&[("X a", "?~nothing to review"), ("enter", "=star:8191")]);
    assert!(m.on_table().game().result().is_none());
}

#[test]
fn rematch_and_swap() {
    let mut m = Machine::at("star:1664", COMPUTER);
    m.keys("m '7+10' enter");
    assert!(m.on_table().game().result().is_some());
    // After the swap it is the computer's turn, and the computer wins at once.
    m.walk(&[("R", "=star:1664"), ("", ">"), ("w", "#1")]);
    assert_eq!(m.on_table().game().only_person(), Some(Player::Second));
    let mut m = Machine::at("star:1664", COMPUTER);
    m.walk(&[
        ("m '7+10' enter t", "?~The game is over: "),
        ("", "!lit area"),
        ("w", "#1"),
    ]);
    let game = &m.on_table().game();
    assert_eq!(
        (game.only_person(), game.start().id().as_str()),
        (Some(Player::Second), "star:1664")
    );
    assert!(game.result().is_none());
}

#[test]
fn a_swap_of_sides_is_taken_back() {
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.walk(&[("m '1-1' enter", "#2"), ("", "you       took 1")]);
    let moves = m.moves();
    // After the swap, the computer plays the side that the user had, but the list still credits the earlier move to the
    // user.
    m.walk(&[
        ("w", "#3"),
        ("", "?~changed sides"),
        ("", "you       took 1"),
    ]);
    assert_eq!(m.on_table().game().only_person(), Some(Player::Second));
    m.walk(&[("u", &format!(">{moves}")), ("", "you       took 1")]);
    assert_eq!(m.on_table().game().only_person(), Some(Player::First));
    m.walk(&[
        ("w", "#3"),
        ("m '2-1' enter", "#5"),
        ("u", "#3"),
        ("u", "#2"),
    ]);
    assert_eq!(m.on_table().game().only_person(), Some(Player::First));
    m.walk(&[("u", "#0"), ("u", "?This is the start of the game.")]);
}

#[test]
fn sides_are_swapped_only_between_players_who_can_be_told_apart() {
    let refused = "?~can only be swapped";
    let mut m = Machine::at("nim:1", HUMANS);
    m.walk(&[
        ("w", refused),
        ("u", "?~start of the game"),
        ("m '1-1' enter w", refused),
        ("", "#1"),
    ]);
    Machine::at("nim:1", [PERFECT; 2]).walk(&[("w", refused), ("", "#1")]);
    let library = Library::default();
    let named = r#"{"start":"nim:3","moves":[],"players":[{"kind":"human","name":"Ann"},{"kind":"human"}]}"#;
    let game = record::parse(named, &library).unwrap().game;
    let mut m = Machine::new(App::with_match(begin(80, 24), game, None));
    m.walk(&[("w", "?~changed sides"), ("m '1-1' enter", "Ann")]);
}

#[test]
fn the_end_mentions_a_swap_of_sides_only_if_it_followed_a_move() {
    let swapped = "the players changed sides.";
    let mut m = Machine::at("nim:1,1", COMPUTER);
    m.walk(&[
        ("w", "#1"),
        ("m '2-1' enter", "You won"),
        ("", "never gave it away."),
        ("", &format!("!{swapped}")),
    ]);
    let mut m = Machine::at("nim:1,1,1,1", COMPUTER);
    m.keys("m '1-1' enter w");
    let last = m.on_table().analysis().unwrap().best.clone().unwrap();
    m.walk(&[
        (&format!("m '{}' enter", last.text), "You won"),
        ("", swapped),
    ]);
}

#[test]
fn a_computer_that_waits_says_for_what() {
    let mut m = Machine::at("star:8191", COMPUTER);
    let told =
        |m: &Machine| words::waiting(m.on_table()).map(|said| m.app.cx.with_keys(&said.text));
    assert_eq!(told(&m), None);
    let bad = losing_move(&m);
    m.keys(&format!("m '{bad}' enter U w"));
    assert_eq!(m.on_table().computer(), Computer::Idle);
    assert!(told(&m).unwrap().contains("enter lets it move"));
    let shows = |m: &Machine| table_view::shows_theory(&m.app.cx, m.on_table());
    assert!(!shows(&m));
    m.keys("enter");
    assert!(shows(&m));
    assert_eq!(told(&m), None);
}

#[test]
fn two_computers_play_to_the_end() {
    let driver = walk(
        table(begin(80, 24), "star:8191", [PERFECT; 2]),
        &[("", "!threw the")],
    );
    // The first player wins on the full star. Every position was analysed.
    let s = on_table(&driver);
    assert_eq!(s.game().result().unwrap().winner, Some(Player::First));
    assert!(s.is_known());
}

#[test]
fn a_page_over_the_table_leaves_the_pick_and_the_hint() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.walk(&[("t t", "t hide"), ("", "$"), ("? esc", "@table")]);
    assert_eq!(m.on_table().hint(), Reveals::Move);
    m.keys("space");
    let picked = m.picked();
    m.walk(&[("? esc", "@table"), ("", "$")]);
    assert!(!picked.is_empty() && m.picked() == picked);
}

#[test]
fn a_page_over_the_table_stops_two_computers_until_it_is_closed() {
    for (page, name) in [("?", "help"), (",", "settings"), ("T", "tree")] {
        let mut m = Machine::new(table(pausing(600), "star:8191", [PERFECT, PERFECT]));
        tick(&mut m);
        m.walk(&[("", "#1"), (page, &format!("@{name}"))]);
        while m.pause().is_some() {}
        m.walk(&[("", "#1"), ("esc", "@table"), ("space", "#1")]);
        steps(&mut m);
        m.walk(&[("", "#2")]);
    }
}

#[test]
fn a_pick_shows_all_that_enter_takes() {
    let mut m = Machine::at("row:OOOOO", HUMANS);
    let filled = |m: &Machine| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), false);
        let stone = m.app.cx.theme.colours().stone;
        let discs = drawing.shapes.iter().filter(|shape| {
            matches!(shape.form, nimatron_paint::Form::Disc { .. }) && shape.colour != stone
        });
        discs.count()
    };
    m.keys_at(1, "space");
    assert_eq!(filled(&m), 1);
    m.keys("right");
    assert_eq!(filled(&m), 2, "both stones");
    m.keys("right");
    assert_eq!(filled(&m), 1, "no move takes stones 2 and 4");
}

#[test]
fn the_enter_that_ends_a_match_does_not_open_its_review() {
    let mut m = Machine::at("nim:2", HUMANS);
    m.keys("m '1-2' enter");
    assert!(m.on_table().game().result().is_some());
    for _ in 0..3 {
        m.walk(&[
            ("enter", "@table"),
            ("", "The game is over: enter reviews it."),
        ]);
    }
    while m.pause().is_some() {}
    m.walk(&[
        ("enter", "@review"),
        ("esc", "@table"),
        ("enter", "@review"),
    ]);
    let mut m = Machine::at("nim:2", HUMANS);
    m.walk(&[("m '1-2' enter a", "@review")]);
}

#[test]
fn no_hint_is_given_on_the_computers_turn() {
    let mut m = Machine::new(table(pausing(500), "nim:3,5,7", COMPUTER));
    m.walk(&[
        ("m '1-3' enter", "Computer thinks"),
        ("t", "It is the computer's turn."),
        ("", "!wins"),
    ]);
    assert_eq!(m.on_table().hint(), nimatron_core::rules::Reveals::Nothing);
}
