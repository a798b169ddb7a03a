//! Lessons, taken step by step on the screen.

use super::harness::{Machine, begin, drive, home, home_page, keys, place, screen};
use crate::play::PlayerKind;
use crate::play::lesson::{LessonProgress, Task, lessons};
use crate::play::store::Store;
use crate::tui::app::{Begin, Page};
use crate::tui::effect::{Counted, Effect};
use crate::tui::pages::lesson::state::{LessonState, Standing};
use crate::tui::pages::table::state::Meaning;

fn lesson(m: &Machine) -> &LessonState {
    match &m.app.page {
        Page::Lesson(lesson) => lesson,
        _ => panic!("no lesson but {}", place(m)),
    }
}

fn standing(m: &Machine) -> Standing {
    lesson(m).standing(m.on_table())
}

#[test]
fn the_first_lesson_is_offered_on_the_first_run_only() {
    let mut m = Machine::new(home_page(Begin { first_run: true, ..begin(80, 24) }));
    assert_eq!((place(&m), m.done().as_str()), ("confirm", "LessonOffered"));
    m.keys("? esc y");
    assert_eq!((place(&m), lesson(&m).step), ("lesson", 0));
    let mut m = Machine::new(home_page(Begin { first_run: true, ..begin(80, 24) }));
    m.keys("esc");
    assert_eq!(place(&m), "home");
    assert_eq!(place(&home()), "home");
}

/// Does what a step asks for, by keys.
fn solve(m: &mut Machine) {
    match &lesson(m).now().task {
        Task::Read => {}
        Task::Find(moves) => m.keys(&format!("m '{}' enter", moves[0])),
        Task::Number { answer, .. } => m.keys(&format!("'{answer}' enter")),
        Task::Play(_) => {
            for _ in 0..60 {
                if m.on_table().game.result().is_some() {
                    break;
                }
                let best = m.on_table().analysis().unwrap().best.clone().unwrap().text;
                m.keys(&format!("m '{best}' enter"));
            }
        }
    }
}

#[test]
fn every_lesson_can_be_taken_from_end_to_end_with_the_keyboard() {
    let mut m = home();
    for (number, one) in lessons().iter().enumerate() {
        m.keys("L");
        let Page::Lessons(list) = &m.app.page else { panic!() };
        assert_eq!(list.at, number);
        m.keys("enter");
        for step in 0..one.steps.len() {
            assert_eq!((lesson(&m).lesson.id, lesson(&m).step), (one.id, step));
            solve(&mut m);
            assert_eq!(standing(&m), Standing::Done, "{} {step}", one.id);
            m.keys("enter");
        }
        assert_eq!(place(&m), "lessons");
        assert!(m.app.lessons.is_done(one) && m.app.on_table.is_none());
        // It is counted in the record of play, once.
        let counted = |e: &&Effect| matches!(e, Effect::Count(Counted::Lesson(name)) if *name == one.id);
        assert_eq!(m.effects.iter().filter(counted).count(), 1, "{}", one.id);
        m.keys("esc");
    }
    assert_eq!(m.app.lessons.next(), None);
}

/// At every step that asks for a move, enter at once does not give it, and the bar says that enter plays.
#[test]
fn the_cursor_of_a_lesson_is_not_on_the_answer() {
    let bar = |m: &Machine| -> Vec<&str> {
        crate::tui::bar::lay_out(&m.app).1.iter().map(|item| item.line.short).collect()
    };
    let mut looked = 0;
    for (number, taught) in lessons().iter().enumerate() {
        for (step, _) in taught.steps.iter().enumerate().filter(|(_, s)| matches!(s.task, Task::Find(_))) {
            let mut m = home();
            m.app.lessons.reach(taught, step);
            m.keys(&format!("L {} enter", "down ".repeat(number)));
            let Task::Find(moves) = &lesson(&m).now().task else { panic!("{}", taught.id) };
            assert!(bar(&m).contains(&"play") && !bar(&m).contains(&"go on"), "{}: {:?}", taught.id, bar(&m));
            let site = m.on_table().cursor.unwrap();
            let meant = m.on_table().meaning(&[site]);
            let Meaning::One(text) = meant else { continue };
            assert!(!moves.contains(&text), "{} {step}: {text}", taught.id);
            looked += 1;
        }
    }
    assert!(looked > 5, "{looked}");
}

#[test]
fn a_win_given_away_in_a_lesson_s_game_is_told() {
    let taught = lessons().iter().position(|l| l.id == "residue").unwrap();
    let mut m = home();
    m.app.lessons.reach(&lessons()[taught], lessons()[taught].steps.len() - 1);
    m.keys(&format!("L {} enter", "down ".repeat(taught)));
    assert!(matches!(lesson(&m).now().task, Task::Play(_)));
    let told = |m: &Machine| {
        let lines = crate::tui::pages::lesson::layout::panel(lesson(m), m.on_table());
        lines.iter().any(|(_, text)| text.contains("gave the win away"))
    };
    assert!(!told(&m));
    // 18 stones: only taking 2 leaves a multiple of 4.
    m.keys("m '1-1' enter");
    assert!(told(&m));
    m.keys("u");
    assert!(!told(&m));
}

#[test]
fn a_wrong_try_is_answered_and_tried_again() {
    let mut m = home();
    m.keys("L enter enter");
    // Seven stones, three are to be taken.
    m.keys("m '1' enter");
    assert_eq!(standing(&m), Standing::Wrong);
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| crate::tui::view::view(&m.app, frame)).unwrap();
    let text = terminal.backend().to_string();
    assert!(text.contains("Not that.") && text.contains("The answer to it would be 1-2"), "{text}");
    m.keys("right");
    assert_eq!((standing(&m), m.moves().as_str()), (Standing::Open, ""));
    m.keys("pgdn");
    assert_eq!(lesson(&m).step, 1);
    solve(&mut m);
    m.keys("enter 9 enter");
    assert_eq!(standing(&m), Standing::Wrong);
    m.keys("enter 8 enter");
    assert_eq!(standing(&m), Standing::Done);
    m.keys("pgup pgup");
    assert_eq!(lesson(&m).step, 0);
}

#[test]
fn the_match_on_the_table_waits_for_the_end_of_a_lesson() {
    let mut m = Machine::at("star:8191", [PlayerKind::Human; 2]);
    m.keys("m '0' enter esc L enter enter");
    assert!(m.on_table().lesson && m.app.would_lose());
    // Leaving from here asks about that match, and saves it, not the board of the lesson.
    m.keys("q s 'mine' enter");
    let Some(Effect::Save(game, _)) = m.effects.pop() else { panic!("nothing saved") };
    assert_eq!(game.start().id(), "star:8191");
    m.keys("esc");
    m.keys("x");
    assert_eq!(place(&m), "moves");
    m.keys("esc");
    assert_eq!(place(&m), "lesson");
    m.keys("esc esc c");
    assert_eq!((place(&m), m.moves().as_str()), ("table", "0"));
    // Another game is not begun over it unasked, nor from the lesson.
    m.keys("esc b");
    assert_eq!(place(&m), "confirm");
}

#[test]
fn a_lesson_is_resumed_where_it_was_left_next_time_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().join("saves"), Some(folder.path().join("state")));
    let mut driver = drive(home_page(begin(80, 24)), Some(store()));
    keys(&mut driver, "L enter enter q");
    assert!(!driver.is_running());
    let mut driver = drive(home_page(begin(80, 24)), Some(store()));
    let text = screen(&driver);
    assert!(text.contains("Begin here") && text.contains("(step 2)"), "{text}");
    keys(&mut driver, "L enter");
    let Page::Lesson(lesson) = &driver.app().page else { panic!() };
    assert_eq!(lesson.step, 1);
    assert_ne!(driver.app().lessons, LessonProgress::default());
}

#[test]
fn the_easy_game_is_won_for_the_person_and_the_opponent_errs() {
    let mut m = Machine::new(home_page(Begin { first_run: true, ..begin(80, 24) }));
    m.keys("esc b");
    assert_eq!(place(&m), "table");
    assert_eq!(m.on_table().analysis().unwrap().value.outcome, crate::rules::Outcome::Win);
    let computer = m.on_table().game.participants()[1].kind;
    assert!(computer.level().unwrap().may_err());
    // And the set-up proposes one that errs too.
    m.keys("esc enter");
    assert!(m.app.setup().unwrap().kinds[1].level().unwrap().may_err());
}

#[test]
fn what_is_offered_to_begin_with_can_be_clicked() {
    let mut m = home();
    let side = crate::tui::layout::list_panes(m.app.size, crate::tui::layout::GAMES).side;
    m.send(crate::tui::event::Event::Click(side.x + 3, side.y + 1));
    assert_eq!(place(&m), "lessons");
    m.keys("esc");
    m.send(crate::tui::event::Event::Click(side.x + 3, side.y + 2));
    assert_eq!((place(&m), m.id().as_str()), ("table", "nim:2,3,4"));
}
