//! The match gets a name and is saved under it.

use super::boxes;
use crate::play::store::StoreError;
use crate::tui::disk::SaveAs;
use crate::tui::keys;
use crate::tui::prelude::*;

pub struct SavingDialog {
    pub input: Input,
    pub problem: Option<String>,
    /// There is a file of that name: enter again replaces it.
    pub exists: bool,
    /// A free name is being looked for.
    suggesting: bool,
    /// Enter was pressed, and the match is not saved yet.
    waiting: bool,
    /// What was typed meanwhile: it is for the page behind.
    ahead: Vec<KeyEvent>,
    /// What is done once it is saved.
    then: Option<Navigation>,
}

impl SavingDialog {
    /// The dialog for the match that is the person's own, if there is one; a name is looked for where it has none.
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
            // The name that is looked for is meant.
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

    /// A free name has been found: it stands there unless another one was typed meanwhile.
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

    /// Another name: what was asked about the one before does not hold for it.
    fn edited(&mut self) {
        (self.problem, self.exists) = (None, false);
    }

    fn leave(&mut self, cx: &mut Context) {
        cx.go(Navigation::Back);
        self.then.take().into_iter().for_each(|then| cx.go(then));
        cx.ahead.extend(self.ahead.drain(..));
    }

    fn failed(&mut self, error: &StoreError) {
        // What was typed for the page behind must not answer this.
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

    /// What is typed while it is being saved is for the page behind.
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
                // Where nothing can be saved, saving says why.
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
            _ => usual(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let theme = &cx.theme;
        let (text, style) = match &self.problem {
            Some(text) if self.exists => (
                format!("! {text} <enter> again replaces it; another name keeps both."),
                theme.wrong(),
            ),
            Some(text) => (format!("! {text}"), theme.wrong()),
            None => (
                "<enter> saves under this name, <back> goes back".to_owned(),
                theme.quiet(),
            ),
        };
        let mut lines = wrap(
            &cx.settings.keys().fill(KeyContext::Text, &text),
            boxes::width(cx),
        );
        lines.truncate(5);
        boxes::typing(
            cx,
            frame,
            "Save the match",
            "name: ",
            &self.input,
            (lines, style, 0),
        );
    }
}
