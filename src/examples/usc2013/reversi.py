"""Reversi: plays a game by minimax or alpha-beta, and logs the search of the first move."""
import sys

INFINITY = float("inf")
DIRECTIONS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)]
QUARTER = [[99, -8, 8, 6], [-8, -24, -4, -3], [8, -4, 7, 4], [6, -3, 4, 0]]


def other(player):
    return "O" if player == "X" else "X"


def squares(board):
    return [(row, col) for row in range(len(board)) for col in range(len(board))]


def weight(board, row, col):
    last = len(board) - 1
    return QUARTER[min(row, last - row)][min(col, last - col)]


def captures(board, player, square):
    flipped, size = [], len(board)
    if board[square[0]][square[1]] != "*":
        return flipped
    for down, right in DIRECTIONS:
        row, col, line = square[0] + down, square[1] + right, []
        while 0 <= row < size and 0 <= col < size and board[row][col] == other(player):
            line.append((row, col))
            row, col = row + down, col + right
        if 0 <= row < size and 0 <= col < size and board[row][col] == player:
            flipped += line
    return flipped


def moves(board, player):
    return [square for square in squares(board) if captures(board, player, square)]


def play(board, player, square):
    after = [list(row) for row in board]
    for row, col in captures(board, player, square) + [square]:
        after[row][col] = player
    return after


def evaluate(board, task):
    """The value for black, who is MAX: discs, or weights in task 3."""
    sign = {"*": 0, "X": 1, "O": -1}
    return float(sum(sign[board[row][col]] * (weight(board, row, col) if task == 3 else 1) for row, col in squares(board)))


def text(value):
    return "Infinity" if value == INFINITY else "-Infinity" if value == -INFINITY else str(value)


def search(board, player, task, depth, log, name="root", level=1, alpha=-INFINITY, beta=INFINITY):
    """The value of a node, and its best move."""
    def row(value, end=""):
        bounds = "" if task == 1 else f" {text(alpha)} {text(beta)}"
        log.append(f"{name} {level} {text(value)}{bounds}{end}")

    legal = moves(board, player)
    if level > depth or not legal:
        value = evaluate(board, task)
        row(value)
        return value, None
    is_max = player == "X"
    value, best = -INFINITY if is_max else INFINITY, None
    row(value)
    for move in legal:
        child = "abcdefgh"[move[1]] + str(move[0] + 1)
        found, _ = search(play(board, player, move), other(player), task, depth, log, child, level + 1, alpha, beta)
        if found > value if is_max else found < value:
            value, best = found, move
        if task != 1:
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta:
                row(value, " CUT-OFF")
                break
        row(value)
    return value, best


def main():
    options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    task, depth = int(options["-t"]), int(options["-d"])
    with open(options["-i"]) as file:
        board = [list(row) for row in file.read().split()]
    log, steps, player = ["Node,Depth,Value" + ("" if task == 1 else ",Alpha,Beta")], [], "X"
    rows = log
    while True:
        legal, is_over = moves(board, player), not any(moves(board, color) for color in "XO")
        passes = " PASS" if not legal and not is_over else ""
        steps += [f"STEP = {len(steps) // (len(board) + 3) + 1}", ("BLACK" if player == "X" else "WHITE") + passes]
        steps += ["".join(row) for row in board] + [""]
        if legal or rows is log:
            _, move = search(board, player, task, depth, rows)
        if is_over:
            break
        if legal:
            board = play(board, player, move)
        player, rows = other(player), []
    with open(options["-op"], "w") as file:
        file.write("\n".join(steps + ["Game End", ""]))
    with open(options["-ol"], "w") as file:
        file.write("\n".join(log + [""]))


main()
