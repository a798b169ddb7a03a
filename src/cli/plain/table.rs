//! A match as a conversation.

use super::board::sentence;
use super::{LISTED, Talk, meant};
use crate::cli::error::{Done, Error};
use crate::cli::stop::{self, Budget};
use crate::cli::words;
use crate::draw::{Marks, Style, album};
use crate::play::history::Score;
use crate::play::left;
use crate::play::names::title;
use crate::play::opponent::Opponent;
use crate::play::record::Draft;
use crate::play::review::review;
use crate::play::strength::{Strength, decisions};
use crate::play::{End, Level, Match, PlayerKind, Stamp};
use nimatron_core::erased::{Analysis, Ask, PerfectLine};
use nimatron_core::games::reasons::{capital, counted};
use nimatron_core::rules::in_past_tense;
use nimatron_core::rules::{Depth, Outcome, Player, Reveals, Word, sanitize};

/// The commands at the table.
const WORDS: [(&str, &str); 19] = [
    ("a move", "play it; hear its form with `moves`"),
    ("moves", "the legal moves, with what you type for them"),
    ("where", "the position in words"),
    ("rules", "the rules of the game"),
    ("board", "the position as a small drawing"),
    ("hint", "a first hint; say it again for the move itself"),
    ("why", "the idea that decides the position, and why"),
    ("more", "further reasons"),
    ("verdict", "say who wins at every move, or stop saying it"),
    ("all", "every move, with its outcome"),
    ("what if MOVE", "how the game goes on after a move, or from here; nothing is played"),
    ("undo, redo", "take back your last move, or play it again"),
    ("played", "the moves so far"),
    ("words", "what the words of the reasons mean"),
    ("lessons", "the lessons"),
    ("review", "what each move kept or threw away"),
    ("save NAME", "save the match"),
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
        Table { opponent, game, lesson, verdict: false, hinted: None, kept: None }
    }

    fn board(&self) -> String {
        sentence(&self.game.position().scene(), false)
    }
}

impl Talk {
    /// Plays a match until it is over or the person leaves. `alone`: it is all that the program was started for.
    pub(super) fn play(&mut self, game: Match, alone: bool) -> Done {
        let mut table = Table::new(game, self.seed, false);
        if let Ok(record) = self.history() {
            let strength = Strength::of(&record, table.game.start().info().id);
            table.opponent = Opponent::new(self.seed, strength);
        }
        if !self.at_table(&mut table)? {
            return Ok(());
        }
        self.count(&table)?;
        if alone { Ok(()) } else { self.after(&table.game) }
    }

    /// Plays the match of a lesson, which is neither kept nor counted; whether the person won.
    pub(super) fn play_lesson(&mut self, game: Match, person: Player) -> Done<bool> {
        let mut table = Table::new(game, self.seed, true);
        let over = self.at_table(&mut table)?;
        Ok(over && table.game.result().is_some_and(|result| result.winner == Some(person)))
    }

    /// The turns of a match; whether it came to its end.
    fn at_table(&mut self, table: &mut Table) -> Done<bool> {
        let at = table.game.position();
        let mut news = match table.lesson {
            true => String::new(),
            false => format!("{}. {} {}", title(at), at.rule(), table.board()),
        };
        let mut begins = true;
        loop {
            if let Some(why) = self.keep(table) {
                news = format!("{news} {why}");
            }
            let Some(mover) = table.game.to_move() else {
                let result = result(&table.game);
                self.announce(format!("{news} {result}").trim())?;
                return Ok(true);
            };
            let kind = table.game.participant(mover).kind;
            let mut stuck = "";
            if let PlayerKind::Computer(level) = kind {
                match self.reply(table, mover, level)? {
                    Some(told) => {
                        // What came before is an announcement of its own.
                        self.announce(&news)?;
                        news = told;
                        continue;
                    }
                    None if stop::stopped() => return Err(Error::Closed),
                    None => stuck = " The computer plays only what is proved, and cannot move here.",
                }
            }
            let turn = turn(&table.game, mover, begins);
            begins = false;
            self.listed.clear();
            let verdict = if table.verdict { self.verdict(table) + " " } else { String::new() };
            self.announce(format!("{news}{stuck} {verdict}{turn}").trim())?;
            news = loop {
                let line = self.listen(&WORDS)?;
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
            Ok(store) => left::keep(store, Draft::of(&table.game), None).err().map(|e| e.to_string()),
            Err(why) => Some(why.clone()),
        }?;
        let why = sanitize::message(&format!("The match cannot be kept for the next start: {failed}."));
        self.unkept.replace(why.clone()).is_none().then_some(why)
    }

    /// The computer's move in words; `None` where nothing is proved.
    fn reply(&mut self, table: &mut Table, mover: Player, level: Level) -> Done<Option<String>> {
        let (at, played) = (table.game.position(), table.game.cursor());
        let Ok(analysis) = Budget::default().run(at.analyse(Opponent::ask())) else { return Ok(None) };
        let chosen =
            Budget::default().run(|limits| table.opponent.choose(level, at, &analysis, played, limits));
        let Some(text) = chosen.map_err(Error::failed)? else {
            return Err(Error::failed("the computer found no move"));
        };
        let pause = self.pause();
        if !pause.is_zero() {
            std::io::Write::flush(&mut self.out)?;
            std::thread::sleep(pause);
        }
        self.move_made(table, mover, &text).map(Some)
    }

    fn move_made(&mut self, table: &mut Table, mover: Player, text: &str) -> Done<String> {
        let told = in_past_tense(&table.game.position().move_words(text));
        table.game.play(text).map_err(Error::failed)?;
        let who = subject(&table.game, mover);
        Ok(format!("{who} {told}. {}", sentence(&table.game.position().scene(), true)))
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
            "moves" => self.list_moves(table)?,
            "where" => self.say(&table.board())?,
            "rules" | "rule" => self.say(&table.game.position().rule())?,
            "board" => self.drawing(table)?,
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
                let played = game.moves()[..game.cursor()].iter();
                let lines: Vec<String> = (1..)
                    .zip(played)
                    .map(|(n, m)| format!("{n}. {}: {}", game.participant(m.by).name, m.text))
                    .collect();
                let text =
                    if lines.is_empty() { "No move has been played.".to_owned() } else { lines.join("\n") };
                self.say(&text)?;
            }
            "words" => {
                let lines: Vec<String> =
                    Word::ALL.iter().map(|word| format!("{}: {}", word.name(), word.definition())).collect();
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
            _ => {
                // Where some number is a move, a number that is none stands for nothing else.
                let at = table.game.position();
                let is_move = || (0..=LISTED).any(|n| at.legal(&n.to_string()).is_ok());
                let listed = line.parse().ok().and_then(|n: usize| self.listed.get(n.checked_sub(1)?));
                match listed.filter(|word| !word.is_empty() && !is_move()).cloned() {
                    Some(word) => self.meant = Some(word),
                    None => self.say(&format!("{error}. Say ? for what you can say."))?,
                }
            }
        }
        Ok(Next::Same)
    }

    fn list_moves(&mut self, table: &Table) -> Done {
        let at = table.game.position();
        let found = at.choices(&[], LISTED);
        self.listed = found.list.iter().map(|choice| choice.text.clone()).collect();
        let lines = found.list.iter().map(|choice| match at.move_words(&choice.text) {
            said if said == choice.text => said,
            said => format!("{said}: type {}", choice.text),
        });
        let all = if found.complete { Some(found.list.len() as u64) } else { at.count_moves() };
        self.say_list(lines, all)
    }

    fn drawing(&mut self, table: &Table) -> Done {
        let style = Style { ascii: true };
        let scene = table.game.position().scene();
        let drawing = album::whole(&scene, 79, &Marks::default(), style);
        let text = drawing.text();
        for line in text.trim_end_matches('\n').lines() {
            std::io::Write::write_all(&mut self.out, format!("{}\n", line.trim_end()).as_bytes())?;
        }
        Ok(())
    }

    /// The analysis of the position; errors are announced.
    fn proved(&mut self, table: &Table, ask: Ask) -> Done<Option<Analysis>> {
        let found = Budget::default().run(table.game.position().analyse(ask));
        self.told(found.map_err(|stop| capital(&stop.to_string())))
    }

    fn verdict(&mut self, table: &Table) -> String {
        let game = &table.game;
        match Budget::default().run(game.position().analyse(Ask { most: 1, ..Ask::value() })) {
            Ok(analysis) => {
                let mover = game.mover_at(game.cursor());
                let is_you =
                    game.only_person().is_some() && matches!(game.participant(mover).kind, PlayerKind::Human);
                let verbs = if is_you { ["win", "lose"] } else { ["wins", "loses"] };
                let who = subject(game, mover);
                let mut text = words::verdict_of(&who, verbs, game.position(), &analysis);
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
        table.verdict.then(|| Budget::default().run(|limits| at.outcome(limits)).ok())?
    }

    fn thrown_away(&self, table: &Table, maker: Player, could: Outcome) -> Option<&'static str> {
        let game = &table.game;
        let now = Budget::default().run(|limits| game.position().outcome(limits)).ok()?;
        let now = if game.mover_at(game.cursor()) == maker { now } else { now.reversed() };
        match could {
            Outcome::Win if now < could => Some(" That threw the win away."),
            Outcome::Draw if now < could => Some(" That threw the draw away."),
            _ => None,
        }
    }

    /// The first hint keeps the move secret; the second names it.
    pub(super) fn hint(&mut self, table: &mut Table) -> Done {
        let Some(found) = self.proved(table, Ask::default())? else { return Ok(()) };
        let Some(best) = &found.best else { return self.say("There is no move.") };
        let at = table.game.position();
        let reasons = |most: Reveals| {
            let told = found.reasons.iter().filter(|r| r.reveals <= most && r.depth != Depth::More);
            told.map(|r| r.text.clone()).collect::<Vec<_>>().join("\n")
        };
        let stamp = Some(table.game.stamp());
        let text = if table.hinted == stamp {
            let what = if found.value.outcome == Outcome::Loss { "Best defence" } else { "Best" };
            format!("{what}: {}; type {}.\n{}", at.move_words(&best.text), best.text, reasons(Reveals::Move))
        } else {
            let count = match found.value.outcome {
                Outcome::Win => winning(found.winning_count, found.moves),
                Outcome::Draw => "You can hold the draw.".to_owned(),
                Outcome::Loss => {
                    "Every move loses against perfect play. Look for the move that delays the loss longest."
                        .to_owned()
                }
            };
            format!("{count}\n{}\nSay hint again for the move.", reasons(Reveals::Where))
        };
        table.hinted = stamp;
        self.say(&text)
    }

    fn reasons(&mut self, table: &Table, depths: &[Depth]) -> Done {
        let Some(found) = self.proved(table, Ask::default())? else { return Ok(()) };
        let hinted = table.hinted == Some(table.game.stamp());
        let most = if hinted { Reveals::Move } else { Reveals::Where };
        let wanted: Vec<_> = found.reasons.iter().filter(|r| depths.contains(&r.depth)).collect();
        let told: Vec<String> = wanted.iter().filter(|r| r.reveals <= most).map(|r| r.text.clone()).collect();
        let text = match (told.is_empty(), wanted.is_empty()) {
            (false, _) => told.join("\n"),
            (true, false) => "The reason names the move: say hint twice first.".to_owned(),
            (true, true) => "There is no more to say.".to_owned(),
        };
        self.say(&text)
    }

    fn all_moves(&mut self, table: &Table) -> Done {
        let ask = Ask::value().with_all();
        let Some(found) = self.proved(table, ask)? else { return Ok(()) };
        let legal = found.legal.unwrap_or_default();
        self.listed = legal.iter().take(LISTED).map(|m| m.choice.text.clone()).collect();
        let at = table.game.position();
        let lines = legal.iter().map(|m| {
            let left = m.remoteness.map_or(String::new(), |n| format!(" in {n}"));
            let (text, words) = (&m.choice.text, at.move_words(&m.choice.text));
            format!("{text}, {words}: {}{left}", m.outcome.word())
        });
        self.say_list(lines, Some(legal.len() as u64))
    }

    /// How the game goes on after a move, or from here, when both sides play perfectly.
    fn what_if(&mut self, table: &Table, first: &str) -> Done {
        const LONGEST: usize = 20;
        let mut at = table.game.position().boxed_clone();
        let mut lines = Vec::new();
        if !first.is_empty() {
            let Some(choice) = self.told(at.legal(first))? else { return Ok(()) };
            lines.push(format!("1. {}", at.move_words(&choice.text)));
            at.play(&choice.text).map_err(Error::failed)?;
        }
        match Budget::default().run(|limits| PerfectLine::from(&*at, LONGEST, limits)) {
            Ok(line) => {
                for text in line.moves {
                    lines.push(format!("{}. {}", lines.len() + 1, at.move_words(&text)));
                    at.play(&text).map_err(Error::failed)?;
                }
                lines.push(if at.is_over() { "The game is over then." } else { "And so on." }.to_owned());
            }
            Err(stop) => lines.push(format!("{}.", capital(&stop.to_string()))),
        }
        self.say(&lines.join("\n"))
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
        let what = if forth { "Played again." } else { "Taken back." };
        Ok(Next::Changed(format!("{what} {}", table.board())))
    }

    fn save(&mut self, game: &Match, name: &str) -> Done {
        let saved = self.store.as_ref().map_err(Clone::clone).and_then(|store| {
            let name = if name.is_empty() { store.suggest(game) } else { name.to_owned() };
            store.save(game, &name, false).map_err(|e| e.to_string())
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
        let Some(result) = game.result() else { return Ok(()) };
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
        let (opponent, score) = (kinds[person.other().index()], Score::of(result.winner, person));
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
                    return self.play(again, false);
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
fn subject(game: &Match, player: Player) -> String {
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
    let Some(result) = game.result() else { return "The match is over.".to_owned() };
    let wins = |winner: Player| match subject(game, winner).as_str() {
        "You" => "You win".to_owned(),
        name => format!("{name} wins"),
    };
    match (result.winner, result.by) {
        (None, _) => "It is a draw.".to_owned(),
        (Some(winner), End::Resignation) => {
            format!("{} resigned. {}.", subject(game, winner.other()), wins(winner))
        }
        (Some(winner), End::Score) => match game.position().score() {
            Some([a, b]) => format!("{} {} to {}.", wins(winner), a.max(b), a.min(b)),
            None => format!("{}.", wins(winner)),
        },
        (Some(winner), _) => format!("{}.", wins(winner)),
    }
}
