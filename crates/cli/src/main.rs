//! The `mcpledge` command.

fn main() {}
