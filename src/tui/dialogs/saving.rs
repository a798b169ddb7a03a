//! Asks for a name and saves the match.

use super::boxes;
use crate::play::store::StoreError;
use crate::tui::disk::SaveAs;
use crate::tui::keys;
use crate::tui::pages::table::state::MatchState;
use crate::tui::prelude::*;

pub struct SavingDialog {
    /// The serial number of the match, which is on the table or set aside.
    serial: u64,
    pub input: Input,
    pub problem: Option<String>,
    /// Whether saving was refused because the file exists or another program has changed it. Pressing Enter again then
    /// replaces the file.
    pub exists: bool,
    /// Whether the line still contains the suggested name. The first typed character replaces the suggested name.
    is_suggested: bool,
    suggesting: bool,
    /// Whether Enter was pressed but the match is not saved yet.
    waiting: bool,
    /// Keys that are typed while the match is being saved. The page below receives them afterwards.
    ahead: Vec<KeyEvent>,
    then: Option<Navigation>,
}

impl SavingDialog {
    /// Creates the dialog for a match. If the match has no file, the dialog suggests a name.
    pub fn new(s: &MatchState, then: Option<Navigation>) -> SavingDialog {
        let input = Input::new(s.name().unwrap_or_default());
        let suggesting = s.file.is_none();
        let (problem, ahead) = (None, Vec::new());
        SavingDialog {
            serial: s.game().stamp().serial,
            input,
            problem,
            exists: false,
            is_suggested: false,
            suggesting,
            waiting: false,
            ahead,
            then,
        }
    }

    fn game<'a>(&self, cx: &'a Context) -> Option<&'a MatchState> {
        cx.matches().find(|s| s.is_numbered(self.serial))
    }

    fn save(&mut self, cx: &mut Context) {
        let Some(s) = self.game(cx) else { return };
        self.waiting = true;
        if self.suggesting && self.input.value().is_empty() {
            // Enter on an empty line accepts the suggested name when it arrives.
            return;
        }
        let name = self.input.value().trim().to_owned();
        let to = match &s.file {
            // Save to the file that the match already has, even if this file is in another folder.
            Some(file) if s.name().as_ref() == Some(&name) => SaveAs::File {
                path: file.clone(),
                replace: self.exists,
            },
            _ => SaveAs::Name {
                name,
                replace: self.exists,
            },
        };
        let game = s.game().clone();
        let serial = self.serial;
        cx.spawn_lasting(
            Lane::Write,
            move |desk| Ok::<_, String>(desk.disk.save(&game, to)),
            move |page: Option<&mut SavingDialog>, cx, saved| match (saved, page) {
                (Ok(Ok(path)), page) => {
                    cx.notify(tr!("Saved: {file}", file = path.display()));
                    for s in cx.matches_mut() {
                        if s.is_numbered(serial) {
                            s.changed = false;
                            s.file = Some(path.clone());
                        } else if s.file.as_ref() == Some(&path) {
                            s.lose_file();
                        }
                    }
                    if let Some(page) = page {
                        page.leave(cx);
                    }
                }
                (Ok(Err(error)), Some(page)) => page.failed(&error),
                (Ok(Err(error)), None) => cx.notify_error(error.to_string()),
                (Err(why), _) => cx.notify_error(why),
            },
        );
    }

    /// Inserts the suggested name unless the user has typed one. If Enter has already been pressed, saves the match.
    fn suggest(&mut self, cx: &mut Context, name: String) {
        self.suggesting = false;
        if self.input.value().is_empty() {
            self.input = Input::new(name);
            self.is_suggested = true;
            self.edited();
            if self.waiting {
                self.save(cx);
            }
        }
    }

    /// Clears the error and the offer to replace a file. Both refer to the name before the edit.
    fn edited(&mut self) {
        (self.problem, self.exists) = (None, false);
    }

    fn leave(&mut self, cx: &mut Context) {
        cx.go(Navigation::Back);
        self.then.take().into_iter().for_each(|then| cx.go(then));
        cx.ahead.extend(self.ahead.drain(..));
    }

    fn failed(&mut self, error: &StoreError) {
        // Drop the keys that were typed ahead, because they were meant for the page below.
        self.waiting = false;
        self.ahead.clear();
        self.exists = matches!(error, StoreError::Exists(_) | StoreError::Changed(_));
        self.problem = Some(match error {
            StoreError::Exists(_) => tr!("There is a saved game of that name.").to_owned(),
            StoreError::Changed(_) => tr!("Another program has changed this file.").to_owned(),
            error => error.to_string(),
        });
    }
}

impl Page for SavingDialog {
    fn key_context(&self) -> KeyContext {
        KeyContext::Text
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        match message {
            Message::Do(Action::Escape) => cx.go(Navigation::Back),
            Message::Do(Action::Enter) if !self.waiting => self.save(cx),
            Message::Edited => self.edited(),
            _ => {}
        }
    }

    /// While the match is being saved, queues every key except Escape for the page below. Otherwise, the first typed
    /// character or pasted text replaces a suggested name.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        if let Typed::Key(pressed) = typed
            && self.waiting
            && keys::action(cx.settings.keys(), KeyContext::Text, pressed) != Some(Action::Escape)
        {
            self.ahead.push(pressed);
            return true;
        }
        if !self.waiting && std::mem::take(&mut self.is_suggested) {
            let replaces = match typed {
                Typed::Key(pressed) => field::types(pressed),
                Typed::Text(_) => true,
            };
            if replaces {
                self.input.reset();
            }
        }
        type_into(self, cx, typed)
    }

    fn field(&mut self) -> Option<&mut Input> {
        Some(&mut self.input).filter(|_| !self.waiting)
    }

    fn shown(&mut self, cx: &mut Context) {
        let Some(s) = self.game(cx).filter(|_| self.suggesting) else {
            return;
        };
        let game = s.game().clone();
        cx.spawn(
            Lane::Write,
            move |desk| {
                // Ignore an unavailable store here, because saving the match will report the error.
                let store = desk.disk.store();
                Ok::<_, String>(store.map_or_else(|_| String::new(), |store| store.suggest(&game)))
            },
            |page: &mut SavingDialog, cx, name| page.suggest(cx, name.unwrap_or_default()),
        );
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] => Ok(Cow::Borrowed(tr!("save"))),
            [Action::Escape] => Ok(Cow::Borrowed(tr!("back"))),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let text = match &self.problem {
            Some(text) if self.exists => {
                tr!("! {text} <enter> again replaces it; another name keeps both.")
            }
            Some(text) => format!("! {text}"),
            None => tr!("<enter> saves under this name, <back> goes back").to_owned(),
        };
        let mut form = Form::line(tr!("name:"), &self.input);
        form.help.text = cx.settings.keys().fill(KeyContext::Text, &text);
        form.help.is_wrong = self.problem.is_some();
        boxes::typing(cx, frame, tr!("Save the match"), &form, 0);
    }
}
