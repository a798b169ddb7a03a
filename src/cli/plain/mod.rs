//! `play --plain`: a game line by line, without a full screen. It needs no terminal.

mod lesson;
mod teaching;

use std::io::{BufWriter, Write};
use std::time::Duration;

use super::error::{Done, Error};
use super::input::Lines;
use super::output::{self, OutputKind};
use super::stop::Budget;
use super::words;
use crate::draw::{Marks, Style};
use crate::erased::Analysis;
use crate::play::lesson::lessons;
use crate::play::store::Store;
use crate::play::{End, Level, Match, PlayerKind, Stamp, opponent::Opponent};
use crate::rules::{Outcome, Player, Reveals, Site, Stop, Word, shown};

/// What the words that are not moves do.
const HELP: &str = "Type a move, or one of:
  where     where a winning move is: marked on the board, the move not named
  hint, t   the best move, and its reason
  all       every move with what it can still do
  line MOVE what if: the perfect line after a move, or from here; nothing is played
  words     what the words of the reasons mean
  lessons   the lessons; lesson N takes one
  why       the reason behind the verdict
  verdict   show the verdict, or hide it
  undo, u   take back your last move
  redo      play it again
  moves     the moves so far
  id        the position as an ID
  save NAME keep the game under a name
  resign    give up
  help, h   this list
  quit, q   leave
What is a move of the game is played, whatever else it may mean.";

/// What can be done where the computer refuses.
const MOVE_FOR_IT: &str = "Type a move for it, or quit.";

/// How a line by line game is run.
pub struct PlainMatch {
    /// Only ASCII characters.
    pub ascii: bool,
    /// How long the computer's move waits.
    pub pause: Duration,
    /// The computer's dice.
    pub seed: Option<u64>,
    /// Where games are saved, or why they cannot be.
    pub store: Result<Store, String>,
}

/// What follows a line that was typed.
enum AfterLine {
    Board,
    Prompt,
    Lesson(usize),
    Quit,
}

struct PlainGame<'a> {
    game: Match,
    plain: PlainMatch,
    opponent: Opponent,
    out: BufWriter<&'a mut dyn Write>,
    verdict: bool,
    /// The state of the match that was kept last.
    kept: Option<Stamp>,
}

/// Plays a match to its end, or to the end of the input.
///
/// # Errors
/// What reading and writing give.
pub fn run(game: Match, plain: PlainMatch) -> Done {
    let mut stdout = output::stdout(OutputKind::text(plain.ascii));
    let mut plain_game = PlainGame {
        opponent: Opponent::new(plain.seed),
        game,
        plain,
        out: BufWriter::new(&mut stdout),
        verdict: true,
        kept: None,
    };
    let mut lines = Lines::stdin();
    let done = plain_game.play(&mut lines);
    plain_game.out.flush()?;
    done
}

impl PlainGame<'_> {
    fn play(&mut self, lines: &mut Lines) -> Done {
        writeln!(self.out, "{}. Type ? for help.", words::title(self.game.position()))?;
        // What the player who moved last could have had.
        let mut before: Option<(Player, Outcome)> = None;
        loop {
            self.keep();
            let analysis = Budget::default().run(self.game.position().analyse(Opponent::ask()));
            let mover = self.game.mover_at(self.game.cursor());
            self.judge_last(before.take(), mover, &analysis)?;
            let Some(mover) = self.game.to_move() else {
                self.board()?;
                return self.end();
            };
            let kind = self.game.participant(mover).kind;
            if let (PlayerKind::Computer(level), Ok(analysis)) = (kind, &analysis) {
                self.reply(mover, level, analysis)?;
                continue;
            }
            // A person is to move, or to move for a computer that has nothing proved to go by.
            self.board()?;
            if self.verdict || kind != PlayerKind::Human {
                self.say_verdict(&analysis)?;
            }
            if kind != PlayerKind::Human {
                let name = &self.game.participant(mover).name;
                writeln!(self.out, "{name} plays only what is proved, and cannot move here. {MOVE_FOR_IT}")?;
            }
            let ply = self.game.cursor();
            if !self.ask(lines, mover, &analysis)? {
                return Ok(());
            }
            if self.game.cursor() == ply + 1 {
                before = analysis.ok().map(|a| (mover, a.value.outcome));
            }
        }
    }

    /// Keeps the match for `continue` after every change.
    fn keep(&mut self) {
        let stamp = self.game.stamp();
        if let Ok(store) = &self.plain.store
            && stamp.changes > 0
            && self.kept != Some(stamp)
        {
            // What is only a convenience must not keep anybody from playing.
            let _ = store.keep(&self.game);
            self.kept = Some(stamp);
        }
    }

    fn board(&mut self) -> Done {
        self.board_with(&[])
    }

    /// The board with these places marked as a hint.
    fn board_with(&mut self, hint: &[Site]) -> Done {
        let last = self.game.last_move().map(|m| m.sites.clone()).unwrap_or_default();
        let marks = Marks { last: &last, hint, ..Marks::default() };
        let style = Style { ascii: self.plain.ascii };
        let drawing = crate::draw::album::whole(&self.game.position().scene(), 80, &marks, style);
        writeln!(self.out, "\n{}\n", drawing.canvas.text().trim_end_matches('\n'))?;
        Ok(())
    }

    /// Says so if the last move gave something away.
    fn judge_last(
        &mut self,
        before: Option<(Player, Outcome)>,
        mover: Player,
        now: &Result<Analysis, Stop>,
    ) -> Done {
        let (Some((maker, could)), Ok(now), true) = (before, now, self.verdict) else { return Ok(()) };
        let has = if mover == maker { now.value.outcome } else { now.value.outcome.reversed() };
        match could {
            Outcome::Win if has < could => writeln!(self.out, "That gave away the win.")?,
            Outcome::Draw if has < could => writeln!(self.out, "That gave away the draw.")?,
            _ => {}
        }
        Ok(())
    }

    fn say_verdict(&mut self, analysis: &Result<Analysis, Stop>) -> Done {
        match analysis {
            Ok(analysis) => {
                let count = match analysis.value.outcome {
                    Outcome::Win => {
                        let n = analysis.winning_count;
                        format!(" {n} winning {}.", words::plural(n, "move"))
                    }
                    _ => String::new(),
                };
                let who = &self.game.participant(self.game.mover_at(self.game.cursor())).name;
                writeln!(self.out, "{}{count}", words::verdict_of(who, self.game.position(), analysis))?;
            }
            Err(stop) => writeln!(self.out, "{}.", words::capital(&stop.to_string()))?,
        }
        Ok(())
    }

    fn reply(&mut self, mover: Player, level: Level, analysis: &Analysis) -> Done {
        let Some(text) = self.opponent.choose(level, self.game.position(), analysis) else {
            return Err(Error::failed("the computer found no move"));
        };
        if !self.plain.pause.is_zero() {
            self.out.flush()?;
            std::thread::sleep(self.plain.pause);
        }
        self.game.play(&text).map_err(Error::failed)?;
        writeln!(self.out, "{} plays {text}.", self.game.participant(mover).name)?;
        Ok(())
    }

    /// Asks a person until something changed; `false` when they leave.
    fn ask(&mut self, lines: &mut Lines, mover: Player, analysis: &Result<Analysis, Stop>) -> Done<bool> {
        loop {
            let name = &self.game.participant(mover).name;
            write!(self.out, "{name}> ")?;
            let line = match lines.next(&mut self.out)? {
                None => {
                    writeln!(self.out)?;
                    return Ok(false);
                }
                Some(Ok(line)) => line.trim().to_owned(),
                Some(Err(bad)) => {
                    writeln!(self.out, "{}", bad.what)?;
                    continue;
                }
            };
            match self.obey(&line, mover, analysis)? {
                AfterLine::Board => return Ok(true),
                AfterLine::Prompt => {}
                AfterLine::Lesson(number) => match lessons().get(number.wrapping_sub(1)) {
                    Some(one) => {
                        lesson::take(one, &self.plain, lines, &mut self.out)?;
                        return Ok(true);
                    }
                    None => writeln!(self.out, "There are {} lessons.", lessons().len())?,
                },
                AfterLine::Quit => return Ok(false),
            }
        }
    }

    fn obey(&mut self, line: &str, mover: Player, analysis: &Result<Analysis, Stop>) -> Done<AfterLine> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // A word that is also a move is the move.
        if self.game.position().legal(line).is_ok() {
            return self.play_move(line);
        }
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "?" | "h" | "help" => writeln!(self.out, "{HELP}")?,
            "quit" | "exit" | "q" => return Ok(AfterLine::Quit),
            "hint" | "t" => match analysis.as_ref().map(|a| &a.best) {
                Ok(Some(best)) => {
                    writeln!(self.out, "{}", best.text)?;
                    self.reasons(Reveals::Move)?;
                }
                Ok(None) => writeln!(self.out, "There is no move.")?,
                Err(stop) => writeln!(self.out, "{}.", words::capital(&stop.to_string()))?,
            },
            "where" => self.place()?,
            "why" => self.reasons(Reveals::Nothing)?,
            "all" => self.all_moves()?,
            "line" => self.line(rest.trim())?,
            "words" => {
                for word in Word::ALL {
                    writeln!(self.out, "{}: {}", word.name(), word.definition())?;
                }
            }
            "lessons" => {
                for (i, lesson) in lessons().iter().enumerate() {
                    writeln!(self.out, "{:>3} {}: {}", i + 1, lesson.title, lesson.about)?;
                }
            }
            "lesson" => return Ok(AfterLine::Lesson(rest.trim().parse().unwrap_or(1))),
            "verdict" => {
                self.verdict = !self.verdict;
                match self.verdict {
                    true => self.say_verdict(analysis)?,
                    false => writeln!(self.out, "The verdict is hidden.")?,
                }
            }
            "undo" | "u" => return self.step(false),
            "redo" => return self.step(true),
            "moves" => {
                for (i, m) in self.game.moves()[..self.game.cursor()].iter().enumerate() {
                    writeln!(self.out, "{:>4} {} {}", i + 1, self.game.participant(m.by).name, m.text)?;
                }
            }
            "id" => writeln!(self.out, "{}", self.game.position().id())?,
            "save" => self.save(rest.trim())?,
            "resign" => {
                self.game.resign(mover);
                return Ok(AfterLine::Board);
            }
            _ => return self.play_move(line),
        }
        Ok(AfterLine::Prompt)
    }

    fn play_move(&mut self, text: &str) -> Done<AfterLine> {
        match self.game.play(text) {
            Ok(_) => Ok(AfterLine::Board),
            Err(e) => {
                writeln!(self.out, "{}", shown::message(&e.to_string()))?;
                Ok(AfterLine::Prompt)
            }
        }
    }

    /// Goes back or forth to where a person is to move.
    fn step(&mut self, forth: bool) -> Done<AfterLine> {
        let from = self.game.cursor();
        loop {
            let moved = if forth { self.game.redo() } else { self.game.undo() };
            if !moved {
                // The computer's own first moves are no one's to take back.
                self.game.jump(from);
                writeln!(
                    self.out,
                    "There is no move to {}.",
                    if forth { "play again" } else { "take back" }
                )?;
                return Ok(AfterLine::Prompt);
            }
            match self.game.to_move() {
                Some(player) if self.game.participant(player).kind != PlayerKind::Human => {}
                _ => return Ok(AfterLine::Board),
            }
        }
    }

    fn save(&mut self, name: &str) -> Done {
        let saved = match &self.plain.store {
            Ok(store) => {
                let name = if name.is_empty() { store.suggest(&self.game) } else { name.to_owned() };
                store.save(&self.game, &name, false).map_err(|e| e.to_string())
            }
            Err(e) => Err(e.clone()),
        };
        match saved {
            Ok(saved) => writeln!(self.out, "Saved as {}.", saved.path.display())?,
            Err(e) => writeln!(self.out, "Not saved: {}", shown::message(&e))?,
        }
        Ok(())
    }

    fn end(&mut self) -> Done {
        let Some(result) = self.game.result() else { return Ok(()) };
        let name = |p: Player| self.game.participant(p).name.clone();
        let text = match (result.winner, result.by) {
            (None, End::Score) => "A draw: both own as much.".to_owned(),
            (None, _) => "A draw.".to_owned(),
            (Some(winner), End::Resignation) => {
                format!("{} resigned: {} wins.", name(winner.other()), name(winner))
            }
            (Some(winner), End::Score) => {
                let [a, b] = self.game.position().score().unwrap_or_default();
                format!("{} wins {}:{}.", name(winner), a.max(b), a.min(b))
            }
            (Some(winner), _) => format!("{} wins.", name(winner)),
        };
        writeln!(self.out, "{text}")?;
        Ok(())
    }
}
