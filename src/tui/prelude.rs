//! Re-exports the names that most pages and dialogs use. Each page's file begins with `use crate::tui::prelude::*;`,
//! followed by its other imports.

pub use std::borrow::Cow;
pub use std::ops::ControlFlow;

pub use crate::tui::screen::{Frame, Message};
pub use nimatron_core::erased::{Analysis, AnyPosition, Ask};
pub use nimatron_core::games;
pub use nimatron_core::language;
pub use nimatron_core::rules::{Limits, Outcome, Player, Scene, Site, Stop, saturating_cast};
pub use nimatron_core::{tr, tr_key};
pub use ratatui::crossterm::event::{KeyCode, KeyEvent};
pub use ratatui::layout::{Position, Rect};
pub use ratatui::text::{Line, Span};
pub use tui_input::Input;

pub use crate::draw::{Marks, sign_of};
pub use crate::play::{Match, Participant, PlayerKind};
pub use crate::tui::components::{ListCursor, ScrollText, flow, row_style};
pub use crate::tui::context::Context;
pub use crate::tui::filter::ListFilter;
pub use crate::tui::form::{Form, FormHelp, FormRow, FormValue};
pub use crate::tui::job::{Desk, Lane};
pub use crate::tui::keys::{Action, KeyContext, KeyLine};
pub use crate::tui::layout::Parts;
pub use crate::tui::master::Master;
pub use crate::tui::navigation::Navigation;
pub use crate::tui::page::{Offer, Page, Typed, default_offer, type_into};
pub use crate::tui::paragraph::Paragraph;
pub use crate::tui::text::{StyledLine, Tone, counted, cut, fit, wide, wrap};
pub use crate::tui::theme::Theme;
pub(in crate::tui) use crate::tui::{board, field, frame as page, layout};
