//! Tests malicious scripts: each must be stopped promptly, and must not reach anything outside its state.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::rules::Stop;

/// The time that an interrupted script may take to stop. Most scripts stop within a few milliseconds, but other tests
/// run at the same time.
const LATE: Duration = Duration::from_secs(10);

/// Bodies of `options` that never end or take a very long time, one per line.
const ENDLESS: &str = include_str!("endless.txt");

fn options(body: &str) -> String {
    format!("START = {{3}}\nfunction options(heap)\n{body}\nend")
}

fn ended(text: &str) -> (String, Duration) {
    ended_within(text, Duration::from_millis(100))
}

fn ended_within(text: &str, given: Duration) -> (String, Duration) {
    let start = Instant::now();
    let late = move || (start.elapsed() > given).then(|| "late".to_owned());
    let limits = Limits::default().stopping(late);
    let mut opener = crate::games::Opener::new(library(text));
    let error = match opener.open_within("own/try:3", &limits) {
        Err(error) => error.to_string(),
        Ok(table) => match table.value(&limits) {
            Ok(value) => format!("{value:?}"),
            Err(error) => error.to_string(),
        },
    };
    (error, start.elapsed())
}

#[test]
fn endless_work_is_interrupted() {
    // A string that continues after a line break must not hide a loop from the countdown.
    let strings = [
        "local s = \"\\z\n \" while true do end",
        "local s = \"\\\r\n \" while true do end",
    ];
    for body in ENDLESS.lines().chain(strings) {
        let (error, taken) = ended(&options(body));
        assert!(error.contains("late"), "{body}: {error}");
        assert!(taken < LATE, "{body}: {taken:?}");
    }
    let (error, taken) = ended("while true do end");
    assert!(error.contains("stopped") && taken < LATE, "{error}");
}

/// Bodies of `options` without loops, one per line: a beginning, a tab, and a part that is repeated many times.
const STRAIGHT: &str = include_str!("straight.txt");

/// Each operation copies or compares up to 8 MiB, so checks must come between operations.
#[test]
fn straight_work_is_interrupted() {
    for line in STRAIGHT.lines() {
        let (start, part) = line.split_once('\t').unwrap();
        assert_interrupted(&options(&(start.to_owned() + &part.repeat(6000))), part);
    }
    // This script has no loop either: each of the 100,000 nested calls compares two long strings before it returns.
    let unwinding = "local s = ('x'):rep(1000000) local t = s:sub(2) .. 'x' \
                     local function f(n) if n > 0 then f(n - 1) end return s == t end f(100000)";
    assert_interrupted(&options(unwinding), unwinding);
}

/// Asserts that a script is interrupted when its limits are checked for the 21st time.
fn assert_interrupted(text: &str, what: &str) {
    let checks = AtomicUsize::new(0);
    let count = move || (checks.fetch_add(1, Relaxed) >= 20).then(|| "late".to_owned());
    let limits = Limits::default().stopping(count);
    let opened = crate::games::Opener::new(library(text)).open_within("own/try:3", &limits);
    let error = match opened {
        Err(error) => error.to_string(),
        Ok(table) => match table.value(&limits) {
            Ok(value) => format!("{value:?}"),
            Err(error) => error.to_string(),
        },
    };
    assert!(error.contains("late"), "{what}: {error}");
}

#[test]
fn bombs_are_refused() {
    for (body, words) in [
        ("local s = 'x' while true do s = s .. s end", "of memory"),
        ("return ('x'):rep(1000000000)", "would be longer"),
        (
            "return ('x'):rep(1000, ('y'):rep(100000))",
            "would be longer",
        ),
        ("local t = {} while true do t[#t + 1] = {} end", "of memory"),
        ("local t = {} while true do t = {t, t} end", "of memory"),
        (
            "local t = {} for i = 1, 90000 do t[i] = ('x'):rep(10000) end return table.concat(t)",
            "of memory",
        ),
        (
            "return {table.unpack({}, 1, 100000000)}",
            "too many results",
        ),
        (
            "return table.concat({}, 'x', 1, 1000000000)",
            "longer than 100000",
        ),
        ("return string.format('%99999d', 1)", "invalid conversion"),
        ("return (''):rep(1000000000000)", "would be longer"),
        ("return (''):rep('1000000000000')", "would be longer"),
        (
            "local s = ('x'):rep(1000000) return string.format('%s%s', s, s)",
            "longer than 1048576",
        ),
        ("return string.format(('%d'):rep(1000), 1)", "too long"),
    ] {
        let (error, _) = ended_within(&options(body), Duration::from_secs(20));
        assert!(error.contains(words), "{body}: {error}");
    }
    let nested = format!("return {}{}", "{".repeat(300), "}".repeat(300));
    let (error, _) = ended(&options(&nested));
    assert!(error.contains("try.lua"), "{error}");
}

#[test]
fn the_memory_that_a_message_names_is_the_limit() {
    use crate::games::own::lua::{Failure, Program, State};
    let limits = Limits::default();
    let program = Program {
        text: "function f() local s = 'x' while true do s = s .. s end end".into(),
        ..Program::default()
    };
    for (extra, limit) in [(0, "64 MiB"), (10 << 20, "74 MiB")] {
        let (state, text) = State::new(&program, true).ok().unwrap();
        state.start(text, &program, &limits).unwrap();
        state.allow_tables(extra).unwrap();
        let f: mlua::Function = state.globals.raw_get("f").unwrap();
        let Err(Failure::Fault(what, _)) = state.call::<()>(&f, (), &limits) else {
            panic!("{limit} is not reached")
        };
        assert!(what.contains(limit), "{what}");
    }
}

#[test]
fn deep_recursion_ends() {
    for body in [
        "return options(heap)",
        "return {options(heap)}",
        "local f f = function(n) return 1 + f(n) end return f(1)",
        "local f f = function(a, b) table.sort({1, 2, 3}, f) return true end f()",
    ] {
        let (error, taken) = ended(&options(body));
        let ends = ["too deeply", "late", "C stack overflow", "invalid order"];
        assert!(
            ends.iter().any(|end| error.contains(end)),
            "{body}: {error}"
        );
        assert!(taken < LATE, "{body}: {taken:?}");
    }
}

#[test]
fn a_script_reaches_nothing() {
    let names = "pcall xpcall load loadstring loadfile dofile require module package io os debug coroutine \
                 collectgarbage setmetatable getmetatable rawset rawget rawequal rawlen print warn _G utf8 \
                 string.dump string.find string.match string.gmatch string.gsub string.pack string.unpack \
                 table.move table.pack math.random math.randomseed";
    for name in names.split(' ') {
        let error = error_of_name(name);
        assert!(error.contains("nil value"), "{name}: {error}");
    }
    let names = "math.floor string.byte string.char string.len string.rep string.reverse string.sub \
                 string.upper string.lower string.format table.insert table.remove table.concat table.sort \
                 table.unpack ipairs pairs select type tostring tonumber error assert next";
    for name in names.split(' ') {
        let text = options(&format!("return {name} ~= nil and {{}} or 7"));
        assert!(open("own/try:3", &library(&text)).is_ok(), "{name}");
    }
    // A compiled chunk is rejected, because a script must be text.
    let compiled = "\u{1b}Lua\u{54}";
    assert!(open("own/try:3", &library(compiled)).is_err());
}

fn error_of_name(name: &str) -> String {
    let text = options(&format!("return {name}(heap)"));
    open("own/try:3", &library(&text))
        .err()
        .unwrap()
        .to_string()
}

#[test]
fn metatables_are_out_of_reach() {
    for body in [
        "setmetatable(1, {__index = function() return 1 end})",
        "return setmetatable({}, {__len = function() return 1000000000 end})",
        "getmetatable('').__index = nil",
        "local m = ('').__index return m.x",
    ] {
        let (error, _) = ended(&options(body));
        assert!(error.contains("nil value"), "{body}: {error}");
    }
}

#[test]
fn errors_of_any_kind_are_one_line() {
    for body in [
        "error()",
        "error(nil)",
        "error({})",
        "error({1, 2, error})",
        "error(error)",
        "error(true)",
        "error(('x'):rep(100000))",
        "error('a\\nb\\0c')",
        "assert(false)",
        "assert(nil, {})",
        "local t = {} t[nil] = 1",
    ] {
        let error = open("own/try:3", &library(&options(body))).err().unwrap();
        let text = error.to_string();
        assert!(
            text.len() < 600 && !text.contains(|c: char| c.is_control()),
            "{body}: {text:?}"
        );
        assert!(
            text.contains("the options of a heap of 3"),
            "{body}: {text}"
        );
    }
}

/// Results must not depend on the order of `pairs`, or on state left over from an earlier call.
#[test]
fn a_trial_finds_what_is_not_a_function() {
    for body in [
        "for k in pairs({a = 1, b = 2, c = 3}) do if heap > 0 then return {{({a = 0, b = heap - 1, c = heap // 2})[k]}} end end return {}",
        "local k = next({x = 1, y = 2}) return heap > 0 and {{k == 'x' and 0 or heap - 1}} or {}",
    ] {
        let faults = faults(&options(body));
        assert!(
            faults.len() == 1 && faults[0].contains("in a fresh copy"),
            "{body}: {faults:?}"
        );
    }
    let counting = "START = {3}\nlocal calls = 0\nfunction options(heap)\n  calls = calls + 1\n  \
                    return heap > 0 and calls % 2 == 0 and {{heap - 1}} or {}\nend";
    let kept = "START = {3}\nseen = {}\nfunction options(heap)\n  seen[#seen + 1] = heap\n  \
                return heap > 0 and #seen % 3 == 0 and {{heap - 1}} or {}\nend";
    for text in [counting, kept] {
        let faults = faults(text);
        assert!(
            faults.iter().any(|f| f.contains("in a fresh copy")),
            "{faults:?}"
        );
    }
    // A table that only caches results is not an error.
    let memo = "START = {3}\nlocal memo = {}\nfunction options(heap)\n  memo[heap] = memo[heap] or (heap > 0 and {{heap - 1}} or {})\n  \
                return memo[heap]\nend";
    assert_eq!(faults(memo), [""; 0]);
}

/// Addresses differ from run to run.
#[test]
fn addresses_are_not_shown() {
    for body in [
        "error(tostring(options) .. tostring({}))",
        "error(string.format('%s %s', options, {}))",
    ] {
        let (error, _) = ended(&options(body));
        assert!(
            error.contains("function") && error.contains("table") && !error.contains("0x"),
            "{body}: {error}"
        );
    }
    let (error, _) = ended(&options("return string.format('%p', {})"));
    assert!(error.contains("invalid conversion"), "{error}");
}

#[test]
fn a_script_spoils_no_other() {
    let spoiled = "START = {3}\nstring.rep = nil table.unpack = nil math.floor = nil ipairs = nil\n\
                   function options(heap) return {} end";
    assert!(open("own/try:3", &library(spoiled)).is_ok());
    assert_eq!(outcome("own/try:3", &library(NIM)), Outcome::Win);
    let stop = Limits::default().stopping(|| Some("enough".to_owned()));
    let table = open("own/try:9", &library(NIM)).unwrap();
    assert!(matches!(table.value(&stop), Err(Stop::Interrupted(_))));
    assert!(table.value(&Limits::default()).is_ok());
}
