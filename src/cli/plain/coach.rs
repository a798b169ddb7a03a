//! Runs the coach's exercises as a conversation.

use super::board::{names, seen};
use super::{Prompt, Talk};
use crate::cli::error::{Done, Error};
use crate::cli::stop::Budget;
use crate::play::coach::question::to_move;
use crate::play::coach::sitting::{Expects, MINUTES, Screen, Sitting, SittingRequest};
use crate::play::history::{self, History};
use crate::play::supply::SupplyRequest;
use crate::play::typed::{parse_move, strip_command_word};
use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::games::reasons::join;
use nimatron_core::{tr, tr_key};

const WORDS: [(&str, &str); 1] = [("hint", tr_key!("the next step, which costs the point"))];
const NEXT: [(&str, &str); 1] = [("next", tr_key!("go on"))];

impl Talk {
    pub(super) fn coach(&mut self) -> Done {
        let Some(History { coach: record, .. }) = self.readable_history()? else {
            return Ok(());
        };
        let head = tr!("The coach asks a few questions. About which game?");
        let Some((_, game)) = self.pick_game(head, &[tr!("What is due")])? else {
            return Ok(());
        };
        let game = game.map(|game| SupplyRequest::new(game, None));
        let seed = self.seed.unwrap_or_else(rand::random);
        let wanted = SittingRequest {
            game,
            skill: None,
            minutes: MINUTES,
            seed,
        };
        let library = self.library.clone();
        let planned = Budget::default()
            .run(|limits| Sitting::plan(&wanted, &record, history::seconds(), &library, limits));
        match self.or_complain(planned)? {
            Some(sitting) => self.sit(sitting),
            None => Ok(()),
        }
    }

    pub fn sit(&mut self, mut sitting: Sitting) -> Done {
        self.say(tr!("Say ? for what you can say, q to leave."))?;
        let mut before = Screen::default();
        loop {
            let screen = sitting.screen();
            // Use plain hyphens, because the lines are read aloud.
            let title = screen.title.replace('—', "-");
            let is_new = (&screen.title, screen.count) != (&before.title, before.count);
            match screen.expects {
                Expects::End => self.say(&format!("{title}."))?,
                _ if is_new => {
                    let [n, all] = screen.count;
                    self.say(&tr!("{title} ({n} of {all})."))?;
                }
                _ => {}
            }
            // Leave out lines of the same question that were already read out. The board comes before a question, but
            // after the feedback on an answer.
            let news: Vec<&String> = screen
                .lines
                .iter()
                .filter(|line| is_new || !before.lines.contains(line))
                .collect();
            let after = if screen.right.is_some() {
                news.len()
            } else {
                0
            };
            let boards: Vec<Box<dyn AnyPosition>> = (screen.boards.iter())
                .map(|id| games::open(id, &self.library).map_err(Error::failed))
                .collect::<Done<_>>()?;
            for line in &news[..after] {
                self.say(line)?;
            }
            if screen.boards != before.boards || self.drawn && screen.lit != before.lit {
                self.show(&boards, screen.lit.as_deref())?;
            }
            for line in &news[after..] {
                self.say(line)?;
            }
            if screen.expects == Expects::End {
                if let Ok(history) = self.history() {
                    let learned = sitting.learned(&history.coach, history::seconds());
                    let told = learned.into_iter().filter(|line| !line.is_empty());
                    self.say(&join(told, "\n"))?;
                }
                return Ok(());
            }
            let Some(first) = boards.first() else {
                return Err(Error::failed(tr!("there is no board")));
            };
            let right = sitting.right_moves();
            let asked = |expects: &str| Prompt {
                expects: expects.to_owned(),
                is_move: false,
                ..Prompt::of_move(&**first, &right, &WORDS)
            };
            let (asks, prompt) = match screen.expects {
                Expects::Next | Expects::End => (
                    tr!("Say next to go on, or q."),
                    Prompt::of_next(&**first, &NEXT),
                ),
                Expects::Winner => (
                    tr!("Say y for you, o for your opponent."),
                    Prompt::of_winner(&**first, &WORDS),
                ),
                Expects::Move => (
                    tr!("Type a move."),
                    Prompt::of_move(&**first, &right, &WORDS),
                ),
                Expects::Which => (
                    tr!("Type 1 or 2."),
                    asked(tr!("1 or 2 (after a list: answer 2, for example)")),
                ),
                Expects::Number => (
                    tr!("Type a number."),
                    asked(tr!("a number (after a list: answer 2, for example)")),
                ),
            };
            self.say(asks)?;
            loop {
                let line = self.listen(&prompt)?;
                match (line.to_ascii_lowercase().as_str(), screen.expects) {
                    ("q" | "quit", _) => return Ok(()),
                    ("where", _) => {
                        self.tell_boards(&boards)?;
                        self.say(&format!("{}\n{asks}", screen.lines.join("\n")))?;
                        continue;
                    }
                    ("board", _) => {
                        for at in &boards {
                            self.draw(&**at, None)?;
                        }
                        continue;
                    }
                    (word, _) if self.about(&**first, &names(&**first), word)? => continue,
                    ("next" | "n", Expects::Next) => sitting.go_on(),
                    (_, Expects::Next) => {
                        self.say(asks)?;
                        continue;
                    }
                    ("next", _) => {
                        self.say(&tr!(
                            "This is a question: answer it first, or say hint. {asks}"
                        ))?;
                        continue;
                    }
                    ("t" | "hint", _) => sitting.help(),
                    _ => {
                        let is_move = screen.expects == Expects::Move;
                        let said = parse_move(&**first, &line).ok().filter(|_| is_move);
                        let given = said.map_or_else(
                            || strip_command_word(&line).to_owned(),
                            |choice| choice.text,
                        );
                        match Budget::default().run(|limits| sitting.answer(&given, limits)) {
                            Ok(events) if events.is_empty() => {}
                            Ok(events) => {
                                self.change_record(|record| record.add_coached(&events))?
                            }
                            Err(what) => {
                                self.complain(&what.trim_end_matches('.'))?;
                                continue;
                            }
                        }
                    }
                }
                break;
            }
            before = screen;
        }
    }

    /// Draws boards, or describes them in words. Highlights the move `lit` on the first drawn board.
    pub fn show(&mut self, boards: &[Box<dyn AnyPosition>], lit: Option<&str>) -> Done {
        if !self.drawn {
            return self.tell_boards(boards);
        }
        for (n, at) in (1..).zip(boards) {
            self.write("")?;
            if boards.len() > 1 {
                self.say(&tr!("Position {n}:"))?;
            }
            self.draw(&**at, lit.filter(|_| n == 1))?;
            self.write("")?;
            if let Some(told) = to_move(&**at) {
                self.say(&format!("{told}."))?;
            }
        }
        Ok(())
    }

    fn tell_boards(&mut self, boards: &[Box<dyn AnyPosition>]) -> Done {
        for (n, at) in (1..).zip(boards) {
            let number = if boards.len() > 1 {
                tr!("Position {n}: ")
            } else {
                String::new()
            };
            self.say(&format!("{number}{}. {}", at.title(), seen(&**at)))?;
        }
        Ok(())
    }
}
