//! Computes the region that a hint highlights before it reveals the move.

use nimatron_core::erased::{Analysis, AnyPosition, Choice};
use nimatron_core::rules::{Outcome, Site};
use std::collections::HashSet;

/// The maximum number of moves whose sites are collected.
const LOOKED_AT: usize = 1_000;

/// Returns the sites that the first step of a hint highlights; empty if every move loses. If possible, the region also
/// contains all sites of a bad move, so that the region does not give the answer away.
pub fn region(at: &dyn AnyPosition, analysis: &Analysis) -> Vec<Site> {
    let (good, complete) = match analysis.value.outcome {
        Outcome::Win => (
            &analysis.winning,
            Some(analysis.winning.len() as u128) == analysis.winning_count,
        ),
        // The total number of moves that keep a draw is not known, so a list of the maximum length may be truncated.
        Outcome::Draw => (&analysis.drawing, analysis.drawing.len() < LOOKED_AT),
        Outcome::Loss => return Vec::new(),
    };
    let best = distinct(analysis.advised());
    let choices = at.choices(&[], LOOKED_AT).list;
    let board = distinct(choices.iter().chain(analysis.advised()));
    // If every move in the region were good, nothing would be left to find.
    let good: HashSet<&str> = good.iter().map(|choice| choice.text.as_str()).collect();
    let is_bad = |choice: &&Choice| complete && !good.contains(choice.text.as_str());
    let bad: Vec<&Choice> = choices.iter().filter(is_bad).collect();
    let is_region = |sites: &[Site]| {
        let holds = |site: &Site| sites.binary_search(site).is_ok();
        best.len() < sites.len() && sites.len() < board.len() && best.iter().all(holds)
    };
    let hides = |sites: &[Site]| {
        let holds = |site: &Site| sites.binary_search(site).is_ok();
        bad.is_empty() || bad.iter().any(|choice| choice.sites.iter().all(holds))
    };
    // First try the piles, rows or colours to which the move belongs. Then try the first half of the board, the last
    // half, the middle half, and about half of the board around the move. Then, in a sum, try the component that
    // contains the move.
    let beside = |is_same: &dyn Fn(&Site, &Site) -> bool| -> Vec<Site> {
        let near = |site: &&Site| best.iter().any(|own| is_same(own, site));
        board.iter().filter(near).copied().collect()
    };
    let group = beside(&|own, site| (own.part, own.group) == (site.part, site.group));
    let middle = board.len().div_ceil(2);
    let ends = [&board[..middle], &board[board.len() - middle..]];
    let quarter = board.len() / 4;
    let inside = &board[quarter..board.len() - quarter];
    let around = stretch(&board, &best, middle);
    let part = beside(&|own, site| own.part == site.part);
    // Then try the shortest stretch that contains the best move and a bad move, and finally only the sites of these two
    // moves.
    let pairs = bad.iter().map(|choice| {
        let sites = choice.sites.iter().chain(&best).copied();
        sorted(sites.collect())
    });
    let pairs: Vec<Vec<Site>> = pairs.collect();
    let stretches = pairs.iter().map(|pair| stretch(&board, pair, middle));
    let near = stretches.min_by_key(|sites| sites.len());
    let pair = pairs.iter().min_by_key(|pair| pair.len());
    let regions = [&group[..], ends[0], ends[1], inside, around, &part[..]];
    let last = near.into_iter().chain(pair.map(Vec::as_slice));
    let regions = regions.into_iter().chain(last);
    let regions: Vec<&[Site]> = regions.filter(|sites| is_region(sites)).collect();
    let hiding = regions.iter().find(|sites| hides(sites));
    hiding
        .or(regions.first())
        .map_or(board.clone(), |sites| sites.to_vec())
}

/// Returns a contiguous part of the list `board` that contains these sites and, if possible, at least one more. The
/// part has at least `least` sites, unless the whole board has fewer.
fn stretch<'b>(board: &'b [Site], sites: &[Site], least: usize) -> &'b [Site] {
    let place = |site: Option<&Site>| board.binary_search(site?).ok();
    let (Some(first), Some(last)) = (place(sites.first()), place(sites.last())) else {
        return board;
    };
    let long = least.max(last - first + 2).min(board.len());
    let from = (first + last + 1).saturating_sub(long) / 2;
    let from = from.min(board.len() - long);
    &board[from..from + long]
}

pub fn distinct<'a>(moves: impl IntoIterator<Item = &'a Choice>) -> Vec<Site> {
    let sites = moves.into_iter().flat_map(|c| c.sites.iter().copied());
    sorted(sites.collect())
}

fn sorted(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort_unstable();
    sites.dedup();
    sites
}
