//! Tests points, loops, parameters, heaps described by several numbers, and drawings. Values are compared with built-in
//! games and with plain searches that share no code with the solver.

use std::collections::HashMap;

use super::*;
use crate::games::own::script::MOST_POINTS;
use crate::rules::Site;

/// Returns the edges of a triangular board in the order of the built-in game. Also returns the triangles, each as the
/// numbers of its three edges, counted from 1.
fn triangular(side: usize) -> (Vec<String>, Vec<[usize; 3]>) {
    let empty = opened(&format!("triangle/{side}:"));
    let edges: Vec<String> = empty.first_moves(99).into_iter().map(|m| m.text).collect();
    let dots = side * (side + 1) / 2;
    let edge = |a: usize, b: usize| edges.iter().position(|e| *e == format!("{a}-{b}"));
    let mut triangles = Vec::new();
    for a in 1..=dots {
        for b in a + 1..=dots {
            for c in b + 1..=dots {
                if let (Some(ab), Some(ac), Some(bc)) = (edge(a, b), edge(a, c), edge(b, c)) {
                    triangles.push([ab + 1, ac + 1, bc + 1]);
                }
            }
        }
    }
    (edges, triangles)
}

fn triangle_script(edges: usize, triangles: &[[usize; 3]]) -> String {
    let list: Vec<String> = triangles
        .iter()
        .map(|[a, b, c]| format!("{{{a}, {b}, {c}}}"))
        .collect();
    format!(
        "GLYPHS = '.-'
START = '{}'
local triangles = {{{}}}
function moves(cells)
  local out = {{}}
  for i = 1, #cells do
    if cells[i] == 0 then
      local to = {{table.unpack(cells)}}
      to[i] = 1
      local points = 0
      for _, t in ipairs(triangles) do
        if (t[1] == i or t[2] == i or t[3] == i) and to[t[1]] + to[t[2]] + to[t[3]] == 3 then
          points = points + 1
        end
      end
      out[#out + 1] = {{cells = to, points = points, again = points > 0}}
    end
  end
  return out
end",
        ".".repeat(edges),
        list.join(", "),
    )
}

/// Compares a script of Triangle War with the built-in game. Each set holds the drawn edges of a position, one bit per
/// edge.
fn triangle_agrees(side: usize, sets: impl Iterator<Item = u32>) {
    let (edges, triangles) = triangular(side);
    let library = library(&triangle_script(edges.len(), &triangles));
    let mut opener = crate::games::Opener::new(library);
    for set in sets {
        let drawn = (0..edges.len()).filter(|i| set >> i & 1 == 1);
        let drawn: Vec<&str> = drawn.map(|i| edges[i].as_str()).collect();
        let built_in = opener
            .open(&format!("triangle/{side}:{}", drawn.join(",")))
            .unwrap();
        let cells: String = (0..edges.len())
            .map(|i| if set >> i & 1 == 1 { '-' } else { '.' })
            .collect();
        let mover = usize::from(built_in.mover() == Some(crate::rules::Player::Second));
        let id = format!("own/try:{}:{cells}", ["A", "B"][mover]);
        let start = format!("own/try:A:{}", ".".repeat(edges.len()));
        let mut own = opener.open(&start).unwrap();
        for edge in (1..=edges.len()).filter(|i| set >> (i - 1) & 1 == 1) {
            own.play(&format!("{edge}=1")).unwrap();
        }
        assert_eq!((own.id(), own.score()), (id.clone(), built_in.score()));
        assert_eq!(facts(&*own), facts(&*built_in), "{id}");
        let margin = |at: &dyn AnyPosition| at.value(&Limits::default()).unwrap().margin.unwrap();
        assert_eq!(margin(&*own), margin(&*built_in), "{id}");
        let score = built_in.score().unwrap();
        let lead = score[mover] - score[1 - mover];
        let read = opener.open(&id).unwrap();
        assert_eq!(margin(&*read), margin(&*built_in) - lead, "{id}");
        assert_eq!(margin(&*own.as_written()), margin(&*read), "{id}");
    }
}

#[test]
fn triangle_war_with_three_dots_agrees_with_the_built_in_game() {
    triangle_agrees(3, 0..1 << 9);
}

/// Only late positions are compared, because they lead to few others.
#[test]
fn triangle_war_with_four_dots_agrees_with_the_built_in_game() {
    let late = (0u32..1 << 18).filter(|set| set.count_ones() >= 10);
    triangle_agrees(4, late.step_by(1871));
}

#[test]
#[ignore = "all 262,144 positions take minutes"]
fn triangle_war_with_four_dots_agrees_on_every_position() {
    triangle_agrees(4, (0..1 << 18).rev());
}

/// Counts the closed boxes in Dots and Boxes after these lines are drawn. Lines 0 to 5 are horizontal and lines 6 to 11
/// vertical, both row by row.
fn closed_boxes(lines: u32) -> i64 {
    const BOXES: [u32; 4] = [
        1 | 1 << 2 | 1 << 6 | 1 << 7,
        1 << 1 | 1 << 3 | 1 << 7 | 1 << 8,
        1 << 2 | 1 << 4 | 1 << 9 | 1 << 10,
        1 << 3 | 1 << 5 | 1 << 10 | 1 << 11,
    ];
    BOXES.iter().filter(|b| lines & **b == **b).count() as i64
}

fn free_lines(lines: u32) -> impl Iterator<Item = u32> {
    (0..12)
        .map(|line| 1 << line)
        .filter(move |line| lines & line == 0)
}

fn boxes_id(lines: u32) -> String {
    let place = |line: u32| match line {
        0..6 => line / 2 * 10 + line % 2 * 2 + 1,
        _ => (line - 6) / 3 * 10 + 5 + (line - 6) % 3 * 2,
    };
    let mut cells: Vec<char> = "o.o.o._._.o.o.o._._.o.o.o".chars().collect();
    for line in (0..12).filter(|line| lines >> line & 1 == 1) {
        cells[place(line) as usize] = '-';
    }
    for middle in [6, 8, 16, 18] {
        if [middle - 1, middle + 1, middle - 5, middle + 5].map(|i| cells[i]) == ['-'; 4] {
            cells[middle] = '#';
        }
    }
    format!("own/dots:A:{}", cells.iter().collect::<String>())
}

/// Computes the margin by a plain search with its own representation of the board.
fn boxes_margin(lines: u32, known: &mut HashMap<u32, i64>) -> i64 {
    if let Some(&known) = known.get(&lines) {
        return known;
    }
    let mut best = None;
    for line in free_lines(lines) {
        let to = lines | line;
        let points = closed_boxes(to) - closed_boxes(lines);
        let rest = boxes_margin(to, known);
        let margin = points + if points > 0 { rest } else { -rest };
        best = best.max(Some(margin));
    }
    let margin = best.unwrap_or(0);
    known.insert(lines, margin);
    margin
}

#[test]
fn dots_and_boxes_agree_with_a_plain_search() {
    let mut known = HashMap::new();
    let mut opener = crate::games::Opener::new(Library::default());
    for lines in (0u32..1 << 12).filter(|lines| lines % 53 == 0 || lines.count_ones() > 9) {
        let id = boxes_id(lines);
        let value = opener.open(&id).unwrap().value(&Limits::default()).unwrap();
        assert_eq!(value.margin, Some(boxes_margin(lines, &mut known)), "{id}");
    }
}

/// The headline may lack an idea only if all moves take points, if some good moves take points and others do not, or if
/// no move gives points away but some moves are bad.
#[test]
fn the_idea_of_dots_and_boxes_is_true_of_all_good_moves() {
    /// The points of a move, the most points that a reply can gain, and whether the move keeps the best margin.
    type Move = (i64, i64, bool);
    let mut known = HashMap::new();
    let mut opener = crate::games::Opener::new(Library::default());
    let mut ideas = std::collections::BTreeSet::new();
    for lines in (0u32..1 << 12).filter(|lines| lines % 41 == 0 && lines.count_ones() < 11) {
        let best = boxes_margin(lines, &mut known);
        let closes = |lines: u32, line: u32| closed_boxes(lines | line) - closed_boxes(lines);
        let mut judge = |line: u32| -> Move {
            let gain = closes(lines, line);
            let rest = boxes_margin(lines | line, &mut known);
            let replies = free_lines(lines | line).map(|reply| closes(lines | line, reply));
            let (margin, left) = match gain {
                0 => (-rest, replies.max().unwrap_or(0)),
                _ => (gain + rest, 0),
            };
            (gain, left, margin == best)
        };
        let moves: Vec<Move> = free_lines(lines).map(&mut judge).collect();
        let all = moves.len();
        let takes = |m: &&Move| m.0 > 0;
        let is_safe = |m: &&Move| m.1 == 0;
        let is_good = |m: &&Move| m.2;
        let good = moves.iter().filter(is_good).count();
        let taking = moves.iter().filter(takes).count();
        let safe = moves.iter().filter(is_safe).count();
        let good_taking = moves.iter().filter(is_good).filter(takes).count();
        let good_safe = moves.iter().filter(is_good).filter(is_safe).count();
        let id = boxes_id(lines);
        let found = opener.open(&id).unwrap().analyse(Ask::advice())(&Limits::default()).unwrap();
        let [text, because] = [0, 1].map(|i| found.reasons[i].text.as_str());
        let verdict = match (best, best.unsigned_abs()) {
            (0, _) => "With best play the points come out equal.".to_owned(),
            (1.., 1) => "With best play you win by 1 point.".to_owned(),
            (1.., n) => format!("With best play you win by {n} points."),
            (_, 1) => "With best play you lose by 1 point.".to_owned(),
            (_, n) => format!("With best play you lose by {n} points."),
        };
        let digits = |c: char| if c.is_ascii_digit() { '#' } else { c };
        let idea: String = text.chars().map(digits).collect();
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<usize> = numbers.filter_map(|number| number.parse().ok()).collect();
        let (is_true, counts) = match idea.replace("##", "#").as_str() {
            "Take the points that you can take now." => {
                (good == taking && good_taking == taking, vec![])
            }
            "Take points now: # of # moves that do so is good."
            | "Take points now: # of # moves that do so are good." => {
                (good_taking == good && good < taking, vec![good, taking])
            }
            "Do not take now: taking loses points." => (taking > 0 && good_taking == 0, vec![]),
            "No move gives anything away." => (taking == 0 && safe == all && good == all, vec![]),
            "Every move lets your opponent take points." => (taking == 0 && safe == 0, vec![]),
            "Give nothing away: # of # moves leaves nothing to take."
            | "Give nothing away: # of # moves leave nothing to take." => {
                let is_true = taking == 0 && good_safe == safe && good == safe && safe < all;
                (is_true, vec![safe, all])
            }
            "Give nothing away: # of # moves that do so is good."
            | "Give nothing away: # of # moves that do so are good." => {
                let is_true = taking == 0 && good_safe == good && good < safe && safe < all;
                (is_true, vec![good, safe])
            }
            "Give points away: giving nothing loses more." => {
                (taking == 0 && safe > 0 && good_safe == 0, vec![])
            }
            "# of your # moves leaves nothing to take."
            | "# of your # moves leave nothing to take." => {
                let differ = 0 < good_safe && good_safe < good;
                (taking == 0 && differ && safe < all, vec![safe, all])
            }
            _ => {
                assert!(found.reasons[0].is_bare && text == verdict, "{id}: {text}");
                let differ = 0 < good_taking && good_taking < good;
                let is_even = taking == 0 && safe == all && good < all;
                (differ || taking == all || is_even, numbers.clone())
            }
        };
        assert!(is_true && numbers == counts, "{id}: {text}");
        if text.contains(" of ") {
            let is_one = text.contains("leaves") || text.contains(" is ");
            assert_eq!(is_one, numbers[0] == 1, "{text}");
        }
        if text != verdict {
            assert!(because.starts_with(&format!("{verdict} ")), "{because}");
        }
        let keep = match good {
            1 if all == 2 => "One of your two moves keeps this result".to_owned(),
            1 => format!("nly one of your {all} moves keeps this result"),
            _ if good == all => format!("Each of your {all} moves keeps this result"),
            _ => format!("{good} of your {all} moves keep this result"),
        };
        assert!(because.contains(&keep), "{id}: {because}");
        ideas.insert(if text == verdict {
            String::new()
        } else {
            idea.replace("##", "#")
        });
    }
    let ideas: Vec<&str> = ideas.iter().map(String::as_str).collect();
    let expected = [
        "",
        "# of your # moves leave nothing to take.",
        "Every move lets your opponent take points.",
        "Give nothing away: # of # moves leave nothing to take.",
        "Give nothing away: # of # moves leaves nothing to take.",
        "Give nothing away: # of # moves that do so are good.",
        "Give nothing away: # of # moves that do so is good.",
        "Give points away: giving nothing loses more.",
        "No move gives anything away.",
        "Take the points that you can take now.",
    ];
    assert_eq!(ideas, expected);
}

/// Opens position 1 of a game that counts points. Each position is a single number. In `table`, entry n lists the moves
/// from n as `{to}`, `{to, points}` or `{to, points, again}`.
fn opened_table(table: &str) -> Box<dyn AnyPosition> {
    let script = format!(
        "START = {{1}}
local at = {{{table}}}
function moves(cells)
  local out = {{}}
  for i, m in ipairs(at[cells[1]] or {{}}) do
    out[i] = {{cells = {{m[1]}}, points = m[2] or 0, again = m[3]}}
  end
  return out
end"
    );
    open("own/try:A:1", &library(&script)).unwrap()
}

fn first_reasons(at: &dyn AnyPosition) -> [String; 2] {
    let found = at.analyse(Ask::advice())(&Limits::default()).unwrap();
    [0, 1].map(|i| found.reasons[i].text.clone())
}

#[test]
fn ideas_about_points_are_true_in_small_games() {
    const EQUAL: &str = "With best play the points come out equal.";
    const ONE_AHEAD: &str = "With best play you win by 1 point.";
    const FIVE_AHEAD: &str = "With best play you win by 5 points.";
    let many = "{{2}, {3}, {4}}, {}, {}, {{5, 3}}}
for i = 1, 300 do at[2][i] = {9 + i, i == 300 and 9 or 0} end
at[0] = {";
    for (table, headline, because) in [
        (
            "{{2, 2}, {3}}",
            "Take the points that you can take now.",
            "With best play you win by 2 points. One of your two moves keeps this result; the other loses 2 points.",
        ),
        (
            "{{2, 2}, {3, 1}, {4}}",
            "Take points now: 1 of 2 moves that do so is good.",
            "With best play you win by 2 points. Only one of your 3 moves keeps this result; the others lose 1 to 2 points.",
        ),
        (
            "{{2, 2}, {3, 2}, {4, 1}, {5}}",
            "Take points now: 2 of 3 moves that do so are good.",
            "With best play you win by 2 points. 2 of your 4 moves keep this result; the others lose 1 to 2 points.",
        ),
        (
            "{{2, 1}, {3}}, {{4, 5}}",
            "Do not take now: taking loses points.",
            "With best play the points come out equal. One of your two moves keeps this result; the other loses 4 points.",
        ),
        (
            "{{2}, {3}}, {{4, 1}}, {{4, 2}}",
            "Every move lets your opponent take points.",
            "With best play you lose by 1 point. One of your two moves keeps this result; the other loses 1 point.",
        ),
        (
            "{{2}, {3}}, {{4, 1}}, {}, {{5, 3}}",
            "Give points away: giving nothing loses more.",
            "With best play you win by 2 points. One of your two moves keeps this result; the other loses 2 points.",
        ),
        (
            "{{2}, {3}, {4}}, {}, {{5}}, {{7, 3}}, {{6}}, {{7, 2}}",
            "Give nothing away: 1 of 2 moves that do so is good.",
            "With best play the points come out equal. Only one of your 3 moves keeps this result; the others lose 2 to 3 points.",
        ),
        (
            "{{2}, {3}, {4}}, {}, {{5, 1}}, {{7, 3}}, {{6, 1}}",
            "1 of your 3 moves leaves nothing to take.",
            "With best play the points come out equal. 2 of your 3 moves keep this result; the other loses 3 points.",
        ),
        // Only the last of 300 replies takes points.
        (
            many,
            "Give nothing away: 1 of 3 moves leaves nothing to take.",
            "With best play the points come out equal. Only one of your 3 moves keeps this result; the others lose 3 to 9 points.",
        ),
        (
            "{{2}, {3}}, {{4}}, {{4}}, {{5, 1}}",
            "No move gives anything away.",
            "With best play you win by 1 point. Each of your 2 moves keeps this result.",
        ),
        // No reply takes points, but one move loses points later.
        (
            "{{2}, {3}}, {{4}}, {}, {{5, 1}}",
            ONE_AHEAD,
            "One of your two moves keeps this result; the other loses 1 point.",
        ),
        // Every move takes points.
        (
            "{{2, 1}, {3, 5}}",
            FIVE_AHEAD,
            "One of your two moves keeps this result; the other loses 4 points.",
        ),
        // Some of the best moves take points and some do not.
        (
            "{{2, 1}, {3}, {4}}, {}, {{5}}, {}, {{6, 1}}",
            ONE_AHEAD,
            "2 of your 3 moves keep this result; the other loses 1 point.",
        ),
        // A move or a reply has a negative gain.
        (
            "{{2, -1}, {3}}",
            EQUAL,
            "One of your two moves keeps this result; the other loses 1 point.",
        ),
        (
            "{{2}, {3}}, {{4, -1}}",
            ONE_AHEAD,
            "One of your two moves keeps this result; the other loses 1 point.",
        ),
        // A move or a reply gains another turn, but no points.
        (
            "{{2, 0, true}, {3}}, {{4, 5}}",
            FIVE_AHEAD,
            "One of your two moves keeps this result; the other loses 5 points.",
        ),
        (
            "{{2}, {3}}, {{4, 0, true}}, {}, {{5, 5}}",
            EQUAL,
            "One of your two moves keeps this result; the other loses 5 points.",
        ),
    ] {
        let told = first_reasons(&*opened_table(table));
        assert_eq!(told, [headline, because], "{table}");
    }
    // Points gained earlier in a match count towards the margin.
    let mut at = opened_table("{{2, 3}}, {{4, 1}, {5}}");
    at.play("1=2").unwrap();
    assert_eq!(
        first_reasons(&*at),
        [
            "Take the points that you can take now.",
            "You are 3 points behind now. With best play you lose by 2 points. One of your two moves keeps this result; the other loses 1 point.",
        ]
    );
}

#[test]
fn replies_are_asked_for_within_the_limits() {
    let polls = |work: u32| {
        let script = format!(
            "START = {{0, 0}}
function moves(c)
  for i = 1, {work} do end
  local out = {{}}
  if c[1] == 0 then
    for i = 1, 9 do out[i] = {{cells = {{1, i}}, points = 0}} end
  elseif c[1] == 1 then
    out[1] = {{cells = {{2, 0}}, points = c[2]}}
  end
  return out
end"
        );
        let at = open("own/try:A:0,0", &library(&script)).unwrap();
        at.value(&Limits::default()).unwrap();
        let polled = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
        let count = polled.clone();
        let limits = Limits::default().stopping(move || {
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            None
        });
        at.analyse(Ask::advice())(&limits).unwrap();
        polled.load(std::sync::atomic::Ordering::Relaxed)
    };
    let [quick, slow] = [1, 1_000_000].map(polls);
    assert!(slow >= quick + 9, "{quick}, {slow}");
}

/// Computes the margin of the player to move, by recursion over the coins at both ends.
fn coins_margin(row: &[i64]) -> i64 {
    match row {
        [] => 0,
        [one] => *one,
        [first, middle @ .., last] => {
            let without_first = coins_margin(&row[1..]);
            let without_last = coins_margin(&row[..middle.len() + 1]);
            (first - without_first).max(last - without_last)
        }
    }
}

#[test]
fn coins_in_a_row_agree_with_the_recursion() {
    let mut opener = crate::games::Opener::new(Library::default());
    let row = [4, 7, 2, 9, 5, 3, 8, 1];
    for from in 0..row.len() {
        for to in from + 1..=row.len() {
            let row = &row[from..to];
            let id = format!("own/coins:{}", crate::rules::with_commas(row));
            let at = opener.open(&id).unwrap();
            let value = at.value(&Limits::default()).unwrap();
            assert_eq!(value.margin, Some(coins_margin(row)), "{id}");
        }
    }
    let mut at = opened("own/coins:4,7,2");
    assert_eq!(at.id(), "own/coins:A:4,7,2");
    at.play("1=0").unwrap();
    assert_eq!(
        (at.id().as_str(), at.score()),
        ("own/coins:B:0,7,2", Some([4, 0]))
    );
    assert_eq!(at.move_words("2=0"), "take the coin of 7, for 7 points");
    at.play("2=0").unwrap();
    at.play("3=0").unwrap();
    assert_eq!(
        (at.is_over(), at.id().as_str()),
        (true, "own/coins:B:0,0,0")
    );
    assert_eq!(at.score(), Some([6, 7]));
    let found = at.analyse(Ask::default())(&Limits::default()).unwrap();
    assert_eq!(
        (found.value.outcome, found.value.margin),
        (Outcome::Win, Some(1))
    );
}

/// Solves the game "put or take a square" in rounds. Each round settles the heaps whose outcomes follow from settled
/// heaps, until a round settles none. The remaining heaps are draws. Moves to heaps above `limit` are ignored.
fn squares_by_rounds(limit: usize) -> Vec<Option<(Outcome, u64)>> {
    let next = |n: usize| -> Vec<usize> {
        let square = (1..).map(|r| r * r).take_while(|s| *s <= n).last();
        let square = square.unwrap_or(0);
        let both = [Some(n - square), Some(n + square).filter(|m| *m <= limit)];
        both.into_iter().flatten().filter(|_| n > 0).collect()
    };
    let mut known: Vec<Option<(Outcome, u64)>> = vec![None; limit + 1];
    known[0] = Some((Outcome::Loss, 0));
    for round in 1.. {
        let mut found = Vec::new();
        for n in (1..=limit).filter(|&n| known[n].is_none()) {
            let after: Vec<_> = next(n).into_iter().map(|m| known[m]).collect();
            if after
                .iter()
                .any(|to| matches!(to, Some((Outcome::Loss, _))))
            {
                found.push((n, Outcome::Win));
            } else if after.iter().all(|to| matches!(to, Some((Outcome::Win, _)))) {
                found.push((n, Outcome::Loss));
            }
        }
        if found.is_empty() {
            return known;
        }
        for (n, outcome) in found {
            known[n] = Some((outcome, round));
        }
    }
    known
}

#[test]
fn put_or_take_a_square_agrees_with_its_definition() {
    const LIMIT: usize = 10_000;
    let known = squares_by_rounds(LIMIT);
    let mut opener = crate::games::Opener::new(Library::default());
    let mut lost = Vec::new();
    for (n, expected) in known.iter().enumerate().take(201) {
        let at = opener.open(&format!("own/square:{n}")).unwrap();
        let value = at.value(&Limits::default()).unwrap();
        let expected = expected.map_or((Outcome::Draw, None), |(outcome, left)| {
            (outcome, Some(left))
        });
        assert_eq!((value.outcome, value.remoteness), expected, "{n}");
        if value.outcome == Outcome::Loss {
            lost.push(n);
        }
    }
    // OEIS A005240, up to 200.
    assert_eq!(lost, [0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173]);
    let refused = opener
        .open("own/square:5 + nim:3")
        .unwrap()
        .value(&Limits::default());
    assert!(refused.is_err(), "{refused:?}");
    let drawn = opener
        .open("own/square:2")
        .unwrap()
        .analyse(Ask::default().with_all());
    let drawn = drawn(&Limits::default()).unwrap();
    assert!(
        drawn.reasons[0].text.contains("goes on for ever"),
        "{:?}",
        drawn.reasons
    );
    assert_eq!(drawn.drawing.len(), 1);
}

#[test]
fn boards_may_go_on_for_ever() {
    let walk = "START = {1, 0, 0}
function moves(c)
  for i = 1, 3 do
    if c[i] == 1 then
      local to, back = {0, 0, 0}, {0, 0, 0}
      to[i % 3 + 1], back[(i + 1) % 3 + 1] = 1, 1
      return {to, back}
    end
  end
  return {}
end";
    let loops = library(&format!("LOOPS = 'draw'\n{walk}"));
    assert_eq!(outcome("own/try:1,0,0", &loops), Outcome::Draw);
    assert_eq!(outcome("own/try:0,0,0", &loops), Outcome::Loss);
    let refused = open("own/try:1,0,0", &library(walk))
        .unwrap()
        .value(&Limits::default());
    let why = refused.unwrap_err().to_string();
    assert!(why.contains("for ever: 1,0,0 > "), "{why}");
}

#[test]
fn parameters_are_read_and_written() {
    let take = library(
        "PARAMETERS = {{'k', 3, 1, 100}, {'least', 1, 1, 5}}
START = {2 * k}
RULE = 'Take from least to k stones.'
function options(heap)
  local out = {}
  for taken = least, math.min(k, heap) do out[#out + 1] = {heap - taken} end
  return out
end",
    );
    for (typed, id) in [
        ("own/try:20", "own/try:20"),
        ("own/try/3:20", "own/try:20"),
        ("own/TRY/5:20", "own/try/5:20"),
        ("own/try/3/2:20", "own/try/3/2:20"),
        ("own/try/5/1:20", "own/try/5:20"),
    ] {
        assert_eq!(open(typed, &take).unwrap().id(), id, "{typed}");
    }
    for (id, words) in [
        ("own/try/0:20", "expected a number from 1 to 100"),
        ("own/try/x:20", "\"x\" is no value of k"),
        ("own/try/3/1/1:20", "one parameter too many"),
    ] {
        let error = open(id, &take).err().unwrap().to_string();
        assert!(error.contains(words), "{id}: {error}");
    }
    for k in 1..=5u64 {
        for heap in 0..20u64 {
            let value = open(&format!("own/try/{k}:{heap}"), &take).unwrap();
            let value = value.value(&Limits::default()).unwrap();
            assert_eq!(value.grundy, Some(heap % (k + 1)), "{k}: {heap}");
        }
    }
    let five = open("own/try/5:20", &take).unwrap();
    assert_eq!(five.info().example, "own/try/5:10");
    assert!(
        five.rule().contains("Here k = 5 and least = 1."),
        "{}",
        five.rule()
    );
    assert_eq!(
        open("own/try/5:20 + own/try:4", &take).unwrap().id(),
        "own/try/5:20 + own/try:4"
    );
    let form = five.info();
    assert_eq!(form.id, "own/try");
}

fn sheet_value(w: u64, h: u64, known: &mut HashMap<(u64, u64), u64>) -> u64 {
    if let Some(&known) = known.get(&(w, h)) {
        return known;
    }
    let mut seen = std::collections::BTreeSet::new();
    for i in 2..w.saturating_sub(1) {
        seen.insert(sheet_value(i, h, known) ^ sheet_value(w - i, h, known));
    }
    for i in 2..h.saturating_sub(1) {
        seen.insert(sheet_value(w, i, known) ^ sheet_value(w, h - i, known));
    }
    let value = (0..).find(|value| !seen.contains(value)).unwrap();
    known.insert((w, h), value);
    value
}

#[test]
fn heaps_may_be_pairs() {
    let mut known = HashMap::new();
    let mut opener = crate::games::Opener::new(Library::default());
    for w in 2..=12 {
        for h in 2..=12 {
            let id = format!("own/cut:{w}x{h}");
            let at = opener.open(&id).unwrap();
            assert_eq!(at.id(), id);
            let value = at.value(&Limits::default()).unwrap().grundy;
            assert_eq!(value, Some(sheet_value(w, h, &mut known)), "{id}");
        }
    }
    let mut at = opened("own/cut:7x5,4x4");
    assert_eq!(at.legal("1>7x3,7x2").unwrap().text, "1>7x2,7x3");
    at.play("1>7x2,7x3").unwrap();
    assert_eq!(at.id(), "own/cut:7x2,7x3,4x4");
    assert_eq!(
        at.move_words("3>2x4,2x4"),
        "cut the sheet of 4x4 into 2x4 and 2x4"
    );
    for (id, words) in [
        ("own/cut:7", "2 numbers such as 7x5"),
        ("own/cut:7x5x3", "2 numbers such as 7x5"),
        ("own/cut:7xx", "number"),
    ] {
        let error = fault(id).to_string();
        assert!(error.contains(words), "{id}: {error}");
    }
    // A sheet that is too large to be drawn has a single site.
    let large = opened("own/cut:30x20");
    assert!(!matches!(large.scene().picture, Picture::Graph(_)));
    let whole = large.legal("1>30x2,30x18").unwrap().sites;
    assert_eq!(whole, [Site::new(0, 0)]);
    let misere = opened("misere own/cut:4x4")
        .value(&Limits::default())
        .unwrap();
    assert_eq!(misere.outcome, Outcome::Loss);
}

#[test]
fn only_code_makes_a_game_count_points() {
    for (addition, points) in [
        ("--[[ a move gives\n  points = 1\n]]", false),
        ("--[==[ again = true ]==]", false),
        ("-- points = 1", false),
        ("RULE = [[No move has points = 1.]]", false),
        ("local one = points == 1", false),
        ("local one = {points --[[ of a move ]]\n= 1}", true),
    ] {
        let text = format!("{NIM}\n{addition}");
        let read = read_script(&script("try", &text), &Limits::default()).unwrap();
        assert_eq!(read.script.points, points, "{addition}");
    }
}

/// The gains of taking one and two coins from a heap of n, for each n from 1.
type CoinGains = [[(i64, bool); 2]];

fn coins_script(gains: &CoinGains, is_heaps: bool) -> String {
    let rows: Vec<String> = gains
        .iter()
        .map(|[(one, again), (two, twice)]| format!("{{{{{one}, {again}}}, {{{two}, {twice}}}}}"))
        .collect();
    let rows = rows.join(", ");
    let (function, count, field) = if is_heaps {
        ("options(n)", "n", "heaps")
    } else {
        ("moves(cells)", "cells[1]", "cells")
    };
    format!(
        "START = {{1}}
local gains = {{{rows}}}
function {function}
  local out, n = {{}}, {count}
  for taken = 1, math.min(2, n) do
    local gain = gains[n][taken]
    out[taken] = {{{field} = {{n - taken}}, points = gain[1], again = gain[2]}}
  end
  return out
end"
    )
}

/// Returns the best margin that the player to move can reach with a heap of n coins, by plain recursion.
fn taken_margin(n: usize, gains: &CoinGains) -> i128 {
    let after = |taken: usize| {
        let (points, again) = gains[n - 1][taken - 1];
        let rest = taken_margin(n - taken, gains);
        i128::from(points) + if again { rest } else { -rest }
    };
    (1..=n.min(2)).map(after).max().unwrap_or(0)
}

#[test]
fn large_margins_and_scores_agree_with_a_plain_search() {
    let sizes = [
        MOST_POINTS,
        MOST_POINTS - 1,
        i64::from(u32::MAX),
        i64::from(i32::MAX),
        i64::from(i32::MAX) + 1,
        1,
    ];
    let mut chance = trial::Chance(1);
    let mut is_beyond_32_bits = 0;
    for round in 0..40 {
        let is_heaps = round % 2 == 0;
        let mut gain = || {
            let sign = [1, 1, -1][chance.pick(3)];
            (sign * sizes[chance.pick(sizes.len())], chance.pick(3) == 0)
        };
        let gains: Vec<[(i64, bool); 2]> = (0..12).map(|_| [gain(), gain()]).collect();
        let library = library(&coins_script(&gains, is_heaps));
        for n in 1..=gains.len() {
            let mut at = open(&format!("own/try:{n}"), &library).unwrap();
            let (mut left, mut score) = (n, [0; 2]);
            loop {
                let mover = at.mover().unwrap().index();
                let lead: i128 = score[mover] - score[1 - mover];
                let margin = lead + taken_margin(left, &gains);
                let value = at.value(&Limits::default()).unwrap();
                assert_eq!(value.margin.map(i128::from), Some(margin), "{gains:?}, {n}");
                let outcome = match margin {
                    1.. => Outcome::Win,
                    0 => Outcome::Draw,
                    _ => Outcome::Loss,
                };
                assert_eq!(value.outcome, outcome, "{gains:?}, {n}");
                assert_eq!(at.score().unwrap().map(i128::from), score);
                is_beyond_32_bits += usize::from(i32::try_from(margin).is_err());
                if left == 0 {
                    break;
                }
                let taken = 1 + chance.pick(left.min(2));
                score[mover] += i128::from(gains[left - 1][taken - 1].0);
                left -= taken;
                let mark = if is_heaps { '>' } else { '=' };
                at.play(&format!("1{mark}{left}")).unwrap();
            }
        }
    }
    assert!(is_beyond_32_bits > 1000, "{is_beyond_32_bits}");
}

#[test]
fn a_margin_beyond_32_bits_is_written_in_full() {
    let library = library(
        "START = {7}
function moves(c)
  local n = c[1]
  if n == 0 then return {} end
  return {{cells = {n - 1}, points = 1000000000, again = n ~= 5 and n ~= 1}}
end",
    );
    let mut at = open("own/try:7", &library).unwrap();
    let mut text = Vec::new();
    at.write_answer(Ask::default().with_all(), &Limits::default(), &mut text)
        .unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(
        (&answer["margin"], &answer["outcome"]),
        (&(-1_000_000_000).into(), &"loss".into())
    );
    for left in (0..7).rev() {
        at.play(&format!("1={left}")).unwrap();
    }
    assert_eq!(at.score(), Some([3_000_000_000, 4_000_000_000]));
}

#[test]
fn one_limit_of_points_holds_everywhere() {
    for (points, is_allowed) in [
        (MOST_POINTS.to_string(), true),
        ((-MOST_POINTS).to_string(), true),
        ("1e11".to_owned(), true),
        ((MOST_POINTS + 1).to_string(), false),
        ((-MOST_POINTS - 1).to_string(), false),
        (i64::MAX.to_string(), false),
        (i64::MIN.to_string(), false),
        ("1e300".to_owned(), false),
        ("0.5".to_owned(), false),
    ] {
        let text = format!(
            "START = {{1}}\nfunction options(n) return n > 0 and {{{{heaps = {{}}, points = {points}}}}} or {{}} end"
        );
        let solved = match open("own/try:1", &library(&text)) {
            Ok(at) => at.value(&Limits::default()).map_err(|e| e.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let found = faults(&text);
        assert_eq!((solved.is_ok(), found.is_empty()), (is_allowed, is_allowed));
        if let Err(error) = solved {
            let expected = "expected an integer from -100000000000 to 100000000000";
            assert!(error.contains(expected), "{error}");
            assert!(found[0].contains(expected), "{found:?}");
        }
    }
    // The coins in this row have the largest value that a cell can hold.
    let purse = "PARAMETERS = {{\"most\", 9, 1, 9}}\nSTART = {1}
function moves(cells)
  local first = 1
  while cells[first] == 0 do first = first + 1 end
  local out, to, points = {}, {table.unpack(cells)}, 0
  for i = first, math.min(first + most - 1, #cells) do
    points = points + cells[i]
    to[i] = 0
    out[#out + 1] = {cells = {table.unpack(to)}, points = points}
  end
  return out
end";
    let row = ["1000000000"; 20].join(",");
    let at = open(&format!("own/try:{row}"), &library(purse)).unwrap();
    let value = at.value(&Limits::default()).unwrap();
    // With 18 coins left, the margin with best play is 0. Taking 2 of the 20 coins therefore wins by the value of 2
    // coins.
    assert_eq!(value.margin, Some(2_000_000_000));
}

#[test]
fn heaps_with_points_that_grow_for_ever_are_refused() {
    for (start, options, round) in [
        ("{1}", "{{heaps = {n - 1, 1}, points = 1}}", "1 > 1"),
        ("{4, 7}", "{{heaps = {n - 1, n}, points = 1}}", "1 > 1"),
        (
            "{1}",
            "n == 5 and {{heaps = {1, 3}, points = 1}} or {{heaps = {n + 1, 0}, points = 1}}",
            "2 > 3 > 4 > 5 > 1 > 2",
        ),
    ] {
        let text = format!(
            "START = {start}\nfunction options(n) if n == 0 then return {{}} end return {options} end"
        );
        let cells = start.trim_matches(['{', '}']).replace(' ', "");
        let error = open(&format!("own/try:{cells}"), &library(&text))
            .unwrap()
            .value(&Limits::default())
            .unwrap_err()
            .to_string();
        let expected = format!("options: the game can go on for ever: {round}");
        assert!(error.contains(&expected), "{error}");
        let found = faults(&text);
        assert!(
            found
                .iter()
                .any(|fault| fault.contains("can go on for ever")),
            "{found:?}"
        );
    }
}

/// The margin of a position opened from its ID counts only the points still to be gained. This also holds for the
/// margins that reasons claim.
#[test]
fn an_id_holds_no_score() {
    let answer = |at: &dyn AnyPosition| {
        let mut text = Vec::new();
        at.write_answer(Ask::default().with_all(), &Limits::default(), &mut text)
            .unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap()
    };
    let mut at = opened("own/coins:A:9,7,2");
    at.play("1=0").unwrap();
    assert_eq!(at.value(&Limits::default()).unwrap().margin, Some(-4));
    let found = answer(&*at.as_written());
    assert_eq!(found, answer(&*opened("own/coins:B:0,7,2")));
    assert_eq!(found["score"], serde_json::Value::Null);
    assert_eq!(
        (&found["margin"], &found["outcome"]),
        (&5.into(), &"win".into())
    );
    assert_eq!(found["winning"][0]["to"], "own/coins:A:0,0,2");
    // The move's own points count: A wins by taking the coin of 9, although B scores more from then on.
    let found = answer(&*opened("own/coins:A:9,7,2"));
    assert_eq!(found["legal"][0]["outcome"], "win");
    for claim in found["reasons"].as_array().unwrap().iter() {
        for claim in claim["claims"].as_array().unwrap() {
            if let (Some(id), Some(margin)) = (claim["position"].as_str(), claim.get("margin")) {
                assert_eq!(answer(&*opened(id))["margin"], *margin, "{claim}");
            }
        }
    }
    let over = answer(&*opened("own/coins:B:0,0,0"));
    assert_eq!(
        (&over["margin"], &over["outcome"]),
        (&0.into(), &"draw".into())
    );
    // In Triangle War, unlike in scripted games, the ID determines the score.
    assert_eq!(
        answer(&*opened("triangle:"))["score"],
        serde_json::json!([0, 0])
    );
    let error = fault("own/coins:B:0,7,2@4,0").to_string();
    assert!(
        error.contains("an ID holds no score") && error.contains("\"B:0,7,2\" alone"),
        "{error}"
    );
}

#[test]
fn negative_points_are_counted_and_shown() {
    let library = library(
        "START = {3}\nfunction moves(c) return c[1] > 0 and {{cells = {c[1] - 1}, points = -c[1]}} or {} end",
    );
    let mut at = open("own/try:A:3", &library).unwrap();
    at.play("1=2").unwrap();
    assert_eq!(
        (at.id().as_str(), at.score()),
        ("own/try:B:2", Some([-3, 0]))
    );
    let value = at.value(&Limits::default()).unwrap();
    assert_eq!((value.outcome, value.margin), (Outcome::Win, Some(2)));
}

#[test]
fn a_heap_of_two_numbers_is_changed_or_reduced() {
    let library = library(
        "START = {{3, 2}}\nfunction options(heap)
  local out = {}
  if heap[1] > 0 then
    out[1] = {{heap[1] - 1, heap[2]}}
    out[2] = {{heap[1] - 1, heap[2] + 1}}
  end
  return out
end",
    );
    let at = open("own/try:3x2", &library).unwrap();
    assert_eq!(at.move_words("1>2x2"), "reduce the heap of 3x2 to 2x2");
    assert_eq!(at.move_words("1>2x3"), "change the heap of 3x2 to 2x3");
}

#[test]
fn sheets_are_drawn_with_their_cuts() {
    let graph = |id: &str| match opened(id).scene().picture {
        Picture::Graph(graph) => graph,
        other => panic!("{id}: {other:?}"),
    };
    for (id, sheets, cuts) in [
        ("own/cut:7x5", 1, 4 + 2),
        ("own/cut:24x14", 1, 21 + 11),
        ("own/cut:20x4,20x3,4x4", 3, 17 + 1 + 17 + 2),
    ] {
        let drawn = graph(id);
        assert_eq!(drawn.areas.len(), sheets, "{id}");
        assert_eq!(
            drawn
                .links
                .iter()
                .filter(|link| link.site.is_some())
                .count(),
            cuts,
            "{id}"
        );
        let corner = |i: usize| drawn.nodes[i].at;
        for area in &drawn.areas {
            for (k, &from) in area.corners.iter().enumerate() {
                let to = area.corners[(k + 1) % 4];
                assert!(
                    drawn.links.iter().any(|link| link.ends == (from, to)),
                    "{id}"
                );
            }
        }
        let boxes: Vec<_> = drawn
            .areas
            .iter()
            .map(|a| (corner(a.corners[0]), corner(a.corners[2])))
            .collect();
        for (i, (a, b)) in boxes.iter().enumerate() {
            for (c, d) in &boxes[..i] {
                assert!(
                    b.0 < c.0 || d.0 < a.0 || b.1 < c.1 || d.1 < a.1,
                    "{id}: {boxes:?}"
                );
            }
        }
    }
    // A move cuts squares off the longer side only.
    let euclid = graph("own/euclid:7,3");
    assert_eq!(
        euclid
            .links
            .iter()
            .filter(|link| link.site.is_some())
            .count(),
        2
    );
}

#[test]
fn dots_and_boxes_are_drawn_where_they_are() {
    let at = opened("own/dots:A:o.o.o._._.o.o-o._-#-o.o-o");
    let Picture::Graph(graph) = at.scene().picture else {
        panic!("dots and boxes are a graph")
    };
    assert_eq!((graph.links.len(), graph.nodes.len()), (12, 9));
    for link in &graph.links {
        let cell = link.site.unwrap().item;
        let (a, b) = (graph.nodes[link.ends.0].at, graph.nodes[link.ends.1].at);
        let middle = (a.0 + b.0, a.1 + b.1);
        assert_eq!(middle, ((cell % 5) as f32, (cell / 5) as f32), "{link:?}");
    }
    // Dots 5, 6, 9 and 8 are the corners of the closed box.
    assert_eq!(graph.areas.len(), 1);
    assert_eq!(graph.areas[0].corners, [4, 5, 8, 7]);
}

/// An ID holds no score, so a score of 0:0 says nothing about earlier points.
#[test]
fn a_finished_game_without_points_is_told_truly() {
    let library = library(
        "START = {1}\nfunction moves(c) return c[1] > 0 and {{cells = {c[1] - 1}, points = 0}} or {} end",
    );
    let mut at = open("own/try:A:1", &library).unwrap();
    at.play("1=0").unwrap();
    for at in [at, open("own/try:B:0", &library).unwrap()] {
        let found = at.analyse(Ask::default())(&Limits::default()).unwrap();
        assert_eq!(found.reasons[0].text, "The game is over: no move is left.");
        assert_eq!(found.value.margin, Some(0));
    }
}
