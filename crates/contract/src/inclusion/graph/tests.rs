//! Tests of the graph.

