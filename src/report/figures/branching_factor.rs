//! The effective branching factor: how many children each node has in the uniform tree of the same size.

/// Solves b + b² + … + b^d = nodes - 1 for b (AIMA 3.6.1; the root is one of the nodes). 0 for a root without children.
pub fn effective_branching_factor(nodes: f64, depth: u32) -> f64 {
    let children = nodes - 1.0;
    if children <= 0.0 || depth == 0 {
        return 0.0;
    }
    // The sum is convex and grows with b, so Newton's steps come down to the solution from above, where b^d alone is as
    // large as the sum.
    let mut b = children.powf(1.0 / f64::from(depth));
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for _ in 0..depth {
            slope = slope * b + sum + 1.0;
            sum = (sum + 1.0) * b;
        }
        let step = (sum - children) / slope;
        b -= step;
        if step.abs() < 1e-12 * b {
            break;
        }
    }
    b
}
