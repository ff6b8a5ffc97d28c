//! Durations and sizes as typed: `3`, `500ms`, `2m`; `65536`, `64K`, `16M`.
//!
//! Used by the limit flags.

use std::str::FromStr;
use std::time::Duration;

/// A duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seconds(pub(crate) Duration);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = split(text);
        let factor = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            _ => return Err("a duration is a number of seconds, or a number with ms, s or m".to_owned()),
        };
        let number: f64 = number.parse().map_err(|_| format!("`{number}` is no number"))?;
        Duration::try_from_secs_f64(number * factor)
            .ok()
            .filter(|duration| !duration.is_zero() && duration.as_secs() <= 86_400)
            .map(Self)
            .ok_or_else(|| "a duration is more than nothing and at most a day".to_owned())
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) usize);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = split(text);
        let shift = match unit.trim_end_matches("iB").trim_end_matches('B') {
            "" => 0,
            "k" | "K" => 10,
            "M" => 20,
            "G" => 30,
            _ => return Err("a size is a number of bytes, or a number with K, M or G".to_owned()),
        };
        let number: usize = number.parse().map_err(|_| format!("`{number}` is no whole number"))?;
        number
            .checked_mul(1 << shift)
            .filter(|bytes| (1..=4 << 30).contains(bytes))
            .map(Self)
            .ok_or_else(|| "a size is at least one byte and less than 4G".to_owned())
    }
}

fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        let read = |text: &str| text.parse::<Seconds>().map(|seconds| seconds.0.as_millis());
        assert_eq!(read("3"), Ok(3_000));
        assert_eq!(read("1.5s"), Ok(1_500));
        assert_eq!(read("250ms"), Ok(250));
        assert_eq!(read("2m"), Ok(120_000));
        for wrong in ["", "0", "-1", "1h", "x", "1e9", "NaN", "inf"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_read() {
        let read = |text: &str| text.parse::<Bytes>().map(|bytes| bytes.0);
        assert_eq!(read("65536"), Ok(65_536));
        assert_eq!(read("64K"), Ok(65_536));
        assert_eq!(read("2MiB"), Ok(2 << 20));
        for wrong in ["", "0", "1.5M", "9G", "1T", "99999999999999999999"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
