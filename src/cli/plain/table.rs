//! Plays a match as a conversation.

use std::time::Duration;

use super::board::{plays, score, sentence};
use super::words::taken;
use super::{List, Prompt, Talk, rules};
use crate::cli::error::{Done, Error};
use crate::cli::stop::{self, Budget};
use crate::cli::words;
use crate::play::opponent::Opponent;
use crate::play::record::Draft;
use crate::play::session::{Command, Said, Session, Task, Verdict, of_depth};
use crate::play::store::StoreError;
use crate::play::strength::Strength;
use crate::play::typed::parse_move;
use crate::play::{End, Match, MatchResult, PlayerKind, Stamp};
use crate::settings::Setting;
use nimatron_core::erased::{Analysis, AnyPosition, Ask, LegalMove, PerfectLine};
use nimatron_core::games::reasons::{capital, counted_wins, join, moves_that_win};
use nimatron_core::rules::{
    Depth, Outcome, Player, ReasonText, Reveals, Word, in_past_tense, sanitize,
};
use nimatron_core::{tr, tr_key};

const WORDS: [(&str, &str); 14] = [
    (
        "hint",
        tr_key!("a first hint; say it again for the move itself"),
    ),
    (
        "why",
        tr_key!("the idea that decides the position, and why"),
    ),
    ("more", tr_key!("further reasons")),
    (
        "verdict",
        tr_key!("say who wins at every move, or stop saying it"),
    ),
    ("all", tr_key!("every move, with its outcome")),
    (
        "what if MOVE",
        tr_key!("how the game goes on after a move, or from here; nothing is played"),
    ),
    (
        "undo, redo",
        tr_key!("take back your last move, or play it again"),
    ),
    ("played", tr_key!("the moves so far")),
    ("words", tr_key!("what the words of the reasons mean")),
    ("lessons", tr_key!("the lessons")),
    ("review", tr_key!("what each move kept or threw away")),
    (
        "save NAME",
        tr_key!("save the match; save NAME replace: over a saved game"),
    ),
    ("id", tr_key!("the ID of the position")),
    ("resign", tr_key!("give up")),
];

/// A match in progress, and the stamp of the state last stored for `continue`.
pub(super) struct Table {
    session: Session,
    kept: Option<Stamp>,
}

impl Table {
    fn board(&self) -> String {
        let game = self.session.game();
        sentence(game.position(), &names(game), false)
    }
}

fn names(game: &Match) -> [String; 2] {
    Player::BOTH.map(|player| subject(game, player))
}

enum Next {
    /// The position has changed. The text announces the change.
    Changed(String),
    Same,
    Leave,
}

impl Talk {
    pub(super) fn play(&mut self, game: Match) -> Done {
        let strength = self.history().map_or_else(
            |_| Strength::default(),
            |record| Strength::from_history(&record, game.start().info().id),
        );
        let verdict = if self.is_set(Setting::Verdict) && self.settled.settings.values().verdict {
            Verdict::Who
        } else {
            Verdict::Hidden
        };
        let session = Session::new(game, Task::Free)
            .against(Opponent::new(self.seed, strength))
            .with_verdict(verdict);
        let mut table = Table {
            session,
            kept: None,
        };
        if !self.at_table(&mut table)? {
            return Ok(());
        }
        self.count(&mut table.session)?;
        self.after(table.session.game())
    }

    /// Plays a lesson's match, which is neither stored nor counted. Returns whether the match was finished, and its
    /// session.
    pub(super) fn play_lesson(&mut self, session: Session) -> Done<(bool, Session)> {
        let opponent = Opponent::new(self.seed, Strength::default());
        let mut table = Table {
            session: session.against(opponent),
            kept: None,
        };
        let over = self.at_table(&mut table)?;
        Ok((over, table.session))
    }

    /// Runs the match. Returns `true` once the match is over, or `false` if the user leaves before the end.
    fn at_table(&mut self, table: &mut Table) -> Done<bool> {
        let game = table.session.game();
        let mut news = if table.session.is_own() {
            let at = game.position();
            let side = game
                .only_person()
                .map_or(String::new(), |person| plays(at, person));
            format!("{}. {} {side}{}", at.title(), rules(at), table.board())
        } else {
            String::new()
        };
        let mut begins = true;
        loop {
            if let Some(why) = self.keep(table) {
                news = format!("{news} {why}");
            }
            let game = table.session.game();
            let Some(mover) = game.to_move() else {
                let result = game.result().map(|found| result(game, found));
                let result = result.unwrap_or_else(|| tr!("The match is over.").to_owned());
                self.say(format!("{news} {result}").trim())?;
                return Ok(true);
            };
            let mut stuck = "";
            if let PlayerKind::Computer(_) = game.participant(mover).kind {
                if let Some(told) = self.reply(&mut table.session)? {
                    self.say(&news)?;
                    news = told;
                    continue;
                }
                stuck = tr!(" The computer plays only what is proved, and cannot move here.");
            }
            let verdict = self.verdict(&mut table.session);
            let verdict = verdict.map_or_else(String::new, |text| text + " ");
            let turn = turn(table.session.game(), mover, begins);
            begins = false;
            self.say(format!("{news}{stuck} {verdict}{turn}").trim())?;
            news = loop {
                let at = table.session.game().position();
                let line = self.listen(&Prompt::of_move(at, &[], &WORDS))?;
                match self.obey(table, &line, mover)? {
                    Next::Changed(news) => break news,
                    Next::Same => {}
                    Next::Leave => return Ok(false),
                }
            };
        }
    }

    /// Stores the match for `continue` if the match has changed. Returns a message the first time that the match cannot
    /// be stored.
    fn keep(&mut self, table: &mut Table) -> Option<String> {
        let game = table.session.game();
        let stamp = game.stamp();
        if !table.session.is_own() || stamp.changes == 0 || table.kept == Some(stamp) {
            return None;
        }
        table.kept = Some(stamp);
        let failed = match &self.store {
            Ok(store) => store
                .keep_left(Draft::new(game), None)
                .err()
                .map(|e| e.to_string()),
            Err(why) => Some(why.clone()),
        }?;
        let why = sanitize::message(&tr!(
            "The match cannot be kept for the next start: {failed}."
        ));
        self.unkept.replace(why.clone()).is_none().then_some(why)
    }

    pub(super) fn apply(&mut self, session: &mut Session, command: Command) -> Done<Vec<Said>> {
        let said = session.apply(command);
        for said in &said {
            if let Said::Count(counted) = said {
                self.change_record(|record| record.count(counted))?;
            }
        }
        Ok(said)
    }

    fn find_out(&self, session: &mut Session) {
        if let Some(question) = session.question() {
            session.learn(Budget::default().run(|limits| question.answer(limits)));
        }
    }

    fn analysed<'s>(&mut self, session: &'s mut Session) -> Done<Option<&'s Analysis>> {
        self.find_out(session);
        let found = session.here().map(Result::as_ref).transpose();
        let found = self.or_complain(found.map_err(|stop| capital(&stop.to_string())))?;
        Ok(found.flatten())
    }

    fn reply(&mut self, session: &mut Session) -> Done<Option<String>> {
        session.apply(Command::Wake);
        self.find_out(session);
        if stop::stopped() {
            return Err(Error::Closed);
        }
        if session.chosen().is_none() {
            return Ok(None);
        }
        if self.is_set(Setting::Pause) {
            std::io::Write::flush(&mut self.out)?;
            std::thread::sleep(Duration::from_millis(
                self.settled.settings.values().pause.0,
            ));
        }
        session.apply(Command::Reply);
        Ok(Some(last_move(session.game())))
    }

    fn obey(&mut self, table: &mut Table, line: &str, mover: Player) -> Done<Next> {
        let session = &mut table.session;
        // If the line is both a legal move and a command, play the move.
        let error = match parse_move(session.game().position(), line) {
            Ok(choice) => {
                let ply = session.game().cursor();
                session.apply(Command::Play(choice.text));
                let news = last_move(session.game());
                let thrown = self.thrown_away(session, ply);
                return Ok(Next::Changed(news + thrown));
            }
            Err(error) => sanitize::message(&error),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let at = session.game().position();
        match word.to_ascii_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok(Next::Leave),
            "where" => {
                let turn = turn(session.game(), mover, false);
                self.say(&format!("{} {turn}", table.board()))?;
            }
            "board" => self.board(&session.game().scene_at(session.game().cursor()), &[])?,
            word if self.about(at, &names(session.game()), word)? => {}
            "hint" | "t" => self.hint(session)?,
            "why" => self.reasons(session, &[Depth::Headline, Depth::Because])?,
            "more" => self.reasons(session, &[Depth::More])?,
            "verdict" => {
                let wanted = match session.verdict() {
                    Verdict::Hidden => Verdict::Who,
                    _ => Verdict::Hidden,
                };
                session.apply(Command::Verdict(wanted));
                let text = self.verdict(session);
                self.say(
                    text.as_deref()
                        .unwrap_or(tr!("The verdict is no longer announced.")),
                )?;
            }
            "all" => self.all_moves(at)?,
            "what" | "if" | "line" => {
                let first = rest.strip_prefix("if").unwrap_or(rest).trim();
                self.what_if(session.game(), first)?;
            }
            "undo" | "u" => return self.step(table, Command::Undo),
            "redo" => return self.step(table, Command::Redo),
            "played" => {
                let game = session.game();
                let moves = session.last_moves(game.cursor());
                let told = |(n, (by, words)): (usize, (Player, String))| {
                    tr!("Move {n}: {who} {words}.", who = subject(game, by))
                };
                self.say(&match join((1..).zip(moves).map(told), "\n") {
                    none if none.is_empty() => tr!("No move has been played.").to_owned(),
                    moves => moves,
                })?;
            }
            "words" => {
                let line = |word: Word| format!("{}: {}", word.name(), word.definition());
                self.say(&join(Word::ALL.map(line), "\n"))?;
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
                Err(_) => self.say(tr!("Expected the number of a lesson, such as: lesson 1."))?,
            },
            "review" => self.review(session.game())?,
            "id" => self.say(&at.id())?,
            "save" => self.save(session.game(), rest)?,
            "resign" => {
                session.apply(Command::Resign);
                return Ok(Next::Changed(String::new()));
            }
            _ => self.say(&tr!("{error}. Say ? for what you can say."))?,
        }
        Ok(Next::Same)
    }

    fn verdict(&mut self, session: &mut Session) -> Option<String> {
        if session.verdict() == Verdict::Hidden {
            return None;
        }
        self.find_out(session);
        let analysis = match session.here()? {
            Ok(analysis) => analysis,
            Err(stop) => return Some(format!("{}.", capital(&stop.to_string()))),
        };
        let game = session.game();
        let mover = game.mover_at(game.cursor());
        let is_you = game.only_person() == Some(mover);
        let who = subject(game, mover);
        let verdicts = if is_you {
            [
                tr!("with best play you win").to_owned(),
                tr!("with best play you lose").to_owned(),
            ]
        } else {
            [
                tr!("with best play {who} wins"),
                tr!("with best play {who} loses"),
            ]
        };
        let mut text = words::verdict_of(verdicts, &names(game), game.position(), analysis);
        if analysis.value.outcome == Outcome::Win && !analysis.over {
            let n = counted_wins(
                analysis.winning_count,
                tr!("winning move"),
                tr!("winning moves"),
            );
            text += &format!(" {n}.");
        }
        Some(text)
    }

    /// If the move at `ply` threw away a win or a draw, returns a sentence that says so.
    fn thrown_away(&mut self, session: &mut Session, ply: usize) -> &'static str {
        if session.verdict() == Verdict::Hidden {
            return "";
        }
        self.find_out(session);
        match session.thrown_away(ply) {
            Some(Outcome::Win) => tr!(" That threw the win away."),
            Some(Outcome::Draw) => tr!(" That threw the draw away."),
            _ => "",
        }
    }

    /// Reads out a hint. Only the second hint reveals the move.
    pub(super) fn hint(&mut self, session: &mut Session) -> Done {
        if self.analysed(session)?.is_none() {
            return Ok(());
        }
        self.apply(session, Command::Hint)?;
        let at = session.game().position();
        let step = session.hint();
        let Some((found, best)) = session
            .analysis()
            .and_then(|found| Some((found, found.advised()?)))
        else {
            return self.say(tr!("There is no move."));
        };
        let reasons = in_lines(session.reasons(step).filter(|r| r.depth != Depth::More));
        let text = if step == Reveals::Move {
            let what = if found.value.outcome == Outcome::Loss {
                tr!("Best defence")
            } else {
                tr!("Best")
            };
            let words = at.move_words(&best.text);
            match typed(at, &best.text) {
                text if text == words => format!("{what}: {words}.\n{reasons}"),
                text => tr!("{what}: {words}; type {text}.\n{reasons}"),
            }
        } else {
            let count = match found.value.outcome {
                Outcome::Win => moves_that_win(found.moves, found.winning_count, 0),
                Outcome::Draw => tr!("You can keep the draw.").to_owned(),
                Outcome::Loss => {
                    tr!("Every move loses against perfect play. Look for the move that delays the loss longest.")
                        .to_owned()
                }
            };
            tr!("{count}\n{reasons}\nSay hint again for the move.")
        };
        self.say(&text)
    }

    /// Reads out the reasons at the given depths. Omits reasons that reveal the move, unless a hint has revealed it.
    pub(super) fn reasons(&mut self, session: &mut Session, depths: &[Depth]) -> Done {
        if self.analysed(session)?.is_none() {
            return Ok(());
        }
        let most = session.hint().max(Reveals::Where);
        let told = in_lines(of_depth(session.reasons(most), depths));
        let is_more = of_depth(session.reasons(Reveals::Move), depths)
            .next()
            .is_some();
        let text = match (told.is_empty(), is_more) {
            (false, _) => told,
            (true, true) => tr!("The reason names the move: say hint twice first.").to_owned(),
            (true, false) => tr!("There is no more to say.").to_owned(),
        };
        self.say(&text)
    }

    fn all_moves(&mut self, at: &dyn AnyPosition) -> Done {
        let found = Budget::default().run(at.analyse(Ask::value().with_all()));
        let legal = found.and_then(Analysis::all_moves);
        let Some(legal) = self.or_complain(legal.map_err(|stop| capital(&stop.to_string())))?
        else {
            return Ok(());
        };
        let entry = |m: &LegalMove| {
            let left = m.remoteness.map_or(String::new(), |n| tr!(" in {n}"));
            let text = &m.choice.text;
            let words = at.move_words(&m.choice.text);
            (
                format!("{text}, {words}: {}{left}", m.outcome.name()),
                Ok(text.clone()),
            )
        };
        self.tell(List::new(legal.iter().map(entry), Some(legal.len() as u64)).beside_moves(at))
    }

    /// Describes perfect play by both sides. If `first` is not empty, play begins with that move.
    fn what_if(&mut self, played: &Match, first: &str) -> Done {
        const LONGEST: usize = 20;
        let mut at = played.position().boxed_clone();
        let mut moves = Vec::new();
        if !first.is_empty() {
            let Some(choice) = self.or_complain(parse_move(&*at, first))? else {
                return Ok(());
            };
            at.play(&choice.text).map_err(Error::failed)?;
            moves.push(choice.text);
        }
        let line = Budget::default().run(|limits| PerfectLine::from(&*at, LONGEST, limits));
        let Some(line) = self.or_complain(line.map_err(|stop| capital(&stop.to_string())))? else {
            return Ok(());
        };
        moves.extend(line.moves);
        let mut game = played.clone();
        let mut entries = Vec::new();
        for text in moves {
            let who = subject(&game, game.mover_at(game.cursor()));
            let item = if entries.is_empty() {
                Ok(text.clone())
            } else {
                Err(
                    tr!("That move comes later: only move 1 of the line can be played now.")
                        .to_owned(),
                )
            };
            entries.push((
                format!("{who}: {}.", game.position().move_words(&text)),
                item,
            ));
            game.play(&text).map_err(Error::failed)?;
        }
        let all = entries.len() as u64;
        let mut list = List::new(entries.into_iter(), Some(all));
        list.lines.push(match game.result() {
            Some(found) => tr!(
                "That ends the game. {result}",
                result = result(&game, found)
            ),
            None => tr!("And so on.").to_owned(),
        });
        self.tell(list.beside_moves(played.position()))
    }

    /// Takes back or replays moves until a person is to move.
    fn step(&mut self, table: &mut Table, command: Command) -> Done<Next> {
        let forth = command == Command::Redo;
        let said = table.session.apply(command);
        if said == [Said::Stepped] {
            let what = if forth {
                tr!("Played again.")
            } else {
                tr!("Taken back.")
            };
            return Ok(Next::Changed(format!("{what} {}", table.board())));
        }
        self.say(if forth {
            tr!("There is no move to play again.")
        } else {
            tr!("There is no move to take back.")
        })?;
        Ok(Next::Same)
    }

    /// Saves the match under a name; `NAME replace` replaces an existing saved game.
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
                        tr!("{error}. To replace it, say: save {name} replace")
                    }
                    error => error.to_string(),
                })
        });
        let text = match saved {
            Ok(saved) => tr!("Saved as {path}.", path = saved.path.display()),
            Err(e) => tr!("Not saved: {why}.", why = sanitize::message(&e)),
        };
        self.say(&text)
    }

    fn count(&mut self, session: &mut Session) -> Done {
        while !stop::stopped()
            && let Some(question) = session.question_of_the_rest()
        {
            session.learn(Budget::default().run(|limits| question.answer(limits)));
        }
        match session.count() {
            Some(counted) => self.change_record(|record| record.count(&counted)),
            None => Ok(()),
        }
    }

    fn after(&mut self, game: &Match) -> Done {
        let items = [
            tr!("Review the match"),
            tr!("Save it"),
            tr!("Play the same again"),
        ]
        .map(str::to_owned);
        loop {
            match self.pick(tr!("What next?"), &items)? {
                None => return Ok(()),
                Some(0) => self.review(game)?,
                Some(1) => self.save(game, "")?,
                Some(_) => {
                    return self.play(game.again());
                }
            }
        }
    }
}

/// Returns the text to type for a move: its description in words if the notation contains `=`, otherwise the notation.
pub(super) fn typed(at: &dyn AnyPosition, text: &str) -> String {
    if text.contains('=') {
        at.move_words(text)
    } else {
        text.to_owned()
    }
}

/// Returns a player's name for the start of a sentence. If only one player is human, the players are called "You" and
/// "Computer".
pub(super) fn subject(game: &Match, player: Player) -> String {
    let side = game.participant(player);
    match side.kind {
        PlayerKind::Human if game.only_person().is_some() => tr!("You").to_owned(),
        PlayerKind::Computer(_) if game.only_person().is_some() => tr!("Computer").to_owned(),
        _ => side.name.clone(),
    }
}

fn turn(game: &Match, mover: Player, begins: bool) -> String {
    let expects = match game.position().choices(&[], 1).list.first() {
        Some(first) if begins => {
            let example = typed(game.position(), &first.text);
            tr!("Type a move, such as {example}, or ? for help.")
        }
        _ => String::new(),
    };
    let whose = match game.participant(mover).kind {
        PlayerKind::Human if game.only_person().is_some() => tr!("Your move.").to_owned(),
        PlayerKind::Human => tr!("{name} to move.", name = game.participant(mover).name),
        PlayerKind::Computer(_) => tr!("Type a move for it, or q.").to_owned(),
    };
    format!("{whose} {expects}").trim_end().to_owned()
}

fn result(game: &Match, result: MatchResult) -> String {
    let wins = |winner: Player| {
        if game.only_person() == Some(winner) {
            return tr!("You win").to_owned();
        }
        tr!("{who} wins", who = subject(game, winner))
    };
    match (result.winner, result.by) {
        (None, _) => tr!("It is a draw.").to_owned(),
        (Some(winner), End::Resignation) => {
            tr!(
                "{who} resigned. {wins}.",
                who = subject(game, winner.other()),
                wins = wins(winner)
            )
        }
        (Some(winner), End::Score) => match game.position().score() {
            Some([a, b]) => tr!(
                "{wins} {most} to {least}.",
                wins = wins(winner),
                most = a.max(b),
                least = a.min(b)
            ),
            None => format!("{}.", wins(winner)),
        },
        (Some(winner), _) => format!("{}.", wins(winner)),
    }
}

fn last_move(game: &Match) -> String {
    let Some((ply, m)) = (game.cursor().checked_sub(1)).zip(game.last_move()) else {
        return String::new();
    };
    let before = game.position_at(ply);
    let at = game.position();
    let names = names(game);
    let told = in_past_tense(&before.move_words(&m.text));
    let taken = taken(&before.scene(), &at.scene());
    let score = if before.score() == at.score() {
        String::new()
    } else {
        score(at, &names)
    };
    let who = subject(game, game.author(m));
    let said = [
        format!("{who} {told}{taken}."),
        sentence(at, &names, true),
        score,
    ];
    join(said.iter().filter(|text| !text.is_empty()), " ")
}

fn in_lines<'a>(reasons: impl Iterator<Item = &'a ReasonText>) -> String {
    join(reasons.map(|reason| &reason.text), "\n")
}
