//! Tests the animation of the computer's move, clicks on the list of moves, and exports.

use super::harness::*;

#[test]
fn the_computer_shows_its_move_before_it_plays() {
    let begun = |motion: &str| {
        let mut app = table(pausing(500), "star:8191", COMPUTER);
        app.cx
            .settings
            .set(Setting::Motion, motion, Origin::Page)
            .unwrap();
        let mut m = Machine::new(app);
        m.keys("m '0' enter");
        m
    };
    let mut m = begun("true");
    assert_eq!(m.moves(), "0");
    assert_eq!(m.pause(), Some(500));
    let mut shown = 0;
    while m.moves() == "0" {
        shown += 1;
        assert_eq!(m.picked().len(), shown);
        assert!(m.pause().unwrap() <= 200);
    }
    assert!(shown >= 1 && m.picked().is_empty());
    let whole = m.moves();
    let mut m = begun("true");
    m.pause();
    m.keys("X");
    assert_eq!(
        (m.moves(), !m.app.front().is_dialog()),
        (whole.clone(), true)
    );
    let mut m = begun("false");
    m.pause();
    assert_eq!((m.moves(), m.picked().is_empty()), (whole, true));
}

#[test]
fn a_click_on_a_move_goes_there() {
    let mut m = Machine::new(table(begin(80, 24), "row:12", HUMANS));
    for text in ["1", "3", "5+6"] {
        m.keys(&format!("m '{text}' enter"));
    }
    m.walk(&[("[took stone 3]", ">1 3")]);
}

#[test]
fn the_match_is_exported_from_the_table() {
    let (folder, store) = stored();
    let mut driver = drive(table(begin(80, 24), "nim:3,4", HUMANS), Some(store));
    walk_on(&mut driver, &[("m '2-1' enter E", "Written")]);
    let exports = folder.path().join("saves/exports");
    let text = |name: &str| std::fs::read_to_string(exports.join(name)).unwrap();
    let first = text("nim-1.txt");
    assert!(first.contains("1. A 2-1\nnim:3,3"));
    assert!(text("nim-1.svg").starts_with("<svg") && text("nim-1.cast").starts_with('{'));
    std::fs::remove_file(exports.join("nim-1.cast")).unwrap();
    keys(&mut driver, "m '1-1' enter E");
    assert_eq!(text("nim-1.txt"), first);
    assert!(text("nim-2.txt").contains("2. B 1-1") && text("nim-2.cast").starts_with('{'));
}

#[test]
fn an_export_is_told_how_far_it_is_to_the_last_position() {
    let (_folder, store) = stored();
    let mut m = Machine::at("nim:3,4", HUMANS);
    m.keys("m '2-1' enter");
    let told = std::cell::RefCell::new(Vec::new());
    let game = m.app.cx.on_table.as_ref().unwrap().game();
    crate::tui::film::export(&store, game, &|done, all| {
        told.borrow_mut().push((done, all))
    })
    .unwrap();
    assert_eq!(told.into_inner().last(), Some(&(2, 2)));
}
