# right
from math import inf as infinity
from random import choice
import platform
import time
from os import system
HUMAN = -1
COMP = +1
board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
def wins(state, player):
    lines = [list(r) for r in state] + [[state[i][j] for i in range(3)] for j in range(3)]
    lines += [[state[i][i] for i in range(3)], [state[i][2 - i] for i in range(3)]]
    return [player] * 3 in lines
def evaluate(state):
    return +1 if wins(state, COMP) else -1 if wins(state, HUMAN) else 0
def game_over(state): return wins(state, HUMAN) or wins(state, COMP)
def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]
def minimax(state, depth, player):
    if player == COMP: best = [-1, -1, -infinity]
    else: best = [-1, -1, +infinity]
    if depth == 0 or game_over(state):
        return [-1, -1, evaluate(state)]
    for cell in empty_cells(state):
        x, y = cell[0], cell[1]
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]: best = score
        else:
            if score[2] < best[2]: best = score
    return best
def clean():
    system('clear')
def main():
    clean()
    input('First to start?[y/n]: ')
if __name__ == '__main__':
    main()
