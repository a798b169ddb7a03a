//! A match as a conversation.

use std::time::Duration;

use super::board::{plays, score, sentence, taken};
use super::{List, Prompt, Talk, rules};
use crate::cli::error::{Done, Error};
use crate::cli::stop::{self, Budget};
use crate::cli::words;
use crate::play::history::Score;
use crate::play::names::title;
use crate::play::opponent::Opponent;
use crate::play::record::Draft;
use crate::play::review::review;
use crate::play::store::StoreError;
use crate::play::strength::{Strength, decisions};
use crate::play::typed::meant;
use crate::play::{End, Level, Match, PlayedMove, PlayerKind, Stamp};
use crate::settings::Setting;
use nimatron_core::erased::{Analysis, Ask, LegalMove, PerfectLine};
use nimatron_core::games::reasons::{capital, counted};
use nimatron_core::rules::in_past_tense;
use nimatron_core::rules::{Depth, Outcome, Player, Reveals, Word, sanitize};

/// The commands at the table.
const WORDS: [(&str, &str); 14] = [
    ("hint", "a first hint; say it again for the move itself"),
    ("why", "the idea that decides the position, and why"),
    ("more", "further reasons"),
    ("verdict", "say who wins at every move, or stop saying it"),
    ("all", "every move, with its outcome"),
    (
        "what if MOVE",
        "how the game goes on after a move, or from here; nothing is played",
    ),
    ("undo, redo", "take back your last move, or play it again"),
    ("played", "the moves so far"),
    ("words", "what the words of the reasons mean"),
    ("lessons", "the lessons"),
    ("review", "what each move kept or threw away"),
    (
        "save NAME",
        "save the match; save NAME replace: over a saved game",
    ),
    ("id", "the ID of the position"),
    ("resign", "give up"),
];

enum Next {
    /// The position has changed: this is the news.
    Changed(String),
    Same,
    Leave,
}

pub(super) struct Table {
    game: Match,
    opponent: Opponent,
    /// Whether the verdict is announced at every move.
    verdict: bool,
    /// The position that a hint was given for, by the number of changes.
    hinted: Option<Stamp>,
    kept: Option<Stamp>,
    lesson: bool,
}

impl Table {
    pub(super) fn new(game: Match, seed: Option<u64>, lesson: bool) -> Table {
        let opponent = Opponent::new(seed, Strength::default());
        Table {
            opponent,
            game,
            lesson,
            verdict: false,
            hinted: None,
            kept: None,
        }
    }

    fn board(&self) -> String {
        sentence(self.game.position(), &self.names(), false)
    }

    /// What both sides are called, the first player's first.
    fn names(&self) -> [String; 2] {
        Player::BOTH.map(|player| subject(&self.game, player))
    }
}

impl Talk {
    /// Plays a match until it is over or the person leaves.
    pub(super) fn play(&mut self, game: Match) -> Done {
        let mut table = Table::new(game, self.seed, false);
        table.verdict = self.is_set(Setting::Verdict) && self.settled.settings.values().verdict;
        if let Ok(record) = self.history() {
            let strength = Strength::of(&record, table.game.start().info().id);
            table.opponent = Opponent::new(self.seed, strength);
        }
        if !self.at_table(&mut table)? {
            return Ok(());
        }
        self.count(&table)?;
        self.after(&table.game)
    }

    /// Plays the match of a lesson, which is neither kept nor counted; whether the person won, `None` where the person
    /// leaves.
    pub(super) fn play_lesson(&mut self, game: Match, person: Player) -> Done<Option<bool>> {
        let mut table = Table::new(game, self.seed, true);
        let over = self.at_table(&mut table)?;
        Ok(over.then(|| {
            table
                .game
                .result()
                .is_some_and(|result| result.winner == Some(person))
        }))
    }

    /// The turns of a match; whether it came to its end.
    fn at_table(&mut self, table: &mut Table) -> Done<bool> {
        let at = table.game.position();
        let mut news = match table.lesson {
            true => String::new(),
            false => {
                let side = table
                    .game
                    .only_person()
                    .map_or(String::new(), |person| plays(at, person));
                format!("{}. {} {side}{}", title(at), rules(at), table.board())
            }
        };
        let mut begins = true;
        loop {
            if let Some(why) = self.keep(table) {
                news = format!("{news} {why}");
            }
            let Some(mover) = table.game.to_move() else {
                let result = result(&table.game);
                self.say(format!("{news} {result}").trim())?;
                return Ok(true);
            };
            let kind = table.game.participant(mover).kind;
            let mut stuck = "";
            if let PlayerKind::Computer(level) = kind {
                match self.reply(table, mover, level)? {
                    Some(told) => {
                        // What came before is an announcement of its own.
                        self.say(&news)?;
                        news = told;
                        continue;
                    }
                    None if stop::stopped() => return Err(Error::Closed),
                    None => {
                        stuck = " The computer plays only what is proved, and cannot move here."
                    }
                }
            }
            let turn = turn(&table.game, mover, begins);
            begins = false;
            let verdict = if table.verdict {
                self.verdict(table) + " "
            } else {
                String::new()
            };
            self.say(format!("{news}{stuck} {verdict}{turn}").trim())?;
            news = loop {
                let line = self.listen(&Prompt::of_move(table.game.position(), &[], &WORDS))?;
                match self.obey(table, &line, mover)? {
                    Next::Changed(news) => break news,
                    Next::Same => {}
                    Next::Leave => return Ok(false),
                }
            };
        }
    }

    /// Keeps the match for `continue` after every change; what is to be told where that fails the first time.
    fn keep(&mut self, table: &mut Table) -> Option<String> {
        let stamp = table.game.stamp();
        if table.lesson || stamp.changes == 0 || table.kept == Some(stamp) {
            return None;
        }
        table.kept = Some(stamp);
        let failed = match &self.store {
            Ok(store) => store
                .keep_left(Draft::of(&table.game), None)
                .err()
                .map(|e| e.to_string()),
            Err(why) => Some(why.clone()),
        }?;
        let why = sanitize::message(&format!(
            "The match cannot be kept for the next start: {failed}."
        ));
        self.unkept.replace(why.clone()).is_none().then_some(why)
    }

    /// The computer's move in words; `None` where nothing is proved.
    fn reply(&mut self, table: &mut Table, mover: Player, level: Level) -> Done<Option<String>> {
        let (at, played) = (table.game.position(), table.game.cursor());
        let Ok(analysis) = Budget::default().run(at.analyse(Opponent::ask())) else {
            return Ok(None);
        };
        let chosen = Budget::default()
            .run(|limits| table.opponent.choose(level, at, &analysis, played, limits));
        let Some(text) = chosen.map_err(Error::failed)? else {
            return Err(Error::failed("the computer found no move"));
        };
        if self.is_set(Setting::Pause) {
            std::io::Write::flush(&mut self.out)?;
            std::thread::sleep(Duration::from_millis(
                self.settled.settings.values().pause.0,
            ));
        }
        self.move_made(table, mover, &text).map(Some)
    }

    fn move_made(&mut self, table: &mut Table, mover: Player, text: &str) -> Done<String> {
        let told = in_past_tense(&table.game.position().move_words(text));
        let before = table.game.position().boxed_clone();
        table.game.play(text).map_err(Error::failed)?;
        let (who, at, names) = (
            subject(&table.game, mover),
            table.game.position(),
            table.names(),
        );
        let taken = taken(&before.scene(), &at.scene());
        let is_scored = before.score() != at.score();
        let score = if is_scored {
            score(at, &names)
        } else {
            String::new()
        };
        Ok(
            format!("{who} {told}{taken}. {}{score}", sentence(at, &names, true))
                .trim_end()
                .to_owned(),
        )
    }

    fn obey(&mut self, table: &mut Table, line: &str, mover: Player) -> Done<Next> {
        // What is a move of the game is played, whatever else it may mean.
        let error = match meant(table.game.position(), line) {
            Ok(choice) => {
                let before = self.judged(table);
                let news = self.move_made(table, mover, &choice.text)?;
                let lost = before.and_then(|could| self.thrown_away(table, mover, could));
                return Ok(Next::Changed(news + lost.unwrap_or_default()));
            }
            Err(error) => sanitize::message(&error),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok(Next::Leave),
            "where" => self.say(&format!(
                "{} {}",
                table.board(),
                turn(&table.game, mover, false)
            ))?,
            word if self.about(table.game.position(), &table.names(), word)? => {}
            "hint" | "t" => self.hint(table)?,
            "why" => self.reasons(table, &[Depth::Headline, Depth::Because])?,
            "more" => self.reasons(table, &[Depth::More])?,
            "verdict" => {
                table.verdict = !table.verdict;
                let text = match table.verdict {
                    true => self.verdict(table),
                    false => "The verdict is no longer announced.".to_owned(),
                };
                self.say(&text)?;
            }
            "all" => self.all_moves(table)?,
            "what" | "if" | "line" => {
                self.what_if(table, rest.strip_prefix("if").unwrap_or(rest).trim())?;
            }
            "undo" | "u" => return self.step(table, false),
            "redo" => return self.step(table, true),
            "played" => {
                let game = &table.game;
                let told = |(ply, m): (usize, &PlayedMove)| {
                    let words = game.position_at(ply).move_words(&m.text);
                    format!(
                        "Move {}: {} {}.",
                        ply + 1,
                        subject(game, m.by),
                        in_past_tense(&words)
                    )
                };
                let lines: Vec<String> = game.moves()[..game.cursor()]
                    .iter()
                    .enumerate()
                    .map(told)
                    .collect();
                let text = if lines.is_empty() {
                    "No move has been played.".to_owned()
                } else {
                    lines.join("\n")
                };
                self.say(&text)?;
            }
            "words" => {
                let lines: Vec<String> = Word::ALL
                    .iter()
                    .map(|word| format!("{}: {}", word.name(), word.definition()))
                    .collect();
                self.say(&lines.join("\n"))?;
            }
            "lessons" => {
                self.lessons()?;
                return Ok(Next::Changed(table.board()));
            }
            "lesson" => match rest.parse() {
                Ok(n) => {
                    self.lesson(n)?;
                    return Ok(Next::Changed(table.board()));
                }
                Err(_) => self.say("Expected the number of a lesson, such as: lesson 1.")?,
            },
            "review" => self.review(&table.game)?,
            "id" => self.say(&table.game.position().id())?,
            "save" => self.save(&table.game, rest)?,
            "resign" => {
                table.game.resign(mover);
                return Ok(Next::Changed(String::new()));
            }
            _ => self.say(&format!("{error}. Say ? for what you can say."))?,
        }
        Ok(Next::Same)
    }

    /// The analysis of the position; errors are announced.
    fn proved(&mut self, table: &Table, ask: Ask) -> Done<Option<Analysis>> {
        let found = Budget::default().run(table.game.position().analyse(ask));
        self.told(found.map_err(|stop| capital(&stop.to_string())))
    }

    fn verdict(&mut self, table: &Table) -> String {
        let game = &table.game;
        match Budget::default().run(game.position().analyse(Ask {
            most: 1,
            ..Ask::value()
        })) {
            Ok(analysis) => {
                let mover = game.mover_at(game.cursor());
                let is_you = game.only_person().is_some()
                    && matches!(game.participant(mover).kind, PlayerKind::Human);
                let verbs = if is_you {
                    ["win", "lose"]
                } else {
                    ["wins", "loses"]
                };
                let who = if is_you {
                    "you".to_owned()
                } else {
                    subject(game, mover)
                };
                let who = format!("with best play {who}");
                let names = table.names();
                let mut text = words::verdict_of(&who, verbs, &names, game.position(), &analysis);
                if analysis.value.outcome == Outcome::Win && !analysis.over {
                    let n = counted(analysis.winning_count, "winning move", "winning moves");
                    text += &format!(" {n}.");
                }
                text
            }
            Err(stop) => format!("{}.", capital(&stop.to_string())),
        }
    }

    /// The outcome of the position, where mistakes are to be told.
    fn judged(&self, table: &Table) -> Option<Outcome> {
        let at = table.game.position();
        table
            .verdict
            .then(|| Budget::default().run(|limits| at.outcome(limits)).ok())?
    }

    fn thrown_away(&self, table: &Table, maker: Player, could: Outcome) -> Option<&'static str> {
        let game = &table.game;
        let now = Budget::default()
            .run(|limits| game.position().outcome(limits))
            .ok()?;
        let now = if game.mover_at(game.cursor()) == maker {
            now
        } else {
            now.reversed()
        };
        match could {
            Outcome::Win if now < could => Some(" That threw the win away."),
            Outcome::Draw if now < could => Some(" That threw the draw away."),
            _ => None,
        }
    }

    /// The first hint keeps the move secret; the second names it.
    pub(super) fn hint(&mut self, table: &mut Table) -> Done {
        let Some(found) = self.proved(table, Ask::default())? else {
            return Ok(());
        };
        let Some(best) = &found.best else {
            return self.say("There is no move.");
        };
        let at = table.game.position();
        let reasons = |most: Reveals| {
            let told = found
                .reasons
                .iter()
                .filter(|r| r.reveals <= most && r.depth != Depth::More);
            told.map(|r| r.text.clone()).collect::<Vec<_>>().join("\n")
        };
        let stamp = Some(table.game.stamp());
        let text = if table.hinted == stamp {
            let what = if found.value.outcome == Outcome::Loss {
                "Best defence"
            } else {
                "Best"
            };
            format!(
                "{what}: {}; type {}.\n{}",
                at.move_words(&best.text),
                best.text,
                reasons(Reveals::Move)
            )
        } else {
            let count = match found.value.outcome {
                Outcome::Win => winning(found.winning_count, found.moves),
                Outcome::Draw => "You can keep the draw.".to_owned(),
                Outcome::Loss => {
                    "Every move loses against perfect play. Look for the move that delays the loss longest."
                        .to_owned()
                }
            };
            format!(
                "{count}\n{}\nSay hint again for the move.",
                reasons(Reveals::Where)
            )
        };
        table.hinted = stamp;
        self.say(&text)
    }

    pub(super) fn reasons(&mut self, table: &Table, depths: &[Depth]) -> Done {
        let Some(found) = self.proved(table, Ask::default())? else {
            return Ok(());
        };
        let hinted = table.hinted == Some(table.game.stamp());
        let most = if hinted {
            Reveals::Move
        } else {
            Reveals::Where
        };
        let wanted: Vec<_> = found
            .reasons
            .iter()
            .filter(|r| depths.contains(&r.depth))
            .collect();
        let told: Vec<String> = wanted
            .iter()
            .filter(|r| r.reveals <= most)
            .map(|r| r.text.clone())
            .collect();
        let text = match (told.is_empty(), wanted.is_empty()) {
            (false, _) => told.join("\n"),
            (true, false) => "The reason names the move: say hint twice first.".to_owned(),
            (true, true) => "There is no more to say.".to_owned(),
        };
        self.say(&text)
    }

    fn all_moves(&mut self, table: &Table) -> Done {
        let ask = Ask::value().with_all();
        let Some(found) = self.proved(table, ask)? else {
            return Ok(());
        };
        let legal = found.legal.unwrap_or_default();
        let at = table.game.position();
        let entry = |m: &LegalMove| {
            let left = m.remoteness.map_or(String::new(), |n| format!(" in {n}"));
            let (text, words) = (&m.choice.text, at.move_words(&m.choice.text));
            (
                format!("{text}, {words}: {}{left}", m.outcome.word()),
                Ok(text.clone()),
            )
        };
        self.tell(List::of(legal.iter().map(entry), Some(legal.len() as u64)).beside_moves(at))
    }

    /// How the game goes on after a move, or from here, when both sides play perfectly.
    fn what_if(&mut self, table: &Table, first: &str) -> Done {
        const LONGEST: usize = 20;
        let mut game = table.game.clone();
        let mut moves = Vec::new();
        if !first.is_empty() {
            let Some(choice) = self.told(meant(game.position(), first))? else {
                return Ok(());
            };
            game.play(&choice.text).map_err(Error::failed)?;
            moves.push(choice.text);
        }
        let line =
            Budget::default().run(|limits| PerfectLine::from(game.position(), LONGEST, limits));
        let Some(line) = self.told(line.map_err(|stop| capital(&stop.to_string())))? else {
            return Ok(());
        };
        moves.extend(line.moves);
        let mut game = table.game.clone();
        let mut entries = Vec::new();
        for text in moves {
            let who = subject(&game, game.mover_at(game.cursor()));
            let item = match entries.is_empty() {
                true => Ok(text.clone()),
                false => Err(
                    "That move comes later: only move 1 of the line can be played now.".to_owned(),
                ),
            };
            entries.push((
                format!("{who}: {}.", game.position().move_words(&text)),
                item,
            ));
            game.play(&text).map_err(Error::failed)?;
        }
        let all = entries.len() as u64;
        let mut list = List::of(entries.into_iter(), Some(all));
        list.lines.push(match game.result() {
            Some(_) => format!("That ends the game. {}", result(&game)),
            None => "And so on.".to_owned(),
        });
        self.tell(list.beside_moves(table.game.position()))
    }

    /// Goes back or forth to where a person is to move.
    fn step(&mut self, table: &mut Table, forth: bool) -> Done<Next> {
        let game = &mut table.game;
        let from = game.cursor();
        loop {
            if !(if forth { game.redo() } else { game.undo() }) {
                // The computer's own first moves are no one's to take back.
                game.jump(from);
                let what = if forth { "play again" } else { "take back" };
                self.say(&format!("There is no move to {what}."))?;
                return Ok(Next::Same);
            }
            match game.to_move() {
                Some(player) if game.participant(player).kind != PlayerKind::Human => {}
                _ => break,
            }
        }
        let what = if forth {
            "Played again."
        } else {
            "Taken back."
        };
        Ok(Next::Changed(format!("{what} {}", table.board())))
    }

    /// Saves the match under a name; `NAME replace` also where there is a saved game of that name.
    fn save(&mut self, game: &Match, name: &str) -> Done {
        let (name, replace) = match name.rsplit_once(' ') {
            Some((name, word)) if word.eq_ignore_ascii_case("replace") => (name.trim(), true),
            _ => (name, false),
        };
        let saved = self.store.as_ref().map_err(Clone::clone).and_then(|store| {
            let name = if name.is_empty() {
                store.suggest(game)
            } else {
                name.to_owned()
            };
            store
                .save(game, &name, replace)
                .map_err(|error| match error {
                    StoreError::Exists(_) => {
                        format!("{error}. To replace it, say: save {name} replace")
                    }
                    error => error.to_string(),
                })
        });
        let text = match saved {
            Ok(saved) => format!("Saved as {}.", saved.path.display()),
            Err(e) => format!("Not saved: {}.", sanitize::message(&e)),
        };
        self.say(&text)
    }

    /// Counts a match that came to its end in the record.
    fn count(&mut self, table: &Table) -> Done {
        let game = &table.game;
        let Some(result) = game.result() else {
            return Ok(());
        };
        if game.stamp().changes == 0 || self.store.is_err() {
            return Ok(());
        }
        // Between two people the first one is the one who is counted.
        let kinds = Player::BOTH.map(|p| game.participant(p).kind);
        let person = match (game.only_person(), kinds) {
            (Some(person), _) => person,
            (None, [PlayerKind::Human, _]) => Player::First,
            (None, _) => return Ok(()),
        };
        let (opponent, score) = (
            kinds[person.other().index()],
            Score::of(result.winner, person),
        );
        let word = game.position().info().id;
        let reviewed = Budget::default().run(|limits| review(game, limits, &mut |_, _| ()));
        let decisions = reviewed.map_or_else(|_| Vec::new(), |review| decisions(&review, person));
        self.change_record(|history| {
            history.add_match(word, opponent, score);
            history.add_decisions(word, &decisions);
        })
    }

    fn after(&mut self, game: &Match) -> Done {
        let items = ["Review the match", "Save it", "Play the same again"].map(str::to_owned);
        loop {
            match self.pick("What next?", &items)? {
                None => return Ok(()),
                Some(0) => self.review(game)?,
                Some(1) => self.save(game, "")?,
                Some(_) => {
                    let again = Match::new(game.start().boxed_clone(), game.participants().clone());
                    return self.play(again);
                }
            }
        }
    }
}

/// How many of the moves win; `None` past what is counted.
fn winning(count: u128, moves: Option<u64>) -> String {
    match (count, moves) {
        (1, Some(1)) => "The only move wins.".to_owned(),
        (1, Some(all)) => format!("Exactly one of the {all} moves wins."),
        (n, Some(all)) if n == u128::from(all) => "Every move wins.".to_owned(),
        (n, Some(all)) => format!("{n} of {all} moves win."),
        (n, None) => format!("{} win.", counted(n, "move", "moves")),
    }
}

/// What a player is called at the start of a sentence: the only person is spoken to.
pub(super) fn subject(game: &Match, player: Player) -> String {
    let side = game.participant(player);
    match side.kind {
        PlayerKind::Human if game.only_person().is_some() => "You".to_owned(),
        PlayerKind::Computer(_) if game.only_person().is_some() => "Computer".to_owned(),
        _ => side.name.clone(),
    }
}

/// Whose turn it is, as the prompt; at first with what is expected.
fn turn(game: &Match, mover: Player, begins: bool) -> String {
    let expects = match game.position().choices(&[], 1).list.first() {
        Some(first) if begins => format!("Type a move, such as {}, or ? for help.", first.text),
        _ => String::new(),
    };
    let whose = match game.participant(mover).kind {
        PlayerKind::Human if game.only_person().is_some() => "Your move.".to_owned(),
        PlayerKind::Human => format!("{} to move.", game.participant(mover).name),
        PlayerKind::Computer(_) => "Type a move for it, or q.".to_owned(),
    };
    format!("{whose} {expects}").trim_end().to_owned()
}

fn result(game: &Match) -> String {
    let Some(result) = game.result() else {
        return "The match is over.".to_owned();
    };
    let wins = |winner: Player| match subject(game, winner).as_str() {
        "You" => "You win".to_owned(),
        name => format!("{name} wins"),
    };
    match (result.winner, result.by) {
        (None, _) => "It is a draw.".to_owned(),
        (Some(winner), End::Resignation) => {
            format!(
                "{} resigned. {}.",
                subject(game, winner.other()),
                wins(winner)
            )
        }
        (Some(winner), End::Score) => match game.position().score() {
            Some([a, b]) => format!("{} {} to {}.", wins(winner), a.max(b), a.min(b)),
            None => format!("{}.", wins(winner)),
        },
        (Some(winner), _) => format!("{}.", wins(winner)),
    }
}
