# right
# minimax(board, depth, isMax) with the players' signs as globals, and a demo position at the end
player, opponent = 'x', 'o'

def lines(b):
    for i in range(3):
        yield b[i]
        yield [b[0][i], b[1][i], b[2][i]]
    yield [b[0][0], b[1][1], b[2][2]]
    yield [b[0][2], b[1][1], b[2][0]]

def evaluate(b):
    for line in lines(b):
        if line == [player] * 3:
            return 10
        if line == [opponent] * 3:
            return -10
    return 0

def minimax(board, depth, isMax):
    points = evaluate(board)
    if points:
        return points
    results = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == '_':
                board[r][c] = player if isMax else opponent
                results.append(minimax(board, depth + 1, not isMax))
                board[r][c] = '_'
    if not results:
        return 0
    return max(results) if isMax else min(results)

def findBestMove(board):
    moves = {}
    for r in range(3):
        for c in range(3):
            if board[r][c] == '_':
                board[r][c] = player
                moves[(r, c)] = minimax(board, 0, False)
                board[r][c] = '_'
    return max(moves, key=moves.get)

board = [['x', 'o', '_'], ['_', 'o', 'x'], ['_', '_', '_']]
print("play at", findBestMove(board))
