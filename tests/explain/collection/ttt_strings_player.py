# right
def winner(board):
    for a, b, c in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if board[a] == board[b] == board[c] and board[a] in "XO":
            return board[a]
    return None if " " in board else "tie"
def best_move(board, player):
    opponent = "O" if player == "X" else "X"
    def score(b, turn):
        w = winner(b)
        if w == player: return 1
        if w == opponent: return -1
        if w == "tie": return 0
        outcomes = []
        for i in range(9):
            if b[i] == " ":
                nb = b[:i] + [turn] + b[i+1:]
                outcomes.append(score(nb, "O" if turn == "X" else "X"))
        return max(outcomes) if turn == player else min(outcomes)
    moves = [i for i in range(9) if board[i] == " "]
    return max(moves, key=lambda i: score(board[:i] + [player] + board[i+1:], opponent))
