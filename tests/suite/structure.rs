//! The order of the modules inside each crate: a module knows only those before it. Cargo holds the order of the crates.

use std::fs;
use std::path::{Path, PathBuf};

/// Each crate's source folder, and its modules from the lowest up; modules of one row do not know each other.
const ORDER: &[(&str, &[&[&str]])] = &[
    ("core/src", &[&["rules"], &["solve"], &["erased"], &["rule", "strategy"], &["games"], &["claim"]]),
    ("src", &[&["draw", "play"], &["settings"], &["cli", "tui"]]),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_know_only_those_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for (source, rows) in ORDER {
        for (level, row) in rows.iter().enumerate() {
            for module in *row {
                let above = rows[level..].iter().copied().flatten().filter(|other| other != &module);
                let forbidden: Vec<String> = above.map(|other| format!("crate::{other}::")).collect();
                let mut files = Vec::new();
                let place = root.join(source).join(module);
                if place.is_dir() {
                    rust_files(&place, &mut files);
                } else {
                    files.push(place.with_extension("rs"));
                }
                for file in files {
                    // Tests of a module may use what is above it.
                    if file.components().any(|c| c.as_os_str() == "tests" || c.as_os_str() == "tests.rs") {
                        continue;
                    }
                    let text = fs::read_to_string(&file).unwrap();
                    let used = forbidden.iter().find(|path| text.contains(path.as_str()));
                    wrong.extend(used.map(|path| format!("{} uses {path}", file.display())));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
