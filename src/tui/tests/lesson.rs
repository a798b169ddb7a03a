use super::harness::*;
use crate::play::history::History;
use crate::play::lesson::{LessonProgress, Task, lessons};

fn lesson(m: &Machine) -> &LessonPage {
    m.page()
}

/// Starts on the home page and goes to step `step` of the lesson at index `number`.
fn taken(number: usize, step: usize) -> Machine {
    let mut m = home();
    m.app.cx.lessons.reach(&lessons()[number], step);
    m.keys(&format!("L home {} enter", "down ".repeat(number)));
    m
}

fn number(id: &str) -> usize {
    lessons().iter().position(|lesson| lesson.id == id).unwrap()
}

fn standing(m: &Machine) -> Standing {
    m.on_table().standing()
}

fn solve(m: &mut Machine) {
    match &lesson(m).now().task {
        Task::Read => {}
        Task::Find(moves) => m.keys(&format!("m '{}' enter", moves[0])),
        Task::Number { answer, .. } => m.keys(&format!("'{answer}' enter")),
        Task::Play(_) => {
            for _ in 0..60 {
                if m.on_table().game().result().is_some() {
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
    let (_folder, store) = stored();
    let mut m = home();
    m.disk = Disk::new(Some(store.clone()), None);
    for (number, one) in lessons().iter().enumerate() {
        m.keys(&format!("L home {} enter", "down ".repeat(number)));
        for step in 0..one.steps.len() {
            assert_eq!((lesson(&m).lesson.id, lesson(&m).step), (one.id, step));
            solve(&mut m);
            assert_eq!(standing(&m), Standing::Done, "{} {step}", one.id);
            m.keys("enter");
        }
        assert_eq!(place(&m), "lessons");
        assert!(m.app.cx.lessons.is_done(one) && m.app.cx.on_table.is_none());
        m.write();
        assert!(History::load(&store).unwrap().lessons.contains(one.id));
        m.keys("esc");
    }
    assert_eq!(m.app.cx.lessons.next(), None);
}

#[test]
fn the_cursor_of_a_lesson_is_not_on_the_answer() {
    let mut looked = 0;
    for (number, taught) in lessons().iter().enumerate() {
        for (step, _) in taught
            .steps
            .iter()
            .enumerate()
            .filter(|(_, s)| matches!(s.task, Task::Find(_)))
        {
            let m = taken(number, step);
            let Task::Find(moves) = &lesson(&m).now().task else {
                panic!("{}", taught.id)
            };
            assert!(
                !bar(&m).contains(&"go on".to_owned()),
                "{}: {:?}",
                taught.id,
                bar(&m)
            );
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
    let taught = number("residue");
    let mut m = taken(taught, lessons()[taught].steps.len() - 1);
    assert!(matches!(lesson(&m).now().task, Task::Play(_)));
    // With 18 stones, only taking 2 leaves a multiple of 4.
    m.walk(&[
        ("", "!threw the win away"),
        ("m '1-1' enter", "threw the win away"),
        ("u", "!threw the win away"),
    ]);
}

#[test]
fn a_wrong_try_is_answered_and_tried_again() {
    let mut m = home();
    // There are seven stones, and the answer is to take three.
    m.walk(&[
        ("L home enter enter m '1' enter", "Not that."),
        ("", "Your opponent would reply"),
    ]);
    assert_eq!(standing(&m), Standing::Wrong);
    m.walk(&[("right", ">")]);
    assert_eq!(standing(&m), Standing::Open);
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
fn a_step_that_asks_for_a_number_says_so_and_helps() {
    let mut m = taken(number("residue"), 2);
    let wrong = lesson(&m).now().wrong.clone();
    assert!(!wrong.is_empty());
    m.walk(&[
        ("", "Your answer (a number, then"),
        ("t", &format!("?{wrong}")),
    ]);
}

#[test]
fn the_solution_of_a_step_is_the_one_it_explains() {
    let mut m = taken(number("mirror"), 2);
    m.walk(&[
        ("t t", "Taking stone 4 wins."),
        ("m '1' enter", "enter tries again"),
    ]);
    let bar_says = |what: &str| bar(&m).iter().any(|text| text.contains(what));
    assert!(
        bar_says("try again") && !bar_says("go on") && !bar_says("words"),
        "{:?}",
        bar(&m)
    );
    m.walk(&[
        ("g", "@lesson"),
        ("enter m '1' enter", "The solution: take stone 4."),
    ]);
}

#[test]
fn the_next_lesson_is_the_one_that_is_named() {
    let mut m = home();
    for _ in 0..6 {
        let page = shown(&m);
        m.keys("L enter");
        let title = &lesson(&m).lesson.title;
        assert!(page.contains(title.as_str()), "{title}: {page}");
        m.keys("esc esc right");
    }
}

#[test]
fn the_match_on_the_table_waits_for_the_end_of_a_lesson() {
    let mut m = Machine::at("star:8191", HUMANS);
    m.app.cx.warned = true;
    m.keys("m '0' enter esc L home enter enter");
    assert!(m.on_table().is_lesson() && m.app.cx.would_lose());
    // The board of a lesson is never set aside, so it stays on the table.
    turns::lay_aside(&mut m.app.cx);
    assert!(m.on_table().is_lesson());
    // Quitting here offers to save the match that was set aside, not the board of the lesson.
    m.keys("q s 'mine' enter");
    let (folder, store) = stored();
    m.disk = Disk::new(Some(store), None);
    m.write();
    let saved = std::fs::read_to_string(folder.path().join("saves/mine.json")).unwrap();
    assert!(saved.contains("star:8191"), "{saved}");
    assert!(m.done().ends_with("Quit"));
    m.walk(&[
        ("x", "@moves"),
        ("esc", "@lesson"),
        ("esc esc r", "@table"),
        ("", ">0"),
        ("m '1' enter esc b", "@question"),
    ]);
}

#[test]
fn a_lesson_is_resumed_where_it_was_left_next_time_too() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store.clone()));
    keys(&mut driver, "L enter enter q");
    assert!(!driver.running);
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store));
    walk_on(&mut driver, &[("", "Go on with"), ("L enter", "@lesson")]);
    assert_eq!(driver.app.find::<LessonPage>().unwrap().step, 1);
    assert_ne!(driver.app.cx.lessons, LessonProgress::default());
}

#[test]
fn the_first_game_is_won_for_the_person_and_the_opponent_errs() {
    let mut m = Machine::new(App::at_home(Setup {
        first_run: true,
        ..begin(80, 24)
    }));
    m.walk(&[
        ("", "@home"),
        ("", "First game"),
        ("", "Today's puzzle"),
        ("", "Next lesson"),
    ]);
    m.walk(&[("esc b", "@table")]);
    let found = m.on_table().analysis().unwrap();
    assert_eq!(found.value.outcome, Outcome::Win);
    assert!(found.winning_count > Some(1));
    let computer = m.on_table().game().participants()[1].kind;
    assert_ne!(computer.level().unwrap(), Level::Perfect);
    m.keys("esc enter");
    let proposed = m.app.find::<SetupPage>().unwrap().kinds[1];
    assert_ne!(proposed.level().unwrap(), Level::Perfect);
}

#[test]
fn what_there_is_to_do_now_can_be_clicked() {
    let mut m = home();
    let body = crate::tui::layout::one_pane(m.app.cx.size).body;
    m.send(Event::Click(body.x + 3, body.y + 2));
    m.walk(&[("", "@lessons"), ("esc", "@home")]);
    m.send(Event::Click(body.x + 3, body.y));
    m.walk(&[("", "@table"), ("", "=row:OOOOOOOOOO")]);
}
