//! Shows the outcomes of all moves: a sign on each site at which a move is possible, and the moves at the cursor.

use super::table::state::MatchState;
use super::table::{view as table, words};
use crate::draw::{Drawing, neighbour};
use crate::tui::layout::{Panes, columns};
use crate::tui::prelude::*;
use nimatron_core::erased::LegalMove;
use nimatron_core::games::reasons::{capital, moves_that_win};
use nimatron_core::rules::Picture;

pub struct MovesPage {
    cursor: Option<Site>,
    legal: Option<Result<Vec<LegalMove>, String>>,
}

pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let cursor = s.cursor;
    cx.push(MovesPage {
        cursor,
        legal: None,
    });
}

impl MovesPage {
    fn moves(&self) -> &[LegalMove] {
        match &self.legal {
            Some(Ok(moves)) => moves,
            _ => &[],
        }
    }

    fn here(&self, site: Site) -> impl Iterator<Item = &LegalMove> {
        self.moves()
            .iter()
            .filter(move |m| m.choice.sites.contains(&site))
    }

    /// Returns the outcome of the move that takes only this site, if such a move is legal.
    fn alone(&self, site: &Site) -> Option<Outcome> {
        self.here(*site)
            .find(|m| m.choice.sites.len() == 1)
            .map(|m| m.outcome)
    }

    /// Returns the outcome to show on each site at which a move is possible. If a site can be taken alone, this is the
    /// outcome of the move that takes only this site. Otherwise, it is the best outcome of the moves that include the
    /// site. If the best outcome were always shown, almost every site in a row would get a good sign from a move that
    /// also takes a neighbour.
    pub fn signs(&self) -> Vec<(Site, Outcome)> {
        let mut sites: Vec<Site> = self
            .moves()
            .iter()
            .flat_map(|m| m.choice.sites.iter().copied())
            .collect();
        sites.sort_unstable();
        sites.dedup();
        let sign = |site: Site| {
            self.alone(&site)
                .or_else(|| self.here(site).map(|m| m.outcome).max())
        };
        sites
            .into_iter()
            .filter_map(|site| Some((site, sign(site)?)))
            .collect()
    }

    /// Returns a link for each move that takes two sites, with the outcome of the move. Moves are left out if one of
    /// their sites cannot also be taken alone. The links of the best moves are last and thus drawn on top. Rows and
    /// piles get no links, because there is no room between the stones.
    fn links(&self, picture: &Picture) -> Vec<(Site, Site, Outcome)> {
        let is_apart = |site: Site| {
            let part = match picture {
                Picture::Sum(frames) => (frames.get(usize::from(site.part)))
                    .map_or(picture, |frame| &frame.scene.picture),
                whole => whole,
            };
            !matches!(part, Picture::Cells(_) | Picture::Piles(_))
        };
        let pair = |m: &LegalMove| match m.choice.sites[..] {
            [a, b] if is_apart(a) && self.alone(&a).is_some() && self.alone(&b).is_some() => {
                Some((a, b, m.outcome))
            }
            _ => None,
        };
        let mut links: Vec<(Site, Site, Outcome)> = self.moves().iter().filter_map(pair).collect();
        links.sort_by_key(|(.., outcome)| *outcome);
        links
    }

    fn drawing(&self, cx: &Context) -> Option<Drawing> {
        let s = cx.table()?;
        let signs = &self.signs();
        let links = &self.links(&s.scene.picture);
        let marks = Marks {
            cursor: self.cursor,
            start: Some(&s.start),
            pieces: &s.pieces(),
            signs,
            links,
            ..Marks::default()
        };
        Some(board::scene(
            &s.scene,
            table::panes(cx).main,
            &marks,
            &cx.theme,
        ))
    }

    fn overview(
        &self,
        cx: &Context,
        s: &MatchState,
        all: &[LegalMove],
        panes: &Panes,
    ) -> Vec<Line<'static>> {
        let number = |outcome| all.iter().filter(|m| m.outcome == outcome).count();
        let won = number(Outcome::Win);
        let held = number(Outcome::Draw);
        let count = moves_that_win(Some(all.len() as u64), Some(won as u128), held);
        let mut said = vec![StyledLine::heading(count)];
        let signs = self.signs();
        // The signs do not show the outcome of a move if each of its sites can also be taken alone.
        let all_alone = |sites: &[Site]| sites.iter().all(|site| self.alone(site).is_some());
        let joint = all
            .iter()
            .any(|m| m.choice.sites.len() > 1 && all_alone(&m.choice.sites));
        let is_piles = joint && matches!(s.scene.picture, Picture::Piles(_));
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            if signs.iter().any(|(_, sign)| *sign == outcome) {
                let text = match (outcome, joint) {
                    (Outcome::Win, _) if is_piles => tr!("+ taking from here up wins"),
                    (Outcome::Draw, _) if is_piles => tr!("= taking from here up draws"),
                    (Outcome::Loss, _) if is_piles => tr!("- taking from here up loses"),
                    (Outcome::Win, false) => tr!("+ a move here wins"),
                    (Outcome::Draw, false) => tr!("= a move here draws"),
                    (Outcome::Loss, false) => tr!("- every move here loses"),
                    (Outcome::Win, true) => tr!("+ taking it alone wins"),
                    (Outcome::Draw, true) => tr!("= taking it alone draws"),
                    (Outcome::Loss, true) => tr!("- taking it alone loses"),
                };
                said.push(StyledLine::new(Tone::Outcome(outcome), text));
            }
        }
        if is_piles {
            said.push(StyledLine::quiet(tr!(
                "Moves that take from several piles are listed at the cursor."
            )));
        }
        if !self.links(&s.scene.picture).is_empty() && cx.theme.is_painted() {
            said.push(StyledLine::quiet(tr!(
                "A link means taking both of its ends."
            )));
        }
        flow(&cx.theme, said, panes.side.width)
    }
}

/// Renders the description of a move, followed by the outcome and the remoteness.
fn judged(m: &LegalMove, in_words: &str, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let left = m.remoteness.map_or(String::new(), |n| {
        format!(", {}", counted(n, tr!("move"), tr!("moves")))
    });
    let text = format!(
        " {} {}{left}",
        sign_of(m.outcome),
        language::text(m.outcome.word())
    );
    let mut lines = wrap(in_words, width);
    if lines.len() > 1 {
        lines = wrap(in_words, width.saturating_sub(2));
        for line in lines.iter_mut().skip(1) {
            line.insert_str(0, "  ");
        }
    }
    let last = lines.pop().unwrap_or_default();
    let last = Line::from(vec![
        Span::raw(fit(&last, width)),
        Span::styled(text, theme.outcome(m.outcome)),
    ]);
    lines.into_iter().map(Line::raw).chain([last]).collect()
}

/// Lists the winning moves on the whole board or, if no move wins, the drawing moves, in at most `most` lines. If some
/// moves do not fit, an additional line gives their number. Returns the outcome of the listed moves and the lines.
fn everywhere(
    all: &[LegalMove],
    in_words: &dyn Fn(&str) -> String,
    width: usize,
    most: usize,
) -> (Outcome, Vec<String>) {
    let of = |outcome| {
        all.iter()
            .filter(move |m| m.outcome == outcome)
            .map(|m| m.choice.text.as_str())
    };
    let (good, name) = match of(Outcome::Win).next() {
        Some(_) => (Outcome::Win, tr!("These win:")),
        None => (Outcome::Draw, tr!("These draw:")),
    };
    if most == 0 {
        return (good, Vec::new());
    }
    let (mut told, mut listed) = (name.to_owned(), Vec::new());
    for (shown, text) in of(good).enumerate() {
        let gap = if shown > 0 { "; " } else { " " };
        let mut longer = wrap(&format!("{told}{gap}{}", in_words(text)), width);
        // If the description of the first move does not fit, use the move's notation.
        if shown == 0 && longer.len() > most {
            longer = wrap(&format!("{told}{gap}{text}"), width);
        }
        if longer.len() > most {
            listed.push(tr!("and {n} more", n = of(good).count() - shown));
            break;
        }
        told = longer.join(" ");
        listed = longer;
    }
    (good, listed)
}

impl Page for MovesPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Moves
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        if let Message::Site(site) = message {
            self.cursor = Some(site);
        }
        let Some(action) = message.action() else {
            return;
        };
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down => {
                self.cursor = neighbour(&cx.hits.board(), self.cursor, board::direction(action))
                    .or(self.cursor);
            }
            Action::Escape | Action::AllMoves | Action::Enter => {
                if let Some(s) = cx.table_mut() {
                    s.cursor = self.cursor;
                }
                cx.go(Navigation::Back);
            }
            _ => {}
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        let Some(s) = cx.table().filter(|_| self.legal.is_none()) else {
            return;
        };
        let position = s.game().position().boxed_clone();
        cx.analyse(
            &*position,
            Ask::value().with_all(),
            |page: &mut MovesPage, _, result| {
                let moves = result.and_then(Analysis::all_moves);
                page.legal = Some(moves.map_err(|stop| stop.to_string()));
            },
        );
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let (Some(s), Some(drawing)) = (&cx.on_table, self.drawing(cx)) else {
            return;
        };
        let theme = &cx.theme;
        let panes = table::panes(cx);
        let name = s.game().position().info().name;
        let position = Some(s.game().position());
        let mover = s.game().to_move().filter(|_| !s.person_may_move());
        let whose = mover.map_or(String::new(), |player| {
            let name = capital(words::name_or_you(s.game(), player));
            tr!("{name} to move")
        });
        page::match_title(
            cx,
            frame,
            &panes,
            [tr!("All moves"), name, &whose],
            position,
        );
        board::paint(theme, frame, &drawing, panes.main);
        frame.hit_board(&drawing, panes.main);
        let side = panes.side;
        let lines = match &self.legal {
            None => flow(
                theme,
                [StyledLine::quiet(tr!("Working it out ..."))],
                side.width,
            ),
            Some(Err(text)) => flow(theme, [StyledLine::quiet(format!("? {text}."))], side.width),
            Some(Ok(all)) => {
                let mut lines = self.overview(cx, s, all, &panes);
                let most = match usize::from(side.height) {
                    height if panes.beside => (height / 4).max(1),
                    height => height.saturating_sub(lines.len() + 2).min(2),
                };
                let in_words = |text: &str| s.game().position().move_words(text);
                let (good, listed) = everywhere(all, &in_words, usize::from(side.width), most);
                lines.extend(
                    listed
                        .into_iter()
                        .map(|line| Line::styled(line, theme.outcome(good))),
                );
                if panes.beside {
                    lines.push(Line::default());
                    lines.push(Line::styled(tr!("At the cursor"), theme.heading()));
                }
                let room = usize::from(side.height).saturating_sub(lines.len());
                let mut here: Vec<_> = self
                    .cursor
                    .iter()
                    .flat_map(|&site| self.here(site))
                    .collect();
                here.sort_by_key(|m| std::cmp::Reverse(m.outcome));
                if here.is_empty() {
                    lines.push(Line::styled(tr!("no move"), theme.quiet()));
                }
                let width = usize::from(side.width).saturating_sub(usize::from(columns(18)));
                let all = here.len();
                let mut left = room;
                for (i, m) in here.into_iter().enumerate() {
                    let mut words = in_words(&m.choice.text);
                    if wide(&words) > width {
                        words = s.game().position().brief_words(&m.choice.text);
                    }
                    let judged = judged(m, &words, theme, width);
                    // Keep the last line for the number of moves that are not listed.
                    if judged.len() + usize::from(i + 1 < all) > left {
                        let more = tr!("and {n} more", n = all - i);
                        lines.push(Line::styled(more, theme.quiet()));
                        break;
                    }
                    left -= judged.len();
                    lines.extend(judged);
                }
                lines
            }
        };
        frame.render_widget(Paragraph::new(lines), side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::erased::Choice;

    #[test]
    fn good_moves_that_do_not_fit_are_counted() {
        let moves: Vec<LegalMove> = (1..=9)
            .map(|n| LegalMove {
                choice: Choice {
                    text: format!("1-{n}"),
                    to: None,
                    sites: Vec::new(),
                },
                outcome: if n < 9 { Outcome::Win } else { Outcome::Loss },
                remoteness: None,
                answer: None,
            })
            .collect();
        let in_words = |text: &str| format!("the move {text}");
        let lines = |width, most| everywhere(&moves, &in_words, width, most).1;
        assert_eq!(
            lines(32, 2),
            [
                "These win: the move 1-1; the",
                "move 1-2; the move 1-3",
                "and 5 more"
            ]
        );
        assert_eq!(lines(24, 1), ["These win: the move 1-1", "and 7 more"]);
        assert_eq!(lines(60, 0), Vec::<String>::new());
        let few = everywhere(&moves[..2], &in_words, 60, 2).1;
        assert_eq!(few, ["These win: the move 1-1; the move 1-2"]);
    }
}
