import java.util.ArrayList;
import java.util.List;

/** Reversi Tiny: answers a question about a 4x4 board. */
public class Reversi {
    static final int[][] DIRECTIONS = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

    static int explored = 0;

    static char other(char player) {
        return player == '1' ? '2' : '1';
    }

    static boolean holds(String board, int row, int column, char content) {
        boolean isOnBoard = 0 <= row && row < 4 && 0 <= column && column < 4;
        return isOnBoard && board.charAt(4 * row + column) == content;
    }

    /** The board after a move; null if the move is illegal. */
    static String play(String board, char player, int square) {
        StringBuilder after = new StringBuilder(board);
        boolean flips = false;
        for (int[] step : DIRECTIONS) {
            int row = square / 4 + step[0], column = square % 4 + step[1], discs = 0;
            while (holds(board, row, column, other(player))) {
                row += step[0];
                column += step[1];
                discs++;
            }
            if (discs == 0 || !holds(board, row, column, player)) {
                continue;
            }
            flips = true;
            for (; discs > 0; discs--) {
                row -= step[0];
                column -= step[1];
                after.setCharAt(4 * row + column, player);
            }
        }
        after.setCharAt(square, player);
        return flips && board.charAt(square) == '0' ? after.toString() : null;
    }

    static List<String> moves(String board, char player) {
        List<String> boards = new ArrayList<>();
        for (int square = 0; square < 16; square++) {
            String after = play(board, player, square);
            if (after != null) {
                boards.add(after);
            }
        }
        return boards;
    }

    /** The boards after all moves; the board itself after a pass; none at the end of the game. */
    static List<String> successors(String board, char player) {
        List<String> boards = moves(board, player);
        if (boards.isEmpty() && !moves(board, other(player)).isEmpty()) {
            boards.add(board);
        }
        return boards;
    }

    static int value(String board) {
        int lead = 0;
        for (char content : board.toCharArray()) {
            lead += content == '1' ? 1 : content == '2' ? -1 : 0;
        }
        return Integer.signum(lead);
    }

    static int search(String board, char player, boolean prunes, int alpha, int beta) {
        explored++;
        List<String> boards = successors(board, player);
        if (boards.isEmpty()) {
            return value(board);
        }
        for (String after : boards) {
            int value = search(after, other(player), prunes, prunes ? alpha : -2, prunes ? beta : 2);
            if (player == '1') {
                alpha = Math.max(alpha, value);
            } else {
                beta = Math.min(beta, value);
            }
            if (prunes && alpha >= beta) {
                break;
            }
        }
        return player == '1' ? alpha : beta;
    }

    /** The first board with the best value; null at the end of the game. */
    static String choose(String board, char player, boolean prunes) {
        int best = player == '1' ? -2 : 2;
        String chosen = null;
        for (String after : successors(board, player)) {
            int value = player == '1'
                ? search(after, '2', prunes, best, 2)
                : search(after, '1', prunes, -2, best);
            if (player == '1' ? value > best : value < best) {
                best = value;
                chosen = after;
            }
        }
        return chosen;
    }

    public static void main(String[] arguments) {
        int flag = Integer.parseInt(arguments[0]);
        char player = arguments[1].charAt(0);
        String board = arguments[2];
        boolean prunes = flag >= 500;
        if (flag == 100) {
            successors(board, player).forEach(System.out::println);
        } else if (flag == 200) {
            boolean isOver = successors(board, player).isEmpty();
            System.out.println(isOver ? value(board) : "non-terminal");
        } else if (flag == 300 || flag == 500) {
            System.out.println(search(board, player, prunes, -2, 2));
            System.out.println(explored);
        } else {
            String chosen = choose(board, player, prunes);
            if (chosen != null) {
                System.out.println(chosen);
            }
        }
    }
}
