//! The catalogue of break rules: one file and one page each, listed here in alphabetical order.
//!
//! `cargo xtask new-rule <id>` writes the two files and the line.

use super::report::Direction;
use super::rule::BreakRule;

macro_rules! rules {
    ($($name:ident)*) => {
        $(mod $name;)*

        /// Every break rule, sorted by id.
        pub static RULES: &[&BreakRule] = &[$(&$name::RULE,)*];
    };
}

rules! {
    annotation_more_dangerous
    capability_gained
    capability_lost
    description_changed
    era_gained
    era_lost
    hidden_character_added
    input_bound_tightened
    input_closed
    input_default_changed
    input_parameter_added
    input_parameter_removed
    input_parameter_renamed
    input_parameter_required
    input_refused
    input_text_changed
    input_type_narrowed
    input_undecided
    input_value_removed
    instructions_changed
    list_offered
    list_withdrawn
    metadata_changed
    mime_type_changed
    output_bound_relaxed
    output_field_added
    output_field_added_closed
    output_field_optional
    output_field_removed
    output_field_renamed
    output_schema_added
    output_schema_dropped
    output_text_changed
    output_type_widened
    output_undecided
    output_unexpected
    output_value_added
    possible_rename
    prompt_added
    prompt_argument_added
    prompt_argument_removed
    prompt_argument_required
    prompt_removed
    protocol_version_changed
    resource_added
    resource_removed
    resource_template_added
    resource_template_removed
    safe_integer_bound
    server_identity_changed
    task_support_required
    task_support_withdrawn
    title_changed
    tool_added
    tool_removed
}

/// The rule for what the engine refuted and no named rule explains.
pub(super) fn refused(direction: Direction) -> &'static BreakRule {
    if direction == Direction::Output { &output_unexpected::RULE } else { &input_refused::RULE }
}

/// The rule for what only a closed schema makes a difference to.
pub(super) fn closed(direction: Direction) -> &'static BreakRule {
    if direction == Direction::Output { &output_field_added_closed::RULE } else { &input_closed::RULE }
}

/// The rule for what stays open.
pub(super) fn undecided(direction: Direction) -> &'static BreakRule {
    if direction == Direction::Output { &output_undecided::RULE } else { &input_undecided::RULE }
}

/// The rule for bounds that generators write by themselves.
pub(super) fn safe_integer_bound() -> &'static BreakRule {
    &safe_integer_bound::RULE
}
