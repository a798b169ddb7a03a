//! Lua states in which scripts run: they cannot hang, exhaust the memory, or reach anything outside.
//!
//! A script sees a few functions that compute, never files, clocks or chance, and nothing that catches errors, as
//! that would catch the interrupt too. Scripts count their own steps ([`ticks`](super::ticks)), and the caller's limits
//! are checked at least every forty steps, and more often the more memory a script takes. The library functions that
//! could run long in one step are replaced in `prelude.lua`.

use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use mlua::chunk::ChunkMode;
use mlua::{Error, FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, StdLib, Table, Value};

use super::ticks::{TickNames, with_ticks};
use crate::rules::{Limits, Stop};

/// The most steps between two checks of the limits.
const STRIDE: usize = 40;
/// The approximate number of bytes that a script may copy between two checks; one step may copy all of its memory.
const BYTES_BETWEEN: usize = 20 << 20;
/// The most instructions of one call, about: a second or two.
const MOST_INSTRUCTIONS: u64 = 200_000_000;
/// The instructions of one step, about: a loop with a short body.
const IN_A_STEP: u64 = 4;
/// The maximum memory of one state, in bytes.
const MOST_BYTES: usize = 64 << 20;
/// The maximum number of idle states kept for later calls.
const MOST_IDLE: usize = 4;

/// The function that returns why the program's work must end, if it must.
static ENDED: OnceLock<fn() -> Option<String>> = OnceLock::new();

/// Sets the function that returns why the program's work must end: Ctrl-C was pressed, or a command has used up its time
/// or memory. Scripts then stop, whatever the limits with which they were called.
pub fn set_end_of_work(ended: fn() -> Option<String>) {
    // Only the program calls this function, and only once, so a second call need not replace the function.
    let _ = ENDED.set(ended);
}

/// Checks whether the program's work must end.
fn check_end_of_work() -> Result<(), Stop> {
    match ENDED.get().and_then(|ended| ended()) {
        Some(why) => Err(Stop::Interrupted(why)),
        None => Ok(()),
    }
}

thread_local! {
    /// Whether this thread renders and reads keys, and must therefore never wait for a script.
    static IS_PROMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs a closure on a thread that must not wait. The closure calls no scripts; an answer that is not cached counts as
/// unknown.
pub fn without_asking<T>(act: impl FnOnce() -> T) -> T {
    let before = IS_PROMPT.replace(true);
    let done = act();
    IS_PROMPT.set(before);
    done
}

/// Runs a closure that may call scripts on any thread, since loading a script takes only a moment.
pub(super) fn asking<T>(act: impl FnOnce() -> T) -> T {
    let before = IS_PROMPT.replace(false);
    let done = act();
    IS_PROMPT.set(before);
    done
}

/// Returns whether this thread must not wait for scripts.
pub(super) fn is_prompt() -> bool {
    IS_PROMPT.get()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The caller's limits ended the work.
    Stopped(Stop),
    /// The script failed: a message, and the line, counted from 1, if Lua reports it.
    Fault(String, Option<usize>),
}

/// What is known of a call while it runs.
struct Control {
    limits: Limits,
    steps: u64,
    /// The steps until the next check.
    stride: u64,
    /// The bytes that tables of the prelude may take beside the script.
    tables: usize,
    halt: Option<Halt>,
}

/// Reasons for interrupting a call.
enum Halt {
    Limits(Stop),
    Instructions,
}

impl Control {
    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.steps = 0;
        self.halt = None;
    }

    /// Checks the limits after some steps; returns the number of steps until it is to be called again. `used` is the
    /// memory of the state.
    fn check(&mut self, used: usize) -> mlua::Result<u64> {
        self.steps += self.stride;
        let halt = if let Err(stop) = check_end_of_work().and_then(|()| self.limits.check()) {
            Halt::Limits(stop)
        } else if self.steps > MOST_INSTRUCTIONS / IN_A_STEP {
            Halt::Instructions
        } else {
            let bytes = used.saturating_sub(self.tables).max(1);
            self.stride = (BYTES_BETWEEN / bytes).clamp(1, STRIDE) as u64;
            return Ok(self.stride);
        };
        self.halt = Some(halt);
        Err(Error::RuntimeError("stopped".to_owned()))
    }
}

/// A Lua state that runs one script.
pub(super) struct State {
    lua: Lua,
    control: Arc<Mutex<Control>>,
    /// The globals that the script's functions see.
    pub globals: Table,
    /// Returns the options of a heap, packed; the same as a list.
    pub options: Function,
    pub listed: Function,
    /// Returns the values of the next heaps, packed; `learn` takes over known values and `forget` drops them.
    pub values: Function,
    pub learn: Function,
    pub forget: Function,
    /// Returns the moves of a board, packed.
    pub moves: Function,
    file: String,
}

/// The program that a state runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    /// The file name shown in messages.
    pub file: String,
    /// The text of the script.
    pub text: Arc<str>,
    /// The values of the script's first parameters; all others have their defaults.
    pub parameters: Vec<i64>,
    /// The order in which `pairs` and `next` traverse tables, to detect scripts that depend on it.
    pub order: KeyOrder,
}

/// The order in which `pairs` and `next` traverse tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum KeyOrder {
    /// Lua's own, which differs from state to state.
    #[default]
    Hashed,
    Ascending,
    Descending,
}

impl KeyOrder {
    /// Returns the name known to the prelude; `None` for Lua's own order.
    fn name(self) -> Option<&'static str> {
        match self {
            KeyOrder::Hashed => None,
            KeyOrder::Ascending => Some("ascending"),
            KeyOrder::Descending => Some("descending"),
        }
    }
}

impl State {
    /// Creates a state and runs the program in it.
    pub fn new(program: &Program, limits: &Limits) -> Result<State, Failure> {
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE;
        let lua = Lua::new_with(libraries, LuaOptions::new()).map_err(unusable)?;
        let control = Arc::new(Mutex::new(Control {
            limits: Limits::default(),
            steps: 0,
            stride: STRIDE as u64,
            tables: 0,
            halt: None,
        }));
        let checked = Arc::clone(&control);
        let check = lua
            .create_function(move |lua, ()| lock(&checked).check(lua.used_memory()))
            .map_err(unusable)?;
        let prelude: Table = lua
            .load(include_str!("prelude.lua"))
            .set_name("=prelude")
            .set_mode(ChunkMode::Text)
            .call((program.order.name(), program.parameters.clone(), &check))
            .map_err(unusable)?;
        let globals: Table = prelude.get("globals").map_err(unusable)?;
        let names = TickNames::new(&program.text);
        globals
            .raw_set(names.global.as_str(), &check)
            .map_err(unusable)?;
        lua.set_memory_limit(MOST_BYTES).map_err(unusable)?;
        let state = State {
            lua,
            control,
            globals,
            options: prelude.get("options").map_err(unusable)?,
            listed: prelude.get("listed").map_err(unusable)?,
            moves: prelude.get("moves").map_err(unusable)?,
            values: prelude.get("values").map_err(unusable)?,
            learn: prelude.get("learn").map_err(unusable)?,
            forget: prelude.get("forget").map_err(unusable)?,
            file: program.file.clone(),
        };
        let chunk = state
            .lua
            .load(with_ticks(&program.text, &names))
            .set_name(format!("={}", program.file))
            .set_mode(ChunkMode::Text)
            .set_environment(state.globals.clone())
            .into_function()
            .map_err(|error| state.failure(&error))?;
        state.call::<()>(&chunk, (), limits)?;
        let seal: Function = prelude.get("seal").map_err(unusable)?;
        seal.call::<()>(calls_move(&program.text))
            .map_err(unusable)?;
        Ok(state)
    }

    /// Calls a function of this state.
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
            // An idle state must not keep the caller's progress report alive.
            control.limits = Limits::default();
            control.halt.take()
        };
        match halt {
            Some(halt) => Err(halted(halt)),
            None => given.map_err(|error| self.failure(&error)),
        }
    }

    /// The approximate number of instructions in the last call.
    pub fn instructions(&self) -> u64 {
        lock(&self.control).steps * IN_A_STEP
    }

    /// Sets the memory limit of this state to the usual limit plus `bytes`, which leaves room for large tables.
    pub fn allow_tables(&self, bytes: usize) -> Result<(), Failure> {
        lock(&self.control).tables = bytes;
        let limit = self.lua.set_memory_limit(MOST_BYTES + bytes);
        limit.map(|_| ()).map_err(unusable)
    }

    /// Looks up a function of the script by name.
    pub fn function(&self, name: &str) -> Option<Function> {
        self.globals.raw_get(name).ok()
    }

    pub fn text(&self, bytes: &[u8]) -> Result<mlua::LuaString, Failure> {
        self.lua
            .create_string(bytes)
            .map_err(|error| self.failure(&error))
    }

    pub fn list(&self, numbers: &[i32]) -> Result<Table, Failure> {
        self.lua
            .create_sequence_from(numbers.iter().copied())
            .map_err(|error| self.failure(&error))
    }

    pub fn values(&self, values: Vec<Value>) -> Result<Table, Failure> {
        self.lua
            .create_sequence_from(values)
            .map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &Error) -> Failure {
        let mut error = error;
        while let Error::CallbackError { cause, .. } = error {
            error = cause;
        }
        if let Error::MemoryError(_) = error {
            let most = (MOST_BYTES + lock(&self.control).tables) >> 20;
            return Failure::Fault(
                format!("one call takes more than {most} MiB of memory"),
                None,
            );
        }
        let text = match error {
            Error::SyntaxError { message, .. } | Error::RuntimeError(message) => message.clone(),
            other => other.to_string(),
        };
        placed(&text, &self.file)
    }
}

/// Returns whether a script may call `move`.
fn calls_move(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("move").any(|(at, word)| {
        let after = text[at + word.len()..].trim_start();
        !text[..at].ends_with(is_word) && after.starts_with(['(', '{'])
    })
}

/// Strips the stack traceback and the location from a Lua message, and returns the message with its line number.
fn placed(text: &str, file: &str) -> Failure {
    const LONGEST: usize = 300;
    let text = text.split("\nstack traceback:").next().unwrap_or(text);
    let mut line = None;
    let mut rest = text;
    if let Some((number, what)) = text
        .strip_prefix(file)
        .and_then(|rest| rest.strip_prefix(':'))
        .and_then(|rest| rest.split_once(": "))
        && let Ok(number) = number.parse()
    {
        (line, rest) = (Some(number), what);
    }
    let mut what: String = rest
        .trim_end()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST)
        .collect();
    if what.contains("stack overflow") {
        what = "functions call each other too deeply".to_owned();
    }
    Failure::Fault(what, line)
}

fn halted(halt: Halt) -> Failure {
    match halt {
        Halt::Limits(stop) => Failure::Stopped(stop),
        Halt::Instructions => {
            let most = MOST_INSTRUCTIONS / 1_000_000;
            Failure::Fault(
                format!("one call takes more than {most} million instructions: does it end?"),
                None,
            )
        }
    }
}

/// The error for a state that could not be created.
fn unusable(error: Error) -> Failure {
    Failure::Stopped(Stop::not_proved(format!("no Lua state: {error}")))
}

/// The pool of idle states of one script. A call takes a state from the pool, or creates one if the pool is empty.
pub(super) struct Machine {
    pub program: Program,
    idle: Mutex<Vec<State>>,
}

impl Machine {
    pub fn new(program: Program) -> Machine {
        Machine {
            program,
            idle: Mutex::default(),
        }
    }

    /// Drops the idle states.
    pub fn forget(&self) {
        lock(&self.idle).clear();
    }

    /// Runs a closure with a state from the pool. A state in which something fails is dropped.
    pub fn with<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&State) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if is_prompt() {
            let why = "the script has not said yet";
            return Err(Failure::Stopped(Stop::Interrupted(why.to_owned())));
        }
        check_end_of_work().map_err(Failure::Stopped)?;
        let idle = lock(&self.idle).pop();
        let state = match idle {
            Some(state) => state,
            None => State::new(&self.program, limits)?,
        };
        let done = work(&state)?;
        let mut idle = lock(&self.idle);
        if idle.len() < MOST_IDLE {
            idle.push(state);
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_states_keep_no_limits_of_their_callers() {
        let program = Program {
            file: "x.lua".to_owned(),
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
            let options = state.function("options").unwrap();
            state.call::<Table>(&options, 1, &limits)
        });
        assert!(called.is_ok());
        drop(limits);
        assert_eq!(Arc::strong_count(&held), 1);
    }
}
