//! Shows boards as pixels on terminals that support images, with kitty's protocol or as sixels. The cells that a
//! picture covers are left empty, except for labels, which remain text.

use std::cell::RefCell;
use std::fmt::Write as _;

use nimatron_paint::{Label, Pixels, Rgb, Shape, kitty, kitty_part, sixel};
use ratatui::layout::Rect;

use super::text::wide;
use nimatron_core::rules::saturating_cast;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Kitty,
    Sixel,
}

#[derive(Clone, PartialEq)]
struct Picture {
    area: Rect,
    shapes: Vec<Shape>,
    labels: Vec<Label>,
    ground: Rgb,
}

#[derive(Default)]
struct Screen {
    /// The protocol, and the size of a cell in pixels.
    protocol: Option<(Protocol, (u16, u16))>,
    /// Whether boards are drawn as characters, because a dialog covers them or because images are turned off.
    covered: bool,
    wanted: Vec<Picture>,
    shown: Vec<Picture>,
}

thread_local! {
    static SCREEN: RefCell<Screen> = RefCell::default();
}

/// Sets the image protocol and the size of a cell in pixels. If `protocol` is `None`, boards are drawn as characters.
pub fn show_by(protocol: Option<(Protocol, (u16, u16))>) {
    SCREEN.with_borrow_mut(|s| s.protocol = protocol);
}

/// Begins a frame. If `covered` is set, the boards in this frame are drawn as characters.
pub fn begin(covered: bool) {
    SCREEN.with_borrow_mut(|s| {
        s.covered = covered;
        s.wanted.clear();
    });
}

/// Queues a board to be shown as a picture, if this is possible. Returns whether the board was queued.
pub fn take(area: Rect, shapes: &[Shape], labels: &[Label], ground: Rgb) -> bool {
    SCREEN.with_borrow_mut(|s| {
        let takes = s.protocol.is_some() && !s.covered && area.width > 0 && area.height > 0;
        if takes {
            s.wanted.push(Picture {
                area,
                shapes: shapes.to_vec(),
                labels: labels.to_vec(),
                ground,
            });
        }
        takes
    })
}

/// Forgets all pictures. Called whenever the terminal is cleared.
pub fn forget() {
    SCREEN.with_borrow_mut(|s| s.shown.clear());
}

/// Returns whether the screen must be cleared to remove an obsolete picture.
pub fn is_stale() -> bool {
    SCREEN.with_borrow(|s| {
        let sixel = matches!(s.protocol, Some((Protocol::Sixel, _)));
        sixel
            && s.shown
                .iter()
                .any(|old| s.wanted.iter().all(|new| new.area != old.area))
    })
}

/// Returns the escape sequences that update the pictures on the terminal, or `None` if there is nothing to update.
pub fn sequences() -> Option<String> {
    SCREEN.with_borrow_mut(|s| {
        let (protocol, cell) = s.protocol?;
        if s.wanted == s.shown {
            return None;
        }
        let mut out = String::from("\x1b7");
        if protocol == Protocol::Kitty {
            for number in s.wanted.len()..s.shown.len() {
                let _ = write!(out, "\x1b_Ga=d,d=I,q=2,i={}\x1b\\", number + 1);
            }
        }
        for (number, picture) in (1u32..).zip(&s.wanted) {
            let at = usize::try_from(number)
                .ok()
                .and_then(|n| s.shown.get(n - 1));
            if at == Some(picture) {
                continue;
            }
            let Picture {
                area,
                shapes,
                labels,
                ground,
            } = picture;
            let size = (area.width, area.height);
            let pixels = Pixels::paint(shapes, size, cell, *ground);
            let _ = write!(out, "\x1b[{};{}H", area.y + 1, area.x + 1);
            match protocol {
                Protocol::Kitty => {
                    out.push_str(&kitty(&pixels, number));
                    shown_around(labels, *area, cell, number, &mut out);
                }
                Protocol::Sixel => {
                    out.push_str(&sixel(&pixels));
                    written(&pixels, labels, *area, cell, &mut out);
                }
            }
        }
        out.push_str("\x1b[0m\x1b8");
        s.shown.clone_from(&s.wanted);
        Some(out)
    })
}

/// Shows a picture in parts, leaving out the cells of labels. The protocol allows text over an image, but some
/// terminals blend the two incorrectly.
fn shown_around(labels: &[Label], area: Rect, cell: (u16, u16), number: u32, out: &mut String) {
    let taken = |x: u16, y: u16| {
        let on = |l: &Label| {
            let from = l.x..l.x.saturating_add(saturating_cast(wide(&l.text)));
            l.y == i32::from(y) && from.contains(&i32::from(x))
        };
        labels.iter().any(on)
    };
    let is_free = |y: u16| (0..area.width).all(|x| !taken(x, y));
    let mut parts: Vec<Rect> = Vec::new();
    for y in 0..area.height {
        if is_free(y) {
            match parts.last_mut() {
                Some(part) if part.width == area.width && part.bottom() == y => part.height += 1,
                _ => parts.push(Rect::new(0, y, area.width, 1)),
            }
            continue;
        }
        for x in (0..area.width).filter(|&x| !taken(x, y)) {
            match parts.last_mut() {
                Some(part) if part.y == y && part.right() == x => part.width += 1,
                _ => parts.push(Rect::new(x, y, 1, 1)),
            }
        }
    }
    for (k, part) in (1..).zip(parts) {
        let pixels = |n: u16, side: u16| u32::from(n) * u32::from(side);
        let source = [
            pixels(part.x, cell.0),
            pixels(part.y, cell.1),
            pixels(part.width, cell.0),
            pixels(part.height, cell.1),
        ];
        let _ = write!(out, "\x1b[{};{}H", area.y + part.y + 1, area.x + part.x + 1);
        out.push_str(&kitty_part(number, k, source, (part.width, part.height)));
    }
}

/// Writes the labels of a picture. Text over sixels needs a background, so each label gets the picture's colour at the
/// middle of the label's first cell.
fn written(pixels: &Pixels, labels: &[Label], area: Rect, cell: (u16, u16), out: &mut String) {
    for label in labels {
        let (Ok(x), Ok(y)) = (u16::try_from(label.x), u16::try_from(label.y)) else {
            continue;
        };
        let middle = |n: u16, side: u16| usize::from(n) * usize::from(side) + usize::from(side) / 2;
        let at = middle(y, cell.1) * pixels.width + middle(x, cell.0);
        let ground = pixels.rgb.get(at).copied().unwrap_or(label.ink);
        let bold = if label.bold { "\x1b[1m" } else { "" };
        let colour = |[r, g, b]: Rgb| format!("2;{r};{g};{b}");
        let _ = write!(
            out,
            // Use separate sequences, because some terminals read only a few parameters per sequence.
            "\x1b[{};{}H\x1b[0m{bold}\x1b[38;{}m\x1b[48;{}m{}",
            area.y + y + 1,
            area.x + x + 1,
            colour(label.ink),
            colour(ground),
            nimatron_core::rules::sanitize::message(&label.text)
        );
    }
}

/// Returns the escape sequence that removes all pictures. The sequence is empty unless kitty's protocol is in use.
pub fn gone() -> &'static str {
    SCREEN.with_borrow(|s| match s.protocol {
        Some((Protocol::Kitty, _)) => "\x1b_Ga=d,d=A,q=2\x1b\\",
        _ => "",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_paint::Form;

    #[test]
    fn pictures_are_sent_once_and_taken_away() {
        let board = [Shape::new(
            Form::Disc {
                x: 8.0,
                y: 8.0,
                r: 6.0,
            },
            [9, 9, 9],
        )];
        let area = Rect::new(2, 3, 4, 2);
        let frame = |covered: bool| {
            begin(covered);
            let taken = take(area, &board, &[], [0; 3]);
            (taken, sequences())
        };
        assert_eq!(frame(false), (false, None), "in blocks");
        show_by(Some((Protocol::Kitty, (8, 16))));
        let (taken, sent) = frame(false);
        assert!(taken && sent.unwrap().contains("\x1b[4;3H\x1b_Ga=t"));
        assert_eq!(frame(false).1, None, "it is there");
        let (taken, sent) = frame(true);
        assert!(!taken && sent.unwrap().contains("a=d,d=I,q=2,i=1"));
        show_by(Some((Protocol::Sixel, (8, 16))));
        assert!(frame(false).1.unwrap().contains("\x1bP0;1;0q"));
        begin(false);
        assert!(is_stale(), "nothing but clearing takes it away");
        forget();
        assert_eq!(sequences(), None);
        show_by(None);
    }

    #[test]
    fn a_label_over_sixels_has_the_ground_of_the_pixel_in_the_middle_of_its_cell() {
        // Two columns and two rows of cells, each of 4 by 6 pixels and in a different colour.
        let cell = (4, 6);
        let colour = |x: usize, y: usize| [x as u8, y as u8, 7];
        let pixels = Pixels {
            width: 8,
            height: 12,
            rgb: (0..96).map(|i| colour(i % 8 / 4, i / 8 / 6)).collect(),
        };
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let label = Label {
                x,
                y,
                text: "a".to_owned(),
                ink: [9; 3],
                bold: false,
            };
            let mut out = String::new();
            written(&pixels, &[label], Rect::new(2, 3, 2, 2), cell, &mut out);
            let ground = format!("\x1b[48;2;{x};{y};7ma");
            assert!(out.ends_with(&ground), "{x},{y}: {out:?}");
        }
    }
}
