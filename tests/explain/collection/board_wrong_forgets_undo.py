# wrong mutates-argument
AI, HUMAN = "X", "O"
def won(b, s):
    return any(b[i] == b[j] == b[k] == s for i, j, k in
               ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)))
board = [" "] * 9
def minimax(board, is_max):
    if won(board, AI): return 1
    if won(board, HUMAN): return -1
    if " " not in board: return 0
    scores = []
    for i in range(9):
        if board[i] == " ":
            board[i] = AI if is_max else HUMAN
            scores.append(minimax(board, not is_max))
    return max(scores) if is_max else min(scores)
