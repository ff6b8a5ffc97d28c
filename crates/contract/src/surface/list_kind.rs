//! The four lists of a surface and the words that belong to each.
//!
//! Called by captures, forms and reports: nobody else spells a list's method or key.

/// One of the four lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListKind {
    /// `tools/list`
    Tools,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    ResourceTemplates,
    /// `prompts/list`
    Prompts,
}

impl ListKind {
    /// All four, in the order they are asked for (fingerprint specification, section 1).
    pub const ALL: [ListKind; 4] =
        [ListKind::Tools, ListKind::Resources, ListKind::ResourceTemplates, ListKind::Prompts];

    /// The key of the array in a result, a capture file and the form.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Resources => "resources",
            ListKind::ResourceTemplates => "resourceTemplates",
            ListKind::Prompts => "prompts",
        }
    }

    /// The JSON-RPC method.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            ListKind::Tools => "tools/list",
            ListKind::Resources => "resources/list",
            ListKind::ResourceTemplates => "resources/templates/list",
            ListKind::Prompts => "prompts/list",
        }
    }

    /// The member of an item that names it and orders the list.
    #[must_use]
    pub fn item_key(self) -> &'static str {
        match self {
            ListKind::Tools | ListKind::Prompts => "name",
            ListKind::Resources => "uri",
            ListKind::ResourceTemplates => "uriTemplate",
        }
    }

    /// The server capability that announces the list.
    #[must_use]
    pub fn capability(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Resources | ListKind::ResourceTemplates => "resources",
            ListKind::Prompts => "prompts",
        }
    }

    /// What one item is called in a report.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            ListKind::Tools => "tool",
            ListKind::Resources => "resource",
            ListKind::ResourceTemplates => "resource template",
            ListKind::Prompts => "prompt",
        }
    }
}
