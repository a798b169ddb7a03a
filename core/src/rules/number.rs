//! Converts integers between types and to text.

/// An integer type with its bounds.
pub trait Whole {
    /// The smallest value.
    const LEAST: Self;
    /// The largest value.
    const MOST: Self;
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const LEAST: Self = Self::MIN;
            const MOST: Self = Self::MAX;
        })*
    };
}

whole!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128);

/// Converts a number to another type, saturating at that type's bounds.
pub fn saturating_cast<To: Whole + TryFrom<From>, From: Copy + Default + PartialOrd>(
    n: From,
) -> To {
    To::try_from(n).unwrap_or(if n < From::default() {
        To::LEAST
    } else {
        To::MOST
    })
}

/// Appends a number in decimal digits.
pub fn push_number(n: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(n));
}

/// Joins numbers with commas: `3,5,7`.
pub fn with_commas<N: itoa::Integer + Copy>(numbers: &[N]) -> String {
    with_between(numbers, ',')
}

/// Joins numbers with a separator.
pub fn with_between<N: itoa::Integer + Copy>(numbers: &[N], between: char) -> String {
    // Up to eight 64-bit numbers of any size fit without a reallocation.
    let mut text = String::with_capacity(20 * numbers.len().min(8) + 4 * numbers.len());
    let mut digits = itoa::Buffer::new();
    for (i, &n) in numbers.iter().enumerate() {
        if i > 0 {
            text.push(between);
        }
        text.push_str(digits.format(n));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::saturating_cast;

    #[test]
    fn what_does_not_fit_becomes_the_nearest_that_does() {
        assert_eq!(saturating_cast::<u16, _>(65_535_usize), 65_535);
        assert_eq!(saturating_cast::<u16, _>(65_536_usize), 65_535);
        assert_eq!(saturating_cast::<u16, _>(-1_i32), 0);
        assert_eq!(saturating_cast::<i32, _>(u64::MAX), i32::MAX);
        assert_eq!(saturating_cast::<i8, _>(-200_i32), -128);
    }
}
