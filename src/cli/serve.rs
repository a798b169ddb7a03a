//! The `serve` command: answers requests from other front ends. Each input line is a JSON request, and each output line
//! is a JSON answer; see `docs/serve.md`.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json, json};

use super::error::{Done, Error};
use super::input::Lines;
use super::output::{self, OutputKind};
use super::review::ReviewLine;
use super::stop::{self, Budget, MemoryLimit};
use crate::play::json_fields::{self, Field, Kind, got};
use crate::play::session::{Command, Said, Session, Task};
use crate::play::{Match, PlayerKind, review};
use nimatron_core::erased::{AnyPosition, Ask, PerfectLine};
use nimatron_core::games::Opener;
use nimatron_core::games::reasons::join;
use nimatron_core::rules::{Library, Limits, Reveals, Stop};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '{\"id\":1,\"request\":\"solve\",\"position\":\"star:1664\"}\\n' | nimatron serve

One JSON request per line on standard input, one JSON answer per line on standard output. docs/serve.md describes them.")]
pub struct ServeCommand {
    /// Time limit in seconds for each request that sets none
    #[arg(long, value_name = "SECONDS", value_parser = stop::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    memory: MemoryLimit,
}

impl ServeCommand {
    pub fn budget(&self) -> Budget {
        self.memory.budget(self.time)
    }
}

/// The default maximum number of moves that a `moves` request lists.
const LISTED: usize = 1000;
const MOST_LISTED: u64 = 100_000;
/// The total length of the waiting requests, in bytes, above which reading pauses.
const MOST_WAITING: usize = 32 << 20;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Request {
    #[serde(skip)]
    name: &'static str,
    position: Option<String>,
    #[serde(rename = "move")]
    made: String,
    most: Option<usize>,
    all: bool,
    reveal: Option<Reveals>,
    time: Option<f64>,
    target: Option<Json>,
}

const POSITION: Field = Field::new("position", Kind::Text);
const TIME: Field = Field::new("time", Kind::Seconds);
const REVEAL: Kind = Kind::OneOf(&["nothing", "where", "move"]);

const REQUESTS: [(&str, &[Field]); 9] = [
    ("open", &[POSITION.needed(), TIME]),
    ("moves", &[Field::new("most", Kind::Number(MOST_LISTED))]),
    ("play", &[Field::new("move", Kind::Text).needed()]),
    ("undo", &[]),
    ("solve", &[POSITION, Field::new("all", Kind::Flag), TIME]),
    ("hint", &[Field::new("reveal", REVEAL), TIME]),
    (
        "line",
        &[
            POSITION,
            Field::new("most", Kind::Number(PerfectLine::LONGEST as u64)),
            TIME,
        ],
    ),
    ("review", &[TIME]),
    ("cancel", &[Field::new("target", Kind::Any).needed()]),
];

struct ReadLine {
    id: String,
    request: Result<Request, String>,
}

/// The fields of a JSON object. If a field occurs twice, its first value is kept and its name is in `twice`.
///
/// A request is read into this map before it becomes a [`Request`], so that an error can name the faulty field and the
/// answer can repeat the ID of the request.
#[derive(Default)]
struct Fields {
    by_name: BTreeMap<String, Box<RawValue>>,
    twice: Option<String>,
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(Fields::default())
    }
}

impl<'de> Visitor<'de> for Fields {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("an object"))
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<Fields, M::Error> {
        while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
            match self.by_name.entry(name) {
                Entry::Vacant(place) => drop(place.insert(value)),
                Entry::Occupied(first) => self.twice = Some(first.key().clone()),
            }
        }
        Ok(self)
    }
}

/// Removes white space outside strings from JSON, so that it fits on one line.
fn compact(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let keep = |c: &char| {
        let kept = quoted || !c.is_ascii_whitespace();
        (quoted, escaped) = match (*c, escaped) {
            ('"', false) => (!quoted, false),
            ('\\', false) => (quoted, quoted),
            _ => (quoted, false),
        };
        kept
    };
    json.chars().filter(keep).collect()
}

impl ReadLine {
    fn parse(text: &str) -> ReadLine {
        let wrong = |what: String| ReadLine {
            id: "null".to_owned(),
            request: Err(what),
        };
        if !text.trim_start().starts_with('{') {
            let what = serde_json::from_str::<&RawValue>(text).err();
            return wrong(
                what.map_or(tr!("a request is a JSON object").to_owned(), |e| {
                    not_json(&e)
                }),
            );
        }
        let (mut fields, twice) = match serde_json::from_str(text) {
            Ok(Fields { by_name, twice }) => (by_name, twice),
            Err(e) => return wrong(not_json(&e)),
        };
        let id = fields
            .remove("id")
            .map_or("null".to_owned(), |id| compact(id.get()));
        let fields = fields.into_iter().map(|(name, value)| {
            // A number that is out of range, such as 1e999, is quoted in the error as the client wrote it.
            let parsed = serde_json::from_str(value.get());
            parsed.map(|value| (name.clone(), value)).map_err(|_| {
                tr!(
                    "`{name}`: {value} cannot be read",
                    value = compact(value.get())
                )
            })
        });
        let fields: Result<Map<String, Json>, String> = match twice {
            Some(name) => Err(tr!("`{name}` is given twice")),
            None => fields.collect(),
        };
        let request = fields.and_then(Request::from_fields);
        ReadLine { id, request }
    }
}

fn not_json(error: &serde_json::Error) -> String {
    tr!("this is not JSON: {error}")
}

impl Request {
    fn from_fields(mut fields: Map<String, Json>) -> Result<Request, String> {
        let known = || {
            let names = join(REQUESTS.iter().map(|(name, _)| name), ", ");
            tr!("expected one of {names}")
        };
        let name = match fields.remove("request") {
            None => {
                return Err(tr!(
                    "the field `request` is missing; {known}",
                    known = known()
                ));
            }
            Some(Json::String(name)) => name,
            Some(other) => {
                return Err(tr!(
                    "`request`: {known}, got {got}",
                    known = known(),
                    got = got(&other)
                ));
            }
        };
        let Some((name, own)) = REQUESTS.iter().find(|(known, _)| *known == name) else {
            return Err(tr!(
                "no request is called {got}; {known}",
                got = got(&Json::String(name)),
                known = known()
            ));
        };
        json_fields::check(&fields, own, "", |unknown| {
            let has = if own.is_empty() {
                tr!("no fields").to_owned()
            } else {
                join(own.iter().map(|field| format!("`{}`", field.name)), ", ")
            };
            tr!("`{unknown}`: there is no such field; {name} has {has}")
        })?;
        fields.retain(|_, value| !value.is_null());
        let request = serde_json::from_value(Json::Object(fields));
        let request: Request = request.map_err(|error| error.to_string())?;
        Ok(Request { name, ..request })
    }
}

struct Waiting {
    line: ReadLine,
    size: usize,
    cancelled: Arc<AtomicBool>,
    /// Whether this is a cancel request whose target was waiting or running when the request arrived.
    cancels: bool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// The total length of all waiting requests, in bytes.
    size: usize,
    running: Option<(String, Arc<AtomicBool>)>,
    /// Set when the input has ended, possibly with an error.
    ended: Option<Done>,
}

impl Queue {
    /// Adds a line to the queue. A cancel request takes effect at once, but is answered in turn.
    fn push(&mut self, line: ReadLine, size: usize) {
        let mut cancels = false;
        if let Some(target) = line
            .request
            .as_ref()
            .ok()
            .and_then(|request| request.target.as_ref())
        {
            let waiting = self.waiting.iter().map(|w| (&w.line.id, &w.cancelled));
            let target = target.to_string();
            for (id, cancelled) in waiting.chain(self.running.iter().map(|(id, flag)| (id, flag))) {
                if *id == target {
                    cancelled.store(true, Ordering::Relaxed);
                    cancels = true;
                }
            }
        }
        self.size += size;
        self.waiting.push_back(Waiting {
            line,
            size,
            cancelled: Arc::default(),
            cancels,
        });
    }
}

#[derive(Default)]
struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn while_so(&self, is_so: impl FnMut(&mut Queue) -> bool) -> MutexGuard<'_, Queue> {
        self.changed
            .wait_while(self.lock(), is_so)
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> Done {
        let mut lines = Lines::stdin();
        while let Some(line) = lines.next(&mut std::io::sink())? {
            let (line, size) = match line {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => (ReadLine::parse(text), text.len()),
                Err(bad) => (
                    ReadLine {
                        id: "null".to_owned(),
                        request: Err(bad.what),
                    },
                    0,
                ),
            };
            self.while_so(|queue| queue.size > MOST_WAITING)
                .push(line, size);
            self.changed.notify_all();
        }
        Ok(())
    }
}

pub fn run(options: &ServeCommand, library: Library) -> Done {
    let mut out = output::stdout(OutputKind::Json);
    let shared = Arc::new(SharedQueue::default());
    let thread = |name: &str| thread::Builder::new().name(name.to_owned());
    let reader = Arc::clone(&shared);
    thread("input").spawn(move || {
        let done = reader.read();
        reader.lock().ended = Some(done);
        reader.changed.notify_all();
    })?;
    #[cfg(unix)]
    thread("output").spawn(output::end_with_reader)?;
    let mut talk = Conversation {
        opener: Opener::new(library),
        session: None,
        budget: options.budget(),
    };
    loop {
        if shared.lock().waiting.is_empty() {
            out.flush()?;
        }
        let mut queue = shared.while_so(|queue| queue.waiting.is_empty() && queue.ended.is_none());
        let Some(next) = queue.waiting.pop_front() else {
            return queue.ended.take().unwrap_or(Ok(()));
        };
        queue.size -= next.size;
        queue.running = Some((next.line.id.clone(), Arc::clone(&next.cancelled)));
        shared.changed.notify_all();
        drop(queue);
        let answer = talk.answer_to(next);
        shared.lock().running = None;
        out.write_all(&answer)?;
        out.write_all(b"\n")?;
        if stop::stopped() {
            out.flush()?;
            return Err(Error::failed(tr!("interrupted")));
        }
    }
}

struct Conversation {
    opener: Opener,
    session: Option<Session>,
    budget: Budget,
}

impl Conversation {
    fn answer_to(&mut self, next: Waiting) -> Vec<u8> {
        let Waiting {
            line: ReadLine { id, request },
            cancelled,
            cancels,
            ..
        } = next;
        let answer = match request {
            _ if cancelled.load(Ordering::Relaxed) => Err(tr!("cancelled").to_owned()),
            Ok(request) => self.answer(&request, cancels, &cancelled),
            Err(what) => Err(what),
        };
        let mut line = format!("{{\"id\":{id},").into_bytes();
        match answer {
            Ok(found) => {
                line.extend_from_slice(b"\"ok\":");
                line.extend_from_slice(found.trim_ascii_end());
            }
            Err(what) => {
                line.extend_from_slice(format!("\"error\":{}", Json::String(what)).as_bytes())
            }
        }
        line.push(b'}');
        line
    }

    fn answer(
        &mut self,
        request: &Request,
        cancels: bool,
        cancelled: &Arc<AtomicBool>,
    ) -> Result<Vec<u8>, String> {
        if self.budget.is_half_taken() {
            self.opener.forget();
        }
        let time = request.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| tr!("`time`: too many seconds").to_owned())?;
        let budget = Budget {
            time: time.or(self.budget.time),
            ..self.budget.clone()
        }
        .begin();
        let clock = &Clock { budget, cancelled };
        match request.name {
            "open" => {
                let position = self.position(request, clock)?;
                let game = Match::between(position, [PlayerKind::Human; 2]);
                self.session = Some(Session::new(game, Task::Free));
                self.state()
            }
            "moves" => {
                let most = request.most.unwrap_or(LISTED);
                let position = self.session()?.game().position();
                let moves = position.choices(&[], most);
                let list: Vec<&str> = moves.list.iter().map(|c| c.text.as_str()).collect();
                Ok(text(
                    &json!({ "moves": list, "count": position.count_moves(), "complete": moves.complete }),
                ))
            }
            "play" => {
                let command = Command::Play(request.made.clone());
                match self.session()?.apply(command).pop() {
                    Some(Said::Illegal(error)) => Err(error.to_string()),
                    _ => self.state(),
                }
            }
            "undo" => match self.session()?.apply(Command::Undo).pop() {
                Some(Said::NothingToUndo) => Err(tr!("there is no move to take back").to_owned()),
                _ => self.state(),
            },
            "solve" => {
                let position = self.position(request, clock)?;
                let ask = Ask {
                    all: request.all,
                    figure: false,
                    ..Ask::default()
                };
                let mut text = Vec::with_capacity(1 << 12);
                clock.run(|limits| position.write_answer(ask, limits, &mut text))?;
                Ok(text)
            }
            "line" => {
                let most = request.most.unwrap_or(PerfectLine::LONGEST);
                let position = self.position(request, clock)?;
                let found = clock.run(|limits| PerfectLine::from(&*position, most, limits))?;
                Ok(text(
                    &json!({ "line": found.moves, "line_ends": found.ends }),
                ))
            }
            "hint" => {
                let session = self.session()?;
                if let Some(question) = session.question() {
                    let answer = clock.run(|limits| question.for_best().answer(limits).proved())?;
                    session.learn(answer);
                }
                session.apply(Command::Reveal(request.reveal.unwrap_or(Reveals::Where)));
                Ok(text(&hint(session)))
            }
            "review" => {
                let game = self.session()?.game();
                let found = clock.run(|limits| review::review(game, limits, &mut |_, _| ()))?;
                serde_json::to_vec(&ReviewLine::new(None, &found)).map_err(|e| e.to_string())
            }
            // The only other request is `cancel`, which took effect when it was added to the queue.
            _ => Ok(text(&json!({ "cancelled": cancels }))),
        }
    }

    fn position(
        &mut self,
        request: &Request,
        clock: &Clock<'_>,
    ) -> Result<Box<dyn AnyPosition>, String> {
        let opener = &mut self.opener;
        match &request.position {
            Some(id) => clock
                .run(|limits| Ok(opener.open_within(id, limits)))?
                .map_err(|e| e.to_string()),
            None => Ok(self.session()?.game().position().as_written()),
        }
    }

    fn session(&mut self) -> Result<&mut Session, String> {
        let nothing = || tr!("no position is open; the request \"open\" opens one").to_owned();
        self.session.as_mut().ok_or_else(nothing)
    }

    fn state(&mut self) -> Result<Vec<u8>, String> {
        let game = self.session()?.game();
        let names = game.position().info().sides();
        Ok(text(&json!({
            "position": game.position().id(),
            "to_move": game.to_move().map(|p| names[p.index()]),
            "played": game.cursor(),
            "over": game.position().is_over(),
            "result": game.result().map(|r| r.winner.map_or("draw", |p| names[p.index()])),
        })))
    }
}

fn text(json: &Json) -> Vec<u8> {
    json.to_string().into_bytes()
}

struct Clock<'a> {
    budget: Budget,
    cancelled: &'a Arc<AtomicBool>,
}

impl Clock<'_> {
    fn run<T>(&self, search: impl FnOnce(&Limits) -> Result<T, Stop>) -> Result<T, String> {
        let limits = self.budget.limits();
        let cancelled = Arc::clone(self.cancelled);
        let limits = limits.stopping(move || {
            cancelled
                .load(Ordering::Relaxed)
                .then(|| tr!("cancelled").to_owned())
        });
        stop::busy(|| search(&limits)).map_err(|stop| {
            if self.cancelled.load(Ordering::Relaxed) {
                tr!("cancelled").to_owned()
            } else {
                stop.to_string()
            }
        })
    }
}

/// Renders the hint as JSON. The sites and the best move are `null` until the hint reveals them.
fn hint(session: &Session) -> Json {
    let most = session.hint();
    let reasons: Vec<&str> = session.reasons(most).map(|r| r.text.as_str()).collect();
    let best = session.analysis().and_then(|found| found.best.as_ref());
    let places = best.filter(|_| most >= Reveals::Where).map(|best| {
        let places = best.sites.iter();
        places
            .map(|s| json!({ "part": s.part, "group": s.group, "item": s.item }))
            .collect::<Vec<_>>()
    });
    let best_move = best
        .filter(|_| most >= Reveals::Move)
        .map(|best| best.text.as_str());
    json!({ "reasons": reasons, "places": places, "move": best_move })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk() -> Conversation {
        Conversation {
            opener: Opener::new(Library::default()),
            session: None,
            budget: Budget::default(),
        }
    }

    fn answers(talk: &mut Conversation, lines: &[&str]) -> Vec<String> {
        let mut queue = Queue::default();
        lines
            .iter()
            .for_each(|line| queue.push(ReadLine::parse(line), line.len()));
        let answered = queue
            .waiting
            .into_iter()
            .map(|next| String::from_utf8(talk.answer_to(next)).unwrap());
        answered.collect()
    }

    #[test]
    fn a_request_that_waits_can_be_cancelled_and_all_are_answered_in_order() {
        let lines = [
            r#"{"id":1,"request":"solve","position":"misere chomp:14x15"}"#,
            r#"{"id":"b","request":"solve","position":"nim:1"}"#,
            r#"{"id":3,"request":"cancel","target":1}"#,
            r#"{"id":4,"request":"cancel","target":"nobody"}"#,
        ];
        let found = answers(&mut talk(), &lines);
        assert_eq!(found[0], r#"{"id":1,"error":"cancelled"}"#);
        assert!(found[1].starts_with(r#"{"id":"b","ok":"#), "{}", found[1]);
        assert_eq!(found[2], r#"{"id":3,"ok":{"cancelled":true}}"#);
        assert_eq!(found[3], r#"{"id":4,"ok":{"cancelled":false}}"#);
    }

    #[test]
    fn a_hint_is_the_best_move_and_the_reasons_tell_of_it() {
        let lines = [
            r#"{"id":1,"request":"open","position":"row:17"}"#,
            r#"{"id":2,"request":"hint","reveal":"move"}"#,
        ];
        let hint: Json = serde_json::from_str(&answers(&mut talk(), &lines)[1]).unwrap();
        let hint = &hint["ok"];
        assert_eq!(hint["move"], "3");
        let reasons = hint["reasons"].as_array().unwrap();
        let tells = |reason: &Json| reason.as_str().unwrap().starts_with("Take stone 3.");
        assert!(reasons.iter().any(tells), "{hint}");
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let deep = "[".repeat(100_000);
        for line in [deep.clone(), format!("{{\"id\":{deep}")] {
            let found = &answers(&mut talk(), &[&line])[0];
            assert!(
                found.starts_with("{\"id\":null,\"error\":\"this is not JSON: "),
                "{found}"
            );
        }
    }
}
