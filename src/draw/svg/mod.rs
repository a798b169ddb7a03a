//! A board as an SVG picture: plain shapes in the colours of the palette for light backgrounds.

mod boards;

use std::fmt::Write as _;

use crate::rules::{Player, Scene};

/// Room around the picture.
const MARGIN: f64 = 20.0;
/// Height of a line of words.
const LINE: f64 = 20.0;

/// The picture of a scene as an SVG document, with `title` as its name.
#[must_use]
pub fn document(scene: &Scene, title: &str) -> String {
    let mut paper = Paper::default();
    paper.scene(scene, MARGIN, MARGIN);
    let (width, height) = (paper.right + MARGIN, paper.bottom + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <title>{}</title>\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{}\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
        escaped(title),
        colour::LINE,
        paper.body
    )
}

/// The colours: those of the roles of the palette for light backgrounds.
pub mod colour {
    /// Text and edges.
    pub const INK: &str = "#222222";
    /// Labels and thin lines.
    pub const LINE: &str = "#4e4e4e";
    /// What is barely there.
    pub const FAINT: &str = "#bbbbbb";
    /// The ground.
    pub const PAPER: &str = "#ffffff";
    /// Stones, rings, balls, tokens.
    pub const STONE: &str = "#af8787";
    /// Chocolate.
    pub const FOOD: &str = "#870000";
    /// The poisoned square.
    pub const POISON: &str = "#5f8700";
    /// The first player.
    pub const FIRST: &str = "#0000af";
    /// The second player.
    pub const SECOND: &str = "#d75f00";
    /// The first colour of a strip.
    pub const ONE: &str = "#0000af";
    /// The second colour of a strip.
    pub const TWO: &str = "#ff0000";
    /// What can be reached; where a race ends.
    pub const OFFERED: &str = "#af5faf";
}

/// The colour of a player.
fn owner(player: Player) -> &'static str {
    match player {
        Player::First => colour::FIRST,
        Player::Second => colour::SECOND,
    }
}

/// Shapes, and how far they reach.
#[derive(Default)]
struct Paper {
    body: String,
    right: f64,
    bottom: f64,
}

/// How a line is drawn.
struct LinePen {
    colour: &'static str,
    width: f64,
    dashed: bool,
}

impl Paper {
    /// A board with its notes below it, its upper left corner here. Gives the lower end.
    fn scene(&mut self, scene: &Scene, x: f64, y: f64) -> f64 {
        let mut y = self.picture(&scene.picture, x, y);
        for note in &scene.notes {
            y += LINE;
            self.words(x, y, 14.0, note);
        }
        y
    }

    fn reach(&mut self, x: f64, y: f64) {
        self.right = self.right.max(x);
        self.bottom = self.bottom.max(y);
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), pen: &LinePen, arrow: bool) {
        let dashes = if pen.dashed { " stroke-dasharray=\"2 6\"" } else { "" };
        let head = if arrow { " marker-end=\"url(#arrow)\"" } else { "" };
        let _ = writeln!(
            self.body,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"{dashes}{head}/>",
            from.0, from.1, to.0, to.1, pen.colour, pen.width
        );
        self.reach(from.0.max(to.0), from.1.max(to.1));
    }

    fn disc(&mut self, at: (f64, f64), radius: f64, fill: &str, stroke: &str) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
            at.0, at.1
        );
        self.reach(at.0 + radius, at.1 + radius);
    }

    fn rect(&mut self, at: (f64, f64), size: (f64, f64), fill: &str, stroke: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>",
            at.0, at.1, size.0, size.1
        );
        self.reach(at.0 + size.0, at.1 + size.1);
    }

    /// A text whose middle is here.
    fn text(&mut self, at: (f64, f64), size: f64, fill: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>",
            at.0,
            at.1 + size * 0.36,
            escaped(text)
        );
        let half = text.chars().count() as f64 * size * 0.3;
        self.reach(at.0 + half, at.1 + size / 2.0);
    }

    /// A line of words that starts here.
    fn words(&mut self, x: f64, y: f64, size: f64, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{}\" text-anchor=\"start\">{}</text>",
            colour::INK,
            escaped(text)
        );
        self.reach(x + text.chars().count() as f64 * size * 0.55, y);
    }
}

/// The text with the characters of XML's own written out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, CATALOGUE};
    use crate::rules::Library;

    #[test]
    fn every_game_has_a_picture() {
        let examples = CATALOGUE.iter().map(|e| e.info.example).chain(["nim:3,9223372036854775807 + star:7"]);
        for id in examples {
            let position = games::open(id, &Library::default()).unwrap();
            let text = document(&position.scene(), "<&>");
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
            assert!(text.contains("<title>&lt;&amp;&gt;</title>"));
            assert_eq!(text.matches("<text ").count(), text.matches("</text>").count(), "{id}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{id}");
            assert!(text.len() < 1 << 20, "{id}");
        }
    }
}
