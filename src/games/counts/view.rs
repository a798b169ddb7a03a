//! The track, and the reason in words. The cell of number n is the site (0, n).

use super::{Count, CountRules};
use crate::rules::{BoardView, Convention, Outcome, Picture, Rules, Scene, Site, Track, Value};

impl<K: CountRules> BoardView for Count<K> {
    fn scene(&self, at: &u64) -> Scene {
        let mut notes = vec![match self.most {
            1 => "Each move adds 1.".to_owned(),
            most => format!("Each move adds 1 to {most}."),
        }];
        if K::PASSES {
            notes.push(format!("A {} may pass {}.", K::MOVE, self.goal));
        }
        let track = Track {
            at: *at,
            goal: self.goal,
            reach: at.saturating_add(self.most).min(self.goal),
            group: 0,
            label: K::WHAT.to_owned(),
            typed: "+".to_owned(),
        };
        Scene { picture: Picture::Track(track), notes }
    }

    fn sites(&self, at: &u64, m: &u64) -> Vec<Site> {
        vec![Site::new(0, self.play(at, m))]
    }

    fn moves_with(&self, at: &u64, picked: &[Site], most: usize) -> Vec<u64> {
        let Some(first) = picked.first() else { return self.first_moves(at, most) };
        if picked.iter().any(|p| p != first) || first.group != 0 || first.item <= *at {
            return Vec::new();
        }
        let least = first.item - at;
        let last = match first.item {
            n if n < self.goal => least.min(self.most(*at)),
            n if n == self.goal => self.most(*at),
            _ => 0,
        };
        (least..=last).take(most).collect()
    }
}

pub(super) fn why<K: CountRules>(game: &Count<K>, at: u64, value: &Value) -> Vec<String> {
    let misere = game.convention == Convention::Misere;
    let (left, cycle) = (game.to_go(at), game.most + 1);
    let residue = left % cycle;
    if left == 0 {
        let result = if misere { "lost" } else { "won" };
        return vec![format!("The {} is {}: who moved last has {result}.", K::WHAT, game.goal)];
    }
    if left == 1 && misere {
        return vec![format!("1 to go: every {} is the last one, and loses.", K::MOVE)];
    }
    if left <= game.most && !misere {
        return vec![match (K::PASSES, left == game.most) {
            (true, false) => {
                format!("{left} to go: every {} from +{left} to +{} ends it.", K::MOVE, game.most)
            }
            _ => format!("{left} to go: +{left} is the last {}, and wins.", K::MOVE),
        }];
    }
    let lost = u64::from(misere);
    let mut lines = vec![format!("{left} to go, and {left} mod {cycle} = {residue}.")];
    lines.push(match misere {
        true => format!("Misère: it loses to face 1 more than a multiple of {cycle}."),
        false => format!("It loses to face a multiple of {cycle}."),
    });
    lines.push(match (value.outcome, game.amounts_to(at, lost)) {
        (Outcome::Win, Some((amount, _))) => {
            format!("+{amount} leaves {}; then make each pair of moves {cycle}.", left - amount)
        }
        _ => format!("Whatever is added, the other makes it {cycle} together."),
    });
    lines
}
