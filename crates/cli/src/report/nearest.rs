//! The name that was probably meant.
//!
//! Called where a name is not found among known ones.

/// The candidate with the fewest edits, if it is near enough to be meant.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (distance(typed, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= candidate.len() / 3 + 1)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance, by bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let edits = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], edits);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let known = ["stdout-text", "schema-ref", "page-limit"];
        assert_eq!(nearest("stdout-txt", known.into_iter()), Some("stdout-text"));
        assert_eq!(nearest("weather", known.into_iter()), None);
    }
}
