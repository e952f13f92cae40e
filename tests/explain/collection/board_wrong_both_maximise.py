# wrong
X, O, EMPTY = "X", "O", " "
def initial_state(): return [[EMPTY] * 3 for _ in range(3)]
def player(b):
    flat = sum(b, [])
    return X if flat.count(X) <= flat.count(O) else O
def actions(b): return [(r, c) for r in range(3) for c in range(3) if b[r][c] == EMPTY]
def result(b, a):
    n = [row[:] for row in b]
    n[a[0]][a[1]] = player(b)
    return n
def winner(b):
    for s in (X, O):
        if any(all(b[r][c] == s for c in range(3)) for r in range(3)) or any(all(b[r][c] == s for r in range(3)) for c in range(3)) \
           or all(b[i][i] == s for i in range(3)) or all(b[i][2-i] == s for i in range(3)):
            return s
def value(b):
    w = winner(b)
    if w: return 1 if w == X else -1
    if not actions(b): return 0
    return max(value(result(b, a)) for a in actions(b))
def minimax(board):
    return max(actions(board), key=lambda a: value(result(board, a)))
