//! Running scripts so that they cannot hang, take all memory, or reach anything outside.
//!
//! A call may take so many operations, so much time and so much memory, and looks at the caller's limits all along.
//! Scripts run on a thread with a deep stack: whatever they nest, cloning and dropping it has room.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{AST, ASTNode, CallFnOptions, Dynamic, Engine, EvalAltResult, Expr, Position, Scope};
use rustc_hash::FxHashMap;

use super::natives;
use super::script::named;
use crate::rules::{Limits, Stop};

const MOST_OPERATIONS: u64 = 10_000_000;
const LONGEST_CALL: Duration = Duration::from_secs(10);
/// The most memory that one call may take before values are counted: nothing can interrupt copying or dropping it, which
/// takes a few hundredths of a second at most.
const MOST_BYTES: usize = 16 << 20;
/// The most where the values themselves are counted: there the bytes are mostly those of other threads.
const MOST_BYTES_BESIDE: usize = 64 << 20;
/// How often a script is asked again where other threads seem to have taken the memory.
const TRIES_BESIDE: usize = 3;
/// From this much memory on every operation looks at the clock: one alone may take a while.
const MANY_BYTES: usize = 1 << 20;
/// The most values in a list, where nothing counts the bytes.
const MOST_VALUES: usize = 100_000;
/// The longest list that is made at one stroke where bytes are counted.
const LONGEST_LIST: usize = 500_000;
/// How deep functions may call each other.
const MOST_CALLS: usize = 64;
/// The stack of the thread that runs scripts; only what is used of it is ever taken.
pub const STACK: usize = 256 << 20;
/// Operations between two looks at the limits.
const STRIDE: u64 = 64;
/// The most characters of a text that a script gives up with.
const LONGEST_THROWN: usize = 200;

/// Tells how many bytes the program has allocated.
static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Names what counts the bytes that the program has allocated. Without it, values in lists are counted, which is slower.
pub fn count_memory(allocated: fn() -> usize) {
    // Only the program itself does this, once; a second counter would say the same.
    let _ = ALLOCATED.set(allocated);
}

/// Tells whether the program has been asked to end what it does.
static ENDED: OnceLock<fn() -> bool> = OnceLock::new();

/// Sets the function that tells whether Ctrl-C was pressed: scripts are then waited for no longer,
/// even without limits of their own.
pub fn set_interrupt_flag(ended: fn() -> bool) {
    let _ = ENDED.set(ended);
}

/// Whether the program has been asked to end what it does.
pub(super) fn is_ended() -> bool {
    ENDED.get().is_some_and(|ended| ended())
}

thread_local! {
    /// Until when this thread waits for scripts outside of work.
    static ANSWER_BY: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// From now on this thread waits for scripts, outside of work, until `deadline` at most: whoever takes keys and draws
/// shows what is known by then. `None` waits as long as each question allows.
pub fn answer_by(deadline: Option<Instant>) {
    ANSWER_BY.set(deadline);
}

pub(super) fn has_deadline() -> bool {
    ANSWER_BY.get().is_some()
}

/// The limits of a script that is asked where there are none: so long it is waited for.
pub(super) fn waiting(patience: Duration) -> Limits {
    let until = Instant::now() + patience;
    let until = ANSWER_BY
        .get()
        .map_or(until, |deadline| deadline.min(until));
    Limits::default().stopping(move || {
        (is_ended() || Instant::now() > until).then(|| "the script takes too long".to_owned())
    })
}

/// Why a call gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The caller's limits want the work to end.
    Stopped(Stop),
    /// The script is at fault: what is wrong, and where in the text (line and column, from 1) if that is known.
    Fault(String, Option<(usize, usize)>),
}

thread_local! {
    /// The limits of the work that this thread runs scripts for.
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
    /// Why the call that is running was stopped.
    static STOPPED: RefCell<Option<Halt>> = const { RefCell::new(None) };
    static STARTED: Cell<Option<Instant>> = const { Cell::new(None) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// The operations of this call. The engine's own count forgets those of functions that lists call, such as to sort.
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
    /// The last place that was noted.
    static PLACE: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
    /// The constants of the script whose function is being called.
    static CONSTANTS: RefCell<Option<NamedValues>> = const { RefCell::new(None) };
}

/// Values by their names.
pub(super) type NamedValues = Arc<FxHashMap<String, Dynamic>>;

/// What ended a call from outside the script.
enum Halt {
    Limits(Stop),
    Operations,
    Time,
    Memory,
}

thread_local! {
    /// Whether the stack of this thread is as large as scripts need.
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Lets scripts run on this thread itself, which must have a stack of [`STACK`]: to start another one for each question
/// takes longer than most answers.
pub fn run_here() {
    HAS_ROOM.set(true);
}

/// Does all work of a program on a thread on which scripts can run, where the system gives one.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut done) = (Some(work), None);
    let mut run = || done = work.take().map(|work| work());
    thread::scope(|scope| {
        let here = || {
            run_here();
            run();
        };
        if let Ok(thread) = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, here)
        {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    done.or_else(|| work.map(|work| work()))
        .expect("it was done here or there")
}

/// Whether a script is running on this thread. If it panics, that is caught.
pub fn is_running() -> bool {
    LIMITS
        .try_with(|limits| limits.try_borrow().is_ok_and(|limits| limits.is_some()))
        .unwrap_or(false)
}

/// Does work that runs scripts, on a thread with room for them, within the limits.
///
/// # Errors
/// That of the work, or [`Stop::NotProved`] where the system gives no thread.
pub(super) fn within<T: Send, E: From<Stop> + Send>(
    limits: &Limits,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    if LIMITS.with_borrow(Option::is_some) {
        return work();
    }
    if HAS_ROOM.get() {
        LIMITS.set(Some(limits.clone()));
        let done = catch_unwind(AssertUnwindSafe(work));
        LIMITS.set(None);
        return done.unwrap_or_else(|_| Err(Stop::not_proved("the script broke off").into()));
    }
    let (mut work, mut done) = (Some(work), None);
    on_a_thread(limits, &mut || done = work.take().map(|work| work()))?;
    done.unwrap_or_else(|| Err(Stop::not_proved("the thread of the script broke off").into()))
}

/// Does it on a thread of its own; where that breaks off, no more of it is done.
fn on_a_thread(limits: &Limits, work: &mut (dyn FnMut() + Send)) -> Result<(), Stop> {
    thread::scope(|scope| {
        let run = || {
            LIMITS.set(Some(limits.clone()));
            work();
        };
        let thread = thread::Builder::new()
            .name("script".to_owned())
            .stack_size(STACK);
        let refused = |e| Stop::not_proved(format!("no thread for the script: {e}"));
        let _ = thread.spawn_scoped(scope, run).map_err(refused)?.join();
        Ok(())
    })
}

/// The engine that scripts are run by, where the program counts its memory.
static QUICK: LazyLock<Engine> = LazyLock::new(|| {
    let mut quick = engine(MOST_BYTES);
    natives::leave_large(&mut quick, LONGEST_LIST, || STOPPED.set(Some(Halt::Memory)));
    quick
});

/// One that counts the values of lists before every change, which costs time.
static COUNTING: LazyLock<Engine> = LazyLock::new(counting);

/// One that also notes the place of each call and statement, which costs more: on the way out of functions the language
/// forgets where a limit was met.
static PLACING: LazyLock<Engine> = LazyLock::new(|| {
    let mut placing = counting();
    note_places(&mut placing);
    placing
});

#[allow(deprecated, reason = "the crate marks so what it may still change")]
fn note_places(engine: &mut Engine) {
    engine.register_debugger(
        |_, debugger| debugger,
        |_, event, node, _, position| {
            let is_step = matches!(event, DebuggerEvent::Start | DebuggerEvent::Step);
            let is_part = matches!(node, ASTNode::Expr(part) if match part {
                Expr::FnCall(call, _) => call.is_operator_call(),
                Expr::Variable(..) => true,
                part => part.is_constant(),
            });
            if is_step && !is_part {
                PLACE.set(place(position).or(PLACE.get()));
            }
            Ok(DebuggerCommand::StepInto)
        },
    );
}

fn counting() -> Engine {
    let mut counting = engine(MOST_BYTES_BESIDE);
    counting
        .set_max_array_size(MOST_VALUES)
        .set_max_map_size(MOST_VALUES);
    counting.set_max_string_size(natives::LONGEST_STRING);
    counting
}

fn engine(most_bytes: usize) -> Engine {
    let mut engine = Engine::new();
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    engine
        .disable_symbol("eval")
        .disable_symbol("import")
        .disable_symbol("export");
    engine.set_module_resolver(rhai::module_resolvers::DummyModuleResolver::new());
    natives::replace_slow(&mut engine);
    engine.set_max_call_levels(MOST_CALLS);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_functions(1000);
    engine.set_max_variables(1000);
    know_constants(&mut engine);
    engine.on_progress(move |_| {
        let operations = OPERATIONS.get() + 1;
        OPERATIONS.set(operations);
        let taken = taken();
        if taken < MANY_BYTES && !operations.is_multiple_of(STRIDE) {
            return None;
        }
        let halt = if taken > most_bytes {
            Halt::Memory
        } else if let Err(stop) = LIMITS.with_borrow(|l| l.as_ref().map_or(Ok(()), Limits::check)) {
            Halt::Limits(stop)
        } else if operations > MOST_OPERATIONS {
            Halt::Operations
        } else if STARTED.get().is_some_and(|at| at.elapsed() > LONGEST_CALL) {
            Halt::Time
        } else {
            return None;
        };
        STOPPED.set(Some(halt));
        Some(Dynamic::UNIT)
    });
    engine
}

/// Lets functions name the constants. A parameter or variable of the same name is that, and not the constant.
#[allow(deprecated, reason = "the crate marks so what it may still change")]
fn know_constants(engine: &mut Engine) {
    engine.on_var(|name, place, context| {
        // The place of what is in sight is known when the script has been read, with few exceptions.
        if place > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        Ok(CONSTANTS.with_borrow(|all| all.as_ref()?.get(name).cloned()))
    });
}

/// The bytes allocated since the call began.
fn taken() -> usize {
    ALLOCATED
        .get()
        .map_or(0, |allocated| allocated().saturating_sub(BYTES.get()))
}

/// Runs something of a script: at first with the quick engine where bytes are counted, and once more with the counting one
/// where these seem too many, as other threads take memory too.
fn run<T>(work: impl Fn(&Engine) -> Result<T, Box<EvalAltResult>>) -> Result<T, Failure> {
    let once = |engine: &Engine| {
        STARTED.set(Some(Instant::now()));
        OPERATIONS.set(0);
        BYTES.set(ALLOCATED.get().map_or(0, |allocated| allocated()));
        let done = work(engine);
        (done, STOPPED.take())
    };
    let engine = if ALLOCATED.get().is_some() {
        &QUICK
    } else {
        &COUNTING
    };
    let (mut done, mut halt) = once(engine);
    for _ in 0..TRIES_BESIDE {
        if !matches!(halt, Some(Halt::Memory)) {
            break;
        }
        (done, halt) = once(&COUNTING);
    }
    done.map_err(|error| {
        let (at, what) = innermost(&error);
        let what = match halt {
            Some(Halt::Limits(stop)) => return Failure::Stopped(stop),
            // Whose bytes these are is not known: it is no fault of the script to be kept.
            Some(Halt::Memory) => {
                return Failure::Stopped(Stop::not_proved(format!(
                    "while the script was asked, more than {} MiB of memory were taken",
                    MOST_BYTES_BESIDE >> 20
                )));
            }
            Some(Halt::Operations) => {
                let most = MOST_OPERATIONS / 1_000_000;
                format!("one call takes more than {most} million operations: does it end?")
            }
            Some(Halt::Time) => format!(
                "one call takes longer than {} seconds",
                LONGEST_CALL.as_secs()
            ),
            None => what,
        };
        let noted = || {
            PLACE.set(None);
            drop(once(&PLACING));
            PLACE.get()
        };
        Failure::Fault(what, at.or_else(noted))
    })
}

/// The error at the bottom of calls within calls: where it is and what it says.
fn innermost(error: &EvalAltResult) -> (Option<(usize, usize)>, String) {
    let mut error = error;
    let mut at = place(error.position());
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _)
    | EvalAltResult::ErrorInModule(_, inner, _) = error
    {
        error = inner;
        at = place(error.position()).or(at);
    }
    let what = match error {
        EvalAltResult::ErrorStackOverflow(_) => {
            format!("functions call each other more than {MOST_CALLS} deep")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("too large: {}", what.to_lowercase()),
        EvalAltResult::ErrorParsing(what, _) => what.to_string(),
        EvalAltResult::ErrorRuntime(value, _) => match value.read_lock::<rhai::ImmutableString>() {
            Some(text) => {
                format!(
                    "the script gave up: {}",
                    text.chars().take(LONGEST_THROWN).collect::<String>()
                )
            }
            None => format!("the script gave up: {}", named(value)),
        },
        // The text ends with the place, which stands elsewhere.
        _ => {
            let text = error.to_string();
            text.rfind(" (line ")
                .map_or(text.clone(), |end| text[..end].to_owned())
        }
    };
    (at, what)
}

/// Line and column.
pub(super) fn place(at: Position) -> Option<(usize, usize)> {
    Some((at.line()?, at.position().unwrap_or(1)))
}

/// A script that has been read.
pub(super) struct CompiledScript {
    pub ast: AST,
    /// Its constants, which its functions name too.
    pub constants: NamedValues,
    /// Whether functions name constants through `global::`, which needs the statements outside of functions each time.
    global: bool,
    /// Whether a call was found to leave memory behind.
    keeps_memory: AtomicBool,
}

/// The script without its statements outside of functions.
pub(super) fn compile(text: &str) -> Result<CompiledScript, Failure> {
    run(|engine| {
        let mut scope = Scope::new();
        // Constants never stand for their values in functions already: a parameter of the same name would be lost.
        let mut ast = engine.compile(text).map_err(EvalAltResult::from)?;
        engine.run_ast_with_scope(&mut scope, &ast)?;
        let constants = scope.iter().filter(|(_, constant, _)| *constant);
        let constants = constants
            .map(|(name, _, value)| (name.to_owned(), value))
            .collect();
        let global = text.contains("global::");
        if !global {
            ast.clear_statements();
        }
        let keeps_memory = AtomicBool::new(false);
        Ok(CompiledScript {
            ast,
            constants: Arc::new(constants),
            global,
            keeps_memory,
        })
    })
}

pub(super) fn call(
    script: &CompiledScript,
    name: &str,
    arguments: Vec<Dynamic>,
) -> Result<Dynamic, Failure> {
    let keeps = || Failure::Fault(KEEPS_MEMORY.to_owned(), None);
    if script.keeps_memory.load(Relaxed) {
        return Err(keeps());
    }
    let ask = || {
        run(|engine| {
            let options = CallFnOptions::new().eval_ast(script.global);
            engine.call_fn_with_options(
                options,
                &mut Scope::new(),
                &script.ast,
                name,
                arguments.clone(),
            )
        })
    };
    let outer = CONSTANTS.replace(Some(Arc::clone(&script.constants)));
    let mut done = ask();
    if done.is_ok() && keeps_memory(|| drop(ask())) {
        script.keeps_memory.store(true, Relaxed);
        done = Err(keeps());
    }
    CONSTANTS.set(outer);
    done
}

const KEEPS_MEMORY: &str =
    "a call keeps memory for ever: a function has caught the variable that it is kept in";

/// Whether a call leaves memory behind, as values do that hold themselves: looked into where the program has grown by so
/// much, by asking again. Other threads take memory too, but not as much each time.
fn keeps_memory(again: impl Fn()) -> bool {
    /// The bytes of the program when this was last looked into.
    static SEEN: AtomicUsize = AtomicUsize::new(usize::MAX);
    const GROWN: usize = 16 << 20;
    const TRIES: usize = 3;
    let Some(allocated) = ALLOCATED.get() else {
        return false;
    };
    let (now, seen) = (allocated(), SEEN.load(Relaxed));
    if now < seen.saturating_add(GROWN) {
        SEEN.fetch_min(now, Relaxed);
        return false;
    }
    let mut left = None;
    for _ in 0..TRIES {
        let before = allocated();
        again();
        let grown = allocated().saturating_sub(before);
        if grown == 0 || left.is_some_and(|left| left != grown) {
            SEEN.store(allocated(), Relaxed);
            return false;
        }
        left = Some(grown);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that panics ends as an error, on a thread with room as on any other; what is asked next is answered.
    #[test]
    fn work_that_breaks_off_is_an_error() {
        let limits = Limits::default();
        let twice = || {
            let broken: Result<(), Stop> = within(&limits, || panic!("on purpose"));
            assert!(matches!(broken, Err(Stop::NotProved(_))), "{broken:?}");
            assert!(!is_running());
            within(&limits, || {
                Ok::<_, Stop>(is_running() && within(&limits, || Ok::<_, Stop>(true))?)
            })
        };
        assert_eq!(twice(), Ok(true));
        assert_eq!(with_room(twice), Ok(true));
        assert!(with_room(|| HAS_ROOM.get()));
    }
}
