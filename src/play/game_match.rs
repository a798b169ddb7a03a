//! Defines a match: a starting position, the moves as text, and a cursor among the moves.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::scene::PawnRow;
use super::{Participant, PlayerKind};
use nimatron_core::erased::{AnyPosition, Turn};
use nimatron_core::rules::{Limits, MoveError, Outcome, Player, Site};
use nimatron_core::tr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The canonical text of the move.
    pub text: String,
    pub by: Player,
    /// Whether the players had swapped sides an odd number of times before the move.
    pub(super) is_swapped: bool,
    /// The sites of the move, on the board as it was before the move.
    pub sites: Vec<Site>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No move is left, and the convention decides whether the player who made the last move wins.
    LastMove,
    Score,
    /// The last move created a position that decides the game, such as three in a row.
    Position,
    Resignation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    pub by: End,
}

/// The maximum number of cached positions. The cache makes it fast to go back in a match.
const MOST_KEPT: usize = 4096;
/// The target size of the cache, in bytes of position text. The estimate assumes that the text of each position is as
/// long as the text of the starting position.
const KEPT_BYTES: usize = 8 << 20;

/// A match being played or viewed.
///
/// In impartial games, the first player makes the first move. In games whose positions record the player to move, the
/// first player is the side that the game names first.
#[derive(Clone)]
pub struct Match {
    /// The positions at every `stride`-th ply, beginning with the start.
    kept: Vec<Box<dyn AnyPosition>>,
    stride: usize,
    most: usize,
    moves: Vec<PlayedMove>,
    cursor: usize,
    current: Box<dyn AnyPosition>,
    /// Whether the position at the cursor is terminal. The value is cached because each frame reads it several times.
    /// `None` for a script's position, because the script may not have answered yet.
    stuck: Option<bool>,
    participants: [Participant; 2],
    is_swapped: bool,
    begin: Begin,
    resigned: Option<Player>,
    stamp: Stamp,
    /// A cache of the rows of pawns after each ply, from the start up to the latest ply shown so far.
    pub(super) pawns: RefCell<Vec<Vec<PawnRow>>>,
}

/// The ply at which a match begins. Only a [branch](Match::branch) may begin after the starting position.
#[derive(Clone, Copy, Default)]
struct Begin {
    ply: usize,
    /// Whether the players had swapped sides an odd number of times before the match began.
    is_swapped: bool,
}

/// Identifies a match and its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// A number that identifies the match; copies of a match share it.
    pub serial: u64,
    /// Starts at 0 when the match is created or read, and increases whenever the saved parts of the match may have
    /// changed.
    pub changes: u64,
}

impl Stamp {
    fn new() -> Stamp {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Stamp {
            serial: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            changes: 0,
        }
    }
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<&str> = self.moves.iter().map(|m| m.text.as_str()).collect();
        write!(
            f,
            "{}",
            tr!(
                "{start} {moves:?} at {cursor}",
                start = self.start().id(),
                cursor = self.cursor
            )
        )
    }
}

impl Match {
    pub fn new(start: Box<dyn AnyPosition>, participants: [Participant; 2]) -> Match {
        // Points gained before the start of the match do not count.
        let start = start.as_written();
        let most = (KEPT_BYTES / start.part_id().len().max(1)).clamp(16, MOST_KEPT);
        Match {
            kept: vec![start.boxed_clone()],
            stride: 1,
            most,
            moves: Vec::new(),
            cursor: 0,
            stuck: is_stuck(&*start),
            current: start,
            participants,
            is_swapped: false,
            begin: Begin::default(),
            resigned: None,
            stamp: Stamp::new(),
            pawns: RefCell::default(),
        }
    }

    /// Creates a match from a position, between players named after the game's sides.
    pub fn between(start: Box<dyn AnyPosition>, kinds: [PlayerKind; 2]) -> Match {
        let participants = Participant::pair(kinds, start.info());
        Match::new(start, participants)
    }

    /// Returns a new match between the same players that begins where this match began.
    pub fn again(&self) -> Match {
        if self.begin.ply == 0 {
            return Match::new(self.start().boxed_clone(), self.participants.clone());
        }
        let mut game = self.clone();
        game.jump(self.begin.ply);
        game.begin_here();
        game
    }

    /// Turns this match into a new match that begins at the cursor and keeps the moves before the cursor.
    fn begin_here(&mut self) {
        self.drop_undone();
        self.begin = Begin {
            ply: self.cursor,
            is_swapped: self.is_swapped,
        };
        self.stamp = Stamp::new();
    }

    /// Returns the number of moves before the beginning of the match: 0, except in a [branch](Match::branch) of a match
    /// with points.
    pub fn begin(&self) -> usize {
        self.begin.ply
    }

    /// Returns a new match between the same players that begins at the cursor, with the same player to move. If points
    /// were gained, the new match keeps the start and the moves up to the cursor, because a script's ID does not
    /// contain points.
    pub fn branch(&self) -> Match {
        let mover = match self.moves.get(self.cursor) {
            Some(made) => self.author(made),
            None => self.mover_at(self.cursor),
        };
        let mut game = Match::new(self.current.boxed_clone(), self.participants.clone());
        let keeps_points = game.current.score() == self.current.score();
        if !keeps_points {
            game = self.clone();
        }
        if game.mover_at(game.cursor) != mover {
            game.swap_sides();
        }
        if keeps_points {
            return game.again();
        }
        game.begin_here();
        game
    }

    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Marks the match as unchanged since it was read from a file.
    pub(super) fn as_found(&mut self) {
        self.stamp.changes = 0;
    }

    pub fn start(&self) -> &dyn AnyPosition {
        &*self.kept[0]
    }

    pub fn position(&self) -> &dyn AnyPosition {
        &*self.current
    }

    /// Returns the position after `ply` moves of the line, or the last position if the line is shorter.
    ///
    /// Positions are cached, so this is fast. In very long matches or on very large boards, only every `stride`-th
    /// position is cached.
    pub fn position_at(&self, ply: usize) -> Box<dyn AnyPosition> {
        let ply = ply.min(self.moves.len());
        if ply == self.cursor {
            return self.current.boxed_clone();
        }
        let from = (ply / self.stride).min(self.kept.len() - 1);
        let mut position = self.kept[from].boxed_clone();
        for m in &self.moves[from * self.stride..ply] {
            // This does not fail, because the move was legal when it was played.
            if position.play(&m.text).is_err() {
                break;
            }
        }
        position
    }

    pub fn participants(&self) -> &[Participant; 2] {
        &self.participants
    }

    /// Returns the caption for the position after `ply` moves: `3. A 2-1`.
    pub fn caption(&self, ply: usize) -> String {
        match ply.checked_sub(1).and_then(|i| self.moves().get(i)) {
            Some(m) => {
                let author = self.author(m);
                let name = if self.has_own_name(author) {
                    self.participant(author).name.as_str()
                } else {
                    // The author may have another side now, but the board shows the side that moved.
                    self.start().info().sides()[m.by.index()]
                };
                format!("{ply}. {name} {}", m.text)
            }
            None => tr!("Start").to_owned(),
        }
    }

    pub fn set_participants(&mut self, participants: [Participant; 2]) {
        self.participants = participants;
        self.stamp.changes += 1;
    }

    pub fn participant(&self, player: Player) -> &Participant {
        &self.participants[player.index()]
    }

    pub fn only_person(&self) -> Option<Player> {
        Participant::only_person(&self.participants)
    }

    /// Returns the current side of the player who made a move. If the players have swapped sides since then, this is
    /// not the side that moved. If the two players cannot be told apart, swaps are ignored, and the function returns
    /// the side that moved.
    pub fn author(&self, made: &PlayedMove) -> Player {
        if self.can_swap() && self.has_swapped_since(made) {
            made.by.other()
        } else {
            made.by
        }
    }

    /// Returns the player in whose colour a move is drawn on the board. If positions record the player to move, this is
    /// the side that moved. Otherwise, it is the [author](Match::author).
    pub fn owner(&self, made: &PlayedMove) -> Player {
        match self.start().mover() {
            Some(_) => made.by,
            None => self.author(made),
        }
    }

    pub fn has_swapped_since(&self, made: &PlayedMove) -> bool {
        made.is_swapped != self.is_swapped
    }

    /// Returns the number of moves up to the cursor that were played before the last swap of sides. Returns `None` if
    /// the players have had their current sides from the beginning.
    pub fn last_swap(&self) -> Option<usize> {
        let from = self.begin.ply.min(self.cursor);
        match (self.moves[from..self.cursor].iter()).rposition(|m| self.has_swapped_since(m)) {
            Some(before) => Some(from + before + 1),
            None => (self.is_swapped != self.begin.is_swapped).then_some(from),
        }
    }

    /// Returns the number of moves before each swap of sides, in the order of the swaps.
    pub(super) fn swaps(&self) -> Vec<usize> {
        let mut was_swapped = false;
        let sides = self.moves.iter().map(|m| m.is_swapped);
        (0..)
            .zip(sides.chain([self.is_swapped]))
            .filter(|(_, is_swapped)| {
                std::mem::replace(&mut was_swapped, *is_swapped) != *is_swapped
            })
            .map(|(at, _)| at)
            .collect()
    }

    /// Records whether the players have swapped sides an odd number of times, but does not swap the participants.
    pub(super) fn set_swapped(&mut self, is_swapped: bool) {
        self.is_swapped = is_swapped;
    }

    /// Swaps the players' sides. A player named after a side is renamed after the new side.
    pub fn swap_sides(&mut self) {
        let sides = self.start().info().sides();
        let [first, second] = &mut self.participants;
        std::mem::swap(first, second);
        for (player, [old, new]) in [(first, [sides[1], sides[0]]), (second, sides)] {
            if player.name == old {
                player.name = new.to_owned();
            }
        }
        self.is_swapped = !self.is_swapped;
        self.stamp.changes += 1;
    }

    /// Returns whether a swap of sides makes a difference. The players must differ in kind, or in name if at least one
    /// has a name of its own.
    pub fn can_swap(&self) -> bool {
        let [first, second] = &self.participants;
        let is_named = Player::BOTH.iter().any(|&player| self.has_own_name(player));
        first.kind != second.kind || is_named && first.name != second.name
    }

    pub fn has_own_name(&self, player: Player) -> bool {
        let sides = self.start().info().sides();
        !sides.contains(&self.participant(player).name.as_str())
    }

    pub fn is_over(&self) -> bool {
        let is_stuck = || self.current.is_over();
        self.resigned.is_some() || self.stuck.unwrap_or_else(is_stuck)
    }

    pub fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.mover(&*self.current, self.cursor))
    }

    /// Returns the player who moves after `ply` moves of the line, or would move if the game were not over.
    pub fn mover_at(&self, ply: usize) -> Player {
        match self.moves.get(ply) {
            Some(m) => m.by,
            None if self.cursor == self.moves.len() => self.mover(&*self.current, self.cursor),
            None => self.mover(&*self.position_at(self.moves.len()), self.moves.len()),
        }
    }

    fn mover(&self, position: &dyn AnyPosition, ply: usize) -> Player {
        position.mover().unwrap_or(if ply.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        })
    }

    /// The whole line, including moves that were taken back.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    pub fn last_move(&self) -> Option<&PlayedMove> {
        self.moves.get(self.cursor.checked_sub(1)?)
    }

    /// Plays a move at the cursor. The moves after the cursor, which were taken back, are kept only if the same player
    /// repeats the first of them.
    ///
    /// Returns an error, and leaves the match unchanged, if the text is not a legal move or a player has resigned.
    pub fn play(&mut self, text: &str) -> Result<Turn, MoveError> {
        if self.resigned.is_some() {
            return Err(MoveError::new(
                text,
                tr!("the game was resigned"),
                tr!("the resignation to be taken back first"),
            ));
        }
        let choice = self.current.legal(text)?;
        let by = self.mover(&*self.current, self.cursor);
        let turn = self.current.play(&choice.text)?;
        let made = PlayedMove {
            text: choice.text,
            by,
            is_swapped: self.is_swapped,
            sites: choice.sites,
        };
        if self.moves.get(self.cursor) != Some(&made) {
            self.drop_undone();
            self.moves.push(made);
            self.keep();
        }
        self.arrive_at(self.cursor + 1);
        Ok(turn)
    }

    /// Moves the cursor to `ply`. The caller has already replaced the current position.
    fn arrive_at(&mut self, ply: usize) {
        self.cursor = ply;
        self.stuck = is_stuck(&*self.current);
        self.stamp.changes += 1;
    }

    pub fn drop_undone(&mut self) {
        self.moves.truncate(self.cursor);
        self.kept.truncate(self.cursor / self.stride + 1);
        self.pawns.get_mut().truncate(self.cursor + 1);
    }

    /// Caches the current position if its ply is the next multiple of the stride. The position must be the last of the
    /// line. If the cache is full, first drops every second cached position and doubles the stride.
    fn keep(&mut self) {
        if self.moves.len() != self.kept.len() * self.stride {
            return;
        }
        if self.kept.len() < self.most {
            self.kept.push(self.current.boxed_clone());
            return;
        }
        let mut i = 0;
        self.kept.retain(|_| {
            i += 1;
            i % 2 == 1
        });
        self.stride *= 2;
        self.keep();
    }

    /// Moves the cursor to a ply, or to the end of the line if that is earlier. Also takes back a resignation.
    pub fn jump(&mut self, ply: usize) {
        let ply = ply.min(self.moves.len());
        self.resigned = None;
        self.current = self.position_at(ply);
        self.arrive_at(ply);
    }

    /// Resigns for a player, unless the game is over. [`Match::jump`] takes a resignation back. Saved games record the
    /// moves, but not a resignation.
    pub fn resign(&mut self, by: Player) {
        if self.to_move().is_some() {
            self.resigned = Some(by);
        }
    }

    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// Returns the result; `None` if the match is not over at the cursor, or if the outcome is not proved.
    pub fn result(&self) -> Option<MatchResult> {
        if let Some(loser) = self.resigned {
            return Some(MatchResult {
                winner: Some(loser.other()),
                by: End::Resignation,
            });
        }
        if !self.is_over() {
            return None;
        }
        ended(&*self.current, self.mover(&*self.current, self.cursor))
    }
}

pub fn winner(outcome: Outcome, mover: Player) -> Option<Player> {
    match outcome {
        Outcome::Win => Some(mover),
        Outcome::Loss => Some(mover.other()),
        Outcome::Draw => None,
    }
}

fn is_stuck(position: &dyn AnyPosition) -> Option<bool> {
    position.scripts().is_empty().then(|| position.is_over())
}

/// Returns the result of a game that ends in the given position. `mover` is the player whose turn it would be. Returns
/// `None` if the game is not over or its outcome is not proved.
pub fn ended(position: &dyn AnyPosition, mover: Player) -> Option<MatchResult> {
    if !position.is_over() {
        return None;
    }
    if let Some(convention) = position.convention() {
        return Some(MatchResult {
            winner: winner(convention.outcome_when_stuck(), mover),
            by: End::LastMove,
        });
    }
    if let Some([first, second]) = position.score() {
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player::First),
            std::cmp::Ordering::Less => Some(Player::Second),
            std::cmp::Ordering::Equal => None,
        };
        return Some(MatchResult {
            winner,
            by: End::Score,
        });
    }
    let outcome = position.outcome(&Limits::default()).ok()?;
    Some(MatchResult {
        winner: winner(outcome, mover),
        by: End::Position,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Level;
    use crate::play::fixtures::game;

    fn start(id: &str) -> Match {
        game(id, &[])
    }

    #[test]
    fn playing_elsewhere_cuts_the_line_and_playing_the_same_keeps_it() {
        let mut game = start("star:1664");
        game.play("7").unwrap();
        game.play("9+10").unwrap();
        game.jump(0);
        game.play("7").unwrap();
        assert_eq!(game.moves().len(), 2);
        game.jump(0);
        game.play("9").unwrap();
        assert_eq!(game.moves().len(), 1);
        assert_eq!(game.position_at(9).id(), "star:1152");
        assert_eq!(game.position_at(0).id(), "star:1664");
    }

    fn swapped(players: [Participant; 2]) -> Match {
        let mut game = start("tictactoe:.........");
        game.set_participants(players);
        game.play("5").unwrap();
        game.swap_sides();
        game.play("1").unwrap();
        game
    }

    fn computer(level: Level, name: &str) -> Participant {
        Participant::new(PlayerKind::Computer(level), name)
    }

    fn person(name: &str) -> Participant {
        Participant::new(PlayerKind::Human, name)
    }

    #[test]
    fn captions_name_a_player_or_the_side_that_moved() {
        for (players, captions) in [
            (
                [person("Ann"), computer(Level::Fair, "O")],
                ["1. Ann 5", "2. Ann 1"],
            ),
            (
                [person("X"), computer(Level::Fair, "O")],
                ["1. X 5", "2. O 1"],
            ),
            ([person("Ann"), person("Bob")], ["1. Ann 5", "2. Ann 1"]),
        ] {
            let game = swapped(players);
            assert_eq!([game.caption(1), game.caption(2)], captions);
        }
    }

    #[test]
    fn players_who_can_swap_sides_are_told_apart() {
        for (players, can_swap) in [
            ([person("X"), computer(Level::Fair, "O")], true),
            (
                [computer(Level::Easy, "X"), computer(Level::Fair, "O")],
                true,
            ),
            (
                [computer(Level::Fair, "X"), computer(Level::Fair, "O")],
                false,
            ),
            ([person("X"), person("O")], false),
            ([person("Ann"), person("O")], true),
            ([person("Ann"), person("Bob")], true),
            ([person("Ann"), person("Ann")], false),
        ] {
            let first = players[0].clone();
            let game = swapped(players);
            assert_eq!(game.can_swap(), can_swap, "{first:?}");
            let author = game.author(&game.moves()[0]);
            let is_told_apart = author == Player::Second;
            assert_eq!(is_told_apart, can_swap, "{first:?}");
            if is_told_apart {
                assert_eq!(game.participant(author).kind, first.kind);
            }
        }
    }

    #[test]
    fn a_branch_begins_at_the_cursor_and_everybody_moves_who_moved_there() {
        let mut game = swapped([person("X"), computer(Level::Fair, "O")]);
        // The person made both moves, and now plays the second side.
        for (cursor, start) in [(0, "tictactoe:........."), (1, "tictactoe:....X....")] {
            game.jump(cursor);
            let branch = game.branch();
            assert_eq!(branch.start().id(), start);
            assert!(branch.moves().is_empty() && branch.last_swap().is_none());
            let mover = branch.participant(branch.to_move().unwrap());
            assert_eq!(mover.kind, PlayerKind::Human, "{cursor}");
        }
        // The position records the player to move, so the other player makes the third move.
        game.jump(2);
        let branch = game.branch();
        assert_eq!(branch.to_move(), Some(Player::First));
        assert_eq!(branch.only_person(), Some(Player::Second));
        // Positions of Nim do not record the player to move, so the player to move becomes the first player.
        let mut game = start("nim:3,5,7");
        game.set_participants([person("Ann"), computer(Level::Fair, "B")]);
        game.play("1-1").unwrap();
        let branch = game.branch();
        let names = branch.participants().each_ref().map(|p| p.name.as_str());
        assert_eq!(
            (branch.start().id().as_str(), names),
            ("nim:2,5,7", ["A", "Ann"])
        );
    }

    #[test]
    fn a_branch_keeps_the_points_gained() {
        let mut game = start("own/coins:3,9,2,7");
        game.play("4=0").unwrap();
        assert_eq!(game.position().score(), Some([7, 0]));
        game.play("1=0").unwrap();
        game.jump(1);
        let branch = game.branch();
        assert_eq!(branch.position().score(), Some([7, 0]));
        assert_eq!(branch.moves().len(), 1);
        assert_ne!(branch.stamp().serial, game.stamp().serial);
        let mut played = branch.clone();
        played.play("1=0").unwrap();
        let again = played.again();
        assert_eq!(
            (again.begin(), again.cursor(), again.moves().len()),
            (1, 1, 1)
        );
        assert_eq!(again.position().score(), Some([7, 0]));
        assert_ne!(again.stamp().serial, played.stamp().serial);
    }

    #[test]
    fn positions_are_found_however_few_are_kept() {
        let mut all = start("star:8191");
        let mut few = start("star:8191");
        few.most = 2;
        for point in 0..13 {
            all.play(&point.to_string()).unwrap();
            few.play(&point.to_string()).unwrap();
            assert!(few.kept.len() <= 2);
        }
        for ply in (0..=13).rev() {
            assert_eq!(few.position_at(ply).id(), all.kept[ply].id());
            few.jump(ply);
            assert_eq!(few.position().id(), all.kept[ply].id());
        }
        few.jump(5);
        few.play("12").unwrap();
        assert_eq!(few.position_at(5).id(), all.kept[5].id());
        assert_eq!(few.moves().len(), 6);
    }
}
