//! The list of mistakes: what each is called, who can make it, and what to say to the student who made it.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{
    assignment::{Assignment, MaxPlayer, NoMove, OutputForm, TaskAlgorithm},
    log::{CutWindow, LogColumn},
};
use reversi_core::games::reversi::{Lines, MoveOrder, WipeOut};
use reversi_io::names::{self, names};

names! {
    /// What part of the job a mistake is made in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Group {
        /// Which moves there are, and which discs they turn.
        Captures => "captures",
        /// What a leaf is worth.
        Evaluation => "evaluation",
        /// Which nodes are searched, and what they are worth.
        Search => "search",
        /// What the log shows of it.
        Rows => "rows",
        /// What is made of the search: the move, the game and its files.
        Files => "files",
    }
}

/// What is known of a mistake.
struct MistakeTexts {
    group: Group,
    name: &'static str,
    possible: Possible,
    templates: [&'static str; 3],
}

/// In which assignments a mistake can be made.
type Possible = fn(&Assignment) -> bool;

const EVERYWHERE: Possible = |_| true;
/// Where a whole game is played.
const GAME: Possible = |assignment| assignment.output == OutputForm::Game;
/// Where the board after one move is written.
const NEXT: Possible = |assignment| assignment.output == OutputForm::Next;
/// Where a player without a move makes a leaf.
const LEAF: Possible = |assignment| assignment.rules.no_move == NoMove::Leaf;
/// Where a pass is a node of the search.
const PASS: Possible = |assignment| assignment.rules.no_move == NoMove::Pass;
/// Where, of two players who could pass, the search ends when one has lost the last disc.
const WIPE_OUT_ENDS: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == WipeOut::Ends;
/// Where the players go on passing then.
const WIPE_OUT_GOES_ON: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == WipeOut::GoesOn;
/// Where the player to move is max.
const MAX_TO_MOVE: Possible = |assignment| assignment.rules.max == MaxPlayer::ToMove;
/// Where the same colour is always max.
const MAX_COLOR: Possible = |assignment| assignment.rules.max != MaxPlayer::ToMove;
/// Where moves are tried row by row.
const ROWS: Possible = |assignment| assignment.rules.order.lines == Lines::Rows;
/// Where moves are tried row by row from a1.
const ROWS_FROM_A1: Possible = |assignment| assignment.rules.order == MoveOrder::ROWS_FROM_A1;
/// Where they are tried in a third order.
const IN_THIRD_ORDER: Possible = |assignment| !ROWS_FROM_A1(assignment);
/// Where a task is greedy.
const GREEDY: Possible = |assignment| assignment.tasks.values().any(|task| task.algorithm == TaskAlgorithm::Greedy);
const DECIMALS: Possible = |assignment| assignment.spelling.decimals > 0;
/// Where the row of a cut-off shows the window after the child.
const NARROWED: Possible = |assignment| assignment.spelling.cut_window == CutWindow::Narrowed;
/// Where it shows the window before the child.
const AS_SEARCHED: Possible = |assignment| assignment.spelling.cut_window == CutWindow::AsSearched;
/// Where a word marks a cut-off.
const MARKER: Possible = |assignment| !assignment.spelling.cut_marker.is_empty();
/// Where rows show the depth.
const DEPTH: Possible = |assignment| assignment.spelling.columns(true).contains(&LogColumn::Depth);
/// Where they do, and the root's is not 0.
const ROOT_NOT_ZERO: Possible = |assignment| DEPTH(assignment) && assignment.spelling.root_depth != 0;
/// Where it is not 1.
const ROOT_NOT_ONE: Possible = |assignment| DEPTH(assignment) && assignment.spelling.root_depth != 1;

macro_rules! mistakes {
    ($($group:ident { $($mistake:ident $name:literal $possible:ident $done:literal $rule:literal $look:literal)* })*) => {
        /// A misunderstanding of the assignment, or a slip in carrying it out, as students make them every year.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(clippy::doc_markdown)] // what stands in braces becomes a word of the assignment
        pub enum Mistake {
            $($(#[doc = $done] $mistake,)*)*
        }

        impl Mistake {
            /// All of them, by group.
            pub const ALL: &[Self] = &[$($(Self::$mistake,)*)*];
        }

        const TEXTS: &[MistakeTexts] = &[
            $($(MistakeTexts {
                group: Group::$group,
                name: $name,
                possible: $possible,
                templates: [$done, $rule, $look],
            },)*)*
        ];
    };
}

mistakes! {
    Captures {
        ColumnOrder "column-order" ROWS_FROM_A1
            "Moves are listed column by column (a1, a2, a3 ...) and not row by row."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: the rows belong outside, the columns inside. An array indexed [x][y] turns them round, too."
        NoDiagonals "no-diagonals" EVERYWHERE
            "Discs are captured along rows and columns only."
            "A disc captures in all eight directions, the four diagonals included."
            "The list of directions in the code that finds moves and turns discs: it has four entries where it needs eight."
        FirstDirectionOnly "first-direction-only" EVERYWHERE
            "A move turns the discs of the first capturing direction only (up-left, up, up-right, left, right, down-left, down, down-right)."
            "A move turns the captured discs of every direction that captures."
            "The loop over directions where a move is made: a `return` or `break` leaves it after the first capture."
        NearestDiscOnly "nearest-disc-only" EVERYWHERE
            "A move turns only the disc next to the new one in each capturing direction."
            "A move turns every disc between the new one and the next of the same colour."
            "The loop that turns the discs of one direction: it takes one step and has to go on to the disc of the own colour."
        LastDirectionOnly "last-direction-only" EVERYWHERE
            "A move turns the discs of the last capturing direction only (of up-left, up, up-right, left, right, down-left, down, down-right)."
            "A move turns the captured discs of every direction that captures."
            "The loop over directions where a move is made: each one starts again from the board (or the list of discs) before the move, and what the one before it turned is lost."
        DuplicateMoves "duplicate-moves" EVERYWHERE
            "A square is listed as a move once for each direction in which it captures, and searched as often."
            "A square is one move, however many directions it captures in."
            "The code that collects the moves: it adds the square inside the loop over directions. Stop at the first direction that captures, or use a set."
        WrapsAroundEdges "wraps-around-edges" EVERYWHERE
            "Lines go on around the edge of the board: the board is treated as 64 squares in a row, so that left of a3 comes h2."
            "A line ends at the edge of the board."
            "The code that steps from square to square by adding to an index 0 to 63: test the column as well as the range of the index."
        ReverseOrder "reverse-order" ROWS_FROM_A1
            "Moves are listed and tried from h8 back to a1."
            "Moves are searched {whole_order}"
            "The loops that collect the moves run downwards, or moves are put on a stack (or at the front of a list) and taken off in the opposite order."
        NoCaptures "no-captures" EVERYWHERE
            "The disc is laid and no disc is turned; which moves are legal is right."
            "A move turns every captured disc: all discs of the opponent between the new one and the next own one, in all eight directions."
            "Where a move is played in the search: the squares to turn are found for the test of legality, and then not turned on the board of the child."
        FarthestDisc "farthest-disc" EVERYWHERE
            "A direction that captures goes on to the farthest own disc of the unbroken run of discs, and turns every disc of the opponent on the way."
            "In each direction only the discs between the new one and the nearest own disc are turned."
            "The loop that walks in one direction: it has to end at the first own disc, and goes on to the last one before an empty square or the edge."
        LastRowAndColumnMissed "last-row-and-column-missed" EVERYWHERE
            "A walk for captures takes row 8 and column h for off the board; a new disc may still lie there."
            "All eight rows and all eight columns belong to the board: discs of row 8 and column h are captured, and captures end at them."
            "The bounds of the walk in one direction: `< 7` (or `< size - 1`) where `< 8` (or `<= 7`) is meant."
        IndexWraps "index-wraps" EVERYWHERE
            "Lines that leave the board at the top or on the left go on at the opposite edge: above a1 comes a8. At the bottom and on the right they end."
            "A line ends at the edge of the board, on all four sides."
            "The test of row and column in the loop that walks a line: it asks for less than 8, and has to ask for at least 0, too. In Python a negative index reads from the end."
        OccupiedSquaresPlayable "occupied-squares-playable" EVERYWHERE
            "A disc may be laid on a square that the opponent's disc holds, where it captures."
            "A disc is laid on an empty square."
            "The first line of the test of legality: it asks that the square does not hold an own disc, and should ask that it is empty."
        MovesByOwnDiscs "moves-by-own-discs" ROWS
            "Moves are listed and tried in the order in which they are found from the own discs, disc by disc."
            "Moves are searched {whole_order}"
            "The code that collects the moves: it walks from every own disc to an empty square. Sort what it finds, or walk from the empty squares."
        OrderRowsA1 "order:rows:a1" IN_THIRD_ORDER
            "Moves are listed and tried row by row from a1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderRowsH1 "order:rows:h1" IN_THIRD_ORDER
            "Moves are listed and tried row by row from h1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderRowsA8 "order:rows:a8" IN_THIRD_ORDER
            "Moves are listed and tried row by row from a8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderRowsH8 "order:rows:h8" IN_THIRD_ORDER
            "Moves are listed and tried row by row from h8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderColumnsA1 "order:columns:a1" IN_THIRD_ORDER
            "Moves are listed and tried column by column from a1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderColumnsH1 "order:columns:h1" IN_THIRD_ORDER
            "Moves are listed and tried column by column from h1."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderColumnsA8 "order:columns:a8" IN_THIRD_ORDER
            "Moves are listed and tried column by column from a8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        OrderColumnsH8 "order:columns:h8" IN_THIRD_ORDER
            "Moves are listed and tried column by column from h8."
            "Moves are searched {whole_order}"
            "The two loops that collect the moves: which of them is outside, and whether each runs upwards or downwards."
        MissingUpLeft "missing-direction:up-left" EVERYWHERE
            "Discs are never captured in the direction up-left."
            "A disc captures in all eight directions."
            "The direction up-left (row - 1, column - 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingUp "missing-direction:up" EVERYWHERE
            "Discs are never captured in the direction up."
            "A disc captures in all eight directions."
            "The direction up (row - 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingUpRight "missing-direction:up-right" EVERYWHERE
            "Discs are never captured in the direction up-right."
            "A disc captures in all eight directions."
            "The direction up-right (row - 1, column + 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingLeft "missing-direction:left" EVERYWHERE
            "Discs are never captured in the direction left."
            "A disc captures in all eight directions."
            "The direction left (column - 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingRight "missing-direction:right" EVERYWHERE
            "Discs are never captured in the direction right."
            "A disc captures in all eight directions."
            "The direction right (column + 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingDownLeft "missing-direction:down-left" EVERYWHERE
            "Discs are never captured in the direction down-left."
            "A disc captures in all eight directions."
            "The direction down-left (row + 1, column - 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingDown "missing-direction:down" EVERYWHERE
            "Discs are never captured in the direction down."
            "A disc captures in all eight directions."
            "The direction down (row + 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
        MissingDownRight "missing-direction:down-right" EVERYWHERE
            "Discs are never captured in the direction down-right."
            "A disc captures in all eight directions."
            "The direction down-right (row + 1, column + 1): its entry in the list of directions, or the bounds and signs of the loop that goes that way."
    }
    Evaluation {
        OtherEvaluation "other-evaluation" EVERYWHERE
            "Leaves are valued by the positional weights where discs should be counted, or by counting discs where the weights are asked for."
            "Leaves are valued by {evaluations}."
            "Where the evaluation function is chosen: is it the one of this task?"
        OwnDiscsOnly "own-discs-only" EVERYWHERE
            "Max's discs (or their weights) are added up, and min's are not taken off."
            "A leaf is worth the sum of max's discs (or weights) minus the sum of min's."
            "The evaluation function: its loop over the squares passes over the opponent's discs, which count negatively."
        EvaluationNegated "evaluation-negated" EVERYWHERE
            "Leaves are valued from the side of min: every value has the wrong sign."
            "Leaves are valued from the side of max: {max}."
            "The evaluation function: which colour does it add, and which does it subtract?"
        EvaluationOfPlayerToMove "evaluation-of-player-to-move" EVERYWHERE
            "Leaves are valued from the side of the player who is to move there, so that the sign depends on the depth."
            "All leaves are valued from the side of max, whichever player is to move there."
            "The evaluation function: it is given the player to move, and should be given max ({max})."
        WeightsRepeated "weights-repeated" EVERYWHERE
            "Rows 5 to 8 of the weights repeat rows 1 to 4 and do not mirror them."
            "The table of weights is symmetrical: row 5 is row 4, row 6 is row 3, row 7 is row 2, row 8 is row 1."
            "The table of weights, row by row from the fifth on; or the `row % 4` by which it is looked up."
        ByteValues "byte-values" EVERYWHERE
            "Values wrap at 8 bits: 128 becomes -128."
            "A leaf is worth the whole sum, which can be larger than 127."
            "The type in which the evaluation (or the value of a node) is kept: `byte` or `char` is too small, take `int` or `double`."
        WinBonus "win-bonus" EVERYWHERE
            "A leaf where neither player can move is worth 1000 to the player with more discs, and -1000 to the other."
            "Leaves are valued by {evaluations}, those of a finished game, too."
            "The evaluation function: the part for a finished game does not belong there."
    }
    Search {
        TiesToLast "ties-to-last" EVERYWHERE
            "Of equally good moves at the root the last is played."
            "Of equally good moves the first in positional order ({order}) is played."
            "The comparison by which the best move is remembered: `>=` (or `<=` for min) should be `>` (or `<`)."
        TiesToLastForMax "ties-to-last-for-max" MAX_COLOR
            "Of equally good moves at the root {max_color} plays the last, {min_color} the first."
            "Of equally good moves the first in positional order ({order}) is played."
            "The comparison by which max remembers its best move: `>=` should be `>`."
        TiesToLastForMin "ties-to-last-for-min" MAX_COLOR
            "Of equally good moves at the root {min_color} plays the last, {max_color} the first."
            "Of equally good moves the first in positional order ({order}) is played."
            "The comparison by which min remembers its best move: `<=` should be `<`."
        BestMoveOfAnyNode "best-move-of-any-node" EVERYWHERE
            "The move played is the last that was the best so far at any node, also one deeper in the tree."
            "The move played is the root's: the first child whose value is the root's."
            "The variable that holds the best move: it is one for all nodes (a field or a global), and calls deeper down overwrite it. Set it at the root only, or return it with the value."
        DepthPlusOne "depth-plus-one" EVERYWHERE
            "The search goes one ply deeper than the cut-off depth."
            "The leaves lie exactly the cut-off depth, in plies, below the root."
            "The test for the cut-off: from what number does the root's depth count, and is it `>` where it should be `>=` (or `==`)?"
        DepthMinusOne "depth-minus-one" EVERYWHERE
            "The search ends one ply before the cut-off depth."
            "The leaves lie exactly the cut-off depth, in plies, below the root."
            "The test for the cut-off: from what number does the root's depth count? The Depth column begins with {root_depth}, so its leaves stand at the cut-off depth plus {root_depth}."
        StrictCutOff "strict-cut-off" EVERYWHERE
            "A node is cut off only where alpha > beta."
            "A node is cut off where alpha >= beta: equal bounds cut off, too."
            "The test that ends the loop over the moves: the comparison has to hold for equal numbers, `>=` for `>` (or `<=` for `<`)."
        StrictCutOffForMax "strict-cut-off-for-max" EVERYWHERE
            "Max nodes are cut off only where alpha > beta; min nodes rightly where alpha >= beta."
            "A node is cut off where alpha >= beta: equal bounds cut off, too."
            "The test that ends the loop over the moves of max: the comparison has to hold for equal numbers, `>=` for `>`."
        StrictCutOffForMin "strict-cut-off-for-min" EVERYWHERE
            "Min nodes are cut off only where alpha > beta; max nodes rightly where alpha >= beta."
            "A node is cut off where alpha >= beta: equal bounds cut off, too."
            "The test that ends the loop over the moves of min: the comparison has to hold for equal numbers, `<=` for `<`."
        NoCutOff "no-cut-off" EVERYWHERE
            "Alpha and beta are narrowed, and no node is ever cut off."
            "A node is cut off where alpha >= beta: its other moves are not searched."
            "The loop over the moves: is there a test of alpha >= beta that leaves it, and does it compare the bounds as updated?"
        CutOffDoesNotStop "cut-off-does-not-stop" MARKER
            "{marker} is printed, and the next move of the node is searched all the same."
            "A node is cut off where alpha >= beta: its other moves are not searched."
            "The loop over the moves: after the row of a cut-off a `break` (or `return`) is missing, or it leaves an inner loop or the `if` only."
        MaxCutsOnly "max-cuts-only" EVERYWHERE
            "Only max nodes are cut off."
            "Nodes of both players are cut off where alpha >= beta."
            "The function for min (or its half of the one function): it needs the same test and `break` as that for max."
        MinCutsOnly "min-cuts-only" EVERYWHERE
            "Only min nodes are cut off."
            "Nodes of both players are cut off where alpha >= beta."
            "The function for max (or its half of the one function): it needs the same test and `break` as that for min."
        ReturnsBoundAtCutOff "returns-bound-at-cut-off" EVERYWHERE
            "A node that is cut off returns the bound that it failed against (max beta, min alpha) and not its value."
            "A node returns its value, the best of the children searched, even where it lies outside the window (fail-soft)."
            "The `return` at the cut-off: it hands back beta (in max) or alpha (in min), and should hand back the value."
        ReturnsWindow "returns-window" EVERYWHERE
            "A node returns alpha (in max) or beta (in min) as its last child left it, and not its value (fail-hard)."
            "A node returns its value, the best of the children searched, even where it lies outside the window (fail-soft)."
            "The `return` at the end of the function for a node: it hands back alpha (in max) or beta (in min), and should hand back the value."
        AlphaIsLastValue "alpha-is-last-value" EVERYWHERE
            "Alpha (in max) or beta (in min) is set to the value of each child, also where an earlier child was better."
            "After each child alpha is raised to the node's value, or beta lowered to it: a bound never becomes wider again."
            "The line that sets alpha (or beta) after the recursive call: it lacks its `max` (or `min`), or stands outside the `if` that finds a better value."
        WindowNotHandedDown "window-not-handed-down" EVERYWHERE
            "Every child is searched with the open window (-{infinity}, {infinity})."
            "A child is searched with its parent's alpha and beta as they stand."
            "The recursive call: it has to pass on the current alpha and beta, not the infinities."
        AlphaNotHandedDown "alpha-not-handed-down" EVERYWHERE
            "Every child is searched with -{infinity} for alpha, and with the right beta."
            "A child is searched with its parent's alpha and beta as they stand."
            "The recursive call in each of the two functions (max and min): the argument for alpha is -{infinity}, and should be the current alpha."
        BetaNotHandedDown "beta-not-handed-down" EVERYWHERE
            "Every child is searched with {infinity} for beta, and with the right alpha."
            "A child is searched with its parent's alpha and beta as they stand."
            "The recursive call in each of the two functions (max and min): the argument for beta is {infinity}, and should be the current beta."
        OneBoundHandedDown "one-bound-handed-down" EVERYWHERE
            "A max node hands down alpha and {infinity}, a min node -{infinity} and beta."
            "A child is searched with its parent's alpha and beta as they stand."
            "The recursive call in each of the two functions (max and min): both bounds belong into it."
        WindowOfLastStep "window-of-last-step" GAME
            "The window of the root is not reset between steps: it starts from the values of the steps before."
            "Every step's search starts with alpha -{infinity} and beta {infinity}."
            "Where a step's search is called: alpha and beta are kept (in fields or globals), and have to be set to the infinities for every step."
        BoundsShared "bounds-shared" EVERYWHERE
            "Alpha and beta are the same variables everywhere: what is set in a subtree stays set after the return from it."
            "Alpha and beta belong to a node: they are copied to its children, and what happens there does not change them."
            "Alpha and beta as global variables, fields of the class or an object passed by reference: make them parameters that are passed by value."
        ValueStartsAtWindow "value-starts-at-window" EVERYWHERE
            "A node's value starts at alpha (in max) or beta (in min)."
            "A node's value starts at -{infinity} (in max) or {infinity} (in min), whatever the window."
            "The first line of the function for a node: the value starts from an infinity. Only alpha and beta come from the parent."
        BoardShared "board-shared" EVERYWHERE
            "All moves are played on one board, which is never restored: later moves find the discs of earlier ones."
            "Each move is played on the board of its own node."
            "Where a move is played in the search: copy the board first (a copy of every row, not of the references to them), or take the move back afterwards."
        RootIsMin "root-is-min" EVERYWHERE
            "The root minimises, whichever player is to move there, and the levels alternate from there; colours and evaluation are right."
            "Max is {max}."
            "The first call of the search: it starts with the function for min (or with the flag for max set to false)."
        EveryNodeMax "every-node-max" EVERYWHERE
            "Every node maximises, raises alpha and cuts off where alpha >= beta, also those of min; colours and evaluation are right."
            "Max nodes take the largest value of their children and raise alpha; min nodes take the smallest and lower beta."
            "The recursive call: the function for max calls itself, and should call that for min. In a negamax, the values that come back lack their minus."
        StartsAtSmallestPositive "starts-at-smallest-positive" DECIMALS
            "Max's value starts at 4.9E-324, the smallest positive number."
            "Max's value starts at -{infinity}."
            "`Double.MIN_VALUE` in Java is the smallest positive number; `Double.NEGATIVE_INFINITY` is what is meant."
        BothStartAtSmallest "both-start-at-smallest" EVERYWHERE
            "The value of min nodes, too, starts at -{infinity}, and no child is smaller."
            "A node's value starts at -{infinity} (in max) or {infinity} (in min), whatever the window."
            "The first line of the function for min: its value starts from the infinity of max."
        NoMoveKeepsInfinity "no-move-keeps-infinity" EVERYWHERE
            "A node above the cut-off whose player has no move returns the infinity that its value started from."
            "{no_move}"
            "The loop over the moves: what happens if there are none?"
        DeadEndRowKeepsInfinity "dead-end-row-keeps-infinity" LEAF
            "A node above the cut-off whose player has no move shows the infinity that its value started from in its row, and returns its evaluation."
            "The row of such a node, a leaf, shows its evaluation."
            "The order of two lines: the row of a node without a move is printed before its evaluation is stored."
        PassInSearch "pass-in-search" LEAF
            "A player without a move passes inside the search where the opponent can move."
            "There is no pass inside the search: a node whose player has no move is a leaf, even if the opponent could move. Only the game knows passes."
            "The code for a node without a move: evaluate it and return, and do not search on for the opponent."
        NoPassInSearch "no-pass-in-search" PASS
            "A node whose player has no move is a leaf."
            "A player without a move passes: the node has one child, `{pass}`, with the same board and the opponent to move, one ply deeper."
            "The code for a node without a move: it has to search the position after the pass, and only the second pass in a row ends the search."
        SecondPassIsALeaf "second-pass-is-a-leaf" PASS
            "A node reached by a pass whose player has no move either is a leaf: the second pass is not searched."
            "The second pass is a node of its own: the node after the first pass has a child `{pass}`, and that one is the leaf."
            "The test for the end of the game: it has to count the passes made on the way to a node (two), not to look at the moves of a node after a pass."
        LeafWhereNobodyCanMove "leaf-where-nobody-can-move" PASS
            "A node where neither player can move is a leaf."
            "Only the second pass in a row ends the search: where neither player can move, `{pass}` and again `{pass}` are searched and logged."
            "The test for the end of the game: leave out the one for moves of both players, and count the passes in a row."
        FullBoardIsALeaf "full-board-is-a-leaf" PASS
            "A node whose board has no empty square is a leaf."
            "A full board does not end the search: the two passes there are searched and logged, as far as the depth allows."
            "The test for the end of the game: leave out the one for a full board. Only the depth{wipe_out} and two passes in a row end the search."
        PassesNeverReset "passes-never-reset" PASS
            "Passes are counted together though moves lie between them."
            "Two passes end the search only if they follow each other: a move on the board sets the count to 0."
            "The number of passes that is handed down: after a real move it is 0 again."
        PassCostsNoPly "pass-costs-no-ply" PASS
            "A pass does not use up depth, so that the search goes deeper after one."
            "A pass is one ply, like any move."
            "The recursive call after a pass: its depth is one more (or the depth to go one less), as after any move."
        WipeOutGoesOn "wipe-out-goes-on" WIPE_OUT_ENDS
            "The search goes on where a colour has lost its last disc."
            "A node in which a colour has no disc left is a leaf."
            "The test for the end of the game, at the beginning of a node: it lacks the test for a colour without discs."
        WipeOutEnds "wipe-out-ends" WIPE_OUT_GOES_ON
            "A node is a leaf where a colour has lost its last disc."
            "A lost last disc does not end the search: the two passes that follow are searched and logged."
            "The test for the end of the game: leave out the one for a colour without discs. Only the depth and two passes in a row end the search."
        MaxIsBlack "max-is-black" MAX_TO_MOVE
            "{Black} is max, whichever player is to move at the root, while values are from the side of the player at the root."
            "{Max} is max."
            "Where it is decided whether a node is max or min: compare the player with the one at the root, not with `{black_letter}`."
        AsIn2013 "as-in-2013" MAX_TO_MOVE
            "{Black} is max and values are from the side of {black}, whichever player is to move at the root."
            "{Max} is max, and values are from that player's side."
            "The evaluation and the test for max or min: both have to ask for the player at the root, not for `{black_letter}`."
        PlayerIsAlwaysBlack "player-is-always-black" MAX_TO_MOVE
            "The line of the player in the input is not used: {black} moves at the root and is max, and values are from the side of {black}."
            "The player named in the input moves at the root and is max, and values are from that player's side."
            "Where the input is read: the line with {black_letter} or {white_letter} has to decide who moves first, and who is max."
        PassAtCutOffGoesOn "pass-at-cut-off-goes-on" PASS
            "A node at the cut-off depth that was reached by a pass is searched on, and below it the depth never ends the search."
            "A node at the cut-off depth is a leaf, however it was reached."
            "The call after a pass, and the test for the cut-off: it has to come first in every node, and `depth >= limit` is safer than `depth == limit`."
        PassesCountedGlobally "passes-counted-globally" PASS
            "Passes are counted by one counter for the whole search, which is not set back on the return from a subtree: nodes are leaves that have not seen two passes."
            "A node is a leaf after two passes in a row on the way from the root to it; what happened in other subtrees does not count."
            "The counter of passes as a global variable or a field: make it a parameter that is handed down."
        LeafAfterPassedParent "leaf-after-passed-parent" PASS
            "Only a node without a move whose parent was reached by a pass is a leaf."
            "A node is a leaf after two passes in a row, whether or not there would be a move."
            "The test for two passes: it has to look at the last two moves on the way to the node, and comes before anything else is done there."
        GreedySearchesDepth "greedy-searches-depth" GREEDY
            "Task {greedy} (greedy) searches to the depth of the input."
            "Greedy looks one ply ahead, whatever depth the input names."
            "Where task {greedy} is started: its depth is 1."
    }
    Rows {
        NoRowOnEntry "no-row-on-entry" EVERYWHERE
            "There is no row where an inner node is entered."
            "An inner node has a row when it is entered, with the infinity that its value starts from, and one after each child."
            "The beginning of a node, before the loop over the moves: print a row there."
        EntryRowForLeaves "entry-row-for-leaves" EVERYWHERE
            "A leaf, too, has a row with an infinity before the one with its value."
            "A leaf has one row, with its evaluation."
            "The beginning of a node: the row on entry belongs after the tests that make the node a leaf."
        NoRowAtCutOff "no-row-at-cut-off" EVERYWHERE
            "There is no row after the child that cuts the node off."
            "A node has a row after every child, the one that cuts it off included."
            "The loop over the moves: the `return` or `break` at the cut-off comes before the row is printed."
        RowsOnlyOnChange "rows-only-on-change" EVERYWHERE
            "A node has a row after a child only where its value or window has changed."
            "A node has a row after every child, changed or not."
            "The loop over the moves: the row is printed inside the `if` for a better value."
        RowShowsChild "row-shows-child" EVERYWHERE
            "The rows of a node after a child show that child's value."
            "The row of a node shows its own value: the best so far of the children searched."
            "Where the row after a child is printed: the variable in its third column."
        WindowRowBeforeUpdate "window-row-before-update" EVERYWHERE
            "The rows after a child show the new value with the old alpha and beta."
            "The row after a child shows value, alpha and beta as that child has left them{bounds_at_cut_off}."
            "The order of two lines: alpha or beta is updated after the row is printed."
        RowBeforeUpdate "row-before-update" EVERYWHERE
            "The rows after a child show the node's value, alpha and beta from before that child."
            "The row after a child shows value, alpha and beta as that child has left them{bounds_at_cut_off}."
            "The order of two lines: the row is printed after the child has been searched, and before its value is taken in."
        NoCutOffAtLastChild "no-cut-off-at-last-child" EVERYWHERE
            "A window that closes at the last child is not taken for a cut-off: {not_taken}."
            "A node is cut off where alpha >= beta after any child, also after the last, when nothing is left to be cut."
            "The loop over the moves: the test for the cut-off is made before the next child, and not after each one."
        CutOffRowAsSearched "cut-off-row-as-searched" NARROWED
            "The row of a cut-off shows alpha and beta before the child that caused it."
            "Alpha or beta is updated first, and the row{marked} shows it: alpha >= beta there."
            "The order of two lines: update the bound, then test for the cut-off and print the row."
        CutOffRowNarrowed "cut-off-row-narrowed" AS_SEARCHED
            "The row of a cut-off shows alpha and beta after the child that caused it."
            "At a cut-off the bounds are not updated any more: the row shows the window that the child was searched with."
            "The order of two lines: test the value against the bound first, and update the bound only if the node is not cut off."
        RootDepthZero "root-depth-zero" ROOT_NOT_ZERO
            "The Depth column shows 0 for the root."
            "The root's depth is {root_depth}."
            "The number that is printed in the Depth column, or the depth from which the first call starts."
        RootDepthOne "root-depth-one" ROOT_NOT_ONE
            "The Depth column shows 1 for the root."
            "The root's depth is {root_depth}."
            "The number that is printed in the Depth column, or the depth from which the first call starts."
        DepthCountsDown "depth-counts-down" DEPTH
            "The Depth column shows the plies still to go, 0 at the cut-off."
            "The Depth column counts from the root down the tree: each child's depth is one more than its parent's."
            "Where a row is printed: the depth of the node is wanted, not what is left of the cut-off depth."
        NamesTransposed "names-transposed" EVERYWHERE
            "Squares are named by row letter and column digit: c4 for d3."
            "A square is named by its column, a to h from the left, and its row, 1 to 8 from the top."
            "Where a square's name is made: row and column are swapped."
        NamesFromZero "names-from-zero" EVERYWHERE
            "Rows are counted from 0: d2 for d3."
            "Rows are counted from 1, at the top, to 8."
            "Where a square's name is made: add 1 to the index of the row."
        NamesFromBelow "names-from-below" EVERYWHERE
            "Rows are counted from the bottom, as in chess: d6 for d3."
            "Rows are counted from the top: a1 is the top left corner."
            "Where a square's name is made: the digit is the index of the row plus 1, not 8 minus the index."
        NegamaxValues "negamax-values" EVERYWHERE
            "Rows of min nodes show all numbers from the side of min: value -v, alpha -beta, beta -alpha."
            "All rows show values, alpha and beta from the side of max."
            "Where a row is printed in a negamax: at min nodes print -value, -beta, -alpha, and start from -{infinity} for max and {infinity} for min."
        NoCutOffMarker "no-cut-off-marker" MARKER
            "The row of a cut-off does not end in {marker}."
            "The row after the child that makes alpha >= beta ends in {whole_marker}."
            "Where the row after a child is printed: test for the cut-off first, and add the word."
    }
    Files {
        PlaysFirstMove "plays-first-move" EVERYWHERE
            "The search is right, and the first legal move is played."
            "The first move whose value equals the root's is played."
            "Where the move is chosen after the search: the move has to be remembered whenever the root's value improves."
        PlaysByStaticValue "plays-by-static-value" EVERYWHERE
            "The first move is played after which the evaluation of the board, as it stands, equals the root's value."
            "The first move whose value in the search equals the root's is played: that value comes from the leaves below it, not from the board right after it."
            "Where the move is chosen after the search: compare the values that the search found for the root's children, or remember the best move inside it."
        BoardNotPlayed "board-not-played" NEXT
            "The next board that is written is the board of the input; the log is right."
            "The next board is the board after the best move: the new disc, and all discs that it captures."
            "Where the board is written: play the move that the search found first. If a copy is changed in the search, nothing of that is left on the board of the root."
        LogOfEveryStep "log-of-every-step" GAME
            "The searches of later steps are appended to the log."
            "The log holds the search of the first step only."
            "Where the log is written: a file opened to append, or printing that is not switched off after the first step."
        LogOfEveryStepAndPass "log-of-every-step-and-pass" GAME
            "The searches of later steps are appended to the log, and the row of the root for a step in which a player passes."
            "The log holds the search of the first step only."
            "Where the log is written: a file opened to append, or printing that is not switched off after the first step."
        LogOfEveryBoard "log-of-every-board" GAME
            "The searches of later steps are appended to the log, and the row of the root for every pass and for the final board."
            "The log holds the search of the first step only."
            "Where the log is written: a file opened to append, or printing that is not switched off after the first step; the search is called before the test whether the game is over."
        LogOfLastStep "log-of-last-step" GAME
            "The log holds the search of the last step."
            "The log holds the search of the first step."
            "Where the log is opened: each step overwrites the one before it. Write it in the first step only."
        LogOfSecondStep "log-of-second-step" GAME
            "The log holds the search of step 2."
            "The log holds the search of the first step."
            "Where the log is written: is step 1 the search from the board of the input? The first move may have been played, or the log been opened again, before."
        LogTwice "log-twice" GAME
            "The whole text of the log stands in the file twice."
            "The log holds the search of the first step once."
            "Where the log is written: the search of the first step runs twice (for the value, and again for the move), the buffer is written twice, or the file of an earlier run is appended to."
        MaxIsMover "max-is-mover" MAX_COLOR
            "In the game {min_color}, too, plays the move that is best for {max_color}."
            "{Max_color} is max and {min_color} is min, in every step: {min_color} plays the move with the lowest value."
            "The first call of the search in a step: where {min_color} is to move it has to start with min."
        NoPassWord "no-pass-word" GAME
            "The moves file does not say {pass_word}."
            "Where the player to move has no legal move and the game goes on, the line with the player says so: `{black_passes}`."
            "Where a step is written: test whether the player has a move before the line with the player."
        PassWordAtTheEnd "pass-word-at-the-end" GAME
            "The moves file says {pass_word} at the final board, too."
            "The final board is shown under the player whose turn it would be, without {pass_word}: there is no pass when the game is over."
            "Where a step is written: {pass_word} only if the opponent can move."
        PassesWrittenAtEnd "passes-written-at-end" GAME
            "When neither player can move, two more steps are written, in which each of them passes, and then the final board."
            "The game is over when neither player has a move: the next block is the final board, without {pass_word}."
            "The condition of the loop of the game: it counts passes, and should ask for the moves of both players before it writes a step."
        PassIsNoStep "pass-is-no-step" GAME
            "A step in which a player passes is neither written nor counted."
            "A pass is a step of its own, with its number, the player and {pass_word}, and the board."
            "The loop of the game: the part for a player without a move has to write the step and count it."
        GameEndsAtFirstPass "game-ends-at-first-pass" GAME
            "The game is over as soon as the player to move has no move."
            "The game is over when neither player has a move; before that, a player without a move passes."
            "The condition of the loop of the game: it has to ask for the moves of both players."
        WhiteFirst "white-first" GAME
            "The first step is that of {white}."
            "The first step is that of {black}, whatever the board."
            "Where the loop of the game starts: the first player, or a change of the player before the first step."
        BoardAfterMove "board-after-move" GAME
            "A step shows the board after its move."
            "A step shows the board before its move, on which the player is to move."
            "The loop of the game: the board is printed after the move is made, and has to be printed before."
    }
}

impl Mistake {
    const fn texts(self) -> &'static MistakeTexts {
        &TEXTS[self as usize]
    }

    /// What is said to the student: what was done, what the assignment says instead, and where to look. Words of the
    /// assignment stand as names in braces.
    pub(super) const fn templates(self) -> [&'static str; 3] {
        self.texts().templates
    }

    /// The part of the job that it is made in.
    pub fn group(self) -> Group {
        self.texts().group
    }

    /// The name by which it is asked for and reported.
    pub fn name(self) -> &'static str {
        self.texts().name
    }

    /// Whether it can be made in an assignment.
    pub fn is_possible_in(self, assignment: &Assignment) -> bool {
        (self.texts().possible)(assignment) && self.order() != Some(assignment.rules.order)
    }

    /// The order of moves that is another one.
    pub(super) fn order(self) -> Option<MoveOrder> {
        let (lines, first) = self.name().strip_prefix("order:")?.split_once(':')?;
        Some(MoveOrder { lines: lines.parse().ok()?, first: first.parse().ok()? })
    }

    /// The mistakes that can be made in an assignment, in the order of the list.
    pub fn of(assignment: &Assignment) -> impl Iterator<Item = Self> + Clone {
        Self::ALL.iter().copied().filter(|mistake| mistake.is_possible_in(assignment))
    }

    /// Whether no program makes both: two ways to capture, or two other depths.
    pub fn excludes(self, other: Self) -> bool {
        self.group() == Group::Captures && other.group() == Group::Captures
            || [self, other].iter().all(|mistake| matches!(mistake, Self::DepthPlusOne | Self::DepthMinusOne))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Mistake {
    type Err = ParseMistakeError;

    fn from_str(name: &str) -> Result<Self, ParseMistakeError> {
        let found = Self::ALL.iter().copied().find(|mistake| mistake.name() == name);
        found.ok_or_else(|| ParseMistakeError { found: name.to_owned() })
    }
}

/// A text that names no mistake.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no mistake has this name{}", self.help())]
pub struct ParseMistakeError {
    pub found: String,
}

impl ParseMistakeError {
    /// The nearest name, or where all names are.
    fn help(&self) -> String {
        match names::nearest(&self.found, Mistake::ALL.iter().map(|mistake| mistake.name())) {
            Some(nearest) => format!("; did you mean {nearest}?"),
            None => "; expected a name of `reversi mistakes list`".to_owned(),
        }
    }
}
