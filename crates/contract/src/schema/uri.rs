//! Addresses: taking them apart and resolving one against another (RFC 3986, section 5.2), no more than references need.
//!
//! Called by the walk for `$id` and by the references. No address is ever fetched.

use std::borrow::Cow;

/// An address and the fragment behind its `#`, if it has one.
pub(super) fn split(reference: &str) -> (&str, Option<&str>) {
    match reference.split_once('#') {
        Some((address, fragment)) => (address, Some(fragment)),
        None => (reference, None),
    }
}

/// A text with its percent-encoding undone; `None` when that is broken or hides bytes that are not UTF-8.
pub(super) fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte == b'%' {
            let (high, low) = (hexadecimal(rest.first()?)?, hexadecimal(rest.get(1)?)?);
            bytes.push(high * 16 + low);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn hexadecimal(digit: &u8) -> Option<u8> {
    char::from(*digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// The parts of an address that resolution moves about. The fragment is gone already.
struct Parts<'u> {
    scheme: Option<&'u str>,
    authority: Option<&'u str>,
    path: &'u str,
    query: Option<&'u str>,
}

impl<'u> Parts<'u> {
    fn of(address: &'u str) -> Self {
        let (rest, query) = match address.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (address, None),
        };
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, behind)) if is_scheme(scheme) => (Some(scheme), behind),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(behind) => {
                let (authority, path) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// The address that `reference` means where `base` is in force, both without fragment and the base resolved itself. An
/// empty base (a document without address) leaves a relative reference relative: two of them still meet when they are
/// written alike.
pub(super) fn resolved(base: &str, reference: &str) -> String {
    let (base, inner) = (Parts::of(base), Parts::of(reference));
    let (scheme, authority, folder, query) = if inner.scheme.is_some() {
        (inner.scheme, inner.authority, "", inner.query)
    } else if inner.authority.is_some() {
        (base.scheme, inner.authority, "", inner.query)
    } else if inner.path.is_empty() {
        (base.scheme, base.authority, base.path, inner.query.or(base.query))
    } else {
        let folder = match base.path.rfind('/') {
            _ if inner.path.starts_with('/') => "",
            Some(slash) => &base.path[..=slash],
            None if base.authority.is_some() => "/",
            None => "",
        };
        (base.scheme, base.authority, folder, inner.query)
    };
    let mut out = String::with_capacity(reference.len() + folder.len() + 40);
    if let Some(scheme) = scheme {
        out.push_str(&scheme.to_ascii_lowercase());
        out.push(':');
    }
    if let Some(authority) = authority {
        out.push_str("//");
        out.push_str(authority);
    }
    let (folder, path) = match inner.path.strip_prefix('/') {
        Some(rest) if folder.is_empty() => ("/", rest),
        _ => (folder, inner.path),
    };
    let floor = out.len() + usize::from(folder.starts_with('/'));
    out.push_str(folder);
    // What follows `urn:` is no path of segments.
    if scheme.is_some() && authority.is_none() && !folder.starts_with('/') {
        out.push_str(path);
    } else if !path.is_empty() {
        push_segments(&mut out, floor, path);
    }
    if let Some(query) = query {
        out.push('?');
        out.push_str(query);
    }
    out
}

/// Appends `path` to a folder that ends `out`, with its `.` and `..` segments carried out, down to `floor`.
fn push_segments(out: &mut String, floor: usize, path: &str) {
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." => {}
            ".." => {
                let folder = out[floor..].strip_suffix('/').unwrap_or(&out[floor..]);
                out.truncate(floor + folder.rfind('/').map_or(0, |slash| slash + 1));
            }
            _ => {
                out.push_str(segment);
                if segments.peek().is_some() {
                    out.push('/');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_rfc_3986_lists_them() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d;p?q"),
            ("g.h", "http://a/b/c/g.h"),
            (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("./g/.", "http://a/b/c/g/"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("../..", "http://a/"),
            ("../../../..", "http://a/"),
            ("g/./h/../i", "http://a/b/c/g/i"),
            ("HTTP:g", "http:g"),
        ] {
            assert_eq!(resolved(base, reference), expected, "{reference}");
        }
    }

    #[test]
    fn a_document_without_address_keeps_relative_ones() {
        assert_eq!(resolved("", "item"), "item");
        assert_eq!(resolved("", "./item"), "item");
        assert_eq!(resolved("item/a", "b"), "item/b");
        assert_eq!(resolved("", "urn:demo:row"), "urn:demo:row");
        assert_eq!(resolved("http://a", "g"), "http://a/g");
    }

    #[test]
    fn percent_encoding_is_undone_or_refused() {
        assert_eq!(percent_decoded("a%20b%C3%a9").as_deref(), Some("a b\u{e9}"));
        for broken in ["%", "%1", "%zz", "%ff", "%+1", "a%\u{e9}"] {
            assert_eq!(percent_decoded(broken), None, "{broken}");
        }
    }
}
