//! Provides an input line for a move or an ID.

use super::boxes;
use crate::play::typed::parse_move;
use crate::tui::pages::table::state::MatchState;
use crate::tui::pages::table::turns;
use crate::tui::prelude::*;
use nimatron_core::games::Opener;
use nimatron_core::rules::Library;

pub struct TypingDialog {
    pub input: Input,
    pub reading: Reading,
    /// The possible continuations of the text, if they have been requested since the text last changed.
    next: Vec<String>,
    /// The text that is inserted before the first typed digit, such as `2-` for the pile at the cursor. This text is
    /// dropped if the user also types the number of the pile.
    pub offered: String,
}

pub enum Reading {
    Nothing,
    /// A legal move, in its canonical form.
    Move(String),
    Position(Box<dyn AnyPosition>),
    Wrong(String),
}

impl TypingDialog {
    /// Creates the input line with `text`, which begins with `offered`.
    pub fn new(text: &str, offered: &str, s: &MatchState, library: &Library) -> TypingDialog {
        let input = Input::new(text.to_owned());
        let offered = offered.to_owned();
        let mut typing = TypingDialog {
            input,
            reading: Reading::Nothing,
            next: Vec::new(),
            offered,
        };
        typing.read(s, library);
        typing
    }

    /// Called when the user types `-`. Drops the offered text if only digits have been typed after it, because these
    /// digits are the number of the pile.
    fn drop_offered(&mut self) {
        let offered = std::mem::take(&mut self.offered);
        let digits = self
            .input
            .value()
            .strip_prefix(offered.as_str())
            .unwrap_or_default();
        if !offered.is_empty() && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
            self.input = Input::new(digits.to_owned());
        }
    }

    /// Parses the line as a move in the current position of the match, or as the ID of another position.
    fn read(&mut self, s: &MatchState, library: &Library) {
        let text = self.input.value().trim();
        self.reading = if text.is_empty() {
            Reading::Nothing
        } else {
            match parse_move(s.game().position(), text) {
                Ok(_) if !s.person_may_move() => {
                    Reading::Wrong(tr!("it is not your turn").to_owned())
                }
                Ok(choice) => Reading::Move(choice.text),
                Err(_) if games::is_id(text) => match games::open(text, library) {
                    Ok(position) => Reading::Position(position),
                    Err(error) => Reading::Wrong(error.to_string()),
                },
                Err(error) => match separated(s.game().position(), text) {
                    Some(text) if s.person_may_move() => Reading::Move(text),
                    _ => Reading::Wrong(error),
                },
            }
        };
    }

    fn complete(&mut self, cx: &Context) {
        let Some(s) = &cx.on_table else { return };
        let text = self.input.value();
        let mut found = games::complete_move(s.game().position(), text);
        if found.next.is_empty() && found.text == text.trim_start() {
            found = games::complete_id(text, &mut Opener::new(cx.library.clone()));
        }
        self.input = Input::new(found.text);
        self.edited(cx);
        self.next = found.next;
    }

    fn edited(&mut self, cx: &Context) {
        self.next.clear();
        if let Some(s) = &cx.on_table {
            self.read(s, &cx.library);
        }
    }

    fn enter(&mut self, cx: &mut Context) {
        // Parse the text again, because the turn may have changed since the last character was typed.
        self.edited(cx);
        match std::mem::replace(&mut self.reading, Reading::Nothing) {
            Reading::Wrong(text) => self.reading = Reading::Wrong(text),
            Reading::Nothing => cx.go(Navigation::Back),
            Reading::Move(text) => {
                cx.go(Navigation::Back);
                turns::play(cx, &text);
            }
            Reading::Position(position) => {
                cx.go(Navigation::Back);
                let Some(s) = cx.table() else { return };
                if position.id() != s.game().position().id() {
                    let kinds = Player::BOTH.map(|p| s.game().participant(p).kind);
                    let game = Match::between(position, kinds);
                    cx.ask_first(tr!("begin the other match"), Navigation::begin(game, None));
                }
            }
        }
    }
}

/// The characters that games use to separate the numbers of a move.
const SEPARATORS: [&str; 6] = ["+", "-", ",", "=", ">", "/"];

/// Parses numbers with arbitrary separators, such as `5,6` or `5 6`, as a move. Returns `None` if no separator yields a
/// legal move, or if two separators yield different moves.
fn separated(position: &dyn AnyPosition, text: &str) -> Option<String> {
    let is_between = |c: char| c.is_whitespace() || ",;+-/=>".contains(c);
    let numbers: Vec<&str> = text.split(is_between).filter(|n| !n.is_empty()).collect();
    let is_number = |n: &&str| n.chars().all(|c| c.is_ascii_digit());
    if numbers.len() < 2 || !numbers.iter().all(is_number) {
        return None;
    }
    let legal = |separator| Some(position.legal(&numbers.join(separator)).ok()?.text);
    let mut found: Vec<String> = SEPARATORS.into_iter().filter_map(legal).collect();
    found.dedup();
    found.pop().filter(|_| found.is_empty())
}

pub fn may_follow(next: &[String]) -> String {
    tr!("may follow: {next}", next = next.join(" | "))
}

impl Page for TypingDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Text
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        match message {
            Message::Do(Action::Escape) => cx.go(Navigation::Back),
            Message::Do(Action::Enter) => self.enter(cx),
            Message::Do(Action::Complete) => self.complete(cx),
            Message::Edited => self.edited(cx),
            _ => {}
        }
    }

    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        if matches!(typed, Typed::Key(pressed) if pressed.code == KeyCode::Char('-')) {
            self.drop_offered();
        }
        type_into(self, cx, typed)
    }

    fn field(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] => Ok(Cow::Borrowed(tr!("play"))),
            [Action::Complete] => Ok(Cow::Borrowed(tr!("complete"))),
            [Action::Escape] => Ok(Cow::Borrowed(tr!("back"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let width = boxes::width(cx);
        let enter = cx.settings.keys().name(KeyContext::Text, Action::Enter);
        let at = cx.table().map(|s| s.game().position());
        let text = match &self.reading {
            _ if !self.next.is_empty() => may_follow(&self.next),
            Reading::Nothing => {
                // Use the second move as the example, because the first move in Chomp eats the poison.
                let moves = at.map(|at| at.choices(&[], 2).list);
                match moves.as_deref() {
                    Some([.., example]) => tr!(
                        "a move, for example {text}, or the ID of a position",
                        text = cut(&example.text, 30)
                    ),
                    _ => tr!("the ID of a position").to_owned(),
                }
            }
            Reading::Move(text) => {
                let words = at.map_or_else(|| text.clone(), |at| at.move_words(text));
                format!("{enter}: {}", cut(&words, 2 * width))
            }
            Reading::Position(position) => {
                tr!("{enter}: go to {id}", id = cut(&position.id(), 2 * width))
            }
            Reading::Wrong(text) => format!("! {text}"),
        };
        let mut form = Form::line("", &self.input);
        form.help.text = text;
        form.help.is_wrong = self.next.is_empty() && matches!(self.reading, Reading::Wrong(_));
        boxes::typing(cx, frame, tr!("Move or position"), &form, 2);
    }
}
