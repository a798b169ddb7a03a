//! Tests the command `export` by reading back the text, the picture and the animation of a saved game.

use super::program::{Folder, json, run, source};

fn text(arguments: &[&str]) -> String {
    let run = run(&[&["export"], arguments].concat());
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    run.out
}

const SAVED: &str = "saves/nim-3-5-7.json";

#[test]
fn a_match_is_written_as_text_picture_and_film() {
    let saved = json(&source(SAVED));
    let moves = saved["moves"].as_array().unwrap();
    let boards = text(&[SAVED]);
    let svg = text(&["--format", "svg", SAVED]);
    for (i, m) in moves.iter().enumerate() {
        let m = m.as_str().unwrap();
        assert!(
            boards.contains(&format!("\n{}. ", i + 1)) && boards.contains(&format!(" {m}\n")),
            "{m}"
        );
        assert!(svg.contains(&format!("{m}</text>")), "{m}");
    }
    let mut reader = quick_xml::Reader::from_str(&svg);
    while reader.read_event().unwrap() != quick_xml::events::Event::Eof {}

    let film = text(&["--format", "cast", "--size", "100x30", SAVED]);
    let header = json(film.lines().next().unwrap());
    assert_eq!(
        (header["version"].as_u64(), header["width"].as_u64()),
        (Some(2), Some(100))
    );
}

#[test]
fn a_position_alone_and_a_file_to_write() {
    assert!(text(&["triangle:2-4,4-5"]).contains("triangle:2-4,4-5"));
    let one = text(&["--position", SAVED]);
    assert!(one.contains("Start") && !one.contains("\n1. "));
    let folder = Folder::new();
    let path = folder.name("board.svg");
    assert_eq!(text(&["--format", "svg", "--out", &path, "nim:3"]), "");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    // An exported file has the default permissions of new files.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&folder.write("plain", "")));
    }
    let saved = std::fs::read_to_string("saves/nim-3-5-7.json").unwrap();
    let own = folder.write("own.json", &saved);
    let refused = run(&["export", "--out", &own, &own]);
    assert!(
        refused.status == 1 && refused.err.contains("is a saved game"),
        "{}",
        refused.err
    );
    assert_eq!(std::fs::read_to_string(&own).unwrap(), saved);
    for (arguments, status) in [
        (&["nim:x"][..], 2),
        (&["nowhere.json"], 1),
        (&["--size", "8x8", "nim:3"], 2),
    ] {
        let run = run(&[&["export"], arguments].concat());
        assert!(
            run.status == status && !run.err.is_empty(),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn a_long_match_of_a_large_pile_stays_small() {
    let folder = Folder::new();
    let moves = vec!["1-2"; 2000];
    let game = serde_json::json!({"format": "nimatron-match", "version": 1, "start": "subtraction/1,2:20000",
        "moves": moves});
    folder.write("long.json", &game.to_string());
    let boards = text(&[&folder.name("long.json")]);
    assert!(boards.contains("\n2000. ") && boards.lines().count() < 250_000);
    assert!(boards.len() < 8 << 20, "{}", boards.len());
}
