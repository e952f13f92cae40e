# right
# the same with a window; the height 3 is written into the program
MAX, MIN = 1000, -1000

def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    best = MIN if maximizingPlayer else MAX
    for side in (0, 1):
        found = minimax(depth + 1, 2 * nodeIndex + side, not maximizingPlayer, values, alpha, beta)
        if maximizingPlayer:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best

if __name__ == "__main__":
    print(minimax(0, 0, True, [4, 7, 1, 1, 0, 9, 2, -3], MIN, MAX))
