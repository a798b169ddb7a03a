//! The functions of the language whose one call could take long, or any amount of memory, or that could panic: nothing
//! looks at the limits while one runs. They are replaced by ones that are quick, or that refuse what is too large.

use std::any::TypeId;
use std::cmp::Ordering;

use rhai::{
    Array, Blob, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Map, NativeCallContext,
    Position,
};

/// The longest string: replacing within one by another takes the square of it at most.
pub(super) const LONGEST_STRING: usize = 1 << 13;
/// The most values that are written as text.
const MOST_WRITTEN: usize = 20_000;

type ScriptString = ImmutableString;
type ScriptResult<T> = Result<T, Box<EvalAltResult>>;

/// What both engines know otherwise than the language does.
pub(super) fn replace_slow(engine: &mut Engine) {
    // To wait is to hang; to read any text as data may take as long as one likes.
    engine
        .register_fn("sleep", |_: i64| no_such::<()>("sleep"))
        .register_fn("sleep", |_: f64| no_such::<()>("sleep"))
        .register_fn("parse_json", |_: ScriptString| {
            no_such::<Dynamic>("parse_json")
        });
    // Nothing is printed, so that no text need be made.
    for name in ["print", "debug"] {
        engine.register_fn(name, |_: &mut Array| ScriptString::new());
        engine.register_fn(name, |_: &mut Map| ScriptString::new());
    }
    for name in ["to_string", "to_debug"] {
        engine.register_fn(name, |list: &mut Array| {
            written(&Dynamic::from(list.clone()))
        });
        engine.register_fn(name, |map: &mut Map| written(&Dynamic::from(map.clone())));
    }
    engine
        .register_fn("==", |a: &mut Array, b: Array| are_equal(a, &b))
        .register_fn("!=", |a: &mut Array, b: Array| !are_equal(a, &b));
    for (sort, order) in [("sort", "order"), ("sort_by", "order_by")] {
        let ordered =
            |ctx: NativeCallContext, list: &mut Array, by: FnPtr| sorted_by(&ctx, list, &by);
        engine.register_fn(order, ordered);
        engine.register_fn(
            sort,
            move |ctx: NativeCallContext, list: &mut Array, by: FnPtr| {
                ordered(ctx, list, by).map(|sorted| *list = sorted)
            },
        );
    }
    for (sort, order, falling) in [("sort", "order", false), ("sort_desc", "order_desc", true)] {
        let ordered = move |list: &mut Array| sorted(list, falling);
        engine.register_fn(order, ordered);
        engine.register_fn(sort, move |list: &mut Array| {
            ordered(list).map(|sorted| *list = sorted)
        });
    }
}

/// What is left to an engine that counts values before it makes them, as it could take any amount of memory at one stroke:
/// `note` hears that it was left, and lists may be made up to `most` long. Short texts are cut into lists here; the rarer
/// ways of cutting them are left whatever the length.
pub(super) fn leave_large(engine: &mut Engine, most: usize, note: fn()) {
    type Text = ScriptString;
    let [blob, text, whole, sign] = [
        TypeId::of::<Blob>(),
        TypeId::of::<Text>(),
        TypeId::of::<i64>(),
        TypeId::of::<char>(),
    ];
    let large: [(&str, &[TypeId]); 15] = [
        ("pad", &[blob, whole, whole]),
        ("pad", &[text, whole, sign]),
        ("pad", &[text, whole, text]),
        ("blob", &[whole]),
        ("blob", &[whole, whole]),
        ("replace", &[text, text, text]),
        ("replace", &[text, sign, text]),
        ("replace", &[text, text, sign]),
        ("remove", &[text, text]),
        ("split", &[text, text, whole]),
        ("split", &[text, sign, whole]),
        ("split_rev", &[text, text, whole]),
        ("split_rev", &[text, sign, whole]),
        ("split_rev", &[text, text]),
        ("split_rev", &[text, sign]),
    ];
    for (name, arguments) in large {
        engine.register_raw_fn(name, arguments, move |_, _| Err::<Dynamic, _>(left(note)));
    }
    // Lists of plain values may be made longer.
    engine.register_fn(
        "pad",
        move |list: &mut Array, length: i64, item: Dynamic| -> ScriptResult<()> {
            let plain = item.is_int() || item.is_bool() || item.is_unit();
            let length = usize::try_from(length).unwrap_or(0);
            if !plain || length > most {
                return Err(left(note));
            }
            if length > list.len() {
                list.resize(length, item);
            }
            Ok(())
        },
    );
    let as_string = |text: &str| Dynamic::from(text.to_owned());
    let cut = move |text: &Text, pieces: &dyn Fn(&Text) -> Array| match text.len() <= LONGEST_STRING
    {
        true => Ok(pieces(text)),
        false => Err(left(note)),
    };
    engine
        .register_fn("to_chars", move |text: &mut Text| {
            cut(text, &|t| t.chars().map(Dynamic::from).collect())
        })
        .register_fn("split", move |text: &mut Text| {
            cut(text, &|t| t.split_whitespace().map(as_string).collect())
        })
        .register_fn("split", move |text: &mut Text, at: Text| {
            cut(text, &|t| t.split(at.as_str()).map(as_string).collect())
        })
        .register_fn("split", move |text: &mut Text, at: char| {
            cut(text, &|t| t.split(at).map(as_string).collect())
        });
}

/// The error of what is left to the other engine.
fn left(note: fn()) -> Box<EvalAltResult> {
    note();
    "left to the other engine".into()
}

/// A function that a script does not have.
fn no_such<T>(name: &str) -> ScriptResult<T> {
    Err(Box::new(EvalAltResult::ErrorFunctionNotFound(
        name.to_owned(),
        Position::NONE,
    )))
}

/// A list or map as text, where it is short enough.
fn written(value: &Dynamic) -> ScriptResult<ScriptString> {
    /// How many of these values remain once this one and all within it are counted; `None` where they are too few.
    fn remaining(value: &Dynamic, most: usize) -> Option<usize> {
        let most = most.checked_sub(1)?;
        if let Ok(list) = value.as_array_ref() {
            return list
                .iter()
                .try_fold(most, |most, value| remaining(value, most));
        }
        match value.as_map_ref() {
            Ok(map) => map
                .values()
                .try_fold(most, |most, value| remaining(value, most)),
            Err(_) => Some(most),
        }
    }
    match remaining(value, MOST_WRITTEN) {
        Some(_) => Ok(format!("{value:?}").into()),
        None => Err(Box::new(EvalAltResult::ErrorDataTooLarge(
            "What is to be a text".to_owned(),
            Position::NONE,
        ))),
    }
}

fn are_equal(a: &[Dynamic], b: &[Dynamic]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b))
}

/// Whether two values are the same: numbers by value, texts of one sign as that sign.
fn is_equal(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_array_ref(), b.as_array_ref()) {
        return are_equal(&a, &b);
    }
    if let (Ok(a), Ok(b)) = (a.as_map_ref(), b.as_map_ref()) {
        let has =
            |(key, value): (_, &Dynamic)| b.get(key).is_some_and(|other| is_equal(value, other));
        return a.len() == b.len() && a.iter().all(has);
    }
    if let (Some(a), Some(b)) = (as_float(a), as_float(b)) {
        return a == b;
    }
    if let (Some(a), Some(b)) = (as_text(a), as_text(b)) {
        return a == b;
    }
    a.type_id() == b.type_id() && format!("{a:?}") == format!("{b:?}")
}

fn as_float(value: &Dynamic) -> Option<f64> {
    value
        .as_int()
        .map(|n| n as f64)
        .or_else(|_| value.as_float())
        .ok()
}

fn as_text(value: &Dynamic) -> Option<ScriptString> {
    match value.as_char() {
        Ok(sign) => Some(sign.to_string().into()),
        Err(_) => value
            .clone()
            .into_immutable_string()
            .ok()
            .filter(|_| value.is_string()),
    }
}

/// A list in rising or falling order: its values are all numbers, all texts, or all true or false.
fn sorted(list: &Array, falling: bool) -> ScriptResult<Array> {
    let numbers: Option<Vec<i64>> = list.iter().map(|value| value.as_int().ok()).collect();
    if let Some(mut numbers) = numbers {
        numbers.sort_unstable();
        if falling {
            numbers.reverse();
        }
        return Ok(numbers.into_iter().map(Dynamic::from_int).collect());
    }
    let mismatch = || -> Box<EvalAltResult> {
        let other = list
            .iter()
            .find(|value| value.type_id() != list[0].type_id());
        let what = other.unwrap_or(&list[0]).type_name().to_owned();
        let wanted = "numbers, texts or truth values alone in what is to be sorted".to_owned();
        Box::new(EvalAltResult::ErrorMismatchDataType(
            wanted,
            what,
            Position::NONE,
        ))
    };
    merged(list, |a, b| {
        let order = if let (Some(a), Some(b)) = (as_float(a), as_float(b)) {
            a.total_cmp(&b)
        } else if let (Some(a), Some(b)) = (as_text(a), as_text(b)) {
            a.cmp(&b)
        } else if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
            a.cmp(&b)
        } else if a.is_unit() && b.is_unit() {
            Ordering::Equal
        } else {
            return Err(mismatch());
        };
        Ok(if falling { order.reverse() } else { order })
    })
}

/// A list in the order that a function gives: a number below, at or above 0, or whether the first comes before.
fn sorted_by(ctx: &NativeCallContext, list: &Array, comparer: &FnPtr) -> ScriptResult<Array> {
    merged(list, |a, b| {
        let given = comparer.call_raw(ctx, None, [a.clone(), b.clone()])?;
        if let Ok(is_before) = given.as_bool() {
            return Ok(if is_before {
                Ordering::Less
            } else {
                Ordering::Greater
            });
        }
        as_float(&given)
            .and_then(|n| n.partial_cmp(&0.0))
            .ok_or_else(|| {
                let wanted = "a number, true or false from what compares".to_owned();
                let what = given.type_name().to_owned();
                EvalAltResult::ErrorMismatchDataType(wanted, what, Position::NONE).into()
            })
    })
}

/// Sorts by merging, whatever the comparisons say: they may be at odds with each other, or fail.
fn merged(
    list: &Array,
    mut compare: impl FnMut(&Dynamic, &Dynamic) -> ScriptResult<Ordering>,
) -> ScriptResult<Array> {
    let count = list.len();
    let mut order: Vec<usize> = (0..count).collect();
    let mut next = order.clone();
    let mut width = 1;
    while width < count {
        for from in (0..count).step_by(2 * width) {
            let (middle, end) = ((from + width).min(count), (from + 2 * width).min(count));
            let (mut left, mut right) = (from, middle);
            for place in &mut next[from..end] {
                let takes_right = right < end
                    && (left == middle
                        || compare(&list[order[right]], &list[order[left]])? == Ordering::Less);
                let taken = if takes_right { &mut right } else { &mut left };
                *place = order[*taken];
                *taken += 1;
            }
        }
        std::mem::swap(&mut order, &mut next);
        width *= 2;
    }
    Ok(order.into_iter().map(|place| list[place].clone()).collect())
}
