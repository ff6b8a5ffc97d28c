//! A deterministic MCP server made from a fixture.
