//! What a schema says about itself: its dialect, its address, its anchors.
//!
//! Called by the walk when it enters a schema, before any other keyword is read.

use std::borrow::Cow;

use super::dialect::{self, Dialect, Named};
use super::keywords::{Row, Shape};
use super::report::{DIALECT, INVALID, shown};
use super::uri;
use super::walk::{Resource, Walk};
use crate::json::Value;

/// An address above this many bytes is no base for others: resolving against it would cost its length each time.
const LONGEST_ADDRESS: usize = 500;

/// What decides how the rest of a schema is read, wherever it stands in it.
#[derive(Default)]
pub(super) struct Heading<'d> {
    schema: Option<Value<'d>>,
    dollar_id: Option<Value<'d>>,
    plain_id: Option<Value<'d>>,
    pub(super) has_ref: bool,
    pub(super) has_if: bool,
}

impl<'d> Heading<'d> {
    /// Takes notice of one member.
    pub(super) fn meet(&mut self, keyword: Row, value: Value<'d>) {
        match keyword.about() {
            (_, Shape::Dialect) => self.schema = Some(value),
            ("id", Shape::Id) => self.plain_id = Some(value),
            (_, Shape::Id) => self.dollar_id = Some(value),
            ("$ref", Shape::Reference) => self.has_ref = true,
            ("if", Shape::Schema) => self.has_if = true,
            _ => {}
        }
    }

    /// Whether the schema says nothing about itself.
    pub(super) fn is_empty(&self) -> bool {
        self.schema.is_none() && self.dollar_id.is_none() && self.plain_id.is_none()
    }

    /// The address that names the schema in `dialect`. Beside `$ref` it was passed over until draft-07.
    fn id(&self, dialect: Dialect) -> Option<Value<'d>> {
        match dialect {
            _ if dialect.ref_stands_alone() && self.has_ref => None,
            _ if dialect.id_keyword() == "id" => self.plain_id,
            _ => self.dollar_id,
        }
    }
}

impl<'d> Walk<'d> {
    /// Reads what a schema says about itself: its dialect, its address. Gives the resource it belongs to.
    pub(super) fn enter(&mut self, schema: Value<'d>, heading: &Heading<'d>, around: usize) -> usize {
        let outer = self.resources[around].dialect;
        let dialect = heading.schema.and_then(|value| read_dialect(value)).unwrap_or(outer);
        let is_root = schema == self.root;
        // A `$schema` counts at a resource's root only (core 8.1.1); elsewhere validators pass over it.
        let id = heading.id(if is_root { dialect } else { outer }).and_then(|id| Some((id, id.as_text()?.decode())));
        let begins = is_root || id.as_ref().is_some_and(|(_, id)| !uri::split(id).0.is_empty());
        if let Some(value) = heading.schema {
            self.dialect(value, dialect, outer, begins);
        }
        let mut resource = around;
        if is_root {
            self.resources[0].dialect = dialect;
        }
        let Some((at, id)) = id else { return resource };
        let (address, fragment) = uri::split(&id);
        if !address.is_empty() {
            resource = self.begin(schema, at, address, around, dialect);
        }
        if let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty())
            && dialect <= Dialect::Draft07
        {
            self.anchor(resource, Cow::Owned(fragment.to_owned()), schema, at);
        }
        resource
    }

    /// Begins a resource at `schema`, whose `$id` (at `at`) is `id` without fragment.
    fn begin(&mut self, schema: Value<'d>, at: Value<'d>, id: &str, around: usize, dialect: Dialect) -> usize {
        let mut address = uri::resolved(&self.resources[around].address, id);
        if address.len() > LONGEST_ADDRESS {
            let length = address.len();
            self.report.fault(at, INVALID, || {
                format!("the schema's address has {length} bytes: expected at most {LONGEST_ADDRESS}")
            });
            address.clear();
        }
        let resource = if schema == self.root { 0 } else { self.resources.len() };
        match self.addresses.get(&address) {
            _ if address.is_empty() => {}
            // A generator that inlines a schema twice gives its address twice: no reader minds.
            Some(&other) if self.resources[other].root.raw() == schema.raw() => {}
            Some(_) => self.report.fault(at, INVALID, || {
                format!("another schema has the address {} too: expected each to have its own", shown(at))
            }),
            None => {
                self.addresses.insert(address.clone(), resource);
            }
        }
        if resource == 0 {
            self.resources[0].address = address;
        } else {
            self.resources.push(Resource { root: schema, address, dialect });
        }
        resource
    }

    pub(super) fn anchor(&mut self, resource: usize, name: Cow<'d, str>, schema: Value<'d>, at: Value<'d>) {
        let other = *self.anchors.entry((resource, name)).or_insert(schema);
        if other != schema {
            self.report.fault(at, INVALID, || {
                format!("another schema has the anchor {} too: expected each to have its own", shown(at))
            });
        }
    }

    /// Reports a `$schema` that clients do not know or pass over.
    fn dialect(&mut self, value: Value<'d>, read_as: Dialect, outer: Dialect, begins: bool) {
        let Some(text) = value.as_text() else {
            return self.report.fault(value, DIALECT, || {
                format!("`$schema` is {}: expected the address of a dialect, a string", shown(value))
            });
        };
        let found = shown(value);
        let name = read_as.name();
        let advice = "expected 2020-12 or draft-07";
        let message = match dialect::named(&text.decode()) {
            Named::Exactly(dialect) if !begins && dialect != outer => {
                format!(
                    "`$schema` is {found} inside a schema of {}: expected it at the root, clients pass over it here",
                    outer.name()
                )
            }
            Named::Exactly(_) if !begins => return,
            Named::Exactly(dialect) if dialect >= Dialect::Draft06 => return,
            Named::Exactly(_) => {
                format!("`$schema` is {found}, which is {name}: {advice}, clients do not support older ones")
            }
            Named::Nearly(_) => {
                format!("`$schema` is {found}, read as {name}: {advice}, whose addresses differ in `http` and `https`")
            }
            Named::Unknown if begins => {
                format!("`$schema` is {found}, no dialect that is known here: {advice}, read as 2020-12")
            }
            Named::Unknown => {
                format!("`$schema` is {found}, no dialect that is known here: {advice}, read as {}", outer.name())
            }
        };
        self.report.fault(value, DIALECT, || message);
    }
}

/// The dialect that `$schema` asks for; an unknown one is read as the protocol's default.
fn read_dialect(value: Value<'_>) -> Option<Dialect> {
    match dialect::named(&value.as_text()?.decode()) {
        Named::Exactly(dialect) | Named::Nearly(dialect) => Some(dialect),
        Named::Unknown => Some(Dialect::Draft2020),
    }
}
