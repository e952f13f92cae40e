# right
board = {1: ' ', 2: ' ', 3: ' ', 4: ' ', 5: ' ', 6: ' ', 7: ' ', 8: ' ', 9: ' '}
player = 'O'
bot = 'X'
def printBoard(board):
    print(board[1] + '|' + board[2] + '|' + board[3])
def checkForWin():
    for a, b, c in ((1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(7,5,3)):
        if board[a] == board[b] == board[c] and board[a] != ' ': return True
    return False
def checkWhichMarkWon(mark):
    for a, b, c in ((1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(7,5,3)):
        if board[a] == board[b] == board[c] == mark: return True
    return False
def checkDraw():
    return all(board[k] != ' ' for k in board)
def minimax(board, depth, isMaximizing):
    if checkWhichMarkWon(bot): return 1
    elif checkWhichMarkWon(player): return -1
    elif checkDraw(): return 0
    if isMaximizing:
        bestScore = -800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                if score > bestScore: bestScore = score
        return bestScore
    else:
        bestScore = 800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                score = minimax(board, depth + 1, True)
                board[key] = ' '
                if score < bestScore: bestScore = score
        return bestScore
while not checkForWin():
    position = int(input("Enter the position for 'O': "))
