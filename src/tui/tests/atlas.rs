//! Claims and rules on the atlas page.

use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;

use super::harness::*;
use crate::tui::film;

#[test]
fn a_claim_is_lit_where_it_is_wrong_and_the_cursor_goes_to_the_least() {
    let mut driver = drive(table(begin(80, 24), "bash/3:9", [PlayerKind::Human; 2]), None);
    keys(&mut driver, "A : 'n%5==0' enter");
    assert!(screen(&driver).contains("n%5==0 is wrong at "), "{}", screen(&driver));
    assert!(screen(&driver).contains("bash/3:4"), "{}", screen(&driver));
    let lit = |driver: &Driver<TestBackend>| {
        let hint = driver.app().cx.theme.hint();
        let bars = |c: &&Cell| c.symbol() == "█" && Some(c.fg) == hint.fg;
        film::frame(driver.app()).content.iter().filter(bars).count()
    };
    assert!(lit(&driver) > 0);
    keys(&mut driver, ": ctrl-u 'n%4==0' enter");
    assert!(screen(&driver).contains("n%4==0 holds on all of the map."), "{}", screen(&driver));
    assert_eq!(lit(&driver), 0);
    // A wrong expression stays, to be put right.
    keys(&mut driver, ": ctrl-u 'n%' enter");
    assert!(screen(&driver).contains("! ") && driver.app().front().is_typing(), "{}", screen(&driver));
    keys(&mut driver, "esc r");
    assert!(screen(&driver).contains("n is a multiple"), "{}", screen(&driver));
}

#[test]
fn a_claim_of_pairs_is_held_against_the_square() {
    let mut driver = drive(table(begin(120, 40), "nim:3,5", [PlayerKind::Human; 2]), None);
    keys(&mut driver, "A : 'a^b' enter");
    assert!(screen(&driver).contains("a^b holds on all of the map."), "{}", screen(&driver));
    keys(&mut driver, ": ctrl-u 'a==b||a==2' enter");
    let page = driver.app().find::<AtlasPage>().unwrap();
    assert_eq!(page.id(), Some("nim:2,3"));
}

#[test]
fn the_map_of_a_bar_is_about_the_bar_at_hand() {
    let mut driver = drive(table(begin(80, 24), "chomp:5x8", [PlayerKind::Human; 2]), None);
    keys(&mut driver, "A");
    assert_eq!(driver.app().find::<AtlasPage>().unwrap().id(), Some("chomp:5x8"));
    assert!(screen(&driver).contains("on 8, 8, 8"), "{}", screen(&driver));
    keys(&mut driver, "left left left left left left left left");
    assert_ne!(driver.app().find::<AtlasPage>().unwrap().id(), Some("chomp:5x8"));
}
