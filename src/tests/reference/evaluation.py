#!/usr/bin/env python3
"""Evaluations as sums of features: a slow, plain reference. A board is a list of N rows of N characters.

usage: evaluation.py EXPRESSION BOARD [TABLE.csv]     BOARD: N times N characters of `*XO`, N from 4 to 8; prints the value from black's side
"""
import math
import re
import sys

WEIGHTS = [[99, -8, 8, 6, 6, 8, -8, 99], [-8, -24, -4, -3, -3, -4, -24, -8], [8, -4, 7, 4, 4, 7, -4, 8], [6, -3, 4, 0, 0, 4, -3, 6]]
WEIGHTS = WEIGHTS + WEIGHTS[::-1]
DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
LIMIT = 2 ** 31 - 1


def other(player):
    return 'O' if player == 'X' else 'X'


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board)


def captures(board, player, r, c):
    if board[r][c] != '*':
        return []
    found = []
    for dr, dc in DIRECTIONS:
        line, y, x = [], r + dr, c + dc
        while inside(board, y, x) and board[y][x] == other(player):
            line.append((y, x))
            y, x = y + dr, x + dc
        if line and inside(board, y, x) and board[y][x] == player:
            found += line
    return found


def squares(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board))]


def neighbours(board, r, c):
    return [(r + dr, c + dc) for dr, dc in DIRECTIONS if inside(board, r + dr, c + dc)]


def mobility(board, player):
    return sum(bool(captures(board, player, r, c)) for r, c in squares(board))


def over(board):
    return not mobility(board, 'X') and not mobility(board, 'O')


def discs(board, player):
    return sum(board[r][c] == player for r, c in squares(board))


def corners(board, player):
    return sum(board[r][c] == player for r in (0, -1) for c in (0, -1))


def frontier(board, player):
    """discs with an empty square beside them"""
    return sum(board[r][c] == player and any(board[y][x] == '*' for y, x in neighbours(board, r, c)) for r, c in squares(board))


def potential(board, player):
    """empty squares with a disc of the opponent beside them"""
    return sum(board[r][c] == '*' and any(board[y][x] == other(player) for y, x in neighbours(board, r, c)) for r, c in squares(board))


def stable(board, player):
    """discs that can never be turned, as far as this rule sees: in each of the four directions the line has no empty square,
    or ends at the disc, or leads on one side to a stable disc of the same color; the least set of discs with that property"""
    def full(r, c, dr, dc):
        for s in (1, -1):
            y, x = r, c
            while inside(board, y, x):
                if board[y][x] == '*':
                    return False
                y, x = y + s * dr, x + s * dc
        return True
    safe, grown = set(), True
    while grown:
        grown = False
        for r, c in squares(board):
            if board[r][c] != player or (r, c) in safe:
                continue
            def held(dr, dc):
                sides = [(r + dr, c + dc), (r - dr, c - dc)]
                return any(not inside(board, *s) or s in safe for s in sides) or full(r, c, dr, dc)
            if all(held(*d) for d in ((0, 1), (1, 0), (1, 1), (1, -1))):
                safe.add((r, c))
                grown = True
    return len(safe)


def win(board, player):
    """1 where the game is over (neither side can move) and the player has more discs"""
    return int(over(board) and discs(board, player) > discs(board, other(player)))


def table(weights):
    return lambda board, player: sum(weights[r][c] for r, c in squares(board) if board[r][c] == player)


FEATURES = {'pieces': discs, 'mobility': mobility, 'corners': corners, 'frontier': frontier, 'potential': potential, 'stable': stable, 'win': win}
LARGEST = {'pieces': 64, 'mobility': 64, 'corners': 4, 'frontier': 64, 'potential': 64, 'stable': 64, 'win': 1}
TERM = re.compile(r'\s*(?:(\d+)\s*(?:\*\s*)?)?([a-z]+)\s*')


def parse(text):
    """-> list of (coefficient, feature name); ValueError where it is none"""
    terms, at, sign = [], 0, 1
    first = re.compile(r'\s*([+-])').match(text)
    if first:
        sign, at = (-1 if first.group(1) == '-' else 1), first.end()
    while True:
        m = TERM.match(text, at)
        if not m or m.group(2) not in (*FEATURES, 'weights'):
            raise ValueError(f'no feature at {at}')
        k = int(m.group(1) or 1)
        if k > 1_000_000:
            raise ValueError('coefficient too large')
        terms.append((sign * k, m.group(2)))
        at = m.end()
        if at == len(text):
            return terms
        if text[at] not in '+-':
            raise ValueError(f'expected + or - at {at}')
        sign, at = (-1 if text[at] == '-' else 1), at + 1


def evaluate(text, board, player, weights=WEIGHTS):
    """the value from the side of `player`"""
    value = 0
    for k, name in parse(text):
        f = table(weights) if name == 'weights' else FEATURES[name]
        value += k * (f(board, player) - f(board, other(player)))
    return value


if __name__ == '__main__':
    w = [[int(x) for x in l.split(',')] for l in open(sys.argv[3])] if len(sys.argv) > 3 else WEIGHTS
    n = math.isqrt(len(sys.argv[2]))
    print(evaluate(sys.argv[1], [sys.argv[2][n * r:n * r + n] for r in range(n)], 'X', w))
