use super::harness::*;

fn form(pressed: &str) -> Machine {
    let mut m = home();
    m.keys("enter");
    m.keys(pressed);
    m
}

fn at(m: &Machine) -> SetupRow {
    m.page::<SetupPage>().at
}

fn position(m: &Machine) -> Result<String, String> {
    m.page::<SetupPage>()
        .position
        .as_ref()
        .map(|at| at.id())
        .map_err(Clone::clone)
}

/// Opens the form, presses keys, and leaves the search for a position pending.
fn looking(pressed: &str) -> Machine {
    let mut m = form("");
    m.hold = true;
    m.keys(pressed);
    assert!(m.app.cx.is_busy(Lane::Solve), "nothing is looked for");
    m
}

fn found(m: &mut Machine, result: Result<Box<dyn AnyPosition>, String>) {
    m.answer(Lane::Solve, result);
}

#[test]
fn a_game_is_set_up_line_by_line() {
    let mut m = form("");
    assert_eq!(at(&m), SetupRow::Play);
    let [first, second] = Player::BOTH.map(SetupRow::Side);
    m.keys("home");
    for row in [
        SetupRow::Source,
        SetupRow::Convention,
        first,
        second,
        SetupRow::Play,
    ] {
        assert_eq!(at(&m), row);
        m.keys("down");
    }
    assert!(shown(&m).contains("Moves first   you"), "{}", shown(&m));
    // These keys select normal play, and let the perfect computer move first.
    m.keys("down right down down w down enter");
    let s = m.on_table();
    assert_eq!(s.game().position().convention(), Some(Convention::Normal));
    assert_eq!(s.game().participant(Player::First).kind, PERFECT);
    assert_eq!(s.game().only_person(), Some(Player::Second));
}

#[test]
fn a_typed_position_is_checked_while_it_is_typed() {
    let mut m = form("home left down");
    assert_eq!(
        (m.page::<SetupPage>().source, at(&m)),
        (PositionSource::Typed, SetupRow::Id)
    );
    assert_eq!(position(&m).unwrap(), "star:8191");
    m.keys("'q'");
    assert!(position(&m).unwrap_err().contains("column"));
    m.keys("ctrl-u 'nim:1,2'");
    assert_eq!(position(&m).unwrap(), "nim:1,2");
    m.keys("ctrl-u 'wyt' tab '3' tab");
    assert!(
        shown(&m).contains("may follow: a digit | ,"),
        "{}",
        shown(&m)
    );
    m.keys("',5'");
    assert_eq!(position(&m).unwrap(), "wythoff:3,5");
    // The rows for the players have the names of the sides in the typed position, which may belong to another game.
    m.keys("ctrl-u 'tictactoe:.........'");
    let page = shown(&m);
    assert!(
        page.contains("X             you") && !page.contains("Moves first"),
        "{page}"
    );
    m.keys("ctrl-u 'nim:1,2'");
    assert!(shown(&m).contains("Moves first   you"), "{}", shown(&m));
    m.keys("'x' up up enter");
    assert!(place(&m) == "setup" && m.notice().contains("column"));
}

#[test]
fn a_random_position_is_looked_for_by_the_worker() {
    let mut m = home();
    select(&mut m.app, "nim");
    m.keys("enter");
    m.hold = true;
    m.keys("home left left left");
    let Some(Effect::Run(first)) = m.effects.pop() else {
        panic!()
    };
    let another: Result<_, String> = Ok(open("star:1"));
    m.send(Event::Done(first.id + 1, Box::new(another)));
    assert!(m.app.cx.is_thinking());
    m.run(first);
    assert!(!m.app.cx.is_thinking());
    let first = position(&m).unwrap();
    m.keys("space");
    assert!(m.run_last(Lane::Solve));
    let second = position(&m).unwrap();
    assert_ne!(first, second);
    let wanted = format!("={second}");
    m.walk(&[("end up up up up up up end enter", &wanted)]);
}

#[test]
fn the_form_of_a_script_asks_for_cells_numbers_or_a_text() {
    for (name, label, row, id) in [
        (
            "own/cram",
            "of a size",
            "Cells",
            "own/cram:................",
        ),
        (
            "own/domineering",
            "of a size",
            "Cells",
            "own/domineering:A:................",
        ),
        ("own/grundy", "of a size", "Heaps", "own/grundy:16"),
        (
            "own/hare",
            "as written below",
            "Position",
            "Position, column 1",
        ),
    ] {
        let mut m = home();
        select(&mut m.app, name);
        m.keys("enter home right");
        assert!(shown(&m).contains(label), "{}", shown(&m));
        m.keys("down down ctrl-u '16'");
        assert!(shown(&m).contains(row), "{}", shown(&m));
        let found = position(&m);
        let found = found.as_deref().unwrap_or_else(|why| why);
        assert!(found.starts_with(id), "{found}");
    }
}

#[test]
fn a_position_that_is_found_behind_another_page_is_there_afterwards() {
    for over in ["?", "o"] {
        let mut m = looking("home left left left");
        m.keys(over);
        assert_ne!(place(&m), "setup");
        found(&mut m, Ok(open("star:1664")));
        m.keys("esc");
        assert_eq!(position(&m).unwrap(), "star:1664");
        assert!(!m.app.cx.is_thinking());
    }
}

#[test]
fn the_match_rests_while_another_game_is_set_up() {
    let mut m = Machine::new(table(pausing(600), "star:8191", [PERFECT; 2]));
    m.hold = true;
    m.keys("n home left left left");
    // The end of the computer's pause must not interrupt the search.
    assert!(m.pause().is_some() && m.app.cx.is_busy(Lane::Solve));
    m.done();
    m.hold = false;
    // The first key makes the computer move, and the second key skips the steps of its move.
    m.walk(&[
        ("", "$"),
        ("", ">"),
        ("esc", "@table"),
        ("space space", "#1"),
    ]);
}

#[test]
fn a_sum_is_set_up_part_by_part() {
    let mut m = home();
    m.keys("end enter home");
    let is = |m: &Machine, parts: usize, row: SetupRow, id: &str| {
        assert_eq!(
            (
                m.page::<SetupPage>().parts.len(),
                at(m),
                position(m).unwrap().as_str()
            ),
            (parts, row, id)
        );
    };
    is(&m, 2, SetupRow::Part(0), "nim:3,4 + star:1664");
    // The new part is empty, so nothing needs to be deleted before typing.
    m.keys("ctrl-u 'row:OO' down down enter");
    is(&m, 3, SetupRow::Part(2), "row:OO + star:1664");
    m.keys("'nim:5'");
    is(&m, 3, SetupRow::Part(2), "row:OO + star:1664 + nim:5");
    // The columns in error messages are counted from the start of the part.
    m.keys("up ctrl-u 'nim:3,x'");
    let error = position(&m).unwrap_err();
    assert!(error.starts_with("Game 2, column 7: "), "{error}");
    m.keys("ctrl-u");
    is(&m, 3, SetupRow::Part(1), "row:OO + nim:5");
    m.keys("down");
    is(&m, 2, SetupRow::Part(1), "row:OO + nim:5");
    m.keys("down enter backspace");
    assert_eq!(m.page::<SetupPage>().parts.len(), 2);
    // A sum with a single part also uses the convention in the form.
    m.keys("up ctrl-u 'star:1664' down ctrl-u up up");
    is(&m, 1, SetupRow::Play, "normal star:1664");
    m.keys("space");
    assert_eq!((place(&m), m.id().as_str()), ("table", "normal star:1664"));
}

#[test]
fn the_convention_row_and_the_position_say_the_same() {
    let mut m = home();
    select(&mut m.app, "nim");
    m.keys("enter home");
    // If the ID is typed, the convention row changes the convention word in the ID.
    for (pressed, convention, id) in [
        ("", Convention::Normal, "nim:3,5,7"),
        ("right", Convention::Misere, "misere nim:1,3,5,7"),
        ("down right", Convention::Normal, "nim:1,3,5,7"),
        ("right up right", Convention::Misere, "misere nim:7,7,7,6"),
        (
            "home left left left down",
            Convention::Misere,
            "misere nim:3,5,7",
        ),
        ("down right", Convention::Normal, "nim:3,5,7"),
        (
            "right up ctrl-u 'chomp:4x6'",
            Convention::Misere,
            "chomp:4x6",
        ),
        ("down right", Convention::Normal, "normal chomp:4x6"),
    ] {
        m.keys(pressed);
        let chosen = m.page::<SetupPage>().convention;
        assert_eq!(
            (chosen, position(&m).unwrap().as_str()),
            (Some(convention), id),
            "{pressed}"
        );
    }
    m.keys("home left left left");
    assert!(position(&m).unwrap().starts_with("misere nim:"));
    m.keys("right");
    assert!(position(&m).unwrap().starts_with("misere nim:"));
}

#[test]
fn a_field_s_error_has_the_field_s_columns() {
    let mut m = home();
    select(&mut m.app, "subtraction");
    m.keys("enter home left left left left down ctrl-u '1,x'");
    let error = position(&m).unwrap_err();
    let name = m.page::<SetupPage>().entry.unwrap().setup.fields[0].name;
    assert!(error.starts_with(&format!("{name}, column 3: ")), "{error}");
}

#[test]
fn a_search_that_fails_leaves_the_board_and_says_so() {
    let mut m = looking("home left left");
    assert_eq!(m.page::<SetupPage>().source, PositionSource::Interesting);
    found(&mut m, Err("nothing was found".to_owned()));
    assert_eq!(
        m.page::<SetupPage>().last.as_ref().unwrap().id(),
        "star:8191"
    );
    m.walk(&[("end enter", "@setup"), ("", "?nothing was found")]);
}

#[test]
fn the_whole_name_of_a_position_can_be_read() {
    let mut m = home();
    select(&mut m.app, "row");
    m.keys("enter home");
    for _ in 0..m.page::<SetupPage>().entry.unwrap().setup.presets.len() {
        for word in m.page::<SetupPage>().source_name().split(' ') {
            assert!(shown(&m).contains(word), "{word}: {}", shown(&m));
        }
        m.keys("right");
    }
}

#[test]
fn only_the_button_starts_and_enter_changes_values() {
    for (pressed, key) in [
        ("", "enter play"),
        ("home", "enter change"),
        ("home down", "enter change"),
        ("home left down", "enter next"),
    ] {
        let place = if pressed.is_empty() {
            "@table"
        } else {
            "@setup"
        };
        form(pressed).walk(&[("", key), ("enter", place)]);
    }
    let mut m = form("home down enter");
    assert_eq!(m.page::<SetupPage>().convention, Some(Convention::Normal));
    m.keys("enter");
    assert_eq!(m.page::<SetupPage>().convention, Some(Convention::Misere));
}

#[test]
fn typing_replaces_the_default_but_not_what_was_typed() {
    let mut m = home();
    select(&mut m.app, "subtraction");
    m.keys("enter home left left left left down '12'");
    let first = |m: &Machine| m.page::<SetupPage>().fields[0].value().to_owned();
    assert_eq!(first(&m), "12");
    m.keys("down up '3'");
    assert_eq!(first(&m), "123");
    m.keys("down backspace '4'");
    let second = m.page::<SetupPage>();
    let field = &second.entry.unwrap().setup.fields[1];
    let default = field.kind.default_value();
    assert_eq!(
        second.fields[1].value(),
        format!("{}4", &default[..default.len() - 1])
    );
}

#[test]
fn an_id_pasted_on_the_first_page_begins_a_match() {
    let mut m = home();
    m.send(Event::Paste("chomp".to_owned()));
    m.walk(&[("", "?~colon")]);
    m.send(Event::Paste(" misere nim:3,5\n".to_owned()));
    let s = m.app.cx.on_table.as_ref().unwrap();
    assert_eq!(s.game().position().id(), "misere nim:3,5");
}

#[test]
fn a_letter_of_another_keyboard_is_answered_by_how_keys_are_set() {
    let mut m = home();
    m.keys("ц");
    m.walk(&[("", "?~layout")]);
}
