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

# group -> name -> the dialects it can be made in, and what it is
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
        **{f'missing-direction:{d}': (BOTH, f'never captures {d}') for d in DIRECTIONS},
    },
    'evaluation': {
        'other-evaluation': (BOTH, 'weights where pieces are asked for, pieces where weights are'),
        'own-discs-only': (BOTH, "counts max's discs (or weights) and does not take off min's"),
        'evaluation-negated': (BOTH, "from min's side"),
        'evaluation-of-player-to-move': (BOTH, 'from the side of the player to move at the leaf'),
        'weights-repeated': (BOTH, 'rows 5 to 8 of the weights repeat rows 1 to 4 instead of mirroring them'),
    },
    'search': {
        'ties-to-last': (BOTH, 'of equally good moves at the root the last is played'),
        'depth-plus-one': (BOTH, 'searches one ply deeper'),
        'depth-minus-one': (BOTH, 'searches one ply less deep'),
        'strict-cut-off': (BOTH, 'cuts off only where alpha > beta'),
        'no-cut-off': (BOTH, 'narrows the window and never cuts off'),
        'max-cuts-only': (BOTH, 'only max nodes are cut off'),
        'min-cuts-only': (BOTH, 'only min nodes are cut off'),
        'returns-bound-at-cut-off': (BOTH, 'a node that is cut off returns beta (max) or alpha (min) and not its value'),
        'window-not-handed-down': (BOTH, 'every child is searched with the open window'),
        'alpha-not-handed-down': (BOTH, 'every child is searched with -Infinity for alpha, and the right beta'),
        'beta-not-handed-down': (BOTH, 'every child is searched with Infinity for beta, and the right alpha'),
        'bounds-shared': (BOTH, 'alpha and beta are global: what is set in a subtree stays set'),
        'value-starts-at-window': (BOTH, 'the value starts at alpha (max) or beta (min) and not at an infinity'),
        'board-shared': (BOTH, 'the moves of a node are listed on entry and all played on one board, which is never restored (the root gets a copy)'),
        'root-is-min': (BOTH, 'the root minimises, whoever is to move, and the levels alternate from there; colours and evaluation are right'),
        'every-node-max': (BOTH, 'every node maximises, raises alpha and cuts off where alpha >= beta; colours and evaluation are right'),
        'starts-at-smallest-positive': (OLD, "max's value starts at 4.9E-324 (Java's Double.MIN_VALUE)"),
        'no-move-keeps-infinity': (BOTH, 'an inner node without a move prints its entry row and returns the infinity it started from'),
        'dead-end-row-keeps-infinity': (OLD, 'a node without a move prints the infinity it started from, and returns its evaluation'),
        'pass-in-search': (OLD, 'a player without a move passes inside the search where the opponent can move'),
        'no-pass-in-search': (NEW, 'a node without a move is a leaf'),
        'second-pass-is-a-leaf': (NEW, 'a node reached by a pass in which there is no move either is a leaf: the second pass is not searched'),
        'leaf-where-nobody-can-move': (NEW, 'a node where neither player can move is a leaf: no pass is searched'),
        'full-board-is-a-leaf': (NEW, 'a node whose board has no empty square is a leaf: the two passes there are not searched'),
        'passes-never-reset': (NEW, 'passes count together though moves lie between them'),
        'pass-costs-no-ply': (NEW, 'a pass does not use up depth, though the Depth column goes on'),
        'wipe-out-goes-on': (WIPE, 'goes on where a colour has lost its last disc'),
        'wipe-out-ends': (('usc2017',), 'a node is a leaf where a colour has lost its last disc'),
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
        'plays-by-static-value': (BOTH, "plays the first move after which the evaluation, as it stands, equals the root's value; without one, no disc is laid (later years) or the first move is played (2013)"),
        'board-not-played': (NEW, 'the next board written is the board of the input; the log is right'),
        'log-of-every-step': (OLD, "the searches of later steps are appended to the log"),
        'log-of-last-step': (OLD, "the log holds the last step's search"),
        'log-of-second-step': (OLD, "the log holds step 2's search; the first's where step 2 searches nothing (a pass, the end, no such step)"),
        'log-twice': (OLD, 'the whole text of the log stands in the file twice, column names included'),
        'max-is-mover': (OLD, "in the game white, too, plays the move that is best for black"),
        'no-pass-word': (OLD, 'no PASS in the moves file'),
        'pass-word-at-the-end': (OLD, 'PASS at the final board, too, where the player has no move'),
        'pass-is-no-step': (OLD, 'a step in which a player passes is not written, nor counted'),
        'game-ends-at-first-pass': (OLD, 'the game is over as soon as the player to move has no move'),
    },
}
MISTAKES = {name: ds for group in GROUPS.values() for name, (ds, _) in group.items()}
GROUP_OF = {name: g for g, group in GROUPS.items() for name in group}


def other(p):
    return 'O' if p == 'X' else 'X'


class Job:
    """weights: (row, column, value) of squares whose weight is wrong."""
    def __init__(self, dialect, mistake='none', weights=()):
        self.m = set(mistake.split('+')) - {'none'}
        assert all(dialect in MISTAKES[m] for m in self.m), (dialect, mistake)
        self.dialect = dialect
        self.w = [r[:] for r in ROWS + (ROWS if 'weights-repeated' in self.m else ROWS[::-1])]
        for row, column, value in weights:
            self.w[row][column] = value

    # ---- board
    def flips(self, b, p, r, c):
        if b[r][c] != '*':
            return []
        m, o, out, last = self.m, other(p), [], []
        wraps, size = 'wraps-around-edges' in m, 7 if 'last-row-and-column-missed' in m else 8
        for d, (dr, dc) in DIRECTIONS.items():
            if 'missing-direction:' + d in m or 'no-diagonals' in m and dr and dc:
                continue
            line = []
            y, x = r + dr, c + dc
            while True:
                if wraps:
                    y, x = divmod(y * 8 + x, 8)
                if not (0 <= y < size and 0 <= x < size) or b[y][x] != o:
                    break
                line.append((y, x))
                y, x = y + dr, x + dc
            if line and 0 <= y < size and 0 <= x < size and b[y][x] == p:
                run = line[:]
                while 'farthest-disc' in m and 0 <= y < size and 0 <= x < size and b[y][x] != '*':
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

    def moves(self, b, p):
        ms = [(r, c) for r in range(8) for c in range(8) if self.flips(b, p, r, c)]
        if 'duplicate-moves' in self.m:
            ms = [m for m in ms for _ in range(self.directions(b, p, *m))]
        if 'column-order' in self.m:
            ms.sort(key=lambda m: (m[1], m[0]))
        if 'reverse-order' in self.m:
            ms.reverse()
        return ms

    def play(self, b, p, m, shared=False):
        n = b if shared else [row[:] for row in b]
        for y, x in [] if 'no-captures' in self.m else self.flips(b, p, *m):
            n[y][x] = p
        n[m[0]][m[1]] = p
        return n

    def value(self, b, me, to_move, weights):
        m = self.m
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
        return -v if 'evaluation-negated' in m else v

    def name(self, m):
        if m is None:
            return 'pass'
        r, c = m[::-1] if 'names-transposed' in self.m else m
        return 'abcdefgh'[c] + str(r if 'names-from-zero' in self.m else 8 - r if 'names-from-below' in self.m else r + 1)

    # ---- search
    def search(self, board, mover, me, limit, prune, weights, log, max_is_mover=False):
        """returns the value and the move chosen: 'none' where the root has no child, None for a pass"""
        M, old = self.m, self.dialect == 'usc2013'
        wipe_out = (self.dialect in ('usc2014', 'usc2017a')) != bool(M & {'wipe-out-goes-on', 'wipe-out-ends'})
        limit += ('depth-plus-one' in M) - ('depth-minus-one' in M)
        root = (0 if 'root-depth-zero' in M else 1) if old else (1 if 'root-depth-one' in M else 0)
        shared, counter, rows = [-INF, INF], [0], [0]
        if 'as-in-2013' in M:
            me = 'X'

        def spelled(v):
            return 'Infinity' if v >= INF else '-Infinity' if v <= -INF else '4.9E-324' if v == SMALLEST else '-4.9E-324' if v == -SMALLEST else f'{v:.1f}' if old else str(v)

        def row(nm, ply, v, al, be, mx, cut=False):
            rows[0] += 1
            if rows[0] > 200_000:
                raise RuntimeError('searches for ever')
            if log is not None:
                if 'negamax-values' in M and not mx:
                    v, al, be = -v, -be, -al
                cells = [nm, str(limit - ply if 'depth-counts-down' in M else ply + root), spelled(v)] + ([spelled(al), spelled(be)] if prune else [])
                log.append((' ' if old else ',').join(cells) + (' CUT-OFF' if cut and old and 'no-cut-off-marker' not in M else ''))

        def go(b, p, nm, ply, al, be, passes, free, parent_passed):
            ms = self.moves(b, p)
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
                elif 'passes-counted-globally' in M:
                    over = counter[0] >= 2
                elif 'leaf-where-nobody-can-move' in M:
                    over = over or not ms and not self.moves(b, other(p))
                text = ''.join(map(''.join, b))
                over = over or wipe_out and ('X' not in text or 'O' not in text)
                over = over or 'full-board-is-a-leaf' in M and '*' not in text
            if max_is_mover:
                mx = ply % 2 == 0
            else:
                mx = p == 'X' if old or M & {'max-is-black', 'as-in-2013'} else p == me
            if 'root-is-min' in M:
                mx = ply % 2 == 1
            if 'every-node-max' in M:
                mx = True
            v, best = (-INF if mx else INF), 'none'
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
                a2 = -INF if M & {'window-not-handed-down', 'alpha-not-handed-down'} else al
                b2 = INF if M & {'window-not-handed-down', 'beta-not-handed-down'} else be
                cv, _ = go(child, other(p), self.name(m), ply + 1, a2, b2, n, f, nm == 'pass')
                if 'bounds-shared' in M:
                    al, be = shared
                was = v, al, be
                if best == 'none' or (cv > v if mx else cv < v) or 'ties-to-last' in M and cv == v:
                    best = m
                v = max(v, cv) if mx else min(v, cv)
                before = al, be
                shown = cv if 'row-shows-child' in M else was[0] if 'row-before-update' in M else v
                as_before = M & {'window-row-before-update', 'row-before-update'}
                cut = False
                if prune:
                    al, be = (max(al, v), be) if mx else (al, min(be, v))
                    shared[:] = al, be
                    cut = al > be if 'strict-cut-off' in M else al >= be
                    if 'no-cut-off' in M or 'max-cuts-only' in M and not mx or 'min-cuts-only' in M and mx:
                        cut = False
                    if 'no-cut-off-at-last-child' in M and k >= len(ms):
                        cut = False
                if cut:
                    narrowed = old != bool(M & {'cut-off-row-as-searched', 'cut-off-row-narrowed'}) and not as_before
                    if 'no-row-at-cut-off' not in M:
                        row(nm, ply, shown, *((al, be) if narrowed else before), mx, cut=True)
                    return (before[1] if mx else before[0]) if 'returns-bound-at-cut-off' in M else v, best
                if 'rows-only-on-change' not in M or (v, al, be) != was:
                    row(nm, ply, shown, *(before if as_before else (al, be)), mx)
            return v, best

        value, best = go([r[:] for r in board], mover, 'root', 0, -INF, INF, 0, 0, False)
        ms = self.moves(board, mover)
        if best not in ('none', None) and 'plays-first-move' in M:
            best = ms[0]
        if best not in ('none', None) and 'plays-by-static-value' in M:
            best = next((m for m in ms if self.value(self.play(board, mover, m), me, other(mover), weights) == value), 'none')
        return value, best

    # ---- the two kinds of job
    def batch(self, task, depth, rows):
        """moves file and log, as lists of lines"""
        M = self.m
        b, p, step, first = [list(r) for r in rows], 'X', 1, True
        header = ['Node,Depth,Value' if task == 1 else 'Node,Depth,Value,Alpha,Beta']
        log, out = header[:], []
        while True:
            mine, theirs = self.moves(b, p), self.moves(b, other(p))
            over = not mine and (not theirs or 'game-ends-at-first-pass' in M)
            passes = not mine and (not over or 'pass-word-at-the-end' in M)
            written = not ('pass-is-no-step' in M and not mine and not over)
            if written:
                out += [f'STEP = {step}', {'X': 'BLACK', 'O': 'WHITE'}[p] + (' PASS' if passes and 'no-pass-word' not in M else '')]
                out += [''.join(r) for r in b] + ['']
            m = None
            if first or mine and not over:
                every, last = 'log-of-every-step' in M, 'log-of-last-step' in M
                second = 'log-of-second-step' in M and step == 2 and not first
                if last or second:
                    log = header[:]
                m = self.search(b, p, 'X', depth, task > 1, task == 3, log if first or every or last or second else None, 'max-is-mover' in M and p == 'O')[1]
            if over:
                break
            if mine:
                # where the search had nothing to choose by: the first move
                b = self.play(b, p, mine[0] if m in ('none', None) else m)
            p, step, first = other(p), step + written, False
        return out + ['Game End'], log * 2 if 'log-twice' in M else log

    def asked(self, text):
        """task, player, depth and board of an input of the later years"""
        tok = text.split()
        task, tok = (int(tok[0]), tok[1:]) if self.dialect == 'usc2014' else (3, tok)
        return task, 'X' if 'player-is-always-black' in self.m else tok[0], int(tok[1]), [list(r) for r in tok[2:10]]

    def one_search(self, text):
        """the output file of the later years, as a list of lines"""
        task, me, limit, b = self.asked(text)
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
        _, dialect, mistake, i, o = sys.argv
        open(o, 'w').write('\n'.join(Job(dialect, mistake).one_search(open(i).read())))
