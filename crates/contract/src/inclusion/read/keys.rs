//! The keywords this engine reads, found in one pass over a schema object.
//!
//! Called by the reader for each schema.

use crate::json::Value;

macro_rules! keys {
    ($($key:ident = $name:literal),* $(,)?) => {
        /// A keyword that is read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Key { $($key),* }

        impl Key {
            fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$key),)* _ => None }
            }

            /// The keyword's name.
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$key => $name),* }
            }
        }

        const COUNT: usize = [$($name),*].len();
    };
}

keys! {
    Ref = "$ref", DynamicRef = "$dynamicRef", RecursiveRef = "$recursiveRef",
    Type = "type", Enum = "enum", Const = "const",
    Minimum = "minimum", Maximum = "maximum",
    ExclusiveMinimum = "exclusiveMinimum", ExclusiveMaximum = "exclusiveMaximum", MultipleOf = "multipleOf",
    MinLength = "minLength", MaxLength = "maxLength", Pattern = "pattern",
    MinItems = "minItems", MaxItems = "maxItems", UniqueItems = "uniqueItems",
    Items = "items", PrefixItems = "prefixItems", AdditionalItems = "additionalItems",
    Contains = "contains", MinContains = "minContains", MaxContains = "maxContains",
    MinProperties = "minProperties", MaxProperties = "maxProperties", Required = "required",
    Properties = "properties", PatternProperties = "patternProperties",
    AdditionalProperties = "additionalProperties", PropertyNames = "propertyNames",
    DependentRequired = "dependentRequired", DependentSchemas = "dependentSchemas", Dependencies = "dependencies",
    AllOf = "allOf", AnyOf = "anyOf", OneOf = "oneOf", Not = "not",
    If = "if", Then = "then", Else = "else",
    UnevaluatedProperties = "unevaluatedProperties", UnevaluatedItems = "unevaluatedItems",
}

/// The keywords of one schema; of duplicates the last counts, as for the validator.
pub(super) struct Keys<'d> {
    values: [Option<Value<'d>>; COUNT],
}

impl<'d> Keys<'d> {
    pub(super) fn of(schema: Value<'d>) -> Self {
        let mut values = [None; COUNT];
        for (name, value) in schema.entries() {
            let key = if name.has_escape() { Key::named(&name.decode()) } else { Key::named(name.raw()) };
            if let Some(key) = key {
                values[key as usize] = Some(value);
            }
        }
        Self { values }
    }

    pub(super) fn get(&self, key: Key) -> Option<Value<'d>> {
        self.values[key as usize]
    }
}
