//! Edges as text, such as `2-4`; positions as the edges in the order played.

use super::rules::{Drawn, Edge};
use super::{DEFAULT_SIDE, TriangleWar};
use crate::rules::{IdError, MoveError, Notation, Text, nearest};

impl TriangleWar {
    /// The text of an edge: its smaller dot, then its larger one.
    pub fn edge_text(&self, edge: Edge) -> String {
        let named = self.grid().edges().get(usize::from(edge));
        named.map_or_else(String::new, |(a, b)| format!("{a}-{b}"))
    }

    /// Reads an edge of the board; the order of its dots is free.
    fn read_edge(&self, text: Text<'_>) -> Result<Edge, IdError> {
        let last = u64::from(self.grid().dots());
        let expected = format!("an edge between neighbouring dots from 1 to {last}, such as 1-2");
        let Some((a, b)) = text.split_once('-') else {
            let what = match text.is_empty() {
                true => "an edge is missing".to_owned(),
                false => format!("{} is not an edge", text.quoted()),
            };
            return Err(text.error(what, expected));
        };
        let one = a.trim().number("a dot", 1, last)?;
        let other = b.trim().number("a dot", 1, last)?;
        let edge = self.grid().edge_between(nearest(one), nearest(other));
        let found =
            edge.ok_or_else(|| text.error(format!("{one} and {other} are not neighbours"), expected))?;
        Ok(nearest(found))
    }

    /// The edges of a set, separated by spaces.
    pub(super) fn list(&self, edges: u64) -> String {
        let texts: Vec<String> =
            (0..nearest(u64::BITS)).filter(|e| edges >> e & 1 == 1).map(|e| self.edge_text(e)).collect();
        texts.join(" ")
    }
}

impl Notation for TriangleWar {
    fn params_text(&self) -> String {
        match self.grid().side() {
            DEFAULT_SIDE => String::new(),
            side => format!("/{side}"),
        }
    }

    fn parse_state(&self, text: Text<'_>) -> Result<Drawn, IdError> {
        let mut at = Drawn::default();
        if text.trim().is_empty() {
            return Ok(at);
        }
        for piece in text.split(',') {
            let piece = piece.trim();
            let edge = self.read_edge(piece)?;
            if at.drawn() >> edge & 1 == 1 {
                let what = format!("{} is drawn twice", self.edge_text(edge));
                return Err(piece.error(what, "every edge at most once"));
            }
            at.draw(self.grid(), edge);
        }
        Ok(at)
    }

    fn state_text(&self, at: &Drawn) -> String {
        let texts: Vec<String> = at.order().iter().map(|&e| self.edge_text(e)).collect();
        texts.join(",")
    }

    fn parse_move(&self, _at: &Drawn, text: &str) -> Result<Edge, MoveError> {
        self.read_edge(Text::new(text).trim()).map_err(|e| MoveError::new(text, e.what, e.expected))
    }

    fn move_text(&self, _at: &Drawn, m: &Edge) -> String {
        self.edge_text(*m)
    }

    fn move_in_words(&self, at: &Drawn, m: &Edge) -> String {
        format!("draw edge {}", self.move_text(at, m))
    }

    fn why_illegal(&self, at: &Drawn, m: &Edge) -> (String, String) {
        let undrawn = self.undrawn(at);
        (
            format!("{} is drawn already", self.edge_text(*m)),
            format!("one of the undrawn edges: {}", self.list(undrawn)),
        )
    }
}
