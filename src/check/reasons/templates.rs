//! The texts of all sentences, with names in braces in place of values.

macro_rules! templates {
    ($($name:ident: $text:literal,)+) => {
        /// The text of a sentence, or a part of it. Each name in braces is replaced by a value. If the name in braces begins
        /// with a capital letter, the value also begins with a capital letter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Template { $($name),+ }

        impl Template {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The text with the names in braces.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }
        }
    };
}

templates! {
    EnterMax: "{Who} is MAX here. The value starts at {value}, so every child improves it. The first child of the node is {first}.",
    EnterMin: "{Who} is MIN here. The value starts at {value}, so every child improves it. The first child of the node is {first}.",
    EnterNodeMax: "{Name} is a MAX node. Its value starts at {value}, so every child improves it. The first child of the node is {first}.",
    EnterNodeMin: "{Name} is a MIN node. Its value starts at {value}, so every child improves it. The first child of the node is {first}.",
    WindowFull: "The root starts with the full window: alpha {alpha}, beta {beta}.",
    WindowOfParent: "The node inherits the bounds of {parent}: alpha {alpha}, beta {beta}.",

    LeafDepth: "Here, {name} is {plies} below the root, at the depth limit. So {name} is a leaf: it has one row, with its evaluation.",
    LeafNoMove: "{Who} has no legal move here, so {name} is a leaf at any depth. In this assignment, the search has no passes.",
    LeafTwoPasses: "Both players have just passed, so this node is a leaf at any depth.",
    LeafFullBoard: "No square is empty, so {name} is a leaf at any depth.",
    LeafWipedOut: "{Absent} has no discs left, so {name} is a leaf at any depth.",
    LeafGiven: "{Name} is a leaf. It has one row, with its value {value} from the tree.",
    ValuePieces: "The value of the leaf is {value}: the discs of {max} (MAX) minus the discs of {min}, {plus} - {minus}.",
    ValueSum: "The value of the leaf is {value}. For each term, subtract the count of {min} from the count of {max} (MAX): {terms}.",
    ValueWeights: "The value of the leaf is {value}: the weights under the discs of {max} (MAX) minus the weights under the discs of {min}, {plus} - {minus}.",

    UpdateFirst: "The first child, {child}, has value {child_value}, so the value of this node changes from {before} to {value}.",
    UpdateRises: "Child {child} has value {child_value}. MAX takes the highest value, so the value of this node rises from {before} to {value}.",
    UpdateFalls: "Child {child} has value {child_value}. MIN takes the lowest value, so the value of this node falls from {before} to {value}.",
    UpdateStaysMax: "Child {child} has value {child_value}. MAX takes the highest value, so the value of this node stays {value}.",
    UpdateStaysMin: "Child {child} has value {child_value}. MIN takes the lowest value, so the value of this node stays {value}.",
    AlphaRises: "Alpha rises to {alpha}, beta stays {beta}.",
    BetaFalls: "Beta falls to {beta}, alpha stays {alpha}.",
    WindowStays: "Alpha stays {alpha}, beta stays {beta}.",
    CutWhyMax: "At {parent}, {opponent} can already get {bound} by playing {best} (log row {row}; this is beta). Here {who} gets {value} or more, so {opponent} will not play {instead}, which leads here.",
    CutWhyMin: "At {parent}, {opponent} can already get {bound} by playing {best} (log row {row}; this is alpha). Here {who} holds the value to {value} or less, so {opponent} will not play {instead}, which leads here.",
    CutNarrowed: "Alpha ({alpha}) >= beta ({beta}) is a cut-off, so the row ends in {marker}",
    CutNarrowedUnmarked: "Alpha {alpha} >= beta {beta} is a cut-off",
    CutAsSearchedMax: "{value} >= beta {beta} is a cut-off: alpha stays {alpha}",
    CutAsSearchedMin: "{value} <= alpha {alpha} is a cut-off: beta stays {beta}",
    SkippedNone: ", though no child was left to search.",
    SkippedOne: ", and {moves} is not searched.",
    SkippedMany: ", and {moves} are not searched.",
    GoesOn: "{next} is searched next.",
    IsDone: "No child is left to search: {name} has value {value}.",

    TurnOf: "At {parent}, {who} can play {moves}. The search tries these moves in this order ({order}), so the next node is {name}, not {found}.",
    TurnOfIllegal: "{found} is not a legal move for {who} at {parent}. The legal moves are {moves}, in search order ({order}). The next node is {name}.",
    IllegalOccupied: "{found} is occupied.",
    IllegalOfOpponent: "A disc on {found} would capture discs for {opponent}, but none for {who}.",
    IllegalFlipsNothing: "A disc on {found} captures nothing.",
    TurnOfPass: "{Who} has no legal move at {parent}, so the next node is a pass, one ply deeper.",
    ParentTooEarly: "The file returns to {parent} too early. {Who} can play {moves} there, and {name} is still to be searched.",
    AncestorTooEarly: "The file returns to {ancestor} too early. At {parent}, {who} can play {moves}, and {name} is still to be searched.",
    ClosedAbove: "The row above cut off {child} (alpha >= beta), so {found} must not be searched.",
    RowAfterChild: "The search of {child} has just ended. A node gets a row after each child, so the next row is the one of {name}.",
    RootFirst: "The first row must be the row of the root, from the moment when the search enters the root.",
    DepthColumn: "The root has depth {root_depth}, so {name}, {plies} below it, has depth {depth}.",
    DepthRoot: "The root has depth {depth}.",
    Columns: "{Search} row has {number} fields: {columns}. This row has {count}.",
    NoCutOff: "Alpha ({alpha}) < beta ({beta}), so this is not a cut-off and the row must not end in {marker}.",
    NoCutOffMarker: "This assignment does not mark cut-offs with a word at the end of a row.",
    UnreadableNode: "This is not a log row: {field} is not {root}, {pass} or a square from a1 to h8.",
    UnreadableNodeWithoutPass: "This is not a log row: {field} is not {root} or a square from a1 to h8.",
    UnreadableNumber: "This is not a log row: {field} is not a number.",
    UnreadableLong: "This line is too long to be a log row.",
    EmptyLine: "This line is empty. Log rows follow each other without empty lines.",
    Format: "The content of the row is right, but its format is not: write {expected}, not {found}.",
    InfinityAsNumber: "Write {expected}, not {found}: infinity is a word here, not a large number.",
    FormatSeparators: "The content of the row is right, but only {separator} may separate two fields.",
    Header: "The first line of a log holds the names of the columns.",
    HeaderOfOtherSearch: "These are the columns of {search} log: check the task of your assignment.",
    HeaderMissing: "The first line of a log must contain the column names. In this file the column names are missing: the file starts with the first row.",
    HeaderSurplus: "The column names belong only in the first line of a log.",
    LineEnd: "The text of the line is right, but bytes at its beginning or end differ.",
    Encoding: "The text of the line is right, but the file is {encoding}; expected plain ASCII or UTF-8 with LF or CR LF.",
    LogEnds: "The file ends here, but the search continues.",
    LogEmpty: "The file has no log.",
    SearchOver: "The search is over: all moves at the root ({moves}) have been searched, and the value of the root is {value}.",
    SearchOverLeaf: "The search is over: the root is a leaf, so the log has one row.",
    NoLog: "A greedy task writes only the board, without a log.",

    StepNumber: "Step {number} must start with a line that contains its number.",
    StepPlayer: "On the right board of step {number}, {who} is to move and can play {moves}, so the line must not say `{pass}`.",
    StepTurn: "On the right board of step {number}, {who} is to move and can play {moves}.",
    StepLastTurn: "In step {number}, the last step, this line must name the player whose turn it would be: {who}.",
    StepLastMissing: "The board after the last move is also a step. Step {number}, in which neither player has a legal move, must come before `{end}`.",
    StepPass: "On the right board of step {number}, {who} has no legal move, but {opponent} has one. So the line must end in `{pass}`, and the next step must show the same board.",
    StepOver: "In step {number}, neither player has a legal move. The game is over, so the line must not say `{pass}`.",
    StepEmptyLine: "An empty line must follow each board.",
    GameGoesOn: "The game continues with step {number}.",
    GameEnd: "Neither player has a legal move in step {number}, so `{end}` must follow the board of this step.",
    GameOver: "The game ended with step {number}, in which neither player has a legal move.",
    FileEnds: "The file ends here.",
    BoardOver: "The board is complete: a board has {rows} rows.",
    FirstBoard: "The first board must be the board of the input.",
    SameBoardPass: "{Who} has no legal move and passes: the board stays as it is.",
    SameBoardOver: "Neither player has a legal move: the board stays as it is.",
    Move: "{Who} must play {expected}, which has value {value}.",
    OwnWithoutChildren: "Your first row of {name} shows {found}, the evaluation of its board.",
    OwnAsLeaf: "Your first row of {name} shows {found}, as the row of a leaf does. Check the board of {name}, and that the children of {name} are searched.",
    OwnInfinite: "Your row of {name} shows {found}. No leaf has this value.",
    OwnKeeps: "Your row of {name} after child {child} still shows {found}.",
    OwnTakesChild: "Your row of {name} shows {found}, the value of child {child}.",
    MoveTie: "{Who} must play {expected}, not {found}: both have value {value}, and {expected} comes first in the move order.",
    MoveTieByCutOff: "{Who} must play {expected}, not {found}. The search of {found} was cut off, so its {value} only says that {found} is not better than {expected}. {expected} comes first in the move order.",
    MoveBetterMax: "{Who} must play {expected}, not {found}: {expected} has value {value}, {found} has {found_value}, and MAX takes the highest value.",
    MoveBetterMin: "{Who} must play {expected}, not {found}: {expected} has value {value}, {found} has {found_value}, and MIN takes the lowest value.",
    MoveIllegal: "The file has a new disc on {found}. The move {found} is not legal: it captures nothing.",
    MoveIllegalFlips: "The file has a new disc on {found}, and flips {squares}. The move {found} is not legal: it captures nothing.",
    MoveOccupied: "The file has a new disc on {found}. The move {found} is not legal: the square is occupied.",
    MoveOfOpponent: "In the file, {opponent} plays {found} in this step.",
    MoveFlips: "The move {found} flips {squares}, but in the file the move {found} flips {found_squares}.",
    MoveNone: "In the file, no disc is placed in this step.",
    MoveUnclear: "The board in the file cannot result from a single move. The board in the file differs from the expected board at {squares}.",
    BoardIncomplete: "Expected {rows} rows of {rows} squares here.",
}
