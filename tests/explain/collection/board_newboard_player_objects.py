# right
huPlayer = "O"
aiPlayer = "X"
origBoard = [0, 1, 2, 3, 4, 5, 6, 7, 8]
def emptyIndexies(board):
    return [s for s in board if s != "O" and s != "X"]
def winning(board, player):
    w = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
    return any(all(board[i] == player for i in l) for l in w)
def minimax(newBoard, player):
    availSpots = emptyIndexies(newBoard)
    if winning(newBoard, huPlayer): return {"score": -10}
    elif winning(newBoard, aiPlayer): return {"score": 10}
    elif len(availSpots) == 0: return {"score": 0}
    moves = []
    for i in range(len(availSpots)):
        move = {}
        move["index"] = newBoard[availSpots[i]]
        newBoard[availSpots[i]] = player
        if player == aiPlayer:
            result = minimax(newBoard, huPlayer)
            move["score"] = result["score"]
        else:
            result = minimax(newBoard, aiPlayer)
            move["score"] = result["score"]
        newBoard[availSpots[i]] = move["index"]
        moves.append(move)
    bestMove = None
    if player == aiPlayer:
        bestScore = -10000
        for i in range(len(moves)):
            if moves[i]["score"] > bestScore: bestScore = moves[i]["score"]; bestMove = i
    else:
        bestScore = 10000
        for i in range(len(moves)):
            if moves[i]["score"] < bestScore: bestScore = moves[i]["score"]; bestMove = i
    return moves[bestMove]
