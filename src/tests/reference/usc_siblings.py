#!/usr/bin/env python3
"""Slow, plain oracle for the comma-separated traverse logs (USC CSCI 561 F2014 HW2 and S2017 HW1).

usage: usc_siblings.py ASSIGNMENT INPUT [OUTPUT]
ASSIGNMENT: 2014   task line first; a side without discs ends the game; two passes in a row end it
         2017a  (first S2017 release) same search as 2014, alpha-beta only, no task line
         2017   (S2017 "Updated" samples) only two passes in a row end the game
Facts only come from the handouts and the published example files.
"""
import sys
W = [[99, -8, 8, 6, 6, 8, -8, 99], [-8, -24, -4, -3, -3, -4, -24, -8],
     [8, -4, 7, 4, 4, 7, -4, 8], [6, -3, 4, 0, 0, 4, -3, 6]]
W = W + W[::-1]
DIRS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
INF = 10 ** 9


def other(p):
    return 'O' if p == 'X' else 'X'


def flips(b, p, r, c):
    if b[r][c] != '*':
        return []
    o = other(p)
    out = []
    for dr, dc in DIRS:
        line = []
        y, x = r + dr, c + dc
        while 0 <= y < 8 and 0 <= x < 8 and b[y][x] == o:
            line.append((y, x))
            y += dr
            x += dc
        if line and 0 <= y < 8 and 0 <= x < 8 and b[y][x] == p:
            out += line
    return out


def moves(b, p):
    return [(r, c) for r in range(8) for c in range(8) if flips(b, p, r, c)]


def play(b, p, m):
    n = [row[:] for row in b]
    for y, x in flips(b, p, *m):
        n[y][x] = p
    n[m[0]][m[1]] = p
    return n


def ev(b, me):
    s = 0
    for r in range(8):
        for c in range(8):
            if b[r][c] == me:
                s += W[r][c]
            elif b[r][c] == other(me):
                s -= W[r][c]
    return s


def fmt(v):
    return 'Infinity' if v >= INF else '-Infinity' if v <= -INF else str(v)


def name(m):
    return 'pass' if m is None else 'abcdefgh'[m[1]] + str(m[0] + 1)


def absent(b):
    t = ''.join(map(''.join, b))
    return 'X' not in t or 'O' not in t


class Search:
    def __init__(self, assignment, prune, limit, me):
        self.wipeout = assignment in ('2014', '2017a')
        self.prune, self.limit, self.me, self.log = prune, limit, me, []

    def row(self, nm, d, v, al, be):
        s = f'{nm},{d},{fmt(v)}'
        if self.prune:
            s += f',{fmt(al)},{fmt(be)}'
        self.log.append(s)

    def go(self, b, p, nm, d, al, be, passes):
        """returns value, chosen move ('none' where there was no child, None for a pass)"""
        ms = moves(b, p)
        if d == self.limit or (self.wipeout and absent(b)) or passes >= 2:
            v = ev(b, self.me)
            self.row(nm, d, v, al, be)
            return v, 'none'
        mx = d % 2 == 0
        v = -INF if mx else INF
        best = 'none'
        self.row(nm, d, v, al, be)
        for m in ms or [None]:
            child = b if m is None else play(b, p, m)
            cv, _ = self.go(child, other(p), name(m), d + 1, al, be, passes + 1 if m is None else 0)
            if (cv > v) if mx else (cv < v):
                v, best = cv, m
            if self.prune:
                if (v >= be) if mx else (v <= al):
                    self.row(nm, d, v, al, be)      # cut: own bound NOT updated
                    break
                if mx:
                    al = max(al, v)
                else:
                    be = min(be, v)
            self.row(nm, d, v, al, be)
        return v, best


def run(assignment, text):
    tok = text.split()
    if assignment == '2014':
        task, tok = int(tok[0]), tok[1:]
    else:
        task = 3
    me, limit, rows = tok[0], int(tok[1]), tok[2:10]
    b = [list(r) for r in rows]
    s = Search(assignment, task == 3, 1 if task == 1 else limit, me)
    v, m = s.go(b, me, 'root', 0, -INF, INF, 0)
    nb = b if m in ('none', None) else play(b, me, m)
    out = [''.join(r) for r in nb]
    if task == 2:
        out += ['Node,Depth,Value'] + s.log
    elif task == 3:
        out += ['Node,Depth,Value,Alpha,Beta'] + s.log
    return out


if __name__ == '__main__':
    out = '\n'.join(run(sys.argv[1], open(sys.argv[2]).read()))
    if len(sys.argv) > 3:
        open(sys.argv[3], 'w').write(out)
    else:
        print(out)
