//! Circles in a graph.

/// The strongly connected parts of a graph that have more than one node, by their smallest; each sorted.
///
/// Tarjan's algorithm with a stack of its own: the graph comes from a file.
pub(super) fn circles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut state = State {
        number: vec![None; edges.len()],
        low: vec![0; edges.len()],
        on_stack: vec![false; edges.len()],
        stack: Vec::new(),
        next: 0,
    };
    let mut all = Vec::new();
    for root in 0..edges.len() {
        if state.number.get(root) == Some(&None) {
            state.walk(root, edges, &mut all);
        }
    }
    all.sort();
    all
}

struct State {
    number: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
}

impl State {
    fn enter(&mut self, node: usize) {
        if let Some(number) = self.number.get_mut(node) {
            *number = Some(self.next);
        }
        if let Some(low) = self.low.get_mut(node) {
            *low = self.next;
        }
        if let Some(on) = self.on_stack.get_mut(node) {
            *on = true;
        }
        self.stack.push(node);
        self.next += 1;
    }

    fn low(&self, node: usize) -> usize {
        self.low.get(node).copied().unwrap_or_default()
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(low) = self.low.get_mut(node) {
            *low = (*low).min(to);
        }
    }

    fn walk(&mut self, root: usize, edges: &[Vec<usize>], all: &mut Vec<Vec<usize>>) {
        // Nodes under way, each with the number of its next edge.
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if let Some(&next) = edges.get(node).and_then(|edges| edges.get(*edge)) {
                *edge += 1;
                match self.number.get(next).copied().flatten() {
                    None if next < edges.len() => {
                        self.enter(next);
                        path.push((next, 0));
                    }
                    Some(number) if self.on_stack.get(next) == Some(&true) => self.lower(node, number),
                    _ => {}
                }
                continue;
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                self.lower(*above, self.low(node));
            }
            if self.number.get(node).copied().flatten() == Some(self.low(node)) {
                let from = self.stack.iter().rposition(|other| *other == node).unwrap_or_default();
                let mut part = self.stack.split_off(from);
                for node in &part {
                    if let Some(on) = self.on_stack.get_mut(*node) {
                        *on = false;
                    }
                }
                if part.len() > 1 {
                    part.sort_unstable();
                    all.push(part);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_and_ways_out_of_them_are_not() {
        let edges = [vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![6], vec![], vec![7]].map(Vec::from);
        assert_eq!(circles(&edges), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(circles(&[]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let count = 200_000;
        let edges: Vec<Vec<usize>> = (0..count).map(|node| vec![(node + 1) % count]).collect();
        assert_eq!(circles(&edges).first().map(Vec::len), Some(count));
    }
}
