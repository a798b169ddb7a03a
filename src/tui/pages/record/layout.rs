//! The lines of the record page.

use super::state::RecordState;
use crate::games;
use crate::tui::text::{Said, Tone, count, wrap};

/// The lines, one after another, at most `width` columns each where they are sentences.
#[must_use]
pub fn lines(page: &RecordState, width: u16) -> Vec<Said> {
    let history = match &page.record {
        None => return vec![(Tone::Quiet, "reading ...".to_owned())],
        Some(Err(what)) => {
            let kept = "It is kept aside when the next match is counted; nothing else is touched.";
            return [
                (Tone::Heading, "! The record cannot be read"),
                (Tone::Plain, what.as_str()),
                (Tone::Quiet, kept),
            ]
            .into_iter()
            .flat_map(|(tone, text)| wrap(text, usize::from(width)).into_iter().map(move |line| (tone, line)))
            .collect();
        }
        Some(Ok(history)) => history,
    };
    let mut all = vec![(
        Tone::Heading,
        format!("{:<18}{:<9}{:>7}{:>6}{:>6}{:>6}", "Matches", "against", "played", "won", "drawn", "lost"),
    )];
    if history.matches.is_empty() {
        all.push((Tone::Quiet, "none was played to its end yet".to_owned()));
    }
    for m in &history.matches {
        let name = games::find(&m.game).map_or(m.game.as_str(), |e| e.info.name);
        let name: String = name.chars().take(17).collect();
        let lost = m.played.saturating_sub(m.won.saturating_add(m.drawn));
        all.push((
            Tone::Plain,
            format!("{name:<18}{:<9}{:>7}{:>6}{:>6}{lost:>6}", m.opponent, m.played, m.won, m.drawn),
        ));
    }
    let p = &history.puzzles;
    all.extend([(Tone::Plain, String::new()), (Tone::Heading, "Puzzles".to_owned())]);
    all.push((
        Tone::Plain,
        format!("{} solved, {} at the first try, {}", p.solved, p.first_try, count(p.tries, "try", "tries")),
    ));
    all.push((Tone::Plain, format!("{} in a row at the first try now, {} at best", p.streak, p.best_streak)));
    all.push((Tone::Plain, count(p.daily.len() as u64, "puzzle of the day", "puzzles of the day")));
    all.extend([(Tone::Plain, String::new()), (Tone::Heading, "Lessons".to_owned())]);
    match history.lessons.is_empty() {
        true => all.push((Tone::Quiet, "none is finished yet".to_owned())),
        false => all.extend(history.lessons.iter().map(|name| (Tone::Plain, name.clone()))),
    }
    all
}
