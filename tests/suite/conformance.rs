//! Runs the same checks on every game in the catalogue.
//!
//! Positions come from each game's example, presets and random set-ups, and from random play that starts at one of
//! these.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{LazyLock, Mutex, OnceLock};

use nimatron_core::erased::{
    Analysis, AnyPosition, Ask, Choice, Entry, FieldKind, PerfectLine, SetupForm, Turn, entry,
};
use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::{
    Convention, IdError, Library, Limits, Outcome, Stop, Text, Value, in_past_tense,
};
use nimatron_lasker::Lasker;

use super::search::cache_key;

/// A random number generator with fixed seeds, so every run tests the same positions.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n.max(1)
    }
}

/// The maximum number of moves tried in a position.
const FEW: u64 = 400;

/// The example game of `docs/adding-a-game.md`, which must pass the same checks as the games in the catalogue.
static LASKER: Entry = entry::<Lasker>();

fn all_games() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().copied().chain([&LASKER])
}

fn read(id: &str) -> Result<Box<dyn AnyPosition>, IdError> {
    let (mut convention, mut part) = (Convention::Normal, id.trim());
    for word in [Convention::Normal, Convention::Misere] {
        if let Some(rest) = part
            .strip_prefix(word.word())
            .filter(|rest| rest.starts_with(' '))
        {
            (convention, part) = (word, rest.trim_start());
            break;
        }
    }
    let library = Library::default();
    match part.strip_prefix("lasker:") {
        Some(state) => {
            let column = id.trim_end().chars().count() - state.chars().count() + 1;
            let opened = LASKER.open(convention, &[], Text::at(state, column), &library);
            opened.map_err(|e| e.with_example(LASKER.info.example))
        }
        None => games::open(id, &library),
    }
}

fn open(id: &str) -> Box<dyn AnyPosition> {
    read(id).unwrap_or_else(|e| panic!("{id}: {e}"))
}

fn analyse(position: &dyn AnyPosition, ask: Ask) -> Result<Analysis, Stop> {
    position.analyse(ask)(&Limits::default())
}

pub fn conventions(part: &str, with_word: bool) -> Vec<String> {
    if with_word {
        [Convention::Normal, Convention::Misere]
            .map(|c| format!("{} {part}", c.word()))
            .to_vec()
    } else {
        vec![part.to_owned()]
    }
}

pub fn values(setup: &SetupForm, roll: &mut dyn FnMut(u64) -> u64) -> Vec<String> {
    let value = |kind: FieldKind| match kind {
        FieldKind::Number {
            least,
            most,
            default,
        } => {
            let most = most.min(default.saturating_mul(2).max(least));
            (least + roll(most - least + 1)).to_string()
        }
        FieldKind::Choice(words) => words[roll(words.len() as u64) as usize].to_owned(),
        FieldKind::Numbers(_) | FieldKind::Cells { .. } | FieldKind::Text(_) => {
            kind.default_value()
        }
    };
    setup
        .fields
        .iter()
        .map(|field| field.kind)
        .map(value)
        .collect()
}

fn starts(entry: &Entry, dice: &mut Dice) -> Vec<String> {
    let setup = entry.setup;
    let mut ids: Vec<String> = vec![open(entry.info.example).id()];
    ids.extend(setup.presets.iter().map(|(_, id)| open(id).id()));
    for i in 0..5 {
        let values = match i {
            0 => setup
                .fields
                .iter()
                .map(|f| f.kind.default_value())
                .collect(),
            _ => values(setup, &mut |n| dice.roll(n)),
        };
        for part in [
            setup.start_id(&values),
            setup.random_id(&values, &mut |n| dice.roll(n)),
        ] {
            ids.extend(conventions(&part.unwrap(), entry.info.default.is_some()));
        }
    }
    ids
}

fn positions(entry: &Entry, playouts: usize, dice: &mut Dice) -> Vec<Box<dyn AnyPosition>> {
    let mut seen = HashSet::new();
    let mut list = Vec::new();
    for id in starts(entry, dice) {
        for _ in 0..playouts {
            let mut position = open(&id);
            for _ in 0..200 {
                if seen.insert(position.id()) {
                    list.push(position.boxed_clone());
                }
                let moves = position.first_moves(FEW as usize);
                if moves.is_empty() {
                    break;
                }
                let i = match dice.roll(3) {
                    0 => 0,
                    1 => moves.len() - 1,
                    _ => dice.roll(moves.len() as u64) as usize,
                };
                position.play(&moves[i].text).unwrap();
            }
        }
    }
    list
}

struct Sample {
    entry: &'static Entry,
    position: Mutex<Box<dyn AnyPosition>>,
    analysis: OnceLock<Result<Analysis, Stop>>,
}

impl Sample {
    fn new(entry: &'static Entry, position: Box<dyn AnyPosition>) -> Sample {
        Sample {
            entry,
            position: Mutex::new(position),
            analysis: OnceLock::new(),
        }
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        self.position.lock().unwrap().boxed_clone()
    }

    fn analysis(&self) -> &Result<Analysis, Stop> {
        self.analysis.get_or_init(|| {
            let position = self.position();
            let few = position.count_moves().is_some_and(|n| n <= FEW);
            let ask = if few {
                Ask::default().with_all()
            } else {
                Ask::default()
            };
            analyse(&*position, ask)
        })
    }
}

fn samples(playouts: usize) -> Vec<Sample> {
    let of_game = |(i, entry)| {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (i as u64 + 1));
        let list = positions(entry, playouts, &mut dice);
        list.into_iter()
            .map(move |position| Sample::new(entry, position))
    };
    all_games().enumerate().flat_map(of_game).collect()
}

static CORPUS: LazyLock<Vec<Sample>> = LazyLock::new(|| samples(1));

#[test]
fn the_catalogue_tells_of_every_game() {
    let mut words = HashSet::new();
    for entry in all_games() {
        let info = entry.info;
        assert!(words.insert(info.id), "{} is there twice", info.id);
        assert!(
            info.id
                .chars()
                .all(|c| c.is_ascii_lowercase()
                    || (c == '/' || c == '-') && info.id.starts_with("own/")),
            "{}",
            info.id
        );
        assert!(
            !info.name.is_empty() && !info.limits.is_empty() && info.rule.len() >= 20,
            "{}",
            info.id
        );
        assert!(
            info.rule.chars().count() <= 110,
            "{}: the rule is longer than a line",
            info.id
        );
        assert!(
            !entry.setup.presets.is_empty(),
            "{} has no presets",
            info.id
        );
        assert_eq!(open(info.example).info().id, info.id);
    }
}

#[test]
fn ids_round_trip() {
    for sample in CORPUS.iter() {
        let (entry, position) = (sample.entry, sample.position());
        let id = position.id();
        assert_eq!(open(&id).id(), id);
        assert_eq!(open(&position.portable_id()).is_over(), position.is_over());
        let spaced = match entry.info.default {
            Some(d) if position.convention() == Some(d) => format!("  {}   {id} ", d.word()),
            _ => format!(" {id}  "),
        };
        assert_eq!(open(&spaced).id(), id, "{spaced:?}");
        let state = id.split_once(':').map(|(_, s)| s.to_owned()).unwrap();
        let column = id.find(':').unwrap() + 2;
        let sibling = position
            .with_state(nimatron_core::rules::Text::at(&state, column))
            .unwrap();
        assert_eq!(sibling.id(), id);
    }
}

#[test]
fn moves_have_texts_of_their_own_that_read_back() {
    for position in CORPUS.iter().map(Sample::position) {
        let id = position.id();
        let moves = position.first_moves(FEW as usize);
        let mut texts = HashSet::new();
        for m in &moves {
            assert!(texts.insert(&m.text), "{id}: {} is there twice", m.text);
            let read = position
                .legal(&m.text)
                .unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(read.text, m.text, "{id}");
            assert_eq!(read.sites, m.sites, "{id} {}", m.text);
            assert_eq!(
                position.legal(&format!(" {} ", m.text)).map(|c| c.text),
                Ok(m.text.clone()),
                "{id}"
            );
        }
        match position.count_moves() {
            Some(n) if n <= FEW => assert_eq!(n, moves.len() as u64, "{id}"),
            _ => assert_eq!(moves.len() as u64, FEW, "{id}"),
        }
        assert_eq!(position.is_over(), moves.is_empty(), "{id}");
        for nonsense in ["", "zzz", "999999999999999999999", "-", "+", "1/", "é"] {
            if let Ok(c) = position.legal(nonsense) {
                panic!("{id}: {nonsense:?} was read as {}", c.text);
            }
        }
    }
}

#[test]
fn where_a_game_has_no_words_for_an_illegal_move_the_first_legal_ones_are_named() {
    for (id, text, named) in [
        ("lasker:4", "1>4", "expected 1>3, 1>2, 1>1, ..."),
        ("lasker:2", "1>2", "expected 1>1 or 1>0 or 1>1,1"),
    ] {
        let error = open(id).legal(text).unwrap_err().to_string();
        assert!(error.ends_with(named), "{id}: {error}");
    }
}

#[test]
fn playing_leads_to_what_the_move_list_says() {
    for sample in CORPUS.iter() {
        let (entry, position) = (sample.entry, sample.position());
        let id = position.id();
        for m in position.first_moves(40) {
            let (after, turn) = position.after(&m.text).unwrap();
            if let Some(to) = &m.to {
                assert_eq!(&after.part_id(), to, "{id} {}", m.text);
            }
            assert_ne!(after.id(), id, "{} changes nothing", m.text);
            match (position.mover(), after.mover()) {
                (Some(a), Some(b)) => assert_eq!(turn == Turn::Kept, a == b, "{id} {}", m.text),
                _ => assert_eq!(turn, Turn::Passed, "{id} {}", m.text),
            }
            assert_eq!(entry.info.players.is_some(), position.mover().is_some());
        }
        assert_eq!(position.id(), id, "playing on a copy changed the original");
    }
}

#[test]
fn sites_lead_to_their_moves() {
    for position in CORPUS.iter().map(Sample::position) {
        let id = position.id();
        let few = position.count_moves().is_some_and(|n| n <= FEW);
        let all = position.first_moves(if few { FEW as usize } else { 60 });
        for m in all.iter().take(60) {
            assert!(
                !m.sites.is_empty(),
                "{id}: {} is nowhere on the board",
                m.text
            );
            for picked in std::iter::once(&m.sites[..]).chain(m.sites.chunks(1)) {
                let found = position.choices(picked, 100_000).list;
                let is_picked = |c: &&Choice| picked.iter().all(|site| c.sites.contains(site));
                assert!(
                    found.iter().any(|c| c.text == m.text),
                    "{id}: {} cannot be pointed at",
                    m.text
                );
                assert!(
                    found.iter().all(|c| is_picked(&c)),
                    "{id}: {picked:?} finds {found:?}"
                );
                let found = found.iter().map(|c| &c.text);
                let wanted = all.iter().filter(is_picked).map(|c| &c.text);
                assert!(
                    !few || found.eq(wanted),
                    "{id}: {picked:?} does not find all moves, or in another order"
                );
            }
        }
    }
}

#[test]
fn verdicts_agree_with_all_moves() {
    agree_with_all_moves(&CORPUS);
}

#[test]
#[ignore = "the full run: minutes without optimisation"]
fn verdicts_of_many_positions_agree_with_all_moves() {
    agree_with_all_moves(&samples(6));
}

fn agree_with_all_moves(samples: &[Sample]) {
    let mut asked: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut values = Values::default();
    for sample in samples {
        let (of, proved) = asked.entry(sample.entry.info.id).or_default();
        *of += 1;
        *proved += u32::from(agrees_with_all_moves(
            &*sample.position(),
            sample.analysis(),
            &mut values,
        ));
    }
    for (id, (of, proved)) in asked {
        // Random play from a script's example may reach only a few positions, so require fewer samples.
        let least = if id.starts_with("own/") { 8 } else { 20 };
        assert!(
            of >= least && proved * 4 >= of * 3,
            "{id}: of {of} positions only {proved} are proved"
        );
    }
}

/// Caches the values of positions by [`cache_key`], because many positions are reached several times.
#[derive(Default)]
struct Values(HashMap<String, Result<Value, Stop>>);

impl Values {
    fn value(&mut self, position: &dyn AnyPosition) -> Result<Value, Stop> {
        let known = self.0.entry(cache_key(position));
        let solved = || analyse(position, Ask::value()).map(|analysis| analysis.value);
        known.or_insert_with(solved).clone()
    }
}

/// Compares the analysis of a position with the values of the positions after each move. Returns whether the position
/// is proved.
fn agrees_with_all_moves(
    position: &dyn AnyPosition,
    analysis: &Result<Analysis, Stop>,
    values: &mut Values,
) -> bool {
    let id = position.id();
    let analysis = match analysis {
        Ok(analysis) => analysis,
        Err(Stop::NotProved(reason)) => {
            assert!(!reason.is_empty());
            return false;
        }
        Err(other) => panic!("{id}: {other}"),
    };
    let value = analysis.value;
    assert!(
        (1..=6).contains(&analysis.reasons.len()),
        "{id}: {:?}",
        analysis.reasons
    );
    assert!(
        analysis.reasons.iter().all(|r| !r.text.trim().is_empty()),
        "{id}: {:?}",
        analysis.reasons
    );
    assert_eq!(analysis.over, position.is_over(), "{id}");
    assert_eq!(analysis.moves, position.count_moves(), "{id}");
    assert_eq!(analysis.best.is_none(), analysis.over, "{id}");
    if let (Some(grundy), Some(Convention::Normal)) = (value.grundy, position.convention()) {
        assert_eq!(grundy != 0, value.outcome == Outcome::Win, "{id}");
    }
    if analysis.over {
        if let Some(convention) = position.convention() {
            assert_eq!(value.outcome, convention.outcome_when_stuck(), "{id}");
        }
        assert_eq!(
            (analysis.winning_count, value.remoteness),
            (Some(0), Some(0)),
            "{id}"
        );
        return true;
    }
    let Some(legal) = &analysis.legal else {
        if value.outcome == Outcome::Win {
            assert!(analysis.winning_count > Some(0), "{id}");
        }
        for won in analysis.winning.iter().take(20) {
            let (after, _) = position.after(&won.text).unwrap();
            if let Ok(next) = values.value(after.as_ref()) {
                assert_eq!(next.outcome, Outcome::Loss, "{id} {}", won.text);
            }
        }
        return true;
    };
    let mut best_outcome = Outcome::Loss;
    let mut count = 0;
    for m in legal {
        let (after, turn) = position.after(&m.choice.text).unwrap();
        let next = values.value(after.as_ref()).unwrap();
        let seen = if turn == Turn::Kept {
            next.outcome
        } else {
            next.outcome.reversed()
        };
        assert_eq!(seen, m.outcome, "{id} {}", m.choice.text);
        assert_eq!(
            m.remoteness,
            next.remoteness.map(|r| r + 1),
            "{id} {}",
            m.choice.text
        );
        assert_eq!(m.choice.to, Some(after.id()), "{id} {}", m.choice.text);
        match &m.answer {
            None => assert!(
                m.outcome == Outcome::Win || after.is_over(),
                "{id} {}",
                m.choice.text
            ),
            Some(answer) => {
                assert_ne!(
                    m.outcome,
                    Outcome::Win,
                    "{id} {} needs no answer",
                    m.choice.text
                );
                let (then, turn) = after.after(answer).unwrap();
                let kept = turn == Turn::Kept;
                let value = values.value(then.as_ref()).unwrap();
                let outcome = if kept {
                    value.outcome
                } else {
                    value.outcome.reversed()
                };
                let margin = value.margin.map(|m| if kept { m } else { -m });
                assert_eq!(
                    (outcome, margin),
                    (next.outcome, next.margin),
                    "{id} {} {answer}",
                    m.choice.text
                );
            }
        }
        best_outcome = best_outcome.max(m.outcome);
        count += u64::from(m.outcome == Outcome::Win);
    }
    assert_eq!(value.outcome, best_outcome, "{id}");
    assert_eq!(analysis.winning_count, Some(u128::from(count)), "{id}");
    let won: Vec<&str> = legal
        .iter()
        .filter(|m| m.outcome == Outcome::Win)
        .map(|m| m.choice.text.as_str())
        .collect();
    let listed: Vec<&str> = analysis.winning.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(listed, won, "{id}");
    let drawn: Vec<&str> = legal
        .iter()
        .filter(|m| m.outcome == Outcome::Draw)
        .map(|m| m.choice.text.as_str())
        .collect();
    let listed: Vec<&str> = analysis.drawing.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(listed, drawn, "{id}");
    let best = analysis.best.as_ref().unwrap();
    if value.remoteness.is_some_and(|r| r <= 12) {
        let line = PerfectLine::from(position, PerfectLine::LONGEST, &Limits::default()).unwrap();
        assert_eq!(line.moves.first(), Some(&best.text), "{id}");
        assert_eq!(
            (line.moves.len() as u64, line.ends),
            (value.remoteness.unwrap(), true),
            "{id}"
        );
    }
    let best = legal.iter().find(|m| m.choice.text == best.text).unwrap();
    assert_eq!(best.outcome, value.outcome, "{id} {}", best.choice.text);
    // Only games with points give the remoteness of a draw. If the remoteness is known here, it must be known after the
    // best move, too. The converse need not hold, because the position itself may be slightly too large for a search.
    assert!(
        value.remoteness.is_none() || value.outcome != Outcome::Draw || value.margin.is_some(),
        "{id}"
    );
    if value.remoteness.is_some() {
        assert_eq!(
            best.remoteness, value.remoteness,
            "{id} {}",
            best.choice.text
        );
    }
    if value.margin.is_none() && value.remoteness.is_some() {
        let same = legal
            .iter()
            .filter(|m| m.outcome == value.outcome)
            .filter_map(|m| m.remoteness);
        let extreme = if value.outcome == Outcome::Win {
            same.min()
        } else {
            same.max()
        };
        assert_eq!(extreme, value.remoteness, "{id}");
    }
    true
}

#[test]
fn sums_of_two_games_agree_with_all_moves() {
    sums_agree_with_all_moves(12);
}

#[test]
#[ignore = "a minute when not optimised: every pair of games"]
fn sums_of_all_pairs_of_games_agree_with_all_moves() {
    sums_agree_with_all_moves(1);
}

fn sums_agree_with_all_moves(step: usize) {
    let mut dice = Dice(77);
    let small: Vec<&Entry> = CATALOGUE
        .iter()
        .copied()
        .filter(|e| e.info.is_summand())
        .collect();
    let mut checked = 0;
    let mut values = Values::default();
    for (i, a) in small.iter().enumerate() {
        for (j, b) in small.iter().enumerate() {
            // Spread the chosen pairs evenly, so that every game occurs in a pair.
            if (i * 5 + j) % step != 0 {
                continue;
            }
            for convention in [Convention::Normal, Convention::Misere] {
                let (mut left, mut right) = (open(a.info.example), open(b.info.example));
                for position in [&mut left, &mut right] {
                    // Play until so few positions are reachable that the whole sum can be searched.
                    while position
                        .as_part()
                        .unwrap()
                        .graph(60, &Limits::default())
                        .unwrap()
                        .is_none()
                    {
                        let moves = position.first_moves(FEW as usize);
                        let i = dice.roll(moves.len() as u64) as usize;
                        position.play(&moves[i].text).unwrap();
                    }
                }
                let id = format!(
                    "{} {} + {}",
                    convention.word(),
                    left.part_id(),
                    right.part_id()
                );
                let sum = open(&id);
                assert_eq!(open(&sum.id()).id(), sum.id());
                let analysis = analyse(&*sum, Ask::default().with_all());
                assert!(agrees_with_all_moves(&*sum, &analysis, &mut values), "{id}");
                checked += 1;
            }
        }
    }
    let all = 2 * small.len() * small.len();
    assert!(
        checked <= all && checked * (step + 1) >= all,
        "{checked} of {all}"
    );
    assert!(small.len() >= 18, "only {} games can be added", small.len());
}

#[test]
fn the_moves_shown_as_examples_are_legal() {
    let mut dice = Dice(0x5EED);
    for entry in all_games() {
        for id in starts(entry, &mut dice) {
            let mut position = open(&id);
            for _ in 0..4 {
                let examples = position.examples();
                assert_eq!(
                    !position.is_over(),
                    !examples.is_empty(),
                    "{}",
                    position.id()
                );
                for example in &examples {
                    let (text, words) = example.split_once(' ').unwrap();
                    assert!(position.legal(text).is_ok(), "{}: {example}", position.id());
                    assert_eq!(words, format!("({})", position.move_words(text)));
                    assert_ne!(position.move_words(text), text, "{}", position.id());
                    let told = in_past_tense(&position.move_words(text));
                    assert!(!told.starts_with("played "), "{}: {told}", position.id());
                }
                let choices = position.choices(&[], 9).list;
                if choices.is_empty() {
                    break;
                }
                let choice = choices[usize::try_from(dice.roll(choices.len() as u64)).unwrap()]
                    .text
                    .clone();
                position.play(&choice).unwrap();
            }
        }
    }
    assert_eq!(open("nim:3,4").examples(), ["1-2 (take 2 from pile 1)"]);
    assert_eq!(open("nim:1 + star:7").examples(), ["1/1-1 (Nim: take 1)"]);
}
