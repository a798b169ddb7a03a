//! A picture of every game's board, in the room it has beside the panel at 80x24 and at 120x40.

use std::path::Path;

use nimatron::draw::{Marks, Size, Style, draw};
use nimatron::games::{self, CATALOGUE};
use nimatron::rules::Library;

#[test]
fn every_board_is_drawn_as_in_its_picture() {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/snapshots");
    let making = std::env::var_os("INSTA_UPDATE").is_some();
    for entry in CATALOGUE.iter() {
        let id = entry.info.example;
        // A missing picture is a failure that says how to make one: look at it, and keep it.
        let name = entry.info.id.replace('/', "-");
        let picture = pictures.join(format!("suite__boards__{name}.snap"));
        assert!(
            making || picture.exists(),
            "{} has no picture; INSTA_UPDATE=always cargo test --test suite boards makes it",
            entry.info.id
        );
        let position = games::open(id, &Library::default()).unwrap();
        let scene = position.scene();
        let sites: Vec<_> = position.first_moves(1).into_iter().flat_map(|m| m.sites).collect();
        let mut picture = format!("{id}, its first move picked\n");
        for size in [Size { width: 42, height: 19 }, Size { width: 72, height: 35 }] {
            for ascii in [false, true] {
                let marks = Marks { cursor: sites.first().copied(), picked: &sites, ..Marks::default() };
                let drawing = draw(&scene, size, &marks, Style { ascii });
                let text = drawing.canvas.text();
                assert!(!ascii || text.is_ascii(), "{id}:\n{text}");
                picture += &format!(
                    "\n{}x{}{}\n{text}\n",
                    size.width,
                    size.height,
                    if ascii { ", ASCII" } else { "" }
                );
            }
        }
        insta::assert_snapshot!(name, picture);
    }
}
