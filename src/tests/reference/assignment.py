#!/usr/bin/env python3
"""An assignment described by a file: a slow, plain reference.

usage: assignment.py FILE.toml TASK DEPTH INPUT MOVES LOG      where the assignment plays a game
       assignment.py FILE.toml TASK DEPTH INPUT OUTPUT         where it finds the next board
TASK and DEPTH are `-` where the input gives them.
"""
import copy
import os
import sys
import tomllib

import evaluation

INF = 10 ** 12
GAME = {
    'title': 'USC CSCI 561, autumn 2013', 'output': 'game',
    'input': {'size': 8, 'heading': [], 'squares': '*XO'},
    'search': {'max': 'black', 'no_move': 'leaf', 'wipe_out': 'goes-on', 'full_board': 'goes-on', 'order': 'rows', 'first': 'a1'},
    'tasks': {'1': {'algorithm': 'minimax', 'evaluation': 'pieces'}, '2': {'algorithm': 'alphabeta', 'evaluation': 'pieces'},
              '3': {'algorithm': 'alphabeta', 'evaluation': 'weights'}},
    'weights': evaluation.WEIGHTS,
    'log': {'columns': ['node', 'depth', 'value', 'alpha', 'beta'], 'header': 'Node,Depth,Value,Alpha,Beta', 'header_separator': ',', 'separator': ' ', 'decimals': 1, 'infinity': 'Infinity', 'root': 'root', 'pass': 'pass',
            'root_depth': 1, 'cut_window': 'narrowed', 'cut_marker': ' CUT-OFF', 'last_line_end': True},
    'moves': {'step': 'STEP = {}', 'black': 'BLACK', 'white': 'WHITE', 'pass': ' PASS', 'end': 'Game End'},
}
NEXT = copy.deepcopy(GAME)
NEXT |= {'title': 'USC CSCI 561, autumn 2014', 'output': 'next'}
NEXT['input']['heading'] = ['task', 'player', 'depth']
NEXT['search'] |= {'max': 'player', 'no_move': 'pass', 'wipe_out': 'ends'}
NEXT['tasks'] = {'1': {'algorithm': 'greedy', 'evaluation': 'weights'}, '2': {'algorithm': 'minimax', 'evaluation': 'weights'},
                 '3': {'algorithm': 'alphabeta', 'evaluation': 'weights'}}
NEXT['log'] |= {'separator': ',', 'decimals': 0, 'root_depth': 0, 'cut_window': 'as-searched', 'cut_marker': '', 'last_line_end': False}
EARLY = copy.deepcopy(NEXT)
EARLY['title'] = 'USC CSCI 561, spring 2017, as first released'
EARLY['input']['heading'] = ['player', 'depth']
EARLY['tasks'] = {'3': NEXT['tasks']['3']}
LATE = copy.deepcopy(EARLY)
LATE['title'] = 'USC CSCI 561, spring 2017, with the updated samples'
LATE['search']['wipe_out'] = 'goes-on'
BUILT_IN = {'usc2013': GAME, 'usc2014': NEXT, 'usc2017a': EARLY, 'usc2017': LATE}


def merged(base, change):
    out = dict(base)
    for key, value in change.items():
        whole = key == 'tasks' or not isinstance(value, dict)
        out[key] = value if whole else merged(base[key], value)
    return out


def load(text, path='', above=()):
    """the assignment of a file's text; path: where the file lies, above: the files that led to it by their `like`"""
    given = tomllib.loads(text)
    like = given.pop('like', 'usc2013')
    given.pop('name', None)
    if not (like.endswith('.toml') or '/' in like):
        return sized(merged(BUILT_IN[like], given), given)
    above = [*above, os.path.realpath(path)]
    path = os.path.join(os.path.dirname(path), like)
    if os.path.realpath(path) in above:
        raise ValueError(f'{like}: a circle')
    with open(path) as f:
        return sized(merged(load(f.read(), path, above), given), given)


def sized(a, given):
    """the assignment a of a file that gives so much itself; ValueError with the key at which it is refused for its size"""
    n = a['input']['size']
    if type(n) is not int or not 4 <= n <= 8:
        raise ValueError(f'size: {n}, not a whole number from 4 to 8')
    if [len(row) for row in a['weights']] == [n] * n:
        return a
    if 'weights' in given:
        raise ValueError(f'weights: not {n} rows of {n}')
    uses = [k for k, t in a['tasks'].items() if 'weights' in [name for _, name in evaluation.parse(t['evaluation'])]]
    if uses:
        raise ValueError(('size' if 'size' in given.get('input', {}) else 'evaluation') + f': task {uses[0]} needs {n} rows of {n} weights')
    return a


class Search:
    def __init__(self, a, task, depth, player):
        t = a['tasks'][str(task)]
        self.a, self.prune, self.greedy = a, t['algorithm'] == 'alphabeta', t['algorithm'] == 'greedy'
        self.limit = 1 if self.greedy else depth
        self.expression, self.rows = t['evaluation'], []
        self.max = {'black': 'X', 'white': 'O', 'player': player}[a['search']['max']]

    def worth(self, board):
        return evaluation.evaluate(self.expression, board, self.max, self.a['weights'])

    def number(self, v):
        log = self.a['log']
        if abs(v) >= INF:
            return ('-' if v < 0 else '') + log['infinity']
        return f'{v:.{log["decimals"]}f}'

    def row(self, name, ply, v, alpha, beta, marker=''):
        log = self.a['log']
        fields = {'node': name, 'depth': str(ply + log['root_depth']), 'value': self.number(v), 'alpha': self.number(alpha), 'beta': self.number(beta)}
        self.rows.append(log['separator'].join(fields[c] for c in self.columns()) + marker)

    def columns(self):
        return [c for c in self.a['log']['columns'] if self.prune or c not in ('alpha', 'beta')]

    def node(self, board, player, name, ply, alpha, beta, passes):
        """-> value, the first best move (None: a pass, 'none': no child)"""
        a, log = self.a['search'], self.a['log']
        moves = legal(board, player, a['order'], a['first'])
        text = ''.join(board)
        if (ply == self.limit or passes == 2 or (a['wipe_out'] == 'ends' and ('X' not in text or 'O' not in text))
                or (a['full_board'] == 'ends' and '*' not in text)
                or (a['no_move'] == 'leaf' and not moves)):
            v = self.worth(board)
            self.row(name, ply, v, alpha, beta)
            return v, 'none'
        is_max = player == self.max
        v, best = (-INF if is_max else INF), 'none'
        self.row(name, ply, v, alpha, beta)
        for m in moves or [None]:
            child = board if m is None else play(board, player, m)
            cv, _ = self.node(child, evaluation.other(player), log['pass'] if m is None else square(m), ply + 1, alpha, beta, passes + 1 if m is None else 0)
            if cv > v if is_max else cv < v:
                v, best = cv, m
            if not self.prune:
                self.row(name, ply, v, alpha, beta)
                continue
            before = alpha, beta
            if is_max:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                self.row(name, ply, v, *((alpha, beta) if log['cut_window'] == 'narrowed' else before), log['cut_marker'])
                break
            self.row(name, ply, v, alpha, beta)
        return v, best

    def log(self):
        log = self.a['log']
        names = dict(zip(log['columns'], log['header'].split(',')))
        return [log['header_separator'].join(names[c] for c in self.columns())] + self.rows


def legal(board, player, order, first='a1'):
    """the moves in the order in which they are tried: first is the corner at which it begins, `h` the last column and `8` the last row of any size"""
    columns, rows = 'abcdefgh'[:len(board)], '12345678'[:len(board)]
    columns, rows = columns[::-1] if first[0] == 'h' else columns, rows[::-1] if first[1] == '8' else rows
    names = [c + r for r in rows for c in columns] if order == 'rows' else [c + r for c in columns for r in rows]
    found = [m for m in evaluation.squares(board) if evaluation.captures(board, player, *m)]
    return sorted(found, key=lambda m: names.index(square(m)))


def square(m):
    return 'abcdefgh'[m[1]] + str(m[0] + 1)


def play(board, player, m):
    rows = [list(r) for r in board]
    for y, x in [m, *evaluation.captures(board, player, *m)]:
        rows[y][x] = player
    return [''.join(r) for r in rows]


def shown(a, board):
    return [''.join(a['input']['squares']['*XO'.index(c)] for c in r) for r in board]


def read(a, text):
    """-> {heading: value}, board in `*XO`; ValueError where it has not N rows of N characters"""
    lines = [l.strip() for l in text.splitlines() if l.strip()]
    n, size = len(a['input']['heading']), a['input']['size']
    if [len(r) for r in lines[n:]] != [size] * size:
        raise ValueError(f'not a board of {size} rows of {size} squares')
    return dict(zip(a['input']['heading'], lines)), [''.join('*XO'[a['input']['squares'].index(c)] for c in r) for r in lines[n:]]


def text(lines, last_line_end=True):
    return '\n'.join(lines) + ('\n' if last_line_end else '')


def game(a, task, depth, source):
    player, task, depth, board = asked(a, task, depth, source)
    words, out, log, step = a['moves'], [], None, 1
    while True:
        opponent = evaluation.other(player)
        can, ends = evaluation.mobility(board, player), evaluation.over(board)
        out += [words['step'].format(step), (words['black'] if player == 'X' else words['white']) + (words['pass'] if not can and not ends else ''), *shown(a, board), '']
        if log is None or can and not ends:
            search = Search(a, task, depth, player)
            _, best = search.node(board, player, a['log']['root'], 0, -INF, INF, 0)
            log = log or search.log()
        if ends:
            return text(out + [words['end']]), text(log, a['log']['last_line_end'])
        if can:
            board = play(board, player, best) if isinstance(best, tuple) else board
        player, step = opponent, step + 1


def asked(a, task, depth, source):
    """what the input gives, the arguments else, and else the only task and black"""
    given, board = read(a, source)
    squares = a['input']['squares']
    player = '*XO'[squares.index(given['player'])] if 'player' in given else 'X'
    only = next(iter(a['tasks'])) if len(a['tasks']) == 1 else None
    return player, int(given.get('task', task or only)), int(given.get('depth', depth)), board


def next_board(a, source, task=None, depth=None):
    player, task, depth, board = asked(a, task, depth, source)
    search = Search(a, task, depth, player)
    _, best = search.node(board, player, a['log']['root'], 0, -INF, INF, 0)
    after = play(board, player, best) if isinstance(best, tuple) else board
    return text(shown(a, after) + ([] if search.greedy else search.log()), a['log']['last_line_end'])


if __name__ == '__main__':
    a = load(open(sys.argv[1]).read(), sys.argv[1])
    task, depth = (None if x == '-' else int(x) for x in sys.argv[2:4])
    source = open(sys.argv[4]).read()
    texts = game(a, task, depth, source) if a['output'] == 'game' else [next_board(a, source, task, depth)]
    for path, written in zip(sys.argv[5:], texts):
        with open(path, 'w') as f:
            f.write(written)
