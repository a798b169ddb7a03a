//! Offers puzzles: the puzzle of the day, puzzles by game, convention and grade, and the collection.

use std::any::Any;

use super::table::{TablePage, cursor, turns};
use crate::play::Level;
use crate::play::puzzle::{self, HARDEST, Puzzle, PuzzleRequest, seed_of_today, shipped};
use crate::play::session::{PuzzlePlay, Session, Task};
use crate::settings::turned;
use crate::tui::prelude::*;
use nimatron_core::erased::Entry;
use nimatron_core::rules::Convention;

/// The width of the list, in columns.
const LIST: u16 = 28;
const BEFORE: [&str; 3] = [
    tr_key!("Puzzle of the day"),
    tr_key!("Any game"),
    tr_key!("The collection"),
];
/// The conventions to choose from. `None` stands for the selected game's default, or for any convention if no game is
/// selected.
const CONVENTIONS: [Option<Convention>; 3] =
    [None, Some(Convention::Normal), Some(Convention::Misere)];

pub struct PuzzlesPage {
    games: Vec<&'static Entry>,
    /// The selected line: 0 for the day's puzzle, 1 for any game, 2 for the collection, followed by the games.
    cursor: ListCursor,
    /// The grade of the puzzle, or 0 for any grade.
    grade: u8,
    convention: Option<Convention>,
    /// Whether the page searches for the selected puzzle as soon as the page is shown. When a puzzle has been found,
    /// the page closes.
    at_once: bool,
}

pub fn show(cx: &mut Context) {
    show_at(cx, |_, _| {});
}

fn show_at(cx: &mut Context, prepare: impl FnOnce(&mut PuzzlesPage, &mut Context)) {
    let games = games::listed(&cx.library);
    let cursor = ListCursor::default();
    let mut page = PuzzlesPage {
        games,
        cursor,
        grade: 0,
        convention: None,
        at_once: false,
    };
    prepare(&mut page, cx);
    cx.push(page);
}

pub fn daily(cx: &mut Context) {
    show_at(cx, |page, _| page.at_once = true);
}

/// Opens the page and searches for another puzzle of the same game and convention. The grade is kept too, unless the
/// last puzzle was the puzzle of the day.
pub fn next(cx: &mut Context, played: &PuzzlePlay) {
    show_at(cx, |page, cx| {
        let position = games::open(&played.puzzle.id, &cx.library).ok();
        let game = position.as_ref().map(|position| position.info());
        let at = page.games.iter().position(|entry| Some(entry.info) == game);
        page.convention = position.and_then(|position| position.convention());
        page.cursor.at = at.map_or(1, |at| BEFORE.len() + at);
        page.grade = if played.daily { 0 } else { played.puzzle.grade };
        page.at_once = true;
    });
}

/// Puts a puzzle on the table, with the perfect computer as opponent. The previous match is set aside if it was not a
/// puzzle.
pub fn begin(cx: &mut Context, puzzle: Puzzle, daily: bool) {
    let Some(position) = cx.open(&puzzle.id) else {
        return;
    };
    let me = PlayerKind::Human;
    let them = PlayerKind::Computer(Level::Perfect);
    let kinds = if position.mover() == Some(Player::Second) {
        [them, me]
    } else {
        [me, them]
    };
    // A puzzle that was tried before, even on another day, counts as solved with help.
    let helped = cx
        .history()
        .is_some_and(|record| record.puzzles.tried.contains(&puzzle.id));
    let answer = [puzzle.answer.clone()];
    let task = Task::Puzzle(PuzzlePlay::new(puzzle, daily, helped));
    if cx.table().is_some_and(|s| s.puzzle().is_none()) {
        turns::lay_aside(cx);
    }
    let session = Session::new(Match::between(position, kinds), task);
    turns::put(cx, session, None);
    cx.go(Navigation::Do(Box::new(|app| {
        let page = app.front() as &dyn Any;
        if page
            .downcast_ref::<PuzzlesPage>()
            .is_some_and(|page| page.at_once)
        {
            app.close(app.pages.len().saturating_sub(1));
        }
        if app.front().plays() {
            app.came_to_front();
        } else {
            app.show(Box::new(TablePage));
        }
    })));
    if let Some(s) = cx.table_mut() {
        cursor::look_away(s, &answer);
    }
}

impl PuzzlesPage {
    fn lines(&self) -> usize {
        BEFORE.len() + self.games.len()
    }

    fn name(&self, at: usize) -> &'static str {
        match at.checked_sub(BEFORE.len()) {
            None => language::text(BEFORE[at]),
            Some(game) => self.games.get(game).map_or("", |e| e.info.name),
        }
    }

    fn is_daily(&self) -> bool {
        self.cursor.at == 0
    }

    fn is_shipped(&self) -> bool {
        self.cursor.at == 2
    }

    fn game(&self) -> Option<&'static Entry> {
        self.games
            .get(self.cursor.at.checked_sub(BEFORE.len())?)
            .copied()
    }

    /// Returns whether the user can choose the convention. There is no choice for the puzzle of the day, nor for games
    /// without conventions.
    fn has_convention(&self) -> bool {
        !self.is_daily() && self.game().is_none_or(|entry| entry.info.default.is_some())
    }

    fn wanted(&self) -> PuzzleRequest {
        let grade = Some(self.grade).filter(|grade| *grade > 0 && !self.is_daily());
        let convention = self.convention.filter(|_| self.has_convention());
        PuzzleRequest {
            game: self.game().map(|e| e.info.id.to_owned()),
            convention,
            grade,
        }
    }

    fn look(&mut self, cx: &mut Context) {
        let random = cx.next_seed();
        if self.is_shipped() {
            let mut shipped = shipped();
            let played = |id: &str| {
                games::open(id, &cx.library)
                    .ok()
                    .and_then(|position| position.convention())
            };
            shipped.retain(|p| self.grade == 0 || p.grade == self.grade);
            shipped.retain(|p| self.convention.is_none() || played(&p.id) == self.convention);
            if shipped.is_empty() {
                return cx.notify(tr!("The collection has no puzzle of this kind."));
            }
            let one = shipped.swap_remove(saturating_cast(random % shipped.len() as u64));
            return begin(cx, one, false);
        }
        let wanted = self.wanted();
        let daily = self.is_daily();
        let seed = if daily { seed_of_today() } else { random };
        let library = cx.library.clone();
        cx.spawn(
            Lane::Work,
            move |desk| {
                Ok::<_, anyhow::Error>(puzzle::find(&wanted, 1, seed, &library, desk.limits)?)
            },
            move |page: &mut PuzzlesPage, cx, found| {
                match found {
                    Ok(mut found) if !found.is_empty() => {
                        return begin(cx, found.swap_remove(0), daily);
                    }
                    Ok(_) => cx.notify(tr!("No such puzzle was found.")),
                    Err(why) => cx.notify(tr!("There is {why}.")),
                }
                page.at_once = false;
            },
        );
    }

    fn says(&self, cx: &Context) -> Vec<StyledLine> {
        let mut all = vec![
            StyledLine::heading(self.name(self.cursor.at)),
            StyledLine::plain(tr!(
                "Exactly one move wins. Find it: after a wrong move you see the reply that beats it."
            )),
            StyledLine::blank(),
        ];
        if self.is_shipped() {
            all.push(StyledLine::plain(tr!(
                "One of the puzzles that come with the program, from any game."
            )));
        }
        if self.is_daily() {
            all.push(StyledLine::plain(if cx.is_daily_solved() {
                tr!("Today's puzzle is solved.")
            } else {
                tr!("The same one for everybody, a new one each day.")
            }));
        } else {
            let bar: String = (1..=HARDEST)
                .map(|g| {
                    if g == self.grade {
                        format!("[{g}]")
                    } else {
                        format!(" {g} ")
                    }
                })
                .collect();
            let any = tr!("any");
            let any = if self.grade == 0 {
                format!("[{any}]")
            } else {
                format!(" {any} ")
            };
            all.push(StyledLine::plain(tr!("Grade {any}{bar}")));
            all.push(StyledLine::quiet(tr!(
                "left and right change it: 1 is easy, 5 is hard"
            )));
            all.push(StyledLine::plain(
                match (self.convention, self.game().map(|e| e.info.default)) {
                    (_, Some(None)) => tr!("This game has one convention only.").to_owned(),
                    (Some(chosen), _) => {
                        tr!(
                            "Convention: {convention} (<swap> changes it)",
                            convention = chosen.name()
                        )
                    }
                    (None, Some(Some(own))) => {
                        tr!(
                            "Convention: {convention}, its own (<swap> changes it)",
                            convention = own.name()
                        )
                    }
                    (None, None) => {
                        tr!("Convention: normal and misère (<swap> chooses one)").to_owned()
                    }
                },
            ));
        }
        all.extend([StyledLine::blank(), StyledLine::heading(tr!("So far"))]);
        match &cx.record {
            None => all.push(StyledLine::quiet(tr!("reading ..."))),
            Some((_, Err(what))) => all.push(StyledLine::quiet(tr!(
                "! The record cannot be read: {what}"
            ))),
            Some((_, Ok(history))) => {
                let p = &history.puzzles;
                all.push(StyledLine::plain(tr!(
                    "{solved} solved, {first} on the first try",
                    solved = p.solved,
                    first = p.first_try
                )));
                all.push(StyledLine::quiet(counted(
                    p.tries,
                    tr!("try in all"),
                    tr!("tries in all"),
                )));
                all.push(StyledLine::quiet(tr!(
                    "{now} in a row now, {best} at best",
                    now = p.streak,
                    best = p.best_streak
                )));
            }
        }
        all
    }
}

impl Page for PuzzlesPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Puzzles
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let lines = self.lines();
        let Some(action) = self.cursor.action(message, lines) else {
            return;
        };
        match action {
            Action::Left => self.grade = self.grade.checked_sub(1).unwrap_or(HARDEST),
            Action::Right => self.grade = (self.grade + 1) % (HARDEST + 1),
            Action::Swap => self.convention = turned(&CONVENTIONS, &self.convention, true),
            Action::Enter => self.look(cx),
            Action::Escape => cx.go(Navigation::Back),
            action => drop(self.cursor.key(action, lines)),
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        cx.read_record(|_: &mut PuzzlesPage, _| {});
        if self.at_once {
            self.look(cx);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Swap] if !self.has_convention() => Err(tr!("There is one convention only.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let note = if cx.is_busy(Lane::Work) {
            tr!("looking for one ...")
        } else {
            ""
        };
        let title = [tr!("Puzzles"), tr!("exactly one move wins"), note];
        let list = Master::new(cx, title, LIST, self.cursor, self.lines());
        let side = list
            .draw(cx, frame, |at, here, width| {
                Span::styled(cut(self.name(at), width), row_style(&cx.theme, here)).into()
            })
            .side;
        let said = cx.flow(self.says(cx), side.width);
        frame.render_widget(Paragraph::new(said), side);
    }
}
