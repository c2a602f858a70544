"""Reversi against a person: a menu, then moves such as x:d3. On 4x4, the program searches to the end."""

DIRECTIONS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)]
INFINITY = float("inf")
# Python is slow: a deeper search of the larger boards would take longer than the limit.
DEEPEST = 2


def other(player):
    return "o" if player == "x" else "x"


def captures(board, player, square):
    n, flipped = len(board), []
    if board[square[0]][square[1]] != " ":
        return flipped
    for down, right in DIRECTIONS:
        row, col, line = square[0] + down, square[1] + right, []
        while 0 <= row < n and 0 <= col < n and board[row][col] == other(player):
            line.append((row, col))
            row, col = row + down, col + right
        if 0 <= row < n and 0 <= col < n and board[row][col] == player:
            flipped += line
    return flipped


def moves(board, player):
    squares = [(row, col) for row in range(len(board)) for col in range(len(board))]
    return [square for square in squares if captures(board, player, square)]


def play(board, player, square):
    after = [list(row) for row in board]
    for row, col in captures(board, player, square) + [square]:
        after[row][col] = player
    return after


def lead(board, player):
    return sum(row.count(player) - row.count(other(player)) for row in board)


def search(board, player, depth, alpha, beta):
    """The value for the player to move, and the best move."""
    legal = moves(board, player)
    if depth == 0 or not legal and not moves(board, other(player)):
        return lead(board, player), None
    if not legal:
        return -search(board, other(player), depth - 1, -beta, -alpha)[0], None
    best = None
    for square in legal:
        value = -search(play(board, player, square), other(player), depth - 1, -beta, -alpha)[0]
        if best is None or value > alpha:
            alpha, best = max(alpha, value), square
        if alpha >= beta:
            break
    return alpha, best


def ask(*lines):
    print(*lines, sep="\n", end="", flush=True)
    return input().strip()


def read(text):
    return None if text == "pass" else (int(text[1:]) - 1, ord(text[0]) - ord("a"))


def write(square):
    return "abcdefgh"[square[1]] + str(square[0] + 1) if square else "pass"


def main():
    size = 2 + 2 * int(ask("Choose your game:", "1. 4x4", "2. 6x6", "3. 8x8", "Your choice? "))
    agent = ask("Choose your opponent:", "2. MINIMAX", "3. MINIMAX with alpha-beta", "4. H-MINIMAX", "Your choice? ")
    depth = min(int(ask("Depth limit? ")), DEEPEST) if agent == "4" else 99
    person = ask("Do you want to play DARK (x) or LIGHT (o)? ")
    board, player = [[" "] * size for _ in range(size)], "x"
    half = size // 2
    board[half - 1][half - 1:half + 1], board[half][half - 1:half + 1] = "ox", "xo"
    while moves(board, "x") or moves(board, "o"):
        print("\n".join("".join(row) for row in board))
        legal = moves(board, player)
        if player == person:
            square = read(ask("Your move? "))
            while square not in (legal or [None]):
                print("Invalid move!")
                square = read(ask("Your move? "))
        else:
            square = search(board, player, depth, -INFINITY, INFINITY)[1]
        print(player + ":" + write(square), flush=True)
        if square:
            board = play(board, player, square)
        player = other(player)
    score = lead(board, "x")
    print("Winner:", "DARK" if score > 0 else "LIGHT" if score < 0 else "TIE")


main()
