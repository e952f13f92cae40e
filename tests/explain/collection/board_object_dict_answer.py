# right
import math, random, time
class Player():
    def __init__(self, letter):
        self.letter = letter
    def get_move(self, game):
        pass
class Human(Player):
    def get_move(self, game):
        return int(input("> "))
class Genius(Player):
    def __init__(self, letter):
        super().__init__(letter)
    def get_move(self, game):
        if len(game.available_moves()) == 9:
            return random.choice(game.available_moves())
        return self.minimax(game, self.letter)['position']
    def minimax(self, state, player):
        max_player = self.letter
        other = 'O' if player == 'X' else 'X'
        if state.current_winner == other:
            return {'position': None, 'score': 1 * (state.num_empty_squares() + 1) if other == max_player else -1 * (state.num_empty_squares() + 1)}
        elif not state.empty_squares():
            return {'position': None, 'score': 0}
        if player == max_player:
            best = {'position': None, 'score': -math.inf}
        else:
            best = {'position': None, 'score': math.inf}
        for move in state.available_moves():
            state.make_move(move, player)
            sim = self.minimax(state, other)
            state.board[move] = ' '
            state.current_winner = None
            sim['position'] = move
            if player == max_player:
                if sim['score'] > best['score']: best = sim
            else:
                if sim['score'] < best['score']: best = sim
        return best
class TicTacToe:
    def __init__(self):
        self.board = [' ' for _ in range(9)]
        self.current_winner = None
    def available_moves(self):
        return [i for i, s in enumerate(self.board) if s == ' ']
    def empty_squares(self): return ' ' in self.board
    def num_empty_squares(self): return self.board.count(' ')
    def make_move(self, square, letter):
        if self.board[square] == ' ':
            self.board[square] = letter
            if self.winner(square, letter): self.current_winner = letter
            return True
        return False
    def winner(self, square, letter):
        r = square // 3
        if all(s == letter for s in self.board[r*3:r*3+3]): return True
        c = square % 3
        if all(self.board[c + i*3] == letter for i in range(3)): return True
        if square % 2 == 0:
            if all(self.board[i] == letter for i in (0, 4, 8)): return True
            if all(self.board[i] == letter for i in (2, 4, 6)): return True
        return False
if __name__ == '__main__':
    t = TicTacToe()
    Human('X').get_move(t)
