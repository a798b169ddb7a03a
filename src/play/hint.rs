//! Computes the region that a hint shows before it names the move.

use nimatron_core::erased::{Analysis, AnyPosition, Choice};
use nimatron_core::rules::{Outcome, Site};

/// The maximum number of moves whose sites are collected.
const LOOKED_AT: usize = 1_000;

/// Returns the sites that the first step of a hint highlights. If possible, these are a part of the board with the
/// sites of a good move and of other moves, preferably including a bad move. A good move wins or keeps a draw. The list
/// is empty if every move loses.
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
    // If every highlighted site belonged to a good move, nothing would be left to find.
    let all_good = distinct(good.iter());
    let has_others = complete && all_good.len() < board.len();
    let is_region = |sites: &[Site]| {
        best.len() < sites.len()
            && sites.len() < board.len()
            && best.iter().all(|site| sites.contains(site))
    };
    let hides = |sites: &[Site]| !has_others || sites.iter().any(|site| !all_good.contains(site));
    // Try the piles, rows or colours of the move; then parts of the board that contain the move: the first half, the
    // last half, the middle half, and about half of the board around the move; then the move's game in a sum.
    let beside = |is_same: &dyn Fn(&Site, &Site) -> bool| -> Vec<Site> {
        let near = |site: &&Site| best.iter().any(|own| is_same(own, site));
        board.iter().filter(near).copied().collect()
    };
    let group = beside(&|own, site| (own.part, own.group) == (site.part, site.group));
    let middle = board.len().div_ceil(2);
    let ends = [&board[..middle], &board[board.len() - middle..]];
    let quarter = board.len() / 4;
    let inside = &board[quarter..board.len() - quarter];
    let at = |site: &Site| board.iter().position(|other| other == site);
    let around = best
        .iter()
        .filter_map(at)
        .min()
        .zip(best.iter().filter_map(at).max());
    let around = around.map_or(&board[..], |(first, last)| {
        let long = middle.max(last - first + 2).min(board.len());
        let from = (first + last + 1).saturating_sub(long) / 2;
        let from = from.min(board.len() - long);
        &board[from..from + long]
    });
    let part = beside(&|own, site| own.part == site.part);
    let regions = [&group[..], ends[0], ends[1], inside, around, &part[..]];
    let regions = || regions.into_iter().filter(|sites| is_region(sites));
    regions()
        .find(|sites| hides(sites))
        .or(regions().next())
        .unwrap_or(&board)
        .to_vec()
}

/// The sites of these moves, without duplicates.
pub fn distinct<'a>(moves: impl IntoIterator<Item = &'a Choice>) -> Vec<Site> {
    let mut sites: Vec<Site> = moves
        .into_iter()
        .flat_map(|c| c.sites.iter().copied())
        .collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}
