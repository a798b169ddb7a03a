//! A sitting with the coach as a conversation.

use super::Talk;
use super::board::sentence;
use crate::cli::error::{Done, Error};
use crate::cli::stop::Budget;
use crate::play::coach::question::mover;
use crate::play::coach::sitting::{Expects, Sitting, SittingRequest};
use crate::play::history::{self, History};
use crate::play::names::title;
use crate::play::supply::SupplyRequest;
use nimatron_core::games;
use nimatron_core::rules::{Library, sanitize};

/// How long a sitting takes, in minutes.
const MINUTES: f64 = 5.0;

/// The commands at a question.
const WORDS: [(&str, &str); 4] = [
    ("an answer", "y or o, a move, 1 or 2, or a number, as the question asks"),
    ("next", "go on"),
    ("t", "show the next step, which costs the point"),
    ("where", "the position again"),
];

impl Talk {
    /// A sitting on one game or on what is due.
    pub(super) fn coach(&mut self) -> Done {
        let Some(History { coach: record, .. }) = self.readable_history()? else { return Ok(()) };
        let entries = games::listed(&self.library);
        let mut items = vec!["What is due".to_owned()];
        items.extend(entries.iter().map(|entry| entry.info.name.to_owned()));
        let Some(n) = self.pick("The coach asks a few questions. About which game?", &items)? else {
            return Ok(());
        };
        let entry = n.checked_sub(1).and_then(|n| entries.get(n));
        let game = entry.map(|e| SupplyRequest { game: e.info.id.to_owned(), convention: None });
        let seed = self.seed.unwrap_or_else(rand::random);
        let wanted = SittingRequest { game, skill: None, minutes: MINUTES, seed };
        let library = self.library.clone();
        let planned = Budget::default()
            .run(|limits| Sitting::plan(&wanted, &record, history::seconds(), &library, limits));
        match self.told(planned)? {
            Some(sitting) => self.sit(sitting),
            None => Ok(()),
        }
    }

    fn sit(&mut self, mut sitting: Sitting) -> Done {
        // What was announced of this item, so that nothing is repeated.
        let (mut title, mut boards, mut said) = (String::new(), Vec::new(), Vec::new());
        loop {
            let screen = sitting.screen();
            let mut news = Vec::new();
            if screen.title != title {
                news.push(format!("{}.", screen.title));
                said.clear();
            }
            news.extend(screen.lines.iter().filter(|line| !said.contains(*line)).cloned());
            if screen.boards != boards {
                // A board comes before the question about it, and after the feedback to an answer.
                let place =
                    if screen.right.is_some() { news.len() } else { usize::from(screen.title != title) };
                news.insert(place, self.boards(&screen.boards)?);
            }
            match screen.expects {
                Expects::End => {
                    if let Ok(history) = self.history() {
                        let learned = sitting.learned(&history.coach, history::seconds());
                        news.extend(learned.into_iter().filter(|line| !line.is_empty()));
                    }
                    return self.say(&news.join("\n"));
                }
                Expects::Next => news.push("Say next to go on, or q.".to_owned()),
                Expects::Winner => news.push("Say y for you, o for your opponent.".to_owned()),
                Expects::Move | Expects::Which | Expects::Number => {}
            }
            self.announce(&news.join("\n"))?;
            let expects = screen.expects;
            (title, boards, said) = (screen.title, screen.boards, screen.lines);
            loop {
                let line = self.listen(&WORDS)?.to_ascii_lowercase();
                match (line.as_str(), expects) {
                    ("q" | "quit", _) => return Ok(()),
                    ("where", _) => {
                        let board = self.boards(&boards)?;
                        self.say(&board)?;
                        continue;
                    }
                    ("next" | "n", Expects::Next) => sitting.go_on(),
                    (_, Expects::Next) => {
                        self.say("Say next to go on, or q.")?;
                        continue;
                    }
                    ("t", _) => sitting.help(),
                    (given, _) => match Budget::default().run(|limits| sitting.answer(given, limits)) {
                        Ok(events) if events.is_empty() => {}
                        Ok(events) => self.change_record(|record| record.add_coached(&events))?,
                        Err(_) if matches!(given, "next" | "n") => {
                            self.say("This is a question: answer it first, or say t for help. ? tells what you can say.")?;
                            continue;
                        }
                        Err(what) => {
                            self.say(&sanitize::message(&what))?;
                            continue;
                        }
                    },
                }
                break;
            }
        }
    }

    /// Boards in words; two to be compared by their numbers.
    fn boards(&self, boards: &[String]) -> Done<String> {
        match boards {
            [one] => in_words(one, &self.library),
            several => {
                let all = several
                    .iter()
                    .enumerate()
                    .map(|(i, id)| Ok(format!("{}: {}", i + 1, in_words(id, &self.library)?)));
                Ok(all.collect::<Done<Vec<String>>>()?.join("\n"))
            }
        }
    }
}

pub fn in_words(id: &str, library: &Library) -> Done<String> {
    let position = games::open(id, library).map_err(Error::failed)?;
    // The board tells the points.
    let mover = mover(&*position).map(|told| format!("{told}. "));
    let (title, mover) = (title(&*position), mover.unwrap_or_default());
    Ok(format!("{title}. {mover}{}", sentence(&position.scene(), false)))
}
