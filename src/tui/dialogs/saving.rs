//! The dialog that names and saves the match.

use super::boxes;
use crate::play::store::StoreError;
use crate::tui::disk::SaveAs;
use crate::tui::keys;
use crate::tui::prelude::*;

pub struct SavingDialog {
    pub input: Input,
    pub problem: Option<String>,
    /// The name is taken: enter again replaces the file.
    pub exists: bool,
    /// A free name is being searched for.
    suggesting: bool,
    /// Enter was pressed, and the match is not saved yet.
    waiting: bool,
    /// Keys typed meanwhile, for the page behind.
    ahead: Vec<KeyEvent>,
    /// The navigation after saving.
    then: Option<Navigation>,
}

impl SavingDialog {
    /// Opens the dialog for the person's own match, if there is one; searches for a name if it has none.
    pub fn new(cx: &Context, then: Option<Navigation>) -> Option<SavingDialog> {
        let s = cx.own_match()?;
        let input = Input::new(s.name().unwrap_or_default());
        let suggesting = s.file.is_none();
        let (problem, ahead) = (None, Vec::new());
        Some(SavingDialog {
            input,
            problem,
            exists: false,
            suggesting,
            waiting: false,
            ahead,
            then,
        })
    }

    fn save(&mut self, cx: &mut Context) {
        let Some(s) = cx.own_match() else { return };
        self.waiting = true;
        if self.suggesting && self.input.value().is_empty() {
            // Enter on an empty line accepts the name being searched for.
            return;
        }
        let name = self.input.value().trim().to_owned();
        let to = match &s.file {
            // Its own file, wherever that is.
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
        cx.spawn_lasting(
            Lane::Write,
            move |desk| Ok::<_, String>(desk.disk.save(&game, to)),
            |page: Option<&mut SavingDialog>, cx, saved| match (saved, page) {
                (Ok(Ok(path)), page) => {
                    cx.notify(format!("Saved: {}", path.display()));
                    if let Some(s) = cx.own_match_mut() {
                        s.changed = false;
                        s.file = Some(path);
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

    /// Inserts the free name that was found, unless another one was typed meanwhile.
    fn suggest(&mut self, cx: &mut Context, name: String) {
        self.suggesting = false;
        if self.input.value().is_empty() {
            self.input = Input::new(name);
            self.edited();
            if self.waiting {
                self.save(cx);
            }
        }
    }

    /// Resets the questions about the previous name.
    fn edited(&mut self) {
        (self.problem, self.exists) = (None, false);
    }

    fn leave(&mut self, cx: &mut Context) {
        cx.go(Navigation::Back);
        self.then.take().into_iter().for_each(|then| cx.go(then));
        cx.ahead.extend(self.ahead.drain(..));
    }

    fn failed(&mut self, error: &StoreError) {
        // Keys typed for the page behind must not answer this.
        self.waiting = false;
        self.ahead.clear();
        self.exists = matches!(error, StoreError::Exists(_) | StoreError::Changed(_));
        self.problem = Some(match error {
            StoreError::Exists(_) => "There is a saved game of that name.".to_owned(),
            StoreError::Changed(_) => "Another program has changed this file.".to_owned(),
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

    /// Keys typed during saving are for the page behind.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        if let Typed::Key(pressed) = typed
            && self.waiting
            && keys::action(cx.settings.keys(), KeyContext::Text, pressed) != Some(Action::Escape)
        {
            self.ahead.push(pressed);
            return true;
        }
        type_into(self, cx, typed)
    }

    fn field(&mut self) -> Option<&mut Input> {
        Some(&mut self.input).filter(|_| !self.waiting)
    }

    fn shown(&mut self, cx: &mut Context) {
        let Some(s) = cx.own_match().filter(|_| self.suggesting) else {
            return;
        };
        let game = s.game().clone();
        cx.spawn(
            Lane::Write,
            move |desk| {
                // If nothing can be saved, saving reports why.
                let store = desk.disk.store();
                Ok::<_, String>(store.map_or_else(|_| String::new(), |store| store.suggest(&game)))
            },
            |page: &mut SavingDialog, cx, name| page.suggest(cx, name.unwrap_or_default()),
        );
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Enter] => Ok(Cow::Borrowed("save")),
            [Action::Escape] => Ok(Cow::Borrowed("back")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let text = match &self.problem {
            Some(text) if self.exists => {
                format!("! {text} <enter> again replaces it; another name keeps both.")
            }
            Some(text) => format!("! {text}"),
            None => "<enter> saves under this name, <back> goes back".to_owned(),
        };
        let mut form = Form::line("name:", &self.input);
        form.help.text = cx.settings.keys().fill(KeyContext::Text, &text);
        form.help.is_wrong = self.problem.is_some();
        boxes::typing(cx, frame, "Save the match", &form, 0);
    }
}
