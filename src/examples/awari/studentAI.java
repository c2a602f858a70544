/** A player of Awari that searches by alpha-beta. Player 1 is MAX. */
public class studentAI extends Player {
    private int maxDepth;

    public void setMaxDepth(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    @Override
    public void move(BoardState state) {
        move = alphabetaSearch(state, maxDepth);
    }

    /** The best move; -1 if there is no legal move. */
    public int alphabetaSearch(BoardState state, int maxDepth) {
        int alpha = Integer.MIN_VALUE, best = -1;
        for (int move = 0; move < 6; move++) {
            if (state.isLegalMove(1, move)) {
                int value = minValue(state.applyMove(1, move), maxDepth, 1, alpha, Integer.MAX_VALUE);
                if (value > alpha) {
                    alpha = value;
                    best = move;
                }
            }
        }
        return best;
    }

    private static boolean isLeaf(BoardState state, int player, int maxDepth, int depth) {
        return depth == maxDepth || !state.canMove(player);
    }

    public int maxValue(BoardState state, int maxDepth, int depth, int alpha, int beta) {
        if (isLeaf(state, 1, maxDepth, depth)) {
            return sbe(state);
        }
        int value = Integer.MIN_VALUE;
        for (int move = 0; move < 6 && alpha < beta; move++) {
            if (state.isLegalMove(1, move)) {
                value = Math.max(value, minValue(state.applyMove(1, move), maxDepth, depth + 1, alpha, beta));
                alpha = Math.max(alpha, value);
            }
        }
        return value;
    }

    public int minValue(BoardState state, int maxDepth, int depth, int alpha, int beta) {
        if (isLeaf(state, 2, maxDepth, depth)) {
            return sbe(state);
        }
        int value = Integer.MAX_VALUE;
        for (int move = 0; move < 6 && alpha < beta; move++) {
            if (state.isLegalMove(2, move)) {
                value = Math.min(value, maxValue(state.applyMove(2, move), maxDepth, depth + 1, alpha, beta));
                beta = Math.min(beta, value);
            }
        }
        return value;
    }

    public int sbe(BoardState state) {
        return state.score[0] - state.score[1];
    }
}
