//! Sets of rings as codes, moves as points.

use super::{RingRules, Rings};
use crate::rules::{IdError, MoveError, Notation, Text};
use crate::solve::rings::ones;

impl<K: RingRules> Notation for Rings<K> {
    fn params_text(&self) -> String {
        self.layout.params.clone()
    }

    fn portable_params_text(&self) -> String {
        self.layout.portable.clone()
    }

    fn parse_state(&self, text: Text<'_>) -> Result<u64, IdError> {
        text.number("a code, the sum of 2^i over the ringed points i,", 0, self.layout.board.all())
    }

    fn state_text(&self, at: &u64) -> String {
        at.to_string()
    }

    fn parse_move(&self, _at: &u64, text: &str) -> Result<u64, MoveError> {
        let points = self.layout.board.points() as u64;
        let fail = |what: String| {
            MoveError::new(
                text,
                what,
                format!("one point or two from 0 to {}, such as 7 or 7+10", points.saturating_sub(1)),
            )
        };
        let mut taken = 0u64;
        for piece in Text::new(text).split('+') {
            let point =
                piece.trim().number("a point", 0, points.saturating_sub(1)).map_err(|e| fail(e.what))?;
            if taken >> point & 1 == 1 {
                return Err(fail(format!("point {point} is named twice")));
            }
            taken |= 1 << point;
        }
        Ok(taken)
    }

    fn move_text(&self, _at: &u64, m: &u64) -> String {
        let points: Vec<String> = ones(*m).map(|p| p.to_string()).collect();
        points.join("+")
    }

    fn move_in_words(&self, _at: &u64, m: &u64) -> String {
        let points: Vec<String> = ones(*m).map(|p| p.to_string()).collect();
        let noun = if points.len() == 1 { "ring" } else { "rings" };
        format!("take {noun} {}", points.join(" and "))
    }

    fn move_kind(&self, _at: &u64, m: &u64) -> u8 {
        u8::from(m.count_ones() > 1)
    }

    fn why_illegal(&self, at: &u64, m: &u64) -> (String, String) {
        let missing = m & !at;
        if missing != 0 {
            let point = missing.trailing_zeros();
            return (format!("there is no ring on {point}"), format!("one of the rings {}", list(*at)));
        }
        (
            format!("{} do not touch", list(*m).replace(' ', " and ")),
            "one ring, or two on neighbouring points".to_owned(),
        )
    }
}

/// The points of a set, separated by spaces.
pub(super) fn list(rings: u64) -> String {
    let points: Vec<String> = ones(rings).map(|p| p.to_string()).collect();
    points.join(" ")
}
