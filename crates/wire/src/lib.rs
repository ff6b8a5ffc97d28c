//! How bytes reach an MCP server.
