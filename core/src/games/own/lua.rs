//! Runs scripts in sandboxed Lua states. A script cannot hang, exhaust the memory, or access anything outside its
//! state.
//!
//! Scripts can call only functions that compute values. Scripts cannot catch errors, because a script that catches
//! errors could also catch an interrupt. In a state that takes little memory, code added to the script counts its steps
//! and checks the limits ([`ticks`](super::ticks)). A script that needs more memory is called again in a state with
//! Lua's hook.

use crate::tr;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use mlua::chunk::ChunkMode;
use mlua::debug::HookTriggers;
use mlua::{
    Error, FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, LuaOptions, StdLib, Table, Value,
    Variadic, VmState,
};

use super::ticks::{Ticked, names_move, with_guarded_strings, with_ticks};
use crate::rules::{Limits, Stop};

/// The number of steps between two checks of the limits.
const STRIDE: u64 = 40;
/// The approximate number of instructions in one step.
const IN_A_STEP: u64 = 4;
/// The maximum number of instructions between two checks by the hook.
const MOST_BETWEEN: u64 = 1 << 10;
/// The minimum number of instructions between two checks by the hook.
const FEWEST_BETWEEN: u64 = 4;
/// The approximate number of bytes that a script may copy between two checks by the hook.
const BYTES_BETWEEN: usize = 128 << 20;
/// The maximum number of instructions in one call. They take a second or two.
const MOST_INSTRUCTIONS: u64 = 200_000_000;
pub(super) const MOST_RESULTS: usize = 200_000;
/// The maximum memory of one state in bytes, apart from tables of heap values.
pub(super) const MOST_BYTES: usize = 64 << 20;
/// The maximum growth, in bytes, of a state that counts its own steps.
const MOST_BYTES_COUNTED: usize = 384 << 10;
const MOST_IDLE: usize = 4;

type WorkCheck = fn(u64) -> Result<u64, String>;

static WORK_CHECK: OnceLock<WorkCheck> = OnceLock::new();

/// Sets the callback that decides whether a running script may go on. The callback takes the number of bytes needed,
/// and returns the number of bytes that may be allocated or the reason to stop. If it returns a reason, the script
/// stops even if the call itself has no limits.
pub fn set_work_check(check: WorkCheck) {
    // The program calls this function only once.
    let _ = WORK_CHECK.set(check);
}

pub(super) fn check_work(bytes: u64) -> Result<u64, Stop> {
    let check = WORK_CHECK.get();
    check.map_or(Ok(u64::MAX), |check| {
        check(bytes).map_err(Stop::Interrupted)
    })
}

thread_local! {
    /// Whether this thread draws the screen and reads keys, and must therefore never wait for a script.
    static IS_PROMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs a closure in which the current thread must not wait for scripts. The closure may still read a script. Calls of
/// the script's functions `width` and `legal` are stopped after 30 ms. All other answers come from caches.
pub fn without_asking<T>(act: impl FnOnce() -> T) -> T {
    let before = IS_PROMPT.replace(true);
    let done = act();
    IS_PROMPT.set(before);
    done
}

/// Runs a closure in which scripts may be called even on a thread that must not wait for them. The closure must be
/// quick.
pub(super) fn asking<T>(act: impl FnOnce() -> T) -> T {
    let before = IS_PROMPT.replace(false);
    let done = act();
    IS_PROMPT.set(before);
    done
}

/// Runs a closure that calls a script. On a thread that must not wait, the call is stopped after 30 ms.
pub(super) fn in_a_moment<T>(limits: &Limits, ask: impl FnOnce(&Limits) -> T) -> T {
    const MOMENT: Duration = Duration::from_millis(30);
    if !is_prompt() {
        return ask(limits);
    }
    let until = Instant::now() + MOMENT;
    let late = move || (Instant::now() > until).then(String::new);
    asking(|| ask(&limits.clone().stopping(late)))
}

pub(super) fn is_prompt() -> bool {
    IS_PROMPT.get()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The call was stopped by a limit, was not made because this thread must never wait for a script, or found no
    /// memory for a Lua state.
    Stopped(Stop),
    /// An error in the script, with its line number if Lua reports one.
    Fault(String, Option<usize>),
}

struct Control {
    limits: Limits,
    instructions: u64,
    /// The maximum memory of the state in bytes, apart from the prelude's tables of heap values.
    most: usize,
    /// The maximum memory of the prelude's tables of heap values, in bytes.
    tables: usize,
    /// The memory limit of the state, in bytes, set by `State::grant`.
    granted: usize,
    /// `granted` minus the memory in use when it was set, in bytes.
    spare: usize,
    halt: Option<Failure>,
}

impl Control {
    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.in_call();
        self.instructions = 0;
        self.halt = None;
    }

    fn check(&mut self, lua: &Lua, instructions: u64) -> mlua::Result<()> {
        self.instructions += instructions;
        let halt = if let Err(stop) = check_work(0).and_then(|_| self.limits.check()) {
            Failure::Stopped(stop)
        } else if self.instructions > MOST_INSTRUCTIONS {
            let most = MOST_INSTRUCTIONS / 1_000_000;
            let what = tr!("one call takes more than {most} million instructions: does it end?");
            Failure::Fault(what, None)
        } else if !self.has_room(lua)? {
            return Err(Error::MemoryError("stopped".to_owned()));
        } else {
            return Ok(());
        };
        self.halt = Some(halt);
        Err(Error::RuntimeError("stopped".to_owned()))
    }

    /// Returns whether the state is within its memory limits, after collecting garbage if necessary. A collection must
    /// bring the memory well below the limits. Otherwise every later check would trigger another collection.
    fn has_room(&self, lua: &Lua) -> mlua::Result<bool> {
        let [collect, most] = [16, 8].map(|part| self.granted - self.spare / part);
        if lua.used_memory() <= (self.most + self.tables).min(collect) {
            return Ok(true);
        }
        lua.gc_collect()?;
        Ok(lua.used_memory() <= (self.most / 8 * 7 + self.tables).min(most))
    }

    /// The hard memory limit in bytes, ignoring `granted`: a quarter more than `most`, plus the tables.
    fn own_limit(&self) -> usize {
        self.most / 4 * 5 + self.tables
    }

    /// The hard memory limit in bytes. Lua refuses to allocate more than this.
    fn limit(&self) -> usize {
        self.own_limit().min(self.granted)
    }

    fn between(&self, lua: &Lua) -> u64 {
        let used = lua.used_memory().saturating_sub(self.tables).max(1);
        let between = (BYTES_BETWEEN / used) as u64;
        // Rounding to powers of two keeps the interval from changing at every check.
        between
            .clamp(FEWEST_BETWEEN, MOST_BETWEEN)
            .next_power_of_two()
    }
}

/// Sets Lua's hook to check the limits after `between` instructions, and from then on at intervals that depend on the
/// memory in use.
fn hook(lua: &Lua, control: &Arc<Mutex<Control>>, between: u64) -> mlua::Result<()> {
    let checked = Arc::clone(control);
    let triggers = HookTriggers::new().every_nth_instruction(between as u32);
    lua.set_hook(triggers, move |lua, _| {
        let next = {
            let mut control = lock(&checked);
            control.check(lua, between)?;
            control.between(lua)
        };
        if next != between {
            hook(lua, &checked, next)?;
        }
        Ok(VmState::Continue)
    })
}

pub(super) struct State {
    lua: Lua,
    control: Arc<Mutex<Control>>,
    /// The globals that the script's functions see.
    pub globals: Table,
    pub options: Function,
    /// Calls the script function with the given name. Returns the options of a heap as a list, even if the script adds
    /// the options with `move`.
    pub ask: Function,
    pub values: Function,
    pub learn: Function,
    pub forget: Function,
    pub moves: Function,
    seal: Function,
    given: Vec<Function>,
    is_hooked: bool,
    /// Whether a call has failed because this state has no hook and took too much memory.
    is_crowded: Cell<bool>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub text: Arc<str>,
    /// The values of the script's first parameters. The remaining parameters keep their default values.
    pub parameters: Vec<i64>,
    /// The order in which tables are traversed. A trial compares copies of the script that use different orders.
    pub order: KeyOrder,
}

/// The order in which `pairs` and `next` traverse tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum KeyOrder {
    /// Lua's own order, which differs from state to state.
    #[default]
    Hashed,
    Ascending,
    Descending,
}

impl KeyOrder {
    fn name(self) -> Option<&'static str> {
        match self {
            KeyOrder::Hashed => None,
            KeyOrder::Ascending => Some("ascending"),
            KeyOrder::Descending => Some("descending"),
        }
    }
}

impl State {
    /// Creates a state for a program. The state has Lua's hook if `is_hooked` is set, or if the program has a long
    /// stretch of code without a countdown. Also returns the text that [`start`](State::start) must run.
    pub fn new(program: &Program, is_hooked: bool) -> Result<(State, String), Failure> {
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE;
        let lua = Lua::new_with(libraries, LuaOptions::new()).map_err(unusable)?;
        let control = Arc::new(Mutex::new(Control {
            limits: Limits::default(),
            instructions: 0,
            most: MOST_BYTES,
            tables: 0,
            granted: usize::MAX,
            spare: 0,
            halt: None,
        }));
        let checked = Arc::clone(&control);
        let check = lua
            .create_function(move |lua, more: Option<f64>| {
                let more = more.map_or(0, |more| more as u64);
                lock(&checked).check(lua, STRIDE * IN_A_STEP + more)?;
                Ok(STRIDE)
            })
            .map_err(unusable)?;
        let prelude: Table = lua
            .load(include_str!("prelude.lua"))
            .set_name("=prelude")
            .set_mode(ChunkMode::Text)
            .call((
                program.order.name(),
                program.parameters.clone(),
                &check,
                MOST_RESULTS,
            ))
            .map_err(unusable)?;
        let globals: Table = prelude.get("globals").map_err(unusable)?;
        let named = |name: &str| prelude.get(name).map_err(unusable);
        let Ticked { text, is_dense } = with_ticks(&program.text);
        let is_hooked = is_hooked || !is_dense;
        let (text, given) = if is_hooked {
            let checked = Arc::clone(&control);
            let guard = lua.create_function(move |lua, ()| {
                lock(&checked).check(lua, 1)?;
                hook(lua, &checked, FEWEST_BETWEEN)?;
                Ok("")
            });
            hook(&lua, &control, FEWEST_BETWEEN).map_err(unusable)?;
            let text = with_guarded_strings(&program.text);
            (text, vec![guard.map_err(unusable)?])
        } else {
            lock(&control).most = lua.used_memory() + MOST_BYTES_COUNTED;
            (text, vec![check, named("move_one")?, named("move_two")?])
        };
        let state = State {
            options: named("options")?,
            ask: named("ask")?,
            moves: named("moves")?,
            values: named("values")?,
            learn: named("learn")?,
            forget: named("forget")?,
            seal: named("seal")?,
            given,
            lua,
            control,
            globals,
            is_hooked,
            is_crowded: Cell::new(false),
        };
        Ok((state, text))
    }

    /// Lets the state allocate up to `bytes` more bytes, within the state's own limit. Small strings and growing tables
    /// cost up to two fifths more than the bytes that Lua counts, so the limit for Lua is five sevenths of `bytes`.
    pub fn grant(&self, bytes: u64) -> Result<(), Failure> {
        let spare = usize::try_from(bytes / 7 * 5).unwrap_or(usize::MAX);
        let mut control = lock(&self.control);
        control.granted = self.lua.used_memory().saturating_add(spare);
        control.spare = spare;
        drop(control);
        self.limit_memory()
    }

    fn limit_memory(&self) -> Result<(), Failure> {
        let limit = lock(&self.control).limit();
        self.lua.set_memory_limit(limit).map_err(unusable)?;
        Ok(())
    }

    pub fn start(&self, text: String, program: &Program, limits: &Limits) -> Result<(), Failure> {
        let compiled = |text: &str| {
            self.lua
                .load(text)
                .set_name("=script")
                .set_mode(ChunkMode::Text)
                .set_environment(self.globals.clone())
                .into_function()
        };
        // A syntax error must quote the user's script, not the text with countdowns.
        let chunk = compiled(&text)
            .map_err(|error| self.failure(&compiled(&program.text).err().unwrap_or(error)))?;
        self.call::<()>(&chunk, Variadic::from_iter(self.given.clone()), limits)?;
        self.seal
            .call::<()>(names_move(&program.text))
            .map_err(unusable)
    }

    pub fn call<R: FromLuaMulti>(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        limits: &Limits,
    ) -> Result<R, Failure> {
        lock(&self.control).begin(limits);
        let given = function.call::<R>(arguments);
        let halt = {
            let mut control = lock(&self.control);
            // An idle state must not keep the caller's callbacks alive.
            control.limits = Limits::default();
            control.halt.take()
        };
        given.map_err(|error| match halt {
            Some(Failure::Fault(what, _)) => Failure::Fault(what, message_and_line(&error).1),
            Some(stopped) => stopped,
            None => self.failure(&error),
        })
    }

    pub fn instructions(&self) -> u64 {
        lock(&self.control).instructions
    }

    /// Raises the memory limit of this state to the usual limit plus `bytes`, to make room for large tables.
    pub fn allow_tables(&self, bytes: usize) -> Result<(), Failure> {
        lock(&self.control).tables = bytes;
        self.limit_memory()
    }

    pub fn text(&self, bytes: &[u8]) -> Result<mlua::LuaString, Failure> {
        self.lua
            .create_string(bytes)
            .map_err(|error| self.failure(&error))
    }

    pub fn list<T: IntoLua>(&self, values: impl IntoIterator<Item = T>) -> Result<Value, Failure> {
        let list = self.lua.create_sequence_from(values);
        list.map(Value::Table).map_err(|error| self.failure(&error))
    }

    fn too_large(&self, line: Option<usize>) -> Failure {
        let control = lock(&self.control);
        if control.granted < control.own_limit()
            && let Err(stop) = check_work(u64::MAX)
        {
            return Failure::Stopped(stop);
        }
        self.is_crowded.set(!self.is_hooked);
        Failure::Fault(too_much_memory(control.most + control.tables), line)
    }

    fn failure(&self, error: &Error) -> Failure {
        let (what, line) = message_and_line(error);
        match cause(error) {
            Error::MemoryError(_) => self.too_large(line),
            _ => Failure::Fault(what, line),
        }
    }
}

pub(super) fn too_much_memory(bytes: usize) -> String {
    tr!(
        "one call takes more than {size} MiB of memory",
        size = bytes >> 20
    )
}

/// Unwraps the error that a Rust function returned to Lua; returns any other error unchanged.
fn cause(mut error: &Error) -> &Error {
    while let Error::CallbackError { cause, .. } = error {
        error = cause;
    }
    error
}

/// Returns a Lua message without its location and traceback, and the number of the innermost script line that was
/// running.
fn message_and_line(error: &Error) -> (String, Option<usize>) {
    const LONGEST: usize = 300;
    let text = match cause(error) {
        Error::SyntaxError { message, .. } | Error::RuntimeError(message) => message.clone(),
        other => other.to_string(),
    };
    let outer = match error {
        Error::CallbackError { traceback, .. } => traceback.as_str(),
        _ => "",
    };
    let (message, inner) = text.split_once("\nstack traceback:").unwrap_or((&text, ""));
    let line_in = |text: &str, name: &str| {
        let (line, rest) = text.strip_prefix(name)?.split_once(": ")?;
        Some((line.parse::<usize>().ok()?, rest.to_owned()))
    };
    let of_script = line_in(message, "script:");
    let of_prelude = line_in(message, "prelude:");
    let mut calls = inner.lines().chain(outer.lines());
    let line = (of_script.as_ref().map(|(line, _)| *line))
        .or_else(|| calls.find_map(|call| Some(line_in(call.trim_start(), "script:")?.0)));
    let message = of_script
        .or(of_prelude)
        .map_or(message.to_owned(), |(_, rest)| rest);
    let mut what: String = message
        .trim_end()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST)
        .collect();
    if what.contains("stack overflow") {
        what = tr!("functions call each other too deeply").to_owned();
    } else if is_missing(&what) {
        what += tr!("; docs/your-own-game.md lists the functions of Lua that a script can use");
    }
    (what, line)
}

/// Returns whether an error message mentions a standard Lua function that is not available to scripts.
fn is_missing(what: &str) -> bool {
    const GLOBALS: &str = " collectgarbage coroutine debug dofile getmetatable io load loadfile os package pcall print \
                           rawequal rawget rawlen rawset require setmetatable utf8 warn xpcall ";
    const FIELDS: &str = " dump find gmatch gsub match pack packsize random randomseed ";
    let named = |kind: &str, names: &str| {
        let name = what
            .split_once(kind)
            .and_then(|(_, rest)| rest.split_once('\''));
        name.is_some_and(|(name, _)| names.contains(&format!(" {name} ")))
    };
    what.contains("a nil value")
        && (named("(global '", GLOBALS) || named("(field '", FIELDS) || named("(method '", FIELDS))
}

fn unusable(error: Error) -> Failure {
    Failure::Stopped(Stop::not_proved(tr!("no Lua state: {error}")))
}

/// The pool of idle states of one script.
pub(super) struct Machine {
    pub program: Program,
    idle: Mutex<Vec<State>>,
    /// Whether a state without Lua's hook has run out of memory. New states then get the hook.
    is_large: AtomicBool,
}

impl Machine {
    pub fn new(program: Program) -> Machine {
        Machine {
            program,
            idle: Mutex::default(),
            is_large: AtomicBool::new(false),
        }
    }

    pub fn forget(&self) {
        lock(&self.idle).clear();
    }

    #[cfg(test)]
    pub fn has_idle(&self) -> bool {
        !lock(&self.idle).is_empty()
    }

    /// Runs a closure with a state from the pool. The state is dropped if the closure fails. If the closure fails
    /// because the state has no hook and took too much memory, the closure runs again in a state with the hook.
    pub fn with<T>(
        &self,
        limits: &Limits,
        mut work: impl FnMut(&State) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if is_prompt() {
            let why = "the script has not said yet";
            return Err(Failure::Stopped(Stop::Interrupted(why.to_owned())));
        }
        loop {
            let left = check_work(0).map_err(Failure::Stopped)?;
            let idle = lock(&self.idle).pop();
            let (state, text) = match idle {
                Some(state) => (state, None),
                None => {
                    let is_large = self.is_large.load(Ordering::Relaxed);
                    let (state, text) = State::new(&self.program, is_large)?;
                    (state, Some(text))
                }
            };
            let start = |text| state.start(text, &self.program, limits);
            let started = state.grant(left).and_then(|()| text.map_or(Ok(()), start));
            match started.and_then(|()| work(&state)) {
                Ok(done) => {
                    let mut idle = lock(&self.idle);
                    if idle.len() < MOST_IDLE {
                        idle.push(state);
                    }
                    return Ok(done);
                }
                Err(_) if state.is_crowded.get() => {
                    self.is_large.store(true, Ordering::Relaxed);
                    self.forget();
                }
                Err(failure) => return Err(failure),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_states_keep_no_limits_of_their_callers() {
        let program = Program {
            text: "function options(h) for i = 1, 1000 do end return {} end".into(),
            ..Program::default()
        };
        let held = Arc::new(());
        let holds = Arc::clone(&held);
        let limits = Limits::default().stopping(move || {
            let _ = &holds;
            None
        });
        let machine = Machine::new(program);
        let called = machine.with(&limits, |state| {
            let options: Function = state.globals.raw_get("options").unwrap();
            state.call::<Table>(&options, 1, &limits)
        });
        assert!(called.is_ok());
        drop(limits);
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[test]
    fn one_allocation_keeps_to_what_is_granted() {
        let limits = Limits::default();
        let start = "local s = ('x'):rep(1 << 20) local t = {} ";
        for step in [
            "s = s .. s .. s .. s .. s .. s .. s .. s",
            "for i = 1, 4 do t[i] = s end s = table.concat(t) .. table.concat(t)",
            "for i = 1, 500000 do t[i] = i end",
            "for i = 1, 200000 do t[i * 1.5] = i end",
            "for i = 1, 100000 do t[i] = {i} end",
            "for i = 1, 100000 do t[i] = function() return i end end",
            "for i = 1, 200000 do t[i] = 'a' .. i end",
            "for i = 1, 8 do t[i] = string.format('%s%d', s:sub(1, 1 << 19), i):upper() end",
        ] {
            let program = Program {
                text: format!("function f() {start} {step} return #s end").into(),
                ..Program::default()
            };
            let (state, text) = State::new(&program, true).ok().unwrap();
            state.start(text, &program, &limits).unwrap();
            let f: Function = state.globals.raw_get("f").unwrap();
            let granted = 5 << 20;
            let most = state.lua.used_memory() + granted;
            state.grant(granted as u64 / 5 * 7).unwrap();
            let called = state.call::<usize>(&f, (), &limits);
            assert!(matches!(called, Err(Failure::Fault(..))), "{step}");
            assert!(state.lua.used_memory() <= most, "{step}");
            state.grant(u64::MAX).unwrap();
            assert!(state.call::<usize>(&f, (), &limits).is_ok(), "{step}");
        }
    }
}
