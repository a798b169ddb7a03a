//! What the program says, in one file for a reader (`NIMATRON_SENTENCES=write cargo test --test suite sentences`), and the
//! patterns that must not come back.

use std::collections::BTreeSet;

use nimatron::play::coach::path::Path;
use nimatron::play::lesson::lessons;
use nimatron::settings::Setting;
use nimatron_core::erased::{AnyPosition, Ask};
use nimatron_core::games;
use nimatron_core::rules::{Library, Limits, Word};

use super::program::run;

/// Phrases that no sentence holds.
pub const STILTED: [&str; 19] = [
    "Who takes",
    "Who cannot",
    "Who makes",
    "Who moves",
    "who has to",
    "has an answer",
    "is answered by",
    "answers it",
    "put off",
    "Left are",
    "dd in number",
    " worth",
    "as provided",
    "as it usually is",
    "by chance",
    "goes before",
    "ust one of the",
    "1 stones",
    " 1 moves",
];

/// A position, the one after its best move, and so on, in both conventions.
fn of_game(id: &str, said: &mut BTreeSet<String>) {
    let library = Library::default();
    for word in ["", "normal ", "misere "] {
        let Ok(mut at) = games::open(&format!("{word}{id}"), &library) else {
            continue;
        };
        for _ in 0..4 {
            of_position(&*at, said);
            let Ok(Some(best)) = at.best(&Limits::default()) else {
                break;
            };
            at.play(&best.text).unwrap();
        }
    }
}

fn of_position(at: &dyn AnyPosition, said: &mut BTreeSet<String>) {
    said.insert(at.rule());
    said.extend(
        at.choices(&[], 3)
            .list
            .iter()
            .map(|choice| at.move_words(&choice.text)),
    );
    if let Ok(found) = at.analyse(Ask::default())(&Limits::default()) {
        said.extend(found.reasons.into_iter().map(|reason| reason.text));
    }
}

/// Every kind of sentence, with the numbers of some positions filled in.
fn sentences() -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    for entry in games::listed(&Library::default()) {
        of_game(entry.info.example, &mut said);
        // Positions of a size that takes no time in an unoptimised build.
        let small = |id: &&str| id.len() < 40 && !id.contains("10x10") && !id.contains("/6:");
        let presets = entry.setup.presets.iter().map(|(_, id)| *id).filter(small);
        presets.take(4).for_each(|id| of_game(id, &mut said));
        said.extend(
            entry
                .setup
                .presets
                .iter()
                .map(|(name, _)| (*name).to_owned()),
        );
        said.extend(entry.setup.fields.iter().map(|field| field.help.to_owned()));
    }
    said.extend(
        Word::ALL
            .iter()
            .map(|word| format!("{}: {}", word.name(), word.definition())),
    );
    for lesson in lessons() {
        said.extend([lesson.title.clone(), lesson.about.clone()]);
        for step in &lesson.steps {
            said.extend([step.say.clone(), step.right.clone(), step.wrong.clone()]);
        }
    }
    for entry in games::listed(&Library::default()) {
        for skill in Path::shipped(entry.info.id)
            .iter()
            .flat_map(|path| &path.skills)
        {
            said.insert(skill.idea.clone());
            said.extend(skill.example.steps.iter().map(|step| step.say.clone()));
        }
    }
    said.extend(
        Setting::ALL
            .iter()
            .map(|setting| setting.info().what.to_owned()),
    );
    for command in [
        "", "play", "solve", "table", "puzzle", "check", "review", "tree", "quotient", "export",
    ] {
        let help = match command {
            "" => run(&["--help"]),
            command => run(&[command, "--help"]),
        };
        // Each paragraph is one text, but that lists and examples keep their lines.
        for paragraph in help.out.split("\n\n") {
            match paragraph.contains("\n  ") {
                // A line that is set in far goes on from the one before.
                true => {
                    let mut texts: Vec<String> = Vec::new();
                    for line in paragraph.lines() {
                        let goes_on =
                            line.starts_with("        ") && !line.trim().starts_with("- ");
                        match texts.last_mut().filter(|_| goes_on) {
                            Some(text) => *text += &format!(" {}", line.trim()),
                            None => texts.push(line.trim().to_owned()),
                        }
                    }
                    said.extend(texts);
                }
                false => said.extend([paragraph.replace('\n', " ").trim().to_owned()]),
            }
        }
    }
    said.remove("");
    said
}

#[test]
fn sentences_are_free_of_the_patterns_that_were_mended() {
    let said = sentences();
    if std::env::var("NIMATRON_SENTENCES").is_ok_and(|wish| wish == "write") {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sentences.txt");
        std::fs::write(
            &path,
            said.iter()
                .map(|text| format!("{text}\n"))
                .collect::<String>(),
        )
        .unwrap();
        println!("written: {}", path.display());
    }
    assert!(said.len() > 300, "{}", said.len());
    let bad: Vec<String> = said
        .iter()
        .flat_map(|text| {
            STILTED
                .iter()
                .filter(|bad| holds(text, bad))
                .map(move |bad| format!("{text}\n  {bad:?}"))
        })
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Whether a text holds these words, no other number before them.
pub fn holds(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = &text[..at];
        !before.ends_with(|c: char| c.is_ascii_digit() || c == ',')
            && !["and ", "or "].iter().any(|word| before.ends_with(word))
    })
}
