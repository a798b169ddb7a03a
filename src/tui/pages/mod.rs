//! The pages.
//!
//! To add one: a file here with a type that implements [`Page`](super::page::Page), a context for its keys in the key
//! table (`settings/keys`), which the key bar and the help page are printed from, and a way to it from another page:
//! `cx.push(YourPage::new(..))`, which escape comes back from with `cx.go(Navigation::Back)`.
//!
//! - A list with something beside it is a [`Master`](super::master::Master), with the selected line in a `ListCursor`:
//!   it records what a click on each line means, and `ListCursor::action` makes the message of a key or a click an action.
//! - Rows of names and values are a [`Form`](super::form::Form).
//! - Any other part that can be clicked: `frame.hit(area, Message::Item(3))` where it is drawn; `act` gets that message.
//! - Work that takes long: `cx.spawn(Lane::Work, job, then)`, in `shown` or in `act`. The job is a closure that runs on
//!   another thread with a [`Desk`](super::job::Desk) (limits, files); `then` gets the page and the result. Nothing else
//!   is to be changed for it. While it runs `cx.is_busy(Lane::Work)` holds; it is cancelled when the page goes.
//!
//! ```ignore
//! fn shown(&mut self, cx: &mut Context) {
//!     let position = self.position.boxed_clone();
//!     cx.spawn(
//!         Lane::Work,
//!         move |desk| position.outcome(desk.limits),
//!         |page: &mut YourPage, _, outcome| page.outcome = Some(outcome),
//!     );
//! }
//! ```

pub mod atlas;
pub mod coach;
pub mod editor;
pub mod help;
pub mod home;
pub mod lesson;
pub mod lessons;
pub mod line;
pub mod moves;
pub mod open;
pub mod puzzles;
pub mod record;
pub mod review;
pub mod settings;
pub mod setup;
pub mod strategy;
pub mod table;
pub mod tree;
