//! Lists the mistakes: names, assignments in which a mistake is possible, its sides, and texts for students.

use super::Side;
use crate::{
    assignment::{Assignment, MaxPlayer, OutputForm, TaskAlgorithm},
    log::{CutWindow, LogColumn},
};
use reversi_core::games::reversi::{Corner, FullBoard, Lines, MoveOrder, NoMove, WipeOut};
use reversi_io::names;

names::names! {
    /// The part of a job that a mistake changes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Group {
        /// The legal moves and the flipped discs.
        Captures => "captures",
        /// The values of leaves.
        Evaluation => "evaluation",
        /// The searched nodes and their values.
        Search => "search",
        /// The rows of the log.
        Rows => "rows",
        /// The use of the search's result: the played move, the game and the files.
        Files => "files",
    }
}

struct Entry {
    group: Group,
    name: &'static str,
    possible: Possible,
    sides: &'static [Side],
    templates: [&'static str; 3],
}

/// A function that returns true for an assignment in which the mistake is possible.
type Possible = fn(&Assignment) -> bool;

const EVERYWHERE: Possible = |_| true;
const GAME: Possible = |assignment| assignment.output == OutputForm::Game;
const NEXT: Possible = |assignment| assignment.output == OutputForm::Next;
const LEAF: Possible = |assignment| assignment.rules.no_move == NoMove::Leaf;
const PASS: Possible = |assignment| assignment.rules.no_move == NoMove::Pass;
const WIPE_OUT_ENDS: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == WipeOut::Ends;
const WIPE_OUT_GOES_ON: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == WipeOut::GoesOn;
const FULL_BOARD_GOES_ON: Possible = |assignment| PASS(assignment) && assignment.rules.full_board == FullBoard::GoesOn;
const FULL_BOARD_ENDS: Possible = |assignment| PASS(assignment) && assignment.rules.full_board == FullBoard::Ends;
const MAX_TO_MOVE: Possible = |assignment| assignment.rules.max == MaxPlayer::ToMove;
const MAX_COLOR: Possible = |assignment| assignment.rules.max != MaxPlayer::ToMove;
const ROWS: Possible = |assignment| assignment.rules.lines == Lines::Rows;
const ROWS_FROM_A1: Possible = |assignment| assignment.rules.order() == MoveOrder::ROWS_FROM_A1;
const IN_THIRD_ORDER: Possible = |assignment| !ROWS_FROM_A1(assignment);
const GREEDY: Possible = |assignment| assignment.tasks.values().any(|task| task.algorithm == TaskAlgorithm::Greedy);
const DECIMALS: Possible = |assignment| assignment.row_format.decimals > 0;
const NARROWED: Possible = |assignment| assignment.row_format.cut_window == CutWindow::Narrowed;
const AS_SEARCHED: Possible = |assignment| assignment.row_format.cut_window == CutWindow::AsSearched;
const MARKER: Possible = |assignment| !assignment.row_format.cut_marker.is_empty();
const DEPTH: Possible = |assignment| assignment.row_format.columns(true).contains(&LogColumn::Depth);
const ROOT_NOT_ZERO: Possible = |assignment| DEPTH(assignment) && assignment.row_format.root_depth != 0;
const ROOT_NOT_ONE: Possible = |assignment| DEPTH(assignment) && assignment.row_format.root_depth != 1;

impl Group {
    /// The sides that a mistake of the group can have, unless its entry in the list says something else.
    const fn sides(self) -> &'static [Side] {
        match self {
            Self::Captures | Self::Evaluation => COLORS,
            Self::Search => &Side::ALL,
            Self::Rows => &[Side::Max, Side::Min],
            Self::Files => NO_SIDE,
        }
    }
}

/// The sides of a mistake in a whole search: such a mistake is not made at single nodes.
const COLORS: &[Side] = &[Side::Black, Side::White];
const NO_SIDE: &[Side] = &[];

macro_rules! mistakes {
    ($($group:ident {
        $($mistake:ident $name:literal $possible:ident $($sides:ident)? $done:literal $rule:literal $look:literal)*
    })*) => {
        /// A typical mistake of a student on both sides: a misunderstanding of the assignment, or a slip in the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(clippy::doc_markdown)] // a name in braces becomes a word of the assignment
        pub enum PlainMistake {
            $($(#[doc = $done] $mistake,)*)*
        }

        impl PlainMistake {
            pub const ALL: &[Self] = &[$($(Self::$mistake,)*)*];
        }

        const LIST: &[Entry] = &[
            $($(Entry {
                group: Group::$group,
                name: $name,
                possible: $possible,
                // The sides of the group, or the other sides that the entry names.
                sides: *[Group::$group.sides(), $($sides)?].last().expect("the sides of the group"),
                templates: [$done, $rule, $look],
            },)*)*
        ];
    };
}

mistakes! {
    Captures {
        ColumnOrder "column-order" ROWS_FROM_A1
            "The program tries moves column by column (a1, a2, a3 ...) instead of row by row."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: the outer loop must run over rows, the inner loop over columns. An array that is indexed [x][y] instead of [y][x] has the same effect."
        NoDiagonals "no-diagonals" EVERYWHERE
            "The program captures discs along rows and columns, but not along diagonals."
            "A disc captures in all eight directions, including the four diagonals."
            "The list of directions in the code that finds moves and flips discs: it has four entries but needs eight."
        FirstDirectionOnly "first-direction-only" EVERYWHERE
            "A move flips discs in the first capturing direction only (order: up-left, up, up-right, left, right, down-left, down, down-right)."
            "A move flips the captured discs in every capturing direction."
            "The loop over directions where the program makes a move: a `return` or `break` ends it after the first capture."
        NearestDiscOnly "nearest-disc-only" EVERYWHERE
            "In each capturing direction, a move flips only the disc next to the new disc."
            "A move flips every disc between the new disc and the next disc of the same color."
            "The loop that flips the discs in one direction: it stops after one step. The loop must go on to the next disc of the player's own color."
        LastDirectionOnly "last-direction-only" EVERYWHERE
            "A move flips discs in the last capturing direction only (order: up-left, up, up-right, left, right, down-left, down, down-right)."
            "A move flips the captured discs in every capturing direction."
            "The loop over directions where the program makes a move: the flips of earlier directions are lost. Each direction starts again from the board (or the list of discs) before the move."
        DuplicateMoves "duplicate-moves" EVERYWHERE
            "The program lists a square once for each direction in which it captures, and searches it that many times."
            "A square is one move, no matter in how many directions it captures."
            "The code that collects the moves: it adds the square inside the loop over directions. Leave the loop over directions at the first direction that captures, or collect the squares in a set."
        WrapsAroundEdges "wraps-around-edges" EVERYWHERE
            "Lines continue around the edge of the board, because the program treats the board as 64 squares in a row: left of a3 comes h2."
            "A line ends at the edge of the board."
            "The code that steps along a line by adding to an index from 0 to 63: check the column, too, not only the index."
        ReverseOrder "reverse-order" ROWS_FROM_A1
            "The program tries moves in reverse order, from h8 to a1."
            "Moves are searched {whole_order}"
            "The code that collects the moves: its loops count down, or a stack (or the front of a list) reverses the order."
        NoCaptures "no-captures" EVERYWHERE
            "A move places a disc but flips none."
            "A move flips every captured disc: all opponent discs between the new disc and the next disc of the same color, in all eight directions."
            "The code that makes a move in the search: it finds the discs to flip in the test for a legal move. Flip these discs on the child's board, too."
        FarthestDisc "farthest-disc" EVERYWHERE
            "In a capturing direction, the program continues to the farthest disc of the player's own color and flips every opponent disc on the way."
            "In each direction, a move flips only the discs between the new disc and the nearest disc of the same color."
            "The loop that walks in one direction: it must stop at the first disc of the player's own color. The loop must not continue to the last disc of this color."
        LastRowAndColumnMissed "last-row-and-column-missed" EVERYWHERE
            "When it looks for captures, the program treats row 8 and column h as outside the board. Discs can still be placed there."
            "All eight rows and columns belong to the board: discs on row 8 and column h can be captured and can end a capture."
            "The bounds of the loop that walks in one direction: use `< 8` (or `<= 7`), not `< 7` (or `< size - 1`)."
        IndexWraps "index-wraps" EVERYWHERE
            "Lines that leave the board at the top or left continue at the opposite edge: above a1 comes a8."
            "A line ends at the edge of the board, on all four sides."
            "The bounds check in the loop that walks a line: it checks `< 8` but must also check `>= 0`. In Python, a negative index reads from the end."
        OccupiedSquaresPlayable "occupied-squares-playable" EVERYWHERE
            "The program allows a move to a square with an opponent disc, if the move captures."
            "A move must be to an empty square."
            "The start of the legality test: it checks for a disc of the player's own color, but must check that the square is empty."
        MovesByOwnDiscs "moves-by-own-discs" ROWS
            "The program tries moves in the order in which it finds them, starting from each of the player's own discs."
            "Moves are searched {whole_order}"
            "The code that collects the moves: it walks from each of the player's discs to an empty square. Sort the moves, or start from the empty squares."
        OrderRowsA1 "order:rows:a1" IN_THIRD_ORDER
            "Moves are listed and tried row by row from a1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderRowsH1 "order:rows:h1" IN_THIRD_ORDER
            "Moves are listed and tried row by row from h1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderRowsA8 "order:rows:a8" IN_THIRD_ORDER
            "Moves are listed and tried row by row from a8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderRowsH8 "order:rows:h8" IN_THIRD_ORDER
            "Moves are listed and tried row by row from h8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderColumnsA1 "order:columns:a1" IN_THIRD_ORDER
            "Moves are listed and tried column by column from a1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderColumnsH1 "order:columns:h1" IN_THIRD_ORDER
            "Moves are listed and tried column by column from h1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderColumnsA8 "order:columns:a8" IN_THIRD_ORDER
            "Moves are listed and tried column by column from a8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        OrderColumnsH8 "order:columns:h8" IN_THIRD_ORDER
            "Moves are listed and tried column by column from h8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: check which one is the outer loop, and whether each counts up or down."
        MissingUpLeft "missing-direction:up-left" EVERYWHERE
            "Discs are never captured in the direction up-left."
            "A disc captures in all eight directions."
            "The direction up-left (row - 1, column - 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingUp "missing-direction:up" EVERYWHERE
            "Discs are never captured in the direction up."
            "A disc captures in all eight directions."
            "The direction up (row - 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingUpRight "missing-direction:up-right" EVERYWHERE
            "Discs are never captured in the direction up-right."
            "A disc captures in all eight directions."
            "The direction up-right (row - 1, column + 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingLeft "missing-direction:left" EVERYWHERE
            "Discs are never captured in the direction left."
            "A disc captures in all eight directions."
            "The direction left (column - 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingRight "missing-direction:right" EVERYWHERE
            "Discs are never captured in the direction right."
            "A disc captures in all eight directions."
            "The direction right (column + 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingDownLeft "missing-direction:down-left" EVERYWHERE
            "Discs are never captured in the direction down-left."
            "A disc captures in all eight directions."
            "The direction down-left (row + 1, column - 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingDown "missing-direction:down" EVERYWHERE
            "Discs are never captured in the direction down."
            "A disc captures in all eight directions."
            "The direction down (row + 1): its entry in the list of directions, or the bounds and signs of its loop."
        MissingDownRight "missing-direction:down-right" EVERYWHERE
            "Discs are never captured in the direction down-right."
            "A disc captures in all eight directions."
            "The direction down-right (row + 1, column + 1): its entry in the list of directions, or the bounds and signs of its loop."
    }
    Evaluation {
        OtherEvaluation "other-evaluation" EVERYWHERE
            "The program evaluates leaves with positional weights where the task asks for piece counts, or the other way round."
            "Leaves are evaluated by {evaluations}."
            "The code that chooses the evaluation function: does it choose the one for this task?"
        OwnDiscsOnly "own-discs-only" EVERYWHERE
            "The evaluation adds MAX's discs (or weights) but does not subtract MIN's."
            "The value of a leaf is the sum of MAX's discs (or weights) minus the sum of MIN's."
            "The evaluation function: its loop over the squares skips the opponent's discs, which must be subtracted."
        EvaluationNegated "evaluation-negated" EVERYWHERE
            "The program evaluates leaves from MIN's point of view: every value has the wrong sign."
            "Leaves are evaluated from the point of view of MAX: {max}."
            "The evaluation function: which color does it add, and which does it subtract?"
        EvaluationOfPlayerToMove "evaluation-of-player-to-move" EVERYWHERE
            "The program evaluates leaves from the point of view of the player to move: where MIN is to move, the sign is wrong."
            "All leaves are evaluated from MAX's point of view, no matter who is to move."
            "The calls of the evaluation function, in every function that has leaves: the argument must be MAX ({max}), not the player to move."
        WeightsRepeated "weights-repeated" EVERYWHERE NO_SIDE
            "Rows 5 to 8 of the weights repeat rows 1 to 4 instead of mirroring them."
            "The table of weights is symmetrical: rows 5 to 8 equal rows 4 to 1."
            "The table of weights: check rows 5 to 8, or an index such as `row % 4`."
        ByteValues "byte-values" EVERYWHERE
            "Values overflow 8 bits: 128 becomes -128."
            "The value of a leaf is the full sum, which can exceed 127."
            "The type of the evaluation (or of a node's value): `byte` and `char` are too small; use `int` or `double`."
        WinBonus "win-bonus" EVERYWHERE
            "If neither player can move, the program gives the leaf the value 1000 if MAX has more discs, and -1000 if MIN has more."
            "Leaves are evaluated by {evaluations}, even if the game is over."
            "The evaluation function: remove the special case for a finished game."
    }
    Search {
        TiesToLast "ties-to-last" EVERYWHERE COLORS
            "Of equally good moves at the root, the program plays the last."
            "Of equally good moves, play the first in the search order ({order})."
            "The comparison that updates the best move: use `>` (for MIN `<`), not `>=` (`<=`)."
        TiesToLastForMax "ties-to-last-for-max" MAX_COLOR NO_SIDE
            "Of equally good moves at the root, {max_color} plays the last and {min_color} the first."
            "Of equally good moves, play the first in the search order ({order})."
            "The comparison that updates MAX's best move: use `>`, not `>=`."
        TiesToLastForMin "ties-to-last-for-min" MAX_COLOR NO_SIDE
            "Of equally good moves at the root, {min_color} plays the last and {max_color} the first."
            "Of equally good moves, play the first in the search order ({order})."
            "The comparison that updates MIN's best move: use `<`, not `<=`."
        BestMoveOfAnyNode "best-move-of-any-node" EVERYWHERE COLORS
            "The program plays the move that was most recently the best at any node, even a node deeper in the tree."
            "Play the root's best move: the first child whose value equals the value of the root."
            "The variable for the best move: all nodes share it (a field or global variable), so deeper calls overwrite it. Set the best move at the root only, or return the best move with the value."
        RootMoveFromGrandchild "root-move-from-grandchild" EVERYWHERE COLORS
            "The program plays the move below which it saw the best value of a grandchild of the root."
            "Play the root's best move: the first child whose value equals the value of the root."
            "The code that remembers the move to play: it compares values of nodes at depth 2. Compare the values of the root's children."
        DepthPlusOne "depth-plus-one" EVERYWHERE COLORS
            "The search goes one ply deeper than the depth limit."
            "The leaves are exactly as many plies below the root as the depth limit says."
            "The depth test: at which number does the root start, and does the test use `>` instead of `>=` (or `==`)?"
        DepthMinusOne "depth-minus-one" EVERYWHERE COLORS
            "The search stops one ply before the depth limit."
            "The leaves are exactly as many plies below the root as the depth limit says."
            "The depth test: at which number does the root start? The Depth column starts at {root_depth}, so leaves have depth limit + {root_depth}."
        StrictCutOff "strict-cut-off" EVERYWHERE COLORS
            "The program cuts off a node only if alpha > beta."
            "Cut off a node if alpha >= beta, so also if the bounds are equal."
            "The test that ends the loop over the moves: cut off if alpha >= beta."
        StrictCutOffForMax "strict-cut-off-for-max" EVERYWHERE NO_SIDE
            "The program cuts off MAX nodes only if alpha > beta."
            "Cut off a node if alpha >= beta, so also if the bounds are equal."
            "The test that ends the loop over MAX's moves: cut off if alpha >= beta."
        StrictCutOffForMin "strict-cut-off-for-min" EVERYWHERE NO_SIDE
            "The program cuts off MIN nodes only if alpha > beta."
            "Cut off a node if alpha >= beta, so also if the bounds are equal."
            "The test that ends the loop over MIN's moves: cut off if alpha >= beta."
        NoCutOff "no-cut-off" EVERYWHERE
            "The program updates alpha and beta but never cuts off a node."
            "If alpha >= beta, cut off the node: do not search its other moves."
            "The loop over the moves: does it stop if alpha >= beta, and does it compare the updated bounds?"
        CutOffDoesNotStop "cut-off-does-not-stop" MARKER
            "The program prints {marker} but still searches the next move of the node."
            "If alpha >= beta, cut off the node: do not search its other moves."
            "The loop over the moves: after the cut-off row, a `break` (or `return`) is missing or leaves only an inner loop."
        MaxCutsOnly "max-cuts-only" EVERYWHERE COLORS
            "Only MAX nodes are cut off."
            "Cut off the nodes of both players if alpha >= beta."
            "The code for MIN nodes: it needs the same test and `break` as the code for MAX nodes."
        MinCutsOnly "min-cuts-only" EVERYWHERE COLORS
            "Only MIN nodes are cut off."
            "Cut off the nodes of both players if alpha >= beta."
            "The code for MAX nodes: it needs the same test and `break` as the code for MIN nodes."
        ReturnsBoundAtCutOff "returns-bound-at-cut-off" EVERYWHERE
            "At a cut-off, a node returns the bound (beta at MAX nodes, alpha at MIN nodes) instead of its value."
            "A node returns its value, the best of the searched children, even if the value is outside the window (fail-soft)."
            "The `return` at the cut-off: return the value, not beta (MAX) or alpha (MIN)."
        ReturnsWindow "returns-window" EVERYWHERE
            "A node returns its final alpha (MAX) or beta (MIN) instead of its value (fail-hard)."
            "A node returns its value, the best of the searched children, even if the value is outside the window (fail-soft)."
            "The `return` at the end of the search function: return the value, not alpha (MAX) or beta (MIN)."
        AlphaIsLastValue "alpha-is-last-value" EVERYWHERE
            "The program sets alpha (MAX) or beta (MIN) to the value of each child, even if an earlier child was better."
            "After each child, raise alpha (MAX) or lower beta (MIN) to the node's value. The window never widens."
            "The line that sets alpha (or beta) after the recursive call: it lacks `max` (or `min`), or belongs inside the `if` for a better value."
        PassSetsBound "pass-sets-bound" PASS
            "After a pass, the program sets alpha (MAX) or beta (MIN) to the value of the pass, even if the bound was already better."
            "After each child, and so after a pass, raise alpha (MAX) or lower beta (MIN) to the node's value. The window never widens."
            "The branch for a player without legal moves: it sets alpha (or beta) without `max` (or `min`)."
        WindowNotPassed "window-not-handed-down" EVERYWHERE
            "The program searches every child with the full window (-{infinity}, {infinity})."
            "Search each child with the current alpha and beta of its parent."
            "The recursive call: pass the current alpha and beta, not infinities."
        AlphaNotPassed "alpha-not-handed-down" EVERYWHERE
            "The program searches every child with alpha = -{infinity}."
            "Search each child with the current alpha and beta of its parent."
            "The recursive calls: the argument for alpha is -{infinity}, and should be the current alpha."
        BetaNotPassed "beta-not-handed-down" EVERYWHERE
            "The program searches every child with beta = {infinity}."
            "Search each child with the current alpha and beta of its parent."
            "The recursive calls: the argument for beta is {infinity}, and should be the current beta."
        OneBoundPassed "one-bound-handed-down" EVERYWHERE
            "A MAX node passes alpha and {infinity} to its children, a MIN node -{infinity} and beta."
            "Search each child with the current alpha and beta of its parent."
            "The recursive calls in the functions for MAX and MIN: pass both bounds."
        WindowOfLastStep "window-of-last-step" GAME COLORS
            "The program does not reset the root window between steps: it starts with the bounds of earlier steps."
            "Every step's search starts with alpha -{infinity} and beta {infinity}."
            "The code that starts the search of each step. Alpha and beta are fields or global variables, so they keep \
             their old values. Reset both before each search."
        BoundsShared "bounds-shared" EVERYWHERE COLORS
            "All nodes share the same alpha and beta, so a change in a subtree remains after the subtree returns."
            "Each node has its own alpha and beta. Children get copies, so they cannot change their parent's bounds."
            "Alpha and beta are global variables, fields or an object passed by reference. Pass alpha and beta by value, as parameters."
        ValueStartsAtWindow "value-starts-at-window" EVERYWHERE
            "The value of a node starts at alpha (MAX) or beta (MIN)."
            "The value of a node starts at -{infinity} (MAX) or {infinity} (MIN), not at alpha or beta."
            "The start of the search function: initialise the value with an infinity. Only alpha and beta come from the parent."
        BoardShared "board-shared" EVERYWHERE COLORS
            "The program plays all moves on one board and never restores it, so discs of earlier moves remain."
            "Each move is played on the board of its own node."
            "The code that makes a move in the search: first copy the board (with its rows, not references to them), or undo the move afterwards."
        RootIsMin "root-is-min" EVERYWHERE COLORS
            "The root is a MIN node, no matter who is to move, and the levels alternate from there."
            "MAX is {max}."
            "The first call of the search: the program must call the function for MAX (or set the MAX flag to true) at the root."
        EveryNodeMax "every-node-max" EVERYWHERE COLORS
            "The program treats every node as a MAX node: it maximises and raises alpha even at MIN nodes."
            "MAX nodes take the largest value of their children and raise alpha. MIN nodes take the smallest value and \
             lower beta."
            "The recursive call: the function for MAX must call the function for MIN, not itself. In a negamax search, negate the returned value."
        StartsAtSmallestPositive "starts-at-smallest-positive" DECIMALS COLORS
            "The value of MAX nodes starts at 4.9E-324, the smallest positive number."
            "MAX's value starts at -{infinity}."
            "In Java, `Double.MIN_VALUE` is the smallest positive number. Use `Double.NEGATIVE_INFINITY`."
        BothStartAtSmallest "both-start-at-smallest" EVERYWHERE COLORS
            "The value of MIN nodes also starts at -{infinity}, so no child can improve it."
            "The value of a node starts at -{infinity} (MAX) or {infinity} (MIN), not at alpha or beta."
            "The start of the function for MIN: its value must start at {infinity}."
        NoMoveKeepsInfinity "no-move-keeps-infinity" EVERYWHERE
            "If a player has no legal move above the depth limit, the node returns its initial infinity."
            "{no_move}"
            "The loop over the moves: check the result of the function if there are no moves."
        DeadEndRowKeepsInfinity "dead-end-row-keeps-infinity" LEAF
            "If a player has no legal move above the depth limit, the row of the node shows its initial infinity instead of the evaluation."
            "A node without legal moves is a leaf, and its row shows its evaluation."
            "The order of two lines: store the evaluation of a node without moves before you print its row."
        PassInSearch "pass-in-search" LEAF
            "In the search, a player without a legal move passes if the opponent can move."
            "The search has no passes: a node whose player has no legal move is a leaf, even if the opponent can move. Only the game has passes."
            "The code for a node without legal moves: evaluate the node and return. Do not continue the search with a move of the opponent."
        NoPassInSearch "no-pass-in-search" PASS
            "The program treats a node whose player has no legal move as a leaf."
            "A player without a legal move passes: the node has one child, `{pass}`, one ply deeper, with the same board and the opponent to move."
            "The code for a node without legal moves: search the position after the pass. Only the second pass in a row ends the search."
        SecondPassIsALeaf "second-pass-is-a-leaf" PASS
            "If both players have no legal move, the program stops after the first pass: it does not search the second one."
            "The second pass is a separate node: the node after the first pass has a child `{pass}`, and that child is the leaf."
            "The end-of-game test: count the passes on the path to the node (two). Do not check the legal moves after a pass."
        LeafWhereNobodyCanMove "leaf-where-nobody-can-move" PASS
            "The program treats a node where neither player can move as a leaf."
            "Only the second pass in a row ends the search: if neither player can move, search and log `{pass}` twice."
            "The end-of-game test: remove the check for legal moves of both players, and count consecutive passes."
        FullBoardIsALeaf "full-board-is-a-leaf" FULL_BOARD_GOES_ON
            "The program treats a node with a full board as a leaf."
            "A full board does not end the search: search and log the two passes, if the depth limit allows."
            "The end-of-game test: remove the check for a full board. Only the depth limit{wipe_out} and two passes in a row end the search."
        FullBoardGoesOn "full-board-goes-on" FULL_BOARD_ENDS
            "The search continues on a full board, with the two passes that follow."
            "A node is a leaf if no square is empty."
            "The end-of-game test at the start of a node: add a check for a full board."
        PassesNeverReset "passes-never-reset" PASS COLORS
            "The program counts passes that are not consecutive."
            "Only two consecutive passes end the search: after a move, the pass counter is 0 again."
            "The pass counter that you pass to the children: after a real move, reset it to 0."
        PassCostsNoPly "pass-costs-no-ply" PASS COLORS
            "A pass does not count as a ply, so the search goes deeper after a pass."
            "A pass is one ply, like any move."
            "The recursive call after a pass: increase the depth (or decrease the remaining depth) by one, as for any move."
        WipeOutGoesOn "wipe-out-goes-on" WIPE_OUT_ENDS COLORS
            "The search continues after a color has lost its last disc."
            "A node is a leaf if a color has no discs left."
            "The end-of-game test at the start of a node: add a check for a color without discs."
        WipeOutEnds "wipe-out-ends" WIPE_OUT_GOES_ON COLORS
            "The program treats a node as a leaf if a color has lost its last disc."
            "Losing the last disc does not end the search: search and log the two passes that follow."
            "The end-of-game test: remove the check for a color without discs. Only the depth limit and two passes in a row end the search."
        MaxIsBlack "max-is-black" MAX_TO_MOVE COLORS
            "{Black} is always MAX, even if the other player moves at the root."
            "{Max} is MAX."
            "The test for a MAX or MIN node: compare the player with the player at the root, not with `{black_letter}`."
        AsIn2013 "as-in-2013" MAX_TO_MOVE COLORS
            "{Black} is always MAX, and values are from the point of view of {black}, no matter who moves at the root."
            "{Max} is MAX, and values are from that player's point of view."
            "The evaluation and the test for MAX or MIN: both must use the player at the root, not `{black_letter}`."
        PlayerIsAlwaysBlack "player-is-always-black" MAX_TO_MOVE COLORS
            "The program ignores the player line of the input: {black} always moves first and is MAX. Values are from the point of view of {black}."
            "The player named in the input moves at the root and is MAX, and values are from that player's point of view."
            "The code that reads the input: use the line with {black_letter} or {white_letter} to set who moves first and who is MAX."
        PassAtCutOffGoesOn "pass-at-cut-off-goes-on" PASS COLORS
            "The search continues below a node at the depth limit if a pass led to it, and then ignores the depth limit."
            "A node at the depth limit is a leaf, even after a pass."
            "The call after a pass, and the depth test: test the depth first in every node, with `depth >= limit` rather than `depth == limit`."
        PassesCountedGlobally "passes-counted-globally" PASS COLORS
            "The whole search shares one pass counter and does not restore it after a subtree, so some nodes become leaves without two passes."
            "A node is a leaf after two consecutive passes on its own path from the root. Passes in other subtrees do not count."
            "The pass counter is a global variable or a field. Make the pass counter a parameter of the search."
        LeafAfterPassedParent "leaf-after-passed-parent" PASS
            "The program treats a node as a leaf only if its player has no legal move and its parent was reached by a pass."
            "A node is a leaf after two consecutive passes, even if its player has a legal move."
            "The test for two passes: check the last two moves on the path to the node, before anything else."
        GreedySearchesDepth "greedy-searches-depth" GREEDY COLORS
            "Task {greedy} (greedy) searches to the depth given in the input."
            "A greedy task searches one ply, even if the input gives another depth."
            "The code that starts task {greedy}: set the depth to 1."
    }
    Rows {
        NoRowOnEntry "no-row-on-entry" EVERYWHERE
            "The log has no row when the search enters an inner node."
            "An inner node has one row when the search enters it, with its initial infinity, and one row after each child."
            "The beginning of a node, before the loop over the moves: print a row there."
        EntryRowForLeaves "entry-row-for-leaves" EVERYWHERE
            "A leaf has two rows: one with an infinity, then one with its value."
            "A leaf has one row, with its evaluation."
            "The start of the search function: print the entry row after the tests for a leaf."
        NoRowAtCutOff "no-row-at-cut-off" EVERYWHERE
            "The log has no row after the child that causes a cut-off."
            "A node has a row after every child, including the child that causes a cut-off."
            "The loop over the moves: print the row before the `return` or `break` at the cut-off."
        RowsOnlyOnChange "rows-only-on-change" EVERYWHERE
            "The log has a row after a child only if the value or the window of the node has changed."
            "A node has a row after every child, even if nothing has changed."
            "The loop over the moves: move the row out of the `if` for a better value."
        RowShowsChild "row-shows-child" EVERYWHERE
            "The row after a child shows the value of that child instead of the node."
            "The row of a node shows its own value: the best child value so far."
            "The code that prints the row after a child: check the variable in the value column."
        WindowRowBeforeUpdate "window-row-before-update" EVERYWHERE
            "The row after a child shows the new value but the old alpha and beta."
            "The row after a child shows value, alpha and beta after the update{bounds_at_cut_off}."
            "The order of two lines: update alpha or beta before you print the row."
        RowBeforeUpdate "row-before-update" EVERYWHERE
            "The row after a child shows the old value, alpha and beta of the node."
            "The row after a child shows value, alpha and beta after the update{bounds_at_cut_off}."
            "The order of two lines: update the node with the child's value before you print the row."
        NoCutOffAtLastChild "no-cut-off-at-last-child" EVERYWHERE
            "If alpha >= beta after the last child, the program does not treat it as a cut-off: {not_taken}."
            "If alpha >= beta after any child, the node is cut off: even after the last child, when no moves are left."
            "The loop over the moves: test for a cut-off after each child, not before the next one."
        CutOffRowAsSearched "cut-off-row-as-searched" NARROWED
            "The row of a cut-off shows alpha and beta before the child that caused it."
            "Update alpha or beta first. The row{marked} shows the new bound, so alpha >= beta."
            "The order of two lines: update the bound, then test for the cut-off and print the row."
        CutOffRowNarrowed "cut-off-row-narrowed" AS_SEARCHED
            "The row of a cut-off shows alpha and beta after the child that caused it."
            "At a cut-off, do not update the bounds: the row shows the window with which the child was searched.{printed}"
            "The order of two lines: test the value against the bound first, and update the bound only if the node is not cut off."
        RootDepthZero "root-depth-zero" ROOT_NOT_ZERO NO_SIDE
            "The Depth column shows 0 for the root."
            "The root's depth is {root_depth}."
            "The number that is printed in the Depth column, or the depth from which the first call starts."
        RootDepthOne "root-depth-one" ROOT_NOT_ONE NO_SIDE
            "The Depth column shows 1 for the root."
            "The root's depth is {root_depth}."
            "The number that is printed in the Depth column, or the depth from which the first call starts."
        DepthCountsDown "depth-counts-down" DEPTH
            "The Depth column shows the remaining depth, 0 at the leaves."
            "The Depth column counts from the root: the depth of a child is the depth of its parent plus 1."
            "The code that prints a row: print the depth of the node, not the remaining depth."
        NamesTransposed "names-transposed" EVERYWHERE NO_SIDE
            "Squares are named with a letter for the row and a digit for the column: c4 instead of d3."
            "A square is named by its column, a to h from the left, and its row, 1 to 8 from the top."
            "The code that formats the name of a square: row and column are swapped."
        NamesFromZero "names-from-zero" EVERYWHERE NO_SIDE
            "Board rows are numbered from 0: d2 instead of d3."
            "Board rows are numbered 1 to 8 from the top."
            "The code that formats the name of a square: add 1 to the row index."
        NamesFromBelow "names-from-below" EVERYWHERE NO_SIDE
            "Board rows are numbered from the bottom, as in chess: d6 instead of d3."
            "Board rows are numbered from the top: a1 is the top left corner."
            "The code that formats the name of a square: the digit is the row index plus 1, not 8 minus the index."
        NegamaxValues "negamax-values" EVERYWHERE
            "Rows of MIN nodes show all numbers from MIN's point of view: value -v, alpha -beta, beta -alpha."
            "All rows show value, alpha and beta from MAX's point of view."
            "The code that prints a row in a negamax search: at MIN nodes, print -value, -beta and -alpha. The initial value is -{infinity} for MAX and {infinity} for MIN."
        NoCutOffMarker "no-cut-off-marker" MARKER
            "The row of a cut-off does not end in {marker}."
            "The row after the child that makes alpha >= beta ends in {whole_marker}."
            "The code that prints the row after a child: test for a cut-off first, then add the word."
    }
    Files {
        PlaysFirstMove "plays-first-move" EVERYWHERE
            "The program plays the first legal move and ignores the result of the search."
            "Play the first move whose value equals the value of the root."
            "The code that chooses the move after the search: remember the move whenever the value of the root improves."
        PlaysByStaticValue "plays-by-static-value" EVERYWHERE
            "The program plays the first move after which the static evaluation of the board equals the value of the root."
            "Play the first move whose search value equals the value of the root. A search value comes from the leaves, not from the board right after the move."
            "The code that chooses the move after the search: compare the search values of the root's children, or remember the best move during the search."
        BoardNotPlayed "board-not-played" NEXT
            "The program writes the input board as the next board."
            "The next board is the board after the best move, with the new disc and all flipped discs."
            "The code that writes the board: first play the best move. If the search works on a copy, it does not change the root board."
        LogOfEveryStep "log-of-every-step" GAME
            "The program appends the searches of later steps to the log."
            "The log holds the search of the first step only."
            "The code that writes the log: the file is opened in append mode, or logging stays on after the first step."
        LogOfEveryStepAndPass "log-of-every-step-and-pass" GAME
            "The program appends the searches of later steps to the log, plus a root row for each pass."
            "The log holds the search of the first step only."
            "The code that writes the log: the file is opened in append mode, or logging stays on after the first step."
        LogOfEveryBoard "log-of-every-board" GAME
            "The program appends the searches of later steps to the log, plus a root row for each pass and for the final board."
            "The log holds the search of the first step only."
            "The code that writes the log: the file is opened in append mode, or logging stays on after the first step. The search also runs before the end-of-game test."
        LogOfLastStep "log-of-last-step" GAME
            "The log contains the search of the last step."
            "The log holds the search of the first step."
            "The code that opens the log: each step overwrites the previous one. Write the log in the first step only."
        LogOfSecondStep "log-of-second-step" GAME
            "The log holds the search of step 2."
            "The log holds the search of the first step."
            "The code that writes the log: does step 1 search the input board? Perhaps the first move was already played, or the log was opened again."
        LogTwice "log-twice" GAME
            "The file contains the complete log twice."
            "The log holds the search of the first step once."
            "The code that writes the log: the first search runs twice (for the value and for the move), or the buffer is written twice. Another cause is a file of an earlier run that is opened in append mode."
        MaxIsMover "max-is-mover" MAX_COLOR
            "In the game, {min_color} also plays the move that is best for {max_color}."
            "{Max_color} is MAX and {min_color} is MIN, in every step: {min_color} plays the move with the lowest value."
            "The first call of the search in a step: if {min_color} is to move, the root must be a MIN node."
        NoPassWord "no-pass-word" GAME
            "The moves file does not say {pass_word}."
            "If the player to move has no legal move but the game continues, the player line says so: `{black_passes}`."
            "The code that writes a step: before the player line, test whether the player has a legal move."
        PassWordAtTheEnd "pass-word-at-the-end" GAME
            "The moves file also says {pass_word} at the final board."
            "The final board is shown under the player whose turn it would be, without {pass_word}: after the end of the game, nobody passes."
            "The code that writes a step: write {pass_word} only if the opponent can move."
        PassesWrittenAtEnd "passes-written-at-end" GAME
            "If neither player can move, the program writes two extra steps, one pass for each player, before the final board."
            "The game is over when neither player has a move: the next block is the final board, without {pass_word}."
            "The condition of the game loop: it counts passes, but must check the legal moves of both players before it writes a step."
        PassIsNoStep "pass-is-no-step" GAME
            "The program neither writes nor counts a step in which a player passes."
            "A pass is a separate step, with its number, the player, {pass_word} and the board."
            "The game loop: the branch for a player without legal moves must write and count the step."
        GameEndsAtFirstPass "game-ends-at-first-pass" GAME
            "The program ends the game as soon as the player to move has no legal move."
            "The game is over when neither player has a move; before that, a player without a move passes."
            "The condition of the game loop: check the legal moves of both players."
        WhiteFirst "white-first" GAME
            "{White} plays the first step."
            "{Black} plays the first step on every board."
            "The start of the game loop: check the first player, and whether the player changes before the first step."
        BoardAfterMove "board-after-move" GAME
            "Each step shows the board after the move."
            "Each step shows the board before the move."
            "The game loop: print the board before you make the move, not after."
    }
}

const ORDERS: [(PlainMistake, Lines, Corner); 8] = [
    (PlainMistake::OrderRowsA1, Lines::Rows, Corner::A1),
    (PlainMistake::OrderRowsH1, Lines::Rows, Corner::H1),
    (PlainMistake::OrderRowsA8, Lines::Rows, Corner::A8),
    (PlainMistake::OrderRowsH8, Lines::Rows, Corner::H8),
    (PlainMistake::OrderColumnsA1, Lines::Columns, Corner::A1),
    (PlainMistake::OrderColumnsH1, Lines::Columns, Corner::H1),
    (PlainMistake::OrderColumnsA8, Lines::Columns, Corner::A8),
    (PlainMistake::OrderColumnsH8, Lines::Columns, Corner::H8),
];

impl PlainMistake {
    const fn entry(self) -> &'static Entry {
        &LIST[self as usize]
    }

    /// The texts for the student: the mistake, the assignment's rule, and the place to look in the program. Names in
    /// braces stand for words of the assignment.
    pub(super) const fn templates(self) -> [&'static str; 3] {
        self.entry().templates
    }

    /// The part of a job that the mistake changes.
    pub const fn group(self) -> Group {
        self.entry().group
    }

    /// The sides on which a program can make the mistake while it is right on the other side.
    pub const fn sides(self) -> &'static [Side] {
        self.entry().sides
    }

    /// The name in commands and reports.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// True if the mistake is possible in an assignment.
    pub fn is_possible_in(self, assignment: &Assignment) -> bool {
        (self.entry().possible)(assignment) && self.order() != Some(assignment.rules.order())
    }

    /// The wrong order of moves, if the mistake is an order of moves.
    pub(super) fn order(self) -> Option<MoveOrder> {
        let (_, lines, first) = *ORDERS.iter().find(|(mistake, ..)| *mistake == self)?;
        Some(MoveOrder { lines, first })
    }
}
