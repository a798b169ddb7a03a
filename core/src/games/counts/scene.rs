//! The track. The cell of number n is the site (0, n).

use super::{Count, CountRules};
use crate::rules::{BoardView, Picture, Rules, Scene, Site, Track};

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
