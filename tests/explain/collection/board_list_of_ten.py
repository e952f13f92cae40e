# right
import random
theBoard = [' '] * 10
def isWinner(bo, le):
    return any(bo[a] == le and bo[b] == le and bo[c] == le for a, b, c in
               ((7,8,9),(4,5,6),(1,2,3),(7,4,1),(8,5,2),(9,6,3),(7,5,3),(9,5,1)))
def isBoardFull(board):
    return all(board[i] != ' ' for i in range(1, 10))
def getComputerMove(board, computerLetter):
    playerLetter = 'O' if computerLetter == 'X' else 'X'
    def minimax(b, letter):
        if isWinner(b, computerLetter): return 1
        if isWinner(b, playerLetter): return -1
        if isBoardFull(b): return 0
        scores = []
        for i in range(1, 10):
            if b[i] == ' ':
                b[i] = letter
                scores.append(minimax(b, playerLetter if letter == computerLetter else computerLetter))
                b[i] = ' '
        return max(scores) if letter == computerLetter else min(scores)
    best, move = -2, None
    for i in range(1, 10):
        if board[i] == ' ':
            board[i] = computerLetter
            s = minimax(board, playerLetter)
            board[i] = ' '
            if s > best: best, move = s, i
    return move
