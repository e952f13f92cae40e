# right
"""Plus one and minus one on a 3x3 board; a move is [row, column, score]."""
from math import inf
from os import system

HUMAN, COMP = -1, +1
board = [[0, 0, 0] for _ in range(3)]


def three(state, who):
    sums = [sum(row) for row in state] + [sum(column) for column in zip(*state)]
    sums += [sum(state[i][i] for i in range(3)), sum(state[i][2 - i] for i in range(3))]
    return 3 * who in sums


def minimax(state, depth, player):
    if three(state, COMP):
        return [-1, -1, 1]
    if three(state, HUMAN):
        return [-1, -1, -1]
    if depth == 0:
        return [-1, -1, 0]
    best = [-1, -1, -inf * player]
    for row in range(3):
        for column in range(3):
            if state[row][column] == 0:
                state[row][column] = player
                score = minimax(state, depth - 1, -player)[2]
                state[row][column] = 0
                if player * score > player * best[2]:
                    best = [row, column, score]
    return best


if __name__ == "__main__":
    system("clear")
    input("who begins? ")
