//! The lesson.

use super::harness::{Machine, begin, home, home_page, place};
use crate::tui::app::Begin;

#[test]
fn the_lesson_is_offered_on_the_first_run_only() {
    let mut m = Machine::new(home_page(Begin { first_run: true, ..begin(80, 24) }));
    assert_eq!((place(&m), m.done().as_str()), ("confirm", "LessonOffered"));
    m.keys("esc");
    assert_eq!(place(&m), "home");
    assert_eq!(place(&home()), "home");
}

#[test]
fn the_lesson_goes_step_by_step_on_the_board() {
    let mut m = Machine::new(home_page(Begin { first_run: true, ..begin(80, 24) }));
    m.keys("y");
    let step = |m: &Machine| m.on_table().lesson.unwrap();
    assert_eq!((place(&m), step(&m)), ("table", 0));
    m.keys("u v");
    assert_eq!(step(&m), 0);
    m.keys("right v");
    assert_eq!(step(&m), 1);
    m.point(10);
    m.keys("space");
    assert_eq!(step(&m), 2);
    m.keys("enter");
    assert_eq!(step(&m), 3);
    m.keys("u");
    assert_eq!(step(&m), 4);
    m.keys("v");
    assert_eq!(step(&m), 5);
    // Nothing of it is asked about or kept.
    m.done();
    m.keys("q");
    assert_eq!(m.done(), "Quit");
}
