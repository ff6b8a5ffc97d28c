//! Typed access to a TOML table: every error with line and column, unknown keys with the nearest known one.
//!
//! Called by the readers of `mcpledge.toml` and of manifests. Values are read by hand and not into structs: a message
//! must name the key, its place and what was expected.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::failure::Failure;
use crate::report::nearest;

/// A TOML text and where it came from.
pub(in super::super) struct TomlText<'t> {
    pub(in super::super) path: &'t Path,
    pub(in super::super) text: &'t str,
}

impl<'t> TomlText<'t> {
    /// The outermost table.
    pub(in super::super) fn parse(&self) -> Result<DeTable<'t>, Failure> {
        match DeTable::parse(self.text) {
            Ok(table) => Ok(table.into_inner()),
            Err(error) => {
                let offset = error.span().map_or(self.text.len(), |span| span.start);
                Err(self.failure(offset, error.message()))
            }
        }
    }

    /// A failure at a place of the text.
    pub(in super::super) fn failure(&self, offset: usize, message: &str) -> Failure {
        Failure::usage(self.told(offset, message))
    }

    fn told(&self, offset: usize, message: &str) -> String {
        let before = self.text.get(..offset.min(self.text.len())).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("`{}`, line {line}, column {column}: {message}", self.path.display())
    }
}

/// A table inside a TOML text.
#[derive(Clone, Copy)]
pub(in super::super) struct Table<'a, 't> {
    source: &'a TomlText<'t>,
    table: &'a DeTable<'t>,
}

impl<'a, 't> Table<'a, 't> {
    pub(in super::super) fn new(source: &'a TomlText<'t>, table: &'a DeTable<'t>) -> Self {
        Self { source, table }
    }

    /// Refuses the first key that is none of `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Failure> {
        let unknown = self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        // The map is sorted; the first in the text is the one a reader meets first.
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let message = format!("the key `{}` is not known", key.get_ref());
        let hint = match nearest(key.get_ref(), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", known.join(", ")),
        };
        Err(Failure::with_hint(self.source.told(key.span().start, &message), hint))
    }

    /// The member `key` as it stands there.
    pub(in super::super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// A failure at the value of a member.
    pub(in super::super) fn wrong(&self, value: &Spanned<DeValue<'_>>, message: &str) -> Failure {
        self.source.failure(value.span().start, message)
    }

    /// A string.
    pub(in super::super) fn text(&self, key: &str) -> Result<Option<&'a str>, Failure> {
        self.get(key).map(|value| self.text_of(key, value)).transpose()
    }

    pub(super) fn text_of(&self, key: &str, value: &'a Spanned<DeValue<'t>>) -> Result<&'a str, Failure> {
        value.get_ref().as_str().ok_or_else(|| self.expected(key, "a string", value))
    }

    /// An array of strings.
    pub(in super::super) fn texts(&self, key: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let items = value.get_ref().as_array().ok_or_else(|| self.expected(key, "an array of strings", value))?;
        items.iter().map(|item| self.text_of(key, item).map(str::to_owned)).collect::<Result<_, _>>().map(Some)
    }

    /// A table.
    pub(in super::super) fn table(&self, key: &str) -> Result<Option<Table<'a, 't>>, Failure> {
        self.get(key).map(|value| self.table_of(key, value)).transpose()
    }

    pub(super) fn table_of(&self, key: &str, value: &'a Spanned<DeValue<'t>>) -> Result<Table<'a, 't>, Failure> {
        let table = value.get_ref().as_table().ok_or_else(|| self.expected(key, "a table", value))?;
        Ok(Table { source: self.source, table })
    }

    /// The members in the order of the text.
    pub(super) fn members(&self) -> Vec<(&'a str, &'a Spanned<DeValue<'t>>)> {
        let mut members: Vec<_> =
            self.table.iter().map(|(key, value)| (key.span().start, key.get_ref().as_ref(), value)).collect();
        members.sort_by_key(|(start, _, _)| *start);
        members.into_iter().map(|(_, key, value)| (key, value)).collect()
    }

    pub(super) fn expected(&self, key: &str, expected: &str, found: &Spanned<DeValue<'_>>) -> Failure {
        self.wrong(found, &format!("`{key}`: {expected} expected, found {}", found.get_ref().type_str()))
    }
}
