//! Takes snapshots of one board of each game, painted in three sizes and drawn in ASCII.

use std::fmt::Write as _;

use nimatron::draw::{Colours, Marks, Size, Style, draw, paint};
use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::Library;
use nimatron_paint::Fitter;

use super::program::root;

const SIZES: [(u16, u16); 3] = [(38, 10), (42, 19), (72, 35)];

fn painted(
    scene: &nimatron_core::rules::Scene,
    size: Size,
    marks: &Marks<'_>,
    colours: &Colours,
) -> (String, u64) {
    let drawing = paint(scene, size, marks, colours);
    assert!(drawing.width <= size.width && drawing.height <= size.height);
    let mut fitter = Fitter::default();
    let cells = fitter.fit(
        &drawing.shapes,
        (drawing.width, drawing.height),
        colours.ground,
    );
    let width = usize::from(drawing.width.max(1));
    let mut glyphs: Vec<Vec<char>> = cells
        .chunks(width)
        .map(|row| row.iter().map(|c| c.glyph).collect())
        .collect();
    for label in &drawing.labels {
        let (x, y) = (
            usize::try_from(label.x).unwrap(),
            usize::try_from(label.y).unwrap(),
        );
        for (x, ch) in (x..width).zip(label.text.chars()) {
            glyphs[y][x] = ch;
        }
    }
    let mut text = String::new();
    for row in glyphs {
        let _ = writeln!(text, "{}", row.into_iter().collect::<String>().trim_end());
    }
    let bytes = cells.iter().flat_map(|c| c.ink.into_iter().chain(c.ground));
    let inks = drawing.labels.iter().flat_map(|l| l.ink);
    // The hash function is FNV-1a.
    let number = bytes
        .chain(inks)
        .fold(0xcbf2_9ce4_8422_2325_u64, |n, byte| {
            (n ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    (text, number)
}

#[test]
fn every_board_is_painted_as_in_its_picture() {
    let pictures = root().join("tests/suite/snapshots");
    let making = std::env::var_os("INSTA_UPDATE").is_some();
    for entry in CATALOGUE.iter() {
        let id = entry.info.example;
        let name = entry.info.id.replace('/', "-");
        let picture = pictures.join(format!("suite__boards__{name}.snap"));
        assert!(
            making || picture.exists(),
            "{} has no picture; INSTA_UPDATE=always cargo test --test suite boards makes it",
            entry.info.id
        );
        let position = games::open(id, &Library::default()).unwrap();
        let scene = position.scene();
        let sites: Vec<_> = position
            .first_moves(1)
            .into_iter()
            .flat_map(|m| m.sites)
            .collect();
        let marks = Marks {
            cursor: sites.first().copied(),
            picked: &sites,
            ..Marks::default()
        };
        let mut picture = format!("{id}, its first move picked\n");
        for (width, height) in SIZES {
            let size = Size { width, height };
            let (text, dark) = painted(&scene, size, &marks, &Colours::DARK);
            let (_, light) = painted(&scene, size, &marks, &Colours::LIGHT);
            let _ = write!(
                picture,
                "\n{width}x{height}, colours {dark:016x} dark, {light:016x} light\n{text}\n"
            );
        }
        let plain = draw(
            &scene,
            Size {
                width: 42,
                height: 19,
            },
            &marks,
            Style { ascii: true },
        )
        .text();
        assert!(plain.is_ascii(), "{id}:\n{plain}");
        let _ = write!(picture, "\nASCII\n{plain}\n");
        insta::assert_snapshot!(name, picture);
    }
}
