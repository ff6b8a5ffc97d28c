//! Visits every schema inside a schema once and checks its keywords; gathers what needs a second look.
//!
//! Called by [`faults`](super::faults) for the root, and by the references for places that only they lead to. A list
//! of open tasks takes the place of recursion.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Role;
use super::dialect::Dialect;
use super::identity::Heading;
use super::keywords::{self, Keyword, Row, Shape};
use super::report::{INPUT, INVALID, Report, named, shown};
use super::shape;
use crate::json::{Kind, Text, Value};

/// How a schema is reached from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is the root.
    Root,
    /// Through `properties` alone.
    Properties,
    /// Through some other keyword, or only through a reference.
    Other,
}

/// A schema still to be visited.
#[derive(Clone, Copy)]
struct Task<'d> {
    schema: Value<'d>,
    resource: usize,
    way: Way,
}

/// A schema with an address of its own, or the root: what `#` means for the references inside.
pub(super) struct Resource<'d> {
    pub(super) root: Value<'d>,
    /// Its address, resolved, without fragment; empty for a root that has none.
    pub(super) address: String,
    pub(super) dialect: Dialect,
}

/// A `$ref`, `$dynamicRef` or `$recursiveRef` whose value is a string.
#[derive(Clone, Copy)]
pub(super) struct Reference<'d> {
    pub(super) keyword: &'static str,
    pub(super) at: Value<'d>,
    pub(super) text: Text<'d>,
    /// The schema it stands in.
    pub(super) from: usize,
    pub(super) resource: usize,
}

/// A schema inside another one that looks at the same value.
#[derive(Clone, Copy)]
pub(super) struct InPlace {
    pub(super) keyword: &'static str,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// An `x-mcp-header` where an input schema has a schema.
#[derive(Clone, Copy)]
pub(super) struct Annotation<'d> {
    pub(super) at: Value<'d>,
    pub(super) way: Way,
    /// The `type` beside it.
    pub(super) type_beside: Option<Value<'d>>,
}

/// One run over one schema.
pub(super) struct Walk<'d> {
    pub(super) root: Value<'d>,
    role: Role,
    pub(super) report: Report<'d>,
    pub(super) resources: Vec<Resource<'d>>,
    /// For each position from the root's on: 0, or 1 more than the resource of the schema that was visited there.
    visited: Vec<u32>,
    open: Vec<Task<'d>>,
    /// The keywords of the schema that is being visited; kept to spare an allocation for each.
    members: Vec<(Row, Value<'d>)>,
    pub(super) references: Vec<Reference<'d>>,
    pub(super) in_place: Vec<InPlace>,
    pub(super) annotations: Vec<Annotation<'d>>,
    /// Resources by address.
    pub(super) addresses: HashMap<String, usize>,
    /// Anchors by resource and name.
    pub(super) anchors: HashMap<(usize, Cow<'d, str>), Value<'d>>,
    /// Edges that the references turn out to be: from schema to schema, with the reference.
    pub(super) resolved: Vec<(usize, usize, Value<'d>)>,
}

impl<'d> Walk<'d> {
    pub(super) fn new(root: Value<'d>, role: Role) -> Self {
        Self {
            root,
            role,
            report: Report::default(),
            resources: Vec::new(),
            visited: vec![0; root.extent()],
            // Counting reads the nodes in their order, which the walk does not: it then finds them in the cache.
            open: Vec::with_capacity(root.objects()),
            members: Vec::new(),
            references: Vec::new(),
            in_place: Vec::new(),
            annotations: Vec::new(),
            addresses: HashMap::new(),
            anchors: HashMap::new(),
            resolved: Vec::new(),
        }
    }

    /// Visits the root and all that it holds; false when it is no object, which ends the matter (a boolean schema is
    /// none in this place: MCP 2026-07-28, schema, `Tool`).
    pub(super) fn start(&mut self) -> bool {
        let root = self.root;
        if !root.is_object() {
            let (rule, name) = match self.role {
                Role::Input => (INPUT, "inputSchema"),
                Role::Output => (INVALID, "outputSchema"),
            };
            self.report.fault(root, rule, || format!("`{name}` is {}: expected an object", shown(root)));
            return false;
        }
        if self.role == Role::Input {
            self.input_root();
        }
        self.resources.push(Resource { root, address: String::new(), dialect: Dialect::Draft2020 });
        self.open.push(Task { schema: root, resource: 0, way: Way::Root });
        self.run();
        true
    }

    /// MCP 2026-07-28, server/tools, "Tool": the root's `type` is exactly `object`.
    fn input_root(&mut self) {
        let root = self.root;
        match root.get("type") {
            Some(found) if found.is_text("object") => {}
            Some(found) => {
                self.report
                    .fault(found, INPUT, || format!("`type` is {} at the root: expected \"object\"", shown(found)));
            }
            None => self.report.fault(root, INPUT, || "`type` is missing at the root: expected \"object\"".to_owned()),
        }
    }

    /// Visits a place that a reference leads to, unless that was done. It is read as what stands around it in
    /// `resource` would be.
    pub(super) fn visit(&mut self, schema: Value<'d>, resource: usize) {
        self.open.push(Task { schema, resource, way: Way::Other });
        self.run();
    }

    /// The resource of the schema that was visited at `value`, if one was.
    pub(super) fn resource_at(&self, value: Value<'d>) -> Option<usize> {
        let at = value.position().checked_sub(self.root.position())?;
        (*self.visited.get(at)? as usize).checked_sub(1)
    }

    fn run(&mut self) {
        while let Some(task) = self.open.pop() {
            self.report.step();
            if self.resource_at(task.schema).is_none() {
                self.schema(task);
            }
        }
    }

    fn schema(&mut self, task: Task<'d>) {
        let schema = task.schema;
        let mut members = std::mem::take(&mut self.members);
        let mut heading = Heading::default();
        for (key, value) in schema.entries() {
            self.report.step();
            let Some(row) = keywords::find(&key.decode()) else { continue };
            heading.meet(row, value);
            members.push((row, value));
        }
        let resource = if heading.is_empty() { task.resource } else { self.enter(schema, &heading, task.resource) };
        if let Some(mark) = self.visited.get_mut(schema.position() - self.root.position()) {
            *mark = u32::try_from(resource + 1).unwrap_or(u32::MAX);
        }
        let dialect = self.resources[resource].dialect;
        let here = Task { resource, ..task };
        let mut annotation = None;
        let mut type_beside = None;
        let mut bounds = Bounds::default();
        for (row, value) in members.drain(..) {
            let Some(keyword) = row.under(dialect) else { continue };
            match keyword.shape {
                Shape::Header => annotation = Some(value),
                Shape::Types => type_beside = Some(value),
                Shape::Number | Shape::Boolean if dialect <= Dialect::Draft04 => bounds.meet(keyword.name, value),
                _ => {}
            }
            // Beside `$ref` nothing counted until draft-07; `then` and `else` count with an `if` only.
            let in_place = keyword.in_place
                && !(dialect.ref_stands_alone() && heading.has_ref)
                && (heading.has_if || !matches!(keyword.name, "then" | "else"));
            self.keyword(&here, keyword, value, dialect, in_place);
        }
        self.members = members;
        if dialect <= Dialect::Draft04 {
            bounds.report(&mut self.report);
        }
        if let Some(at) = annotation
            && self.role == Role::Input
        {
            self.annotations.push(Annotation { at, way: task.way, type_beside });
        }
    }

    /// Checks one keyword's value, or hands the schemas in it on.
    fn keyword(
        &mut self,
        here: &Task<'d>,
        keyword: &'static Keyword,
        value: Value<'d>,
        dialect: Dialect,
        in_place: bool,
    ) {
        let name = keyword.name;
        match keyword.shape {
            Shape::Schema => self.inner(here, name, None, value, in_place),
            Shape::SchemaOrBoolean if value.as_bool().is_some() => {}
            Shape::SchemaOrBoolean => self.inner(here, name, None, value, in_place),
            Shape::SchemaOrSchemas if !value.is_array() => self.inner(here, name, None, value, in_place),
            Shape::Schemas | Shape::SchemaOrSchemas => {
                let filled = value.is_array() && value.items().next().is_some();
                shape::expect(filled, name, value, "an array of at least one schema", &mut self.report);
                for item in value.items() {
                    self.inner(here, name, None, item, in_place);
                }
            }
            Shape::SchemaMap | Shape::PatternMap | Shape::Dependencies => {
                shape::expect(value.is_object(), name, value, "an object of schemas", &mut self.report);
                for (key, member) in value.entries() {
                    if keyword.shape == Shape::PatternMap {
                        shape::pattern_text(name, key, member, &mut self.report);
                    }
                    if keyword.shape == Shape::Dependencies && member.is_array() {
                        let shape = if dialect <= Dialect::Draft04 { Shape::NamesNotEmpty } else { Shape::Names };
                        shape::check(name, shape, member, dialect, &mut self.report);
                    } else {
                        self.inner(here, name, Some(key), member, in_place);
                    }
                }
            }
            Shape::Text if value.kind() == Kind::String => {}
            Shape::Dialect => {} // seen when the schema was entered
            Shape::Header => {}  // looked at when all are known
            _ => {
                shape::check(name, keyword.shape, value, dialect, &mut self.report);
                let Some(text) = value.as_text() else { return };
                if keyword.shape == Shape::Reference {
                    let from = here.schema.position();
                    self.references.push(Reference { keyword: name, at: value, text, from, resource: here.resource });
                } else if matches!(name, "$anchor" | "$dynamicAnchor") {
                    self.anchor(here.resource, text.decode(), here.schema, value);
                }
            }
        }
    }

    /// A schema inside another: noted for a visit, or reported as being none.
    fn inner(
        &mut self,
        around: &Task<'d>,
        keyword: &'static str,
        key: Option<Text<'d>>,
        value: Value<'d>,
        in_place: bool,
    ) {
        self.report.step();
        let booleans = self.resources[around.resource].dialect.has_boolean_schemas();
        match value.kind() {
            Kind::Object => {
                let way = match around.way {
                    Way::Root | Way::Properties if keyword == "properties" => Way::Properties,
                    _ => Way::Other,
                };
                if in_place {
                    self.in_place.push(InPlace { keyword, from: around.schema.position(), to: value.position() });
                }
                self.open.push(Task { schema: value, resource: around.resource, way });
            }
            Kind::Bool if booleans => {}
            _ => self.report.fault(value, INVALID, || {
                let place = key.map(|key| format!(".{}", named(key))).unwrap_or_default();
                let or_boolean = if booleans { " or a boolean" } else { "" };
                format!("`{keyword}{place}` is {}: expected a schema, an object{or_boolean}", shown(value))
            }),
        }
    }
}

/// The bounds of a number in draft-04, where an exclusive one is a remark on the other.
#[derive(Default)]
struct Bounds<'d> {
    minimum: bool,
    maximum: bool,
    exclusive_minimum: Option<Value<'d>>,
    exclusive_maximum: Option<Value<'d>>,
}

impl<'d> Bounds<'d> {
    fn meet(&mut self, name: &str, value: Value<'d>) {
        match name {
            "minimum" => self.minimum = true,
            "maximum" => self.maximum = true,
            "exclusiveMinimum" => self.exclusive_minimum = Some(value),
            "exclusiveMaximum" => self.exclusive_maximum = Some(value),
            _ => {}
        }
    }

    fn report(&self, report: &mut Report<'d>) {
        for (exclusive, has_bound, name) in
            [(self.exclusive_minimum, self.minimum, "minimum"), (self.exclusive_maximum, self.maximum, "maximum")]
        {
            if let Some(value) = exclusive
                && !has_bound
            {
                report.fault(value, INVALID, || format!("there is no `{name}` beside it: expected one in draft-04"));
            }
        }
    }
}
