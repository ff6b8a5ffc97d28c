//! The parsed document: one text, one flat list of nodes in reading order.
//!
//! Called by every reader of JSON in this crate; made by [`Document::parse`].

use std::fmt;
use std::sync::Arc;

use super::parse::{self, Limits, Rejected};
use super::string::Text;

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, kept as written.
    Number,
    /// A string, kept as written.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The JSON name of the kind, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

/// One value in reading order. An object's children alternate key and value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Byte range in the text; for a string without its quotes.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index of the first node behind this value's subtree.
    pub(super) next: u32,
    pub(super) kind: Kind,
    pub(super) flags: u8,
}

/// A string holds a backslash escape.
pub(super) const ESCAPED: u8 = 1;
/// A string holds a character above U+007F, raw or escaped.
pub(super) const NON_ASCII: u8 = 2;
/// A string holds a surrogate without its partner.
pub(super) const LONE_SURROGATE: u8 = 4;
/// A number is an integer of at most 15 digits: its text is its canonical form.
pub(super) const PLAIN_INTEGER: u8 = 8;
/// The boolean is `true`.
pub(super) const TRUE: u8 = 16;

/// A JSON text and its index. At most 4 GiB (offsets are 32 bits); the limits are lower.
pub struct Document {
    text: String,
    nodes: Vec<Node>,
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({} bytes, {} nodes)", self.text.len(), self.nodes.len())
    }
}

impl Document {
    /// Parses one JSON text, strictly by RFC 8259 (no byte-order mark, no comments, valid UTF-8).
    ///
    /// # Errors
    /// The first place that is not JSON, with line and column, or the limit that was passed; the bytes come back
    /// with it so that a caller can quote them.
    pub fn parse(text: impl Into<Vec<u8>>, limits: Limits) -> Result<Self, Rejected> {
        let (text, nodes) = parse::parse(text.into(), limits)?;
        Ok(Self { text, nodes })
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value { document: self, index: 0 }
    }

    /// The text as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// The text between two offsets that come from a node of this document.
    fn slice(&self, start: u32, end: u32) -> &str {
        &self.text[start as usize..end as usize]
    }
}

/// A value inside a [`Document`]. Two are equal when they are the same place of the same document.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    pub(super) document: &'d Document,
    pub(super) index: u32,
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.index == other.index
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw())
    }
}

impl<'d> Value<'d> {
    fn node(self) -> &'d Node {
        self.document.node(self.index)
    }

    /// The document this value belongs to.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// What this value is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// The value as it stands in the text, white space inside included, a string with its quotes.
    #[must_use]
    pub fn raw(self) -> &'d str {
        let node = self.node();
        match node.kind {
            Kind::String => self.document.slice(node.start - 1, node.end + 1),
            _ => self.document.slice(node.start, node.end),
        }
    }

    /// Byte offset of the value in the text.
    #[must_use]
    pub fn offset(self) -> usize {
        let node = self.node();
        match node.kind {
            Kind::String => node.start as usize - 1,
            _ => node.start as usize,
        }
    }

    /// The value's number in reading order, for tables beside the document.
    pub(crate) fn position(self) -> usize {
        self.index as usize
    }

    /// How many nodes the subtree has, object keys included: inner values have the positions that follow.
    pub(crate) fn extent(self) -> usize {
        (self.node().next - self.index) as usize
    }

    /// How many objects the subtree has.
    pub(crate) fn objects(self) -> usize {
        let nodes = &self.document.nodes[self.index as usize..self.node().next as usize];
        nodes.iter().filter(|node| node.kind == Kind::Object).count()
    }

    /// Line and column of the value in the text, both from 1, the column in characters.
    #[must_use]
    pub fn line_and_column(self) -> (usize, usize) {
        let before = self.document.text.get(..self.offset()).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before.get(line_start..).unwrap_or_default().chars().count() + 1)
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether this is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether this is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        let node = self.node();
        (node.kind == Kind::Bool).then_some(node.flags & TRUE != 0)
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_text(self) -> Option<Text<'d>> {
        let node = self.node();
        (node.kind == Kind::String).then(|| Text { raw: self.document.slice(node.start, node.end), flags: node.flags })
    }

    /// The number as written, if it is one.
    #[must_use]
    pub fn as_number(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind == Kind::Number).then(|| self.document.slice(node.start, node.end))
    }

    /// The number as the nearest IEEE double (infinite beyond its range), if it is one.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        self.as_number().and_then(|lexeme| lexeme.parse().ok())
    }

    /// Whether the number's text is its canonical form already.
    pub(super) fn is_plain_integer(self) -> bool {
        self.node().flags & PLAIN_INTEGER != 0
    }

    /// Whether the value is a string equal to `expected`.
    #[must_use]
    pub fn is_text(self, expected: &str) -> bool {
        self.as_text().is_some_and(|text| text.equals(expected))
    }

    /// The array's items in order; none for anything else.
    #[must_use]
    pub fn items(self) -> Items<'d> {
        let node = self.node();
        match node.kind {
            Kind::Array => Items { document: self.document, at: self.index + 1, end: node.next },
            _ => Items { document: self.document, at: 0, end: 0 },
        }
    }

    /// The object's members in order, duplicates included; none for anything else.
    #[must_use]
    pub fn entries(self) -> Entries<'d> {
        let node = self.node();
        match node.kind {
            Kind::Object => Entries { document: self.document, at: self.index + 1, end: node.next },
            _ => Entries { document: self.document, at: 0, end: 0 },
        }
    }

    /// The member named `key`; of duplicates the last, as ECMAScript reads it.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Value<'d>> {
        let mut found = None;
        for (name, value) in self.entries() {
            if name.equals(key) {
                found = Some(value);
            }
        }
        found
    }

    /// All values of the subtree in reading order, this one first, with object keys left out.
    pub fn descendants(self) -> impl Iterator<Item = Value<'d>> {
        let mut entries: Vec<(u32, bool)> = Vec::new();
        let mut at = self.index;
        let end = self.node().next;
        std::iter::from_fn(move || {
            while let Some(&(close, _)) = entries.last() {
                if at < close {
                    break;
                }
                entries.pop();
            }
            if at >= end {
                return None;
            }
            if matches!(entries.last(), Some((_, true))) {
                at += 1; // step over the key
            }
            let value = Value { document: self.document, index: at };
            let node = value.node();
            at += 1;
            if matches!(node.kind, Kind::Array | Kind::Object) {
                entries.push((node.next, node.kind == Kind::Object));
            }
            Some(value)
        })
    }

    /// All strings of the subtree in reading order, object keys included.
    pub fn texts(self) -> impl Iterator<Item = (Text<'d>, Value<'d>)> {
        (self.index..self.node().next).filter_map(move |index| {
            let value = Value { document: self.document, index };
            value.as_text().map(|text| (text, value))
        })
    }
}

/// Iterator over an array.
#[derive(Clone, Debug)]
pub struct Items<'d> {
    document: &'d Document,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Items<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { document: self.document, index: self.at };
        self.at = value.node().next;
        Some(value)
    }
}

/// Iterator over an object's members.
#[derive(Clone, Debug)]
pub struct Entries<'d> {
    document: &'d Document,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Entries<'d> {
    type Item = (Text<'d>, Value<'d>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let key = Value { document: self.document, index: self.at };
        let value = Value { document: self.document, index: self.at + 1 };
        self.at = value.node().next;
        // The parser puts a string before every member's value.
        key.as_text().map(|text| (text, value))
    }
}

/// A value that keeps its document alive: what a capture holds.
#[derive(Clone)]
pub struct Owned {
    document: Arc<Document>,
    index: u32,
}

impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl Owned {
    /// The outermost value of `document`.
    #[must_use]
    pub fn root(document: Arc<Document>) -> Self {
        Self { document, index: 0 }
    }

    /// The borrowed view.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        Value { document: &self.document, index: self.index }
    }

    /// The member named `key`, kept alive likewise.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Owned> {
        self.value().get(key).map(|value| self.keep(value))
    }

    /// The array's items, each kept alive likewise; none for anything else.
    #[must_use]
    pub fn items(&self) -> Vec<Owned> {
        self.value().items().map(|value| self.keep(value)).collect()
    }

    fn keep(&self, value: Value<'_>) -> Owned {
        Owned { document: Arc::clone(&self.document), index: value.index }
    }
}
