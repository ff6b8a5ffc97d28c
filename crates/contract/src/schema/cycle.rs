//! References that come back to themselves with nothing but references, and keywords that look at the same value, on
//! the way: a validator that follows them never ends. A tree that refers to itself below `properties` or `items` does
//! end, with the value.
//!
//! Called when all references are followed. Tarjan's strongly connected components, with a list in place of recursion;
//! one fault for each ring, at its first reference.

use super::report::CYCLE;
use super::walk::Walk;
use crate::json::Value;

/// No number, no component.
const NONE: u32 = u32::MAX;

/// Reports every ring of `walk`.
pub(super) fn report(walk: &mut Walk<'_>) {
    // Keywords lead on in the text only: without a reference that leads back there is no way back.
    if walk.resolved.iter().all(|&(from, to, _)| from < to) {
        return;
    }
    let graph = Graph::of(walk);
    let component = graph.components(walk);
    let mut rings: Vec<Option<Ring<'_>>> = Vec::new();
    rings.resize_with(graph.len(), || None);
    for &(from, to, at) in &walk.resolved {
        let (from, to) = (graph.number[from - graph.first], graph.number[to - graph.first]);
        let ring = component[from as usize];
        if ring != component[to as usize] {
            continue;
        }
        let ring = rings[ring as usize].get_or_insert(Ring { at, references: 0, keyword: None });
        ring.references += 1;
        if at.position() < ring.at.position() {
            ring.at = at;
        }
    }
    for edge in &walk.in_place {
        let (from, to) = (graph.number[edge.from - graph.first], graph.number[edge.to - graph.first]);
        let ring = component[from as usize];
        if ring == component[to as usize]
            && let Some(ring) = &mut rings[ring as usize]
        {
            ring.keyword.get_or_insert(edge.keyword);
        }
    }
    for ring in rings.into_iter().flatten() {
        walk.report.fault(ring.at, CYCLE, || ring.message());
    }
}

/// Schemas that lead to each other.
struct Ring<'d> {
    /// Its first reference in the text.
    at: Value<'d>,
    references: usize,
    /// A keyword on the way.
    keyword: Option<&'static str>,
}

impl Ring<'_> {
    fn message(&self) -> String {
        let at = super::report::shown(self.at);
        let through = match (self.references - 1, self.keyword) {
            (0, None) => String::new(),
            (0, Some(keyword)) => format!(" through `{keyword}`, which looks at the same value"),
            (1, None) => " through another one".to_owned(),
            (more, None) => format!(" through {more} others"),
            (more, Some(keyword)) => format!(" through {more} more and `{keyword}`, which looks at the same value"),
        };
        format!("the reference to {at} comes back to itself{through}: expected an end for every value")
    }
}

/// The schemas that some edge touches, numbered, with their edges in one list.
struct Graph {
    /// The root's position.
    first: usize,
    /// The number of the schema at each position from the root's on.
    number: Vec<u32>,
    /// Where each schema's edges begin in `targets`; one more entry closes the last.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    fn of(walk: &Walk<'_>) -> Self {
        let first = walk.root.position();
        let mut number = vec![NONE; walk.root.extent()];
        let mut edges = Vec::with_capacity(walk.in_place.len() + walk.resolved.len());
        let mut len = 0;
        let in_place = walk.in_place.iter().map(|edge| (edge.from, edge.to));
        for (from, to) in in_place.chain(walk.resolved.iter().map(|&(from, to, _)| (from, to))) {
            let mut numbered = |position: usize| {
                let number = &mut number[position - first];
                if *number == NONE {
                    *number = len;
                    len += 1;
                }
                *number
            };
            edges.push((numbered(from), numbered(to)));
        }
        let mut starts = vec![0u32; len as usize + 1];
        for &(from, _) in &edges {
            starts[from as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; edges.len()];
        for (from, to) in edges {
            let slot = &mut next[from as usize];
            targets[*slot as usize] = to;
            *slot += 1;
        }
        Self { first, number, starts, targets }
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// For each schema the number of its component: one schema of it.
    fn components(&self, walk: &mut Walk<'_>) -> Vec<u32> {
        let mut component = vec![NONE; self.len()];
        // When each schema was first met, and the earliest one that can be reached from it.
        let mut met = vec![NONE; self.len()];
        let mut reach = vec![NONE; self.len()];
        let mut next = self.starts.clone();
        let mut path: Vec<u32> = Vec::new();
        let mut pending: Vec<u32> = Vec::new();
        let mut clock = 0;
        for root in 0..self.len() {
            if met[root] != NONE {
                continue;
            }
            #[expect(clippy::cast_possible_truncation, reason = "numbers of schemas are u32 throughout")]
            let mut enter = Some(root as u32);
            loop {
                if let Some(node) = enter.take() {
                    (met[node as usize], reach[node as usize]) = (clock, clock);
                    clock += 1;
                    path.push(node);
                    pending.push(node);
                }
                let Some(&node) = path.last() else { break };
                let here = node as usize;
                walk.report.step();
                if next[here] < self.starts[here + 1] {
                    let to = self.targets[next[here] as usize];
                    next[here] += 1;
                    if met[to as usize] == NONE {
                        enter = Some(to);
                    } else if component[to as usize] == NONE {
                        reach[here] = reach[here].min(met[to as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&above) = path.last() {
                    reach[above as usize] = reach[above as usize].min(reach[here]);
                }
                if reach[here] == met[here] {
                    while let Some(inner) = pending.pop() {
                        component[inner as usize] = node;
                        if inner == node {
                            break;
                        }
                    }
                }
            }
        }
        component
    }
}
