//! Shows practice with the coach: worked examples and questions on the board, then a summary of the progress.

use super::table::state::MatchState;
use super::table::{self, cursor, turns, view as table_view};
use crate::play::coach::question::to_move;
use crate::play::coach::record::{CoachEvent, CoachRecord};
use crate::play::coach::sitting::{Expects, MINUTES, Screen, Sitting, SittingRequest};
use crate::play::history::seconds;
use crate::play::opponent::leaves;
use crate::play::session::{Command, Session, Task};
use crate::play::supply::SupplyRequest;
use crate::tui::components::part;
use crate::tui::prelude::*;
use nimatron_core::rules::Reveals;

/// The maximum panel height, in rows, at which empty lines are omitted.
const LOW: u16 = 6;
/// The maximum number of digits in a numeric answer.
const DIGITS: usize = 6;
/// The maximum number of moves that are examined to find the opponent's reply.
const REPLIES: usize = 200;

/// The actions, besides the arrows, that are passed to the board while a move is expected.
const BOARD: [Action; 3] = [Action::Pick, Action::Enter, Action::Type];

/// A sitting with the coach. If the screen has only one board, this board is on the table.
#[derive(Default)]
pub struct CoachPage {
    wanted: SittingRequest,
    reading: bool,
    is_working: bool,
    sitting: Option<Sitting>,
    screen: Option<Screen>,
    /// The boards to compare, each with a note that says who is to move.
    pair: Vec<(Scene, Option<String>)>,
    input: Input,
    /// The number of moves that had been played when the board was shown.
    played: usize,
    /// The number of page turns in the text next to the board.
    pages: usize,
    /// Whether the user has used the mouse or the board's keys since the board was shown.
    pointed: bool,
    failed: Option<String>,
}

struct Panel {
    lines: Vec<Line<'static>>,
    /// The index of the line at which the first page begins: the line of the newest step, or 0 after an answer.
    first: usize,
    /// The clickable answers, each with the index of its line and its action.
    answers: Vec<(usize, Action)>,
}

/// Begins a sitting about a game or one of its skills, or a sitting with the exercises that are due.
pub fn show(cx: &mut Context, game: Option<SupplyRequest>, skill: Option<String>) {
    turns::lay_aside(cx);
    cx.on_table = None;
    let wanted = SittingRequest {
        game,
        skill,
        minutes: MINUTES,
        seed: cx.next_seed(),
    };
    cx.push(CoachPage {
        wanted,
        ..CoachPage::default()
    });
}

pub fn game_of(position: &dyn AnyPosition) -> SupplyRequest {
    SupplyRequest::new(position.facts().ruleset, position.convention())
}

impl CoachPage {
    fn expects(&self) -> Option<Expects> {
        self.screen
            .as_ref()
            .filter(|_| !self.is_working)
            .map(|screen| screen.expects)
    }

    fn answer_with(&mut self, cx: &mut Context, given: &str) {
        if let Some(mut sitting) = self.sitting.clone() {
            let given = given.to_owned();
            self.work(cx, move |desk| {
                let answered = sitting.answer(&given, desk.limits);
                Ok((sitting, answered))
            });
        }
    }

    fn plan(&mut self, cx: &mut Context) {
        self.reading = true;
        let wanted = self.wanted.clone();
        let library = cx.library.clone();
        cx.read_record(|page: &mut CoachPage, cx| {
            page.reading = false;
            let record = match &cx.record {
                Some((_, Err(why))) => {
                    return page.failed = Some(tr!("The record cannot be read: {why}"));
                }
                Some((_, Ok(history))) => history.coach.clone(),
                None => CoachRecord::default(),
            };
            page.work(cx, move |desk| {
                let sitting = Sitting::plan(&wanted, &record, seconds(), &library, desk.limits)?;
                Ok((sitting, Ok(Vec::new())))
            });
        });
    }

    /// Runs a job that computes the next state of the sitting. The inner result of the job holds the new events, or the
    /// reason why the answer is invalid.
    fn work(
        &mut self,
        cx: &mut Context,
        job: impl FnOnce(&Desk<'_>) -> anyhow::Result<(Sitting, Result<Vec<CoachEvent>, String>)>
        + Send
        + 'static,
    ) {
        self.is_working = true;
        cx.spawn(Lane::Work, job, |page: &mut CoachPage, cx, worked| {
            page.is_working = false;
            let (sitting, answered) = match worked {
                Ok(worked) => worked,
                Err(why) => return page.failed = Some(why.to_string()),
            };
            page.sitting = Some(sitting);
            match answered {
                Ok(events) if events.is_empty() => {}
                // Store the events immediately, so that leaving the sitting does not lose them.
                Ok(events) => cx.count(move |history| history.add_coached(&events)),
                Err(what) => cx.notify_error(what),
            }
            page.look(cx);
        });
    }

    fn look(&mut self, cx: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let screen = sitting.screen();
        self.input.reset();
        self.pair.clear();
        (self.pages, self.pointed) = (0, false);
        match screen.boards.as_slice() {
            [] => cx.on_table = None,
            [one] => put(cx, one, &screen, &sitting.right_moves()),
            several => {
                cx.on_table = None;
                let open = |id: &String| cx.open(id).map(|at| (at.scene(), to_move(&*at)));
                self.pair = several.iter().filter_map(open).collect();
            }
        }
        self.played = cx.table().map_or(0, |s| s.game().cursor());
        if screen.expects == Expects::End {
            cx.read_record(|_: &mut CoachPage, _| {});
        }
        self.screen = Some(screen);
    }

    fn go_on(&mut self, cx: &mut Context) {
        if let Some(sitting) = self.sitting.as_mut() {
            sitting.go_on();
            self.look(cx);
        }
    }

    fn halves(cx: &Context) -> [Rect; 2] {
        let main = layout::panes_below(cx.size).main;
        let left = main.width.saturating_sub(2) / 2;
        [main.take_columns(left), main.skip_columns(left + 3)]
    }

    fn panes(&self, cx: &Context) -> layout::Panes {
        if !self.pair.is_empty() {
            layout::panes_below(cx.size)
        } else if cx.on_table.is_some() {
            table_view::panes(cx)
        } else {
            let panes = layout::one_pane(cx.size);
            layout::Panes {
                side: panes.body,
                ..panes
            }
        }
    }

    fn reads_on(&self, cx: &Context) -> bool {
        let side = self.panes(cx).side;
        self.panel(cx, side).lines.len() > usize::from(side.height)
    }

    /// Returns the text next to the board. A short panel omits the introduction, empty lines, and the hint to continue
    /// with Enter.
    fn panel(&self, cx: &Context, Rect { width, height, .. }: Rect) -> Panel {
        let theme = &cx.theme;
        let is_low = height <= LOW;
        let text = |lines: Vec<StyledLine>| {
            cx.flow(
                lines
                    .into_iter()
                    .filter(|line| !is_low || !line.text.is_empty()),
                width,
            )
        };
        let only = |lines: Vec<StyledLine>| Panel {
            lines: text(lines),
            first: 0,
            answers: Vec::new(),
        };
        let screen = match (&self.screen, &self.failed) {
            (_, Some(what)) => return only(vec![StyledLine::plain(format!("! {what}"))]),
            (None, None) => return only(vec![StyledLine::quiet(tr!("looking for positions ..."))]),
            (Some(screen), None) => screen,
        };
        if screen.expects == Expects::End {
            return only(self.end(cx));
        }
        let (mut said, mut first) = (Vec::new(), 0);
        let introduction = self.sitting.as_ref().and_then(Sitting::introduction);
        for text in introduction.into_iter().filter(|_| !is_low) {
            said.extend([StyledLine::quiet(text), StyledLine::blank()]);
        }
        let last = screen.lines.len().saturating_sub(1);
        for (i, line) in screen.lines.iter().enumerate() {
            if i == last && screen.right.is_none() {
                first = text(said.clone()).len();
            }
            said.push(match screen.right {
                Some(true) if i == 0 => StyledLine::won(format!("✓ {line}")),
                Some(false) if i == 0 => StyledLine::lost(format!("✗ {line}")),
                None if i < last && screen.expects != Expects::Move => {
                    StyledLine::quiet(line.clone())
                }
                _ => StyledLine::plain(line.clone()),
            });
            said.push(StyledLine::blank());
        }
        if screen.right.is_none()
            && screen.expects != Expects::Next
            && let Some(text) = cx.table().and_then(|s| to_move(s.game().position()))
        {
            said.extend([StyledLine::quiet(text), StyledLine::blank()]);
        }
        // Add the position's limits, such as the maximum number of stones to take, if there is no room for them on the
        // board.
        if let (None, false, Some(s), Some(drawing)) =
            (screen.right, is_low, &cx.on_table, cursor::drawing(cx))
        {
            let plain = drawing.text();
            let is_drawn = |note: &str| {
                plain.contains(note) || drawing.labels.iter().any(|label| label.text == note)
            };
            let left_out = s.scene.notes.iter().filter(|note| !is_drawn(note));
            said.extend(
                left_out.flat_map(|note| [StyledLine::plain(note.clone()), StyledLine::blank()]),
            );
        }
        match screen.expects {
            _ if self.is_working => said.push(StyledLine::quiet("...")),
            Expects::Next if is_low => {}
            Expects::Next => said.push(StyledLine::hint(tr!("<enter> continues"))),
            Expects::Move => said.push(StyledLine::hint(tr!("arrows, then <enter>"))),
            Expects::Number => said.push(StyledLine::heading(format!("> {}_", self.input.value()))),
            Expects::Which => said.push(StyledLine::hint(tr!("type 1 or 2"))),
            Expects::Winner | Expects::End => {}
        }
        let mut lines = text(said);
        let mut answers = Vec::new();
        let choices = [
            (Action::YouWin, tr!("you, to move")),
            (Action::OpponentWins, tr!("your opponent")),
        ];
        for (action, what) in choices
            .into_iter()
            .filter(|_| self.expects() == Some(Expects::Winner))
        {
            answers.push((lines.len(), action));
            lines.push(Line::from(vec![
                Span::styled(
                    format!("{}  ", cx.settings.keys().name(cx.key_context, action)),
                    theme.key(),
                ),
                Span::styled(what, theme.text()),
            ]));
        }
        Panel {
            lines,
            first,
            answers,
        }
    }

    fn end(&self, cx: &Context) -> Vec<StyledLine> {
        let [right, asked] = self.sitting.as_ref().map_or([0, 0], Sitting::score);
        let questions = counted(asked as u64, tr!("question"), tr!("questions"));
        let mut all = vec![
            StyledLine::heading(tr!("{right} of {questions} right.")),
            StyledLine::blank(),
        ];
        if let (Some(history), Some(sitting)) = (cx.history(), &self.sitting) {
            all.extend(
                sitting
                    .learned(&history.coach, seconds())
                    .into_iter()
                    .map(StyledLine::plain),
            );
        }
        all.push(StyledLine::blank());
        all.push(StyledLine::hint(tr!(
            "<enter>: another sitting; <back> leaves"
        )));
        all
    }
}

/// Puts the board of a screen on the table. If the user has moved, and one reply leads to the new board, plays this
/// reply so that the user sees the opponent's move.
fn put(cx: &mut Context, id: &str, screen: &Screen, right: &[String]) {
    let on_table = cx.table().filter(|s| s.is_lesson());
    let shows = |s: &MatchState| {
        // After a correct answer, keep the board that shows the user's move.
        let before = s
            .game()
            .cursor()
            .checked_sub(1)
            .map(|ply| s.game().position_at(ply).id());
        let is_answer = screen.right == Some(true) && before.is_some_and(|before| before == id);
        is_answer || s.game().position().id() == id
    };
    let reply = on_table
        .filter(|s| s.game().cursor() > 0 && screen.right.is_none())
        .and_then(|s| reply_to(s, id));
    if let Some(reply) = reply {
        turns::play(cx, &reply);
    } else if !on_table.is_some_and(shows) {
        let Some(position) = cx.open(id) else { return };
        let game = Match::between(position, [PlayerKind::Human; 2]);
        turns::put(cx, Session::new(game, Task::Exercise), None);
    }
    let Some(s) = cx.table_mut() else { return };
    s.picked.clear();
    let sites = |text: &String| s.game().position().legal(text).map(|m| m.sites).ok();
    let lit: Option<Vec<Site>> = screen.lit.as_ref().and_then(sites);
    // If an answered question has no move to show, show a winning move.
    s.session.apply(Command::Reveal(
        if screen.right.is_some() && lit.is_none() {
            Reveals::Move
        } else {
            Reveals::Nothing
        },
    ));
    s.preview = lit.unwrap_or_default();
    if screen.expects == Expects::Move {
        cursor::settle(cx, None);
        if let Some(s) = cx.table_mut() {
            cursor::look_away(s, right);
        }
    }
}

fn reply_to(s: &MatchState, id: &str) -> Option<String> {
    let at = s.game().position();
    let mut texts = at
        .choices(&[], REPLIES)
        .list
        .into_iter()
        .map(|choice| choice.text);
    texts.find(|text| leaves(at, text, |after| after.id() == id))
}

impl Page for CoachPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Coach
    }

    /// Handles the digits of a numeric answer, and digits that choose a board. If a move is expected, the table handles
    /// the key.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        let Typed::Key(pressed) = typed else {
            return false;
        };
        match (self.expects(), pressed.code) {
            (Some(Expects::Number), KeyCode::Char('0'..='9') | KeyCode::Backspace) => {
                if self.input.value().len() < DIGITS || pressed.code == KeyCode::Backspace {
                    field::edit(&mut self.input, pressed);
                }
                true
            }
            (Some(Expects::Which), KeyCode::Char(digit @ ('1' | '2'))) => {
                self.answer_with(cx, &digit.to_string());
                true
            }
            (Some(Expects::Move), _) => {
                let is_taken = table::typed(cx, pressed);
                self.pointed |= is_taken;
                is_taken
            }
            _ => false,
        }
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let action = match (message, self.expects()) {
            (Message::Site(site), Some(Expects::Move)) => {
                self.pointed = true;
                return table::click(cx, site);
            }
            (Message::Item(half), Some(Expects::Which)) => {
                return self.answer_with(cx, if half == 0 { "1" } else { "2" });
            }
            (Message::Do(action), _) => action,
            (Message::Site(_), Some(Expects::Next)) => Action::Enter,
            _ => return,
        };
        let picked = cx.table().is_some_and(|s| !s.picked.is_empty());
        match (self.expects(), action) {
            (Some(Expects::Move), Action::Escape) if picked => table::escape(cx),
            (_, Action::Escape) => {
                turns::bring_back(cx);
                cx.go(Navigation::Back);
            }
            (_, Action::Why) => self.pages += 1,
            (Some(Expects::Next), Action::Enter | Action::Pick | Action::Right) => self.go_on(cx),
            (Some(Expects::End), Action::Enter) => {
                self.wanted.seed = cx.next_seed();
                (self.sitting, self.screen) = (None, None);
                self.plan(cx);
            }
            (Some(Expects::Winner), Action::YouWin) => self.answer_with(cx, "win"),
            (Some(Expects::Winner), Action::OpponentWins) => self.answer_with(cx, "loss"),
            (Some(Expects::Number), Action::Enter) if !self.input.value().is_empty() => {
                let given = self.input.value().to_owned();
                self.answer_with(cx, &given);
            }
            (
                Some(Expects::Winner | Expects::Move | Expects::Which | Expects::Number),
                Action::Hint,
            ) => {
                if let Some(sitting) = self.sitting.as_mut() {
                    sitting.help();
                    self.look(cx);
                }
            }
            // Enter before any choice probably means "continue", so ask for a choice unless there is only one move.
            (Some(Expects::Move), Action::Enter)
                if !self.pointed
                    && cx
                        .table()
                        .is_some_and(|s| s.game().position().count_moves() != Some(1)) =>
            {
                cx.notify(tr!("Your move: choose it with the arrows, then <enter>."));
            }
            (Some(Expects::Move), action)
                if BOARD.contains(&action) || Action::WAYS.contains(&action) =>
            {
                self.pointed = true;
                table::key(cx, action);
            }
            _ => {}
        }
    }

    /// Takes a move made on the board as the answer. If no move is expected, hides the cursor.
    fn settled(&mut self, cx: &mut Context) {
        let expects = self.expects();
        let Some(s) = cx.table_mut().filter(|s| s.is_lesson()) else {
            return;
        };
        if expects != Some(Expects::Move) {
            s.cursor = None;
        } else if s.game().cursor() > self.played
            && let Some(made) = s.game().last_move().map(|m| m.text.clone())
        {
            self.played = s.game().cursor();
            self.answer_with(cx, &made);
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        if self.sitting.is_none() && self.failed.is_none() && !self.reading && !self.is_working {
            self.plan(cx);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        let expects = self.expects();
        let is_board = expects == Some(Expects::Move);
        match (line.actions, &cx.on_table) {
            ([Action::YouWin | Action::OpponentWins], _) if expects != Some(Expects::Winner) => {
                Err(tr!("The winner is not asked for now."))
            }
            ([Action::Enter], _) if expects.is_none() => Err(tr!("Nothing is asked for now.")),
            ([Action::Enter], _) if expects == Some(Expects::Winner) => Err(tr!(
                "Who wins? <you-win>: you, <opponent-wins>: your opponent."
            )),
            ([Action::Enter], _) if expects == Some(Expects::Which) => {
                Err(tr!("Which position? Type 1 or 2."))
            }
            ([Action::Enter], Some(s))
                if is_board && !self.pointed && s.game().position().count_moves() != Some(1) =>
            {
                Err(tr!("Your move: choose it with the arrows, then <enter>."))
            }
            ([Action::Enter], Some(s)) if is_board => {
                table::offer(cx, s, line).or_else(|_| default_offer(cx, line))
            }
            ([Action::Hint], _) if matches!(expects, None | Some(Expects::Next | Expects::End)) => {
                Err(tr!("Nothing is asked for now."))
            }
            ([Action::Hint], _) => Ok(Cow::Borrowed(tr!("step"))),
            ([Action::Why], _) if !self.reads_on(cx) => Err(tr!("All words are in sight.")),
            ([Action::Pick | Action::Type], Some(s)) if is_board => table::offer(cx, s, line),
            ([Action::Pick | Action::Type], _) => Err(tr!("No move is asked for now.")),
            _ if line.actions == Action::WAYS && !is_board => Err(tr!("No move is asked for now.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = self.panes(cx);
        let screen = self.screen.as_ref();
        let title = screen.map_or(tr!("The coach"), |screen| &screen.title);
        let note = screen
            .filter(|screen| screen.expects != Expects::End)
            .map_or(String::new(), |screen| {
                let [n, all] = screen.count;
                tr!("question {n} of {all}")
            });
        let position = cx.table().map(|s| s.game().position());
        page::match_title(cx, frame, &panes, [title, "", &note], position);
        if self.expects() == Some(Expects::Next) {
            frame.hit(frame.area(), Message::Do(Action::Enter));
        }
        match (&cx.on_table, self.pair.is_empty()) {
            (Some(s), true) => {
                table_view::draw_board(cx, s, screen.is_some_and(|screen| screen.theory), frame);
            }
            (_, false) => {
                for (i, ((scene, to_move), half)) in
                    self.pair.iter().zip(CoachPage::halves(cx)).enumerate()
                {
                    frame.hit(half, Message::Item(i));
                    let (name, room) = (half.take_rows(1), half.skip_rows(1));
                    // Show the position's limits too, because they are part of the question.
                    let facts: Vec<&str> = to_move
                        .iter()
                        .chain(&scene.notes)
                        .map(String::as_str)
                        .collect();
                    let number = Span::styled(tr!("position {n}", n = i + 1), cx.theme.key());
                    let facts = Span::styled(format!("  {}", facts.join("  ")), cx.theme.quiet());
                    frame.render_widget(
                        Paragraph::new(Line::from(vec![number, facts]).centered()),
                        name,
                    );
                    let scene = Scene {
                        notes: Vec::new(),
                        ..scene.clone()
                    };
                    board::show(&cx.theme, frame, &scene, room, &Marks::default());
                }
            }
            (None, true) => {}
        }
        let side = panes.side;
        let Panel {
            lines,
            first,
            answers,
        } = self.panel(cx, side);
        let hidden = lines.len().saturating_sub(side.height.into());
        for (line, action) in answers {
            if let Some(y) = line.checked_sub(hidden) {
                let row = Rect::new(side.x, side.y + saturating_cast::<u16, _>(y), side.width, 1);
                frame.hit(row.intersection(side), Message::Do(action));
            }
        }
        // If the screen has a task, show the end of the text, which states the task.
        let first = if self.expects() == Some(Expects::Next) {
            first
        } else {
            usize::MAX
        };
        frame.render_widget(
            Paragraph::new(part(lines, side.height, first, self.pages)),
            side,
        );
    }
}
