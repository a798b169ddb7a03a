//! `serve`: a line protocol for other front ends. One JSON request a line comes in, one JSON answer a line goes out:
//! `docs/serve.md`.

use std::io::Write;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::answer;
use super::error::{Done, Error};
use super::input::Lines;
use super::output::{self, OutputKind};
use super::review::ReviewLine;
use super::stop::{self, Budget};
use crate::erased::{Analysis, AnyPosition, Ask, PerfectLine};
use crate::games::Opener;
use crate::play::{Match, Participant, PlayerKind, review};
use crate::rules::{Library, Limits, Reveals, Stop};

/// Options of `serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '{\"id\":1,\"request\":\"solve\",\"position\":\"star:1664\"}\\n' | nimatron serve

One JSON request a line on standard input, one JSON answer a line on standard output: docs/serve.md.")]
pub struct ServeCommand {}

/// The most moves that `moves` lists where no number is asked for.
const LISTED: usize = 1000;
/// The most that can be asked for.
const MOST_LISTED: usize = 100_000;

/// A request without its id.
#[derive(Debug, Deserialize)]
#[serde(tag = "request", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Open {
        position: String,
    },
    Moves {
        most: Option<usize>,
    },
    Play {
        #[serde(rename = "move")]
        text: String,
    },
    Undo {},
    Solve {
        position: Option<String>,
        #[serde(default)]
        all: bool,
        time: Option<f64>,
    },
    Hint {
        #[serde(default)]
        reveal: Reveal,
        time: Option<f64>,
    },
    Line {
        position: Option<String>,
        most: Option<usize>,
        time: Option<f64>,
    },
    Review {
        time: Option<f64>,
    },
}

/// How much a hint may give away.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reveal {
    Nothing,
    #[default]
    Where,
    Move,
}

impl Reveal {
    fn most(self) -> Reveals {
        match self {
            Reveal::Nothing => Reveals::Nothing,
            Reveal::Where => Reveals::Where,
            Reveal::Move => Reveals::Move,
        }
    }
}

/// Runs `serve`, until the input ends.
///
/// # Errors
/// What reading and writing give.
pub fn run(library: Library) -> Done {
    stop::listen();
    let mut lines = Lines::stdin();
    let mut out = output::stdout(OutputKind::Json);
    let mut talk = Conversation { opener: Opener::new(library), game: None };
    while let Some(line) = lines.next(&mut out)? {
        let answer = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => talk.line(text),
            Err(bad) => reply(&Json::Null, Err(bad.what)),
        };
        out.write_all(&answer)?;
        out.write_all(b"\n")?;
        if stop::stopped() {
            out.flush()?;
            return Err(Error::failed("interrupted"));
        }
    }
    Ok(out.flush()?)
}

/// An answer: the id, and what was asked for (as JSON text) or what is wrong.
fn reply(id: &Json, answer: Result<Vec<u8>, String>) -> Vec<u8> {
    let mut line = format!("{{\"id\":{id},").into_bytes();
    match answer {
        Ok(found) => {
            line.extend_from_slice(b"\"ok\":");
            line.extend_from_slice(found.trim_ascii_end());
        }
        Err(what) => line.extend_from_slice(format!("\"error\":{}", Json::String(what)).as_bytes()),
    }
    line.push(b'}');
    line
}

/// What is kept from one request to the next.
struct Conversation {
    opener: Opener,
    game: Option<Match>,
}

impl Conversation {
    /// The answer to a line.
    fn line(&mut self, text: &str) -> Vec<u8> {
        let mut fields = match serde_json::from_str::<Json>(text) {
            Ok(Json::Object(fields)) => fields,
            Ok(_) => return reply(&Json::Null, Err("a request is a JSON object".to_owned())),
            Err(e) => return reply(&Json::Null, Err(format!("this is not JSON: {e}"))),
        };
        let id = fields.remove("id").unwrap_or(Json::Null);
        if let Err(what) = named(fields.get("request")) {
            return reply(&id, Err(what));
        }
        let answer = match serde_json::from_value::<Request>(Json::Object(fields)) {
            Ok(request) => self.answer(request),
            Err(e) => Err(e.to_string()),
        };
        reply(&id, answer)
    }

    fn answer(&mut self, request: Request) -> Result<Vec<u8>, String> {
        match request {
            Request::Open { position } => {
                let position = self.opener.open(&position).map_err(|e| e.to_string())?;
                let pair = Participant::pair([PlayerKind::Human; 2], position.info());
                self.game = Some(Match::new(position, pair));
                self.state()
            }
            Request::Moves { most } => {
                let position = self.game()?.position();
                let moves = position.choices(&[], most.unwrap_or(LISTED).min(MOST_LISTED));
                let list: Vec<&str> = moves.list.iter().map(|c| c.text.as_str()).collect();
                let found =
                    json!({ "moves": list, "count": position.count_moves(), "complete": moves.complete });
                Ok(found.to_string().into_bytes())
            }
            Request::Play { text } => {
                self.game_mut()?.play(&text).map_err(|e| e.to_string())?;
                self.state()
            }
            Request::Undo {} => match self.game_mut()?.undo() {
                true => self.state(),
                false => Err("there is no move to take back".to_owned()),
            },
            Request::Solve { position, all, time } => {
                let position = self.position(position)?;
                let ask = if all { Ask::usual().with_all() } else { Ask::usual() };
                let found = solved(&*position, ask, time)?;
                let mut text = Vec::new();
                answer::write(&mut text, &*position, &found, None).map_err(|e| e.to_string())?;
                Ok(text)
            }
            Request::Line { position, most, time } => {
                let position = self.position(position)?;
                let most = most.unwrap_or(PerfectLine::LONGEST).min(PerfectLine::LONGEST);
                let found = run_within(time, |limits| PerfectLine::from(&*position, most, limits))?;
                Ok(json!({ "line": found.moves, "line_ends": found.ends }).to_string().into_bytes())
            }
            Request::Hint { reveal, time } => {
                let position = self.game()?.position();
                Ok(hint(&solved(position, Ask::usual(), time)?, reveal).to_string().into_bytes())
            }
            Request::Review { time } => {
                let game = self.game()?;
                let found = run_within(time, |limits| review::review(game, limits, &mut |_, _| ()))?;
                serde_json::to_vec(&ReviewLine { file: None, review: &found }).map_err(|e| e.to_string())
            }
        }
    }

    /// The position that is named, or that of the match.
    fn position(&mut self, position: Option<String>) -> Result<Box<dyn AnyPosition>, String> {
        match position {
            Some(id) => self.opener.open(&id).map_err(|e| e.to_string()),
            None => Ok(self.game()?.position().boxed_clone()),
        }
    }

    fn game(&self) -> Result<&Match, String> {
        self.game.as_ref().ok_or_else(nothing_open)
    }

    fn game_mut(&mut self) -> Result<&mut Match, String> {
        self.game.as_mut().ok_or_else(nothing_open)
    }

    /// Where the match stands.
    fn state(&self) -> Result<Vec<u8>, String> {
        let game = self.game()?;
        let names = game.position().info().players.unwrap_or(["A", "B"]);
        let found = json!({
            "position": game.position().id(),
            "to_move": game.to_move().map(|p| names[p.index()]),
            "played": game.cursor(),
            "over": game.position().is_over(),
            "result": game.result().map(|r| r.winner.map_or("draw", |p| names[p.index()])),
        });
        Ok(found.to_string().into_bytes())
    }
}

/// What can be requested.
const REQUESTS: [&str; 8] = ["open", "moves", "play", "undo", "solve", "hint", "line", "review"];

/// Whether a request names what it wants.
fn named(request: Option<&Json>) -> Result<(), String> {
    let known = || format!("expected one of {}", REQUESTS.join(", "));
    match request {
        None => Err(format!("the field \"request\" is missing; {}", known())),
        Some(Json::String(name)) if REQUESTS.contains(&name.as_str()) => Ok(()),
        Some(other) => Err(format!("no request is called {other}; {}", known())),
    }
}

fn nothing_open() -> String {
    "no position is open; the request \"open\" opens one".to_owned()
}

fn solved(position: &dyn AnyPosition, ask: Ask, time: Option<f64>) -> Result<Analysis, String> {
    run_within(time, position.analyse(ask))
}

/// Runs a search within a number of seconds.
fn run_within<T>(seconds: Option<f64>, search: impl FnOnce(&Limits) -> Result<T, Stop>) -> Result<T, String> {
    let time = match seconds {
        None => None,
        Some(s) if s > 0.0 => {
            Some(Duration::try_from_secs_f64(s).map_err(|_| "time: too many seconds".to_owned())?)
        }
        Some(_) => return Err("time: expected a number of seconds above 0".to_owned()),
    };
    Budget { time, memory: None }.run(search).map_err(|stop| stop.to_string())
}

/// What may be told: the reasons that give no more away, the places of the best move, the move.
fn hint(found: &Analysis, reveal: Reveal) -> Json {
    let most = reveal.most();
    let reasons: Vec<&str> =
        (found.reasons.iter()).filter(|r| r.reveals <= most).map(|r| r.text.as_str()).collect();
    let best = found.best.as_ref();
    let places = best.filter(|_| most >= Reveals::Where).map(|best| {
        let places = best.sites.iter();
        places.map(|s| json!({ "part": s.part, "group": s.group, "item": s.item })).collect::<Vec<_>>()
    });
    let best_move = best.filter(|_| most >= Reveals::Move).map(|best| best.text.as_str());
    json!({ "reasons": reasons, "places": places, "move": best_move })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk() -> Conversation {
        Conversation { opener: Opener::new(Library::default()), game: None }
    }

    fn say(talk: &mut Conversation, line: &str) -> Json {
        serde_json::from_slice(&talk.line(line)).unwrap()
    }

    #[test]
    fn hostile_lines_get_an_error_with_their_id_and_the_conversation_goes_on() {
        let mut talk = talk();
        let deep = "[".repeat(100_000);
        for (line, id) in [
            ("", Json::Null),
            ("{", Json::Null),
            ("[]", Json::Null),
            ("7", Json::Null),
            (deep.as_str(), Json::Null),
            (r#"{"id":1e999}"#, Json::Null),
            (r#"{"id":1}"#, json!(1)),
            (r#"{"id":"x","request":"fly"}"#, json!("x")),
            (r#"{"id":[1,{"a":2}],"request":7}"#, json!([1, {"a": 2}])),
            (r#"{"id":2,"request":"open"}"#, json!(2)),
            (r#"{"id":3,"request":"open","position":"star:9999"}"#, json!(3)),
            (r#"{"id":4,"request":"open","position":"star:1","more":1}"#, json!(4)),
            (r#"{"id":5,"request":"moves"}"#, json!(5)),
            (r#"{"id":6,"request":"play","move":"1"}"#, json!(6)),
            (r#"{"id":7,"request":"undo"}"#, json!(7)),
            (r#"{"id":8,"request":"solve"}"#, json!(8)),
            (r#"{"id":9,"request":"solve","position":"star:1","time":-1}"#, json!(9)),
            (r#"{"id":10,"request":"solve","position":"star:1","time":1e300}"#, json!(10)),
            (r#"{"id":11,"request":"hint","reveal":"all"}"#, json!(11)),
            (r#"{"id":12,"request":"review"}"#, json!(12)),
            (r#"{"id":13,"request":"moves","most":-1}"#, json!(13)),
            (r#"{"id":15,"request":"line"}"#, json!(15)),
            (r#"{"id":16,"request":"line","position":"nim:1","most":"all"}"#, json!(16)),
            (r#"{"id":17,"request":"line","position":"nim:1","time":0}"#, json!(17)),
            (r#"{"id":14,"request":"solve","all":true,"position":"nim:9223372036854775807"}"#, json!(14)),
        ] {
            let found = say(&mut talk, line);
            assert_eq!(found["id"], id, "{line:.80}");
            assert!(found["error"].is_string(), "{line:.80}: {found}");
            assert_eq!(found.as_object().unwrap().len(), 2, "{line:.80}");
        }
        assert_eq!(say(&mut talk, r#"{"request":"open","position":"nim:1"}"#)["ok"]["position"], "nim:1");
    }

    #[test]
    fn a_line_is_played_perfectly_as_far_as_asked_for() {
        let mut talk = talk();
        let whole = say(&mut talk, r#"{"request":"line","position":"nim:3,5,7"}"#)["ok"].clone();
        let mut position = talk.opener.open("nim:3,5,7").unwrap();
        for m in whole["line"].as_array().unwrap() {
            position.play(m.as_str().unwrap()).unwrap();
        }
        assert!(position.is_over() && whole["line_ends"] == json!(true));
        let two = say(&mut talk, r#"{"request":"line","position":"nim:3,5,7","most":2}"#)["ok"].clone();
        assert_eq!(two["line"].as_array().unwrap()[..], whole["line"].as_array().unwrap()[..2]);
        assert_eq!(two["line_ends"], json!(false));
    }

    #[test]
    fn a_hint_tells_no_more_than_asked_for() {
        let mut talk = talk();
        say(&mut talk, r#"{"request":"open","position":"star:1664"}"#);
        let nothing = say(&mut talk, r#"{"request":"hint","reveal":"nothing"}"#);
        assert_eq!((&nothing["ok"]["places"], &nothing["ok"]["move"]), (&Json::Null, &Json::Null));
        let place = say(&mut talk, r#"{"request":"hint"}"#);
        assert_eq!((place["ok"]["places"].as_array().unwrap().len(), &place["ok"]["move"]), (2, &Json::Null));
        let told = say(&mut talk, r#"{"request":"hint","reveal":"move"}"#);
        assert_eq!(told["ok"]["move"], "7+10");
        assert!(
            told["ok"]["reasons"].as_array().unwrap().len()
                >= place["ok"]["reasons"].as_array().unwrap().len()
        );
    }
}
