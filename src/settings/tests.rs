//! Tests settings files: round trips, and the faults reported for invalid files.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::edit;
use super::file;
use super::keys::{Action, KeyContext, KeyMap, Section};
use super::{Delay, Origin, Setting, Settings, ThemeChoice};
use crate::play::{Level, Participant, PlayerKind};

fn taken(text: &str) -> (Settings, Vec<String>) {
    let mut settings = Settings::default();
    let faults = file::take(&mut settings, Path::new("f"), text);
    (settings, faults.iter().map(ToString::to_string).collect())
}

fn good(text: &str) -> Settings {
    let (settings, faults) = taken(text);
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    settings
}

fn is_one(faults: &[String], told: &str) {
    assert!(faults.len() == 1 && faults[0].contains(told), "{faults:?}");
}

#[test]
fn the_usual_file_gives_the_usual_settings_and_names_all_of_them() {
    let text = edit::default_file();
    let settings = good(&text);
    for setting in Setting::ALL {
        assert_eq!(settings.text(setting), setting.default_text());
        assert!(
            matches!(settings.origin(setting), Origin::File(_)),
            "{setting:?}"
        );
    }
    assert_eq!(settings.keys(), &KeyMap::default());
    for &action in Action::ALL {
        for place in KeyMap::places(action) {
            let told = [Section::Everywhere, Section::Only(place)];
            assert!(
                told.iter()
                    .any(|&s| settings.changes().contains_key(&(s, action))),
                "{action:?} at {place:?}"
            );
        }
    }
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '[']))
    {
        assert!(line.contains(" = "), "{line}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place_and_the_rest_holds() {
    let (settings, faults) = taken(
        "[screen]\ntheme = \"purple\"\n  colors = \"16\"\ncolours = 256\n[play]\npause = 60001\nverdict = false\n\
         [sound]\nloud = true\n[keys.table]\nundo = \"spaec\"\nfly = \"f\"\nback-to-review = \"ctrl-b\"\n\
         [keys.everywhere]\nquit = []\n[keys.nowhere]\n[keys.text]\nenter = \"x\"\n",
    );
    let starts = [
        "f, line 2, column 9: theme cannot be \"purple\"; expected \"auto\", \"dark\", \"light\", \"high-contrast\" or \"mono\"",
        "f, line 3, column 3: \"colors\" is no setting here; expected theme, colours, characters",
        "f, line 4, column 11: colours cannot be 256; expected \"auto\", \"true\"",
        "f, line 6, column 9: pause cannot be \"60001\"; expected a number from 0 to 60000",
        "f, line 8, column 2: \"sound\" is no section here; expected screen, play, files, keys",
        "f, line 11, column 8: \"spaec\" is no key; expected a character, or space",
        "f, line 12, column 1: \"fly\" is no action here; expected left, down",
        "f, line 15, column 8: quit needs a key; expected one at least",
        "f, line 16, column 7: \"nowhere\" is no section of keys here; expected everywhere, home",
        "f, line 18, column 9: \"x\" would be typed there; expected a key that is no character",
    ];
    assert_eq!(faults.len(), starts.len(), "{faults:#?}");
    for (fault, start) in faults.iter().zip(starts) {
        assert!(fault.starts_with(start), "{fault}\n{start}");
    }
    assert_eq!(settings.text(Setting::Theme), "auto");
    assert!(!settings.values().verdict);
    assert_eq!(settings.origin(Setting::Verdict), Origin::File(7));
    assert_eq!(
        settings
            .keys()
            .name(KeyContext::Table, Action::BackToReview),
        "ctrl-b"
    );
}

#[test]
fn a_text_that_is_not_toml_says_nothing_but_where_it_breaks() {
    let (settings, faults) = taken("[play]\npause = 0\n[screen\n");
    assert_eq!(settings, Settings::default());
    is_one(&faults, "f, line 3, column 8: this is not TOML: ");
    assert!(
        faults[0].ends_with("the default settings are used"),
        "{faults:?}"
    );
}

#[test]
fn a_key_for_two_things_is_refused_by_name_with_its_place_and_other_keys_hold() {
    let (settings, faults) = taken("[keys.table]\nsave = \"ctrl-s\"\nhint = \"u\"\n");
    assert_eq!(
        faults,
        [
            "f, line 3, column 1: u would mean both undo and hint at the table; expected a key of its own for each"
        ]
    );
    assert_eq!(settings.keys().name(KeyContext::Table, Action::Hint), "t");
    assert_eq!(
        settings.keys().name(KeyContext::Table, Action::Save),
        "ctrl-s"
    );
    // Swapped keys do not conflict; of two conflicting entries, the second is dropped.
    let settings = good("[keys.table]\nhint = \"u\"\nundo = [\"t\", \"backspace\"]\n");
    assert_eq!(settings.keys().name(KeyContext::Table, Action::Undo), "t");
    let (settings, faults) =
        taken("[keys.table]\nhint = \"f13\"\n[keys.everywhere]\nundo = \"f13\"\n");
    is_one(&faults, "f, line 4, column 1: f13 would mean both");
    assert_eq!(settings.keys().name(KeyContext::Table, Action::Hint), "f13");
}

#[test]
fn the_environment_goes_before_the_file() {
    let (mut settings, _) =
        taken("[screen]\ntheme = \"light\"\ncolours = \"256\"\n[play]\npause = 7\n");
    let faults = settings.hear(|name| match name {
        "NIMATRON_THEME" => Some(OsString::from("mono")),
        "NO_COLOR" => Some(OsString::from("1")),
        "NIMATRON_PAUSE" => Some(OsString::from("soon")),
        "NIMATRON_SAVES" => Some(OsString::from("here")),
        _ => None,
    });
    assert_eq!(settings.text(Setting::Theme), "mono");
    assert_eq!(
        settings.origin(Setting::Theme),
        Origin::Variable("NIMATRON_THEME")
    );
    assert_eq!(settings.text(Setting::Colours), "none");
    // `NO_COLOR` disables colours regardless of later settings.
    settings
        .set(Setting::Colours, "true", Origin::Option("--colours"))
        .unwrap();
    assert_eq!(settings.text(Setting::Colours), "none");
    assert_eq!(
        settings.origin(Setting::Colours),
        Origin::Variable("NO_COLOR")
    );
    assert_eq!(settings.values().pause.0, 7);
    assert_eq!(settings.saves(), Some(Path::new("here")));
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["$NIMATRON_PAUSE: pause cannot be \"soon\"; expected a number from 0 to 60000"]
    );
}

#[test]
fn changes_leave_comments_and_everything_else_alone() {
    let text = "# mine\n[screen] # here\ntheme   = \"dark\"  # at night\n\n[keys.table]\nundo = [\"f13\", \"u\"] # both\n";
    let all = [
        (Setting::Theme, "light".to_owned()),
        (Setting::Pause, "0".to_owned()),
    ];
    let after = edit::changed(Path::new("f"), text, &all).unwrap();
    assert!(
        after.starts_with("# mine\n[screen] # here\ntheme   = \"light\"  # at night\n"),
        "{after}"
    );
    assert!(
        after.contains("undo = [\"f13\", \"u\"] # both\n"),
        "{after}"
    );
    let settings = good(&after);
    assert_eq!(
        (settings.values().theme, settings.values().pause),
        (ThemeChoice::Light, Delay(0))
    );
    assert!(
        edit::changed(Path::new("f"), "[screen\n", &all)
            .unwrap_err()
            .to_string()
            .contains("line 1")
    );
    let no_section = edit::changed(Path::new("f"), "screen = 3\n", &all).unwrap_err();
    assert!(no_section.to_string().contains("expected [screen]"));
}

#[test]
fn sections_in_one_line_are_read_and_changed() {
    let text = "screen.theme = \"light\"\nplay = { pause = 5, verdict = false } # mine\nkeys = { table = { undo = \"f13\" } }\n";
    let settings = good(text);
    let values = settings.values();
    assert_eq!(
        (values.theme, values.pause, values.verdict),
        (ThemeChoice::Light, Delay(5), false)
    );
    assert_eq!(settings.keys().name(KeyContext::Table, Action::Undo), "f13");
    let all = [
        (Setting::Pause, "7".to_owned()),
        (Setting::Motion, "false".to_owned()),
    ];
    let after = edit::changed(Path::new("f"), text, &all).unwrap();
    let settings = good(&after);
    assert!(after.contains("# mine"), "{after}");
    let values = settings.values();
    assert_eq!(
        (values.pause.0, values.motion, values.verdict),
        (7, false, false)
    );
    assert_eq!(settings.keys().name(KeyContext::Table, Action::Undo), "f13");
}

#[test]
fn every_value_is_written_and_read_again() {
    let mut text = String::new();
    for setting in Setting::ALL {
        let mut settings = Settings::default();
        for _ in 0..9 {
            let was = settings.text(setting);
            let value = match setting {
                Setting::Saves => "a \"b\" \\c".to_owned(),
                _ => settings.stepped(setting, true),
            };
            text = edit::changed(Path::new("f"), &text, &[(setting, value.clone())]).unwrap();
            settings = good(&text);
            assert_eq!(settings.text(setting), value);
            assert!(
                setting == Setting::Saves || settings.stepped(setting, false) == was,
                "{setting:?}"
            );
        }
    }
}

#[test]
fn a_file_is_made_with_its_folder_and_never_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/config.toml");
    let mut settings = Settings::default();
    assert!(file::read(&mut settings, &path).is_empty());
    let change = [(Setting::Theme, "mono".to_owned())];
    edit::save(&path, &change).unwrap();
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .starts_with("# Settings of Nimatron.")
    );
    assert!(file::read(&mut settings, &path).is_empty());
    assert_eq!(settings.text(Setting::Theme), "mono");
    fs::write(&path, "[screen\n").unwrap();
    assert!(
        edit::save(&path, &change)
            .unwrap_err()
            .to_string()
            .contains("line 1")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "[screen\n");
    // If a file takes the place of the folder, reading reports no fault, but saving fails.
    let under = path.join("config.toml");
    assert!(file::read(&mut settings, &under).is_empty());
    assert!(
        edit::save(&under, &change)
            .unwrap_err()
            .to_string()
            .contains("cannot be written")
    );
}

#[test]
fn two_people_are_called_by_their_names_and_sides() {
    let settings = good("[play]\nname = \"Ada\"\nguest = \"Charles\"\n");
    let names = |kinds: [PlayerKind; 2]| {
        let pair = [
            Participant::new(kinds[0], "X"),
            Participant::new(kinds[1], "O"),
        ];
        settings.named(pair).map(|p| p.name)
    };
    assert_eq!(names([PlayerKind::Human; 2]), ["Ada (X)", "Charles (O)"]);
    let computer = PlayerKind::Computer(Level::Perfect);
    assert_eq!(names([PlayerKind::Human, computer]), ["X", "O"]);
    let pair = [
        Participant::new(PlayerKind::Human, "A"),
        Participant::new(PlayerKind::Human, "B"),
    ];
    assert_eq!(Settings::default().named(pair.clone()), pair);
    let (_, faults) = taken("[play]\nguest = \"a name of more than twenty\"\n");
    is_one(&faults, "expected a name of at most 20 characters");
}

#[test]
fn the_letters_of_another_layout_are_keys_by_their_places() {
    let pressed = |settings: &Settings, name: &str| {
        settings
            .keys()
            .action(KeyContext::Table, name.parse().unwrap())
    };
    assert_eq!(pressed(&Settings::default(), "г"), None);
    for layout in ["йцукен", "ЙЦУКЕН", "йцукенгшщз фывапролд ячсмить"]
    {
        let text = format!("[keys]\nlayout = \"{layout}\"\n[keys.table]\nhint = \"é\"\n");
        let settings = good(&text);
        assert_eq!(pressed(&settings, "г"), Some(Action::Undo), "{layout}");
        assert_eq!(pressed(&settings, "Г"), Some(Action::UndoToWin));
        assert_eq!(pressed(&settings, "u"), Some(Action::Undo));
        assert_eq!(pressed(&settings, "é"), Some(Action::Hint));
        assert_eq!(pressed(&settings, "ё"), None);
    }
    for (wrong, shown) in [
        ("\"qwertz\"", "\"qwertz\""),
        ("7", "\"7\""),
        (
            "\"йцукенгшщзфывапролдячсмитт\"",
            "\"йцукенгшщзфывапролдячсмитт\"",
        ),
    ] {
        let (_, faults) = taken(&format!("[keys]\nlayout = {wrong}\n"));
        let start = format!("f, line 2, column 10: layout cannot be {shown};");
        is_one(&faults, &start);
    }
}
