//! A lesson line by line.

use std::io::{BufWriter, Write};

use super::{PlainGame, PlainMatch};
use crate::cli::error::{Done, Error};
use crate::cli::input::Lines;
use crate::draw::{Marks, Style};
use crate::games;
use crate::play::lesson::{Lesson, Task};
use crate::play::opponent::Opponent;
use crate::play::{Match, Participant, PlayerKind};
use crate::rules::{Library, Player};

/// Takes a lesson: each step is shown, and asked until it is done. An empty line goes on, `q` leaves.
///
/// # Errors
/// What reading and writing give.
pub fn take(lesson: &Lesson, plain: &PlainMatch, lines: &mut Lines, out: &mut dyn Write) -> Done {
    writeln!(out, "Lesson: {}. An empty line goes on, q leaves.", lesson.title)?;
    for (i, step) in lesson.steps.iter().enumerate() {
        let position = games::open(&step.at, &Library::default()).map_err(Error::failed)?;
        let style = Style { ascii: plain.ascii };
        let drawing = crate::draw::album::whole(&position.scene(), 80, &Marks::default(), style);
        writeln!(out, "\n{}\n", drawing.canvas.text().trim_end_matches('\n'))?;
        writeln!(out, "{}/{} {}", i + 1, lesson.steps.len(), step.say)?;
        if let Task::Play(level) = step.task {
            let mut kinds = [PlayerKind::Human; 2];
            let person = position.mover().unwrap_or(Player::First);
            kinds[person.other().index()] = PlayerKind::Computer(level);
            let pair = Participant::pair(kinds, position.info());
            let mut game = PlainGame {
                game: Match::new(position, pair),
                plain: PlainMatch { store: Err("a lesson is not saved".to_owned()), ..*plain },
                opponent: Opponent::new(plain.seed),
                out: BufWriter::new(&mut *out),
                verdict: true,
                kept: None,
            };
            game.play(lines)?;
            let won = game.game.result().is_some_and(|result| result.winner == Some(person));
            game.out.flush()?;
            drop(game);
            writeln!(out, "{}", if won { &step.right } else { &step.wrong })?;
            continue;
        }
        loop {
            write!(out, "lesson> ")?;
            let line = match lines.next(out)? {
                None => return Ok(()),
                Some(Ok(line)) => line.trim().to_owned(),
                Some(Err(bad)) => {
                    writeln!(out, "{}", bad.what)?;
                    continue;
                }
            };
            if line == "q" || line == "quit" {
                return Ok(());
            }
            let right = match &step.task {
                Task::Read | Task::Play(_) => break,
                Task::Number { answer, .. } => line.parse() == Ok(*answer),
                Task::Find(moves) => match position.legal(&line) {
                    Ok(choice) => moves.contains(&choice.text),
                    Err(error) => {
                        writeln!(out, "{error}")?;
                        continue;
                    }
                },
            };
            writeln!(out, "{}", if right { &step.right } else { &step.wrong })?;
            if right {
                break;
            }
        }
    }
    Ok(())
}
