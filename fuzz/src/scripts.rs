//! Fuzz targets for scripts, the notation of moves, and claims.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use nimatron_core::claim::Claim;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::{Library, Limits, Outcome, ScriptText};

fn library(text: &str) -> Library {
    let library = Library::default();
    library.insert_script(ScriptText {
        name: "mine".to_owned(),
        file: "mine.lua".to_owned(),
        text: text.into(),
    });
    library
}

fn limits(n: u64) -> Limits {
    let asked = AtomicU64::new(0);
    Limits::default().stopping(move || {
        (asked.fetch_add(1, Relaxed) >= n).then(|| "it takes too long".to_owned())
    })
}

/// Reads the input as a script, and plays and solves some of its positions. Verdicts are not compared, because a
/// damaged script may contradict itself.
pub fn scripts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let library = library(&text);
    let source = library.script("mine").unwrap();
    let start = match games::own::read_script(&source, &limits(400)) {
        Ok(game) => game.entry.info.example.to_owned(),
        Err(why) => {
            assert!(!why.to_string().is_empty(), "{text:?}");
            return;
        }
    };
    for id in [
        &*start,
        "own/mine:3",
        "own/mine:1,0,2",
        "misere own/mine:2,1",
    ] {
        let Ok(mut position) = games::open(id, &library) else {
            continue;
        };
        for _ in 0..4 {
            let id = position.id();
            if let Ok(again) = games::open(&id, &library) {
                assert_eq!(again.id(), id, "{text:?}");
            }
            drop(position.value(&limits(100)));
            let Some(first) = position.first_moves(1).pop() else {
                break;
            };
            if position.play(&first.text).is_err() {
                break;
            }
        }
    }
}

const VERTICES: usize = 8;
const ARCS: usize = 3;

#[derive(Clone, Copy)]
struct Arc {
    to: usize,
    points: i64,
    again: bool,
    /// Whether each player may use the arc.
    who: [bool; 2],
}

/// Lists the arcs that `player` may use from `at`. No two of them lead to the same vertex.
fn arcs(cells: &[i64], at: usize, player: usize) -> Vec<Arc> {
    let mut arcs: Vec<Arc> = Vec::new();
    for arc in cells[1 + at * 2 * ARCS..].chunks_exact(2).take(ARCS) {
        let arc = Arc {
            to: arc[0] as usize,
            points: arc[1] % 16 - 8,
            again: arc[1] / 16 % 2 == 1,
            who: [arc[1] / 32 % 3 != 1, arc[1] / 32 % 3 != 2],
        };
        if arc.to != at && arc.who[player] && arcs.iter().all(|other| other.to != arc.to) {
            arcs.push(arc);
        }
    }
    arcs
}

/// Lua code for [`points`] and [`loops`]. A board holds the token's vertex, followed by the arcs of every vertex.
const READ_ARCS: &str = "
function moves(cells, player)
  local at, out, seen = cells[1], {}, {}
  for k = 0, 2 do
    local to, info = cells[2 + at * 6 + 2 * k], cells[3 + at * 6 + 2 * k]
    local who = info // 32 % 3
    if to ~= at and who ~= player and not seen[to] then
      seen[to] = true
      local board = {table.unpack(cells)}
      board[1] = to
      out[#out + 1] = entry(board, info)
    end
  end
  return out
end";

/// Reads a board from the input. If `rising` is set, no arc leads to an earlier vertex.
fn board(data: &[u8], rising: bool) -> Vec<i64> {
    let mut bytes = data.iter().copied().chain(std::iter::repeat(0));
    let mut byte = || i64::from(bytes.next().unwrap_or(0));
    let mut cells = vec![byte() % VERTICES as i64];
    for vertex in 0..VERTICES as i64 {
        for _ in 0..ARCS {
            let to = byte() % VERTICES as i64;
            let to = if rising { to.max(vertex) } else { to };
            cells.extend([to, byte() % 96]);
        }
    }
    cells
}

fn open(cells: &[i64], player: usize, library: &Library) -> Box<dyn AnyPosition> {
    let cells: Vec<String> = cells.iter().map(i64::to_string).collect();
    let id = format!("own/mine:{}:{}", ["A", "B"][player], cells.join(","));
    games::open(&id, library).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Checks a random game with points. The expected margins are computed backwards from the last vertex.
pub fn points(data: &[u8]) {
    let cells = board(data, true);
    let library = library(&format!(
        "START = {{7, {}0}}\nfunction entry(board, info)
  return {{cells = board, points = info % 16 - 8, again = info // 16 % 2 == 1}}
end{READ_ARCS}",
        "0, ".repeat(VERTICES * ARCS * 2 - 1)
    ));
    let mut margins = [[0; 2]; VERTICES];
    for at in (0..VERTICES).rev() {
        margins[at] = [0, 1].map(|player| {
            let gains = arcs(&cells, at, player).into_iter().map(|arc| {
                arc.points
                    + if arc.again {
                        margins[arc.to][player]
                    } else {
                        -margins[arc.to][1 - player]
                    }
            });
            gains.max().unwrap_or(0)
        });
    }
    for player in [0, 1] {
        let position = open(&cells, player, &library);
        let value = position.value(&Limits::default());
        let value = value.unwrap_or_else(|e| panic!("{}: {e}", position.id()));
        let expected = margins[cells[0] as usize][player];
        assert_eq!(value.margin, Some(expected), "{}", position.id());
        let outcome = match expected {
            0 => Outcome::Draw,
            margin => Outcome::won(margin > 0),
        };
        assert_eq!(value.outcome, outcome, "{}", position.id());
    }
}

/// Checks a random game that may go on for ever. The expected outcomes are computed backwards from the positions
/// without moves, in rounds. Positions that stay undecided are draws.
pub fn loops(data: &[u8]) {
    let cells = board(data, false);
    let library = library(&format!(
        "LOOPS = 'draw' START = {{7, {}0}}\nfunction entry(board) return board end{READ_ARCS}",
        "0, ".repeat(VERTICES * ARCS * 2 - 1)
    ));
    let mut known: HashMap<(usize, usize), (Outcome, u64)> = HashMap::new();
    for round in 0.. {
        let mut found = Vec::new();
        for place in (0..VERTICES).flat_map(|at| [(at, 0), (at, 1)]) {
            if known.contains_key(&place) {
                continue;
            }
            let next = arcs(&cells, place.0, place.1);
            let after = |arc: &Arc| known.get(&(arc.to, 1 - place.1)).map(|(o, _)| *o);
            if next.iter().any(|arc| after(arc) == Some(Outcome::Loss)) {
                found.push((place, Outcome::Win));
            } else if next.iter().all(|arc| after(arc) == Some(Outcome::Win)) {
                found.push((place, Outcome::Loss));
            }
        }
        if found.is_empty() {
            break;
        }
        for (place, outcome) in found {
            known.insert(place, (outcome, round));
        }
    }
    for player in [0, 1] {
        let position = open(&cells, player, &library);
        let value = position.value(&Limits::default());
        let value = value.unwrap_or_else(|e| panic!("{}: {e}", position.id()));
        let expected = match known.get(&(cells[0] as usize, player)) {
            Some((outcome, rounds)) => (*outcome, Some(*rounds)),
            None => (Outcome::Draw, None),
        };
        assert_eq!(
            (value.outcome, value.remoteness),
            expected,
            "{}",
            position.id()
        );
    }
}

/// Plays moves from the list of legal moves, and checks that parsing the text of each move yields the move. Then
/// damages the text of the last move. The damaged text must be a legal move or be rejected with a message.
pub fn notation(data: &[u8]) {
    let (Some((&game, data)), library) = (data.split_first(), Library::default()) else {
        return;
    };
    let example = |n: u8| CATALOGUE[usize::from(n) % CATALOGUE.len()].info.example;
    let other = data.first().copied().unwrap_or(0);
    let id = match game {
        0..128 => example(game).to_owned(),
        // `open` refuses games that cannot be summands.
        _ => format!("{} + {}", example(game), example(other)),
    };
    let id = match other % 4 {
        0 => format!("misere {id}"),
        _ => id,
    };
    let Ok(mut position) = games::open(&id, &library) else {
        return;
    };
    let (steps, typed) = data.split_at(data.len().min(6));
    let mut last = String::new();
    for &step in steps {
        let mut moves = position.first_moves(64);
        if moves.is_empty() {
            break;
        }
        let chosen = moves.swap_remove(usize::from(step) % moves.len());
        let (before, words) = (position.id(), position.move_words(&chosen.text));
        assert!(!words.is_empty(), "{before}: {}", chosen.text);
        let read = position.legal(&chosen.text);
        let read = read.unwrap_or_else(|e| panic!("{before}: {} is listed, but {e}", chosen.text));
        assert_eq!(read.text, chosen.text, "{before}");
        position.play(&chosen.text).unwrap();
        if let Some(to) = read.to {
            assert_eq!(position.id(), to, "{before} {}", chosen.text);
        }
        last = chosen.text;
    }
    let mut text = last.into_bytes();
    for edit in typed.chunks(3).take(8) {
        let at = usize::from(edit[0]) % (text.len() + 1);
        match edit.get(1).copied().unwrap_or(0) % 3 {
            0 => text.insert(at, edit.get(2).copied().unwrap_or(b'1')),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => text[at] = edit.get(2).copied().unwrap_or(b'2'),
            _ => {}
        }
    }
    let (text, before) = (String::from_utf8_lossy(&text), position.id());
    match position.legal(&text) {
        Ok(choice) => {
            let again = position.legal(&choice.text).map(|choice| choice.text);
            assert_eq!(again.as_ref(), Ok(&choice.text), "{before} {text:?}");
            let played = position.play(&text);
            assert!(played.is_ok(), "{before} {text:?}: legal, but {played:?}");
        }
        Err(e) => {
            assert!(
                !e.what.is_empty() && !e.expected.is_empty(),
                "{before} {text:?}: {e}"
            );
            assert_eq!(position.id(), before);
        }
    }
}

/// Parses a claim and evaluates it for some numbers.
pub fn claims(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for is_pair in [false, true] {
        match Claim::parse(&text, is_pair) {
            Ok(claim) => {
                for numbers in [[0, 0], [1, 2], [7, 7], [1 << 40, 3], [i64::MAX as u64, 1]] {
                    let numbers = &numbers[..1 + usize::from(is_pair)];
                    if let Err(e) = claim.about(numbers) {
                        assert!(!e.to_string().is_empty(), "{text:?}");
                    }
                }
            }
            Err(e) => assert!(!e.to_string().is_empty(), "{text:?}"),
        }
    }
}
