# right
"""A player object searches on a game object; the answer is a dict with position and score."""
from math import inf


class TicTacToe:
    LINES = [range(0, 3), range(3, 6), range(6, 9), range(0, 9, 3), range(1, 9, 3), range(2, 9, 3), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.board = [" "] * 9
        self.current_winner = None

    def free(self):
        return [cell for cell in range(9) if self.board[cell] == " "]

    def put(self, cell, letter):
        self.board[cell] = letter
        if any(all(self.board[c] == letter for c in line) for line in self.LINES):
            self.current_winner = letter

    def take_back(self, cell):
        self.board[cell] = " "
        self.current_winner = None


class SmartPlayer:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        return self.minimax(game, self.letter)["position"]

    def minimax(self, state, player):
        rival = "XO"[player == "X"]
        if state.current_winner:
            size = len(state.free()) + 1
            return {"position": None, "score": size if state.current_winner == self.letter else -size}
        if not state.free():
            return {"position": None, "score": 0}
        mine = player == self.letter
        best = {"position": None, "score": -inf if mine else inf}
        for cell in state.free():
            state.put(cell, player)
            score = self.minimax(state, rival)["score"]
            state.take_back(cell)
            if (score > best["score"]) if mine else (score < best["score"]):
                best = {"position": cell, "score": score}
        return best


if __name__ == "__main__":
    game = TicTacToe()
    while game.free() and not game.current_winner:
        game.put(int(input("your cell 0-8: ")), "X")
        game.put(SmartPlayer("O").get_move(game), "O")
