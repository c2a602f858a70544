#!/usr/bin/env python3
"""The assignment's job with classic mistakes in it: a slow, plain reference.

usage: mistakes.py list
       mistakes.py usc2013 MISTAKES TASK DEPTH INPUT MOVES LOG
       mistakes.py usc2014|usc2017a|usc2017 MISTAKES INPUT OUTPUT
MISTAKES is a name of the list, several joined by `+`, or `none`, with which the output is that of the other references.
"""
import sys

ROWS = [[99, -8, 8, 6, 6, 8, -8, 99], [-8, -24, -4, -3, -3, -4, -24, -8], [8, -4, 7, 4, 4, 7, -4, 8], [6, -3, 4, 0, 0, 4, -3, 6]]
DIRECTIONS = {'up-left': (-1, -1), 'up': (-1, 0), 'up-right': (-1, 1), 'left': (0, -1), 'right': (0, 1),
              'down-left': (1, -1), 'down': (1, 0), 'down-right': (1, 1)}
INF = 10 ** 9
SMALLEST = 4.9e-324         # Java's Double.MIN_VALUE, which is not the most negative number
BOTH = ('usc2013', 'usc2014', 'usc2017a', 'usc2017')
OLD, NEW, WIPE = BOTH[:1], BOTH[1:], BOTH[1:3]

# group -> name -> the assignments it can be made in, and what it is
GROUPS = {
    'captures': {
        'column-order': (BOTH, 'moves are listed column by column (a1, a2, ...) and not row by row'),
        'no-diagonals': (BOTH, 'captures only along rows and columns'),
        'first-direction-only': (BOTH, 'turns the discs of the first capturing direction only (up-left, up, up-right, left, right, down-left, down, down-right)'),
        'nearest-disc-only': (BOTH, 'turns only the disc next to the new one in each direction'),
        'last-direction-only': (BOTH, 'turns the discs of the last capturing direction only, in the same order'),
        'duplicate-moves': (BOTH, 'a square is listed once for each direction in which it captures; each child has the full capture'),
        'wraps-around-edges': (BOTH, 'the board is 64 squares in a row: left and right of the edge lies the next or last row'),
        'reverse-order': (BOTH, 'moves are listed and tried from h8 to a1'),
        'no-captures': (BOTH, 'the disc is laid and nothing is turned; which moves are legal is right'),
        'farthest-disc': (BOTH, "a direction that captures goes on to the farthest own disc of the unbroken run of discs and turns every opponent's disc on the way"),
        'last-row-and-column-missed': (BOTH, 'a walk for captures takes row 8 and column h for off the board; the new disc itself may lie there'),
        'index-wraps': (BOTH, 'a walk for captures that leaves the board above or on the left goes on at the opposite edge, as a negative index does in Python; below and on the right it ends'),
        'occupied-squares-playable': (BOTH, "a disc may be laid on the opponent's, too, where it captures; a game that has not ended after 62 steps is broken off"),
        'moves-by-own-discs': (BOTH, 'moves are listed and tried in the order in which walks from the own discs find them: disc by disc from a1 to h8, each in the eight directions'),
        **{f'missing-direction:{d}': (BOTH, f'never captures {d}') for d in DIRECTIONS},
    },
    'evaluation': {
        'other-evaluation': (BOTH, 'weights where pieces are asked for, pieces where weights are'),
        'own-discs-only': (BOTH, "counts max's discs (or weights) and does not take off min's"),
        'evaluation-negated': (BOTH, "from min's side"),
        'evaluation-of-player-to-move': (BOTH, 'from the side of the player to move at the leaf'),
        'weights-repeated': (BOTH, 'rows 5 to 8 of the weights repeat rows 1 to 4 instead of mirroring them'),
        'byte-values': (BOTH, 'values are kept in 8 bits: 128 becomes -128'),
        'win-bonus': (BOTH, 'a leaf where neither player can move is worth 1000 to who has more discs there and -1000 to the other (0 where both have as many), not its evaluation'),
    },
    'search': {
        'ties-to-last': (BOTH, 'of equally good moves at the root the last is played'),
        'ties-to-last-for-max': (OLD, 'of equally good moves at the root black plays the last, white the first'),
        'ties-to-last-for-min': (OLD, 'of equally good moves at the root white plays the last, black the first'),
        'best-move-of-any-node': (BOTH, 'the move to play is kept in one variable for all nodes: played is the last move that was the best so far of any node, with what it captures at the root, if anything'),
        'root-move-from-grandchild': (BOTH, 'the root plays the move below which the best value of a grandchild was seen, the first of equal ones'),
        'depth-plus-one': (BOTH, 'searches one ply deeper'),
        'depth-minus-one': (BOTH, 'searches one ply less deep'),
        'strict-cut-off': (BOTH, 'cuts off only where alpha > beta'),
        'strict-cut-off-for-max': (BOTH, 'max nodes are cut off only where alpha > beta'),
        'strict-cut-off-for-min': (BOTH, 'min nodes are cut off only where alpha > beta'),
        'no-cut-off': (BOTH, 'narrows the window and never cuts off'),
        'cut-off-does-not-stop': (OLD, 'prints CUT-OFF and goes on with the next move, as often as alpha >= beta'),
        'max-cuts-only': (BOTH, 'only max nodes are cut off'),
        'min-cuts-only': (BOTH, 'only min nodes are cut off'),
        'returns-bound-at-cut-off': (BOTH, 'a node that is cut off returns beta (max) or alpha (min) and not its value'),
        'returns-window': (BOTH, 'an inner node returns alpha (max) or beta (min) as its last child left it, and not its value'),
        'alpha-is-last-value': (BOTH, 'alpha (max) or beta (min) is set to the value of the last child, also where an earlier one was better'),
        'pass-sets-bound': (NEW, 'after a pass, alpha (max) or beta (min) is set to the value of the pass, also where it was better'),
        'window-not-handed-down': (BOTH, 'every child is searched with the open window'),
        'alpha-not-handed-down': (BOTH, 'every child is searched with -Infinity for alpha, and the right beta'),
        'beta-not-handed-down': (BOTH, 'every child is searched with Infinity for beta, and the right alpha'),
        'one-bound-handed-down': (BOTH, 'a node hands down its own bound only: max alpha, with Infinity for beta, min beta, with -Infinity for alpha'),
        'bound-is-node-value': (BOTH, "alpha (max) or beta (min) is set to the value of the node, also where the bound from above was better"),
        'window-reset-by-pass': (NEW, "the child after a pass is searched with the open window"),
        'largest-value-played': (OLD, "the root plays the move with the largest value, the first of equal ones, also where white moves; its rows are right"),
        'two-passes-without-a-move': (NEW, "the same counter as passes-counted-globally: a node without a move is a leaf where it is 2 or more"),
        'window-of-last-step': (OLD, "the root's window is not reset between steps: alpha is the highest value of black's steps so far, beta the lowest of white's, the evaluation where a player passed"),
        'bounds-shared': (BOTH, 'alpha and beta are global: what is set in a subtree stays set'),
        'value-starts-at-window': (BOTH, 'the value starts at alpha (max) or beta (min) and not at an infinity'),
        'board-shared': (BOTH, 'the moves of a node are listed on entry and all played on one board, which is never restored (the root gets a copy)'),
        'root-is-min': (BOTH, 'the root minimises, whoever is to move, and the levels alternate from there; colors and evaluation are right'),
        'every-node-max': (BOTH, 'every node maximises, raises alpha and cuts off where alpha >= beta; colors and evaluation are right'),
        'starts-at-smallest-positive': (OLD, "max's value starts at 4.9E-324 (Java's Double.MIN_VALUE)"),
        'both-start-at-smallest': (BOTH, 'the value of min nodes, too, starts at -Infinity'),
        'no-move-keeps-infinity': (BOTH, 'an inner node without a move prints its entry row and returns the infinity it started from'),
        'dead-end-row-keeps-infinity': (OLD, 'a node without a move prints the infinity it started from, and returns its evaluation'),
        'pass-in-search': (OLD, 'a player without a move passes inside the search where the opponent can move'),
        'no-pass-in-search': (NEW, 'a node without a move is a leaf'),
        'second-pass-is-a-leaf': (NEW, 'a node reached by a pass in which there is no move either is a leaf: the second pass is not searched'),
        'leaf-where-nobody-can-move': (NEW, 'a node where neither player can move is a leaf: no pass is searched'),
        'full-board-is-a-leaf': (NEW, 'a node whose board has no empty square is a leaf: the two passes there are not searched'),
        'passes-never-reset': (NEW, 'passes count together though moves lie between them'),
        'pass-costs-no-ply': (NEW, 'a pass does not use up depth, though the Depth column goes on'),
        'wipe-out-goes-on': (WIPE, 'goes on where a color has lost its last disc'),
        'wipe-out-ends': (('usc2017',), 'a node is a leaf where a color has lost its last disc'),
        'max-is-black': (NEW, 'black is max, whoever is to move at the root; values are from the side of the player at the root'),
        'as-in-2013': (NEW, "black is max and values are from black's side, whoever is to move at the root"),
        'player-is-always-black': (NEW, "the line of the player is not used: black moves at the root and is max, and values are from black's side"),
        'pass-at-cut-off-goes-on': (NEW, 'a node at the cut-off that was reached by a pass is searched on, and below it the depth never ends the search'),
        'passes-counted-globally': (NEW, 'one counter of passes for the whole search, set to 0 at a node with moves, never set back on return: a node is a leaf where it is 2 or more'),
        'leaf-after-passed-parent': (NEW, 'only a node without a move whose parent was reached by a pass is a leaf'),
        'greedy-searches-depth': (('usc2014',), 'task 1 searches to the depth of the input'),
    },
    'rows': {
        'no-row-on-entry': (BOTH, 'no row when an inner node is entered'),
        'entry-row-for-leaves': (BOTH, 'a leaf, too, prints an entry row with its infinity before its value'),
        'no-row-after-pass': (NEW, "no row after a pass has returned to its node"),
        'no-row-at-cut-off': (BOTH, 'no row after the child that closes the window'),
        'rows-only-on-change': (BOTH, 'a row after a child only where the value or the window has changed'),
        'row-shows-child': (BOTH, "rows after a child show that child's value, with the right window"),
        'window-row-before-update': (BOTH, 'rows after a child show the new value with the old window'),
        'row-before-update': (BOTH, "rows after a child show the node's value and window from before that child"),
        'no-cut-off-at-last-child': (BOTH, 'a window that closes at the last child is no cut-off: no CUT-OFF in its row (2013), the window after the child (later years)'),
        'cut-off-row-as-searched': (OLD, 'the row of a cut-off shows the window before the child'),
        'cut-off-row-narrowed': (NEW, 'the row of a cut-off shows the window after the child'),
        'root-depth-zero': (OLD, 'the root has depth 0'),
        'root-depth-one': (NEW, 'the root has depth 1'),
        'depth-counts-down': (BOTH, 'the Depth column shows the plies still to go: the cut-off depth at the root, 0 at the cut-off'),
        'names-transposed': (BOTH, 'squares are named by row letter and column digit: c4 for d3'),
        'names-from-zero': (BOTH, 'rows are counted from 0: d2 for d3'),
        'names-from-below': (BOTH, 'rows are counted from the bottom: d6 for d3'),
        'negamax-values': (BOTH, 'rows of min nodes show all values from the side of min: value -v, alpha -beta, beta -alpha'),
        'no-cut-off-marker': (OLD, 'no CUT-OFF at the end of the row'),
    },
    'files': {
        'plays-first-move': (BOTH, 'the search is right, and the first legal move is played'),
        'plays-heaviest-square': (('usc2014',), "task 1 plays the move whose square has the largest weight, the first of equal ones"),
        'plays-by-static-value': (BOTH, "plays the first move after which the evaluation, as it stands, equals the root's value; without one, no disc is laid (later years) or the first move is played (2013)"),
        'board-not-played': (NEW, 'the next board written is the board of the input; the log is right'),
        'log-of-every-step': (OLD, "the searches of later steps are appended to the log"),
        'log-of-every-step-and-pass': (OLD, "the searches of later steps are appended to the log, and of a step in which a player passes the one row of its root"),
        'log-of-every-board': (OLD, "the same, and the one row of the final board, too"),
        'log-of-last-step': (OLD, "the log holds the last step's search"),
        'log-of-second-step': (OLD, "the log holds step 2's search; the first's where step 2 searches nothing (a pass, the end, no such step)"),
        'log-twice': (OLD, 'the whole text of the log stands in the file twice, column names included'),
        'max-is-mover': (OLD, "in the game white, too, plays the move that is best for black"),
        'no-pass-word': (OLD, 'no PASS in the moves file'),
        'pass-word-at-the-end': (OLD, 'PASS at the final board, too, where the player has no move'),
        'passes-written-at-end': (OLD, 'when neither player can move, two more steps are written, a pass of each, and then the final board'),
        'pass-is-no-step': (OLD, 'a step in which a player passes is not written, nor counted'),
        'game-ends-at-first-pass': (OLD, 'the game is over as soon as the player to move has no move'),
        'white-first': (OLD, 'white moves first'),
        'board-after-move': (OLD, "a step shows the board after its move"),
    },
}
MISTAKES = {name: ds for group in GROUPS.values() for name, (ds, _) in group.items()}
GROUP_OF = {name: g for g, group in GROUPS.items() for name in group}
# Sided mistakes: NAME-for-max and NAME-for-min hold at the nodes of one player of the search; NAME-for-black and NAME-for-white hold in
# the searches of one color's steps (captures: for the discs that one color places). These concern a whole search, so they have no node.
WHOLE = {'ties-to-last', 'root-move-from-grandchild', 'best-move-of-any-node', 'depth-plus-one', 'depth-minus-one', 'bounds-shared', 'root-is-min', 'largest-value-played', 'two-passes-without-a-move',
         'every-node-max',
         'passes-never-reset', 'passes-counted-globally', 'max-is-black', 'as-in-2013', 'player-is-always-black', 'greedy-searches-depth', 'window-of-last-step',
         'pass-costs-no-ply', 'pass-at-cut-off-goes-on', 'root-depth-zero', 'root-depth-one', 'both-start-at-smallest', 'starts-at-smallest-positive',
         'max-cuts-only', 'min-cuts-only', 'wipe-out-ends', 'names-transposed', 'names-from-zero', 'names-from-below'}
SIDES = ('-for-max', '-for-min', '-for-black', '-for-white')


def parts(name):
    """the mistake and its side, '' for both sides"""
    side = next((s for s in SIDES if name.endswith(s) and name not in MISTAKES), '')
    return name[:len(name) - len(side)] if side else name, side


def assignments(name):
    """the assignments in which a mistake, sided or not, can be made"""
    base, side = parts(name)
    group, ds = GROUP_OF[base], MISTAKES[base]
    if not side:
        return ds
    if side in ('-for-max', '-for-min'):
        return ds if group in ('search', 'rows') and base not in WHOLE and not base.endswith(SIDES) else ()
    return ds if group in ('captures', 'evaluation', 'search') and not base.endswith(SIDES) and base != 'weights-repeated' else ()


def other(p):
    return 'O' if p == 'X' else 'X'


class Job:
    """weights: (row, column, value) of squares whose weight is wrong."""
    def __init__(self, assignment, mistake='none', weights=()):
        names = set(mistake.split('+')) - {'none'}
        assert all(assignment in assignments(m) for m in names), (assignment, mistake)
        self.all = {m for m in names if not parts(m)[1]}        # on both sides
        self.sided = [parts(m) for m in names if parts(m)[1]]
        self.m, self.mover = self.all, 'X'
        self.assignment, self.task = assignment, 0
        self.w = [r[:] for r in ROWS + (ROWS if 'weights-repeated' in self.m else ROWS[::-1])]
        for row, column, value in weights:
            self.w[row][column] = value

    def at(self, mx=None, placed=None):
        """the mistakes that hold at a node of max or min, or for discs of a color, in a search of the player self.mover"""
        on = {None: (), True: ('-for-max',), False: ('-for-min',)}[mx] + (('-for-black',) if (placed or self.mover) == 'X' else ('-for-white',))
        return self.all | {m for m, side in self.sided if side in on and (placed is None) == (GROUP_OF[m] != 'captures')}

    # ---- board
    def flips(self, b, p, r, c):
        m, o, out, last = self.at(placed=p), other(p), [], []
        if b[r][c] == p or b[r][c] == o and 'occupied-squares-playable' not in m:
            return []
        wraps, low, size = 'wraps-around-edges' in m, -8 if 'index-wraps' in m else 0, 7 if 'last-row-and-column-missed' in m else 8
        for d, (dr, dc) in DIRECTIONS.items():
            if 'missing-direction:' + d in m or 'no-diagonals' in m and dr and dc:
                continue
            line = []
            y, x = r + dr, c + dc
            while True:
                if wraps:
                    y, x = divmod(y * 8 + x, 8)
                if not (low <= y < size and low <= x < size) or b[y][x] != o:
                    break
                line.append((y, x))
                y, x = y + dr, x + dc
            if line and low <= y < size and low <= x < size and b[y][x] == p:
                run = line[:]
                while 'farthest-disc' in m and low <= y < size and low <= x < size and b[y][x] != '*':
                    if b[y][x] == p:
                        line = run[:]       # the opponent's discs up to this own one
                    else:
                        run.append((y, x))
                    y, x = divmod((y + dr) * 8 + x + dc, 8) if wraps else (y + dr, x + dc)
                out += line[:1] if 'nearest-disc-only' in m else line
                if 'first-direction-only' in m:
                    return out
                if 'last-direction-only' in m:
                    last, out = out, []
        return out or last

    def directions(self, b, p, r, c):
        """in how many directions a disc on an empty square captures"""
        n = 0
        for dr, dc in DIRECTIONS.values():
            y, x, k = r + dr, c + dc, 0
            while 0 <= y < 8 and 0 <= x < 8 and b[y][x] == other(p):
                y, x, k = y + dr, x + dc, k + 1
            n += k > 0 and 0 <= y < 8 and 0 <= x < 8 and b[y][x] == p
        return max(n, 1)

    def found_from(self, b, p):
        """the empty squares that walks from the own discs reach over the opponent's"""
        found = []
        for r, c in [(r, c) for r in range(8) for c in range(8) if b[r][c] == p]:
            for dr, dc in DIRECTIONS.values():
                y, x, k = r + dr, c + dc, 0
                while 0 <= y < 8 and 0 <= x < 8 and b[y][x] == other(p):
                    y, x, k = y + dr, x + dc, k + 1
                if k and 0 <= y < 8 and 0 <= x < 8 and b[y][x] == '*':
                    found.append((y, x))
        return found

    def moves(self, b, p):
        M, ms = self.at(placed=p), [(r, c) for r in range(8) for c in range(8) if self.flips(b, p, r, c)]
        if 'duplicate-moves' in M:
            ms = [m for m in ms for _ in range(self.directions(b, p, *m))]
        if 'column-order' in M:
            ms.sort(key=lambda m: (m[1], m[0]))
        if 'moves-by-own-discs' in M:
            found = self.found_from(b, p) + ms
            ms.sort(key=found.index)
        if 'reverse-order' in M:
            ms.reverse()
        return ms

    def play(self, b, p, m, shared=False):
        n = b if shared else [row[:] for row in b]
        for y, x in [] if 'no-captures' in self.at(placed=p) else self.flips(b, p, *m):
            n[y][x] = p
        n[m[0]][m[1]] = p
        return n

    def value(self, b, me, to_move, weights):
        m = self.at()
        if 'other-evaluation' in m:
            weights = not weights
        if 'evaluation-of-player-to-move' in m:
            me = to_move
        v = 0
        for r in range(8):
            for c in range(8):
                w = self.w[r][c] if weights else 1
                if b[r][c] == me:
                    v += w
                elif b[r][c] == other(me) and 'own-discs-only' not in m:
                    v -= w
        if 'win-bonus' in m and not self.moves(b, 'X') and not self.moves(b, 'O'):
            more = sum(row.count(me) - row.count(other(me)) for row in b)
            v = 1000 * ((more > 0) - (more < 0))
        if 'evaluation-negated' in m:
            v = -v
        return (v + 128) % 256 - 128 if 'byte-values' in m else v

    def name(self, m):
        if m is None:
            return 'pass'
        r, c = m[::-1] if 'names-transposed' in self.m else m
        return 'abcdefgh'[c] + str(r if 'names-from-zero' in self.m else 8 - r if 'names-from-below' in self.m else r + 1)

    # ---- search
    def search(self, board, mover, me, limit, prune, weights, log, max_is_mover=False, window=(-INF, INF)):
        """returns the value and the move chosen: 'none' where the root has no child, None for a pass"""
        self.mover = mover
        M, old = self.at(), self.assignment == 'usc2013'
        limit += ('depth-plus-one' in M) - ('depth-minus-one' in M)
        root = (0 if 'root-depth-zero' in M else 1) if old else (1 if 'root-depth-one' in M else 0)
        shared, counter, rows, latest = list(window), [0], [0], ['none']
        grandchildren, path, root_is_max = [], [], []
        if 'as-in-2013' in M:
            me = 'X'

        def spelled(v):
            return 'Infinity' if v >= INF else '-Infinity' if v <= -INF else '4.9E-324' if v == SMALLEST else '-4.9E-324' if v == -SMALLEST else f'{v:.1f}' if old else str(v)

        def row(nm, ply, v, al, be, mx, cut=False):
            rows[0] += 1
            if rows[0] > 200_000:
                raise RuntimeError('searches for ever')
            if log is not None:
                N = self.at(mx)
                if 'negamax-values' in N and not mx:
                    v, al, be = -v, -be, -al
                cells = [nm, str(limit - ply if 'depth-counts-down' in N else ply + root), spelled(v)] + ([spelled(al), spelled(be)] if prune else [])
                log.append((' ' if old else ',').join(cells) + (' CUT-OFF' if cut and old and 'no-cut-off-marker' not in N else ''))

        def go(b, p, nm, ply, al, be, passes, free, parent_passed):
            M, ms = self.at(), self.moves(b, p)
            if max_is_mover:
                mx = ply % 2 == 0
            else:
                mx = p == 'X' if old or M & {'max-is-black', 'as-in-2013'} else p == me
            if 'root-is-min' in M:
                mx = ply % 2 == 1
            if 'every-node-max' in M:
                mx = True
            M = self.at(mx)
            root_is_max.append(mx)
            if old:
                over = not ms and not ('pass-in-search' in M and self.moves(b, other(p)))
            else:
                over = passes >= 2
                if 'no-pass-in-search' in M:
                    over = not ms
                elif 'second-pass-is-a-leaf' in M:
                    over = not ms and passes >= 1
                elif 'leaf-after-passed-parent' in M:
                    over = not ms and parent_passed
                elif 'two-passes-without-a-move' in M:
                    over = counter[0] >= 2 and not ms
                elif 'passes-counted-globally' in M:
                    over = counter[0] >= 2
                elif 'leaf-where-nobody-can-move' in M:
                    over = over or not ms and not self.moves(b, other(p))
                text = ''.join(map(''.join, b))
                wipe_out = (self.assignment in ('usc2014', 'usc2017a')) != bool(M & {'wipe-out-goes-on', 'wipe-out-ends'})
                over = over or wipe_out and ('X' not in text or 'O' not in text)
                over = over or 'full-board-is-a-leaf' in M and '*' not in text
            v, best = (-INF if mx or 'both-start-at-smallest' in M else INF), 'none'
            if 'starts-at-smallest-positive' in M and mx:
                v = SMALLEST
            if 'bounds-shared' in M:
                al, be = shared
            if 'value-starts-at-window' in M and prune:
                v = al if mx else be
            at_cut_off = ply == limit and nm != 'pass' if 'pass-at-cut-off-goes-on' in M else ply >= limit + free
            if not at_cut_off and not ms and 'no-move-keeps-infinity' in M and passes < 2:
                row(nm, ply, v, al, be, mx)
                return v, 'none'
            if at_cut_off or over:
                if 'entry-row-for-leaves' in M:
                    row(nm, ply, v, al, be, mx)
                infinity, v = v, self.value(b, me, p, weights)
                row(nm, ply, infinity if 'dead-end-row-keeps-infinity' in M and not at_cut_off else v, al, be, mx)
                return v, 'none'
            counter[0] = 0 if ms else counter[0] + 1
            if 'no-row-on-entry' not in M:
                row(nm, ply, v, al, be, mx)
            for k, m in enumerate(ms or [None], 1):
                child = b if m is None else self.play(b, p, m, 'board-shared' in M)
                n = passes + 1 if m is None else passes if 'passes-never-reset' in M else 0
                f = free + (m is None and 'pass-costs-no-ply' in M)
                own = 'one-bound-handed-down' in M
                full = 'window-reset-by-pass' in M and m is None
                a2 = -INF if full or M & {'window-not-handed-down', 'alpha-not-handed-down'} or own and not mx else al
                b2 = INF if full or M & {'window-not-handed-down', 'beta-not-handed-down'} or own and mx else be
                path[ply:] = [m]
                cv, _ = go(child, other(p), self.name(m), ply + 1, a2, b2, n, f, nm == 'pass')
                if 'bounds-shared' in M:
                    al, be = shared
                was = v, al, be
                if ply == 1:
                    grandchildren.append((cv, path[0]))
                to_last = M & {'ties-to-last', 'ties-to-last-for-max' if mx else 'ties-to-last-for-min'}
                better = cv > v if mx else cv < v
                if 'largest-value-played' in M and ply == 0:
                    better = best == 'none' or cv > top
                    top = cv if better else top
                if best == 'none' or better or to_last and cv == v:
                    best = latest[0] = m
                v = max(v, cv) if mx else min(v, cv)
                before = al, be
                shown = cv if 'row-shows-child' in M else was[0] if 'row-before-update' in M else v
                as_before = M & {'window-row-before-update', 'row-before-update'}
                cut = False
                if prune:
                    if 'bound-is-node-value' in M:
                        al, be = (v, be) if mx else (al, v)
                    elif 'alpha-is-last-value' in M or m is None and 'pass-sets-bound' in M:
                        al, be = (cv, be) if mx else (al, cv)
                    else:
                        al, be = (max(al, v), be) if mx else (al, min(be, v))
                    shared[:] = al, be
                    cut = al > be if M & {'strict-cut-off', 'strict-cut-off-for-max' if mx else 'strict-cut-off-for-min'} else al >= be
                    if 'no-cut-off' in M or 'max-cuts-only' in M and not mx or 'min-cuts-only' in M and mx:
                        cut = False
                    if 'no-cut-off-at-last-child' in M and k >= len(ms):
                        cut = False
                if cut:
                    narrowed = old != bool(M & {'cut-off-row-as-searched', 'cut-off-row-narrowed'}) and not as_before
                    if 'no-row-at-cut-off' not in M and not ('no-row-after-pass' in M and m is None):
                        row(nm, ply, shown, *((al, be) if narrowed else before), mx, cut=True)
                    if 'cut-off-does-not-stop' in M:
                        continue
                    if 'returns-bound-at-cut-off' in M:
                        return before[1] if mx else before[0], best
                    return (al if mx else be) if 'returns-window' in M else v, best
                if 'no-row-after-pass' in M and m is None:
                    continue
                if 'rows-only-on-change' not in M or (v, al, be) != was:
                    row(nm, ply, shown, *(before if as_before else (al, be)), mx)
            return (al if mx else be) if 'returns-window' in M and prune else v, best

        value, best = go([r[:] for r in board], mover, 'root', 0, *window, 0, 0, False)
        if best != 'none' and 'best-move-of-any-node' in M:
            best = latest[0]
        if grandchildren and 'root-move-from-grandchild' in M:
            best = (max if root_is_max[0] else min)(grandchildren, key=lambda g: g[0])[1]
        ms = self.moves(board, mover)
        if best not in ('none', None) and 'plays-first-move' in M:
            best = ms[0]
        if best not in ('none', None) and 'plays-heaviest-square' in M and self.task == 1:
            best = max(ms, key=lambda m: self.w[m[0]][m[1]])
        if best not in ('none', None) and 'plays-by-static-value' in M:
            best = next((m for m in ms if self.value(self.play(board, mover, m), me, other(mover), weights) == value), 'none')
        return value, best

    # ---- the two kinds of job
    def batch(self, task, depth, rows):
        """moves file and log, as lists of lines"""
        M = self.m
        b, p, step, first, window = [list(r) for r in rows], 'O' if 'white-first' in M else 'X', 1, True, [-INF, INF]
        passes_at_end = 2 if 'passes-written-at-end' in M else 0
        header = ['Node,Depth,Value' if task == 1 else 'Node,Depth,Value,Alpha,Beta']
        log, out = header[:], []
        while True:
            mine, theirs = self.moves(b, p), self.moves(b, other(p))
            over = not mine and (not theirs or 'game-ends-at-first-pass' in M)
            if over and passes_at_end:
                over, passes_at_end = False, passes_at_end - 1
            over = over or 'occupied-squares-playable' in M and step > 62
            passes = not mine and (not over or 'pass-word-at-the-end' in M)
            written = not ('pass-is-no-step' in M and not mine and not over)
            if written:
                out += [f'STEP = {step}', {'X': 'BLACK', 'O': 'WHITE'}[p] + (' PASS' if passes and 'no-pass-word' not in M else '')]
                out += [''.join(r) for r in b] + ['']
            m = None
            logged = first or mine and not over or 'log-of-every-step-and-pass' in M and not over or 'log-of-every-board' in M
            if logged or 'window-of-last-step' in M:
                every = logged and M & {'log-of-every-step', 'log-of-every-step-and-pass', 'log-of-every-board'}
                last, second = logged and 'log-of-last-step' in M, logged and 'log-of-second-step' in M and step == 2 and not first
                if last or second:
                    log = header[:]
                v, m = self.search(b, p, 'X', depth, task > 1, task == 3, log if first or every or last or second else None, 'max-is-mover' in M and p == 'O', window)
                if 'window-of-last-step' in M:
                    window = [max(window[0], v), window[1]] if p == 'X' else [window[0], min(window[1], v)]
            if over:
                break
            if mine:
                # where the search had nothing to choose by: the first move
                b = self.play(b, p, mine[0] if m in ('none', None) else m)
            if 'board-after-move' in M and written:
                out[-9:-1] = [''.join(r) for r in b]
            p, step, first = other(p), step + written, False
        return out + ['Game End'], log * 2 if 'log-twice' in M else log

    def asked(self, text):
        """task, player, depth and board of an input of the later years"""
        tok = text.split()
        task, tok = (int(tok[0]), tok[1:]) if self.assignment == 'usc2014' else (3, tok)
        return task, 'X' if 'player-is-always-black' in self.m else tok[0], int(tok[1]), [list(r) for r in tok[2:10]]

    def one_search(self, text):
        """the output file of the later years, as a list of lines"""
        task, me, limit, b = self.asked(text)
        self.task = task
        log = []
        m = self.search(b, me, me, 1 if task == 1 and 'greedy-searches-depth' not in self.m else limit, task == 3, True, log)[1]
        board = [''.join(r) for r in (b if m in ('none', None) or 'board-not-played' in self.m else self.play(b, me, m))]
        return board + ([] if task == 1 else ['Node,Depth,Value' + (',Alpha,Beta' if task == 3 else '')] + log)


if __name__ == '__main__':
    sys.setrecursionlimit(10000)
    if sys.argv[1:] == ['list']:
        for g, group in GROUPS.items():
            for k, (ds, what) in group.items():
                print(f'{g:10} {k:30} {" ".join(ds):34} {what}')
    elif sys.argv[1] == 'usc2013':
        _, _, mistake, t, d, i, mo, lo = sys.argv
        m, l = Job('usc2013', mistake).batch(int(t), int(d), [x.strip() for x in open(i) if x.strip()])
        open(mo, 'w').write('\n'.join(m) + '\n')
        open(lo, 'w').write('\n'.join(l) + '\n')
    else:
        _, assignment, mistake, i, o = sys.argv
        open(o, 'w').write('\n'.join(Job(assignment, mistake).one_search(open(i).read())))
