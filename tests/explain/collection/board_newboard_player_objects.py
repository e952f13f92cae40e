# right
# cells that are free hold their own number; a move is a dict with index and score
huPlayer, aiPlayer = "O", "X"
origBoard = list(range(9))

def wins(board, who):
    rows = [board[i:i + 3] for i in (0, 3, 6)]
    columns = [board[i::3] for i in range(3)]
    return [who] * 3 in rows + columns + [board[0::4], board[2:7:2]]

def minimax(newBoard, player):
    if wins(newBoard, aiPlayer):
        return {"score": 10}
    if wins(newBoard, huPlayer):
        return {"score": -10}
    free = [cell for cell in newBoard if isinstance(cell, int)]
    if not free:
        return {"score": 0}
    moves = []
    for cell in free:
        newBoard[cell] = player
        answer = minimax(newBoard, huPlayer if player == aiPlayer else aiPlayer)
        newBoard[cell] = cell
        moves.append({"index": cell, "score": answer["score"]})
    pick = max if player == aiPlayer else min
    return pick(moves, key=lambda move: move["score"])
