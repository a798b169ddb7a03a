//! Describes the machine and formats times for the benchmarks.

use std::time::Duration;

pub fn machine() {
    let first = |file: &str, key: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        text.lines()
            .find(|l| l.starts_with(key))
            .map(str::to_owned)
            .unwrap_or_default()
    };
    let cpu = first("/proc/cpuinfo", "model name");
    let cpu = cpu.split(':').nth(1).map_or("unknown CPU", str::trim);
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get());
    println!(
        "Machine: {cores} cores, {cpu}; load before: {}\n",
        first("/proc/loadavg", "")
    );
}

/// Returns the median; for a list of even length, the upper of the two middle times.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Formats a time with three significant digits.
pub fn text(time: Duration) -> String {
    let s = time.as_secs_f64();
    let (value, unit) = match s {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}
