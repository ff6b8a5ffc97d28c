//! The canonical writer: RFC 8785, with what it had to change on the way as notes.
//!
//! Called by the forms. Of duplicate keys the last counts, as in ECMAScript; a number is its IEEE double.

use super::document::{Document, Kind, Value};
use super::number::{canonical_number, loses_precision};
use super::sink::Sink;
use super::string::{Text, compare_utf16};

/// Where the canonical bytes say less than the text did.
#[derive(Clone, Copy, Debug)]
pub struct Note<'d> {
    /// The value: of duplicates one that was dropped, the number, the string.
    pub value: Value<'d>,
    /// What happened to it.
    pub kind: NoteKind,
}

/// What the canonical form did to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A later member of the same object has the same key; this one is not in the form.
    DuplicateKey,
    /// The number is written as its nearest double, which is another number.
    Precision,
    /// The number is beyond the range of a double and written `null`.
    Overflow,
    /// The string (or key) holds half a surrogate pair, written as an escape.
    LoneSurrogate,
}

/// Receives notes while a value is written.
pub trait Notes<'d> {
    /// Called once per place, in no particular order.
    fn note(&mut self, note: Note<'d>);
}

/// Drops every note.
impl Notes<'_> for () {
    fn note(&mut self, _: Note<'_>) {}
}

impl<'d> Notes<'d> for Vec<Note<'d>> {
    fn note(&mut self, note: Note<'d>) {
        self.push(note);
    }
}

/// What is left to write, last first.
enum Task<'d> {
    Value(Value<'d>),
    /// The members of an object from `member` on in the shared list, up to the end of the list.
    Members {
        first: usize,
        member: usize,
    },
    /// The items of an array that are left.
    Items {
        at: u32,
        end: u32,
        filled: bool,
    },
}

struct Member<'d> {
    key: Text<'d>,
    value: Value<'d>,
}

/// Writes `value` in canonical form.
pub fn write_canonical<'d>(value: Value<'d>, out: &mut impl Sink, notes: &mut impl Notes<'d>) {
    write(value.document, vec![Task::Value(value)], Vec::new(), out, notes);
}

/// Writes `object` in canonical form, its member `key` left out.
pub fn write_canonical_without<'d>(object: Value<'d>, key: &str, out: &mut impl Sink, notes: &mut impl Notes<'d>) {
    let mut members = Vec::new();
    open_object(object, &mut members, notes);
    members.retain(|member| !member.key.equals(key));
    out.put(b"{");
    write(object.document, vec![Task::Members { first: 0, member: 0 }], members, out, notes);
}

/// Works off `tasks`. `members` is one stack of sorted members for all open objects: no allocation per object.
fn write<'d>(
    document: &'d Document,
    mut tasks: Vec<Task<'d>>,
    mut members: Vec<Member<'d>>,
    out: &mut impl Sink,
    notes: &mut impl Notes<'d>,
) {
    let mut run = Run { text: document.text().as_bytes(), start: 0, end: 0, out };
    while let Some(task) = tasks.pop() {
        match task {
            Task::Value(value) => match value.kind() {
                Kind::Object => {
                    run.source(value.offset(), 1);
                    let first = members.len();
                    open_object(value, &mut members, notes);
                    tasks.push(Task::Members { first, member: first });
                }
                Kind::Array => {
                    run.source(value.offset(), 1);
                    let end = document.node(value.index).next;
                    tasks.push(Task::Items { at: value.index + 1, end, filled: false });
                }
                _ => write_scalar(value, &mut run, notes),
            },
            Task::Members { first, member } => match members.get(member) {
                Some(entry) => {
                    if member > first {
                        run.punctuation(b',');
                    }
                    if entry.key.has_lone_surrogate() {
                        notes.note(Note { value: entry.value, kind: NoteKind::LoneSurrogate });
                    }
                    // A key is one node before its value.
                    let key = Value { document, index: entry.value.index - 1 };
                    write_string(key, entry.key, &mut run);
                    run.punctuation(b':');
                    let value = entry.value;
                    if matches!(value.kind(), Kind::Object | Kind::Array) {
                        tasks.push(Task::Members { first, member: member + 1 });
                        tasks.push(Task::Value(value));
                    } else {
                        write_scalar(value, &mut run, notes);
                        tasks.push(Task::Members { first, member: member + 1 });
                    }
                }
                None => {
                    members.truncate(first);
                    run.punctuation(b'}');
                }
            },
            Task::Items { at, end, filled } => {
                if at >= end {
                    run.punctuation(b']');
                    continue;
                }
                if filled {
                    run.punctuation(b',');
                }
                tasks.push(Task::Items { at: document.node(at).next, end, filled: true });
                tasks.push(Task::Value(Value { document, index: at }));
            }
        }
    }
    run.flush();
}

/// Joins what stands side by side in the text as well: the sink gets few long pieces instead of every token.
struct Run<'d, 's, S> {
    text: &'d [u8],
    /// What is to be written next: this part of the text.
    start: usize,
    end: usize,
    out: &'s mut S,
}

impl<S: Sink> Run<'_, '_, S> {
    /// Writes `length` bytes of the text from `start` on.
    fn source(&mut self, start: usize, length: usize) {
        if start != self.end {
            self.flush();
            self.start = start;
        }
        self.end = start + length;
    }

    /// Writes one byte that may or may not stand next in the text.
    fn punctuation(&mut self, byte: u8) {
        if self.start < self.end && self.text.get(self.end) == Some(&byte) {
            self.end += 1;
        } else {
            self.flush();
            self.out.put(&[byte]);
        }
    }

    /// The sink, with everything so far written: for what is not in the text.
    fn out(&mut self) -> &mut S {
        self.flush();
        self.out
    }

    fn flush(&mut self) {
        if self.start < self.end {
            self.out.put(self.text.get(self.start..self.end).unwrap_or_default());
            self.start = self.end;
        }
    }
}

/// Pushes the members of `object`, sorted, of equal keys only the last.
fn open_object<'d>(object: Value<'d>, members: &mut Vec<Member<'d>>, notes: &mut impl Notes<'d>) {
    let first = members.len();
    members.extend(object.entries().map(|(key, value)| Member { key, value }));
    let own = &mut members[first..];
    let sorted = own.windows(2).all(|pair| compare_utf16(pair[0].key, pair[1].key).is_lt());
    if sorted {
        return;
    }
    // Stable, so that the last of several equal keys in the text is the last of its run.
    own.sort_by(|a, b| compare_utf16(a.key, b.key));
    let mut kept = first;
    for at in first..members.len() {
        if members.get(at + 1).is_some_and(|next| compare_utf16(members[at].key, next.key).is_eq()) {
            notes.note(Note { value: members[at].value, kind: NoteKind::DuplicateKey });
            continue;
        }
        members.swap(kept, at);
        kept += 1;
    }
    members.truncate(kept);
}

fn write_string<S: Sink>(value: Value<'_>, text: Text<'_>, run: &mut Run<'_, '_, S>) {
    if text.has_escape() {
        text.write_canonical(run.out());
    } else {
        run.source(value.offset(), text.raw().len() + 2);
    }
}

fn write_scalar<'d, S: Sink>(value: Value<'d>, run: &mut Run<'_, '_, S>, notes: &mut impl Notes<'d>) {
    if let Some(text) = value.as_text() {
        if text.has_lone_surrogate() {
            notes.note(Note { value, kind: NoteKind::LoneSurrogate });
        }
        write_string(value, text, run);
    } else if let Some(lexeme) = value.as_number().filter(|_| !value.is_plain_integer()) {
        let written = canonical_number(lexeme);
        if written == "null" {
            notes.note(Note { value, kind: NoteKind::Overflow });
        } else if loses_precision(lexeme) {
            notes.note(Note { value, kind: NoteKind::Precision });
        }
        run.out().put(written.as_bytes());
    } else {
        run.source(value.offset(), value.raw().len());
    }
}
