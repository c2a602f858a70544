//! Lists the mistakes: names, groups, assignments in which a mistake is possible, and sides.

use super::{Side, System};
use crate::{
    assignment::{Assignment, MaxPlayer, OutputForm, TaskAlgorithm},
    log::{CutWindow, LogColumn},
};
use reversi_core::games::reversi::{Continuation, Lines, MoveOrder, NoMove, Size};
use reversi_io::names;

names::names! {
    /// The part of a job that a mistake changes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Group {
        /// The legal moves and the flipped discs.
        Captures => "captures",
        /// The legal moves, sowing and captures of Awari.
        Sowing => "sowing",
        /// The values of leaves.
        Evaluation => "evaluation",
        /// The searched nodes and their values.
        Search => "search",
        Counts => "counts",
        Rows => "rows",
        /// The use of the search's result: the played move, the game and the files.
        Files => "files",
        /// The use of the result in a printed answer.
        Printing => "printing",
    }
}

struct Entry {
    group: Group,
    name: &'static str,
    possible: Possible,
    /// The names of the systems whose programs can make the mistake, separated by spaces.
    systems: &'static str,
    sides: &'static [Side],
}

/// A function that returns true for an assignment in which the mistake is possible.
type Possible = fn(&Assignment) -> bool;

const EVERYWHERE: Possible = |_| true;
const NOWHERE: Possible = |_| false;
/// The text of the mistake names squares of the last rows and columns.
const EIGHT: Possible = |assignment| assignment.size == Size::EIGHT;
const WEIGHTS: Possible = |assignment| assignment.has_weights();
const GAME: Possible = |assignment| assignment.output == OutputForm::Game;
const NEXT: Possible = |assignment| assignment.output == OutputForm::Next;
const LEAF: Possible = |assignment| assignment.rules.no_move == NoMove::Leaf;
const PASS: Possible = |assignment| assignment.rules.no_move == NoMove::Pass;
const WIPE_OUT_ENDS: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == Continuation::Ends;
const WIPE_OUT_GOES_ON: Possible = |assignment| PASS(assignment) && assignment.rules.wipe_out == Continuation::GoesOn;
const FULL_BOARD_GOES_ON: Possible =
    |assignment| PASS(assignment) && assignment.rules.full_board == Continuation::GoesOn;
const FULL_BOARD_ENDS: Possible = |assignment| PASS(assignment) && assignment.rules.full_board == Continuation::Ends;
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
            Self::Files | Self::Sowing | Self::Counts | Self::Printing => NO_SIDE,
        }
    }
}

/// The sides of a mistake in a whole search: such a mistake is not made at single nodes.
const COLORS: &[Side] = &[Side::Black, Side::White];
const NO_SIDE: &[Side] = &[];

macro_rules! mistakes {
    ($($group:ident {
        $($mistake:ident $name:literal $possible:ident $systems:literal $(, $sides:ident)?)*
    })*) => {
        /// A typical mistake of a student on both sides: a misunderstanding of the assignment, or a slip in the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum PlainMistake {
            $($(#[doc = $name] $mistake,)*)*
        }

        impl PlainMistake {
            pub const ALL: &[Self] = &[$($(Self::$mistake,)*)*];
        }

        const LIST: &[Entry] = &[
            $($(Entry {
                group: Group::$group,
                name: $name,
                possible: $possible,
                systems: $systems,
                // The sides of the group, or the other sides that the entry names.
                sides: *[Group::$group.sides(), $($sides)?].last().expect("the sides of the group"),
            },)*)*
        ];
    };
}

mistakes! {
    Captures {
        ColumnOrder "column-order" ROWS_FROM_A1 "tiny nxn"
        NoDiagonals "no-diagonals" EVERYWHERE "tiny nxn"
        FirstDirectionOnly "first-direction-only" EVERYWHERE "tiny nxn"
        NearestDiscOnly "nearest-disc-only" EVERYWHERE "tiny nxn"
        LastDirectionOnly "last-direction-only" EVERYWHERE "tiny nxn"
        DuplicateMoves "duplicate-moves" EVERYWHERE "tiny nxn"
        WrapsAroundEdges "wraps-around-edges" EIGHT "tiny nxn"
        ReverseOrder "reverse-order" ROWS_FROM_A1 "tiny nxn awari tree"
        NoCaptures "no-captures" EVERYWHERE "tiny nxn"
        FarthestDisc "farthest-disc" EVERYWHERE "nxn"
        LastRowAndColumnMissed "last-row-and-column-missed" EIGHT "tiny nxn"
        IndexWraps "index-wraps" EIGHT "tiny nxn"
        OccupiedSquaresPlayable "occupied-squares-playable" EVERYWHERE ""
        MovesByOwnDiscs "moves-by-own-discs" ROWS "tiny nxn"
        OrderRowsA1 "order:rows:a1" IN_THIRD_ORDER ""
        OrderRowsH1 "order:rows:h1" IN_THIRD_ORDER ""
        OrderRowsA8 "order:rows:a8" IN_THIRD_ORDER ""
        OrderRowsH8 "order:rows:h8" IN_THIRD_ORDER ""
        OrderColumnsA1 "order:columns:a1" IN_THIRD_ORDER ""
        OrderColumnsH1 "order:columns:h1" IN_THIRD_ORDER ""
        OrderColumnsA8 "order:columns:a8" IN_THIRD_ORDER ""
        OrderColumnsH8 "order:columns:h8" IN_THIRD_ORDER ""
        MissingUpLeft "missing-direction:up-left" EVERYWHERE "tiny nxn"
        MissingUp "missing-direction:up" EVERYWHERE "tiny nxn"
        MissingUpRight "missing-direction:up-right" EVERYWHERE "tiny nxn"
        MissingLeft "missing-direction:left" EVERYWHERE "tiny nxn"
        MissingRight "missing-direction:right" EVERYWHERE "tiny nxn"
        MissingDownLeft "missing-direction:down-left" EVERYWHERE "tiny nxn"
        MissingDown "missing-direction:down" EVERYWHERE "tiny nxn"
        MissingDownRight "missing-direction:down-right" EVERYWHERE "tiny nxn"
        SuccessorPerDirection "successor-per-direction" NOWHERE "tiny"
        CapturesAcrossGaps "captures-across-gaps" NOWHERE "tiny nxn"
        CapturesUpToTheEdge "captures-up-to-the-edge" NOWHERE "tiny nxn"
    }
    Sowing {
        StartNotSkipped "start-not-skipped" NOWHERE "awari"
        SowsIntoHouses "sows-into-houses" NOWHERE "awari"
        GrandSlamCaptures "grand-slam-captures" NOWHERE "awari"
        GrandSlamIllegal "grand-slam-illegal" NOWHERE "awari"
        NoFeedingRule "no-feeding-rule" NOWHERE "awari"
        CapturesOnePitOnly "captures-one-pit-only" NOWHERE "awari"
        CapturesOnOwnSideToo "captures-on-own-side-too" NOWHERE "awari"
        ChainLeavesTheSide "chain-leaves-the-side" NOWHERE "awari"
        CapturesTwoOnly "captures-two-only" NOWHERE "awari"
        CapturesBeforeSown "captures-before-sown" NOWHERE "awari"
        Player2AsDrawn "player-2-as-drawn" NOWHERE "awari"
    }
    Evaluation {
        OtherEvaluation "other-evaluation" WEIGHTS ""
        OwnDiscsOnly "own-discs-only" EVERYWHERE "nxn"
        EvaluationNegated "evaluation-negated" EVERYWHERE "tiny nxn awari"
        EvaluationOfPlayerToMove "evaluation-of-player-to-move" EVERYWHERE "tiny nxn awari"
        WeightsRepeated "weights-repeated" EIGHT "", NO_SIDE
        ByteValues "byte-values" EVERYWHERE ""
        WinBonus "win-bonus" EVERYWHERE ""
        ValueIsDifference "value-is-difference" NOWHERE "tiny"
        ValueIsSign "value-is-sign" NOWHERE "nxn"
        TieIsMinusOne "tie-is-minus-one" NOWHERE "tiny"
        WinNeedsHalfTheSquares "win-needs-half-the-squares" NOWHERE "tiny"
        OwnScoreOnly "own-score-only" NOWHERE "awari"
        ValueFromPlayer "value-from-player" NOWHERE "tiny nxn"
        RemainingStonesCounted "remaining-stones-counted" NOWHERE "awari"
        MajorityOfTheStones "majority-of-the-stones" NOWHERE "awari"
        MajorityIsLeaf "majority-is-leaf" NOWHERE "awari"
        NoMajority "no-majority" NOWHERE "awari"
    }
    Search {
        TiesToLast "ties-to-last" EVERYWHERE "tiny nxn awari tree", COLORS
        TiesToLastForMax "ties-to-last-for-max" MAX_COLOR "tiny nxn", NO_SIDE
        TiesToLastForMin "ties-to-last-for-min" MAX_COLOR "tiny nxn", NO_SIDE
        BestMoveOfAnyNode "best-move-of-any-node" EVERYWHERE "", COLORS
        RootMoveFromGrandchild "root-move-from-grandchild" EVERYWHERE "", COLORS
        DepthPlusOne "depth-plus-one" EVERYWHERE "awari", COLORS
        DepthMinusOne "depth-minus-one" EVERYWHERE "awari", COLORS
        StrictCutOff "strict-cut-off" EVERYWHERE "tiny nxn awari tree", COLORS
        StrictCutOffForMax "strict-cut-off-for-max" EVERYWHERE "tiny nxn awari tree", NO_SIDE
        StrictCutOffForMin "strict-cut-off-for-min" EVERYWHERE "tiny nxn awari tree", NO_SIDE
        NoCutOff "no-cut-off" EVERYWHERE "tiny nxn awari tree"
        CutOffDoesNotStop "cut-off-does-not-stop" MARKER ""
        MaxCutsOnly "max-cuts-only" EVERYWHERE "tiny nxn awari tree", COLORS
        MinCutsOnly "min-cuts-only" EVERYWHERE "tiny nxn awari tree", COLORS
        ReturnsBoundAtCutOff "returns-bound-at-cut-off" EVERYWHERE "awari"
        ReturnsWindow "returns-window" EVERYWHERE "awari"
        AlphaIsLastValue "alpha-is-last-value" EVERYWHERE "nxn awari"
        PassSetsBound "pass-sets-bound" PASS ""
        WindowNotPassed "window-not-handed-down" EVERYWHERE "tiny nxn awari tree"
        AlphaNotPassed "alpha-not-handed-down" EVERYWHERE "tiny nxn awari tree"
        BetaNotPassed "beta-not-handed-down" EVERYWHERE "tiny nxn awari tree"
        OneBoundPassed "one-bound-handed-down" EVERYWHERE "tiny nxn awari tree"
        BoundIsNodeValue "bound-is-node-value" EVERYWHERE ""
        WindowResetByPass "window-reset-by-pass" PASS ""
        LargestValuePlayed "largest-value-played" MAX_COLOR "tiny nxn tree", NO_SIDE
        TwoPassesWithoutAMove "two-passes-without-a-move" PASS "", COLORS
        WindowOfLastStep "window-of-last-step" GAME "", COLORS
        BoundsShared "bounds-shared" EVERYWHERE "tiny nxn awari tree", COLORS
        ValueStartsAtWindow "value-starts-at-window" EVERYWHERE ""
        BoardShared "board-shared" EVERYWHERE ""
        RootIsMin "root-is-min" EVERYWHERE "", COLORS
        EveryNodeMax "every-node-max" EVERYWHERE "tiny nxn awari tree", COLORS
        StartsAtSmallestPositive "starts-at-smallest-positive" DECIMALS "", COLORS
        BothStartAtSmallest "both-start-at-smallest" EVERYWHERE "", COLORS
        NoMoveKeepsInfinity "no-move-keeps-infinity" EVERYWHERE "nxn"
        DeadEndRowKeepsInfinity "dead-end-row-keeps-infinity" LEAF ""
        PassInSearch "pass-in-search" LEAF ""
        NoPassInSearch "no-pass-in-search" PASS "tiny nxn"
        SecondPassIsALeaf "second-pass-is-a-leaf" PASS ""
        LeafWhereNobodyCanMove "leaf-where-nobody-can-move" PASS ""
        FullBoardIsALeaf "full-board-is-a-leaf" FULL_BOARD_GOES_ON ""
        FullBoardGoesOn "full-board-goes-on" FULL_BOARD_ENDS ""
        PassesNeverReset "passes-never-reset" PASS "", COLORS
        PassCostsNoPly "pass-costs-no-ply" PASS "", COLORS
        WipeOutGoesOn "wipe-out-goes-on" WIPE_OUT_ENDS ""
        WipeOutEnds "wipe-out-ends" WIPE_OUT_GOES_ON "", COLORS
        MaxIsBlack "max-is-black" MAX_TO_MOVE "", COLORS
        AsIn2013 "as-in-2013" MAX_TO_MOVE "", COLORS
        PlayerIsAlwaysBlack "player-is-always-black" MAX_TO_MOVE "tiny nxn", COLORS
        PassAtCutOffGoesOn "pass-at-cut-off-goes-on" PASS "", COLORS
        PassesCountedGlobally "passes-counted-globally" PASS "", COLORS
        LeafAfterPassedParent "leaf-after-passed-parent" PASS ""
        GreedySearchesDepth "greedy-searches-depth" GREEDY "", COLORS
        PlayerToMoveIsMax "player-to-move-is-max" NOWHERE "tiny nxn"
        MaxAndMinSwapped "max-and-min-swapped" NOWHERE "tiny nxn awari tree"
        AlwaysPrunes "always-prunes" NOWHERE "tiny nxn"
        StopsAtProvenValue "stops-at-proven-value" NOWHERE "tiny"
        OnePlayerWithoutAMoveEnds "one-player-without-a-move-ends" NOWHERE "tiny nxn"
        FullBoardOnlyEnds "full-board-only-ends" NOWHERE "tiny nxn"
        PassReturnsWorst "pass-returns-worst" NOWHERE "nxn"
        ParentCutOff "parent-cut-off" NOWHERE "tree"
        CutOffBeforeUpdate "cut-off-before-update" NOWHERE "tree"
        StartsAtZero "starts-at-zero" NOWHERE "tree"
    }
    Counts {
        RootNotCounted "root-not-counted" NOWHERE "tiny nxn"
        LeavesNotCounted "leaves-not-counted" NOWHERE "tiny nxn"
        PassNotCounted "pass-not-counted" NOWHERE "tiny nxn"
        MaxNotCounted "max-not-counted" NOWHERE "tiny nxn"
        MinNotCounted "min-not-counted" NOWHERE "tiny nxn"
        PrunedCounted "pruned-counted" NOWHERE "tiny nxn"
    }
    Rows {
        NoRowOnEntry "no-row-on-entry" EVERYWHERE ""
        EntryRowForLeaves "entry-row-for-leaves" EVERYWHERE ""
        NoRowAfterPass "no-row-after-pass" PASS ""
        NoRowAtCutOff "no-row-at-cut-off" EVERYWHERE ""
        RowsOnlyOnChange "rows-only-on-change" EVERYWHERE ""
        RowShowsChild "row-shows-child" EVERYWHERE ""
        WindowRowBeforeUpdate "window-row-before-update" EVERYWHERE ""
        RowBeforeUpdate "row-before-update" EVERYWHERE ""
        NoCutOffAtLastChild "no-cut-off-at-last-child" EVERYWHERE "nxn"
        CutOffRowAsSearched "cut-off-row-as-searched" NARROWED ""
        CutOffRowNarrowed "cut-off-row-narrowed" AS_SEARCHED ""
        RootDepthZero "root-depth-zero" ROOT_NOT_ZERO "", NO_SIDE
        RootDepthOne "root-depth-one" ROOT_NOT_ONE "", NO_SIDE
        DepthCountsDown "depth-counts-down" DEPTH "awari"
        NamesTransposed "names-transposed" EVERYWHERE "nxn", NO_SIDE
        NamesFromZero "names-from-zero" EVERYWHERE "", NO_SIDE
        NamesFromBelow "names-from-below" EVERYWHERE "", NO_SIDE
        NegamaxValues "negamax-values" EVERYWHERE ""
        NoCutOffMarker "no-cut-off-marker" MARKER ""
    }
    Files {
        PlaysFirstMove "plays-first-move" EVERYWHERE "tiny nxn"
        PlaysHeaviestSquare "plays-heaviest-square" GREEDY ""
        PlaysByStaticValue "plays-by-static-value" EVERYWHERE ""
        BoardNotPlayed "board-not-played" NEXT ""
        LogOfEveryStep "log-of-every-step" GAME ""
        LogOfEveryStepAndPass "log-of-every-step-and-pass" GAME ""
        LogOfEveryBoard "log-of-every-board" GAME ""
        LogOfLastStep "log-of-last-step" GAME ""
        LogOfSecondStep "log-of-second-step" GAME ""
        LogTwice "log-twice" GAME ""
        MaxIsMover "max-is-mover" MAX_COLOR ""
        NoPassWord "no-pass-word" GAME ""
        PassWordAtTheEnd "pass-word-at-the-end" GAME ""
        PassesWrittenAtEnd "passes-written-at-end" GAME ""
        PassIsNoStep "pass-is-no-step" GAME ""
        GameEndsAtFirstPass "game-ends-at-first-pass" GAME ""
        WhiteFirst "white-first" GAME ""
        BoardAfterMove "board-after-move" GAME ""
    }
    Printing {
        PassPrintsNothing "pass-prints-nothing" NOWHERE "tiny"
        PassAnsweredByOpponent "pass-answered-by-opponent" NOWHERE "tiny nxn"
        TerminalPrintsBoard "terminal-prints-board" NOWHERE "tiny"
        NonTerminalIfPlayerCanMove "non-terminal-if-player-can-move" NOWHERE "tiny"
        MoveValueCountsDisc "move-value-counts-disc" NOWHERE "nxn"
        IllegalIsMinusOne "illegal-is-minus-one" NOWHERE "nxn"
        TakenSquareHasValue "taken-square-has-value" NOWHERE "nxn"
        PiecesSwapped "pieces-swapped" NOWHERE "nxn"
        PassListed "pass-listed" NOWHERE "nxn"
        EndNotListed "end-not-listed" NOWHERE "nxn"
        EndNamesOpponent "end-names-opponent" NOWHERE "nxn"
        PrunedLeafPrinted "pruned-leaf-printed" NOWHERE "tree"
        MarkForEachPrunedLeaf "mark-for-each-pruned-leaf" NOWHERE "tree"
        OneMarkInARow "one-mark-in-a-row" NOWHERE "tree"
    }
}

impl PlainMistake {
    const fn entry(self) -> &'static Entry {
        &LIST[self as usize]
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

    /// True if a program of the system, which prints its answers, can make the mistake.
    pub fn is_possible_of(self, system: System) -> bool {
        self.entry().systems.split(' ').any(|name| name == system.name())
    }

    /// The wrong order of moves, if the mistake is an order of moves.
    pub(super) fn order(self) -> Option<MoveOrder> {
        self.name().strip_prefix("order:")?.parse().ok()
    }
}
