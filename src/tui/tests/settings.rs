use std::fs;

use super::harness::*;

#[test]
fn the_program_is_left_from_it_but_not_by_a_letter_of_a_name() {
    let mut m = home();
    go_to(&mut m, ",", "name");
    m.keys("enter q");
    assert!(!m.done().contains("Quit"));
    m.walk(&[("enter q", "$~Quit")]);
    assert_eq!(m.app.cx.settings.text(Setting::Name), "q");
    home().walk(&[(", ctrl-c", "$~Quit")]);
}

#[test]
fn where_no_colours_are_wanted_the_page_says_that_none_will_come() {
    let mut settings = Settings::default();
    settings.hear(|name| (name == "NO_COLOR").then(|| "1".into()));
    let mut m = Machine::new(App::at_home(Setup {
        settings,
        ..begin(80, 24)
    }));
    m.walk(&[(", down right", "?~as long as $NO_COLOR is set")]);
    assert_eq!(m.app.cx.theme.depth, Depth::None);
}

#[test]
fn a_change_holds_at_once_and_is_saved_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, "# mine\n[play]\npause = 0 # quick\n").unwrap();
    let mut driver = drive_with(App::at_home(begin(80, 24)), None, Some(path.clone()));
    keys(&mut driver, ", right right");
    assert_eq!(driver.app.cx.theme.scheme, Scheme::Light);
    assert!(screen(&driver).contains("not saved"));
    assert!(fs::read_to_string(&path).unwrap().starts_with("# mine"));
    keys(
        &mut driver,
        "down right down enter enter down down down down down down down down down right",
    );
    let theme = driver.app.cx.theme;
    assert_eq!(
        (theme.depth, theme.scheme, theme.ascii),
        (Depth::True, Scheme::Light, true)
    );
    assert_eq!(driver.app.cx.settings.values().pause.0, 100);
    walk_on(&mut driver, &[("s", "Saved: ")]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("# mine\n[play]\npause = 100 # quick\n"),
        "{text}"
    );
    assert!(
        text.contains("theme = \"light\"") && text.contains("characters = \"ascii\""),
        "{text}"
    );
    walk_on(&mut driver, &[("s", "Nothing has changed")]);
    keys(&mut driver, "home backspace");
    assert_eq!(driver.app.cx.theme.scheme, Scheme::Dark);
    walk_on(&mut driver, &[("esc", "The changes hold until you quit")]);
}

#[test]
fn a_name_is_typed_and_the_table_uses_it() {
    let mut m = Machine::at("nim:3,4", COMPUTER);
    go_to(&mut m, ",", "name");
    m.keys("enter A d a enter");
    assert_eq!(m.app.cx.settings.text(Setting::Name), "Ada");
    m.walk(&[("esc m '1-1' enter", "Ada       took 1 from pile 1")]);
}

#[test]
fn the_words_stand_where_the_settings_say() {
    let shown = |place: &str| {
        let mut b = begin(80, 24);
        b.settings.set(Setting::Panel, place, Origin::Page).unwrap();
        let mut driver = drive(table(b, "nim:3,4", HUMANS), None);
        keys(&mut driver, "t pgdn pgup");
        driver.feed(Event::Click(60, 5)).unwrap();
        screen(&driver)
    };
    let column = |text: &str| text.lines().find_map(|line| line.find("A can win"));
    assert!(column(&shown("auto")) > Some(30), "{}", shown("auto"));
    assert!(
        column(&shown("below")).is_some_and(|x| x < 40),
        "{}",
        shown("below")
    );
    assert!(!shown("none").contains("A can win"), "{}", shown("none"));
}

fn go_to(m: &mut Machine, pressed: &str, name: &str) {
    m.keys(pressed);
    for _ in 0..200 {
        if m.page::<SettingsPage>().selected_name(&m.app.cx) == name {
            return;
        }
        m.keys("down");
    }
    panic!("{name} is not on the page");
}

#[test]
fn the_keys_are_shown_and_not_changed() {
    let mut m = Machine::at("nim:3,4", HUMANS);
    go_to(&mut m, ", end enter", "table: undo-to-win");
    m.walk(&[
        ("", "U"),
        ("enter", "?~settings file"),
        ("esc esc", "@table"),
    ]);
    assert!(m.app.cx.unsaved_settings.is_empty());
}

#[test]
fn a_folder_is_typed() {
    let mut m = home();
    go_to(&mut m, ", end", "saves");
    m.keys("enter '/tmp/ab' 'q'");
    m.send(Event::Paste("/c".to_owned()));
    for pressed in ["enter", "enter 'x' esc"] {
        m.keys(pressed);
        assert_eq!(m.app.cx.settings.text(Setting::Saves), "/tmp/abq/c");
    }
}

#[test]
fn what_goes_before_the_file_is_told() {
    let mut settings = Settings::default();
    settings
        .set(Setting::Theme, "mono", Origin::Option("--theme"))
        .unwrap();
    let mut m = Machine::new(App::at_home(Setup {
        settings,
        ..begin(80, 24)
    }));
    m.walk(&[(", right", "?~next time option, --theme overrides the file")]);
}

#[test]
fn without_a_file_or_where_it_cannot_be_written_the_changes_hold_and_it_is_told() {
    let mut driver = drive(App::at_home(begin(80, 24)), None);
    walk_on(
        &mut driver,
        &[(", right s", "not saved: there is no place")],
    );
    let folder = tempfile::tempdir().unwrap();
    // A file in place of the folder makes writing impossible, regardless of permissions.
    fs::write(folder.path().join("file"), "").unwrap();
    let file = folder.path().join("file/config.toml");
    let mut settings = Settings::default();
    assert!(
        crate::settings::file::read(&mut settings, &file).is_empty()
            && settings == Settings::default()
    );
    let mut driver = drive_with(App::at_home(begin(80, 24)), None, Some(file));
    walk_on(&mut driver, &[(", right right s", "cannot be written")]);
    assert_eq!(driver.app.cx.theme.scheme, Scheme::Light);
}

#[test]
fn the_mouse_selects_and_changes() {
    let mut m = home();
    m.keys(",");
    m.send(Event::Click(5, 3));
    m.send(Event::Click(5, 3));
    assert_eq!(m.app.cx.settings.text(Setting::Colours), "true");
    m.send(Event::Wheel(1));
    m.send(Event::Click(5, 4));
    assert_eq!(m.app.cx.settings.text(Setting::Characters), "unicode");
}

fn uncounted(page: &str) -> String {
    let lines = page
        .lines()
        .map(|line| match (line.find("▾ "), line.find(" more")) {
            (Some(from), Some(to)) => format!("{}▾ NN{}", &line[..from], &line[to..]),
            _ => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn pages() {
    for (name, width, height) in [
        ("dark", 80, 24),
        ("dark", 120, 40),
        ("light", 80, 24),
        ("high-contrast", 80, 24),
        ("mono", 80, 24),
    ] {
        let mut settings = Settings::default();
        settings.set(Setting::Theme, name, Origin::File(3)).unwrap();
        let theme = Theme::new(&settings, begin(1, 1).traits);
        let mut driver = drive(
            App::at_home(Setup {
                settings,
                theme,
                ..begin(width, height)
            }),
            None,
        );
        keys(&mut driver, ",");
        let page = uncounted(&[screen(&driver), super::pages::styles(&driver)].concat());
        insta::assert_snapshot!(format!("settings_{name}_{width}x{height}"), page);
    }
    let mut driver = drive(table(begin(80, 24), "nim:3,4", HUMANS), None);
    keys(&mut driver, ", end enter pgdn enter");
    insta::assert_snapshot!("settings_key_80x24", uncounted(&screen(&driver)));
}
