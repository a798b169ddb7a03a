//! Running scripts so that they cannot hang, take all memory, or reach anything outside.
//!
//! A call may take so many operations, so much time and so much memory, and looks at the caller's limits all along.
//! Scripts run on a thread of their own with a deep stack: whatever they nest, cloning and dropping it has room.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use rhai::{
    AST, Array, Blob, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, ImmutableString, Position,
    Scope,
};

use crate::rules::{Limits, Stop};

/// The most operations of one call.
const MOST_OPERATIONS: u64 = 10_000_000;
/// The most time of one call.
const LONGEST_CALL: Duration = Duration::from_secs(10);
/// The most memory that one call may take before values are counted: to copy, sort or drop so much takes at most about a
/// second, which nothing can interrupt.
const MOST_BYTES: usize = 32 << 20;
/// The most where the values themselves are counted: there the bytes are mostly those of other threads.
const MOST_BYTES_BESIDE: usize = 256 << 20;
/// From this much memory on every operation looks at the clock: one alone may take a while.
const MANY_BYTES: usize = 1 << 20;
/// The most values in lists, where nothing counts the bytes.
const MOST_VALUES: usize = 500_000;
/// The longest string: replacing within one by another takes the square of it at most.
const LONGEST_STRING: usize = 1 << 13;
/// How deep functions may call each other.
const MOST_CALLS: usize = 64;
/// The stack of the thread that runs scripts; only what is used of it is ever taken.
const STACK: usize = 256 << 20;
/// Operations between two looks at the limits.
const STRIDE: u64 = 64;

/// Tells how many bytes the program has allocated.
static ALLOCATED: OnceLock<fn() -> usize> = OnceLock::new();

/// Names what counts the bytes that the program has allocated. Without it, values in lists are counted, which is slower.
pub fn count_memory(allocated: fn() -> usize) {
    // Only the program itself does this, once; a second counter would say the same.
    let _ = ALLOCATED.set(allocated);
}

/// Tells whether the program has been asked to end what it does.
static ENDED: OnceLock<fn() -> bool> = OnceLock::new();

/// Names what knows that the program has been asked to end what it does, by Ctrl-C: scripts are then waited for no longer,
/// even where nobody gave them limits.
pub fn heed_the_end(ended: fn() -> bool) {
    let _ = ENDED.set(ended);
}

/// Whether the program has been asked to end what it does.
pub(super) fn is_ended() -> bool {
    ENDED.get().is_some_and(|ended| ended())
}

/// The limits of a script that is asked where there are none: so long it is waited for.
pub(super) fn waiting(patience: Duration) -> Limits {
    let until = Instant::now() + patience;
    Limits::default().stopping(move || {
        (is_ended() || Instant::now() > until).then(|| "the script takes too long".to_owned())
    })
}

/// What is behind a lock, where nobody is at work on it.
pub(super) fn free<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(broken)) => Some(broken.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// What is behind a lock, waited for within the limits: whoever holds it may be at work for long.
pub(super) fn locked<'l, T>(lock: &'l Mutex<T>, limits: &Limits) -> Result<MutexGuard<'l, T>, Stop> {
    loop {
        if let Some(guard) = free(lock) {
            return Ok(guard);
        }
        limits.check()?;
        thread::sleep(Duration::from_millis(2));
    }
}

/// Why a call gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The caller's limits want the work to end.
    Stopped(Stop),
    /// The script is at fault: what is wrong, and where in the text (line and column, from 1) if that is known.
    Wrong(String, Option<(usize, usize)>),
}

thread_local! {
    /// The limits of the work that this thread runs scripts for.
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
    /// Why the call that is running was stopped.
    static STOPPED: RefCell<Option<Halt>> = const { RefCell::new(None) };
    static STARTED: Cell<Option<Instant>> = const { Cell::new(None) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    /// The constants of the script whose function is being called.
    static CONSTANTS: RefCell<Option<NamedValues>> = const { RefCell::new(None) };
}

/// Values by their names.
type NamedValues = Arc<HashMap<String, Dynamic>>;

/// What ended a call from outside the script.
enum Halt {
    Limits(Stop),
    Time,
    Memory,
}

/// Does work that runs scripts, on a thread with room for them, within the limits.
///
/// # Errors
/// [`Stop::NotProved`] where the system gives no thread.
pub(super) fn within<T: Send>(limits: &Limits, work: impl FnOnce() -> T + Send) -> Result<T, Stop> {
    if LIMITS.with_borrow(Option::is_some) {
        return Ok(work());
    }
    let limits = limits.clone();
    thread::scope(|scope| {
        let run = move || {
            LIMITS.set(Some(limits));
            work()
        };
        let thread = thread::Builder::new().name("script".to_owned()).stack_size(STACK);
        let refused = |e: &dyn std::fmt::Display| Stop::not_proved(format!("no thread for the script: {e}"));
        let handle = thread.spawn_scoped(scope, run).map_err(|e| refused(&e))?;
        handle.join().map_err(|_| Stop::not_proved("the thread of the script broke off"))
    })
}

/// Two engines alike, but that the second counts the values of lists before every change, which costs time.
struct Engines {
    quick: Engine,
    counting: Engine,
}

static ENGINES: LazyLock<Engines> = LazyLock::new(|| {
    let mut counting = engine(MOST_BYTES_BESIDE);
    counting.set_max_array_size(MOST_VALUES).set_max_map_size(MOST_VALUES);
    counting.set_max_string_size(LONGEST_STRING);
    let mut quick = engine(MOST_BYTES);
    quick.set_max_string_size(LONGEST_STRING);
    leave_to_the_other(&mut quick);
    Engines { quick, counting }
});

/// What can take any amount of memory at one stroke is left to the engine that counts before.
fn leave_to_the_other(quick: &mut Engine) {
    type ScriptString = ImmutableString;
    type ScriptResult<T> = Result<T, Box<EvalAltResult>>;
    fn leave<T>() -> ScriptResult<T> {
        STOPPED.set(Some(Halt::Memory));
        Err("left to the other engine".into())
    }
    quick
        .register_fn("pad", |list: &mut Array, length: i64, item: Dynamic| -> ScriptResult<()> {
            let plain = item.is_int() || item.is_bool() || item.is_unit();
            let length = usize::try_from(length).unwrap_or(0);
            if !plain || length > MOST_VALUES {
                return leave();
            }
            if length > list.len() {
                list.resize(length, item);
            }
            Ok(())
        })
        .register_fn("pad", |_: &mut Blob, _: i64, _: i64| leave::<()>())
        .register_fn("pad", |_: &mut ScriptString, _: i64, _: char| leave::<()>())
        .register_fn("pad", |_: &mut ScriptString, _: i64, _: ScriptString| leave::<()>())
        .register_fn("blob", |_: i64| leave::<Blob>())
        .register_fn("blob", |_: i64, _: i64| leave::<Blob>())
        .register_fn("replace", |_: &mut ScriptString, _: ScriptString, _: ScriptString| leave::<()>())
        .register_fn("replace", |_: &mut ScriptString, _: char, _: ScriptString| leave::<()>())
        .register_fn("replace", |_: &mut ScriptString, _: ScriptString, _: char| leave::<()>());
}

fn engine(most_bytes: usize) -> Engine {
    let mut engine = Engine::new();
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    engine.disable_symbol("eval").disable_symbol("import").disable_symbol("export");
    engine.set_module_resolver(rhai::module_resolvers::DummyModuleResolver::new());
    // To wait is to hang.
    engine.register_fn("sleep", |_: i64| no_such("sleep")).register_fn("sleep", |_: f64| no_such("sleep"));
    engine.set_max_operations(MOST_OPERATIONS);
    engine.set_max_call_levels(MOST_CALLS);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_functions(1000);
    engine.set_max_variables(1000);
    know_constants(&mut engine);
    engine.on_progress(move |operations| {
        let taken = taken();
        if taken < MANY_BYTES && !operations.is_multiple_of(STRIDE) {
            return None;
        }
        let halt = if taken > most_bytes {
            Halt::Memory
        } else if let Err(stop) = LIMITS.with_borrow(|l| l.as_ref().map_or(Ok(()), Limits::check)) {
            Halt::Limits(stop)
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

/// Lets functions name constants that do not stand for their values by themselves, such as lists of lists.
#[allow(deprecated, reason = "the crate marks so what it may still change")]
fn know_constants(engine: &mut Engine) {
    engine.on_var(|name, place, _| match place {
        0 => Ok(CONSTANTS.with_borrow(|all| all.as_ref()?.get(name).cloned())),
        _ => Ok(None),
    });
}

fn no_such(name: &str) -> Result<(), Box<EvalAltResult>> {
    Err(Box::new(EvalAltResult::ErrorFunctionNotFound(name.to_owned(), Position::NONE)))
}

/// The bytes allocated since the call began.
fn taken() -> usize {
    ALLOCATED.get().map_or(0, |allocated| allocated().saturating_sub(BYTES.get()))
}

/// Runs something of a script: at first with the quick engine where bytes are counted, and once more with the counting one
/// where these seem too many, as other threads take memory too.
fn run<T>(work: impl Fn(&Engine) -> Result<T, Box<EvalAltResult>>) -> Result<T, Failure> {
    let once = |engine: &Engine| {
        STARTED.set(Some(Instant::now()));
        BYTES.set(ALLOCATED.get().map_or(0, |allocated| allocated()));
        let done = work(engine);
        (done, STOPPED.take())
    };
    let (done, halt) = match ALLOCATED.get() {
        None => once(&ENGINES.counting),
        Some(_) => match once(&ENGINES.quick) {
            (_, Some(Halt::Memory)) => once(&ENGINES.counting),
            done => done,
        },
    };
    done.map_err(|error| match (halt, *error) {
        (Some(Halt::Limits(stop)), _) => Failure::Stopped(stop),
        // Whose bytes these are is not known: it is no fault of the script to be kept.
        (Some(Halt::Memory), _) => Failure::Stopped(Stop::not_proved(format!(
            "while the script was asked, more than {} MiB of memory were taken",
            MOST_BYTES_BESIDE >> 20
        ))),
        (Some(Halt::Time), error) => {
            let what = format!("one call takes longer than {} seconds", LONGEST_CALL.as_secs());
            Failure::Wrong(what, innermost(&error).0)
        }
        (None, error) => {
            let (at, what) = innermost(&error);
            Failure::Wrong(what, at)
        }
    })
}

/// The error at the bottom of calls within calls: where it is and what it says.
fn innermost(error: &EvalAltResult) -> (Option<(usize, usize)>, String) {
    let mut error = error;
    let mut at = place(error.position());
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) | EvalAltResult::ErrorInModule(_, inner, _) =
        error
    {
        error = inner;
        at = place(error.position()).or(at);
    }
    let what = match error {
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!(
                "one call takes more than {} million operations: does it end?",
                MOST_OPERATIONS / 1_000_000
            )
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            format!("functions call each other more than {MOST_CALLS} deep")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("too large: {}", what.to_lowercase()),
        EvalAltResult::ErrorParsing(what, _) => what.to_string(),
        EvalAltResult::ErrorRuntime(value, _) => format!("the script gave up: {value}"),
        // The text ends with the place, which stands elsewhere.
        _ => {
            let text = error.to_string();
            text.rfind(" (line ").map_or(text.clone(), |end| text[..end].to_owned())
        }
    };
    (at, what)
}

/// Line and column.
fn place(at: Position) -> Option<(usize, usize)> {
    Some((at.line()?, at.position().unwrap_or(1)))
}

/// A script that has been read.
pub(super) struct CompiledScript {
    pub ast: AST,
    /// The constants, for functions that name them.
    constants: NamedValues,
    /// Whether functions name constants through `global::`, which needs the statements outside of functions each time.
    global: bool,
}

/// The script without its statements outside of functions, and its constants, which its functions know too.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn compile(text: &str) -> Result<(CompiledScript, Scope<'static>), Failure> {
    run(|engine| {
        let parse = |scope: &Scope<'_>| engine.compile_with_scope(scope, text).map_err(EvalAltResult::from);
        let mut scope = Scope::new();
        let ast = parse(&scope)?;
        engine.run_ast_with_scope(&mut scope, &ast)?;
        let constants: Scope<'static> = scope.iter().filter(|(_, constant, _)| *constant).fold(
            Scope::new(),
            |mut all, (name, _, value)| {
                all.push_constant_dynamic(name.to_owned(), value);
                all
            },
        );
        let mut ast = parse(&constants)?;
        let global = text.contains("global::");
        if !global {
            ast.clear_statements();
        }
        let known = constants.iter().map(|(name, _, value)| (name.to_owned(), value)).collect();
        Ok((CompiledScript { ast, constants: Arc::new(known), global }, constants))
    })
}

/// Calls a function of a script.
///
/// # Errors
/// What went wrong.
pub(super) fn call(
    script: &CompiledScript,
    name: &str,
    arguments: impl FuncArgs + Clone,
) -> Result<Dynamic, Failure> {
    let outer = CONSTANTS.replace(Some(Arc::clone(&script.constants)));
    let done = run(|engine| {
        let options = CallFnOptions::new().eval_ast(script.global);
        engine.call_fn_with_options(options, &mut Scope::new(), &script.ast, name, arguments.clone())
    });
    CONSTANTS.set(outer);
    done
}
