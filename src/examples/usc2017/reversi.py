"""Reversi: the next move by alpha-beta, with a log of the search."""

INFINITY = float("inf")
DIRECTIONS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)]
QUARTER = [[99, -8, 8, 6], [-8, -24, -4, -3], [8, -4, 7, 4], [6, -3, 4, 0]]
WEIGHTS = [[QUARTER[min(row, 7 - row)][min(col, 7 - col)] for col in range(8)] for row in range(8)]
SQUARES = [(row, col) for row in range(8) for col in range(8)]


def other(player):
    return "O" if player == "X" else "X"


def captures(board, player, square):
    flipped = []
    if board[square[0]][square[1]] != "*":
        return flipped
    for down, right in DIRECTIONS:
        row, col, line = square[0] + down, square[1] + right, []
        while 0 <= row < 8 and 0 <= col < 8 and board[row][col] == other(player):
            line.append((row, col))
            row, col = row + down, col + right
        if 0 <= row < 8 and 0 <= col < 8 and board[row][col] == player:
            flipped += line
    return flipped


def children(board, player):
    for square in SQUARES:
        flipped = captures(board, player, square)
        if flipped:
            after = [list(row) for row in board]
            for row, col in flipped + [square]:
                after[row][col] = player
            yield "abcdefgh"[square[1]] + str(square[0] + 1), after


def evaluate(board, player):
    sign = {"*": 0, player: 1, other(player): -1}
    return sum(sign[board[row][col]] * WEIGHTS[row][col] for row, col in SQUARES)


def text(value):
    return "Infinity" if value == INFINITY else "-Infinity" if value == -INFINITY else str(value)


def search(log, limit, me, name, board, player, depth, passes, alpha, beta):
    def row(value):
        log.append(",".join([name, str(depth), text(value), text(alpha), text(beta)]))

    if depth == limit or passes == 2:
        value = evaluate(board, me)
        row(value)
        return value, None
    is_max = player == me
    value, best = -INFINITY if is_max else INFINITY, None
    row(value)
    moves = list(children(board, player))
    passes = 0 if moves else passes + 1
    for move, after in moves or [("pass", board)]:
        found, _ = search(log, limit, me, move, after, other(player), depth + 1, passes, alpha, beta)
        if found > value if is_max else found < value:
            value, best = found, after
        if value >= beta if is_max else value <= alpha:
            row(value)
            break
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        row(value)
    return value, best


def main():
    with open("input.txt") as file:
        words = file.read().split()
    player, depth, board = words[0], int(words[1]), words[2:10]
    log = []
    _, best = search(log, depth, player, "root", board, player, 0, 0, -INFINITY, INFINITY)
    with open("output.txt", "w") as file:
        rows = ["".join(row) for row in best or board]
        file.write("\n".join(rows + ["Node,Depth,Value,Alpha,Beta"] + log))


main()
