//! Parses numbers on the command line.

use nimatron_core::tr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Creates a parser for numbers within a range. Errors name the range.
pub fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            tr!(
                "expected a number from {start} to {end}",
                start = range.start(),
                end = range.end()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_such_number_is_told_the_range() {
        let grade = within(1u8..=5);
        assert_eq!(grade("3"), Ok(3));
        for bad in ["0", "6", "256", "-1", "x", "", "1.5"] {
            assert_eq!(
                grade(bad).unwrap_err(),
                "expected a number from 1 to 5",
                "{bad}"
            );
        }
        assert_eq!(within(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }
}
