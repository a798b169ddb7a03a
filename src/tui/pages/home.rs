//! Shows the home page: up to four offers such as the puzzle of the day, the list of games, and the board of the
//! selected game.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use super::table::turns;
use super::{atlas, coach, lessons as lesson_list, puzzles, record, setup};
use crate::play::Level;
use crate::play::history::seconds;
use crate::play::lesson::lessons;
use crate::play::store::StoreError;
use crate::play::supply::SupplyRequest;
use crate::tui::layout::Panes;
use crate::tui::prelude::*;
use nimatron_core::erased::{Entry, Info};
use nimatron_core::rules::Library;

/// The width of the list, in columns, on a screen of `layout::WIDE` columns or more.
const LIST: u16 = 36;
/// The width of the list, in columns, on a narrower screen.
const SHORT: u16 = 25;
/// The minimum screen width, in columns, at which the board is next to the list.
const BESIDE: u16 = 56;
/// The width of a name in the list, in columns.
const NAME: u16 = 24;
/// The width of an offer's name in English, in columns. Other languages get more columns.
const OFFER: u16 = 16;
/// The maximum number of rows for the rule below the board.
const RULE: u16 = 6;
const NOT_FOUND: &str = tr_key!("No game has this in its name.");
const DOTS: usize = 5;
/// The starting position of the easy game. 7 of its 19 moves win.
const EASY: &str = "row:OOOOOOOOOO";

/// The home page. Its contents are looked up only when it is first shown, so that a match requested on the command line
/// starts faster.
pub struct HomePage {
    library: Library,
    games: OnceCell<Vec<&'static Entry>>,
    /// Whether the scripts are still unread. Reading them would delay the first frame, so the page starts with only the
    /// built-in games.
    at_start: bool,
    /// Caches the board and the rule of each game that has been shown, by the index of the game.
    boards: RefCell<HashMap<usize, Option<(Scene, String)>>>,
    /// The game that was on the table when the page was last shown. When the page is shown again and the game on the
    /// table has changed, the page selects the new game.
    on_table: Option<&'static Info>,
    cursor: ListCursor,
    filter: ListFilter,
}

pub fn continue_match(cx: &mut Context) {
    let library = cx.library.clone();
    cx.spawn_shared(
        Lane::Read,
        move |desk| desk.disk.left(&library).map_err(|error| error.to_string()),
        |cx, left| match left {
            Ok((game, file)) => turns::begin_found(cx, game, file),
            Err(text) => cx.notify(tr!("Nothing to continue: {text}.")),
        },
    );
}

/// Looks for the last match, which the home page can offer to continue.
pub fn look_for_match(cx: &mut Context) {
    let library = cx.library.clone();
    cx.spawn_lasting(
        Lane::Read,
        move |desk| {
            // The home page needs the scripts next, so read them here while the first frame is drawn.
            let _ = games::listed(&library);
            match desk.disk.store().and_then(|store| store.last(&library)) {
                Ok(loaded) => Ok(Some(loaded.game)),
                Err(StoreError::NothingToContinue | StoreError::NoHome) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        },
        |page: Option<&mut HomePage>, cx, last| {
            let game = last.unwrap_or_else(|why| {
                cx.notify_error(tr!("The last match cannot be continued: {why}."));
                None
            });
            if let Some(page) = page {
                page.know_all();
                if let Some(game) = &game {
                    page.select(game.start().info());
                }
            }
            offered(cx, game.as_ref());
        },
    );
}

/// Offers to continue the last match if it is unfinished and has moves.
pub fn offered(cx: &mut Context, game: Option<&Match>) {
    let unfinished = game.filter(|game| game.result().is_none() && !game.moves().is_empty());
    cx.kept = unfinished.map(|game| (game.position().info(), game.cursor()));
}

fn easy_game(cx: &mut Context) {
    if let Some(position) = cx.open(EASY) {
        let kinds = [PlayerKind::Human, PlayerKind::Computer(Level::Easy)];
        cx.replace_match(Match::between(position, kinds), None);
    }
}

/// Returns the first sentences of `text` that fit in `most` lines of `width` columns. If even the first sentence does
/// not fit, truncates it.
fn sentences(text: &str, width: u16, most: u16) -> String {
    let (width, most) = (usize::from(width), usize::from(most));
    let ends = text
        .match_indices(". ")
        .map(|(at, _)| at + 1)
        .chain([text.len()]);
    let whole = ends
        .filter(|&end| wrap(&text[..end], width).len() <= most)
        .last();
    whole.map_or_else(|| cut(text, width * most), |end| text[..end].to_owned())
}

impl HomePage {
    pub fn new(library: Library) -> HomePage {
        let games = OnceCell::new();
        let boards = RefCell::default();
        HomePage {
            library,
            games,
            at_start: true,
            boards,
            on_table: None,
            cursor: ListCursor::default(),
            filter: ListFilter::default(),
        }
    }

    /// Adds the scripts to the listed games.
    fn know_all(&mut self) {
        if std::mem::take(&mut self.at_start) {
            self.boards.borrow_mut().clear();
        }
    }

    fn game(&self, at: usize) -> (usize, Option<&'static Entry>) {
        if self.at_start {
            return (games::BUILT_IN.len(), games::BUILT_IN.get(at));
        }
        let games = self.games.get_or_init(|| games::listed(&self.library));
        (games.len(), games.get(at).copied())
    }

    /// Returns the indices of the listed games. The index after the last game stands for the sum.
    fn listed(&self) -> Vec<usize> {
        let all = 0..=self.game(0).0;
        if !self.filter.is_shown() {
            return all.collect();
        }
        let has = |at: &usize| {
            let info = self.info(*at);
            self.filter.has(info.name) || self.filter.has(info.id)
        };
        all.filter(has).collect()
    }

    fn at(&self) -> Option<usize> {
        self.listed().get(self.cursor.at).copied()
    }

    fn info(&self, at: usize) -> &'static Info {
        self.game(at)
            .1
            .map_or(games::sum::INFO.spoken(), |e| e.info)
    }

    pub fn selected(&self) -> &'static Info {
        self.info(self.at().unwrap_or(self.cursor.at))
    }

    pub fn select(&mut self, game: &Info) {
        self.know_all();
        self.filter.clear();
        if let Some(at) = self.listed().iter().position(|&at| self.info(at) == game) {
            self.cursor.at = at;
        }
    }

    fn panes(cx: &Context) -> Panes {
        match cx.size.0 {
            ..BESIDE => layout::one_pane(cx.size),
            BESIDE..layout::WIDE => layout::list_beside(cx.size, SHORT),
            _ => layout::list_beside(cx.size, LIST),
        }
    }

    fn offers(&self, cx: &Context) -> Vec<(Action, &'static str, String)> {
        let mut offers = Vec::new();
        let left = match (&cx.on_table, cx.kept) {
            (Some(s), _) if s.game().result().is_none() => {
                Some((s.game().position().info(), s.game().cursor()))
            }
            (Some(_), _) => None,
            (None, kept) => kept,
        };
        let mut offer = |action, what, about: &str| offers.push((action, what, about.to_owned()));
        match left {
            Some((game, moves)) => {
                let about = match moves {
                    0 => tr!("{game}, at its start", game = game.name),
                    _ => tr!("{game}, move {moves}", game = game.name),
                };
                offer(Action::Continue, tr!("Continue"), &about);
            }
            None => {
                let what = if cx.newcomer {
                    tr!("First game")
                } else {
                    tr!("Easy game")
                };
                let easy = games::open(EASY, &cx.library);
                let game = easy.map_or(tr!("a game"), |at| at.info().name);
                offer(Action::EasyGame, what, &tr!("{game}, which you can win"));
            }
        }
        let about = if cx.is_daily_solved() {
            tr!("solved")
        } else {
            tr!("find the one winning move")
        };
        offer(Action::Daily, tr!("Today's puzzle"), about);
        if let Some((next, what)) = cx.lessons.proposed(self.selected()) {
            offer(Action::Lesson, what, &lessons()[next].title);
        }
        let due = HomePage::due(cx);
        if !due.is_empty() {
            let mut games: Vec<&str> = due.iter().map(|(game, _)| games::name_of(game)).collect();
            games.dedup();
            let skills = counted(due.len() as u64, tr!("skill"), tr!("skills"));
            offer(
                Action::Coach,
                tr!("Coach"),
                &tr!("{skills} due: {games}", games = games.join(", ")),
            );
        }
        offers
    }

    fn due(cx: &Context) -> Vec<(&str, &str)> {
        cx.history()
            .map_or(Vec::new(), |history| history.coach.due(seconds()))
    }

    /// Returns the number of dots that show the progress with the coach. Returns `None` if the user has not answered
    /// any of the coach's questions about this game.
    fn progress(cx: &Context, game: &str) -> Option<usize> {
        let coach = &cx.history()?.coach;
        coach.games.contains_key(game).then(|| coach.dots(game))
    }

    /// Returns how many matches of a game the user has won and played, as a phrase and as a fraction.
    fn won(cx: &Context, game: &str) -> Option<[String; 2]> {
        let matches = cx.history()?.matches.iter().filter(|m| m.game == game);
        let (won, played) =
            matches.fold((0, 0), |(won, played), m| (won + m.won, played + m.played));
        (played > 0).then(|| [tr!("won {won} of {played}"), format!("{won}/{played}")])
    }

    fn row(&self, cx: &Context, at: usize, here: bool, width: usize) -> Line<'static> {
        let theme = &cx.theme;
        let info = self.info(at);
        let progress = match HomePage::won(cx, info.id) {
            Some([long, short]) if wide(info.name) + wide(&long) >= width => short,
            Some([long, _]) => long,
            None => {
                HomePage::progress(cx, info.id).map_or(String::new(), |dots| theme.dots(dots, DOTS))
            }
        };
        let columns =
            usize::from(layout::columns(NAME)).min(width.saturating_sub(wide(&progress) + 1));
        Line::from(vec![
            Span::styled(fit(info.name, columns), row_style(theme, here)),
            Span::styled(progress, theme.quiet()),
        ])
    }

    /// Returns the position of a game's first preset, or the game's example position if there are no presets.
    fn start(&self, at: usize) -> Option<Box<dyn AnyPosition>> {
        let preset = self
            .game(at)
            .1
            .and_then(|entry| entry.setup.presets.first());
        let id = preset.map_or(self.info(at).example, |(_, id)| id);
        games::open(id, &self.library).ok()
    }

    fn draw_game(&self, cx: &Context, frame: &mut Frame<'_>, side: Rect) {
        let theme = &cx.theme;
        let Some(at) = self.at() else { return };
        let mut boards = self.boards.borrow_mut();
        let board = boards.entry(at).or_insert_with(|| {
            // A rule with the numbers of the position is easier to understand than one with letters.
            let start = self.start(at)?;
            Some((start.scene(), start.rule()))
        });
        let rule = match &board {
            Some((_, rule)) => Cow::Borrowed(rule.as_str()),
            // The game's script has not answered yet.
            None => {
                let info = self.info(at);
                Cow::Owned(info.rule_under(info.default))
            }
        };
        let most = RULE.min(side.height * 2 / 5);
        let rule = sentences(&rule, side.width, most);
        let lines = flow(theme, [StyledLine::quiet(rule)], side.width);
        let height = saturating_cast::<u16, _>(lines.len()).min(most);
        let below = side.last_rows(height);
        frame.render_widget(Paragraph::new(lines), below);
        let stage = side.without_last_rows(height + u16::from(side.height > 12));
        if let Some((scene, _)) = board.as_ref().filter(|_| stage.height >= 2) {
            board::show(theme, frame, scene, stage, &Marks::default());
        }
    }
}

impl Page for HomePage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Home
    }

    /// Passes the input to the filter while the filter is open. While the filter is closed, begins a match from a
    /// pasted ID.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        if let Some(way) = self.filter.way(typed) {
            self.act(cx, Message::Do(way));
            return true;
        }
        let Typed::Text(text) = typed else {
            return type_into(self, cx, typed);
        };
        if self.filter.field().is_some() {
            return type_into(self, cx, typed);
        }
        if let Some(position) = cx.open(&field::plain(text)) {
            let kinds = [PlayerKind::Human, cx.usual_opponent()];
            cx.replace_match(Match::between(position, kinds), None);
        }
        true
    }

    fn field(&mut self) -> Option<&mut Input> {
        self.filter.field()
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        self.know_all();
        match message {
            Message::Edited => return self.cursor.at = 0,
            Message::Do(Action::Complete) => return self.filter.close(),
            Message::Do(Action::Enter) if self.at().is_some() => self.filter.close(),
            Message::Item(_) => self.filter.close(),
            _ => {}
        }
        let lines = self.listed().len();
        let Some(action) = self.cursor.action(message, lines) else {
            return;
        };
        match action {
            Action::Escape if self.filter.is_shown() => {
                let selected = self.selected();
                self.select(selected);
            }
            Action::Filter => self.filter.open(),
            Action::Enter | Action::New => match self.at() {
                Some(at) => setup::show(cx, self.game(at).1, false),
                None => cx.notify(language::text(NOT_FOUND)),
            },
            Action::Continue => cx.go(Navigation::table()),
            Action::EasyGame => easy_game(cx),
            Action::Daily => puzzles::daily(cx),
            Action::Puzzles => puzzles::show(cx),
            Action::Lesson => {
                let proposed = cx.lessons.proposed(self.selected());
                lesson_list::show(cx, proposed.map(|(number, _)| number));
            }
            Action::Atlas => {
                let info = self.selected();
                let on_table = cx.table().map(|s| s.game().position());
                let own = on_table.filter(|at| at.info() == info);
                let position = own.map(|at| at.boxed_clone());
                if let Some(position) = position.or_else(|| cx.open(info.example)) {
                    atlas::show(cx, position);
                }
            }
            Action::Coach if !HomePage::due(cx).is_empty() => coach::show(cx, None, None),
            Action::Coach => {
                let game = SupplyRequest::new(self.selected().id, None);
                coach::show(cx, Some(game), None);
            }
            Action::Record => record::show(cx),
            action => drop(self.cursor.key(action, lines)),
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        self.at_start = false;
        let selected = self.selected();
        // A saved match may have added a game to the library.
        self.library = cx.library.clone();
        self.games = OnceCell::new();
        self.boards.borrow_mut().clear();
        let on_table = cx.table().map(|s| s.game().position().info());
        let is_new = on_table != std::mem::replace(&mut self.on_table, on_table);
        self.select(on_table.filter(|_| is_new).unwrap_or(selected));
        cx.read_record(|_: &mut HomePage, _| {});
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Continue] if cx.on_table.is_none() && cx.kept.is_none() => {
                Err(tr!("No match was left unfinished."))
            }
            [Action::Escape] if cx.on_table.is_some() => Err(tr!(
                "This is the first page: <continue> goes back to the match, <quit> quits."
            )),
            [Action::Escape] => Err(tr!("This is the first page: <quit> quits.")),
            [Action::Enter] if cx.is_typing => Ok(Cow::Borrowed(tr!("go"))),
            [Action::Complete] => Ok(Cow::Borrowed(tr!("keep the filter"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let panes = HomePage::panes(cx);
        let streak = cx
            .history()
            .map(|history| history.puzzles.streak)
            .filter(|streak| *streak > 1);
        let note = streak.map_or(String::new(), |streak| tr!("{streak} puzzles in a row"));
        let offers = self.offers(cx);
        let listed = self.listed();
        let list = Master {
            title: [
                "Nimatron",
                tr!("games you can learn to win, every time"),
                &note,
            ],
            panes,
            cursor: self.cursor,
            lines: listed.len(),
            above: saturating_cast::<u16, _>(offers.len()) + 1,
            below: 1,
        };
        let under = list.draw(cx, frame, |at, here, width| {
            self.row(cx, listed[at], here, width)
        });
        let columns = usize::from(layout::columns(OFFER));
        for ((action, what, about), y) in offers.into_iter().zip(panes.body.rows()) {
            let key = cx.settings.keys().name(KeyContext::Home, action);
            let about = cut(&about, usize::from(y.width).saturating_sub(columns + 4));
            let line = Line::from(vec![
                Span::styled(format!("{key}  "), theme.key()),
                Span::styled(fit(what, columns), theme.heading()),
                Span::styled(about, theme.quiet()),
            ]);
            frame.render_widget(Paragraph::new(line), y);
            frame.hit(y, Message::Do(action));
        }
        let bottom = under.main.last_rows(1);
        if listed.is_empty() {
            let none = Paragraph::new(language::text(NOT_FOUND)).style(theme.quiet());
            frame.render_widget(none, under.main);
        }
        if self.filter.is_shown() {
            self.filter.draw(cx, frame, bottom);
        } else {
            // The sum does not count as a game.
            let key = cx.settings.keys().name(KeyContext::Home, Action::Filter);
            let games = tr!("  {n} games, {key} filters", n = listed.len() - 1, key);
            frame.render_widget(Paragraph::new(Line::styled(games, theme.quiet())), bottom);
        }
        if !under.side.is_empty() {
            self.draw_game(cx, frame, under.side);
        }
    }
}
