//! Chooses unused file names, and checks the names that the user chooses.

use nimatron_core::rules::sanitize;
use nimatron_core::tr;

/// The maximum length of a file name without its extension, in bytes.
const LONGEST_NAME: usize = 100;

/// The length, in bytes, after which a game's name is truncated in a file name.
const LONGEST_GAME: usize = 40;

/// Returns an unused file name for a match, derived from the name of the game, such as `hexagram-star-2`.
pub(super) fn free_name(game: &str, taken: impl Fn(&str) -> bool) -> String {
    let name = game.to_lowercase().replace(['\'', '’'], "");
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let letters = words.join("-");
    let letters = letters
        .char_indices()
        .take_while(|(at, _)| *at < LONGEST_GAME);
    let word: String = letters.map(|(_, c)| c).collect();
    let word = match word.trim_end_matches('-') {
        "" => "match",
        word => word,
    };
    (1u64..)
        .map(|n| format!("{word}-{n}"))
        .find(|name| !taken(name))
        .unwrap_or_else(|| word.to_owned())
}

/// Returns the reason why a file must not have this name; `None` if the name is valid on every supported operating
/// system.
pub(super) fn fault(stem: &str) -> Option<&'static str> {
    const RESERVED: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let head = stem
        .split('.')
        .next()
        .unwrap_or(stem)
        .trim_end()
        .to_ascii_uppercase();
    let numbered = head.len() == 4
        && (head.starts_with("COM") || head.starts_with("LPT"))
        && head.ends_with(|c: char| c.is_ascii_digit());
    let faults = [
        (stem.is_empty(), tr!("it is empty")),
        (
            stem.len() > LONGEST_NAME,
            tr!("it is longer than 100 bytes"),
        ),
        (
            stem.contains(|c| "<>:\"/\\|?*".contains(c)),
            tr!("it has a character that is not allowed in file names: one of < > : \" / \\ | ? *"),
        ),
        (
            stem.contains(sanitize::is_control),
            tr!("it has a character that cannot be seen"),
        ),
        (
            stem.starts_with('-'),
            tr!("it starts with a dash, as options of commands do"),
        ),
        (
            stem.starts_with('.') || stem.ends_with(['.', ' ']),
            tr!("it starts or ends with a dot or ends with a space"),
        ),
        (
            RESERVED.contains(&head.as_str()) || numbered,
            tr!("some systems reserve this name for a device"),
        ),
    ];
    faults
        .into_iter()
        .find(|(is_so, _)| *is_so)
        .map(|(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_proposed_name_may_be_used() {
        let long = "abcdefghijklmnopqrstuvwxyz abcdefghijkl mno";
        for (game, name) in [
            ("Bachet's game", "bachets-game-2"),
            ("-", "match-2"),
            ("?!", "match-2"),
            ("", "match-2"),
            (long, "abcdefghijklmnopqrstuvwxyz-abcdefghijkl-2"),
        ] {
            let found = free_name(game, |name| name.ends_with("-1"));
            assert_eq!(found, name);
            assert_eq!(fault(&found), None, "{game}");
        }
    }
}
