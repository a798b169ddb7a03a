//! Checks that neither a slow disk nor a slow script delays a key or a frame.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nimatron_core::rules::ScriptText;
use ratatui::backend::TestBackend;

use super::harness::*;
use crate::tui::driver::promptly;

/// The time limit for handling a key and drawing the frame. The limit is generous because the machine may be shared.
const PROMPT: Duration = Duration::from_millis(800);

/// Creates a library with a script called `name`, in which a move removes a piece. Listing the moves takes `steps`
/// thousand iterations of a loop. Checking a position takes a quarter as many iterations.
fn script(name: &str, steps: u64) -> Library {
    let library = Library::default();
    let text = format!(
        "START = \"oo\"
GLYPHS = \".o\"
RULE = \"Take one piece.\"
local function work(steps) for i = 1, steps * 1000 do end end
function legal(cells) work({legal}) return true end
function moves(cells)
  work({steps})
  local out = {{}}
  for i = 1, #cells do
    if cells[i] > 0 then
      local to = {{table.unpack(cells)}}
      to[i] = to[i] - 1
      out[#out + 1] = to
    end
  end
  return out
end",
        legal = steps / 4,
    );
    library.insert_script(ScriptText {
        name: name.to_owned(),
        file: format!("{name}.lua"),
        text: text.into(),
    });
    library
}

/// Creates a library whose script takes about a second to list the moves of a position.
fn slow() -> Library {
    const TRIED: u64 = 400;
    let quick = script("tried", TRIED);
    let tried = games::open("own/tried:oo", &quick).unwrap();
    let begun = Instant::now();
    assert_eq!(tried.count_moves(), Some(2));
    let second = TRIED * 1000 / u64::try_from(begun.elapsed().as_millis()).unwrap().max(1);
    // Checking that the resulting positions are legal took a third of the measured time, so raise the steps by half. A
    // single call is limited to 200 million instructions, which is about 50 million iterations of this loop.
    script("slow", (second * 3 / 2).min(45_000))
}

fn prompt(driver: &mut Driver<TestBackend>, key: &str) {
    let begun = Instant::now();
    driver.press(press(key)).unwrap();
    assert!(
        begun.elapsed() < PROMPT,
        "{key} takes {:?}",
        begun.elapsed()
    );
}

#[test]
fn keys_and_frames_continue_while_a_script_and_a_disk_take_their_time() {
    let (folder, store) = stored();
    let setup = Setup {
        library: slow(),
        ..begin(80, 24)
    };
    let position = games::open("own/slow:oo", &setup.library).unwrap();
    let mut app = promptly(|| App::with_match(setup, Match::between(position, HUMANS), None));
    app.cx.set_verdict(Verdict::Why);
    let display = Display::new(TestBackend::new(80, 24), app.cx.size);
    let mut driver = Driver::new(display, app, Some(store), None, TerminalActions::NONE);
    let begun = Instant::now();
    driver.start().unwrap();
    assert!(
        begun.elapsed() < PROMPT,
        "the first frame takes {:?}",
        begun.elapsed()
    );
    let disk = Arc::clone(&driver.disk.slow);
    let slow = disk.lock().unwrap();
    prompt(&mut driver, "enter");
    assert!(
        screen(&driver).contains("working it out"),
        "{}",
        screen(&driver)
    );
    let mut before = screen(&driver);
    for key in ["?", "esc", "s", "x"] {
        prompt(&mut driver, key);
        assert_ne!(
            std::mem::replace(&mut before, screen(&driver)),
            screen(&driver),
            "{key}"
        );
    }
    for key in ["enter", "esc", "left", "right", "down", "up", "h", "v"] {
        prompt(&mut driver, key);
    }
    assert!(driver.app.cx.is_writing() && driver.app.cx.is_thinking());
    drop(slow);
    driver.settle().unwrap();
    assert!(!driver.app.cx.is_writing() && folder.path().join("saves/x.json").exists());
    // The script has answered by now, so the move is played without delay.
    prompt(&mut driver, "enter");
    assert_eq!(
        on_table(&driver).game().moves().len(),
        1,
        "{}",
        screen(&driver)
    );
}

#[test]
fn the_form_waits_for_no_script() {
    let mut app = App::at_home(Setup {
        library: slow(),
        ..begin(80, 24)
    });
    select(&mut app, "own/slow");
    let mut driver = drive(app, None);
    prompt(&mut driver, "enter");
    assert!(
        driver.app.find::<SetupPage>().is_some(),
        "{}",
        screen(&driver)
    );
    assert!(
        screen(&driver).contains("asking the script"),
        "{}",
        screen(&driver)
    );
    driver.settle().unwrap();
    assert!(
        driver.app.find::<SetupPage>().unwrap().position.is_ok(),
        "{}",
        screen(&driver)
    );
}
