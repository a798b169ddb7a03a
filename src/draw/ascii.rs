//! Transliterates the text on a board to ASCII before the board is laid out, so that widths are measured correctly.

use nimatron_core::rules::{Cells, Picture, Scene, sanitize};
use std::borrow::Cow;

pub(super) fn scene(scene: &Scene) -> Cow<'_, Scene> {
    let mut spelled = scene.clone();
    each_text(&mut spelled, &mut |text| *text = spell(text));
    if spelled == *scene {
        Cow::Borrowed(scene)
    } else {
        Cow::Owned(spelled)
    }
}

fn spell(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '▒' => plain.push(':'),
            '█' => plain.push('#'),
            c if c.is_ascii() => plain.push(c),
            c => plain.push_str(sanitize::ascii_of(c).trim()),
        }
    }
    plain
}

fn each_text(scene: &mut Scene, f: &mut dyn FnMut(&mut String)) {
    scene.notes.iter_mut().for_each(&mut *f);
    match &mut scene.picture {
        Picture::Graph(graph) => {
            graph.areas.iter_mut().for_each(|a| f(&mut a.label));
            graph.nodes.iter_mut().for_each(|n| {
                f(&mut n.label);
                f(&mut n.load);
            });
        }
        Picture::Piles(piles) => piles.heaps.iter_mut().for_each(|h| {
            f(&mut h.label);
            f(&mut h.typed);
        }),
        Picture::Squares(squares) => {
            squares.squares.iter_mut().for_each(|s| f(&mut s.label));
            let labels = squares.column_labels.iter_mut();
            labels.chain(&mut squares.row_labels).for_each(f);
        }
        Picture::Cells(Cells::Track(track)) => {
            f(&mut track.label);
            f(&mut track.typed);
        }
        Picture::Cells(_) => {}
        Picture::Sum(frames) => frames.iter_mut().for_each(|frame| {
            f(&mut frame.name);
            f(&mut frame.title);
            f(&mut frame.about);
            each_text(&mut frame.scene, f);
        }),
    }
}
