//! Stable discs, which no later move can flip. The number of stable discs limits the value of a position.

use std::sync::OnceLock;

use reversi_core::games::reversi::{
    Bitboard, Board, Size,
    lines::{FIRST_COLUMN, FIRST_ROW, LAST_COLUMN, full_lines},
};

/// The stable discs of edges for boards of one size, and the geometry of the edges.
#[derive(Debug)]
pub struct Stability {
    edges: &'static Edges,
    size: Size,
    inner: Bitboard,
    outside: Bitboard,
}

/// For an edge's own discs and opponent's discs: the own discs that are stable, with one bit for each square.
type Edges = Box<[[u8; 256]; 256]>;

/// For each length of an edge, its table, which is computed only once.
static EDGES: [OnceLock<Edges>; 9] = [const { OnceLock::new() }; 9];

impl Stability {
    /// The first call for a size computes the table of edges, which takes 1 ms for 8x8.
    pub fn new(size: Size) -> Self {
        let rows = usize::from(size.rows());
        let squares = size.squares();
        let rim = !squares | Bitboard(FIRST_ROW | FIRST_COLUMN);
        let below = Bitboard(rim.0 >> 8 | FIRST_ROW << 56);
        let beside = Bitboard((rim.0 & !FIRST_COLUMN) >> 1 | LAST_COLUMN);
        Self {
            edges: EDGES[rows].get_or_init(|| edges(rows)),
            size,
            inner: squares - (rim | below | beside),
            outside: !squares,
        }
    }

    /// Finds own discs that are stable along an edge. The function also finds own discs that have, on each axis, a full
    /// line or a stable own neighbour. The function does not find all stable discs.
    #[inline]
    pub fn stable(&self, board: Board) -> Bitboard {
        let [rows, columns, rising, falling] = full_lines((board.own | board.other | self.outside).0);
        let inner = board.own.0 & self.inner.0;
        let mut stable = self.on_edges(board) | inner & rows & columns & rising & falling;
        loop {
            let beside = rows | stable << 1 | stable >> 1;
            let above = columns | stable << 8 | stable >> 8;
            let diagonal = rising | stable << 7 | stable >> 7;
            let other_diagonal = falling | stable << 9 | stable >> 9;
            let more = stable | inner & beside & above & diagonal & other_diagonal;
            if more == stable {
                return Bitboard(stable);
            }
            stable = more;
        }
    }

    #[inline]
    fn on_edges(&self, board: Board) -> u64 {
        let last = u32::from(self.size.rows()) - 1;
        let row = |place: u32| {
            let line = |discs: Bitboard| discs.0 >> (8 * place) & FIRST_ROW;
            u64::from(self.edge(line(board.own), line(board.other))) << (8 * place)
        };
        let column = |place: u32| {
            let line = |discs: Bitboard| row_of_column(discs.0 >> place & FIRST_COLUMN);
            COLUMNS[usize::from(self.edge(line(board.own), line(board.other)))] << place
        };
        row(0) | row(last) | column(0) | column(last)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // eight bits
    fn edge(&self, own: u64, other: u64) -> u8 {
        self.edges[usize::from(own as u8)][usize::from(other as u8)]
    }
}

#[inline]
const fn row_of_column(column: u64) -> u64 {
    column.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// For each set of squares in a row, the same set in the first column.
static COLUMNS: [u64; 256] = {
    let mut columns = [0; 256];
    let mut row = 0;
    while row < 256 {
        columns[row] = Bitboard(row as u64).transposed().0;
        row += 1;
    }
    columns
};

/// For each edge of a length, the own discs that no moves on the edge's empty squares can flip.
fn edges(length: usize) -> Edges {
    let rows = vec![[0; 256]; 256].into_boxed_slice();
    let mut table: Edges = rows.try_into().expect("256 rows");
    let all = (1_usize << length) - 1;
    // The table is computed for full edges first: an edge needs the edges with one disc more.
    for empties in 0..=length {
        for discs in (0..=all).filter(|discs| (all & !discs).count_ones() as usize == empties) {
            // Visit all subsets of the discs.
            let mut own = discs;
            loop {
                let other = discs & !own;
                table[own][other] = stable_on_edge(&table, own, other, length);
                if own == 0 {
                    break;
                }
                own = (own - 1) & discs;
            }
        }
    }
    table
}

#[allow(clippy::cast_possible_truncation)] // eight bits
fn stable_on_edge(table: &[[u8; 256]; 256], own: usize, other: usize, length: usize) -> u8 {
    let mut stable = own as u8;
    for disc in (0..length).map(|square| 1 << square).filter(|disc| (own | other) & disc == 0) {
        if stable == 0 {
            break;
        }
        let (own_flips, other_flips) = (flips_on_edge(disc, own, other), flips_on_edge(disc, other, own));
        stable &= table[own | disc | own_flips][other & !own_flips];
        stable &= table[own & !other_flips][other | disc | other_flips];
    }
    stable
}

/// The `other` discs of an edge that a new own `disc` captures.
fn flips_on_edge(disc: usize, own: usize, other: usize) -> usize {
    let mut flips = 0;
    // Adding carries a bit through the line of other discs above the new disc, to the square after the line.
    let above = (other + (disc << 1)) & own;
    if above != 0 {
        flips |= above - (disc << 1);
    }
    // The highest square below the new disc that has no other disc.
    let below = (!other & (disc - 1)).checked_ilog2().map_or(0, |square| 1 << square);
    if below & own != 0 {
        flips |= disc - (below << 1);
    }
    flips
}
