//! The order of the modules inside each crate: a module knows only those before it. Cargo holds the order of the crates.

use std::fs;

use super::program::{files, root};

/// Each crate's source folder, and its modules from the lowest up; modules of one row do not know each other.
const ORDER: &[(&str, &[&[&str]])] = &[
    (
        "core/src",
        &[
            &["rules"],
            &["solve"],
            &["erased"],
            &["rule", "strategy"],
            &["games"],
            &["claim"],
        ],
    ),
    ("src", &[&["draw", "play"], &["settings"], &["cli", "tui"]]),
];

#[test]
fn modules_know_only_those_below_them() {
    let mut wrong = Vec::new();
    for (source, rows) in ORDER {
        for (level, row) in rows.iter().enumerate() {
            for module in *row {
                let above = rows[level..]
                    .iter()
                    .copied()
                    .flatten()
                    .filter(|other| other != &module);
                let forbidden: Vec<String> =
                    above.map(|other| format!("crate::{other}::")).collect();
                let place = root().join(source).join(module);
                let place = if place.is_dir() {
                    place
                } else {
                    place.with_extension("rs")
                };
                for file in files(&place, ".rs") {
                    // Tests of a module may use what is above it.
                    if file
                        .components()
                        .any(|c| c.as_os_str() == "tests" || c.as_os_str() == "tests.rs")
                    {
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
